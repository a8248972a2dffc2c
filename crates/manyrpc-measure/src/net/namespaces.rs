//! Two network namespaces with a virtual Ethernet between them, standing for two machines.
//!
//! What is real: two stacks with their own addresses and routes, ARP, frames of 1500 bytes, a queue and, if
//! requested, a rate. What is not: both run on the CPUs of one machine, the cable has no delay, and a frame causes
//! no interrupt.
//!
//! - **Nothing is left behind.** A namespace has no name: it lives as long as the process that holds it, which
//!   reads from our pipe and ends when we do, however we end. The link disappears with its ends.
//! - **Rights**: root, or a system that allows unprivileged user namespaces; otherwise [`Namespaces::new`] fails.
//!   Needs util-linux (`unshare`, `nsenter`) and iproute2 (`ip`, `tc`).
//! - **The rate** is a token bucket (`tbf`) on each end. It counts a frame's size on the wire: with preamble,
//!   checksum and gap 24 bytes more than the system sees. The bucket holds one frame plus 150 µs of traffic: with
//!   less, every late timer reduces the rate (a bucket of one frame passed 90 of 100 Mbit/s here). So an idle link
//!   passes one frame at once and delays the next: a single small call shows no transmission time, and a message
//!   of several frames shows that of all but one.
//! - **The queue** is tail-drop, sized in bytes for the given number of full frames.
//! - Segmentation is done by the stack, not by the virtual card: frames are those that would be seen on a wire.

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;
use std::time::Duration;
use std::{ffi::OsString, fmt};

use super::impairment::Impairment;
use crate::child::LISTEN;
use crate::machine::process::{Process, Program};

/// The link between the two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Link {
    /// Bits per second each way; `None` is unlimited.
    pub rate_bits: Option<u64>,
    /// Full frames that may be queued at each end.
    pub queue_packets: usize,
}

impl Default for Link {
    /// Unlimited.
    fn default() -> Self {
        Link {
            rate_bits: None,
            queue_packets: 1000,
        }
    }
}

impl FromStr for Link {
    type Err = String;

    /// `10Mbit`, `10Mbit,queue=100`, or nothing for an unlimited link.
    fn from_str(text: &str) -> Result<Self, String> {
        let usual = Link::default();
        if text.is_empty() {
            return Ok(usual);
        }
        let words = match text.contains('=') && !text.contains("bit") {
            true => text.to_owned(),
            false => format!("rate={text}"),
        };
        let said: Impairment = words.parse()?;
        let only = Impairment {
            rate_bits: said.rate_bits,
            queue_packets: said.queue_packets,
            ..Impairment::default()
        };
        if said != only {
            return Err(format!(
                "`{text}`: a link has a rate and a queue, as 10Mbit or 10Mbit,queue=100; all else is \
                 the relay's"
            ));
        }
        let queue = match text.contains("queue") {
            true => said.queue_packets,
            false => usual.queue_packets,
        };
        Ok(Link {
            rate_bits: said.rate_bits,
            queue_packets: queue,
        })
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.rate_bits {
            None => f.write_str("without limit"),
            Some(rate_bits) => {
                let rate = Impairment {
                    rate_bits: Some(rate_bits),
                    ..Impairment::default()
                };
                let rate = rate.to_string();
                write!(f, "{}", rate.trim_start_matches("rate="))?;
                match self.queue_packets == Link::default().queue_packets {
                    true => Ok(()),
                    false => write!(f, ",queue={}", self.queue_packets),
                }
            }
        }
    }
}

/// Bytes of a full Ethernet frame as the system sees it.
pub const FRAME_BYTES: usize = 1514;
/// Additional bytes on the wire: preamble 8, frame check sequence 4, gap 12 (IEEE 802.3).
pub const WIRE_BYTES: usize = 24;

/// How late a timer may be without reducing the rate, in microseconds.
const TIMER_SLACK_US: u64 = 150;

/// Environment variables by which foreign clients would use a proxy, which is unreachable on the link.
const PROXIES: [&str; 5] = [
    "http_proxy",
    "https_proxy",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "all_proxy",
];

/// The client's address on the link.
pub const CLIENT: Ipv4Addr = Ipv4Addr::new(10, 77, 0, 1);
/// The server's address on the link.
pub const SERVER: Ipv4Addr = Ipv4Addr::new(10, 77, 0, 2);

/// Two namespaces and the link between them. Dropping it removes both.
#[derive(Debug)]
pub struct Namespaces {
    client: NamespaceHolder,
    server: NamespaceHolder,
}

/// A process that holds a namespace.
#[derive(Debug)]
struct NamespaceHolder {
    process: Process,
    /// Whether it belongs to a user namespace in which we are root.
    with_users: bool,
}

const PATIENCE: Duration = Duration::from_secs(10);

/// The script that sets up a namespace and holds it until standard input ends.
const HOLD: &str = "ip link set lo up && echo ready && exec cat";

/// Joins this namespace with that of the process `$FAR`; `$SHAPE` are the parameters of the token bucket.
const JOIN: &str = r#"
set -eu
ip link add near type veth peer name far netns "$FAR"
ip addr add "$NEAR_ADDRESS/24" dev near
ip link set near gso_max_segs 1 2>/dev/null || true
ip link set near up
[ -z "$SHAPE" ] || tc qdisc add dev near root tbf $SHAPE
"#;

/// The same for the other end, which exists already.
const JOIN_FAR: &str = r#"
set -eu
ip addr add "$FAR_ADDRESS/24" dev far
ip link set far gso_max_segs 1 2>/dev/null || true
ip link set far up
[ -z "$SHAPE" ] || tc qdisc add dev far root tbf $SHAPE
"#;

impl Namespaces {
    /// Creates both namespaces and joins them.
    ///
    /// # Errors
    /// Why that is impossible here.
    pub fn new(link: &Link) -> Result<Self, String> {
        let client = NamespaceHolder::first()?;
        let server = client.second()?;
        let both = Namespaces { client, server };
        both.join(link)
            .map_err(|e| format!("the link between two network namespaces: {e}"))?;
        Ok(both)
    }

    /// The program, wrapped to run in the clients' namespace.
    pub fn client(&self, program: &Program) -> Program {
        self.client.inside(CLIENT, program)
    }

    /// The program, wrapped to run in the server's namespace. A server that honours [`LISTEN`] listens on the
    /// link.
    pub fn server(&self, program: &Program) -> Program {
        self.server.inside(SERVER, program)
    }

    fn join(&self, link: &Link) -> Result<(), String> {
        let shape = link.shape();
        let far = self.server.process.id().to_string();
        let near = [
            ("FAR", &*far),
            ("NEAR_ADDRESS", &CLIENT.to_string()),
            ("SHAPE", &shape),
        ];
        self.client.run(JOIN, &near)?;
        let far = [("FAR_ADDRESS", &*SERVER.to_string()), ("SHAPE", &shape)];
        self.server.run(JOIN_FAR, &far)
    }
}

/// The size of the token bucket for a rate: bytes that pass at once on an idle link.
const fn bucket_bytes(rate_bits: u64) -> u64 {
    (FRAME_BYTES + WIRE_BYTES) as u64 + rate_bits / 8 * TIMER_SLACK_US / 1_000_000
}

impl Link {
    /// The least transmission time of a message of this size, however fast the machine: whatever exceeds a full
    /// bucket is limited by the rate. Headers and other traffic come on top.
    pub fn least(&self, message_bytes: u64) -> Duration {
        let Some(rate) = self.rate_bits else {
            return Duration::ZERO;
        };
        let waiting = message_bytes.saturating_sub(bucket_bytes(rate));
        Duration::from_secs_f64(waiting as f64 * 8.0 / rate as f64)
    }

    /// The parameters of `tbf`; empty without a rate.
    fn shape(&self) -> String {
        let Some(rate) = self.rate_bits else {
            return String::new();
        };
        let burst = bucket_bytes(rate);
        let limit = self.queue_packets * FRAME_BYTES;
        format!("rate {rate}bit burst {burst} limit {limit} overhead {WIRE_BYTES}")
    }
}

impl NamespaceHolder {
    /// The first namespace: as root, or in a user namespace in which we are root.
    fn first() -> Result<Self, String> {
        let with_users = !rustix::process::geteuid().is_root();
        let flags = if with_users {
            &["-r", "-n"][..]
        } else {
            &["-n"]
        };
        Self::hold(&program("unshare", flags), with_users)
    }

    /// A second namespace in the same user namespace.
    fn second(&self) -> Result<Self, String> {
        let unshare = program("unshare", &["-n"]);
        Self::hold(&self.enter(&unshare), self.with_users)
    }

    fn hold(unshare: &Program, with_users: bool) -> Result<Self, String> {
        let mut holder = unshare.clone();
        let shell = ["sh", "-c", HOLD].map(OsString::from);
        holder.arguments.extend(with_path(shell));
        let cannot = |e| {
            format!(
                "no network namespace can be made here: {e}. It takes root, or a system that lets \
                 users make namespaces (sysctl user.max_net_namespaces), with util-linux and iproute2"
            )
        };
        let mut process = Process::start(&holder).map_err(cannot)?;
        match process.line(PATIENCE).map_err(cannot)?.as_str() {
            "ready" => Ok(NamespaceHolder {
                process,
                with_users,
            }),
            other => Err(cannot(other.to_owned())),
        }
    }

    /// The program, wrapped to run in the namespace.
    fn enter(&self, program: &Program) -> Program {
        let mut arguments = vec![
            "-t".into(),
            self.process.id().to_string().into(),
            "-n".into(),
        ];
        if self.with_users {
            arguments.extend(["-U".into(), "--preserve-credentials".into()]);
        }
        arguments.push("--".into());
        arguments.push(program.path.clone().into());
        arguments.extend(program.arguments.iter().cloned());
        Program {
            path: tool("nsenter"),
            arguments,
        }
    }

    /// The same with its listening address set.
    fn inside(&self, address: Ipv4Addr, program: &Program) -> Program {
        let mut arguments: Vec<OsString> = PROXIES
            .iter()
            .map(|name| format!("-u{name}").into())
            .collect();
        arguments.push(format!("{LISTEN}={address}").into());
        arguments.push(program.path.clone().into());
        arguments.extend(program.arguments.iter().cloned());
        self.enter(&Program {
            path: tool("env"),
            arguments,
        })
    }

    /// Runs a script in the namespace; an error has its output.
    fn run(&self, script: &str, variables: &[(&str, &str)]) -> Result<(), String> {
        let shell = self.enter(&program("sh", &["-c", script]));
        let output = Command::new(&shell.path)
            .args(&shell.arguments)
            .envs(variables.iter().copied())
            .env("PATH", search_path())
            .output()
            .map_err(|e| format!("cannot start {}: {e}", shell.path.display()))?;
        match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stderr)
                .trim()
                .replace('\n', "; ")),
        }
    }
}

fn program(name: &str, arguments: &[&str]) -> Program {
    Program {
        path: tool(name),
        arguments: arguments.iter().map(OsString::from).collect(),
    }
}

/// The path of a system tool.
fn tool(name: &str) -> PathBuf {
    PathBuf::from(name)
}

/// The search path, with the directories of `ip` and `tc`, which users' paths often lack.
fn search_path() -> OsString {
    let mut path = std::env::var_os("PATH").unwrap_or_default();
    path.push(":/usr/sbin:/sbin");
    path
}

fn with_path(command: [OsString; 3]) -> Vec<OsString> {
    let mut path = OsString::from("PATH=");
    path.push(search_path());
    [OsString::from("env"), path]
        .into_iter()
        .chain(command)
        .collect()
}

#[cfg(test)]
mod tests;
