//! A client of endpoint mappers.

use super::{Element, Inquiry, Place, SyntaxId, Tower};
use crate::error::Error;
use crate::system::binding::{Binding, Transport};
use crate::systems::dce::generated::epm::{EptClient, EptEntryT, RpcIfIdT, TwrT, UuidT};
use crate::systems::registries;
use manyrpc_codec::Shared;

use crate::handle::ContextHandle;
use crate::uuid::Uuid;

/// The number of elements requested by one call.
const AT_ONCE: u32 = 100;

/// The most calls of one inquiry: a mapper that never ends it is broken.
const CALLS: usize = 1000;

/// The status of a mapper that found nothing (C706, appendix E).
pub(super) const NOT_REGISTERED: u32 = 0x16c9_a0d6;
/// The status of a mapper that cannot perform a request.
pub(super) const CANNOT: u32 = 0x16c9_a0cd;

/// A client of an endpoint mapper.
pub struct MapperClient {
    ept: EptClient,
}

impl MapperClient {
    /// Opens a mapper.
    ///
    /// # Errors
    /// It cannot be reached.
    pub fn open(binding: &Binding) -> Result<Self, Error> {
        let client = registries::connect(binding)?;
        Ok(MapperClient {
            ept: EptClient::new(client),
        })
    }

    /// The object UUID of the endpoint map.
    ///
    /// # Errors
    /// The mapper does not answer.
    pub fn object(&mut self) -> Result<Uuid, Error> {
        let (object, _) = self.ept.ept_inq_object()?;
        Ok(from_wire(&object))
    }

    /// Looks up an interface, for an object or for none in particular (nil): the towers of
    /// compatible servers.
    ///
    /// # Errors
    /// The mapper does not answer.
    pub fn map(
        &mut self,
        object: Uuid,
        interface: SyntaxId,
        transport: Transport,
    ) -> Result<Vec<Tower>, Error> {
        let place = Place::Internet {
            transport,
            port: 0,
            host: [0, 0, 0, 0].into(),
        };
        let asked = Shared::new(TwrT {
            tower_octet_string: Tower::new(interface, place).octets(),
        });
        let object = Shared::new(to_wire(object));
        let (handle, towers, _) =
            self.ept
                .ept_map(&object, &asked, ContextHandle::NULL, AT_ONCE)?;
        let towers = towers.iter().filter_map(tower).collect();
        self.free(handle)?;
        Ok(towers)
    }

    /// The elements that match an inquiry.
    ///
    /// # Errors
    /// The mapper does not answer, or never ends the inquiry.
    pub fn lookup(&mut self, inquiry: &Inquiry) -> Result<Vec<Element>, Error> {
        let (kind, id, option, object) = inquiry.on_wire();
        let object = Shared::new(to_wire(object));
        let id = Shared::new(RpcIfIdT {
            uuid: to_wire(id.uuid),
            vers_major: id.major,
            vers_minor: id.minor,
        });
        let mut handle = ContextHandle::NULL;
        let mut found = Vec::new();
        for _ in 0..CALLS {
            let (next, entries, status) = self
                .ept
                .ept_lookup(kind, &object, &id, option, handle, AT_ONCE)?;
            found.extend(entries.iter().filter_map(element));
            handle = next;
            if handle.is_null() || status != 0 || entries.is_empty() {
                break;
            }
        }
        self.free(handle)?;
        Ok(found)
    }

    /// Adds elements; with `replace`, in place of those of an earlier run of the same server.
    /// `false` if the mapper refuses.
    ///
    /// # Errors
    /// The mapper does not answer.
    pub fn insert(&mut self, elements: &[Element], replace: bool) -> Result<bool, Error> {
        let entries: Vec<_> = elements.iter().map(entry).collect();
        Ok(self.ept.ept_insert(&entries, u32::from(replace))? == 0)
    }

    /// Removes elements. `false` if one does not exist, or the mapper refuses.
    ///
    /// # Errors
    /// The mapper does not answer.
    pub fn delete(&mut self, elements: &[Element]) -> Result<bool, Error> {
        let entries: Vec<_> = elements.iter().map(entry).collect();
        Ok(self.ept.ept_delete(&entries)? == 0)
    }

    /// Removes all elements of an interface at a place, for one object or any (`None`): those left
    /// behind by a server (`rpc_mgmt_ep_unregister`). `false` if there are none, or the mapper
    /// refuses.
    ///
    /// # Errors
    /// The mapper does not answer.
    pub fn delete_place(&mut self, object: Option<Uuid>, tower: &Tower) -> Result<bool, Error> {
        let given = Shared::new(TwrT {
            tower_octet_string: tower.octets(),
        });
        let by_object = u32::from(object.is_some());
        let object = Shared::new(to_wire(object.unwrap_or(Uuid::NIL)));
        Ok(self.ept.ept_mgmt_delete(by_object, &object, &given)? == 0)
    }

    /// Ends an inquiry early.
    fn free(&mut self, handle: ContextHandle) -> Result<(), Error> {
        if !handle.is_null() {
            self.ept.ept_lookup_handle_free(handle)?;
        }
        Ok(())
    }
}

impl Inquiry {
    /// Its kind, interface, version option and object.
    fn on_wire(&self) -> (u32, SyntaxId, u32, Uuid) {
        let none = SyntaxId {
            uuid: Uuid::NIL,
            major: 0,
            minor: 0,
        };
        match *self {
            Inquiry::All => (0, none, 1, Uuid::NIL),
            Inquiry::Interface(id, versions) => (1, id, versions as u32, Uuid::NIL),
            Inquiry::Object(object) => (2, none, 1, object),
            Inquiry::Both(id, versions, object) => (3, id, versions as u32, object),
        }
    }
}

pub(super) fn to_wire(uuid: Uuid) -> UuidT {
    let [a, b, c, d, e, f, g, h, i, j, node @ ..] = uuid.0;
    UuidT {
        time_low: u32::from_be_bytes([a, b, c, d]),
        time_mid: u16::from_be_bytes([e, f]),
        time_hi_and_version: u16::from_be_bytes([g, h]),
        clock_seq_hi_and_reserved: i,
        clock_seq_low: j,
        node,
    }
}

pub(super) fn from_wire(uuid: &UuidT) -> Uuid {
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&uuid.time_low.to_be_bytes());
    bytes[4..6].copy_from_slice(&uuid.time_mid.to_be_bytes());
    bytes[6..8].copy_from_slice(&uuid.time_hi_and_version.to_be_bytes());
    bytes[8] = uuid.clock_seq_hi_and_reserved;
    bytes[9] = uuid.clock_seq_low;
    bytes[10..].copy_from_slice(&uuid.node);
    Uuid(bytes)
}

pub(super) fn tower(tower: &Shared<TwrT>) -> Option<Tower> {
    Tower::parse(&tower.get()?.tower_octet_string).ok()
}

pub(super) fn entry(element: &Element) -> EptEntryT<'static> {
    EptEntryT {
        object: to_wire(element.object),
        tower: Shared::new(TwrT {
            tower_octet_string: element.tower.octets(),
        }),
        annotation: element.annotation.clone().into(),
    }
}

pub(super) fn element(entry: &EptEntryT<'_>) -> Option<Element> {
    Some(Element {
        object: from_wire(&entry.object),
        tower: tower(&entry.tower)?,
        annotation: entry.annotation.to_string(),
    })
}
