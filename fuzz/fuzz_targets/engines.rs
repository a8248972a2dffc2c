//! The engines of every protocol.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::engines::TARGET.run)(bytes));
