//! An index of services by all their names, with constant look-up time.

use std::sync::Arc;

use hashbrown::{Equivalent, HashMap};
use manyrpc_engine::{Call, CallName, Fault, InterfaceKey, Path};

use crate::service::{Service, is_called, last_part};

/// Services by name. The first one added wins among equal names.
#[derive(Default)]
pub(super) struct Index {
    services: Vec<Arc<dyn Service>>,
    programs: HashMap<(u32, u32), usize>,
    /// By UUID and major version.
    uuids: HashMap<([u8; 16], u16), Minors>,
    /// Operations by name together with the interface's: its full name, its last part, or none.
    names: HashMap<CallName, (usize, u32)>,
}

/// Minor versions, each with its service.
type Minors = Vec<(u16, usize)>;

/// A name in a call, as a key for look-ups.
#[derive(Hash)]
struct Named<'a>(Path<'a>);

impl Equivalent<CallName> for Named<'_> {
    fn equivalent(&self, name: &CallName) -> bool {
        name.path() == self.0
    }
}

impl FromIterator<Arc<dyn Service>> for Index {
    fn from_iter<T: IntoIterator<Item = Arc<dyn Service>>>(services: T) -> Self {
        let mut index = Index::default();
        services.into_iter().for_each(|service| index.add(service));
        index
    }
}

impl Index {
    pub(super) fn add(&mut self, service: Arc<dyn Service>) {
        let at = self.services.len();
        let id = service.interface();
        self.programs.entry((id.program, id.version)).or_insert(at);
        let versions = self.uuids.entry((id.uuid, id.major())).or_default();
        versions.push((id.minor, at));
        for (operation, number) in service.operations() {
            for interface in [id.full_name, last_part(id.full_name), ""] {
                let name = CallName::new(Path {
                    interface,
                    operation,
                });
                self.names.entry(name).or_insert((at, number));
            }
        }
        for (path, number) in service.elements().calls {
            self.names
                .entry(CallName::new(path))
                .or_insert((at, number));
        }
        self.services.push(service);
    }

    pub(super) fn shared(&self) -> impl Iterator<Item = &Arc<dyn Service>> {
        self.services.iter()
    }

    pub(super) fn services(&self) -> impl Iterator<Item = &dyn Service> {
        self.services.iter().map(|service| &**service)
    }

    /// The service for a call that does not name it in words.
    pub(super) fn find(&self, interface: InterfaceKey) -> Option<&Arc<dyn Service>> {
        let found = match interface {
            InterfaceKey::Only => (!self.services.is_empty()).then_some(0),
            InterfaceKey::Program { program, version } => {
                self.programs.get(&(program, version)).copied()
            }
            InterfaceKey::Uuid { uuid, major, minor } => self.suits(uuid, major, minor),
            // Engines that report this also give the name.
            InterfaceKey::Named => None,
        };
        found.map(|at| &self.services[at])
    }

    /// C706, section 2.3.3.3: the same major version, and the same or a later minor one.
    fn suits(&self, uuid: [u8; 16], major: u16, minor: u16) -> Option<usize> {
        let versions = self.uuids.get(&(uuid, major))?;
        let suits = versions.iter().find(|(served, _)| *served >= minor);
        suits.map(|(_, at)| *at)
    }

    /// The service that a call names in words, and the operation's number.
    pub(super) fn find_name(&self, path: Path<'_>) -> Option<(&Arc<dyn Service>, u32)> {
        let (at, number) = self.names.get(&Named(path))?;
        Some((&self.services[*at], *number))
    }

    /// The fault for a call without a service.
    #[cold]
    pub(super) fn refusal(&self, call: &Call) -> Fault {
        match &call.name {
            None => self.absent(call.interface),
            Some(name) => {
                let interface = name.path().interface;
                let has_elements = |service: &dyn Service| {
                    let mut calls = service.elements().calls.into_iter();
                    calls.any(|(path, _)| path.interface == interface)
                };
                let is_known = self
                    .services()
                    .any(|service| is_called(service, interface) || has_elements(service));
                match is_known {
                    true => Fault::NoSuchOperation,
                    false => Fault::NoSuchInterface,
                }
            }
        }
    }

    /// The fault for an unknown interface: with the versions that exist.
    fn absent(&self, interface: InterfaceKey) -> Fault {
        let version = |service: &dyn Service| {
            let id = service.interface();
            match interface {
                InterfaceKey::Program { program, .. } => {
                    (id.program == program).then_some(id.version)
                }
                InterfaceKey::Uuid { uuid, .. } => (id.uuid == uuid).then_some(id.major().into()),
                _ => None,
            }
        };
        let versions = || self.services().filter_map(version);
        match (versions().min(), versions().max()) {
            (Some(low), Some(high)) => Fault::NoSuchVersion { low, high },
            _ => Fault::NoSuchInterface,
        }
    }
}
