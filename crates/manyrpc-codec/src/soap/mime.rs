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

/// Finds the parts of a package. The root is the first one, as all known implementations send it; another
/// `start` of the content type is not known here.
pub(super) fn package(bytes: &[u8]) -> Result<Package<'_>, Malformed> {
    let fail = |offset, what| Malformed {
        kind: MalformedKind::Expected(what),
        offset,
    };
    // Before the first boundary may be anything, mostly words for people.
    let start = match bytes.starts_with(b"--") {
        true => 0,
        false => memmem::find(bytes, b"\n--").ok_or_else(|| fail(0, "a boundary"))? + 1,
    };
    let line = line_at(bytes, start).ok_or_else(|| fail(start, "a boundary"))?;
    let boundary = bytes.get(start..line.0).unwrap_or_default();
    // RFC 2046, section 5.1.1: at most 70 characters, and the two hyphens.
    if !(3..=72).contains(&boundary.len()) {
        return Err(fail(start, "a boundary"));
    }
    let mut delimiter = Vec::from(b"\n");
    delimiter.extend_from_slice(boundary.trim_ascii_end());
    let finder = memmem::Finder::new(&delimiter);
    let (mut root, mut parts) = (None, BTreeMap::new());
    let (mut at, mut count) = (line.1, 0);
    loop {
        let Head { id, coding, body } =
            head(bytes, at).ok_or_else(|| fail(at, "the head of a part"))?;
        let rest = bytes.get(body..).unwrap_or_default();
        // An empty part may share its line break with the end of its head.
        let from = body.saturating_sub(1);
        let found = finder.find(bytes.get(from..).unwrap_or_default());
        let end = from + found.ok_or_else(|| fail(body + rest.len(), "the end of a part"))?;
        let behind = end + delimiter.len();
        let has_return = end > body && bytes.get(end - 1) == Some(&b'\r');
        let range = body..(end - usize::from(has_return)).max(body);
        count += 1;
        if count > PARTS {
            let kind = MalformedKind::TooLong {
                count: count as u64,
                max: PARTS as u64,
            };
            return Err(Malformed { kind, offset: at });
        }
        match (root.is_none(), id) {
            (true, _) if coding != Coding::Identity => {
                let kind = MalformedKind::Refused("a document in a transfer encoding");
                return Err(Malformed { kind, offset: at });
            }
            (true, _) => root = Some(range),
            (false, Some(id)) => {
                if parts.insert(id, Part { range, coding }).is_some() {
                    let name = core::str::from_utf8(id).unwrap_or_default();
                    let kind = MalformedKind::Duplicate(Name::new(name));
                    return Err(Malformed { kind, offset: at });
                }
            }
            (false, None) => {}
        }
        match bytes.get(behind..) {
            Some([b'-', b'-', ..]) => break,
            _ => {
                at = line_at(bytes, behind)
                    .ok_or_else(|| fail(behind, "a boundary"))?
                    .1
            }
        }
    }
    match root {
        Some(root) => Ok(Package { root, parts }),
        None => Err(fail(0, "a part")),
    }
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
        let (end, next) = line_at(bytes, at)?;
        let line = bytes.get(at..end)?;
        at = next;
        if line.is_empty() {
            return Some(Head {
                id,
                coding,
                body: at,
            });
        }
        // RFC 5322, section 2.2.3: the rest of a folded field.
        if matches!(line.first(), Some(b' ' | b'\t')) {
            continue;
        }
        let colon = line.iter().position(|b| *b == b':')?;
        let (name, value) = line.split_at(colon);
        let value = value.get(1..).unwrap_or_default().trim_ascii();
        if name.eq_ignore_ascii_case(b"content-id") {
            let inside = value.strip_prefix(b"<").and_then(|v| v.strip_suffix(b">"));
            id = Some(inside.unwrap_or(value));
        } else if name.eq_ignore_ascii_case(b"content-transfer-encoding") {
            coding = Coding::named(value);
        }
    }
}
