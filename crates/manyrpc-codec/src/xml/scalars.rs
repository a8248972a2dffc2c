//! Reading scalars: numbers, booleans, names and text.

use alloc::borrow::Cow;

use super::source::Decoder;
use super::value::Kind;
use crate::error::{Fail, MalformedKind, Name};
use crate::meta::{Discriminant, Enum, Field, Length, Union};
use crate::textual::numbers;

impl<'de> Decoder<'de> {
    /// The kind and the characters of the next value, which must not have parts.
    #[inline]
    fn simple(&mut self) -> Result<(Kind, Cow<'de, str>), Fail> {
        if self.naming {
            return Ok((Kind::Untyped, self.cursor.element_text("name")?));
        }
        let value = self.cursor.enter()?;
        if matches!(value.kind, Kind::Struct | Kind::Array | Kind::Nil) {
            return Ok((value.kind, Cow::Borrowed("")));
        }
        let text = self.cursor.text_of(value)?;
        self.cursor.leave(value)?;
        Ok((value.kind, text))
    }

    #[cold]
    fn other(&mut self, start: usize, what: &'static str) -> Fail {
        self.cursor.fail_at(start, MalformedKind::Expected(what))
    }

    pub(super) fn truth(&mut self) -> Result<bool, Fail> {
        let start = self.cursor.at;
        let (kind, text) = self.simple()?;
        match (kind, text.trim_ascii()) {
            // As text it is the key of a map's entry.
            (Kind::Boolean | Kind::Int | Kind::String | Kind::Untyped, "0") => Ok(false),
            (Kind::Boolean | Kind::Int | Kind::String | Kind::Untyped, "1") => Ok(true),
            (Kind::Boolean | Kind::String | Kind::Untyped, "false") => Ok(false),
            (Kind::Boolean | Kind::String | Kind::Untyped, "true") => Ok(true),
            _ => Err(self.other(start, "a truth value")),
        }
    }

    /// An integer of any of its types, or as text.
    #[inline(never)]
    fn wide(&mut self) -> Result<i128, Fail> {
        let start = self.cursor.at;
        let (kind, text) = self.simple()?;
        let is_number = matches!(
            kind,
            Kind::Int | Kind::String | Kind::Untyped | Kind::Double
        );
        if !is_number {
            return Err(self.other(start, "an integer"));
        }
        numbers::integer(text.trim_ascii().as_bytes()).map_err(|beyond| match beyond {
            true => self.cursor.fail_at(start, MalformedKind::Overflow),
            false => self.other(start, "an integer"),
        })
    }

    #[inline]
    pub(super) fn integer<T: TryFrom<i128>>(&mut self) -> Result<T, Fail> {
        let start = self.cursor.at;
        let v = self.wide()?;
        T::try_from(v).map_err(|_| {
            let kind = i64::try_from(v).map_or(MalformedKind::Overflow, MalformedKind::OutOfRange);
            self.cursor.fail_at(start, kind)
        })
    }

    /// A number with a fraction; an exponent is accepted, although the specification has none.
    #[inline(never)]
    pub(super) fn float<T: numbers::Float>(&mut self) -> Result<T, Fail> {
        let start = self.cursor.at;
        let (kind, text) = self.simple()?;
        let is_number = matches!(
            kind,
            Kind::Double | Kind::Int | Kind::String | Kind::Untyped
        );
        let text = text.trim_ascii();
        let v = match text.strip_prefix('+').unwrap_or(text) {
            _ if !is_number => None,
            "NaN" | "nan" => return Ok(T::NAN),
            "Infinity" | "INF" | "inf" => return Ok(T::INFINITY),
            "-Infinity" | "-INF" | "-inf" => return Ok(T::NEG_INFINITY),
            _ => numbers::float::<T>(text.as_bytes()),
        };
        match v {
            Some(v) if v.is_finite() => Ok(v),
            Some(_) => Err(self.cursor.fail_at(start, MalformedKind::Overflow)),
            None => Err(self.other(start, "a number")),
        }
    }

    /// 128 bits as `0x` and 32 hexadecimal digits.
    #[inline(never)]
    pub(super) fn quad(&mut self) -> Result<[u8; 16], Fail> {
        let start = self.cursor.at;
        let (_, text) = self.simple()?;
        let bytes = numbers::hex(text.trim_ascii().as_bytes());
        bytes.ok_or_else(|| self.other(start, "`0x` and 32 hexadecimal digits"))
    }

    /// A member by its name or number; `any` number if a union has a default arm.
    #[inline(never)]
    pub(super) fn member_of(&mut self, m: &Enum, any: bool) -> Result<i32, Fail> {
        let start = self.cursor.at;
        let (kind, text) = self.simple()?;
        let by_number = || text.trim_ascii().parse::<i32>().ok();
        let found = match kind {
            Kind::Int => by_number().filter(|v| any || m.contains(*v)),
            Kind::String | Kind::Untyped => {
                m.value_of(&text).or_else(|| m.value_of(text.trim_ascii()))
            }
            _ => return Err(self.other(start, "a member's name")),
        };
        found.ok_or_else(|| {
            let kind = match by_number().filter(|_| kind == Kind::Int) {
                Some(v) => MalformedKind::NotMember(v),
                None => MalformedKind::Unknown(Name::new(&text)),
            };
            self.cursor.fail_at(start, kind)
        })
    }

    /// A union's discriminant.
    pub(super) fn label(&mut self, m: &Union) -> Result<i64, Fail> {
        match &m.discriminant {
            Discriminant::I32 | Discriminant::U32 => self.integer::<i64>(),
            Discriminant::Bool => self.truth().map(i64::from),
            Discriminant::Enum(members) => {
                self.member_of(members, m.default.is_some()).map(i64::from)
            }
        }
    }

    /// Applies `read` to the characters of a value of one of these kinds.
    pub(super) fn read<T>(
        &mut self,
        kinds: &[Kind],
        what: &'static str,
        read: fn(&str) -> Result<T, &'static str>,
    ) -> Result<T, Fail> {
        let start = self.cursor.at;
        let (kind, text) = self.simple()?;
        if !kinds.contains(&kind) {
            return Err(self.other(start, what));
        }
        read(&text).map_err(|what| self.other(start, what))
    }

    pub(super) fn string(&mut self, f: &Field) -> Result<Cow<'de, str>, Fail> {
        let start = self.cursor.at;
        let (kind, text) = self.simple()?;
        if !matches!(kind, Kind::String | Kind::Untyped | Kind::DateTime) {
            return Err(self.other(start, "a string"));
        }
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if text.len() > max as usize {
            let (count, max) = (text.len() as u64, u64::from(max));
            return Err(self
                .cursor
                .fail_at(start, MalformedKind::TooLong { count, max }));
        }
        Ok(text)
    }

    /// Base64, for `decode`; also from text, for peers without a type for bytes.
    pub(super) fn base64(
        &mut self,
        decode: impl FnOnce(&[u8]) -> Result<(), MalformedKind>,
    ) -> Result<(), Fail> {
        let start = self.cursor.at;
        let value = self.cursor.enter()?;
        if !matches!(value.kind, Kind::Base64 | Kind::String | Kind::Untyped) {
            return Err(self.other(start, "Base64"));
        }
        let characters = match value.empty {
            true => Cow::Borrowed(&b""[..]),
            false => self.cursor.characters()?,
        };
        decode(&characters).map_err(|kind| self.cursor.fail_at(start, kind))?;
        self.cursor.leave(value)
    }

    /// An empty value; nil was handled before.
    pub(super) fn nothing(&mut self) -> Result<(), Fail> {
        let start = self.cursor.at;
        let (kind, text) = self.simple()?;
        let is_nothing = match kind {
            Kind::Nil => true,
            Kind::String | Kind::Untyped => text.is_empty(),
            _ => false,
        };
        match is_nothing {
            true => Ok(()),
            false => Err(self.other(start, "nothing")),
        }
    }
}
