//! Mapping faults to and from status codes, for both protocols.
//!
//! Reading list: C706 section 12.6.4.7 (`status`), appendix E (reject status codes); MS-RPCE
//! section 2.2.2.8 for the statuses of Windows and Samba that C706 lacks.
//!
//! ```
//! use manyrpc_engine::Fault;
//! use manyrpc_engine::dce::fault;
//!
//! let status = fault::to_wire(&Fault::NoSuchOperation);
//! assert_eq!(status, 0x1c01_0002);
//! assert_eq!(fault::from_wire(status), Fault::NoSuchOperation);
//! assert!(fault::did_not_execute(status));
//! ```

use crate::domain::{Domain, own_code, own_status};
use crate::fault::{DomainFault, Fault};

pub use crate::status::*;

/// A status of ours as a fault.
pub const fn status(code: u32) -> Fault {
    Fault::Status(Domain::Dce, code)
}

/// The status for `fault`. DCE has no status for other versions of an interface: that one is not
/// served. An application's numbers have [a range of their own](own_status); one that does not fit
/// becomes "an exception of the interface".
pub fn to_wire(fault: &Fault) -> u32 {
    let plain = match fault.in_domain(Domain::Dce) {
        DomainFault::Plain(plain) => plain,
        // 0 means that the stub data holds an exception of the interface.
        DomainFault::Own(0) => return FAULT_UNSPEC,
        DomainFault::Own(status) => return status as u32,
        DomainFault::Application(code) => return own_status(code).unwrap_or(FAULT_USER_DEFINED),
    };
    match plain {
        Fault::NoSuchInterface | Fault::NoSuchVersion { .. } => UNKNOWN_INTERFACE,
        Fault::NoSuchOperation => OP_RANGE_ERROR,
        Fault::BadArguments => BAD_STUB_DATA,
        Fault::Cancelled => FAULT_CANCEL,
        Fault::ProtocolVersion { .. } => RPC_VERSION_MISMATCH,
        Fault::Denied(status) if is_denial(status) => status,
        Fault::Denied(_) => ACCESS_DENIED,
        _ => FAULT_UNSPEC,
    }
}

const fn is_denial(status: u32) -> bool {
    matches!(
        status,
        ACCESS_DENIED | SEC_PKG_ERROR | UNSUPPORTED_AUTHN_LEVEL | INVALID_CHECKSUM | INVALID_CRC
    )
}

/// The fault for a status. A status that has no plain fault keeps its number, in [`Fault::Status`].
pub fn from_wire(status: u32) -> Fault {
    if let Some(code) = own_code(status) {
        return Fault::Other(code as u32);
    }
    match status {
        UNKNOWN_INTERFACE => Fault::NoSuchInterface,
        OP_RANGE_ERROR | PROCNUM_OUT_OF_RANGE => Fault::NoSuchOperation,
        BAD_STUB_DATA => Fault::BadArguments,
        FAULT_UNSPEC => Fault::ServerFailure,
        FAULT_CANCEL => Fault::Cancelled,
        RPC_VERSION_MISMATCH => Fault::ProtocolVersion { low: 5, high: 5 },
        denial if is_denial(denial) => Fault::Denied(status),
        other => self::status(other),
    }
}

/// Whether a call with this status was not executed (C706 section 12.6.4.7, appendix E); its sender
/// sets the flag too.
pub const fn did_not_execute(status: u32) -> bool {
    matches!(
        status,
        UNKNOWN_INTERFACE
            | OP_RANGE_ERROR
            | WRONG_BOOT_TIME
            | PROTOCOL_ERROR
            | SERVER_TOO_BUSY
            | UNSUPPORTED_TYPE
            | RPC_VERSION_MISMATCH
            | BAD_ACTIVITY_ID
            | WHO_ARE_YOU_FAILED
            | MANAGER_NOT_ENTERED
            | INVALID_PRES_CONTEXT_ID
            | UNSUPPORTED_AUTHN_LEVEL
            | INVALID_CHECKSUM
            | INVALID_CRC
            | BAD_STUB_DATA
            | PROCNUM_OUT_OF_RANGE
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_round_trip() {
        for fault in [
            Fault::NoSuchInterface,
            Fault::NoSuchOperation,
            Fault::BadArguments,
            Fault::ServerFailure,
            Fault::ProtocolVersion { low: 5, high: 5 },
            Fault::Denied(ACCESS_DENIED),
            Fault::Denied(UNSUPPORTED_AUTHN_LEVEL),
            Fault::Cancelled,
            status(FAULT_REMOTE_NO_MEMORY),
            status(0x1234_5678),
            Fault::Other(ACCESS_DENIED),
            Fault::Other(-32001i32 as u32),
        ] {
            assert_eq!(from_wire(to_wire(&fault)), fault);
        }
    }

    /// C706 appendix E: table E-1 and appendix N, every status with its value.
    #[test]
    fn every_status_keeps_its_number() {
        let mut known = 0;
        for status in (0x1c00_0000..0x1c00_0100).chain(0x1c01_0000..0x1c01_0100) {
            known += usize::from(name(status).is_some());
            assert_eq!(to_wire(&from_wire(status)), status, "{status:#x}");
        }
        assert_eq!(known, 45);
        assert_eq!(name(0x1c01_0014), Some("nca_s_server_too_busy"));
        assert_eq!(name(0x1c00_0011), None);
    }

    #[test]
    fn a_fault_never_says_zero() {
        assert_eq!(to_wire(&Fault::Denied(0)), ACCESS_DENIED);
        assert_eq!(to_wire(&status(0)), FAULT_UNSPEC);
        assert_eq!(to_wire(&Fault::Other(0)), 0xe500_0000);
    }
}
