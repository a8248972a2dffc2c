//! Keepalives of a client between its calls. Without this facet, none are sent.

use crate::time::Instant;

/// Tells the server that the client is alive, and that it disconnects.
pub trait Liveness {
    /// The server keeps `things` context handles for this client between its calls. While there are
    /// any, and if the protocol has a message for it, keepalives are sent: at once, and by
    /// [`handle_timeout`](crate::ClientEngine::handle_timeout).
    fn keep_alive(&mut self, things: usize, now: Instant);

    /// The client disconnects and makes no more calls. True if there is a message for the server,
    /// which [`poll_transmit`](crate::ClientEngine::poll_transmit) then gives: it is sent once, and
    /// not acknowledged.
    fn disconnect(&mut self) -> bool;
}
