//! Markup: the part of XML 1.0 that messages use.
//!
//! Supports comments, processing instructions, character data sections, character references and
//! the five predefined entities. A document type declaration is refused, so no entity ever expands.
//! Names have their prefixes: who needs namespaces resolves them, and reads attributes one by one. Ignored
//! parts are checked for well-formedness.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Deref, DerefMut, Range};

use super::declaration::{declaration, is_space};
use crate::chars;
use crate::error::{Fail, MalformedKind};
use crate::textual::place::{MARK, Place};
use crate::textual::runs;

/// A position in XML.
pub(crate) struct Cursor<'de> {
    place: Place<'de>,
    /// Where the document begins.
    document: usize,
}

impl<'de> Deref for Cursor<'de> {
    type Target = Place<'de>;

    #[inline(always)]
    fn deref(&self) -> &Place<'de> {
        &self.place
    }
}

impl DerefMut for Cursor<'_> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.place
    }
}

/// A start tag, or the tag of an empty element.
#[derive(Clone, Copy)]
pub(crate) struct Tag<'de> {
    /// Its name with its prefix.
    pub(crate) name: &'de [u8],
    /// Whether it is also the end tag.
    pub(crate) empty: bool,
}

impl<'de> Tag<'de> {
    /// Its name without its prefix.
    #[inline]
    pub(crate) fn local(&self) -> &'de [u8] {
        let colon = self.name.iter().rposition(|b| *b == b':');
        let start = colon.map_or(0, |at| at + 1);
        self.name.get(start..).unwrap_or_default()
    }
}

/// As most programs write it.
const USUAL_DECLARATIONS: [&[u8]; 3] = [
    b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
    b"<?xml version=\"1.0\" encoding=\"utf-8\"?>",
    b"<?xml version='1.0' encoding='utf-8'?>",
];
const COMMENT: &[u8] = b"<!--";
const SECTION: &[u8] = b"<![CDATA[";
const FORBIDDEN: MalformedKind = MalformedKind::Refused("a character that XML does not have");
/// More attributes than occur in practice.
pub(crate) const ATTRIBUTES: usize = 64;
pub(crate) const TOO_MANY: MalformedKind =
    MalformedKind::Refused("an attribute that is there twice, or too many");

type Attribute<'de> = (usize, &'de [u8], &'de [u8]);

impl<'de> Cursor<'de> {
    /// At the first byte, or after a byte order mark.
    pub(crate) fn new(bytes: &'de [u8], max: usize) -> Self {
        Cursor {
            place: Place::new(bytes, max),
            document: 0,
        }
    }

    /// Goes to a document that is a part of the bytes.
    pub(crate) fn enter_document(&mut self, range: Range<usize>) {
        self.bytes = self.bytes.get(..range.end).unwrap_or_default();
        self.document = range.start;
        self.at = range.start;
        self.take(MARK);
    }

    /// Takes exactly these bytes if they come next: for the usual form of tags.
    #[inline(always)]
    pub(crate) fn take(&mut self, exact: &[u8]) -> bool {
        let taken = self.rest().starts_with(exact);
        if taken {
            self.at += exact.len();
        }
        taken
    }

    /// Skips what may come between tags: whitespace, comments, processing instructions (XML 1.0,
    /// section 2.8, `Misc`).
    #[inline]
    pub(crate) fn misc(&mut self) -> Result<(), Fail> {
        match self.rest() {
            [b'<', next, ..] if !matches!(next, b'!' | b'?') => Ok(()),
            _ => self.misc_slowly(),
        }
    }

    #[inline(never)]
    fn misc_slowly(&mut self) -> Result<(), Fail> {
        loop {
            let space = self.rest().iter().take_while(|b| is_space(**b)).count();
            self.at += space;
            match self.rest() {
                rest if rest.starts_with(COMMENT) => self.comment()?,
                [b'<', b'?', ..] => self.instruction()?,
                rest if rest.starts_with(b"<!DOCTYPE") => {
                    let kind = MalformedKind::Refused("a document type declaration");
                    return Err(self.fail(kind));
                }
                _ => return Ok(()),
            }
        }
    }

    /// Section 2.5.
    fn comment(&mut self) -> Result<(), Fail> {
        self.at += COMMENT.len();
        let inside = self.behind(b"--")?;
        self.passed(inside)?;
        match self.take(b">") {
            true => Ok(()),
            false => Err(self.expected("the end of a comment")),
        }
    }

    /// Section 2.6; at a document's start section 2.8.
    fn instruction(&mut self) -> Result<(), Fail> {
        let start = self.at;
        let before = self.bytes.get(self.document..start);
        let is_first = matches!(before, Some(b"" | MARK));
        if is_first && USUAL_DECLARATIONS.iter().any(|usual| self.take(usual)) {
            return Ok(());
        }
        self.at += 2;
        let name = self.name()?;
        if name.eq_ignore_ascii_case(b"xml") {
            let declared = self.bytes.get(start..).filter(|_| is_first);
            let kind = MalformedKind::Refused("what is no XML declaration");
            let declared = declared.and_then(declaration);
            self.at = start + declared.ok_or_else(|| self.fail_at(start, kind))?.length;
            return Ok(());
        }
        if !self.rest().starts_with(b"?>") && !self.space() {
            return Err(self.expected("a space"));
        }
        let inside = self.behind(b"?>")?;
        self.passed(inside)
    }

    /// Section 2.2: ignored parts must consist of valid characters, too.
    fn passed(&mut self, inside: &[u8]) -> Result<(), Fail> {
        // All that is forbidden in UTF-8 is a control character, or begins so.
        let has_unusual = runs::plain::<0xef, 0xef, 0xef, 0xef>(inside) < inside.len();
        let is_fine = |text: &str| !has_unusual || text.chars().all(is_character);
        match chars::utf8(inside) {
            Ok(text) if is_fine(text) => Ok(()),
            Ok(_) => Err(self.fail(FORBIDDEN)),
            Err(_) => Err(self.fail(MalformedKind::NotUtf8)),
        }
    }

    /// The text up to an end marker, which is taken.
    fn behind(&mut self, end: &'static [u8]) -> Result<&'de [u8], Fail> {
        let found = self.rest().windows(end.len()).position(|w| w == end);
        let Some(length) = found else {
            self.at = self.bytes.len();
            return Err(self.fail(MalformedKind::Truncated));
        };
        let inside = self.rest().get(..length).unwrap_or_default();
        self.at += length + end.len();
        Ok(inside)
    }

    /// Whether an end tag comes next.
    pub(crate) fn is_at_end_tag(&mut self) -> Result<bool, Fail> {
        self.misc()?;
        Ok(self.rest().starts_with(b"</"))
    }

    /// A start tag.
    pub(crate) fn start(&mut self) -> Result<Tag<'de>, Fail> {
        self.misc()?;
        if self.peek() != Some(b'<') {
            return Err(self.expected("a tag"));
        }
        self.at += 1;
        let name = self.name()?;
        if self.take(b">") {
            return Ok(Tag { name, empty: false });
        }
        self.attributes()?;
        let empty = self.take(b"/");
        match self.take(b">") {
            true => Ok(Tag { name, empty }),
            false => Err(self.expected("`>`")),
        }
    }

    /// A start tag of that name.
    pub(crate) fn start_of(&mut self, name: &'static str) -> Result<Tag<'de>, Fail> {
        self.misc()?;
        let at = self.at;
        let tag = self.start()?;
        if tag.local() != name.as_bytes() {
            self.at = at;
            return Err(self.expected(name));
        }
        Ok(tag)
    }

    /// The end tag of that name, prefix included.
    #[inline]
    pub(crate) fn end(&mut self, name: &[u8]) -> Result<(), Fail> {
        let exact = |rest: &[u8]| {
            let behind = rest.strip_prefix(b"</")?.strip_prefix(name)?;
            (behind.first() == Some(&b'>')).then_some(())
        };
        match exact(self.rest()) {
            Some(()) => {
                self.at += name.len() + 3;
                Ok(())
            }
            None => self.end_slowly(name),
        }
    }

    #[inline(never)]
    fn end_slowly(&mut self, name: &[u8]) -> Result<(), Fail> {
        self.misc()?;
        if !self.take(b"</") {
            return Err(self.expected("an end tag"));
        }
        let at = self.at;
        if self.name()? != name {
            return Err(self.fail_at(at, MalformedKind::Expected("the end of another element")));
        }
        self.space();
        match self.take(b">") {
            true => Ok(()),
            false => Err(self.expected("`>`")),
        }
    }

    /// Section 2.3.
    pub(crate) fn name(&mut self) -> Result<&'de [u8], Fail> {
        let start = self.at;
        if !self.peek().is_some_and(begins_name) {
            return Err(self.expected("a name"));
        }
        let more = |b: &&u8| IS_IN_NAME[usize::from(**b)];
        self.at += self.rest().iter().take_while(more).count();
        let name = self.since(start);
        match name.is_ascii() || is_foreign_name(name) {
            true => Ok(name),
            false => Err(self.fail_at(start, MalformedKind::Expected("a name"))),
        }
    }

    /// Skips white space; whether there was any.
    pub(crate) fn space(&mut self) -> bool {
        let space = self.rest().iter().take_while(|b| is_space(**b)).count();
        self.at += space;
        space > 0
    }

    /// Section 3.1: each has a name of its own and a value without `<`.
    fn attributes(&mut self) -> Result<(), Fail> {
        let mut names = Vec::new();
        while let Some((at, name, _)) = self.attribute()? {
            if names.len() == ATTRIBUTES || names.contains(&name) {
                return Err(self.fail_at(at, TOO_MANY));
            }
            names.push(name);
        }
        Ok(())
    }

    /// The next attribute of a tag: its offset, its name, and its value with its references.
    pub(crate) fn attribute(&mut self) -> Result<Option<Attribute<'de>>, Fail> {
        if !self.space() || matches!(self.peek(), Some(b'/' | b'>')) {
            return Ok(None);
        }
        let at = self.at;
        let name = self.name()?;
        self.space();
        if !self.take(b"=") {
            return Err(self.expected("`=`"));
        }
        self.space();
        let value = self.quoted()?;
        Ok(Some((at, name, value)))
    }

    fn quoted(&mut self) -> Result<&'de [u8], Fail> {
        let quote = match self.peek() {
            Some(quote @ (b'"' | b'\'')) => quote,
            _ => return Err(self.expected("a quote")),
        };
        self.at += 1;
        let start = self.at;
        loop {
            self.at += runs::plain::<b'"', b'\'', b'<', b'&'>(self.rest());
            match self.peek() {
                Some(b'&') => drop(self.reference()?),
                None | Some(b'<') => break,
                Some(byte) if byte == quote => break,
                // The other quote, or a control character, which is looked at below.
                Some(_) => self.at += 1,
            }
        }
        let value = self.since(start);
        self.passed(value)?;
        match self.take(&[quote]) {
            true => Ok(value),
            false => Err(self.expected("a quote")),
        }
    }

    /// Characters up to the next tag; borrowed if they need no conversion.
    #[inline]
    pub(crate) fn text(&mut self) -> Result<Cow<'de, str>, Fail> {
        let start = self.at;
        match self.characters()? {
            Cow::Borrowed(bytes) => self.utf8(bytes, start).map(Cow::Borrowed),
            Cow::Owned(bytes) => match String::from_utf8(bytes) {
                Ok(text) => Ok(Cow::Owned(text)),
                Err(_) => Err(self.fail_at(start, MalformedKind::NotUtf8)),
            },
        }
    }

    /// The same as bytes, which may not be UTF-8.
    pub(crate) fn characters(&mut self) -> Result<Cow<'de, [u8]>, Fail> {
        let start = self.at;
        loop {
            self.at += runs::plain::<b'<', b'&', 0xef, b'>'>(self.rest());
            match self.peek() {
                Some(b'<') if !matches!(self.bytes.get(self.at + 1), Some(b'!' | b'?')) => {
                    return Ok(Cow::Borrowed(self.since(start)));
                }
                Some(b'<' | b'&' | b'\r') => return self.characters_slowly(start).map(Cow::Owned),
                _ => self.unusual()?,
            }
        }
    }

    /// Checks and skips a byte that needs attention but stands for itself.
    fn unusual(&mut self) -> Result<(), Fail> {
        match self.rest() {
            [] => Err(self.fail(MalformedKind::Truncated)),
            // Section 2.4.
            [b'>', ..] if self.bytes[..self.at].ends_with(b"]]") => {
                Err(self.fail(MalformedKind::Refused("`]]>` in text")))
            }
            [b'\n' | b'\t' | b'>', ..] => {
                self.at += 1;
                Ok(())
            }
            // U+FFFE and U+FFFF.
            [0xef, 0xbf, 0xbe | 0xbf, ..] => Err(self.fail(FORBIDDEN)),
            [0xef, ..] => {
                self.at += 1;
                Ok(())
            }
            _ => Err(self.fail(FORBIDDEN)),
        }
    }

    #[inline(never)]
    fn characters_slowly(&mut self, start: usize) -> Result<Vec<u8>, Fail> {
        let mut text = self.since(start).to_vec();
        loop {
            let run = self.at;
            self.at += runs::plain::<b'<', b'&', 0xef, b'>'>(self.rest());
            text.extend_from_slice(self.since(run));
            match self.rest() {
                [b'&', ..] => {
                    let character = self.reference()?;
                    text.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                [b'\r', ..] => self.line_end(&mut text),
                rest if rest.starts_with(SECTION) => self.section(&mut text)?,
                rest if rest.starts_with(COMMENT) => self.comment()?,
                [b'<', b'?', ..] => self.instruction()?,
                [b'<', b'!', ..] => return Err(self.fail(MalformedKind::Expected("a tag"))),
                [b'<', ..] => return Ok(text),
                _ => {
                    let at = self.at;
                    self.unusual()?;
                    text.extend_from_slice(self.since(at));
                }
            }
        }
    }

    /// Section 2.11: a carriage return, with or without a line feed, is a line feed.
    fn line_end(&mut self, text: &mut Vec<u8>) {
        text.push(b'\n');
        self.at += 1;
        self.take(b"\n");
    }

    /// Section 2.7.
    fn section(&mut self, text: &mut Vec<u8>) -> Result<(), Fail> {
        self.at += SECTION.len();
        let start = self.at;
        let end = start + self.behind(b"]]>")?.len();
        let behind = core::mem::replace(&mut self.at, start);
        while self.at < end {
            let run = self.at;
            let rest = self.bytes.get(run..end).unwrap_or_default();
            self.at += runs::plain::<0xef, 0xef, 0xef, 0xef>(rest);
            text.extend_from_slice(self.since(run));
            match self.peek().filter(|_| self.at < end) {
                Some(b'\r') => self.line_end(text),
                Some(byte) => {
                    self.unusual()?;
                    text.push(byte);
                }
                None => {}
            }
        }
        self.at = behind;
        Ok(())
    }

    /// Sections 4.1 and 4.6: a character by number, or a predefined entity.
    fn reference(&mut self) -> Result<char, Fail> {
        /// Longer than any supported reference with leading zeros.
        const LONGEST: usize = 16;
        let at = self.at;
        let window = self.rest().get(1..).unwrap_or_default();
        let length = window.iter().take(LONGEST).position(|b| *b == b';');
        let name = length.and_then(|n| window.get(..n)).unwrap_or_default();
        let character = match name {
            b"lt" => Some('<'),
            b"gt" => Some('>'),
            b"amp" => Some('&'),
            b"apos" => Some('\''),
            b"quot" => Some('"'),
            [b'#', b'x', digits @ ..] => numbered(digits, 16),
            [b'#', digits @ ..] => numbered(digits, 10),
            _ => None,
        };
        self.at += name.len() + 2;
        let kind = MalformedKind::Refused("a reference to an entity, or to what is no character");
        character.ok_or_else(|| self.fail_at(at, kind))
    }

    /// Skips one element, checking that tags match; at most `depth` levels of elements.
    pub(crate) fn skip(&mut self, depth: u32) -> Result<(), Fail> {
        let tag = self.start()?;
        if tag.empty {
            return Ok(());
        }
        let mut open = Vec::from([tag.name]);
        while let Some(name) = open.last() {
            self.text()?;
            if self.rest().starts_with(b"</") {
                self.end(name)?;
                open.pop();
                continue;
            }
            let tag = self.start()?;
            if !tag.empty {
                if open.len() >= depth as usize {
                    return Err(self.fail(MalformedKind::TooDeep));
                }
                open.push(tag.name);
            }
        }
        Ok(())
    }
}

/// The XML character with this number.
fn numbered(digits: &[u8], base: u32) -> Option<char> {
    let digit = |d: &u8| char::from(*d).to_digit(base);
    let code = digits.iter().try_fold(0u32, |code, d| {
        code.checked_mul(base)?.checked_add(digit(d)?)
    })?;
    let character = char::from_u32(code).filter(|_| !digits.is_empty())?;
    is_character(character).then_some(character)
}

/// The characters of an attribute's value that was read before (XML 1.0, section 3.3.3): white space is
/// spaces, references are what they refer to.
pub(crate) fn attribute_text(value: &[u8]) -> Cow<'_, str> {
    let Ok(text) = chars::utf8(value) else {
        return Cow::Borrowed("");
    };
    // White space but for spaces is all that it has of control characters.
    let plain = runs::plain::<b'&', b'&', b'&', b'&'>;
    if plain(value) == value.len() {
        return Cow::Borrowed(text);
    }
    let mut cursor = Cursor::new(value, usize::MAX);
    cursor.at = 0;
    let mut out = String::with_capacity(value.len());
    while cursor.at < value.len() {
        let run = cursor.at;
        cursor.at += plain(cursor.rest());
        out.push_str(text.get(run..cursor.at).unwrap_or_default());
        match cursor.peek() {
            Some(b'&') => match cursor.reference() {
                Ok(character) => out.push(character),
                Err(Fail) => break,
            },
            Some(_) => {
                out.push(' ');
                cursor.at += 1 + usize::from(cursor.rest().starts_with(b"\r\n"));
            }
            None => {}
        }
    }
    Cow::Owned(out)
}

/// XML 1.0, section 2.2, `Char`.
pub(crate) fn is_character(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{1_0000}'..)
}

/// Whether a name may begin with this byte, as far as one byte tells.
const fn begins_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b':') || byte >= 0x80
}

/// Whether a name may have each byte, likewise.
static IS_IN_NAME: [bool; 256] = {
    let mut known = [false; 256];
    let mut byte = 0;
    while byte < known.len() {
        let b = byte as u8;
        known[byte] = begins_name(b) || b.is_ascii_digit() || matches!(b, b'-' | b'.');
        byte += 1;
    }
    known
};

/// Section 2.3, `Name`.
pub(crate) fn is_name(text: &str) -> bool {
    is_foreign_name(text.as_bytes())
}

/// The same, for names that are not all ASCII.
fn is_foreign_name(name: &[u8]) -> bool {
    let text = core::str::from_utf8(name).ok();
    text.is_some_and(|text| text.starts_with(is_letter) && text.chars().all(is_name_character))
}

/// `NameChar`.
pub(crate) fn is_name_character(c: char) -> bool {
    is_letter(c)
        || matches!(c, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}' | '\u{2040}')
}

/// `NameStartChar`.
pub(crate) fn is_letter(c: char) -> bool {
    matches!(c,
        ':' | '_' | 'A'..='Z' | 'a'..='z'
        | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}'
        | '\u{370}'..='\u{37d}' | '\u{37f}'..='\u{1fff}' | '\u{200c}' | '\u{200d}'
        | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}' | '\u{3001}'..='\u{d7ff}'
        | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}' | '\u{1_0000}'..='\u{e_ffff}')
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;

    /// What an attribute means that is written so.
    fn text_of(written: &[u8]) -> Result<String, MalformedKind> {
        let tag = [b" a=", written, b">"].concat();
        let mut cursor = Cursor::new(&tag, usize::MAX);
        match cursor.attribute() {
            Ok(attribute) => {
                let (_, name, value) = attribute.expect("there is one");
                assert_eq!((name, cursor.rest()), (&b"a"[..], &b">"[..]));
                Ok(attribute_text(value).into_owned())
            }
            Err(Fail) => Err(cursor.failure().kind),
        }
    }

    #[test]
    fn attributes_mean_what_they_mean_at_any_length() {
        for length in [0, 1, 7, 8, 9, 63, 64, 65, 200] {
            let some = "x".repeat(length);
            for (written, meant) in [
                ("\"it's\"", "it's"),
                ("'say \"no\"'", "say \"no\""),
                ("\"a&#9;b\tc\r\nd\re\"", "a\tb c d e"),
                ("'&lt;&apos;&gt;'", "<'>"),
                (
                    "\"caf\u{e9} \u{ef00}\u{feff}\u{fffd}\"",
                    "caf\u{e9} \u{ef00}\u{feff}\u{fffd}",
                ),
            ] {
                let (quote, rest) = written.split_at(1);
                let written = format!("{quote}{some}{rest}");
                assert_eq!(text_of(written.as_bytes()), Ok(format!("{some}{meant}")));
            }
            for forbidden in ["\u{1}", "\u{1f}", "\u{fffe}", "\u{ffff}"] {
                let written = format!("\"{some}{forbidden}{some}\"");
                assert_eq!(text_of(written.as_bytes()), Err(FORBIDDEN), "{written:?}");
            }
            let not_utf8 = [b"\"", some.as_bytes(), b"\xff\""].concat();
            assert_eq!(text_of(&not_utf8), Err(MalformedKind::NotUtf8));
            let open = format!("\"{some}<\"");
            let expected = MalformedKind::Expected("a quote");
            assert_eq!(text_of(open.as_bytes()), Err(expected));
        }
    }

    #[test]
    fn a_declaration_is_at_the_start_however_it_is_written() {
        let others = ["<?xml  version = '1.1'?>", "<?xml version=\"1.0\"?>"];
        let usual = USUAL_DECLARATIONS.map(|d| core::str::from_utf8(d).expect("ASCII").to_string());
        for declaration in usual.into_iter().chain(others.map(String::from)) {
            for (document, is_fine) in [
                (format!("{declaration}<a/>"), true),
                (format!("\u{feff}{declaration}<a/>"), true),
                (format!(" {declaration}<a/>"), false),
                (format!("{declaration}{declaration}<a/>"), false),
            ] {
                let mut cursor = Cursor::new(document.as_bytes(), usize::MAX);
                assert_eq!(cursor.start().is_ok(), is_fine, "{document}");
            }
        }
    }
}
