//! Calls that fail, and the calls after them, which do not.

#[expect(dead_code, reason = "the other tests use the rest")]
mod support;

use std::net::{TcpListener, UdpSocket};
use std::time::{Duration, Instant};

use manyrpc::dynamic::DynamicClient;
use manyrpc::stub::meta::Record;
use manyrpc::stub::{InterfaceId, InterfaceMeta, OperationMeta, Semantics};
use manyrpc::{Binding, CallError, Client, ClientOptions, Error, Fault, Limits, Server};
use manyrpc_engine::limits::{DatagramLimits, ReplyCacheLimits};
use manyrpc_engine::{Misuse, WireError};
use manyrpc_model::Value;
use support::{App, INTERNET, PATIENCE, add, client, client_with, interface, serve, service};

const V2: &str = "CALCULATOR_V2";

fn fault(result: Result<Vec<Value>, Error>) -> Fault {
    match result {
        Err(Error::Call(CallError::Fault(fault))) => fault,
        other => panic!("{other:?}"),
    }
}

/// An operation that its server does not have under this number, or has with other arguments.
static NOTHING: Record = Record::of("nothing", &[]);

fn operation(number: u32) -> OperationMeta {
    OperationMeta {
        name: "anything",
        number,
        input: &NOTHING,
        output: &NOTHING,
        semantics: Semantics::AtMostOnce,
    }
}

fn program(program: u32, version: u32) -> InterfaceMeta {
    named(InterfaceId::of_program(program, version))
}

fn named(id: InterfaceId<'_>) -> InterfaceMeta {
    InterfaceMeta {
        id: InterfaceId {
            name: "anything",
            full_name: "anything",
            ..id
        },
        operations: &[],
    }
}

#[test]
fn what_is_not_there_is_refused_by_identifier() {
    let (app, _wires) = App::new();
    let server = Server::builder()
        .service(service(interface(V2), &app))
        .listen("dce+tcp://127.0.0.1:0")
        .and_then(|b| b.start())
        .unwrap();
    let mut client = Client::open(&server.bindings()[0].to_string()).unwrap();
    let v2 = interface(V2);
    let mut ask = |id: InterfaceId<'_>, number: u32| {
        client.invoke::<_, ()>(&named(id), &operation(number), &())
    };
    let refused = |fault| Err(CallError::Fault(fault));
    let unknown = InterfaceId {
        uuid: [7; 16],
        ..v2.id()
    };
    assert_eq!(ask(unknown, 1), refused(Fault::NoSuchInterface));
    // C706, section 2.3.3.3; DCE cannot report which other versions exist.
    for (version, minor) in [(1, 0), (3, 0), (2, 1)] {
        let other = InterfaceId {
            version,
            minor,
            ..v2.id()
        };
        let fault = ask(other, 1);
        assert_eq!(fault, refused(Fault::NoSuchInterface), "{version}.{minor}");
    }
    assert_eq!(ask(v2.id(), 4711), refused(Fault::NoSuchOperation));
    // Operation 0 is an ordinary one here.
    assert_eq!(ask(v2.id(), 0), refused(Fault::NoSuchOperation));
}

#[test]
fn what_is_not_there_is_refused_by_name() {
    for binding in ["onc+tcp://127.0.0.1:0", "onc+udp://127.0.0.1:0"] {
        let (app, _wires) = App::new();
        let server = Server::builder()
            .service(service(interface(V2), &app))
            .service(service(interface("CALCULATOR_V4"), &app))
            .listen(binding)
            .and_then(|b| b.start())
            .unwrap();
        let at = server.bindings()[0].to_string();
        let mut client = Client::open(&at).unwrap();
        let mut ask = |p: u32, v: u32, number: u32| {
            client.invoke::<_, ()>(&program(p, v), &operation(number), &())
        };
        const PROGRAM: u32 = 0x2000_0100;
        assert_eq!(
            ask(PROGRAM + 1, 1, 1),
            Err(CallError::Fault(Fault::NoSuchInterface))
        );
        for version in [0, 3, u32::MAX] {
            assert_eq!(
                ask(PROGRAM, version, 1),
                Err(CallError::Fault(Fault::NoSuchVersion { low: 2, high: 4 }))
            );
        }
        assert_eq!(
            ask(PROGRAM, 2, 4711),
            Err(CallError::Fault(Fault::NoSuchOperation))
        );
        // RFC 5531, section 12: procedure 0 exists although the definition does not contain it.
        assert_eq!(ask(PROGRAM, 4, 0), Ok(()));
        assert_eq!(
            ask(PROGRAM, 9, 0),
            Err(CallError::Fault(Fault::NoSuchVersion { low: 2, high: 4 }))
        );
    }
}

#[test]
fn bad_arguments_are_refused_and_the_connection_goes_on() {
    for binding in INTERNET {
        let (server, _wires) = serve(V2, binding);
        let mut client = client(&server, V2);
        let calculator = InterfaceMeta {
            id: InterfaceId {
                full_name: V2,
                ..named(client.interface().id()).id
            },
            operations: &[],
        };
        let add_nothing = OperationMeta {
            name: "add",
            ..operation(1)
        };
        let none = client
            .client()
            .invoke::<_, ()>(&calculator, &add_nothing, &());
        let none = none.map_err(|error| match error {
            CallError::Fault(fault) => fault.plain().into(),
            other => other,
        });
        let expected = match binding {
            // In Protocol Buffers missing values are zero.
            _ if binding.starts_with("grpc") && !binding.contains("json") => Ok(()),
            // The element around the arguments names the operation.
            _ if binding.starts_with("soap") => Err(CallError::Fault(Fault::NoSuchOperation)),
            _ => Err(CallError::Fault(Fault::BadArguments)),
        };
        assert_eq!(none, expected, "{binding}");
        assert_eq!(add(&mut client, 1, 2).unwrap(), [Value::I32(3)]);
    }
}

#[test]
fn a_panic_is_the_servers_failure_and_the_server_goes_on() {
    for binding in INTERNET {
        let (server, _wires) = serve(V2, binding);
        let mut client = client(&server, V2);
        assert_eq!(fault(client.call("panics", &[])), Fault::ServerFailure);
        assert_eq!(
            add(&mut client, 1, 2).unwrap(),
            [Value::I32(3)],
            "{binding}"
        );
    }
}

#[test]
fn a_server_that_never_answers_is_given_up_in_time() {
    let udp = UdpSocket::bind("127.0.0.1:0").unwrap();
    let tcp = TcpListener::bind("127.0.0.1:0").unwrap();
    udp.set_read_timeout(Some(PATIENCE)).unwrap();
    let options = ClientOptions {
        limits: Limits {
            datagram: DatagramLimits {
                first_retransmit: Some(Duration::from_millis(50)),
                ..DatagramLimits::default()
            },
            ..Limits::default()
        },
        timeout: Some(Duration::from_millis(400)),
        ..ClientOptions::default()
    };
    let give_up = |binding: String| {
        let binding: Binding = binding.parse().unwrap();
        let mut client = client_with(&binding, V2, &options);
        let began = Instant::now();
        let result = add(&mut client, 1, 2);
        let took = began.elapsed();
        assert!(took >= Duration::from_millis(400), "{took:?}");
        assert!(took < PATIENCE, "{took:?}");
        match result {
            Err(Error::Call(CallError::TimedOut { transmissions })) => transmissions,
            other => panic!("{other:?}"),
        }
    };
    let claimed = give_up(format!("onc+udp://{}", udp.local_addr().unwrap()));
    udp.set_nonblocking(true).unwrap();
    let arrived = std::iter::from_fn(|| udp.recv(&mut [0; 1000]).ok()).count();
    assert_eq!(arrived, claimed as usize);
    assert!(claimed > 1, "sent {claimed} times");
    let claimed = give_up(format!("onc+tcp://{}", tcp.local_addr().unwrap()));
    assert_eq!(claimed, 1);
}

#[test]
fn silence_is_kept_where_the_application_wants_it() {
    for binding in ["onc+udp://127.0.0.1:0", "onc+tcp://127.0.0.1:0"] {
        let (server, _wires) = serve(V2, binding);
        let mut client = client(&server, V2);
        client
            .client()
            .set_timeout(Some(Duration::from_millis(100)));
        let silent = client.call("silent", &[]);
        assert!(
            matches!(silent, Err(Error::Call(CallError::TimedOut { .. }))),
            "{silent:?}"
        );
        client.client().set_timeout(None);
        assert_eq!(
            add(&mut client, 1, 2).unwrap(),
            [Value::I32(3)],
            "{binding}"
        );
    }
}

#[test]
fn datagrams_that_are_too_large_are_refused_with_their_size() {
    for binding in ["onc+udp://127.0.0.1:0", "raw+udp://127.0.0.1:0"] {
        let (server, _wires) = serve(V2, binding);
        let mut client = client(&server, V2);
        let refused = client.call("echo", &[Value::Bytes(vec![0; 65_508])]);
        match refused {
            Err(Error::Call(CallError::Misuse(Misuse::TooLarge { bytes, max: 65_507 }))) => {
                assert!(bytes > 65_508, "{bytes}");
            }
            other => panic!("{binding}: {other:?}"),
        }
        assert_eq!(
            add(&mut client, 1, 2).unwrap(),
            [Value::I32(3)],
            "{binding}"
        );
    }
}

/// A message's size has one limit, and whoever exceeds it gets an error that names it.
#[test]
fn the_cap_of_messages_holds_at_both_ends_and_can_be_moved() {
    let small = || Limits {
        message_bytes: 10_000,
        sent_message_bytes: 10_000,
        ..Limits::default()
    };
    for system in ["onc", "raw"] {
        let (app, _wires) = App::new();
        let server = Server::builder()
            .service(service(interface(V2), &app))
            .limits(small())
            .listen(&format!("{system}+tcp://127.0.0.1:0"))
            .and_then(|b| b.start())
            .unwrap();
        let at = &server.bindings()[0];
        let data = [Value::Bytes(vec![1; 10_001])];
        let mut careful = client_with(
            at,
            V2,
            &ClientOptions {
                limits: small(),
                ..ClientOptions::default()
            },
        );
        let refused = careful.call("echo", &data).unwrap_err();
        assert!(
            matches!(
                refused,
                Error::Call(CallError::Misuse(Misuse::TooLarge { max: 10_000, .. }))
            ),
            "{refused:?}"
        );
        assert_eq!(add(&mut careful, 1, 2).unwrap(), [Value::I32(3)]);
        // The server stops reading: it cannot find the beginning of the next message.
        let mut careless = client_with(at, V2, &ClientOptions::default());
        let refused = careless.call("echo", &data).unwrap_err();
        assert!(
            matches!(refused, Error::Call(CallError::Closed(_))),
            "{refused:?}"
        );
    }
    // Above the default of 64 MiB: no other limit applies.
    let large = Limits {
        message_bytes: 80 << 20,
        sent_message_bytes: 80 << 20,
        queued_bytes: 80 << 20,
        ..Limits::default()
    };
    let (app, _wires) = App::new();
    let server = Server::builder()
        .service(service(interface(V2), &app))
        .limits(large.clone())
        .listen("onc+tcp://127.0.0.1:0")
        .and_then(|b| b.start())
        .unwrap();
    let options = ClientOptions {
        limits: large,
        ..ClientOptions::default()
    };
    let mut client = client_with(&server.bindings()[0], V2, &options);
    let data = Value::Bytes(vec![7; 70 << 20]);
    let echoed = client.call("echo", std::slice::from_ref(&data)).unwrap();
    assert!(echoed == [data]);
}

#[test]
fn a_reply_above_the_clients_cap_breaks_the_connection_with_its_size() {
    let (server, _wires) = serve(V2, "onc+tcp://127.0.0.1:0");
    let options = ClientOptions {
        limits: Limits {
            message_bytes: 4000,
            ..Limits::default()
        },
        ..ClientOptions::default()
    };
    let mut client = client_with(&server.bindings()[0], V2, &options);
    client.call("zeros", &[Value::U32(3900)]).unwrap();
    let broken = client.call("zeros", &[Value::U32(4000)]).unwrap_err();
    assert!(
        matches!(broken, Error::Call(CallError::Wire(WireError::TooLarge { bytes })) if bytes > 4000),
        "{broken:?}"
    );
}

/// A reply too large for a datagram: the server reports a failure instead of staying silent.
#[test]
fn a_result_above_a_datagram_is_the_servers_failure() {
    for binding in ["onc+udp://127.0.0.1:0", "raw+udp://127.0.0.1:0"] {
        let (server, _wires) = serve(V2, binding);
        let mut client = client(&server, V2);
        let failed = client.call("zeros", &[Value::U32(66_000)]);
        assert_eq!(fault(failed), Fault::ServerFailure, "{binding}");
        assert_eq!(add(&mut client, 1, 2).unwrap(), [Value::I32(3)]);
    }
}

#[test]
fn limits_that_contradict_each_other_are_refused() {
    let forgetful = Limits {
        reply_cache: ReplyCacheLimits {
            keep_for: Duration::from_secs(5),
            ..ReplyCacheLimits::default()
        },
        ..Limits::default()
    };
    let start = |limits: Limits| {
        Server::builder()
            .limits(limits)
            .listen("onc+udp://127.0.0.1:0")
            .and_then(|b| b.start())
            .map(drop)
    };
    let refused = start(forgetful.clone()).unwrap_err().to_string();
    assert!(refused.contains("keep_for"), "{refused}");
    assert!(refused.contains("call_timeout"), "{refused}");
    start(Limits {
        reply_cache: ReplyCacheLimits {
            replies: 0,
            ..ReplyCacheLimits::default()
        },
        ..forgetful
    })
    .unwrap();
}

#[test]
fn a_call_in_progress_is_finished_before_the_server_stops() {
    for binding in ["onc+tcp://127.0.0.1:0", "onc+udp://127.0.0.1:0"] {
        let (server, wires) = serve(V2, binding);
        let mut client = client(&server, V2);
        let caller = std::thread::spawn(move || client.call("waits", &[]));
        wires.begun.recv_timeout(PATIENCE).unwrap();
        let stopper = std::thread::spawn(move || server.stop());
        wires.go_on.send(()).unwrap();
        assert_eq!(
            caller.join().unwrap().unwrap(),
            [Value::I32(1)],
            "{binding}"
        );
        stopper.join().unwrap();
    }
}

#[test]
fn a_client_learns_that_its_server_went_and_another_finds_the_new_one() {
    let (server, _wires) = serve(V2, "onc+tcp://127.0.0.1:0");
    let at = server.bindings()[0].to_string();
    let mut old = client(&server, V2);
    add(&mut old, 1, 2).unwrap();
    server.stop();
    let gone = add(&mut old, 1, 2).unwrap_err();
    assert!(
        matches!(gone, Error::Call(CallError::Closed(_))),
        "{gone:?}"
    );
    let again = add(&mut old, 1, 2).unwrap_err();
    assert!(
        matches!(again, Error::Call(CallError::Closed(_))),
        "{again:?}"
    );

    let (restarted, _wires) = serve(V2, &at);
    assert_eq!(restarted.bindings()[0].to_string(), at);
    let reopened = Client::open(&at).unwrap();
    let mut new = DynamicClient::new(reopened, interface(V2));
    assert_eq!(add(&mut new, 1, 2).unwrap(), [Value::I32(3)]);
}

#[test]
fn a_datagram_client_outlives_its_server() {
    let (server, _wires) = serve(V2, "onc+udp://127.0.0.1:0");
    let at = server.bindings()[0].to_string();
    let mut client = client(&server, V2);
    add(&mut client, 1, 2).unwrap();
    server.stop();
    let (_restarted, _wires) = serve(V2, &at);
    assert_eq!(add(&mut client, 1, 2).unwrap(), [Value::I32(3)]);
}

#[test]
fn results_of_another_shape_are_the_peers_fault() {
    let (server, _wires) = serve(V2, "onc+tcp://127.0.0.1:0");
    let mut client = client(&server, V2);
    // `told` returns an int where this client expects nothing.
    let wrong = client
        .client()
        .invoke::<_, ()>(&program(0x2000_0100, 2), &operation(7), &());
    assert!(
        matches!(wrong, Err(CallError::Wire(WireError::BadResult(_)))),
        "{wrong:?}"
    );
    assert_eq!(add(&mut client, 1, 2).unwrap(), [Value::I32(3)]);
}

#[test]
fn bindings_that_cannot_be_listened_on_say_which() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let binding = format!("onc+tcp://{}", taken.local_addr().unwrap());
    let refused = Server::builder()
        .listen(&binding)
        .and_then(|b| b.start())
        .map(drop);
    let text = refused.unwrap_err().to_string();
    assert!(text.contains(&binding), "{text}");
    assert!(text.contains("in use"), "{text}");
}
