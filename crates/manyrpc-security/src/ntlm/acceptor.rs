//! The server's side of NTLM.

use std::sync::Arc;

use manyrpc_engine::security::{Acceptor, Denied, DeniedReason, Level, Pdu, Protection, Step};

use super::accounts::Accounts;
use super::keys::{self, Direction, Key, Proof, utf16};
use super::message::{self, AV_FLAG_MIC, AV_PAIRS_AT, Authenticate, Challenge, MIC_AT, av, flag};
use super::session::Session;
use super::{OFFERED, check_needed, now, random};

/// A server's side.
pub struct NtlmAcceptor {
    accounts: Arc<dyn Accounts>,
    name: Arc<str>,
    anonymous: bool,
    asked: Option<Asked>,
    principal: Option<Arc<str>>,
    may_seal: bool,
    pub(super) session: Session,
}

/// The state before the client's answer.
pub(super) struct Asked {
    pub(super) negotiate: Vec<u8>,
    pub(super) challenge_message: Vec<u8>,
    pub(super) challenge: [u8; 8],
}

impl NtlmAcceptor {
    /// For a new association of a server with this name (its NetBIOS name, or any).
    pub fn new(accounts: Arc<dyn Accounts>, name: Arc<str>) -> NtlmAcceptor {
        NtlmAcceptor {
            accounts,
            name,
            anonymous: false,
            asked: None,
            principal: None,
            may_seal: false,
            session: Session::default(),
        }
    }

    /// Also accepts clients without a user. Their session key is publicly known.
    #[must_use]
    pub fn with_anonymous(mut self, allowed: bool) -> NtlmAcceptor {
        self.anonymous = allowed;
        self
    }

    /// MS-NLMP 3.2.5.1.1.
    fn ask(&self, negotiate: &[u8]) -> Result<Asked, Denied> {
        let flags = message::parse_negotiate(negotiate)?;
        check_needed(flags, "client")?;
        let challenge = random()?;
        let challenge_message = Challenge {
            flags: flags & OFFERED | flag::TARGET_TYPE_SERVER | flag::TARGET_INFO,
            challenge,
            target_info: &target_info(&self.name),
        }
        .emit(&self.name);
        Ok(Asked {
            negotiate: negotiate.to_vec(),
            challenge_message,
            challenge,
        })
    }
}

impl Acceptor for NtlmAcceptor {
    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        let Some(asked) = self.asked.take() else {
            let asked = self.ask(input)?;
            out.extend_from_slice(&asked.challenge_message);
            self.asked = Some(asked);
            return Ok(Step::Continue);
        };
        let client = match self.anonymous && is_anonymous(input)? {
            true => nobody(input)?,
            false => check(&*self.accounts, &asked, input)?,
        };
        let session = &mut self.session;
        session.start(&client.exported, Direction::ToClient, client.covered);
        self.principal = client.principal.map(Arc::from);
        self.may_seal = client.may_seal;
        Ok(Step::Done)
    }

    fn can_seal(&self) -> bool {
        self.may_seal
    }

    fn principal(&self) -> Option<Arc<str>> {
        self.principal.clone()
    }
}

/// A client that has authenticated, or is anonymous.
#[derive(Debug)]
pub(super) struct Client {
    pub(super) principal: Option<String>,
    pub(super) exported: Key,
    pub(super) covered: bool,
    /// Whether it has requested sealing.
    pub(super) may_seal: bool,
}

/// Whether the client is anonymous (MS-NLMP 3.2.5.1.2: then there is no proof, either).
fn is_anonymous(input: &[u8]) -> Result<bool, Denied> {
    let said = Authenticate::parse(input)?;
    let no_lm = matches!(said.lm_response, [] | [0]);
    Ok(said.user.is_empty() && said.nt_response.is_empty() && no_lm)
}

/// The session with an anonymous client: its key is derived from zero (MS-NLMP 3.4.5.1). Nothing
/// depends on it, so any of the client's capabilities will do: Samba's has no extended session
/// security.
fn nobody(input: &[u8]) -> Result<Client, Denied> {
    let said = Authenticate::parse(input)?;
    let (exported, covered) = exported(&said, [0; 16])?;
    Ok(Client {
        principal: None,
        exported,
        covered,
        may_seal: said.flags & flag::SEAL != 0,
    })
}

/// The session key, and whether it was sent encrypted with another one (MS-NLMP 3.2.5.1.2).
fn exported(said: &Authenticate<'_>, session_base: Key) -> Result<(Key, bool), Denied> {
    if said.flags & flag::KEY_EXCH == 0 {
        return Ok((session_base, false));
    }
    let sent = said
        .session_key
        .try_into()
        .map_err(|_| Denied::new(DeniedReason::BadToken, "an NTLM session key has 16 bytes"))?;
    Ok((keys::rc4k(&session_base, sent), true))
}

/// MS-NLMP 3.2.5.1.2.
pub(super) fn check(
    accounts: &dyn Accounts,
    asked: &Asked,
    input: &[u8],
) -> Result<Client, Denied> {
    let said = Authenticate::parse(input)?;
    check_needed(said.flags, "client")?;
    let (user, domain) = (message::text(said.user), message::text(said.domain));
    let refused = || {
        Denied::new(
            DeniedReason::BadCredentials,
            format!("'{user}' of domain '{domain}' is not known here, or with another password"),
        )
    };
    let (proof, temp) = message::split_response(said.nt_response).ok_or_else(refused)?;
    // An unknown user takes as much time as one with a wrong password.
    let nt_hash = accounts.nt_hash(&domain, &user);
    let key = keys::response_key(&nt_hash.unwrap_or_default(), &user, &domain);
    let expected = Proof::new(&key, &asked.challenge, temp);
    if !keys::same(&expected.proof, &proof) || nt_hash.is_none() || user.is_empty() {
        return Err(refused());
    }

    check_echo(asked, temp)?;

    let (exported, covered) = exported(&said, expected.session_base)?;
    if promises_mic(temp) {
        check_mic(asked, input, &exported)?;
    }
    Ok(Client {
        principal: Some(match domain.as_str() {
            "" => user,
            domain => format!("{domain}\\{user}"),
        }),
        exported,
        covered,
        may_seal: said.flags & flag::SEAL != 0,
    })
}

/// The client's password also authenticates what it has received from us (MS-NLMP 3.1.5.1.2). If
/// the time were removed on the way, it would send no integrity code.
fn check_echo(asked: &Asked, temp: &[u8]) -> Result<(), Denied> {
    let said = Challenge::parse(&asked.challenge_message)?.target_info;
    let ours = message::find_pair(said, av::TIMESTAMP);
    let echoed = message::find_pair(&temp[AV_PAIRS_AT..], av::TIMESTAMP);
    if ours.is_none() || ours == echoed {
        return Ok(());
    }
    Err(Denied::new(
        DeniedReason::BadSignature,
        "the NTLM challenge was changed on the way, or the client does not repeat it: the time in it is missing",
    ))
}

/// Whether the client states that the message has an integrity code (MS-NLMP 3.2.5.1.2). The
/// statement is authenticated by the password, so nobody can remove it on the way.
fn promises_mic(temp: &[u8]) -> bool {
    let flags = message::find_pair(&temp[AV_PAIRS_AT..], av::FLAGS);
    let flags = flags.and_then(|flags| flags.try_into().ok());
    flags.map_or(0, u32::from_le_bytes) & AV_FLAG_MIC != 0
}

fn check_mic(asked: &Asked, input: &[u8], exported: &Key) -> Result<(), Denied> {
    let mut message = input.to_vec();
    let place = message.get_mut(MIC_AT..MIC_AT + 16);
    let mic = place.map(|place| std::mem::take(place.try_into().expect("16 bytes")));
    let expected = keys::hmac_md5(
        exported,
        &[&asked.negotiate, &asked.challenge_message, &message],
    );
    if mic.is_some_and(|mic: Key| keys::same(&mic, &expected)) {
        return Ok(());
    }
    Err(Denied::new(
        DeniedReason::BadSignature,
        "the NTLM messages were changed on the way: the integrity code does not fit",
    ))
}

/// The server's information, above all the time: a client then authenticates its messages.
fn target_info(name: &str) -> Vec<u8> {
    let mut pairs = Vec::new();
    let netbios = utf16(&name.to_uppercase());
    message::put_pair(&mut pairs, av::NB_DOMAIN, &netbios);
    message::put_pair(&mut pairs, av::NB_COMPUTER, &netbios);
    message::put_pair(&mut pairs, av::DNS_DOMAIN, &[]);
    message::put_pair(&mut pairs, av::DNS_COMPUTER, &utf16(&name.to_lowercase()));
    message::put_pair(&mut pairs, av::TIMESTAMP, &now().to_le_bytes());
    message::put_pair(&mut pairs, av::END, &[]);
    pairs
}

crate::delegate_protection!(NtlmAcceptor, session);

impl std::fmt::Debug for NtlmAcceptor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NtlmAcceptor")
            .field("name", &self.name)
            .field("principal", &self.principal)
            .finish_non_exhaustive()
    }
}
