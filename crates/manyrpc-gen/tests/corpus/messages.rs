// Generated from messages.proto by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// A colour, with two names for one of them.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub i32);

impl Colour {
    /// `COLOUR_NONE`, 0.
    pub const COLOUR_NONE: Self = Self(0);
    /// Like the sky.
    pub const COLOUR_BLUE: Self = Self(1);
    /// `COLOUR_AZURE`, 1.
    pub const COLOUR_AZURE: Self = Self(1);
    /// `COLOUR_NEGATIVE`, -2.
    pub const COLOUR_NEGATIVE: Self = Self(-2);
}

impl core::fmt::Debug for Colour {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        stub::name_member(&COLOUR, self.0, f)
    }
}

static COLOUR: stub::Enum = stub::Enum::of(
        "Colour",
        const {
            &[
                (stub::Cow::Borrowed("COLOUR_NONE"), 0),
                (stub::Cow::Borrowed("COLOUR_BLUE"), 1),
                (stub::Cow::Borrowed("COLOUR_AZURE"), 1),
                (stub::Cow::Borrowed("COLOUR_NEGATIVE"), -2),
            ]
        },
    )
    .others(stub::Others::Kept);

impl stub::Encode for Colour {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &COLOUR, self.0);
    }
}

impl<'de> stub::Decode<'de> for Colour {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.enumeration(f, &COLOUR, &mut self.0)
    }
}

impl stub::Standalone for Colour {
    const PLACE: &'static stub::Field = &stub::Field::plain("Colour")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// All scalars.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scalars<'a> {
    /// Field `a_double`.
    pub a_double: f64,
    /// Field `a_float`.
    pub a_float: f32,
    /// Field `an_int32`.
    pub an_int32: i32,
    /// Field `an_int64`.
    pub an_int64: i64,
    /// Field `a_uint32`.
    pub a_uint32: u32,
    /// Field `a_uint64`.
    pub a_uint64: u64,
    /// Field `a_sint32`.
    pub a_sint32: i32,
    /// Field `a_sint64`.
    pub a_sint64: i64,
    /// Field `a_fixed32`.
    pub a_fixed32: u32,
    /// Field `a_fixed64`.
    pub a_fixed64: u64,
    /// Field `a_sfixed32`.
    pub a_sfixed32: i32,
    /// Field `a_sfixed64`.
    pub a_sfixed64: i64,
    /// Field `a_bool`.
    pub a_bool: bool,
    /// Field `a_string`.
    pub a_string: Cow<'a, str>,
    /// Field `a_bytes`.
    pub a_bytes: Cow<'a, [u8]>,
    /// Field `colour`.
    pub colour: Colour,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static SCALARS_FIELDS: [stub::Field; 16] = [
    stub::Field::plain("a_double").number(1).proto().called("aDouble").spare(),
    stub::Field::plain("a_float").number(2).proto().called("aFloat").spare(),
    stub::Field::plain("an_int32").number(3).proto().called("anInt32").spare(),
    stub::Field::plain("an_int64").number(4).proto().called("anInt64").spare(),
    stub::Field::plain("a_uint32").number(5).proto().called("aUint32").spare(),
    stub::Field::plain("a_uint64").number(6).proto().called("aUint64").spare(),
    stub::Field::plain("a_sint32")
        .number(7)
        .coded(stub::Coding::Zigzag)
        .proto()
        .called("aSint32")
        .spare(),
    stub::Field::plain("a_sint64")
        .number(8)
        .coded(stub::Coding::Zigzag)
        .proto()
        .called("aSint64")
        .spare(),
    stub::Field::plain("a_fixed32")
        .number(9)
        .coded(stub::Coding::Fixed)
        .proto()
        .called("aFixed32")
        .spare(),
    stub::Field::plain("a_fixed64")
        .number(10)
        .coded(stub::Coding::Fixed)
        .proto()
        .called("aFixed64")
        .spare(),
    stub::Field::plain("a_sfixed32")
        .number(11)
        .coded(stub::Coding::Fixed)
        .proto()
        .called("aSfixed32")
        .spare(),
    stub::Field::plain("a_sfixed64")
        .number(12)
        .coded(stub::Coding::Fixed)
        .proto()
        .called("aSfixed64")
        .spare(),
    stub::Field::plain("a_bool").number(13).proto().called("aBool").spare(),
    stub::Field::plain("a_string")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(14)
        .proto()
        .called("aString")
        .spare(),
    stub::Field::plain("a_bytes")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(15)
        .proto()
        .called("aBytes")
        .spare(),
    stub::Field::plain("colour")
        .ndr(stub::ndr_place!(bits 32))
        .number(16)
        .proto()
        .spare(),
];

static SCALARS: stub::Record = stub::Record::of("Scalars", &SCALARS_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true))
    .message(const { &[] });

stub::plain_record! {
    Scalars<'de>, SCALARS, SCALARS_FIELDS { 0 a_double, 1 a_float, 2 an_int32, 3
    an_int64, 4 a_uint32, 5 a_uint64, 6 a_sint32, 7 a_sint64, 8 a_fixed32, 9 a_fixed64,
    10 a_sfixed32, 11 a_sfixed64, 12 a_bool, 13 a_string, 14 a_bytes, 15 colour } unknown
}

impl Scalars<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Scalars<'static> {
        Scalars {
            a_double: self.a_double,
            a_float: self.a_float,
            an_int32: self.an_int32,
            an_int64: self.an_int64,
            a_uint32: self.a_uint32,
            a_uint64: self.a_uint64,
            a_sint32: self.a_sint32,
            a_sint64: self.a_sint64,
            a_fixed32: self.a_fixed32,
            a_fixed64: self.a_fixed64,
            a_sfixed32: self.a_sfixed32,
            a_sfixed64: self.a_sfixed64,
            a_bool: self.a_bool,
            a_string: Cow::Owned(self.a_string.into_owned()),
            a_bytes: Cow::Owned(self.a_bytes.into_owned()),
            colour: self.colour,
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Scalars<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Scalars")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `Maybe`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Maybe<'a> {
    /// Field `number`.
    pub number: Option<i32>,
    /// Field `text`.
    pub text: Option<Cow<'a, str>>,
    /// Field `colour`.
    pub colour: Option<Colour>,
    /// Field `raw`.
    pub raw: Option<Cow<'a, [u8]>>,
    /// Field `scalars`.
    pub scalars: Option<Scalars<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static MAYBE_FIELDS: [stub::Field; 5] = [
    stub::Field::of(
            "number",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("number").number(1).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::of(
            "text",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("text")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(2)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2)
        .proto()
        .spare(),
    stub::Field::of(
            "colour",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("colour")
                    .ndr(stub::ndr_place!(bits 32))
                    .number(3)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3)
        .proto()
        .spare(),
    stub::Field::of(
            "raw",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("raw")
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .number(4)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(4)
        .proto()
        .spare(),
    stub::Field::of(
            "scalars",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("scalars")
                    .ndr(stub::ndr_place!(defers true))
                    .number(5)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(5)
        .proto()
        .spare(),
];

static MAYBE: stub::Record = stub::Record::of("Maybe", &MAYBE_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Maybe<'de>, MAYBE, MAYBE_FIELDS { 0 number, 1 text, 2 colour, 3 raw, 4 scalars }
    unknown
}

impl Maybe<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Maybe<'static> {
        Maybe {
            number: self.number,
            text: self.text.map(|v| Cow::Owned(v.into_owned())),
            colour: self.colour,
            raw: self.raw.map(|v| Cow::Owned(v.into_owned())),
            scalars: self.scalars.map(|v| v.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Maybe<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Maybe")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `Many`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Many<'a> {
    /// Field `numbers`.
    pub numbers: Vec<i32>,
    /// Field `signed`.
    pub signed: Vec<i64>,
    /// Field `doubles`.
    pub doubles: Vec<f64>,
    /// Field `texts`.
    pub texts: Vec<Cow<'a, str>>,
    /// Field `blobs`.
    pub blobs: Vec<Cow<'a, [u8]>>,
    /// Field `colours`.
    pub colours: Vec<Colour>,
    /// Field `scalars`.
    pub scalars: Vec<Scalars<'a>>,
    /// Field `flags`.
    pub flags: Vec<bool>,
    /// Field `fixed`.
    pub fixed: Vec<u32>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static MANY_FIELDS: [stub::Field; 9] = [
    stub::Field::of(
            "numbers",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("numbers").explicit().proto() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .packed()
        .proto()
        .spare(),
    stub::Field::of(
            "signed",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("signed")
                    .number(2)
                    .explicit()
                    .coded(stub::Coding::Zigzag)
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2)
        .coded(stub::Coding::Zigzag)
        .proto()
        .spare(),
    stub::Field::of(
            "doubles",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("doubles").explicit().proto() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(3)
        .packed()
        .proto()
        .spare(),
    stub::Field::of(
            "texts",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("texts")
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .number(4)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(4)
        .proto()
        .spare(),
    stub::Field::of(
            "blobs",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("blobs")
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .number(5)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(5)
        .proto()
        .spare(),
    stub::Field::of(
            "colours",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("colours")
                    .ndr(stub::ndr_place!(bits 32))
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(6)
        .packed()
        .proto()
        .spare(),
    stub::Field::of(
            "scalars",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("scalars")
                    .ndr(stub::ndr_place!(defers true))
                    .number(7)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(7)
        .proto()
        .spare(),
    stub::Field::of(
            "flags",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("flags").explicit().proto() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(8)
        .packed()
        .proto()
        .spare(),
    stub::Field::of(
            "fixed",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("fixed")
                    .explicit()
                    .coded(stub::Coding::Fixed)
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2000)
        .coded(stub::Coding::Fixed)
        .packed()
        .proto()
        .spare(),
];

static MANY: stub::Record = stub::Record::of("Many", &MANY_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Many<'de>, MANY, MANY_FIELDS { 0 numbers, 1 signed, 2 doubles, 3 texts, 4 blobs, 5
    colours, 6 scalars, 7 flags, 8 fixed } unknown
}

impl Many<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Many<'static> {
        Many {
            numbers: self.numbers,
            signed: self.signed,
            doubles: self.doubles,
            texts: self.texts.into_iter().map(|v| Cow::Owned(v.into_owned())).collect(),
            blobs: self.blobs.into_iter().map(|v| Cow::Owned(v.into_owned())).collect(),
            colours: self.colours,
            scalars: self.scalars.into_iter().map(|v| v.into_owned()).collect(),
            flags: self.flags,
            fixed: self.fixed,
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Many<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Many")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Enumeration `Outer_Inner_Kind`; other values than these may come.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OuterInnerKind(pub i32);

impl OuterInnerKind {
    /// `UNKNOWN`, 0.
    pub const UNKNOWN: Self = Self(0);
    /// `KNOWN`, 1.
    pub const KNOWN: Self = Self(1);
}

impl core::fmt::Debug for OuterInnerKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        stub::name_member(&OUTER_INNER_KIND, self.0, f)
    }
}

static OUTER_INNER_KIND: stub::Enum = stub::Enum::of(
        "Outer_Inner_Kind",
        const {
            &[(stub::Cow::Borrowed("UNKNOWN"), 0), (stub::Cow::Borrowed("KNOWN"), 1)]
        },
    )
    .others(stub::Others::Kept);

impl stub::Encode for OuterInnerKind {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &OUTER_INNER_KIND, self.0);
    }
}

impl<'de> stub::Decode<'de> for OuterInnerKind {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.enumeration(f, &OUTER_INNER_KIND, &mut self.0)
    }
}

impl stub::Standalone for OuterInnerKind {
    const PLACE: &'static stub::Field = &stub::Field::plain("Outer_Inner_Kind")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// Record `Outer_Inner`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OuterInner {
    /// Field `kind`.
    pub kind: OuterInnerKind,
    /// Field `next`.
    pub next: Option<Box<OuterInner>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static OUTER_INNER_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("kind").ndr(stub::ndr_place!(bits 32)).number(1).proto().spare(),
    stub::Field::of(
            "next",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("next")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2)
        .proto()
        .spare(),
];

static OUTER_INNER: stub::Record = stub::Record::of("Outer_Inner", &OUTER_INNER_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    OuterInner, OUTER_INNER, OUTER_INNER_FIELDS { 0 kind, 1 next } unknown
}

impl stub::Standalone for OuterInner {
    const PLACE: &'static stub::Field = &stub::Field::plain("Outer_Inner")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Union `Outer_choice`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum OuterChoice<'a> {
    /// Label 3: field `text`.
    Text(Cow<'a, str>),
    /// a number
    Number(i32),
    /// Label 6: field `nested`.
    Nested(OuterInner),
    /// Label 8: field `outer`.
    Outer(Outer<'a>),
}

impl Default for OuterChoice<'_> {
    fn default() -> Self {
        Self::Text(Default::default())
    }
}

static OUTER_CHOICE_ARMS: [stub::Arm; 4] = [
    stub::Arm::of(
        &[3],
        stub::Field::plain("text")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(3)
            .explicit()
            .proto(),
    ),
    stub::Arm::of(
        &[4],
        stub::Field::plain("number")
            .xml(stub::xml_place!(name : stub::Cow::Borrowed("value"),))
            .number(4)
            .explicit()
            .proto(),
    ),
    stub::Arm::of(
        &[6],
        stub::Field::plain("nested")
            .ndr(stub::ndr_place!(defers true))
            .number(6)
            .explicit()
            .proto(),
    ),
    stub::Arm::of(
        &[8],
        stub::Field::plain("outer")
            .ndr(stub::ndr_place!(defers true))
            .number(8)
            .explicit()
            .proto(),
    ),
];

static OUTER_CHOICE: stub::Union = stub::Union::of(
        "Outer_choice",
        "number",
        stub::Discriminant::I32,
        &OUTER_CHOICE_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for OuterChoice<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Text(_) => (0, 3),
            Self::Number(_) => (1, 4),
            Self::Nested(_) => (2, 6),
            Self::Outer(_) => (3, 8),
        };
        s.union(f, &OUTER_CHOICE, arm, label, self);
    }
}

impl stub::Fields for OuterChoice<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Text(value) => s.field(&OUTER_CHOICE_ARMS[0].field, value),
            Self::Number(value) => s.field(&OUTER_CHOICE_ARMS[1].field, value),
            Self::Nested(value) => s.field(&OUTER_CHOICE_ARMS[2].field, value),
            Self::Outer(value) => s.field(&OUTER_CHOICE_ARMS[3].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for OuterChoice<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &OUTER_CHOICE, self)
    }
}

impl<'de> stub::Arms<'de> for OuterChoice<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Text(Default::default()),
            1 => Self::Number(Default::default()),
            2 => Self::Nested(Default::default()),
            _ => Self::Outer(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Text(value) => s.slot(&OUTER_CHOICE_ARMS[0].field, value),
            Self::Number(value) => s.slot(&OUTER_CHOICE_ARMS[1].field, value),
            Self::Nested(value) => s.slot(&OUTER_CHOICE_ARMS[2].field, value),
            Self::Outer(value) => s.slot(&OUTER_CHOICE_ARMS[3].field, value),
        }
    }
}

impl OuterChoice<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> OuterChoice<'static> {
        match self {
            Self::Text(value) => OuterChoice::Text(Cow::Owned(value.into_owned())),
            Self::Number(value) => OuterChoice::Number(value),
            Self::Nested(value) => OuterChoice::Nested(value),
            Self::Outer(value) => OuterChoice::Outer(value.into_owned()),
        }
    }
}

/// Union `Outer_other`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum OuterOther {
    /// Label 5: field `shade`.
    Shade(Colour),
    /// Label 11: field `yes`.
    Yes(bool),
}

impl Default for OuterOther {
    fn default() -> Self {
        Self::Shade(Default::default())
    }
}

static OUTER_OTHER_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[5],
        stub::Field::plain("shade")
            .ndr(stub::ndr_place!(bits 32))
            .number(5)
            .explicit()
            .proto(),
    ),
    stub::Arm::of(&[11], stub::Field::plain("yes").number(11).explicit().proto()),
];

static OUTER_OTHER: stub::Union = stub::Union::of(
        "Outer_other",
        "number",
        stub::Discriminant::I32,
        &OUTER_OTHER_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(tag 4));

impl stub::Encode for OuterOther {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Shade(_) => (0, 5),
            Self::Yes(_) => (1, 11),
        };
        s.union(f, &OUTER_OTHER, arm, label, self);
    }
}

impl stub::Fields for OuterOther {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Shade(value) => s.field(&OUTER_OTHER_ARMS[0].field, value),
            Self::Yes(value) => s.field(&OUTER_OTHER_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for OuterOther {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &OUTER_OTHER, self)
    }
}

impl<'de> stub::Arms<'de> for OuterOther {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Shade(Default::default()),
            _ => Self::Yes(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Shade(value) => s.slot(&OUTER_OTHER_ARMS[0].field, value),
            Self::Yes(value) => s.slot(&OUTER_OTHER_ARMS[1].field, value),
        }
    }
}

/// Record `Outer_CountsEntry`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OuterCountsEntry<'a> {
    /// Field `key`.
    pub key: Cow<'a, str>,
    /// Field `value`.
    pub value: i32,
}

static OUTER_COUNTS_ENTRY_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("key")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .explicit()
        .proto(),
    stub::Field::plain("value").number(2).explicit().proto(),
];

static OUTER_COUNTS_ENTRY: stub::Record = stub::Record::of(
        "Outer_CountsEntry",
        &OUTER_COUNTS_ENTRY_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    OuterCountsEntry<'de>, OUTER_COUNTS_ENTRY, OUTER_COUNTS_ENTRY_FIELDS { 0 key, 1
    value }
}

impl OuterCountsEntry<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> OuterCountsEntry<'static> {
        OuterCountsEntry {
            key: Cow::Owned(self.key.into_owned()),
            value: self.value,
        }
    }
}

/// Record `Outer_InnersEntry`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OuterInnersEntry {
    /// Field `key`.
    pub key: i64,
    /// Field `value`.
    pub value: OuterInner,
}

static OUTER_INNERS_ENTRY_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("key").number(1).explicit().proto(),
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(defers true))
        .number(2)
        .explicit()
        .proto(),
];

static OUTER_INNERS_ENTRY: stub::Record = stub::Record::of(
        "Outer_InnersEntry",
        &OUTER_INNERS_ENTRY_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 8, defers true));

stub::plain_record! {
    OuterInnersEntry, OUTER_INNERS_ENTRY, OUTER_INNERS_ENTRY_FIELDS { 0 key, 1 value }
}

/// Record `Outer_KindsEntry`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OuterKindsEntry {
    /// Field `key`.
    pub key: bool,
    /// Field `value`.
    pub value: OuterInnerKind,
}

static OUTER_KINDS_ENTRY_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("key").number(1).explicit().proto(),
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(bits 32))
        .number(2)
        .explicit()
        .proto(),
];

static OUTER_KINDS_ENTRY: stub::Record = stub::Record::of(
    "Outer_KindsEntry",
    &OUTER_KINDS_ENTRY_FIELDS,
);

stub::plain_record! {
    OuterKindsEntry, OUTER_KINDS_ENTRY, OUTER_KINDS_ENTRY_FIELDS { 0 key, 1 value }
}

/// What is nested
/// in a message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outer<'a> {
    /// Field `inner`.
    pub inner: Option<Box<OuterInner>>,
    /// Field `choice`.
    pub choice: Option<Box<OuterChoice<'a>>>,
    /// Field `other`.
    pub other: Option<OuterOther>,
    /// Field `counts`.
    pub counts: Vec<OuterCountsEntry<'a>>,
    /// Stands before its turn.
    pub last: Cow<'a, str>,
    /// Field `inners`.
    pub inners: Vec<OuterInnersEntry>,
    /// Field `kinds`.
    pub kinds: Vec<OuterKindsEntry>,
    /// Field `with_name`.
    pub with_name: i32,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static OUTER_FIELDS: [stub::Field; 8] = [
    stub::Field::of(
            "inner",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("inner")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::of(
            "choice",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("choice")
                    .ndr(stub::ndr_place!(defers true))
                    .explicit()
                    .coded(stub::Coding::Choice)
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .explicit()
        .coded(stub::Coding::Choice)
        .proto()
        .spare(),
    stub::Field::of(
            "other",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("other")
                    .explicit()
                    .coded(stub::Coding::Choice)
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .explicit()
        .coded(stub::Coding::Choice)
        .proto()
        .spare(),
    stub::Field::of(
            "counts",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("counts")
                    .ndr(stub::ndr_place!(defers true))
                    .number(7)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(7)
        .keyed()
        .proto()
        .spare(),
    stub::Field::plain("last")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(9)
        .proto()
        .spare(),
    stub::Field::of(
            "inners",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("inners")
                    .ndr(stub::ndr_place!(defers true))
                    .number(10)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(10)
        .keyed()
        .proto()
        .spare(),
    stub::Field::of(
            "kinds",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("kinds").number(12).explicit().proto() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(12)
        .keyed()
        .proto()
        .spare(),
    stub::Field::plain("with_name").number(31).proto().called("named").spare(),
];

static OUTER: stub::Record = stub::Record::choosing(
        "Outer",
        &OUTER_FIELDS,
        &[(3, 1), (4, 1), (5, 2), (6, 1), (8, 1), (11, 2)],
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const {
        &[
            stub::OneofArm::of("text", "text", 1, 0),
            stub::OneofArm::of("number", "number", 1, 1),
            stub::OneofArm::of("nested", "nested", 1, 2),
            stub::OneofArm::of("outer", "outer", 1, 3),
            stub::OneofArm::of("shade", "shade", 2, 0),
            stub::OneofArm::of("yes", "yes", 2, 1),
        ]
    });

stub::plain_record! {
    Outer<'de>, OUTER, OUTER_FIELDS { 0 inner, 1 choice, 2 other, 3 counts, 4 last, 5
    inners, 6 kinds, 7 with_name } unknown
}

impl Outer<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Outer<'static> {
        Outer {
            inner: self.inner,
            choice: self.choice.map(|v| Box::new(v.into_owned())),
            other: self.other,
            counts: self.counts.into_iter().map(|v| v.into_owned()).collect(),
            last: Cow::Owned(self.last.into_owned()),
            inners: self.inners,
            kinds: self.kinds,
            with_name: self.with_name,
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Outer<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Outer")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `Empty`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Empty {
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static EMPTY: stub::Record = stub::Record::of("Empty", &[])
    .ndr(stub::ndr_shape!(align 1))
    .message(const { &[] });

impl stub::Encode for Empty {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &EMPTY, self);
    }
}

impl<'de> stub::Decode<'de> for Empty {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &EMPTY, self)
    }
}

impl stub::Fields for Empty {
    #[inline]
    fn fields<S: stub::Sink>(&self, _: &mut S) {}
    #[inline]
    fn unknown(&self) -> &[u8] {
        &self.unknown
    }
}

impl<'de> stub::Slots<'de> for Empty {
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

    #[inline]
    fn unknown(&mut self, raw: &[u8]) {
        self.unknown.extend_from_slice(raw);
    }

    #[inline]
    fn forget_unknown(&mut self) {
        self.unknown.clear();
    }
}

impl stub::Standalone for Empty {
    const PLACE: &'static stub::Field = &stub::Field::plain("Empty").proto();
}

/// Records that hold each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ping<'a> {
    /// Field `pong`.
    pub pong: Option<Box<Pong<'a>>>,
    /// Field `unknown`.
    pub unknown: Cow<'a, [u8]>,
    /// Fields that the definition does not know, as they came.
    pub unknown2: Vec<u8>,
}

static PING_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "pong",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("pong")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::plain("unknown")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2)
        .proto()
        .spare(),
];

static PING: stub::Record = stub::Record::of("Ping", &PING_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Ping<'de>, PING, PING_FIELDS { 0 pong, 1 unknown } unknown2
}

impl Ping<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Ping<'static> {
        Ping {
            pong: self.pong.map(|v| Box::new(v.into_owned())),
            unknown: Cow::Owned(self.unknown.into_owned()),
            unknown2: self.unknown2,
        }
    }
}

impl stub::Standalone for Ping<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Ping")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Union `Pong_next`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum PongNext<'a> {
    /// Label 2: field `ping`.
    Ping(Ping<'a>),
    /// Label 3: field `pong`.
    Pong(Pong<'a>),
}

impl Default for PongNext<'_> {
    fn default() -> Self {
        Self::Ping(Default::default())
    }
}

static PONG_NEXT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[2],
        stub::Field::plain("ping")
            .ndr(stub::ndr_place!(defers true))
            .number(2)
            .explicit()
            .proto(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("pong")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit()
            .proto(),
    ),
];

static PONG_NEXT: stub::Union = stub::Union::of(
        "Pong_next",
        "number",
        stub::Discriminant::I32,
        &PONG_NEXT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for PongNext<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Ping(_) => (0, 2),
            Self::Pong(_) => (1, 3),
        };
        s.union(f, &PONG_NEXT, arm, label, self);
    }
}

impl stub::Fields for PongNext<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Ping(value) => s.field(&PONG_NEXT_ARMS[0].field, value),
            Self::Pong(value) => s.field(&PONG_NEXT_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for PongNext<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &PONG_NEXT, self)
    }
}

impl<'de> stub::Arms<'de> for PongNext<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Ping(Default::default()),
            _ => Self::Pong(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Ping(value) => s.slot(&PONG_NEXT_ARMS[0].field, value),
            Self::Pong(value) => s.slot(&PONG_NEXT_ARMS[1].field, value),
        }
    }
}

impl PongNext<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> PongNext<'static> {
        match self {
            Self::Ping(value) => PongNext::Ping(value.into_owned()),
            Self::Pong(value) => PongNext::Pong(value.into_owned()),
        }
    }
}

/// Record `Pong`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pong<'a> {
    /// Field `pings`.
    pub pings: Vec<Ping<'a>>,
    /// Field `next`.
    pub next: Option<Box<PongNext<'a>>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static PONG_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "pings",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("pings")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::of(
            "next",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("next")
                    .ndr(stub::ndr_place!(defers true))
                    .explicit()
                    .coded(stub::Coding::Choice)
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .explicit()
        .coded(stub::Coding::Choice)
        .proto()
        .spare(),
];

static PONG: stub::Record = stub::Record::choosing(
        "Pong",
        &PONG_FIELDS,
        &[(2, 1), (3, 1)],
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const {
        &[
            stub::OneofArm::of("ping", "ping", 1, 0),
            stub::OneofArm::of("pong", "pong", 1, 1),
        ]
    });

stub::plain_record! {
    Pong<'de>, PONG, PONG_FIELDS { 0 pings, 1 next } unknown
}

impl Pong<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Pong<'static> {
        Pong {
            pings: self.pings.into_iter().map(|v| v.into_owned()).collect(),
            next: self.next.map(|v| Box::new(v.into_owned())),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Pong<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Pong")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// What names interface `Exchange`, and its operations.
pub static EXCHANGE: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "Exchange",
        full_name: "gen.messages.Exchange",
        program: 0x34076c0d,
        uuid: 0x731027de_8cac_5255_a75d_4038a1f81fee_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&EXCHANGE_SWAP, &EXCHANGE_WATCH, &EXCHANGE_NOTHING],
};

static EXCHANGE_SWAP_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static EXCHANGE_SWAP_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Swap` takes and gives.
pub static EXCHANGE_SWAP: stub::OperationMeta = stub::OperationMeta {
    name: "Swap",
    number: 0,
    input: &stub::Record::of("Swap_in", &EXCHANGE_SWAP_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.messages.Exchange",
                "Swap",
                "urn:gen.messages.Exchange#Swap",
            )
        }),
    output: &stub::Record::of("Swap_out", &EXCHANGE_SWAP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.messages.Exchange",
                "SwapResponse",
                "urn:gen.messages.Exchange:Exchange:SwapResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static EXCHANGE_WATCH_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static EXCHANGE_WATCH_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Watch` takes and gives.
pub static EXCHANGE_WATCH: stub::OperationMeta = stub::OperationMeta {
    name: "Watch",
    number: 1,
    input: &stub::Record::of("Watch_in", &EXCHANGE_WATCH_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.messages.Exchange",
                "Watch",
                "urn:gen.messages.Exchange#Watch",
            )
        }),
    output: &stub::Record::of("Watch_out", &EXCHANGE_WATCH_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.messages.Exchange",
                "WatchResponse",
                "urn:gen.messages.Exchange:Exchange:WatchResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static EXCHANGE_NOTHING_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").proto(),
];

static EXCHANGE_NOTHING_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Nothing` takes and gives.
pub static EXCHANGE_NOTHING: stub::OperationMeta = stub::OperationMeta {
    name: "Nothing",
    number: 2,
    input: &stub::Record::of("Nothing_in", &EXCHANGE_NOTHING_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.messages.Exchange",
                "Nothing",
                "urn:gen.messages.Exchange#Nothing",
            )
        }),
    output: &stub::Record::of("Nothing_out", &EXCHANGE_NOTHING_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.messages.Exchange",
                "NothingResponse",
                "urn:gen.messages.Exchange:Exchange:NothingResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `Swap` takes.
#[derive(Clone, Debug)]
pub struct ExchangeSwapArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Ping<'a>,
}

stub::plain_fields! {
    ExchangeSwapArgs<'de>, EXCHANGE_SWAP_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct ExchangeSwapIn<'a> {
    request: Ping<'a>,
}

stub::plain_slots! {
    ExchangeSwapIn<'de>, EXCHANGE_SWAP_IN_FIELDS { 0 request }
}

/// What a call of `Swap` gives.
#[derive(Clone, Debug, Default)]
pub struct ExchangeSwapOut<'a> {
    /// Parameter `result`.
    pub result: Pong<'a>,
}

stub::plain_slots! {
    ExchangeSwapOut<'de>, EXCHANGE_SWAP_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `Swap`.
#[derive(Clone, Debug)]
pub struct ExchangeSwapReply<'a> {
    /// Parameter `result`.
    pub result: &'a Pong<'a>,
}

stub::plain_fields! {
    ExchangeSwapReply<'de>, EXCHANGE_SWAP_OUT_FIELDS { 0 result }
}

/// What a call of `Watch` takes.
#[derive(Clone, Debug)]
pub struct ExchangeWatchArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Ping<'a>,
}

stub::plain_fields! {
    ExchangeWatchArgs<'de>, EXCHANGE_WATCH_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct ExchangeWatchIn<'a> {
    request: Ping<'a>,
}

stub::plain_slots! {
    ExchangeWatchIn<'de>, EXCHANGE_WATCH_IN_FIELDS { 0 request }
}

/// What a call of `Watch` gives.
#[derive(Clone, Debug, Default)]
pub struct ExchangeWatchOut<'a> {
    /// Parameter `result`.
    pub result: Pong<'a>,
}

stub::plain_fields! {
    ExchangeWatchOut<'de>, EXCHANGE_WATCH_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    ExchangeWatchOut<'de>, EXCHANGE_WATCH_OUT_FIELDS { 0 result }
}

/// What a call of `Nothing` takes.
#[derive(Clone, Debug)]
pub struct ExchangeNothingArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Empty,
}

stub::plain_fields! {
    ExchangeNothingArgs<'de>, EXCHANGE_NOTHING_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct ExchangeNothingIn {
    request: Empty,
}

stub::plain_slots! {
    ExchangeNothingIn, EXCHANGE_NOTHING_IN_FIELDS { 0 request }
}

/// What a call of `Nothing` gives.
#[derive(Clone, Debug, Default)]
pub struct ExchangeNothingOut {
    /// Parameter `result`.
    pub result: Empty,
}

stub::plain_slots! {
    ExchangeNothingOut, EXCHANGE_NOTHING_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `Nothing`.
#[derive(Clone, Debug)]
pub struct ExchangeNothingReply<'a> {
    /// Parameter `result`.
    pub result: &'a Empty,
}

stub::plain_fields! {
    ExchangeNothingReply<'de>, EXCHANGE_NOTHING_OUT_FIELDS { 0 result }
}

/// A client of `Exchange`.
pub struct ExchangeClient {
    client: stub::Client,
}

impl ExchangeClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, EXCHANGE.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `Swap`.
    pub fn swap(&mut self, request: &Ping<'_>) -> Result<Pong<'_>, stub::CallError> {
        let output: ExchangeSwapOut<'_> = self
            .client
            .invoke(&EXCHANGE, &EXCHANGE_SWAP, &ExchangeSwapArgs { request })?;
        Ok(output.result)
    }

    /// Operation 1, `Watch`.
    pub fn watch(
        &mut self,
        request: &Ping<'_>,
    ) -> Result<ExchangeWatchStream<'_>, stub::CallError> {
        let call = self
            .client
            .pull(&EXCHANGE, &EXCHANGE_WATCH, &ExchangeWatchArgs { request })?;
        Ok(ExchangeWatchStream { call })
    }

    /// Operation 2, `Nothing`.
    pub fn nothing(&mut self, request: &Empty) -> Result<Empty, stub::CallError> {
        let output: ExchangeNothingOut = self
            .client
            .invoke(&EXCHANGE, &EXCHANGE_NOTHING, &ExchangeNothingArgs { request })?;
        Ok(output.result)
    }
}

impl stub::Stub for ExchangeClient {
    const INTERFACE: &'static stub::InterfaceMeta = &EXCHANGE;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// A call of `Watch` under way, from its client's side. When dropped before its end it is given up.
pub struct ExchangeWatchStream<'c> {
    call: stub::OpenCall<'c>,
}

impl ExchangeWatchStream<'_> {
    /// Waits for the next message of the server; `None` when the call is over and went
    /// well.
    ///
    /// # Errors
    /// Whatever ended the call otherwise.
    #[allow(clippy::should_implement_trait, reason = "it lends, and it may fail")]
    pub fn next(&mut self) -> Result<Option<Pong<'_>>, stub::CallError> {
        let next: Option<ExchangeWatchOut<'_>> = self.call.next()?;
        Ok(next.map(|output| output.result))
    }

    /// What has travelled beside the messages so far: what is initial with the first one,
    /// what is trailing with the end, however the call ended.
    pub fn metadata(&mut self) -> &stub::ReplyMetadata {
        self.call.metadata()
    }

    /// Abandons the call and notifies the server.
    pub fn cancel(self) {}
}

/// What a server of `Exchange` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Exchange: Send + Sync {
    /// Operation 0, `Swap`.
    fn swap<'a>(
        &'a self,
        call: &stub::Context<'_>,
        request: Ping<'a>,
    ) -> Result<Pong<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `swap` where results are not the server's own: a guard's, an `Arc`'s.
    fn swap_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Ping<'_>,
        reply: impl FnOnce(&Pong<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.swap(call, request).map(|result| reply(&result))
    }

    /// Operation 1, `Watch`.
    fn watch(
        &self,
        call: &stub::Context<'_>,
        request: Ping<'_>,
    ) -> Result<stub::ReplyStream<Pong<'static>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 2, `Nothing`.
    fn nothing(
        &self,
        call: &stub::Context<'_>,
        request: Empty,
    ) -> Result<Empty, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `nothing` where results are not the server's own: a guard's, an `Arc`'s.
    fn nothing_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Empty,
        reply: impl FnOnce(&Empty) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.nothing(call, request).map(|result| reply(&result))
    }
}

/// Serves `Exchange` with an object that implements [`Exchange`].
pub struct ExchangeServer<T>(pub T);

impl<T: Exchange> stub::Service for ExchangeServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        EXCHANGE.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        EXCHANGE.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        EXCHANGE.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &EXCHANGE_SWAP,
                    |context, input: ExchangeSwapIn<'_>, reply| {
                        self.0
                            .swap_replying(
                                context,
                                input.request,
                                |result| reply.finish(&ExchangeSwapReply { result }),
                            )
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &EXCHANGE_NOTHING,
                    |context, input: ExchangeNothingIn, reply| {
                        self.0
                            .nothing_replying(
                                context,
                                input.request,
                                |result| reply.finish(&ExchangeNothingReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }

    fn streams_of(&self, operation: u32) -> stub::Streams {
        match operation {
            1 => {
                stub::Streams {
                    request: false,
                    reply: true,
                }
            }
            _ => stub::Streams::NONE,
        }
    }

    fn open(
        &self,
        operation: u32,
        call: &stub::Dispatch<'_>,
    ) -> Result<Box<dyn stub::Stream>, stub::Fault> {
        match operation {
            1 => {
                call.pull(
                    &EXCHANGE_WATCH,
                    |context, input: ExchangeWatchIn<'_>| {
                        self.0.watch(context, input.request)
                    },
                    |result| ExchangeWatchOut { result },
                )
            }
            _ => Err(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `Exchange` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncExchangeClient {
        client: stub::AsyncClient,
    }

    impl AsyncExchangeClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, EXCHANGE.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `Swap`.
        pub async fn swap(
            &self,
            request: &Ping<'_>,
        ) -> Result<Pong<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&EXCHANGE, &EXCHANGE_SWAP, &ExchangeSwapArgs { request })
                .await?;
            let output: ExchangeSwapOut<'_> = reply.results(&EXCHANGE_SWAP)?;
            Ok(output.result.into_owned())
        }

        /// Operation 1, `Watch`.
        pub async fn watch(
            &self,
            request: &Ping<'_>,
        ) -> Result<stub::ReplyReceiver<Pong<'static>>, stub::CallError> {
            self.client
                .server_streaming(
                    &EXCHANGE,
                    &EXCHANGE_WATCH,
                    &ExchangeWatchArgs { request },
                    |message| message.read(|of: ExchangeWatchOut<'_>| of.result.into_owned()),
                )
                .await
        }

        /// Operation 2, `Nothing`.
        pub async fn nothing(&self, request: &Empty) -> Result<Empty, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&EXCHANGE, &EXCHANGE_NOTHING, &ExchangeNothingArgs { request })
                .await?;
            let output: ExchangeNothingOut = reply.results(&EXCHANGE_NOTHING)?;
            Ok(output.result)
        }
    }

    impl stub::AsyncStub for AsyncExchangeClient {
        const INTERFACE: &'static stub::InterfaceMeta = &EXCHANGE;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `Exchange` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncExchange: Send + Sync {
        /// Operation 0, `Swap`.
        fn swap<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Ping<'a>,
        ) -> impl std::future::Future<Output = Result<Pong<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `Watch`.
        fn watch<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Ping<'a>,
            replies: stub::ReplySender<Pong<'a>>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `Nothing`.
        fn nothing<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Empty,
        ) -> impl std::future::Future<Output = Result<Empty, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `Exchange` with an object that implements [`AsyncExchange`], on a runtime.
    pub struct AsyncExchangeServer<T>(pub T);

    impl<T: AsyncExchange + 'static> stub::Service for AsyncExchangeServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            EXCHANGE.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            EXCHANGE.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            EXCHANGE.elements()
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
                        let (input, mut referents): (ExchangeSwapIn<'_>, _) = call
                            .input(&EXCHANGE_SWAP)?;
                        let context = call.context();
                        let result = self.0.swap(&context, input.request).await;
                        let output = result
                            .map_err(|fault| call.fail(&EXCHANGE_SWAP, fault))?;
                        Ok(
                            call
                                .end(
                                    &EXCHANGE_SWAP,
                                    &ExchangeSwapReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (ExchangeNothingIn, _) = call
                            .input(&EXCHANGE_NOTHING)?;
                        let context = call.context();
                        let result = self.0.nothing(&context, input.request).await;
                        let output = result
                            .map_err(|fault| call.fail(&EXCHANGE_NOTHING, fault))?;
                        Ok(
                            call
                                .end(
                                    &EXCHANGE_NOTHING,
                                    &ExchangeNothingReply {
                                        result: &output,
                                    },
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

        fn streams_of(&self, operation: u32) -> stub::Streams {
            match operation {
                1 => {
                    stub::Streams {
                        request: false,
                        reply: true,
                    }
                }
                _ => stub::Streams::NONE,
            }
        }

        fn open_shared(
            self: std::sync::Arc<Self>,
            operation: u32,
            call: &stub::Dispatch<'_>,
        ) -> Result<Box<dyn stub::Stream>, stub::Fault> {
            match operation {
                1 => {
                    Ok(
                        stub::streaming(
                            call,
                            &EXCHANGE_WATCH,
                            |call| async move {
                                let input: ExchangeWatchIn<'_> = call.input()?;
                                let replies = call
                                    .replies(|result: Pong<'_>, out| {
                                        out.write(&ExchangeWatchOut { result })
                                    });
                                let context = call.context();
                                self.0.watch(&context, input.request, replies).await
                            },
                        ),
                    )
                }
                _ => Err(stub::Fault::NoSuchOperation),
            }
        }
    }
}
