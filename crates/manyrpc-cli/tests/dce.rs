//! The command with definitions in DCE's language: `call` and `serve` over every protocol of DCE and NCS.

#[path = "support/program.rs"]
mod program;

use program::{Done, Scratch, Serving, interfaces, run};

const BINDINGS: [&str; 4] = [
    "dce+tcp://127.0.0.1:0",
    "dce+udp://127.0.0.1:0",
    "ncs+udp://127.0.0.1:0",
    "ncacn_ip_tcp:127.0.0.1[0]",
];

/// Calls an operation of a definition in `interfaces/`.
fn call(at: &str, definition: &str, arguments: &[&str]) -> Done {
    let definition = interfaces().join(definition).display().to_string();
    run(&[&["call", at, "--idl", &definition, "--compact"], arguments].concat())
}

/// The result of `operation` of `rpcecho.idl`.
fn echo(at: &str, operation: &str, arguments: &str) -> String {
    let done = call(at, "rpcecho.idl", &[operation, arguments]);
    assert_eq!(done.code, 0, "{at} {operation}: {done:?}");
    done.stdout.trim_end().to_owned()
}

#[test]
fn the_bench_interface_is_served_and_called() {
    for binding in BINDINGS {
        let server = Serving::of("bench.idl", &[binding, "--echo", "--reply", "add=5"]);
        let at = server.binding();
        let scheme = binding.split([':', '[']).next().unwrap();
        assert!(at.starts_with(scheme), "{at} is written as {binding} is");
        let result = |arguments: &[&str]| call(at, "bench.idl", arguments).stdout;
        assert_eq!(result(&["add", r#"{"a": 2, "b": 3}"#]), "5\n", "{at}");
        assert_eq!(result(&["bench.add", "[2, 3]"]), "5\n", "{at}");
        assert_eq!(result(&["nothing"]), "null\n", "{at}");
        assert_eq!(
            result(&["echo", r#"[{"hex": "00ff"}]"#]),
            "\"AP8=\"\n",
            "{at}"
        );
        assert_eq!(result(&["concat", r#"["a", "b"]"#]), "\"a\"\n", "{at}");
        assert_eq!(result(&["int_array", "[[3, 1, 2]]"]), "[3,1,2]\n", "{at}");
    }
}

/// Samba's `rpcecho`: results by `[out]`, arrays sized by the request, UTF-16, unions, enumerations,
/// pointers.
#[test]
fn what_only_dce_has_goes_both_ways() {
    for binding in BINDINGS {
        let server = Serving::of("rpcecho.idl", &[binding, "--echo"]);
        let at = server.binding();
        assert_eq!(echo(at, "AddOne", "[41]"), "41");
        assert_eq!(echo(at, "addone", r#"{"in_data": 41}"#), "41");
        assert_eq!(echo(at, "EchoData", r#"[{"hex": "0102"}]"#), "\"AQI=\"");
        assert_eq!(echo(at, "SinkData", r#"[{"hex": "00"}]"#), "null");
        assert_eq!(echo(at, "SourceData", "[3]"), "\"AAAA\"");
        assert_eq!(echo(at, "TestSleep", "[0]"), "0");
        let both = r#"[{"e1": 1, "e2": "TWO_WIDE"}, {"switch": "TWO", "e2": {"e1": 7, "e2": "ONE_WIDE"}}]"#;
        assert_eq!(
            echo(at, "TestEnum", both),
            r#"{"foo2":{"e1":1,"e2":"TWO_WIDE"},"foo3":{"switch":"TWO","e2":{"e1":7,"e2":"ONE_WIDE"}}}"#
        );
        let some = r#"[{"surrounding": [1, 2]}]"#;
        assert_eq!(
            echo(at, "TestSurrounding", some),
            r#"{"surrounding":[1,2]}"#
        );
        assert_eq!(echo(at, "TestDoublePointer", r#"[{"some": 7}]"#), "0");
    }
}

#[test]
fn replies_may_be_unions_and_texts() {
    let scratch = Scratch::new("dce-replies");
    let replies = scratch.file(
        "replies.json",
        r#"{"TestCall2": {"what": {"switch": 5, "five": {"v1": 50, "v2": 60}}, "result": 3},
            "TestCall": "h\u00e4l"}"#,
    );
    for binding in BINDINGS {
        let server = Serving::of("rpcecho.idl", &[binding, "--replies", &replies]);
        let at = server.binding();
        assert_eq!(
            echo(at, "TestCall2", "[5]"),
            r#"{"what":{"switch":5,"five":{"v1":50,"v2":60}},"result":3}"#
        );
        assert_eq!(echo(at, "TestCall", r#"["x"]"#), "\"häl\"");
    }
}

#[test]
fn a_server_says_who_calls_what() {
    let mut server = Serving::of("rpcecho.idl", &["dce+udp://127.0.0.1:0"]);
    echo(server.binding(), "TestCall", r#"["x"]"#);
    let line = server.line();
    assert!(line.starts_with("127.0.0.1:"), "{line}");
    assert!(
        line.ends_with(": rpcecho.TestCall {\"s1\":\"x\"}\n"),
        "{line}"
    );
}

#[test]
fn what_is_misused_is_said_with_what_to_do() {
    let scratch = Scratch::new("dce-misuse");
    let none = scratch.file("none.idl", "typedef struct { long a; } t;");
    let two = scratch.file(
        "two.idl",
        "[uuid(2fac1234-31f8-11b4-a222-08002b34c003)] interface one { void f(void); }
         [uuid(2fac1234-31f8-11b4-a222-08002b34c004)] interface two { void f(void); }",
    );
    let at = "dce+tcp://127.0.0.1:1";
    let rpcecho = interfaces().join("rpcecho.idl").display().to_string();
    for (arguments, part) in [
        (&["call", at, "--idl", &none, "f"][..], "needs a `program`"),
        (&["call", at, "--idl", &two, "f"], "one, two. Choose"),
        (&["call", at, "--idl", &two, "three.f"], "one and two"),
        (
            &["call", at, "--idl", &rpcecho, "AddOn", "[1]"],
            "did you mean `AddOne`",
        ),
        (
            &["call", at, "--idl", &rpcecho, "0", "[1]"],
            "There are AddOne, ",
        ),
        (
            &["call", at, "--idl", &rpcecho, "AddOne", "[1, 2]"],
            "expected 1 parameters",
        ),
        (
            &["call", at, "--idl", &rpcecho, "AddOne", r#"{"data": 1}"#],
            "unknown field `data`",
        ),
        (
            &["call", at, "--idl", &rpcecho, "AddOne", r#"["x"]"#],
            "in_data: expected integer",
        ),
        (
            &["call", at, "--idl", &rpcecho, "AddOne", "[-1]"],
            "in_data",
        ),
        (
            &["call", at, "--idl", &rpcecho, "AddOne", "one"],
            "not JSON",
        ),
        (
            &[
                "call",
                at,
                "--idl",
                &rpcecho,
                "TestEnum",
                r#"[{"e1": 1, "e2": "THREE_WIDE"}, {"switch": "ONE", "e1": "ONE"}]"#,
            ],
            "THREE_WIDE",
        ),
        (
            &["call", "ncacn_np:h[x]", "--idl", &rpcecho, "AddOne", "[1]"],
            "`ncacn_ip_tcp`",
        ),
        (
            &[
                "call",
                "dce+tcp://h?personality=os2",
                "--idl",
                &rpcecho,
                "AddOne",
                "[1]",
            ],
            "no personality",
        ),
        (
            &[
                "call",
                "dce+udp://127.0.0.1:1?personality=vms",
                "--idl",
                &rpcecho,
                "AddOne",
                "[1]",
            ],
            "personality `vms`",
        ),
        (
            &["serve", "ncs+tcp://127.0.0.1:0", "--idl", &rpcecho],
            "transports of `ncs` are `udp`",
        ),
        (
            &["serve", "ncacn_ip_tcp:127.0.0.1[x]", "--idl", &rpcecho],
            "65535",
        ),
        (
            &[
                "serve",
                "dce+tcp://127.0.0.1:0",
                "--idl",
                &rpcecho,
                "--reply",
                "AddOne=\"x\"",
            ],
            "expected integer",
        ),
        (
            &["serve", "dce+tcp://127.0.0.1:0", "--idl", &none],
            "needs a `program`",
        ),
    ] {
        let done = run(arguments);
        assert_eq!(done.code, 2, "{arguments:?}: {done:?}");
        assert!(done.stderr.contains(part), "{arguments:?}: {}", done.stderr);
    }
}

#[test]
fn what_a_server_refuses_is_exit_65_and_says_why() {
    let scratch = Scratch::new("dce-refused");
    let other = |name: &str, uuid: &str, version: &str, more: &str| {
        let text = format!(
            "[uuid({uuid}), version({version})] interface {name} {{ void a(void); {more} }}"
        );
        scratch.file(&format!("{name}.idl"), &text)
    };
    let echo = "60a15ec5-4de8-11d7-a637-005056a20182";
    let unknown = other("unknown", "2fac1234-31f8-11b4-a222-08002b34c003", "1.0", "");
    let newer = other("newer", echo, "2.0", "");
    let larger: String = (0..20).map(|n| format!("void op{n}(void);")).collect();
    let larger = other("larger", echo, "1.0", &larger);
    for binding in BINDINGS {
        let server = Serving::of("rpcecho.idl", &[binding]);
        let at = server.binding();
        for (definition, operation, part) in [
            (&unknown, "a", "interface"),
            (&newer, "a", "interface"),
            (&larger, "op15", "operation"),
        ] {
            let done = run(&["call", at, "--idl", definition, operation]);
            assert_eq!(done.code, 65, "{at} {definition}: {done:?}");
            assert!(
                done.stderr.contains(part),
                "{at} {definition}: {}",
                done.stderr
            );
        }
        // What was refused does no harm to what comes after.
        assert_eq!(call(at, "rpcecho.idl", &["TestSleep", "[0]"]).code, 0);
    }
}

/// C706 section 4.3.8: what is added is among the results, also of a call that nobody could take.
#[test]
fn failures_are_among_the_results_where_the_definition_says_so() {
    const WARD: &str = "../crates/manyrpc-gen/tests/corpus/statuses.idl";
    for binding in ["dce+tcp://127.0.0.1:0", "jsonrpc+tcp://127.0.0.1:0"] {
        let server = Serving::of(
            WARD,
            &[binding, "--reply", "sum=5", "--raise", "shut=closed"],
        );
        let at = server.binding();
        let results = |arguments: &[&str]| {
            let done = call(at, WARD, arguments);
            assert_eq!(done.code, 0, "{at}: {done:?}");
            serde_json::from_str::<serde_json::Value>(&done.stdout).unwrap()
        };
        assert_eq!(results(&["tell", "[1]"]), 0, "{at}");
        let sum = serde_json::json!({"result": 5, "failed": 0, "unreached": 0});
        assert_eq!(results(&["sum", "[1, 2]"]), sum, "{at}");
        assert_eq!(results(&["poke", "[1]"]), 0, "{at}");
        assert_eq!(call(at, WARD, &["shut", "[1]"]).code, 71, "{at}");
    }
    // Bound and dropped: nobody listens there.
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|l| l.local_addr());
    let at = format!("dce+tcp://{}", port.unwrap());
    let done = call(&at, WARD, &["tell", "[1]"]);
    // rpc_s_connect_rejected.
    assert_eq!((done.code, &*done.stdout), (0, "382312514\n"), "{done:?}");
    let done = call(&at, WARD, &["plain", "[1]"]);
    assert_ne!(done.code, 0, "{done:?}");
}
