//! Arbitrary fields through HPACK and back, in any state of the tables.

use manyrpc_engine::carrier::http2::hpack::{Decoder, Encoder, huffman, integer};
use manyrpc_engine::carrier::http2::{Field, Fields, Indexing};
use proptest::collection::vec;
use proptest::prelude::*;

/// Names and values that are repeated, and some that are not.
fn field() -> impl Strategy<Value = (Vec<u8>, Vec<u8>, Indexing)> {
    let name = prop_oneof![
        Just(b":path".to_vec()),
        Just(b":status".to_vec()),
        Just(b"cookie".to_vec()),
        Just(b"grpc-status".to_vec()),
        vec(any::<u8>(), 0..40),
    ];
    let value = prop_oneof![
        Just(b"200".to_vec()),
        Just(b"/".to_vec()),
        vec(any::<u8>(), 0..200),
        vec(b'a'..=b'z', 0..200),
    ];
    let indexing = prop_oneof![
        4 => Just(Indexing::Index),
        1 => Just(Indexing::Without),
        1 => Just(Indexing::Never),
    ];
    (name, value, indexing)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn lists_come_back_through_tables_of_any_size(
        blocks in vec((vec(field(), 0..8), proptest::option::of(0usize..5000)), 1..30),
        most in 0usize..5000,
    ) {
        let (mut encoder, mut decoder) = (Encoder::new(most), Decoder::default());
        let mut list = Fields::new();
        let mut block = Vec::new();
        for (fields, limit) in &blocks {
            // The decoder's side sets a limit, and enforces it from then on.
            if let Some(limit) = limit {
                decoder.set_limit(*limit);
                encoder.set_limit(*limit);
            }
            block.clear();
            encoder.begin(&mut block);
            for (name, value, indexing) in fields {
                let (name, value, indexing) = (&name[..], &value[..], *indexing);
                encoder.field(Field { name, value, indexing }, &mut block);
            }
            prop_assert_eq!(decoder.decode(&block, usize::MAX, &mut list), Ok(true));
            prop_assert_eq!(list.len(), fields.len());
            for (got, (name, value, indexing)) in list.iter().zip(fields) {
                prop_assert_eq!(got.name, &name[..]);
                prop_assert_eq!(got.value, &value[..]);
                let never = *indexing == Indexing::Never;
                prop_assert_eq!(got.indexing == Indexing::Never, never);
            }
            let (theirs, ours) = (encoder.table(), decoder.table());
            prop_assert!(theirs.iter().eq(ours.iter()));
        }
    }

    #[test]
    fn any_text_comes_back_from_the_huffman_code(text in vec(any::<u8>(), 0..300)) {
        let (mut coded, mut back) = (Vec::new(), Vec::new());
        huffman::encode(&text, &mut coded);
        prop_assert_eq!(coded.len(), huffman::encoded_len(&text));
        huffman::decode(&coded, &mut back).unwrap();
        prop_assert_eq!(back, text);
    }

    /// Whatever can be decoded equals the encoder's output: the code has one form.
    #[test]
    fn any_bytes_that_are_in_the_code_are_its_only_form(coded in vec(any::<u8>(), 0..40)) {
        let mut text = Vec::new();
        if huffman::decode(&coded, &mut text).is_ok() {
            let mut again = Vec::new();
            huffman::encode(&text, &mut again);
            prop_assert_eq!(again, coded);
        }
    }

    #[test]
    fn integers_come_back(value: u32, prefix in 1u8..=8, rest in vec(any::<u8>(), 0..5)) {
        let mut bytes = Vec::new();
        integer::encode(&mut bytes, 0, prefix, value as usize);
        bytes.extend_from_slice(&rest);
        prop_assert_eq!(integer::decode(&bytes, prefix), Ok((value, &rest[..])));
    }

    #[test]
    fn no_block_panics_or_gives_more_than_it_may(
        blocks in vec(vec(any::<u8>(), 0..200), 1..10),
        most in 0usize..2000,
    ) {
        let mut decoder = Decoder::default();
        let mut list = Fields::new();
        for block in &blocks {
            if decoder.decode(block, most, &mut list).is_err() {
                break;
            }
            prop_assert!(list.size() <= most);
            prop_assert!(decoder.table().size() <= 4096);
        }
    }
}
