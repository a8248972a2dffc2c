//! Checks of memory and of process limits.

use super::facts::{Facts, member};
use super::{Finding, Severity};

/// All checks of this module.
pub(super) fn checks(facts: &Facts) -> Vec<Finding> {
    vec![
        memory(facts),
        swap(facts),
        huge_pages(facts),
        nodes(facts),
        descriptors(facts),
    ]
}

const MIB: f64 = 1024.0;

/// A line of meminfo, in KiB.
fn kibibytes(facts: &Facts, name: &str) -> Option<f64> {
    let value = member(&facts.root.text("proc/meminfo")?, name)?;
    value.split_whitespace().next()?.parse().ok()
}

fn memory(facts: &Facts) -> Finding {
    const CHECK: &str = "memory";
    const ENOUGH_MIB: f64 = 1024.0;
    let Some(available) = kibibytes(facts, "MemAvailable").map(|kib| kib / MIB) else {
        return Finding::untold(CHECK);
    };
    let found = format!("{available:.0} MiB available");
    match available < ENOUGH_MIB {
        false => Finding::fine(CHECK, found),
        true => Finding::new(CHECK, Severity::Disturbs, found)
            .why("the kernel takes time to find pages, and may kill a server or swap in the middle of a run")
            .cure("free a GiB: studies keep the processes of twenty systems at once"),
    }
}

fn swap(facts: &Facts) -> Finding {
    const CHECK: &str = "swap";
    let used = kibibytes(facts, "SwapTotal").zip(kibibytes(facts, "SwapFree"));
    let Some(used) = used.map(|(total, free)| (total - free) / MIB) else {
        return Finding::untold(CHECK);
    };
    let moved = facts.after.swapped_pages - facts.before.swapped_pages;
    let found = format!("{used:.0} MiB used, {moved:.0} pages moved in a second");
    let severity = match (moved, used) {
        (moved, _) if moved > 0.0 => Severity::Spoils,
        (_, used) if used > 1.0 => Severity::Disturbs,
        _ => return Finding::fine(CHECK, found),
    };
    Finding::new(CHECK, severity, found)
        .why("reading a page back from disk takes milliseconds, in whichever call touches it first")
        .cure("swapoff -a, if there is enough memory")
}

fn huge_pages(facts: &Facts) -> Finding {
    const CHECK: &str = "transparent huge pages";
    let Some(text) = facts
        .root
        .text("sys/kernel/mm/transparent_hugepage/enabled")
    else {
        return Finding::untold(CHECK);
    };
    let chosen = text
        .split_whitespace()
        .find_map(|word| word.strip_prefix('[')?.strip_suffix(']'));
    match chosen {
        None => Finding::untold(CHECK),
        Some("always") => Finding::new(CHECK, Severity::Disturbs, "always")
            .why("clearing and merging 2 MiB at a time falls into some calls and not into others, and makes large \
                  messages of one process quicker than of the next")
            .cure("echo madvise > /sys/kernel/mm/transparent_hugepage/enabled"),
        Some(other) => Finding::fine(CHECK, other),
    }
}

fn nodes(facts: &Facts) -> Finding {
    const CHECK: &str = "memory nodes";
    let Some(online) = facts.root.text("sys/devices/system/node/online") else {
        return Finding::untold(CHECK);
    };
    match super::facts::cpu_list(&online).len() {
        0 | 1 => Finding::fine(CHECK, "one"),
        nodes => Finding::new(CHECK, Severity::Disturbs, format!("{nodes}"))
            .why("memory of another node is slower, and the node varies from start to start")
            .cure("numactl --cpunodebind=0 --membind=0 manyrpc …"),
    }
}

fn descriptors(facts: &Facts) -> Finding {
    const CHECK: &str = "open files";
    const ENOUGH: f64 = 4096.0;
    let limits = facts.root.text("proc/self/limits").unwrap_or_default();
    let mut lines = limits
        .lines()
        .filter_map(|line| line.strip_prefix("Max open files"));
    let soft = lines
        .next()
        .and_then(|line| line.split_whitespace().next().map(str::to_owned));
    let number = match soft.as_deref() {
        Some("unlimited") => Some(f64::INFINITY),
        other => other.and_then(|n| n.parse().ok()),
    };
    match number {
        None => Finding::untold(CHECK),
        Some(limit) if limit < ENOUGH => {
            Finding::new(CHECK, Severity::Disturbs, format!("{limit}"))
                .why("each connection needs one: a load of thousands of connections fails")
                .cure("ulimit -n 65536")
                .matters_to(&["load"])
        }
        Some(limit) => Finding::fine(CHECK, format!("{limit}")),
    }
}
