//! Security mechanisms for DCE RPC: NTLM, Kerberos 5, and SPNEGO, which negotiates one of them.
//!
//! ```
//! use std::sync::Arc;
//!
//! use manyrpc_engine::security::{AuthType, Step};
//! use manyrpc_security::ntlm::Users;
//! use manyrpc_security::{Acceptors, Credentials, Provider, initiator};
//!
//! let alice = Credentials::password("alice", "secret").by(Provider::Own);
//! let mut client = initiator(AuthType::NTLM, &alice, "host/server");
//! let users = Arc::new(Users::new().with("alice", "secret"));
//! let acceptors = Acceptors::new("server").with_users(users).by(Provider::Own);
//! let mut server = acceptors.acceptor(AuthType::NTLM).unwrap();
//!
//! // A protocol carries these tokens between the two sides.
//! let (mut to_server, mut to_client) = (Vec::new(), Vec::new());
//! client.step(&[], &mut to_server).unwrap();
//! server.step(&to_server, &mut to_client).unwrap();
//! to_server.clear();
//! client.step(&to_client, &mut to_server).unwrap();
//! assert_eq!(server.step(&to_server, &mut Vec::new()).unwrap(), Step::Done);
//! assert_eq!(server.principal().as_deref(), Some("alice"));
//! ```
//!
//! - [`Credentials`]: a client's identity
//! - [`initiator`]: the client's side of an association
//! - [`Acceptors`]: the mechanisms that a server accepts
//! - [`Provider`]: whether the system's mechanisms or ours are used
//! - [`gssapi`]: the system's Kerberos, SPNEGO and NTLM
//! - [`ntlm`], [`spnego`]: our own
//!
//! # Choice of libraries
//!
//! The system's GSSAPI supplies all three: Kerberos and SPNEGO are MIT krb5's own, NTLM is its
//! plugin gss-ntlmssp (a separate package). It checks sequence numbers, reads keytabs and caches,
//! and uses the encryption types chosen by the administrator. All mechanisms work at all levels
//! with Samba's clients, impacket and our own mechanisms, in both roles, with and without header
//! signing. It is the default for clients and servers ([`Provider::Any`]).
//!
//! NTLM and SPNEGO are also implemented here, with digests and ciphers from RustCrypto and tested
//! against the specifications' examples, for what the system cannot do:
//!
//! - availability: only MIT krb5's library has to be installed;
//! - looking up a server's [`Accounts`](ntlm::Accounts) one by one: the plugin reads a file, which
//!   is made from the accounts if they can be listed;
//! - NTLM within SPNEGO at level connect with Samba. MIT's SPNEGO requests integrity from every
//!   mechanism (`init_ctx_call_init` in its `spnego_mech.c`; the option against that,
//!   `GSS_KRB5_CRED_NO_CI_FLAGS_X`, fails for credentials with NTLM only), and Samba (4.17) answers
//!   with status 1 to each call of a client that got integrity for NTLM and sends no signatures;
//! - sealing of NTLM PDUs with signed headers: the plugin's calls cannot express that ([`gssapi`]
//!   has the experiment), so it establishes the session and returns its key, and [`ntlm`] seals.
//!
//! [`gssapi`] works around its quirks. MIT's library refuses a ticket in GSSAPI's frame within
//! SPNEGO, and gss-ntlmssp a NEGOTIATE_MESSAGE without a version (impacket sends both); these are
//! corrected before it sees them. gss-ntlmssp (1.2.0, Debian 12's) crashes on some messages that
//! any peer can send, and accepts NTLM version 1: every message is checked here first, and such
//! messages are refused.
//!
//! The crate `sspi` is no alternative. Version 0.23.1 needs Rust 1.93, and Debian's compiler is
//! 1.88; without its default features it adds 185 crates, including pre-releases of `picky`, `rsa`
//! and `pkcs1`. Its Kerberos acceptor, tried in the newest version that our compiler accepts,
//! requires SPNEGO's ticket request first (as remote desktop does), lacks three-leg authentication,
//! checks no sequence numbers, and supports only AES.

/// Delegates [`Protection`](manyrpc_engine::security::Protection) and [`negotiation::Signs`] to a
/// field.
macro_rules! delegate_protection {
    ($type:ty, $field:ident) => {
        impl Protection for $type {
            fn sign_headers(&mut self, agreed: bool) {
                self.$field.signs_headers = agreed;
            }

            fn auth_value_bytes(&self, level: Level) -> usize {
                self.$field.token_bytes(level)
            }

            fn protect(
                &mut self,
                level: Level,
                pdu: Pdu<'_>,
                token: &mut [u8],
            ) -> Result<(), Denied> {
                self.$field.protect(level, pdu, token)
            }

            fn unprotect(
                &mut self,
                level: Level,
                pdu: Pdu<'_>,
                token: &[u8],
            ) -> Result<(), Denied> {
                self.$field.unprotect(level, pdu, token)
            }
        }

        impl $crate::negotiation::Signs for $type {
            fn sign(&mut self, message: &[u8]) -> Result<Vec<u8>, Denied> {
                self.$field.sign(message)
            }

            fn verify(&mut self, message: &[u8], signature: &[u8]) -> Result<(), Denied> {
                self.$field.verify(message, signature)
            }

            fn signatures_exchanged(&mut self) {
                self.$field.signatures_exchanged();
            }
        }
    };
}

use delegate_protection;

mod acceptors;
mod credentials;
pub mod gssapi;
mod negotiation;
pub mod ntlm;
mod provider;
pub mod spnego;

pub use acceptors::{Acceptors, initiator};
pub use credentials::Credentials;
pub use provider::Provider;
