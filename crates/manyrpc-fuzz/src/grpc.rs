//! gRPC: both roles.

use std::sync::Arc;

use manyrpc_engine::grpc::{Client, Host, Server};
use manyrpc_engine::{CallHead, Path};

use crate::Target;
use crate::stream::Streams;

/// Arbitrary bytes to a client or a server of gRPC; the first byte selects the role.
pub const TARGET: Target = Target {
    name: "grpc",
    run: |input| STREAMS.run(input),
    seeds: || STREAMS.seeds(),
    // Compression of replies has tables of 160 KiB, and a call has 100 bytes.
    allocation_per_byte: 2048,
};

const STREAMS: Streams<Client, Server> = Streams {
    variants: &[
        (
            |limits, _| Client::new(limits, "server", false),
            |limits| Server::new(limits, Arc::new(Sums)),
        ),
        (
            |limits, _| Client::new(limits, "server", false),
            |limits| Server::new(limits, Arc::new(Sums)).compressing(),
        ),
    ],
    head: CallHead::named(Path {
        interface: "bench.Sums",
        operation: "Add",
    }),
    // Long enough to be compressed.
    arguments: &[0x08; 100],
};

/// Serves calls with one request and one reply, and others named by `Many`.
pub(crate) struct Sums;

impl Host for Sums {
    fn streams_of(&self, path: Path<'_>) -> manyrpc_engine::Streams {
        manyrpc_engine::Streams {
            request: path.operation.starts_with("Many"),
            reply: path.operation.ends_with("Many"),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_seeds_are_calls_and_replies() {
        super::STREAMS.check_seeds();
    }
}
