//! Named status codes: those of DCE RPC, and of Windows where it uses others.
//!
//! They are not part of the protocol's module because faults print them, and faults know no
//! protocol.
//!
//! Reading list: C706 appendix E (reject status codes) and N (their values); MS-ERREF.
//!
//! ```
//! use manyrpc_engine::status;
//!
//! assert_eq!(status::name(0x1c01_0002), Some("nca_s_op_rng_error"));
//! assert!(status::meaning(status::ACCESS_DENIED).is_some());
//! ```

macro_rules! statuses {
    ($($(#[$meta:meta])* $name:ident = $value:literal, $text:literal, $meaning:literal;)*) => {
        $($(#[$meta])* #[doc = concat!("`", $text, "`.")] pub const $name: u32 = $value;)*

        /// The name of a status in its specification.
        pub const fn name(status: u32) -> Option<&'static str> {
            match status {
                $($value => Some($text),)*
                _ => None,
            }
        }

        /// What a status means, for people.
        pub const fn meaning(status: u32) -> Option<&'static str> {
            match status {
                $($value => Some($meaning),)*
                _ => None,
            }
        }
    };
}

statuses! {
    COMM_FAILURE = 0x1c01_0001, "nca_s_comm_failure",
        "the server lost touch with its client";
    /// The operation number is out of range.
    OP_RANGE_ERROR = 0x1c01_0002, "nca_s_op_rng_error",
        "the interface has no such operation";
    /// The server does not offer the interface.
    UNKNOWN_INTERFACE = 0x1c01_0003, "nca_s_unk_if",
        "the server does not offer this interface";
    WRONG_BOOT_TIME = 0x1c01_0006, "nca_s_wrong_boot_time",
        "the server has started again since it was bound to";
    YOU_CRASHED = 0x1c01_0009, "nca_s_you_crashed",
        "a server that has started again called back";
    /// The protocol was violated.
    PROTOCOL_ERROR = 0x1c01_000b, "nca_s_proto_error",
        "the RPC protocol was violated";
    OUT_ARGS_TOO_BIG = 0x1c01_0013, "nca_s_out_args_too_big",
        "the results are larger than was declared";
    SERVER_TOO_BUSY = 0x1c01_0014, "nca_s_server_too_busy",
        "the server is too busy for the call";
    FAULT_STRING_TOO_LONG = 0x1c01_0015, "nca_s_fault_string_too_long",
        "a string is longer than was declared";
    /// No implementation of the operation for this type of object.
    UNSUPPORTED_TYPE = 0x1c01_0017, "nca_s_unsupported_type",
        "the operation is not there for objects of this type";
    FAULT_INT_DIV_BY_ZERO = 0x1c00_0001, "nca_s_fault_int_div_by_zero",
        "the server divided an integer by zero";
    FAULT_ADDR_ERROR = 0x1c00_0002, "nca_s_fault_addr_error",
        "the server used a bad address";
    FAULT_FP_DIV_ZERO = 0x1c00_0003, "nca_s_fault_fp_div_zero",
        "the server divided a floating-point number by zero";
    FAULT_FP_UNDERFLOW = 0x1c00_0004, "nca_s_fault_fp_underflow",
        "a floating-point number of the server became too small";
    FAULT_FP_OVERFLOW = 0x1c00_0005, "nca_s_fault_fp_overflow",
        "a floating-point number of the server became too large";
    /// The server does not know a union's discriminant.
    FAULT_INVALID_TAG = 0x1c00_0006, "nca_s_fault_invalid_tag",
        "a union has a label that the server does not know";
    /// An array's bounds do not match.
    FAULT_INVALID_BOUND = 0x1c00_0007, "nca_s_fault_invalid_bound",
        "an array has bounds that do not fit";
    RPC_VERSION_MISMATCH = 0x1c00_0008, "nca_s_rpc_version_mismatch",
        "the server speaks another version of the RPC protocol";
    /// Rejected, without a reason.
    UNSPEC_REJECT = 0x1c00_0009, "nca_s_unspec_reject",
        "the server refused the call and gave no reason";
    BAD_ACTIVITY_ID = 0x1c00_000a, "nca_s_bad_actid",
        "the server does not know the activity";
    WHO_ARE_YOU_FAILED = 0x1c00_000b, "nca_s_who_are_you_failed",
        "the server could not make sure who calls";
    MANAGER_NOT_ENTERED = 0x1c00_000c, "nca_s_manager_not_entered",
        "the call failed before the operation was entered";
    /// The call was cancelled on the server.
    FAULT_CANCEL = 0x1c00_000d, "nca_s_fault_cancel",
        "the server stopped the call, as it was asked to";
    FAULT_ILL_INST = 0x1c00_000e, "nca_s_fault_ill_inst",
        "the server hit an illegal instruction";
    FAULT_FP_ERROR = 0x1c00_000f, "nca_s_fault_fp_error",
        "the server failed in floating-point arithmetic";
    FAULT_INT_OVERFLOW = 0x1c00_0010, "nca_s_fault_int_overflow",
        "an integer of the server became too large";
    /// The server failed, without a reason.
    FAULT_UNSPEC = 0x1c00_0012, "nca_s_fault_unspec",
        "the server failed and gave no reason";
    FAULT_REMOTE_COMM_FAILURE = 0x1c00_0013, "nca_s_fault_remote_comm_failure",
        "the server failed in a call of its own to another";
    FAULT_PIPE_EMPTY = 0x1c00_0014, "nca_s_fault_pipe_empty",
        "the server read past the end of a pipe";
    FAULT_PIPE_CLOSED = 0x1c00_0015, "nca_s_fault_pipe_closed",
        "the server used a pipe that was closed";
    FAULT_PIPE_ORDER = 0x1c00_0016, "nca_s_fault_pipe_order",
        "the server used pipes in the wrong order";
    FAULT_PIPE_DISCIPLINE = 0x1c00_0017, "nca_s_fault_pipe_discipline",
        "the server used a pipe in the wrong direction";
    FAULT_PIPE_COMM_ERROR = 0x1c00_0018, "nca_s_fault_pipe_comm_error",
        "the connection failed while a pipe was sent";
    FAULT_PIPE_MEMORY = 0x1c00_0019, "nca_s_fault_pipe_memory",
        "the server has no memory left for a pipe";
    /// A context handle that the server does not know, or no longer knows.
    FAULT_CONTEXT_MISMATCH = 0x1c00_001a, "nca_s_fault_context_mismatch",
        "the context handle is not, or no longer, one of the server";
    FAULT_REMOTE_NO_MEMORY = 0x1c00_001b, "nca_s_fault_remote_no_memory",
        "the server has no memory left";
    /// A presentation context that was not negotiated.
    INVALID_PRES_CONTEXT_ID = 0x1c00_001c, "nca_s_invalid_pres_context_id",
        "the call names a presentation context that was not negotiated";
    UNSUPPORTED_AUTHN_LEVEL = 0x1c00_001d, "nca_s_unsupported_authn_level",
        "the server does not offer that kind or level of security";
    INVALID_CHECKSUM = 0x1c00_001f, "nca_s_invalid_checksum",
        "a checksum is wrong";
    INVALID_CRC = 0x1c00_0020, "nca_s_invalid_crc",
        "a cyclic redundancy check failed";
    FAULT_USER_DEFINED = 0x1c00_0021, "nca_s_fault_user_defined",
        "the operation ended with an exception of its interface";
    FAULT_TX_OPEN_FAILED = 0x1c00_0022, "nca_s_fault_tx_open_failed",
        "the server could not open a transaction";
    FAULT_CODESET_CONV_ERROR = 0x1c00_0023, "nca_s_fault_codeset_conv_error",
        "text could not be converted between character sets";
    FAULT_OBJECT_NOT_FOUND = 0x1c00_0024, "nca_s_fault_object_not_found",
        "the server does not have the object";
    FAULT_NO_CLIENT_STUB = 0x1c00_0025, "nca_s_fault_no_client_stub",
        "there is no client stub for a call back";
    /// Windows and Samba: the caller lacks permission.
    ACCESS_DENIED = 0x0000_0005, "ERROR_ACCESS_DENIED",
        "the caller may not do that";
    /// Windows and Samba: the stub data cannot be unmarshalled.
    BAD_STUB_DATA = 0x0000_06f7, "RPC_X_BAD_STUB_DATA",
        "the arguments cannot be unmarshalled";
    /// Windows: as [`OP_RANGE_ERROR`].
    PROCNUM_OUT_OF_RANGE = 0x0000_06d1, "RPC_S_PROCNUM_OUT_OF_RANGE",
        "the interface has no such operation";
    /// Windows and Samba: the client cancelled the request before it arrived.
    NO_CALL_ACTIVE = 0x0000_06bd, "RPC_S_NO_CALL_ACTIVE",
        "no such call is being carried out";
    /// Windows: no transfer syntax in common.
    UNSUPPORTED_TRANSFER_SYNTAX = 0x0000_06c2, "RPC_S_UNSUPPORTED_TRANS_SYN",
        "there is no transfer syntax in common";
    /// Windows and Samba: security of the connection failed.
    SEC_PKG_ERROR = 0x0000_0721, "RPC_S_SEC_PKG_ERROR",
        "security of the connection failed";
}

/// Whether the value alone identifies a status as DCE's: its upper half names the definer (C706
/// appendix N). One of Windows' statuses, which our clients report themselves, is included.
pub(crate) const fn is_named_by_value(status: u32) -> bool {
    matches!(status >> 16, 0x1c00 | 0x1c01) || status == UNSUPPORTED_TRANSFER_SYNTAX
}
