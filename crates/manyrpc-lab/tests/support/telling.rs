//! Foreign servers of gRPC that tell what happens to them, a line at a time.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Longer than a server is silent that has something to tell.
const PATIENCE: Duration = Duration::from_secs(60);

/// What it has told, and what wakes those who wait for more.
#[derive(Default)]
struct Told {
    lines: Mutex<Vec<String>>,
    more: Condvar,
}

impl Told {
    fn lines(&self) -> MutexGuard<'_, Vec<String>> {
        self.lines.lock().expect("nobody panics")
    }
}

/// A server that tells. It ends when its standard input closes.
pub struct Telling {
    child: Child,
    told: Arc<Told>,
    reader: Option<JoinHandle<()>>,
}

impl Telling {
    /// Starts one, which first tells its port.
    pub fn start(mut command: Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the peers are built");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        let told = Arc::<Told>::default();
        let to = told.clone();
        let reader = thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                to.lines().push(line);
                to.more.notify_all();
            }
        });
        let server = Telling {
            child,
            told,
            reader: Some(reader),
        };
        server.until(|lines| !lines.is_empty());
        server
    }

    /// What it has told so far.
    pub fn lines(&self) -> Vec<String> {
        self.told.lines().clone()
    }

    /// Looks at that at any time.
    pub fn listener(&self) -> impl Fn() -> Vec<String> + Send + 'static {
        let told = self.told.clone();
        move || told.lines().clone()
    }

    /// Waits until it has told enough.
    pub fn until(&self, is_enough: impl Fn(&[String]) -> bool) {
        let lines = self.told.lines();
        let waited = self
            .told
            .more
            .wait_timeout_while(lines, PATIENCE, |lines| !is_enough(lines));
        let (lines, waited) = waited.expect("nobody panics");
        assert!(!waited.timed_out(), "it tells no more than {lines:?}");
    }

    pub fn port(&self) -> u16 {
        let line = self.lines().remove(0);
        let port = line
            .strip_prefix("PORT ")
            .and_then(|port| port.parse().ok());
        port.expect("it listens")
    }

    pub fn binding(&self) -> String {
        format!("grpc://127.0.0.1:{}", self.port())
    }

    /// Ends it: all that it has told.
    pub fn end(mut self) -> Vec<String> {
        drop(self.child.stdin.take());
        self.rest()
    }

    /// Kills it, whatever it does: all that it has told.
    pub fn kill(mut self) -> Vec<String> {
        self.child.kill().expect("it runs");
        self.rest()
    }

    fn rest(&mut self) -> Vec<String> {
        let _ = self.child.wait();
        if let Some(reader) = self.reader.take() {
            reader.join().expect("it reads to the end");
        }
        self.lines()
    }
}

impl Drop for Telling {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
