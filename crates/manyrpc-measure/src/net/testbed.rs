//! The testbed of a run: where its servers and clients are started, created once for all of them.
//!
//! A [`Topology`] is a request; a testbed is its realisation: existing namespaces, running background traffic.
//! Measuring code starts servers and clients through it and need not know which kind it is. Everything created is
//! removed with the last copy of the testbed.

use std::cell::Cell;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use crate::agent::Key;
use crate::agent::host::{Host, Remote};
use crate::child;
use crate::machine::cost::Side;
use crate::machine::environment;
use crate::machine::placement::pin_process;
use crate::machine::process::{self, Process, Program};
use crate::transport::{Reachability, Transport};

use super::background::Background;
use super::impairment::Impairments;
use super::namespaces::{self, Namespaces};
use super::relay::{self, RelayProcess};
use super::topology::{Machines, Topology};

/// Where servers and clients run.
#[derive(Clone, Debug)]
pub struct Testbed {
    place: Place,
    impairments: Option<Impairments>,
    by_name: bool,
    /// The seed of the next relay; each has its own.
    seed: Rc<Cell<u64>>,
    ours: PathBuf,
}

#[derive(Clone, Debug)]
enum Place {
    Loopback,
    SeparateNamespaces(Rc<SeparateNamespaces>),
    Hosts(Rc<Host>),
}

/// A server's process, here or on another host. Dropping it ends it.
#[derive(Debug)]
pub enum Server {
    /// On this host.
    Here(Process),
    /// On another host.
    There(Remote),
}

impl Server {
    /// Its process id, if it runs on this host.
    pub fn id(&self) -> Option<u32> {
        match self {
            Server::Here(process) => Some(process.id()),
            Server::There(_) => None,
        }
    }

    /// The process and its descendants, if they run on this host.
    pub fn family(&self) -> Vec<u32> {
        match self {
            Server::Here(process) => process.family(),
            Server::There(_) => Vec::new(),
        }
    }

    /// CPU time used by it and its descendants, in nanoseconds; `None` if not reported.
    pub fn cpu_ns(&self) -> Option<u64> {
        match self {
            Server::Here(process) => process.cpu_ns(),
            Server::There(_) => Some(self.side().totals()?.cpu_ns),
        }
    }

    /// The process and its descendants as one side of calls, on whichever host.
    pub fn side(&self) -> Side {
        match self {
            Server::Here(process) => process.family().into(),
            Server::There(remote) => Side::There(Rc::new(remote.costs())),
        }
    }

    /// Binds it to these CPUs; on another host to one CPU if one is given, otherwise to all.
    ///
    /// # Errors
    /// The operating system or the other host refuses.
    pub fn place(&self, cpus: &[usize]) -> Result<(), String> {
        let process = match self {
            Server::Here(process) => process,
            Server::There(remote) => return remote.place(cpus.len() == 1),
        };
        for id in process.family() {
            let pinned = pin_process(id, cpus);
            // A daemon's child may have ended since it was listed; the daemon has not.
            if id == process.id() || Path::new(&format!("/proc/{id}")).exists() {
                pinned?;
            }
        }
        Ok(())
    }

    /// How it ended, if it does within that time.
    pub fn ended(&mut self, within: Duration) -> Option<String> {
        match self {
            Server::Here(process) => process.ended(within),
            Server::There(remote) => remote.ended(within),
        }
    }

    /// Asks it for its count of calls.
    ///
    /// # Errors
    /// It has ended.
    pub fn ask_served(&mut self) -> Result<(), String> {
        match self {
            Server::Here(process) => process.send_line(child::SERVED),
            Server::There(remote) => remote.ask_served(),
        }
    }

    /// Waits for the next line of its output; an error says why there is none.
    ///
    /// # Errors
    /// It has ended, or the timeout expired.
    pub fn line(&mut self, patience: Duration) -> Result<String, String> {
        match self {
            Server::Here(process) => process.line(patience),
            Server::There(remote) => remote.line(patience),
        }
    }
}

/// Two namespaces and their background traffic, which is stopped before they are removed.
#[derive(Debug)]
struct SeparateNamespaces {
    _background: Option<Background>,
    both: Namespaces,
}

impl Testbed {
    /// Loopback without impairments; `ours` is the measuring program, which runs itself as children.
    pub fn loopback(ours: &Path) -> Self {
        Testbed {
            place: Place::Loopback,
            impairments: None,
            by_name: false,
            seed: Rc::default(),
            ours: ours.to_owned(),
        }
    }

    /// Creates the requested topology; the seed is used for everything drawn at random, the key for another host's
    /// agent.
    ///
    /// # Errors
    /// Why that is impossible here.
    pub fn make(
        between: &Topology,
        ours: &Path,
        seed: u64,
        key: Option<&Key>,
    ) -> Result<Self, String> {
        let place = match &between.machines {
            Machines::One => Place::Loopback,
            Machines::Hosts(agent) => {
                let key = key.ok_or("an agent needs its key: give it with --key-file")?;
                Place::Hosts(Rc::new(Host::connect(agent, key.clone())?))
            }
            Machines::Namespaces(link) => {
                let both = Namespaces::new(link)?;
                let traffic = between.background.as_ref();
                let background = traffic
                    .map(|traffic| Background::start(ours, &both, link, traffic, seed))
                    .transpose()
                    .map_err(|e| format!("no background traffic: {e}"))?;
                Place::SeparateNamespaces(Rc::new(SeparateNamespaces {
                    _background: background,
                    both,
                }))
            }
        };
        Ok(Testbed {
            place,
            impairments: between.impairments.clone(),
            seed: Rc::new(Cell::new(seed)),
            ..Testbed::loopback(ours)
        })
    }

    /// Loopback with the same impairments.
    #[must_use]
    pub fn on_one_machine(&self) -> Self {
        Testbed {
            place: Place::Loopback,
            ..self.clone()
        }
    }

    /// The same testbed with other impairments.
    #[must_use]
    pub fn impaired(&self, impairments: Option<Impairments>) -> Self {
        Testbed {
            impairments,
            ..self.clone()
        }
    }

    /// The same with clients that resolve their server's name, if it has one: on loopback.
    #[must_use]
    pub fn by_name(&self) -> Self {
        Testbed {
            by_name: matches!(self.place, Place::Loopback),
            ..self.clone()
        }
    }

    /// Why a system cannot be measured on this testbed, if so.
    pub fn cannot(&self, transport: Transport, reach: Reachability) -> Option<String> {
        let apart = !matches!(self.place, Place::Loopback);
        match (reach, &self.impairments) {
            (Reachability::OwnNetwork, _) if apart => {
                Some("its server has a network of its own".to_owned())
            }
            (Reachability::Anywhere, _) if matches!(self.place, Place::Hosts(_)) => {
                Some("an agent starts only manyrpc's own servers".to_owned())
            }
            (Reachability::OwnNetwork, Some(_)) => {
                Some("its server has a network of its own, without a relay".to_owned())
            }
            (_, Some(impairments)) => {
                let cannot = relay::check(transport, impairments).err();
                cannot.map(|why| format!("it runs over {}: {why}", transport.name().to_uppercase()))
            }
            _ => None,
        }
    }

    /// Starts a server on the servers' host, bound to these CPUs, or to none if empty; it listens when this
    /// returns.
    ///
    /// # Errors
    /// It cannot be started, or does not report its port in time.
    pub fn serve(
        &self,
        program: &Program,
        cpus: &[usize],
        patience: Duration,
    ) -> Result<(Server, SocketAddr), String> {
        let (mut server, host) = self.start_on_server_host(program, cpus)?;
        let port = process::port(&server.line(patience)?)?;
        Ok((server, SocketAddr::from((host, port))))
    }

    /// Starts a program on the servers' host, bound to these CPUs, or to none if empty; also returns the host's
    /// address for clients.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn start_on_server_host(
        &self,
        program: &Program,
        cpus: &[usize],
    ) -> Result<(Server, Ipv4Addr), String> {
        let (server, host) = match &self.place {
            Place::Loopback => (Server::Here(Process::start(program)?), Ipv4Addr::LOCALHOST),
            Place::SeparateNamespaces(apart) => {
                let process = Process::start(&apart.both.server(program))?;
                (Server::Here(process), namespaces::SERVER)
            }
            Place::Hosts(host) => {
                let (remote, address) = host.start(program)?;
                (Server::There(remote), address)
            }
        };
        if !cpus.is_empty() {
            // Its later children inherit the binding.
            server.place(cpus)?;
        }
        Ok((server, host))
    }

    /// The link between clients and servers, for a report's facts; `between` is the topology this was made from.
    pub fn link(&self, between: &Topology) -> String {
        let mut joined = between.description();
        if let Some(machine) = self.other_host() {
            joined += &format!(" (there: {machine})");
        }
        environment::link(&joined)
    }

    /// A description of the other host, if there is one.
    pub fn other_host(&self) -> Option<String> {
        match &self.place {
            Place::Hosts(host) => Some(host.machine()),
            Place::Loopback | Place::SeparateNamespaces(_) => None,
        }
    }

    /// The program, wrapped to run on the clients' host.
    pub fn client(&self, program: &Program) -> Program {
        match &self.place {
            Place::Loopback | Place::Hosts(_) => program.clone(),
            Place::SeparateNamespaces(apart) => apart.both.client(program),
        }
    }

    /// The name that clients resolve to find their server, if any.
    pub fn name(&self) -> Option<&'static str> {
        self.by_name.then_some("localhost")
    }

    /// A relay with this testbed's impairments for a server's traffic; `None` without impairments.
    ///
    /// # Errors
    /// It cannot be started, or the impairments do not apply to the transport.
    pub fn impairing_relay(
        &self,
        transport: Transport,
        server: SocketAddr,
    ) -> Result<Option<RelayProcess>, String> {
        let impairments = self.impairments.as_ref();
        impairments
            .map(|impairments| self.relay(transport, server, impairments))
            .transpose()
    }

    /// A relay that only counts.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn counting_relay(
        &self,
        transport: Transport,
        server: SocketAddr,
    ) -> Result<RelayProcess, String> {
        self.relay(transport, server, &Impairments::default())
    }

    fn relay(
        &self,
        transport: Transport,
        server: SocketAddr,
        impairments: &Impairments,
    ) -> Result<RelayProcess, String> {
        let host = match &self.place {
            Place::Loopback | Place::Hosts(_) => Ipv4Addr::LOCALHOST,
            Place::SeparateNamespaces(_) => namespaces::CLIENT,
        };
        let seed = self.seed.replace(self.seed.get().wrapping_add(1));
        let program = relay::program(&self.ours, transport, server, impairments, seed);
        RelayProcess::start(&self.client(&program), host, transport)
    }
}
