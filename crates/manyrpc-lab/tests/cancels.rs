//! Calls that are given up, as the other end sees them: Wireshark's dissector reads what goes over the wire, servers on
//! gRPC's libraries tell that they hear it, and those of other systems go on answering on the same connection.

#[path = "../../manyrpc-engine/tests/support/pcap.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "it is other tests', and its datagrams too"
)]
mod pcap;
#[expect(dead_code, reason = "other tests count connections")]
#[path = "cancels/relay.rs"]
mod relay;
mod support;
#[path = "cancels/told.rs"]
mod told;
#[path = "cancels/way.rs"]
mod way;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use manyrpc::Server;
use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::server::Running;
use manyrpc_model::Value;
use pcap::{Ends, dissect};
use serde_json::{Value as Json, json};
use support::dynamic::Dynamic;
use support::telling::Telling;
use support::world::World;
use support::{Peer, root};

use relay::{Recorded, Relay};
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

/// What `HOLD` answers at once.
const AT_ONCE: i32 = 0;

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
            if arguments == [Value::I32(AT_ONCE)] {
                return Ok(arguments);
            }
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

const FIELDS: [&str; 7] = [
    "dcerpc.pkt_type",
    "giop.type",
    "http2.type",
    "http2.rst_stream.error",
    "http2.header.name",
    "_ws.malformed",
    "dcerpc.dg_seqnum",
];

// Which no protocol has that the dissector knows.
const CLIENT_PORT: u16 = 10_001;
const SERVER_PORT: u16 = 40_000;

#[derive(Clone, Copy, PartialEq)]
enum Transport {
    Tcp,
    Udp,
}

/// What Wireshark's dissector says of the bytes to the server: the values of each field, in order.
fn dissected(
    (transport, protocol): (Transport, &str),
    recorded: &Recorded,
    name: &str,
) -> Vec<Vec<String>> {
    let file = format!("manyrpc-cancels-{}-{name}.pcap", std::process::id());
    let file: PathBuf = std::env::temp_dir().join(file);
    let (mut sent, mut packets) = ([0u32; 2], Vec::new());
    for (to_server, bytes) in &*recorded.lock().expect("nobody panics") {
        let ends = Ends {
            client: CLIENT_PORT,
            server: SERVER_PORT,
            to_server: *to_server,
        };
        let [mine, other] = [usize::from(*to_server), usize::from(!*to_server)];
        for piece in bytes.chunks(32_768) {
            let at = manyrpc_engine::Instant::from_nanos(1_000_000 * packets.len() as u64);
            let packet = match transport {
                Transport::Tcp => ends.segment(sent[mine], sent[other], piece),
                Transport::Udp => ends.datagram(piece),
            };
            packets.push((at, packet));
            sent[mine] += piece.len() as u32;
        }
    }
    pcap::write(&file, packets);
    let read_as = format!("tcp.port=={SERVER_PORT},{protocol}");
    let (filter, how) = match transport {
        Transport::Tcp => ("tcp.dstport", ["-d", &read_as]),
        // The dissector knows them by themselves, but another one takes some of them for its own.
        Transport::Udp => ("udp.dstport", ["--disable-protocol", "wg"]),
    };
    let filter = format!("{filter}=={SERVER_PORT}");
    let options = [&how[..], &["-Y", &filter]].concat();
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

/// What of a message tells that its caller has given up, as the dissector names and prints it.
struct Sign {
    binding: &'static str,
    transport: Transport,
    protocol: &'static str,
    field: &'static str,
    value: &'static str,
}

/// Gives calls up in every way, and has the dissector find what is sent then.
fn is_seen(sign: &Sign) {
    for (world, way) in Way::cases() {
        let server = Holding::new(sign.binding);
        let relay = match sign.transport {
            Transport::Tcp => Relay::to(server.port()),
            Transport::Udp => Relay::of_datagrams_to(server.port()),
        };
        let mut at: manyrpc::Binding = sign.binding.parse().expect("a binding");
        at.set_port(relay.port);
        let client = Dynamic::connect(world, &at, held(), &way.options());
        let mut client = client.expect("it listens");
        if sign.transport == Transport::Udp {
            // So that there is a sequence; whether it is in time does not matter.
            for _ in 0..BEFORE {
                let _ = client.call_json("HOLD", &json!([AT_ONCE]));
            }
        }
        let begun = server.begun.clone();
        client = way.give_up(client, ("HOLD", &json!([1])), move || begun.load(SeqCst));
        comes_to_be_seen(sign, &relay.recorded, (world, way));
        drop(client);
    }
}

fn comes_to_be_seen(sign: &Sign, recorded: &Recorded, (world, way): (World, Way)) {
    let (system, _) = sign.binding.split_once(':').expect("a binding");
    let case = format!("{system}-{world}-{way:?}");
    let column = FIELDS.iter().position(|field| *field == sign.field);
    let column = column.expect("it is asked for");
    let began = Instant::now();
    loop {
        let seen = dissected((sign.transport, sign.protocol), recorded, &case);
        assert!(seen[5].is_empty(), "{case}: malformed: {seen:?}");
        let has_deadline = seen[4].iter().any(|name| name == "grpc-timeout");
        let expects_deadline = sign.protocol == "http2" && way == Way::Late;
        assert_eq!(has_deadline, expects_deadline, "{case}: {seen:?}");
        let is_told = match sign.transport {
            Transport::Tcp => seen[column].iter().any(|value| value == sign.value),
            Transport::Udp => is_of_the_last_call(&seen[column], &seen[6], sign.value),
        };
        // The server, which knows the deadline too, may be the first to end the stream.
        if expects_deadline || is_told {
            break;
        }
        assert!(began.elapsed() < PATIENCE, "{case}: {seen:?}");
        thread::sleep(Duration::from_millis(50));
    }
}

/// Whether a PDU of that type has the sequence number of the last request (C706, section 12.5.2.9), which is not the first.
fn is_of_the_last_call(types: &[String], sequence: &[String], pdu_type: &'static str) -> bool {
    assert_eq!(types.len(), sequence.len(), "each datagram is one PDU");
    let of_type = |wanted: &'static str| {
        let pdus = types.iter().zip(sequence);
        pdus.filter_map(move |(found, number)| (found == wanted).then_some(number))
    };
    let calls: BTreeSet<_> = of_type(REQUEST).collect();
    let last = of_type(REQUEST).next_back();
    calls.len() == 1 + BEFORE && of_type(pdu_type).any(|number| Some(number) == last)
}

/// How many calls come before the one that is given up.
const BEFORE: usize = 3;

/// C706, section 12.6.1: a request PDU.
const REQUEST: &str = "0";

/// RFC 9113, section 7: CANCEL is 8.
#[test]
fn streams_of_grpc_are_reset() {
    is_seen(&Sign {
        binding: "grpc://127.0.0.1:0",
        transport: Transport::Tcp,
        protocol: "http2",
        field: "http2.rst_stream.error",
        value: "8",
    });
}

/// C706, section 12.6.1: an orphaned PDU is 19.
#[test]
fn calls_of_dce_are_orphaned() {
    is_seen(&Sign {
        binding: "dce+tcp://127.0.0.1:0",
        transport: Transport::Tcp,
        protocol: "dcerpc",
        field: "dcerpc.pkt_type",
        value: "19",
    });
}

/// C706, section 12.6.1: a cl_cancel PDU is 8; so is NCS's quit.
#[test]
fn calls_over_datagrams_are_cancelled() {
    for binding in ["dce+udp://127.0.0.1:0", "ncs+udp://127.0.0.1:0"] {
        is_seen(&Sign {
            binding,
            transport: Transport::Udp,
            protocol: "dcerpc",
            field: "dcerpc.pkt_type",
            value: "8",
        });
    }
}

/// CORBA 3.0, section 15.4.1: a CancelRequest is 2.
#[test]
fn requests_of_corba_are_cancelled() {
    is_seen(&Sign {
        binding: "iiop://127.0.0.1:0",
        transport: Transport::Tcp,
        protocol: "giop",
        field: "giop.type",
        value: "2",
    });
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
    let lines = server.listener();
    let has_begun = move || lines().len() > 1;
    let client = client.expect("it listens");
    let client = way.give_up(client, ("HOLD", &json!([1])), has_begun);
    server.until(|lines| lines.len() > 2);
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
