//! Running scripts in network and mount namespaces of their own, as root or as somebody who becomes
//! root there.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Starts in every namespace: loopback up, a `/run` of its own, and ways to wait for a program.
const PROLOGUE: &str = r#"
set -euo pipefail
ip link set lo up
mount -t tmpfs none /run
# until_ok COMMAND...: repeats it until it succeeds, for ten seconds at most.
until_ok() {
    local deadline=$((SECONDS + 10))
    until "$@" >/dev/null 2>&1; do
        if ((SECONDS >= deadline)); then echo "gave up on: $*" >&2; exit 1; fi
    done
}
start_rpcbind() {
    rpcbind -f &
    rpcbind=$!
    until_ok rpcinfo -p 127.0.0.1
}
# serve ARGUMENT...: starts `manyrpc serve`, returns when it has said where it listens.
serve() {
    coproc SERVER { exec "$MANYRPC" serve "$@"; }
    server=$SERVER_PID
    read -r -t 10 -u "${SERVER[0]}" binding
}
trap 'kill $(jobs -p) 2>/dev/null || true; wait' EXIT
"#;

/// Runs a script in namespaces of its own; gives what it printed.
pub(crate) fn in_namespace(script: &str) -> String {
    let root = rustix::process::geteuid().is_root();
    let mut command = Command::new("unshare");
    command.args(if root {
        &["-n", "-m"][..]
    } else {
        &["-r", "-n", "-m"][..]
    });
    let output = command
        .args(["bash", "-c", &format!("{PROLOGUE}{script}")])
        .env("MANYRPC", env!("CARGO_BIN_EXE_manyrpc"))
        .env("INTERFACES", root_of("interfaces"))
        .env("EXAMPLES", root_of("examples"))
        .env("PEERS", root_of("peers/build"))
        .env(
            "PATH",
            format!(
                "{}:/usr/sbin:/sbin",
                std::env::var("PATH").unwrap_or_default()
            ),
        )
        .output()
        .expect("unshare is installed (package util-linux)");
    let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{}\n--- stdout\n{stdout}\n--- stderr\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    stdout
}

fn root_of(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(folder)
}
