//! Why there is no object, or no reference to one.

use std::fmt;

use manyrpc_engine::Fault;

use crate::error::Error;

/// Why an object was not activated, or there is no reference to it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ActivationError {
    /// The server does not run: what references would say of its address is not known.
    NotRunning,
    /// The adapter is another server's.
    OfAnother,
    /// The server listens in no system whose calls name objects, or the key is none of the system's.
    NotNamed,
    /// The key is another object's, or the name of an interface that is served for no particular object.
    InUse,
    /// As many objects are active as the capacity allows.
    Full(usize),
    /// The servant's calls are futures, and the server does not run on a runtime.
    NeedsRuntime,
    /// There is no such object.
    Unknown,
}

impl fmt::Display for ActivationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ActivationError::NotRunning => {
                "the server does not run yet, so that references would have no address; add objects to its builder, \
                 or activate them once it runs"
            }
            ActivationError::OfAnother => "the object adapter is another server's",
            ActivationError::NotNamed => {
                "the server listens in no system that names objects by such a key"
            }
            ActivationError::InUse => {
                "the key is another object's, or an interface is served by that name"
            }
            ActivationError::Full(most) => {
                return write!(f, "{most} objects are active, and there may be no more");
            }
            ActivationError::NeedsRuntime => {
                "the servant's calls are futures: start the server on a runtime"
            }
            ActivationError::Unknown => "there is no such object",
        })
    }
}

impl std::error::Error for ActivationError {}

impl From<ActivationError> for Error {
    fn from(e: ActivationError) -> Self {
        Error::Settings(e.to_string())
    }
}

/// For operations that make objects: a full server has run out of a resource.
impl From<ActivationError> for Fault {
    fn from(e: ActivationError) -> Self {
        match e {
            ActivationError::Full(_) => Fault::exhausted(e.to_string()),
            _ => Fault::ServerFailure.with_message(e.to_string()),
        }
    }
}
