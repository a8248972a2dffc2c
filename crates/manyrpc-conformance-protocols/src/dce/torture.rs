//! Samba's smbtorture: whole clients, in every kind of binding.

use std::collections::VecDeque;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

use manyrpc_conformance::suite::{Case, Plan, Suite};

use super::{realm, server, subunit};
use crate::world::World;
use crate::{in_all_worlds, inside};

/// The suite.
pub const SUITE: Suite = Suite {
    name: "dce-torture",
    about: "Samba's smbtorture calls our mapper, management and servers, in every kind of binding",
    known: include_str!("../../known_failures/dce-torture.txt"),
    run,
};

/// Its suites that need neither a domain nor files.
const SUITES: [&str; 6] = [MAPPER, "mgmt", "echo", "bind", "altercontext", "handles"];

/// The suite that changes and counts the mapper's entries, so it runs alone.
const MAPPER: &str = "epmapper";

/// Its binding options: none; the other byte order; validation of marshalling in both directions; zero
/// padding; every mechanism at every level. 64-bit NDR is left out, since the option makes it mandatory, and
/// neither we nor Samba's daemon support it.
const OPTIONS: [&str; 19] = [
    "",
    "bigendian",
    "validate",
    "padcheck",
    "connect,ntlm",
    "packet,ntlm",
    "sign,ntlm",
    "seal,ntlm",
    "sign,ntlm,bigendian",
    "seal,ntlm,validate,padcheck",
    "connect,spnego",
    "packet,spnego",
    "sign,spnego",
    "seal,spnego",
    "seal,spnego,bigendian",
    "packet,krb5",
    "sign,krb5",
    "seal,krb5",
    "seal,krb5,bigendian",
];

/// The options of the quick run.
const QUICK: [&str; 6] = [
    "",
    "bigendian",
    "sign,ntlm",
    "seal,spnego",
    "seal,ntlm,validate,padcheck",
    "sign,krb5",
];

/// Concurrent clients; some of their tests wait.
const AT_ONCE: usize = 8;

fn run(plan: &Plan) -> Result<Vec<Case>, String> {
    let options = if plan.quick { &QUICK[..] } else { &OPTIONS };
    in_all_worlds(|world| {
        let world = world.to_string();
        let arguments = [&[&*world][..], options].concat();
        Ok(cases(&inside::run(plan, "dce-torture", &arguments)?))
    })
}

/// The cases of all runs that there was something said of.
fn cases(said: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    for run in said.split(RUN).skip(1) {
        let (name, said) = run.split_once('\n').unwrap_or((run, ""));
        let of_run = subunit::cases(said, "");
        if of_run.is_empty() {
            let result = Err(said.lines().last().unwrap_or("it says nothing").to_owned());
            let name = name.to_owned();
            cases.push(Case { name, result });
        }
        cases.extend(of_run.into_iter().map(|case| Case {
            name: format!("{name} {}", case.name),
            ..case
        }));
    }
    cases
}

/// The prefix of each run's name.
const RUN: &str = "=== ";

/// In namespaces: sets up a Kerberos realm and runs the next part in it.
///
/// # Errors
/// The part failed.
pub fn inside(arguments: &[String]) -> Result<(), String> {
    realm::run("dce-torture-realm", arguments)
}

/// In namespaces with a realm: runs our server and the suites against it.
///
/// # Errors
/// The server or the suites do not start.
pub fn with_realm(arguments: &[String]) -> Result<(), String> {
    let [keytab, configuration, world, options @ ..] = arguments else {
        return Err("a keytab, a configuration and a world are needed".to_owned());
    };
    let served = server::start(world.parse::<World>()?, Some(Path::new(keytab)))?;
    let runs = options
        .iter()
        .flat_map(|options| SUITES.map(|suite| (suite, &**options)))
        // smbtorture has its own mechanisms.
        .filter(|(suite, options)| *suite != "bind" || !options.contains("krb5"));
    let (of_mapper, others): (VecDeque<_>, VecDeque<_>) =
        runs.partition(|(suite, _)| *suite == MAPPER);
    let (of_mapper, others) = (Mutex::new(of_mapper), Mutex::new(others));
    thread::scope(|scope| {
        scope.spawn(|| carry_out(configuration, &of_mapper));
        for _ in 1..AT_ONCE {
            scope.spawn(|| carry_out(configuration, &others));
        }
    });
    served.stop();
    Ok(())
}

/// A suite and the options of its bindings.
type Run<'r> = (&'r str, &'r str);

fn carry_out(configuration: &str, waiting: &Mutex<VecDeque<Run<'_>>>) {
    let next = || {
        let mut waiting = waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.pop_front()
    };
    while let Some((suite, options)) = next() {
        let said = torture(configuration, suite, options);
        println!("{RUN}{suite} [{options}]\n{said}");
    }
}

/// smbtorture's output for one suite.
fn torture(configuration: &str, suite: &str, options: &str) -> String {
    let (user, password) = server::USER;
    let kerberos = options.contains("krb5");
    let login = match (
        options.contains("ntlm") || options.contains("spnego"),
        kerberos,
    ) {
        (_, true) => format!("{user}@{}%{password}", realm::REALM),
        (true, _) => format!("{}\\{user}%{password}", realm::WORKGROUP),
        // Nobody.
        (false, _) => "%".to_owned(),
    };
    let options = match options {
        "" => String::new(),
        options => format!(",{options}"),
    };
    let binding = format!(
        "ncacn_ip_tcp:127.0.0.1[{},target_hostname={}{options}]",
        server::PORT,
        realm::NAME
    );
    let folder = Path::new(configuration).parent().unwrap_or(Path::new("/"));
    let output = Command::new("smbtorture")
        .arg("--configfile")
        .arg(configuration)
        .arg("--basedir")
        .arg(folder)
        .arg(format!(
            "--use-kerberos={}",
            if kerberos { "required" } else { "off" }
        ))
        .arg(format!("--user={login}"))
        .args([&binding, &format!("rpc.{suite}")])
        .stdin(Stdio::null())
        .output();
    match output {
        Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
        Err(e) => format!("smbtorture: {e}"),
    }
}
