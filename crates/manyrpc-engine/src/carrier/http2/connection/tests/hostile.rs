//! Floods: memory stays bounded, and the connection ends.

use super::*;
use crate::carrier::http2::frame::{ACK, END_HEADERS, END_STREAM};
use crate::time::Clock;

const HEAD: [u8; 3] = [0x83, 0x86, 0x84];

fn greeted() -> Side {
    let mut side = Side::new(server());
    let start = Side::new(client()).output();
    side.receive(&start);
    side.receive(&frame_of(Kind::Settings, ACK, 0, &[]));
    side.output();
    side
}

/// Sends `flood(n)` for n = 0, 1, 2 ... until the connection ends with ENHANCE_YOUR_CALM; returns
/// how many it took, while memory stays small. `read`: whether the output is read.
fn flooded(reading: bool, mut flood: impl FnMut(u32) -> Vec<u8>) -> u32 {
    let mut side = greeted();
    for n in 0..1_000_000 {
        let events = side.receive(&flood(n));
        if reading {
            side.output();
        }
        let held = side.connection.sender.writer().capacity() + side.rx.buf.capacity();
        assert!(held <= 256 << 10, "{held}");
        if let Some(Received::Broken(code)) = events.last() {
            assert_eq!(*code, ErrorCode::EnhanceYourCalm);
            // It stays ended, and reports that to the peer.
            assert_eq!(side.receive(&flood(n)), []);
            if !reading {
                assert_eq!(frames(&side.output()).last().unwrap().0, Kind::GoAway);
            }
            return n;
        }
    }
    panic!("it is never enough");
}

// RFC 9113, 10.5.
#[test]
fn frames_that_carry_nothing_forward() {
    let most = Config::default().idle_frames;
    let ping = |_| frame_of(Kind::Ping, 0, 0, &[0; 8]);
    let settings = |_| frame_of(Kind::Settings, 0, 0, &[]);
    let priority = |_| frame_of(Kind::Priority, 0, 1, &[0; 5]);
    let unknown = |_| frame_of(Kind::Unknown(77), 0, 1, &[0; 5]);
    let window = |_| frame_of(Kind::WindowUpdate, 0, 0, &[0, 0, 0, 1]);
    for flood in [ping, settings, priority, unknown, window] {
        let taken = flooded(true, flood);
        assert!(taken + 10 > most && taken <= most, "{taken}");
    }
    // A peer that does not read our answers is permitted less.
    assert!(flooded(false, ping) < 4096);
    assert!(flooded(false, settings) < 8192);
}

// CVE-2023-44487.
#[test]
fn rapid_reset() {
    let taken = flooded(true, |n| {
        let id = 2 * n + 1;
        let mut bytes = frame_of(Kind::Headers, END_HEADERS | END_STREAM, id, &HEAD);
        bytes.extend(frame_of(Kind::RstStream, 0, id, &[0, 0, 0, 8]));
        bytes
    });
    assert_eq!(taken, Config::default().resets);
}

// CVE-2025-8671: the same, by errors that make us reset.
#[test]
fn rapid_reset_by_errors() {
    let taken = flooded(true, |n| {
        let id = 2 * n + 1;
        let mut bytes = frame_of(Kind::Headers, END_HEADERS, id, &HEAD);
        bytes.extend(frame_of(Kind::WindowUpdate, 0, id, &[0; 4]));
        bytes
    });
    assert_eq!(taken, Config::default().resets);
}

// CVE-2024-27316.
#[test]
fn header_blocks_without_an_end() {
    let empty = flooded(true, |n| match n {
        0 => frame_of(Kind::Headers, 0, 1, &HEAD),
        _ => frame_of(Kind::Continuation, 0, 1, &[]),
    });
    assert_eq!(empty as usize, Config::default().header_frames);
    let full = flooded(true, |n| match n {
        0 => frame_of(Kind::Headers, 0, 1, &HEAD),
        _ => frame_of(Kind::Continuation, 0, 1, &[0; 16_000]),
    });
    assert_eq!(
        full as usize,
        Config::default().header_block_bytes.div_ceil(16_000)
    );
}

#[test]
fn empty_data() {
    let padding = &[3, 0, 0, 0][..];
    for (flags, payload) in [(0, &[][..]), (frame::PADDED, padding)] {
        let taken = flooded(true, |n| match n {
            0 => frame_of(Kind::Headers, END_HEADERS, 1, &HEAD),
            _ => frame_of(Kind::Data, flags, 1, payload),
        });
        assert!(taken <= Config::default().idle_frames + 1, "{taken}");
    }
}

// A stream of small messages is legitimate.
#[test]
fn small_messages_without_end_are_no_flood() {
    let (mut client, mut server) = pair();
    let stream = client.connection.request(&REQUEST, false).unwrap();
    for n in 0..50_000 {
        client.send(stream, b"123456", false);
        let up = client.output();
        let events = server.receive(&up);
        assert!(matches!(events.last(), Some(Received::Data(1, _, false))));
        if n == 0 {
            server.connection.respond(stream, &RESPONSE, false).unwrap();
        }
        server.send(stream, b"1", false);
        let down = server.output();
        assert!(matches!(
            client.receive(&down).last(),
            Some(Received::Data(..))
        ));
    }
}

// A client that makes many requests and opens no window has to wait.
#[test]
fn answers_that_windows_hold_back_refuse_new_requests_and_nothing_else() {
    let tight = Config {
        backlog_bytes: 100_000,
        ..Config::default()
    };
    let mut side = Side::new(Connection::server(&Limits::default(), tight));
    let start = Side::new(client()).output();
    side.receive(&start);
    side.receive(&frame_of(Kind::Settings, 0, 0, &[0, 4, 0, 0, 0, 0]));
    side.output();
    let ask = |id| frame_of(Kind::Headers, END_HEADERS | END_STREAM, id, &HEAD);
    for id in [1, 3] {
        assert_eq!(side.receive(&ask(id)).len(), 1);
        side.connection
            .respond(StreamId(id), &RESPONSE, false)
            .unwrap();
        side.send(StreamId(id), &[0; 60_000], true);
    }
    side.output();
    assert_eq!(side.receive(&ask(5)), []);
    let sent = frames(&side.output());
    let refused = u32::from(ErrorCode::RefusedStream).to_be_bytes();
    assert_eq!(
        (sent[0].0, sent[0].2, &sent[0].3[..]),
        (Kind::RstStream, 5, &refused[..])
    );
    side.receive(&frame_of(
        Kind::WindowUpdate,
        0,
        1,
        &60_000u32.to_be_bytes(),
    ));
    side.output();
    assert_eq!(side.receive(&ask(7)).len(), 1);
}

// Many small messages are no flood.
#[test]
fn many_small_calls_are_no_flood() {
    let (mut client, mut server) = pair();
    for _ in 0..30_000 {
        let stream = client.connection.request(&REQUEST, false).unwrap();
        client.send(stream, b"", false);
        client.send(stream, b"12345", true);
        client.connection.ping(1);
        let up = client.output();
        assert_eq!(server.receive(&up).len(), 2);
        server.connection.respond(stream, &RESPONSE, true).unwrap();
        let down = server.output();
        assert_eq!(client.receive(&down).len(), 2);
    }
}

#[test]
fn tiny_windows() {
    // A client that lets us send a byte at a time.
    let mut side = greeted();
    side.receive(&frame_of(Kind::Settings, 0, 0, &[0, 4, 0, 0, 0, 0]));
    side.receive(&frame_of(Kind::Headers, END_HEADERS | END_STREAM, 1, &HEAD));
    side.connection
        .respond(StreamId(1), &RESPONSE, false)
        .unwrap();
    side.send(StreamId(1), &[0; 100_000], true);
    let update = frame_of(Kind::WindowUpdate, 0, 1, &[0, 0, 0, 1]);
    for n in 0.. {
        assert!(n <= Config::default().idle_frames, "it is never enough");
        if let Some(Received::Broken(code)) = side.receive(&update).last() {
            assert_eq!(*code, ErrorCode::EnhanceYourCalm);
            return;
        }
        side.output();
    }
}

// A list that is small on the wire: one table entry, repeated.
#[test]
fn header_lists_that_unfold() {
    let mut side = greeted();
    let mut block = HEAD.to_vec();
    block.extend([0x40, 1, b'a', 0x7f, 0xf1, 0x0e]);
    block.extend([b'v'; 2032]);
    let grown = frame_of(Kind::Headers, END_HEADERS | END_STREAM, 1, &block);
    assert_eq!(side.receive(&grown).len(), 1);
    let mut bomb = HEAD.to_vec();
    bomb.extend([0xbe; 16_000]);
    let events = side.receive(&frame_of(Kind::Headers, END_HEADERS | END_STREAM, 3, &bomb));
    assert_eq!(events, [Received::TooLong(3)]);
    assert!(side.connection.head().size() <= Config::default().header_list_bytes);
    // Others are undisturbed.
    let next = frame_of(
        Kind::Headers,
        END_HEADERS | END_STREAM,
        5,
        &[0x83, 0x86, 0x84, 0xbe],
    );
    assert!(
        matches!(&side.receive(&next)[..], [Received::Head(5, fields, true)] if fields.len() == 4)
    );
}

// Lists over the limit are decoded all the same, so their number is limited.
#[test]
fn long_lists_again_and_again() {
    let mut block = HEAD.to_vec();
    block.extend([0, 1, b'a', 0x7f, 0x81, 0x7f]);
    block.extend([b'v'; 16_384]);
    let taken = flooded(true, |n| {
        frame_of(Kind::Headers, END_HEADERS | END_STREAM, 2 * n + 1, &block)
    });
    assert_eq!(taken, Config::default().resets);
}

#[test]
fn a_server_whose_answers_are_not_read_takes_no_more_requests() {
    let tight = Config {
        queued_bytes: 10_000,
        ..Config::default()
    };
    let mut side = Side::new(Connection::server(&Limits::default(), tight));
    let mut client = Side::new(client());
    let mut events = Vec::new();
    for _ in 0..100 {
        client.connection.request(&REQUEST, true).unwrap();
    }
    let up = client.output();
    side.rx.buf.put(&up);
    while let Some(event) = side.connection.next_event(&mut side.rx, &Clock::at(NOW)) {
        if let Event::Headers { stream, .. } = event {
            side.connection.respond(stream, &RESPONSE, false).unwrap();
            side.send(stream, &[0; 1000], true);
            events.push(stream);
        }
    }
    assert!(
        side.connection.is_full() && events.len() == 10,
        "{}",
        events.len()
    );
    side.output();
    assert!(!side.connection.is_full());
    assert!(
        side.connection
            .next_event(&mut side.rx, &Clock::at(NOW))
            .is_some()
    );
}

#[test]
fn noise_never_panics() {
    let mut x = 7u64;
    let mut next = || {
        x = x
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (x >> 33) as u32
    };
    for round in 0..2000 {
        let mut side = if round % 2 == 0 {
            greeted()
        } else {
            Side::new(client())
        };
        if round % 2 == 1 {
            side.connection.request(&REQUEST, false).unwrap();
            side.receive(&frame_of(Kind::Settings, 0, 0, &[]));
        }
        for _ in 0..20 {
            let n = next() % 40;
            let payload: Vec<u8> = (0..n).map(|_| next() as u8).collect();
            let kind = Kind::from(next() % 11);
            let frame = frame_of(kind, next() as u8, next() % 8, &payload);
            for event in side.receive(&frame) {
                if let Received::Head(id, ..) = event
                    && round % 2 == 0
                {
                    let _ = side
                        .connection
                        .respond(StreamId(id), &RESPONSE, next() % 2 == 0);
                }
            }
            frames_or_preface(&side.output());
        }
    }
}

fn frames_or_preface(output: &[u8]) {
    frames(output.strip_prefix(&frame::PREFACE[..]).unwrap_or(output));
}
