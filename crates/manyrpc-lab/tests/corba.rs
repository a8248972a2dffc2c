//! CORBA with omniORB, both directions, in every version of GIOP: the workloads, and what CORBA has besides.
//!
//! The definitions are those of `interfaces/corba`, which theirs are compiled from.

mod support;

use manyrpc::dynamic::{Definition, DynamicInterface};
use manyrpc::stub::{DynamicInterface as Described, InterfaceId, Service};
use manyrpc::{CallError, Dispatch, Error, Outcome, Server};
use manyrpc_lab::application::Application;
use manyrpc_lab::generated::bench::BenchV1Server;
use manyrpc_model::Semantics;
use serde_json::json;
use support::dynamic::Dynamic;
use support::world::{Served, World};
use support::{Peer, bench, judge};

const KNOWN: &str = include_str!("known_failures.txt");

/// Each is answered in the version that it is sent in; photographs and the longest echo are in fragments.
const VERSIONS: [&str; 3] = ["1.0", "1.1", "1.2"];

const WORKLOADS: [&str; 12] = [
    "nothing",
    "add",
    "echo:0",
    "echo:12",
    "echo:8192",
    "echo:65536",
    "ints:100",
    "ints:1000",
    "concat",
    "info",
    "info-photo",
    "count",
];

/// The bench interface by the name that it has in OMG IDL.
struct Named(BenchV1Server<Application>);

impl Service for Named {
    fn interface(&self) -> InterfaceId<'_> {
        InterfaceId {
            full_name: "manyrpc.Bench",
            ..self.0.interface()
        }
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        self.0.operations()
    }

    fn definition(&self) -> Option<Described> {
        self.0.definition()
    }

    fn dispatch(&self, operation: u32, call: &mut Dispatch<'_>) -> Outcome {
        self.0.dispatch(operation, call)
    }
}

fn serve(world: World) -> Served {
    let service = Named(BenchV1Server(Application::default()));
    let server = world.service(Server::builder(), service);
    let server = server
        .listen("iiop://127.0.0.1:0")
        .and_then(|s| world.start(s));
    server.expect("loopback can be listened on")
}

/// Theirs calls ours.
#[test]
fn omniorb_calls_us() {
    for world in World::ALL {
        let server = serve(world);
        let port = server.port().to_string();
        let mut results = Vec::new();
        for version in VERSIONS {
            let arguments = ["tcp", "127.0.0.1", &port, "-ORBmaxGIOPVersion", version];
            let mut peer = Peer::start("omniorb/omniorb_client", &arguments);
            for workload in WORKLOADS {
                results.push((format!("{version} {workload}"), peer.run_all(workload, 20)));
            }
        }
        judge(KNOWN, "omniorb-calls-us", world.told(results));
        server.stop();
    }
}

/// Ours calls theirs.
#[test]
fn we_call_omniorb() {
    let mut server = Peer::start("omniorb/omniorb_server", &["tcp"]);
    let port = server.port();
    for world in World::ALL {
        let mut results = Vec::new();
        for version in VERSIONS {
            let binding = format!("iiop://127.0.0.1:{port}/manyrpc.Bench?version={version}");
            let mut bench = bench::open(world, &binding).expect("it listens");
            for workload in WORKLOADS {
                let result = (0..20).try_for_each(|_| bench::call(&mut bench, workload));
                results.push((format!("{version} {workload}"), result));
            }
        }
        judge(KNOWN, "we-call-omniorb", world.told(results));
    }
}

/// A part of `interfaces/corba/features.idl` as we can say it in Sun's language.
const FEATURES: &str = "
    enum Colour { red = 0, green = 1, blue = 2 };
    struct Failed { string what<>; int number; Colour hue; int more<>; hyper since; };
    typedef string Text<>;
    program FEATURES { version Server {
        int _get_constant(void) = 1;
        Text _get_motto(void) = 2;
        void _set_motto(Text motto) = 3;
        void note(Text what) = 4;
        int raise_user(int kind) raises (Failed) = 5;
        void raise_undeclared(void) = 6;
        void raise_system(Text name, unsigned int minor, unsigned int completed) = 7;
        Text echo_string(Text value) = 8;
    } = 1; } = 0x20000001;";

fn features() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, problems) = manyrpc_idl::load_text("features.x", FEATURES, &options);
    let mut module = module.unwrap_or_else(|| panic!("{problems:?}"));
    for operation in &mut module.interfaces[0].operations {
        if operation.name == "note" {
            operation.semantics = Semantics::Maybe;
        }
    }
    let definition = Definition::new(module).expect("it can be lowered");
    DynamicInterface::find(&definition, None).expect("there is one interface")
}

/// Where an object of theirs is: by its key, and by its reference.
fn places(server: &mut Peer) -> Vec<String> {
    let port = server.port();
    let mut places = VERSIONS
        .map(|v| format!("corbaloc:iiop:{v}@127.0.0.1:{port}/KEY"))
        .to_vec();
    loop {
        let line = server.line();
        match line.trim().strip_prefix("IOR features.Server ") {
            Some(reference) => places.push(reference.to_owned()),
            None if line.trim() == "ready" => return places,
            None => assert!(line.starts_with("IOR "), "{line}"),
        }
    }
}

#[test]
fn what_corba_has_besides_calls() {
    let mut peer = Peer::start("omniorb/omniorb_server", &["tcp"]);
    let places = places(&mut peer);
    assert_eq!(places.len(), VERSIONS.len() + 1);
    for (world, place) in World::ALL
        .into_iter()
        .flat_map(|w| places.iter().map(move |p| (w, p)))
    {
        let open = |key: &str| {
            let at = place.replace("KEY", key);
            Dynamic::open(world, &at, features()).expect("it listens")
        };
        let mut server = open("features.Server");
        let mut call = |operation: &str, arguments| server.call_json(operation, &arguments);

        // Attributes.
        assert_eq!(call("_get_constant", json!([])).unwrap(), 1989);
        call("_set_motto", json!(["at first"])).unwrap();
        assert_eq!(call("_get_motto", json!([])).unwrap(), "at first");
        // Calls without a reply.
        call("note", json!(["nothing comes back"])).unwrap();

        // Exceptions with members, and one that the definition here does not have.
        assert_eq!(call("raise_user", json!([-4])).unwrap(), -4);
        match call("raise_user", json!([7])) {
            Err(Error::Raised(raised)) => assert_eq!(
                raised.to_string(),
                r#"Failed {"what":"asked for","number":7,"hue":"green","more":[7,-7],"since":-1099511627776}"#
            ),
            other => panic!("{world:?} {place}: {other:?}"),
        }
        match call("raise_user", json!([0])) {
            Err(Error::Call(CallError::Fault(fault))) => {
                assert!(fault.exceptions()[0].name.contains("Refused"), "{fault:?}");
            }
            other => panic!("{world:?} {place}: {other:?}"),
        }
        // Standard exceptions.
        let text = |ended: Result<_, Error>| ended.map(drop).unwrap_err().to_string();
        let undeclared = text(call("raise_undeclared", json!([])));
        assert!(undeclared.contains("UNKNOWN"), "{undeclared}");
        for (name, completed) in [("OBJECT_NOT_EXIST", 1), ("TRANSIENT", 0), ("TIMEOUT", 2)] {
            let told = text(call("raise_system", json!([name, 0x1234, completed])));
            let completed = ["YES", "NO", "MAYBE"][completed];
            let members = format!("minor 0x1234, completed {completed}");
            assert!(told.contains(name) && told.contains(&members), "{told}");
        }
        // An object that is elsewhere, in two ways.
        if place.contains("KEY") {
            for moved in ["features.Moved", "features.MovedForGood"] {
                let mut moved = open(moved);
                for text in ["far", "and again"] {
                    let told = moved.call_json("echo_string", &json!([text]));
                    assert_eq!(told.unwrap(), text, "{world:?} {place}");
                }
            }
            let nobody = text(open("nobody").call_json("_get_constant", &json!([])));
            assert!(nobody.contains("OBJECT_NOT_EXIST"), "{nobody}");
        }
    }
}
