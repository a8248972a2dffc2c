//! The system's GSSAPI: Kerberos 5 and SPNEGO by MIT krb5, NTLM by its plugin gss-ntlmssp.
//!
//! One interface for all of them ([`Mechanism`]); they differ in data and in two ways to protect
//! PDUs:
//!
//! - Kerberos as in DCE RPC: three legs, tokens without GSSAPI's framing, PDUs signed and sealed in
//!   parts (`gss_wrap_iov` and related calls; RFC 4121, MS-KILE 3.4.5.4, MS-RPCE 3.3.1.5.2).
//! - NTLM signs the whole PDU with `gss_get_mic`, whether or not header signing is agreed on. The
//!   plugin's calls cannot seal PDUs: it has none of the `iov` calls, and its `gss_wrap` signs what
//!   it encrypts, whereas DCE signs header, body and trailer and encrypts the body. (Tried in
//!   `tests`: over the body alone the signature leaves out header and trailer, which Samba's,
//!   impacket's and ours include; over the whole PDU the signature is right, but the body is
//!   encrypted with later bytes of the key stream, offset by the size of the header.) So at level
//!   privacy the plugin establishes the session and returns its key (`GSS_C_INQ_SSPI_SESSION_KEY`),
//!   and [`ntlm`](crate::ntlm) implements MS-NLMP 3.4.
//!
//! Kerberos reads its usual configuration (`/etc/krb5.conf`, `KRB5_CONFIG`). gss-ntlmssp gets its
//! users from a credential store, never from the environment.

mod acceptor;
mod context;
mod creds;
mod ffi;
mod initiator;
mod session;
mod status;
#[cfg(test)]
mod tests;

use std::ptr;

use manyrpc_engine::security::AuthType;

pub use acceptor::{GssAcceptor, ServerKeys};
pub use initiator::GssInitiator;

/// A mechanism of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mechanism {
    /// Kerberos 5, by MIT krb5.
    Kerberos,
    /// NTLM, by gss-ntlmssp (Debian's package of that name).
    Ntlm,
    /// SPNEGO, by MIT krb5: negotiates one of the others.
    Spnego,
}

impl Mechanism {
    /// Its authentication type in DCE RPC.
    pub fn auth_type(self) -> AuthType {
        match self {
            Mechanism::Kerberos => AuthType::KERBEROS,
            Mechanism::Ntlm => AuthType::NTLM,
            Mechanism::Spnego => AuthType::SPNEGO,
        }
    }

    /// The mechanism with this authentication type in DCE RPC, if there is one.
    pub fn named(auth_type: AuthType) -> Option<Mechanism> {
        let all = [Mechanism::Kerberos, Mechanism::Ntlm, Mechanism::Spnego];
        all.into_iter().find(|m| m.auth_type() == auth_type)
    }

    /// Whether the system has it: NTLM is a plugin that must be installed.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub fn is_there(self) -> bool {
        let mut set = ptr::null_mut();
        // SAFETY: the library returns a set that is valid until it is released, which happens once.
        unsafe {
            ffi::gss_indicate_mechs(&mut 0, &mut set);
            let found = set.as_ref().is_some_and(|set| {
                (0..set.count).any(|i| (*set.elements.add(i)).bytes() == self.oid().bytes())
            });
            ffi::gss_release_oid_set(&mut 0, &mut set);
            found
        }
    }

    fn oid(self) -> &'static ffi::Oid {
        match self {
            Mechanism::Kerberos => &ffi::KRB5,
            Mechanism::Ntlm => &ffi::NTLM,
            Mechanism::Spnego => &ffi::SPNEGO,
        }
    }

    fn of(oid: &ffi::Oid) -> Option<Mechanism> {
        let known = [
            (&ffi::KRB5, Mechanism::Kerberos),
            (&ffi::KRB5_MISSPELT, Mechanism::Kerberos),
            (&ffi::NTLM, Mechanism::Ntlm),
        ];
        let mut known = known.into_iter();
        known.find_map(|(name, mechanism)| (name.bytes() == oid.bytes()).then_some(mechanism))
    }

    /// A set with only this mechanism.
    fn alone(self) -> &'static ffi::OidSet {
        static SETS: [ffi::OidSet; 3] = [
            just(&raw const ffi::KRB5),
            just(&raw const ffi::NTLM),
            just(&raw const ffi::SPNEGO),
        ];
        &SETS[self as usize]
    }

    /// What to install if it is missing.
    fn remedy(self) -> &'static str {
        match self {
            Mechanism::Ntlm => {
                "the system's GSSAPI has no NTLM; install package gss-ntlmssp, or take our own"
            }
            _ => "the system's GSSAPI lacks this mechanism; check its configuration (/etc/gss)",
        }
    }
}

const fn just(name: *const ffi::Oid) -> ffi::OidSet {
    ffi::OidSet {
        count: 1,
        elements: name,
    }
}

/// Routine errors (RFC 2744 section 3.9.1).
mod routine {
    pub(super) const BAD_MECH: u32 = 1;
    pub(super) const BAD_SIG: u32 = 6;
    pub(super) const NO_CRED: u32 = 7;
    pub(super) const DEFECTIVE_TOKEN: u32 = 9;
    pub(super) const CREDENTIALS_EXPIRED: u32 = 11;
    pub(super) const CONTEXT_EXPIRED: u32 = 12;
}
