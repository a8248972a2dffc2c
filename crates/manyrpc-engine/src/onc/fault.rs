//! Mapping faults to and from replies.
//!
//! Reading list: RFC 5531 section 9.
//!
//! ```
//! use manyrpc_engine::Fault;
//! use manyrpc_engine::onc::{fault, pdu::OpaqueAuth};
//!
//! let reply = fault::to_wire(&Fault::NoSuchOperation, OpaqueAuth::NONE);
//! assert_eq!(fault::from_wire(&reply), Some(Fault::NoSuchOperation));
//! ```

use super::pdu::{AcceptStatus, Accepted, AuthStatus, Denied, OpaqueAuth, ReplyBody};
use crate::domain::{Domain, own_code, own_status};
use crate::fault::{DomainFault, Fault};

/// The reply for `fault`. An application's number becomes an `accept_stat` where it has [a
/// place](own_status), and so does an ONC RPC status without another meaning. Others become
/// SYSTEM_ERR.
pub fn to_wire<'v>(fault: &Fault, verifier: OpaqueAuth<'v>) -> ReplyBody<'v> {
    let plain = match fault.in_domain(Domain::Onc) {
        DomainFault::Plain(plain) => plain,
        DomainFault::Own(status) => return accepted(unnamed(status as u32), verifier),
        DomainFault::Application(code) => {
            return accepted(
                own_status(code).map_or(AcceptStatus::SystemError, unnamed),
                verifier,
            );
        }
    };
    let status = match plain {
        Fault::NoSuchInterface => AcceptStatus::ProgramUnavailable,
        Fault::NoSuchVersion { low, high } => {
            let status = Accepted::ProgramMismatch { low, high };
            return ReplyBody::Accepted { verifier, status };
        }
        Fault::NoSuchOperation => AcceptStatus::ProcedureUnavailable,
        Fault::BadArguments => AcceptStatus::GarbageArguments,
        Fault::ProtocolVersion { low, high } => {
            return ReplyBody::Denied(Denied::RpcMismatch { low, high });
        }
        Fault::Denied(status) => return denied(reason(status)),
        _ => AcceptStatus::SystemError,
    };
    accepted(status, verifier)
}

fn accepted(status: AcceptStatus, verifier: OpaqueAuth<'_>) -> ReplyBody<'_> {
    let status = Accepted::Plain(status);
    ReplyBody::Accepted { verifier, status }
}

/// A status without a predefined meaning; others map to other faults.
fn unnamed(status: u32) -> AcceptStatus {
    match status.into() {
        unknown @ AcceptStatus::Unknown(_) => unknown,
        _ => AcceptStatus::SystemError,
    }
}

/// The reason of a denial: "rejected for security reasons", unless it is a defined one.
fn reason(status: u32) -> AuthStatus {
    match status.into() {
        AuthStatus::Ok | AuthStatus::Unknown(_) => AuthStatus::TooWeak,
        reason => reason,
    }
}

/// The fault in a reply; `None` for success.
#[inline]
pub fn from_wire(reply: &ReplyBody<'_>) -> Option<Fault> {
    Some(match *reply {
        ReplyBody::Accepted { status, .. } => match status {
            Accepted::Plain(AcceptStatus::Success) => return None,
            Accepted::ProgramMismatch { low, high } => Fault::NoSuchVersion { low, high },
            Accepted::Plain(AcceptStatus::ProgramUnavailable) => Fault::NoSuchInterface,
            Accepted::Plain(AcceptStatus::ProcedureUnavailable) => Fault::NoSuchOperation,
            Accepted::Plain(AcceptStatus::GarbageArguments) => Fault::BadArguments,
            Accepted::Plain(AcceptStatus::SystemError) => Fault::ServerFailure,
            Accepted::Plain(other) => match own_code(other.into()) {
                Some(code) => Fault::Other(code as u32),
                None => Fault::Status(Domain::Onc, other.into()),
            },
        },
        ReplyBody::Denied(Denied::RpcMismatch { low, high }) => {
            Fault::ProtocolVersion { low, high }
        }
        ReplyBody::Denied(Denied::AuthError(status)) => Fault::Denied(status.into()),
    })
}

/// A call denied for its credential.
pub(super) fn denied(status: AuthStatus) -> ReplyBody<'static> {
    ReplyBody::Denied(Denied::AuthError(status))
}
