//! Definitions in Sun's RPC language.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::rpcl::TARGET.run)(bytes));
