//! Times Protocol Buffers: generated-style code and prost, taking turns. `cargo bench -p
//! manyrpc-codec --bench protobuf`.
//!
//! The column "by hand" is prost with messages as its generator writes them.

#[path = "../common/timing.rs"]
mod timing;
#[path = "../common/types.rs"]
mod types;

mod nested;
mod theirs;

use std::hint::black_box;

use manyrpc_codec::meta::{Field, Length};
use manyrpc_codec::protobuf::{self, Limits};
use manyrpc_codec::{Buf, Decode, Encode};
use nested::{Link, NODE, Node, OwnedLink};
use prost::Message;
use timing::{Case, Codec, encoded, report, reuses};
use types::{INTS, Info, Owned, WANTED, the_info};

const PHOTO: usize = 1 << 20;

const ONE_OF_MANY: Field = Field::plain("infos").number(1).explicit();

/// Many records, as a repeated field of a message.
static INFOS: Field = Field::of("infos", Length::UpTo(u32::MAX), const { &ONE_OF_MANY }).number(1);

struct Protobuf;

impl Codec for Protobuf {
    fn encode<T: Encode>(out: &mut Buf, f: &Field, v: &T) {
        protobuf::encode_value(out, f, v, &Limits::DEFAULT).expect("the value fits its definition");
    }
    fn decode<'a, T: Decode<'a>>(bytes: &'a [u8], f: &Field, v: &mut T) {
        protobuf::decode_value(bytes, f, v, &Limits::DEFAULT).expect("bytes of our own");
    }
}

fn main() {
    let (small, large) = (the_info(0), the_info(PHOTO));
    let ints: Vec<i32> = (0..1000).collect();
    let trees = [
        ("tree of 63 nodes", nested::tree(6, 0)),
        ("chain of 9", nested::chain(9, 0)),
        ("1 + 100 children", nested::flat(100)),
        ("chain of 9 with 64 kB each", nested::chain(9, 65_536)),
    ];
    let many: Vec<Info<'_>> = (0..100).map(|_| the_info(0)).collect();
    let their_many = theirs::Infos {
        infos: many.iter().map(theirs::info).collect(),
    };
    let many_bytes = their_many.encode_to_vec();
    let small_bytes = encoded::<Protobuf, _>(&WANTED, &small);
    let large_bytes = encoded::<Protobuf, _>(&WANTED, &large);
    let their_ints = theirs::Ints {
        values: ints.clone(),
    };
    let ints_bytes = their_ints.encode_to_vec();
    let bytes: Vec<Vec<u8>> = trees
        .iter()
        .map(|(_, v)| encoded::<Protobuf, _>(&NODE, v).data().to_vec())
        .collect();
    let links = nested::links(9);
    let link_bytes = encoded::<Protobuf, _>(&NODE, &links);
    let link_bytes = link_bytes.data();
    let mut cases = vec![
        encodes("info", &WANTED, &small, theirs::info(&small)),
        decodes::<Owned, theirs::Info>("info, copied", &WANTED, small_bytes.data()),
        reuses::<Protobuf, Owned>("info, into a used value", &WANTED, small_bytes.data()),
        decodes::<Info<'_>, theirs::Info>("info, borrowed", &WANTED, small_bytes.data()),
        encodes("100 infos", &INFOS, &many, their_many),
        decodes::<Vec<Owned>, theirs::Infos>("100 infos, copied", &INFOS, &many_bytes),
        decodes::<Vec<Info<'_>>, theirs::Infos>("100 infos, borrowed", &INFOS, &many_bytes),
        encodes("1000 ints", &INTS, &ints, their_ints),
        decodes::<Vec<i32>, theirs::Ints>("1000 ints", &INTS, &ints_bytes),
        encodes("1 MiB photo", &WANTED, &large, theirs::info(&large)),
        decodes::<Owned, theirs::Info>("1 MiB photo, copied", &WANTED, large_bytes.data()),
        decodes::<Info<'_>, theirs::Info>("1 MiB photo, borrowed", &WANTED, large_bytes.data()),
    ];
    for ((name, v), bytes) in trees.iter().zip(&bytes) {
        cases.push(encodes(name, &NODE, v, theirs::node(v)));
        let (copied, borrowed) = (format!("{name}, copied"), format!("{name}, borrowed"));
        cases.push(decodes::<nested::Owned, theirs::Node>(
            &copied, &NODE, bytes,
        ));
        cases.push(decodes::<Node<'_>, theirs::Node>(&borrowed, &NODE, bytes));
        for (how, copied) in [(&copied, true), (&borrowed, false)] {
            cases.push(allocates::<theirs::Node>(
                how,
                nested::blocks(v, copied),
                bytes,
            ));
        }
    }
    let (name, copied, borrowed) = ("9 links", "9 links, copied", "9 links, borrowed");
    cases.push(encodes(name, &NODE, &links, theirs::link(&links)));
    cases.push(decodes::<OwnedLink, theirs::Link>(
        copied, &NODE, link_bytes,
    ));
    cases.push(decodes::<Link<'_>, theirs::Link>(
        borrowed, &NODE, link_bytes,
    ));
    for (how, copied) in [(copied, true), (borrowed, false)] {
        let blocks = nested::link_blocks(&links, copied);
        cases.push(allocates::<theirs::Link>(how, blocks, link_bytes));
    }
    report(&mut cases, |_, _| None);
}

/// Both encode into existing memory.
fn encodes<'a, T: Encode, M: Message + 'a>(
    name: &str,
    f: &'static Field,
    v: &'a T,
    theirs: M,
) -> Case<'a> {
    let mut ours = Buf::with_capacity(2 << 20);
    let mut out = Vec::with_capacity(2 << 20);
    assert_eq!(
        encoded::<Protobuf, T>(f, v).data(),
        theirs.encode_to_vec(),
        "prost writes the same"
    );
    Case {
        name: format!("encode {name}"),
        ours: Box::new(move || {
            ours.clear();
            Protobuf::encode(&mut ours, f, black_box(v));
            black_box(ours.data());
        }),
        by_hand: Some(Box::new(move || {
            out.clear();
            black_box(&theirs).encode(&mut out).expect("there is room");
            black_box(&out);
        })),
        rival: None,
    }
}

/// Decodes into a fresh value, which is dropped again.
fn decodes<'a, T: Decode<'a> + Default + 'a, M: Message + Default>(
    name: &str,
    f: &'static Field,
    bytes: &'a [u8],
) -> Case<'a> {
    Case {
        name: format!("decode {name}"),
        ours: Box::new(move || {
            let mut v = T::default();
            Protobuf::decode(black_box(bytes), f, &mut v);
            black_box(&v);
        }),
        by_hand: Some(Box::new(move || {
            black_box(M::decode(black_box(bytes)).expect("bytes of a message"));
        })),
        rival: None,
    }
}

/// The allocations that every decoder needs, compared with prost: blocks of memory, allocated and
/// freed.
fn allocates<'a, M: Message + Default>(name: &str, sizes: Vec<usize>, bytes: &'a [u8]) -> Case<'a> {
    let mut blocks: Vec<Vec<u8>> = Vec::with_capacity(sizes.len());
    Case {
        name: format!("allocate {name}"),
        ours: Box::new(move || {
            blocks.extend(sizes.iter().map(|n| Vec::with_capacity(*n)));
            black_box(&mut blocks).clear();
        }),
        by_hand: Some(Box::new(move || {
            black_box(M::decode(black_box(bytes)).expect("bytes of a message"));
        })),
        rival: None,
    }
}
