//! A client of location brokers.

use std::net::SocketAddr;
use std::time::Duration;

use manyrpc_engine::{CallError, Domain, Fault};

use super::wire::{from_wire, to_uuid, to_wire};
use super::{Entry, LookupFilter, NOT_REGISTERED};
use crate::client::Client;
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::Binding;
use crate::systems::ncs::generated::llb::{
    GLB, GLB_GLB_FIND_SERVER, GLB_MAX_LOOKUP_RESULTS, GlbClient, LLB_MAX_LOOKUP_RESULTS, LbEntryT,
    LlbClient,
};
use crate::systems::registries;

/// The most calls of one look-up: a broker that never ends it is broken.
const CALLS: usize = 1000;

/// A client of a location broker.
pub struct BrokerClient {
    stub: Stub,
    at: Binding,
}

enum Stub {
    Local(LlbClient),
    Global(GlbClient),
}

impl BrokerClient {
    /// Opens a host's local broker.
    ///
    /// # Errors
    /// It cannot be reached.
    pub fn open(binding: &Binding) -> Result<Self, Error> {
        Ok(BrokerClient {
            stub: Stub::Local(LlbClient::new(registries::connect(binding)?)),
            at: binding.clone(),
        })
    }

    /// Opens a network's global broker.
    ///
    /// # Errors
    /// It cannot be reached.
    pub fn open_global(binding: &Binding) -> Result<Self, Error> {
        Ok(BrokerClient {
            stub: Stub::Global(GlbClient::new(registries::connect(binding)?)),
            at: binding.clone(),
        })
    }

    /// Adds an entry, or renews it.
    ///
    /// # Errors
    /// The broker does not answer or refuses, or the address is not IPv4.
    pub fn insert(&mut self, entry: &Entry) -> Result<(), Error> {
        let wire = self.wire(entry)?;
        let status = match &mut self.stub {
            Stub::Local(llb) => llb.llb_insert(&wire)?,
            Stub::Global(glb) => glb.glb_insert(&wire)?,
        };
        match status {
            0 => Ok(()),
            status => Err(self.refused(entry, status)),
        }
    }

    /// Removes an entry. `false` if there was none.
    ///
    /// # Errors
    /// As [`insert`](Self::insert).
    pub fn delete(&mut self, entry: &Entry) -> Result<bool, Error> {
        let wire = self.wire(entry)?;
        let status = match &mut self.stub {
            Stub::Local(llb) => llb.llb_delete(&wire)?,
            Stub::Global(glb) => glb.glb_delete(&wire)?,
        };
        match status {
            0 => Ok(true),
            NOT_REGISTERED => Ok(false),
            status => Err(self.refused(entry, status)),
        }
    }

    /// All entries for an object, type and interface, except those whose address is not IPv4.
    ///
    /// # Errors
    /// The broker does not answer, refuses, or never ends the look-up.
    pub fn lookup(&mut self, filter: &LookupFilter) -> Result<Vec<Entry>, Error> {
        let mut handle = 0;
        let mut found = Vec::new();
        for _ in 0..CALLS {
            let (next, entries, status) = self.part(filter, handle)?;
            match status {
                0 => {}
                NOT_REGISTERED => return Ok(found),
                status => return Err(CallError::Fault(Fault::Status(Domain::Dce, status)).into()),
            }
            found.extend(entries.iter().filter_map(from_wire));
            handle = next;
            if handle == 0 {
                return Ok(found);
            }
        }
        Err(Error::Registered {
            what: format!("a lookup of {} entries", found.len()),
            why: format!("{} has more without end", self.at),
        })
    }

    fn part(
        &mut self,
        filter: &LookupFilter,
        handle: u32,
    ) -> Result<(u32, Vec<LbEntryT>, u32), CallError> {
        let LookupFilter {
            object,
            object_type,
            interface,
        } = *filter;
        let (object, kind) = (to_uuid(object), to_uuid(object_type));
        let interface = to_uuid(interface);
        match &mut self.stub {
            Stub::Local(llb) => {
                let most = LLB_MAX_LOOKUP_RESULTS as u32;
                llb.llb_lookup(&object, &kind, &interface, handle, most)
            }
            Stub::Global(glb) => {
                let most = GLB_MAX_LOOKUP_RESULTS as u32;
                glb.glb_lookup(&object, &kind, &interface, handle, most)
            }
        }
    }

    fn wire(&self, entry: &Entry) -> Result<LbEntryT, Error> {
        to_wire(entry).ok_or_else(|| Error::Registered {
            what: format!("{} with {}", entry.address, self.at),
            why: "location brokers know addresses of IP version 4 only; listen on one".to_owned(),
        })
    }

    fn refused(&self, entry: &Entry, status: u32) -> Error {
        Error::Registered {
            what: format!("interface {} at {}", entry.interface, entry.address),
            why: format!(
                "{} says {}; brokers take registrations of their own host's servers only",
                self.at,
                super::status_text(status)
            ),
        }
    }
}

/// The global brokers that answer a broadcast to this address in time, at most `most`.
///
/// # Errors
/// The binding cannot broadcast, or has no port.
pub fn find_global(
    broadcast: &Binding,
    within: Duration,
    most: usize,
) -> Result<Vec<SocketAddr>, Error> {
    let options = ClientOptions {
        timeout: Some(within),
        broadcast: true,
        ..ClientOptions::default()
    };
    let mut client = Client::connect(broadcast, None, &options)?;
    let mut found = Vec::new();
    client.broadcast(&GLB, &GLB_GLB_FIND_SERVER, &(), |answer| {
        if !found.contains(&answer.from) {
            found.push(answer.from);
        }
        found.len() < most
    })?;
    Ok(found)
}
