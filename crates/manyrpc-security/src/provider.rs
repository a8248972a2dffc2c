//! Which libraries supply the mechanisms.

use std::sync::OnceLock;

use manyrpc_engine::dce::security::Level;

use crate::credentials::{Credentials, Secret};
use crate::gssapi::Mechanism;

/// Who supplies NTLM and SPNEGO. Kerberos is the system's in any case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Provider {
    /// The system where it can do what is asked, else us: where gss-ntlmssp is not installed, for
    /// [`Accounts`](crate::ntlm::Accounts) that are no list, and for clients whose SPNEGO may
    /// come to NTLM at level connect.
    #[default]
    Any,
    /// The system's GSSAPI alone: SPNEGO of MIT krb5, NTLM of its plugin gss-ntlmssp.
    System,
    /// [`ntlm`](crate::ntlm) and [`spnego`](crate::spnego).
    Own,
}

impl Provider {
    /// Whether the system begins a security context of this mechanism for a client.
    pub(crate) fn is_system(
        self,
        mechanism: Mechanism,
        credentials: &Credentials,
        level: Level,
    ) -> bool {
        match (self, mechanism, &credentials.secret) {
            (Provider::System, _, _) | (_, Mechanism::Kerberos, _) => true,
            (Provider::Own, _, _) => false,
            // No NTLM is needed for these.
            (_, Mechanism::Spnego, Secret::Keytab(_) | Secret::Cache(_)) => true,
            // NTLM within MIT's SPNEGO: Samba refuses it at level connect.
            (_, Mechanism::Spnego, _) if !level.protects_pdus() => false,
            _ => system_has_ntlm(),
        }
    }
}

/// Plugins are loaded once.
pub(crate) fn system_has_ntlm() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| Mechanism::Ntlm.is_there())
}
