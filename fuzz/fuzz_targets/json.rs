//! Values in JSON, and the messages of JSON-RPC.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::json::TARGET.run)(bytes));
