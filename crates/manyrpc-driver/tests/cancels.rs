//! Handlers that take long learn that their callers have lost interest, and callers get their
//! calls back (C706 section 6.1.8).

mod support;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc;
use std::time::Duration;

use manyrpc_driver::blocking::{Client, Options};
use manyrpc_driver::server::{Caps, Running, Server};
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallId, Caller, ClientEngine, Fault, Handler, Interest,
    Interface, Limits, Outcome, dce, onc,
};

const DCE: Interface = Interface::Uuid {
    uuid: [7; 16],
    major: 1,
    minor: 0,
};
const ECHO: u32 = 0;
/// Ends when it is asked to.
const WILLING: u32 = 1;
/// Ends when nobody waits any more.
const STUBBORN: u32 = 2;

struct Host;

impl dce::Host for Host {
    fn serves(&self, _: &[u8; 16], _: u16, _: u16) -> bool {
        true
    }

    fn join_group(&self, wanted: u32) -> Option<u32> {
        Some(wanted.max(1))
    }

    fn leave_group(&self, _: u32) -> bool {
        true
    }
}

/// Carries out [`ECHO`], [`WILLING`] and [`STUBBORN`]; tells what it has learnt when it ends.
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
    /// Calls are carried out where they are received, and at workers.
    fn each() -> [Self; 2] {
        [0, 2].map(World::with_workers)
    }

    fn with_workers(workers: usize) -> Self {
        let (tell, learnt) = mpsc::channel();
        let caps = Caps {
            workers,
            ..Caps::default()
        };
        let running = Server::builder(Arc::new(Long(tell)))
            .caps(caps)
            .listen_tcp(support::any_port(), || {
                Box::new(dce::co::Server::new(Limits::default(), Arc::new(Host)))
            })
            .and_then(|b| {
                b.listen_tcp(support::any_port(), || {
                    Box::new(onc::Server::stream(Limits::default()))
                })
            })
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

    fn learnt(&self) -> Interest {
        self.learnt.recv_timeout(Duration::from_secs(10)).unwrap()
    }
}

fn send<E: ClientEngine>(client: &mut Client<E>, head: &CallHead, body: &[u8]) -> CallId {
    client.begin(head).unwrap().put(body);
    client.send().unwrap()
}

fn long(client: &mut Client<dce::co::Client>, operation: u32) -> CallId {
    send(client, &CallHead::new(DCE, operation), b"long")
}

fn echo(client: &mut Client<dce::co::Client>, body: &[u8]) {
    let id = send(client, &CallHead::new(DCE, ECHO), body);
    assert_eq!(client.wait(id).unwrap().body, body);
}

#[test]
fn an_operation_that_looks_ends_when_it_is_asked_to() {
    for world in World::each() {
        let mut client = world.client();
        // Once it is bound; a call before that is not sent yet.
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
fn one_that_does_not_end_is_orphaned_and_nobody_hears_of_it() {
    for world in World::each() {
        let mut client = world.client();
        echo(&mut client, b"bound");
        let id = long(&mut client, STUBBORN);
        client.request_cancel(id);
        assert_eq!(client.wait(id).unwrap_err(), CallError::Cancelled);
        assert_eq!(world.learnt(), Interest::Orphaned);
        echo(&mut client, b"and goes on");
        // Giving it up says the same at once, and so does the end of its time.
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
        let interface = Interface::Program {
            program: 0x2000_0001,
            version: 1,
        };
        let id = send(&mut client, &CallHead::new(interface, ECHO), b"");
        client.request_cancel(id);
        assert_eq!(client.wait(id).unwrap_err(), CallError::Cancelled);
        assert_eq!(client.in_flight(), 0);
    }
}
