//! Bodies of SOAP, and its messages.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::soap::TARGET.run)(bytes));
