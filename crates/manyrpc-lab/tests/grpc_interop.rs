//! gRPC's own interoperability tests with grpc-go, which has the client in one direction and the
//! server in the other (`interop-test-descriptions.md` of the project's documents). What does not
//! work is listed in `grpc_known_failures.txt`, which only shrinks.

mod support;

use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use manyrpc::dynamic::{Conversation, Definition, DynamicClient, DynamicInterface};
use manyrpc::dynamic::{DynamicReplies, DynamicService, Flow};
use manyrpc::{CallError, Client, Context, Error, Fault, Metadata, Outcome, ReplyMetadata, Server};
use manyrpc_model::Value;
use support::{Peer, judge, root};

const KNOWN: &str = include_str!("grpc_known_failures.txt");

fn definition() -> Arc<Definition> {
    let path = root().join("crates/manyrpc-lab/tests/support/grpc_testing.proto");
    let (module, problems) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    Definition::new(module).expect("it holds together")
}

fn interface(name: &str) -> DynamicInterface {
    let definition = definition();
    let all = DynamicInterface::all(&definition).into_iter();
    let mut named = all.filter(|i| i.id().full_name == format!("grpc.testing.{name}"));
    named.next().expect("it is defined")
}

fn record(fields: impl Into<Vec<Value>>) -> Value {
    Value::Record(fields.into())
}

fn some(value: Value) -> Value {
    Value::Optional(Some(Box::new(value)))
}

const NONE: Value = Value::Optional(None);

fn payload(size: usize) -> Value {
    some(record([Value::I32(0), Value::Bytes(vec![0; size])]))
}

/// The bytes of a payload.
fn size(payload: &Value) -> usize {
    match payload {
        Value::Optional(Some(payload)) => match &**payload {
            Value::Record(fields) => match &fields[1] {
                Value::Bytes(body) => body.len(),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        },
        _ => 0,
    }
}

/// The status that a request asks for.
fn asked(status: &Value) -> Option<Fault> {
    let Value::Optional(Some(status)) = status else {
        return None;
    };
    let Value::Record(fields) = &**status else {
        return None;
    };
    match &fields[..] {
        [Value::I32(code), Value::Text(message), ..] => Some(Fault::said(*code, message.clone())),
        _ => None,
    }
}

fn fields(arguments: &[Value]) -> &[Value] {
    match arguments {
        [Value::Record(fields)] => fields,
        other => panic!("{other:?}"),
    }
}

/// The calls with several messages: what came so far, and which of them it is.
struct Talk {
    operation: String,
    bytes: usize,
}

impl Conversation for Talk {
    fn message(&mut self, arguments: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow {
        let fields = fields(&arguments);
        if self.operation == "StreamingInputCall" {
            self.bytes += size(&fields[0]);
            return Flow::Wait;
        }
        if let Some(fault) = asked(&fields[2]) {
            return Flow::Over(Outcome::Fault(fault));
        }
        let Value::List(wanted) = &fields[0] else {
            panic!("{fields:?}");
        };
        for parameters in wanted {
            let Value::Record(parameters) = parameters else {
                panic!("{parameters:?}");
            };
            let Value::I32(size) = parameters[0] else {
                panic!("{parameters:?}");
            };
            replies.send(&[record([payload(size as usize)])]);
        }
        Flow::Wait
    }

    fn ended(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        if self.operation == "StreamingInputCall" {
            replies.send(&[record([Value::I32(self.bytes as i32)])]);
        }
        Flow::Over(Outcome::Done)
    }
}

const INITIAL: &str = "x-grpc-test-echo-initial";
const TRAILING: &str = "x-grpc-test-echo-trailing-bin";

fn echo_metadata(call: &Context<'_>) {
    if let Some(value) = call.metadata.get(INITIAL) {
        call.add_initial(INITIAL, value);
    }
    if let Some(value) = call.metadata.get(TRAILING) {
        call.add_trailing(TRAILING, value);
    }
}

fn service() -> DynamicService {
    let unary = DynamicService::new(interface("TestService"), |call, operation, arguments| {
        echo_metadata(call);
        let fields = fields(&arguments);
        match operation.name.as_str() {
            "EmptyCall" => Ok(vec![record([])]),
            "UnaryCall" => match (asked(&fields[2]), &fields[0]) {
                (Some(fault), _) => Err(fault),
                (None, Value::I32(size)) => Ok(vec![record([payload(*size as usize)])]),
                (None, other) => panic!("{other:?}"),
            },
            _ => Err(Fault::NoSuchOperation),
        }
    });
    unary.conversing(|call, operation| {
        echo_metadata(call);
        Ok(Box::new(Talk {
            operation: operation.name.clone(),
            bytes: 0,
        }))
    })
}

#[test]
fn grpc_go_calls_us() {
    let server = Server::builder()
        .service(service())
        .listen("grpc://127.0.0.1:0")
        .and_then(|s| s.start())
        .expect("loopback can be listened on");
    let port = server.bindings()[0].port().expect("it is bound");
    let cases = [
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
    let results = cases.map(|case| {
        let output = Command::new(root().join("peers/build/grpc-interop/client"))
            .args(["-server_host", "127.0.0.1", "-test_case", case])
            .args(["-server_port", &port.to_string()])
            .output()
            .expect("`make peers` builds it");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (
            case.to_owned(),
            output.status.success().then_some(()).ok_or(said),
        )
    });
    judge(KNOWN, "grpc-go-calls-us", results.into());
    server.stop();
}

type Case = fn(&mut DynamicClient) -> Result<(), String>;

#[test]
fn we_call_grpc_go() {
    let mut server = Peer::start("grpc-interop/interop_server", &["tcp"]);
    let binding = format!("grpc://127.0.0.1:{}", server.port());
    let cases: [(&str, Case); 13] = [
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
    let results = cases.map(|(name, case)| {
        let client = Client::open(&binding).expect("it listens");
        let mut client = DynamicClient::new(client, interface("TestService"));
        (name.to_owned(), case(&mut client))
    });
    judge(KNOWN, "we-call-grpc-go", results.into());

    let client = Client::open(&binding).expect("it listens");
    let mut client = DynamicClient::new(client, interface("UnimplementedService"));
    unimplemented(&mut client).expect("the service is not there");
}

fn said(e: Error) -> String {
    e.to_string()
}

fn same<T: PartialEq + std::fmt::Debug>(left: T, right: T) -> Result<(), String> {
    match left == right {
        true => Ok(()),
        false => Err(format!("{left:?} is not {right:?}")),
    }
}

/// Whether a call ended with this status.
fn is_status<T>(result: Result<T, Error>, code: i32, message: &str) -> Result<(), String> {
    match result {
        Err(Error::Call(CallError::Fault(Fault::Said(s)))) => {
            same((s.code, s.message.as_str()), (code, message))
        }
        Err(other) => Err(other.to_string()),
        Ok(_) => Err("it went well".to_owned()),
    }
}

fn output_request(sizes: &[i32], body: usize, status: Value) -> Value {
    let sizes = sizes.iter().map(|n| record([Value::I32(*n)]));
    record([Value::List(sizes.collect()), payload(body), status])
}

fn empty_unary(client: &mut DynamicClient) -> Result<(), String> {
    same(
        client.call("EmptyCall", &[record([])]).map_err(said)?,
        vec![record([])],
    )
}

fn large_unary(client: &mut DynamicClient) -> Result<(), String> {
    let request = record([Value::I32(314_159), payload(271_828), NONE]);
    let results = client.call("UnaryCall", &[request]).map_err(said)?;
    same(size(&fields(&results)[0]), 314_159)
}

fn client_streaming(client: &mut DynamicClient) -> Result<(), String> {
    let mut call = client.open("StreamingInputCall", &[]).map_err(said)?;
    for bytes in [27_182, 8, 1828, 45_904] {
        call.send(&[record([payload(bytes)])]).map_err(said)?;
    }
    call.end().map_err(said)?;
    let total = call.next().map_err(said)?;
    same(total, Some(vec![record([Value::I32(74_922)])]))?;
    same(call.next().map_err(said)?, None)
}

fn server_streaming(client: &mut DynamicClient) -> Result<(), String> {
    let sizes = [31_415, 9, 2653, 58_979];
    let request = output_request(&sizes, 0, NONE);
    let mut call = client
        .open("StreamingOutputCall", &[request])
        .map_err(said)?;
    for expected in sizes {
        let message = call.next().map_err(said)?.ok_or("too few messages")?;
        same(size(&fields(&message)[0]), expected as usize)?;
    }
    same(call.next().map_err(said)?, None)
}

fn ping_pong(client: &mut DynamicClient) -> Result<(), String> {
    let mut call = client.open("FullDuplexCall", &[]).map_err(said)?;
    for (there, back) in [(27_182, 31_415), (8, 9), (1828, 2653), (45_904, 58_979)] {
        call.send(&[output_request(&[back], there, NONE)])
            .map_err(said)?;
        let message = call.next().map_err(said)?.ok_or("too few messages")?;
        same(size(&fields(&message)[0]), back as usize)?;
    }
    call.end().map_err(said)?;
    same(call.next().map_err(said)?, None)
}

fn empty_stream(client: &mut DynamicClient) -> Result<(), String> {
    let mut call = client.open("FullDuplexCall", &[]).map_err(said)?;
    call.end().map_err(said)?;
    same(call.next().map_err(said)?, None)
}

fn timeout(client: &mut DynamicClient) -> Result<(), String> {
    client.client().set_timeout(Some(Duration::from_millis(1)));
    let mut call = client.open("FullDuplexCall", &[]).map_err(said)?;
    // The time may be over before this goes.
    let _ = call.send(&[output_request(&[], 27_182, NONE)]);
    match call.next() {
        Err(Error::Call(CallError::TimedOut { .. })) => Ok(()),
        Err(Error::Call(CallError::Fault(Fault::Said(said)))) => same(said.code, 4),
        other => Err(format!("{other:?}")),
    }
}

fn cancel_after_begin(client: &mut DynamicClient) -> Result<(), String> {
    client
        .open("StreamingInputCall", &[])
        .map_err(said)?
        .cancel();
    empty_unary(client)
}

fn cancel_after_first_response(client: &mut DynamicClient) -> Result<(), String> {
    let mut call = client.open("FullDuplexCall", &[]).map_err(said)?;
    call.send(&[output_request(&[31_415], 27_182, NONE)])
        .map_err(said)?;
    let message = call.next().map_err(said)?.ok_or("no message")?;
    same(size(&fields(&message)[0]), 31_415)?;
    call.cancel();
    empty_unary(client)
}

fn statuses(client: &mut DynamicClient, message: &str) -> Result<(), String> {
    let status = || some(record([Value::I32(2), Value::Text(message.to_owned())]));
    let request = record([Value::I32(0), NONE, status()]);
    is_status(client.call("UnaryCall", &[request]), 2, message)?;
    let mut call = client.open("FullDuplexCall", &[]).map_err(said)?;
    call.send(&[output_request(&[], 0, status())])
        .map_err(said)?;
    call.end().map_err(said)?;
    is_status(call.next(), 2, message)
}

fn status(client: &mut DynamicClient) -> Result<(), String> {
    statuses(client, "test status message")
}

fn special_status(client: &mut DynamicClient) -> Result<(), String> {
    statuses(
        client,
        "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n",
    )
}

fn custom_metadata(client: &mut DynamicClient) -> Result<(), String> {
    let binary = [0xab, 0xab, 0xab];
    let mut metadata = Metadata::new();
    metadata.push(INITIAL, "test_initial_metadata_value");
    metadata.push(TRAILING, binary);
    client.client().set_metadata(metadata);
    let judge = |both: &ReplyMetadata| {
        let initial = both.initial.get(INITIAL);
        same(initial, Some(&b"test_initial_metadata_value"[..]))?;
        same(both.trailing.get(TRAILING), Some(&binary[..]))
    };
    large_unary(client)?;
    judge(client.client().reply_metadata())?;
    let mut call = client.open("FullDuplexCall", &[]).map_err(said)?;
    call.send(&[output_request(&[314_159], 271_828, NONE)])
        .map_err(said)?;
    let message = call.next().map_err(said)?.ok_or("no message")?;
    same(size(&fields(&message)[0]), 314_159)?;
    call.end().map_err(said)?;
    same(call.next().map_err(said)?, None)?;
    judge(call.metadata())
}

/// grpc-go says so in its own words.
fn unimplemented(client: &mut DynamicClient) -> Result<(), String> {
    match client.call("UnimplementedCall", &[record([])]) {
        Err(Error::Call(CallError::Fault(Fault::Said(said)))) => same(said.code, 12),
        other => Err(format!("{other:?}")),
    }
}
