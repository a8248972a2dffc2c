//! A server's responses, as read by our client.

use http::HeaderMap;
use manyrpc_draw::Draw;
use manyrpc_engine::grpc::{Client, status};
use manyrpc_engine::{
    CallHead, CallId, ClientEngine, ClientEvent, Clock, Instant, Limits, Path, Rx, Streams,
};
use std::time::Duration;

use crate::theirs::{self, Read};
use crate::wire::{self, List, METADATA, Steps, messages};

/// A call and the server's response.
struct Drawn {
    /// The call has any number of replies.
    many: bool,
    /// It has the timeout [`PATIENCE`].
    hurried: bool,
    /// Its head includes its trailers.
    trailers_only: bool,
    steps: Steps,
}

const PATIENCE: Duration = Duration::from_secs(1);

fn list(fields: &[(&str, &str)]) -> List {
    let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), value.as_bytes().to_vec());
    fields.iter().map(pair).collect()
}

/// The content of trailers, or of a head that includes them.
fn ending(draw: &mut Draw) -> List {
    let code = *draw.weighted(&[
        (60, "0"),
        (10, "4"),
        (10, "5"),
        (5, "12"),
        (5, "16"),
        (3, "77"),
        (3, "none"),
    ]);
    let mut fields = list(&[("grpc-status", code), ("grpc-message", "some%20words")]);
    if draw.chance(6) {
        fields.remove(0);
    }
    if draw.chance(20) {
        fields.extend(list(&[("x-trailing", "end")]));
    }
    fields.extend(wire::metadata(draw));
    fields
}

fn head(draw: &mut Draw) -> List {
    let status = *draw.weighted(&[(90, "200"), (4, "404"), (3, "503"), (3, "418")]);
    let content = *draw.weighted(&[
        (80, "application/grpc"),
        (14, "application/grpc+proto"),
        (2, "text/html"),
        (2, "application/grpc+json"),
    ]);
    let mut fields = list(&[(":status", status), ("content-type", content)]);
    if draw.chance(10) {
        fields.extend(list(&[("x-initial", "begin")]));
    }
    fields.extend(wire::metadata(draw));
    fields
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

const RESETS: [u32; 8] = [
    wire::NO_ERROR,
    wire::INTERNAL_ERROR,
    wire::REFUSED_STREAM,
    wire::CANCEL,
    wire::CANCEL,
    wire::CANCEL,
    wire::ENHANCE_YOUR_CALM,
    wire::INADEQUATE_SECURITY,
];

fn drawn(draw: &mut Draw, stream: u32) -> Drawn {
    let many = draw.chance(50);
    let mut one = Drawn {
        many,
        hurried: draw.chance(50),
        trailers_only: draw.chance(12),
        steps: Vec::new(),
    };
    if draw.chance(5) {
        let interim = list(&[(":status", "103")]);
        one.steps.push(wire::headers(draw, stream, &interim, false));
    }
    let mut fields = head(draw);
    if one.trailers_only {
        fields.extend(ending(draw));
        one.steps.push(wire::headers(draw, stream, &fields, true));
        return one;
    }
    one.steps.push(wire::headers(draw, stream, &fields, false));
    let content = bodies(draw, many);
    match draw.below(10) {
        0 => one
            .steps
            .extend(wire::content(draw, stream, &content, true)),
        1 => {
            one.steps
                .extend(wire::content(draw, stream, &content, false));
            one.steps.push(wire::reset(stream, *draw.pick(&RESETS)));
        }
        _ => {
            one.steps
                .extend(wire::content(draw, stream, &content, false));
            let trailers = ending(draw);
            one.steps.push(wire::headers(draw, stream, &trailers, true));
        }
    }
    // Truncated: nothing more arrives, or a reset.
    if draw.chance(5) {
        one.steps.truncate(draw.below(one.steps.len() + 1));
        one.steps.push(wire::reset(stream, *draw.pick(&RESETS)));
    }
    one
}

/// How a call ends, and the replies before that.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    replies: Vec<Vec<u8>>,
    /// A status; `None` while it has not ended.
    code: Option<i32>,
}

/// `http-grpc-status-mapping.md`.
fn of_http(status: u16) -> i32 {
    match status {
        404 => status::UNIMPLEMENTED,
        503 => status::UNAVAILABLE,
        _ => status::UNKNOWN,
    }
}

/// `PROTOCOL-HTTP2.md`, "Errors"; after the deadline, a server's cancel reports the deadline.
fn of_reset(code: u32, late: bool) -> i32 {
    match code {
        wire::REFUSED_STREAM => status::UNAVAILABLE,
        wire::CANCEL if late => status::DEADLINE_EXCEEDED,
        wire::CANCEL => status::CANCELLED,
        wire::ENHANCE_YOUR_CALM => status::RESOURCE_EXHAUSTED,
        wire::INADEQUATE_SECURITY => status::PERMISSION_DENIED,
        _ => status::INTERNAL,
    }
}

fn of_fields(fields: &HeaderMap) -> i32 {
    let text = fields.get("grpc-status").and_then(|v| v.to_str().ok());
    text.and_then(|text| text.parse().ok())
        .unwrap_or(status::UNKNOWN)
}

/// The outcome that gRPC's documents specify for what was read.
fn meaning(call: &Drawn, read: &Read, late: bool) -> Seen {
    let only = |code| Seen {
        replies: Vec::new(),
        code,
    };
    let reset = read.reset.map(|code| of_reset(code, late && call.hurried));
    if read.status == 0 {
        return only(reset);
    }
    if theirs::size(&read.fields) > METADATA {
        return only(Some(status::RESOURCE_EXHAUSTED));
    }
    if read.status != 200 {
        let said = read.fields.contains_key("grpc-status") && call.trailers_only;
        let said = said.then(|| of_fields(&read.fields));
        // It cannot mean success.
        let code = said.filter(|code| *code != status::OK);
        return only(Some(code.unwrap_or(of_http(read.status))));
    }
    match read.fields["content-type"].as_bytes() {
        b"application/grpc" | b"application/grpc+proto" => {}
        _ if call.trailers_only => return only(Some(of_trailers_only(call, read))),
        _ => return only(Some(status::UNKNOWN)),
    }
    if call.trailers_only {
        return only(Some(of_trailers_only(call, read)));
    }
    let (replies, whole) = messages(&read.content);
    // The beginning of a second message is enough.
    if !call.many && replies.len() + usize::from(!whole) > 1 {
        return only(Some(status::UNIMPLEMENTED));
    }
    let code = match &read.trailers {
        _ if reset.is_some() => reset,
        None if read.ended => Some(status::INTERNAL),
        None => None,
        Some(trailers) if theirs::size(trailers) > METADATA => Some(status::RESOURCE_EXHAUSTED),
        Some(trailers) => Some(match of_fields(trailers) {
            status::OK if !whole => status::INTERNAL,
            status::OK if !call.many && replies.is_empty() => status::UNIMPLEMENTED,
            code => code,
        }),
    };
    match call.many || code == Some(status::OK) {
        true => Seen { replies, code },
        false => only(code),
    }
}

fn of_trailers_only(call: &Drawn, read: &Read) -> i32 {
    let is_grpc = read.fields["content-type"]
        .as_bytes()
        .starts_with(b"application/grpc");
    match of_fields(&read.fields) {
        _ if !is_grpc => status::UNKNOWN,
        status::OK if !call.many => status::UNIMPLEMENTED,
        code => code,
    }
}

fn begin(client: &mut Client, call: &Drawn) -> CallId {
    let path = Path {
        interface: "test.Chat",
        operation: "Say",
    };
    let head = CallHead {
        streams: Streams {
            request: false,
            reply: call.many,
        },
        timeout: call.hurried.then_some(PATIENCE),
        ..CallHead::named(path)
    };
    let id = client.begin_call(&head).expect("there is room");
    client.finish_call(Instant::ZERO).expect("it is complete");
    id
}

/// Delivers bytes in pieces; returns the events of each call.
fn events_of(
    draw: &mut Draw,
    client: &mut Client,
    ids: &[CallId],
    bytes: &[u8],
    now: Instant,
) -> Vec<Seen> {
    let mut seen: Vec<Seen> = ids.iter().map(|_| Seen::default()).collect();
    let mut rx = Rx::default();
    let at = |id: CallId| ids.iter().position(|i| *i == id).expect("a call of ours");
    let mut rest = bytes;
    while !rest.is_empty() {
        let n = match draw.below(3) {
            0 => rest.len(),
            1 => draw.between(1, rest.len().min(20)),
            _ => draw.between(1, rest.len()),
        };
        let (piece, behind) = rest.split_at(n);
        rx.buf.put(piece);
        rest = behind;
        while let Some(event) = client.next_event(&mut rx, &Clock::at(now)) {
            match event {
                ClientEvent::Reply { id, body, .. } => {
                    let one = &mut seen[at(id)];
                    assert_eq!(one.code, None, "nothing comes behind the end");
                    one.replies.push(rx.buf.data()[body].to_vec());
                }
                ClientEvent::Ended { id } => seen[at(id)].code = Some(status::OK),
                ClientEvent::Failed { id, error } => {
                    let one = &mut seen[at(id)];
                    assert_eq!(one.code, None, "it ends once: {error}");
                    one.code = Some(status::of_call(&error));
                }
                ClientEvent::Broken(error) => panic!("broken: {error}"),
            }
        }
        while let Some(due) = client.poll_transmit() {
            let n = due.bytes.len();
            client.sent(n);
        }
    }
    seen
}

fn one(draw: &mut Draw) {
    let count = draw.between(1, 5);
    let calls: Vec<Drawn> = (0..count).map(|i| drawn(draw, 2 * i as u32 + 1)).collect();
    let streams = calls.iter().enumerate();
    let streams = streams
        .map(|(i, call)| (2 * i as u32 + 1, call.steps.clone()))
        .collect();
    let mut bytes = wire::settings(&[]);
    bytes.extend(wire::interleaved(draw, streams));
    let read = theirs::responses(&bytes, count);
    assert_eq!(read.broken, None, "what is drawn is HTTP/2");

    let late = draw.chance(30);
    let now = Instant::ZERO + if late { PATIENCE } else { PATIENCE / 2 };
    let limits = Limits {
        metadata_bytes: METADATA,
        ..Limits::default()
    };
    let mut client = Client::new(limits, "here", false);
    let ids: Vec<CallId> = calls.iter().map(|call| begin(&mut client, call)).collect();
    let mut seen = events_of(draw, &mut client, &ids, &bytes, now);
    for ((call, read), seen) in calls.iter().zip(&read.streams).zip(&mut seen) {
        // A single reply is delivered when its call has ended successfully, in an event of its own.
        if !call.many && !seen.replies.is_empty() && seen.code.is_none() {
            seen.code = Some(status::OK);
        }
        assert_eq!(*seen, meaning(call, read, late), "{read:?}");
    }
    if seen.iter().all(|seen| seen.code.is_some()) {
        assert_eq!(client.held_bytes(), 0);
        assert_eq!(client.next_timeout(), None);
    }
}

#[test]
fn our_client_reads_what_is_there() {
    crate::each("answers", one);
}
