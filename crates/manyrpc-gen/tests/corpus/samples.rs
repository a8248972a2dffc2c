// Generated from samples.x by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Enumeration `colour`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Colour {
    /// `RED`, 0.
    #[default]
    Red = 0,
    /// `GREEN`, 5.
    Green = 5,
    /// `BLUE`, -1.
    Blue = -1,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for Colour {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            0 => Ok(Self::Red),
            5 => Ok(Self::Green),
            -1 => Ok(Self::Blue),
            _ => Err(value),
        }
    }
}

static COLOUR: stub::Enum = stub::Enum::of(
    "colour",
    const {
        &[
            (stub::Cow::Borrowed("RED"), 0),
            (stub::Cow::Borrowed("GREEN"), 5),
            (stub::Cow::Borrowed("BLUE"), -1),
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
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// Record `scalars`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scalars {
    /// Field `i`.
    pub i: i32,
    /// Field `u`.
    pub u: u32,
    /// Field `h`.
    pub h: i64,
    /// Field `uh`.
    pub uh: u64,
    /// Field `f`.
    pub f: f32,
    /// Field `d`.
    pub d: f64,
    /// Field `yes`.
    pub yes: bool,
    /// Field `no`.
    pub no: bool,
    /// Field `c`.
    pub c: Colour,
}

static SCALARS_FIELDS: [stub::Field; 9] = [
    stub::Field::plain("i").number(1),
    stub::Field::plain("u").number(2),
    stub::Field::plain("h").number(3),
    stub::Field::plain("uh").number(4),
    stub::Field::plain("f").number(5),
    stub::Field::plain("d").number(6),
    stub::Field::plain("yes").number(7),
    stub::Field::plain("no").number(8),
    stub::Field::plain("c").ndr(stub::ndr_place!(bits 32)).number(9),
];

static SCALARS: stub::Record = stub::Record::of("scalars", &SCALARS_FIELDS)
    .ndr(stub::ndr_shape!(align 8));

stub::plain_record! {
    Scalars, SCALARS, SCALARS_FIELDS { 0 i, 1 u, 2 h, 3 uh, 4 f, 5 d, 6 yes, 7 no, 8 c }
}

impl stub::Standalone for Scalars {
    const PLACE: &'static stub::Field = &stub::Field::plain("scalars");
}

/// `opaque_fixed` of the definition.
pub type OpaqueFixed = [u8; 5];

/// `opaque_variable` of the definition.
pub type OpaqueVariable<'a> = Cow<'a, [u8]>;

/// `word` of the definition.
pub type Word<'a> = Cow<'a, str>;

/// `triple` of the definition.
pub type Triple = [i32; 3];

/// `hypers` of the definition.
pub type Hypers = Vec<i64>;

/// `words` of the definition.
pub type Words<'a> = Vec<Cow<'a, str>>;

/// Record `point`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// Field `x`.
    pub x: i16,
    /// Field `y`.
    pub y: u16,
}

static POINT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("x").number(1),
    stub::Field::plain("y").number(2),
];

static POINT: stub::Record = stub::Record::of("point", &POINT_FIELDS)
    .ndr(stub::ndr_shape!(align 2));

stub::plain_record! {
    Point, POINT, POINT_FIELDS { 0 x, 1 y }
}

impl stub::Standalone for Point {
    const PLACE: &'static stub::Field = &stub::Field::plain("point");
}

/// `points` of the definition.
pub type Points = Vec<Point>;

/// `maybe` of the definition.
pub type Maybe = Option<i32>;

/// Element of a list of `node`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node<'a> {
    /// Field `name`.
    pub name: Cow<'a, str>,
    /// Field `value`.
    pub value: i32,
}

static NODE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("value").number(2),
];

static NODE: stub::Record = stub::Record::of("node", &NODE_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Node<'de>, NODE, NODE_FIELDS { 0 name, 1 value }
}

impl Node<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Node<'static> {
        Node {
            name: Cow::Owned(self.name.into_owned()),
            value: self.value,
        }
    }
}

/// `list` of the definition.
pub type List<'a> = stub::Chain<Node<'a>>;

/// Union `shape`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<'a> {
    /// Label 0, 5: field `size`.
    Size {
        /// The label that chose it.
        label: Colour,
        /// What it holds.
        value: i64,
    },
    /// Label -1: field `label`, at most 64 bytes.
    Label(Cow<'a, str>),
    /// Any other label: nothing.
    Default {
        /// The label that chose it.
        label: i32,
    },
}

impl Default for Shape<'_> {
    fn default() -> Self {
        Self::Size {
            label: Colour::Red,
            value: Default::default(),
        }
    }
}

static SHAPE_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[0, 5], stub::Field::plain("size").number(2).explicit()),
    stub::Arm::of(
        &[-1],
        stub::Field::sized("label", stub::Length::UpTo(64))
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(&[], stub::Field::plain("default").number(4).explicit()),
];

static SHAPE: stub::Union = stub::Union::of(
        "shape",
        "kind",
        stub::Discriminant::Enum(stub::Link::Static(&COLOUR)),
        &SHAPE_ARMS,
        Some(2),
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl Shape<'_> {
    /// Label 0, 5: field `size`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn size(label: Colour, value: i64) -> Result<Self, stub::WrongLabel> {
        SHAPE.admits(0, label as i64)?;
        Ok(Self::Size { label, value })
    }
}

impl stub::Encode for Shape<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Size { label, .. } => (0, *label as i64),
            Self::Label(_) => (1, -1),
            Self::Default { label } => (2, i64::from(*label)),
        };
        s.union(f, &SHAPE, arm, label, self);
    }
}

impl stub::Fields for Shape<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Size { value, .. } => s.field(&SHAPE_ARMS[0].field, value),
            Self::Label(value) => s.field(&SHAPE_ARMS[1].field, value),
            Self::Default { .. } => s.field(&SHAPE_ARMS[2].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for Shape<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &SHAPE, self)
    }
}

impl<'de> stub::Arms<'de> for Shape<'de> {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => {
                Self::Size {
                    label: Colour::try_from(label as i32).unwrap_or_default(),
                    value: Default::default(),
                }
            }
            1 => Self::Label(Default::default()),
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
            Self::Size { value, .. } => s.slot(&SHAPE_ARMS[0].field, value),
            Self::Label(value) => s.slot(&SHAPE_ARMS[1].field, value),
            Self::Default { .. } => s.slot(&SHAPE_ARMS[2].field, &mut ()),
        }
    }
}

impl Shape<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Shape<'static> {
        match self {
            Self::Size { label, value } => Shape::Size { label, value },
            Self::Label(value) => Shape::Label(Cow::Owned(value.into_owned())),
            Self::Default { label } => Shape::Default { label },
        }
    }
}

impl stub::Standalone for Shape<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("shape")
        .ndr(stub::ndr_place!(defers true));
}

/// Union `answer`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Answer<'a> {
    /// Label 0: nothing.
    #[default]
    Case0,
    /// Label 1, 2: field `bytes`.
    Bytes {
        /// The label that chose it.
        label: i32,
        /// What it holds.
        value: Cow<'a, [u8]>,
    },
    /// Label -3: field `where`.
    Where(Point),
    /// Any other label: field `other`.
    Other {
        /// The label that chose it.
        label: i32,
        /// What it holds.
        value: f32,
    },
}

static ANSWER_ARMS: [stub::Arm; 4] = [
    stub::Arm::of(&[0], stub::Field::plain("case_0").number(2).explicit()),
    stub::Arm::of(
        &[1, 2],
        stub::Field::plain("bytes")
            .ndr(stub::ndr_place!(array Counted, defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(&[-3], stub::Field::plain("where").number(4).explicit()),
    stub::Arm::of(&[], stub::Field::plain("other").number(5).explicit()),
];

static ANSWER: stub::Union = stub::Union::of(
        "answer",
        "status",
        stub::Discriminant::I32,
        &ANSWER_ARMS,
        Some(3),
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl<'a> Answer<'a> {
    /// Label 1, 2: field `bytes`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn bytes(
        label: i32,
        value: impl Into<Cow<'a, [u8]>>,
    ) -> Result<Self, stub::WrongLabel> {
        ANSWER.admits(1, i64::from(label))?;
        Ok(Self::Bytes {
            label,
            value: value.into(),
        })
    }

    /// Any other label: field `other`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn other(label: i32, value: f32) -> Result<Self, stub::WrongLabel> {
        ANSWER.admits(3, i64::from(label))?;
        Ok(Self::Other { label, value })
    }
}

impl stub::Encode for Answer<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Case0 => (0, 0),
            Self::Bytes { label, .. } => (1, i64::from(*label)),
            Self::Where(_) => (2, -3),
            Self::Other { label, .. } => (3, i64::from(*label)),
        };
        s.union(f, &ANSWER, arm, label, self);
    }
}

impl stub::Fields for Answer<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Case0 => s.field(&ANSWER_ARMS[0].field, &()),
            Self::Bytes { value, .. } => s.field(&ANSWER_ARMS[1].field, value),
            Self::Where(value) => s.field(&ANSWER_ARMS[2].field, value),
            Self::Other { value, .. } => s.field(&ANSWER_ARMS[3].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for Answer<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &ANSWER, self)
    }
}

impl<'de> stub::Arms<'de> for Answer<'de> {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::Case0,
            1 => {
                Self::Bytes {
                    label: label as i32,
                    value: Default::default(),
                }
            }
            2 => Self::Where(Default::default()),
            _ => {
                Self::Other {
                    label: label as i32,
                    value: Default::default(),
                }
            }
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Case0 => s.slot(&ANSWER_ARMS[0].field, &mut ()),
            Self::Bytes { value, .. } => s.slot(&ANSWER_ARMS[1].field, value),
            Self::Where(value) => s.slot(&ANSWER_ARMS[2].field, value),
            Self::Other { value, .. } => s.slot(&ANSWER_ARMS[3].field, value),
        }
    }
}

impl Answer<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Answer<'static> {
        match self {
            Self::Case0 => Answer::Case0,
            Self::Bytes { label, value } => {
                Answer::Bytes {
                    label,
                    value: Cow::Owned(value.into_owned()),
                }
            }
            Self::Where(value) => Answer::Where(value),
            Self::Other { label, value } => Answer::Other { label, value },
        }
    }
}

impl stub::Standalone for Answer<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("answer")
        .ndr(stub::ndr_place!(defers true));
}

/// Union `found`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Label 1: field `value`.
    Value(i32),
    /// Label 0: nothing.
    False,
}

impl Default for Found {
    fn default() -> Self {
        Self::Value(Default::default())
    }
}

static FOUND_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[1], stub::Field::plain("value").number(2).explicit()),
    stub::Arm::of(&[0], stub::Field::plain("FALSE").number(3).explicit()),
];

static FOUND: stub::Union = stub::Union::of(
        "found",
        "there",
        stub::Discriminant::Bool,
        &FOUND_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(align 1, tag 1));

impl stub::Encode for Found {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Value(_) => (0, 1),
            Self::False => (1, 0),
        };
        s.union(f, &FOUND, arm, label, self);
    }
}

impl stub::Fields for Found {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Value(value) => s.field(&FOUND_ARMS[0].field, value),
            Self::False => s.field(&FOUND_ARMS[1].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for Found {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &FOUND, self)
    }
}

impl<'de> stub::Arms<'de> for Found {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Value(Default::default()),
            _ => Self::False,
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Value(value) => s.slot(&FOUND_ARMS[0].field, value),
            Self::False => s.slot(&FOUND_ARMS[1].field, &mut ()),
        }
    }
}

impl stub::Standalone for Found {
    const PLACE: &'static stub::Field = &stub::Field::plain("found");
}
