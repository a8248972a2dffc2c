//! Reading scalars: numbers, booleans, names and text.

use alloc::borrow::Cow;
use alloc::string::String;

use super::source::Decoder;
use crate::chars;
use crate::error::{Fail, MalformedKind, Name};
use crate::meta::{Discriminant, Enum, Field, Length, Union};
use crate::textual::{base64, numbers};

impl<'de> Decoder<'de> {
    /// A boolean; quotes are accepted, in ProtoJSON only and always for keys.
    pub(super) fn truth(&mut self, proto: bool) -> Result<bool, Fail> {
        let token = self.cursor.token();
        let start = self.cursor.at;
        match token {
            Some(b't') if !self.key => self.cursor.literal("true").map(|()| true),
            Some(b'f') if !self.key => self.cursor.literal("false").map(|()| false),
            Some(b'"') if self.key || !proto => {
                let quoted = self.cursor.quoted()?;
                match &*self.cursor.text(quoted)? {
                    "true" => Ok(true),
                    "false" => Ok(false),
                    _ => {
                        let kind = MalformedKind::Expected("true or false");
                        Err(self.cursor.fail_at(start, kind))
                    }
                }
            }
            _ => self.other("true or false").map(|()| false),
        }
    }

    /// An integer: up to 18 digits fast, others slowly.
    #[inline]
    pub(super) fn integer<T: TryFrom<i128> + TryFrom<i64> + Default>(&mut self) -> Result<T, Fail> {
        self.cursor.token();
        let start = self.cursor.at;
        let rest = self.cursor.rest();
        let negative = rest.first() == Some(&b'-');
        let first = usize::from(negative);
        let mut v = 0i64;
        let mut n = first;
        while let Some(digit) = rest
            .get(n)
            .map(|b| b.wrapping_sub(b'0'))
            .filter(|d| *d < 10)
        {
            v = v.wrapping_mul(10).wrapping_add(i64::from(digit));
            n += 1;
        }
        let simple = n > first
            && n - first <= 18
            && !(rest[first] == b'0' && n - first > 1)
            && !matches!(rest.get(n), Some(b'.' | b'e' | b'E'));
        if !simple {
            return self.integer_slowly();
        }
        self.cursor.at += n;
        let v = if negative { -v } else { v };
        T::try_from(v).map_err(|_| self.cursor.fail_at(start, MalformedKind::OutOfRange(v)))
    }

    /// An integer with more digits, a fraction of zeros or an exponent, or in quotes.
    #[inline(never)]
    fn integer_slowly<T: TryFrom<i128> + Default>(&mut self) -> Result<T, Fail> {
        let start = self.cursor.at;
        let value = match self.cursor.peek() {
            Some(b'-' | b'0'..=b'9') => numbers::integer(self.cursor.number()?),
            Some(b'"') => {
                let quoted = self.cursor.quoted()?;
                let text = self.cursor.text(quoted)?;
                match self.key && !is_plain(text.as_bytes()) {
                    true => Err(false),
                    false => numbers::integer(text.as_bytes()),
                }
            }
            _ => return self.other("an integer").map(|()| T::default()),
        };
        let value = match value {
            Ok(value) => T::try_from(value).map_err(|_| true),
            Err(beyond) => Err(beyond),
        };
        value.map_err(|beyond| {
            let kind = match beyond {
                true => MalformedKind::Overflow,
                false => MalformedKind::Expected("an integer"),
            };
            self.cursor.fail_at(start, kind)
        })
    }

    /// A number with a fraction, rounded once.
    #[inline(never)]
    pub(super) fn float<T: numbers::Float>(&mut self) -> Result<T, Fail> {
        self.cursor.token();
        let start = self.cursor.at;
        let read = match self.cursor.peek() {
            Some(b'-' | b'0'..=b'9') => finite(self.cursor.number()?),
            Some(b'"') => {
                let quoted = self.cursor.quoted()?;
                match &*self.cursor.text(quoted)? {
                    "NaN" => Ok(T::NAN),
                    "Infinity" => Ok(T::INFINITY),
                    "-Infinity" => Ok(T::NEG_INFINITY),
                    digits => finite(digits.as_bytes()),
                }
            }
            _ => return self.other("a number").map(|()| T::default()),
        };
        read.map_err(|kind| self.cursor.fail_at(start, kind))
    }

    /// A 128-bit number as `0x` and 32 hexadecimal digits.
    #[inline(never)]
    pub(super) fn quad(&mut self) -> Result<[u8; 16], Fail> {
        if self.cursor.token() != Some(b'"') {
            return self.other("hexadecimal digits").map(|()| [0; 16]);
        }
        let quoted = self.cursor.quoted()?;
        let at = quoted.at;
        let digits = self.cursor.text(quoted)?;
        numbers::hex(digits.as_bytes()).ok_or_else(|| {
            let kind = MalformedKind::Expected("`0x` and 32 hexadecimal digits");
            self.cursor.fail_at(at, kind)
        })
    }

    /// A member by its name or number; `any` number if a union has a default arm.
    #[inline(never)]
    pub(super) fn member(&mut self, m: &Enum, any: bool) -> Result<i32, Fail> {
        let token = self.cursor.token();
        let start = self.cursor.at;
        if m.null && token == Some(b'n') {
            return self.cursor.literal("null").map(|()| 0);
        }
        if token != Some(b'"') {
            let lenient = token == Some(b'n');
            let v = self.integer()?;
            return match any || lenient || m.contains(v) {
                true => Ok(v),
                false => Err(self.cursor.fail_at(start, MalformedKind::NotMember(v))),
            };
        }
        let quoted = self.cursor.quoted()?;
        let name = self.cursor.text(quoted)?;
        m.value_of(&name).ok_or_else(|| {
            let kind = MalformedKind::Unknown(Name::new(&name));
            self.cursor.fail_at(start, kind)
        })
    }

    /// An enumeration. In ProtoJSON unknown names are ignored, as unknown members of objects are.
    #[inline(never)]
    pub(super) fn enumerator(&mut self, f: &Field, m: &Enum) -> Result<i32, Fail> {
        if f.json.proto && !self.strict && self.cursor.token() == Some(b'"') {
            let quoted = self.cursor.quoted()?;
            let name = self.cursor.text(quoted)?;
            self.passed_over = m.value_of(&name).is_none();
            return m.value_of(&name).ok_or(Fail);
        }
        self.member(m, false)
    }

    /// A union's discriminant.
    pub(super) fn label(&mut self, m: &Union) -> Result<i64, Fail> {
        match &m.discriminant {
            Discriminant::I32 => self.integer::<i64>(),
            Discriminant::U32 => self.integer::<i64>(),
            Discriminant::Bool => self.truth(false).map(i64::from),
            Discriminant::Enum(members) => {
                let any = m.default.is_some();
                self.member(members, any).map(i64::from)
            }
        }
    }

    /// A string without escapes and within its bound. `None`, and no more than a gap is read, if it is something else.
    // In registers: a `Cow` that is returned in memory must be written before it is read.
    #[inline(never)]
    pub(super) fn plain_string(&mut self, f: &Field) -> Option<&'de str> {
        if self.cursor.token() != Some(b'"') {
            return None;
        }
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let bytes = self.cursor.plain_quoted()?;
        let text = chars::utf8(bytes)
            .ok()
            .filter(|text| text.len() <= max as usize)?;
        self.cursor.at += bytes.len() + 2;
        Some(text)
    }

    #[inline(never)]
    pub(super) fn string(&mut self, f: &Field) -> Result<Cow<'de, str>, Fail> {
        if self.cursor.token() != Some(b'"') {
            return self.other("a string").map(|()| Cow::Borrowed(""));
        }
        let start = self.cursor.at;
        let quoted = self.cursor.quoted()?;
        let text = self.cursor.text(quoted)?;
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if text.len() > max as usize {
            let (count, max) = (text.len() as u64, u64::from(max));
            return Err(self
                .cursor
                .fail_at(start, MalformedKind::TooLong { count, max }));
        }
        Ok(text)
    }

    /// A Base64 string for `decode`, which returns the number of bytes, and so does this. Searches
    /// for the end only; a string with escapes, which Base64 does not need, is read again.
    #[inline]
    pub(super) fn base64(
        &mut self,
        mut decode: impl FnMut(&[u8]) -> Result<usize, MalformedKind>,
    ) -> Result<usize, Fail> {
        let start = self.cursor.at;
        let inside = self.cursor.bytes.get(start + 1..).unwrap_or_default();
        let length = memchr::memchr(b'"', inside).unwrap_or(inside.len());
        let characters = inside.get(..length).unwrap_or_default();
        let first = match length < inside.len() {
            true => decode(characters),
            false => Err(MalformedKind::Truncated),
        };
        if let Ok(bytes) = first
            && !base64::has_controls(characters, bytes)
        {
            self.cursor.at = start + length + 2;
            return Ok(bytes);
        }
        let quoted = self.cursor.quoted()?;
        let again = match quoted.escaped {
            false => first,
            true => {
                let mut text = String::new();
                self.cursor.unescape(quoted, |part| text.push_str(part))?;
                decode(text.as_bytes())
            }
        };
        again.map_err(|kind| self.cursor.fail_at(start, kind))
    }
}

/// A number, rounded once, in the range of its type.
#[inline]
fn finite<T: numbers::Float>(digits: &[u8]) -> Result<T, MalformedKind> {
    match numbers::float::<T>(digits) {
        Some(v) if v.is_finite() => Ok(v),
        Some(_) => Err(MalformedKind::Overflow),
        None => Err(MalformedKind::Expected("a number")),
    }
}

/// Whether an integer is in the canonical form in which keys are compared.
fn is_plain(digits: &[u8]) -> bool {
    let unsigned = digits.strip_prefix(b"-").unwrap_or(digits);
    let first = unsigned.first().copied();
    unsigned.iter().all(u8::is_ascii_digit) && (first > Some(b'0') || digits == b"0")
}
