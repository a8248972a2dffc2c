//! The client's side of NTLM.

use manyrpc_engine::security::{
    AuthType, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};

use super::keys::{self, Direction, Key, Proof, utf16};
use super::message::{self, AV_FLAG_MIC, Authenticate, Challenge, MIC_AT, av, flag};
use super::session::Session;
use super::{OFFERED, check_needed, now, random};
use crate::credentials::{Credentials, Secret};

/// A client's side.
#[derive(Debug)]
pub struct NtlmInitiator {
    who: Who,
    /// The requested flags.
    flags: u32,
    /// The NEGOTIATE_MESSAGE, once sent: the integrity code covers it.
    negotiate: Option<Vec<u8>>,
    pub(super) session: Session,
}

/// The names in the AUTHENTICATE_MESSAGE.
pub(super) struct Who {
    pub(super) user: String,
    pub(super) domain: String,
    pub(super) workstation: String,
    pub(super) nt_hash: Key,
}

/// Random numbers and the time, which tests can set.
pub(super) struct Chance {
    pub(super) client_challenge: [u8; 8],
    pub(super) exported: Key,
    pub(super) now: u64,
}

impl NtlmInitiator {
    /// For a user with a password or an NT hash.
    ///
    /// # Errors
    ///
    /// The credentials are for Kerberos only.
    pub fn new(credentials: &Credentials) -> Result<NtlmInitiator, Denied> {
        let nt_hash = match &credentials.secret {
            Secret::Password(password) => keys::nt_hash(password),
            Secret::NtHash(hash) => *hash,
            Secret::Keytab(_) | Secret::Cache(_) => {
                return Err(Denied::new(
                    DeniedReason::Ours,
                    "NTLM needs a password or an NT hash; tickets and keytabs are for Kerberos",
                ));
            }
        };
        Ok(NtlmInitiator {
            who: Who {
                user: credentials.user.clone(),
                domain: credentials.domain.clone(),
                workstation: String::new(),
                nt_hash,
            },
            flags: OFFERED,
            negotiate: None,
            session: Session::default(),
        })
    }
}

impl Initiator for NtlmInitiator {
    fn auth_type(&self) -> AuthType {
        AuthType::NTLM
    }

    /// Samba fails every call of a client that requests signatures and does not use them.
    fn set_level(&mut self, level: Level) {
        self.flags = match level.protects_pdus() {
            true => OFFERED,
            false => OFFERED & !(flag::SIGN | flag::SEAL),
        };
    }

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        let Some(negotiate) = &self.negotiate else {
            let message = message::negotiate(self.flags);
            out.extend_from_slice(&message);
            self.negotiate = Some(message);
            return Ok(Step::Continue);
        };
        let chance = Chance {
            client_challenge: random()?,
            exported: random()?,
            now: now(),
        };
        let answer = authenticate(&self.who, negotiate, input, chance)?;
        out.extend_from_slice(&answer.message);
        let session = &mut self.session;
        session.start(&answer.exported, Direction::ToServer, answer.covered);
        Ok(Step::Done)
    }
}

/// The answer to a challenge.
pub(super) struct Answer {
    pub(super) message: Vec<u8>,
    pub(super) exported: Key,
    pub(super) covered: bool,
}

/// MS-NLMP 3.1.5.1.2.
pub(super) fn authenticate(
    who: &Who,
    negotiate: &[u8],
    challenge_message: &[u8],
    chance: Chance,
) -> Result<Answer, Denied> {
    let challenge = Challenge::parse(challenge_message)?;
    check_needed(challenge.flags, "server")?;
    let server_time = message::find_pair(challenge.target_info, av::TIMESTAMP);
    let server_time = server_time.and_then(|time| time.try_into().ok());
    // A server that sends the time requires an integrity code and no LM response.
    let with_mic = server_time.is_some();
    let time = server_time.map_or(chance.now, u64::from_le_bytes);
    let pairs = echoed_pairs(challenge.target_info, with_mic);

    let key = keys::response_key(&who.nt_hash, &who.user, &who.domain);
    let temp = message::client_challenge(time, &chance.client_challenge, &pairs);
    let proof = Proof::new(&key, &challenge.challenge, &temp);
    let lm_response = match with_mic {
        true => [0; 24],
        false => keys::lm_response(&key, &challenge.challenge, &chance.client_challenge),
    };

    let covered = challenge.flags & flag::KEY_EXCH != 0;
    let (exported, sent_key) = match covered {
        true => (
            chance.exported,
            keys::rc4k(&proof.session_base, chance.exported).to_vec(),
        ),
        false => (proof.session_base, Vec::new()),
    };
    let mut message = Authenticate {
        lm_response: &lm_response,
        nt_response: &[&proof.proof[..], &temp].concat(),
        domain: &utf16(&who.domain),
        user: &utf16(&who.user),
        workstation: &utf16(&who.workstation),
        session_key: &sent_key,
        flags: challenge.flags & OFFERED | flag::REQUEST_TARGET,
    }
    .emit(with_mic);
    if with_mic {
        let mic = keys::hmac_md5(&exported, &[negotiate, challenge_message, &message]);
        message[MIC_AT..MIC_AT + 16].copy_from_slice(&mic);
    }
    Ok(Answer {
        message,
        exported,
        covered,
    })
}

/// The server's pairs, with a flag added if an integrity code follows.
fn echoed_pairs(target_info: &[u8], with_mic: bool) -> Vec<u8> {
    if !with_mic {
        return target_info.to_vec();
    }
    let mut pairs = message::before_end(target_info).to_vec();
    message::put_pair(&mut pairs, av::FLAGS, &AV_FLAG_MIC.to_le_bytes());
    message::put_pair(&mut pairs, av::END, &[]);
    pairs
}

crate::delegate_protection!(NtlmInitiator, session);

impl std::fmt::Debug for Who {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}\\{}", self.domain, self.user)
    }
}
