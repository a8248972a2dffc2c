use alloc::string::String;
use alloc::vec::Vec;

use super::*;
use crate::carrier::http2::fields::{Field, Fields, Indexing};

const APPENDIX_C: &str = include_str!("../../../../../../vectors/hpack/appendix-c.txt");

#[derive(Default)]
struct Example {
    section: String,
    block: Vec<u8>,
    fields: Vec<String>,
    entries: Vec<String>,
    size: usize,
}

fn unhex(text: &str) -> Vec<u8> {
    let digits = text.as_bytes().chunks(2);
    let byte = |pair: &[u8]| u8::from_str_radix(core::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.map(byte).collect()
}

fn examples() -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in APPENDIX_C.lines().filter(|line| !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap();
        if word == "section" {
            examples.push(Example {
                section: rest.into(),
                ..Example::default()
            });
            continue;
        }
        let example = examples.last_mut().unwrap();
        match word {
            "block" => example.block = unhex(rest),
            "field" => example.fields.push(rest.into()),
            "entry" => example.entries.push(rest.into()),
            "size" => example.size = rest.parse().unwrap(),
            _ => panic!("{line}"),
        }
    }
    examples
}

fn text(name: &[u8], value: &[u8]) -> String {
    let line = [name, b": ", value].concat();
    String::from_utf8(line).unwrap()
}

fn table_text(table: &table::Table) -> Vec<String> {
    table
        .iter()
        .map(|(name, value)| text(name, value))
        .collect()
}

/// Sections C.5 and C.6 have a table of 256 bytes.
fn limit(section: &str) -> usize {
    if section.starts_with("C.5") || section.starts_with("C.6") {
        256
    } else {
        DEFAULT_TABLE_BYTES
    }
}

fn decoder(limit: usize) -> Decoder {
    let mut decoder = Decoder::default();
    decoder.set_limit(limit);
    if limit != DEFAULT_TABLE_BYTES {
        let mut update = Vec::new();
        integer::encode(&mut update, 0x20, 5, limit);
        decoder.decode(&update, 0, &mut Fields::new()).unwrap();
    }
    decoder
}

// RFC 7541, C.2 to C.6.
#[test]
fn the_examples_of_the_specification_are_decoded() {
    let (mut current, mut group) = (decoder(0), String::new());
    let examples = examples();
    assert_eq!(examples.len(), 16);
    for example in examples {
        // The examples of C.2 stand alone.
        if group != example.section[..3] || group == "C.2" {
            group = example.section[..3].into();
            current = decoder(limit(&group));
        }
        let mut list = Fields::new();
        assert_eq!(current.decode(&example.block, 4096, &mut list), Ok(true));
        let fields: Vec<String> = list.iter().map(|f| text(f.name, f.value)).collect();
        assert_eq!(fields, example.fields, "{}", example.section);
        assert_eq!(
            table_text(current.table()),
            example.entries,
            "{}",
            example.section
        );
        assert_eq!(current.table().size(), example.size);
    }
}

// RFC 7541, C.4 and C.6: the output of an encoder that always indexes and uses the shorter strings.
#[test]
fn the_examples_of_the_specification_are_encoded() {
    for group in ["C.4", "C.6"] {
        let mut encoder = Encoder::new(limit(group));
        encoder.begin(&mut Vec::new());
        for example in examples().iter().filter(|e| e.section.starts_with(group)) {
            let mut block = Vec::new();
            encoder.begin(&mut block);
            for line in &example.fields {
                let colon = 1 + line[1..].find(':').unwrap();
                let (name, value) = (&line[..colon], &line[colon + 2..]);
                encoder.field(Field::new(name.as_bytes(), value.as_bytes()), &mut block);
            }
            assert_eq!(block, example.block, "{}", example.section);
            assert_eq!(table_text(encoder.table()), example.entries);
        }
    }
}

fn one(field: Field<'_>) -> Vec<u8> {
    let mut block = Vec::new();
    Encoder::new(4096).field(field, &mut block);
    block
}

// RFC 7541, 6.2.3 and 7.1.3.
#[test]
fn secrets_are_never_indexed_not_even_where_a_table_has_them() {
    let block = one(Field::sensitive(b"password", b"secret"));
    assert_eq!(block[..2], [0x10, 0x86]);
    assert_eq!(one(Field::sensitive(b":method", b"GET"))[0], 0x12);
    let (mut decoder, mut list) = (Decoder::default(), Fields::new());
    decoder.decode(&block, 4096, &mut list).unwrap();
    assert_eq!(list.nth(0).unwrap().indexing, Indexing::Never);
    assert_eq!(decoder.table().size(), 0);
}

#[test]
fn broken_blocks_are_refused_for_what_they_are() {
    let long = [0x0f, 0xff, 0xff, 0xff, 0xff, 0xff];
    let cases: [(&[u8], Undecodable); 10] = [
        (&[0x80], Undecodable::NoSuchIndex),
        (&[0xbe], Undecodable::NoSuchIndex),
        (&[0x7e, 0x00], Undecodable::NoSuchIndex),
        (&[0x40], Undecodable::Truncated),
        (&[0x00, 0x03, b'a'], Undecodable::Truncated),
        (&[0x00, 0x01, b'a'], Undecodable::Truncated),
        (&long, Undecodable::IntegerTooLarge),
        (&[0x00, 0x81, 0xff, 0x00], Undecodable::BadHuffman),
        (&[0x82, 0x20], Undecodable::LateSizeUpdate),
        (&[0x3f, 0xe2, 0x1f], Undecodable::TableTooLarge),
    ];
    for (block, refused) in cases {
        let mut decoder = Decoder::default();
        let got = decoder.decode(block, 4096, &mut Fields::new());
        assert_eq!(got, Err(refused), "{block:02x?}");
    }
}

// RFC 7541, 4.2.
#[test]
fn a_lowered_limit_is_followed_by_an_update() {
    let (mut encoder, mut decoder) = (Encoder::new(4096), Decoder::default());
    let (mut list, mut block) = (Fields::new(), one(Field::new(b"a", b"b")));
    decoder.decode(&block, 4096, &mut list).unwrap();
    encoder.field(Field::new(b"a", b"b"), &mut block);
    decoder.set_limit(100);
    assert_eq!(
        decoder.decode(&[0x82], 4096, &mut list),
        Err(Undecodable::TableTooLarge)
    );
    // Lowered and raised again: the minimum is announced too, because it evicts.
    encoder.set_limit(0);
    encoder.set_limit(100);
    assert_eq!(encoder.state(), None);
    block.clear();
    encoder.begin(&mut block);
    encoder.field(Field::new(b"c", b"d"), &mut block);
    assert_eq!(block[..3], [0x20, 0x3f, 69]);
    decoder.decode(&block, 4096, &mut list).unwrap();
    assert_eq!(decoder.table().capacity(), 100);
    assert_eq!(table_text(decoder.table()), ["c: d"]);
    assert_eq!(table_text(encoder.table()), ["c: d"]);
    assert!(encoder.state().is_some());
}

#[test]
fn a_list_that_is_too_long_leaves_the_tables_right() {
    let (mut encoder, mut decoder) = (Encoder::new(4096), Decoder::default());
    let (mut list, mut block) = (Fields::new(), Vec::new());
    for value in [b"1", b"2", b"3"] {
        encoder.field(Field::new(b"name", value), &mut block);
    }
    assert_eq!(decoder.decode(&block, 80, &mut list), Ok(false));
    assert_eq!(list.len(), 2);
    assert_eq!(table_text(decoder.table()), table_text(encoder.table()));
}

/// A small table in long use: its text stays bounded, and indexes stay correct.
#[test]
fn tables_agree_through_evictions() {
    let (mut encoder, mut decoder) = (Encoder::new(300), decoder(300));
    let (mut list, mut block) = (Fields::new(), Vec::new());
    let mut x = 1u64;
    for _ in 0..5000 {
        block.clear();
        encoder.begin(&mut block);
        let mut sent = Fields::new();
        for _ in 0..3 {
            x = x
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            let names: [&[u8]; 4] = [b"alpha", b"beta", b"cookie", b":path"];
            let value = [b'a' + (x >> 60) as u8; 40];
            let value = &value[..(x >> 33) as usize % 40];
            sent.push(Field::new(names[(x >> 40) as usize % 4], value));
        }
        sent.iter()
            .for_each(|field| encoder.field(field, &mut block));
        assert_eq!(decoder.decode(&block, 4096, &mut list), Ok(true));
        let same = list.iter().zip(sent.iter());
        assert!(
            same.into_iter()
                .all(|(a, b)| (a.name, a.value) == (b.name, b.value))
        );
        assert_eq!(table_text(decoder.table()), table_text(encoder.table()));
    }
}
