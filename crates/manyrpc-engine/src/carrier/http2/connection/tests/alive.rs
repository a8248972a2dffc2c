//! Keepalives: RFC 9113, section 6.7; gRPC's proposals A8 and A9.

use crate::time::Clock;
use core::time::Duration;

use super::*;
use crate::fault::WireError;
use crate::limits::Keepalive;

const EVERY: Duration = Duration::from_secs(10);
const WITHIN: Duration = Duration::from_secs(3);

fn at(seconds: u64) -> Instant {
    Instant::from_nanos(1) + Duration::from_secs(seconds)
}

fn asking(without_calls: bool) -> Config {
    Config {
        keepalive: Keepalive {
            every: Some(EVERY),
            within: WITHIN,
            without_calls,
            ..Keepalive::default()
        },
        ..Config::default()
    }
}

fn answering(keepalive: Keepalive) -> Side {
    let config = Config {
        keepalive,
        ..Config::default()
    };
    Side::new(Connection::server(&Limits::default(), config))
}

impl Side {
    /// As [`receive`](Self::receive), at a given time.
    fn receive_at(&mut self, bytes: &[u8], now: Instant) -> Vec<Event> {
        self.rx.buf.put(bytes);
        let mut events = Vec::new();
        while let Some(event) = self.connection.next_event(&mut self.rx, &Clock::at(now)) {
            events.push(event);
        }
        events
    }
}

/// A client and a server that have exchanged settings at the beginning.
fn greeted(client: Connection, server: Side) -> (Side, Side) {
    let (mut client, mut server) = (Side::new(client), server);
    for _ in 0..2 {
        let output = client.output();
        assert_eq!(server.receive_at(&output, at(0)), []);
        let output = server.output();
        assert_eq!(client.receive_at(&output, at(0)), []);
    }
    (client, server)
}

fn pings(bytes: &[u8], ack: bool) -> usize {
    let mut rest = bytes;
    let mut count = 0;
    while let Some(head) = rest.first_chunk::<HEADER>() {
        let header = Header::parse(head);
        count += usize::from(header.kind == Kind::Ping && header.has(frame::ACK) == ack);
        rest = &rest[HEADER + header.length as usize..];
    }
    count
}

#[test]
fn a_silent_peer_is_pinged_and_kept_if_it_answers() {
    let client = Connection::client(&Limits::default(), asking(true));
    let (mut client, mut server) = greeted(client, Side::new(super::server()));
    for round in 1..4 {
        let before = at(13 * (round - 1));
        assert_eq!(client.connection.next_timeout(), Some(before + EVERY));
        // Too early, and then in time.
        client.connection.handle_timeout(before + EVERY / 2);
        assert!(client.output().is_empty());
        client.connection.handle_timeout(before + EVERY);
        let asked = client.output();
        assert_eq!(pings(&asked, false), 1);
        assert_eq!(
            client.connection.next_timeout(),
            Some(before + EVERY + WITHIN)
        );
        assert_eq!(server.receive_at(&asked, NOW), []);
        // The answer is consumed here, and counts as a sign of life.
        let answer = server.output();
        assert_eq!(client.receive_at(&answer, at(13 * round)), []);
    }
}

/// RFC 8446 section 6: a TLS server called without TLS sends an alert, which is shorter than a
/// frame's header.
#[test]
fn a_server_that_wants_tls_is_recognised() {
    let connection = Connection::client(&Limits::default(), asking(true));
    let mut client = Side::new(connection);
    let events = client.receive_at(&[0x15, 3, 3, 0, 2, 2, 10], at(0));
    assert!(
        matches!(events[..], [Event::Broken(v)] if WireError::from(v) == WireError::TlsExpected)
    );
}

#[test]
fn a_server_of_something_else_is_recognised() {
    for words in [
        &b"HTTP/1.1 400 Bad Request\r\n\r\n"[..],
        b"SSH-2.0-server\r\n",
        b"220 mail.example.org\r\n",
    ] {
        let connection = Connection::client(&Limits::default(), Config::default());
        let mut client = Side::new(connection);
        let events = client.receive_at(words, at(0));
        let [Event::Broken(why)] = events[..] else {
            panic!("{events:?}");
        };
        let output = alloc::format!("{}", crate::CallError::from(WireError::from(why)));
        let expected = "the peer broke the protocol: what it sent is not HTTP/2";
        assert!(output.starts_with(expected), "{output}");
    }
}

#[test]
fn a_peer_that_does_not_answer_is_given_up_once() {
    let client = Connection::client(&Limits::default(), asking(true));
    let (mut client, _) = greeted(client, Side::new(super::server()));
    client.connection.handle_timeout(at(10));
    client.connection.handle_timeout(at(12));
    assert_eq!(client.connection.broken(), None);
    client.connection.handle_timeout(at(13));
    let events = client.receive_at(&[], at(13));
    assert!(matches!(events[..], [Event::Broken(v)] if WireError::from(v) == WireError::Silent));
    assert_eq!(client.connection.next_timeout(), None);
    client.connection.handle_timeout(at(99));
    assert_eq!(client.receive_at(&[], at(99)), []);
}

#[test]
fn a_peer_that_never_sends_is_given_up_too() {
    let mut client = Side::new(Connection::client(&Limits::default(), asking(true)));
    client.output();
    // The clock is read for the first time.
    assert!(client.connection.next_timeout() <= Some(at(5)));
    client.connection.handle_timeout(at(5));
    assert_eq!(client.connection.next_timeout(), Some(at(15)));
    client.connection.handle_timeout(at(15));
    assert_eq!(pings(&client.output(), false), 1);
    client.connection.handle_timeout(at(18));
    assert!(client.connection.broken().is_some());
}

#[test]
fn part_of_a_frame_is_a_sign_of_life_too() {
    let client = Connection::client(&Limits::default(), asking(true));
    let (mut client, mut server) = greeted(client, Side::new(super::server()));
    server.connection.ping(7);
    let frame = server.output();
    client.connection.handle_timeout(at(10));
    assert_eq!(client.receive_at(&frame[..4], at(11)), []);
    client.connection.handle_timeout(at(13));
    assert_eq!(client.connection.broken(), None);
    // Receiving nothing is none.
    assert_eq!(client.receive_at(&[], at(20)), []);
    client.connection.handle_timeout(at(21));
    assert_eq!(pings(&client.output(), false), 2);
}

#[test]
fn without_calls_pings_are_sent_only_if_configured() {
    let client = Connection::client(&Limits::default(), asking(false));
    let (mut client, _server) = greeted(client, Side::new(super::server()));
    assert_eq!(client.connection.next_timeout(), None);
    client.connection.handle_timeout(at(100));
    assert!(client.output().is_empty());
    // The first call after a silence is accompanied by a PING.
    client.connection.request(&REQUEST, true).unwrap();
    assert_eq!(client.connection.next_timeout(), Some(at(10)));
    client.connection.handle_timeout(at(101));
    assert_eq!(pings(&client.output(), false), 1);
}

/// What a server does to a client that sends PINGs at these times, in seconds.
fn asked_at(keepalive: Keepalive, call: bool, times: &[u64]) -> Option<ErrorCode> {
    let client = Connection::client(&Limits::default(), Config::default());
    let (mut client, mut server) = greeted(client, answering(keepalive));
    if call {
        client.connection.request(&REQUEST, true).unwrap();
    }
    for time in times {
        client.connection.ping(1);
        server.receive_at(&client.output(), at(*time));
    }
    let goes = client.receive_at(&server.output(), at(9999));
    let code = |event: &Event| match event {
        Event::GoAway { code, .. } => Some(*code),
        _ => None,
    };
    goes.iter().find_map(code)
}

// A8: two that come too soon are tolerated.
#[test]
fn too_many_pings_end_the_connection() {
    let calm = Some(ErrorCode::EnhanceYourCalm);
    let keepalive = Keepalive::default;
    assert_eq!(asked_at(keepalive(), true, &[0, 300, 600, 900, 1200]), None);
    assert_eq!(asked_at(keepalive(), true, &[0, 299, 598]), None);
    assert_eq!(asked_at(keepalive(), true, &[0, 299, 598, 897]), calm);
    // Without calls the minimum is two hours, unless configured otherwise.
    assert_eq!(
        asked_at(keepalive(), false, &[0, 7200, 14_400, 21_600]),
        None
    );
    assert_eq!(asked_at(keepalive(), false, &[0, 301, 602, 903]), calm);
    let permitting = Keepalive {
        permit_without_calls: true,
        ..keepalive()
    };
    assert_eq!(asked_at(permitting, false, &[0, 301, 602, 903]), None);
    let careless = Keepalive {
        strikes: 0,
        ..keepalive()
    };
    assert_eq!(asked_at(careless, true, &[0; 20]), None);
}

#[test]
fn the_reason_is_the_text_that_clients_look_for() {
    let client = Connection::client(&Limits::default(), Config::default());
    let (mut client, mut server) = greeted(client, answering(Keepalive::default()));
    for _ in 0..4 {
        client.connection.ping(1);
    }
    server.receive_at(&client.output(), at(1));
    let output = server.output();
    assert!(output.ends_with(b"\0\0\0\x0btoo_many_pings"), "{output:?}");
}

// grpc-go sends a PING for each frame that it reads, even long after we sent the last one.
#[test]
fn asking_about_each_frame_of_a_large_body_is_no_strike() {
    let client = Connection::client(&Limits::default(), Config::default());
    let (mut client, mut server) = greeted(client, answering(Keepalive::default()));
    let stream = client.connection.request(&REQUEST, true).unwrap();
    server.receive_at(&client.output(), at(0));
    server.connection.respond(stream, &RESPONSE, false).unwrap();
    server.connection.begin_data(stream).unwrap();
    let three_frames = 3 * server.connection.peer_settings().frame_bytes as usize;
    server.connection.body().put(&vec![7; three_frames]);
    server.connection.finish_data(true).unwrap();
    server.output();
    let mut asked = 0;
    while server.connection.broken().is_none() {
        client.connection.ping(2);
        server.receive_at(&client.output(), at(1));
        asked += 1;
        assert!(asked < 20, "content permits PINGs without end");
    }
    // One for the head, three for the frames, one in time, two strikes, and the last.
    assert_eq!(asked, 8);
}

// A8: clients that measure the path send a PING whenever content arrives.
#[test]
fn asking_about_what_was_just_sent_is_no_strike() {
    let client = Connection::client(&Limits::default(), Config::default());
    let (mut client, mut server) = greeted(client, answering(Keepalive::default()));
    let stream = client.connection.request(&REQUEST, false).unwrap();
    server.receive_at(&client.output(), at(0));
    server.connection.respond(stream, &RESPONSE, false).unwrap();
    for second in 1..50 {
        server.connection.begin_data(stream).unwrap();
        server.connection.body().put(b"more");
        server.connection.finish_data(false).unwrap();
        for _ in 0..3 {
            client.connection.ping(2);
        }
        server.receive_at(&client.output(), at(second));
        assert_eq!(server.connection.broken(), None);
        server.output();
    }
}

// RFC 9113, 3.4: a client begins at once.
#[test]
fn a_client_that_never_begins_is_given_up() {
    let limits = Limits {
        message_timeout: WITHIN,
        ..Limits::default()
    };
    for first in [&b""[..], b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"] {
        let mut server = Side::new(Connection::server(&limits, Config::default()));
        assert_eq!(server.receive_at(first, at(5)), []);
        // The clock is read for the first time.
        assert!(server.connection.next_timeout() <= Some(at(5)));
        server.connection.handle_timeout(at(5));
        assert_eq!(server.connection.next_timeout(), Some(at(8)));
        server.connection.handle_timeout(at(8));
        let sent = frames(&server.output());
        assert_eq!(sent.last().map(|frame| frame.0), Some(Kind::GoAway));
        assert!(server.connection.broken().is_some());
        assert_eq!(server.connection.next_timeout(), None);
    }
    // One that has begun may be idle for any time.
    let server = Side::new(Connection::server(&limits, Config::default()));
    let (_, server) = greeted(Connection::client(&limits, Config::default()), server);
    assert_eq!(server.connection.next_timeout(), None);
}
