//! The failure of a call as one number, for callers whose definition asks for it (`comm_status`,
//! `fault_status`): the same over every system, because the definition defines its meaning.
//!
//! Reading list: C706 appendix E (tables E-2 and E-3: what stubs return in `comm_status` and
//! `fault_status`, for which status of a PDU), section 4.3.8 (the attributes); DCE's own list of
//! statuses for what the tables lack (timeouts, malformed results).
//!
//! C706 treats a request refused before the operation begins as a communication failure: table E-2
//! lists the refusals.
//!
//! ```
//! use manyrpc_engine::{CallError, Failure, Fault};
//!
//! let failure = Failure::of(&CallError::Fault(Fault::ServerFailure)).unwrap();
//! assert!(matches!(failure, Failure::Server(_)));
//! assert_ne!(failure.status(), manyrpc_engine::failure::OK);
//! ```

use super::fault;
use crate::domain::{Domain, own_code};
use crate::fault::{CallError, Closed, DomainFault, Fault, WireError};
use crate::status as wire;

/// Nothing failed (`error_status_ok`).
pub const OK: u32 = 0;

/// A failed call as a number, by where the failure occurred.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Between client and operation (`comm_status`).
    Communication(u32),
    /// In the server, while executing the operation (`fault_status`).
    Server(u32),
}

macro_rules! statuses {
    ($($name:ident = $value:literal;)*) => {
        /// Statuses of DCE's runtime, which are never sent, without the prefix `rpc_s_`; those of
        /// the endpoint mapper begin with `ept_s_`.
        pub mod rpc_s {
            $(#[doc = concat!("`", stringify!($name), "`.")]
            pub const $name: u32 = $value;)*
        }
    };
}

statuses! {
    OP_RNG_ERROR = 0x16c9_a001;
    WRONG_BOOT_TIME = 0x16c9_a006;
    COMM_FAILURE = 0x16c9_a016;
    RPCD_COMM_FAILURE = 0x16c9_a017;
    OBJECT_NOT_FOUND = 0x16c9_a01b;
    UNKNOWN_IF = 0x16c9_a02c;
    UNSUPPORTED_TYPE = 0x16c9_a02d;
    CALL_CANCELLED = 0x16c9_a031;
    CONNECTION_CLOSED = 0x16c9_a036;
    PROTOCOL_ERROR = 0x16c9_a03e;
    CONNECT_TIMED_OUT = 0x16c9_a041;
    CONNECT_REJECTED = 0x16c9_a042;
    NETWORK_UNREACHABLE = 0x16c9_a043;
    CONNECT_NO_RESOURCES = 0x16c9_a044;
    HOST_UNREACHABLE = 0x16c9_a049;
    REM_HOST_DOWN = 0x16c9_a048;
    LOC_CONNECT_ABORTED = 0x16c9_a04b;
    CONNECT_CLOSED_BY_REM = 0x16c9_a04c;
    TSYNTAXES_UNSUPPORTED = 0x16c9_a057;
    WHO_ARE_YOU_FAILED = 0x16c9_a05f;
    UNKNOWN_REJECT = 0x16c9_a060;
    CALL_TIMEOUT = 0x16c9_a06c;
    MANAGER_NOT_ENTERED = 0x16c9_a06e;
    SERVER_TOO_BUSY = 0x16c9_a070;
    RPC_PROT_VERSION_MISMATCH = 0x16c9_a072;
    FAULT_ADDR_ERROR = 0x16c9_a074;
    FAULT_CONTEXT_MISMATCH = 0x16c9_a075;
    FAULT_FP_DIV_BY_ZERO = 0x16c9_a076;
    FAULT_FP_ERROR = 0x16c9_a077;
    FAULT_FP_OVERFLOW = 0x16c9_a078;
    FAULT_FP_UNDERFLOW = 0x16c9_a079;
    FAULT_ILL_INST = 0x16c9_a07a;
    FAULT_INT_DIV_BY_ZERO = 0x16c9_a07b;
    FAULT_INT_OVERFLOW = 0x16c9_a07c;
    FAULT_INVALID_BOUND = 0x16c9_a07d;
    FAULT_INVALID_TAG = 0x16c9_a07e;
    FAULT_PIPE_CLOSED = 0x16c9_a07f;
    FAULT_PIPE_COMM_ERROR = 0x16c9_a080;
    FAULT_PIPE_DISCIPLINE = 0x16c9_a081;
    FAULT_PIPE_EMPTY = 0x16c9_a082;
    FAULT_PIPE_MEMORY = 0x16c9_a083;
    FAULT_PIPE_ORDER = 0x16c9_a084;
    FAULT_REMOTE_COMM_FAILURE = 0x16c9_a085;
    FAULT_REMOTE_NO_MEMORY = 0x16c9_a086;
    FAULT_UNSPEC = 0x16c9_a087;
    EPT_NOT_REGISTERED = 0x16c9_a0d6;
    UNSUPPORTED_PROTECT_LEVEL = 0x16c9_a0e0;
    INVALID_CHECKSUM = 0x16c9_a0e1;
    INVALID_CREDENTIALS = 0x16c9_a0e2;
    AUTH_BAD_INTEGRITY = 0x16c9_a0e6;
    INVALID_CRC = 0x16c9_a0fa;
    STUB_PROTOCOL_ERROR = 0x16c9_a103;
    FAULT_USER_DEFINED = 0x16c9_a113;
    TX_OPEN_FAILED = 0x16c9_a116;
    FAULT_CODESET_CONV_ERROR = 0x16c9_a16e;
    FAULT_NO_CLIENT_STUB = 0x16c9_a170;
}

impl Failure {
    /// The registry does not know the server (`ept_s_not_registered`).
    pub const NOT_REGISTERED: Self = Failure::Communication(rpc_s::EPT_NOT_REGISTERED);
    /// The registry does not answer (`rpc_s_rpcd_comm_failure`).
    pub const NO_REGISTRY: Self = Failure::Communication(rpc_s::RPCD_COMM_FAILURE);

    /// The failure that ended a call. `None` for a caller's mistake, which is an error whatever the
    /// definition asks for (OSF DCE Application Development Guide, Core Components, section
    /// 18.3.7).
    pub fn of(error: &CallError) -> Option<Self> {
        Some(Failure::Communication(match error {
            CallError::Misuse(_) => return None,
            CallError::Fault(fault) => return Some(of_fault(fault)),
            CallError::TimedOut { .. } => rpc_s::CALL_TIMEOUT,
            CallError::Cancelled | CallError::Layer(_) => rpc_s::CALL_CANCELLED,
            CallError::Insecure(_) => rpc_s::INVALID_CREDENTIALS,
            CallError::Closed(closed) => of_closed(closed),
            CallError::Wire(wire) => of_wire(wire),
        }))
    }

    /// The number.
    pub const fn status(self) -> u32 {
        match self {
            Failure::Communication(status) | Failure::Server(status) => status,
        }
    }
}

const fn of_closed(closed: &Closed) -> u32 {
    match closed {
        Closed::ByPeer | Closed::Unread => rpc_s::CONNECT_CLOSED_BY_REM,
        Closed::ByUs => rpc_s::CONNECTION_CLOSED,
        Closed::Insecure(_) => rpc_s::COMM_FAILURE,
        Closed::Unreachable(errno) => of_errno(*errno),
    }
}

/// By Linux error number.
const fn of_errno(errno: i32) -> u32 {
    match errno {
        // ENETDOWN, ENETUNREACH.
        100 | 101 => rpc_s::NETWORK_UNREACHABLE,
        // ECONNABORTED.
        103 => rpc_s::LOC_CONNECT_ABORTED,
        // EPIPE, ECONNRESET.
        32 | 104 => rpc_s::CONNECT_CLOSED_BY_REM,
        // ENOBUFS.
        105 => rpc_s::CONNECT_NO_RESOURCES,
        // ETIMEDOUT.
        110 => rpc_s::CONNECT_TIMED_OUT,
        // ECONNREFUSED.
        111 => rpc_s::CONNECT_REJECTED,
        // EHOSTDOWN.
        112 => rpc_s::REM_HOST_DOWN,
        // EHOSTUNREACH.
        113 => rpc_s::HOST_UNREACHABLE,
        _ => rpc_s::COMM_FAILURE,
    }
}

const fn of_wire(wire: &WireError) -> u32 {
    match wire {
        WireError::Silent | WireError::TooSlow => rpc_s::COMM_FAILURE,
        WireError::BadSignature => rpc_s::AUTH_BAD_INTEGRITY,
        WireError::BadResult(_) => rpc_s::STUB_PROTOCOL_ERROR,
        _ => rpc_s::PROTOCOL_ERROR,
    }
}

/// The status of a fault in DCE, as a caller receives it. An application's number is kept, except
/// 0, which would mean success.
fn of_fault(details: &Fault) -> Failure {
    let status = match details.in_domain(Domain::Dce) {
        DomainFault::Application(code) => return of_application(code),
        _ => fault::to_wire(details),
    };
    if let Some(code) = own_code(status) {
        return of_application(code);
    }
    match refusal(status) {
        Some(refusal) => Failure::Communication(refusal),
        None => Failure::Server(failed(status)),
    }
}

const fn of_application(code: i32) -> Failure {
    Failure::Server(match code {
        0 => rpc_s::FAULT_UNSPEC,
        code => code as u32,
    })
}

/// C706 tables E-1 and E-2: PDU statuses that mean that the operation was not executed, or that a
/// server lost contact with another.
const fn refusal(status: u32) -> Option<u32> {
    Some(match status {
        wire::OP_RANGE_ERROR | wire::PROCNUM_OUT_OF_RANGE => rpc_s::OP_RNG_ERROR,
        wire::UNKNOWN_INTERFACE => rpc_s::UNKNOWN_IF,
        wire::WRONG_BOOT_TIME => rpc_s::WRONG_BOOT_TIME,
        wire::PROTOCOL_ERROR | wire::INVALID_PRES_CONTEXT_ID => rpc_s::PROTOCOL_ERROR,
        wire::SERVER_TOO_BUSY => rpc_s::SERVER_TOO_BUSY,
        wire::UNSUPPORTED_TYPE => rpc_s::UNSUPPORTED_TYPE,
        wire::UNSUPPORTED_TRANSFER_SYNTAX => rpc_s::TSYNTAXES_UNSUPPORTED,
        wire::RPC_VERSION_MISMATCH => rpc_s::RPC_PROT_VERSION_MISMATCH,
        wire::WHO_ARE_YOU_FAILED => rpc_s::WHO_ARE_YOU_FAILED,
        wire::MANAGER_NOT_ENTERED => rpc_s::MANAGER_NOT_ENTERED,
        wire::UNSUPPORTED_AUTHN_LEVEL => rpc_s::UNSUPPORTED_PROTECT_LEVEL,
        wire::INVALID_CHECKSUM => rpc_s::INVALID_CHECKSUM,
        wire::INVALID_CRC => rpc_s::INVALID_CRC,
        wire::COMM_FAILURE => rpc_s::COMM_FAILURE,
        wire::FAULT_REMOTE_COMM_FAILURE => rpc_s::FAULT_REMOTE_COMM_FAILURE,
        wire::UNSPEC_REJECT
        | wire::BAD_ACTIVITY_ID
        | wire::YOU_CRASHED
        | wire::OUT_ARGS_TOO_BIG => rpc_s::UNKNOWN_REJECT,
        _ => return None,
    })
}

/// C706 table E-3: what a caller receives for the status of a fault PDU; statuses not in the table,
/// such as Windows', are passed on unchanged.
const fn failed(status: u32) -> u32 {
    match status {
        wire::FAULT_CANCEL => rpc_s::CALL_CANCELLED,
        wire::FAULT_ADDR_ERROR => rpc_s::FAULT_ADDR_ERROR,
        wire::FAULT_CONTEXT_MISMATCH => rpc_s::FAULT_CONTEXT_MISMATCH,
        wire::FAULT_FP_DIV_ZERO => rpc_s::FAULT_FP_DIV_BY_ZERO,
        wire::FAULT_FP_ERROR => rpc_s::FAULT_FP_ERROR,
        wire::FAULT_FP_OVERFLOW => rpc_s::FAULT_FP_OVERFLOW,
        wire::FAULT_FP_UNDERFLOW => rpc_s::FAULT_FP_UNDERFLOW,
        wire::FAULT_ILL_INST => rpc_s::FAULT_ILL_INST,
        wire::FAULT_INT_DIV_BY_ZERO => rpc_s::FAULT_INT_DIV_BY_ZERO,
        wire::FAULT_INT_OVERFLOW => rpc_s::FAULT_INT_OVERFLOW,
        wire::FAULT_INVALID_BOUND => rpc_s::FAULT_INVALID_BOUND,
        wire::FAULT_INVALID_TAG => rpc_s::FAULT_INVALID_TAG,
        wire::FAULT_PIPE_CLOSED => rpc_s::FAULT_PIPE_CLOSED,
        wire::FAULT_PIPE_COMM_ERROR => rpc_s::FAULT_PIPE_COMM_ERROR,
        wire::FAULT_PIPE_DISCIPLINE => rpc_s::FAULT_PIPE_DISCIPLINE,
        wire::FAULT_PIPE_EMPTY => rpc_s::FAULT_PIPE_EMPTY,
        wire::FAULT_PIPE_MEMORY => rpc_s::FAULT_PIPE_MEMORY,
        wire::FAULT_PIPE_ORDER => rpc_s::FAULT_PIPE_ORDER,
        wire::FAULT_REMOTE_NO_MEMORY => rpc_s::FAULT_REMOTE_NO_MEMORY,
        wire::FAULT_UNSPEC => rpc_s::FAULT_UNSPEC,
        wire::FAULT_USER_DEFINED => rpc_s::FAULT_USER_DEFINED,
        wire::FAULT_TX_OPEN_FAILED => rpc_s::TX_OPEN_FAILED,
        wire::FAULT_CODESET_CONV_ERROR => rpc_s::FAULT_CODESET_CONV_ERROR,
        wire::FAULT_OBJECT_NOT_FOUND => rpc_s::OBJECT_NOT_FOUND,
        wire::FAULT_NO_CLIENT_STUB => rpc_s::FAULT_NO_CLIENT_STUB,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::Misuse;

    fn of(fault: Fault) -> Failure {
        Failure::of(&CallError::Fault(fault)).expect("a fault is a failure")
    }

    /// C706 table E-3, all rows: what a caller receives, and the status of the PDU.
    #[test]
    fn faults_are_those_of_the_table() {
        const TABLE: [(u32, u32); 25] = [
            (0x16c9_a01b, 0x1c00_0024),
            (0x16c9_a031, 0x1c00_000d),
            (0x16c9_a074, 0x1c00_0002),
            (0x16c9_a075, 0x1c00_001a),
            (0x16c9_a076, 0x1c00_0003),
            (0x16c9_a077, 0x1c00_000f),
            (0x16c9_a078, 0x1c00_0005),
            (0x16c9_a079, 0x1c00_0004),
            (0x16c9_a07a, 0x1c00_000e),
            (0x16c9_a07b, 0x1c00_0001),
            (0x16c9_a07c, 0x1c00_0010),
            (0x16c9_a07d, 0x1c00_0007),
            (0x16c9_a07e, 0x1c00_0006),
            (0x16c9_a07f, 0x1c00_0015),
            (0x16c9_a080, 0x1c00_0018),
            (0x16c9_a081, 0x1c00_0017),
            (0x16c9_a082, 0x1c00_0014),
            (0x16c9_a083, 0x1c00_0019),
            (0x16c9_a084, 0x1c00_0016),
            (0x16c9_a086, 0x1c00_001b),
            (0x16c9_a087, 0x1c00_0012),
            (0x16c9_a113, 0x1c00_0021),
            (0x16c9_a116, 0x1c00_0022),
            (0x16c9_a16e, 0x1c00_0023),
            (0x16c9_a170, 0x1c00_0025),
        ];
        for (found, details) in TABLE {
            assert_eq!(of(fault::from_wire(details)), Failure::Server(found));
        }
    }

    /// C706 tables E-1 and E-2.
    #[test]
    fn refusals_are_failures_of_communication() {
        for (found, details) in [
            (0x16c9_a001, 0x1c01_0002),
            (0x16c9_a006, 0x1c01_0006),
            (0x16c9_a02c, 0x1c01_0003),
            (0x16c9_a02d, 0x1c01_0017),
            (0x16c9_a03e, 0x1c01_000b),
            (0x16c9_a05f, 0x1c00_000b),
            (0x16c9_a060, 0x1c00_0009),
            (0x16c9_a06e, 0x1c00_000c),
            (0x16c9_a070, 0x1c01_0014),
            (0x16c9_a072, 0x1c00_0008),
            (0x16c9_a085, 0x1c00_0013),
        ] {
            assert_eq!(of(fault::from_wire(details)), Failure::Communication(found));
        }
    }

    /// Every status of a PDU is one or the other, and none is 0.
    #[test]
    fn the_same_fault_is_the_same_number_over_every_system() {
        let words = |fault: Fault| fault.with_message("so");
        for fault in [
            Fault::NoSuchInterface,
            Fault::NoSuchOperation,
            Fault::BadArguments,
            Fault::ServerFailure,
            Fault::Cancelled,
            Fault::Denied(0),
            Fault::Other(7),
            Fault::Other(0x1234_5678),
            Fault::Other(-32001i32 as u32),
            Fault::Other(0),
            Fault::Status(Domain::Dce, 0x1c00_001a),
            Fault::Status(Domain::Grpc, 5),
        ] {
            assert_eq!(of(words(fault.clone())), of(fault.clone()), "{fault:?}");
            assert_ne!(of(fault.clone()).status(), OK, "{fault:?}");
        }
        assert_eq!(of(Fault::Other(7)), Failure::Server(7));
        assert_eq!(of(Fault::Other(0xe500_0007)), Failure::Server(0xe500_0007));
        assert_eq!(of(Fault::Other(0)), Failure::Server(0x16c9_a087));
        let arrived = fault::from_wire(fault::to_wire(&Fault::Other(7)));
        assert_eq!(of(arrived), Failure::Server(7));
        assert_eq!(of(Fault::Denied(9)), Failure::Server(5));
        assert_eq!(
            of(Fault::Status(Domain::Http, 502)),
            Failure::Server(0x16c9_a087)
        );
    }

    #[test]
    fn what_ends_calls_on_the_way_is_a_failure_of_communication() {
        let comm = |error| match Failure::of(&error) {
            Some(Failure::Communication(status)) => status,
            other => panic!("{error:?} is {other:?}"),
        };
        let unreachable = |errno| comm(CallError::Closed(Closed::Unreachable(errno)));
        assert_eq!(unreachable(111), 0x16c9_a042);
        assert_eq!(unreachable(113), 0x16c9_a049);
        assert_eq!(unreachable(1), 0x16c9_a016);
        assert_eq!(comm(CallError::Closed(Closed::ByPeer)), 0x16c9_a04c);
        assert_eq!(comm(CallError::TimedOut { transmissions: 3 }), 0x16c9_a06c);
        assert_eq!(comm(WireError::Truncated.into()), 0x16c9_a03e);
        assert_eq!(Failure::of(&Misuse::TooManyCalls.into()), None);
    }
}
