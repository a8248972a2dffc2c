//! A client process: an engine, its calls, its socket or connection, and its script.

use std::net::SocketAddr;

use manyrpc_engine::{CallId, ClientEngine, Closed, WireError};

use super::caller::{Core, Engine};
use super::conn::Read;
use super::event::Event;
use super::ids::{ConnId, Side, Transport};
use super::log::What;
use super::net::{Net, Port};
use super::script::{Actor, Ctx, Cue};
use crate::calls::CallEvent;

/// Makes an engine each time the process starts; the argument is a new random number of the world.
pub type ClientFactory = Box<dyn FnMut(u64) -> Box<dyn ClientEngine>>;

pub(super) struct Client {
    core: Core,
    /// The reply passed to the script, which may begin a call while it holds the reply.
    body: Vec<u8>,
    actor: Box<dyn Actor>,
    factory: ClientFactory,
}

impl Client {
    pub(super) fn new(
        place: u32,
        transport: Transport,
        to: SocketAddr,
        factory: ClientFactory,
        actor: Box<dyn Actor>,
    ) -> Self {
        Client {
            core: Core::new(place, transport, to),
            body: Vec::new(),
            actor,
            factory,
        }
    }

    pub(super) fn start_if_up(&mut self, net: &mut Net) {
        let place = self.core.place;
        if !net.places[place as usize].up {
            return;
        }
        self.core.hang_up(net);
        self.core.forget();
        self.core.engine = Some(Engine::Client((self.factory)(net.rng.next_u64())));
        self.core.port = match self.core.transport {
            Transport::Datagram => Port::Datagram(place),
            Transport::Stream => Port::Stream(net.connect(place, self.core.to), Side::Client),
        };
        self.cue(net, Cue::Started);
        self.pump(net);
    }

    pub(super) fn crash(&mut self, net: &mut Net) {
        self.core.crash(net);
    }

    pub(super) fn opened(&mut self, net: &mut Net) {
        self.core.flush(net);
        self.cue(net, Cue::Opened);
        self.pump(net);
    }

    pub(super) fn woken(&mut self, net: &mut Net, token: u64) {
        if self.core.engine.is_some() {
            self.cue(net, Cue::Woken(token));
            self.pump(net);
        }
    }

    pub(super) fn timer(&mut self, net: &mut Net, life: u32) {
        if self.core.timer(net, life) {
            self.pump(net);
        }
    }

    /// Runs the engine and the script until nothing is left to do now.
    pub(super) fn pump(&mut self, net: &mut Net) {
        if self.core.engine.is_none() {
            return;
        }
        self.events(net);
        while self.refill(net) {
            self.events(net);
        }
        self.core.arm(net);
        if std::mem::take(&mut self.core.restart) {
            let place = self.core.place;
            net.queue.push(net.now, Event::Start { place });
        }
    }

    fn events(&mut self, net: &mut Net) {
        while self.event(net) {}
    }

    /// Passes the next event to the script, if there is one.
    fn event(&mut self, net: &mut Net) -> bool {
        let was_broken = self.core.calls.broken();
        let (engine, calls) = self.core.parts(net.now);
        let event = calls.poll_any(engine);
        self.core.flush(net);
        self.core.check_events(net);
        match (event, self.core.calls.broken()) {
            (Some((id, event)), _) => self.deliver(net, id, event),
            (None, Some(error)) if was_broken.is_none() => self.report_broken(net, error),
            _ => return false,
        }
        true
    }

    fn deliver(&mut self, net: &mut Net, id: CallId, event: CallEvent) {
        self.core.record_event(net, id, &event);
        match event {
            CallEvent::Reply { body, encoding } => {
                let reply = self.core.calls.lend(body, encoding);
                self.body.clear();
                self.body.extend_from_slice(reply.body);
                let Client {
                    core, body, actor, ..
                } = self;
                actor.cue(&mut Ctx { net, core }, Cue::Reply { id, body });
            }
            CallEvent::Ended => self.cue(net, Cue::Ended { id }),
            CallEvent::Failed(error) => self.cue(net, Cue::Failed { id, error }),
        }
    }

    fn report_broken(&mut self, net: &mut Net, error: WireError) {
        self.core
            .check_in_flight(net, "outlives its broken connection");
        self.core.record(net, What::Broken, 0, 0);
        self.hang_up_if_stream(net);
        self.cue(net, Cue::Broken(error));
    }

    fn hang_up_if_stream(&mut self, net: &mut Net) {
        if self.core.transport == Transport::Stream {
            self.core.hang_up(net);
        }
    }

    fn cue(&mut self, net: &mut Net, cue: Cue<'_>) {
        let Client { core, actor, .. } = self;
        actor.cue(&mut Ctx { net, core }, cue);
    }

    /// Receives more. False if there was nothing.
    fn refill(&mut self, net: &mut Net) -> bool {
        match self.core.port {
            Port::Datagram(place) => net.receive(place, &mut self.core.calls.rx),
            Port::Stream(conn, side) => match net.read(conn, side, &mut self.core.calls.rx.buf) {
                Read::Nothing => false,
                Read::Bytes => true,
                Read::End => {
                    self.events(net);
                    net.mark_closed(conn, side);
                    self.closed(net, Closed::ByPeer);
                    false
                }
            },
            Port::None => false,
        }
    }

    /// The connection was reset.
    pub(super) fn reset(&mut self, net: &mut Net, conn: ConnId, how: Closed) {
        if self.core.port == Port::Stream(conn, Side::Client) {
            self.closed(net, how);
            self.pump(net);
        }
    }

    fn closed(&mut self, net: &mut Net, how: Closed) {
        self.core.port = Port::None;
        let (engine, calls) = self.core.parts(net.now);
        calls.close(engine, how);
        // Its calls must fail before the script may begin another.
        calls.keep_all(engine);
        self.core.check_events(net);
        self.core.check_in_flight(net, "outlives its connection");
        self.events(net);
        self.cue(net, Cue::Closed(how));
    }

    /// As [`Core::check_rest`].
    pub(super) fn check_rest(&self, net: &Net) {
        self.core.check_rest(net);
    }
}
