//! Engines that break the contract are detected.

use std::net::SocketAddr;

use manyrpc_engine::{
    Buf, CallError, CallHead, CallId, ClientEngine, ClientEvent, Clock, Closed, Encoding, Instant,
    Rx, Transmit,
};

use super::toy::{ToyClient, ToyServer};
use super::*;
use crate::sim::{Command, Delay, End, Transport, World};

/// A defect of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Defect {
    /// It reports each reply twice.
    Repeats,
    /// It forgets its calls, and their timers.
    Forgets,
    /// It ignores the end of its connection.
    OutlivesItsConnection,
}

struct Defective {
    engine: Box<dyn ClientEngine>,
    defect: Defect,
    again: Option<ClientEvent>,
}

impl ClientEngine for Defective {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        self.engine.begin_call(head)
    }

    fn body(&mut self) -> &mut Buf {
        self.engine.body()
    }

    fn encoding(&self) -> Encoding {
        self.engine.encoding()
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        match self.defect {
            Defect::Forgets => Ok(()),
            _ => self.engine.finish_call(now),
        }
    }

    fn abandon_call(&mut self) {
        self.engine.abandon_call();
    }

    fn cancel(&mut self, id: CallId) {
        self.engine.cancel(id);
    }

    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent> {
        if let Some(again) = self.again.take() {
            return Some(again);
        }
        let event = self.engine.next_event(rx, clock);
        if self.defect == Defect::Repeats {
            self.again.clone_from(&event);
        }
        event
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        self.engine.poll_transmit()
    }

    fn sent(&mut self, n: usize) {
        self.engine.sent(n);
    }

    fn handle_closed(&mut self, how: Closed) {
        if self.defect != Defect::OutlivesItsConnection {
            self.engine.handle_closed(how);
        }
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.engine.next_timeout()
    }

    fn handle_timeout(&mut self, now: Instant) {
        self.engine.handle_timeout(now);
    }
}

const SERVER: (u8, u16) = (1, 9);

/// One call by an engine with this defect, to a server that may crash while executing it.
fn run(defect: Defect, dies: bool) {
    let stream = Transport::Stream;
    let mut world = World::new(1);
    let there: SocketAddr = at(SERVER.0, SERVER.1);
    let server = world.serve_stream(there, Box::new(ToyServer::make(stream, 0)), echo());
    world.service(server, Delay::millis(10));
    let mut toy = ToyClient::make(stream);
    let factory = Box::new(move |seed| {
        Box::new(Defective {
            engine: toy(seed),
            defect,
            again: None,
        }) as Box<dyn ClientEngine>
    });
    let script = caller(&[8], LONG, &Seen::default());
    world.client(at(2, 8), stream, there, factory, script);
    if dies {
        world.at(ms(5), Command::Crash(server));
    }
    assert_eq!(world.run(), End::Quiet);
}

#[test]
#[should_panic(expected = "10.0.0.2:8 has a defect: an event names a call that is not in flight")]
fn an_event_of_a_call_that_is_over_is_a_defect() {
    run(Defect::Repeats, false);
}

#[test]
#[should_panic(expected = "will never end: nothing is planned any more")]
fn a_call_that_is_forgotten_is_a_defect() {
    run(Defect::Forgets, false);
}

#[test]
#[should_panic(expected = "outlives its connection")]
fn a_call_that_outlives_its_connection_is_a_defect() {
    run(Defect::OutlivesItsConnection, true);
}
