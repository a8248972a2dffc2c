//! Definitions in OMG IDL.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::omg_idl::TARGET.run)(bytes));
