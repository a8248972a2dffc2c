//! What happened: a compact record of each thing, counted, hashed, and kept if wanted.

use core::fmt;
use std::collections::VecDeque;

use manyrpc_engine::Instant;

/// A kind of thing that happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum What {
    /// A datagram or a piece of a stream was sent; the id is a digest of its bytes.
    Send,
    /// It arrived.
    Deliver,
    /// A datagram will arrive a second time.
    Duplicate,
    /// Some of its bits were flipped, and it is delivered so.
    Flipped,
    /// It was lost on the link.
    Lost,
    /// It found the link's queue full.
    QueueFull,
    /// Its checksum did not match, and it was dropped.
    BadChecksum,
    /// It ran into a partition.
    Cut,
    /// It found nobody at that address.
    NoListener,
    /// It found the socket's buffer full.
    SocketFull,
    /// It was larger than a datagram can be.
    TooLarge,
    /// An engine's timer fired.
    Timer,
    /// A client began a call; the id is the call's.
    Call,
    /// A client's verb was refused; no call began.
    Refused,
    /// A client got a reply.
    Reply,
    /// A client's call with several messages from the server is over.
    Ended,
    /// A client's call failed.
    Failed,
    /// A client's engine or connection broke.
    Broken,
    /// A client cancelled a call.
    Cancelled,
    /// A server received a call; the id is the server's name for it.
    Received,
    /// A server carried a call out.
    Executed,
    /// A client asks for a connection.
    Connect,
    /// A server accepted one.
    Accept,
    /// One side closed a connection, or learnt that it is closed.
    Close,
    /// A process stopped dead.
    Crash,
    /// It started again.
    Restart,
    /// A word that an actor logged.
    Note,
}

const KINDS: usize = What::Note as usize + 1;

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// When.
    pub at: Instant,
    /// What.
    pub what: What,
    /// At which endpoint: the sender of a packet (its receiver for `Deliver`, `Flipped`,
    /// `NoListener`, `SocketFull`). See [`World::address`](super::World::address).
    pub here: u32,
    /// The other endpoint; [`Record::NOBODY`] when there is none.
    pub there: u32,
    /// Bytes of a packet or of a body.
    pub bytes: u32,
    /// A name, see [`What`]; else 0.
    pub id: u64,
}

impl Record {
    /// No endpoint.
    pub const NOBODY: u32 = u32::MAX;
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ns = self.at.as_nanos();
        let (s, rest) = (ns / 1_000_000_000, ns % 1_000_000_000);
        write!(f, "{s}.{rest:09} {:?} {}", self.what, self.here)?;
        if self.there != Record::NOBODY {
            write!(f, "-{}", self.there)?;
        }
        write!(f, " {} {:x}", self.bytes, self.id)
    }
}

/// How much of the log stays in memory. Counts and hash are always complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keep {
    /// Nothing.
    HashOnly,
    /// The last so many records.
    Last(usize),
    /// Everything.
    All,
}

/// The log of a world.
#[derive(Debug)]
pub struct Log {
    keep: Keep,
    records: VecDeque<Record>,
    counts: [u64; KINDS],
    hash: u64,
}

impl Log {
    pub(super) fn new(keep: Keep) -> Self {
        Log {
            keep,
            records: VecDeque::new(),
            counts: [0; KINDS],
            hash: 0,
        }
    }

    pub(super) fn set_keep(&mut self, keep: Keep) {
        self.keep = keep;
        self.trim();
    }

    pub(super) fn push(&mut self, record: Record) {
        self.counts[record.what as usize] += 1;
        let mut hash = fold(self.hash, record.at.as_nanos());
        hash = fold(
            hash,
            u64::from(record.here) << 40 ^ u64::from(record.there) << 8 ^ record.what as u64,
        );
        hash = fold(hash, u64::from(record.bytes));
        self.hash = fold(hash, record.id);
        if self.keep != Keep::HashOnly {
            self.records.push_back(record);
            self.trim();
        }
    }

    fn trim(&mut self) {
        let most = match self.keep {
            Keep::HashOnly => 0,
            Keep::Last(n) => n,
            Keep::All => usize::MAX,
        };
        while self.records.len() > most {
            self.records.pop_front();
        }
    }

    /// The records kept, oldest first.
    pub fn records(&self) -> impl ExactSizeIterator<Item = &Record> {
        self.records.iter()
    }

    /// How often this happened, whatever was kept.
    pub fn count(&self, what: What) -> u64 {
        self.counts[what as usize]
    }

    /// A hash over everything that happened: equal logs, equal hashes, on every machine.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

impl fmt::Display for Log {
    /// A line per record.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.records.iter().try_for_each(|r| writeln!(f, "{r}"))
    }
}

/// A digest of a packet's bytes.
pub(super) fn digest(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut hash = words
        .iter()
        .fold(bytes.len() as u64, |h, w| fold(h, u64::from_le_bytes(*w)));
    for byte in rest {
        hash = fold(hash, u64::from(*byte));
    }
    hash
}

fn fold(hash: u64, word: u64) -> u64 {
    let x = (hash.rotate_left(29) ^ word).wrapping_mul(0x9FB2_1C65_1E98_DF25);
    x ^ (x >> 32)
}
