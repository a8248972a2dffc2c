//! Writing XDR (RFC 4506).

use alloc::string::String;

use super::{Limits, is_in_range, padded};
use crate::buf::Buf;
use crate::chars;
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Unencodable, UnencodableKind};
use crate::meta::{Discriminant, Enum, Field, Length, Record, Union};
use crate::vectors::vectorised;

/// Appends values to a buffer. Keeps the first failure, which [`Encoder::finish`] returns.
///
/// Fixed-width scalars are written inline. Longer and rare values are out of line, so that the code
/// per type stays small.
pub struct Encoder<'b> {
    out: &'b mut Buf,
    start: usize,
    depth: u32,
    bytes: usize,
    failure: Option<Unencodable>,
}

impl<'b> Encoder<'b> {
    /// Appends to `out`.
    #[inline]
    pub fn new(out: &'b mut Buf, limits: &Limits) -> Self {
        Encoder {
            start: out.len(),
            out,
            depth: limits.depth,
            bytes: limits.bytes,
            failure: None,
        }
    }

    /// Ends the value. On failure the buffer is unchanged.
    ///
    /// # Errors
    /// The first failure.
    #[inline]
    pub fn finish(self) -> Result<(), Unencodable> {
        if self.failure.is_none() && self.out.len() - self.start <= self.bytes {
            return Ok(());
        }
        self.failed()
    }

    #[cold]
    #[inline(never)]
    fn failed(self) -> Result<(), Unencodable> {
        self.out.truncate(self.start);
        Err(self.failure.unwrap_or_else(|| Unencodable {
            kind: UnencodableKind::TooLarge,
            field: String::from("message"),
        }))
    }

    #[cold]
    #[inline(never)]
    fn fail(&mut self, f: &Field, kind: UnencodableKind) {
        if self.failure.is_none() {
            let field = String::from(&*f.name);
            self.failure = Some(Unencodable { kind, field });
        }
    }

    #[inline]
    fn put<const N: usize>(&mut self, f: &Field, bytes: [u8; N]) {
        if !self.out.put_array_if_room(bytes) {
            self.put_after_growth(f, &bytes);
        }
    }

    #[inline]
    fn put_word(&mut self, f: &Field, v: u32) {
        self.put(f, v.to_be_bytes());
    }

    #[cold]
    #[inline(never)]
    fn put_after_growth(&mut self, f: &Field, bytes: &[u8]) {
        if self.grow(f, bytes.len()) {
            self.out.put(bytes);
        }
    }

    /// Reserves room for `n` more bytes, within the limit. The limit is checked only here and at
    /// the end: existing memory costs nothing.
    #[cold]
    #[inline(never)]
    fn grow(&mut self, f: &Field, n: usize) -> bool {
        if n > self.bytes.saturating_sub(self.out.len() - self.start) {
            self.fail(f, UnencodableKind::TooLarge);
            return false;
        }
        self.out.space(n);
        true
    }

    /// Writes the count of a variable length; false if there are too many.
    #[inline]
    fn put_count(&mut self, f: &Field, n: usize) -> bool {
        let (permitted, max) = match f.length {
            Length::Fixed(len) => (n == len as usize, len),
            Length::UpTo(max) => (n <= max as usize, max),
        };
        if !permitted {
            self.fail_length(f, n, max);
            return false;
        }
        if let Length::UpTo(_) = f.length {
            self.put_word(f, n as u32);
        }
        true
    }

    #[cold]
    #[inline(never)]
    fn fail_length(&mut self, f: &Field, n: usize, max: u32) {
        let (count, max) = (n as u64, u64::from(max));
        self.fail(f, UnencodableKind::Length { count, max });
    }

    /// RFC 4506, sections 4.10 and 4.11: the count, the bytes, zeros up to a multiple of four.
    #[inline(never)]
    fn put_counted(&mut self, f: &Field, v: &[u8]) {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if v.len() > max as usize {
            return self.fail_length(f, v.len(), max);
        }
        let end = 4 + padded(v.len());
        let done = self.out.append_if_room(end, |space| {
            // The last word first: its padding remains when the rest overwrites it.
            space[end - 4..].fill(0);
            space[..4].copy_from_slice(&(v.len() as u32).to_be_bytes());
            chars::copy(&mut space[4..4 + v.len()], v);
        });
        if !done {
            self.put_counted_after_growth(f, v);
        }
    }

    #[cold]
    #[inline(never)]
    fn put_counted_after_growth(&mut self, f: &Field, v: &[u8]) {
        if self.grow(f, 4 + padded(v.len())) {
            self.put_counted(f, v);
        }
    }

    /// RFC 4506, section 4.9: the bytes, zeros up to a multiple of four.
    #[inline(never)]
    fn put_exact(&mut self, f: &Field, v: &[u8]) {
        if !self.put_count(f, v.len()) {
            return;
        }
        let end = padded(v.len());
        let done = self.out.append_if_room(end, |space| {
            let (bytes, padding) = space.split_at_mut(v.len());
            bytes.copy_from_slice(v);
            padding.fill(0);
        });
        if !done && self.grow(f, end) {
            self.put_exact(f, v);
        }
    }

    /// An array of scalars in bulk: a loop that only swaps bytes.
    #[inline(always)]
    fn put_bulk<T: Copy, const N: usize>(
        &mut self,
        f: &Field,
        v: &[T],
        swap: impl Fn(T) -> [u8; N],
    ) {
        if !self.put_count(f, v.len()) {
            return;
        }
        if !self.out.has_room(v.len() * N) && !self.grow(f, v.len() * N) {
            return;
        }
        self.out.append_if_room(v.len() * N, |space| {
            vectorised(|| {
                for (to, from) in space.as_chunks_mut::<N>().0.iter_mut().zip(v) {
                    *to = swap(*from);
                }
            });
        });
    }

    /// One level deeper; fails above the limit.
    #[inline]
    fn nested(&mut self, f: &Field, inside: impl FnOnce(&mut Self)) {
        if self.depth == 0 {
            return self.fail(f, UnencodableKind::TooDeep);
        }
        self.depth -= 1;
        inside(self);
        self.depth += 1;
    }

    /// RFC 4506, section 4.15: the discriminant is an integer, an enumeration or a boolean. A label
    /// that is no member of its enumeration can only select a default arm; see the decoder.
    #[inline]
    fn put_label(&mut self, f: &Field, m: &Union, label: i64) -> bool {
        let word = match &m.discriminant {
            _ if !is_in_range(m, label) => None,
            Discriminant::I32 | Discriminant::Enum(_) => {
                i32::try_from(label).ok().map(|v| v as u32)
            }
            Discriminant::U32 => u32::try_from(label).ok(),
            Discriminant::Bool => u32::try_from(label).ok().filter(|v| *v < 2),
        };
        match word {
            Some(word) => self.put_word(f, word),
            None => self.fail(f, UnencodableKind::NoArm(label)),
        }
        word.is_some()
    }
}

macro_rules! put_words {
    ($($name:ident $ty:ident $wide:ident)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: $ty) {
            self.put(f, $wide::from(v).to_be_bytes());
        }
    )*};
}

macro_rules! put_bulks {
    ($($name:ident $ty:ident)*) => {$(
        #[inline(never)]
        fn $name(&mut self, f: &Field, v: &[$ty]) {
            self.put_bulk(f, v, $ty::to_be_bytes);
        }
    )*};
}

impl Sink for Encoder<'_> {
    #[inline]
    fn void(&mut self, _: &Field) {}

    // RFC 4506, sections 4.1, 4.2, 4.4, 4.5, 4.6, 4.7. Narrow integers are sign-extended.
    put_words! { bool bool u32 i8 i8 i32 u8 u8 u32 i16 i16 i32 u16 u16 u32 i32 i32 i32 u32 u32 u32
    i64 i64 i64 u64 u64 u64 f32 f32 f32 f64 f64 f64 }

    // RFC 4506, section 4.8.
    #[inline]
    fn f128(&mut self, f: &Field, v: &[u8; 16]) {
        self.put(f, *v);
    }

    // RFC 4506, section 4.3: encoding any undeclared integer is an error.
    #[inline]
    fn enumeration(&mut self, f: &Field, m: &Enum, v: i32) {
        if m.contains(v) {
            self.put_word(f, v as u32);
        } else {
            self.fail(f, UnencodableKind::NotMember(v));
        }
    }

    #[inline]
    fn text(&mut self, f: &Field, v: &str) {
        self.put_counted(f, v.as_bytes());
    }

    // RFC 4506, section 4.11, specifies ASCII bytes; deployed services send any.
    fn text_bytes(&mut self, f: &Field, v: &[u8]) {
        self.put_counted(f, v);
    }

    #[inline]
    fn bytes(&mut self, f: &Field, v: &[u8]) {
        match f.length {
            Length::UpTo(_) => self.put_counted(f, v),
            Length::Fixed(_) => self.put_exact(f, v),
        }
    }

    // RFC 4506, sections 4.12 and 4.13.
    #[inline]
    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        if !self.put_count(f, items.len()) {
            return;
        }
        self.nested(f, |sink| {
            let element = f.element();
            for item in items {
                item.encode(sink, element);
            }
        });
    }

    put_bulks! { i32s i32 u32s u32 i64s i64 u64s u64 f32s f32 f64s f64 }

    // RFC 4506, section 4.19: a list is optional data inside of optional data.
    #[inline]
    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if items.len() > max as usize {
            return self.fail_length(f, items.len(), max);
        }
        self.nested(f, |sink| {
            let element = f.element();
            for item in items {
                sink.put_word(f, 1);
                item.encode(sink, element);
            }
            sink.put_word(f, 0);
        });
    }

    // RFC 4506, section 4.19.
    #[inline]
    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>) {
        self.put_word(f, u32::from(v.is_some()));
        if let Some(v) = v {
            self.nested(f, |sink| v.encode(sink, f.element()));
        }
    }

    // RFC 4506, section 4.14.
    #[inline]
    fn record<T: Fields + ?Sized>(&mut self, f: &Field, _: &Record, v: &T) {
        self.nested(f, |sink| v.fields(sink));
    }

    #[inline]
    fn union<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, arm: usize, label: i64, v: &T) {
        if m.arm_of(label) != Some(arm) {
            return self.fail(f, UnencodableKind::NoArm(label));
        }
        if self.put_label(f, m, label) {
            self.nested(f, |sink| v.fields(sink));
        }
    }

    #[inline]
    fn params<T: Fields + ?Sized>(&mut self, _: &Record, v: &T) {
        v.fields(self);
    }

    fn refuse(&mut self, f: &Field, kind: UnencodableKind) {
        self.fail(f, kind);
    }
}
