//! Bodies of SOAP: the first byte of the input selects what is read, the rest is the text. A value has many
//! texts, so accepted text is written, read and written again: both outputs must be equal.

use std::borrow::Cow;

use manyrpc_codec::meta::{
    Field, Length, Link, Record, SoapArray, Xml, XmlForm, XmlName, XmlRecord, XmlRole,
};
use manyrpc_codec::soap::{
    Limits, Options, Version, decode_params, decode_value, encode_params, encode_value, scan,
};
use manyrpc_codec::{Buf, Chain, Decode, Encode, Quad, plain_record};

use crate::Target;

/// Values, whole messages with references and attachments, and what engines read of messages.
pub const TARGET: Target = Target {
    name: "soap",
    run,
    seeds,
    // An empty element takes 4 bytes of text, and a part of a value 100 of memory; growth doubles that.
    allocation_per_byte: 64,
};

/// What has every role that a field may have.
#[derive(Debug, Default, PartialEq)]
struct Whole {
    id: Option<String>,
    numbers: Vec<i32>,
    grid: Vec<Vec<i32>>,
    inner: Vec<Whole>,
    when: Option<String>,
    name: String,
    digits: Vec<u8>,
    rest: Vec<String>,
}

const ANY: Length = Length::UpTo(u32::MAX);
const XSD: &str = "http://www.w3.org/2001/XMLSchema";

static ID: Xml = Xml {
    role: XmlRole::Attribute,
    ..Xml::ELEMENT
};
static WHEN: Xml = Xml {
    form: XmlForm::DateTime,
    ns: Cow::Borrowed("urn:f"),
    nillable: true,
    ..Xml::ELEMENT
};
static REST: Xml = Xml {
    role: XmlRole::Any,
    ..Xml::ELEMENT
};
static ROW: Field = Field::of("item", ANY, const { &Field::plain("item") }).xml(
    const {
        &Xml {
            array: Some(Link::Static(
                const {
                    &SoapArray {
                        item: XmlName::of("", ""),
                        rank: 0,
                    }
                },
            )),
            ..Xml::ELEMENT
        }
    },
);
static FIELDS: [Field; 8] = [
    Field::of("id", ANY, const { &Field::plain("id").xml(&ID) }).xml(&ID),
    Field::of("numbers", ANY, const { &Field::plain("item") }).xml(
        const {
            &Xml {
                wrapped: true,
                array: Some(Link::Static(
                    const {
                        &SoapArray {
                            item: XmlName::of(XSD, "int"),
                            rank: 1,
                        }
                    },
                )),
                ..Xml::ELEMENT
            }
        },
    ),
    Field::of("grid", ANY, &ROW).xml(
        const {
            &Xml {
                wrapped: true,
                array: Some(Link::Static(
                    const {
                        &SoapArray {
                            item: XmlName::of(XSD, "int"),
                            rank: 2,
                        }
                    },
                )),
                ..Xml::ELEMENT
            }
        },
    ),
    Field::of("inner", ANY, const { &Field::plain("inner") }),
    Field::of("when", ANY, const { &Field::plain("when").xml(&WHEN) }).xml(&WHEN),
    Field::plain("name").xml(
        const {
            &Xml {
                form: XmlForm::QName,
                ..Xml::ELEMENT
            }
        },
    ),
    Field::plain("digits").xml(
        const {
            &Xml {
                form: XmlForm::Hex,
                ..Xml::ELEMENT
            }
        },
    ),
    Field::of("rest", ANY, const { &Field::plain("rest").xml(&REST) }).xml(&REST),
];
static WHOLE: Record = Record::of("whole", &FIELDS).xml(
    const {
        &XmlRecord {
            element: Some(XmlName {
                ns: Cow::Borrowed("urn:f"),
                local: Cow::Borrowed("whole"),
            }),
            attributes: true,
            ..XmlRecord::PLAIN
        }
    },
);
static CODED: Record = Record::of("whole", &FIELDS).xml(
    const {
        &XmlRecord {
            element: Some(XmlName {
                ns: Cow::Borrowed("urn:f"),
                local: Cow::Borrowed("whole"),
            }),
            attributes: true,
            encoded: true,
            ..XmlRecord::PLAIN
        }
    },
);
plain_record! { Whole, WHOLE, FIELDS { 0 id, 1 numbers, 2 grid, 3 inner, 4 when, 5 name, 6 digits, 7 rest } }

/// Decodes one value of one type, and encodes it again.
type Trial = fn(&[u8]);

const TRIALS: &[Trial] = &[
    |text| again::<bool>(text),
    |text| again::<i64>(text),
    |text| again::<u8>(text),
    |text| again::<f64>(text),
    |text| again::<Quad>(text),
    |text| again::<String>(text),
    |text| again::<Vec<u8>>(text),
    |text| again::<Vec<String>>(text),
    |text| again::<Chain<Whole>>(text),
    |text| again::<Whole>(text),
    |text| message(text, &WHOLE, Options::DEFAULT),
    |text| message(text, &CODED, Options::DEFAULT),
    |text| {
        message(
            text,
            &CODED,
            Options {
                version: Version::V12,
                ..Options::DEFAULT
            },
        )
    },
    scanned,
];

const X: Field = Field::plain("x");

fn run(input: &[u8]) {
    if let Some((choice, text)) = input.split_first() {
        TRIALS[usize::from(*choice) % TRIALS.len()](text);
    }
}

fn again<T: Default + Encode + for<'de> Decode<'de>>(text: &[u8]) {
    let Some(first) = written::<T>(text) else {
        return;
    };
    // Prefixes of the message around a value are not declared in it.
    let around = |text: &[u8]| !text.windows(4).any(|w| w == b"xsi:");
    if around(first.data()) {
        let second = written::<T>(first.data()).expect("we understand ourselves");
        assert_eq!(
            second.data(),
            first.data(),
            "another text of the same value"
        );
    }
}

/// The output for the value in this text, if there is one that can be written by itself.
fn written<T: Default + Encode + for<'de> Decode<'de>>(text: &[u8]) -> Option<Buf> {
    let mut value = T::default();
    decode_value(text, &X, &mut value, &Limits::DEFAULT, Options::DEFAULT).ok()?;
    let mut out = Buf::default();
    // What was one attribute's name may not be one here.
    encode_value(&mut out, &X, &value, &Limits::DEFAULT, Options::DEFAULT).ok()?;
    Some(out)
}

fn message(text: &[u8], m: &Record, options: Options) {
    let Some(first) = answered(text, m, options) else {
        return;
    };
    let second = answered(first.data(), m, options).expect("we understand ourselves");
    assert_eq!(
        second.data(),
        first.data(),
        "another text of the same value"
    );
}

fn answered(text: &[u8], m: &Record, options: Options) -> Option<Buf> {
    let mut value = Whole::default();
    decode_params(text, m, &mut value, &Limits::DEFAULT, options).ok()?;
    let mut out = Buf::default();
    out.put(
        b"<soap:Envelope xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:soap=\"",
    );
    out.put(options.version.namespace().as_bytes());
    out.put(b"\" xmlns:xsd=\"");
    out.put(XSD.as_bytes());
    out.put(b"\" xmlns:enc=\"");
    out.put(options.version.encoding().as_bytes());
    out.put(b"\">");
    encode_params(&mut out, m, &value, &Limits::DEFAULT, options).ok()?;
    Some(out)
}

/// Ranges are those of elements.
fn scanned(bytes: &[u8]) {
    let limits = Limits::DEFAULT;
    if let Ok(head) = scan::head(bytes, &limits) {
        let header = &bytes[head.headers];
        assert!(header.is_empty() || header.starts_with(b"<"));
    }
    for entry in scan::header_entries(bytes, 100, &limits)
        .into_iter()
        .flatten()
    {
        let element = &bytes[entry.element.range];
        assert!(element.starts_with(b"<") && element.ends_with(b">"));
    }
    if let Ok(fault) = scan::fault(bytes, &limits) {
        assert!(fault.inside.end <= bytes.len());
    }
}

fn seeds() -> Vec<Vec<u8>> {
    let start = |version: Version| {
        format!(
            "<e:Envelope xmlns:e='{}' xmlns:c='{}' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' \
             xmlns:xsd='{XSD}'>",
            version.namespace(),
            version.encoding(),
        )
    };
    let whole = "<w:whole xmlns:w='urn:f' id='1'><numbers><item>1</item></numbers><inner><numbers/>\
        <w:when xsi:nil='true'/><name>n</name><digits>00ff</digits></inner>\
        <w:when>2001-01-01T00:00:00Z</w:when><name>w:n</name><digits/><w:other>a<b/></w:other></w:whole>";
    let coded = "<w:whole xmlns:w='urn:f'><numbers c:arrayType='xsd:int[2]'><i>1</i><i href='#x'/></numbers>\
        <grid c:arrayType='xsd:int[1,2]'><i>1</i><i c:position='[0,1]'>2</i></grid>\
        <inner href='#y'/><w:when xsi:nil='1'/><name>n</name><digits>00</digits></w:whole><x id='x'>2</x>\
        <y id='y'><numbers/><name>n</name><digits/></y>";
    let fault = "<e:Fault><faultcode>e:Server</faultcode><faultstring>no</faultstring>\
        <detail><a/></detail></e:Fault>";
    let header = "<e:Header><a e:mustUnderstand='1'><b>c</b></a></e:Header>";
    let message = |version, header: &str, body: &str| {
        format!(
            "{}{header}<e:Body>{body}</e:Body></e:Envelope>",
            start(version)
        )
    };
    let package = format!(
        "--b\r\nContent-ID: <a>\r\n\r\n{}\r\n--b\r\nContent-ID: <p>\r\n\r\nbytes\r\n--b--\r\n",
        message(Version::V11, "", whole)
    );
    let trials = |first: u8, text: &str| [&[first], text.as_bytes()].concat();
    vec![
        trials(0, "<x>true</x>"),
        trials(1, "<x> +7 </x>"),
        trials(3, "<x>-1.5e3</x>"),
        trials(4, "<x>3fff0000000000000000000000000000</x>"),
        trials(5, "<x a='1'>a&lt;<![CDATA[<]]>&#x41;</x>"),
        trials(6, "<x>Zm9v</x>"),
        trials(7, "<x>a</x><x/>"),
        trials(
            8,
            "<x><numbers/><name>n</name><digits/><x><numbers/><name/><digits/></x></x>",
        ),
        trials(9, whole),
        trials(10, &message(Version::V11, header, whole)),
        trials(10, &package),
        trials(11, &message(Version::V11, "", coded)),
        trials(
            12,
            &message(
                Version::V12,
                "",
                &coded
                    .replace("href='#", "c:ref='")
                    .replace(" id=", " c:id="),
            ),
        ),
        trials(13, &message(Version::V11, header, fault)),
        trials(
            13,
            &message(
                Version::V12,
                header,
                "<e:Fault><e:Code><e:Value>e:Sender</e:Value><e:Subcode><e:Value>x</e:Value></e:Subcode></e:Code></e:Fault>",
            ),
        ),
        trials(13, &package),
    ]
}
