//! Three kinds of clients at one port, each of another implementation.

use std::process::Command;

use manyrpc::AsyncClient;
use tokio::task::spawn_blocking;

use super::*;
use greeter::AsyncGreeterClient;

/// gRPC's library for Python. A message with one string is a `StringValue` on the wire.
const PYTHON: &str = "
import sys, grpc
from google.protobuf.wrappers_pb2 import StringValue
with grpc.insecure_channel(sys.argv[1]) as channel:
    greet = channel.unary_unary(
        '/greeter.Greeter/Greet',
        request_serializer=StringValue.SerializeToString,
        response_deserializer=StringValue.FromString,
    )
    print(greet(StringValue(value='Guido'), timeout=60).value)
";

/// What a program prints. `scripts/setup.sh test` installs both.
async fn printed(program: &'static str, arguments: &[&str]) -> String {
    let mut command = Command::new(program);
    command.args(arguments);
    let output = spawn_blocking(move || command.output()).await.unwrap();
    let output = output.unwrap_or_else(|e| panic!("{program}: {e}"));
    assert!(output.status.success(), "{program}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn guest(name: &str) -> Guest<'_> {
    Guest {
        name: name.into(),
        ..Guest::default()
    }
}

async fn curl(arguments: &[&str]) -> String {
    let quiet = ["--silent", "--show-error", "--max-time", "60"];
    printed("curl", &[&quiet[..], arguments].concat()).await
}

#[tokio::test]
async fn pages_and_calls_have_one_port() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    let hosted = tokio::spawn(async move { host(listener).await.map_err(|e| e.to_string()) });

    let page = format!("http://{at}/guests");
    assert_eq!(curl(&[&page]).await, "0 guests\n");

    // gRPC's own library, our client, and a call in JSON.
    let said = printed("/usr/bin/python3", &["-c", PYTHON, &at.to_string()]).await;
    assert_eq!(said, "Good day, Guido, from 127.0.0.1.\n");

    let client = AsyncGreeterClient::open(&format!("grpc://{at}"))
        .await
        .unwrap();
    let greeting = client.greet(&guest("Ferris")).await.unwrap();
    assert_eq!(greeting.text, "Good day, Ferris, from 127.0.0.1.");

    let rpc = format!("http://{at}/rpc");
    let call = r#"{"jsonrpc":"2.0","id":1,"method":"Greeter.Greet","params":{"name":"Daniel"}}"#;
    let json = "content-type: application/json";
    let said = curl(&["--header", json, "--data", call, &rpc]).await;
    let expected =
        r#"{"jsonrpc":"2.0","result":{"text":"Good day, Daniel, from 127.0.0.1."},"id":1}"#;
    assert_eq!(said, expected);

    let client = AsyncClient::open(&format!("xmlrpc+http://{at}"))
        .await
        .unwrap();
    let client = AsyncGreeterClient::new(client);
    let greeting = client.greet(&guest("Dave")).await.unwrap();
    assert_eq!(greeting.text, "Good day, Dave, from 127.0.0.1.");

    assert_eq!(curl(&[&page]).await, "4 guests\n");

    // The page's route is axum's, and what is neither page nor call is nobody's.
    let status = ["--output", "/dev/null", "--write-out", "%{http_code}"];
    let refused = async |rest: &[&str]| curl(&[&status[..], rest].concat()).await;
    assert_eq!(refused(&["--data", call, &page]).await, "405");
    assert_eq!(refused(&["--data", call, &rpc]).await, "415");
    assert_eq!(refused(&[&rpc]).await, "404");
    hosted.abort();
}
