//! Ending a run early, in order.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Lets an interrupt or termination signal end the run in order; a second one ends the process.
/// To be called once, before the run.
///
/// # Errors
/// The system refuses a signal handler.
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
