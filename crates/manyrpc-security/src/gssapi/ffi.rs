//! The part of the system's GSSAPI (MIT krb5's) that is used here, declared by hand.
//!
//! Linked by the name of the shared object itself, which every Debian with `curl` or `ssh` has
//! (package `libgssapi-krb5-2`); building needs no development package.
//!
//! Reading list: RFC 2744 (the C bindings); MIT krb5 1.20, `gssapi_ext.h` documentation for the
//! `iov` calls, credential stores and `gss_set_neg_mechs` (RFC 4178 appendix A); MS-RPCE 3.3.1.5.2
//! for `DCE_STYLE`.

use core::ffi::{c_char, c_int, c_void};

/// `gss_buffer_desc`.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Buffer {
    pub(super) length: usize,
    pub(super) value: *mut c_void,
}

/// `gss_OID_desc`.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Oid {
    pub(super) length: u32,
    pub(super) elements: *const c_void,
}

// SAFETY: an object identifier here is a constant over static bytes.
#[expect(unsafe_code, reason = "a constant with a pointer in it")]
unsafe impl Sync for Oid {}

/// `gss_buffer_set_desc`.
#[repr(C)]
#[derive(Debug)]
pub(super) struct BufferSet {
    pub(super) count: usize,
    pub(super) elements: *const Buffer,
}

/// `gss_OID_set_desc`.
#[repr(C)]
#[derive(Debug)]
pub(super) struct OidSet {
    pub(super) count: usize,
    pub(super) elements: *const Oid,
}

// SAFETY: a set here is a constant over constants.
#[expect(unsafe_code, reason = "a constant with a pointer in it")]
unsafe impl Sync for OidSet {}

/// `gss_key_value_element_desc`.
#[repr(C)]
#[derive(Debug)]
pub(super) struct KeyValue {
    pub(super) key: *const c_char,
    pub(super) value: *const c_char,
}

/// `gss_key_value_set_desc`.
#[repr(C)]
#[derive(Debug)]
pub(super) struct KeyValueSet {
    pub(super) count: u32,
    pub(super) elements: *const KeyValue,
}

/// `gss_iov_buffer_desc`.
#[repr(C)]
#[derive(Debug)]
pub(super) struct Iov {
    pub(super) kind: u32,
    pub(super) buffer: Buffer,
}

/// `gss_name_t`, `gss_cred_id_t`, `gss_ctx_id_t`: opaque.
pub(super) type Handle = *mut c_void;

/// 1.2.840.113554.1.2.2, Kerberos.
pub(super) static KRB5: Oid = oid(b"\x2a\x86\x48\x86\xf7\x12\x01\x02\x02");
/// 1.2.840.48018.1.2.2, Kerberos as misspelt by Windows 2000 (MS-SPNG 3.1.5.3); contexts may report
/// it.
pub(super) static KRB5_MISSPELT: Oid = oid(b"\x2a\x86\x48\x82\xf7\x12\x01\x02\x02");
/// 1.3.6.1.4.1.311.2.2.10, NTLM.
pub(super) static NTLM: Oid = oid(b"\x2b\x06\x01\x04\x01\x82\x37\x02\x02\x0a");
/// 1.3.6.1.5.5.2, SPNEGO.
pub(super) static SPNEGO: Oid = oid(b"\x2b\x06\x01\x05\x05\x02");
/// 1.2.840.113554.1.2.2.5.5, the identifier of a context's session key.
pub(super) static SESSION_KEY: Oid = oid(b"\x2a\x86\x48\x86\xf7\x12\x01\x02\x02\x05\x05");
/// 1.2.840.113554.1.2.1.1, a user's name.
pub(super) static NT_USER: Oid = oid(b"\x2a\x86\x48\x86\xf7\x12\x01\x02\x01\x01");
/// 1.2.840.113554.1.2.2.1, a principal's name in Kerberos's form.
pub(super) static NT_PRINCIPAL: Oid = oid(b"\x2a\x86\x48\x86\xf7\x12\x01\x02\x02\x01");
/// 1.3.6.1.5.6.2, `service@host` with its older identifier, which Kerberos does not know.
pub(super) static NT_HOST_SERVICE_X: Oid = oid(b"\x2b\x06\x01\x05\x06\x02");
/// 1.2.840.113554.1.2.1.4, `service@host`.
pub(super) static NT_HOST_SERVICE: Oid = oid(b"\x2a\x86\x48\x86\xf7\x12\x01\x02\x01\x04");

impl Oid {
    /// Its encoding.
    #[expect(unsafe_code, reason = "reads a constant of ours or of the library's")]
    pub(super) fn bytes(&self) -> &[u8] {
        // SAFETY: an object identifier points to this many bytes, which live as long as it does.
        unsafe { core::slice::from_raw_parts(self.elements.cast(), self.length as usize) }
    }

    /// A copy for a set.
    pub(super) const fn copy(&self) -> Oid {
        Oid { ..*self }
    }
}

const fn oid(bytes: &'static [u8]) -> Oid {
    Oid {
        length: bytes.len() as u32,
        elements: bytes.as_ptr().cast(),
    }
}

pub(super) const USAGE_INITIATE: c_int = 1;
pub(super) const USAGE_ACCEPT: c_int = 2;
pub(super) const INDEFINITE: u32 = u32::MAX;

/// Flags of a context (RFC 2744 section 5.19; DCE_STYLE is Microsoft's and MIT's).
pub(super) mod flag {
    pub(crate) const MUTUAL: u32 = 0x0002;
    pub(crate) const REPLAY: u32 = 0x0004;
    pub(crate) const SEQUENCE: u32 = 0x0008;
    pub(crate) const CONFIDENTIAL: u32 = 0x0010;
    pub(crate) const INTEGRITY: u32 = 0x0020;
    pub(crate) const DCE_STYLE: u32 = 0x1000;
}

/// The kind of a buffer in an iov call (MIT krb5, `GSS_IOV_BUFFER_TYPE_*`).
pub(super) mod iov {
    pub(crate) const DATA: u32 = 1;
    pub(crate) const HEADER: u32 = 2;
    pub(crate) const SIGN_ONLY: u32 = 11;
    pub(crate) const MIC_TOKEN: u32 = 12;
}

pub(super) const CONTINUE_NEEDED: u32 = 1;
/// `GSS_C_GSS_CODE` and `GSS_C_MECH_CODE` of `gss_display_status`.
pub(super) const GSS_CODE: c_int = 1;
pub(super) const MECH_CODE: c_int = 2;

#[link(name = "libgssapi_krb5.so.2", kind = "dylib", modifiers = "+verbatim")]
#[expect(unsafe_code, reason = "the system's GSSAPI is a C library")]
unsafe extern "C" {
    pub(super) fn gss_import_name(
        minor: *mut u32,
        name: *const Buffer,
        kind: *const Oid,
        out: *mut Handle,
    ) -> u32;
    pub(super) fn gss_display_name(
        minor: *mut u32,
        name: Handle,
        out: *mut Buffer,
        kind: *mut *const Oid,
    ) -> u32;
    pub(super) fn gss_release_name(minor: *mut u32, name: *mut Handle) -> u32;
    pub(super) fn gss_acquire_cred_from(
        minor: *mut u32,
        name: Handle,
        lifetime: u32,
        mechanisms: *const OidSet,
        usage: c_int,
        store: *const KeyValueSet,
        out: *mut Handle,
        actual: *mut *mut OidSet,
        lifetime_out: *mut u32,
    ) -> u32;
    pub(super) fn gss_acquire_cred_with_password(
        minor: *mut u32,
        name: Handle,
        password: *const Buffer,
        lifetime: u32,
        mechanisms: *const OidSet,
        usage: c_int,
        out: *mut Handle,
        actual: *mut *mut OidSet,
        lifetime_out: *mut u32,
    ) -> u32;
    pub(super) fn gss_release_cred(minor: *mut u32, cred: *mut Handle) -> u32;
    pub(super) fn gss_init_sec_context(
        minor: *mut u32,
        cred: Handle,
        context: *mut Handle,
        target: Handle,
        mechanism: *const Oid,
        flags: u32,
        lifetime: u32,
        bindings: *const c_void,
        input: *const Buffer,
        actual: *mut *const Oid,
        output: *mut Buffer,
        flags_out: *mut u32,
        lifetime_out: *mut u32,
    ) -> u32;
    pub(super) fn gss_accept_sec_context(
        minor: *mut u32,
        context: *mut Handle,
        cred: Handle,
        input: *const Buffer,
        bindings: *const c_void,
        source: *mut Handle,
        mechanism: *mut *const Oid,
        output: *mut Buffer,
        flags_out: *mut u32,
        lifetime_out: *mut u32,
        delegated: *mut Handle,
    ) -> u32;
    pub(super) fn gss_delete_sec_context(
        minor: *mut u32,
        context: *mut Handle,
        output: *mut Buffer,
    ) -> u32;
    pub(super) fn gss_release_buffer(minor: *mut u32, buffer: *mut Buffer) -> u32;
    pub(super) fn gss_display_status(
        minor: *mut u32,
        status: u32,
        kind: c_int,
        mechanism: *const Oid,
        context: *mut u32,
        out: *mut Buffer,
    ) -> u32;
    pub(super) fn gss_indicate_mechs(minor: *mut u32, out: *mut *mut OidSet) -> u32;
    pub(super) fn gss_release_oid_set(minor: *mut u32, set: *mut *mut OidSet) -> u32;
    pub(super) fn gss_set_neg_mechs(
        minor: *mut u32,
        cred: Handle,
        mechanisms: *const OidSet,
    ) -> u32;
    pub(super) fn gss_inquire_context(
        minor: *mut u32,
        context: Handle,
        source: *mut Handle,
        target: *mut Handle,
        lifetime: *mut u32,
        mechanism: *mut *const Oid,
        flags: *mut u32,
        local: *mut c_int,
        open: *mut c_int,
    ) -> u32;
    pub(super) fn gss_inquire_sec_context_by_oid(
        minor: *mut u32,
        context: Handle,
        question: *const Oid,
        out: *mut *mut BufferSet,
    ) -> u32;
    pub(super) fn gss_release_buffer_set(minor: *mut u32, set: *mut *mut BufferSet) -> u32;
    pub(super) fn gss_get_mic(
        minor: *mut u32,
        context: Handle,
        quality: u32,
        message: *const Buffer,
        token: *mut Buffer,
    ) -> u32;
    pub(super) fn gss_verify_mic(
        minor: *mut u32,
        context: Handle,
        message: *const Buffer,
        token: *const Buffer,
        quality: *mut u32,
    ) -> u32;
    pub(super) fn gss_wrap_iov(
        minor: *mut u32,
        context: Handle,
        confidential: c_int,
        quality: u32,
        state: *mut c_int,
        iov: *mut Iov,
        count: c_int,
    ) -> u32;
    pub(super) fn gss_wrap_iov_length(
        minor: *mut u32,
        context: Handle,
        confidential: c_int,
        quality: u32,
        state: *mut c_int,
        iov: *mut Iov,
        count: c_int,
    ) -> u32;
    pub(super) fn gss_unwrap_iov(
        minor: *mut u32,
        context: Handle,
        state: *mut c_int,
        quality: *mut u32,
        iov: *mut Iov,
        count: c_int,
    ) -> u32;
    pub(super) fn gss_get_mic_iov(
        minor: *mut u32,
        context: Handle,
        quality: u32,
        iov: *mut Iov,
        count: c_int,
    ) -> u32;
    pub(super) fn gss_get_mic_iov_length(
        minor: *mut u32,
        context: Handle,
        quality: u32,
        iov: *mut Iov,
        count: c_int,
    ) -> u32;
    pub(super) fn gss_verify_mic_iov(
        minor: *mut u32,
        context: Handle,
        quality: *mut u32,
        iov: *mut Iov,
        count: c_int,
    ) -> u32;
}
