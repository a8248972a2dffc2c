//! The command as its users meet it: texts, exit codes, files and pipes.

#[path = "support/program.rs"]
mod program;

use std::io::Write;
use std::net::{TcpListener, UdpSocket};
use std::path::Path;
use std::process::{Command, Stdio};

use program::{Done, Scratch, Serving, interfaces, manyrpc, run, run_with_input};

fn bench() -> String {
    interfaces().join("bench.x").display().to_string()
}

/// `call` with the definition of the benchmark.
fn call(at: &str, arguments: &[&str]) -> Done {
    let bench = bench();
    run(&[&["call", at, "--idl", &bench, "--compact"], arguments].concat())
}

/// Compares every help text with its file; `UPDATE=1` writes them anew.
#[test]
fn help_is_what_it_was() {
    let commands = [
        "",
        "compare",
        "study",
        "diff",
        "doctor",
        "load",
        "call",
        "list",
        "describe",
        "serve",
        "relay",
        "agent",
        "idl",
        "idl check",
        "idl print",
        "idl gen",
        "uuidgen",
        "completions",
    ];
    for command in commands {
        let words: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
        let done = run(&words);
        assert_eq!(done.code, 0, "{command}: {done:?}");
        let name = format!("{}.txt", command.replace(' ', "-"));
        let name = if command.is_empty() {
            "manyrpc.txt"
        } else {
            &name
        };
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/help")
            .join(name);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &done.stdout).unwrap();
        }
        let was = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(done.stdout, was, "{name}: UPDATE=1 takes the new text");
    }
}

#[test]
fn misuse_is_exit_2_and_says_what_to_do() {
    let bench = bench();
    let at = "onc+tcp://127.0.0.1:1";
    let scratch = Scratch::new("misuse");
    let no_program = scratch.file("types.x", "struct a { int b; };");
    let missing = scratch.path("missing.json");
    let versions = scratch.file(
        "versions.x",
        "program P { version A { int f(void) = 1; } = 1;
                     version B { string g(void) = 1; } = 2; } = 0x20000778;",
    );
    let cases: &[(&[&str], &str)] = &[
        (&[], "Usage"),
        (&["frobnicate"], "unrecognized subcommand"),
        (
            &["compare", "--async", "--placement", "same"],
            "cannot be used with",
        ),
        (
            &["compare", "--async", "--workloads", "add"],
            "no task calls `add`",
        ),
        (&["call", at, "add", "--idl", &bench, "[1, 2"], "not JSON"),
        (
            &["call", at, "add", "--idl", &bench, "[1]"],
            "expected 2 parameters",
        ),
        (
            &["call", at, "add", "--idl", &bench, r#"{"a": 1, "b": "x"}"#],
            "b",
        ),
        (&["call", at, "ad", "--idl", &bench], "did you mean `add`?"),
        (
            &["call", at, "BENCH_V2.add", "--idl", &bench],
            "did you mean `BENCH_V1`?",
        ),
        (
            &["call", "localhost:1", "add", "--idl", &bench, "[1, 2]"],
            "onc+udp://host:port",
        ),
        (
            &[
                "call",
                "raw+tcp://localhost",
                "add",
                "--idl",
                &bench,
                "[1, 2]",
            ],
            "no port",
        ),
        (
            &["call", at, "add", "--idl", &bench, "[1, 2]", "--broadcast"],
            "only `onc+udp`",
        ),
        (
            &["call", at, "add", "--idl", &bench, &format!("@{missing}")],
            "cannot read",
        ),
        (
            &[
                "call",
                at,
                "add",
                "--idl",
                &bench,
                "[1, 2]",
                "--auth-sys",
                "me",
            ],
            "UID:GID",
        ),
        (
            &[
                "call",
                at,
                "add",
                "--idl",
                &bench,
                "[1, 2]",
                "--timeout",
                "soon",
            ],
            "seconds",
        ),
        (
            &[
                "call",
                at,
                "add",
                "--idl",
                &bench,
                "[1, 2]",
                "--max-message",
                "1X",
            ],
            "64K",
        ),
        (
            &["serve", "onc+tcp://127.0.0.1:0", "--idl", &no_program],
            "needs a `program`",
        ),
        (
            &[
                "serve",
                "onc+tcp://127.0.0.1:0",
                "--idl",
                &bench,
                "--reply",
                "add",
            ],
            "OPERATION=JSON",
        ),
        (
            &[
                "serve",
                "onc+tcp://127.0.0.1:0",
                "--idl",
                &bench,
                "--reply",
                "ad=1",
            ],
            "`add`",
        ),
        (
            &[
                "serve",
                "onc+tcp://127.0.0.1:0",
                "--idl",
                &bench,
                "--reply",
                "add=x",
            ],
            "not JSON",
        ),
        // It is the value that is wrong, though the last interface has no such operation.
        (
            &[
                "serve",
                "onc+tcp://127.0.0.1:0",
                "--idl",
                &versions,
                "--reply",
                "f=\"x\"",
            ],
            "integer",
        ),
        (&["list", "here"], "onc+udp://host:port"),
    ];
    for (arguments, part) in cases {
        let done = run(arguments);
        assert_eq!(done.code, 2, "{arguments:?}: {done:?}");
        assert!(done.stderr.contains(part), "{arguments:?}: {done:?}");
        assert_eq!(done.stdout, "", "{arguments:?}");
    }
}

#[test]
fn calls_print_their_results_as_json() {
    let server = Serving::start(&["onc+tcp://127.0.0.1:0", "--echo", "--reply", "ADD=42"]);
    let at = server.binding();
    for arguments in [
        &["add", "[2, 3]"][..],
        &["ADD", r#"{"b": 3, "a": 2}"#],
        &["BENCH_V1.add", "-d", "[2, 3]"],
        &["bench_v1.add", "--interface", "ignored", "[2, -3]"],
    ] {
        let done = call(at, arguments);
        assert_eq!((done.code, done.stdout.as_str()), (0, "42\n"), "{done:?}");
        assert_eq!(done.stderr, "");
    }
    assert_eq!(call(at, &["nothing"]).stdout, "null\n");
    assert_eq!(call(at, &["concat", r#"["ä", ""]"#]).stdout, "\"ä\"\n");
    // Fields come in the order of the definition.
    let done = call(at, &["request", r#"[{"id": 1, "photo": false}]"#]);
    let keys = [
        "id",
        "first_name",
        "last_name",
        "age",
        "email",
        "phone",
        "newsletter",
        "latitude",
        "longitude",
        "photo",
    ];
    let places: Vec<_> = keys
        .iter()
        .map(|k| done.stdout.find(&format!("\"{k}\"")).unwrap())
        .collect();
    assert!(places.is_sorted(), "{}", done.stdout);
}

#[test]
fn arguments_come_from_files_and_standard_input() {
    let server = Serving::start(&["onc+tcp://127.0.0.1:0", "--echo"]);
    let scratch = Scratch::new("arguments");
    let file = scratch.file("arguments.json", r#"{"left": "from a file", "right": ""}"#);
    let done = call(server.binding(), &["concat", &format!("@{file}")]);
    assert_eq!(done.stdout, "\"from a file\"\n", "{done:?}");
    let bench = bench();
    let arguments = ["call", server.binding(), "concat", "@-", "--idl", &bench];
    let done = run_with_input(&arguments, r#"["from a pipe", ""]"#);
    assert_eq!(done.stdout, "\"from a pipe\"\n", "{done:?}");
}

#[test]
fn failed_calls_tell_by_whose_fault() {
    let scratch = Scratch::new("faults");
    let other = scratch.file(
        "other.x",
        "program OTHER { version O { int f(void) = 1; } = 1; } = 0x20000777;",
    );
    let server = Serving::start(&["onc+udp://127.0.0.1:0", "onc+tcp://127.0.0.1:0"]);
    let refused = run(&["call", server.binding(), "f", "--idl", &other]);
    assert_eq!(refused.code, 65, "{refused:?}");
    assert!(refused.stderr.contains("does not offer"), "{refused:?}");

    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let at = format!("onc+udp://{}", silent.local_addr().unwrap());
    let late = call(&at, &["nothing", "--timeout", "0.1"]);
    assert_eq!(late.code, 67, "{late:?}");

    // Bound and dropped: nobody listens there.
    let gone = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let at = format!("onc+tcp://{gone}");
    let unreachable = call(&at, &["nothing"]);
    assert_eq!(unreachable.code, 68, "{unreachable:?}");
    assert!(unreachable.stderr.contains(&at), "{unreachable:?}");

    let large = format!("[{{\"hex\": \"{}\"}}]", "00".repeat(70_000));
    let file = scratch.file("large.json", &large);
    let too_large = call(server.binding(), &["echo", &format!("@{file}")]);
    assert_eq!(too_large.code, 70, "{too_large:?}");
    assert!(too_large.stderr.contains("65507"), "{too_large:?}");

    let liar = TcpListener::bind("127.0.0.1:0").unwrap();
    let at = format!("onc+tcp://{}", liar.local_addr().unwrap());
    let lies = std::thread::spawn(move || {
        let (mut stream, _) = liar.accept().unwrap();
        stream
            .write_all(b"SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n")
            .unwrap();
        let _ = std::io::copy(&mut stream, &mut std::io::sink());
    });
    let broken = call(&at, &["nothing", "--timeout", "5"]);
    assert_eq!(broken.code, 66, "{broken:?}");
    lies.join().unwrap();
}

#[test]
fn a_broadcast_prints_a_line_for_each_answer() {
    let server = Serving::start(&["onc+udp://127.0.0.1:0", "--reply", "add=5"]);
    let at = server.binding();
    let done = call(at, &["add", "[2, 3]", "--broadcast", "--timeout", "0.3"]);
    let from = at.strip_prefix("onc+udp://").unwrap();
    assert_eq!(
        done.stdout,
        format!("{{\"from\":\"{from}\",\"result\":5}}\n")
    );
    assert_eq!(done.code, 0, "{done:?}");
    let silent = UdpSocket::bind("127.0.0.1:0").unwrap();
    let at = format!("onc+udp://{}", silent.local_addr().unwrap());
    let done = call(&at, &["add", "[2, 3]", "--broadcast", "--timeout", "0.1"]);
    assert_eq!(done.code, 67, "{done:?}");
    assert!(done.stderr.contains("no server replied"), "{done:?}");
}

#[test]
fn completions_are_scripts_of_their_shells() {
    let bash = run(&["completions", "bash"]);
    let checked = program::bash_syntax(&bash.stdout);
    assert!(checked.code == 0, "{checked:?}");
    for (shell, part) in [
        ("bash", "complete -F _manyrpc"),
        ("zsh", "#compdef manyrpc"),
        ("fish", "complete -c manyrpc"),
    ] {
        let done = run(&["completions", shell]);
        assert_eq!(done.code, 0, "{done:?}");
        assert!(done.stdout.contains(part), "{shell}");
        assert!(done.stdout.contains("no-reply-cache"), "{shell}");
    }
}

#[test]
fn every_error_of_every_definition_is_reported() {
    let scratch = Scratch::new("check");
    let bad = scratch.file(
        "bad.x",
        "struct a { missing b; };\nstruct c { absent d; };\nconst e = f;\n",
    );
    let good = bench();
    let done = run(&["idl", "check", &bad, &good]);
    assert_eq!(done.code, 1, "{done:?}");
    for part in [
        "missing",
        "absent",
        "`f`",
        "bench.x: fine: 1 interface, 9 operations",
    ] {
        assert!(done.stderr.contains(part), "{part}: {done:?}");
    }
    assert_eq!(run(&["idl", "check", &good]).code, 0);
    for command in ["print", "gen"] {
        let done = run(&["idl", command, &bad]);
        assert_eq!((done.code, done.stdout.as_str()), (1, ""), "{done:?}");
    }
    let nowhere = run(&["idl", "check", &scratch.path("nowhere.x")]);
    assert_eq!(nowhere.code, 1, "{nowhere:?}");
    assert!(nowhere.stderr.contains("nowhere.x"), "{nowhere:?}");
    // A call with such a definition reports it in the same way.
    assert_eq!(
        run(&["call", "onc+tcp://127.0.0.1:1", "f", "--idl", &bad]).code,
        1
    );
}

#[test]
fn printed_definitions_are_definitions() {
    for name in ["bench.x", "rpcbind.x"] {
        let file = interfaces().join(name).display().to_string();
        let printed = run(&["idl", "print", &file]);
        assert_eq!(printed.code, 0, "{printed:?}");
        let checked = run_with_input(&["idl", "check", "/dev/stdin"], &printed.stdout);
        assert_eq!(checked.code, 0, "{checked:?}");
        let again = run_with_input(&["idl", "print", "/dev/stdin"], &printed.stdout);
        assert_eq!(again.stdout, printed.stdout, "{name}");
    }
    for name in ["bench.idl", "epm.idl"] {
        let scratch = Scratch::new("printed");
        let file = interfaces().join(name).display().to_string();
        let printed = run(&["idl", "print", &file]);
        assert_eq!(printed.code, 0, "{printed:?}");
        let copy = scratch.file(name, &printed.stdout);
        let again = run(&["idl", "print", "--as", "idl", &copy]);
        assert_eq!(again.stdout, printed.stdout, "{name}");
        let refused = run(&["idl", "print", "--as", "x", &copy]);
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.stderr.contains("UUID"), "{refused:?}");
    }
    let generated = run(&["idl", "gen", "--undescribed", &bench()]);
    let generator = include_str!("../../manyrpc-lab/src/generated/bench.rs");
    assert_eq!(generated.stdout, generator);
    let described = run(&["idl", "gen", &bench()]);
    assert!(
        described
            .stdout
            .contains("DEFINITION.interface(\"BENCH_V1\")")
    );
}

#[test]
fn stubs_of_several_definitions_go_into_a_directory() {
    let rpcbind = interfaces().join("rpcbind.x").display().to_string();
    let refused = run(&["idl", "gen", &bench(), &rpcbind]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.stderr.contains("--output"), "{refused:?}");

    let directory = std::env::temp_dir().join(format!("manyrpc-gen-{}", std::process::id()));
    std::fs::create_dir(&directory).unwrap();
    let to = directory.display().to_string();
    let bare = ["idl", "gen", "--undescribed"];
    let written = run(&[&bare[..], &[&bench(), &rpcbind, "--output", &to]].concat());
    let bench = std::fs::read_to_string(directory.join("bench.rs")).unwrap();
    let both = directory.join("rpcbind.rs").exists();
    std::fs::remove_dir_all(&directory).unwrap();
    assert_eq!((written.code, both), (0, true), "{written:?}");
    assert_eq!(
        bench,
        include_str!("../../manyrpc-lab/src/generated/bench.rs")
    );
}

#[test]
fn what_is_between_must_make_sense() {
    for command in [&["compare"][..], &["study", "netwise"]] {
        for (testbed, hint) in [
            (&["--between", "mars"][..], "namespaces,10Mbit"),
            (&["--background", "60%"], "give it one"),
            (&["--impair", "los=5%"], "loss=5%"),
            (&["--between", "hosts=127.0.0.1:1"], "--key-file"),
        ] {
            let done = run(&[command, testbed].concat());
            assert_eq!(done.code, 2, "{done:?}");
            assert!(done.stderr.contains(hint), "{done:?}");
        }
    }
}

#[test]
fn the_help_of_compare_names_every_system() {
    let help = run(&["compare", "--help"]).stdout;
    for system in [
        "raw-tcp",
        "onc-udp",
        "dce-co",
        "ncs",
        "json-rpc",
        "json-rpc-http",
        "xml-rpc",
        "grpc",
    ] {
        let named = help.contains(&format!("{system},")) || help.contains(&format!("{system})"));
        assert!(named, "{system}: {help}");
    }
}

#[test]
fn readers_that_leave_early_are_no_failure() {
    let server = Serving::start(&["onc+tcp://127.0.0.1:0"]);
    let bench = bench();
    let cases: [&[&str]; 5] = [
        &["idl", "print", &bench],
        &["idl", "gen", &bench],
        &["completions", "bash"],
        &["call", server.binding(), "nothing", "--idl", &bench],
        &["--help"],
    ];
    for arguments in cases {
        let (reader, closed) = std::io::pipe().unwrap();
        drop(reader);
        let output = manyrpc(arguments)
            .stdout(closed)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!stderr.contains("panicked"), "{arguments:?}: {stderr}");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {stderr}");
    }
    // The same of those who read what goes wrong.
    let (reader, closed) = std::io::pipe().unwrap();
    drop(reader);
    let mut misuse: Command = manyrpc(&["list", "here"]);
    assert_eq!(misuse.stderr(closed).status().unwrap().code(), Some(2));
}

#[test]
fn what_only_c_defines_comes_from_a_prelude() {
    let scratch = Scratch::new("prelude");
    let text = "program P { version V { stamp F(stamp) = 1; } = LATEST; } = 0x20000001;\n";
    let definition = scratch.file("p.x", text);
    let prelude = "struct stamp { string zone<>; int at; };\nconst LATEST = 3;\n";
    let prelude = scratch.file("c.x", prelude);
    let lacks = run(&["idl", "check", &definition]);
    assert_eq!(lacks.code, 1, "{lacks:?}");
    for what in ["there is no type `stamp`", "there is no constant `LATEST`"] {
        assert!(lacks.stderr.contains(what), "{what}: {lacks:?}");
    }
    let has = run(&["idl", "check", &definition, "--prelude", &prelude]);
    assert!(has.stderr.contains("1 type, 1 constant"), "{has:?}");
    let options = ["--prelude", &prelude, "--strings", "bytes"];
    let stubs = run(&[&["idl", "gen", &definition][..], &options].concat());
    assert!(
        stubs.stdout.contains("pub zone: stub::ByteText<'a>"),
        "{stubs:?}"
    );

    let arguments = ["onc+tcp://127.0.0.1:0", "--prelude", &prelude, "--echo"];
    let server = Serving::of(&definition, &arguments);
    let at = server.binding();
    let called = run(&[
        "call",
        at,
        "F",
        r#"[{"zone": "CET", "at": 7}]"#,
        "--idl",
        &definition,
        "--prelude",
        &prelude,
        "--compact",
    ]);
    assert_eq!(called.stdout, "{\"zone\":\"CET\",\"at\":7}\n", "{called:?}");
}
