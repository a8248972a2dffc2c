//! Exceptions on the command line: raised by `serve`, told by `call`, printed as unions.

#[path = "support/program.rs"]
mod program;

use program::{Serving, interfaces, run};

const SHOP: &str = "../crates/manyrpc-gen/tests/corpus/raises.x";
const MESSAGES: &str = "../crates/manyrpc-gen/tests/corpus/exceptions.proto";

fn path(definition: &str) -> String {
    interfaces().join(definition).display().to_string()
}

#[test]
fn what_serve_raises_call_tells_by_name_with_members() {
    for binding in [
        "onc+tcp://127.0.0.1:0",
        "dce+tcp://127.0.0.1:0",
        "grpc://127.0.0.1:0",
        "jsonrpc+tcp://127.0.0.1:0",
        "xmlrpc+http://127.0.0.1:0/RPC2",
    ] {
        let raise = [
            "--raise",
            r#"PUT=closed {"until":7}"#,
            "--raise",
            "CLOSE=error",
        ];
        let server = Serving::of(SHOP, &[&[binding][..], &raise].concat());
        let idl = path(SHOP);
        let call = |arguments: &[&str]| {
            run(&[&["call", server.binding(), "--idl", &idl][..], arguments].concat())
        };
        let done = call(&["PUT", r#"["nut", 1]"#]);
        assert_eq!((done.code, &*done.stdout), (71, ""), "{done:?}");
        assert_eq!(done.stderr, "manyrpc: closed {\"until\":7}\n");
        let done = call(&["--compact", "PUT", r#"["nut", 1]"#]);
        assert_eq!(done.code, 71, "{done:?}");
        let told: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
        let wanted = serde_json::json!({"exception": "closed", "members": {"until": 7}});
        assert_eq!(told, wanted);
        let done = call(&["CLOSE"]);
        assert_eq!(done.stderr, "manyrpc: error {\"code\":0}\n");
        assert_eq!(call(&["COUNT"]).code, 0);
    }
}

/// What a server tells of itself has its exceptions in it.
#[test]
fn reflection_tells_of_exceptions() {
    for (definition, operation, arguments) in
        [(MESSAGES, "Put", "{}"), (SHOP, "PUT", r#"{"item": "a"}"#)]
    {
        let exception = if definition == SHOP {
            "closed"
        } else {
            "Closed"
        };
        let raise = format!("{operation}={exception}");
        let server = Serving::of(definition, &["grpc://127.0.0.1:0", "--raise", &raise]);
        let done = run(&["call", server.binding(), operation, arguments]);
        assert_eq!(done.code, 71, "{done:?}");
        assert!(
            done.stderr.contains(&format!("manyrpc: {exception} {{")),
            "{done:?}"
        );
    }
}

#[test]
fn calls_without_a_definition_show_the_fault() {
    let server = Serving::of(
        SHOP,
        &["jsonrpc+tcp://127.0.0.1:0", "--raise", "PUT=closed"],
    );
    let done = run(&["call", server.binding(), "PUT", r#"["nut", 1]"#]);
    assert_eq!(done.code, 65, "{done:?}");
    assert!(done.stderr.contains("closed"), "{done:?}");
}

#[test]
fn what_cannot_be_raised_is_misuse() {
    let idl = path(SHOP);
    for (raise, words) in [
        ("PUT=closd", "did you mean `closed`?"),
        ("PUT=closed {\"until\": -1}", "until"),
        ("PUT=closed {", "the members of closed are not JSON"),
        ("PUT", "--raise takes OPERATION=EXCEPTION [JSON]"),
        ("PAT=closed", "no operation `PAT`; did you mean `PUT`?"),
        ("COUNT=closed", "no exception `closed`"),
    ] {
        let done = run(&[
            "serve",
            "onc+tcp://127.0.0.1:0",
            "--idl",
            &idl,
            "--raise",
            raise,
        ]);
        assert_eq!(done.code, 2, "{done:?}");
        assert!(done.stderr.contains(words), "{done:?}");
    }
}

#[test]
fn exceptions_are_printed_or_unions() {
    let idl = path(SHOP);
    let done = run(&["idl", "print", &idl]);
    assert!(
        done.stdout
            .contains("PUT(string item, int count) raises (OUT_OF_STOCK, closed) = 1;")
    );
    let plain = run(&["idl", "print", "--plain", &idl]).stdout;
    assert!(!plain.contains("raises"), "{plain}");
    for line in [
        "union SHOP_V1_PUT_result switch (unsigned int raised) {",
        "SHOP_V1_PUT_result PUT(string item, int count) = 1;",
    ] {
        assert!(plain.contains(line), "{plain}");
    }
}
