//! `manyrpc serve` and what befalls servers: signals, taken ports, repeated calls.

#[path = "support/program.rs"]
mod program;

use std::io::Write;
use std::net::{TcpStream, UdpSocket};
use std::time::Duration;

use program::{Serving, interfaces, run};
use rustix::process::Signal;

/// A call of an operation of the benchmark, without a record mark (RFC 5531, section 9).
fn message(xid: u32, operation: u32, arguments: &[u8]) -> Vec<u8> {
    let head = [xid, 0, 2, 0x2026_1121, 1, operation, 0, 0, 0, 0];
    let mut message: Vec<u8> = head.iter().flat_map(|w| w.to_be_bytes()).collect();
    message.extend(arguments);
    message
}

#[test]
fn signals_end_it_in_order() {
    for signal in [Signal::INT, Signal::TERM] {
        let mut server = Serving::start(&["onc+tcp://127.0.0.1:0", "onc+udp://127.0.0.1:0"]);
        server.signal(signal);
        assert_eq!(server.wait(), Some(0));
        assert!(server.line().starts_with("stopping"));
    }
}

#[test]
fn a_second_interrupt_ends_it_at_once() {
    const SIZE: u32 = 48 << 20;
    let mut server = Serving::start(&["onc+tcp://127.0.0.1:0", "--echo"]);
    let at = server.binding().replace("onc+tcp://", "");
    // The peer of an unfinished reply keeps a server that stops in order for seconds.
    let mut stuck = TcpStream::connect(at).unwrap();
    let mut arguments = SIZE.to_be_bytes().to_vec();
    arguments.resize(4 + SIZE as usize, 0);
    let call = message(1, 2, &arguments);
    let mark = 0x8000_0000 | call.len() as u32;
    stuck.write_all(&mark.to_be_bytes()).unwrap();
    stuck.write_all(&call).unwrap();
    assert!(server.line().contains("BENCH_V1.echo"));
    server.signal(Signal::INT);
    assert!(server.line().starts_with("stopping"));
    server.signal(Signal::INT);
    assert_eq!(server.wait(), Some(130));
}

#[test]
fn a_taken_port_is_exit_1() {
    let server = Serving::start(&["onc+tcp://127.0.0.1:0"]);
    let bench = interfaces().join("bench.x").display().to_string();
    let second = run(&["serve", server.binding(), "--idl", &bench]);
    assert_eq!(second.code, 1, "{second:?}");
    assert!(second.stderr.contains(server.binding()), "{second:?}");
    assert!(second.stderr.contains("in use"), "{second:?}");
}

/// How often a call that is sent twice under one name is carried out.
fn executions(arguments: &[&str]) -> usize {
    let mut server = Serving::start(&[&["onc+udp://127.0.0.1:0"], arguments].concat());
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    socket
        .set_read_timeout(Some(Duration::from_secs(20)))
        .unwrap();
    let at = server.binding().replace("onc+udp://", "");
    socket.connect(at).unwrap();
    let count = message(7, 6, &1u64.to_be_bytes());
    let last = message(8, 0, &[]);
    for call in [&count, &count, &last] {
        socket.send(call).unwrap();
        let mut reply = [0; 100];
        let n = socket.recv(&mut reply).unwrap();
        assert_eq!(reply[..4], call[..4]);
        assert!(n >= 24, "{n}");
    }
    let mut executions = 0;
    loop {
        let line = server.line();
        if line.contains("nothing") {
            return executions;
        }
        assert!(line.contains("BENCH_V1.count"), "{line}");
        executions += 1;
    }
}

#[test]
fn repeated_calls_are_carried_out_once_unless_replies_are_forgotten() {
    assert_eq!(executions(&[]), 1);
    assert_eq!(executions(&["--no-reply-cache"]), 2);
}

#[test]
fn larger_messages_than_permitted_are_not_read() {
    let server = Serving::start(&["onc+tcp://127.0.0.1:0", "--echo", "--max-message", "1K"]);
    let bench = interfaces().join("bench.x").display().to_string();
    let call = |bytes: usize| {
        let data = format!("[{{\"hex\": \"{}\"}}]", "00".repeat(bytes));
        run(&["call", server.binding(), "echo", &data, "--idl", &bench]).code
    };
    assert_eq!(call(900), 0);
    assert_eq!(call(1100), 68);
}

/// Of several hosts the first that answers is called, and asked for what there is.
#[test]
fn servers_can_stand_in_for_each_other() {
    let server = Serving::start(&["jsonrpc+http://127.0.0.1:0/rpc", "--reply", "add=5"]);
    let bench = interfaces().join("bench.x").display().to_string();
    // Nobody listens at port 1.
    let at = server.binding().replace("http://", "http://127.0.0.1:1,");
    let done = run(&["call", &at, "add", "[2, 3]", "--idl", &bench]);
    assert_eq!(
        (done.code, done.stdout.as_str()),
        (0, "5\n"),
        "{at}: {done:?}"
    );
    let listed = run(&["list", &at]);
    assert!(listed.stdout.contains("add"), "{at}: {listed:?}");
}
