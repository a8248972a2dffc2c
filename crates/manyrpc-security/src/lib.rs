//! Security mechanisms for DCE RPC: NTLM, Kerberos 5, and SPNEGO, which chooses between them.
//!
//! - [`Credentials`]: who a client is
//! - [`initiator`]: a client's side for one association
//! - [`Acceptors`]: what a server accepts, and makes its sides from
//! - [`Provider`]: whose mechanisms these are
//! - [`gssapi`]: the system's Kerberos, SPNEGO and NTLM
//! - [`ntlm`], [`spnego`]: our own
//!
//! # Which libraries, and why
//!
//! The system's GSSAPI supplies all three: Kerberos and SPNEGO are MIT krb5's own, NTLM is its
//! plugin gss-ntlmssp (a package that is not installed by itself). It keeps to sequence numbers,
//! reads keytabs and caches, and its encryption types are the ones its administrator chose. Every
//! mechanism passes at every level against Samba's clients, impacket and our own mechanisms, in
//! both roles, with header signing or without. That is what a client or server gets unless it says
//! otherwise ([`Provider::Any`]).
//!
//! NTLM and SPNEGO are written here as well, on the digests and ciphers of RustCrypto and against
//! the specifications' own examples, for what the system cannot do:
//!
//! - be there: no library but MIT krb5's has to be installed;
//! - ask a server's own [`Accounts`](ntlm::Accounts) one by one. The plugin reads a file, which
//!   is made of the accounts where they are a list;
//! - NTLM within SPNEGO at level connect against Samba. MIT's SPNEGO asks every mechanism for
//!   integrity (`init_ctx_call_init` in its `spnego_mech.c`; the option to the contrary,
//!   `GSS_KRB5_CRED_NO_CI_FLAGS_X`, fails where a credential has NTLM alone), and Samba (4.17)
//!   answers each call with status 1 of a client that got integrity for NTLM and sends no
//!   signatures;
//! - seal NTLM's PDUs, whose headers are signed: the plugin's calls cannot say that ([`gssapi`]
//!   has the experiment), so it makes the session and gives its key, and [`ntlm`] seals.
//!
//! Its quirks are dealt with in [`gssapi`]. MIT's library refuses a ticket in GSSAPI's frame within
//! SPNEGO, and gss-ntlmssp a NEGOTIATE_MESSAGE without a version (both are impacket's); these are
//! put right before they see them. gss-ntlmssp (1.2.0, Debian 12's) crashes on some messages that
//! any peer can send, and takes NTLM version 1: every message is read here first, and such ones do
//! not get to it.
//!
//! Crate `sspi` is no third choice. Version 0.23.1 needs Rust 1.93, where Debian's compiler is
//! 1.88; without its default features it brings 185 crates, pre-releases of `picky`, `rsa` and
//! `pkcs1` among them. Its Kerberos acceptor, tried in the newest version that our compiler takes,
//! wants SPNEGO's ticket request before anything else (as remote desktop does), has no three legs,
//! checks no sequence numbers, and knows AES alone.

/// Hands [`Protection`](manyrpc_engine::security::Protection) and [`spnego::Signs`] on to a
/// field that knows how.
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

        impl $crate::spnego::Signs for $type {
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
pub mod ntlm;
mod provider;
pub mod spnego;

pub use acceptors::{Acceptors, initiator};
pub use credentials::Credentials;
pub use provider::Provider;
