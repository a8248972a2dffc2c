//! Servers that SIGTERM and SIGINT stop. Programs that do not use it contain no code for it:
//! everything it needs is created in one place.

use std::io;
use std::thread::{self, JoinHandle};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::{Handle, Signals};

/// Stops a server.
pub(crate) type Stop = Box<dyn FnOnce() + Send>;

/// Catches the signals, and stops a server at the first one. A second one ends the process
/// immediately.
pub(crate) type Caught = Box<dyn FnOnce(Stop) -> io::Result<Watching> + Send>;

/// The signals are caught for as long as this is kept.
pub(crate) type Watching = Box<dyn Send + Sync>;

/// Catches the signals from now on.
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
            // The status that shells use.
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
        // A thread that panicked has already reported it.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
