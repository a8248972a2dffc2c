//! Answering binds and alter_contexts.
//!
//! Reading list: C706 sections 12.6.2 (fragment sizes), 12.6.3.2 (versions), 12.6.3.4 (context
//! identifiers), 12.6.4.1 to 12.6.4.5; MS-RPCE sections 2.2.2.5 (reasons), 3.3.1.5.3 (features),
//! 3.3.1.5.6 (contexts).

use alloc::vec::Vec;

use super::{Association, Context, Server};
use crate::dce::co::auth::{self, Refusal, ServerSecurity};
use crate::dce::co::bind::{
    self, Bind, BindAck, BindNak, ContextReason, Element, NakReason, Syntax, Verdict,
};
use crate::dce::co::pdu::{self, HEADER, Header, MOST_FRAGMENT, MUST_RECEIVE, PduType, bad, flag};
use crate::dce::fault;
use crate::dce::security::AuthType;
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
        let token = self.begin_security(header, bytes)?;
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
        self.answer(header, &bind, PduType::BindAck, &token);
        Ok(())
    }

    /// Begins the security context that a bind asks for. Gives our token, empty without one.
    fn begin_security(
        &mut self,
        header: &Header,
        bytes: &[u8],
    ) -> Result<Vec<u8>, (NakReason, WireError)> {
        let unclear = |e| (NakReason::NotSpecified, e);
        let proposed = auth::token(header, bytes, Bind::HEAD).map_err(unclear)?;
        let Some((trailer, token)) = proposed else {
            return Ok(Vec::new());
        };
        let unknown = (
            NakReason::AuthType,
            bad("auth_type", usize::from(trailer.auth_type)),
        );
        let acceptor = self.host.acceptor(AuthType(trailer.auth_type));
        let security = acceptor.and_then(|acceptor| ServerSecurity::new(acceptor, &trailer));
        let security = self.security.insert(security.ok_or(unknown)?);
        if header.has(flag::HEADER_SIGN) {
            security.sign_headers();
        }
        security
            .step(&trailer, token)
            .map_err(|refusal| match refusal {
                Refusal::Wire(e) => (NakReason::NotSpecified, e),
                Refusal::Denied(_) => (NakReason::Checksum, WireError::BadSignature),
            })
    }

    /// A further token, in an alter_context or an rpc_auth_3 whose own fields need `least` bytes.
    fn continue_security(
        &mut self,
        header: &Header,
        bytes: &[u8],
        least: usize,
    ) -> Result<Vec<u8>, Refusal> {
        let Some((trailer, token)) = auth::token(header, bytes, least)? else {
            return match header.kind {
                // Only contexts are added.
                PduType::AlterContext => Ok(Vec::new()),
                _ => Err(bad("auth_length", 0).into()),
            };
        };
        match &mut self.security {
            Some(security) => security.step(&trailer, token),
            None => Err(bad("auth_type", usize::from(trailer.auth_type)).into()),
        }
    }

    pub(super) fn take_alter(&mut self, header: &Header, bytes: &[u8]) -> Result<(), WireError> {
        if !header.has(flag::WHOLE) {
            return Err(bad("pfc_flags", usize::from(header.flags)));
        }
        let bind = Bind::parse(header, bytes)?;
        match self.continue_security(header, bytes, Bind::HEAD) {
            Ok(token) => self.answer(header, &bind, PduType::AlterContextResponse, &token),
            Err(Refusal::Wire(e)) => return Err(e),
            Err(Refusal::Denied(_)) => self.refuse(header.call_id, 0, fault::ACCESS_DENIED),
        }
        Ok(())
    }

    /// The client's last token, which has no answer: if it is not accepted, the calls that follow
    /// are refused (MS-RPCE section 3.3.1.5.2).
    pub(super) fn take_auth3(&mut self, header: &Header, bytes: &[u8]) -> Result<(), WireError> {
        match self.continue_security(header, bytes, HEADER) {
            Ok(token) if token.is_empty() => Ok(()),
            // SPNEGO's last word is not needed (MS-RPCE section 3.3.1.5.2).
            Ok(_) if self.security.as_ref().is_some_and(ServerSecurity::stands) => Ok(()),
            // A mechanism that wants to go on cannot.
            Ok(_) => Err(bad("PTYPE", 0x10)),
            Err(Refusal::Wire(e)) => Err(e),
            Err(Refusal::Denied(_)) => Ok(()),
        }
    }

    /// Answers a bind or an alter_context, context by context, with a token where there is one.
    fn answer(&mut self, header: &Header, bind: &Bind<'_>, kind: PduType, token: &[u8]) {
        let verdicts: Vec<_> = bind.elements().map(|e| self.judge(&e)).collect();
        let Some(association) = self.association else {
            return;
        };
        let mut answer = Header::new(kind, header.call_id);
        answer.minor = association.minor;
        answer.flags |= header.flags & flag::MULTIPLEX;
        if self.security.is_some() {
            answer.flags |= header.flags & flag::HEADER_SIGN;
        }
        let (transmit, receive) = association.sizes;
        let sizes = (transmit as u16, receive as u16);
        let port = match kind {
            PduType::BindAck => self.host.port(),
            _ => "",
        };
        let port = port.get(..port.len().min(16)).unwrap_or("");
        let out = &mut self.out.buf;
        let start = out.len();
        BindAck::emit(&answer, sizes, association.group, port, &verdicts, out);
        if let Some(security) = &self.security
            && !token.is_empty()
        {
            security.append(out, start, token);
        }
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
        match self.context(element.id).map(|context| context.interface) {
            // Asked again: it stands. C706 section 12.6.3.4: an id means one thing.
            Some(known) if known == interface => Ok(()),
            Some(_) => Err(ContextReason::NotSpecified),
            None if self.contexts.len() >= self.limits.presentation_contexts => {
                Err(ContextReason::LocalLimit)
            }
            None => {
                let id = element.id;
                let least_level = self.host.least_level(&uuid);
                self.contexts.push(Context {
                    id,
                    interface,
                    least_level,
                });
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
