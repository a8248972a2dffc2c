//! `Database.Request` over gRPC, ours and theirs, both directions, every language
//! (`peers/database.md` has the values). What does not work is listed in
//! `grpc_known_failures.txt`, which only shrinks.

mod support;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::{Client, Fault, Server};
use manyrpc_model::Value;
use support::{Peer, judge, root};

const KNOWN: &str = include_str!("grpc_known_failures.txt");

const LANGUAGES: [&str; 6] = ["cpp", "ruby", "python", "go", "java", "rust"];

/// The calls of one command; the ids that go with them have every name.
const CALLS: i32 = 12;

fn database() -> DynamicInterface {
    let path = root().join("interfaces/database.proto");
    let (module, problems) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition = Definition::new(module).expect("it holds together");
    DynamicInterface::find(&definition, None).expect("there is one")
}

/// The record of an id.
fn record(id: i32, photo: bool) -> Value {
    let first = ["Ada", "Erzsébet", "美咲", "Zoë"][id as usize % 4];
    let last = ["Lovelace", "O'Neill & <Sons>", "\"Király\" \\ Székely"][id as usize % 3];
    let photo = (0..if photo { 1_048_576u32 } else { 0 }).map(|i| (31 * i + 7) as u8);
    Value::Record(vec![
        Value::I32(id),
        Value::Text(first.to_owned()),
        Value::Text(last.to_owned()),
        Value::I32(18 + id % 70),
        Value::Text(format!("user{id}@example.org")),
        Value::Text(format!("+36 1 555 {:04}", id % 10000)),
        Value::Bool(id % 2 == 0),
        Value::F32((id % 100) as f32 / 4.0 - 33.875),
        Value::F32(151.125 - (id % 1000) as f32 / 4.0),
        Value::Bytes(photo.collect()),
    ])
}

#[test]
fn every_language_calls_us() {
    let service = DynamicService::new(database(), |_, _, arguments| match &arguments[..] {
        [Value::Record(wanted)] => match wanted[..] {
            [Value::I32(id), Value::Bool(photo)] => Ok(vec![record(id, photo)]),
            _ => Err(Fault::BadArguments),
        },
        _ => Err(Fault::BadArguments),
    });
    let server = Server::builder()
        .service(service)
        .listen("grpc://127.0.0.1:0")
        .and_then(|s| s.start())
        .expect("loopback can be listened on");
    let port = server.bindings()[0].port().expect("it is bound");
    let mut results = Vec::new();
    for language in LANGUAGES {
        let arguments = ["tcp", "127.0.0.1", &port.to_string()];
        let mut client = Peer::start(&format!("{language}/grpc_client"), &arguments);
        for workload in ["info", "info-photo"] {
            let timed = client.run(&format!("run {workload} {CALLS}"));
            let result = match timed {
                Ok(calls) if calls == CALLS as usize => Ok(()),
                Ok(calls) => Err(format!("{calls} calls")),
                Err(why) => Err(why),
            };
            results.push((format!("{language} {workload}"), result));
        }
    }
    judge(KNOWN, "calls-us", results);
    server.stop();
}

#[test]
fn we_call_every_language() {
    let mut results = Vec::new();
    for language in LANGUAGES {
        let mut server = Peer::start(&format!("{language}/grpc_server"), &["tcp"]);
        let binding = format!("grpc://127.0.0.1:{}", server.port());
        let client = Client::open(&binding).expect("it listens");
        let mut client = DynamicClient::new(client, database());
        for photo in [false, true] {
            let result = (0..CALLS).try_for_each(|id| called(&mut client, id, photo));
            let workload = if photo { "info-photo" } else { "info" };
            results.push((format!("{language} {workload}"), result));
        }
    }
    judge(KNOWN, "we-call", results);
}

fn called(client: &mut DynamicClient, id: i32, photo: bool) -> Result<(), String> {
    let wanted = Value::Record(vec![Value::I32(id), Value::Bool(photo)]);
    let results = client.call("Request", &[wanted]);
    match results.map_err(|e| e.to_string())? {
        results if results == [record(id, photo)] => Ok(()),
        _ => Err(format!("the record of {id} is wrong")),
    }
}
