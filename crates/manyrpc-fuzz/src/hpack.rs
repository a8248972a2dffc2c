//! Header blocks, and the Huffman code: what decodes can be encoded again, and is the same.

use manyrpc_engine::carrier::http2::hpack::{Decoder, Encoder, huffman};
use manyrpc_engine::carrier::http2::{Field, Fields};

use crate::Target;

/// Arbitrary bytes as blocks, each with a length prefix of one byte; the first byte of all is a
/// sixteenth of the table's size.
pub const TARGET: Target = Target {
    name: "hpack",
    run,
    seeds,
    allocation_per_byte: 64,
};

const LIST_BYTES: usize = 4096;

fn run(input: &[u8]) {
    coded(input);
    let Some((size, mut rest)) = input.split_first() else {
        return;
    };
    let limit = usize::from(*size) * 16;
    let mut decoder = Decoder::default();
    decoder.set_limit(limit);
    let (mut encoder, mut again) = (Encoder::new(limit), Decoder::default());
    again.set_limit(limit);
    let (mut list, mut same, mut block) = (Fields::new(), Fields::new(), Vec::new());
    while let Some((n, behind)) = rest.split_first() {
        let (next, behind) = behind.split_at(usize::from(*n).min(behind.len()));
        rest = behind;
        let Ok(complete) = decoder.decode(next, LIST_BYTES, &mut list) else {
            return;
        };
        assert!(list.size() <= LIST_BYTES);
        assert!(decoder.table().size() <= decoder.table().capacity());
        assert!(decoder.table().capacity() <= limit.max(4096));
        if !complete {
            continue;
        }
        block.clear();
        encoder.begin(&mut block);
        list.iter()
            .for_each(|field| encoder.field(field, &mut block));
        let understood = again.decode(&block, LIST_BYTES, &mut same);
        assert_eq!(understood, Ok(true), "what we encode can be decoded");
        let fields = |list: &Fields| -> Vec<(Vec<u8>, Vec<u8>)> {
            let pair = |f: Field<'_>| (f.name.to_vec(), f.value.to_vec());
            list.iter().map(pair).collect()
        };
        assert_eq!(fields(&same), fields(&list));
        assert!(encoder.table().iter().eq(again.table().iter()));
    }
}

/// The code has one form for each text.
fn coded(input: &[u8]) {
    let (mut text, mut again) = (Vec::new(), Vec::new());
    if huffman::decode(input, &mut text).is_ok() {
        huffman::encode(&text, &mut again);
        assert_eq!(again, input);
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let lists: [&[(&str, &str)]; 3] = [
        &[
            (":method", "GET"),
            (":path", "/a.b/c"),
            (":authority", "here"),
        ],
        &[(":status", "200"), ("grpc-status", "0"), ("x", "\u{e9}")],
        &[(":path", "/a.b/c"), ("x", "a longer value than the others")],
    ];
    let encode = |limit: u8| {
        let mut encoder = Encoder::new(usize::from(limit) * 16);
        let mut input = vec![limit];
        for list in lists.iter().chain(&lists) {
            let mut block = Vec::new();
            encoder.begin(&mut block);
            for (name, value) in *list {
                encoder.field(Field::new(name.as_bytes(), value.as_bytes()), &mut block);
            }
            input.push(u8::try_from(block.len()).expect("a short list"));
            input.extend(block);
        }
        input
    };
    let mut code = Vec::new();
    huffman::encode(b"www.example.com", &mut code);
    vec![encode(0), encode(5), encode(255), code]
}
