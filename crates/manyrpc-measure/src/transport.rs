//! What carries messages, and from where a server can be reached.

/// What carries a system's messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Transport {
    /// Datagrams.
    Udp,
    /// A stream.
    Tcp,
}

impl Transport {
    /// Its name in ids and on command lines.
    pub const fn name(self) -> &'static str {
        match self {
            Transport::Udp => "udp",
            Transport::Tcp => "tcp",
        }
    }
}

/// Where clients can reach a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Anywhere, on any host that has this program: it is ours.
    Ours,
    /// Anywhere: it listens where [`LISTEN`](crate::child::LISTEN) says.
    Anywhere,
    /// In a network of its own.
    OwnNetwork,
}
