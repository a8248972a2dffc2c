//! MIME packages (RFC 2046, section 5.1; RFC 2387).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

use memchr::memmem;

use crate::error::{Malformed, MalformedKind, Name};

/// More parts than occur in practice.
const PARTS: usize = 1024;

/// A package: the range of its root part, and the others.
pub(super) struct Package<'a> {
    pub(super) root: Range<usize>,
    pub(super) parts: BTreeMap<&'a [u8], Part>,
}

/// A part that is referred to.
#[derive(Clone)]
pub(super) struct Part {
    pub(super) range: Range<usize>,
    pub(super) coding: Coding,
}

/// How a part's bytes are transferred (RFC 2045, section 6).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    /// As they are.
    Identity,
    Base64,
    Other,
}

impl Coding {
    fn named(name: &[u8]) -> Self {
        let is = |known: &str| name.eq_ignore_ascii_case(known.as_bytes());
        match () {
            () if ["7bit", "8bit", "binary"].into_iter().any(is) => Coding::Identity,
            () if is("base64") => Coding::Base64,
            () => Coding::Other,
        }
    }
}

/// Whether these bytes are a MIME package and no document: those begin with a tag or a byte order mark, in whatever encoding.
pub fn is_package(bytes: &[u8]) -> bool {
    let mut seen = bytes.iter().skip_while(|b| b.is_ascii_whitespace());
    seen.next()
        .is_some_and(|b| b.is_ascii_graphic() && *b != b'<')
}

/// Finds the root of a package. It is the first part, as all known implementations send it; another `start`
/// of the content type is not known here.
pub(super) fn root(bytes: &[u8]) -> Result<Range<usize>, Malformed> {
    Walk::new(bytes)?.root()
}

/// Finds the parts of a package.
pub(super) fn package(bytes: &[u8]) -> Result<Package<'_>, Malformed> {
    let mut walk = Walk::new(bytes)?;
    let root = walk.root()?;
    let mut parts = BTreeMap::new();
    let mut count = 1;
    while !walk.is_over {
        let offset = walk.at;
        let (id, part) = walk.part()?;
        count += 1;
        if count > PARTS {
            let (count, max) = (count as u64, PARTS as u64);
            let kind = MalformedKind::TooLong { count, max };
            return Err(Malformed { kind, offset });
        }
        if let Some(id) = id
            && parts.insert(id, part).is_some()
        {
            let name = core::str::from_utf8(id).unwrap_or_default();
            let kind = MalformedKind::Duplicate(Name::new(name));
            return Err(Malformed { kind, offset });
        }
    }
    Ok(Package { root, parts })
}

/// A position before a part, or behind the last one.
struct Walk<'a> {
    bytes: &'a [u8],
    /// What ends a part.
    delimiter: Vec<u8>,
    at: usize,
    is_over: bool,
}

impl<'a> Walk<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, Malformed> {
        // Before the first boundary may be anything, mostly words for people.
        let start = match bytes.starts_with(b"--") {
            true => 0,
            false => memmem::find(bytes, b"\n--").ok_or_else(|| expected(0, "a boundary"))? + 1,
        };
        let line = line_at(bytes, start).ok_or_else(|| expected(start, "a boundary"))?;
        let boundary = bytes.get(start..line.0).unwrap_or_default();
        // RFC 2046, section 5.1.1: at most 70 characters, and the two hyphens.
        if !(3..=72).contains(&boundary.len()) {
            return Err(expected(start, "a boundary"));
        }
        Ok(Walk {
            bytes,
            delimiter: [b"\n", boundary.trim_ascii_end()].concat(),
            at: line.1,
            is_over: false,
        })
    }

    /// The content of the first part.
    fn root(&mut self) -> Result<Range<usize>, Malformed> {
        let offset = self.at;
        let (_, Part { range, coding }) = self.part()?;
        match coding {
            Coding::Identity => Ok(range),
            _ => {
                let kind = MalformedKind::Refused("a document in a transfer encoding");
                Err(Malformed { kind, offset })
            }
        }
    }

    /// The identifier and the content of the next part.
    fn part(&mut self) -> Result<(Option<&'a [u8]>, Part), Malformed> {
        let (bytes, at) = (self.bytes, self.at);
        let head = head(bytes, at).ok_or_else(|| expected(at, "the head of a part"))?;
        let Head { id, coding, body } = head;
        // An empty part may share its line break with the end of its head.
        let from = body.saturating_sub(1);
        let rest = bytes.get(from..).unwrap_or_default();
        let found = memmem::find(rest, &self.delimiter);
        let end = from + found.ok_or_else(|| expected(bytes.len(), "the end of a part"))?;
        let has_return = end > body && bytes.get(end - 1) == Some(&b'\r');
        let behind = end + self.delimiter.len();
        self.is_over = matches!(bytes.get(behind..), Some([b'-', b'-', ..]));
        if !self.is_over {
            let line = line_at(bytes, behind).ok_or_else(|| expected(behind, "a boundary"))?;
            self.at = line.1;
        }
        let range = body..(end - usize::from(has_return)).max(body);
        Ok((id, Part { range, coding }))
    }
}

fn expected(offset: usize, what: &'static str) -> Malformed {
    let kind = MalformedKind::Expected(what);
    Malformed { kind, offset }
}

/// The end of a line, and the start of the next one.
fn line_at(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let rest = bytes.get(at..)?;
    let end = at + memchr::memchr(b'\n', rest)?;
    let before = bytes.get(at..end)?;
    Some((end - usize::from(before.ends_with(b"\r")), end + 1))
}

/// A part's head, and the start of its body.
struct Head<'a> {
    id: Option<&'a [u8]>,
    coding: Coding,
    body: usize,
}

fn head(bytes: &[u8], mut at: usize) -> Option<Head<'_>> {
    let (mut id, mut coding) = (None, Coding::Identity);
    loop {
        let (mut end, mut next) = line_at(bytes, at)?;
        if end == at {
            let body = next;
            return Some(Head { id, coding, body });
        }
        // RFC 5322, section 2.2.3: it goes on in lines that begin with white space.
        while let Some(b' ' | b'\t') = bytes.get(next) {
            (end, next) = line_at(bytes, next)?;
        }
        let header = bytes.get(at..end)?;
        at = next;
        let colon = header.iter().position(|b| *b == b':')?;
        let (name, value) = header.split_at(colon);
        let value = value.get(1..).unwrap_or_default().trim_ascii();
        if name.eq_ignore_ascii_case(b"content-id") {
            let inside = value.strip_prefix(b"<").and_then(|v| v.strip_suffix(b">"));
            id = Some(inside.unwrap_or(value));
        } else if name.eq_ignore_ascii_case(b"content-transfer-encoding") {
            coding = Coding::named(value);
        }
    }
}
