//! The output so far, and the first failure.

use alloc::string::String;

use super::digits;
use crate::buf::Buf;
use crate::error::{Unencodable, UnencodableKind};
use crate::limits::Limits;
use crate::meta::{Field, Length};

/// The most bytes of one number.
const NUMBER: usize = 24;

/// Appends to a buffer. Keeps the first failure, which [`Out::finish`] returns.
pub(crate) struct Out<'b> {
    buf: &'b mut Buf,
    start: usize,
    /// The most bytes to append.
    bytes: usize,
    failure: Option<Unencodable>,
}

impl<'b> Out<'b> {
    #[inline]
    pub(crate) fn new(buf: &'b mut Buf, limits: &Limits) -> Self {
        Out {
            start: buf.len(),
            buf,
            bytes: limits.bytes,
            failure: None,
        }
    }

    /// Ends the value. On failure the buffer is unchanged.
    ///
    /// # Errors
    /// The first failure.
    #[inline]
    pub(crate) fn finish(self) -> Result<(), Unencodable> {
        if self.failure.is_none() && self.len() <= self.bytes {
            return Ok(());
        }
        self.failed()
    }

    #[cold]
    #[inline(never)]
    fn failed(self) -> Result<(), Unencodable> {
        self.buf.truncate(self.start);
        Err(self.failure.unwrap_or_else(|| Unencodable {
            kind: UnencodableKind::TooLarge,
            field: String::from("message"),
        }))
    }

    /// Records a failure; the first one is kept.
    #[cold]
    #[inline(never)]
    pub(crate) fn fail(&mut self, f: &Field, kind: UnencodableKind) {
        if self.failure.is_none() {
            let field = String::from(&*f.name);
            self.failure = Some(Unencodable { kind, field });
        }
    }

    /// The number of bytes appended.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.buf.len() - self.start
    }

    /// Overwrites a byte that was appended.
    #[inline]
    pub(crate) fn patch(&mut self, at: usize, byte: u8) {
        let at = self.start + at;
        if let Some(place) = self.buf.data_mut().get_mut(at) {
            *place = byte;
        }
    }

    /// The bytes appended since `at`.
    pub(crate) fn since(&mut self, at: usize) -> &mut [u8] {
        let at = self.start + at;
        self.buf.data_mut().get_mut(at..).unwrap_or_default()
    }

    /// Bytes that were appended.
    #[inline]
    pub(crate) fn at(&self, at: usize, length: usize) -> &[u8] {
        let at = self.start + at;
        self.buf.data().get(at..at + length).unwrap_or_default()
    }

    /// Whether something has failed.
    pub(crate) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Removes all but the first `len` bytes.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        self.buf.truncate(self.start + len);
    }

    /// Whether the definition permits this number of elements, characters or bytes.
    #[inline]
    pub(crate) fn permits(&mut self, f: &Field, n: usize) -> bool {
        let (permitted, max) = match f.length {
            Length::Fixed(len) => (n == len as usize, len),
            Length::UpTo(max) => (n <= max as usize, max),
        };
        if !permitted {
            self.fail_length(f, n, max);
        }
        permitted
    }

    /// The same for variable lengths.
    #[inline]
    pub(crate) fn permits_at_most(&mut self, f: &Field, n: usize) -> bool {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let permitted = n <= max as usize;
        if !permitted {
            self.fail_length(f, n, max);
        }
        permitted
    }

    #[cold]
    #[inline(never)]
    fn fail_length(&mut self, f: &Field, n: usize, max: u32) {
        let (count, max) = (n as u64, u64::from(max));
        self.fail(f, UnencodableKind::Length { count, max });
    }

    /// Reserves room for `n` more bytes, within the limit.
    #[inline]
    pub(crate) fn room(&mut self, f: &Field, n: usize) -> bool {
        self.buf.has_room(n) || self.grow(f, n)
    }

    /// The limit is checked only here and at the end: existing memory costs nothing. The room
    /// reserved for a number may exceed what it takes.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, f: &Field, n: usize) -> bool {
        if n > self.bytes.saturating_add(NUMBER).saturating_sub(self.len()) {
            self.fail(f, UnencodableKind::TooLarge);
            return false;
        }
        self.buf.space(n);
        true
    }

    /// The number of bytes that the limit still permits.
    pub(crate) fn permitted(&self) -> usize {
        self.bytes.saturating_sub(self.len())
    }

    /// Appends what `write` puts into at most `n` bytes of space; it returns how many.
    #[inline(always)]
    pub(crate) fn write(&mut self, f: &Field, n: usize, write: impl FnOnce(&mut [u8]) -> usize) {
        if self.room(f, n) {
            let written = write(self.buf.space(n));
            self.buf.filled(written);
        }
    }

    /// Appends bytes.
    #[inline]
    pub(crate) fn put(&mut self, f: &Field, bytes: &[u8]) {
        let done = self
            .buf
            .append_if_room(bytes.len(), |space| space.copy_from_slice(bytes));
        if !done {
            self.put_after_growth(f, bytes);
        }
    }

    #[cold]
    #[inline(never)]
    fn put_after_growth(&mut self, f: &Field, bytes: &[u8]) {
        if self.grow(f, bytes.len()) {
            self.buf.put(bytes);
        }
    }

    /// Appends one byte.
    #[inline]
    pub(crate) fn put_byte(&mut self, f: &Field, byte: u8) {
        if !self.buf.put_array_if_room([byte]) {
            self.put_after_growth(f, &[byte]);
        }
    }

    /// Appends an integer's digits.
    #[inline]
    pub(crate) fn put_u64(&mut self, f: &Field, v: u64) {
        self.write(f, NUMBER, |space| digits::unsigned(space, v));
    }

    /// Appends an integer's sign and digits.
    #[inline]
    pub(crate) fn put_i64(&mut self, f: &Field, v: i64) {
        self.write(f, NUMBER, |space| digits::signed(space, v));
    }

    /// Appends an element without attributes that contains an integer.
    #[inline]
    pub(crate) fn put_element(&mut self, f: &Field, name: &[u8], v: i32) {
        let n = name.len();
        self.write(f, 2 * n + 5 + NUMBER, |space| {
            let mut at = 0;
            let mut put = |bytes: &[u8]| {
                if let Some(place) = space.get_mut(at..at + bytes.len()) {
                    place.copy_from_slice(bytes);
                    at += bytes.len();
                }
            };
            put(b"<");
            put(name);
            put(b">");
            at += digits::signed(space.get_mut(at..).unwrap_or_default(), v.into());
            let mut put = |bytes: &[u8]| {
                if let Some(place) = space.get_mut(at..at + bytes.len()) {
                    place.copy_from_slice(bytes);
                    at += bytes.len();
                }
            };
            put(b"</");
            put(name);
            put(b">");
            at
        });
    }

    /// Appends 128 bits as `0x` and 32 hexadecimal digits.
    #[inline(never)]
    pub(crate) fn put_hex(&mut self, f: &Field, v: &[u8; 16]) {
        self.put(f, b"0x");
        for byte in v {
            let digit = |d: u8| b"0123456789abcdef"[usize::from(d & 15)];
            self.put(f, &[digit(byte >> 4), digit(*byte)]);
        }
    }
}
