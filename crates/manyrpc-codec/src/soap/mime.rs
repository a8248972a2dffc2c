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
    pub(super) parts: BTreeMap<&'a [u8], Range<usize>>,
}

/// Whether these bytes are a MIME package and no document.
pub(super) fn is_package(bytes: &[u8]) -> bool {
    bytes.starts_with(b"--") || bytes.starts_with(b"\r\n--")
}

/// Finds the root of a package. It is the first part, as all known implementations send it; another `start`
/// of the content type is not known here.
pub(super) fn root(bytes: &[u8]) -> Result<Range<usize>, Malformed> {
    let (_, root) = Walk::new(bytes)?.part()?;
    Ok(root)
}

/// Finds the parts of a package.
pub(super) fn package(bytes: &[u8]) -> Result<Package<'_>, Malformed> {
    let mut walk = Walk::new(bytes)?;
    let (_, root) = walk.part()?;
    let mut parts = BTreeMap::new();
    let mut count = 1;
    while !walk.is_over {
        let offset = walk.at;
        let (id, range) = walk.part()?;
        count += 1;
        if count > PARTS {
            let (count, max) = (count as u64, PARTS as u64);
            let kind = MalformedKind::TooLong { count, max };
            return Err(Malformed { kind, offset });
        }
        if let Some(id) = id
            && parts.insert(id, range).is_some()
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
        let is_break = |b: &&u8| matches!(b, b'\r' | b'\n');
        let start = bytes.iter().take_while(is_break).count();
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

    /// The identifier and the content of the next part.
    fn part(&mut self) -> Result<(Option<&'a [u8]>, Range<usize>), Malformed> {
        let (bytes, at) = (self.bytes, self.at);
        let (id, body) = head(bytes, at).ok_or_else(|| expected(at, "the head of a part"))?;
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
        Ok((id, body..(end - usize::from(has_return)).max(body)))
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

/// The content's identifier in a part's head, and the start of the part's body.
fn head(bytes: &[u8], mut at: usize) -> Option<(Option<&[u8]>, usize)> {
    let mut id = None;
    loop {
        let (mut end, mut next) = line_at(bytes, at)?;
        if end == at {
            return Some((id, next));
        }
        // RFC 5322, section 2.2.3: it goes on in lines that begin with white space.
        while let Some(b' ' | b'\t') = bytes.get(next) {
            (end, next) = line_at(bytes, next)?;
        }
        let header = bytes.get(at..end)?;
        at = next;
        let colon = header.iter().position(|b| *b == b':')?;
        let (name, value) = header.split_at(colon);
        if name.eq_ignore_ascii_case(b"content-id") {
            let value = value.get(1..).unwrap_or_default().trim_ascii();
            let inside = value.strip_prefix(b"<").and_then(|v| v.strip_suffix(b">"));
            id = Some(inside.unwrap_or(value));
        }
    }
}
