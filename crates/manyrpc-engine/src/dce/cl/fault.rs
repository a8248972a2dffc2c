//! Mapping faults to and from fault and reject PDUs.
//!
//! Reading list: C706 sections 12.5.3.5 and 12.5.3.8 and appendix E: a reject means that the call
//! was not executed, a fault that it failed during execution.
//!
//! ```
//! use manyrpc_engine::Fault;
//! use manyrpc_engine::dce::cl::{fault, pdu::PduType};
//!
//! // The operation was not executed, so the fault is sent as a reject.
//! let (ptype, status) = fault::to_wire(&Fault::NoSuchInterface);
//! assert_eq!(ptype, PduType::Reject);
//! assert_eq!(fault::from_wire(status), Fault::NoSuchInterface);
//! ```

use super::pdu::PduType;
use crate::dce::fault as status;
use crate::fault::{CallError, Fault};

/// The PDU type and status for `fault`.
pub fn to_wire(fault: &Fault) -> (PduType, u32) {
    let status = status::to_wire(fault);
    let refused = matches!(
        from_wire(status),
        Fault::NoSuchInterface
            | Fault::NoSuchVersion { .. }
            | Fault::NoSuchOperation
            | Fault::ProtocolVersion { .. }
    );
    let ptype = if refused {
        PduType::Reject
    } else {
        PduType::Fault
    };
    (ptype, status)
}

/// The fault for a fault or reject PDU.
pub fn from_wire(status: u32) -> Fault {
    match status::from_wire(status) {
        // The connectionless protocol's version differs from the other one's.
        Fault::ProtocolVersion { .. } => Fault::ProtocolVersion { low: 4, high: 4 },
        other => other,
    }
}

/// Whether a failed call may nevertheless have been executed once: its server restarted during the
/// call, or never responded.
pub fn outcome_is_unknown(error: &CallError) -> bool {
    match error {
        CallError::Fault(Fault::Status(_, status)) => matches!(
            *status,
            status::WRONG_BOOT_TIME
                | status::YOU_CRASHED
                | status::BAD_ACTIVITY_ID
                | status::WHO_ARE_YOU_FAILED
                | status::PROTOCOL_ERROR
        ),
        CallError::TimedOut { .. } | CallError::Closed(_) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_rejects_and_the_rest_faults() {
        for (fault, ptype) in [
            (Fault::NoSuchInterface, PduType::Reject),
            (Fault::NoSuchOperation, PduType::Reject),
            (Fault::BadArguments, PduType::Fault),
            (Fault::ServerFailure, PduType::Fault),
            (Fault::Cancelled, PduType::Fault),
            (status::status(0x1c00_001b), PduType::Fault),
            (Fault::Other(5), PduType::Fault),
        ] {
            let (wire, status) = to_wire(&fault);
            assert_eq!((wire, from_wire(status)), (ptype, fault));
        }
    }
}
