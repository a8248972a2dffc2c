//! A document's claims, and a run's verdicts on them.
//!
//! A claim consists of one or more tests; a test requires a quantity to lie above, below or within bounds. The 95
//! % interval decides: if it is entirely inside, the test holds; if entirely outside, it does not; if it contains
//! a bound, the run cannot decide.

use std::fmt;

use serde::{Deserialize, Serialize};

use manyrpc_measure::stats::Interval;

/// A run's verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It holds.
    Holds,
    /// It does not.
    DoesNotHold,
    /// This run cannot decide it.
    CannotBeDecided,
}

impl Verdict {
    /// For people.
    pub const fn words(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::DoesNotHold => "does not hold",
            Verdict::CannotBeDecided => "cannot be decided here",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// The bounds of a quantity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bounds {
    /// The lower bound, if any.
    pub least: Option<f64>,
    /// The upper bound, if any.
    pub most: Option<f64>,
}

impl Bounds {
    /// At least this.
    pub const fn above(least: f64) -> Self {
        Bounds {
            least: Some(least),
            most: None,
        }
    }

    /// Between these.
    pub const fn within(least: f64, most: f64) -> Self {
        Bounds {
            least: Some(least),
            most: Some(most),
        }
    }

    /// Compares an interval with the bounds.
    fn judge(self, found: &Interval) -> Verdict {
        let (least, most) = (
            self.least.unwrap_or(f64::NEG_INFINITY),
            self.most.unwrap_or(f64::INFINITY),
        );
        match () {
            () if found.low > least && found.high < most => Verdict::Holds,
            () if found.high < least || found.low > most => Verdict::DoesNotHold,
            () => Verdict::CannotBeDecided,
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.least, self.most) {
            (Some(least), None) => write!(f, "above {least:.2}"),
            (None, Some(most)) => write!(f, "below {most:.2}"),
            (Some(least), Some(most)) => write!(f, "from {least:.2} to {most:.2}"),
            (None, None) => f.write_str("anything"),
        }
    }
}

/// A test of one quantity against its bounds.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Test {
    /// The quantity.
    pub quantity: String,
    /// Its bounds.
    pub bounds: Bounds,
    /// The measured value, or why there is none.
    pub found: Result<Interval, String>,
    /// The same quantity from the published figures.
    pub published: Option<f64>,
    /// The verdict of the interval.
    pub verdict: Verdict,
}

impl Test {
    /// Tests the measured value.
    pub fn new(
        quantity: impl Into<String>,
        bounds: Bounds,
        found: Result<Interval, String>,
        published: Option<f64>,
    ) -> Self {
        let verdict = match &found {
            Ok(interval) => bounds.judge(interval),
            Err(_) => Verdict::CannotBeDecided,
        };
        Test {
            quantity: quantity.into(),
            bounds,
            found,
            published,
            verdict,
        }
    }
}

/// A claim with its tests.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Claim {
    /// Its identifier: `K1`.
    pub id: String,
    /// The claim.
    pub says: String,
    /// The measure by which it is judged here.
    pub measure: String,
    /// Its tests; it holds if all of them do.
    pub tests: Vec<Test>,
    /// Notes for the reader.
    pub notes: Vec<String>,
    /// The combined verdict of the tests.
    pub verdict: Verdict,
}

impl Claim {
    /// Combines the tests: a single one that does not hold refutes the claim.
    pub fn new(id: &str, says: &str, measure: &str, tests: Vec<Test>) -> Self {
        let any = |verdict| tests.iter().any(|t: &Test| t.verdict == verdict);
        let verdict = match () {
            () if any(Verdict::DoesNotHold) => Verdict::DoesNotHold,
            () if tests.is_empty() || any(Verdict::CannotBeDecided) => Verdict::CannotBeDecided,
            () => Verdict::Holds,
        };
        Claim {
            id: id.to_owned(),
            says: says.to_owned(),
            measure: measure.to_owned(),
            tests,
            notes: Vec::new(),
            verdict,
        }
    }

    /// Adds notes.
    #[must_use]
    pub fn noting(mut self, note: impl IntoIterator<Item = String>) -> Self {
        self.notes.extend(note);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(bounds: Bounds, low: f64, high: f64) -> Test {
        let value = low.midpoint(high);
        Test::new("x", bounds, Ok(Interval { value, low, high }), None)
    }

    #[test]
    fn the_whole_interval_decides() {
        let above = Bounds::above(1.0);
        assert_eq!(test(above, 1.1, 1.2).verdict, Verdict::Holds);
        assert_eq!(test(above, 0.9, 1.2).verdict, Verdict::CannotBeDecided);
        assert_eq!(test(above, 0.8, 0.9).verdict, Verdict::DoesNotHold);
        let within = Bounds::within(2.0, 4.5);
        assert_eq!(test(within, 2.5, 3.5).verdict, Verdict::Holds);
        assert_eq!(test(within, 4.0, 5.0).verdict, Verdict::CannotBeDecided);
        assert_eq!(test(within, 5.0, 6.0).verdict, Verdict::DoesNotHold);
        let none = Test::new("x", above, Err("not measured".to_owned()), Some(2.0));
        assert_eq!(none.verdict, Verdict::CannotBeDecided);
    }

    #[test]
    fn a_claim_is_as_strong_as_its_weakest_test() {
        let above = Bounds::above(1.0);
        let verdict = |tests: Vec<Test>| Claim::new("K9", "", "", tests).verdict;
        let (yes, no, open) = (
            || test(above, 2.0, 3.0),
            || test(above, 0.1, 0.2),
            || test(above, 0.5, 2.0),
        );
        assert_eq!(verdict(vec![yes(), yes()]), Verdict::Holds);
        assert_eq!(verdict(vec![yes(), open()]), Verdict::CannotBeDecided);
        assert_eq!(verdict(vec![open(), no()]), Verdict::DoesNotHold);
        assert_eq!(verdict(vec![]), Verdict::CannotBeDecided);
    }
}
