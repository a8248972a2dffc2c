//! Replies to calls that end without results.
//!
//! Reading list: CORBA 3.0 section 15.4.3.2 (reply body).

use super::{Pending, Server};
use crate::exception::Members;
use crate::fault::Fault;
use crate::giop::ior::Ior;
use crate::giop::pdu::ReplyStatus;
use crate::giop::{fault, repository_id, wire};

impl Server {
    /// Tells where else the object is. A call without a reply is lost.
    #[cold]
    pub(super) fn forward(&mut self, call: &Pending, (to, for_good): &(Ior, bool)) {
        self.counters.answered += 1;
        if call.answers {
            // Version 1.2 alone says that it is for good.
            let status = match *for_good && call.minor == 2 {
                true => ReplyStatus::LocationForwardPerm,
                false => ReplyStatus::LocationForward,
            };
            self.begin(call, status);
            let start = self.out.start();
            to.put(&mut self.out.buf, start);
            self.dispatch(call);
        }
    }

    /// Replaces what was written with a reply for a fault: the exception that it holds, if its members are in CDR, or
    /// else a standard one.
    #[cold]
    pub(super) fn end_with(&mut self, call: &Pending, fault: &Fault) {
        let declared = fault.exceptions().iter().find_map(|e| match &e.members {
            Members::Cdr { bytes, .. } => Some((&e.name, bytes)),
            _ => None,
        });
        match declared {
            Some((name, members)) if members.len() <= self.limits.sent_message_bytes => {
                self.begin(call, ReplyStatus::UserException);
                let (id, start) = (repository_id::of_name(name), self.out.start());
                wire::put_string(&mut self.out.buf, start, &id);
                // They were marshalled for that place.
                self.out.buf.put(members);
                self.dispatch(call);
            }
            _ => self.raise(call, fault::to_wire(fault)),
        }
    }
}
