//! Fragments of records on a stream.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::record_mark::TARGET.run)(bytes));
