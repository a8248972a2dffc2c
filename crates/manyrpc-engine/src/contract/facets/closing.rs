//! Graceful shutdown of a connection. Without this facet, a server just closes it.

/// Graceful shutdown by the server.
pub trait Closing {
    /// Asks the client to close the connection when nothing is in flight. False if the protocol has
    /// no message for that, or nobody to send it to.
    fn shut_down(&mut self) -> bool {
        false
    }

    /// Completes what is in flight and accepts no more: the client is told to make its next calls
    /// elsewhere. [`is_finished`](crate::ServerEngine::is_finished) reports the end. False if the
    /// protocol has no message for that.
    fn wind_down(&mut self) -> bool {
        false
    }
}
