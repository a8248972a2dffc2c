//! The measuring program runs itself as child processes: how they are started and configured.

use std::ffi::OsStr;
use std::net::Ipv4Addr;
use std::path::Path;

use crate::machine::process::Program;

/// The command that asks a server for its own count of executed calls.
pub const SERVED: &str = "served";

/// The hidden first argument that makes this program a child.
pub const CHILD_ARGUMENT: &str = "lab-child";

/// The measuring program as a child process with these arguments.
pub fn program<A: AsRef<OsStr>>(ours: &Path, arguments: impl IntoIterator<Item = A>) -> Program {
    let arguments = arguments.into_iter().map(|a| a.as_ref().to_owned());
    Program {
        path: ours.to_owned(),
        arguments: [CHILD_ARGUMENT.into()]
            .into_iter()
            .chain(arguments)
            .collect(),
    }
}

/// The environment variable with a server's listening address, if not loopback.
pub const LISTEN: &str = "MANYRPC_LISTEN";

/// The address of this process's sockets: loopback, or the configured one.
pub fn listen_address() -> Ipv4Addr {
    let told = std::env::var(LISTEN).ok();
    told.and_then(|address| address.parse().ok())
        .unwrap_or(Ipv4Addr::LOCALHOST)
}
