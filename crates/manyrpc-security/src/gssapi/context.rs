//! A security context of the system's GSSAPI, freed on drop: tokens, and protection of PDUs.
//!
//! Reading list: RFC 2743 and 2744; RFC 4121 (the format of Kerberos tokens).

use std::ffi::c_int;
use std::ptr;

use manyrpc_engine::security::Step;

use super::Mechanism;
use super::creds::{Cred, Name};
use super::ffi::{self, Buffer, Handle, Iov};
use super::status::{Owned, Status, borrowed, check};

/// A security context.
#[derive(Debug)]
pub(super) struct Context {
    handle: Handle,
}

// SAFETY: MIT krb5 ties no context to the thread that made it. gss-ntlmssp keeps a connection to
// winbind per thread in it, but uses that only for users without credentials of their own, which
// are never requested here.
#[expect(unsafe_code, reason = "the library's objects may change threads")]
unsafe impl Send for Context {}

impl Context {
    /// A context that has not processed a token yet.
    pub(super) fn new() -> Context {
        Context {
            handle: ptr::null_mut(),
        }
    }

    /// The client's next step; appends a token to `out`.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn initiate(
        &mut self,
        (mechanism, flags): (Mechanism, u32),
        cred: &Cred,
        target: &Name,
        input: &[u8],
        out: &mut Vec<u8>,
    ) -> Result<Step, Status> {
        let mut minor = 0;
        let mut output = Owned::new();
        let input = borrowed(input);
        // SAFETY: every pointer refers to something that outlives the call; the library replaces
        // the context's handle, also on failure.
        let major = unsafe {
            ffi::gss_init_sec_context(
                &mut minor,
                cred.0,
                &mut self.handle,
                target.0,
                mechanism.oid(),
                flags,
                0,
                ptr::null(),
                // Empty at first, but never null, which gss-ntlmssp would dereference later.
                &input,
                ptr::null_mut(),
                &mut output.0,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        stepped(major, minor, &output, out)
    }

    /// The server's next step; appends a token to `out`. Returns the peer's name at the end.
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
        // SAFETY: as for the initiator; delegated credentials are not requested.
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

    /// The size of a signature's token, or of a sealed body's.
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
        // SAFETY: the table and its targets outlive the call, which reads lengths.
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

    /// One of the four operations on a PDU. The library writes only to `body` when sealing and
    /// unsealing, and to `token` when producing one.
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
        // SAFETY: the table and its targets outlive the call. The library writes only to buffers of
        // kinds DATA, HEADER and MIC_TOKEN, which come from exclusive borrows.
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

impl Context {
    #[cfg(test)]
    pub(super) fn handle(&self) -> Handle {
        self.handle
    }

    /// The negotiated mechanism, if it is one of ours.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn mechanism(&self) -> Result<Option<Mechanism>, Status> {
        let (mut minor, mut name) = (0, ptr::null());
        // SAFETY: the context is valid until drop; results that are not requested are null. The
        // name is a constant of the library.
        let (major, found) = unsafe {
            let major = ffi::gss_inquire_context(
                &mut minor,
                self.handle,
                ptr::null_mut(),
                ptr::null_mut(),
                ptr::null_mut(),
                &mut name,
                ptr::null_mut(),
                ptr::null_mut(),
                ptr::null_mut(),
            );
            (major, name.as_ref().and_then(Mechanism::of))
        };
        check(major, minor)?;
        Ok(found)
    }

    /// NTLM's session key; `None` if it has another length.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn session_key(&self) -> Result<Option<[u8; 16]>, Status> {
        let (mut minor, mut set) = (0, ptr::null_mut());
        // SAFETY: the context is valid until drop; the identifier is a constant.
        let major = unsafe {
            ffi::gss_inquire_sec_context_by_oid(
                &mut minor,
                self.handle,
                &ffi::SESSION_KEY,
                &mut set,
            )
        };
        check(major, minor)?;
        // SAFETY: the library returns a set that is valid until it is released, which happens once.
        unsafe {
            let key = set.as_ref().filter(|set| set.count > 0).and_then(|set| {
                let first = &*set.elements;
                let bytes = std::slice::from_raw_parts(first.value.cast::<u8>(), first.length);
                bytes.try_into().ok()
            });
            ffi::gss_release_buffer_set(&mut 0, &mut set);
            Ok(key)
        }
    }

    /// Signs a whole message.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn sign(&mut self, message: &[u8]) -> Result<Owned, Status> {
        let (mut minor, mut token) = (0, Owned::new());
        let message = borrowed(message);
        // SAFETY: every pointer refers to something that outlives the call.
        let major = unsafe { ffi::gss_get_mic(&mut minor, self.handle, 0, &message, &mut token.0) };
        check(major, minor)?;
        Ok(token)
    }

    /// Verifies a signature. The caller must check its size: gss-ntlmssp reads 16 bytes of it,
    /// whatever its length.
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    pub(super) fn verify(&mut self, message: &[u8], token: &[u8]) -> Result<(), Status> {
        let mut minor = 0;
        let (message, token) = (borrowed(message), borrowed(token));
        // SAFETY: every pointer refers to something that outlives the call.
        let major = unsafe {
            ffi::gss_verify_mic(&mut minor, self.handle, &message, &token, ptr::null_mut())
        };
        check(major, minor)
    }
}

impl Drop for Context {
    #[expect(unsafe_code, reason = "calls the system's GSSAPI")]
    fn drop(&mut self) {
        // SAFETY: the handle is ours and not used again; null is allowed.
        unsafe { ffi::gss_delete_sec_context(&mut 0, &mut self.handle, ptr::null_mut()) };
    }
}

/// What a server knows of its peer.
pub(super) struct Accepted {
    /// Its name, once the context is established.
    pub(super) peer: Option<String>,
    /// Whether bodies may be sealed.
    pub(super) sealed: bool,
}

/// The four operations on a PDU.
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

/// The flags requested by a client that protects PDUs.
pub(super) const PROTECTING: u32 = PROVING
    | ffi::flag::REPLAY
    | ffi::flag::SEQUENCE
    | ffi::flag::CONFIDENTIAL
    | ffi::flag::INTEGRITY;
/// The flags requested by a client that only authenticates.
pub(super) const PROVING: u32 = ffi::flag::MUTUAL | ffi::flag::DCE_STYLE;

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
