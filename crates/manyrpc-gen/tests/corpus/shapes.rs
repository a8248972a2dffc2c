// Generated from shapes.idl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Enumeration `colour`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Colour {
    /// `red`, 0.
    #[default]
    Red = 0,
    /// `green`, 1.
    Green = 1,
    /// `blue`, 2.
    Blue = 2,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for Colour {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            0 => Ok(Self::Red),
            1 => Ok(Self::Green),
            2 => Ok(Self::Blue),
            _ => Err(value),
        }
    }
}

static COLOUR: stub::Enum = stub::Enum::of(
    "colour",
    const {
        &[
            (stub::Cow::Borrowed("red"), 0),
            (stub::Cow::Borrowed("green"), 1),
            (stub::Cow::Borrowed("blue"), 2),
        ]
    },
);

impl stub::Encode for Colour {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &COLOUR, *self as i32);
    }
}

impl<'de> stub::Decode<'de> for Colour {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        let mut value = *self as i32;
        s.enumeration(f, &COLOUR, &mut value)?;
        *self = Self::try_from(value).map_err(|_| stub::Fail)?;
        Ok(())
    }
}

impl stub::Standalone for Colour {
    const PLACE: &'static stub::Field = &stub::Field::plain("colour")
        .ndr(stub::ndr_place!(bits 16))
        .number(1);
}

/// Record `point`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// Field `x`.
    pub x: i32,
    /// Field `y`.
    pub y: f64,
}

static POINT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("x").number(1),
    stub::Field::plain("y").number(2),
];

static POINT: stub::Record = stub::Record::of("point", &POINT_FIELDS)
    .ndr(stub::ndr_shape!(align 8));

stub::plain_record! {
    Point, POINT, POINT_FIELDS { 0 x, 1 y }
}

impl stub::Standalone for Point {
    const PLACE: &'static stub::Field = &stub::Field::plain("point");
}

/// Record `counted`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// Field `items`.
    pub items: Vec<i16>,
}

static COUNTED_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("n").number(1),
    stub::Field::of(
            "items",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("items").explicit() },
        )
        .ndr(stub::ndr_place!(array Conformant, hoists 1))
        .number(2)
        .packed(),
];

static COUNTED: stub::Record = stub::Record::of("counted", &COUNTED_FIELDS)
    .ndr(stub::ndr_shape!(hoists 1));

impl stub::Encode for Counted {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &COUNTED, self);
    }
}

impl<'de> stub::Decode<'de> for Counted {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &COUNTED, self)
    }
}

impl stub::Fields for Counted {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &COUNTED_FIELDS[0],
            &stub::Count::<i32>::of(stub::Relation::SAME, Some(self.items.len())),
        );
        s.field(&COUNTED_FIELDS[1], &self.items);
    }
}

impl<'de> stub::Slots<'de> for Counted {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = i32::default();
        s.derived(&COUNTED_FIELDS[0], &mut said0)?;
        s.slot(&COUNTED_FIELDS[1], &mut self.items)?;
        stub::agree(
            s,
            &COUNTED_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            Some(self.items.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.derived(&COUNTED_FIELDS[0], &mut i32::default()),
            1 => s.slot(&COUNTED_FIELDS[1], &mut self.items),
            _ => Err(stub::Fail),
        }
    }
}

impl stub::Standalone for Counted {
    const PLACE: &'static stub::Field = &stub::Field::plain("counted")
        .ndr(stub::ndr_place!(hoists 1));
}

/// Record `pointed`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pointed {
    /// Field `at`.
    pub at: Option<Vec<Point>>,
}

static POINTED_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("n").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "at",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "at",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("at")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .number(1)
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(array Conformant, hoists 1))
                    .xml(stub::xml_place!(wrapped : true,))
                    .number(2)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static POINTED: stub::Record = stub::Record::of("pointed", &POINTED_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

impl stub::Encode for Pointed {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &POINTED, self);
    }
}

impl<'de> stub::Decode<'de> for Pointed {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &POINTED, self)
    }
}

impl stub::Fields for Pointed {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &POINTED_FIELDS[0],
            &stub::Count::<
                i32,
            >::of(stub::Relation::SAME, self.at.as_ref().map(|v| v.len())),
        );
        s.field(&POINTED_FIELDS[1], &self.at);
    }
}

impl<'de> stub::Slots<'de> for Pointed {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = i32::default();
        s.derived(&POINTED_FIELDS[0], &mut said0)?;
        s.slot(&POINTED_FIELDS[1], &mut self.at)?;
        stub::agree(
            s,
            &POINTED_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            self.at.as_ref().map(|v| v.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.derived(&POINTED_FIELDS[0], &mut i32::default()),
            1 => s.slot(&POINTED_FIELDS[1], &mut self.at),
            _ => Err(stub::Fail),
        }
    }
}

impl stub::Standalone for Pointed {
    const PLACE: &'static stub::Field = &stub::Field::plain("pointed")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `part`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    /// Field `first`.
    pub first: i32,
    /// Field `part`, at most 10 elements.
    pub part: Vec<i32>,
}

static PART_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("first").number(1),
    stub::Field::plain("n").number(2),
    stub::Field::of(
            "part",
            stub::Length::UpTo(10),
            const { &stub::Field::plain("part").explicit() },
        )
        .ndr(stub::ndr_place!(array Varying))
        .number(3)
        .packed(),
];

static PART: stub::Record = stub::Record::of("part", &PART_FIELDS);

impl stub::Encode for Part {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &PART, self);
    }
}

impl<'de> stub::Decode<'de> for Part {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &PART, self)
    }
}

impl stub::Fields for Part {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&PART_FIELDS[0], &self.first);
        s.field(
            &PART_FIELDS[1],
            &stub::Count::<i32>::of(stub::Relation::SAME, Some(self.part.len())),
        );
        s.field(
            &PART_FIELDS[2],
            &stub::Extent {
                value: &self.part,
                bounds: &[
                    stub::Bounds {
                        capacity: None,
                        first: stub::capacity(stub::Relation::SAME, &self.first)
                            .unwrap_or(0),
                        sent: None,
                    },
                ],
            },
        );
    }
}

impl<'de> stub::Slots<'de> for Part {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&PART_FIELDS[0], &mut self.first)?;
        let mut said1 = i32::default();
        s.derived(&PART_FIELDS[1], &mut said1)?;
        s.slot(&PART_FIELDS[2], &mut self.part)?;
        stub::agree(
            s,
            &PART_FIELDS[2],
            stub::Relation::SAME,
            &said1,
            Some(self.part.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&PART_FIELDS[0], &mut self.first),
            1 => s.derived(&PART_FIELDS[1], &mut i32::default()),
            2 => s.slot(&PART_FIELDS[2], &mut self.part),
            _ => Err(stub::Fail),
        }
    }
}

impl stub::Standalone for Part {
    const PLACE: &'static stub::Field = &stub::Field::plain("part");
}

/// Record `named`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Named<'a> {
    /// Field `name`.
    pub name: Option<Cow<'a, str>>,
    /// Field `maybe`.
    pub maybe: Option<Point>,
    /// Field `hue`.
    pub hue: Colour,
}

static NAMED_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "name",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("name")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "maybe",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("maybe").number(2).explicit() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::plain("hue").ndr(stub::ndr_place!(bits 16)).number(3),
];

static NAMED: stub::Record = stub::Record::of("named", &NAMED_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Named<'de>, NAMED, NAMED_FIELDS { 0 name, 1 maybe, 2 hue }
}

impl Named<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Named<'static> {
        Named {
            name: self.name.map(|v| Cow::Owned(v.into_owned())),
            maybe: self.maybe,
            hue: self.hue,
        }
    }
}

impl stub::Standalone for Named<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("named")
        .ndr(stub::ndr_place!(defers true));
}

/// Union `choice`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// Label 1: field `at`.
    At(Point),
    /// Label 2: field `few`.
    Few(i16),
    /// Any other label: nothing.
    Default {
        /// The label that chose it.
        label: i32,
    },
}

impl Default for Choice {
    fn default() -> Self {
        Self::At(Default::default())
    }
}

static CHOICE_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[1], stub::Field::plain("at").number(2).explicit()),
    stub::Arm::of(&[2], stub::Field::plain("few").number(3).explicit()),
    stub::Arm::of(&[], stub::Field::plain("default").number(4).explicit()),
];

static CHOICE: stub::Union = stub::Union::of(
        "choice",
        "tag",
        stub::Discriminant::I32,
        &CHOICE_ARMS,
        Some(2),
    )
    .ndr(stub::ndr_shape!(tag 4));

impl Choice {
    /// Any other label: nothing.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn other(label: i32) -> Result<Self, stub::WrongLabel> {
        CHOICE.admits(2, i64::from(label))?;
        Ok(Self::Default { label })
    }
}

impl stub::Encode for Choice {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::At(_) => (0, 1),
            Self::Few(_) => (1, 2),
            Self::Default { label } => (2, i64::from(*label)),
        };
        s.union(f, &CHOICE, arm, label, self);
    }
}

impl stub::Fields for Choice {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::At(value) => s.field(&CHOICE_ARMS[0].field, value),
            Self::Few(value) => s.field(&CHOICE_ARMS[1].field, value),
            Self::Default { .. } => s.field(&CHOICE_ARMS[2].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for Choice {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &CHOICE, self)
    }
}

impl<'de> stub::Arms<'de> for Choice {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::At(Default::default()),
            1 => Self::Few(Default::default()),
            _ => {
                Self::Default {
                    label: label as i32,
                }
            }
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::At(value) => s.slot(&CHOICE_ARMS[0].field, value),
            Self::Few(value) => s.slot(&CHOICE_ARMS[1].field, value),
            Self::Default { .. } => s.slot(&CHOICE_ARMS[2].field, &mut ()),
        }
    }
}

impl stub::Standalone for Choice {
    const PLACE: &'static stub::Field = &stub::Field::plain("choice");
}

/// Record `chosen`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chosen {
    /// Field `before`.
    pub before: i32,
    /// Field `of`.
    pub of: Choice,
    /// Field `after`.
    pub after: bool,
}

static CHOSEN_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("before").number(1),
    stub::Field::plain("of").number(2),
    stub::Field::plain("after").number(3),
];

static CHOSEN: stub::Record = stub::Record::of("chosen", &CHOSEN_FIELDS)
    .ndr(stub::ndr_shape!(align 8));

stub::plain_record! {
    Chosen, CHOSEN, CHOSEN_FIELDS { 0 before, 1 of, 2 after }
}

impl stub::Standalone for Chosen {
    const PLACE: &'static stub::Field = &stub::Field::plain("chosen");
}

/// What names interface `shapes`, and its operations.
pub static SHAPES: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "shapes",
        full_name: "shapes",
        program: 0x285a289f,
        uuid: 0x3b0d7a9e_54cf_4f3d_8f1d_0f7c9a5b6e21_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&SHAPES_TWICE, &SHAPES_SUM],
};

static SHAPES_TWICE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("what").ndr(stub::ndr_place!(defers true)),
];

static SHAPES_TWICE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("back").ndr(stub::ndr_place!(defers true)),
];

/// What operation `twice` takes and gives.
pub static SHAPES_TWICE: stub::OperationMeta = stub::OperationMeta {
    name: "twice",
    number: 0,
    input: &stub::Record::of("twice_in", &SHAPES_TWICE_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:shapes", "twice", "urn:shapes#twice")
        }),
    output: &stub::Record::of("twice_out", &SHAPES_TWICE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:shapes",
                "twiceResponse",
                "urn:shapes:shapes:twiceResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static SHAPES_SUM_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("n").number(1),
    stub::Field::of(
            "items",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("items").explicit() },
        )
        .ndr(stub::ndr_place!(array Conformant, hoists 1))
        .number(2)
        .packed(),
];

static SHAPES_SUM_OUT_FIELDS: [stub::Field; 1] = [stub::Field::plain("total").number(1)];

/// What operation `sum` takes and gives.
pub static SHAPES_SUM: stub::OperationMeta = stub::OperationMeta {
    name: "sum",
    number: 1,
    input: &stub::Record::of("sum_in", &SHAPES_SUM_IN_FIELDS)
        .ndr(stub::ndr_shape!(hoists 1))
        .xml(const { &stub::XmlRecord::wrapper("urn:shapes", "sum", "urn:shapes#sum") }),
    output: &stub::Record::of("sum_out", &SHAPES_SUM_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 8))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:shapes",
                "sumResponse",
                "urn:shapes:shapes:sumResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `twice` takes.
#[derive(Clone, Debug)]
pub struct ShapesTwiceArgs<'a> {
    /// Parameter `what`.
    pub what: &'a Pointed,
}

stub::plain_fields! {
    ShapesTwiceArgs<'de>, SHAPES_TWICE_IN_FIELDS { 0 what }
}

#[derive(Default)]
struct ShapesTwiceIn {
    what: Pointed,
}

stub::plain_slots! {
    ShapesTwiceIn, SHAPES_TWICE_IN_FIELDS { 0 what }
}

/// What a call of `twice` gives.
#[derive(Clone, Debug, Default)]
pub struct ShapesTwiceOut {
    /// Parameter `back`.
    pub back: Pointed,
}

stub::plain_slots! {
    ShapesTwiceOut, SHAPES_TWICE_OUT_FIELDS { 0 back }
}

/// What a server answers to a call of `twice`.
#[derive(Clone, Debug)]
pub struct ShapesTwiceReply<'a> {
    /// Parameter `back`.
    pub back: &'a Pointed,
}

stub::plain_fields! {
    ShapesTwiceReply<'de>, SHAPES_TWICE_OUT_FIELDS { 0 back }
}

/// What a call of `sum` takes.
#[derive(Clone, Debug)]
pub struct ShapesSumArgs<'a> {
    /// Parameter `items`.
    pub items: &'a [i32],
}

impl stub::Fields for ShapesSumArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &SHAPES_SUM_IN_FIELDS[0],
            &stub::Count::<i32>::of(stub::Relation::SAME, Some(self.items.len())),
        );
        s.field(&SHAPES_SUM_IN_FIELDS[1], &self.items);
    }
}

#[derive(Default)]
struct ShapesSumIn {
    items: Vec<i32>,
}

impl<'de> stub::Slots<'de> for ShapesSumIn {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = i32::default();
        s.derived(&SHAPES_SUM_IN_FIELDS[0], &mut said0)?;
        s.slot(&SHAPES_SUM_IN_FIELDS[1], &mut self.items)?;
        stub::agree(
            s,
            &SHAPES_SUM_IN_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            Some(self.items.len()),
        )?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.derived(&SHAPES_SUM_IN_FIELDS[0], &mut i32::default()),
            1 => s.slot(&SHAPES_SUM_IN_FIELDS[1], &mut self.items),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `sum` gives.
#[derive(Clone, Debug, Default)]
pub struct ShapesSumOut {
    /// Parameter `total`.
    pub total: i64,
}

stub::plain_fields! {
    ShapesSumOut, SHAPES_SUM_OUT_FIELDS { 0 total }
}

stub::plain_slots! {
    ShapesSumOut, SHAPES_SUM_OUT_FIELDS { 0 total }
}

/// A client of `shapes`.
pub struct ShapesClient {
    client: stub::Client,
}

impl ShapesClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, SHAPES.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `twice`.
    pub fn twice(&mut self, what: &Pointed) -> Result<Pointed, stub::CallError> {
        let output: ShapesTwiceOut = self
            .client
            .invoke(&SHAPES, &SHAPES_TWICE, &ShapesTwiceArgs { what })?;
        Ok(output.back)
    }

    /// Operation 1, `sum`.
    pub fn sum(&mut self, items: &[i32]) -> Result<i64, stub::CallError> {
        let output: ShapesSumOut = self
            .client
            .invoke(&SHAPES, &SHAPES_SUM, &ShapesSumArgs { items })?;
        Ok(output.total)
    }
}

impl stub::Stub for ShapesClient {
    const INTERFACE: &'static stub::InterfaceMeta = &SHAPES;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What only DCE's language says of types: counts of arrays, parts of them, pointers, strings of
/// two widths, unions with their labels beside them, pipes.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Shapes: Send + Sync {
    /// Operation 0, `twice`.
    fn twice(
        &self,
        call: &stub::Context<'_>,
        what: Pointed,
    ) -> Result<Pointed, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `twice` where results are not the server's own: a guard's, an `Arc`'s.
    fn twice_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        what: Pointed,
        reply: impl FnOnce(&Pointed) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.twice(call, what).map(|back| reply(&back))
    }

    /// Operation 1, `sum`.
    fn sum(
        &self,
        call: &stub::Context<'_>,
        items: Vec<i32>,
    ) -> Result<i64, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `shapes` with an object that implements [`Shapes`].
pub struct ShapesServer<T>(pub T);

impl<T: Shapes> stub::Service for ShapesServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        SHAPES.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        SHAPES.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        SHAPES.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &SHAPES_TWICE,
                    |context, input: ShapesTwiceIn, reply| {
                        self.0
                            .twice_replying(
                                context,
                                input.what,
                                |back| reply.finish(&ShapesTwiceReply { back }),
                            )
                    },
                )
            }
            1 => {
                call.serve(
                    &SHAPES_SUM,
                    |context, input: ShapesSumIn| {
                        let total = self.0.sum(context, input.items)?;
                        Ok(ShapesSumOut { total })
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `shapes` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncShapesClient {
        client: stub::AsyncClient,
    }

    impl AsyncShapesClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, SHAPES.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `twice`.
        pub async fn twice(&self, what: &Pointed) -> Result<Pointed, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&SHAPES, &SHAPES_TWICE, &ShapesTwiceArgs { what })
                .await?;
            let output: ShapesTwiceOut = reply.results(&SHAPES_TWICE)?;
            Ok(output.back)
        }

        /// Operation 1, `sum`.
        pub async fn sum(&self, items: &[i32]) -> Result<i64, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&SHAPES, &SHAPES_SUM, &ShapesSumArgs { items })
                .await?;
            let output: ShapesSumOut = reply.results(&SHAPES_SUM)?;
            Ok(output.total)
        }
    }

    impl stub::AsyncStub for AsyncShapesClient {
        const INTERFACE: &'static stub::InterfaceMeta = &SHAPES;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What only DCE's language says of types: counts of arrays, parts of them, pointers, strings of
    /// two widths, unions with their labels beside them, pipes.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncShapes: Send + Sync {
        /// Operation 0, `twice`.
        fn twice<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            what: Pointed,
        ) -> impl std::future::Future<Output = Result<Pointed, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `sum`.
        fn sum<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            items: Vec<i32>,
        ) -> impl std::future::Future<Output = Result<i64, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `shapes` with an object that implements [`AsyncShapes`], on a runtime.
    pub struct AsyncShapesServer<T>(pub T);

    impl<T: AsyncShapes> stub::Service for AsyncShapesServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            SHAPES.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            SHAPES.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            SHAPES.elements()
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
                        let (input, mut referents): (ShapesTwiceIn, _) = call
                            .input(&SHAPES_TWICE)?;
                        let context = call.context();
                        let result = self.0.twice(&context, input.what).await;
                        let output = result
                            .map_err(|fault| call.fail(&SHAPES_TWICE, fault))?;
                        Ok(
                            call
                                .end(
                                    &SHAPES_TWICE,
                                    &ShapesTwiceReply { back: &output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (ShapesSumIn, _) = call
                            .input(&SHAPES_SUM)?;
                        let context = call.context();
                        let result = self.0.sum(&context, input.items).await;
                        let output = result.map_err(|fault| call.fail(&SHAPES_SUM, fault))?;
                        Ok(
                            call
                                .end(
                                    &SHAPES_SUM,
                                    &ShapesSumOut { total: output },
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
    }
}
