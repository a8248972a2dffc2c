use alloc::format;
use alloc::string::{String, ToString};

use alloc::vec::Vec;

use manyrpc_codec::Encoding;

use crate::Limits;
use crate::carrier::messages::client::NO_REPLY;
use crate::contract::{Batches, CallHead, CallId, CallKind, ClientEngine, ClientEvent, Rx};
use crate::fault::{CallError, Closed, Fault, WireError};
use crate::jsonrpc::{Client, Framing, Version, fault};
use crate::name::Path;
use crate::time::{Clock, Instant};

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

/// Starts a call; returns the output.
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

fn receive(client: &mut Client, wire: &str) -> Vec<(ClientEvent, String)> {
    let mut rx = Rx::default();
    rx.buf.put(wire.as_bytes());
    let mut events = Vec::new();
    while let Some(event) = client.next_event(&mut rx, &Clock::at(at(0))) {
        let body = match &event {
            ClientEvent::Reply { body, .. } => rx.buf.data()[body.clone()].to_vec(),
            _ => Vec::new(),
        };
        events.push((event, String::from_utf8(body).unwrap()));
    }
    events
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
fn errors_keep_their_messages_and_data() {
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
            fault::with_code(-32602, "no id"),
        ),
        (
            r#"{"code":5,"message":"five","data":{"a":[1]}}"#,
            Fault::Detailed(alloc::boxed::Box::new(crate::FaultDetails {
                domain: crate::Domain::Application,
                code: 5,
                message: "five".into(),
                details: br#"{"a":[1]}"#.into(),
                exceptions: Vec::new(),
            })),
        ),
        // Version 1.0 permits any value.
        (r#""in words""#, Fault::application(0, "in words")),
        (
            r#"{"code":4294967301,"message":"no"}"#,
            Fault::application(0, "no (code 4294967301)"),
        ),
    ];
    for (error, want) in cases {
        let mut client = client();
        let (id, _) = call(&mut client, CallKind::Call, "");
        let wire = format!("{{\"result\":null,\"error\":{error},\"id\":1}}\n");
        let error = want.into();
        let failed = ClientEvent::Failed { id, error };
        assert_eq!(receive(&mut client, &wire), [(failed, String::new())]);
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
        let encoding = Encoding::JSON;
        let event = ClientEvent::Reply { id, body, encoding };
        (event, String::from(text))
    };
    let want = [
        reply(second, 10..13, "[2]"),
        reply(first, 25..33, "{\"a\": 1}"),
    ];
    assert_eq!(receive(&mut client, wire), want);
    assert_eq!(client.counters().stray, 4);
    assert_eq!(client.next_timeout(), None);
}

// Section 5: the id is null if the server could not read it.
#[test]
fn an_error_without_id_is_for_the_only_call() {
    let wire = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700,\"message\":\"Parse error\"},\"id\":null}\n";
    let mut client = client();
    let (id, _) = call(&mut client, CallKind::Call, "");
    let error = fault::with_code(-32700, "Parse error").into();
    let failed = ClientEvent::Failed { id, error };
    assert_eq!(receive(&mut client, wire), [(failed, String::new())]);
    call(&mut client, CallKind::Call, "");
    call(&mut client, CallKind::Call, "");
    assert_eq!(receive(&mut client, wire), []);
}

#[test]
fn a_reply_without_result_or_error_fails_its_call() {
    let mut client = client();
    let (id, _) = call(&mut client, CallKind::Call, "");
    let error = CallError::Wire(WireError::Violation(
        "its reply has neither a result nor an error",
    ));
    let failed = ClientEvent::Failed { id, error };
    let events = receive(&mut client, "{\"jsonrpc\":\"2.0\",\"id\":1}\n");
    assert_eq!(events, [(failed, String::new())]);
}

#[test]
fn what_is_no_json_ends_the_connection() {
    let mut client = client();
    call(&mut client, CallKind::Call, "");
    let events = receive(&mut client, "HTTP/1.1 400 Bad Request\n");
    assert_eq!(events.len(), 2);
    assert!(matches!(
        events[1].0,
        ClientEvent::Broken(WireError::BadResult(_))
    ));
    assert!(client.begin_call(&CallHead::named(ADD)).is_err());
}

fn begin(client: &mut Client, kind: CallKind, params: &str) -> CallId {
    let head = CallHead {
        kind,
        ..CallHead::named(ADD)
    };
    let id = client.begin_call(&head).unwrap();
    client.body().put(params.as_bytes());
    client.finish_call(at(0)).unwrap();
    id
}

fn output(client: &mut Client) -> String {
    let sent = client
        .poll_transmit()
        .map_or(Vec::new(), |t| t.bytes.to_vec());
    client.sent(sent.len());
    String::from_utf8(sent).unwrap()
}

fn failed(id: CallId, error: impl Into<CallError>) -> (ClientEvent, String) {
    let error = error.into();
    (ClientEvent::Failed { id, error }, String::new())
}

// Section 6.
#[test]
fn a_batch_goes_as_one_array_and_its_replies_come_in_any_order() {
    let mut client = client();
    client.begin_batch().unwrap();
    let given_up = client.begin_call(&CallHead::named(ADD)).unwrap();
    client.abandon_call();
    let first = begin(&mut client, CallKind::Call, "[1]");
    begin(&mut client, CallKind::OneWay, "[2]");
    client.begin_call(&CallHead::named(ADD)).unwrap();
    client.abandon_call();
    let last = begin(&mut client, CallKind::Call, "");
    let lost = begin(&mut client, CallKind::Call, "");
    assert_eq!(output(&mut client), "");
    client.end_batch().unwrap();
    let ids = [first, last, lost].map(|id| id.0);
    let request = |rest: &str| format!("{{\"jsonrpc\":\"2.0\",\"method\":\"Sums.add\"{rest}}}");
    let want = [
        request(&format!(",\"params\":[1],\"id\":{}", ids[0])),
        request(",\"params\":[2]"),
        request(&format!(",\"id\":{}", ids[1])),
        request(&format!(",\"id\":{}", ids[2])),
    ];
    assert_eq!(output(&mut client), format!("[{}]\n", want.join(",")));
    assert!(given_up.0 < ids[0]);
    let error = r#""error":{"code":-32603,"message":"Internal error"}"#;
    let wire = format!(
        "[{{\"jsonrpc\":\"2.0\",{error},\"id\":{}}},{{\"result\":7,\"id\":{}}},\
         {{\"result\":0,\"id\":999}}]\n",
        ids[1], ids[0]
    );
    let events = receive(&mut client, &wire);
    let (ended, bodies): (Vec<_>, Vec<_>) = events.into_iter().unzip();
    assert_eq!(bodies, ["", "7", ""]);
    assert_eq!(ended[0], failed(last, Fault::ServerFailure).0);
    assert!(matches!(ended[1], ClientEvent::Reply { id, .. } if id == first));
    assert_eq!(ended[2], failed(lost, NO_REPLY).0);
    assert_eq!((client.counters().stray, client.next_timeout()), (1, None));
}

#[test]
fn batches_of_nothing_and_of_notifications_wait_for_nothing() {
    let mut client = client();
    client.begin_batch().unwrap();
    client.end_batch().unwrap();
    assert_eq!(output(&mut client), "");
    assert!(client.end_batch().is_err());
    client.begin_batch().unwrap();
    begin(&mut client, CallKind::OneWay, "");
    client.end_batch().unwrap();
    assert_eq!(
        output(&mut client),
        "[{\"jsonrpc\":\"2.0\",\"method\":\"Sums.add\"}]\n"
    );
    client.begin_batch().unwrap();
    begin(&mut client, CallKind::Call, "");
    client.abandon_batch();
    assert_eq!(
        (output(&mut client), client.next_timeout()),
        (String::new(), None)
    );
    let (_, alone) = call(&mut client, CallKind::Call, "");
    assert!(alone.starts_with('{'), "{alone}");
}

#[test]
fn a_batch_that_was_not_understood_fails_as_a_whole() {
    let mut client = client();
    client.begin_batch().unwrap();
    let ids = [(); 2].map(|()| begin(&mut client, CallKind::Call, ""));
    client.end_batch().unwrap();
    let wire = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"no\"},\"id\":null}\n";
    let want = ids.map(|id| failed(id, fault::with_code(-32600, "no")));
    assert_eq!(receive(&mut client, wire), want);
}

// JSON-RPC 1.0: three members in each message; a notification's id is null.
#[test]
fn version_1_has_all_its_members() {
    let mut client = client();
    client.set_version(Version::V1);
    let (id, sent) = call(&mut client, CallKind::Call, "[1]");
    let want = |params: &str, id: &str| {
        format!("{{\"method\":\"Sums.add\",\"params\":{params},\"id\":{id}}}\n")
    };
    assert_eq!(sent, want("[1]", &id.0.to_string()));
    let (_, sent) = call(&mut client, CallKind::OneWay, "");
    assert_eq!(sent, want("[]", "null"));
    let none = client.begin_batch();
    assert!(matches!(none, Err(CallError::Misuse(_))), "{none:?}");
    let wire = format!("{{\"result\":null,\"error\":null,\"id\":{}}}\n", id.0);
    let events = receive(&mut client, &wire);
    assert!(matches!(events[0].0, ClientEvent::Reply { .. }) && events[0].1 == "null");
}

#[test]
fn a_last_line_may_lack_its_end() {
    let reply = |id: u64| format!("{{\"jsonrpc\":\"2.0\",\"result\":{id},\"id\":{id}}}");
    let mut client = client();
    let ids = [0, 1, 2].map(|_| call(&mut client, CallKind::Call, "").0);
    let gone = CallError::Closed(Closed::ByPeer);
    let mut rx = Rx::default();
    rx.buf.put(reply(ids[1].0).as_bytes());
    assert_eq!(client.next_event(&mut rx, &Clock::at(at(0))), None);
    client.handle_closed(Closed::ByPeer);
    let event = client.next_event(&mut rx, &Clock::at(at(0)));
    let Some(ClientEvent::Reply { id, body, .. }) = event else {
        panic!("{event:?}");
    };
    assert_eq!(
        (id, &rx.buf.data()[body]),
        (ids[1], ids[1].0.to_string().as_bytes())
    );
    for id in [ids[0], ids[2]] {
        let error = gone.clone();
        assert_eq!(
            client.next_event(&mut rx, &Clock::at(at(0))),
            Some(ClientEvent::Failed { id, error })
        );
    }
    assert_eq!(client.next_event(&mut rx, &Clock::at(at(0))), None);
    // A truncated one is invalid.
    let mut client = self::client();
    let (id, _) = call(&mut client, CallKind::Call, "");
    let mut rx = Rx::default();
    let whole = reply(id.0);
    rx.buf.put(&whole.as_bytes()[..whole.len() - 1]);
    assert_eq!(client.next_event(&mut rx, &Clock::at(at(0))), None);
    client.handle_closed(Closed::ByPeer);
    let failed = ClientEvent::Failed { id, error: gone };
    assert_eq!(client.next_event(&mut rx, &Clock::at(at(0))), Some(failed));
    assert_eq!(client.next_event(&mut rx, &Clock::at(at(0))), None);
}
