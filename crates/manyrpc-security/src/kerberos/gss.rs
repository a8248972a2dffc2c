//! A safe face on the system's GSSAPI: names, credentials, contexts that free themselves.
//!
//! Reading list: RFC 2743 and 2744; RFC 4121 (what the tokens look like).

use std::ffi::{CString, c_int};
use std::path::Path;
use std::ptr;

use manyrpc_engine::dce::security::{Denied, DeniedReason, Step};

use super::ffi::{self, Buffer, Handle, Iov, KeyValue, KeyValueSet, OidSet};

/// A principal's name.
#[derive(Debug)]
pub(super) struct Name(Handle);

/// Keys or tickets.
#[derive(Debug)]
pub(super) struct Cred(Handle);

/// One security context.
#[derive(Debug)]
pub(super) struct Context {
    handle: Handle,
}

/// Where a context of the library may be used.
#[derive(Clone, Copy)]
pub(super) enum Usage {
    /// By clients.
    Initiate,
    /// By servers.
    Accept,
}

// SAFETY: MIT Kerberos ties none of its objects to the thread that made them.
#[expect(unsafe_code, reason = "the library's objects may change threads")]
unsafe impl Send for Context {}
// SAFETY: as above.
#[expect(unsafe_code, reason = "the library's objects may change threads")]
unsafe impl Send for Cred {}
// SAFETY: the library locks a credential whenever a context is made from it.
#[expect(unsafe_code, reason = "the library's credentials lock themselves")]
unsafe impl Sync for Cred {}
// SAFETY: as above.
#[expect(unsafe_code, reason = "the library's objects may change threads")]
unsafe impl Send for Name {}

impl Name {
    /// `service/host@REALM` or `user@REALM`.
    pub(super) fn principal(text: &str) -> Result<Name, Denied> {
        Name::import(text, &ffi::NT_PRINCIPAL)
    }

    /// `service@host`, which the library completes with the realm of that host.
    pub(super) fn host_service(text: &str) -> Result<Name, Denied> {
        Name::import(text, &ffi::NT_HOST_SERVICE)
    }

    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    fn import(text: &str, kind: &'static ffi::Oid) -> Result<Name, Denied> {
        let (mut minor, mut handle) = (0, ptr::null_mut());
        let name = borrowed(text.as_bytes());
        // SAFETY: name and kind live through the call; the library copies them.
        let major = unsafe { ffi::gss_import_name(&mut minor, &name, kind, &mut handle) };
        check(major, minor).map_err(|status| {
            status.denied(DeniedReason::Ours, &format!("'{text}' is no Kerberos name"))
        })?;
        Ok(Name(handle))
    }

    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    fn display(&self) -> Option<String> {
        let mut minor = 0;
        let mut text = Owned::new();
        // SAFETY: the name is valid until drop, text takes a buffer of the library's.
        let major =
            unsafe { ffi::gss_display_name(&mut minor, self.0, &mut text.0, ptr::null_mut()) };
        check(major, minor).ok()?;
        String::from_utf8(text.bytes().to_vec()).ok()
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
    /// From a store: pairs such as `("keytab", path)` or `("ccache", path)`; from the
    /// defaults of the library where there are none.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn stored(
        name: Option<&Name>,
        usage: Usage,
        store: &[(&str, &Path)],
    ) -> Result<Cred, Status> {
        let texts: Vec<(CString, CString)> = store
            .iter()
            .filter_map(|(key, path)| {
                let value = format!("FILE:{}", path.display());
                Some((CString::new(*key).ok()?, CString::new(value).ok()?))
            })
            .collect();
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
        // SAFETY: every pointer points to something that lives through the call.
        let major = unsafe {
            ffi::gss_acquire_cred_from(
                &mut minor,
                name.map_or(ptr::null_mut(), |name| name.0),
                ffi::INDEFINITE,
                &KERBEROS_ONLY.0,
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

    /// From a password; the tickets it buys live in this process's memory.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn password(name: &Name, password: &str) -> Result<Cred, Status> {
        let (mut minor, mut handle) = (0, ptr::null_mut());
        let password = borrowed(password.as_bytes());
        // SAFETY: every pointer points to something that lives through the call.
        let major = unsafe {
            ffi::gss_acquire_cred_with_password(
                &mut minor,
                name.0,
                &password,
                ffi::INDEFINITE,
                &KERBEROS_ONLY.0,
                Usage::Initiate.number(),
                &mut handle,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        check(major, minor)?;
        Ok(Cred(handle))
    }
}

impl Drop for Cred {
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    fn drop(&mut self) {
        // SAFETY: the handle is ours and not used again.
        unsafe { ffi::gss_release_cred(&mut 0, &mut self.0) };
    }
}

impl Context {
    /// One that no token has been seen of.
    pub(super) fn new() -> Context {
        Context {
            handle: ptr::null_mut(),
        }
    }

    /// The client's next step; appends a token to `out`.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn initiate(
        &mut self,
        cred: &Cred,
        target: &Name,
        input: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<Step, Status> {
        let mut minor = 0;
        let mut output = Owned::new();
        let input = borrowed(input);
        // SAFETY: every pointer points to something that lives through the call; the library
        // replaces the context's handle, also when it fails.
        let major = unsafe {
            ffi::gss_init_sec_context(
                &mut minor,
                cred.0,
                &mut self.handle,
                target.0,
                &ffi::KRB5,
                WANTED_FLAGS,
                0,
                ptr::null(),
                if input.length == 0 {
                    ptr::null()
                } else {
                    &input
                },
                ptr::null_mut(),
                &mut output.0,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        stepped(major, minor, &output, out)
    }

    /// The server's next step; appends a token to `out`. Gives the peer's name at the end.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn accept(
        &mut self,
        cred: &Cred,
        input: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<(Step, Accepted), Status> {
        let (mut minor, mut flags) = (0, 0);
        let mut output = Owned::new();
        let mut source = Name(ptr::null_mut());
        let input = borrowed(input);
        // SAFETY: as for the initiator; delegated credentials are not asked for.
        let major = unsafe {
            ffi::gss_accept_sec_context(
                &mut minor,
                &mut self.handle,
                cred.0,
                &input,
                ptr::null(),
                &mut source.0,
                ptr::null_mut(),
                &mut output.0,
                &mut flags,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        let step = stepped(major, minor, &output, out)?;
        let accepted = Accepted {
            peer: if step == Step::Done {
                source.display()
            } else {
                None
            },
            sealed: flags & ffi::flag::CONFIDENTIAL != 0,
        };
        Ok((step, accepted))
    }

    /// Bytes of a signature's token, or of a sealed body's.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn token_bytes(&self, seal: bool) -> Result<usize, Status> {
        let mut minor = 0;
        let mut body = [0; 16];
        let kind = if seal {
            ffi::iov::HEADER
        } else {
            ffi::iov::MIC_TOKEN
        };
        let mut iov = [part(ffi::iov::DATA, &mut body), part(kind, &mut [])];
        if seal {
            iov.swap(0, 1);
        }
        let (table, count) = (iov.as_mut_ptr(), iov.len() as c_int);
        // SAFETY: the table and what it points to live through the call, which reads lengths.
        let major = unsafe {
            if seal {
                let context = self.handle;
                ffi::gss_wrap_iov_length(&mut minor, context, 1, 0, ptr::null_mut(), table, count)
            } else {
                ffi::gss_get_mic_iov_length(&mut minor, self.handle, 0, table, count)
            }
        };
        check(major, minor)?;
        Ok(iov[usize::from(!seal)].buffer.length)
    }

    /// One of the four calls on a PDU. The library writes to `body` when sealing and unsealing
    /// and to `token` when producing one, to nothing else.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn process(&mut self, what: Work, parts: Parts<'_>) -> Result<(), Status> {
        let mut minor = 0;
        let seal = matches!(what, Work::Seal | Work::Unseal);
        let token_kind = if seal {
            ffi::iov::HEADER
        } else {
            ffi::iov::MIC_TOKEN
        };
        let token_bytes = parts.token.len();
        let mut iov = [
            part(token_kind, parts.token),
            signed(parts.before),
            part(ffi::iov::DATA, parts.body),
            signed(parts.after),
        ];
        let (table, count) = (iov.as_mut_ptr(), iov.len() as c_int);
        let context = self.handle;
        let (none, mut sealed) = (ptr::null_mut(), 0);
        // SAFETY: the table and what it points to live through the call. The library writes to
        // buffers of kinds DATA, HEADER and MIC_TOKEN only, which come from exclusive borrows.
        let major = unsafe {
            match what {
                Work::Seal => ffi::gss_wrap_iov(&mut minor, context, 1, 0, none, table, count),
                Work::Unseal => {
                    ffi::gss_unwrap_iov(&mut minor, context, &mut sealed, none.cast(), table, count)
                }
                Work::Sign => ffi::gss_get_mic_iov(&mut minor, context, 0, table, count),
                Work::Verify => {
                    ffi::gss_verify_mic_iov(&mut minor, context, none.cast(), table, count)
                }
            }
        };
        check(major, minor)?;
        if iov[0].buffer.length != token_bytes || (what == Work::Unseal && sealed == 0) {
            return Err(Status::DEFECTIVE_TOKEN);
        }
        Ok(())
    }
}

impl Drop for Context {
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    fn drop(&mut self) {
        // SAFETY: the handle is ours and not used again; null is allowed.
        unsafe { ffi::gss_delete_sec_context(&mut 0, &mut self.handle, ptr::null_mut()) };
    }
}

/// What a server learns of its peer.
pub(super) struct Accepted {
    /// Its name, once the context stands.
    pub(super) peer: Option<String>,
    /// Whether bodies may be sealed.
    pub(super) sealed: bool,
}

/// One of the four calls on a PDU.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Work {
    Sign,
    Verify,
    Seal,
    Unseal,
}

/// A PDU and its token.
pub(super) struct Parts<'a> {
    /// Signed, never written to.
    pub(super) before: &'a [u8],
    /// Signed or sealed.
    pub(super) body: &'a mut [u8],
    /// Signed, never written to.
    pub(super) after: &'a [u8],
    /// The token, made or checked.
    pub(super) token: &'a mut [u8],
}

const WANTED_FLAGS: u32 = ffi::flag::MUTUAL
    | ffi::flag::REPLAY
    | ffi::flag::SEQUENCE
    | ffi::flag::CONFIDENTIAL
    | ffi::flag::INTEGRITY
    | ffi::flag::DCE_STYLE;

struct Mechanisms(OidSet);

static KERBEROS_ONLY: Mechanisms = Mechanisms(OidSet {
    count: 1,
    elements: &raw const ffi::KRB5,
});

// SAFETY: a constant that points to a constant.
#[expect(unsafe_code, reason = "a constant with a pointer in it")]
unsafe impl Sync for Mechanisms {}

impl Usage {
    fn number(self) -> c_int {
        match self {
            Usage::Initiate => ffi::USAGE_INITIATE,
            Usage::Accept => ffi::USAGE_ACCEPT,
        }
    }
}

fn borrowed(bytes: &[u8]) -> Buffer {
    Buffer {
        length: bytes.len(),
        value: bytes.as_ptr().cast_mut().cast(),
    }
}

fn part(kind: u32, bytes: &mut [u8]) -> Iov {
    Iov {
        kind,
        buffer: Buffer {
            length: bytes.len(),
            value: bytes.as_mut_ptr().cast(),
        },
    }
}

fn signed(bytes: &[u8]) -> Iov {
    Iov {
        kind: ffi::iov::SIGN_ONLY,
        buffer: borrowed(bytes),
    }
}

fn stepped(major: u32, minor: u32, output: &Owned, out: &mut Vec<u8>) -> Result<Step, Status> {
    if major == ffi::CONTINUE_NEEDED {
        out.extend_from_slice(output.bytes());
        return Ok(Step::Continue);
    }
    check(major, minor)?;
    out.extend_from_slice(output.bytes());
    Ok(Step::Done)
}

/// A buffer that the library filled and wants back.
struct Owned(Buffer);

impl Owned {
    fn new() -> Owned {
        Owned(Buffer {
            length: 0,
            value: ptr::null_mut(),
        })
    }

    #[expect(unsafe_code, reason = "reads a buffer of the library's")]
    fn bytes(&self) -> &[u8] {
        if self.0.value.is_null() {
            return &[];
        }
        // SAFETY: the library says that so many bytes are there, until they are released.
        unsafe { std::slice::from_raw_parts(self.0.value.cast(), self.0.length) }
    }
}

impl Drop for Owned {
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    fn drop(&mut self) {
        // SAFETY: the buffer is the library's and not used again; null is allowed.
        unsafe { ffi::gss_release_buffer(&mut 0, &mut self.0) };
    }
}

/// How a call ended that did not succeed: RFC 2744's major status and the mechanism's minor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Status {
    major: u32,
    minor: u32,
}

/// Success alone. Supplementary bits (repeated, old, out of order, a gap: RFC 2743 1.2.3) are
/// failures here, for each PDU has its place.
fn check(major: u32, minor: u32) -> Result<(), Status> {
    match major {
        0 => Ok(()),
        _ => Err(Status { major, minor }),
    }
}

impl Status {
    const DEFECTIVE_TOKEN: Status = Status {
        major: 9 << 16,
        minor: 0,
    };

    /// The routine error (RFC 2744 section 3.9.1), 0 where there is none.
    pub(super) fn routine(self) -> u32 {
        self.major >> 16 & 0xff
    }

    /// An error with this sentence before the library's own words.
    pub(super) fn denied(self, reason: DeniedReason, sentence: &str) -> Denied {
        Denied::new(reason, format!("{sentence} ({})", self.words()))
    }

    fn words(self) -> String {
        let major = display(self.major, ffi::GSS_CODE);
        match self.minor {
            0 => major,
            minor => format!("{major}: {}", display(minor, ffi::MECH_CODE)),
        }
    }
}

#[expect(unsafe_code, reason = "calls the system's GSSAPI")]
fn display(status: u32, kind: c_int) -> String {
    let mut more = 0;
    let mut text = Owned::new();
    // SAFETY: every pointer points to something that lives through the call.
    unsafe {
        ffi::gss_display_status(&mut 0, status, kind, &ffi::KRB5, &mut more, &mut text.0);
    }
    String::from_utf8_lossy(text.bytes())
        .trim_end_matches('.')
        .to_owned()
}
