use alloc::vec;
use alloc::vec::Vec;
use core::time::Duration;

use manyrpc_codec::InterfaceId;

use super::*;
use crate::contract::{Outcome, ServerEngine};
use crate::fault::Fault;
use crate::onc::Server;
use crate::onc::auth::AuthSys;

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

fn head(kind: CallKind) -> CallHead<'static> {
    CallHead {
        kind,
        ..CallHead::new(InterfaceId::of_program(0x2000_0001, 1), 1)
    }
}

fn start(client: &mut Client, kind: CallKind, body: &[u8], now: Instant) -> CallId {
    let id = client.begin_call(&head(kind)).unwrap();
    client.body().put(body);
    client.finish_call(now).unwrap();
    id
}

fn take_output(client: &mut Client) -> Vec<Vec<u8>> {
    let mut all = vec![];
    while let Some(transmit) = client.poll_transmit() {
        all.push(transmit.bytes.to_vec());
        let n = transmit.bytes.len();
        client.sent(n);
    }
    all
}

fn give(client: &mut Client, bytes: &[u8], now: Instant) -> Vec<ClientEvent> {
    let mut rx = Rx::default();
    rx.buf.put(bytes);
    core::iter::from_fn(|| client.next_event(&mut rx, &Clock::at(now))).collect()
}

/// A reply without results to the call in `request`.
fn success(request: &[u8]) -> Vec<u8> {
    [&request[..4], &[0, 0, 0, 1], &[0; 16]].concat()
}

#[test]
fn a_datagram_is_sent_again_with_growing_waits_until_its_time_is_over() {
    let mut client = Client::datagram(Limits::default(), 1);
    let id = start(&mut client, CallKind::Call, b"args", at(0));
    let first = take_output(&mut client);
    let mut sent_ms = vec![];
    let mut now = at(0);
    while let Some(due) = client.next_timeout() {
        now = due;
        client.handle_timeout(now);
        for again in take_output(&mut client) {
            assert_eq!(again, first[0], "byte for byte the same");
            sent_ms.push(now.as_nanos() / 1_000_000);
        }
    }
    assert_eq!(sent_ms, [500, 1500, 3500, 7500, 15500, 23500]);
    assert_eq!(now, at(25_000));
    let error = CallError::TimedOut { transmissions: 7 };
    assert_eq!(
        give(&mut client, b"", now),
        [ClientEvent::Failed { id, error }]
    );
    assert_eq!(client.counters().retransmissions, 6);
    assert_eq!(client.calls_in_flight(), 0);
}

#[test]
fn waits_follow_measured_round_trips_but_not_those_of_repeated_calls() {
    let mut client = Client::datagram(Limits::default(), 1);
    for n in 0..50 {
        start(&mut client, CallKind::Call, b"", at(n * 1000));
        let request = take_output(&mut client).remove(0);
        assert_eq!(
            give(&mut client, &success(&request), at(n * 1000 + 20)).len(),
            1
        );
    }
    start(&mut client, CallKind::Call, b"", at(100_000));
    let wait = client.next_timeout().unwrap().since(at(100_000));
    assert!(
        wait > Duration::from_millis(20) && wait < Duration::from_millis(22),
        "{wait:?}"
    );
    take_output(&mut client);
    // Sent twice, then answered: which transmission was answered is unknown.
    client.handle_timeout(at(100_030));
    let request = take_output(&mut client).remove(0);
    assert_eq!(give(&mut client, &success(&request), at(100_031)).len(), 1);
    start(&mut client, CallKind::Call, b"", at(200_000));
    let longer = client.next_timeout().unwrap().since(at(200_000));
    assert_eq!(
        longer,
        2 * wait,
        "the longer wait stays until a clean sample"
    );
}

#[test]
fn a_call_that_waits_long_keeps_its_xid_to_itself() {
    for mut client in [
        Client::datagram(Limits::default(), 1),
        Client::stream(Limits::default(), 1),
    ] {
        let mark = if client.is_stream() { 4 } else { 0 };
        let long = start(&mut client, CallKind::Call, b"", at(0));
        let long_request = take_output(&mut client).remove(0)[mark..].to_vec();
        let mut xids = vec![];
        for _ in 0..1000 {
            let id = start(&mut client, CallKind::Call, b"", at(0));
            let request = take_output(&mut client).remove(0)[mark..].to_vec();
            xids.push(request[..4].to_vec());
            let mut reply = success(&request);
            if mark > 0 {
                reply = [&[0x80, 0, 0, 24], &reply[..]].concat();
            }
            let body = mark + 24..mark + 24;
            assert_eq!(give(&mut client, &reply, at(1)), [result(id, body)]);
            // Again: no call awaits it any more.
            assert_eq!(give(&mut client, &reply, at(1)), []);
        }
        assert_eq!(client.counters().stray, 1000);
        assert!(!xids.contains(&long_request[..4].to_vec()));
        xids.dedup();
        assert_eq!(xids.len(), 1000);
        let mut reply = success(&long_request);
        if mark > 0 {
            reply = [&[0x80, 0, 0, 24], &reply[..]].concat();
        }
        let events = give(&mut client, &reply, at(2));
        assert!(matches!(events[..], [ClientEvent::Reply { id, .. }] if id == long));
    }
}

// RFC 5531 section 8.4.1: "the client never waits for a reply from the server, and the server
// does not send replies to batch calls. A sequence of batch calls is usually terminated by a
// legitimate remote procedure call operation".
#[test]
fn one_way_calls_go_with_the_next_call() {
    let mut client = Client::stream(Limits::default(), 1);
    client.set_batch_bytes(200);
    start(&mut client, CallKind::OneWay, b"one.", at(0));
    start(&mut client, CallKind::OneWay, b"two.", at(0));
    assert!(client.poll_transmit().is_none(), "held back");
    start(&mut client, CallKind::Call, b"call", at(0));
    let pieces = take_output(&mut client);
    assert_eq!(pieces.len(), 1, "one piece, one system call");
    assert_eq!(pieces[0].len(), 3 * (4 + 40 + 4));
    start(&mut client, CallKind::OneWay, b"1234", at(0));
    client.flush();
    assert_eq!(take_output(&mut client).len(), 1);
    for _ in 0..4 {
        assert!(client.poll_transmit().is_none());
        start(&mut client, CallKind::OneWay, b"more", at(0));
    }
    start(&mut client, CallKind::OneWay, b"more", at(0));
    assert_eq!(
        take_output(&mut client)[0].len(),
        5 * 48,
        "no more than asked for is held back"
    );
    assert_eq!(client.calls_in_flight(), 1);
}

// RFC 5531 section 8.4.2: "the client sends a broadcast call to the network and waits for
// numerous replies."
#[test]
fn a_broadcast_has_many_replies_and_ends_with_its_time() {
    let mut client = Client::datagram(Limits::default(), 1);
    let id = client
        .begin_call(&CallHead {
            timeout: Some(Duration::from_secs(3)),
            ..head(CallKind::Broadcast)
        })
        .unwrap();
    client.finish_call(at(0)).unwrap();
    let request = take_output(&mut client).remove(0);
    let refusal = [
        &request[..4],
        &[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    ]
    .concat();
    for ms in [10, 20, 2000] {
        let reply = result(id, 24..24);
        assert_eq!(give(&mut client, &success(&request), at(ms)), [reply]);
        assert_eq!(give(&mut client, &refusal, at(ms)), []);
        assert_eq!(give(&mut client, &request[..6], at(ms)), []);
    }
    assert_eq!(client.next_timeout(), Some(at(3000)), "sent once");
    client.handle_timeout(at(3000));
    let error = CallError::TimedOut { transmissions: 1 };
    assert_eq!(
        give(&mut client, b"", at(3000)),
        [ClientEvent::Failed { id, error }]
    );
    assert_eq!(give(&mut client, &success(&request), at(3001)), []);
    let mut stream = Client::stream(Limits::default(), 1);
    assert!(stream.begin_call(&head(CallKind::Broadcast)).is_err());
}

#[test]
fn what_cannot_be_a_datagram_is_refused() {
    let mut client = Client::datagram(Limits::default(), 1);
    client.begin_call(&head(CallKind::Call)).unwrap();
    client.body().put(&vec![0; 65507 - 40 + 4]);
    let misuse = Misuse::TooLarge {
        bytes: 65511,
        max: 65507,
    };
    assert_eq!(client.finish_call(at(0)), Err(misuse.into()));
    assert_eq!((client.calls_in_flight(), client.next_timeout()), (0, None));
}

#[test]
fn malformed_replies_fail_their_call_and_nothing_else() {
    let mut client = Client::datagram(Limits::default(), 1);
    for (reply, error) in [
        // An undefined reply_stat and reject_stat; a verifier that is too long; a message that is
        // too short.
        (
            "00000001 00000002",
            WireError::BadField {
                field: "reply_stat",
                value: 2,
            },
        ),
        (
            "00000001 00000001 00000002",
            WireError::BadField {
                field: "reject_stat",
                value: 2,
            },
        ),
        (
            "00000001 00000000 00000000 00000191",
            WireError::BadField {
                field: "verf",
                value: 401,
            },
        ),
        ("00000001 00000000 00000000", WireError::Truncated),
        (
            "00000000",
            WireError::BadField {
                field: "mtype",
                value: 0,
            },
        ),
    ] {
        let id = start(&mut client, CallKind::Call, b"", at(0));
        let request = take_output(&mut client).remove(0);
        let words = reply
            .split(' ')
            .flat_map(|w| u32::from_str_radix(w, 16).unwrap().to_be_bytes());
        let reply: Vec<u8> = request[..4].iter().copied().chain(words).collect();
        let error = error.into();
        assert_eq!(
            give(&mut client, &reply, at(1)),
            [ClientEvent::Failed { id, error }]
        );
    }
    assert_eq!(client.counters().malformed, 5);
    let id = start(&mut client, CallKind::Call, b"", at(2));
    let request = take_output(&mut client).remove(0);
    let body = 24..24;
    assert_eq!(
        give(&mut client, &success(&request), at(2)),
        [result(id, body)]
    );
}

/// Serves a client's calls; returns the credential bodies that the application saw.
fn serve(client: &mut Client, server: &mut Server) -> (Vec<Vec<u8>>, Vec<ClientEvent>, usize) {
    let (mut seen, mut events, mut bytes) = (vec![], vec![], 0);
    while let Some(transmit) = client.poll_transmit() {
        let mut rx = Rx::default();
        rx.buf.put(transmit.bytes);
        let n = transmit.bytes.len();
        bytes += n;
        client.sent(n);
        while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
            assert_eq!(&rx.buf.data()[call.arguments.clone()], b"args");
            assert_eq!(call.credential.flavor, 1);
            seen.push(rx.buf.data()[call.credential.body.clone()].to_vec());
            server.begin_reply(call.id);
            server.finish_reply(Outcome::Done, &Clock::at(at(0)));
        }
        assert!(rx.buf.is_empty());
        while let Some(transmit) = server.poll_transmit() {
            let reply = transmit.bytes.to_vec();
            server.sent(reply.len());
            events.extend(give(client, &reply, at(0)));
        }
    }
    (seen, events, bytes)
}

// RFC 5531 appendix A: "the client may save this and use it instead of its original AUTH_SYS
// credential"; the server may forget it: AUTH_REJECTEDCRED.
#[test]
fn shorthands_stand_for_credentials_until_they_are_forgotten() {
    for stream in [false, true] {
        let limits = Limits::default();
        let (mut client, server): (_, fn(Limits) -> Server) = match stream {
            false => (Client::datagram(limits, 1), Server::datagram),
            true => (Client::stream(limits, 1), Server::stream),
        };
        let who = AuthSys::new(1, b"a-host-with-a-long-name.example", 1000, 100, &[1, 2, 3]);
        let mut body = Buf::new();
        who.emit(&mut body);
        client.set_credentials(Credentials::sys(&who));
        let mut first = server(Limits::default());
        first.offer_shorthands(5);
        let mut sizes = vec![];
        for _ in 0..3 {
            start(&mut client, CallKind::Call, b"args", at(0));
            let (seen, events, bytes) = serve(&mut client, &mut first);
            assert_eq!(
                seen,
                [body.data()],
                "the application sees the whole credential"
            );
            assert!(matches!(events[..], [ClientEvent::Reply { .. }]));
            sizes.push(bytes);
        }
        assert!(sizes[1] < sizes[0] && sizes[1] == sizes[2]);
        // Another server does not know the shorthand: the call is retransmitted, unnoticed by its
        // caller.
        let mut second = server(Limits::default());
        start(&mut client, CallKind::Call, b"args", at(0));
        let (seen, events, _) = serve(&mut client, &mut second);
        assert_eq!(seen, [body.data()]);
        assert!(
            matches!(events[..], [ClientEvent::Reply { .. }]),
            "{events:?}"
        );
        assert_eq!(
            (client.counters().fallbacks, second.counters().refused),
            (1, 1)
        );
        assert!(client.shorthand.is_none());
    }
}

#[test]
fn other_denials_are_the_callers() {
    let mut client = Client::datagram(Limits::default(), 1);
    let id = start(&mut client, CallKind::Call, b"", at(0));
    let request = take_output(&mut client).remove(0);
    let denied = [
        &request[..4],
        &[0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2],
    ]
    .concat();
    let error = Fault::Denied(2).into();
    assert_eq!(
        give(&mut client, &denied, at(1)),
        [ClientEvent::Failed { id, error }]
    );
}

#[test]
fn the_state_can_be_printed() {
    let mut client = Client::datagram(Limits::default(), 1);
    start(&mut client, CallKind::Call, b"", at(0));
    let text = alloc::format!("{client:?}");
    assert!(text.contains("Call Waiting sent 1"), "{text}");
}
