//! A server's calls in flight.

use alloc::vec::Vec;

use super::auth::Place;
use crate::contract::CallId;

/// A call whose reply is incomplete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) id: CallId,
    pub(super) call_id: u32,
    /// Its presentation context.
    pub(super) context: u16,
    /// Its security context.
    pub(super) security: Option<Place>,
    /// The number of cancels received for it.
    pub(super) cancels: u8,
    /// The application has been told of them.
    pub(super) cancel_reported: bool,
    /// The client expects no reply (maybe semantics).
    pub(super) maybe: bool,
    /// No reply is expected: a maybe call, or an orphaned one.
    pub(super) silent: bool,
}

/// The calls in flight, usually none or one.
#[derive(Debug, Default)]
pub(super) struct Table {
    all: Vec<Pending>,
    serial: u64,
}

impl Table {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    #[inline]
    pub(super) fn open(
        &mut self,
        call_id: u32,
        context: u16,
        security: Option<Place>,
        maybe: bool,
    ) -> CallId {
        self.serial += 1;
        let id = CallId(self.serial);
        self.all.push(Pending {
            id,
            call_id,
            context,
            security,
            cancels: 0,
            cancel_reported: false,
            maybe,
            silent: maybe,
        });
        id
    }

    /// The call with this `call_id`.
    #[inline]
    pub(super) fn find(&mut self, call_id: u32) -> Option<&mut Pending> {
        self.all.iter_mut().find(|p| p.call_id == call_id)
    }

    #[inline]
    pub(super) fn get(&self, id: CallId) -> Option<&Pending> {
        self.all.iter().find(|p| p.id == id)
    }

    #[inline]
    pub(super) fn take(&mut self, id: CallId) -> Option<Pending> {
        let at = self.all.iter().position(|p| p.id == id)?;
        Some(self.all.swap_remove(at))
    }

    pub(super) fn shrink(&mut self) {
        if self.all.is_empty() {
            self.all = Vec::new();
        }
    }
}
