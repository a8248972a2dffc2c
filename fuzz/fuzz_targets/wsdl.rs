//! Definitions in WSDL and XML Schema.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::wsdl::TARGET.run)(bytes));
