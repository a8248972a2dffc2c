//! Which calls involve context handles, and which client they belong to.
//!
//! Reading list: C706 sections 9.5.4 (execution contexts), 10.2.4 (CONTEXT_REQUEST), 10.2.1
//! (SEND_WAY2), appendix P (`convc_indy`).

use alloc::vec::Vec;
use core::time::Duration;

use super::super::callback;
use super::super::pdu::{Header, flag};
use super::Server;
use super::records::{Class, Space};
use super::spaces::Spaces;
use super::stage::Last;
use crate::contract::Rx;
use crate::dce::fault as status;
use crate::time::Instant;

/// The state of context handles.
#[derive(Debug)]
pub(super) struct Contexts {
    /// The clients that context handles are kept for.
    pub(super) spaces: Spaces,
    /// The operations with context handles: interface, major version, number; sorted.
    operations: Vec<([u8; 16], u16, u16)>,
}

impl Contexts {
    /// As [`Spaces::new`].
    pub(super) fn new(most: usize, silence: Duration, seed: u64) -> Self {
        Contexts {
            spaces: Spaces::new(most, silence, seed),
            operations: Vec::new(),
        }
    }

    /// Whether a request is for an operation with context handles (C706 section 10.2.4,
    /// CONTEXT_REQUEST). The client of a call without a reply cannot be called back.
    #[inline]
    pub(super) fn concern(&self, request: &Header) -> bool {
        let operation = || {
            let major = request.interface_version as u16;
            (request.interface, major, request.opnum)
        };
        !self.operations.is_empty()
            && !request.has(flag::MAYBE)
            && !request.has(flag::BROADCAST)
            && self.operations.binary_search(&operation()).is_ok()
    }
}

impl Server {
    /// Registers operations with context handles, by interface, major version and number (C706
    /// section 10.2.4, CONTEXT_REQUEST): only their calls have a
    /// [`Call::association`](crate::contract::Call).
    pub fn keep_contexts(&mut self, of: impl IntoIterator<Item = ([u8; 16], u16, u16)>) {
        self.contexts.operations.extend(of);
        self.contexts.operations.sort_unstable();
    }

    /// How many clients context handles are kept for.
    pub fn associations(&self) -> usize {
        self.contexts.spaces.len()
    }

    /// A client sent a keepalive (C706 appendix P).
    #[cold]
    pub(super) fn take_indy(&mut self, header: &Header, rx: &Rx, now: Instant) {
        let body = header.body(rx.buf.data());
        let said = (!header.has(flag::FRAG))
            .then(|| callback::parse_indy(header.opnum, body, header.drep))
            .flatten();
        match said {
            Some(space) if self.contexts.spaces.note_keepalive(&space, now) => {
                self.counters.alive += 1
            }
            Some(_) => self.counters.stray += 1,
            None => self.counters.malformed += 1,
        }
    }

    /// A PDU of an activity's client arrived.
    #[inline]
    pub(super) fn note_client(&mut self, at: u32, now: Instant) {
        if let Space::Joined(association) = self.records[at].caller.space
            && !self.contexts.spaces.note_pdu(association, now)
        {
            self.records[at].caller.space = Space::Unknown;
        }
    }

    /// The client has sent its address space. If there is no room for it, the call is refused: its
    /// context handles could not be run down.
    pub(super) fn join(&mut self, at: u32, space: [u8; 16], now: Instant) -> bool {
        let joined = self.contexts.spaces.join(space, now);
        let record = &mut self.records[at];
        record.caller.space = joined.map_or(Space::Unknown, Space::Joined);
        if joined.is_none() {
            let (header, from) = (record.header, record.from);
            self.refuse(&header, from, status::FAULT_REMOTE_NO_MEMORY);
            self.drop_call(at, Last::Forgotten);
            self.records.touch(at, Class::Quiet, now);
        }
        joined.is_some()
    }
}
