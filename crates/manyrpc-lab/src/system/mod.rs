//! The compared systems. A further system is one more entry in [`all`].

pub(crate) mod bench;
mod ours;
mod peers;
mod samba;
pub(crate) mod tasks;

use std::fmt;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::rc::Rc;

pub use manyrpc_measure::transport::{Reachability, Transport};

use manyrpc_measure::machine::process::Program;

use crate::workload::Workload;

/// A system under comparison: how its server and clients are started and commanded.
///
/// A server prints `PORT n` when it listens, on 127.0.0.1 by default; a client answers `run …` with one line of
/// samples; both end with their standard input. So foreign programs are driven like ours.
pub trait System {
    /// Its name in tables and on the command line.
    fn id(&self) -> &str;

    /// One line for people.
    fn title(&self) -> &str;

    /// Its transport.
    fn transport(&self) -> Transport;

    /// Whether it is a floor, which marshals nothing.
    fn is_floor(&self) -> bool;

    /// Why it cannot run here, if so (a peer that is not built).
    fn absent(&self) -> Option<String>;

    /// The program of its server.
    fn server(&self) -> Program;

    /// The program of a client for a server. `process` is the server's process id, for servers in another network.
    fn client(&self, server: SocketAddr, process: u32) -> Program;

    /// The program of a client that finds its server by name.
    ///
    /// # Errors
    /// The client takes only addresses.
    fn client_by_name(&self, _: &str, _: u16) -> Result<Program, String> {
        Err("its client takes only addresses, not names".to_owned())
    }

    /// Where its server can be reached from.
    fn reach(&self) -> Reachability {
        Reachability::Ours
    }

    /// Bytes of a datagram in addition to the XDR arguments or results.
    fn datagram_overhead(&self) -> usize;

    /// The largest message over UDP: one datagram, or more with fragmentation.
    fn datagram_bytes(&self) -> usize {
        DATAGRAM_BYTES
    }

    /// The number of clients that its server can serve concurrently.
    fn most_clients(&self) -> u32 {
        u32::MAX
    }

    /// Whether its server answers `served` with its own count of calls.
    fn counts_calls(&self) -> bool {
        false
    }

    /// The command for a number of calls of a workload.
    fn command(&self, workload: Workload, calls: usize) -> String {
        format!("run {workload} {calls}")
    }

    /// Why it cannot carry a workload, if so.
    fn cannot_carry(&self, workload: Workload) -> Option<String> {
        beyond_a_datagram(self, workload)
    }

    /// Our own floor over its transport, which every run has.
    fn floor(&self) -> &'static str {
        own_floor(self.transport())
    }

    /// The candidate baselines of its ratios and differences; the first available one is used.
    fn floors(&self) -> [&'static str; 2] {
        [floor_in_c(self.transport()), own_floor(self.transport())]
    }
}

/// Our own exchange of bare bytes over a transport.
pub const fn own_floor(over: Transport) -> &'static str {
    match over {
        Transport::Udp => "raw-udp",
        Transport::Tcp => "raw-tcp",
    }
}

/// The same exchange by a program in C, which shares nothing with our drivers.
pub const fn floor_in_c(over: Transport) -> &'static str {
    match over {
        Transport::Udp => "raw-udp-c",
        Transport::Tcp => "raw-tcp-c",
    }
}

/// Whether a system is a [floor in C](floor_in_c).
pub fn is_floor_in_c(system: &str) -> bool {
    [Transport::Udp, Transport::Tcp]
        .map(floor_in_c)
        .contains(&system)
}

/// Why a message does not fit a system's datagrams, if so.
fn beyond_a_datagram(system: &(impl System + ?Sized), workload: Workload) -> Option<String> {
    let largest = workload.request_bytes().max(workload.reply_bytes());
    let message = largest + system.datagram_overhead();
    let most = system.datagram_bytes();
    (system.transport() == Transport::Udp && message > most)
        .then(|| format!("a datagram carries at most {most} bytes, this message has {message}"))
}

/// Payload of the largest IPv4 datagram.
pub const DATAGRAM_BYTES: usize = 65507;

impl fmt::Debug for dyn System + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The locations of programs.
#[derive(Clone, Debug)]
pub struct Programs {
    /// Our own program, which is its own server and client: see [`crate::child`].
    pub ours: PathBuf,
    /// The directory with a subdirectory for each built peer.
    pub peers: PathBuf,
}

impl Programs {
    /// This executable, and the peers built in the working tree or in the directory given by the environment
    /// variable `MANYRPC_PEERS`.
    pub fn find() -> std::io::Result<Self> {
        let peers = match std::env::var_os("MANYRPC_PEERS") {
            Some(directory) => directory.into(),
            None => upwards(&PathBuf::from("peers/build")),
        };
        Ok(Programs {
            ours: std::env::current_exe()?,
            peers,
        })
    }
}

/// The first of this directory and its ancestors that contains `relative`.
fn upwards(relative: &std::path::Path) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    here.ancestors()
        .map(|directory| directory.join(relative))
        .find(|path| path.is_dir())
        .unwrap_or_else(|| relative.to_owned())
}

/// Why a peer cannot run: its server or its client is not in `directory`.
fn missing(directory: &Path, stem: &str) -> Option<String> {
    let missing = ["server", "client"]
        .map(|role| directory.join(format!("{stem}_{role}")))
        .into_iter()
        .find(|program| !program.is_file())?;
    Some(format!(
        "{} is not built (`make peers` builds it)",
        missing.display()
    ))
}

/// The names of our own systems, in the order of the tables.
pub fn names() -> impl Iterator<Item = &'static str> {
    ours::names()
}

/// The binding scheme of a system added by the application, by its name in tables.
pub(crate) fn scheme_of_added(id: &str) -> Option<&'static str> {
    ours::scheme_of_added(id)
}

/// The floor of a system by name, if both are known.
pub fn floor_of(id: &str) -> Option<&'static str> {
    let nowhere = Programs {
        ours: PathBuf::new(),
        peers: PathBuf::new(),
    };
    let systems = all(&nowhere, true);
    let found = systems.iter().find(|system| system.id() == id);
    found.map(|system| system.floor())
}

/// Every system, in the order of the tables.
pub fn all(programs: &Programs, with_peers: bool) -> Vec<Rc<dyn System>> {
    let mut systems = ours::systems(programs);
    if with_peers {
        systems.extend(peers::systems(programs));
        systems.push(samba::system(programs));
    }
    systems.into_iter().map(Rc::from).collect()
}

/// Our systems of which a lone call by a task is compared with one by the blocking client: those that marshal, and keep
/// their connection. Each with its blocking client and with its client on a current-thread runtime.
pub(crate) fn with_lone_calls(programs: &Programs) -> Vec<[Rc<dyn System>; 2]> {
    let both = ours::systems(programs)
        .into_iter()
        .zip(ours::systems_of_tasks(programs));
    both.map(|(blocking, task)| [Rc::from(blocking), Rc::from(task)])
        .filter(|[system, _]: &[Rc<dyn System>; 2]| {
            let makes_it = system.cannot_carry(Workload::Nothing).is_none();
            makes_it && !system.is_floor() && !system.id().ends_with("-once")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn systems() -> Vec<Rc<dyn System>> {
        let programs = Programs {
            ours: "manyrpc".into(),
            peers: "/nonexistent".into(),
        };
        all(&programs, true)
    }

    #[test]
    fn names_are_unique_and_every_floor_is_a_system() {
        let systems = systems();
        let mut ids: Vec<&str> = systems.iter().map(|s| s.id()).collect();
        for system in &systems {
            let floors = system.floors();
            assert!(
                floors.iter().all(|floor| ids.contains(floor)),
                "{}",
                system.id()
            );
        }
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), systems.len());
    }

    #[test]
    fn only_single_datagrams_have_an_end() {
        for system in systems() {
            let narrow = ["impacket-tcp", "samba-tcp", "libjson-rpc-cpp", "xmlrpc-c"];
            if narrow.contains(&system.id()) {
                continue;
            }
            let fragments =
                system.transport() == Transport::Tcp || ["dce-cl", "ncs"].contains(&system.id());
            let refused = system.cannot_carry(Workload::Echo(65536));
            assert_eq!(refused.is_none(), fragments, "{}", system.id());
            assert_eq!(
                system.cannot_carry(Workload::InfoPhoto).is_none(),
                fragments || system.id() == "dce-cl-1"
            );
        }
    }

    #[test]
    fn peers_are_asked_for_what_they_can_do() {
        let can = |id: &str, workload| {
            let systems = systems();
            let system = systems.iter().find(|s| s.id() == id).unwrap();
            system.cannot_carry(workload).is_none()
        };
        assert!(can("impacket-tcp", Workload::Echo(512)));
        assert!(!can("impacket-tcp", Workload::Echo(8192)));
        assert!(!can("impacket-tcp", Workload::Info));
        assert!(can("xmlrpc-c", Workload::InfoPhoto));
        assert!(!can("libjson-rpc-cpp", Workload::Nothing));
        assert!(can("samba-tcp", Workload::Nothing));
        assert!(!can("samba-tcp", Workload::Add));
    }

    #[test]
    fn a_peer_that_is_not_built_says_how_to_build_it() {
        for system in systems() {
            if let Some(reason) = system.absent() {
                assert!(reason.contains("make peers"), "{reason}");
            }
        }
        assert!(systems().iter().any(|s| s.absent().is_some()));
    }
}
