//! What carries GIOP's messages, with omniORB in both directions: TLS, fragments of large messages, and service contexts of
//! replies.

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;

use manyrpc::corba::{Ior, Ssl, reference_to};
use manyrpc::server::Builder;
use manyrpc::stub::{DynamicInterface as Described, InterfaceId, Service};
use manyrpc::{Binding, ClientOptions, Dispatch, Limits, Outcome, Server};
use manyrpc_lab::application::Application;
use manyrpc_lab::generated::bench::{AsyncBenchV1Client, BENCH_V1, BenchV1Client, BenchV1Server};
use support::bench;
use support::papers::Papers;
use support::world::{Served, World};
use support::{Peer, judge};

type Results = Vec<(String, Result<(), String>)>;

const KNOWN: &str = include_str!("known_failures.txt");

/// The bench interface by the name that it has in OMG IDL, whose replies may have service contexts.
struct Named {
    bench: BenchV1Server<Application>,
    contexts: bool,
}

impl Service for Named {
    fn interface(&self) -> InterfaceId<'_> {
        InterfaceId {
            full_name: "manyrpc.Bench",
            ..self.bench.interface()
        }
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        self.bench.operations()
    }

    fn definition(&self) -> Option<Described> {
        self.bench.definition()
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        if self.contexts {
            let context = call.context();
            // Of two lengths, so that the results do not lie at a multiple of 8 by themselves.
            context.add_initial("giop-context-1989-bin", *b"\x01five");
            context.add_trailing("giop-context-1990-bin", *b"\x01a longer one");
        }
        self.bench.dispatch(operation, call)
    }
}

fn server(world: World, contexts: bool) -> Builder {
    let bench = BenchV1Server(Application::default());
    world.service(Server::builder(), Named { bench, contexts })
}

fn start(world: World, server: Builder, at: &str) -> Served {
    let server = server.listen(at).and_then(|s| world.start(s));
    server.expect("loopback can be listened on")
}

fn open(world: World, binding: &Binding, options: &ClientOptions) -> Result<bench::Bench, String> {
    let stubs = (BenchV1Client::new, AsyncBenchV1Client::new);
    let opened = world.connect(binding, Some(BENCH_V1.id), options, stubs);
    opened.map_err(|e| e.to_string())
}

const WORKLOADS: [&str; 4] = ["nothing", "echo:65536", "ints:1000", "info-photo"];

/// A file with a key and the certificate for it, as omniORB reads them.
fn together(files: &[&str]) -> String {
    let [certificate, key] = files else {
        panic!("a certificate and its key: {files:?}");
    };
    let texts = [key, certificate].map(|f| std::fs::read_to_string(f).expect("it was written"));
    let path = format!("{certificate}-with-key.pem");
    std::fs::write(&path, texts.concat()).expect("the folder is there");
    path
}

/// omniORB's options: whom it trusts, who it is, and whether it demands that of the other. Without a password it loads no key,
/// even if that needs none.
fn omniorb_options<'a>(authority: &'a str, own: &'a str, demands: bool) -> [&'a str; 8] {
    let verify = if demands { "peer,fail" } else { "none" };
    [
        "-ORBsslCAFile",
        authority,
        "-ORBsslKeyFile",
        own,
        "-ORBsslKeyPassword",
        "unused",
        "-ORBsslVerifyMode",
        verify,
    ]
}

#[test]
fn omniorb_calls_us_over_tls() {
    let papers = Papers::new("omniorb-calls");
    let files = papers.client_files(true);
    let (authority, own) = (files[0], together(&files[1..]));
    for world in World::ALL {
        let mut results = Results::new();
        for mutual in [false, true] {
            let server = server(world, false).tls(papers.server(mutual));
            let server = start(world, server, "iiops://127.0.0.1:0");
            let at: Binding = format!("iiops://127.0.0.1:{}/manyrpc.Bench", server.port())
                .parse()
                .unwrap();
            let reference = reference_to(&at, "IDL:manyrpc/Bench:1.0").unwrap();
            let options = omniorb_options(authority, &own, true);
            let arguments = [&["tcp", "127.0.0.1", "0"][..], &options].concat();
            let mut peer = Peer::start("omniorb/omniorb_client", &arguments);
            let told = peer.ask(&format!("object manyrpc.Bench {reference}"));
            assert_eq!(told, "ok");
            for workload in WORKLOADS {
                let result = peer.run_all(workload, 20);
                results.push((format!("mutual {mutual} {workload}"), result));
            }
            server.stop();
        }
        judge(KNOWN, "omniorb-calls-us-tls", world.told(results));
    }
}

#[test]
fn we_call_omniorb_over_tls() {
    let papers = Papers::new("call-omniorb");
    let authority = papers.server_files(true)[2].to_owned();
    let own = together(&papers.server_files(false));
    for mutual in [false, true] {
        let options = omniorb_options(&authority, &own, mutual);
        let arguments = [&["tcp", "0"][..], &options].concat();
        let mut peer = Peer::start("omniorb/omniorb_server", &arguments);
        let reference = reference(&mut peer, "manyrpc.Bench");
        let ior = Ior::parse(&reference).unwrap();
        let profile = ior.iiop().next().unwrap();
        let port = Ssl::of(&profile).expect("it has no other port").port;
        assert_eq!(profile.port, 0);
        let places = [
            reference,
            format!("iiops://127.0.0.1:{port}/manyrpc.Bench?version=1.1"),
            format!("corbaloc:ssliop:1.0@127.0.0.1:{port}/manyrpc.Bench"),
        ];
        for world in World::ALL {
            let mut results = Results::new();
            for (number, place) in places.iter().enumerate() {
                let binding: Binding = place.parse().unwrap();
                let options = ClientOptions {
                    tls: papers.client(mutual),
                    ..ClientOptions::default()
                };
                let mut client = open(world, &binding, &options).expect("it listens");
                for workload in WORKLOADS {
                    let result = (0..20).try_for_each(|_| bench::call(&mut client, workload));
                    results.push((format!("mutual {mutual} place {number} {workload}"), result));
                }
            }
            judge(KNOWN, "we-call-omniorb-tls", world.told(results));
            // Who shows no certificate is refused where one is demanded.
            let options = ClientOptions {
                tls: papers.client(false),
                ..ClientOptions::default()
            };
            let client = open(world, &places[0].parse().unwrap(), &options);
            let refused = client.and_then(|mut c| bench::call(&mut c, "nothing"));
            assert_eq!(refused.is_err(), mutual, "{world}");
        }
    }
}

/// The reference of one of omniORB's objects.
fn reference(peer: &mut Peer, key: &str) -> String {
    let prefix = format!("IOR {key} ");
    loop {
        let line = peer.line();
        if let Some(reference) = line.trim().strip_prefix(&prefix) {
            return reference.to_owned();
        }
        assert!(
            line.starts_with("IOR ") || line.starts_with("PORT "),
            "{line}"
        );
    }
}

/// Nearly the most that our limits allow; omniORB's fragments of it are eight thousand.
const LARGE: &str = "echo:64000000";

/// What omniORB takes by default is 2 MB.
const RAISED: [&str; 2] = ["-ORBgiopMaxMsgSize", "100000000"];

/// Messages of ours in fragments of this length.
fn limits(piece_bytes: usize) -> Limits {
    let mut limits = Limits::default();
    limits.giop.piece_bytes = piece_bytes;
    limits
}

/// Versions, and our fragments: the default ones, and small ones where there are any.
const CASES: [(&str, usize); 4] = [
    ("1.0", 2 << 20),
    ("1.1", 2 << 20),
    ("1.2", 2 << 20),
    ("1.2", 60_000),
];

#[test]
fn omniorb_calls_us_with_large_messages() {
    for world in World::ALL {
        let mut results = Results::new();
        for (version, piece) in CASES {
            let server = server(world, false).limits(limits(piece));
            let server = start(world, server, "iiop://127.0.0.1:0");
            let port = server.port().to_string();
            let own = ["tcp", "127.0.0.1", &port, "-ORBmaxGIOPVersion", version];
            let mut peer = Peer::start("omniorb/omniorb_client", &[&own[..], &RAISED].concat());
            results.push((format!("{version} {piece}"), peer.run_all(LARGE, 1)));
            server.stop();
        }
        judge(KNOWN, "omniorb-calls-us-large", world.told(results));
    }
}

#[test]
fn we_call_omniorb_with_large_messages() {
    let mut peer = Peer::start(
        "omniorb/omniorb_server",
        &[&["tcp", "0"][..], &RAISED].concat(),
    );
    let port = peer.port();
    for world in World::ALL {
        let mut results = Results::new();
        for (version, piece) in CASES {
            let at = format!("iiop://127.0.0.1:{port}/manyrpc.Bench?version={version}");
            let options = ClientOptions {
                limits: limits(piece),
                ..ClientOptions::default()
            };
            let mut client = open(world, &at.parse().unwrap(), &options).expect("it listens");
            let result = bench::call(&mut client, LARGE);
            results.push((format!("{version} {piece}"), result));
        }
        judge(KNOWN, "we-call-omniorb-large", world.told(results));
    }
}

/// omniORB takes replies with contexts that it does not know, whatever their length.
#[test]
fn omniorb_reads_replies_with_service_contexts() {
    for world in World::ALL {
        let server = start(world, server(world, true), "iiop://127.0.0.1:0");
        let port = server.port().to_string();
        let mut results = Results::new();
        for version in ["1.0", "1.1", "1.2"] {
            let own = ["tcp", "127.0.0.1", &port, "-ORBmaxGIOPVersion", version];
            let mut peer = Peer::start("omniorb/omniorb_client", &own);
            for workload in WORKLOADS {
                let result = peer.run_all(workload, 20);
                results.push((format!("{version} {workload}"), result));
            }
        }
        judge(KNOWN, "omniorb-calls-us-contexts", world.told(results));
        server.stop();
    }
}

/// Ends connections that were idle for two seconds at most.
const IMPATIENT: [&str; 4] = ["-ORBscanGranularity", "1", "-ORBinConScanPeriod", "1"];

/// A server of theirs tells an idle client that it closes the connection (CORBA 3.0 section 15.5.1.1), which the next call notices.
#[test]
fn calls_outlive_connections_that_omniorb_closes() {
    let arguments = [&["tcp", "0"][..], &IMPATIENT].concat();
    for world in World::ALL {
        let mut peer = Peer::start("omniorb/omniorb_server", &arguments);
        let port = peer.port();
        let at = format!("iiop://127.0.0.1:{port}/manyrpc.Bench");
        let options = ClientOptions::default();
        let mut client = open(world, &at.parse().unwrap(), &options).expect("it listens");
        for _ in 0..2 {
            assert_eq!(bench::call(&mut client, "nothing"), Ok(()), "{world}");
            until_closed(port);
        }
    }
}

/// Waits until omniORB has closed an idle connection, and so every one that was idle before.
fn until_closed(port: u16) {
    let mut idle = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
    // LocateRequest of GIOP 1.0, number 7, for an object that is not there: UNKNOWN_OBJECT.
    let asked = b"GIOP\x01\0\x01\x03\x0e\0\0\0\x07\0\0\0\x06\0\0\0nobody";
    idle.write_all(asked).expect("it takes requests");
    let mut told = Vec::new();
    idle.read_to_end(&mut told).expect("it ends the connection");
    // LocateReply, and then CloseConnection.
    assert_eq!((told.len(), told[7], told[27]), (20 + 12, 4, 5), "{told:?}");
}
