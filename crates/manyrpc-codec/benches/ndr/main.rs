//! Times NDR: generated-style code and hand-written code, taking turns. `cargo bench -p
//! manyrpc-codec --bench ndr`; words after `--` select cases by name. The figures are in
//! `manyrpc_codec::ndr`.

#[path = "../common/by_hand/ndr.rs"]
mod by_hand;
#[path = "../common/timing.rs"]
mod timing;
#[path = "../common/types.rs"]
mod types;

use manyrpc_codec::meta::Field;
use manyrpc_codec::ndr::{self, LABEL, Limits};
use manyrpc_codec::{Buf, Decode, Encode};
use timing::{Codec, decodes, encoded, encodes, report, reuses};
use types::{INTS, Info, Owned, WANTED, the_info};

const PHOTO: usize = 1 << 20;

struct Native;

impl Codec for Native {
    fn encode<T: Encode>(out: &mut Buf, f: &Field, v: &T) {
        ndr::encode_value(out, f, v, &Limits::DEFAULT).expect("the value fits its definition");
    }
    fn decode<'a, T: Decode<'a>>(bytes: &'a [u8], f: &Field, v: &mut T) {
        ndr::decode_value(bytes, LABEL, f, v, &Limits::DEFAULT).expect("bytes of our own");
    }
}

/// From a big-endian peer.
struct Swapped;

impl Codec for Swapped {
    fn encode<T: Encode>(out: &mut Buf, f: &Field, v: &T) {
        Native::encode(out, f, v);
    }
    fn decode<'a, T: Decode<'a>>(bytes: &'a [u8], f: &Field, v: &mut T) {
        ndr::decode_value(bytes, [0; 4], f, v, &Limits::DEFAULT).expect("bytes in other order");
    }
}

fn main() {
    let small = the_info(0);
    let large = the_info(PHOTO);
    let ints: Vec<i32> = (0..1000).collect();
    let small_bytes = encoded::<Native, _>(&WANTED, &small);
    let large_bytes = encoded::<Native, _>(&WANTED, &large);
    let ints_bytes = encoded::<Native, _>(&INTS, &ints);
    // It consists of 32-bit words only.
    let mut swapped = ints_bytes.data().to_vec();
    swapped
        .as_chunks_mut::<4>()
        .0
        .iter_mut()
        .for_each(|w| w.reverse());
    let (info, photo) = (small_bytes.data(), large_bytes.data());
    let mut cases = [
        encodes::<Native, _>("info", &WANTED, &small, by_hand::info),
        decodes::<Native, Owned>("info, copied", &WANTED, info),
        reuses::<Native, Owned>("info, into a used value", &WANTED, info),
        decodes::<Native, Info<'_>>("info, borrowed", &WANTED, info),
        encodes::<Native, Vec<i32>>("1000 ints", &INTS, &ints, |b, v| by_hand::ints(b, v)),
        decodes::<Native, Vec<i32>>("1000 ints", &INTS, ints_bytes.data()),
        decodes::<Swapped, Vec<i32>>("1000 ints, swapped", &INTS, &swapped),
        encodes::<Native, _>("1 MiB photo", &WANTED, &large, by_hand::info),
        decodes::<Native, Owned>("1 MiB photo, copied", &WANTED, photo),
        decodes::<Native, Info<'_>>("1 MiB photo, borrowed", &WANTED, photo),
    ];
    report(&mut cases, |_, _| None);
}
