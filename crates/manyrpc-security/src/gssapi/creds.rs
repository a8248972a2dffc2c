//! Names and credentials of the system's GSSAPI, freed on drop.
//!
//! Reading list: RFC 2743 and 2744; MIT krb5 1.20, "Credential store interface".

use std::ffi::{CString, c_int};
use std::ptr;

use manyrpc_engine::security::{Denied, DeniedReason};

use super::Mechanism;
use super::ffi::{self, Handle, KeyValue, KeyValueSet, OidSet};
use super::status::{Owned, Status, borrowed, check};

/// The name of a user or a service.
#[derive(Debug)]
pub(super) struct Name(pub(super) Handle);

/// Keys, tickets or passwords.
#[derive(Debug)]
pub(super) struct Cred(pub(super) Handle);

/// The use of a credential.
#[derive(Clone, Copy)]
pub(super) enum Usage {
    /// By clients.
    Initiate,
    /// By servers.
    Accept,
}

// SAFETY: neither MIT krb5 nor gss-ntlmssp ties a credential to the thread that made it.
#[expect(unsafe_code, reason = "the library's objects may change threads")]
unsafe impl Send for Cred {}
// SAFETY: krb5 locks a credential whenever a context is made from it; those of gss-ntlmssp and
// SPNEGO do not change after creation.
#[expect(unsafe_code, reason = "the library's credentials lock themselves")]
unsafe impl Sync for Cred {}
// SAFETY: as for credentials.
#[expect(unsafe_code, reason = "the library's objects may change threads")]
unsafe impl Send for Name {}

impl Name {
    /// `service/host@REALM` or `user@REALM`.
    pub(super) fn principal(text: &str) -> Result<Name, Denied> {
        Name::import(text, &ffi::NT_PRINCIPAL)
    }

    /// `service@host`, which the library completes with the host's realm.
    pub(super) fn host_service(text: &str) -> Result<Name, Denied> {
        Name::import(text, &ffi::NT_HOST_SERVICE)
    }

    /// A host, for NTLM. Kerberos, to which SPNEGO passes it as well, would look it up in DNS.
    pub(super) fn host(text: &str) -> Result<Name, Denied> {
        Name::import(&format!("@{text}"), &ffi::NT_HOST_SERVICE_X)
    }

    /// A user in the usual form: `name`, `DOMAIN\
    /// ame` for NTLM, `name@REALM`.
    pub(super) fn user(text: &str) -> Result<Name, Denied> {
        Name::import(text, &ffi::NT_USER)
    }

    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    fn import(text: &str, kind: &'static ffi::Oid) -> Result<Name, Denied> {
        let (mut minor, mut handle) = (0, ptr::null_mut());
        let name = borrowed(text.as_bytes());
        // SAFETY: name and kind outlive the call; the library copies them.
        let major = unsafe { ffi::gss_import_name(&mut minor, &name, kind, &mut handle) };
        check(major, minor).map_err(|status| {
            status.denied(
                DeniedReason::Ours,
                &format!("'{text}' is no name that the system's GSSAPI knows"),
            )
        })?;
        Ok(Name(handle))
    }

    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn display(&self) -> Option<String> {
        let mut minor = 0;
        let mut text = Owned::new();
        // SAFETY: the name is valid until drop; `text` receives a buffer of the library.
        let major =
            unsafe { ffi::gss_display_name(&mut minor, self.0, &mut text.0, ptr::null_mut()) };
        check(major, minor).ok()?;
        // gss-ntlmssp (1.2.0) counts the NUL behind a name without a domain.
        let name = text.bytes().strip_suffix(b"\0").unwrap_or(text.bytes());
        String::from_utf8(name.to_vec()).ok()
    }
}

impl Drop for Name {
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    fn drop(&mut self) {
        // SAFETY: the handle is ours and not used again; null is allowed.
        unsafe { ffi::gss_release_name(&mut 0, &mut self.0) };
    }
}

impl Cred {
    /// From a store with pairs such as `("keytab", "FILE:path")`; from the library's defaults if
    /// there are none.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn stored(
        mechanism: Mechanism,
        name: Option<&Name>,
        usage: Usage,
        store: &[(&str, &str)],
    ) -> Result<Cred, Status> {
        let texts: Vec<(CString, CString)> = store
            .iter()
            .map(|(key, value)| Ok((terminated(key)?, terminated(value)?)))
            .collect::<Result<_, Status>>()?;
        let pairs: Vec<KeyValue> = texts
            .iter()
            .map(|(key, value)| KeyValue {
                key: key.as_ptr(),
                value: value.as_ptr(),
            })
            .collect();
        let set = KeyValueSet {
            count: pairs.len() as u32,
            elements: pairs.as_ptr(),
        };
        let (mut minor, mut handle) = (0, ptr::null_mut());
        // SAFETY: every pointer refers to something that outlives the call.
        let major = unsafe {
            ffi::gss_acquire_cred_from(
                &mut minor,
                name.map_or(ptr::null_mut(), |name| name.0),
                ffi::INDEFINITE,
                mechanism.alone(),
                usage.number(),
                if pairs.is_empty() { ptr::null() } else { &set },
                &mut handle,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        check(major, minor)?;
        Ok(Cred(handle))
    }

    /// From a password; the tickets obtained with it stay in this process's memory.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn password(
        mechanism: Mechanism,
        name: &Name,
        password: &str,
    ) -> Result<Cred, Status> {
        let (mut minor, mut handle) = (0, ptr::null_mut());
        // gss-ntlmssp reads up to a NUL, whatever the length.
        let password = terminated(password)?;
        let password = borrowed(password.as_bytes());
        // SAFETY: every pointer refers to something that outlives the call.
        let major = unsafe {
            ffi::gss_acquire_cred_with_password(
                &mut minor,
                name.0,
                &password,
                ffi::INDEFINITE,
                mechanism.alone(),
                Usage::Initiate.number(),
                &mut handle,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        check(major, minor)?;
        Ok(Cred(handle))
    }

    /// Restricts the mechanisms that SPNEGO may negotiate with this credential.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn negotiates(self, mechanisms: &[Mechanism]) -> Result<Cred, Status> {
        let names: Vec<ffi::Oid> = mechanisms.iter().map(|m| m.oid().copy()).collect();
        let set = OidSet {
            count: names.len(),
            elements: names.as_ptr(),
        };
        let mut minor = 0;
        // SAFETY: the set outlives the call, which copies it.
        let major = unsafe { ffi::gss_set_neg_mechs(&mut minor, self.0, &set) };
        check(major, minor)?;
        Ok(self)
    }
}

/// With a terminating NUL. Text that contains one is not a valid credential.
fn terminated(text: &str) -> Result<CString, Status> {
    CString::new(text).map_err(|_| Status::DEFECTIVE_CREDENTIAL)
}

impl Drop for Cred {
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    fn drop(&mut self) {
        // SAFETY: the handle is ours and not used again.
        unsafe { ffi::gss_release_cred(&mut 0, &mut self.0) };
    }
}

impl Usage {
    fn number(self) -> c_int {
        match self {
            Usage::Initiate => ffi::USAGE_INITIATE,
            Usage::Accept => ffi::USAGE_ACCEPT,
        }
    }
}
