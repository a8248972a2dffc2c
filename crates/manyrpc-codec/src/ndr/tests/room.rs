//! Buffers that are too small for a value, and values that are too large.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::Cell;

use super::{LIMITS, X};
use crate::error::{Unencodable, UnencodableKind};
use crate::meta::Field;
use crate::ndr::{Limits, encode_value};
use crate::{Buf, Encode, Sink};

/// A buffer with some data, and exactly this many bytes of room, which still hold older bytes.
fn with_room(room: usize) -> Buf {
    let mut buf = Buf::with_capacity(4096);
    let capacity = buf.capacity();
    buf.put(&vec![0xee; capacity]);
    buf.truncate(capacity - room);
    buf
}

/// Whatever the room, the output is the same, without a trace of older bytes.
#[track_caller]
pub(super) fn any_is_enough<T: Encode>(f: &Field, v: &T, bytes: &[u8]) {
    for room in 0..=bytes.len() + 16 {
        let mut buf = with_room(room);
        let before = buf.len();
        encode_value(&mut buf, f, v, &LIMITS).unwrap();
        assert_eq!(&buf.data()[before..], bytes, "room for {room}");
    }
}

/// Section 14.3.4 and our copying in blocks: all lengths of text work.
#[test]
fn texts_of_all_lengths() {
    for n in 0..100u32 {
        let text: String = (0..n).map(|i| char::from(b'a' + (i % 26) as u8)).collect();
        let count = (n + 1).to_le_bytes();
        let mut bytes = [count, [0; 4], count].as_flattened().to_vec();
        bytes.extend(text.bytes().chain([0]));
        super::is(text.clone(), &X, &bytes);
        for at in 0..n as usize {
            let mut text = text.clone();
            text.replace_range(at..at + 1, "\0");
            let nul = encode_value(&mut Buf::with_capacity(512), &X, &text, &LIMITS);
            assert_eq!(nul.unwrap_err().kind, UnencodableKind::Nul);
        }
    }
}

/// A value above the limit is refused whatever the room, nothing of it remains, and memory does not
/// grow for it.
#[test]
fn the_limit_holds_in_any_room() {
    let limits = Limits {
        bytes: 20,
        ..LIMITS
    };
    for room in 0..64 {
        let mut buf = with_room(room);
        let (before, capacity) = (buf.len(), buf.capacity());
        let v = vec![1i32; 5];
        let Unencodable { kind, .. } = encode_value(&mut buf, &X, &v, &limits).unwrap_err();
        assert_eq!(kind, UnencodableKind::TooLarge, "room for {room}");
        assert_eq!((buf.len(), buf.capacity()), (before, capacity));
        encode_value(&mut buf, &X, &v[..4], &limits).unwrap();
        assert_eq!(buf.len(), before + 20);
    }
}

/// Memory grows once, to the size needed.
#[test]
fn memory_grows_to_what_is_needed() {
    let mut buf = Buf::new();
    let bytes = vec![7u8; 1 << 20];
    encode_value(&mut buf, &X, &Cow::Borrowed(&bytes[..]), &LIMITS).unwrap();
    assert_eq!(buf.len(), 4 + bytes.len());
    assert!(buf.capacity() < buf.len() + 64);
}

/// A value that grows each time it is read is eventually refused.
#[test]
fn a_value_that_grows_is_no_endless_loop() {
    struct Growing(Cell<usize>);
    impl Encode for Growing {
        fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
            self.0.set(self.0.get() + 10_000);
            s.bytes(f, &vec![0; self.0.get()]);
        }
    }
    let mut buf = Buf::new();
    let refused = encode_value(&mut buf, &X, &Growing(Cell::new(0)), &LIMITS).unwrap_err();
    assert_eq!(refused.kind, UnencodableKind::TooLarge);
    assert!(buf.is_empty());
    let empty: Vec<u8> = Vec::new();
    encode_value(&mut buf, &X, &empty, &LIMITS).unwrap();
    assert_eq!(buf.data(), [0; 4]);
}
