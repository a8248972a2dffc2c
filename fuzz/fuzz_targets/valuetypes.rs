//! Valuetypes.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::valuetypes::TARGET.run)(bytes));
