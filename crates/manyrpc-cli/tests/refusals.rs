//! What the command says to newcomers: typical mistakes, and every answer as it stands in
//! `refusals.txt`. `UPDATE=1` takes the new texts.

#[path = "support/program.rs"]
#[expect(dead_code, reason = "the other tests use the rest")]
mod program;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use program::{Scratch, Serving, interfaces, manyrpc};

const CHAT: &str = r#"syntax = "proto3";
package chat;
message Line { string text = 1; }
service Chat {
  rpc Say(Line) returns (Line);
  rpc Listen(Line) returns (stream Line);
  rpc Talk(stream Line) returns (stream Line);
}
"#;

/// Command lines; words in quotes are one.
const MISTAKES: &[&str] = &[
    // Where.
    "call localhost:50051 add",
    "call gprc://localhost:50051 chat.Chat/Say",
    "call http://localhost:8080/rpc add",
    "call https://localhost/RPC2 add",
    "call tcp://localhost:4000 add",
    "call onc://localhost add --idl bench.x",
    "call json-rpc+http://localhost add",
    "call onc+tcp://localhost:99999 add --idl bench.x",
    "call raw+tcp://localhost nothing --idl bench.x",
    "call grpc:/localhost:1 chat.Chat/Say",
    "call ncacn_ip_tpc:localhost[135] add --idl bench.idl",
    "call ncadg_ip_udp:localhost[135,personalty=os2] add --idl bench.idl",
    "call grpc://one:50051,:50052 chat.Chat/Say",
    "serve onc+tcp://127.0.0.1:0,127.0.0.1:0 --idl bench.x",
    "list nfs://localhost",
    "serve http://0.0.0.0:8080 --idl bench.x",
    // What.
    "call onc+tcp://127.0.0.1:1 add",
    "call onc+tcp://127.0.0.1:1",
    "call onc+tcp://127.0.0.1:1 add --idl",
    "call onc+tcp://127.0.0.1:1 add --idl missing.x",
    "call onc+tcp://127.0.0.1:1 add --idl broken.x",
    "call onc+tcp://127.0.0.1:1 add --idl types.x",
    "call onc+tcp://127.0.0.1:1 add --idl notes.txt",
    "call onc+tcp://127.0.0.1:1 ad --idl bench.x",
    "call onc+tcp://127.0.0.1:1 BENCH_V2.add --idl bench.x",
    "call grpc://127.0.0.1:1 chat.Chat/Sai --idl chat.proto",
    // Arguments.
    "call onc+tcp://127.0.0.1:1 add --idl bench.x",
    "call onc+tcp://127.0.0.1:1 add '[1, 2' --idl bench.x",
    "call onc+tcp://127.0.0.1:1 add '[1]' --idl bench.x",
    "call onc+tcp://127.0.0.1:1 add '[1, \"x\"]' --idl bench.x",
    "call onc+tcp://127.0.0.1:1 add '{\"a\": 1, \"c\": 2}' --idl bench.x",
    "call onc+tcp://127.0.0.1:1 add '[1, 3000000000]' --idl bench.x",
    "call onc+tcp://127.0.0.1:1 add 1 2 --idl bench.x",
    "call onc+tcp://127.0.0.1:1 add @missing.json --idl bench.x",
    "call jsonrpc+tcp://127.0.0.1:1 add 1",
    "call jsonrpc+tcp://127.0.0.1:1 add '[18446744073709551616]'",
    // Options.
    "call onc+tcp://127.0.0.1:1 add '[1, 2]' --idl bench.x --timeout soon",
    "call onc+tcp://127.0.0.1:1 add '[1, 2]' --idl bench.x --timeot 1",
    "call onc+tcp://127.0.0.1:1 add '[1, 2]' --idl bench.x --broadcast",
    "call onc+tcp://127.0.0.1:1 add '[1, 2]' --idl bench.x --auth-sys me",
    "call onc+tcp://127.0.0.1:1 add '[1, 2]' --idl bench.x --metadata token",
    "call onc+tcp://127.0.0.1:1 add '[1, 2]' --idl bench.x --max-message 1X",
    // Nobody there.
    "call onc+tcp://127.0.0.1:1 add '[1, 2]' --idl bench.x",
    "call onc+udp://127.0.0.1:1 add '[1, 2]' --idl bench.x",
    "call grpc://127.0.0.1:1 chat.Chat/Say",
    "call xmlrpc+http://127.0.0.1:1 add '[1, 2]'",
    "call onc+unix:///nowhere/socket add '[1, 2]' --idl bench.x",
    "call onc+tcp://127.0.0.1:1,127.0.0.1:2 add '[1, 2]' --idl bench.x",
    "list grpc://127.0.0.1:1,127.0.0.1:2",
    // Serving.
    "serve",
    "serve onc+tcp://127.0.0.1:0",
    "serve onc+tcp://127.0.0.1:0 --idl types.x",
    "serve onc+tcp://127.0.0.1:0 --idl bench.x --reply add",
    "serve onc+tcp://127.0.0.1:0 --idl bench.x --reply ad=1",
    "serve onc+tcp://127.0.0.1:0 --idl bench.x --reply add=x",
    "serve grpcs://127.0.0.1:0 --idl chat.proto",
    "serve onc+tcp://192.0.2.1:0 --idl bench.x",
    // Definitions.
    "idl check missing.x",
    "idl check broken.x",
    "idl check notes.txt",
    "idl gen types.x --crate",
    "idl print --as yaml bench.x",
    "idl lint bench.x",
    // The rest.
    "bridge grpc://127.0.0.1:1 onc+tcp://127.0.0.1:0",
    "descibe onc+tcp://127.0.0.1:1",
    "load onc-tpc",
    "relay",
    "relay --to 127.0.0.1:1 --impair loss=lots",
    "compare --systems onc-tpc",
    "study kirali",
    "diff missing-before missing-after",
];

/// Who answers something else: what is called, and what is heard there.
const STRANGERS: &[(&str, &str)] = &[
    (
        "call grpc://AT chat.Chat/Say",
        "HTTP/1.1 400 Bad Request\r\n\r\n",
    ),
    (
        "call grpc://AT chat.Chat/Say",
        "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
    ),
    (
        "call onc+tcp://AT add '[1, 2]' --idl bench.x",
        "HTTP/1.1 400 Bad Request\r\n\r\n",
    ),
    (
        "call dce+tcp://AT add '[1, 2]' --idl bench.x",
        "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
    ),
    (
        "call jsonrpc+tcp://AT add",
        "HTTP/1.1 400 Bad Request\r\n\r\n",
    ),
    (
        "call jsonrpc+http://AT add",
        "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n",
    ),
    (
        "call xmlrpc+http://AT add",
        "HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Length: 6\r\n\r\n<html>",
    ),
    (
        "call jsonrpc+http://AT add",
        "HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n<!DOCTYPE html>",
    ),
    (
        "call grpcs://AT chat.Chat/Say",
        "HTTP/1.1 400 Bad Request\r\n\r\n",
    ),
];

/// Operations with several messages, of systems that have none.
const STREAMS: &[&str] = &[
    "call SERVER chat.Chat/Listen '{\"text\": \"a\"}' --idl chat.proto",
    "call SERVER chat.Chat/Talk '{\"text\": \"a\"}' --idl chat.proto",
];

fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in line.split('\'').enumerate() {
        match at % 2 {
            1 => words.push(part.to_owned()),
            _ => words.extend(part.split_whitespace().map(str::to_owned)),
        }
    }
    words
}

/// The transcript of a command, run beside the files.
fn transcript(files: &Path, line: &str, hidden: &[(&str, &str)]) -> String {
    let mut shown = line.to_owned();
    let mut run = line.to_owned();
    for (name, value) in hidden {
        run = run.replace(name, value);
    }
    let words = words(&run);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut command: Command = manyrpc(&words);
    let done = command
        .current_dir(files)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    shown = format!("$ manyrpc {shown}\n");
    for said in [&done.stdout, &done.stderr] {
        let mut said = String::from_utf8_lossy(said).into_owned();
        for (name, value) in hidden {
            said = said.replace(value, name);
        }
        shown.push_str(&said);
    }
    format!("{shown}exit {}\n\n", done.status.code().unwrap_or(-1))
}

/// Says something to whoever comes, and hears the rest.
fn stranger(greeting: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            // Whoever speaks HTTP is asked first.
            let mut asked = [0; 16];
            if !greeting.starts_with("HTTP") || stream.read(&mut asked).is_ok() {
                let _ = stream.write_all(greeting.as_bytes());
            }
            thread::spawn(move || std::io::copy(&mut stream, &mut std::io::sink()));
        }
    });
    at
}

#[test]
fn every_refusal_is_what_it_was() {
    let scratch = Scratch::new("refusals");
    std::fs::copy(interfaces().join("bench.x"), scratch.path("bench.x")).unwrap();
    scratch.file("chat.proto", CHAT);
    let chat = scratch.path("chat.proto");
    scratch.file("types.x", "struct point { int x; int y; };\n");
    scratch.file("broken.x", "struct point { int x int y; };\n");
    scratch.file("notes.txt", "remember the milk\n");
    let files = scratch.path("");
    let files = Path::new(&files);

    let mut said: String = MISTAKES
        .iter()
        .map(|line| transcript(files, line, &[]))
        .collect();
    let busy = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = busy.local_addr().unwrap().to_string();
    said += &transcript(
        files,
        "serve onc+tcp://BUSY --idl bench.x",
        &[("BUSY", &at)],
    );
    for (line, greeting) in STRANGERS {
        said += &format!("# {greeting:?}\n");
        said += &transcript(files, line, &[("AT", &stranger(greeting))]);
    }
    for system in [
        "onc+tcp",
        "dce+tcp",
        "dce+udp",
        "jsonrpc+http",
        "xmlrpc+http",
    ] {
        let server = Serving::of(&chat, &[&format!("{system}://127.0.0.1:0"), "--echo"]);
        said += &format!("# {system}\n");
        for line in STREAMS {
            said += &transcript(files, line, &[("SERVER", server.binding())]);
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/refusals.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &said).unwrap();
    }
    let was = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(said, was, "UPDATE=1 takes the new text");
}
