//! The facts that the checks examine, read below a root directory.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use manyrpc_measure::machine::timing::Timing;

/// The root of the system's files.
#[derive(Clone, Debug)]
pub struct Root(PathBuf);

impl Root {
    /// This machine's root.
    pub fn of_this_machine() -> Self {
        Root(PathBuf::from("/"))
    }

    /// A directory with `proc`, `sys` and `etc`.
    pub fn at(directory: &Path) -> Self {
        Root(directory.to_owned())
    }

    /// The trimmed content of a file; `None` if it cannot be read or is empty.
    pub fn text(&self, path: &str) -> Option<String> {
        let text = fs::read_to_string(self.0.join(path)).ok()?;
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }

    /// The first number in the file.
    pub fn number(&self, path: &str) -> Option<f64> {
        let text = self.text(path)?;
        text.split_whitespace().next()?.parse().ok()
    }

    /// The names in a directory, sorted.
    pub fn names(&self, path: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.join(path))
            .into_iter()
            .flatten()
            .flatten();
        let mut names: Vec<String> = entries
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        names.sort();
        names
    }

    /// Whether a program of that name is in the usual directories.
    pub fn has_program(&self, name: &str) -> bool {
        let places = [
            "usr/local/sbin",
            "usr/local/bin",
            "usr/sbin",
            "usr/bin",
            "sbin",
            "bin",
        ];
        places
            .iter()
            .any(|place| self.0.join(place).join(name).is_file())
    }
}

/// The facts that a check examines.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The system's files.
    pub root: Root,
    /// The first snapshot of changing values.
    pub before: Snapshot,
    /// The second snapshot.
    pub after: Snapshot,
    /// The cost of reading the clock.
    pub timing: Timing,
    /// The CPUs that this process may use, ascending.
    pub cpus: Vec<usize>,
    /// Whether it runs as root.
    pub is_root: bool,
    /// Whether this program was built without optimisation.
    pub is_debug: bool,
    /// The id of this process.
    pub process: u32,
}

impl Facts {
    /// Gathers the facts of this machine, in one second.
    pub fn gather() -> Self {
        let root = Root::of_this_machine();
        let timing = Timing::measure();
        Facts::below(root, timing, || {
            std::thread::sleep(std::time::Duration::from_secs(1));
        })
    }

    /// Gathers the facts below a root; `wait` runs between the two snapshots.
    pub fn below(root: Root, timing: Timing, wait: impl FnOnce()) -> Self {
        let before = Snapshot::of(&root);
        wait();
        let after = Snapshot::of(&root);
        let allowed = status(&root, "Cpus_allowed_list");
        Facts {
            before,
            after,
            timing,
            cpus: allowed.map_or_else(Vec::new, |list| cpu_list(&list)),
            is_root: rustix::process::geteuid().is_root(),
            is_debug: cfg!(debug_assertions),
            process: std::process::id(),
            root,
        }
    }
}

/// The value of a line `name: value` of this process's status.
pub(super) fn status(root: &Root, name: &str) -> Option<String> {
    member(&root.text("proc/self/status")?, name)
}

/// The value of a line `name: value`.
pub(super) fn member(text: &str, name: &str) -> Option<String> {
    let mut members = text.lines().filter_map(|line| line.split_once(':'));
    let found = members.find(|(key, _)| key.trim() == name);
    found.map(|(_, value)| value.trim().to_owned())
}

/// `0-2,7` as numbers.
pub(super) fn cpu_list(list: &str) -> Vec<usize> {
    let ranges = list.split(',').filter_map(|range| {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        Some(first.trim().parse().ok()?..=last.trim().parse().ok()?)
    });
    // No machine has more; such a list is invalid.
    ranges.flatten().take(1 << 16).collect()
}

/// Values that change while a machine runs.
#[derive(Clone, Debug, Default)]
pub struct Snapshot {
    /// Total time of all CPUs in ticks.
    pub all_ticks: f64,
    /// Time taken by other guests of the same host.
    pub stolen_ticks: f64,
    /// Idle time of all CPUs.
    pub idle_ticks: f64,
    /// The CPU time of each process by its id, with its name.
    pub processes: BTreeMap<u32, (String, f64)>,
    /// Device interrupts of each CPU.
    pub interrupts: BTreeMap<usize, f64>,
    /// Pages swapped in and out.
    pub swapped_pages: f64,
}

impl Snapshot {
    fn of(root: &Root) -> Self {
        let mut snapshot = Snapshot::default();
        snapshot.cpu_time(&root.text("proc/stat").unwrap_or_default());
        snapshot.interrupts(&root.text("proc/interrupts").unwrap_or_default());
        let vmstat = root.text("proc/vmstat").unwrap_or_default();
        let counts = vmstat.lines().filter_map(|line| line.split_once(' '));
        let swapped = counts.filter(|(name, _)| ["pswpin", "pswpout"].contains(name));
        snapshot.swapped_pages = swapped.filter_map(|(_, n)| n.parse::<f64>().ok()).sum();
        let numbers = root.names("proc").into_iter();
        for process in numbers.filter_map(|name| name.parse::<u32>().ok()) {
            let stat = root.text(&format!("proc/{process}/stat"));
            if let Some(found) = stat.and_then(|stat| process_time(&stat)) {
                snapshot.processes.insert(process, found);
            }
        }
        snapshot
    }

    /// proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal; guest time is included in user.
    fn cpu_time(&mut self, stat: &str) {
        let Some(line) = stat.lines().find(|line| line.starts_with("cpu ")) else {
            return;
        };
        let ticks: Vec<f64> = line
            .split_whitespace()
            .skip(1)
            .take(8)
            .filter_map(|n| n.parse().ok())
            .collect();
        let at = |place: usize| ticks.get(place).copied().unwrap_or(0.0);
        self.all_ticks = ticks.iter().sum();
        self.idle_ticks = at(3) + at(4);
        self.stolen_ticks = at(7);
    }

    /// proc_interrupts(5): a header of CPUs, then lines, whose names are numbers for devices.
    fn interrupts(&mut self, text: &str) {
        let mut lines = text.lines();
        let head = lines.next().unwrap_or_default();
        let cpus = head
            .split_whitespace()
            .map(|cpu| cpu.trim_start_matches("CPU").parse::<usize>());
        let cpus: Vec<usize> = cpus.filter_map(Result::ok).collect();
        for line in lines {
            let mut words = line.split_whitespace();
            let name = words.next().unwrap_or_default().trim_end_matches(':');
            if name.parse::<u32>().is_err() {
                continue;
            }
            for (&cpu, count) in cpus.iter().zip(words) {
                *self.interrupts.entry(cpu).or_default() += count.parse().unwrap_or(0.0);
            }
        }
    }

    /// The ticks of all CPUs since an earlier time.
    pub fn ticks_since(&self, before: &Snapshot) -> f64 {
        self.all_ticks - before.all_ticks
    }
}

/// proc_pid_stat(5): the name in parentheses, which may itself contain parentheses, and the times in fields 14 and
/// 15.
fn process_time(stat: &str) -> Option<(String, f64)> {
    let (front, rest) = stat.rsplit_once(')')?;
    let (_, name) = front.split_once('(')?;
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field - 3)?.parse::<f64>().ok();
    Some((name.to_owned(), ticks(14)? + ticks(15)?))
}
