//! Samba's suite of PDUs written byte by byte, whose expectations are what Windows answers.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use manyrpc_conformance::suite::{Case, Plan, Suite, root};

use super::{realm, server, subunit};
use crate::inside;

/// The suite.
pub const SUITE: Suite = Suite {
    name: "dce-raw",
    about: "Samba's raw_protocol: PDUs byte by byte against our server, with the answers of Windows",
    known: KNOWN,
    run,
};

const KNOWN: &str = include_str!("../../known_failures/dce-raw.txt");

const MODULE: &str = "samba.tests.dcerpc.raw_protocol";
const CLASS: &str = "samba.tests.dcerpc.raw_protocol.TestDCERPC_BIND.";

/// What a reason says that Samba's own daemon can be asked about.
const SAMBA_TOO: &str = "Samba's daemon fails, too";

/// The suite waits most of the time, so that many processes share it.
const PROCESSES: usize = 16;

/// How many security contexts our server takes on a connection.
const SECURITY_CONTEXTS: &str = "64";

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let mut cases = subunit::cases(&inside::run(plan, "dce-raw", &[])?, CLASS);
    if !plan.quick {
        cases.extend(witness(plan)?);
    }
    Ok(cases)
}

/// Samba's own daemon, as a witness of our reasons: a case for each that calls it one.
fn witness(plan: &Plan) -> Result<Vec<Case>, String> {
    let serve = Command::new(root().join("peers/samba/serve.sh"));
    let said = inside::within(serve, plan, "dce-raw-samba", &[])?;
    let passed = subunit::cases(&said, CLASS);
    let told = KNOWN.lines().filter(|line| line.contains(SAMBA_TOO));
    let told = told.filter_map(|line| line.split_once(" -- "));
    let judged = told.map(|(test, _)| Case {
        name: format!("{test} with Samba's daemon"),
        result: match passed.iter().find(|case| case.name == test) {
            Some(case) if case.result.is_err() => Ok(()),
            Some(_) => Err("Samba's daemon passes it".to_owned()),
            None => Err("it did not run".to_owned()),
        },
    });
    Ok(judged.collect())
}

/// In namespaces: a realm of Kerberos, and what knows it.
///
/// # Errors
/// That has failed.
pub fn inside(_: &[String]) -> Result<(), String> {
    realm::run("dce-raw-realm", &[])
}

/// In namespaces with a realm: our server, and the suite that calls it.
///
/// # Errors
/// The server does not start, or the suite.
pub fn with_realm(arguments: &[String]) -> Result<(), String> {
    let [keytab, configuration] = arguments else {
        return Err("a keytab and a configuration are needed".to_owned());
    };
    let running = server::start(Some(Path::new(keytab)))?;
    let said = print_all(&Target {
        name: realm::NAME,
        realm: realm::REALM,
        configuration,
    });
    running.stop();
    said
}

/// Beside Samba's daemon, where `peers/samba/serve.sh` put us: the suite that calls it.
///
/// # Errors
/// The suite does not start.
pub fn of_samba(_: &[String]) -> Result<(), String> {
    let configuration = env::var("SAMBA_CONFIGURATION").map_err(|e| e.to_string())?;
    print_all(&Target {
        name: "127.0.0.1",
        realm: "PEER.TEST",
        configuration: &configuration,
    })
}

/// Whom the suite calls, at this host's loopback address.
struct Target<'a> {
    /// As Kerberos knows it.
    name: &'a str,
    realm: &'a str,
    /// Of Samba's library.
    configuration: &'a str,
}

impl Target<'_> {
    /// Samba's runner of tests.
    fn runner(&self) -> Command {
        let (user, password) = server::USER;
        // Debian's modules are for Debian's own interpreter.
        let mut runner = Command::new("/usr/bin/python3");
        runner
            .args(["-m", "samba.subunit.run"])
            .env("SMB_CONF_PATH", self.configuration)
            .env("SERVER", "127.0.0.1")
            .env("TARGET_HOSTNAME", self.name)
            .env("USERNAME", user)
            .env("PASSWORD", password)
            .env("DOMAIN", realm::WORKGROUP)
            .env("REALM", self.realm)
            .env("MAX_NUM_AUTH", SECURITY_CONTEXTS)
            .stdin(Stdio::null())
            .stderr(Stdio::null());
        runner
    }

    /// What it prints when it is told this.
    fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let output = self.runner().args(arguments).output();
        let output = output.map_err(|e| format!("/usr/bin/python3: {e}"))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Runs all tests and prints what the runner says. Its exit status says whether all passed, which is
/// for us to judge.
fn print_all(target: &Target<'_>) -> Result<(), String> {
    let list = target.run(&["--list", MODULE])?;
    let tests: Vec<&str> = list
        .lines()
        .filter(|line| line.starts_with(CLASS))
        .collect();
    if tests.is_empty() {
        return Err(format!("no tests: python3-samba is needed\n{list}"));
    }
    let said = thread::scope(|scope| {
        let tests = &tests;
        let shares = (0..PROCESSES.min(tests.len())).map(|at| {
            scope.spawn(move || {
                let share: Vec<&str> = tests.iter().skip(at).step_by(PROCESSES).copied().collect();
                target.run(&share)
            })
        });
        let shares: Vec<_> = shares.collect();
        let joined = shares.into_iter().map(|share| share.join());
        let said = joined.map(|said| said.unwrap_or_else(|_| Err("it panicked".to_owned())));
        said.collect::<Result<Vec<String>, String>>()
    })?;
    print!("{}", said.concat());
    Ok(())
}
