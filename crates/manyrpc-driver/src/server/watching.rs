//! What a reactor watches descriptors for.

use std::os::fd::{AsFd, OwnedFd};

use rustix::event::epoll;

use super::connection::{Connection, Next};

/// A connection's events are told once: who has read what there was is not asked about it again.
pub(super) fn interest(next: Next) -> epoll::EventFlags {
    let of = match next {
        Next::Write => epoll::EventFlags::OUT,
        Next::Wait => epoll::EventFlags::empty(),
        // Where all has been read, the end may have come behind it.
        Next::Read | Next::Over => epoll::EventFlags::IN | epoll::EventFlags::RDHUP,
    };
    of | epoll::EventFlags::ET
}

/// The events with which a connection ends.
pub(super) const END: epoll::EventFlags = epoll::EventFlags::RDHUP
    .union(epoll::EventFlags::HUP)
    .union(epoll::EventFlags::ERR);

/// Changes what is watched for, if necessary; it is told then if it is so already.
pub(super) fn rewatch(epoll: &OwnedFd, connection: &mut Connection, token: u64, next: Next) {
    if connection.book.interest != next {
        watch_anew(epoll, connection, token, next);
    }
}

/// The same, for who has not read all that there was.
pub(super) fn watch_anew(epoll: &OwnedFd, connection: &mut Connection, token: u64, next: Next) {
    connection.book.interest = next;
    let event = epoll::EventData::new_u64(token);
    // Fails only for lack of kernel memory; the timers end such a connection.
    let _ = epoll::modify(epoll, &connection.socket, event, interest(next));
}

/// Its failure alone is told: what arrives is known otherwise.
#[cfg(feature = "tokio")]
pub(super) fn watch_failure(epoll: &OwnedFd, connection: &Connection, token: u64) {
    let event = epoll::EventData::new_u64(token);
    let _ = epoll::modify(epoll, &connection.socket, event, epoll::EventFlags::ET);
}

pub(super) fn watch(
    epoll: &OwnedFd,
    what: impl AsFd,
    token: u64,
    flags: epoll::EventFlags,
) -> rustix::io::Result<()> {
    epoll::add(epoll, what, epoll::EventData::new_u64(token), flags)
}
