//! Where objects are, as servers have told.
//!
//! Reading list: CORBA 3.0 sections 15.4.3.2 (LOCATION_FORWARD), 15.6 (an object that moved is sought again where the
//! reference says when it is no longer where it was sent to).

use alloc::string::String;
use alloc::vec::Vec;

use crate::giop::ior::{Iiop, Ssl, Tagged};

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

/// Another place: the endpoints of one server, of which each will do.
#[derive(Debug)]
struct Place {
    endpoints: Vec<Endpoint>,
    /// The one that was reached last, or is tried next.
    current: usize,
    /// How many could not be reached, one after the other.
    failed: usize,
}

/// Places, and the objects that are at each.
#[derive(Debug, Default)]
pub(super) struct Moves {
    home: Option<Endpoint>,
    /// Places from 1 on.
    others: Vec<Place>,
    moved: Vec<Moved>,
    /// Where the connection leads.
    pub(super) here: u32,
    /// Connections are over TLS.
    pub(super) secured: bool,
}

impl Moves {
    pub(super) fn set_home(&mut self, home: Endpoint) {
        self.home = Some(home);
    }

    /// Where a profile leads, over connections as secure as the present one. Without TLS nobody is called who requires it.
    pub(super) fn endpoints_of(&self, profile: &Iiop) -> Vec<Endpoint> {
        let ssl = Ssl::of(profile);
        let mut endpoints = match (self.secured, ssl) {
            (false, Some(ssl)) if ssl.is_required() => Vec::new(),
            (false, _) => profile.addresses(),
            (true, Some(ssl)) => alloc::vec![(profile.host.clone(), ssl.port)],
            (true, None) => Vec::new(),
        };
        endpoints.retain(|(_, port)| *port > 0);
        endpoints
    }

    /// Where an object is, and its key there.
    #[inline]
    pub(super) fn of<'a>(&'a self, key: &'a [u8]) -> (u32, &'a [u8]) {
        let moved = self.moved.iter().find(|moved| moved.from == key);
        moved.map_or((HOME, key), |moved| (moved.place, &moved.to))
    }

    /// An object is at these endpoints, of which there is one at least, with that key. Returns its place; `None` if that is
    /// one too many.
    pub(super) fn note(&mut self, from: &[u8], to: &[u8], at: Vec<Endpoint>) -> Option<u32> {
        let known = self.others.iter().position(|other| other.endpoints == at);
        let place = match known {
            _ if self.home.is_some() && self.home.as_ref() == at.first() => HOME,
            Some(index) => index as u32 + 1,
            None if self.others.len() < MOST => {
                self.others.push(Place {
                    endpoints: at,
                    current: 0,
                    failed: 0,
                });
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

    /// The key that an object with this one at a place has at home.
    pub(super) fn at_home(&self, key: &[u8], place: u32) -> Option<&[u8]> {
        let mut moved = self.moved.iter();
        let found = moved.find(|moved| moved.place == place && moved.to == key)?;
        Some(&found.from)
    }

    /// No object is at a place.
    pub(super) fn forget(&mut self, place: u32) {
        self.moved.retain(|moved| moved.place != place);
    }

    /// A profile of the object with that key at a place, if its endpoint is known.
    pub(super) fn profile(&self, place: u32, key: &[u8]) -> Option<Tagged> {
        let (host, port) = match place {
            HOME => self.home.as_ref().map(|(host, port)| (&**host, *port)),
            _ => self.endpoint(place),
        }?;
        let profile = match self.secured {
            false => Iiop::new(host, port, key),
            true => Iiop {
                components: alloc::vec![Ssl::new(port).component()],
                ..Iiop::new(host, 0, key)
            },
        };
        Some(profile.tagged())
    }

    /// The endpoint of a place; `None` for home.
    pub(super) fn endpoint(&self, place: u32) -> Option<(&str, u16)> {
        let other = self.others.get((place as usize).checked_sub(1)?)?;
        let (host, port) = other.endpoints.get(other.current)?;
        Some((host, *port))
    }

    /// The present endpoint of a place cannot be reached. True if there is another to try.
    pub(super) fn try_next(&mut self, place: u32) -> bool {
        let index = (place as usize).checked_sub(1);
        let Some(other) = index.and_then(|index| self.others.get_mut(index)) else {
            return false;
        };
        other.failed += 1;
        other.current = (other.current + 1) % other.endpoints.len();
        let more = other.failed < other.endpoints.len();
        if !more {
            other.failed = 0;
        }
        more
    }

    /// The connection leads there now.
    pub(super) fn arrive(&mut self, place: u32) {
        self.here = place;
        if let Some(index) = (place as usize).checked_sub(1) {
            self.others[index].failed = 0;
        }
    }
}
