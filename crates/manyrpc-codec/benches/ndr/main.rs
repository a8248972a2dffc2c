//! NDR timed: generated-style code and code by hand, a round of each in turn.
//! `cargo bench -p manyrpc-codec --bench ndr`.

#[path = "../common/timing.rs"]
mod timing;
#[path = "../common/types.rs"]
mod types;

use manyrpc_codec::meta::Field;
use manyrpc_codec::ndr::{self, LABEL, Limits};
use manyrpc_codec::{Buf, Decode, Encode};
use timing::{Codec, decodes, encoded, encodes, report, reuses};
use types::{Borrowed, INTS, Owned, WANTED, the_info};

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
    // All of them are 32-bit words.
    let mut swapped = ints_bytes.data().to_vec();
    swapped
        .as_chunks_mut::<4>()
        .0
        .iter_mut()
        .for_each(|w| w.reverse());
    let (info, photo) = (small_bytes.data(), large_bytes.data());
    let mut cases = [
        encodes::<Native, _>("info", &WANTED, &small, info_by_hand),
        decodes::<Native, Owned>("info, copied", &WANTED, info),
        reuses::<Native, Owned>("info, into a used value", &WANTED, info),
        decodes::<Native, Borrowed>("info, borrowed", &WANTED, info),
        encodes::<Native, Vec<i32>>("1000 ints", &INTS, &ints, |b, v| ints_by_hand(b, v)),
        decodes::<Native, Vec<i32>>("1000 ints", &INTS, ints_bytes.data()),
        decodes::<Swapped, Vec<i32>>("1000 ints, swapped", &INTS, &swapped),
        encodes::<Native, _>("info, 1 MiB photo", &WANTED, &large, info_by_hand),
        decodes::<Native, Owned>("info, 1 MiB photo, copied", &WANTED, photo),
        decodes::<Native, Borrowed>("info, 1 MiB photo, borrowed", &WANTED, photo),
    ];
    report(&mut cases, |_, _| None);
}

/// What somebody writes who knows the type and the buffer, and nothing of visitors: the record,
/// then what its pointers lead to.
fn info_by_hand(out: &mut Buf, v: &Owned) {
    word(out, v.id as u32);
    word(out, 1);
    word(out, 1);
    word(out, v.age as u32);
    word(out, 1);
    word(out, 1);
    word(out, u32::from(v.newsletter));
    word(out, v.latitude.to_bits());
    word(out, v.longitude.to_bits());
    word(out, v.photo.len() as u32);
    word(out, 1);
    string(out, &v.first_name);
    string(out, &v.last_name);
    string(out, &v.email);
    string(out, &v.phone);
    align(out);
    word(out, v.photo.len() as u32);
    out.put(&v.photo);
}

fn word(out: &mut Buf, v: u32) {
    out.put_array(v.to_le_bytes());
}

fn align(out: &mut Buf) {
    let gap = out.len().next_multiple_of(4) - out.len();
    out.put(&[0; 4][..gap]);
}

fn string(out: &mut Buf, v: &str) {
    align(out);
    let n = v.len() + 1;
    let space = &mut out.space(12 + n)[..12 + n];
    space[..4].copy_from_slice(&(n as u32).to_le_bytes());
    space[4..8].fill(0);
    space[8..12].copy_from_slice(&(n as u32).to_le_bytes());
    space[12..11 + n].copy_from_slice(v.as_bytes());
    space[11 + n] = 0;
    out.filled(12 + n);
}

fn ints_by_hand(out: &mut Buf, v: &[i32]) {
    word(out, v.len() as u32);
    word(out, 1);
    word(out, v.len() as u32);
    let space = &mut out.space(v.len() * 4)[..v.len() * 4];
    for (to, from) in space.as_chunks_mut::<4>().0.iter_mut().zip(v) {
        *to = from.to_le_bytes();
    }
    out.filled(v.len() * 4);
}
