//! Attributes that stay as they are written, and those that receive failures.

/// Attributes of one word or with words that are kept as they are, each under `dce.` and its
/// name: C's concern, or the runtime's.
pub(crate) const KEPT_OF_INTERFACE: [&str; 9] = [
    "auto_handle",
    "code",
    "decode",
    "encode",
    "exceptions",
    "explicit_handle",
    "implicit_handle",
    "nocode",
    "enable_allocate",
];

/// The same of operations.
pub(crate) const KEPT_OF_OPERATION: [&str; 8] = [
    "code",
    "decode",
    "enable_allocate",
    "encode",
    "explicit_handle",
    "nocode",
    "reflect_deletions",
    "extra_status",
];

/// The same of parameters.
pub(crate) const KEPT_OF_PARAM: [&str; 1] = ["heap"];

/// What operations and parameters have that receive failures: those of communication, those of
/// the server.
pub(crate) const STATUSES: [&str; 2] = ["comm_status", "fault_status"];

/// The same of types.
pub(crate) const KEPT_OF_TYPE: [&str; 6] = [
    "decode",
    "encode",
    "handle",
    "heap",
    "ms_union",
    "represent_as",
];
