//! The command and objects of foreign ORBs: references in files, calls and exceptions, and clients of what `serve` serves.

#[path = "support/program.rs"]
mod program;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

use manyrpc::corba::{Iiop, Ior, Tagged};
use program::{Done, Serving, interfaces, run};

const ORBS: [&str; 3] = ["omniorb", "jacorb", "glassfish"];

/// A foreign program, which ends with its standard input.
struct Foreign {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Foreign {
    fn start(orb: &str, role: &str, arguments: &[&str]) -> Self {
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/build");
        let mut command = Command::new(built.join(orb).join(format!("{orb}_{role}")));
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command
            .spawn()
            .unwrap_or_else(|e| panic!("{command:?}: {e}; `peers/build.sh {orb}` builds it"));
        let output = BufReader::new(child.stdout.take().unwrap());
        Foreign { child, output }
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        assert!(!line.is_empty(), "it has ended");
        line.trim_end().to_owned()
    }

    /// The reference to a server's object with that key.
    fn reference(&mut self, key: &str) -> String {
        let told = format!("IOR {key} ");
        loop {
            if let Some(reference) = self.line().strip_prefix(&told) {
                return reference.to_owned();
            }
        }
    }

    fn ask(&mut self, command: &str) -> String {
        writeln!(self.child.stdin.as_mut().unwrap(), "{command}").unwrap();
        self.line()
    }
}

impl Drop for Foreign {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

fn features() -> String {
    interfaces()
        .join("corba/features.idl")
        .display()
        .to_string()
}

/// What `call` says of an operation of `features::Server`.
fn call(target: &str, operation: &str, arguments: &str) -> Done {
    let operation = format!("Server.{operation}");
    let idl = features();
    let mut words = vec!["call", "--compact", target, "--idl", &idl, &operation];
    words.extend(Some(arguments).filter(|a| !a.is_empty()));
    run(&words)
}

#[test]
fn objects_of_foreign_orbs_are_described_and_called() {
    for orb in ORBS {
        let mut server = Foreign::start(orb, "server", &["tcp"]);
        let file = std::env::temp_dir().join(format!("manyrpc-{}-{orb}.ior", std::process::id()));
        fs::write(&file, server.reference("features.Server")).unwrap();
        // As a shell has it: "$(cat FILE)".
        let reference = fs::read_to_string(&file).unwrap();
        fs::remove_file(&file).unwrap();

        let described = run(&["describe", &reference]);
        assert_eq!(described.code, 0, "{orb}: {described:?}");
        for part in [
            "interface   IDL:manyrpc.example/features/Server:1.0",
            "IIOP 1.2",
            "address   127.0.0.1:",
            "wide text UTF-16",
        ] {
            let text = &described.stdout;
            assert!(text.contains(part), "{orb}: {part} is not in\n{text}");
        }

        let told = |operation: &str, arguments: &str| {
            let done = call(&reference, operation, arguments);
            assert_eq!(done.code, 0, "{orb} {operation}: {done:?}");
            done.stdout.trim_end().to_owned()
        };
        assert_eq!(told("_get_constant", ""), "1989", "{orb}");
        assert_eq!(told("_set_motto", r#"["by été"]"#), "null", "{orb}");
        assert_eq!(told("_get_motto", ""), r#""by été""#, "{orb}");
        let any = r#"{"type":"sequence<long>","value":[1,-2]}"#;
        assert_eq!(told("echo_any", &format!("[{any}]")), any, "{orb}");
        let point = r#"{"type":"IDL:manyrpc.example/features/Point:1.0","value":{"x":5,"y":-6}}"#;
        assert_eq!(told("echo_any", &format!("[{point}]")), point, "{orb}");
        assert_eq!(told("echo_wstring", r#"["美咲"]"#), r#""美咲""#, "{orb}");

        let raised = call(&reference, "raise_user", "[7]");
        assert_ne!(raised.code, 0, "{orb}: {raised:?}");
        let why = &raised.stderr;
        assert!(
            why.contains("Failed") && why.contains("asked for"),
            "{orb}: {why}"
        );
        let standard = call(&reference, "raise_system", r#"["NO_RESOURCES", 99, 1]"#);
        let why = &standard.stderr;
        assert!(
            why.contains("NO_RESOURCES") && why.contains("0x63"),
            "{orb}: {why}"
        );
    }
}

/// What `catior` says of a reference: words of each line.
fn told_by_catior(reference: &str) -> Vec<Vec<String>> {
    let told = Command::new("catior").args(["-x", reference]).output();
    let told = String::from_utf8(told.expect("omniorb is installed").stdout).unwrap();
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    told.lines().map(words).collect()
}

#[test]
fn references_are_described_as_by_catior() {
    let two = "-ORBendPoint giop:tcp:127.0.0.1: -ORBendPoint giop:unix: -ORBendPointPublish giop:tcp:127.0.0.1:,addr,giop:unix:";
    let two: Vec<&str> = ["tcp", "0"].into_iter().chain(two.split(' ')).collect();
    let mut tags = 0;
    for (orb, arguments) in [
        ("omniorb", &two[..]),
        ("jacorb", &["tcp"]),
        ("glassfish", &["tcp"]),
    ] {
        let mut server = Foreign::start(orb, "server", arguments);
        let reference = server.reference("features.Server");
        let text = run(&["describe", &reference]).stdout;
        let json = run(&["describe", "--format", "json", &reference]).stdout;
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        let profile = &json["profiles"][0];
        let addresses: Vec<&str> = profile["addresses"]
            .as_array()
            .unwrap()
            .iter()
            .map(|at| at.as_str().unwrap())
            .collect();
        for words in told_by_catior(&reference) {
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            match words[..] {
                [_, "IIOP", version, host, port, key, ..] => {
                    assert_eq!(profile["version"], version, "{orb}");
                    assert_eq!(addresses[0], format!("{host}:{port}"), "{orb}");
                    assert_eq!(
                        format!("0x{}", profile["key"].as_str().unwrap()),
                        key,
                        "{orb}"
                    );
                }
                ["TAG_ALTERNATE_IIOP_ADDRESS", host, port] => {
                    tags += 1;
                    assert!(
                        addresses.contains(&&*format!("{host}:{port}")),
                        "{addresses:?}"
                    );
                }
                ["TAG_ORB_TYPE", name, ..] => {
                    tags += 1;
                    assert!(text.contains(&format!("made by   {name}")), "{text}");
                }
                ["TAG_CODE_SETS", "char", "native", "code", "set:", set] => {
                    tags += 1;
                    let set = set.replace("ISO-8859-1", "ISO 8859-1");
                    assert!(text.contains(&format!("text      {set}")), "{set}: {text}");
                }
                [tag, ..] if tag.starts_with("TAG_") => {
                    tags += 1;
                    let name = tag.trim_start_matches("TAG_");
                    assert!(
                        text.contains(&format!("component {name}, ")),
                        "{tag}: {text}"
                    );
                }
                _ => {}
            }
        }
    }
    assert!(tags >= 7, "{tags}");
}

/// The same of references by which nobody can be called from here: `catior` names the profile's tag, and whose it is.
#[test]
fn references_without_addresses_are_described() {
    let of_unix = Tagged {
        tag: 0x4154_5402,
        data: b"\x01\0\0\0".to_vec(),
    };
    let ior = Ior {
        type_id: "IDL:shop/Cart:1.0".to_owned(),
        profiles: vec![of_unix],
    };
    let described = run(&["describe", &ior.to_string()]);
    assert_eq!(described.code, 0, "{described:?}");
    for part in ["IDL:shop/Cart:1.0", "tag 0x41545402, 4 bytes"] {
        assert!(described.stdout.contains(part), "{described:?}");
    }
    let lines = told_by_catior(&ior.to_string()).concat();
    assert!(
        lines.iter().any(|word| word == "\"IDL:shop/Cart:1.0\""),
        "{lines:?}"
    );
    assert!(lines.iter().any(|word| word == "0x41545402"), "{lines:?}");
    // CORBA 3.0 section 13.6.2: nil.
    let nil = run(&["describe", &Ior::default().to_string()]);
    assert!(nil.stdout.contains("no object"), "{nil:?}");
    assert_ne!(run(&["describe", "IOR:0"]).code, 0);
}

#[test]
fn objects_that_are_no_contexts_are_not_listed() {
    let mut server = Foreign::start("omniorb", "server", &["tcp"]);
    let listed = run(&["list", &server.reference("features.Server")]);
    assert_ne!(listed.code, 0);
    let why = &listed.stderr;
    assert!(
        why.contains("is no `IDL:omg.org/CosNaming/NamingContext"),
        "{why}"
    );
}

/// What a reference says is somebody else's: a terminal does not obey it.
#[test]
fn references_do_not_command_the_terminal() {
    let profile = Iiop::new("127.0.0.1", 9, b"key");
    let ior = Ior {
        type_id: "IDL:\x1b[31mred:1.0".to_owned(),
        profiles: vec![profile.tagged()],
    };
    let described = run(&["describe", &ior.to_string()]);
    assert_eq!(described.code, 0, "{described:?}");
    let text = &described.stdout;
    assert!(text.contains(r"IDL:\u{1b}[31mred:1.0"), "{text}");
    let called = call(&ior.to_string(), "_get_constant", "");
    assert_ne!(called.code, 0, "{called:?}");
    let told = [text, &called.stdout, &called.stderr];
    assert!(
        !told.into_iter().any(|told| told.contains('\x1b')),
        "{called:?}"
    );
}

#[test]
fn foreign_clients_call_what_is_served() {
    let served = features();
    let server = Serving::of(&served, &["--echo", "iiop://127.0.0.1:0", "--quiet"]);
    let port = server
        .binding()
        .rsplit([':', '/'])
        .find_map(|part| part.parse::<u16>().ok());
    let port = port.expect("it tells its port").to_string();
    for orb in ORBS {
        let mut client = Foreign::start(orb, "client", &["tcp", "127.0.0.1", &port]);
        for case in ["scalars", "ragged", "sequences", "arrays", "tree"] {
            assert_eq!(client.ask(&format!("case {case}")), "ok", "{orb} {case}");
        }
    }
}
