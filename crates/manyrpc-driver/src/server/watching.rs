//! What a reactor watches descriptors for.

use std::os::fd::{AsFd, OwnedFd};

use rustix::event::epoll;

use super::connection::{Connection, Next};

pub(super) fn interest(next: Next) -> epoll::EventFlags {
    match next {
        Next::Write => epoll::EventFlags::OUT,
        Next::Wait => epoll::EventFlags::empty(),
        Next::Read | Next::Over => epoll::EventFlags::IN,
    }
}

/// Changes what is watched for, if necessary.
pub(super) fn rewatch(epoll: &OwnedFd, connection: &mut Connection, token: u64, next: Next) {
    if connection.book.interest != next {
        connection.book.interest = next;
        let event = epoll::EventData::new_u64(token);
        // Fails only for lack of kernel memory; the timers end such a connection.
        let _ = epoll::modify(epoll, &connection.socket, event, interest(next));
    }
}

pub(super) fn watch(
    epoll: &OwnedFd,
    what: impl AsFd,
    token: u64,
    flags: epoll::EventFlags,
) -> rustix::io::Result<()> {
    epoll::add(epoll, what, epoll::EventData::new_u64(token), flags)
}
