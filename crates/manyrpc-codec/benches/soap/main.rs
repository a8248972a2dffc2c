//! Times bodies of SOAP. `cargo bench -p manyrpc-codec --bench soap`. "By hand" is, of documents, all events
//! of quick-xml, without any values, and of a photo its Base64 alone.

#[path = "../common/timing.rs"]
mod timing;
#[path = "../common/types.rs"]
mod types;

use std::hint::black_box;

use base64_simd::{AsOut, STANDARD};
use manyrpc_codec::meta::Field;
use manyrpc_codec::soap::{self, Limits, Options};
use manyrpc_codec::{Buf, Decode, Encode};
use timing::{Case, Codec, decodes, encoded, report, reuses};
use types::{INTS, Info, Owned, WANTED, the_info};

const PHOTO: usize = 1 << 20;

struct Soap;

impl Codec for Soap {
    fn encode<T: Encode>(out: &mut Buf, f: &Field, v: &T) {
        let done = soap::encode_value(out, f, v, &Limits::DEFAULT, Options::DEFAULT);
        done.expect("the value fits its definition");
    }
    fn decode<'a, T: Decode<'a>>(bytes: &'a [u8], f: &Field, v: &mut T) {
        soap::decode_value(bytes, f, v, &Limits::DEFAULT, Options::DEFAULT)
            .expect("bytes of our own");
    }
}

fn encodes<'a, T: Encode>(name: &str, f: &'static Field, v: &'a T) -> Case<'a> {
    let mut out = Buf::with_capacity(2 << 20);
    Case {
        name: format!("encode {name}"),
        ours: Box::new(move || {
            out.clear();
            Soap::encode(&mut out, f, black_box(v));
            black_box(out.data());
        }),
        by_hand: None,
        rival: None,
    }
}

/// Reads all events of a document.
fn events(text: &str) {
    let mut reader = quick_xml::Reader::from_str(text);
    loop {
        match reader.read_event() {
            Ok(quick_xml::events::Event::Eof) => break,
            Ok(event) => {
                black_box(event);
            }
            Err(e) => panic!("{e}"),
        }
    }
}

fn main() {
    let (small, large) = (the_info(0), the_info(PHOTO));
    let ints: Vec<i32> = (0..1000).map(|i| i * 7919).collect();
    let many: Vec<_> = (0..1000).map(|_| the_info(0)).collect();
    let info = encoded::<Soap, _>(&WANTED, &small);
    let infos = encoded::<Soap, _>(&WANTED, &many);
    let photo = encoded::<Soap, _>(&WANTED, &large);
    let ints_text = encoded::<Soap, _>(&INTS, &ints);
    let text = |buf: &Buf| String::from_utf8(buf.data().to_vec()).expect("it is text");
    let (infos_text, ints_as_text) = (text(&infos), text(&ints_text));
    let packed = STANDARD.encode_to_string(&large.photo);
    let mut space = vec![0; packed.len()];
    let mut bytes = vec![0; large.photo.len()];
    let kilobytes = infos.len() / 1000;
    let mut cases = [
        encodes("info", &WANTED, &small),
        decodes::<Soap, Owned>("info, copied", &WANTED, info.data()),
        decodes::<Soap, Info<'_>>("info, borrowed", &WANTED, info.data()),
        encodes("1000 ints", &INTS, &ints),
        Case {
            by_hand: Some(Box::new(|| events(&ints_as_text))),
            ..reuses::<Soap, Vec<i32>>("1000 ints, into a used value", &INTS, ints_text.data())
        },
        Case {
            by_hand: Some(Box::new(|| events(&infos_text))),
            ..reuses::<Soap, Vec<Info<'_>>>(
                &format!("1000 infos, borrowed, {kilobytes} kB"),
                &WANTED,
                infos.data(),
            )
        },
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
            ..reuses::<Soap, Owned>("1 MiB photo, into a used value", &WANTED, photo.data())
        },
    ];
    report(&mut cases, |_, _| None);
}
