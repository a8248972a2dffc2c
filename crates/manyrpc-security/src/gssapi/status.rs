//! Buffers that the library returns, and its status values.
//!
//! Reading list: RFC 2744 sections 3.2 (buffers) and 3.9 (status values).

use std::ffi::c_int;
use std::ptr;

use manyrpc_engine::security::{Denied, DeniedReason};

use super::ffi::{self, Buffer};

/// Bytes that the library only reads.
pub(super) fn borrowed(bytes: &[u8]) -> Buffer {
    Buffer {
        length: bytes.len(),
        value: bytes.as_ptr().cast_mut().cast(),
    }
}

/// A buffer filled by the library, which must be released.
pub(super) struct Owned(pub(super) Buffer);

impl Owned {
    pub(super) fn new() -> Owned {
        Owned(Buffer {
            length: 0,
            value: ptr::null_mut(),
        })
    }

    #[expect(unsafe_code, reason = "reads a buffer of the library's")]
    pub(super) fn bytes(&self) -> &[u8] {
        if self.0.value.is_null() {
            return &[];
        }
        // SAFETY: the library guarantees that this many bytes exist until they are released.
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

/// The status of a failed call: RFC 2744's major status and the mechanism's minor status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Status {
    major: u32,
    minor: u32,
}

/// Only success. Supplementary bits (duplicate, old, out of order, gap: RFC 2743 1.2.3) are
/// failures here, since PDUs are ordered.
pub(super) fn check(major: u32, minor: u32) -> Result<(), Status> {
    match major {
        0 => Ok(()),
        _ => Err(Status { major, minor }),
    }
}

impl Status {
    pub(super) const DEFECTIVE_CREDENTIAL: Status = Status {
        major: 10 << 16,
        minor: 0,
    };
    pub(super) const DEFECTIVE_TOKEN: Status = Status {
        major: 9 << 16,
        minor: 0,
    };

    /// The routine error (RFC 2744 section 3.9.1); 0 if there is none.
    pub(super) fn routine(self) -> u32 {
        self.major >> 16 & 0xff
    }

    /// An error with this sentence before the library's message.
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
    // SAFETY: every pointer refers to something that outlives the call. The library knows which
    // mechanism a minor status belongs to.
    unsafe {
        ffi::gss_display_status(&mut 0, status, kind, ptr::null(), &mut more, &mut text.0);
    }
    String::from_utf8_lossy(text.bytes())
        .trim_end_matches('.')
        .to_owned()
}
