//! Where objects are, as servers have told.
//!
//! Reading list: CORBA 3.0 section 15.4.3.2 (LOCATION_FORWARD). A client returns to the first place when it fails, which is
//! up to whoever opens the next connection: it begins there.

use alloc::string::String;
use alloc::vec::Vec;

use crate::giop::ior::{Iiop, Tagged};

/// The place of the client's own reference.
pub(super) const HOME: u32 = 0;
/// Most objects that are known to be elsewhere.
const MOST: usize = 64;

/// Host and port.
type Endpoint = (String, u16);

/// An object that is elsewhere.
#[derive(Debug)]
struct Moved {
    from: Vec<u8>,
    to: Vec<u8>,
    place: u32,
}

/// Places, and the objects that are at each.
#[derive(Debug, Default)]
pub(super) struct Moves {
    home: Option<Endpoint>,
    /// Places from 1 on.
    others: Vec<Endpoint>,
    moved: Vec<Moved>,
    /// Where the connection leads.
    pub(super) here: u32,
}

impl Moves {
    pub(super) fn set_home(&mut self, home: Endpoint) {
        self.home = Some(home);
    }

    /// Where an object is, and its key there.
    #[inline]
    pub(super) fn of<'a>(&'a self, key: &'a [u8]) -> (u32, &'a [u8]) {
        let moved = self.moved.iter().find(|moved| moved.from == key);
        moved.map_or((HOME, key), |moved| (moved.place, &moved.to))
    }

    /// An object is at one of these endpoints, with that key. Returns its place; `None` if that is one too many.
    pub(super) fn note(&mut self, from: &[u8], to: &[u8], at: Endpoint) -> Option<u32> {
        let known = self.others.iter().position(|other| *other == at);
        let place = match known {
            _ if self.home.as_ref() == Some(&at) => HOME,
            Some(index) => index as u32 + 1,
            None if self.others.len() < MOST => {
                self.others.push(at);
                self.others.len() as u32
            }
            None => return None,
        };
        // It may have moved before, or have been called several times.
        let known = self
            .moved
            .iter()
            .position(|m| m.to == from || m.from == from);
        let Some(known) = known else {
            if self.moved.len() == MOST {
                return None;
            }
            let (from, to) = (from.to_vec(), to.to_vec());
            self.moved.push(Moved { from, to, place });
            return Some(place);
        };
        let moved = &mut self.moved[known];
        moved.to = to.to_vec();
        moved.place = place;
        Some(place)
    }

    /// A profile of the object with that key at a place, if its endpoint is known.
    pub(super) fn profile(&self, place: u32, key: &[u8]) -> Option<Tagged> {
        let (host, port) = match place {
            HOME => self.home.as_ref().map(|(host, port)| (&**host, *port)),
            _ => self.endpoint(place),
        }?;
        Some(Iiop::new(host, port, key).tagged())
    }

    /// The endpoint of a place; `None` for home.
    pub(super) fn endpoint(&self, place: u32) -> Option<(&str, u16)> {
        let other = self.others.get((place as usize).checked_sub(1)?)?;
        Some((&other.0, other.1))
    }
}
