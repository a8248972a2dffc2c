//! HTTP/1.1.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::http1::TARGET.run)(bytes));
