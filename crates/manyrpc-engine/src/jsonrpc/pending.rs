//! What a server has under way.

use alloc::vec::Vec;

use super::text::Version;
use crate::contract::CallId;

/// Where a message came from, and where its reply goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// A message of its own: the carrier's name of the exchange.
    Alone(u64),
    /// One of those in a batch.
    Batch(u32),
}

/// A call whose reply is not complete.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) id: CallId,
    pub(super) origin: Origin,
    pub(super) version: Version,
    /// Its `id` as it came; empty for a notification, which has no reply.
    pub(super) echo: Vec<u8>,
}

/// The calls under way, few mostly.
#[derive(Debug, Default)]
pub(super) struct Table {
    calls: Vec<Pending>,
    /// Memory for the ids of calls to come.
    spare: Vec<Vec<u8>>,
    serial: u64,
    bytes: usize,
}

/// Memory kept for ids: so many, each of at most so many bytes.
const SPARES: usize = 64;
const SPARE_BYTES: usize = 64;

impl Table {
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.calls.len()
    }

    /// Bytes of their ids.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// A call begins; an empty `echo` makes it a notification.
    pub(super) fn open(&mut self, origin: Origin, version: Version, id: &[u8]) -> CallId {
        let mut echo = self.spare.pop().unwrap_or_default();
        echo.extend_from_slice(id);
        self.bytes += id.len();
        self.serial += 1;
        let id = CallId(self.serial);
        self.calls.push(Pending {
            id,
            origin,
            version,
            echo,
        });
        id
    }

    #[inline]
    pub(super) fn get(&self, id: CallId) -> Option<&Pending> {
        self.calls.iter().find(|call| call.id == id)
    }

    /// The call is over. Its memory comes back by [`put_back`](Self::put_back).
    #[inline]
    pub(super) fn close(&mut self, id: CallId) -> Option<Pending> {
        let at = self.calls.iter().position(|call| call.id == id)?;
        let call = self.calls.swap_remove(at);
        self.bytes -= call.echo.len();
        Some(call)
    }

    #[inline]
    pub(super) fn put_back(&mut self, mut echo: Vec<u8>) {
        if self.spare.len() < SPARES && echo.capacity() <= SPARE_BYTES {
            echo.clear();
            self.spare.push(echo);
        }
    }

    pub(super) fn shrink(&mut self) {
        self.spare = Vec::new();
        if self.calls.is_empty() {
            self.calls = Vec::new();
        }
    }
}
