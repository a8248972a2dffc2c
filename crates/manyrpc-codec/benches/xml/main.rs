//! Times XML-RPC values. `cargo bench -p manyrpc-codec --bench xml`. There is no rival here:
//! xmlrpc-c and others are timed in whole calls (`manyrpc compare`). "By hand" is the photo's
//! Base64 alone, which dominates the time of a large value.

#[path = "../common/timing.rs"]
mod timing;
#[path = "../common/types.rs"]
mod types;

use std::hint::black_box;

use base64_simd::{AsOut, STANDARD};
use manyrpc_codec::meta::Field;
use manyrpc_codec::xml::{self, Limits, Options};
use manyrpc_codec::{Buf, Decode, Encode};
use timing::{Case, Codec, decodes, encoded, report, reuses};
use types::{INTS, Info, Owned, WANTED, the_info};

const PHOTO: usize = 1 << 20;

struct Xml;

impl Codec for Xml {
    fn encode<T: Encode>(out: &mut Buf, f: &Field, v: &T) {
        let done = xml::encode_value(out, f, v, &Limits::DEFAULT, Options::DEFAULT);
        done.expect("the value fits its definition");
    }
    fn decode<'a, T: Decode<'a>>(bytes: &'a [u8], f: &Field, v: &mut T) {
        xml::decode_value(bytes, f, v, &Limits::DEFAULT).expect("bytes of our own");
    }
}

fn encodes<'a, T: Encode>(name: &str, f: &'static Field, v: &'a T) -> Case<'a> {
    let mut out = Buf::with_capacity(2 << 20);
    Case {
        name: format!("encode {name}"),
        ours: Box::new(move || {
            out.clear();
            Xml::encode(&mut out, f, black_box(v));
            black_box(out.data());
        }),
        by_hand: None,
        rival: None,
    }
}

fn main() {
    let (small, large) = (the_info(0), the_info(PHOTO));
    let ints: Vec<i32> = (0..1000).map(|i| i * 7919).collect();
    let info = encoded::<Xml, _>(&WANTED, &small);
    let photo = encoded::<Xml, _>(&WANTED, &large);
    let ints_text = encoded::<Xml, _>(&INTS, &ints);
    let packed = STANDARD.encode_to_string(&large.photo);
    let mut space = vec![0; packed.len()];
    let mut bytes = vec![0; large.photo.len()];
    let mut cases = [
        encodes("info", &WANTED, &small),
        decodes::<Xml, Owned>("info, copied", &WANTED, info.data()),
        reuses::<Xml, Owned>("info, into a used value", &WANTED, info.data()),
        decodes::<Xml, Info<'_>>("info, borrowed", &WANTED, info.data()),
        encodes("1000 ints", &INTS, &ints),
        decodes::<Xml, Vec<i32>>("1000 ints", &INTS, ints_text.data()),
        Case {
            by_hand: Some(Box::new(|| {
                let written = STANDARD.encode(&large.photo, space.as_mut_slice().as_out());
                black_box(written);
            })),
            ..encodes("1 MiB photo", &WANTED, &large)
        },
        Case {
            by_hand: Some(Box::new(|| {
                let read = STANDARD.decode(packed.as_bytes(), bytes.as_mut_slice().as_out());
                let _ = black_box(read);
            })),
            ..reuses::<Xml, Owned>("1 MiB photo, into a used value", &WANTED, photo.data())
        },
    ];
    report(&mut cases, |_, _| None);
}
