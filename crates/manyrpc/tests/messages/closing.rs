//! HTTP servers that close connections after replies, or elsewhere: which calls fail, and that none
//! is executed twice.
//!
//! Reading list: RFC 9112 sections 9.3.1 and 9.6; RFC 9110 section 9.2.2.

use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;

use manyrpc::dynamic::DynamicInterface;
use manyrpc::{CallError, Error};
use serde_json::{Value, json};

use super::dynamic::Dynamic;
use super::world::World;
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
    let at = format!("jsonrpc+http://127.0.0.1:{port}/?params=positional");
    (at, thread, closes)
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

fn echo() -> DynamicInterface {
    let definition = "program ECHO { version ECHO_V1 { int echo(int n) = 1; } = 1; } = 0x20000203;";
    interface(definition, "ECHO_V1")
}

fn call(client: &mut Dynamic, n: i64) -> Result<Value, Error> {
    client.call_json("echo", &json!([n]))
}

/// A call, which its caller makes again where its connection has ended with it: futures do not wait to learn whether the
/// server left it unread, as threads do, but then it was not carried out.
fn call_until_answered(world: World, client: &mut Dynamic, n: i64) -> Result<Value, Error> {
    loop {
        let got = call(client, n);
        if world == World::Blocking || !is_closed(&got) {
            return got;
        }
    }
}

fn is_closed(result: &Result<Value, Error>) -> bool {
    matches!(result, Err(Error::Call(CallError::Closed(_))))
}

#[test]
fn a_server_that_closes_behind_its_replies_costs_no_call() {
    for (world, deed) in World::in_all([
        Deed::AnswerAndClose,
        Deed::AnswerAndHurry,
        Deed::AnswerAndEndUnread,
        Deed::AnswerAndSayClose,
        Deed::AnswerUntilClose,
    ]) {
        const CALLS: i64 = 12;
        let mut deeds = vec![deed; CALLS as usize - 1];
        deeds.push(Deed::Answer);
        let (at, server, closes) = server(deeds.leak());
        let mut client = Dynamic::open(world, &at, echo()).unwrap();
        for n in 0..CALLS {
            let got = call_until_answered(world, &mut client, n);
            let got = got.unwrap_or_else(|e| panic!("{world}, {deed:?}, call {n}: {e}"));
            assert_eq!(got, json!(n), "{world}, {deed:?}");
            if deed == Deed::AnswerAndClose && n + 1 < CALLS {
                closes.recv().unwrap();
            }
        }
        let all: Vec<i64> = (0..CALLS).collect();
        assert_eq!(server.join().unwrap(), all, "{world}, {deed:?}");
    }
}

/// Calls that may have been executed are not repeated.
#[test]
fn no_call_is_carried_out_twice() {
    for (world, (deeds, fails, done)) in World::in_all([
        // It was read.
        (
            &[Deed::Answer, Deed::DieDone, Deed::Answer][..],
            1,
            &[0, 1, 2][..],
        ),
        // No connection has been answered yet.
        (&[Deed::CloseUnread, Deed::Answer, Deed::Answer], 0, &[1, 2]),
        (&[Deed::DieHalfway, Deed::Answer, Deed::Answer], 0, &[1, 2]),
    ]) {
        three_calls(world, deeds, fails, done);
    }
}

/// A server that closes immediately is not retried forever.
#[test]
fn a_call_is_made_again_once() {
    let deeds = &[Deed::AnswerAndHurry, Deed::CloseUnread, Deed::Answer];
    three_calls(World::Blocking, deeds, 1, &[0, 2]);
}

/// Calls three times, of which one fails.
fn three_calls(world: World, deeds: &'static [Deed], fails: i64, done: &[i64]) {
    let (at, server, _closes) = server(deeds);
    let mut client = Dynamic::open(world, &at, echo()).unwrap();
    for n in 0..3 {
        let got = call(&mut client, n);
        let case = format!("{world}, {deeds:?}, call {n}");
        assert_eq!(is_closed(&got), n == fails, "{case}: {got:?}");
    }
    assert_eq!(server.join().unwrap(), done, "{world}, {deeds:?}");
}

/// Whatever a server does, and whenever its end is noticed: what was answered was carried out, and nothing twice.
#[test]
fn no_call_is_carried_out_twice_whatever_servers_do() {
    const ALL: [Deed; 9] = [
        Deed::Answer,
        Deed::AnswerAndClose,
        Deed::AnswerAndHurry,
        Deed::AnswerAndEndUnread,
        Deed::AnswerAndSayClose,
        Deed::AnswerUntilClose,
        Deed::DieDone,
        Deed::DieHalfway,
        Deed::CloseUnread,
    ];
    for (world, seed) in World::in_all([1, 2, 3, 4, 5, 6]) {
        let mut random: u64 = seed;
        let mut deeds: Vec<Deed> = (0..30)
            .map(|_| {
                // Xorshift (Marsaglia 2003).
                random ^= random << 13;
                random ^= random >> 7;
                random ^= random << 17;
                ALL[random as usize % ALL.len()]
            })
            .collect();
        deeds.push(Deed::Answer);
        let (at, server, _closes) = server(deeds.leak());
        let mut client = Dynamic::open(world, &at, echo()).unwrap();
        let (mut answered, mut n) = (Vec::new(), 0);
        while !server.is_finished() {
            match call(&mut client, n) {
                Ok(got) => {
                    assert_eq!(got, json!(n), "{world}, {seed}");
                    answered.push(n);
                }
                got => assert!(is_closed(&got), "{world}, {seed}: {got:?}"),
            }
            n += 1;
        }
        let done = server.join().unwrap();
        assert!(done.is_sorted_by(|a, b| a < b), "{world}, {seed}: {done:?}");
        let was_done = |n| done.contains(n);
        assert!(answered.iter().all(was_done), "{world}, {seed}: {done:?}");
    }
}

/// A request that was not fully read has not been executed.
#[test]
fn a_request_that_was_read_in_part_is_made_again() {
    for world in World::ALL {
        let (at, server, _closes) = server(&[Deed::Answer, Deed::DieHalfway, Deed::Answer]);
        let mut client = Dynamic::open(world, &at, echo()).unwrap();
        for n in 0..2 {
            let got = call_until_answered(world, &mut client, n);
            assert_eq!(got.unwrap(), json!(n), "{world}");
        }
        assert_eq!(server.join().unwrap(), [0, 1], "{world}");
    }
}

/// Calls that wait for another's reply are sent over the next connection, in order.
#[test]
fn calls_that_have_not_gone_survive_their_connection() {
    let numbers = |n: i64| [manyrpc_model::Value::I32(n as i32)];
    for deed in [
        Deed::AnswerAndHurry,
        Deed::AnswerAndSayClose,
        Deed::AnswerUntilClose,
    ] {
        let (at, server, _closes) = server(vec![deed; 5].leak());
        let mut client = super::client(&at, &echo());
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
    let mut client = super::client(&at, &echo());
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
