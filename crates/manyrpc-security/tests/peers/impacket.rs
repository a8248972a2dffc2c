//! impacket's client calls us.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use manyrpc::security::Level;
use manyrpc::security::mechanisms::Acceptors;
use manyrpc::security::mechanisms::ntlm::Users;

use crate::kdc::{REALM, with_kdc};
use crate::world::World;
use crate::{PROVIDERS, echo};

/// The answers of impacket's client (`peers/impacket/client.py`) to each of these lines.
fn say(port: u16, cache: &Path, lines: &[&str]) -> Vec<String> {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../peers/impacket/client.py"
    );
    // impacket waits forever on a closed connection.
    let mut child = Command::new("timeout")
        .args([
            "20",
            "/usr/bin/python3",
            script,
            "127.0.0.1",
            &port.to_string(),
        ])
        .env("KRB5CCNAME", cache)
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

/// At level packet impacket sends no signatures, which we refuse; so that level is omitted.
#[test]
fn impacket_calls_us_with_ntlm() {
    let users = Users::new().with("ann", "sesame");
    let acceptors = Acceptors::new("manyrpc").with_users(Arc::new(users));
    for (name, level) in [
        ("connect", Level::Connect),
        ("integrity", Level::Integrity),
        ("privacy", Level::Privacy),
    ] {
        for (world, provider) in World::in_all(PROVIDERS) {
            let acceptors = acceptors.clone().by(provider);
            let (_served, port, seen) = echo::serve(world, acceptors, level);
            let login = format!("login {name} ann sesame");
            call(port, Path::new("no-tickets"), &login);
            assert_eq!(seen.take(), ["ann"; 6], "{name}, {provider:?}, {world:?}");
        }
    }
}

/// Calls of all kinds after a login; `again` begins a second security context on the same
/// connection.
fn call(port: u16, cache: &Path, login: &str) {
    let answers = say(
        port,
        cache,
        &[
            login,
            "add 41",
            "echo 100",
            "echo 3000",
            "source 9000",
            "sink 2000",
            "again",
            "add 4",
        ],
    );
    let right = [
        r#"{"ok": 42}"#,
        r#"{"ok": 100}"#,
        r#"{"ok": 3000}"#,
        r#"{"ok": 9000}"#,
        r#"{"ok": 2000}"#,
        r#"{"ok": "altered"}"#,
        r#"{"ok": 5}"#,
    ];
    assert_eq!(answers[1..], right, "{login}");
}

/// Its Kerberos works only within SPNEGO, and takes the service's ticket from a cache. It cannot
/// sign (0.10 mixes text and bytes there), so level integrity is omitted.
#[test]
fn impacket_calls_us_with_kerberos() {
    with_kdc("impacket::impacket_calls_us_with_kerberos", |realm| {
        realm.add_user("ann", "sesame");
        let keytab = realm.add_service("host/server.test", "service.keytab");
        let cache = realm.kinit("ann", "sesame", "cache");
        let mut buy = Command::new("kvno");
        let bought = buy.arg("-c").arg(&cache).arg("host/server.test").output();
        assert!(bought.expect("kvno is installed").status.success());
        let acceptors = Acceptors::new("manyrpc").with_keytab(&keytab, None);
        let acceptors = acceptors.expect("keys");
        let ann = format!("ann@{REALM}");
        for (name, level) in [("connect", Level::Connect), ("privacy", Level::Privacy)] {
            for (world, provider) in World::in_all(PROVIDERS) {
                let acceptors = acceptors.clone().by(provider);
                let (_served, port, seen) = echo::serve(world, acceptors, level);
                call(port, &cache, &format!("ticket {name} {ann} server.test"));
                assert_eq!(seen.take(), [&*ann; 6], "{name}, {provider:?}, {world:?}");
            }
        }
    });
}
