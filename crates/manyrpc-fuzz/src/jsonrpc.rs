//! JSON-RPC: both roles, in each of its framings and over HTTP.

use manyrpc_engine::carrier::http1::Target as To;
use manyrpc_engine::contract::Batches;
use manyrpc_engine::jsonrpc::{Client, Framing, Server};
use manyrpc_engine::{CallHead, Limits, Path};

use crate::Target;
use crate::stream::Streams;

/// Arbitrary bytes to a client or a server of JSON-RPC; the first byte selects the role and the
/// framing.
pub const TARGET: Target = Target {
    name: "jsonrpc",
    run: |input| STREAMS.run(input),
    seeds,
    allocation_per_byte: 64,
};

const STREAMS: Streams<Client, Server> = Streams {
    variants: &[
        (
            |limits, seed| Client::stream(limits, Framing::Line, seed),
            |limits| Server::stream(limits, Framing::Line),
        ),
        (
            |limits, seed| Client::stream(limits, Framing::ContentLength, seed),
            |limits| Server::stream(limits, Framing::ContentLength),
        ),
        (pipelining, Server::http),
        (
            |limits, seed| gathering(Client::stream(limits, Framing::Line, seed)),
            |limits| Server::stream(limits, Framing::Line),
        ),
        (
            |limits, seed| gathering(pipelining(limits, seed)),
            Server::http,
        ),
    ],
    head: CallHead::named(Path {
        interface: "bench.Sums",
        operation: "add",
    }),
    arguments: b"[1, \"\\u0041\"]",
};

/// Over HTTP, with all calls at once.
fn pipelining(limits: Limits, seed: u64) -> Client {
    let target = To {
        host: "server",
        path: "/",
    };
    let mut client = Client::http(limits, target, seed);
    client.set_pipelining(true);
    client
}

/// All calls in one message.
fn gathering(mut client: Client) -> Client {
    client.begin_batch().expect("version 2.0 has batches");
    client
}

fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = STREAMS.seeds();
    // A batch that contains a notification and a request of version 1.0.
    let batch: &[u8] =
        b"\0[{\"jsonrpc\":\"2.0\",\"method\":\"a\"},{\"method\":\"b\",\"id\":\"x\"},7]\n";
    seeds.push(batch.to_vec());
    let error: &[u8] = b"\x02{\"error\":{\"code\":-32601,\"message\":\"\",\"data\":{}},\"id\":7}\n";
    seeds.push(error.to_vec());
    seeds
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_seeds_are_calls_and_replies() {
        super::STREAMS.check_seeds();
    }
}
