//! What engines ask about their server.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::credential::Users;
use crate::router::Router;
use crate::security::{Acceptors, Level};

/// A server, as seen by the engines behind one of its bindings.
pub(crate) struct Host {
    pub(crate) router: Arc<Router>,
    pub(crate) acceptors: Option<Arc<Acceptors>>,
    pub(crate) users: Option<Arc<Users>>,
    pub(crate) least_level: Level,
    pub(crate) groups: Arc<Groups>,
    /// The port as text, once known.
    pub(crate) port: OnceLock<String>,
}

/// Shared by the hosts of all bindings of a server.
pub(crate) struct Shared {
    pub(crate) router: Arc<Router>,
    pub(crate) acceptors: Option<Arc<Acceptors>>,
    pub(crate) users: Option<Arc<Users>>,
    pub(crate) least_level: Level,
    pub(crate) groups: Arc<Groups>,
}

impl Shared {
    /// The host for the engines of one binding.
    pub(crate) fn host(&self) -> Arc<Host> {
        Arc::new(Host {
            router: self.router.clone(),
            acceptors: self.acceptors.clone(),
            users: self.users.clone(),
            least_level: self.least_level,
            groups: self.groups.clone(),
            port: OnceLock::new(),
        })
    }
}

impl Host {
    /// Sets the port that the server listens on, if it has one, once the system has chosen it.
    pub(crate) fn listens_on(&self, port: Option<u16>) {
        let port = port.map(|port| port.to_string());
        // Set once, when the server starts.
        let _ = self.port.set(port.unwrap_or_default());
    }
}

/// The most association groups of a server; connections of further clients are refused.
const GROUPS: usize = 65_536;

/// The association groups of a server: which connections belong to one client (C706, section
/// 9.3.3).
#[derive(Default)]
pub(crate) struct Groups(Mutex<Table>);

#[derive(Default)]
struct Table {
    /// The number of associations in each group.
    members: HashMap<u32, u32>,
    last: u32,
}

impl Groups {
    /// Joins an existing group, or a new one for 0.
    pub(crate) fn join(&self, wanted: u32) -> Option<u32> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if wanted != 0 {
            *table.members.get_mut(&wanted)? += 1;
            return Some(wanted);
        }
        if table.members.len() >= GROUPS {
            return None;
        }
        // There are more numbers than groups, so one of them is free.
        loop {
            table.last = table.last.checked_add(1).unwrap_or(1);
            let id = table.last;
            if let Entry::Vacant(free) = table.members.entry(id) {
                free.insert(1);
                return Some(id);
            }
        }
    }

    /// Leaves a group; returns whether it is now empty.
    pub(crate) fn leave(&self, id: u32) -> bool {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Entry::Occupied(mut members) = table.members.entry(id) else {
            return false;
        };
        *members.get_mut() -= 1;
        let last = *members.get() == 0;
        if last {
            members.remove();
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_lives_as_long_as_one_of_its_associations() {
        let groups = Groups::default();
        let first = groups.join(0).unwrap();
        let second = groups.join(0).unwrap();
        assert_ne!(first, second);
        assert_eq!(groups.join(first), Some(first));
        assert!(!groups.leave(first));
        assert!(groups.leave(first));
        assert_eq!(groups.join(first), None, "it is gone");
        assert!(!groups.leave(first));
        assert_eq!(groups.join(77), None, "nobody made it");
        assert!(groups.leave(second));
    }

    #[test]
    fn groups_are_not_boundless_and_numbers_come_around() {
        let groups = Groups::default();
        groups.0.lock().unwrap().last = u32::MAX - 1;
        assert_eq!(groups.join(0), Some(u32::MAX));
        assert_eq!(groups.join(0), Some(1));
        for _ in 2..GROUPS {
            assert!(groups.join(0).is_some());
        }
        assert_eq!(groups.join(0), None);
        assert!(groups.leave(1));
        assert!(groups.join(0).is_some());
    }
}
