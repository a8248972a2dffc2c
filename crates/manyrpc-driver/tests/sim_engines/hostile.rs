//! Peers that send arbitrary data.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use manyrpc_driver::sim::{Ctx, Cue, End, Rng, Transport, What, World};
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallId, ClientEngine, ClientEvent, Clock, Closed, Encoding,
    Instant, Limits, Outcome, Rx, ServerEngine, Transmit, WireError,
};

use crate::systems::{System, all};
use crate::world::{Echo, Plan, SERVER, address, bodies, call, serve};

/// Words with a meaning in one of the protocols, and others.
fn babble(rng: &mut Rng, name: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for _ in 0..rng.below(24) {
        let word = match rng.below(8) {
            0 => 0,
            1 => rng.below(8) as u32,
            2 => 0x8000_0000 | rng.below(200) as u32,
            3 => rng.below(200) as u32,
            4 => u32::MAX,
            5 => 0x2000_0001,
            _ => rng.next_u64() as u32,
        };
        bytes.extend(word.to_be_bytes());
    }
    bytes.truncate(bytes.len() - rng.below(4).min(bytes.len() as u64) as usize);
    if rng.chance(0.5) {
        let n = name.len().min(bytes.len());
        bytes[..n].copy_from_slice(&name[..n]);
    }
    bytes
}

/// An engine for either role that sends random data.
struct Babbler {
    rng: Rng,
    due: VecDeque<(Option<SocketAddr>, Vec<u8>)>,
    sent: usize,
    body: Buf,
}

impl Babbler {
    fn new(seed: u64, messages: usize) -> Self {
        let mut rng = Rng::new(seed);
        let due = (0..messages).map(|_| (None, babble(&mut rng, &[])));
        let due = due.collect();
        let (sent, body) = (0, Buf::new());
        Babbler {
            rng,
            due,
            sent,
            body,
        }
    }

    fn take(&mut self, rx: &mut Rx) {
        if !rx.buf.is_empty() && self.due.len() < 100 {
            let name = rx.buf.data()[..rx.buf.len().min(8)].to_vec();
            for _ in 0..self.rng.below(3) {
                self.due.push_back((rx.from, babble(&mut self.rng, &name)));
            }
        }
        rx.buf.clear();
    }

    fn due(&self) -> Option<Transmit<'_>> {
        let (to, bytes) = self.due.front()?;
        let bytes = &bytes[self.sent..];
        Some(Transmit { to: *to, bytes })
    }

    fn went(&mut self, n: usize) {
        self.sent += n;
        if self.due.front().is_some_and(|d| d.1.len() == self.sent) {
            self.due.pop_front();
            self.sent = 0;
        }
    }
}

impl ClientEngine for Babbler {
    fn begin_call(&mut self, _: &CallHead<'_>) -> Result<CallId, CallError> {
        Err(CallError::Cancelled)
    }

    fn body(&mut self) -> &mut Buf {
        &mut self.body
    }

    fn encoding(&self) -> Encoding {
        Encoding::Xdr
    }

    fn finish_call(&mut self, _: Instant) -> Result<(), CallError> {
        Ok(())
    }

    fn abandon_call(&mut self) {}

    fn cancel(&mut self, _: CallId) {}

    fn next_event(&mut self, rx: &mut Rx, _: &Clock) -> Option<ClientEvent> {
        rx.buf.clear();
        None
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        self.due()
    }

    fn sent(&mut self, n: usize) {
        self.went(n);
    }

    fn handle_closed(&mut self, _: Closed) {
        self.due.clear();
    }

    fn next_timeout(&self) -> Option<Instant> {
        None
    }

    fn handle_timeout(&mut self, _: Instant) {}
}

impl ServerEngine for Babbler {
    fn next_call(&mut self, rx: &mut Rx, _: &Clock) -> Option<Call> {
        self.take(rx);
        None
    }

    fn begin_reply(&mut self, _: CallId) {}

    fn body(&mut self) -> &mut Buf {
        &mut self.body
    }

    fn finish_reply(&mut self, _: Outcome, _: &Clock) {}

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        self.due()
    }

    fn sent(&mut self, n: usize) {
        self.went(n);
    }

    fn broken(&self) -> Option<WireError> {
        None
    }

    fn next_timeout(&self) -> Option<Instant> {
        None
    }

    fn handle_timeout(&mut self, _: Instant) {}
}

/// Sends random data, on one connection after another.
fn tireless(mut times: u32) -> impl FnMut(&mut Ctx<'_>, Cue<'_>) + 'static {
    move |cx: &mut Ctx<'_>, cue: Cue<'_>| match cue {
        Cue::Started | Cue::Closed(_) if times > 0 => {
            times -= 1;
            cx.wake_after(Duration::from_millis(3), 0);
        }
        Cue::Woken(_) => cx.reconnect(),
        _ => {}
    }
}

#[test]
fn servers_survive_callers_that_babble_and_serve_the_others() {
    for system in all() {
        for seed in 0..10 {
            let mut world = World::new(seed);
            serve(&mut world, system, &Limits::default(), Outcome::Done);
            for host in 10..14 {
                let factory = Box::new(|seed| Box::new(Babbler::new(seed, 20)) as _);
                let at = address(host, 1000);
                world.client(at, system.transport, SERVER, factory, tireless(40));
            }
            let (_, seen) = call(&mut world, system, Plan::calls(bodies(50, 500)));
            assert_eq!(world.run(), End::Quiet, "{}", system.name);
            assert_eq!(seen.borrow().bodies(), bodies(50, 500), "{}", system.name);
            assert!(world.log().count(What::Send) > 1000);
        }
    }
}

fn babbling_server(system: System, seed: u64) -> World {
    let mut world = World::new(seed);
    let factory = Box::new(|seed| Box::new(Babbler::new(seed, 0)) as _);
    let handler = Arc::new(Echo(Outcome::Done));
    match system.transport {
        Transport::Datagram => world.serve_datagram(SERVER, factory, handler),
        Transport::Stream => world.serve_stream(SERVER, factory, handler),
    };
    world
}

#[test]
fn clients_survive_servers_that_babble_and_every_call_ends() {
    for system in all() {
        for seed in 0..50 {
            let mut world = babbling_server(system, seed);
            let plan = Plan {
                timeout: Duration::from_secs(20),
                ..Plan::calls(bodies(20, 200))
            };
            let (_, seen) = call(&mut world, system, plan);
            assert_eq!(world.run(), End::Quiet, "{}", system.name);
            let seen = seen.borrow();
            // Every call that began has ended, and only a broken stream prevents one from
            // beginning.
            let ended = seen.replies.len() + seen.failures.len();
            let broke = seen.others.iter().any(|o| o.starts_with("Broken"));
            assert_eq!(ended as u64, world.log().count(What::Call));
            assert!(ended == 20 || broke, "{}: {ended}", system.name);
        }
    }
}
