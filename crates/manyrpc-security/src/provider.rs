//! Choice between the system's mechanisms and ours.

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
