//! Reports the ends of associations to the application.

use std::panic::{AssertUnwindSafe, catch_unwind};

use manyrpc_engine::{Handler, ServerEngine};

/// Reports every association that has ended, according to the engine.
#[inline]
pub(crate) fn end_all(engine: &mut dyn ServerEngine, handler: &dyn Handler) {
    if let Some(associations) = engine.associations() {
        while let Some(association) = associations.poll_association_ended() {
            end(association, handler);
        }
    }
}

/// The connection has ended, and its associations with it.
pub(crate) fn close_all(engine: &mut dyn ServerEngine, handler: &dyn Handler) {
    if let Some(associations) = engine.associations() {
        associations.handle_closed();
    }
    end_all(engine, handler);
}

/// Reports to the handler that an association has no further calls.
#[cold]
pub(crate) fn end(association: u64, handler: &dyn Handler) {
    // There is nobody to report a panic to.
    let _ = catch_unwind(AssertUnwindSafe(|| handler.association_ended(association)));
}
