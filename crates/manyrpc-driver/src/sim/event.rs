//! What happens in a world.

use manyrpc_engine::Closed;

use super::ids::{ConnId, Side};

/// Something that will happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A datagram reaches an endpoint.
    Datagram { to: u32, packet: u32 },
    /// A client's engine wants to be woken.
    ClientTimer { client: u32, life: u32 },
    /// A session's engine wants to be woken.
    SessionTimer { session: u32, life: u32 },
    /// The service time of a session's call is over.
    Served { session: u32, life: u32 },
    /// Somebody has more to say on a session's connection.
    SessionWoken { session: u32, life: u32 },
    /// An actor asked to be woken.
    Woken { client: u32, token: u64 },
    /// A client starts, or connects again.
    Start { client: u32 },
    /// A request to connect reaches the server.
    Syn { conn: ConnId },
    /// The answer to it reaches the client.
    SynAck { conn: ConnId },
    /// A lost request or answer is sent again.
    Handshake { conn: ConnId, from: Side, tries: u8 },
    /// A piece of a stream from that side arrives.
    Segment { conn: ConnId, from: Side, seq: u32 },
    /// A piece from that side was lost and is sent again.
    Resend { conn: ConnId, from: Side, seq: u32 },
    /// That side learns that so many of its bytes were read.
    Credit { conn: ConnId, to: Side, bytes: u32 },
    /// That side learns that the connection is gone.
    Reset { conn: ConnId, to: Side, how: Closed },
    /// A planned command.
    Command(u32),
}
