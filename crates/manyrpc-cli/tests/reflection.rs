//! Foreign gRPC servers that tell what they serve, by either version of reflection, by both or not at
//! all: listed, described and called without a definition.

#[path = "support/peer.rs"]
mod peer;
#[path = "support/program.rs"]
mod program;

use peer::Server;
use program::{interfaces, run};
use serde_json::{Value, json};

/// Which versions each language's server is to have. The library of C++ that Debian has knows the older
/// alone: its answers are what the newer one says there, too.
const VERSIONS: [&str; 4] = ["v1", "v1alpha", "both", "none"];

/// Whether a server tells what it serves, by each of the commands that need to know.
fn examine(language: &str, versions: &str) {
    let program = format!("{language}/grpc_server");
    let server = Server::start(&program, &[("MANYRPC_REFLECTION", versions)]);
    let at: &str = &format!("grpc://127.0.0.1:{}", server.port);
    let what = format!("{language}, {versions}");
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
