//! Calls that succeed, over every system and transport.

#[path = "../../manyrpc-lab/tests/support/dynamic.rs"]
mod dynamic;
#[expect(dead_code, reason = "the other tests use the rest")]
mod support;
#[path = "../../manyrpc-lab/tests/support/world.rs"]
mod world;

use std::time::Duration;

use dynamic::Dynamic;
use manyrpc::dynamic::{DynamicClient, DynamicInterface};
use manyrpc::{AuthSys, CallError, Client, ClientOptions, Error, Server};
use manyrpc_model::Value;
use support::{
    App, INTERNET, add, await_counted, client, client_with, interface, serve, service, socket_path,
};

use world::{Stub, World};

const V2: &str = "CALCULATOR_V2";

/// Clients and servers that block and with futures, each with each.
#[test]
fn every_system_calls_over_every_transport() {
    let unix = ["onc", "raw", "jsonrpc", "grpc", "corba"].map(|system| {
        let path = socket_path(&format!("every-{system}"));
        format!("{system}+unix://{}", path.display())
    });
    for binding in INTERNET.into_iter().chain(unix.iter().map(String::as_str)) {
        for (serving, calling) in World::in_all(World::ALL) {
            let (app, _wires) = App::new();
            let server = serving.service(Server::builder(), service(interface(V2), &app));
            let server = server
                .listen(binding)
                .and_then(|s| serving.start(s))
                .unwrap();
            let mut client = Dynamic::open(calling, &server.at(), interface(V2)).unwrap();
            let case = format!("{binding}, {calling} to {serving}");
            for i in 0..3 {
                let sum = client.call("add", &[Value::I32(i), Value::I32(40)]);
                assert_eq!(sum.unwrap(), [Value::I32(40 + i)], "{case}");
            }
            let data = Value::Bytes((0..8191).map(|i| i as u8).collect());
            let echoed = client.call("echo", std::slice::from_ref(&data)).unwrap();
            assert_eq!(echoed, [data], "{case}");
            let counters = match &mut client {
                Stub::Blocking(client) => client.client().counters(),
                Stub::Futures(client) => client.client().counters(),
            };
            assert_eq!(counters.calls, 4, "{case}");
            server.stop();
        }
    }
}

#[test]
fn one_server_has_many_services_versions_and_bindings() {
    let (app, _wires) = App::new();
    let mut builder = Server::builder();
    for name in [V2, "CALCULATOR_V4", "BESIDE_V1"] {
        builder = builder.service(service(interface(name), &app));
    }
    let server = builder
        .listen("onc+udp://127.0.0.1:0")
        .and_then(|b| b.listen("onc+tcp://127.0.0.1:0"))
        .and_then(|b| b.listen("onc+tcp://[::1]:0"))
        .and_then(|b| b.start())
        .unwrap();
    for at in server.bindings() {
        for version in [V2, "CALCULATOR_V4"] {
            let mut client = client_with(at, version, &ClientOptions::default());
            assert_eq!(add(&mut client, 2, 3).unwrap(), [Value::I32(5)], "{at}");
        }
        let mut beside = client_with(at, "BESIDE_V1", &ClientOptions::default());
        assert_eq!(beside.call("answer", &[]).unwrap(), [Value::I32(42)]);
    }
}

#[test]
fn large_messages_go_over_streams() {
    const SIZE: usize = 16 << 20;
    for binding in [
        "onc+tcp://127.0.0.1:0",
        "raw+tcp://127.0.0.1:0",
        "jsonrpc+tcp://127.0.0.1:0",
        "jsonrpc+http://127.0.0.1:0",
        "xmlrpc+http://127.0.0.1:0",
        "grpc://127.0.0.1:0",
    ] {
        let (server, _wires) = serve(V2, binding);
        let mut client = client(&server, V2);
        let data = Value::Bytes((0..SIZE).map(|i| (i / 7) as u8).collect());
        let echoed = client.call("echo", std::slice::from_ref(&data)).unwrap();
        assert!(echoed == [data], "{binding}: not what was sent");
    }
}

#[test]
fn two_clients_at_once_are_both_served() {
    for binding in ["onc+tcp://127.0.0.1:0", "onc+udp://127.0.0.1:0"] {
        let (server, _wires) = serve(V2, binding);
        std::thread::scope(|threads| {
            for thread in 0..2 {
                let mut client = client(&server, V2);
                threads.spawn(move || {
                    for i in 0..200 {
                        assert_eq!(
                            add(&mut client, thread, i).unwrap(),
                            [Value::I32(thread + i)]
                        );
                    }
                });
            }
        });
        await_counted(&server, 400);
    }
}

#[test]
fn one_way_calls_are_carried_out_in_order_and_not_waited_for() {
    for binding in [
        "onc+tcp://127.0.0.1:0",
        "raw+tcp://127.0.0.1:0",
        "jsonrpc+tcp://127.0.0.1:0",
        "jsonrpc+http://127.0.0.1:0",
        "xmlrpc+http://127.0.0.1:0",
        "grpc://127.0.0.1:0",
    ] {
        let (server, _wires) = serve(V2, binding);
        let mut client = client(&server, V2);
        for n in 0..10 {
            assert_eq!(client.call("tell", &[Value::I32(n)]).unwrap(), []);
        }
        assert_eq!(client.call("told", &[]).unwrap(), [Value::I32(10)]);
        let none = client.call_json("tell", &serde_json::json!([1])).unwrap();
        assert_eq!(none, serde_json::Value::Null);
        let waited = client.send("tell", &[Value::I32(1)]).map(drop);
        assert!(
            matches!(waited, Err(Error::Call(CallError::Misuse(_)))),
            "{waited:?}"
        );
    }
}

#[test]
fn one_way_calls_are_batched_until_flushed_or_followed() {
    let (server, _wires) = serve(V2, "onc+tcp://127.0.0.1:0");
    let options = ClientOptions {
        batch_bytes: 10_000,
        ..ClientOptions::default()
    };
    let mut client = client_with(&server.bindings()[0], V2, &options);
    for n in 0..100 {
        client.call("tell", &[Value::I32(n)]).unwrap();
    }
    assert_eq!(client.client().counters().send_calls, 0);
    client.client().flush().unwrap();
    assert_eq!(client.client().counters().send_calls, 1);
    client.call("tell", &[Value::I32(0)]).unwrap();
    assert_eq!(client.call("told", &[]).unwrap(), [Value::I32(101)]);
    assert_eq!(client.client().counters().send_calls, 2);
}

#[test]
fn calls_in_flight_are_waited_for_in_any_order() {
    for binding in INTERNET {
        let (server, _wires) = serve(V2, binding);
        let mut client = client(&server, V2);
        let mut pending: Vec<_> = (0..20)
            .map(|n| {
                (
                    n,
                    client.send("add", &[Value::I32(n), Value::I32(1)]).unwrap(),
                )
            })
            .collect();
        assert_eq!(client.client().in_flight(), 20);
        let cancelled = pending.remove(3).1;
        client.cancel(cancelled);
        // Another call does not disturb them.
        assert_eq!(add(&mut client, 1, 1).unwrap(), [Value::I32(2)]);
        for (n, call) in pending.into_iter().rev() {
            assert_eq!(client.wait(call).unwrap(), [Value::I32(n + 1)], "{binding}");
        }
        assert_eq!(client.client().in_flight(), 0);
    }
}

#[test]
fn a_broadcast_gathers_answers_with_their_senders() {
    let (server, _wires) = serve(V2, "onc+udp://127.0.0.1:0");
    let at = &server.bindings()[0];
    let options = ClientOptions {
        broadcast: true,
        timeout: Some(Duration::from_millis(300)),
        ..ClientOptions::default()
    };
    let mut client = client_with(at, V2, &options);
    let mut answers = Vec::new();
    let arguments = [Value::I32(2), Value::I32(3)];
    client
        .broadcast("add", &arguments, |answer| {
            answers.push((answer.from.to_string(), answer.results.unwrap()));
            false
        })
        .unwrap();
    let from = at.to_string().replace("onc+udp://", "");
    assert_eq!(answers, [(from, vec![Value::I32(5)])]);

    // No server, or none that would answer: the time runs out, which is no error.
    let mut other = client_with(at, "BESIDE_V1", &options);
    let began = std::time::Instant::now();
    other
        .broadcast("answer", &[], |_| panic!("refusals are no answers"))
        .unwrap();
    assert!(began.elapsed() >= Duration::from_millis(300));
}

#[test]
fn a_broadcast_needs_datagrams_and_a_socket_for_it() {
    let (server, _wires) = serve(V2, "onc+udp://127.0.0.1:0");
    let mut connected = client(&server, V2);
    let refused = connected.broadcast("told", &[], |_| true).unwrap_err();
    assert!(matches!(refused, Error::Call(CallError::Misuse(_))));
    assert!(
        refused.to_string().contains("ClientOptions::broadcast"),
        "{refused}"
    );
    let options = ClientOptions {
        broadcast: true,
        ..ClientOptions::default()
    };
    for (binding, part) in [
        ("onc+tcp://127.0.0.1:1", "onc+udp"),
        ("onc+unix:///x", "onc+udp"),
        ("raw+udp://127.0.0.1", "no port"),
    ] {
        let refused = Client::connect(&binding.parse().unwrap(), None, &options);
        let text = refused.map(drop).unwrap_err().to_string();
        assert!(text.contains(part), "{binding}: {text}");
    }
}

#[test]
fn the_server_sees_who_calls() {
    for binding in ["onc+tcp://127.0.0.1:0", "onc+udp://127.0.0.1:0"] {
        let (server, _wires) = serve(V2, binding);
        let at = &server.bindings()[0];
        let options = ClientOptions {
            auth_sys: Some(AuthSys {
                machine: "here".to_owned(),
                uid: 1000,
                gid: 100,
                gids: vec![7, 8],
            }),
            ..ClientOptions::default()
        };
        let mut known = client_with(at, V2, &options);
        let who = Value::Record(vec![
            Value::Bool(true),
            Value::U32(1000),
            Value::U32s(vec![7, 8]),
        ]);
        assert_eq!(known.call("whoami", &[]).unwrap(), [who], "{binding}");
        let mut unknown = client(&server, V2);
        let nobody = Value::Record(vec![Value::Bool(false), Value::U32(0), Value::U32s(vec![])]);
        assert_eq!(unknown.call("whoami", &[]).unwrap(), [nobody]);
    }
}

#[test]
fn names_may_differ_in_case_and_slips_are_pointed_out() {
    let (server, _wires) = serve(V2, "onc+tcp://127.0.0.1:0");
    let client = Client::connect(&server.bindings()[0], None, &ClientOptions::default()).unwrap();
    let interface = DynamicInterface::find(&support::definition(), Some("calculator_V2")).unwrap();
    let mut client = DynamicClient::new(client, interface);
    let sum = client.call_json("ADD", &serde_json::json!({"b": 1, "a": 2}));
    assert_eq!(sum.unwrap(), 3);
    let unknown = client.call("ehco", &[]).unwrap_err().to_string();
    assert!(
        unknown.starts_with("no operation `ehco`; did you mean `echo`? There are add, echo, "),
        "{unknown}"
    );
}

#[test]
fn one_object_is_called_over_many_systems_at_once() {
    let (app, _wires) = App::new();
    let server = [
        "onc+tcp://127.0.0.1:0",
        "dce+tcp://127.0.0.1:0",
        "jsonrpc+tcp://127.0.0.1:0",
        "grpc://127.0.0.1:0",
    ]
    .into_iter()
    .try_fold(
        Server::builder().service(service(interface(V2), &app)),
        |builder, binding| builder.listen(binding),
    )
    .and_then(|builder| builder.start())
    .unwrap();
    let clients = server.bindings().iter();
    let mut clients: Vec<_> = clients
        .map(|at| client_with(at, V2, &ClientOptions::default()))
        .collect();
    for (n, client) in clients.iter_mut().enumerate() {
        client.call("tell", &[Value::I32(n as i32)]).unwrap();
        let data = Value::Bytes(vec![n as u8; 1000]);
        let echoed = client.call("echo", std::slice::from_ref(&data)).unwrap();
        assert_eq!(echoed, [data], "{}", server.bindings()[n]);
    }
    // A value received by one is visible through the others.
    for client in &mut clients {
        assert_eq!(client.call("told", &[]).unwrap(), [Value::I32(4)]);
    }
}
