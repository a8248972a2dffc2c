//! Received and outgoing bytes.

use core::net::SocketAddr;

use manyrpc_codec::Buf;

/// Bytes received and not yet consumed: a piece of a stream, or one datagram.
#[derive(Debug, Default)]
pub struct Rx {
    /// The bytes.
    pub buf: Buf,
    /// The datagram's sender; `None` on a stream and on a connected socket.
    pub from: Option<SocketAddr>,
}

impl From<Buf> for Rx {
    /// A piece of a stream.
    fn from(buf: Buf) -> Self {
        Rx { buf, from: None }
    }
}

/// Bytes to send: a piece of a stream, or exactly one datagram.
#[derive(Debug)]
pub struct Transmit<'a> {
    /// The destination; `None` for the connected peer.
    pub to: Option<SocketAddr>,
    /// The bytes.
    pub bytes: &'a [u8],
}
