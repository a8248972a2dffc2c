//! The canonical printed form of a module.
