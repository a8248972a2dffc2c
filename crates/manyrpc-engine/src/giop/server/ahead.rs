//! Cancel requests that arrive while a call is being executed.
//!
//! Reading list: CORBA 3.0 section 15.4.4. A server may still reply to a cancelled request, and ours does: a client of
//! ours that has asked for the call to end waits for that.
//!
//! Only the headers of waiting messages are examined. All of them are handled again in order, when the call has ended
//! and a cancel request for it has no effect.

use super::Server;
use crate::contract::{Ahead, CallId, Interest, Rx};
use crate::giop::pdu::{HEADER, Header, MessageType, parse_cancel};

impl Server {
    /// What is known about a call's caller.
    #[cold]
    pub(super) fn look(&mut self, id: CallId, rx: &Rx, ahead: &Ahead<'_>) -> Interest {
        let waiting = rx.buf.data();
        let mut at = self.looked_at.max(self.frames.following());
        while let Some((header, bytes)) = message_at(waiting, ahead.bytes, at) {
            if header.kind == MessageType::CancelRequest
                && let Ok(request) = parse_cancel(&header, &bytes)
            {
                self.note_cancel(request);
            }
            at = at.saturating_add(HEADER + header.size as usize);
        }
        self.looked_at = at;
        match self.pending.get(id) {
            None => Interest::Orphaned,
            Some(call) if ahead.ended && call.answers => Interest::Orphaned,
            Some(call) if call.cancelled => Interest::Cancelled,
            Some(_) => Interest::Wanted,
        }
    }
}

/// The header of the message at offset `at` of two pieces, and as much of it as a cancel request has, if they are
/// there.
fn message_at(first: &[u8], second: &[u8], at: usize) -> Option<(Header, [u8; HEADER + 4])> {
    let mut bytes = [0; HEADER + 4];
    let mut have = 0;
    for byte in &mut bytes {
        let at = at + have;
        let found = first
            .get(at)
            .or_else(|| second.get(at.checked_sub(first.len())?));
        let Some(found) = found else { break };
        *byte = *found;
        have += 1;
    }
    let header = Header::parse(bytes.first_chunk().filter(|_| have >= HEADER)?).ok()?;
    let whole = header.kind != MessageType::CancelRequest || have == bytes.len();
    whole.then_some((header, bytes))
}
