//! The memory of values, counted where it is allocated ([`MEMORY`](crate::protobuf::MEMORY)).

use alloc::vec::Vec;

use super::Decoder;
use crate::decode::Collect;
use crate::error::{Fail, MalformedKind};
use crate::meta::{Field, Length};

/// Elements that an empty array first reserves room for.
const FIRST_ELEMENTS: usize = 4;

impl<'de> Decoder<'de> {
    /// Charges this many bytes of memory.
    #[inline(always)]
    pub(super) fn charge(&mut self, bytes: usize) -> Result<(), Fail> {
        match self.room.checked_sub(bytes) {
            Some(room) => {
                self.room = room;
                Ok(())
            }
            None => Err(self.too_much()),
        }
    }

    #[cold]
    #[inline(never)]
    fn too_much(&mut self) -> Fail {
        self.fail(MalformedKind::Refused(
            "a value that takes more memory than its limits permit",
        ))
    }

    /// Empties an array and reserves room for `n` elements. Existing capacity is charged as well,
    /// so that whether a message is accepted does not depend on the previous value.
    #[inline(always)]
    pub(super) fn start<C: Collect<'de> + ?Sized>(
        &mut self,
        v: &mut C,
        n: usize,
    ) -> Result<(), Fail> {
        self.charge(n.saturating_mul(v.element_bytes()))?;
        v.start(n);
        Ok(())
    }

    /// The number of elements an array may have before [`grow`](Self::grow) is called.
    #[inline(always)]
    pub(super) fn ready<C: Collect<'de> + ?Sized>(f: &Field, v: &C) -> usize {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        v.capacity().min(max as usize)
    }

    /// Reserves room for at least one element; returns the number that then fit.
    ///
    /// # Errors
    /// The maximum number of elements is reached, or the memory is used up.
    #[cold]
    #[inline(never)]
    pub(super) fn grow<C: Collect<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut C,
    ) -> Result<usize, Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let (len, max) = (v.len(), max as usize);
        if len >= max {
            return Err(self.too_long(len + 1, max));
        }
        if len >= v.capacity() {
            self.enlarge(v, len.max(FIRST_ELEMENTS).min(max - len))?;
        }
        Ok(Self::ready(f, v))
    }

    fn enlarge<C: Collect<'de> + ?Sized>(&mut self, v: &mut C, more: usize) -> Result<(), Fail> {
        self.charge(more.saturating_mul(v.element_bytes()))?;
        v.make_room(more);
        Ok(())
    }

    /// Reserves room for an element that exists only to be [probed](super::probe).
    #[inline]
    pub(super) fn make_room_to_ask<C: Collect<'de> + ?Sized>(
        &mut self,
        v: &mut C,
    ) -> Result<(), Fail> {
        match v.len() < v.capacity() {
            true => Ok(()),
            false => self.enlarge(v, v.len().max(FIRST_ELEMENTS)),
        }
    }

    /// Reserves room for `n` more numbers.
    #[inline]
    pub(super) fn make_room<T>(&mut self, v: &mut Vec<T>, n: usize) -> Result<(), Fail> {
        match v.capacity() - v.len() < n {
            true => self.make_more_room(v, n),
            false => Ok(()),
        }
    }

    #[inline(never)]
    fn make_more_room<T>(&mut self, v: &mut Vec<T>, n: usize) -> Result<(), Fail> {
        // Elements that come one by one are charged by doubling.
        let more = match v.len() {
            0 => n.max(FIRST_ELEMENTS * usize::from(n == 1)),
            len => n.max(len),
        };
        self.charge(more.saturating_mul(size_of::<T>()))?;
        v.reserve_exact(more);
        Ok(())
    }
}
