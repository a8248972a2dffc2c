//! Reconnecting for calls that an ended connection cannot have delivered. Without this facet every
//! call fails with its connection.

/// Calls that continue over another connection.
pub trait Renewal {
    /// The driver reconnects when a connection has ended and calls wait that it cannot have
    /// delivered: such calls do not fail with it. Unless this is called, they do, and the methods
    /// below return false.
    fn expect_renewal(&mut self);

    /// The server has closed the connection, and it matters whether it had read all that was sent
    /// ([`Closed::Unread`](crate::Closed::Unread)).
    fn is_in_doubt(&self) -> bool;

    /// Whether calls wait for another connection.
    fn is_orphaned(&self) -> bool;

    /// The new connection is established: [`poll_transmit`](crate::ClientEngine::poll_transmit)
    /// gives the bytes to send over it. [`Rx`](crate::Rx) is empty.
    fn renew(&mut self);
}
