//! Faults to and from status codes: one function each way, for both protocols.
//!
//! Reading list: C706 section 12.6.4.7 (what `status` says), appendix E (reject status codes);
//! MS-RPCE section 2.2.2.8 for what Windows and Samba say where C706 has no word.

use crate::fault::Fault;

pub use crate::status::*;

/// The status that says `fault`. DCE has no word for other versions of an interface: that one is
/// not served.
pub fn to_wire(fault: &Fault) -> u32 {
    match *fault {
        Fault::NoSuchInterface | Fault::NoSuchVersion { .. } => UNKNOWN_INTERFACE,
        Fault::NoSuchOperation => OP_RANGE_ERROR,
        Fault::BadArguments => BAD_STUB_DATA,
        Fault::ServerFailure => FAULT_UNSPEC,
        Fault::Cancelled => FAULT_CANCEL,
        Fault::ProtocolVersion { .. } => RPC_VERSION_MISMATCH,
        // 0 says that the stub data has an exception of the interface's own.
        Fault::Denied(0) => ACCESS_DENIED,
        Fault::Other(0) => FAULT_UNSPEC,
        Fault::Denied(status) | Fault::Other(status) => status,
        Fault::Said(ref said) => to_wire(&Fault::Other(said.code as u32)),
    }
}

/// What a status says. Everything without a name of its own keeps its number in [`Fault::Other`].
pub fn from_wire(status: u32) -> Fault {
    match status {
        UNKNOWN_INTERFACE => Fault::NoSuchInterface,
        OP_RANGE_ERROR | PROCNUM_OUT_OF_RANGE => Fault::NoSuchOperation,
        BAD_STUB_DATA => Fault::BadArguments,
        FAULT_UNSPEC => Fault::ServerFailure,
        FAULT_CANCEL => Fault::Cancelled,
        RPC_VERSION_MISMATCH => Fault::ProtocolVersion { low: 5, high: 5 },
        ACCESS_DENIED
        | SEC_PKG_ERROR
        | UNSUPPORTED_AUTHN_LEVEL
        | INVALID_CHECKSUM
        | INVALID_CRC => Fault::Denied(status),
        other => Fault::Other(other),
    }
}

/// Whether a call that ended so was not carried out (C706 section 12.6.4.7, appendix E): whoever
/// sends it says so too.
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
    fn faults_come_back_as_they_went() {
        for fault in [
            Fault::NoSuchInterface,
            Fault::NoSuchOperation,
            Fault::BadArguments,
            Fault::ServerFailure,
            Fault::ProtocolVersion { low: 5, high: 5 },
            Fault::Denied(ACCESS_DENIED),
            Fault::Denied(UNSUPPORTED_AUTHN_LEVEL),
            Fault::Cancelled,
            Fault::Other(FAULT_REMOTE_NO_MEMORY),
            Fault::Other(0x1234_5678),
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
        assert_eq!(to_wire(&Fault::Other(0)), FAULT_UNSPEC);
    }
}
