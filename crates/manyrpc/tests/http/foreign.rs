//! Clients of other libraries, whose calls arrive beside each other at one port: gRPC's and tonic's, and those of XML-RPC
//! in several languages. `make peers` builds them.

#[allow(dead_code, unreachable_pub, reason = "the lab's tests use the rest")]
#[path = "../../../manyrpc-lab/tests/support/database.rs"]
mod database;
#[path = "../../../manyrpc-lab/tests/support/dynamic.rs"]
mod dynamic;
#[allow(dead_code, unreachable_pub, reason = "likewise")]
#[path = "../../../manyrpc-lab/tests/support/peer.rs"]
mod peer;
#[path = "../../../manyrpc-lab/tests/support/world.rs"]
mod world;

use std::net::SocketAddr;
use std::process::Command;

use manyrpc::Server;
use tokio::runtime::Runtime;

use database::called_by;
use peer::{Peer, root};

use super::{host, threads};

const CLIENTS: [&str; 10] = [
    "cpp/grpc",
    "ruby/grpc",
    "python/grpc",
    "go/grpc",
    "java/grpc",
    "rust/grpc",
    "cpp/xmlrpc",
    "ruby/xmlrpc",
    "python/xmlrpc",
    "java/xmlrpc",
];

/// The paper's service at a port, for as long as its runtime exists.
fn serve() -> (Runtime, SocketAddr) {
    let server = Server::builder().service(database::service());
    let runtime = threads();
    let at = runtime.block_on(host(server.into_http_service().unwrap()));
    (runtime, at)
}

#[test]
fn every_language_calls_at_one_port() {
    let (_runtime, at) = serve();
    for client in CLIENTS {
        let program = format!("{client}_client");
        let results = called_by(
            client,
            &program,
            &["tcp", "127.0.0.1", &at.port().to_string()],
        );
        for (case, result) in results {
            assert_eq!(result, Ok(()), "{case}");
        }
    }
}

#[test]
fn curl_posts_calls_of_json() {
    let (_runtime, at) = serve();
    let call =
        r#"{"jsonrpc":"2.0","method":"Database.Request","params":{"id":2,"photo":false},"id":7}"#;
    for version in ["--http1.1", "--http2-prior-knowledge"] {
        let output = Command::new("curl")
            .args([
                "--silent",
                "--show-error",
                "--fail",
                version,
                "--data",
                call,
            ])
            .args(["--header", "Content-Type: application/json"])
            .arg(format!("http://{at}/anywhere"))
            .output()
            .expect("curl runs");
        assert!(output.status.success(), "{version}: {output:?}");
        let said: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(said["id"], 7, "{version}");
        assert_eq!(said["result"]["firstName"], "美咲", "{version}: {said}");
    }
}
