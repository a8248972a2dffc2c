//! Sun / ONC RPC.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::onc::TARGET.run)(bytes));
