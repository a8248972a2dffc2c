//! The arguments of a workload's calls, prepared before any is timed.

use crate::workload::{CONCAT, Workload, integers, pattern};

/// Arguments of calls of one workload.
#[derive(Debug)]
pub(super) struct Arguments {
    pub(super) workload: Workload,
    /// For an echo or a transfer.
    pub(super) bytes: Vec<u8>,
    /// The floor's request, as long as the arguments in XDR.
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

    /// The total length of both strings of `concat`.
    pub(super) const fn joined() -> usize {
        CONCAT.0.len() + CONCAT.1.len()
    }
}

/// A call's number as an argument whose arithmetic cannot overflow.
pub(super) const fn small(number: u64) -> i32 {
    (number % 1_000_000) as i32
}
