//! Foreign SOAP servers that describe themselves, listed, described and called without a definition, and with one that a
//! foreign tool has written.

#[path = "support/peer.rs"]
mod peer;
#[path = "support/program.rs"]
mod program;

use std::io::Write;
use std::process::{Command, Stdio};

use peer::Server;
use program::{Serving, interfaces, run};
use serde_json::{Value, json};

fn fine(arguments: &[&str]) -> String {
    let done = run(arguments);
    assert_eq!(done.code, 0, "{arguments:?}: {done:?}");
    done.stdout
}

fn result(arguments: &[&str]) -> Value {
    serde_json::from_str(&fine(arguments)).unwrap()
}

/// A server by its description alone.
fn examine(program: &str) {
    let server = Server::start(program, &[]);
    let port = &server.port;
    let notations = [
        format!("soap+http://127.0.0.1:{port}/"),
        format!("http://127.0.0.1:{port}/?wsdl"),
    ];
    for at in &notations {
        let listed = fine(&["list", at]);
        for operation in ["add", "echo", "concat"] {
            let mut words = listed.split_whitespace();
            assert!(words.any(|word| word == operation), "{program}: {listed}");
        }
        let described = fine(&["describe", at]);
        let line = "<wsdl:operation name=\"add\">";
        assert!(described.contains(line), "{program}: {described}");
        let sum = result(&["call", at, "add", r#"{"a": 2, "b": 40}"#]);
        assert_eq!(sum, json!(42), "{program}");
    }
    // The same from a file, which says where the server is.
    let file = format!("manyrpc-{}-{port}.wsdl", std::process::id());
    let file = std::env::temp_dir().join(file);
    std::fs::write(&file, fine(&["describe", &notations[0]])).unwrap();
    let at = file.display().to_string();
    assert!(fine(&["list", &at]).contains("concat"), "{program}");
    let described = fine(&["describe", &at, "add"]);
    let line = "<wsdl:operation name=\"add\">";
    assert!(described.contains(line), "{program}: {described}");
    let sum = result(&["call", &at, "add", "[2, 40]"]);
    assert_eq!(sum, json!(42), "{program}");
    std::fs::remove_file(&file).unwrap();
    let gone = run(&["list", &at]);
    let told = gone.stderr.contains("no such file");
    assert!(gone.code == 2 && told, "{gone:?}");
}

#[test]
fn cxf_is_called_without_a_definition() {
    examine("soap-cxf/cxf_server");
}

#[test]
fn spyne_is_called_without_a_definition() {
    examine("soap-python/spyne_server");
}

/// zeep reads what the server of a definition in Sun's language says of itself.
#[test]
fn zeep_calls_a_definition_that_is_served() {
    let served = Serving::start(&[
        "soap+http://127.0.0.1:0",
        "--echo",
        "--reply",
        "add=1000",
        "--quiet",
    ]);
    let port = served.binding().rsplit(':').next().unwrap();
    let port = port.trim_end_matches('/');
    let mut zeep = Command::new(interfaces().join("../peers/build/soap-python/zeep_client"))
        .args(["tcp", "127.0.0.1", port, "wsdl=served"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("`make peers` builds it");
    let workloads = ["nothing", "add", "echo:12", "echo:65536", "ints:100"];
    let asked: String = workloads.iter().map(|w| format!("run {w} 1\n")).collect();
    let mut input = zeep.stdin.take().unwrap();
    input.write_all(asked.as_bytes()).unwrap();
    drop(input);
    let said = zeep.wait_with_output().unwrap().stdout;
    let said = String::from_utf8(said).unwrap();
    assert_eq!(said.lines().count(), workloads.len(), "{said}");
    for (workload, line) in workloads.iter().zip(said.lines()) {
        // It has judged the result.
        assert!(line.starts_with("{\"ns\":["), "{workload}: {line}");
    }
}

/// gSOAP's server describes nothing.
#[test]
fn gsoap_is_called_with_the_definition_that_it_writes() {
    let server = Server::start("soap-gsoap/gsoap_server", &[]);
    let at = format!("soap+http://127.0.0.1:{}", server.port);
    let definition = "../peers/build/soap-gsoap/written/bench.wsdl";
    let definition = interfaces().join(definition).display().to_string();
    let call = ["call", &at, "add", r#"{"a": 2, "b": 40}"#];
    let refused = run(&call);
    assert_eq!(refused.code, 65, "{}", refused.stderr);
    assert!(refused.stderr.contains("with --idl"), "{}", refused.stderr);
    let sum = result(&[&call[..], &["--idl", &definition]].concat());
    assert_eq!(sum, json!(42));
}
