//! Conversion of impairments to the simulator's conditions.
//!
//! A datagram is one packet in both: the relay does not see the IP fragments of a real network, and the simulator
//! is configured not to fragment. The fates themselves differ, since a simulated world draws all its random
//! numbers from one generator; the two have shares and times in common.

use manyrpc_driver::sim::{Conditions, Corrupted, Delay};

use super::impairment::Impairment;

/// Larger than any IP packet.
const NO_FRAGMENTS: usize = 65_535 + 8;
/// The packet size used to convert a queue of packets to bytes.
const PACKET_BYTES: usize = 1500;

impl From<&Impairment> for Conditions {
    fn from(from: &Impairment) -> Self {
        Conditions {
            latency: Delay::Uniform {
                min: from.delay.saturating_sub(from.jitter),
                max: from.delay + from.jitter,
            },
            rate_bits: from.rate_bits,
            queue_bytes: from.queue_packets * PACKET_BYTES,
            loss: from.loss.probability(),
            duplication: from.duplication.probability(),
            reordering: from.reordering.probability(),
            reordering_delay: Delay::Fixed(from.hold),
            corruption: from.corruption.probability(),
            corrupted: Corrupted::Delivered,
            mtu: NO_FRAGMENTS,
            frame_bytes: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_datagram_is_one_packet() {
        let conditions = Conditions::from(&Impairment::default());
        assert_eq!(conditions.packets(65_507), 1);
        assert_eq!(conditions.datagram_bytes(1222), 1250);
        assert_eq!(conditions.segment_bytes(1210), 1250);
    }
}
