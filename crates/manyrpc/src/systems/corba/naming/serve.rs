//! A naming service.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use manyrpc_engine::{CallError, Fault, ObjectKey};

use super::error::NamingError;
use super::file::{self, Kept};
use super::iterators::{Cursor, Iterators};
use super::name::Name;
use super::tree::{Place, ROOT, Refusal, Tree};
use super::{CONTEXT_ID, Entry, ITERATOR_ID, KEY, NamingClient, patient};
use crate::adapter::ObjectAdapter;
use crate::boot::seed;
use crate::corba::{Completion, Ior, Standard, SystemException};
use crate::error::Error;
use crate::system::binding::Binding;

/// A naming service: contexts of the interface `NamingContextExt`, of which the root has the key `NameService`.
///
/// Whoever reaches it may change what is bound. A name that leads through a context of another server is passed on to that
/// server, which is called from here; other calls of the same thread wait meanwhile.
///
/// ```
/// use manyrpc::registry::naming::{NameServer, NamingClient};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let service = NameServer::new().start(0)?;
/// let at = service.bindings()[0].to_string();
/// let mut names = NamingClient::open(&at)?;
/// names.bind_new_context(&"shop".parse()?)?;
/// names.bind(&"shop/cart".parse()?, "corbaloc:iiop:1.2@shop.example.org:4000/cart")?;
/// assert_eq!(names.entries(10)?.0[0].name.to_string(), "shop");
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct NameServer {
    shared: Arc<Shared>,
    /// Whether names are followed into contexts of other servers.
    follows: bool,
}

struct Shared {
    state: Mutex<State>,
    /// Where the names are kept.
    file: Option<PathBuf>,
    /// In the keys of iterators, which do not outlive this run.
    run: u64,
}

struct State {
    kept: Kept,
    iterators: Iterators,
}

/// What a key of the service stands for.
pub(super) enum Key {
    Context(u64),
    Iterator(u64),
}

impl Default for NameServer {
    fn default() -> Self {
        Self::new()
    }
}

impl NameServer {
    /// A service that forgets its names when it ends.
    pub fn new() -> Self {
        Self::of(Kept::new(), None)
    }

    /// A service that keeps its names in a file, which is made if it is not there. The references to its contexts stay the
    /// same, as far as the server's address does. A change is on the disk before it is confirmed. One service at a time may
    /// have the file.
    ///
    /// # Errors
    /// The file cannot be read or written, or holds something else.
    pub fn keeping(file: &Path) -> Result<Self, Error> {
        if let Some(kept) = file::read(file)? {
            return Ok(Self::of(kept, Some(file.to_owned())));
        }
        let kept = Kept::new();
        file::replace(file, &kept).map_err(|source| Error::Io {
            what: format!("cannot keep names in {}", file.display()),
            source,
        })?;
        Ok(Self::of(kept, Some(file.to_owned())))
    }

    fn of(kept: Kept, file: Option<PathBuf>) -> Self {
        let iterators = Iterators::default();
        let shared = Arc::new(Shared {
            state: Mutex::new(State { kept, iterators }),
            file,
            run: seed(),
        });
        NameServer {
            shared,
            follows: true,
        }
    }

    /// The same service, which calls no other server: of a name that leads to another one it tells its caller how far it got
    /// (`CannotProceed`).
    #[must_use]
    pub fn without_following(self) -> Self {
        NameServer {
            follows: false,
            ..self
        }
    }

    /// What a key stands for, if that is there.
    pub(super) fn read_key(&self, key: &[u8]) -> Option<Key> {
        let state = self.state();
        let behind = std::str::from_utf8(key).ok()?.strip_prefix(KEY)?;
        if behind.is_empty() {
            return Some(Key::Context(ROOT));
        }
        let mut parts = behind.strip_prefix('/')?.split('/');
        let (whose, number) = (parts.next()?, parts.next()?.parse().ok()?);
        let of = u64::from_str_radix(whose, 16).ok()?;
        match of {
            _ if parts.next().is_some() => None,
            of if of == state.kept.identity && state.kept.tree.has(number) => {
                Some(Key::Context(number))
            }
            of if of == self.shared.run && state.iterators.has(number) => {
                Some(Key::Iterator(number))
            }
            _ => None,
        }
    }

    /// The reference to a context.
    pub(super) fn reference(&self, objects: &ObjectAdapter, number: u64) -> String {
        let identity = self.state().kept.identity;
        let key = match number {
            ROOT => KEY.to_owned(),
            _ => format!("{KEY}/{identity:016x}/{number}"),
        };
        reference(objects, &key, CONTEXT_ID)
    }

    /// Where the context of a reference is.
    pub(super) fn place(&self, objects: &ObjectAdapter, text: &str) -> Place {
        match self.number_of(objects, text) {
            Some(number) => Place::Here(number),
            None => Place::Elsewhere(text.to_owned()),
        }
    }

    fn number_of(&self, objects: &ObjectAdapter, text: &str) -> Option<u64> {
        let ior = Ior::parse(text).ok()?;
        let theirs = ior.iiop().next()?;
        let Key::Context(number) = self.read_key(&theirs.key)? else {
            return None;
        };
        if number != ROOT {
            return Some(number);
        }
        // Every service has a root of that key.
        let own = Ior::parse(&self.reference(objects, ROOT)).ok()?;
        let own = own.iiop().next()?;
        let is_own = theirs
            .addresses()
            .iter()
            .any(|at| own.addresses().contains(at));
        is_own.then_some(ROOT)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared
            .state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the tree.
    pub(super) fn ask<T>(
        &self,
        asked: impl FnOnce(&Tree) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        asked(&self.state().kept.tree)
    }

    /// Changes the tree. With a file the change is on the disk, or has not happened.
    pub(super) fn change<T>(
        &self,
        change: impl FnOnce(&mut Tree) -> Result<T, Refusal>,
    ) -> Result<Result<T, Refusal>, Fault> {
        let mut state = self.state();
        let Some(path) = &self.shared.file else {
            return Ok(change(&mut state.kept.tree));
        };
        let mut next = state.kept.clone();
        let changed = change(&mut next.tree);
        if changed.is_ok() {
            file::replace(path, &next).map_err(|_| standard(Standard::PersistStore))?;
            state.kept = next;
        }
        Ok(changed)
    }

    /// The first entries of a context, and an iterator over those behind them.
    pub(super) fn list(
        &self,
        objects: &ObjectAdapter,
        number: u64,
        at_most: usize,
    ) -> Result<(Vec<Entry>, String), Refusal> {
        let mut state = self.state();
        let (found, more) = state.kept.tree.list(number, None, at_most)?;
        if !more {
            return Ok((found, String::new()));
        }
        let behind = found.last().map(|entry| entry.name.clone());
        let iterator = state.iterators.add(Cursor {
            context: number,
            behind,
        });
        drop(state);
        let key = format!("{KEY}/{:016x}/{iterator}", self.shared.run);
        Ok((found, reference(objects, &key, ITERATOR_ID)))
    }

    /// The next entries of an iterator, at most that many. None at its end, or when its context is gone.
    pub(super) fn next(&self, iterator: u64, at_most: usize) -> Result<Vec<Entry>, Fault> {
        let mut state = self.state();
        let State { kept, iterators } = &mut *state;
        let cursor = iterators.get(iterator).ok_or(Fault::NoSuchInterface)?;
        let found = kept
            .tree
            .list(cursor.context, cursor.behind.as_ref(), at_most);
        let (found, _) = found.unwrap_or_default();
        if let Some(last) = found.last() {
            cursor.behind = Some(last.name.clone());
        }
        Ok(found)
    }

    /// Ends an iterator.
    pub(super) fn end(&self, iterator: u64) {
        self.state().iterators.remove(iterator);
    }

    /// Has the context of another server do what is left to do, by the rest of the name.
    pub(super) fn follow<T>(
        &self,
        place: Place,
        rest: Name,
        call: impl FnOnce(&mut NamingClient, &Name) -> Result<T, NamingError>,
    ) -> Result<T, NamingError> {
        // A context of this service is followed only where it has gone.
        let Place::Elsewhere(context) = place else {
            return Err(CallError::Fault(Fault::NoSuchInterface).into());
        };
        // Other texts could name files of this machine.
        let is_reference = self.follows && Ior::parse(&context).is_ok();
        let binding = context.parse::<Binding>().ok().filter(|_| is_reference);
        let client = binding.and_then(|at| NamingClient::connect(&at, &patient()).ok());
        let failed = |context: String, rest: Name| NamingError::CannotProceed {
            context,
            rest: rest.into_components(),
        };
        let Some(mut client) = client else {
            return Err(failed(context, rest));
        };
        match call(&mut client, &rest) {
            Err(NamingError::Error(Error::Call(CallError::Fault(fault)))) => {
                Err(CallError::Fault(fault).into())
            }
            Err(NamingError::Error(_)) => Err(failed(context, rest)),
            other => other,
        }
    }
}

/// The reference to an object of the server; nil before the server runs, when nobody can ask for it.
fn reference(objects: &ObjectAdapter, key: &str, type_id: &str) -> String {
    let found = objects.reference_as(ObjectKey::new(key.as_bytes()), type_id);
    found.map_or_else(|_| String::new(), |found| found.to_string())
}

/// A standard exception of a call that changed nothing.
pub(super) fn standard(which: Standard) -> Fault {
    SystemException::new(which, 0, Completion::No).fault()
}
