//! DCE RPC over datagrams, and NCS: several datagrams to one engine, with time passing in between.

use manyrpc_engine::contract::Liveness;
use manyrpc_engine::dce::{self, cl};
use manyrpc_engine::limits::{DceLimits, ReplyCacheLimits};
use manyrpc_engine::{
    CallHead, ClientEngine, Clock, Instant, InterfaceId, Limits, Rx, ServerEngine,
};

use crate::Target;
use crate::engine::{
    CLIENT, SEED, client_ends, client_events, drain, limits, sent_by_client, server_ends,
    server_takes,
};

/// Datagrams to a client or a server, each with a length prefix of two bytes; the first byte of all
/// selects the role. A length of 0 advances time to the next deadline.
pub const TARGET: Target = Target {
    name: "dce_cl",
    run,
    seeds,
    allocation_per_byte: 64,
};

/// Use NCS.
const NCS: u8 = 4;
/// The called operation has context handles.
const CONTEXTS: u8 = 8;

const HEAD: CallHead<'static> = CallHead::new(
    InterfaceId::of_uuid(
        dce::uuid::parse("5ca1ab1e-0000-4000-8000-000000002026"),
        1,
        0,
    ),
    2,
);

fn small() -> Limits {
    Limits {
        dce: DceLimits {
            activities: 64,
            associations: 4,
            ..DceLimits::default()
        },
        reassembly_bytes: 8192,
        reply_cache: ReplyCacheLimits {
            bytes: 8192,
            ..ReplyCacheLimits::default()
        },
        ..limits()
    }
}

fn personality(choice: u8) -> cl::Personality {
    match choice & NCS {
        0 => cl::Personality::CLASSIC,
        _ => cl::Personality::NCS,
    }
}

fn client(choice: u8) -> cl::Client {
    cl::Client::new(small(), personality(choice), SEED)
}

fn server(choice: u8) -> cl::Server {
    let mut server = cl::Server::new(small(), personality(choice), SEED, 1);
    if choice & CONTEXTS != 0 {
        let InterfaceId { uuid, .. } = HEAD.interface;
        server.keep_contexts([(uuid, HEAD.interface.major(), HEAD.operation as u16)]);
    }
    server
}

/// A short call, one in fragments and an idempotent one.
fn begin(client: &mut cl::Client) {
    for (size, idempotent) in [(8, false), (3000, false), (2000, true)] {
        let head = CallHead { idempotent, ..HEAD };
        client.begin_call(&head).expect("a new client can call");
        client.body().put(&vec![0x2a; size]);
        client.finish_call(Instant::ZERO).expect("a small call");
    }
}

/// The datagrams of an input.
fn datagrams(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut all = Vec::new();
    while let Some((length, rest)) = bytes.split_first_chunk() {
        let n = usize::from(u16::from_le_bytes(*length)).min(rest.len());
        let (datagram, rest) = rest.split_at(n);
        all.push(datagram);
        bytes = rest;
    }
    all
}

fn run(input: &[u8]) {
    let Some((choice, bytes)) = input.split_first() else {
        return;
    };
    let datagrams = datagrams(bytes);
    if choice & CLIENT != 0 {
        events(*choice, &datagrams);
    } else {
        serves(*choice, &datagrams);
    }
}

/// Feeds a client: each of its calls ends exactly once.
fn events(choice: u8, datagrams: &[&[u8]]) -> Vec<String> {
    let mut client = client(choice);
    begin(&mut client);
    let mut events = Vec::new();
    for datagram in datagrams {
        drain(|| sent_by_client(&mut client), drop);
        match (datagram.is_empty(), client.next_timeout()) {
            (true, Some(due)) => client.handle_timeout(due),
            _ => events.extend(client_events(&mut client, false, &[datagram])),
        }
    }
    client_ends(&mut client, &mut events);
    events
}

/// Feeds a server: its memory stays within its limits, and a correct client is still answered at
/// the end.
fn serves(choice: u8, datagrams: &[&[u8]]) -> Vec<String> {
    let (mut server, mut rx) = (server(choice), Rx::default());
    let (mut calls, mut replies) = (Vec::new(), Vec::new());
    for datagram in datagrams {
        match (datagram.is_empty(), server.next_timeout()) {
            (true, Some(due)) => server.handle_timeout(due),
            _ => server_takes(
                &mut server,
                false,
                datagram,
                &mut rx,
                &mut calls,
                &mut replies,
            ),
        }
        let (activities, kept, parts) = server.usage();
        let limits = small();
        assert!(
            activities <= limits.dce.activities,
            "{activities} activities"
        );
        assert!(parts <= limits.reassembly_bytes, "{parts} bytes in parts");
        let associations = server.associations();
        assert!(
            associations <= limits.dce.associations,
            "{associations} clients"
        );
        // Output in progress is not abandoned.
        assert!(
            kept <= limits.reply_cache.bytes + 2 * limits.message_bytes,
            "{kept} bytes kept"
        );
    }
    if server.usage().0 < small().dce.activities {
        honest(choice, &mut server);
    }
    server_ends(&mut server);
    calls
}

/// A call of an independent client.
fn honest(choice: u8, server: &mut cl::Server) {
    let mut client = cl::Client::new(small(), personality(choice), SEED + 1);
    let head = CallHead {
        idempotent: true,
        operation: HEAD.operation + 1,
        ..HEAD
    };
    client.begin_call(&head).expect("a new client can call");
    client.finish_call(Instant::ZERO).expect("a small call");
    let call = sent_by_client(&mut client).expect("a call is sent");
    let mut replies = Vec::new();
    server_takes(
        server,
        false,
        &call,
        &mut Rx::default(),
        &mut Vec::new(),
        &mut replies,
    );
    let pieces: Vec<&[u8]> = replies.iter().map(|r| &r[..]).collect();
    let events = client_events(&mut client, false, &pieces);
    assert_eq!(
        events.len(),
        1,
        "an honest call is not answered: {events:?}"
    );
}

fn put(input: &mut Vec<u8>, datagram: &[u8]) {
    input.extend((datagram.len() as u16).to_le_bytes());
    input.extend(datagram);
}

/// The datagrams between our client and our server, including acknowledgements and time-outs.
fn seeds() -> Vec<Vec<u8>> {
    let choices = [0, NCS, CONTEXTS, CONTEXTS | NCS];
    choices.into_iter().flat_map(exchange).collect()
}

fn exchange(choice: u8) -> [Vec<u8>; 2] {
    let (mut client, mut server) = (client(choice), server(choice));
    let (mut to_server, mut to_client) = (vec![choice], vec![choice | CLIENT]);
    begin(&mut client);
    client.keep_alive(usize::from(choice & CONTEXTS), Instant::ZERO);
    for _ in 0..3 {
        drain(
            || talk(&mut client, &mut server, &mut to_server, &mut to_client),
            drop,
        );
        // The client's acknowledgements are due.
        if let Some(due) = client.next_timeout() {
            client.handle_timeout(due);
        }
        put(&mut to_client, &[]);
    }
    [to_server, to_client]
}

/// Delivers one datagram, and the answers to it.
fn talk(
    client: &mut cl::Client,
    server: &mut cl::Server,
    to_server: &mut Vec<u8>,
    to_client: &mut Vec<u8>,
) -> Option<()> {
    let bytes = sent_by_client(client)?;
    put(to_server, &bytes);
    let mut replies = Vec::new();
    server_takes(
        server,
        false,
        &bytes,
        &mut Rx::default(),
        &mut Vec::new(),
        &mut replies,
    );
    for reply in replies {
        put(to_client, &reply);
        let mut rx = Rx::default();
        rx.buf.put(&reply);
        drain(
            || client.next_event(&mut rx, &Clock::at(Instant::ZERO)),
            drop,
        );
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::CALLS;

    /// Mutations of seeds that are not understood would only test the first check.
    #[test]
    fn the_seeds_are_calls_and_replies() {
        for seed in seeds() {
            let datagrams = datagrams(&seed[1..]);
            let understood = if seed[0] & CLIENT != 0 {
                let events = events(seed[0], &datagrams);
                events.iter().filter(|h| !h.contains("Failed")).count()
            } else {
                serves(seed[0], &datagrams).len()
            };
            assert_eq!(understood, CALLS, "{}", seed[0]);
        }
    }
}
