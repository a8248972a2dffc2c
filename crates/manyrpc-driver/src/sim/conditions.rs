//! The conditions on a link.

use core::time::Duration;

use super::rng::Rng;

/// A delay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Delay {
    /// Always the same.
    Fixed(Duration),
    /// Uniformly distributed between two durations.
    Uniform {
        /// The shortest.
        min: Duration,
        /// The longest.
        max: Duration,
    },
    /// A minimum and an exponentially distributed rest.
    Exponential {
        /// The shortest.
        min: Duration,
        /// The mean of the rest; the mean in all is `min + mean`.
        mean: Duration,
    },
}

impl Delay {
    /// No delay.
    pub const NONE: Delay = Delay::Fixed(Duration::ZERO);

    /// Always `us` microseconds.
    pub const fn micros(us: u64) -> Delay {
        Delay::Fixed(Duration::from_micros(us))
    }

    /// Always `ms` milliseconds.
    pub const fn millis(ms: u64) -> Delay {
        Delay::Fixed(Duration::from_millis(ms))
    }

    /// Draws a delay.
    pub fn sample(&self, rng: &mut Rng) -> Duration {
        match *self {
            Delay::Fixed(d) => d,
            Delay::Uniform { min, max } => {
                let width = max.saturating_sub(min).as_nanos() as u64;
                min + Duration::from_nanos(rng.below(width.saturating_add(1)))
            }
            Delay::Exponential { min, mean } => min + rng.exponential(mean),
        }
    }
}

/// What happens to a datagram with flipped bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Corrupted {
    /// The checksum detects it, and it is dropped, as with UDP checksums.
    Dropped,
    /// It is delivered anyway, as without UDP checksums.
    Delivered,
}

/// The conditions in one direction of a link. Probabilities are from 0 to 1, per packet.
///
/// Streams are affected by latency, rate, queue and loss (which costs a retransmission time, never
/// data); duplication, reordering and corruption affect only datagrams.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// Time from the last bit sent to the arrival. Packets do not overtake each other, except those
    /// that `reordering` selects.
    pub latency: Delay,
    /// Bits per second; `None` is unlimited.
    pub rate_bits: Option<u64>,
    /// Bytes that may be queued when the rate is limited; further packets are dropped.
    pub queue_bytes: usize,
    /// Probability that a packet is lost. A datagram of several fragments is lost with any of them.
    pub loss: f64,
    /// Probability that a datagram arrives twice.
    pub duplication: f64,
    /// Probability that a datagram is delayed by `reordering_delay` and overtaken.
    pub reordering: f64,
    /// The additional delay of a reordered datagram.
    pub reordering_delay: Delay,
    /// Probability that one to three bits of a datagram are flipped.
    pub corruption: f64,
    /// What happens to a corrupted datagram.
    pub corrupted: Corrupted,
    /// Largest IP packet in bytes, at least 68: larger datagrams are fragmented, and streams are
    /// sent in segments of 40 bytes less.
    pub mtu: usize,
    /// Bytes that each packet takes on the link in addition to IP (Ethernet with preamble and gap:
    /// 38).
    pub frame_bytes: usize,
}

impl Default for Conditions {
    /// A perfect local network: 100 µs in each direction, no other effects, packets of 1500 bytes.
    fn default() -> Self {
        Conditions {
            latency: Delay::micros(100),
            rate_bits: None,
            queue_bytes: 1 << 20,
            loss: 0.0,
            duplication: 0.0,
            reordering: 0.0,
            reordering_delay: Delay::NONE,
            corruption: 0.0,
            corrupted: Corrupted::Dropped,
            mtu: 1500,
            frame_bytes: 0,
        }
    }
}

impl Conditions {
    /// The number of packets of a datagram of `n` bytes: IPv4 fragments (RFC 791, section 3.2).
    pub fn packets(&self, n: usize) -> usize {
        let per_packet = (self.mtu.max(68) - IP_HEADER) / 8 * 8;
        (n + UDP_HEADER).div_ceil(per_packet)
    }

    /// Bytes that a datagram of `n` bytes takes on the link, with the headers of all its packets.
    pub fn datagram_bytes(&self, n: usize) -> usize {
        n + UDP_HEADER + self.packets(n) * (IP_HEADER + self.frame_bytes)
    }

    /// Bytes that a stream segment of `n` bytes takes on the link.
    pub fn segment_bytes(&self, n: usize) -> usize {
        n + TCP_HEADER + IP_HEADER + self.frame_bytes
    }

    /// Most bytes of a stream in one packet.
    pub fn segment_payload(&self) -> usize {
        self.mtu.max(68) - IP_HEADER - TCP_HEADER
    }
}

/// How a stream is cut into segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Segmentation {
    /// Full packets, the last one shorter.
    Packets,
    /// One byte each.
    Bytes,
    /// At random positions, up to this many bytes per segment (and never above a packet).
    Random(usize),
}

/// How streams behave in the whole world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamOptions {
    /// Bytes that one side may have sent and the other not read yet: both socket buffers together.
    pub window_bytes: usize,
    /// How the stream is cut into segments.
    pub segmentation: Segmentation,
    /// Initial retransmission timeout of a segment; doubles up to 120 s.
    pub first_resend: Duration,
    /// A segment undelivered for this long resets the connection.
    pub give_up: Duration,
    /// Initial retransmission timeout of a connection request; doubles.
    pub first_reconnect: Duration,
}

impl Default for StreamOptions {
    fn default() -> Self {
        StreamOptions {
            window_bytes: 256 << 10,
            segmentation: Segmentation::Packets,
            first_resend: Duration::from_millis(200),
            give_up: Duration::from_secs(900),
            first_reconnect: Duration::from_secs(1),
        }
    }
}

const IP_HEADER: usize = 20;
const UDP_HEADER: usize = 8;
const TCP_HEADER: usize = 20;
