//! Which calls have to do with contexts, and whose they are.
//!
//! Reading list: C706 sections 9.5.4 (execution contexts), 10.2.4 (CONTEXT_REQUEST), 10.2.1
//! (SEND_WAY2), appendix P (`convc_indy`).

use super::super::callback;
use super::super::pdu::{Header, flag};
use super::super::records::{Class, Last};
use super::Server;
use crate::contract::Rx;
use crate::dce::fault as status;
use crate::time::Instant;

impl Server {
    /// Operations that give or take context handles, by interface, major version and number (C706
    /// section 10.2.4, CONTEXT_REQUEST): their calls have a [`Call::association`](crate::contract::Call), which others
    /// have not.
    pub fn keep_contexts(&mut self, of: impl IntoIterator<Item = ([u8; 16], u16, u16)>) {
        self.contextual.extend(of);
        self.contextual.sort_unstable();
    }

    /// How many clients contexts are kept for, as far as we know.
    pub fn associations(&self) -> usize {
        self.spaces.len()
    }

    /// A client says that it lives (C706 appendix P).
    #[cold]
    pub(super) fn take_indy(&mut self, header: &Header, rx: &Rx, now: Instant) {
        let body = header.body(rx.buf.data());
        let said = (!header.has(flag::FRAG))
            .then(|| callback::parse_indy(header.opnum, body, header.drep))
            .flatten();
        match said {
            Some(space) if self.spaces.lives(&space, now) => self.counters.alive += 1,
            Some(_) => self.counters.stray += 1,
            None => self.counters.malformed += 1,
        }
    }

    /// Whether a request is for an operation that has to do with contexts (C706 section 10.2.4,
    /// CONTEXT_REQUEST). Whom nobody waits for cannot be asked.
    #[inline]
    pub(super) fn is_contextual(&self, header: &Header) -> bool {
        !self.contextual.is_empty()
            && !header.has(flag::MAYBE)
            && !header.has(flag::BROADCAST)
            && self
                .contextual
                .binary_search(&(
                    header.interface,
                    header.interface_version as u16,
                    header.opnum,
                ))
                .is_ok()
    }

    /// The client of an activity was heard of.
    #[inline]
    pub(super) fn hear(&mut self, at: u32, now: Instant) {
        let association = self.records[at].association;
        if association != 0 && !self.spaces.hear(association, now) {
            self.records[at].association = 0;
        }
    }

    /// The client has told its address space. Without room for it the call is refused: what would be
    /// kept for the client could not be run down.
    pub(super) fn join(&mut self, at: u32, space: [u8; 16], now: Instant) -> bool {
        let joined = self.spaces.join(space, now);
        self.records[at].association = joined.unwrap_or(0);
        if joined.is_none() {
            let (header, from) = (self.records[at].header, self.records[at].from);
            self.refuse(&header, from, status::FAULT_REMOTE_NO_MEMORY);
            self.drop_call(at);
            self.records[at].last = Last::Forgotten;
            self.records.touch(at, Class::Quiet, now);
        }
        joined.is_some()
    }

    /// The client does not know the question for its address space, as those of NCS: it gets no
    /// association, and is asked what else there is to ask.
    #[cold]
    pub(super) fn do_without_space(&mut self, at: u32, now: Instant) {
        let record = &mut self.records[at];
        record.asked = None;
        record.spaceless = true;
        if record.only_space {
            return self.release_call(at);
        }
        self.ask(at, now);
        self.arm(at);
    }
}
