//! The mechanisms as foreign programs know them: Samba's client library and impacket call servers
//! of ours, by NTLM, by Kerberos with a real key distribution centre, and by SPNEGO.

mod echo;
mod impacket;
#[path = "../support/kdc.rs"]
mod kdc;
mod samba;
