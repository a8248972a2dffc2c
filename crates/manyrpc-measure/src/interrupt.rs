//! Ending a run early but cleanly.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Makes an interrupt or termination signal end the run cleanly, and a second one end the process. Call it once,
/// before the run.
///
/// # Errors
/// The signal handler cannot be installed.
pub fn stop_on_interrupt(stop: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    const INTERRUPTED: i32 = 130;

    for signal in [SIGINT, SIGTERM] {
        // In this order: the first signal only sets the flag, the second finds it set.
        flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(stop))?;
        flag::register(signal, Arc::clone(stop))?;
    }
    Ok(())
}
