//! Two connections back to back, and one against bytes written by hand.

mod alive;
mod hostile;
mod rules;
mod windows;

use crate::time::Clock;
use alloc::vec;
use alloc::vec::Vec;

use super::*;
use crate::carrier::http2::event::{By, StreamId};
use crate::carrier::http2::fault::Refused;
use crate::carrier::http2::fields::Field;
use crate::carrier::http2::frame::ErrorCode;
use crate::carrier::http2::frame::{self, HEADER, Header};
use crate::carrier::http2::state::State;
use crate::contract::Rx;

pub(super) const NOW: Instant = Instant::from_nanos(1);

pub(super) const REQUEST: [Field<'static>; 4] = [
    Field::new(b":method", b"POST"),
    Field::new(b":scheme", b"http"),
    Field::new(b":path", b"/a.B/c"),
    Field::new(b":authority", b"here:80"),
];
pub(super) const RESPONSE: [Field<'static>; 2] = [
    Field::new(b":status", b"200"),
    Field::new(b"content-type", b"text/plain"),
];

pub(super) fn client() -> Connection {
    Connection::client(&Limits::default(), Config::default())
}

pub(super) fn server() -> Connection {
    Connection::server(&Limits::default(), Config::default())
}

/// One side and its receive buffer.
pub(super) struct Side {
    pub(super) connection: Connection,
    pub(super) rx: Rx,
}

impl Side {
    pub(super) fn new(connection: Connection) -> Self {
        Side {
            connection,
            rx: Rx::default(),
        }
    }

    /// All of its output.
    pub(super) fn output(&mut self) -> Vec<u8> {
        let mut all = Vec::new();
        while let Some(bytes) = self.connection.poll_transmit() {
            all.extend_from_slice(bytes);
            let n = bytes.len();
            self.connection.sent(n);
        }
        all
    }

    /// The events of these bytes. Data is consumed at once.
    pub(super) fn receive(&mut self, bytes: &[u8]) -> Vec<Received> {
        self.rx.buf.put(bytes);
        let mut events = Vec::new();
        while let Some(event) = self.connection.next_event(&mut self.rx, &Clock::at(NOW)) {
            events.push(self.received(event));
        }
        events
    }

    fn received(&mut self, event: Event) -> Received {
        match event {
            Event::Headers { stream, end } => Received::Head(stream.0, self.lines(), end),
            Event::Interim { stream } => Received::Interim(stream.0),
            Event::Trailers { stream } => Received::Trailers(stream.0, self.lines()),
            Event::Data { stream, range, end } => {
                let bytes = self.rx.buf.data()[range].to_vec();
                self.connection.consumed(stream, bytes.len() as u32);
                Received::Data(stream.0, bytes, end)
            }
            Event::TooLong { stream } => Received::TooLong(stream.0),
            Event::Reset { stream, code, by } => Received::Reset(stream.0, code, by == By::Peer),
            Event::Pong { opaque } => Received::Pong(opaque),
            Event::GoAway { last, code } => Received::GoAway(last.0, code),
            Event::Broken(why) => Received::Broken(why.code),
        }
    }

    fn lines(&self) -> Vec<alloc::string::String> {
        let line = |f: Field<'_>| alloc::format!("{f:?}");
        self.connection.head().iter().map(line).collect()
    }

    pub(super) fn send(&mut self, stream: StreamId, content: &[u8], end: bool) {
        self.connection.begin_data(stream).unwrap();
        self.connection.body().put(content);
        self.connection.finish_data(end).unwrap();
    }
}

/// An event with the bytes it points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Received {
    Head(u32, Vec<alloc::string::String>, bool),
    Interim(u32),
    Data(u32, Vec<u8>, bool),
    Trailers(u32, Vec<alloc::string::String>),
    TooLong(u32),
    Reset(u32, ErrorCode, bool),
    Pong(u64),
    GoAway(u32, ErrorCode),
    Broken(ErrorCode),
}

/// A client and a server that have exchanged settings.
pub(super) fn pair() -> (Side, Side) {
    pair_of(client(), server())
}

pub(super) fn pair_of(client: Connection, server: Connection) -> (Side, Side) {
    let (mut client, mut server) = (Side::new(client), Side::new(server));
    let events = exchange(&mut client, &mut server);
    assert_eq!(events, (vec![], vec![]));
    (client, server)
}

/// Transfers output both ways until there is none; the events of each side.
pub(super) fn exchange(client: &mut Side, server: &mut Side) -> (Vec<Received>, Vec<Received>) {
    let (mut by_client, mut by_server) = (Vec::new(), Vec::new());
    for _ in 0..100_000 {
        let (up, down) = (client.output(), server.output());
        if up.is_empty() && down.is_empty() {
            return (by_client, by_server);
        }
        by_server.extend(server.receive(&up));
        by_client.extend(client.receive(&down));
    }
    panic!("they never stop");
}

/// The frames in `bytes`: kind, flags, stream, payload.
pub(super) fn frames(mut bytes: &[u8]) -> Vec<(Kind, u8, u32, Vec<u8>)> {
    let mut frames = Vec::new();
    while let Some((head, rest)) = bytes.split_first_chunk::<HEADER>() {
        let header = Header::parse(head);
        let (payload, rest) = rest.split_at(header.length as usize);
        frames.push((header.kind, header.flags, header.stream, payload.to_vec()));
        bytes = rest;
    }
    assert!(bytes.is_empty());
    frames
}

pub(super) fn frame_of(kind: Kind, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let header = Header {
        length: payload.len() as u32,
        kind,
        flags,
        stream,
    };
    [&header.emit(), payload].concat()
}

fn lines(fields: &[Field<'_>]) -> Vec<alloc::string::String> {
    fields.iter().map(|f| alloc::format!("{f:?}")).collect()
}

#[test]
fn a_call_and_its_answer_leave_in_one_piece_each() {
    let (mut client, mut server) = pair();
    for n in 0..3 {
        let stream = client.connection.request(&REQUEST, false).unwrap();
        assert_eq!(stream.0, 1 + 2 * n);
        client.send(stream, b"question", true);
        let up = client.output();
        let events = server.receive(&up);
        let id = stream.0;
        assert_eq!(
            events,
            [
                Received::Head(id, lines(&REQUEST), false),
                Received::Data(id, b"question".to_vec(), true)
            ]
        );
        let trailers = [Field::new(b"grpc-status", b"0")];
        server.connection.respond(stream, &RESPONSE, false).unwrap();
        server.send(stream, b"answer", false);
        server.connection.trailers(stream, &trailers).unwrap();
        let down = server.output();
        let kinds: Vec<Kind> = frames(&down).iter().map(|f| f.0).collect();
        assert_eq!(kinds, [Kind::Headers, Kind::Data, Kind::Headers]);
        assert_eq!(
            client.receive(&down),
            [
                Received::Head(id, lines(&RESPONSE), false),
                Received::Data(id, b"answer".to_vec(), false),
                Received::Trailers(id, lines(&trailers))
            ]
        );
        assert_eq!(client.connection.open_streams(), 0);
        assert_eq!(server.connection.open_streams(), 0);
        assert!(client.output().is_empty() && server.output().is_empty());
    }
}

#[test]
fn prepared_fields_are_a_few_bytes_from_their_second_time_on() {
    let (mut client, mut server) = pair();
    let prepared = client.connection.prepare(REQUEST.into_iter().collect());
    let mut sizes = Vec::new();
    let mut tokens = Vec::new();
    for _ in 0..4 {
        client.connection.request(prepared, true).unwrap();
        let up = client.output();
        sizes.push(up.len());
        assert_eq!(server.receive(&up).len(), 1);
        tokens.push(server.connection.head_token());
    }
    // :method, :scheme, :path, :authority: one byte each.
    assert_eq!(sizes[1..], [HEADER + 4; 3]);
    assert_eq!(tokens[1], tokens[3]);
    assert_ne!(tokens[0], tokens[1]);
    // Other fields in between: the same bytes would mean something else.
    let other = [Field::new(b"x-new", b"1")];
    let heading = Heading {
        prepared: Some(prepared),
        fields: &other,
    };
    client.connection.request(heading, true).unwrap();
    client.connection.request(prepared, true).unwrap();
    let up = client.output();
    let events = server.receive(&up);
    let all = [&REQUEST[..], &other].concat();
    assert_eq!(events[0], Received::Head(9, lines(&all), true));
    assert_eq!(events[1], Received::Head(11, lines(&REQUEST), true));
}

#[test]
fn abandoned_content_leaves_no_trace() {
    let (mut client, mut server) = pair();
    let stream = client.connection.request(&REQUEST, false).unwrap();
    client.connection.begin_data(stream).unwrap();
    client.connection.body().put(b"wrong");
    assert_eq!(client.connection.body_bytes(), b"wrong");
    client.connection.abandon_data();
    client.send(stream, b"", false);
    client.send(stream, b"", true);
    let up = client.output();
    let events = server.receive(&up);
    assert_eq!(events[1..], [Received::Data(1, vec![], true)]);
}

#[test]
fn frames_sent_while_content_is_written_follow_it() {
    let (mut client, mut server) = pair();
    let stream = client.connection.request(&REQUEST, false).unwrap();
    exchange(&mut client, &mut server);
    client.connection.begin_data(stream).unwrap();
    client.connection.ping(1);
    client.connection.body().put(b"content");
    assert!(client.output().is_empty());
    client.connection.finish_data(false).unwrap();
    let kinds = |bytes: &[u8]| frames(bytes).iter().map(|f| f.0).collect::<Vec<Kind>>();
    assert_eq!(kinds(&client.output()), [Kind::Data, Kind::Ping]);
    // Its own end.
    client.connection.begin_data(stream).unwrap();
    client.connection.body().put(b"content");
    client.connection.reset(stream, ErrorCode::Cancel);
    assert_eq!(
        client.connection.finish_data(true),
        Err(Refused::NoSuchStream)
    );
    assert_eq!(kinds(&client.output()), [Kind::RstStream]);
    // Fields of another stream.
    let stream = client.connection.request(&REQUEST, false).unwrap();
    client.connection.begin_data(stream).unwrap();
    client.connection.body().put(b"content");
    client.connection.request(&REQUEST, true).unwrap();
    assert_eq!(
        client.connection.finish_data(true),
        Err(Refused::NoSuchStream)
    );
    let up = client.output();
    assert_eq!(kinds(&up), [Kind::Headers, Kind::Headers]);
    server.receive(&up);
    assert_eq!(server.connection.broken(), None);
}

// RFC 9113, 6.5.2 and 6.10.
#[test]
fn long_lists_travel_in_several_frames_where_the_peer_takes_them() {
    let roomy = || Config {
        header_list_bytes: 100_000,
        ..Config::default()
    };
    let (mut client, mut server) = pair_of(
        Connection::client(&Limits::default(), roomy()),
        Connection::server(&Limits::default(), roomy()),
    );
    // Not shorter in the Huffman code.
    let long = vec![b'~'; 40_000];
    let fields = [&REQUEST[..], &[Field::new(b"x-long", &long)]].concat();
    client.connection.request(&fields[..], true).unwrap();
    let up = client.output();
    let kinds: Vec<Kind> = frames(&up).iter().map(|f| f.0).collect();
    assert_eq!(
        kinds,
        [Kind::Headers, Kind::Continuation, Kind::Continuation]
    );
    assert_eq!(
        server.receive(&up),
        [Received::Head(1, lines(&fields), true)]
    );
    let (mut client, _) = pair();
    let bytes = fields.iter().map(Field::size).sum();
    let most = Config::default().header_list_bytes;
    let refused = client.connection.request(&fields[..], true);
    assert_eq!(refused, Err(Refused::TooLarge { bytes, most }));
    assert!(client.output().is_empty());
}

#[test]
fn a_verb_that_comes_too_late_is_refused() {
    let (mut client, mut server) = pair();
    let stream = client.connection.request(&REQUEST, true).unwrap();
    assert_eq!(
        client.connection.begin_data(stream),
        Err(Refused::AlreadyEnded)
    );
    exchange(&mut client, &mut server);
    server.connection.respond(stream, &RESPONSE, true).unwrap();
    let again = server.connection.respond(stream, &RESPONSE, true);
    assert_eq!(again, Err(Refused::NoSuchStream));
    assert_eq!(
        server.connection.trailers(stream, &RESPONSE),
        Err(Refused::NoSuchStream)
    );
    // Resetting a stream that has ended sends nothing.
    exchange(&mut client, &mut server);
    server.connection.reset(stream, ErrorCode::Cancel);
    assert!(server.output().is_empty());
    assert_eq!(
        server.connection.request(&REQUEST, true),
        Err(Refused::GoingAway)
    );
}

#[test]
fn an_idle_connection_gives_memory_back_and_goes_on() {
    let (mut client, mut server) = pair();
    for _ in 0..2 {
        let streams: Vec<StreamId> = (0..100)
            .map(|_| {
                let stream = client.connection.request(&REQUEST, false).unwrap();
                client.send(stream, &[0; 10_000], true);
                stream
            })
            .collect();
        exchange(&mut client, &mut server);
        for stream in streams {
            server.connection.respond(stream, &RESPONSE, true).unwrap();
        }
        exchange(&mut client, &mut server);
        assert!(client.connection.sender.writer().capacity() > 1 << 20);
        client.connection.shrink();
        server.connection.shrink();
        assert!(client.connection.sender.writer().capacity() == 0);
    }
}

// RFC 9113, 6.8: a shutdown loses no request.
#[test]
fn a_shutdown_accepts_streams_that_cross_it() {
    let (mut client, mut server) = pair();
    server.connection.shut_down();
    let first_word = server.output();
    // Crosses the GOAWAY.
    let crossing = client.connection.request(&REQUEST, true).unwrap();
    let up = client.output();
    assert_eq!(server.receive(&up).len(), 1);
    let events = client.receive(&first_word);
    assert_eq!(
        events,
        [Received::GoAway(frame::LAST_STREAM, ErrorCode::NoError)]
    );
    assert_eq!(
        client.connection.request(&REQUEST, true),
        Err(Refused::GoingAway)
    );
    let (by_client, _) = exchange(&mut client, &mut server);
    assert_eq!(
        by_client,
        [Received::GoAway(crossing.0, ErrorCode::NoError)]
    );
    assert!(!server.connection.is_finished() && !client.connection.is_finished());
    server
        .connection
        .respond(crossing, &RESPONSE, true)
        .unwrap();
    exchange(&mut client, &mut server);
    assert!(server.connection.is_finished() && client.connection.is_finished());
}

#[test]
fn streams_above_the_last_one_are_refused_to_be_tried_elsewhere() {
    let (mut client, _) = pair();
    for _ in 0..3 {
        client.connection.request(&REQUEST, true).unwrap();
    }
    let goaway = [0, 0, 0, 1, 0, 0, 0, 0];
    let events = client.receive(&frame_of(Kind::GoAway, 0, 0, &goaway));
    assert_eq!(
        events,
        [
            Received::GoAway(1, ErrorCode::NoError),
            Received::Reset(3, ErrorCode::RefusedStream, true),
            Received::Reset(5, ErrorCode::RefusedStream, true)
        ]
    );
    assert_eq!(client.connection.open_streams(), 1);
}

// RFC 9113, 8.1 and RFC 9110, 15.2.
#[test]
fn interim_responses_precede_the_final_one() {
    let (mut client, mut server) = pair();
    let stream = client.connection.request(&REQUEST, true).unwrap();
    let up = client.output();
    server.receive(&up);
    let hints = [Field::new(b":status", b"103")];
    server.connection.respond(stream, &hints, false).unwrap();
    server.connection.respond(stream, &RESPONSE, true).unwrap();
    let down = server.output();
    let events = client.receive(&down);
    assert_eq!(
        events,
        [
            Received::Interim(1),
            Received::Head(1, lines(&RESPONSE), true)
        ]
    );
}

#[test]
fn a_ping_comes_back() {
    let (mut client, mut server) = pair();
    client.connection.ping(0x0102_0304_0506_0708);
    let (events, _) = exchange(&mut client, &mut server);
    assert_eq!(events, [Received::Pong(0x0102_0304_0506_0708)]);
}

#[test]
fn a_message_in_pieces_takes_the_place_of_what_was_received() {
    let (mut client, mut server) = pair();
    let stream = client.connection.request(&REQUEST, false).unwrap();
    client.send(stream, b"one ", false);
    client.send(stream, b"two", true);
    let next = client.connection.request(&REQUEST, true).unwrap();
    let up = client.output();
    server.rx.buf.put(&up);
    let mut message = Buf::new();
    loop {
        match server
            .connection
            .next_event(&mut server.rx, &Clock::at(NOW))
            .unwrap()
        {
            Event::Data { range, end, .. } => {
                message.put(&server.rx.buf.data()[range]);
                if end {
                    break;
                }
            }
            other => assert!(matches!(other, Event::Headers { .. })),
        }
    }
    let range = server.connection.lend(&mut server.rx, &mut message);
    assert_eq!(&server.rx.buf.data()[range], b"one two");
    let event = server
        .connection
        .next_event(&mut server.rx, &Clock::at(NOW));
    let end = true;
    assert_eq!(event, Some(Event::Headers { stream: next, end }));
    assert!(message.is_empty());
}

#[test]
fn every_split_of_the_bytes_means_the_same() {
    let (mut client, _) = pair();
    let stream = client.connection.request(&REQUEST, false).unwrap();
    client.send(stream, b"question", false);
    client.send(stream, &[7; 300], true);
    client.connection.ping(7);
    let start = Side::new(self::client()).output();
    let wire = [
        start,
        frame_of(Kind::Settings, frame::ACK, 0, &[]),
        client.output(),
    ]
    .concat();
    let whole = Side::new(server()).receive(&wire);
    assert_eq!(whole.len(), 3);
    for step in [1, 2, 3, 7, 10, 100] {
        let mut side = Side::new(server());
        let mut events = Vec::new();
        for piece in wire.chunks(step) {
            events.extend(side.receive(piece));
        }
        assert_eq!(events, whole);
        assert_eq!(
            (side.connection.wanted(), side.connection.next_timeout()),
            (0, None)
        );
    }
}

#[test]
fn nothing_grows_while_calls_come_and_go() {
    let (mut client, mut server) = pair();
    for _ in 0..2000 {
        let stream = client.connection.request(&REQUEST, true).unwrap();
        exchange(&mut client, &mut server);
        server.connection.respond(stream, &RESPONSE, true).unwrap();
        exchange(&mut client, &mut server);
    }
    assert!(client.connection.sender.writer().capacity() <= 1024);
    assert!(server.rx.buf.capacity() <= 1024);
    assert_eq!(server.connection.state(StreamId(3999)), State::Ended);
    assert_eq!(server.connection.state(StreamId(4001)), State::Idle);
    // Too old to be remembered: the frame is ignored.
    assert_eq!(server.connection.state(StreamId(1)), State::ResetByUs);
}

/// What connections say without calls takes no memory that calls need.
#[test]
fn idle_connections_have_nothing_in_use() {
    let in_use = |side: &Side| {
        let state = alloc::format!("{:?}", side.connection);
        state.matches("InUse(Some").count()
    };
    let (mut client, mut server) = pair();
    client.connection.ping(1);
    server.connection.ping(2);
    exchange(&mut client, &mut server);
    assert_eq!((in_use(&client), in_use(&server)), (0, 0));
    // Streams wait for their turn only with content.
    let stream = client.connection.request(&REQUEST, false).unwrap();
    exchange(&mut client, &mut server);
    let more = 5u32.to_be_bytes();
    client.receive(&frame_of(Kind::WindowUpdate, 0, stream.0, &more));
    let state = alloc::format!("{:?}", client.connection);
    assert!(state.contains("ready: InUse(None)"), "{state}");
    // A GOAWAY is remembered, and resets no streams where there are none.
    let (mut client, _) = pair();
    client.receive(&frame_of(Kind::GoAway, 0, 0, &[0; 8]));
    assert_eq!(in_use(&client), 1);
}
