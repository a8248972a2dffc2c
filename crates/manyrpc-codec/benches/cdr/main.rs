//! Times CDR: generated-style code and hand-written code, taking turns. `cargo bench -p
//! manyrpc-codec --bench cdr`; words after `--` select cases by name. The figures are in
//! `manyrpc_codec::cdr`.

#[path = "../common/by_hand/cdr.rs"]
mod by_hand;
#[path = "../common/peer.rs"]
mod peer;
#[path = "../common/timing.rs"]
mod timing;
#[path = "../common/types.rs"]
mod types;

use manyrpc_codec::cdr::{self, ByteOrder, Representation};
use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Decode, Encode, Limits};
use peer::Peer;
use timing::{Codec, decodes, encoded, encodes, report, reuses};
use types::{INTS, Info, InfoOf, Owned, WANTED, the_info};

const PHOTO: usize = 1 << 20;

struct Native;

/// As engines state it: nothing of it is known when this is compiled.
fn native() -> Representation {
    *std::hint::black_box(&Representation::NATIVE)
}

fn other() -> Representation {
    let order = *std::hint::black_box(&ByteOrder::Big);
    Representation { order, ..native() }
}

impl Codec for Native {
    fn encode<T: Encode>(out: &mut Buf, f: &Field, v: &T) {
        cdr::encode_value(out, native(), f, v, &Limits::DEFAULT)
            .expect("the value fits its definition");
    }
    fn decode<'a, T: Decode<'a>>(bytes: &'a [u8], f: &Field, v: &mut T) {
        cdr::decode_value(bytes, native(), f, v, &Limits::DEFAULT).expect("bytes of our own");
    }
}

/// From a big-endian peer.
struct Swapped;

impl Codec for Swapped {
    fn encode<T: Encode>(out: &mut Buf, f: &Field, v: &T) {
        Native::encode(out, f, v);
    }
    fn decode<'a, T: Decode<'a>>(bytes: &'a [u8], f: &Field, v: &mut T) {
        cdr::decode_value(bytes, other(), f, v, &Limits::DEFAULT).expect("bytes in other order");
    }
}

fn read_info<'a, T: From<&'a str>, B: From<&'a [u8]>>(
    bytes: &'a [u8],
    order: ByteOrder,
    v: &mut InfoOf<T, B>,
) -> Option<()> {
    let parts = by_hand::read_info(bytes, order)?;
    v.id = parts.id;
    v.first_name = parts.first_name.into();
    v.last_name = parts.last_name.into();
    v.age = parts.age;
    v.email = parts.email.into();
    v.phone = parts.phone.into();
    v.newsletter = parts.newsletter;
    v.latitude = parts.latitude;
    v.longitude = parts.longitude;
    v.photo = parts.photo.into();
    Some(())
}

fn main() {
    let small = the_info(0);
    let large = the_info(PHOTO);
    let ints: Vec<i32> = (0..1000).collect();
    let owned = Owned {
        id: small.id,
        first_name: small.first_name.to_string(),
        last_name: small.last_name.to_string(),
        age: small.age,
        email: small.email.to_string(),
        phone: small.phone.to_string(),
        newsletter: small.newsletter,
        latitude: small.latitude,
        longitude: small.longitude,
        photo: small.photo.to_vec(),
    };
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
    let (here, there) = (native().order, other().order);
    let mut cases = [
        encodes::<Native, _>("info", &WANTED, &small, by_hand::info),
        decodes::<Native, Owned>("info, copied", &WANTED, info)
            .against(&owned, info, |b, v| read_info(b, here, v)),
        reuses::<Native, Owned>("info, into a used value", &WANTED, info),
        decodes::<Native, Info<'_>>("info, borrowed", &WANTED, info).against(
            &small,
            info,
            |b, v| read_info(b, here, v),
        ),
        encodes::<Native, Vec<i32>>("1000 ints", &INTS, &ints, |b, v| by_hand::ints(b, v))
            .beside("encode ints1000"),
        decodes::<Native, Vec<i32>>("1000 ints", &INTS, ints_bytes.data()).against(
            &ints,
            ints_bytes.data(),
            |b, v| by_hand::read_ints(b, here, v),
        ),
        reuses::<Native, Vec<i32>>("1000 ints, into a used value", &INTS, ints_bytes.data())
            .beside("decode ints1000"),
        decodes::<Swapped, Vec<i32>>("1000 ints, swapped", &INTS, &swapped).against(
            &ints,
            &swapped,
            |b, v| by_hand::read_ints(b, there, v),
        ),
        encodes::<Native, _>("1 MiB photo", &WANTED, &large, by_hand::info),
        decodes::<Native, Owned>("1 MiB photo, copied", &WANTED, photo),
        decodes::<Native, Info<'_>>("1 MiB photo, borrowed", &WANTED, photo),
    ];
    let mut peer = Peer::start("omniorb-codec/omniorb_codec");
    report(&mut cases, |command, count| {
        peer.as_mut().map(|peer| peer.time(command, count))
    });
    if let Some(peer) = peer {
        peer.end();
    }
}
