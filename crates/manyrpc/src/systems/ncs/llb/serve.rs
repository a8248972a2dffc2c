//! Offering a location broker.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use manyrpc_engine::Fault;

use super::table::{Entry, LookupFilter, Table};
use super::wire::{from_uuid, from_wire, to_wire};
use super::{BAD_ENTRY, CANT_ACCESS, NOT_REGISTERED, UPDATE_FAILED};
use crate::context::Context;
use crate::error::Error;
use crate::registry::is_local;
use crate::server::{Builder, Running, Server};
use crate::systems::ncs::generated::llb::{
    GLB, GLB_MAX_LOOKUP_RESULTS, Glb, GlbServer, LLB_MAX_LOOKUP_RESULTS, LbEntryT, Llb, LlbServer,
    UuidOldT,
};
use crate::uuid::Uuid;

/// A location broker of our own.
///
/// A host's broker takes registrations from its own machine only. That of a network takes them
/// from everyone, as its purpose is; brokers of NCS also send each other theirs, which this one
/// does not (the protocol, `drep`, is not publicly described).
#[derive(Clone, Default)]
pub struct Broker {
    local: Arc<Table>,
    global: Option<Arc<Table>>,
    /// Whether calls for servers that it knows are passed on.
    forwards: bool,
    /// Where it listens, as far as it knows.
    at: Arc<OnceLock<Vec<SocketAddr>>>,
}

impl Broker {
    /// The broker of a host.
    pub fn new() -> Self {
        Self::default()
    }

    /// The broker of a host, and of the whole network too.
    pub fn with_global() -> Self {
        Broker {
            global: Some(Arc::default()),
            ..Self::default()
        }
    }

    /// Also passes on calls that are for other servers of this host, as brokers of NCS do for
    /// clients that do not know their ports. Whoever reaches the broker then reaches all that are
    /// registered with it; others wait while a call is passed on.
    #[must_use]
    pub fn forwarding(mut self) -> Self {
        self.forwards = true;
        self
    }

    /// Serves it on a port of the loopback interface; 0 lets the system choose. For other
    /// addresses give [`services`](Self::services) to a server.
    ///
    /// # Errors
    /// The port is taken, or needs privileges.
    pub fn start(&self, port: u16) -> Result<Running, Error> {
        let server = self.services(Server::builder());
        let running = server
            .listen(&format!("ncs+udp://127.0.0.1:{port}"))?
            .start()?;
        let at = running.bindings().iter();
        let at = at.map(|at| ([127, 0, 0, 1], at.port().unwrap_or(port)).into());
        self.listens_on(at.collect());
        Ok(running)
    }

    /// Adds what it offers to a server.
    pub fn services(&self, server: Builder) -> Builder {
        let server = server.service(LlbServer(self.clone()));
        let server = match self.forwards {
            true => server.forwarding(Arc::new(self.clone())),
            false => server,
        };
        match self.global {
            Some(_) => server.service(GlbServer(self.clone())),
            None => server,
        }
    }

    /// Lists the network's broker with its host's, which is how clients find it there.
    pub(crate) fn listens_on(&self, addresses: Vec<SocketAddr>) {
        for address in addresses.iter().filter(|_| self.global.is_some()) {
            // The table of a broker that starts has room.
            self.local.insert(Entry {
                object: Uuid::NIL,
                object_type: Uuid::NIL,
                interface: Uuid(GLB.id.uuid),
                local: true,
                annotation: "global location broker".to_owned(),
                address: *address,
            });
        }
        // It is started once.
        let _ = self.at.set(addresses);
    }

    /// Whether that is where it listens itself.
    pub(super) fn is_at(&self, address: SocketAddr) -> bool {
        let mut own = self.at.get().into_iter().flatten();
        own.any(|own| {
            own.port() == address.port() && (own.ip().is_unspecified() || own.ip() == address.ip())
        })
    }

    /// The first entries of its host.
    pub(super) fn look_up(&self, filter: &LookupFilter, most: usize) -> (Vec<Entry>, u32) {
        self.local.lookup(filter, 0, most)
    }

    fn global(&self) -> Result<&Table, Fault> {
        self.global.as_deref().ok_or(Fault::NoSuchInterface)
    }
}

fn insert(table: &Table, entry: &LbEntryT) -> u32 {
    match from_wire(entry).map(|entry| table.insert(entry)) {
        None => BAD_ENTRY,
        Some(true) => 0,
        Some(false) => UPDATE_FAILED,
    }
}

fn delete(table: &Table, entry: &LbEntryT) -> u32 {
    match from_wire(entry).map(|entry| table.delete(&entry)) {
        None => BAD_ENTRY,
        Some(true) => 0,
        Some(false) => NOT_REGISTERED,
    }
}

/// At most `most` entries behind a handle.
fn lookup(
    table: &Table,
    (object, kind, interface): (&UuidOldT, &UuidOldT, &UuidOldT),
    handle: u32,
    most: u32,
) -> (u32, Vec<LbEntryT>, u32) {
    let filter = LookupFilter {
        object: from_uuid(object),
        object_type: from_uuid(kind),
        interface: from_uuid(interface),
    };
    let (found, next) = table.lookup(&filter, handle, most as usize);
    let found: Vec<LbEntryT> = found.iter().filter_map(to_wire).collect();
    let status = if found.is_empty() { NOT_REGISTERED } else { 0 };
    (next, found, status)
}

impl Llb for Broker {
    fn llb_insert(&self, call: &Context<'_>, entry: LbEntryT) -> Result<u32, Fault> {
        Ok(match is_local(call) {
            true => insert(&self.local, &entry),
            false => CANT_ACCESS,
        })
    }

    fn llb_delete(&self, call: &Context<'_>, entry: LbEntryT) -> Result<u32, Fault> {
        Ok(match is_local(call) {
            true => delete(&self.local, &entry),
            false => CANT_ACCESS,
        })
    }

    fn llb_lookup(
        &self,
        _: &Context<'_>,
        object: UuidOldT,
        obj_type: UuidOldT,
        obj_interface: UuidOldT,
        entry_handle: u32,
        max_num_results: u32,
    ) -> Result<(u32, Vec<LbEntryT>, u32), Fault> {
        let most = max_num_results.min(LLB_MAX_LOOKUP_RESULTS as u32);
        let filter = (&object, &obj_type, &obj_interface);
        Ok(lookup(&self.local, filter, entry_handle, most))
    }
}

impl Glb for Broker {
    fn glb_insert(&self, _: &Context<'_>, entry: LbEntryT) -> Result<u32, Fault> {
        Ok(insert(self.global()?, &entry))
    }

    fn glb_delete(&self, _: &Context<'_>, entry: LbEntryT) -> Result<u32, Fault> {
        Ok(delete(self.global()?, &entry))
    }

    fn glb_lookup(
        &self,
        _: &Context<'_>,
        object: UuidOldT,
        obj_type: UuidOldT,
        obj_interface: UuidOldT,
        entry_handle: u32,
        max_num_results: u32,
    ) -> Result<(u32, Vec<LbEntryT>, u32), Fault> {
        let most = max_num_results.min(GLB_MAX_LOOKUP_RESULTS as u32);
        let filter = (&object, &obj_type, &obj_interface);
        Ok(lookup(self.global()?, filter, entry_handle, most))
    }

    fn glb_find_server(&self, call: &Context<'_>) -> Result<(), Fault> {
        if self.global.is_none() {
            call.suppress_reply();
        }
        Ok(())
    }
}
