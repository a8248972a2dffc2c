//! The foreign peers of `Database.Request` among themselves: every client of a system calls every
//! server of it, with and without the photo, and checks every field of every reply
//! (`peers/database.md` has the values). What fails here is not ours to repair, but must be known
//! before we are blamed for it.

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use support::{Peer, root};

/// The calls of one command; the ids that go with them have every name.
const CALLS: usize = 12;

/// Every pair of a client and a server of this system, in these folders.
fn matrix(system: &str, languages: &[&str]) {
    let mut servers: Vec<Peer> = languages
        .iter()
        .map(|folder| Peer::start(&format!("{folder}/{system}_server"), &["tcp"]))
        .collect();
    let ports: Vec<String> = servers.iter_mut().map(|s| s.port().to_string()).collect();
    let mut failed = Vec::new();
    for client in languages {
        thread::scope(|scope| {
            // One client at each server at a time.
            let calling = ports
                .iter()
                .map(|port| scope.spawn(|| calls(client, system, port)));
            let calling: Vec<_> = calling.collect();
            for (server, outcome) in languages.iter().zip(calling) {
                if let Err(why) = outcome.join().expect("a peer's fault is no panic") {
                    failed.push(format!("{client} calls {server}: {why}"));
                }
            }
        });
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn calls(language: &str, system: &str, port: &str) -> Result<(), String> {
    let program = format!("{language}/{system}_client");
    let mut client = Peer::start(&program, &["tcp", "127.0.0.1", port]);
    for workload in ["info", "info-photo"] {
        let timed = client.run(&format!("run {workload} {CALLS}"))?;
        if timed != CALLS {
            return Err(format!("{timed} calls"));
        }
    }
    Ok(())
}

#[test]
fn grpc_libraries_understand_each_other() {
    matrix("grpc", &["cpp", "ruby", "python", "go", "java", "rust"]);
}

#[test]
fn xml_rpc_libraries_understand_each_other() {
    matrix("xmlrpc", &["cpp", "ruby", "python", "java"]);
}

#[test]
fn json_rpc_libraries_understand_each_other() {
    matrix("jsonrpc", &["cpp", "ruby", "java"]);
}

#[test]
fn soap_libraries_understand_each_other() {
    matrix("soap", &["soap-gsoap", "soap-cxf", "soap-python"]);
}

/// What the matrix rests on: each client would have said that a field is wrong.
#[test]
fn clients_notice_a_wrong_field() {
    for (system, kind, language) in [
        ("xmlrpc", "text/xml", "cpp"),
        ("xmlrpc", "text/xml", "ruby"),
        ("xmlrpc", "text/xml", "python"),
        ("xmlrpc", "text/xml", "java"),
        ("jsonrpc", "application/json", "cpp"),
        ("jsonrpc", "application/json", "ruby"),
        ("jsonrpc", "application/json", "java"),
    ] {
        let right = recorded(&format!("{system}/{language}-reply-0.hex"));
        let wrong = right.replace("user0@", "user9@");
        assert_ne!(right, wrong, "it has the field");
        let program = format!("{language}/{system}_client");
        assert_eq!(
            call_once(&program, kind, &right),
            Ok(1),
            "{system} {language}"
        );
        let noticed = call_once(&program, kind, &wrong).expect_err("one field is wrong");
        assert!(
            noticed.contains("the result is wrong"),
            "{system} {language}: {noticed}"
        );
    }
}

/// What a client says of this answer to its first call.
fn call_once(program: &str, kind: &str, answer: &str) -> Result<usize, String> {
    let listener = TcpListener::bind("127.0.0.1:0").expect("loopback can be listened on");
    let port = listener.local_addr().expect("it is bound").port();
    let mut client = Peer::start(program, &["tcp", "127.0.0.1", &port.to_string()]);
    thread::scope(|scope| {
        scope.spawn(|| {
            let (mut connection, _) = listener.accept().expect("a client");
            take_call(&connection);
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n",
                answer.len()
            );
            connection
                .write_all((head + answer).as_bytes())
                .expect("the client reads");
        });
        client.run("run info 1")
    })
}

/// Reads one message of HTTP, for what it says of its own length.
fn take_call(connection: &TcpStream) {
    let mut reader = BufReader::new(connection);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line of the head");
        let line = line.trim().to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a number");
        }
        if line.is_empty() {
            break;
        }
    }
    reader
        .read_exact(&mut vec![0; length])
        .expect("the call itself");
}

/// A text among the known answers.
fn recorded(name: &str) -> String {
    let path = root().join("vectors").join(name);
    let file = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let digits: String = file.lines().filter(|l| !l.starts_with('#')).collect();
    let bytes = (0..digits.len()).step_by(2).map(|at| {
        u8::from_str_radix(&digits[at..at + 2], 16).expect("two hexadecimal digits a byte")
    });
    String::from_utf8(bytes.collect()).expect("texts are UTF-8")
}
