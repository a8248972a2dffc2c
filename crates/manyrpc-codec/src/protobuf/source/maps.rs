//! Maps: each key once, with the last of its values.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::{BARE, Decoder};
use crate::decode::Collect;
use crate::error::Fail;
use crate::meta::{Field, Length};
use crate::protobuf::{I32, I64, INNER, LEN, VARINT};

/// A key, however it was written.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key<'de> {
    Number(u64),
    Text(&'de [u8]),
}

impl<'de> Decoder<'de> {
    /// The entries of a map, wherever in the message they are, when the first one comes.
    #[inline(never)]
    pub(super) fn map<C: Collect<'de> + ?Sized>(
        &mut self,
        f: &Field,
        v: &mut C,
    ) -> Result<(), Fail> {
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

    /// The entries of a map from the one on whose key was read, one for each key in the order in
    /// which these first come. The source then stands behind the first entry.
    fn entries(&mut self) -> Result<Vec<&'de [u8]>, Fail> {
        let number = self.number;
        let (mut entries, mut places) = (Vec::new(), BTreeMap::new());
        let first = self.delimited()?;
        let rest = self.rest;
        self.take_entry(first, &mut entries, &mut places)?;
        while !self.rest.is_empty() {
            self.next_key()?;
            if (self.number, self.wire) == (number, LEN) {
                let entry = self.delimited()?;
                self.take_entry(entry, &mut entries, &mut places)?;
            } else if !self.skip_within()? {
                break;
            }
        }
        self.rest = rest;
        Ok(entries)
    }

    fn take_entry(
        &mut self,
        entry: &'de [u8],
        entries: &mut Vec<&'de [u8]>,
        places: &mut BTreeMap<Key<'de>, usize>,
    ) -> Result<(), Fail> {
        let key = self.apart(entry, Self::map_key)?;
        let place = *places.entry(key).or_insert(entries.len());
        match entries.get_mut(place) {
            Some(before) => *before = entry,
            None => entries.push(entry),
        }
        Ok(())
    }

    /// The last field 1 of a message; 0, which is what empty text is too, if there is none.
    fn map_key(&mut self) -> Result<Key<'de>, Fail> {
        let mut key = Key::Number(0);
        while !self.rest.is_empty() {
            self.next_key()?;
            match (self.number, self.wire) {
                (INNER, VARINT) => key = Key::Number(self.varint()?),
                (INNER, I32) => key = Key::Number(u32::from_le_bytes(self.take()?).into()),
                (INNER, I64) => key = Key::Number(u64::from_le_bytes(self.take()?)),
                (INNER, LEN) => {
                    key = match self.delimited()? {
                        [] => Key::Number(0),
                        text => Key::Text(text),
                    };
                }
                _ => {
                    if !self.skip_within()? {
                        return Err(self.lonely_end());
                    }
                }
            }
        }
        Ok(key)
    }

    /// Reads an entry's message, then goes on as before.
    fn apart<R>(
        &mut self,
        entry: &'de [u8],
        read: impl FnOnce(&mut Self) -> Result<R, Fail>,
    ) -> Result<R, Fail> {
        let rest = core::mem::replace(&mut self.rest, entry);
        let result = read(self)?;
        self.rest = rest;
        Ok(result)
    }
}
