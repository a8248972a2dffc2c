//! Which system a status number belongs to.
//!
//! Every system defines its own error numbers, and so do applications: 5 is "access denied" to
//! Windows, NOT_FOUND to gRPC, a server failure to ONC RPC, and anything at all to an application.
//! A number therefore travels with its domain, and a protocol sends only its own numbers unchanged.
//! `docs/faults.md` tabulates how the others are mapped.
//!
//! Reading list: the protocols' own modules; MS-ERREF section 2.3 (customer-defined numbers).
//! defines).
//!
//! ```
//! use manyrpc_engine::Domain;
//! use manyrpc_engine::domain::{name, own_code, own_status};
//!
//! assert_eq!(name(Domain::Grpc, 5), Some("NOT_FOUND"));
//! assert_eq!(own_status(5), Some(0xe500_0005));
//! assert_eq!(own_code(0xe500_0005), Some(5));
//! ```

/// The system that defines a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Domain {
    /// The application: the number means something to its clients, whatever the system.
    #[default]
    Application,
    /// Faults that every system can express: [`common`] has the numbers.
    Common,
    /// Sun / ONC RPC (`accept_stat`).
    Onc,
    /// DCE RPC and Apollo NCS, with the additions of Windows ([`status`](crate::status)).
    Dce,
    /// gRPC status codes.
    Grpc,
    /// JSON-RPC error codes.
    JsonRpc,
    /// XML-RPC fault codes.
    XmlRpc,
    /// SOAP's fault codes: their place among those of the specification and of ours, from 1.
    Soap,
    /// CORBA's standard exceptions: their place in the specification's list, from 1.
    Corba,
    /// HTTP status codes, of a server or a proxy that answered below the RPC protocol.
    Http,
    /// The raw systems.
    Raw,
}

impl Domain {
    /// What messages call a number of this domain.
    pub const fn noun(self) -> &'static str {
        match self {
            Domain::Application => "code",
            Domain::Common => "status",
            Domain::Onc => "ONC RPC status",
            Domain::Dce => "DCE RPC status",
            Domain::Grpc => "gRPC status",
            Domain::JsonRpc => "JSON-RPC error",
            Domain::XmlRpc => "XML-RPC fault",
            Domain::Soap => "SOAP fault",
            Domain::Corba => "CORBA exception",
            Domain::Http => "HTTP status",
            Domain::Raw => "raw status",
        }
    }
}

impl Domain {
    /// The system whose calls have refusals with such numbers, by the name that OpenTelemetry has for
    /// it (`rpc.system.name`), or else ours.
    pub const fn system(self) -> Option<&'static str> {
        Some(match self {
            Domain::Onc => "onc_rpc",
            Domain::Dce => "dce",
            Domain::Grpc => "grpc",
            Domain::JsonRpc => "jsonrpc",
            Domain::XmlRpc => "xmlrpc",
            Domain::Soap => "soap",
            Domain::Corba => "corba",
            Domain::Raw => "raw",
            Domain::Application | Domain::Common | Domain::Http => return None,
        })
    }
}

/// Names of gRPC's status codes, from 0.
const GRPC: [&str; 17] = [
    "OK",
    "CANCELLED",
    "UNKNOWN",
    "INVALID_ARGUMENT",
    "DEADLINE_EXCEEDED",
    "NOT_FOUND",
    "ALREADY_EXISTS",
    "PERMISSION_DENIED",
    "RESOURCE_EXHAUSTED",
    "FAILED_PRECONDITION",
    "ABORTED",
    "OUT_OF_RANGE",
    "UNIMPLEMENTED",
    "INTERNAL",
    "UNAVAILABLE",
    "DATA_LOSS",
    "UNAUTHENTICATED",
];

/// Names of CORBA's standard exceptions, from 1 (CORBA 3.0 section 4.12.3).
pub(crate) const CORBA: [&str; 39] = [
    "UNKNOWN",
    "BAD_PARAM",
    "NO_MEMORY",
    "IMP_LIMIT",
    "COMM_FAILURE",
    "INV_OBJREF",
    "NO_PERMISSION",
    "INTERNAL",
    "MARSHAL",
    "INITIALIZE",
    "NO_IMPLEMENT",
    "BAD_TYPECODE",
    "BAD_OPERATION",
    "NO_RESOURCES",
    "NO_RESPONSE",
    "PERSIST_STORE",
    "BAD_INV_ORDER",
    "TRANSIENT",
    "FREE_MEM",
    "INV_IDENT",
    "INV_FLAG",
    "INTF_REPOS",
    "BAD_CONTEXT",
    "OBJ_ADAPTER",
    "DATA_CONVERSION",
    "OBJECT_NOT_EXIST",
    "TRANSACTION_REQUIRED",
    "TRANSACTION_ROLLEDBACK",
    "INVALID_TRANSACTION",
    "INV_POLICY",
    "CODESET_INCOMPATIBLE",
    "REBIND",
    "TIMEOUT",
    "TRANSACTION_UNAVAILABLE",
    "TRANSACTION_MODE",
    "BAD_QOS",
    "INVALID_ACTIVITY",
    "ACTIVITY_COMPLETED",
    "ACTIVITY_REQUIRED",
];

/// Names of SOAP's fault codes, from 1: those of version 1.2, and those of refusals that are told apart behind them.
pub(crate) const SOAP: [&str; 10] = [
    "VersionMismatch",
    "MustUnderstand",
    "Sender",
    "Receiver",
    "DataEncodingUnknown",
    "NoSuchInterface",
    "NoSuchOperation",
    "BadArguments",
    "Cancelled",
    "Denied",
];

/// The name of a number in its domain, if it has one.
pub fn name(domain: Domain, code: i32) -> Option<&'static str> {
    match domain {
        Domain::Grpc => GRPC.get(usize::try_from(code).ok()?).copied(),
        Domain::Dce => crate::status::name(code as u32),
        Domain::Corba => nth(&CORBA, code),
        Domain::Soap => nth(&SOAP, code),
        _ => None,
    }
}

/// The name of a number, counted from 1.
fn nth(names: &[&'static str], code: i32) -> Option<&'static str> {
    let at = usize::try_from(code).ok()?.checked_sub(1)?;
    names.get(at).copied()
}

/// The numbers of [`Domain::Common`].
pub mod common {
    /// The server does not offer the interface.
    pub const NO_SUCH_INTERFACE: i32 = 1;
    /// The interface has no such operation.
    pub const NO_SUCH_OPERATION: i32 = 2;
    /// The server could not decode the arguments.
    pub const BAD_ARGUMENTS: i32 = 3;
    /// The server failed.
    pub const SERVER_FAILURE: i32 = 4;
    /// The call was cancelled at its caller's request.
    pub const CANCELLED: i32 = 5;
    /// The caller lacks permission.
    pub const DENIED: i32 = 6;
}

/// The number of [`common`] that a domain's number corresponds to, if any.
pub(crate) const fn in_common(domain: Domain, code: i32) -> Option<i32> {
    use common::*;
    Some(match (domain, code as u32, code) {
        (Domain::Common, ..) => code,
        // C706 appendix E; MS-RPCE.
        (Domain::Dce, 0x1c01_0003, _) => NO_SUCH_INTERFACE,
        (Domain::Dce, 0x1c01_0002 | 0x6d1, _) => NO_SUCH_OPERATION,
        (Domain::Dce, 0x6f7, _) => BAD_ARGUMENTS,
        (Domain::Dce, 0x1c00_000d, _) => CANCELLED,
        (Domain::Dce, 0x5 | 0x721 | 0x1c00_001d | 0x1c00_001f | 0x1c00_0020, _) => DENIED,
        // gRPC's `statuscodes.md`.
        (Domain::Grpc, _, 1) => CANCELLED,
        (Domain::Grpc, _, 3) => BAD_ARGUMENTS,
        (Domain::Grpc, _, 7 | 16) => DENIED,
        (Domain::Grpc, _, 12) => NO_SUCH_OPERATION,
        // RFC 9110 section 15.5.
        (Domain::Http, _, 401 | 403) => DENIED,
        // JSON-RPC 2.0 section 5.1; XML-RPC's "Specification for Fault Code Interoperability".
        (Domain::JsonRpc | Domain::XmlRpc, _, -32601) => NO_SUCH_OPERATION,
        (Domain::JsonRpc | Domain::XmlRpc, _, -32602) => BAD_ARGUMENTS,
        // CORBA 3.0 section 4.12.3: OBJECT_NOT_EXIST, BAD_OPERATION, MARSHAL, NO_PERMISSION.
        (Domain::Corba, _, 26) => NO_SUCH_INTERFACE,
        (Domain::Corba, _, 13) => NO_SUCH_OPERATION,
        (Domain::Corba, _, 9) => BAD_ARGUMENTS,
        (Domain::Corba, _, 7) => DENIED,
        (Domain::JsonRpc, _, -32800) | (Domain::XmlRpc, _, -32500) => CANCELLED,
        // The last five names of `SOAP`.
        (Domain::Soap, _, 6) => NO_SUCH_INTERFACE,
        (Domain::Soap, _, 7) => NO_SUCH_OPERATION,
        (Domain::Soap, _, 8) => BAD_ARGUMENTS,
        (Domain::Soap, _, 9) => CANCELLED,
        (Domain::Soap, _, 10) => DENIED,
        _ => return None,
    })
}

/// Whether a status states that the call's deadline passed.
pub(crate) const fn is_deadline_exceeded(domain: Domain, code: i32) -> bool {
    // gRPC's `statuscodes.md`, DEADLINE_EXCEEDED; CORBA 3.0 section 4.12.3.33, TIMEOUT; the other systems have no
    // such status.
    matches!((domain, code), (Domain::Grpc, 4) | (Domain::Corba, 33))
}

/// The status that best states that a server has run out of a resource, and its system: gRPC's RESOURCE_EXHAUSTED
/// (`statuscodes.md`).
pub(crate) const EXHAUSTED: (Domain, i32) = (Domain::Grpc, 8);

/// An application's numbers, as statuses of a protocol that has statuses of its own: this byte,
/// then 24 signed bits. Windows and Samba treat such a status as customer-defined, and nobody else
/// assigns numbers in this range.
const OWN: u32 = 0xe500_0000;
const OWN_BITS: u32 = 24;

/// An application's number as such a status; `None` if it is too large.
pub const fn own_status(code: i32) -> Option<u32> {
    let status = OWN | code as u32 & !(u32::MAX << OWN_BITS);
    match own_code(status) {
        Some(same) if same == code => Some(status),
        _ => None,
    }
}

/// The application's number in a status; `None` for the protocol's own statuses.
pub const fn own_code(status: u32) -> Option<i32> {
    let unused = 32 - OWN_BITS;
    match status >> OWN_BITS == OWN >> OWN_BITS {
        true => Some((status << unused) as i32 >> unused),
        false => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_applications_numbers_have_a_place_of_their_own() {
        for (code, status) in [
            (0, 0xe500_0000),
            (5, 0xe500_0005),
            (-1, 0xe5ff_ffff),
            (-32001, 0xe5ff_82ff),
            (0x7f_ffff, 0xe57f_ffff),
            (-0x80_0000, 0xe580_0000),
        ] {
            assert_eq!(own_status(code), Some(status));
            assert_eq!(own_code(status), Some(code));
        }
        for code in [0x80_0000, -0x80_0001, i32::MAX, i32::MIN] {
            assert_eq!(own_status(code), None);
        }
        // Statuses of others: nca_s_fault_context_mismatch, ERROR_ACCESS_DENIED, a C++ and a .NET
        // exception, an NTSTATUS, an HRESULT.
        for status in [
            0x1c00_001a,
            5,
            0xe06d_7363,
            0xe043_4352,
            0xc000_0022,
            0x8007_0005,
        ] {
            assert_eq!(own_code(status), None);
        }
    }
}
