//! Calls on fresh connections, and the parts of a first call.
//!
//! `once` makes every call like a program that keeps no state: the server's name is resolved, a connection is
//! opened, the protocol negotiates, one call is made, and the connection is closed. The time of the call includes
//! all of that. Over TCP each leaves a port in TIME-WAIT; on loopback the system reuses those (`tcp_tw_reuse`),
//! between hosts the limit is some 28,000 calls a minute.
//!
//! `first` takes the first call of a fresh client apart. Its parts are the differences of consecutive
//! readings of one clock, so they add up to the whole:
//!
//! | part | content |
//! | --- | --- |
//! | resolve | resolving the server's name (`getaddrinfo`); a literal address costs nothing |
//! | connect | creating sockets; over TCP the handshake, and that of TLS if used |
//! | bind | negotiation before the first call: for DCE over TCP the presentation context; gRPC's preface and
//! settings are sent without waiting |
//! | exchange | the call; includes the callback of a DCE or NCS datagram server to its client (C706,
//! conv_who_are_you) |
//! | again | the same call again, for comparison |
//!
//! The process itself should be fresh too: touching code and memory for the first time is part of the cost of a
//! first call.

use std::net::SocketAddr;
use std::time::Instant;

use manyrpc_driver::address;
use manyrpc_measure::machine::process::FirstCall;

use super::arguments::Arguments;
use super::{Caller, Sampled, timed};
use crate::workload::Workload;

/// Opens a connection to a server.
pub(super) type Connect = dyn Fn(SocketAddr) -> Result<Box<dyn Caller>, String> + Sync;

/// Where a server is: an address, or a name with a port.
#[derive(Clone, Debug)]
pub(super) struct ServerName(String);

impl ServerName {
    pub(super) fn new(text: &str) -> Self {
        ServerName(text.to_owned())
    }

    /// Resolves the name. The lab's servers listen on IPv4 addresses.
    pub(super) fn resolve(&self) -> Result<SocketAddr, String> {
        let found = address::resolve(&self.0).map_err(|e| format!("`{}`: {e}", self.0))?;
        let preferred = found.iter().find(|a| a.is_ipv4()).or(found.first());
        preferred
            .copied()
            .ok_or_else(|| format!("`{}` has no address", self.0))
    }
}

/// Makes every call on a fresh connection, then one whose result is checked in full.
pub(super) fn once(
    connect: &Connect,
    place: &ServerName,
    workload: Workload,
    calls: usize,
) -> Result<Sampled, String> {
    let arguments = Arguments::of(workload);
    let sampled = timed(calls, |number| {
        let mut caller = connect(place.resolve()?)?;
        caller.call(&arguments, number as u64)
    })?;
    connect(place.resolve()?)?.run(workload, 1)?;
    Ok(sampled)
}

/// Measures the parts of a fresh client's first call.
pub(super) fn first(
    connect: &Connect,
    place: &ServerName,
    workload: Workload,
) -> Result<FirstCall, String> {
    let arguments = Arguments::of(workload);
    let good = |good| match good {
        true => Ok(()),
        false => Err("the result is wrong".to_owned()),
    };
    let start = Instant::now();
    let server = place.resolve()?;
    let resolved = Instant::now();
    let mut caller = connect(server)?;
    let connected = Instant::now();
    caller.prepare()?;
    let bound = Instant::now();
    let first = caller.call(&arguments, 0)?;
    let exchanged = Instant::now();
    let second = caller.call(&arguments, 1)?;
    let over = Instant::now();
    good(first && second)?;
    let ns = |from: Instant, to: Instant| to.duration_since(from).as_nanos() as u64;
    Ok(FirstCall {
        resolve_ns: ns(start, resolved),
        connect_ns: ns(resolved, connected),
        bind_ns: ns(connected, bound),
        exchange_ns: ns(bound, exchanged),
        first_ns: ns(start, exchanged),
        again_ns: ns(exchanged, over),
    })
}
