//! Calls that are given up, as the other end sees them: Wireshark's dissector reads what goes over the wire, and gRPC's
//! Python library is the server.

#[path = "../../manyrpc-engine/tests/support/pcap.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "it is other tests', and its datagrams too"
)]
mod pcap;
mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::server::Running;
use manyrpc::{CallError, Cancel, ClientOptions, Error, Server};
use manyrpc_model::Value;
use pcap::{Ends, dissect};
use support::dynamic::Dynamic;
use support::root;
use support::world::{Stub, World};
use tokio::time::{sleep, timeout};

const TEXT: &str = "program HELD { version V1 { int HOLD(int) = 1; } = 1; } = 0x2000000c;";

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long a call has where it is its time that ends it.
const SHORT: Duration = Duration::from_millis(300);

fn held() -> DynamicInterface {
    let (module, _) = manyrpc_idl::load_text("held.x", TEXT, &manyrpc_idl::Options::default());
    let definition = Definition::new(module.expect("it is correct")).expect("it can be lowered");
    DynamicInterface::find(&definition, None).expect("it is there")
}

/// How a caller gives up.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// Its future is dropped; a client that blocks is told by another thread.
    Dropped,
    /// The call's own timeout is over.
    Late,
    /// `tokio::time::timeout` drops the future. Not with clients that block.
    Elapsed,
}

impl Way {
    const ALL: [Way; 3] = [Way::Dropped, Way::Late, Way::Elapsed];

    fn cases() -> impl Iterator<Item = (World, Way)> {
        let cases = World::in_all(Self::ALL);
        cases.filter(|case| *case != (World::Blocking, Way::Elapsed))
    }

    fn options(self) -> ClientOptions {
        ClientOptions {
            timeout: (self == Way::Late).then_some(SHORT),
            ..ClientOptions::default()
        }
    }

    /// Makes a call, and gives it up after it has begun. Returns the client, whose connection lives on.
    fn give_up(
        self,
        mut client: Dynamic,
        has_begun: impl Fn() -> bool + Send + 'static,
    ) -> Dynamic {
        let arguments = [Value::I32(1)];
        let ended = match &mut client {
            Stub::Blocking(client) => {
                let cancel = Cancel::new().expect("descriptors are left");
                client.client().set_cancel(Some(cancel.clone()));
                let dropping = self == Way::Dropped;
                let puller = thread::spawn(move || {
                    if dropping {
                        until(has_begun);
                        cancel.pull();
                    }
                });
                let ended = client.call("HOLD", &arguments);
                puller.join().expect("the call begins");
                ended
            }
            Stub::Futures(client) => {
                let call = client.call("HOLD", &arguments);
                World::wait(async {
                    match self {
                        Way::Late => call.await,
                        Way::Elapsed => timeout(SHORT, call).await.unwrap_or(CANCELLED),
                        Way::Dropped => {
                            let begun = async {
                                while !has_begun() {
                                    sleep(Duration::from_millis(1)).await;
                                }
                            };
                            // The call never ends.
                            let mut call = Box::pin(call);
                            let mut begun = Box::pin(begun);
                            std::future::poll_fn(|cx| {
                                let _ = call.as_mut().poll(cx);
                                begun.as_mut().poll(cx)
                            })
                            .await;
                            CANCELLED
                        }
                    }
                })
            }
        };
        let error = ended.expect_err("nobody answers");
        let is_late = match &error {
            Error::Call(CallError::TimedOut { .. }) => true,
            Error::Call(CallError::Fault(fault)) => fault.is_deadline_exceeded(),
            _ => false,
        };
        assert_eq!(is_late, self == Way::Late, "{error}");
        client
    }
}

const CANCELLED: Result<Vec<Value>, Error> = Err(Error::Call(CallError::Cancelled));

fn until(so: impl Fn() -> bool) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < PATIENCE, "it does not come to pass");
        thread::sleep(Duration::from_millis(1));
    }
}

/// A server that carries out calls until it is let go.
struct Holding {
    server: Option<Running>,
    begun: Arc<AtomicBool>,
    gate: Arc<(Mutex<bool>, Condvar)>,
}

impl Holding {
    fn new(binding: &str) -> Self {
        let (begun, gate) = (
            Arc::<AtomicBool>::default(),
            Arc::<(Mutex<bool>, Condvar)>::default(),
        );
        let (tells, held_by) = (begun.clone(), gate.clone());
        let service = DynamicService::new(held(), move |_, _, arguments| {
            tells.store(true, SeqCst);
            let (open, opened) = &*held_by;
            let open = open.lock().expect("nobody panics");
            drop(opened.wait_while(open, |open| !*open));
            Ok(arguments)
        });
        let server = Server::builder().service(service).workers(1);
        let server = server.listen(binding).and_then(|server| server.start());
        Holding {
            server: Some(server.expect("loopback can be listened on")),
            begun,
            gate,
        }
    }

    fn port(&self) -> u16 {
        let server = self.server.as_ref().expect("it runs");
        server.bindings()[0].port().expect("it is bound")
    }
}

impl Drop for Holding {
    fn drop(&mut self) {
        let (open, opened) = &*self.gate;
        *open.lock().expect("nobody panics") = true;
        opened.notify_all();
        drop(self.server.take());
    }
}

/// What went over a connection: whether to the server, and the bytes.
type Recorded = Arc<Mutex<Vec<(bool, Vec<u8>)>>>;

/// Passes on one connection to a port, and records it.
fn recording(to: u16) -> (u16, Recorded) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback can be listened on");
    let at = listener.local_addr().expect("it is bound").port();
    let recorded = Recorded::default();
    let records = recorded.clone();
    thread::spawn(move || {
        let (client, _) = listener.accept().expect("a client comes");
        let server = TcpStream::connect(("127.0.0.1", to)).expect("it listens");
        for (to_server, mut from, mut to) in [
            (true, client.try_clone(), server.try_clone()),
            (false, Ok(server), Ok(client)),
        ]
        .map(|(to_server, from, to)| (to_server, from.expect("open"), to.expect("open")))
        {
            let records = records.clone();
            thread::spawn(move || {
                let mut piece = vec![0; 65_536];
                while let Ok(n @ 1..) = from.read(&mut piece) {
                    let bytes = piece[..n].to_vec();
                    records
                        .lock()
                        .expect("nobody panics")
                        .push((to_server, bytes));
                    if to.write_all(&piece[..n]).is_err() {
                        break;
                    }
                }
                let _ = to.shutdown(std::net::Shutdown::Write);
            });
        }
    });
    (at, recorded)
}

const FIELDS: [&str; 6] = [
    "dcerpc.pkt_type",
    "giop.type",
    "http2.type",
    "http2.rst_stream.error",
    "http2.header.name",
    "_ws.malformed",
];

const SERVER_PORT: u16 = 4711;

/// What Wireshark's dissector says of the bytes to the server: the values of each field, in order.
fn dissected(protocol: &str, recorded: &Recorded, name: &str) -> Vec<Vec<String>> {
    let file = format!("manyrpc-cancels-{}-{name}.pcap", std::process::id());
    let file: PathBuf = std::env::temp_dir().join(file);
    let (mut sent, mut packets) = ([0u32; 2], Vec::new());
    for (to_server, bytes) in &*recorded.lock().expect("nobody panics") {
        let ends = Ends {
            client: 4000,
            server: SERVER_PORT,
            to_server: *to_server,
        };
        let [mine, other] = [usize::from(*to_server), usize::from(!*to_server)];
        for piece in bytes.chunks(32_768) {
            let at = manyrpc_engine::Instant::from_nanos(1_000_000 * packets.len() as u64);
            packets.push((at, ends.segment(sent[mine], sent[other], piece)));
            sent[mine] += piece.len() as u32;
        }
    }
    pcap::write(&file, packets);
    let read_as = format!("tcp.port=={SERVER_PORT},{protocol}");
    let filter = format!("tcp.dstport=={SERVER_PORT}");
    let options = ["-d", &read_as, "-Y", &filter];
    let lines = dissect(&file, &FIELDS, &options);
    let _ = std::fs::remove_file(&file);
    let of_field = |field: &&str| {
        let values = lines.iter().flat_map(|line| line.field(field).split(','));
        values
            .filter(|v| !v.is_empty())
            .map(str::to_owned)
            .collect()
    };
    FIELDS.iter().map(of_field).collect()
}

/// Gives calls up in every way, and has the dissector find what is sent then.
fn is_seen(binding: &str, protocol: &str, field: &str, value: &str) {
    for (world, way) in Way::cases() {
        let server = Holding::new(binding);
        let (port, recorded) = recording(server.port());
        let mut at: manyrpc::Binding = binding.parse().expect("a binding");
        at.set_port(port);
        let client = Dynamic::connect(world, &at, held(), &way.options());
        let begun = server.begun.clone();
        let client = way.give_up(client.expect("it listens"), move || begun.load(SeqCst));
        let case = format!("{protocol} {world} {way:?}");
        let column = FIELDS
            .iter()
            .position(|f| *f == field)
            .expect("it is asked for");
        let began = Instant::now();
        loop {
            let seen = dissected(protocol, &recorded, &format!("{protocol}-{world}-{way:?}"));
            assert!(seen[5].is_empty(), "{case}: malformed: {seen:?}");
            let has_deadline = seen[4].iter().any(|name| name == "grpc-timeout");
            let expects_deadline = protocol == "http2" && way == Way::Late;
            assert_eq!(has_deadline, expects_deadline, "{case}: {seen:?}");
            // The server, which knows the deadline too, may be the first to end the stream.
            if expects_deadline || seen[column].iter().any(|v| v == value) {
                break;
            }
            assert!(began.elapsed() < PATIENCE, "{case}: {seen:?}");
            thread::sleep(Duration::from_millis(50));
        }
        drop(client);
    }
}

/// RFC 9113, section 7: CANCEL is 8.
#[test]
fn streams_of_grpc_are_reset() {
    is_seen("grpc://127.0.0.1:0", "http2", "http2.rst_stream.error", "8");
}

/// C706, section 12.6.1: an orphaned PDU is 19.
#[test]
fn calls_of_dce_are_orphaned() {
    is_seen("dce+tcp://127.0.0.1:0", "dcerpc", "dcerpc.pkt_type", "19");
}

/// CORBA 3.0, section 15.4.1: a CancelRequest is 2.
#[test]
fn requests_of_corba_are_cancelled() {
    is_seen("iiop://127.0.0.1:0", "giop", "giop.type", "2");
}

/// A server on gRPC's Python library that tells what becomes of its calls.
struct Python {
    child: Child,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Python {
    fn start() -> Self {
        let mut command = Command::new("/usr/bin/python3");
        command.arg(root().join("peers/python/grpc_held.py"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("Python is installed");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let lines = Arc::<Mutex<Vec<String>>>::default();
        let told = lines.clone();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                told.lock().expect("nobody panics").push(line);
            }
        });
        let python = Python { child, lines };
        until(|| !python.lines().is_empty());
        python
    }

    fn lines(&self) -> Vec<String> {
        self.lines.lock().expect("nobody panics").clone()
    }

    fn binding(&self) -> String {
        let line = self.lines().remove(0);
        let port = line.strip_prefix("PORT ").expect("it listens");
        format!("grpc://127.0.0.1:{port}")
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

#[test]
fn grpc_in_python_hears_that_its_caller_gives_up() {
    for (world, way) in Way::cases() {
        let python = Python::start();
        let at = python.binding().parse().expect("a binding");
        let client = Dynamic::connect(world, &at, held(), &way.options());
        let lines = python.lines.clone();
        let has_begun = move || lines.lock().expect("nobody panics").len() > 1;
        let client = way.give_up(client.expect("it listens"), has_begun);
        until(|| python.lines().len() > 2);
        let lines = python.lines();
        let left = lines[1].strip_prefix("begun ").expect("it has begun");
        let seconds: Option<f64> = left.parse().ok();
        if way == Way::Late {
            let is_near = seconds.is_some_and(|left| (0.0..=SHORT.as_secs_f64()).contains(&left));
            assert!(is_near, "{world} {way:?}: {lines:?}");
        } else {
            assert_eq!(lines[2], "cancelled", "{world} {way:?}: {lines:?}");
        }
        drop(client);
    }
}
