//! Protocol violations, each with its clause of RFC 9113, its error code and its scope.

use super::*;
use crate::carrier::http2::frame::{ACK, END_HEADERS, END_STREAM, PADDED, PRIORITY};

/// :method POST, :scheme http, :path /.
const HEAD: [u8; 3] = [0x83, 0x86, 0x84];

/// A server after the preface, with streams 1 (open) and 3 (ended by the client).
fn greeted() -> Side {
    let mut side = Side::new(server());
    let start = Side::new(client()).output();
    side.receive(&start);
    side.receive(&frame_of(Kind::Headers, END_HEADERS, 1, &HEAD));
    let events = side.receive(&frame_of(Kind::Headers, END_HEADERS | END_STREAM, 3, &HEAD));
    assert_eq!(events.len(), 1);
    side.output();
    side
}

/// The code of the RST_STREAM (positive) or GOAWAY (negative) that these bytes cause.
fn verdict(side: &mut Side, bytes: &[u8]) -> Option<(Kind, u32)> {
    side.receive(bytes);
    let sent = frames(&side.output());
    let (kind, .., payload) = sent
        .iter()
        .find(|f| matches!(f.0, Kind::RstStream | Kind::GoAway))?;
    let at = if *kind == Kind::GoAway { 4 } else { 0 };
    let code = payload[at..].first_chunk().unwrap();
    assert_eq!(*kind == Kind::GoAway, side.connection.broken().is_some());
    Some((*kind, u32::from_be_bytes(*code)))
}

fn ends(code: ErrorCode, kind: Kind, flags: u8, stream: u32, payload: &[u8], scope: Kind) {
    let got = verdict(&mut greeted(), &frame_of(kind, flags, stream, payload));
    let shown = (kind, flags, stream, payload.len());
    assert_eq!(got, Some((scope, code.into())), "{shown:?}");
}

/// The connection ends.
fn breaks(code: ErrorCode, kind: Kind, flags: u8, stream: u32, payload: &[u8]) {
    ends(code, kind, flags, stream, payload, Kind::GoAway);
}

/// The stream ends.
fn resets(code: ErrorCode, kind: Kind, flags: u8, stream: u32, payload: &[u8]) {
    ends(code, kind, flags, stream, payload, Kind::RstStream);
}

/// Nothing happens.
fn passes(kind: Kind, flags: u8, stream: u32, payload: &[u8]) {
    let mut side = greeted();
    let got = verdict(&mut side, &frame_of(kind, flags, stream, payload));
    assert_eq!(got, None, "{kind:?} {flags} {stream}");
}

use ErrorCode::{
    CompressionError, EnhanceYourCalm, FlowControlError, FrameSizeError, ProtocolError,
    StreamClosed,
};

// 3.4
#[test]
fn a_connection_begins_with_its_preface_and_settings() {
    let settings = frame_of(Kind::Settings, 0, 0, &[]);
    let http1 = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n".to_vec();
    let no_settings = [&frame::PREFACE[..], &frame_of(Kind::Ping, 0, 0, &[0; 8])].concat();
    let ack_first = [&frame::PREFACE[..], &frame_of(Kind::Settings, ACK, 0, &[])].concat();
    for bytes in [
        &http1,
        &http1[..2].to_vec(),
        &settings,
        &no_settings,
        &ack_first,
    ] {
        let events = Side::new(server()).receive(bytes);
        assert_eq!(events, [Received::Broken(ProtocolError)]);
    }
    let mut side = Side::new(client());
    let events = side.receive(&frame_of(Kind::Ping, 0, 0, &[0; 8]));
    assert_eq!(events, [Received::Broken(ProtocolError)]);
    assert_eq!(
        side.connection.request(&REQUEST, true),
        Err(Refused::GoingAway)
    );
}

// 4.2, 6.x: each kind's size.
#[test]
fn frames_have_the_size_of_their_kind() {
    breaks(FrameSizeError, Kind::Ping, 0, 0, &[0; 7]);
    breaks(FrameSizeError, Kind::Settings, 0, 0, &[0; 5]);
    breaks(FrameSizeError, Kind::Settings, ACK, 0, &[0; 6]);
    breaks(FrameSizeError, Kind::WindowUpdate, 0, 1, &[0; 3]);
    breaks(FrameSizeError, Kind::RstStream, 0, 1, &[0; 5]);
    breaks(FrameSizeError, Kind::GoAway, 0, 0, &[0; 7]);
    breaks(
        FrameSizeError,
        Kind::Headers,
        END_HEADERS | PRIORITY,
        5,
        &[0; 4],
    );
    resets(FrameSizeError, Kind::Priority, 0, 1, &[0; 4]);
    let long = Header {
        length: (4 << 20) + 1,
        kind: Kind::Data,
        flags: 0,
        stream: 1,
    };
    let got = verdict(&mut greeted(), &long.emit());
    assert_eq!(got, Some((Kind::GoAway, FrameSizeError.into())));
}

// 6.x: what belongs to the connection and what to streams.
#[test]
fn frames_are_where_their_kind_belongs() {
    breaks(ProtocolError, Kind::Settings, 0, 1, &[]);
    breaks(ProtocolError, Kind::Ping, 0, 1, &[0; 8]);
    breaks(ProtocolError, Kind::GoAway, 0, 1, &[0; 8]);
    breaks(ProtocolError, Kind::Data, 0, 0, &[]);
    breaks(ProtocolError, Kind::Headers, END_HEADERS, 0, &HEAD);
    breaks(ProtocolError, Kind::RstStream, 0, 0, &[0; 4]);
    breaks(ProtocolError, Kind::Priority, 0, 0, &[0; 5]);
    breaks(
        ProtocolError,
        Kind::PushPromise,
        END_HEADERS,
        1,
        &[0, 0, 0, 2],
    );
    breaks(ProtocolError, Kind::Continuation, END_HEADERS, 1, &[]);
}

// 5.1
#[test]
fn frames_fit_the_state_of_their_stream() {
    // Idle.
    breaks(ProtocolError, Kind::Data, 0, 5, b"x");
    breaks(ProtocolError, Kind::RstStream, 0, 5, &[0; 4]);
    breaks(ProtocolError, Kind::WindowUpdate, 0, 5, &[0, 0, 0, 1]);
    passes(Kind::Priority, 0, 5, &[0; 5]);
    // Half closed by the client.
    resets(StreamClosed, Kind::Data, 0, 3, b"x");
    resets(
        StreamClosed,
        Kind::Headers,
        END_HEADERS | END_STREAM,
        3,
        &HEAD,
    );
    passes(Kind::WindowUpdate, 0, 3, &[0, 0, 0, 1]);
    passes(Kind::RstStream, 0, 3, &[0; 4]);
    // Ended on both sides.
    let ended = || {
        let mut side = greeted();
        side.connection
            .respond(StreamId(3), &RESPONSE, true)
            .unwrap();
        side.output();
        side
    };
    for (kind, payload) in [(Kind::Data, &b"x"[..]), (Kind::Headers, &HEAD)] {
        let got = verdict(&mut ended(), &frame_of(kind, END_HEADERS, 3, payload));
        assert_eq!(got, Some((Kind::GoAway, StreamClosed.into())));
    }
    let late = frame_of(Kind::WindowUpdate, 0, 3, &[0, 0, 0, 1]);
    assert_eq!(verdict(&mut ended(), &late), None);
    // Reset by the client.
    for (kind, payload) in [(Kind::Data, &b"x"[..]), (Kind::Headers, &HEAD)] {
        let mut side = greeted();
        let events = side.receive(&frame_of(Kind::RstStream, 0, 1, &[0, 0, 0, 8]));
        assert_eq!(events, [Received::Reset(1, ErrorCode::Cancel, true)]);
        let got = verdict(&mut side, &frame_of(kind, END_HEADERS, 1, payload));
        assert_eq!(got, Some((Kind::RstStream, StreamClosed.into())));
    }
}

// 5.1: frames that cross a RST_STREAM of ours are dropped, and the connection's state stays
// correct.
#[test]
fn what_crosses_our_reset_is_dropped() {
    let mut side = greeted();
    side.connection.reset(StreamId(1), ErrorCode::Cancel);
    side.output();
    let added = [0x40, 1, b'a', 1, b'b'];
    let mut bytes = frame_of(Kind::Data, 0, 1, &[0; 100]);
    bytes.extend(frame_of(Kind::Headers, END_HEADERS | END_STREAM, 1, &added));
    // Index 62 is the entry that those fields added.
    let head = [&HEAD[..], &[0xbe]].concat();
    bytes.extend(frame_of(Kind::Headers, END_HEADERS | END_STREAM, 5, &head));
    let events = side.receive(&bytes);
    assert!(matches!(&events[..], [Received::Head(5, fields, true)] if fields[3] == "a: b"));
    assert_eq!(side.connection.window.snapshot().1, 100);
}

// 5.1.1
#[test]
fn streams_are_begun_by_clients_in_order() {
    breaks(ProtocolError, Kind::Headers, END_HEADERS, 2, &HEAD);
    let mut side = greeted();
    side.receive(&frame_of(Kind::Headers, END_HEADERS, 9, &HEAD));
    let passed_over = frame_of(Kind::Headers, END_HEADERS, 7, &HEAD);
    assert_eq!(
        verdict(&mut side, &passed_over),
        Some((Kind::GoAway, ProtocolError.into()))
    );
    let mut side = Side::new(client());
    side.receive(&frame_of(Kind::Settings, 0, 0, &[]));
    let events = side.receive(&frame_of(Kind::Headers, END_HEADERS, 2, &[0x88]));
    assert_eq!(events, [Received::Broken(ProtocolError)]);
}

// 5.1.2
#[test]
fn streams_above_the_permitted_number_are_refused() {
    let few = Config {
        streams: 2,
        ..Config::default()
    };
    let few = Connection::server(&Limits::default(), few);
    let (mut client, mut server) = (Side::new(client()), Side::new(few));
    // The client does not know yet.
    for _ in 0..3 {
        client.connection.request(&REQUEST, true).unwrap();
    }
    let (events, requests) = exchange(&mut client, &mut server);
    assert_eq!(requests.len(), 2);
    assert_eq!(events, [Received::Reset(5, ErrorCode::RefusedStream, true)]);
    assert_eq!(
        client.connection.request(&REQUEST, true),
        Err(Refused::TooManyStreams)
    );
    assert!(!client.connection.has_room());
    server
        .connection
        .respond(StreamId(1), &RESPONSE, true)
        .unwrap();
    exchange(&mut client, &mut server);
    assert!(client.connection.has_room());
}

// 5.1.2 and 5.1.1: reserved streams begin in order when there is room, and abandoned ones never
// existed.
#[test]
fn streams_wait_for_the_permitted_number() {
    let few = Config {
        streams: 1,
        ..Config::default()
    };
    let few = Connection::server(&Limits::default(), few);
    let (mut client, mut server) = pair_of(client(), few);
    let first = client.connection.request(&REQUEST, true).unwrap();
    let waiting: [StreamId; 4] = [(); 4].map(|()| client.connection.reserve().unwrap());
    assert_eq!(client.connection.next_reserved(), None);
    let [with_content, _, given_up, _] = waiting;
    client.send(with_content, b"content", true);
    client.connection.reset(given_up, ErrorCode::Cancel);
    let (_, events) = exchange(&mut client, &mut server);
    assert_eq!(events, [Received::Head(1, lines(&REQUEST), true)]);
    assert_eq!(
        (client.connection.open_streams(), server.connection.broken()),
        (1, None)
    );

    let mut served = first;
    let mut order = Vec::new();
    while let Some(next) = {
        server.connection.respond(served, &RESPONSE, true).unwrap();
        exchange(&mut client, &mut server);
        client.connection.next_reserved()
    } {
        client.connection.open(&REQUEST).unwrap();
        if next != with_content {
            client.send(next, b"", true);
        }
        let (_, events) = exchange(&mut client, &mut server);
        order.push((next.0, events.len()));
        served = next;
    }
    assert_eq!(order, [(3, 2), (5, 2), (9, 2)]);
    assert_eq!(client.connection.open_streams(), 0);
}

// 6.8: reserved streams do not begin any more.
#[test]
fn a_goaway_ends_what_waits() {
    let mut side = Side::new(client());
    side.receive(&frame_of(Kind::Settings, 0, 0, &[0, 3, 0, 0, 0, 0]));
    let waits = side.connection.reserve().unwrap();
    let events = side.receive(&frame_of(Kind::GoAway, 0, 0, &[0, 0, 0, 9, 0, 0, 0, 0]));
    let refused = Received::Reset(waits.0, ErrorCode::RefusedStream, true);
    assert!(events.contains(&refused), "{events:?}");
    assert!(side.connection.is_finished());
}

// 6.2 and 6.10
#[test]
fn header_blocks_come_in_any_number_of_frames_but_without_a_break() {
    let mut side = greeted();
    let mut bytes = frame_of(Kind::Headers, END_STREAM, 5, &HEAD[..1]);
    bytes.extend(frame_of(Kind::Continuation, 0, 5, &HEAD[1..2]));
    bytes.extend(frame_of(Kind::Continuation, END_HEADERS, 5, &HEAD[2..]));
    assert!(matches!(
        &side.receive(&bytes)[..],
        [Received::Head(5, _, true)]
    ));
    for other in [
        frame_of(Kind::Data, 0, 1, b"x"),
        frame_of(Kind::Continuation, END_HEADERS, 1, &[]),
        frame_of(Kind::Headers, END_HEADERS, 7, &HEAD),
        frame_of(Kind::Unknown(99), 0, 0, &[]),
    ] {
        let bytes = [frame_of(Kind::Headers, 0, 5, &HEAD), other].concat();
        let got = verdict(&mut greeted(), &bytes);
        assert_eq!(got, Some((Kind::GoAway, ProtocolError.into())));
    }
}

#[test]
fn padding_and_priority_are_taken_off() {
    let head = [&[2, 0, 0, 0, 0, 7][..], &HEAD, &[0, 0]].concat();
    let flags = END_HEADERS | END_STREAM | PADDED | PRIORITY;
    let events = greeted().receive(&frame_of(Kind::Headers, flags, 5, &head));
    assert!(matches!(&events[..], [Received::Head(5, fields, true)] if fields.len() == 3));
    // 6.1 and 6.2: longer than its frame.
    breaks(ProtocolError, Kind::Data, PADDED, 1, &[2, 0]);
    breaks(
        ProtocolError,
        Kind::Headers,
        END_HEADERS | PADDED,
        5,
        &[4, 0x83, 0x86, 0x84],
    );
}

// 4.3
#[test]
fn a_block_that_cannot_be_decoded_ends_the_connection() {
    breaks(CompressionError, Kind::Headers, END_HEADERS, 5, &[0x80]);
    breaks(CompressionError, Kind::Headers, END_HEADERS, 5, &[0x40]);
}

// 5.5 and 4.1
#[test]
fn unknown_frames_and_flags_are_ignored_in_any_pieces() {
    passes(Kind::Unknown(0x42), 0xff, 1, &[1; 100]);
    passes(Kind::Unknown(0xff), 0, 0, &[]);
    passes(Kind::Ping, 0xfe, 0, &[0; 8]);
    let mut bytes = frame_of(Kind::Unknown(0x42), 0, 0, &[9; 100_000]);
    bytes.extend(frame_of(Kind::Ping, 0, 0, &[0; 8]));
    let mut side = greeted();
    for piece in bytes.chunks(4096) {
        assert_eq!(side.receive(piece), []);
        assert!(side.rx.buf.is_empty());
    }
    assert_eq!(frames(&side.output()).len(), 1);
    // An empty frame leaves nothing to wait for.
    side.receive(&frame_of(Kind::Settings, ACK, 0, &[]));
    for byte in frame_of(Kind::Unknown(0x42), 0, 1, &[]) {
        side.receive(&[byte]);
    }
    assert_eq!(side.connection.next_timeout(), None);
}

// 6.9
#[test]
fn windows_are_not_opened_by_nothing() {
    breaks(ProtocolError, Kind::WindowUpdate, 0, 0, &[0; 4]);
    resets(ProtocolError, Kind::WindowUpdate, 0, 1, &[0; 4]);
}

// 6.5.2 and 6.5.3
#[test]
fn settings_have_values_of_their_range_and_are_acknowledged_once() {
    breaks(ProtocolError, Kind::Settings, 0, 0, &[0, 2, 0, 0, 0, 2]);
    breaks(
        FlowControlError,
        Kind::Settings,
        0,
        0,
        &[0, 4, 0x80, 0, 0, 0],
    );
    breaks(ProtocolError, Kind::Settings, 0, 0, &[0, 5, 0, 0, 0, 1]);
    passes(Kind::Settings, 0, 0, &[0, 99, 0, 0, 0, 2]);
    let mut side = greeted();
    side.receive(&frame_of(Kind::Settings, ACK, 0, &[]));
    let again = frame_of(Kind::Settings, ACK, 0, &[]);
    assert_eq!(
        verdict(&mut side, &again),
        Some((Kind::GoAway, ProtocolError.into()))
    );
}

// 8.1.1, 8.2 and 8.3: details are in `head`.
#[test]
fn malformed_messages_end_their_stream() {
    // Without :path, and trailers without an end, and with pseudo-header fields.
    resets(ProtocolError, Kind::Headers, END_HEADERS, 5, &HEAD[..2]);
    resets(
        ProtocolError,
        Kind::Headers,
        END_HEADERS,
        1,
        &[0x0f, 0x2b, 1, b'v'],
    );
    resets(
        ProtocolError,
        Kind::Headers,
        END_HEADERS | END_STREAM,
        1,
        &HEAD,
    );
    // content-length: 4, and less, or more, or nothing.
    let length = [&HEAD[..], &[0x0f, 0x0d, 1, b'4']].concat();
    let head = frame_of(Kind::Headers, END_HEADERS, 5, &length);
    for (content, end, good) in [
        (&b"1234"[..], END_STREAM, true),
        (b"123", END_STREAM, false),
        (b"12345", 0, false),
    ] {
        let bytes = [head.clone(), frame_of(Kind::Data, end, 5, content)].concat();
        let want = (!good).then_some((Kind::RstStream, ProtocolError.into()));
        assert_eq!(verdict(&mut greeted(), &bytes), want);
    }
    resets(
        ProtocolError,
        Kind::Headers,
        END_HEADERS | END_STREAM,
        5,
        &length,
    );
}

// 8.1, 8.1.1 and 8.3.2, of responses.
#[test]
fn malformed_responses_end_their_stream() {
    let answer = |flags, block: &[u8], data: Option<&[u8]>, method: &'static [u8]| {
        let mut side = Side::new(client());
        side.receive(&frame_of(Kind::Settings, 0, 0, &[]));
        let mut request = REQUEST;
        request[0] = Field::new(b":method", method);
        side.connection.request(&request, true).unwrap();
        side.output();
        let mut bytes = frame_of(Kind::Headers, END_HEADERS | flags, 1, block);
        if let Some(data) = data {
            bytes.extend(frame_of(Kind::Data, END_STREAM, 1, data));
        }
        let events = side.receive(&bytes);
        matches!(
            events.last(),
            Some(Received::Reset(1, ProtocolError, false))
        )
    };
    let length = [0x88, 0x0f, 0x0d, 1, b'4'];
    assert!(!answer(END_STREAM, &[0x88], None, b"GET"));
    assert!(!answer(0, &length, Some(b"1234"), b"GET"));
    assert!(answer(0, &length, Some(b"123"), b"GET"));
    assert!(answer(END_STREAM, &length, None, b"GET"));
    // RFC 9110, 9.3.2: the length that a GET would have had.
    assert!(!answer(END_STREAM, &length, None, b"HEAD"));
    // 304 likewise; 103 does not end a stream; :path is not a response's.
    assert!(!answer(
        END_STREAM,
        &[0x8b, 0x0f, 0x0d, 1, b'4'],
        None,
        b"GET"
    ));
    assert!(answer(
        END_STREAM,
        &[0x08, 3, b'1', b'0', b'3'],
        None,
        b"GET"
    ));
    assert!(answer(END_STREAM, &[0x88, 0x84], None, b"GET"));
    // DATA in front of the fields.
    let mut side = Side::new(client());
    side.receive(&frame_of(Kind::Settings, 0, 0, &[]));
    side.connection.request(&REQUEST, true).unwrap();
    let events = side.receive(&frame_of(Kind::Data, 0, 1, b"x"));
    assert_eq!(events, [Received::Reset(1, ProtocolError, false)]);
}

// 6.8
#[test]
fn goaway_is_not_taken_back() {
    let goaway = |last: u32| frame_of(Kind::GoAway, 0, 0, &[last.to_be_bytes(), [0; 4]].concat());
    let mut side = greeted();
    assert_eq!(
        side.receive(&goaway(5)),
        [Received::GoAway(5, ErrorCode::NoError)]
    );
    assert_eq!(side.receive(&goaway(5)), []);
    assert_eq!(side.receive(&goaway(7)), [Received::Broken(ProtocolError)]);
}

// 6.5.3
#[test]
fn settings_must_be_acknowledged_in_time() {
    let mut side = greeted();
    let due = side.connection.next_timeout().unwrap();
    assert_eq!(due, NOW + Config::default().settings_timeout);
    side.connection.handle_timeout(due);
    assert_eq!(
        side.receive(&[]),
        [Received::Broken(ErrorCode::SettingsTimeout)]
    );
    assert_eq!(side.connection.next_timeout(), None);
}

#[test]
fn a_frame_that_dawdles_ends_the_connection() {
    let mut side = greeted();
    side.receive(&frame_of(Kind::Settings, ACK, 0, &[]));
    assert_eq!(side.connection.next_timeout(), None);
    side.receive(&frame_of(Kind::Headers, 0, 5, &HEAD));
    let due = side.connection.next_timeout().unwrap();
    side.connection.handle_timeout(due);
    assert_eq!(side.receive(&[]), [Received::Broken(EnhanceYourCalm)]);
}
