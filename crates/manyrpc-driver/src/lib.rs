//! Drivers: the only I/O.

pub mod sim;
