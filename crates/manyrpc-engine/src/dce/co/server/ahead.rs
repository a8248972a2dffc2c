//! PDUs about a call that arrive while the call is being executed.
//!
//! Reading list: C706 sections 6.1.8 (cancels), 9.3.4 (calls), 12.6.4.6 (cancel) and 12.6.4.8 (orphaned).
//!
//! Only the common fields of waiting PDUs are examined. All of them are handled again in order,
//! when the call has ended and a cancel of it has no effect.

use super::Server;
use crate::contract::{Ahead, CallId, Interest, Rx};
use crate::dce::co::pdu::{HEADER, Header, PduType};

impl Server {
    /// What is known about a call's caller.
    #[cold]
    pub(super) fn look(&mut self, id: CallId, rx: &Rx, ahead: &Ahead<'_>) -> Interest {
        let Some(call_id) = self.pending.get(id).map(|call| call.call_id) else {
            return Interest::Orphaned;
        };
        let waiting = rx.buf.data();
        let mut at = self.looked_at.max(self.frames.following());
        while let Some(header) = header_at(waiting, ahead.bytes, at) {
            at += usize::from(header.frag_length);
            if header.call_id == call_id {
                self.note_control(&header);
            }
        }
        self.looked_at = at;
        let Some(call) = self.pending.find(call_id) else {
            return Interest::Orphaned;
        };
        // C706 section 6.1.8: loss of communication cancels the call, too.
        call.silent |= ahead.ended;
        if call.silent && !call.maybe {
            return Interest::Orphaned;
        }
        if call.cancels == 0 {
            return Interest::Wanted;
        }
        call.cancel_reported = true;
        Interest::Cancelled
    }

    /// Handles a PDU about a call in flight, if it needs no answer.
    pub(super) fn note_control(&mut self, header: &Header) {
        let Some(call) = self.pending.find(header.call_id) else {
            return;
        };
        match header.kind {
            PduType::Cancel => {
                call.cancels = call.cancels.saturating_add(1);
                self.counters.cancels += 1;
            }
            PduType::Orphaned => {
                self.counters.orphans += u64::from(!call.silent);
                call.silent = true;
            }
            _ => {}
        }
    }
}

/// The common fields of the PDU at offset `at` of two pieces, if they are complete.
fn header_at(first: &[u8], second: &[u8], at: usize) -> Option<Header> {
    let mut bytes = [0; HEADER];
    for (i, byte) in bytes.iter_mut().enumerate() {
        let at = at + i;
        let found = first.get(at).or_else(|| second.get(at - first.len()));
        *byte = *found?;
    }
    Header::parse(&bytes).ok()
}
