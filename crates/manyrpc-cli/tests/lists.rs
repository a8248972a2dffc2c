//! Long lists and names that are not UTF-8, between the command and libtirpc
//! (`peers/lists`, which has lists without recursion).

#[path = "support/program.rs"]
mod program;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use program::{Serving, run};

/// A program of `peers/lists`, stopped when dropped.
struct Peer {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Peer {
    fn start(name: &str, arguments: &[&str]) -> Self {
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/build/lists");
        let mut child = Command::new(built.join(name))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("{name}: {e}; `peers/build.sh lists` builds it"));
        let (to, from) = (child.stdin.take(), child.stdout.take().unwrap());
        let from = BufReader::new(from);
        Peer { child, to, from }
    }

    /// A client of a server at `onc+tcp://HOST:PORT`.
    fn client(of: &str) -> Self {
        let (host, port) = of
            .strip_prefix("onc+tcp://")
            .unwrap()
            .split_once(':')
            .unwrap();
        Peer::start("lists_client", &["tcp", host, port])
    }

    /// A server, and its binding.
    fn server() -> (Self, String) {
        let mut server = Peer::start("lists_server", &["tcp"]);
        let line = server.line();
        let port = line.strip_prefix("PORT ").unwrap();
        (server, format!("onc+tcp://127.0.0.1:{port}"))
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    fn asked(&mut self, command: &str) -> String {
        writeln!(self.to.as_mut().unwrap(), "{command}").unwrap();
        self.line()
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        // The end of its input ends it.
        drop(self.to.take());
        let _ = self.child.wait();
    }
}

const DEFINITION: &str = "../peers/lists/lists.x";

fn definition() -> String {
    program::interfaces().join(DEFINITION).display().to_string()
}

#[test]
fn a_server_gives_back_lists_of_any_length() {
    let server = Serving::of(DEFINITION, &["onc+tcp://127.0.0.1:0", "--echo", "--quiet"]);
    let mut client = Peer::client(server.binding());
    assert_eq!(client.asked("keep 0 0"), "ok");
    assert_eq!(client.asked("keep 100 100"), "ok");
    let before = server.most_memory();
    assert_eq!(client.asked("keep 100000 100000"), "ok");
    assert_eq!(client.asked("keep 1000000 5"), "ok");
    assert_eq!(client.asked("keep 5 1000000"), "ok");
    let grown = (server.most_memory() - before) as f64;
    // A node is a word that it is there, and one of its own. The message, what it was decoded to, the
    // same once more to be given back, the reply: all is there at one time.
    let times = grown / 8e6;
    assert!(times <= 8.0, "{times:.1} times the message");
    assert_eq!(client.asked("names"), "ok");
}

#[test]
fn requests_are_told_in_brief() {
    let mut server = Serving::of(DEFINITION, &["onc+tcp://127.0.0.1:0", "--echo"]);
    let mut client = Peer::client(server.binding());
    assert_eq!(client.asked("keep 2 100000"), "ok");
    let line = server.line();
    let first = r#"{"arg":{"first":{"value":-1,"next":[{"value":0},{"value":1}]},"others":[{"value":1000},"#;
    assert!(line.contains(first) && line.ends_with("…\n"), "{line}");
    assert!(line.len() < 400, "{line}");
    assert_eq!(client.asked("names"), "ok");
    let line = server.line();
    assert!(
        line.contains(r#"[{"name":{"latin1":"Jürgen"}},{"name":"plain"}"#),
        "{line}"
    );
}

#[test]
fn a_client_reads_lists_of_any_length() {
    let (_server, at) = Peer::server();
    let called = run(&["call", &at, "--idl", &definition(), "COUNT", "[300000]"]);
    assert_eq!(called.code, 0, "{}", called.stderr);
    let json: serde_json::Value = serde_json::from_str(&called.stdout).unwrap();
    let next = json["next"].as_array().unwrap();
    assert_eq!(
        (next.len(), &next[299_998]["value"]),
        (299_999, &299_999.into())
    );
}

#[test]
fn names_that_are_not_utf_8_come_and_go() {
    let (_server, at) = Peer::server();
    let called = run(&["call", &at, "--idl", &definition(), "GREETING", "--compact"]);
    let greeting = "{\"latin1\":\"Schönen Gruß\"}\n";
    assert_eq!(called.stdout, greeting, "{called:?}");
    let names =
        r#"[[{"name": {"latin1": "Jürgen"}}, {"name": "plain"}, {"name": {"latin1": "ÿ\u0080"}}]]"#;
    let called = run(&["call", &at, "--idl", &definition(), "NAMES", names]);
    assert_eq!(called.code, 0, "{}", called.stderr);
    let back: serde_json::Value = serde_json::from_str(&called.stdout).unwrap();
    let given: serde_json::Value = serde_json::from_str(names).unwrap();
    assert_eq!(back, given[0]);
    // What UTF-8 is, is text, however it is written.
    let called = run(&[
        "call",
        &at,
        "--idl",
        &definition(),
        "NAMES",
        r#"[[{"name": {"latin1": "a"}}]]"#,
    ]);
    let back: serde_json::Value = serde_json::from_str(&called.stdout).unwrap();
    assert_eq!(back[0]["name"], "a");
}
