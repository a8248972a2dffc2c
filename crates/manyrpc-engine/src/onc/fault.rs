//! Faults to and from replies: one function each way.
//!
//! Reading list: RFC 5531 section 9.

use super::pdu::{AcceptStatus, Accepted, AuthStatus, Denied, OpaqueAuth, ReplyBody};
use crate::fault::Fault;

/// The reply that says `fault`. A [`Fault::Other`] goes out as that `accept_stat`; one that is
/// defined to mean something else, 0 to 5, as SYSTEM_ERR.
pub fn to_wire<'v>(fault: &Fault, verifier: OpaqueAuth<'v>) -> ReplyBody<'v> {
    let status = match *fault {
        Fault::NoSuchInterface => Accepted::Plain(AcceptStatus::ProgramUnavailable),
        Fault::NoSuchVersion { low, high } => Accepted::ProgramMismatch { low, high },
        Fault::NoSuchOperation => Accepted::Plain(AcceptStatus::ProcedureUnavailable),
        Fault::BadArguments => Accepted::Plain(AcceptStatus::GarbageArguments),
        Fault::ServerFailure | Fault::Cancelled | Fault::Said(_) => {
            Accepted::Plain(AcceptStatus::SystemError)
        }
        Fault::ProtocolVersion { low, high } => {
            return ReplyBody::Denied(Denied::RpcMismatch { low, high });
        }
        Fault::Denied(status) => return ReplyBody::Denied(Denied::AuthError(status.into())),
        Fault::Other(status) => Accepted::Plain(match status.into() {
            unknown @ AcceptStatus::Unknown(_) => unknown,
            _ => AcceptStatus::SystemError,
        }),
    };
    ReplyBody::Accepted { verifier, status }
}

/// What a reply says; `None` is success.
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
            Accepted::Plain(other) => Fault::Other(other.into()),
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
