//! The environment that figures depend on besides the code; recorded with every run.

use std::fs;

use serde::{Deserialize, Serialize};

/// The machine of the run. Strings are empty if the system does not report a value.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Environment {
    /// The CPU's model.
    pub cpu: String,
    /// How many CPUs this process may use.
    pub cpus: usize,
    /// Whether the kernel runs under a hypervisor: a wake-up across CPUs then costs more.
    pub virtual_machine: bool,
    /// The kernel's release.
    pub kernel: String,
    /// The distribution.
    pub system: String,
    /// The frequency governor of CPU 0.
    pub governor: String,
    /// The driver of idle CPUs.
    pub idle_driver: String,
    /// The kernel's clock source.
    pub clock_source: String,
    /// One-minute load average at the start.
    pub load_before: f64,
    /// One-minute load average at the end.
    pub load_after: f64,
    /// Memory in bytes.
    pub memory_bytes: u64,
    /// The link between client and server.
    pub link: String,
}

impl Environment {
    /// Reads everything.
    pub fn read() -> Self {
        let cpuinfo = text("/proc/cpuinfo");
        Environment {
            cpu: member(&cpuinfo, "model name", ':').to_owned(),
            cpus: super::placement::allowed_cpus().len(),
            virtual_machine: member(&cpuinfo, "flags", ':')
                .split_whitespace()
                .any(|flag| flag == "hypervisor"),
            kernel: text("/proc/sys/kernel/osrelease"),
            system: member(&text("/etc/os-release"), "PRETTY_NAME", '=')
                .trim_matches('"')
                .to_owned(),
            governor: text("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            idle_driver: text("/sys/devices/system/cpu/cpuidle/current_driver"),
            clock_source: text("/sys/devices/system/clocksource/clocksource0/current_clocksource"),
            load_before: load_average(),
            load_after: 0.0,
            memory_bytes: kibibytes(member(&text("/proc/meminfo"), "MemTotal", ':')),
            link: link(LOOPBACK),
        }
    }

    /// A short description.
    pub fn summary(&self) -> String {
        let e = self;
        let or = |text: &str, otherwise: &str| match text.is_empty() {
            true => otherwise.to_owned(),
            false => text.to_owned(),
        };
        format!(
            "{} CPUs of {}{}, Linux {}, governor {}, load average {:.2} before and {:.2} after",
            e.cpus,
            or(&e.cpu, "an unnamed model"),
            if e.virtual_machine {
                " (virtual machine)"
            } else {
                ""
            },
            or(&e.kernel, "?"),
            or(&e.governor, "unknown"),
            e.load_before,
            e.load_after,
        )
    }
}

/// Clients and servers on one machine without a network.
pub const LOOPBACK: &str = "loopback (127.0.0.1), one machine, separate processes";

/// The link between client and server, with its congestion control.
pub fn link(joined: &str) -> String {
    let control = congestion_control();
    let control = control.as_deref().unwrap_or("chosen by the system");
    format!("{joined}, TCP congestion control {control}")
}

/// The TCP congestion control that every system is measured with, ours and the peers (`peers/common/peer.h`): the
/// one that disturbs bulk data over loopback least. Under BBR, the default of some systems, a megabyte takes one
/// of two times, a factor of two apart, depending on the connection. `None` leaves it to a system that offers none
/// of the candidates.
pub fn congestion_control() -> Option<String> {
    // Root may use any that is available, others those that are allowed.
    let list = match rustix::process::geteuid().is_root() {
        true => text("/proc/sys/net/ipv4/tcp_available_congestion_control"),
        false => text("/proc/sys/net/ipv4/tcp_allowed_congestion_control"),
    };
    chosen_congestion_control(&list).map(str::to_owned)
}

/// The one to measure with from a system's list, if any.
pub fn chosen_congestion_control(list: &str) -> Option<&'static str> {
    let there = |name: &&str| list.split_whitespace().any(|n| n == *name);
    ["cubic", "reno"].into_iter().find(there)
}

/// The one-minute load average.
pub fn load_average() -> f64 {
    let text = text("/proc/loadavg");
    let first = text.split_whitespace().next();
    first.and_then(|n| n.parse().ok()).unwrap_or(0.0)
}

/// The trimmed content of a file; empty if it cannot be read.
fn text(path: &str) -> String {
    fs::read_to_string(path)
        .map(|t| t.trim().to_owned())
        .unwrap_or_default()
}

/// The value of the first line `name <separator> value`.
fn member<'t>(text: &'t str, name: &str, separator: char) -> &'t str {
    text.lines()
        .filter_map(|line| line.split_once(separator))
        .find(|(key, _)| key.trim() == name)
        .map_or("", |(_, value)| value.trim())
}

fn kibibytes(text: &str) -> u64 {
    let number = text.split_whitespace().next();
    number.and_then(|n| n.parse::<u64>().ok()).unwrap_or(0) * 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_by_their_whole_name() {
        let text = "model\t: 2\nmodel name\t: Some CPU @ 2: GHz\n";
        assert_eq!(member(text, "model name", ':'), "Some CPU @ 2: GHz");
        assert_eq!(member(text, "name", ':'), "");
        assert_eq!(kibibytes("2048 kB"), 2 << 20);
    }

    #[test]
    fn this_machine_has_a_cpu_and_a_kernel() {
        let environment = Environment::read();
        assert!(environment.cpus > 0);
        assert!(!environment.kernel.is_empty());
    }
}
