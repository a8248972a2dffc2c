//! Telling the application which clients are gone.

use std::panic::{AssertUnwindSafe, catch_unwind};

use manyrpc_engine::{Handler, ServerEngine};

/// Tells the handler of every client that the engine says is gone.
pub(crate) fn end_all(engine: &mut dyn ServerEngine, handler: &dyn Handler) {
    while let Some(association) = engine.poll_association_ended() {
        end(association, handler);
    }
}

/// Tells the handler that no call of an association comes any more.
pub(crate) fn end(association: u64, handler: &dyn Handler) {
    // What fails here concerns nobody that could be told.
    let _ = catch_unwind(AssertUnwindSafe(|| handler.association_ended(association)));
}
