//! Servers on foreign libraries that tell what becomes of calls that they do not answer, as `peers/python/grpc_held.py` does.

use std::process::Command;

use crate::support::root;

/// A library, and how its server is started.
type Library = (&'static str, fn() -> Command);

/// gRPC's libraries whose servers tell it.
pub(crate) const GRPC: [Library; 2] = [
    ("Python", || {
        let mut command = Command::new("/usr/bin/python3");
        command.arg(root().join("peers/python/grpc_held.py"));
        command
    }),
    ("grpc-go", || {
        let mut command = Command::new(root().join("peers/build/go/held_server"));
        command.arg("tcp");
        command
    }),
];
