//! What a server accepts, and what a client begins with.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use manyrpc_engine::dce::security::{
    Acceptor, AuthType, Denied, DeniedReason, Initiator, Level, Pdu, Protection, Step,
};

use crate::Credentials;
use crate::kerberos::{KerberosAcceptor, KerberosInitiator, ServiceKeys};
use crate::ntlm::{Accounts, NtlmAcceptor, NtlmInitiator};
use crate::spnego::{InnerAcceptor, Kind, SpnegoAcceptor, SpnegoInitiator};

/// What a server authenticates its callers with; cheap to copy. Nothing at first.
#[derive(Clone)]
pub struct Acceptors {
    name: Arc<str>,
    accounts: Option<Arc<dyn Accounts>>,
    keys: Option<ServiceKeys>,
}

impl Acceptors {
    /// For a server of this name, which NTLM's clients are told.
    pub fn new(name: &str) -> Acceptors {
        Acceptors {
            name: name.into(),
            accounts: None,
            keys: None,
        }
    }

    /// Also NTLM, for these users.
    pub fn with_users(mut self, accounts: Arc<dyn Accounts>) -> Acceptors {
        self.accounts = Some(accounts);
        self
    }

    /// Also Kerberos, with the keys in this keytab: all of them, or those of one service
    /// (`service/host@REALM`).
    ///
    /// # Errors
    ///
    /// As of [`ServiceKeys::open`].
    pub fn with_keytab(
        mut self,
        keytab: &Path,
        service: Option<&str>,
    ) -> Result<Acceptors, Denied> {
        self.keys = Some(ServiceKeys::open(keytab, service)?);
        Ok(self)
    }

    /// Our side of one new security context, where this kind is accepted: SPNEGO wherever one of
    /// the others is.
    pub fn acceptor(&self, auth_type: AuthType) -> Option<Box<dyn Acceptor>> {
        match auth_type {
            AuthType::NTLM => Some(Box::new(self.ntlm()?)),
            AuthType::KERBEROS => Some(Box::new(self.kerberos()?)),
            AuthType::SPNEGO if self.accounts.is_some() || self.keys.is_some() => {
                Some(Box::new(SpnegoAcceptor::new(self.clone())))
            }
            _ => None,
        }
    }

    /// As [`acceptor`](Self::acceptor), for what SPNEGO negotiates.
    pub(crate) fn inner(&self, kind: Kind) -> Option<Box<dyn InnerAcceptor>> {
        match kind {
            Kind::Ntlm => Some(Box::new(self.ntlm()?)),
            Kind::Kerberos => Some(Box::new(self.kerberos()?)),
        }
    }

    fn ntlm(&self) -> Option<NtlmAcceptor> {
        let accounts = self.accounts.clone()?;
        Some(NtlmAcceptor::new(accounts, self.name.clone()))
    }

    fn kerberos(&self) -> Option<KerberosAcceptor> {
        Some(self.keys.as_ref()?.acceptor())
    }
}

impl fmt::Debug for Acceptors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Acceptors")
            .field("name", &self.name)
            .field("ntlm", &self.accounts.is_some())
            .field("kerberos", &self.keys.is_some())
            .finish()
    }
}

/// A client's side of one new security context with a service (`host/name`, which NTLM needs not).
///
/// Where there is no such mechanism, or the credentials are not for it, its first step says so.
pub fn initiator(
    auth_type: AuthType,
    credentials: &Credentials,
    service: &str,
) -> Box<dyn Initiator> {
    let made: Result<Box<dyn Initiator>, Denied> = match auth_type {
        AuthType::NTLM => NtlmInitiator::new(credentials).map(|made| Box::new(made) as _),
        AuthType::KERBEROS => {
            KerberosInitiator::new(credentials, service).map(|made| Box::new(made) as _)
        }
        AuthType::SPNEGO => {
            SpnegoInitiator::new(credentials, service).map(|made| Box::new(made) as _)
        }
        other => Err(Denied::new(
            DeniedReason::NotOffered,
            format!("{other} is not offered here; SPNEGO, NTLM and Kerberos are"),
        )),
    };
    made.unwrap_or_else(|why| Box::new(Unavailable { auth_type, why }))
}

/// A mechanism that cannot begin.
struct Unavailable {
    auth_type: AuthType,
    why: Denied,
}

impl Initiator for Unavailable {
    fn auth_type(&self) -> AuthType {
        self.auth_type
    }

    fn step(&mut self, _: &[u8], _: &mut Vec<u8>) -> Result<Step, Denied> {
        Err(self.why.clone())
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
