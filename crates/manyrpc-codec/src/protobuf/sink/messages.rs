//! Messages: their lengths, which are known last, and what is in them.

use super::Encoder;
use super::wire::{is_short, write_varint};
use crate::encode::Fields;
use crate::error::UnencodableKind;
use crate::meta::{Discriminant, Field, Union};
use crate::protobuf::{END, INNER, LEN, START, VARINT, key, varint_len};

/// A nested message that has begun.
struct Open {
    body: usize,
    missing: usize,
}

impl Encoder<'_> {
    /// A nested message: its key, its length, and what is inside, one level down.
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
        if self.depth == 0 {
            self.fail(f, UnencodableKind::TooDeep);
            return None;
        }
        self.depth -= 1;
        match is_short(number) {
            true => self.put([key(number, LEN) as u8, 0]),
            false => {
                self.put_bare(key(number, LEN));
                self.put([0]);
            }
        }
        Some(Open {
            body: self.at,
            missing: self.missing,
        })
    }

    #[inline]
    fn close(&mut self, open: Open) {
        self.depth += 1;
        let length = self.at - open.body + (self.missing - open.missing);
        if length >= 0x80 {
            return self.widen(open, length);
        }
        if let Some(byte) = self.space.get_mut(open.body - 1) {
            *byte = length as u8;
        }
    }

    /// Makes room for a length of several bytes: at once where little moves, else in the end.
    #[inline(never)]
    fn widen(&mut self, open: Open, length: usize) {
        let (body, end) = (open.body, self.at);
        let more = varint_len(length as u64) - 1;
        let moved = end - body;
        if self.missing != open.missing || moved > self.shifts {
            self.note_gap(body, length as u64);
            self.missing += more;
            return;
        }
        self.shifts -= moved;
        self.at = end + more;
        if let Some(space) = self.space.get_mut(body - 1..end + more) {
            space.copy_within(1..1 + moved, 1 + more);
            write_varint(space, 0, length as u64);
        }
    }

    /// What is inside of a message, one level down, where it stands alone.
    #[inline]
    pub(super) fn bare(&mut self, f: &Field, inside: impl FnOnce(&mut Self)) {
        if self.depth == 0 {
            return self.fail(f, UnencodableKind::TooDeep);
        }
        self.depth -= 1;
        self.shallow -= 1;
        inside(self);
        self.shallow += 1;
        self.depth += 1;
    }

    pub(super) fn group<T: Fields + ?Sized>(&mut self, f: &Field, v: &T) {
        self.bare(f, |sink| {
            sink.put_key(f.pb.number, START);
            sink.fields_of(v);
            sink.put_key(f.pb.number, END);
        });
    }

    #[inline]
    pub(super) fn fields_of<T: Fields + ?Sized>(&mut self, v: &T) {
        v.fields(self);
        let unknown = v.unknown();
        if !unknown.is_empty() {
            self.put_raw(unknown);
        }
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
