//! The tagged ping-pong.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::raw::TARGET.run)(bytes));
