//! Clients of tasks over HTTP/1, where each call in flight has a connection of its own, open no more of them to servers on
//! foreign libraries than they may, however many tasks call.

#[expect(dead_code, reason = "other tests look at what goes over")]
#[path = "cancels/relay.rs"]
mod relay;
mod support;

use std::time::Duration;

use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface};
use manyrpc::{AsyncClient, Binding, ClientOptions};
use manyrpc_model::Value;
use relay::Relay;
use support::database::{database, record, wanted};
use support::world::World;
use support::{Peer, root};
use tokio::task::JoinSet;
use tokio::time::timeout;

const CONNECTIONS: usize = 4;
const TASKS: i32 = 40;
/// The calls of each task.
const CALLS: i32 = 25;

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A call of a number, with its result.
type Call = fn(i32) -> (&'static str, Value, Value);

fn exchange() -> DynamicInterface {
    let path = root().join("interfaces/exchange.proto");
    let (module, told) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let definition = Definition::new(module.unwrap_or_else(|| panic!("{told:?}")));
    DynamicInterface::find(&definition.expect("it can be lowered"), None).expect("it is there")
}

fn request(id: i32) -> (&'static str, Value, Value) {
    ("Request", wanted(id, false), record(id, false))
}

fn echo(number: i32) -> (&'static str, Value, Value) {
    let blob = Value::Record(vec![Value::Bytes(number.to_be_bytes().to_vec())]);
    ("Echo", blob.clone(), blob)
}

#[test]
fn no_more_connections_are_opened_than_there_may_be() {
    let xml = "xmlrpc+http://127.0.0.1:0/RPC2";
    let json = "jsonrpc+http://127.0.0.1:0/";
    for (program, binding, interface, call) in [
        ("python/xmlrpc_server", xml, database(), request as Call),
        ("java/xmlrpc_server", xml, database(), request),
        ("rust/exchange_jsonrpc_server", json, exchange(), echo),
    ] {
        let mut server = Peer::start(program, &["tcp"]);
        let relay = Relay::of_all_to(server.port());
        let mut at: Binding = binding.parse().expect("a binding");
        at.set_port(relay.port);
        World::wait(are_limited(program, &relay, &at, (interface, call)));
    }
}

async fn are_limited(
    program: &str,
    relay: &Relay,
    at: &Binding,
    (interface, call): (DynamicInterface, Call),
) {
    let options = ClientOptions {
        timeout: Some(PATIENCE),
        connections: CONNECTIONS,
        ..ClientOptions::default()
    };
    let client = AsyncClient::connect(at, Some(interface.id()), &options).await;
    let client = AsyncDynamicClient::new(client.expect("it listens"), interface);
    // While nobody is answered, the first calls take all connections.
    relay.gate.close();
    let mut tasks = JoinSet::new();
    for task in 0..TASKS {
        let client = client.clone();
        tasks.spawn(async move {
            for number in task * CALLS..(task + 1) * CALLS {
                let (operation, argument, result) = call(number);
                let reply = client.call(operation, &[argument]).await;
                assert_eq!(reply.expect("it is answered"), [result]);
            }
        });
    }
    let mut passed = relay.passed.subscribe();
    let all = passed.wait_for(|passed| *passed >= CONNECTIONS);
    let all = timeout(PATIENCE, all).await;
    all.expect("connections are opened").expect("it is there");
    relay.gate.open();
    tasks.join_all().await;
    assert_eq!(*passed.borrow(), CONNECTIONS, "{program}");
    assert_eq!(client.client().in_flight(), 0, "{program}");
}
