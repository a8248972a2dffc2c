//! Full pointers: values that several places share, cycles included.
//!
//! A value that is reached again while it is still being filled in refers back to itself through a
//! weak reference, so that no decoded value keeps itself alive.
//!
//! A call's request and reply may refer to the same value (C706, section 14.3.10). In C the reply
//! then overwrites the caller's value. Here values do not change: the new value of an argument in
//! the results is another value and [the same node](Shared::is_same).
//!
//! ```
//! use manyrpc_codec::Shared;
//!
//! let first = Shared::new(7);
//! let second = first.clone();
//! assert!(first.is_same(&second));
//! assert_eq!(*second.get().unwrap(), 7);
//! ```

use alloc::boxed::Box;
use alloc::sync::{Arc, Weak};
use core::any::Any;
use core::fmt;

use crate::decode::{Decode, SharedSlot, Source};
use crate::encode::{Encode, Sink};
use crate::error::Fail;
use crate::meta::Field;

/// None, or a value that other places may also hold.
pub struct Shared<T>(State<T>);

enum State<T> {
    None,
    /// Seen in one pass of a syntax, to be filled in by a later one.
    Promised(u32),
    Held(Arc<T>, Node<T>),
    /// A back-reference to a value that holds this one.
    Back(Weak<T>, Node<T>),
}

/// The value that this one replaces, if it is not the first of its node.
type Node<T> = Option<Weak<T>>;

impl<T> Shared<T> {
    /// No value.
    pub const NONE: Self = Shared(State::None);

    /// A value that no other place holds yet.
    pub fn new(value: T) -> Self {
        Arc::new(value).into()
    }

    /// A back-reference to a value that holds this one.
    pub fn back(to: &Weak<T>) -> Self {
        Shared(State::Back(to.clone(), None))
    }

    /// The same node with another value: for a server that returns a changed version of what its
    /// caller passed, rather than something new. A reply should have one value per node; the first
    /// of several is sent.
    #[must_use]
    pub fn renewed(&self, value: T) -> Self {
        Shared(State::Held(Arc::new(value), self.node()))
    }

    /// Whether both are the same node, even if its value has changed.
    pub fn is_same(&self, other: &Self) -> bool {
        self.identity() != 0 && self.identity() == other.identity()
    }

    /// The value; `None` if there is none, or for a back-reference whose value is gone.
    pub fn get(&self) -> Option<Arc<T>> {
        match &self.0 {
            State::None | State::Promised(_) => None,
            State::Held(value, _) => Some(value.clone()),
            State::Back(value, _) => value.upgrade(),
        }
    }

    /// Whether there is no value.
    pub fn is_none(&self) -> bool {
        matches!(self.0, State::None | State::Promised(_))
    }

    /// Whether this is a back-reference to a value that holds it.
    pub fn is_back(&self) -> bool {
        matches!(self.0, State::Back(..))
    }

    /// The first value of this node, or at least its address, which stays reserved.
    fn node(&self) -> Option<Weak<T>> {
        match &self.0 {
            State::None | State::Promised(_) => None,
            State::Held(_, Some(first)) | State::Back(_, Some(first)) => Some(first.clone()),
            State::Held(value, None) => Some(Arc::downgrade(value)),
            State::Back(value, None) => Some(value.clone()),
        }
    }

    /// Unique for each node; 0 for none.
    fn identity(&self) -> usize {
        match &self.0 {
            State::None | State::Promised(_) => 0,
            State::Held(_, Some(first)) | State::Back(_, Some(first)) => first.as_ptr() as usize,
            State::Held(value, None) => Arc::as_ptr(value) as usize,
            State::Back(value, None) => value.as_ptr() as usize,
        }
    }
}

impl<T> From<Arc<T>> for Shared<T> {
    fn from(value: Arc<T>) -> Self {
        Shared(State::Held(value, None))
    }
}

impl<T> Default for Shared<T> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Self {
        Shared(match &self.0 {
            State::None => State::None,
            State::Promised(id) => State::Promised(*id),
            State::Held(value, node) => State::Held(value.clone(), node.clone()),
            State::Back(value, node) => State::Back(value.clone(), node.clone()),
        })
    }
}

/// Compares the values. Back-references are equal to each other: their targets are compared where
/// they are held.
impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (State::Held(a, _), State::Held(b, _)) => Arc::ptr_eq(a, b) || a == b,
            (State::Back(..), State::Back(..)) => true,
            _ => self.is_none() && other.is_none(),
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            State::None | State::Promised(_) => f.write_str("None"),
            State::Held(value, _) => f.debug_tuple("Shared").field(value).finish(),
            State::Back(..) => f.write_str("Back"),
        }
    }
}

impl<T: Encode + Send + Sync + 'static> Encode for Shared<T> {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        let identity = self.identity();
        s.shared(f, identity, self.get().as_deref());
        if let Some(node) = self.node() {
            s.hold(identity, || Box::new(Shared::back(&node)));
        }
    }
}

impl<'de, T> Decode<'de> for Shared<T>
where
    T: Decode<'de> + Default + Send + Sync + 'static,
{
    fn decode<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        s.shared(f, self)
    }
}

impl<'de, T> SharedSlot<'de> for Shared<T>
where
    T: Decode<'de> + Default + Send + Sync + 'static,
{
    fn promise(&mut self, id: u32) {
        self.0 = match id {
            0 => State::None,
            id => State::Promised(id),
        };
    }

    fn promised(&self) -> u32 {
        match self.0 {
            State::Promised(id) => id,
            _ => 0,
        }
    }

    fn bytes_apart(&self) -> usize {
        // An `Arc` has two counts besides the value.
        size_of::<T>() + 2 * size_of::<usize>() + align_of::<T>()
    }

    fn fresh<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        let id = self.promised();
        let node = s.earlier(id).and_then(node_of::<T>);
        let mut result = Ok(());
        let value = Arc::new_cyclic(|way_back: &Weak<T>| {
            let way_back = Shared(State::Back(way_back.clone(), node.clone()));
            s.note(id, way_back.identity(), Box::new(way_back));
            let mut value = T::default();
            result = value.decode(s, f);
            value
        });
        self.0 = State::Held(value, node);
        s.note(id, self.identity(), Box::new(self.clone()));
        result
    }

    fn alias(&mut self, seen: &(dyn Any + Send + Sync)) -> Result<(), Fail> {
        *self = seen.downcast_ref::<Self>().ok_or(Fail)?.clone();
        Ok(())
    }
}

/// The node that an earlier message of the call had under the current identifier, if it can be the
/// same: a peer that numbers each message anew may mean another one, even of another type.
fn node_of<T: 'static>(earlier: &(dyn Any + Send + Sync)) -> Option<Weak<T>> {
    earlier.downcast_ref::<Shared<T>>()?.node()
}
