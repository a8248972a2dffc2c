//! Our objects of `interfaces/corba`, which the cases of foreign clients call.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use manyrpc::corba::{Completion, Ior, Standard, SystemException, reference_to};
use manyrpc::dynamic::{
    AsyncDynamicClient, Definition, DynamicInterface, DynamicService, Refusal, Responding,
};
use manyrpc::{AsyncClient, Binding, ClientOptions, Error, Fault, Server};
use manyrpc_engine::ObjectKey;
use manyrpc_model::Value;
use serde_json::json;
use tokio::sync::watch;

use crate::support::root;
use crate::support::world::{Served, World};

/// As many calls as wait for each other, and one that wakes them.
const WORKERS: usize = 4;

/// What is served under which key, and what its reference says it is.
pub(crate) const OBJECTS: [(&str, &str); 4] = [
    ("features.Server", "IDL:manyrpc.example/features/Server:1.0"),
    (
        "features.Diamond",
        "IDL:manyrpc.example/features/Diamond:2.3",
    ),
    (
        "features.Extremes",
        "IDL:manyrpc.example/features/Extremes:1.0",
    ),
    (
        "features.Guarded",
        "IDL:manyrpc.example/features/Guarded:1.0",
    ),
];

/// An interface of the definitions that the peers are compiled from; that of `features.Server` with types which only
/// we have a compiler for.
pub(crate) fn interface(name: &str) -> DynamicInterface {
    let files: &[&str] = match name {
        "features.Extremes" => &["extremes.idl"],
        "features.Guarded" => &["guarded.idl"],
        _ => &["features.idl", "switches.idl"],
    };
    let text = files.iter().map(|file| {
        let text = std::fs::read_to_string(root().join("interfaces/corba").join(file));
        text.expect("it is in the tree")
    });
    let (file, text) = (files[0], text.collect::<String>());
    let (module, problems) = manyrpc_idl::load_text(file, &text, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition = Definition::new(module).expect("it can be lowered");
    DynamicInterface::find(&definition, Some(name)).expect("it is in the definition")
}

/// A server of all objects.
pub(crate) fn serve(world: World) -> Served {
    let state = Arc::new(State::new());
    let server = Server::builder()
        .workers(WORKERS)
        .object(
            ObjectKey::new(b"features.Server"),
            service(
                world,
                interface("features.Server"),
                move |operation, arguments| {
                    let (state, operation) = (state.clone(), operation.to_owned());
                    Box::pin(async move { state.respond(&operation, arguments).await })
                },
            ),
        )
        .object(
            ObjectKey::new(b"features.Diamond"),
            service(world, interface("features.Diamond"), |operation, _| {
                let answer = match operation {
                    "_get_name" => "diamond",
                    other => other.strip_prefix("go_").unwrap_or(other),
                };
                let answer = vec![Value::Text(answer.to_owned())];
                Box::pin(async { Ok(answer) })
            }),
        )
        .object(ObjectKey::new(b"features.Guarded"), guarded(world))
        .object(
            ObjectKey::new(b"features.Extremes"),
            service(
                world,
                interface("features.Extremes"),
                |operation, arguments| {
                    let answer = match (operation, &arguments[..]) {
                        ("tell_context", [Value::Text(first), Value::List(properties)]) => {
                            vec![Value::Text(told(first, properties))]
                        }
                        _ => arguments,
                    };
                    Box::pin(async { Ok(answer) })
                },
            ),
        );
    let server = server
        .listen("iiop://127.0.0.1:0")
        .and_then(|server| world.start(server));
    server.expect("loopback can be listened on")
}

/// The object `features.Guarded`.
fn guarded(world: World) -> DynamicService {
    let interface = interface("features.Guarded");
    let (of, level) = (interface.clone(), Arc::new(Mutex::new(1)));
    service(world, interface, move |operation, arguments| {
        let mut level = level.lock().expect("nobody panics with it");
        let barred = |asked: i32| {
            let members = json!({ "asked": asked });
            let raised = of.exception_from_json(operation, "Barred", &members);
            Err(raised.expect("it is declared so"))
        };
        let answer = match (operation, &arguments[..]) {
            ("_get_level", _) if *level < 0 => barred(*level),
            ("_get_level", _) => Ok(vec![Value::I32(*level)]),
            ("_set_level", [Value::I32(given)]) if *given > 100 => barred(*given),
            ("_set_level", [Value::I32(given)]) => {
                *level = *given;
                Ok(Vec::new())
            }
            ("_get_secret", _) => barred(7),
            (other, arguments) => panic!("{other} {arguments:?}"),
        };
        Box::pin(async { answer })
    })
}

/// Properties of a context, each a name and then its value, behind a text.
fn told(first: &str, properties: &[Value]) -> String {
    let text = |value: &Value| match value {
        Value::Text(text) => text.clone(),
        other => panic!("{other:?}"),
    };
    let texts: Vec<String> = properties.iter().map(text).collect();
    let pairs = texts.as_chunks::<2>().0.iter();
    let pairs = pairs.map(|[name, value]| format!("{name}={value};"));
    first.to_owned() + &pairs.collect::<String>()
}

/// A service in that world, of a function whose results are futures.
fn service<F>(world: World, interface: DynamicInterface, respond: F) -> DynamicService
where
    F: Fn(&str, Vec<Value>) -> Responding<'static> + Send + Sync + 'static,
{
    match world {
        World::Blocking => DynamicService::raising(interface, move |_, operation, arguments| {
            World::wait(respond(&operation.name, arguments))
        }),
        World::Futures => DynamicService::of_futures(interface, move |_, operation, arguments| {
            respond(&operation.name, arguments)
        }),
    }
}

/// The reference to an object of ours, for GIOP up to that version.
pub(crate) fn reference(server: &Served, (key, id): (&str, &str), version: &str) -> Ior {
    let at = format!("iiop://127.0.0.1:{}/{key}?version={version}", server.port());
    let at: Binding = at.parse().expect("it is a binding");
    reference_to(&at, id).expect("it has a host and a port")
}

/// What the object `features.Server` keeps.
struct State {
    server: DynamicInterface,
    listener: DynamicInterface,
    kept: Mutex<Kept>,
}

struct Kept {
    motto: Value,
    mood: Value,
    notes: i32,
    last: Value,
    gates: BTreeMap<String, Gate>,
}

/// Where calls wait for others.
#[derive(Default)]
struct Gate {
    waiting: i32,
    /// How often it was opened.
    opened: watch::Sender<u32>,
}

impl State {
    fn new() -> Self {
        let empty = || Value::Text(String::new());
        State {
            server: interface("features.Server"),
            listener: interface("features.Listener"),
            kept: Mutex::new(Kept {
                motto: empty(),
                mood: Value::I32(0),
                notes: 0,
                last: empty(),
                gates: BTreeMap::new(),
            }),
        }
    }

    async fn respond(
        &self,
        operation: &str,
        mut arguments: Vec<Value>,
    ) -> Result<Vec<Value>, Refusal> {
        Ok(match (operation, &mut arguments[..]) {
            (
                "exchange",
                [
                    Value::Text(given),
                    Value::Text(changed),
                    Value::I32s(numbers),
                ],
            ) => {
                numbers.reverse();
                vec![
                    Value::Text(format!("{changed}{given}")),
                    Value::Text(given.clone()),
                    Value::I32s(numbers.clone()),
                    Value::Record(vec![Value::I32(-1), Value::I32(1)]),
                    Value::I32(numbers.len() as i32),
                ]
            }
            ("raise_user", [Value::I32(kind)]) => vec![self.raise_user(*kind)?],
            ("raise_undeclared", _) => return Err(Fault::ServerFailure.into()),
            ("raise_system", [Value::Text(name), Value::U32(minor), Value::U32(completed)]) => {
                return Err(system_exception(name, *minor, *completed).fault().into());
            }
            ("call_back", [Value::Text(peer), Value::I32(times)]) => {
                vec![Value::I32(self.call_back(peer, *times).await?)]
            }
            ("call_back_refused", [Value::Text(peer)]) => {
                let peer = self.listener(peer).await?;
                peer.call("ask", &[Value::I32(-1)]).await?
            }
            ("tell_later", [Value::Text(peer), what]) => {
                let peer = self.listener(peer).await?;
                peer.call("tell", std::slice::from_ref(what)).await?;
                Vec::new()
            }
            ("wait_for", [Value::Text(gate)]) => vec![self.wait_for(gate).await],
            (echo, _) if echo.starts_with("echo_") => arguments,
            (other, arguments) => self.keep(other, arguments)?,
        })
    }

    /// Of the operations that neither call nor wait.
    fn keep(&self, operation: &str, arguments: &mut [Value]) -> Result<Vec<Value>, Refusal> {
        let mut kept = self.kept.lock().expect("nobody panics with it");
        Ok(match (operation, arguments) {
            ("_get_constant", _) => vec![Value::I32(1989)],
            ("_get_motto", _) => vec![kept.motto.clone()],
            ("_set_motto", [motto]) => {
                kept.motto = motto.clone();
                Vec::new()
            }
            ("_get_mood", _) => vec![kept.mood.clone()],
            ("_set_mood", [mood]) => {
                kept.mood = mood.clone();
                Vec::new()
            }
            ("note", [what]) => {
                kept.notes += 1;
                kept.last = what.clone();
                Vec::new()
            }
            ("noted", _) => vec![kept.last.clone(), Value::I32(kept.notes)],
            ("waiting", [Value::Text(gate)]) => {
                vec![Value::I32(
                    kept.gates.get(gate).map_or(0, |gate| gate.waiting),
                )]
            }
            ("release", [Value::Text(gate)]) => {
                let gate = kept.gates.entry(gate.clone()).or_default();
                gate.opened.send_modify(|opened| *opened += 1);
                vec![Value::I32(std::mem::take(&mut gate.waiting))]
            }
            (other, arguments) => panic!("{other} {arguments:?}"),
        })
    }

    fn raise_user(&self, kind: i32) -> Result<Value, Refusal> {
        let raised = |name, members| {
            let raised = self
                .server
                .exception_from_json("raise_user", name, &members);
            Err(raised.expect("it is declared so"))
        };
        match kind {
            ..0 => Ok(Value::I32(kind)),
            0 => raised("Refused", json!({})),
            _ => raised(
                "Failed",
                json!({"what": "asked for", "number": kind, "hue": "green", "more": [kind, -kind],
                    "since": -1_099_511_627_776_i64}),
            ),
        }
    }

    async fn listener(&self, reference: &str) -> Result<AsyncDynamicClient, Error> {
        let at: Binding = reference.parse().map_err(Error::Binding)?;
        let options = ClientOptions::default();
        let client = AsyncClient::connect(&at, Some(self.listener.id()), &options).await?;
        Ok(AsyncDynamicClient::new(client, self.listener.clone()))
    }

    async fn call_back(&self, peer: &str, times: i32) -> Result<i32, Error> {
        if peer.is_empty() {
            return Ok(-1);
        }
        let peer = self.listener(peer).await?;
        let mut sum = 0;
        for n in 0..times {
            match peer.call("ask", &[Value::I32(n)]).await?[..] {
                [Value::I32(answer)] => sum += answer,
                ref other => panic!("{other:?}"),
            }
        }
        Ok(sum)
    }

    async fn wait_for(&self, gate: &str) -> Value {
        let (place, mut opened) = {
            let mut kept = self.kept.lock().expect("nobody panics with it");
            let gate = kept.gates.entry(gate.to_owned()).or_default();
            gate.waiting += 1;
            (gate.waiting, gate.opened.subscribe())
        };
        let changed = opened.changed().await;
        changed.expect("the gate stays with the object");
        Value::I32(place)
    }
}

/// The standard exception of that name, or what the interface says of a name that there is not.
fn system_exception(name: &str, minor: u32, completed: u32) -> SystemException {
    let completed = [Completion::Yes, Completion::No, Completion::Maybe][completed as usize % 3];
    let mut all = Standard::ALL.iter();
    match all.find(|standard| standard.name() == name) {
        Some(standard) => SystemException::new(*standard, minor, completed),
        None => SystemException::new(Standard::BadParam, 0, Completion::No),
    }
}
