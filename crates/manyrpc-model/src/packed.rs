//! Values one after the other in a piece of memory: what a large value is as long as nobody looks
//! into it.
//!
//! A [`Value`](crate::Value) of its own takes 32 bytes, and memory beside it for what it holds; here an integer
//! takes five and a truth value one. So what was decoded takes about as much as the message did.
//!
//! | token | what follows its byte |
//! | --- | --- |
//! | void, false, true, none, an empty list | nothing |
//! | a number | its bytes, least significant first |
//! | text, bytes | their length, they themselves |
//! | an array of numbers | how many there are, they themselves |
//! | a list | how many elements there are, how many bytes they take, they themselves |
//! | a value that may not be there, and is | how many bytes it takes, it itself |
//! | a union | its label as a varint, what it holds |
//! | a record | its fields; how many there are is in the byte, or behind it |

/// A value in few bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packed {
    bytes: Vec<u8>,
}

/// A step through packed values.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "as the value's own variants")]
pub enum Token<'p> {
    Void,
    Bool(bool),
    I8(i8),
    U8(u8),
    I16(i16),
    U16(u16),
    I32(i32),
    U32(u32),
    I64(i64),
    U64(u64),
    F32(f32),
    F64(f64),
    F128([u8; 16]),
    Text(&'p str),
    Bytes(&'p [u8]),
    I32s(&'p [u8]),
    U32s(&'p [u8]),
    I64s(&'p [u8]),
    U64s(&'p [u8]),
    F32s(&'p [u8]),
    F64s(&'p [u8]),
    /// A list: how many elements, and they themselves.
    List(usize, Packs<'p>),
    None,
    Some(Packs<'p>),
    /// A union of this label; what it holds comes next.
    Union(i64),
    /// A record of so many fields, which come next.
    Record(usize),
}

/// Packed values, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packs<'p>(&'p [u8]);

/// Where a list or a value that may be absent begins, until it is known how long it is.
#[derive(Debug)]
#[must_use = "it has to end"]
pub struct Open(usize);

mod tag {
    pub(super) const VOID: u8 = 0;
    pub(super) const FALSE: u8 = 1;
    pub(super) const TRUE: u8 = 2;
    pub(super) const I8: u8 = 3;
    pub(super) const U8: u8 = 4;
    pub(super) const I16: u8 = 5;
    pub(super) const U16: u8 = 6;
    pub(super) const I32: u8 = 7;
    pub(super) const U32: u8 = 8;
    pub(super) const I64: u8 = 9;
    pub(super) const U64: u8 = 10;
    pub(super) const F32: u8 = 11;
    pub(super) const F64: u8 = 12;
    pub(super) const F128: u8 = 13;
    pub(super) const TEXT: u8 = 14;
    pub(super) const BYTES: u8 = 15;
    pub(super) const I32S: u8 = 16;
    pub(super) const U32S: u8 = 17;
    pub(super) const I64S: u8 = 18;
    pub(super) const U64S: u8 = 19;
    pub(super) const F32S: u8 = 20;
    pub(super) const F64S: u8 = 21;
    pub(super) const LIST: u8 = 22;
    pub(super) const EMPTY: u8 = 23;
    pub(super) const NONE: u8 = 24;
    pub(super) const SOME: u8 = 25;
    pub(super) const UNION: u8 = 26;
    pub(super) const RECORD: u8 = 27;
    /// A record of no field; those of some are behind it.
    pub(super) const FIELDS: u8 = 32;
}

macro_rules! numbers {
    ($($put:ident $tag:ident $ty:ty)*) => {$(
        #[doc = concat!("Appends one `", stringify!($ty), "`.")]
        pub fn $put(&mut self, v: $ty) {
            self.put(tag::$tag, &v.to_le_bytes());
        }
    )*};
}

macro_rules! arrays {
    ($($put:ident $tag:ident $ty:ty)*) => {$(
        #[doc = concat!("Appends an array of `", stringify!($ty), "`; false where that is too long.")]
        pub fn $put(&mut self, v: &[$ty]) -> bool {
            let begun = self.counted(tag::$tag, v.len(), size_of_val(v));
            for v in v.iter().filter(|_| begun) {
                self.bytes.extend_from_slice(&v.to_le_bytes());
            }
            begun
        }
    )*};
}

impl Packed {
    /// What it is.
    pub fn values(&self) -> Packs<'_> {
        Packs(&self.bytes)
    }

    /// How many bytes it takes.
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    fn put(&mut self, tag: u8, rest: &[u8]) {
        self.room(1 + rest.len());
        self.bytes.push(tag);
        self.bytes.extend_from_slice(rest);
    }

    /// Memory grows by a quarter: what is copied meanwhile is there twice.
    fn room(&mut self, more: usize) {
        let free = self.bytes.capacity() - self.bytes.len();
        if free < more {
            self.bytes
                .reserve_exact(more.max(64 + self.bytes.len() / 4));
        }
    }

    /// A count and room for what is counted.
    fn counted(&mut self, tag: u8, count: usize, bytes: usize) -> bool {
        let Ok(count) = u32::try_from(count) else {
            return false;
        };
        self.put(tag, &count.to_le_bytes());
        self.room(bytes);
        true
    }

    /// Appends nothing.
    pub fn put_void(&mut self) {
        self.put(tag::VOID, &[]);
    }

    /// Appends a truth value.
    pub fn put_bool(&mut self, v: bool) {
        self.put(if v { tag::TRUE } else { tag::FALSE }, &[]);
    }

    numbers! {
        put_i8 I8 i8 put_u8 U8 u8 put_i16 I16 i16 put_u16 U16 u16 put_i32 I32 i32 put_u32 U32 u32
        put_i64 I64 i64 put_u64 U64 u64 put_f32 F32 f32 put_f64 F64 f64
    }

    arrays! {
        put_i32s I32S i32 put_u32s U32S u32 put_i64s I64S i64 put_u64s U64S u64 put_f32s F32S f32
        put_f64s F64S f64
    }

    /// Appends 128 bits of floating point.
    pub fn put_f128(&mut self, v: &[u8; 16]) {
        self.put(tag::F128, v);
    }

    /// Appends text; false where it is too long.
    pub fn put_text(&mut self, v: &str) -> bool {
        let begun = self.counted(tag::TEXT, v.len(), v.len());
        self.bytes
            .extend_from_slice(if begun { v.as_bytes() } else { &[] });
        begun
    }

    /// Appends bytes; false where they are too many.
    pub fn put_bytes(&mut self, v: &[u8]) -> bool {
        let begun = self.counted(tag::BYTES, v.len(), v.len());
        self.bytes.extend_from_slice(if begun { v } else { &[] });
        begun
    }

    /// Begins a list: its elements follow, then its end.
    pub fn begin_list(&mut self) -> Open {
        let at = self.bytes.len();
        self.put(tag::LIST, &[0; 8]);
        Open(at)
    }

    /// Ends a list of so many elements; false where it is too long.
    pub fn end_list(&mut self, list: Open, count: usize) -> bool {
        let Open(at) = list;
        let size = self.bytes.len() - at - 9;
        if count == 0 {
            self.bytes.truncate(at);
            self.put(tag::EMPTY, &[]);
            return true;
        }
        self.state(at + 1, count) && self.state(at + 5, size)
    }

    /// Begins a value that may not be there: it follows, then its end.
    pub fn begin_some(&mut self) -> Open {
        let at = self.bytes.len();
        self.put(tag::SOME, &[0; 4]);
        Open(at)
    }

    /// Ends a value that is there; false where it is too long.
    pub fn end_some(&mut self, some: Open) -> bool {
        let Open(at) = some;
        self.state(at + 1, self.bytes.len() - at - 5)
    }

    /// Appends that a value is not there.
    pub fn put_none(&mut self) {
        self.put(tag::NONE, &[]);
    }

    /// Begins a union: what it holds follows.
    pub fn begin_union(&mut self, label: i64) {
        self.put(tag::UNION, &[]);
        // The sign goes last, so that small numbers are short.
        let mut left = ((label << 1) ^ (label >> 63)) as u64;
        self.room(10);
        while left > 0x7f {
            self.bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        self.bytes.push(left as u8);
    }

    /// Begins a record: so many fields follow.
    pub fn begin_record(&mut self, fields: usize) {
        match u8::try_from(fields)
            .ok()
            .and_then(|n| tag::FIELDS.checked_add(n))
        {
            Some(tag) => self.put(tag, &[]),
            None => self.put(tag::RECORD, &(fields as u32).to_le_bytes()),
        }
    }

    fn state(&mut self, at: usize, number: usize) -> bool {
        let number = u32::try_from(number).ok();
        let place = self.bytes.get_mut(at..at + 4);
        let (Some(number), Some(place)) = (number, place) else {
            return false;
        };
        place.copy_from_slice(&number.to_le_bytes());
        true
    }

    /// Appends what others are.
    pub(crate) fn put_packed(&mut self, v: &Packed) {
        self.room(v.bytes.len());
        self.bytes.extend_from_slice(&v.bytes);
    }
}

impl<'p> Packs<'p> {
    /// The next step; `None` at the end.
    pub fn step(&mut self) -> Option<Token<'p>> {
        let tag = self.take::<1>()?[0];
        Some(match tag {
            tag::VOID => Token::Void,
            tag::FALSE => Token::Bool(false),
            tag::TRUE => Token::Bool(true),
            tag::I8 => Token::I8(i8::from_le_bytes(self.take()?)),
            tag::U8 => Token::U8(u8::from_le_bytes(self.take()?)),
            tag::I16 => Token::I16(i16::from_le_bytes(self.take()?)),
            tag::U16 => Token::U16(u16::from_le_bytes(self.take()?)),
            tag::I32 => Token::I32(i32::from_le_bytes(self.take()?)),
            tag::U32 => Token::U32(u32::from_le_bytes(self.take()?)),
            tag::I64 => Token::I64(i64::from_le_bytes(self.take()?)),
            tag::U64 => Token::U64(u64::from_le_bytes(self.take()?)),
            tag::F32 => Token::F32(f32::from_le_bytes(self.take()?)),
            tag::F64 => Token::F64(f64::from_le_bytes(self.take()?)),
            tag::F128 => Token::F128(self.take()?),
            tag::TEXT => Token::Text(core::str::from_utf8(self.counted(1)?).ok()?),
            tag::BYTES => Token::Bytes(self.counted(1)?),
            tag::I32S => Token::I32s(self.counted(4)?),
            tag::U32S => Token::U32s(self.counted(4)?),
            tag::I64S => Token::I64s(self.counted(8)?),
            tag::U64S => Token::U64s(self.counted(8)?),
            tag::F32S => Token::F32s(self.counted(4)?),
            tag::F64S => Token::F64s(self.counted(8)?),
            tag::LIST => {
                let count = self.number()?;
                Token::List(count, Packs(self.counted(1)?))
            }
            tag::EMPTY => Token::List(0, Packs(&[])),
            tag::NONE => Token::None,
            tag::SOME => Token::Some(Packs(self.counted(1)?)),
            tag::UNION => Token::Union(self.label()?),
            tag::RECORD => Token::Record(self.number()?),
            more => Token::Record(usize::from(more.checked_sub(tag::FIELDS)?)),
        })
    }

    /// Goes over a value.
    pub fn skip(&mut self) -> Option<()> {
        let mut values = 1_usize;
        while values > 0 {
            values -= 1;
            match self.step()? {
                Token::Union(_) => values += 1,
                Token::Record(fields) => values += fields,
                _ => {}
            }
        }
        Some(())
    }

    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn number(&mut self) -> Option<usize> {
        self.take().map(|bytes| u32::from_le_bytes(bytes) as usize)
    }

    fn counted(&mut self, each: usize) -> Option<&'p [u8]> {
        let bytes = self.number()?.checked_mul(each)?;
        let (bytes, rest) = self.0.split_at_checked(bytes)?;
        self.0 = rest;
        Some(bytes)
    }

    fn label(&mut self) -> Option<i64> {
        let mut label = 0;
        for shift in (0..64).step_by(7) {
            let [byte] = self.take()?;
            label |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some((label >> 1) as i64 ^ -((label & 1) as i64));
            }
        }
        None
    }
}

/// The numbers of an array.
pub fn numbers<T, const N: usize>(bytes: &[u8], of: fn([u8; N]) -> T) -> Vec<T> {
    let chunks = bytes.as_chunks::<N>().0;
    chunks.iter().map(|chunk| of(*chunk)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Value;

    fn values() -> Vec<Value> {
        let record = |v| Value::Record(v);
        let deep = (0..50).fold(Value::Void, |inner, n| Value::Union {
            label: n,
            value: Box::new(Value::Optional(Some(Box::new(record(vec![inner]))))),
        });
        vec![
            Value::Void,
            Value::Bool(true),
            Value::I8(-1),
            Value::U8(255),
            Value::I16(i16::MIN),
            Value::U16(u16::MAX),
            Value::I32(i32::MIN),
            Value::U32(u32::MAX),
            Value::I64(i64::MIN),
            Value::U64(u64::MAX),
            Value::F32(1.5),
            Value::F64(-0.0),
            Value::F128([7; 16]),
            Value::Text("Größe".to_owned()),
            Value::Bytes(vec![0xff; 300]),
            Value::I32s(vec![1, -2]),
            Value::U32s(vec![]),
            Value::I64s(vec![i64::MIN]),
            Value::U64s(vec![1, 2, 3]),
            Value::F32s(vec![0.5]),
            Value::F64s(vec![f64::MAX]),
            Value::List(vec![]),
            Value::List(vec![record(vec![]), record(vec![Value::Void; 300])]),
            Value::Optional(None),
            deep,
        ]
    }

    #[test]
    fn what_is_packed_comes_out_again() {
        let mut labels = [0, 1, -1, 63, -64, 64, i64::MAX, i64::MIN].iter();
        for value in values() {
            let label = *labels.next().unwrap_or(&5);
            let value = Value::Record(vec![
                value.clone(),
                Value::Union {
                    label,
                    value: Box::new(value),
                },
            ]);
            let packed = Packed::of(&value).expect("nothing in it is shared");
            assert_eq!(packed.unpack(), value);
            let mut rest = packed.values();
            assert_eq!((rest.skip(), rest.step()), (Some(()), None));
            let again = Packed::of(&Value::Packed(packed.clone()));
            assert_eq!(again, Some(packed));
        }
    }

    #[test]
    fn a_number_of_32_bits_in_a_record_takes_six_bytes() {
        let node = |n| Value::Record(vec![Value::I32(n)]);
        let list = Value::List((0..1000).map(node).collect());
        let packed = Packed::of(&list).expect("nothing in it is shared");
        assert_eq!(packed.size(), 9 + 6 * 1000);
    }

    #[test]
    fn what_others_share_is_not_packed() {
        assert_eq!(Packed::of(&Value::List(vec![Value::Shared(None)])), None);
    }

    /// Nobody makes such bytes; whoever did would be told nothing, and harmed by nothing.
    #[test]
    fn parts_of_packed_values_are_no_values() {
        for value in values() {
            let packed = Packed::of(&value).expect("nothing in it is shared");
            for end in 0..packed.size() {
                let mut part = Packs(&packed.bytes[..end]);
                assert_eq!(part.unpack(), None, "{value:?}");
                assert_eq!(Packs(&packed.bytes[..end]).skip(), None);
            }
        }
    }
}
