//! Parts of an engine that an idle connection does without.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use core::ops::{Deref, DerefMut};

use manyrpc_codec::Buf;

/// What is needed while calls are in flight: there is memory for it from its first change to its
/// [release](Self::release). Reading it costs a branch more than a field of the engine.
#[derive(Debug)]
pub(crate) struct InUse<T>(Option<Box<T>>);

/// A part that can be missing.
pub(crate) trait Idle: Default + 'static {
    /// What it is while nothing is in flight.
    const IDLE: &'static Self;
}

impl<T: 'static> Idle for VecDeque<T> {
    const IDLE: &'static Self = &VecDeque::new();
}

impl Idle for Buf {
    const IDLE: &'static Self = &Buf::new();
}

impl<T> Default for InUse<T> {
    fn default() -> Self {
        InUse(None)
    }
}

impl<T> InUse<T> {
    /// What there is of it, to be changed without taking memory.
    #[inline]
    pub(crate) fn used(&mut self) -> Option<&mut T> {
        self.0.as_deref_mut()
    }

    /// Releases it, with all that it holds.
    pub(crate) fn release(&mut self) {
        self.0 = None;
    }
}

impl<T: Idle> Deref for InUse<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match &self.0 {
            Some(used) => used,
            None => T::IDLE,
        }
    }
}

impl<T: Idle> DerefMut for InUse<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}
