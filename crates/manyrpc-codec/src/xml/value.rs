//! The beginning and end of a value in XML-RPC.

use alloc::borrow::Cow;

use crate::error::Fail;
use crate::markup::cursor::Cursor;

/// The declared type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// None: it is text.
    Untyped,
    /// An integer of any width.
    Int,
    /// 0 or 1.
    Boolean,
    /// Text.
    String,
    /// A number with a fraction.
    Double,
    /// A date and a time of day, `dateTime.iso8601`.
    DateTime,
    /// Bytes.
    Base64,
    /// Members by name.
    Struct,
    /// Elements in order.
    Array,
    /// No value.
    Nil,
}

/// A value that was entered.
#[derive(Clone, Copy)]
pub(super) struct Entered<'de> {
    pub(super) kind: Kind,
    /// The name of the element in `value`, if there is one with content.
    inner: &'de [u8],
    /// Whether the type's element is empty.
    pub(super) empty: bool,
    /// The name of `value` with its prefix; none for an empty element.
    outer: &'de [u8],
}

impl<'de> Cursor<'de> {
    /// Enters `<value>`, and the element with its type.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<Entered<'de>, Fail> {
        let outer = match self.take(b"<value>") {
            true => b"value".as_slice(),
            false => {
                let tag = self.start_of("value")?;
                if tag.empty {
                    return Ok(Entered {
                        kind: Kind::Untyped,
                        inner: b"",
                        empty: true,
                        outer: b"",
                    });
                }
                tag.name
            }
        };
        let start = self.at;
        if !matches!(self.rest(), [b'<', b'a'..=b'z', ..]) && !self.is_element_next()? {
            // Whitespace and comments belong to the text.
            self.at = start;
            return Ok(Entered {
                kind: Kind::Untyped,
                inner: b"",
                empty: false,
                outer,
            });
        }
        let tag = self.start()?;
        let kind = match tag.local() {
            b"i4" | b"int" | b"i8" | b"i2" | b"i1" | b"biginteger" => Kind::Int,
            b"boolean" => Kind::Boolean,
            b"string" => Kind::String,
            b"double" | b"float" | b"bigdecimal" => Kind::Double,
            b"dateTime.iso8601" | b"dateTime" => Kind::DateTime,
            b"base64" => Kind::Base64,
            b"struct" => Kind::Struct,
            b"array" => Kind::Array,
            b"nil" => Kind::Nil,
            _ => {
                self.at = start;
                return Err(self.expected("a type of XML-RPC"));
            }
        };
        Ok(Entered {
            kind,
            inner: tag.name,
            empty: tag.empty,
            outer,
        })
    }

    #[inline(never)]
    fn is_element_next(&mut self) -> Result<bool, Fail> {
        self.misc()?;
        Ok(matches!(self.rest(), [b'<', next, ..] if !matches!(next, b'/' | b'!')))
    }

    /// Leaves the value whose content has been read.
    #[inline]
    pub(super) fn leave(&mut self, value: Entered<'de>) -> Result<(), Fail> {
        if value.kind != Kind::Untyped && !value.empty {
            self.end(value.inner)?;
        }
        match value.outer {
            b"" => Ok(()),
            outer => self.end(outer),
        }
    }

    /// The text of a value without parts.
    #[inline]
    pub(super) fn text_of(&mut self, value: Entered<'de>) -> Result<Cow<'de, str>, Fail> {
        match value.empty {
            true => Ok(Cow::Borrowed("")),
            false => self.text(),
        }
    }

    /// The name of a struct's next member, whose value follows; `None` at its end.
    pub(super) fn member(&mut self, of: Entered<'de>) -> Result<Option<Cow<'de, str>>, Fail> {
        if of.empty || self.is_at_end_tag()? {
            return Ok(None);
        }
        self.member_name().map(Some)
    }

    /// The start and the name of a member.
    pub(super) fn member_name(&mut self) -> Result<Cow<'de, str>, Fail> {
        if !self.take(b"<member>") && self.start_of("member")?.empty {
            return Err(self.expected("a name and a value"));
        }
        if !self.take(b"<name>") {
            return self.element_text("name");
        }
        let name = self.text()?;
        self.end(b"name").map(|()| name)
    }

    /// After a member's value.
    #[inline]
    pub(super) fn member_ends(&mut self) -> Result<(), Fail> {
        self.end(b"member")
    }

    /// Enters an array's `<data>`: its name, if it may have content.
    pub(super) fn data(&mut self, of: Entered<'de>) -> Result<Option<&'de [u8]>, Fail> {
        if of.empty {
            return Ok(None);
        }
        if self.take(b"<data>") {
            return Ok(Some(b"data"));
        }
        let tag = self.start_of("data")?;
        Ok((!tag.empty).then_some(tag.name))
    }

    /// The text of an element of that name.
    pub(super) fn element_text(&mut self, name: &'static str) -> Result<Cow<'de, str>, Fail> {
        let tag = self.start_of(name)?;
        if tag.empty {
            return Ok(Cow::Borrowed(""));
        }
        let text = self.text()?;
        self.end(tag.name)?;
        Ok(text)
    }
}
