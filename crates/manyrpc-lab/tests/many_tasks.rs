//! Many tasks call servers on foreign libraries at once, by one client, and give up some of their calls at random: every
//! other call has its own answer, over one connection where calls share one, and no call is carried out twice.

#[expect(
    dead_code,
    reason = "other tests hold replies back, and count connections"
)]
#[path = "cancels/relay.rs"]
mod relay;
mod support;

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::task::Poll;
use std::time::Duration;

use manyrpc::dynamic::AsyncDynamicClient;
use manyrpc::{AsyncClient, Binding, ClientOptions};
use manyrpc_lab::generated::bench::{AsyncBenchV1Client, BENCH_V1};
use relay::Relay;
use support::Peer;
use support::database::{database, record, wanted};
use support::world::World;
use tokio::task::yield_now;
use tokio::time::timeout;

/// The calls of each task.
const CALLS: u32 = 25;

/// Longer than any call here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A foreign server.
#[derive(Clone, Copy)]
struct Foreign {
    program: &'static str,
    transport: &'static str,
    /// Where it is, but for the port.
    binding: &'static str,
    service: Service,
    /// How many connections a client may have, where calls do not share one.
    connections: Option<usize>,
    tasks: u32,
    /// Whether it bears with calls that are given up.
    is_patient: bool,
}

/// What it serves.
#[derive(Clone, Copy, PartialEq)]
enum Service {
    /// Sums.
    Bench,
    /// Sums, and the number of executions so far.
    CountingBench,
    /// A record for each number.
    Database,
}

const DATABASE: Foreign = Foreign {
    program: "",
    transport: "tcp",
    binding: "",
    service: Service::Database,
    connections: None,
    tasks: 40,
    is_patient: true,
};

const BENCH: Foreign = Foreign {
    service: Service::CountingBench,
    ..DATABASE
};

/// A client, which tasks share.
#[derive(Clone)]
enum Caller {
    Bench(AsyncBenchV1Client),
    Database(AsyncDynamicClient),
}

impl Caller {
    async fn connect(service: Service, at: &Binding, options: &ClientOptions) -> Self {
        match service {
            Service::Database => {
                let database = database();
                let client = AsyncClient::connect(at, Some(database.id()), options).await;
                Caller::Database(AsyncDynamicClient::new(
                    client.expect("it listens"),
                    database,
                ))
            }
            Service::Bench | Service::CountingBench => {
                let client = AsyncClient::connect(at, Some(BENCH_V1.id), options).await;
                Caller::Bench(AsyncBenchV1Client::new(client.expect("it listens")))
            }
        }
    }

    fn client(&self) -> &AsyncClient {
        match self {
            Caller::Bench(bench) => bench.client(),
            Caller::Database(database) => database.client(),
        }
    }

    /// A call whose answer is that of its number alone.
    async fn ask(&self, number: i32) -> Result<(), String> {
        let is_right = match self {
            Caller::Bench(bench) => {
                let sum = bench.add(number, 7).await;
                sum.map_err(|e| e.to_string())? == number + 7
            }
            Caller::Database(database) => {
                let reply = database.call("Request", &[wanted(number, false)]).await;
                reply.map_err(|e| e.to_string())? == [record(number, false)]
            }
        };
        match is_right {
            true => Ok(()),
            false => Err(format!("the answer to {number} is another one's")),
        }
    }
}

/// How often `count` was called, and what it answered.
#[derive(Default)]
struct Counted {
    begun: AtomicU64,
    answers: Mutex<BTreeSet<u64>>,
}

impl Counted {
    /// Has the server count an execution, of which each is another one.
    async fn count(&self, bench: &AsyncBenchV1Client) -> Result<(), String> {
        self.begun.fetch_add(1, Relaxed);
        let answer = bench.count(1).await.map_err(|e| e.to_string())?;
        match self.answers.lock().expect("nobody panics").insert(answer) {
            true => Ok(()),
            false => Err(format!("{answer} was counted before")),
        }
    }
}

/// Xorshift (Marsaglia 2003).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
}

/// Polls a call, and drops it when others have had so many turns; its end, if that comes before.
async fn for_turns<T>(call: impl Future<Output = T>, turns: u64) -> Option<T> {
    let mut call = pin!(call);
    for _ in 0..turns {
        if let Poll::Ready(end) = poll_fn(|cx| Poll::Ready(call.as_mut().poll(cx))).await {
            return Some(end);
        }
        yield_now().await;
    }
    None
}

/// The calls of one task.
struct Task {
    caller: Caller,
    counted: Option<Arc<Counted>>,
    number: u32,
    gives_up: bool,
}

impl Task {
    async fn run(self) -> Result<(), String> {
        let mut random = Random(u64::from(self.number) * 7919 + 1);
        for call in 0..CALLS {
            let asking = self.caller.ask((self.number * CALLS + call) as i32);
            self.perhaps(asking, &mut random).await?;
            if let (Some(counted), Caller::Bench(bench)) = (&self.counted, &self.caller) {
                self.perhaps(counted.count(bench), &mut random).await?;
            }
        }
        Ok(())
    }

    /// Waits for a call, or gives it up after a while.
    async fn perhaps(
        &self,
        call: impl Future<Output = Result<(), String>>,
        random: &mut Random,
    ) -> Result<(), String> {
        let end = match random.below(6) {
            0 if self.gives_up => for_turns(call, 1 + random.below(4)).await,
            1 if self.gives_up => {
                let while_away = Duration::from_millis(random.below(4));
                timeout(while_away, call).await.ok()
            }
            _ => Some(call.await),
        };
        end.unwrap_or(Ok(()))
    }
}

impl Foreign {
    fn is_called_by_many_tasks(&self) {
        let mut peer = Peer::start(self.program, &[self.transport]);
        let mut at: Binding = self.binding.parse().expect("a binding");
        at.set_port(peer.port());
        let shares = self.connections.is_none() && self.transport == "tcp";
        // It passes on one connection, and no second one.
        let relay = shares.then(|| Relay::to(at.port().expect("it has one")));
        if let Some(relay) = &relay {
            at.set_port(relay.port);
        }
        World::wait(self.is_called_there(&at));
    }

    async fn is_called_there(&self, at: &Binding) {
        let options = ClientOptions {
            timeout: Some(PATIENCE),
            connections: self.connections.unwrap_or(1),
            ..ClientOptions::default()
        };
        let caller = Caller::connect(self.service, at, &options).await;
        let counted = (self.service == Service::CountingBench).then(Arc::<Counted>::default);
        let start = |number| {
            let task = Task {
                caller: caller.clone(),
                counted: counted.clone(),
                number,
                gives_up: self.is_patient,
            };
            tokio::spawn(task.run())
        };
        for task in (0..self.tasks).map(start).collect::<Vec<_>>() {
            let ended = task.await.expect("a task that ends well");
            assert_eq!(ended, Ok(()), "{} {at}", self.program);
        }
        assert_eq!(caller.client().in_flight(), 0, "{} {at}", self.program);
        for number in 0..20 {
            assert_eq!(caller.ask(number).await, Ok(()), "{} {at}", self.program);
        }
        if let (Some(counted), Caller::Bench(bench)) = (counted, &caller) {
            self.carried_out(&counted, bench).await;
        }
    }

    /// As many calls as were answered were carried out at least, and no more than were made.
    async fn carried_out(&self, counted: &Counted, bench: &AsyncBenchV1Client) {
        let executions = bench.count(1).await.expect("it is answered") - 1;
        let answered = counted.answers.lock().expect("nobody panics").len() as u64;
        let begun = counted.begun.load(Relaxed);
        let program = self.program;
        assert_eq!(answered < begun, self.is_patient, "{program}: given up");
        assert!(
            (answered..=begun).contains(&executions),
            "{program}: {executions} executions of {begun} calls"
        );
    }
}

#[test]
fn over_grpc_in_every_language() {
    let programs = [
        ("cpp/grpc_server", 40, true),
        // It refuses calls that it has no thread for, and calls that were given up keep theirs for a while.
        ("ruby/grpc_server", 8, false),
        ("python/grpc_server", 40, true),
        ("go/grpc_server", 40, true),
        ("java/grpc_server", 40, true),
        ("rust/grpc_server", 40, true),
    ];
    for (program, tasks, is_patient) in programs {
        let server = Foreign {
            program,
            binding: "grpc://127.0.0.1:0",
            tasks,
            is_patient,
            ..DATABASE
        };
        server.is_called_by_many_tasks();
    }
}

/// libtirpc carries out what is sent again over datagrams.
#[test]
fn over_onc_rpc() {
    let program = "libtirpc/tirpc_server";
    let over_tcp = Foreign {
        program,
        binding: "onc+tcp://127.0.0.1:0",
        ..BENCH
    };
    let over_udp = Foreign {
        transport: "udp",
        binding: "onc+udp://127.0.0.1:0",
        service: Service::Bench,
        ..over_tcp
    };
    over_tcp.is_called_by_many_tasks();
    over_udp.is_called_by_many_tasks();
}

/// In GIOP 1.2 omniORB may read nothing more from a connection on which calls are cancelled while many are in flight; in 1.1,
/// or with `cancel=no`, it is not told.
#[test]
fn over_corba() {
    let (plain, told_nothing, older) = (
        "iiop://127.0.0.1:0/manyrpc.Bench",
        "iiop://127.0.0.1:0/manyrpc.Bench?cancel=no",
        "iiop://127.0.0.1:0/manyrpc.Bench?version=1.1",
    );
    let (omniorb, jacorb) = ("omniorb/omniorb_server", "jacorb/jacorb_server");
    for (program, binding, is_patient) in [
        (omniorb, plain, false),
        (omniorb, told_nothing, true),
        (omniorb, older, true),
        (jacorb, plain, true),
        (jacorb, told_nothing, true),
        (jacorb, older, true),
    ] {
        let server = Foreign {
            program,
            binding,
            is_patient,
            ..BENCH
        };
        server.is_called_by_many_tasks();
    }
}

/// impacket answers a cancel with half a fault.
#[test]
fn over_dce_rpc() {
    let server = Foreign {
        program: "impacket/impacket_server",
        binding: "dce+tcp://127.0.0.1:0",
        service: Service::Bench,
        is_patient: false,
        ..BENCH
    };
    server.is_called_by_many_tasks();
}

/// Calls over HTTP/1.1 have a connection each.
#[test]
fn over_http() {
    let (xml, json) = (
        "xmlrpc+http://127.0.0.1:0/RPC2",
        "jsonrpc+http://127.0.0.1:0/?members=full",
    );
    let servers = [
        ("cpp/xmlrpc_server", xml),
        ("ruby/xmlrpc_server", xml),
        ("python/xmlrpc_server", xml),
        ("java/xmlrpc_server", xml),
        ("cpp/jsonrpc_server", json),
        ("ruby/jsonrpc_server", json),
        ("java/jsonrpc_server", json),
        ("soap-gsoap/soap_server", "soap+http://127.0.0.1:0"),
        ("soap-cxf/soap_server", "soap+http://127.0.0.1:0"),
        ("soap-python/soap_server", "soap+http://127.0.0.1:0"),
    ];
    for (program, binding) in servers {
        let server = Foreign {
            program,
            binding,
            connections: Some(4),
            tasks: 16,
            ..DATABASE
        };
        server.is_called_by_many_tasks();
    }
}
