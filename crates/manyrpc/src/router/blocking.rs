//! What is said of calls that keep a thread of a runtime.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The operations that were reported, by the full name of their interface and their own.
#[derive(Debug, Default)]
pub(super) struct Blocking(Mutex<HashSet<(String, String)>>);

impl Blocking {
    /// Reports an operation, once.
    pub(super) fn report(&self, names: &(String, String), took: Duration) {
        let mut reported = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.insert(names.clone()) {
            drop(reported);
            say(&warning(names, took));
        }
    }
}

/// Which operation, and what to do about it.
fn warning((interface, operation): &(String, String), took: Duration) -> String {
    let ms = took.as_millis();
    format!(
        "{interface}/{operation} kept a thread of the runtime for {ms} ms, and no other call was served there \
         meanwhile: await instead of blocking, use tokio::task::spawn_blocking, or serve it with the blocking \
         trait by worker threads (Builder::workers)"
    )
}

#[cfg(feature = "tracing")]
fn say(warning: &str) {
    tracing::warn!(target: "manyrpc", "{warning}");
}

#[cfg(not(feature = "tracing"))]
fn say(warning: &str) {
    eprintln!("manyrpc: {warning}");
}
