//! Foreign gRPC servers that tell what they serve, by either version of reflection, by both or not at
//! all: listed, described and called without a definition.

#[path = "support/program.rs"]
mod program;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use program::{interfaces, run};
use serde_json::{Value, json};

/// Which versions each language's server is to have. The library of C++ that Debian has knows the older
/// alone: its answers are what the newer one says there, too.
const VERSIONS: [&str; 4] = ["v1", "v1alpha", "both", "none"];

/// A foreign server; it ends with its standard input.
struct Server {
    child: Child,
    binding: String,
}

impl Server {
    fn start(language: &str, versions: &str) -> Self {
        let program = format!("../../peers/build/{language}/grpc_server");
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join(program);
        let mut child = Command::new(&program)
            .arg("tcp")
            .env("MANYRPC_REFLECTION", versions)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("{}: {e}; `make peers` builds it", program.display()));
        let mut line = String::new();
        let said = child.stdout.take().map(BufReader::new);
        said.unwrap().read_line(&mut line).unwrap();
        let port = line.trim().strip_prefix("PORT ");
        let port = port.unwrap_or_else(|| panic!("{}: {line:?}", program.display()));
        let binding = format!("grpc://127.0.0.1:{port}");
        Server { child, binding }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// Whether a server tells what it serves, by each of the commands that need to know.
fn examine(language: &str, versions: &str) {
    let server = Server::start(language, versions);
    let (at, what) = (server.binding.as_str(), format!("{language}, {versions}"));
    let call = ["call", at, "rpcbench.Database/Request", r#"{"id": 7}"#];
    let commands = [&["list", at][..], &["describe", at], &call];
    if versions == "none" {
        for command in commands {
            let done = run(command);
            assert_eq!(done.code, 65, "{what}: {done:?}");
            let why =
                "the server does not tell what it serves (it has no reflection); give a definition";
            assert!(done.stderr.contains(why), "{what}: {done:?}");
        }
        let definition = interfaces().join("database.proto").display().to_string();
        answered(&[&call[..], &["--idl", &definition]].concat(), &what);
        return;
    }
    let listed = fine(commands[0], &what);
    let rows = listed.lines().map(|line| line.split_whitespace());
    let mut rows = rows.map(Iterator::collect::<Vec<_>>);
    let row = ["rpcbench.Database", "Request", "one", "one"];
    assert!(rows.any(|found| found == row), "{what}: {listed}");
    let described = fine(commands[1], &what);
    for line in [
        "service Database {",
        "message InfoRequest {",
        "message Info {",
    ] {
        assert!(described.contains(line), "{what}: {described}");
    }
    answered(commands[2], &what);
}

fn fine(arguments: &[&str], what: &str) -> String {
    let done = run(arguments);
    assert_eq!(done.code, 0, "{what}: {done:?}");
    done.stdout
}

/// The record of `peers/database.md`.
fn answered(call: &[&str], what: &str) {
    let info: Value = serde_json::from_str(&fine(call, what)).unwrap();
    assert_eq!(info["id"], json!(7), "{what}: {info}");
}

#[test]
fn servers_in_python_are_called_without_a_definition() {
    VERSIONS.iter().for_each(|v| examine("python", v));
}

#[test]
fn servers_in_go_are_called_without_a_definition() {
    VERSIONS.iter().for_each(|v| examine("go", v));
}

#[test]
fn servers_in_java_are_called_without_a_definition() {
    VERSIONS.iter().for_each(|v| examine("java", v));
}

#[test]
fn servers_in_cpp_are_called_without_a_definition() {
    VERSIONS.iter().for_each(|v| examine("cpp", v));
}
