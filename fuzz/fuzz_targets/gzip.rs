//! Messages of gRPC that are compressed.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::gzip::TARGET.run)(bytes));
