//! When processes are idle.

use std::time::{Duration, Instant};

use crate::machine::process::of_each_thread;

/// Waits until all threads of these processes are idle.
pub fn wait_until_idle(processes: &[u32]) {
    let start = Instant::now();
    while processes.iter().any(|&id| runs(id)) && start.elapsed() < PATIENCE {
        std::thread::yield_now();
    }
}

/// A process that is not idle by then is taken never to be, like programs that spin.
const PATIENCE: Duration = Duration::from_millis(20);

/// Whether a thread is running or runnable: its third field in proc(5) is R.
fn runs(id: u32) -> bool {
    of_each_thread(id, "stat").flatten().any(|stat| {
        let behind_name = stat.rsplit_once(") ").map(|(_, rest)| rest);
        behind_name.is_some_and(|rest| rest.starts_with('R'))
    })
}
