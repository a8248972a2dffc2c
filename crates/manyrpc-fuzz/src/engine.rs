//! Checks for all engines, whatever their protocol.
//!
//! Besides the absence of panics: everything ends (calls, output, timers), and a stream means the
//! same byte by byte as in one piece.

use std::net::{Ipv4Addr, SocketAddr};

use manyrpc_engine::limits::DatagramLimits;
use manyrpc_engine::{
    Buf, Call, CallHead, ClientEngine, ClientEvent, Clock, Closed, Instant, Limits, Outcome, Rx,
    ServerEngine, Transmit,
};

pub(crate) const CLIENT: u8 = 2;
const ARGUMENTS: [u8; 8] = [0, 0, 0, 1, 0x2a, 0, 0, 0];
pub(crate) const CALLS: usize = 3;
pub(crate) const SEED: u64 = 7;
/// More iterations than these inputs can cause: the loop is endless.
const ENDLESS: usize = 100_000;

/// Small, so that short inputs reach the limits.
pub(crate) fn limits() -> Limits {
    Limits {
        message_bytes: 4096,
        sent_message_bytes: 4096,
        datagram: DatagramLimits {
            bytes: 4096,
            ..DatagramLimits::default()
        },
        message_fragments: 16,
        ..Limits::default()
    }
}

fn peer() -> SocketAddr {
    (Ipv4Addr::LOCALHOST, 9).into()
}

/// Starts some calls; returns what is sent for each.
pub(crate) fn begin<C: ClientEngine + ?Sized>(client: &mut C, head: &CallHead<'_>) -> Vec<Vec<u8>> {
    begin_with(client, head, &ARGUMENTS)
}

/// The same with other arguments.
pub(crate) fn begin_with<C: ClientEngine + ?Sized>(
    client: &mut C,
    head: &CallHead<'_>,
    arguments: &[u8],
) -> Vec<Vec<u8>> {
    let mut sent = Vec::new();
    for _ in 0..CALLS {
        client.begin_call(head).expect("a new client can call");
        client.body().put(arguments);
        client
            .finish_call(Instant::ZERO)
            .expect("a small call can be sent");
        let mut call = Vec::new();
        drain(|| sent_by_client(client), |bytes| call.extend(bytes));
        sent.push(call);
    }
    if let Some(location) = client.location() {
        let asked = location.locate(head, Instant::ZERO);
        asked.expect("a client that can call can ask where objects are");
        drain(|| sent_by_client(client), |bytes| sent.push(bytes));
    }
    // The calls so far are sent together; most protocols have no batches.
    if client.batches().is_some_and(|b| b.end_batch().is_ok()) {
        drain(|| sent_by_client(client), |bytes| sent.push(bytes));
    }
    sent
}

pub(crate) fn sent_by_client<C: ClientEngine + ?Sized>(client: &mut C) -> Option<Vec<u8>> {
    let bytes = client
        .poll_transmit()
        .map(|Transmit { bytes, .. }| bytes.to_vec())?;
    client.sent(bytes.len());
    Some(bytes)
}

fn sent_by_server<S: ServerEngine + ?Sized>(server: &mut S) -> Option<Vec<u8>> {
    let bytes = server
        .poll_transmit()
        .map(|Transmit { bytes, .. }| bytes.to_vec())?;
    server.sent(bytes.len());
    Some(bytes)
}

/// Takes everything until `next` returns `None`, which it must.
pub(crate) fn drain<T>(mut next: impl FnMut() -> Option<T>, mut each: impl FnMut(T)) {
    for _ in 0..ENDLESS {
        match next() {
            Some(item) => each(item),
            None => return,
        }
    }
    panic!("it never ends");
}

pub(crate) fn receive(rx: &mut Rx, stream: bool, piece: &[u8]) {
    if !stream {
        rx.buf.clear();
        rx.from = Some(peer());
    }
    rx.buf.put(piece);
}

pub(crate) fn client_events<C: ClientEngine + ?Sized>(
    client: &mut C,
    stream: bool,
    pieces: &[&[u8]],
) -> Vec<String> {
    let (mut rx, mut events) = (Rx::default(), Vec::new());
    for piece in pieces {
        receive(&mut rx, stream, piece);
        for round in 0.. {
            assert!(round < ENDLESS, "events never end");
            let Some(event) = client.next_event(&mut rx, &Clock::at(Instant::ZERO)) else {
                break;
            };
            events.push(describe(&event, &rx));
            drain(|| sent_by_client(client), drop);
        }
    }
    events
}

/// An event with the bytes it refers to, which must exist.
fn describe(event: &ClientEvent, rx: &Rx) -> String {
    match event {
        ClientEvent::Reply { id, body, .. } => {
            format!(
                "{id:?} {:?}",
                manyrpc_engines::sent(&rx.buf.data()[body.clone()])
            )
        }
        other => format!("{other:?}"),
    }
}

/// The connection is closed and time passes: every call ends once, and no timer is left.
pub(crate) fn client_ends<C: ClientEngine + ?Sized>(client: &mut C, events: &mut Vec<String>) {
    let mut rx = Rx::default();
    drain(
        || {
            client
                .next_timeout()
                .map(|due| client.handle_timeout(due))
                .map(|()| drain(|| sent_by_client(client), drop))
        },
        drop,
    );
    client.handle_closed(Closed::ByPeer);
    drain(
        || client.next_event(&mut rx, &Clock::at(Instant::ZERO)),
        |event| events.push(format!("{event:?}")),
    );
    let over = events
        .iter()
        .filter(|event| event.contains("CallId"))
        .count();
    let asked = usize::from(client.location().is_some());
    let ends = CALLS + asked;
    assert_eq!(over, ends, "each call ends once: {events:?}");
}

pub(crate) fn server_events<S: ServerEngine + ?Sized>(
    server: &mut S,
    stream: bool,
    pieces: &[&[u8]],
) -> Vec<String> {
    let (mut rx, mut calls, mut replies) = (Rx::default(), Vec::new(), Vec::new());
    for piece in pieces {
        server_takes(server, stream, piece, &mut rx, &mut calls, &mut replies);
        if !stream {
            // A duplicate, as networks produce them.
            server_takes(server, stream, piece, &mut rx, &mut calls, &mut replies);
        }
    }
    calls.push(format!("{:?} {:?}", replies.concat(), server.broken()));
    calls
}

/// One piece arrives; every call in it is answered with its own arguments.
pub(crate) fn server_takes<S: ServerEngine + ?Sized>(
    server: &mut S,
    stream: bool,
    piece: &[u8],
    rx: &mut Rx,
    calls: &mut Vec<String>,
    replies: &mut Vec<Vec<u8>>,
) {
    receive(rx, stream, piece);
    for round in 0.. {
        assert!(round < ENDLESS, "calls never end");
        let Some(call) = server.next_call(rx, &Clock::at(Instant::ZERO)) else {
            break;
        };
        calls.push(answer(server, &call, &rx.buf));
        drain(|| sent_by_server(server), |bytes| replies.push(bytes));
    }
    drain(|| sent_by_server(server), |bytes| replies.push(bytes));
}

fn answer<S: ServerEngine + ?Sized>(server: &mut S, call: &Call, received: &Buf) -> String {
    let arguments = manyrpc_engines::sent(&received.data()[call.arguments.clone()]);
    let credential = &received.data()[call.credential.body.clone()];
    server.begin_reply(call.id);
    server.body().put(arguments);
    server.finish_reply(Outcome::Done, &Clock::at(Instant::ZERO));
    format!(
        "{:?} {} {credential:?} {arguments:?}",
        call.interface, call.operation
    )
}

/// Time passes: no timer is left in the end.
pub(crate) fn server_ends<S: ServerEngine + ?Sized>(server: &mut S) {
    drain(
        || {
            server
                .next_timeout()
                .map(|due| server.handle_timeout(due))
                .map(|()| drain(|| sent_by_server(server), drop))
        },
        drop,
    );
    server.shrink();
}

/// An ordinary call of an operation.
pub const fn head(
    interface: manyrpc_engine::InterfaceId<'static>,
    operation: u32,
) -> CallHead<'static> {
    CallHead::new(interface, operation)
}
