//! What a server accepts, and what a client begins with.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use manyrpc_engine::dce::security::{Acceptor, AuthType, Denied, DeniedReason, Initiator};

use crate::Credentials;
use crate::kerberos::{KerberosInitiator, ServiceKeys};
use crate::ntlm::{Accounts, NtlmAcceptor, NtlmInitiator};

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

    /// Our side of one new security context, where this kind is accepted.
    pub fn acceptor(&self, auth_type: AuthType) -> Option<Box<dyn Acceptor>> {
        match auth_type {
            AuthType::NTLM => {
                let accounts = self.accounts.clone()?;
                Some(Box::new(NtlmAcceptor::new(accounts, self.name.clone())))
            }
            AuthType::KERBEROS => Some(Box::new(self.keys.as_ref()?.acceptor())),
            _ => None,
        }
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
/// # Errors
///
/// There is no such mechanism here, or the credentials are not for it.
pub fn initiator(
    auth_type: AuthType,
    credentials: &Credentials,
    service: &str,
) -> Result<Box<dyn Initiator>, Denied> {
    match auth_type {
        AuthType::NTLM => Ok(Box::new(NtlmInitiator::new(credentials)?)),
        AuthType::KERBEROS => Ok(Box::new(KerberosInitiator::new(credentials, service)?)),
        other => Err(Denied::new(
            DeniedReason::NotOffered,
            format!("{other} is not offered here; NTLM and Kerberos are"),
        )),
    }
}
