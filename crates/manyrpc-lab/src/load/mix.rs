//! The mix of operations, chosen at random by weight.

use std::fmt;
use std::str::FromStr;

use manyrpc_measure::stats::Random;

use crate::workload::Workload;

/// Workloads with weights, written `nothing=3,echo:512=1`; a weight of 1 may be omitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mix(Vec<(Workload, u32)>);

impl Mix {
    /// The workloads.
    pub fn workloads(&self) -> impl Iterator<Item = Workload> + '_ {
        self.0.iter().map(|&(workload, _)| workload)
    }

    /// Their weights, in the same order.
    pub fn weights(&self) -> Weights {
        Weights::new(self.0.iter().map(|&(_, weight)| weight))
    }
}

impl From<Workload> for Mix {
    fn from(workload: Workload) -> Self {
        Mix(vec![(workload, 1)])
    }
}

impl FromStr for Mix {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let entry = |entry: &str| {
            let (workload, weight) = entry.split_once('=').unwrap_or((entry, "1"));
            let weight: Option<u32> = weight.parse().ok().filter(|w| (1..=MOST).contains(w));
            let weight =
                weight.ok_or_else(|| format!("`{entry}`: the weight must be from 1 to {MOST}"))?;
            Ok((workload.parse()?, weight))
        };
        text.split(',')
            .map(entry)
            .collect::<Result<_, String>>()
            .map(Mix)
    }
}

impl fmt::Display for Mix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (workload, weight)) in self.0.iter().enumerate() {
            let comma = if i > 0 { "," } else { "" };
            write!(f, "{comma}{workload}={weight}")?;
        }
        Ok(())
    }
}

/// The largest weight.
const MOST: u32 = 1_000_000;

/// Draws operations by weight.
#[derive(Clone, Debug)]
pub struct Weights {
    /// Cumulative weights.
    until: Vec<u64>,
}

impl Weights {
    /// One operation per weight; at least one must be positive.
    pub fn new(weights: impl IntoIterator<Item = u32>) -> Self {
        let sum = |sum: &mut u64, weight: u32| {
            *sum += u64::from(weight);
            Some(*sum)
        };
        Weights {
            until: weights.into_iter().scan(0, sum).collect(),
        }
    }

    /// Draws the index of the next operation.
    pub fn draw(&self, random: &mut Random) -> usize {
        match self.until[..] {
            [] | [_] => 0,
            [.., all] => {
                let drawn = random.below(all as usize) as u64;
                self.until.partition_point(|until| *until <= drawn)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixes_are_read_as_they_are_written() {
        let mix: Mix = "nothing=3,echo:512=1".parse().unwrap();
        assert_eq!(mix.to_string(), "nothing=3,echo:512=1");
        assert_eq!(mix.to_string().parse(), Ok(mix));
        assert_eq!("add".parse(), Ok(Mix::from(Workload::Add)));
        for wrong in ["", "add=0", "add=x", "add,,add", "morse=1", "add=9999999"] {
            assert!(wrong.parse::<Mix>().is_err(), "{wrong}");
        }
    }

    // With 30,000 draws the standard error of a share of a quarter is 0.25 %.
    #[test]
    fn operations_are_drawn_by_weight() {
        let weights = Weights::new([3, 0, 1]);
        let (mut random, mut drawn) = (Random::new(5), [0; 3]);
        for _ in 0..30_000 {
            drawn[weights.draw(&mut random)] += 1;
        }
        assert_eq!(drawn[1], 0);
        assert!(
            (drawn[2] as f64 / 30_000.0 - 0.25).abs() < 0.0125,
            "{drawn:?}"
        );
        assert_eq!(Weights::new([7]).draw(&mut random), 0);
    }
}
