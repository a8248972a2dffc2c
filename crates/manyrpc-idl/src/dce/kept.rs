//! Attributes that stay as they are written, and those that receive failures.

/// Attributes kept under `dce.` and their name, with their words: they concern C or the runtime.
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

/// The same for operations.
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

/// The same for parameters.
pub(crate) const KEPT_OF_PARAM: [&str; 1] = ["heap"];

/// Attributes of operations and parameters that receive failures: of communication, and of the
/// server.
pub(crate) const STATUSES: [&str; 2] = ["comm_status", "fault_status"];

/// The same for types.
pub(crate) const KEPT_OF_TYPE: [&str; 6] = [
    "decode",
    "encode",
    "handle",
    "heap",
    "ms_union",
    "represent_as",
];
