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
        members(cursor, |cursor, name| envelope.member(cursor, name, limits))?;
        Ok(Some(envelope))
    })
}

impl<'a> Envelope<'a> {
    fn member(&mut self, cursor: &mut Cursor<'a>, name: &str, limits: &Limits) -> Result<(), Fail> {
        let start = cursor.at;
        let range = match name {
            "params" => &mut self.params,
            "id" => &mut self.id,
            "result" => &mut self.result,
            "error" => &mut self.error,
            "jsonrpc" => return text(cursor, &mut self.version, &mut self.odd, limits),
            "method" => return text(cursor, &mut self.method, &mut self.odd, limits),
            _ => return cursor.skip(limits.depth),
        };
        if range.replace(value(cursor, limits)?).is_some() {
            let kind = MalformedKind::Duplicate(Name::new(name));
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
    cursor.at += 1;
    if cursor.take(b'}') {
        return Ok(());
    }
    loop {
        if cursor.token() != Some(b'"') {
            return Err(cursor.expected("a member's name"));
        }
        let name = cursor.quoted()?;
        let name = cursor.text(name)?;
        cursor.colon()?;
        member(cursor, &name)?;
        match cursor.token() {
            Some(b',') => cursor.at += 1,
            Some(b'}') => break,
            _ => return Err(cursor.expected("`,` or `}`")),
        }
    }
    cursor.at += 1;
    Ok(())
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
