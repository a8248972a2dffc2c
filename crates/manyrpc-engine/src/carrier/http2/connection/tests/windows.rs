//! Flow control, both ways (RFC 9113, 5.2 and 6.9).

use super::*;
use crate::time::Clock;

fn config(stream: u32, connection: u32) -> Config {
    Config {
        stream_window_bytes: stream,
        connection_window_bytes: connection,
        frame_bytes: 0x4000,
        ..Config::default()
    }
}

fn content(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i * 7 + i / 251) as u8).collect()
}

/// The received content of a stream.
fn joined(events: &[Received], of: u32) -> Vec<u8> {
    let mut all = Vec::new();
    for event in events {
        if let Received::Data(stream, bytes, _) = event
            && *stream == of
        {
            all.extend_from_slice(bytes);
        }
    }
    all
}

#[test]
fn content_larger_than_frames_and_windows_arrives_whole_both_ways() {
    for n in [0x3fff, 0x4000, 0x4001, 65_535, 65_536, 1_000_000] {
        let small = Connection::client(&Limits::default(), config(65_535, 65_535));
        let other = Connection::server(&Limits::default(), config(65_535, 100_000));
        let (mut client, mut server) = pair_of(small, other);
        let stream = client.connection.request(&REQUEST, false).unwrap();
        client.send(stream, &content(n), true);
        let (_, events) = exchange(&mut client, &mut server);
        assert_eq!(joined(&events, 1), content(n));
        assert!(matches!(events.last(), Some(Received::Data(_, _, true))));
        server.connection.respond(stream, &RESPONSE, false).unwrap();
        server.send(stream, &content(n), false);
        let trailers = [Field::new(b"grpc-status", b"0")];
        server.connection.trailers(stream, &trailers).unwrap();
        let (events, _) = exchange(&mut client, &mut server);
        assert_eq!(joined(&events, 1), content(n));
        assert_eq!(
            events.last(),
            Some(&Received::Trailers(1, lines(&trailers)))
        );
        assert_eq!(server.connection.open_streams(), 0);
        assert_eq!(server.connection.backlog_bytes(), 0);
    }
}

#[test]
fn content_within_a_frame_leaves_from_where_it_was_written() {
    let (mut client, mut server) = pair();
    let stream = client.connection.request(&REQUEST, false).unwrap();
    let n = (4 << 20) - 100;
    client.send(stream, &content(n), true);
    let up = client.output();
    assert_eq!(frames(&up).len(), 2);
    let events = server.receive(&up);
    assert_eq!(events.len(), 2);
    assert_eq!(joined(&events, 1), content(n));
}

#[test]
fn streams_share_the_connection_in_turn() {
    let small = Connection::client(&Limits::default(), Config::default());
    let other = Connection::server(&Limits::default(), config(1 << 20, 65_535));
    let (mut client, mut server) = pair_of(small, other);
    let streams: Vec<StreamId> = (0..3)
        .map(|_| client.connection.request(&REQUEST, false).unwrap())
        .collect();
    for stream in &streams {
        client.send(*stream, &content(200_000), true);
    }
    let (_, events) = exchange(&mut client, &mut server);
    let ends: Vec<usize> = streams
        .iter()
        .map(|s| {
            assert_eq!(joined(&events, s.0), content(200_000));
            let end = |e: &Received| matches!(e, Received::Data(id, _, true) if *id == s.0);
            events.iter().position(end).unwrap()
        })
        .collect();
    // The first had a window's head start, and did not keep it.
    assert!(
        ends[0] * 3 > events.len() * 2,
        "{ends:?} of {}",
        events.len()
    );
}

#[test]
fn content_that_would_only_wait_is_awaited_but_for_one_message_each_time_the_window_grows() {
    let ours = Connection::client(&Limits::default(), Config::default());
    let other = Connection::server(&Limits::default(), config(16 << 20, 100_000));
    let (mut client, mut server) = pair_of(ours, other);
    let [long, short] = [(); 2].map(|()| client.connection.request(&REQUEST, false).unwrap());
    assert!(!client.connection.is_window_awaited());
    // A little may wait, so that small messages have their turn.
    client.send(long, &content(SATURATION), false);
    assert_eq!(client.connection.backlog_bytes(), SATURATION - 100_000);
    assert!(!client.connection.is_window_awaited());
    client.send(long, &content(200_000), true);
    assert!(client.connection.is_window_awaited());
    let mut events = server.receive(&client.output());
    client.receive(&server.output());
    assert!(!client.connection.is_window_awaited());
    // What waited before uses up all that is permitted now.
    events.extend(server.receive(&client.output()));
    assert!(client.connection.backlog_bytes() >= SATURATION);
    assert!(!client.connection.is_window_awaited());
    client.send(short, b"short", true);
    assert!(client.connection.is_window_awaited());
    events.extend(exchange(&mut client, &mut server).1);
    assert_eq!(
        joined(&events, long.0),
        [content(SATURATION), content(200_000)].concat()
    );
    let ends = [long, short].map(|stream| {
        let end = |e: &Received| matches!(e, Received::Data(id, _, true) if *id == stream.0);
        events.iter().position(end).unwrap()
    });
    assert!(ends[1] < ends[0], "they take turns");
}

// RFC 9113, 6.9.2.
#[test]
fn a_changed_initial_window_moves_open_streams_even_below_zero() {
    let (mut client, _) = pair();
    let window = |n: u32| {
        let [a, b, c, d] = n.to_be_bytes();
        frame_of(Kind::Settings, 0, 0, &[0, 4, a, b, c, d])
    };
    client.receive(&window(10));
    let stream = client.connection.request(&REQUEST, false).unwrap();
    client.send(stream, &content(16), true);
    let sent = frames(&client.output());
    assert_eq!(sent.last().unwrap().3.len(), 10);
    client.receive(&window(3));
    // Now at -7: 7 more permit nothing.
    client.receive(&frame_of(Kind::WindowUpdate, 0, 1, &7u32.to_be_bytes()));
    assert!(frames(&client.output()).iter().all(|f| f.0 != Kind::Data));
    client.receive(&frame_of(Kind::WindowUpdate, 0, 1, &2u32.to_be_bytes()));
    let sent = frames(&client.output());
    assert_eq!(sent[0].3, content(16)[10..12]);
    assert_eq!(sent[0].1, 0);
    client.receive(&window(100));
    let sent = frames(&client.output());
    let last = sent.iter().find(|f| f.0 == Kind::Data).unwrap();
    assert_eq!(
        (last.1, &last.3[..]),
        (frame::END_STREAM, &content(16)[12..])
    );
}

// RFC 9113, 6.9.1.
#[test]
fn windows_do_not_grow_beyond_31_bits() {
    let most = 0x7fff_ffffu32.to_be_bytes();
    let (mut client, _) = pair();
    client.connection.request(&REQUEST, false).unwrap();
    let update = |stream| frame_of(Kind::WindowUpdate, 0, stream, &most);
    let events = client.receive(&update(1));
    assert_eq!(
        events,
        [Received::Reset(1, ErrorCode::FlowControlError, false)]
    );
    let events = client.receive(&update(0));
    assert_eq!(events, [Received::Broken(ErrorCode::FlowControlError)]);
    // By a change of the initial window.
    let (mut client, _) = pair();
    client.connection.request(&REQUEST, false).unwrap();
    client.receive(&frame_of(Kind::WindowUpdate, 0, 1, &[0, 0, 0, 1]));
    let events = client.receive(&frame_of(
        Kind::Settings,
        0,
        0,
        &[0, 4, 0x7f, 0xff, 0xff, 0xff],
    ));
    assert_eq!(events, [Received::Broken(ErrorCode::FlowControlError)]);
}

// RFC 9113, 5.2.1 and 6.9.1: a sender that exceeds our windows.
#[test]
fn more_data_than_permitted_ends_the_stream_or_the_connection() {
    for (stream, connection, want) in [
        (
            65_535,
            1 << 20,
            Received::Reset(1, ErrorCode::FlowControlError, false),
        ),
        (
            1 << 20,
            65_535,
            Received::Broken(ErrorCode::FlowControlError),
        ),
    ] {
        let receiver = Connection::server(&Limits::default(), config(stream, connection));
        let mut server = Side::new(receiver);
        let mut client = Side::new(client());
        client.connection.request(&REQUEST, false).unwrap();
        let up = client.output();
        server.rx.buf.put(&up);
        for _ in 0..5 {
            server.rx.buf.put(&frame_of(Kind::Data, 0, 1, &[0; 0x3fff]));
        }
        let mut events = Vec::new();
        while let Some(event) = server
            .connection
            .next_event(&mut server.rx, &Clock::at(NOW))
        {
            // Nothing is given back.
            if !matches!(event, Event::Data { .. } | Event::Headers { .. }) {
                events.push(server.received(event));
            }
        }
        assert_eq!(events, [want]);
    }
}

#[test]
fn windows_are_announced_when_half_of_them_is_consumed() {
    let other = Connection::server(&Limits::default(), config(100_000, 300_000));
    let (mut client, mut server) = pair_of(client(), other);
    let stream = client.connection.request(&REQUEST, false).unwrap();
    let mut updates = Vec::new();
    for _ in 0..20 {
        client.send(stream, &[0; 10_000], false);
        let up = client.output();
        server.receive(&up);
        let down = server.output();
        updates.push(frames(&down).len());
        client.receive(&down);
    }
    let expected: Vec<usize> = (1..=20)
        .map(|n| usize::from(n % 5 == 0) + usize::from(n % 15 == 0))
        .collect();
    assert_eq!(updates, expected);
}

#[test]
fn a_stream_that_is_held_gets_no_window_and_others_do() {
    let other = Connection::server(&Limits::default(), config(100_000, 1_000_000));
    let (mut client, mut server) = pair_of(client(), other);
    let [held, free] = [(); 2].map(|()| client.connection.request(&REQUEST, false).unwrap());
    let send = |client: &mut Side, server: &mut Side, stream| {
        client.send(stream, &[0; 60_000], false);
        server.receive(&client.output());
        let down = server.output();
        client.receive(&down);
        let updates = frames(&down).into_iter();
        updates.map(|(_, _, stream, _)| stream).collect::<Vec<_>>()
    };
    server.receive(&client.output());
    server.connection.hold(held, true);
    assert_eq!(send(&mut client, &mut server, held), []);
    assert_eq!(send(&mut client, &mut server, free), [free.0]);
    server.connection.hold(held, false);
    let down = server.output();
    let updates: Vec<_> = frames(&down).into_iter().map(|frame| frame.2).collect();
    assert_eq!(updates, [held.0], "what was held back is announced at once");
    client.receive(&down);
    assert_eq!(send(&mut client, &mut server, held), [held.0]);
}

#[test]
fn a_server_whose_answers_wait_takes_one_more_window_of_requests() {
    for gives_up in [false, true] {
        let tight = Config {
            backlog_bytes: 200_000,
            ..config(65_535, 65_535)
        };
        let other = Connection::server(&Limits::default(), tight);
        let (mut client, mut server) = pair_of(client(), other);
        let [first, second] = [(); 2].map(|()| client.connection.request(&REQUEST, false).unwrap());
        exchange(&mut client, &mut server);
        server.connection.respond(first, &RESPONSE, false).unwrap();
        // The client has not taken any of what it was sent: it opens no window.
        server.send(first, &content(20 << 20), true);
        let begun = server.output();
        assert!(server.connection.backlog_bytes() > 50_000);
        client.send(second, &[0; 100_000], false);
        let up = client.output();
        server.receive(&up);
        let of_connection = |bytes: &[u8]| {
            let frames = frames(bytes).into_iter();
            frames
                .filter(|(kind, _, id, _)| (*kind, *id) == (Kind::WindowUpdate, 0))
                .count()
        };
        let down = server.output();
        assert_eq!(
            of_connection(&down),
            0,
            "a stream's window alone is announced"
        );
        if gives_up {
            client.receive(&begun);
            client.connection.reset(first, ErrorCode::Cancel);
        } else {
            client.receive(&begun);
        }
        client.receive(&down);
        server.receive(&client.output());
        let more = server.output();
        assert!(server.connection.backlog_bytes() < 50_000);
        assert_eq!(of_connection(&more), 1, "what was held back is announced");
        client.receive(&more);
        exchange(&mut client, &mut server);
        assert_eq!(client.connection.backlog_bytes(), 0);
    }
}

#[test]
fn what_waits_for_windows_is_bounded_and_goes_with_its_stream() {
    let tight = Config {
        backlog_bytes: 100_000,
        ..Config::default()
    };
    let mut client = Side::new(Connection::client(&Limits::default(), tight));
    let stream = client.connection.request(&REQUEST, false).unwrap();
    // The first 65,535 bytes go.
    client.send(stream, &content(100_000), false);
    client.send(stream, &content(100_000), false);
    assert_eq!(client.connection.begin_data(stream), Err(Refused::Full));
    assert_eq!(client.connection.stream_backlog(stream), 200_000 - 65_535);
    client.connection.reset(stream, ErrorCode::Cancel);
    assert_eq!(client.connection.backlog_bytes(), 0);
    assert_eq!(
        client.connection.begin_data(stream),
        Err(Refused::NoSuchStream)
    );
    let sent = frames(&client.output()[frame::PREFACE.len()..]);
    let (kind, _, stream, code) = sent.last().unwrap();
    assert_eq!(
        (*kind, *stream, &code[..]),
        (Kind::RstStream, 1, &[0, 0, 0, 8][..])
    );
}

#[test]
fn padding_counts_and_is_given_back_by_itself() {
    let (mut client, mut server) = pair();
    let stream = client.connection.request(&REQUEST, false).unwrap();
    exchange(&mut client, &mut server);
    let mut payload = vec![200, 1, 2, 3];
    payload.resize(204, 0);
    let events = server.receive(&frame_of(Kind::Data, frame::PADDED, 1, &payload));
    assert_eq!(events, [Received::Data(1, vec![1, 2, 3], false)]);
    let open = server.connection.streams.get(stream.0).unwrap();
    assert_eq!(open.receive_window().snapshot(), ((16 << 20) - 204, 204));
    assert_eq!(server.connection.window.snapshot(), ((32 << 20) - 204, 204));
}

// RFC 9113, 6.9 and 6.9.2: a negative window holds back content, but not the end of the stream.
#[test]
fn an_empty_last_frame_needs_no_window() {
    let (mut client, mut server) = pair();
    let stream = client.connection.request(&REQUEST, false).unwrap();
    client.send(stream, &[7; 1000], false);
    exchange(&mut client, &mut server);
    let no_window = [0, 4, 0, 0, 0, 0];
    client.receive(&frame_of(Kind::Settings, 0, 0, &no_window));
    client.send(stream, b"", true);
    let up = client.output();
    let last = frames(&up).pop().unwrap();
    assert_eq!(last, (Kind::Data, frame::END_STREAM, 1, vec![]));
    assert_eq!(client.connection.state(stream), State::HalfClosedLocal);
}
