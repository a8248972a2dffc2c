//! What happens in a world.

use manyrpc_engine::Closed;

use super::ids::{ConnId, Side};

/// A planned event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// A datagram reaches an endpoint.
    Datagram { to: u32, packet: u32 },
    /// The engine of a client or peer has a timeout.
    Timer { place: u32, life: u32 },
    /// A session's engine has a timeout.
    SessionTimer { session: u32, life: u32 },
    /// The service time of a session's call has passed.
    Served { session: u32, life: u32 },
    /// The service time of a peer's call has passed.
    PeerServed { place: u32, life: u32, call: u64 },
    /// A waker of a session's connection was used.
    SessionWoken { session: u32, life: u32 },
    /// An actor asked to be woken.
    Woken { place: u32, token: u64 },
    /// A client or peer starts or reconnects.
    Start { place: u32 },
    /// A connection request reaches the server.
    Syn { conn: ConnId },
    /// Its answer reaches the client.
    SynAck { conn: ConnId },
    /// A lost request or answer is retransmitted.
    Handshake { conn: ConnId, from: Side, tries: u8 },
    /// A segment from that side arrives.
    Segment { conn: ConnId, from: Side, seq: u32 },
    /// A lost segment from that side is retransmitted.
    Resend { conn: ConnId, from: Side, seq: u32 },
    /// That side learns that this many of its bytes were read.
    Credit { conn: ConnId, to: Side, bytes: u32 },
    /// That side learns that the connection is gone.
    Reset { conn: ConnId, to: Side, how: Closed },
    /// A planned command.
    Command(u32),
}
