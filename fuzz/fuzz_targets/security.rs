//! NTLM's and SPNEGO's tokens.
#![no_main]
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (manyrpc_fuzz::security::TARGET.run)(bytes));
