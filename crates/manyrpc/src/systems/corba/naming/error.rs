//! How operations of naming contexts fail.

use std::fmt;

use manyrpc_engine::{CallError, Fault};

use super::name::{NameComponent, from_wire, into_wire};
use super::stubs::{self, NamingContextNotFoundReason as Wire};
use crate::error::Error;

/// Why a context did not do what it was asked for.
#[derive(Debug)]
#[non_exhaustive]
pub enum NamingError {
    /// A component of the name is not there, or is not what it would have to be.
    NotFound {
        /// What is wrong with it.
        why: NotFoundReason,
        /// The name from that component on.
        rest: Vec<NameComponent>,
    },
    /// The context could not ask the next one, which the caller may do.
    CannotProceed {
        /// A reference to the context that was reached.
        context: String,
        /// The name in that context.
        rest: Vec<NameComponent>,
    },
    /// The name has no components, or a text is no name.
    InvalidName,
    /// The name is bound.
    AlreadyBound,
    /// The context has bindings.
    NotEmpty,
    /// The text is no address of `corbaloc`.
    InvalidAddress,
    /// The server fails or cannot be reached.
    Error(Error),
}

/// What is wrong with a component of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFoundReason {
    /// It is not bound.
    MissingNode,
    /// It is bound to an object, and should be to a context.
    NotContext,
    /// It is bound to a context, and should be to an object.
    NotObject,
}

impl From<Wire> for NotFoundReason {
    fn from(why: Wire) -> Self {
        match why {
            Wire::NamingContextMissingNode => NotFoundReason::MissingNode,
            Wire::NamingContextNotContext => NotFoundReason::NotContext,
            Wire::NamingContextNotObject => NotFoundReason::NotObject,
        }
    }
}

impl From<NotFoundReason> for Wire {
    fn from(why: NotFoundReason) -> Self {
        match why {
            NotFoundReason::MissingNode => Wire::NamingContextMissingNode,
            NotFoundReason::NotContext => Wire::NamingContextNotContext,
            NotFoundReason::NotObject => Wire::NamingContextNotObject,
        }
    }
}

impl fmt::Display for NamingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NamingError::NotFound { why, rest } => {
                let rest = Path(rest);
                match why {
                    NotFoundReason::MissingNode => write!(f, "`{rest}` is not bound"),
                    NotFoundReason::NotContext => {
                        write!(f, "in `{rest}` the first component is not a context")
                    }
                    NotFoundReason::NotObject => write!(f, "`{rest}` is a context, no object"),
                }
            }
            NamingError::CannotProceed { rest, .. } => {
                let rest = Path(rest);
                write!(
                    f,
                    "the context of `{rest}` cannot be reached by the naming service"
                )
            }
            NamingError::InvalidName => f.write_str("the naming service takes that for no name"),
            NamingError::AlreadyBound => f.write_str("the name is already bound"),
            NamingError::NotEmpty => f.write_str("the context is not empty"),
            NamingError::InvalidAddress => {
                f.write_str("the naming service takes that for no address")
            }
            NamingError::Error(error) => error.fmt(f),
        }
    }
}

/// Components as a name is written.
struct Path<'a>(&'a [NameComponent]);

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, component) in self.0.iter().enumerate() {
            let divider = if at == 0 { "" } else { "/" };
            write!(f, "{divider}{component}")?;
        }
        Ok(())
    }
}

impl std::error::Error for NamingError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            NamingError::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Error> for NamingError {
    fn from(error: Error) -> Self {
        NamingError::Error(error)
    }
}

impl From<CallError> for NamingError {
    fn from(error: CallError) -> Self {
        NamingError::Error(error.into())
    }
}

/// A failure with the members that its exception has in the stubs.
enum Raised {
    NamingContextNotFound(stubs::NamingContextNotFound<'static>),
    NamingContextCannotProceed(stubs::NamingContextCannotProceed<'static>),
    NamingContextInvalidName(stubs::NamingContextInvalidName),
    NamingContextAlreadyBound(stubs::NamingContextAlreadyBound),
    NamingContextNotEmpty(stubs::NamingContextNotEmpty),
    NamingContextExtInvalidAddress(stubs::NamingContextExtInvalidAddress),
    Error(Error),
}

impl From<Raised> for NamingError {
    fn from(raised: Raised) -> Self {
        match raised {
            Raised::NamingContextNotFound(members) => NamingError::NotFound {
                why: members.why.into(),
                rest: from_wire(members.rest_of_name),
            },
            Raised::NamingContextCannotProceed(members) => NamingError::CannotProceed {
                context: members.cxt.into_owned(),
                rest: from_wire(members.rest_of_name),
            },
            Raised::NamingContextInvalidName(_) => NamingError::InvalidName,
            Raised::NamingContextAlreadyBound(_) => NamingError::AlreadyBound,
            Raised::NamingContextNotEmpty(_) => NamingError::NotEmpty,
            Raised::NamingContextExtInvalidAddress(_) => NamingError::InvalidAddress,
            Raised::Error(error) => NamingError::Error(error),
        }
    }
}

impl From<NamingError> for Raised {
    fn from(error: NamingError) -> Self {
        match error {
            NamingError::NotFound { why, rest } => {
                Raised::NamingContextNotFound(stubs::NamingContextNotFound {
                    why: why.into(),
                    rest_of_name: into_wire(rest),
                })
            }
            NamingError::CannotProceed { context, rest } => {
                Raised::NamingContextCannotProceed(stubs::NamingContextCannotProceed {
                    cxt: context.into(),
                    rest_of_name: into_wire(rest),
                })
            }
            NamingError::InvalidName => {
                Raised::NamingContextInvalidName(stubs::NamingContextInvalidName {})
            }
            NamingError::AlreadyBound => {
                Raised::NamingContextAlreadyBound(stubs::NamingContextAlreadyBound {})
            }
            NamingError::NotEmpty => Raised::NamingContextNotEmpty(stubs::NamingContextNotEmpty {}),
            NamingError::InvalidAddress => {
                Raised::NamingContextExtInvalidAddress(stubs::NamingContextExtInvalidAddress {})
            }
            NamingError::Error(error) => Raised::Error(error),
        }
    }
}

/// Both ways between the error of each operation and ours.
macro_rules! operations {
    ($($error:ident: $($exception:ident)*;)*) => {$(
        impl From<stubs::$error> for NamingError {
            fn from(error: stubs::$error) -> Self {
                match error {
                    $(stubs::$error::$exception(members) => Raised::$exception(members).into(),)*
                    stubs::$error::Error(error) => NamingError::Error(error),
                }
            }
        }

        impl From<NamingError> for stubs::$error {
            fn from(error: NamingError) -> Self {
                match error.into() {
                    $(Raised::$exception(members) => Self::$exception(members),)*
                    Raised::Error(error) => Self::Error(error),
                    // Not one of the operation's: contexts do not end it so.
                    _ => Self::Error(CallError::Fault(Fault::ServerFailure).into()),
                }
            }
        }
    )*};
}

operations! {
    NamingContextExtBindError:
        NamingContextNotFound NamingContextCannotProceed NamingContextInvalidName NamingContextAlreadyBound;
    NamingContextExtRebindError:
        NamingContextNotFound NamingContextCannotProceed NamingContextInvalidName;
    NamingContextExtBindContextError:
        NamingContextNotFound NamingContextCannotProceed NamingContextInvalidName NamingContextAlreadyBound;
    NamingContextExtRebindContextError:
        NamingContextNotFound NamingContextCannotProceed NamingContextInvalidName;
    NamingContextExtResolveError:
        NamingContextNotFound NamingContextCannotProceed NamingContextInvalidName;
    NamingContextExtUnbindError:
        NamingContextNotFound NamingContextCannotProceed NamingContextInvalidName;
    NamingContextExtBindNewContextError:
        NamingContextNotFound NamingContextAlreadyBound NamingContextCannotProceed NamingContextInvalidName;
    NamingContextExtDestroyError: NamingContextNotEmpty;
    NamingContextExtToStringError: NamingContextInvalidName;
    NamingContextExtToNameError: NamingContextInvalidName;
    NamingContextExtToUrlError: NamingContextExtInvalidAddress NamingContextInvalidName;
    NamingContextExtResolveStrError:
        NamingContextNotFound NamingContextCannotProceed NamingContextInvalidName;
}
