//! Other connections, for calls that one which has ended cannot have taken to the server. Without this
//! facet every call fails with its connection.

/// Calls that go on over another connection.
pub trait Renewal {
    /// The driver opens another connection where one has ended and calls wait that it cannot have
    /// taken to the server: such calls do not fail with it. Without this word they do, and what
    /// follows is never true.
    fn expect_renewal(&mut self);

    /// Whether it matters, now that the server has ended the connection, if it has read all that was
    /// sent ([`Closed::Unread`](crate::Closed::Unread)).
    fn is_in_doubt(&self) -> bool;

    /// Whether calls wait for another connection.
    fn is_orphaned(&self) -> bool;

    /// That stands: [`poll_transmit`](crate::ClientEngine::poll_transmit) says what goes over it. Nothing
    /// is left in [`Rx`](crate::Rx).
    fn renew(&mut self);
}
