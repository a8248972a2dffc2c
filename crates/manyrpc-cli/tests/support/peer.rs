//! Foreign servers in `peers/build`.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A foreign server; it ends with its standard input.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: String,
}

impl Server {
    /// Starts a program, with what it is told by its environment.
    pub(crate) fn start(program: &str, environment: &[(&str, &str)]) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../peers/build");
        let program = folder.join(program);
        let mut child = Command::new(&program)
            .arg("tcp")
            .envs(environment.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|e| panic!("{}: {e}; `make peers` builds it", program.display()));
        let mut line = String::new();
        let said = child.stdout.take().map(BufReader::new);
        said.unwrap().read_line(&mut line).unwrap();
        let port = line.trim().strip_prefix("PORT ");
        let port = port.unwrap_or_else(|| panic!("{}: {line:?}", program.display()));
        Server {
            port: port.to_owned(),
            child,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
