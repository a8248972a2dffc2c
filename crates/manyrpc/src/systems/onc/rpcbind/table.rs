//! The registrations of a registry.
//!
//! Reading list: RFC 1833 section 2.2.1 (the procedures of versions 3 and 4), 3.2 (version 2).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::uaddr;
use crate::systems::registries::is_loopback;

/// The most registrations; further ones are refused.
const ENTRIES: usize = 4096;

/// One registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The program number.
    pub program: u32,
    /// Its version.
    pub version: u32,
    /// The transport, by its network identifier (`udp`, `tcp6`, `local` …).
    pub netid: String,
    /// The universal address.
    pub address: String,
    /// Its owner; empty if unknown.
    pub owner: String,
}

/// The registrations with their look-up counts.
#[derive(Debug, Default)]
pub(crate) struct Table {
    inner: Mutex<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    entries: Vec<Entry>,
    lookups: Vec<Lookups>,
    sets: u32,
    unsets: u32,
}

/// The look-up count of one registration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lookups {
    pub(crate) program: u32,
    pub(crate) version: u32,
    pub(crate) netid: String,
    pub(crate) found: u32,
    pub(crate) missed: u32,
}

impl Table {
    /// Adds a registration. `false` if another address is registered, or the table is full.
    pub(crate) fn set(&self, entry: Entry) -> bool {
        let mut inner = self.lock();
        let same = |e: &Entry| {
            (e.program, e.version, &e.netid) == (entry.program, entry.version, &entry.netid)
        };
        let done = match inner.entries.iter().find(|e| same(e)) {
            Some(there) => there.address == entry.address,
            None if inner.entries.len() >= ENTRIES => false,
            None => {
                inner.entries.push(entry);
                true
            }
        };
        inner.sets += u32::from(done);
        done
    }

    /// Removes a program's version, on all transports if `netid` is empty. `false` if there is
    /// none.
    pub(crate) fn unset(&self, program: u32, version: u32, netid: &str) -> bool {
        let mut inner = self.lock();
        let before = inner.entries.len();
        inner.entries.retain(|e| {
            (e.program, e.version) != (program, version) || !(netid.is_empty() || e.netid == netid)
        });
        let done = inner.entries.len() < before;
        inner.unsets += u32::from(done);
        done
    }

    /// The address of a program. Without `exact` another version's address will do: the caller
    /// learns from the program which versions it has.
    pub(crate) fn address(
        &self,
        program: u32,
        version: u32,
        netid: &str,
        exact: bool,
    ) -> Option<String> {
        let mut inner = self.lock();
        let of = |v: Option<u32>| {
            move |e: &&Entry| {
                e.program == program && e.netid == netid && v.is_none_or(|v| v == e.version)
            }
        };
        let entries = &inner.entries;
        let other = || entries.iter().find(of(None)).filter(|_| !exact);
        let found = entries.iter().find(of(Some(version))).or_else(other);
        let address = found.map(|e| e.address.clone());
        inner.count(program, version, netid, address.is_some());
        address
    }

    /// All registrations.
    pub(crate) fn entries(&self) -> Vec<Entry> {
        self.lock().entries.clone()
    }

    /// The number of successful registrations and removals.
    pub(crate) fn changes(&self) -> (u32, u32) {
        let inner = self.lock();
        (inner.sets, inner.unsets)
    }

    /// The look-up counts.
    pub(crate) fn lookups(&self) -> Vec<Lookups> {
        self.lock().lookups.clone()
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn count(&mut self, program: u32, version: u32, netid: &str, hit: bool) {
        let known = self
            .lookups
            .iter()
            .position(|l| (l.program, l.version, l.netid.as_str()) == (program, version, netid));
        let at = match known {
            Some(at) => at,
            None if self.lookups.len() >= ENTRIES => return,
            None => {
                let netid = netid.to_owned();
                self.lookups.push(Lookups {
                    program,
                    version,
                    netid,
                    found: 0,
                    missed: 0,
                });
                self.lookups.len() - 1
            }
        };
        let lookups = &mut self.lookups[at];
        let count = if hit {
            &mut lookups.found
        } else {
            &mut lookups.missed
        };
        *count = count.saturating_add(1);
    }
}

/// A wildcard address in a form the caller can use: loopback on its own machine, which is also
/// where callers without an address are.
pub(crate) fn reachable(address: &str, caller: Option<SocketAddr>) -> String {
    let local = caller.is_none_or(|caller| is_loopback(caller.ip()));
    let wildcard = uaddr::parse(address).filter(|at| local && at.ip().is_unspecified());
    let Some(at) = wildcard else {
        return address.to_owned();
    };
    let ip: IpAddr = match at.ip() {
        IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
    };
    uaddr::print(SocketAddr::new(ip, at.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(version: u32, netid: &str, address: &str) -> Entry {
        Entry {
            program: 7,
            version,
            netid: netid.to_owned(),
            address: address.to_owned(),
            owner: String::new(),
        }
    }

    #[test]
    fn a_registration_is_not_taken_over() {
        let table = Table::default();
        assert!(table.set(entry(1, "udp", "0.0.0.0.3.1")));
        assert!(table.set(entry(1, "udp", "0.0.0.0.3.1")));
        assert!(!table.set(entry(1, "udp", "0.0.0.0.3.2")));
        assert!(table.unset(7, 1, ""));
        assert!(!table.unset(7, 1, ""));
        assert_eq!(table.changes(), (2, 1));
    }

    #[test]
    fn another_version_will_do_unless_the_exact_one_is_asked_for() {
        let table = Table::default();
        table.set(entry(1, "udp", "0.0.0.0.3.1"));
        assert_eq!(
            table.address(7, 9, "udp", false).as_deref(),
            Some("0.0.0.0.3.1")
        );
        assert_eq!(table.address(7, 9, "udp", true), None);
        assert_eq!(table.address(7, 1, "tcp", false), None);
        assert_eq!(table.lookups().len(), 2);
    }

    #[test]
    fn wildcards_become_loopback_for_local_callers() {
        let local = Some("127.0.0.1:900".parse().unwrap());
        let far = Some("192.0.2.1:900".parse().unwrap());
        assert_eq!(reachable("0.0.0.0.3.1", local), "127.0.0.1.3.1");
        assert_eq!(reachable("0.0.0.0.3.1", None), "127.0.0.1.3.1");
        assert_eq!(reachable("0.0.0.0.3.1", far), "0.0.0.0.3.1");
        assert_eq!(reachable("192.0.2.9.3.1", local), "192.0.2.9.3.1");
    }
}
