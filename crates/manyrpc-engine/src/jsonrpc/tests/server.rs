use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use crate::Limits;
use crate::contract::{Outcome, Rx, ServerEngine};
use crate::fault::Fault;
use crate::jsonrpc::fault::{INVALID_REQUEST, PARSE_ERROR};
use crate::jsonrpc::{Framing, Server};
use crate::time::{Clock, Instant};

fn at(ms: u64) -> Instant {
    Instant::from_nanos(ms * 1_000_000)
}

fn server(framing: Framing) -> Server {
    Server::stream(Limits::default(), framing)
}

/// The methods of the specification's examples.
fn carry_out(operation: &str, params: &str) -> Result<String, Fault> {
    let inner = params.trim_matches(['[', ']']);
    let numbers: Vec<i64> = inner.split(',').flat_map(|n| n.trim().parse()).collect();
    let member = |name: &str| {
        let at = params.find(&format!("\"{name}\": ")).unwrap() + name.len() + 4;
        let digits = params[at..].find([',', '}']).unwrap();
        params[at..at + digits].parse::<i64>().unwrap()
    };
    Ok(match (operation, &*numbers) {
        ("subtract", [a, b]) => (a - b).to_string(),
        ("subtract", _) => (member("minuend") - member("subtrahend")).to_string(),
        ("sum", all) => all.iter().sum::<i64>().to_string(),
        ("get_data", _) => "[\"hello\", 5]".to_string(),
        ("update" | "notify_hello" | "notify_sum", _) => String::new(),
        _ => return Err(Fault::NoSuchOperation),
    })
}

/// Executes all calls in `rx`; returns the output.
fn serve(server: &mut Server, rx: &mut Rx) -> String {
    while let Some(call) = server.next_call(rx, &Clock::at(at(0))) {
        let params = core::str::from_utf8(&rx.buf.data()[call.arguments.clone()]).unwrap();
        let name = call.name.as_ref().unwrap().path();
        server.begin_reply(call.id);
        let outcome = match carry_out(name.operation, params) {
            Ok(result) => {
                server.body().put(result.as_bytes());
                Outcome::Done
            }
            Err(fault) => Outcome::Fault(fault),
        };
        server.finish_reply(outcome, &Clock::at(at(0)));
    }
    let mut sent = Vec::new();
    while let Some(transmit) = server.poll_transmit() {
        sent.extend_from_slice(transmit.bytes);
        let n = transmit.bytes.len();
        server.sent(n);
    }
    String::from_utf8(sent).unwrap()
}

fn answer(framing: Framing, request: &str) -> String {
    let mut rx = Rx::default();
    rx.buf.put(request.as_bytes());
    let answer = serve(&mut server(framing), &mut rx);
    assert!(rx.buf.is_empty(), "{request}");
    answer
}

#[test]
fn ids_round_trip() {
    for id in [
        "1",
        "-7",
        "1.50",
        "1e400",
        "18446744073709551616",
        "\"\"",
        "\"\\u0041\\\"é\"",
        "null",
    ] {
        let request = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"get_data\",\"id\": {id} }}\n");
        let reply = format!("{{\"jsonrpc\":\"2.0\",\"result\":[\"hello\", 5],\"id\":{id}}}\n");
        assert_eq!(answer(Framing::Line, &request), reply);
    }
}

// JSON-RPC 1.0: three members in each, and a null id makes a notification.
#[test]
fn peers_of_version_1_are_answered_in_kind() {
    let cases = [
        (
            r#"{"method":"sum","params":[1,2],"id":[1]}"#,
            r#"{"result":3,"error":null,"id":[1]}"#,
        ),
        (
            r#"{"version":"1.1","method":"none","params":[],"id":7}"#,
            r#"{"result":null,"error":{"code":-32601,"message":"Method not found"},"id":7}"#,
        ),
        (r#"{"method":"sum","params":[1,2],"id":null}"#, ""),
        (r#"{"method":"none","params":[]}"#, ""),
    ];
    for (request, reply) in cases {
        let got = answer(Framing::Line, &format!("{request}\n"));
        assert_eq!(got.trim_end(), reply, "{request}");
    }
}

#[test]
fn what_is_no_request_is_refused_by_code() {
    let refused = |code, words, id: &str| {
        let error = format!("{{\"code\":{code},\"message\":\"{words}\"}}");
        format!("{{\"jsonrpc\":\"2.0\",\"error\":{error},\"id\":{id}}}\n")
    };
    let invalid = |id: &str| refused(INVALID_REQUEST, "Invalid Request", id);
    for (request, reply) in [
        (r#"{"jsonrpc":"3.0","method":"sum","id":1}"#, invalid("1")),
        (r#"{"jsonrpc":2.0,"method":"sum","id":1}"#, invalid("1")),
        (
            r#"{"jsonrpc":"2.0","method":"sum","params":3,"id":"x"}"#,
            invalid("\"x\""),
        ),
        (
            r#"{"jsonrpc":"2.0","method":"sum","id":{}}"#,
            invalid("null"),
        ),
        (r#"{"jsonrpc":"2.0","result":1,"id":1}"#, invalid("1")),
        ("7", invalid("null")),
        (
            r#"{"jsonrpc":"2.0","method":"sum","id":1,"id":2}"#,
            refused(PARSE_ERROR, "Parse error", "null"),
        ),
        ("\u{1}", refused(PARSE_ERROR, "Parse error", "null")),
    ] {
        assert_eq!(
            answer(Framing::Line, &format!("{request}\n")),
            reply,
            "{request}"
        );
    }
    // Endless nesting.
    let deep = "[".repeat(100_000);
    let reply = refused(PARSE_ERROR, "Parse error", "null");
    assert_eq!(answer(Framing::Line, &format!("{deep}\n")), reply);
}

#[test]
fn a_batch_is_answered_when_its_last_call_is_done() {
    let mut server = server(Framing::Line);
    let mut rx = Rx::default();
    let requests = [3, 1, 2]
        .map(|n| format!("{{\"jsonrpc\":\"2.0\",\"method\":\"sum\",\"params\":[{n}],\"id\":{n}}}"));
    rx.buf
        .put(format!("[{}]\n{}\n", requests.join(","), requests[1]).as_bytes());
    let mut calls = Vec::new();
    while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
        calls.push(call.id);
    }
    assert_eq!(calls.len(), 4);
    let mut sent = String::new();
    for at_place in [1, 3, 2, 0] {
        server.begin_reply(calls[at_place]);
        server.body().put(at_place.to_string().as_bytes());
        server.finish_reply(Outcome::Done, &Clock::at(at(0)));
        sent.push_str(&serve(&mut server, &mut rx));
        sent.push('|');
    }
    let reply = |n, id| format!("{{\"jsonrpc\":\"2.0\",\"result\":{n},\"id\":{id}}}");
    let batch = [reply(0, 3), reply(1, 1), reply(2, 2)].join(",");
    assert_eq!(sent, format!("|{}\n||[{batch}]\n|", reply(3, 1)));
}

#[test]
fn a_batch_hoards_no_more_than_a_message_may_have() {
    let limits = Limits {
        message_bytes: 1000,
        sent_message_bytes: 1000,
        ..Limits::default()
    };
    let mut server = Server::stream(limits, Framing::Line);
    let mut rx = Rx::default();
    let one = r#"{"jsonrpc":"2.0","method":"m","id":1}"#;
    rx.buf.put(format!("[{}]\n", [one; 5].join(",")).as_bytes());
    while let Some(call) = server.next_call(&mut rx, &Clock::at(at(0))) {
        server.begin_reply(call.id);
        server.body().put(&[b'1'; 400]);
        server.finish_reply(Outcome::Done, &Clock::at(at(0)));
    }
    let sent = serve(&mut server, &mut rx);
    assert_eq!(sent.matches("\"result\"").count(), 2);
    assert_eq!(sent.matches("-32603").count(), 3);
    assert_eq!(server.counters().too_large, 3);
    assert_eq!(server.kept(), (0, 0));
}

#[test]
fn a_last_line_without_its_end_is_answered_when_the_client_is_done() {
    let mut server = server(Framing::Line);
    let mut rx = Rx::default();
    let request = r#"{"jsonrpc":"2.0","method":"sum","params":[1,2],"id":1}"#;
    rx.buf.put(format!("{request}\n{request}").as_bytes());
    let reply = "{\"jsonrpc\":\"2.0\",\"result\":3,\"id\":1}\n";
    assert_eq!(serve(&mut server, &mut rx), reply);
    server.handle_end();
    assert_eq!(serve(&mut server, &mut rx), reply);
    assert_eq!(serve(&mut server, &mut rx), "");
    assert!(rx.buf.is_empty());
    // Anything shorter is not a request.
    rx.buf.put(&request.as_bytes()[..20]);
    server.handle_end();
    assert!(serve(&mut server, &mut rx).contains("-32700"));
}

#[test]
fn a_batch_of_too_many_is_refused() {
    let most = Limits::default().message_fragments;
    let batch = |calls: usize| format!("[{}]\n", alloc::vec!["7"; calls].join(","));
    let refused = "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"Invalid Request: more \
                   than 4096 calls in a batch; send several batches\"},\"id\":null}\n";
    assert_eq!(answer(Framing::Line, &batch(most + 1)), refused);
    let each = answer(Framing::Line, &batch(most));
    assert_eq!(each.matches("\"Invalid Request\"").count(), most);
}
