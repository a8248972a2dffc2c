//! gzip with gRPC's Python library, whose core is that of C++, and with grpc-go; and a client that
//! sends JSON.

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use manyrpc::server::Builder;
use manyrpc::{Binding, CallError, ClientOptions, Error, Fault, Limits, Server};
use support::Peer;
use support::interop::grpc_testing::*;
use support::interop::{Interop, payload, size};
use support::world::{Served, Stub, World, in_world};

/// Calls with messages of 200,000 bytes either way, of which few travel; without arguments the
/// reply is compressed although the request is not.
const CLIENT: &str = r#"
import grpc, sys
compression = {"gzip": grpc.Compression.Gzip, "none": grpc.Compression.NoCompression}[sys.argv[2]]
channel = grpc.insecure_channel("127.0.0.1:" + sys.argv[1])
def varint(n):
    return bytes([n & 127 | 128]) + varint(n >> 7) if n > 127 else bytes([n])
body = bytes(200000)
payload = b"\x12" + varint(len(body)) + body
request = b"\x10" + varint(200000) + b"\x1a" + varint(len(payload)) + payload
call = channel.unary_unary("/grpc.testing.TestService/UnaryCall")
reply, call = call.with_call(request, compression=compression, timeout=20)
assert len(reply) > 200000, len(reply)
inputs = channel.stream_unary("/grpc.testing.TestService/StreamingInputCall")
message = b"\x0a" + varint(len(payload)) + payload
reply = inputs(iter([message] * 3), compression=compression, timeout=20)
assert reply == b"\x08" + varint(600000), reply
print("fine")
"#;

/// Serves `UnaryCall` with as many zeros as the request says, compressed; a size of 1 is for what
/// the request's encoding was.
const SERVER: &str = r#"
import grpc, sys
from concurrent import futures
def varint(n):
    return bytes([n & 127 | 128]) + varint(n >> 7) if n > 127 else bytes([n])
def answer(request, context):
    encoding = dict(context.invocation_metadata()).get("grpc-encoding", "")
    assert len(request) > 200000, len(request)
    body = bytes(200000)
    payload = b"\x12" + varint(len(body)) + body
    context.set_compression(grpc.Compression.Gzip)
    return b"\x0a" + varint(len(payload)) + payload
class Service(grpc.GenericRpcHandler):
    def service(self, details):
        if details.method == "/grpc.testing.TestService/UnaryCall":
            return grpc.unary_unary_rpc_method_handler(answer)
server = grpc.server(futures.ThreadPoolExecutor(2), handlers=[Service()])
port = server.add_insecure_port("127.0.0.1:0")
server.start()
print(port, flush=True)
sys.stdin.read()
server.stop(None)
"#;

fn python(script: &str, arguments: &[&str]) -> Child {
    Command::new("/usr/bin/python3")
        .args(["-c", script])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python is installed")
}

fn large() -> SimpleRequest<'static> {
    SimpleRequest {
        response_size: 200_000,
        payload: payload(200_000),
        ..SimpleRequest::default()
    }
}

type Caller = Stub<TestServiceClient, AsyncTestServiceClient>;

fn open(world: World, binding: &str, options: &ClientOptions) -> Result<Caller, Error> {
    let stubs = (TestServiceClient::new, AsyncTestServiceClient::new);
    let binding: Binding = binding.parse().map_err(Error::Binding)?;
    world.connect(&binding, None, options, stubs)
}

fn serve(world: World, server: Builder, query: &str) -> Served {
    let server = world.service(server, TestServiceServer(Interop));
    let server = server.listen(&format!("grpc://127.0.0.1:0{query}"));
    server.and_then(|s| world.start(s)).unwrap()
}

#[test]
fn python_sends_and_takes_what_is_compressed() {
    let cases = [("", "gzip"), ("?compress=gzip", "none"), ("", "none")];
    for (world, (query, compression)) in World::in_all(cases) {
        let server = serve(world, Server::builder(), query);
        let client = python(CLIENT, &[&server.port().to_string(), compression]);
        let output = client.wait_with_output().unwrap();
        assert_eq!(output.stdout, b"fine\n", "{world:?} {query} {compression}");
        server.stop();
    }
}

#[test]
fn we_send_python_what_is_compressed_and_take_it() {
    let mut server = python(SERVER, &[]);
    let mut line = String::new();
    let output = server.stdout.take().unwrap();
    BufReader::new(output).read_line(&mut line).unwrap();
    let cases = [("", (200_000, usize::MAX)), ("?compress=gzip", (0, 2000))];
    for (world, (query, (least, most))) in World::in_all(cases) {
        let binding = format!("grpc://127.0.0.1:{}{query}", line.trim());
        let client = &mut open(world, &binding, &ClientOptions::default()).unwrap();
        let reply = in_world!(client.unary_call(&large())).unwrap();
        assert_eq!(size(&reply.payload), 200_000);
        let counters = match client {
            Stub::Blocking(stub) => stub.client().counters(),
            Stub::Futures(stub) => stub.client().counters(),
        };
        let sent = counters.bytes_sent as usize;
        assert!((least..most).contains(&sent), "{world:?}: {counters:?}");
        assert!(counters.bytes_received < 2000, "{world:?}: {counters:?}");
    }
    drop(server.stdin.take());
    server.wait().unwrap();
}

/// grpc-go knows gzip only where a program asks for it; this one does not.
#[test]
fn a_server_that_does_not_know_it_says_so() {
    let mut server = Peer::start("grpc-interop/interop_server", &["tcp"]);
    let binding = format!("grpc://127.0.0.1:{}?compress=gzip", server.port());
    for world in World::ALL {
        let client = &mut open(world, &binding, &ClientOptions::default()).unwrap();
        match in_world!(client.unary_call(&large())) {
            Err(CallError::Fault(Fault::Detailed(said))) => assert_eq!(said.code, 12, "{said:?}"),
            other => panic!("{world:?}: {other:?}"),
        }
    }
}

#[test]
fn a_message_has_a_size_on_either_side() {
    let small = Limits {
        message_bytes: 100_000,
        sent_message_bytes: 100_000,
        ..Limits::default()
    };
    for (world, query) in World::in_all(["", "?compress=gzip", "?content=json"]) {
        let server = |limits: &Limits| {
            let server = Server::builder().limits(limits.clone());
            serve(world, server, query)
        };
        let open = |server: &Served, limits: &Limits| {
            let options = ClientOptions {
                limits: limits.clone(),
                ..ClientOptions::default()
            };
            open(world, &server.bindings()[0].to_string(), &options).unwrap()
        };
        let large_reply = SimpleRequest {
            response_size: 200_000,
            ..SimpleRequest::default()
        };
        let large_request = SimpleRequest {
            payload: payload(200_000),
            ..SimpleRequest::default()
        };
        let strict = server(&small);
        let client = &mut open(&strict, &Limits::default());
        for request in [&large_reply, &large_request] {
            match in_world!(client.unary_call(request)) {
                Err(CallError::Fault(Fault::Detailed(said))) => {
                    assert_eq!(said.code, 8, "{said:?}")
                }
                other => panic!("{world:?} {query}: {other:?}"),
            }
        }
        in_world!(client.empty_call(&Empty::default())).unwrap();

        let lenient = server(&Limits::default());
        let client = &mut open(&lenient, &small);
        let refused = in_world!(client.unary_call(&large_request));
        assert!(matches!(refused, Err(CallError::Misuse(_))), "{refused:?}");
        assert!(in_world!(client.unary_call(&large_reply)).is_err());
        in_world!(client.empty_call(&Empty::default())).unwrap();

        // Each direction has a limit of its own.
        let receives_little = Limits {
            sent_message_bytes: Limits::default().sent_message_bytes,
            ..small.clone()
        };
        let client = &mut open(&lenient, &receives_little);
        in_world!(client.unary_call(&large_request)).unwrap();
        assert!(in_world!(client.unary_call(&large_reply)).is_err());
    }
}
