//! Answering binds and alter_contexts.
//!
//! Reading list: C706 sections 12.6.2 (fragment sizes), 12.6.3.2 (versions), 12.6.3.4 (context
//! identifiers), 12.6.4.1 to 12.6.4.5; MS-RPCE sections 2.2.2.5 (reasons), 3.3.1.5.3 (features),
//! 3.3.1.5.6 (contexts).

use alloc::vec::Vec;

use super::{Association, Context, Server};
use crate::dce::co::bind::{
    self, Bind, BindAck, BindNak, ContextReason, Element, NakReason, Syntax, Verdict,
};
use crate::dce::co::pdu::{self, Header, MOST_FRAGMENT, MUST_RECEIVE, PduType, Trailer, bad, flag};
use crate::fault::WireError;

impl Server {
    pub(super) fn take_bind(&mut self, header: &Header, bytes: &[u8]) {
        if self.association.is_some() {
            return self.violated(header.call_id, bad("PTYPE", 0x0b));
        }
        if let Err((reason, e)) = self.associate(header, bytes) {
            let mut nak = Header::new(PduType::BindNak, header.call_id);
            nak.minor = header.minor.min(pdu::MINOR);
            BindNak::emit(&nak, reason, &mut self.out.buf);
            self.out.commit();
            self.give_up(e);
        }
    }

    pub(super) fn associate(
        &mut self,
        header: &Header,
        bytes: &[u8],
    ) -> Result<(), (NakReason, WireError)> {
        header
            .check_version()
            .map_err(|e| (NakReason::ProtocolVersion, e))?;
        let unclear = |e| (NakReason::NotSpecified, e);
        if !header.has(flag::WHOLE) {
            return Err(unclear(bad("pfc_flags", usize::from(header.flags))));
        }
        let bind = Bind::parse(header, bytes).map_err(unclear)?;
        self.judge_security(header, bytes)?;
        let Some(group) = self.host.join_group(bind.group) else {
            let e = bad("assoc_group_id", bind.group as usize);
            return Err((NakReason::LocalLimit, e));
        };
        let most = self
            .limits
            .fragment_bytes
            .clamp(MUST_RECEIVE, MOST_FRAGMENT);
        self.association = Some(Association {
            group,
            minor: header.minor,
            // C706 section 12.6.2: ours to send is theirs to receive.
            sizes: (
                agreed(bind.max_receive, most),
                agreed(bind.max_transmit, most),
            ),
        });
        self.answer(header, &bind, PduType::BindAck);
        Ok(())
    }

    /// Whether the security that a bind asks for can be had.
    pub(super) fn judge_security(
        &self,
        header: &Header,
        bytes: &[u8],
    ) -> Result<(), (NakReason, WireError)> {
        match Trailer::parse(header, bytes, Bind::HEAD) {
            Ok(None) => Ok(()),
            Ok(Some((trailer, _))) => {
                let e = bad("auth_type", usize::from(trailer.auth_type));
                Err((NakReason::AuthType, e))
            }
            Err(e) => Err((NakReason::NotSpecified, e)),
        }
    }

    pub(super) fn take_alter(&mut self, header: &Header, bytes: &[u8]) -> Result<(), WireError> {
        if !header.has(flag::WHOLE) {
            return Err(bad("pfc_flags", usize::from(header.flags)));
        }
        let bind = Bind::parse(header, bytes)?;
        self.answer(header, &bind, PduType::AlterContextResponse);
        Ok(())
    }

    /// Answers a bind or an alter_context, context by context.
    pub(super) fn answer(&mut self, header: &Header, bind: &Bind<'_>, kind: PduType) {
        let verdicts: Vec<_> = bind.elements().map(|e| self.judge(&e)).collect();
        let Some(association) = self.association else {
            return;
        };
        let mut answer = Header::new(kind, header.call_id);
        answer.minor = association.minor;
        answer.flags |= header.flags & flag::MULTIPLEX;
        let (transmit, receive) = association.sizes;
        let sizes = (transmit as u16, receive as u16);
        let port = match kind {
            PduType::BindAck => self.host.port(),
            _ => "",
        };
        let port = port.get(..port.len().min(16)).unwrap_or("");
        let out = &mut self.out.buf;
        BindAck::emit(&answer, sizes, association.group, port, &verdicts, out);
        self.out.commit();
    }

    /// What becomes of a context that the client proposes.
    pub(super) fn judge(&mut self, element: &Element<'_>) -> Verdict {
        // MS-RPCE section 3.3.1.5.3: features in the place of a transfer syntax.
        if let Some(features) = element.transfers().find_map(|t| t.features()) {
            return Verdict::features(features & bind::KEEP_ON_ORPHAN);
        }
        let verdict = self
            .admit(element)
            .map_or_else(Verdict::refused, |()| Verdict::ACCEPTED);
        self.counters.contexts_refused += u64::from(verdict != Verdict::ACCEPTED);
        verdict
    }

    pub(super) fn admit(&mut self, element: &Element<'_>) -> Result<(), ContextReason> {
        let interface = element.interface;
        let Syntax { uuid, major, minor } = interface;
        if !self.host.serves(&uuid, major, minor) {
            return Err(ContextReason::AbstractSyntax);
        }
        if !element.transfers().any(|t| t == Syntax::NDR) {
            return Err(ContextReason::TransferSyntaxes);
        }
        match self.interface(element.id) {
            // Asked again: it stands. C706 section 12.6.3.4: an id means one thing.
            Some(known) if known == interface => Ok(()),
            Some(_) => Err(ContextReason::NotSpecified),
            None if self.contexts.len() >= self.limits.presentation_contexts => {
                Err(ContextReason::LocalLimit)
            }
            None => {
                let id = element.id;
                self.contexts.push(Context { id, interface });
                Ok(())
            }
        }
    }

    pub(super) fn leave(&mut self) {
        if let Some(Association { group, .. }) = self.association.take()
            && self.host.leave_group(group)
        {
            self.ended = Some(u64::from(group));
        }
    }
}

/// A fragment size that both can do with. 0 says no more than what everybody can.
fn agreed(theirs: u16, most: usize) -> usize {
    usize::from(theirs).clamp(MUST_RECEIVE, most)
}
