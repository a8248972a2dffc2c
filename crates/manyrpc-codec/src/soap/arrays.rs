//! Arrays of SOAP's encoding (SOAP 1.1, section 5.4.2; SOAP 1.2 part 2, sections 3.1.4 and 3.1.6).
//!
//! An array of several dimensions is a value of rows, but its items follow each other in its element, the last index
//! running fastest. Its rows have the rank 0 in their metadata: they take their items from the array that is around them.

use alloc::vec::Vec;

use super::position::Grid;
use super::source::Decoder;
use super::{Version, names};
use crate::encode::{Encode, Fields, Sink};
use crate::error::{Fail, MalformedKind, UnencodableKind};
use crate::meta::{Enum, Field, Length, Record, SoapArray, Union};

/// Items of an array, or what stands for one in another array.
type Item<'i, 'de> = &'i mut dyn FnMut(&mut Decoder<'de>, &Field) -> Result<(), Fail>;

impl<'de> Decoder<'de> {
    /// The items of an array, whose names do not matter, or those of a row in one.
    pub(super) fn soap_items(
        &mut self,
        f: &Field,
        array: &SoapArray,
        item: Item<'_, 'de>,
    ) -> Result<(), Fail> {
        match array.rank as usize {
            0 if self.grid.below == 0 => self.row(f, item),
            // An item that is not there.
            _ if !self.comes(f)? => {
                self.has_shape(Vec::new())?;
                self.are_enough(f, 0)
            }
            0 => self.soap_array(f, self.grid.below, item),
            rank => self.soap_array(f, rank, item),
        }
    }

    fn soap_array(&mut self, f: &Field, rank: usize, item: Item<'_, 'de>) -> Result<(), Fail> {
        let inside = self.enter_or_nil(f)?;
        if self.tags.is_nil() {
            self.has_shape(Vec::new())?;
            return self.leave(inside);
        }
        let sizes = match self.stated_sizes(rank)? {
            Stated::These(sizes) => sizes,
            Stated::Open(further) => self.open_sizes(further)?,
        };
        if sizes.is_empty() && rank > 1 {
            return match self.tags.peek()? {
                None => {
                    self.has_shape(Vec::new())?;
                    self.leave(inside)
                }
                Some(_) => Err(self.fail(MalformedKind::Expected("the sizes of an array"))),
            };
        }
        // Deployed implementations write arrays in an array, whatever the definition says.
        let is_flat = sizes.len() == rank;
        let mut grid = Grid {
            below: if is_flat { 0 } else { rank - 1 },
            sizes,
            ..Grid::default()
        };
        let rank = rank - grid.below;
        if let Some(offset) = self.tags.attribute(names::ENCODING_11, "offset") {
            grid.implied = self.position(&grid, rank, &offset)?;
        }
        let outer = core::mem::replace(&mut self.grid, grid);
        match rank {
            1 => self.vector(f, item)?,
            _ => self.row(f, item)?,
        }
        if self.tags.peek()?.is_some() {
            return Err(self.too_many(self.grid.at.try_into().unwrap_or(u32::MAX)));
        }
        let read = core::mem::replace(&mut self.grid, outer);
        self.has_shape(read.shape())?;
        self.leave(inside)
    }

    /// Notes the sizes of an array that is an item in place of a row.
    fn has_shape(&mut self, mut shape: Vec<u32>) -> Result<(), Fail> {
        shape.resize(self.grid.below, 0);
        match self.grid.items.get_or_insert_with(|| shape.clone()) == &shape {
            true => Ok(()),
            false => Err(self.fail(MalformedKind::Expected("rows of one length"))),
        }
    }

    /// The items of an array with one dimension, whose size need not be known.
    fn vector(&mut self, f: &Field, item: Item<'_, 'de>) -> Result<(), Fail> {
        let (Length::UpTo(max) | Length::Fixed(max)) = f.length;
        let stated = self.grid.sizes.first().copied();
        let most = u64::from(stated.map_or(max, |size| size.min(max)));
        while let Some(next) = self.next_item(1)? {
            if next >= most {
                return Err(self.too_many(most as u32));
            }
            self.items_up_to(f, next, item)?;
            self.item_here(f, item)?;
        }
        // The size is that of the array, however many of its items are there.
        let end = self.grid.implied.max(stated.map_or(0, u64::from));
        if end > most {
            return Err(self.too_many(most as u32));
        }
        self.items_up_to(f, end, item)?;
        match f.length {
            Length::Fixed(n) if self.grid.at < n.into() => Err(self.too_few()),
            _ => Ok(()),
        }
    }

    /// The items of a row, which are rows unless it is of the last dimension.
    fn row(&mut self, f: &Field, item: Item<'_, 'de>) -> Result<(), Fail> {
        let (level, rank) = (self.grid.level, self.grid.sizes.len());
        let Some(size) = self.grid.sizes.get(level).copied() else {
            // Definitions have rows in arrays only.
            return Err(self.fail(MalformedKind::Expected("an array around a row")));
        };
        match f.length {
            Length::Fixed(n) if size < n => return Err(self.too_few()),
            Length::Fixed(max) | Length::UpTo(max) if size > max => return Err(self.too_many(max)),
            _ => {}
        }
        if level + 1 < rank {
            // Rows take no bytes.
            self.afford(size.into())?;
            self.grid.level += 1;
            for _ in 0..size {
                item(self, f.element())?;
            }
            self.grid.level -= 1;
            return Ok(());
        }
        let end = self.grid.at + u64::from(size);
        while let Some(next) = self.next_item(rank)?.filter(|next| *next < end) {
            self.items_up_to(f, next, item)?;
            self.item_here(f, item)?;
        }
        self.items_up_to(f, end, item)
    }

    /// The number of the next item that the message has.
    fn next_item(&mut self, rank: usize) -> Result<Option<u64>, Fail> {
        if self.grid.next.is_some() {
            return Ok(self.grid.next);
        }
        if self.tags.peek()?.is_none() {
            return Ok(None);
        }
        let next = match self.tags.attribute(names::ENCODING_11, "position") {
            None => self.grid.implied,
            Some(position) => {
                let grid = core::mem::take(&mut self.grid);
                let position = self.position(&grid, rank, &position);
                self.grid = grid;
                position?
            }
        };
        if next < self.grid.at {
            return Err(self.fail(MalformedKind::Expected("positions in ascending order")));
        }
        self.grid.next = Some(next);
        Ok(Some(next))
    }

    fn item_here(&mut self, f: &Field, item: Item<'_, 'de>) -> Result<(), Fail> {
        self.grid.next = None;
        self.accept()?;
        item(self, f.element())?;
        self.grid.at += 1;
        self.grid.implied = self.grid.at;
        Ok(())
    }

    /// Items up to one with that number, which are not in the message.
    fn items_up_to(&mut self, f: &Field, end: u64, item: Item<'_, 'de>) -> Result<(), Fail> {
        self.afford(end.saturating_sub(self.grid.at))?;
        let outer = core::mem::replace(&mut self.absent, true);
        let sparse = core::mem::replace(&mut self.sparse, true);
        while self.grid.at < end {
            item(self, f.element())?;
            self.grid.at += 1;
        }
        self.sparse = sparse;
        self.absent = outer;
        Ok(())
    }

    /// Counts elements that take no bytes.
    fn afford(&mut self, count: u64) -> Result<(), Fail> {
        let left = u64::from(self.elements).checked_sub(count);
        self.elements = match left.and_then(|left| left.try_into().ok()) {
            Some(left) => left,
            None => {
                let max = u64::from(self.elements);
                return Err(self.fail(MalformedKind::TooLong { count, max }));
            }
        };
        Ok(())
    }

    /// The sizes of an array whose first one is open, by its items.
    fn open_sizes(&mut self, further: Vec<u32>) -> Result<Vec<u32>, Fail> {
        let sizes = further.iter().map(|size| u64::from(*size));
        let row = sizes.fold(1, u64::saturating_mul);
        let count = self.count_items()?;
        // Rows of nothing have no number.
        let rows = count.checked_div(row).unwrap_or(0) + u64::from(count % row.max(1) > 0);
        let rows = rows.try_into().unwrap_or(u32::MAX);
        Ok([rows].into_iter().chain(further).collect())
    }

    /// The number of elements up to the end of the one that was entered.
    fn count_items(&mut self) -> Result<u64, Fail> {
        let (here, mut count) = (self.tags.cursor.at, 0);
        while !self.tags.is_at_end()? {
            self.skip()?;
            count += 1;
        }
        // They are read once more.
        self.spend(self.tags.cursor.at - here)?;
        self.tags.cursor.at = here;
        Ok(count)
    }

    /// The sizes that the last tag states, one for each dimension, or that of the first alone.
    fn stated_sizes(&mut self, rank: usize) -> Result<Stated, Fail> {
        let of_old = self.tags.attribute(names::ENCODING_11, "arrayType");
        let of_new = || self.tags.attribute(names::ENCODING_12, "arraySize");
        let stated = match (of_old, self.options.version) {
            (Some(stated), _) => {
                let brackets = stated.rfind('[').and_then(|at| stated.get(at..));
                Stated::These(self.sizes(brackets.unwrap_or_default())?)
            }
            (None, Version::V12) => match of_new() {
                Some(stated) => self.listed_sizes(&stated)?,
                None => Stated::These(Vec::new()),
            },
            (None, Version::V11) => Stated::These(Vec::new()),
        };
        let count = match &stated {
            Stated::These(sizes) => sizes.len(),
            Stated::Open(further) => 1 + further.len(),
        };
        match count == rank || count <= 1 {
            true => Ok(stated),
            false => Err(self.fail(MalformedKind::Expected(
                "as many sizes as the array has dimensions",
            ))),
        }
    }

    /// `2 3` of SOAP 1.2; `*` is an open size of the first dimension.
    fn listed_sizes(&mut self, text: &str) -> Result<Stated, Fail> {
        let behind = text.trim_ascii_start().strip_prefix('*');
        let sizes = behind.unwrap_or(text).split_ascii_whitespace();
        let sizes: Option<Vec<u32>> = sizes.map(|size| size.parse().ok()).collect();
        match (behind, sizes) {
            (None, Some(sizes)) => Ok(Stated::These(sizes)),
            (Some(""), _) => Ok(Stated::These(Vec::new())),
            (Some(behind), Some(sizes)) if behind.starts_with(is_space) => {
                Ok(match sizes.is_empty() {
                    true => Stated::These(sizes),
                    false => Stated::Open(sizes),
                })
            }
            _ => Err(self.fail(MalformedKind::Expected("the sizes of an array"))),
        }
    }

    /// `[1,2]` as a number.
    fn position(&mut self, grid: &Grid, rank: usize, text: &str) -> Result<u64, Fail> {
        let position = self.sizes(text)?;
        let number = (position.len() == rank)
            .then(|| grid.number(&position))
            .flatten();
        number.ok_or_else(|| self.fail(MalformedKind::Expected("a position in the array")))
    }

    /// `[2,3]`; none of `[]`.
    fn sizes(&mut self, text: &str) -> Result<Vec<u32>, Fail> {
        let text = text.trim_ascii();
        let inside = text
            .strip_prefix('[')
            .and_then(|text| text.strip_suffix(']'));
        let sizes = inside.and_then(|inside| match inside.trim_ascii() {
            "" => Some(Vec::new()),
            inside => {
                let all = inside.split(',').map(|size| size.trim_ascii().parse().ok());
                all.collect()
            }
        });
        sizes.ok_or_else(|| self.fail(MalformedKind::Expected("sizes in brackets")))
    }
}

/// What a message says of the sizes of an array.
enum Stated {
    /// These; none if that of the only dimension is open.
    These(Vec<u32>),
    /// Those of all dimensions but the first.
    Open(Vec<u32>),
}

fn is_space(c: char) -> bool {
    c.is_ascii_whitespace()
}

/// The sizes of an array of several dimensions; `None` if its rows differ in length, which no size says.
pub(super) fn sizes_of<E: Encode>(
    f: &Field,
    rank: usize,
    items: impl ExactSizeIterator<Item = E>,
) -> Option<Vec<usize>> {
    let mut rows = Rows {
        sizes: Vec::new(),
        level: 0,
        rank,
        differ: false,
    };
    rows.row(f, items);
    rows.sizes.resize(rank, 0);
    (!rows.differ).then_some(rows.sizes)
}

/// Walks the rows of an array for their lengths.
struct Rows {
    /// Those found so far, from the outermost dimension.
    sizes: Vec<usize>,
    level: usize,
    rank: usize,
    differ: bool,
}

impl Rows {
    fn row<E: Encode>(&mut self, f: &Field, items: impl ExactSizeIterator<Item = E>) {
        match self.sizes.get(self.level) {
            None => self.sizes.push(items.len()),
            Some(size) => self.differ |= *size != items.len(),
        }
        if self.level + 1 < self.rank && !self.differ {
            self.level += 1;
            items.for_each(|item| item.encode(self, f.element()));
            self.level -= 1;
        }
    }
}

/// Of a definition, rows are arrays; whatever else stands in their place has no length.
macro_rules! no_rows {
    ($($name:ident($($ty:ty),*))*) => {$(
        fn $name(&mut self, _: &Field $(, _: $ty)*) {
            self.differ = true;
        }
    )*};
}

impl Sink for Rows {
    no_rows! {
        void() bool(bool) i8(i8) u8(u8) i16(i16) u16(u16) i32(i32) u32(u32) i64(i64) u64(u64) f32(f32) f64(f64)
        f128(&[u8; 16]) enumeration(&Enum, i32) text(&str) bytes(&[u8]) refuse(UnencodableKind)
    }

    fn seq<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        self.row(f, items);
    }

    fn chain<E: Encode, I>(&mut self, f: &Field, items: I)
    where
        I: ExactSizeIterator<Item = E> + DoubleEndedIterator + Clone,
    {
        self.row(f, items);
    }

    fn optional<T: Encode + ?Sized>(&mut self, _: &Field, _: Option<&T>) {
        self.differ = true;
    }

    fn record<T: Fields + ?Sized>(&mut self, _: &Field, _: &Record, _: &T) {
        self.differ = true;
    }

    fn union<T: Fields + ?Sized>(&mut self, _: &Field, _: &Union, _: usize, _: i64, _: &T) {
        self.differ = true;
    }

    fn params<T: Fields + ?Sized>(&mut self, _: &Record, _: &T) {
        self.differ = true;
    }
}
