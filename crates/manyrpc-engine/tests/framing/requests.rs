//! A client's requests: what our server passes to its application, and its responses.

use std::collections::BTreeMap;
use std::sync::Arc;

use manyrpc_draw::Draw;
use manyrpc_engine::carrier::http2::Fields;
use manyrpc_engine::carrier::http2::hpack::Decoder;
use manyrpc_engine::grpc::{Host, Server, status};
use manyrpc_engine::{
    Call, CallId, Clock, Instant, Limits, Outcome, Part, Path, Rx, ServerEngine, Streams,
};

use crate::theirs::{self, All, Read};
use crate::wire::{self, List, METADATA, Steps, messages};

struct Chat;

impl Host for Chat {
    fn streams_of(&self, path: Path<'_>) -> Streams {
        Streams {
            request: path.operation.starts_with("Many"),
            reply: path.operation.ends_with("Many"),
        }
    }
}

/// One request.
struct Drawn {
    many: bool,
    /// It is reset, or never ends.
    cut: bool,
    steps: Steps,
}

fn head(draw: &mut Draw, operation: &str) -> List {
    let method = *draw.weighted(&[(95, "POST"), (5, "GET")]);
    let content = *draw.weighted(&[
        (60, "application/grpc"),
        (30, "application/grpc+proto"),
        (5, "application/grpc+json"),
        (3, "application/json"),
    ]);
    let path = format!("/test.Chat/{operation}");
    let encoding = *draw.weighted(&[(90, "identity"), (5, "gzip"), (3, "snappy")]);
    let fields = [
        (":method", method),
        (":scheme", "http"),
        (":path", &path),
        (":authority", "here"),
        ("te", "trailers"),
        ("content-type", content),
        ("grpc-encoding", encoding),
    ];
    let pair = |(name, value): (&str, &str)| (name.to_owned(), value.as_bytes().to_vec());
    let mut fields: List = fields.map(pair).into();
    fields.extend(wire::metadata(draw));
    fields
}

fn drawn(draw: &mut Draw, stream: u32) -> Drawn {
    let operation = *draw.pick(&["One", "OneMany", "ManyOne", "ManyMany"]);
    let mut one = Drawn {
        many: operation.starts_with("Many"),
        cut: false,
        steps: Vec::new(),
    };
    let fields = head(draw, operation);
    let bare = draw.chance(4);
    one.steps.push(wire::headers(draw, stream, &fields, bare));
    if bare {
        return one;
    }
    let content = bodies(draw, one.many);
    if draw.chance(10) {
        // Clients may end with trailers, which have no meaning.
        one.steps
            .extend(wire::content(draw, stream, &content, false));
        let trailers = vec![("x-trailing".to_owned(), b"end".to_vec())];
        one.steps.push(wire::headers(draw, stream, &trailers, true));
    } else {
        one.steps
            .extend(wire::content(draw, stream, &content, true));
    }
    if draw.chance(10) {
        one.cut = true;
        one.steps.truncate(draw.between(1, one.steps.len()));
        if draw.chance(50) {
            one.steps.push(wire::reset(stream, wire::CANCEL));
        }
    }
    one
}

fn bodies(draw: &mut Draw, many: bool) -> Vec<u8> {
    let count = match many {
        true => draw.below(5),
        false => *draw.weighted(&[(80, 1), (10, 0), (10, 2)]),
    };
    let mut all = Vec::new();
    for i in 0..count {
        let size = draw.length(3000) as usize;
        all.extend(wire::message(&vec![i as u8; size]));
    }
    if draw.chance(8) && !all.is_empty() {
        all.truncate(draw.below(all.len()));
    }
    all
}

/// What the application received of a call, and the response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Seen {
    messages: Vec<Vec<u8>>,
    /// The whole request has arrived.
    whole: bool,
    /// HTTP and gRPC statuses.
    http: Option<u16>,
    code: Option<i32>,
}

/// The outcome that gRPC's documents specify for what was read.
fn meaning(call: &Drawn, read: &Read) -> Seen {
    let only = |http, code| Seen {
        http: Some(http),
        code,
        ..Seen::default()
    };
    if theirs::size(&read.fields) > METADATA {
        return only(200, Some(status::RESOURCE_EXHAUSTED));
    }
    if !read.target.starts_with("POST") {
        return only(405, None);
    }
    if read.fields["content-type"] == "application/json" {
        return only(415, None);
    }
    if read.fields["grpc-encoding"] == "snappy" {
        return only(200, Some(status::UNIMPLEMENTED));
    }
    let (messages, whole) = messages(&read.content);
    let refused = match () {
        () if !read.ended => return only(200, None),
        () if !call.many && messages.len() + usize::from(!whole) > 1 => Some(status::UNIMPLEMENTED),
        () if !whole => Some(status::INTERNAL),
        () if !call.many && messages.is_empty() => Some(status::UNIMPLEMENTED),
        () => None,
    };
    let heard = call.many || refused.is_none();
    Seen {
        messages: if heard { messages } else { Vec::new() },
        whole: refused.is_none(),
        http: Some(200),
        code: Some(refused.unwrap_or(status::OK)),
    }
}

/// Our server with its application, which answers as soon as a request is complete.
struct Side {
    server: Server,
    seen: BTreeMap<u64, Seen>,
    sent: Vec<u8>,
}

impl Side {
    fn new() -> Self {
        let mut limits = Limits {
            metadata_bytes: METADATA,
            ..Limits::default()
        };
        // The cost of PINGs is tested elsewhere.
        limits.keepalive.strikes = 0;
        Side {
            server: Server::new(limits, Arc::new(Chat)),
            seen: BTreeMap::new(),
            sent: Vec::new(),
        }
    }

    fn deliver(&mut self, draw: &mut Draw, mut bytes: &[u8]) {
        let mut rx = Rx::default();
        while !bytes.is_empty() {
            let n = match draw.below(3) {
                0 => bytes.len(),
                1 => draw.between(1, bytes.len().min(20)),
                _ => draw.between(1, bytes.len()),
            };
            rx.buf.put(&bytes[..n]);
            bytes = &bytes[n..];
            while let Some(call) = self.server.next_call(&mut rx, &Clock::at(Instant::ZERO)) {
                let body = rx.buf.data()[call.arguments.clone()].to_vec();
                self.take(&call, body);
            }
            while let Some(due) = self.server.poll_transmit() {
                self.sent.extend_from_slice(due.bytes);
                let n = due.bytes.len();
                self.server.sent(n);
            }
        }
    }

    fn take(&mut self, call: &Call, body: Vec<u8>) {
        let seen = self.seen.entry(call.id.0).or_default();
        assert!(!seen.whole, "nothing comes behind the end");
        match call.part {
            Part::Opens(streams) if streams.request => return,
            Part::Gone => return,
            Part::Message => return seen.messages.push(body),
            Part::Whole | Part::Opens(_) => seen.messages.push(body),
            Part::Ends => {}
        }
        seen.whole = true;
        self.answer(call.id);
    }

    fn answer(&mut self, id: CallId) {
        self.server.begin_reply(id);
        self.server.body().put(b"fine");
        self.server
            .finish_reply(Outcome::Done, &Clock::at(Instant::ZERO));
    }

    /// Adds the received statuses to the result.
    fn read_answers(&mut self) {
        let mut decoder = Decoder::default();
        let mut rest = &self.sent[..];
        while let Some((head, behind)) = rest.split_first_chunk::<9>() {
            let n = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
            let (payload, behind) = behind.split_at(n);
            rest = behind;
            // HEADERS, whole: nothing here is long, and nothing of ours is padded.
            if head[3] != 1 {
                continue;
            }
            let stream = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
            let mut fields = Fields::new();
            decoder
                .decode(payload, 1 << 20, &mut fields)
                .expect("it decodes");
            let number = |name: &[u8]| {
                let text = fields.get(name).and_then(|v| std::str::from_utf8(v).ok());
                text.and_then(|text| text.parse::<i32>().ok())
            };
            let seen = self.seen.entry(stream.into()).or_default();
            seen.http = seen.http.or(number(b":status").map(|s| s as u16));
            seen.code = seen.code.or(number(b"grpc-status"));
        }
    }
}

/// A frame with more padding than it has room for, on a stream in any state: it ends the connection
/// (RFC 9113, section 6.1).
fn overpadded(draw: &mut Draw, calls: usize) -> Vec<u8> {
    let stream = 2 * draw.below(calls) as u32 + 1;
    let padding = *draw.pick(&[6, 7, 255]);
    wire::frame(wire::DATA, wire::PADDED, stream, &[padding, 0, 0, 0, 0, 0])
}

fn one(draw: &mut Draw) {
    let count = draw.between(1, 5);
    let calls: Vec<Drawn> = (0..count).map(|i| drawn(draw, 2 * i as u32 + 1)).collect();
    let mut bytes = wire::PREFACE.to_vec();
    bytes.extend(wire::settings(&[]));
    // Streams begin in order, so only what lies between their heads is interleaved.
    bytes.extend(wire::in_turn(draw, calls.iter().map(|call| &call.steps)));
    let broken = draw.chance(10);
    if broken {
        bytes.extend(overpadded(draw, count));
    }
    let All {
        streams,
        broken: theirs,
    } = theirs::requests(&bytes);
    assert_eq!(theirs.is_some(), broken, "{theirs:?}");

    let mut side = Side::new();
    side.deliver(draw, &bytes);
    assert_eq!(
        side.server.broken().is_some(),
        broken,
        "{:?}",
        side.server.broken()
    );
    if broken {
        return;
    }
    assert_eq!(streams.len(), count);
    side.read_answers();
    for (i, (call, read)) in calls.iter().zip(&streams).enumerate() {
        let seen = side.seen.remove(&(2 * i as u64 + 1)).unwrap_or_default();
        // How much of a truncated request was read depends on timing.
        if !call.cut {
            assert_eq!(seen, meaning(call, read), "{i}: {read:?}");
        }
    }
    if calls.iter().all(|call| !call.cut) {
        assert!(side.server.is_idle() && side.server.held_bytes() == 0);
    }
}

#[test]
fn our_server_reads_what_is_there() {
    crate::each("requests", one);
}
