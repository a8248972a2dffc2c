//! Samba's smbtorture examines us with its suite `rpc.echo`.

use std::process::Command;
use std::thread;

use crate::KNOWN;
use crate::known::judge;
use crate::programs::{Example, Scratch};
use crate::world::World;

/// What the suite consists of.
const TESTS: [&str; 10] = [
    "addone",
    "sinkdata",
    "echodata",
    "sourcedata",
    "testcall",
    "testcall2",
    "enum",
    "surrounding",
    "doublepointer",
    "sleep",
];

/// What its bindings can ask for: nothing; the other byte order; that its library marshals
/// everything both ways and compares; that padding is zeros; NTLM; NTLM within SPNEGO.
const OPTIONS: [&str; 10] = [
    "",
    "bigendian",
    "validate",
    "padcheck",
    "connect,ntlm",
    "packet,ntlm",
    "sign,ntlm",
    "seal,ntlm",
    "sign,spnego",
    "seal,spnego",
];

/// Runs the suite; gives how each of its tests went.
fn torture(port: &str, options: &str) -> Results {
    let scratch = Scratch::new(&format!("torture-{port}-{options}"));
    let binding = match options {
        "" => format!("ncacn_ip_tcp:127.0.0.1[{port}]"),
        _ => format!("ncacn_ip_tcp:127.0.0.1[{port},{options}]"),
    };
    let user = match secures(options) {
        true => "--user=MANYRPC\\ann%sesame",
        false => "--user=%",
    };
    let output = Command::new("smbtorture")
        .arg("--configfile")
        .arg(scratch.samba_configuration())
        .arg("--basedir")
        .arg(scratch.path())
        .args([user, &binding, "rpc.echo"])
        .output()
        .expect("smbtorture is installed (package samba-testsuite)");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let results = TESTS.map(|test| {
        let passed = said
            .lines()
            .any(|line| line == format!("success: echo.{test}"));
        let result = if passed {
            Ok(())
        } else {
            Err(reason(&said, test))
        };
        (format!("{options} {test}").trim_start().to_owned(), result)
    });
    results.into()
}

/// What smbtorture said of a test that did not succeed.
fn reason(said: &str, test: &str) -> String {
    match said.split_once(&format!("failure: echo.{test} [\n")) {
        Some((_, reason)) => reason.lines().next().unwrap_or_default().to_owned(),
        None => format!(
            "not carried out: {}",
            said.lines().last().unwrap_or_default()
        ),
    }
}

#[test]
fn smbtorture_calls_us() {
    for world in World::ALL {
        judge(KNOWN, "smbtorture-calls-us", world.told(examined(world)));
    }
}

fn examined(world: World) -> Results {
    let [own, system] = ["own", "system"].map(|provider| Example::secured_by(world, provider));
    thread::scope(|scope| {
        let ours = OPTIONS.map(|options| scope.spawn(|| torture(own.port(), options)));
        let port = system.port();
        let secured = OPTIONS.into_iter().filter(|options| secures(options));
        let theirs: Vec<_> = secured
            .map(|options| scope.spawn(move || by_the_system(torture(port, options))))
            .collect();
        let runs = ours.into_iter().chain(theirs);
        let results = runs.map(|run| run.join().expect("no thread panics"));
        results.flatten().collect()
    })
}

fn secures(options: &str) -> bool {
    options.ends_with("ntlm") || options.ends_with("spnego")
}

type Results = Vec<(String, Result<(), String>)>;

fn by_the_system(results: Results) -> Results {
    let named = |(case, result)| (format!("system {case}"), result);
    results.into_iter().map(named).collect()
}
