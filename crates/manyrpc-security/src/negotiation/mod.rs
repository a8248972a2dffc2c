//! What SPNEGO's messages consist of, and what it demands of the mechanisms that it negotiates.
//!
//! Our own SPNEGO is made of these, and the system's is shown what it can bear of them.

mod der;
pub(crate) mod token;

use manyrpc_engine::security::{Acceptor, Denied, DeniedReason, Initiator};

/// A mechanism's operations besides tokens and PDUs. Its security context is established.
pub(crate) trait Signs {
    /// Signs a message; the signature takes a sequence number like a PDU.
    fn sign(&mut self, message: &[u8]) -> Result<Vec<u8>, Denied>;

    /// Verifies a signature.
    fn verify(&mut self, message: &[u8], signature: &[u8]) -> Result<(), Denied>;

    /// Both sides have signed the list.
    fn signatures_exchanged(&mut self) {}
}

/// A client's side of a negotiated mechanism.
pub(crate) trait InnerInitiator: Initiator + Signs {}
impl<T: Initiator + Signs> InnerInitiator for T {}

/// A server's side of a negotiated mechanism.
pub(crate) trait InnerAcceptor: Acceptor + Signs {}
impl<T: Acceptor + Signs> InnerAcceptor for T {}

fn malformed() -> Denied {
    Denied::new(
        DeniedReason::BadToken,
        "a malformed SPNEGO token; the peer may speak another mechanism, so ask for NTLM or Kerberos alone",
    )
}

pub(crate) fn unexpected(what: &'static str) -> Denied {
    Denied::new(DeniedReason::BadToken, what)
}
