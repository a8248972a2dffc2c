//! Exceptions between the command and other implementations: what rpcgen makes of the printed unions
//! (`peers/raises`), gRPC's Python library, XML-RPC of Python and Ruby, and impacket's NDR.

#[path = "support/program.rs"]
mod program;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use program::{Serving, interfaces, run};

const SHOP: &str = "../peers/raises/raises.x";
const MESSAGES: &str = "../peers/raises/raises.proto";

const PYTHON: &str = "/usr/bin/python3";

fn path(definition: &str) -> String {
    interfaces().join(definition).display().to_string()
}

fn built() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/build/raises")
}

/// A program of `peers/raises`.
fn peer(name: &str) -> Command {
    let mut command = match name.ends_with(".py") {
        true => Command::new(PYTHON),
        false => Command::new(built().join(name)),
    };
    if name.ends_with(".py") {
        command.arg(built().join(name));
    }
    command
}

/// All that a program prints, which is given `input`.
#[track_caller]
fn said(mut command: Command, input: &str) -> String {
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command
        .spawn()
        .unwrap_or_else(|e| panic!("{command:?}: {e}; `peers/build.sh raises` builds it"));
    let mut to = child.stdin.take().unwrap();
    to.write_all(input.as_bytes()).unwrap();
    drop(to);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn port(binding: &str) -> &str {
    let address = binding.split("://").nth(1).unwrap();
    let address = address.split('/').next().unwrap();
    address.rsplit(':').next().unwrap()
}

/// A foreign server, which ends with its standard input.
struct Foreign {
    child: Child,
    port: String,
}

impl Foreign {
    fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command
            .spawn()
            .unwrap_or_else(|e| panic!("{command:?}: {e}; `peers/build.sh raises` builds it"));
        let mut line = String::new();
        let output = child.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let port = line.trim().strip_prefix("PORT ").unwrap().to_owned();
        Foreign { child, port }
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// What `call` prints on standard output and error, and its status.
fn called(binding: &str, definition: &str, operation: &str, arguments: &str) -> (i32, String) {
    let idl = path(definition);
    let done = run(&[
        "call",
        "--compact",
        binding,
        "--idl",
        &idl,
        operation,
        arguments,
    ]);
    (done.code, done.stdout + &done.stderr)
}

/// The text that rpcgen reads is what is printed of the definition with exceptions.
#[test]
fn rpcgens_definition_is_the_printed_one() {
    let printed = run(&["idl", "print", "--plain", &path(SHOP)]).stdout;
    let file = interfaces().join("../peers/raises/shop.x");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&file, &printed).unwrap();
    }
    assert_eq!(std::fs::read_to_string(file).unwrap(), printed);
}

#[test]
fn what_rpcgen_made_reads_our_exceptions() {
    let start = |raise: &[&str]| {
        let server = Serving::of(
            SHOP,
            &[&["onc+tcp://127.0.0.1:0", "--quiet"], raise].concat(),
        );
        let mut client = peer("raises_client");
        client.args(["tcp", "127.0.0.1", port(server.binding())]);
        (server, client)
    };
    let out = r#"PUT=OUT_OF_STOCK {"item": "nut", "left": -3, "since": "-1099511627776"}"#;
    let (_server, client) = start(&["--raise", out, "--raise", r#"NAME=closed {"until": 5}"#]);
    let answers = said(client, "put nut 3\nclose\nname 0\n");
    assert_eq!(
        answers,
        "OUT_OF_STOCK nut -3 -1099511627776\nok\nclosed 5\n"
    );
    let replies = [
        "--reply",
        "PUT=7",
        "--reply",
        r#"NAME="nut""#,
        "--raise",
        "CLOSE=closed",
    ];
    let (_server, client) = start(&replies);
    let answers = said(client, "put nut 3\nclose\nname 0\n");
    assert_eq!(answers, "7\nclosed 0\nnut\n");
}

#[test]
fn we_read_exceptions_of_what_rpcgen_made() {
    let mut server = peer("raises_server");
    server.arg("tcp");
    let server = Foreign::start(server);
    let at = format!("onc+tcp://127.0.0.1:{}", server.port);
    let call = |operation, arguments| called(&at, SHOP, operation, arguments);
    assert_eq!(call("PUT", r#"["nut", 3]"#), (0, "3\n".to_owned()));
    let (code, told) = call("PUT", r#"["nut", -3]"#);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(code, 71);
    let members = serde_json::json!({"item": "nut", "left": -3, "since": -1_099_511_627_776i64});
    assert_eq!(
        told,
        serde_json::json!({"exception": "OUT_OF_STOCK", "members": members})
    );
    let closed = |until| {
        let members = format!(r#"{{"exception":"closed","members":{{"until":{until}}}}}"#);
        (71, members + "\n")
    };
    assert_eq!(call("PUT", r#"["closed", 3]"#), closed(9));
    assert_eq!(call("NAME", "[0]"), closed(1));
    assert_eq!(call("NAME", "[1]"), (0, "\"nut\"\n".to_owned()));
    assert_eq!(call("CLOSE", "[]").0, 0);
}

#[test]
fn grpcs_python_library_unpacks_our_exceptions() {
    for (raise, wanted) in [
        (
            r#"Put=OutOfStock {"item": "nut", "left": -3}"#,
            "UNKNOWN shop.v1.OutOfStock {'item': 'nut', 'left': -3}\n",
        ),
        ("Put=Closed", "UNKNOWN shop.v1.Closed {}\n"),
    ] {
        let server = Serving::of(MESSAGES, &["grpc://127.0.0.1:0", "--raise", raise]);
        let mut client = peer("grpc_client.py");
        client.args([port(server.binding()), "nut", "1"]);
        assert_eq!(said(client, ""), wanted);
    }
}

#[test]
fn we_read_exceptions_of_grpcs_python_library() {
    let server = Foreign::start(peer("grpc_server.py"));
    let at = format!("grpc://127.0.0.1:{}", server.port);
    let put = |count: i32| {
        let arguments = format!(r#"{{"name": "nut", "count": {count}}}"#);
        called(&at, MESSAGES, "Put", &arguments)
    };
    assert_eq!(put(1).0, 0);
    let out = r#"{"exception":"OutOfStock","members":{"item":"nut","left":-3}}"#;
    assert_eq!(put(-3), (71, format!("{out}\n")));
    assert_eq!(
        put(0),
        (71, "{\"exception\":\"Closed\",\"members\":{}}\n".to_owned())
    );
    let (code, told) = put(-8);
    assert!(code == 65 && told.contains("NOT_FOUND"), "{told}");
    let (code, told) = put(-9);
    assert!(code == 66 && told.contains("result is malformed"), "{told}");
}

/// The fault is one to Python and Ruby, whose library refuses a third member.
#[test]
fn an_exception_is_a_fault_to_python_and_ruby() {
    const IN_PYTHON: &str = "
import sys, xmlrpc.client
try:
    xmlrpc.client.ServerProxy('http://127.0.0.1:%s/RPC2' % sys.argv[1]).PUT('nut', 3)
except xmlrpc.client.Fault as fault:
    print(fault.faultCode, fault.faultString)
";
    const IN_RUBY: &str = "
require 'xmlrpc/client'
begin
  XMLRPC::Client.new('127.0.0.1', '/RPC2', ARGV[0].to_i).call('PUT', 'nut', 3)
rescue XMLRPC::FaultException => fault
  puts \"#{fault.faultCode} #{fault.faultString}\"
end
";
    let raise = r#"PUT=OUT_OF_STOCK {"item": "<&\"ä", "left": 3, "since": 1}"#;
    let server = Serving::of(SHOP, &["xmlrpc+http://127.0.0.1:0/RPC2", "--raise", raise]);
    for (program, script) in [(PYTHON, ["-c", IN_PYTHON]), ("ruby", ["-e", IN_RUBY])] {
        let mut client = Command::new(program);
        client.args(script).arg(port(server.binding()));
        let said = said(client, "");
        let members = said
            .trim_end()
            .strip_prefix("1 OUT_OF_STOCK ")
            .expect(&said);
        let members: serde_json::Value = serde_json::from_str(members).unwrap();
        assert_eq!(members["item"], "<&\"ä", "{program}");
    }
}

#[test]
fn impackets_ndr_reads_our_unions() {
    for (raise, wanted) in [
        (
            &["--raise", r#"CLOSE=closed {"until": 5}"#][..],
            "tag 1 until 5\n",
        ),
        (&[], "tag 0 until None\n"),
    ] {
        let server = Serving::of(SHOP, &[&["dce+tcp://127.0.0.1:0"], raise].concat());
        let mut client = peer("dce_client.py");
        client.arg(port(server.binding()));
        assert_eq!(said(client, ""), wanted);
    }
}
