//! The common fields of connection-oriented PDUs, and the heads of those that carry calls.
//!
//! Reading list: C706 sections 12.4 (common fields), 12.6.3.1 (declarations), 12.6.4.6 to
//! 12.6.4.11 (the PDUs of calls); MS-RPCE sections 2.2.2.3 (header signing), 2.2.2.6
//! (`alloc_hint`), 2.2.2.10 (rpc_auth_3), 2.2.2.11 (sec_trailer).
//!
//! ```
//! use manyrpc_engine::dce::co::pdu::{Header, PduType, flag};
//!
//! let mut header = Header::new(PduType::Request, 1);
//! header.frag_length = 24;
//! let parsed = Header::parse(&header.emit())?;
//! assert!(parsed.has(flag::WHOLE) && parsed.kind.carries_calls());
//! # Ok::<(), manyrpc_engine::WireError>(())
//! ```

use crate::dce::fields::{Fields, REPRESENTATION, is_little};
use crate::fault::WireError;
use crate::open_enum::open_enum;

/// `rpc_vers`.
pub const MAJOR: u8 = 0x05;
/// The highest `rpc_vers_minor` (C706 section 12.6.3.2).
pub const MINOR: u8 = 0x01;
/// Length in bytes of the common fields.
pub const HEADER: usize = 16;
/// Length in bytes of a request before its stub data, without an object.
pub const REQUEST_HEAD: usize = 24;
/// Length in bytes of a request before its stub data, with an object.
pub const OBJECT_HEAD: usize = 40;
/// Length in bytes of a response before its stub data.
pub const RESPONSE_HEAD: usize = 24;
/// Length in bytes of a fault before its stub data.
pub const FAULT_HEAD: usize = 32;
/// Offset of the flags in a PDU.
pub(super) const PFC_FLAGS: usize = 3;
/// Offset of the cancel count in a response or fault.
pub(super) const CANCEL_COUNT: usize = 22;
/// Length in bytes of a sec_trailer.
pub const TRAILER: usize = 8;
/// The fragment size that every implementation must be able to receive, `MustRecvFragSize` (C706
/// section 12.6.2, appendix K).
pub const MUST_RECEIVE: usize = 1432;
/// Our largest fragment: the largest multiple of eight bytes in `frag_length`.
pub const MAX_FRAGMENT: usize = 65528;

open_enum! {
    /// `PTYPE` (C706 section 12.4.1).
    pub enum PduType {
        /// A call, or a fragment of one.
        Request = 0x00,
        /// Results.
        Response = 0x02,
        /// A call failed.
        Fault = 0x03,
        /// Requests an association.
        Bind = 0x0b,
        /// Accepts an association.
        BindAck = 0x0c,
        /// Refuses an association.
        BindNak = 0x0d,
        /// Adds presentation or security contexts.
        AlterContext = 0x0e,
        /// The response to alter_context.
        AlterContextResponse = 0x0f,
        /// The last token of a security mechanism.
        Auth3 = 0x10,
        /// The server wants the connection closed.
        Shutdown = 0x11,
        /// The client wants a call to end soon.
        Cancel = 0x12,
        /// The client has abandoned a call.
        Orphaned = 0x13,
    }
}

impl PduType {
    /// Whether it is a fragment of a call, whose size is negotiated.
    pub const fn carries_calls(self) -> bool {
        matches!(self, PduType::Request | PduType::Response | PduType::Fault)
    }
}

/// `pfc_flags` (C706 section 12.6.3.1).
pub mod flag {
    /// The first fragment of a message.
    pub const FIRST: u8 = 0x01;
    /// The last fragment of a message.
    pub const LAST: u8 = 0x02;
    /// A cancel was pending at the sender, in requests, responses and faults.
    pub const PENDING_CANCEL: u8 = 0x04;
    /// The sender supports header signing, in binds and their responses (MS-RPCE section 2.2.2.3).
    pub const HEADER_SIGN: u8 = 0x04;
    /// Multiplexing: several calls in flight on one connection.
    pub const MULTIPLEX: u8 = 0x10;
    /// The call was not executed.
    pub const DID_NOT_EXECUTE: u8 = 0x20;
    /// The call has no reply.
    pub const MAYBE: u8 = 0x40;
    /// The request names an object.
    pub const OBJECT: u8 = 0x80;
    /// A message in one fragment.
    pub const WHOLE: u8 = FIRST | LAST;
}

/// The common fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// `rpc_vers`.
    pub major: u8,
    /// `rpc_vers_minor`.
    pub minor: u8,
    /// `PTYPE`.
    pub kind: PduType,
    /// `pfc_flags`: [`flag`].
    pub flags: u8,
    /// `packed_drep`: how the sender represents data.
    pub representation: [u8; 4],
    /// Whether its integers are little-endian.
    pub little: bool,
    /// Bytes of the whole PDU.
    pub frag_length: u16,
    /// Bytes of the `auth_value` at its end, without the sec_trailer.
    pub auth_length: u16,
    /// The call it belongs to.
    pub call_id: u32,
}

impl Header {
    /// A PDU to send: one fragment, no security, length not filled in.
    pub const fn new(kind: PduType, call_id: u32) -> Self {
        Header {
            major: MAJOR,
            minor: 0,
            kind,
            flags: flag::WHOLE,
            representation: REPRESENTATION,
            little: true,
            frag_length: 0,
            auth_length: 0,
            call_id,
        }
    }

    /// Checks what framing needs; [`check`](Self::check) does the rest.
    #[inline]
    pub fn parse(bytes: &[u8; HEADER]) -> Result<Header, WireError> {
        let representation = [bytes[4], bytes[5], bytes[6], bytes[7]];
        let little = is_little(representation).ok_or(WireError::BadField {
            field: "packed_drep",
            value: u32::from(bytes[4]),
        })?;
        let mut fields = Fields::new(bytes, 8, little);
        let header = Header {
            major: bytes[0],
            minor: bytes[1],
            kind: PduType::from(u32::from(bytes[2])),
            flags: bytes[3],
            representation,
            little,
            frag_length: fields.u16()?,
            auth_length: fields.u16()?,
            call_id: fields.u32()?,
        };
        let n = usize::from(header.frag_length);
        match n < HEADER {
            true => Err(bad("frag_length", n)),
            false => Ok(header),
        }
    }

    /// Its bytes; always little-endian.
    #[inline]
    pub fn emit(&self) -> [u8; HEADER] {
        let mut out = [0; HEADER];
        out[0] = self.major;
        out[1] = self.minor;
        out[2] = u32::from(self.kind) as u8;
        out[3] = self.flags;
        out[4..8].copy_from_slice(&REPRESENTATION);
        out[8..10].copy_from_slice(&self.frag_length.to_le_bytes());
        out[10..12].copy_from_slice(&self.auth_length.to_le_bytes());
        out[12..].copy_from_slice(&self.call_id.to_le_bytes());
        out
    }

    /// Checks versions, and lengths against each other. C706 section 12.6.3.2: the major version
    /// must be ours, the minor one no higher.
    #[inline]
    pub fn check(&self) -> Result<(), WireError> {
        if self.major != MAJOR {
            return Err(bad("rpc_vers", usize::from(self.major)));
        }
        if self.minor > MINOR {
            return Err(bad("rpc_vers_minor", usize::from(self.minor)));
        }
        // C706 section 12.6.3.8: a verifier is present if its length is not zero, and lies within
        // the PDU.
        let auth = usize::from(self.auth_length);
        if auth > 0 && HEADER + TRAILER + auth > usize::from(self.frag_length) {
            return Err(bad("auth_length", auth));
        }
        Ok(())
    }

    /// Whether all of these [`flag`]s are set.
    #[inline]
    pub const fn has(&self, flags: u8) -> bool {
        self.flags & flags == flags
    }
}

#[inline]
pub(super) fn bad(field: &'static str, value: usize) -> WireError {
    let value = value as u32;
    WireError::BadField { field, value }
}

/// A request before its stub data (C706 section 12.6.4.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RequestHead {
    /// Bytes of stub data in this and later fragments; 0 if unknown.
    pub alloc_hint: u32,
    /// The presentation context, which determines the interface.
    pub context: u16,
    /// The operation.
    pub opnum: u16,
    /// The object, in printed order.
    pub object: Option<[u8; 16]>,
}

impl RequestHead {
    /// Parses a whole PDU.
    #[inline]
    pub fn parse(header: &Header, pdu: &[u8]) -> Result<Self, WireError> {
        let mut fields = Fields::new(pdu, HEADER, header.little);
        Ok(RequestHead {
            alloc_hint: fields.u32()?,
            context: fields.u16()?,
            opnum: fields.u16()?,
            object: match header.has(flag::OBJECT) {
                true => Some(fields.uuid()?),
                false => None,
            },
        })
    }

    /// Length in bytes, including the common fields.
    #[inline]
    pub const fn size(&self) -> usize {
        match self.object {
            Some(_) => OBJECT_HEAD,
            None => REQUEST_HEAD,
        }
    }

    /// Its bytes after the common fields, up to the object.
    #[inline]
    pub fn emit(&self) -> [u8; REQUEST_HEAD - HEADER] {
        let [a, b, c, d] = self.alloc_hint.to_le_bytes();
        let [e, f] = self.context.to_le_bytes();
        let [g, h] = self.opnum.to_le_bytes();
        [a, b, c, d, e, f, g, h]
    }
}

/// A response before its stub data, and the same part of a fault (C706 sections 12.6.4.7 and
/// 12.6.4.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResponseHead {
    /// As in a request.
    pub alloc_hint: u32,
    /// The request's presentation context.
    pub context: u16,
    /// The number of cancels received for the call.
    pub cancels: u8,
}

impl ResponseHead {
    /// Parses a whole PDU.
    #[inline]
    pub fn parse(header: &Header, pdu: &[u8]) -> Result<Self, WireError> {
        let mut fields = Fields::new(pdu, HEADER, header.little);
        let head = ResponseHead {
            alloc_hint: fields.u32()?,
            context: fields.u16()?,
            cancels: fields.u8()?,
        };
        fields.u8()?;
        Ok(head)
    }

    /// Its bytes after the common fields.
    #[inline]
    pub fn emit(&self) -> [u8; RESPONSE_HEAD - HEADER] {
        let [a, b, c, d] = self.alloc_hint.to_le_bytes();
        let [e, f] = self.context.to_le_bytes();
        [a, b, c, d, e, f, self.cancels, 0]
    }
}

/// The status of a fault. MS-RPCE section 2.2.2.8: stub data after it has no meaning.
#[inline]
pub fn fault_status(header: &Header, pdu: &[u8]) -> Result<u32, WireError> {
    Fields::new(pdu, RESPONSE_HEAD, header.little).u32()
}

/// Appends a complete fault without security.
///
/// Its `alloc_hint` is its own size, as in the faults of Windows (MS-RPCE section 2.2.2.8: data
/// beyond that is extended error information).
pub fn emit_fault(header: &Header, head: &ResponseHead, status: u32) -> [u8; FAULT_HEAD] {
    let header = Header {
        frag_length: FAULT_HEAD as u16,
        ..*header
    };
    let head = ResponseHead {
        alloc_hint: FAULT_HEAD as u32,
        ..*head
    };
    let mut out = [0; FAULT_HEAD];
    out[..HEADER].copy_from_slice(&header.emit());
    out[HEADER..RESPONSE_HEAD].copy_from_slice(&head.emit());
    out[RESPONSE_HEAD..][..4].copy_from_slice(&status.to_le_bytes());
    out
}

/// A sec_trailer (MS-RPCE section 2.2.2.11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trailer {
    /// `auth_type`.
    pub auth_type: u8,
    /// `auth_level`.
    pub level: u8,
    /// Bytes of padding before the trailer.
    pub pad: u8,
    /// The security context.
    pub context: u32,
}

impl Trailer {
    /// Where the trailer of a PDU starts; `None` if it has none, or no room for it.
    pub fn at(header: &Header) -> Option<usize> {
        let behind = usize::from(header.auth_length) + TRAILER;
        let at = usize::from(header.frag_length).checked_sub(behind);
        at.filter(|_| header.auth_length > 0)
    }

    /// Parses the trailer of a whole PDU whose body starts at `body`; also returns where stub data
    /// ends.
    pub fn parse(
        header: &Header,
        pdu: &[u8],
        body: usize,
    ) -> Result<Option<(Self, usize)>, WireError> {
        let Some(at) = Self::at(header) else {
            return Ok(None);
        };
        let mut fields = Fields::new(pdu, at, header.little);
        let trailer = Trailer {
            auth_type: fields.u8()?,
            level: fields.u8()?,
            pad: fields.u8()?,
            context: {
                fields.u8()?;
                fields.u32()?
            },
        };
        match at.checked_sub(usize::from(trailer.pad)) {
            _ if at < body => Err(bad("auth_length", usize::from(header.auth_length))),
            // C706 section 13.2.6.1: the purpose of padding.
            _ if !at.is_multiple_of(4) => Err(bad("sec_trailer", at)),
            Some(end) if end >= body => Ok(Some((trailer, end))),
            _ => Err(bad("auth_pad_length", usize::from(trailer.pad))),
        }
    }

    /// Its bytes.
    pub fn emit(&self) -> [u8; TRAILER] {
        let [a, b, c, d] = self.context.to_le_bytes();
        [self.auth_type, self.level, self.pad, 0, a, b, c, d]
    }
}
