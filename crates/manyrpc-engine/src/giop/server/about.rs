//! What the engine itself answers about objects: where they are, and what every object can be asked.
//!
//! Reading list: CORBA 3.0 sections 4.3 (operations of every object), 15.4.1.1 and 15.4.2 (their names), 15.4.5 and
//! 15.4.6 (locate request and reply).

use super::{Pending, Server};
use crate::contract::Rx;
use crate::fault::{Fault, WireError};
use crate::giop::frames::Message;
use crate::giop::ior::Ior;
use crate::giop::pdu::{self, LocateStatus, ReplyStatus, Request, Target};
use crate::giop::repository_id;
use crate::giop::system_exception::{Completion, Standard, SystemException};
use crate::giop::wire::{self, Reader};
use crate::giop::{Object, fault};

impl Server {
    pub(super) fn take_locate(&mut self, rx: &Rx, message: &Message) -> Result<(), WireError> {
        let minor = message.header.minor;
        let (id, target) = pdu::parse_locate(&message.header, message.bytes(&rx.buf))?;
        let (status, to) = self.located(target, minor);
        self.counters.located += 1;
        self.out.rollback();
        let start = self.out.start();
        pdu::put_locate_reply(&mut self.out.buf, minor, id, status);
        if status == LocateStatus::NeedsAddressingMode {
            self.out.buf.put_array(pdu::addressing::KEY.to_le_bytes());
        }
        if let Some(to) = to {
            to.put(&mut self.out.buf, start);
        }
        let most = self.frames.piece_bytes();
        pdu::finish(&mut self.out.buf, start, id, most);
        self.out.commit();
        Ok(())
    }

    /// What is known of an object, and where else it is, as GIOP 1.`minor` says it.
    fn located(&self, target: Target<'_>, minor: u8) -> (LocateStatus, Option<Ior>) {
        let Target::Key(key) = target else {
            return (LocateStatus::NeedsAddressingMode, None);
        };
        match self.moved(key, self.host.find(key)) {
            // Version 1.2 alone says that it is for good.
            Some((to, true)) if minor >= 2 => (LocateStatus::ObjectForwardPerm, Some(to)),
            Some((to, _)) => (LocateStatus::ObjectForward, Some(to)),
            None if self.host.exists(key) => (LocateStatus::ObjectHere, None),
            None => (LocateStatus::UnknownObject, None),
        }
    }

    /// Where the object with that key has moved to, if it has, and whether for good.
    pub(super) fn moved(&self, key: &[u8], found: Object) -> Option<(Ior, bool)> {
        match found {
            Object::Moved => self.host.location(key),
            _ => None,
        }
    }

    /// Answers a request that every object understands; false if it is another one.
    pub(super) fn answer_about(
        &mut self,
        key: &[u8],
        found: Object,
        call: &Pending,
        request: &Request<'_>,
        rx: &Rx,
        message: &Message,
    ) -> Result<bool, WireError> {
        // Operations of definitions have names that begin with a letter, and attributes' are `_get_…` and `_set_…`.
        if !request.operation.starts_with('_') {
            return Ok(false);
        }
        let host = self.host.clone();
        let known = || found != Object::Unknown && host.exists(key);
        match request.operation {
            // Version 1.0 and 1.1 have the second name, too (section 15.4.1.1).
            "_non_existent" | "_not_existent" => {
                let exists = known();
                self.answer(call, |buf, _| buf.put(&[u8::from(!exists)]))
            }
            "_is_a" if known() => {
                let bytes = message.bytes(&rx.buf);
                let mut r = Reader::at(bytes, message.header.order, request.body);
                match r.string() {
                    Ok(id) => {
                        let is = id == repository_id::OBJECT || self.host.is_a(key, id);
                        self.answer(call, |buf, _| buf.put(&[u8::from(is)]));
                    }
                    Err(_) => self.refuse(call, fault::to_wire(&Fault::BadArguments)),
                }
            }
            "_repository_id" if known() => match self.host.repository_id(key) {
                Some(id) => self.answer(call, |buf, start| wire::put_string(buf, start, &id)),
                None => self.refuse(call, fault::to_wire(&Fault::NoSuchOperation)),
            },
            // No interface repository is known.
            "_interface" if known() => {
                let nothing = SystemException::new(Standard::IntfRepos, 0, Completion::No);
                self.refuse(call, nothing);
            }
            // Nil, and an empty list.
            "_component" if known() => self.answer(call, |buf, start| {
                wire::put_string(buf, start, "");
                wire::put_u32(buf, start, 0);
            }),
            "_domain_managers" if known() => {
                self.answer(call, |buf, start| wire::put_u32(buf, start, 0))
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn answer(&mut self, call: &Pending, write: impl FnOnce(&mut manyrpc_codec::Buf, usize)) {
        self.counters.answered += 1;
        if call.answers {
            self.begin(call, ReplyStatus::NoException);
            let start = self.out.start();
            write(&mut self.out.buf, start);
            self.dispatch(call);
        }
    }
}
