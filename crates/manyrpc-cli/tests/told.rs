//! Servers that tell what they serve, and callers without a definition.

#[path = "support/program.rs"]
mod program;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use program::{Done, Scratch, Serving, interfaces, run};
use serde_json::{Value, json};

#[track_caller]
fn fine(arguments: &[&str]) -> String {
    let done = run(arguments);
    assert_eq!(done.code, 0, "{arguments:?}: {done:?}");
    done.stdout
}

#[track_caller]
fn json_of(arguments: &[&str]) -> Value {
    serde_json::from_str(&fine(arguments)).unwrap()
}

#[test]
fn a_grpc_server_is_listed_described_and_called_by_reflection() {
    let reply = "Request={\"id\": 7, \"age\": 36}";
    let server = Serving::of("database.proto", &["grpc://127.0.0.1:0", "--reply", reply]);
    let at = server.binding();
    let listed = fine(&["list", at]);
    let rows: Vec<Vec<&str>> = listed
        .lines()
        .map(|l| l.split_whitespace().collect())
        .collect();
    assert_eq!(rows[0], ["service", "operation", "request", "reply"]);
    assert!(
        rows.contains(&vec!["grpc.health.v1.Health", "Watch", "one", "stream"]),
        "{listed}"
    );
    assert!(
        rows.contains(&vec!["rpcbench.Database", "Request", "one", "one"]),
        "{listed}"
    );
    let both = ["grpc.reflection.v1", "grpc.reflection.v1alpha"];
    for package in both {
        let service = format!("{package}.ServerReflection");
        let row = vec![&service[..], "ServerReflectionInfo", "stream", "stream"];
        assert!(rows.contains(&row), "{listed}");
    }

    let scratch = Scratch::new("told");
    let described = fine(&["describe", at]);
    let file = scratch.file("database.proto", &described);
    let model = |file: &str| fine(&["idl", "print", "--as", "model", file]);
    let original = interfaces().join("database.proto").display().to_string();
    let undocumented = |text: String| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.trim().starts_with("//"));
        let lines = lines.map(|line| line.split("//").next().unwrap_or_default().trim_end());
        lines.map(str::to_owned).collect()
    };
    assert_eq!(undocumented(model(&file)), undocumented(model(&original)));
    for symbol in [
        "rpcbench.Database",
        "rpcbench.Database/Request",
        "rpcbench.Info",
    ] {
        assert_eq!(fine(&["describe", at, symbol]), described, "{symbol}");
    }
    let rows = json_of(&["describe", at, "rpcbench.Database", "--format", "json"]);
    assert_eq!(rows[0]["health"], "SERVING", "{rows}");
    let absent = run(&["describe", at, "rpcbench.Nobody"]);
    assert_eq!(absent.code, 65, "{absent:?}");

    for operation in [
        "rpcbench.Database/Request",
        "rpcbench.Database.Request",
        "Request",
    ] {
        let info = json_of(&["call", at, operation, r#"{"id": 7}"#]);
        assert_eq!(
            (&info["id"], &info["age"]),
            (&json!(7), &json!(36)),
            "{info}"
        );
    }
    let health = ["call", at, "grpc.health.v1.Health/Check"];
    let status = json_of(&[&health[..], &[r#"{"service": "rpcbench.Database"}"#]].concat());
    assert_eq!(status["status"], "SERVING", "{status}");
    let all = json_of(&["call", at, "grpc.health.v1.Health/List", "{}"]);
    assert_eq!(all["statuses"][""]["status"], "SERVING", "{all}");
    let nobody = run(&[&health[..], &[r#"{"service": "nobody"}"#]].concat());
    assert_eq!(nobody.code, 65, "{nobody:?}");
    assert!(
        nobody.stderr.contains("unknown service `nobody`"),
        "{nobody:?}"
    );
    let misspelt = run(&["call", at, "rpcbench.Database/Requst", "{}"]);
    assert_eq!(misspelt.code, 2, "{misspelt:?}");
    assert!(
        misspelt.stderr.contains("did you mean `Request`?"),
        "{misspelt:?}"
    );
}

#[test]
fn definitions_of_other_languages_are_told_as_proto() {
    for (definition, service) in [("bench.x", "BENCH_V1"), ("bench.idl", "bench")] {
        let server = Serving::of(definition, &["grpc://127.0.0.1:0", "--echo"]);
        let at = server.binding();
        let described = fine(&["describe", at, service]);
        assert!(
            described.contains(&format!("service {service} {{")),
            "{described}"
        );
        let sum = json_of(&["call", at, "add", r#"{"a": 20, "b": 1}"#]);
        assert_eq!(sum, json!({ "result": 20 }), "{definition}");
        let info = json_of(&["call", at, &format!("{service}/request"), r#"{"id": 5}"#]);
        // All its members have their default values, which are not written there.
        assert_eq!(info, json!({}), "{definition}");
    }
}

#[track_caller]
fn says_what_to_do(done: &Done) {
    assert_eq!(done.code, 65, "{done:?}");
    assert!(
        done.stderr.contains("does not tell what it serves"),
        "{done:?}"
    );
    assert!(
        done.stderr
            .contains("give a definition, with call --idl FILE"),
        "{done:?}"
    );
}

#[test]
fn servers_that_tell_nothing_are_called_with_a_definition() {
    let bindings = [
        "grpc://127.0.0.1:0",
        "xmlrpc+http://127.0.0.1:0/",
        "jsonrpc+tcp://127.0.0.1:0",
    ];
    for binding in bindings {
        let server = Serving::start(&[binding, "--reply", "add=42", "--no-introspection"]);
        let at = server.binding();
        for verb in ["list", "describe"] {
            says_what_to_do(&run(&[verb, at]));
        }
        if binding.starts_with("grpc") {
            says_what_to_do(&run(&["call", at, "add", "[1, 2]"]));
        }
        let bench = interfaces().join("bench.x").display().to_string();
        let sum = fine(&["call", at, "--idl", &bench, "add", "[1, 2]"]);
        assert_eq!(sum.trim(), "42");
    }
    let server = Serving::start(&["onc+tcp://127.0.0.1:0"]);
    let untold = run(&["call", server.binding(), "add", "[1, 2]"]);
    assert_eq!(untold.code, 2, "{untold:?}");
    assert!(untold.stderr.contains("--idl FILE"), "{untold:?}");
}

#[test]
fn text_systems_are_called_without_a_definition() {
    for binding in ["jsonrpc+tcp://127.0.0.1:0", "jsonrpc+http://127.0.0.1:0/"] {
        let server = Serving::start(&[binding, "--echo"]);
        let at = server.binding();
        assert_eq!(
            fine(&["call", at, "BENCH_V1.add", r#"{"a": 20, "b": 1}"#]).trim(),
            "20"
        );
        assert_eq!(fine(&["call", at, "add", "[20, 1]"]).trim(), "20");
        let list = fine(&["list", at]);
        assert!(
            list.starts_with("BENCH_V1.nothing\nBENCH_V1.add\n"),
            "{list}"
        );
        let described = fine(&["describe", at, "BENCH_V1.add"]);
        assert!(
            described.contains("(a: integer, b: integer) -> integer"),
            "{described}"
        );
        let unknown = run(&["call", at, "nobody", "[]"]);
        assert_eq!(unknown.code, 65, "{unknown:?}");
    }
    let server = Serving::start(&["xmlrpc+http://127.0.0.1:0/", "--echo"]);
    let at = server.binding();
    assert_eq!(fine(&["call", at, "BENCH_V1.add", "[20, 1]"]).trim(), "20");
    // The signature says that it is bytes.
    let echoed = json_of(&["call", at, "echo", r#"["AAEC"]"#]);
    let by_name = json_of(&["call", at, "BENCH_V1.echo", r#"["AAEC"]"#]);
    assert_eq!(by_name, json!({ "base64": "AAEC" }));
    assert_eq!(echoed, by_name);
    let described = fine(&["describe", at, "BENCH_V1.add"]);
    assert!(described.contains("(int, int) -> int"), "{described}");
    let named = run(&["call", at, "add", r#"{"a": 1, "b": 2}"#]);
    assert_eq!(named.code, 2, "{named:?}");
}

/// All that XML-RPC has, there and back, with Python's reading of it.
#[test]
fn a_foreign_server_is_called_as_its_signatures_say() {
    let script = "
import datetime, xmlrpc.client, xmlrpc.server
server = xmlrpc.server.SimpleXMLRPCServer(('127.0.0.1', 0), logRequests=False, allow_none=True, use_builtin_types=True)
server.register_introspection_functions()
def types(*values):
    return [type(value).__name__ for value in values]
def back(value):
    return value
def said(value):
    return [b'\\x00\\xff', datetime.datetime(2026, 11, 21, 8, 30), 2 ** 31 - 1, None, -0.5, {'a <b>': [True, 'x & y']}]
def system_methodSignature(name):
    return [['array', 'double', 'base64', 'dateTime.iso8601', 'string']] if name == 'types' else 'signatures not supported'
for function in (types, back, said):
    server.register_function(function)
server.register_function(system_methodSignature, 'system.methodSignature')
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
    let at = format!("xmlrpc+http://127.0.0.1:{}/RPC2", port.trim());
    let call = |method: &str, arguments: &str| run(&["call", &at, method, arguments, "--compact"]);
    let types = call("types", r#"[1, "AAEC", "20261121T08:30:00", "AAEC"]"#);
    let value = r#"[{"a":[1,-2147483648,2147483647,true,null,2.5,"<&>"],"b":{"base64":"AP8="}}]"#;
    let back = call("back", value);
    let said = call("said", "[0]");
    let wrong = call("back", "[\"\\u0001\"]");
    server.kill().expect("it runs");
    server.wait().expect("it ends");
    assert_eq!(
        types.stdout.trim(),
        r#"["float","bytes","datetime","str"]"#,
        "{types:?}"
    );
    assert_eq!(back.stdout.trim(), &value[1..value.len() - 1], "{back:?}");
    let expected = r#"[{"base64":"AP8="},{"date":"20261121T08:30:00"},2147483647,null,-0.5,{"a <b>":[true,"x & y"]}]"#;
    assert_eq!(said.stdout.trim(), expected, "{said:?}");
    assert_eq!(wrong.code, 2, "{wrong:?}");
    assert!(wrong.stderr.contains("XML does not have"), "{wrong:?}");
}
