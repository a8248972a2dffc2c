//! Times JSON: generated-style code and serde_json on derived types, taking turns. `cargo bench -p
//! manyrpc-codec --bench json`. The columns "by hand" are serde_json's.

#[path = "../common/serde_types.rs"]
mod serde_types;
#[path = "../common/timing.rs"]
mod timing;
#[path = "../common/types.rs"]
mod types;

use std::borrow::Cow;
use std::hint::black_box;

use base64_simd::STANDARD;
use manyrpc_codec::json::{self, Limits};
use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Decode, Encode};
use serde::{Deserialize, Serialize};
use serde_types::{TheirInfo, TheirOwned};
use timing::{Case, Codec, decodes, encoded, encodes, report, reuses};
use types::{INTS, Info, Owned, WANTED, the_info};

const PHOTO: usize = 1 << 20;

struct Json;

impl Codec for Json {
    fn encode<T: Encode>(out: &mut Buf, f: &Field, v: &T) {
        json::encode_value(out, f, v, &Limits::DEFAULT).expect("the value fits its definition");
    }
    fn decode<'a, T: Decode<'a>>(bytes: &'a [u8], f: &Field, v: &mut T) {
        json::decode_value(bytes, f, v, &Limits::DEFAULT).expect("bytes of our own");
    }
}

fn rival<'a>(info: &'a Info<'_>) -> TheirInfo<'a> {
    TheirInfo {
        id: info.id,
        first_name: Cow::Borrowed(&info.first_name),
        last_name: Cow::Borrowed(&info.last_name),
        age: info.age,
        email: Cow::Borrowed(&info.email),
        phone: Cow::Borrowed(&info.phone),
        newsletter: info.newsletter,
        latitude: info.latitude,
        longitude: info.longitude,
        photo: STANDARD.encode_to_string(&info.photo).into(),
    }
}

/// Writes with serde_json into a buffer, for comparing the output. Timing uses its own `Vec`.
fn by_serde<T: Serialize>(out: &mut Buf, v: &T) {
    out.put(&serde_json::to_vec(v).expect("a plain value"));
}

fn beside<'a>(case: Case<'a>, rival: impl FnMut() + 'a) -> Case<'a> {
    let by_hand: Option<Box<dyn FnMut()>> = Some(Box::new(rival));
    Case { by_hand, ..case }
}

fn written<'a, T: Serialize>(v: impl Fn() -> T + 'a) -> impl FnMut() + 'a {
    let mut out = Vec::with_capacity(2 << 20);
    move || {
        out.clear();
        serde_json::to_writer(&mut out, &black_box(v())).expect("a plain value");
        black_box(&out);
    }
}

fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8], more: impl Fn(&T) + 'a) -> impl FnMut() + 'a {
    move || {
        let v: T = serde_json::from_slice(black_box(bytes)).expect("bytes of our own");
        more(&v);
        black_box(&v);
    }
}

fn main() {
    let (small, large) = (the_info(0), the_info(PHOTO));
    let ints: Vec<i32> = (0..1000).map(|i| i * 7919).collect();
    let doubles: Vec<f64> = (0..1000).map(|i| f64::from(i) * 0.37).collect();
    let info = encoded::<Json, _>(&WANTED, &small);
    let photo = encoded::<Json, _>(&WANTED, &large);
    let ints_text = encoded::<Json, _>(&INTS, &ints);
    let doubles_text = encoded::<Json, _>(&INTS, &doubles);
    let (info, photo) = (info.data(), photo.data());
    let unpacked = |photo: &str| drop(black_box(STANDARD.decode_to_vec(photo)));
    let small_rival = rival(&small);
    report(
        &mut [
            beside(
                encodes::<Json, _>("info", &WANTED, &small, |b, v| by_serde(b, &rival(v))),
                written(|| &small_rival),
            ),
            beside(
                decodes::<Json, Owned>("info, copied", &WANTED, info),
                read(info, |_: &TheirOwned| ()),
            ),
            beside(
                reuses::<Json, Owned>("info, into a used value", &WANTED, info),
                read(info, |_: &TheirOwned| ()),
            ),
            beside(
                decodes::<Json, Info<'_>>("info, borrowed", &WANTED, info),
                read(info, |_: &TheirInfo<'_>| ()),
            ),
            beside(
                encodes::<Json, Vec<i32>>("1000 ints", &INTS, &ints, by_serde),
                written(|| &ints),
            ),
            beside(
                decodes::<Json, Vec<i32>>("1000 ints", &INTS, ints_text.data()),
                read(ints_text.data(), |_: &Vec<i32>| ()),
            ),
            beside(
                encodes::<Json, Vec<f64>>("1000 doubles", &INTS, &doubles, by_serde),
                written(|| &doubles),
            ),
            beside(
                decodes::<Json, Vec<f64>>("1000 doubles", &INTS, doubles_text.data()),
                read(doubles_text.data(), |_: &Vec<f64>| ()),
            ),
            beside(
                encodes::<Json, _>("1 MiB photo", &WANTED, &large, |b, v| {
                    by_serde(b, &rival(v))
                }),
                written(|| rival(&large)),
            ),
            beside(
                decodes::<Json, Owned>("1 MiB photo, copied", &WANTED, photo),
                read(photo, move |v: &TheirInfo<'_>| unpacked(&v.photo)),
            ),
        ],
        |_, _| None,
    );
}
