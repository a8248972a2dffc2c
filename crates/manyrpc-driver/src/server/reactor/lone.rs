//! The only busy connection of a reactor on a runtime, told of by the runtime itself.
//!
//! Such a reactor sleeps behind its own `epoll`, which the runtime watches: each event passes both, and the reactor asks
//! its own what it was. While one connection has all the turns, as a lone caller's has, the runtime watches its socket,
//! and the reactor's `epoll` tells of its failure only.

use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::Interest;

use super::{Reactor, read};
use crate::server::connection::{Next, Turn};
use crate::server::watching::{watch_anew, watch_failure};
use crate::watched::{Watched, watch};

/// Who had the last turns of a reactor.
#[derive(Default)]
pub(super) struct Lone {
    last: u64,
    /// How many in a row.
    turns: u32,
    /// The connection that the runtime watches.
    watched: Option<(u64, Arc<Watched>)>,
}

impl Lone {
    fn is_watched(&self, token: u64) -> bool {
        self.watched.as_ref().is_some_and(|(at, _)| *at == token)
    }
}

/// Turns in a row after which a connection is taken to be the only busy one.
const TURNS: u32 = 16;

impl Reactor {
    /// On a runtime: one connection at a time may be told of by that.
    pub(in crate::server) fn may_have_a_lone_one(&mut self) {
        self.lone = Some(Lone::default());
    }

    /// Serves the connection that the runtime watches, if something has arrived. False otherwise: the task is told then.
    pub(in crate::server) fn serve_lone(&mut self, cx: &mut Context<'_>) -> bool {
        let lone = self.lone.as_ref().and_then(|lone| lone.watched.clone());
        let Some((token, watched)) = lone else {
            return false;
        };
        let Poll::Ready(ready) = watched.poll_read_ready(cx) else {
            return false;
        };
        let (Ok(mut ready), Some(connection)) = (ready, self.slots.get(token)) else {
            self.unwatch_lone();
            return false;
        };
        let mut turn = read(connection, &mut self.tools);
        self.polling.begin(turn.calls as usize);
        turn.more |= ready.ready().is_read_closed();
        if !turn.more {
            ready.clear_ready();
        }
        self.after(token, turn);
        true
    }

    /// Notes whose turn it was. True if the runtime watches that connection from now on.
    #[inline]
    pub(super) fn is_told_by_runtime(&mut self, token: u64, turn: Turn) -> bool {
        let Some(lone) = &mut self.lone else {
            return false;
        };
        if lone.last != token {
            (lone.last, lone.turns) = (token, 0);
        }
        lone.turns = lone.turns.saturating_add(1);
        if turn.next != Next::Read {
            self.not_lone(token);
            return false;
        }
        let is_alone = lone.turns >= TURNS && !turn.more && self.deadline.is_none();
        lone.is_watched(token) || is_alone && self.watch_lone(token)
    }

    #[cold]
    fn watch_lone(&mut self, token: u64) -> bool {
        self.unwatch_lone();
        let (Some(lone), Some(connection)) = (&mut self.lone, self.slots.get(token)) else {
            return false;
        };
        let Ok(watched) = watch(connection.socket.descriptor(), Interest::READABLE) else {
            return false;
        };
        watch_failure(&self.epoll, connection, token);
        lone.watched = Some((token, Arc::new(watched)));
        true
    }

    /// The reactor's own `epoll` tells of all connections again.
    #[cold]
    fn unwatch_lone(&mut self) {
        let watched = self.lone.as_mut().and_then(|lone| lone.watched.take());
        let Some((token, _)) = watched else {
            return;
        };
        if let Some(connection) = self.slots.get(token) {
            let interest = connection.book.interest;
            watch_anew(&self.epoll, connection, token, interest);
        }
    }

    /// The connection waits for something else, or is to end: the reactor's own `epoll` tells of it again.
    pub(super) fn not_lone(&mut self, token: u64) {
        if self
            .lone
            .as_ref()
            .is_some_and(|lone| lone.is_watched(token))
        {
            self.unwatch_lone();
        }
    }
}
