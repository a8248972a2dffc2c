//! Telling the application which clients are gone.

use std::panic::{AssertUnwindSafe, catch_unwind};

use manyrpc_engine::{Handler, ServerEngine};

/// Tells the handler of every client that the engine says is gone.
#[inline]
pub(crate) fn end_all(engine: &mut dyn ServerEngine, handler: &dyn Handler) {
    if let Some(associations) = engine.associations() {
        while let Some(association) = associations.poll_association_ended() {
            end(association, handler);
        }
    }
}

/// The connection is gone, and the clients with it.
pub(crate) fn close_all(engine: &mut dyn ServerEngine, handler: &dyn Handler) {
    if let Some(associations) = engine.associations() {
        associations.handle_closed();
    }
    end_all(engine, handler);
}

/// Tells the handler that no call of an association comes any more.
#[cold]
pub(crate) fn end(association: u64, handler: &dyn Handler) {
    // What fails here concerns nobody that could be told.
    let _ = catch_unwind(AssertUnwindSafe(|| handler.association_ended(association)));
}
