//! Checks for missing programs and rights, and the measurements that need them.

use crate::study::kiraly::peers;
use crate::system::{self, Programs};

use super::facts::Facts;
use super::{Finding, Severity};

/// All checks of this module.
pub(super) fn checks(facts: &Facts, programs: &Programs) -> Vec<Finding> {
    vec![
        systems(programs),
        languages(programs),
        namespaces(facts),
        system_calls(facts),
        browser(facts),
    ]
}

/// The foreign systems that are compared with ours.
fn systems(programs: &Programs) -> Finding {
    const CHECK: &str = "foreign systems";
    let all = system::all(programs, true);
    let absent = all.iter().filter(|system| system.absent().is_some());
    let absent: Vec<&str> = absent.map(|system| system.id()).collect();
    let finding = match absent.is_empty() {
        true => Finding::fine(CHECK, "all are built"),
        false => Finding::new(
            CHECK,
            Severity::Missing,
            format!("not built: {}", absent.join(", ")),
        )
        .why("their rows stay empty")
        .cure("make peers (some take minutes), or set MANYRPC_PEERS if they are built elsewhere"),
    };
    finding.matters_to(&["compare", "netwise", "ipc", "levy"])
}

/// The languages of the `kiraly` study's matrix.
fn languages(programs: &Programs) -> Finding {
    const CHECK: &str = "languages";
    let mut absent: Vec<String> = Vec::new();
    for system in peers::SYSTEMS {
        for language in peers::speakers(system.id) {
            let lacks = |role| peers::absent(programs, system, language, role).is_some();
            if lacks("server") || lacks("client") {
                absent.push(format!("{}/{}", system.id, language.id));
            }
        }
    }
    let finding = match absent.is_empty() {
        true => Finding::fine(CHECK, "all are built"),
        false => Finding::new(
            CHECK,
            Severity::Missing,
            format!("not built: {}", absent.join(", ")),
        )
        .why("their cells stay empty")
        .cure("make peers; Java's need Maven, Go's its module proxy"),
    };
    finding.matters_to(&["kiraly"])
}

/// Network namespaces, which stand for two machines.
fn namespaces(facts: &Facts) -> Finding {
    const CHECK: &str = "network namespaces";
    const TOOLS: [&str; 4] = ["unshare", "nsenter", "ip", "tc"];
    let lacking = TOOLS.iter().filter(|tool| !facts.root.has_program(tool));
    let lacking: Vec<&str> = lacking.copied().collect();
    let none = |name: &str| facts.root.number(&format!("proc/sys/{name}")) == Some(0.0);
    let refused = none("user/max_net_namespaces")
        || !facts.is_root
            && (none("user/max_user_namespaces") || none("kernel/unprivileged_userns_clone"));
    let finding = match (lacking.is_empty(), refused) {
        (true, false) => Finding::fine(CHECK, if facts.is_root { "as root" } else { "by users" }),
        (false, _) => Finding::new(
            CHECK,
            Severity::Missing,
            format!("no {}", lacking.join(", ")),
        )
        .cure("apt-get install util-linux iproute2"),
        (true, true) => Finding::new(CHECK, Severity::Missing, "the system refuses them").cure(
            "run as root, or sysctl -w user.max_net_namespaces=1000 user.max_user_namespaces=1000",
        ),
    };
    let finding = match finding.severity {
        Severity::Missing => {
            finding.why("they stand for different machines, in studies and with --between")
        }
        _ => finding,
    };
    finding.matters_to(&["levy"])
}

fn system_calls(facts: &Facts) -> Finding {
    const CHECK: &str = "counting system calls";
    let has_tracefs = facts
        .root
        .text("proc/filesystems")
        .is_some_and(|text| text.split_whitespace().any(|word| word == "tracefs"));
    let finding = match (facts.is_root, has_tracefs) {
        (true, true) => Finding::fine(CHECK, "as root, by tracefs"),
        (is_root, has_tracefs) => {
            let lacks = [(is_root, "root"), (has_tracefs, "tracefs in the kernel")];
            let lacks = lacks.iter().filter(|(has, _)| !has).map(|(_, what)| *what);
            let lacks: Vec<&str> = lacks.collect();
            Finding::new(
                CHECK,
                Severity::Missing,
                format!("no {}", lacks.join(", no ")),
            )
            .why("system calls per call stay empty; nothing else depends on this")
            .cure("run as root on a kernel with CONFIG_FTRACE_SYSCALLS")
        }
    };
    finding.matters_to(&["compare"])
}

fn browser(facts: &Facts) -> Finding {
    const CHECK: &str = "browser for the tests of reports";
    let finding = match facts.root.has_program("chromium") {
        true => Finding::fine(CHECK, "chromium"),
        false => Finding::new(CHECK, Severity::Missing, "no chromium")
            .why("tests open every report in a real browser; measuring does not need it")
            .cure("scripts/setup.sh test"),
    };
    finding.matters_to(&["tests"])
}
