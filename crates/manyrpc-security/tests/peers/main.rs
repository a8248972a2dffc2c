//! The mechanisms with foreign programs: Samba's client library and impacket call our servers with
//! NTLM, with Kerberos and a real key distribution centre, and with SPNEGO; and we call Samba's
//! daemon; with the system's mechanisms and our own. impacket's server side (0.10) has no security:
//! it ignores trailers and answers without.

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
#[path = "../../../manyrpc-lab/tests/support/world.rs"]
mod world;

use manyrpc_security::Provider;

/// The providers of our mechanisms.
const PROVIDERS: [Provider; 2] = [Provider::System, Provider::Own];

/// What does not work.
const KNOWN: &str = include_str!("../known_failures.txt");
