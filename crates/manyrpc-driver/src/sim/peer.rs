//! A process at one end of a stream on which both ends call: an engine of both roles, its script and its application.
//!
//! As in a [node](crate::node), calls that come in are copied and carried out side by side while the engine goes on
//! receiving.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::Arc;

use manyrpc_engine::{Call, CallId, Clock, Closed, Handler, Incoming, Patient, PeerEngine, Rx};

use super::caller::{Core, Engine};
use super::conditions::Delay;
use super::conn::Read;
use super::event::Event;
use super::ids::{ConnId, Side, Transport};
use super::log::What;
use super::net::{Net, Port};
use super::script::{Actor, Ctx, Cue};
use crate::calls::{CallEvent, Kept};

/// Makes an engine for each connection; the argument is a new random number of the world.
pub type PeerFactory = Box<dyn FnMut(u64) -> Box<dyn PeerEngine>>;

pub(super) struct Peer {
    core: Core,
    /// Whether it opens its connections.
    opens: bool,
    factory: PeerFactory,
    handler: Arc<dyn Handler>,
    pub(super) service: Delay,
    /// Calls that are being carried out, with their arguments.
    away: BTreeMap<CallId, (Call, Vec<u8>)>,
    actor: Box<dyn Actor>,
}

impl Peer {
    pub(super) fn new(
        place: u32,
        to: Option<SocketAddr>,
        factory: PeerFactory,
        handler: Arc<dyn Handler>,
        actor: Box<dyn Actor>,
    ) -> Self {
        let nowhere = SocketAddr::from(([0, 0, 0, 0], 0));
        Peer {
            core: Core::new(place, Transport::Stream, to.unwrap_or(nowhere)),
            opens: to.is_some(),
            factory,
            handler,
            service: Delay::NONE,
            away: BTreeMap::new(),
            actor,
        }
    }

    /// Whether that is its connection now.
    pub(super) fn has(&self, conn: ConnId, side: Side) -> bool {
        self.core.port == Port::Stream(conn, side)
    }

    pub(super) fn start_if_up(&mut self, net: &mut Net) {
        let place = self.core.place;
        if !self.opens || !net.places[place as usize].up {
            return;
        }
        self.core.hang_up(net);
        let conn = net.connect(place, self.core.to);
        self.begin(net, Port::Stream(conn, Side::Client));
        self.cue(net, Cue::Started);
        self.pump(net);
    }

    /// Another connection takes the place of the former.
    pub(super) fn accepted(&mut self, net: &mut Net, conn: ConnId) {
        if self.core.engine.is_some() {
            self.core.hang_up(net);
            self.closed(net, Closed::ByUs);
        }
        self.begin(net, Port::Stream(conn, Side::Server));
        self.opened(net);
    }

    fn begin(&mut self, net: &mut Net, port: Port) {
        self.core.forget();
        self.away.clear();
        self.core.engine = Some(Engine::Peer((self.factory)(net.rng.next_u64())));
        self.core.port = port;
    }

    pub(super) fn crash(&mut self, net: &mut Net) {
        self.core.crash(net);
        self.away.clear();
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

    /// Runs the engine, the script and the application until nothing is left to do now.
    pub(super) fn pump(&mut self, net: &mut Net) {
        self.take_in(net);
        while self.refill(net) {
            self.take_in(net);
        }
        self.core.arm(net);
        if std::mem::take(&mut self.core.restart) && self.opens {
            let place = self.core.place;
            net.queue.push(net.now, Event::Start { place });
        }
    }

    fn take_in(&mut self, net: &mut Net) {
        while let Some(incoming) = self.next(net) {
            match incoming {
                Taken::Event(kept) => self.deliver(net, kept),
                Taken::Call(call, arguments) => self.serve(net, call, arguments),
            }
        }
        self.core.flush(net);
        let broken = self.core.peer().and_then(|engine| engine.broken());
        if let Some(error) = broken.filter(|_| self.core.port != Port::None) {
            self.core.record(net, What::Broken, 0, 0);
            self.core.hang_up(net);
            self.cue(net, Cue::Broken(error));
            self.closed(net, Closed::ByUs);
        }
    }

    /// The next event for the script, or call for the application, with its own bytes.
    fn next(&mut self, net: &mut Net) -> Option<Taken> {
        let Core { engine, calls, .. } = &mut self.core;
        let Some(Engine::Peer(engine)) = engine else {
            return None;
        };
        let clock = Clock::at(net.now);
        let mut rx = std::mem::take(&mut calls.rx);
        let taken = loop {
            match engine.next(&mut rx, &clock) {
                None => break None,
                Some(Incoming::Event(peer, event)) => {
                    let kept = calls.settle_event(engine.client(peer), event, &rx);
                    if let Some(kept) = kept {
                        break Some(Taken::Event(kept));
                    }
                }
                Some(Incoming::Call(call)) => {
                    let arguments = rx.buf.data()[call.arguments.clone()].to_vec();
                    break Some(Taken::Call(call, arguments));
                }
            }
        };
        calls.rx = rx;
        self.core.check_events(net);
        taken
    }

    fn deliver(&mut self, net: &mut Net, kept: Kept) {
        let Kept {
            id, event, bytes, ..
        } = kept;
        self.core.record_event(net, id, &event);
        match event {
            CallEvent::Reply { body, .. } => {
                let body = &bytes[body];
                self.cue(net, Cue::Reply { id, body });
            }
            CallEvent::Ended => self.cue(net, Cue::Ended { id }),
            CallEvent::Failed(error) => self.cue(net, Cue::Failed { id, error }),
        }
    }

    fn serve(&mut self, net: &mut Net, call: Call, arguments: Vec<u8>) {
        let (place, life, id) = (self.core.place, self.core.life, call.id);
        self.core.record(net, What::Received, arguments.len(), id.0);
        let arguments_at = 0..arguments.len();
        let call = Call {
            arguments: arguments_at,
            ..call
        };
        self.away.insert(id, (call, arguments));
        let takes = self.service.sample(&mut net.rng);
        if takes.is_zero() {
            return self.execute(net, id);
        }
        let call = id.0;
        net.queue
            .push(net.now + takes, Event::PeerServed { place, life, call });
    }

    /// The service time of a call has passed.
    pub(super) fn served(&mut self, net: &mut Net, life: u32, call: CallId) {
        if life == self.core.life {
            self.execute(net, call);
            self.pump(net);
        }
    }

    /// Carries out a call. Its reply goes nowhere if the connection has ended meanwhile.
    fn execute(&mut self, net: &mut Net, id: CallId) {
        let Some((call, arguments)) = self.away.remove(&id) else {
            return;
        };
        self.core.record(net, What::Executed, 0, id.0);
        let server = self.core.peer().and_then(|engine| engine.server());
        let server = server.expect("calls are dropped with their engine");
        server.begin_reply(id);
        let outcome = self
            .handler
            .serve(&call, &arguments, server.body(), &Patient);
        server.finish_reply(outcome, &Clock::at(net.now));
        self.core.flush(net);
    }

    fn cue(&mut self, net: &mut Net, cue: Cue<'_>) {
        let Peer { core, actor, .. } = self;
        actor.cue(&mut Ctx { net, core }, cue);
    }

    /// Receives more. False if there was nothing, or too much is being carried out.
    fn refill(&mut self, net: &mut Net) -> bool {
        let Some(engine) = self.core.peer() else {
            return false;
        };
        let is_full = engine.server().is_some_and(|server| server.is_full());
        let Port::Stream(conn, side) = self.core.port else {
            return false;
        };
        match is_full {
            true => false,
            false => match net.read(conn, side, &mut self.core.calls.rx.buf) {
                Read::Nothing => false,
                Read::Bytes => true,
                Read::End => {
                    self.take_in(net);
                    self.end(net, conn, side);
                    false
                }
            },
        }
    }

    /// The other end sends no more.
    fn end(&mut self, net: &mut Net, conn: ConnId, side: Side) {
        if !self.has(conn, side) {
            return;
        }
        if let Some(engine) = self.core.peer() {
            engine.handle_end();
        }
        self.take_in(net);
        net.mark_closed(conn, side);
        self.closed(net, Closed::ByPeer);
    }

    /// The connection was reset.
    pub(super) fn reset(&mut self, net: &mut Net, (conn, side): (ConnId, Side), how: Closed) {
        if self.has(conn, side) {
            self.closed(net, how);
            self.pump(net);
        }
    }

    fn closed(&mut self, net: &mut Net, how: Closed) {
        self.core.port = Port::None;
        if let Some(engine) = self.core.peer() {
            engine.handle_closed(how);
        }
        self.core.calls.rx = Rx::default();
        while let Some(incoming) = self.next(net) {
            if let Taken::Event(kept) = incoming {
                self.deliver(net, kept);
            }
        }
        self.core.check_in_flight(net, "outlives its connection");
        self.cue(net, Cue::Closed(how));
    }

    /// As [`Core::check_rest`].
    pub(super) fn check_rest(&self, net: &Net) {
        self.core.check_rest(net);
    }
}

/// What the engine has for the script or the application.
enum Taken {
    Event(Kept),
    Call(Call, Vec<u8>),
}
