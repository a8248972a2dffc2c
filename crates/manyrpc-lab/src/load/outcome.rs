//! The outcome of a load.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::times::Times;

/// The outcome of one client, or of several combined with [`merge`](Self::merge).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Calls made, without the warm-up.
    pub sent: u64,
    /// Successful calls.
    pub done: u64,
    /// Failed calls, by reason.
    pub failed: BTreeMap<String, u64>,
    /// From the end of the warm-up to the end of the last call: the longest of all clients.
    pub seconds: f64,
    /// From when a call was due to its end; in a closed loop the same as `service`.
    pub latency: Times,
    /// From the actual start of a call to its end.
    pub service: Times,
    /// Calls that had to wait for a free connection: the server is slower than the rate, or there are too few
    /// connections.
    pub queued: u64,
    /// Calls that started more than [`LATE_NS`] after they were due although a connection was free: the client was
    /// not woken in time.
    pub late: u64,
    /// CPU time of the client processes, warm-up included.
    pub client_cpu_ns: u64,
    /// The CPU utilisation of the busiest client process, 1 for all available time.
    pub client_cpu_share: f64,
    /// CPU time of the server, if known.
    #[serde(default)]
    pub server_cpu_ns: Option<u64>,
    /// The load was stopped early.
    #[serde(default)]
    pub cut_short: bool,
}

/// How late a call may start without counting as late, in nanoseconds.
pub const LATE_NS: u64 = 1_000_000;

/// The number of distinct reasons that are kept; all others are combined.
const REASONS: usize = 16;
const OTHERS: &str = "other reasons";

impl Outcome {
    /// Adds the outcome of another part of the same load.
    pub fn merge(&mut self, other: &Outcome) {
        self.sent += other.sent;
        self.done += other.done;
        for (reason, count) in &other.failed {
            self.fail(reason, *count);
        }
        self.seconds = self.seconds.max(other.seconds);
        self.latency.add(&other.latency);
        self.service.add(&other.service);
        self.queued += other.queued;
        self.late += other.late;
        self.client_cpu_ns += other.client_cpu_ns;
        self.client_cpu_share = self.client_cpu_share.max(other.client_cpu_share);
        self.server_cpu_ns = match (self.server_cpu_ns, other.server_cpu_ns) {
            (Some(a), Some(b)) => Some(a + b),
            (one, none) => one.or(none),
        };
        self.cut_short |= other.cut_short;
    }

    /// Counts failed calls with a reason.
    pub(super) fn fail(&mut self, reason: &str, count: u64) {
        let room = self.failed.len() < REASONS || self.failed.contains_key(reason);
        let reason = if room { reason } else { OTHERS };
        *self.failed.entry(reason.to_owned()).or_default() += count;
    }

    /// Successful calls per second; 0 if no time has passed.
    pub fn rate(&self) -> f64 {
        match self.seconds > 0.0 {
            true => self.done as f64 / self.seconds,
            false => 0.0,
        }
    }

    /// The number of failed calls.
    pub fn failures(&self) -> u64 {
        self.failed.values().sum()
    }

    /// The share of calls that started late because of the client itself.
    pub fn late_share(&self) -> f64 {
        match self.sent {
            0 => 0.0,
            sent => self.late as f64 / sent as f64,
        }
    }

    /// What a reader should know before believing the figures.
    pub fn warnings(&self) -> Vec<String> {
        let share = |count: u64| count as f64 / self.sent.max(1) as f64 * 100.0;
        let server = self.server_cpu_ns.map(|ns| ns as f64 / 1e9 / self.seconds);
        let mut all = Vec::new();
        if self.client_cpu_share > BUSY && server.is_none_or(|server| server <= BUSY) {
            let used = self.client_cpu_share * 100.0;
            all.push(match server {
                Some(server) => format!(
                    "the client is the bottleneck: it used {used:.0} % of its CPU time, the server {:.0} % of a \
                     CPU; make the load with more clients",
                    server * 100.0
                ),
                None => format!(
                    "the client may be the bottleneck: it used {used:.0} % of its CPU time, and what the server \
                     used is not known from here; make the load with more clients, and see whether the rate grows"
                ),
            });
        }
        if self.late_share() > WARNING_SHARE {
            all.push(format!(
                "{:.1} % of the calls started more than {} ms late because of the client itself",
                share(self.late),
                LATE_NS / 1_000_000
            ));
        }
        if share(self.queued) > WARNING_SHARE * 100.0 {
            all.push(format!(
                "{:.1} % of the calls waited for a free connection: the server is slower than the \
                 rate, or there are too few connections",
                share(self.queued)
            ));
        }
        if self.failures() > 0 {
            all.push(format!(
                "{} of {} calls failed, and are not in the distributions",
                self.failures(),
                self.sent
            ));
        }
        all
    }
}

/// The CPU utilisation from which on a process counts as saturated.
const BUSY: f64 = 0.9;

/// The share of affected calls that causes a warning.
const WARNING_SHARE: f64 = 0.01;

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(sent: u64, seconds: f64) -> Outcome {
        let mut outcome = Outcome {
            sent,
            done: sent,
            seconds,
            ..Outcome::default()
        };
        (0..sent).for_each(|i| outcome.service.record(i + 1));
        outcome
    }

    #[test]
    fn parts_add_up() {
        let mut all = outcome(10, 2.0);
        let mut other = outcome(5, 3.0);
        other.fail("no route", 2);
        (other.client_cpu_ns, other.client_cpu_share) = (7, 0.5);
        other.server_cpu_ns = Some(3);
        all.merge(&other);
        all.merge(&other);
        assert_eq!((all.sent, all.done, all.failures()), (20, 20, 4));
        assert_eq!((all.seconds, all.service.count()), (3.0, 20));
        assert_eq!((all.client_cpu_ns, all.client_cpu_share), (14, 0.5));
        assert_eq!(all.server_cpu_ns, Some(6));
        assert!((all.rate() - 20.0 / 3.0).abs() < 1e-9);
        assert_eq!(Outcome::default().rate(), 0.0);
    }

    #[test]
    fn reasons_do_not_grow_without_end() {
        let mut outcome = Outcome::default();
        for i in 0..100 {
            outcome.fail(&format!("reason {i}"), 1);
        }
        assert_eq!(outcome.failures(), 100);
        assert_eq!(outcome.failed.len(), REASONS + 1);
        assert_eq!(outcome.failed[OTHERS], 100 - REASONS as u64);
    }

    #[test]
    fn who_is_the_bottleneck_is_said() {
        let said = |client: f64, server: Option<f64>| {
            let mut outcome = outcome(1000, 1.0);
            outcome.client_cpu_share = client;
            outcome.server_cpu_ns = server.map(|s| (s * 1e9) as u64);
            outcome.warnings().join("; ")
        };
        assert!(said(0.95, Some(0.5)).contains("the client is the bottleneck"));
        assert!(said(0.95, None).contains("the client may be the bottleneck"));
        assert_eq!(said(0.95, Some(0.99)), "");
        assert_eq!(said(0.5, Some(0.5)), "");
    }

    #[test]
    fn lateness_and_failures_are_said() {
        let mut outcome = outcome(1000, 1.0);
        (outcome.late, outcome.queued) = (10, 10);
        assert!(outcome.warnings().is_empty());
        (outcome.late, outcome.queued) = (20, 30);
        outcome.fail("no", 1);
        let said = outcome.warnings();
        assert!(
            said[0].starts_with("2.0 % of the calls started"),
            "{said:?}"
        );
        assert!(said[1].starts_with("3.0 % of the calls waited"), "{said:?}");
        assert!(said[2].starts_with("1 of 1000 calls failed"), "{said:?}");
    }

    #[test]
    fn outcomes_travel_as_json() {
        let outcome = outcome(100, 0.5);
        let text = serde_json::to_string(&outcome).unwrap();
        assert_eq!(serde_json::from_str::<Outcome>(&text).unwrap(), outcome);
    }
}
