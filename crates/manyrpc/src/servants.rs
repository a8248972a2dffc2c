//! The servants of objects that are activated while their server runs, where calls find them.
//!
//! Reading list: as `adapter.rs`, which is what applications have of this.

mod error;
mod table;

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use manyrpc_engine::{Call, Fault, ObjectKey};

pub use error::ActivationError;
pub(crate) use table::Home;
use table::{Active, Policy, Range, Table};

use crate::service::Service;

/// The most objects that are active at a time, unless [`set_capacity`](Servants::set_capacity) says otherwise.
const CAPACITY: usize = 1 << 20;

/// What gives the servant of a key: `None` if there is no such object.
pub(crate) type Incarnate =
    dyn Fn(&ObjectKey) -> Result<Option<Arc<dyn Service>>, Fault> + Send + Sync + 'static;

/// Where an object has moved, as the text of a reference, and whether it has for good.
pub(crate) type Location = (String, bool);

/// The servants of one server.
pub(crate) struct Servants {
    table: RwLock<Table>,
    /// Whether anything but the server's fixed services was ever in the table: until then calls do not look there.
    is_used: AtomicBool,
    /// Whether calls of some servants are futures.
    has_futures: AtomicBool,
}

impl Default for Servants {
    fn default() -> Self {
        Servants {
            table: RwLock::new(Table::new(CAPACITY)),
            is_used: AtomicBool::new(false),
            has_futures: AtomicBool::new(false),
        }
    }
}

/// What an application does with them.
impl Servants {
    pub(crate) fn set_capacity(&self, objects: usize) {
        self.write().capacity = objects;
    }

    pub(crate) fn len(&self) -> usize {
        self.read().active.len()
    }

    /// Adds an object.
    ///
    /// # Errors
    /// The key is in use, the capacity used up, or the server cannot carry out the servant's calls.
    pub(crate) fn activate(
        &self,
        key: ObjectKey,
        servant: Arc<dyn Service>,
    ) -> Result<(), ActivationError> {
        self.read().check(&*servant)?;
        self.note(&*servant);
        self.write().insert(key, servant).map(drop)
    }

    /// Removes an object; returns whether there was one.
    pub(crate) fn deactivate(&self, key: &ObjectKey) -> bool {
        let mut table = self.write();
        let (removed, moved) = (table.active.remove(key), table.moved.remove(key));
        drop(table);
        // The servant may be dropped here, and may use the adapter when it is: the lock is free.
        removed.is_some() || moved.is_some()
    }

    /// Removes an object, if it is active, and tells callers where it is: the text of a reference.
    pub(crate) fn forward(&self, key: ObjectKey, to: Location) {
        let mut table = self.write();
        let removed = table.active.remove(&key);
        table.moved.insert(key, to);
        drop(table);
        drop(removed);
        self.is_used.store(true, Ordering::Release);
    }

    /// Where an object has moved.
    pub(crate) fn location(&self, key: &[u8]) -> Option<Location> {
        self.read().moved.get(key).cloned()
    }

    /// Serves the keys of a range with one servant.
    pub(crate) fn serve_range(&self, prefix: ObjectKey, servant: Arc<dyn Service>) {
        self.note(&*servant);
        self.add_range(prefix, Policy::Default(Active::new(servant)));
    }

    /// Serves them with servants that are made on demand, and kept.
    pub(crate) fn activate_range(&self, prefix: ObjectKey, incarnate: Box<Incarnate>) {
        self.add_range(prefix, Policy::Activator(Mutex::new(()), incarnate));
    }

    /// Serves them with a servant for each call.
    pub(crate) fn locate_range(&self, prefix: ObjectKey, incarnate: Box<Incarnate>) {
        self.add_range(prefix, Policy::Locator(incarnate));
    }

    fn add_range(&self, prefix: ObjectKey, policy: Policy) {
        let policy = Arc::new(policy);
        let mut table = self.write();
        let same = table.ranges.iter().position(|range| range.prefix == prefix);
        let before = same.map(|at| table.ranges.remove(at));
        table.ranges.push(Range { prefix, policy });
        let length = |range: &Range| std::cmp::Reverse(range.prefix.as_bytes().len());
        table.ranges.sort_by_key(length);
        drop(table);
        drop(before);
        self.is_used.store(true, Ordering::Release);
    }

    /// The servant of a key, as far as it is known without making one.
    pub(crate) fn known(&self, key: &ObjectKey) -> Option<Arc<dyn Service>> {
        self.read().known(key).cloned()
    }

    fn note(&self, servant: &dyn Service) {
        if servant.is_async() {
            self.has_futures.store(true, Ordering::Release);
        }
        self.is_used.store(true, Ordering::Release);
    }

    fn read(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Table> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A servant, and the number of one of its operations.
pub(crate) type Operation = (Arc<dyn Service>, u32);

/// What is known of a key without activating anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presence {
    /// Nothing.
    Unknown,
    /// It is in a range whose servants are asked.
    InRange,
    /// It is an active object's.
    Active,
    /// It is the key of an object that has moved.
    Moved,
}

/// What a server does with its servants.
impl Servants {
    /// The server begins to serve.
    ///
    /// # Errors
    /// They are another server's.
    pub(crate) fn begin(&self, home: Home) -> Result<(), ActivationError> {
        let mut table = self.write();
        if table.home.is_some() {
            return Err(ActivationError::OfAnother);
        }
        table.home = Some(home);
        Ok(())
    }

    /// The server has ended: servants that have a handle of the adapter would keep each other alive.
    pub(crate) fn end(&self) {
        let empty = Table::new(self.read().capacity);
        let ended = std::mem::replace(&mut *self.write(), empty);
        // Servants may use the adapter when they are dropped: the lock is free.
        drop(ended);
    }

    pub(crate) fn has_futures(&self) -> bool {
        self.has_futures.load(Ordering::Acquire)
    }

    /// Whether calls are to look here at all.
    #[inline]
    pub(crate) fn is_used(&self) -> bool {
        self.is_used.load(Ordering::Acquire)
    }

    pub(crate) fn presence(&self, key: &[u8]) -> Presence {
        if !self.is_used() {
            return Presence::Unknown;
        }
        let table = self.read();
        if table.active.contains_key(key) {
            return Presence::Active;
        }
        if table.moved.contains_key(key) {
            return Presence::Moved;
        }
        match table.range_of(key) {
            Some(_) => Presence::InRange,
            None => Presence::Unknown,
        }
    }

    /// Whether an active object, or one of a default servant, has that interface in that version or a compatible one.
    pub(crate) fn serves(&self, uuid: &[u8; 16], major: u16, minor: u16) -> bool {
        self.is_used() && self.read().serves(uuid, major, minor)
    }

    /// The service for a call of an object, and the operation's number; `None` inside if the object has no such
    /// operation, outside if there is no such object.
    ///
    /// # Errors
    /// The servant could not be made.
    pub(crate) fn find(
        &self,
        key: &ObjectKey,
        call: &Call,
    ) -> Result<Option<Option<Operation>>, Fault> {
        let operation_of = |active: &Active| {
            let number = active.operation(call)?;
            Some((active.servant.clone(), number))
        };
        let table = self.read();
        if let Some(active) = table.active.get(key) {
            return Ok(Some(operation_of(active)));
        }
        let Some(policy) = table.range_of(key.as_bytes()).cloned() else {
            return Ok(None);
        };
        drop(table);
        let servant = self.servant(key, &policy)?;
        Ok(servant.map(|active| operation_of(&active)))
    }

    /// The servant of a key, which may be made for the question.
    pub(crate) fn servant_of(&self, key: &[u8]) -> Result<Option<Arc<dyn Service>>, Fault> {
        if !self.is_used() {
            return Ok(None);
        }
        let table = self.read();
        if let Some(active) = table.active.get(key) {
            return Ok(Some(active.servant.clone()));
        }
        let Some(policy) = table.range_of(key).cloned() else {
            return Ok(None);
        };
        drop(table);
        let active = self.servant(&ObjectKey::new(key), &policy)?;
        Ok(active.map(|active| active.servant.clone()))
    }

    /// What a range has for a key. The table must not be locked: making servants is up to the application.
    fn servant<'p>(
        &self,
        key: &ObjectKey,
        policy: &'p Policy,
    ) -> Result<Option<Cow<'p, Active>>, Fault> {
        let (turn, incarnate) = match policy {
            Policy::Default(active) => return Ok(Some(Cow::Borrowed(active))),
            Policy::Locator(incarnate) => {
                let made = incarnate(key)?;
                let made = made.map(|servant| self.suitable(servant)).transpose()?;
                return Ok(made.map(|servant| Cow::Owned(Active::unindexed(servant))));
            }
            Policy::Activator(turn, incarnate) => (turn, incarnate),
        };
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        // Another call may have had the turn before.
        if let Some(active) = self.read().active.get(key) {
            return Ok(Some(Cow::Owned(active.clone())));
        }
        let Some(servant) = incarnate(key)? else {
            return Ok(None);
        };
        let servant = self.suitable(servant)?;
        let mut table = self.write();
        let active = table.insert(key.clone(), servant)?;
        Ok(Some(Cow::Owned(active)))
    }

    /// Takes note of a servant that was made on demand.
    fn suitable(&self, servant: Arc<dyn Service>) -> Result<Arc<dyn Service>, Fault> {
        self.read().check(&*servant)?;
        self.note(&*servant);
        Ok(servant)
    }

    /// Tells the servants whose operations have context handles that no more calls of an association will arrive.
    pub(crate) fn association_ended(&self, association: u64) {
        if !self.is_used() {
            return;
        }
        let with_contexts: Vec<Arc<dyn Service>> = self.read().with_contexts().collect();
        for servant in with_contexts {
            servant.association_ended(association);
        }
    }
}
