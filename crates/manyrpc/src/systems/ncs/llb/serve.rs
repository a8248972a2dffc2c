//! A location broker.

use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use manyrpc_engine::Fault;

use super::table::{Entry, LookupFilter, Table};
use super::wire::{from_uuid, from_wire, to_wire};
use super::{BAD_ENTRY, CANT_ACCESS, NOT_REGISTERED, UPDATE_FAILED};
use crate::context::Context;
use crate::error::Error;
use crate::server::{Builder, Running, Server};
use crate::systems::ncs::generated::llb::{
    GLB, GLB_MAX_LOOKUP_RESULTS, Glb, GlbServer, LLB_MAX_LOOKUP_RESULTS, LbEntryT, Llb, LlbServer,
    UuidOldT,
};
use crate::systems::registries::is_local;
use crate::uuid::Uuid;

/// A location broker.
///
/// A host's broker accepts registrations from its own machine only. A network's broker accepts them
/// from everyone, which is its purpose; NCS's brokers also replicate their entries, which this one
/// does not (the protocol, `drep`, is not publicly described).
#[derive(Clone, Default)]
pub struct Broker {
    local: Arc<Table>,
    global: Option<Arc<Table>>,
    /// Whether calls for registered servers are forwarded.
    forwards: bool,
    /// Its addresses, once known.
    at: Arc<OnceLock<Vec<SocketAddr>>>,
}

impl Broker {
    /// A host's broker.
    pub fn new() -> Self {
        Self::default()
    }

    /// A host's broker that is also the network's.
    pub fn with_global() -> Self {
        Broker {
            global: Some(Arc::default()),
            ..Self::default()
        }
    }

    /// Also forwards calls for other servers of this host, as NCS's brokers do for clients that do
    /// not know their ports. Whoever reaches the broker then reaches all servers registered with
    /// it; other calls wait while one is forwarded.
    #[must_use]
    pub fn forwarding(mut self) -> Self {
        self.forwards = true;
        self
    }

    /// Serves it on a port of the loopback interface; with 0 the system chooses one. For other
    /// addresses add its [`services`](Self::services) to a server.
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

    /// Adds the broker's services to a server.
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

    /// Registers the network's broker with its host's broker, where clients look for it.
    pub(crate) fn listens_on(&self, addresses: Vec<SocketAddr>) {
        for address in addresses.iter().filter(|_| self.global.is_some()) {
            // The table of a new broker has room.
            self.local.insert(Entry {
                object: Uuid::NIL,
                object_type: Uuid::NIL,
                interface: Uuid(GLB.id.uuid),
                local: true,
                annotation: "global location broker".to_owned(),
                address: *address,
            });
        }
        // Set once.
        let _ = self.at.set(addresses);
    }

    /// Whether that is its own address.
    pub(super) fn is_at(&self, address: SocketAddr) -> bool {
        let mut own = self.at.get().into_iter().flatten();
        own.any(|own| {
            own.port() == address.port() && (own.ip().is_unspecified() || own.ip() == address.ip())
        })
    }

    /// The first matching entries of its host.
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

/// At most `most` entries after a handle.
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
