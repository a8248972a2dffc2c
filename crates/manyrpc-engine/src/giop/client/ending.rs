//! Replies other than results.
//!
//! Reading list: CORBA 3.0 section 15.4.3.2 (reply body).

use super::Client;
use crate::contract::ClientEvent;
use crate::exception::Exception;
use crate::fault::{CallError, Fault, WireError};
use crate::giop::frames::Message;
use crate::giop::ior::Ior;
use crate::giop::pdu::{Reply, ReplyStatus};
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
                let ior = Ior::read_at(message, header.order, reply.body)?;
                match self.follow(at, &ior) {
                    Ok(()) => return Ok(None),
                    Err(why) => elsewhere(&ior, why),
                }
            }
            ReplyStatus::NeedsAddressingMode => {
                let wanted = r.u16()?;
                match self.readdress(at, wanted) {
                    true => return Ok(None),
                    false => SystemException::new(Standard::InvObjref, 0, Completion::No)
                        .fault()
                        .with_message("the server wants the object to be named by its reference"),
                }
            }
            ReplyStatus::NoException | ReplyStatus::Unknown(_) => {
                return Err(wire::bad("reply_status", reply.status.into()));
            }
        };
        self.counters.replies += 1;
        Ok(Some(self.fail(at, CallError::Fault(fault))))
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
