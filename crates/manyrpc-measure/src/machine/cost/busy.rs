//! How busy both sides are, and which of them limits a rate.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// The utilisation of each side: 1 is saturated. A side is saturated when one of its threads used a whole CPU, or
/// all its threads together used all CPUs that they may use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Busy {
    /// The client processes.
    pub client: f64,
    /// The server's processes.
    pub server: f64,
}

/// The utilisation from which on a side counts as saturated.
const SATURATED: f64 = 0.9;

impl Busy {
    /// Whether the clients, not the server, limited the rate.
    pub fn client_is_the_bottleneck(&self) -> bool {
        self.client >= SATURATED && self.server < SATURATED
    }

    /// The mean of several values; `None` without values.
    pub fn mean(all: &[Busy]) -> Option<Busy> {
        let count = all.len() as f64;
        let mean = |of: fn(&Busy) -> f64| all.iter().map(of).sum::<f64>() / count;
        (!all.is_empty()).then(|| Busy {
            client: mean(|busy| busy.client),
            server: mean(|busy| busy.server),
        })
    }
}

/// CPU time by thread id, in nanoseconds.
type Threads = BTreeMap<u32, u64>;

/// Measures the utilisation of both sides.
#[derive(Debug)]
pub struct Watch {
    clients: Vec<u32>,
    server: Vec<u32>,
    before: [Threads; 2],
    start: Instant,
}

impl Watch {
    /// Starts measuring.
    pub fn start(clients: Vec<u32>, server: Vec<u32>) -> Self {
        let before = [threads(&clients), threads(&server)];
        Watch {
            clients,
            server,
            before,
            start: Instant::now(),
        }
    }

    /// The utilisation since the start, given the number of CPUs that each side may use.
    pub fn busy(&self, client_cpus: usize, server_cpus: usize) -> Busy {
        let elapsed = self.start.elapsed();
        let [clients, server] = &self.before;
        Busy {
            client: share(clients, &threads(&self.clients), elapsed, client_cpus),
            server: share(server, &threads(&self.server), elapsed, server_cpus),
        }
    }
}

fn threads(processes: &[u32]) -> Threads {
    let of = |process: &u32| fs::read_dir(format!("/proc/{process}/task"));
    let tasks = processes.iter().filter_map(|p| of(p).ok()).flatten();
    let time = |task: fs::DirEntry| {
        let used = fs::read_to_string(task.path().join("schedstat")).ok()?;
        let number = task.file_name().to_str()?.parse().ok()?;
        Some((number, used.split_whitespace().next()?.parse().ok()?))
    };
    tasks.flatten().filter_map(time).collect()
}

/// All CPU time of a thread started since then counts; threads that have ended are no longer visible.
fn share(before: &Threads, after: &Threads, elapsed: Duration, cpus: usize) -> f64 {
    let used = |(thread, ns): (&u32, &u64)| ns.saturating_sub(*before.get(thread).unwrap_or(&0));
    let busiest = after.iter().map(used).max().unwrap_or(0) as f64;
    let all = after.iter().map(used).sum::<u64>() as f64 / cpus.max(1) as f64;
    let elapsed = elapsed.as_nanos().max(1) as f64;
    (busiest.max(all) / elapsed).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_as_busy_as_its_busiest_thread_or_its_cpus() {
        let before = Threads::from([(1, 500), (2, 100), (9, 70)]);
        let share = |after, cpus| {
            let share = share(&before, &after, Duration::from_nanos(1000), cpus);
            (share * 1000.0).round() as u32
        };
        // Thread 3 is new, thread 9 has ended.
        assert_eq!(share(Threads::from([(1, 1400), (2, 200)]), 2), 900);
        assert_eq!(
            share(Threads::from([(1, 900), (2, 400), (3, 300)]), 1),
            1000
        );
        assert_eq!(share(Threads::from([(1, 900), (2, 400), (3, 300)]), 2), 500);
        assert_eq!(share(Threads::new(), 2), 0);
    }

    #[test]
    fn whoever_has_no_more_to_give_limits_the_rate() {
        let said = |client, server| Busy { client, server }.client_is_the_bottleneck();
        assert!(said(0.95, 0.6));
        assert!(!said(0.95, 0.95) && !said(0.6, 0.95) && !said(0.5, 0.5));
        let all = [(0.9, 0.2), (1.0, 0.4)].map(|(client, server)| Busy { client, server });
        let mean = Busy::mean(&all).unwrap();
        assert!((mean.client - 0.95).abs() < 1e-9 && (mean.server - 0.3).abs() < 1e-9);
        assert_eq!(Busy::mean(&[]), None);
    }

    #[test]
    fn this_process_is_seen_at_work() {
        let watch = Watch::start(vec![std::process::id()], vec![u32::MAX]);
        let start = Instant::now();
        let busy = loop {
            // The kernel updates a thread's CPU time only at scheduling events.
            let busy = watch.busy(1, 1);
            if busy.client > 0.0 {
                break busy;
            }
            assert!(start.elapsed() < Duration::from_secs(10), "{busy:?}");
        };
        assert!(busy.client <= 1.0 && busy.server == 0.0, "{busy:?}");
    }
}
