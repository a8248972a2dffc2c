//! Values in NDR.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::ndr::TARGET.run)(bytes));
