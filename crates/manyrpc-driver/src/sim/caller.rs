//! What a client calls with.

use std::net::SocketAddr;

use manyrpc_engine::{CallId, ClientEngine, Clock, Instant, PeerEngine, PeerId, Transmit};

use super::event::Event;
use super::ids::Transport;
use super::log::{Record, What};
use super::net::{Net, Port};
use crate::calls::{CallEvent, Calls};

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

    fn next_timeout(&self) -> Option<Instant> {
        match self {
            Engine::Client(engine) => engine.next_timeout(),
            Engine::Peer(engine) => engine.next_timeout(),
        }
    }

    fn handle_timeout(&mut self, now: Instant) {
        match self {
            Engine::Client(engine) => engine.handle_timeout(now),
            Engine::Peer(engine) => engine.handle_timeout(now),
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
    /// A process that is down.
    pub(super) fn new(place: u32, transport: Transport, to: SocketAddr) -> Self {
        Core {
            place,
            transport,
            to,
            port: Port::None,
            engine: None,
            calls: no_calls(),
            life: 0,
            armed: None,
            restart: false,
        }
    }

    /// Ends this life: without an engine, calls or a connection.
    pub(super) fn forget(&mut self) {
        *self = Core {
            life: self.life + 1,
            ..Core::new(self.place, self.transport, self.to)
        };
    }

    /// Closes the connection, if there is one.
    pub(super) fn hang_up(&mut self, net: &mut Net) {
        if let Port::Stream(conn, side) = self.port {
            net.close(conn, side);
        }
        self.port = Port::None;
    }

    /// The process ends at once.
    pub(super) fn crash(&mut self, net: &mut Net) {
        if let Port::Stream(conn, side) = self.port {
            net.abort(conn, side);
        }
        self.forget();
    }

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

    /// A timer has gone off. False if it is not the one that is planned.
    pub(super) fn timer(&mut self, net: &mut Net, life: u32) -> bool {
        if life != self.life || self.armed != Some(net.now) {
            return false;
        }
        self.armed = None;
        let now = net.now;
        if let Some(engine) = &mut self.engine
            && engine.next_timeout().is_some_and(|due| due <= now)
        {
            engine.handle_timeout(now);
            self.record(net, What::Timer, 0, 0);
        }
        true
    }

    /// Plans the engine's timer.
    pub(super) fn arm(&mut self, net: &mut Net) {
        let Some(due) = self.engine.as_ref().and_then(Engine::next_timeout) else {
            return;
        };
        let due = due.max(net.now);
        if self.armed.is_none_or(|armed| due < armed) {
            self.armed = Some(due);
            let (place, life) = (self.place, self.life);
            net.queue.push(due, Event::Timer { place, life });
        }
    }

    /// Writes into the world's log.
    pub(super) fn record(&self, net: &mut Net, what: What, bytes: usize, word: u64) {
        net.record(what, self.place, Record::NOBODY, bytes, word);
    }

    /// The same for what is passed to the script.
    pub(super) fn record_event(&self, net: &mut Net, id: CallId, event: &CallEvent) {
        let (what, bytes) = match event {
            CallEvent::Reply { body, .. } => (What::Reply, body.len()),
            CallEvent::Ended => (What::Ended, 0),
            CallEvent::Failed(_) => (What::Failed, 0),
        };
        self.record(net, what, bytes, id.0);
    }

    /// Checks the process when the world is quiet.
    ///
    /// # Panics
    /// A call is left that will never end.
    pub(super) fn check_rest(&self, net: &Net) {
        if self.engine.is_some() {
            self.check_in_flight(net, "will never end: nothing is planned any more");
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
fn no_calls() -> Calls {
    Calls::new(Clock::at(Instant::ZERO))
}
