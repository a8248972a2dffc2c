//! `--timeout` over every system: whoever does not answer in time ends the command with 67.

#[path = "support/program.rs"]
mod program;

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, UdpSocket};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;

use manyrpc::Server;
use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc_model::Value;
use program::{Done, interfaces, run};

const SYSTEMS: [&str; 11] = [
    "onc+udp",
    "onc+tcp",
    "dce+udp",
    "dce+tcp",
    "ncs+udp",
    "raw+udp",
    "raw+tcp",
    "jsonrpc+tcp",
    "jsonrpc+http",
    "xmlrpc+http",
    "grpc",
];

/// Those whose connections are secured before anything else.
const SECURED: [&str; 4] = ["jsonrpc+tls", "jsonrpc+https", "xmlrpc+https", "grpcs"];

fn bench() -> String {
    interfaces().join("bench.x").display().to_string()
}

/// A call that has a fifth of a second.
fn hurried(system: &str, to: SocketAddr, more: &[&str]) -> Done {
    let (at, bench) = (format!("{system}://{to}"), bench());
    let arguments = ["call", &at, "nothing", "--timeout", "0.2", "--idl", &bench];
    run(&[&arguments, more].concat())
}

#[track_caller]
fn is_late(system: &str, done: &Done) {
    assert_eq!((done.code, &*done.stdout), (67, ""), "{system}: {done:?}");
    assert!(done.stderr.contains("in time"), "{system}: {done:?}");
}

/// The system takes connections and datagrams, and nobody reads them.
#[test]
fn a_peer_that_never_answers() {
    let stream = TcpListener::bind("127.0.0.1:0").unwrap();
    let datagrams = UdpSocket::bind("127.0.0.1:0").unwrap();
    for system in SYSTEMS {
        let to = match system.ends_with("udp") {
            true => datagrams.local_addr(),
            false => stream.local_addr(),
        };
        is_late(system, &hurried(system, to.unwrap(), &[]));
    }
    for system in SECURED {
        let done = hurried(
            system,
            stream.local_addr().unwrap(),
            &["--insecure-trust-anyone"],
        );
        is_late(system, &done);
    }
    // Without a definition, too.
    for system in ["jsonrpc+tcp", "jsonrpc+http", "xmlrpc+http", "grpc"] {
        let at = format!("{system}://{}", stream.local_addr().unwrap());
        let done = run(&["call", &at, "a.B/nothing", "--timeout", "0.2"]);
        is_late(system, &done);
    }
}

/// A server that takes the call and does not end it: of gRPC it, too, knows when time is over.
#[test]
fn a_server_that_never_answers() {
    let options = manyrpc_idl::Options::default();
    let (module, _) = manyrpc_idl::load(interfaces().join("bench.x"), &options);
    let definition = Definition::new(module.unwrap()).unwrap();
    let interface = DynamicInterface::find(&definition, None).unwrap();
    let (until, over) = mpsc::channel::<()>();
    let over = Arc::new(Mutex::new(over));
    let service = DynamicService::new(interface, move |_, _, _| {
        // Ends with the test.
        let _ = over.lock().unwrap().recv();
        Ok(Vec::<Value>::new())
    });
    let builder = Server::builder().service(service).workers(SYSTEMS.len());
    let builder = SYSTEMS.iter().fold(builder, |builder, system| {
        builder.listen(&format!("{system}://127.0.0.1:0")).unwrap()
    });
    let server = builder.start().unwrap();
    let calls = SYSTEMS.iter().zip(server.bindings()).map(|(system, at)| {
        let to = SocketAddr::from(([127, 0, 0, 1], at.port().unwrap()));
        (system, hurried(system, to, &[]))
    });
    let calls: Vec<_> = calls.collect();
    drop(until);
    server.stop();
    for (system, done) in calls {
        assert_eq!(done.code, 67, "{system}: {done:?}");
    }
}

/// A server of gRPC whose clock is quicker says so in a status of its own.
#[test]
fn a_server_that_says_that_time_is_over() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let to = listener.local_addr().unwrap();
    let server = thread::spawn(move || late_status(listener.accept().unwrap().0));
    let (at, bench) = (format!("grpc://{to}"), bench());
    let done = run(&["call", &at, "nothing", "--idl", &bench]);
    assert_eq!(done.code, 67, "{done:?}");
    server.join().unwrap();
}

/// RFC 9113: SETTINGS; the head of stream 1 with literal fields, which ends it.
fn late_status(mut stream: TcpStream) {
    let field = |name: &str, value: &str| {
        let text = |text: &str| [&[text.len() as u8], text.as_bytes()].concat();
        [&[0][..], &text(name), &text(value)].concat()
    };
    let head = [
        field(":status", "200"),
        field("content-type", "application/grpc"),
        field("grpc-status", "4"),
    ]
    .concat();
    stream.write_all(&[0, 0, 0, 4, 0, 0, 0, 0, 0]).unwrap();
    // Until the call has come: its head is behind the preface, of 24 bytes, and SETTINGS.
    let mut heard = Vec::new();
    let mut some = [0; 4096];
    while !has_head(&heard) {
        let n = stream.read(&mut some).unwrap();
        heard.extend_from_slice(&some[..n]);
    }
    stream
        .write_all(&[0, 0, head.len() as u8, 1, 5, 0, 0, 0, 1])
        .unwrap();
    stream.write_all(&head).unwrap();
    let _ = std::io::copy(&mut stream, &mut std::io::sink());
}

/// Whether frames behind the preface have one of HEADERS.
fn has_head(heard: &[u8]) -> bool {
    let mut rest = heard.get(24..).unwrap_or_default();
    while let [a, b, c, kind, _, _, _, _, _, behind @ ..] = rest {
        if *kind == 1 {
            return true;
        }
        let length = u32::from_be_bytes([0, *a, *b, *c]) as usize;
        rest = behind.get(length..).unwrap_or_default();
    }
    false
}
