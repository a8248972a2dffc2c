//! CORBA with omniORB, JacORB and GlassFish's ORB, both directions, in every version of GIOP: the workloads, and what CORBA has
//! besides.
//!
//! The definitions are those of `interfaces/corba`, which theirs are compiled from. Both ORBs in Java send big-endian messages,
//! GlassFish's in fragments of 4 KB; omniORB sends those of this machine's order, in fragments of 8 KB.

#[path = "corba/code_sets.rs"]
mod code_sets;
#[path = "corba/features.rs"]
mod features;
#[path = "corba/orbs.rs"]
mod orbs;
mod support;
#[path = "corba/values.rs"]
mod values;

use manyrpc::stub::{DynamicInterface as Described, InterfaceId, Service};
use manyrpc::{Binding, CallError, Dispatch, Error, Fault, Outcome, Server};
use manyrpc_lab::application::Application;
use manyrpc_lab::generated::bench::BenchV1Server;
use serde_json::json;
use support::dynamic::Dynamic;
use support::world::{Served, World};
use support::{Peer, bench, judge};

use features::OBJECTS;
use orbs::{GLASSFISH, JACORB, OMNIORB, Orb, Place, VERSIONS};

const KNOWN: &str = include_str!("corba_known_failures.txt");

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
fn they_call_us(orb: Orb) {
    for world in World::ALL {
        let server = serve(world);
        let mut results = Vec::new();
        for version in VERSIONS {
            let mut peer = orb.client(server.port(), version, &[]);
            for workload in WORKLOADS {
                results.push((format!("{version} {workload}"), peer.run_all(workload, 20)));
            }
        }
        let direction = format!("{}-calls-us", orb.name);
        judge(KNOWN, &direction, world.told(results));
        server.stop();
    }
}

#[test]
fn omniorb_calls_us() {
    they_call_us(OMNIORB);
}

#[test]
fn jacorb_calls_us() {
    they_call_us(JACORB);
}

#[test]
fn glassfish_calls_us() {
    they_call_us(GLASSFISH);
}

/// Ours calls theirs.
fn we_call_them(orb: Orb) {
    for world in World::ALL {
        let mut server = orb.server(&[]);
        let places = orb.places(&mut server, "manyrpc.Bench");
        let mut results = Vec::new();
        for (version, place) in &places {
            let mut bench = bench::open(world, place).expect("it listens");
            for workload in WORKLOADS {
                let result = (0..20).try_for_each(|_| bench::call(&mut bench, workload));
                results.push((format!("{version} {workload}"), result));
            }
        }
        let direction = format!("we-call-{}", orb.name);
        judge(KNOWN, &direction, world.told(results));
    }
}

#[test]
fn we_call_omniorb() {
    we_call_them(OMNIORB);
}

#[test]
fn we_call_jacorb() {
    we_call_them(JACORB);
}

#[test]
fn we_call_glassfish() {
    we_call_them(GLASSFISH);
}

/// A client of theirs that knows our objects. A location tells no code sets; in GIOP 1.0 there are none.
fn client_of_objects(orb: Orb, server: &Served, version: &str) -> Peer {
    let mut peer = orb.client(server.port(), version, &[]);
    for object in OBJECTS.iter().filter(|_| version != "1.0") {
        let reference = features::reference(server, *object, version);
        let told = peer.ask(&format!("object {} {reference}", object.0));
        assert_eq!(told, "ok");
    }
    peer
}

/// Every case of their clients, with our objects.
fn their_cases_pass_here(orb: Orb) {
    for world in World::ALL {
        let server = features::serve(world);
        let mut results = Vec::new();
        for version in VERSIONS {
            let mut peer = client_of_objects(orb, &server, version);
            for case in peer.ask("cases").split(' ') {
                let result = match &*peer.ask(&format!("case {case}")) {
                    "ok" => Ok(()),
                    "" => {
                        peer = client_of_objects(orb, &server, version);
                        Err("it has ended".to_owned())
                    }
                    wrong => Err(wrong.to_owned()),
                };
                results.push((format!("{version} {case}"), result));
            }
        }
        let direction = format!("cases-of-{}", orb.name);
        judge(KNOWN, &direction, world.told(results));
        server.stop();
    }
}

#[test]
fn the_cases_of_omniorb_pass_here() {
    their_cases_pass_here(OMNIORB);
}

#[test]
fn the_cases_of_jacorb_pass_here() {
    their_cases_pass_here(JACORB);
}

#[test]
fn the_cases_of_glassfish_pass_here() {
    their_cases_pass_here(GLASSFISH);
}

/// Values of every type come back from theirs as we sent them.
fn values_come_back(orb: Orb) {
    let of_server = ("features.Server", values::all());
    let of_extremes = ("features.Extremes", values::extremes());
    let of_switches = ("features.Server", values::switches());
    let mut objects = vec![of_server];
    objects.extend(orb.has_switches.then_some(of_switches));
    objects.extend(orb.has_all.then_some(of_extremes));
    for (world, (key, cases)) in World::ALL
        .into_iter()
        .flat_map(|world| objects.iter().map(move |object| (world, object)))
    {
        let mut peer = orb.server(&[]);
        let mut results = Vec::new();
        for (version, place) in orb.places(&mut peer, key) {
            let interface = features::interface(key);
            let mut server = Dynamic::open(world, &place, interface).expect("it listens");
            for (case, operation, value) in cases {
                let mut ask = || match server.call_json(operation, &json!([value])) {
                    Ok(back) if back == *value => Ok(()),
                    Ok(back) => Err(format!("{value} came back as {back}")),
                    Err(e) => Err(e.to_string()),
                };
                // Some calls end with UNKNOWN there, and the next with the same bytes does not.
                let often = match (orb.name, &*version.to_string(), *case) {
                    ("glassfish", "reference", "any union over octet") => 8,
                    _ => 1,
                };
                let result = (1..often).map(|_| ask()).find(Result::is_ok);
                let result = result.unwrap_or_else(&mut ask);
                results.push((format!("{version} {case}"), result));
            }
        }
        let direction = format!("values-to-{}", orb.name);
        judge(KNOWN, &direction, world.told(results));
    }
}

#[test]
fn values_come_back_from_omniorb() {
    values_come_back(OMNIORB);
}

#[test]
fn values_come_back_from_jacorb() {
    values_come_back(JACORB);
}

#[test]
fn values_come_back_from_glassfish() {
    values_come_back(GLASSFISH);
}

fn what_corba_has_besides_calls(orb: Orb) {
    for world in World::ALL {
        let mut peer = orb.server(&[]);
        let places = orb.places(&mut peer, "features.Server");
        assert!(!places.is_empty());
        places
            .into_iter()
            .for_each(|place| one_place_has_it(orb, world, &place));
    }
}

/// The same in one place.
fn one_place_has_it(orb: Orb, world: World, (version, place): &Place) {
    let interface = features::interface("features.Server");
    let open = |key: &str| {
        let at = place.replace("features.Server", key);
        Dynamic::open(world, &at, interface.clone()).expect("it listens")
    };
    let mut server = open("features.Server");
    let mut call = |operation: &str, arguments| server.call_json(operation, &arguments);

    // Attributes.
    assert_eq!(call("_get_constant", json!([])).unwrap(), 1989);
    call("_set_motto", json!(["at first"])).unwrap();
    assert_eq!(call("_get_motto", json!([])).unwrap(), "at first");
    // A call without a reply, which may be carried out behind those that follow it.
    let sent = json!(format!("by {world} to {place}"));
    call("note", json!([sent])).unwrap();
    let mut noted = (0..100_000).map(|_| call("noted", json!([])).unwrap());
    assert!(noted.any(|noted| noted["last"] == sent));
    acknowledges(orb, world, place);

    // Exceptions, with members and without.
    assert_eq!(call("raise_user", json!([-4])).unwrap(), -4);
    match call("raise_user", json!([7])) {
        Err(Error::Raised(raised)) => assert_eq!(
            raised.to_string(),
            r#"Failed {"what":"asked for","number":7,"hue":"green","more":[7,-7],"since":-1099511627776}"#
        ),
        other => panic!("{world:?} {place}: {other:?}"),
    }
    match call("raise_user", json!([0])) {
        Err(Error::Raised(raised)) => assert_eq!(raised.to_string(), "Refused {}"),
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
    if *version != "reference" {
        let moved = ["features.Moved", "features.MovedForGood"];
        for moved in moved.into_iter().filter(|_| orb.has_all) {
            let mut moved = open(moved);
            for text in ["far", "and again"] {
                let told = moved.call_json("echo_string", &json!([text]));
                assert_eq!(told.unwrap(), text, "{world:?} {place}");
            }
        }
        if orb.has_all {
            tells_a_context(
                world,
                &place.replace("features.Server", "features.Extremes"),
            );
        }
        if orb.has_guarded {
            guards(world, &place.replace("features.Server", "features.Guarded"));
        }
        let nobody = text(open("nobody").call_json("_get_constant", &json!([])));
        assert!(nobody.contains("OBJECT_NOT_EXIST"), "{nobody}");
    }
}

/// Calls without a reply end when the server says so, or only when it has carried them out.
fn acknowledges(orb: Orb, world: World, place: &str) {
    let interface = features::interface("features.Server");
    let open = |key: &str, scope: &str| {
        let at = place.replace("features.Server", key);
        let at = at.parse::<Binding>().expect("it is one").to_string();
        let with = if at.contains('?') { '&' } else { '?' };
        let at = format!("{at}{with}sync={scope}");
        Dynamic::open(world, &at, interface.clone()).expect("it listens")
    };
    let mut carried_out = open("features.Server", "target");
    let noted = |server: &mut Dynamic| {
        let noted = server.call_json("noted", &json!([])).unwrap();
        (
            noted["last"].clone(),
            noted["result"].as_i64().expect("a count"),
        )
    };
    let (_, before) = noted(&mut open("features.Server", "transport"));
    for n in 1..=3 {
        let what = json!([format!("{n} of three")]);
        carried_out.call_json("note", &what).unwrap();
        // Over another connection.
        let after = noted(&mut open("features.Server", "transport"));
        assert_eq!(
            after,
            (what[0].clone(), before + n),
            "{world} {} {place}",
            orb.name
        );
    }
    let mut received = open("features.Server", "server");
    received.call_json("note", &json!(["received"])).unwrap();
    if place.starts_with("corbaloc:") {
        for scope in ["server", "target"] {
            let lost = open("nobody", scope).call_json("note", &json!(["lost"]));
            let lost = lost.map(drop).unwrap_err().to_string();
            assert!(
                lost.contains("OBJECT_NOT_EXIST"),
                "{world} {} {place}: {lost}",
                orb.name
            );
        }
        let sent = open("nobody", "transport").call_json("note", &json!(["lost"]));
        sent.expect("nobody says anything");
    }
}

/// Servers say whether they have an object, or where else it is.
fn knows_where_objects_are(orb: Orb) {
    let interface = features::interface("features.Server");
    for world in World::ALL {
        let mut peer = orb.server(&[]);
        for (version, place) in orb.places(&mut peer, "features.Server") {
            let at = |key: &str| {
                let at = place.replace("features.Server", key);
                Dynamic::open(world, &at, interface.clone()).expect("it listens")
            };
            let mut server = at("features.Server");
            server.locate(&interface).expect("it is there");
            assert_eq!(server.call_json("_get_constant", &json!([])).unwrap(), 1989);
            server.locate(&interface).expect("it still is");
            if version == "reference" {
                continue;
            }
            let nobody = at("nobody").locate(&interface).map(drop);
            assert_eq!(
                nobody,
                Err(CallError::Fault(Fault::NoSuchInterface)),
                "{world} {version}"
            );
            if orb.has_all {
                // The key is of twelve octets: see the server.
                let mut moved = at("elsewhere_it");
                moved.locate(&interface).expect("it is elsewhere");
                let told = moved.call_json("echo_string", &json!(["found"]));
                assert_eq!(told.unwrap(), "found", "{world} {version}");
            }
        }
    }
}

#[test]
fn omniorb_knows_where_objects_are() {
    knows_where_objects_are(OMNIORB);
}

#[test]
fn jacorb_knows_where_objects_are() {
    knows_where_objects_are(JACORB);
}

#[test]
fn glassfish_knows_where_objects_are() {
    knows_where_objects_are(GLASSFISH);
}

/// A server that wants its objects named by a profile, or by a reference (CORBA 3.0 section 15.4.2.1), asks for that.
#[test]
fn glassfish_chooses_how_objects_are_named() {
    for (world, addressing) in World::in_all([1, 2]) {
        let wanted = format!("com.sun.corba.ee.giop.ORBTargetAddressing={addressing}");
        let mut peer = GLASSFISH.server(&[wanted]);
        for (_, place) in GLASSFISH.places(&mut peer, "features.Server") {
            let interface = features::interface("features.Server");
            let mut server = Dynamic::open(world, &place, interface.clone()).expect("it listens");
            for text in ["named otherwise", "and again"] {
                let told = server.call_json("echo_string", &json!([text]));
                assert_eq!(told.unwrap(), text, "{world} {addressing}");
            }
            server.locate(&interface).expect("it is there");
        }
    }
}

/// Attributes raise what is declared for reading them and for setting them.
fn guards(world: World, place: &str) {
    let interface = features::interface("features.Guarded");
    let mut guarded = Dynamic::open(world, place, interface).expect("it listens");
    let mut call = |operation: &str, arguments| match guarded.call_json(operation, &arguments) {
        Err(Error::Raised(raised)) => Err(raised.to_string()),
        other => Ok(other.expect("it raises nothing else")),
    };
    let barred = |asked: i32| Err(format!(r#"Barred {{"asked":{asked}}}"#));
    assert_eq!(call("_set_level", json!([100])), Ok(json!(null)));
    assert_eq!(call("_set_level", json!([101])), barred(101));
    assert_eq!(call("_get_level", json!([])), Ok(json!(100)));
    assert_eq!(call("_set_level", json!([-3])), Ok(json!(null)));
    assert_eq!(call("_get_level", json!([])), barred(-3));
    assert_eq!(call("_set_level", json!([1])), Ok(json!(null)));
    assert_eq!(call("_get_secret", json!([])), barred(7));
}

/// CORBA 3.0 section 15.4.2.2: a context travels behind the arguments, also one without properties.
fn tells_a_context(world: World, place: &str) {
    let interface = features::interface("features.Extremes");
    let mut extremes = Dynamic::open(world, place, interface).expect("it listens");
    let mut tell = |properties| extremes.call_json("tell_context", &json!(["of ", properties]));
    assert_eq!(tell(json!([])).unwrap(), "of ");
    assert_eq!(tell(json!(["user", "ann"])).unwrap(), "of user=ann;");
    let both = tell(json!(["sys_a", "", "sys_b", "two words"])).unwrap();
    let orders = ["of sys_a=;sys_b=two words;", "of sys_b=two words;sys_a=;"];
    assert!(orders.iter().any(|order| both == *order), "{both}");
}

#[test]
fn what_corba_has_besides_calls_with_omniorb() {
    what_corba_has_besides_calls(OMNIORB);
}

#[test]
fn what_corba_has_besides_calls_with_jacorb() {
    what_corba_has_besides_calls(JACORB);
}

#[test]
fn what_corba_has_besides_calls_with_glassfish() {
    what_corba_has_besides_calls(GLASSFISH);
}
