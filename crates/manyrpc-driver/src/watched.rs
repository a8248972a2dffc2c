//! Descriptors that a tokio runtime watches.

use std::io;
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::sync::Arc;

use tokio::io::Interest;
use tokio::io::unix::AsyncFd;

use crate::socket::Socket;

/// A duplicate of a descriptor, watched by the current runtime.
///
/// # Errors
/// The system has no descriptors left, or there is no runtime with I/O.
pub(crate) fn watched(of: &impl AsFd, interest: Interest) -> io::Result<AsyncFd<OwnedFd>> {
    watch(duplicate(of)?, interest)
}

/// Another descriptor for the same.
///
/// # Errors
/// The system has no descriptors left.
pub(crate) fn duplicate(of: &impl AsFd) -> io::Result<OwnedFd> {
    of.as_fd().try_clone_to_owned()
}

/// A descriptor, watched by the current runtime, which must not watch it already.
///
/// # Errors
/// There is no runtime with I/O.
#[allow(
    deprecated,
    reason = "the constructor is deprecated for types that may close or change their descriptor; \
              an `OwnedFd`, shared or not, cannot, and its replacement is unsafe for all"
)]
pub(crate) fn watch<D: Descriptor>(descriptor: D, interest: Interest) -> io::Result<AsyncFd<D>> {
    AsyncFd::with_interest(descriptor, interest)
}

/// A socket that the runtime watches.
pub(crate) type Watched = AsyncFd<Arc<OwnedFd>>;

/// Has the runtime watch a socket.
///
/// # Errors
/// The system has no descriptors left, or there is no runtime with I/O.
pub(crate) fn watch_socket(socket: &Socket) -> io::Result<Watched> {
    // That a datagram has left would be an event, and wake the task once for every call.
    let interest = match socket.stream {
        true => BOTH,
        false => Interest::READABLE,
    };
    watch(socket.descriptor(), interest)
}

/// A stream is read and written.
pub(crate) const BOTH: Interest = Interest::READABLE.add(Interest::WRITABLE);

/// A descriptor that stays open as long as it is watched.
pub(crate) trait Descriptor: AsRawFd {}

impl Descriptor for OwnedFd {}

impl Descriptor for Arc<OwnedFd> {}
