//! Descriptors that a tokio runtime watches.

use std::io;
use std::os::fd::{AsFd, OwnedFd};

use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

/// A duplicate of a descriptor, watched by the current runtime.
///
/// # Errors
/// The system has no descriptors left, or there is no runtime with I/O.
#[allow(
    deprecated,
    reason = "the constructor is deprecated for types that may close or change their descriptor; \
              an `OwnedFd` cannot, and its replacement is unsafe for all"
)]
pub(crate) fn watched(of: &impl AsFd, interest: Interest) -> io::Result<AsyncFd<OwnedFd>> {
    let descriptor = of.as_fd().try_clone_to_owned()?;
    AsyncFd::with_interest(descriptor, interest)
}
