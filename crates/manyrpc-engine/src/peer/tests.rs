//! Two peers back to back, each calling and serving.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::net::SocketAddr;

use manyrpc_codec::InterfaceId;

use super::*;
use crate::contract::{CallHead, CallId, Outcome};
use crate::fault::{CallError, Fault};
use crate::jsonrpc::{self, Framing};
use crate::limits::Limits;
use crate::onc;

/// A generator random enough to vary a test.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 33) as usize % sides
    }
}

/// One end: it echoes what it is asked, and checks the replies to its own calls.
struct End {
    engine: Box<dyn PeerEngine>,
    rx: Rx,
    now: Instant,
    asked: BTreeMap<CallId, Vec<u8>>,
    answered: usize,
    served: usize,
    /// Calls that are executed later.
    open: VecDeque<(CallId, Vec<u8>)>,
    lazy: bool,
}

impl End {
    fn new(engine: impl PeerEngine + 'static) -> Self {
        End::of(Box::new(engine))
    }

    fn of(engine: Box<dyn PeerEngine>) -> Self {
        End {
            engine,
            rx: Rx::default(),
            now: Instant::from_nanos(1),
            asked: BTreeMap::new(),
            answered: 0,
            served: 0,
            open: VecDeque::new(),
            lazy: false,
        }
    }

    fn call(&mut self, to: Option<SocketAddr>, body: &[u8]) -> CallId {
        let head = CallHead {
            name: "echo",
            operation: 1,
            ..CallHead::new(InterfaceId::of_program(300_000, 1), 1)
        };
        let peer = self.engine.peer(to).expect("a peer that may be called");
        let client = self.engine.client(peer);
        let id = client.begin_call(&head).expect("an open engine");
        client.body().put(body);
        client.finish_call(self.now).expect("a small call");
        self.asked.insert(id, body.to_vec());
        id
    }

    fn take_in(&mut self) {
        let clock = Clock::at(self.now);
        while let Some(incoming) = self.engine.next(&mut self.rx, &clock) {
            match incoming {
                Incoming::Event(_, event) => self.events(event),
                Incoming::Call(call) => {
                    let arguments = self.rx.buf.data()[call.arguments.clone()].to_vec();
                    self.open.push_back((call.id, arguments));
                    self.served += 1;
                }
            }
            if !self.lazy {
                self.answer_all();
            }
        }
    }

    fn events(&mut self, event: ClientEvent) {
        match event {
            ClientEvent::Reply { id, body, .. } => {
                let asked = self.asked.remove(&id).expect("a call in flight");
                assert_eq!(&self.rx.buf.data()[body], &asked[..]);
                self.answered += 1;
            }
            other => panic!("not a reply: {other:?}"),
        }
    }

    fn answer_all(&mut self) {
        let server = self.engine.server().expect("both roles");
        for (id, arguments) in self.open.drain(..) {
            server.begin_reply(id);
            server.body().put(&arguments);
            server.finish_reply(Outcome::Done, &Clock::at(self.now));
        }
    }

    /// At most `most` bytes of output.
    fn send(&mut self, most: usize) -> Vec<u8> {
        let Some(due) = self.engine.poll_transmit() else {
            return Vec::new();
        };
        let n = due.bytes.len().min(most);
        let bytes = due.bytes[..n].to_vec();
        self.engine.sent(n);
        bytes
    }

    fn receive(&mut self, bytes: &[u8]) {
        self.rx.buf.put(bytes);
        self.take_in();
    }
}

/// An engine over a stream, and a generator of bodies for it.
type Kind = (fn(u64) -> Box<dyn PeerEngine>, fn(usize) -> Vec<u8>);

fn json(framing: Framing) -> impl Fn(u64) -> jsonrpc::Peer {
    move |seed| jsonrpc::Peer::stream(&Limits::default(), framing, seed)
}

/// Arguments that look like messages of either kind themselves.
fn json_body(n: usize) -> Vec<u8> {
    let texts = ["method", "result", "id", "}\\n{", "\\u00e4"];
    format!("[{n},{{\"{}\":[null,\"{}\"]}}]", texts[n % 5], texts[n % 3]).into_bytes()
}

fn onc_body(n: usize) -> Vec<u8> {
    let words = (0..n % 7).map(|i| (n + i) as u32);
    words.flat_map(u32::to_be_bytes).collect()
}

const KINDS: [Kind; 3] = [
    (|seed| Box::new(json(Framing::Line)(seed)), json_body),
    (
        |seed| Box::new(json(Framing::ContentLength)(seed)),
        json_body,
    ),
    (
        |seed| Box::new(onc::Peer::stream(&Limits::default(), seed)),
        onc_body,
    ),
];

#[test]
fn both_ends_call_at_once_over_any_cuts() {
    for (make, body) in KINDS {
        for seed in 0..40 {
            let mut dice = Dice(seed);
            // Both ends use the same call numbers.
            let mut ends = [End::of(make(7)), End::of(make(7))];
            ends[1].lazy = seed % 2 == 1;
            let mut made = [0; 2];
            for step in 0..600 {
                let (from, to) = match dice.roll(2) {
                    0 => (0, 1),
                    _ => (1, 0),
                };
                if step < 300 && dice.roll(3) == 0 {
                    ends[from].call(None, &body(dice.roll(1000)));
                    made[from] += 1;
                }
                if dice.roll(8) == 0 {
                    ends[from].answer_all();
                }
                let most = [1, 3, 40, 4000][dice.roll(4)];
                let bytes = ends[from].send(most);
                ends[to].receive(&bytes);
            }
            for end in [0, 1, 0, 1, 0, 1] {
                ends[end].lazy = false;
                ends[end].answer_all();
                while let bytes @ [_, ..] = &ends[end].send(usize::MAX)[..] {
                    ends[1 - end].receive(bytes);
                }
            }
            for end in [0, 1] {
                assert!(made[end] > 10, "the dice were rolled");
                assert_eq!(ends[end].answered, made[end], "seed {seed}");
                assert_eq!(ends[1 - end].served, made[end], "seed {seed}");
                assert!(ends[end].rx.buf.is_empty() && ends[end].asked.is_empty());
            }
        }
    }
}

/// Drivers drop what they have received of a message when its connection ends.
#[test]
fn a_connection_may_end_within_a_message() {
    for (make, body) in KINDS {
        let mut caller = End::of(make(1));
        caller.call(None, &body(5));
        let bytes = caller.send(usize::MAX);
        for n in 0..bytes.len() {
            let mut end = End::of(make(2));
            let id = end.call(None, &body(1));
            end.receive(&bytes[..n]);
            end.engine.handle_closed(Closed::ByPeer);
            let clock = Clock::at(end.now);
            let failed = end.engine.next(&mut Rx::default(), &clock);
            let error = CallError::Closed(Closed::ByPeer);
            let expected = ClientEvent::Failed { id, error };
            assert_eq!(failed, Some(Incoming::Event(PeerId::ONLY, expected)));
            assert_eq!(end.engine.next(&mut Rx::default(), &clock), None);
            assert_eq!(end.engine.next_timeout(), None, "at {n}");
        }
    }
}

#[test]
fn a_server_that_is_full_holds_up_calls_and_loses_none() {
    let limits = Limits {
        calls_in_flight: 2,
        ..Limits::default()
    };
    let mut caller = End::new(json(Framing::Line)(1));
    let mut full = End::new(jsonrpc::Peer::stream(&limits, Framing::Line, 1));
    full.lazy = true;
    for n in 0..5 {
        caller.call(None, &json_body(n));
    }
    full.call(None, b"[0]");
    let bytes = caller.send(usize::MAX);
    full.receive(&bytes);
    assert_eq!(full.served, 2);
    for served in [4, 5] {
        full.answer_all();
        full.take_in();
        assert_eq!(full.served, served);
    }
    full.answer_all();
    while let bytes @ [_, ..] = &full.send(usize::MAX)[..] {
        caller.receive(bytes);
    }
    assert_eq!((caller.answered, caller.served), (5, 1));
    let bytes = caller.send(usize::MAX);
    full.receive(&bytes);
    assert_eq!(full.answered, 1);
}

#[test]
fn a_call_times_out_without_anything_received() {
    for (make, body) in KINDS {
        let mut engine = make(1);
        let mut end = End::of(make(2));
        end.call(None, &body(1));
        engine.handle_timeout(end.now);
        let due = end.engine.next_timeout().expect("a call is in flight");
        end.engine.handle_timeout(due);
        let event = end.engine.next(&mut end.rx, &Clock::at(due));
        assert!(
            matches!(
                event,
                Some(Incoming::Event(
                    PeerId::ONLY,
                    ClientEvent::Failed {
                        error: CallError::TimedOut { .. },
                        ..
                    }
                ))
            ),
            "{event:?}"
        );
    }
}

#[test]
fn what_is_no_message_breaks_the_connection_or_is_answered() {
    let mut end = End::new(json(Framing::ContentLength)(1));
    end.receive(b"Content-Length: x\r\n\r\n");
    assert!(end.engine.broken().is_some());
    let mut end = End::new(json(Framing::Line)(1));
    end.receive(b"{\"id\":1,\"result\":\n[]\n{\"method\":7,\"id\":2}\n{}\n");
    let answers = String::from_utf8(end.send(usize::MAX)).expect("JSON is text");
    let codes = ["-32700", "-32600", "-32600", "-32600"];
    assert_eq!(answers.lines().count(), codes.len());
    for (answer, code) in answers.lines().zip(codes) {
        assert!(answer.contains(code), "{answer}");
    }
    let mut end = End::new(onc::Peer::stream(&Limits::default(), 1));
    end.receive(&0x7fff_ffff_u32.to_be_bytes());
    assert!(matches!(
        end.engine.broken(),
        Some(WireError::TooLarge { .. })
    ));
}

#[test]
fn nothing_is_read_behind_what_breaks_the_protocol() {
    let mut end = End::new(onc::Peer::stream(&Limits::default(), 1));
    let mut other = End::new(onc::Peer::stream(&Limits::default(), 2));
    end.call(None, b"");
    let call = end.send(usize::MAX);
    other.receive(&call);
    let reply = other.send(usize::MAX);
    // Neither a call nor a reply: the server reads it, and cannot report how much of the stream it
    // has consumed.
    let neither = [0x8000_0008_u32, 1, 0x2000].map(u32::to_be_bytes).concat();
    end.receive(&[&neither[..], &reply].concat());
    assert!(end.engine.broken().is_some());
    assert_eq!(end.answered, 0);
}

#[test]
fn garbage_never_panics() {
    for (make, body) in KINDS {
        for seed in 0..300 {
            let mut dice = Dice(seed);
            let (mut sender, mut end) = (End::of(make(3)), End::of(make(3)));
            sender.call(None, &body(dice.roll(50)));
            end.call(None, &body(dice.roll(50)));
            let mut bytes = sender.send(usize::MAX);
            for _ in 0..1 + dice.roll(4) {
                let at = dice.roll(bytes.len());
                bytes[at] = dice.roll(256) as u8;
            }
            let clock = Clock::at(end.now);
            for piece in bytes.chunks(1 + dice.roll(30)) {
                end.rx.buf.put(piece);
                while let Some(incoming) = end.engine.next(&mut end.rx, &clock) {
                    if let Incoming::Call(call) = incoming {
                        let server = end.engine.server().expect("both roles");
                        server.begin_reply(call.id);
                        server.finish_reply(
                            Outcome::Fault(Fault::NoSuchOperation),
                            &Clock::at(end.now),
                        );
                    }
                }
                while !end.send(usize::MAX).is_empty() {}
                if end.engine.broken().is_some() {
                    break;
                }
            }
            end.engine.handle_closed(Closed::ByPeer);
            while end.engine.next(&mut end.rx, &clock).is_some() {}
        }
    }
}

#[test]
fn one_datagram_socket_serves_everybody_and_calls_anybody() {
    let at = |port: u16| SocketAddr::from(([127, 0, 0, 1], port));
    let mut nodes: Vec<End> = (0..4)
        .map(|seed| End::new(onc::DatagramPeer::datagram(Limits::default(), seed)))
        .collect();
    for from in 0..4u16 {
        for to in 0..4 {
            for n in 0..3 {
                nodes[from as usize].call(Some(at(to)), &onc_body(usize::from(from * to + n)));
            }
        }
    }
    loop {
        let mut went = false;
        for from in 0..4u16 {
            while let Some(due) = nodes[from as usize].engine.poll_transmit() {
                let (to, bytes) = (due.to.expect("not connected"), due.bytes.to_vec());
                nodes[from as usize].engine.sent(bytes.len());
                let receiver = &mut nodes[usize::from(to.port())];
                receiver.rx.from = Some(at(from));
                receiver.receive(&bytes);
                assert!(receiver.rx.buf.is_empty());
                went = true;
            }
        }
        if !went {
            break;
        }
    }
    for node in &nodes {
        assert_eq!((node.answered, node.served), (12, 12));
        assert!(node.engine.next_timeout().is_none() || node.asked.is_empty());
    }
}

#[test]
fn a_reply_from_elsewhere_is_dropped() {
    let at = |port: u16| SocketAddr::from(([127, 0, 0, 1], port));
    let mut caller = End::new(onc::DatagramPeer::datagram(Limits::default(), 1));
    let mut server = End::new(onc::DatagramPeer::datagram(Limits::default(), 2));
    caller.call(Some(at(2)), b"");
    server.rx.from = Some(at(1));
    let bytes = caller.send(usize::MAX);
    server.receive(&bytes);
    let reply = server.send(usize::MAX);
    for (from, answered) in [(3, 0), (2, 1)] {
        caller.rx.from = Some(at(from));
        caller.receive(&reply);
        assert_eq!(caller.answered, answered);
    }
}

#[test]
fn peers_are_bounded() {
    let mut limits = Limits::default();
    limits.datagram.peers = 2;
    let mut mesh = onc::DatagramPeer::datagram(limits, 1);
    let at = |port: u16| Some(SocketAddr::from(([127, 0, 0, 1], port)));
    assert_eq!(mesh.peer(at(1)), Ok(PeerId(0)));
    assert_eq!(mesh.peer(at(2)), Ok(PeerId(1)));
    assert_eq!(mesh.peer(at(1)), Ok(PeerId(0)));
    assert!(mesh.peer(at(3)).is_err() && mesh.peer(None).is_err());
}
