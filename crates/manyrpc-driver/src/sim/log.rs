//! The log: a compact record of each event, counted, hashed, and kept on request.

use core::fmt;
use std::collections::VecDeque;

use manyrpc_engine::Instant;

/// A kind of event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum What {
    /// A datagram or segment was sent; the id is a digest of its bytes.
    Send,
    /// It arrived.
    Deliver,
    /// A datagram will arrive a second time.
    Duplicate,
    /// Some of its bits were flipped, and it was delivered like that.
    Flipped,
    /// It was lost on the link.
    Lost,
    /// The link's queue was full.
    QueueFull,
    /// Its checksum did not match, and it was dropped.
    BadChecksum,
    /// It was dropped by a partition.
    Cut,
    /// Nobody was bound to its address.
    NoListener,
    /// The socket's buffer was full.
    SocketFull,
    /// It was too large for a datagram.
    TooLarge,
    /// An engine's timer fired.
    Timer,
    /// A client began a call; the id is the call's.
    Call,
    /// An engine refused a method call; no call began.
    Refused,
    /// A client got a reply.
    Reply,
    /// A client's call with several messages from the server has ended.
    Ended,
    /// A client's call failed.
    Failed,
    /// A client's engine or connection broke.
    Broken,
    /// A client cancelled a call.
    Cancelled,
    /// A server received a call; the id is the server's.
    Received,
    /// A server executed a call.
    Executed,
    /// A client requested a connection.
    Connect,
    /// A server accepted it.
    Accept,
    /// One side closed a connection, or learnt that it was closed.
    Close,
    /// A process crashed.
    Crash,
    /// It restarted.
    Restart,
    /// An actor logged a note.
    Note,
}

const KINDS: usize = What::Note as usize + 1;

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its time.
    pub at: Instant,
    /// Its kind.
    pub what: What,
    /// The endpoint it happened at: the sender of a packet (its receiver for `Deliver`, `Flipped`,
    /// `NoListener`, `SocketFull`). See [`World::address`](super::World::address).
    pub here: u32,
    /// The other endpoint; [`Record::NOBODY`] when there is none.
    pub there: u32,
    /// Length of a packet or body in bytes.
    pub bytes: u32,
    /// An id, see [`What`]; otherwise 0.
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

/// How much of the log is kept in memory. Counts and hash are always complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Keep {
    /// Nothing.
    HashOnly,
    /// The last `n` records.
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

    /// The kept records, oldest first.
    pub fn records(&self) -> impl ExactSizeIterator<Item = &Record> {
        self.records.iter()
    }

    /// How often this happened, whether records were kept or not.
    pub fn count(&self, what: What) -> u64 {
        self.counts[what as usize]
    }

    /// A hash of everything that happened: equal logs have equal hashes, on every machine.
    pub fn hash(&self) -> u64 {
        self.hash
    }
}

impl fmt::Display for Log {
    /// Prints a line per record.
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
