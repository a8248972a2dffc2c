//! Requests: ordering of fragments, their security contexts, and starting calls.
//!
//! Reading list: C706 sections 12.6.2 (fragments), 12.6.4.9 (request); MS-RPCE sections 2.2.2.6
//! (`alloc_hint`), 3.3.1.5.4 (security contexts), 3.3.1.5.8 (multiplexing), 3.3.3.5.6 (old calls),
//! 3.3.3.5.8 (sequencing in case of errors).

use core::ops::Range;

use manyrpc_codec::Encoding;

use super::breach::Breach;
use super::{Context, Server};
use crate::contract::{Call, InterfaceKey, Rx};
use crate::dce::co::auth::{Place, Unauthenticated};
use crate::dce::co::frames::{Joined, Pdu};
use crate::dce::co::pdu::{Header, RequestHead, Trailer, bad, flag};
use crate::dce::fault;
use crate::domain::Domain;
use crate::name::ObjectKey;
use crate::security::Level;
use crate::time::Instant;

/// The content of a request's first fragment. It applies to later fragments, whatever they state.
#[derive(Clone, Copy, Debug)]
pub(super) struct First {
    head: RequestHead,
    context: Context,
    representation: [u8; 4],
    maybe: bool,
    security: Option<Place>,
}

/// How a fragment relates to its request.
enum Order {
    /// The first fragment of a request.
    Begins,
    /// A further fragment of the incomplete request.
    Continues(First),
    /// A fragment of a request that was refused at its first fragment.
    Refused,
}

impl Server {
    #[inline]
    pub(super) fn take_request(
        &mut self,
        rx: &mut Rx,
        pdu: &Pdu,
        now: Instant,
    ) -> Result<Option<Call>, Breach> {
        const SIMPLE: u8 = flag::WHOLE | flag::PENDING_CANCEL;
        let header = &pdu.header;
        let head = RequestHead::parse(header, pdu.bytes(&rx.buf))?;
        let order = match header.flags & SIMPLE == flag::WHOLE && self.frames.is_idle() {
            true => Order::Begins,
            false => self.order(header, &head, pdu.bytes(&rx.buf))?,
        };
        let mut first = match order {
            Order::Begins => match self.begin(header, &head) {
                Some(first) => first,
                None => return Ok(None),
            },
            Order::Continues(first) => first,
            Order::Refused => return Ok(None),
        };
        if !header.has(flag::WHOLE) {
            // MS-RPCE section 3.3.3.5.8: an announced size above the limit is refused before the
            // data arrives.
            let admitted = self.frames.admit(head.alloc_hint as usize);
            admitted.map_err(|e| Breach::from(e).of_request(first.context.id))?;
        }
        let end = match (self.securities.is_empty(), header.auth_length) {
            (true, 0) => pdu.end,
            _ => match self.unprotect(rx, pdu, &head, &mut first)? {
                Some(end) => end,
                None => return Ok(None),
            },
        };
        let stub = pdu.start + head.size()..end;
        let hint = head.alloc_hint;
        let joined = self.frames.join(&mut rx.buf, pdu, first, stub, hint, now);
        match joined.map_err(|e| Breach::from(e).of_request(first.context.id))? {
            Joined::Whole(whole) => self.open(header.call_id, &whole.head, whole.body),
            Joined::Partial => Ok(None),
            Joined::Unknown => Err(bad("pfc_flags", usize::from(header.flags)).into()),
        }
    }

    /// The first fragment of a request; `None` if the call was refused.
    #[inline]
    fn begin(&mut self, header: &Header, head: &RequestHead) -> Option<First> {
        let Some(context) = self.context(head.context) else {
            self.refuse_unknown(header);
            return None;
        };
        Some(First {
            head: *head,
            context,
            representation: header.representation,
            maybe: header.has(flag::MAYBE),
            security: None,
        })
    }

    /// A request for a presentation context that was not negotiated. Deployed servers use neither
    /// C706's status for an unknown context nor return its id.
    #[cold]
    fn refuse_unknown(&mut self, header: &Header) {
        self.refuse(header.call_id, 0, fault::UNKNOWN_INTERFACE);
        self.skip_rest(header);
    }

    /// The call was refused: the rest of its request has no answer (MS-RPCE section 3.3.3.5.6).
    fn skip_rest(&mut self, header: &Header) {
        self.refused_call = (!header.has(flag::LAST)).then_some(header.call_id);
    }

    /// Classifies a fragment that is not a whole request, or interrupts another.
    #[cold]
    fn order(
        &mut self,
        header: &Header,
        head: &RequestHead,
        bytes: &[u8],
    ) -> Result<Order, Breach> {
        let partial = self.frames.partial().map(|(id, first)| (id, *first));
        if header.has(flag::FIRST) {
            if let Some(partial) = partial {
                return Err(self.interrupted(header, head, bytes, partial));
            }
            // C706 section 12.6.3.1: its caller has already cancelled it. Deployed servers report
            // an unknown call, and that it was not executed.
            if header.has(flag::PENDING_CANCEL) {
                let why = bad("pfc_flags", usize::from(header.flags));
                return Err(Breach::new(fault::NO_CALL_ACTIVE, why));
            }
            return Ok(Order::Begins);
        }
        match partial {
            Some((call_id, first)) if call_id == header.call_id => {
                let same = first.representation == header.representation;
                let why = || bad("packed_drep", usize::from(header.representation[0]));
                let context = first.context.id;
                same.then_some(Order::Continues(first))
                    .ok_or_else(|| Breach::from(why()).in_context(context))
            }
            _ if self.refused_call == Some(header.call_id) => {
                self.skip_rest(header);
                Ok(Order::Refused)
            }
            partial => self.lost(header, head, bytes, partial),
        }
    }

    /// A request begins before another is complete: clients must send all of one first (MS-RPCE
    /// section 3.3.1.5.8).
    fn interrupted(
        &self,
        header: &Header,
        head: &RequestHead,
        bytes: &[u8],
        (call_id, first): (u32, First),
    ) -> Breach {
        let of_same = call_id == header.call_id;
        let context = first.context.id;
        let breach = Breach::from(bad("call_id", header.call_id as usize));
        let breach = match of_same && head.context == context && header.auth_length > 0 {
            true => match self.securities.place_of(header, bytes) {
                place if place.is_some() && place == first.security => breach,
                _ => breach.with_status(fault::SEC_PKG_ERROR),
            },
            false => breach,
        };
        // Without multiplexing there is one call, so the fault is for that one.
        match self.multiplexes() {
            false => breach.of_call(call_id).of_request(context),
            true => breach.of_request(if of_same { context } else { 0 }),
        }
    }

    /// A fragment without a first fragment.
    fn lost(
        &mut self,
        header: &Header,
        head: &RequestHead,
        bytes: &[u8],
        partial: Option<(u32, First)>,
    ) -> Result<Order, Breach> {
        let breach = Breach::from(bad("pfc_flags", usize::from(header.flags)));
        match (self.multiplexes(), partial) {
            (false, Some((call_id, first))) => {
                Err(breach.of_call(call_id).of_request(first.context.id))
            }
            (false, None) | (true, Some(_)) => Err(breach.of_request(0)),
            (true, None) if self.context(head.context).is_none() => {
                self.refuse_unknown(header);
                Ok(Order::Refused)
            }
            (true, None) => {
                let agreed = header.auth_length == 0 || self.securities.agrees(header, bytes);
                let breach = match agreed {
                    true => breach,
                    false => breach.with_status(fault::ACCESS_DENIED),
                };
                Err(breach.of_request(head.context))
            }
        }
    }

    fn multiplexes(&self) -> bool {
        self.association.is_some_and(|a| a.multiplex)
    }

    /// Verifies a fragment that is or should be protected; returns where its stub data ends, or
    /// `None` if the call was refused.
    #[cold]
    fn unprotect(
        &mut self,
        rx: &mut Rx,
        pdu: &Pdu,
        head: &RequestHead,
        first: &mut First,
    ) -> Result<Option<usize>, Breach> {
        let header = &pdu.header;
        let context = first.context.id;
        let fragment = &mut rx.buf.data_mut()[pdu.start..pdu.end];
        let trailer = Trailer::parse(header, fragment, head.size())
            .map_err(|e| Breach::from(e).of_request(context))?;
        if header.has(flag::FIRST) {
            let trailer = trailer.map(|(trailer, _)| trailer);
            first.security = match self.securities.of_request(trailer.as_ref()) {
                Ok(place) => place,
                Err(Unauthenticated::Silent) => {
                    self.refuse(header.call_id, context, fault::ACCESS_DENIED);
                    self.skip_rest(header);
                    return Ok(None);
                }
                Err(Unauthenticated::NotYet) => return Err(bad("auth_context_id", 0).into()),
                Err(Unauthenticated::Otherwise(e)) => {
                    return Err(Breach::new(fault::ACCESS_DENIED, e).of_request(context));
                }
            };
        }
        let end = match first.security {
            Some(place) => self
                .securities
                .unprotect(place, header, fragment, head.size()),
            None if header.auth_length > 0 => {
                let e = bad("auth_length", usize::from(header.auth_length));
                return Err(Breach::new(fault::ACCESS_DENIED, e).of_request(context));
            }
            None => Ok(fragment.len()),
        };
        let end = end.map_err(|e| Breach::from(e).of_request(context))?;
        Ok(Some(pdu.start + end))
    }

    /// A complete request: starts or refuses a call.
    #[inline]
    fn open(
        &mut self,
        call_id: u32,
        first: &First,
        body: Range<usize>,
    ) -> Result<Option<Call>, Breach> {
        let (head, context) = (&first.head, &first.context);
        if context.least_level > Level::None && self.level(first.security) < context.least_level {
            self.refuse(call_id, context.id, fault::ACCESS_DENIED);
            return Ok(None);
        }
        if self.pending.find(call_id).is_some() {
            return Err(bad("call_id", call_id as usize).into());
        }
        self.counters.calls += 1;
        let id = self
            .pending
            .open(call_id, context.id, first.security, first.maybe);
        let interface = InterfaceKey::Uuid {
            uuid: context.interface.uuid,
            major: context.interface.major,
            minor: context.interface.minor,
        };
        let encoding = Encoding::Ndr(first.representation);
        let mut call = Call::new(id, interface, u32::from(head.opnum), encoding, body);
        call.results = Encoding::NDR;
        call.domain = Domain::Dce;
        call.object = head.object.map(ObjectKey::from);
        call.association = self.association.map_or(0, |a| u64::from(a.group));
        if let Some(security) = first.security.and_then(|place| self.securities.get(place)) {
            call.principal = security.principal();
        }
        Ok(Some(call))
    }

    /// The protection level of a request. An anonymous client's request counts as unprotected, even
    /// if signed: anybody can make such signatures.
    fn level(&mut self, security: Option<Place>) -> Level {
        let security = security.and_then(|place| self.securities.get(place));
        let proved = security.filter(|s| s.principal().is_some());
        proved.map_or(Level::None, |s| s.level())
    }
}
