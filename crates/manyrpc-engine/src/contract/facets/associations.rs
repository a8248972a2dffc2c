//! Associations: the calls of one client, for state that the application keeps while the client
//! exists. Without this facet every [`Call::association`](crate::Call::association) is 0.

/// Reports the ends of associations.
pub trait Associations {
    /// The next [`Call::association`](crate::Call::association) that has ended: it has no further
    /// calls. Poll until `None` after input, timeouts and the end of the connection.
    fn poll_association_ended(&mut self) -> Option<u64>;

    /// The connection has ended. Only [`poll_association_ended`](Self::poll_association_ended) is
    /// called after this.
    fn handle_closed(&mut self);
}
