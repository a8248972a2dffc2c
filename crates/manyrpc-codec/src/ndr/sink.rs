//! Writing NDR (C706, chapter 14): the walks over a value.

mod arrays;

use alloc::boxed::Box;
use core::any::Any;

use super::encoder::Encoder;
use super::walk::{BODY, CONFORM, DEFER, TOP, VARY, Walk};
use super::writer::REFERENT;
use crate::encode::{Bounds, Encode, Fields, Sink};
use crate::error::UnencodableKind;
use crate::meta::{Array, Chars, Enum, Field, Length, Pointer, Record, Union};

/// Whether a walk writes the part in place.
const fn in_place(walk: Walk) -> bool {
    walk == TOP || walk == BODY
}

impl<const P: Walk> Encoder<'_, P> {
    /// A value behind a pointer: the pointer in place, its target later. A top-level reference
    /// pointer is not represented (section 14.3.11.2).
    #[inline(always)]
    fn pointed(&mut self, f: &Field, referent: impl FnOnce(&mut Encoder<'_, TOP>)) {
        if in_place(P) {
            self.pointer(f);
        }
        if P == TOP || P == DEFER {
            let mut top = self.walk();
            referent(&mut top);
            self.at = top.end();
        }
    }

    #[inline(always)]
    pub(super) fn pointer(&mut self, f: &Field) {
        if P == TOP && f.ndr.pointer == Pointer::Ref {
            return;
        }
        self.put_u32(f, REFERENT);
    }

    /// At the top level the target follows the pointer immediately, so the value's code is the same
    /// with or without a pointer.
    #[inline(always)]
    fn pointer_at_top(&mut self, f: &Field) {
        if f.ndr.pointer != Pointer::Inline {
            self.pointer(f);
        }
    }

    /// A primitive, or a pointer to one.
    #[inline(always)]
    fn scalar<const N: usize>(&mut self, f: &Field, bytes: [u8; N]) {
        if f.ndr.pointer == Pointer::Inline {
            if in_place(P) {
                self.put(f, bytes);
            }
        } else {
            self.pointed(f, |top| top.put(f, bytes));
        }
    }

    #[inline(always)]
    fn text_here(&mut self, f: &Field, v: &str) {
        let natural = f.ndr.array == Array::Natural && f.ndr.chars != Chars::Wide;
        if P == TOP && natural && self.w.extent.is_none() {
            return self.put_string(f, v);
        }
        if P != DEFER && P != VARY {
            self.apart(|walk| walk.rare_text(f, v));
        }
        self.w.extent = None;
    }

    #[inline(never)]
    fn rare_text(&mut self, f: &Field, v: &str) {
        let (conforms, varies, terminated) = f.ndr.of_text();
        let Some(n) = self.char_count(f, v, terminated) else {
            return;
        };
        if conforms && (P == TOP || P == CONFORM) {
            // The strings of an array share one maximum count (section 14.3.5).
            let max = match f.length {
                Length::UpTo(max) if self.w.level > 0 && max != u32::MAX => {
                    max as usize + usize::from(terminated)
                }
                _ => n,
            };
            self.put_max_of(f, max, varies);
        }
        if in_place(P) {
            if varies {
                self.put_part(f, n);
            }
            self.put_chars(f, v, n);
        }
    }

    #[inline(always)]
    fn record_here<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        if !self.enter(f) {
            return;
        }
        match P {
            TOP => {
                if m.ndr.hoists > 0 {
                    let mut walk = self.walk::<CONFORM>();
                    v.fields(&mut walk);
                    self.at = walk.end();
                }
                let mut walk = self.walk::<BODY>();
                walk.align_to(m.ndr.align);
                v.fields(&mut walk);
                self.at = walk.end();
                if m.ndr.defers {
                    let mut walk = self.walk::<DEFER>();
                    v.fields(&mut walk);
                    self.at = walk.end();
                }
            }
            BODY => {
                self.align_to(m.ndr.align);
                v.fields(self);
            }
            DEFER | CONFORM => v.fields(self),
            _ => {}
        }
        self.leave();
    }

    #[inline(always)]
    fn union_here<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, label: i64, v: &T) {
        if !self.enter(f) {
            return;
        }
        if in_place(P) {
            let mut walk = self.walk::<BODY>();
            walk.align_to(m.ndr.align);
            if walk.put_label(f, m, label) {
                v.fields(&mut walk);
            }
            self.at = walk.end();
        }
        if P == DEFER || P == TOP && m.ndr.defers {
            let mut walk = self.walk::<DEFER>();
            v.fields(&mut walk);
            self.at = walk.end();
        }
        self.leave();
    }

    /// A list's elements in order: the pointer to the next element is the last member, so its
    /// referent follows everything that the element defers (section 14.3.12.3).
    #[inline]
    fn chain_here<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        let n = items.len();
        if in_place(P) {
            if !self.w.permitted(f, n) {
                return;
            }
            self.put_u32(f, if n > 0 { REFERENT } else { 0 });
        }
        if P != TOP && P != DEFER {
            return;
        }
        let element = f.element();
        if !self.enter(f) {
            return;
        }
        for (at, item) in items.enumerate() {
            let mut walk = self.walk::<BODY>();
            item.encode(&mut walk, element);
            walk.put_u32(f, if at + 1 < n { REFERENT } else { 0 });
            self.at = walk.end();
            if element.ndr.defers {
                let mut walk = self.walk::<DEFER>();
                item.encode(&mut walk, element);
                self.at = walk.end();
            }
        }
        self.leave();
    }

    /// Section 14.3.11.1: a null pointer is 0.
    #[inline(always)]
    fn optional_here<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>) {
        if in_place(P) {
            self.put_u32(f, if v.is_some() { REFERENT } else { 0 });
            self.w.extent = if P == TOP { self.w.extent } else { None };
        }
        if let Some(v) = v
            && (P == TOP || P == DEFER)
        {
            self.referent(f, v);
        }
    }

    // Sections 14.3.11.1 and 14.3.12.1.
    fn shared_here<T: Encode + ?Sized>(&mut self, f: &Field, identity: usize, v: Option<&T>) {
        if in_place(P) {
            let id = match identity {
                0 => 0,
                _ => self.w.referents().id_of(identity),
            };
            self.put_u32(f, id);
        }
        let due = identity != 0 && (P == TOP || P == DEFER);
        if !(due && self.w.referents().takes_along(identity)) {
            return;
        }
        match v {
            Some(v) => self.referent(f, v),
            None => self.w.fail(f, UnencodableKind::Dangling),
        }
    }

    /// The target of a pointer.
    #[inline]
    fn referent<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        if !self.enter(f) {
            return;
        }
        let mut top = self.walk::<TOP>();
        v.encode(&mut top, f.element());
        self.at = top.end();
        self.leave();
    }
}

macro_rules! put_scalars {
    ($($name:ident)*) => {$(
        #[inline(always)]
        fn $name(&mut self, f: &Field, v: $name) {
            self.scalar(f, v.to_le_bytes());
        }
    )*};
}

macro_rules! put_bulks {
    ($($name:ident $ty:ident)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: &[$ty]) {
            if f.holds_pointers() {
                return self.apart(|walk| walk.behind_pointers(f, v));
            }
            self.flat(f, v.len(), |body| body.put_bulk(f, v, $ty::to_le_bytes));
        }
    )*};
}

impl<const P: Walk> Sink for Encoder<'_, P> {
    #[inline(always)]
    fn field<T: Encode + ?Sized>(&mut self, f: &Field, v: &T) {
        match P {
            TOP | BODY => v.encode(self, f),
            DEFER if f.ndr.defers => v.encode(self, f),
            CONFORM if f.ndr.hoists > 0 => v.encode(self, f),
            _ => {}
        }
    }

    #[inline]
    fn void(&mut self, _: &Field) {}

    // Sections 14.2.3, 14.2.5 and 14.2.6.
    #[inline(always)]
    fn bool(&mut self, f: &Field, v: bool) {
        self.scalar(f, [u8::from(v)]);
    }

    put_scalars! { i8 u8 i16 u16 i32 u32 i64 u64 f32 f64 }

    // NDR has no such type: uninterpreted octets (section 14.2.7).
    #[inline]
    fn f128(&mut self, f: &Field, v: &[u8; 16]) {
        if f.ndr.pointer != Pointer::Inline {
            self.pointed(f, |top| top.put_octets(f, v));
        } else if in_place(P) {
            self.put_octets(f, v);
        }
    }

    #[inline]
    fn enumeration(&mut self, f: &Field, m: &Enum, v: i32) {
        if f.ndr.pointer != Pointer::Inline {
            self.pointed(f, |top| top.put_member(f, m, v));
        } else if in_place(P) {
            self.put_member(f, m, v);
        }
    }

    #[inline(always)]
    fn text(&mut self, f: &Field, v: &str) {
        match f.ndr.pointer {
            Pointer::Inline => self.text_here(f, v),
            _ => self.pointed(f, |top| top.text_here(f, v)),
        }
    }

    #[inline(always)]
    fn bytes(&mut self, f: &Field, v: &[u8]) {
        if f.ndr.terminated {
            return self.apart(|walk| walk.terminated(f, v));
        }
        self.flat(f, v.len(), |body| {
            if !v.is_empty() {
                body.put_octets(f, v);
            }
        });
    }

    #[inline]
    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        match (f.ndr.array, f.ndr.pointer) {
            (Array::Counted, _) => self.counted(f, items.len(), |top| top.seq_here(f, items)),
            (_, Pointer::Inline) => self.seq_here(f, items),
            _ => self.pointed(f, |top| top.seq_here(f, items)),
        }
    }

    put_bulks! { i32s i32 u32s u32 i64s i64 u64s u64 f32s f32 f64s f64 }

    #[inline]
    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        match f.ndr.pointer {
            Pointer::Ref => self.pointed(f, |top| top.chain_here(f, items)),
            _ => self.chain_here(f, items),
        }
    }

    #[inline]
    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>) {
        match f.ndr.pointer {
            Pointer::Ref => self.pointed(f, |top| top.optional_here(f, v)),
            _ => self.optional_here(f, v),
        }
    }

    fn shared<T: Encode + ?Sized>(&mut self, f: &Field, identity: usize, v: Option<&T>) {
        match f.ndr.pointer {
            Pointer::Ref => self.pointed(f, |top| top.shared_here(f, identity, v)),
            _ => self.shared_here(f, identity, v),
        }
    }

    fn hold(&mut self, identity: usize, value: impl FnOnce() -> Box<dyn Any + Send + Sync>) {
        if P == TOP || P == DEFER {
            self.w.referents().hold(identity, value);
        }
    }

    #[inline]
    fn extent(&mut self, bounds: &[Bounds]) {
        self.w.say(bounds);
    }

    #[inline]
    fn extent_over(&mut self) {
        self.w.said();
    }

    // Section 14.3.6.
    #[inline]
    fn record<T: Fields + ?Sized>(&mut self, f: &Field, m: &Record, v: &T) {
        match (P, f.ndr.pointer) {
            (TOP, _) => {
                self.pointer_at_top(f);
                self.record_here(f, m, v);
            }
            (_, Pointer::Inline) => self.record_here(f, m, v),
            _ => self.pointed(f, |top| top.record_here(f, m, v)),
        }
    }

    // Section 14.3.8.
    #[inline]
    fn union<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, arm: usize, label: i64, v: &T) {
        if m.arm_of(label) != Some(arm) {
            return self.w.fail(f, UnencodableKind::NoArm(label));
        }
        match (P, f.ndr.pointer) {
            (TOP, _) => {
                self.pointer_at_top(f);
                self.union_here(f, m, label, v);
            }
            (_, Pointer::Inline) => self.union_here(f, m, label, v),
            _ => self.pointed(f, |top| top.union_here(f, m, label, v)),
        }
    }

    // Sections 14.3.11 and 14.4: each parameter is an outermost construct.
    #[inline]
    fn params<T: Fields + ?Sized>(&mut self, _: &Record, v: &T) {
        v.fields(self);
    }

    fn refuse(&mut self, f: &Field, kind: UnencodableKind) {
        self.w.fail(f, kind);
    }
}
