//! The client's side of SPNEGO.

use manyrpc_engine::security::{
    AuthType, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};

use crate::credentials::{Credentials, Secret};
use crate::gssapi::{GssInitiator, Mechanism};
use crate::negotiation::token::{self, Init, Kind, Response, State};
use crate::negotiation::{InnerInitiator, unexpected};
use crate::ntlm::NtlmInitiator;

/// A client's side.
pub struct SpnegoInitiator {
    /// The mechanisms offered, preferred one first.
    offers: Vec<Offer>,
    /// The index of the current one.
    chosen: usize,
    list: Vec<u8>,
    stage: Stage,
    /// Whether the chosen mechanism's context is established.
    stands: bool,
    /// Whether the server must sign the list.
    needs_mic: bool,
    /// Whether the mechanisms are asked for integrity at all.
    may_sign: bool,
    sent_mic: bool,
    checked_mic: bool,
}

struct Offer {
    kind: Kind,
    mechanism: Box<dyn InnerInitiator>,
}

/// The answer that is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    None,
    First,
    Later,
    Over,
}

impl SpnegoInitiator {
    /// Offers Kerberos for a service (`host/name`) and NTLM, as far as the credentials fit them.
    ///
    /// Without tickets, and without a key distribution centre that issues some for a password,
    /// offers only NTLM.
    ///
    /// # Errors
    ///
    /// The credentials fit neither.
    pub fn new(credentials: &Credentials, service: &str) -> Result<SpnegoInitiator, Denied> {
        let kerberos = match &credentials.secret {
            Secret::NtHash(_) => None,
            Secret::Password(_) if service.is_empty() => None,
            _ => Some(GssInitiator::new(Mechanism::Kerberos, credentials, service)),
        };
        let ntlm = match &credentials.secret {
            Secret::Keytab(_) | Secret::Cache(_) => None,
            _ => Some(NtlmInitiator::new(credentials)),
        };
        let mut offers = Vec::new();
        match (kerberos, ntlm) {
            (Some(Err(why)), None) | (_, Some(Err(why))) => return Err(why),
            (kerberos, ntlm) => {
                // A user with a password may have no realm at all.
                let kerberos = kerberos.and_then(Result::ok);
                offers.extend(kerberos.map(|made| Offer::new(Kind::Kerberos, made)));
                let ntlm = ntlm.and_then(Result::ok);
                offers.extend(ntlm.map(|made| Offer::new(Kind::Ntlm, made)));
            }
        }
        Ok(SpnegoInitiator::of(offers))
    }

    fn of(offers: Vec<Offer>) -> SpnegoInitiator {
        SpnegoInitiator {
            offers,
            chosen: 0,
            list: Vec::new(),
            stage: Stage::None,
            stands: false,
            needs_mic: false,
            may_sign: true,
            sent_mic: false,
            checked_mic: false,
        }
    }

    #[cfg(test)]
    pub(super) fn offering<const N: usize>(
        offers: [(Kind, Box<dyn InnerInitiator>); N],
    ) -> SpnegoInitiator {
        let offers = offers.map(|(kind, mechanism)| Offer { kind, mechanism });
        SpnegoInitiator::of(offers.into())
    }

    fn mechanism(&mut self) -> &mut dyn InnerInitiator {
        &mut *self.offers[self.chosen].mechanism
    }

    /// The list, and the first token of the first mechanism that can begin.
    fn begin(&mut self, out: &mut Vec<u8>) -> Result<Step, Denied> {
        let mut token = Vec::new();
        while let Err(why) = self.mechanism().step(&[], &mut token) {
            if self.offers.len() == 1 {
                return Err(why);
            }
            self.offers.remove(0);
            token.clear();
        }
        self.list = token::list(self.offers.iter().map(|offer| offer.kind));
        let init = Init {
            list: &self.list,
            token: Some(&token),
        };
        out.extend(init.emit());
        self.stage = Stage::First;
        Ok(Step::Continue)
    }

    /// Processes the server's choice. Returns the chosen mechanism's token if it begins only now.
    fn choose(&mut self, answer: &Response<'_>) -> Result<Option<Vec<u8>>, Denied> {
        let kind = match answer.mechanism {
            Some(name) => Kind::named(name),
            // Without a name it is the mechanism whose token was sent.
            None => self.offers.first().map(|offer| offer.kind),
        };
        let chosen = self.offers.iter().position(|o| Some(o.kind) == kind);
        self.chosen = chosen.ok_or(unexpected(
            "the server chose a security mechanism that was not offered to it",
        ))?;
        // RFC 4178 section 4.2.2: the server may also request the signatures.
        self.needs_mic = self.chosen != 0 || answer.state == Some(State::RequestMic);
        if self.chosen == 0 {
            return Ok(None);
        }
        let mut token = Vec::new();
        self.mechanism().step(&[], &mut token)?;
        Ok(Some(token))
    }

    /// The mechanism's answer; `None` if it has none.
    fn advance(&mut self, input: Option<&[u8]>) -> Result<Option<Vec<u8>>, Denied> {
        match (input, self.stands) {
            (None, true) => return Ok(None),
            (None, false) => return Err(unexpected("the server sent no token, yet one is due")),
            (Some(_), true) => return Err(unexpected("the server sent one token too many")),
            (Some(_), false) => (),
        }
        let mut token = Vec::new();
        let step = self.mechanism().step(input.unwrap_or_default(), &mut token);
        self.stands = step? == Step::Done;
        Ok((!token.is_empty()).then_some(token))
    }

    fn check_mic(&mut self, mic: Option<&[u8]>) -> Result<(), Denied> {
        let Some(mic) = mic.filter(|_| self.stands) else {
            return Ok(());
        };
        let list = std::mem::take(&mut self.list);
        let checked = self.mechanism().verify(&list, mic);
        self.list = list;
        self.checked_mic = true;
        checked.map_err(|_| {
            Denied::new(
                DeniedReason::BadSignature,
                "somebody changed the list of security mechanisms on the way; do not trust this connection",
            )
        })
    }

    /// Our signature of the list, once, as soon as possible.
    fn own_mic(&mut self) -> Result<Option<Vec<u8>>, Denied> {
        if !self.stands || self.sent_mic {
            return Ok(None);
        }
        self.sent_mic = true;
        let list = self.list.clone();
        self.mechanism().sign(&list).map(Some)
    }

    fn finish(&mut self) -> Result<Step, Denied> {
        // By RFC 4178 (section 5) nothing is signed without integrity, and MIT's library follows
        // that. Whoever could change the list could as well take over the connection afterwards.
        if self.needs_mic && self.may_sign && !self.checked_mic {
            return Err(unexpected(
                "the server did not sign the list of security mechanisms, though it passed over the first of them",
            ));
        }
        if self.checked_mic {
            self.mechanism().signatures_exchanged();
        }
        self.stage = Stage::Over;
        Ok(Step::Done)
    }
}

impl Initiator for SpnegoInitiator {
    fn auth_type(&self) -> AuthType {
        AuthType::SPNEGO
    }

    fn set_level(&mut self, level: Level) {
        self.may_sign = level.protects_pdus();
        for offer in &mut self.offers {
            offer.mechanism.set_level(level);
        }
    }

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        if self.stage == Stage::None {
            return self.begin(out);
        }
        let answer = Response::parse(input)?;
        if answer.state == Some(State::Reject) {
            return Err(Denied::new(
                DeniedReason::BadCredentials,
                "the server refuses; check user and password, or that it knows the mechanisms offered",
            ));
        }
        let begun = match std::mem::replace(&mut self.stage, Stage::Later) {
            Stage::First => self.choose(&answer)?,
            _ => None,
        };
        let token = match begun {
            Some(token) => Some(token),
            None => self.advance(answer.token)?,
        };
        self.check_mic(answer.mic)?;
        if answer.state == Some(State::Completed) {
            return match token {
                None if self.stands => self.finish(),
                _ => Err(unexpected(
                    "the server says that all is done, yet it is not",
                )),
            };
        }
        let mic = self.own_mic()?;
        if token.is_none() && mic.is_none() {
            return Err(unexpected("the server goes on where all is said"));
        }
        let response = Response {
            state: Some(State::Incomplete),
            mechanism: None,
            token: token.as_deref(),
            mic: mic.as_deref(),
        };
        out.extend(response.emit());
        Ok(Step::Continue)
    }
}

impl Protection for SpnegoInitiator {
    fn sign_headers(&mut self, agreed: bool) {
        for offer in &mut self.offers {
            offer.mechanism.sign_headers(agreed);
        }
    }

    fn auth_value_bytes(&self, level: Level) -> usize {
        self.offers[self.chosen].mechanism.auth_value_bytes(level)
    }

    fn protect(&mut self, level: Level, pdu: Pdu<'_>, value: &mut [u8]) -> Result<(), Denied> {
        self.mechanism().protect(level, pdu, value)
    }

    fn unprotect(&mut self, level: Level, pdu: Pdu<'_>, value: &[u8]) -> Result<(), Denied> {
        self.mechanism().unprotect(level, pdu, value)
    }
}

impl Offer {
    fn new(kind: Kind, mechanism: impl InnerInitiator + 'static) -> Offer {
        Offer {
            kind,
            mechanism: Box::new(mechanism),
        }
    }
}

impl std::fmt::Debug for SpnegoInitiator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SpnegoInitiator")
            .field("chosen", &self.offers.get(self.chosen).map(|o| o.kind))
            .field("stage", &self.stage)
            .finish_non_exhaustive()
    }
}
