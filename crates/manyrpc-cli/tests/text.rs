//! XML-RPC and JSON-RPC from the command line, with curl and Python's own HTTP on the other side.

#[path = "support/program.rs"]
mod program;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use program::{Serving, interfaces, run};

fn call(binding: &str, operation: &str, arguments: &str) -> program::Done {
    let bench = interfaces().join("bench.x").display().to_string();
    run(&[
        "call",
        binding,
        "--idl",
        &bench,
        operation,
        arguments,
        "--compact",
    ])
}

#[test]
fn calls_reach_servers_of_every_kind() {
    for binding in [
        "jsonrpc+tcp://127.0.0.1:0",
        "jsonrpc+tcp://127.0.0.1:0?framing=content-length",
        "jsonrpc+http://127.0.0.1:0/rpc",
        "xmlrpc+http://127.0.0.1:0/RPC2",
    ] {
        let server = Serving::start(&[binding, "--reply", "add=42"]);
        let done = call(server.binding(), "add", "[40, 2]");
        assert_eq!((done.code, done.stdout.trim()), (0, "42"), "{done:?}");
    }
}

/// With a definition and without one.
#[test]
fn several_calls_go_in_one_message_and_some_want_no_reply() {
    let bench = interfaces().join("bench.x").display().to_string();
    for binding in [
        "jsonrpc+tcp://127.0.0.1:0",
        "jsonrpc+http://127.0.0.1:0",
        "xmlrpc+http://127.0.0.1:0",
    ] {
        let mut server = Serving::start(&[binding, "--reply", "add=42"]);
        let at = server.binding().to_owned();
        for how in [&["--idl", &bench][..], &[]] {
            let call = |arguments: &[&str]| run(&[&["call", &at][..], arguments, how].concat());
            let done = call(&["add", "[[40, 2], [1, 2]]", "--batch"]);
            let lines = "{\"result\":42}\n{\"result\":42}\n";
            assert_eq!((done.code, &*done.stdout), (0, lines), "{done:?}");
            let done = call(&["add", "[1, 2]", "--notify"]);
            assert_eq!((done.code, &*done.stdout), (0, ""), "{done:?}");
            for arguments in [["40", "2"], ["1", "2"], ["1", "2"]] {
                let [a, b] = arguments;
                let line = server.line();
                let said = format!("{{\"a\":{a},\"b\":{b}}}\n");
                assert!(line.ends_with(&said), "{line}");
            }
            let done = call(&["add", "[]", "--batch"]);
            assert_eq!((done.code, &*done.stdout), (2, ""), "{done:?}");
        }
        // Nothing of the others, when one fails.
        let done = run(&["call", &at, "add", "[[1, 2], [1, true], [3, 4]]", "--batch"]);
        assert_eq!(done.code, 65, "{done:?}");
        let lines: Vec<&str> = done.stdout.lines().collect();
        assert_eq!((lines[0], lines[2]), ("{\"result\":42}", "{\"result\":42}"));
        assert!(lines[1].starts_with("{\"error\":"), "{done:?}");
    }
    for binding in ["onc+tcp://127.0.0.1:0", "grpc://127.0.0.1:0"] {
        let server = Serving::start(&[binding, "--reply", "add=42"]);
        let call = ["call", server.binding(), "--idl", &bench, "add", "[[1, 2]]"];
        let done = run(&[&call[..], &["--batch"]].concat());
        assert_eq!(done.code, 70, "{done:?}");
        let why = "several calls in one message";
        assert!(done.stderr.contains(why), "{done:?}");
    }
}

/// What curl prints, and how it ended.
fn curl(binding: &str, arguments: &[&str]) -> String {
    let url = binding.split_once('+').expect("a system").1;
    let output = Command::new("curl")
        .args(["--silent", "--show-error", "--include", "--max-time", "20"])
        .args(arguments)
        .arg(url)
        .output()
        .expect("curl is installed");
    let text = String::from_utf8(output.stdout).expect("answers are UTF-8");
    assert!(output.status.success(), "{text}");
    text
}

#[test]
fn curl_speaks_to_us() {
    let json = Serving::start(&["jsonrpc+http://127.0.0.1:0/rpc", "--reply", "add=42"]);
    let request = r#"{"jsonrpc":"2.0","method":"BENCH_V1.add","params":{"a":1,"b":2},"id":"x"}"#;
    let as_json = ["--header", "Content-Type: application/json", "--data"];
    let got = curl(json.binding(), &[&as_json[..], &[request]].concat());
    assert!(got.starts_with("HTTP/1.1 200 OK\r\n"), "{got}");
    assert!(
        got.ends_with(r#"{"jsonrpc":"2.0","result":42,"id":"x"}"#),
        "{got}"
    );
    // In chunks, after leave to send them.
    let chunked = [
        "--header",
        "Transfer-Encoding: chunked",
        "--header",
        "Expect: 100-continue",
    ];
    let got = curl(
        json.binding(),
        &[&chunked[..], &as_json[..], &[request]].concat(),
    );
    assert!(
        got.starts_with("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"),
        "{got}"
    );
    assert!(got.ends_with(r#""id":"x"}"#), "{got}");
    let got = curl(
        json.binding(),
        &[&["--http1.0"][..], &as_json[..], &[request]].concat(),
    );
    assert!(got.contains("\r\nConnection: close\r\n"), "{got}");
    let got = curl(json.binding(), &["--data", request]);
    assert!(
        got.starts_with("HTTP/1.1 415 Unsupported Media Type\r\n"),
        "{got}"
    );
    let got = curl(json.binding(), &[]);
    assert!(
        got.starts_with("HTTP/1.1 405 ") && got.contains("\r\nAllow: POST\r\n"),
        "{got}"
    );
    assert!(got.contains("Here is JSON-RPC 2.0"), "{got}");
    let got = curl(json.binding(), &["--head"]);
    assert!(
        got.starts_with("HTTP/1.1 405") && got.ends_with("\r\n\r\n"),
        "{got}"
    );
}

/// A script with the address of our server.
fn python(script: &str, binding: &str) -> String {
    let url = binding.split_once('+').expect("a system").1;
    let output = Command::new("/usr/bin/python3")
        .args(["-c", script, url])
        .output()
        .expect("Python is installed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

#[test]
fn pythons_clients_speak_to_us() {
    let xml = Serving::start(&["xmlrpc+http://127.0.0.1:0/RPC2", "--reply", "add=42"]);
    let script = "
import sys, xmlrpc.client
server = xmlrpc.client.ServerProxy(sys.argv[1])
print(server.BENCH_V1.add(40, 2), server.add(40, 2))
calls = xmlrpc.client.MultiCall(server)
calls.add(1, 2)
calls.nothing_like_it()
results = calls()
print(results[0])
try:
    print(results[1])
except xmlrpc.client.Fault as fault:
    print(fault.faultCode, fault.faultString)
";
    let printed = python(script, xml.binding());
    assert_eq!(printed, "42 42\n42\n-32601 Method not found\n");

    let json = Serving::start(&["jsonrpc+http://127.0.0.1:0/", "--reply", "add=42"]);
    let script = "
import http.client, sys
host = sys.argv[1].split('/')[2]
connection = http.client.HTTPConnection(host)
body = b'[{\"jsonrpc\":\"2.0\",\"method\":\"add\",\"params\":[1,2],\"id\":1}]'
for pieces in (body, iter([body[:9], body[9:]])):
    connection.request('POST', '/', pieces, {'Content-Type': 'application/json'})
    response = connection.getresponse()
    print(response.status, response.read().decode())
";
    let reply = "200 [{\"jsonrpc\":\"2.0\",\"result\":42,\"id\":1}]\n";
    assert_eq!(python(script, json.binding()), reply.repeat(2));
}

#[test]
fn pythons_client_learns_what_we_serve() {
    let server = Serving::start(&["xmlrpc+http://127.0.0.1:0/RPC2"]);
    let script = "
import sys, xmlrpc.client
server = xmlrpc.client.ServerProxy(sys.argv[1])
methods = server.system.listMethods()
print(methods[:2], len(methods))
for method in methods:
    assert server.system.methodHelp(method), method
    [signature] = server.system.methodSignature(method)
    assert signature, method
for method in ('BENCH_V1.add', 'BENCH_V1.request', 'BENCH_V1.int_array', 'BENCH_V1.nothing', 'system.multicall'):
    print(server.system.methodSignature(method))
print(server.system.methodHelp('BENCH_V1.add').splitlines()[-1])
print(sorted(server.system.getCapabilities()))
print(server.system.getCapabilities()['system.multicall']['specVersion'])
try:
    server.system.methodHelp('nobody')
except xmlrpc.client.Fault as fault:
    print(fault.faultCode, fault.faultString)
";
    let printed = python(script, server.binding());
    let expected = "\
['BENCH_V1.nothing', 'BENCH_V1.add'] 14
[['int', 'int', 'int']]
[['struct', 'struct']]
[['array', 'array']]
[['nil']]
[['array', 'array']]
add(a: i32, b: i32) -> (result: i32)
['faults_interop', 'introspect', 'system.multicall', 'xmlrpc']
1
-32602 there is no method `nobody`
";
    assert_eq!(printed, expected);
    let silent = ["xmlrpc+http://127.0.0.1:0/RPC2", "--no-introspection"];
    let silent = Serving::start(&silent);
    let script = "
import sys, xmlrpc.client
try:
    xmlrpc.client.ServerProxy(sys.argv[1]).system.listMethods()
except xmlrpc.client.Fault as fault:
    print(fault.faultCode)
";
    assert_eq!(python(script, silent.binding()), "-32601\n");
}

#[test]
fn methods_of_a_foreign_server_are_listed_and_called() {
    // HTTP/1.0: every call has a connection of its own.
    let script = "
import sys, xmlrpc.server
server = xmlrpc.server.SimpleXMLRPCServer(('127.0.0.1', 0), logRequests=False)
server.register_introspection_functions()
def add(a, b):
    'Adds two numbers.'
    return a + b
server.register_function(add, 'BENCH_V1.add')
print(server.server_address[1], flush=True)
server.serve_forever()
";
    let mut server = Command::new("/usr/bin/python3")
        .args(["-c", script])
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python is installed");
    let mut port = String::new();
    let stdout = server.stdout.take().expect("it is piped");
    BufReader::new(stdout).read_line(&mut port).expect("a port");
    let binding = format!("xmlrpc+http://127.0.0.1:{}/RPC2", port.trim());
    let listed = run(&["list", &binding]);
    let described = run(&["describe", &binding, "--format", "json"]);
    let sum = call(&binding, "add", "[40, 2]");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
    assert_eq!(listed.code, 0, "{listed:?}");
    assert!(
        listed
            .stdout
            .starts_with("BENCH_V1.add\nsystem.listMethods\n"),
        "{listed:?}"
    );
    assert!(
        described.stdout.contains("\"Adds two numbers.\""),
        "{described:?}"
    );
    assert_eq!((sum.code, sum.stdout.trim()), (0, "42"), "{sum:?}");
}
