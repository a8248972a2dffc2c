//! Values in XDR: the first byte of the input selects a type, the rest is the encoding.
//!
//! RFC 4506 gives every value one encoding, so accepted bytes must be reproduced, except padding,
//! which the decoder ignores.

use manyrpc_codec::meta::{Field, Length};
use manyrpc_codec::xdr::{Limits, decode_value, encode_value};
use manyrpc_codec::{Buf, Chain, Decode, Encode};

use crate::Target;

/// Decoding and encoding of all shapes of the codec's own types.
pub const TARGET: Target = Target {
    name: "xdr",
    run,
    seeds,
    // An empty string takes 4 bytes on the wire and 24 of memory; growth doubles that.
    allocation_per_byte: 16,
};

/// Decodes one value of one type, and encodes it again.
type Trial = fn(&[u8]);

const TRIALS: &[Trial] = &[
    |bytes| again::<bool>(bytes, &X),
    |bytes| again::<i32>(bytes, &X),
    |bytes| again::<u64>(bytes, &X),
    |bytes| again::<f32>(bytes, &X),
    |bytes| again::<f64>(bytes, &X),
    |bytes| again::<[u8; 5]>(bytes, &FIVE),
    |bytes| again::<Vec<u8>>(bytes, &X),
    |bytes| again::<String>(bytes, &X),
    |bytes| again::<Vec<u8>>(bytes, &SHORT),
    |bytes| again::<Vec<i32>>(bytes, &X),
    |bytes| again::<Vec<i64>>(bytes, &SHORT),
    |bytes| again::<Vec<f64>>(bytes, &X),
    |bytes| again::<[i16; 3]>(bytes, &THREE),
    |bytes| again::<Vec<String>>(bytes, &X),
    |bytes| again::<Vec<Vec<Vec<String>>>>(bytes, &X),
    |bytes| again::<Option<Option<Vec<u8>>>>(bytes, &X),
    |bytes| again::<Vec<[u8; 0]>>(bytes, &EMPTIES),
    |bytes| again::<Chain<String>>(bytes, &X),
    |bytes| again::<Vec<Option<Chain<i32>>>>(bytes, &X),
];

const X: Field = Field::plain("x");
const SHORT: Field = Field::sized("short", Length::UpTo(7));
const THREE: Field = Field::sized("three", Length::Fixed(3));
const FIVE: Field = Field::sized("five", Length::Fixed(5));
static EMPTY: Field = Field::sized("empty", Length::Fixed(0));
static EMPTIES: Field = Field::of("empties", Length::UpTo(u32::MAX), &EMPTY);

fn run(input: &[u8]) {
    if let Some((choice, bytes)) = input.split_first() {
        TRIALS[usize::from(*choice) % TRIALS.len()](bytes);
    }
}

fn again<T: Default + Encode + for<'de> Decode<'de>>(bytes: &[u8], field: &Field) {
    if let Some(first) = encoded_again::<T>(bytes, field) {
        assert_eq!(
            first.data().len(),
            bytes.len(),
            "an encoding of another length"
        );
        let second = encoded_again::<T>(first.data(), field).expect("we understand ourselves");
        assert_eq!(
            second.data(),
            first.data(),
            "another encoding of the same value"
        );
    }
}

/// The encoding of the value in these bytes, if there is one.
fn encoded_again<T: Default + Encode + for<'de> Decode<'de>>(
    bytes: &[u8],
    field: &Field,
) -> Option<Buf> {
    let mut value = T::default();
    decode_value(bytes, field, &mut value, &Limits::DEFAULT).ok()?;
    let mut out = Buf::default();
    encode_value(&mut out, field, &value, &Limits::DEFAULT)
        .expect("what was decoded is within limits");
    Some(out)
}

/// For each type: empty input, a one with what may follow it, and a small nested value.
fn seeds() -> Vec<Vec<u8>> {
    let bodies: [&[u32]; 5] = [
        &[],
        &[1],
        &[1, 1, 0x6100_0000],
        &[2, 1, 0x6100_0000, 0],
        &[3, 1, 2, 3, 4, 5, 6],
    ];
    let choices = (0_u8..).zip(TRIALS).map(|(choice, _)| choice);
    choices
        .flat_map(|choice| {
            bodies.map(|words| {
                [choice]
                    .into_iter()
                    .chain(words.iter().flat_map(|w| w.to_be_bytes()))
                    .collect()
            })
        })
        .collect()
}
