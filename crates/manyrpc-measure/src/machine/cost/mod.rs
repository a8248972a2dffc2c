//! What calls cost a process besides time.
//!
//! | figure | from | exactness |
//! | --- | --- | --- |
//! | CPU time | `/proc/PID/task/*/schedstat` | nanoseconds, as the scheduler counts them |
//! | its user and system part | `/proc/PID/stat` | the kernel looks 100 to 1000 times a second which of the two it is, and tells hundredths of a second: good for the sum over many batches only |
//! | context switches | `/proc/PID/task/*/status` | exact; of threads that live |
//! | page faults | `/proc/PID/stat` | exact |
//! | system calls | the tracepoint `raw_syscalls:sys_enter` ([`SystemCalls`]) | exact; needs root, or `kernel.perf_event_paranoid` of -1 and a tracefs that may be read |
//! | TCP segments | `TCP_INFO` of the process's sockets ([`Segments`]) | exact; of connections that stay open |
//!
//! Without the tracepoint system calls are not known: `/proc/PID/io` counts reads and writes, and not
//! what sends and receives. While they are counted every system call of the machine is a little
//! slower, so nothing is timed meanwhile.

mod busy;
mod meter;
mod segments;
mod side;
mod system_calls;
mod tally;

use std::ops::{AddAssign, Sub};

use serde::{Deserialize, Serialize};

pub use busy::{Busy, Watch};
pub use meter::{Meter, Sum, Used, wait_until_idle};
pub use segments::Segments;
pub use side::{Far, Side};
pub use system_calls::SystemCalls;
pub use tally::{Lengths, Tallied, Tally};

/// What a process, and those that descend from it, have used since they began.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// CPU time.
    pub cpu_ns: u64,
    /// Of it in the program, as far as the kernel knows.
    pub user_ns: u64,
    /// Of it in the kernel, likewise.
    pub system_ns: u64,
    /// How often a thread waited.
    pub waits: u64,
    /// How often a thread was made to give its CPU to another.
    pub preemptions: u64,
    /// Pages that were touched and not mapped, in memory or not.
    pub faults: u64,
}

impl Totals {
    /// Of a process now; `None` where the kernel does not tell, or it has ended.
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

    /// Of several processes together; `None` of none.
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

    /// What was used since `earlier`. A thread that has ended since takes what it had with it.
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

/// What one call costs one of its sides, in the mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// CPU time in nanoseconds.
    pub cpu_ns: f64,
    /// The share of it that is the kernel's; `None` if there was too little to tell.
    pub system_share: Option<f64>,
    /// Context switches of threads that waited.
    pub waits: f64,
    /// Context switches of threads that were made to.
    pub preemptions: f64,
    /// Page faults.
    pub faults: f64,
    /// System calls, where they could be counted.
    #[serde(default)]
    pub system_calls: Option<f64>,
}

impl Cost {
    /// Of so many calls, at least one, which used so much.
    pub fn per_call(used: Totals, calls: u64) -> Self {
        let per_call = |total: u64| total as f64 / calls.max(1) as f64;
        let seen_ns = used.user_ns + used.system_ns;
        Cost {
            cpu_ns: per_call(used.cpu_ns),
            system_share: (seen_ns >= ENOUGH_NS).then(|| used.system_ns as f64 / seen_ns as f64),
            waits: per_call(used.waits),
            preemptions: per_call(used.preemptions),
            faults: per_call(used.faults),
            system_calls: None,
        }
    }
}

/// Below it the kernel has looked too seldom.
const ENOUGH_NS: u64 = 100_000_000;

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

/// The number behind a name at the start of a line.
fn number(text: &str, name: &str) -> Option<u64> {
    let rest = text.lines().find_map(|line| line.strip_prefix(name))?;
    rest.trim().parse().ok()
}

/// What times in `/proc/PID/stat` are counted in.
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

    /// Threads of other tests that end in between take their counts with them: then it is seen another time.
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
        // Huge pages make fewer faults of them.
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
