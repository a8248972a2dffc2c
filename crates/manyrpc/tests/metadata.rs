//! Metadata of calls and replies.

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use manyrpc::dynamic::{DynamicClient, DynamicService};
use manyrpc::server::Running;
use manyrpc::{CallError, Domain, Error, Fault, FaultDetails, Metadata, ReplyMetadata, Server};
use manyrpc_model::Value;
use support::{INTERNET, client, interface};

const V2: &str = "CALCULATOR_V2";

/// Answers `add` with the sum, or refuses if it is negative, and returns the received metadata.
fn serve(binding: &str, workers: usize) -> Running {
    let service = DynamicService::new(interface(V2), |call, _, arguments| {
        for (name, value) in call.metadata.iter() {
            call.add_initial(name, value);
            call.add_trailing(&format!("end-{name}"), value);
        }
        match arguments[..] {
            [Value::I32(a), Value::I32(b)] if a + b >= 0 => Ok(vec![Value::I32(a + b)]),
            _ => Err(Fault::Detailed(Box::new(FaultDetails {
                domain: Domain::Grpc,
                code: 9,
                message: "negative".to_owned(),
                details: vec![0, 1, 2],
                ..FaultDetails::default()
            }))),
        }
    });
    let server = Server::builder().service(service).workers(workers);
    server.listen(binding).unwrap().start().unwrap()
}

fn tell(client: &mut DynamicClient, text: &str, bytes: &[u8]) {
    let mut metadata = Metadata::new();
    metadata.push("x-text", text);
    metadata.push("x-some-bin", bytes);
    client.client().set_metadata(metadata);
}

fn told(text: &str, bytes: &[u8]) -> ReplyMetadata {
    let mut told = ReplyMetadata::NONE;
    told.initial.push("x-text", text);
    told.initial.push("x-some-bin", bytes);
    told.trailing.push("end-x-text", text);
    told.trailing.push("end-x-some-bin", bytes);
    told
}

#[test]
fn both_ways_with_results_and_with_refusals() {
    for workers in [0, 2] {
        let server = serve("grpc://127.0.0.1:0", workers);
        let mut client = client(&server, V2);
        for text in ["one", "two", "three"] {
            tell(&mut client, text, &[0, 255]);
            let sum = support::add(&mut client, 1, 2).unwrap();
            assert_eq!(sum, [Value::I32(3)]);
            assert_eq!(*client.client().reply_metadata(), told(text, &[0, 255]));

            let refused = support::add(&mut client, -1, -2).unwrap_err();
            let Error::Call(CallError::Fault(Fault::Detailed(said))) = refused else {
                panic!("{refused}");
            };
            assert_eq!((said.code, &said.details[..]), (9, &[0, 1, 2][..]));
            assert_eq!(*client.client().reply_metadata(), told(text, &[0, 255]));
        }
        client.client().set_metadata(Metadata::new());
        support::add(&mut client, 1, 2).unwrap();
        assert!(client.client().reply_metadata().is_empty());
    }
}

#[test]
fn every_call_in_flight_has_its_own() {
    for workers in [0, 2] {
        let server = serve("grpc://127.0.0.1:0", workers);
        let mut client = client(&server, V2);
        let calls: Vec<_> = (0..10)
            .map(|n| {
                tell(&mut client, &n.to_string(), &[n as u8]);
                (
                    n,
                    client.send("add", &[Value::I32(n), Value::I32(0)]).unwrap(),
                )
            })
            .collect();
        for (n, call) in calls.into_iter().rev() {
            assert_eq!(client.wait(call).unwrap(), [Value::I32(n)]);
            let told = told(&n.to_string(), &[n as u8]);
            assert_eq!(*client.client().reply_metadata(), told);
        }
    }
}

#[test]
fn systems_without_it_leave_it_out() {
    let has_it = |binding: &str| binding.starts_with("grpc") || binding.starts_with("soap");
    for binding in INTERNET.iter().filter(|binding| !has_it(binding)) {
        let server = serve(binding, 0);
        let mut client = client(&server, V2);
        tell(&mut client, "text", b"bytes");
        assert_eq!(support::add(&mut client, 1, 2).unwrap(), [Value::I32(3)]);
        assert!(client.client().reply_metadata().is_empty(), "{binding}");
    }
}
