//! The dependability test of H. M. Levy, "A Comparison of Commercial RPC Systems" (1989): each
//! client counts up and sends its number, the server executes each call and records it, so that
//! lost and repeated executions show.
//!
//! ```
//! use manyrpc_driver::sim::Transport;
//! use manyrpc_driver::sim::counter::CounterTest;
//! use manyrpc_engine::{Limits, raw};
//!
//! let test = CounterTest { calls_each: 10, transport: Transport::Stream, ..CounterTest::default() };
//! let report = test.run(
//!     Box::new(|_| Box::new(raw::Server::stream(Limits::default()))),
//!     |seed| Box::new(raw::Client::stream(Limits::default(), seed)),
//! );
//! assert_eq!((report.answered, report.lost, report.doubled), (40, 0, 0));
//! ```

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use core::time::Duration;

use manyrpc_engine::{
    Buf, Call, CallError, CallHead, ClientEngine, Fault, Handler, Instant, InterfaceId, Outcome,
};

use super::{
    Actor, ClientFactory, Conditions, Ctx, Cue, Delay, End, Endpoint, ServerFactory, Transport,
    What, World,
};

/// A test: a number of sequential calls by each of several clients.
#[derive(Clone, Debug)]
pub struct CounterTest {
    /// The world's seed.
    pub seed: u64,
    /// Number of clients, each on a host of its own.
    pub clients: u32,
    /// Calls of each client.
    pub calls_each: u32,
    /// Conditions of every link, in both directions.
    pub conditions: Conditions,
    /// How long a call takes on the server.
    pub service: Delay,
    /// Datagrams or streams.
    pub transport: Transport,
    /// The interface called.
    pub interface: InterfaceId<'static>,
    /// The operation called.
    pub operation: u32,
    /// The operation's name, for protocols that send it.
    pub name: &'static str,
    /// How bytes are represented as arguments.
    pub costume: Costume,
    /// The timeout of a call.
    pub timeout: Duration,
    /// Bytes in addition to the number in a client's n-th call and in its reply.
    pub padding: fn(u32) -> usize,
}

impl Default for CounterTest {
    fn default() -> Self {
        CounterTest {
            seed: 1,
            clients: 4,
            calls_each: 1000,
            conditions: Conditions::default(),
            service: Delay::NONE,
            transport: Transport::Datagram,
            interface: InterfaceId::ONLY,
            operation: 1,
            name: "",
            costume: Costume::NONE,
            timeout: Duration::from_secs(3600),
            padding: |_| 0,
        }
    }
}

/// How arbitrary bytes are represented as arguments of a protocol that accepts only values of its
/// syntax, and recovered from an equal result.
#[derive(Clone, Copy, Debug)]
pub struct Costume {
    /// Appends the representation of these bytes.
    pub on: fn(&[u8], &mut Buf),
    /// The bytes represented; none if it is invalid.
    pub off: fn(&[u8]) -> Cow<'_, [u8]>,
}

impl Costume {
    /// For protocols that accept anything.
    pub const NONE: Costume = Costume {
        on: |bytes, into| into.put(bytes),
        off: |bytes| Cow::Borrowed(bytes),
    };
}

/// The result of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CounterReport {
    /// Calls with a reply.
    pub answered: u64,
    /// Calls reported to the client as failed, executed or not: not silent.
    pub failed: u64,
    /// Calls with a reply that were never executed: silent losses.
    pub lost: u64,
    /// Executions beyond the first, over all calls.
    pub doubled: u64,
    /// Calls that got another call's reply.
    pub wrong: u64,
    /// Executions, including repetitions.
    pub executed: u64,
    /// Datagrams or stream segments sent.
    pub packets: u64,
    /// The elapsed virtual time.
    pub elapsed: Duration,
    /// The hash of the world's log.
    pub hash: u64,
}

impl CounterReport {
    /// Lost and repeated executions per million calls, as the paper counts them.
    pub fn per_million(&self) -> (f64, f64) {
        let calls = (self.answered + self.failed).max(1) as f64;
        let rate = |n: u64| n as f64 * 1e6 / calls;
        (rate(self.lost), rate(self.doubled))
    }
}

impl CounterTest {
    /// Runs the test in a world of its own.
    ///
    /// # Panics
    /// If an engine or script loops without time passing, which is a defect and no result.
    pub fn run(
        &self,
        server: ServerFactory,
        client: impl FnMut(u64) -> Box<dyn ClientEngine> + Clone + 'static,
    ) -> CounterReport {
        self.run_in(&mut World::new(self.seed), server, client, |_, _| {})
    }

    /// Runs the test in a given world, after `plan` was called with the world and the server to
    /// plan crashes, partitions and the like.
    ///
    /// # Panics
    /// As [`run`](Self::run).
    pub fn run_in(
        &self,
        world: &mut World,
        server: ServerFactory,
        client: impl FnMut(u64) -> Box<dyn ClientEngine> + Clone + 'static,
        plan: impl FnOnce(&mut World, Endpoint),
    ) -> CounterReport {
        let ledger = Arc::new(Ledger::new(self));
        world.usual(self.conditions.clone());
        let handler = ledger.clone();
        let at = match self.transport {
            Transport::Datagram => world.serve_datagram(SERVER, server, handler),
            Transport::Stream => world.serve_stream(SERVER, server, handler),
        };
        world.service(at, self.service);
        for index in 0..self.clients {
            let factory: ClientFactory = Box::new(client.clone());
            let from = client_address(index);
            world.client(
                from,
                self.transport,
                SERVER,
                factory,
                self.script(index, &ledger),
            );
        }
        plan(world, at);
        let end = world.run();
        assert_ne!(end, End::Stuck, "an engine goes in circles");
        ledger.report(world)
    }

    fn script(&self, client: u32, ledger: &Arc<Ledger>) -> impl Actor + use<> {
        CountUp {
            client,
            next: 0,
            in_flight: false,
            stream: self.transport == Transport::Stream,
            calls: self.calls_each,
            head: CallHead {
                name: self.name,
                timeout: Some(self.timeout),
                ..CallHead::new(self.interface, self.operation)
            },
            padding: self.padding,
            costume: self.costume,
            ledger: ledger.clone(),
        }
    }
}

/// The server's address.
pub const SERVER: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)), 2049);

/// A client's address.
pub fn client_address(index: u32) -> SocketAddr {
    let ip = Ipv4Addr::from_bits(Ipv4Addr::new(10, 1, 0, 0).to_bits() + index);
    SocketAddr::new(ip.into(), 1000)
}

/// A client's script.
struct CountUp {
    client: u32,
    /// The number of the current call, or of the next one.
    next: u32,
    in_flight: bool,
    calls: u32,
    stream: bool,
    head: CallHead<'static>,
    padding: fn(u32) -> usize,
    costume: Costume,
    ledger: Arc<Ledger>,
}

impl Actor for CountUp {
    fn cue(&mut self, cx: &mut Ctx<'_>, cue: Cue<'_>) {
        match cue {
            Cue::Started => {
                if self.in_flight {
                    self.failed();
                }
                if !self.stream {
                    self.call(cx);
                }
            }
            Cue::Reply { body, .. } => {
                let body = (self.costume.off)(body);
                let right = is_message(&body, self.client, self.next, self.padding);
                self.ledger.note(self.client, self.next, right);
                self.done();
                self.call(cx);
            }
            Cue::Failed { error, .. } => {
                self.failed();
                if !matches!(error, CallError::Closed(_) | CallError::Wire(_)) || !self.stream {
                    self.call(cx);
                }
            }
            Cue::Closed(_) | Cue::Broken(_) => {
                if self.stream && self.next < self.calls {
                    cx.wake_after(RECONNECT, 0);
                }
            }
            Cue::Woken(_) => cx.reconnect(),
            Cue::Opened => self.call(cx),
            Cue::Ended { .. } => {}
        }
    }
}

impl CountUp {
    fn call(&mut self, cx: &mut Ctx<'_>) {
        if self.next == self.calls {
            return;
        }
        let mut message = message(self.client, self.next).to_vec();
        message.resize(8 + (self.padding)(self.next), message[7]);
        self.in_flight = true;
        let write = |body: &mut Buf| (self.costume.on)(&message, body);
        if cx.call(&self.head, write).is_err() {
            // Nothing in this script can change the engine's refusal: end here.
            self.ledger.lock().failed += u64::from(self.calls - self.next);
            self.in_flight = false;
            self.next = self.calls;
        }
    }

    fn failed(&mut self) {
        self.ledger.lock().failed += 1;
        self.done();
    }

    fn done(&mut self) {
        self.in_flight = false;
        self.next += 1;
    }
}

fn message(client: u32, n: u32) -> [u8; 8] {
    (u64::from(client) << 32 | u64::from(n)).to_be_bytes()
}

fn is_message(body: &[u8], client: u32, n: u32, padding: fn(u32) -> usize) -> bool {
    let message = message(client, n);
    let rest = body.strip_prefix(&message);
    rest.is_some_and(|rest| rest.len() == padding(n) && rest.iter().all(|byte| *byte == message[7]))
}

/// What the server did and what the clients were told.
struct Ledger {
    accounts: Mutex<Accounts>,
    costume: Costume,
}

#[derive(Default)]
struct Accounts {
    calls_each: u32,
    /// How often each call was executed, by client and number.
    executions: Vec<u8>,
    answered: u64,
    failed: u64,
    lost: u64,
    wrong: u64,
    /// Executions with arguments of no call of this test.
    strange: u64,
}

impl Ledger {
    fn new(test: &CounterTest) -> Self {
        let accounts = Accounts {
            calls_each: test.calls_each,
            executions: vec![0; test.clients as usize * test.calls_each as usize],
            ..Accounts::default()
        };
        Ledger {
            accounts: Mutex::new(accounts),
            costume: test.costume,
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Accounts> {
        let accounts = self.accounts.lock();
        accounts.unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, client: u32, n: u32, right: bool) {
        let mut accounts = self.lock();
        let carried_out = accounts.execution(client, n).is_some_and(|n| *n > 0);
        accounts.answered += 1;
        accounts.wrong += u64::from(!right);
        accounts.lost += u64::from(!carried_out);
    }

    fn report(&self, world: &World) -> CounterReport {
        let accounts = self.lock();
        let twice = |n: &u8| u64::from(n.saturating_sub(1));
        CounterReport {
            answered: accounts.answered,
            failed: accounts.failed,
            lost: accounts.lost,
            doubled: accounts.executions.iter().map(twice).sum(),
            wrong: accounts.wrong + accounts.strange,
            executed: world.log().count(What::Executed),
            packets: world.log().count(What::Send),
            elapsed: world.now().since(Instant::ZERO),
            hash: world.log().hash(),
        }
    }
}

impl Accounts {
    /// The execution count of a call, if there is such a call.
    fn execution(&mut self, client: u32, n: u32) -> Option<&mut u8> {
        let index = client as usize * self.calls_each as usize + n as usize;
        let known = n < self.calls_each;
        self.executions.get_mut(index).filter(|_| known)
    }
}

impl Handler for Ledger {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        let arguments = &received[call.arguments.clone()];
        let mut accounts = self.lock();
        let bytes = (self.costume.off)(arguments);
        let word = bytes.first_chunk().copied().map(u64::from_be_bytes);
        let Some(count) = word.and_then(|w| accounts.execution((w >> 32) as u32, w as u32)) else {
            accounts.strange += 1;
            return Outcome::Fault(Fault::BadArguments);
        };
        *count = count.saturating_add(1);
        (self.costume.on)(&bytes, reply);
        Outcome::Done
    }
}

const RECONNECT: Duration = Duration::from_millis(100);
