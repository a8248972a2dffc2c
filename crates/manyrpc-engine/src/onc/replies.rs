//! The duplicate-request cache, which makes calls over datagrams at most once.
//!
//! Reading list: RFC 5531 section 5 ("execute-at-most-once semantics"); Juszczak, "Improving the
//! Performance and Correctness of an NFS Server" (USENIX 1989), on caches that do not distinguish
//! completed calls from those in progress.
//!
//! The cache has two parts of different cost. *Replies* are kept for retransmission; when space
//! runs out, the client with the most replies loses its oldest, so that many busy clients leave a
//! slow one its last reply. *Executed calls* are recorded separately, in a few words per client
//! ([`Seen`](super::seen::Seen)), and longer than the replies: a late duplicate whose reply is gone
//! is dropped, never executed.
//!
//! Guarantees for a client whose xids count up (ours, libtirpc's, the kernels'):
//!
//! - A call is executed at most once, as long as its duplicates arrive within
//!   [`keep_for`](crate::limits::ReplyCacheLimits::keep_for) of the client's latest call.
//! - Its duplicates are answered, however often the reply is lost, while it is among the client's
//!   latest [`FIRST_SHARE`] calls or, once the client has sent duplicates, its latest `replies /
//!   clients`, if memory permits. With one call in flight per socket, that is always the case for
//!   up to `replies` clients.
//! - A client may have [`Limits::calls_in_flight`] calls lost or in flight before the oldest of
//!   them is refused.
//!
//! A client with random xids is protected for its last
//! [`RUNS_PER_PEER`](super::clients::RUNS_PER_PEER) calls. A repeated xid with another procedure or
//! other arguments is recognised as a new call while the old reply is cached. If there is no room
//! for another client within `keep_for`, the new client is refused; no old one is forgotten.
//!
//! ONC messages carry no boot time: a restarted server has an empty cache, and may execute each
//! client's call in flight once more. Nothing in this protocol could prevent that.

use alloc::vec::Vec;
use core::mem;
use core::net::SocketAddr;
use core::time::Duration;

use hashbrown::HashTable;
use manyrpc_codec::Buf;

use super::clients::Clients;
use super::hash::mix;
use super::ranks::Ranks;
use super::seen::Place;
use crate::Limits;
use crate::list::Links;
use crate::time::Instant;

/// Clients remembered, per reply cached.
const RUNS_PER_REPLY: usize = 4;
/// Holes remembered, per reply cached.
const HOLES_PER_REPLY: usize = 8;
/// Replies kept for a client that has sent no duplicates. More would evict more useful data from
/// the processor's caches; each duplicate doubles its share.
pub(super) const FIRST_SHARE: usize = 64;
/// Bytes of the arguments that distinguish calls with equal xids.
const FINGERPRINT_BYTES: usize = 256;

/// The hash seed until a better one is set.
const SEED: u64 = 0x6d61_6e79_7270_6321;

/// What to do with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Execute it; this is its entry.
    New(u32),
    /// Retransmit the reply of this entry.
    Again(u32),
    /// It is being executed: drop it.
    InProgress,
    /// It was executed, and its reply is gone: drop it.
    Forgotten,
    /// No room for another client: drop it.
    NoRoom,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Free,
    InProgress,
    Done,
    /// Evicted while its reply is queued.
    Leaving,
}

/// A call and its reply.
#[derive(Debug)]
struct Entry {
    state: State,
    run: u32,
    place: Place,
    fingerprint: u64,
    reply: Buf,
    /// Whether the reply is queued.
    held: bool,
    /// Its neighbours among the completed calls of its run, by age.
    links: Links,
}

impl AsMut<Links> for Entry {
    #[inline]
    fn as_mut(&mut self) -> &mut Links {
        &mut self.links
    }
}

/// The cache.
#[derive(Debug)]
pub(super) struct Replies {
    most_replies: usize,
    most_bytes: usize,
    most_holes_per_run: usize,
    keep_for: Duration,
    seed: u64,
    entries: Vec<Entry>,
    free_entries: Vec<u32>,
    by_place: HashTable<u32>,
    clients: Clients,
    by_count: Ranks,
    done: usize,
    bytes: usize,
    holes: usize,
    spare: Buf,
}

/// Distinguishes calls with the same xid: interface, procedure, arguments.
#[inline]
pub(super) fn fingerprint(program: u32, version: u32, procedure: u32, arguments: &[u8]) -> u64 {
    let mut hash = mix(
        u64::from(program) << 32 | u64::from(version),
        u64::from(procedure),
    );
    hash = mix(hash, arguments.len() as u64);
    let known = &arguments[..arguments.len().min(FINGERPRINT_BYTES)];
    let words = known.chunks_exact(8);
    let mut last = [0; 8];
    last[..words.remainder().len()].copy_from_slice(words.remainder());
    for word in words {
        hash = mix(
            hash,
            u64::from_le_bytes(word.try_into().unwrap_or_default()),
        );
    }
    mix(hash, u64::from_le_bytes(last))
}

#[inline]
fn hash_place(seed: u64, run: u32, place: Place) -> u64 {
    mix(mix(seed | 1, place.0), u64::from(run) << 32 | 1)
}

impl Replies {
    /// An empty cache; `None` if the limits turn it off.
    pub(super) fn new(limits: &Limits) -> Option<Self> {
        let most = limits.reply_cache.replies.min(1 << 24);
        (most > 0).then(|| Replies {
            most_replies: most,
            most_bytes: limits.reply_cache.bytes,
            most_holes_per_run: limits.calls_in_flight,
            keep_for: limits.reply_cache.keep_for,
            seed: SEED,
            entries: Vec::new(),
            free_entries: Vec::new(),
            by_place: HashTable::new(),
            clients: Clients::new(
                most.saturating_mul(RUNS_PER_REPLY),
                limits.reply_cache.keep_for,
                SEED,
            ),
            by_count: Ranks::default(),
            done: 0,
            bytes: 0,
            holes: 0,
            spare: Buf::new(),
        })
    }

    /// Sets the hash seed. Only for an empty cache.
    pub(super) fn set_seed(&mut self, seed: u64) {
        if self.clients.len() == 0 {
            let most = self.most_replies.saturating_mul(RUNS_PER_REPLY);
            self.clients = Clients::new(most, self.keep_for, seed);
            self.seed = seed;
        }
    }

    /// Replies kept, their memory in bytes, and clients remembered.
    pub(super) fn usage(&self) -> (usize, usize, usize) {
        (self.done, self.bytes, self.clients.len())
    }

    /// Checks a call. A new one must be ended by `done`, `silent` or `forget`.
    pub(super) fn admit(
        &mut self,
        peer: Option<SocketAddr>,
        xid: u32,
        fingerprint: u64,
        now: Instant,
    ) -> Verdict {
        let Some((run, place)) = self.run_of(peer, xid, now) else {
            return Verdict::NoRoom;
        };
        self.clients.touch(run, now);
        let verdict = self.judge(run, place, fingerprint);
        if !matches!(verdict, Verdict::New(_)) {
            let share = &mut self.clients[run].share;
            *share = share.saturating_mul(2).min(self.most_replies);
        }
        verdict
    }

    #[inline]
    fn judge(&mut self, run: u32, place: Place, fingerprint: u64) -> Verdict {
        match place > self.clients[run].newest {
            true => Verdict::New(self.new_entry(run, place, fingerprint)),
            false => self.judge_again(run, place, fingerprint),
        }
    }

    /// The same for a call that may be a duplicate.
    #[inline(never)]
    fn judge_again(&mut self, run: u32, place: Place, fingerprint: u64) -> Verdict {
        if let Some(at) = self.find(run, place) {
            let entry = &self.entries[at as usize];
            if entry.state == State::InProgress {
                return Verdict::InProgress;
            }
            if entry.fingerprint == fingerprint {
                return if entry.held {
                    Verdict::InProgress
                } else {
                    Verdict::Again(at)
                };
            }
            self.evict(at);
        } else if self.clients[run].seen.contains(place) {
            return Verdict::Forgotten;
        }
        Verdict::New(self.new_entry(run, place, fingerprint))
    }

    /// The run that a call belongs to.
    #[inline]
    fn run_of(&mut self, peer: Option<SocketAddr>, xid: u32, now: Instant) -> Option<(u32, Place)> {
        if let Some((run, place)) = self.clients.find(&peer, xid) {
            if !self.clients.is_over(run, now) {
                return Some((run, place));
            }
            self.end_run(run);
        }
        if let Some(run) = self.clients.in_the_way(&peer, now).ok()? {
            self.end_run(run);
        }
        let run = self.clients.begin(peer, xid, FIRST_SHARE);
        Some((run, self.clients[run].seen.place(xid)?))
    }

    /// Forgets a client and its replies.
    #[cold]
    fn end_run(&mut self, run: u32) {
        while self.evict_oldest_of(run) {}
        self.holes -= self.clients[run].seen.holes();
        self.clients.end(run);
    }

    #[inline]
    fn find(&self, run: u32, place: Place) -> Option<u32> {
        let hash = hash_place(self.seed, run, place);
        let is_it = |at: &u32| {
            let entry = &self.entries[*at as usize];
            entry.run == run && entry.place == place
        };
        self.by_place.find(hash, is_it).copied()
    }

    #[inline]
    fn new_entry(&mut self, run: u32, place: Place, fingerprint: u64) -> u32 {
        let at = self.free_entries.pop().unwrap_or_else(|| {
            self.entries.push(Entry {
                state: State::Free,
                run: 0,
                place,
                fingerprint: 0,
                reply: Buf::new(),
                held: false,
                links: Links::default(),
            });
            self.free_entries.reserve(self.entries.len());
            self.entries.len() as u32 - 1
        });
        let entry = &mut self.entries[at as usize];
        (entry.state, entry.run, entry.place) = (State::InProgress, run, place);
        (entry.fingerprint, entry.held) = (fingerprint, false);
        let client = &mut self.clients[run];
        client.in_progress += 1;
        client.newest = client.newest.max(place);
        let (entries, seed) = (&self.entries, self.seed);
        let hash = hash_place(seed, run, place);
        self.by_place.insert_unique(hash, at, |i| {
            let entry = &entries[*i as usize];
            hash_place(seed, entry.run, entry.place)
        });
        at
    }

    /// The call was executed, with this reply. `true`: the reply is stored, and held until
    /// `release`; `reply` becomes a buffer for the next one. `false`: it is too large.
    #[inline]
    pub(super) fn done(&mut self, at: u32, reply: &mut Buf) -> bool {
        self.carried_out(at);
        let stored = self.pack(reply);
        if stored.capacity() > self.most_bytes {
            *reply = stored;
            self.free(at);
            return false;
        }
        let run = self.entries[at as usize].run;
        let client = &self.clients[run];
        if client.done.len() >= client.share
            && let Some(oldest) = client.done.first()
        {
            self.remove(oldest);
        }
        while self.done >= self.most_replies || self.bytes + stored.capacity() > self.most_bytes {
            self.by_count.set(run, self.clients[run].done.len());
            if !self.evict_one() {
                break;
            }
        }
        if reply.capacity() == 0 {
            mem::swap(reply, &mut self.spare);
        }
        let entry = &mut self.entries[at as usize];
        (entry.state, entry.held, entry.reply) = (State::Done, true, stored);
        self.bytes += entry.reply.capacity();
        self.done += 1;
        let client = &mut self.clients[run];
        client.in_progress -= 1;
        client.done.push_back(&mut self.entries, at);
        self.by_count.set(run, client.done.len());
        true
    }

    /// Takes the reply's buffer, or copies a small reply out of a large one.
    #[inline]
    fn pack(&mut self, reply: &mut Buf) -> Buf {
        if reply.capacity() <= 4 * reply.len().max(128) {
            return mem::take(reply);
        }
        let mut small = mem::take(&mut self.spare);
        if small.capacity() > 4 * reply.len().max(128) {
            small = Buf::with_capacity(reply.len());
        }
        small.clear();
        small.put(reply.data());
        reply.clear();
        small
    }

    /// The call was executed and has no reply: duplicates are dropped.
    pub(super) fn silent(&mut self, at: u32) {
        self.carried_out(at);
        self.free(at);
    }

    /// The call may be executed again.
    pub(super) fn forget(&mut self, at: u32) {
        let run = self.entries[at as usize].run;
        self.free(at);
        let state = &self.clients[run];
        if state.seen.is_empty() && state.in_progress == 0 && state.done.len() == 0 {
            self.end_run(run);
        }
    }

    #[inline]
    fn carried_out(&mut self, at: u32) {
        let Entry { run, place, .. } = self.entries[at as usize];
        let seen = &mut self.clients[run].seen;
        let before = seen.holes();
        seen.insert(place);
        let after = seen.holes();
        if after == before {
            return;
        }
        self.holes = self.holes + after - before;
        let most = self.most_replies.saturating_mul(HOLES_PER_REPLY);
        if after > self.most_holes_per_run || self.holes > most && after > 0 {
            seen.forget_oldest_hole();
            self.holes -= 1;
        }
    }

    /// The reply, to send.
    #[inline]
    pub(super) fn reply(&self, at: u32) -> &[u8] {
        self.entries[at as usize].reply.data()
    }

    /// The reply is queued again.
    pub(super) fn hold(&mut self, at: u32) {
        self.entries[at as usize].held = true;
    }

    /// The reply was sent.
    #[inline]
    pub(super) fn release(&mut self, at: u32) {
        let entry = &mut self.entries[at as usize];
        entry.held = false;
        if entry.state == State::Leaving {
            entry.state = State::Free;
            self.bytes -= entry.reply.capacity();
            entry.reply = Buf::new();
            self.free_entries.push(at);
        }
    }

    /// Evicts the oldest reply of the client with the most.
    #[inline]
    fn evict_one(&mut self) -> bool {
        self.by_count
            .top()
            .is_some_and(|run| self.evict_oldest_of(run))
    }

    #[inline]
    fn evict_oldest_of(&mut self, run: u32) -> bool {
        let oldest = self.clients[run].done.first();
        oldest.map(|at| self.evict(at)).is_some()
    }

    /// Evicts a completed reply.
    #[inline]
    fn evict(&mut self, at: u32) {
        let run = self.remove(at);
        self.by_count.set(run, self.clients[run].done.len());
    }

    /// Removes a completed reply; returns its run, whose rank has yet to be set.
    #[inline]
    fn remove(&mut self, at: u32) -> u32 {
        let Entry { run, place, .. } = self.entries[at as usize];
        self.clients[run].done.remove(&mut self.entries, at);
        self.done -= 1;
        self.unlist(at, run, place);
        let entry = &mut self.entries[at as usize];
        if entry.held {
            entry.state = State::Leaving;
            return run;
        }
        entry.state = State::Free;
        self.bytes -= entry.reply.capacity();
        entry.reply.clear();
        self.spare = mem::take(&mut entry.reply);
        self.free_entries.push(at);
        run
    }

    /// Frees the entry of a call in progress.
    fn free(&mut self, at: u32) {
        let Entry { run, place, .. } = self.entries[at as usize];
        self.unlist(at, run, place);
        self.clients[run].in_progress -= 1;
        self.entries[at as usize].state = State::Free;
        self.free_entries.push(at);
    }

    #[inline]
    fn unlist(&mut self, at: u32, run: u32, place: Place) {
        let hash = hash_place(self.seed, run, place);
        if let Ok(found) = self.by_place.find_entry(hash, |i| *i == at) {
            found.remove();
        }
    }
}

#[cfg(test)]
mod tests;
