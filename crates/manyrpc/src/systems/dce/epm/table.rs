//! The endpoint map.
//!
//! Reading list: C706 section 2.3.3.3 (endpoint selection), the manual pages `rpc_ep_register`
//! (what is replaced), `rpc_ep_unregister` (what is removed), `rpc_mgmt_ep_elt_inq_begin` (which
//! elements an inquiry finds).

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::tower::{Place, Tower};
use crate::system::server_info::SyntaxId;
use crate::uuid::Uuid;

/// The most elements; further ones are refused.
const ELEMENTS: usize = 4096;

/// One element of an endpoint map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element {
    /// The object that the server offers; nil for none in particular.
    pub object: Uuid,
    /// The interface, and where it is.
    pub tower: Tower,
    /// A text for people, up to 63 bytes.
    pub annotation: String,
}

/// The elements that an inquiry selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inquiry {
    /// All elements.
    All,
    /// Those of an interface.
    Interface(SyntaxId, Versions),
    /// Those of an object.
    Object(Uuid),
    /// Those of an interface and an object.
    Both(SyntaxId, Versions, Uuid),
}

/// The versions of an interface that an inquiry selects; the numbers are those on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Versions {
    /// All versions.
    All = 1,
    /// The same major version, and the same or a later minor one.
    Compatible = 2,
    /// Exactly that version.
    Exact = 3,
    /// The same major version.
    MajorOnly = 4,
    /// That version and earlier ones.
    UpTo = 5,
}

impl Versions {
    /// The option with that number.
    pub const fn from_wire(number: u32) -> Option<Self> {
        Some(match number {
            1 => Versions::All,
            2 => Versions::Compatible,
            3 => Versions::Exact,
            4 => Versions::MajorOnly,
            5 => Versions::UpTo,
            _ => return None,
        })
    }

    fn suit(self, offered: SyntaxId, asked: SyntaxId) -> bool {
        let version = |s: SyntaxId| (s.major, s.minor);
        offered.uuid == asked.uuid
            && match self {
                Versions::All => true,
                Versions::Compatible => offered.suits(asked),
                Versions::Exact => version(offered) == version(asked),
                Versions::MajorOnly => offered.major == asked.major,
                Versions::UpTo => version(offered) <= version(asked),
            }
    }
}

impl Inquiry {
    fn finds(&self, element: &Element) -> bool {
        match *self {
            Inquiry::All => true,
            Inquiry::Interface(id, versions) => versions.suit(element.tower.interface, id),
            Inquiry::Object(object) => element.object == object,
            Inquiry::Both(id, versions, object) => {
                versions.suit(element.tower.interface, id) && element.object == object
            }
        }
    }
}

/// The elements of an endpoint map.
#[derive(Debug, Default)]
pub(crate) struct Table {
    elements: Mutex<Vec<Element>>,
}

impl Table {
    /// Adds elements. With `replace`, they replace those of an earlier run of the same server.
    /// `false` if there is no room for all; then none is added.
    pub(crate) fn insert(&self, elements: Vec<Element>, replace: bool) -> bool {
        let mut inner = self.lock();
        if inner.len() + elements.len() > ELEMENTS {
            return false;
        }
        for element in elements {
            if replace {
                let newer = |e: &Element| e.tower.interface.minor > element.tower.interface.minor;
                let alike = |e: &Element| e.is_alike(&element);
                // A newer server of the interface keeps its entry (the table of rpc_ep_register).
                if inner.iter().any(|e| alike(e) && newer(e)) {
                    continue;
                }
                inner.retain(|e| !alike(e));
            }
            if !inner.contains(&element) {
                inner.push(element);
            }
        }
        true
    }

    /// Removes elements that are equal except for their annotations (`rpc_ep_unregister`). `false`
    /// if one does not exist.
    pub(crate) fn delete(&self, elements: &[Element]) -> bool {
        let mut inner = self.lock();
        let mut all = true;
        for gone in elements {
            let before = inner.len();
            inner.retain(|e| (e.object, &e.tower) != (gone.object, &gone.tower));
            all &= inner.len() < before;
        }
        all
    }

    /// Removes all elements of an interface at a place, for one object or any (`ept_mgmt_delete`).
    /// `false` if there are none.
    pub(crate) fn delete_place(&self, object: Option<Uuid>, tower: &Tower) -> bool {
        let mut inner = self.lock();
        let before = inner.len();
        inner.retain(|e| {
            object.is_some_and(|o| o != e.object)
                || (e.tower.interface, &e.tower.place) != (tower.interface, &tower.place)
        });
        inner.len() < before
    }

    /// The elements that match an inquiry.
    pub(crate) fn find(&self, inquiry: &Inquiry) -> Vec<Element> {
        let inner = self.lock();
        let found = inner.iter().filter(|e| inquiry.finds(e));
        found.cloned().collect()
    }

    /// The elements that serve a requested tower: those of the object, or if there are none, those
    /// of no particular object (C706, figure 2-3).
    pub(crate) fn map(&self, object: Uuid, asked: &Tower) -> Vec<Element> {
        let inner = self.lock();
        let of = |object: Uuid| {
            let suiting = inner.iter();
            let suiting = suiting.filter(move |e| e.object == object && e.tower.suits(asked));
            suiting.cloned().collect::<Vec<_>>()
        };
        match of(object) {
            none if none.is_empty() && !object.is_nil() => of(Uuid::NIL),
            found => found,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Element>> {
        self.elements.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Element {
    /// Whether two elements differ in the endpoint at most: a match in the sense of
    /// `rpc_ep_register`, apart from minor versions.
    fn is_alike(&self, other: &Element) -> bool {
        let (a, b) = (&self.tower, &other.tower);
        let places = match (&a.place, &b.place) {
            (
                Place::Internet {
                    transport, host, ..
                },
                Place::Internet {
                    transport: of,
                    host: at,
                    ..
                },
            ) => (transport, host) == (of, at),
            (one, other) => one == other,
        };
        let interface = |s: SyntaxId| (s.uuid, s.major);
        self.object == other.object
            && interface(a.interface) == interface(b.interface)
            && a.syntax == b.syntax
            && places
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::binding::Transport;

    const INTERFACE: Uuid = Uuid([7; 16]);
    const OBJECT: Uuid = Uuid([8; 16]);

    fn id(major: u16, minor: u16) -> SyntaxId {
        SyntaxId {
            uuid: INTERFACE,
            major,
            minor,
        }
    }

    fn element(version: (u16, u16), object: Uuid, port: u16) -> Element {
        let place = Place::Internet {
            transport: Transport::Tcp,
            port,
            host: [127, 0, 0, 1].into(),
        };
        Element {
            object,
            tower: Tower::new(id(version.0, version.1), place),
            annotation: String::new(),
        }
    }

    fn ports(found: &[Element]) -> Vec<u16> {
        let port = |e: &Element| e.tower.binding("").and_then(|b| b.port());
        found.iter().filter_map(port).collect()
    }

    // C706, figure 2-3.
    #[test]
    fn an_unknown_object_takes_the_default_path() {
        let table = Table::default();
        table.insert(
            vec![
                element((1, 0), Uuid::NIL, 1),
                element((1, 0), OBJECT, 2),
                element((2, 0), Uuid::NIL, 3),
            ],
            false,
        );
        let asked = element((1, 0), Uuid::NIL, 0).tower;
        assert_eq!(ports(&table.map(OBJECT, &asked)), [2]);
        assert_eq!(ports(&table.map(Uuid([9; 16]), &asked)), [1]);
        assert_eq!(ports(&table.map(Uuid::NIL, &asked)), [1]);
        let newer = element((1, 1), Uuid::NIL, 0).tower;
        assert!(table.map(Uuid::NIL, &newer).is_empty());
    }

    // The table of versions in C706, rpc_ep_register.
    #[test]
    fn replacing_goes_by_version() {
        let table = Table::default();
        let all = || ports(&table.find(&Inquiry::All));
        table.insert(vec![element((1, 1), Uuid::NIL, 1)], true);
        table.insert(vec![element((1, 1), Uuid::NIL, 2)], true);
        assert_eq!(all(), [2], "the same version replaces the endpoint");
        table.insert(vec![element((1, 0), Uuid::NIL, 3)], true);
        assert_eq!(all(), [2], "an older one is ignored");
        table.insert(vec![element((1, 2), Uuid::NIL, 4)], true);
        assert_eq!(all(), [4], "a newer one replaces");
        table.insert(vec![element((2, 0), Uuid::NIL, 5)], true);
        assert_eq!(all(), [4, 5], "another major version stands beside");
        table.insert(vec![element((2, 0), Uuid::NIL, 6)], false);
        assert_eq!(all(), [4, 5, 6], "nothing is replaced without asking");
    }

    // C706, rpc_mgmt_ep_elt_inq_begin.
    #[test]
    fn inquiries_go_by_version_and_object() {
        let table = Table::default();
        let versions = [(1, 0), (1, 1), (1, 2), (2, 0)];
        let elements = versions.iter().zip(1..);
        let elements = elements.map(|(v, port)| element(*v, Uuid::NIL, port));
        table.insert(elements.collect(), false);
        table.insert(vec![element((1, 1), OBJECT, 9)], false);
        for (option, expected) in [
            (1, vec![1, 2, 3, 4, 9]),
            (2, vec![2, 3, 9]),
            (3, vec![2, 9]),
            (4, vec![1, 2, 3, 9]),
            (5, vec![1, 2, 9]),
        ] {
            let versions = Versions::from_wire(option).unwrap();
            let found = table.find(&Inquiry::Interface(id(1, 1), versions));
            assert_eq!(ports(&found), expected, "{versions:?}");
        }
        let both = Inquiry::Both(id(1, 0), Versions::Compatible, OBJECT);
        assert_eq!(ports(&table.find(&both)), [9]);
        assert_eq!(ports(&table.find(&Inquiry::Object(OBJECT))), [9]);
    }

    #[test]
    fn what_is_removed_must_match_exactly() {
        let table = Table::default();
        let kept = element((1, 0), OBJECT, 1);
        table.insert(vec![kept.clone(), element((1, 0), Uuid::NIL, 1)], false);
        assert!(!table.delete(&[element((1, 0), Uuid::NIL, 2)]));
        assert!(table.delete(&[element((1, 0), Uuid::NIL, 1)]));
        assert_eq!(table.find(&Inquiry::All), std::slice::from_ref(&kept));
        assert!(!table.delete_place(Some(Uuid::NIL), &kept.tower));
        assert!(table.delete_place(None, &kept.tower));
    }
}
