//! Arrays, with their counts and offsets (C706, sections 14.3.3 to 14.3.5 and 14.3.9).

use super::in_place;
use crate::chars;
use crate::encode::{Bounds, Encode, Sink};
use crate::error::UnencodableKind;
use crate::meta::{Array, Field, Length, Pointer};
use crate::ndr::encoder::Encoder;
use crate::ndr::walk::{BODY, CONFORM, DEFER, TOP, VARY, Walk};
use crate::ndr::writer::REFERENT;

impl<const P: Walk> Encoder<'_, P> {
    /// An array whose elements defer nothing; `elements` writes them.
    #[inline(always)]
    pub(super) fn flat(
        &mut self,
        f: &Field,
        n: usize,
        elements: impl FnOnce(&mut Encoder<'_, BODY>),
    ) {
        // Not by `counted` and `pointed`: the compiler leaves their closures out of line, where it knows nothing of
        // the field.
        match (f.ndr.array, f.ndr.pointer) {
            (Array::Counted, _) if in_place(P) => {
                self.put_u32(f, n as u32);
                self.put_u32(f, REFERENT);
            }
            (Array::Counted, _) => {}
            (_, Pointer::Inline) => return self.flat_here(f, n, elements),
            _ if in_place(P) => self.pointer(f),
            _ => {}
        }
        if P == TOP || P == DEFER {
            let mut top = self.walk::<TOP>();
            top.flat_here(f, n, elements);
            self.at = top.end();
        }
    }

    #[inline(always)]
    pub(super) fn flat_here(
        &mut self,
        f: &Field,
        n: usize,
        elements: impl FnOnce(&mut Encoder<'_, BODY>),
    ) {
        if in_place(P) && !self.w.permitted(f, n) {
            return;
        }
        match P {
            TOP if f.ndr.array == Array::Pipe => {
                if n > 0 {
                    self.put_u32(f, n as u32);
                    self.elements(elements);
                }
                self.put_u32(f, 0);
            }
            TOP => {
                if f.conforms() {
                    self.put_max(f, n);
                }
                if f.varies() {
                    self.put_part(f, n);
                }
                self.elements(elements);
            }
            BODY if self.heads(f, n) => self.elements(elements),
            CONFORM => self.put_max(f, n),
            VARY => self.put_part(f, n),
            _ => {}
        }
        self.w.extent = None;
    }

    #[inline(always)]
    pub(super) fn elements(&mut self, write: impl FnOnce(&mut Encoder<'_, BODY>)) {
        let mut body = self.walk();
        write(&mut body);
        self.at = body.end();
    }

    /// The offset and count of an array in place; those of an inner dimension were sent with the
    /// first.
    #[inline]
    pub(super) fn heads(&mut self, f: &Field, n: usize) -> bool {
        if self.w.level > 0 {
            return !(f.conforms() || f.varies()) || self.w.is_as_noted(f, n);
        }
        if f.varies() {
            self.put_part(f, n);
        }
        true
    }

    /// Two members in IDL: a length, and a pointer to an array.
    #[inline(always)]
    pub(super) fn counted(
        &mut self,
        f: &Field,
        n: usize,
        array: impl FnOnce(&mut Encoder<'_, TOP>),
    ) {
        if in_place(P) {
            self.put_u32(f, n as u32);
            self.put_u32(f, REFERENT);
        }
        if P == TOP || P == DEFER {
            let mut top = self.walk();
            array(&mut top);
            self.at = top.end();
        }
    }

    #[inline]
    pub(super) fn seq_here<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        match P {
            TOP if f.ndr.array == Array::Pipe => self.pipe(f, items),
            TOP => {
                if f.conforms() {
                    let mut walk = self.walk::<CONFORM>();
                    walk.dimensions(f, items.clone());
                    self.at = walk.end();
                }
                let mut walk = self.walk::<BODY>();
                walk.seq_here(f, items.clone());
                self.at = walk.end();
                if f.element().ndr.defers {
                    let mut walk = self.walk::<DEFER>();
                    walk.seq_here(f, items);
                    self.at = walk.end();
                }
            }
            BODY => self.in_place(f, items),
            DEFER => {
                self.w.extent = None;
                let element = f.element();
                if element.ndr.defers && self.enter(f) {
                    let inner = self.w.inner(0);
                    self.w.descend(true);
                    items.for_each(|item| {
                        self.w.extent = inner;
                        item.encode(self, element);
                    });
                    self.w.extent = None;
                    self.w.descend(false);
                    self.leave();
                }
            }
            _ => self.dimensions(f, items),
        }
    }

    /// An array's elements in place; elements that are reference pointers are not represented
    /// (section 14.3.12.2).
    #[inline]
    pub(super) fn in_place<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        let n = items.len();
        if !self.w.permitted(f, n) {
            return;
        }
        if self.w.level == 0 && f.varies() {
            let mut walk = self.walk::<VARY>();
            walk.dimensions(f, items.clone());
            self.at = walk.end();
        } else if !self.heads(f, n) {
            return;
        }
        self.w.extent = None;
        let element = f.element();
        if element.ndr.pointer == Pointer::Ref {
            return;
        }
        let level = self.w.level;
        self.w.level = if f.ndr.dims > 0 { level + 1 } else { 0 };
        self.each(f, items);
        self.w.level = level;
    }

    /// The contents of an array.
    #[inline]
    pub(super) fn each<E: Encode>(&mut self, f: &Field, items: impl Iterator<Item = E>) {
        if !self.enter(f) {
            return;
        }
        let element = f.element();
        let mut walk = self.walk::<BODY>();
        items.for_each(|item| item.encode(&mut walk, element));
        self.at = walk.end();
        self.leave();
    }

    /// Numbers behind pointers, each at a place of its own.
    #[cold]
    #[inline(never)]
    pub(super) fn behind_pointers<T: Encode>(&mut self, f: &Field, v: &[T]) {
        self.seq(f, v.iter());
    }

    /// The counts of all dimensions, outermost first (section 14.3.3.7).
    #[inline]
    pub(super) fn dimensions<E: Encode, I>(&mut self, f: &Field, mut items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        let n = items.len();
        let inner = match P {
            CONFORM => {
                self.put_max(f, n);
                f.maxima() - 1
            }
            VARY => {
                self.put_part(f, n);
                f.ndr.dims
            }
            _ => return,
        };
        if inner == 0 {
            return;
        }
        // Maximum counts may come between this dimension's offset and count.
        let said = self.w.extent;
        self.w.level += 1;
        match items.next() {
            Some(item) => item.encode(self, f.element()),
            None => self.empty_dimensions(f.element(), inner),
        }
        self.w.level -= 1;
        self.w.extent = said;
    }

    /// The counts below an empty dimension: the length where it is fixed, otherwise 0.
    #[cold]
    #[inline(never)]
    fn empty_dimensions(&mut self, f: &Field, dimensions: u8) {
        let mut f = f;
        for at in 0..dimensions {
            let bounds = self.w.inner(self.w.level - 1 + usize::from(at));
            let Bounds {
                capacity,
                first,
                sent,
            } = bounds.unwrap_or_default();
            let n = match f.length {
                Length::Fixed(n) => n,
                // The strings of an array share one maximum count (section 14.3.5).
                Length::UpTo(max) if f.ndr.terminated && max != u32::MAX => max + 1,
                Length::UpTo(_) => 0,
            };
            match P {
                CONFORM => self.put_u32(f, capacity.unwrap_or(n)),
                _ => {
                    self.put_u32(f, first);
                    self.put_u32(f, sent.or(capacity).unwrap_or(n));
                }
            }
            f = f.element();
        }
    }

    /// Section 14.3.9: chunks, of which the last is empty.
    #[inline]
    pub(super) fn pipe<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        let n = items.len();
        if !self.w.permitted(f, n) {
            return;
        }
        if n > 0 {
            self.put_u32(f, n as u32);
            self.each(f, items);
        }
        self.put_u32(f, 0);
    }

    /// A string of bytes (section 14.3.4); its bound excludes the terminator.
    #[inline(never)]
    pub(super) fn terminated(&mut self, f: &Field, v: &[u8]) {
        if chars::has_nul(v) {
            return self.w.fail(f, UnencodableKind::Nul);
        }
        let n = v.len() + 1;
        let room = match f.length {
            Length::UpTo(max) => Length::UpTo(max.saturating_add(1)),
            Length::Fixed(n) => Length::Fixed(n.saturating_add(1)),
        };
        let f = &Field {
            length: room,
            ..f.clone()
        };
        self.flat(f, n, |body| {
            body.append::<1>(f, n, |space| {
                let (bytes, nul) = space.split_at_mut(v.len());
                bytes.copy_from_slice(v);
                nul.fill(0);
            });
        });
    }
}
