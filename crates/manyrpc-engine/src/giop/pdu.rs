//! Messages on the wire.
//!
//! Reading list: CORBA 3.0 sections 15.4.1 (message header), 15.4.2 (request), 15.4.3 (reply),
//! 15.4.4 (cancel request), 15.4.5 and 15.4.6 (locate request and reply), 15.4.7 to 15.4.9 (close connection,
//! message error, fragment); CORBA 2.2 section 13.4 for GIOP 1.0 and 1.1.
//!
//! ```
//! use manyrpc_engine::giop::pdu::{Header, MessageType};
//!
//! let header = Header::parse(b"GIOP\x01\x02\x01\x05\0\0\0\0").unwrap();
//! assert_eq!((header.minor, header.kind), (2, MessageType::CloseConnection));
//! ```

use core::ops::Range;

use manyrpc_codec::Buf;
use manyrpc_codec::cdr::ByteOrder;

use super::ior;
use super::wire::{Reader, align, bad, put_octets, put_string, put_u32};
use crate::fault::WireError;
use crate::open_enum::open_enum;

/// Bytes of a message header.
pub const HEADER: usize = 12;
/// Bytes in front of a [fragment](MessageType::Fragment)'s data in GIOP 1.2: header and request id.
pub const FRAGMENT_HEAD: usize = 16;
/// Bytes of a reply before its body, in every version, without service contexts.
pub const REPLY_HEAD: usize = 24;
/// The highest minor version that is spoken.
pub const MINOR: u8 = 2;

/// The flag of a little-endian message (section 15.4.1).
const LITTLE: u8 = 0x1;
/// The flag of a message that fragments follow.
const MORE: u8 = 0x2;
/// Offset of the flags in a header.
const FLAGS_AT: usize = 6;
/// Offset of the length in a header.
const SIZE_AT: usize = 8;

open_enum! {
    /// The kind of a message (section 15.4.1).
    pub enum MessageType {
        /// A call.
        Request = 0x0,
        /// Its end.
        Reply = 0x1,
        /// The client no longer waits for the reply.
        CancelRequest = 0x2,
        /// Asks where an object is.
        LocateRequest = 0x3,
        /// The answer.
        LocateReply = 0x4,
        /// The connection ends, and what was not answered was not carried out.
        CloseConnection = 0x5,
        /// A message was not understood.
        MessageError = 0x6,
        /// The continuation of another message.
        Fragment = 0x7,
    }
}

open_enum! {
    /// How a call ended (section 15.4.3.1).
    pub enum ReplyStatus {
        /// With its results.
        NoException = 0x0,
        /// With an exception that its operation declares.
        UserException = 0x1,
        /// With a standard exception.
        SystemException = 0x2,
        /// The object is elsewhere.
        LocationForward = 0x3,
        /// The object is elsewhere for ever.
        LocationForwardPerm = 0x4,
        /// The server wants the object named in another way.
        NeedsAddressingMode = 0x5,
    }
}

open_enum! {
    /// What is known of an object (section 15.4.6.1).
    pub enum LocateStatus {
        /// Nothing.
        UnknownObject = 0x0,
        /// It is served here.
        ObjectHere = 0x1,
        /// It is elsewhere.
        ObjectForward = 0x2,
        /// It is elsewhere for ever.
        ObjectForwardPerm = 0x3,
        /// The question failed with a standard exception.
        SystemException = 0x4,
        /// The server wants the object named in another way.
        NeedsAddressingMode = 0x5,
    }
}

/// How a request names its object in GIOP 1.2 (section 15.4.2.1).
pub mod addressing {
    /// By its key.
    pub const KEY: u16 = 0;
    /// By a profile.
    pub const PROFILE: u16 = 1;
    /// By a whole reference and the number of the profile meant.
    pub const REFERENCE: u16 = 2;
}

/// Service contexts (section 13.7.1).
pub mod context {
    /// The code sets of a connection (section 13.10.2.5).
    pub const CODE_SETS: u32 = 1;
    /// Whoever receives it may call over the connection (section 15.9).
    pub const BI_DIR_IIOP: u32 = 5;
    /// Of ours, ignored by others: its data moves what follows by four octets.
    pub const PADDING: u32 = 0x6d72_7063;
}

/// A message header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The minor version: 0, 1 or 2.
    pub minor: u8,
    /// The byte order of the whole message.
    pub order: ByteOrder,
    /// Whether fragments follow.
    pub more: bool,
    /// The kind of message.
    pub kind: MessageType,
    /// Bytes behind the header.
    pub size: u32,
}

impl Header {
    /// Reads a header.
    ///
    /// # Errors
    /// It is none of GIOP 1.0 to 1.2.
    pub fn parse(bytes: &[u8; HEADER]) -> Result<Self, WireError> {
        check_magic(bytes)?;
        let (major, minor, flags) = (bytes[4], bytes[5], bytes[FLAGS_AT]);
        if major != 1 || minor > MINOR {
            let value = u32::from(major) << 8 | u32::from(minor);
            return Err(bad("GIOP_version", value));
        }
        let order = match flags & LITTLE {
            0 => ByteOrder::Big,
            _ => ByteOrder::Little,
        };
        let size = [bytes[8], bytes[9], bytes[10], bytes[11]];
        let kind = MessageType::from(u32::from(bytes[7]));
        // Version 1.0 has no fragments (CORBA 2.2, section 13.4.1).
        if matches!(kind, MessageType::Unknown(_)) || minor == 0 && kind == MessageType::Fragment {
            return Err(bad("message_type", u32::from(bytes[7])));
        }
        Ok(Header {
            minor,
            order,
            more: minor > 0 && flags & MORE != 0,
            kind,
            size: match order {
                ByteOrder::Big => u32::from_be_bytes(size),
                ByteOrder::Little => u32::from_le_bytes(size),
            },
        })
    }
}

/// Refuses bytes that cannot be the beginning of a message.
pub(super) fn check_magic(bytes: &[u8]) -> Result<(), WireError> {
    match bytes.iter().zip(b"GIOP").all(|(a, b)| a == b) {
        true => Ok(()),
        false => Err(WireError::Violation("what it sent is not GIOP")),
    }
}

/// Appends the header of a message whose length [`finish`] fills in.
#[inline]
pub fn begin(buf: &mut Buf, minor: u8, kind: MessageType) {
    let mut header = *b"GIOP\x01\0\x01\0\0\0\0\0";
    header[5] = minor;
    header[7] = u32::from(kind) as u8;
    buf.put_array(header);
}

/// Completes the message that [`begin`] started at `start` bytes from the front of `buf`'s data, of
/// the request `id`. In GIOP 1.2 a message of more than `most` bytes is split.
///
/// GIOP 1.1 counts alignment anew in each fragment (section 15.4.9), and few implementations agree
/// how, so its messages stay whole.
#[inline]
pub fn finish(buf: &mut Buf, start: usize, id: u32, most: usize) {
    let size = buf.len() - start - HEADER;
    let message = &mut buf.data_mut()[start..];
    message[SIZE_AT..HEADER].copy_from_slice(&(size as u32).to_le_bytes());
    if size + HEADER > most && message[5] >= 2 {
        cut(buf, start, id, most);
    }
}

/// Spreads a message out to make room for the heads of fragments, from the back. All fragments but the last are a
/// multiple of 8 bytes long (section 15.4.9).
#[cold]
fn cut(buf: &mut Buf, start: usize, id: u32, most: usize) {
    let most = most.max(LEAST_FRAGMENT) / 8 * 8;
    let total = buf.len() - start;
    let room = most - FRAGMENT_HEAD;
    let fragments = total.saturating_sub(most).div_ceil(room);
    let grown = fragments * FRAGMENT_HEAD;
    buf.space(grown)[..grown].fill(0);
    buf.filled(grown);
    let message = &mut buf.data_mut()[start..];
    for i in (0..fragments).rev() {
        let from = most + i * room;
        let n = room.min(total - from);
        let to = from + i * FRAGMENT_HEAD;
        message.copy_within(from..from + n, to + FRAGMENT_HEAD);
        let mut head = [0; FRAGMENT_HEAD];
        head[..HEADER].copy_from_slice(b"GIOP\x01\x02\x01\x07\0\0\0\0");
        if i + 1 < fragments {
            head[FLAGS_AT] |= MORE;
        }
        head[SIZE_AT..HEADER].copy_from_slice(&((n + 4) as u32).to_le_bytes());
        head[HEADER..].copy_from_slice(&id.to_le_bytes());
        message[to..to + FRAGMENT_HEAD].copy_from_slice(&head);
    }
    if fragments > 0 {
        message[FLAGS_AT] |= MORE;
        let first = (most - HEADER) as u32;
        message[SIZE_AT..HEADER].copy_from_slice(&first.to_le_bytes());
    }
}

/// A message of ours without the heads of its fragments.
#[cold]
pub(super) fn joined(mut pieces: &[u8]) -> Buf {
    let mut whole = Buf::with_capacity(pieces.len());
    let mut head = 0;
    while let Some(header) = pieces.first_chunk().and_then(|h| Header::parse(h).ok()) {
        let n = (HEADER + header.size as usize).min(pieces.len());
        whole.put(pieces.get(head..n).unwrap_or_default());
        pieces = &pieces[n..];
        head = FRAGMENT_HEAD;
    }
    let size = whole.len().saturating_sub(HEADER) as u32;
    if let Some(header) = whole.data_mut().first_chunk_mut::<HEADER>() {
        header[FLAGS_AT] &= !MORE;
        header[SIZE_AT..].copy_from_slice(&size.to_le_bytes());
    }
    whole
}

/// Shorter fragments are not made: a head must fit.
const LEAST_FRAGMENT: usize = 64;

/// Which reply a request asks for (section 15.4.2.1: `response_flags`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// None.
    None,
    /// One that only says that the request has arrived (SYNC_WITH_SERVER).
    Receipt,
    /// The results.
    Results,
}

impl Response {
    fn of_flags(minor: u8, flags: u8) -> Self {
        match (minor, flags) {
            (_, 0) => Response::None,
            (2.., 1) => Response::Receipt,
            _ => Response::Results,
        }
    }

    fn flags(self, minor: u8) -> u8 {
        match (self, minor) {
            (Response::None, _) => 0,
            (Response::Receipt, _) | (Response::Results, 0 | 1) => 1,
            (Response::Results, _) => 3,
        }
    }
}

/// The object that a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target<'a> {
    /// Its key.
    Key(&'a [u8]),
    /// It is named in a way in which its key was not found.
    Unknown,
}

/// What stands in a request before its arguments.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// Its number.
    pub id: u32,
    /// Which reply it asks for.
    pub response: Response,
    /// The object.
    pub target: Target<'a>,
    /// The operation's name.
    pub operation: &'a str,
    /// Its service contexts.
    pub contexts: Contexts<'a>,
    /// Where its arguments begin in the message.
    pub body: usize,
}

impl<'a> Request<'a> {
    /// Reads the head of a whole message, header included.
    ///
    /// # Errors
    /// It is malformed.
    pub fn parse(header: &Header, message: &'a [u8]) -> Result<Self, WireError> {
        let mut r = Reader::at(message, header.order, HEADER);
        if header.minor >= 2 {
            let id = r.u32()?;
            let response = Response::of_flags(2, r.u8()?);
            r.skip(3)?;
            let target = target(&mut r)?;
            let operation = r.string()?;
            let contexts = Contexts::read(&mut r)?;
            // Section 15.4.2.2: a body begins at a multiple of 8.
            let body = r.position().next_multiple_of(8).min(message.len());
            return Ok(Request {
                id,
                response,
                target,
                operation,
                contexts,
                body,
            });
        }
        let contexts = Contexts::read(&mut r)?;
        let id = r.u32()?;
        let response = Response::of_flags(header.minor, r.u8()?);
        if header.minor == 1 {
            r.skip(3)?;
        }
        let target = Target::Key(r.octets()?);
        let operation = r.string()?;
        // The requesting principal, which was never defined.
        r.octets()?;
        let body = r.position();
        Ok(Request {
            id,
            response,
            target,
            operation,
            contexts,
            body,
        })
    }
}

/// A `TargetAddress` (section 15.4.2.1).
fn target<'a>(r: &mut Reader<'a>) -> Result<Target<'a>, WireError> {
    let key = match r.u16()? {
        addressing::KEY => Some(r.octets()?),
        addressing::PROFILE => {
            let tag = r.u32()?;
            ior::key_of(tag, r.octets()?)
        }
        addressing::REFERENCE => {
            let selected = r.u32()?;
            ior::selected_key(r, selected)?
        }
        other => return Err(bad("AddressingDisposition", other.into())),
    };
    Ok(key.map_or(Target::Unknown, Target::Key))
}

/// What a client writes before the arguments.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequestHead<'a> {
    pub(super) minor: u8,
    pub(super) id: u32,
    pub(super) response: Response,
    pub(super) operation: &'a str,
}

impl RequestHead<'_> {
    /// Appends the message up to its body. `target` appends the object in the form of GIOP 1.2, in
    /// others `key` is written; `contexts` appends service contexts with their number. Returns where the
    /// body begins, without the padding that only a body needs.
    pub(super) fn put(
        &self,
        buf: &mut Buf,
        start: usize,
        (key, target): (&[u8], Option<&[u8]>),
        contexts: impl FnOnce(&mut Buf),
    ) -> usize {
        begin(buf, self.minor, MessageType::Request);
        let flags = self.response.flags(self.minor);
        if self.minor >= 2 {
            buf.put_array(self.id.to_le_bytes());
            buf.put_array([flags, 0, 0, 0]);
            put_target(buf, start, key, target);
            put_string(buf, start, self.operation);
            align(buf, start, 4);
            contexts(buf);
            let end = buf.len() - start;
            align(buf, start, 8);
            return end;
        }
        contexts(buf);
        put_u32(buf, start, self.id);
        buf.put(&[flags]);
        if self.minor == 1 {
            buf.put(&[0; 3]);
        }
        put_octets(buf, start, key);
        put_string(buf, start, self.operation);
        // Nobody: the requesting principal.
        put_octets(buf, start, &[]);
        buf.len() - start
    }
}

/// Appends an object in the form of GIOP 1.2: by its key, or as `target` has it.
fn put_target(buf: &mut Buf, start: usize, key: &[u8], target: Option<&[u8]>) {
    match target {
        None => {
            buf.put_array(u32::from(addressing::KEY).to_le_bytes());
            put_octets(buf, start, key);
        }
        Some(target) => buf.put(target),
    }
}

/// What stands in a reply before its results.
#[derive(Clone, Debug)]
pub struct Reply<'a> {
    /// The number of the request.
    pub id: u32,
    /// How the call ended.
    pub status: ReplyStatus,
    /// Its service contexts.
    pub contexts: Contexts<'a>,
    /// Where its body begins in the message.
    pub body: usize,
}

impl<'a> Reply<'a> {
    /// Reads the head of a whole message, header included.
    ///
    /// # Errors
    /// It is malformed.
    #[inline]
    pub fn parse(header: &Header, message: &'a [u8]) -> Result<Self, WireError> {
        let mut r = Reader::at(message, header.order, HEADER);
        let (id, status, contexts);
        if header.minor >= 2 {
            (id, status) = (r.u32()?, r.u32()?);
            contexts = Contexts::read(&mut r)?;
        } else {
            contexts = Contexts::read(&mut r)?;
            (id, status) = (r.u32()?, r.u32()?);
        }
        let status = ReplyStatus::from(status);
        if matches!(status, ReplyStatus::Unknown(_)) {
            return Err(bad("reply_status", status.into()));
        }
        // Section 15.4.3.2: from version 1.2 on, a body begins at a multiple of 8.
        let body = match header.minor {
            2.. => r.position().next_multiple_of(8).min(message.len()),
            _ => r.position(),
        };
        Ok(Reply {
            id,
            status,
            contexts,
            body,
        })
    }
}

/// Appends a reply up to its body, [`REPLY_HEAD`] bytes.
#[inline]
pub(super) fn put_reply(buf: &mut Buf, minor: u8, id: u32, status: ReplyStatus) {
    begin(buf, minor, MessageType::Reply);
    let (id, status) = (id.to_le_bytes(), u32::from(status).to_le_bytes());
    let words = match minor {
        2.. => [id, status, [0; 4]],
        _ => [[0; 4], id, status],
    };
    words.into_iter().for_each(|word| buf.put_array(word));
}

/// Gives the reply at `start` of `buf`, written as [`put_reply`] and a body, service contexts: `write` appends them and returns
/// how many. The body, which is not marshalled again, moves by a multiple of 8 octets: where that takes octets that are
/// not padding anyway, since the body of GIOP 1.0 and 1.1 follows without a gap, a context more has them.
#[cold]
pub(super) fn add_contexts(
    buf: &mut Buf,
    start: usize,
    minor: u8,
    write: impl FnOnce(&mut Buf) -> u32,
) {
    let message = &buf.data()[start..];
    let words = &message[HEADER..REPLY_HEAD];
    let mut head = Buf::new();
    head.put(&message[..HEADER]);
    if minor >= 2 {
        head.put(&words[..8]);
    }
    let count = head.len();
    head.put_array([0; 4]);
    let mut n = write(&mut head);
    align(&mut head, 0, 4);
    if minor >= 2 {
        align(&mut head, 0, 8);
    } else {
        if !head.len().is_multiple_of(8) {
            put_u32(&mut head, 0, context::PADDING);
            put_octets(&mut head, 0, &[0; 4]);
            n += 1;
        }
        head.put(&words[4..]);
    }
    head.data_mut()[count..count + 4].copy_from_slice(&n.to_le_bytes());
    let (end, grown) = (buf.len(), head.len() - REPLY_HEAD);
    buf.space(grown)[..grown].fill(0);
    buf.filled(grown);
    let data = &mut buf.data_mut()[start..];
    data.copy_within(REPLY_HEAD..end - start, head.len());
    data[..head.len()].copy_from_slice(head.data());
}

/// Appends a message that consists of a request's number.
pub(super) fn put_cancel(buf: &mut Buf, minor: u8, id: u32) {
    let start = buf.len();
    begin(buf, minor, MessageType::CancelRequest);
    buf.put_array(id.to_le_bytes());
    finish(buf, start, id, usize::MAX);
}

/// Appends a message without a body.
pub(super) fn put_bare(buf: &mut Buf, minor: u8, kind: MessageType) {
    begin(buf, minor, kind);
}

/// Appends a question where an object is, which is named as in [`RequestHead::put`]. The message is not complete until it
/// is [finished](finish).
pub(super) fn put_locate(
    buf: &mut Buf,
    start: usize,
    minor: u8,
    id: u32,
    (key, target): (&[u8], Option<&[u8]>),
) {
    begin(buf, minor, MessageType::LocateRequest);
    buf.put_array(id.to_le_bytes());
    match minor {
        2.. => put_target(buf, start, key, target),
        _ => put_octets(buf, start, key),
    }
}

/// Appends the answer up to its body, at the start of which alignment does not begin anew in any version (section
/// 15.4.6.2).
pub(super) fn put_locate_reply(buf: &mut Buf, minor: u8, id: u32, status: LocateStatus) {
    begin(buf, minor, MessageType::LocateReply);
    buf.put_array(id.to_le_bytes());
    buf.put_array(u32::from(status).to_le_bytes());
}

/// What stands in the answer to a locate request before its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocateReply {
    /// The number of the request.
    pub id: u32,
    /// What is known of the object.
    pub status: LocateStatus,
    /// Where its body begins in the message.
    pub body: usize,
}

impl LocateReply {
    /// Reads the head of a whole message, header included.
    ///
    /// # Errors
    /// It is malformed.
    pub fn parse(header: &Header, message: &[u8]) -> Result<Self, WireError> {
        let mut r = Reader::at(message, header.order, HEADER);
        Ok(LocateReply {
            id: r.u32()?,
            status: r.u32()?.into(),
            body: r.position(),
        })
    }
}

/// The object of a locate request, and the request's number.
pub(super) fn parse_locate<'a>(
    header: &Header,
    message: &'a [u8],
) -> Result<(u32, Target<'a>), WireError> {
    let mut r = Reader::at(message, header.order, HEADER);
    let id = r.u32()?;
    let target = match header.minor {
        2.. => target(&mut r)?,
        _ => Target::Key(r.octets()?),
    };
    Ok((id, target))
}

/// The number of a cancelled request.
pub(super) fn parse_cancel(header: &Header, message: &[u8]) -> Result<u32, WireError> {
    Reader::at(message, header.order, HEADER).u32()
}

/// The number of the request that a message, or the beginning of one, is about.
pub(super) fn request_id(header: &Header, message: &[u8]) -> Result<u32, WireError> {
    let mut r = Reader::at(message, header.order, HEADER);
    if header.minor < 2 && matches!(header.kind, MessageType::Request | MessageType::Reply) {
        Contexts::read(&mut r)?;
    }
    r.u32()
}

/// The service contexts of a message (section 13.7).
#[derive(Clone, Debug)]
pub struct Contexts<'a> {
    reader: Reader<'a>,
    left: u32,
}

impl<'a> Contexts<'a> {
    /// Reads past them.
    fn read(r: &mut Reader<'a>) -> Result<Self, WireError> {
        let left = r.u32()?;
        let contexts = Contexts {
            reader: r.clone(),
            left,
        };
        for _ in 0..left {
            r.u32()?;
            r.octets()?;
        }
        Ok(contexts)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// The data of the first context with that number, as it stands: an encapsulation.
    pub fn find(&self, id: u32) -> Option<&'a [u8]> {
        let mut all = self.clone();
        Iterator::find(&mut all, |(other, _)| *other == id).map(|(_, data)| data)
    }
}

/// Each context's number and data.
impl<'a> Iterator for Contexts<'a> {
    type Item = (u32, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        // They were read before.
        Some((self.reader.u32().ok()?, self.reader.octets().ok()?))
    }
}

/// Where a part of `message` lies, which begins at `start` of a buffer.
pub(super) fn range_of(message: &Range<usize>, body: usize) -> Range<usize> {
    message.start + body..message.end
}
