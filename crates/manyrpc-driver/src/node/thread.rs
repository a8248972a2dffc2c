//! A node that a thread drives: it sleeps, receives once, and runs the engine and the workers.

use std::sync::Arc;
use std::time::Duration;

use manyrpc_engine::{Buf, Rx};
use rustix::event::{PollFd, PollFlags, poll};

use super::shared::{Bed, Shared};
use super::state::State;
use crate::associations;
use crate::socket::timespec;

/// Runs until the connection has ended, of which that was received already.
pub(super) fn run(shared: &Arc<Shared>, received: Buf) {
    let mut rx = Rx::from(received);
    let mut hung_up = false;
    loop {
        let (turn, sleep) = {
            let mut state = shared.lock();
            if hung_up {
                state.peer_is_gone();
            }
            state.receive(&mut rx);
            let turn = state.turn(&mut rx, shared);
            if turn.has_news {
                shared.notify_all(&mut state);
            }
            let sleep = (!turn.is_over).then(|| state.sleep());
            (turn, sleep)
        };
        for association in turn.associations {
            associations::end(association, &*shared.handler);
        }
        for job in turn.jobs {
            // Workers send the reply themselves.
            let _ = shared.executor.execute(job);
        }
        match (sleep, &shared.bed) {
            (Some(sleep), Some(bed)) => hung_up = sleep.until_something_is_to_do(bed),
            _ => break,
        }
    }
    shared.executor.end();
}

/// What the thread waits for.
struct Sleep {
    /// Readable, writable.
    interest: PollFlags,
    at_most: Option<Duration>,
}

impl Sleep {
    /// Sleeps. True if the connection is gone although nothing was to be received.
    fn until_something_is_to_do(self, bed: &Bed) -> bool {
        let mut fds = [
            PollFd::new(&bed.event, PollFlags::IN),
            PollFd::new(&bed.socket, self.interest),
        ];
        // A failure (a signal, no memory) is an early return.
        let _ = poll(&mut fds, self.at_most.map(timespec).as_ref());
        if !fds[0].revents().is_empty() {
            let _ = rustix::io::read(&bed.event, &mut [0; 8]);
        }
        let gone = PollFlags::HUP | PollFlags::ERR;
        !self.interest.contains(PollFlags::IN) && fds[1].revents().intersects(gone)
    }
}

impl State {
    /// What to wait for next.
    fn sleep(&mut self) -> Sleep {
        let mut interest = PollFlags::empty();
        if !self.paused && !self.peer_done {
            interest |= PollFlags::IN;
        }
        if self.blocked {
            interest |= PollFlags::OUT;
        }
        self.wakes_at = self.next_timeout();
        let now = self.clock.read();
        Sleep {
            interest,
            at_most: self.wakes_at.map(|due| due.since(now)),
        }
    }
}
