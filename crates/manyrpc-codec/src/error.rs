//! What can be wrong with bytes, and with values that are to become bytes.

use core::fmt;

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
    /// The sender's label names a representation of data that does not exist.
    Representation([u8; 4]),
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
            MalformedKind::Representation([a, b, c, d]) => {
                write!(
                    f,
                    "data representation {a:02x}{b:02x}{c:02x}{d:02x} is not defined"
                )
            }
            MalformedKind::Trailing(n) => write!(f, "{n} bytes after the value, at offset {at}"),
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
            UnencodableKind::TooLarge => write!(f, "`{field}` makes the message too large"),
        }
    }
}

impl core::error::Error for Unencodable {}
