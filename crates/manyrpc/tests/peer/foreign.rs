//! With vscode-jsonrpc.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;

use manyrpc::dynamic::{AsyncDynamicClient, DynamicClient, DynamicService};
use manyrpc::{AsyncPeer, Peer};
use manyrpc_model::Value;
use tokio::task::{JoinSet, spawn_blocking};

use crate::{half, half_async, interface, on_both, service, service_of_futures};

/// The foreign peer; ended with the test.
struct Foreign {
    child: Child,
    says: BufReader<std::process::ChildStdout>,
}

impl Foreign {
    fn start(arguments: &[&str]) -> Self {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
        let program = root.join("peers/build/vscode-jsonrpc/vscode_jsonrpc_peer");
        let mut child = Command::new(&program)
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("{}: {e}; run `make peers`", program.display()));
        let says = BufReader::new(child.stdout.take().unwrap());
        Foreign { child, says }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.says.read_line(&mut line).unwrap();
        line.trim().to_owned()
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Calls the foreign end while it calls ours.
fn exercise(peer: &Peer, foreign: &mut Foreign) {
    thread::scope(|scope| {
        for n in [1, 7, 640, 1 << 20] {
            scope.spawn(move || {
                assert_eq!(half(peer.client().unwrap(), n).unwrap(), 1);
                let mut client = DynamicClient::new(peer.client().unwrap(), interface());
                let text = Value::Text("ä \"".repeat(n as usize));
                assert_eq!(
                    client.call("echo", std::slice::from_ref(&text)).unwrap(),
                    [text]
                );
            });
        }
    });
    assert_eq!(foreign.line(), "ok");
    let mut client = DynamicClient::new(peer.client().unwrap(), interface());
    let late = client.call("half", &[Value::I32(-3)]).unwrap();
    assert_eq!(late, [Value::I32(-3)]);
}

/// The same on a runtime.
async fn exercise_async(peer: &AsyncPeer, mut foreign: Foreign) {
    let mut tasks = JoinSet::new();
    for n in [1, 7, 640, 1 << 20] {
        let client = peer.client().unwrap();
        tasks.spawn(async move {
            assert_eq!(half_async(client.clone(), n).await.unwrap(), 1);
            let client = AsyncDynamicClient::new(client, interface());
            let text = [Value::Text("ä \"".repeat(n as usize))];
            assert_eq!(client.call("echo", &text).await.unwrap(), text);
        });
    }
    tasks.join_all().await;
    let said = spawn_blocking(move || (foreign.line(), foreign)).await;
    let (line, _foreign) = said.unwrap();
    assert_eq!(line, "ok");
    assert_eq!(half_async(peer.client().unwrap(), -3).await.unwrap(), -3);
}

const SERVICES: [fn() -> DynamicService; 2] = [service, service_of_futures];

#[test]
fn vscode_jsonrpc_connects_to_us() {
    for settings in ["", "&params=positional"] {
        let binding = format!("jsonrpc+tcp://127.0.0.1:0?framing=content-length{settings}");
        let listener = Peer::builder().service(service()).listen(&binding).unwrap();
        let port = listener.binding().port().unwrap().to_string();
        let mut foreign = Foreign::start(&["connect", &port]);
        exercise(&listener.accept().unwrap(), &mut foreign);
    }
}

#[test]
fn we_connect_to_vscode_jsonrpc() {
    let mut foreign = Foreign::start(&["serve"]);
    let at = format!(
        "jsonrpc+tcp://127.0.0.1:{}?framing=content-length",
        foreign.line()
    );
    let peer = Peer::builder().service(service()).connect(&at).unwrap();
    exercise(&peer, &mut foreign);
}

#[test]
fn vscode_jsonrpc_connects_to_a_runtime() {
    on_both(|| async {
        for settings in ["", "&params=positional"] {
            for service in SERVICES {
                let binding = format!("jsonrpc+tcp://127.0.0.1:0?framing=content-length{settings}");
                let builder = AsyncPeer::builder().service(service());
                let listener = builder.listen_on_runtime(&binding).await.unwrap();
                let port = listener.binding().port().unwrap().to_string();
                let foreign = Foreign::start(&["connect", &port]);
                exercise_async(&listener.accept().await.unwrap(), foreign).await;
            }
        }
    });
}

#[test]
fn a_runtime_connects_to_vscode_jsonrpc() {
    on_both(|| async {
        for service in SERVICES {
            let started = spawn_blocking(|| {
                let mut foreign = Foreign::start(&["serve"]);
                (foreign.line(), foreign)
            });
            let (port, foreign) = started.await.unwrap();
            let at = format!("jsonrpc+tcp://127.0.0.1:{port}?framing=content-length");
            let builder = AsyncPeer::builder().service(service());
            let peer = builder.connect_on_runtime(&at).await.unwrap();
            exercise_async(&peer, foreign).await;
        }
    });
}
