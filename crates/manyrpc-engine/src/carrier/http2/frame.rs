//! Frames on the wire (RFC 9113, 4 and 6).

use core::fmt;
use core::ops::Range;

use crate::open_enum::open_enum;

/// Bytes of a frame's header (4.1).
pub const HEADER: usize = 9;
/// The client's connection preface (3.4).
pub const PREFACE: &[u8; 24] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Every peer accepts frames with this many bytes of payload (4.2).
pub const MIN_FRAME_LIMIT: u32 = 0x4000;
/// The largest payload that a peer may accept (6.5.2).
pub const MAX_FRAME_LIMIT: u32 = 0x00ff_ffff;
/// The highest stream identifier (5.1.1).
pub const LAST_STREAM: u32 = 0x7fff_ffff;

open_enum! {
    /// The type of a frame (6).
    pub enum Kind {
        /// Content of a message.
        Data = 0x0,
        /// Header or trailer fields; opens a stream.
        Headers = 0x1,
        /// Deprecated.
        Priority = 0x2,
        /// Resets a stream.
        RstStream = 0x3,
        /// The sender's settings.
        Settings = 0x4,
        /// Announces a pushed stream.
        PushPromise = 0x5,
        /// Measures round trips and keeps connections alive.
        Ping = 0x6,
        /// No more streams are accepted.
        GoAway = 0x7,
        /// Permits more data.
        WindowUpdate = 0x8,
        /// More of a header block.
        Continuation = 0x9,
    }
}

/// The last frame of its stream (DATA, HEADERS).
pub const END_STREAM: u8 = 0x1;
/// Acknowledges a frame of the same kind (SETTINGS, PING).
pub const ACK: u8 = 0x1;
/// The header block ends here (HEADERS, CONTINUATION).
pub const END_HEADERS: u8 = 0x4;
/// The payload is padded (DATA, HEADERS).
pub const PADDED: u8 = 0x8;
/// The payload starts with five bytes of priority (HEADERS).
pub const PRIORITY: u8 = 0x20;

open_enum! {
    /// Why a stream or a connection ended (7).
    pub enum ErrorCode {
        /// No error.
        NoError = 0x0,
        /// A violation without a more specific code.
        ProtocolError = 0x1,
        /// The sender failed internally.
        InternalError = 0x2,
        /// More data than was permitted.
        FlowControlError = 0x3,
        /// Settings were not acknowledged in time.
        SettingsTimeout = 0x4,
        /// A frame for a stream that its sender had ended.
        StreamClosed = 0x5,
        /// A frame has a size that its kind cannot have.
        FrameSizeError = 0x6,
        /// Nothing was processed: the request may be retried.
        RefusedStream = 0x7,
        /// The result is no longer wanted.
        Cancel = 0x8,
        /// The header compression's state is lost.
        CompressionError = 0x9,
        /// A tunnel's connection failed.
        ConnectError = 0xa,
        /// The peer causes more work than permitted.
        EnhanceYourCalm = 0xb,
        /// The transport is less secure than required.
        InadequateSecurity = 0xc,
        /// HTTP/1.1 is required for this.
        Http11Required = 0xd,
    }
}

/// As written in the specification.
impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ErrorCode::NoError => "NO_ERROR",
            ErrorCode::ProtocolError => "PROTOCOL_ERROR",
            ErrorCode::InternalError => "INTERNAL_ERROR",
            ErrorCode::FlowControlError => "FLOW_CONTROL_ERROR",
            ErrorCode::SettingsTimeout => "SETTINGS_TIMEOUT",
            ErrorCode::StreamClosed => "STREAM_CLOSED",
            ErrorCode::FrameSizeError => "FRAME_SIZE_ERROR",
            ErrorCode::RefusedStream => "REFUSED_STREAM",
            ErrorCode::Cancel => "CANCEL",
            ErrorCode::CompressionError => "COMPRESSION_ERROR",
            ErrorCode::ConnectError => "CONNECT_ERROR",
            ErrorCode::EnhanceYourCalm => "ENHANCE_YOUR_CALM",
            ErrorCode::InadequateSecurity => "INADEQUATE_SECURITY",
            ErrorCode::Http11Required => "HTTP_1_1_REQUIRED",
            ErrorCode::Unknown(code) => return write!(f, "error {code:#x}"),
        })
    }
}

/// The header of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Bytes of the payload, 24 bits.
    pub length: u32,
    /// The frame's type.
    pub kind: Kind,
    /// Its meaning depends on the kind.
    pub flags: u8,
    /// 31 bits; 0 is the connection.
    pub stream: u32,
}

impl Header {
    /// Parses a header. The reserved bit is ignored (4.1).
    #[inline]
    pub fn parse(bytes: &[u8; HEADER]) -> Self {
        let [l0, l1, l2, kind, flags, s0, s1, s2, s3] = *bytes;
        Header {
            length: u32::from_be_bytes([0, l0, l1, l2]),
            kind: Kind::from(u32::from(kind)),
            flags,
            stream: u32::from_be_bytes([s0, s1, s2, s3]) & LAST_STREAM,
        }
    }

    /// Its bytes.
    #[inline]
    pub fn emit(self) -> [u8; HEADER] {
        let [_, l0, l1, l2] = self.length.to_be_bytes();
        let [s0, s1, s2, s3] = self.stream.to_be_bytes();
        let kind = u32::from(self.kind) as u8;
        [l0, l1, l2, kind, self.flags, s0, s1, s2, s3]
    }

    /// Whether all bits of `flag` are set.
    #[inline]
    pub fn has(self, flag: u8) -> bool {
        self.flags & flag == flag
    }
}

/// Where the padded content lies in a payload of DATA or HEADERS; `None` if the padding is longer
/// than the frame (6.1, 6.2).
#[inline]
pub fn unpadded(header: Header, payload: &[u8]) -> Option<Range<usize>> {
    if !header.has(PADDED) {
        return Some(0..payload.len());
    }
    let padding = usize::from(*payload.first()?);
    let end = payload.len().checked_sub(padding)?;
    (end >= 1).then_some(1..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_come_back_and_the_reserved_bit_does_not_matter() {
        for kind in (0..=10).chain([255]) {
            let header = Header {
                length: 0x0001_0203,
                kind: Kind::from(kind),
                flags: 0x25,
                stream: 0x7fff_fff1,
            };
            let mut bytes = header.emit();
            assert_eq!(bytes[3], kind as u8);
            assert_eq!(Header::parse(&bytes), header);
            bytes[5] |= 0x80;
            assert_eq!(Header::parse(&bytes), header);
        }
    }

    // RFC 9113, 6.1.
    #[test]
    fn padding_must_fit() {
        let header = |flags| Header {
            length: 0,
            kind: Kind::Data,
            flags,
            stream: 1,
        };
        assert_eq!(unpadded(header(0), &[9, 9]), Some(0..2));
        assert_eq!(unpadded(header(PADDED), &[1, 9, 0]), Some(1..2));
        assert_eq!(unpadded(header(PADDED), &[2, 0, 0]), Some(1..1));
        assert_eq!(unpadded(header(PADDED), &[3, 0, 0]), None);
        assert_eq!(unpadded(header(PADDED), &[]), None);
    }
}
