//! What clients, servers, connections and links are known by.

/// How bytes are transported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Transport {
    /// Like UDP.
    Datagram,
    /// Like TCP.
    Stream,
}

/// A client or a server in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endpoint(pub(super) u32);

/// A direction of a link in a world. Several routes may share one, as on a bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkId(pub(super) u32);

/// A connection: its slot in the table, and the slot's generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ConnId {
    pub(super) index: u32,
    pub(super) life: u32,
}

/// Which side of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Client,
    Server,
}

impl Side {
    pub(super) fn other(self) -> Side {
        match self {
            Side::Client => Side::Server,
            Side::Server => Side::Client,
        }
    }
}
