//! The mechanisms that a server accepts, and a client starts with.

use std::fmt;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use manyrpc_engine::security::{
    Acceptor, AuthType, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};

use crate::credentials::{Credentials, Secret};
use crate::gssapi::{GssAcceptor, GssInitiator, Mechanism, ServerKeys};
use crate::negotiation::InnerAcceptor;
use crate::negotiation::token::Kind;
use crate::ntlm::{Accounts, NtlmAcceptor, NtlmInitiator, Users};
use crate::provider::Provider;
use crate::spnego::{Mechanisms, SpnegoAcceptor, SpnegoInitiator};

/// The mechanisms by which a server authenticates its callers; cheap to clone. None at first.
#[derive(Clone)]
pub struct Acceptors {
    name: Arc<str>,
    provider: Provider,
    accounts: Option<Arc<dyn Accounts>>,
    anonymous: bool,
    keys: Option<ServerKeys>,
    /// The accounts in the system's form, once needed.
    listed: Arc<OnceLock<Result<ServerKeys, Denied>>>,
}

impl Acceptors {
    /// For a server of this name, which NTLM sends to clients.
    pub fn new(name: &str) -> Acceptors {
        Acceptors {
            name: name.into(),
            provider: Provider::default(),
            accounts: None,
            anonymous: false,
            keys: None,
            listed: Arc::default(),
        }
    }

    /// With the mechanisms of this provider.
    pub fn by(mut self, provider: Provider) -> Acceptors {
        self.provider = provider;
        self
    }

    /// Also accepts NTLM, for these users.
    pub fn with_users(mut self, accounts: Arc<dyn Accounts>) -> Acceptors {
        self.accounts = Some(accounts);
        self.listed = Arc::default();
        self
    }

    /// Also accepts NTLM without a user: such callers are anonymous, and their calls count as
    /// unprotected at every level, since their session key is publicly known.
    ///
    /// By our own NTLM: the system's requires a name.
    pub fn with_anonymous(mut self) -> Acceptors {
        self.anonymous = true;
        self
    }

    /// Also accepts Kerberos, with the keys in this keytab: all of them, or those of one service
    /// (`service/host@REALM`).
    ///
    /// # Errors
    ///
    /// As of [`ServerKeys::open`].
    pub fn with_keytab(
        mut self,
        keytab: &Path,
        service: Option<&str>,
    ) -> Result<Acceptors, Denied> {
        self.keys = Some(ServerKeys::open(keytab, service)?);
        Ok(self)
    }

    /// Our side of a new security context, if this type is accepted: SPNEGO is if any other is.
    ///
    /// If the system's mechanism is required and lacks something, the first step reports it.
    pub fn acceptor(&self, auth_type: AuthType) -> Option<Box<dyn Acceptor>> {
        match auth_type {
            AuthType::KERBEROS => Some(Box::new(self.kerberos()?)),
            AuthType::NTLM if self.has_ntlm() => Some(match self.system() {
                Some(Ok(keys)) => Box::new(keys?.acceptor()),
                Some(Err(why)) => Box::new(Unavailable { why }),
                None => Box::new(self.ntlm()?),
            }),
            AuthType::SPNEGO if self.has_ntlm() || self.keys.is_some() => {
                Some(match self.system() {
                    Some(Ok(ntlm)) => {
                        Box::new(GssAcceptor::negotiating(self.keys.iter().chain(ntlm)))
                    }
                    Some(Err(why)) => Box::new(Unavailable { why }),
                    None => Box::new(SpnegoAcceptor::new(self.clone())),
                })
            }
            _ => None,
        }
    }

    fn has_ntlm(&self) -> bool {
        self.accounts.is_some() || self.anonymous
    }

    /// The users in the system's form; `None` without users, or if the system is not to be used.
    fn system(&self) -> Option<Result<Option<&ServerKeys>, Denied>> {
        if self.anonymous {
            return (self.provider == Provider::System).then(|| {
                Err(Denied::new(
                    DeniedReason::Ours,
                    "the system's NTLM takes nobody without a name; take our own",
                ))
            });
        }
        let Some(accounts) = &self.accounts else {
            return (self.provider != Provider::Own).then_some(Ok(None));
        };
        let listed = || {
            let list = accounts.list().ok_or(Denied::new(
                DeniedReason::Ours,
                "the system's NTLM knows users by a list alone, which these accounts are not; take our own",
            ))?;
            ServerKeys::users(&self.name, &list)
        };
        match self.provider {
            Provider::Own => None,
            Provider::System => {
                let keys = self.listed.get_or_init(listed).as_ref();
                Some(keys.map(Some).map_err(Clone::clone))
            }
            Provider::Any if !system_has_ntlm() => None,
            Provider::Any => {
                let keys = self.listed.get_or_init(listed).as_ref();
                keys.ok().map(|keys| Ok(Some(keys)))
            }
        }
    }

    fn ntlm(&self) -> Option<NtlmAcceptor> {
        let accounts = match &self.accounts {
            Some(accounts) => accounts.clone(),
            None => self.anonymous.then(|| Arc::new(Users::new()))?,
        };
        let acceptor = NtlmAcceptor::new(accounts, self.name.clone());
        Some(acceptor.with_anonymous(self.anonymous))
    }

    fn kerberos(&self) -> Option<GssAcceptor> {
        Some(self.keys.as_ref()?.acceptor())
    }
}

impl Mechanisms for Acceptors {
    fn inner(&self, kind: Kind) -> Option<Box<dyn InnerAcceptor>> {
        match kind {
            Kind::Ntlm => Some(Box::new(self.ntlm()?)),
            Kind::Kerberos => Some(Box::new(self.kerberos()?)),
        }
    }
}

impl SpnegoAcceptor {
    /// For a new association: offers the mechanisms of `acceptors`.
    pub fn new(acceptors: Acceptors) -> SpnegoAcceptor {
        SpnegoAcceptor::among(acceptors)
    }
}

impl fmt::Debug for Acceptors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Acceptors")
            .field("name", &self.name)
            .field("provider", &self.provider)
            .field("ntlm", &self.accounts.is_some())
            .field("anonymous", &self.anonymous)
            .field("kerberos", &self.keys.is_some())
            .finish()
    }
}

/// A client's side of a new security context with a service (`host/name`, which NTLM does not
/// need).
///
/// If there is no such mechanism, or the credentials do not fit it, the first step reports it.
pub fn initiator(
    auth_type: AuthType,
    credentials: &Credentials,
    service: &str,
) -> Box<dyn Initiator> {
    Box::new(Deferred {
        auth_type,
        credentials: credentials.clone(),
        service: service.to_owned(),
        level: Level::Privacy,
        made: None,
    })
}

/// A client's side that is made once its level is known.
struct Deferred {
    auth_type: AuthType,
    credentials: Credentials,
    service: String,
    level: Level,
    made: Option<Box<dyn Initiator>>,
}

impl Deferred {
    fn make(&self) -> Result<Box<dyn Initiator>, Denied> {
        let (credentials, service) = (&self.credentials, &*self.service);
        let provider = credentials.provider;
        let mut made: Box<dyn Initiator> = match Mechanism::named(self.auth_type) {
            Some(mechanism) if provider.is_system(mechanism, credentials, self.level) => {
                Box::new(GssInitiator::new(mechanism, credentials, service)?)
            }
            Some(Mechanism::Ntlm) => Box::new(NtlmInitiator::new(credentials)?),
            Some(_) => Box::new(SpnegoInitiator::new(credentials, service)?),
            None => {
                return Err(Denied::new(
                    DeniedReason::NotOffered,
                    format!(
                        "{} is not offered here; SPNEGO, NTLM and Kerberos are",
                        self.auth_type
                    ),
                ));
            }
        };
        made.set_level(self.level);
        Ok(made)
    }

    fn made(&mut self) -> Result<&mut dyn Initiator, Denied> {
        match &mut self.made {
            Some(made) => Ok(&mut **made),
            None => Err(Denied::new(
                DeniedReason::BadToken,
                "a protected PDU before the first token; finish the tokens first",
            )),
        }
    }
}

impl Initiator for Deferred {
    fn auth_type(&self) -> AuthType {
        self.auth_type
    }

    fn set_level(&mut self, level: Level) {
        self.level = level;
    }

    fn step(&mut self, input: &[u8], out: &mut Vec<u8>) -> Result<Step, Denied> {
        if self.made.is_none() {
            self.made = Some(self.make()?);
        }
        self.made()?.step(input, out)
    }
}

impl Protection for Deferred {
    /// Agreed on in the answer to the first token.
    fn sign_headers(&mut self, agreed: bool) {
        if let Some(made) = &mut self.made {
            made.sign_headers(agreed);
        }
    }

    fn auth_value_bytes(&self, level: Level) -> usize {
        let made = self.made.as_ref();
        made.map_or(0, |made| made.auth_value_bytes(level))
    }

    fn protect(&mut self, level: Level, pdu: Pdu<'_>, token: &mut [u8]) -> Result<(), Denied> {
        self.made()?.protect(level, pdu, token)
    }

    fn unprotect(&mut self, level: Level, pdu: Pdu<'_>, token: &[u8]) -> Result<(), Denied> {
        self.made()?.unprotect(level, pdu, token)
    }
}

impl Provider {
    /// Whether the system provides a client's security context for this mechanism.
    fn is_system(self, mechanism: Mechanism, credentials: &Credentials, level: Level) -> bool {
        match (self, mechanism, &credentials.secret) {
            (Provider::System, _, _) | (_, Mechanism::Kerberos, _) => true,
            (Provider::Own, _, _) => false,
            // These need no NTLM.
            (_, Mechanism::Spnego, Secret::Keytab(_) | Secret::Cache(_)) => true,
            // NTLM within MIT's SPNEGO: Samba refuses it at level connect.
            (_, Mechanism::Spnego, _) if !level.protects_pdus() => false,
            _ => system_has_ntlm(),
        }
    }
}

/// Plugins are loaded once.
fn system_has_ntlm() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| Mechanism::Ntlm.is_there())
}

/// A server's side that cannot begin.
struct Unavailable {
    why: Denied,
}

impl Acceptor for Unavailable {
    fn step(&mut self, _: &[u8], _: &mut Vec<u8>) -> Result<Step, Denied> {
        Err(self.why.clone())
    }

    fn principal(&self) -> Option<Arc<str>> {
        None
    }

    fn can_seal(&self) -> bool {
        false
    }
}

impl Protection for Unavailable {
    fn sign_headers(&mut self, _: bool) {}

    fn auth_value_bytes(&self, _: Level) -> usize {
        0
    }

    fn protect(&mut self, _: Level, _: Pdu<'_>, _: &mut [u8]) -> Result<(), Denied> {
        Err(self.why.clone())
    }

    fn unprotect(&mut self, _: Level, _: Pdu<'_>, _: &[u8]) -> Result<(), Denied> {
        Err(self.why.clone())
    }
}
