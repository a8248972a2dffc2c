//! Header blocks of HTTP/2.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::hpack::TARGET.run)(bytes));
