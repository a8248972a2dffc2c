//! Worlds with one server, and what tests observe of its clients.

use std::cell::RefCell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use manyrpc_driver::sim::{
    Actor, ClientFactory, Conditions, Ctx, Cue, Delay, Endpoint, Transport, World,
};
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallId, CallKind, Handler, Instant, Limits, Outcome,
};

use crate::systems::System;

pub(crate) const SERVER: SocketAddr = address(1, 111);
pub(crate) const CLIENT: SocketAddr = address(2, 1000);
pub(crate) const LONG: Duration = Duration::from_secs(3600);

pub(crate) const fn address(host: u8, port: u16) -> SocketAddr {
    let ip = std::net::Ipv4Addr::new(10, 0, 0, host);
    SocketAddr::new(std::net::IpAddr::V4(ip), port)
}

pub(crate) fn ms(n: u64) -> Instant {
    Instant::ZERO + Duration::from_millis(n)
}

/// 20 % loss, 10 % duplication, a fifth of the rest reordered.
pub(crate) fn bad_network() -> Conditions {
    Conditions {
        latency: Delay::Exponential {
            min: Duration::from_micros(50),
            mean: Duration::from_micros(200),
        },
        loss: 0.2,
        duplication: 0.1,
        reordering: 0.2,
        reordering_delay: Delay::Uniform {
            min: Duration::ZERO,
            max: Duration::from_millis(5),
        },
        ..Conditions::default()
    }
}

/// Answers with the arguments.
pub(crate) struct Echo(pub(crate) Outcome);

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        reply.put(manyrpc_engines::sent(&received[call.arguments.clone()]));
        self.0.clone()
    }
}

/// The events of a script.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) replies: Vec<(Instant, CallId, Vec<u8>)>,
    pub(crate) failures: Vec<(Instant, CallId, CallError)>,
    pub(crate) others: Vec<String>,
}

impl Seen {
    pub(crate) fn bodies(&self) -> Vec<Vec<u8>> {
        self.replies
            .iter()
            .map(|(_, _, body)| body.clone())
            .collect()
    }

    pub(crate) fn errors(&self) -> Vec<CallError> {
        self.failures.iter().map(|(_, _, e)| e.clone()).collect()
    }
}

pub(crate) type Shared = Rc<RefCell<Seen>>;

/// A list of calls to make, some at once.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) bodies: Vec<Vec<u8>>,
    /// How many may be in flight.
    pub(crate) at_once: usize,
    pub(crate) kind: CallKind,
    pub(crate) timeout: Duration,
}

impl Plan {
    pub(crate) fn calls(bodies: impl IntoIterator<Item = Vec<u8>>) -> Plan {
        Plan {
            bodies: bodies.into_iter().collect(),
            at_once: 1,
            kind: CallKind::Call,
            timeout: LONG,
        }
    }

    fn head(&self, system: System) -> CallHead<'static> {
        CallHead {
            kind: self.kind,
            timeout: Some(self.timeout),
            ..system.head(3)
        }
    }

    fn actor(self, system: System, seen: Shared) -> impl Actor + 'static {
        let mut next = 0;
        let mut in_flight = 0;
        move |cx: &mut Ctx<'_>, cue: Cue<'_>| {
            let now = cx.now();
            let mut seen = seen.borrow_mut();
            match cue {
                Cue::Reply { id, body } => {
                    let body = (system.costume.off)(body).into_owned();
                    seen.replies.push((now, id, body));
                    in_flight -= usize::from(self.kind == CallKind::Call);
                }
                Cue::Failed { id, error } => {
                    seen.failures.push((now, id, error));
                    in_flight -= 1;
                }
                Cue::Started => in_flight = 0,
                other => seen.others.push(format!("{other:?}")),
            }
            while in_flight < self.at_once && next < self.bodies.len() {
                let body = &self.bodies[next];
                next += 1;
                let on = system.costume.on;
                match cx.call(&self.head(system), |b| on(body, b)) {
                    Ok(_) => in_flight += usize::from(self.kind != CallKind::OneWay),
                    // The connection is gone, and this script does not reconnect.
                    Err(CallError::Closed(_) | CallError::Wire(_)) => next = self.bodies.len(),
                    Err(other) => panic!("{other}"),
                }
            }
        }
    }
}

/// Bodies of many sizes, each a multiple of four and different from the others.
pub(crate) fn bodies(n: usize, largest: usize) -> Vec<Vec<u8>> {
    let size = |i: usize| (i * i * 52) % (largest + 4) / 4 * 4;
    let body = |i: usize| (0..size(i)).map(|at| (at * 7 + i * 31) as u8).collect();
    (0..n).map(body).collect()
}

pub(crate) fn serve(
    world: &mut World,
    system: System,
    limits: &Limits,
    outcome: Outcome,
) -> Endpoint {
    serve_at(world, system, SERVER, limits, outcome)
}

pub(crate) fn serve_at(
    world: &mut World,
    system: System,
    at: SocketAddr,
    limits: &Limits,
    outcome: Outcome,
) -> Endpoint {
    let handler = Arc::new(Echo(outcome));
    let server = system.server(limits);
    match system.transport {
        Transport::Datagram => world.serve_datagram(at, server, handler),
        Transport::Stream => world.serve_stream(at, server, handler),
    }
}

pub(crate) fn call(world: &mut World, system: System, plan: Plan) -> (Endpoint, Shared) {
    let seen = Shared::default();
    let actor = plan.actor(system, seen.clone());
    let client = world.client(
        CLIENT,
        system.transport,
        SERVER,
        system.client_factory(),
        actor,
    );
    (client, seen)
}

/// As [`call`], with an engine made by the caller.
pub(crate) fn call_with(
    world: &mut World,
    from: SocketAddr,
    factory: ClientFactory,
    system: System,
    plan: Plan,
) -> Shared {
    let seen = Shared::default();
    let actor = plan.actor(system, seen.clone());
    world.client(from, Transport::Datagram, SERVER, factory, actor);
    seen
}
