//! How a connection ends: politely where there is a word for that, and never so that our last
//! words are lost.

use rustix::io::Errno;

use super::{Connection, Next, Tools};
use crate::associations;
use crate::receive::PIECE;
use crate::tls::Session;
use crate::wait::Wait;

/// How far the end of a connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    No,
    /// The system says that it is gone.
    Dead,
    /// We have said all, and drop what still comes: so many bytes at most.
    Lingering(usize),
}

impl Connection {
    /// Asks the client to close the connection, where the protocol has a word for that. Whether
    /// it was asked.
    pub(in crate::server) fn ask_to_leave(&mut self, tools: &mut Tools) -> bool {
        let mut shut_down = || self.engine.closing().is_some_and(|c| c.shut_down());
        let asked = !self.blocked && shut_down() && self.flush(tools, Wait::No) == Next::Read;
        tools.publish();
        asked
    }

    /// Tells the client to make its next calls elsewhere, where the protocol has a word for that.
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

    /// Whether it was.
    pub(in crate::server) fn is_winding_down(&self) -> bool {
        self.winding_down
    }

    /// Whether nothing is left to be done on it.
    pub(in crate::server) fn is_over(&self) -> bool {
        self.engine.broken().is_some() || self.engine.is_finished()
    }

    /// Says that nothing more comes from us, where there is anybody to hear it; then it is read from,
    /// by [`discard`](Self::discard), until the peer says so too.
    pub(in crate::server) fn linger(&mut self) -> bool {
        let gone = self.peer_done && !self.socket.tls().is_some_and(Session::is_done);
        if self.ending != Ending::No || gone || self.has_calls_away() {
            return false;
        }
        self.socket.end_sending();
        self.ending = Ending::Lingering(MOST_DROPPED);
        self.blocked = false;
        self.rx.buf.clear();
        self.let_go();
        true
    }

    /// Whether what comes is dropped.
    pub(in crate::server) fn is_lingering(&self) -> bool {
        matches!(self.ending, Ending::Lingering(_))
    }

    /// Drops what came; whether more may come.
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

    /// Nobody hears any more what its calls with several messages have to say.
    pub(in crate::server) fn end_streams(&mut self) {
        self.streams.end();
    }

    /// State that the application keeps for the client is let go.
    fn let_go(&mut self) {
        self.end_streams();
        associations::close_all(&mut *self.engine, &*self.handler);
    }
}

impl Drop for Connection {
    /// However it ended: state that the application keeps for the client is let go.
    fn drop(&mut self) {
        if !self.is_lingering() {
            self.let_go();
        }
    }
}

/// Most bytes of a connection that we have ended that are dropped, before it is.
const MOST_DROPPED: usize = 16 << 20;
