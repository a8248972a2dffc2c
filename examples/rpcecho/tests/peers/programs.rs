//! The example as a process, and places for the files of foreign ones.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::world::World;

/// The example, serving; it ends when its standard input closes.
pub(crate) struct Example {
    child: Child,
    bindings: Vec<String>,
}

impl Example {
    /// Starts it on bindings, with options before them; it listens on return.
    pub(crate) fn start(world: World, options: &[&str], bindings: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_rpcecho"))
            .args(option(world))
            .args(options)
            .args(bindings)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the example was built");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let bound = lines.take(bindings.len()).map(|line| line.expect("text"));
        let bindings: Vec<String> = bound.collect();
        Example { child, bindings }
    }

    /// On a port of loopback over TCP; `ann` with the password `sesame` may log in.
    pub(crate) fn on_tcp(world: World) -> Self {
        let options = ["--user", "ann:sesame"];
        Self::start(world, &options, &["ncacn_ip_tcp:127.0.0.1[0]"])
    }

    /// The same, by these mechanisms: the `system`'s or its `own`.
    pub(crate) fn secured_by(world: World, provider: &str) -> Self {
        let options = ["--user", "ann:sesame", "--auth-by", provider];
        Self::start(world, &options, &["ncacn_ip_tcp:127.0.0.1[0]"])
    }

    /// The port of its first binding.
    pub(crate) fn port(&self) -> &str {
        let (_, port) = self.bindings[0].rsplit_once('[').expect("it has a port");
        port.trim_end_matches(']')
    }
}

/// What has it serve in that world.
pub(crate) fn option(world: World) -> Option<&'static str> {
    match world {
        World::Blocking => None,
        World::Futures => Some("--tokio"),
    }
}

impl Drop for Example {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

/// A directory of one test's own, gone with it.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(name: &str) -> Self {
        let name = format!("manyrpc-rpcecho-{}-{name}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).expect("the directory of temporary files can be written");
        Scratch(directory)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// A configuration that keeps Samba's programs to this directory.
    pub(crate) fn samba_configuration(&self) -> PathBuf {
        let mut text = "[global]\nworkgroup = MANYRPC\nnetbios name = PEER\n".to_owned();
        for (option, name) in [
            ("private dir", "private"),
            ("lock directory", "lock"),
            ("state directory", "state"),
            ("cache directory", "cache"),
            ("ncalrpc dir", "ncalrpc"),
        ] {
            let directory = self.0.join(name);
            fs::create_dir_all(&directory).expect("the directory is ours");
            text += &format!("{option} = {}\n", directory.display());
        }
        let file = self.0.join("smb.conf");
        fs::write(&file, text).expect("the directory is ours");
        file
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
