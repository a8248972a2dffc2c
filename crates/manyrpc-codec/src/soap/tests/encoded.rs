//! The encoding of SOAP 1.1, section 5.

use super::*;
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
