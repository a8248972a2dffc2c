//! Connections of HTTP/2.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::http2::TARGET.run)(bytes));
