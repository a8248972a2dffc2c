//! Ending a connection: gracefully if the protocol supports it, and without losing our last output.

use rustix::io::Errno;

use super::{Connection, Next, Tools};
use crate::associations;
use crate::receive::PIECE;
use crate::tls::Session;
use crate::wait::Wait;

/// The progress of ending a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    No,
    /// The system has reported its end.
    Dead,
    /// We have sent everything, and drop further input, up to this many bytes.
    Lingering(usize),
}

impl Connection {
    /// Asks the client to close the connection, if the protocol has a message for that. True if it
    /// was asked.
    pub(in crate::server) fn ask_to_leave(&mut self, tools: &mut Tools) -> bool {
        let mut shut_down = || self.engine.closing().is_some_and(|c| c.shut_down());
        let asked = !self.blocked && shut_down() && self.flush(tools, Wait::No) == Next::Read;
        tools.publish();
        asked
    }

    /// Tells the client to make its next calls elsewhere, if the protocol has a message for that.
    pub(in crate::server) fn wind_down(&mut self, tools: &mut Tools) -> bool {
        if self.is_shaking_hands() {
            return false;
        }
        if !self.engine.closing().is_some_and(|c| c.wind_down()) {
            return false;
        }
        self.winding_down = true;
        if !self.blocked {
            self.flush(tools, Wait::No);
        }
        tools.publish();
        true
    }

    /// Whether it was told.
    pub(in crate::server) fn is_winding_down(&self) -> bool {
        self.winding_down
    }

    /// Whether nothing is left to do for it.
    pub(in crate::server) fn is_over(&self) -> bool {
        self.engine.broken().is_some() || self.engine.is_finished()
    }

    /// Ends our half of the stream if the peer may still be reading; input is then dropped by
    /// [`discard`](Self::discard), until the peer ends its half too.
    pub(in crate::server) fn linger(&mut self) -> bool {
        let gone = self.peer_done && !self.socket.tls().is_some_and(Session::is_done);
        if self.ending != Ending::No || gone || self.has_calls_away() {
            return false;
        }
        self.socket.end_sending();
        self.ending = Ending::Lingering(MAX_DROPPED);
        self.blocked = false;
        self.rx.buf.clear();
        self.let_go();
        true
    }

    /// Whether input is dropped.
    pub(in crate::server) fn is_lingering(&self) -> bool {
        matches!(self.ending, Ending::Lingering(_))
    }

    /// Drops input; true if more may come.
    pub(in crate::server) fn discard(&mut self, tools: &mut Tools) -> bool {
        let Ending::Lingering(left) = &mut self.ending else {
            return false;
        };
        let space = tools.scratch.space(PIECE);
        loop {
            tools.counters.receive_calls += 1;
            match self.socket.discard(space) {
                Ok(n) if n > 0 && n < *left => *left -= n,
                Err(Errno::AGAIN | Errno::INTR) => return true,
                _ => return false,
            }
        }
    }

    /// Ends its streaming calls, whose replies nobody receives any more.
    pub(in crate::server) fn end_streams(&mut self) {
        self.streams.end();
    }

    /// Releases the application's state for the client.
    fn let_go(&mut self) {
        self.end_streams();
        associations::close_all(&mut *self.engine, &*self.handler);
    }
}

impl Drop for Connection {
    /// However it ended, the application's state for the client is released.
    fn drop(&mut self) {
        if !self.is_lingering() {
            self.let_go();
        }
    }
}

/// Most bytes of input dropped on an ended connection.
const MAX_DROPPED: usize = 16 << 20;
