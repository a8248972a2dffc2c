//! The objects of a running server: servants that are activated under keys, and references to them.
//!
//! Reading list: CORBA 3.0 chapter 11 (Portable Object Adapter): sections 11.2.1 (activation), 11.2.3 (persistent and
//! transient references), 11.3.4 to 11.3.6 (servant activators and locators), 11.3.7 (default servants).
//!
//! A call names its object by a key. What the key stands for is looked for in this order:
//!
//! 1. objects that the server was built with ([`Builder::object`](crate::server::Builder::object)), and those that were
//!    [activated](ObjectAdapter::activate) since;
//! 2. an interface that is served for no particular object, in systems where its name is a key;
//! 3. the longest range of keys, named by what they begin with, that has a [default
//!    servant](ObjectAdapter::default_servant), a [servant activator](ObjectAdapter::servant_activator) or a [servant
//!    locator](ObjectAdapter::servant_locator).
//!
//! ```
//! use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
//! use manyrpc::{ObjectAdapter, Server};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "module shop { interface Cart { long items(); }; };";
//! let options = manyrpc_idl::Options { language: Some("omg".to_owned()), ..Default::default() };
//! let (module, _) = manyrpc_idl::load_text("shop.idl", text, &options);
//! let cart = DynamicInterface::find(&Definition::new(module.unwrap())?, None)?;
//! let empty = || DynamicService::new(cart.clone(), |_, _, _| Ok(vec![manyrpc_model::Value::I32(0)]));
//!
//! let objects = ObjectAdapter::new();
//! let server = Server::builder().adapter(&objects).listen("iiop://127.0.0.1:0")?.start()?;
//! let reference = objects.activate("the cart of ann", empty())?;
//! assert_eq!(reference.type_id().as_deref(), Some("IDL:shop/Cart:1.0"));
//! assert!(reference.as_str().starts_with("IOR:"));
//! // A key that no other object has, not even of this server when it runs again.
//! let transient = objects.activate_transient(empty())?;
//! assert_ne!(transient, reference);
//! assert!(objects.deactivate("the cart of ann"));
//! server.stop();
//! # Ok(())
//! # }
//! ```

mod error;
mod table;

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use manyrpc_engine::{Call, Fault, ObjectKey};

pub use error::ActivationError;
pub(crate) use table::Home;
use table::{Active, Policy, Range, Table};

use crate::boot::seed;
use crate::reference::Reference;
use crate::service::Service;
use crate::system::objects::type_id;

/// The most objects that are active at a time, unless [`set_capacity`](ObjectAdapter::set_capacity) says otherwise.
const CAPACITY: usize = 1 << 20;

/// What gives the servant of a key: `None` if there is no such object.
pub type Incarnate =
    dyn Fn(&ObjectKey) -> Result<Option<Arc<dyn Service>>, Fault> + Send + Sync + 'static;

/// The objects of one server. Clones are handles to the same objects: servants may have one, so that an operation can
/// make an object and return a reference to it.
///
/// Nothing is counted by clients: a reference is an address, and that somebody holds one keeps no object alive. Objects
/// are active until they are [deactivated](Self::deactivate) or the server ends; servants are dropped then, after the
/// calls that they still carry out.
#[derive(Clone, Default)]
pub struct ObjectAdapter(Arc<Shared>);

struct Shared {
    table: RwLock<Table>,
    /// Whether anything but the server's fixed services was ever in the table: until then calls do not look there.
    is_used: AtomicBool,
    /// Whether calls of some servants are futures.
    has_futures: AtomicBool,
    /// Makes the keys of transient objects differ from those of other runs.
    seed: u64,
    next: AtomicU64,
}

impl Default for Shared {
    fn default() -> Self {
        Shared {
            table: RwLock::new(Table::new(CAPACITY)),
            is_used: AtomicBool::new(false),
            has_futures: AtomicBool::new(false),
            seed: seed(),
            next: AtomicU64::new(0),
        }
    }
}

impl fmt::Debug for ObjectAdapter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObjectAdapter")
            .field("active", &self.len())
            .finish_non_exhaustive()
    }
}

impl ObjectAdapter {
    /// One without objects, for a server to be built with
    /// ([`Builder::adapter`](crate::server::Builder::adapter)).
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how many objects may be active at a time; a million by default.
    pub fn set_capacity(&self, objects: usize) {
        self.write().capacity = objects;
    }

    /// How many objects are active: those of [`activate`](Self::activate) and its like, and those that a servant
    /// activator has made.
    pub fn len(&self) -> usize {
        self.read().active.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Serves calls for this key with `servant` from now on, and gives a reference to the object. The key says which
    /// object it is in every run of the server, so that the reference is persistent if the address is.
    ///
    /// # Errors
    /// The server does not run, or in no system with objects; the key is in use, or not one of the system's; the
    /// capacity is used up; the servant's calls are futures and the server does not run on a runtime.
    pub fn activate(
        &self,
        key: impl Into<ObjectKey>,
        servant: impl Service + 'static,
    ) -> Result<Reference, ActivationError> {
        self.activate_shared(key, Arc::new(servant))
    }

    /// The same for a servant that is shared with others.
    ///
    /// # Errors
    /// As [`activate`](Self::activate).
    pub fn activate_shared(
        &self,
        key: impl Into<ObjectKey>,
        servant: Arc<dyn Service>,
    ) -> Result<Reference, ActivationError> {
        let key = key.into();
        let mut table = self.write();
        let reference = table.refer(&key, |objects| type_id(objects, &*servant))?;
        self.note(&*servant);
        table.insert(key, servant)?;
        Ok(reference)
    }

    /// Serves calls with `servant` under a key that is chosen here, a UUID that no object of any other run has.
    ///
    /// # Errors
    /// As [`activate`](Self::activate).
    pub fn activate_transient(
        &self,
        servant: impl Service + 'static,
    ) -> Result<Reference, ActivationError> {
        self.activate(self.new_key(), servant)
    }

    /// Ends an object: calls for it find none from now on, and those in progress go on. In a range with a default
    /// servant or one that is made on demand, the next call gets that. Returns whether the object was active.
    pub fn deactivate(&self, key: impl Into<ObjectKey>) -> bool {
        let removed = self.write().active.remove(&key.into());
        // The servant may be dropped here, and may use the adapter when it is: the lock is free.
        removed.is_some()
    }

    /// Serves all calls for keys that begin with `prefix`, and that no object has, with one servant: the call tells its
    /// key ([`Context::object`](crate::Context::object)). An empty prefix is for all keys.
    pub fn default_servant(&self, prefix: impl Into<ObjectKey>, servant: impl Service + 'static) {
        self.note(&servant);
        self.add_range(prefix, Policy::Default(Active::new(Arc::new(servant))));
    }

    /// Activates objects whose keys begin with `prefix` when they are called first: `incarnate` gives the servant, which
    /// is kept until the object is [deactivated](Self::deactivate). It is called for one key at a time, on the thread
    /// that received the call.
    pub fn servant_activator(
        &self,
        prefix: impl Into<ObjectKey>,
        incarnate: impl Fn(&ObjectKey) -> Result<Option<Arc<dyn Service>>, Fault>
        + Send
        + Sync
        + 'static,
    ) {
        let policy = Policy::Activator(Mutex::new(()), Box::new(incarnate));
        self.add_range(prefix, policy);
    }

    /// Serves each call for a key that begins with `prefix`, and that no object has, with the servant that `incarnate`
    /// gives for that call. It is called on the thread that received the call; several calls are at it at a time.
    pub fn servant_locator(
        &self,
        prefix: impl Into<ObjectKey>,
        incarnate: impl Fn(&ObjectKey) -> Result<Option<Arc<dyn Service>>, Fault>
        + Send
        + Sync
        + 'static,
    ) {
        self.add_range(prefix, Policy::Locator(Box::new(incarnate)));
    }

    fn add_range(&self, prefix: impl Into<ObjectKey>, policy: Policy) {
        let prefix = prefix.into();
        let policy = Arc::new(policy);
        let mut table = self.write();
        table.ranges.retain(|range| range.prefix != prefix);
        table.ranges.push(Range { prefix, policy });
        let length = |range: &Range| std::cmp::Reverse(range.prefix.as_bytes().len());
        table.ranges.sort_by_key(length);
        self.0.is_used.store(true, Ordering::Release);
    }

    /// A reference to an object of the server: an active one, one that the server was built with, an interface that is
    /// served for no particular object, by its name, or what a default servant serves.
    ///
    /// # Errors
    /// There is none, or its interface is not known before it is activated; the server does not run, or in no system
    /// with objects.
    pub fn reference(&self, key: impl Into<ObjectKey>) -> Result<Reference, ActivationError> {
        let key = key.into();
        let table = self.read();
        let servant = table.known(&key).ok_or(ActivationError::Unknown)?;
        table.refer(&key, |objects| type_id(objects, &**servant))
    }

    /// A reference to an object that need not be active yet, with the identifier of its interface's type
    /// (`IDL:shop/Cart:1.0`; empty if it is not to be told).
    ///
    /// # Errors
    /// The server does not run, or in no system with objects.
    pub fn reference_as(
        &self,
        key: impl Into<ObjectKey>,
        type_id: &str,
    ) -> Result<Reference, ActivationError> {
        self.read().refer(&key.into(), |_| type_id.to_owned())
    }

    /// A key that no object has: RFC 9562 section 5.8 (version 8), a random number of the run and a count.
    fn new_key(&self) -> ObjectKey {
        let count = self.0.next.fetch_add(1, Ordering::Relaxed);
        let high = self.0.seed & !0xf000 | 0x8000;
        let low = count & (u64::MAX >> 2) | 1 << 63;
        let uuid = u128::from(high) << 64 | u128::from(low);
        ObjectKey::from(uuid.to_be_bytes())
    }

    fn note(&self, servant: &dyn Service) {
        if servant.is_async() {
            self.0.has_futures.store(true, Ordering::Release);
        }
        self.0.is_used.store(true, Ordering::Release);
    }

    fn read(&self) -> RwLockReadGuard<'_, Table> {
        self.0.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Table> {
        self.0.table.write().unwrap_or_else(PoisonError::into_inner)
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
}

/// What a server does with its adapter.
impl ObjectAdapter {
    /// The server runs there. `fixed` are the objects that it was built with.
    ///
    /// # Errors
    /// The adapter is another server's.
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
        let ended = std::mem::replace(&mut *self.write(), Table::new(CAPACITY));
        drop(ended);
    }

    pub(crate) fn has_futures(&self) -> bool {
        self.0.has_futures.load(Ordering::Acquire)
    }

    /// Whether calls are to look here at all.
    #[inline]
    pub(crate) fn is_used(&self) -> bool {
        self.0.is_used.load(Ordering::Acquire)
    }

    pub(crate) fn presence(&self, key: &[u8]) -> Presence {
        if !self.is_used() {
            return Presence::Unknown;
        }
        let table = self.read();
        if table.active.contains_key(key) {
            return Presence::Active;
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
        self.note(&*servant);
        let table = self.read();
        table.check(&*servant)?;
        drop(table);
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
