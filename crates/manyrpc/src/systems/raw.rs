//! A tagged ping-pong over bare sockets: the floor.

use manyrpc_engine::{ServerEngine, raw};

use super::{Connect, Connection, Engine, Factory, Serve, System};
use crate::boot::seed;
use crate::error::Error;
use crate::system::binding::Transport;

#[derive(Debug)]
pub(super) struct Raw;

impl Engine for raw::Client {}

impl System for Raw {
    fn name(&self) -> &'static str {
        "raw"
    }

    fn has_exceptions(&self) -> bool {
        true
    }

    fn transports(&self) -> &'static [Transport] {
        &[Transport::Udp, Transport::Tcp, Transport::Unix]
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        let limits = to.options.limits.clone();
        let engine = match to.binding.transport {
            Transport::Udp => raw::Client::datagram(limits, seed()),
            _ => raw::Client::stream(limits, seed()),
        };
        to.drive(engine)
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        Ok(at.each(raw::Server::stream))
    }

    fn datagrams(&self, at: &Serve<'_>) -> Result<Box<dyn ServerEngine>, Error> {
        Ok(Box::new(raw::Server::datagram(at.limits.clone())))
    }
}
