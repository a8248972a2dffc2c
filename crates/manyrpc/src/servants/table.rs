//! Which servants there are.

use std::sync::{Arc, Mutex};

use hashbrown::HashMap;
use manyrpc_engine::{Call, InterfaceKey, ObjectKey};

use super::{ActivationError, Incarnate, Location};
use crate::service::{Service, is_called};

/// The objects of a server.
pub(super) struct Table {
    /// While the server runs.
    pub(super) home: Option<Home>,
    pub(super) active: HashMap<ObjectKey, Active>,
    /// Where objects are that have moved.
    pub(super) moved: HashMap<ObjectKey, Location>,
    /// Ranges of keys, the longest prefix first.
    pub(super) ranges: Vec<Range>,
    pub(super) capacity: usize,
    /// The operations of each interface, shared by its servants.
    interfaces: Vec<Arc<Operations>>,
}

/// What is known of the server.
pub(crate) struct Home {
    /// Whether calls may be futures.
    pub(crate) on_runtime: bool,
    /// The objects that it was built with.
    pub(crate) objects: HashMap<ObjectKey, Arc<dyn Service>>,
    /// Its services for no particular object.
    pub(crate) services: Vec<Arc<dyn Service>>,
}

/// Keys that begin with a prefix.
pub(super) struct Range {
    pub(super) prefix: ObjectKey,
    pub(super) policy: Arc<Policy>,
}

/// Which servant the keys of a range have.
pub(super) enum Policy {
    /// One for all of them.
    Default(Active),
    /// One that is made when its object is called first, and kept; one at a time.
    Activator(Mutex<()>, Box<Incarnate>),
    /// One that is made for each call.
    Locator(Box<Incarnate>),
}

impl Policy {
    /// The default servant.
    fn default(&self) -> Option<&Active> {
        match self {
            Policy::Default(active) => Some(active),
            Policy::Activator(..) | Policy::Locator(_) => None,
        }
    }
}

/// A servant.
#[derive(Clone)]
pub(super) struct Active {
    pub(super) servant: Arc<dyn Service>,
    /// `None` for one that serves a single call.
    operations: Option<Arc<Operations>>,
}

/// The operations of an interface by name.
struct Operations {
    full_name: String,
    uuid: [u8; 16],
    major: u16,
    minor: u16,
    names: HashMap<String, u32>,
    with_contexts: bool,
}

impl Operations {
    fn of(servant: &dyn Service) -> Self {
        let id = servant.interface();
        let names = servant.operations().into_iter();
        Operations {
            full_name: id.full_name.to_owned(),
            uuid: id.uuid,
            major: id.major(),
            minor: id.minor,
            names: names
                .map(|(name, number)| (name.to_owned(), number))
                .collect(),
            with_contexts: !servant.context_operations().is_empty(),
        }
    }

    fn are_of(&self, servant: &dyn Service) -> bool {
        let id = servant.interface();
        let own = (&*self.full_name, self.uuid, self.major, self.minor);
        own == (id.full_name, id.uuid, id.major(), id.minor) && {
            let names = servant.operations();
            let same = |(name, number): &(&str, u32)| self.names.get(*name) == Some(number);
            names.len() == self.names.len() && names.iter().all(same)
        }
    }

    fn suit(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool {
        // C706, section 2.3.3.3: the same major version, and the same or a later minor one.
        self.uuid == *uuid && self.major == major && self.minor >= minor
    }
}

impl Active {
    /// A servant that is called once.
    pub(super) fn unindexed(servant: Arc<dyn Service>) -> Self {
        Active {
            servant,
            operations: None,
        }
    }

    pub(super) fn new(servant: Arc<dyn Service>) -> Self {
        let operations = Some(Arc::new(Operations::of(&*servant)));
        Active {
            servant,
            operations,
        }
    }

    /// The number of the operation that a call is for; `None` if the servant does not have it.
    pub(super) fn operation(&self, call: &Call) -> Option<u32> {
        if let Some(name) = &call.name {
            let path = name.path();
            if !is_called(&*self.servant, path.interface) {
                return None;
            }
            return match &self.operations {
                Some(operations) => operations.names.get(path.operation).copied(),
                None => {
                    let all = self.servant.operations();
                    let found = all.iter().find(|(name, _)| *name == path.operation);
                    found.map(|(_, number)| *number)
                }
            };
        }
        let id = self.servant.interface();
        let is_suitable = match call.interface {
            InterfaceKey::Only => true,
            InterfaceKey::Program { program, version } => {
                (id.program, id.version) == (program, version)
            }
            InterfaceKey::Uuid { uuid, major, minor } => {
                id.uuid == uuid && id.major() == major && id.minor >= minor
            }
            // Engines that report this also give the name.
            InterfaceKey::Named => false,
        };
        is_suitable.then_some(call.operation)
    }
}

impl Table {
    pub(super) fn new(capacity: usize) -> Self {
        Table {
            home: None,
            active: HashMap::new(),
            moved: HashMap::new(),
            ranges: Vec::new(),
            capacity,
            interfaces: Vec::new(),
        }
    }

    /// Adds an object.
    pub(super) fn insert(
        &mut self,
        key: ObjectKey,
        servant: Arc<dyn Service>,
    ) -> Result<Active, ActivationError> {
        self.check(&*servant)?;
        if self.active.contains_key(&key)
            || self.moved.contains_key(&key)
            || self.fixed(&key).is_some()
        {
            return Err(ActivationError::InUse);
        }
        if self.active.len() >= self.capacity {
            return Err(ActivationError::Full(self.capacity));
        }
        let operations = Some(self.operations_of(&*servant));
        let active = Active {
            servant,
            operations,
        };
        self.active.insert(key, active.clone());
        Ok(active)
    }

    /// The servant of a key, as far as it is known without making one.
    pub(super) fn known(&self, key: &ObjectKey) -> Option<&Arc<dyn Service>> {
        let active = self.active.get(key).map(|active| &active.servant);
        active.or_else(|| self.fixed(key)).or_else(|| {
            let default = self.range_of(key.as_bytes())?.default()?;
            Some(&default.servant)
        })
    }

    /// What the server was built with.
    fn fixed(&self, key: &ObjectKey) -> Option<&Arc<dyn Service>> {
        let home = self.home.as_ref()?;
        let object = home.objects.get(key);
        let name = std::str::from_utf8(key.as_bytes()).unwrap_or_default();
        let mut named = home.services.iter().filter(|_| !name.is_empty());
        let named = || named.find(|service| is_called(&***service, name));
        object.or_else(named)
    }

    /// Refuses a servant whose calls the server cannot carry out.
    pub(super) fn check(&self, servant: &dyn Service) -> Result<(), ActivationError> {
        let home = self.home.as_ref().ok_or(ActivationError::NotRunning)?;
        match servant.is_async() && !home.on_runtime {
            true => Err(ActivationError::NeedsRuntime),
            false => Ok(()),
        }
    }

    pub(super) fn range_of(&self, key: &[u8]) -> Option<&Arc<Policy>> {
        let mut ranges = self.ranges.iter();
        let range = ranges.find(|range| key.starts_with(range.prefix.as_bytes()))?;
        Some(&range.policy)
    }

    fn operations_of(&mut self, servant: &dyn Service) -> Arc<Operations> {
        let mut known = self.interfaces.iter();
        if let Some(same) = known.find(|operations| operations.are_of(servant)) {
            return same.clone();
        }
        let new = Arc::new(Operations::of(servant));
        self.interfaces.push(new.clone());
        new
    }

    /// The default servants.
    fn defaults(&self) -> impl Iterator<Item = &Active> {
        self.ranges
            .iter()
            .filter_map(|range| range.policy.default())
    }

    pub(super) fn serves(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool {
        let of_ranges = self
            .defaults()
            .filter_map(|active| active.operations.as_ref());
        let mut all = self.interfaces.iter().chain(of_ranges);
        all.any(|operations| operations.suit(uuid, major, minor))
    }

    /// The servants whose operations have context handles.
    pub(super) fn with_contexts(&self) -> impl Iterator<Item = Arc<dyn Service>> {
        let all = self.active.values().chain(self.defaults());
        let with = all.filter(|active| active.operations.as_ref().is_some_and(|o| o.with_contexts));
        with.map(|active| active.servant.clone())
    }
}
