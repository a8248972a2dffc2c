//! Client and server back to back. The lab tests foreign peers.

mod compression;
mod metadata;

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::time::Duration;

use super::{Client, Host, Server, status};
use crate::Limits;
use crate::contract::ServerEngine;
use crate::contract::{
    Call, CallHead, CallId, ClientEngine, ClientEvent, ClientMetadata, ClientStreams, Outcome, Rx,
    ServerStreams,
};
use crate::domain::Domain;
use crate::fault::{CallError, Closed, Fault, FaultDetails};
use crate::name::{Metadata, Path, ReplyMetadata};
use crate::streams::{Part, Streams};
use crate::time::{Clock, Instant};

struct Chat;

impl Host for Chat {
    fn streams_of(&self, path: Path<'_>) -> Streams {
        Streams {
            request: path.operation.starts_with("Many"),
            reply: path.operation.ends_with("Many"),
        }
    }
}

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

fn path(operation: &str) -> Path<'_> {
    Path {
        interface: "test.Chat",
        operation,
    }
}

/// An event of a client.
#[derive(Debug, PartialEq, Eq)]
enum Seen {
    Reply(Vec<u8>),
    Ended,
    Failed(CallError),
}

/// A connection in memory that delivers `piece` bytes at a time.
struct Pair {
    client: Client,
    server: Server,
    to_server: Rx,
    to_client: Rx,
    piece: usize,
    now: Instant,
    calls: Vec<(Call, Vec<u8>)>,
    seen: Vec<Seen>,
    /// The metadata received.
    metadata: ReplyMetadata,
}

impl Pair {
    fn new(piece: usize) -> Self {
        Self::with(Limits::default(), piece)
    }

    fn with(limits: Limits, piece: usize) -> Self {
        Pair {
            client: Client::new(limits.clone(), "localhost:1", false),
            server: Server::new(limits, Arc::new(Chat)),
            to_server: Rx::default(),
            to_client: Rx::default(),
            piece,
            now: at(0),
            calls: Vec::new(),
            seen: Vec::new(),
            metadata: ReplyMetadata::NONE,
        }
    }

    fn call(&mut self, head: &CallHead<'_>, body: &[u8]) -> CallId {
        let id = self.client.begin_call(head).unwrap();
        if !head.streams.request {
            self.client.body().put(body);
        }
        self.client.finish_call(self.now).unwrap();
        id
    }

    fn send(&mut self, id: CallId, body: &[u8]) {
        self.client.begin_message(id).unwrap();
        self.client.body().put(body);
        self.client.finish_message(self.now).unwrap();
    }

    /// Delivers until there is no output.
    fn run(&mut self) {
        while self.deliver_requests() | self.deliver_replies() {}
    }

    fn deliver_requests(&mut self) -> bool {
        let mut any = false;
        while let Some(due) = self.client.poll_transmit() {
            any = true;
            let n = due.bytes.len().min(self.piece);
            self.to_server.buf.put(&due.bytes[..n]);
            self.client.sent(n);
            while let Some(call) = self
                .server
                .next_call(&mut self.to_server, &Clock::at(self.now))
            {
                let body = self.to_server.buf.data()[call.arguments.clone()].to_vec();
                self.calls.push((call, body));
            }
        }
        any
    }

    fn deliver_replies(&mut self) -> bool {
        let mut any = false;
        while let Some(due) = self.server.poll_transmit() {
            any = true;
            let n = due.bytes.len().min(self.piece);
            self.to_client.buf.put(&due.bytes[..n]);
            self.server.sent(n);
            self.receive();
        }
        any
    }

    fn receive(&mut self) {
        while let Some(event) = self
            .client
            .next_event(&mut self.to_client, &Clock::at(self.now))
        {
            if let Some(metadata) = self.client.take_metadata() {
                self.metadata.append(*metadata);
            }
            self.seen.push(match event {
                ClientEvent::Reply { body, .. } => {
                    Seen::Reply(self.to_client.buf.data()[body].to_vec())
                }
                ClientEvent::Ended { .. } => Seen::Ended,
                ClientEvent::Failed { error, .. } => Seen::Failed(error),
                ClientEvent::Broken(e) => panic!("broken: {e}"),
            });
        }
    }

    fn reply(&mut self, id: CallId, body: &[u8], outcome: Outcome) {
        self.server.begin_reply(id);
        self.server.body().put(body);
        self.server.finish_reply(outcome, &Clock::at(self.now));
        self.run();
    }

    fn message(&mut self, id: CallId, body: &[u8]) {
        self.server.begin_reply(id);
        self.server.body().put(body);
        self.server.finish_message(self.now);
    }

    fn parts(&mut self) -> Vec<(Part, Vec<u8>)> {
        let calls = self.calls.drain(..);
        calls.map(|(call, body)| (call.part, body)).collect()
    }
}

#[test]
fn a_call_and_its_reply_in_pieces_of_any_size() {
    for piece in [1, 7, 100_000_000] {
        let mut pair = Pair::new(piece);
        // The last one exceeds a window.
        let sizes = [0, 1, 1000, 100_000, 12 << 20];
        for size in &sizes[..if piece > 7 { 5 } else { 4 }] {
            let size = *size;
            let body: Vec<u8> = (0..size).map(|i| i as u8).collect();
            pair.call(&CallHead::named(path("One")), &body);
            pair.run();
            let (call, arguments) = pair.calls.pop().unwrap();
            assert_eq!((call.part, &arguments), (Part::Whole, &body));
            assert_eq!(call.name.unwrap().path(), path("One"));
            assert_eq!(call.encoding, super::PROTO);
            pair.reply(call.id, &arguments, Outcome::Done);
            assert_eq!(pair.seen.pop(), Some(Seen::Reply(body)));
        }
    }
}

#[test]
fn faults_keep_their_messages() {
    let details = Fault::Detailed(
        FaultDetails {
            domain: Domain::Grpc,
            code: status::NOT_FOUND,
            message: "no such photo: 100 %\n☺".into(),
            details: [0, 1, 255].into(),
            exceptions: Vec::new(),
        }
        .into(),
    );
    let mut pair = Pair::new(usize::MAX);
    for fault in [
        Fault::NoSuchInterface,
        Fault::NoSuchOperation,
        Fault::BadArguments,
        Fault::ServerFailure,
        Fault::Cancelled,
        status::with_code(77, ""),
        Fault::application(5, "the disk is full"),
        Fault::Other(5),
        Fault::BadArguments.with_message("`b` is missing"),
        Fault::Other(-5i32 as u32),
        details,
    ] {
        pair.call(&CallHead::named(path("One")), b"args");
        pair.run();
        let (call, _) = pair.calls.pop().unwrap();
        pair.reply(call.id, b"half a result", Outcome::Fault(fault.clone()));
        assert_eq!(pair.seen.pop(), Some(Seen::Failed(fault.into())));
    }
}

#[test]
fn metadata_and_deadlines_travel() {
    let mut pair = Pair::new(usize::MAX);
    let mut metadata = Metadata::new();
    metadata.push("x-text", "some text");
    metadata.push("x-raw-bin", [0, 128, 255]);
    let head = CallHead {
        metadata: Some(&metadata),
        timeout: Some(Duration::from_millis(1500)),
        ..CallHead::named(path("One"))
    };
    pair.call(&head, b"");
    pair.run();
    let (call, _) = pair.calls.pop().unwrap();
    assert_eq!(call.metadata.as_deref(), Some(&metadata));
    assert_eq!(call.timeout, head.timeout);

    // The server has timed out: it reports that, and the client knows in any case.
    assert_eq!(pair.server.next_timeout(), Some(at(1500)));
    pair.now = at(1500);
    pair.server.handle_timeout(pair.now);
    pair.run();
    let seen = pair.seen.pop().unwrap();
    let timed_out = CallError::TimedOut { transmissions: 1 };
    assert_eq!(seen, Seen::Failed(timed_out.clone()));

    pair.call(&head, b"");
    assert_eq!(pair.client.next_timeout(), Some(at(3000)));
    pair.client.handle_timeout(at(3000));
    pair.receive();
    assert_eq!(pair.seen.pop(), Some(Seen::Failed(timed_out)));
}

#[test]
fn a_usual_timeout_costs_nothing_and_others_are_sent_too() {
    let mut pair = Pair::new(usize::MAX);
    let mut heads = Vec::new();
    for ms in [1500, 1500, 1500, 700, 1500, 800] {
        let head = CallHead {
            timeout: Some(Duration::from_millis(ms)),
            ..CallHead::named(path("One"))
        };
        pair.call(&head, b"");
        heads.push(pair.client.poll_transmit().unwrap().bytes.len());
        pair.run();
        let (call, _) = pair.calls.pop().unwrap();
        assert_eq!(call.timeout, head.timeout);
        pair.reply(call.id, b"", Outcome::Done);
    }
    // A byte for each of the nine fields, in two frames, with a message's prefix.
    assert_eq!((heads[2], heads[4]), (9 + 9 + 9 + 5, 9 + 9 + 9 + 5));
    assert!(heads[3] > heads[4] + 5, "{heads:?}");
}

#[test]
fn messages_flow_both_ways() {
    for piece in [1, 9, usize::MAX] {
        let mut pair = Pair::new(piece);
        let streams = Streams {
            request: true,
            reply: true,
        };
        let head = CallHead {
            streams,
            ..CallHead::named(path("ManyMany"))
        };
        let id = pair.call(&head, b"");
        pair.run();
        assert_eq!(pair.parts(), [(Part::Opens(streams), Vec::new())]);
        for body in [&b"one"[..], b"", b"three"] {
            pair.send(id, body);
        }
        pair.run();
        let messages = [&b"one"[..], b"", b"three"].map(|b| (Part::Message, b.to_vec()));
        assert_eq!(pair.parts(), messages);
        let server_id = CallId(1);
        pair.message(server_id, b"a");
        pair.message(server_id, b"");
        pair.message(server_id, b"ccc");
        pair.run();
        let replies = [&b"a"[..], b"", b"ccc"].map(|b| Seen::Reply(b.to_vec()));
        assert_eq!(core::mem::take(&mut pair.seen), replies);
        pair.client.end_messages(id, at(0));
        pair.run();
        assert_eq!(pair.parts(), [(Part::Ends, Vec::new())]);
        pair.reply(server_id, b"", Outcome::Done);
        assert_eq!(core::mem::take(&mut pair.seen), [Seen::Ended]);
    }
}

#[test]
fn one_reply_to_many_messages_and_many_replies_to_one() {
    let mut pair = Pair::new(usize::MAX);
    let request = Streams {
        request: true,
        reply: false,
    };
    let head = CallHead {
        streams: request,
        ..CallHead::named(path("ManyOne"))
    };
    let id = pair.call(&head, b"");
    pair.send(id, b"1");
    pair.client.end_messages(id, at(0));
    pair.run();
    let parts: Vec<Part> = pair.parts().into_iter().map(|(part, _)| part).collect();
    assert_eq!(parts, [Part::Opens(request), Part::Message, Part::Ends]);
    pair.reply(CallId(1), b"sum", Outcome::Done);
    assert_eq!(pair.seen.pop(), Some(Seen::Reply(b"sum".to_vec())));

    let reply = Streams {
        request: false,
        reply: true,
    };
    let head = CallHead {
        streams: reply,
        ..CallHead::named(path("OneMany"))
    };
    pair.call(&head, b"from 1");
    pair.run();
    assert_eq!(pair.parts(), [(Part::Opens(reply), b"from 1".to_vec())]);
    pair.message(CallId(3), b"1");
    pair.reply(CallId(3), b"2", Outcome::Done);
    let expected = [
        Seen::Reply(b"1".to_vec()),
        Seen::Reply(b"2".to_vec()),
        Seen::Ended,
    ];
    assert_eq!(pair.seen, expected);
}

#[test]
fn a_cancelled_stream_is_gone_and_the_connection_goes_on() {
    let mut pair = Pair::new(usize::MAX);
    let head = CallHead {
        streams: Streams {
            request: true,
            reply: true,
        },
        ..CallHead::named(path("ManyMany"))
    };
    let id = pair.call(&head, b"");
    pair.run();
    pair.calls.clear();
    pair.client.cancel(id);
    pair.run();
    assert_eq!(pair.parts(), [(Part::Gone, Vec::new())]);
    // Further messages of the application are dropped.
    pair.message(CallId(1), b"late");
    pair.reply(CallId(1), b"later", Outcome::Done);
    assert_eq!(pair.seen, []);
    pair.call(&CallHead::named(path("One")), b"next");
    pair.run();
    let (call, _) = pair.calls.pop().unwrap();
    pair.reply(call.id, b"done", Outcome::Done);
    assert_eq!(pair.seen, [Seen::Reply(b"done".to_vec())]);
}

#[test]
fn messages_above_the_limit_are_refused_and_others_continue() {
    let limits = Limits {
        message_bytes: 1000,
        ..Limits::default()
    };
    let mut pair = Pair::with(Limits::default(), usize::MAX);
    pair.server = Server::new(limits, Arc::new(Chat));
    pair.call(&CallHead::named(path("One")), &[1; 1001]);
    pair.call(&CallHead::named(path("One")), &[1; 1000]);
    pair.run();
    let (call, body) = pair.calls.pop().unwrap();
    assert_eq!(body.len(), 1000);
    assert_eq!(pair.calls.len(), 0);
    pair.reply(call.id, b"fine", Outcome::Done);
    let exhausted = |seen: &Seen| {
        matches!(seen, Seen::Failed(CallError::Fault(Fault::Detailed(details)))
            if details.code == status::RESOURCE_EXHAUSTED)
    };
    assert!(exhausted(&pair.seen[0]), "{:?}", pair.seen);
    assert_eq!(pair.seen[1], Seen::Reply(b"fine".to_vec()));
}

#[test]
fn incomplete_messages_are_bounded_over_all_calls() {
    let limits = Limits {
        reassembly_bytes: 1 << 20,
        ..Limits::default()
    };
    let mut pair = Pair::with(limits, usize::MAX);
    pair.run();
    // More than a frame: its first part waits for the second.
    pair.call(&CallHead::named(path("One")), &[1; 5 << 20]);
    pair.run();
    assert_eq!(pair.calls.len(), 0);
    let seen = pair.seen.pop().unwrap();
    let exhausted = matches!(&seen, Seen::Failed(CallError::Fault(Fault::Detailed(details)))
        if details.code == status::RESOURCE_EXHAUSTED);
    assert!(exhausted, "{seen:?}");
    assert_eq!(pair.server.held_bytes(), 0);

    pair.call(&CallHead::named(path("One")), &[1; 1000]);
    pair.run();
    let (call, _) = pair.calls.pop().unwrap();
    // Replies likewise.
    pair.reply(call.id, &[1; 5 << 20], Outcome::Done);
    let too_large = matches!(pair.seen.pop(), Some(Seen::Failed(CallError::Wire(_))));
    assert!(too_large && pair.client.held_bytes() == 0);
}

#[test]
fn many_calls_in_flight_end_in_any_order() {
    let mut pair = Pair::new(50);
    for i in 0..64_u8 {
        pair.call(&CallHead::named(path("One")), &[i]);
    }
    pair.run();
    assert_eq!(pair.calls.len(), 64);
    for (call, body) in core::mem::take(&mut pair.calls).into_iter().rev() {
        pair.reply(call.id, &body, Outcome::Done);
    }
    let right: Vec<Seen> = (0..64_u8)
        .rev()
        .map(|i| Seen::Reply([i].to_vec()))
        .collect();
    assert_eq!(pair.seen, right);
}

/// A call whose messages the client sends one by one, whatever the server expects.
fn one_by_one(pair: &mut Pair, messages: &[&[u8]]) {
    let streams = Streams {
        request: true,
        reply: false,
    };
    let head = CallHead {
        streams,
        ..CallHead::named(path("One"))
    };
    let id = pair.call(&head, b"");
    for message in messages {
        pair.send(id, message);
    }
    pair.client.end_messages(id, pair.now);
    pair.run();
}

#[test]
fn a_request_may_end_with_an_empty_frame_and_has_one_message() {
    let mut pair = Pair::new(100_000);
    for only in [&b"only"[..], b""] {
        one_by_one(&mut pair, &[only]);
        let (call, body) = pair.calls.pop().unwrap();
        assert_eq!((call.part, &body[..]), (Part::Whole, only));
        pair.reply(call.id, b"fine", Outcome::Done);
        assert_eq!(pair.seen.pop(), Some(Seen::Reply(b"fine".to_vec())));
    }
    for (messages, code) in [
        (&[][..], status::UNIMPLEMENTED),
        (&[&b"one"[..], b"two"], status::UNIMPLEMENTED),
        (&[&b""[..], b""], status::UNIMPLEMENTED),
    ] {
        one_by_one(&mut pair, messages);
        assert!(pair.calls.is_empty());
        let seen = pair.seen.pop();
        let refused = matches!(&seen, Some(Seen::Failed(CallError::Fault(Fault::Detailed(details))))
            if details.code == code);
        assert!(refused, "{seen:?}");
    }
}

// RFC 9113, section 5.1.2.
#[test]
fn a_stream_too_many_is_refused_and_the_others_go_on() {
    let limits = Limits {
        calls_in_flight: 3,
        ..Limits::default()
    };
    let mut pair = Pair::new(usize::MAX);
    pair.server = Server::new(limits, Arc::new(Chat));
    for _ in 0..4 {
        pair.call(&CallHead::named(path("One")), b"");
    }
    pair.run();
    assert_eq!(pair.calls.len(), 3);
    let seen = pair.seen.pop();
    let refused = matches!(&seen, Some(Seen::Failed(CallError::Fault(Fault::Detailed(details))))
        if details.code == status::UNAVAILABLE);
    assert!(refused, "{seen:?}");
    for (call, _) in core::mem::take(&mut pair.calls) {
        pair.reply(call.id, b"fine", Outcome::Done);
        assert_eq!(pair.seen.pop(), Some(Seen::Reply(b"fine".to_vec())));
    }
}

/// A server's GOAWAY.
fn goaway(last: u32, code: u32, words: &[u8]) -> Vec<u8> {
    let length = (8 + words.len() as u32).to_be_bytes();
    let head = [&length[1..], &[7, 0, 0, 0, 0, 0]].concat();
    let numbers = [last.to_be_bytes(), code.to_be_bytes()].concat();
    [&head, &numbers, words].concat()
}

// RFC 9113, 6.8: streams up to the last may be processed, the others are not.
#[test]
fn the_reason_of_a_goaway_reaches_the_calls_that_it_ends() {
    let calm = "the server ended the connection: ENHANCE_YOUR_CALM, \"too_many_pings\"";
    let long = [b'x'; 5000];
    let shown = alloc::format!("the server ended the connection: {:?}", "x".repeat(256));
    let unknown = "the server ended the connection: error 0x77, \"\\u{1b}[1m\u{fffd}\"";
    for (code, words, text) in [
        (0xb, &b"too_many_pings"[..], calm),
        (0x2, b"", "the server ended the connection: INTERNAL_ERROR"),
        (
            0x0,
            b"max_age",
            "the server ended the connection: \"max_age\"",
        ),
        (0x0, &long, &shown),
        (0x77, b"\x1b[1m\xff", unknown),
    ] {
        let mut pair = Pair::new(usize::MAX);
        pair.call(&CallHead::named(path("One")), b"1");
        pair.run();
        pair.call(&CallHead::named(path("One")), b"2");
        pair.to_client.buf.put(&goaway(1, code, words));
        pair.receive();
        let ended = status::with_code(status::UNAVAILABLE, text);
        assert_eq!(pair.seen, [Seen::Failed(ended.clone().into())], "{text}");
        pair.client.handle_closed(Closed::ByPeer);
        pair.receive();
        assert_eq!(pair.seen[1..], [Seen::Failed(ended.clone().into())]);
        let next = pair.client.begin_call(&CallHead::named(path("One")));
        assert_eq!(next, Err(ended.into()));
    }
    // Without a reason, or when we close, only the end is reported.
    for (code, how) in [(0, Closed::ByPeer), (0xb, Closed::ByUs)] {
        let mut pair = Pair::new(usize::MAX);
        pair.call(&CallHead::named(path("One")), b"1");
        pair.run();
        assert!(!pair.client.is_closing());
        pair.to_client.buf.put(&goaway(1, code, b""));
        pair.receive();
        assert!(!pair.client.is_finished(), "a call is in flight");
        assert!(pair.client.is_closing());
        pair.client.handle_closed(how);
        pair.receive();
        assert_eq!(pair.seen, [Seen::Failed(CallError::Closed(how))]);
    }
}

#[test]
fn the_end_of_messages_waits_behind_them() {
    let mut pair = Pair::new(usize::MAX);
    pair.run();
    let streams = Streams {
        request: true,
        reply: false,
    };
    let head = CallHead {
        streams,
        ..CallHead::named(path("ManyOne"))
    };
    let id = pair.call(&head, b"");
    // Twice a window.
    for _ in 0..2 {
        pair.send(id, &[1; 12 << 20]);
    }
    pair.client.end_messages(id, pair.now);
    pair.run();
    let call = pair.calls[0].0.clone();
    let parts = pair.parts();
    let parts: Vec<_> = parts
        .iter()
        .map(|(part, body)| (*part, body.len()))
        .collect();
    let message = (Part::Message, 12 << 20);
    let expected = [(Part::Opens(streams), 0), message, message, (Part::Ends, 0)];
    assert_eq!(parts, expected);
    // A reply already sent as a message is the only one.
    pair.message(call.id, b"sum");
    pair.reply(call.id, b"", Outcome::Done);
    assert_eq!(pair.seen, [Seen::Reply(b"sum".to_vec())]);
}

/// The head of a call with several replies.
fn several() -> CallHead<'static> {
    CallHead {
        streams: Streams {
            reply: true,
            ..Streams::NONE
        },
        ..CallHead::named(path("OneMany"))
    }
}

impl Pair {
    /// The server replies with a result, which is not sent.
    fn hold_replies(&mut self, ids: &[CallId], result: &[u8]) {
        for id in ids {
            self.server.begin_reply(*id);
            self.server.body().put(result);
            self.server
                .finish_reply(Outcome::Done, &Clock::at(self.now));
        }
    }
}

#[test]
fn replies_that_would_wait_behind_too_much_are_faults_and_streams_still_end() {
    let mut pair = Pair::new(usize::MAX);
    pair.run();
    pair.call(&several(), b"");
    for _ in 0..28 {
        pair.call(&CallHead::named(path("One")), b"");
    }
    pair.deliver_requests();
    let ids: Vec<CallId> = pair.calls.drain(..).map(|(call, _)| call.id).collect();
    let (stream, others) = ids.split_first().unwrap();
    pair.message(*stream, b"first");
    // Nothing is received meanwhile, so that no window grows.
    let large = alloc::vec![7; 4 << 20];
    pair.hold_replies(others, &large);
    assert!(pair.server.is_congested(*stream));
    pair.message(*stream, b"was promised room");
    pair.reply(*stream, b"", Outcome::Done);
    let exhausted = |seen: &&Seen| {
        matches!(seen, Seen::Failed(CallError::Fault(Fault::Detailed(details)))
            if details.code == status::RESOURCE_EXHAUSTED)
    };
    let whole = |seen: &&Seen| matches!(seen, Seen::Reply(body) if body[..] == large[..]);
    // The client has windows of 32 MiB; behind them wait 64 MiB, and one message that exceeds that.
    assert_eq!(pair.seen.iter().filter(whole).count(), 24);
    assert_eq!(pair.seen.iter().filter(exhausted).count(), 4);
    assert!(pair.seen.contains(&Seen::Ended));
    let promised = Seen::Reply(b"was promised room".to_vec());
    assert!(pair.seen.contains(&promised));
}

/// What has no reply has none among several messages, whether or not there is room; a single reply is empty instead.
#[test]
fn silent_calls_end_streams_and_have_empty_replies() {
    let mut pair = Pair::new(usize::MAX);
    pair.run();
    let one = CallHead::named(path("One"));
    for head in [&several(), &one, &several()] {
        pair.call(head, b"");
    }
    for _ in 0..28 {
        pair.call(&one, b"");
    }
    pair.deliver_requests();
    let ids: Vec<CallId> = pair.calls.drain(..).map(|(call, _)| call.id).collect();
    pair.reply(ids[0], b"dropped", Outcome::Silent);
    assert_eq!(core::mem::take(&mut pair.seen), [Seen::Ended]);
    pair.reply(ids[1], b"dropped", Outcome::Silent);
    let empty = Seen::Reply(Vec::new());
    assert_eq!(core::mem::take(&mut pair.seen), [empty]);
    let large = alloc::vec![7; 4 << 20];
    pair.hold_replies(&ids[3..], &large);
    assert!(pair.server.is_congested(ids[2]));
    pair.reply(ids[2], b"dropped", Outcome::Silent);
    let ended = pair.seen.iter().filter(|seen| **seen == Seen::Ended);
    assert_eq!(ended.count(), 1);
    let empty = |seen: &&Seen| matches!(seen, Seen::Reply(body) if body.is_empty());
    assert_eq!(pair.seen.iter().filter(empty).count(), 0);
}
