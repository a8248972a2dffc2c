//! Ending calls without a reply, and ending connections.
//!
//! Reading list: C706 sections 6.1.8 (cancels), 12.6.4.6 (cancel), 12.6.4.8 (orphaned), 12.6.4.11 (shutdown);
//! MS-RPCE section 3.3.1.5.10.

use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::Client;
use crate::contract::{CallId, CallKind, ClientEvent};
use crate::dce::co::calls::State;
use crate::dce::co::pdu::{HEADER, Header, PduType};
use crate::fault::{CallError, Closed, WireError};
use crate::time::Instant;

impl Client {
    /// The server wants the connection closed: no more calls begin (C706 section 12.6.4.11).
    pub(super) fn shut_down(&mut self) {
        let error = CallError::Closed(Closed::ByPeer);
        for at in self.places_in_order() {
            if self.calls.slot(at).state == State::Queued {
                self.fail_with_event(at, error.clone());
            }
        }
        self.queue.clear();
        if self.ended.is_none() {
            self.ended = Some(error);
        }
    }

    pub(super) fn places_in_order(&mut self) -> Vec<u32> {
        let mut open: Vec<_> = self.calls.open_places().collect();
        open.sort_by_key(|at| self.calls.slot(*at).id);
        open
    }

    pub(super) fn fail(&mut self, at: u32, error: CallError) -> ClientEvent {
        let slot = self.calls.slot(at);
        let id = slot.id;
        slot.message = Buf::new();
        self.calls.close(at);
        ClientEvent::Failed { id, error }
    }

    /// Fails a call that was finished; one without a reply gives no event.
    pub(super) fn fail_with_event(&mut self, at: u32, error: CallError) {
        let told = self.calls.slot(at).kind != CallKind::OneWay;
        let event = self.fail(at, error);
        if told {
            self.queue_event(event);
        }
    }

    /// Queues an event.
    pub(super) fn queue_event(&mut self, event: ClientEvent) {
        self.events.push_back(event);
    }

    /// Fails every call in flight, and allows no more.
    pub(super) fn end(&mut self, error: CallError) {
        for at in self.places_in_order() {
            let slot = self.calls.slot(at);
            match slot.state {
                State::Writing => drop(self.fail(at, error.clone())),
                _ => self.fail_with_event(at, error.clone()),
            }
        }
        self.queue.clear();
        self.asked = None;
        self.writing = None;
        self.out.clear();
        if self.ended.is_none() {
            self.ended = Some(error);
        }
    }

    pub(super) fn break_down(&mut self, e: WireError) {
        self.end(e.into());
        self.ended = Some(e.into());
        self.events.push_back(ClientEvent::Broken(e));
    }

    /// A call ends before its reply has arrived. What the server is sent depends on the call's
    /// state.
    pub(super) fn give_up(&mut self, at: u32) {
        let slot = self.calls.slot(at);
        let (state, id, kind) = (slot.state, slot.id, slot.kind);
        let cancelled = slot.own.cancelled;
        let call_id = id.0 as u32;
        slot.message = Buf::new();
        self.calls.close(at);
        self.frames.forget(call_id);
        if state == State::Queued {
            self.queue.retain(|(_, queued)| *queued != id);
        }
        if state != State::Waiting || kind == CallKind::OneWay || self.ended.is_some() {
            return;
        }
        let Some(association) = &self.association else {
            return;
        };
        // MS-RPCE section 3.3.1.5.10: otherwise an orphaned PDU would end the connection.
        let orphan = association.keep_on_orphan && association.multiplex;
        if !cancelled {
            self.counters.cancels += 1;
            self.notify_server(PduType::Cancel, call_id);
        }
        if orphan {
            self.counters.orphans += 1;
            self.notify_server(PduType::Orphaned, call_id);
        }
    }

    /// Sends a cancel or an orphaned PDU, before the request being written.
    fn notify_server(&mut self, kind: PduType, call_id: u32) {
        let header = Header {
            frag_length: HEADER as u16,
            ..Header::new(kind, call_id)
        };
        self.out.buf.put_array(header.emit());
        self.out.commit_before(HEADER);
    }

    /// Sends a cancel for a call and starts its timeout (C706 section 6.1.8: the cancel time-out
    /// period). False if there is no such call.
    pub(super) fn request_cancel_of(&mut self, id: CallId, now: Instant) -> bool {
        let Some(at) = self.calls.find(id) else {
            return false;
        };
        let slot = self.calls.slot(at);
        match (slot.state, slot.kind) {
            (State::Waiting, CallKind::Call) => {
                let due = slot.own.due.min(now + self.cancel_timeout);
                if !core::mem::replace(&mut slot.own.cancelled, true) {
                    self.calls.timers.set(at, due);
                }
                self.counters.cancels += 1;
                self.notify_server(PduType::Cancel, id.0 as u32);
            }
            (State::Queued, _) => {
                self.queue.retain(|(_, queued)| *queued != id);
                self.fail_with_event(at, CallError::Cancelled);
            }
            _ => return false,
        }
        true
    }

    /// A call has timed out, or the server has not ended it in time after a cancel.
    pub(super) fn alarm(&mut self, at: u32) {
        let slot = self.calls.slot(at);
        let (id, kind) = (slot.id, slot.kind);
        let transmissions = u32::from(slot.state == State::Waiting);
        let error = match slot.own.cancelled {
            true => CallError::Cancelled,
            false => CallError::TimedOut { transmissions },
        };
        self.counters.timeouts += u64::from(!slot.own.cancelled);
        self.give_up(at);
        if kind != CallKind::OneWay {
            self.queue_event(ClientEvent::Failed { id, error });
        }
    }

    /// No more PDUs are handled. After a shutdown, replies still are.
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.ended.is_some() && self.calls.len() == 0
    }
}
