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

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use manyrpc_engine::{Fault, ObjectKey};

use crate::boot::seed;
use crate::reference::Reference;
pub use crate::servants::ActivationError;
use crate::servants::{Home, Servants};
use crate::service::Service;
use crate::system::binding::Binding;
use crate::system::objects::{Objects, type_id};

/// The objects of one server. Clones are handles to the same objects: servants may have one, so that an operation can
/// make an object and return a reference to it.
///
/// Nothing is counted by clients: a reference is an address, and that somebody holds one keeps no object alive. Objects
/// are active until they are [deactivated](Self::deactivate) or the server ends; servants are dropped then, after the
/// calls that they still carry out.
#[derive(Clone, Default)]
pub struct ObjectAdapter(Arc<Shared>);

struct Shared {
    servants: Arc<Servants>,
    /// Where the server listens, by the name that it publishes; nowhere while it does not run.
    places: RwLock<Option<Vec<Binding>>>,
    /// Makes the keys of transient objects differ from those of other runs.
    seed: u64,
    next: AtomicU64,
}

impl Default for Shared {
    fn default() -> Self {
        Shared {
            servants: Arc::default(),
            places: RwLock::default(),
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
        self.0.servants.set_capacity(objects);
    }

    /// How many objects are active: those of [`activate`](Self::activate) and its like, and those that a servant
    /// activator has made.
    pub fn len(&self) -> usize {
        self.0.servants.len()
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
        let reference = self.refer(&key, |objects| type_id(objects, &*servant))?;
        self.0.servants.activate(key, servant)?;
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
        self.0.servants.deactivate(&key.into())
    }

    /// Has calls for this key go on to the object of another reference, in systems whose clients follow such answers
    /// (CORBA). An active object with the key ends. With `for_good` clients may replace their references. It lasts until
    /// the key is [deactivated](Self::deactivate).
    pub fn forward(&self, key: impl Into<ObjectKey>, to: &Reference, for_good: bool) {
        let to = to.as_str().to_owned();
        self.0.servants.forward(key.into(), (to, for_good));
    }

    /// Serves all calls for keys that begin with `prefix`, and that no object has, with one servant: the call tells its
    /// key ([`Context::object`](crate::Context::object)). An empty prefix is for all keys.
    /// If its calls are futures, and the server does not run on a runtime, they fail.
    pub fn default_servant(&self, prefix: impl Into<ObjectKey>, servant: impl Service + 'static) {
        let servant = Arc::new(servant);
        self.0.servants.serve_range(prefix.into(), servant);
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
        let incarnate = Box::new(incarnate);
        self.0.servants.activate_range(prefix.into(), incarnate);
    }

    /// Serves each call for a key that begins with `prefix`, and that no object has, with the servant that `incarnate`
    /// gives for that call. It is called on the thread that received the call, more than once for some calls, and by several
    /// threads at a time.
    pub fn servant_locator(
        &self,
        prefix: impl Into<ObjectKey>,
        incarnate: impl Fn(&ObjectKey) -> Result<Option<Arc<dyn Service>>, Fault>
        + Send
        + Sync
        + 'static,
    ) {
        let incarnate = Box::new(incarnate);
        self.0.servants.locate_range(prefix.into(), incarnate);
    }

    /// A reference to an object of the server: an active one, one that the server was built with, an interface that is
    /// served for no particular object, by its name, or what a default servant serves.
    ///
    /// # Errors
    /// There is none, or its interface is not known before it is activated; the server does not run, or in no system
    /// with objects.
    pub fn reference(&self, key: impl Into<ObjectKey>) -> Result<Reference, ActivationError> {
        let key = key.into();
        let servant = self.0.servants.known(&key);
        let servant = servant.ok_or(ActivationError::Unknown)?;
        self.refer(&key, |objects| type_id(objects, &*servant))
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
        self.refer(&key.into(), |_| type_id.to_owned())
    }

    /// A key for a transient object, which no object of any other run has: a UUID (RFC 9562 section 5.8, version 8) of a
    /// random number of the run and a count.
    pub fn new_key(&self) -> ObjectKey {
        let count = self.0.next.fetch_add(1, Ordering::Relaxed);
        let high = self.0.seed & !0xf000 | 0x8000;
        let low = count & (u64::MAX >> 2) | 1 << 63;
        let uuid = u128::from(high) << 64 | u128::from(low);
        ObjectKey::from(uuid.to_be_bytes())
    }

    fn refer(
        &self,
        key: &ObjectKey,
        type_id: impl FnOnce(&dyn Objects) -> String,
    ) -> Result<Reference, ActivationError> {
        let places = self.0.places.read().unwrap_or_else(PoisonError::into_inner);
        let places = places.as_ref().ok_or(ActivationError::NotRunning)?;
        Reference::made(places, key, type_id).ok_or(ActivationError::NotNamed)
    }

    pub(crate) fn servants(&self) -> &Arc<Servants> {
        &self.0.servants
    }

    /// The server runs, and listens there.
    ///
    /// # Errors
    /// The adapter is another server's.
    pub(crate) fn begin(&self, home: Home, places: Vec<Binding>) -> Result<(), ActivationError> {
        self.0.servants.begin(home)?;
        self.move_to(Some(places));
        Ok(())
    }

    /// The server has ended.
    pub(crate) fn end(&self) {
        self.move_to(None);
        self.0.servants.end();
    }

    fn move_to(&self, places: Option<Vec<Binding>>) {
        *self
            .0
            .places
            .write()
            .unwrap_or_else(PoisonError::into_inner) = places;
    }
}
