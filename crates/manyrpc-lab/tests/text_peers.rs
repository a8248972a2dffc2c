//! XML-RPC and JSON-RPC over HTTP with the libraries of other languages, both directions: the
//! paper's `Database.Request`, with and without the photo. Every field of every reply is checked
//! (`peers/database.md` has the values).
//!
//! What does not work is listed in `text_peers_known_failures.txt`, which only shrinks.

mod support;

use std::sync::Arc;

use manyrpc::dynamic::{Definition, DynamicClient, DynamicInterface, DynamicService};
use manyrpc::{Client, Fault, Server};
use manyrpc_model::Value;
use support::{Peer, judge, root};

const KNOWN: &str = include_str!("text_peers_known_failures.txt");

/// The calls of one command; the ids that go with them have every name.
const CALLS: usize = 12;
const PHOTO_BYTES: usize = 1 << 20;
const FIRST: [&str; 4] = ["Ada", "Erzsébet", "美咲", "Zoë"];
const LAST: [&str; 3] = ["Lovelace", "O'Neill & <Sons>", "\"Király\" \\ Székely"];

fn database() -> DynamicInterface {
    let path = root().join("interfaces/database.proto");
    let (module, problems) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition: Arc<Definition> = Definition::new(module).expect("it can be lowered");
    DynamicInterface::find(&definition, Some("Database")).expect("it is there")
}

/// The record of an id, as every peer makes it.
fn record(id: i32, with_photo: bool) -> Value {
    let n = id as usize;
    let photo = match with_photo {
        true => (0..PHOTO_BYTES).map(|i| (31 * i + 7) as u8).collect(),
        false => Vec::new(),
    };
    Value::Record(vec![
        Value::I32(id),
        Value::Text(FIRST[n % 4].to_owned()),
        Value::Text(LAST[n % 3].to_owned()),
        Value::I32(18 + id % 70),
        Value::Text(format!("user{id}@example.org")),
        Value::Text(format!("+36 1 555 {:04}", n % 10_000)),
        Value::Bool(id % 2 == 0),
        Value::F32((id % 100) as f32 / 4.0 - 33.875),
        Value::F32(151.125 - (id % 1000) as f32 / 4.0),
        Value::Bytes(photo),
    ])
}

fn wanted(id: i32, photo: bool) -> Value {
    Value::Record(vec![Value::I32(id), Value::Bool(photo)])
}

/// Theirs calls ours.
fn calls_us(system: &str, languages: &[&str]) {
    let service = DynamicService::new(database(), |_, _, arguments| match &arguments[..] {
        [Value::Record(wanted)] => match wanted[..] {
            [Value::I32(id), Value::Bool(photo)] => Ok(vec![record(id, photo)]),
            _ => Err(Fault::BadArguments),
        },
        _ => Err(Fault::BadArguments),
    });
    let server = Server::builder()
        .service(service)
        .listen(&format!("{system}+http://127.0.0.1:0"))
        .and_then(|s| s.start())
        .expect("loopback can be listened on");
    let port = server.bindings()[0]
        .port()
        .expect("it is bound")
        .to_string();
    let mut results = Vec::new();
    for language in languages {
        let program = format!("{language}/{system}_client");
        let mut peer = Peer::start(&program, &["tcp", "127.0.0.1", &port]);
        for workload in ["info", "info-photo"] {
            let timed = peer.run(&format!("run {workload} {CALLS}"));
            let result = timed.and_then(|n| match n {
                CALLS => Ok(()),
                n => Err(format!("{n} calls")),
            });
            results.push((format!("{system} {language} {workload}"), result));
        }
    }
    judge(KNOWN, "calls-us", results);
    server.stop();
}

/// Ours calls theirs.
fn we_call(system: &str, path: &str, languages: &[&str]) {
    let mut results = Vec::new();
    for language in languages {
        let mut server = Peer::start(&format!("{language}/{system}_server"), &["tcp"]);
        let binding = format!("{system}+http://127.0.0.1:{}{path}", server.port());
        let client = Client::open(&binding).expect("it listens");
        let mut client = DynamicClient::new(client, database());
        for (workload, photo) in [("info", false), ("info-photo", true)] {
            let result = (0..CALLS as i32).try_for_each(|id| {
                let reply = client.call("Request", &[wanted(id, photo)]);
                match reply.map_err(|e| e.to_string())? == [record(id, photo)] {
                    true => Ok(()),
                    false => Err(format!("the record of {id} is wrong")),
                }
            });
            results.push((format!("{system} {language} {workload}"), result));
        }
    }
    judge(KNOWN, "we-call", results);
}

#[test]
fn xml_rpc_libraries_call_us() {
    calls_us("xmlrpc", &["cpp", "ruby", "python", "java"]);
}

#[test]
fn we_call_xml_rpc_libraries() {
    we_call("xmlrpc", "/RPC2", &["cpp", "ruby", "python", "java"]);
}

#[test]
fn json_rpc_libraries_call_us() {
    calls_us("jsonrpc", &["cpp", "ruby", "java"]);
}

#[test]
fn we_call_json_rpc_libraries() {
    we_call("jsonrpc", "/", &["cpp", "ruby", "java"]);
}
