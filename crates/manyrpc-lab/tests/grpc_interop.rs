//! gRPC's own interoperability tests with grpc-go and tonic, which have the client in one direction and
//! the server in the other, also over TLS and with gzip (`interop-test-descriptions.md` of the project's documents), on generated
//! stubs of both kinds: on threads, and as futures. What does not work is listed in `grpc_known_failures.txt`, which only shrinks.

mod support;

use std::process::Command;
use std::time::Duration;

use manyrpc::server::Builder;
use manyrpc::{CallError, Client, Fault, Metadata, ReplyMetadata, Server, tls};
use support::interop::grpc_testing::*;
use support::interop::{INITIAL, Interop, TRAILING, output_request, payload, size};
use support::interop_clients::Caller;
use support::papers::Papers;
use support::world::{Served, World};
use support::{Peer, judge, root};

const KNOWN: &str = include_str!("grpc_known_failures.txt");

/// The cases of grpc-go's client.
const THEIRS: [&str; 14] = [
    "empty_unary",
    "large_unary",
    "client_streaming",
    "server_streaming",
    "ping_pong",
    "empty_stream",
    "timeout_on_sleeping_server",
    "cancel_after_begin",
    "cancel_after_first_response",
    "status_code_and_message",
    "special_status_message",
    "custom_metadata",
    "unimplemented_method",
    "unimplemented_service",
];

fn serve(world: World, binding: &str, options: impl FnOnce(Builder) -> Builder) -> Served {
    world.serve(Interop, options(Server::builder()), binding)
}

/// All cases of grpc-go's client.
fn called_by_grpc_go(direction: &str, port: &str, secured: &[&str]) {
    let results = THEIRS.map(|case| {
        let output = Command::new(root().join("peers/build/grpc-interop/client"))
            .args(["-server_host", "127.0.0.1", "-test_case", case])
            .args(["-server_port", port])
            .args(secured)
            .output()
            .expect("`make peers` builds it");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (
            case.to_owned(),
            output.status.success().then_some(()).ok_or(said),
        )
    });
    judge(KNOWN, direction, results.into());
}

#[test]
fn grpc_go_calls_us() {
    for world in World::ALL {
        let server = serve(world, "grpc://127.0.0.1:0", |builder| builder);
        called_by_grpc_go("grpc-go-calls-us", &server.port().to_string(), &[]);
        server.stop();
    }
}

#[test]
fn grpc_go_calls_us_over_tls() {
    let papers = Papers::new("interop-calls-us");
    for world in World::ALL {
        let server = serve(world, "grpcs://127.0.0.1:0", |builder| {
            builder.tls(papers.server(false))
        });
        let authority = papers.client_files(false)[0];
        let secured = ["-use_tls", "-use_test_ca", "-ca_file", authority];
        called_by_grpc_go("grpc-go-calls-us-tls", &server.port().to_string(), &secured);
        server.stop();
    }
}

/// tonic's cases, with gzip or without; our server compresses what it answers to the former.
#[test]
fn tonic_calls_us() {
    let papers = Papers::new("tonic-calls-us");
    let runs = [("plain", false), ("gzip", false), ("gzip", true)];
    let runs =
        World::ALL.map(|world| runs.map(|(compression, mutual)| (world, compression, mutual)));
    for (world, compression, mutual) in runs.into_iter().flatten() {
        let (binding, files) = match mutual {
            true => ("grpcs://127.0.0.1:0", papers.client_files(true)),
            false => ("grpc://127.0.0.1:0", Vec::new()),
        };
        let server = serve(world, binding, |builder| match mutual {
            true => builder.tls(papers.server(true)),
            false => builder,
        });
        let port = server.port().to_string();
        let arguments = [&["tcp", "127.0.0.1", &port, compression][..], &files].concat();
        let output = Command::new(root().join("peers/build/rust/interop_client"))
            .args(&arguments)
            .output()
            .expect("`make peers` builds it");
        let said = String::from_utf8_lossy(&output.stdout);
        let lines = said.lines().filter_map(|line| line.split_once(' '));
        let results = lines.map(|(case, result)| match result {
            "ok" => (case.to_owned(), Ok(())),
            why => (case.to_owned(), Err(why.to_owned())),
        });
        let results: Vec<_> = results.collect();
        assert_eq!(results.len(), 7, "{output:?}");
        judge(KNOWN, "tonic-calls-us", results);
        server.stop();
    }
}

type Case = fn(&mut Caller) -> Result<(), String>;

const OURS: [(&str, Case); 13] = [
    ("empty_unary", empty_unary),
    ("large_unary", large_unary),
    ("client_streaming", client_streaming),
    ("server_streaming", server_streaming),
    ("ping_pong", ping_pong),
    ("empty_stream", empty_stream),
    ("timeout_on_sleeping_server", timeout),
    ("cancel_after_begin", cancel_after_begin),
    ("cancel_after_first_response", cancel_after_first_response),
    ("status_code_and_message", status),
    ("special_status_message", special_status),
    ("custom_metadata", custom_metadata),
    ("unimplemented_method", unimplemented),
];

/// Our cases with a server that listens there, by clients of both kinds.
fn we_call(direction: &str, binding: &str, tls: &tls::Client) {
    // A server on tonic cannot send trailing metadata with a call that goes well.
    let tonic = direction.contains("tonic");
    for world in World::ALL {
        let cases = OURS
            .iter()
            .filter(|(name, _)| !tonic || *name != "custom_metadata");
        let results = cases.map(|(name, case)| {
            let mut client = world.caller(binding, tls.clone());
            let why = |why| format!("{world:?}: {why}");
            ((*name).to_owned(), case(&mut client).map_err(why))
        });
        judge(KNOWN, direction, results.collect());
    }
}

#[test]
fn we_call_grpc_go() {
    let mut server = Peer::start("grpc-interop/interop_server", &["tcp"]);
    let binding = format!("grpc://127.0.0.1:{}", server.port());
    we_call("we-call-grpc-go", &binding, &tls::Client::new());

    let client = Client::open(&binding).expect("it listens");
    let mut client = UnimplementedServiceClient::new(client);
    is_unimplemented(client.unimplemented_call(&Empty::default())).expect("it is not there");
}

#[test]
fn we_call_over_tls() {
    let papers = Papers::new("interop-we-call");
    for (program, direction) in [
        ("grpc-interop/interop_server", "we-call-grpc-go-tls"),
        ("rust/interop_server", "we-call-tonic-tls"),
    ] {
        for mutual in [false, true] {
            let files = papers.server_files(mutual);
            let mut server = Peer::start(program, &[&["tcp", "0"][..], &files].concat());
            let binding = format!("grpcs://127.0.0.1:{}", server.port());
            we_call(direction, &binding, &papers.client(mutual));
        }
    }
}

#[test]
fn we_call_tonic() {
    let mut server = Peer::start("rust/interop_server", &["tcp"]);
    let port = server.port();
    for query in ["", "?compress=gzip"] {
        let binding = format!("grpc://127.0.0.1:{port}{query}");
        we_call("we-call-tonic", &binding, &tls::Client::new());
    }
    for world in World::ALL {
        let binding = format!("grpc://127.0.0.1:{port}?compress=gzip");
        let mut client = world.caller(&binding, tls::Client::new());
        ping_pong(&mut client).expect("it did before");
        // Zeros shrink.
        let bytes = client.bytes();
        assert!(bytes.iter().all(|n| *n < 5000), "{world:?}: {bytes:?}");
    }
}

fn said(e: CallError) -> String {
    e.to_string()
}

fn same<T: PartialEq + std::fmt::Debug>(left: T, right: T) -> Result<(), String> {
    match left == right {
        true => Ok(()),
        false => Err(format!("{left:?} is not {right:?}")),
    }
}

/// Whether a call ended with this status.
fn is_status<T>(result: Result<T, CallError>, code: i32, message: &str) -> Result<(), String> {
    match result {
        Err(CallError::Fault(Fault::Detailed(s))) => {
            same((s.code, s.message.as_str()), (code, message))
        }
        Err(other) => Err(other.to_string()),
        Ok(_) => Err("it went well".to_owned()),
    }
}

/// grpc-go says so in its own words.
fn is_unimplemented<T>(result: Result<T, CallError>) -> Result<(), String> {
    match result {
        Err(CallError::Fault(Fault::Detailed(said))) => same(said.code, 12),
        Err(other) => Err(other.to_string()),
        Ok(_) => Err("it went well".to_owned()),
    }
}

fn empty_unary(client: &mut Caller) -> Result<(), String> {
    let reply = client.empty_call(&Empty::default()).map_err(said)?;
    same(reply, Empty::default())
}

fn large_request() -> SimpleRequest<'static> {
    SimpleRequest {
        response_size: 314_159,
        payload: payload(271_828),
        ..SimpleRequest::default()
    }
}

fn large_unary(client: &mut Caller) -> Result<(), String> {
    let reply = client.unary_call(&large_request()).map_err(said)?;
    same(size(&reply.payload), 314_159)
}

fn client_streaming(client: &mut Caller) -> Result<(), String> {
    let mut call = client.streaming_input_call().map_err(said)?;
    for bytes in [27_182, 8, 1828, 45_904] {
        let request = StreamingInputCallRequest {
            payload: payload(bytes),
            ..StreamingInputCallRequest::default()
        };
        call.send(&request).map_err(said)?;
    }
    let total = call.finish().map_err(said)?;
    same(total.aggregated_payload_size, 74_922)
}

fn server_streaming(client: &mut Caller) -> Result<(), String> {
    let sizes = [31_415, 9, 2653, 58_979];
    let request = output_request(&sizes, 0);
    let mut call = client.streaming_output_call(&request).map_err(said)?;
    for expected in sizes {
        let reply = call.next().map_err(said)?.ok_or("too few messages")?;
        same(size(&reply.payload), expected as usize)?;
    }
    same(call.next().map_err(said)?, None)
}

fn ping_pong(client: &mut Caller) -> Result<(), String> {
    let mut call = client.full_duplex_call().map_err(said)?;
    for (there, back) in [(27_182, 31_415), (8, 9), (1828, 2653), (45_904, 58_979)] {
        call.send(&output_request(&[back], there)).map_err(said)?;
        let reply = call.next().map_err(said)?.ok_or("too few messages")?;
        same(size(&reply.payload), back as usize)?;
    }
    call.end().map_err(said)?;
    same(call.next().map_err(said)?, None)
}

fn empty_stream(client: &mut Caller) -> Result<(), String> {
    let mut call = client.full_duplex_call().map_err(said)?;
    call.end().map_err(said)?;
    same(call.next().map_err(said)?, None)
}

fn timeout(client: &mut Caller) -> Result<(), String> {
    client.set_timeout(Some(Duration::from_millis(1)));
    let mut call = client.full_duplex_call().map_err(said)?;
    // The time may be over before this goes.
    let _ = call.send(&output_request(&[], 27_182));
    match call.next() {
        Err(CallError::TimedOut { .. }) => Ok(()),
        Err(CallError::Fault(Fault::Detailed(said))) => same(said.code, 4),
        other => Err(format!("{other:?}")),
    }
}

fn cancel_after_begin(client: &mut Caller) -> Result<(), String> {
    client.streaming_input_call().map_err(said)?.cancel();
    empty_unary(client)
}

fn cancel_after_first_response(client: &mut Caller) -> Result<(), String> {
    let mut call = client.full_duplex_call().map_err(said)?;
    call.send(&output_request(&[31_415], 27_182))
        .map_err(said)?;
    let reply = call.next().map_err(said)?.ok_or("no message")?;
    same(size(&reply.payload), 31_415)?;
    call.cancel();
    empty_unary(client)
}

fn statuses(client: &mut Caller, message: &str) -> Result<(), String> {
    let status = || {
        Some(EchoStatus {
            code: 2,
            message: message.to_owned().into(),
            ..EchoStatus::default()
        })
    };
    let request = SimpleRequest {
        response_status: status(),
        ..SimpleRequest::default()
    };
    is_status(client.unary_call(&request), 2, message)?;
    let mut call = client.full_duplex_call().map_err(said)?;
    let request = StreamingOutputCallRequest {
        response_status: status(),
        ..StreamingOutputCallRequest::default()
    };
    call.send(&request).map_err(said)?;
    call.end().map_err(said)?;
    is_status(call.next(), 2, message)
}

fn status(client: &mut Caller) -> Result<(), String> {
    statuses(client, "test status message")
}

fn special_status(client: &mut Caller) -> Result<(), String> {
    statuses(
        client,
        "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n",
    )
}

fn custom_metadata(client: &mut Caller) -> Result<(), String> {
    let binary = [0xab, 0xab, 0xab];
    let mut metadata = Metadata::new();
    metadata.push(INITIAL, "test_initial_metadata_value");
    metadata.push(TRAILING, binary);
    client.set_metadata(metadata);
    let judge = |both: &ReplyMetadata| {
        let initial = both.initial.get(INITIAL);
        same(initial, Some(&b"test_initial_metadata_value"[..]))?;
        same(both.trailing.get(TRAILING), Some(&binary[..]))
    };
    judge(&client.unary_metadata(&large_request()).map_err(said)?)?;
    let mut call = client.full_duplex_call().map_err(said)?;
    call.send(&output_request(&[314_159], 271_828))
        .map_err(said)?;
    let reply = call.next().map_err(said)?.ok_or("no message")?;
    same(size(&reply.payload), 314_159)?;
    call.end().map_err(said)?;
    same(call.next().map_err(said)?, None)?;
    judge(call.metadata())
}

fn unimplemented(client: &mut Caller) -> Result<(), String> {
    is_unimplemented(client.unimplemented_call(&Empty::default()))
}
