//! Calls of JSON-RPC and XML-RPC without a definition.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::untyped::TARGET.run)(bytes));
