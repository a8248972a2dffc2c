//! A server process: a session per connection, or one for all datagrams, and the application.
//!
//! A session executes one call at a time. During its service time, arriving data waits in the
//! socket; the application runs at the end of that time, so a crash before it leaves no trace.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use manyrpc_engine::{
    Ahead, Buf, Call, CallId, Caller, Clock, Handler, Instant, Interest, Part, ReplyMetadata, Rx,
    ServerEngine,
};

use super::conditions::Delay;
use super::conn::Read;
use super::event::Event;
use super::ids::{ConnId, Side};
use super::log::{Record, What};
use super::net::{Net, Port};
use crate::lock::lock;
use crate::streams::{By, Streams};
use crate::wakers::WakeTarget;

/// Makes a server's engine each time the process starts and for each connection; the argument is a
/// new random number of the world.
pub type ServerFactory = Box<dyn FnMut(u64) -> Box<dyn ServerEngine>>;

pub(super) struct Server {
    pub(super) place: u32,
    pub(super) factory: ServerFactory,
    pub(super) handler: Arc<dyn Handler>,
    pub(super) service: Delay,
    /// The one session of a datagram server.
    pub(super) datagram_session: u32,
}

#[derive(Default)]
pub(super) struct Session {
    pub(super) server: u32,
    pub(super) index: u32,
    life: u32,
    port: Port,
    /// `None` if the session has ended.
    engine: Option<Box<dyn ServerEngine>>,
    rx: Rx,
    waiting: Waiting,
    streams: Streams,
    busy: Option<Call>,
    armed: Option<Instant>,
    /// The connection ended while a call is being executed: the session ends when that is done.
    ending: bool,
}

/// Data received while the application runs.
#[derive(Default)]
struct Waiting {
    /// On a stream.
    buf: Buf,
    ended: bool,
    datagrams: VecDeque<Rx>,
}

/// The woken connections, in order: each becomes an event. Deterministic as long as only events in
/// the world wake them.
#[derive(Default)]
pub(super) struct Woken(Mutex<Vec<(u32, u32)>>);

impl Woken {
    /// Takes the sessions, with their generation, that were woken since the last call.
    pub(super) fn take(&self) -> Vec<(u32, u32)> {
        std::mem::take(&mut lock(&self.0))
    }
}

impl WakeTarget for Woken {
    fn wake_connection(&self, token: u64) {
        let mut woken = lock(&self.0);
        woken.push(((token >> 32) as u32, token as u32));
    }
}

/// The caller of a call being executed.
struct Watched<'a>(Mutex<Watch<'a>>);

struct Watch<'a> {
    engine: &'a mut dyn ServerEngine,
    net: &'a mut Net,
    port: Port,
    rx: &'a Rx,
    waiting: &'a mut Waiting,
    call: CallId,
}

impl Caller for Watched<'_> {
    fn interest(&self) -> Interest {
        let mut watch = lock(&self.0);
        let port = watch.port;
        match port {
            _ if watch.engine.look_ahead().is_none() => Interest::Wanted,
            Port::Stream(conn, side) => watch.look_at_stream(conn, side),
            Port::Datagram(place) => watch.look_at_datagrams(place),
            Port::None => Interest::Orphaned,
        }
    }

    fn attach(&self, metadata: ReplyMetadata) {
        let mut watch = lock(&self.0);
        let call = watch.call;
        if let Some(facet) = watch.engine.metadata() {
            facet.attach(call, metadata);
        }
    }
}

impl Watch<'_> {
    fn look_at_stream(&mut self, conn: ConnId, side: Side) -> Interest {
        let found = self.net.read(conn, side, &mut self.waiting.buf);
        self.waiting.ended |= found == Read::End;
        let ahead = Ahead {
            bytes: self.waiting.buf.data(),
            from: None,
            ended: self.waiting.ended,
        };
        show(
            &mut *self.engine,
            self.call,
            (self.rx, &ahead),
            self.net.now,
        )
    }

    fn look_at_datagrams(&mut self, place: u32) -> Interest {
        let mut seen = self.look_at(Rx::default());
        let mut datagram = Rx::default();
        while self.net.receive(place, &mut datagram) {
            seen = self.look_at(std::mem::take(&mut datagram));
        }
        seen
    }

    fn look_at(&mut self, datagram: Rx) -> Interest {
        let ahead = Ahead {
            bytes: datagram.buf.data(),
            from: datagram.from,
            ended: false,
        };
        let seen = show(
            &mut *self.engine,
            self.call,
            (self.rx, &ahead),
            self.net.now,
        );
        while let Some(t) = self.engine.poll_transmit() {
            let Some(n) = self.net.send(self.port, t.to, t.bytes) else {
                break;
            };
            self.engine.sent(n);
        }
        if !datagram.buf.is_empty() {
            self.waiting.datagrams.push_back(datagram);
        }
        seen
    }
}

/// The engine's verdict on the data that waits after a call.
fn show(
    engine: &mut dyn ServerEngine,
    call: CallId,
    (rx, ahead): (&Rx, &Ahead<'_>),
    now: Instant,
) -> Interest {
    let engine = engine.look_ahead();
    engine.map_or(Interest::Wanted, |e| e.interest_in(call, rx, ahead, now))
}

impl Session {
    pub(super) fn begin(&mut self, engine: Box<dyn ServerEngine>, port: Port, woken: &Arc<Woken>) {
        self.engine = Some(engine);
        self.port = port;
        self.rx.buf.clear();
        self.waiting = Waiting::default();
        self.streams = Streams::default();
        let token = u64::from(self.index) << 32 | u64::from(self.life);
        self.streams.move_to(Some((woken.clone(), token)));
        self.busy = None;
        self.armed = None;
        self.ending = false;
    }

    /// Clears everything.
    pub(super) fn end(&mut self) {
        self.life = self.life.wrapping_add(1);
        self.engine = None;
        self.port = Port::None;
        self.streams = Streams::default();
        self.busy = None;
    }

    pub(super) fn is_over(&self) -> bool {
        self.engine.is_none()
    }

    pub(super) fn crash(&mut self, net: &mut Net) {
        if let Port::Stream(conn, side) = self.port {
            net.abort(conn, side);
        }
        self.end();
    }

    /// The connection was reset.
    pub(super) fn reset(&mut self) {
        self.port = Port::None;
        self.ending = true;
        if self.busy.is_none() {
            self.end();
        }
    }

    pub(super) fn timer(&mut self, net: &mut Net, server: &Server, life: u32) {
        if life != self.life || self.armed != Some(net.now) {
            return;
        }
        self.armed = None;
        let now = net.now;
        let Some(engine) = &mut self.engine else {
            return;
        };
        if engine.next_timeout().is_some_and(|t| t <= now) {
            engine.handle_timeout(now);
            net.record(What::Timer, server.place, Record::NOBODY, 0, 0);
        }
        self.pump(net, server);
    }

    /// A waker of one of its calls was used.
    pub(super) fn woken(&mut self, net: &mut Net, server: &Server, life: u32) {
        if life == self.life {
            self.streams.note_woken();
            self.pump(net, server);
        }
    }

    /// The service time of the current call has passed.
    pub(super) fn served(&mut self, net: &mut Net, server: &Server, life: u32) {
        if life != self.life {
            return;
        }
        if let Some(call) = self.busy.take() {
            self.execute(net, server, &call);
        }
        if self.ending {
            self.end();
        } else {
            self.pump(net, server);
        }
    }

    /// Runs the engine and the application until nothing is left to do now.
    pub(super) fn pump(&mut self, net: &mut Net, server: &Server) {
        self.flush(net);
        while self.busy.is_none() && (self.step(net, server) || self.go_on(net, &*server.handler)) {
        }
        self.end_associations(server);
        if self.ending && self.busy.is_none() {
            self.end();
        }
        if let Some(due) = self.engine.as_ref().and_then(|e| e.next_timeout()) {
            self.arm(net, due);
        }
    }

    fn end_associations(&mut self, server: &Server) {
        while let Some(engine) = &mut self.engine
            && let Some(associations) = engine.associations()
            && let Some(association) = associations.poll_association_ended()
        {
            server.handler.association_ended(association);
        }
    }

    /// Lets streaming calls send more messages. True if any did.
    fn go_on(&mut self, net: &mut Net, handler: &dyn Handler) -> bool {
        let Some(engine) = &mut self.engine else {
            return false;
        };
        let went = self
            .streams
            .go_on(&mut **engine, By::quick(handler), &Clock::at(net.now));
        self.flush(net);
        went
    }

    /// Handles one call, or one receive. True if there may be more.
    fn step(&mut self, net: &mut Net, server: &Server) -> bool {
        let Some(engine) = &mut self.engine else {
            return false;
        };
        let call = engine.next_call(&mut self.rx, &Clock::at(net.now));
        self.flush(net);
        match call {
            Some(call) => {
                self.take(net, server, call);
                true
            }
            None => self.refill(net),
        }
    }

    fn take(&mut self, net: &mut Net, server: &Server, call: Call) {
        let bytes = call.arguments.len();
        net.record(
            What::Received,
            server.place,
            Record::NOBODY,
            bytes,
            call.id.0,
        );
        let takes = server.service.sample(&mut net.rng);
        if takes.is_zero() {
            return self.execute(net, server, &call);
        }
        self.busy = Some(call);
        let (session, life) = (self.index, self.life);
        net.queue
            .push(net.now + takes, Event::Served { session, life });
    }

    fn execute(&mut self, net: &mut Net, server: &Server, call: &Call) {
        let Some(engine) = &mut self.engine else {
            return;
        };
        if call.part != Part::Whole {
            let received = self.rx.buf.data();
            self.streams.take(
                &mut **engine,
                By::quick(&*server.handler),
                call,
                received,
                &Clock::at(net.now),
            );
            return self.flush(net);
        }
        net.record(What::Executed, server.place, Record::NOBODY, 0, call.id.0);
        engine.begin_reply(call.id);
        let mut body = std::mem::take(engine.body());
        let caller = Watched(Mutex::new(Watch {
            engine: &mut **engine,
            net,
            port: self.port,
            rx: &self.rx,
            waiting: &mut self.waiting,
            call: call.id,
        }));
        let outcome = server
            .handler
            .serve(call, self.rx.buf.data(), &mut body, &caller);
        *engine.body() = body;
        engine.finish_reply(outcome, &Clock::at(net.now));
        if let Port::Stream(..) = self.port {
            self.rx.buf.put(self.waiting.buf.data());
            self.waiting.buf.clear();
            if self.waiting.ended {
                self.flush(net);
                self.read_end(net);
                return;
            }
        }
        self.flush(net);
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

    /// Receives more. False if there was nothing.
    fn refill(&mut self, net: &mut Net) -> bool {
        if let Some(datagram) = self.waiting.datagrams.pop_front() {
            self.rx = datagram;
            return true;
        }
        match self.port {
            Port::Datagram(place) => net.receive(place, &mut self.rx),
            Port::Stream(conn, side) => {
                let broken = self
                    .engine
                    .as_ref()
                    .is_some_and(|e| e.broken().is_some() || e.is_finished());
                if broken {
                    net.close(conn, side);
                    self.end();
                    return false;
                }
                match net.read(conn, side, &mut self.rx.buf) {
                    Read::Nothing => false,
                    Read::Bytes => true,
                    Read::End => self.read_end(net),
                }
            }
            Port::None => false,
        }
    }

    /// The client closed the connection: what it sent before is served, then the session ends.
    fn read_end(&mut self, net: &mut Net) -> bool {
        if let Port::Stream(conn, side) = std::mem::take(&mut self.port) {
            debug_assert_eq!(side, Side::Server);
            net.mark_closed(conn, side);
        }
        if let Some(engine) = &mut self.engine {
            engine.handle_end();
        }
        self.ending = true;
        true
    }

    fn arm(&mut self, net: &mut Net, due: Instant) {
        let due = due.max(net.now);
        if self.armed.is_none_or(|armed| due < armed) {
            self.armed = Some(due);
            let (session, life) = (self.index, self.life);
            net.queue.push(due, Event::SessionTimer { session, life });
        }
    }
}
