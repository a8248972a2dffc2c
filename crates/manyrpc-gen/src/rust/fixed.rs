//! Words of the text that are the same for all interfaces.

/// The default body of an operation: the same fault as for an undefined operation.
pub(super) const UNWRITTEN: &str = "{ Err(stub::Fault::NoSuchOperation) }";

/// The suffix of methods that pass their results by reference.
pub(super) const REPLYING: &str = "_replying";

/// Suffixes of the additional types of a streaming operation: the client's call, the server's handler,
/// its reply sender, and the runtime's adapter.
pub(super) const STREAM_ENDINGS: [&str; 4] = ["Stream", "Handler", "Replies", "Served"];

/// The suffix of the error type's name.
pub(super) const ERROR_ENDING: &str = "Error";

/// The prefix of names of what is served and called as futures.
pub(super) const ASYNC: &str = "Async";

/// The documentation of such bodies.
pub(super) const UNWRITTEN_DOC: &str =
    "An operation that a server does not write is refused: callers learn that there is none.";
