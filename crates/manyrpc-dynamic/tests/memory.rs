//! Lists of any length: how much memory decoding them takes, counted by the allocator, and that no
//! stack is as deep as they are long.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use manyrpc_codec::{Buf, Limits, json, xdr, xml};
use manyrpc_dynamic::{Dyn, DynMut, Lowered, lower};
use manyrpc_model::{Type, Value};

struct Counting;

thread_local! {
    // Negative where a thread frees what another one made.
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    let _ = LIVE.try_with(|live| {
        live.set(live.get() + bytes);
        let _ = MOST.try_with(|most| most.set(most.get().max(live.get())));
    });
}

// Memory that moves is there twice: `realloc` is the default one.
#[expect(unsafe_code, reason = "the trait is unsafe")]
// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// What something gives, and the most bytes that it had at once.
fn watched<T>(run: impl FnOnce() -> T) -> (T, usize) {
    let before = LIVE.get();
    MOST.set(before);
    let value = run();
    (value, (MOST.get() - before) as usize)
}

const DEFINITION: &str = "
    struct node { int value; node *next; };
    struct chest { node first; node *others; };
    struct flags { bool a; flags *next; };
    struct wide { hyper a; double b; string c<>; wide *next; };
    struct names { string name<>; names *next; };
    union outcome switch (int status) { case 0: void; case 1: int value; default: void; };
    typedef outcome outcomes<>;
    typedef bool bools<>;
    typedef bools table<>;
    struct one { bool a; };
    typedef one ones<>;
    struct tree { int value; tree *left; tree *right; };
    struct deep { opaque data<>; deep inside<>; };
";

fn lowered(packs: bool) -> Lowered {
    let read = manyrpc_idl::load_text("lists.x", DEFINITION, &manyrpc_idl::Options::default());
    let mut lowered = lower(&read.0.expect("the definition is right")).unwrap();
    assert!(!packs || lowered.pack());
    lowered
}

fn decode(lowered: &Lowered, name: &str, bytes: &[u8]) -> Value {
    let (field, shape) = lowered.place("value", &named(name)).unwrap();
    let mut value = Value::Void;
    let mut slot = DynMut {
        lowered,
        shape: &shape,
        value: &mut value,
    };
    xdr::decode_value(bytes, &field, &mut slot, &Limits::DEFAULT).unwrap();
    value
}

fn encode(lowered: &Lowered, name: &str, value: &Value) -> Vec<u8> {
    let (field, shape) = lowered.place("value", &named(name)).unwrap();
    let mut buf = Buf::new();
    let value = Dyn {
        lowered,
        shape: &shape,
        value,
    };
    xdr::encode_value(&mut buf, &field, &value, &Limits::DEFAULT).unwrap();
    buf.data().to_vec()
}

fn named(name: &str) -> Type {
    Type::Named(name.to_owned())
}

fn words(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_be_bytes()).collect()
}

/// A list: one and what an element is, for each, then none.
fn list(count: usize, element: &[u32]) -> Vec<u8> {
    let element = words(&[&[1], element].concat());
    [element.repeat(count), words(&[0])].concat()
}

/// An array.
fn array(count: usize, element: &[u32]) -> Vec<u8> {
    [words(&[count as u32]), words(element).repeat(count)].concat()
}

/// A tree of so many levels, full.
fn tree(levels: u32) -> Vec<u32> {
    match levels.checked_sub(1) {
        None => vec![7, 0, 0],
        Some(below) => {
            let below = tree(below);
            [&[7, 1][..], &below, &[1], &below].concat()
        }
    }
}

/// Arrays of one in arrays of one, and bytes in the innermost.
fn deep(levels: usize, bytes: usize) -> Vec<u8> {
    let innermost = [words(&[bytes as u32]), vec![5; bytes], words(&[0])].concat();
    let around = words(&[0, 1]).repeat(levels);
    [around, innermost].concat()
}

const MANY: usize = 30_000;

fn messages() -> Vec<(&'static str, Vec<u8>)> {
    let node = [&words(&[9])[..], &list(MANY, &[3])].concat();
    vec![
        ("chest", [&node[..], &list(MANY, &[3])].concat()),
        ("node", node),
        ("flags", [&words(&[1])[..], &list(MANY, &[0])].concat()),
        (
            "wide",
            [
                &words(&[0, 1, 2, 3, 0])[..],
                &list(MANY, &[0, 1, 2, 3, 1, 0x6100_0000]),
            ]
            .concat(),
        ),
        ("names", [&words(&[0])[..], &list(MANY, &[0])].concat()),
        ("outcomes", array(MANY, &[0])),
        ("outcomes", array(MANY, &[0x8000_0000])),
        ("outcomes", array(MANY, &[1, 5])),
        ("bools", array(MANY, &[1])),
        ("table", array(MANY, &[0])),
        ("table", array(MANY, &[1, 1])),
        ("ones", array(MANY, &[0])),
        ("tree", words(&tree(13))),
        ("deep", deep(50, 1_000_000)),
    ]
}

#[test]
fn packed_values_take_at_most_four_times_their_message() {
    let (packing, plain) = (lowered(true), lowered(false));
    for (name, bytes) in messages() {
        let (value, most) = watched(|| decode(&packing, name, &bytes));
        let times = most as f64 / bytes.len() as f64;
        assert!(times <= 4.0, "{name}: {times:.2} times {}", bytes.len());
        assert_eq!(encode(&packing, name, &value), bytes, "{name}");
        // They are the values that they would be otherwise.
        let others = decode(&plain, name, &bytes);
        assert_eq!(encode(&plain, name, &value), bytes, "{name}");
        assert_eq!(encode(&packing, name, &others), bytes, "{name}");
        let unpacked = unpacked(value);
        assert!(unpacked == others, "{name}");
    }
}

fn unpacked(value: Value) -> Value {
    match value {
        Value::Packed(packed) => packed.unpack(),
        Value::Record(fields) => Value::Record(fields.into_iter().map(unpacked).collect()),
        other => other,
    }
}

/// A million nodes on a stack that a few hundred calls would fill.
#[test]
fn no_stack_is_as_deep_as_a_list_is_long() {
    let run = || {
        for (packs, count) in [(false, 100_000), (true, 1_000_000)] {
            let lowered = lowered(packs);
            let bytes = [&words(&[9])[..], &list(count, &[3]), &list(count, &[4])].concat();
            let value = decode(&lowered, "chest", &bytes);
            assert!(encode(&lowered, "chest", &value) == bytes);
            drop(value);
        }
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread.spawn(run).unwrap().join().unwrap();
}

/// JSON and XML have lists as arrays, too.
#[test]
fn lists_in_characters_are_as_long_as_they_like() {
    let lowered = lowered(false);
    let (field, shape) = lowered.place("value", &named("chest")).unwrap();
    let bytes = [&words(&[9])[..], &list(100_000, &[3]), &list(5, &[4])].concat();
    let value = decode(&lowered, "chest", &bytes);
    let limits = Limits::DEFAULT;
    for syntax in ["json", "xml"] {
        let (mut buf, mut back) = (Buf::new(), Value::Void);
        let value = Dyn {
            lowered: &lowered,
            shape: &shape,
            value: &value,
        };
        let mut slot = DynMut {
            lowered: &lowered,
            shape: &shape,
            value: &mut back,
        };
        match syntax {
            "json" => {
                json::encode_value(&mut buf, &field, &value, &limits).unwrap();
                json::decode_value(buf.data(), &field, &mut slot, &limits).unwrap();
            }
            _ => {
                let options = xml::Options::DEFAULT;
                xml::encode_value(&mut buf, &field, &value, &limits, options).unwrap();
                xml::decode_value(buf.data(), &field, &mut slot, &limits).unwrap();
            }
        }
        assert!(back == *value.value, "{syntax}");
    }
}
