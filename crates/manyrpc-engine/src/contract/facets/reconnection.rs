//! Reconnecting for calls that an ended connection cannot have delivered. Without this facet every
//! call fails with its connection.

/// Calls that continue over another connection.
pub trait Reconnection {
    /// The driver reconnects when a connection has ended and calls wait that it cannot have
    /// delivered: such calls do not fail with it. Unless this is called, they do, and the methods
    /// below return false.
    fn enable_reconnection(&mut self);

    /// The server has closed the connection, and it matters whether it had read all that was sent
    /// ([`Closed::Unread`](crate::Closed::Unread)).
    fn depends_on_unread(&self) -> bool;

    /// Whether calls wait for another connection.
    fn awaits_reconnection(&self) -> bool;

    /// Where that connection leads, if the server has told where else its object is (CORBA): host and port.
    fn elsewhere(&self) -> Option<(&str, u16)> {
        None
    }

    /// The place that [`elsewhere`](Self::elsewhere) names cannot be reached. True if the driver is to connect once more: the
    /// object is at another place, too, or the calls for it are made where it was before.
    fn not_reached(&mut self) -> bool {
        false
    }

    /// The new connection is established: [`poll_transmit`](crate::ClientEngine::poll_transmit)
    /// gives the bytes to send over it. [`Rx`](crate::Rx) is empty.
    fn reconnected(&mut self);
}
