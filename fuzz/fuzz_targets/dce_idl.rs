//! Definitions in DCE's language.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::dce_idl::TARGET.run)(bytes));
