//! The floor's tagged ping-pong and its length prefix, both roles.

use manyrpc_engine::InterfaceId;
use manyrpc_engine::raw::{Client, Server};

use crate::Target;
use crate::engine::{Protocol, head};

/// Any bytes to a raw client and a raw server.
pub const TARGET: Target = Target {
    name: "raw",
    run: |input| PROTOCOL.run(input),
    seeds: || PROTOCOL.seeds(),
    allocation_per_byte: 64,
};

pub(crate) const PROTOCOL: Protocol<Client, Server> = Protocol {
    clients: [Client::datagram, Client::stream],
    servers: [Server::datagram, Server::stream],
    // Eight bytes of reply, operation 2.
    head: head(InterfaceId::ONLY, 8 << 8 | 2),
};
