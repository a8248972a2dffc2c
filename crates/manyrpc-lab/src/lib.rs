//! Under construction.

pub mod generated;
