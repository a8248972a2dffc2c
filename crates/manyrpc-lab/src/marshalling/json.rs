//! JSON compared with serde_json's typed path, with derived types.
//!
//! Values are those of our stubs, in which text borrows from the message if possible, as in serde's types. With `,
//! copied` both own their text.

use std::borrow::Cow;
use std::hint::black_box;

use manyrpc_codec::json::{decode_value, encode_value};
use manyrpc_codec::meta::Field;
use manyrpc_codec::{Buf, Decode, Encode};
use serde::{Deserialize, Serialize};

use super::serde_types::{TheirInfo, TheirOwned};
use super::{Contestant, LIMITS, OURS, decodes, encodes, integers, result, writes};
use crate::application;
use crate::generated::bench::Info;

/// The marshalled values, in the order of the tables. Copied ones are only decoded.
pub(super) const VALUES: [&str; 3] = ["info (JSON)", "info, copied (JSON)", "ints1000 (JSON)"];

/// The code that ours is compared with.
const SERDE: &str = "serde_json";

/// The values, and the text that both write for them.
pub(super) struct Values {
    info: (Info<'static>, TheirInfo<'static>),
    ints: Vec<i32>,
    info_text: Vec<u8>,
    ints_text: Vec<u8>,
}

impl Values {
    pub(super) fn new() -> Self {
        let info = application::info(1, &[]);
        let info = (info.clone(), theirs(info));
        let ints: Vec<i32> = (0..1000).map(|i| i * 7919).collect();
        Values {
            info_text: same_text(result(), &info.0, &info.1),
            ints_text: same_text(integers(), &ints, &ints),
            info,
            ints,
        }
    }

    pub(super) fn contestants(&self) -> Vec<Contestant<'_>> {
        let [info, copied, many] = VALUES;
        let (text, ints) = (&*self.info_text, &*self.ints_text);
        let mut all = Vec::new();
        all.extend(encoders(info, result(), &self.info.0, &self.info.1));
        all.extend(encoders(many, integers(), &self.ints, &self.ints));
        all.extend([
            decodes(info, OURS, move || {
                drop(black_box(ours::<Info<'_>>(result(), text)));
            }),
            decodes(info, SERDE, move || read::<TheirInfo<'_>>(text)),
            decodes(copied, OURS, move || {
                drop(black_box(ours::<Info<'_>>(result(), text).into_owned()));
            }),
            decodes(copied, SERDE, move || read::<TheirOwned>(text)),
            decodes(many, OURS, move || {
                drop(black_box(ours::<Vec<i32>>(integers(), ints)));
            }),
            decodes(many, SERDE, move || read::<Vec<i32>>(ints)),
        ]);
        all
    }
}

fn theirs(v: Info<'_>) -> TheirInfo<'_> {
    TheirInfo {
        id: v.id,
        first_name: v.first_name,
        last_name: v.last_name,
        age: v.age,
        email: v.email,
        phone: v.phone,
        newsletter: v.newsletter,
        latitude: v.latitude,
        longitude: v.longitude,
        photo: Cow::Borrowed(""),
    }
}

/// Comparing code that writes different text would be meaningless.
fn same_text<T: Encode, U: Serialize>(f: &Field, ours: &T, theirs: &U) -> Vec<u8> {
    let mut buf = Buf::new();
    encode_value(&mut buf, f, ours, &LIMITS).expect("the value fits its definition");
    let theirs = serde_json::to_vec(theirs).expect("a plain value");
    assert_eq!(buf.data(), theirs, "both write the same text");
    theirs
}

/// Both encoders, into allocated memory.
fn encoders<'a, T: Encode, U: Serialize>(
    value: &'static str,
    f: &'static Field,
    ours: &'a T,
    theirs: &'a U,
) -> [Contestant<'a>; 2] {
    [
        encodes(value, OURS, move |buf| {
            encode_value(buf, f, black_box(ours), &LIMITS).expect("the value fits its definition");
        }),
        writes(value, SERDE, move |out| {
            serde_json::to_writer(out, black_box(theirs)).expect("a plain value");
        }),
    ]
}

fn ours<'a, T: Decode<'a> + Default>(f: &Field, text: &'a [u8]) -> T {
    let mut v = T::default();
    decode_value(black_box(text), f, &mut v, &LIMITS).expect("what was encoded");
    v
}

fn read<'a, T: Deserialize<'a>>(text: &'a [u8]) {
    let v: T = serde_json::from_slice(black_box(text)).expect("what was encoded");
    drop(black_box(v));
}
