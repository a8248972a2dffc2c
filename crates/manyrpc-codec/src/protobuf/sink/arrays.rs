//! Arrays, element by element or in bulk.

use super::wire::write_varint;
use super::{Books, Encoder};
use crate::encode::Encode;
use crate::meta::{Coding, Field};
use crate::protobuf::format::{INNER, LEN, varint_len};

impl Encoder<'_, '_> {
    /// Elements in order, with a key each or in one packed field.
    #[inline(always)]
    pub(super) fn items<E: Encode>(&mut self, f: &Field, items: impl ExactSizeIterator<Item = E>) {
        if f.pb.packed || f.pb.coding == Coding::Wrapped {
            return self.lend(|sink| sink.items_apart(f, items));
        }
        let n = items.len();
        if self.fits(f, n) && n > 0 {
            self.at = each(self.space, self.at, self.books, f.element(), items);
        }
    }

    /// The same for elements that need a prefix.
    fn items_apart<E: Encode>(&mut self, f: &Field, items: impl ExactSizeIterator<Item = E>) {
        let element = f.element();
        self.array(f, items.len(), |sink, number| {
            let each = |sink: &mut Self| items.for_each(|item| item.encode(sink, element));
            match f.pb.packed && element.pb.number == 0 && number != 0 {
                true => sink.message(f, number, each),
                false => each(sink),
            }
        });
    }

    /// Writes an array, in a message of its own if its place requires that.
    #[inline]
    pub(super) fn array(&mut self, f: &Field, n: usize, write: impl FnOnce(&mut Self, u32)) {
        if !self.fits(f, n) {
            return;
        }
        match f.pb.coding {
            Coding::Wrapped => self.message(f, f.pb.number, |sink| {
                if n > 0 {
                    write(sink, INNER);
                }
            }),
            _ if n == 0 => {}
            _ => write(self, f.pb.number),
        }
    }

    /// Scalars in one packed field: `size` bytes, filled in by `write`.
    #[inline]
    pub(super) fn packed(&mut self, number: u32, size: usize, write: impl FnOnce(&mut [u8])) {
        if number != 0 {
            self.put_key(number, LEN);
            self.put_bare(size as u64);
        }
        self.append(size, write);
    }

    /// Scalars as varints in one packed field.
    #[inline(always)]
    pub(super) fn packed_varints<T: Copy>(
        &mut self,
        number: u32,
        v: &[T],
        wide: impl Fn(T) -> u64,
    ) {
        let size = v.iter().map(|v| varint_len(wide(*v))).sum();
        self.packed(number, size, |space| {
            let mut at = 0;
            for v in v {
                at = write_varint(space, at, wide(*v));
            }
        });
    }
}

/// Writes elements with a key each from this position on; returns the new position.
#[inline(never)]
fn each<E: Encode>(
    space: &mut [u8],
    at: usize,
    books: &mut Books<'_>,
    element: &Field,
    items: impl Iterator<Item = E>,
) -> usize {
    let mut sink = Encoder { space, at, books };
    items.for_each(|item| item.encode(&mut sink, element));
    sink.at
}

#[inline]
pub(super) fn put_le<T: Copy, const N: usize>(space: &mut [u8], v: &[T], bytes: fn(T) -> [u8; N]) {
    for (to, from) in space.as_chunks_mut::<N>().0.iter_mut().zip(v) {
        *to = bytes(*from);
    }
}
