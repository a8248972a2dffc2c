//! HTTP servers that close connections after replies, or elsewhere: which calls fail, and that none
//! is executed twice.
//!
//! Reading list: RFC 9112 sections 9.3.1 and 9.6; RFC 9110 section 9.2.2.

use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

use manyrpc::{CallError, Client, Error};
use serde_json::{Value, json};

use super::{Wire, interface};

/// What a server does with a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Deed {
    /// It answers.
    Answer,
    /// It answers and closes, before the next request comes.
    AnswerAndClose,
    /// It answers and closes at once: first what it sends, as most servers do.
    AnswerAndHurry,
    /// The same when the next request has arrived, without reading it.
    AnswerAndEndUnread,
    /// It answers and announces the close, but closes only after the client.
    AnswerAndSayClose,
    /// It answers with a body that ends with the connection.
    AnswerUntilClose,
    /// It executes the request, and closes without an answer.
    DieDone,
    /// It reads half of the request, and closes.
    DieHalfway,
    /// It closes without reading anything.
    CloseUnread,
}

const HEAD: &str = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

fn reply(to: &str) -> String {
    let request: Value = serde_json::from_str(to).unwrap();
    json!({ "jsonrpc": "2.0", "result": request["params"][0], "id": request["id"] }).to_string()
}

/// A server that performs a script, one connection after another; returns the requests it executed.
/// Reports the end of each connection.
fn server(deeds: &'static [Deed]) -> (String, JoinHandle<Vec<i64>>, Receiver<()>) {
    let (closed, closes) = channel();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let thread = std::thread::spawn(move || {
        let (mut done, mut deeds) = (Vec::new(), deeds.iter());
        while !deeds.as_slice().is_empty() {
            let (stream, _) = listener.accept().unwrap();
            let mut wire = Wire::over(stream, HEAD);
            for deed in deeds.by_ref() {
                if !carry_out(*deed, &mut wire, &mut done) {
                    break;
                }
            }
            drop(wire);
            let _ = closed.send(());
        }
        done
    });
    (format!("jsonrpc+http://127.0.0.1:{port}/"), thread, closes)
}

/// Returns whether the connection continues.
fn carry_out(deed: Deed, wire: &mut Wire, done: &mut Vec<i64>) -> bool {
    match deed {
        Deed::CloseUnread => {
            there_is_more(wire.stream.get_ref());
            return false;
        }
        Deed::DieHalfway => {
            let half = 40;
            std::io::Read::read_exact(wire.stream.get_mut(), &mut vec![0; half]).unwrap();
            wire.stream.get_ref().shutdown(Shutdown::Write).unwrap();
            return false;
        }
        _ => {}
    }
    let (_, request) = wire.hear();
    let parsed: Value = serde_json::from_str(&request).unwrap();
    done.push(parsed["params"][0].as_i64().unwrap());
    match deed {
        Deed::DieDone => return false,
        Deed::AnswerAndSayClose => wire.head = format!("{HEAD}Connection: close\r\n"),
        Deed::AnswerUntilClose => {
            let whole = format!("HTTP/1.1 200 OK\r\n\r\n{}", reply(&request));
            std::io::Write::write_all(wire.stream.get_mut(), whole.as_bytes()).unwrap();
            return false;
        }
        _ => {}
    }
    wire.say(reply(&request).as_bytes());
    match deed {
        Deed::AnswerAndEndUnread | Deed::AnswerAndHurry => {
            if deed == Deed::AnswerAndEndUnread {
                there_is_more(wire.stream.get_ref());
            }
            wire.stream.get_ref().shutdown(Shutdown::Write).unwrap();
            false
        }
        Deed::AnswerAndSayClose => {
            assert!(!there_is_more(wire.stream.get_ref()));
            false
        }
        _ => deed == Deed::Answer,
    }
}

/// Waits until the client has sent more or closed the connection; returns whether it sent more.
fn there_is_more(stream: &TcpStream) -> bool {
    stream.peek(&mut [0]).unwrap() > 0
}

fn call(client: &mut Client, n: i64) -> Result<Value, Error> {
    client.call_untyped("echo", &json!([n]))
}

fn is_closed(result: &Result<Value, Error>) -> bool {
    matches!(result, Err(Error::Call(CallError::Closed(_))))
}

#[test]
fn a_server_that_closes_behind_its_replies_costs_no_call() {
    for deed in [
        Deed::AnswerAndClose,
        Deed::AnswerAndHurry,
        Deed::AnswerAndEndUnread,
        Deed::AnswerAndSayClose,
        Deed::AnswerUntilClose,
    ] {
        const CALLS: i64 = 12;
        let mut deeds = vec![deed; CALLS as usize - 1];
        deeds.push(Deed::Answer);
        let (at, server, closes) = server(deeds.leak());
        let mut client = Client::open(&at).unwrap();
        for n in 0..CALLS {
            let got = call(&mut client, n);
            let got = got.unwrap_or_else(|e| panic!("{deed:?}, call {n}: {e}"));
            assert_eq!(got, json!(n), "{deed:?}");
            if deed == Deed::AnswerAndClose && n + 1 < CALLS {
                closes.recv().unwrap();
            }
        }
        let all: Vec<i64> = (0..CALLS).collect();
        assert_eq!(server.join().unwrap(), all, "{deed:?}");
    }
}

/// Calls that may have been executed are not repeated, and a server that closes immediately is not
/// retried forever.
#[test]
fn no_call_is_carried_out_twice() {
    for (deeds, fails, done) in [
        // It was read.
        (
            &[Deed::Answer, Deed::DieDone, Deed::Answer][..],
            1,
            &[0, 1, 2][..],
        ),
        // No connection has been answered yet.
        (&[Deed::CloseUnread, Deed::Answer, Deed::Answer], 0, &[1, 2]),
        (&[Deed::DieHalfway, Deed::Answer, Deed::Answer], 0, &[1, 2]),
        (
            &[Deed::AnswerAndHurry, Deed::CloseUnread, Deed::Answer],
            1,
            &[0, 2],
        ),
    ] {
        let (at, server, _closes) = server(deeds);
        let mut client = Client::open(&at).unwrap();
        for n in 0..3 {
            let got = call(&mut client, n);
            assert_eq!(is_closed(&got), n == fails, "{deeds:?} {n}: {got:?}");
        }
        assert_eq!(server.join().unwrap(), done, "{deeds:?}");
    }
}

/// A request that was not fully read has not been executed.
#[test]
fn a_request_that_was_read_in_part_is_made_again() {
    let (at, server, _closes) = server(&[Deed::Answer, Deed::DieHalfway, Deed::Answer]);
    let mut client = Client::open(&at).unwrap();
    for n in 0..2 {
        assert_eq!(call(&mut client, n).unwrap(), json!(n));
    }
    assert_eq!(server.join().unwrap(), [0, 1]);
}

/// Calls that wait for another's reply are sent over the next connection, in order.
#[test]
fn calls_that_have_not_gone_survive_their_connection() {
    let definition = "program ECHO { version ECHO_V1 { int echo(int n) = 1; } = 1; } = 0x20000203;";
    let echo = interface(definition, "ECHO_V1");
    let numbers = |n: i64| [manyrpc_model::Value::I32(n as i32)];
    for deed in [
        Deed::AnswerAndHurry,
        Deed::AnswerAndSayClose,
        Deed::AnswerUntilClose,
    ] {
        let (at, server, _closes) = server(vec![deed; 5].leak());
        let binding = format!("{at}?params=positional");
        let mut client = super::client(&binding, &echo);
        let sent: Vec<_> = (0..5)
            .map(|n| client.send("echo", &numbers(n)).unwrap())
            .collect();
        for (n, pending) in sent.into_iter().enumerate() {
            let got = client.wait(pending).unwrap();
            assert_eq!(got, numbers(n as i64), "{deed:?}");
        }
        assert_eq!(server.join().unwrap(), [0, 1, 2, 3, 4], "{deed:?}");
    }
    // The first is lost, the others are not.
    let (at, server, _closes) = server(&[Deed::DieDone, Deed::Answer, Deed::Answer]);
    let mut client = super::client(&format!("{at}?params=positional"), &echo);
    let sent: Vec<_> = (0..3)
        .map(|n| client.send("echo", &numbers(n)).unwrap())
        .collect();
    let ends: Vec<_> = sent
        .into_iter()
        .map(|pending| client.wait(pending))
        .collect();
    assert!(ends[0].is_err());
    let rest: Vec<_> = ends[1..].iter().map(|end| end.as_ref().unwrap()).collect();
    assert_eq!(rest, [&numbers(1), &numbers(2)]);
    assert_eq!(server.join().unwrap(), [0, 1, 2]);
}
