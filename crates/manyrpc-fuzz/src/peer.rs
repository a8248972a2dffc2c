//! Connections on which both ends call: the result does not depend on how the input is split.

use manyrpc_engine::jsonrpc::{self, Framing};
use manyrpc_engine::peer::End;
use manyrpc_engine::{
    Buf, CallHead, Clock, Closed, Incoming, Instant, InterfaceId, Limits, Outcome, PeerEngine,
    PeerId, Rx, onc,
};
use manyrpc_engines::GIOP_1_2;

use crate::Target;

/// Arbitrary bytes to a peer with calls in flight; the first byte selects the protocol, the end of the connection, and the size
/// of the pieces.
pub const TARGET: Target = Target {
    name: "peer",
    run,
    seeds,
    allocation_per_byte: 128,
};

type Engine = fn(&Limits) -> Box<dyn PeerEngine>;
const ENGINES: [Engine; 5] = [
    |limits| Box::new(jsonrpc::Peer::stream(limits, Framing::Line, 0)),
    |limits| Box::new(jsonrpc::Peer::stream(limits, Framing::ContentLength, 0)),
    |limits| Box::new(onc::Peer::stream(limits, 0)),
    |limits| GIOP_1_2.peer(limits, 0, End::Opened),
    // It may call once the other end has offered it.
    |limits| GIOP_1_2.peer(limits, 0, End::Accepted),
];
const KINDS: u8 = ENGINES.len() as u8;

/// How many calls are made: as many as possible at first, and the others after a call of the other end.
const CALLS: usize = 3;

/// The calls and events in order, with their bytes, and whether the peer violated the protocol.
type Read = (Vec<(String, Vec<u8>)>, bool);

fn run(input: &[u8]) {
    let Some((first, bytes)) = input.split_first() else {
        return;
    };
    let (kind, step) = (first % KINDS, usize::from(first / KINDS) + 1);
    let whole = read(kind, bytes, bytes.len().max(1));
    let pieces = read(kind, bytes, step);
    assert_eq!(whole, pieces, "in pieces of {step}");
}

fn limits() -> Limits {
    let mut limits = Limits {
        message_bytes: 300,
        message_fragments: 5,
        ..Limits::default()
    };
    limits.giop.piece_bytes = 64;
    limits
}

fn read(kind: u8, bytes: &[u8], step: usize) -> Read {
    let mut engine = ENGINES[usize::from(kind)](&limits());
    let (mut rx, now) = (Rx::default(), Instant::ZERO);
    let mut made = 0;
    make_calls(&mut *engine, &mut made);
    let mut all = Vec::new();
    for piece in bytes.chunks(step) {
        rx.buf.put(piece);
        while let Some(incoming) = engine.next(&mut rx, &Clock::at(now)) {
            all.push(describe(&mut *engine, incoming, &rx.buf, now));
            make_calls(&mut *engine, &mut made);
        }
        drain(&mut *engine);
        if engine.broken().is_some() {
            break;
        }
    }
    let broken = engine.broken().is_some();
    ends(&mut *engine, &mut all);
    (all, broken)
}

/// The connection ends, wherever in a message: calls in flight fail, and nothing else happens.
fn ends(engine: &mut dyn PeerEngine, all: &mut Vec<(String, Vec<u8>)>) {
    engine.handle_closed(Closed::ByPeer);
    while let Some(incoming) = engine.next(&mut Rx::default(), &Clock::at(Instant::ZERO)) {
        let Incoming::Event(_, event) = incoming else {
            panic!("a call after the end");
        };
        all.push((format!("{event:?}"), Vec::new()));
    }
}

fn make_calls(engine: &mut dyn PeerEngine, made: &mut usize) {
    let client = engine.client(PeerId::ONLY);
    let interface = InterfaceId {
        full_name: "sim.Echo",
        ..InterfaceId::of_program(300_000, 1)
    };
    let head = CallHead {
        name: "echo",
        ..CallHead::new(interface, 1)
    };
    while *made < CALLS && client.begin_call(&head).is_ok() {
        client.body().put(b"[\"xy\"]  ");
        client.finish_call(Instant::ZERO).expect("a small call");
        *made += 1;
    }
}

/// As text and bytes; a call is answered with its arguments.
fn describe(
    engine: &mut dyn PeerEngine,
    incoming: Incoming,
    received: &Buf,
    now: Instant,
) -> (String, Vec<u8>) {
    let data = received.data();
    match incoming {
        Incoming::Call(call) => {
            let arguments = data[call.arguments.clone()].to_vec();
            let server = engine.server().expect("both roles");
            server.begin_reply(call.id);
            server.body().put(&arguments);
            server.finish_reply(Outcome::Done, &Clock::at(now));
            let name = call
                .name
                .as_ref()
                .map(|name| name.path().operation.to_owned());
            (
                format!("{:?} {} {name:?}", call.id, call.operation),
                arguments,
            )
        }
        Incoming::Event(_, manyrpc_engine::ClientEvent::Reply { id, body, .. }) => {
            (format!("reply to {id:?}"), data[body].to_vec())
        }
        Incoming::Event(peer, other) => (format!("{peer:?} {other:?}"), Vec::new()),
    }
}

fn drain(engine: &mut dyn PeerEngine) {
    while let Some(due) = engine.poll_transmit() {
        let n = due.bytes.len();
        engine.sent(n);
    }
}

/// A call of each end and the replies to them.
fn seeds() -> Vec<Vec<u8>> {
    let lines = b"{\"jsonrpc\":\"2.0\",\"method\":\"a.b\",\"params\":[1],\"id\":7}\n\
        {\"jsonrpc\":\"2.0\",\"result\":[2],\"id\":1}\n\
        [{\"jsonrpc\":\"2.0\",\"error\":{\"code\":1,\"message\":\"m\"},\"id\":2}]\n\
        [{\"jsonrpc\":\"2.0\",\"method\":\"n\"},{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"id\":\"x\"}]\nnone\n";
    let framed: Vec<u8> = lines
        .split(|b| *b == b'\n')
        .flat_map(|line| {
            let head = format!("Content-Length: {}\r\n\r\n", line.len());
            [head.as_bytes(), line].concat()
        })
        .collect();
    let words = |words: &[u32]| -> Vec<u8> { words.iter().flat_map(|w| w.to_be_bytes()).collect() };
    let call = words(&[0x8000_002c, 9, 0, 2, 300_000, 1, 1, 0, 0, 0, 0, 5]);
    let reply = words(&[4, 1, 0x8000_0018, 1, 0, 0, 0, 0, 8]);
    let records = [&call[..], &reply, &call].concat();
    let [to_opened, to_accepted] = giop_talk();
    let kinds = [&lines[..], &framed, &records, &to_opened, &to_accepted];
    let with_step = |(kind, bytes): (usize, &&[u8])| {
        [0, 2, 20].map(|step| [&[step * KINDS + kind as u8][..], bytes].concat())
    };
    kinds.iter().enumerate().flat_map(with_step).collect()
}

/// What each end of a connection receives, the one that opened it first: calls and replies of both, in fragments.
fn giop_talk() -> [Vec<u8>; 2] {
    let mut ends = [End::Opened, End::Accepted].map(|end| GIOP_1_2.peer(&limits(), 0, end));
    let mut received = [Vec::new(), Vec::new()];
    let mut rx = [Rx::default(), Rx::default()];
    let mut made = [0; 2];
    make_calls(&mut *ends[0], &mut made[0]);
    for turn in 0..8 {
        let (from, to) = (turn % 2, 1 - turn % 2);
        while let Some(due) = ends[from].poll_transmit() {
            let n = due.bytes.len();
            received[to].extend(due.bytes);
            rx[to].buf.put(due.bytes);
            ends[from].sent(n);
        }
        while let Some(incoming) = ends[to].next(&mut rx[to], &Clock::at(Instant::ZERO)) {
            describe(&mut *ends[to], incoming, &rx[to].buf, Instant::ZERO);
            make_calls(&mut *ends[to], &mut made[to]);
        }
    }
    assert_eq!(made, [CALLS; 2], "both ends call");
    received
}
