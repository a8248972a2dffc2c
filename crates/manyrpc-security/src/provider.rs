//! Choice between the system's mechanisms and ours.

use std::sync::OnceLock;

use manyrpc_engine::security::Level;

use crate::credentials::{Credentials, Secret};
use crate::gssapi::Mechanism;

/// The provider of NTLM and SPNEGO. Kerberos is always the system's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Provider {
    /// The system if possible, otherwise ours: if gss-ntlmssp is not installed, for
    /// [`Accounts`](crate::ntlm::Accounts) that cannot be listed, and for clients whose SPNEGO may
    /// negotiate NTLM at level connect.
    #[default]
    Any,
    /// Only the system's GSSAPI: SPNEGO of MIT krb5, NTLM of its plugin gss-ntlmssp.
    System,
    /// [`ntlm`](crate::ntlm) and [`spnego`](crate::spnego).
    Own,
}

impl Provider {
    /// Whether the system provides a client's security context for this mechanism.
    pub(crate) fn is_system(
        self,
        mechanism: Mechanism,
        credentials: &Credentials,
        level: Level,
    ) -> bool {
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
pub(crate) fn system_has_ntlm() -> bool {
    static FOUND: OnceLock<bool> = OnceLock::new();
    *FOUND.get_or_init(|| Mechanism::Ntlm.is_there())
}
