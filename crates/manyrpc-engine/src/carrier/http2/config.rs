//! A connection's offered settings, and the limits on what a peer can make it spend.

use core::time::Duration;

use crate::limits::Keepalive;

/// Offered settings and limits of one connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Largest frame payload accepted, in bytes: 16 KiB to 16 MiB - 1. A DATA frame is received
    /// contiguously, so none of it is copied.
    pub frame_bytes: u32,
    /// Bytes that may arrive on one stream before [`consumed`](super::Connection::consumed) permits
    /// more; at least 64 KiB - 1.
    pub stream_window_bytes: u32,
    /// The same, over all streams of the connection.
    pub connection_window_bytes: u32,
    /// Largest header list accepted, in bytes as RFC 9113, 6.5.2 counts them. A longer one affects
    /// only its stream ([`Event::TooLong`](super::Event::TooLong)).
    pub header_list_bytes: usize,
    /// Largest header block, in bytes: all of it must be decoded even if its list is discarded, so
    /// a longer one ends the connection. At least the size of the largest list.
    pub header_block_bytes: usize,
    /// Most frames in one header block.
    pub header_frames: usize,
    /// Largest dynamic table, in bytes, both for the peer's header blocks and for ours.
    pub header_table_bytes: u16,
    /// Most concurrent streams of the peer.
    pub streams: usize,
    /// Most entries in a SETTINGS frame.
    pub settings: usize,
    /// Most bytes that wait for the peer's windows, beyond one message. Further requests of such a
    /// peer are refused, to be retried later.
    pub backlog_bytes: usize,
    /// A server takes no more requests while this many bytes of responses wait to be sent.
    pub queued_bytes: usize,
    /// Most bytes of acknowledgements and other control frames that wait for a peer that does not
    /// read them.
    pub reply_bytes: usize,
    /// Frames that advance no message (SETTINGS, PING, PRIORITY, WINDOW_UPDATE, empty and unknown
    /// ones) accepted in a burst, beyond four for each frame with content.
    pub idle_frames: u32,
    /// Such frames accepted per second, in addition.
    pub idle_frames_per_second: u32,
    /// Burst of streams that may be reset before they were answered, by the peer or for its errors.
    pub resets: u32,
    /// Such resets accepted per second, in addition.
    pub resets_per_second: u32,
    /// How long a client may take to acknowledge our SETTINGS.
    pub settings_timeout: Duration,
    /// Keepalives: when to send them, and how often the peer may.
    pub keepalive: Keepalive,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            frame_bytes: 4 << 20,
            stream_window_bytes: 16 << 20,
            connection_window_bytes: 32 << 20,
            header_list_bytes: 16 << 10,
            header_block_bytes: 1 << 20,
            header_frames: 128,
            header_table_bytes: 4096,
            streams: 1024,
            settings: 64,
            backlog_bytes: 64 << 20,
            queued_bytes: 64 << 20,
            reply_bytes: 64 << 10,
            idle_frames: 10_000,
            idle_frames_per_second: 1_000,
            resets: 1_000,
            resets_per_second: 100,
            settings_timeout: Duration::from_secs(30),
            keepalive: Keepalive {
                strikes: 0,
                ..Keepalive::default()
            },
        }
    }
}
