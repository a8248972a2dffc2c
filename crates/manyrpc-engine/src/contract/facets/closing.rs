//! Asking clients to leave. Without this facet a server that wants a connection gone closes it.

/// The protocol's words for the end of a connection.
pub trait Closing {
    /// Asks the client to close the connection, when nothing is under way on it. False where the
    /// protocol has no word for that, or nobody to say it to.
    fn shut_down(&mut self) -> bool {
        false
    }

    /// Takes what is under way to its end, and soon no more: the client is told to make its next
    /// calls elsewhere. [`is_finished`](crate::ServerEngine::is_finished) says when that is done.
    /// False where the protocol has no word for that.
    fn wind_down(&mut self) -> bool {
        false
    }
}
