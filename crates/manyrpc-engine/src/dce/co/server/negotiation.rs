//! Answering binds and alter_contexts.
//!
//! Reading list: C706 sections 12.6.2 (fragment sizes), 12.6.3.2 (versions), 12.6.3.4 (context
//! identifiers), 12.6.4.1 to 12.6.4.5; MS-RPCE sections 2.2.2.5 (reasons), 3.3.1.5.3 (features),
//! 3.3.1.5.6 (contexts).

use alloc::vec::Vec;

use super::breach::Breach;
use super::{Association, Context, Server};
use crate::dce::co::auth::{self, ContextState, ServerSecurity};
use crate::dce::co::bind::{
    self, Bind, BindAck, ContextReason, Element, NakReason, Syntax, Verdict,
};
use crate::dce::co::pdu::{
    HEADER, Header, MAX_FRAGMENT, MUST_RECEIVE, PduType, Trailer, bad, flag,
};
use crate::dce::fault;
use crate::fault::WireError;
use crate::security::{AuthType, CALL, DeniedReason, Level};

impl Server {
    /// Handles the first PDU of a connection, or a further bind.
    pub(super) fn take_bind(&mut self, header: &Header, bytes: &[u8]) {
        let why = bad("PTYPE", u32::from(header.kind) as usize);
        let bound = match (header.kind, self.association) {
            (PduType::Bind, None) => self.associate(header, bytes),
            (PduType::Bind, Some(_)) => Err((NakReason::NotSpecified, why)),
            // C706 defines no answer to PDUs before a bind; deployed servers send this one.
            _ => Err((NakReason::ProtocolVersion, why)),
        };
        if let Err((reason, e)) = bound {
            self.refuse_bind(header, reason, e);
        }
    }

    fn associate(&mut self, header: &Header, bytes: &[u8]) -> Result<(), (NakReason, WireError)> {
        header
            .check()
            .map_err(|e| (NakReason::ProtocolVersion, e))?;
        let unclear = |e| (NakReason::NotSpecified, e);
        // C706 section 12.6.4.3: contexts that do not fit in one fragment are sent in
        // alter_contexts. So a bind is complete whatever its flags, as in deployed servers.
        let bind = Bind::parse(header, bytes).map_err(unclear)?;
        bind.check().map_err(unclear)?;
        let judged = self.judge(header, &bind).map_err(unclear)?;
        let asked = auth::token(header, bytes, Bind::HEAD).map_err(of_trailer)?;
        self.securities.anonymous = asked.is_none();
        if header.has(flag::HEADER_SIGN) {
            self.securities.sign_headers();
        }
        let answer = match asked {
            Some((trailer, token)) => Some((trailer, self.begin_security(&trailer, token)?)),
            None => None,
        };
        let Some(group) = self.host.join_group(bind.group) else {
            return Err(unclear(bad("assoc_group_id", bind.group as usize)));
        };
        self.association = Some(Association {
            group,
            minor: header.minor,
            multiplex: judged.multiplex,
            fragment: self.fragment_size(&bind),
        });
        self.answer(header, &judged, answer);
        Ok(())
    }

    /// A fragment size acceptable to both, for both directions: deployed servers use one size, a
    /// multiple of eight.
    fn fragment_size(&self, bind: &Bind<'_>) -> usize {
        let theirs = match usize::from(bind.max_transmit.min(bind.max_receive)) {
            // The size of clients that state none.
            0 => UNNAMED_FRAGMENT,
            // C706 section 12.6.2: every implementation accepts this much.
            n => n.max(MUST_RECEIVE),
        };
        let ours = self.limits.fragment_bytes;
        theirs.min(ours.clamp(MUST_RECEIVE, MAX_FRAGMENT)) & !7
    }

    /// Begins the security context requested in a bind. Returns our token.
    fn begin_security(
        &mut self,
        trailer: &Trailer,
        token: &[u8],
    ) -> Result<Vec<u8>, (NakReason, WireError)> {
        let Some(level) = level_of(trailer) else {
            let reason = match trailer.level {
                CALL if self.host.acceptor(AuthType(trailer.auth_type)).is_some() => {
                    NakReason::Checksum
                }
                CALL => NakReason::AuthType,
                _ => NakReason::NotSpecified,
            };
            return Err((reason, bad("auth_level", usize::from(trailer.level))));
        };
        let Some(acceptor) = self.host.acceptor(AuthType(trailer.auth_type)) else {
            let e = bad("auth_type", usize::from(trailer.auth_type));
            return Err((NakReason::AuthType, e));
        };
        let security = ServerSecurity::new(acceptor, trailer, level);
        let step = self.securities.begin(security).step(token);
        step.map_err(|_| (NakReason::Checksum, WireError::BadSignature))
    }

    pub(super) fn take_alter(&mut self, header: &Header, bytes: &[u8]) -> Result<(), Breach> {
        let bind = Bind::parse(header, bytes)?;
        let asked = auth::token(header, bytes, Bind::HEAD)?;
        let wanted = asked
            .map(|(trailer, _)| self.may_alter(&trailer))
            .transpose()?;
        bind.check()?;
        let judged = self.judge(header, &bind)?;
        if let Some(association) = &mut self.association {
            association.multiplex |= judged.multiplex;
        }
        if header.has(flag::HEADER_SIGN) {
            self.securities.sign_headers();
        }
        let answer = match (asked, wanted) {
            (Some((trailer, token)), Some(wanted)) => {
                Some((trailer, self.alter_security(&trailer, token, wanted)?))
            }
            _ => None,
        };
        self.answer(header, &judged, answer);
        Ok(())
    }

    /// Whether an alter_context may begin or continue a security context, checked before its other
    /// content. A context cannot be begun twice (as in deployed servers).
    fn may_alter(&mut self, trailer: &Trailer) -> Result<Altered, Breach> {
        let why = || bad("auth_context_id", trailer.context as usize);
        let denied = || Breach::new(fault::ACCESS_DENIED, why());
        let many = self.securities.len() >= self.limits.dce.security_contexts;
        let Some(security) = self.securities.named(trailer) else {
            // MS-RPCE section 3.3.1.5.4: too many.
            return match many {
                true => Err(Breach::new(fault::PROTOCOL_ERROR, why())),
                false => Ok(Altered::New),
            };
        };
        match security.state() {
            ContextState::Established => Err(denied()),
            _ if AuthType(trailer.auth_type) == AuthType::NONE => Err(denied()),
            _ if !security.is_of(trailer.auth_type) => Ok(Altered::OtherType),
            ContextState::Pending if security.agrees(trailer) => Ok(Altered::Further),
            ContextState::Pending | ContextState::Failed => Ok(Altered::Denied),
        }
    }

    /// Handles the token of an alter_context. Returns ours.
    fn alter_security(
        &mut self,
        trailer: &Trailer,
        token: &[u8],
        wanted: Altered,
    ) -> Result<Vec<u8>, Breach> {
        let refused = |status| {
            let why = bad("auth_context_id", trailer.context as usize);
            Breach::new(status, why)
        };
        let step = match (wanted, self.securities.named(trailer)) {
            (Altered::OtherType, _) => return Err(refused(fault::SEC_PKG_ERROR)),
            (Altered::Further, Some(security)) => security.step(token),
            (Altered::New, None) => {
                let acceptor = self.host.acceptor(AuthType(trailer.auth_type));
                let (Some(level), Some(acceptor)) = (level_of(trailer), acceptor) else {
                    return Err(refused(fault::ACCESS_DENIED));
                };
                let security = ServerSecurity::new(acceptor, trailer, level);
                self.securities.begin(security).step(token)
            }
            _ => return Err(refused(fault::ACCESS_DENIED)),
        };
        step.map_err(|denied| match denied.reason {
            DeniedReason::BadSignature | DeniedReason::BadToken => refused(fault::SEC_PKG_ERROR),
            _ => refused(fault::ACCESS_DENIED),
        })
    }

    /// The client's last token, which has no answer: if it is rejected, later calls are refused
    /// (MS-RPCE section 3.3.1.5.2.1).
    pub(super) fn take_auth3(&mut self, header: &Header, bytes: &[u8]) -> Result<(), Breach> {
        let (trailer, token) = match auth::token(header, bytes, AUTH3_HEAD) {
            Ok(Some(said)) => said,
            Ok(None) => return Err(bad("auth_length", 0).into()),
            // The status of deployed servers.
            Err(e @ WireError::BadField { field, .. }) if field != "sec_trailer" => {
                return Err(Breach::new(fault::FAULT_REMOTE_NO_MEMORY, e));
            }
            Err(e) => return Err(e.into()),
        };
        let why = bad("auth_context_id", trailer.context as usize);
        let security = self.securities.named(&trailer);
        let Some(security) = security.filter(|s| s.state() == ContextState::Pending) else {
            return Err(why.into());
        };
        // Deployed servers ignore an rpc_auth_3 that does not match. They treat a mechanism that
        // needs another token as failed, since it cannot be sent.
        if security.agrees(&trailer) && !security.step(token).is_ok_and(|answer| answer.is_empty())
        {
            security.fail();
        }
        Ok(())
    }

    /// Answers a bind or an alter_context, context by context, with a token if one was received.
    /// The trailer is present even if our mechanism has no more tokens.
    fn answer(&mut self, header: &Header, judged: &Judged, token: Option<(Trailer, Vec<u8>)>) {
        let Some(association) = self.association else {
            return;
        };
        let bound = header.kind == PduType::Bind;
        let kind = match bound {
            true => PduType::BindAck,
            false => PduType::AlterContextResponse,
        };
        let mut answer = Header::new(kind, header.call_id);
        answer.minor = association.minor;
        answer.flags |= header.flags & flag::HEADER_SIGN;
        if association.multiplex {
            answer.flags |= header.flags & flag::MULTIPLEX;
        }
        let port = if bound { self.host.port() } else { "" };
        let port = port.get(..port.len().min(16)).unwrap_or("");
        let sizes = (association.fragment as u16, association.fragment as u16);
        let out = &mut self.out.buf;
        let start = out.len();
        BindAck::emit(
            &answer,
            sizes,
            association.group,
            port,
            &judged.verdicts,
            out,
        );
        if let Some((trailer, token)) = token
            && let Some(security) = self.securities.named(&trailer)
        {
            security.append(out, start, &token);
        }
        self.out.commit();
    }

    /// The results of a client's proposed contexts, in order.
    ///
    /// # Errors
    /// An invalid proposal: an id in use for something else, or features twice.
    fn judge(&mut self, header: &Header, bind: &Bind<'_>) -> Result<Judged, WireError> {
        let with_features = header.kind == PduType::Bind;
        let before = self.contexts.len();
        let mut accepted: Vec<Syntax> = Vec::new();
        let (mut verdicts, mut featured) = (Vec::new(), false);
        for element in bind.elements() {
            // MS-RPCE section 3.3.1.5.3: features replace the first transfer syntax of one element.
            let features = element.transfers().next().and_then(|t| t.features());
            if let Some(features) = features.filter(|_| with_features) {
                if core::mem::replace(&mut featured, true) {
                    return Err(bad("p_cont_elem", usize::from(element.id)));
                }
                let known = bind::KEEP_ON_ORPHAN | bind::MULTIPLE_SECURITY_CONTEXTS;
                verdicts.push(Verdict::features(features & known));
                continue;
            }
            let verdict = self.judge_one(&element, &accepted)?;
            self.counters.contexts_refused += u64::from(verdict != Verdict::ACCEPTED);
            if verdict == Verdict::ACCEPTED {
                accepted.push(element.interface);
            }
            verdicts.push(verdict);
        }
        Ok(Judged {
            verdicts,
            multiplex: header.has(flag::MULTIPLEX) && self.contexts.len() > before,
        })
    }

    fn judge_one(
        &mut self,
        element: &Element<'_>,
        accepted: &[Syntax],
    ) -> Result<Verdict, WireError> {
        let (id, interface) = (element.id, element.interface);
        let Syntax { uuid, major, minor } = interface;
        if !self.host.serves(&uuid, major, minor) {
            return Ok(Verdict::refused(ContextReason::AbstractSyntax));
        }
        // MS-RPCE section 3.3.1.5.6: clients propose an interface once for each transfer syntax,
        // and one of those is accepted.
        if accepted.contains(&interface) {
            return Ok(Verdict::refused(ContextReason::TransferSyntaxes));
        }
        // C706 section 12.6.3.4: an id has one meaning.
        let known = self.context(id).map(|context| context.interface);
        if known.is_some_and(|known| known != interface) {
            return Err(bad("p_cont_id", usize::from(id)));
        }
        if !element.transfers().any(|t| t == Syntax::NDR) {
            return Ok(Verdict::refused(ContextReason::TransferSyntaxes));
        }
        if known.is_none() && self.contexts.len() >= self.limits.dce.presentation_contexts {
            return Ok(Verdict::refused(ContextReason::LocalLimit));
        }
        if known.is_none() {
            let least_level = self.host.least_level(&uuid);
            self.contexts.push(Context {
                id,
                interface,
                least_level,
            });
        }
        Ok(Verdict::ACCEPTED)
    }

    pub(super) fn leave(&mut self) {
        if let Some(Association { group, .. }) = self.association.take()
            && self.host.leave_group(group)
        {
            self.ended = Some(u64::from(group));
        }
    }
}

/// The results of a bind's or alter_context's proposals.
struct Judged {
    verdicts: Vec<Verdict>,
    /// Whether multiplexing was requested together with a new context, which is when deployed
    /// servers agree to it.
    multiplex: bool,
}

/// The security part of an alter_context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Altered {
    /// Begins a security context.
    New,
    /// A further token.
    Further,
    /// Continues one with another mechanism; refused after contexts are processed.
    OtherType,
    /// Likewise, invalid.
    Denied,
}

/// The level in a trailer, if it is valid.
fn level_of(trailer: &Trailer) -> Option<Level> {
    Level::from_wire(trailer.level).filter(|level| *level > Level::None)
}

/// The refusal of a bind whose trailer does not fit into it.
fn of_trailer(e: WireError) -> (NakReason, WireError) {
    match e {
        WireError::BadField {
            field: "auth_length" | "auth_pad_length",
            ..
        } => (NakReason::ProtocolVersion, e),
        _ => (NakReason::NotSpecified, e),
    }
}

/// Length in bytes of an rpc_auth_3 before its trailer: the common fields and padding (MS-RPCE
/// 2.2.2.10).
const AUTH3_HEAD: usize = HEADER + 4;

/// The fragment size of clients that state none.
const UNNAMED_FRAGMENT: usize = 2048;
