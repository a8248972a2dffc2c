//! `manyrpc diff A B`: two runs against each other, cell by cell.
//!
//! **What is judged.** Times of calls, calls per second (of 1, 2 and 4 clients, and with many calls in flight) and CPU time per
//! call of each side. Longer, fewer per second and more CPU time are all called slower.
//!
//! **What is compared.** For each cell that both runs have, the logarithms of its rounds in A with those in
//! B, by Welch's test: rounds of two runs are not pairs. Where a side is several runs, at least three on both,
//! the unit is the run and not the round, so that what makes whole runs differ is in the interval.
//!
//! **The machine between them.** The two runs were made at different times, and the machine was not the same
//! at both. So a cell is compared *relative to its floor* where both runs have one: each round is first divided by
//! the floor's (a bare socket with the same bytes, in C where the run has that) of the same round, which cancels what befell both. Of
//! the fifteen pairs of six runs of one program within minutes, six had something called different by absolute
//! times, and none relative to the floor. What a relative comparison cannot see is a change in
//! what the floor shares with the systems (the kernel, and our driver where the floor is ours): how the floor
//! itself moved is told apart, and ours is judged where both runs have the same floor in C. `--measure absolute` compares without any floor.
//!
//! **Many comparisons.** All cells are one family (Holm): two runs of the same thing have one cell or more called
//! different in at most 5 % of repetitions.
//!
//! - [`read`]: what a path holds: runs of `compare`, of studies, of `load`
//! - [`judge`]: the comparison
//! - [`render`]: as text, Markdown, HTML, CSV and JSON

pub mod judge;
pub mod read;
pub mod render;

pub use judge::{Comparison, Measure, Options, Verdict, compare};
pub use read::Side;

#[cfg(test)]
mod tests;
