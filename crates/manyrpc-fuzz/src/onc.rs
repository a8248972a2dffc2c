//! Sun / ONC RPC: messages and record marking, both roles.

use manyrpc_engine::InterfaceId;
use manyrpc_engine::onc::{Client, Server};

use crate::Target;
use crate::engine::{Protocol, head};

/// Any bytes to an ONC client and an ONC server.
pub const TARGET: Target = Target {
    name: "onc",
    run: |input| PROTOCOL.run(input),
    seeds: || PROTOCOL.seeds(),
    allocation_per_byte: 64,
};

pub(crate) const PROTOCOL: Protocol<Client, Server> = Protocol {
    clients: [Client::datagram, Client::stream],
    servers: [Server::datagram, Server::stream],
    head: head(InterfaceId::of_program(0x2026_1121, 1), 2),
};
