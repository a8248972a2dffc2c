//! What every engine is asked, whatever its protocol: the input's first byte chooses the
//! role, the kind of transport and how the rest arrives.
//!
//! Beyond not panicking: everything ends (calls, output, timers), and a stream that
//! comes byte by byte means what it means in one piece.

use std::net::{Ipv4Addr, SocketAddr};

use manyrpc_engine::limits::DatagramLimits;
use manyrpc_engine::{
    Buf, Call, CallHead, ClientEngine, ClientEvent, Clock, Closed, Instant, Limits, Outcome, Rx,
    ServerEngine, Transmit,
};

/// Both roles of one protocol over both kinds of transport.
pub struct Protocol<C, S> {
    /// A client over datagrams, and over a stream.
    pub clients: [fn(Limits, u64) -> C; 2],
    /// A server over datagrams, and over a stream.
    pub servers: [fn(Limits) -> S; 2],
    /// What the client asks for in every call.
    pub head: CallHead<'static>,
}

const STREAM: u8 = 1;
pub(crate) const CLIENT: u8 = 2;
const ARGUMENTS: [u8; 8] = [0, 0, 0, 1, 0x2a, 0, 0, 0];
pub(crate) const CALLS: usize = 3;
pub(crate) const SEED: u64 = 7;
/// More rounds of a loop than these inputs can ask for: it does not end.
const ENDLESS: usize = 100_000;

/// Small, so that the caps are within a short input's reach.
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

impl<C: ClientEngine, S: ServerEngine> Protocol<C, S> {
    /// Consumes any bytes.
    pub fn run(&self, input: &[u8]) {
        let Some((choice, bytes)) = input.split_first() else {
            return;
        };
        let stream = choice & STREAM != 0;
        let whole = self.heard(choice & CLIENT != 0, stream, &[bytes]);
        if stream {
            let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
            assert_eq!(
                self.heard(choice & CLIENT != 0, stream, &pieces),
                whole,
                "byte by byte it means something else"
            );
        }
    }

    fn heard(&self, client: bool, stream: bool, pieces: &[&[u8]]) -> Vec<String> {
        if client {
            let mut client = (self.clients[usize::from(stream)])(limits(), SEED);
            begin(&mut client, &self.head);
            let mut heard = client_hears(&mut client, stream, pieces);
            client_ends(&mut client, &mut heard);
            heard
        } else {
            let mut server = (self.servers[usize::from(stream)])(limits());
            let heard = server_hears(&mut server, stream, pieces);
            server_ends(&mut server);
            heard
        }
    }

    /// The calls of our client for our server, and the server's replies for that client.
    pub fn seeds(&self) -> Vec<Vec<u8>> {
        let mut seeds = Vec::new();
        for stream in [false, true] {
            let choice = u8::from(stream) * STREAM;
            let mut client = (self.clients[usize::from(stream)])(limits(), SEED);
            let mut server = (self.servers[usize::from(stream)])(limits());
            let mut replies = Vec::new();
            for call in begin(&mut client, &self.head) {
                server_takes(
                    &mut server,
                    stream,
                    &call,
                    &mut Rx::default(),
                    &mut Vec::new(),
                    &mut replies,
                );
                seeds.push([&[choice], &call[..]].concat());
            }
            seeds.extend(
                replies
                    .iter()
                    .map(|reply| [&[choice | CLIENT], &reply[..]].concat()),
            );
        }
        seeds
    }
}

/// Starts some calls; returns what is sent for each.
pub(crate) fn begin<C: ClientEngine>(client: &mut C, head: &CallHead<'_>) -> Vec<Vec<u8>> {
    begin_with(client, head, &ARGUMENTS)
}

/// The same with other arguments.
pub(crate) fn begin_with<C: ClientEngine>(
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
    // Those that were gathered so far go together; most protocols know no such thing.
    if client.end_batch().is_ok() {
        drain(|| sent_by_client(client), |bytes| sent.push(bytes));
    }
    sent
}

pub(crate) fn sent_by_client<C: ClientEngine>(client: &mut C) -> Option<Vec<u8>> {
    let bytes = client
        .poll_transmit()
        .map(|Transmit { bytes, .. }| bytes.to_vec())?;
    client.sent(bytes.len());
    Some(bytes)
}

fn sent_by_server<S: ServerEngine>(server: &mut S) -> Option<Vec<u8>> {
    let bytes = server
        .poll_transmit()
        .map(|Transmit { bytes, .. }| bytes.to_vec())?;
    server.sent(bytes.len());
    Some(bytes)
}

/// Takes all there is, and insists that there is an end.
pub(crate) fn drain<T>(mut next: impl FnMut() -> Option<T>, mut each: impl FnMut(T)) {
    for _ in 0..ENDLESS {
        match next() {
            Some(item) => each(item),
            None => return,
        }
    }
    panic!("it never ends");
}

fn receive(rx: &mut Rx, stream: bool, piece: &[u8]) {
    if !stream {
        rx.buf.clear();
        rx.from = Some(peer());
    }
    rx.buf.put(piece);
}

pub(crate) fn client_hears<C: ClientEngine>(
    client: &mut C,
    stream: bool,
    pieces: &[&[u8]],
) -> Vec<String> {
    let (mut rx, mut heard) = (Rx::default(), Vec::new());
    for piece in pieces {
        receive(&mut rx, stream, piece);
        for round in 0.. {
            assert!(round < ENDLESS, "events never end");
            let Some(event) = client.next_event(&mut rx, &Clock::at(Instant::ZERO)) else {
                break;
            };
            heard.push(told(&event, &rx));
            drain(|| sent_by_client(client), drop);
        }
    }
    heard
}

/// An event with the bytes it points to, which must exist.
fn told(event: &ClientEvent, rx: &Rx) -> String {
    match event {
        ClientEvent::Reply { id, body, .. } => format!("{id:?} {:?}", &rx.buf.data()[body.clone()]),
        other => format!("{other:?}"),
    }
}

/// The connection goes, time passes: every call ends, once, and no timer is left.
pub(crate) fn client_ends<C: ClientEngine>(client: &mut C, heard: &mut Vec<String>) {
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
        |event| heard.push(format!("{event:?}")),
    );
    let over = heard
        .iter()
        .filter(|event| event.contains("CallId"))
        .count();
    assert_eq!(over, CALLS, "each call ends once: {heard:?}");
}

pub(crate) fn server_hears<S: ServerEngine>(
    server: &mut S,
    stream: bool,
    pieces: &[&[u8]],
) -> Vec<String> {
    let (mut rx, mut calls, mut replies) = (Rx::default(), Vec::new(), Vec::new());
    for piece in pieces {
        server_takes(server, stream, piece, &mut rx, &mut calls, &mut replies);
        if !stream {
            // A duplicate, as networks make them.
            server_takes(server, stream, piece, &mut rx, &mut calls, &mut replies);
        }
    }
    calls.push(format!("{:?} {:?}", replies.concat(), server.broken()));
    calls
}

/// One piece arrives; every call in it is answered with its own arguments.
pub(crate) fn server_takes<S: ServerEngine>(
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

fn answer<S: ServerEngine>(server: &mut S, call: &Call, received: &Buf) -> String {
    let arguments = &received.data()[call.arguments.clone()];
    let credential = &received.data()[call.credential.body.clone()];
    server.begin_reply(call.id);
    server.body().put(arguments);
    server.finish_reply(Outcome::Done, Instant::ZERO);
    format!(
        "{:?} {} {credential:?} {arguments:?}",
        call.interface, call.operation
    )
}

/// Time passes: no timer is left in the end.
pub(crate) fn server_ends<S: ServerEngine>(server: &mut S) {
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

/// A plain call of one operation.
pub const fn head(
    interface: manyrpc_engine::InterfaceId<'static>,
    operation: u32,
) -> CallHead<'static> {
    CallHead::new(interface, operation)
}

#[cfg(test)]
mod tests {
    use super::{CLIENT, ClientEngine, Protocol, STREAM, ServerEngine};

    /// Noise around seeds that nobody understands would try nothing but the first check.
    fn understands<C: ClientEngine, S: ServerEngine>(protocol: &Protocol<C, S>) {
        let seeds = protocol.seeds();
        assert!(seeds.len() >= 4, "calls and replies over both transports");
        for seed in seeds {
            let client = seed[0] & CLIENT != 0;
            let heard = protocol.heard(client, seed[0] & STREAM != 0, &[&seed[1..]]);
            let understood = if client {
                "CallId("
            } else {
                "[0, 0, 0, 1, 42, 0, 0, 0]"
            };
            assert!(
                heard[0].starts_with(understood) || heard[0].ends_with(understood),
                "{heard:?}"
            );
            assert!(!heard[0].contains("Fail"), "{heard:?}");
        }
    }

    #[test]
    fn the_seeds_are_calls_and_replies() {
        understands(&crate::onc::PROTOCOL);
        understands(&crate::raw::PROTOCOL);
    }
}
