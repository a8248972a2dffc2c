//! The entries of a location broker.
//!
//! Reading list: `interfaces/llb.idl` and its sources.

use std::net::SocketAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::uuid::Uuid;

/// The most entries; further ones are refused.
const ENTRIES: usize = 4096;

/// A registered server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its object; nil for none in particular.
    pub object: Uuid,
    /// The object's type; nil for none in particular.
    pub object_type: Uuid,
    /// Its interface.
    pub interface: Uuid,
    /// Whether it is registered with its own host's broker only.
    pub local: bool,
    /// A text for people, up to 64 bytes.
    pub annotation: String,
    /// Its address.
    pub address: SocketAddr,
}

/// The condition of a look-up; nil identifiers match all entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LookupFilter {
    /// Servers that manage this object.
    pub object: Uuid,
    /// Servers that manage objects of this type.
    pub object_type: Uuid,
    /// Servers of this interface.
    pub interface: Uuid,
}

impl LookupFilter {
    /// Servers of an interface.
    pub fn interface(interface: Uuid) -> Self {
        LookupFilter {
            interface,
            ..LookupFilter::default()
        }
    }

    fn finds(&self, entry: &Entry) -> bool {
        let matches = |filter: Uuid, there: Uuid| filter.is_nil() || filter == there;
        matches(self.object, entry.object)
            && matches(self.object_type, entry.object_type)
            && matches(self.interface, entry.interface)
    }
}

/// The entries of a broker.
#[derive(Debug, Default)]
pub(crate) struct Table {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    /// Each has an increasing number: a continued look-up starts after the last one returned.
    entries: Vec<(u32, Entry)>,
    last: u32,
}

impl Table {
    /// Adds an entry, or renews one that differs only in annotation and flags. `false` if there is
    /// no room.
    pub(crate) fn insert(&self, entry: Entry) -> bool {
        let mut inner = self.lock();
        inner.entries.retain(|(_, e)| !e.is_same(&entry));
        if inner.entries.len() >= ENTRIES {
            return false;
        }
        let Some(number) = inner.last.checked_add(1) else {
            return false;
        };
        inner.last = number;
        inner.entries.push((number, entry));
        true
    }

    /// Removes an entry. `false` if there is none.
    pub(crate) fn delete(&self, entry: &Entry) -> bool {
        let mut inner = self.lock();
        let before = inner.entries.len();
        inner.entries.retain(|(_, e)| !e.is_same(entry));
        inner.entries.len() < before
    }

    /// At most `most` entries after a handle, initially 0; and the handle for the rest, 0 if there
    /// is none.
    pub(crate) fn lookup(
        &self,
        filter: &LookupFilter,
        handle: u32,
        most: usize,
    ) -> (Vec<Entry>, u32) {
        let inner = self.lock();
        let behind = inner.entries.iter();
        let mut found = behind.filter(|(number, e)| *number > handle && filter.finds(e));
        let told: Vec<&(u32, Entry)> = found.by_ref().take(most).collect();
        let more = found.next().is_some();
        let last = told
            .last()
            .filter(|_| more)
            .map_or(0, |(number, _)| *number);
        (told.into_iter().map(|(_, e)| e.clone()).collect(), last)
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Entry {
    /// Whether both are the same server for the same object, which identifies an entry.
    fn is_same(&self, other: &Entry) -> bool {
        (self.object, self.object_type, self.interface, self.address)
            == (
                other.object,
                other.object_type,
                other.interface,
                other.address,
            )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(interface: u8, port: u16) -> Entry {
        Entry {
            object: Uuid([1; 16]),
            object_type: Uuid([2; 16]),
            interface: Uuid([interface; 16]),
            local: false,
            annotation: String::new(),
            address: ([127, 0, 0, 1], port).into(),
        }
    }

    #[test]
    fn nil_matches_everything_and_the_rest_must_be_equal() {
        let table = Table::default();
        table.insert(entry(7, 1));
        table.insert(entry(8, 2));
        let found = |filter: LookupFilter| table.lookup(&filter, 0, 9).0.len();
        assert_eq!(found(LookupFilter::default()), 2);
        assert_eq!(found(LookupFilter::interface(Uuid([7; 16]))), 1);
        let other = LookupFilter {
            object: Uuid([9; 16]),
            ..LookupFilter::default()
        };
        assert_eq!(found(other), 0);
    }

    #[test]
    fn a_lookup_goes_on_behind_what_it_told() {
        let table = Table::default();
        for port in 1..=5 {
            table.insert(entry(7, port));
        }
        let filter = LookupFilter::default();
        let (first, handle) = table.lookup(&filter, 0, 2);
        assert!(table.delete(&first[1]), "what was told may go meanwhile");
        let (second, handle) = table.lookup(&filter, handle, 2);
        let (third, end) = table.lookup(&filter, handle, 2);
        let ports: Vec<u16> = [first, second, third]
            .iter()
            .flatten()
            .map(|e| e.address.port())
            .collect();
        assert_eq!((ports, end), (vec![1, 2, 3, 4, 5], 0));
    }

    #[test]
    fn an_entry_is_renewed_and_removed_by_what_identifies_it() {
        let table = Table::default();
        table.insert(entry(7, 1));
        let renewed = Entry {
            annotation: "again".to_owned(),
            ..entry(7, 1)
        };
        table.insert(renewed.clone());
        assert_eq!(table.lookup(&LookupFilter::default(), 0, 9).0, [renewed]);
        assert!(table.delete(&entry(7, 1)));
        assert!(!table.delete(&entry(7, 1)));
    }
}
