//! JSON-RPC messages: the examples of its specification, section 7, and invalid messages.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::error::{MalformedKind, Name};
use crate::json::scan::{Body, Envelope, body, envelope, error, integer};
use crate::limits::Limits;

const LIMITS: Limits = Limits::DEFAULT;

fn read(text: &str) -> Envelope<'_> {
    let Ok(Body::One(all)) = body(text.as_bytes(), 9, &LIMITS) else {
        panic!("one message");
    };
    envelope(text.as_bytes(), all, &LIMITS).unwrap().unwrap()
}

fn part(text: &str, range: &Option<Range<usize>>) -> String {
    text[range.clone().unwrap()].into()
}

#[test]
fn requests_and_replies() {
    let text = r#"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#;
    let request = read(text);
    assert_eq!(request.version.as_deref(), Some("2.0"));
    assert_eq!(request.method.as_deref(), Some("subtract"));
    assert_eq!(part(text, &request.params), "[42, 23]");
    assert_eq!(part(text, &request.id), "1");
    assert_eq!(
        (request.result, request.error, request.odd),
        (None, None, false)
    );

    let text = r#" {"jsonrpc": "2.0", "result": -19, "id": 4 } "#;
    let reply = read(text);
    assert_eq!(part(text, &reply.result), "-19");
    assert_eq!(integer(text.as_bytes(), reply.id.unwrap()), Some(4));

    let text =
        r#"{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":null}"#;
    let reply = read(text);
    let found = error(text.as_bytes(), reply.error.unwrap(), &LIMITS).unwrap();
    assert_eq!(found.code, Some(-32601));
    assert_eq!(found.message.as_deref(), Some("Method not found"));
    assert_eq!(
        (found.data, integer(text.as_bytes(), reply.id.unwrap())),
        (None, None)
    );
}

#[test]
fn members_are_known_however_their_names_are_written() {
    let request = r#"{"jsonrpc":"2.0","method":"m","params":[1],"id":7}"#;
    let reply = r#"{"jsonrpc":"2.0","error":null,"result":{},"id":7,"i":0,"ids":0}"#;
    let parts = |text: &str| {
        let read = read(text);
        let texts = [&read.version, &read.method].map(|member| member.as_deref().map(String::from));
        let values = [&read.params, &read.id, &read.result, &read.error];
        let values = values.map(|range| range.as_ref().map(|_| part(text, range)));
        (texts, values, read.odd)
    };
    for usual in [request, reply] {
        let escaped = |first: char| alloc::format!("\\u{:04x}", u32::from(first));
        for name in ["jsonrpc", "method", "params", "id", "result", "error"] {
            let (first, others) = name.split_at(1);
            let first = escaped(first.chars().next().unwrap());
            for written in [
                alloc::format!("\"{name}\" :"),
                alloc::format!("\"{name}\": "),
                alloc::format!(" \"{first}{others}\":"),
            ] {
                let unusual = usual.replace(&alloc::format!("\"{name}\":"), &written);
                assert_eq!(parts(&unusual), parts(usual), "{unusual}");
            }
        }
        let unusual = usual.replace("\"2.0\"", "\"2\\u002e0\"");
        assert_eq!(parts(&unusual), parts(usual));
    }
}

#[test]
fn named_parameters_notifications_and_other_members() {
    let text = "\u{feff}{\"params\": {\"a\": \"}\\\"\", \"b\": [{}]}, \"x\": [1, {\"y\": null}],\n\t\"method\": \"\\u0061\\/\"}";
    let request = read(text);
    assert_eq!(
        part(text, &request.params),
        "{\"a\": \"}\\\"\", \"b\": [{}]}"
    );
    assert_eq!(request.method.as_deref(), Some("a/"));
    assert_eq!((request.version, request.id), (None, None));
}

#[test]
fn batches() {
    let split = |text: &str| match body(text.as_bytes(), 3, &LIMITS) {
        Ok(Body::Batch(parts)) => Ok(parts.into_iter().map(|r| text[r].into()).collect()),
        Ok(Body::One(_)) => panic!("a batch"),
        Err(error) => Err((error.kind, error.offset)),
    };
    let parts = |texts: &[&str]| Ok(texts.iter().map(|t| String::from(*t)).collect::<Vec<_>>());
    assert_eq!(split("[]"), parts(&[]));
    assert_eq!(split("[1, 2 ,3 ] "), parts(&["1", "2", "3"]));
    assert_eq!(
        split(r#"[{"foo": "boo"},[]]"#),
        parts(&[r#"{"foo": "boo"}"#, "[]"])
    );
    let many = MalformedKind::TooLong { count: 4, max: 3 };
    assert_eq!(split("[1,2,3,4]"), Err((many, 7)));
    assert_eq!(split("[1,]"), Err((MalformedKind::Expected("a value"), 3)));
    assert_eq!(split("[1"), Err((MalformedKind::Truncated, 2)));
    assert_eq!(split("[1]]"), Err((MalformedKind::Trailing(1), 3)));
    let text = r#"[ {"method": "m"} , 1]"#;
    let Ok(Body::Batch(parts)) = body(text.as_bytes(), 9, &LIMITS) else {
        panic!("a batch");
    };
    let first = envelope(text.as_bytes(), parts[0].clone(), &LIMITS).unwrap();
    assert_eq!(first.unwrap().method.as_deref(), Some("m"));
    let second = envelope(text.as_bytes(), parts[1].clone(), &LIMITS);
    assert_eq!(second, Ok(None), "no object");
}

#[test]
fn what_is_no_message_is_named_with_its_place() {
    let refused = |text: &str| {
        let all = 0..text.len();
        let error = envelope(text.as_bytes(), all, &LIMITS).unwrap_err();
        (error.kind, error.offset)
    };
    let expected = MalformedKind::Expected;
    // JSON-RPC 2.0, section 7: a call with invalid JSON.
    let text = r#"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#;
    assert_eq!(refused(text), (expected("`,` or `}`"), 39));
    assert_eq!(
        refused(r#"{"id":1,"id":2}"#),
        (MalformedKind::Duplicate(Name::new("id")), 13)
    );
    assert_eq!(refused(r#"{"id":1}x"#), (MalformedKind::Trailing(1), 8));
    assert_eq!(refused(r#"{"id" 1}"#), (expected("`:`"), 6));
    assert_eq!(refused(r#"{id:1}"#), (expected("a member's name"), 1));
    assert_eq!(
        refused(r#"{"x":"\ud800"}"#),
        (expected("an escape that there is"), 6)
    );
    assert_eq!(
        refused("{\"x\":\"\n\"}"),
        (expected("an escape, not a control character"), 6)
    );
    let error = envelope(b"{\"x\":\"a\xff\"}", 0..11, &LIMITS).unwrap_err();
    assert_eq!((error.kind, error.offset), (MalformedKind::NotUtf8, 7));
    assert!(read(r#"{"method": 1, "params": "bar"}"#).odd);
    assert!(read(r#"{"jsonrpc": 2.0}"#).odd);
}

#[test]
fn nests_have_a_limit_and_need_no_stack() {
    let deep = |n: usize| "[".repeat(n) + &"]".repeat(n);
    let limits = Limits {
        depth: 100_000,
        ..LIMITS
    };
    let text = alloc::format!("{{\"params\":{}}}", deep(100_000));
    assert!(envelope(text.as_bytes(), 0..text.len(), &limits).is_ok());
    let error = envelope(text.as_bytes(), 0..text.len(), &LIMITS).unwrap_err();
    assert_eq!(
        (error.kind, error.offset),
        (MalformedKind::TooDeep, 10 + 128)
    );
}
