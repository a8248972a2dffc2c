//! Values without generated code.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::dynamic::TARGET.run)(bytes));
