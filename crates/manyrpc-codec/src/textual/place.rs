//! A reader's position in text, and its failure.

use crate::chars;
use crate::error::{Fail, Malformed, MalformedKind, Name};
use crate::limits::admit;

/// A position in text. Keeps the reason and place of a failure.
pub(crate) struct Place<'de> {
    pub(crate) bytes: &'de [u8],
    pub(crate) at: usize,
    failure: Option<Malformed>,
}

/// The byte order mark of UTF-8.
pub(crate) const MARK: &[u8] = "\u{feff}".as_bytes();

impl<'de> Place<'de> {
    /// At the first byte, or after a byte order mark. If there are more than `max` bytes, all reads
    /// fail.
    pub(crate) fn new(bytes: &'de [u8], max: usize) -> Self {
        let (bytes, failure) = admit(bytes, max);
        let at = match bytes.starts_with(MARK) {
            true => MARK.len(),
            false => 0,
        };
        Place { bytes, at, failure }
    }

    /// The failure. Call it after something has failed.
    #[cold]
    pub(crate) fn failure(&self) -> Malformed {
        // A value that fails without a failure of the source ended early.
        self.failure.unwrap_or(Malformed {
            kind: MalformedKind::Truncated,
            offset: self.at,
        })
    }

    /// Whether something has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Fails because of a missing member, in place of an earlier failure.
    #[cold]
    #[inline(never)]
    pub(crate) fn missing(&mut self, name: &str) -> Fail {
        self.failure = None;
        self.fail(MalformedKind::Missing(Name::new(name)))
    }

    /// Fails here.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail(&mut self, kind: MalformedKind) -> Fail {
        self.fail_at(self.at, kind)
    }

    /// Fails at `offset`. The first failure is kept.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail_at(&mut self, offset: usize, kind: MalformedKind) -> Fail {
        if self.failure.is_none() {
            self.failure = Some(Malformed { kind, offset });
        }
        Fail
    }

    /// Fails because something else is here, or nothing.
    #[cold]
    #[inline(never)]
    pub(crate) fn expected(&mut self, what: &'static str) -> Fail {
        match self.at < self.bytes.len() {
            true => self.fail(MalformedKind::Expected(what)),
            false => self.fail(MalformedKind::Truncated),
        }
    }

    /// The unread rest.
    #[inline(always)]
    pub(crate) fn rest(&self) -> &'de [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    /// The bytes from `start` up to here.
    #[inline(always)]
    pub(crate) fn since(&self, start: usize) -> &'de [u8] {
        self.bytes.get(start..self.at).unwrap_or_default()
    }

    /// The next byte.
    #[inline(always)]
    pub(crate) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// Checks that everything has been read.
    pub(crate) fn at_end(&mut self) -> Result<(), Fail> {
        match self.bytes.len().saturating_sub(self.at) {
            0 => Ok(()),
            left => Err(self.fail(MalformedKind::Trailing(left))),
        }
    }

    /// Converts bytes at `at` to text.
    #[inline]
    pub(crate) fn utf8(&mut self, bytes: &'de [u8], at: usize) -> Result<&'de str, Fail> {
        chars::utf8(bytes).map_err(|e| self.fail_at(at + e.valid_up_to(), MalformedKind::NotUtf8))
    }
}
