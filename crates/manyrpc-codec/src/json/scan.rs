//! JSON-RPC messages as ranges of their bytes: the part that an engine reads without knowing the
//! types of the contents.
//!
//! Every byte is checked: a range holds one well-formed JSON value, nested at most
//! [`Limits::depth`] levels.
//!
//! ```
//! use manyrpc_codec::Limits;
//! use manyrpc_codec::json::scan;
//!
//! let bytes = br#"{"jsonrpc": "2.0", "method": "add", "params": [1, 2], "id": 7}"#;
//! let message = scan::envelope(bytes, 0..bytes.len(), &Limits::DEFAULT).unwrap().unwrap();
//! assert_eq!(message.method.as_deref(), Some("add"));
//! assert_eq!(&bytes[message.params.unwrap()], b"[1, 2]");
//! ```

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use super::Limits;
use super::cursor::Cursor;
use crate::error::{Fail, Malformed, MalformedKind, Name};

/// The contents of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// One message, not yet checked: see [`envelope`].
    One(Range<usize>),
    /// A batch (JSON-RPC 2.0, section 6), possibly empty, with the range of each message.
    Batch(Vec<Range<usize>>),
}

/// Whether a body is one message or a batch of at most `most`.
///
/// # Errors
/// It is too long, empty, or a batch that is malformed or has too many messages.
pub fn body(bytes: &[u8], most: usize, limits: &Limits) -> Result<Body, Malformed> {
    let mut cursor = Cursor::new(bytes, limits.bytes);
    let body = match cursor.token() {
        None => Err(cursor.expected("a message")),
        Some(b'[') => batch(&mut cursor, most, limits).map(Body::Batch),
        Some(_) => Ok(Body::One(cursor.at..bytes.len())),
    };
    body.map_err(|Fail| cursor.failure())
}

fn batch(cursor: &mut Cursor<'_>, most: usize, limits: &Limits) -> Result<Vec<Range<usize>>, Fail> {
    let mut messages = Vec::new();
    cursor.at += 1;
    if !cursor.take(b']') {
        loop {
            if messages.len() >= most {
                let (count, max) = (most as u64 + 1, most as u64);
                return Err(cursor.fail(MalformedKind::TooLong { count, max }));
            }
            messages.push(value(cursor, limits)?);
            match cursor.token() {
                Some(b',') => cursor.at += 1,
                Some(b']') => break,
                _ => return Err(cursor.expected("`,` or `]`")),
            }
        }
        cursor.at += 1;
    }
    cursor.end()?;
    Ok(messages)
}

/// The range of the value that begins here.
fn value(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Range<usize>, Fail> {
    cursor.token();
    let start = cursor.at;
    cursor.skip(limits.depth)?;
    Ok(start..cursor.at)
}

/// The members of one message (JSON-RPC 2.0, sections 4 and 5); other members are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Envelope<'a> {
    /// `jsonrpc`, which is missing in version 1.0.
    pub version: Option<Cow<'a, str>>,
    /// `method`: the message is a request, or without an `id` a notification.
    pub method: Option<Cow<'a, str>>,
    /// `params`, any value.
    pub params: Option<Range<usize>>,
    /// `id`, any value.
    pub id: Option<Range<usize>>,
    /// `result`, any value.
    pub result: Option<Range<usize>>,
    /// `error`, any value; in 1.0, successful replies have a null.
    pub error: Option<Range<usize>>,
    /// Whether `jsonrpc` or `method` is present but not text: an invalid request.
    pub odd: bool,
}

/// Reads one message, which is all of `within`. `None` for a well-formed value that is not an
/// object.
///
/// # Errors
/// What is malformed, and where in `bytes`. A duplicate member is malformed.
pub fn envelope<'a>(
    bytes: &'a [u8],
    within: Range<usize>,
    limits: &Limits,
) -> Result<Option<Envelope<'a>>, Malformed> {
    within_bytes(bytes, within, limits, |cursor| {
        if cursor.token() != Some(b'{') {
            return cursor.skip(limits.depth).map(|()| None);
        }
        let mut envelope = Envelope::default();
        members_named(cursor, Member::named, |cursor, member| match member {
            Some(member) => envelope.member(cursor, member, limits),
            None => cursor.skip(limits.depth),
        })?;
        Ok(Some(envelope))
    })
}

/// A member that an envelope knows.
#[derive(Clone, Copy)]
enum Member {
    Version,
    Method,
    Params,
    Id,
    Result,
    Error,
}

impl Member {
    const NAMES: [(&'static str, Member); 6] = [
        ("jsonrpc", Member::Version),
        ("method", Member::Method),
        ("params", Member::Params),
        ("id", Member::Id),
        ("result", Member::Result),
        ("error", Member::Error),
    ];

    /// Reads a member's name, and the colon behind it.
    #[inline]
    fn named(cursor: &mut Cursor<'_>) -> Result<Option<Self>, Fail> {
        if let Some((member, length)) = Self::usual(cursor.rest()) {
            cursor.at += length;
            return Ok(Some(member));
        }
        let name = name(cursor)?;
        let known = Self::NAMES.iter().find(|(known, _)| *known == name);
        Ok(known.map(|(_, member)| *member))
    }

    /// A name and its colon as nearly everybody writes them, and their length: the end of the name need not be looked for.
    #[inline(always)]
    fn usual(rest: &[u8]) -> Option<(Self, usize)> {
        match rest.get(1)? {
            b'j' => Member::Version.written(rest, b"\"jsonrpc\":"),
            b'm' => Member::Method.written(rest, b"\"method\":"),
            b'p' => Member::Params.written(rest, b"\"params\":"),
            b'i' => Member::Id.written(rest, b"\"id\":"),
            b'r' => Member::Result.written(rest, b"\"result\":"),
            b'e' => Member::Error.written(rest, b"\"error\":"),
            _ => None,
        }
    }

    #[inline(always)]
    fn written<const N: usize>(self, rest: &[u8], name: &[u8; N]) -> Option<(Self, usize)> {
        (rest.first_chunk() == Some(name)).then_some((self, N))
    }

    fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }
}

impl<'a> Envelope<'a> {
    #[inline]
    fn member(
        &mut self,
        cursor: &mut Cursor<'a>,
        member: Member,
        limits: &Limits,
    ) -> Result<(), Fail> {
        const USUAL_VERSION: &[u8; 5] = b"\"2.0\"";
        let start = cursor.at;
        let range = match member {
            Member::Params => &mut self.params,
            Member::Id => &mut self.id,
            Member::Result => &mut self.result,
            Member::Error => &mut self.error,
            Member::Version
                if self.version.is_none() && cursor.rest().first_chunk() == Some(USUAL_VERSION) =>
            {
                cursor.at += USUAL_VERSION.len();
                self.version = Some(Cow::Borrowed("2.0"));
                return Ok(());
            }
            Member::Version => return text(cursor, &mut self.version, &mut self.odd, limits),
            Member::Method => return text(cursor, &mut self.method, &mut self.odd, limits),
        };
        if range.replace(value(cursor, limits)?).is_some() {
            let kind = MalformedKind::Duplicate(Name::new(member.name()));
            return Err(cursor.fail_at(start, kind));
        }
        Ok(())
    }
}

fn text<'a>(
    cursor: &mut Cursor<'a>,
    member: &mut Option<Cow<'a, str>>,
    odd: &mut bool,
    limits: &Limits,
) -> Result<(), Fail> {
    if cursor.token() != Some(b'"') {
        *odd = true;
        return cursor.skip(limits.depth);
    }
    let quoted = cursor.quoted()?;
    if member.replace(cursor.text(quoted)?).is_some() {
        let kind = MalformedKind::Refused("a second `jsonrpc` or `method`");
        return Err(cursor.fail_at(quoted.at, kind));
    }
    Ok(())
}

/// Each member of the object that begins here.
fn members<'a>(
    cursor: &mut Cursor<'a>,
    mut member: impl FnMut(&mut Cursor<'a>, &str) -> Result<(), Fail>,
) -> Result<(), Fail> {
    members_named(cursor, name, |cursor, name| member(cursor, &name))
}

/// The same, with names that `named` reads, each with its colon.
#[inline(always)]
fn members_named<'a, N>(
    cursor: &mut Cursor<'a>,
    named: impl Fn(&mut Cursor<'a>) -> Result<N, Fail>,
    mut member: impl FnMut(&mut Cursor<'a>, N) -> Result<(), Fail>,
) -> Result<(), Fail> {
    cursor.at += 1;
    if cursor.take(b'}') {
        return Ok(());
    }
    loop {
        if cursor.token() != Some(b'"') {
            return Err(cursor.expected("a member's name"));
        }
        let name = named(cursor)?;
        member(cursor, name)?;
        match cursor.token() {
            Some(b',') => cursor.at += 1,
            Some(b'}') => break,
            _ => return Err(cursor.expected("`,` or `}`")),
        }
    }
    cursor.at += 1;
    Ok(())
}

/// A member's name, read together with its colon.
fn name<'a>(cursor: &mut Cursor<'a>) -> Result<Cow<'a, str>, Fail> {
    let name = cursor.quoted()?;
    let name = cursor.text(name)?;
    cursor.colon()?;
    Ok(name)
}

/// An error of JSON-RPC 2.0 (section 5.1), as far as it has that form: peers of version 1.0 send
/// any value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ErrorObject<'a> {
    /// `code`, if it is an integer.
    pub code: Option<i64>,
    /// `message`, or the whole error if it is text.
    pub message: Option<Cow<'a, str>>,
    /// `data`, any value.
    pub data: Option<Range<usize>>,
}

/// Reads an error, which is all of `within`.
///
/// # Errors
/// As [`envelope`].
pub fn error<'a>(
    bytes: &'a [u8],
    within: Range<usize>,
    limits: &Limits,
) -> Result<ErrorObject<'a>, Malformed> {
    within_bytes(bytes, within, limits, |cursor| {
        let mut error = ErrorObject::default();
        match cursor.token() {
            Some(b'"') => text(cursor, &mut error.message, &mut false, limits)?,
            Some(b'{') => members(cursor, |cursor, name| match name {
                "message" => text(cursor, &mut error.message, &mut false, limits),
                "code" => {
                    let range = value(cursor, limits)?;
                    error.code = integer(bytes, range);
                    Ok(())
                }
                "data" => {
                    error.data = Some(value(cursor, limits)?);
                    Ok(())
                }
                _ => cursor.skip(limits.depth),
            })?,
            _ => cursor.skip(limits.depth)?,
        }
        Ok(error)
    })
}

/// The data of our own errors for exceptions, as far as it has that form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExceptionObject<'a> {
    /// `exception`, if it is text.
    pub exception: Option<Cow<'a, str>>,
    /// `members`, any value.
    pub members: Option<Range<usize>>,
}

/// Reads the data of an error, which is all of `within`.
///
/// # Errors
/// As [`envelope`].
pub fn exception<'a>(
    bytes: &'a [u8],
    within: Range<usize>,
    limits: &Limits,
) -> Result<ExceptionObject<'a>, Malformed> {
    within_bytes(bytes, within, limits, |cursor| {
        let mut found = ExceptionObject::default();
        if cursor.token() != Some(b'{') {
            return cursor.skip(limits.depth).map(|()| found);
        }
        members(cursor, |cursor, name| match name {
            "exception" => text(cursor, &mut found.exception, &mut false, limits),
            "members" => {
                found.members = Some(value(cursor, limits)?);
                Ok(())
            }
            _ => cursor.skip(limits.depth),
        })?;
        Ok(found)
    })
}

/// Whether the bytes are one well-formed value, nested at most [`Limits::depth`] levels.
pub fn is_value(bytes: &[u8], limits: &Limits) -> bool {
    within_bytes(bytes, 0..bytes.len(), limits, |cursor| {
        cursor.skip(limits.depth)
    })
    .is_ok()
}

/// A part of a value: a member of an object, or an element of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// The name, if it is a member.
    pub name: Option<Cow<'a, str>>,
    /// The number of parts before it.
    pub place: usize,
    /// The range of its value.
    pub value: Range<usize>,
}

/// The part of the value in `within` at an offset; `None` if the value is malformed or has no part
/// there.
pub fn part_at<'a>(
    bytes: &'a [u8],
    within: Range<usize>,
    offset: usize,
    limits: &Limits,
) -> Option<Part<'a>> {
    let (mut found, mut place) = (None, 0);
    let mut next = |cursor: &mut Cursor<'a>, name: Option<Cow<'a, str>>| {
        let value = value(cursor, limits)?;
        if value.contains(&offset) {
            found = Some(Part { name, place, value });
        }
        place += 1;
        Ok(())
    };
    let read = within_bytes(bytes, within, limits, |cursor| match cursor.token() {
        Some(b'{') => members(cursor, |cursor, name| {
            next(cursor, Some(Cow::Owned(name.into())))
        }),
        Some(b'[') => {
            cursor.at += 1;
            if cursor.take(b']') {
                return Ok(());
            }
            loop {
                next(cursor, None)?;
                match cursor.token() {
                    Some(b',') => cursor.at += 1,
                    Some(b']') => break,
                    _ => return Err(cursor.expected("`,` or `]`")),
                }
            }
            cursor.at += 1;
            Ok(())
        }
        _ => cursor.skip(limits.depth),
    });
    read.ok().and(found)
}

/// The integer that is all of `within`: an error's code, or one of our own `id`s.
pub fn integer(bytes: &[u8], within: Range<usize>) -> Option<i64> {
    let digits = core::str::from_utf8(bytes.get(within)?).ok()?;
    digits.parse().ok().filter(|_| !digits.starts_with('+'))
}

/// Applies `read` to all of `within`, with offsets in `bytes`.
fn within_bytes<'a, T>(
    bytes: &'a [u8],
    within: Range<usize>,
    limits: &Limits,
    read: impl FnOnce(&mut Cursor<'a>) -> Result<T, Fail>,
) -> Result<T, Malformed> {
    let mut cursor = Cursor::new(bytes.get(..within.end).unwrap_or(bytes), limits.bytes);
    cursor.at = cursor.at.max(within.start);
    let read = read(&mut cursor).and_then(|v| cursor.end().map(|()| v));
    read.map_err(|Fail| cursor.failure())
}
