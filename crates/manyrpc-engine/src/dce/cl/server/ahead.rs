//! PDUs about a call that arrive while the call is being executed.
//!
//! Reading list: C706 sections 6.1.8 (cancels), 12.5.3.2 and 12.5.3.3 (cancel_ack and cancel),
//! 10.2.4 (PING_CALL).
//!
//! Cancels are noted and pings are answered; all PDUs are handled again in order, when the call has
//! ended and these have no effect any more.

use super::super::pdu::{self, Header, NONE_YET, PduType};
use super::Server;
use super::records::Class;
use super::stage::{Executing, Last, Stage};
use crate::contract::{Ahead, CallId, Interest};
use crate::time::Instant;

impl Server {
    /// What is known about a call's caller.
    #[cold]
    pub(super) fn look(&mut self, id: CallId, ahead: &Ahead<'_>, now: Instant) -> Interest {
        if let Ok(header) = Header::parse(ahead.bytes) {
            self.handle_waiting(&header, header.body(ahead.bytes), now);
        }
        let record = self.records.executing(id);
        record
            .and_then(|record| record.stage.executing())
            .map_or(Interest::Orphaned, Executing::report_interest)
    }

    fn handle_waiting(&mut self, header: &Header, body: &[u8], now: Instant) {
        let at = self.records.find(&header.activity, header.ahint);
        let about = at.filter(|at| {
            let record = &self.records[*at];
            record.header.seq == header.seq && matches!(record.stage, Stage::Executing(_))
        });
        match (about, header.ptype) {
            (Some(_), PduType::Cancel) => self.take_cancel(header, body, now),
            (Some(at), PduType::Ping) => self.send_control(at, PduType::Working, NONE_YET, &[]),
            _ => {}
        }
    }

    /// The client cancels or abandons its call (C706 sections 12.5.3.2 and 12.5.3.3).
    pub(super) fn take_cancel(&mut self, header: &Header, body: &[u8], now: Instant) {
        let Some(at) = self.current(header) else {
            return;
        };
        let id = pdu::cancel_id(body, header.little());
        if let Some(id) = id.filter(|_| self.personality.cancel_bodies) {
            let stage = &mut self.records[at].stage;
            let accepting = !stage.is_over();
            self.counters.cancels += u64::from(stage.cancel());
            let body = pdu::cancel_ack_body(id, accepting);
            return self.send_control(at, PduType::CancelAck, 0, &body);
        }
        match &mut self.records[at].stage {
            Stage::Executing(call) => self.counters.orphans += u64::from(call.orphan()),
            Stage::Idle(_) => {}
            Stage::Replied(_) => self.settle(at, now),
            Stage::Receiving(_) | Stage::Asking(_) | Stage::Ready(_) => {
                self.drop_call(at, Last::Settled);
                self.records.touch(at, Class::Quiet, now);
            }
        }
        self.send_control(at, PduType::CancelAck, 0, &[]);
    }
}
