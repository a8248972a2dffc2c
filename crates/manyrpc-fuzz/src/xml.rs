//! Values of XML-RPC: the first byte of the input selects a type, the rest is the text. Three more
//! choices are messages and documents in other encodings.
//!
//! A value has many texts, so accepted text is written, read and written again: both outputs must
//! be equal.

use manyrpc_codec::meta::{Field, Length};
use manyrpc_codec::xml::scan::{Message, array, members, message as scan, params_of};
use manyrpc_codec::xml::{Fractions, Limits, Options, decode_value, encode_value, to_utf8};
use manyrpc_codec::{Buf, Chain, Decode, Encode, Octet, Quad};

use crate::Target;
use crate::generated::well_known::Event;

/// Decoding and encoding of all shapes of the codec's own types, and the scanners.
pub const TARGET: Target = Target {
    name: "xml",
    run,
    seeds,
    // An empty string takes 8 bytes of text and 24 of memory; growth doubles that.
    allocation_per_byte: 16,
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
    |text| again::<[Octet; 5]>(text, &FIVE),
    |text| again::<Vec<Vec<Vec<String>>>>(text, &X),
    |text| again::<Option<Option<Vec<u8>>>>(text, &X),
    |text| again::<Chain<String>>(text, &X),
    |text| again::<Vec<Option<Option<i32>>>>(text, &X),
    |text| again::<Option<()>>(text, &X),
    event,
    message,
    parts,
    document,
];

const X: Field = Field::plain("x");
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
    let options = Options {
        fractions: Fractions::Written,
        ..Options::DEFAULT
    };
    encode_value(&mut out, field, &value, &Limits::DEFAULT, options)
        .expect("what was decoded is within limits");
    Some(out)
}

/// A message: its range contains parameters, or what is not a parameter is reported.
fn message(bytes: &[u8]) {
    let limits = Limits::DEFAULT;
    if let Ok(Message::Call { params, .. } | Message::Reply { params }) = scan(bytes, &limits) {
        for value in params_of(bytes, params, 100, &limits).into_iter().flatten() {
            assert!(!bytes[value].is_empty());
        }
    }
}

fn parts(bytes: &[u8]) {
    let limits = Limits::DEFAULT;
    for element in array(bytes, 0..bytes.len(), 100, &limits)
        .into_iter()
        .flatten()
    {
        assert!(!bytes[element].is_empty());
    }
    for (_, member) in members(bytes, 0..bytes.len(), 100, &limits)
        .into_iter()
        .flatten()
    {
        assert!(!bytes[member].is_empty());
    }
}

fn document(bytes: &[u8]) {
    if let Ok(text) = to_utf8(bytes, None, 1 << 20) {
        message(&text);
    }
}

const EVENT: &str = "<struct><member><name>name</name><value>a</value></member><member><name>at</name>\
    <value><dateTime.iso8601>20240229T23:59:59.5</dateTime.iso8601></value></member><member><name>seen</name>\
    <value><array><data><value>1998-07-17T14:08:55+0100</value></data></array></value></member><member>\
    <name>steps</name><value><struct><member><name>a</name><value>-0.5s</value></member></struct></value></member>\
    <member><name>maybe</name><value><struct><member><name>a_bool</name><value><boolean>1</boolean></value></member>\
    <member><name>many</name><value><array><data><value><i4>1</i4></value></data></array></value></member>\
    </struct></value></member></struct>";

fn seeds() -> Vec<Vec<u8>> {
    let values = [
        "<nil/>",
        "<boolean>1</boolean>",
        "<i4>-128</i4>",
        "<ex:i8>9223372036854775807</ex:i8>",
        "18446744073709551615",
        "<double>-1.5</double>",
        "<string>a&lt;&#xe9;<![CDATA[]]></string>",
        "<base64>Zm9v\nYmE=</base64>",
        "<array><data><value><i4>1</i4></value><value>2</value></data></array>",
        "<array><data><value><array><data><value>a</value></data></array></value></data></array>",
        "<struct><member><name>some</name><value><nil/></value></member></struct>",
        EVENT,
    ];
    let values = values.map(|inside| format!("<value>{inside}</value>"));
    let call = format!(
        "<?xml version=\"1.0\"?><methodCall><methodName>a</methodName><params><param>{}</param></params></methodCall>",
        values[9]
    );
    let fault = "<methodResponse><fault><value><struct><member><name>faultCode</name><value><i4>4</i4></value>\
        </member></struct></value></fault></methodResponse>";
    let wide = "<a/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut texts: Vec<Vec<u8>> = values.into_iter().map(String::into_bytes).collect();
    texts.extend([call.into_bytes(), fault.as_bytes().to_vec(), wide]);
    let choices = (0_u8..).zip(TRIALS).map(|(choice, _)| choice);
    choices
        .flat_map(|choice| {
            texts
                .iter()
                .map(move |text| [&[choice], &text[..]].concat())
        })
        .collect()
}
