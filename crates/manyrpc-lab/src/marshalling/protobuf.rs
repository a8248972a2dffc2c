//! Protocol Buffers beside prost, with messages as prost's generator writes them.
//!
//! Values are those of our stubs: text and bytes borrow from the message, as they do in calls.
//! prost copies them; with `, copied` ours does so too.

use std::borrow::Cow;
use std::hint::black_box;

use manyrpc_codec::meta::Field;
use manyrpc_codec::protobuf::{decode_value, encode_value};
use manyrpc_codec::{Buf, Decode, Encode};
use prost::Message;

use super::{Contestant, LIMITS, OURS, decodes, encodes, writes};
use crate::generated::database::{Info, InfoList};

/// What is marshalled, in the order of the tables. What is copied is only decoded.
pub(super) const VALUES: [&str; 4] = [
    "info (protobuf)",
    "info, copied (protobuf)",
    "100 infos (protobuf)",
    "100 infos, copied (protobuf)",
];

/// Whose code ours is compared with.
const PROST: &str = "prost";

/// A message of its own: nothing more is to be said of it.
const MESSAGE: Field = Field::plain("message");

#[derive(Clone, PartialEq, Message)]
struct TheirInfo {
    #[prost(int32, tag = "1")]
    id: i32,
    #[prost(string, tag = "2")]
    first_name: String,
    #[prost(string, tag = "3")]
    last_name: String,
    #[prost(int32, tag = "4")]
    age: i32,
    #[prost(string, tag = "5")]
    email: String,
    #[prost(string, tag = "6")]
    phone: String,
    #[prost(bool, tag = "7")]
    newsletter: bool,
    #[prost(float, tag = "8")]
    latitude: f32,
    #[prost(float, tag = "9")]
    longitude: f32,
    #[prost(bytes = "vec", tag = "10")]
    photo: Vec<u8>,
}

#[derive(Clone, PartialEq, Message)]
struct TheirInfoList {
    #[prost(message, repeated, tag = "1")]
    infos: Vec<TheirInfo>,
}

/// The values, theirs and ours, and the bytes that both encode them to.
pub(super) struct Values {
    info: (Info<'static>, TheirInfo),
    list: (InfoList<'static>, TheirInfoList),
    info_bytes: Vec<u8>,
    list_bytes: Vec<u8>,
}

impl Values {
    pub(super) fn new() -> Self {
        let ours = InfoList {
            infos: (0..100).map(info).collect(),
            unknown: Vec::new(),
        };
        let info = (info(1), theirs(&info(1)));
        let infos = ours.infos.iter().map(theirs).collect();
        let list = (ours, TheirInfoList { infos });
        Values {
            info_bytes: same_bytes(&info.0, &info.1),
            list_bytes: same_bytes(&list.0, &list.1),
            info,
            list,
        }
    }

    pub(super) fn contestants(&self) -> Vec<Contestant<'_>> {
        let [info, info_copied, list, list_copied] = VALUES;
        let mut all = Vec::new();
        all.extend(encoders(info, &self.info.0, &self.info.1));
        all.extend(decoders::<Info<'_>, TheirInfo>(
            [info, info_copied],
            &self.info_bytes,
            |v| drop(black_box(v.into_owned())),
        ));
        all.extend(encoders(list, &self.list.0, &self.list.1));
        all.extend(decoders::<InfoList<'_>, TheirInfoList>(
            [list, list_copied],
            &self.list_bytes,
            |v| drop(black_box(v.into_owned())),
        ));
        all
    }
}

fn info(id: i32) -> Info<'static> {
    Info {
        id,
        first_name: Cow::Borrowed("Ada"),
        last_name: Cow::Borrowed("Lovelace"),
        age: 36,
        email: Cow::Borrowed("ada@example.org"),
        phone: Cow::Borrowed("+44 20 7946 0000"),
        newsletter: true,
        latitude: 51.5,
        longitude: -0.125,
        photo: Cow::Borrowed(&[]),
        unknown: Vec::new(),
    }
}

fn theirs(v: &Info<'_>) -> TheirInfo {
    TheirInfo {
        id: v.id,
        first_name: v.first_name.to_string(),
        last_name: v.last_name.to_string(),
        age: v.age,
        email: v.email.to_string(),
        phone: v.phone.to_string(),
        newsletter: v.newsletter,
        latitude: v.latitude,
        longitude: v.longitude,
        photo: v.photo.to_vec(),
    }
}

/// Figures of codes that write different bytes would mean nothing.
fn same_bytes<T: Encode, M: Message>(ours: &T, theirs: &M) -> Vec<u8> {
    let mut buf = Buf::new();
    encode_value(&mut buf, &MESSAGE, ours, &LIMITS).expect("the value fits its definition");
    let theirs = theirs.encode_to_vec();
    assert_eq!(buf.data(), theirs, "both encode to the same bytes");
    theirs
}

/// Both into memory that is there.
fn encoders<'a, T: Encode, M: Message>(
    value: &'static str,
    ours: &'a T,
    theirs: &'a M,
) -> [Contestant<'a>; 2] {
    [
        encodes(value, OURS, move |buf| {
            encode_value(buf, &MESSAGE, black_box(ours), &LIMITS)
                .expect("the value fits its definition");
        }),
        writes(value, PROST, move |out| {
            let written = black_box(theirs).encode(out);
            written.expect("there is room for it");
        }),
    ]
}

/// Into fresh values, which are dropped again: as in calls, and with copies of text and bytes.
fn decoders<'a, T: Decode<'a> + Default, M: Message + Default>(
    [borrowed, copied]: [&'static str; 2],
    bytes: &'a [u8],
    copy: impl Fn(T) + 'a,
) -> [Contestant<'a>; 4] {
    let read = move || {
        let mut v = T::default();
        decode_value(black_box(bytes), &MESSAGE, &mut v, &LIMITS).expect("what was encoded");
        v
    };
    let theirs = move || drop(black_box(M::decode(black_box(bytes)).expect("as above")));
    [
        decodes(borrowed, OURS, move || drop(black_box(read()))),
        decodes(borrowed, PROST, theirs),
        decodes(copied, OURS, move || copy(read())),
        decodes(copied, PROST, theirs),
    ]
}
