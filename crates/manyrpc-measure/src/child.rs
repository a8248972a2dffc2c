//! The program that measures as its own child processes: how it is started as one, and what such a process is told.

use std::ffi::OsStr;
use std::net::Ipv4Addr;
use std::path::Path;

use crate::machine::process::Program;

/// What a server is asked for its own count of the calls that it carried out.
pub const SERVED: &str = "served";

/// The hidden first argument that makes this program a child.
pub const CHILD_ARGUMENT: &str = "lab-child";

/// The program that is its own children, started as one.
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

/// The variable that tells a server's process where to listen, if not on loopback.
pub const LISTEN: &str = "MANYRPC_LISTEN";

/// Where this process's sockets are: on loopback, or where it was told.
pub fn listen_address() -> Ipv4Addr {
    let told = std::env::var(LISTEN).ok();
    told.and_then(|address| address.parse().ok())
        .unwrap_or(Ipv4Addr::LOCALHOST)
}
