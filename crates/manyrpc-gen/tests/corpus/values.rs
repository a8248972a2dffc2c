// Generated from values.idl by manyrpc; do not edit.

use ::manyrpc::stub;

/// Record `Point`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// Field `x`.
    pub x: i32,
    /// Field `y`.
    pub y: i16,
}

static POINT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("x").number(1),
    stub::Field::plain("y").number(2),
];

static POINT: stub::Record = stub::Record::of("Point", &POINT_FIELDS)
    .value(const { &[stub::Cow::Borrowed("IDL:values/Point:1.0")] });

impl stub::Encode for Point {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.value(f, &POINT, self);
    }
}

impl<'de> stub::Decode<'de> for Point {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.value(f, &POINT, self)
    }
}

stub::plain_fields! {
    Point, POINT_FIELDS { 0 x, 1 y }
}

stub::plain_slots! {
    Point, POINT_FIELDS { 0 x, 1 y }
}

impl stub::Standalone for Point {
    const PLACE: &'static stub::Field = &stub::Field::plain("Point");
}

impl stub::Valuetype for Point {
    const PLACE: &'static stub::Field = &stub::Field::of(
            "Point",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("Point").cdr(stub::Cdr::Value).number(1).explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1);
    const TYPE_CODE: &'static [u8] = b"\x1d\x00\x00\x00R\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Point:1.0\x00\x00\x00\x00\x06\x00\x00\x00Point\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00x\x00\x00\x00\x03\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00y\x00\x00\x00\x02\x00\x00\x00\x01\x00";
}

/// Record `Name`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Name {
    /// Field `value`.
    pub value: String,
}

static NAME_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static NAME: stub::Record = stub::Record::of("Name", &NAME_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .value(const { &[stub::Cow::Borrowed("IDL:values/Name:1.0")] });

impl stub::Encode for Name {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.value(f, &NAME, self);
    }
}

impl<'de> stub::Decode<'de> for Name {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.value(f, &NAME, self)
    }
}

stub::plain_fields! {
    Name, NAME_FIELDS { 0 value }
}

stub::plain_slots! {
    Name, NAME_FIELDS { 0 value }
}

impl stub::Standalone for Name {
    const PLACE: &'static stub::Field = &stub::Field::plain("Name")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Valuetype for Name {
    const PLACE: &'static stub::Field = &stub::Field::of(
            "Name",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("Name")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1);
    const TYPE_CODE: &'static [u8] = b"\x1e\x00\x00\x000\x00\x00\x00\x01\x00\x00\x00\x14\x00\x00\x00IDL:values/Name:1.0\x00\x05\x00\x00\x00Name\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00";
}

/// `PointList` of the definition.
pub type PointList = Vec<stub::Shared<Point>>;

/// Record `Points`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    /// Field `value`.
    pub value: Vec<stub::Shared<Point>>,
}

static POINTS_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "value",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "value",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("value")
                                .cdr(stub::Cdr::Value)
                                .number(1)
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .xml(stub::xml_place!(nillable : true,))
                    .number(1)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
];

static POINTS: stub::Record = stub::Record::of("Points", &POINTS_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .value(const { &[stub::Cow::Borrowed("IDL:values/Points:1.0")] });

impl stub::Encode for Points {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.value(f, &POINTS, self);
    }
}

impl<'de> stub::Decode<'de> for Points {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.value(f, &POINTS, self)
    }
}

stub::plain_fields! {
    Points, POINTS_FIELDS { 0 value }
}

stub::plain_slots! {
    Points, POINTS_FIELDS { 0 value }
}

impl stub::Standalone for Points {
    const PLACE: &'static stub::Field = &stub::Field::plain("Points")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Valuetype for Points {
    const PLACE: &'static stub::Field = &stub::Field::of(
            "Points",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("Points")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1);
    const TYPE_CODE: &'static [u8] = b"\x1e\x00\x00\x00\x98\x00\x00\x00\x01\x00\x00\x00\x16\x00\x00\x00IDL:values/Points:1.0\x00\x00\x00\x07\x00\x00\x00Points\x00\x00\x13\x00\x00\x00d\x00\x00\x00\x01\x00\x00\x00\x1d\x00\x00\x00R\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Point:1.0\x00\x00\x00\x00\x06\x00\x00\x00Point\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00x\x00\x00\x00\x03\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00y\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00";
}

/// What may refer to itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Field `label`.
    pub label: String,
    /// Field `next`.
    pub next: stub::Shared<Node>,
    /// Field `other`.
    pub other: stub::Shared<Node>,
}

static NODE_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("label")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::of(
            "next",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("next")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(2),
    stub::Field::of(
            "other",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("other")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(3),
];

static NODE: stub::Record = stub::Record::of("Node", &NODE_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .value(const { &[stub::Cow::Borrowed("IDL:values/Node:1.0")] });

impl stub::Encode for Node {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.value(f, &NODE, self);
    }
}

impl<'de> stub::Decode<'de> for Node {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.value(f, &NODE, self)
    }
}

stub::plain_fields! {
    Node, NODE_FIELDS { 0 label, 1 next, 2 other }
}

stub::plain_slots! {
    Node, NODE_FIELDS { 0 label, 1 next, 2 other }
}

impl stub::Standalone for Node {
    const PLACE: &'static stub::Field = &stub::Field::plain("Node")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Valuetype for Node {
    const PLACE: &'static stub::Field = &stub::Field::of(
            "Node",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("Node")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1);
    const TYPE_CODE: &'static [u8] = b"\x1d\x00\x00\x00v\x00\x00\x00\x01\x00\x00\x00\x14\x00\x00\x00IDL:values/Node:1.0\x00\x05\x00\x00\x00Node\x00\x00\x00\x00\x00\x00\x00\x00\x03\x00\x00\x00\x06\x00\x00\x00label\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x05\x00\x00\x00next\x00\x00\x00\x00\xff\xff\xff\xff\xa0\xff\xff\xff\x01\x00\x00\x00\x06\x00\x00\x00other\x00\x00\x00\xff\xff\xff\xff\x88\xff\xff\xff\x00\x00";
}

/// Record `Shape`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape {
    /// Field `id`.
    pub id: i64,
}

static SHAPE_FIELDS: [stub::Field; 1] = [stub::Field::plain("id").number(1)];
static SHAPE: stub::Record = stub::Record::of("Shape", &SHAPE_FIELDS)
    .ndr(stub::ndr_shape!(align 8))
    .value(const { &[stub::Cow::Borrowed("IDL:values/Shape:1.0")] });

impl stub::Encode for Shape {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.value(f, &SHAPE, self);
    }
}

impl<'de> stub::Decode<'de> for Shape {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.value(f, &SHAPE, self)
    }
}

stub::plain_fields! {
    Shape, SHAPE_FIELDS { 0 id }
}

stub::plain_slots! {
    Shape, SHAPE_FIELDS { 0 id }
}

impl stub::Standalone for Shape {
    const PLACE: &'static stub::Field = &stub::Field::plain("Shape");
}

impl stub::Valuetype for Shape {
    const PLACE: &'static stub::Field = &stub::Field::of(
            "Shape",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("Shape").cdr(stub::Cdr::Value).number(1).explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1);
    const TYPE_CODE: &'static [u8] = b"\x1d\x00\x00\x00B\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Shape:1.0\x00\x00\x00\x00\x06\x00\x00\x00Shape\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x03\x00\x00\x00id\x00\x00\x17\x00\x00\x00\x01\x00";
}

/// Union `Shape_or_derived`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeOrDerived {
    /// Label 0: field `Shape`.
    Shape(Shape),
    /// Label 1: field `Circle`.
    Circle(Circle),
    /// Label 2: field `Ring`.
    Ring(Ring),
    /// Label 3: field `Square`.
    Square(Square),
}

impl Default for ShapeOrDerived {
    fn default() -> Self {
        Self::Shape(Default::default())
    }
}

static SHAPE_OR_DERIVED_ARMS: [stub::Arm; 4] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("Shape").cdr(stub::Cdr::Value).number(2).explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("Circle")
            .ndr(stub::ndr_place!(defers true))
            .cdr(stub::Cdr::Derived)
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("Ring")
            .ndr(stub::ndr_place!(defers true))
            .cdr(stub::Cdr::Derived)
            .number(4)
            .explicit(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("Square").cdr(stub::Cdr::Derived).number(5).explicit(),
    ),
];

static SHAPE_OR_DERIVED: stub::Union = stub::Union::of(
        "Shape_or_derived",
        "type",
        stub::Discriminant::I32,
        &SHAPE_OR_DERIVED_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4))
    .values(const {
        &[
            stub::Cow::Borrowed("IDL:values/Shape:1.0"),
            stub::Cow::Borrowed("IDL:values/Circle:1.0"),
            stub::Cow::Borrowed("IDL:values/Ring:1.0"),
            stub::Cow::Borrowed("IDL:values/Square:1.0"),
        ]
    });

impl stub::Encode for ShapeOrDerived {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Shape(_) => (0, 0),
            Self::Circle(_) => (1, 1),
            Self::Ring(_) => (2, 2),
            Self::Square(_) => (3, 3),
        };
        s.union(f, &SHAPE_OR_DERIVED, arm, label, self);
    }
}

impl stub::Fields for ShapeOrDerived {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Shape(value) => s.field(&SHAPE_OR_DERIVED_ARMS[0].field, value),
            Self::Circle(value) => s.field(&SHAPE_OR_DERIVED_ARMS[1].field, value),
            Self::Ring(value) => s.field(&SHAPE_OR_DERIVED_ARMS[2].field, value),
            Self::Square(value) => s.field(&SHAPE_OR_DERIVED_ARMS[3].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ShapeOrDerived {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &SHAPE_OR_DERIVED, self)
    }
}

impl<'de> stub::Arms<'de> for ShapeOrDerived {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Shape(Default::default()),
            1 => Self::Circle(Default::default()),
            2 => Self::Ring(Default::default()),
            _ => Self::Square(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Shape(value) => s.slot(&SHAPE_OR_DERIVED_ARMS[0].field, value),
            Self::Circle(value) => s.slot(&SHAPE_OR_DERIVED_ARMS[1].field, value),
            Self::Ring(value) => s.slot(&SHAPE_OR_DERIVED_ARMS[2].field, value),
            Self::Square(value) => s.slot(&SHAPE_OR_DERIVED_ARMS[3].field, value),
        }
    }
}

impl stub::Standalone for ShapeOrDerived {
    const PLACE: &'static stub::Field = &stub::Field::plain("Shape_or_derived")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Circle`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Circle {
    /// Field `id`.
    pub id: i64,
    /// Field `colour`.
    pub colour: String,
    /// Field `center`.
    pub center: stub::Shared<Point>,
}

static CIRCLE_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("id").number(1),
    stub::Field::plain("colour")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2),
    stub::Field::of(
            "center",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("center").cdr(stub::Cdr::Value).number(3).explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(3),
];

static CIRCLE: stub::Record = stub::Record::of("Circle", &CIRCLE_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true))
    .value(const {
        &[
            stub::Cow::Borrowed("IDL:values/Circle:1.0"),
            stub::Cow::Borrowed("IDL:values/Shape:1.0"),
        ]
    });

impl stub::Encode for Circle {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.value(f, &CIRCLE, self);
    }
}

impl<'de> stub::Decode<'de> for Circle {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.value(f, &CIRCLE, self)
    }
}

stub::plain_fields! {
    Circle, CIRCLE_FIELDS { 0 id, 1 colour, 2 center }
}

stub::plain_slots! {
    Circle, CIRCLE_FIELDS { 0 id, 1 colour, 2 center }
}

impl stub::Standalone for Circle {
    const PLACE: &'static stub::Field = &stub::Field::plain("Circle")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Valuetype for Circle {
    const PLACE: &'static stub::Field = &stub::Field::of(
            "Circle",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("Circle")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1);
    const TYPE_CODE: &'static [u8] = b"\x1d\x00\x00\x00\x00\x01\x00\x00\x01\x00\x00\x00\x16\x00\x00\x00IDL:values/Circle:1.0\x00\x00\x00\x07\x00\x00\x00Circle\x00\x00\x03\x00\x00\x00\x1d\x00\x00\x00B\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Shape:1.0\x00\x00\x00\x00\x06\x00\x00\x00Shape\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x03\x00\x00\x00id\x00\x00\x17\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x07\x00\x00\x00colour\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x07\x00\x00\x00center\x00\x00\x1d\x00\x00\x00R\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Point:1.0\x00\x00\x00\x00\x06\x00\x00\x00Point\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00x\x00\x00\x00\x03\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00y\x00\x00\x00\x02\x00\x00\x00\x01\x00\x01\x00";
}

/// Union `Circle_or_derived`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum CircleOrDerived {
    /// Label 0: field `Circle`.
    Circle(Circle),
    /// Label 1: field `Ring`.
    Ring(Ring),
}

impl Default for CircleOrDerived {
    fn default() -> Self {
        Self::Circle(Default::default())
    }
}

static CIRCLE_OR_DERIVED_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("Circle")
            .ndr(stub::ndr_place!(defers true))
            .cdr(stub::Cdr::Value)
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("Ring")
            .ndr(stub::ndr_place!(defers true))
            .cdr(stub::Cdr::Derived)
            .number(3)
            .explicit(),
    ),
];

static CIRCLE_OR_DERIVED: stub::Union = stub::Union::of(
        "Circle_or_derived",
        "type",
        stub::Discriminant::I32,
        &CIRCLE_OR_DERIVED_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4))
    .values(const {
        &[
            stub::Cow::Borrowed("IDL:values/Circle:1.0"),
            stub::Cow::Borrowed("IDL:values/Ring:1.0"),
        ]
    });

impl stub::Encode for CircleOrDerived {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Circle(_) => (0, 0),
            Self::Ring(_) => (1, 1),
        };
        s.union(f, &CIRCLE_OR_DERIVED, arm, label, self);
    }
}

impl stub::Fields for CircleOrDerived {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Circle(value) => s.field(&CIRCLE_OR_DERIVED_ARMS[0].field, value),
            Self::Ring(value) => s.field(&CIRCLE_OR_DERIVED_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for CircleOrDerived {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &CIRCLE_OR_DERIVED, self)
    }
}

impl<'de> stub::Arms<'de> for CircleOrDerived {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Circle(Default::default()),
            _ => Self::Ring(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Circle(value) => s.slot(&CIRCLE_OR_DERIVED_ARMS[0].field, value),
            Self::Ring(value) => s.slot(&CIRCLE_OR_DERIVED_ARMS[1].field, value),
        }
    }
}

impl stub::Standalone for CircleOrDerived {
    const PLACE: &'static stub::Field = &stub::Field::plain("Circle_or_derived")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Ring`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ring {
    /// Field `id`.
    pub id: i64,
    /// Field `colour`.
    pub colour: String,
    /// Field `center`.
    pub center: stub::Shared<Point>,
    /// Field `width`.
    pub width: f64,
    /// Field `hole`.
    pub hole: stub::Shared<CircleOrDerived>,
    /// Field `title`.
    pub title: stub::Shared<Name>,
}

static RING_FIELDS: [stub::Field; 6] = [
    stub::Field::plain("id").number(1),
    stub::Field::plain("colour")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2),
    stub::Field::of(
            "center",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("center").cdr(stub::Cdr::Value).number(3).explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(3),
    stub::Field::plain("width").number(4),
    stub::Field::of(
            "hole",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("hole")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(5)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(5),
    stub::Field::of(
            "title",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("title")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(6)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(6),
];

static RING: stub::Record = stub::Record::of("Ring", &RING_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true))
    .value(const {
        &[
            stub::Cow::Borrowed("IDL:values/Ring:1.0"),
            stub::Cow::Borrowed("IDL:values/Circle:1.0"),
            stub::Cow::Borrowed("IDL:values/Shape:1.0"),
        ]
    });

impl stub::Encode for Ring {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.value(f, &RING, self);
    }
}

impl<'de> stub::Decode<'de> for Ring {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.value(f, &RING, self)
    }
}

stub::plain_fields! {
    Ring, RING_FIELDS { 0 id, 1 colour, 2 center, 3 width, 4 hole, 5 title }
}

stub::plain_slots! {
    Ring, RING_FIELDS { 0 id, 1 colour, 2 center, 3 width, 4 hole, 5 title }
}

impl stub::Standalone for Ring {
    const PLACE: &'static stub::Field = &stub::Field::plain("Ring")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Valuetype for Ring {
    const PLACE: &'static stub::Field = &stub::Field::of(
            "Ring",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("Ring")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1);
    const TYPE_CODE: &'static [u8] = b"\x1d\x00\x00\x00\xa6\x01\x00\x00\x01\x00\x00\x00\x14\x00\x00\x00IDL:values/Ring:1.0\x00\x05\x00\x00\x00Ring\x00\x00\x03\x00\x1d\x00\x00\x00\x00\x01\x00\x00\x01\x00\x00\x00\x16\x00\x00\x00IDL:values/Circle:1.0\x00\x00\x00\x07\x00\x00\x00Circle\x00\x00\x03\x00\x00\x00\x1d\x00\x00\x00B\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Shape:1.0\x00\x00\x00\x00\x06\x00\x00\x00Shape\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x03\x00\x00\x00id\x00\x00\x17\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00\x07\x00\x00\x00colour\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x07\x00\x00\x00center\x00\x00\x1d\x00\x00\x00R\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Point:1.0\x00\x00\x00\x00\x06\x00\x00\x00Point\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00x\x00\x00\x00\x03\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00y\x00\x00\x00\x02\x00\x00\x00\x01\x00\x01\x00\x03\x00\x00\x00\x06\x00\x00\x00width\x00\x00\x00\x07\x00\x00\x00\x01\x00\x00\x00\x05\x00\x00\x00hole\x00\x00\x00\x00\xff\xff\xff\xff\xd0\xfe\xff\xff\x01\x00\x00\x00\x06\x00\x00\x00title\x00\x00\x00\x1e\x00\x00\x000\x00\x00\x00\x01\x00\x00\x00\x14\x00\x00\x00IDL:values/Name:1.0\x00\x05\x00\x00\x00Name\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x01\x00";
}

/// Nobody who does not know it can take it for a shape.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Square {
    /// Field `id`.
    pub id: i64,
    /// Field `side`.
    pub side: u8,
}

static SQUARE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("id").number(1),
    stub::Field::plain("side").number(2),
];

static SQUARE: stub::Record = stub::Record::of("Square", &SQUARE_FIELDS)
    .ndr(stub::ndr_shape!(align 8))
    .value(const { &[stub::Cow::Borrowed("IDL:values/Square:1.0")] });

impl stub::Encode for Square {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.value(f, &SQUARE, self);
    }
}

impl<'de> stub::Decode<'de> for Square {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.value(f, &SQUARE, self)
    }
}

stub::plain_fields! {
    Square, SQUARE_FIELDS { 0 id, 1 side }
}

stub::plain_slots! {
    Square, SQUARE_FIELDS { 0 id, 1 side }
}

impl stub::Standalone for Square {
    const PLACE: &'static stub::Field = &stub::Field::plain("Square");
}

impl stub::Valuetype for Square {
    const PLACE: &'static stub::Field = &stub::Field::of(
            "Square",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("Square").cdr(stub::Cdr::Value).number(1).explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1);
    const TYPE_CODE: &'static [u8] = b"\x1d\x00\x00\x00\x92\x00\x00\x00\x01\x00\x00\x00\x16\x00\x00\x00IDL:values/Square:1.0\x00\x00\x00\x07\x00\x00\x00Square\x00\x00\x00\x00\x00\x00\x1d\x00\x00\x00B\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Shape:1.0\x00\x00\x00\x00\x06\x00\x00\x00Shape\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x03\x00\x00\x00id\x00\x00\x17\x00\x00\x00\x01\x00\x00\x00\x01\x00\x00\x00\x05\x00\x00\x00side\x00\x00\x00\x00\n\x00\x00\x00\x01\x00";
}

/// Union `Coloured`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Coloured {
    /// Label 0: field `Spot`.
    Spot(Spot),
}

impl Default for Coloured {
    fn default() -> Self {
        Self::Spot(Default::default())
    }
}

static COLOURED_ARMS: [stub::Arm; 1] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("Spot")
            .ndr(stub::ndr_place!(defers true))
            .cdr(stub::Cdr::Derived)
            .number(2)
            .explicit(),
    ),
];

static COLOURED: stub::Union = stub::Union::of(
        "Coloured",
        "type",
        stub::Discriminant::I32,
        &COLOURED_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4))
    .values(const { &[stub::Cow::Borrowed("IDL:values/Spot:1.0")] });

impl stub::Encode for Coloured {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Spot(_) => (0, 0),
        };
        s.union(f, &COLOURED, arm, label, self);
    }
}

impl stub::Fields for Coloured {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Spot(value) => s.field(&COLOURED_ARMS[0].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for Coloured {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &COLOURED, self)
    }
}

impl<'de> stub::Arms<'de> for Coloured {
    #[inline]
    fn select(&mut self, _arm: usize, _label: i64) {
        *self = Self::Spot(Default::default());
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Spot(value) => s.slot(&COLOURED_ARMS[0].field, value),
        }
    }
}

impl stub::Standalone for Coloured {
    const PLACE: &'static stub::Field = &stub::Field::plain("Coloured")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Spot`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spot {
    /// Field `colour`.
    pub colour: String,
}

static SPOT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("colour")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static SPOT: stub::Record = stub::Record::of("Spot", &SPOT_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .value(const { &[stub::Cow::Borrowed("IDL:values/Spot:1.0")] });

impl stub::Encode for Spot {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.value(f, &SPOT, self);
    }
}

impl<'de> stub::Decode<'de> for Spot {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.value(f, &SPOT, self)
    }
}

stub::plain_fields! {
    Spot, SPOT_FIELDS { 0 colour }
}

stub::plain_slots! {
    Spot, SPOT_FIELDS { 0 colour }
}

impl stub::Standalone for Spot {
    const PLACE: &'static stub::Field = &stub::Field::plain("Spot")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Valuetype for Spot {
    const PLACE: &'static stub::Field = &stub::Field::of(
            "Spot",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("Spot")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1);
    const TYPE_CODE: &'static [u8] = b"\x1d\x00\x00\x00F\x00\x00\x00\x01\x00\x00\x00\x14\x00\x00\x00IDL:values/Spot:1.0\x00\x05\x00\x00\x00Spot\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x07\x00\x00\x00colour\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x01\x00";
}

/// Record `Nothing`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Nothing {}

static NOTHING: stub::Record = stub::Record::of("Nothing", &[])
    .ndr(stub::ndr_shape!(align 1))
    .value(const { &[stub::Cow::Borrowed("IDL:values/Nothing:1.0")] });

impl stub::Encode for Nothing {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.value(f, &NOTHING, self);
    }
}

impl<'de> stub::Decode<'de> for Nothing {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.value(f, &NOTHING, self)
    }
}

impl stub::Fields for Nothing {
    #[inline]
    fn fields<S: stub::Sink>(&self, _: &mut S) {}
}

impl<'de> stub::Slots<'de> for Nothing {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, _: &mut S) -> Result<(), stub::Fail> {
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        _: usize,
        _: &mut S,
    ) -> Result<(), stub::Fail> {
        Err(stub::Fail)
    }
}

impl stub::Standalone for Nothing {
    const PLACE: &'static stub::Field = &stub::Field::plain("Nothing");
}

impl stub::Valuetype for Nothing {
    const PLACE: &'static stub::Field = &stub::Field::of(
            "Nothing",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("Nothing").cdr(stub::Cdr::Value).number(1).explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1);
    const TYPE_CODE: &'static [u8] = b"\x1d\x00\x00\x008\x00\x00\x00\x01\x00\x00\x00\x17\x00\x00\x00IDL:values/Nothing:1.0\x00\x00\x08\x00\x00\x00Nothing\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00";
}

/// Record `Drawing`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawing {
    /// Field `origin`.
    pub origin: stub::Shared<Point>,
    /// Field `main`.
    pub main: stub::Shared<ShapeOrDerived>,
    /// Field `title`.
    pub title: stub::Shared<Name>,
}

static DRAWING_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "origin",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("origin").cdr(stub::Cdr::Value).number(1).explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1),
    stub::Field::of(
            "main",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("main")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(2),
    stub::Field::of(
            "title",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("title")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(3),
];

static DRAWING: stub::Record = stub::Record::of("Drawing", &DRAWING_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Drawing, DRAWING, DRAWING_FIELDS { 0 origin, 1 main, 2 title }
}

impl stub::Standalone for Drawing {
    const PLACE: &'static stub::Field = &stub::Field::plain("Drawing")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Typed for Drawing {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x0f\x00\x00\x004\x01\x00\x00\x01\x00\x00\x00\x17\x00\x00\x00IDL:values/Drawing:1.0\x00\x00\x08\x00\x00\x00Drawing\x00\x03\x00\x00\x00\x07\x00\x00\x00origin\x00\x00\x1d\x00\x00\x00R\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Point:1.0\x00\x00\x00\x00\x06\x00\x00\x00Point\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x02\x00\x00\x00x\x00\x00\x00\x03\x00\x00\x00\x01\x00\x00\x00\x02\x00\x00\x00y\x00\x00\x00\x02\x00\x00\x00\x01\x00\x00\x00\x05\x00\x00\x00main\x00\x00\x00\x00\x1d\x00\x00\x00B\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Shape:1.0\x00\x00\x00\x00\x06\x00\x00\x00Shape\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x03\x00\x00\x00id\x00\x00\x17\x00\x00\x00\x01\x00\x00\x00\x06\x00\x00\x00title\x00\x00\x00\x1e\x00\x00\x000\x00\x00\x00\x01\x00\x00\x00\x14\x00\x00\x00IDL:values/Name:1.0\x00\x05\x00\x00\x00Name\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00",
        )
    }
}

/// Record `Refused`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refused {
    /// Field `why`.
    pub why: stub::Shared<ShapeOrDerived>,
}

static REFUSED_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "why",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("why")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1),
];

static REFUSED: stub::Record = stub::Record::of("Refused", &REFUSED_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const { &stub::XmlRecord::wrapper("urn:values.Board", "Refused", "") });

stub::plain_record! {
    Refused, REFUSED, REFUSED_FIELDS { 0 why }
}

impl stub::Standalone for Refused {
    const PLACE: &'static stub::Field = &stub::Field::plain("Refused")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Typed for Refused {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x16\x00\x00\x00\x82\x00\x00\x00\x01\x00\x00\x00\x17\x00\x00\x00IDL:values/Refused:1.0\x00\x00\x08\x00\x00\x00Refused\x00\x01\x00\x00\x00\x04\x00\x00\x00why\x00\x1d\x00\x00\x00B\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Shape:1.0\x00\x00\x00\x00\x06\x00\x00\x00Shape\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x03\x00\x00\x00id\x00\x00\x17\x00\x00\x00\x01\x00",
        )
    }
}

/// Union `ValueBase`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ValueBase {
    /// Label 0: field `Point`.
    Point(Point),
    /// Label 1: field `Name`.
    Name(Name),
    /// Label 2: field `Points`.
    Points(Points),
    /// Label 3: field `Node`.
    Node(Node),
    /// Label 4: field `Shape`.
    Shape(Shape),
    /// Label 5: field `Circle`.
    Circle(Circle),
    /// Label 6: field `Ring`.
    Ring(Ring),
    /// Label 7: field `Square`.
    Square(Square),
    /// Label 8: field `Spot`.
    Spot(Spot),
    /// Label 9: field `Nothing`.
    Nothing(Nothing),
}

impl Default for ValueBase {
    fn default() -> Self {
        Self::Point(Default::default())
    }
}

static VALUE_BASE_ARMS: [stub::Arm; 10] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("Point").cdr(stub::Cdr::Derived).number(2).explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("Name")
            .ndr(stub::ndr_place!(defers true))
            .cdr(stub::Cdr::Derived)
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("Points")
            .ndr(stub::ndr_place!(defers true))
            .cdr(stub::Cdr::Derived)
            .number(4)
            .explicit(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("Node")
            .ndr(stub::ndr_place!(defers true))
            .cdr(stub::Cdr::Derived)
            .number(5)
            .explicit(),
    ),
    stub::Arm::of(
        &[4],
        stub::Field::plain("Shape").cdr(stub::Cdr::Derived).number(6).explicit(),
    ),
    stub::Arm::of(
        &[5],
        stub::Field::plain("Circle")
            .ndr(stub::ndr_place!(defers true))
            .cdr(stub::Cdr::Derived)
            .number(7)
            .explicit(),
    ),
    stub::Arm::of(
        &[6],
        stub::Field::plain("Ring")
            .ndr(stub::ndr_place!(defers true))
            .cdr(stub::Cdr::Derived)
            .number(8)
            .explicit(),
    ),
    stub::Arm::of(
        &[7],
        stub::Field::plain("Square").cdr(stub::Cdr::Derived).number(9).explicit(),
    ),
    stub::Arm::of(
        &[8],
        stub::Field::plain("Spot")
            .ndr(stub::ndr_place!(defers true))
            .cdr(stub::Cdr::Derived)
            .number(10)
            .explicit(),
    ),
    stub::Arm::of(
        &[9],
        stub::Field::plain("Nothing").cdr(stub::Cdr::Derived).number(11).explicit(),
    ),
];

static VALUE_BASE: stub::Union = stub::Union::of(
        "ValueBase",
        "type",
        stub::Discriminant::I32,
        &VALUE_BASE_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4))
    .values(const {
        &[
            stub::Cow::Borrowed("IDL:values/Point:1.0"),
            stub::Cow::Borrowed("IDL:values/Name:1.0"),
            stub::Cow::Borrowed("IDL:values/Points:1.0"),
            stub::Cow::Borrowed("IDL:values/Node:1.0"),
            stub::Cow::Borrowed("IDL:values/Shape:1.0"),
            stub::Cow::Borrowed("IDL:values/Circle:1.0"),
            stub::Cow::Borrowed("IDL:values/Ring:1.0"),
            stub::Cow::Borrowed("IDL:values/Square:1.0"),
            stub::Cow::Borrowed("IDL:values/Spot:1.0"),
            stub::Cow::Borrowed("IDL:values/Nothing:1.0"),
        ]
    });

impl stub::Encode for ValueBase {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Point(_) => (0, 0),
            Self::Name(_) => (1, 1),
            Self::Points(_) => (2, 2),
            Self::Node(_) => (3, 3),
            Self::Shape(_) => (4, 4),
            Self::Circle(_) => (5, 5),
            Self::Ring(_) => (6, 6),
            Self::Square(_) => (7, 7),
            Self::Spot(_) => (8, 8),
            Self::Nothing(_) => (9, 9),
        };
        s.union(f, &VALUE_BASE, arm, label, self);
    }
}

impl stub::Fields for ValueBase {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Point(value) => s.field(&VALUE_BASE_ARMS[0].field, value),
            Self::Name(value) => s.field(&VALUE_BASE_ARMS[1].field, value),
            Self::Points(value) => s.field(&VALUE_BASE_ARMS[2].field, value),
            Self::Node(value) => s.field(&VALUE_BASE_ARMS[3].field, value),
            Self::Shape(value) => s.field(&VALUE_BASE_ARMS[4].field, value),
            Self::Circle(value) => s.field(&VALUE_BASE_ARMS[5].field, value),
            Self::Ring(value) => s.field(&VALUE_BASE_ARMS[6].field, value),
            Self::Square(value) => s.field(&VALUE_BASE_ARMS[7].field, value),
            Self::Spot(value) => s.field(&VALUE_BASE_ARMS[8].field, value),
            Self::Nothing(value) => s.field(&VALUE_BASE_ARMS[9].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ValueBase {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &VALUE_BASE, self)
    }
}

impl<'de> stub::Arms<'de> for ValueBase {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Point(Default::default()),
            1 => Self::Name(Default::default()),
            2 => Self::Points(Default::default()),
            3 => Self::Node(Default::default()),
            4 => Self::Shape(Default::default()),
            5 => Self::Circle(Default::default()),
            6 => Self::Ring(Default::default()),
            7 => Self::Square(Default::default()),
            8 => Self::Spot(Default::default()),
            _ => Self::Nothing(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Point(value) => s.slot(&VALUE_BASE_ARMS[0].field, value),
            Self::Name(value) => s.slot(&VALUE_BASE_ARMS[1].field, value),
            Self::Points(value) => s.slot(&VALUE_BASE_ARMS[2].field, value),
            Self::Node(value) => s.slot(&VALUE_BASE_ARMS[3].field, value),
            Self::Shape(value) => s.slot(&VALUE_BASE_ARMS[4].field, value),
            Self::Circle(value) => s.slot(&VALUE_BASE_ARMS[5].field, value),
            Self::Ring(value) => s.slot(&VALUE_BASE_ARMS[6].field, value),
            Self::Square(value) => s.slot(&VALUE_BASE_ARMS[7].field, value),
            Self::Spot(value) => s.slot(&VALUE_BASE_ARMS[8].field, value),
            Self::Nothing(value) => s.slot(&VALUE_BASE_ARMS[9].field, value),
        }
    }
}

impl stub::Standalone for ValueBase {
    const PLACE: &'static stub::Field = &stub::Field::plain("ValueBase")
        .ndr(stub::ndr_place!(defers true));
}

/// What `refuse` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum BoardRefuseResult {
    /// Label 0: nothing.
    #[default]
    Result,
    /// Label 1: field `refused`.
    Refused(Refused),
}

static BOARD_REFUSE_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(
        &[1],
        stub::Field::plain("refused")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
];

static BOARD_REFUSE_RESULT: stub::Union = stub::Union::of(
        "Board_refuse_result",
        "raised",
        stub::Discriminant::U32,
        &BOARD_REFUSE_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for BoardRefuseResult {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result => (0, 0),
            Self::Refused(_) => (1, 1),
        };
        s.union(f, &BOARD_REFUSE_RESULT, arm, label, self);
    }
}

impl stub::Fields for BoardRefuseResult {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result => s.field(&BOARD_REFUSE_RESULT_ARMS[0].field, &()),
            Self::Refused(value) => s.field(&BOARD_REFUSE_RESULT_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for BoardRefuseResult {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &BOARD_REFUSE_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for BoardRefuseResult {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result,
            _ => Self::Refused(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result => s.slot(&BOARD_REFUSE_RESULT_ARMS[0].field, &mut ()),
            Self::Refused(value) => s.slot(&BOARD_REFUSE_RESULT_ARMS[1].field, value),
        }
    }
}

impl stub::Standalone for BoardRefuseResult {
    const PLACE: &'static stub::Field = &stub::Field::plain("Board_refuse_result")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Typed for BoardRefuseResult {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x10\x00\x00\x00\xe2\x00\x00\x00\x01\x00\x00\x00\x1c\x00\x00\x00IDL:Board_refuse_result:1.0\x00\x14\x00\x00\x00Board_refuse_result\x00\x05\x00\x00\x00\xff\xff\xff\xff\x01\x00\x00\x00\x01\x00\x00\x00\x08\x00\x00\x00refused\x00\x16\x00\x00\x00\x82\x00\x00\x00\x01\x00\x00\x00\x17\x00\x00\x00IDL:values/Refused:1.0\x00\x00\x08\x00\x00\x00Refused\x00\x01\x00\x00\x00\x04\x00\x00\x00why\x00\x1d\x00\x00\x00B\x00\x00\x00\x01\x00\x00\x00\x15\x00\x00\x00IDL:values/Shape:1.0\x00\x00\x00\x00\x06\x00\x00\x00Shape\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x03\x00\x00\x00id\x00\x00\x17\x00\x00\x00\x01\x00",
        )
    }
}

/// What names interface `Board`, and its operations.
pub static BOARD: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "Board",
        full_name: "values.Board",
        program: 0x25b4d8f6,
        uuid: 0x90ff6799_b0c8_53af_9fd1_0728f3c027d1_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &BOARD_MOVE,
        &BOARD_SAME,
        &BOARD_ECHO,
        &BOARD_PAINT,
        &BOARD_KEEP,
        &BOARD_WALK,
        &BOARD_PICK,
        &BOARD_DRAW,
        &BOARD_REFUSE.operation,
        &BOARD_WRAP,
    ],
};

static BOARD_MOVE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "from",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("from").cdr(stub::Cdr::Value).number(1).explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1),
];

static BOARD_MOVE_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "to",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("to").cdr(stub::Cdr::Value).number(1).explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1),
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .cdr(stub::Cdr::Value)
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

/// What operation `move` takes and gives.
pub static BOARD_MOVE: stub::OperationMeta = stub::OperationMeta {
    name: "move",
    number: 0,
    input: &stub::Record::of("move_in", &BOARD_MOVE_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "move",
                "urn:values.Board#move",
            )
        }),
    output: &stub::Record::of("move_out", &BOARD_MOVE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "moveResponse",
                "urn:values.Board:Board:moveResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BOARD_SAME_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "a",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("a").cdr(stub::Cdr::Value).number(1).explicit() },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1),
    stub::Field::of(
            "b",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("b").cdr(stub::Cdr::Value).number(2).explicit() },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(2),
];

static BOARD_SAME_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `same` takes and gives.
pub static BOARD_SAME: stub::OperationMeta = stub::OperationMeta {
    name: "same",
    number: 1,
    input: &stub::Record::of("same_in", &BOARD_SAME_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "same",
                "urn:values.Board#same",
            )
        }),
    output: &stub::Record::of("same_out", &BOARD_SAME_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "sameResponse",
                "urn:values.Board:Board:sameResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BOARD_ECHO_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "what",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("what")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1),
];

static BOARD_ECHO_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `echo` takes and gives.
pub static BOARD_ECHO: stub::OperationMeta = stub::OperationMeta {
    name: "echo",
    number: 2,
    input: &stub::Record::of("echo_in", &BOARD_ECHO_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "echo",
                "urn:values.Board#echo",
            )
        }),
    output: &stub::Record::of("echo_out", &BOARD_ECHO_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "echoResponse",
                "urn:values.Board:Board:echoResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BOARD_PAINT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "what",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("what")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1),
];

static BOARD_PAINT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `paint` takes and gives.
pub static BOARD_PAINT: stub::OperationMeta = stub::OperationMeta {
    name: "paint",
    number: 3,
    input: &stub::Record::of("paint_in", &BOARD_PAINT_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "paint",
                "urn:values.Board#paint",
            )
        }),
    output: &stub::Record::of("paint_out", &BOARD_PAINT_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "paintResponse",
                "urn:values.Board:Board:paintResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BOARD_KEEP_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "what",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("what")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1),
];

static BOARD_KEEP_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `keep` takes and gives.
pub static BOARD_KEEP: stub::OperationMeta = stub::OperationMeta {
    name: "keep",
    number: 4,
    input: &stub::Record::of("keep_in", &BOARD_KEEP_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "keep",
                "urn:values.Board#keep",
            )
        }),
    output: &stub::Record::of("keep_out", &BOARD_KEEP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "keepResponse",
                "urn:values.Board:Board:keepResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BOARD_WALK_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "from",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("from")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1),
];

static BOARD_WALK_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `walk` takes and gives.
pub static BOARD_WALK: stub::OperationMeta = stub::OperationMeta {
    name: "walk",
    number: 5,
    input: &stub::Record::of("walk_in", &BOARD_WALK_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "walk",
                "urn:values.Board#walk",
            )
        }),
    output: &stub::Record::of("walk_out", &BOARD_WALK_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "walkResponse",
                "urn:values.Board:Board:walkResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BOARD_PICK_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "all",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "all",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("all")
                                .cdr(stub::Cdr::Value)
                                .number(1)
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .xml(stub::xml_place!(nillable : true,))
                    .number(1)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::of(
            "by",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("by")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(2),
];

static BOARD_PICK_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `pick` takes and gives.
pub static BOARD_PICK: stub::OperationMeta = stub::OperationMeta {
    name: "pick",
    number: 6,
    input: &stub::Record::of("pick_in", &BOARD_PICK_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "pick",
                "urn:values.Board#pick",
            )
        }),
    output: &stub::Record::of("pick_out", &BOARD_PICK_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "pickResponse",
                "urn:values.Board:Board:pickResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BOARD_DRAW_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("what").ndr(stub::ndr_place!(defers true)),
];

static BOARD_DRAW_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `draw` takes and gives.
pub static BOARD_DRAW: stub::OperationMeta = stub::OperationMeta {
    name: "draw",
    number: 7,
    input: &stub::Record::of("draw_in", &BOARD_DRAW_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "draw",
                "urn:values.Board#draw",
            )
        }),
    output: &stub::Record::of("draw_out", &BOARD_DRAW_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "drawResponse",
                "urn:values.Board:Board:drawResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BOARD_REFUSE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "what",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("what")
                    .ndr(stub::ndr_place!(defers true))
                    .cdr(stub::Cdr::Value)
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .cdr(stub::Cdr::Value)
        .number(1),
];

static BOARD_REFUSE_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `refuse` takes and gives.
pub static BOARD_REFUSE: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "refuse",
        number: 8,
        input: &stub::Record::of("refuse_in", &BOARD_REFUSE_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:values.Board",
                    "refuse",
                    "urn:values.Board#refuse",
                )
            }),
        output: &stub::Record::of("refuse_out", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:values.Board",
                    "refuseResponse",
                    "urn:values.Board:Board:refuseResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("refuse_result", &BOARD_REFUSE_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "values.Refused",
            place: <Refused as stub::Standalone>::PLACE,
        },
    ],
};

static BOARD_WRAP_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("what")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .cdr(stub::Cdr::Any)
        .number(1),
];

static BOARD_WRAP_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .cdr(stub::Cdr::Any)
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `wrap` takes and gives.
pub static BOARD_WRAP: stub::OperationMeta = stub::OperationMeta {
    name: "wrap",
    number: 9,
    input: &stub::Record::of("wrap_in", &BOARD_WRAP_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "wrap",
                "urn:values.Board#wrap",
            )
        }),
    output: &stub::Record::of("wrap_out", &BOARD_WRAP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:values.Board",
                "wrapResponse",
                "urn:values.Board:Board:wrapResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `move` takes.
#[derive(Clone, Debug)]
pub struct BoardMoveArgs<'a> {
    /// Parameter `from`.
    pub from: &'a stub::Shared<Point>,
}

stub::plain_fields! {
    BoardMoveArgs<'de>, BOARD_MOVE_IN_FIELDS { 0 from }
}

#[derive(Default)]
struct BoardMoveIn {
    from: stub::Shared<Point>,
}

stub::plain_slots! {
    BoardMoveIn, BOARD_MOVE_IN_FIELDS { 0 from }
}

/// What a call of `move` gives.
#[derive(Clone, Debug, Default)]
pub struct BoardMoveOut {
    /// Parameter `to`.
    pub to: stub::Shared<Point>,
    /// Parameter `result`.
    pub result: stub::Shared<Point>,
}

stub::plain_slots! {
    BoardMoveOut, BOARD_MOVE_OUT_FIELDS { 0 to, 1 result }
}

/// What a server answers to a call of `move`.
#[derive(Clone, Debug)]
pub struct BoardMoveReply<'a> {
    /// Parameter `to`.
    pub to: &'a stub::Shared<Point>,
    /// Parameter `result`.
    pub result: &'a stub::Shared<Point>,
}

stub::plain_fields! {
    BoardMoveReply<'de>, BOARD_MOVE_OUT_FIELDS { 0 to, 1 result }
}

/// What a call of `same` takes.
#[derive(Clone, Debug)]
pub struct BoardSameArgs<'a> {
    /// Parameter `a`.
    pub a: &'a stub::Shared<Point>,
    /// Parameter `b`.
    pub b: &'a stub::Shared<Point>,
}

stub::plain_fields! {
    BoardSameArgs<'de>, BOARD_SAME_IN_FIELDS { 0 a, 1 b }
}

#[derive(Default)]
struct BoardSameIn {
    a: stub::Shared<Point>,
    b: stub::Shared<Point>,
}

stub::plain_slots! {
    BoardSameIn, BOARD_SAME_IN_FIELDS { 0 a, 1 b }
}

/// What a call of `same` gives.
#[derive(Clone, Debug, Default)]
pub struct BoardSameOut {
    /// Parameter `result`.
    pub result: bool,
}

stub::plain_fields! {
    BoardSameOut, BOARD_SAME_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    BoardSameOut, BOARD_SAME_OUT_FIELDS { 0 result }
}

/// What a call of `echo` takes.
#[derive(Clone, Debug)]
pub struct BoardEchoArgs<'a> {
    /// Parameter `what`.
    pub what: &'a stub::Shared<ShapeOrDerived>,
}

stub::plain_fields! {
    BoardEchoArgs<'de>, BOARD_ECHO_IN_FIELDS { 0 what }
}

#[derive(Default)]
struct BoardEchoIn {
    what: stub::Shared<ShapeOrDerived>,
}

stub::plain_slots! {
    BoardEchoIn, BOARD_ECHO_IN_FIELDS { 0 what }
}

/// What a call of `echo` gives.
#[derive(Clone, Debug, Default)]
pub struct BoardEchoOut {
    /// Parameter `result`.
    pub result: stub::Shared<ShapeOrDerived>,
}

stub::plain_slots! {
    BoardEchoOut, BOARD_ECHO_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo`.
#[derive(Clone, Debug)]
pub struct BoardEchoReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Shared<ShapeOrDerived>,
}

stub::plain_fields! {
    BoardEchoReply<'de>, BOARD_ECHO_OUT_FIELDS { 0 result }
}

/// What a call of `paint` takes.
#[derive(Clone, Debug)]
pub struct BoardPaintArgs<'a> {
    /// Parameter `what`.
    pub what: &'a stub::Shared<Coloured>,
}

stub::plain_fields! {
    BoardPaintArgs<'de>, BOARD_PAINT_IN_FIELDS { 0 what }
}

#[derive(Default)]
struct BoardPaintIn {
    what: stub::Shared<Coloured>,
}

stub::plain_slots! {
    BoardPaintIn, BOARD_PAINT_IN_FIELDS { 0 what }
}

/// What a call of `paint` gives.
#[derive(Clone, Debug, Default)]
pub struct BoardPaintOut {
    /// Parameter `result`.
    pub result: stub::Shared<Coloured>,
}

stub::plain_slots! {
    BoardPaintOut, BOARD_PAINT_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `paint`.
#[derive(Clone, Debug)]
pub struct BoardPaintReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Shared<Coloured>,
}

stub::plain_fields! {
    BoardPaintReply<'de>, BOARD_PAINT_OUT_FIELDS { 0 result }
}

/// What a call of `keep` takes.
#[derive(Clone, Debug)]
pub struct BoardKeepArgs<'a> {
    /// Parameter `what`.
    pub what: &'a stub::Shared<ValueBase>,
}

stub::plain_fields! {
    BoardKeepArgs<'de>, BOARD_KEEP_IN_FIELDS { 0 what }
}

#[derive(Default)]
struct BoardKeepIn {
    what: stub::Shared<ValueBase>,
}

stub::plain_slots! {
    BoardKeepIn, BOARD_KEEP_IN_FIELDS { 0 what }
}

/// What a call of `keep` gives.
#[derive(Clone, Debug, Default)]
pub struct BoardKeepOut {
    /// Parameter `result`.
    pub result: stub::Shared<ValueBase>,
}

stub::plain_slots! {
    BoardKeepOut, BOARD_KEEP_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `keep`.
#[derive(Clone, Debug)]
pub struct BoardKeepReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Shared<ValueBase>,
}

stub::plain_fields! {
    BoardKeepReply<'de>, BOARD_KEEP_OUT_FIELDS { 0 result }
}

/// What a call of `walk` takes.
#[derive(Clone, Debug)]
pub struct BoardWalkArgs<'a> {
    /// Parameter `from`.
    pub from: &'a stub::Shared<Node>,
}

stub::plain_fields! {
    BoardWalkArgs<'de>, BOARD_WALK_IN_FIELDS { 0 from }
}

#[derive(Default)]
struct BoardWalkIn {
    from: stub::Shared<Node>,
}

stub::plain_slots! {
    BoardWalkIn, BOARD_WALK_IN_FIELDS { 0 from }
}

/// What a call of `walk` gives.
#[derive(Clone, Debug, Default)]
pub struct BoardWalkOut {
    /// Parameter `result`.
    pub result: stub::Shared<Node>,
}

stub::plain_slots! {
    BoardWalkOut, BOARD_WALK_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `walk`.
#[derive(Clone, Debug)]
pub struct BoardWalkReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Shared<Node>,
}

stub::plain_fields! {
    BoardWalkReply<'de>, BOARD_WALK_OUT_FIELDS { 0 result }
}

/// What a call of `pick` takes.
#[derive(Clone, Debug)]
pub struct BoardPickArgs<'a> {
    /// Parameter `all`.
    pub all: &'a [stub::Shared<Point>],
    /// Parameter `by`.
    pub by: &'a stub::Shared<Name>,
}

stub::plain_fields! {
    BoardPickArgs<'de>, BOARD_PICK_IN_FIELDS { 0 all, 1 by }
}

#[derive(Default)]
struct BoardPickIn {
    all: Vec<stub::Shared<Point>>,
    by: stub::Shared<Name>,
}

stub::plain_slots! {
    BoardPickIn, BOARD_PICK_IN_FIELDS { 0 all, 1 by }
}

/// What a call of `pick` gives.
#[derive(Clone, Debug, Default)]
pub struct BoardPickOut {
    /// Parameter `result`.
    pub result: stub::Shared<Points>,
}

stub::plain_slots! {
    BoardPickOut, BOARD_PICK_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `pick`.
#[derive(Clone, Debug)]
pub struct BoardPickReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Shared<Points>,
}

stub::plain_fields! {
    BoardPickReply<'de>, BOARD_PICK_OUT_FIELDS { 0 result }
}

/// What a call of `draw` takes.
#[derive(Clone, Debug)]
pub struct BoardDrawArgs<'a> {
    /// Parameter `what`.
    pub what: &'a Drawing,
}

stub::plain_fields! {
    BoardDrawArgs<'de>, BOARD_DRAW_IN_FIELDS { 0 what }
}

#[derive(Default)]
struct BoardDrawIn {
    what: Drawing,
}

stub::plain_slots! {
    BoardDrawIn, BOARD_DRAW_IN_FIELDS { 0 what }
}

/// What a call of `draw` gives.
#[derive(Clone, Debug, Default)]
pub struct BoardDrawOut {
    /// Parameter `result`.
    pub result: Drawing,
}

stub::plain_slots! {
    BoardDrawOut, BOARD_DRAW_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `draw`.
#[derive(Clone, Debug)]
pub struct BoardDrawReply<'a> {
    /// Parameter `result`.
    pub result: &'a Drawing,
}

stub::plain_fields! {
    BoardDrawReply<'de>, BOARD_DRAW_OUT_FIELDS { 0 result }
}

/// What a call of `refuse` takes.
#[derive(Clone, Debug)]
pub struct BoardRefuseArgs<'a> {
    /// Parameter `what`.
    pub what: &'a stub::Shared<ShapeOrDerived>,
}

stub::plain_fields! {
    BoardRefuseArgs<'de>, BOARD_REFUSE_IN_FIELDS { 0 what }
}

#[derive(Default)]
struct BoardRefuseIn {
    what: stub::Shared<ShapeOrDerived>,
}

stub::plain_slots! {
    BoardRefuseIn, BOARD_REFUSE_IN_FIELDS { 0 what }
}

/// Why a call of `refuse` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum BoardRefuseError {
    /// Exception `Refused`.
    Refused(Refused),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for BoardRefuseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BoardRefuseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Refused> for BoardRefuseError {
    fn from(from: Refused) -> Self {
        Self::Refused(from)
    }
}

impl From<stub::Error> for BoardRefuseError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for BoardRefuseError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for BoardRefuseError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl BoardRefuseError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => raised.read::<Refused>().map(Self::Refused),
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl BoardRefuseError {
    fn end(
        result: Result<(), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(()) if ending.is_in_result() => {
                Ok(ending.result(BoardRefuseResult::Result))
            }
            Ok(()) => Ok(ending.results(&())),
            Err(Self::Refused(members)) if ending.is_in_result() => {
                Ok(ending.result(BoardRefuseResult::Refused(members)))
            }
            Err(Self::Refused(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `wrap` takes.
#[derive(Clone, Debug)]
pub struct BoardWrapArgs<'a> {
    /// Parameter `what`.
    pub what: &'a stub::Any,
}

stub::plain_fields! {
    BoardWrapArgs<'de>, BOARD_WRAP_IN_FIELDS { 0 what }
}

#[derive(Default)]
struct BoardWrapIn {
    what: stub::Any,
}

stub::plain_slots! {
    BoardWrapIn, BOARD_WRAP_IN_FIELDS { 0 what }
}

/// What a call of `wrap` gives.
#[derive(Clone, Debug, Default)]
pub struct BoardWrapOut {
    /// Parameter `result`.
    pub result: stub::Any,
}

stub::plain_slots! {
    BoardWrapOut, BOARD_WRAP_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `wrap`.
#[derive(Clone, Debug)]
pub struct BoardWrapReply<'a> {
    /// Parameter `result`.
    pub result: &'a stub::Any,
}

stub::plain_fields! {
    BoardWrapReply<'de>, BOARD_WRAP_OUT_FIELDS { 0 result }
}

/// A client of `Board`.
pub struct BoardClient {
    client: stub::Client,
}

impl BoardClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, BOARD.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `move`.
    pub fn r#move(
        &mut self,
        from: &stub::Shared<Point>,
    ) -> Result<(stub::Shared<Point>, stub::Shared<Point>), stub::CallError> {
        let output: BoardMoveOut = self
            .client
            .invoke(&BOARD, &BOARD_MOVE, &BoardMoveArgs { from })?;
        Ok((output.to, output.result))
    }

    /// Operation 1, `same`.
    pub fn same(
        &mut self,
        a: &stub::Shared<Point>,
        b: &stub::Shared<Point>,
    ) -> Result<bool, stub::CallError> {
        let output: BoardSameOut = self
            .client
            .invoke(&BOARD, &BOARD_SAME, &BoardSameArgs { a, b })?;
        Ok(output.result)
    }

    /// Operation 2, `echo`.
    pub fn echo(
        &mut self,
        what: &stub::Shared<ShapeOrDerived>,
    ) -> Result<stub::Shared<ShapeOrDerived>, stub::CallError> {
        let output: BoardEchoOut = self
            .client
            .invoke(&BOARD, &BOARD_ECHO, &BoardEchoArgs { what })?;
        Ok(output.result)
    }

    /// Operation 3, `paint`.
    pub fn paint(
        &mut self,
        what: &stub::Shared<Coloured>,
    ) -> Result<stub::Shared<Coloured>, stub::CallError> {
        let output: BoardPaintOut = self
            .client
            .invoke(&BOARD, &BOARD_PAINT, &BoardPaintArgs { what })?;
        Ok(output.result)
    }

    /// Operation 4, `keep`.
    pub fn keep(
        &mut self,
        what: &stub::Shared<ValueBase>,
    ) -> Result<stub::Shared<ValueBase>, stub::CallError> {
        let output: BoardKeepOut = self
            .client
            .invoke(&BOARD, &BOARD_KEEP, &BoardKeepArgs { what })?;
        Ok(output.result)
    }

    /// Operation 5, `walk`.
    pub fn walk(
        &mut self,
        from: &stub::Shared<Node>,
    ) -> Result<stub::Shared<Node>, stub::CallError> {
        let output: BoardWalkOut = self
            .client
            .invoke(&BOARD, &BOARD_WALK, &BoardWalkArgs { from })?;
        Ok(output.result)
    }

    /// Operation 6, `pick`.
    pub fn pick(
        &mut self,
        all: &[stub::Shared<Point>],
        by: &stub::Shared<Name>,
    ) -> Result<stub::Shared<Points>, stub::CallError> {
        let output: BoardPickOut = self
            .client
            .invoke(&BOARD, &BOARD_PICK, &BoardPickArgs { all, by })?;
        Ok(output.result)
    }

    /// Operation 7, `draw`.
    pub fn draw(&mut self, what: &Drawing) -> Result<Drawing, stub::CallError> {
        let output: BoardDrawOut = self
            .client
            .invoke(&BOARD, &BOARD_DRAW, &BoardDrawArgs { what })?;
        Ok(output.result)
    }

    /// Operation 8, `refuse`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn refuse(
        &mut self,
        what: &stub::Shared<ShapeOrDerived>,
    ) -> Result<(), BoardRefuseError> {
        let ended: stub::Ended<(), BoardRefuseResult> = self
            .client
            .invoke_raising(&BOARD, &BOARD_REFUSE, &BoardRefuseArgs { what })?;
        match ended {
            stub::Ended::Results(()) => Ok(()),
            stub::Ended::Result(BoardRefuseResult::Result) => Ok(()),
            stub::Ended::Result(BoardRefuseResult::Refused(members)) => {
                Err(BoardRefuseError::Refused(members))
            }
            stub::Ended::Raised(raised) => Err(BoardRefuseError::raised(&raised)),
        }
    }

    /// Operation 9, `wrap`.
    pub fn wrap(&mut self, what: &stub::Any) -> Result<stub::Any, stub::CallError> {
        let output: BoardWrapOut = self
            .client
            .invoke(&BOARD, &BOARD_WRAP, &BoardWrapArgs { what })?;
        Ok(output.result)
    }
}

impl stub::Stub for BoardClient {
    const INTERFACE: &'static stub::InterfaceMeta = &BOARD;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `Board` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Board: Send + Sync {
    /// Operation 0, `move`.
    fn r#move(
        &self,
        call: &stub::Context<'_>,
        from: stub::Shared<Point>,
    ) -> Result<(stub::Shared<Point>, stub::Shared<Point>), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `r#move` where results are not the server's own: a guard's, an `Arc`'s.
    fn move_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        from: stub::Shared<Point>,
        reply: impl FnOnce((&stub::Shared<Point>, &stub::Shared<Point>)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.r#move(call, from).map(|(to, result)| reply((&to, &result)))
    }

    /// Operation 1, `same`.
    fn same(
        &self,
        call: &stub::Context<'_>,
        a: stub::Shared<Point>,
        b: stub::Shared<Point>,
    ) -> Result<bool, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 2, `echo`.
    fn echo(
        &self,
        call: &stub::Context<'_>,
        what: stub::Shared<ShapeOrDerived>,
    ) -> Result<stub::Shared<ShapeOrDerived>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        what: stub::Shared<ShapeOrDerived>,
        reply: impl FnOnce(&stub::Shared<ShapeOrDerived>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo(call, what).map(|result| reply(&result))
    }

    /// Operation 3, `paint`.
    fn paint(
        &self,
        call: &stub::Context<'_>,
        what: stub::Shared<Coloured>,
    ) -> Result<stub::Shared<Coloured>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `paint` where results are not the server's own: a guard's, an `Arc`'s.
    fn paint_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        what: stub::Shared<Coloured>,
        reply: impl FnOnce(&stub::Shared<Coloured>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.paint(call, what).map(|result| reply(&result))
    }

    /// Operation 4, `keep`.
    fn keep(
        &self,
        call: &stub::Context<'_>,
        what: stub::Shared<ValueBase>,
    ) -> Result<stub::Shared<ValueBase>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `keep` where results are not the server's own: a guard's, an `Arc`'s.
    fn keep_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        what: stub::Shared<ValueBase>,
        reply: impl FnOnce(&stub::Shared<ValueBase>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.keep(call, what).map(|result| reply(&result))
    }

    /// Operation 5, `walk`.
    fn walk(
        &self,
        call: &stub::Context<'_>,
        from: stub::Shared<Node>,
    ) -> Result<stub::Shared<Node>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `walk` where results are not the server's own: a guard's, an `Arc`'s.
    fn walk_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        from: stub::Shared<Node>,
        reply: impl FnOnce(&stub::Shared<Node>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.walk(call, from).map(|result| reply(&result))
    }

    /// Operation 6, `pick`.
    fn pick(
        &self,
        call: &stub::Context<'_>,
        all: Vec<stub::Shared<Point>>,
        by: stub::Shared<Name>,
    ) -> Result<stub::Shared<Points>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `pick` where results are not the server's own: a guard's, an `Arc`'s.
    fn pick_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        all: Vec<stub::Shared<Point>>,
        by: stub::Shared<Name>,
        reply: impl FnOnce(&stub::Shared<Points>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.pick(call, all, by).map(|result| reply(&result))
    }

    /// Operation 7, `draw`.
    fn draw(
        &self,
        call: &stub::Context<'_>,
        what: Drawing,
    ) -> Result<Drawing, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `draw` where results are not the server's own: a guard's, an `Arc`'s.
    fn draw_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        what: Drawing,
        reply: impl FnOnce(&Drawing) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.draw(call, what).map(|result| reply(&result))
    }

    /// Operation 8, `refuse`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn refuse(
        &self,
        call: &stub::Context<'_>,
        what: stub::Shared<ShapeOrDerived>,
    ) -> Result<(), BoardRefuseError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 9, `wrap`.
    fn wrap(
        &self,
        call: &stub::Context<'_>,
        what: stub::Any,
    ) -> Result<stub::Any, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `wrap` where results are not the server's own: a guard's, an `Arc`'s.
    fn wrap_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        what: stub::Any,
        reply: impl FnOnce(&stub::Any) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.wrap(call, what).map(|result| reply(&result))
    }
}

/// Serves `Board` with an object that implements [`Board`].
pub struct BoardServer<T>(pub T);

impl<T: Board> stub::Service for BoardServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        BOARD.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        BOARD.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        BOARD.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &BOARD_MOVE,
                    |context, input: BoardMoveIn, reply| {
                        self.0
                            .move_replying(
                                context,
                                input.from,
                                |(to, result)| reply.finish(&BoardMoveReply { to, result }),
                            )
                    },
                )
            }
            1 => {
                call.serve(
                    &BOARD_SAME,
                    |context, input: BoardSameIn| {
                        let result = self.0.same(context, input.a, input.b)?;
                        Ok(BoardSameOut { result })
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &BOARD_ECHO,
                    |context, input: BoardEchoIn, reply| {
                        self.0
                            .echo_replying(
                                context,
                                input.what,
                                |result| reply.finish(&BoardEchoReply { result }),
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &BOARD_PAINT,
                    |context, input: BoardPaintIn, reply| {
                        self.0
                            .paint_replying(
                                context,
                                input.what,
                                |result| reply.finish(&BoardPaintReply { result }),
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &BOARD_KEEP,
                    |context, input: BoardKeepIn, reply| {
                        self.0
                            .keep_replying(
                                context,
                                input.what,
                                |result| reply.finish(&BoardKeepReply { result }),
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &BOARD_WALK,
                    |context, input: BoardWalkIn, reply| {
                        self.0
                            .walk_replying(
                                context,
                                input.from,
                                |result| reply.finish(&BoardWalkReply { result }),
                            )
                    },
                )
            }
            6 => {
                call.serve_replying(
                    &BOARD_PICK,
                    |context, input: BoardPickIn, reply| {
                        self.0
                            .pick_replying(
                                context,
                                input.all,
                                input.by,
                                |result| reply.finish(&BoardPickReply { result }),
                            )
                    },
                )
            }
            7 => {
                call.serve_replying(
                    &BOARD_DRAW,
                    |context, input: BoardDrawIn, reply| {
                        self.0
                            .draw_replying(
                                context,
                                input.what,
                                |result| reply.finish(&BoardDrawReply { result }),
                            )
                    },
                )
            }
            8 => {
                call.serve_raising(
                    &BOARD_REFUSE,
                    |context, input: BoardRefuseIn, ending| BoardRefuseError::end(
                        self.0.refuse(context, input.what),
                        ending,
                    ),
                )
            }
            9 => {
                call.serve_replying(
                    &BOARD_WRAP,
                    |context, input: BoardWrapIn, reply| {
                        self.0
                            .wrap_replying(
                                context,
                                input.what,
                                |result| reply.finish(&BoardWrapReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }

    fn raises(&self) -> bool {
        true
    }
}

stub::if_tokio! {
    /// A client of `Board` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncBoardClient {
        client: stub::AsyncClient,
    }

    impl AsyncBoardClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, BOARD.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `move`.
        pub async fn r#move(
            &self,
            from: &stub::Shared<Point>,
        ) -> Result<(stub::Shared<Point>, stub::Shared<Point>), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BOARD, &BOARD_MOVE, &BoardMoveArgs { from })
                .await?;
            let output: BoardMoveOut = reply.results(&BOARD_MOVE)?;
            Ok((output.to, output.result))
        }

        /// Operation 1, `same`.
        pub async fn same(
            &self,
            a: &stub::Shared<Point>,
            b: &stub::Shared<Point>,
        ) -> Result<bool, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BOARD, &BOARD_SAME, &BoardSameArgs { a, b })
                .await?;
            let output: BoardSameOut = reply.results(&BOARD_SAME)?;
            Ok(output.result)
        }

        /// Operation 2, `echo`.
        pub async fn echo(
            &self,
            what: &stub::Shared<ShapeOrDerived>,
        ) -> Result<stub::Shared<ShapeOrDerived>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BOARD, &BOARD_ECHO, &BoardEchoArgs { what })
                .await?;
            let output: BoardEchoOut = reply.results(&BOARD_ECHO)?;
            Ok(output.result)
        }

        /// Operation 3, `paint`.
        pub async fn paint(
            &self,
            what: &stub::Shared<Coloured>,
        ) -> Result<stub::Shared<Coloured>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BOARD, &BOARD_PAINT, &BoardPaintArgs { what })
                .await?;
            let output: BoardPaintOut = reply.results(&BOARD_PAINT)?;
            Ok(output.result)
        }

        /// Operation 4, `keep`.
        pub async fn keep(
            &self,
            what: &stub::Shared<ValueBase>,
        ) -> Result<stub::Shared<ValueBase>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BOARD, &BOARD_KEEP, &BoardKeepArgs { what })
                .await?;
            let output: BoardKeepOut = reply.results(&BOARD_KEEP)?;
            Ok(output.result)
        }

        /// Operation 5, `walk`.
        pub async fn walk(
            &self,
            from: &stub::Shared<Node>,
        ) -> Result<stub::Shared<Node>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BOARD, &BOARD_WALK, &BoardWalkArgs { from })
                .await?;
            let output: BoardWalkOut = reply.results(&BOARD_WALK)?;
            Ok(output.result)
        }

        /// Operation 6, `pick`.
        pub async fn pick(
            &self,
            all: &[stub::Shared<Point>],
            by: &stub::Shared<Name>,
        ) -> Result<stub::Shared<Points>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BOARD, &BOARD_PICK, &BoardPickArgs { all, by })
                .await?;
            let output: BoardPickOut = reply.results(&BOARD_PICK)?;
            Ok(output.result)
        }

        /// Operation 7, `draw`.
        pub async fn draw(&self, what: &Drawing) -> Result<Drawing, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BOARD, &BOARD_DRAW, &BoardDrawArgs { what })
                .await?;
            let output: BoardDrawOut = reply.results(&BOARD_DRAW)?;
            Ok(output.result)
        }

        /// Operation 8, `refuse`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn refuse(
            &self,
            what: &stub::Shared<ShapeOrDerived>,
        ) -> Result<(), BoardRefuseError> {
            let mut end = self
                .client
                .invoke_raising(&BOARD, &BOARD_REFUSE, &BoardRefuseArgs { what })
                .await?;
            let ended: stub::Ended<(), BoardRefuseResult> = end.ended(&BOARD_REFUSE)?;
            match ended {
                stub::Ended::Results(()) => Ok(()),
                stub::Ended::Result(BoardRefuseResult::Result) => Ok(()),
                stub::Ended::Result(BoardRefuseResult::Refused(members)) => {
                    Err(BoardRefuseError::Refused(members))
                }
                stub::Ended::Raised(raised) => Err(BoardRefuseError::raised(&raised)),
            }
        }

        /// Operation 9, `wrap`.
        pub async fn wrap(&self, what: &stub::Any) -> Result<stub::Any, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BOARD, &BOARD_WRAP, &BoardWrapArgs { what })
                .await?;
            let output: BoardWrapOut = reply.results(&BOARD_WRAP)?;
            Ok(output.result)
        }
    }

    impl stub::AsyncStub for AsyncBoardClient {
        const INTERFACE: &'static stub::InterfaceMeta = &BOARD;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `Board` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncBoard: Send + Sync {
        /// Operation 0, `move`.
        fn r#move<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            from: stub::Shared<Point>,
        ) -> impl std::future::Future<
            Output = Result<(stub::Shared<Point>, stub::Shared<Point>), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `same`.
        fn same<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            a: stub::Shared<Point>,
            b: stub::Shared<Point>,
        ) -> impl std::future::Future<Output = Result<bool, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `echo`.
        fn echo<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            what: stub::Shared<ShapeOrDerived>,
        ) -> impl std::future::Future<
            Output = Result<stub::Shared<ShapeOrDerived>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `paint`.
        fn paint<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            what: stub::Shared<Coloured>,
        ) -> impl std::future::Future<
            Output = Result<stub::Shared<Coloured>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `keep`.
        fn keep<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            what: stub::Shared<ValueBase>,
        ) -> impl std::future::Future<
            Output = Result<stub::Shared<ValueBase>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `walk`.
        fn walk<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            from: stub::Shared<Node>,
        ) -> impl std::future::Future<
            Output = Result<stub::Shared<Node>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 6, `pick`.
        fn pick<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            all: Vec<stub::Shared<Point>>,
            by: stub::Shared<Name>,
        ) -> impl std::future::Future<
            Output = Result<stub::Shared<Points>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `draw`.
        fn draw<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            what: Drawing,
        ) -> impl std::future::Future<Output = Result<Drawing, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 8, `refuse`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn refuse<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            what: stub::Shared<ShapeOrDerived>,
        ) -> impl std::future::Future<Output = Result<(), BoardRefuseError>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 9, `wrap`.
        fn wrap<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            what: stub::Any,
        ) -> impl std::future::Future<Output = Result<stub::Any, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `Board` with an object that implements [`AsyncBoard`], on a runtime.
    pub struct AsyncBoardServer<T>(pub T);

    impl<T: AsyncBoard> stub::Service for AsyncBoardServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            BOARD.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            BOARD.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            BOARD.elements()
        }

        fn dispatch(&self, _: u32, _: &mut stub::Dispatch<'_>) -> stub::Outcome {
            stub::Outcome::Fault(stub::Fault::ServerFailure)
        }

        fn is_async(&self) -> bool {
            true
        }

        fn dispatch_async<'a>(
            &'a self,
            operation: u32,
            mut call: stub::Dispatch<'a>,
        ) -> stub::Serving<'a> {
            match operation {
                0 => {
                    stub::serving(async move {
                        let (input, mut referents): (BoardMoveIn, _) = call
                            .input(&BOARD_MOVE)?;
                        let context = call.context();
                        let result = self.0.r#move(&context, input.from).await;
                        let output = result.map_err(|fault| call.fail(&BOARD_MOVE, fault))?;
                        Ok(
                            call
                                .end(
                                    &BOARD_MOVE,
                                    &BoardMoveReply {
                                        to: &output.0,
                                        result: &output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (BoardSameIn, _) = call
                            .input(&BOARD_SAME)?;
                        let context = call.context();
                        let result = self.0.same(&context, input.a, input.b).await;
                        let output = result.map_err(|fault| call.fail(&BOARD_SAME, fault))?;
                        Ok(
                            call
                                .end(
                                    &BOARD_SAME,
                                    &BoardSameOut { result: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (BoardEchoIn, _) = call
                            .input(&BOARD_ECHO)?;
                        let context = call.context();
                        let result = self.0.echo(&context, input.what).await;
                        let output = result.map_err(|fault| call.fail(&BOARD_ECHO, fault))?;
                        Ok(
                            call
                                .end(
                                    &BOARD_ECHO,
                                    &BoardEchoReply { result: &output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (BoardPaintIn, _) = call
                            .input(&BOARD_PAINT)?;
                        let context = call.context();
                        let result = self.0.paint(&context, input.what).await;
                        let output = result.map_err(|fault| call.fail(&BOARD_PAINT, fault))?;
                        Ok(
                            call
                                .end(
                                    &BOARD_PAINT,
                                    &BoardPaintReply { result: &output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (BoardKeepIn, _) = call
                            .input(&BOARD_KEEP)?;
                        let context = call.context();
                        let result = self.0.keep(&context, input.what).await;
                        let output = result.map_err(|fault| call.fail(&BOARD_KEEP, fault))?;
                        Ok(
                            call
                                .end(
                                    &BOARD_KEEP,
                                    &BoardKeepReply { result: &output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (BoardWalkIn, _) = call
                            .input(&BOARD_WALK)?;
                        let context = call.context();
                        let result = self.0.walk(&context, input.from).await;
                        let output = result.map_err(|fault| call.fail(&BOARD_WALK, fault))?;
                        Ok(
                            call
                                .end(
                                    &BOARD_WALK,
                                    &BoardWalkReply { result: &output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (BoardPickIn, _) = call
                            .input(&BOARD_PICK)?;
                        let context = call.context();
                        let result = self.0.pick(&context, input.all, input.by).await;
                        let output = result.map_err(|fault| call.fail(&BOARD_PICK, fault))?;
                        Ok(
                            call
                                .end(
                                    &BOARD_PICK,
                                    &BoardPickReply { result: &output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (BoardDrawIn, _) = call
                            .input(&BOARD_DRAW)?;
                        let context = call.context();
                        let result = self.0.draw(&context, input.what).await;
                        let output = result.map_err(|fault| call.fail(&BOARD_DRAW, fault))?;
                        Ok(
                            call
                                .end(
                                    &BOARD_DRAW,
                                    &BoardDrawReply { result: &output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                8 => {
                    stub::serving(async move {
                        let (input, mut referents): (BoardRefuseIn, _) = call
                            .input(&BOARD_REFUSE.operation)?;
                        let context = call.context();
                        let result = self.0.refuse(&context, input.what).await;
                        Ok(
                            call
                                .end_raising(
                                    &BOARD_REFUSE,
                                    |ending| BoardRefuseError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                9 => {
                    stub::serving(async move {
                        let (input, mut referents): (BoardWrapIn, _) = call
                            .input(&BOARD_WRAP)?;
                        let context = call.context();
                        let result = self.0.wrap(&context, input.what).await;
                        let output = result.map_err(|fault| call.fail(&BOARD_WRAP, fault))?;
                        Ok(
                            call
                                .end(
                                    &BOARD_WRAP,
                                    &BoardWrapReply { result: &output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                _ => {
                    Box::pin(
                        std::future::ready(
                            stub::Outcome::Fault(stub::Fault::NoSuchOperation),
                        ),
                    )
                }
            }
        }

        fn raises(&self) -> bool {
            true
        }
    }
}
