use alloc::format;
use alloc::string::String;

use super::*;
use crate::name::Path;

const ADD: Path<'_> = Path {
    interface: "bench.Sums",
    operation: "add",
};

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

fn client() -> Client {
    Client::stream(Limits::default(), Framing::Line, 1)
}

/// Starts a call; gives what is sent for it.
fn call(client: &mut Client, kind: CallKind, params: &str) -> (CallId, String) {
    let head = CallHead {
        kind,
        ..CallHead::named(ADD)
    };
    let id = client.begin_call(&head).unwrap();
    client.body().put(params.as_bytes());
    client.finish_call(at(0)).unwrap();
    let sent = client.poll_transmit().unwrap().bytes.to_vec();
    client.sent(sent.len());
    (id, String::from_utf8(sent).unwrap())
}

fn hear(client: &mut Client, wire: &str) -> Vec<(ClientEvent, String)> {
    let mut rx = Rx::default();
    rx.buf.put(wire.as_bytes());
    let mut heard = Vec::new();
    while let Some(event) = client.next_event(&mut rx, at(0)) {
        let body = match &event {
            ClientEvent::Reply { body, .. } => rx.buf.data()[body.clone()].to_vec(),
            _ => Vec::new(),
        };
        heard.push((event, String::from_utf8(body).unwrap()));
    }
    heard
}

// Sections 4, 4.1 and 4.2.
#[test]
fn requests_and_notifications_are_written_as_specified() {
    let mut client = client();
    let (_, sent) = call(&mut client, CallKind::Call, "[1,2]");
    let want = r#"{"jsonrpc":"2.0","method":"Sums.add","params":[1,2],"id":1}"#;
    assert_eq!(sent, format!("{want}\n"));
    let (_, sent) = call(&mut client, CallKind::Call, "");
    let want = r#"{"jsonrpc":"2.0","method":"Sums.add","id":2}"#;
    assert_eq!(sent, format!("{want}\n"));
    let (_, sent) = call(&mut client, CallKind::OneWay, r#"{"a":1}"#);
    let want = r#"{"jsonrpc":"2.0","method":"Sums.add","params":{"a":1}}"#;
    assert_eq!(sent, format!("{want}\n"));
}

#[test]
fn errors_keep_their_words_and_data() {
    let cases = [
        (
            r#"{"code":-32601,"message":"gone"}"#,
            Fault::NoSuchOperation,
        ),
        (
            r#"{"code":-32602,"message":"Invalid params"}"#,
            Fault::BadArguments,
        ),
        (
            r#"{"code":-32602,"message":"no id"}"#,
            Fault::said(-32602, "no id"),
        ),
        (
            r#"{"code":5,"message":"five","data":{"a":[1]}}"#,
            Fault::Said(alloc::boxed::Box::new(crate::Said {
                code: 5,
                message: "five".into(),
                details: br#"{"a":[1]}"#.into(),
            })),
        ),
        // Version 1.0 has any value.
        (r#""in words""#, Fault::said(0, "in words")),
    ];
    for (error, want) in cases {
        let mut client = client();
        let (id, _) = call(&mut client, CallKind::Call, "");
        let wire = format!("{{\"result\":null,\"error\":{error},\"id\":1}}\n");
        let error = want.into();
        let failed = ClientEvent::Failed { id, error };
        assert_eq!(hear(&mut client, &wire), [(failed, String::new())]);
    }
}

#[test]
fn replies_of_both_versions_are_understood_and_others_are_passed_over() {
    let mut client = client();
    let (first, _) = call(&mut client, CallKind::Call, "");
    let (second, _) = call(&mut client, CallKind::Call, "");
    let wire = concat!(
        r#"{"jsonrpc":"2.0","method":"window/logMessage","params":{"id":1}}"#,
        "\n",
        r#"{"jsonrpc":"2.0","result":0,"id":77}"#,
        "\n",
        r#"{"jsonrpc":"2.0","result":0,"id":"1"}"#,
        "\n",
        r#"{"result":[2],"error":null,"id":2}"#,
        "\r\n",
        r#"[{"result":0,"id":1}]"#,
        "\n",
        r#" { "id" : 1 , "result" : {"a": 1} , "jsonrpc" : "2.0" } "#,
        "\n",
    );
    let reply = |id, body, text: &str| {
        let representation = LABEL;
        let event = ClientEvent::Reply {
            id,
            body,
            representation,
        };
        (event, String::from(text))
    };
    let want = [
        reply(second, 10..13, "[2]"),
        reply(first, 25..33, "{\"a\": 1}"),
    ];
    assert_eq!(hear(&mut client, wire), want);
    assert_eq!(client.counters().stray, 4);
    assert_eq!(client.next_timeout(), None);
}

// Section 5: the id is null where the server could not read it.
#[test]
fn an_error_without_id_is_for_the_only_call() {
    let wire = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse error\"},\"id\":null}\n";
    let mut client = client();
    let (id, _) = call(&mut client, CallKind::Call, "");
    let error = Fault::said(-32700, "Parse error").into();
    let failed = ClientEvent::Failed { id, error };
    assert_eq!(hear(&mut client, wire), [(failed, String::new())]);
    call(&mut client, CallKind::Call, "");
    call(&mut client, CallKind::Call, "");
    assert_eq!(hear(&mut client, wire), []);
}

#[test]
fn a_reply_without_result_or_error_fails_its_call() {
    let mut client = client();
    let (id, _) = call(&mut client, CallKind::Call, "");
    let error = CallError::Wire(WireError::BadField {
        field: "result",
        value: 0,
    });
    let failed = ClientEvent::Failed { id, error };
    let heard = hear(&mut client, "{\"jsonrpc\":\"2.0\",\"id\":1}\n");
    assert_eq!(heard, [(failed, String::new())]);
}

#[test]
fn what_is_no_json_ends_the_connection() {
    let mut client = client();
    call(&mut client, CallKind::Call, "");
    let heard = hear(&mut client, "HTTP/1.1 400 Bad Request\n");
    assert_eq!(heard.len(), 2);
    assert!(matches!(
        heard[1].0,
        ClientEvent::Broken(WireError::BadResult(_))
    ));
    assert!(client.begin_call(&CallHead::named(ADD)).is_err());
}
