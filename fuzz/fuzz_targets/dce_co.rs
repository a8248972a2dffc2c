//! DCE RPC over a connection.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::dce_co::TARGET.run)(bytes));
