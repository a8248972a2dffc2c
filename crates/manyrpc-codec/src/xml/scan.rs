//! XML-RPC messages as ranges of their bytes: the part that an engine reads without knowing the
//! types of the contents.
//!
//! Every byte is checked: a range is well-formed, with values nested at most [`Limits::depth`]
//! levels. Bytes are UTF-8; other encodings go through [`to_utf8`](super::to_utf8) first.
//!
//! ```
//! use manyrpc_codec::Limits;
//! use manyrpc_codec::xml::scan::{Message, message};
//!
//! let bytes = b"<methodCall><methodName>now</methodName></methodCall>";
//! let Message::Call { method, params } = message(bytes, &Limits::DEFAULT).unwrap() else {
//!     panic!("not a call");
//! };
//! assert_eq!((&*method, params.len()), ("now", 0));
//! ```

use alloc::borrow::{Cow, ToOwned};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::Limits;
pub use super::value::Kind;
use crate::error::{Fail, Malformed, MalformedKind};
use crate::markup::cursor::{Cursor, Tag};

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message<'a> {
    /// A call: `<methodCall>`.
    Call {
        /// The method's name.
        method: Cow<'a, str>,
        /// The contents of `<params>`: `<param>` elements, or nothing.
        params: Range<usize>,
    },
    /// A reply: `<methodResponse>` with `<params>`.
    Reply {
        /// The contents of `<params>`.
        params: Range<usize>,
    },
    /// A reply with a `<fault>`.
    Fault(Fault),
}

/// The members of a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// `faultCode`; 0 if it is missing or not a 32-bit integer.
    pub code: i32,
    /// `faultString`; empty if missing.
    pub message: String,
}

/// Levels of elements per level of values: `value`, `struct`, `member`.
const ELEMENTS: u32 = 3;

fn elements(limits: &Limits) -> u32 {
    limits
        .depth
        .saturating_mul(ELEMENTS)
        .saturating_add(ELEMENTS)
}

/// Reads one message, which is all of the bytes.
///
/// # Errors
/// What is malformed, or not a message of XML-RPC, and where.
pub fn message<'a>(bytes: &'a [u8], limits: &Limits) -> Result<Message<'a>, Malformed> {
    let mut cursor = Cursor::new(bytes, limits.bytes);
    let message = read_message(&mut cursor, limits);
    message.map_err(|Fail| cursor.failure())
}

fn read_message<'a>(cursor: &mut Cursor<'a>, limits: &Limits) -> Result<Message<'a>, Fail> {
    cursor.misc()?;
    let start = cursor.at;
    let tag = cursor.start()?;
    let message = match tag.local() {
        b"methodCall" if !tag.empty => {
            let method = match cursor.element_text("methodName")? {
                Cow::Borrowed(name) => Cow::Borrowed(name.trim_ascii()),
                Cow::Owned(name) => Cow::Owned(name.trim_ascii().to_owned()),
            };
            let params = match cursor.is_at_end_tag()? {
                true => cursor.at..cursor.at,
                false => params(cursor, limits)?,
            };
            Message::Call { method, params }
        }
        b"methodResponse" if !tag.empty => answer(cursor, limits)?,
        _ => {
            cursor.at = start;
            return Err(cursor.expected("`methodCall` or `methodResponse`"));
        }
    };
    cursor.end(tag.name)?;
    cursor.misc()?;
    cursor.at_end()?;
    Ok(message)
}

fn answer<'a>(cursor: &mut Cursor<'a>, limits: &Limits) -> Result<Message<'a>, Fail> {
    cursor.misc()?;
    let start = cursor.at;
    let tag = cursor.start()?;
    match tag.local() {
        b"params" => {
            let params = contents(cursor, tag, "param", limits)?;
            Ok(Message::Reply { params })
        }
        b"fault" if !tag.empty => {
            let fault = read_fault(cursor, limits)?;
            cursor.end(tag.name)?;
            Ok(Message::Fault(fault))
        }
        _ => {
            cursor.at = start;
            Err(cursor.expected("`params` or `fault`"))
        }
    }
}

fn params(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Range<usize>, Fail> {
    let tag = cursor.start_of("params")?;
    contents(cursor, tag, "param", limits)
}

/// The contents of an element that was entered and contains only elements of one name; leaves it.
fn contents(
    cursor: &mut Cursor<'_>,
    tag: Tag<'_>,
    of: &'static str,
    limits: &Limits,
) -> Result<Range<usize>, Fail> {
    let start = cursor.at;
    if tag.empty {
        return Ok(start..start);
    }
    while !cursor.is_at_end_tag()? {
        let at = cursor.at;
        cursor.start_of(of)?;
        cursor.at = at;
        cursor.skip(elements(limits))?;
    }
    let end = cursor.at;
    cursor.end(tag.name)?;
    Ok(start..end)
}

/// Reads the fault that is all of `within`, a `<value>`.
///
/// # Errors
/// It is not a struct, or is malformed.
pub fn fault(bytes: &[u8], within: Range<usize>, limits: &Limits) -> Result<Fault, Malformed> {
    within_bytes(bytes, within, limits, |cursor| read_fault(cursor, limits))
}

/// The value of a fault, as far as it has that form.
fn read_fault(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Fault, Fail> {
    let value = cursor.enter()?;
    if value.kind != Kind::Struct {
        return Err(cursor.expected("a struct"));
    }
    let mut fault = Fault::default();
    while let Some(name) = cursor.member(value)? {
        let known = matches!(&*name, "faultCode" | "faultString");
        match known && !value_has_parts(cursor)? {
            true => {
                let value = cursor.enter()?;
                let text = cursor.text_of(value)?;
                cursor.leave(value)?;
                match &*name {
                    "faultCode" => fault.code = text.trim_ascii().parse().unwrap_or_default(),
                    _ => fault.message = text.into_owned(),
                }
            }
            false => cursor.skip(elements(limits))?,
        }
        cursor.member_ends()?;
    }
    cursor.leave(value)?;
    Ok(fault)
}

/// Whether the value that comes next is a struct or an array.
fn value_has_parts(cursor: &mut Cursor<'_>) -> Result<bool, Fail> {
    cursor.misc()?;
    let at = cursor.at;
    let value = cursor.enter()?;
    cursor.at = at;
    Ok(matches!(value.kind, Kind::Struct | Kind::Array))
}

/// The ranges of the values in the contents of `<params>`, a range from [`Message`].
///
/// # Errors
/// What is malformed, or that there are more than `most`.
pub fn params_of(
    bytes: &[u8],
    within: Range<usize>,
    most: usize,
    limits: &Limits,
) -> Result<Vec<Range<usize>>, Malformed> {
    within_bytes(bytes, within, limits, |cursor| {
        let mut values = Vec::new();
        while cursor.misc().map(|()| !cursor.rest().is_empty())? {
            let tag = cursor.start_of("param")?;
            let value = one_value(cursor, limits)?;
            keep(cursor, &mut values, value, most)?;
            cursor.end(tag.name)?;
        }
        Ok(values)
    })
}

/// The ranges of the elements of the array that is all of `within`, a `<value>`. They are
/// contiguous: the range from the first one's start to the last one's end is a list of parameters.
///
/// # Errors
/// It is not an array, is malformed, or has more than `most` elements.
pub fn array(
    bytes: &[u8],
    within: Range<usize>,
    most: usize,
    limits: &Limits,
) -> Result<Vec<Range<usize>>, Malformed> {
    within_bytes(bytes, within, limits, |cursor| {
        let value = cursor.enter()?;
        if value.kind != Kind::Array {
            return Err(cursor.expected("an array"));
        }
        let mut elements = Vec::new();
        if let Some(data) = cursor.data(value)? {
            while !cursor.is_at_end_tag()? {
                let element = one_value(cursor, limits)?;
                keep(cursor, &mut elements, element, most)?;
            }
            cursor.end(data)?;
        }
        cursor.leave(value)?;
        Ok(elements)
    })
}

/// A member of a struct: its name, and the range of its value.
pub type Member<'a> = (Cow<'a, str>, Range<usize>);

/// The members of the struct that is all of `within`, a `<value>`.
///
/// # Errors
/// It is not a struct, is malformed, or has more than `most` members.
pub fn members<'a>(
    bytes: &'a [u8],
    within: Range<usize>,
    most: usize,
    limits: &Limits,
) -> Result<Vec<Member<'a>>, Malformed> {
    within_bytes(bytes, within, limits, |cursor| {
        let value = cursor.enter()?;
        if value.kind != Kind::Struct {
            return Err(cursor.expected("a struct"));
        }
        let mut members = Vec::new();
        while let Some(name) = cursor.member(value)? {
            let member = (name, one_value(cursor, limits)?);
            keep(cursor, &mut members, member, most)?;
            cursor.member_ends()?;
        }
        cursor.leave(value)?;
        Ok(members)
    })
}

/// The text of the string or number that is all of `within`, a `<value>`.
///
/// # Errors
/// It has parts, or is malformed.
pub fn text<'a>(
    bytes: &'a [u8],
    within: Range<usize>,
    limits: &Limits,
) -> Result<Cow<'a, str>, Malformed> {
    within_bytes(bytes, within, limits, |cursor| {
        let value = cursor.enter()?;
        let text = cursor.text_of(value)?;
        cursor.leave(value)?;
        Ok(text)
    })
}

/// The kind of the value that is all of `within`.
///
/// # Errors
/// It is malformed.
pub fn kind(bytes: &[u8], within: Range<usize>, limits: &Limits) -> Result<Kind, Malformed> {
    within_bytes(bytes, within, limits, |cursor| {
        let start = cursor.at;
        let kind = cursor.enter()?.kind;
        cursor.at = start;
        cursor.skip(elements(limits))?;
        Ok(kind)
    })
}

/// The range of the next value.
fn one_value(cursor: &mut Cursor<'_>, limits: &Limits) -> Result<Range<usize>, Fail> {
    cursor.misc()?;
    let start = cursor.at;
    cursor.start_of("value")?;
    cursor.at = start;
    cursor.skip(elements(limits))?;
    Ok(start..cursor.at)
}

fn keep<T>(cursor: &mut Cursor<'_>, all: &mut Vec<T>, one: T, most: usize) -> Result<(), Fail> {
    if all.len() >= most {
        let (count, max) = (most as u64 + 1, most as u64);
        return Err(cursor.fail(MalformedKind::TooLong { count, max }));
    }
    all.push(one);
    Ok(())
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
    let read = read(&mut cursor).and_then(|v| {
        cursor.misc()?;
        cursor.at_end().map(|()| v)
    });
    read.map_err(|Fail| cursor.failure())
}
