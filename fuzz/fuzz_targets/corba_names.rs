//! Names of CORBA's naming service.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::corba_names::TARGET.run)(bytes));
