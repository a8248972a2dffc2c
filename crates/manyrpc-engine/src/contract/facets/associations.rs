//! What the calls of one client have in common, for state that the application keeps while that client is
//! there. Without this facet every [`Call::association`](crate::Call::association) is 0.

/// The ends of associations.
pub trait Associations {
    /// The next [`Call::association`](crate::Call::association) that has ended: no call of it comes any
    /// more. Ask until `None` after input, time-outs and the end of the connection.
    fn poll_association_ended(&mut self) -> Option<u64>;

    /// The connection is gone. Nothing but
    /// [`poll_association_ended`](Self::poll_association_ended) is called after this.
    fn handle_closed(&mut self);
}
