//! The context handles that a client has of its server.
//!
//! Reading list: C706, sections 5.1.6 (context handles), 9.5.4 (liveness of those who have some).
//!
//! Over connections a server sees that its client is gone. Over datagrams the client must say that
//! it is not, for as long as it has handles: stubs tell here which came and went.

use std::collections::HashSet;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use manyrpc_codec::stub::Shared;

use crate::contexts::ContextHandle;

/// The context handles that a client has of its server. Over connections nothing needs to be known
/// of them, and nothing is.
///
/// Generated stubs and [`DynamicClient`](crate::dynamic::DynamicClient) keep account by themselves.
/// Who makes calls of records ([`Client::send`](crate::Client::send)) does so here:
///
/// ```text
/// let turn = client.contexts().turn().given(&handle);
/// let output: CloseOut = client.wait(pending)?;
/// turn.got(&output.handle).done();
/// ```
#[derive(Clone, Debug, Default)]
pub struct HeldContexts(Option<Arc<Account>>);

/// Tells a server that its client lives, for as long as it keeps something for it.
pub(crate) trait Keep: fmt::Debug + Send + Sync {
    /// The server keeps so many context handles from now on.
    fn keep(&self, handles: usize);
}

#[derive(Debug)]
struct Account {
    handles: Mutex<HashSet<[u8; 16]>>,
    keeper: Box<dyn Keep>,
}

impl HeldContexts {
    /// Of a client that must be heard of.
    pub(crate) fn kept_by(keeper: impl Keep + 'static) -> Self {
        let keeper = Box::new(keeper);
        let handles = Mutex::default();
        HeldContexts(Some(Arc::new(Account { handles, keeper })))
    }

    /// How many there are; over connections always 0.
    pub fn len(&self) -> usize {
        let account = self.0.as_ref();
        account.map_or(0, |a| lock(&a.handles).len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A call begins that may change them.
    pub fn turn(&self) -> Turn {
        Turn {
            held: self.clone(),
            given: Vec::new(),
            got: Vec::new(),
        }
    }

    /// The client does without these handles, although the server has not taken them back, as after
    /// calls that failed (C706's `rpc_ss_destroy_client_context`).
    pub fn forget(&self, handles: &impl Handles) {
        self.turn().given(handles).done();
    }
}

/// A call that may change which context handles a client has. What is not [`done`](Self::done)
/// changes nothing.
#[derive(Debug)]
#[must_use = "when the call has succeeded, it is done"]
pub struct Turn {
    held: HeldContexts,
    given: Vec<[u8; 16]>,
    got: Vec<[u8; 16]>,
}

impl Turn {
    /// The call gives these handles and gets them back, the same or others. Of handles that are
    /// only given nothing need be said.
    pub fn given(mut self, handles: &impl Handles) -> Self {
        if self.held.0.is_some() {
            handles.each(&mut |handle| self.given.push(handle.uuid));
        }
        self
    }

    /// The call got these handles; those that are null went.
    pub fn got(mut self, handles: &impl Handles) -> Self {
        if self.held.0.is_some() {
            handles.each(&mut |handle| self.got.push(handle.uuid));
        }
        self
    }

    /// The call has succeeded.
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

/// What has context handles in it.
pub trait Handles {
    /// Gives every one to `to`, null ones too.
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
