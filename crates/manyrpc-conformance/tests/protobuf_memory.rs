//! What messages of Protocol Buffers take in memory while they are read, by an allocator that counts: within
//! what [`MEMORY`] promises, in messages made to take as much as they can, accepted or not.

#![cfg(official)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use manyrpc_codec::meta::Field;
use manyrpc_codec::protobuf::{MEMORY, decode_value};
use manyrpc_codec::{Decode, Limits};
use manyrpc_conformance::codecs::Dynamic;
use manyrpc_conformance::protobuf::official::{definitions, stubs::proto2};
use manyrpc_dynamic::DynMut;
use manyrpc_model::{Type, Value};

/// The system's allocator, noting how much each thread has more than at first, and the most of that.
struct Noting;

thread_local! {
    static IN_USE: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn note(size: usize, freed: usize) {
    let _ = IN_USE.try_with(|in_use| {
        in_use.set(in_use.get() + size as isize - freed as isize);
        MOST.try_with(|most| most.set(most.get().max(in_use.get())))
    });
}

#[expect(unsafe_code, reason = "an allocator can be written no other way")]
// SAFETY: every call goes to the system's allocator unchanged.
unsafe impl GlobalAlloc for Noting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The old block is there until the new one is filled.
        note(size, 0);
        note(0, layout.size());
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(0, layout.size());
        // SAFETY: the caller's promises are passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Noting = Noting;

/// How often each part comes.
const TIMES: u32 = 2000;

/// What is there however long the message: the words of an error, and what is noted of one message.
const FLOOR: usize = 4 << 10;

fn varint(mut v: u32, out: &mut Vec<u8>) {
    while v >= 0x80 {
        out.push(v as u8 | 0x80);
        v >>= 7;
    }
    out.push(v as u8);
}

/// A field with a number.
fn number(field: u32, v: u32) -> Vec<u8> {
    let mut out = Vec::new();
    varint(field << 3, &mut out);
    varint(v, &mut out);
    out
}

/// A field with a length.
fn delimited(field: u32, body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    varint(field << 3 | 2, &mut out);
    varint(body.len() as u32, &mut out);
    out.extend(body);
    out
}

fn times(part: impl Fn(u32) -> Vec<u8>) -> Vec<u8> {
    (0..TIMES).flat_map(part).collect()
}

fn entry(key: u32) -> Vec<u8> {
    delimited(56, &number(1, key))
}

/// Messages of `TestAllTypesProto2`, and what each has much of. The numbers of fields are its own.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    let empty = delimited(27, &[]);
    let deep = |_| delimited(48, &delimited(2, &[]));
    vec![
        ("numbers in one field", delimited(75, &[1; TIMES as usize])),
        ("numbers one by one", times(|n| number(31, n & 1))),
        ("numbers in fields of one", times(|_| delimited(75, &[1]))),
        ("texts without letters", times(|_| delimited(44, &[]))),
        (
            "texts",
            times(|_| delimited(44, b"some text that is no short one")),
        ),
        ("bytes", times(|_| delimited(45, &[0; 100]))),
        ("unknown numbers", times(|n| number(1000, n))),
        ("unknown messages", times(|_| delimited(1000, &[0; 40]))),
        (
            "unknown fields in messages",
            times(|_| delimited(49, &number(1000, 1))),
        ),
        ("messages without fields", times(|_| delimited(49, &[]))),
        ("large messages in small ones", times(deep)),
        ("one message in parts", times(|_| empty.clone())),
        ("keys", times(entry)),
        ("a key again and again", times(|_| entry(7))),
        (
            "a map in parts",
            times(|n| [entry(n), number(1, 1)].concat()),
        ),
        (
            "texts as keys",
            times(|n| delimited(69, &delimited(1, &n.to_le_bytes().map(|b| b & 63)))),
        ),
        ("strangers", times(|_| number(51, 77))),
        (
            "strangers in one field",
            delimited(51, &[77; TIMES as usize]),
        ),
        (
            "arms in turn",
            times(|_| [number(111, 1), delimited(112, &[]), delimited(113, b"x")].concat()),
        ),
        (
            "arms with unknown fields",
            times(|_| delimited(112, &number(1000, 1))),
        ),
    ]
}

/// Messages that lack what they must have, which are read twice, with notes of each.
fn lacking() -> Vec<(&'static str, Vec<u8>)> {
    let inner = delimited(18, &delimited(2, &[]));
    vec![
        ("parts that lack everything", times(|_| inner.clone())),
        ("a message that lacks itself", times(|_| delimited(27, &[]))),
    ]
}

/// The most that reading takes, and whether the message was accepted.
fn measured<'de, T: Decode<'de>>(
    bytes: &'de [u8],
    field: &Field,
    value: &mut T,
    limits: &Limits,
) -> (usize, bool) {
    let before = IN_USE.get();
    MOST.set(before);
    let accepted = decode_value(bytes, field, value, limits).is_ok();
    ((MOST.get() - before) as usize, accepted)
}

/// A message both ways. Whether the dynamic value was accepted, and by how much the more
/// demanding of both exceeds what every message may take.
fn judge<'de, T: Decode<'de> + Default>(
    full: &str,
    (about, bytes): &'de (&str, Vec<u8>),
    dynamic: &Dynamic,
    memory: usize,
) -> (bool, bool) {
    let limits = Limits {
        memory,
        ..Limits::DEFAULT
    };
    let name = dynamic.message(full).expect("the definition has it");
    let place = dynamic
        .lowered
        .place("value", &Type::Named(name.to_owned()));
    let (field, shape) = place.expect("it is one of its types");
    let mut value = Value::Void;
    let mut slot = DynMut {
        lowered: &dynamic.lowered,
        shape: &shape,
        value: &mut value,
    };
    let of_values = measured(bytes, &field, &mut slot, &limits);
    let mut value = Box::<T>::default();
    let of_stubs = measured(bytes, &Field::plain("value"), &mut *value, &limits);
    let counted = memory + MEMORY * bytes.len();
    let most = counted + counted / 2 + 2 * bytes.len() + FLOOR;
    for (taken, _) in [of_values, of_stubs] {
        assert!(
            taken <= most,
            "{about}: {taken} bytes, of {most}, memory {memory}"
        );
    }
    (
        of_values.1,
        of_values.0.max(of_stubs.0) > memory.max(2 * bytes.len()),
    )
}

#[test]
fn memory_is_within_what_limits_promise() {
    let definitions = definitions().unwrap();
    let (mut accepted, mut refused, mut beyond) = (0, 0, 0);
    for memory in [0, 64 << 10, 1 << 20, 64 << 20] {
        let mut count = |(is_accepted, is_beyond): (bool, bool)| {
            accepted += usize::from(is_accepted);
            refused += usize::from(!is_accepted);
            beyond += usize::from(is_beyond);
        };
        for message in &hostile() {
            let full = "protobuf_test_messages.proto2.TestAllTypesProto2";
            count(judge::<proto2::TestAllTypesProto2<'_>>(
                full,
                message,
                &definitions[0],
                memory,
            ));
        }
        for message in &lacking() {
            let full = "protobuf_test_messages.proto2.TestAllRequiredTypesProto2";
            count(judge::<proto2::TestAllRequiredTypesProto2<'_>>(
                full,
                message,
                &definitions[0],
                memory,
            ));
        }
    }
    // Otherwise they would be harmless, and nothing would have been shown.
    assert!(
        accepted > 40 && refused > 8 && beyond > 8,
        "{accepted}, {refused}, {beyond}"
    );
}
