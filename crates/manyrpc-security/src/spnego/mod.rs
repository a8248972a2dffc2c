//! SPNEGO: both sides negotiate Kerberos or NTLM, and detect manipulation of the negotiation.
//!
//! Implemented here for our own NTLM: the system's GSSAPI negotiates only among its own mechanisms
//! (see [`gssapi`](crate::gssapi)).
//!
//! Reading list: RFC 4178 (sections 4.2 and 5, appendix C); MS-SPNG 3.1.5 and 3.3.5 (Windows'
//! behaviour); MS-RPCE 3.3.1.5.2 (Kerberos keeps its three legs within it).
//!
//! The client sends a list of its mechanisms, and the first token of the preferred one. The server
//! chooses the first in the list that it supports. Once that mechanism is established, its
//! signature over the list (`mechListMIC`) reveals whether something was removed on the way. Our
//! clients always send one; servers require it if the client's preferred mechanism was not chosen,
//! and answer every one.

mod acceptor;
mod der;
mod initiator;
#[cfg(test)]
mod tests;
mod token;

use manyrpc_engine::security::{Acceptor, Denied, DeniedReason, Initiator};

pub use acceptor::SpnegoAcceptor;
pub use initiator::SpnegoInitiator;
pub(crate) use token::{Kind, Offered, admit, within};

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

fn unexpected(what: &'static str) -> Denied {
    Denied::new(DeniedReason::BadToken, what)
}
