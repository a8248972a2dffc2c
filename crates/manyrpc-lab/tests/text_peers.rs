//! XML-RPC and JSON-RPC over HTTP with the libraries of other languages, both directions: the
//! paper's `Database.Request`, with and without the photo. Every field of every reply is checked
//! (`peers/database.md` has the values).
//!
//! What does not work is listed in `text_peers_known_failures.txt`, which only shrinks.

mod support;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::{CallError, Error, Fault, Server};
use manyrpc_model::Value;
use support::database::{CALLS, Results, called_by, calls, database, record, wanted};
use support::dynamic::{Dynamic, Ended};
use support::world::{Served, World};
use support::{Peer, judge, root};

const KNOWN: &str = include_str!("text_peers_known_failures.txt");

/// What serves the paper's service, at one port of this machine.
fn serve(world: World, system: &str) -> (Served, String) {
    let binding = format!("{system}+http://127.0.0.1:0{}", members(system));
    support::database::serve(world, &binding, |builder| builder)
}

/// The peers that speak JSON-RPC know nothing of ProtoJSON.
fn members(system: &str) -> &'static str {
    match system {
        "jsonrpc" => "?members=full",
        _ => "",
    }
}

/// Theirs calls ours.
fn calls_us(system: &str, languages: &[&str]) {
    for world in World::ALL {
        let (server, port) = serve(world, system);
        let mut results = Results::new();
        for language in languages {
            let (case, program) = (
                format!("{system} {language}"),
                format!("{language}/{system}_client"),
            );
            results.extend(called_by(&case, &program, &["tcp", "127.0.0.1", &port]));
        }
        judge(KNOWN, "calls-us", world.told(results));
        server.stop();
    }
}

/// Ours calls theirs: one by one, one that fails, and several in one message.
fn we_call(system: &str, path: &str, languages: &[&str]) {
    let mut results = World::ALL.map(|world| (world, Results::new()));
    for language in languages {
        let mut server = Peer::start(&format!("{language}/{system}_server"), &["tcp"]);
        let members = members(system);
        let binding = format!("{system}+http://127.0.0.1:{}{path}{members}", server.port());
        for (world, results) in &mut results {
            let mut client = Dynamic::open(*world, &binding, database()).expect("it listens");
            results.extend(calls(&format!("{system} {language}"), &mut client));
            let fault = client.call("Request", &[wanted(-1, false)]).err();
            let fault = refused(fault.as_ref());
            results.push((format!("{system} {language} fault"), fault));
            let batch = batch(&mut client);
            results.push((format!("{system} {language} batch"), batch));
        }
    }
    for (world, results) in results {
        judge(KNOWN, "we-call", world.told(results));
    }
}

/// Whether that is a fault with a number and words.
fn refused(error: Option<&Error>) -> Result<(), String> {
    match error {
        Some(Error::Call(error)) => is_refusal(error),
        other => Err(format!("{other:?}")),
    }
}

fn is_refusal(error: &CallError) -> Result<(), String> {
    match error {
        CallError::Fault(Fault::BadArguments) => Ok(()),
        CallError::Fault(Fault::Detailed(said)) if !said.message.is_empty() => Ok(()),
        other => Err(format!("{other:?}")),
    }
}

/// Three calls in one message, of which the second fails.
fn batch(client: &mut Dynamic) -> Result<(), String> {
    let ids = [3, -1, 5];
    let arguments = ids.map(|id| [wanted(id, false)]);
    let calls = arguments.each_ref().map(|of| ("Request", &of[..]));
    let ended = client.batch(&calls).map_err(|e| e.to_string())?;
    for (ended, id) in ended.into_iter().zip(ids) {
        match ended {
            Ok(reply) if reply == [record(id, false)] => {}
            Ok(_) => return Err(format!("the record of {id} is wrong")),
            Err(e) if id < 0 => refused(Some(&e))?,
            Err(e) => return Err(e.to_string()),
        }
    }
    Ok(())
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

#[test]
fn libjson_rpc_cpp_calls_us_in_batches() {
    for world in World::ALL {
        let (server, port) = serve(world, "jsonrpc");
        let mut peer = Peer::start("cpp/jsonrpc_batch", &["tcp", "127.0.0.1", &port]);
        assert_eq!(peer.run_all("info", CALLS), Ok(()), "{world:?}");
        server.stop();
    }
}

/// What Ruby's library has beyond the specification, by a script of ours.
fn ruby(arguments: &[&str]) -> Command {
    let mut command = Command::new("/usr/bin/ruby");
    command.arg(root().join("peers/ruby/xmlrpc_extensions.rb"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    command
}

fn echo() -> DynamicInterface {
    const ECHO: &str = "typedef int *maybe; program ECHO { version Echo {
        maybe perhaps(maybe v) = 1; hyper wide(hyper v) = 2; int none(int v) = 3; } = 1; } = 0x20000300;";
    let (module, problems) =
        manyrpc_idl::load_text("echo.x", ECHO, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    DynamicInterface::find(&Definition::new(module).expect("it can be lowered"), None)
        .expect("it is there")
}

const WIDE: i64 = 1 << 40;

#[test]
fn ruby_calls_us_with_nil_i8_and_multicall() {
    for world in World::ALL {
        let service = DynamicService::new(echo(), |_, operation, values| {
            match (operation.name.as_str(), &values[..]) {
                ("none", _) => Err(Fault::NoSuchOperation),
                (_, [Value::I64(..0)]) => Err(Fault::application(7, "too low")),
                _ => Ok(values),
            }
        });
        let server = world
            .service(Server::builder(), service)
            .listen("xmlrpc+http://127.0.0.1:0/RPC2");
        let server = server
            .and_then(|s| world.start(s))
            .expect("loopback can be listened on");
        let done = ruby(&["call", &server.port().to_string()])
            .output()
            .expect("Ruby is installed");
        let once = r#"null,5,1099511627776,[7,"too low"],[-32601,"Method not found"]"#;
        let want = format!("[{once},{once}]\n");
        let said = String::from_utf8_lossy(&done.stdout);
        assert_eq!(said, want, "{world:?}: {done:?}");
        server.stop();
    }
}

#[test]
fn we_call_ruby_with_nil_i8_and_multicall() {
    for world in World::ALL {
        let mut peer = ruby(&["serve"]).spawn().expect("Ruby is installed");
        let mut line = String::new();
        let output = peer.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let port = line.trim().strip_prefix("PORT ").expect("a port");
        let binding = format!("xmlrpc+http://127.0.0.1:{port}/RPC2");
        let mut client = Dynamic::open(world, &binding, echo()).expect("it listens");
        let some = |n: Option<i32>| Value::Optional(n.map(|n| Box::new(Value::I32(n))));
        let calls = [
            ("perhaps", [some(None)]),
            ("perhaps", [some(Some(5))]),
            ("wide", [Value::I64(WIDE)]),
            ("wide", [Value::I64(-1)]),
        ];
        for (operation, values) in &calls {
            comes_back(values, client.call(operation, values));
        }
        let batch = calls
            .each_ref()
            .map(|(operation, values)| (*operation, &values[..]));
        let ended = client.batch(&batch).expect("XML-RPC has them");
        for ((_, values), ended) in calls.iter().zip(ended) {
            comes_back(values, ended);
        }
        drop(peer.stdin.take());
        peer.wait().expect("it ends");
    }
}

/// What the script's server does with values.
fn comes_back(values: &[Value], ended: Ended) {
    match ended {
        Ok(got) => assert_eq!(got, values),
        Err(Error::Call(CallError::Fault(fault))) => {
            let low = &[Value::I64(-1)][..];
            assert_eq!((fault, values), (Fault::application(7, "too low"), low));
        }
        Err(other) => panic!("{other}"),
    }
}
