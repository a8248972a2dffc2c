//! XML-RPC.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::xmlrpc::TARGET.run)(bytes));
