//! The testbed of a run: where its servers and clients are started, made once for all of them.
//!
//! A [`Topology`] is what somebody asks for; a testbed is that, made: namespaces that exist, others'
//! traffic under way. Who measures starts servers and clients by it and need not know which it is.
//! What was made goes with the last copy of the testbed.

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
use crate::transport::{Reach, Transport};

use super::background::Background;
use super::impairment::Impairments;
use super::namespaces::{self, Namespaces};
use super::relay::{self, RelayProcess};
use super::topology::{Machines, Topology};

/// Where servers and clients are.
#[derive(Clone, Debug)]
pub struct Testbed {
    place: Place,
    impairments: Option<Impairments>,
    by_name: bool,
    /// The seed of the next relay: each has one of its own.
    seed: Rc<Cell<u64>>,
    ours: PathBuf,
}

#[derive(Clone, Debug)]
enum Place {
    Loopback,
    Apart(Rc<Apart>),
    Hosts(Rc<Host>),
}

/// A server's process, here or on another host. Dropping it ends it.
#[derive(Debug)]
pub enum Server {
    /// On this host.
    Here(Process),
    /// On another.
    There(Remote),
}

impl Server {
    /// Its process's number, if it is one of this host.
    pub fn id(&self) -> Option<u32> {
        match self {
            Server::Here(process) => Some(process.id()),
            Server::There(_) => None,
        }
    }

    /// It and its descendants, as far as they are processes of this host.
    pub fn family(&self) -> Vec<u32> {
        match self {
            Server::Here(process) => process.family(),
            Server::There(_) => Vec::new(),
        }
    }

    /// CPU time that it has used, and its descendants, in nanoseconds; `None` where nobody tells.
    pub fn cpu_ns(&self) -> Option<u64> {
        match self {
            Server::Here(process) => process.cpu_ns(),
            Server::There(_) => Some(self.side().totals()?.cpu_ns),
        }
    }

    /// Them, wherever they are, as one side of calls.
    pub fn side(&self) -> Side {
        match self {
            Server::Here(process) => process.family().into(),
            Server::There(remote) => Side::There(Rc::new(remote.far())),
        }
    }

    /// Lays it upon these CPUs; on another host upon one where they are one, else upon all.
    ///
    /// # Errors
    /// The system or the other host refuses.
    pub fn place(&self, cpus: &[usize]) -> Result<(), String> {
        let process = match self {
            Server::Here(process) => process,
            Server::There(remote) => return remote.place(cpus.len() == 1),
        };
        for id in process.family() {
            let pinned = pin_process(id, cpus);
            // What a daemon started may have ended since it was listed; the daemon has not.
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

    /// Waits for the next line of its output, or says why there is none.
    ///
    /// # Errors
    /// It has ended, or none came in that time.
    pub fn line(&mut self, patience: Duration) -> Result<String, String> {
        match self {
            Server::Here(process) => process.line(patience),
            Server::There(remote) => remote.line(patience),
        }
    }
}

/// Two machines and what others send between them, which ends before them.
#[derive(Debug)]
struct Apart {
    _background: Option<Background>,
    both: Namespaces,
}

impl Testbed {
    /// Loopback, with nothing between; `ours` is the program that is its own children.
    pub fn loopback(ours: &Path) -> Self {
        Testbed {
            place: Place::Loopback,
            impairments: None,
            by_name: false,
            seed: Rc::default(),
            ours: ours.to_owned(),
        }
    }

    /// What was asked for, made; the seed is of all that is drawn at random on it, the key that of another
    /// host's agent.
    ///
    /// # Errors
    /// Why that cannot be made here.
    pub fn make(
        between: &Topology,
        ours: &Path,
        seed: u64,
        key: Option<&Key>,
    ) -> Result<Self, String> {
        let place = match &between.machines {
            Machines::One => Place::Loopback,
            Machines::Hosts(agent) => {
                let key = key.ok_or("an agent serves who has its key: give it with --key-file")?;
                Place::Hosts(Rc::new(Host::connect(agent, key.clone())?))
            }
            Machines::Namespaces(link) => {
                let both = Namespaces::new(link)?;
                let traffic = between.background.as_ref();
                let background = traffic
                    .map(|traffic| Background::start(ours, &both, link, traffic, seed))
                    .transpose()
                    .map_err(|e| format!("no background traffic: {e}"))?;
                Place::Apart(Rc::new(Apart {
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

    /// Loopback, with what happens to all that crosses as it is here.
    #[must_use]
    pub fn on_one_machine(&self) -> Self {
        Testbed {
            place: Place::Loopback,
            ..self.clone()
        }
    }

    /// The same place with other impairments.
    #[must_use]
    pub fn impaired(&self, impairments: Option<Impairments>) -> Self {
        Testbed {
            impairments,
            ..self.clone()
        }
    }

    /// The same, with clients that look up their server's name, where it has one: on loopback.
    #[must_use]
    pub fn by_name(&self) -> Self {
        Testbed {
            by_name: matches!(self.place, Place::Loopback),
            ..self.clone()
        }
    }

    /// Why a system cannot be measured on it, if so.
    pub fn cannot(&self, transport: Transport, reach: Reach) -> Option<String> {
        let apart = !matches!(self.place, Place::Loopback);
        match (reach, &self.impairments) {
            (Reach::OwnNetwork, _) if apart => {
                Some("its server has a network of its own".to_owned())
            }
            (Reach::Anywhere, _) if matches!(self.place, Place::Hosts(_)) => {
                Some("an agent starts servers of ours only".to_owned())
            }
            (Reach::OwnNetwork, Some(_)) => {
                Some("its server has a network of its own, in which no relay is".to_owned())
            }
            (_, Some(impairments)) => {
                let cannot = relay::check(transport, impairments).err();
                cannot.map(|why| format!("it runs over {}: {why}", transport.name().to_uppercase()))
            }
            _ => None,
        }
    }

    /// Starts a server where servers are, upon these CPUs or, if there are none, upon any; it listens when
    /// this returns.
    ///
    /// # Errors
    /// It cannot be started, or does not say its port in that time.
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

    /// Starts a program where servers are, upon these CPUs or, if there are none, upon any; says which host
    /// that is to clients.
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
            Place::Apart(apart) => {
                let process = Process::start(&apart.both.server(program))?;
                (Server::Here(process), namespaces::SERVER)
            }
            Place::Hosts(host) => {
                let (remote, address) = host.start(program)?;
                (Server::There(remote), address)
            }
        };
        if !cpus.is_empty() {
            // What it starts from now on inherits it.
            server.place(cpus)?;
        }
        Ok((server, host))
    }

    /// What joins clients and servers, of which this testbed was made, for the facts of a report.
    pub fn link(&self, between: &Topology) -> String {
        let mut joined = between.in_words();
        if let Some(machine) = self.other_host() {
            joined += &format!(" (there: {machine})");
        }
        environment::link(&joined)
    }

    /// The other host in words, where there is one.
    pub fn other_host(&self) -> Option<String> {
        match &self.place {
            Place::Hosts(host) => Some(host.machine()),
            Place::Loopback | Place::Apart(_) => None,
        }
    }

    /// The program, to be started where clients are.
    pub fn client(&self, program: &Program) -> Program {
        match &self.place {
            Place::Loopback | Place::Hosts(_) => program.clone(),
            Place::Apart(apart) => apart.both.client(program),
        }
    }

    /// The name by which clients look up their server, if they do.
    pub fn name(&self) -> Option<&'static str> {
        self.by_name.then_some("localhost")
    }

    /// The relay that does to a server's traffic what happens here; none where nothing does.
    ///
    /// # Errors
    /// It cannot be started, or the transport cannot take that.
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
            Place::Apart(_) => namespaces::CLIENT,
        };
        let seed = self.seed.replace(self.seed.get().wrapping_add(1));
        let program = relay::program(&self.ours, transport, server, impairments, seed);
        RelayProcess::start(&self.client(&program), host, transport)
    }
}
