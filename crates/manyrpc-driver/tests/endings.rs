//! Early ends of calls and connections, with the peer's cooperation: long-running handlers learn
//! that their callers have lost interest, callers get cancelled calls back (C706 section 6.1.8),
//! and servers ask for idle connections to be closed (section 12.6.4.11).

mod support;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use manyrpc_driver::blocking::{Client, Options};
use manyrpc_driver::server::{Caps, Running, Server};
use manyrpc_engine::dce::cl::Personality;
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallId, Caller, ClientEngine, ClientEvent, Clock, Closed,
    Fault, Handler, Instant, Interest, InterfaceId, Limits, Outcome, Rx, dce, onc,
};
use manyrpc_engines::Process;

const DCE: InterfaceId<'static> = InterfaceId::of_uuid([7; 16], 1, 0);
const ECHO: u32 = 0;
/// Ends when it is asked to.
const WILLING: u32 = 1;
/// Ends when nobody waits any more.
const STUBBORN: u32 = 2;

/// Executes [`ECHO`], [`WILLING`] and [`STUBBORN`]; reports what it has learnt when it ends.
struct Long(mpsc::Sender<Interest>);

impl Handler for Long {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        assert_eq!(call.operation, ECHO);
        reply.put(&received[call.arguments.clone()]);
        Outcome::Done
    }

    fn serve(&self, call: &Call, received: &[u8], reply: &mut Buf, of: &dyn Caller) -> Outcome {
        let enough = match call.operation {
            WILLING => Interest::Cancelled,
            STUBBORN => Interest::Orphaned,
            _ => return self.handle(call, received, reply),
        };
        reply.put(b"half a result");
        support::until("the caller loses interest", || of.interest() >= enough);
        assert_eq!(received[call.arguments.clone()], *b"long");
        self.0.send(of.interest()).unwrap();
        Outcome::Fault(Fault::Cancelled)
    }
}

struct World {
    running: Running,
    learnt: mpsc::Receiver<Interest>,
}

impl World {
    /// Calls are executed where they are received, and at workers.
    fn each() -> [Self; 2] {
        [0, 2].map(|workers| {
            Self::with(Caps {
                workers,
                ..Caps::default()
            })
        })
    }

    fn with(caps: Caps) -> Self {
        let (tell, learnt) = mpsc::channel();
        let running = Server::builder(Arc::new(Long(tell)))
            .caps(caps)
            .listen_tcp(support::any_port(), || {
                Box::new(dce::co::Server::new(Limits::default(), Arc::new(Process)))
            })
            .and_then(|b| {
                b.listen_tcp(support::any_port(), || {
                    Box::new(onc::Server::stream(Limits::default()))
                })
            })
            .and_then(|b| b.listen_udp(support::any_port(), connectionless(Personality::DEFAULT)))
            .and_then(|b| b.listen_udp(support::any_port(), connectionless(Personality::NCS)))
            .and_then(|b| b.start())
            .unwrap();
        World { running, learnt }
    }

    fn address(&self, i: usize) -> SocketAddr {
        self.running.addresses()[i].ip().unwrap()
    }

    fn client(&self) -> Client<dce::co::Client> {
        let limits = Limits {
            cancel_timeout: Duration::from_millis(20),
            ..Limits::default()
        };
        let engine = dce::co::Client::new(limits, 1);
        Client::tcp(engine, &[self.address(0)], &Options::default()).unwrap()
    }

    fn datagrams(&self, i: usize, personality: Personality) -> Client<dce::cl::Client> {
        let limits = Limits {
            cancel_timeout: Duration::from_millis(20),
            ..Limits::default()
        };
        let engine = dce::cl::Client::new(limits, personality, 1);
        Client::udp(engine, &[self.address(i)], &Options::default()).unwrap()
    }

    fn learnt(&self) -> Interest {
        self.learnt.recv_timeout(Duration::from_secs(10)).unwrap()
    }
}

fn connectionless(personality: Personality) -> Box<dce::cl::Server> {
    let server = dce::cl::Server::new(Limits::default(), personality, 2, 1);
    Box::new(server)
}

fn send<E: ClientEngine>(client: &mut Client<E>, head: &CallHead<'_>, body: &[u8]) -> CallId {
    client.begin(head).unwrap().put(body);
    client.send().unwrap()
}

fn long<E: ClientEngine>(client: &mut Client<E>, operation: u32) -> CallId {
    send(client, &CallHead::new(DCE, operation), b"long")
}

fn echo<E: ClientEngine>(client: &mut Client<E>, body: &[u8]) {
    let id = send(client, &CallHead::new(DCE, ECHO), body);
    assert_eq!(client.wait(id).unwrap().body, body);
}

#[test]
fn an_operation_that_looks_ends_when_it_is_asked_to() {
    for world in World::each() {
        let mut client = world.client();
        // Once it is bound; an earlier call is not sent yet.
        echo(&mut client, b"bound");
        for _ in 0..3 {
            let id = long(&mut client, WILLING);
            client.request_cancel(id);
            let error = client.wait(id).unwrap_err();
            assert_eq!(error, CallError::Fault(Fault::Cancelled));
            assert_eq!(world.learnt(), Interest::Cancelled);
            echo(&mut client, b"and goes on");
        }
        assert_eq!(client.engine().counters().orphans, 0);
    }
}

#[test]
fn a_call_that_does_not_end_is_orphaned_silently() {
    for world in World::each() {
        let mut client = world.client();
        echo(&mut client, b"bound");
        let id = long(&mut client, STUBBORN);
        client.request_cancel(id);
        assert_eq!(client.wait(id).unwrap_err(), CallError::Cancelled);
        assert_eq!(world.learnt(), Interest::Orphaned);
        echo(&mut client, b"and goes on");
        // Abandoning it has the same effect at once, and so does its timeout.
        let id = long(&mut client, STUBBORN);
        client.cancel(id);
        assert_eq!(world.learnt(), Interest::Orphaned);
        let head = CallHead {
            timeout: Some(Duration::from_millis(20)),
            ..CallHead::new(DCE, STUBBORN)
        };
        let id = send(&mut client, &head, b"long");
        let error = client.wait(id).unwrap_err();
        assert_eq!(error, CallError::TimedOut { transmissions: 1 });
        assert_eq!(world.learnt(), Interest::Orphaned);
        echo(&mut client, b"and goes on");
        let counters = client.engine().counters();
        assert_eq!((counters.orphans, counters.timeouts), (3, 1));
        assert_eq!(counters.stray, 0, "no reply came");
    }
}

/// C706 sections 12.5.3.2 and 12.5.3.3: a cancel with a body is reported, one without orphans the
/// call.
#[test]
fn datagrams_cancel_and_orphan_too() {
    let world = World::with(Caps {
        workers: 0,
        ..Caps::default()
    });
    let mut client = world.datagrams(2, Personality::DEFAULT);
    for _ in 0..3 {
        let id = long(&mut client, WILLING);
        client.request_cancel(id);
        let error = client.wait(id).unwrap_err();
        assert_eq!(error, CallError::Fault(Fault::Cancelled));
        assert_eq!(world.learnt(), Interest::Cancelled);
        echo(&mut client, b"and goes on");
    }
    let id = long(&mut client, STUBBORN);
    client.request_cancel(id);
    assert_eq!(client.wait(id).unwrap_err(), CallError::Cancelled);
    assert_eq!(world.learnt(), Interest::Orphaned);
    echo(&mut client, b"and goes on");
    let id = long(&mut client, STUBBORN);
    client.cancel(id);
    assert_eq!(world.learnt(), Interest::Orphaned);
    echo(&mut client, b"and goes on");
}

/// NCS has no cancels with a body: to end a call is to abandon it.
#[test]
fn a_cancel_of_ncs_gives_the_call_up() {
    let world = World::with(Caps {
        workers: 0,
        ..Caps::default()
    });
    let mut client = world.datagrams(3, Personality::NCS);
    // Before the server knows the client, the call would not be executed at all.
    echo(&mut client, b"known");
    let id = long(&mut client, STUBBORN);
    client.request_cancel(id);
    let error = client.wait(id).unwrap_err();
    assert_eq!(error, CallError::Fault(Fault::Cancelled));
    assert_eq!(world.learnt(), Interest::Orphaned);
    echo(&mut client, b"and goes on");
}

#[test]
fn a_client_that_goes_away_is_noticed() {
    for world in World::each() {
        let mut client = world.client();
        echo(&mut client, b"bound");
        long(&mut client, WILLING);
        drop(client);
        assert_eq!(world.learnt(), Interest::Orphaned);
    }
}

#[test]
fn what_waits_behind_a_cancel_or_before_it_is_not_lost() {
    for world in World::each() {
        let mut client = world.client();
        echo(&mut client, b"bound");
        let bodies: Vec<Vec<u8>> = (0..20u8).map(|i| vec![i; 100 * usize::from(i)]).collect();
        let call = CallHead::new(DCE, ECHO);
        let id = long(&mut client, WILLING);
        let mut sent: Vec<_> = bodies[..10]
            .iter()
            .map(|body| send(&mut client, &call, body))
            .collect();
        client.request_cancel(id);
        sent.extend(bodies[10..].iter().map(|b| send(&mut client, &call, b)));
        for (id, body) in sent.into_iter().zip(&bodies) {
            assert_eq!(client.wait(id).unwrap().body, body);
        }
        let error = client.wait(id).unwrap_err();
        assert_eq!(error, CallError::Fault(Fault::Cancelled));
    }
}

#[test]
fn where_there_are_no_cancels_the_call_is_given_up() {
    for world in World::each() {
        let engine = onc::Client::stream(Limits::default(), 1);
        let mut client = Client::tcp(engine, &[world.address(1)], &Options::default()).unwrap();
        let interface = InterfaceId::of_program(0x2000_0001, 1);
        let id = send(&mut client, &CallHead::new(interface, ECHO), b"");
        client.request_cancel(id);
        assert_eq!(client.wait(id).unwrap_err(), CallError::Cancelled);
        assert_eq!(client.in_flight(), 0);
    }
}

/// A client that reads everything from the server, and does not react.
struct Wire {
    stream: TcpStream,
    engine: dce::co::Client,
    rx: Rx,
    /// The server has asked for the connection to be closed.
    asked: bool,
}

impl Wire {
    fn new(world: &World) -> Self {
        let stream = TcpStream::connect(world.address(0)).unwrap();
        let patience = Some(Duration::from_secs(10));
        stream.set_read_timeout(patience).unwrap();
        stream.set_nodelay(true).unwrap();
        Wire {
            stream,
            engine: dce::co::Client::new(Limits::default(), 1),
            rx: Rx::default(),
            asked: false,
        }
    }

    /// Makes a call and waits for its reply.
    fn echo(&mut self) {
        let now = Instant::from_nanos(0);
        let call = CallHead::new(DCE, ECHO);
        let id = self.engine.begin_call(&call).unwrap();
        self.engine.finish_call(now).unwrap();
        loop {
            let event = self.engine.next_event(&mut self.rx, &Clock::at(now));
            while let Some(due) = self.engine.poll_transmit() {
                let n = self.stream.write(due.bytes).unwrap();
                self.engine.sent(n);
            }
            match event {
                None => assert!(self.read() > 0, "the server closed"),
                Some(ClientEvent::Reply { id: of, .. }) => return assert_eq!(of, id),
                Some(other) => panic!("{other:?}"),
            }
        }
    }

    fn read(&mut self) -> usize {
        let mut bytes = [0; 4096];
        let n = self.stream.read(&mut bytes).unwrap();
        self.rx.buf.put(&bytes[..n]);
        self.asked |= bytes[..n].windows(4).any(|w| w == [5, 0, 0x11, 3]);
        n
    }

    fn is_asked_to_leave(&mut self) {
        while !self.asked {
            assert!(self.read() > 0, "the server closed without a word");
        }
    }
}

#[test]
fn an_idle_client_is_asked_to_close_and_given_time() {
    let world = World::with(Caps {
        idle_for: Some(Duration::from_millis(100)),
        leave_within: Duration::from_secs(60),
        ..Caps::default()
    });
    let mut wire = Wire::new(&world);
    wire.echo();
    wire.is_asked_to_leave();
    let mut other = Wire::new(&world);
    other.echo();
    other.is_asked_to_leave();
    assert_eq!(world.running.status().connections, 2);
    drop(other);
    support::until("the other has left", || {
        world.running.status().connections == 1
    });
    drop(wire);
    support::until("both have", || world.running.status().connections == 0);
}

#[test]
fn a_client_that_does_not_close_is_closed() {
    let world = World::with(Caps {
        idle_for: Some(Duration::from_millis(100)),
        leave_within: Duration::from_millis(30),
        ..Caps::default()
    });
    let mut wire = Wire::new(&world);
    wire.echo();
    wire.is_asked_to_leave();
    assert_eq!(wire.read(), 0);
    support::until("it is closed", || world.running.status().connections == 0);
}

#[test]
fn a_server_that_stops_says_so() {
    // From a reactor, from a thread of the connection's own, and with workers.
    for (calls, workers) in [(1, 0), (100, 0), (3, 2)] {
        let world = World::with(Caps {
            workers,
            ..Caps::default()
        });
        let mut wire = Wire::new(&world);
        (0..calls).for_each(|_| wire.echo());
        world.running.stop(Duration::from_secs(10));
        wire.is_asked_to_leave();
        assert_eq!(wire.read(), 0);
        world.running.join();
    }
}

#[test]
fn a_client_closes_when_it_is_asked_to_and_its_calls_are_over() {
    let asked = |idle_ms| {
        let world = World::with(Caps {
            idle_for: Some(Duration::from_millis(idle_ms)),
            leave_within: Duration::from_secs(60),
            ..Caps::default()
        });
        let mut client = world.client();
        echo(&mut client, b"bound");
        let heard = client.counters().bytes_received;
        support::until("it is asked to leave", || {
            world.running.status().counters.bytes_sent > heard
        });
        (world, client)
    };
    // The request crosses a call, which is answered.
    let (world, mut client) = asked(20);
    echo(&mut client, b"crosses it");
    support::until("it is closed", || world.running.status().connections == 0);
    let closed = CallError::Closed(Closed::ByPeer);
    assert_eq!(client.begin(&CallHead::new(DCE, ECHO)).unwrap_err(), closed);
    // An idle client checks first, so that nothing is sent to a closed connection.
    let (world, mut client) = asked(600);
    client
        .begin(&CallHead::new(DCE, ECHO))
        .unwrap()
        .put(b"late");
    let calls = world.running.status().counters.calls;
    assert_eq!(client.send().unwrap_err(), closed);
    support::until("it is closed", || world.running.status().connections == 0);
    assert_eq!(world.running.status().counters.calls, calls);
}
