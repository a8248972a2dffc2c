//! The clients of a datagram server, and which of their calls were executed.

use alloc::vec::Vec;
use core::net::SocketAddr;
use core::ops::{Index, IndexMut};
use core::time::Duration;

use hashbrown::HashTable;

use super::hash::mix;
use super::seen::{Place, Seen};
use crate::list::{Links, List};
use crate::time::Instant;

/// Xid sequences that one address may have at once: programs that used its port in succession.
pub(super) const RUNS_PER_PEER: usize = 16;

/// One client: an address and a sequence of xids.
#[derive(Debug, Default)]
pub(super) struct Run {
    pub(super) peer: Option<SocketAddr>,
    pub(super) seen: Seen,
    /// The highest call admitted: whatever lies above it is new.
    pub(super) newest: Place,
    pub(super) in_progress: u32,
    /// How many replies it may keep.
    pub(super) share: usize,
    /// Its completed calls, oldest first.
    pub(super) done: List,
    used: Instant,
    /// Its neighbours among all runs, in order of use.
    links: Links,
    /// Whether `by_peer` leads to it.
    is_first: bool,
    /// The next run of the same address.
    sibling: Option<u32>,
}

impl AsMut<Links> for Run {
    #[inline]
    fn as_mut(&mut self) -> &mut Links {
        &mut self.links
    }
}

/// All remembered clients.
#[derive(Debug)]
pub(super) struct Clients {
    most: usize,
    keep_for: Duration,
    seed: u64,
    runs: Vec<Run>,
    free: Vec<u32>,
    /// The first run of each address.
    by_peer: HashTable<u32>,
    /// All runs, least recently used first.
    by_use: List,
}

fn hash_peer(seed: u64, peer: &Option<SocketAddr>) -> u64 {
    let seed = seed | 1;
    match peer {
        None => seed,
        Some(SocketAddr::V4(a)) => {
            let ip = u64::from(u32::from(*a.ip()));
            mix(mix(seed, ip << 16 | u64::from(a.port())), seed)
        }
        Some(SocketAddr::V6(a)) => {
            let ip = u128::from(*a.ip());
            let hash = mix(mix(seed, ip as u64), (ip >> 64) as u64);
            mix(hash, u64::from(a.port()) << 32 | u64::from(a.scope_id()))
        }
    }
}

impl Clients {
    /// Capacity for `most` clients, each remembered for at least `keep_for` after its latest call.
    pub(super) fn new(most: usize, keep_for: Duration, seed: u64) -> Self {
        Clients {
            most,
            keep_for,
            seed,
            runs: Vec::new(),
            free: Vec::new(),
            by_peer: HashTable::new(),
            by_use: List::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.runs.len() - self.free.len()
    }

    #[inline]
    fn first_of(&self, peer: &Option<SocketAddr>) -> Option<u32> {
        // Many clients make several calls in a row.
        let latest = self.by_use.last();
        latest
            .filter(|at| self[*at].is_first && self[*at].peer == *peer)
            .or_else(|| self.look_up(peer))
    }

    #[inline(never)]
    fn look_up(&self, peer: &Option<SocketAddr>) -> Option<u32> {
        let hash = hash_peer(self.seed, peer);
        let is_it = |at: &u32| self.runs[*at as usize].peer == *peer;
        self.by_peer.find(hash, is_it).copied()
    }

    /// Every run of an address, the newest first.
    #[inline]
    fn runs_of(&self, peer: &Option<SocketAddr>) -> impl Iterator<Item = u32> {
        let first = self.first_of(peer);
        core::iter::successors(first, |at| self[*at].sibling)
    }

    /// The run that an xid of `peer` belongs to.
    #[inline]
    pub(super) fn find(&self, peer: &Option<SocketAddr>, xid: u32) -> Option<(u32, Place)> {
        self.runs_of(peer)
            .find_map(|at| Some((at, self[at].seen.place(xid)?)))
    }

    /// Whether a run has expired.
    #[inline]
    pub(super) fn is_over(&self, at: u32, now: Instant) -> bool {
        self[at].in_progress == 0 && now.since(self[at].used) > self.keep_for
    }

    /// A run that must end before one of `peer` can begin. `Err`: none can.
    pub(super) fn in_the_way(
        &self,
        peer: &Option<SocketAddr>,
        now: Instant,
    ) -> Result<Option<u32>, ()> {
        if self.runs_of(peer).count() >= RUNS_PER_PEER {
            // The oldest comes last, and is the one chosen among equals.
            let idle = self.runs_of(peer).filter(|at| self[*at].in_progress == 0);
            let oldest = idle.reduce(|a, b| if self[b].used <= self[a].used { b } else { a });
            return oldest.map(Some).ok_or(());
        }
        if self.len() < self.most {
            return Ok(None);
        }
        let oldest = self.by_use.first().filter(|at| self.is_over(*at, now));
        oldest.map(Some).ok_or(())
    }

    /// Starts a run at `xid`.
    #[cold]
    pub(super) fn begin(&mut self, peer: Option<SocketAddr>, xid: u32, share: usize) -> u32 {
        let at = self.free.pop().unwrap_or_else(|| {
            self.runs.push(Run::default());
            self.runs.len() as u32 - 1
        });
        let sibling = self.first_of(&peer);
        let run = &mut self[at];
        (run.peer, run.share, run.sibling) = (peer, share, sibling);
        run.seen.restart(xid);
        (run.newest, run.is_first) = (Place::default(), true);
        self.by_use.push_back(&mut self.runs, at);
        let (runs, seed) = (&self.runs, self.seed);
        let hash = hash_peer(seed, &peer);
        let is_it = |i: &u32| Some(*i) == sibling;
        match self.by_peer.find_mut(hash, is_it) {
            Some(first) => {
                self.runs[*first as usize].is_first = false;
                *first = at;
            }
            None => {
                let rehash = |i: &u32| hash_peer(seed, &runs[*i as usize].peer);
                self.by_peer.insert_unique(hash, at, rehash);
            }
        }
        at
    }

    /// A call of this run arrived.
    #[inline]
    pub(super) fn touch(&mut self, at: u32, now: Instant) {
        self[at].used = now;
        self.by_use.move_to_back(&mut self.runs, at);
    }

    /// Ends a run that has no calls left.
    #[cold]
    pub(super) fn end(&mut self, at: u32) {
        let (peer, after) = (self[at].peer, self[at].sibling);
        let before = self.runs_of(&peer).find(|i| self[*i].sibling == Some(at));
        match before {
            Some(before) => self[before].sibling = after,
            None => self.replace_first(&peer, at, after),
        }
        self.by_use.remove(&mut self.runs, at);
        self[at] = Run::default();
        self.free.push(at);
    }

    fn replace_first(&mut self, peer: &Option<SocketAddr>, at: u32, after: Option<u32>) {
        let hash = hash_peer(self.seed, peer);
        if let Ok(mut found) = self.by_peer.find_entry(hash, |i| *i == at) {
            match after {
                Some(next) => {
                    *found.get_mut() = next;
                    self.runs[next as usize].is_first = true;
                }
                None => {
                    found.remove();
                }
            }
        }
    }
}

impl Index<u32> for Clients {
    type Output = Run;

    #[inline]
    fn index(&self, at: u32) -> &Run {
        &self.runs[at as usize]
    }
}

impl IndexMut<u32> for Clients {
    #[inline]
    fn index_mut(&mut self, at: u32) -> &mut Run {
        &mut self.runs[at as usize]
    }
}
