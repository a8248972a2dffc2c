//! ConnectRPC's conformance suite, of which gRPC is a part: its client tests our server, and its server our
//! client.
//!
//! The runner (`peers/connect-conformance`) starts this program itself as client or server
//! ([`server`](fn@server), [`client`](fn@client)), exchanging messages over standard input and output. It
//! prints the name of each case that it starts, and of those that fail.

#[cfg(connect_conformance)]
mod client;
#[cfg(connect_conformance)]
mod server;
#[cfg(connect_conformance)]
mod stubs;

use std::path::{Path, PathBuf};
use std::process::Command;

use manyrpc_conformance::suite::{Case, Plan, Suite, root};

use crate::in_all_worlds;
use crate::world::World;

/// Our server tested by its client.
pub(crate) const SERVER: Suite = Suite {
    name: "grpc-server",
    about: "our gRPC server under ConnectRPC's conformance client: h2c, TLS, certificates, gzip, streams",
    known: include_str!("../../known_failures/grpc-server.txt"),
    run: |plan| in_all_worlds(|world| examine(plan, world, "server", SERVER_CASES)),
};

/// Our client tested by its server.
pub(crate) const CLIENT: Suite = Suite {
    name: "grpc-client",
    about: "our gRPC client under ConnectRPC's conformance server, whose answers are odd and wrong, too",
    known: include_str!("../../known_failures/grpc-client.txt"),
    run: |plan| in_all_worlds(|world| examine(plan, world, "client", CLIENT_CASES)),
};

/// The numbers of the suite's cases, to detect missing ones.
const SERVER_CASES: usize = 570;
const CLIENT_CASES: usize = 646;

/// The features to test: all of gRPC.
const FEATURES: &str = "\
features:
  versions: [HTTP_VERSION_2]
  protocols: [PROTOCOL_GRPC]
  codecs: [CODEC_PROTO]
  compressions: [COMPRESSION_IDENTITY, COMPRESSION_GZIP]
  supportsH2c: true
  supportsTls: true
  supportsTlsClientCerts: true
  supportsTrailers: true
  supportsMessageReceiveLimit: true
";

/// Runs as the server that the runner tests, `blocking` or with `futures`.
///
/// # Errors
/// The runner's input is malformed, or the server fails.
#[cfg(connect_conformance)]
pub fn server(world: &str) -> Result<(), String> {
    server::run(world.parse()?)
}

/// Runs as the client that the runner tests, likewise.
///
/// # Errors
/// The runner's input is malformed.
#[cfg(connect_conformance)]
pub fn client(world: &str) -> Result<(), String> {
    client::run(world.parse()?)
}

/// Placeholder while the suite's definitions are not built.
///
/// # Errors
/// Always.
#[cfg(not(connect_conformance))]
pub fn server(_: &str) -> Result<(), String> {
    Err(NOT_BUILT.to_owned())
}

/// Like [`server`](fn@server).
///
/// # Errors
/// Always.
#[cfg(not(connect_conformance))]
pub fn client(_: &str) -> Result<(), String> {
    Err(NOT_BUILT.to_owned())
}

const NOT_BUILT: &str = "the suite's definitions are not there: `make peers` builds them \
                         (peers/build.sh connect-conformance), then this program must be built again";

fn examine(plan: &Plan, world: World, mode: &str, cases: usize) -> Result<Vec<Case>, String> {
    if cfg!(not(connect_conformance)) {
        return Err(NOT_BUILT.to_owned());
    }
    let runner = root().join("peers/build/connect-conformance/connectconformance");
    let folder = plan.keep.join(format!("grpc-{mode}-{world}"));
    let wrong = |what: &Path, e: std::io::Error| format!("{}: {e}", what.display());
    std::fs::create_dir_all(&folder).map_err(|e| wrong(&folder, e))?;
    let features = folder.join("features.yaml");
    std::fs::write(&features, FEATURES).map_err(|e| wrong(&features, e))?;
    let out = Command::new(&runner)
        .args(["--vv", "--mode", mode, "--conf"])
        .arg(&features)
        .arg("--")
        .arg(program()?)
        .args([format!("connect-{mode}"), world.to_string()])
        .output()
        .map_err(|e| format!("{}; `make peers` builds it", wrong(&runner, e)))?;
    let said =
        String::from_utf8_lossy(&out.stdout).into_owned() + &String::from_utf8_lossy(&out.stderr);
    let log = folder.join("log.txt");
    std::fs::write(&log, &said).map_err(|e| wrong(&log, e))?;
    judged(&said, cases).map_err(|why| format!("{why}; {} has all that was said", log.display()))
}

/// The program with our client and server: this one, or if this is a test the one next to it.
fn program() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    let folder = own.parent().unwrap_or(&own);
    let folder = match folder.file_name().is_some_and(|name| name == "deps") {
        true => folder.parent().unwrap_or(folder),
        false => folder,
    };
    let program = folder.join("manyrpc-conformance");
    match program.exists() {
        true => Ok(program),
        false => Err(format!("there is no {}", program.display())),
    }
}

/// The cases, from the runner's output about each request and each failure.
fn judged(said: &str, expected: usize) -> Result<Vec<Case>, String> {
    let begun = |line: &str| {
        let name = line.strip_prefix("Sending request for \"")?;
        name.strip_suffix("\"...").map(str::to_owned)
    };
    let passed = |name| Case {
        name,
        result: Ok(()),
    };
    let mut cases: Vec<Case> = said.lines().filter_map(begun).map(passed).collect();
    let mut lines = said.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix("FAILED: ") else {
            continue;
        };
        let name = name.trim_end_matches(':');
        let mut why = Vec::new();
        while let Some(detail) = lines.next_if(|line| line.starts_with([' ', '\t'])) {
            why.push(detail.trim().to_owned());
        }
        let case = cases.iter_mut().find(|case| case.name == name);
        let case = case.ok_or_else(|| format!("{name} was not begun: {}", why.join("; ")))?;
        case.result = Err(why.join("; "));
    }
    let all = said
        .lines()
        .any(|line| line == format!("Total cases: {expected}"));
    match cases.len() == expected && all {
        true => Ok(cases),
        false => Err(format!(
            "{} cases were begun, there are {expected}",
            cases.len()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_have_their_names_and_reasons() {
        let said = "Sending request for \"a/b\"...\nReceived response for \"a/b\"...\n\
                    Sending request for \"c\"...\nFAILED: c:\n\twrong\n\tand late\n\nTotal cases: 2\n\
                    1 passed, 1 failed\n";
        let cases = judged(said, 2).unwrap();
        assert_eq!((&*cases[0].name, &cases[0].result), ("a/b", &Ok(())));
        assert_eq!(cases[1].result, Err("wrong; and late".to_owned()));
        assert!(judged(said, 3).is_err());
        assert!(judged("FAILED: d: the server does not start", 1).is_err());
    }
}
