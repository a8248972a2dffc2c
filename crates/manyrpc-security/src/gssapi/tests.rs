//! Demonstrates the limits of the system's NTLM, which are why we seal ourselves.

use std::ffi::c_int;
use std::ptr;
use std::sync::Arc;

use manyrpc_engine::security::{Acceptor, DeniedReason, Initiator, Level, Pdu, Protection};

use super::ffi::{self, Buffer, Handle};
use super::status::{Owned, borrowed, check};
use super::{GssInitiator, Mechanism};
use crate::Credentials;
use crate::ntlm::{NtlmAcceptor, Users};

#[link(name = "libgssapi_krb5.so.2", kind = "dylib", modifiers = "+verbatim")]
#[expect(unsafe_code, reason = "the system's GSSAPI is a C library")]
unsafe extern "C" {
    fn gss_wrap(
        minor: *mut u32,
        context: Handle,
        confidential: c_int,
        quality: u32,
        message: *const Buffer,
        state: *mut c_int,
        out: *mut Buffer,
    ) -> u32;
}

const HEADER: &[u8] = b"a header of 24 bytes ...";
const BODY: &[u8] = b"a body of 32 bytes .............";
const TRAILER: &[u8] = b"8 bytes.";

/// The plugin as a client, and our own server.
fn agreed() -> (GssInitiator, NtlmAcceptor) {
    let users = Arc::new(Users::new().with("ann", "sesame"));
    let ann = Credentials::password("ann", "sesame");
    let mut client = GssInitiator::new(Mechanism::Ntlm, &ann, "").expect("gss-ntlmssp is there");
    let mut server = NtlmAcceptor::new(users, "server".into());
    let (mut first, mut challenge, mut last) = (Vec::new(), Vec::new(), Vec::new());
    client.step(&[], &mut first).expect("begins");
    server.step(&first, &mut challenge).expect("asks");
    client.step(&challenge, &mut last).expect("answers");
    server.step(&last, &mut Vec::new()).expect("believes");
    (client, server)
}

/// `gss_wrap` of a message: its signature, and the message sealed.
#[expect(unsafe_code, reason = "calls the system's GSSAPI")]
fn wrapped(client: &GssInitiator, message: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let (mut minor, mut sealed, mut out) = (0, 0, Owned::new());
    let message = borrowed(message);
    let context = client.session().context.handle();
    // SAFETY: every pointer refers to something that outlives the call.
    let major = unsafe { gss_wrap(&mut minor, context, 1, 0, &message, &mut sealed, &mut out.0) };
    check(major, minor).expect("the plugin seals");
    assert_eq!(sealed, 1);
    let (signature, sealed) = out.bytes().split_at(16);
    (signature.to_vec(), sealed.to_vec())
}

/// Our server's verdict on such a PDU.
fn opened(
    server: &mut NtlmAcceptor,
    (header, trailer): (&[u8], &[u8]),
    sealed: &[u8],
    signature: &[u8],
) -> Result<Vec<u8>, DeniedReason> {
    let mut body = sealed.to_vec();
    let pdu = Pdu {
        header,
        body: &mut body,
        trailer,
    };
    let opened = server.unprotect(Level::Privacy, pdu, signature);
    opened.map(|()| body).map_err(|denied| denied.reason)
}

/// Over the body alone, `gss_wrap` signs only the body: valid NTLM, but not a PDU of DCE.
#[test]
fn wrapping_the_body_leaves_its_header_unsigned() {
    let (client, mut server) = agreed();
    let (signature, sealed) = wrapped(&client, BODY);
    assert_eq!(
        opened(&mut server, (&[], &[]), &sealed, &signature).as_deref(),
        Ok(BODY)
    );
    let (client, mut server) = agreed();
    let (signature, sealed) = wrapped(&client, BODY);
    assert_eq!(
        opened(&mut server, (HEADER, TRAILER), &sealed, &signature),
        Err(DeniedReason::BadSignature)
    );
}

/// Over the whole PDU, it signs the right bytes, but encrypts the header with the bytes of the key
/// stream that are for the body.
#[test]
fn wrapping_the_whole_seals_the_body_with_other_bytes() {
    let (client, mut server) = agreed();
    let (signature, sealed) = wrapped(&client, &[HEADER, BODY, TRAILER].concat());
    let body = &sealed[HEADER.len()..HEADER.len() + BODY.len()];
    assert_eq!(
        opened(&mut server, (HEADER, TRAILER), body, &signature),
        Err(DeniedReason::BadSignature)
    );
    let (mut client, mut server) = agreed();
    let (mut body, mut token) = (BODY.to_vec(), [0; 16]);
    let pdu = Pdu {
        header: HEADER,
        body: &mut body,
        trailer: TRAILER,
    };
    client
        .protect(Level::Privacy, pdu, &mut token)
        .expect("we seal");
    assert_eq!(
        opened(&mut server, (HEADER, TRAILER), &body, &token).as_deref(),
        Ok(BODY)
    );
}

/// The plugin has none of the calls that take a message in parts.
#[test]
#[expect(unsafe_code, reason = "calls the system's GSSAPI")]
fn there_is_no_wrapping_of_parts() {
    /// `GSS_S_UNAVAILABLE` (RFC 2744 section 3.9.1).
    const UNAVAILABLE: u32 = 16 << 16;
    let (client, _) = agreed();
    let mut body = BODY.to_vec();
    let mut parts = [ffi::Iov {
        kind: ffi::iov::DATA,
        buffer: Buffer {
            length: body.len(),
            value: body.as_mut_ptr().cast(),
        },
    }];
    // SAFETY: every pointer refers to something that outlives the call.
    let major = unsafe {
        let context = client.session().context.handle();
        ffi::gss_wrap_iov(
            &mut 0,
            context,
            1,
            0,
            ptr::null_mut(),
            parts.as_mut_ptr(),
            1,
        )
    };
    assert_eq!(major, UNAVAILABLE);
}
