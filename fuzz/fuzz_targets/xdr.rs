//! Values in XDR.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::xdr::TARGET.run)(bytes));
