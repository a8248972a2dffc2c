//! What is received and what is sent.

use core::net::SocketAddr;

use manyrpc_codec::Buf;

/// What was received and not yet consumed: a piece of a stream, or one datagram.
#[derive(Debug, Default)]
pub struct Rx {
    /// The bytes.
    pub buf: Buf,
    /// Who sent the datagram; `None` on a stream and on a connected socket.
    pub from: Option<SocketAddr>,
}

/// Bytes to send: a piece of a stream, or exactly one datagram.
#[derive(Debug)]
pub struct Transmit<'a> {
    /// Where to; `None` means the connected peer.
    pub to: Option<SocketAddr>,
    /// The bytes.
    pub bytes: &'a [u8],
}
