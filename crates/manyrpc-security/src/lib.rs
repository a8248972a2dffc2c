//! Security mechanisms for DCE RPC: NTLM, Kerberos 5, and SPNEGO, which chooses between them.
//!
//! - [`Credentials`]: who a client is
//! - [`initiator`]: a client's side for one association
//! - [`Acceptors`]: what a server accepts, and makes its sides from
//! - [`ntlm`], [`kerberos`], [`spnego`]: the mechanisms
//!
//! # Which libraries, and why
//!
//! Kerberos is the system's MIT krb5 through its GSSAPI: it has DCE's three legs, signs and seals
//! PDUs in parts (`gss_wrap_iov` with sign-only buffers), keeps to sequence numbers, reads keytabs
//! and caches, and its encryption types are the ones its administrator chose. Crate `sspi` was
//! tried: its Kerberos acceptor wants SPNEGO's ticket request before anything else (as remote
//! desktop does), has no three legs, checks no sequence numbers, and knows AES alone. Its newest
//! version that our compiler takes brings 190 crates, pre-releases of cryptography among them.
//!
//! NTLM has no such library. The system's `gss-ntlmssp` has none of the `iov` calls, and DCE's
//! privacy level signs what it does not encrypt; its accounts come from the environment, where a
//! server wants its own. So the messages and key derivations of MS-NLMP are written here, on the
//! digests and ciphers of RustCrypto, against the specification's own examples.
//!
//! SPNEGO has to reach both, so it is written here as well; it has no cryptography of its own.

/// Hands [`Protection`](manyrpc_engine::dce::security::Protection) and [`spnego::Signs`] on to a
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
pub mod kerberos;
pub mod ntlm;
pub mod spnego;

pub use acceptors::{Acceptors, initiator};
pub use credentials::Credentials;
