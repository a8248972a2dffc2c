//! Protection of PDUs once the context is established, for both sides.
//!
//! Reading list: MS-RPCE 3.3.1.5.2; RFC 4121 section 4.2; MS-NLMP 3.4.

use std::borrow::Cow;

use manyrpc_engine::security::{Denied, DeniedReason, Level, Pdu, Step};

use super::Mechanism;
use super::context::{Context, Parts, Work};
use super::status::Status;
use crate::negotiation::token;
use crate::ntlm::{self, Exchange};

/// Our side of a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Client,
    Server,
}

/// A context with its protection of PDUs.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) context: Context,
    pub(super) may_seal: bool,
    pub(super) signs_headers: bool,
    mechanism: Mechanism,
    side: Side,
    exchange: Exchange,
    way: Way,
}

/// None before the context is established.
#[derive(Debug)]
enum Way {
    None,
    Kerberos {
        signature_bytes: usize,
        seal_bytes: usize,
    },
    /// With what seals PDUs.
    Ntlm(Box<ntlm::Session>),
}

impl Session {
    pub(super) fn new(mechanism: Mechanism, side: Side) -> Session {
        Session {
            context: Context::new(),
            may_seal: true,
            signs_headers: false,
            mechanism,
            side,
            exchange: Exchange::default(),
            way: Way::None,
        }
    }

    /// A token of the peer in the form in which the library may see it.
    pub(super) fn admit<'a>(&self, token: &'a [u8]) -> Result<Cow<'a, [u8]>, Denied> {
        match self.mechanism {
            Mechanism::Spnego if !token.is_empty() => token::admit(token).map(Cow::from),
            Mechanism::Ntlm => {
                ntlm::admit(token)?;
                Ok(ntlm::with_version(token))
            }
            _ => Ok(token.into()),
        }
    }

    /// Records both tokens of a step; once the context is established, determines the protection of
    /// PDUs.
    pub(super) fn after(&mut self, step: Step, theirs: &[u8], ours: &[u8]) -> Result<Step, Denied> {
        self.exchange.theirs(self.within(theirs));
        self.exchange.ours(self.within(ours));
        if step == Step::Done {
            let found = match self.mechanism {
                Mechanism::Spnego => self.context.mechanism().map_err(silent)?,
                bare => Some(bare),
            };
            self.way = match found {
                Some(Mechanism::Kerberos) => self.kerberos()?,
                Some(Mechanism::Ntlm) => self.ntlm()?,
                _ => {
                    return Err(Denied::new(
                        DeniedReason::NotOffered,
                        "the two sides agreed on a mechanism that protects no PDUs here; allow Kerberos or NTLM",
                    ));
                }
            };
        }
        Ok(step)
    }

    /// The message in a token, and whether SPNEGO's list is signed there.
    fn within<'a>(&self, token: &'a [u8]) -> (Option<&'a [u8]>, bool) {
        match self.mechanism {
            Mechanism::Spnego => token::within(token),
            _ => (Some(token), false),
        }
    }

    /// Determines the tokens' sizes, which depend on the encryption type.
    fn kerberos(&self) -> Result<Way, Denied> {
        let mut signature_bytes = self.context.token_bytes(false).map_err(silent)?;
        let seal_bytes = self.context.token_bytes(true).map_err(silent)?;
        // The library (1.20) counts a confounder in signatures of RC4 and DES3, which have none.
        if signature_bytes == seal_bytes {
            signature_bytes -= CONFOUNDER;
        }
        Ok(Way::Kerberos {
            signature_bytes,
            seal_bytes,
        })
    }

    fn ntlm(&self) -> Result<Way, Denied> {
        let key = self.context.session_key().map_err(silent)?;
        let key = key.ok_or_else(|| {
            Denied::new(
                DeniedReason::NotOffered,
                "the system's NTLM made no 128-bit session key; allow NTLM v2 on both sides",
            )
        })?;
        let session = self.exchange.session(&key, self.side == Side::Client)?;
        Ok(Way::Ntlm(Box::new(session)))
    }

    pub(super) fn token_bytes(&self, level: Level) -> usize {
        match (&self.way, level.protects_pdus()) {
            (_, false) | (Way::None, _) => 0,
            (
                Way::Kerberos {
                    signature_bytes,
                    seal_bytes,
                },
                true,
            ) => match level.seals() {
                true => *seal_bytes,
                false => *signature_bytes,
            },
            (Way::Ntlm(_), true) => ntlm::SIGNATURE_BYTES,
        }
    }

    /// Signs a message that is not a PDU.
    pub(super) fn sign(&mut self, message: &[u8]) -> Result<Vec<u8>, Denied> {
        let mut token = vec![0; self.token_bytes(Level::Integrity)];
        self.protect(Level::Integrity, bare(&mut message.to_vec()), &mut token)?;
        Ok(token)
    }

    /// Verifies a signature.
    pub(super) fn verify(&mut self, message: &[u8], signature: &[u8]) -> Result<(), Denied> {
        self.unprotect(Level::Integrity, bare(&mut message.to_vec()), signature)
    }

    /// Kerberos, alone in our SPNEGO, simply continues its numbering.
    #[expect(clippy::unused_self, reason = "as NTLM's, which does not")]
    pub(super) fn signatures_exchanged(&mut self) {}

    pub(super) fn protect(
        &mut self,
        level: Level,
        pdu: Pdu<'_>,
        token: &mut [u8],
    ) -> Result<(), Denied> {
        if !level.protects_pdus() {
            return Ok(());
        }
        self.check_sealing(level)?;
        match &mut self.way {
            Way::None => Err(too_early()),
            Way::Kerberos { .. } => self.parts(level, Work::Sign, Work::Seal, pdu, token),
            Way::Ntlm(sealing) if level.seals() => sealing.protect(level, pdu, token),
            Way::Ntlm(_) => {
                let made = self.context.sign(&whole(&pdu)).map_err(refused)?;
                if made.bytes().len() != token.len() {
                    return Err(refused(Status::DEFECTIVE_TOKEN));
                }
                token.copy_from_slice(made.bytes());
                Ok(())
            }
        }
    }

    pub(super) fn unprotect(
        &mut self,
        level: Level,
        pdu: Pdu<'_>,
        token: &[u8],
    ) -> Result<(), Denied> {
        if !level.protects_pdus() {
            return Ok(());
        }
        self.check_sealing(level)?;
        self.check_size(level, token)?;
        match &mut self.way {
            Way::None => Err(too_early()),
            Way::Kerberos { .. } => {
                // The library takes its input as mutable: it gets a copy.
                let mut token = token.to_vec();
                self.parts(level, Work::Verify, Work::Unseal, pdu, &mut token)
            }
            Way::Ntlm(sealing) if level.seals() => sealing.unprotect(level, pdu, token),
            Way::Ntlm(_) => self.context.verify(&whole(&pdu), token).map_err(refused),
        }
    }

    fn parts(
        &mut self,
        level: Level,
        sign: Work,
        seal: Work,
        pdu: Pdu<'_>,
        token: &mut [u8],
    ) -> Result<(), Denied> {
        // MS-RPCE 3.3.1.5.2.2: without header signing, only the body.
        let (before, after) = match self.signs_headers {
            true => (pdu.header, pdu.trailer),
            false => (&[][..], &[][..]),
        };
        let parts = Parts {
            before,
            body: pdu.body,
            after,
            token,
        };
        let work = if level.seals() { seal } else { sign };
        self.context.process(work, parts).map_err(refused)
    }

    fn check_sealing(&self, level: Level) -> Result<(), Denied> {
        match level.seals() && !self.may_seal {
            true => Err(Denied::new(
                DeniedReason::NotOffered,
                "the client did not ask for privacy when its security context was made",
            )),
            false => Ok(()),
        }
    }

    /// krb5 (1.20) aborts the process on a signature of 16 bytes, and has had other bugs with short
    /// tokens (CVE-2024-37371); gss-ntlmssp reads 16 bytes of any signature. Such tokens are not
    /// passed to them.
    fn check_size(&self, level: Level, token: &[u8]) -> Result<(), Denied> {
        let fits = match (&self.way, level.seals()) {
            (Way::Kerberos { .. }, true) => token.len() >= SMALLEST_SEALED_TOKEN,
            _ => token.len() == self.token_bytes(level),
        };
        if fits {
            return Ok(());
        }
        Err(Denied::new(
            DeniedReason::BadSignature,
            format!(
                "a PDU's security token has {} bytes, which none has",
                token.len()
            ),
        ))
    }
}

/// A message without headers.
fn bare(body: &mut [u8]) -> Pdu<'_> {
    Pdu {
        header: &[],
        body,
        trailer: &[],
    }
}

/// The parts that NTLM signs.
fn whole(pdu: &Pdu<'_>) -> Vec<u8> {
    [pdu.header, pdu.body, pdu.trailer].concat()
}

fn silent(status: Status) -> Denied {
    status.denied(
        DeniedReason::Ours,
        "the security library does not tell how it protects PDUs",
    )
}

fn refused(status: Status) -> Denied {
    status.denied(
        DeniedReason::BadSignature,
        "a PDU's security token does not fit: changed, repeated, out of order, or the two sides differ over header signing",
    )
}

fn too_early() -> Denied {
    Denied::new(
        DeniedReason::BadToken,
        "a protected PDU before the security context stands; finish the tokens first",
    )
}

/// The size of a confounder in tokens of the older kind (RFC 1964 section 1.2.2.2).
const CONFOUNDER: usize = 8;
/// Header, confounder and checksum of the shortest kind (RFC 4757 section 7.3).
const SMALLEST_SEALED_TOKEN: usize = 8 + 8 + 16;
