//! Messages of GIOP 1.1 in fragments, in each of which alignment begins anew (CORBA 3.0, section 15.4.9).

use alloc::borrow::Cow;

use super::*;
use crate::cdr::source::{Decoder, Next};
use crate::error::Fail;

/// The parts of a message, each in a fragment behind the one before.
struct Written {
    bytes: Vec<u8>,
    starts: Vec<usize>,
    /// What has been written, and before which of it fragments begin.
    items: usize,
    cuts: [usize; 2],
}

impl Written {
    fn cut(cuts: [usize; 2]) -> Self {
        Written {
            bytes: Vec::new(),
            starts: Vec::new(),
            items: 0,
            cuts,
        }
    }

    /// Where what is appended begins: behind a fragment's head of 12 bytes.
    fn put(&mut self, align: usize, bytes: &[u8]) -> usize {
        if self.cuts.contains(&self.items) {
            self.starts.push(self.bytes.len());
        }
        self.items += 1;
        let at = |length: usize| {
            self.starts
                .last()
                .map_or(length, |start| 12 + length - start)
        };
        while !at(self.bytes.len()).is_multiple_of(align) {
            self.bytes.push(0xaa);
        }
        self.bytes.extend(bytes);
        self.bytes.len() - bytes.len()
    }

    fn u32(&mut self, v: u32) -> usize {
        self.put(4, &v.to_le_bytes())
    }

    /// The distance to an earlier place.
    fn indirection(&mut self, to: usize) {
        self.u32(u32::MAX);
        let at = self.u32(0);
        self.patch(at, to.wrapping_sub(at) as u32);
    }

    fn patch(&mut self, at: usize, v: u32) {
        self.bytes[at..at + 4].copy_from_slice(&v.to_le_bytes());
    }

    fn end_chunk(&mut self, size_at: usize) {
        self.patch(size_at, (self.bytes.len() - size_at - 4) as u32);
    }

    fn message(self) -> (Vec<u8>, Representation) {
        let total = self.bytes.len();
        let starts = self.starts.iter().map(|start| (total - start) as u32);
        let here = Representation {
            minor: 1,
            fragments: self.starts.len() as u16,
            ..Representation::NATIVE
        };
        let mut bytes = self.bytes.clone();
        bytes.extend(starts.flat_map(u32::to_le_bytes));
        (bytes, here)
    }
}

/// A value in chunks, with another one inside, and a place that refers to that; perhaps of a derived type.
fn value_in_chunks(is_derived: bool, cuts: [usize; 2]) -> Written {
    let mut to = Written::cut(cuts);
    to.put(1, &[1]);
    if is_derived {
        to.u32(0x7fff_ff0e);
        to.u32(2);
        to.u32(2);
        to.put(1, b"b\0");
    } else {
        to.u32(0x7fff_ff0a);
    }
    let id = to.u32(2);
    to.put(1, b"a\0");
    let chunk = to.u32(0);
    to.put(1, &[7]);
    to.put(8, &8u64.to_le_bytes());
    to.u32(5);
    to.put(1, b"nin");
    to.put(1, b"e\0");
    to.end_chunk(chunk);
    let chunk = to.u32(0);
    to.put(2, &10u16.to_le_bytes());
    to.put(8, &11u64.to_le_bytes());
    to.end_chunk(chunk);
    let inside = to.u32(0x7fff_ff0a);
    to.indirection(id);
    let chunk = to.u32(0);
    to.put(8, &12u64.to_le_bytes());
    to.end_chunk(chunk);
    to.u32(2u32.wrapping_neg());
    let chunk = to.u32(0);
    to.indirection(inside);
    to.put(1, &[13]);
    to.end_chunk(chunk);
    to.u32(1u32.wrapping_neg());
    to.put(8, &14u64.to_le_bytes());
    to
}

/// Such values, in up to three fragments that begin anywhere.
fn all_cut(is_derived: bool) -> impl Iterator<Item = ([usize; 2], Vec<u8>, Representation)> {
    let items = value_in_chunks(is_derived, [usize::MAX; 2]).items;
    let cuts = (0..items).flat_map(move |a| (a + 1..=items).map(move |b| [a, b]));
    cuts.map(move |cuts| {
        let (bytes, here) = value_in_chunks(is_derived, cuts).message();
        (cuts, bytes, here)
    })
}

/// Its numbers, its text, and whether the last place is that of the value inside.
fn read(source: &mut Decoder<'_>) -> Result<([u64; 7], String, bool), Fail> {
    source.u8()?;
    source.next_value()?;
    let value = source.enter_value("a")?;
    let (seven, eight) = (source.u8()?, source.u64()?);
    let mut text = Cow::Borrowed("");
    source.string(&X, &mut text)?;
    let text = text.into_owned();
    let (ten, eleven) = (source.u16()?, source.u64()?);
    let Next::New(new) = source.next_value()? else {
        return Err(Fail);
    };
    let inside = source.enter_value("a")?;
    let twelve = source.u64()?;
    source.leave_value(&inside)?;
    let is_same = matches!(source.next_value()?, Next::Same(id) if id == new);
    let thirteen = source.u8()?;
    source.leave_value(&value)?;
    let fourteen = source.u64()?;
    let [seven, ten, thirteen] = [seven.into(), ten.into(), thirteen.into()];
    let numbers = [seven, eight, ten, eleven, twelve, thirteen, fourteen];
    Ok((numbers, text, is_same))
}

/// Section 15.3.4: wherever fragments begin, a chunk has as many bytes of the message as it says.
#[test]
fn valuetypes_in_chunks_are_read_across_fragments() {
    for is_derived in [false, true] {
        for (cuts, bytes, here) in all_cut(is_derived) {
            let mut source = Decoder::new(&bytes, here, &LIMITS);
            let read = read(&mut source).map_err(|Fail| source.failure());
            let expected = ([7, 8, 10, 11, 12, 13, 14], text("nine"), true);
            assert_eq!(read, Ok(expected), "{cuts:?}");
            assert_eq!(source.finish(), Ok(()), "{cuts:?}");
        }
    }
}

/// What a value is truncated by is skipped, whatever fragments it is in.
#[test]
fn truncated_values_end_across_fragments() {
    for (cuts, bytes, here) in all_cut(true) {
        let mut source = Decoder::new(&bytes, here, &LIMITS);
        let mut read = || {
            source.u8()?;
            source.next_value()?;
            let value = source.enter_value("a")?;
            let seven = source.u8()?;
            source.leave_value(&value)?;
            Ok((seven, source.u64()?))
        };
        assert_eq!(read(), Ok::<_, Fail>((7, 14)), "{cuts:?}");
        assert_eq!(source.finish(), Ok(()), "{cuts:?}");
    }
}

/// Nor is anything read beyond them, whatever they say.
#[test]
fn damaged_values_in_fragments_never_panic() {
    for (_, bytes, here) in all_cut(true).step_by(7) {
        for at in 0..bytes.len() {
            for damage in [0x01, 0x04, 0xff] {
                let mut bytes = bytes.clone();
                bytes[at] ^= damage;
                let mut source = Decoder::new(&bytes, here, &LIMITS);
                let _ = read(&mut source).map(|_| source.finish());
                let mut source = Decoder::new(&bytes[..at], here, &LIMITS);
                let _ = read(&mut source).map(|_| source.finish());
            }
        }
    }
}

/// An encapsulation ends where it does, though the message goes on; and one that is too long is not read at all.
#[test]
fn nothing_is_read_behind_the_end() {
    let mut to = Written::cut([1, usize::MAX]);
    to.u32(5);
    to.put(1, &[1]);
    to.u32(9);
    let (bytes, here) = to.message();
    let mut source = Decoder::new(&bytes, here, &LIMITS);
    let inside = source.encapsulated(|inside| {
        inside.u32()?;
        inside.u32().map(drop)
    });
    assert!(inside.is_err());
    let limits = Limits { bytes: 4, ..LIMITS };
    let mut source = Decoder::new(&bytes, here, &limits);
    assert!(source.u32().is_err());
}

/// An encapsulation in a chunk does not go on in the next one.
#[test]
fn encapsulations_end_within_their_chunk() {
    let mut to = Written::cut([usize::MAX; 2]);
    to.u32(0x7fff_ff08);
    to.u32(8);
    to.u32(4);
    to.put(4, &[1, 0, 0, 0]);
    to.u32(4);
    to.u32(9);
    to.u32(1u32.wrapping_neg());
    let (bytes, here) = to.message();
    let mut source = Decoder::new(&bytes, here, &LIMITS);
    assert!(source.enter_value("a").is_ok());
    assert!(
        source
            .encapsulated(|inside| inside.u32().map(drop))
            .is_err()
    );
}

/// Counts are compared with all that is left, not with what is in the same fragment.
#[test]
fn what_is_counted_may_be_in_the_next_fragment() {
    let mut to = Written::cut([1, usize::MAX]);
    to.u32(2);
    to.put(2, b"x\0");
    to.put(2, &[0, 0]);
    let (bytes, here) = to.message();
    reads(here, text("x"), &WIDE, &bytes);
    let mut to = Written::cut([3, usize::MAX]);
    to.u32(1);
    to.put(1, &[0]);
    to.u32(1);
    to.u32(crate::cdr::references::TAG_BINDING);
    to.u32(3);
    to.put(1, b"a:b");
    let (bytes, here) = to.message();
    reads(here, text("a:b"), &X.cdr(Cdr::Reference), &bytes);
}

/// Text that is not UTF-8 is passed on as it is, in whatever fragments it came.
#[test]
fn other_text_may_be_in_two_fragments() {
    let mut to = Written::cut([2, usize::MAX]);
    to.u32(4);
    to.put(1, b"\xff\xfe");
    to.put(1, b"\xfd\0");
    to.u32(9);
    let (bytes, here) = to.message();
    let mut source = Decoder::new(&bytes, here, &LIMITS);
    let mut back = ByteText::default();
    back.decode(&mut source, &X).unwrap();
    assert_eq!(back, ByteText::from(b"\xff\xfe\xfd"));
    assert!(matches!(source.u32(), Ok(9)));
}

/// Section 15.4.9: after a string that ends at offset 30 of a message comes a fragment, in which a number of 8 bytes is at a
/// multiple of 8 behind its head of 12; then one with the rest of a string, and a number at a multiple of 4.
#[test]
fn alignment_begins_anew_in_fragments() {
    let message = [
        &b"\x04\0\0\0ann\0"[..],
        // The first fragment, from 12 on: a gap to 16.
        &[0; 4],
        &7u64.to_le_bytes(),
        b"\x07\0\0\0fr",
        // The second: the string goes on without a gap, and ends at 17.
        b"itz!\0",
        &[0; 3],
        &9u32.to_le_bytes(),
        // The third and last, for which the end of the second is a gap.
        &[0; 4],
        &11u64.to_le_bytes(),
    ];
    let ends = [8, 26, 38];
    let mut bytes = message.concat();
    let total = bytes.len();
    for end in ends {
        bytes.extend(((total - end) as u32).to_le_bytes());
    }
    let here = Representation {
        minor: 1,
        fragments: 3,
        ..Representation::NATIVE.at(4)
    };
    let mut source = Decoder::new(&bytes, here, &LIMITS);
    let (mut first, mut second) = (String::new(), String::new());
    let (mut seven, mut nine, mut eleven) = (0u64, 0u32, 0u64);
    first.decode(&mut source, &X).unwrap();
    seven.decode(&mut source, &X).unwrap();
    second.decode(&mut source, &X).unwrap();
    nine.decode(&mut source, &X).unwrap();
    assert_eq!(source.rest().len(), 12);
    eleven.decode(&mut source, &X).unwrap();
    source.finish().unwrap();
    assert_eq!(
        (&*first, seven, &*second, nine, eleven),
        ("ann", 7, "fritz!", 9, 11)
    );
    // What is said of fragments that are not there is no reason to panic.
    for n in 0..bytes.len() {
        let mut source = Decoder::new(&bytes[..n], here, &LIMITS);
        while first.decode(&mut source, &X).is_ok() && source.offset() < n {}
        let _ = source.failure();
    }
}
