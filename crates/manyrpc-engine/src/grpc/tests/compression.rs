//! Compressed messages (`PROTOCOL-HTTP2.md`, "Message-Compression"; `compression.md` of the
//! project's documents), and JSON messages.

use crate::time::Clock;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::{Chat, Pair, Seen, at, path};
use crate::Limits;
use crate::carrier::gzip::Gzip;
use crate::carrier::http2::{Config, Connection, Event, Field, Fields};
use crate::contract::{CallHead, ClientEngine, Outcome, Rx, ServerEngine};
use crate::fault::{CallError, Fault};
use crate::grpc::{Client, JSON, Server, status};
use crate::streams::{Part, Streams};

fn compressing(limits: Limits, piece: usize, server: bool) -> Pair {
    let mut pair = Pair::with(limits.clone(), piece);
    pair.client = Client::new(limits.clone(), "localhost:1", false);
    match server {
        true => pair.server = Server::new(limits, Arc::new(Chat)).compressing(),
        false => pair.client = pair.client.compressing(),
    }
    pair
}

/// The client's output.
fn due(pair: &mut Pair) -> usize {
    pair.client.poll_transmit().map_or(0, |due| due.bytes.len())
}

#[test]
fn what_shrinks_travels_short_and_replies_are_in_kind() {
    for (piece, server) in [
        (1, false),
        (1, true),
        (usize::MAX, false),
        (usize::MAX, true),
    ] {
        let mut pair = compressing(Limits::default(), piece, server);
        for size in [0, 5, 1000, 100_000] {
            let body: Vec<u8> = (0..size).map(|i| (i / 1000) as u8).collect();
            pair.call(&CallHead::named(path("One")), &body);
            assert!(server || due(&mut pair) < 1500);
            pair.run();
            let (call, arguments) = pair.calls.pop().unwrap();
            assert_eq!(arguments, body);
            pair.server.begin_reply(call.id);
            pair.server.body().put(&body);
            pair.server.finish_reply(Outcome::Done, &Clock::at(at(0)));
            let reply = pair.server.poll_transmit().unwrap().bytes.len();
            assert!(reply < 1500, "{reply}");
            pair.run();
            assert_eq!(pair.seen.pop(), Some(Seen::Reply(body)));
        }
    }
}

#[test]
fn so_do_several_messages() {
    for piece in [1, usize::MAX] {
        let mut pair = compressing(Limits::default(), piece, false);
        let streams = Streams {
            request: true,
            reply: true,
        };
        let head = CallHead {
            streams,
            ..CallHead::named(path("ManyMany"))
        };
        let id = pair.call(&head, b"");
        let bodies = [vec![1; 5000], vec![2; 3], Vec::new(), vec![3; 70_000]];
        for body in &bodies {
            pair.send(id, body);
        }
        assert!(due(&mut pair) < 1500);
        pair.run();
        let messages = bodies.clone().map(|body| (Part::Message, body));
        let parts = pair.parts();
        assert_eq!(parts[1..], messages);
        let call = super::CallId(1);
        for body in &bodies {
            pair.message(call, body);
        }
        pair.reply(call, b"", Outcome::Done);
        let mut seen: Vec<Seen> = bodies.map(Seen::Reply).into();
        seen.push(Seen::Ended);
        assert_eq!(pair.seen, seen);
    }
}

#[test]
fn json_is_sent_both_ways() {
    let mut pair = Pair::new(usize::MAX);
    pair.client = Client::new(Limits::default(), "localhost:1", false).speaking_json();
    for _ in 0..2 {
        pair.call(&CallHead::named(path("One")), b"{}");
        pair.run();
        let (call, _) = pair.calls.pop().unwrap();
        assert_eq!(call.encoding, JSON);
        pair.reply(call.id, b"[]", Outcome::Done);
        assert_eq!(pair.seen.pop(), Some(Seen::Reply(b"[]".into())));
    }
}

/// Sends a request that our clients never make; returns the trailers of its reply, and the message
/// that the application received.
fn answer(server: &mut Server, encoding: Option<&[u8]>, content: &[u8]) -> (Fields, Vec<u8>) {
    let mut client = Connection::client(&Limits::default(), Config::default());
    let mut fields = vec![
        Field::new(b":method", b"POST"),
        Field::new(b":scheme", b"http"),
        Field::new(b":path", b"/test.Chat/One"),
        Field::new(b"content-type", b"application/grpc"),
    ];
    fields.extend(encoding.map(|name| Field::new(b"grpc-encoding", name)));
    let stream = client.request(&fields[..], false).unwrap();
    client.begin_data(stream).unwrap();
    client.body().put(content);
    client.finish_data(true).unwrap();
    let (mut there, mut back) = (Rx::default(), Rx::default());
    let mut got = Vec::new();
    loop {
        while let Some(bytes) = client.poll_transmit() {
            there.buf.put(bytes);
            let n = bytes.len();
            client.sent(n);
        }
        while let Some(call) = server.next_call(&mut there, &Clock::at(at(0))) {
            got = there.buf.data()[call.arguments.clone()].to_vec();
            server.begin_reply(call.id);
            server.finish_reply(Outcome::Done, &Clock::at(at(0)));
        }
        while let Some(due) = server.poll_transmit() {
            back.buf.put(due.bytes);
            let n = due.bytes.len();
            server.sent(n);
        }
        while let Some(event) = client.next_event(&mut back, &Clock::at(at(0))) {
            if let Event::Headers { end: true, .. } | Event::Trailers { .. } = event {
                return (client.head().clone(), got);
            }
        }
    }
}

fn message(flag: u8, content: &[u8]) -> Vec<u8> {
    let mut message = vec![flag];
    message.extend((content.len() as u32).to_be_bytes());
    message.extend_from_slice(content);
    message
}

#[test]
fn what_is_not_agreed_on_is_refused() {
    let plain = vec![7; 1000];
    let packed = Gzip::default().deflate(&plain).unwrap().to_vec();
    let mut damaged = packed.clone();
    *damaged.last_mut().unwrap() ^= 1;
    let limits = Limits {
        message_bytes: 2000,
        ..Limits::default()
    };
    let bomb = Gzip::default().deflate(&[0; 2001]).unwrap().to_vec();
    for (encoding, flag, content, code, got) in [
        (Some(&b"gzip"[..]), 1, &packed, "0", &plain[..]),
        (Some(b"gzip"), 0, &plain, "0", &plain),
        (Some(b"identity"), 0, &plain, "0", &plain),
        (None, 1, &packed, "13", b""),
        (Some(b"identity"), 1, &packed, "13", b""),
        (Some(b"gzip"), 1, &damaged, "13", b""),
        (Some(b"gzip"), 1, &bomb, "8", b""),
        (Some(b"snappy"), 1, &plain, "12", b""),
    ] {
        let mut server = Server::new(limits.clone(), Arc::new(Chat));
        let (fields, message) = answer(&mut server, encoding, &message(flag, content));
        assert_eq!(
            fields.get(b"grpc-status"),
            Some(code.as_bytes()),
            "{encoding:?}"
        );
        assert_eq!(message, got);
        let accepted = fields.get(b"grpc-accept-encoding");
        assert_eq!(accepted.is_some(), code == "12");
        assert_eq!(server.held_bytes(), 0);
    }
}

#[test]
fn a_reply_that_grows_too_large_fails_its_call_alone() {
    let mut pair = compressing(Limits::default(), usize::MAX, true);
    let limits = Limits {
        message_bytes: 10_000,
        ..Limits::default()
    };
    pair.client = Client::new(limits, "localhost:1", false);
    for (size, fits) in [(10_001, false), (10_000, true)] {
        pair.call(&CallHead::named(path("One")), b"");
        pair.run();
        let (call, _) = pair.calls.pop().unwrap();
        pair.reply(call.id, &vec![0; size], Outcome::Done);
        match pair.seen.pop() {
            Some(Seen::Reply(body)) => assert!(fits && body.len() == size),
            Some(Seen::Failed(CallError::Fault(Fault::Detailed(details)))) => {
                assert!(!fits);
                assert_eq!(details.code, status::RESOURCE_EXHAUSTED);
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(pair.client.held_bytes(), 0);
    }
}
