//! Calls that are sent again.
//!
//! Reading list: CORBA 3.0 sections 15.4.3.2 (LOCATION_FORWARD, NEEDS_ADDRESSING_MODE), 15.5.1.1 (orderly shutdown).
//!
//! The body of a call is not marshalled again, so it must begin at the same offset modulo 8. Since GIOP 1.2 it always
//! does; before, the requesting principal, which nobody reads, is as long as it has to be.
//!
//! Another server knows nothing of the client: what is sent to it first has the service contexts that tell it (section
//! 13.10.2.6), whether or not the server before was still to be told.
//!
//! A call that was sent is kept in the output, one that waits for another connection in its slot.

use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::moves::HOME;
use super::{Call, Client, MOST_HOPS};
use crate::contract::{CallKind, Reconnection};
use crate::fault::{CallError, Closed};
use crate::giop::ior::{Ior, MOST_ADDRESSES, Tagged};
use crate::giop::pdu::{self, Header, MessageType, Request, RequestHead, Target};
use crate::giop::wire;
use crate::in_flight::{InFlight, State};

impl Client {
    /// Sends the finished message at the end of the output, or queues it until its place is reached.
    #[inline]
    pub(super) fn dispatch(&mut self, at: u32) {
        let slot = self.calls.slot(at);
        let (id, kind) = (slot.id, slot.kind);
        if !self.queue.is_empty() || slot.own.place != self.moves.here || self.left {
            slot.state = State::Queued;
            slot.message.clear();
            slot.message.put(self.out.unfinished());
            self.out.rollback();
            self.queue.push_back((at, id));
            return;
        }
        slot.state = State::Waiting;
        let start = self.out.start();
        let most = self.frames.piece_bytes();
        pdu::finish(self.out.buf(), start, id.0 as u32, most);
        if self.reconnects && kind != CallKind::OneWay {
            slot.own.sent = Some(self.out.commit_and_keep());
        } else {
            self.out.commit();
        }
        if kind == CallKind::OneWay {
            self.close(at);
        }
    }

    /// The message of a call that was sent and is kept, in one piece.
    fn kept(&mut self, at: u32) -> Option<Buf> {
        let ticket = self.calls.own(at).sent?;
        self.out.get(ticket).map(pdu::joined)
    }

    /// A call's object is elsewhere.
    ///
    /// # Errors
    /// The call cannot be sent there; why.
    pub(super) fn follow(&mut self, at: u32, ior: &Ior) -> Result<(), &'static str> {
        let profiles = ior.iiop().map(|p| (self.moves.endpoints_of(&p), p));
        let mut profiles = profiles.filter(|(endpoints, _)| !endpoints.is_empty());
        let Some((mut endpoints, profile)) = profiles.next() else {
            return Err("of which no address is understood");
        };
        // Other profiles are other addresses of the same object, if its key is the same.
        let others = profiles.filter(|(_, other)| other.key == profile.key);
        endpoints.extend(others.flat_map(|(endpoints, _)| endpoints));
        endpoints.truncate(MOST_ADDRESSES);
        let message = self.kept(at).ok_or("where the call was not sent")?;
        let call = &mut self.calls.slot(at).own;
        if call.hops >= MOST_HOPS {
            return Err("after too many other places");
        }
        let from = key_in(message.data()).ok_or("where the call was not sent")?;
        let place = self.moves.note(from, &profile.key, endpoints);
        call.place = place.ok_or("after too many other objects")?;
        call.hops += 1;
        self.readdress_and_send(at, &message, &profile.key, None);
        Ok(())
    }

    /// The server wants the object of a call named in another way. False if that cannot be done.
    pub(super) fn readdress(&mut self, at: u32, wanted: u16) -> bool {
        let Some(message) = self.kept(at) else {
            return false;
        };
        let call = &mut self.calls.slot(at).own;
        if call.hops >= MOST_HOPS {
            return false;
        }
        call.hops += 1;
        let Some(key) = key_in(message.data()) else {
            return false;
        };
        let profile = self.moves.profile(call.place, key);
        let target = match (wanted, profile) {
            (pdu::addressing::KEY, _) => None,
            (pdu::addressing::PROFILE, Some(profile)) => Some(by_profile(&profile)),
            (pdu::addressing::REFERENCE, Some(profile)) => Some(by_reference(profile)),
            _ => return false,
        };
        self.readdress_and_send(at, &message, key, target.as_ref().map(Buf::data));
        true
    }

    /// Gives a message another object, and sends it.
    fn readdress_and_send(&mut self, at: u32, old: &Buf, key: &[u8], target: Option<&[u8]>) {
        let body = self.calls.own(at).body;
        let new = self.rewritten(old.data(), body, key, target);
        self.note_rewritten(at, &new);
        self.send_again(at, &new.message);
    }

    fn note_rewritten(&mut self, at: u32, new: &Rewritten) {
        let call = &mut self.calls.slot(at).own;
        (call.body, call.unpadded) = (new.body, new.unpadded);
    }

    /// Sends a message again, now or in another connection.
    fn send_again(&mut self, at: u32, message: &Buf) {
        // Another call may be being written.
        let written = self.out.unfinished().to_vec();
        self.out.rollback();
        if let Some(before) = self.calls.slot(at).own.sent.take() {
            self.out.release(before);
        }
        self.out.buf().put(message.data());
        self.counters.again += 1;
        self.dispatch(at);
        self.out.buf().put(&written);
    }

    /// The server carries out nothing more (section 15.5.1.1).
    pub(super) fn leave(&mut self) {
        if !self.reconnects {
            return self.end(CallError::Closed(Closed::Unread));
        }
        for at in self.places_in_order() {
            if self.calls.slot(at).state == State::Waiting {
                let message = self.kept(at).unwrap_or_default();
                let slot = self.calls.slot(at);
                slot.state = State::Queued;
                slot.message = message;
                self.queue.push_back((at, slot.id));
                if let Some(ticket) = slot.own.sent.take() {
                    self.out.release(ticket);
                }
            }
        }
        let mut queue: Vec<_> = self.queue.drain(..).collect();
        queue.sort_by_key(|(_, id)| *id);
        self.queue = queue.into();
        self.left = true;
        if self.queue.is_empty() && self.writing.is_none() {
            self.end(CallError::Closed(Closed::ByPeer));
        }
    }

    /// Addresses a queued call to its object where that was at first.
    fn return_home(&mut self, at: u32) {
        let slot = self.calls.slot(at);
        let (body, place) = (slot.own.body, slot.own.place);
        let old = core::mem::take(&mut slot.message);
        let there = key_in(old.data()).unwrap_or_default();
        let key = self.moves.at_home(there, place).unwrap_or(there);
        let new = self.rewritten(old.data(), body, key, None);
        self.note_rewritten(at, &new);
        let slot = self.calls.slot(at);
        (slot.own.place, slot.own.returned) = (HOME, true);
        slot.message = new.message;
    }

    /// Whether a call waits for a reply over the present connection.
    fn is_waiting(&self) -> bool {
        self.calls.len() > self.queue.len() + usize::from(self.writing.is_some())
    }
}

impl Reconnection for Client {
    fn enable_reconnection(&mut self) {
        self.reconnects = true;
    }

    fn depends_on_unread(&self) -> bool {
        false
    }

    fn awaits_reconnection(&self) -> bool {
        !self.queue.is_empty() && (self.left || !self.is_waiting())
    }

    fn elsewhere(&self) -> Option<(&str, u16)> {
        let (at, _) = self.queue.front()?;
        self.moves.endpoint(self.calls.own(*at).place)
    }

    /// Each call returns once, when no endpoint of its place could be reached.
    fn not_reached(&mut self) -> bool {
        let Some(place) = self.queue.front().map(|(at, _)| self.calls.own(*at).place) else {
            return false;
        };
        if self.moves.try_next(place) {
            return true;
        }
        let queued: Vec<u32> = self.queue.iter().map(|(at, _)| *at).collect();
        let there = |calls: &InFlight<Call>, at| calls.own(at).place == place;
        let again = |calls: &InFlight<Call>, at| there(calls, at) && calls.own(at).returned;
        if place == HOME || queued.iter().any(|at| again(&self.calls, *at)) {
            return false;
        }
        for at in queued {
            if there(&self.calls, at) {
                self.return_home(at);
            }
        }
        self.moves.forget(place);
        true
    }

    fn reconnected(&mut self) {
        let Some((first, _)) = self.queue.front() else {
            return;
        };
        self.moves.arrive(self.calls.own(*first).place);
        self.left = false;
        self.closed = false;
        self.knows_code_sets = false;
        self.frames.restart();
        self.out.clear();
        self.writing = None;
        let mut queue = core::mem::take(&mut self.queue);
        while let Some((at, id)) = queue.pop_front() {
            if self.calls.slot(at).own.place != self.moves.here {
                queue.push_front((at, id));
                break;
            }
            let message = core::mem::take(&mut self.calls.slot(at).message);
            let key = key_in(message.data()).unwrap_or_default();
            self.readdress_and_send(at, &message, key, None);
        }
        self.queue = queue;
    }
}

/// The key in a request or a locate request of ours.
fn key_in(message: &[u8]) -> Option<&[u8]> {
    let header = Header::parse(message.first_chunk()?).ok()?;
    let target = match header.kind {
        MessageType::LocateRequest => pdu::parse_locate(&header, message).ok()?.1,
        _ => Request::parse(&header, message).ok()?.target,
    };
    match target {
        Target::Key(key) => Some(key),
        Target::Unknown => None,
    }
}

/// A request that was written anew.
struct Rewritten {
    message: Buf,
    /// Offset of its body, and where its head ends.
    body: usize,
    unpadded: usize,
}

impl Client {
    /// A request of ours, whose body is at that offset, with another object, and with what the server that it is sent to is
    /// still to be told.
    fn rewritten(&self, old: &[u8], body: usize, key: &[u8], target: Option<&[u8]>) -> Rewritten {
        let header = old.first_chunk().and_then(|head| Header::parse(head).ok());
        if let Some(header) = header
            && header.kind == MessageType::LocateRequest
            && let Ok((id, _)) = pdu::parse_locate(&header, old)
        {
            let mut message = Buf::new();
            pdu::put_locate(&mut message, 0, header.minor, id, (key, target));
            let end = message.len();
            return Rewritten {
                message,
                body: end,
                unpadded: end,
            };
        }
        let parsed = header.and_then(|header| Some((header, Request::parse(&header, old).ok()?)));
        let Some((header, request)) = parsed else {
            unreachable!("it was written here");
        };
        let head = RequestHead {
            minor: header.minor,
            id: request.id,
            response: request.response,
            operation: request.operation,
        };
        let has = |id| request.contexts.find(id).is_some();
        let others = |buf: &mut Buf, start| {
            let all = request.contexts.clone();
            all.map(|(id, data)| {
                wire::put_u32(buf, start, id);
                wire::put_octets(buf, start, data);
            })
            .count() as u32
        };
        let contexts = |buf: &mut Buf| self.put_contexts(buf, has, others);
        let mut message = Buf::with_capacity(old.len() + key.len());
        let unpadded = head.put(&mut message, 0, (key, target), contexts);
        let arguments = old.get(body..).unwrap_or_default();
        if header.minor >= 2 {
            let body = message.len();
            match arguments.is_empty() {
                true => message.truncate(unpadded),
                false => message.put(arguments),
            }
            return Rewritten {
                message,
                body,
                unpadded,
            };
        }
        // The principal's length is in front of the body.
        let principal = body.wrapping_sub(message.len()) % 8;
        let length_at = message.len() - 4;
        message.data_mut()[length_at..].copy_from_slice(&(principal as u32).to_le_bytes());
        message.put(&[0; 8][..principal]);
        let body = message.len();
        message.put(arguments);
        Rewritten {
            message,
            body,
            unpadded: body,
        }
    }
}

/// A target by profile, in the form of GIOP 1.2. The first two octets lie at a multiple of 4.
fn by_profile(profile: &Tagged) -> Buf {
    let mut buf = Buf::new();
    buf.put_array(u32::from(pdu::addressing::PROFILE).to_le_bytes());
    wire::put_u32(&mut buf, 0, profile.tag);
    wire::put_octets(&mut buf, 0, &profile.data);
    buf
}

/// A target by reference.
fn by_reference(profile: Tagged) -> Buf {
    let mut buf = Buf::new();
    buf.put_array(u32::from(pdu::addressing::REFERENCE).to_le_bytes());
    wire::put_u32(&mut buf, 0, 0);
    let ior = Ior {
        type_id: alloc::string::String::new(),
        profiles: alloc::vec![profile],
    };
    ior.put(&mut buf, 0);
    buf
}
