//! Faults to and from status codes: one function each way, for both protocols.
//!
//! Reading list: C706 section 12.6.4.7 (what `status` says), appendix E (reject status codes),
//! appendix N (their values); MS-RPCE section 2.2.2.8 and MS-ERREF for what Windows and Samba
//! say where C706 has no word.

use crate::fault::Fault;

macro_rules! statuses {
    ($($(#[$meta:meta])* $name:ident = $value:literal, $text:literal;)*) => {
        $($(#[$meta])* #[doc = concat!("`", $text, "`.")] pub const $name: u32 = $value;)*

        /// What its specification calls a status.
        pub const fn name(status: u32) -> Option<&'static str> {
            match status {
                $($value => Some($text),)*
                _ => None,
            }
        }
    };
}

statuses! {
    COMM_FAILURE = 0x1c01_0001, "nca_s_comm_failure";
    /// The interface has fewer operations.
    OP_RANGE_ERROR = 0x1c01_0002, "nca_s_op_rng_error";
    /// Nobody here serves that interface.
    UNKNOWN_INTERFACE = 0x1c01_0003, "nca_s_unk_if";
    WRONG_BOOT_TIME = 0x1c01_0006, "nca_s_wrong_boot_time";
    YOU_CRASHED = 0x1c01_0009, "nca_s_you_crashed";
    /// The protocol was violated.
    PROTOCOL_ERROR = 0x1c01_000b, "nca_s_proto_error";
    OUT_ARGS_TOO_BIG = 0x1c01_0013, "nca_s_out_args_too_big";
    SERVER_TOO_BUSY = 0x1c01_0014, "nca_s_server_too_busy";
    FAULT_STRING_TOO_LONG = 0x1c01_0015, "nca_s_fault_string_too_long";
    /// No implementation of the operation for this type of object.
    UNSUPPORTED_TYPE = 0x1c01_0017, "nca_s_unsupported_type";
    FAULT_INT_DIV_BY_ZERO = 0x1c00_0001, "nca_s_fault_int_div_by_zero";
    FAULT_ADDR_ERROR = 0x1c00_0002, "nca_s_fault_addr_error";
    FAULT_FP_DIV_ZERO = 0x1c00_0003, "nca_s_fault_fp_div_zero";
    FAULT_FP_UNDERFLOW = 0x1c00_0004, "nca_s_fault_fp_underflow";
    FAULT_FP_OVERFLOW = 0x1c00_0005, "nca_s_fault_fp_overflow";
    /// A union's discriminant that the server does not know.
    FAULT_INVALID_TAG = 0x1c00_0006, "nca_s_fault_invalid_tag";
    /// An array's bounds that do not fit.
    FAULT_INVALID_BOUND = 0x1c00_0007, "nca_s_fault_invalid_bound";
    RPC_VERSION_MISMATCH = 0x1c00_0008, "nca_s_rpc_version_mismatch";
    /// Rejected, without a reason.
    UNSPEC_REJECT = 0x1c00_0009, "nca_s_unspec_reject";
    BAD_ACTIVITY_ID = 0x1c00_000a, "nca_s_bad_actid";
    WHO_ARE_YOU_FAILED = 0x1c00_000b, "nca_s_who_are_you_failed";
    MANAGER_NOT_ENTERED = 0x1c00_000c, "nca_s_manager_not_entered";
    /// The call was cancelled on the server.
    FAULT_CANCEL = 0x1c00_000d, "nca_s_fault_cancel";
    FAULT_ILL_INST = 0x1c00_000e, "nca_s_fault_ill_inst";
    FAULT_FP_ERROR = 0x1c00_000f, "nca_s_fault_fp_error";
    FAULT_INT_OVERFLOW = 0x1c00_0010, "nca_s_fault_int_overflow";
    /// The server failed, without a reason.
    FAULT_UNSPEC = 0x1c00_0012, "nca_s_fault_unspec";
    FAULT_REMOTE_COMM_FAILURE = 0x1c00_0013, "nca_s_fault_remote_comm_failure";
    FAULT_PIPE_EMPTY = 0x1c00_0014, "nca_s_fault_pipe_empty";
    FAULT_PIPE_CLOSED = 0x1c00_0015, "nca_s_fault_pipe_closed";
    FAULT_PIPE_ORDER = 0x1c00_0016, "nca_s_fault_pipe_order";
    FAULT_PIPE_DISCIPLINE = 0x1c00_0017, "nca_s_fault_pipe_discipline";
    FAULT_PIPE_COMM_ERROR = 0x1c00_0018, "nca_s_fault_pipe_comm_error";
    FAULT_PIPE_MEMORY = 0x1c00_0019, "nca_s_fault_pipe_memory";
    /// A context handle that is not, or no longer, the server's.
    FAULT_CONTEXT_MISMATCH = 0x1c00_001a, "nca_s_fault_context_mismatch";
    FAULT_REMOTE_NO_MEMORY = 0x1c00_001b, "nca_s_fault_remote_no_memory";
    /// A presentation context that was not negotiated.
    INVALID_PRES_CONTEXT_ID = 0x1c00_001c, "nca_s_invalid_pres_context_id";
    UNSUPPORTED_AUTHN_LEVEL = 0x1c00_001d, "nca_s_unsupported_authn_level";
    INVALID_CHECKSUM = 0x1c00_001f, "nca_s_invalid_checksum";
    INVALID_CRC = 0x1c00_0020, "nca_s_invalid_crc";
    FAULT_USER_DEFINED = 0x1c00_0021, "nca_s_fault_user_defined";
    FAULT_TX_OPEN_FAILED = 0x1c00_0022, "nca_s_fault_tx_open_failed";
    FAULT_CODESET_CONV_ERROR = 0x1c00_0023, "nca_s_fault_codeset_conv_error";
    FAULT_OBJECT_NOT_FOUND = 0x1c00_0024, "nca_s_fault_object_not_found";
    FAULT_NO_CLIENT_STUB = 0x1c00_0025, "nca_s_fault_no_client_stub";
    /// Windows and Samba: the caller may not do that.
    ACCESS_DENIED = 0x0000_0005, "ERROR_ACCESS_DENIED";
    /// Windows and Samba: the stub data cannot be unmarshalled.
    BAD_STUB_DATA = 0x0000_06f7, "RPC_X_BAD_STUB_DATA";
    /// Windows: as [`OP_RANGE_ERROR`].
    PROCNUM_OUT_OF_RANGE = 0x0000_06d1, "RPC_S_PROCNUM_OUT_OF_RANGE";
    /// Windows: no transfer syntax in common.
    UNSUPPORTED_TRANSFER_SYNTAX = 0x0000_06c2, "RPC_S_UNSUPPORTED_TRANS_SYN";
    /// Windows and Samba: security of the connection failed.
    SEC_PKG_ERROR = 0x0000_0721, "RPC_S_SEC_PKG_ERROR";
}

/// The status that says `fault`. DCE has no word for other versions of an interface: that one is
/// not served.
pub fn to_wire(fault: Fault) -> u32 {
    match fault {
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
            assert_eq!(from_wire(to_wire(fault)), fault);
        }
    }

    /// C706 appendix E: table E-1 and appendix N, every status with its value.
    #[test]
    fn every_status_keeps_its_number() {
        let mut known = 0;
        for status in (0x1c00_0000..0x1c00_0100).chain(0x1c01_0000..0x1c01_0100) {
            known += usize::from(name(status).is_some());
            assert_eq!(to_wire(from_wire(status)), status, "{status:#x}");
        }
        assert_eq!(known, 45);
        assert_eq!(name(0x1c01_0014), Some("nca_s_server_too_busy"));
        assert_eq!(name(0x1c00_0011), None);
    }

    #[test]
    fn a_fault_never_says_zero() {
        assert_eq!(to_wire(Fault::Denied(0)), ACCESS_DENIED);
        assert_eq!(to_wire(Fault::Other(0)), FAULT_UNSPEC);
    }
}
