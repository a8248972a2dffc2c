//! Shorthand credentials: taken from replies, and dropped when the server has forgotten them.
//!
//! Reading list: RFC 5531 appendix A (AUTH_SHORT).

use core::mem;

use manyrpc_codec::Buf;

use super::{Client, Transport};
use crate::carrier::record_mark;
use crate::onc::Credentials;
use crate::onc::pdu::{AuthStatus, Denied, Flavor, ReplyBody};
use crate::time::Instant;

impl Client {
    /// RFC 5531 appendix A: a verifier of flavor AUTH_SHORT may be used as the credential from now
    /// on.
    #[inline]
    pub(super) fn remember_shorthand(&mut self, reply: &ReplyBody<'_>) {
        if let ReplyBody::Accepted { verifier, .. } = reply
            && verifier.flavor == Flavor::Short
        {
            let unchanged = self
                .shorthand
                .as_ref()
                .is_some_and(|s| s.wire()[8..].starts_with(verifier.body));
            if !unchanged {
                self.shorthand = Some(Credentials::of(*verifier));
            }
        }
    }

    /// Retransmits a call with the full credential (RFC 5531 appendix A: the server may have
    /// forgotten the shorthand).
    #[cold]
    pub(super) fn fall_back(&mut self, at: u32, now: Instant) {
        self.shorthand = None;
        self.counters.fallbacks += 1;
        let slot = self.calls.slot(at);
        slot.own.short = false;
        let old = mem::take(&mut slot.message);
        let arguments_at = slot.own.arguments_at;
        let head = &old.data()[..24];
        let mut message = Buf::with_capacity(old.len() + self.credentials.wire().len());
        message.put(head);
        message.put(self.credentials.wire());
        slot.own.arguments_at = message.len();
        message.put(&old.data()[arguments_at..]);
        slot.message = message;
        slot.own.transmissions += 1;
        match &mut self.transport {
            Transport::Datagram { due, rtt, .. } => {
                slot.own.wait = rtt.wait();
                let alarm = (now + slot.own.wait).min(slot.own.deadline);
                if !mem::replace(&mut slot.own.due, true) {
                    due.push_back((at, slot.id));
                }
                self.calls.timers.set(at, alarm);
            }
            Transport::Stream { held, .. } => {
                *held = 0;
                let start = self.out.start();
                record_mark::begin(&mut self.out.buf);
                self.out.buf.put(slot.message.data());
                record_mark::finish(&mut self.out.buf, start, self.fragment_bytes);
                self.out.commit();
            }
        }
    }
}

/// Whether a reply rejects a credential that may be a forgotten shorthand.
pub(super) fn is_rejected_credential(reply: &ReplyBody<'_>) -> bool {
    matches!(
        reply,
        ReplyBody::Denied(Denied::AuthError(AuthStatus::RejectedCredential))
    )
}
