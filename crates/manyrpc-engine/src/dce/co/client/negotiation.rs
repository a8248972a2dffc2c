//! Establishing an association, adding contexts to it, and then sending the waiting calls.
//!
//! Reading list: C706 sections 12.6.2 (fragment sizes), 12.6.4.1 to 12.6.4.5; MS-RPCE sections
//! 3.3.1.5.3 (features), 3.3.1.5.6 (contexts).

use alloc::vec::Vec;

use manyrpc_codec::{Buf, Encoding};

use super::{Association, Client, Negotiating};
use crate::contract::ClientEvent;
use crate::dce::co::auth::{Leg, Refusal};
use crate::dce::co::bind::{
    self, Bind, BindAck, BindNak, ContextResult, NakReason, Proposal, Syntax, Verdict,
};
use crate::dce::co::calls::State;
use crate::dce::co::contexts::ContextState;
use crate::dce::co::pdu::{Header, MUST_RECEIVE, PduType, bad, flag};
use crate::dce::fault;
use crate::fault::{CallError, Fault, WireError};

impl Client {
    /// Sends the queued calls that can be sent now.
    #[cold]
    pub(super) fn advance(&mut self) {
        while self.asked.is_none()
            && self.writing.is_none()
            && let Some((at, id)) = self.queue.front().copied()
        {
            let multiplex = self.association.is_some_and(|a| a.multiplex);
            let slot = self.calls.slot(at);
            if slot.id != id || slot.state != State::Queued {
                self.queue.pop_front();
                continue;
            }
            if self.line.is_some() && !multiplex {
                return;
            }
            match self.contexts.state(slot.own.context) {
                ContextState::Unknown => {
                    let context = slot.own.context;
                    self.negotiate(context);
                }
                ContextState::Accepted if slot.own.negotiates_only => {
                    self.queue.pop_front();
                    self.calls.close(at);
                    self.queue_event(ClientEvent::Reply {
                        id,
                        body: 0..0,
                        encoding: Encoding::NDR,
                    });
                }
                ContextState::Accepted => {
                    self.queue.pop_front();
                    self.out.buf.put(slot.message.data());
                    slot.message = Buf::new();
                    self.dispatch(at);
                }
            }
        }
    }

    /// Proposes a context: in the bind, or later in an alter_context.
    pub(super) fn negotiate(&mut self, context: u16) {
        if self.association.is_none()
            && let Some(security) = &mut self.security
            && let Err(denied) = security.begin()
        {
            return self.end(CallError::Insecure(denied.detail));
        }
        self.propose(context);
    }

    /// Sends a bind or an alter_context, with a security token if there is one.
    fn propose(&mut self, context: u16) {
        let (kind, group) = match &self.association {
            None => (PduType::Bind, self.group),
            Some(association) => (PduType::AlterContext, association.group),
        };
        let call_id = self.calls.next_number();
        let mut header = Header::new(kind, call_id);
        header.flags |= flag::MULTIPLEX;
        let security = self.security.as_ref().filter(|s| !s.is_established());
        if security.is_some() && kind == PduType::Bind {
            header.flags |= flag::HEADER_SIGN;
        }
        let interface = self.contexts.interface(context);
        let proposal = |id, transfer| Proposal {
            id,
            interface,
            transfer,
        };
        // MS-RPCE section 3.3.1.5.3: features are offered in the bind, as an additional context.
        let features = Syntax::of_features(bind::KEEP_ON_ORPHAN);
        let contexts = [
            proposal(context, Syntax::NDR),
            proposal(self.contexts.reserve(), features),
        ];
        let list = match kind {
            PduType::Bind => &contexts[..],
            _ => &contexts[..1],
        };
        let size = self.offered as u16;
        let start = self.out.buf.len();
        Bind::emit(&header, (size, size), group, list, &mut self.out.buf);
        if let Some(security) = security {
            security.append(&mut self.out.buf, start);
        }
        self.out.commit();
        self.asked = Some(Negotiating { call_id, context });
        self.counters.negotiations += 1;
    }

    /// Handles a bind_ack or an alter_context_resp.
    pub(super) fn take_answer(
        &mut self,
        header: Header,
        bytes: &[u8],
    ) -> Result<Option<ClientEvent>, WireError> {
        let expected = match self.association {
            None => PduType::BindAck,
            Some(_) => PduType::AlterContextResponse,
        };
        let Some(asked) = self.asked.filter(|_| header.kind == expected) else {
            return Err(bad("PTYPE", u32::from(header.kind) as usize));
        };
        if asked.call_id != header.call_id {
            return Err(bad("call_id", header.call_id as usize));
        }
        let ack = BindAck::parse(&header, bytes)?;
        let mut verdicts = ack.verdicts();
        // C706 section 12.6.3.1: as many results as contexts were proposed.
        let verdict = verdicts.next().ok_or(bad("n_results", 0))?;
        if header.kind == PduType::BindAck {
            self.associate(&header, &ack, verdicts.next());
        }
        if !self.continue_security(&header, bytes, asked.context)? {
            return Ok(self.events.pop_front());
        }
        self.asked = None;
        match self.contexts.settle(asked.context, &verdict) {
            Ok(()) => self.advance(),
            Err(CallError::Wire(e)) => return Err(e),
            Err(e) => self.refuse_context(asked.context, &e),
        }
        Ok(self.events.pop_front())
    }

    /// Whether the security context is established, or none is wanted. If not, another leg has
    /// started or the connection has ended.
    fn continue_security(
        &mut self,
        header: &Header,
        bytes: &[u8],
        context: u16,
    ) -> Result<bool, WireError> {
        let Some(security) = &mut self.security else {
            return Ok(true);
        };
        // MS-RPCE section 3.3.1.5.2.2: the bind_ack states whether both sides support it.
        let bound = header.kind == PduType::BindAck;
        let signs_headers = bound.then(|| header.has(flag::HEADER_SIGN));
        match security.answered(header, bytes, signs_headers) {
            Ok(Leg::None) => Ok(true),
            Ok(Leg::Auth3) => {
                security.emit_auth3(header.call_id, &mut self.out.buf);
                self.out.commit();
                Ok(true)
            }
            Ok(Leg::Alter) => {
                self.propose(context);
                Ok(false)
            }
            Err(Refusal::Wire(e)) => Err(e),
            Err(Refusal::Denied(denied)) => {
                self.end(CallError::Insecure(denied.detail));
                Ok(false)
            }
        }
    }

    pub(super) fn associate(
        &mut self,
        header: &Header,
        ack: &BindAck<'_>,
        features: Option<Verdict>,
    ) {
        let features = features
            .filter(|v| v.result == ContextResult::NegotiateAck)
            .map_or(0, |v| v.reason as u8);
        // C706 section 12.6.2: we may send what the server can receive. Everybody can receive
        // MustRecvFragSize; 0 states no more than that.
        let most_fragment = usize::from(ack.max_receive);
        self.association = Some(Association {
            group: ack.group,
            most_fragment: most_fragment.clamp(MUST_RECEIVE, self.offered),
            multiplex: header.has(flag::MULTIPLEX),
            keep_on_orphan: features & bind::KEEP_ON_ORPHAN != 0,
        });
    }

    /// The server refused that context: calls that wait for it fail.
    #[cold]
    pub(super) fn refuse_context(&mut self, context: u16, error: &CallError) {
        let waiting: Vec<_> = self.queue.iter().copied().collect();
        for (at, id) in waiting {
            let slot = self.calls.slot(at);
            if slot.id == id && slot.state == State::Queued && slot.own.context == context {
                self.fail_with_event(at, error.clone());
            }
        }
        self.advance();
    }

    /// The server has answered a bind or an alter_context with a fault.
    pub(super) fn refused(&mut self, error: CallError) -> Result<Option<ClientEvent>, WireError> {
        if let Some(asked) = self.asked.take() {
            if self.association.is_some() {
                self.refuse_context(asked.context, &error);
            } else {
                self.end(error);
            }
        }
        Ok(self.events.pop_front())
    }

    pub(super) fn take_nak(
        &mut self,
        header: &Header,
        bytes: &[u8],
    ) -> Result<Option<ClientEvent>, WireError> {
        let nak = BindNak::parse(header, bytes)?;
        // MS-RPCE section 3.3.1.5.6: an alter_context may also be answered this way.
        if self
            .asked
            .is_none_or(|asked| asked.call_id != header.call_id)
        {
            return Err(bad("PTYPE", u32::from(header.kind) as usize));
        }
        let (low, high) = nak.versions.unwrap_or((0, 0));
        let refused = match nak.reason {
            NakReason::ProtocolVersion => Fault::ProtocolVersion {
                low: low.into(),
                high: high.into(),
            },
            NakReason::TemporaryCongestion | NakReason::LocalLimit => {
                fault::status(fault::SERVER_TOO_BUSY)
            }
            NakReason::AuthType => Fault::Denied(fault::UNSUPPORTED_AUTHN_LEVEL),
            NakReason::Checksum => Fault::Denied(fault::INVALID_CHECKSUM),
            NakReason::NotSpecified | NakReason::Unknown(_) => fault::status(fault::UNSPEC_REJECT),
        };
        self.refused(refused.into())
    }
}
