//! The mechanisms as foreign programs know them: Samba's client library and impacket call servers
//! of ours. Kerberos is examined in `mechanisms`, with a real key distribution centre.

mod echo;
mod impacket;
mod samba;
