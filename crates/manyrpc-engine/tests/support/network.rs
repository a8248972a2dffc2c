//! A bad network in virtual time: loses, duplicates, delays and reorders datagrams.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::net::SocketAddr;

use manyrpc_engine::Instant;

/// A pseudo-random generator.
#[derive(Clone, Debug)]
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn percent(&mut self, n: u64) -> bool {
        self.below(100) < n
    }
}

/// A datagram in transit.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Packet {
    pub at: Instant,
    serial: u64,
    pub from: SocketAddr,
    pub to: SocketAddr,
    pub bytes: Vec<u8>,
}

#[derive(Debug)]
pub struct Network {
    pub random: Random,
    pub loss: u64,
    pub duplication: u64,
    /// Delays are between one and this many milliseconds.
    pub longest_ms: u64,
    pub queue: BinaryHeap<Reverse<Packet>>,
    serial: u64,
}

impl Network {
    pub fn bad(seed: u64) -> Self {
        Network {
            random: Random(seed),
            loss: 20,
            duplication: 10,
            longest_ms: 20,
            queue: BinaryHeap::new(),
            serial: 0,
        }
    }

    pub fn send(&mut self, now: Instant, from: SocketAddr, to: SocketAddr, bytes: &[u8]) {
        if self.random.percent(self.loss) {
            return;
        }
        let copies = 1 + u64::from(self.random.percent(self.duplication));
        for _ in 0..copies {
            let delay_ns = 1_000_000 + self.random.below(self.longest_ms * 1_000_000);
            // Some arrive very late, long after their call has ended.
            let late_ns = if self.random.percent(1) {
                3_000_000_000
            } else {
                0
            };
            self.serial += 1;
            self.queue.push(Reverse(Packet {
                at: Instant::from_nanos(now.as_nanos() + delay_ns + late_ns),
                serial: self.serial,
                from,
                to,
                bytes: bytes.to_vec(),
            }));
        }
    }
}
