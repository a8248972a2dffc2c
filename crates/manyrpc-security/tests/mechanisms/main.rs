//! The mechanisms, one side against the other; Kerberos with a real key distribution centre.

mod engines;
#[path = "../support/kdc.rs"]
mod kdc;
mod kerberos;
mod ntlm;
mod pdus;
mod providers;
