//! What a connection offers, and the named cap of everything a peer can make it spend.

use core::time::Duration;

use crate::limits::Keepalive;

/// Offers and caps of one connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Largest payload of a frame that is taken, in bytes: 16 KiB to 16 MiB - 1. One DATA frame
    /// is received in one piece, so that nothing of it is copied.
    pub frame_bytes: u32,
    /// Bytes that may arrive on one stream before [`consumed`](super::Connection::consumed)
    /// permits more; 64 KiB - 1 at least.
    pub stream_window_bytes: u32,
    /// Likewise over all streams of the connection.
    pub connection_window_bytes: u32,
    /// Largest header list taken, in bytes as RFC 9113, 6.5.2 counts them. A longer one costs its
    /// stream alone ([`Event::TooLong`](super::Event::TooLong)).
    pub header_list_bytes: usize,
    /// Largest header block, in bytes: all of it has to be decoded, whatever comes of its list, so
    /// what is longer ends the connection. No less than the list that is taken.
    pub header_block_bytes: usize,
    /// Most frames of one header block.
    pub header_frames: usize,
    /// Largest dynamic table of the peer's header blocks, in bytes, and of ours.
    pub header_table_bytes: usize,
    /// Most streams that the peer may have open.
    pub streams: usize,
    /// Most entries of one SETTINGS frame.
    pub settings: usize,
    /// Most bytes that wait for the peer's windows, beyond one message. A peer that lets more wait
    /// has its requests refused, to be made again later.
    pub backlog_bytes: usize,
    /// A server takes no more requests while so many bytes of answers wait to be sent.
    pub queued_bytes: usize,
    /// Most bytes of acknowledgements and the like that wait to be sent to a peer that does not
    /// read them.
    pub reply_bytes: usize,
    /// Frames that carry nothing forward (SETTINGS, PING, PRIORITY, WINDOW_UPDATE, empty and
    /// unknown ones) that may come at once, beyond four for each frame with content.
    pub idle_frames: u32,
    /// How many such frames more with each second.
    pub idle_frames_per_second: u32,
    /// Streams that may be reset before they were answered, by the peer or for its errors, at once.
    pub resets: u32,
    /// How many such resets more with each second.
    pub resets_per_second: u32,
    /// How long a client may take to acknowledge our settings.
    pub settings_timeout: Duration,
    /// Signs of life: when the peer is asked for one, and how often it may ask us.
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
