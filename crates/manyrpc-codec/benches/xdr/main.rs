//! Times XDR: generated-style code, hand-written code and libtirpc's routines, taking turns. `cargo
//! bench -p manyrpc-codec --bench xdr`.
//!
//! libtirpc's side is `peers/xdr-bench`; if that is not built, its column is empty.

#[path = "../common/by_hand/xdr.rs"]
mod by_hand;
#[path = "../common/peer.rs"]
mod peer;
#[path = "../common/timing.rs"]
mod timing;
#[path = "../common/types.rs"]
mod types;

use manyrpc_codec::meta::Field;
use manyrpc_codec::xdr::{self, Limits};
use manyrpc_codec::{Buf, Decode, Encode};
use peer::Peer;
use timing::{Codec, decodes, encoded, encodes, report, reuses};
use types::{INTS, Info, Owned, WANTED, the_info};

const PHOTO: usize = 1 << 20;

struct Xdr;

impl Codec for Xdr {
    fn encode<T: Encode>(out: &mut Buf, f: &Field, v: &T) {
        xdr::encode_value(out, f, v, &Limits::DEFAULT).expect("the value fits its definition");
    }
    fn decode<'a, T: Decode<'a>>(bytes: &'a [u8], f: &Field, v: &mut T) {
        xdr::decode_value(bytes, f, v, &Limits::DEFAULT).expect("bytes of our own");
    }
}

fn main() {
    let small = the_info(0);
    let large = the_info(PHOTO);
    let ints: Vec<i32> = (0..1000).collect();
    let small_bytes = encoded::<Xdr, _>(&WANTED, &small);
    let large_bytes = encoded::<Xdr, _>(&WANTED, &large);
    let ints_bytes = encoded::<Xdr, _>(&INTS, &ints);
    let (info, photo) = (small_bytes.data(), large_bytes.data());
    let mut cases = [
        encodes::<Xdr, _>("info", &WANTED, &small, by_hand::info).beside("encode info"),
        decodes::<Xdr, Owned>("info, copied", &WANTED, info).beside("decode info"),
        reuses::<Xdr, Owned>("info, into a used value", &WANTED, info),
        decodes::<Xdr, Info<'_>>("info, borrowed", &WANTED, info),
        encodes::<Xdr, Vec<i32>>("1000 ints", &INTS, &ints, |b, v| by_hand::ints(b, v))
            .beside("encode ints1000"),
        decodes::<Xdr, Vec<i32>>("1000 ints", &INTS, ints_bytes.data()).beside("decode ints1000"),
        encodes::<Xdr, _>("1 MiB photo", &WANTED, &large, by_hand::info)
            .beside("encode info-photo"),
        decodes::<Xdr, Owned>("1 MiB photo, copied", &WANTED, photo).beside("decode info-photo"),
        decodes::<Xdr, Info<'_>>("1 MiB photo, borrowed", &WANTED, photo),
    ];
    let mut peer = Peer::start("xdr-bench/xdr_bench");
    report(&mut cases, |command, count| {
        peer.as_mut().map(|peer| peer.time(command, count))
    });
    if let Some(peer) = peer {
        peer.end();
    }
}
