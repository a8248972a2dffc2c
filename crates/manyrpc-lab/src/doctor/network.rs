//! Checks of the machine's network.

use manyrpc_measure::machine::environment::chosen_congestion_control;

use super::facts::Facts;
use super::{Finding, Severity};

/// All checks of this module.
pub(super) fn checks(facts: &Facts) -> Vec<Finding> {
    vec![
        loopback(facts),
        congestion_control(facts),
        ports(facts),
        time_wait(facts),
        reuse(facts),
        buffers(facts),
        tracking(facts),
    ]
}

/// Measurements with a connection for each call.
const PER_CALL: [&str; 2] = ["levy", "load"];

fn loopback(facts: &Facts) -> Finding {
    const CHECK: &str = "loopback";
    const USUAL: f64 = 65536.0;
    let flags = facts.root.text("sys/class/net/lo/flags");
    let flags = flags.and_then(|text| u32::from_str_radix(text.trim_start_matches("0x"), 16).ok());
    if flags.is_some_and(|flags| flags & 1 == 0) {
        return Finding::new(CHECK, Severity::Spoils, "down")
            .why("client and server communicate over it")
            .cure("ip link set lo up");
    }
    match facts.root.number("sys/class/net/lo/mtu") {
        None => Finding::untold(CHECK),
        Some(USUAL) => Finding::fine(CHECK, format!("MTU {USUAL}")),
        Some(mtu) => Finding::new(CHECK, Severity::Disturbs, format!("MTU {mtu}"))
            .why("large messages are split into more packets than elsewhere (the usual value is 65536)")
            .cure("ip link set lo mtu 65536"),
    }
}

fn congestion_control(facts: &Facts) -> Finding {
    const CHECK: &str = "TCP congestion control";
    let which = if facts.is_root {
        "available"
    } else {
        "allowed"
    };
    let path = format!("proc/sys/net/ipv4/tcp_{which}_congestion_control");
    let Some(list) = facts.root.text(&path) else {
        return Finding::untold(CHECK);
    };
    match chosen_congestion_control(&list) {
        Some(name) => Finding::fine(CHECK, name),
        None => Finding::new(CHECK, Severity::Disturbs, list)
            .why("the lab measures over cubic or Reno; under BBR a megabyte over loopback takes one of two times, as \
                  each connection happens to be")
            .cure("modprobe tcp_cubic; for users also sysctl net.ipv4.tcp_allowed_congestion_control"),
    }
}

/// The first and last ephemeral port.
fn range(facts: &Facts) -> Option<(f64, f64)> {
    let text = facts.root.text("proc/sys/net/ipv4/ip_local_port_range")?;
    let (first, last) = text.split_once(char::is_whitespace)?;
    Some((first.parse().ok()?, last.trim().parse().ok()?))
}

fn ports(facts: &Facts) -> Finding {
    const CHECK: &str = "ports for clients";
    const ENOUGH: f64 = 20_000.0;
    let Some((first, last)) = range(facts) else {
        return Finding::untold(CHECK);
    };
    let found = format!("{} ({first} to {last})", last - first + 1.0);
    match last - first < ENOUGH {
        false => Finding::fine(CHECK, found),
        true => Finding::new(CHECK, Severity::Disturbs, found)
            .why("each connection uses one, and holds it for a minute after its end")
            .cure("sysctl -w net.ipv4.ip_local_port_range='32768 60999'")
            .matters_to(&PER_CALL),
    }
}

fn time_wait(facts: &Facts) -> Finding {
    const CHECK: &str = "TIME-WAIT";
    let waiting = facts.root.text("proc/net/sockstat").and_then(|text| {
        let line = text
            .lines()
            .find(|line| line.starts_with("TCP:"))?
            .to_owned();
        let (_, waiting) = line.split_once(" tw ")?;
        waiting.split_whitespace().next()?.parse::<f64>().ok()
    });
    let Some(waiting) = waiting else {
        return Finding::untold(CHECK);
    };
    let ports = range(facts).map_or(28_232.0, |(first, last)| last - first + 1.0);
    let found = format!("{waiting} connections");
    let severity = match waiting / ports {
        share if share > 0.5 => Severity::Spoils,
        share if share > 0.1 => Severity::Disturbs,
        _ => return Finding::fine(CHECK, found),
    };
    Finding::new(CHECK, severity, found)
        .why("they hold ports for a minute: the fewer are free, the longer it takes to find one")
        .cure("wait a minute")
        .matters_to(&PER_CALL)
}

fn reuse(facts: &Facts) -> Finding {
    const CHECK: &str = "tcp_tw_reuse";
    match facts.root.number("proc/sys/net/ipv4/tcp_tw_reuse") {
        None => Finding::untold(CHECK),
        Some(0.0) => Finding::new(CHECK, Severity::Disturbs, "0")
            .why("a client that connects for each call runs out of ports after some 28,000 calls a minute")
            .cure("sysctl -w net.ipv4.tcp_tw_reuse=2, for loopback only")
            .matters_to(&PER_CALL),
        Some(value) => Finding::fine(CHECK, format!("{value}")),
    }
}

fn buffers(facts: &Facts) -> Finding {
    const CHECK: &str = "socket buffers";
    const USUAL: f64 = 212_992.0;
    let of = |name: &str| facts.root.number(&format!("proc/sys/net/core/{name}"));
    let Some((receive, send)) = of("rmem_max").zip(of("wmem_max")) else {
        return Finding::untold(CHECK);
    };
    let found = format!("rmem_max {receive}, wmem_max {send}");
    match receive.min(send) < USUAL {
        false => Finding::fine(CHECK, found),
        true => Finding::new(CHECK, Severity::Disturbs, found)
            .why("several large datagrams at once overflow a socket and are lost")
            .cure("sysctl -w net.core.rmem_max=212992 net.core.wmem_max=212992"),
    }
}

fn tracking(facts: &Facts) -> Finding {
    const CHECK: &str = "connection tracking";
    let of = |name: &str| {
        facts
            .root
            .number(&format!("proc/sys/net/netfilter/nf_conntrack_{name}"))
    };
    match of("count").zip(of("max")) {
        None => Finding::fine(CHECK, "none"),
        Some((0.0, _)) => Finding::fine(CHECK, "no connections are tracked"),
        Some((count, max)) => {
            let found = format!("{count} of {max} connections");
            let severity = match count / max {
                share if share > 0.8 => Severity::Spoils,
                _ => Severity::Disturbs,
            };
            Finding::new(CHECK, severity, found)
                .why("each packet is looked up in a table; when it is full, packets are dropped")
                .cure("iptables -t raw -A PREROUTING -i lo -j NOTRACK, and the same for OUTPUT")
        }
    }
}
