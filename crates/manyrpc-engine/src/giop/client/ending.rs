//! Replies other than results.
//!
//! Reading list: CORBA 3.0 sections 15.4.3.2 (reply body), 15.4.6 (locate reply).

use manyrpc_codec::Encoding;

use super::Client;
use crate::contract::{ClientEvent, Rx};
use crate::exception::Exception;
use crate::fault::{CallError, Fault, WireError};
use crate::giop::frames::Message;
use crate::giop::ior::Ior;
use crate::giop::pdu::{LocateReply, LocateStatus, Reply, ReplyStatus};
use crate::giop::system_exception::{Completion, Standard, SystemException};
use crate::giop::wire::{self, Reader};
use crate::giop::{fault, repository_id};

impl Client {
    #[cold]
    pub(super) fn take_other(
        &mut self,
        at: u32,
        of: &Message,
        message: &[u8],
        reply: &Reply<'_>,
    ) -> Result<Option<ClientEvent>, WireError> {
        let header = &of.header;
        let mut r = Reader::at(message, header.order, reply.body);
        let fault = match reply.status {
            ReplyStatus::UserException => {
                let id = r.string()?;
                let at = r.position();
                let representation = self.code_sets.representation(header.order, header.minor);
                raised(id, &message[at..], of.body(representation, at))
            }
            ReplyStatus::SystemException => fault::from_wire(SystemException::read(&mut r)?),
            ReplyStatus::LocationForward | ReplyStatus::LocationForwardPerm => {
                let to = Ior::read_at(message, header.order, reply.body)?;
                return Ok(self.sent_on(at, &to));
            }
            ReplyStatus::NeedsAddressingMode => return Ok(self.asked_for(at, r.u16()?)),
            ReplyStatus::NoException | ReplyStatus::Unknown(_) => {
                return Err(wire::bad("reply_status", reply.status.into()));
            }
        };
        Ok(Some(self.end_with(at, fault)))
    }

    /// The answer to a question where an object is (section 15.4.6).
    #[cold]
    pub(super) fn take_locate_reply(
        &mut self,
        rx: &Rx,
        of: &Message,
    ) -> Result<Option<ClientEvent>, WireError> {
        let header = &of.header;
        let message = of.bytes(&rx.buf);
        let reply = LocateReply::parse(header, message)?;
        let asked = self.calls.find_waiting(reply.id);
        let Some(at) = asked.filter(|at| self.calls.own(*at).locates) else {
            self.counters.stray += 1;
            return Ok(None);
        };
        let mut r = Reader::at(message, header.order, reply.body);
        let fault = match reply.status {
            LocateStatus::ObjectHere => {
                let id = self.calls.slot(at).id;
                self.close(at);
                self.counters.replies += 1;
                let representation = self.code_sets.representation(header.order, header.minor);
                return Ok(Some(ClientEvent::Reply {
                    id,
                    body: 0..0,
                    encoding: Encoding::Cdr(representation),
                }));
            }
            LocateStatus::UnknownObject => {
                let nothing = SystemException::new(Standard::ObjectNotExist, 0, Completion::No);
                fault::from_wire(nothing)
            }
            LocateStatus::ObjectForward | LocateStatus::ObjectForwardPerm => {
                let to = Ior::read_at(message, header.order, reply.body)?;
                return Ok(self.sent_on(at, &to));
            }
            LocateStatus::SystemException => fault::from_wire(SystemException::read(&mut r)?),
            LocateStatus::NeedsAddressingMode => return Ok(self.asked_for(at, r.u16()?)),
            LocateStatus::Unknown(other) => return Err(wire::bad("locate_status", other)),
        };
        Ok(Some(self.end_with(at, fault)))
    }

    /// A call's object is there: follows it, or else the call fails.
    fn sent_on(&mut self, at: u32, to: &Ior) -> Option<ClientEvent> {
        let why = self.follow(at, to).err()?;
        Some(self.end_with(at, elsewhere(to, why)))
    }

    /// The server wants a call's object to be named in another way: does so, or else the call fails.
    fn asked_for(&mut self, at: u32, wanted: u16) -> Option<ClientEvent> {
        if self.readdress(at, wanted) {
            return None;
        }
        let fault = SystemException::new(Standard::InvObjref, 0, Completion::No)
            .fault()
            .with_message("the server wants the object to be named by its reference");
        Some(self.end_with(at, fault))
    }

    fn end_with(&mut self, at: u32, fault: Fault) -> ClientEvent {
        self.counters.replies += 1;
        self.fail(at, CallError::Fault(fault))
    }
}

/// A declared exception as a fault. Its operation's number for it is not known here.
fn raised(id: &str, members: &[u8], representation: manyrpc_codec::cdr::Representation) -> Fault {
    let name = repository_id::name_of(id).unwrap_or_else(|| id.into());
    Fault::raised(0, Exception::cdr(name, members, representation))
}

/// The fault for an object that is elsewhere, where nobody goes: `TRANSIENT`, since it may be reached there.
fn elsewhere(ior: &Ior, why: &str) -> Fault {
    SystemException::new(Standard::Transient, 0, Completion::No)
        .fault()
        .with_message(alloc::format!("the object is at {ior}, {why}"))
}
