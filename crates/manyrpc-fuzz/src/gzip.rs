//! Compressed gRPC messages: the first byte of the input selects the receiver, the rest is input
//! for the gzip decoder.
//!
//! The HTTP/2 and gRPC framing is valid, so that all of the input reaches the decoder. Its output
//! is bounded by the limit on messages, whatever the input.

use std::sync::Arc;

use manyrpc_engine::carrier::http2::{Config, Connection, Event, Field, StreamId};
use manyrpc_engine::grpc::{Client, Server};
use manyrpc_engine::{CallHead, Clock, Instant, Limits, Path, Rx};

use crate::Target;
use crate::engine::{
    CLIENT, begin_with, client_ends, client_events, drain, limits, server_ends, server_events,
};
use crate::grpc::Sums;

/// Compressed requests to a server, compressed replies to a client.
pub const TARGET: Target = Target {
    name: "gzip",
    run,
    seeds,
    // The output is bounded by a limit below the floor.
    allocation_per_byte: 64,
};

const PATH: Path<'static> = Path {
    interface: "bench.Sums",
    operation: "Add",
};
const SERVER_HEAD: [Field<'static>; 5] = [
    Field::new(b":method", b"POST"),
    Field::new(b":scheme", b"http"),
    Field::new(b":path", b"/bench.Sums/Add"),
    Field::new(b"content-type", b"application/grpc"),
    Field::new(b"grpc-encoding", b"gzip"),
];
const CLIENT_HEAD: [Field<'static>; 3] = [
    Field::new(b":status", b"200"),
    Field::new(b"content-type", b"application/grpc"),
    Field::new(b"grpc-encoding", b"gzip"),
];
const TRAILERS: [Field<'static>; 1] = [Field::new(b"grpc-status", b"0")];

/// Whole, or in two pieces, so that the receiver waits for the rest.
const PIECES: u8 = 4;

fn run(input: &[u8]) {
    if let Some((choice, packed)) = input.split_first() {
        events(*choice, packed);
    }
}

fn events(choice: u8, packed: &[u8]) -> Vec<String> {
    let whole = match choice & CLIENT {
        0 => request(packed),
        _ => replies(packed),
    };
    let cut = match choice & PIECES {
        0 => whole.len(),
        _ => whole.len() - packed.len() / 2,
    };
    let (first, second) = whole.split_at(cut);
    let pieces: &[&[u8]] = &[first, second];
    if choice & CLIENT == 0 {
        let mut server = Server::new(limits(), Arc::new(Sums));
        let events = server_events(&mut server, true, pieces);
        server_ends(&mut server);
        events
    } else {
        let mut client = new_client();
        begin_with(&mut client, &CallHead::named(PATH), b"");
        let mut events = client_events(&mut client, true, pieces);
        client_ends(&mut client, &mut events);
        events
    }
}

fn new_client() -> Client {
    Client::new(limits(), "server", false)
}

/// A call with one compressed message.
fn request(packed: &[u8]) -> Vec<u8> {
    let mut client = Connection::client(&Limits::default(), Config::default());
    let stream = client.request(&SERVER_HEAD, false);
    let stream = stream.expect("a new connection has room");
    send(&mut client, stream, packed, true);
    due(&mut client)
}

/// The same reply to each of the client's calls.
fn replies(packed: &[u8]) -> Vec<u8> {
    let calls = begin_with(&mut new_client(), &CallHead::named(PATH), b"").concat();
    let mut server = Connection::server(&Limits::default(), Config::default());
    let mut rx = Rx::default();
    rx.buf.put(&calls);
    while let Some(event) = server.next_event(&mut rx, &Clock::at(Instant::ZERO)) {
        let (Event::Headers { stream, end } | Event::Data { stream, end, .. }) = event else {
            continue;
        };
        if end {
            let answered = server.respond(stream, &CLIENT_HEAD, false);
            answered.expect("the stream is open");
            send(&mut server, stream, packed, false);
            let ended = server.trailers(stream, &TRAILERS);
            ended.expect("the stream is open");
        }
    }
    due(&mut server)
}

fn send(connection: &mut Connection, stream: StreamId, packed: &[u8], end: bool) {
    connection
        .begin_data(stream)
        .expect("the stream was opened just now");
    connection.body().put(&[1]);
    connection.body().put(&(packed.len() as u32).to_be_bytes());
    connection.body().put(packed);
    connection.finish_data(end).expect("inputs are short");
}

fn due(connection: &mut Connection) -> Vec<u8> {
    let mut all = Vec::new();
    let next = || {
        let bytes = connection.poll_transmit()?.to_vec();
        connection.sent(bytes.len());
        Some(bytes)
    };
    drain(next, |bytes| all.extend(bytes));
    all
}

/// The output of the program gzip for some texts, for noise (which it stores) and for zeros, which
/// exceed the limit when decompressed.
fn seeds() -> Vec<Vec<u8>> {
    let member = |blocks: &[u8]| [&HEADER, blocks].concat();
    // A header with all optional fields.
    let mut named = member(HELLO);
    named[3] = 0x1c;
    named.splice(HEADER.len()..HEADER.len(), *b"\x02\0xyname\0comment\0");
    let packed = [
        member(HELLO),
        [member(HELLO), member(WORDS)].concat(),
        named,
        member(WORDS),
        member(NOISE),
        member(ZEROS),
    ];
    let choices = [0, CLIENT, PIECES, CLIENT | PIECES];
    let each = |packed: Vec<u8>| choices.map(|choice| [&[choice], &packed[..]].concat());
    packed.into_iter().flat_map(each).collect()
}

const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3];

/// `printf hello | gzip -n`; those below without the header.
const HELLO: &[u8] = &[
    0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00, 0x86, 0xa6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
];

/// Five times `some words that come again, and words that do not: `.
const WORDS: &[u8] = &[
    0x2b, 0xce, 0xcf, 0x4d, 0x55, 0x28, 0xcf, 0x2f, 0x4a, 0x29, 0x56, 0x28, 0xc9, 0x48, 0x2c, 0x51,
    0x48, 0x06, 0xf1, 0x13, 0xd3, 0x13, 0x33, 0xf3, 0x74, 0x14, 0x12, 0xf3, 0x52, 0x90, 0xa5, 0x52,
    0xf2, 0x15, 0xf2, 0xf2, 0x4b, 0xac, 0x14, 0x8a, 0x87, 0x91, 0x16, 0x00, 0xaf, 0x7c, 0xa0, 0x6a,
    0xff, 0x00, 0x00, 0x00,
];

/// 16 bytes without repetition.
const NOISE: &[u8] = &[
    0x73, 0x51, 0x68, 0xb2, 0xf9, 0xfb, 0xec, 0xe3, 0xa1, 0x6c, 0x83, 0x9f, 0x7c, 0xc7, 0xef, 0x32,
    0x3e, 0x01, 0x00, 0xa9, 0x72, 0x0a, 0x65, 0x10, 0x00, 0x00, 0x00,
];

/// 10,000 of them.
const ZEROS: &[u8] = &[
    0xed, 0xc1, 0x01, 0x0d, 0x00, 0x00, 0x00, 0xc2, 0xa0, 0xf7, 0x4f, 0x6d, 0x0e, 0x37, 0xa0, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xe0, 0xdf, 0x00, 0x2e, 0xca, 0x3b, 0x4d, 0x10,
    0x27, 0x00, 0x00,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Mutations of seeds that are not understood would only test the first check.
    #[test]
    fn the_seeds_are_messages() {
        let lengths = [Some(5), Some(260), Some(5), Some(255), Some(16), None];
        for (seeds, length) in seeds().chunks(4).zip(lengths) {
            for seed in seeds {
                let events = events(seed[0], &seed[1..]);
                let calls = match seed[0] & CLIENT {
                    0 => 1,
                    _ => crate::engine::CALLS,
                };
                let lengths = events.iter().take(calls).map(|event| length_of(event));
                assert!(lengths.eq([length].repeat(calls)), "{events:?}");
            }
        }
    }

    /// The length of the message at the end of the received bytes, if there is one.
    fn length_of(event: &str) -> Option<usize> {
        let (_, bytes) = event.strip_suffix(']')?.rsplit_once('[')?;
        bytes.contains(", ").then(|| bytes.split(", ").count())
    }
}
