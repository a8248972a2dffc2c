//! Calls on connections of their own, and what a first call is made of.
//!
//! `once` makes every call as programs do that keep nothing: the server's name is looked up, a
//! connection is opened, the protocol negotiates what it must, one call, and the connection is closed. All
//! of that is in the time of the call. Over TCP each leaves a port in TIME-WAIT; over loopback the
//! system takes those up again (`tcp_tw_reuse`), between hosts some 28,000 calls a minute are the end.
//!
//! `first` takes the first call of a fresh client apart. Its parts are the differences of consecutive
//! readings of one clock, so they add up to the whole:
//!
//! | part | what happens in it |
//! | --- | --- |
//! | resolve | the server's name is looked up (`getaddrinfo`); a literal address costs nothing |
//! | connect | sockets are made; over TCP the handshake, and that of TLS where there is one |
//! | bind | what must be settled before a call can go: of DCE over TCP the presentation context; gRPC's preface and settings are sent, and not waited for |
//! | exchange | the call; a datagram server of DCE or NCS asks in it who its client is (C706, conv_who_are_you) |
//! | again | the same call once more, for comparison |
//!
//! The process itself should be fresh, too: code and memory that were never touched are part of what a
//! first call costs.

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
pub(super) struct Place(String);

impl Place {
    pub(super) fn new(text: &str) -> Self {
        Place(text.to_owned())
    }

    /// Looks the name up. The lab's servers listen at addresses of IPv4.
    pub(super) fn resolve(&self) -> Result<SocketAddr, String> {
        let found = address::resolve(&self.0).map_err(|e| format!("`{}`: {e}", self.0))?;
        let preferred = found.iter().find(|a| a.is_ipv4()).or(found.first());
        preferred
            .copied()
            .ok_or_else(|| format!("`{}` has no address", self.0))
    }
}

/// Every call on a connection of its own. Behind them one is made whose result is looked at in full.
pub(super) fn once(
    connect: &Connect,
    place: &Place,
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

/// The first call of a fresh client, in its parts.
pub(super) fn first(
    connect: &Connect,
    place: &Place,
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
