//! Values in CDR: the first byte of the input selects a type, the second how it is represented, the rest is
//! the encoding.
//!
//! What is decoded must be encodable in the same code sets, and then stays as it is.

use manyrpc_codec::cdr::any::{Body, Member, Name};
use manyrpc_codec::cdr::{
    ByteOrder, CharSet, Kind, Representation, TypeCode, WideSet, decode_value, encode_value,
};
use manyrpc_codec::meta::{Cdr, Field, Length};
use manyrpc_codec::{Any, Buf, ByteText, Chain, Decode, Encode, Limits, Quad};

use crate::Target;

/// Decoding and encoding of all shapes of the codec's own types.
pub const TARGET: Target = Target {
    name: "cdr",
    run,
    seeds,
    // An empty string takes 4 bytes on the wire and 24 of memory, a profile of a reference 8 and 40; growth doubles that.
    allocation_per_byte: 32,
};

/// Decodes one value of one type, and encodes it again.
type Trial = fn(&[u8], Representation);

const TRIALS: &[Trial] = &[
    again::<bool, 0>,
    again::<i16, 0>,
    again::<u64, 0>,
    again::<f32, 0>,
    again::<Quad, 0>,
    again::<u16, 1>,
    again::<[u8; 5], 2>,
    again::<Vec<u8>, 0>,
    again::<Vec<u8>, 3>,
    again::<String, 0>,
    again::<String, 3>,
    again::<String, 1>,
    again::<String, 4>,
    again::<String, 5>,
    again::<String, 6>,
    again::<String, 9>,
    again::<Vec<i32>, 0>,
    again::<Vec<i64>, 3>,
    again::<Vec<f64>, 0>,
    again::<Vec<String>, 0>,
    again::<Vec<String>, 7>,
    again::<Vec<Vec<Vec<String>>>, 0>,
    again::<Vec<String>, 10>,
    again::<Option<Option<Vec<u8>>>, 0>,
    again::<Vec<[u8; 0]>, 8>,
    again::<Chain<String>, 0>,
    again::<Vec<Option<Chain<i32>>>, 0>,
    again::<Any, 11>,
    again::<Vec<Any>, 12>,
];

/// Places of values.
static PLACES: [Field; 13] = [
    X,
    X.cdr(Cdr::Wide),
    Field::sized("five", Length::Fixed(5)),
    Field::sized("short", Length::UpTo(7)),
    Field::sized("short", Length::UpTo(7)).cdr(Cdr::Wide),
    X.cdr(Cdr::Fixed {
        digits: 5,
        scale: 2,
    }),
    X.cdr(Cdr::Fixed {
        digits: 30,
        scale: 30,
    }),
    Field::of("wide", Length::UpTo(u32::MAX), &WIDE),
    Field::of("empties", Length::UpTo(u32::MAX), &EMPTY),
    X.cdr(Cdr::Reference),
    Field::of("references", Length::UpTo(u32::MAX), &REFERENCE),
    X.cdr(Cdr::Any),
    Field::of("anys", Length::UpTo(u32::MAX), &ANY),
];

const X: Field = Field::plain("x");
static WIDE: Field = X.cdr(Cdr::Wide);
static REFERENCE: Field = X.cdr(Cdr::Reference);
static ANY: Field = X.cdr(Cdr::Any);
static EMPTY: Field = Field::sized("empty", Length::Fixed(0));

/// From its lowest bit on: the byte order, the code set of text, whether there is one of wide text, the
/// version and whether it came in fragments (two bits), and the origin.
fn representation(choice: u8) -> Representation {
    let is = |bit: u8| choice & bit != 0;
    let (minor, fragments) = [(2, 0), (1, 0), (0, 0), (1, 2)][usize::from(choice >> 3 & 3)];
    Representation {
        order: if is(1) {
            ByteOrder::Big
        } else {
            ByteOrder::Little
        },
        chars: if is(2) {
            CharSet::Latin1
        } else {
            CharSet::Utf8
        },
        wide: (!is(4)).then_some(WideSet::Utf16),
        minor,
        origin: choice >> 5,
        fragments,
    }
}

fn run(input: &[u8]) {
    if let [choice, how, bytes @ ..] = input {
        TRIALS[usize::from(*choice) % TRIALS.len()](bytes, representation(*how));
        // Text of old services: its bytes are never converted.
        again::<Octets, 0>(bytes, representation(*how));
    }
}

/// Text of any encoding, owned.
#[derive(Default)]
struct Octets(Vec<u8>);

impl Encode for Octets {
    fn encode<S: manyrpc_codec::Sink>(&self, s: &mut S, f: &Field) {
        let f = Field {
            octets: true,
            ..f.clone()
        };
        ByteText::from(&self.0[..]).encode(s, &f);
    }
}

impl<'de> Decode<'de> for Octets {
    fn decode<S: manyrpc_codec::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &Field,
    ) -> Result<(), manyrpc_codec::Fail> {
        let f = Field {
            octets: true,
            ..f.clone()
        };
        let mut text = ByteText::default();
        text.decode(s, &f)?;
        self.0 = text.0.into_owned();
        Ok(())
    }
}

fn again<T, const PLACE: usize>(bytes: &[u8], from: Representation)
where
    T: Default + Encode + for<'de> Decode<'de>,
{
    let to = Representation {
        order: ByteOrder::Little,
        fragments: 0,
        ..from
    };
    let place = &PLACES[PLACE];
    let Some(value) = decoded::<T>(bytes, place, from) else {
        return;
    };
    let first = encoded(&value, place, to).expect("what was decoded can be encoded");
    let second = decoded::<T>(&first, place, to).expect("we understand ourselves");
    let second = encoded(&second, place, to);
    assert_eq!(second, Some(first), "another encoding of the same value");
}

fn decoded<T>(bytes: &[u8], place: &Field, from: Representation) -> Option<T>
where
    T: Default + for<'de> Decode<'de>,
{
    let mut value = T::default();
    decode_value(bytes, from, place, &mut value, &Limits::DEFAULT).ok()?;
    Some(value)
}

fn encoded<T: Encode + ?Sized>(value: &T, place: &Field, to: Representation) -> Option<Vec<u8>> {
    let mut out = Buf::new();
    encode_value(&mut out, to, place, value, &Limits::DEFAULT).ok()?;
    Some(out.data().to_vec())
}

/// A value or two of most types.
fn seeds() -> Vec<Vec<u8>> {
    let reference = "corbaloc:iiop:1.2@host:2809/key,";
    let some = [
        (1, encoded(&-2i16, &PLACES[0], representation(0))),
        (5, encoded(&0x20acu16, &PLACES[1], representation(0))),
        (9, encoded("text é", &PLACES[0], representation(0))),
        (9, encoded("text é", &PLACES[0], representation(2))),
        (11, encoded("wide 🙂", &PLACES[1], representation(0))),
        (11, encoded("wide 🙂", &PLACES[1], representation(8))),
        (13, encoded("-123.45", &PLACES[5], representation(0))),
        (15, encoded(reference, &PLACES[9], representation(0))),
        (16, encoded(&vec![1i32, -1], &PLACES[0], representation(0))),
        (
            18,
            encoded(&vec![1f64, -1.0], &PLACES[0], representation(0)),
        ),
        (
            21,
            encoded(
                &vec![vec![vec!["a".to_owned()]]],
                &PLACES[0],
                representation(0),
            ),
        ),
        (
            23,
            encoded(&Some(Some(vec![1u8])), &PLACES[0], representation(0)),
        ),
    ];
    let how = |at: usize| match at {
        3 => 2,
        5 => 8,
        _ => 0,
    };
    let some = some.into_iter().enumerate();
    some.filter_map(|(at, (choice, bytes))| Some([&[choice, how(at)][..], &bytes?].concat()))
        .chain(anys())
        .collect()
}

/// Values with their types, and types that stand for more than they take.
fn anys() -> Vec<Vec<u8>> {
    let text = vec![vec!["a".to_owned()], Vec::new()];
    let inner = Any::of(&text).expect("it is short");
    let nothing = |ty: &TypeCode| Any::with_type(ty, &X, &()).expect("it has no bytes");
    // Structures, each with the one before it twice.
    let doubled = TypeCode::build(|types| {
        let mut ty = types.add(Kind::Named(Name::default(), Body::Struct(Vec::new())));
        for _ in 0..60 {
            let member = || Member {
                name: String::new(),
                ty,
            };
            let members = vec![member(), member()];
            ty = types.add(Kind::Named(Name::default(), Body::Struct(members)));
        }
        ty
    });
    // As many elements without bytes as there are numbers.
    let empty = TypeCode::build(|types| {
        let element = types.add(Kind::Void);
        types.add(Kind::Array {
            element,
            length: u32::MAX,
        })
    });
    let all = [
        Any::of(&7i32),
        Any::of(&inner),
        Any::of(&[[1i16, 2], [3, 4]]),
        Ok(nothing(&doubled)),
        Ok(nothing(&empty)),
    ];
    // Their type codes begin at a multiple of 4.
    let at_4 = 4 << 5;
    let all = all.into_iter().flatten();
    all.map(|any| [&[27, at_4][..], &any.encapsulation()[4..]].concat())
        .collect()
}
