//! What one call puts on the wire.

use serde::{Deserialize, Serialize};

/// Socket payload of one call, counted by a relay between client and server; headers of IP, TCP
/// and UDP are not in it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wire {
    /// Bytes from client to server.
    pub out_bytes: f64,
    /// Bytes from server to client.
    pub in_bytes: f64,
    /// Packets from client to server: datagrams as the relay saw them, or the segments that the kernel counted on
    /// a direct connection, those that only acknowledge included. Not known where each call has a connection
    /// of its own.
    #[serde(default)]
    pub out_packets: Option<f64>,
    /// And back.
    #[serde(default)]
    pub in_packets: Option<f64>,
}

impl Wire {
    /// The same with the segments of a connection, out and back, if they were counted.
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

    /// Both directions.
    pub fn total(&self) -> f64 {
        self.out_bytes + self.in_bytes
    }
}
