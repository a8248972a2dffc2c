//! Checks of the CPUs: frequency, idle states, interrupts, and other work.

use std::collections::BTreeSet;

use manyrpc_measure::machine::placement::{Layout, Placement};

use super::facts::{Facts, cpu_list, member};
use super::{Finding, Severity};

/// All checks of this module.
pub(super) fn checks(facts: &Facts) -> Vec<Finding> {
    vec![
        build(facts),
        busy(facts),
        load_average(facts),
        governor(facts),
        turbo(facts),
        clock(facts),
        cost_of_the_clock(facts),
        virtual_machine(facts),
        steal(facts),
        allowed(facts),
        siblings(facts),
        quota(facts),
        throttled(facts),
        idle_states(facts),
        interrupts(facts),
    ]
}

const CPU: &str = "sys/devices/system/cpu";

fn build(facts: &Facts) -> Finding {
    match facts.is_debug {
        false => Finding::fine("build", "an optimised build"),
        true => Finding::new("build", Severity::Spoils, "a debug build")
            .why("our own systems are several times slower than in release builds")
            .cure("make build, then target/release/manyrpc"),
    }
}

/// The shares of one CPU from which on other work is visible in figures, and from which on it invalidates them.
const SEEN: f64 = 0.05;
const MUCH: f64 = 0.5;

/// The number of processes that are listed.
const NAMED: usize = 3;

fn busy(facts: &Facts) -> Finding {
    const CHECK: &str = "other processes";
    let (before, after) = (&facts.before, &facts.after);
    let cpus = facts.root.text(&format!("{CPU}/online"));
    let cpus = cpus
        .map_or(facts.cpus.len(), |list| cpu_list(&list).len())
        .max(1) as f64;
    let each_cpu = after.ticks_since(before) / cpus;
    if each_cpu <= 0.0 {
        return Finding::untold(CHECK);
    }
    let mut users: Vec<(f64, &str, u32)> = Vec::new();
    for (&process, (name, ticks)) in &after.processes {
        let had = before
            .processes
            .get(&process)
            .map_or(0.0, |(_, ticks)| *ticks);
        if process != facts.process && *ticks > had {
            users.push(((ticks - had) / each_cpu, name, process));
        }
    }
    users.sort_by(|a, b| b.0.total_cmp(&a.0));
    let idle = (after.idle_ticks - before.idle_ticks) / each_cpu;
    let used: f64 = users.iter().map(|user| user.0).sum();
    let named = users.iter().take(NAMED);
    let named =
        named.map(|(share, name, process)| format!("{name} ({process}) {:.0} %", share * 100.0));
    let named: Vec<String> = named.collect();
    let found = match named.is_empty() {
        true => format!("none used CPU time; {:.2} of {cpus} CPUs idle", idle),
        false => format!("{:.2} of {cpus} CPUs used by {}", used, named.join(", ")),
    };
    let severity = match used {
        used if used > MUCH => Severity::Spoils,
        used if used > SEEN => Severity::Disturbs,
        _ => return Finding::fine(CHECK, found),
    };
    Finding::new(CHECK, severity, found)
        .why("they take the CPU between a call and its reply, and their data evicts ours from the caches")
        .cure("stop them, or wait until they are done")
}

fn load_average(facts: &Facts) -> Finding {
    const CHECK: &str = "load average";
    let Some(load) = facts.root.number("proc/loadavg") else {
        return Finding::untold(CHECK);
    };
    let cpus = facts.cpus.len().max(1);
    let found = format!("{load:.2} over the last minute on {cpus} CPUs");
    match load > 0.25 * cpus as f64 {
        false => Finding::fine(CHECK, found),
        true => Finding::new(CHECK, Severity::Disturbs, found)
            .why("its cause may return in the middle of a run")
            .cure(
                "wait until it has dropped; `other processes` lists the current users of CPU time",
            ),
    }
}

fn governor(facts: &Facts) -> Finding {
    const CHECK: &str = "governor";
    let governors = facts.cpus.iter().filter_map(|cpu| {
        let path = format!("{CPU}/cpu{cpu}/cpufreq/scaling_governor");
        facts.root.text(&path)
    });
    let governors: BTreeSet<String> = governors.collect();
    let found = governors.iter().cloned().collect::<Vec<_>>().join(", ");
    match () {
        () if governors.is_empty() => Finding::untold(CHECK),
        () if found == "performance" => Finding::fine(CHECK, found),
        () => Finding::new(CHECK, Severity::Spoils, found)
            .why(
                "a ping-pong leaves each CPU idle half of the time, so the frequency goes down while we measure, \
                 and slow systems are measured at another one than quick ones",
            )
            .cure("cpupower frequency-set -g performance"),
    }
}

fn turbo(facts: &Facts) -> Finding {
    const CHECK: &str = "turbo";
    let no_turbo = facts.root.number(&format!("{CPU}/intel_pstate/no_turbo"));
    let boost = facts.root.number(&format!("{CPU}/cpufreq/boost"));
    let is_on = no_turbo.map(|no| no == 0.0).or(boost.map(|on| on != 0.0));
    match is_on {
        None => Finding::untold(CHECK),
        Some(false) => Finding::fine(CHECK, "off"),
        Some(true) => Finding::new(CHECK, Severity::Disturbs, "on")
            .why(
                "the frequency depends on temperature and on how many CPUs are busy, so runs drift",
            )
            .cure(match no_turbo {
                Some(_) => "echo 1 > /sys/devices/system/cpu/intel_pstate/no_turbo",
                None => "echo 0 > /sys/devices/system/cpu/cpufreq/boost",
            }),
    }
}

fn clock(facts: &Facts) -> Finding {
    const CHECK: &str = "clock source";
    /// Clock sources that are read without a system call.
    const QUICK: [&str; 4] = [
        "tsc",
        "kvm-clock",
        "arch_sys_counter",
        "hyperv_clocksource_tsc_page",
    ];
    let path = "sys/devices/system/clocksource/clocksource0";
    let Some(source) = facts.root.text(&format!("{path}/current_clocksource")) else {
        return Finding::untold(CHECK);
    };
    if QUICK.contains(&source.as_str()) {
        return Finding::fine(CHECK, source);
    }
    let there = facts.root.text(&format!("{path}/available_clocksource"));
    let there = there.unwrap_or_default();
    let cure = match there.split_whitespace().find(|name| QUICK.contains(name)) {
        Some(quick) => format!("echo {quick} > /{path}/current_clocksource"),
        None => {
            "boot with tsc=reliable if the CPU's counter is stable; otherwise accept it".to_owned()
        }
    };
    Finding::new(CHECK, Severity::Spoils, source)
        .why("each reading of the clock is a system call of about a microsecond, twice per sample")
        .cure(cure)
}

fn cost_of_the_clock(facts: &Facts) -> Finding {
    const CHECK: &str = "clock";
    const DEAR_NS: f64 = 200.0;
    let timing = &facts.timing;
    let found = format!(
        "{}: resolution {} ns, {:.0} ns to read",
        timing.clock, timing.resolution_ns, timing.pair_ns
    );
    let severity = match (timing.resolution_ns, timing.pair_ns) {
        (resolution, _) if resolution > 1000 => Severity::Spoils,
        (resolution, cost) if resolution > 1 || cost > DEAR_NS => Severity::Disturbs,
        _ => return Finding::fine(CHECK, found),
    };
    Finding::new(CHECK, severity, found)
        .why("each sample includes that much, and shorter times cannot be distinguished")
        .cure("see `clock source`; debug builds read it slowly too")
}

fn virtual_machine(facts: &Facts) -> Finding {
    const CHECK: &str = "virtualisation";
    let Some(cpuinfo) = facts.root.text("proc/cpuinfo") else {
        return Finding::untold(CHECK);
    };
    let flags = member(&cpuinfo, "flags").unwrap_or_default();
    let hypervisor = facts.root.text("sys/hypervisor/type");
    let product = facts.root.text("sys/class/dmi/id/product_name");
    match flags.split_whitespace().any(|flag| flag == "hypervisor") || hypervisor.is_some() {
        false => Finding::fine(CHECK, "none"),
        true => Finding::new(
            CHECK,
            Severity::Disturbs,
            hypervisor.or(product).unwrap_or_else(|| "a virtual machine".to_owned()),
        )
        .why(
            "waking an idle CPU leaves the guest: 40 to 50 µs each way where client and server have a CPU each. \
             Placements `same` and `awake` avoid it; figures of `split` and `free` are of the hypervisor",
        )
        .cure("measure on bare metal, or use placements `same` and `awake`"),
    }
}

fn steal(facts: &Facts) -> Finding {
    const CHECK: &str = "stolen time";
    let (before, after) = (&facts.before, &facts.after);
    let all = after.ticks_since(before);
    if all <= 0.0 || after.all_ticks <= 0.0 {
        return Finding::untold(CHECK);
    }
    let now = (after.stolen_ticks - before.stolen_ticks) / all;
    let ever = after.stolen_ticks / after.all_ticks;
    let found = format!(
        "{:.1} % now, {:.2} % since the start",
        now * 100.0,
        ever * 100.0
    );
    let severity = match (now, ever) {
        (now, _) if now > 0.01 => Severity::Spoils,
        (_, ever) if ever > 0.005 => Severity::Disturbs,
        _ => return Finding::fine(CHECK, found),
    };
    Finding::new(CHECK, severity, found)
        .why("other guests of the same host take our CPUs for milliseconds at a time")
        .cure(
            "use a dedicated host or instance; otherwise more rounds, and medians instead of means",
        )
}

fn allowed(facts: &Facts) -> Finding {
    const CHECK: &str = "CPUs";
    let found = format!(
        "this process may use {}: {:?}",
        facts.cpus.len(),
        facts.cpus
    );
    match facts.cpus.len() {
        0 => Finding::untold(CHECK),
        1 => Finding::new(CHECK, Severity::Disturbs, found)
            .why("client and server share a CPU: placements `split` and `awake` cannot be measured")
            .cure("give it a second one (taskset, cpuset, the virtual machine's settings)"),
        2 => Finding::new(CHECK, Severity::Disturbs, found)
            .why(
                "with client and server on one each there is none for everything else: system processes and \
                 interrupts run in between",
            )
            .cure("a third CPU avoids that"),
        _ => Finding::fine(CHECK, found),
    }
}

fn siblings(facts: &Facts) -> Finding {
    const CHECK: &str = "hyperthreads";
    let Ok(layout) = Layout::of(Placement::Split, &facts.cpus) else {
        return Finding::untold(CHECK);
    };
    let (client, server) = (layout.client[0], layout.server[0]);
    let path = format!("{CPU}/cpu{client}/topology/thread_siblings_list");
    let Some(list) = facts.root.text(&path) else {
        return Finding::untold(CHECK);
    };
    let together = cpu_list(&list);
    match () {
        () if together.len() < 2 => Finding::fine(CHECK, "each CPU is a separate core"),
        () if together.contains(&server) => Finding::new(
            CHECK,
            Severity::Disturbs,
            format!("CPUs {client} and {server}, of client and server, are one core"),
        )
        .why("in placement `split` they compete for the core's units; in `awake` a spinning thread takes half of each")
        .cure(format!(
            "taskset -c with one CPU of each core, or echo off > /{CPU}/smt/control"
        )),
        () => Finding::new(
            CHECK,
            Severity::Disturbs,
            format!("CPU {client} shares its core with CPU {list}").replace(&format!("CPU {list}"), &others(&together, client)),
        )
        .why("whatever runs on a core's other thread competes for its units")
        .cure(format!("echo off > /{CPU}/smt/control, or make sure that nothing runs there")),
    }
}

fn others(together: &[usize], but: usize) -> String {
    let others = together.iter().filter(|&&cpu| cpu != but);
    let others: Vec<String> = others.map(|cpu| format!("CPU {cpu}")).collect();
    others.join(", ")
}

/// The cgroup of this process in the controller's hierarchy, or the unified one's.
fn cgroup(facts: &Facts, controller: &str) -> Option<String> {
    let text = facts.root.text("proc/self/cgroup")?;
    let mut lines = text.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        Some((parts.next()?, parts.next()?))
    });
    let found = lines.find(|(controllers, _)| controllers.split(',').any(|c| c == controller));
    found.map(|(_, path)| path.trim_matches('/').to_owned())
}

/// The quota of our cgroup in CPUs; `None` without one.
fn quota_cpus(facts: &Facts) -> Option<f64> {
    let unified = cgroup(facts, "").map(|path| format!("sys/fs/cgroup/{path}/cpu.max"));
    if let Some(text) = unified.and_then(|path| facts.root.text(&path)) {
        let (quota, period) = text.split_once(' ')?;
        return Some(quota.parse::<f64>().ok()? / period.parse::<f64>().ok()?);
    }
    let of = |name| {
        let path = cgroup(facts, "cpu")?;
        facts
            .root
            .number(&format!("sys/fs/cgroup/cpu/{path}/{name}"))
    };
    let quota = of("cpu.cfs_quota_us").filter(|quota| *quota > 0.0)?;
    Some(quota / of("cpu.cfs_period_us")?)
}

fn quota(facts: &Facts) -> Finding {
    const CHECK: &str = "CPU quota";
    match quota_cpus(facts) {
        None => Finding::fine(CHECK, "none"),
        Some(cpus) if cpus >= facts.cpus.len() as f64 => {
            Finding::fine(CHECK, format!("{cpus:.2} CPUs, which is all of them"))
        }
        Some(cpus) => Finding::new(CHECK, Severity::Spoils, format!("{cpus:.2} CPUs"))
            .why("a process that has used up its quota is suspended for the rest of the period, in the middle of calls")
            .cure("run without a quota (docker --cpus, Kubernetes' limits, systemd's CPUQuota)"),
    }
}

fn throttled(facts: &Facts) -> Finding {
    const CHECK: &str = "throttling";
    let unified = cgroup(facts, "").map(|path| format!("sys/fs/cgroup/{path}/cpu.stat"));
    let legacy = cgroup(facts, "cpu").map(|path| format!("sys/fs/cgroup/cpu/{path}/cpu.stat"));
    let mut texts = [unified, legacy]
        .into_iter()
        .flatten()
        .filter_map(|path| facts.root.text(&path));
    let Some(text) = texts.next() else {
        return Finding::untold(CHECK);
    };
    let mut counts = text.lines().filter_map(|line| line.split_once(' '));
    let periods = counts
        .find(|(name, _)| *name == "nr_throttled")
        .map(|(_, n)| n.to_owned());
    match periods.and_then(|n| n.trim().parse::<u64>().ok()) {
        None | Some(0) => Finding::fine(CHECK, "never"),
        Some(periods) => Finding::new(
            CHECK,
            Severity::Disturbs,
            format!("in {periods} periods so far"),
        )
        .why("this cgroup was suspended; it may happen again")
        .cure("see `CPU quota`"),
    }
}

fn idle_states(facts: &Facts) -> Finding {
    const CHECK: &str = "idle states";
    const LONG_US: f64 = 20.0;
    let Some(&cpu) = facts.cpus.last() else {
        return Finding::untold(CHECK);
    };
    let folder = format!("{CPU}/cpu{cpu}/cpuidle");
    let states = facts.root.names(&folder).into_iter().filter_map(|state| {
        let of = |name: &str| format!("{folder}/{state}/{name}");
        let is_off = facts.root.number(&of("disable")) == Some(1.0);
        let latency = facts.root.number(&of("latency"))?;
        let name = facts.root.text(&of("name")).unwrap_or(state.clone());
        (!is_off).then_some((latency, name))
    });
    let Some((latency, name)) = states.max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return Finding::untold(CHECK);
    };
    let found = format!("the deepest, {name}, takes {latency} µs to leave");
    match latency > LONG_US {
        false => Finding::fine(CHECK, found),
        true => Finding::new(CHECK, Severity::Disturbs, found)
            .why("a CPU that waits for an answer falls asleep, and every call of placements `split` and `free` waits \
                  until it is awake")
            .cure("cpupower idle-set -D 10, or use placements `same` and `awake`"),
    }
}

fn interrupts(facts: &Facts) -> Finding {
    const CHECK: &str = "interrupts";
    const MANY: f64 = 500.0;
    let (before, after) = (&facts.before, &facts.after);
    let ours = facts.cpus.iter().rev().take(2);
    let taken = ours.filter_map(|cpu| {
        let now = after.interrupts.get(cpu)?;
        Some((now - before.interrupts.get(cpu)?, *cpu))
    });
    let Some((most, cpu)) = taken.max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return Finding::untold(CHECK);
    };
    let found = format!("{most:.0} device interrupts in a second on CPU {cpu}");
    match most > MANY {
        false => Finding::fine(CHECK, found),
        true => Finding::new(CHECK, Severity::Disturbs, found)
            .why("they run on the CPUs of client and server, which are the last two")
            .cure("write the first CPUs into /proc/irq/*/smp_affinity_list, and stop irqbalance"),
    }
}
