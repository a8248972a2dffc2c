//! DCE RPC over a connection: both roles, with and without an association.

use std::sync::Arc;

use manyrpc_engine::dce::co::{Client, Server};
use manyrpc_engine::dce::{self, Host};
use manyrpc_engine::limits::DceLimits;
use manyrpc_engine::{CallHead, ClientEngine, Clock, Instant, InterfaceId, Limits, Rx};

use crate::Target;
use crate::engine::{
    CLIENT, SEED, begin, client_ends, client_events, drain, head, limits, sent_by_client,
    server_ends, server_events, server_takes,
};

/// Arbitrary bytes to a client or a server; the first byte selects the role, and whether there is
/// an association.
pub const TARGET: Target = Target {
    name: "dce_co",
    run,
    seeds,
    allocation_per_byte: 64,
};

/// There is an association.
const BOUND: u8 = 4;
/// The PDU type of a response.
const RESPONSE: u8 = 2;

const HEAD: CallHead<'static> = head(
    InterfaceId::of_uuid(
        dce::uuid::parse("5ca1ab1e-0000-4000-8000-000000002026"),
        1,
        0,
    ),
    2,
);

/// Serves what [`HEAD`] requests, and a little more.
struct Everything;

impl Host for Everything {
    fn serves(&self, uuid: &[u8; 16], _: u16, _: u16) -> bool {
        uuid[0] == 0x5c
    }

    fn join_group(&self, wanted: u32) -> Option<u32> {
        (wanted <= 1).then_some(1)
    }

    fn leave_group(&self, _: u32) -> bool {
        true
    }
}

fn small() -> Limits {
    Limits {
        dce: DceLimits {
            presentation_contexts: 3,
            ..DceLimits::default()
        },
        ..limits()
    }
}

/// A client and a server, with or without an association between them.
fn pair(bound: bool) -> (Client, Server) {
    let mut client = Client::new(small(), SEED);
    let mut server = Server::new(small(), Arc::new(Everything));
    if bound {
        let (mut to_client, mut from_server) = (Rx::default(), Vec::new());
        client.begin_call(&HEAD).expect("a new client can call");
        client.finish_call(Instant::ZERO).expect("a small call");
        for _ in 0..2 {
            let bytes = sent_by_client(&mut client).expect("a bind, then the call");
            let mut rx = Rx::default();
            server_takes(
                &mut server,
                true,
                &bytes,
                &mut rx,
                &mut Vec::new(),
                &mut from_server,
            );
            for bytes in from_server.drain(..) {
                to_client.buf.put(&bytes);
            }
            drain(
                || client.next_event(&mut to_client, &Clock::at(Instant::ZERO)),
                drop,
            );
        }
    }
    (client, server)
}

fn run(input: &[u8]) {
    let Some((choice, bytes)) = input.split_first() else {
        return;
    };
    let whole = events(*choice, &[bytes]);
    let pieces: Vec<&[u8]> = bytes.chunks(1).collect();
    assert_eq!(
        events(*choice, &pieces),
        whole,
        "byte by byte it means something else"
    );
}

fn events(choice: u8, pieces: &[&[u8]]) -> Vec<String> {
    let (mut client, mut server) = pair(choice & BOUND != 0);
    if choice & CLIENT != 0 {
        begin(&mut client, &HEAD);
        let mut events = client_events(&mut client, true, pieces);
        client_ends(&mut client, &mut events);
        events
    } else {
        let events = server_events(&mut server, true, pieces);
        server_ends(&mut server);
        events
    }
}

/// The bytes between our client and our server.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for (choice, rounds) in [(0, 2), (BOUND, 1)] {
        let (mut client, mut server) = pair(choice & BOUND != 0);
        let (mut to_server, mut to_client) = (vec![choice], vec![choice | CLIENT]);
        let mut due = begin(&mut client, &HEAD).concat();
        let mut rx = Rx::default();
        for _ in 0..rounds {
            to_server.extend(&due);
            let mut replies = Vec::new();
            server_takes(
                &mut server,
                true,
                &due,
                &mut Rx::default(),
                &mut Vec::new(),
                &mut replies,
            );
            due.clear();
            for bytes in replies {
                to_client.extend(&bytes);
                rx.buf.put(&bytes);
            }
            drain(
                || client.next_event(&mut rx, &Clock::at(Instant::ZERO)),
                drop,
            );
            drain(|| sent_by_client(&mut client), |bytes| due.extend(bytes));
        }
        seeds.extend([to_server, to_client]);
    }
    seeds.extend(fragmented());
    seeds
}

/// A request in fragments followed by another; a response in fragments with another in between,
/// which only a server may send (MS-RPCE section 3.3.1.5.8).
fn fragmented() -> [Vec<u8>; 2] {
    let (mut client, _) = pair(true);
    let calls = begin(&mut client, &HEAD);
    let cut = |choice, kind: Option<u8>, order: [(u8, usize); 4]| {
        let mut cut = vec![choice];
        for (flags, call) in order {
            let mut pdu: Vec<u8> = calls[call].clone();
            pdu[2] = kind.unwrap_or(pdu[2]);
            pdu[3] = flags;
            cut.extend(pdu);
        }
        cut
    };
    [
        cut(BOUND, None, [(0x01, 0), (0x00, 0), (0x02, 0), (0x03, 1)]),
        cut(
            BOUND | CLIENT,
            Some(RESPONSE),
            [(0x01, 0), (0x03, 1), (0x00, 0), (0x02, 0)],
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mutations of seeds that are not understood would only test the first check.
    #[test]
    fn the_seeds_are_calls_and_replies() {
        let argument = "0, 0, 0, 1, 42, 0, 0, 0]";
        for seed in seeds() {
            let events = events(seed[0], &[&seed[1..]]);
            let understood = events
                .iter()
                .filter(|h| h.contains("CallId(") || h.ends_with(argument));
            assert!(understood.count() >= 2, "{seed:02x?}: {events:?}");
            assert!(
                seed[0] & CLIENT == 0 || !events[0].contains("Failed"),
                "{events:?}"
            );
        }
    }
}
