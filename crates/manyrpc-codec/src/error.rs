//! Errors of decoding and encoding.
//!
//! ```
//! use manyrpc_codec::meta::Field;
//! use manyrpc_codec::{Limits, MalformedKind, xdr};
//!
//! let mut number = 0i32;
//! let field = Field::plain("number");
//! let error = xdr::decode_value(&[0, 0], &field, &mut number, &Limits::DEFAULT).unwrap_err();
//! assert_eq!((error.kind, error.offset), (MalformedKind::Truncated, 0));
//! ```

use core::fmt;

use crate::meta::Record;
pub use crate::meta::WrongLabel;

/// Decoding failed. Empty, so that results stay in a register: the reason and the offset are in the
/// [`Source`](crate::Source), written on a cold path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fail;

/// Bytes that are no encoding of any value of the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// The reason.
    pub kind: MalformedKind,
    /// The offset in bytes from the start of the input.
    pub offset: usize,
}

/// Reasons why bytes are malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MalformedKind {
    /// The bytes end before the value does.
    Truncated,
    /// A count exceeds its bound, or what the remaining bytes could hold.
    TooLong {
        /// The count on the wire.
        count: u64,
        /// The maximum here.
        max: u64,
    },
    /// A boolean that is neither 0 nor 1.
    NotBool(u32),
    /// No member of the enumeration has this value.
    NotMember(i32),
    /// No arm has this label, and the union has no default.
    NoArm(i64),
    /// An integer outside the type's range.
    OutOfRange(i64),
    /// Text that is not UTF-8.
    NotUtf8,
    /// Wide text, for which the peers have agreed on no code set.
    NoWide,
    /// Nesting exceeds the limit.
    TooDeep,
    /// Bytes remain after the value.
    Trailing(usize),
    /// A field contradicts the one it describes.
    Disagrees {
        /// The value of the field.
        said: i64,
        /// The actual value.
        found: i64,
    },
    /// Places that share a value have different types.
    OtherType,
    /// A pointer that must not be null is null.
    Null,
    /// A string without its terminator.
    Unterminated,
    /// A varint with too many bytes.
    Varint,
    /// The key of a field with an invalid number or wire type.
    Key(u64),
    /// A group whose start or end is missing; its number.
    Group(u32),
    /// The sender's label denotes an unknown data representation.
    Representation([u8; 4]),
    /// Other characters where the syntax requires this.
    Expected(&'static str),
    /// A construct that the syntax permits and this implementation refuses.
    Refused(&'static str),
    /// A number outside the range of its type.
    Overflow,
    /// A record without one of its fields.
    Missing(Name),
    /// A record with a duplicate field.
    Duplicate(Name),
    /// No member of the enumeration, or no arm, has this name.
    Unknown(Name),
    /// The record's definition has no field with this name.
    UnknownField(Name),
    /// No message of this name is known.
    NoMessage(Name),
    /// The record was compiled without the syntax ([`Syntaxes`](crate::Syntaxes)).
    OtherSyntax,
}

/// The beginning of a name from a definition or a message; short, since errors are copied.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Name {
    bytes: [u8; Self::ROOM],
    len: u8,
}

impl Name {
    const ROOM: usize = 31;

    /// As much of the name as fits.
    pub fn new(name: &str) -> Self {
        let mut end = name.len().min(Self::ROOM);
        while !name.is_char_boundary(end) {
            end -= 1;
        }
        let mut bytes = [0; Self::ROOM];
        bytes[..end].copy_from_slice(&name.as_bytes()[..end]);
        Name {
            bytes,
            len: end as u8,
        }
    }

    /// The name, or its beginning.
    pub fn as_str(&self) -> &str {
        let bytes = self.bytes.get(..usize::from(self.len)).unwrap_or_default();
        core::str::from_utf8(bytes).unwrap_or_default()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let at = self.offset;
        match self.kind {
            MalformedKind::Truncated => write!(f, "the bytes end inside a value, at offset {at}"),
            MalformedKind::TooLong { count, max } => {
                write!(f, "count {count} at offset {at}, at most {max} possible")
            }
            MalformedKind::NotBool(v) => write!(f, "truth value {v} at offset {at}, not 0 or 1"),
            MalformedKind::NotMember(v) => {
                write!(
                    f,
                    "value {v} at offset {at} is no member of the enumeration"
                )
            }
            MalformedKind::NoArm(v) => write!(f, "no union arm for label {v} at offset {at}"),
            MalformedKind::OutOfRange(v) => {
                write!(f, "integer {v} at offset {at} is out of the type's range")
            }
            MalformedKind::NotUtf8 => write!(f, "text at offset {at} is not UTF-8"),
            MalformedKind::TooDeep => write!(f, "nested too deeply at offset {at}"),
            MalformedKind::Disagrees { said, found } => {
                write!(f, "{said} was said of what has {found}, before offset {at}")
            }
            MalformedKind::OtherType => {
                write!(f, "a pointer at offset {at} shares a value of another type")
            }
            MalformedKind::NoWide => write!(
                f,
                "wide text at offset {at}, for which there is no code set"
            ),
            MalformedKind::Null => write!(f, "a null pointer at offset {at}, where none may be"),
            MalformedKind::Unterminated => {
                write!(f, "the string that ends at offset {at} has no terminator")
            }
            MalformedKind::Varint => write!(f, "the integer at offset {at} does not end"),
            MalformedKind::Key(v) => write!(f, "{v:#x} at offset {at} begins no field"),
            MalformedKind::Group(v) => {
                write!(f, "group {v} at offset {at} lacks its beginning or its end")
            }
            MalformedKind::Representation([a, b, c, d]) => {
                write!(
                    f,
                    "data representation {a:02x}{b:02x}{c:02x}{d:02x} is not defined"
                )
            }
            MalformedKind::Trailing(n) => write!(f, "{n} bytes after the value, at offset {at}"),
            MalformedKind::Expected(what) => write!(f, "expected {what} at offset {at}"),
            MalformedKind::Refused(what) => write!(f, "{what} at offset {at} is not accepted"),
            MalformedKind::Overflow => {
                write!(f, "the number at offset {at} is beyond its type's range")
            }
            MalformedKind::Missing(name) => {
                write!(f, "member `{name}` is missing, before offset {at}")
            }
            MalformedKind::Duplicate(name) => {
                write!(f, "member `{name}` is there twice, at offset {at}")
            }
            MalformedKind::UnknownField(name) => {
                write!(f, "there is no member `{name}`, at offset {at}")
            }
            MalformedKind::OtherSyntax => f.write_str(OTHER_SYNTAX),
            MalformedKind::NoMessage(name) => {
                write!(f, "no message `{name}` is known, at offset {at}")
            }
            MalformedKind::Unknown(name) => {
                write!(
                    f,
                    "`{name}` at offset {at} is not a name that may stand there"
                )
            }
        }
    }
}

impl core::error::Error for Malformed {}

/// A value that the syntax or its definition cannot represent: a mistake of the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unencodable {
    /// The reason.
    pub kind: UnencodableKind,
    /// The name of the field.
    pub field: alloc::string::String,
}

/// Reasons why a value cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnencodableKind {
    /// More elements than the bound, or not the fixed length.
    Length {
        /// The number of elements.
        count: u64,
        /// The maximum.
        max: u64,
    },
    /// No member of the enumeration has this value.
    NotMember(i32),
    /// No arm has this label, or the value does not fit its arm.
    NoArm(i64),
    /// The value does not have the shape of its type.
    Mismatch,
    /// Nesting exceeds the limit.
    TooDeep,
    /// More bytes than the limit.
    TooLarge,
    /// A reference to a shared value that does not exist (any more).
    Dangling,
    /// A derived field has no number for a count of this many elements.
    DerivedCount(u64),
    /// Text that contains a NUL, which would end it at the receiver.
    Nul,
    /// Text that is not UTF-8, which the syntax cannot carry.
    NotUtf8,
    /// Text with a character that the syntax cannot represent.
    Character(char),
    /// Wide text, for which the peers have agreed on no code set.
    NoWide,
    /// No value, which the syntax cannot represent.
    NoNull,
    /// Numbers that are invalid in combination.
    Not(&'static str),
    /// A message of an unknown type with this name.
    NoMessage(Name),
    /// The record was compiled without the syntax ([`Syntaxes`](crate::Syntaxes)).
    OtherSyntax,
}

impl Unencodable {
    /// Of a record that was compiled without the syntax.
    #[cold]
    pub(crate) fn other_syntax(record: &Record) -> Self {
        Unencodable {
            kind: UnencodableKind::OtherSyntax,
            field: (*record.name).into(),
        }
    }
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = &self.field;
        match self.kind {
            UnencodableKind::Length { count, max } => {
                write!(f, "`{field}` has {count} elements, {max} permitted")
            }
            UnencodableKind::NotMember(v) => {
                write!(f, "`{field}`: {v} is no member of the enumeration")
            }
            UnencodableKind::NoArm(v) => write!(f, "`{field}`: no union arm fits label {v}"),
            UnencodableKind::Mismatch => write!(f, "`{field}` does not have its type's shape"),
            UnencodableKind::TooDeep => write!(f, "`{field}` is nested too deeply"),
            UnencodableKind::Dangling => {
                write!(f, "`{field}` refers to a shared value that is not there")
            }
            UnencodableKind::DerivedCount(count) => {
                write!(f, "`{field}` has no number that says {count} elements")
            }
            UnencodableKind::Nul => write!(f, "`{field}` has a NUL inside of its text"),
            UnencodableKind::NotUtf8 => {
                write!(f, "`{field}` is not UTF-8, and cannot be written otherwise")
            }
            UnencodableKind::Character(c) => {
                let c = u32::from(c);
                write!(
                    f,
                    "`{field}` has character U+{c:04X}, which cannot be written"
                )
            }
            UnencodableKind::NoNull => {
                write!(
                    f,
                    "`{field}` has no value, and no way to write that it has none"
                )
            }
            UnencodableKind::NoWide => {
                write!(f, "`{field}` is wide text, for which there is no code set")
            }
            UnencodableKind::NoMessage(name) => {
                write!(
                    f,
                    "`{field}` holds a message of type `{name}`, which is not known"
                )
            }
            UnencodableKind::OtherSyntax => write!(f, "`{field}`: {OTHER_SYNTAX}"),
            UnencodableKind::Not(what) => write!(f, "`{field}` is not {what}"),
            UnencodableKind::TooLarge => write!(f, "`{field}` makes the message too large"),
        }
    }
}

impl core::error::Error for Unencodable {}

/// Of [`MalformedKind::OtherSyntax`] and [`UnencodableKind::OtherSyntax`].
const OTHER_SYNTAX: &str = "the stub was generated without this system's transfer syntax";
