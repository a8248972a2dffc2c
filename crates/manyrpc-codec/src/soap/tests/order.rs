//! Records whose elements come in another order.

use super::*;
use crate::meta::Length;

#[derive(Debug, Default, PartialEq)]
struct Line {
    name: String,
    ends: [i32; 2],
    width: i32,
}

static LINE_FIELDS: [Field; 3] = [
    Field::plain("name"),
    Field::of("ends", Length::Fixed(2), const { &Field::plain("ends") }),
    Field::plain("width"),
];
static LINE: Record = Record::of("line", &LINE_FIELDS);
plain_record! { Line, LINE, LINE_FIELDS { 0 name, 1 ends, 2 width } }

#[test]
fn arrays_of_a_fixed_length() {
    let read =
        |inside: &str| value::<Line>(&format!("<line>{inside}</line>"), &Field::plain("line"));
    let line = || Line {
        name: "x".into(),
        ends: [1, 2],
        width: 3,
    };
    for inside in [
        "<name>x</name><ends>1</ends><ends>2</ends><width>3</width>",
        "<name>x</name><width>3</width><ends>1</ends><ends>2</ends>",
        "<ends>1</ends><ends>2</ends><width>3</width><name>x</name>",
        "<width>3</width><ends>1</ends><ends>2</ends><name>x</name>",
    ] {
        assert_eq!(read(inside), Ok(line()), "{inside}");
    }
    let few = MalformedKind::Expected("as many elements as the type has");
    for inside in [
        "<name>x</name><width>3</width>",
        "<width>3</width><name>x</name>",
        "<name>x</name><width>3</width><ends>1</ends>",
    ] {
        assert_eq!(read(inside), Err(few), "{inside}");
    }
}

static BARE_FIELDS: [Field; 3] = [
    Field::plain("name"),
    Field::plain("ends"),
    Field::plain("width"),
];
static BARE: Record = Record::of("bare", &BARE_FIELDS).xml(const { &XmlRecord::PLAIN });

#[derive(Debug, Default, PartialEq)]
struct Bare {
    name: String,
    ends: String,
    width: i32,
}

plain_record! { Bare, BARE, BARE_FIELDS { 0 name, 1 ends, 2 width } }

#[test]
fn parameters_without_an_element_around_them_are_in_order() {
    let read = |inside: &str| read::<Bare>(&message(inside), &BARE);
    let missing = |name| Err(MalformedKind::Missing(crate::Name::new(name)));
    let all = "<name>x</name><ends>y</ends><width>3</width>";
    assert_eq!(read(all).map(|bare| bare.width), Ok(3));
    assert_eq!(read("<name>x</name><width>3</width>"), missing("ends"));
    assert_eq!(read("<name>x</name><ends>y</ends>"), missing("width"));
    assert_eq!(read(""), missing("name"));
}
