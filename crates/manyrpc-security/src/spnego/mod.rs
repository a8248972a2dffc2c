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
mod initiator;
#[cfg(test)]
mod tests;

pub(crate) use acceptor::Mechanisms;
pub use acceptor::SpnegoAcceptor;
pub use initiator::SpnegoInitiator;
