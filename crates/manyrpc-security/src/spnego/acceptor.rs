//! The server's side of SPNEGO.

use std::sync::Arc;

use manyrpc_engine::security::{Acceptor, Denied, DeniedReason, Level, Pdu, Protection, Step};

use crate::negotiation::token::{self, Init, Kind, Response, State};
use crate::negotiation::{InnerAcceptor, unexpected};

/// The mechanisms that a server can agree on.
pub(crate) trait Mechanisms: Send + Sync {
    /// Our side of a new security context of that kind, if it is accepted.
    fn inner(&self, kind: Kind) -> Option<Box<dyn InnerAcceptor>>;
}

/// A server's side.
pub struct SpnegoAcceptor {
    mechanisms: Box<dyn Mechanisms>,
    signs_headers: bool,
    talk: Option<Talk>,
}

/// The negotiation, once the client has sent its list.
struct Talk {
    mechanism: Box<dyn InnerAcceptor>,
    /// The client's list as received.
    list: Vec<u8>,
    /// Whether the mechanism's context is established.
    stands: bool,
    /// Whether the client must sign its list.
    needs_mic: bool,
    sent_mic: bool,
    checked_mic: bool,
    over: bool,
}

impl SpnegoAcceptor {
    /// For a new association, with these mechanisms.
    pub(crate) fn among(mechanisms: impl Mechanisms + 'static) -> SpnegoAcceptor {
        SpnegoAcceptor {
            mechanisms: Box::new(mechanisms),
            signs_headers: false,
            talk: None,
        }
    }

    /// Chooses the first of the client's mechanisms that is also accepted here.
    fn begin(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        let init = Init::parse(input)?;
        let names = init.names()?;
        let ours = |(at, name): (usize, &&[u8])| {
            let mechanism = self.mechanisms.inner(Kind::named(name)?)?;
            Some((at, mechanism))
        };
        let Some((at, mut mechanism)) = names.iter().enumerate().find_map(ours) else {
            return Err(Denied::new(
                DeniedReason::NotOffered,
                "the client knows none of the security mechanisms that are set up here",
            ));
        };
        mechanism.sign_headers(self.signs_headers);
        let talk = self.talk.insert(Talk {
            mechanism,
            list: init.list.to_vec(),
            stands: false,
            needs_mic: at != 0,
            sent_mic: false,
            checked_mic: false,
            over: false,
        });
        // An initial token belongs to the first of the client's mechanisms.
        let token = init.token.filter(|_| at == 0).map(token::unframed);
        talk.advance(token, Some(names[at]), None, out)
    }
}

impl Talk {
    /// Continues with the mechanism's token and the client's signature, as far as present.
    fn advance(
        &mut self,
        token: Option<&[u8]>,
        name: Option<&[u8]>,
        mic: Option<&[u8]>,
        out: &mut Vec<u8>,
    ) -> Result<Step, Denied> {
        let mut answer = Vec::new();
        if let Some(token) = token {
            if self.stands {
                return Err(unexpected("the client sent one token too many"));
            }
            self.stands = self.mechanism.step(token, &mut answer)? == Step::Done;
        } else if name.is_none() && (!self.stands || mic.is_none()) {
            return Err(unexpected("the client sent no token, yet one is due"));
        }
        if let Some(mic) = mic {
            self.check_mic(mic)?;
        }
        self.over = self.stands && (self.checked_mic || !self.needs_mic);
        let mic = match self.stands && !self.sent_mic && (self.checked_mic || self.needs_mic) {
            true => Some(self.mechanism.sign(&self.list)?),
            false => None,
        };
        self.sent_mic |= mic.is_some();
        if self.over && self.checked_mic {
            self.mechanism.signatures_exchanged();
        }
        let state = match (self.over, name) {
            (true, _) => State::Completed,
            // RFC 4178 section 4.2.2: if its preferred mechanism was not chosen, the client must
            // sign.
            (false, Some(_)) if self.needs_mic => State::RequestMic,
            (false, _) => State::Incomplete,
        };
        let response = Response {
            state: Some(state),
            mechanism: name,
            token: (!answer.is_empty()).then_some(&answer),
            mic: mic.as_deref(),
        };
        out.extend(response.emit());
        Ok(match self.over {
            true => Step::Done,
            false => Step::Continue,
        })
    }

    fn check_mic(&mut self, mic: &[u8]) -> Result<(), Denied> {
        if !self.stands || self.checked_mic {
            return Err(unexpected("the client signs its list at the wrong time"));
        }
        self.checked_mic = true;
        self.mechanism.verify(&self.list, mic).map_err(|_| {
            Denied::new(
                DeniedReason::BadSignature,
                "somebody changed the client's list of security mechanisms on the way",
            )
        })
    }
}

impl Acceptor for SpnegoAcceptor {
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        let Some(talk) = &mut self.talk else {
            return self.begin(input, out);
        };
        if talk.over {
            return Err(unexpected("the client goes on where all is said"));
        }
        let response = Response::parse(input)?;
        talk.advance(response.token, None, response.mic, out)
    }

    fn principal(&self) -> Option<Arc<str>> {
        let talk = self.talk.as_ref().filter(|talk| talk.over)?;
        talk.mechanism.principal()
    }

    fn can_seal(&self) -> bool {
        let talk = self.talk.as_ref();
        talk.is_some_and(|talk| talk.mechanism.can_seal())
    }
}

impl Protection for SpnegoAcceptor {
    fn sign_headers(&mut self, agreed: bool) {
        self.signs_headers = agreed;
        if let Some(talk) = &mut self.talk {
            talk.mechanism.sign_headers(agreed);
        }
    }

    fn auth_value_bytes(&self, level: Level) -> usize {
        let talk = self.talk.as_ref();
        talk.map_or(0, |talk| talk.mechanism.auth_value_bytes(level))
    }

    fn protect(&mut self, level: Level, pdu: Pdu<'_>, value: &mut [u8]) -> Result<(), Denied> {
        let talk = self.talk.as_mut().ok_or_else(too_early)?;
        talk.mechanism.protect(level, pdu, value)
    }

    fn unprotect(&mut self, level: Level, pdu: Pdu<'_>, value: &[u8]) -> Result<(), Denied> {
        let talk = self.talk.as_mut().ok_or_else(too_early)?;
        talk.mechanism.unprotect(level, pdu, value)
    }
}

fn too_early() -> Denied {
    unexpected("a protected PDU before the two sides have agreed on a mechanism")
}

impl std::fmt::Debug for SpnegoAcceptor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SpnegoAcceptor")
            .field("begun", &self.talk.is_some())
            .field("principal", &self.principal())
            .finish_non_exhaustive()
    }
}
