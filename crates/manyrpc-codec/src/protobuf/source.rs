//! Reading Protocol Buffers.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::seen::{Choices, Seen};
use super::{END, I32, I64, INNER, LARGEST_NUMBER, LEN, Limits, START, VARINT, Wire, key};
use crate::decode::{Arms, BytesSlot, Collect, Decode, Maybe, SharedSlot, Slots, Source, TextSlot};
use crate::error::{Fail, Malformed, MalformedKind, Name};
use crate::meta::{Coding, Discriminant, Enum, Field, Length, Others, Presence, Record, Union};

/// Not on the wire: a value without a key, which reaches to the end of what there is.
const BARE: Wire = 8;
/// Not on the wire: a field that did not come, which becomes its default.
const ABSENT: Wire = 9;

/// What the default of any scalar is read from.
const ZEROS: [u8; 16] = [0; 16];

/// Elements to make room for before any has been read.
const FIRST_ELEMENTS: usize = 4;

/// Fills values from bytes. What went wrong, and where, stays in here.
///
/// Text and bytes are borrowed from the input where their slots borrow.
pub(super) struct Decoder<'de> {
    /// What is left of the message that is being read.
    pub(super) rest: &'de [u8],
    /// How many bytes follow that message.
    pub(super) behind: usize,
    total: usize,
    depth: u32,
    /// Number and wire type of the field whose key was read last.
    pub(super) number: u32,
    pub(super) wire: Wire,
    /// Whether the field came before, so that messages merge and arrays go on.
    again: bool,
    /// Whether it came before in this very part of its message.
    twice: bool,
    /// Whether the value is a default one, so that what does not come needs no clearing.
    fresh: bool,
    /// Shared values met so far: each has an identity of its own.
    shared: u32,
    /// Why a read failed that was no failure.
    detour: Detour,
    /// Elements that the array does not take, as fields of their own.
    strangers: Vec<u8>,
    failure: Option<Malformed>,
}

/// Why a read failed without the bytes being malformed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detour {
    None,
    /// The value does not travel like that: to its type the field is unknown.
    OtherWire,
    /// Not one element, but many in one field.
    Packed,
    /// An enumeration has no such member, and counts it among the unknown fields.
    Stranger(i32),
}

/// A nested message that is being read.
struct Opened<'de> {
    tail: &'de [u8],
    /// The number of a group, which has no length; 0 for messages.
    group: u32,
}

impl<'de> Decoder<'de> {
    /// Reads these bytes. More of them than [`Limits::bytes`] are none: the first read fails.
    #[inline]
    pub(super) fn new(bytes: &'de [u8], limits: &Limits) -> Self {
        let mut source = Decoder {
            rest: bytes,
            behind: 0,
            total: bytes.len(),
            depth: limits.depth,
            number: 0,
            wire: BARE,
            again: false,
            twice: false,
            fresh: false,
            shared: 0,
            detour: Detour::None,
            strangers: Vec::new(),
            failure: None,
        };
        if bytes.len() > limits.bytes {
            source.refuse_all(limits.bytes);
        }
        source
    }

    /// Ends the value: it took all the bytes.
    ///
    /// # Errors
    /// The first failure, or that bytes remain.
    #[inline]
    pub(super) fn finish(self) -> Result<(), Malformed> {
        if self.failure.is_none() && self.rest.is_empty() {
            return Ok(());
        }
        let offset = self.offset();
        Err(self.failure.unwrap_or(Malformed {
            kind: MalformedKind::Trailing(self.rest.len()),
            offset,
        }))
    }

    /// What went wrong. Call it where a read has failed.
    #[cold]
    pub(super) fn failure(&self) -> Malformed {
        // A value that fails without the source's doing has met its end early.
        self.failure.unwrap_or(Malformed {
            kind: MalformedKind::Truncated,
            offset: self.offset(),
        })
    }

    /// Where the next read starts, in bytes from the start.
    pub(super) fn offset(&self) -> usize {
        self.total.saturating_sub(self.behind + self.rest.len())
    }

    #[cold]
    #[inline(never)]
    fn refuse_all(&mut self, max: usize) {
        let (count, max) = (self.total as u64, max as u64);
        self.rest = &[];
        self.total = 0;
        self.fail_at(0, MalformedKind::TooLong { count, max });
    }

    #[cold]
    #[inline(never)]
    fn fail_at(&mut self, offset: usize, kind: MalformedKind) -> Fail {
        if self.failure.is_none() {
            self.failure = Some(Malformed { kind, offset });
        }
        Fail
    }

    #[cold]
    #[inline(never)]
    fn fail(&mut self, kind: MalformedKind) -> Fail {
        self.fail_at(self.offset(), kind)
    }

    #[cold]
    #[inline(never)]
    fn too_long(&mut self, count: usize, max: usize) -> Fail {
        let (count, max) = (count as u64, max as u64);
        self.fail(MalformedKind::TooLong { count, max })
    }

    /// The end of a group that has not begun.
    #[cold]
    pub(super) fn lonely_end(&mut self) -> Fail {
        self.fail(MalformedKind::Group(self.number))
    }

    #[inline]
    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], Fail> {
        match self.rest.split_first_chunk::<N>() {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(*bytes)
            }
            None => Err(self.fail(MalformedKind::Truncated)),
        }
    }

    #[inline]
    pub(super) fn varint(&mut self) -> Result<u64, Fail> {
        match self.rest {
            [byte, rest @ ..] if *byte < 0x80 => {
                self.rest = rest;
                Ok(u64::from(*byte))
            }
            _ => self.longer_varint(),
        }
    }

    /// Bits beyond the 64th are dropped, as everyone does.
    #[inline(never)]
    fn longer_varint(&mut self) -> Result<u64, Fail> {
        let mut v = 0;
        for (i, byte) in self.rest.iter().take(10).enumerate() {
            v |= u64::from(byte & 0x7f) << (7 * i);
            if *byte < 0x80 {
                self.rest = &self.rest[i + 1..];
                return Ok(v);
            }
        }
        let kind = match self.rest.len() {
            ..10 => MalformedKind::Truncated,
            _ => MalformedKind::Varint,
        };
        Err(self.fail(kind))
    }

    /// Bytes with their length before them.
    #[inline]
    pub(super) fn delimited(&mut self) -> Result<&'de [u8], Fail> {
        let n = self.varint()?;
        match self
            .rest
            .split_at_checked(usize::try_from(n).unwrap_or(usize::MAX))
        {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => {
                let max = self.rest.len() as u64;
                Err(self.fail(MalformedKind::TooLong { count: n, max }))
            }
        }
    }

    /// Reads a field's key.
    #[inline]
    pub(super) fn next_key(&mut self) -> Result<(), Fail> {
        let offset = self.rest.len();
        let v = self.varint()?;
        self.wire = (v & 7) as Wire;
        self.number = (v >> 3) as u32;
        if self.wire > I32 || v < 8 || v >> 3 > u64::from(LARGEST_NUMBER) {
            let at = self.total.saturating_sub(self.behind + offset);
            return Err(self.fail_at(at, MalformedKind::Key(v)));
        }
        Ok(())
    }

    /// Passes over the value whose key was read. False if that is the end of a group.
    #[inline(never)]
    pub(super) fn skip_within(&mut self) -> Result<bool, Fail> {
        match self.wire {
            VARINT => drop(self.varint()?),
            I64 => drop(self.take::<8>()?),
            I32 => drop(self.take::<4>()?),
            LEN => drop(self.delimited()?),
            START => self.skip_group()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn skip_group(&mut self) -> Result<(), Fail> {
        let number = self.number;
        self.enter()?;
        loop {
            self.next_key()?;
            if !self.skip_within()? {
                break;
            }
        }
        if self.number != number {
            return Err(self.lonely_end());
        }
        self.depth += 1;
        Ok(())
    }

    /// One level down.
    #[inline]
    fn enter(&mut self) -> Result<(), Fail> {
        if self.depth == 0 {
            return Err(self.fail(MalformedKind::TooDeep));
        }
        self.depth -= 1;
        Ok(())
    }

    /// Steps into the message that the field is.
    #[inline]
    fn open(&mut self, f: &Field) -> Result<Opened<'de>, Fail> {
        let is_group = f.pb.coding == Coding::Group;
        let (mut tail, mut group): (&[u8], u32) = (&[], 0);
        match self.wire {
            LEN if !is_group => {
                let body = self.delimited()?;
                tail = self.rest;
                self.rest = body;
                self.behind += tail.len();
            }
            START if is_group => group = self.number,
            BARE => {}
            ABSENT => self.rest = &[],
            _ => return Err(self.other_wire()),
        }
        self.enter()?;
        Ok(Opened { tail, group })
    }

    #[inline]
    fn close(&mut self, opened: Opened<'de>) {
        self.depth += 1;
        if opened.group == 0 {
            self.behind -= opened.tail.len();
            self.rest = opened.tail;
        }
    }

    /// Whether the message goes on; then the next field's key is read.
    #[inline]
    fn goes_on(&mut self, opened: &Opened) -> Result<bool, Fail> {
        if self.rest.is_empty() {
            return match opened.group {
                0 => Ok(false),
                group => Err(self.fail(MalformedKind::Group(group))),
            };
        }
        self.next_key()?;
        if self.wire == END {
            return match self.number == opened.group {
                true => Ok(false),
                false => Err(self.lonely_end()),
            };
        }
        Ok(true)
    }

    /// What stands for a type that does not travel as this field does.
    #[cold]
    #[inline(never)]
    fn other_wire(&mut self) -> Fail {
        self.detour = match self.wire {
            LEN => Detour::Packed,
            _ => Detour::OtherWire,
        };
        Fail
    }

    /// That the value travels as its type does.
    #[inline]
    fn expect(&mut self, wire: Wire) -> Result<(), Fail> {
        if self.wire == wire || self.wire >= BARE {
            return Ok(());
        }
        Err(self.other_wire())
    }

    /// Goes back to a field that turned out to be an unknown one, and past it; what it is.
    #[cold]
    #[inline(never)]
    fn turn_back(&mut self, entry: &'de [u8]) -> Result<&'de [u8], Fail> {
        if self.detour == Detour::None || self.failure.is_some() {
            return Err(Fail);
        }
        self.detour = Detour::None;
        self.rest = entry;
        self.next_key()?;
        self.pass(entry)
    }

    /// Past the field whose key was read; all of it.
    #[inline(never)]
    fn pass(&mut self, entry: &'de [u8]) -> Result<&'de [u8], Fail> {
        if !self.skip_within()? {
            return Err(self.lonely_end());
        }
        Ok(&entry[..entry.len() - self.rest.len()])
    }

    /// The fields of a message in whatever order they come.
    #[inline]
    fn message<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        opened: &Opened,
    ) -> Result<(), Fail> {
        let (merging, fresh, absent) = (self.again, self.fresh, self.wire == ABSENT);
        let mut seen = Seen::default();
        let mut choices = Choices::default();
        let mut expected = 0;
        if !merging && !fresh {
            v.forget_unknown();
        }
        loop {
            let entry = self.rest;
            if absent || !self.goes_on(opened)? {
                break;
            }
            let Some(i) = find(m, expected, self.number) else {
                let raw = self.pass(entry)?;
                v.unknown(raw);
                continue;
            };
            expected = i + 1;
            let twice = seen.insert(i);
            self.twice = twice;
            self.again = merging || twice;
            if m.fields[i].pb.number == 0 {
                self.again = choices.choose(i, self.number);
            }
            self.fresh = fresh;
            if let Err(Fail) = v.one(i, self) {
                let raw = self.turn_back(entry)?;
                v.unknown(raw);
                if !twice {
                    seen.remove(i);
                }
            }
            if !self.strangers.is_empty() {
                v.unknown(&self.strangers);
                self.strangers.clear();
            }
        }
        if merging {
            return Ok(());
        }
        if !absent {
            self.required(m, &seen)?;
        }
        if fresh && T::PREPARED {
            return Ok(());
        }
        self.absent(m, v, &seen)
    }

    /// That what had to come has come.
    #[inline]
    fn required(&mut self, m: &Record, seen: &Seen) -> Result<(), Fail> {
        let mut from = 0;
        while let Some(i) = seen.next_missing(from, m.fields.len()) {
            let field = &m.fields[i];
            if field.pb.presence == Presence::Required {
                return Err(self.fail(MalformedKind::Missing(Name::new(&field.name))));
            }
            from = i + 1;
        }
        Ok(())
    }

    /// What did not come becomes its default.
    #[inline]
    fn absent<T: Slots<'de> + ?Sized>(
        &mut self,
        m: &Record,
        v: &mut T,
        seen: &Seen,
    ) -> Result<(), Fail> {
        let rest = self.rest;
        let mut from = 0;
        while let Some(i) = seen.next_missing(from, m.fields.len()) {
            (self.rest, self.wire) = (&ZEROS, ABSENT);
            (self.again, self.twice, self.fresh) = (false, false, false);
            v.one(i, self)?;
            from = i + 1;
        }
        self.rest = rest;
        Ok(())
    }

    /// Whether the next field is another of the same number and kind; then its key is read.
    #[inline]
    fn comes_again(&mut self, wanted: u64) -> bool {
        let entry = self.rest;
        match entry {
            [byte, rest @ ..] if u64::from(*byte) == wanted => {
                self.rest = rest;
                true
            }
            [byte, ..] if *byte < 0x80 => false,
            [] => false,
            _ => match self.varint() {
                Ok(found) if found == wanted => true,
                // What is wrong with it is found by who reads it next.
                _ => {
                    self.rest = entry;
                    self.failure = None;
                    false
                }
            },
        }
    }

    /// The elements of an array, from the one on whose key was read, as long as they follow each
    /// other. `take` reads one, with its key read or without any.
    #[inline]
    fn elements(
        &mut self,
        f: &Field,
        mut take: impl FnMut(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let (number, wire) = (self.number, self.wire);
        let mut packed = wire == BARE
            || wire == LEN && f.pb.packed && f.element().pb.number == 0 && f.pb.number != 0;
        loop {
            if packed && wire == LEN {
                let body = self.delimited()?;
                let tail = core::mem::replace(&mut self.rest, body);
                self.behind += tail.len();
                self.bare_elements(number, &mut take)?;
                self.behind -= tail.len();
                self.rest = tail;
            } else if packed {
                return self.bare_elements(number, &mut take);
            } else {
                let entry = self.rest;
                (self.number, self.wire) = (number, wire);
                (self.again, self.twice, self.fresh) = (false, false, true);
                if let Err(Fail) = take(self) {
                    if self.detour == Detour::Packed && self.failure.is_none() {
                        self.detour = Detour::None;
                        self.rest = entry;
                        packed = true;
                        continue;
                    }
                    self.leave_out(number)?;
                }
            }
            if !self.comes_again(key(number, wire)) {
                return Ok(());
            }
        }
    }

    fn bare_elements(
        &mut self,
        number: u32,
        take: &mut impl FnMut(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        while !self.rest.is_empty() {
            self.wire = BARE;
            (self.again, self.twice, self.fresh) = (false, false, true);
            let before = self.rest.len();
            if let Err(Fail) = take(self) {
                self.leave_out(number)?;
            }
            if self.rest.len() == before {
                return Err(self.fail(MalformedKind::Trailing(before)));
            }
        }
        Ok(())
    }

    /// Leaves out an element that its enumeration does not know, and keeps it as a field.
    #[cold]
    #[inline(never)]
    fn leave_out(&mut self, number: u32) -> Result<(), Fail> {
        let Detour::Stranger(value) = self.detour else {
            return Err(Fail);
        };
        self.detour = Detour::None;
        for mut v in [key(number, VARINT), i64::from(value) as u64] {
            while v >= 0x80 {
                self.strangers.push(v as u8 | 0x80);
                v >>= 7;
            }
            self.strangers.push(v as u8);
        }
        Ok(())
    }

    /// What stands in a message of its own: `take` reads its field 1 each time that it comes.
    fn unwrap(
        &mut self,
        f: &Field,
        mut take: impl FnMut(&mut Self) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        let opened = self.open(f)?;
        let fresh = self.fresh;
        let mut again = false;
        loop {
            let entry = self.rest;
            if !self.goes_on(&opened)? {
                break;
            }
            if self.number != INNER {
                self.pass(entry)?;
                continue;
            }
            (self.again, self.twice, self.fresh) = (again, again, fresh);
            again = true;
            if take(self).is_err() {
                self.turn_back(entry)?;
            }
        }
        self.close(opened);
        Ok(())
    }

    /// A growing array.
    #[inline]
    fn collect<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        if f.pb.coding == Coding::Wrapped && self.wire != ABSENT {
            v.start(0);
            return self.unwrap(f, |source| {
                source.again = true;
                source.run(f, v)
            });
        }
        self.run(f, v)
    }

    #[inline]
    fn run<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        if !self.again {
            v.start(if self.wire == ABSENT {
                0
            } else {
                FIRST_ELEMENTS
            });
        }
        if self.wire == ABSENT {
            for _ in 0..absent_elements(f) {
                (self.rest, self.wire) = (&ZEROS, ABSENT);
                (self.again, self.twice, self.fresh) = (false, false, true);
                v.push(self, f.element())?;
            }
            return Ok(());
        }
        if f.keyed {
            return self.map(f, v);
        }
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let element = f.element();
        self.elements(f, |source| {
            if v.len() >= max as usize {
                return Err(source.too_long(v.len() + 1, max as usize));
            }
            v.push(source, element)
        })?;
        self.complete(f, v.len())
    }

    /// The entries of a map, wherever in the message they are, when the first one comes.
    #[inline(never)]
    fn map<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        self.expect(LEN)?;
        if self.twice {
            self.delimited()?;
            return Ok(());
        }
        let entries = self.entries()?;
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if entries.len() > max as usize {
            return Err(self.too_long(entries.len(), max as usize));
        }
        for entry in entries {
            (self.again, self.fresh, self.wire) = (false, true, BARE);
            self.apart(entry, |source| v.push(source, f.element()))?;
        }
        Ok(())
    }

    /// An integer that travels as a varint.
    #[inline]
    fn integer(&mut self) -> Result<u64, Fail> {
        self.expect(VARINT)?;
        self.varint()
    }

    #[inline]
    fn fixed4(&mut self) -> Result<[u8; 4], Fail> {
        self.expect(I32)?;
        self.take()
    }

    #[inline]
    fn fixed8(&mut self) -> Result<[u8; 8], Fail> {
        self.expect(I64)?;
        self.take()
    }

    #[inline]
    fn int32(&mut self, coding: Coding) -> Result<i32, Fail> {
        Ok(match coding {
            Coding::Zigzag => unzigzag(u64::from(self.integer()? as u32)) as i32,
            Coding::Fixed => i32::from_le_bytes(self.fixed4()?),
            _ => self.integer()? as i32,
        })
    }

    #[inline]
    fn uint32(&mut self, coding: Coding) -> Result<u32, Fail> {
        Ok(match coding {
            Coding::Fixed => u32::from_le_bytes(self.fixed4()?),
            _ => self.integer()? as u32,
        })
    }

    #[inline]
    fn int64(&mut self, coding: Coding) -> Result<i64, Fail> {
        Ok(match coding {
            Coding::Zigzag => unzigzag(self.integer()?),
            Coding::Fixed => i64::from_le_bytes(self.fixed8()?),
            _ => self.integer()? as i64,
        })
    }

    #[inline]
    fn uint64(&mut self, coding: Coding) -> Result<u64, Fail> {
        match coding {
            Coding::Fixed => Ok(u64::from_le_bytes(self.fixed8()?)),
            _ => self.integer(),
        }
    }

    /// An array of scalars at once.
    #[inline(always)]
    fn scalars<T>(
        &mut self,
        f: &Field,
        v: &mut Vec<T>,
        wide: Option<fn(u64, Coding) -> T>,
        take: impl Fn(&mut Self, Coding) -> Result<T, Fail>,
    ) -> Result<(), Fail> {
        if f.pb.coding == Coding::Wrapped && self.wire != ABSENT {
            v.clear();
            return self.unwrap(f, |source| {
                source.again = true;
                source.scalar_run(f, v, wide, &take)
            });
        }
        self.scalar_run(f, v, wide, &take)
    }

    #[inline(always)]
    fn scalar_run<T>(
        &mut self,
        f: &Field,
        v: &mut Vec<T>,
        wide: Option<fn(u64, Coding) -> T>,
        take: &impl Fn(&mut Self, Coding) -> Result<T, Fail>,
    ) -> Result<(), Fail> {
        if !self.again {
            v.clear();
        }
        let coding = f.element().pb.coding;
        if self.wire == ABSENT {
            for _ in 0..absent_elements(f) {
                self.rest = &ZEROS;
                v.push(take(self, coding)?);
            }
            return Ok(());
        }
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let (number, wire) = (self.number, self.wire);
        if wire == BARE && self.rest.is_empty() {
            return Ok(());
        }
        loop {
            if wire == LEN {
                let body = self.delimited()?;
                let tail = core::mem::replace(&mut self.rest, body);
                self.behind += tail.len();
                self.wire = BARE;
                let n = match wide {
                    Some(_) => self.count(coding, size_of::<T>()),
                    None => self.rest.len() / size_of::<T>(),
                };
                if n > (max as usize).saturating_sub(v.len()) {
                    return Err(self.too_long(v.len() + n, max as usize));
                }
                v.reserve(n);
                if let (Some(wide), true) = (wide, coding != Coding::Fixed) {
                    self.varints(v, |number| wide(number, coding))?;
                }
                while !self.rest.is_empty() {
                    v.push(take(self, coding)?);
                }
                self.behind -= tail.len();
                self.rest = tail;
            } else {
                self.wire = wire;
                v.push(take(self, coding)?);
            }
            if v.len() > max as usize {
                return Err(self.too_long(v.len(), max as usize));
            }
            if wire == BARE && !self.rest.is_empty() {
                continue;
            }
            if wire == BARE || !self.comes_again(key(number, wire)) {
                return self.complete(f, v.len());
            }
        }
    }

    /// That an array of fixed length has it.
    #[inline]
    fn complete(&mut self, f: &Field, found: usize) -> Result<(), Fail> {
        match f.length {
            Length::Fixed(n) if n as usize != found => {
                let (said, found) = (i64::from(n), found as i64);
                Err(self.fail(MalformedKind::Disagrees { said, found }))
            }
            _ => Ok(()),
        }
    }

    /// Varints as long as there are eight bytes.
    #[inline(always)]
    fn varints<T>(&mut self, v: &mut Vec<T>, wide: impl Fn(u64) -> T) -> Result<(), Fail> {
        let mut rest = self.rest;
        while let Some(eight) = rest.first_chunk() {
            let bits = u64::from_le_bytes(*eight);
            let (number, n) = if bits & 0x80 == 0 {
                (bits & 0x7f, 1)
            } else if bits & 0x8000 == 0 {
                (bits & 0x7f | bits >> 1 & 0x3f80, 2)
            } else if bits & 0x80_0000 == 0 {
                (bits & 0x7f | bits >> 1 & 0x3f80 | bits >> 2 & 0x1f_c000, 3)
            } else {
                self.rest = rest;
                let number = self.longer_varint()?;
                rest = self.rest;
                (number, 0)
            };
            v.push(wide(number));
            rest = &rest[n..];
        }
        self.rest = rest;
        Ok(())
    }

    /// How many elements what is left holds.
    #[inline]
    fn count(&self, coding: Coding, size: usize) -> usize {
        match coding {
            Coding::Fixed => self.rest.len() / size.max(1),
            _ => self.rest.iter().filter(|byte| **byte < 0x80).count(),
        }
    }

    /// The label of a union, which stands anywhere in its message, or is 0.
    fn label(&mut self, m: &Union, opened: &Opened) -> Result<i64, Fail> {
        let (rest, depth) = (self.rest, self.depth);
        let mut label = 0;
        while self.wire != ABSENT && self.goes_on(opened)? {
            if (self.number, self.wire) == (INNER, VARINT) {
                let v = self.varint()?;
                label = match &m.discriminant {
                    Discriminant::Bool => i64::from(v != 0),
                    _ => v as i64,
                };
            } else if !self.skip_within()? {
                return Err(self.lonely_end());
            }
        }
        (self.rest, self.depth) = (rest, depth);
        Ok(label)
    }

    fn arm_of_message<U: Arms<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        let absent = self.wire == ABSENT;
        let opened = self.open(f)?;
        let mut label = self.label(m, &opened)?;
        let first = m.arms.first().and_then(|arm| arm.labels.first());
        if absent && m.arm_of(label).is_none() {
            label = first.copied().unwrap_or_default();
        }
        let Some(arm) = m.arm_of(label) else {
            return Err(self.fail(MalformedKind::NoArm(label)));
        };
        v.select(arm, label);
        let number = m.arms[arm].field.pb.number;
        let mut again = false;
        loop {
            let entry = self.rest;
            if absent || !self.goes_on(&opened)? {
                break;
            }
            if self.number != number {
                self.pass(entry)?;
                continue;
            }
            (self.again, self.twice, self.fresh) = (again, again, true);
            again = true;
            if v.arm(self).is_err() {
                self.turn_back(entry)?;
            }
        }
        if !again {
            let rest = core::mem::replace(&mut self.rest, &ZEROS);
            (self.again, self.twice, self.fresh, self.wire) = (false, false, false, ABSENT);
            v.arm(self)?;
            self.rest = rest;
        }
        self.close(opened);
        Ok(())
    }
}

/// How many elements an array has that did not come.
fn absent_elements(f: &Field) -> u32 {
    match f.length {
        Length::Fixed(n) => n,
        Length::UpTo(_) => 0,
    }
}

/// The index of a field by its number: the expected one, else another, else a `oneof` with an arm
/// of that number.
#[inline]
fn find(m: &Record, expected: usize, number: u32) -> Option<usize> {
    match m.fields.get(expected) {
        Some(field) if field.pb.number == number => Some(expected),
        _ => search(m, number),
    }
}

#[inline(never)]
fn search(m: &Record, number: u32) -> Option<usize> {
    let direct = m.fields.iter().position(|f| f.pb.number == number);
    direct.or_else(|| {
        let at = m.numbers.binary_search_by_key(&number, |(n, _)| *n).ok()?;
        let i = usize::from(m.numbers[at].1);
        (i < m.fields.len()).then_some(i)
    })
}

#[inline]
const fn unzigzag(v: u64) -> i64 {
    (v >> 1) as i64 ^ -((v & 1) as i64)
}

macro_rules! take_narrow {
    ($($name:ident $take:ident)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: &mut $name) -> Result<(), Fail> {
            let wide = self.$take(f.pb.coding)?;
            *v = $name::try_from(wide)
                .map_err(|_| self.fail(MalformedKind::OutOfRange(wide.into())))?;
            Ok(())
        }
    )*};
}

macro_rules! take_integers {
    ($($name:ident $take:ident $bulk:ident $wide:expr;)*) => {$(
        #[inline]
        fn $name(&mut self, f: &Field, v: &mut $name) -> Result<(), Fail> {
            *v = self.$take(f.pb.coding)?;
            Ok(())
        }

        #[inline(never)]
        fn $bulk(&mut self, f: &Field, v: &mut Vec<$name>) -> Result<(), Fail> {
            self.scalars(f, v, Some($wide), |source, coding| source.$take(coding))
        }
    )*};
}

macro_rules! take_floats {
    ($($name:ident $take:ident $bulk:ident)*) => {$(
        #[inline]
        fn $name(&mut self, _: &Field, v: &mut $name) -> Result<(), Fail> {
            *v = $name::from_le_bytes(self.$take()?);
            Ok(())
        }

        #[inline(never)]
        fn $bulk(&mut self, f: &Field, v: &mut Vec<$name>) -> Result<(), Fail> {
            self.scalars(f, v, None, |source, _| source.$take().map($name::from_le_bytes))
        }
    )*};
}

impl<'de> Decoder<'de> {
    #[inline(never)]
    fn text_of(&mut self, f: &Field) -> Result<&'de str, Fail> {
        let bytes = self.bytes_of(f)?;
        let start = self.offset().saturating_sub(bytes.len());
        core::str::from_utf8(bytes)
            .map_err(|e| self.fail_at(start + e.valid_up_to(), MalformedKind::NotUtf8))
    }

    #[inline(never)]
    fn bytes_of(&mut self, f: &Field) -> Result<&'de [u8], Fail> {
        // Not packed elements: what is long already is not taken apart.
        if self.wire != LEN && self.wire < BARE {
            self.detour = Detour::OtherWire;
            return Err(Fail);
        }
        let bytes = self.delimited()?;
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if bytes.len() > max as usize {
            return Err(self.too_long(bytes.len(), max as usize));
        }
        if self.wire != ABSENT {
            self.complete(f, bytes.len())?;
        }
        Ok(bytes)
    }
}

impl<'de> Source<'de> for Decoder<'de> {
    #[inline]
    fn void(&mut self, _: &Field) -> Result<(), Fail> {
        match self.wire {
            BARE | ABSENT => Ok(()),
            _ => self.skip_within().map(drop),
        }
    }

    #[inline]
    fn bool(&mut self, _: &Field, v: &mut bool) -> Result<(), Fail> {
        *v = self.integer()? != 0;
        Ok(())
    }

    take_narrow! { i8 int32 u8 uint32 i16 int32 u16 uint32 }

    take_integers! {
        i32 int32 i32s |v, coding| match coding {
            Coding::Zigzag => unzigzag(u64::from(v as u32)) as i32,
            _ => v as i32,
        };
        u32 uint32 u32s |v, _| v as u32;
        i64 int64 i64s |v, coding| match coding {
            Coding::Zigzag => unzigzag(v),
            _ => v as i64,
        };
        u64 uint64 u64s |v, _| v;
    }

    take_floats! { f32 fixed4 f32s f64 fixed8 f64s }

    fn f128(&mut self, f: &Field, v: &mut [u8; 16]) -> Result<(), Fail> {
        if self.wire == ABSENT {
            *v = [0; 16];
            return Ok(());
        }
        let bytes = self.bytes_of(f)?;
        *v = bytes.try_into().map_err(|_| {
            let (said, found) = (16, bytes.len() as i64);
            self.fail(MalformedKind::Disagrees { said, found })
        })?;
        Ok(())
    }

    #[inline]
    fn enumeration(&mut self, _: &Field, m: &Enum, v: &mut i32) -> Result<(), Fail> {
        let mut value = self.integer()? as i32;
        if !m.contains(value) {
            match m.others {
                _ if self.wire == ABSENT => value = m.members.first().map_or(0, |(_, v)| *v),
                Others::Unknown => {
                    self.detour = Detour::Stranger(value);
                    return Err(Fail);
                }
                _ => return Err(self.fail(MalformedKind::NotMember(value))),
            }
        }
        *v = value;
        Ok(())
    }

    #[inline]
    fn text<T: TextSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(Cow::Borrowed(self.text_of(f)?));
        Ok(())
    }

    #[inline]
    fn bytes<T: BytesSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut T) -> Result<(), Fail> {
        v.set(self.bytes_of(f)?);
        if let (ABSENT, Length::Fixed(n)) = (self.wire, f.length) {
            for _ in 0..n {
                v.append(&[0])?;
            }
        }
        Ok(())
    }

    #[inline(never)]
    fn bytes_exact(&mut self, f: &Field, v: &mut [u8]) -> Result<(), Fail> {
        let bytes = self.bytes_of(f)?;
        match self.wire {
            ABSENT => v.fill(0),
            _ if bytes.len() == v.len() => v.copy_from_slice(bytes),
            _ => {
                let (said, found) = (v.len() as i64, bytes.len() as i64);
                return Err(self.fail(MalformedKind::Disagrees { said, found }));
            }
        }
        Ok(())
    }

    #[inline]
    fn seq<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        self.collect(f, v)
    }

    #[inline(never)]
    fn seq_exact<T: Decode<'de>>(&mut self, f: &Field, v: &mut [T]) -> Result<(), Fail> {
        let element = f.element();
        if self.wire == ABSENT {
            return v.iter_mut().try_for_each(|item| {
                (self.rest, self.wire) = (&ZEROS, ABSENT);
                item.decode(self, element)
            });
        }
        let wanted = v.len();
        let mut items = v.iter_mut();
        let mut found = 0;
        let mut take = |source: &mut Self| {
            let Some(item) = items.next() else {
                return Err(source.too_long(wanted + 1, wanted));
            };
            found += 1;
            source.fresh = false;
            item.decode(source, element)
        };
        match f.pb.coding {
            Coding::Wrapped => self.unwrap(f, |source| source.elements(f, &mut take))?,
            _ => self.elements(f, &mut take)?,
        }
        self.complete(f, found)
    }

    #[inline]
    fn chain<C: Collect<'de> + ?Sized>(&mut self, f: &Field, v: &mut C) -> Result<(), Fail> {
        self.collect(f, v)
    }

    #[inline]
    fn optional<O: Maybe<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        if self.wire == ABSENT {
            v.set(false);
            return Ok(());
        }
        if f.pb.coding == Coding::Wrapped {
            v.set(false);
            return self.unwrap(f, |source| {
                v.set(true);
                v.inner(source, f.element())
            });
        }
        let was = v.is_some();
        v.set(true);
        self.fresh |= !was;
        let result = v.inner(self, f.element());
        // It did not come: it only has its number.
        if result.is_err() && !was {
            v.set(false);
        }
        result
    }

    // Each place is an optional value of its own.
    fn shared<O: SharedSlot<'de> + ?Sized>(&mut self, f: &Field, v: &mut O) -> Result<(), Fail> {
        if self.wire == ABSENT {
            v.promise(0);
            return Ok(());
        }
        let mut take = |source: &mut Self| {
            source.shared += 1;
            v.promise(source.shared);
            (source.again, source.twice, source.fresh) = (false, false, true);
            v.fresh(source, f.element())
        };
        match f.pb.coding {
            Coding::Wrapped => {
                let mut some = false;
                self.unwrap(f, |source| {
                    some = true;
                    take(source)
                })?;
                if !some {
                    v.promise(0);
                }
                Ok(())
            }
            _ => take(self),
        }
    }

    fn agree(&mut self, _: &Field, said: i64, found: i64) -> Result<(), Fail> {
        if said == found {
            return Ok(());
        }
        Err(self.fail(MalformedKind::Disagrees { said, found }))
    }

    #[inline]
    fn record<T: Slots<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Record,
        v: &mut T,
    ) -> Result<(), Fail> {
        let opened = self.open(f)?;
        self.message(m, v, &opened)?;
        self.close(opened);
        Ok(())
    }

    #[inline]
    fn union<U: Arms<'de> + ?Sized>(
        &mut self,
        f: &Field,
        m: &Union,
        v: &mut U,
    ) -> Result<(), Fail> {
        if f.pb.coding != Coding::Choice {
            return self.arm_of_message(f, m, v);
        }
        let number = self.number;
        let Some(arm) = m.arms.iter().position(|a| a.field.pb.number == number) else {
            return Err(self.fail(MalformedKind::NoArm(i64::from(number))));
        };
        if !self.again {
            let label = m.arms[arm].labels.first().copied();
            v.select(arm, label.unwrap_or_default());
            self.fresh = true;
        }
        v.arm(self)
    }

    #[inline]
    fn params<T: Slots<'de> + ?Sized>(&mut self, m: &Record, v: &mut T) -> Result<(), Fail> {
        if m.whole {
            return v.one(0, self);
        }
        let opened = Opened {
            tail: &[],
            group: 0,
        };
        self.message(m, v, &opened)
    }
}
