//! Transports, and where a server can be reached from.

/// The transport of a system's messages.
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

/// Where clients can reach a server from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reachability {
    /// Anywhere, and it can run on any host that has this program: a server of this program.
    Ours,
    /// Anywhere: it listens at the address in [`LISTEN`](crate::child::LISTEN).
    Anywhere,
    /// Only in a network of its own.
    OwnNetwork,
}
