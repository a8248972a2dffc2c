//! Objects of CORBA with omniORB, both directions, and clients of JacORB and GlassFish's ORB: a bank that makes objects, references as values, narrowing, and
//! calls back through a reference that was passed.
//!
//! The definition is `interfaces/corba/features.idl`, which theirs is compiled from.

#[path = "corba/orbs.rs"]
mod orbs;
mod support;

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

use manyrpc::corba::{Completion, Standard, SystemException};
use manyrpc::dynamic::{
    AsyncDynamicClient, Definition, DynamicClient, DynamicInterface, DynamicService, Refusal,
};
use manyrpc::stub::Service;
use manyrpc::{Error, Fault, ObjectAdapter, Reference, Server};
use manyrpc_model::Value;
use orbs::{GLASSFISH, JACORB, OMNIORB, Orb, VERSIONS};
use serde_json::{Value as Json, json};
use support::dynamic::Dynamic;
use support::world::{Served, World};
use support::{Peer, root};

fn interface(name: &str) -> DynamicInterface {
    let text = std::fs::read_to_string(root().join("interfaces/corba/features.idl"));
    let (text, options) = (text.expect("it is in the tree"), Default::default());
    let (module, problems) = manyrpc_idl::load_text("features.idl", &text, &options);
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition = Definition::new(module).expect("it can be lowered");
    DynamicInterface::find(&definition, Some(name)).expect("it is in the definition")
}

fn id(name: &str) -> String {
    interface(name).type_ids()[0].clone()
}

/// Connects to the object of a reference as one of that interface, without asking or after having asked.
fn open(world: World, to: &Reference, name: &str, ask: Option<&str>) -> Result<Dynamic, Error> {
    let (ours, theirs) = (interface(name), interface(name));
    let stubs = (
        |client| DynamicClient::new(client, ours),
        |client| AsyncDynamicClient::new(client, theirs),
    );
    world.refer(to, ask, stubs)
}

/// What an operation of ours is called with: the key of its object, its name and its arguments.
type Call<'c> = (&'c [u8], &'c str, &'c [Value]);

/// A servant whose function may make calls that block.
fn servant(
    name: &str,
    respond: impl Fn(Call<'_>) -> Result<Vec<Value>, Refusal> + Send + Sync + 'static,
) -> DynamicService {
    DynamicService::raising(interface(name), move |call, operation, arguments| {
        let key = call.object.expect("calls name their object").as_bytes();
        respond((key, &operation.name, &arguments))
    })
}

/// The exception that an operation of an interface raises.
fn raise(of: &str, operation: &str, name: &str, members: &Json) -> Refusal {
    let raised = interface(of).exception_from_json(operation, name, members);
    raised.expect("it is declared so")
}

fn account(objects: ObjectAdapter, owner: String) -> DynamicService {
    let balance = Mutex::new(0);
    servant("features.Account", move |(key, operation, arguments)| {
        let mut balance = balance.lock().expect("nobody panics with it");
        match (operation, arguments) {
            ("_get_owner", []) => return Ok(vec![Value::Text(owner.clone())]),
            ("_get_balance", []) => {}
            ("_set_balance", [Value::I32(..0)]) => {
                let bad = SystemException::new(Standard::BadParam, 7, Completion::No);
                return Err(bad.fault().into());
            }
            ("_set_balance", [Value::I32(value)]) => {
                *balance = *value;
                return Ok(Vec::new());
            }
            ("deposit", [Value::I32(..0)]) => {
                return Err(raise("features.Account", "deposit", "Refused", &json!({})));
            }
            ("deposit", [Value::I32(value)]) => *balance += value,
            ("close", []) => {
                assert!(objects.deactivate(key));
                return Ok(Vec::new());
            }
            other => panic!("{other:?}"),
        }
        Ok(vec![Value::I32(*balance)])
    })
}

/// Our server of the objects that the cases ask.
fn serve(world: World) -> Served {
    let objects = ObjectAdapter::new();
    let making = objects.clone();
    let bank = servant("features.Bank", move |(_, operation, arguments)| {
        let (objects, owner) = match (operation, arguments) {
            ("open_account", [Value::Text(owner)]) => (&making, owner.clone()),
            other => panic!("{other:?}"),
        };
        if owner.is_empty() {
            let members = json!({"what": "nobody", "number": -1, "hue": "blue", "more": [1, 2],
                "since": 1_i64 << 40});
            return Err(raise("features.Bank", operation, "Failed", &members));
        }
        let account = world.servant(account(objects.clone(), owner));
        let reference = objects.activate_shared(objects.new_key(), account);
        Ok(vec![Value::Text(reference.map_err(Fault::from)?.into())])
    });
    let server = servant("features.Server", move |(_, operation, arguments)| {
        let listener = |to: &str| {
            let to = Reference::from(to);
            // On a thread that may wait, whoever carries out the call.
            open(World::Blocking, &to, "features.Listener", None)
        };
        match (operation, arguments) {
            ("_get_constant", []) => Ok(vec![Value::I32(1989)]),
            (echo, _) if echo.starts_with("echo_") => Ok(arguments.to_vec()),
            ("call_back", [Value::Text(peer), _]) if peer.is_empty() => Ok(vec![Value::I32(-1)]),
            ("call_back", [Value::Text(peer), Value::I32(times)]) => {
                let (mut peer, mut sum) = (listener(peer)?, 0);
                for n in 0..*times {
                    match peer.call("ask", &[Value::I32(n)])?[..] {
                        [Value::I32(answer)] => sum += answer,
                        ref other => panic!("{other:?}"),
                    }
                }
                Ok(vec![Value::I32(sum)])
            }
            ("call_back_refused", [Value::Text(peer)]) => {
                Ok(listener(peer)?.call("ask", &[Value::I32(-1)])?)
            }
            ("tell_later", [Value::Text(peer), what]) => {
                Ok(listener(peer)?.call("tell", std::slice::from_ref(what))?)
            }
            other => panic!("{other:?}"),
        }
    });
    let diamond = servant("features.Diamond", |(_, operation, _)| {
        let answer = match operation {
            "_get_name" => "diamond",
            other => other.strip_prefix("go_").unwrap_or(other),
        };
        Ok(vec![Value::Text(answer.to_owned())])
    });
    let builder = Server::builder().adapter(&objects).workers(2);
    let builder = builder.listen("iiop://127.0.0.1:0");
    let running = world
        .start(builder.expect("it is a binding"))
        .expect("loopback can be listened on");
    for (key, service) in [
        ("features.Bank", bank),
        ("features.Server", server),
        ("features.Diamond", diamond),
    ] {
        // Calls back wait for their ends.
        let service: Arc<dyn Service> = match key {
            "features.Server" => Arc::new(service),
            _ => world.servant(service),
        };
        let activated = objects.activate_shared(key, service);
        activated.expect("the server runs, and has no such object yet");
    }
    let server = objects.reference("features.Server").expect("it is active");
    objects.forward("features.Moved", &server, false);
    objects.forward("features.MovedForGood", &server, true);
    running
}

/// Theirs calls ours, in each version of GIOP: references that tell types, and locations that do not.
fn they_use_our_objects(orb: Orb) {
    for world in World::ALL {
        let server = serve(world);
        let objects = server.adapter();
        for version in VERSIONS {
            let mut peer = orb.client(server.port(), version, &[]);
            for by_reference in [false, true] {
                if by_reference {
                    for key in ["features.Bank", "features.Server", "features.Diamond"] {
                        let reference = objects.reference(key).expect("it is active");
                        assert_eq!(peer.ask(&format!("object {key} {reference}")), "ok");
                    }
                }
                let mut cases = vec![
                    "references",
                    "factory",
                    "inheritance",
                    "pseudo-operations",
                    "unknown-object",
                    "unknown-operation",
                    "call-backs",
                    "forwarded",
                    "forwarded-for-good",
                ];
                // omniORB crashes on text inside an any in GIOP 1.0, and GlassFish's ORB refuses an enumeration in one.
                let has_anys = match orb.name {
                    "omniorb" => version != "1.0",
                    other => other == "jacorb",
                };
                cases.extend(has_anys.then_some("anys"));
                for case in cases {
                    let answer = peer.ask(&format!("case {case}"));
                    assert_eq!(answer, "ok", "{world} {version} {by_reference} {case}");
                }
            }
        }
        server.stop();
    }
}

#[test]
fn omniorb_uses_our_objects() {
    they_use_our_objects(OMNIORB);
}

#[test]
fn jacorb_uses_our_objects() {
    they_use_our_objects(JACORB);
}

#[test]
fn glassfish_uses_our_objects() {
    they_use_our_objects(GLASSFISH);
}

/// JacORB asks where an object is before it calls it, as omniORB does in the cases above, and goes where it has moved to. (To
/// its callers an object that is unknown there is UNKNOWN.)
#[test]
fn jacorb_asks_where_our_objects_are() {
    for world in World::ALL {
        let server = serve(world);
        for version in VERSIONS {
            let asking = ["jacorb.locate_on_bind=on".to_owned()];
            let mut peer = JACORB.client(server.port(), version, &asking);
            for case in ["inheritance", "forwarded", "forwarded-for-good"] {
                let answer = peer.ask(&format!("case {case}"));
                assert_eq!(answer, "ok", "{world} {version} {case}");
            }
        }
        server.stop();
    }
}

/// GlassFish's ORB names objects by a profile or by a whole reference (CORBA 3.0 section 15.4.2.1).
#[test]
fn glassfish_names_our_objects_otherwise() {
    for (world, addressing) in World::in_all([1, 2]) {
        let server = serve(world);
        let naming = [format!(
            "com.sun.corba.ee.giop.ORBTargetAddressing={addressing}"
        )];
        let mut peer = GLASSFISH.client(server.port(), "1.2", &naming);
        let cases = [
            "references",
            "factory",
            "inheritance",
            "call-backs",
            "unknown-object",
            "forwarded",
        ];
        for case in cases {
            let answer = peer.ask(&format!("case {case}"));
            assert_eq!(answer, "ok", "{world} {addressing} {case}");
        }
        server.stop();
    }
}

/// What we serve to be called back; what is told arrives in the channel.
fn listener(heard: Sender<String>) -> DynamicService {
    let heard = Mutex::new(heard);
    servant(
        "features.Listener",
        move |(_, operation, arguments)| match (operation, arguments) {
            ("ask", [Value::I32(..0)]) => {
                Err(raise("features.Listener", "ask", "Refused", &json!({})))
            }
            ("ask", [Value::I32(n)]) => Ok(vec![Value::I32(2 * n)]),
            ("tell", [Value::Text(what)]) => {
                let heard = heard.lock().expect("nobody panics with it");
                heard.send(what.clone()).expect("somebody waits");
                Ok(Vec::new())
            }
            other => panic!("{other:?}"),
        },
    )
}

/// The references that omniORB's server prints, by key.
fn references(server: &mut Peer) -> impl Fn(&str) -> Reference {
    server.port();
    let mut all = Vec::new();
    loop {
        let line = server.line();
        match line
            .trim()
            .strip_prefix("IOR ")
            .and_then(|line| line.split_once(' '))
        {
            Some((key, reference)) => all.push((key.to_owned(), Reference::from(reference))),
            None => break assert_eq!(line.trim(), "ready"),
        }
    }
    move |key: &str| {
        let found = all.iter().find(|(own, _)| own == key);
        found.expect("it has such an object").1.clone()
    }
}

/// Ours calls theirs, and is called back.
#[test]
fn we_use_objects_of_omniorb() {
    let mut peer = Peer::start("omniorb/omniorb_server", &["tcp"]);
    let at = references(&mut peer);
    for world in World::ALL {
        makes_objects(world, &at("features.Bank"), &at("features.Server"));
        narrows(world, &at("features.Diamond"));

        let (heard, hears): (_, Receiver<String>) = channel();
        let ours = Server::builder().listen("iiop://127.0.0.1:0");
        let ours = world.start(ours.expect("it is a binding"));
        let ours = ours.expect("loopback can be listened on");
        let mine: Arc<_> = world.servant(listener(heard));
        let mine = ours.adapter().activate_shared("mine", mine);
        let mine = mine.expect("the server runs").to_string();
        let mut server = open(world, &at("features.Server"), "features.Server", None).unwrap();
        let mut call = |operation: &str, arguments| server.call_json(operation, &arguments);
        assert_eq!(call("call_back", json!([mine, 10])).unwrap(), 90);
        assert_eq!(call("call_back", json!(["", 10])).unwrap(), -1);
        match call("call_back_refused", json!([mine])) {
            Err(Error::Raised(raised)) => assert_eq!(raised.name, "Refused"),
            other => panic!("{world}: {other:?}"),
        }
        call("tell_later", json!([mine, "heard"])).unwrap();
        assert_eq!(hears.recv().as_deref(), Ok("heard"), "{world}");
        ours.stop();
    }
}

/// An object of ours moves to a server of theirs, which does not know the code sets that ours was told.
#[test]
fn objects_move_to_omniorb() {
    let mut peer = Peer::start("omniorb/omniorb_server", &["tcp"]);
    let there = references(&mut peer)("features.Server");
    for world in World::ALL {
        let ours = Server::builder().listen("iiop://127.0.0.1:0");
        let ours = world.start(ours.expect("it is a binding"));
        let ours = ours.expect("loopback can be listened on");
        let echo = servant(
            "features.Server",
            |(_, _, arguments)| Ok(arguments.to_vec()),
        );
        let here = ours.adapter().activate_shared("here", world.servant(echo));
        let mut server = open(world, &here.unwrap(), "features.Server", None).unwrap();
        let mut same = |text: &str| {
            let back = server.call_json("echo_wstring", &json!([text]));
            assert_eq!(back.unwrap(), text, "{world}");
        };
        same("\u{7f8e}\u{54b2}");
        ours.adapter().forward("here", &there, false);
        same("\u{7f8e}\u{54b2} again");
        same("and there");
        ours.stop();
    }
}

/// A bank of theirs makes an account, which passes through their server.
fn makes_objects(world: World, bank: &Reference, server: &Reference) {
    let mut bank = open(world, bank, "features.Bank", None).unwrap();
    let opened = bank.call_json("open_account", &json!(["Ada"])).unwrap();
    let opened = Reference::from(opened.as_str().expect("a reference is text"));
    assert_eq!(opened.type_id(), Some(id("features.Account")));
    let account = id("features.Account");
    let mut ada = open(world, &opened, "features.Account", Some(&account)).unwrap();
    assert_eq!(ada.call_json("deposit", &json!([5])).unwrap(), 5);
    assert_eq!(ada.call_json("_get_owner", &json!([])).unwrap(), "Ada");

    let mut server = open(world, server, "features.Server", None).unwrap();
    for operation in ["echo_object", "echo_account"] {
        let back = server.call_json(operation, &json!([*opened])).unwrap();
        let back = Reference::from(back.as_str().expect("a reference is text"));
        let mut same = open(world, &back, "features.Account", Some(&account)).unwrap();
        assert_eq!(same.call_json("_get_balance", &json!([])).unwrap(), 5);
        assert_eq!(server.call_json(operation, &json!([""])).unwrap(), "");
    }
    ada.call_json("close", &json!([])).unwrap();
    let gone = ada.call_json("_get_balance", &json!([])).unwrap_err();
    assert!(
        gone.to_string().contains("OBJECT_NOT_EXIST"),
        "{world}: {gone}"
    );
    match bank.call_json("open_account", &json!([""])) {
        Err(Error::Raised(raised)) => assert_eq!(raised.json["what"], "nobody"),
        other => panic!("{world}: {other:?}"),
    }
}

/// Their object is asked what it is.
fn narrows(world: World, diamond: &Reference) {
    assert_eq!(diamond.type_id(), Some(id("features.Diamond")));
    for base in ["features.Named", "features.Left", "features.Right"] {
        let mut narrowed = open(world, diamond, base, Some(&id(base))).unwrap();
        if base == "features.Named" {
            assert_eq!(
                narrowed.call_json("_get_name", &json!([])).unwrap(),
                "diamond"
            );
        }
    }
    let refused = open(world, diamond, "features.Bank", Some(&id("features.Bank")));
    assert!(matches!(refused, Err(Error::NotA { .. })), "{world}");
}
