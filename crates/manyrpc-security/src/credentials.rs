//! A client's identity, with its proof.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::Provider;

/// A user and a way to prove it. Passwords and hashes are not printed by `Debug`.
#[derive(Clone)]
pub struct Credentials {
    pub(crate) user: String,
    pub(crate) domain: String,
    pub(crate) secret: Secret,
    pub(crate) provider: Provider,
}

/// A client's secret.
#[derive(Clone)]
pub(crate) enum Secret {
    /// For NTLM and Kerberos.
    Password(String),
    /// MD4 of the password in UTF-16, which suffices for NTLM.
    NtHash([u8; 16]),
    /// A file with the user's Kerberos keys.
    Keytab(PathBuf),
    /// Existing tickets, in this file or the default cache.
    Cache(Option<PathBuf>),
}

impl Credentials {
    /// A user with a password: for NTLM and Kerberos.
    ///
    /// The user is `name`, `DOMAIN\name` or `name@REALM`.
    pub fn password(user: &str, password: &str) -> Credentials {
        Credentials::of(user, Secret::Password(password.to_owned()))
    }

    /// A user with the NT hash of a password, for NTLM only.
    pub fn nt_hash(user: &str, hash: [u8; 16]) -> Credentials {
        Credentials::of(user, Secret::NtHash(hash))
    }

    /// A user whose Kerberos keys are in a keytab (`ktadd` of `kadmin`).
    pub fn keytab(user: &str, keytab: &Path) -> Credentials {
        Credentials::of(user, Secret::Keytab(keytab.to_owned()))
    }

    /// The owner of the Kerberos tickets in this file; with `None`, in the default cache (`kinit`,
    /// environment variable `KRB5CCNAME`).
    pub fn tickets(cache: Option<&Path>) -> Credentials {
        Credentials::of("", Secret::Cache(cache.map(Path::to_owned)))
    }

    /// The same in this NTLM domain or Kerberos realm.
    pub fn in_domain(mut self, domain: &str) -> Credentials {
        domain.clone_into(&mut self.domain);
        self
    }

    /// The same with the mechanisms of this provider.
    pub fn by(mut self, provider: Provider) -> Credentials {
        self.provider = provider;
        self
    }

    fn of(user: &str, secret: Secret) -> Credentials {
        let (domain, user) = match (user.split_once('\\'), user.rsplit_once('@')) {
            (Some((domain, user)), _) | (None, Some((user, domain))) => (domain, user),
            (None, None) => ("", user),
        };
        Credentials {
            user: user.to_owned(),
            domain: domain.to_owned(),
            secret,
            provider: Provider::default(),
        }
    }

    /// The user in NTLM's form.
    pub(crate) fn account(&self) -> String {
        match self.domain.as_str() {
            "" => self.user.clone(),
            domain => format!("{domain}\\{}", self.user),
        }
    }

    /// The user in Kerberos's form; without a realm, in the default one.
    pub(crate) fn principal(&self) -> String {
        match self.domain.as_str() {
            "" => self.user.clone(),
            realm => format!("{}@{realm}", self.user),
        }
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let secret = match &self.secret {
            Secret::Password(_) => "a password".into(),
            Secret::NtHash(_) => "an NT hash".into(),
            Secret::Keytab(path) => format!("keytab {}", path.display()),
            Secret::Cache(Some(path)) => format!("tickets in {}", path.display()),
            Secret::Cache(None) => "tickets in the default cache".to_owned(),
        };
        f.debug_struct("Credentials")
            .field("user", &self.user)
            .field("domain", &self.domain)
            .field("secret", &format_args!("{secret}"))
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Credentials;

    #[test]
    fn a_user_is_written_in_three_ways() {
        for (text, user, domain) in [
            ("ann", "ann", ""),
            ("TEST\\ann", "ann", "TEST"),
            ("host/a.example@REALM", "host/a.example", "REALM"),
        ] {
            let credentials = Credentials::password(text, "x");
            assert_eq!((&*credentials.user, &*credentials.domain), (user, domain));
        }
    }

    #[test]
    fn secrets_are_not_printed() {
        let printed = format!("{:?}", Credentials::password("ann", "sesame"));
        assert!(!printed.contains("sesame"), "{printed}");
    }
}
