use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::limits::ReplyCacheLimits;
use crate::onc::auth::AuthSys;

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|w| w.to_be_bytes()).collect()
}

/// A call with this xid, of procedure 1 of program 7 version 1.
fn message(xid: u32, arguments: &[u8]) -> Vec<u8> {
    [&words(&[xid, 0, 2, 7, 1, 1, 0, 0, 0, 0])[..], arguments].concat()
}

fn peer(port: u16) -> Option<SocketAddr> {
    Some(([127, 0, 0, 1], port).into())
}

/// All calls in a datagram.
fn receive(server: &mut Server, from: Option<SocketAddr>, bytes: &[u8], now: Instant) -> Vec<Call> {
    let mut rx = Rx {
        from,
        ..Rx::default()
    };
    rx.buf.put(bytes);
    let calls = core::iter::from_fn(|| server.next_call(&mut rx, &Clock::at(now))).collect();
    assert!(rx.buf.is_empty());
    calls
}

fn reply(server: &mut Server, call: &Call, results: &[u8], outcome: Outcome) {
    server.begin_reply(call.id);
    server.body().put(results);
    server.finish_reply(outcome, &Clock::at(at(0)));
}

fn take_output(server: &mut Server) -> Vec<Vec<u8>> {
    let mut all = vec![];
    while let Some(transmit) = server.poll_transmit() {
        all.push(transmit.bytes.to_vec());
        let n = transmit.bytes.len();
        server.sent(n);
    }
    all
}

#[test]
fn malformed_headers_are_answered_as_far_as_they_can_be() {
    let too_long = |cred: u32, verf: u32| {
        let opaque = |n: u32| [words(&[0, n]), vec![0; n.next_multiple_of(4) as usize]].concat();
        [words(&[9, 0, 2, 7, 1, 1]), opaque(cred), opaque(verf)].concat()
    };
    for (bytes, answer) in [
        // RFC 5531 section 9: RPC_MISMATCH, with the lowest and highest version supported
        (words(&[9, 0, 3, 0]), Some(&[9, 1, 1, 0, 2, 2][..])),
        (words(&[9, 0, 1]), Some(&[9, 1, 1, 0, 2, 2])),
        // RFC 5531 section 8.2: opaque body<400>; AUTH_BADCRED, AUTH_BADVERF
        (too_long(401, 0), Some(&[9, 1, 1, 1, 1])),
        (too_long(400, 401), Some(&[9, 1, 1, 1, 3])),
        // An unknown flavor: AUTH_REJECTEDCRED
        (
            words(&[9, 0, 2, 7, 1, 1, 6, 0, 0, 0]),
            Some(&[9, 1, 1, 1, 2]),
        ),
        // AUTH_SYS with a malformed body
        (
            words(&[9, 0, 2, 7, 1, 1, 1, 4, 0, 0, 0]),
            Some(&[9, 1, 1, 1, 1]),
        ),
        // Not answered: truncated, a reply, no message at all
        (words(&[9, 0, 2, 7, 1]), None),
        (words(&[9, 0, 2, 7, 1, 1, 0, 4]), None),
        (words(&[9, 1, 0, 0, 0, 0]), None),
        (words(&[9, 2, 2, 7, 1, 1, 0, 0, 0, 0]), None),
        (vec![1, 2, 3], None),
    ] {
        let answer: Vec<_> = answer.map(words).into_iter().collect();
        let mut server = Server::datagram(Limits::default());
        assert_eq!(receive(&mut server, peer(1), &bytes, at(0)), []);
        assert_eq!(take_output(&mut server), answer, "{bytes:02x?}");
        let unanswered = u64::from(answer.is_empty());
        assert_eq!(server.counters().malformed, unanswered);
        assert_eq!(server.counters().refused, 1 - unanswered);

        let mut server = Server::stream(Limits::default());
        let mut rx = Rx::default();
        rx.buf
            .put(&(0x8000_0000 | bytes.len() as u32).to_be_bytes());
        rx.buf.put(&bytes);
        assert_eq!(server.next_call(&mut rx, &Clock::at(at(0))), None);
        assert_eq!(take_output(&mut server).len(), answer.len());
        assert_eq!(server.broken().is_some(), answer.is_empty(), "{bytes:02x?}");
    }
}

#[test]
fn a_call_of_the_longest_credential_is_taken() {
    let body = AuthSys::new(1, &[b'x'; 255], 1, 2, &[3; 16]);
    let mut bytes = Buf::new();
    let mut credential = Buf::new();
    body.emit(&mut credential);
    let header = CallHeader {
        xid: 1,
        program: 7,
        version: 1,
        procedure: 1,
        credential: OpaqueAuth {
            flavor: Flavor::Sys,
            body: credential.data(),
        },
        verifier: OpaqueAuth::NONE,
    };
    header.emit(&mut bytes);
    assert_eq!(bytes.len(), header.len());
    bytes.put(b"arguments...");
    let mut server = Server::datagram(Limits::default());
    let calls = receive(&mut server, peer(1), bytes.data(), at(0));
    assert_eq!(&bytes.data()[calls[0].arguments.clone()], b"arguments...");
    assert_eq!(
        &bytes.data()[calls[0].credential.body.clone()],
        credential.data()
    );
}

#[test]
fn duplicates_are_answered_from_memory() {
    let mut server = Server::datagram(Limits::default());
    let request = message(5, b"args");
    let calls = receive(&mut server, peer(1), &request, at(0));
    assert_eq!(
        receive(&mut server, peer(1), &request, at(1)),
        [],
        "in progress"
    );
    assert!(server.poll_transmit().is_none());
    reply(&mut server, &calls[0], b"results.", Outcome::Done);
    // Before the reply is sent, and after.
    assert_eq!(receive(&mut server, peer(1), &request, at(1)), []);
    let first = take_output(&mut server);
    assert_eq!((first.len(), &first[0][24..]), (1, &b"results."[..]));
    for n in 1..4 {
        assert_eq!(receive(&mut server, peer(1), &request, at(1)), []);
        assert_eq!(take_output(&mut server), first);
        assert_eq!(server.counters().duplicates_answered, n);
    }
    assert_eq!(server.counters().duplicates_in_progress, 2);
    // The same xid from another address, or of another call, is no duplicate.
    assert_eq!(receive(&mut server, peer(2), &request, at(1)).len(), 1);
    assert_eq!(
        receive(&mut server, peer(1), &message(5, b"else"), at(1)).len(),
        1
    );
    assert_eq!(server.counters().calls, 3);
}

#[test]
fn calls_without_a_reply_are_carried_out_once_too() {
    let mut server = Server::datagram(Limits::default());
    let request = message(5, b"args");
    let calls = receive(&mut server, peer(1), &request, at(0));
    reply(&mut server, &calls[0], b"dropped", Outcome::Silent);
    assert_eq!(receive(&mut server, peer(1), &request, at(1)), []);
    assert!(server.poll_transmit().is_none());
    assert_eq!(server.counters().duplicates_forgotten, 1);
}

#[test]
fn faults_are_remembered_and_idempotent_calls_are_not() {
    let mut server = Server::datagram(Limits::default());
    let calls = receive(&mut server, peer(1), &message(5, b""), at(0));
    reply(
        &mut server,
        &calls[0],
        b"junk",
        Outcome::Fault(Fault::ServerFailure),
    );
    let first = take_output(&mut server);
    assert_eq!(first, [words(&[5, 1, 0, 0, 0, 5])]);
    assert_eq!(receive(&mut server, peer(1), &message(5, b""), at(0)), []);
    assert_eq!(take_output(&mut server), first);
    for _ in 0..3 {
        let calls = receive(&mut server, peer(1), &message(6, b""), at(0));
        reply(&mut server, &calls[0], b"", Outcome::Idempotent);
        assert_eq!(take_output(&mut server).len(), 1);
    }
}

#[test]
fn replies_that_wait_to_be_sent_survive_the_cache() {
    let limits = Limits {
        reply_cache: ReplyCacheLimits {
            replies: 2,
            ..ReplyCacheLimits::default()
        },
        ..Limits::default()
    };
    let mut server = Server::datagram(limits);
    for xid in 0..10 {
        let calls = receive(&mut server, peer(1), &message(xid, b""), at(0));
        reply(&mut server, &calls[0], &xid.to_be_bytes(), Outcome::Done);
    }
    let sent: Vec<_> = take_output(&mut server)
        .iter()
        .map(|b| b[24..].to_vec())
        .collect();
    assert_eq!(
        sent,
        (0..10u32)
            .map(|x| x.to_be_bytes().to_vec())
            .collect::<Vec<_>>()
    );
    assert_eq!(server.cache_usage().0, 2);
}

#[test]
fn calls_under_way_are_bounded() {
    let limits = Limits {
        calls_in_flight: 3,
        ..Limits::default()
    };
    let mut server = Server::datagram(limits);
    let taken: Vec<_> = (0..5)
        .flat_map(|xid| receive(&mut server, peer(1), &message(xid, b""), at(0)))
        .collect();
    assert_eq!((taken.len(), server.counters().dropped), (3, 2));
    reply(&mut server, &taken[1], b"", Outcome::Done);
    // The id is not reused, and an old one has no effect.
    let next = receive(&mut server, peer(1), &message(4, b""), at(0)).remove(0);
    assert!(taken.iter().all(|call| call.id != next.id));
    take_output(&mut server);
    reply(&mut server, &taken[1], b"again", Outcome::Done);
    assert!(server.poll_transmit().is_none());
    assert_eq!(server.calls_in_flight(), 3);
}

#[test]
fn an_idle_connection_is_small() {
    let mut server = Server::stream(Limits::default());
    let mut rx = Rx::default();
    let request = message(1, b"");
    rx.buf
        .put(&(0x8000_0000 | request.len() as u32).to_be_bytes());
    rx.buf.put(&request);
    let call = server.next_call(&mut rx, &Clock::at(at(0))).unwrap();
    reply(&mut server, &call, &vec![0; 100_000], Outcome::Done);
    take_output(&mut server);
    server.shrink();
    assert_eq!(server.out.buf.capacity(), 0);
    assert!(size_of::<Server>() <= 768, "{} bytes", size_of::<Server>());
}
