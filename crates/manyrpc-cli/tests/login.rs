//! Security on the command line: who calls proves it, and who does not is refused.

#[path = "support/program.rs"]
mod program;

use program::{Done, Scratch, Serving, interfaces, run, run_with_input};

const ACCOUNTS: &str = "alice:a password: with colons\n\nbob:öther\n";

fn call(at: &str, options: &[&str], input: &str) -> Done {
    let bench = interfaces().join("bench.idl").display().to_string();
    let words = ["call", at, "--idl", &bench, "add", "[2, 3]"];
    run_with_input(&[&words, options].concat(), input)
}

#[test]
fn users_prove_who_they_are_and_others_are_refused() {
    let scratch = Scratch::new("login");
    let accounts = scratch.file("accounts", ACCOUNTS);
    let password = scratch.file("password", "a password: with colons\n");
    let from_file = ["--user", "alice", "--password-file", &password];
    let serve = |options: &[&str]| {
        let users = ["--users", &accounts, "--least-level=integrity"];
        let words = ["dce+tcp://127.0.0.1:0", "--reply=add=5"];
        Serving::of("bench.idl", &[&words[..], &users, options].concat())
    };
    let (system, own) = (["--auth-by", "system"], ["--auth-by", "own"]);
    for (served, called) in [(system, own), (own, system)] {
        let mut server = serve(&served);
        let at = server.binding().to_owned();
        for (mechanism, level) in [
            ("ntlm", "integrity"),
            ("ntlm", "privacy"),
            ("spnego", "privacy"),
        ] {
            let how = ["--auth", mechanism, "--level", level];
            let done = call(&at, &[&how[..], &from_file, &called].concat(), "");
            assert_eq!((done.code, &done.stdout[..]), (0, "5\n"), "{done:?}");
            let line = server.line();
            assert!(line.contains(", alice: bench.add"), "{line}");
        }
    }
    let server = serve(&[]);
    let at = server.binding().to_owned();
    let typed = ["--auth", "ntlm", "--user", "bob", "--password-file", "-"];
    assert_eq!(call(&at, &typed, "öther\n").code, 0);
    for (options, input, part) in [
        (&typed[..], "wrong\n", "access denied"),
        (&[][..], "", "access denied"),
        (
            &[&typed[..], &["--level", "connect"]].concat(),
            "öther\n",
            "access denied",
        ),
    ] {
        let done = call(&at, options, input);
        assert_ne!(done.code, 0, "{options:?}");
        assert!(done.stderr.contains(part), "{options:?}: {done:?}");
    }
}

#[test]
fn what_is_misused_is_said_with_what_to_do() {
    let scratch = Scratch::new("login-misuse");
    let accounts = scratch.file("accounts", "alice\n");
    let at = "dce+tcp://127.0.0.1:1";
    for (target, options, part) in [
        (at, &["--auth", "ntlm"][..], "needs --user"),
        (
            at,
            &["--auth", "ntlm", "--user", "alice"],
            "MANYRPC_PASSWORD",
        ),
        (at, &["--user", "alice"], "--auth"),
        (at, &["--auth", "telepathy"], "possible values"),
        (at, &["--auth-by", "own"], "--auth"),
        (
            "dce+udp://127.0.0.1:1",
            &["--auth", "kerberos"],
            "only calls over `dce+tcp`",
        ),
    ] {
        let done = call(target, options, "");
        assert_eq!(done.code, 2, "{options:?}: {done:?}");
        assert!(done.stderr.contains(part), "{options:?}: {done:?}");
    }
    let bench = interfaces().join("bench.idl").display().to_string();
    for (options, part) in [
        (
            &["--users", &accounts[..]][..],
            "accounts:1: not NAME:PASSWORD",
        ),
        (&["--users", "/nonexistent"], "cannot read /nonexistent"),
        (
            &["--least-level", "privacy"],
            "--least-level needs --users or --keytab",
        ),
        (&["--auth-by", "own"], "--auth-by needs --users or --keytab"),
        (&["--keytab", "/nonexistent"], "/nonexistent"),
    ] {
        let words = ["serve", "dce+tcp://127.0.0.1:0", "--idl", &bench];
        let done = run(&[&words[..], options].concat());
        assert_eq!(done.code, 2, "{options:?}: {done:?}");
        assert!(done.stderr.contains(part), "{options:?}: {done:?}");
    }
}
