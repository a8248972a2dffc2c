//! gRPC.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::grpc::TARGET.run)(bytes));
