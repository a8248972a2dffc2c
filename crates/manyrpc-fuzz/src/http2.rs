//! HTTP/2 connections, both roles: input means the same however it is split, connections end, and
//! answers consist of frames.

use manyrpc_engine::carrier::http2::{Config, Connection, Event, Field, StreamId, frame};
use manyrpc_engine::{Clock, Instant, Limits, Rx};

use crate::Target;
use crate::engine::drain;

/// Arbitrary bytes to a server, or to a client with requests in progress; the first byte selects
/// the role.
pub const TARGET: Target = Target {
    name: "http2",
    run,
    seeds,
    allocation_per_byte: 64,
};

const CLIENT: u8 = 1;
/// The peer's preface and SETTINGS come first, so that they need not be found by chance.
const GREETED: u8 = 2;
/// The peer's flow control window is small.
const TIGHT: u8 = 4;

const REQUEST: [Field<'static>; 4] = [
    Field::new(b":method", b"POST"),
    Field::new(b":scheme", b"http"),
    Field::new(b":path", b"/echo"),
    Field::new(b":authority", b"here"),
];
const RESPONSE: [Field<'static>; 1] = [Field::new(b":status", b"200")];
const TRAILERS: [Field<'static>; 1] = [Field::new(b"grpc-status", b"0")];

/// Small, so that short inputs reach the limits.
fn config() -> Config {
    Config {
        header_list_bytes: 600,
        header_frames: 4,
        streams: 4,
        settings: 4,
        idle_frames: 20,
        resets: 5,
        reply_bytes: 200,
        backlog_bytes: 1000,
        frame_bytes: 16_384,
        ..Config::default()
    }
}

/// One side, and its outcome.
struct Side {
    connection: Connection,
    rx: Rx,
    events: Vec<String>,
    sent: Vec<u8>,
}

impl Side {
    fn new(client: bool) -> Self {
        let make = if client {
            Connection::client
        } else {
            Connection::server
        };
        let mut side = Side {
            connection: make(&Limits::default(), config()),
            rx: Rx::default(),
            events: Vec::new(),
            sent: Vec::new(),
        };
        if client {
            for content in [0, 10, 2000] {
                let stream = side.connection.request(&REQUEST, false);
                side.send(stream.expect("a new connection has room"), content, true);
            }
        }
        side
    }

    fn send(&mut self, stream: StreamId, content: usize, end: bool) {
        if self.connection.begin_data(stream).is_ok() {
            self.connection.body().put(&vec![7; content]);
            self.connection
                .finish_data(end)
                .expect("the stream was open");
        }
    }

    fn hear(&mut self, bytes: &[u8]) {
        self.rx.buf.put(bytes);
        for round in 0.. {
            assert!(round < 100_000, "events never end");
            let Some(event) = self
                .connection
                .next_event(&mut self.rx, &Clock::at(Instant::ZERO))
            else {
                break;
            };
            self.take(&event);
            self.drain();
        }
        self.drain();
    }

    /// Records an event with the bytes it refers to, which must exist; servers answer.
    fn take(&mut self, event: &Event) {
        let mut ended = None;
        let event = match event {
            Event::Headers { stream, end } => {
                ended = end.then_some(*stream);
                format!("{event:?} {:?}", self.connection.head())
            }
            Event::Interim { .. } => format!("{event:?} {:?}", self.connection.head()),
            Event::Trailers { stream } => {
                ended = Some(*stream);
                format!("{event:?} {:?}", self.connection.head())
            }
            Event::Data { stream, range, end } => {
                ended = end.then_some(*stream);
                self.connection.consumed(*stream, range.len() as u32);
                let bytes = &self.rx.buf.data()[range.clone()];
                format!("{stream:?} {end} {bytes:?}")
            }
            other => format!("{other:?}"),
        };
        self.events.push(event);
        if let Some(stream) = ended
            && self.connection.respond(stream, &RESPONSE, false).is_ok()
        {
            self.send(stream, 700, false);
            let _ = self.connection.trailers(stream, &TRAILERS);
        }
    }

    fn drain(&mut self) {
        let (connection, sent) = (&mut self.connection, &mut self.sent);
        let next = || {
            let bytes = connection.poll_transmit()?.to_vec();
            // In parts, as a socket might accept it.
            let n = bytes.len().div_ceil(2);
            connection.sent(n);
            Some(bytes[..n].to_vec())
        };
        drain(next, |bytes| sent.extend(bytes));
    }

    /// Time passes: no timer is left, and the output consisted of frames.
    fn end(mut self) -> Vec<String> {
        let connection = &mut self.connection;
        drain(
            || {
                connection
                    .next_timeout()
                    .map(|due| connection.handle_timeout(due))
            },
            drop,
        );
        self.hear(&[]);
        let broken = self.connection.broken().is_some();
        let said = self
            .events
            .iter()
            .filter(|event| event.starts_with("Broken"))
            .count();
        assert_eq!(
            said,
            usize::from(broken),
            "a violation is reported once: {:?}",
            self.events
        );
        are_frames(&self.sent);
        self.connection.shrink();
        self.events
    }
}

/// Complete frames of known kinds, on plausible streams.
fn are_frames(sent: &[u8]) {
    let mut rest = sent.strip_prefix(&frame::PREFACE[..]).unwrap_or(sent);
    while let Some((head, behind)) = rest.split_first_chunk() {
        let header = frame::Header::parse(head);
        assert!(
            !matches!(header.kind, frame::Kind::Unknown(_)),
            "{header:?}"
        );
        let payload = behind.get(header.length as usize..);
        rest = payload.expect("frames are complete");
    }
    assert!(rest.is_empty());
}

/// The beginning of a peer's output.
fn greeting(choice: u8) -> Vec<u8> {
    if choice & GREETED == 0 {
        return Vec::new();
    }
    let mut greeting = Vec::new();
    if choice & CLIENT == 0 {
        greeting.extend(frame::PREFACE);
    }
    let window: &[u8] = &[0, 4, 0, 0, 1, 0];
    let payload = if choice & TIGHT != 0 { window } else { &[] };
    greeting.extend(frame_of(frame::Kind::Settings, 0, 0, payload));
    greeting
}

fn frame_of(kind: frame::Kind, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let header = frame::Header {
        length: payload.len() as u32,
        kind,
        flags,
        stream,
    };
    [&header.emit(), payload].concat()
}

fn run(input: &[u8]) {
    let Some((choice, bytes)) = input.split_first() else {
        return;
    };
    let client = choice & CLIENT != 0;
    let bytes = [&greeting(*choice), bytes].concat();
    let mut whole = Side::new(client);
    whole.hear(&bytes);
    let mut pieces = Side::new(client);
    bytes.chunks(1).for_each(|piece| pieces.hear(piece));
    // An incomplete frame of a client eventually times out in both.
    assert_eq!(
        pieces.end(),
        whole.end(),
        "byte by byte it means something else"
    );
}

fn seeds() -> Vec<Vec<u8>> {
    use frame::Kind;
    let mut client = Side::new(true);
    client.drain();
    let mut server = Side::new(false);
    server.hear(&client.sent);
    let mut seeds = vec![
        [&[0], &client.sent[..]].concat(),
        [&[CLIENT], &server.sent[..]].concat(),
        [&[CLIENT | GREETED | TIGHT], &server.sent[..]].concat(),
    ];
    let head: &[u8] = &[0x83, 0x86, 0x84];
    let requests = |flags: u8| {
        let mut all = vec![GREETED];
        all.extend(frame_of(Kind::Headers, flags | frame::END_HEADERS, 1, head));
        all.extend(frame_of(Kind::Data, frame::END_STREAM, 1, b"content"));
        all.extend(frame_of(Kind::WindowUpdate, 0, 1, &[0, 0, 1, 0]));
        all
    };
    seeds.push(requests(0));
    let mut tight = requests(0);
    tight[0] |= TIGHT;
    seeds.push(tight);
    let mut pieces = vec![GREETED];
    pieces.extend(frame_of(Kind::Headers, frame::END_STREAM, 1, &head[..1]));
    pieces.extend(frame_of(
        Kind::Continuation,
        frame::END_HEADERS,
        1,
        &head[1..],
    ));
    seeds.push(pieces);
    let others: [(Kind, u32, &[u8]); 6] = [
        (Kind::Ping, 0, b"shutdown"),
        (Kind::Settings, 0, &[0, 1, 0, 0, 0, 0, 0, 4, 0, 1, 0, 0]),
        (Kind::GoAway, 0, &[0, 0, 0, 1, 0, 0, 0, 0]),
        (Kind::RstStream, 1, &[0, 0, 0, 8]),
        (Kind::Priority, 1, &[0, 0, 0, 3, 9]),
        (Kind::Unknown(0x20), 1, b"whatever"),
    ];
    // A server's stream 1 is opened first; a client's is open.
    let opened = frame_of(Kind::Headers, frame::END_HEADERS, 1, head);
    for (choice, before) in [(GREETED, &opened[..]), (GREETED | CLIENT, &[])] {
        for (kind, stream, payload) in others {
            seeds.push([&[choice], before, &frame_of(kind, 0, stream, payload)].concat());
        }
    }
    seeds
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mutations of seeds that are not understood would only test the first check.
    #[test]
    fn the_seeds_are_understood() {
        for (i, seed) in seeds().into_iter().enumerate() {
            let mut side = Side::new(seed[0] & CLIENT != 0);
            side.hear(&greeting(seed[0]));
            side.hear(&seed[1..]);
            let broken = side.connection.broken();
            assert!(broken.is_none(), "{i} {broken:?} {:?}", side.events);
            if i < 2 {
                assert!(side.events.len() >= 3, "{:?}", side.events);
            }
        }
    }
}
