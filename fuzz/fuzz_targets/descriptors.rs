//! What gRPC's reflection tells.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::descriptors::TARGET.run)(bytes));
