//! What a client calls with.

use std::net::SocketAddr;

use manyrpc_engine::{ClientEngine, Clock, Instant, PeerEngine, PeerId, Transmit};

use super::ids::Transport;
use super::net::{Net, Port};
use crate::calls::Calls;

/// The engine that calls.
pub(super) enum Engine {
    /// Of a client.
    Client(Box<dyn ClientEngine>),
    /// Of a peer, which is called, too.
    Peer(Box<dyn PeerEngine>),
}

impl Engine {
    /// The role that calls.
    fn client(&mut self) -> &mut dyn ClientEngine {
        match self {
            Engine::Client(engine) => &mut **engine,
            Engine::Peer(engine) => engine.client(PeerId::ONLY),
        }
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        match self {
            Engine::Client(engine) => engine.poll_transmit(),
            Engine::Peer(engine) => engine.poll_transmit(),
        }
    }

    fn sent(&mut self, n: usize) {
        match self {
            Engine::Client(engine) => engine.sent(n),
            Engine::Peer(engine) => engine.sent(n),
        }
    }
}

/// The client, or a peer, without its script, which may use all of this.
pub(super) struct Core {
    pub(super) place: u32,
    pub(super) transport: Transport,
    pub(super) to: SocketAddr,
    pub(super) port: Port,
    /// `None` while the process is down.
    pub(super) engine: Option<Engine>,
    pub(super) calls: Calls,
    pub(super) life: u32,
    /// The engine's planned timer, if any.
    pub(super) armed: Option<Instant>,
    pub(super) restart: bool,
}

impl Core {
    pub(super) fn engine(&mut self) -> &mut dyn ClientEngine {
        up(&mut self.engine).client()
    }

    /// Engine and calls, at this time.
    pub(super) fn parts(&mut self, now: Instant) -> (&mut dyn ClientEngine, &mut Calls) {
        self.calls.clock = Clock::at(now);
        (up(&mut self.engine).client(), &mut self.calls)
    }

    /// A peer's engine, if it is up and connected.
    pub(super) fn peer(&mut self) -> Option<&mut dyn PeerEngine> {
        match &mut self.engine {
            Some(Engine::Peer(engine)) => Some(&mut **engine),
            _ => None,
        }
    }

    /// # Panics
    /// A call is in flight.
    pub(super) fn check_in_flight(&self, net: &Net, why: &str) {
        if let Some(id) = self.calls.any_in_flight() {
            self.accuse(net, &format!("call {} {why}", id.0));
        }
    }

    /// # Panics
    /// The engine gave an event of a call that has ended or never existed.
    pub(super) fn check_events(&self, net: &Net) {
        if self.calls.strays() > 0 {
            self.accuse(net, "an event names a call that is not in flight");
        }
    }

    fn accuse(&self, net: &Net, what: &str) {
        let address = net.places[self.place as usize].address;
        panic!("the engine that calls at {address} has a defect: {what}");
    }

    /// Sends output.
    pub(super) fn flush(&mut self, net: &mut Net) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        while let Some(t) = engine.poll_transmit() {
            let Some(n) = net.send(self.port, t.to, t.bytes) else {
                break;
            };
            engine.sent(n);
        }
    }
}

fn up(engine: &mut Option<Engine>) -> &mut Engine {
    engine
        .as_mut()
        .expect("a client is cued only while it is up")
}

/// A client's calls each time it starts. The clock is set whenever the engine is used.
pub(super) fn no_calls() -> Calls {
    Calls::new(Clock::at(Instant::ZERO))
}
