//! Values of XML-RPC, and its messages.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::protobuf::TARGET.run)(bytes));
