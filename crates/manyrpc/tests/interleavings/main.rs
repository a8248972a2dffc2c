//! What tasks share, under schedules drawn at random: the modules are compiled here once more, with the
//! locks of a model checker, which lets another task run at each of them.
//!
//! A schedule that fails is printed; `SHUTTLE_RANDOM_SEED` or `shuttle::replay` runs it again.
#![cfg(feature = "tower")]
#![allow(
    dead_code,
    unreachable_pub,
    reason = "the modules are those of a library, not all of which is used here"
)]

mod layers;
mod post;
mod streams;

/// In place of the library's own.
mod sync {
    pub(crate) use shuttle::sync::{Arc, Mutex, MutexGuard, atomic};
    pub(crate) use std::sync::PoisonError;
}

/// Runs under as many schedules as find, within a second or two, what a lost wake-up needs: two or three
/// switches at the right places.
fn under_many_schedules(test: impl Fn() + Send + Sync + Clone + 'static) {
    shuttle::check_random(test.clone(), 3000);
    shuttle::check_pct(test, 3000, 3);
}
