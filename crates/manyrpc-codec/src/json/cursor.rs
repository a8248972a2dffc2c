//! Tokens of JSON (RFC 8259, sections 2 to 7).

use alloc::borrow::Cow;
use alloc::string::String;

use core::ops::{Deref, DerefMut};

use super::text;
use crate::error::{Fail, MalformedKind};
use crate::textual::bits::BitStack;
use crate::textual::place::Place;
use crate::textual::runs;

/// A place in JSON text.
pub(super) struct Cursor<'de>(Place<'de>);

impl<'de> Deref for Cursor<'de> {
    type Target = Place<'de>;

    #[inline(always)]
    fn deref(&self) -> &Place<'de> {
        &self.0
    }
}

impl DerefMut for Cursor<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// A string's contents, with escapes.
#[derive(Clone, Copy)]
pub(super) struct Quoted<'de> {
    pub(super) bytes: &'de [u8],
    /// Where it starts.
    pub(super) at: usize,
    /// Whether it contains a backslash.
    pub(super) escaped: bool,
}

impl<'de> Cursor<'de> {
    /// At the first byte, or after a byte order mark (section 8.1: parsers may ignore one).
    pub(super) fn new(bytes: &'de [u8], max: usize) -> Self {
        Cursor(Place::new(bytes, max))
    }

    /// Skips whitespace (section 2) and returns the next byte.
    #[inline(always)]
    pub(super) fn token(&mut self) -> Option<u8> {
        match self.peek() {
            Some(byte) if byte > b' ' => Some(byte),
            _ => self.token_behind_space(),
        }
    }

    #[inline(never)]
    fn token_behind_space(&mut self) -> Option<u8> {
        while let Some(byte) = self.peek() {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
    }

    /// Takes a structural character, skipping whitespace before it.
    #[inline(always)]
    pub(super) fn take(&mut self, byte: u8) -> bool {
        let taken = self.token() == Some(byte);
        self.at += usize::from(taken);
        taken
    }

    /// Takes a literal name (section 3) that begins here.
    #[inline]
    pub(super) fn literal(&mut self, name: &'static str) -> Result<(), Fail> {
        if !self.rest().starts_with(name.as_bytes()) {
            return Err(self.expected("a value"));
        }
        self.at += name.len();
        Ok(())
    }

    /// Checks that only whitespace is left.
    pub(super) fn end(&mut self) -> Result<(), Fail> {
        self.token();
        self.at_end()
    }

    /// A number that begins here (section 6), checked but not converted.
    pub(super) fn number(&mut self) -> Result<&'de [u8], Fail> {
        let start = self.at;
        self.at += usize::from(self.peek() == Some(b'-'));
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.peek(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Ok(self.since(start))
    }

    fn digits(&mut self) -> Result<(), Fail> {
        let digits = self.rest().iter().take_while(|b| b.is_ascii_digit());
        match digits.count() {
            0 => Err(self.expected("a digit")),
            n => {
                self.at += n;
                Ok(())
            }
        }
    }

    /// What is inside the quotes of a string that begins here and has no escapes; nothing is read.
    #[inline]
    pub(super) fn plain_quoted(&self) -> Option<&'de [u8]> {
        let inside = self.bytes.get(self.at + 1..)?;
        let (text, behind) = inside.split_at(text::plain(inside));
        (behind.first() == Some(&b'"')).then_some(text)
    }

    /// A string that begins here (section 7), up to its closing quote.
    #[inline]
    pub(super) fn quoted(&mut self) -> Result<Quoted<'de>, Fail> {
        let at = self.at + 1;
        let Some(bytes) = self.plain_quoted() else {
            let inside = self.bytes.get(at..).unwrap_or_default();
            return self.quoted_slowly(at + text::plain(inside));
        };
        self.at = at + bytes.len() + 1;
        Ok(Quoted {
            bytes,
            at,
            escaped: false,
        })
    }

    /// The rest of a string with escapes, or an unterminated one.
    #[inline(never)]
    fn quoted_slowly(&mut self, mut end: usize) -> Result<Quoted<'de>, Fail> {
        let start = self.at + 1;
        loop {
            match self.bytes.get(end) {
                Some(b'"') => break,
                // An escaped character does not end the string.
                Some(b'\\') if end + 1 < self.bytes.len() => end += 2,
                Some(b'\\') | None => {
                    self.at = self.bytes.len();
                    return Err(self.fail(MalformedKind::Truncated));
                }
                Some(_) => {
                    self.at = end;
                    return Err(self.expected("an escape, not a control character"));
                }
            }
            let rest = self.bytes.get(end..).unwrap_or_default();
            end += runs::plain::<b'"', b'\\', b'"', b'"'>(rest);
        }
        self.at = end + 1;
        let bytes = self.bytes.get(start..end).unwrap_or_default();
        Ok(Quoted {
            bytes,
            at: start,
            escaped: true,
        })
    }

    /// The text of a string, borrowed if it has no escapes.
    #[inline]
    pub(super) fn text(&mut self, quoted: Quoted<'de>) -> Result<Cow<'de, str>, Fail> {
        if !quoted.escaped {
            return self.utf8(quoted.bytes, quoted.at).map(Cow::Borrowed);
        }
        let mut text = String::new();
        self.unescape(quoted, |part| text.push_str(part))?;
        Ok(Cow::Owned(text))
    }

    /// The parts of a string with escapes, in order.
    #[inline(never)]
    pub(super) fn unescape(
        &mut self,
        quoted: Quoted<'de>,
        mut part: impl FnMut(&str),
    ) -> Result<(), Fail> {
        let mut at = 0;
        while at < quoted.bytes.len() {
            let rest = quoted.bytes.get(at..).unwrap_or_default();
            let run = runs::plain::<b'\\', b'\\', b'\\', b'\\'>(rest);
            part(self.utf8(rest.get(..run).unwrap_or_default(), quoted.at + at)?);
            at += run;
            let Some(escape) = rest.get(run..).filter(|e| !e.is_empty()) else {
                return Ok(());
            };
            let Some((character, length)) = unescaped(escape) else {
                let kind = MalformedKind::Expected("an escape that there is");
                return Err(self.fail_at(quoted.at + at, kind));
            };
            part(character.encode_utf8(&mut [0; 4]));
            at += length;
        }
        Ok(())
    }

    /// Skips and checks one value, nested at most `depth` levels.
    #[inline]
    pub(super) fn skip(&mut self, depth: u32) -> Result<(), Fail> {
        match self.token() {
            Some(b'{' | b'[') => self.skip_nested(depth),
            _ => self.skip_scalar(),
        }
    }

    fn skip_nested(&mut self, depth: u32) -> Result<(), Fail> {
        let mut open = BitStack::default();
        loop {
            match self.token() {
                Some(bracket @ (b'{' | b'[')) => {
                    if open.len() >= depth {
                        return Err(self.fail(MalformedKind::TooDeep));
                    }
                    self.at += 1;
                    // In ASCII a closing bracket is the second character after its opening one.
                    if !self.take(bracket + 2) {
                        open.push(bracket == b'{');
                        if bracket == b'{' {
                            self.skip_name()?;
                        }
                        continue;
                    }
                }
                _ => self.skip_scalar()?,
            }
            if !self.skip_ends(&mut open)? {
                return Ok(());
            }
            if open.last() == Some(true) {
                self.skip_name()?;
            }
        }
    }

    /// After a value: closes the arrays and objects that end here, and takes a comma. False at the
    /// end.
    fn skip_ends(&mut self, open: &mut BitStack) -> Result<bool, Fail> {
        while let Some(object) = open.last() {
            match (self.token(), object) {
                (Some(b','), _) => {
                    self.at += 1;
                    return Ok(true);
                }
                (Some(b'}'), true) | (Some(b']'), false) => {
                    self.at += 1;
                    open.pop();
                }
                (_, true) => return Err(self.expected("`,` or `}`")),
                (_, false) => return Err(self.expected("`,` or `]`")),
            }
        }
        Ok(false)
    }

    /// Checks a member's name and the colon.
    fn skip_name(&mut self) -> Result<(), Fail> {
        self.skip_text()?;
        self.colon()
    }

    pub(super) fn colon(&mut self) -> Result<(), Fail> {
        match self.take(b':') {
            true => Ok(()),
            false => Err(self.expected("`:`")),
        }
    }

    fn skip_text(&mut self) -> Result<(), Fail> {
        if self.token() != Some(b'"') {
            return Err(self.expected("a member's name"));
        }
        let quoted = self.quoted()?;
        match quoted.escaped {
            true => self.unescape(quoted, |_| ()),
            false => self.utf8(quoted.bytes, quoted.at).map(drop),
        }
    }

    fn skip_scalar(&mut self) -> Result<(), Fail> {
        match self.token() {
            Some(b'"') => self.skip_text(),
            Some(b'-' | b'0'..=b'9') => self.number().map(drop),
            Some(b't') => self.literal("true"),
            Some(b'f') => self.literal("false"),
            Some(b'n') => self.literal("null"),
            _ => Err(self.expected("a value")),
        }
    }
}

/// The character that an escape (section 7) denotes, and the length of the escape.
fn unescaped(escape: &[u8]) -> Option<(char, usize)> {
    let simple = match escape.get(1)? {
        quoted @ (b'"' | b'\\' | b'/') => char::from(*quoted),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return unescaped_unit(escape),
        _ => return None,
    };
    Some((simple, 2))
}

/// One `\uXXXX`, or a surrogate pair. A lone surrogate is not a character.
fn unescaped_unit(escape: &[u8]) -> Option<(char, usize)> {
    let unit = |at: usize| {
        let digits: &[u8; 6] = escape.get(at..)?.first_chunk()?;
        let (b"\\u", digits) = digits.split_first_chunk()? else {
            return None;
        };
        let hex = |digit: &u8| char::from(*digit).to_digit(16);
        digits
            .iter()
            .try_fold(0, |v, digit| Some(v << 4 | hex(digit)?))
    };
    let first = unit(0)?;
    if !(0xd800..0xdc00).contains(&first) {
        return Some((char::from_u32(first)?, 6));
    }
    let second = unit(6)?.checked_sub(0xdc00).filter(|v| *v < 0x400)?;
    let code = 0x1_0000 + ((first - 0xd800) << 10) + second;
    Some((char::from_u32(code)?, 12))
}
