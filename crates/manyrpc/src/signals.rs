//! Servers that end by SIGTERM and SIGINT. A program that does not ask for it has no code of it: all
//! that it could need is made in one place.

use std::io;
use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};

/// Ends a server.
pub(crate) type Stop = Box<dyn FnOnce() + Send>;

/// Signals that no longer end the process, and what has the first of them end a server instead. Another
/// one is for those who do not want to wait for that: it ends the process at once.
pub(crate) type Caught = Box<dyn FnOnce(Stop) -> io::Result<Watching> + Send>;

/// Somebody acts on the signals for as long as this is kept.
pub(crate) type Watching = Box<dyn Send + Sync>;

/// Catches the signals from here on.
pub(crate) fn catch() -> io::Result<Caught> {
    let signals = Signals::new([SIGINT, SIGTERM])?;
    Ok(Box::new(|stop| {
        let handle = signals.handle();
        let thread = thread::Builder::new().name("signals".to_owned());
        let thread = thread.spawn(|| watch(signals, stop))?;
        Ok(Box::new(Watcher {
            handle,
            thread: Some(thread),
        }))
    }))
}

fn watch(mut signals: Signals, stop: Stop) {
    let mut stop = Some(stop);
    for signal in signals.forever() {
        match stop.take() {
            Some(stop) => drop(thread::spawn(stop)),
            // As shells tell of it.
            None => std::process::exit(128 + signal),
        }
    }
}

struct Watcher {
    handle: Handle,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.handle.close();
        // A thread that panicked has said so already.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
