//! The costs of calls to a process besides time.
//!
//! | figure | from | exactness |
//! | --- | --- | --- |
//! | CPU time | `/proc/PID/task/*/schedstat` | nanoseconds, as the scheduler counts them |
//! | its user and system part | `/proc/PID/stat` | sampled by the kernel 100 to 1000 times a second, in hundredths
//! of a second: usable only as a sum over many batches |
//! | context switches | `/proc/PID/task/*/status` | exact; living threads only |
//! | page faults | `/proc/PID/stat` | exact |
//! | system calls | the tracepoint `raw_syscalls:sys_enter` ([`SystemCalls`]) | exact; needs root, or `kernel.perf_event_paranoid` of -1 and a tracefs that may be read |
//! | TCP segments | `TCP_INFO` of the process's sockets ([`Segments`]) | exact; only connections that stay open |
//!
//! Without the tracepoint system calls cannot be counted: `/proc/PID/io` counts reads and writes, but not sends
//! and receives. Counting slows every system call of the machine a little, so nothing is timed meanwhile.

mod busy;
mod call_counts;
mod idle;
mod memory;
mod meter;
mod segments;
mod side;
mod system_calls;

use std::ops::{AddAssign, Sub};

use serde::{Deserialize, Serialize};

pub use busy::{Busy, Watch};
pub use call_counts::{CallCounter, CallCounts, RunLengths};
pub use idle::wait_until_idle;
pub use memory::user_memory_bytes;
pub use meter::{Meter, Sum, Used};
pub use segments::Segments;
pub use side::{RemoteProcesses, Side};
pub use system_calls::SystemCalls;

/// The resources that a process and its descendants have used since they started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// CPU time.
    pub cpu_ns: u64,
    /// CPU time in user mode, as sampled by the kernel.
    pub user_ns: u64,
    /// CPU time in the kernel, likewise.
    pub system_ns: u64,
    /// Voluntary context switches: how often a thread waited.
    pub waits: u64,
    /// Involuntary context switches: how often a thread was preempted.
    pub preemptions: u64,
    /// Page faults, minor and major.
    pub faults: u64,
}

impl Totals {
    /// A process's totals now; `None` if the kernel does not report them, or it has ended.
    pub fn of(id: u32) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        let mut totals = from_stat(&stat, tick_ns())?;
        for status in super::process::of_each_thread(id, "status") {
            let status = status?;
            totals.waits += number(&status, "voluntary_ctxt_switches:")?;
            totals.preemptions += number(&status, "nonvoluntary_ctxt_switches:")?;
        }
        totals.cpu_ns = super::process::cpu_ns(id)?;
        Some(totals)
    }

    /// The sum over several processes; `None` without processes.
    pub fn of_all(ids: &[u32]) -> Option<Self> {
        let (first, others) = ids.split_first()?;
        let mut sum = Totals::of(*first)?;
        for id in others {
            sum += Totals::of(*id)?;
        }
        Some(sum)
    }
}

impl AddAssign for Totals {
    fn add_assign(&mut self, other: Totals) {
        self.cpu_ns += other.cpu_ns;
        self.user_ns += other.user_ns;
        self.system_ns += other.system_ns;
        self.waits += other.waits;
        self.preemptions += other.preemptions;
        self.faults += other.faults;
    }
}

impl Sub for Totals {
    type Output = Totals;

    /// The resources used since `earlier`. Those of a thread that has ended since are lost.
    fn sub(self, earlier: Totals) -> Totals {
        Totals {
            cpu_ns: self.cpu_ns.saturating_sub(earlier.cpu_ns),
            user_ns: self.user_ns.saturating_sub(earlier.user_ns),
            system_ns: self.system_ns.saturating_sub(earlier.system_ns),
            waits: self.waits.saturating_sub(earlier.waits),
            preemptions: self.preemptions.saturating_sub(earlier.preemptions),
            faults: self.faults.saturating_sub(earlier.faults),
        }
    }
}

/// The mean cost of one call to one of its sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// CPU time in nanoseconds.
    pub cpu_ns: f64,
    /// The kernel's share of it; `None` if there was too little to tell.
    pub system_share: Option<f64>,
    /// Voluntary context switches.
    pub waits: f64,
    /// Involuntary context switches.
    pub preemptions: f64,
    /// Page faults.
    pub faults: f64,
    /// System calls, if they could be counted.
    #[serde(default)]
    pub system_calls: Option<f64>,
}

impl Cost {
    /// The mean over `calls`, which must not be zero.
    pub fn per_call(used: Totals, calls: u64) -> Self {
        let per_call = |total: u64| total as f64 / calls.max(1) as f64;
        let seen_ns = used.user_ns + used.system_ns;
        Cost {
            cpu_ns: per_call(used.cpu_ns),
            system_share: (seen_ns >= MIN_SAMPLED_NS)
                .then(|| used.system_ns as f64 / seen_ns as f64),
            waits: per_call(used.waits),
            preemptions: per_call(used.preemptions),
            faults: per_call(used.faults),
            system_calls: None,
        }
    }
}

/// Below this CPU time the kernel has sampled too seldom.
const MIN_SAMPLED_NS: u64 = 100_000_000;

/// Fields 10, 12, 14 and 15 of proc(5): minor and major faults, user and system time.
fn from_stat(stat: &str, tick_ns: u64) -> Option<Totals> {
    // The second field is the program's name in parentheses, and may have any character.
    let (_, rest) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    Some(Totals {
        faults: field(10)? + field(12)?,
        user_ns: field(14)? * tick_ns,
        system_ns: field(15)? * tick_ns,
        ..Totals::default()
    })
}

/// The number after a name at the start of a line.
fn number(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.trim().parse().ok()
}

/// The unit of times in `/proc/PID/stat`.
fn tick_ns() -> u64 {
    1_000_000_000 / rustix::param::clock_ticks_per_second().max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    // The order of the fields is that of proc(5).
    #[test]
    fn fields_are_found_behind_any_name() {
        let stat = "7 (a) b (c)) S 1 7 7 0 -1 4194560 140 0 3 0 25 4 0 0 20 0 1 0 99";
        let totals = from_stat(stat, 10_000_000).unwrap();
        assert_eq!(totals.faults, 143);
        assert_eq!(
            (totals.user_ns, totals.system_ns),
            (250_000_000, 40_000_000)
        );
        assert_eq!(from_stat("7 (a) S 1", 1), None);
        assert_eq!(number("a:\t1\nab:\t 22\n", "ab:"), Some(22));
        assert_eq!(number("a:\t1\n", "b:"), None);
    }

    /// Threads of other tests that end in between take their counts with them, so this is retried.
    #[test]
    fn what_a_process_does_is_seen() {
        const TRIES: usize = 50;

        let id = std::process::id();
        let mut used = (0..TRIES).map(|_| {
            let before = Totals::of(id).unwrap();
            std::thread::sleep(std::time::Duration::from_millis(1));
            let mut memory = vec![0u8; 4 << 20];
            memory.iter_mut().step_by(4096).for_each(|byte| *byte = 1);
            assert_eq!(std::hint::black_box(&memory)[4096], 1);
            Totals::of(id).unwrap() - before
        });
        // With huge pages there are fewer faults.
        let is_seen = |used: &Totals| used.waits >= 1 && used.faults >= 2 && used.cpu_ns > 10_000;
        assert!(used.any(|used| is_seen(&used)));
        assert_eq!(Totals::of(u32::MAX), None);
    }

    #[test]
    fn costs_are_means() {
        let used = Totals {
            cpu_ns: 1000,
            user_ns: 100_000_000,
            system_ns: 300_000_000,
            waits: 20,
            preemptions: 1,
            faults: 0,
        };
        let cost = Cost::per_call(used, 10);
        assert_eq!(
            (cost.cpu_ns, cost.waits, cost.preemptions),
            (100.0, 2.0, 0.1)
        );
        assert_eq!((cost.system_share, cost.system_calls), (Some(0.75), None));
        let little = Totals {
            user_ns: 10_000_000,
            ..used
        };
        assert!(Cost::per_call(little, 10).system_share.is_some());
        assert_eq!(Cost::per_call(Totals::default(), 0).system_share, None);
    }
}
