//! ProtoJSON from end to end, between `manyrpc` and grpc-go: `interfaces/kinds.proto`, which has one of
//! everything, in Protocol Buffers and in JSON, by reflection and by its file.

#[path = "support/program.rs"]
mod program;

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};

use program::{Done, Serving, interfaces, run};
use serde_json::Value;

/// What grpc-go's `protojson` is given, as people write it, and what it makes of that. Both are
/// objects of one member each, or of none.
const ALL: [(&str, &str); 30] = [
    ("{}", "{}"),
    (r#"{"small_number": "-7"}"#, r#"{"smallNumber":-7}"#),
    (r#"{"smallNumber": 1e2}"#, r#"{"smallNumber":100}"#),
    (
        r#"{"wide_number": 9223372036854775807}"#,
        r#"{"wideNumber":"9223372036854775807"}"#,
    ),
    (r#"{"wider_number": 5}"#, r#"{"theWidest":"5"}"#),
    (
        r#"{"theWidest": "18446744073709551615"}"#,
        r#"{"theWidest":"18446744073709551615"}"#,
    ),
    (r#"{"isTrue": false}"#, "{}"),
    (r#"{"ratio": "-Infinity"}"#, r#"{"ratio":"-Infinity"}"#),
    (r#"{"half_ratio": 0.1}"#, r#"{"halfRatio":0.1}"#),
    (r#"{"firstName": "Zo\u00eb"}"#, r#"{"firstName":"Zoë"}"#),
    (r#"{"rawBytes": "-_8"}"#, r#"{"rawBytes":"+/8="}"#),
    (r#"{"colour": 1}"#, r#"{"colour":"COLOUR_BLUE"}"#),
    (r#"{"colour": 77}"#, r#"{"colour":77}"#),
    (r#"{"perhaps": 0}"#, r#"{"perhaps":0}"#),
    (r#"{"perhaps": null}"#, "{}"),
    (
        r#"{"many_numbers": [1, "-2"]}"#,
        r#"{"manyNumbers":["1","-2"]}"#,
    ),
    (
        r#"{"colours": ["COLOUR_RED", 0]}"#,
        r#"{"colours":["COLOUR_RED","COLOUR_NONE"]}"#,
    ),
    (
        r#"{"by_number": {"-1": {"by_truth": {"true": "AA=="}}}}"#,
        r#"{"byNumber":{"-1":{"byTruth":{"true":"AA=="}}}}"#,
    ),
    (r#"{"textArm": ""}"#, r#"{"textArm":""}"#),
    (
        r#"{"number_arm": "3", "text_arm": null}"#,
        r#"{"numberArm":"3"}"#,
    ),
    (r#"{"nullArm": null}"#, r#"{"nullArm":null}"#),
    (
        r#"{"at_moment": "1998-07-17T16:08:55.5+02:00"}"#,
        r#"{"atMoment":"1998-07-17T14:08:55.500Z"}"#,
    ),
    (r#"{"lasting": "-1.5s"}"#, r#"{"lasting":"-1.500s"}"#),
    (
        r#"{"mask": "firstName,atMoment.seconds"}"#,
        r#"{"mask":"firstName,atMoment.seconds"}"#,
    ),
    (
        r#"{"structure": {"a": [1, null, {"b": true}]}}"#,
        r#"{"structure":{"a":[1,null,{"b":true}]}}"#,
    ),
    (r#"{"anything": null}"#, r#"{"anything":null}"#),
    (
        r#"{"any": {"firstName": "a", "@type": "type.googleapis.com/kinds.All"}}"#,
        r#"{"any":{"@type":"type.googleapis.com/kinds.All","firstName":"a"}}"#,
    ),
    (
        r#"{"any": {"@type": "type.googleapis.com/google.protobuf.Duration", "value": "3s"}}"#,
        r#"{"any":{"@type":"type.googleapis.com/google.protobuf.Duration","value":"3s"}}"#,
    ),
    (r#"{"wide_wrapped": 0}"#, r#"{"wideWrapped":"0"}"#),
    (r#"{"nothing": {}, "several": []}"#, r#"{"nothing":{}}"#),
];

fn peer(program: &str) -> PathBuf {
    interfaces().join("../peers/build").join(program)
}

/// grpc-go's server, at a port of its own.
struct Theirs {
    child: Child,
    binding: String,
}

impl Theirs {
    fn start() -> Self {
        let mut child = Command::new(peer("go/kinds_server"))
            .args(["tcp"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`make peers` builds it");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let port = line.trim().strip_prefix("PORT ").unwrap();
        let binding = format!("grpc://127.0.0.1:{port}");
        Theirs { child, binding }
    }
}

impl Drop for Theirs {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Our call of it, which is to end well.
#[track_caller]
fn called(arguments: &[&str]) -> Value {
    let done = run(&[&["call"], arguments].concat());
    assert_eq!(done.code, 0, "{arguments:?}: {done:?}");
    serde_json::from_str(&done.stdout).unwrap()
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).unwrap()
}

#[test]
fn we_call_grpc_go_by_reflection() {
    let theirs = Theirs::start();
    for (given, expected) in ALL {
        let answer = called(&[&theirs.binding, "kinds.Kinds/Same", given]);
        assert_eq!(answer, parsed(expected), "{given}");
    }
    // No argument is an empty message.
    assert_eq!(called(&[&theirs.binding, "kinds.Kinds/Same"]), parsed("{}"));
    let moment = "\"2024-02-29T00:00:00Z\"";
    assert_eq!(called(&[&theirs.binding, "Moment", moment]), parsed(moment));
    for value in ["[1,{\"a\":null}]", "\"text\"", "{\"value\":2}"] {
        assert_eq!(called(&[&theirs.binding, "Anything", value]), parsed(value));
    }
}

#[test]
fn we_call_grpc_go_in_json_by_the_definition() {
    let theirs = Theirs::start();
    let binding = format!("{}?content=json", theirs.binding);
    let definition = interfaces().join("kinds.proto").display().to_string();
    let call = |operation, given| called(&[&binding, "--idl", &definition, operation, given]);
    for (given, expected) in ALL {
        assert_eq!(call("Same", given), parsed(expected), "{given}");
    }
    let moment = "\"2024-02-29T00:00:00Z\"";
    assert_eq!(call("Moment", moment), parsed(moment));
    assert_eq!(
        call("Anything", "[1,{\"a\":null}]"),
        parsed("[1,{\"a\":null}]")
    );
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let theirs = Theirs::start();
    let told = |operation, given: &str| {
        let done = run(&["call", &theirs.binding, operation, given]);
        (done.code, done.stderr)
    };
    for (given, expected) in [
        (
            r#"{"firstNam": "a"}"#,
            "args.firstNam: unknown field `firstNam`; did you mean `firstName`?",
        ),
        (
            r#"{"byNumber": {"3": {"colours": ["COLOUR_BLU"]}}}"#,
            "args.byNumber.3.colours[0]: unknown member of `Colour` `COLOUR_BLU`; did you mean `COLOUR_BLUE`?",
        ),
        (
            r#"{"smallNumber": "x"}"#,
            "args.smallNumber: expected an integer, got \"x\"",
        ),
        (
            r#"{"smallNumber": 2147483648}"#,
            "args.smallNumber: 2147483648 is out of range",
        ),
        (
            r#"{"firstName": "a", "first_name": "b"}"#,
            "args.first_name: `first_name` occurs twice",
        ),
        (
            r#"{"any": {"@type": "a/b.C"}}"#,
            "args.any: no message `b.C` is known: no file of the definition has it",
        ),
    ] {
        let (code, stderr) = told("Same", given);
        assert_eq!(
            (code, stderr.trim()),
            (2, &*format!("manyrpc: {expected}")),
            "{given}"
        );
    }
    let (code, stderr) = told("Fail", "5");
    assert_eq!(
        (code, stderr.trim()),
        (65, "manyrpc: NOT_FOUND (5): as you wish")
    );
    let (code, stderr) = told("Fail", "99");
    assert_eq!(
        (code, stderr.trim()),
        (65, "manyrpc: status 99: as you wish")
    );
}

/// A load's arguments are those of a call, and its failures are told as a call's.
#[test]
fn loads_are_made_of_the_same_calls() {
    let theirs = Theirs::start();
    let definition = interfaces().join("kinds.proto").display().to_string();
    let load = |binding: &str, operation: &[&str]| {
        let how = ["--idl", &definition, "-n", "20"];
        run(&[&["load", binding], operation, &how].concat())
    };
    let json = format!("{}?content=json", theirs.binding);
    for binding in [&theirs.binding, &json] {
        let given = r#"{"wideNumber": "5", "text_arm": "", "atMoment": "2024-02-29T00:00:00Z"}"#;
        for operation in [&["Same", given][..], &["Same"]] {
            let done = load(binding, operation);
            assert_eq!(done.code, 0, "{done:?}");
            assert!(done.stdout.contains("20 succeeded, 0 failed"), "{done:?}");
        }
        let done = load(binding, &["Fail", "5"]);
        assert_eq!(done.code, 1, "{done:?}");
        let told = "20 × NOT_FOUND (5): as you wish";
        assert!(done.stdout.contains(told), "{done:?}");
    }
    let done = load(&theirs.binding, &["Same", r#"{"firstNam": "a"}"#]);
    assert_eq!(done.code, 2, "{done:?}");
    assert!(
        done.stderr.contains("did you mean `firstName`?"),
        "{done:?}"
    );
}

fn grpcurl(arguments: &[&str]) -> Done {
    let output = Command::new(peer("grpc-interop/grpcurl"))
        .args(arguments)
        .output()
        .expect("`make peers` builds it");
    Done {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

#[test]
fn grpcurl_calls_us() {
    let server = Serving::of("kinds.proto", &["grpc://127.0.0.1:0", "--echo", "--quiet"]);
    let at = server.binding().strip_prefix("grpc://").unwrap();
    for (given, expected) in ALL {
        // Its older JSON library reads the usual forms alone: no null that is a value, no masks as text.
        if expected.contains("null") || expected.contains("mask") {
            continue;
        }
        let done = grpcurl(&["-plaintext", "-d", expected, at, "kinds.Kinds/Same"]);
        assert_eq!(done.code, 0, "{given}: {done:?}");
        assert_eq!(parsed(&done.stdout), parsed(expected), "{given}");
        // What it was given we take, too.
        assert_eq!(
            called(&[server.binding(), "Same", given]),
            parsed(expected),
            "{given}"
        );
    }
}

/// grpc-go's client, with messages in one of two forms.
struct Client {
    child: Child,
    input: ChildStdin,
    output: BufReader<std::process::ChildStdout>,
}

impl Client {
    fn start(at: &str, form: &str) -> Self {
        let (host, port) = at.rsplit_once(':').unwrap();
        let mut child = Command::new(peer("go/kinds_client"))
            .args(["tcp", host, port, form])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`make peers` builds it");
        Client {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn same(&mut self, given: &str) -> Value {
        writeln!(self.input, "{given}").unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        parsed(&line)
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn grpc_go_calls_us_in_protocol_buffers_and_in_json() {
    let server = Serving::of("kinds.proto", &["grpc://127.0.0.1:0", "--echo", "--quiet"]);
    let at = server.binding().strip_prefix("grpc://").unwrap();
    for form in ["proto", "json"] {
        let mut client = Client::start(at, form);
        for (given, expected) in ALL {
            assert_eq!(client.same(given), parsed(expected), "{form}: {given}");
        }
    }
}

/// JSON-RPC with a `.proto` has what grpc-go makes of the same: members that are absent are defaults,
/// and those that have them are absent.
#[test]
fn json_rpc_has_the_same_messages() {
    let listen = ["jsonrpc+tcp://127.0.0.1:0", "--echo", "--quiet"];
    let server = Serving::of("kinds.proto", &listen);
    let at = server.binding().strip_prefix("jsonrpc+tcp://").unwrap();
    let mut stream = TcpStream::connect(at).unwrap();
    let mut answers = BufReader::new(stream.try_clone().unwrap());
    let mut result = |params: &str| {
        let request = format!(r#"{{"jsonrpc":"2.0","id":1,"method":"Same"{params}}}"#);
        writeln!(stream, "{request}").unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        let answer = parsed(&line);
        assert_eq!(answer["error"], Value::Null, "{request}");
        answer["result"].clone()
    };
    let definition = interfaces().join("kinds.proto").display().to_string();
    let by_definition = [server.binding(), "--idl", &definition];
    for (given, expected) in ALL {
        let params = format!(r#","params":{given}"#);
        assert_eq!(result(&params), parsed(expected), "{given}");
        for to in [&by_definition[..], &by_definition[..1]] {
            let answer = called(&[to, &["Same", given]].concat());
            assert_eq!(answer, parsed(expected), "{given}");
        }
    }
    assert_eq!(result(""), parsed("{}"));
    assert_eq!(
        called(&[&by_definition[..], &["Same"]].concat()),
        parsed("{}")
    );
    for (operation, value) in [
        ("Moment", "\"2024-02-29T00:00:00Z\""),
        ("Anything", "[1,{\"a\":null}]"),
    ] {
        let answer = called(&[&by_definition[..], &[operation, value]].concat());
        assert_eq!(answer, parsed(value));
    }
}

#[test]
fn replies_are_given_in_json() {
    let reply = r#"Same={"firstName": "a", "byTruth": {"false": ""}, "messageArm": {"colour": "COLOUR_RED"}}"#;
    let server = Serving::of("kinds.proto", &["grpc://127.0.0.1:0", "--reply", reply]);
    let expected = &reply["Same=".len()..];
    assert_eq!(called(&[server.binding(), "Same"]), parsed(expected));
    let definition = interfaces().join("kinds.proto").display().to_string();
    let wrong = run(&[
        "serve",
        "grpc://127.0.0.1:0",
        "--idl",
        &definition,
        "--reply",
        "Same={\"first\": 1}",
    ]);
    assert_eq!(wrong.code, 2, "{wrong:?}");
    assert!(
        wrong.stderr.contains("unknown field `first`"),
        "{}",
        wrong.stderr
    );
}
