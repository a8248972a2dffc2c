//! Messages: their contents, and their lengths, which are known last.

use super::wire::{is_short, write_varint};
use super::{Books, Encoder};
use crate::encode::{Encode, Fields};
use crate::error::UnencodableKind;
use crate::meta::{Coding, Discriminant, Field, Union};
use crate::protobuf::format::{END, INNER, ITEM, ITEM_TYPE, LEN, START, VARINT, key, varint_len};

/// A nested message that has begun.
#[derive(Default)]
struct Open {
    body: usize,
    missing: usize,
}

impl Encoder<'_, '_> {
    /// A nested message: its key, its length, and its contents, one level deeper.
    #[inline]
    pub(super) fn message(&mut self, f: &Field, number: u32, inside: impl FnOnce(&mut Self)) {
        let Some(open) = self.open(f, number) else {
            return;
        };
        inside(self);
        self.close(open);
    }

    #[inline]
    fn open(&mut self, f: &Field, number: u32) -> Option<Open> {
        if self.books.depth == 0 {
            self.fail(f, UnencodableKind::TooDeep);
            return None;
        }
        self.books.depth -= 1;
        match is_short(number) {
            true => self.put([key(number, LEN) as u8, 0]),
            false => {
                self.put_bare(key(number, LEN));
                self.put([0]);
            }
        }
        Some(Open {
            body: self.at,
            missing: self.books.missing,
        })
    }

    #[inline]
    fn close(&mut self, open: Open) {
        self.books.depth += 1;
        let length = self.at - open.body + (self.books.missing - open.missing);
        if length >= 0x80 {
            return self.lend(|sink| sink.widen(open, length));
        }
        if let Some(byte) = self.space.get_mut(open.body - 1) {
            *byte = length as u8;
        }
    }

    /// Makes room for a length of several bytes: immediately if few bytes move, otherwise at the
    /// end.
    fn widen(&mut self, open: Open, length: usize) {
        let (body, end) = (open.body, self.at);
        let more = varint_len(length as u64) - 1;
        let moved = end - body;
        if self.books.missing != open.missing || moved > self.books.shifts {
            self.books.note_gap(body, length as u64);
            self.books.missing += more;
            return;
        }
        self.books.shifts -= moved;
        self.at = end + more;
        if let Some(space) = self.space.get_mut(body - 1..end + more) {
            space.copy_within(1..1 + moved, 1 + more);
            write_varint(space, 0, length as u64);
        }
    }

    /// The contents of a message without a length prefix, one level deeper.
    #[inline]
    pub(super) fn bare(&mut self, f: &Field, inside: impl FnOnce(&mut Self)) {
        if self.enter_alone(f) {
            inside(self);
            self.leave_alone(f);
        }
    }

    /// One level deeper without a length; with a number it is a group.
    #[inline]
    fn enter_alone(&mut self, f: &Field) -> bool {
        if self.books.depth == 0 {
            self.fail(f, UnencodableKind::TooDeep);
            return false;
        }
        self.books.depth -= 1;
        self.books.shallow -= 1;
        if f.pb.number != 0 {
            self.put_key(f.pb.number, START);
        }
        true
    }

    #[inline]
    fn leave_alone(&mut self, f: &Field) {
        if f.pb.number != 0 {
            self.put_key(f.pb.number, END);
        }
        self.books.shallow += 1;
        self.books.depth += 1;
    }

    /// A record one level deeper: a message with a length, a group, or bare.
    #[inline(always)]
    pub(super) fn nested<T: Fields + ?Sized>(&mut self, f: &Field, v: &T) {
        self.at = nested(self.space, self.at, self.books, f, v);
    }

    #[inline(always)]
    pub(super) fn fields_of<T: Fields + ?Sized>(&mut self, v: &T) {
        v.fields(self);
        let unknown = v.unknown();
        if !unknown.is_empty() {
            self.lend(move |sink| sink.put_raw(unknown));
        }
    }

    /// A record in a message set: a group of its type and itself.
    #[cold]
    pub(super) fn item<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        self.put_key(ITEM, START);
        self.put_key(ITEM_TYPE, VARINT);
        self.put_bare(f.pb.number.into());
        v.encode(self, f.element());
        self.put_key(ITEM, END);
    }

    #[inline]
    pub(super) fn put_label(&mut self, f: &Field, m: &Union, label: i64) {
        if matches!(m.discriminant, Discriminant::Bool) && !matches!(label, 0 | 1) {
            return self.fail(f, UnencodableKind::NoArm(label));
        }
        if label != 0 {
            self.put_key(INNER, VARINT);
            self.put_bare(label as u64);
        }
    }
}

/// Writes a record from this position on; returns the new position. Called from several places and
/// not inlined, so that the fields' code exists once, here.
#[inline(never)]
fn nested<'b, T: Fields + ?Sized>(
    space: &mut [u8],
    at: usize,
    books: &mut Books<'b>,
    f: &Field,
    v: &T,
) -> usize {
    let mut sink = Encoder { space, at, books };
    let number = f.pb.number;
    let has_length = number != 0 && f.pb.coding != Coding::Group;
    let mut open = Open::default();
    if has_length {
        match sink.open(f, number) {
            Some(opened) => open = opened,
            None => return at,
        }
    } else if !sink.enter_alone(f) {
        return at;
    }
    sink.fields_of(v);
    match has_length {
        true => sink.close(open),
        false => sink.leave_alone(f),
    }
    sink.at
}
