//! Systems with their protection from repeated calls.

/// A datagram system with its protection on or off.
#[derive(Debug)]
pub(super) struct ProtectedSystem {
    /// The system.
    pub(super) system: &'static str,
    /// Whether calls are executed at most once.
    pub(super) is_on: bool,
    /// A description for people.
    pub(super) means: &'static str,
    /// The server's name as a child.
    pub(super) server: &'static str,
    /// The operation's declared semantics at the client.
    pub(super) semantics: &'static str,
}
