//! The encoding of SOAP 1.1, section 5.

use super::*;
use crate::error::UnencodableKind;
use crate::meta::{Length, SoapArray};

#[derive(Debug, Default, PartialEq)]
struct Person {
    name: String,
    address: Address,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Address {
    street: Option<String>,
    city: String,
}

static ADDRESS_FIELDS: [Field; 2] = [
    Field::of(
        "street",
        Length::UpTo(u32::MAX),
        const { &Field::plain("street") },
    ),
    Field::plain("city"),
];
static ADDRESS: Record = Record::of("Address", &ADDRESS_FIELDS).xml(
    const {
        &XmlRecord {
            ty: XmlName::of("urn:people", "Address"),
            ..XmlRecord::PLAIN
        }
    },
);
plain_record! { Address, ADDRESS, ADDRESS_FIELDS { 0 street, 1 city } }

static PERSON_FIELDS: [Field; 2] = [Field::plain("name"), Field::plain("address")];
static PERSON: Record = Record::of("Person", &PERSON_FIELDS).xml(
    const {
        &XmlRecord {
            encoded: true,
            element: Some(XmlName::of("urn:people", "Person")),
            ..XmlRecord::PLAIN
        }
    },
);
plain_record! { Person, PERSON, PERSON_FIELDS { 0 name, 1 address } }

/// Section 5.4.1: the same value independently, by reference.
#[test]
fn values_are_where_references_lead_to() {
    let text = message(
        "<m:Person xmlns:m='urn:people'><name xsi:type='xsd:string'>Henry Ford</name>\
         <address href='#Address-2'/></m:Person>\
         <x:anything xmlns:x='urn:other' xmlns:p='urn:people' id='Address-2' xsi:type='p:Address'>\
         <street href='#s'/><city>Dearborn</city></x:anything><s id='s'>Main</s>",
    );
    let person: Person = read(&text, &PERSON).unwrap();
    let address = Address {
        street: Some("Main".into()),
        city: "Dearborn".into(),
    };
    assert_eq!(
        person,
        Person {
            name: "Henry Ford".into(),
            address
        }
    );
    let text = written(&PERSON, &person);
    assert_eq!(
        text,
        "<n:Person xmlns:n=\"urn:people\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" \
         xmlns:enc=\"http://schemas.xmlsoap.org/soap/encoding/\" \
         soap:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\">\
         <name xsi:type=\"xsd:string\">Henry Ford</name><address xsi:type=\"n:Address\">\
         <street xsi:type=\"xsd:string\">Main</street><city xsi:type=\"xsd:string\">Dearborn</city>\
         </address></n:Person>"
    );
}

#[test]
fn text_may_look_like_the_end_of_a_tag() {
    let text = message(
        "<m:Person xmlns:m='urn:people'><name>/></name><address href='#a'/></m:Person>\
         <a id='a'><street>/></street><city>/>/</city></a>",
    );
    let person: Person = read(&text, &PERSON).unwrap();
    let address = Address {
        street: Some("/>".into()),
        city: "/>/".into(),
    };
    assert_eq!((&*person.name, person.address), ("/>", address));
}

#[derive(Debug, Default, PartialEq)]
struct Numbers {
    numbers: Vec<i32>,
    sparse: Vec<Option<String>>,
}

static ITEM: Field = Field::plain("item");
static MAYBE: Field = Field::of("item", Length::UpTo(u32::MAX), &ITEM).xml(
    const {
        &Xml {
            nillable: true,
            ..Xml::ELEMENT
        }
    },
);
static NUMBERS_FIELDS: [Field; 2] = [
    Field::of("numbers", Length::UpTo(u32::MAX), &ITEM).xml(
        const {
            &Xml {
                wrapped: true,
                array: Some(Link::Static(
                    const {
                        &SoapArray {
                            item: XmlName::of("http://www.w3.org/2001/XMLSchema", "int"),
                            rank: 1,
                        }
                    },
                )),
                ..Xml::ELEMENT
            }
        },
    ),
    Field::of("sparse", Length::UpTo(u32::MAX), &MAYBE).xml(
        const {
            &Xml {
                wrapped: true,
                array: Some(Link::Static(
                    const {
                        &SoapArray {
                            item: XmlName::of("http://www.w3.org/2001/XMLSchema", "string"),
                            rank: 1,
                        }
                    },
                )),
                ..Xml::ELEMENT
            }
        },
    ),
];
static NUMBERS: Record = Record::of("Numbers", &NUMBERS_FIELDS).xml(
    const {
        &XmlRecord {
            encoded: true,
            element: Some(XmlName::of("urn:n", "Numbers")),
            ..XmlRecord::PLAIN
        }
    },
);
plain_record! { Numbers, NUMBERS, NUMBERS_FIELDS { 0 numbers, 1 sparse } }

/// Sections 5.4.2, 5.4.2.1 and 5.4.2.2.
#[test]
fn arrays_with_sizes_offsets_and_positions() {
    let text = message(
        "<m:Numbers xmlns:m='urn:n'>\
         <numbers xsi:type='SOAP-ENC:Array' SOAP-ENC:arrayType='xsd:int[2]'>\
         <SOAP-ENC:int>3</SOAP-ENC:int><thing>4</thing></numbers>\
         <sparse SOAP-ENC:arrayType='xsd:string[5]' SOAP-ENC:offset='[2]'>\
         <item>The third element</item><item SOAP-ENC:position='[4]'>The fifth element</item></sparse>\
         </m:Numbers>",
    );
    let numbers = Numbers {
        numbers: [3, 4].into(),
        sparse: [
            None,
            None,
            Some("The third element".into()),
            None,
            Some("The fifth element".into()),
        ]
        .into(),
    };
    assert_eq!(read(&text, &NUMBERS), Ok(numbers));
    let small = Numbers {
        numbers: [3, 4].into(),
        sparse: [None].into(),
    };
    let text = written(&NUMBERS, &small);
    assert!(
        text.contains("<numbers xsi:type=\"enc:Array\" enc:arrayType=\"xsd:int[2]\"><item xsi:type=\"xsd:int\">3</item>"),
        "{text}"
    );
    assert!(
        text.contains("enc:arrayType=\"xsd:string[1]\"><item xsi:nil=\"true\"></item></sparse>"),
        "{text}"
    );
    for array in [
        "<numbers SOAP-ENC:arrayType='xsd:int[1]'><a>3</a><a>4</a></numbers>",
        "<numbers SOAP-ENC:arrayType='xsd:int[3'><a>3</a></numbers>",
        "<numbers SOAP-ENC:arrayType='xsd:int[3]' SOAP-ENC:offset='[1]'><a>3</a></numbers>",
        "<numbers SOAP-ENC:arrayType='xsd:int[9]'><a SOAP-ENC:position='[0]'>3</a><a SOAP-ENC:position='[0]'>3</a></numbers>",
        "<numbers SOAP-ENC:arrayType='xsd:int[2,2]'><a>3</a></numbers>",
        "<numbers/><sparse SOAP-ENC:offset='[4294967295]'><a/></sparse>",
    ] {
        let text = message(&format!("<m:Numbers xmlns:m='urn:n'>{array}</m:Numbers>"));
        assert!(read::<Numbers>(&text, &NUMBERS).is_err(), "{array}");
    }
}

#[derive(Debug, Default, PartialEq)]
struct Nest {
    nest: Vec<Nest>,
}

static NEST_FIELD: Field = Field::plain("nest");
static NEST_FIELDS: [Field; 1] = [Field::of("nest", Length::UpTo(u32::MAX), &NEST_FIELD)];
static NEST: Record = Record::of("nest", &NEST_FIELDS).xml(
    const {
        &XmlRecord {
            encoded: true,
            element: Some(XmlName::of("urn:n", "nest")),
            ..XmlRecord::PLAIN
        }
    },
);
plain_record! { Nest, NEST, NEST_FIELDS { 0 nest } }

#[test]
fn cycles_and_bombs_end() {
    for text in [
        "<m:nest xmlns:m='urn:n'><nest href='#a'/></m:nest><a id='a'><nest href='#a'/></a>",
        "<m:nest xmlns:m='urn:n'><nest href='#a'/></m:nest><a id='a' href='#a'/>",
        "<m:nest xmlns:m='urn:n'><nest href='#a'/></m:nest><a id='a' href='#b'/><b id='b' href='#a'/>",
        "<m:nest xmlns:m='urn:n'><nest href='#a'/></m:nest>",
        "<m:nest xmlns:m='urn:n'><nest href='#a'/></m:nest><a id='a'/><a id='a'/>",
    ] {
        assert!(read::<Nest>(&message(text), &NEST).is_err(), "{text}");
    }
    let mut bomb = String::from("<m:nest xmlns:m='urn:n'><nest href='#a0'/></m:nest><a id='a30'/>");
    for level in 0..30 {
        let next = level + 1;
        bomb.push_str(&format!(
            "<a id='a{level}'>{}</a>",
            format!("<nest href='#a{next}'/>").repeat(9)
        ));
    }
    let refused = MalformedKind::Refused("so many references");
    assert_eq!(read::<Nest>(&message(&bomb), &NEST), Err(refused));
    let few =
        "<m:nest xmlns:m='urn:n'><nest href='#a'/><nest href='#a'/></m:nest><a id='a'><nest/></a>";
    let nest: Nest = read(&message(few), &NEST).unwrap();
    assert_eq!((nest.nest.len(), nest.nest[1].nest.len()), (2, 1));
}

/// They are followed one by one, however many there are.
#[test]
fn references_may_lead_to_references() {
    let chain = |n: usize| {
        let links: String = (0..n)
            .map(|i| format!("<a id='{i:08}' href='#{:08}'/>", i + 1))
            .collect();
        let text = format!(
            "<e:Envelope xmlns:e='http://schemas.xmlsoap.org/soap/envelope/'><e:Body><n><nest href='#{:08}'/></n>\
             {links}<a id='{n:08}'><nest/><nest/></a></e:Body></e:Envelope>",
            0
        );
        read::<Nest>(&text, &NEST).map(|nest| nest.nest[0].nest.len())
    };
    assert_eq!(chain(3), Ok(2));
    assert_eq!(chain(100_000), Ok(2));
}

/// XML 1.0, section 3.3.3: what attributes say may be written with references to characters.
#[test]
fn attributes_may_have_references_to_characters() {
    let text = message(
        "<m:Numbers xmlns:m='urn:n'><numbers href='&#35;a'/>\
         <sparse SOAP-ENC:arrayType='xsd:string&#91;2]'><item xsi:nil='&#x31;'/><item>b</item></sparse></m:Numbers>\
         <a id='&#97;' SOAP-ENC:arrayType='xsd:int&#91;1]'><item>3</item></a>",
    );
    let numbers = Numbers {
        numbers: [3].into(),
        sparse: [None, Some("b".into())].into(),
    };
    assert_eq!(read(&text, &NUMBERS), Ok(numbers));
}

#[derive(Debug, Default, PartialEq)]
struct Grids {
    flat: Vec<Vec<String>>,
    nested: Vec<Vec<String>>,
    sparse: Vec<Vec<Vec<String>>>,
}

const fn array_of(item: &'static str, rank: u32) -> SoapArray {
    SoapArray {
        item: XmlName::of("http://www.w3.org/2001/XMLSchema", item),
        rank,
    }
}

/// An array, or a row in one.
macro_rules! array {
    ($name:literal, $wrapped:literal, $item:literal, $rank:literal, $inner:expr) => {
        Field::of($name, Length::UpTo(u32::MAX), $inner).xml(
            const {
                &Xml {
                    wrapped: $wrapped,
                    array: Some(Link::Static(const { &array_of($item, $rank) })),
                    ..Xml::ELEMENT
                }
            },
        )
    };
}

static ROW: Field = array!("item", false, "", 0, &ITEM);
static INNER: Field = array!("item", true, "string", 1, &ITEM);
static TABLE: Field = array!("item", true, "string", 2, &ROW);
static GRIDS_FIELDS: [Field; 3] = [
    array!("flat", true, "string", 2, &ROW),
    array!("nested", true, "string[]", 1, &INNER),
    array!("sparse", true, "string[,]", 1, &TABLE),
];
static GRIDS: Record = Record::of("Grids", &GRIDS_FIELDS).xml(
    const {
        &XmlRecord {
            encoded: true,
            element: Some(XmlName::of("urn:n", "Grids")),
            ..XmlRecord::PLAIN
        }
    },
);
plain_record! { Grids, GRIDS, GRIDS_FIELDS { 0 flat, 1 nested, 2 sparse } }

fn grids(inside: &str, behind: &str) -> Result<Grids, MalformedKind> {
    let text = format!("<m:Grids xmlns:m='urn:n'>{inside}</m:Grids>{behind}");
    read(&message(&text), &GRIDS)
}

fn strings<const N: usize>(all: [&str; N]) -> Vec<String> {
    all.map(String::from).into()
}

/// Section 5.4.2: the same six values as rows of one array, and as arrays in an array.
#[test]
fn arrays_of_several_dimensions_and_of_arrays() {
    let items = "<item>r1c1</item><item>r1c2</item><item>r1c3</item>\
                 <item>r2c1</item><item>r2c2</item><item>r2c3</item>";
    let rows = [
        strings(["r1c1", "r1c2", "r1c3"]),
        strings(["r2c1", "r2c2", "r2c3"]),
    ];
    let flat = format!("<flat SOAP-ENC:arrayType='xsd:string[2,3]'>{items}</flat>");
    let read = grids(&flat, "").unwrap();
    assert_eq!(read.flat, rows);
    let text = written(&GRIDS, &read);
    assert!(
        text.contains(
            "<flat xsi:type=\"enc:Array\" enc:arrayType=\"xsd:string[2,3]\"><item xsi:type=\"xsd:string\">r1c1</item>"
        ),
        "{text}"
    );
    assert!(
        text.contains("r1c3</item><item xsi:type=\"xsd:string\">r2c1</item>"),
        "{text}"
    );

    let nested = "<nested SOAP-ENC:arrayType='xsd:string[][2]'><item href='#array-1'/><item href='#array-2'/></nested>";
    let arrays = "<SOAP-ENC:Array id='array-1' SOAP-ENC:arrayType='xsd:string[3]'>\
                  <item>r1c1</item><item>r1c2</item><item>r1c3</item></SOAP-ENC:Array>\
                  <SOAP-ENC:Array id='array-2' SOAP-ENC:arrayType='xsd:string[2]'>\
                  <item>r2c1</item><item>r2c2</item></SOAP-ENC:Array>";
    let read = grids(nested, arrays).unwrap();
    let ragged = [strings(["r1c1", "r1c2", "r1c3"]), strings(["r2c1", "r2c2"])];
    assert_eq!(read.nested, ragged);
    let text = written(&GRIDS, &read);
    assert!(
        text.contains(
            "<nested xsi:type=\"enc:Array\" enc:arrayType=\"xsd:string[][2]\">\
             <item xsi:type=\"enc:Array\" enc:arrayType=\"xsd:string[3]\">"
        ),
        "{text}"
    );
    // PHP's SoapClient writes an array of two dimensions like this.
    let instead = "<flat SOAP-ENC:arrayType='SOAP-ENC:Array[2]'>\
                   <item SOAP-ENC:arrayType='xsd:string[3]'><item>r1c1</item><item>r1c2</item><item>r1c3</item></item>\
                   <item SOAP-ENC:arrayType='xsd:string[3]'><item>r2c1</item><item>r2c2</item><item>r2c3</item></item>\
                   </flat>";
    assert_eq!(grids(instead, "").unwrap().flat, rows);
}

/// Section 5.4.2.1, and section 5.4.2.2 in both of its forms.
#[test]
fn arrays_are_as_large_as_they_say() {
    let part = "<nested SOAP-ENC:arrayType='xsd:string[][1]'>\
                <item SOAP-ENC:arrayType='xsd:string[5]' SOAP-ENC:offset='[2]'>\
                <item>The third element</item><item>The fourth element</item></item></nested>";
    let read = grids(part, "").unwrap();
    assert_eq!(
        read.nested,
        [strings([
            "",
            "",
            "The third element",
            "The fourth element",
            ""
        ])]
    );
    let items = "<item SOAP-ENC:position='[2,2]'>Third row, third col</item>\
                 <item SOAP-ENC:position='[7,2]'>Eighth row, third col</item>";
    let referred = grids(
        "<sparse SOAP-ENC:arrayType='xsd:string[,][4]'><SOAP-ENC:Array href='#array-1' SOAP-ENC:position='[2]'/></sparse>",
        &format!(
            "<SOAP-ENC:Array id='array-1' SOAP-ENC:arrayType='xsd:string[10,10]'>{items}</SOAP-ENC:Array>"
        ),
    );
    let embedded = grids(
        &format!(
            "<sparse SOAP-ENC:arrayType='xsd:string[,][4]'>\
             <SOAP-ENC:Array SOAP-ENC:position='[2]' SOAP-ENC:arrayType='xsd:string[10,10]'>{items}</SOAP-ENC:Array></sparse>"
        ),
        "",
    );
    let mut table = alloc::vec![alloc::vec![String::new(); 10]; 10];
    table[2][2] = "Third row, third col".into();
    table[7][2] = "Eighth row, third col".into();
    let expected = alloc::vec![Vec::new(), Vec::new(), table, Vec::new()];
    assert_eq!(referred.unwrap().sparse, expected);
    assert_eq!(embedded.unwrap().sparse, expected);
}

/// SOAP 1.2 part 2, sections 3.1.4 and 3.1.6.
#[test]
fn version_1_2_says_sizes_in_an_attribute_of_their_own() {
    let options = Options {
        version: Version::V12,
        ..Options::DEFAULT
    };
    let value = Grids {
        flat: alloc::vec![
            strings(["a", "b"]),
            strings(["c", "d"]),
            strings(["e", "f"])
        ],
        nested: alloc::vec![strings(["a"])],
        ..Grids::default()
    };
    let mut buf = Buf::new();
    soap::encode_params(&mut buf, &GRIDS, &value, &LIMITS, options).unwrap();
    let text = String::from_utf8(buf.data().to_vec()).unwrap();
    assert!(
        text.contains(
            "<flat xsi:type=\"enc:Array\" enc:itemType=\"xsd:string\" enc:arraySize=\"3 2\">"
        ),
        "{text}"
    );
    assert!(
        text.contains(
            "<nested xsi:type=\"enc:Array\" enc:itemType=\"enc:Array\" enc:arraySize=\"1\">"
        ),
        "{text}"
    );
    let envelope = "<soap:Envelope xmlns:soap='http://www.w3.org/2003/05/soap-envelope' \
                    xmlns:enc='http://www.w3.org/2003/05/soap-encoding' xmlns:xsd='http://www.w3.org/2001/XMLSchema' \
                    xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>";
    let text = format!("{envelope}{text}");
    let mut back = Grids::default();
    soap::decode_params(text.as_bytes(), &GRIDS, &mut back, &LIMITS, options).unwrap();
    assert_eq!(back, value);
    let read = |from: &str, to: &str| {
        let mut back = Grids::default();
        let text = text.replace(from, to);
        soap::decode_params(text.as_bytes(), &GRIDS, &mut back, &LIMITS, options).map(|()| back)
    };
    assert_eq!(
        read("arraySize=\"1\"", "arraySize=\"*\"").as_ref(),
        Ok(&value)
    );
    // The size of the first dimension alone may be open.
    assert_eq!(
        read("arraySize=\"3 2\"", "arraySize=\" * 2\"").as_ref(),
        Ok(&value)
    );
    for wrong in ["2 *", "* *", "*2", "* 0", "* 2 1", "* -1", "* 4294967295"] {
        let wrong = format!("arraySize=\"{wrong}\"");
        assert!(read("arraySize=\"3 2\"", &wrong).is_err(), "{wrong}");
    }
}

#[test]
fn wrong_sizes_and_positions_are_malformed() {
    for flat in [
        "arrayType='xsd:string[2,2]'><a/><a/><a/><a/><a/>",
        "arrayType='xsd:string[1,1,1]'><a/>",
        "arrayType='xsd:string[,]'><a/>",
        "arrayType='xsd:string[2,2]'><a SOAP-ENC:position='[2,0]'/>",
        "arrayType='xsd:string[2,2]'><a SOAP-ENC:position='[0,2]'/>",
        "arrayType='xsd:string[2,2]'><a SOAP-ENC:position='[1]'/>",
        "arrayType='xsd:string[2,2]'><a SOAP-ENC:position='[1,0]'/><a SOAP-ENC:position='[0,1]'/>",
        "arrayType='xsd:string[2,2]' SOAP-ENC:offset='[2,2]'>",
        "arrayType='xsd:string[4294967295,0]'>",
        "arrayType='xsd:string[1,4294967295]'>",
        "arrayType='xsd:string[4294967295,4294967295]'><a SOAP-ENC:position='[4294967294,4294967294]'/>",
        "arrayType='xsd:string[4294967295]'>",
        "position='[1]'><a/>",
        "arrayType='SOAP-ENC:Array[2]'><r SOAP-ENC:arrayType='xsd:string[1]'><a/></r>\
         <r SOAP-ENC:arrayType='xsd:string[2]'><a/><a/></r>",
        "arrayType='SOAP-ENC:Array[2]'><r SOAP-ENC:arrayType='xsd:string[1]'><a/></r>",
    ] {
        let text = format!("<flat SOAP-ENC:{flat}</flat>");
        assert!(grids(&text, "").is_err(), "{text}");
    }
    // None at all.
    for flat in [
        "<flat/>",
        "<flat xsi:nil='true' SOAP-ENC:arrayType='xsd:string[2,2]'/>",
    ] {
        assert_eq!(grids(flat, ""), Ok(Grids::default()), "{flat}");
    }
    let ragged = Grids {
        flat: alloc::vec![strings(["a"]), strings(["b", "c"])],
        ..Grids::default()
    };
    let mut buf = Buf::new();
    let written = soap::encode_params(&mut buf, &GRIDS, &ragged, &LIMITS, Options::DEFAULT);
    assert_eq!(
        written.map_err(|e| e.kind),
        Err(UnencodableKind::Not("an array with rows of one length"))
    );
}
