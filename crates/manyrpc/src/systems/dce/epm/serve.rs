//! An endpoint mapper, for hosts that have none.

use std::sync::Arc;

use manyrpc_engine::Fault;

use super::client::{CANNOT, NOT_REGISTERED, element, entry, from_wire, to_wire, tower};
use super::table::Table;
use super::{Element, Inquiry, SyntaxId, Versions};
use crate::context::Context;
use crate::contexts::Contexts;
use crate::error::Error;
use crate::server::{Running, Server};
use crate::systems::dce::generated::epm::{
    Ept, EptEntryT, EptLookupHandleT, EptServer, RpcIfIdT, TwrT, UuidT,
};
use crate::systems::registries::is_local;
use manyrpc_codec::Shared;

use crate::handle::ContextHandle;
use crate::uuid::Uuid;

/// The most inquiries in progress.
const INQUIRIES: usize = 1024;

/// The most elements of one answer, whatever is requested.
const AT_ONCE: u32 = 500;

/// An endpoint mapper over TCP and UDP.
///
/// Accepts registrations from this machine only.
#[derive(Clone)]
pub struct Mapper {
    state: Arc<State>,
}

struct State {
    table: Table,
    /// The remaining elements of each inquiry.
    inquiries: Contexts<Vec<Element>>,
    object: Uuid,
}

impl Default for Mapper {
    fn default() -> Self {
        Self::new()
    }
}

impl Mapper {
    /// An empty endpoint map.
    pub fn new() -> Self {
        let halves = [crate::boot::seed(), crate::boot::seed()];
        let mut object = [0; 16];
        object[..8].copy_from_slice(&halves[0].to_be_bytes());
        object[8..].copy_from_slice(&halves[1].to_be_bytes());
        // Random, in the DCE variant (C706, tables ).
        object[6] = object[6] & 0x0f | 0x40;
        object[8] = object[8] & 0x3f | 0x80;
        Mapper {
            state: Arc::new(State {
                table: Table::default(),
                inquiries: Contexts::with_most(INQUIRIES),
                object: Uuid(object),
            }),
        }
    }

    /// Serves it on a port of the loopback interface, over TCP and UDP; with 0 the system chooses
    /// one for each.
    ///
    /// # Errors
    /// The port is taken, or needs privileges.
    pub fn start(&self, port: u16) -> Result<Running, Error> {
        Server::builder()
            .service(EptServer(self.clone()))
            .listen(&format!("dce+tcp://127.0.0.1:{port}"))?
            .listen(&format!("dce+udp://127.0.0.1:{port}"))?
            .start()
    }

    /// The elements of one answer, and the handle for the rest. With `open`, an inquiry whose last
    /// answer was full is not over yet.
    fn part(
        &self,
        call: &Context<'_>,
        mut found: Vec<Element>,
        most: u32,
        open: bool,
    ) -> Result<(ContextHandle, Vec<Element>), Fault> {
        let most = most.min(AT_ONCE) as usize;
        let rest = found.split_off(found.len().min(most));
        let goes_on = !rest.is_empty() || open && found.len() == most;
        let handle = match goes_on && !found.is_empty() {
            true => self.state.inquiries.insert(call, rest)?,
            false => ContextHandle::NULL,
        };
        Ok((handle, found))
    }

    /// The remaining elements of an inquiry.
    fn resume(&self, call: &Context<'_>, handle: ContextHandle) -> Result<Vec<Element>, Fault> {
        let rest = self.state.inquiries.remove(call, handle)?;
        Ok(rest.to_vec())
    }
}

const fn status(done: bool, otherwise: u32) -> u32 {
    if done { 0 } else { otherwise }
}

fn object_of(object: &Shared<UuidT>) -> Uuid {
    object.get().map_or(Uuid::NIL, |o| from_wire(&o))
}

/// The inquiry of that kind; `None` for undefined kinds.
fn inquiry(kind: u32, object: Uuid, id: &Shared<RpcIfIdT>, option: u32) -> Option<Inquiry> {
    let versions = || {
        let id = id.get()?;
        let id = SyntaxId {
            uuid: from_wire(&id.uuid),
            major: id.vers_major,
            minor: id.vers_minor,
        };
        Some((id, Versions::from_wire(option)?))
    };
    Some(match kind {
        0 => Inquiry::All,
        1 => {
            let (id, versions) = versions()?;
            Inquiry::Interface(id, versions)
        }
        2 => Inquiry::Object(object),
        3 => {
            let (id, versions) = versions()?;
            Inquiry::Both(id, versions, object)
        }
        _ => return None,
    })
}

impl Ept for Mapper {
    fn ept_insert(
        &self,
        call: &Context<'_>,
        entries: Vec<EptEntryT<'_>>,
        replace: u32,
    ) -> Result<u32, Fault> {
        let elements: Option<Vec<Element>> = entries.iter().map(element).collect();
        let done = match elements {
            Some(elements) if is_local(call) => self.state.table.insert(elements, replace != 0),
            _ => false,
        };
        Ok(status(done, CANNOT))
    }

    fn ept_delete(&self, call: &Context<'_>, entries: Vec<EptEntryT<'_>>) -> Result<u32, Fault> {
        if !is_local(call) {
            return Ok(CANNOT);
        }
        let elements: Vec<Element> = entries.iter().filter_map(element).collect();
        let done = elements.len() == entries.len() && self.state.table.delete(&elements);
        Ok(status(done, NOT_REGISTERED))
    }

    fn ept_lookup<'a>(
        &'a self,
        call: &Context<'_>,
        inquiry_type: u32,
        object: Shared<UuidT>,
        interface_id: Shared<RpcIfIdT>,
        vers_option: u32,
        entry_handle: EptLookupHandleT,
        max_ents: u32,
    ) -> Result<(EptLookupHandleT, Vec<EptEntryT<'a>>, u32), Fault> {
        let found = if entry_handle.is_null() {
            let object = object_of(&object);
            let Some(asked) = inquiry(inquiry_type, object, &interface_id, vers_option) else {
                return Ok((ContextHandle::NULL, Vec::new(), CANNOT));
            };
            self.state.table.find(&asked)
        } else {
            self.resume(call, entry_handle)?
        };
        // Clients disagree about the end: `rpcclient` starts over with a null handle unless the
        // status says that there is no more, and impacket takes that status for a failure. Windows
        // satisfies both: a client that requests few elements at a time gets the status in an
        // answer of its own.
        let (handle, found) = self.part(call, found, max_ents, true)?;
        let status = status(!found.is_empty(), NOT_REGISTERED);
        Ok((handle, found.iter().map(entry).collect(), status))
    }

    fn ept_map(
        &self,
        call: &Context<'_>,
        object: Shared<UuidT>,
        map_tower: Shared<TwrT>,
        entry_handle: EptLookupHandleT,
        max_towers: u32,
    ) -> Result<(EptLookupHandleT, Vec<Shared<TwrT>>, u32), Fault> {
        let found = if entry_handle.is_null() {
            let Some(asked) = tower(&map_tower) else {
                return Ok((ContextHandle::NULL, Vec::new(), CANNOT));
            };
            self.state.table.map(object_of(&object), &asked)
        } else {
            self.resume(call, entry_handle)?
        };
        let (handle, found) = self.part(call, found, max_towers, false)?;
        let status = status(!found.is_empty(), NOT_REGISTERED);
        let towers = found.iter().map(|e| entry(e).tower).collect();
        Ok((handle, towers, status))
    }

    fn ept_lookup_handle_free(
        &self,
        call: &Context<'_>,
        entry_handle: EptLookupHandleT,
    ) -> Result<(EptLookupHandleT, u32), Fault> {
        if !entry_handle.is_null() {
            self.resume(call, entry_handle)?;
        }
        Ok((ContextHandle::NULL, 0))
    }

    fn ept_inq_object(&self, _: &Context<'_>) -> Result<(UuidT, u32), Fault> {
        Ok((to_wire(self.state.object), 0))
    }

    fn ept_mgmt_delete(
        &self,
        call: &Context<'_>,
        object_speced: u32,
        object: Shared<UuidT>,
        given: Shared<TwrT>,
    ) -> Result<u32, Fault> {
        let Some(given) = tower(&given).filter(|_| is_local(call)) else {
            return Ok(CANNOT);
        };
        let object = (object_speced != 0).then(|| object_of(&object));
        let done = self.state.table.delete_place(object, &given);
        Ok(status(done, NOT_REGISTERED))
    }

    /// No authentication is required: clients of a mapper may be of any age. Over datagrams an
    /// inquiry belongs to whoever knows its handle, and there are few of them.
    fn context_operations(&self) -> Vec<u32> {
        Vec::new()
    }

    fn association_ended(&self, association: u64) {
        self.state.inquiries.run_down(association);
    }
}
