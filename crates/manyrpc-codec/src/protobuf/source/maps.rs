//! Maps: each key once, with the last of its values.
//!
//! When the first entry comes, all others of its part of the message are looked for, so that none is
//! made a value of that a later one replaces. Keys are compared as values of their type: `true` is 1
//! and 2, and -1 in five bytes is -1 in ten.
//!
//! An entry whose value is none of a closed enumeration's is an unknown field as a whole (proto2).

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::probe::{Probe, Shown};
use super::{BARE, Decoder, Detour};
use crate::decode::Collect;
use crate::error::Fail;
use crate::meta::{Field, Length};
use crate::protobuf::{I32, I64, INNER, LEN, VARINT, Wire};

/// The field of an entry's value.
const VALUE: u32 = 2;

/// A key as a value of its type.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Key<'de> {
    Number(u64),
    Text(Cow<'de, [u8]>),
}

/// What the keys of a map are, and whether its values are of a closed enumeration.
#[derive(Clone, Copy)]
struct Kind {
    wire: Wire,
    bits: u32,
    closed: bool,
}

impl Kind {
    /// Of the entries that are collected there.
    fn of<'de, C: Collect<'de> + ?Sized>(f: &Field, v: &mut C) -> Option<Self> {
        let element = f.element();
        let Shown { wire, bits, .. } = Probe::key_of(|probe| v.push(probe, element))?;
        let closed = Probe::member(0, |probe| v.push(probe, element)).closed;
        Some(Kind { wire, bits, closed })
    }

    fn number(self, v: u64) -> Key<'static> {
        Key::Number(match self.bits {
            1 => u64::from(v != 0),
            32 => u64::from(v as u32),
            _ => v,
        })
    }

    /// What an entry without a key has.
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
    /// The entries of a map, wherever in this part of the message they are, when the first one comes.
    #[inline(never)]
    pub(super) fn map<C: Collect<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut C,
    ) -> Result<(), Fail> {
        self.expect(LEN)?;
        let (twice, merging) = (self.twice, self.again);
        let kind = Kind::of(f, v).ok_or(Fail)?;
        self.closed = kind.closed;
        let place = self.rest;
        let first = self.delimited()?;
        if kind.closed && self.is_stranger(first, f, v)? {
            self.detour = Detour::OtherWire;
            return Err(Fail);
        }
        if twice {
            return Ok(());
        }
        self.rest = place;
        let entries = self.entries(kind, f, v)?;
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        if entries.len() > max as usize {
            return Err(self.too_long(entries.len(), max as usize));
        }
        let before = if merging { keys(f, v) } else { BTreeMap::new() };
        for (key, entry) in entries {
            let known = before.get(&key).copied();
            (self.again, self.twice, self.wire) = (false, false, BARE);
            self.fresh = known.is_none();
            self.apart(entry, |source| match known {
                Some(i) => v.again(i, source, f.element()),
                None => v.push(source, f.element()),
            })?;
        }
        match v.len() > max as usize {
            true => Err(self.too_long(v.len(), max as usize)),
            false => Ok(()),
        }
    }

    /// The entries of a map from the one on whose key was read, one for each key in the order in
    /// which these first come. The source then stands behind the first entry.
    fn entries<C: Collect<'de> + ?Sized>(
        &mut self,
        kind: Kind,
        f: &Field,
        v: &mut C,
    ) -> Result<Vec<(Key<'de>, &'de [u8])>, Fail> {
        let number = self.number;
        let (mut entries, mut places) = (Vec::new(), BTreeMap::new());
        let mut entry = self.delimited()?;
        let rest = self.rest;
        loop {
            if !(kind.closed && self.is_stranger(entry, f, v)?) {
                let key = self.apart(entry, |source| source.map_key(kind))?;
                let place = *places.entry(key.clone()).or_insert(entries.len());
                match entries.get_mut(place) {
                    Some(before) => *before = (key, entry),
                    None => entries.push((key, entry)),
                }
            }
            match self.next_entry(number)? {
                Some(next) => entry = next,
                None => break,
            }
        }
        self.rest = rest;
        Ok(entries)
    }

    /// The next field of that number in what is left of the message.
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

    /// The last key in an entry.
    fn map_key(&mut self, kind: Kind) -> Result<Key<'de>, Fail> {
        let mut key = kind.absent();
        while !self.rest.is_empty() {
            self.next_key()?;
            match (self.number, self.wire) {
                (INNER, wire) if wire != kind.wire => self.pass_within()?,
                (INNER, VARINT) => key = kind.number(self.varint()?),
                (INNER, I32) => key = kind.number(u32::from_le_bytes(self.take()?).into()),
                (INNER, I64) => key = kind.number(u64::from_le_bytes(self.take()?)),
                (INNER, LEN) => key = Key::Text(Cow::Borrowed(self.delimited()?)),
                _ => self.pass_within()?,
            }
        }
        Ok(key)
    }

    /// Whether an entry's value is none of its enumeration's, which is a closed one.
    fn is_stranger<C: Collect<'de> + ?Sized>(
        &mut self,
        entry: &'de [u8],
        f: &Field,
        v: &mut C,
    ) -> Result<bool, Fail> {
        let value = self.apart(entry, Self::map_value)?;
        let member = value.map(|value| Probe::member(value, |probe| v.push(probe, f.element())));
        Ok(member.is_some_and(|member| member.strange))
    }

    /// The last number that is an entry's value, if there is any.
    fn map_value(&mut self) -> Result<Option<i32>, Fail> {
        let mut value = None;
        while !self.rest.is_empty() {
            self.next_key()?;
            match (self.number, self.wire) {
                (VALUE, VARINT) => value = Some(self.varint()? as i32),
                _ => self.pass_within()?,
            }
        }
        Ok(value)
    }

    /// Past a value that does not end a group.
    fn pass_within(&mut self) -> Result<(), Fail> {
        match self.skip_within()? {
            true => Ok(()),
            false => Err(self.lonely_end()),
        }
    }

    /// Reads an entry's message, then goes on as before.
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

/// The places of the keys that are there already.
fn keys<'de, C: Collect<'de> + ?Sized>(f: &Field, v: &mut C) -> BTreeMap<Key<'de>, usize> {
    let mut places = BTreeMap::new();
    for i in 0..v.len() {
        let key = Probe::key_of(|probe| v.again(i, probe, f.element()));
        places.extend(key.map(|key| (Key::from(key), i)));
    }
    places
}
