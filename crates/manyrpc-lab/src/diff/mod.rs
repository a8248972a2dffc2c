//! `manyrpc diff A B`: compares two runs, cell by cell.
//!
//! **What is judged.** Times of calls, calls per second (of 1, 2 and 4 clients, and with many calls in flight) and CPU time per
//! call of each side. More time, fewer calls per second and more CPU time all count as slower.
//!
//! **What is compared.** For each cell that both runs have, the logarithms of its rounds in A and in B, by Welch's
//! test, since rounds of two runs are not paired. If both sides have at least three runs, the unit is the run and
//! not the round, so that the variation between whole runs is in the interval.
//!
//! **Changes of the machine.** The two runs were made at different times, in which the machine may have changed.
//! So a cell is compared *relative to its floor* if both runs have one: each round is first divided by the floor's
//! figure (a bare socket with the same bytes, in C if available) of the same round, which cancels what affected
//! both. Of the fifteen pairs among six runs of one program within minutes, six showed a significant difference by
//! absolute times, and none relative to the floor. A relative comparison cannot detect a change in what the floor
//! shares with the systems (the kernel, and our driver if the floor is ours), so the floor's own change is
//! reported separately, and our floor is judged if both runs have the same C floor. `--measure absolute` compares
//! without a floor.
//!
//! **Many comparisons.** All cells are one family (Holm): two runs of the same program show any significant
//! difference in at most 5 % of repetitions.
//!
//! - [`read`]: reads the runs of `compare`, of studies and of `load` at a path
//! - [`judge`]: the comparison
//! - [`render`]: as text, Markdown, HTML, CSV and JSON

pub mod judge;
pub mod read;
pub mod render;

pub use judge::{Comparison, Measure, Options, Verdict, compare};
pub use read::Side;

#[cfg(test)]
mod tests;
