use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use manyrpc_measure::machine::timing::Timing;

use super::facts::{Facts, Root};
use super::*;

/// A machine without disturbances: four CPUs without siblings, and no other work.
const HEALTHY: &[(&str, &str)] = &[
    (
        "proc/stat",
        "cpu  1000 0 1000 8000 0 0 0 0 0 0\ncpu0 250 0 250 2000 0 0 0 0 0 0\n",
    ),
    ("proc/loadavg", "0.10 0.20 0.30 1/100 4242\n"),
    ("proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu tsc\n"),
    (
        "proc/self/status",
        "Name:\tmanyrpc\nCpus_allowed_list:\t0-3\n",
    ),
    ("proc/self/cgroup", "0::/user\n"),
    (
        "proc/self/limits",
        "Limit  Soft Limit  Hard Limit  Units\nMax open files            20000                20000                files\n",
    ),
    (
        "proc/7/stat",
        "7 (cc1) S 1 1 1 0 -1 0 0 0 0 0 100 50 0 0 20 0 1 0 5 0 0\n",
    ),
    (
        "proc/interrupts",
        "           CPU0       CPU1       CPU2       CPU3\n 24:  1  2  3  4  IO-APIC  eth0\nLOC:  9  9  9  9  timer\n",
    ),
    ("proc/vmstat", "pswpin 10\npswpout 20\n"),
    (
        "proc/meminfo",
        "MemTotal: 8388608 kB\nMemAvailable: 4194304 kB\nSwapTotal: 0 kB\nSwapFree: 0 kB\n",
    ),
    ("proc/filesystems", "nodev\tproc\nnodev\ttracefs\n"),
    (
        "proc/net/sockstat",
        "sockets: used 10\nTCP: inuse 1 orphan 0 tw 22 alloc 1 mem 2\n",
    ),
    ("proc/sys/net/ipv4/ip_local_port_range", "32768\t60999\n"),
    ("proc/sys/net/ipv4/tcp_tw_reuse", "2\n"),
    (
        "proc/sys/net/ipv4/tcp_available_congestion_control",
        "bbr cubic\n",
    ),
    (
        "proc/sys/net/ipv4/tcp_allowed_congestion_control",
        "bbr cubic\n",
    ),
    ("proc/sys/net/core/rmem_max", "212992\n"),
    ("proc/sys/net/core/wmem_max", "212992\n"),
    ("sys/class/net/lo/mtu", "65536\n"),
    ("sys/class/net/lo/flags", "0x9\n"),
    ("sys/fs/cgroup/user/cpu.max", "max 100000\n"),
    (
        "sys/fs/cgroup/user/cpu.stat",
        "usage_usec 5\nnr_periods 0\nnr_throttled 0\n",
    ),
    ("sys/devices/system/cpu/online", "0-3\n"),
    (
        "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor",
        "performance\n",
    ),
    (
        "sys/devices/system/cpu/cpu3/cpufreq/scaling_governor",
        "performance\n",
    ),
    ("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n"),
    (
        "sys/devices/system/cpu/cpu2/topology/thread_siblings_list",
        "2\n",
    ),
    ("sys/devices/system/cpu/cpu3/cpuidle/state0/latency", "0\n"),
    ("sys/devices/system/cpu/cpu3/cpuidle/state0/name", "POLL\n"),
    (
        "sys/devices/system/clocksource/clocksource0/current_clocksource",
        "tsc\n",
    ),
    (
        "sys/devices/system/clocksource/clocksource0/available_clocksource",
        "tsc hpet\n",
    ),
    ("sys/devices/system/node/online", "0\n"),
    (
        "sys/kernel/mm/transparent_hugepage/enabled",
        "always [madvise] never\n",
    ),
    ("usr/bin/unshare", "x"),
    ("usr/bin/nsenter", "x"),
    ("usr/sbin/ip", "x"),
    ("sbin/tc", "x"),
    ("usr/bin/chromium", "x"),
];

/// A directory with a machine's files, removed when dropped.
struct Fake(PathBuf);

impl Fake {
    fn healthy() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("manyrpc-doctor-{}-{number}", std::process::id());
        let fake = Fake(std::env::temp_dir().join(name));
        for (path, text) in HEALTHY {
            fake.put(path, text);
        }
        fake
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.0.join(path)).unwrap();
    }

    /// The facts of a second in which `change` happens and the four CPUs pass 400 ticks.
    fn facts(&self, change: impl FnOnce(&Fake)) -> Facts {
        let timing = Timing {
            clock: "CLOCK_MONOTONIC".to_owned(),
            resolution_ns: 1,
            pair_ns: 25.0,
            loop_ns: 40.0,
        };
        let facts = Facts::below(Root::at(&self.0), timing, || {
            self.put("proc/stat", "cpu  1000 0 1000 8400 0 0 0 0 0 0\n");
            change(self);
        });
        Facts {
            is_root: true,
            is_debug: false,
            ..facts
        }
    }

    fn finding(&self, check: &str) -> Finding {
        finding(&self.facts(|_| {}), check)
    }
}

impl Drop for Fake {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

fn nowhere() -> Programs {
    Programs {
        ours: "manyrpc".into(),
        peers: "/nonexistent".into(),
    }
}

fn finding(facts: &Facts, check: &str) -> Finding {
    let diagnosis = examine(facts, &nowhere(), None);
    let mut findings = diagnosis.findings.into_iter();
    findings
        .find(|f| f.check == check)
        .unwrap_or_else(|| panic!("no {check}"))
}

/// The check, the file that triggers it, its content, the severity, and a part of the finding.
const ILL: &[(&str, &str, &str, Severity, &str)] = &[
    (
        "load average",
        "proc/loadavg",
        "1.10 1 1 1/1 1",
        Severity::Disturbs,
        "1.10 over the last minute on 4 CPUs",
    ),
    (
        "governor",
        "sys/devices/system/cpu/cpu3/cpufreq/scaling_governor",
        "powersave",
        Severity::Spoils,
        "performance, powersave",
    ),
    (
        "turbo",
        "sys/devices/system/cpu/intel_pstate/no_turbo",
        "0",
        Severity::Disturbs,
        "on",
    ),
    (
        "clock source",
        "sys/devices/system/clocksource/clocksource0/current_clocksource",
        "hpet",
        Severity::Spoils,
        "hpet",
    ),
    (
        "virtualisation",
        "proc/cpuinfo",
        "flags : fpu hypervisor\n",
        Severity::Disturbs,
        "a virtual machine",
    ),
    (
        "virtualisation",
        "sys/hypervisor/type",
        "xen",
        Severity::Disturbs,
        "xen",
    ),
    (
        "CPUs",
        "proc/self/status",
        "Cpus_allowed_list: 3\n",
        Severity::Disturbs,
        "may use 1: [3]",
    ),
    (
        "CPUs",
        "proc/self/status",
        "Cpus_allowed_list: 1,3\n",
        Severity::Disturbs,
        "may use 2: [1, 3]",
    ),
    (
        "hyperthreads",
        "sys/devices/system/cpu/cpu2/topology/thread_siblings_list",
        "2-3",
        Severity::Disturbs,
        "CPUs 2 and 3, of client and server, are one core",
    ),
    (
        "hyperthreads",
        "sys/devices/system/cpu/cpu2/topology/thread_siblings_list",
        "0,2",
        Severity::Disturbs,
        "CPU 2 shares its core with CPU 0",
    ),
    (
        "CPU quota",
        "sys/fs/cgroup/user/cpu.max",
        "150000 100000",
        Severity::Spoils,
        "1.50 CPUs",
    ),
    (
        "throttling",
        "sys/fs/cgroup/user/cpu.stat",
        "nr_periods 9\nnr_throttled 7\n",
        Severity::Disturbs,
        "in 7 periods",
    ),
    (
        "idle states",
        "sys/devices/system/cpu/cpu3/cpuidle/state1/latency",
        "133",
        Severity::Disturbs,
        "state1, takes 133 µs",
    ),
    (
        "memory",
        "proc/meminfo",
        "MemAvailable: 524288 kB",
        Severity::Disturbs,
        "512 MiB",
    ),
    (
        "swap",
        "proc/meminfo",
        "SwapTotal: 20480 kB\nSwapFree: 10240 kB",
        Severity::Disturbs,
        "10 MiB used, 0 pages",
    ),
    (
        "transparent huge pages",
        "sys/kernel/mm/transparent_hugepage/enabled",
        "[always] madvise never",
        Severity::Disturbs,
        "always",
    ),
    (
        "memory nodes",
        "sys/devices/system/node/online",
        "0-1",
        Severity::Disturbs,
        "2",
    ),
    (
        "open files",
        "proc/self/limits",
        "Max open files            1024   4096  files",
        Severity::Disturbs,
        "1024",
    ),
    (
        "loopback",
        "sys/class/net/lo/mtu",
        "1500",
        Severity::Disturbs,
        "MTU 1500",
    ),
    (
        "loopback",
        "sys/class/net/lo/flags",
        "0x8",
        Severity::Spoils,
        "down",
    ),
    (
        "TCP congestion control",
        "proc/sys/net/ipv4/tcp_available_congestion_control",
        "bbr",
        Severity::Disturbs,
        "bbr",
    ),
    (
        "ports for clients",
        "proc/sys/net/ipv4/ip_local_port_range",
        "50000 60000",
        Severity::Disturbs,
        "10001 (50000 to 60000)",
    ),
    (
        "TIME-WAIT",
        "proc/net/sockstat",
        "TCP: inuse 1 orphan 0 tw 9000 alloc 1 mem 2",
        Severity::Disturbs,
        "9000 connections",
    ),
    (
        "TIME-WAIT",
        "proc/net/sockstat",
        "TCP: inuse 1 orphan 0 tw 20000 alloc 1 mem 2",
        Severity::Spoils,
        "20000 connections",
    ),
    (
        "tcp_tw_reuse",
        "proc/sys/net/ipv4/tcp_tw_reuse",
        "0",
        Severity::Disturbs,
        "0",
    ),
    (
        "socket buffers",
        "proc/sys/net/core/rmem_max",
        "65536",
        Severity::Disturbs,
        "rmem_max 65536, wmem_max 212992",
    ),
    (
        "counting system calls",
        "proc/filesystems",
        "nodev proc",
        Severity::Missing,
        "no tracefs",
    ),
    (
        "network namespaces",
        "proc/sys/user/max_net_namespaces",
        "0",
        Severity::Missing,
        "the system refuses",
    ),
];

#[test]
fn each_finding_is_there_with_its_cause_and_not_without() {
    for (check, path, text, severity, found) in ILL {
        let fake = Fake::healthy();
        let before = fake.finding(check);
        assert_eq!(before.severity, Severity::Fine, "{before:?}");
        fake.put(path, text);
        let after = fake.finding(check);
        assert_eq!(after.severity, *severity, "{after:?}");
        assert!(after.found.contains(found), "{found}: {after:?}");
        assert!(!after.why.is_empty() && !after.cure.is_empty(), "{after:?}");
    }
}

/// Checks that need more than one file have separate tests.
#[test]
fn no_check_is_without_a_test() {
    let of_their_own = [
        "build",
        "other processes",
        "clock",
        "stolen time",
        "interrupts",
        "connection tracking",
        "foreign systems",
        "languages",
        "browser for the tests of reports",
    ];
    let facts = Fake::healthy().facts(|_| {});
    let all = examine(&facts, &nowhere(), None).findings;
    let all: BTreeSet<&str> = all.iter().map(|finding| finding.check).collect();
    let tested = ILL.iter().map(|row| row.0).chain(of_their_own);
    assert_eq!(all, tested.collect());
}

#[test]
fn who_uses_cpu_time_is_named() {
    let fake = Fake::healthy();
    let check = "other processes";
    assert_eq!(fake.finding(check).severity, Severity::Fine);
    // Of each CPU's 100 ticks, 30 in user and kernel mode; the other process is too small to count.
    let work = |fake: &Fake| {
        fake.put(
            "proc/7/stat",
            "7 (cc1 (x)) R 1 1 1 0 -1 0 0 0 0 0 120 60 0 0 20 0 1 0 5 0 0\n",
        );
        fake.put(
            "proc/8/stat",
            "8 (sh) R 1 1 1 0 -1 0 0 0 0 0 1 0 0 0 20 0 1 0 5 0 0\n",
        );
    };
    let found = finding(&Fake::healthy().facts(work), check);
    assert_eq!(found.severity, Severity::Disturbs);
    assert_eq!(
        found.found,
        "0.31 of 4 CPUs used by cc1 (x) (7) 30 %, sh (8) 1 %"
    );
    let much = |fake: &Fake| {
        fake.put(
            "proc/7/stat",
            "7 (cc1) R 1 1 1 0 -1 0 0 0 0 0 200 60 0 0 20 0 1 0 5 0 0\n",
        )
    };
    let fake = Fake::healthy();
    assert_eq!(finding(&fake.facts(much), check).severity, Severity::Spoils);
    // Our own work does not count as other work.
    let own = Facts {
        process: 7,
        ..Fake::healthy().facts(much)
    };
    assert_eq!(finding(&own, check).severity, Severity::Fine);
}

#[test]
fn what_changes_within_a_second_is_seen() {
    let told = |check: &str, path: &str, text: &str| {
        let fake = Fake::healthy();
        assert_eq!(fake.finding(check).severity, Severity::Fine);
        let fake = Fake::healthy();
        finding(&fake.facts(|fake| fake.put(path, text)), check)
    };
    let stolen = told(
        "stolen time",
        "proc/stat",
        "cpu 1000 0 1000 8390 0 0 0 10 0 0\n",
    );
    assert_eq!(
        (stolen.severity, &*stolen.found),
        (Severity::Spoils, "2.5 % now, 0.10 % since the start")
    );
    let swapped = told("swap", "proc/vmstat", "pswpin 15\npswpout 20\n");
    assert_eq!(
        (swapped.severity, &*swapped.found),
        (Severity::Spoils, "0 MiB used, 5 pages moved in a second")
    );
    // Timer interrupts are not device interrupts.
    let interrupts = "  CPU0 CPU1 CPU2 CPU3\n 24:  1 2 3 904 eth0\nLOC: 9 9 99999 9 timer\n";
    let taken = told("interrupts", "proc/interrupts", interrupts);
    assert_eq!(
        (taken.severity, &*taken.found),
        (
            Severity::Disturbs,
            "900 device interrupts in a second on CPU 3"
        )
    );
}

#[test]
fn time_that_was_stolen_before_is_told() {
    let fake = Fake::healthy();
    fake.put("proc/stat", "cpu  1000 0 1000 7700 0 0 0 300 0 0\n");
    let later = |fake: &Fake| fake.put("proc/stat", "cpu  1000 0 1000 8100 0 0 0 300 0 0\n");
    let found = finding(&fake.facts(later), "stolen time");
    assert_eq!(
        (found.severity, &*found.found),
        (Severity::Disturbs, "0.0 % now, 2.88 % since the start")
    );
}

#[test]
fn a_dear_or_coarse_clock_is_told() {
    let with = |resolution_ns, pair_ns| {
        let mut facts = Fake::healthy().facts(|_| {});
        (facts.timing.resolution_ns, facts.timing.pair_ns) = (resolution_ns, pair_ns);
        finding(&facts, "clock").severity
    };
    assert_eq!(with(1, 25.0), Severity::Fine);
    assert_eq!(with(1, 900.0), Severity::Disturbs);
    assert_eq!(with(4_000_000, 25.0), Severity::Spoils);
}

#[test]
fn a_debug_build_is_told() {
    let mut facts = Fake::healthy().facts(|_| {});
    assert_eq!(finding(&facts, "build").severity, Severity::Fine);
    facts.is_debug = true;
    assert_eq!(finding(&facts, "build").severity, Severity::Spoils);
}

#[test]
fn tables_of_connections_are_told() {
    let fake = Fake::healthy();
    let check = "connection tracking";
    assert_eq!(fake.finding(check).severity, Severity::Fine);
    fake.put("proc/sys/net/netfilter/nf_conntrack_max", "1000");
    fake.put("proc/sys/net/netfilter/nf_conntrack_count", "0");
    assert_eq!(fake.finding(check).severity, Severity::Fine);
    fake.put("proc/sys/net/netfilter/nf_conntrack_count", "10");
    assert_eq!(fake.finding(check).severity, Severity::Disturbs);
    fake.put("proc/sys/net/netfilter/nf_conntrack_count", "900");
    assert_eq!(fake.finding(check).severity, Severity::Spoils);
}

/// Version 1 of cgroups has the quota in two files.
#[test]
fn a_quota_of_the_older_kind_is_found() {
    let fake = Fake::healthy();
    fake.put("proc/self/cgroup", "4:cpu,cpuacct:/jobs/1\n0::/\n");
    fake.put("sys/fs/cgroup/cpu/jobs/1/cpu.cfs_quota_us", "-1\n");
    fake.put("sys/fs/cgroup/cpu/jobs/1/cpu.cfs_period_us", "100000\n");
    assert_eq!(fake.finding("CPU quota").severity, Severity::Fine);
    fake.put("sys/fs/cgroup/cpu/jobs/1/cpu.cfs_quota_us", "50000\n");
    let found = fake.finding("CPU quota");
    assert_eq!(
        (found.severity, &*found.found),
        (Severity::Spoils, "0.50 CPUs")
    );
}

#[test]
fn rights_and_programs_that_are_missing_are_told() {
    let fake = Fake::healthy();
    let check = "network namespaces";
    fake.put("proc/sys/user/max_user_namespaces", "0");
    assert_eq!(fake.finding(check).severity, Severity::Fine);
    let user = Facts {
        is_root: false,
        ..fake.facts(|_| {})
    };
    assert_eq!(finding(&user, check).severity, Severity::Missing);
    assert_eq!(finding(&user, "counting system calls").found, "no root");
    fake.remove("sbin/tc");
    let found = fake.finding(check);
    assert_eq!(
        (found.severity, &*found.found),
        (Severity::Missing, "no tc")
    );
    fake.remove("usr/bin/chromium");
    assert_eq!(
        fake.finding("browser for the tests of reports").severity,
        Severity::Missing
    );
}

#[test]
fn peers_that_are_not_built_are_named_for_their_studies() {
    let facts = Fake::healthy().facts(|_| {});
    let found = finding(&facts, "foreign systems");
    assert_eq!(found.severity, Severity::Missing);
    assert!(
        found.found.contains("libtirpc-udp") && found.cure.contains("make peers"),
        "{found:?}"
    );
    let found = finding(&facts, "languages");
    assert!(found.found.contains("xmlrpc/ruby"), "{found:?}");
    // Everything that is looked for exists.
    let built = Fake::healthy();
    for path in wanted_programs(&built.0) {
        built.put(path.strip_prefix(&built.0).unwrap().to_str().unwrap(), "x");
    }
    let programs = Programs {
        peers: built.0.clone(),
        ..nowhere()
    };
    let all = examine(&facts, &programs, None).findings;
    for check in ["foreign systems", "languages"] {
        let found = all.iter().find(|f| f.check == check).unwrap();
        assert_eq!(found.severity, Severity::Fine, "{found:?}");
    }
}

/// Every peer program that a system or the matrix would start.
fn wanted_programs(peers: &Path) -> Vec<PathBuf> {
    let programs = Programs {
        peers: peers.to_owned(),
        ..nowhere()
    };
    let at = std::net::SocketAddr::from(([127, 0, 0, 1], 1));
    let systems = crate::system::all(&programs, true);
    let of_systems = systems
        .iter()
        .flat_map(|s| [s.server().path, s.client(at, 1).path]);
    let mut all: Vec<PathBuf> = of_systems.collect();
    for system in crate::study::kiraly::peers::SYSTEMS {
        for language in crate::study::kiraly::peers::speakers(system.id) {
            use crate::study::kiraly::peers::{client, server};
            all.push(server(&programs, system, language).path);
            all.push(client(&programs, system, language, at).path);
        }
    }
    all.retain(|path| path.starts_with(peers));
    all
}

#[test]
fn a_machine_that_tells_nothing_is_not_accused() {
    let empty = Fake::healthy();
    for (path, _) in HEALTHY {
        empty.remove(path);
    }
    let timing = empty.facts(|_| {}).timing;
    fs::remove_dir_all(&empty.0).unwrap();
    let facts = Facts {
        is_root: true,
        is_debug: false,
        ..Facts::below(Root::at(&empty.0), timing, || {})
    };
    let diagnosis = examine(&facts, &nowhere(), None);
    assert!(!diagnosis.is_bad());
    assert!(
        diagnosis
            .findings
            .iter()
            .all(|f| f.severity >= Severity::Missing),
        "{:?}",
        diagnosis.findings
    );
    let text = render::text(&diagnosis);
    assert!(
        text.contains("Not reported by this system:  ")
            && text.ends_with("Nothing seriously disturbs measurements.\n")
    );
}

#[test]
fn what_is_asked_for_decides_what_counts() {
    let fake = Fake::healthy();
    fake.put("proc/sys/net/ipv4/tcp_tw_reuse", "0");
    let facts = fake.facts(|_| {});
    let of = |what| examine(&facts, &nowhere(), what);
    let has = |diagnosis: &Diagnosis, check| diagnosis.findings.iter().any(|f| f.check == check);
    assert!(!of(None).is_bad() && has(&of(None), "tcp_tw_reuse"));
    // Calls of a load may each have their own connection; foreign systems do not concern it.
    assert!(!of(Some("load")).is_bad() && has(&of(Some("load")), "tcp_tw_reuse"));
    assert!(!has(&of(Some("ipc")), "tcp_tw_reuse"));
    assert!(of(Some("ipc")).is_bad() && of(Some("kiraly")).is_bad());
    for name in measurements() {
        assert!(has(&of(Some(name)), "governor"), "{name}");
    }
}

#[test]
fn the_worst_comes_first_in_every_format() {
    let fake = Fake::healthy();
    fake.put(
        "sys/devices/system/cpu/cpu3/cpufreq/scaling_governor",
        "powersave",
    );
    fake.put("sys/class/net/lo/mtu", "1500");
    let diagnosis = examine(&fake.facts(|_| {}), &nowhere(), None);
    assert!(diagnosis.is_bad());
    let text = render::text(&diagnosis);
    let places = [
        "SPOILS A MEASUREMENT",
        "governor: performance, powersave",
        "do:  cpupower",
        "DISTURBS",
        "MTU 1500",
        "MISSING",
        "for: kiraly",
        "Fine: ",
        "A measurement now would be pointless.",
    ];
    let places: Vec<Option<usize>> = places.map(|part| text.find(part)).into();
    assert!(
        places.iter().all(Option::is_some) && places.is_sorted(),
        "{places:?}\n{text}"
    );
    let widest = text.lines().map(|line| line.chars().count()).max();
    assert!(widest.unwrap() <= 100, "{text}");
    let json: serde_json::Value = serde_json::from_str(&render::json(&diagnosis)).unwrap();
    assert_eq!(json["schema"], "manyrpc.doctor/1");
    assert_eq!(json["findings"][0]["check"], "governor");
    assert_eq!(json["findings"][0]["severity"], "spoils");
}

/// Every machine has CPUs and a clock.
#[test]
fn this_machine_can_be_examined() {
    let facts = Facts::below(Root::of_this_machine(), Timing::default(), || {});
    assert!(!facts.cpus.is_empty() && facts.before.all_ticks > 0.0);
    assert!(!facts.before.processes.is_empty());
    let _ = render::text(&examine(&facts, &nowhere(), None));
}
