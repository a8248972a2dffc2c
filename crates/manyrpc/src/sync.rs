//! Locks of what tasks share. `tests/interleavings` compiles the modules that use these with locks
//! of a model checker.

#[cfg(feature = "tower")]
pub(crate) use std::sync::atomic;
pub(crate) use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
