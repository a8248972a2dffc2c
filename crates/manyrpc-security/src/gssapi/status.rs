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

/// A buffer that the library filled and wants back.
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
    // SAFETY: every pointer points to something that lives through the call. Which mechanism a
    // minor status is of, the library knows itself.
    unsafe {
        ffi::gss_display_status(&mut 0, status, kind, ptr::null(), &mut more, &mut text.0);
    }
    String::from_utf8_lossy(text.bytes())
        .trim_end_matches('.')
        .to_owned()
}
