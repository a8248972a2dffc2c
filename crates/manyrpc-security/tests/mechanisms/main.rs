//! The mechanisms, one side against the other; Kerberos with a real key distribution centre.

mod engines;
#[path = "../support/kdc.rs"]
#[expect(dead_code, reason = "others use the rest")]
mod kdc;
mod kerberos;
mod ntlm;
mod pdus;
mod providers;
