//! Every engine of the table, both roles: the input's first byte selects both.

use manyrpc_engine::{ClientEngine, Clock, Instant, Rx};
use manyrpc_engines::{ALL, Engines};

use crate::Target;
use crate::engine::{
    CLIENT, SEED, begin_with, client_ends, client_events, drain, limits, receive, sent_by_client,
    server_ends, server_events, server_takes,
};

/// Arbitrary bytes to a client or a server of any protocol.
pub const TARGET: Target = Target {
    name: "engines",
    run,
    seeds: || ALL.into_iter().flat_map(seeds).collect(),
    // Compression of replies has tables of 160 KiB, and a call has 100 bytes.
    allocation_per_byte: 2048,
};

/// The row is stored above the role's bits.
const ROW: u8 = 4;
const ARGUMENTS: [u8; 8] = [0, 0, 0, 1, 0x2a, 0, 0, 0];

fn run(input: &[u8]) {
    let Some((choice, bytes)) = input.split_first() else {
        return;
    };
    let engines = ALL[usize::from(choice / ROW) % ALL.len()];
    let whole = events(engines, choice & CLIENT != 0, &[bytes]);
    if engines.is_stream {
        // Empty input is one piece, too: some protocols send first.
        let pieces: Vec<&[u8]> = match bytes {
            [] => vec![bytes],
            _ => bytes.chunks(1).collect(),
        };
        let in_pieces = events(engines, choice & CLIENT != 0, &pieces);
        let what = "byte by byte it means something else";
        assert_eq!(in_pieces, whole, "{engines:?}: {what}");
    }
}

fn events(engines: Engines, client: bool, pieces: &[&[u8]]) -> Vec<String> {
    if client {
        let mut client = engines.client_of_many(&limits(), SEED);
        begin_with(&mut *client, &engines.head(2, "echo"), &arguments(engines));
        let mut events = client_events(&mut *client, engines.is_stream, pieces);
        client_ends(&mut *client, &mut events);
        events
    } else {
        let mut server = engines.server(&limits(), 1, SEED);
        let events = server_events(&mut *server, engines.is_stream, pieces);
        server_ends(&mut *server);
        events
    }
}

fn arguments(engines: Engines) -> Vec<u8> {
    match engines.text {
        Some(text) => text.letters(&ARGUMENTS),
        None => ARGUMENTS.to_vec(),
    }
}

/// The bytes between our client and our server: the whole of a stream, or each datagram.
fn seeds(engines: Engines) -> Vec<Vec<u8>> {
    let row = engines.number() as u8 * ROW;
    let seeds = talk(engines).into_iter().zip([row, row | CLIENT]);
    let seeds = seeds.flat_map(|(sent, choice)| {
        let sent = match engines.is_stream {
            true => vec![sent.concat()],
            false => sent,
        };
        sent.into_iter().map(move |bytes| (choice, bytes))
    });
    seeds
        .map(|(choice, bytes)| [&[choice], &bytes[..]].concat())
        .collect()
}

/// A client's bytes until its calls have ended, and its server's bytes.
fn talk(engines: Engines) -> [Vec<Vec<u8>>; 2] {
    let mut client = engines.client_of_many(&limits(), SEED);
    let mut server = engines.server(&limits(), 1, SEED);
    let (mut to_server, mut from_client) = (Rx::default(), Vec::new());
    let mut from_server = Vec::new();
    let mut sent = begin_with(&mut *client, &engines.head(2, "echo"), &arguments(engines));
    let mut to_client = Rx::default();
    loop {
        sent.retain(|bytes| !bytes.is_empty());
        let mut replies = Vec::new();
        for piece in &sent {
            let stream = engines.is_stream;
            let calls = &mut Vec::new();
            server_takes(
                &mut *server,
                stream,
                piece,
                &mut to_server,
                calls,
                &mut replies,
            );
        }
        from_client.append(&mut sent);
        if replies.is_empty() {
            return [from_client, from_server];
        }
        for reply in &replies {
            sent.extend(answers(
                &mut *client,
                engines.is_stream,
                reply,
                &mut to_client,
            ));
        }
        from_server.append(&mut replies);
    }
}

/// A client's bytes after receiving these.
fn answers(client: &mut dyn ClientEngine, stream: bool, bytes: &[u8], rx: &mut Rx) -> Vec<Vec<u8>> {
    receive(rx, stream, bytes);
    let mut sent = Vec::new();
    drain(|| client.next_event(rx, &Clock::at(Instant::ZERO)), drop);
    drain(|| sent_by_client(client), |bytes| sent.push(bytes));
    sent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::CALLS;

    /// Mutations of seeds that are not understood would only test the first check.
    #[test]
    fn the_seeds_are_calls_and_replies() {
        for engines in ALL {
            let arguments = format!("{:?}", arguments(engines));
            for role in [0, CLIENT] {
                let row = engines.number() as u8 * ROW;
                let seeds = seeds(engines).into_iter();
                let own = seeds.filter(|seed| seed[0] == row | role);
                let events = own.flat_map(|seed| events(engines, role != 0, &[&seed[1..]]));
                let understood = events.filter(|event| event.ends_with(&arguments)).count();
                assert!(understood >= CALLS, "{engines:?}: {understood}");
            }
        }
    }
}
