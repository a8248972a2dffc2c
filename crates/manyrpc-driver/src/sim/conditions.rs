//! What a link does to what crosses it.

use core::time::Duration;

use super::rng::Rng;

/// How long something takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Delay {
    /// Always the same.
    Fixed(Duration),
    /// Evenly between two durations.
    Uniform {
        /// The shortest.
        min: Duration,
        /// The longest.
        max: Duration,
    },
    /// A shortest time and an exponentially distributed rest.
    Exponential {
        /// The shortest.
        min: Duration,
        /// The mean of the rest; the mean of all is `min + mean`.
        mean: Duration,
    },
}

impl Delay {
    /// No time at all.
    pub const NONE: Delay = Delay::Fixed(Duration::ZERO);

    /// So many microseconds, always.
    pub const fn micros(us: u64) -> Delay {
        Delay::Fixed(Duration::from_micros(us))
    }

    /// So many milliseconds, always.
    pub const fn millis(ms: u64) -> Delay {
        Delay::Fixed(Duration::from_millis(ms))
    }

    /// One draw.
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

/// What happens to a datagram whose bits were flipped on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Corrupted {
    /// The checksum finds it, and it is dropped, as UDP with checksums does.
    Dropped,
    /// It is delivered all the same, as UDP without checksums does.
    Delivered,
}

/// The state of one direction of a link. Probabilities are from 0 to 1, per packet.
///
/// Streams feel latency, rate, queue and loss (which costs them a retransmission time, never
/// a byte); duplication, reordering and corruption are for datagrams only.
#[derive(Clone, Debug, PartialEq)]
pub struct Conditions {
    /// From the last bit sent to the arrival. Packets do not overtake each other,
    /// except those that `reordering` picks.
    pub latency: Delay,
    /// Bits per second; `None` is without limit.
    pub rate_bits: Option<u64>,
    /// Bytes that may wait for their turn where there is a rate; what comes then is dropped.
    pub queue_bytes: usize,
    /// Probability that a packet is lost. A datagram of several fragments is lost with any of them.
    pub loss: f64,
    /// Probability that a datagram arrives twice.
    pub duplication: f64,
    /// Probability that a datagram takes `reordering_delay` longer and is overtaken.
    pub reordering: f64,
    /// How much longer a reordered datagram takes.
    pub reordering_delay: Delay,
    /// Probability that one to three bits of a datagram are flipped.
    pub corruption: f64,
    /// What becomes of a corrupted datagram.
    pub corrupted: Corrupted,
    /// Largest IP packet in bytes, at least 68: larger datagrams go in fragments, and streams in segments
    /// of 40 bytes less.
    pub mtu: usize,
    /// Bytes that each packet takes on the link beside IP (Ethernet with preamble and gap: 38).
    pub frame_bytes: usize,
}

impl Default for Conditions {
    /// A perfect local network: 100 µs each way and nothing else, packets of 1500 bytes.
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
    /// Packets that a datagram of `n` bytes goes in: IPv4's fragments (RFC 791, section 3.2).
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

/// Where the pieces of a stream are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Segmentation {
    /// As full packets, the last one shorter.
    Packets,
    /// Every byte alone.
    Bytes,
    /// At random places, up to this many bytes a piece (and never above a packet).
    Random(usize),
}

/// How streams behave, world-wide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamOptions {
    /// Bytes that one side may have sent and the other not yet read: both socket buffers together.
    pub window_bytes: usize,
    /// Where the pieces are cut.
    pub segmentation: Segmentation,
    /// Wait before a lost piece is sent again the first time; doubles up to 120 s.
    pub first_resend: Duration,
    /// A piece that did not arrive for so long resets the connection.
    pub give_up: Duration,
    /// Wait before a lost connection request is sent again the first time; doubles.
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
