//! The bytes and packets of one call on the wire.

use serde::{Deserialize, Serialize};

/// Socket payload of one call, counted by a relay between client and server, without headers of IP, TCP and UDP.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wire {
    /// Bytes from client to server.
    pub out_bytes: f64,
    /// Bytes from server to client.
    pub in_bytes: f64,
    /// Packets from client to server: datagrams seen by the relay, or segments counted by the kernel on a direct
    /// connection, pure acknowledgements included. Unknown if each call has its own connection.
    #[serde(default)]
    pub out_packets: Option<f64>,
    /// Packets from server to client, likewise.
    #[serde(default)]
    pub in_packets: Option<f64>,
}

impl Wire {
    /// Sets the packets to the segments of a connection, out and back, if they were counted.
    #[must_use]
    pub fn with_segments(self, segments: Option<(f64, f64)>) -> Self {
        match segments {
            Some((out, back)) => Wire {
                out_packets: Some(out),
                in_packets: Some(back),
                ..self
            },
            None => self,
        }
    }

    /// Bytes in both directions.
    pub fn total(&self) -> f64 {
        self.out_bytes + self.in_bytes
    }
}
