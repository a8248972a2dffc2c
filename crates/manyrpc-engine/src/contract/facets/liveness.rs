//! What a server is told while its client makes no call. Without this facet, nothing.

use crate::time::Instant;

/// Telling the server that the client is there, and that it goes.
pub trait Liveness {
    /// The server keeps so many things for this client between its calls. While there are any, and
    /// where the protocol has a word for it, the server is told now and then that the client lives:
    /// at once, and by [`handle_timeout`](crate::ClientEngine::handle_timeout).
    fn keep_alive(&mut self, things: usize, now: Instant);

    /// The client goes and makes no more calls. Whether there is something to say to its server, which
    /// [`poll_transmit`](crate::ClientEngine::poll_transmit) then gives: it is sent once, and nothing is
    /// heard.
    fn farewell(&mut self) -> bool;
}
