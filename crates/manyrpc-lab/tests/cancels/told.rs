//! Servers on foreign libraries that tell what becomes of calls that they do not answer.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::support::root;
use crate::way::until;

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

/// A server that tells, as `peers/python/grpc_held.py` does.
pub(crate) struct Telling {
    child: Child,
    pub(crate) lines: Arc<Mutex<Vec<String>>>,
}

impl Telling {
    pub(crate) fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the peers are built");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let lines = Arc::<Mutex<Vec<String>>>::default();
        let told = lines.clone();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                told.lock().expect("nobody panics").push(line);
            }
        });
        let server = Telling { child, lines };
        until(|| !server.lines().is_empty());
        server
    }

    pub(crate) fn lines(&self) -> Vec<String> {
        self.lines.lock().expect("nobody panics").clone()
    }

    pub(crate) fn binding(&self) -> String {
        let line = self.lines().remove(0);
        let port = line.strip_prefix("PORT ").expect("it listens");
        format!("grpc://127.0.0.1:{port}")
    }
}

impl Drop for Telling {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
