//! Failures among the results (C706 section 4.3.8): stubs and dynamic calls over DCE's protocols,
//! and the same numbers over systems that have statuses of their own.

use std::borrow::Cow;
use std::time::Duration;

use manyrpc::contexts::ContextHandle;
use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::failure::rpc_s;
use manyrpc::server::Running;
use manyrpc::{CallError, Client, Context, Domain, Error, Fault, Server};
use manyrpc_model::Value;
use serde_json::{Value as Json, json};

/// Generated.
#[rustfmt::skip]
#[path = "corpus/statuses.rs"]
pub mod ward;

use ward::{Closed, WardClient, WardPutError, WardServer, WardShutError};

const DCE: [&str; 3] = [
    "dce+tcp://127.0.0.1:0",
    "dce+udp://127.0.0.1:0",
    "ncs+udp://127.0.0.1:0",
];
const OTHERS: [&str; 6] = [
    "raw+tcp://127.0.0.1:0",
    "onc+tcp://127.0.0.1:0",
    "onc+udp://127.0.0.1:0",
    "grpc://127.0.0.1:0",
    "jsonrpc+tcp://127.0.0.1:0",
    "xmlrpc+http://127.0.0.1:0/RPC2",
];

/// What the server says where it has a status of its own.
const SAID: u32 = 4711;
/// An application's number, for a fault.
const NUMBER: i32 = 7;
/// Has the server fault with a status of DCE's.
const MISMATCH: i32 = -1;
/// Has it raise an exception.
const RAISE: i32 = -2;

struct Nurse;

/// What becomes of a call: a number above 0 is a fault with that number.
fn outcome(n: i32) -> Result<(), Fault> {
    match n {
        MISMATCH => Err(Fault::Status(Domain::Dce, 0x1c00_001a)),
        1.. => Err(Fault::Other(n as u32)),
        _ => Ok(()),
    }
}

impl ward::Ward for Nurse {
    fn check(&self, _: &Context<'_>, n: i32) -> Result<(i32, u32), Fault> {
        outcome(n).map(|()| (n / 2, SAID))
    }

    fn ask<'a>(
        &'a self,
        _: &Context<'_>,
        n: i32,
        name: Cow<'a, str>,
    ) -> Result<(Cow<'a, str>, u32, i32), Fault> {
        outcome(n).map(|()| (name, SAID, n))
    }

    fn apart(&self, _: &Context<'_>, n: i32) -> Result<(u32, u32), Fault> {
        outcome(n).map(|()| (SAID, SAID + 1))
    }

    fn tell(&self, _: &Context<'_>, n: i32) -> Result<(), Fault> {
        outcome(n)
    }

    fn sum(&self, _: &Context<'_>, n: i32, m: i32) -> Result<i32, Fault> {
        outcome(n).map(|()| n + m)
    }

    fn communicated(&self, _: &Context<'_>, n: i32) -> Result<i32, Fault> {
        outcome(n).map(|()| n)
    }

    fn served(&self, _: &Context<'_>, n: i32) -> Result<i32, Fault> {
        outcome(n).map(|()| n)
    }

    fn plain(&self, _: &Context<'_>, n: i32) -> Result<i32, Fault> {
        outcome(n).map(|()| n)
    }

    fn put(&self, _: &Context<'_>, n: i32) -> Result<(u32, i32), WardPutError> {
        match n {
            RAISE => Err(Closed { until: 9 }.into()),
            n => Ok(outcome(n).map(|()| (SAID, n))?),
        }
    }

    fn shut(&self, _: &Context<'_>, n: i32) -> Result<(), WardShutError> {
        match n {
            RAISE => Err(Closed { until: 9 }.into()),
            n => Ok(outcome(n)?),
        }
    }

    fn list(&self, _: &Context<'_>, n: i32) -> Result<(Option<Vec<i32>>, u32, i32), Fault> {
        outcome(n).map(|()| (Some(vec![1, 2, 3]), SAID, n))
    }

    fn poke(&self, _: &Context<'_>, _: i32) -> Result<(), Fault> {
        Ok(())
    }
}

fn serve(bindings: &[&str]) -> Running {
    let server = Server::builder().service(WardServer(Nurse));
    let listen = |b: manyrpc::server::Builder, binding: &&str| b.listen(binding).unwrap();
    bindings.iter().fold(server, listen).start().unwrap()
}

fn definition() -> DynamicInterface {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/statuses.idl");
    let (module, problems) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    DynamicInterface::find(&Definition::new(module).unwrap(), None).unwrap()
}

fn dynamic(at: &str) -> DynamicClient {
    let interface = definition();
    DynamicClient::new(Client::open_for(at, interface.id()).unwrap(), interface)
}

#[track_caller]
fn assert_faults(at: &str, n: i32, status: u32) {
    let mut client = WardClient::open(at).unwrap();
    assert_eq!(client.check(n), Ok((0, status)), "{at}");
    assert_eq!(
        client.ask(n, "Florence"),
        Ok(("".into(), status, 0)),
        "{at}"
    );
    assert_eq!(client.apart(n), Ok((status, 0)), "{at}");
    assert_eq!(client.tell(n), Ok(status), "{at}");
    assert_eq!(client.sum(n, 2), Ok((0, status, 0)), "{at}");
    assert_eq!(client.served(n), Ok((0, status)), "{at}");
    assert_eq!(client.list(n), Ok((None, status, 0)), "{at}");
    assert_eq!(client.put(n).unwrap(), (status, 0), "{at}");
    assert_eq!(client.shut(n).unwrap(), status, "{at}");
    let fault = |ended: Result<i32, CallError>| matches!(ended, Err(CallError::Fault(_)));
    assert!(fault(client.plain(n)), "{at}");
    assert!(fault(client.communicated(n).map(|(n, _)| n)), "{at}");
}

#[test]
fn success_has_no_status_but_the_servers() {
    let server = serve(&[&DCE[..], &OTHERS].concat());
    for binding in server.bindings() {
        let at = binding.to_string();
        let mut client = WardClient::open(&at).unwrap();
        assert_eq!(client.check(-8), Ok((-4, SAID)), "{at}");
        assert_eq!(
            client.ask(0, "Florence"),
            Ok(("Florence".into(), SAID, 0)),
            "{at}"
        );
        assert_eq!(client.apart(0), Ok((SAID, SAID + 1)), "{at}");
        assert_eq!(client.tell(0), Ok(0), "{at}");
        assert_eq!(client.sum(0, 2), Ok((2, 0, 0)), "{at}");
        assert_eq!(client.communicated(-4), Ok((-4, 0)), "{at}");
        assert_eq!(client.plain(-4), Ok(-4), "{at}");
        assert_eq!(client.put(-4).unwrap(), (SAID, -4), "{at}");
        assert_eq!(client.shut(0).unwrap(), 0, "{at}");
        assert_eq!(client.list(-4), Ok((Some(vec![1, 2, 3]), SAID, -4)), "{at}");
        assert_eq!(client.poke(1), Ok(0), "{at}");
        let closed = matches!(
            client.put(RAISE),
            Err(WardPutError::Closed(Closed { until: 9 }))
        );
        assert!(closed, "{at}");
        let closed = matches!(
            client.shut(RAISE),
            Err(WardShutError::Closed(Closed { until: 9 }))
        );
        assert!(closed, "{at}");
    }
}

#[test]
fn faults_of_the_application_are_its_number_over_every_system() {
    let server = serve(&[&DCE[..], &OTHERS].concat());
    for binding in server.bindings() {
        assert_faults(&binding.to_string(), NUMBER, NUMBER as u32);
    }
}

/// C706 table E-3.
#[test]
fn faults_of_dce_are_what_the_table_says() {
    let server = serve(&DCE);
    for binding in server.bindings() {
        assert_faults(&binding.to_string(), MISMATCH, 0x16c9_a075);
    }
}

/// C706 tables E-1 and E-2: the operation did not begin.
#[test]
fn refusals_are_failures_of_communication() {
    let server = serve(&[&DCE[..], &OTHERS].concat());
    for binding in server.bindings() {
        let at = binding.to_string();
        let mut client = WardClient::open(&at).unwrap();
        let held = ContextHandle::default();
        let nothing = ([0; 100], held, 0x16c9_a001);
        assert_eq!(client.missing(held), Ok(nothing), "{at}");
    }
}

/// The end of a stream is told, that nobody takes a datagram only perhaps.
#[test]
fn where_nobody_listens_the_status_says_so() {
    const CLOSED: [u32; 2] = [rpc_s::CONNECT_REJECTED, rpc_s::CONNECT_CLOSED_BY_REM];
    const SILENT: [u32; 2] = [rpc_s::CONNECT_REJECTED, rpc_s::CALL_TIMEOUT];
    for (binding, known) in [
        ("dce+tcp://127.0.0.1:0", &CLOSED),
        ("dce+udp://127.0.0.1:0", &SILENT),
        ("ncs+udp://127.0.0.1:0", &SILENT),
        ("jsonrpc+tcp://127.0.0.1:0", &CLOSED),
        ("onc+udp://127.0.0.1:0", &SILENT),
    ] {
        let server = serve(&[binding]);
        let at = server.bindings()[0].to_string();
        let mut client = WardClient::open(&at).unwrap();
        let mut by_name = dynamic(&at);
        assert_eq!(client.tell(0), Ok(0), "{at}");
        let found = by_name.call_json("tell", &json!([0]));
        assert_eq!(found.unwrap(), json!(0), "{at}");
        server.stop();

        for client in [client.client(), by_name.client()] {
            client.set_timeout(Some(Duration::from_millis(100)));
        }
        let (half, status) = client.check(-8).unwrap();
        assert!(known.contains(&status) && half == 0, "{at}: {status:#x}");
        let (why, status) = client.apart(0).unwrap();
        assert!(known.contains(&status) && why == 0, "{at}: {status:#x}");
        let (sum, failed, status) = client.sum(0, 2).unwrap();
        assert!(known.contains(&status), "{at}: {status:#x}");
        assert_eq!((sum, failed), (0, 0), "{at}");
        let ended = |e: &CallError| matches!(e, CallError::Closed(_) | CallError::TimedOut { .. });
        assert!(ended(&client.plain(0).unwrap_err()), "{at}");
        assert!(ended(&client.served(0).unwrap_err()), "{at}");

        let arguments = [Value::I32(0), Value::I32(2)];
        let results = by_name.call("sum", &arguments).unwrap();
        let [Value::I32(0), Value::U32(0), Value::U32(status)] = results[..] else {
            panic!("{at}: {results:?}");
        };
        assert!(known.contains(&status), "{at}: {status:#x}");
        let plain = by_name.call("plain", &[Value::I32(0)]);
        assert!(matches!(&plain, Err(Error::Call(e)) if ended(e)), "{at}");
    }
}

#[test]
fn dynamic_calls_find_the_same() {
    let server = serve(&[
        "dce+tcp://127.0.0.1:0",
        "dce+udp://127.0.0.1:0",
        "jsonrpc+tcp://127.0.0.1:0",
    ]);
    for binding in server.bindings() {
        let at = binding.to_string();
        let mut client = dynamic(&at);
        let mut found = |operation: &str, arguments: Json, results: Json| {
            let found = client.call_json(operation, &arguments).unwrap();
            assert_eq!(found, results, "{at} {operation}");
        };
        found("check", json!([-8]), json!({"half": -4, "result": SAID}));
        found("check", json!([7]), json!({"half": 0, "result": 7}));
        found("apart", json!([7]), json!({"why": 7, "result": 0}));
        found("tell", json!([0]), json!(0));
        found("tell", json!([7]), json!(7));
        found(
            "sum",
            json!([0, 2]),
            json!({"result": 2, "failed": 0, "unreached": 0}),
        );
        found(
            "sum",
            json!([7, 2]),
            json!({"result": 0, "failed": 7, "unreached": 0}),
        );
        let listed = json!({"all": [1, 2, 3], "st": SAID, "result": 0});
        found("list", json!([0]), listed);
        found(
            "list",
            json!([7]),
            json!({"all": null, "st": 7, "result": 0}),
        );
        found("put", json!([7]), json!({"st": 7, "result": 0}));
        found("shut", json!([7]), json!(7));
        found("poke", json!([7]), json!(0));
        assert!(matches!(
            client.call_json("communicated", &json!([7])),
            Err(Error::Call(CallError::Fault(_)))
        ));
        assert!(matches!(
            client.call_json("put", &json!([RAISE])),
            Err(Error::Raised(_))
        ));
        let arguments = [Value::I32(7), Value::I32(2)];
        let pending = client.send("sum", &arguments).unwrap();
        let results = [Value::I32(0), Value::U32(7), Value::U32(0)];
        assert_eq!(client.wait(pending).unwrap(), results, "{at}");
    }
}

/// A server by name knows nothing of statuses that are added.
#[test]
fn servers_do_not_state_what_is_added() {
    let service = DynamicService::new(definition(), |_, operation, _| match &*operation.name {
        "sum" => Ok(vec![Value::I32(5)]),
        _ => Err(Fault::Other(NUMBER as u32)),
    });
    let server = Server::builder()
        .service(service)
        .listen("dce+tcp://127.0.0.1:0");
    let server = server.and_then(|s| s.start()).unwrap();
    let mut client = WardClient::open(&server.bindings()[0].to_string()).unwrap();
    assert_eq!(client.sum(0, 2), Ok((5, 0, 0)));
    assert_eq!(client.tell(0), Ok(NUMBER as u32));
}
