//! Word of a call's client that arrives while the call is being carried out.
//!
//! Reading list: C706 sections 6.1.8 (cancels), 9.3.4 (calls), 12.6.4.6 (cancel) and 12.6.4.8 (orphaned).
//!
//! Only the common fields of what waits are looked at. Everything is heard again in its turn, when
//! the call is over and a cancel of it says nothing any more.

use super::Server;
use crate::contract::{Ahead, CallId, Interest, Rx};
use crate::dce::co::pdu::{HEADER, Header, PduType};

impl Server {
    /// What is known of a call's caller by now.
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
                self.hear_of(&header);
            }
        }
        self.looked_at = at;
        let Some(call) = self.pending.find(call_id) else {
            return Interest::Orphaned;
        };
        // C706 section 6.1.8: where communications are lost the procedure is cancelled, too.
        call.silent |= ahead.ended;
        if call.silent && !call.maybe {
            return Interest::Orphaned;
        }
        if call.cancels == 0 {
            return Interest::Wanted;
        }
        call.told = true;
        Interest::Cancelled
    }

    /// A PDU that is about a call under way, if it is one that has no answer.
    pub(super) fn hear_of(&mut self, header: &Header) {
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

/// The common fields of the PDU that starts at `at` of two pieces, if all of them have come.
fn header_at(first: &[u8], second: &[u8], at: usize) -> Option<Header> {
    let mut bytes = [0; HEADER];
    for (i, byte) in bytes.iter_mut().enumerate() {
        let at = at + i;
        let found = first.get(at).or_else(|| second.get(at - first.len()));
        *byte = *found?;
    }
    Header::parse(&bytes).ok()
}
