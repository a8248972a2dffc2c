//! Parts of suites that run in separate network namespaces, where every port is free: a process of the
//! suites' command, in namespaces that end with it.
//!
//! Needs util-linux (`unshare`) and iproute2 (`ip`), and root, or a kernel that allows unprivileged user
//! namespaces.

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use manyrpc_conformance::suite::Plan;

/// A part: it gets arguments and prints its results.
pub type Part = fn(&[String]) -> Result<(), String>;

/// Runs a part in fresh namespaces with only a loopback interface; returns its output.
///
/// # Errors
/// It cannot be run, or failed.
pub fn run(plan: &Plan, part: &str, arguments: &[&str]) -> Result<String, String> {
    let mut unshare = Command::new("unshare");
    if !is_root() {
        unshare.arg("--map-root-user");
    }
    unshare
        .args(["--net", "--mount", "--pid", "--fork", "--mount-proc"])
        .arg("--kill-child=KILL");
    within(unshare, plan, part, arguments)
}

/// Runs a part through a wrapper program, which sets up its environment and executes the command after its
/// own arguments; returns the output.
///
/// # Errors
/// It cannot be run, or failed.
pub fn within(
    mut place: Command,
    plan: &Plan,
    part: &str,
    arguments: &[&str],
) -> Result<String, String> {
    let testee = plan.testee.first().map_or(Path::new(""), |p| p);
    let output = place
        .args([testee.as_os_str(), OsStr::new("inside"), OsStr::new(part)])
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{}: {e}", place.get_program().to_string_lossy()))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(said),
        false => Err(format!(
            "{}: {said}{}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )),
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}

/// The entry point of the process started by [`run`]; `parts` are all that there are, by name.
pub fn main(parts: &[(&str, Part)], part: &str, arguments: &[String]) -> ExitCode {
    let found = parts.iter().find(|(name, _)| *name == part);
    let done = match found {
        Some((_, part)) => up().and_then(|()| part(arguments)),
        None => Err(format!("no part is called `{part}`")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Brings the loopback interface up.
fn up() -> Result<(), String> {
    let done = Command::new("ip")
        .args(["link", "set", "lo", "up"])
        .status();
    match done {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("ip: {status}")),
        Err(e) => Err(format!("ip: {e}")),
    }
}
