//! Streaming calls woken from outside their connection: no wake-up is lost, whoever wakes, and
//! nothing is sent twice.

mod support;

use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::task::Waker;

use manyrpc_driver::blocking::{Client, Options};
use manyrpc_driver::server::{Caps, Running, Server};
use manyrpc_engine::{
    Buf, Call, CallHead, Caller, Fault, Flow, Handler, Limits, Outcome, Path, Replies, Stream,
    Streams, grpc,
};

/// In every operation the server sends as many messages as it is permitted.
struct Host;

impl grpc::Host for Host {
    fn streams_of(&self, path: Path<'_>) -> Streams {
        Streams {
            request: false,
            reply: path.operation == "Tell",
        }
    }
}

/// What one call may send.
struct Said {
    /// Its number, with which each message begins.
    number: u8,
    /// The number of messages that may be sent.
    allowed: AtomicU32,
    waker: Waker,
}

impl Said {
    fn allow(&self) {
        self.allowed.fetch_add(1, SeqCst);
        self.waker.wake_by_ref();
    }
}

/// Opens calls, and lists them.
#[derive(Clone, Default)]
struct Calls(Arc<Mutex<Vec<Arc<Said>>>>);

impl Calls {
    fn all(&self) -> Vec<Arc<Said>> {
        self.0.lock().unwrap().clone()
    }
}

impl Handler for Calls {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        reply.put(&received[call.arguments.clone()]);
        Outcome::Done
    }

    fn open(&self, call: &Call, received: &[u8], _: &dyn Caller) -> Result<Box<dyn Stream>, Fault> {
        Ok(Box::new(Telling {
            number: received[call.arguments.clone()][0],
            most: u32::from(received[call.arguments.clone()][1]) * 100,
            said: 0,
            what: None,
            calls: self.clone(),
        }))
    }
}

struct Telling {
    number: u8,
    /// It ends after this many.
    most: u32,
    said: u32,
    what: Option<Arc<Said>>,
    calls: Calls,
}

impl Stream for Telling {
    fn begun(&mut self, replies: &mut dyn Replies) -> Flow {
        let said = Arc::new(Said {
            number: self.number,
            allowed: AtomicU32::new(0),
            waker: replies.waker(),
        });
        self.calls.0.lock().unwrap().push(said.clone());
        self.what = Some(said);
        Flow::Wait
    }

    fn message(&mut self, _: &[u8], _: &mut dyn Replies) -> Flow {
        unreachable!("there is one request")
    }

    fn ended(&mut self, _: &mut dyn Replies) -> Flow {
        Flow::Wait
    }

    fn more(&mut self, replies: &mut dyn Replies) -> Flow {
        let what = self.what.as_ref().expect("it has begun");
        while self.said < what.allowed.load(SeqCst).min(self.most) {
            if replies.is_congested() {
                return Flow::More;
            }
            let n = self.said;
            replies.send(&mut |body| {
                body.put(&[self.number]);
                body.put(&n.to_be_bytes());
                true
            });
            self.said += 1;
            // From inside the call's own turn, too.
            if n % 7 == 3 {
                what.allow();
            }
        }
        match self.said == self.most {
            true => Flow::DONE,
            false => Flow::Wait,
        }
    }
}

fn serve(caps: Caps) -> (Running, Calls) {
    let calls = Calls::default();
    let engine = || -> Box<dyn manyrpc_engine::ServerEngine> {
        Box::new(grpc::Server::new(Limits::default(), Arc::new(Host)))
    };
    let server = Server::builder(Arc::new(calls.clone())).caps(caps);
    let server = server.listen_tcp(support::any_port(), engine).unwrap();
    (server.start().unwrap(), calls)
}

fn connect(running: &Running) -> Client<grpc::Client> {
    let address = running.addresses()[0].ip().unwrap();
    let engine = grpc::Client::new(Limits::default(), "test", false);
    Client::tcp(engine, &[address], &Options::default()).unwrap()
}

fn head(operation: &'static str) -> CallHead<'static> {
    let path = Path {
        interface: "test.Wakes",
        operation,
    };
    CallHead {
        streams: grpc::Host::streams_of(&Host, path),
        ..CallHead::named(path)
    }
}

/// A call that may send this many hundred messages.
fn open(client: &mut Client<grpc::Client>, number: u8, hundreds: u8) -> manyrpc_engine::CallId {
    let body = client.begin(&head("Tell")).unwrap();
    body.put(&[number, hundreds]);
    client.open().unwrap()
}

fn echo(client: &mut Client<grpc::Client>) {
    client.begin(&head("Echo")).unwrap().put(b"echo");
    let id = client.send().unwrap();
    assert_eq!(client.wait(id).unwrap().body, b"echo");
}

/// Opens calls on a connection and reads all their messages, in turns.
fn listen(mut client: Client<grpc::Client>, calls: u8, hundreds: u8) {
    let mut open: Vec<_> = (0..calls)
        .map(|number| (open(&mut client, number, hundreds), number, 0u32))
        .collect();
    while !open.is_empty() {
        open.retain_mut(|(id, number, next)| {
            let Some(reply) = client.next_message(*id).unwrap() else {
                assert_eq!(*next, u32::from(hundreds) * 100);
                return false;
            };
            let (from, n) = reply.body.split_first().unwrap();
            assert_eq!((*from, n), (*number, &next.to_be_bytes()[..]));
            *next += 1;
            true
        });
    }
}

/// Wakes calls until everything has been sent.
fn ring(calls: &Calls, expected: usize, most: u32, seed: usize) {
    let mut at = seed;
    loop {
        let all = calls.all();
        let done = |said: &Arc<Said>| said.allowed.load(SeqCst) >= most;
        if all.len() == expected && all.iter().all(done) {
            return;
        }
        for _ in 0..all.len() {
            at = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            all[(at >> 33) % all.len()].allow();
        }
    }
}

const CONNECTIONS: usize = 12;
const CALLS: u8 = 25;
const HUNDREDS: u8 = 3;

fn many_threads_ring(caps: Caps) {
    let (running, calls) = serve(caps);
    std::thread::scope(|scope| {
        for _ in 0..CONNECTIONS {
            scope.spawn(|| listen(connect(&running), CALLS, HUNDREDS));
        }
        for seed in 0..4 {
            let expected = CONNECTIONS * usize::from(CALLS);
            let calls = &calls;
            scope.spawn(move || ring(calls, expected, u32::from(HUNDREDS) * 100, seed));
        }
    });
    // Wakers that outlive their calls and connections do nothing.
    calls.all().iter().for_each(|said| said.allow());
    let mut client = connect(&running);
    echo(&mut client);
    calls.all().iter().for_each(|said| said.waker.wake_by_ref());
    echo(&mut client);
    let numbers: usize = calls.all().iter().map(|s| usize::from(s.number)).sum();
    assert_eq!(
        numbers,
        CONNECTIONS * (0..usize::from(CALLS)).sum::<usize>()
    );
}

#[test]
fn many_threads_ring_for_many_calls_on_reactors() {
    many_threads_ring(Caps {
        dedicated: 0,
        ..Caps::default()
    });
}

#[test]
fn many_threads_ring_for_many_calls_with_dedicated_threads() {
    many_threads_ring(Caps::default());
}

#[test]
fn many_threads_ring_for_many_calls_with_workers() {
    many_threads_ring(Caps {
        workers: 2,
        ..Caps::default()
    });
}

/// A connection with a thread of its own gives it up for calls that can be woken, and may get one
/// again after them.
#[test]
fn a_connection_that_was_lent_can_be_woken() {
    for timed in [false, true] {
        let (running, calls) = serve(Caps {
            // With this, threads wait with a timeout.
            idle_for: timed.then_some(std::time::Duration::from_secs(100)),
            ..Caps::default()
        });
        let mut client = connect(&running);
        for round in 1..=3 {
            let mut exchanges = 0;
            while running.status().dedicated == 0 {
                echo(&mut client);
                exchanges += 1;
                assert!(exchanges < 1_000_000, "it is never lent");
            }
            let id = open(&mut client, 1, 1);
            // It is moving between the threads by now, or not yet.
            while calls.all().len() < round {
                std::thread::yield_now();
            }
            let said = calls.all().pop().unwrap();
            for n in 0..100u32 {
                if said.allowed.load(SeqCst) <= n {
                    said.allow();
                }
                let reply = client.next_message(id).unwrap().unwrap();
                assert_eq!(reply.body[1..], n.to_be_bytes());
                // The thread itself may have sent the first, before it gave the connection up.
                while n == 0 && running.status().dedicated > 0 {
                    std::thread::yield_now();
                }
                assert_eq!(running.status().dedicated, 0, "nobody could wake it");
            }
            assert!(client.next_message(id).unwrap().is_none());
        }
    }
}

/// A call that is woken continuously, from inside its own turn, does not delay its neighbours.
#[test]
fn a_call_that_rings_without_end_is_one_of_many() {
    /// Wakes itself whenever it is woken.
    struct Restless;
    impl Stream for Restless {
        fn begun(&mut self, replies: &mut dyn Replies) -> Flow {
            self.more(replies)
        }
        fn message(&mut self, _: &[u8], _: &mut dyn Replies) -> Flow {
            Flow::Wait
        }
        fn ended(&mut self, _: &mut dyn Replies) -> Flow {
            Flow::Wait
        }
        fn more(&mut self, replies: &mut dyn Replies) -> Flow {
            replies.waker().wake();
            Flow::Wait
        }
    }
    struct Opens;
    impl Handler for Opens {
        fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
            reply.put(&received[call.arguments.clone()]);
            Outcome::Done
        }
        fn open(&self, _: &Call, _: &[u8], _: &dyn Caller) -> Result<Box<dyn Stream>, Fault> {
            Ok(Box::new(Restless))
        }
    }
    let engine = || -> Box<dyn manyrpc_engine::ServerEngine> {
        Box::new(grpc::Server::new(Limits::default(), Arc::new(Host)))
    };
    let server = Server::builder(Arc::new(Opens)).caps(Caps {
        reactors: 1,
        ..Caps::default()
    });
    let server = server.listen_tcp(support::any_port(), engine).unwrap();
    let running = server.start().unwrap();
    let mut restless = connect(&running);
    let id = open(&mut restless, 1, 1);
    let mut neighbour = connect(&running);
    for _ in 0..100 {
        echo(&mut neighbour);
        echo(&mut restless);
    }
    restless.cancel(id);
    echo(&mut restless);
}
