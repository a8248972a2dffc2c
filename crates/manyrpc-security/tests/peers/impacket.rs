//! impacket's client calls us.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;

use manyrpc::security::Level;
use manyrpc::security::mechanisms::Acceptors;
use manyrpc::security::mechanisms::ntlm::Users;

use crate::echo;

/// What impacket's client (`peers/impacket/client.py`) answers to each of these lines.
fn say(port: u16, lines: &[&str]) -> Vec<String> {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../peers/impacket/client.py"
    );
    let mut child = Command::new("/usr/bin/python3")
        .args([script, "127.0.0.1", &port.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Debian's Python is installed");
    let mut input = child.stdin.take().expect("piped");
    for line in lines {
        writeln!(input, "{line}").expect("impacket reads");
    }
    drop(input);
    let answers = BufReader::new(child.stdout.take().expect("piped")).lines();
    let answers = answers.map(|line| line.expect("text")).collect();
    child.wait().expect("impacket ends");
    answers
}

/// At level packet impacket sends no signatures, which we refuse; so it is left out.
#[test]
fn impacket_calls_us_with_ntlm() {
    let users = Users::new().with("ann", "sesame");
    let acceptors = Acceptors::new("manyrpc").with_users(Arc::new(users));
    for (name, level) in [
        ("connect", Level::Connect),
        ("integrity", Level::Integrity),
        ("privacy", Level::Privacy),
    ] {
        let (_running, port, seen) = echo::serve(acceptors.clone(), level);
        let login = format!("login {name} ann sesame");
        let answers = say(
            port,
            &[
                &login,
                "add 41",
                "echo 100",
                "echo 3000",
                "source 9000",
                "sink 2000",
            ],
        );
        let right = [
            r#"{"ok": 42}"#,
            r#"{"ok": 100}"#,
            r#"{"ok": 3000}"#,
            r#"{"ok": 9000}"#,
        ];
        assert_eq!(answers[1..5], right, "{name}");
        assert!(answers[5].starts_with(r#"{"ok""#), "{name}: {}", answers[5]);
        assert_eq!(seen.take(), ["ann"; 5], "{name}");
    }
}
