//! Bidirectional GIOP with omniORB, in both roles: call-backs over the connection that the caller has opened.

#[path = "../../manyrpc-lab/tests/support/peer.rs"]
#[allow(dead_code, unreachable_pub, reason = "each test file uses a part")]
mod peer;
#[path = "../../manyrpc-lab/tests/support/world.rs"]
mod world;

use manyrpc::corba::{Ior, reference_to};
use manyrpc::dynamic::{
    AsyncDynamicClient, Definition, DynamicClient, DynamicInterface, DynamicService, Refusal,
};
use manyrpc::{Binding, Context, Error, Fault, Peer};
use manyrpc_engine::ObjectKey;
use manyrpc_model::Value;
use peer::Peer as Program;
use tokio::task::spawn_blocking;
use world::World;

/// The part of `interfaces/corba/features.idl` that calls back.
const FEATURES: &str = r#"
    #pragma prefix "manyrpc.example"
    module features {
        exception Refused {};
        interface Listener {
            void tell(in string what);
            long ask(in long n) raises (Refused);
        };
        interface Server {
            long call_back(in Listener peer, in long times) raises (Refused);
            long call_back_refused(in Listener peer) raises (Refused);
            oneway void tell_later(in Listener peer, in string what);
        };
    };"#;

fn interface(name: &str) -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("features.idl", FEATURES, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition = Definition::new(module).expect("it can be lowered");
    DynamicInterface::find(&definition, Some(name)).expect("it is there")
}

/// The key of an object, as a reference has it.
fn key_in(reference: &str) -> Option<ObjectKey> {
    let ior = Ior::parse(reference).expect("a reference");
    Some(ObjectKey::new(&ior.iiop().next()?.key))
}

/// What the listener that a call brings is asked, over the connection of the call.
fn ask(call: &Context<'_>, listener: &Value, n: i32) -> Result<i32, Refusal> {
    let Value::Text(reference) = listener else {
        panic!("{listener:?}");
    };
    let mut client = call.peer().expect("a connection on which both call");
    client.set_object(key_in(reference));
    let mut client = DynamicClient::new(client, interface("Listener"));
    match client.call("ask", &[Value::I32(n)])?[..] {
        [Value::I32(answer)] => Ok(answer),
        ref other => panic!("{other:?}"),
    }
}

/// features.Server, as far as it calls back; on threads, since its calls block.
fn server() -> DynamicService {
    DynamicService::raising(interface("Server"), |call, operation, arguments| {
        match (&*operation.name, &arguments[..]) {
            ("call_back", [Value::Text(nil), _]) if nil.is_empty() => Ok(vec![Value::I32(-1)]),
            ("call_back", [listener, Value::I32(times)]) => {
                let mut sum = 0;
                for n in 0..*times {
                    sum += ask(call, listener, n)?;
                }
                Ok(vec![Value::I32(sum)])
            }
            ("call_back_refused", [listener]) => Ok(vec![Value::I32(ask(call, listener, -1)?)]),
            ("tell_later", [Value::Text(listener), what]) => {
                let mut client = call.peer().expect("a connection on which both call");
                client.set_object(key_in(listener));
                let mut client = DynamicClient::new(client, interface("Listener"));
                let told = client.call("tell", std::slice::from_ref(what));
                told.map_err(|_| Fault::ServerFailure)?;
                Ok(Vec::new())
            }
            other => panic!("{other:?}"),
        }
    })
}

/// Answers with twice the number.
fn listener() -> DynamicService {
    let interface = interface("Listener");
    let refused = interface.default_exception("ask", "Refused");
    let refused = refused.expect("it is declared");
    DynamicService::raising(interface, move |_, operation, arguments| {
        match (&*operation.name, &arguments[..]) {
            ("ask", [Value::I32(n)]) if *n >= 0 => Ok(vec![Value::I32(2 * n)]),
            ("ask", _) => Err(refused.clone()),
            _ => Ok(Vec::new()),
        }
    })
}

const OFFERING: [&str; 4] = [
    "-ORBofferBiDirectionalGIOP",
    "1",
    "-ORBclientTransportRule",
    "* tcp,bidir",
];

const ACCEPTING: [&str; 4] = [
    "-ORBacceptBiDirectionalGIOP",
    "1",
    "-ORBserverTransportRule",
    "* tcp,bidir",
];

/// omniORB's client calls ours, which calls its listener.
fn called_by_omniorb(port: u16) -> Program {
    let port = port.to_string();
    let arguments = [&["tcp", "127.0.0.1", &port][..], &OFFERING].concat();
    Program::start("omniorb/omniorb_client", &arguments)
}

#[test]
fn omniorb_is_called_back_over_its_connection() {
    for world in World::ALL {
        let at = "iiop://127.0.0.1:0";
        let builder = Peer::builder().object(ObjectKey::new(b"features.Server"), server());
        let said = match world {
            World::Blocking => {
                let listener = builder.listen(at).unwrap();
                let mut program = called_by_omniorb(listener.binding().port().unwrap());
                std::thread::scope(|scope| {
                    let said = scope.spawn(|| program.ask("case call-backs"));
                    let _peer = listener.accept().unwrap();
                    said.join().unwrap()
                })
            }
            World::Futures => World::wait(async {
                let listener = builder.listen_on_runtime(at).await.unwrap();
                let mut program = called_by_omniorb(listener.binding().port().unwrap());
                let said = spawn_blocking(move || program.ask("case call-backs"));
                let _peer = listener.accept().await.unwrap();
                said.await.unwrap()
            }),
        };
        assert_eq!(said, "ok", "{world}");
    }
}

/// The reference of an object of omniORB's that calls back.
fn calling_back(program: &mut Program) -> String {
    loop {
        let line = program.line();
        if let Some(reference) = line.trim().strip_prefix("IOR features.CallsBack ") {
            return reference.to_owned();
        }
        assert!(!line.is_empty(), "it has such an object");
    }
}

/// Nobody listens where our listener's reference leads: port 9 is reserved.
#[test]
fn omniorb_calls_back_over_our_connection() {
    let mut program = Program::start(
        "omniorb/omniorb_server",
        &[&["tcp", "0"][..], &ACCEPTING].concat(),
    );
    let port = program.port();
    let key = key_in(&calling_back(&mut program));
    let nowhere: Binding = "iiop://127.0.0.1:9/the%20listener".parse().unwrap();
    let reference = reference_to(&nowhere, "IDL:manyrpc.example/features/Listener:1.0").unwrap();
    let reference = Value::Text(reference.to_string());
    let at = format!("iiop://127.0.0.1:{port}?callback=127.0.0.1:9");
    let builder = || Peer::builder().object(ObjectKey::new(b"the listener"), listener());
    let ten = [reference.clone(), Value::I32(10)];
    let refused = |ended: Result<Vec<Value>, Error>| match ended {
        Err(Error::Raised(raised)) => assert_eq!(raised.name, "Refused"),
        other => panic!("{other:?}"),
    };
    for world in World::ALL {
        match world {
            World::Blocking => {
                let peer = builder().connect(&at).unwrap();
                let mut client = peer.client().unwrap();
                client.set_object(key.clone());
                let mut client = DynamicClient::new(client, interface("Server"));
                assert_eq!(client.call("call_back", &ten).unwrap(), [Value::I32(90)]);
                refused(client.call("call_back_refused", &ten[..1]));
            }
            World::Futures => World::wait(async {
                let peer = builder().connect_on_runtime(&at).await.unwrap();
                let client = peer.client().unwrap().with_object(key.clone());
                let client = AsyncDynamicClient::new(client, interface("Server"));
                let sum = client.call("call_back", &ten).await.unwrap();
                assert_eq!(sum, [Value::I32(90)]);
                refused(client.call("call_back_refused", &ten[..1]).await);
            }),
        }
    }
}
