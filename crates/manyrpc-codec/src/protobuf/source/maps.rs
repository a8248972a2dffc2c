//! Maps: each key once, with the last of its values.
//!
//! At the first entry, all other entries in the same part of the message are read, so that the
//! index of keys need not live longer. Keys are compared as values of their type: `true` is both 1
//! and 2, and -1 in five bytes equals -1 in ten.
//!
//! An entry whose value is unknown to a closed enumeration is an unknown field as a whole (proto2).

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;

use super::notes::Lacking;
use super::probe::{Member, Probe, Shown};
use super::{BARE, Decoder, Detour};
use crate::decode::Collect;
use crate::error::{Fail, Name};
use crate::meta::Field;
use crate::protobuf::format::{I32, I64, INNER, LEN, VARINT, Wire};

/// The field number of an entry's value.
const VALUE: u32 = 2;

/// The most bytes of memory for an indexed key: all nodes of a `BTreeMap` except one are at least
/// half full.
const KEY: usize = 2 * size_of::<(Key<'static>, Place)>();

/// A key, as a value of its type.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key<'de> {
    Number(u64),
    Text(Cow<'de, [u8]>),
}

/// The type of a map's keys and values.
#[derive(Clone, Copy)]
struct Kind {
    wire: Wire,
    bits: u32,
    /// Whether values are of a closed enumeration.
    closed: bool,
    /// A required field of the values, if they are messages.
    needs: Option<Name>,
}

/// The index of a key's entry, and what a message in it lacks.
struct Place {
    index: usize,
    lacks: Option<Name>,
}

impl Kind {
    /// The kind of the entries collected there.
    fn of<'de, C: Collect<'de> + ?Sized>(f: &Field, v: &mut C) -> Option<Self> {
        let element = f.element();
        let Shown { wire, bits, .. } = Probe::key_of(|probe| v.push(probe, element))?;
        let Member { closed, needs, .. } = Probe::member(0, |probe| v.push(probe, element));
        let kind = Kind {
            wire,
            bits,
            closed,
            needs,
        };
        Some(kind)
    }

    fn number(self, v: u64) -> Key<'static> {
        Key::Number(match self.bits {
            1 => u64::from(v != 0),
            32 => u64::from(v as u32),
            _ => v,
        })
    }

    /// What an entry without a value lacks.
    fn needs(self, has_value: bool) -> Option<Name> {
        self.needs.filter(|_| !has_value)
    }

    /// The key of an entry without one.
    fn absent(self) -> Key<'static> {
        match self.wire {
            LEN => Key::Text(Cow::Borrowed(&[])),
            _ => Key::Number(0),
        }
    }
}

impl From<Shown> for Key<'_> {
    fn from(shown: Shown) -> Self {
        match shown.wire {
            LEN => Key::Text(Cow::Owned(shown.text.into_bytes())),
            _ => Key::Number(shown.number),
        }
    }
}

impl<'de> Decoder<'de> {
    /// Reads the entries of the map, wherever they are in this part of the message, at the first
    /// one.
    #[inline(never)]
    pub(super) fn map<C: Collect<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut C,
    ) -> Result<(), Fail> {
        self.expect(LEN)?;
        let (twice, merging) = (self.twice, self.again);
        self.make_room_to_ask(v)?;
        let kind = Kind::of(f, v).ok_or(Fail)?;
        self.closed = kind.closed;
        let number = self.number;
        let first = self.delimited()?;
        if kind.closed && self.has_unknown_value(first, f, v)? {
            self.detour = Detour::OtherWire;
            return Err(Fail);
        }
        if twice {
            self.note_kept();
            return Ok(());
        }
        // In every part that has entries: as often as memory permits.
        let mut places = BTreeMap::new();
        if merging {
            self.charge(KEY.saturating_mul(v.len()))?;
            places = keys(f, v, &self.entries_lack());
        }
        let rest = self.rest;
        let mut entry = first;
        loop {
            if !(kind.closed && self.has_unknown_value(entry, f, v)?) {
                self.take_entry(entry, kind, f, v, &mut places)?;
            }
            match self.next_entry(number)? {
                Some(next) => entry = next,
                None => break,
            }
        }
        self.rest = rest;
        let places = places.into_values();
        self.note_entries(places.filter_map(|p| Some((p.index, p.lacks?))).collect())
    }

    /// Reads an entry into its place: that of its key, or a new one.
    fn take_entry<C: Collect<'de> + ?Sized>(
        &mut self,
        entry: &'de [u8],
        kind: Kind,
        f: &Field,
        v: &mut C,
        places: &mut BTreeMap<Key<'de>, Place>,
    ) -> Result<(), Fail> {
        let (key, has_value) = self.apart(entry, |source| source.map_key(kind))?;
        let known = places.get_mut(&key);
        (self.again, self.twice, self.wire) = (false, false, BARE);
        self.fresh = known.is_none();
        if let Some(place) = known {
            self.apart(entry, |source| v.again(place.index, source, f.element()))?;
            place.lacks = self.element_lacks().or(kind.needs(has_value));
            return Ok(());
        }
        let index = v.len();
        if index >= Self::ready(f, v) {
            self.grow(f, v)?;
        }
        self.charge(KEY)?;
        self.apart(entry, |source| v.push(source, f.element()))?;
        let lacks = self.element_lacks().or(kind.needs(has_value));
        places.insert(key, Place { index, lacks });
        Ok(())
    }

    /// The next field with that number in the rest of the message.
    fn next_entry(&mut self, number: u32) -> Result<Option<&'de [u8]>, Fail> {
        while !self.rest.is_empty() {
            self.next_key()?;
            if (self.number, self.wire) == (number, LEN) {
                return self.delimited().map(Some);
            }
            if !self.skip_within()? {
                break;
            }
        }
        Ok(None)
    }

    /// The last key in an entry, and whether there is a value.
    fn map_key(&mut self, kind: Kind) -> Result<(Key<'de>, bool), Fail> {
        let (mut key, mut has_value) = (kind.absent(), false);
        while !self.rest.is_empty() {
            self.next_key()?;
            match (self.number, self.wire) {
                (INNER, wire) if wire != kind.wire => self.pass_within()?,
                (INNER, VARINT) => key = kind.number(self.varint()?),
                (INNER, I32) => key = kind.number(u32::from_le_bytes(self.take()?).into()),
                (INNER, I64) => key = kind.number(u64::from_le_bytes(self.take()?)),
                (INNER, LEN) => key = Key::Text(Cow::Borrowed(self.delimited()?)),
                (number, wire) => {
                    has_value |= (number, wire) == (VALUE, LEN);
                    self.pass_within()?;
                }
            }
        }
        Ok((key, has_value))
    }

    /// Whether an entry's value is unknown to its closed enumeration.
    fn has_unknown_value<C: Collect<'de> + ?Sized>(
        &mut self,
        entry: &'de [u8],
        f: &Field,
        v: &mut C,
    ) -> Result<bool, Fail> {
        self.make_room_to_ask(v)?;
        self.apart(entry, |source| {
            let mut strange = false;
            while !source.rest.is_empty() {
                source.next_key()?;
                match (source.number, source.wire) {
                    (VALUE, VARINT) => {
                        let value = source.varint()? as i32;
                        let member = Probe::member(value, |probe| v.push(probe, f.element()));
                        strange |= member.strange;
                    }
                    _ => source.pass_within()?,
                }
            }
            Ok(strange)
        })
    }

    /// Skips a value that is not the end of a group.
    fn pass_within(&mut self) -> Result<(), Fail> {
        match self.skip_within()? {
            true => Ok(()),
            false => Err(self.unmatched_end()),
        }
    }

    /// Reads an entry's message, then continues as before.
    fn apart<R>(
        &mut self,
        entry: &'de [u8],
        read: impl FnOnce(&mut Self) -> Result<R, Fail>,
    ) -> Result<R, Fail> {
        let rest = core::mem::replace(&mut self.rest, entry);
        let number = self.number;
        let result = read(self)?;
        (self.rest, self.number) = (rest, number);
        Ok(result)
    }
}

/// The index of the keys that the map already has.
fn keys<'de, C: Collect<'de> + ?Sized>(
    f: &Field,
    v: &mut C,
    lacking: &Lacking,
) -> BTreeMap<Key<'de>, Place> {
    let mut places = BTreeMap::new();
    for index in 0..v.len() {
        let key = Probe::key_of(|probe| v.again(index, probe, f.element()));
        let lacks = lacking.get(&index).copied();
        places.extend(key.map(|key| (Key::from(key), Place { index, lacks })));
    }
    places
}
