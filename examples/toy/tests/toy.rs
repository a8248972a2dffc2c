//! The toy's own program serves, calls and compares the system that only it has.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

const PROGRAM: &str = env!("CARGO_BIN_EXE_manyrpc-toy");
const DEFINITION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../greeter/greeter.x");

/// A server that is stopped when this is dropped.
struct Served {
    process: Child,
    binding: String,
}

impl Served {
    fn start() -> Self {
        Self::at("toy+tcp://127.0.0.1:0")
    }

    fn at(binding: &str) -> Self {
        let mut process = Command::new(PROGRAM)
            .args(["serve", binding, "--idl", DEFINITION])
            .args(["--reply", "greet=\"Good day, world.\""])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let output = process.stdout.take().expect("it was piped");
        BufReader::new(output)
            .read_line(&mut line)
            .expect("it says where it listens");
        let binding = line.trim_end().to_owned();
        Served { process, binding }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(PROGRAM).args(arguments).output();
    let output = output.expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
fn it_is_served_and_called() {
    let served = Served::start();
    let (code, reply, told) = run(&[
        "call",
        &served.binding,
        "greet",
        "[\"world\"]",
        "--idl",
        DEFINITION,
    ]);
    assert_eq!(
        (code, reply.trim()),
        (Some(0), "\"Good day, world.\""),
        "{told}"
    );
}

/// Bytes that no code of ours has written.
#[test]
fn a_person_can_take_part() {
    let served = Served::start();
    let (_, address) = served.binding.split_once("://").expect("a binding");
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream
        .write_all(b"7 GREETER_V1.greet [\"you\"]\n8 GREETER_V1.leave []\n9 nonsense\n")
        .expect("it reads");
    let mut replies = String::new();
    stream
        .read_to_string(&mut replies)
        .expect("it answers, and ends");
    let mut lines = replies.lines();
    assert_eq!(lines.next(), Some("7 = \"Good day, world.\""));
    assert!(
        lines.next().is_some_and(|line| line.starts_with("8 ! ")),
        "{replies}"
    );
    assert_eq!(
        lines.next(),
        None,
        "what is no line of the toy ends the connection"
    );
}

#[test]
fn bindings_of_it_are_as_any() {
    let (code, _, told) = run(&[
        "call",
        "toy+udp://127.0.0.1:1",
        "greet",
        "--idl",
        DEFINITION,
    ]);
    assert_eq!(code, Some(2));
    assert!(
        told.contains("transports of `toy` are `tcp` and `unix`"),
        "{told}"
    );
    let (code, _, told) = run(&[
        "call",
        "toy+tcp://127.0.0.1:1?speed=9",
        "greet",
        "--idl",
        DEFINITION,
    ]);
    assert_eq!(code, Some(2));
    assert!(told.contains("it has no options"), "{told}");
    let (code, _, told) = run(&["list", "toy+tcp://127.0.0.1:1"]);
    assert_eq!(code, Some(2));
    assert!(told.contains("do not tell what they serve"), "{told}");
}

/// A form of bindings that no URL is, owned by the toy alone.
#[test]
fn bindings_can_be_written_as_the_toy_does() {
    let served = Served::at("nc 127.0.0.1 0");
    assert!(
        served.binding.starts_with("nc 127.0.0.1 "),
        "{}",
        served.binding
    );
    let greet = ["greet", "[\"world\"]", "--idl", DEFINITION];
    let (code, reply, told) = run(&[&["call", &served.binding][..], &greet].concat());
    assert_eq!(
        (code, reply.trim()),
        (Some(0), "\"Good day, world.\""),
        "{told}"
    );
    for (wrong, part) in [
        ("nc 127.0.0.1", "a host and a port must follow `nc`"),
        ("nc 127.0.0.1 http", "from 0 to 65535. A binding looks like"),
        ("nc a/b 1", "no host is named `a/b`"),
        ("no 127.0.0.1 1", "or `nc host port`"),
    ] {
        let (code, _, told) = run(&[&["call", wrong][..], &greet].concat());
        assert_eq!(code, Some(2), "{wrong}: {told}");
        assert!(told.contains(part), "{wrong}: {told}");
    }
}

/// Of several hosts the first that answers is called.
#[test]
fn several_hosts_are_tried_in_order() {
    let served = Served::start();
    // Nobody listens at port 1.
    let several = served.binding.replace("://", "://127.0.0.1:1,");
    let greet = ["greet", "[\"world\"]", "--idl", DEFINITION];
    let (code, reply, told) = run(&[&["call", &several][..], &greet].concat());
    assert_eq!(
        (code, reply.trim()),
        (Some(0), "\"Good day, world.\""),
        "{told}"
    );
}

/// Its lines have no place for exceptions, and it does not say that they had.
#[test]
fn what_raises_exceptions_is_neither_served_nor_called() {
    const RAISES: &str = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../crates/manyrpc-gen/tests/corpus/raises.x"
    );
    let (code, _, told) = run(&["serve", "toy+tcp://127.0.0.1:0", "--idl", RAISES]);
    assert_eq!(code, Some(2));
    assert!(
        told.contains("`SHOP_V1` has operations that raise exceptions, which `toy` cannot carry"),
        "{told}"
    );
    let served = Served::start();
    let put = ["PUT", "[\"nut\", 1]", "--idl", RAISES];
    let (code, _, told) = run(&[&["call", &served.binding][..], &put].concat());
    assert_eq!(code, Some(70), "{told}");
    assert!(
        told.contains("no exceptions, which this operation raises"),
        "{told}"
    );
}

#[test]
fn it_is_compared() {
    let folder = std::env::temp_dir().join(format!("manyrpc-toy-{}", std::process::id()));
    let runs = folder.to_str().expect("text");
    let (code, table, told) = run(&[
        "compare",
        "--quick",
        "--rounds",
        "2",
        "--systems",
        "toy-tcp",
        "--workloads",
        "nothing,echo:8192",
        "--runs",
        runs,
    ]);
    let _ = std::fs::remove_dir_all(&folder);
    assert_eq!(code, Some(0), "{told}");
    assert!(table.contains("toy-tcp"), "{table}");
}
