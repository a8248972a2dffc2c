//! Operations that a server does not write: what callers see over each system, and what is on the
//! wire.

use std::io::{Read, Write};
use std::net::TcpStream;

use manyrpc::grpc::Status;
use manyrpc::server::Running;
use manyrpc::stub::Service;
use manyrpc::{CallError, Context, Fault, Server, grpc_status};

/// Generated.
#[rustfmt::skip]
#[path = "corpus/operations.rs"]
pub mod operations;

/// Generated.
#[rustfmt::skip]
#[path = "../../manyrpc-lab/tests/support/grpc_testing.rs"]
pub mod grpc_testing;

use grpc_testing::{
    SimpleRequest, StreamingOutputCallRequest, TestService, TestServiceClient, TestServiceServer,
};
use operations::{OperationsV1, OperationsV1Client, OperationsV1Server};

/// Writes one operation of eight.
struct One;

impl OperationsV1 for One {
    fn only_out(&self, _: &Context<'_>) -> Result<i32, Fault> {
        Ok(7)
    }
}

/// Writes none, with one message or several.
struct Bare;

impl TestService for Bare {}

fn serve(service: impl Service + 'static, binding: &str) -> (Running, String) {
    let server = Server::builder().service(service);
    let running = server.listen(binding).unwrap().start().unwrap();
    let binding = running.bindings()[0].to_string();
    (running, binding)
}

#[track_caller]
fn assert_none(called: Result<(), CallError>) {
    match called {
        Err(CallError::Fault(fault)) => assert_eq!(fault.plain(), Fault::NoSuchOperation),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_is_not_written_is_in_no_system() {
    for system in [
        "onc+tcp",
        "onc+udp",
        "dce+tcp",
        "dce+udp",
        "ncs+udp",
        "jsonrpc+http",
        "xmlrpc+http",
        "grpc",
        "raw+tcp",
    ] {
        let (_server, binding) = serve(OperationsV1Server(One), &format!("{system}://127.0.0.1:0"));
        let mut client = OperationsV1Client::open(&binding).unwrap();
        assert_eq!(client.only_out().unwrap(), 7, "{system}");
        assert_none(client.only_in(1));
        assert_none(client.unlock(&[1; 40], None).map(drop));
        // The connection has taken no harm.
        assert_eq!(client.only_out().unwrap(), 7, "{system}");
    }
}

/// RFC 5531, section 9: `accept_stat`, by hand.
#[test]
fn onc_rpc_says_that_the_procedure_is_unavailable() {
    const SUCCESS: u32 = 0;
    const PROC_UNAVAIL: u32 = 3;
    let (server, _) = serve(OperationsV1Server(One), "onc+tcp://127.0.0.1:0");
    let port = server.bindings()[0].to_string();
    let port: u16 = port.rsplit(':').next().unwrap().parse().unwrap();
    // Section 12: procedure 0 answers in every program.
    for (procedure, status) in [(0, SUCCESS), (1, SUCCESS), (2, PROC_UNAVAIL)] {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let (call, program, version, argument) = (0, 0x2026_0005, 1, 9);
        let words: [u32; 11] = [
            77, call, 2, program, version, procedure, 0, 0, 0, 0, argument,
        ];
        // Procedures 0 and 1 take nothing.
        let words = &words[..if procedure == 2 { 11 } else { 10 }];
        let mark = 0x8000_0000 | (4 * words.len() as u32);
        let mut message = mark.to_be_bytes().to_vec();
        message.extend(words.iter().flat_map(|word| word.to_be_bytes()));
        stream.write_all(&message).unwrap();
        let mut reply = [0; 28];
        stream.read_exact(&mut reply).unwrap();
        let words = reply
            .chunks(4)
            .map(|word| u32::from_be_bytes(word.try_into().unwrap()));
        let words: Vec<u32> = words.skip(1).collect();
        assert_eq!(words, [77, 1, 0, 0, 0, status], "procedure {procedure}");
    }
}

/// "UNIMPLEMENTED: the operation is not implemented" (`statuscodes.md`), of each of the four kinds.
#[test]
fn grpc_says_unimplemented_however_many_messages_there_are() {
    let (_server, binding) = serve(TestServiceServer(Bare), "grpc://127.0.0.1:0");
    let mut client = TestServiceClient::open(&binding).unwrap();
    let request = StreamingOutputCallRequest::default();
    let unary = client.unary_call(&SimpleRequest::default()).map(drop);
    let pulled = client.streaming_output_call(&request);
    let pulled = pulled.and_then(|mut call| call.next().map(drop));
    let collected = client.streaming_input_call();
    let collected = collected.and_then(|mut call| call.finish().map(drop));
    let conversed = client.full_duplex_call();
    let conversed = conversed.and_then(|mut call| call.next().map(drop));
    for (kind, called) in [unary, pulled, collected, conversed]
        .into_iter()
        .enumerate()
    {
        let status = Status::from(&called.unwrap_err());
        assert_eq!(status.code, grpc_status::UNIMPLEMENTED, "{kind}");
    }
}

/// Only a procedure 0 that takes and gives nothing is the null procedure.
#[test]
fn an_operation_0_with_parameters_is_no_null_procedure() {
    let (_server, binding) = serve(TestServiceServer(Bare), "onc+tcp://127.0.0.1:0");
    let mut client = TestServiceClient::open(&binding).unwrap();
    assert_none(client.empty_call(&Default::default()).map(drop));
}
