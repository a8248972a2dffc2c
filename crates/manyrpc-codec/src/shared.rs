//! Full pointers: values that several places share, cycles included.
//!
//! A value that is reached again while it is still being filled in holds the
//! place that reaches it. That place becomes a weak reference, so that nothing
//! that comes from a wire keeps itself alive.

use alloc::boxed::Box;
use alloc::sync::{Arc, Weak};
use core::any::Any;
use core::fmt;

use crate::decode::{Decode, SharedSlot, Source};
use crate::encode::{Encode, Sink};
use crate::error::Fail;
use crate::meta::Field;

/// None, or a value that other places may hold as well.
pub struct Shared<T>(State<T>);

enum State<T> {
    None,
    /// Seen in one pass of a syntax, to be filled in by a later one.
    Promised(u32),
    Held(Arc<T>),
    /// Back to a value that holds this one.
    Back(Weak<T>),
}

impl<T> Shared<T> {
    /// Nothing.
    pub const NONE: Self = Shared(State::None);

    /// A value that no other place holds yet.
    pub fn new(value: T) -> Self {
        Arc::new(value).into()
    }

    /// Back to a value that holds this one.
    pub fn back(to: &Weak<T>) -> Self {
        Shared(State::Back(to.clone()))
    }

    /// The value; `None` where there is none, and for a way back once the value is gone.
    pub fn get(&self) -> Option<Arc<T>> {
        match &self.0 {
            State::None | State::Promised(_) => None,
            State::Held(value) => Some(value.clone()),
            State::Back(value) => value.upgrade(),
        }
    }

    /// Whether there is no value.
    pub fn is_none(&self) -> bool {
        matches!(self.0, State::None | State::Promised(_))
    }

    /// Whether this is a way back to a value that holds this one.
    pub fn is_back(&self) -> bool {
        matches!(self.0, State::Back(_))
    }
}

impl<T> From<Arc<T>> for Shared<T> {
    fn from(value: Arc<T>) -> Self {
        Shared(State::Held(value))
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
            State::Held(value) => State::Held(value.clone()),
            State::Back(value) => State::Back(value.clone()),
        })
    }
}

/// Compares what is held. Ways back are equal to each other: what they lead to is compared where
/// it is held.
impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (State::Held(a), State::Held(b)) => Arc::ptr_eq(a, b) || a == b,
            (State::Back(_), State::Back(_)) => true,
            _ => self.is_none() && other.is_none(),
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            State::None | State::Promised(_) => f.write_str("None"),
            State::Held(value) => f.debug_tuple("Shared").field(value).finish(),
            State::Back(_) => f.write_str("Back"),
        }
    }
}

impl<T: Encode> Encode for Shared<T> {
    fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
        let identity = match &self.0 {
            State::None | State::Promised(_) => 0,
            State::Held(value) => Arc::as_ptr(value) as usize,
            State::Back(value) => value.as_ptr() as usize,
        };
        let value = self.get();
        s.shared(f, identity, value.as_deref());
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

    fn fresh<S: Source<'de>>(&mut self, s: &mut S, f: &Field) -> Result<(), Fail> {
        let id = self.promised();
        let mut result = Ok(());
        let value = Arc::new_cyclic(|way_back: &Weak<T>| {
            s.note(id, Box::new(way_back.clone()));
            let mut value = T::default();
            result = value.decode(s, f);
            value
        });
        s.note(id, Box::new(value.clone()));
        self.0 = State::Held(value);
        result
    }

    fn alias(&mut self, seen: &(dyn Any + Send + Sync)) -> Result<(), Fail> {
        self.0 = if let Some(value) = seen.downcast_ref::<Arc<T>>() {
            State::Held(value.clone())
        } else if let Some(way_back) = seen.downcast_ref::<Weak<T>>() {
            State::Back(way_back.clone())
        } else {
            return Err(Fail);
        };
        Ok(())
    }
}
