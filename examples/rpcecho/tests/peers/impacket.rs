//! impacket's client calls us, and we call its server; `peers/impacket` has both programs.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};

use manyrpc::{CallError, Domain, Fault};
use serde_json::{Value, json};

use crate::KNOWN;
use crate::known::judge;
use crate::programs::Example;
use crate::rpcecho::{AsyncRpcechoClient, RpcechoClient, Surroundings};
use crate::world::{Stub, World, in_world};

/// One of the programs; it ends when its standard input closes.
struct Python {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Python {
    fn start(program: &str, arguments: &[&str]) -> Self {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../peers/impacket");
        let mut child = Command::new("/usr/bin/python3")
            .arg(format!("{folder}/{program}"))
            .args(arguments)
            .env("PYTHONDONTWRITEBYTECODE", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Debian's Python is installed (package python3-impacket)");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Python { child, output }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("text");
        line
    }

    /// What the client answers to a command.
    fn say(&mut self, command: &str) -> Result<Value, String> {
        let input = self.child.stdin.as_mut().expect("open until dropped");
        writeln!(input, "{command}").map_err(|e| e.to_string())?;
        let line = self.line();
        let mut said: Value = serde_json::from_str(&line).map_err(|e| format!("{e}: {line}"))?;
        match said["error"].as_str() {
            Some(why) => Err(why.to_owned()),
            None => Ok(said["ok"].take()),
        }
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// RPC_S_CANNOT_SUPPORT, as Windows numbers errors: impacket's word for an operation it has not.
const CANNOT_SUPPORT: u32 = 1764;

/// Before the first call: nothing, small fragments, and NTLM at each level.
const BEGINNINGS: [&str; 6] = [
    "",
    "fragment 100",
    "login connect ann sesame",
    "login packet ann sesame",
    "login integrity ann sesame",
    "login privacy ann sesame",
];

/// Every command, and what it answers. The last call uses the context that the one before made.
fn commands() -> Vec<(&'static str, Value)> {
    vec![
        ("add 41", json!(42)),
        ("add 4294967295", json!(0)),
        ("echo 0", json!(0)),
        ("echo 1", json!(1)),
        ("echo 5000", json!(5000)),
        ("echo 70000", json!(70000)),
        ("sink 70000", json!(70000)),
        ("source 0", json!(0)),
        ("source 200000", json!(200_000)),
        ("text grüne Äpfel", json!("grüne Äpfel")),
        ("sleep 0", json!(0)),
        (
            "surround 3",
            json!({"x": 6, "surrounding": [0, 0, 0, 0, 0, 0]}),
        ),
        ("again", json!("altered")),
        ("add 1", json!(2)),
    ]
}

#[test]
fn impacket_calls_us() {
    for world in World::ALL {
        let server = Example::on_tcp(world);
        let mut results = Vec::new();
        for beginning in BEGINNINGS {
            let mut client = Python::start("client.py", &["127.0.0.1", server.port()]);
            if !beginning.is_empty() {
                client.say(beginning).expect("nothing is called yet");
            }
            for (command, right) in commands() {
                let result = match client.say(command) {
                    Ok(said) if said == right => Ok(()),
                    Ok(said) => Err(format!("{said}, not {right}")),
                    Err(why) => Err(why),
                };
                let case = format!("{beginning} {command}").trim_start().to_owned();
                results.push((case, result));
            }
        }
        judge(KNOWN, "impacket-calls-us", world.told(results));
    }
}

#[test]
fn impacket_understands_our_refusals() {
    World::ALL.into_iter().for_each(refusals_are_understood);
}

fn refusals_are_understood(world: World) {
    let server = Example::on_tcp(world);
    let mut client = Python::start("client.py", &["127.0.0.1", server.port()]);
    let beyond = client.say("beyond").unwrap_err();
    assert!(beyond.contains("nca_s_op_rng_error"), "{beyond}");
    assert_eq!(
        client.say("add 41"),
        Ok(json!(42)),
        "the connection goes on"
    );
    for stranger in ["ann wrong", "bob sesame"] {
        let mut client = Python::start("client.py", &["127.0.0.1", server.port()]);
        client.say(&format!("login privacy {stranger}")).unwrap();
        let denied = client.say("add 41").unwrap_err();
        assert!(denied.contains("access_denied"), "{stranger}: {denied}");
    }
}

/// Operations that impacket's server has, and what it says of one that it has not.
#[test]
fn we_call_impacket() {
    World::ALL.into_iter().for_each(we_call_impacket_in);
}

fn we_call_impacket_in(world: World) {
    let mut server = Python::start("server.py", &[]);
    let port = server.line();
    let port = port
        .trim()
        .strip_prefix("PORT ")
        .expect("PORT n")
        .to_owned();
    // It serves one connection at a time.
    let binding = format!("ncacn_ip_tcp:127.0.0.1[{port}]");
    let client = &mut world
        .open(&binding, (RpcechoClient::new, AsyncRpcechoClient::new))
        .unwrap();
    let mut results = Vec::new();
    let mut note = |case: &str, result: Result<bool, CallError>| {
        let result = match result {
            Ok(true) => Ok(()),
            Ok(false) => Err("a wrong result".to_owned()),
            Err(e) => Err(e.to_string()),
        };
        results.push((case.to_owned(), result));
    };
    note("add", in_world!(client.add_one(41)).map(|sum| sum == 42));
    for size in [0, 1, 3000] {
        let bytes: Vec<u8> = (0..size).map(|i| i as u8).collect();
        let echo = in_world!(client.echo_data(&bytes)).map(|data| *data == bytes);
        note(&format!("echo {size}"), echo);
        let source = in_world!(client.source_data(size)).map(|data| *data == bytes);
        note(&format!("source {size}"), source);
    }
    for text in ["", "grüne Äpfel"] {
        let said = in_world!(client.test_call(text));
        note(
            &format!("text '{text}'"),
            said.map(|said| said.as_deref() == Some(text)),
        );
    }
    let data = Surroundings {
        surrounding: vec![7; 3],
    };
    let twice = in_world!(client.test_surrounding(&data));
    note("surround 3", twice.map(|data| data.surrounding == [0; 6]));
    let sleep = in_world!(client.test_sleep(0));
    note(
        "not there",
        Ok(sleep == Err(CallError::Fault(Fault::Status(Domain::Dce, CANNOT_SUPPORT)))),
    );
    note(
        "add after that",
        in_world!(client.add_one(1)).map(|sum| sum == 2),
    );
    judge(KNOWN, "we-call-impacket", world.told(results));
}
