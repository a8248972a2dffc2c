//! Samba's suite of PDUs written byte by byte, which expects the answers of Windows.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use manyrpc_conformance::suite::{Case, Plan, Suite, root};

use super::{realm, server, subunit};
use crate::world::World;
use crate::{in_all_worlds, inside};

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

/// The text of a known failure's reason that Samba's own daemon can confirm.
const SAMBA_TOO: &str = "Samba's daemon fails, too";

/// The suite mostly waits, so it is divided among many processes.
const PROCESSES: usize = 16;

/// The number of security contexts that our server accepts per connection.
const SECURITY_CONTEXTS: &str = "64";

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let mut cases = in_all_worlds(|world| {
        let said = inside::run(plan, "dce-raw", &[&world.to_string()])?;
        Ok(subunit::cases(&said, CLASS))
    })?;
    if !plan.quick {
        cases.extend(witness(plan)?);
    }
    Ok(cases)
}

/// Confirms with Samba's own daemon the known failures whose reasons refer to it.
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

/// In namespaces: sets up a Kerberos realm and runs the next part in it.
///
/// # Errors
/// The part failed.
pub fn inside(world: &[String]) -> Result<(), String> {
    realm::run("dce-raw-realm", world)
}

/// In namespaces with a realm: runs our server and the suite against it.
///
/// # Errors
/// The server or the suite does not start.
pub fn with_realm(arguments: &[String]) -> Result<(), String> {
    let [keytab, configuration, world] = arguments else {
        return Err("a keytab, a configuration and a world are needed".to_owned());
    };
    let served = server::start(world.parse::<World>()?, Some(Path::new(keytab)))?;
    let said = print_all(&Target {
        name: realm::NAME,
        realm: realm::REALM,
        configuration,
    });
    served.stop();
    said
}

/// In the network of Samba's daemon, started by `peers/samba/serve.sh`: runs the suite against it.
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

/// The server under test, at the loopback address.
struct Target<'a> {
    /// Its Kerberos name.
    name: &'a str,
    realm: &'a str,
    /// Of Samba's library.
    configuration: &'a str,
}

impl Target<'_> {
    /// The command of Samba's test runner.
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

    /// Runs it with arguments and returns its output.
    fn run(&self, arguments: &[&str]) -> Result<String, String> {
        let output = self.runner().args(arguments).output();
        let output = output.map_err(|e| format!("/usr/bin/python3: {e}"))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// Runs all tests and prints the runner's output. Its exit status, which reports whether all passed, is
/// ignored.
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
