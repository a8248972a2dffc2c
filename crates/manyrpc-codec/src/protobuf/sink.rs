//! Writing Protocol Buffers.

use alloc::string::String;
use alloc::vec::Vec;

use super::{END, I32, I64, INNER, LEN, Limits, START, VARINT, Wire, key, varint_len};
use crate::buf::Buf;
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Unencodable, UnencodableKind};
use crate::meta::{Coding, Discriminant, Enum, Field, Length, Presence, Record, Union};

/// Bytes that are shifted at once to make room for lengths, in one message.
const SHIFTED: usize = 4096;

/// Times that a value is written until there is room for it. The first tells how much it needs, so
/// that a third is for values that change meanwhile.
const ATTEMPTS: usize = 3;

/// Appends what `value` walks. On failure the buffer is as before.
#[inline(always)]
pub(super) fn encode(
    buf: &mut Buf,
    limits: &Limits,
    value: impl Fn(&mut Encoder<'_>),
) -> Result<(), Unencodable> {
    attempt(buf, limits, &value, ATTEMPTS)
}

/// The same, as often as that: what has no room is counted to its end, and written again.
#[inline(never)]
fn attempt(
    buf: &mut Buf,
    limits: &Limits,
    value: &impl Fn(&mut Encoder<'_>),
    attempts: usize,
) -> Result<(), Unencodable> {
    let space = buf.space(0);
    let room = space.len();
    let mut sink = Encoder::new(space, limits);
    value(&mut sink);
    let size = sink.finish(limits)?;
    if size <= room {
        buf.filled(size);
        return Ok(());
    }
    if attempts <= 1 {
        return Err(too_large());
    }
    make_room(buf, size);
    attempt(buf, limits, value, attempts - 1)
}

#[cold]
#[inline(never)]
fn make_room(buf: &mut Buf, size: usize) {
    let _ = buf.space(size);
}

#[cold]
fn too_large() -> Unencodable {
    Unencodable {
        kind: UnencodableKind::TooLarge,
        field: String::from("message"),
    }
}

/// Writes values. The first failure sticks.
///
/// Where it is stands here and not in a buffer: so it stays in a register. What there is no room
/// for is counted only.
pub(super) struct Encoder<'b> {
    space: &'b mut [u8],
    /// Where the next byte comes.
    at: usize,
    depth: u32,
    /// Bytes that may yet be shifted at once.
    shifts: usize,
    /// How much more than one byte all of `gaps` need.
    missing: usize,
    /// Lengths that have one byte of room and need more.
    gaps: Vec<Gap>,
    failure: Option<Unencodable>,
}

/// A length with too little room.
struct Gap {
    /// Where what it is the length of begins.
    body: usize,
    length: u64,
}

/// A nested message that has begun.
struct Open {
    body: usize,
    missing: usize,
}

impl<'b> Encoder<'b> {
    #[inline]
    fn new(space: &'b mut [u8], limits: &Limits) -> Self {
        Encoder {
            space,
            at: 0,
            depth: limits.depth,
            shifts: SHIFTED,
            missing: 0,
            gaps: Vec::new(),
            failure: None,
        }
    }

    /// Ends the value: how many bytes it has. If they are more than there was room for, nothing
    /// of what was written is of use.
    #[inline]
    fn finish(mut self, limits: &Limits) -> Result<usize, Unencodable> {
        let size = self.at + self.missing;
        if let Some(failure) = self.failure {
            return Err(failure);
        }
        if size > limits.bytes {
            return Err(too_large());
        }
        if self.missing > 0 && size <= self.space.len() {
            self.open_gaps();
        }
        Ok(size)
    }

    #[cold]
    #[inline(never)]
    fn fail(&mut self, f: &Field, kind: UnencodableKind) {
        if self.failure.is_none() {
            let field = String::from(&*f.name);
            self.failure = Some(Unencodable { kind, field });
        }
    }

    /// Whether there may be so many; notes the failure if not.
    #[inline]
    fn fits(&mut self, f: &Field, n: usize) -> bool {
        let (permitted, max) = match f.length {
            Length::Fixed(len) => (n == len as usize, len),
            Length::UpTo(max) => (n <= max as usize, max),
        };
        if !permitted {
            let (count, max) = (n as u64, u64::from(max));
            self.fail(f, UnencodableKind::Length { count, max });
        }
        permitted
    }

    /// Whether a default value is left out. What has no number stands where it stands.
    #[inline]
    fn omits(f: &Field) -> bool {
        f.pb.presence == Presence::Implicit && f.pb.number != 0
    }

    #[inline(always)]
    fn put<const N: usize>(&mut self, bytes: [u8; N]) {
        let space = self.space.get_mut(self.at..);
        if let Some(slot) = space.and_then(<[u8]>::first_chunk_mut) {
            *slot = bytes;
        }
        self.at += N;
    }

    #[inline]
    fn put_raw(&mut self, bytes: &[u8]) {
        self.append(bytes.len(), |space| space.copy_from_slice(bytes));
    }

    #[inline]
    fn append(&mut self, n: usize, write: impl FnOnce(&mut [u8])) {
        let end = self.at.saturating_add(n);
        if let Some(space) = self.space.get_mut(self.at..end) {
            write(space);
        }
        self.at = end;
    }

    /// A key and a varint; without a number, the varint alone.
    #[inline]
    fn put_varint(&mut self, f: &Field, v: u64) {
        let number = f.pb.number;
        if v == 0 && Self::omits(f) {
            return;
        }
        if is_short(number) && v < 0x80 {
            return self.put([key(number, VARINT) as u8, v as u8]);
        }
        if number != 0 {
            self.put_key(number, VARINT);
        }
        self.put_bare(v);
    }

    #[inline]
    fn put_key(&mut self, number: u32, wire: Wire) {
        match is_short(number) {
            true => self.put([key(number, wire) as u8]),
            false => self.put_bare(key(number, wire)),
        }
    }

    #[inline(never)]
    fn put_bare(&mut self, v: u64) {
        self.append(varint_len(v), |space| {
            write_varint(space, 0, v);
        });
    }

    #[inline]
    fn put_fixed4(&mut self, f: &Field, v: u32) {
        if v == 0 && Self::omits(f) {
            return;
        }
        let [a, b, c, d] = v.to_le_bytes();
        if is_short(f.pb.number) {
            return self.put([key(f.pb.number, I32) as u8, a, b, c, d]);
        }
        if f.pb.number != 0 {
            self.put_key(f.pb.number, I32);
        }
        self.put([a, b, c, d]);
    }

    #[inline]
    fn put_fixed8(&mut self, f: &Field, v: u64) {
        if v == 0 && Self::omits(f) {
            return;
        }
        if f.pb.number != 0 {
            self.put_key(f.pb.number, I64);
        }
        self.put(v.to_le_bytes());
    }

    /// Bytes with their length before them.
    #[inline]
    fn put_delimited(&mut self, f: &Field, v: &[u8]) {
        let (number, n) = (f.pb.number, v.len());
        if n == 0 && Self::omits(f) {
            return;
        }
        if !is_short(number) || n >= 0x80 {
            return self.put_delimited_apart(number, v);
        }
        let space = self.space.get_mut(self.at..);
        if let Some([front, length, body @ ..]) = space
            && let Some(body) = body.get_mut(..n)
        {
            *front = key(number, LEN) as u8;
            *length = n as u8;
            body.copy_from_slice(v);
        }
        self.at += 2 + n;
    }

    #[inline(never)]
    fn put_delimited_apart(&mut self, number: u32, v: &[u8]) {
        if number != 0 {
            self.put_key(number, LEN);
        }
        self.put_bare(v.len() as u64);
        self.put_raw(v);
    }

    /// A signed integer in one of its codings; `bits` are those of its 32 or 64.
    #[inline]
    fn put_signed(&mut self, f: &Field, v: i64, wide: bool) {
        match (f.pb.coding, wide) {
            (Coding::Zigzag, _) => self.put_varint(f, zigzag(v)),
            (Coding::Fixed, false) => self.put_fixed4(f, v as u32),
            (Coding::Fixed, true) => self.put_fixed8(f, v as u64),
            _ => self.put_varint(f, v as u64),
        }
    }

    #[inline]
    fn put_unsigned(&mut self, f: &Field, v: u64, wide: bool) {
        match (f.pb.coding, wide) {
            (Coding::Fixed, false) => self.put_fixed4(f, v as u32),
            (Coding::Fixed, true) => self.put_fixed8(f, v),
            _ => self.put_varint(f, v),
        }
    }

    /// A nested message: its key, its length, and what is inside, one level down.
    #[inline]
    fn message(&mut self, f: &Field, number: u32, inside: impl FnOnce(&mut Self)) {
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
            let length = length as u64;
            self.gaps.push(Gap { body, length });
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

    /// Opens all gaps, from the last to the first: each byte is moved once.
    #[cold]
    #[inline(never)]
    fn open_gaps(&mut self) {
        self.gaps.sort_unstable_by_key(|gap| gap.body);
        let mut from = self.at;
        let mut to = from + self.missing;
        for gap in self.gaps.iter().rev() {
            let moved = from - gap.body;
            self.space.copy_within(gap.body..from, to - moved);
            to -= moved + varint_len(gap.length);
            write_varint(&mut self.space[to..], 0, gap.length);
            // The byte that was left is part of the length now.
            from = gap.body - 1;
        }
    }

    /// What an array writes, in a message of its own where its place needs one.
    #[inline]
    fn array(&mut self, f: &Field, n: usize, write: impl FnOnce(&mut Self, u32)) {
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

    /// Elements one after the other, with keys of their own or in one field.
    #[inline]
    fn elements<E: Encode>(&mut self, f: &Field, items: impl ExactSizeIterator<Item = E>) {
        let element = f.element();
        self.array(f, items.len(), |sink, number| {
            if f.pb.packed && element.pb.number == 0 && number != 0 {
                return sink.message(f, number, |sink| {
                    items.for_each(|item| item.encode(sink, element));
                });
            }
            items.for_each(|item| item.encode(sink, element));
        });
    }

    /// Scalars in one field: `size` bytes that `write` fills in.
    #[inline]
    fn packed(&mut self, number: u32, size: usize, write: impl FnOnce(&mut [u8])) {
        if number != 0 {
            self.put_key(number, LEN);
            self.put_bare(size as u64);
        }
        self.append(size, write);
    }

    /// Scalars as varints in one field.
    #[inline(always)]
    fn packed_varints<T: Copy>(&mut self, number: u32, v: &[T], wide: impl Fn(T) -> u64) {
        let size = v.iter().map(|v| varint_len(wide(*v))).sum();
        self.packed(number, size, |space| {
            let mut at = 0;
            for v in v {
                at = write_varint(space, at, wide(*v));
            }
        });
    }

    #[inline]
    fn fields_of<T: Fields + ?Sized>(&mut self, v: &T) {
        v.fields(self);
        let unknown = v.unknown();
        if !unknown.is_empty() {
            self.put_raw(unknown);
        }
    }

    /// What is inside of a message, one level down, where it stands alone.
    #[inline]
    fn bare(&mut self, f: &Field, inside: impl FnOnce(&mut Self)) {
        if self.depth == 0 {
            return self.fail(f, UnencodableKind::TooDeep);
        }
        self.depth -= 1;
        inside(self);
        self.depth += 1;
    }

    fn group<T: Fields + ?Sized>(&mut self, f: &Field, v: &T) {
        self.bare(f, |sink| {
            sink.put_key(f.pb.number, START);
            sink.fields_of(v);
            sink.put_key(f.pb.number, END);
        });
    }

    #[inline]
    fn put_label(&mut self, f: &Field, m: &Union, label: i64) {
        if matches!(m.discriminant, Discriminant::Bool) && !matches!(label, 0 | 1) {
            return self.fail(f, UnencodableKind::NoArm(label));
        }
        if label != 0 {
            self.put_key(INNER, VARINT);
            self.put_bare(label as u64);
        }
    }
}

/// Whether the key of a field takes one byte.
#[inline]
const fn is_short(number: u32) -> bool {
    number.wrapping_sub(1) < 15
}

/// Writes a varint at `at`; where it ends.
#[inline]
fn write_varint(space: &mut [u8], mut at: usize, mut v: u64) -> usize {
    while v >= 0x80 {
        space[at] = v as u8 | 0x80;
        v >>= 7;
        at += 1;
    }
    space[at] = v as u8;
    at + 1
}

/// Signed integers so that small ones take few bytes: 0, -1, 1, -2 …
#[inline]
const fn zigzag(v: i64) -> u64 {
    (v << 1 ^ v >> 63) as u64
}

macro_rules! put_integers {
    ($($name:ident $put:ident $wide:ident $is_wide:literal)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: $name) {
            self.$put(f, $wide::from(v), $is_wide);
        }
    )*};
}

macro_rules! put_arrays {
    ($($name:ident $ty:ident $wide:ident $zigzag:expr)*) => {$(
        #[inline(never)]
        fn $name(&mut self, f: &Field, v: &[$ty]) {
            if !f.pb.packed {
                return self.elements(f, v.iter());
            }
            let coding = f.element().pb.coding;
            self.array(f, v.len(), |sink, number| match coding {
                Coding::Fixed => sink.packed(number, size_of_val(v), |space| {
                    put_le(space, v, $ty::to_le_bytes);
                }),
                Coding::Zigzag => sink.packed_varints(number, v, $zigzag),
                _ => sink.packed_varints(number, v, |v| $wide::from(v) as u64),
            });
        }
    )*};
}

macro_rules! put_floats {
    ($($name:ident $ty:ident)*) => {$(
        #[inline(never)]
        fn $name(&mut self, f: &Field, v: &[$ty]) {
            if !f.pb.packed {
                return self.elements(f, v.iter());
            }
            self.array(f, v.len(), |sink, number| {
                sink.packed(number, size_of_val(v), |space| {
                    put_le(space, v, $ty::to_le_bytes);
                });
            });
        }
    )*};
}

#[inline]
fn put_le<T: Copy, const N: usize>(space: &mut [u8], v: &[T], bytes: fn(T) -> [u8; N]) {
    for (to, from) in space.as_chunks_mut::<N>().0.iter_mut().zip(v) {
        *to = bytes(*from);
    }
}

impl Sink for Encoder<'_> {
    #[inline]
    fn void(&mut self, _: &Field) {}

    #[inline]
    fn bool(&mut self, f: &Field, v: bool) {
        self.put_varint(f, u64::from(v));
    }

    put_integers! {
        i8 put_signed i64 false
        i16 put_signed i64 false
        i32 put_signed i64 false
        i64 put_signed i64 true
        u8 put_unsigned u64 false
        u16 put_unsigned u64 false
        u32 put_unsigned u64 false
        u64 put_unsigned u64 true
    }

    // Not a comparison with 0: negative zero is no default.
    #[inline]
    fn f32(&mut self, f: &Field, v: f32) {
        self.put_fixed4(f, v.to_bits());
    }

    #[inline]
    fn f64(&mut self, f: &Field, v: f64) {
        self.put_fixed8(f, v.to_bits());
    }

    fn f128(&mut self, f: &Field, v: &[u8; 16]) {
        if *v != [0; 16] || !Self::omits(f) {
            self.put_delimited(f, v);
        }
    }

    #[inline]
    fn enumeration(&mut self, f: &Field, m: &Enum, v: i32) {
        if m.contains(v) {
            self.put_varint(f, i64::from(v) as u64);
        } else {
            self.fail(f, UnencodableKind::NotMember(v));
        }
    }

    #[inline]
    fn text(&mut self, f: &Field, v: &str) {
        if self.fits(f, v.len()) {
            self.put_delimited(f, v.as_bytes());
        }
    }

    #[inline]
    fn bytes(&mut self, f: &Field, v: &[u8]) {
        if self.fits(f, v.len()) {
            self.put_delimited(f, v);
        }
    }

    #[inline]
    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        self.elements(f, items);
    }

    put_arrays! {
        i32s i32 i64 |v| zigzag(i64::from(v))
        u32s u32 u64 u64::from
        i64s i64 i64 zigzag
        u64s u64 u64 u64::from
    }

    put_floats! { f32s f32 f64s f64 }

    #[inline]
    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        self.elements(f, items);
    }

    #[inline]
    fn optional<T: Encode + ?Sized>(&mut self, f: &Field, v: Option<&T>) {
        if f.pb.coding == Coding::Wrapped {
            return self.message(f, f.pb.number, |sink| {
                if let Some(v) = v {
                    v.encode(sink, f.element());
                }
            });
        }
        if let Some(v) = v {
            v.encode(self, f.element());
        }
    }

    #[inline]
    fn record<T: Fields + ?Sized>(&mut self, f: &Field, _: &Record, v: &T) {
        match (f.pb.number, f.pb.coding) {
            (0, _) => self.bare(f, |sink| sink.fields_of(v)),
            (_, Coding::Group) => self.group(f, v),
            (number, _) => self.message(f, number, |sink| sink.fields_of(v)),
        }
    }

    #[inline]
    fn union<T: Fields + ?Sized>(&mut self, f: &Field, m: &Union, arm: usize, label: i64, v: &T) {
        if m.arm_of(label) != Some(arm) {
            return self.fail(f, UnencodableKind::NoArm(label));
        }
        if f.pb.coding == Coding::Choice {
            return v.fields(self);
        }
        let inside = |sink: &mut Self| {
            sink.put_label(f, m, label);
            v.fields(sink);
        };
        match f.pb.number {
            0 => self.bare(f, inside),
            number => self.message(f, number, inside),
        }
    }

    #[inline]
    fn params<T: Fields + ?Sized>(&mut self, _: &Record, v: &T) {
        self.fields_of(v);
    }

    fn refuse(&mut self, f: &Field, kind: UnencodableKind) {
        self.fail(f, kind);
    }
}
