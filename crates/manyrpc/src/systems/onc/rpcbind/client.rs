//! A client of rpcbind.

use std::net::SocketAddr;
use std::time::Duration;

use manyrpc_engine::{CallError, CallHead, Fault, InterfaceId};

use super::table::Entry;
use super::uaddr;
use crate::client::Client;
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::{Binding, Transport};
use crate::systems::onc::generated::rpcbind::{
    CallArgs, Mapping, PmapVersClient, Rpcb, RpcbRmtcallargs, Rpcbvers4Client, RpcbversClient,
};

/// How long a registry may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// A client of a registry, using the latest version of the protocol that it supports.
pub struct RegistryClient {
    version: Version,
}

enum Version {
    Four(Rpcbvers4Client),
    Three(RpcbversClient),
    Two(PmapVersClient),
}

impl RegistryClient {
    /// Opens a registry and finds out its version: 4, else 3, else 2.
    ///
    /// # Errors
    /// It cannot be reached, or is not a registry.
    pub fn open(binding: &Binding) -> Result<Self, Error> {
        for version in [4, 3] {
            match Self::open_version(binding, version) {
                Err(Error::Call(CallError::Fault(Fault::NoSuchVersion { .. }))) => {}
                other => return other,
            }
        }
        Self::open_version(binding, 2)
    }

    /// Opens a registry in one version of its protocol: 2, 3 or 4.
    ///
    /// # Errors
    /// It cannot be reached, is not a registry, or does not support that version.
    pub fn open_version(binding: &Binding, version: u32) -> Result<Self, Error> {
        let options = ClientOptions {
            timeout: Some(PATIENCE),
            ..ClientOptions::default()
        };
        let client = Client::connect(binding, None, &options)?;
        let version = match version {
            4 => Version::Four(Rpcbvers4Client::new(client)),
            3 => Version::Three(RpcbversClient::new(client)),
            _ => Version::Two(PmapVersClient::new(client)),
        };
        let mut registry = RegistryClient { version };
        registry.ping()?;
        Ok(registry)
    }

    /// The version of the protocol in use.
    pub fn version(&self) -> u32 {
        match self.version {
            Version::Four(_) => 4,
            Version::Three(_) => 3,
            Version::Two(_) => 2,
        }
    }

    /// Checks that the registry answers.
    ///
    /// # Errors
    /// It does not.
    pub fn ping(&mut self) -> Result<(), Error> {
        match &mut self.version {
            Version::Four(r) => r.rpcbproc_null()?,
            Version::Three(r) => r.rpcbproc_null()?,
            Version::Two(r) => r.pmapproc_null()?,
        }
        Ok(())
    }

    /// The address of a program on an internet transport, if registered. That may be another
    /// version's.
    ///
    /// # Errors
    /// The registry does not answer.
    pub fn address(
        &mut self,
        program: u32,
        version: u32,
        transport: Transport,
    ) -> Result<Option<SocketAddr>, Error> {
        let netid = uaddr::netid(transport, None);
        let asked = Entry {
            program,
            version,
            netid: netid.to_owned(),
            address: String::new(),
            owner: String::new(),
        };
        let found = match &mut self.version {
            Version::Four(r) => uaddr::parse(&r.rpcbproc_getaddr(&asked.on_wire())?),
            Version::Three(r) => uaddr::parse(&r.rpcbproc_getaddr(&asked.on_wire())?),
            Version::Two(r) => {
                let port = r.pmapproc_getport(&asked.mapping())?;
                u16::try_from(port)
                    .ok()
                    .map(|port| SocketAddr::from(([0, 0, 0, 0], port)))
            }
        };
        Ok(found.filter(|at| at.port() != 0))
    }

    /// Every registration.
    ///
    /// # Errors
    /// The registry does not answer.
    pub fn dump(&mut self) -> Result<Vec<Entry>, Error> {
        let entries = match &mut self.version {
            Version::Four(r) => r
                .rpcbproc_dump()?
                .iter()
                .map(|e| Entry::from_wire(&e.rpcb_map))
                .collect(),
            Version::Three(r) => r
                .rpcbproc_dump()?
                .iter()
                .map(|e| Entry::from_wire(&e.rpcb_map))
                .collect(),
            Version::Two(r) => r
                .pmapproc_dump()?
                .iter()
                .map(|e| Entry::from_mapping(&e.map))
                .collect(),
        };
        Ok(entries)
    }

    /// Registers an entry. `false` if something else is registered there.
    ///
    /// # Errors
    /// The registry does not answer, or refuses our registrations.
    pub fn set(&mut self, entry: &Entry) -> Result<bool, Error> {
        Ok(match &mut self.version {
            Version::Four(r) => r.rpcbproc_set(&entry.on_wire())?,
            Version::Three(r) => r.rpcbproc_set(&entry.on_wire())?,
            Version::Two(r) => r.pmapproc_set(&entry.mapping())?,
        })
    }

    /// Removes a registration; on all transports if the entry names none. `false` if there is none,
    /// or it belongs to another owner.
    ///
    /// # Errors
    /// The registry does not answer, or refuses our registrations.
    pub fn unset(&mut self, entry: &Entry) -> Result<bool, Error> {
        Ok(match &mut self.version {
            Version::Four(r) => r.rpcbproc_unset(&entry.on_wire())?,
            Version::Three(r) => r.rpcbproc_unset(&entry.on_wire())?,
            Version::Two(r) => r.pmapproc_unset(&entry.mapping())?,
        })
    }

    /// Has the registry call a program of its host with marshalled arguments; returns the program's
    /// address and its marshalled results. There is no answer if the program refuses.
    ///
    /// # Errors
    /// The registry does not answer, or does not forward calls.
    pub fn call_indirect(
        &mut self,
        program: u32,
        version: u32,
        procedure: u32,
        arguments: &[u8],
    ) -> Result<(String, Vec<u8>), Error> {
        let (prog, vers, proc) = (program, version, procedure);
        let call = RpcbRmtcallargs {
            prog,
            vers,
            proc,
            args: arguments.into(),
        };
        let result = match &mut self.version {
            Version::Four(r) => r.rpcbproc_indirect(&call)?,
            Version::Three(r) => r.rpcbproc_callit(&call)?,
            Version::Two(r) => {
                let call = CallArgs {
                    prog,
                    vers,
                    proc,
                    args: arguments.into(),
                };
                let result = r.pmapproc_callit(&call)?;
                return Ok((format!("port {}", result.port), result.res.into_owned()));
            }
        };
        Ok((result.addr.into_owned(), result.results.into_owned()))
    }
}

impl Entry {
    fn on_wire(&self) -> Rpcb<'_> {
        Rpcb {
            r_prog: self.program,
            r_vers: self.version,
            r_netid: self.netid.as_str().into(),
            r_addr: self.address.as_str().into(),
            r_owner: self.owner.as_str().into(),
        }
    }

    pub(super) fn from_wire(rpcb: &Rpcb<'_>) -> Self {
        Entry {
            program: rpcb.r_prog,
            version: rpcb.r_vers,
            netid: rpcb.r_netid.to_string(),
            address: rpcb.r_addr.to_string(),
            owner: rpcb.r_owner.to_string(),
        }
    }

    pub(super) fn mapping(&self) -> Mapping {
        let transport = uaddr::transport(&self.netid);
        Mapping {
            prog: self.program,
            vers: self.version,
            prot: transport.and_then(uaddr::protocol).unwrap_or(0),
            port: uaddr::parse(&self.address).map_or(0, |at| at.port().into()),
        }
    }

    pub(super) fn from_mapping(mapping: &Mapping) -> Self {
        let netid = match mapping.prot {
            6 => "tcp".to_owned(),
            17 => "udp".to_owned(),
            other => format!("protocol {other}"),
        };
        let port = u16::try_from(mapping.port).unwrap_or(0);
        Entry {
            program: mapping.prog,
            version: mapping.vers,
            netid,
            address: uaddr::print(SocketAddr::from(([0, 0, 0, 0], port))),
            owner: String::new(),
        }
    }
}

/// Calls procedure 0 of a program, to test whether it answers.
///
/// # Errors
/// It does not, or lacks that version ([`Fault::NoSuchVersion`] has those it supports).
pub fn ping(binding: &Binding, program: u32, version: u32) -> Result<(), Error> {
    let options = ClientOptions {
        timeout: Some(PATIENCE),
        ..ClientOptions::default()
    };
    let mut client = Client::connect(binding, None, &options)?;
    let head = CallHead::new(InterfaceId::of_program(program, version), 0);
    client.exchange(&head, |_, _| Ok(()))?;
    Ok(())
}
