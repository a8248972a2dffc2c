//! GIOP.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::cdr::TARGET.run)(bytes));
