use core::time::Duration;

use super::*;
use crate::limits::ReplyCacheLimits;
use crate::onc::clients::RUNS_PER_PEER;

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

fn peer(n: u32) -> Option<SocketAddr> {
    Some((n.to_be_bytes(), 700).into())
}

fn cache(replies: usize, bytes: usize) -> Replies {
    let limits = Limits {
        reply_cache: ReplyCacheLimits {
            replies,
            bytes,
            keep_for: Duration::from_secs(60),
        },
        ..Limits::default()
    };
    Replies::new(&limits).unwrap()
}

/// Checks a call, and executes it if it is new.
fn call(replies: &mut Replies, from: u32, xid: u32, reply: &[u8], now: Instant) -> Verdict {
    let verdict = replies.admit(peer(from), xid, 1, now);
    if let Verdict::New(entry) = verdict {
        let mut buf = Buf::new();
        buf.put(reply);
        if replies.done(entry, &mut buf) {
            assert_eq!(replies.reply(entry), reply);
            replies.release(entry);
        }
    }
    verdict
}

fn is_new(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::New(_))
}

#[test]
fn the_busiest_client_gives_way() {
    let mut replies = cache(20, 1 << 20);
    for quiet in 1..10 {
        assert!(is_new(call(&mut replies, quiet, 5, b"last", at(0))));
    }
    for xid in 0..1000 {
        assert!(is_new(call(&mut replies, 99, xid, b"busy", at(1))));
    }
    for quiet in 1..10 {
        let Verdict::Again(entry) = call(&mut replies, quiet, 5, b"", at(2)) else {
            panic!("the quiet clients' replies are still here");
        };
        assert_eq!(replies.reply(entry), b"last");
    }
    assert_eq!(
        call(&mut replies, 99, 999, b"", at(2)),
        Verdict::Again(call_entry(&replies, 999))
    );
    assert_eq!(call(&mut replies, 99, 100, b"", at(2)), Verdict::Forgotten);
    assert_eq!(replies.usage().0, 20);
}

fn call_entry(replies: &Replies, xid: u32) -> u32 {
    let (run, place) = replies.clients.find(&peer(99), xid).unwrap();
    replies.find(run, place).unwrap()
}

#[test]
fn bytes_are_bounded() {
    let mut replies = cache(1000, 100_000);
    for xid in 0..500 {
        call(&mut replies, 1 + xid % 3, xid, &[1; 5000], at(0));
        assert!(replies.usage().1 <= 100_000, "{:?}", replies.usage());
    }
    assert!(replies.usage().0 >= 10);
    // A reply larger than the cache is not kept, and the call is not executed again either.
    assert!(is_new(call(&mut replies, 1, 501, &[1; 200_000], at(0))));
    assert_eq!(call(&mut replies, 1, 501, b"", at(0)), Verdict::Forgotten);
    assert!(replies.usage().1 <= 100_000);
}

#[test]
fn a_small_reply_in_large_memory_is_copied_out() {
    let mut replies = cache(1000, 1 << 20);
    let mut buf = Buf::with_capacity(64 << 10);
    for xid in 0..100 {
        let Verdict::New(entry) = replies.admit(peer(1), xid, 1, at(0)) else {
            panic!();
        };
        buf.put(b"small");
        assert!(replies.done(entry, &mut buf));
        assert_eq!((replies.reply(entry), buf.len()), (&b"small"[..], 0));
        replies.release(entry);
    }
    assert!(replies.usage().1 <= 100 * 512);
}

#[test]
fn a_clients_share_grows_when_it_sends_duplicates() {
    let mut replies = cache(1000, 1 << 20);
    for xid in 0..200 {
        call(&mut replies, 1, xid, b"", at(0));
    }
    assert_eq!(replies.usage().0, FIRST_SHARE);
    for _ in 0..4 {
        assert!(matches!(
            call(&mut replies, 1, 199, b"", at(0)),
            Verdict::Again(_)
        ));
    }
    for xid in 200..2000 {
        call(&mut replies, 1, xid, b"", at(0));
    }
    assert_eq!(replies.usage().0, 1000);
}

#[test]
fn clients_are_forgotten_after_their_time_and_not_before() {
    let mut replies = cache(10, 1 << 20);
    for n in 0..40 {
        assert!(is_new(call(&mut replies, n, 5, b"", at(0))));
    }
    assert_eq!(replies.usage(), (10, 0, 40));
    assert_eq!(call(&mut replies, 40, 5, b"", at(60_000)), Verdict::NoRoom);
    assert_eq!(
        call(&mut replies, 0, 5, b"", at(60_000)),
        Verdict::Forgotten
    );
    // The first client called recently; the second did not for longer.
    assert!(is_new(call(&mut replies, 40, 5, b"", at(60_001))));
    assert_eq!(
        call(&mut replies, 0, 5, b"", at(60_001)),
        Verdict::Forgotten
    );
    assert_eq!(replies.usage().2, 40);
    // After it has expired, an xid may be reused by another call.
    assert!(is_new(call(&mut replies, 7, 5, b"", at(200_000))));
}

#[test]
fn a_port_may_be_used_by_one_program_after_the_other() {
    let mut replies = cache(1000, 1 << 20);
    let counts: Vec<u32> = (0..20).map(|n| n * 100_000_007).collect();
    for first in &counts {
        for xid in *first..first + 3 {
            assert!(is_new(call(&mut replies, 1, xid, b"", at(0))));
            assert!(matches!(
                call(&mut replies, 1, xid, b"", at(1)),
                Verdict::Again(_)
            ));
        }
    }
    assert_eq!(replies.usage().2, RUNS_PER_PEER);
    for first in &counts[4..] {
        assert!(matches!(
            call(&mut replies, 1, *first, b"", at(2)),
            Verdict::Again(_)
        ));
    }
    assert!(
        is_new(call(&mut replies, 1, counts[0], b"", at(2))),
        "16 counts ago"
    );
}

#[test]
fn an_xid_that_comes_again_with_other_arguments_is_another_call() {
    let mut replies = cache(100, 1 << 20);
    for print in 0..50 {
        let Verdict::New(entry) = replies.admit(peer(1), 1, print, at(0)) else {
            panic!();
        };
        assert_eq!(replies.admit(peer(1), 1, print, at(0)), Verdict::InProgress);
        replies.done(entry, &mut Buf::new());
        replies.release(entry);
        assert!(matches!(
            replies.admit(peer(1), 1, print, at(0)),
            Verdict::Again(_)
        ));
    }
    assert_eq!(replies.usage(), (1, 0, 1));
}

#[test]
fn holes_are_bounded_and_the_oldest_are_filled_in() {
    let mut replies = cache(10, 1 << 20);
    for xid in (0..100_000).step_by(2) {
        assert!(is_new(call(&mut replies, 1, xid, b"", at(0))));
        assert!(replies.holes <= 10 * HOLES_PER_REPLY);
        assert_eq!(replies.holes, replies.clients[0].seen.holes());
    }
    assert_eq!(
        call(&mut replies, 1, 1, b"", at(0)),
        Verdict::Forgotten,
        "lost, not doubled"
    );
    assert!(is_new(call(&mut replies, 1, 99_997, b"", at(0))));
}

#[test]
fn fingerprints_tell_calls_apart() {
    let base = fingerprint(1, 2, 3, b"arguments");
    for other in [
        fingerprint(2, 2, 3, b"arguments"),
        fingerprint(1, 3, 3, b"arguments"),
        fingerprint(1, 2, 4, b"arguments"),
        fingerprint(1, 2, 3, b"argumentz"),
        fingerprint(1, 2, 3, b"argument"),
        fingerprint(1, 2, 3, b"arguments\0"),
    ] {
        assert_ne!(base, other);
    }
    assert_eq!(base, fingerprint(1, 2, 3, b"arguments"));
}

#[test]
fn any_order_of_calls_is_at_most_once_and_leaves_the_books_right() {
    use alloc::collections::BTreeSet;
    let (mut replies, mut carried_out, mut r) = (cache(50, 20_000), BTreeSet::new(), 3u64);
    let mut next = [0u32; 20];
    for step in 0..100_000u64 {
        r = r
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        let from = (r >> 40) as u32 % 20;
        let back = (r >> 50) as u32 % 12;
        next[from as usize] += u32::from(back < 6);
        let xid = (1_000_000_000u32.wrapping_mul(from) + next[from as usize]).wrapping_sub(back);
        let verdict = replies.admit(peer(from), xid, 1, at(step));
        if let Verdict::New(entry) = verdict {
            match r >> 61 {
                0 => replies.forget(entry),
                1 => {
                    assert!(carried_out.insert((from, xid)));
                    replies.silent(entry);
                }
                _ => {
                    assert!(carried_out.insert((from, xid)), "{from} {xid}");
                    let mut buf = Buf::new();
                    buf.put(&[1; 700][..(r >> 33) as usize % 700]);
                    if replies.done(entry, &mut buf) && r >> 60 & 1 == 0 {
                        replies.release(entry);
                    }
                }
            }
        }
        // Send some of the queued replies.
        for at in 0..replies.entries.len() as u32 {
            if replies.entries[at as usize].held && (r >> 20) % 5 == 0 {
                replies.release(at);
            }
        }
    }
    let clients = 0..replies.clients.len() as u32;
    let kept: usize = clients
        .clone()
        .map(|run| replies.clients[run].done.len())
        .sum();
    assert_eq!((kept, replies.by_place.len()), (replies.done, replies.done));
    let bytes: usize = replies.entries.iter().map(|e| e.reply.capacity()).sum();
    assert_eq!(bytes, replies.bytes);
    assert!(
        clients
            .clone()
            .all(|run| replies.clients[run].in_progress == 0)
    );
}
