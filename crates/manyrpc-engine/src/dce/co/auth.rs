//! Security of one connection: tokens in the PDUs that negotiate, trailers on the PDUs of calls.
//!
//! Our clients have one security context per connection; servers accept several.
//! [`security`](crate::security) describes which PDU carries which token, and what is signed.
//!
//! Our servers send faults unprotected, as deployed servers do with most of theirs; otherwise
//! deployed clients would miscount the protected PDUs.
//!
//! Reading list: C706 chapter 13 and section 12.6.3.1 (`auth_verifier_co_t`); MS-RPCE sections
//! 2.2.2.3 (header signing), 2.2.2.11 (sec_trailer), 3.3.1.5.2 (building and using a context).

use alloc::boxed::Box;
use alloc::vec::Vec;

use manyrpc_codec::Buf;

use super::output::Output;
use super::pdu::{HEADER, Header, PduType, TRAILER, Trailer, bad};
use crate::fault::WireError;
use crate::security::{
    AuthType, BODY_ALIGN, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};

pub(super) use server::{ContextState, Place, SecurityContexts, ServerSecurity, Unauthenticated};

/// The fields common to all trailers of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Agreed {
    auth_type: AuthType,
    level: Level,
    context: u32,
}

impl Agreed {
    fn trailer(&self, pad: usize) -> Trailer {
        Trailer {
            auth_type: self.auth_type.0,
            level: self.level.to_wire(),
            pad: pad as u8,
            context: self.context,
        }
    }

    /// A peer must not change them.
    fn check(&self, trailer: &Trailer) -> Result<(), WireError> {
        if trailer.auth_type != self.auth_type.0 {
            return Err(bad("auth_type", usize::from(trailer.auth_type)));
        }
        if Level::from_wire(trailer.level) != Some(self.level) {
            return Err(bad("auth_level", usize::from(trailer.level)));
        }
        if trailer.context != self.context {
            return Err(bad("auth_context_id", trailer.context as usize));
        }
        Ok(())
    }

    /// Appends padding, a trailer and a token to the PDU from `start` to the end of `out`.
    fn append(&self, out: &mut Buf, start: usize, token: &[u8]) {
        // MS-RPCE section 2.2.2.11: trailers start at a multiple of four bytes.
        let pad = (out.len() - start).wrapping_neg() & 3;
        out.put(&[0; 3][..pad]);
        out.put_array(self.trailer(pad).emit());
        out.put(token);
        let bytes = (out.len() - start) as u16;
        let pdu = &mut out.data_mut()[start..];
        pdu[8..10].copy_from_slice(&bytes.to_le_bytes());
        pdu[10..12].copy_from_slice(&(token.len() as u16).to_le_bytes());
    }

    /// Fills in the trailer of an outgoing fragment and protects it.
    fn protect(
        &self,
        by: &mut dyn Protection,
        fragment: &mut [u8],
        head: usize,
        pad: usize,
    ) -> Result<(), Denied> {
        let at = fragment.len() - by.auth_value_bytes(self.level) - TRAILER;
        fragment[at..at + TRAILER].copy_from_slice(&self.trailer(pad).emit());
        let (signed, value) = fragment.split_at_mut(at + TRAILER);
        by.protect(self.level, parts(signed, head, at), value)
    }

    /// Queues a message: protected, or unchanged if the level requires no protection.
    fn complete(
        &self,
        by: &mut dyn Protection,
        out: &mut Output,
        head: usize,
        most: usize,
    ) -> Result<(), Denied> {
        if !self.level.protects_pdus() {
            out.complete(head, most);
            return Ok(());
        }
        let value = by.auth_value_bytes(self.level);
        out.complete_protected(head, most, BODY_ALIGN, value, |fragment, head, pad| {
            self.protect(by, fragment, head, pad)
        })
    }

    /// Verifies and decrypts a received fragment. Returns where its stub data ends.
    fn unprotect(
        &self,
        by: &mut dyn Protection,
        header: &Header,
        fragment: &mut [u8],
        head: usize,
    ) -> Result<usize, WireError> {
        let Some((_, end)) = Trailer::parse(header, fragment, head)? else {
            return match self.level.protects_pdus() {
                true => Err(bad("auth_length", 0)),
                false => Ok(fragment.len()),
            };
        };
        // At level connect a trailer proves nothing, so it is not checked.
        if self.level.protects_pdus() {
            let at = fragment.len() - usize::from(header.auth_length) - TRAILER;
            let (signed, value) = fragment.split_at_mut(at + TRAILER);
            by.unprotect(self.level, parts(signed, head, at), value)
                .map_err(|_| WireError::BadSignature)?;
        }
        Ok(end)
    }
}

/// The parts of a fragment before its auth_value; its body starts at `head`, its trailer at `at`.
fn parts(signed: &mut [u8], head: usize, at: usize) -> Pdu<'_> {
    let (front, trailer) = signed.split_at_mut(at);
    let (header, body) = front.split_at_mut(head);
    Pdu {
        header,
        body,
        trailer,
    }
}

/// The token in a PDU whose own fields take at least `least` bytes.
pub(super) fn token<'a>(
    header: &Header,
    pdu: &'a [u8],
    least: usize,
) -> Result<Option<(Trailer, &'a [u8])>, WireError> {
    let trailer = Trailer::parse(header, pdu, least)?;
    let start = pdu.len() - usize::from(header.auth_length);
    Ok(trailer.map(|(trailer, _)| (trailer, &pdu[start..])))
}

/// What a client sends next to establish its security context.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Leg {
    /// Nothing: the context is established.
    None,
    /// An rpc_auth_3, which has no answer; it establishes the context.
    Auth3,
    /// An alter_context, which has one.
    Alter,
}

/// The client side of a connection's security context.
pub(super) struct ClientSecurity {
    mechanism: Box<dyn Initiator>,
    agreed: Agreed,
    /// Our next token.
    token: Vec<u8>,
    is_established: bool,
}

impl ClientSecurity {
    pub(super) fn new(mut mechanism: Box<dyn Initiator>, level: Level) -> Self {
        mechanism.set_level(level);
        ClientSecurity {
            agreed: Agreed {
                auth_type: mechanism.auth_type(),
                level,
                context: CLIENT_CONTEXT,
            },
            mechanism,
            token: Vec::new(),
            is_established: false,
        }
    }

    /// Whether the context is established, so that calls may be sent.
    pub(super) fn is_established(&self) -> bool {
        self.is_established
    }

    /// The first token, for the bind.
    pub(super) fn begin(&mut self) -> Result<(), Denied> {
        self.step(&[]).map(|_| ())
    }

    /// Appends the next token to the PDU from `start` to the end of `out`.
    pub(super) fn append(&self, out: &mut Buf, start: usize) {
        self.agreed.append(out, start, &self.token);
    }

    /// An rpc_auth_3 with the next token (MS-RPCE section 2.2.2.10).
    pub(super) fn emit_auth3(&self, call_id: u32, out: &mut Buf) {
        let start = out.len();
        out.put_array(Header::new(PduType::Auth3, call_id).emit());
        out.put_array([0; 4]);
        self.append(out, start);
    }

    /// The server has answered a bind or an alter_context. `agreed`: whether it supports header
    /// signing.
    pub(super) fn answered(
        &mut self,
        header: &Header,
        pdu: &[u8],
        signs_headers: Option<bool>,
    ) -> Result<Leg, Refusal> {
        if let Some(agreed) = signs_headers {
            self.mechanism.sign_headers(agreed);
        }
        if self.is_established {
            return Ok(Leg::None);
        }
        let Some((trailer, token)) = token(header, pdu, HEADER)? else {
            return Err(Refusal::Denied(Denied::new(
                DeniedReason::NotOffered,
                "the server answered without a security token; it may not offer this mechanism, so ask for another or for none",
            )));
        };
        self.agreed.check(&trailer)?;
        let step = self.step(token)?;
        self.is_established = step == Step::Done;
        Ok(match (step, self.token.is_empty()) {
            (Step::Continue, _) => Leg::Alter,
            (Step::Done, true) => Leg::None,
            (Step::Done, false) => Leg::Auth3,
        })
    }

    fn step(&mut self, input: &[u8]) -> Result<Step, Denied> {
        self.token.clear();
        self.mechanism.step(input, &mut self.token)
    }

    /// As [`Output::complete`], with protection.
    pub(super) fn complete(
        &mut self,
        out: &mut Output,
        head: usize,
        most: usize,
    ) -> Result<(), Denied> {
        self.agreed.complete(&mut *self.mechanism, out, head, most)
    }

    /// Where the stub data ends of a fragment that the server may send.
    pub(super) fn unprotect(
        &mut self,
        header: &Header,
        fragment: &mut [u8],
        head: usize,
    ) -> Result<usize, WireError> {
        if self.agreed.level.protects_pdus()
            && let Some((trailer, _)) = Trailer::parse(header, fragment, head)?
        {
            self.agreed.check(&trailer)?;
        }
        self.agreed
            .unprotect(&mut *self.mechanism, header, fragment, head)
    }
}

/// Why a security context could not be established.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The peer violated the protocol.
    Wire(WireError),
    /// The mechanism refused to continue.
    Denied(Denied),
}

impl From<WireError> for Refusal {
    fn from(e: WireError) -> Self {
        Refusal::Wire(e)
    }
}

impl From<Denied> for Refusal {
    fn from(denied: Denied) -> Self {
        Refusal::Denied(denied)
    }
}

/// `auth_context_id` of our clients: arbitrary, since a connection has one context.
const CLIENT_CONTEXT: u32 = 1;

impl core::fmt::Debug for ClientSecurity {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let is_established = if self.is_established {
            "stands"
        } else {
            "begun"
        };
        write!(
            f,
            "{} at level {}, {is_established}",
            self.agreed.auth_type, self.agreed.level
        )
    }
}

mod server;
