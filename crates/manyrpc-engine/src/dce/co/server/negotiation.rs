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
use crate::dce::co::pdu::{
    self, HEADER, Header, MOST_FRAGMENT, MUST_RECEIVE, PduType, Trailer, bad, flag,
};
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
        // C706 section 12.6.4.3: contexts for which there is no room in one fragment go in
        // alter_contexts. So a fragment of a bind is nothing that anybody sends.
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
        self.answer(header, bytes, &bind, &token);
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
        let began = self.begin_one(header, &trailer, token);
        began.map_err(|refusal| match refusal {
            Unbegun::Unknown => (
                NakReason::AuthType,
                bad("auth_type", usize::from(trailer.auth_type)),
            ),
            Unbegun::Refused(Refusal::Wire(e)) => unclear(e),
            Unbegun::Refused(Refusal::Denied(_)) => (NakReason::Checksum, WireError::BadSignature),
        })
    }

    /// Begins a security context with a client's first token. Gives ours.
    fn begin_one(
        &mut self,
        header: &Header,
        trailer: &Trailer,
        token: &[u8],
    ) -> Result<Vec<u8>, Unbegun> {
        let acceptor = self.host.acceptor(AuthType(trailer.auth_type));
        let security = acceptor.and_then(|acceptor| ServerSecurity::new(acceptor, trailer));
        let security = security.ok_or(Unbegun::Unknown)?;
        let signs_headers = header.has(flag::HEADER_SIGN);
        let security = self.securities.begin(security, signs_headers);
        security.step(trailer, token).map_err(Unbegun::Refused)
    }

    /// A further token, in an alter_context or an rpc_auth_3 whose own fields need `least` bytes.
    fn continue_security(
        &mut self,
        header: &Header,
        bytes: &[u8],
        least: usize,
    ) -> Result<Vec<u8>, Halt> {
        let Some((trailer, token)) = auth::token(header, bytes, least)? else {
            return match header.kind {
                // Only contexts are added.
                PduType::AlterContext => Ok(Vec::new()),
                _ => Err(bad("auth_length", 0).into()),
            };
        };
        if let Some(security) = self.securities.named(&trailer) {
            return security.step(&trailer, token).map_err(Halt::from);
        }
        // MS-RPCE section 3.3.1.5.4: another security context, which only an alter_context begins.
        if header.kind != PduType::AlterContext {
            return Err(bad("auth_context_id", trailer.context as usize).into());
        }
        if self.securities.len() >= self.limits.security_contexts {
            return Err(Halt::Status(fault::SERVER_TOO_BUSY));
        }
        self.begin_one(header, &trailer, token)
            .map_err(|refusal| match refusal {
                Unbegun::Unknown => Halt::Status(fault::UNSUPPORTED_AUTHN_LEVEL),
                Unbegun::Refused(refusal) => refusal.into(),
            })
    }

    pub(super) fn take_alter(&mut self, header: &Header, bytes: &[u8]) -> Result<(), WireError> {
        if !header.has(flag::WHOLE) {
            return Err(bad("pfc_flags", usize::from(header.flags)));
        }
        let bind = Bind::parse(header, bytes)?;
        match self.continue_security(header, bytes, Bind::HEAD) {
            Ok(token) => self.answer(header, bytes, &bind, &token),
            Err(Halt::Wire(e)) => return Err(e),
            Err(Halt::Status(status)) => self.refuse(header.call_id, 0, status),
        }
        Ok(())
    }

    /// The client's last token, which has no answer: if it is not accepted, the calls that follow
    /// are refused (MS-RPCE section 3.3.1.5.2).
    pub(super) fn take_auth3(&mut self, header: &Header, bytes: &[u8]) -> Result<(), WireError> {
        match self.continue_security(header, bytes, HEADER) {
            Ok(token) if token.is_empty() => Ok(()),
            // SPNEGO's last word is not needed (MS-RPCE section 3.3.1.5.2).
            Ok(_) if self.stands(header, bytes) => Ok(()),
            // A mechanism that wants to go on cannot.
            Ok(_) => Err(bad("PTYPE", 0x10)),
            Err(Halt::Wire(e)) => Err(e),
            Err(Halt::Status(_)) => Ok(()),
        }
    }

    /// Whether the security context that a PDU names stands.
    fn stands(&mut self, header: &Header, bytes: &[u8]) -> bool {
        let named = auth::token(header, bytes, HEADER).ok().flatten();
        let security = named.and_then(|(trailer, _)| self.securities.named(&trailer));
        security.is_some_and(|security| security.stands())
    }

    /// Answers a bind or an alter_context, context by context, with a token where there is one.
    fn answer(&mut self, header: &Header, bytes: &[u8], bind: &Bind<'_>, token: &[u8]) {
        let kind = match header.kind {
            PduType::Bind => PduType::BindAck,
            _ => PduType::AlterContextResponse,
        };
        let verdicts: Vec<_> = bind.elements().map(|e| self.judge(&e)).collect();
        let Some(association) = self.association else {
            return;
        };
        let mut answer = Header::new(kind, header.call_id);
        answer.minor = association.minor;
        answer.flags |= header.flags & flag::MULTIPLEX;
        if !self.securities.is_empty() {
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
        // There is a token where the PDU had one: a context's that it names.
        let named = auth::token(header, bytes, Bind::HEAD).ok().flatten();
        if !token.is_empty()
            && let Some((trailer, _)) = named
            && let Some(security) = self.securities.named(&trailer)
        {
            security.append(out, start, token);
        }
        self.out.commit();
    }

    /// What becomes of a context that the client proposes.
    pub(super) fn judge(&mut self, element: &Element<'_>) -> Verdict {
        // MS-RPCE section 3.3.1.5.3: features in the place of a transfer syntax.
        if let Some(features) = element.transfers().find_map(|t| t.features()) {
            return Verdict::features(features & (bind::KEEP_ON_ORPHAN | bind::SEVERAL_SECURITIES));
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

/// Why no security context begins.
enum Unbegun {
    /// There is no such mechanism here, or no such level.
    Unknown,
    Refused(Refusal),
}

/// Why a security context does not go on.
enum Halt {
    /// The client broke the protocol.
    Wire(WireError),
    /// What it is told.
    Status(u32),
}

impl From<WireError> for Halt {
    fn from(e: WireError) -> Self {
        Halt::Wire(e)
    }
}

impl From<Refusal> for Halt {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::Wire(e) => Halt::Wire(e),
            Refusal::Denied(_) => Halt::Status(fault::ACCESS_DENIED),
        }
    }
}

/// A fragment size that both can do with. 0 says no more than what everybody can.
fn agreed(theirs: u16, most: usize) -> usize {
    usize::from(theirs).clamp(MUST_RECEIVE, most)
}
