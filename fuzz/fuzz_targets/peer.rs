//! Connections on which both ends call.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::peer::TARGET.run)(bytes));
