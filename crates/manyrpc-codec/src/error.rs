//! Errors of decoding and encoding.

use core::fmt;

pub use crate::meta::WrongLabel;

/// Decoding failed. Empty, so that results stay in a register: what failed and
/// where lies in the [`Source`](crate::Source), written on a cold path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fail;

/// Bytes that no value of the type encodes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// What is wrong.
    pub kind: MalformedKind,
    /// Where, in bytes from the start of what was decoded.
    pub offset: usize,
}

/// What is wrong with bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MalformedKind {
    /// The bytes end before the value does.
    Truncated,
    /// A count is above its bound, or above what the bytes left could hold.
    TooLong {
        /// The count on the wire.
        count: u64,
        /// The most that is possible here.
        max: u64,
    },
    /// A truth value that is neither 0 nor 1.
    NotBool(u32),
    /// No member of the enumeration has this value.
    NotMember(i32),
    /// No arm has this label, and the union has no default.
    NoArm(i64),
    /// An integer outside of the type's range.
    OutOfRange(i64),
    /// Text that is not UTF-8.
    NotUtf8,
    /// Nesting beyond the limit.
    TooDeep,
    /// Bytes remain after the value.
    Trailing(usize),
    /// One field says of another what is not so.
    Disagrees {
        /// What it says.
        said: i64,
        /// What was found.
        found: i64,
    },
    /// Places that share one value are of different types.
    OtherType,
    /// A pointer that must point to something is null.
    Null,
    /// A string without the character that ends it.
    Unterminated,
    /// An integer of more bytes than any has.
    Varint,
    /// What stands before a field: no number has it, or no way of coding.
    Key(u64),
    /// A group that ends and has not begun, or the other way round: its number.
    Group(u32),
    /// The sender's label names a representation of data that does not exist.
    Representation([u8; 4]),
    /// Characters stand where a syntax has something else.
    Expected(&'static str),
    /// What a syntax could have, and is not accepted.
    Refused(&'static str),
    /// A number beyond the range of its type, or of any.
    Beyond,
    /// A record without one of its members.
    Missing(Name),
    /// A record that has one of its members twice.
    Duplicate(Name),
    /// No member of the enumeration, or no arm, has this name.
    Unknown(Name),
    /// The definition of a record has no member of this name.
    Stranger(Name),
    /// No message of this name is known.
    NoMessage(Name),
}

/// The start of a name from a definition or a message, for errors: those are copied about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Name {
    bytes: [u8; Self::ROOM],
    len: u8,
}

impl Name {
    const ROOM: usize = 31;

    /// As much of a name as there is room for.
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

    /// The name, or its start.
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
            MalformedKind::Beyond => {
                write!(f, "the number at offset {at} is beyond its type's range")
            }
            MalformedKind::Missing(name) => {
                write!(f, "member `{name}` is missing, before offset {at}")
            }
            MalformedKind::Duplicate(name) => {
                write!(f, "member `{name}` is there twice, at offset {at}")
            }
            MalformedKind::Stranger(name) => {
                write!(f, "there is no member `{name}`, at offset {at}")
            }
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

/// A value that the syntax, or its definition, cannot carry: our caller's fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unencodable {
    /// What is wrong.
    pub kind: UnencodableKind,
    /// The name of the field.
    pub field: alloc::string::String,
}

/// What is wrong with a value that is to be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnencodableKind {
    /// More elements than the bound, or other than the fixed length.
    Length {
        /// How many there are.
        count: u64,
        /// How many may be.
        max: u64,
    },
    /// No member of the enumeration has this value.
    NotMember(i32),
    /// No arm has this label, or the value does not fit its arm.
    NoArm(i64),
    /// The value does not have the shape of its type.
    Mismatch,
    /// Nesting beyond the limit.
    TooDeep,
    /// More bytes than the limit.
    TooLarge,
    /// A shared value is referred to that is not there (any more).
    Dangling,
    /// Something beside it has so many elements, and the field has no number for that.
    Unsayable(u64),
    /// Text with a NUL inside, which ends it for the receiver.
    Nul,
    /// Text that is not UTF-8, which the syntax cannot carry.
    NotUtf8,
    /// Text with a character that the syntax cannot carry.
    Character(char),
    /// No value, where the syntax has no way to say so.
    NoNull,
    /// Numbers that are not what they should be together.
    Not(&'static str),
    /// A message whose type, of this name, is not known.
    NoMessage(Name),
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
            UnencodableKind::Unsayable(count) => {
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
            UnencodableKind::NoMessage(name) => {
                write!(
                    f,
                    "`{field}` holds a message of type `{name}`, which is not known"
                )
            }
            UnencodableKind::Not(what) => write!(f, "`{field}` is not {what}"),
            UnencodableKind::TooLarge => write!(f, "`{field}` makes the message too large"),
        }
    }
}

impl core::error::Error for Unencodable {}
