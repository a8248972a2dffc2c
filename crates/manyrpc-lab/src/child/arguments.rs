//! What calls of a workload carry, made before any of them is timed.

use crate::workload::{CONCAT, Workload, integers, pattern};

/// Arguments of calls of one workload.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) workload: Workload,
    /// Of an echo or a transfer.
    pub(super) bytes: Vec<u8>,
    /// As many as the arguments have in XDR: what the floor sends.
    pub(super) floor: Vec<u8>,
    pub(super) integers: Vec<i32>,
}

impl Arguments {
    pub(super) fn of(workload: Workload) -> Self {
        let (bytes, count) = match workload {
            Workload::Echo(size) | Workload::Transfer(size) => (size, 0),
            Workload::Ints(count) | Workload::Sum(count) => (0, count),
            _ => (0, 0),
        };
        Arguments {
            workload,
            bytes: pattern(bytes),
            floor: pattern(workload.request_bytes()),
            integers: integers(count),
        }
    }

    /// How long both strings of `concat` are together.
    pub(super) const fn joined() -> usize {
        CONCAT.0.len() + CONCAT.1.len()
    }
}

/// A call's number as an argument whose arithmetic cannot overflow.
pub(super) const fn small(number: u64) -> i32 {
    (number % 1_000_000) as i32
}
