//! The context handles that a client holds.
//!
//! Reading list: C706, sections 5.1.6 (context handles), 9.5.4 (liveness of clients that hold
//! some).
//!
//! Over connections a server notices when its client is gone. Over datagrams the client must show
//! that it is alive for as long as it holds handles; stubs record here which they received and
//! returned.
//!
//! ```
//! # fn main() -> Result<(), manyrpc::Error> {
//! let server = manyrpc::Server::builder().listen("raw+tcp://127.0.0.1:0")?.start()?;
//! let client = manyrpc::Client::open(&server.bindings()[0].to_string())?;
//! assert!(client.contexts().is_empty());
//! # Ok(())
//! # }
//! ```

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use manyrpc_codec::stub::Shared;

use crate::handle::ContextHandle;

/// The context handles that a client holds. Over connections nothing needs to be recorded, and
/// nothing is.
///
/// Generated stubs and [`DynamicClient`](crate::dynamic::DynamicClient) do this themselves.
/// Programs that make calls with records ([`Client::send`](crate::Client::send)) do it here:
///
/// ```text
/// let turn = client.contexts().turn().given(&handle);
/// let output: CloseOut = client.wait(pending)?;
/// turn.got(&output.handle).done();
/// ```
#[derive(Clone, Debug, Default)]
pub struct HeldContexts(Option<Arc<Account>>);

/// Keeps a server informed that its client is alive while it holds context handles.
pub(crate) trait Keep: fmt::Debug + Send + Sync {
    /// Sets the number of context handles held from now on.
    fn keep(&self, handles: usize);
}

#[derive(Debug)]
struct Account {
    handles: Mutex<HashSet<[u8; 16]>>,
    keeper: Box<dyn Keep>,
}

impl HeldContexts {
    /// For a client that must show that it is alive.
    pub(crate) fn kept_by(keeper: impl Keep + 'static) -> Self {
        let keeper = Box::new(keeper);
        let handles = Mutex::default();
        HeldContexts(Some(Arc::new(Account { handles, keeper })))
    }

    /// The number of handles; always 0 over connections.
    pub fn len(&self) -> usize {
        let account = self.0.as_ref();
        account.map_or(0, |a| lock(&a.handles).len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Begins a call that may change the handles.
    pub fn turn(&self) -> Turn {
        Turn {
            held: self.clone(),
            given: Vec::new(),
            got: Vec::new(),
        }
    }

    /// Discards these handles although the server has not taken them back, for example after failed
    /// calls (C706's `rpc_ss_destroy_client_context`).
    pub fn forget(&self, handles: &impl Handles) {
        self.turn().given(handles).done();
    }
}

/// A call that may change the context handles that a client holds. Without [`done`](Self::done)
/// nothing changes.
#[derive(Debug)]
#[must_use = "when the call has succeeded, it is done"]
pub struct Turn {
    held: HeldContexts,
    given: Vec<[u8; 16]>,
    got: Vec<[u8; 16]>,
}

impl Turn {
    /// The call sends these handles and receives them back, the same or others. Handles that are
    /// only sent need not be given.
    pub fn given(mut self, handles: &impl Handles) -> Self {
        if self.held.0.is_some() {
            handles.each(&mut |handle| self.given.push(handle.uuid));
        }
        self
    }

    /// The call received these handles; null ones are gone.
    pub fn got(mut self, handles: &impl Handles) -> Self {
        if self.held.0.is_some() {
            handles.each(&mut |handle| self.got.push(handle.uuid));
        }
        self
    }

    /// The call succeeded.
    pub fn done(self) {
        let Some(account) = &self.held.0 else {
            return;
        };
        let mut handles = lock(&account.handles);
        let before = handles.len();
        for given in &self.given {
            handles.remove(given);
        }
        let come = self.got.into_iter();
        handles.extend(come.filter(|uuid| *uuid != ContextHandle::NULL.uuid));
        if handles.len() != before {
            account.keeper.keep(handles.len());
        }
    }
}

/// A value that contains context handles.
pub trait Handles {
    /// Passes each handle to `to`, including null ones.
    fn each(&self, to: &mut dyn FnMut(&ContextHandle));
}

impl Handles for ContextHandle {
    fn each(&self, to: &mut dyn FnMut(&ContextHandle)) {
        to(self);
    }
}

impl<T: Handles + ?Sized> Handles for &T {
    fn each(&self, to: &mut dyn FnMut(&ContextHandle)) {
        (**self).each(to);
    }
}

impl<T: Handles> Handles for Option<T> {
    fn each(&self, to: &mut dyn FnMut(&ContextHandle)) {
        self.iter().for_each(|handle| handle.each(to));
    }
}

impl<T: Handles> Handles for Shared<T> {
    fn each(&self, to: &mut dyn FnMut(&ContextHandle)) {
        self.get().iter().for_each(|handle| handle.each(to));
    }
}

impl<T: Handles> Handles for [T] {
    fn each(&self, to: &mut dyn FnMut(&ContextHandle)) {
        self.iter().for_each(|handle| handle.each(to));
    }
}

impl<T: Handles, const N: usize> Handles for [T; N] {
    fn each(&self, to: &mut dyn FnMut(&ContextHandle)) {
        self.iter().for_each(|handle| handle.each(to));
    }
}

impl<T: Handles> Handles for Vec<T> {
    fn each(&self, to: &mut dyn FnMut(&ContextHandle)) {
        self.iter().for_each(|handle| handle.each(to));
    }
}

impl<T: Handles> Handles for std::sync::Arc<T> {
    fn each(&self, to: &mut dyn FnMut(&ContextHandle)) {
        (**self).each(to);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
