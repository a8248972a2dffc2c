//! DCE RPC over datagrams, and NCS.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::dce_cl::TARGET.run)(bytes));
