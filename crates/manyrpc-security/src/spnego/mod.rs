//! SPNEGO: the two sides agree on Kerberos or NTLM, and notice who meddles with that.
//!
//! Written here for our own NTLM: the system's GSSAPI negotiates among its own mechanisms alone
//! (see [`gssapi`](crate::gssapi)).
//!
//! Reading list: RFC 4178 (sections 4.2 and 5, appendix C); MS-SPNG 3.1.5 and 3.3.5 (what
//! Windows does); MS-RPCE 3.3.1.5.2 (Kerberos keeps its three legs within it).
//!
//! The client lists what it can and sends the first token of what it would like best. The server
//! takes the first in that list that it can, too. Once that mechanism stands, its signature over
//! the list (`mechListMIC`) tells whether somebody took something out on the way. Clients of ours
//! always send one; servers demand it where the client's favourite was not taken, and answer
//! wherever one came.

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

/// What is asked of a mechanism besides tokens and PDUs. Its security context stands.
pub(crate) trait Signs {
    /// A signature of a message, which takes a number in the order of PDUs.
    fn sign(&mut self, message: &[u8]) -> Result<Vec<u8>, Denied>;

    /// Checks one.
    fn verify(&mut self, message: &[u8], signature: &[u8]) -> Result<(), Denied>;

    /// Both sides have signed the list.
    fn signatures_exchanged(&mut self) {}
}

/// A client's side of what is negotiated.
pub(crate) trait InnerInitiator: Initiator + Signs {}
impl<T: Initiator + Signs> InnerInitiator for T {}

/// A server's side of what is negotiated.
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
