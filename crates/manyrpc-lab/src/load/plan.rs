//! The plan of a load, made before it starts.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::arrivals::{Arrivals, Process, Starts};

/// What load a client makes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// When calls begin.
    pub arrivals: Arrivals,
    /// Connections, each with one call at a time. In an open loop they are what so many calls may
    /// be under way on: one that is due and finds none free waits.
    #[serde(default = "one")]
    pub connections: u32,
    /// Whether connections are kept.
    #[serde(default)]
    pub reuse: Reuse,
    /// It ends after so many calls.
    #[serde(default)]
    pub calls: Option<u64>,
    /// No call is due later.
    #[serde(default)]
    pub seconds: Option<f64>,
    /// Calls that are due earlier are made, and not counted.
    #[serde(default)]
    pub warm_up_seconds: f64,
    /// Seed of arrivals and mix.
    #[serde(default)]
    pub seed: u64,
    /// Where the first call of an open loop lies: clients that share a rate take turns.
    #[serde(default)]
    pub phase_ns: u64,
}

const fn one() -> u32 {
    1
}

/// Whether connections are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reuse {
    /// Opened before the first call, and kept.
    #[default]
    Kept,
    /// Every call looks the server up, connects, calls and closes, and all that is its time.
    PerCall,
}

/// Threads of one process.
const MOST_CONNECTIONS: u32 = 10_000;

impl Plan {
    /// A closed loop without thinking on one connection, for so many calls.
    pub const fn closed(calls: u64) -> Self {
        Plan {
            arrivals: Arrivals::Closed { think_ns: 0 },
            connections: 1,
            reuse: Reuse::Kept,
            calls: Some(calls),
            seconds: None,
            warm_up_seconds: 0.0,
            seed: 0,
            phase_ns: 0,
        }
    }

    /// An open loop on one connection, for so long.
    pub const fn open(rate: f64, process: Process, seconds: f64) -> Self {
        Plan {
            arrivals: Arrivals::Open { rate, process },
            calls: None,
            seconds: Some(seconds),
            ..Plan::closed(0)
        }
    }

    /// The part of client number `client` of so many that make this load together. Calls that do
    /// not divide go to the first clients.
    #[must_use]
    pub fn share(&self, client: u32, clients: u32) -> Self {
        let (number, count) = (u64::from(client), u64::from(clients));
        let seed = self.seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let calls = self
            .calls
            .map(|calls| calls / count + u64::from(number < calls % count));
        match self.arrivals {
            Arrivals::Closed { .. } => Plan {
                calls,
                seed,
                ..*self
            },
            Arrivals::Open { rate, process } => {
                let gap_ns = match process {
                    Process::Bursty { calls, .. } => f64::from(calls) * 1e9 / rate,
                    Process::Constant | Process::Poisson => 1e9 / rate,
                };
                let rate = rate / f64::from(clients);
                Plan {
                    arrivals: Arrivals::Open { rate, process },
                    calls,
                    seed,
                    phase_ns: (gap_ns * f64::from(client)) as u64,
                    ..*self
                }
            }
        }
    }

    /// Why it cannot be carried out, if so.
    ///
    /// # Errors
    /// In words.
    pub fn check(&self) -> Result<(), String> {
        if !(1..=MOST_CONNECTIONS).contains(&self.connections) {
            return Err(format!("connections go from 1 to {MOST_CONNECTIONS}"));
        }
        let is_time = |seconds: f64| (0.0..=1e6).contains(&seconds);
        if !is_time(self.warm_up_seconds) || self.seconds.is_some_and(|s| !is_time(s)) {
            return Err("times go from 0 to a million seconds".to_owned());
        }
        match (self.calls, self.seconds) {
            (None, None) => return Err("neither a time nor a number of calls ends it".to_owned()),
            (Some(_), _) if self.warm_up_seconds > 0.0 => {
                return Err("a number of calls has no warm-up: give a time".to_owned());
            }
            (_, Some(seconds)) if seconds <= self.warm_up_seconds => {
                return Err("it is over before it is warm".to_owned());
            }
            _ => {}
        }
        match self.arrivals {
            Arrivals::Closed { .. } => Ok(()),
            Arrivals::Open { rate, process } => process.refuse(rate).map_or(Ok(()), Err),
        }
    }

    /// When calls of an open loop are due; `None` of a closed one.
    pub(super) fn starts(&self) -> Option<Starts> {
        match self.arrivals {
            Arrivals::Closed { .. } => None,
            Arrivals::Open { rate, process } => {
                let phase = Duration::from_nanos(self.phase_ns);
                Some(Starts::new(process, rate, phase, self.seed))
            }
        }
    }

    /// No call is due from then on.
    pub(super) fn end(&self) -> Duration {
        self.seconds.map_or(Duration::MAX, Duration::from_secs_f64)
    }

    /// Calls that are due from then on are counted.
    pub(super) fn warm(&self) -> Duration {
        Duration::from_secs_f64(self.warm_up_seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clients_that_share_a_constant_rate_take_turns() {
        let whole = Plan::open(1000.0, Process::Constant, 1.0);
        let due = |plan: &Plan| {
            let starts = plan.starts().unwrap();
            starts.take_while(|s| *s < plan.end()).collect::<Vec<_>>()
        };
        let mut shared: Vec<_> = (0..4).flat_map(|i| due(&whole.share(i, 4))).collect();
        shared.sort_unstable();
        assert_eq!(shared, due(&whole));
    }

    #[test]
    fn shares_of_calls_add_up() {
        let whole = Plan::closed(10);
        let shares: Vec<_> = (0..4).map(|i| whole.share(i, 4).calls.unwrap()).collect();
        assert_eq!(shares, [3, 3, 2, 2]);
        assert_ne!(whole.share(1, 4).seed, whole.share(2, 4).seed);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let good = Plan::open(10.0, Process::Poisson, 1.0);
        assert_eq!(good.check(), Ok(()));
        assert_eq!(Plan::closed(5).check(), Ok(()));
        let refused = |change: fn(&mut Plan)| {
            let mut plan = good;
            change(&mut plan);
            assert!(plan.check().is_err(), "{plan:?}");
        };
        refused(|p| p.connections = 0);
        refused(|p| p.seconds = None);
        refused(|p| p.seconds = Some(f64::NAN));
        refused(|p| p.warm_up_seconds = 1.0);
        refused(|p| p.warm_up_seconds = -1.0);
        refused(|p| p.arrivals = Plan::open(0.0, Process::Poisson, 1.0).arrivals);
        let mut both = Plan::closed(5);
        both.warm_up_seconds = 1.0;
        assert!(both.check().is_err());
    }

    #[test]
    fn plans_travel_as_json() {
        let plan = Plan::open(
            10.5,
            Process::Bursty {
                calls: 3,
                factor: 2.0,
            },
            1.0,
        );
        let text = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<Plan>(&text).unwrap(), plan);
        let short = r#"{"arrivals":{"closed":{}},"calls":7}"#;
        assert_eq!(
            serde_json::from_str::<Plan>(short).unwrap(),
            Plan::closed(7)
        );
        assert!(serde_json::from_str::<Plan>(r#"{"arrivals":{"closed":{}},"cals":7}"#).is_err());
    }
}
