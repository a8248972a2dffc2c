//! Statistics: quantiles, means, and intervals over rounds.
//!
//! The unit of repetition is the *round*: within a round the systems are measured in turns, so that a disturbance
//! affects all of them, and ratios are taken within the round. The interval of a ratio comes from the rounds, not
//! from single calls: calls of one batch are not independent of each other.

mod difference;
mod interval;
mod paired;
mod random;
mod steady;
mod student;
mod summary;

pub use difference::{Difference, holm};
pub use interval::{Interval, difference_interval, over_rounds, per_million, ratio_interval};
pub use paired::Paired;
pub use random::Random;
pub use steady::{WarmUp, spread, warm_up};
pub use summary::{geometric_mean, mean, median, quantile, standard_deviation};

#[cfg(test)]
mod tests;
