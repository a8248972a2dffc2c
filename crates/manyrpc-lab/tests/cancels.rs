//! Calls that are given up, as the other end sees them: Wireshark's dissector reads what goes over the wire, servers on
//! gRPC's libraries tell that they hear it, and those of other systems go on answering on the same connection.

#[path = "../../manyrpc-engine/tests/support/pcap.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "it is other tests', and its datagrams too"
)]
mod pcap;
#[path = "cancels/relay.rs"]
mod relay;
mod support;
#[path = "cancels/told.rs"]
mod told;
#[path = "cancels/way.rs"]
mod way;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use manyrpc::Server;
use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::server::Running;
use pcap::{Ends, dissect};
use serde_json::{Value as Json, json};
use support::dynamic::Dynamic;
use support::world::World;
use support::{Peer, root};

use relay::{Recorded, Relay};
use told::Telling;
use way::{PATIENCE, SHORT, Way, until};

const TEXT: &str = "program HELD { version V1 { int HOLD(int) = 1; } = 1; } = 0x2000000c;";

fn held() -> DynamicInterface {
    let (module, _) = manyrpc_idl::load_text("held.x", TEXT, &manyrpc_idl::Options::default());
    the_interface(module.expect("it is correct"))
}

fn the_interface(module: manyrpc_model::Module) -> DynamicInterface {
    let definition = Definition::new(module).expect("it can be lowered");
    DynamicInterface::find(&definition, None).expect("it is there")
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
        let relay = Relay::to(server.port());
        let mut at: manyrpc::Binding = binding.parse().expect("a binding");
        at.set_port(relay.port);
        let client = Dynamic::connect(world, &at, held(), &way.options());
        let begun = server.begun.clone();
        let client = way.give_up(
            client.expect("it listens"),
            ("HOLD", &json!([1])),
            move || begun.load(SeqCst),
        );
        let case = format!("{protocol} {world} {way:?}");
        let column = FIELDS
            .iter()
            .position(|f| *f == field)
            .expect("it is asked for");
        let began = Instant::now();
        loop {
            let seen = dissected(
                protocol,
                &relay.recorded,
                &format!("{protocol}-{world}-{way:?}"),
            );
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

#[test]
fn libraries_of_grpc_hear_that_their_caller_gives_up() {
    for (library, command) in told::GRPC {
        for case in Way::cases() {
            hears(library, Telling::start(command()), case);
        }
    }
}

fn hears(library: &str, server: Telling, (world, way): (World, Way)) {
    let at = server.binding().parse().expect("a binding");
    let client = Dynamic::connect(world, &at, held(), &way.options());
    let lines = server.lines.clone();
    let has_begun = move || lines.lock().expect("nobody panics").len() > 1;
    let client = client.expect("it listens");
    let client = way.give_up(client, ("HOLD", &json!([1])), has_begun);
    until(|| server.lines().len() > 2);
    let lines = server.lines();
    let case = format!("{library} {world} {way:?}: {lines:?}");
    let left = lines[1].strip_prefix("begun ").expect("it has begun");
    let seconds: Option<f64> = left.parse().ok();
    if way == Way::Late {
        let is_near = seconds.is_some_and(|left| (0.0..=SHORT.as_secs_f64()).contains(&left));
        assert!(is_near, "{case}");
    } else {
        assert_eq!(lines[2], "cancelled", "{case}");
    }
    drop(client);
}

/// An operation, its arguments and its result.
type Call = (&'static str, fn() -> Json, fn() -> Json);

/// A foreign server that answers.
struct Answering {
    program: &'static str,
    /// Where it is, but for the port.
    binding: &'static str,
    definition: &'static str,
    call: Call,
}

const ADD: Call = ("add", || json!([2, 3]), || json!(5));

const OMNIORB: Answering = Answering {
    program: "omniorb/omniorb_server",
    binding: "iiop://127.0.0.1:0/manyrpc.Bench",
    definition: "corba/bench.idl",
    call: ADD,
};

const JACORB: Answering = Answering {
    program: "jacorb/jacorb_server",
    ..OMNIORB
};

const GRPC_GO: Answering = Answering {
    program: "go/exchange_server",
    binding: "grpc://127.0.0.1:0",
    definition: "exchange.proto",
    call: ("Nothing", || json!({}), || json!({})),
};

impl Answering {
    /// Gives a call up whose reply is still on its way, of which the server is told or not; it must then answer others on the
    /// same connection.
    fn goes_on(&self, settings: &str, is_told: bool) {
        let path = root().join("interfaces").join(self.definition);
        let (module, told) = manyrpc_idl::load(&path, &manyrpc_idl::Options::default());
        let interface = the_interface(module.unwrap_or_else(|| panic!("{told:?}")));
        let mut peer = Peer::start(self.program, &["tcp"]);
        let server = peer.port();
        let (operation, arguments, result) = self.call;
        for (world, way) in Way::cases() {
            let case = format!("{} {settings} {world} {way:?}", self.program);
            let relay = Relay::to(server);
            let binding = format!("{}{settings}", self.binding);
            let mut at: manyrpc::Binding = binding.parse().expect("a binding");
            at.set_port(relay.port);
            let client = Dynamic::connect(world, &at, interface.clone(), &way.options());
            let mut client = client.expect("it listens");
            let is_answered = |client: &mut Dynamic| {
                let answer = client.call_json(operation, &arguments());
                let answer = answer.unwrap_or_else(|e| panic!("{case}: {e}"));
                assert_eq!(answer, result(), "{case}");
            };
            is_answered(&mut client);
            relay.gate.close();
            let before = relay.pieces();
            let recorded = relay.recorded.clone();
            let has_begun = move || relay::pieces(&recorded) > before;
            client = way.give_up(client, (operation, &arguments()), has_begun);
            match is_told {
                true => until(|| relay.pieces() > before + 1),
                false => assert_eq!(relay.pieces(), before + 1, "{case}"),
            }
            relay.gate.open();
            for _ in 0..10 {
                is_answered(&mut client);
            }
        }
    }
}

#[test]
fn grpc_go_answers_others() {
    GRPC_GO.goes_on("", true);
}

/// omniORB closes connections for cancel requests of GIOP 1.0 and 1.1.
#[test]
fn orbs_answer_others() {
    for orb in [OMNIORB, JACORB] {
        for (version, is_told) in [("1.2", true), ("1.1", false), ("1.0", false)] {
            orb.goes_on(&format!("?version={version}"), is_told);
        }
    }
}
