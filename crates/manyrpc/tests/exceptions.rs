//! Exceptions over every system and every pair of systems, and corrupted ones. `docs/exceptions.md`
//! describes what is sent.

use std::sync::{Arc, Mutex};

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService, Refusal};
use manyrpc::exceptions::DynamicException;
use manyrpc::server::Running;
use manyrpc::{
    Binding, CallError, Client, ClientOptions, Domain, Error, Exception, Fault, FaultTable, Server,
};
use manyrpc_dynamic::Sampler;
use manyrpc_model::Value;
use serde_json::json;

/// All systems that support them, none of which `register` needs.
const BINDINGS: [&str; 14] = [
    "raw+tcp://127.0.0.1:0",
    "onc+tcp://127.0.0.1:0",
    "onc+udp://127.0.0.1:0",
    "dce+tcp://127.0.0.1:0",
    "dce+udp://127.0.0.1:0",
    "ncs+udp://127.0.0.1:0",
    "grpc://127.0.0.1:0",
    "grpc://127.0.0.1:0?content=json",
    "jsonrpc+tcp://127.0.0.1:0",
    "xmlrpc+http://127.0.0.1:0/RPC2",
    "soap+http://127.0.0.1:0",
    "soap+http://127.0.0.1:0?version=1.2&mtom=on",
    "iiop://127.0.0.1:0",
    // GIOP 1.0 has text in ISO 8859-1 only.
    "iiop://127.0.0.1:0?version=1.1",
];

const DEFINITION: &str = "
enum aisle { FRONT = 0, BACK = 3 };
union place switch (aisle in) { case FRONT: void; case BACK: int shelf; };
struct tree { string name<9>; tree *left; tree *right; };
struct OUT_OF_STOCK {
    string item<12>; int left; hyper since; unsigned hyper until; opaque mark<5>; opaque fixed[3];
    aisle where; place at; tree *instead; int counts<4>; bool again; short few; unsigned char least;
};
struct closed { unsigned int until; };
program SHOP { version SHOP_V1 {
    int PUT(int script) raises (OUT_OF_STOCK, closed) = 1;
    void PASS(int script) raises (closed) = 2;
    OUT_OF_STOCK SHOW(int script) raises (OUT_OF_STOCK) = 3;
} = 1; } = 0x20000310;
";

fn interface_of(name: &str, text: &str) -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text(name, text, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    DynamicInterface::find(&Definition::new(module).unwrap(), None).unwrap()
}

fn interface() -> DynamicInterface {
    interface_of("shop.x", DEFINITION)
}

/// The server's answer to a call, by the number in it.
type Script = Arc<Mutex<Vec<Result<Vec<Value>, Refusal>>>>;

fn number(arguments: &[Value]) -> usize {
    match arguments {
        [Value::I32(number)] => *number as usize,
        other => panic!("{other:?}"),
    }
}

fn scripted(interface: DynamicInterface, script: &Script) -> DynamicService {
    let script = script.clone();
    DynamicService::raising(interface, move |_, _, arguments| {
        script.lock().unwrap()[number(&arguments)].clone()
    })
}

fn everywhere(service: DynamicService) -> Running {
    let builder = Server::builder().service(service);
    let listen = |b: manyrpc::server::Builder, binding: &&str| b.listen(binding).unwrap();
    BINDINGS.iter().fold(builder, listen).start().unwrap()
}

fn client(at: &Binding) -> DynamicClient {
    client_of(at, interface())
}

fn client_of(at: &Binding, interface: DynamicInterface) -> DynamicClient {
    let client = Client::connect(at, Some(interface.id()), &ClientOptions::default()).unwrap();
    DynamicClient::new(client, interface)
}

/// Random outcomes of an operation's calls.
fn drawn(operation: &str, seed: u64, count: usize) -> Vec<Result<Vec<Value>, Refusal>> {
    let interface = interface();
    let (_, lowered) = interface.operation(operation).unwrap();
    let definition = &interface.definition().lowered;
    let exceptions = &lowered.raising.as_ref().unwrap().exceptions;
    let mut sampler = Sampler::new(seed);
    let ends = (0..count).map(|at| match at % (exceptions.len() + 1) {
        0 => {
            let results = sampler.params(definition, &lowered.output).into_iter();
            Ok(results.map(without_nul).collect())
        }
        n => {
            let exception = &exceptions[n - 1];
            Err(Refusal::Raised {
                name: exception.name.clone(),
                members: without_nul(sampler.value(definition, &exception.place, &exception.shape)),
            })
        }
    });
    ends.collect()
}

/// NDR strings end with a NUL and contain no other.
fn without_nul(value: Value) -> Value {
    let all = |values: Vec<Value>| values.into_iter().map(without_nul).collect();
    match value {
        Value::Text(text) => Value::Text(text.replace('\0', "0")),
        Value::Record(fields) => Value::Record(all(fields)),
        Value::Optional(Some(inner)) => Value::Optional(Some(Box::new(without_nul(*inner)))),
        other => other,
    }
}

#[track_caller]
fn assert_end(came: Result<Vec<Value>, Error>, sent: &Result<Vec<Value>, Refusal>, what: &str) {
    match (came, sent) {
        (Ok(came), Ok(sent)) => assert_eq!(came, *sent, "{what}"),
        (Err(Error::Raised(came)), Err(Refusal::Raised { name, members })) => {
            assert_eq!((&came.name, &came.members), (name, members), "{what}");
            assert_eq!(came.full_name, *name, "{what}");
        }
        (came, sent) => panic!("{what}: {came:?} instead of {sent:?}"),
    }
}

#[test]
fn every_system_and_every_pair_keeps_names_and_members() {
    const COUNT: usize = 6;
    let script = Script::default();
    let server = everywhere(scripted(interface(), &script));
    let relays: Vec<Running> = server.bindings().iter().map(relay).collect();
    for operation in ["PUT", "PASS", "SHOW"] {
        let ends = drawn(operation, 7 + operation.len() as u64, COUNT);
        *script.lock().unwrap() = ends.clone();
        for (second, relay) in server.bindings().iter().zip(&relays) {
            for first in relay.bindings() {
                let mut client = client(first);
                for (at, end) in ends.iter().enumerate() {
                    let came = client.call(operation, &[Value::I32(at as i32)]);
                    assert_end(came, end, &format!("{operation} over {first}, {second}"));
                }
            }
        }
    }
}

/// A server that forwards its calls to another.
fn relay(to: &Binding) -> Running {
    let next = Mutex::new(client(to));
    everywhere(DynamicService::raising(
        interface(),
        move |_, operation, arguments| {
            let mut next = next.lock().unwrap();
            Ok(next.call(&operation.name, &arguments)?)
        },
    ))
}

#[test]
fn many_drawn_exceptions_keep_their_members() {
    let script = Script::default();
    let ends = drawn("PUT", 99, 120);
    *script.lock().unwrap() = ends.clone();
    let server = everywhere(scripted(interface(), &script));
    for at in server.bindings() {
        let mut client = client(at);
        for (number, end) in ends.iter().enumerate() {
            let came = client.call("PUT", &[Value::I32(number as i32)]);
            assert_end(came, end, &at.to_string());
        }
        // Several calls in flight, and several in one message.
        let sent: Vec<_> = (0..3)
            .map(|n| client.send("PUT", &[Value::I32(n)]).unwrap())
            .collect();
        for (pending, end) in sent.into_iter().zip(&ends) {
            assert_end(client.wait(pending), end, &at.to_string());
        }
        let Ok(mut batch) = client.batch() else {
            continue;
        };
        for n in 0..3 {
            batch.add("PUT", &[Value::I32(n)]).unwrap();
        }
        for (pending, end) in batch.send().unwrap().into_iter().zip(&ends) {
            assert_end(client.wait(pending), end, &at.to_string());
        }
    }
}

fn raised(came: Result<Vec<Value>, Error>) -> DynamicException {
    match came {
        Err(Error::Raised(exception)) => *exception,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_exception_is_told_by_name_with_members() {
    let closed = interface().exception_from_json("PASS", "closed", &json!({"until": 7}));
    let script = Arc::new(Mutex::new(vec![Err(closed.unwrap())]));
    let server = everywhere(scripted(interface(), &script));
    for at in server.bindings() {
        let exception = raised(client(at).call("PASS", &[Value::I32(0)]));
        assert_eq!(exception.to_string(), r#"closed {"until":7}"#, "{at}");
        assert_eq!((exception.number, exception.json), (1, json!({"until": 7})));
    }
    let unknown = interface().exception_from_json("PASS", "closd", &json!({}));
    let said = unknown.unwrap_err().to_string();
    assert!(
        said.contains("no exception `closd`; did you mean `closed`?"),
        "{said}"
    );
}

#[test]
fn what_an_operation_does_not_declare_is_a_failure() {
    let other = Err(Refusal::Raised {
        name: "OUT_OF_STOCK".to_owned(),
        members: Value::Void,
    });
    let script = Arc::new(Mutex::new(vec![other]));
    let server = everywhere(scripted(interface(), &script));
    for at in server.bindings() {
        match client(at).call("PASS", &[Value::I32(0)]) {
            Err(Error::Call(CallError::Fault(fault))) => assert!(fault.exceptions().is_empty()),
            other => panic!("{at}: {other:?}"),
        }
    }
}

/// Faults with named exceptions: a name that is not one of the operation's leaves the fault, and
/// members that do not fit the exception are malformed.
#[test]
fn spoilt_exceptions_are_errors() {
    let unknown = |members| Fault::raised(9, members);
    let spoilt = [
        Exception::json("shop.closed", *b"{}"),
        Exception::json("shop.closed", *br#"{"until":-1}"#),
        Exception::json("shop.closed", *br#"{"until":[1]}"#),
        Exception::protobuf("shop.closed", *b"\x08"),
        Exception::protobuf("shop.closed", *b"\xff\xff\xff"),
    ];
    let strangers = [
        Exception::json("shop.open", *b"{}"),
        Exception::protobuf("google.rpc.BadRequest", *b"\x08"),
        Exception::protobuf("", *b""),
    ];
    let faults = spoilt.iter().chain(&strangers).cloned().map(unknown);
    let ends = faults.map(|fault| Err(Refusal::Fault(fault)));
    let script = Arc::new(Mutex::new(ends.collect()));
    let server = everywhere(scripted(interface(), &script));
    let named = ["grpc", "jsonrpc", "xmlrpc"];
    let bindings = server.bindings().iter();
    for at in bindings.filter(|at| named.contains(&at.system.name())) {
        let mut client = client(at);
        let is_grpc = at.system.name() == "grpc";
        for (number, exception) in spoilt.iter().chain(&strangers).enumerate() {
            let protobuf = matches!(exception.members, manyrpc::Members::Protobuf(_));
            let error = client
                .call("PASS", &[Value::I32(number as i32)])
                .unwrap_err();
            let malformed = matches!(error, Error::Call(CallError::Wire(_)));
            let expected = number < spoilt.len() && protobuf == is_grpc;
            assert_eq!(malformed, expected, "{at} {number}: {error}");
            if !malformed {
                let Error::Call(CallError::Fault(fault)) = error else {
                    panic!("{at} {number}: {error:?}");
                };
                assert_eq!(fault.plain(), Fault::Other(9), "{at} {number}");
            }
        }
    }
}

/// A server whose union has more arms, and others, than its client's.
#[test]
fn spoilt_results_are_errors() {
    const OTHER: &str = "
    struct closed { unsigned int until; };
    union result switch (unsigned int raised) {
        case 0: void; case 1: void; case 2: closed more; case 77: int number;
    };
    program SHOP { version SHOP_V1 { result PASS(int script) = 2; } = 1; } = 0x20000310;
    ";
    let union = |label, value: Value| {
        let value = Box::new(value);
        Ok(vec![Value::Union { label, value }])
    };
    let ends = vec![
        union(1, Value::Void),
        union(2, Value::Record(vec![Value::U32(1)])),
        union(77, Value::I32(1)),
    ];
    let script: Script = Arc::new(Mutex::new(ends));
    let other = interface_of("other.x", OTHER);
    let server = Server::builder().service(scripted(other, &script));
    let positional = BINDINGS.iter().filter(|b| {
        let systems = ["raw", "onc", "dce", "ncs"];
        systems.iter().any(|system| b.starts_with(system))
    });
    let server = positional
        .fold(server, |b, binding| b.listen(binding).unwrap())
        .start()
        .unwrap();
    for at in server.bindings() {
        let mut client = client(at);
        for number in 0..3 {
            match client.call("PASS", &[Value::I32(number)]) {
                Err(Error::Call(CallError::Wire(_))) => {}
                other => panic!("{at} {number}: {other:?}"),
            }
        }
    }
}

#[test]
fn what_raises_is_not_broadcast() {
    let server = everywhere(scripted(interface(), &Script::default()));
    for at in server.bindings() {
        let ended = client(at).broadcast("PASS", &[Value::I32(0)], |_| true);
        let said = ended.unwrap_err().to_string();
        assert!(
            said.contains("broadcasts of operations that raise"),
            "{said}"
        );
    }
}

#[test]
fn a_table_says_an_exceptions_status() {
    let closed = interface().exception_from_json("PASS", "closed", &json!({"until": 7}));
    let script = Arc::new(Mutex::new(vec![Err(closed.unwrap())]));
    let faults = FaultTable::new()
        .map_exception("closed", Domain::Grpc, 5)
        .map_exception("closed", Domain::JsonRpc, -32050i32 as u32);
    let server = Server::builder()
        .service(scripted(interface(), &script))
        .faults(faults)
        .listen("grpc://127.0.0.1:0")
        .and_then(|b| b.listen("jsonrpc+tcp://127.0.0.1:0"))
        .and_then(|b| b.start())
        .unwrap();
    // A client that does not know the exception sees its fault.
    const WITHOUT: &str = "program SHOP { version SHOP_V1 { void PASS(int script) = 2; } = 1; } \
                           = 0x20000310;";
    for (at, code) in server.bindings().iter().zip([5, -32050]) {
        assert_eq!(
            raised(client(at).call("PASS", &[Value::I32(0)])).name,
            "closed"
        );
        let mut without = client_of(at, interface_of("without.x", WITHOUT));
        match without.call("PASS", &[Value::I32(0)]) {
            Err(Error::Call(CallError::Fault(Fault::Detailed(said)))) => {
                assert_eq!((said.code, &*said.message), (code, "closed"), "{at}");
            }
            other => panic!("{at}: {other:?}"),
        }
    }
}
