//! Values in JSON: the first byte of the input selects a type, the rest is the text. Two more
//! choices are JSON-RPC messages.
//!
//! A value has many texts, so accepted text is written, read and written again: both outputs must
//! be equal.

use manyrpc_codec::json::scan::{Body, body, envelope, error};
use manyrpc_codec::json::{Limits, decode_value, encode_value};
use manyrpc_codec::meta::{Field, Length};
use manyrpc_codec::{Buf, Chain, Decode, Encode, Octet, Quad};

use crate::Target;
use crate::generated::well_known::Event;

/// Decoding and encoding of all shapes of the codec's own types, and the scanners.
pub const TARGET: Target = Target {
    name: "json",
    run,
    seeds,
    // A number that stands for a message takes 2 bytes of text and 32 of memory; growth doubles
    // that.
    allocation_per_byte: 40,
};

/// Decodes one value of one type, and encodes it again.
type Trial = fn(&[u8]);

const TRIALS: &[Trial] = &[
    |text| again::<bool>(text, &X),
    |text| again::<i8>(text, &X),
    |text| again::<i64>(text, &X),
    |text| again::<u64>(text, &X),
    |text| again::<f32>(text, &X),
    |text| again::<f64>(text, &X),
    |text| again::<Quad>(text, &X),
    |text| again::<String>(text, &X),
    |text| again::<Vec<u8>>(text, &X),
    |text| again::<[u8; 5]>(text, &FIVE),
    |text| again::<Vec<i32>>(text, &X),
    |text| again::<Vec<u64>>(text, &SHORT),
    |text| again::<Vec<f64>>(text, &X),
    |text| again::<[Octet; 5]>(text, &FIVE),
    |text| again::<Vec<String>>(text, &X),
    |text| again::<Vec<Vec<Vec<String>>>>(text, &X),
    |text| again::<Option<Option<Vec<u8>>>>(text, &X),
    |text| again::<Chain<String>>(text, &X),
    |text| again::<Vec<Option<Option<i32>>>>(text, &X),
    |text| again::<Option<()>>(text, &X),
    event,
    message,
    message,
];

const X: Field = Field::plain("x");
const SHORT: Field = Field::sized("short", Length::UpTo(7));
const FIVE: Field = Field::sized("five", Length::Fixed(5));

fn run(input: &[u8]) {
    if let Some((choice, text)) = input.split_first() {
        TRIALS[usize::from(*choice) % TRIALS.len()](text);
    }
}

fn again<T: Default + Encode + for<'de> Decode<'de>>(text: &[u8], field: &Field) {
    twice(text, |text| encoded_again::<T>(text, field));
}

/// The same for a type that borrows from the text.
fn event(text: &[u8]) {
    twice(text, |text| encoded_again::<Event<'_>>(text, &X));
}

fn twice(text: &[u8], encoded_again: impl Fn(&[u8]) -> Option<Buf>) {
    let Some(first) = encoded_again(text) else {
        return;
    };
    let second = encoded_again(first.data()).expect("we understand ourselves");
    assert_eq!(
        second.data(),
        first.data(),
        "another text of the same value"
    );
}

/// The output for the value in this text, if there is one.
fn encoded_again<'t, T: Default + Encode + Decode<'t>>(
    text: &'t [u8],
    field: &Field,
) -> Option<Buf> {
    let mut value = T::default();
    decode_value(text, field, &mut value, &Limits::DEFAULT).ok()?;
    let mut out = Buf::default();
    encode_value(&mut out, field, &value, &Limits::DEFAULT)
        .expect("what was decoded is within limits");
    Some(out)
}

/// A JSON-RPC message: all of its ranges are within it and are values.
fn message(bytes: &[u8]) {
    let limits = Limits::DEFAULT;
    let messages = match body(bytes, 100, &limits) {
        Ok(Body::One(all)) => vec![all],
        Ok(Body::Batch(all)) => all,
        Err(_) => return,
    };
    for range in messages {
        let Ok(Some(found)) = envelope(bytes, range, &limits) else {
            continue;
        };
        if let Some(range) = found.error.clone() {
            error(bytes, range, &limits).expect("it was looked at before");
        }
        let ranges = [found.params, found.id, found.result, found.error];
        for range in ranges.into_iter().flatten() {
            assert!(!bytes[range].is_empty());
        }
    }
}

const EVENT: &str = "{\"name\":\"a\",\"at\":\"2024-02-29T23:59:59.999999999+23:59\",\"took\":\"-0.5s\",\
    \"seen\":[\"1998-07-17T14:08:55Z\"],\"steps\":{\"a\":\"315576000000s\"},\"until\":{\"number\":8,\"words\":\"b\"},\
    \"maybe\":{\"a_double\":1.5,\"an_int64\":-1,\"a_bool\":true,\"a_string\":\"\",\"a_bytes\":\"AA==\",\"many\":[1,2]}}";

fn seeds() -> Vec<Vec<u8>> {
    let texts = [
        "null",
        "true",
        "-128",
        "18446744073709551615",
        "1.5e-7",
        "\"NaN\"",
        "\"0x3fff0000000000000000000000000000\"",
        "\"a\\u00e9\\ud83d\\ude00\\n\"",
        "\"Zm9vYmE=\"",
        "[1,2,3,4,5]",
        "[\"a\",\"\"]",
        "[[[\"a\"]],[]]",
        "{\"some\":null}",
        "[null,{\"some\":1}]",
        EVENT,
        "{\"jsonrpc\":\"2.0\",\"method\":\"a\",\"params\":[{\"x\":[1]}],\"id\":1}",
        "[{\"error\":{\"code\":-32700,\"message\":\"a\",\"data\":{}},\"id\":null},1]",
    ];
    let choices = (0_u8..).zip(TRIALS).map(|(choice, _)| choice);
    choices
        .flat_map(|choice| texts.map(|text| [&[choice], text.as_bytes()].concat()))
        .collect()
}
