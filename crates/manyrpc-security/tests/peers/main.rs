//! The mechanisms as foreign programs know them: Samba's client library and impacket call servers
//! of ours, by NTLM, by Kerberos with a real key distribution centre, and by SPNEGO; and we call
//! Samba's daemon; with the system's mechanisms and with our own. impacket's server side (0.10) knows no security: it passes trailers over and
//! answers without.

mod echo;
mod impacket;
#[path = "../support/kdc.rs"]
#[expect(dead_code, reason = "others use the rest")]
mod kdc;
#[path = "../../../manyrpc-lab/tests/support/known.rs"]
mod known;
mod rpcclient;
mod samba;
mod samba_server;

use manyrpc_security::Provider;

/// Whose mechanisms ours are.
const PROVIDERS: [Provider; 2] = [Provider::System, Provider::Own];

/// What does not work.
const KNOWN: &str = include_str!("../known_failures.txt");
