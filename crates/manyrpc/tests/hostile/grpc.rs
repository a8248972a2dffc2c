//! gRPC over HTTP/2, frame by frame (RFC 9113, section 10.5; the gRPC protocol over HTTP/2).

use std::io::{Read, Write};
use std::net::TcpStream;

use super::{MOST, World, alone, connect, flood, is_well, last_words, serve, undisturbed};

const BINDING: &str = "grpc://127.0.0.1:0";

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PING: u8 = 6;
const GOAWAY: u8 = 7;
const CONTINUATION: u8 = 9;

const END_STREAM: u8 = 1;
const ACK: u8 = 1;
const END_HEADERS: u8 = 4;

fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = &(payload.len() as u32).to_be_bytes()[1..];
    [length, &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// Short literals without indexing (RFC 7541, 6.2.2).
fn field(name: &[u8], value: &[u8]) -> Vec<u8> {
    let [name_length, value_length] = [name.len(), value.len()].map(|n| n as u8);
    [&[0, name_length][..], name, &[value_length], value].concat()
}

/// The head of a call.
fn head(path: &str, content_type: &str) -> Vec<u8> {
    [
        field(b":method", b"POST"),
        field(b":scheme", b"http"),
        field(b":path", path.as_bytes()),
        field(b":authority", b"h"),
        field(b"te", b"trailers"),
        field(b"content-type", content_type.as_bytes()),
    ]
    .concat()
}

const ADD: &str = "/CALCULATOR_V2/add";
const GRPC: &str = "application/grpc";

/// Adds 1 and 2.
const ONE_AND_TWO: [u8; 9] = [0, 0, 0, 0, 4, 0x08, 1, 0x10, 2];

/// A call with this body.
fn call(stream: u32, head: &[u8], content: &[u8]) -> Vec<u8> {
    let mut bytes = frame(HEADERS, END_HEADERS, stream, head);
    let pieces: Vec<&[u8]> = content.chunks(16_384).collect();
    for (n, piece) in pieces.iter().enumerate() {
        let last = u8::from(n + 1 == pieces.len()) * END_STREAM;
        bytes.extend(frame(DATA, last, stream, piece));
    }
    bytes
}

#[test]
fn floods_end_their_connection_and_no_other() {
    let _alone = alone();
    type Piece = fn(u32) -> Vec<u8>;
    let attacks: [(&str, Piece); 8] = [
        ("rapid reset", |n| {
            let open = frame(HEADERS, END_HEADERS, 2 * n - 1, &head(ADD, GRPC));
            [open, frame(RST_STREAM, 0, 2 * n - 1, &[0, 0, 0, 8])].concat()
        }),
        ("many headers", |n| match n {
            1 => frame(HEADERS, 0, 1, &head(ADD, GRPC)),
            _ => frame(CONTINUATION, 0, 1, &field(b"name", b"value").repeat(300)),
        }),
        ("empty CONTINUATION", |n| match n {
            1 => frame(HEADERS, 0, 1, &head(ADD, GRPC)),
            _ => frame(CONTINUATION, 0, 1, &[]).repeat(100),
        }),
        ("empty DATA", |n| match n {
            1 => frame(HEADERS, END_HEADERS, 1, &head(ADD, GRPC)),
            _ => frame(DATA, 0, 1, &[]).repeat(100),
        }),
        ("PING", |_| frame(PING, 0, 0, &[0; 8]).repeat(100)),
        ("SETTINGS", |_| frame(SETTINGS, 0, 0, &[]).repeat(100)),
        ("unknown frames", |_| frame(99, 0, 0, &[0; 100]).repeat(100)),
        ("frames too large", |_| frame(DATA, 0, 1, &[0; 1 << 20])),
    ];
    for world in World::ALL {
        let server = serve(world, BINDING);
        for (what, piece) in attacks {
            let flooded = undisturbed(&server, what, || {
                flood(&server, |n| match n {
                    0 => [PREFACE, &frame(SETTINGS, 0, 0, &[])].concat(),
                    n => piece(n),
                })
            });
            assert!(flooded.sent < MOST, "{what}: it is never enough");
        }
        is_well(&server);
    }
}

#[test]
fn clients_that_never_begin_are_sent_away() {
    let _alone = alone();
    for world in World::ALL {
        let server = serve(world, BINDING);
        for (what, words) in [
            ("not a word", &[][..]),
            ("part of the preface", &PREFACE[..10]),
            ("no settings", PREFACE),
        ] {
            let said = undisturbed(&server, what, || last_words(&server, words));
            assert!(frames(&said).any(|kind| kind == GOAWAY), "{what}: {said:?}");
        }
        is_well(&server);
    }
}

/// The kinds of complete frames.
fn frames(mut bytes: &[u8]) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let (&[a, b, c, kind], rest) = bytes.split_first_chunk()?;
        let length = u32::from_be_bytes([0, a, b, c]) as usize;
        bytes = rest.get(5 + length..)?;
        Some(kind)
    })
}

/// One connection, with unread input.
struct Http2(TcpStream);

impl Http2 {
    fn new(stream: TcpStream) -> Self {
        let mut this = Http2(stream);
        this.say(&[PREFACE, &frame(SETTINGS, 0, 0, &[])].concat());
        this
    }

    fn say(&mut self, bytes: &[u8]) {
        self.0.write_all(bytes).unwrap();
    }

    fn hear(&mut self) -> (u8, u8, u32, Vec<u8>) {
        let mut head = [0; 9];
        self.0.read_exact(&mut head).unwrap();
        let word = |at: usize| u32::from_be_bytes(head[at..at + 4].try_into().unwrap());
        let mut payload = vec![0; (word(0) >> 8) as usize];
        self.0.read_exact(&mut payload).unwrap();
        if (head[3], head[4] & ACK) == (SETTINGS, 0) {
            self.say(&frame(SETTINGS, ACK, 0, &[]));
        }
        assert_ne!(head[3], GOAWAY, "{}", payload.escape_ascii());
        (head[3], head[4], word(5), payload)
    }

    /// Everything received on a stream until its end: the body, and whether trailers or a reset
    /// ended it.
    fn answer(&mut self, stream: u32) -> Vec<u8> {
        let mut content = Vec::new();
        loop {
            let (kind, flags, of, payload) = self.hear();
            if of != stream {
                continue;
            }
            if kind == DATA {
                content.extend(payload);
            }
            if kind == RST_STREAM || flags & END_STREAM != 0 && kind <= HEADERS {
                return content;
            }
        }
    }

    fn adds(&mut self, stream: u32) {
        self.say(&call(stream, &head(ADD, GRPC), &ONE_AND_TWO));
        assert_eq!(self.answer(stream), [0, 0, 0, 0, 2, 0x08, 3]);
    }
}

fn message(bytes: &[u8]) -> Vec<u8> {
    let length = (bytes.len() as u32).to_be_bytes();
    [&[0], &length[..], bytes].concat()
}

/// About this many bytes, compressed by gzip to a 158th of that: one zero, and copies of it (RFC
/// 1951, 3.2.6; RFC 1952, 2.3).
fn bomb(size: usize) -> Vec<u8> {
    const LITERAL_ZERO: (u32, u32) = (0b0011_0000, 8);
    // The longest match, at a distance of one byte.
    const MATCH: (u32, u32) = (0b1_1000_1010_0000, 13);
    const END: (u32, u32) = (0, 7);
    let mut packed = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
    let (mut byte, mut filled) = (0b011, 3);
    let matches = std::iter::repeat_n(MATCH, size / 258);
    for (code, length) in [LITERAL_ZERO].into_iter().chain(matches).chain([END]) {
        for bit in (0..length).rev() {
            byte |= ((code >> bit & 1) as u8) << filled;
            filled += 1;
            if filled == 8 {
                packed.push(byte);
                (byte, filled) = (0, 0);
            }
        }
    }
    packed.push(byte);
    packed
}

#[test]
fn bad_calls_fail_alone_on_their_connection() {
    let _alone = alone();
    let add = head(ADD, GRPC);
    let packed = [add.clone(), field(b"grpc-encoding", b"gzip")].concat();
    let mut boom = message(&bomb(100 << 20));
    boom[0] = 1;
    let calls: [(&str, Vec<u8>, Vec<u8>); 10] = [
        (
            "another content type",
            head(ADD, "text/html"),
            ONE_AND_TWO.into(),
        ),
        ("a path that is none", head("x", GRPC), ONE_AND_TWO.into()),
        (
            "an unknown operation",
            head("/a/b", GRPC),
            ONE_AND_TWO.into(),
        ),
        ("a message cut short", add.clone(), vec![0, 0, 0, 0, 9, 8]),
        (
            "a length that lies",
            add.clone(),
            vec![0, 0xff, 0xff, 0xff, 0xff, 8],
        ),
        ("fields of number 0", add.clone(), message(&[0; 60_000])),
        ("compression unknown", add.clone(), vec![1, 0, 0, 0, 1, 8]),
        ("a bomb", packed, boom),
        (
            "groups without an end",
            add.clone(),
            message(&[0x0b; 50_000]),
        ),
        (
            "deep groups that end",
            add.clone(),
            message(&[vec![0x0b; 20_000], vec![0x0c; 20_000]].concat()),
        ),
    ];
    for world in World::ALL {
        let server = serve(world, BINDING);
        let mut http = Http2::new(connect(&server));
        let mut stream = 1;
        for (what, head, content) in &calls {
            undisturbed(&server, what, || {
                http.say(&call(stream, head, content));
                assert!(http.answer(stream).is_empty(), "{what}");
                http.adds(stream + 2);
            });
            stream += 4;
        }
        is_well(&server);
    }
}
