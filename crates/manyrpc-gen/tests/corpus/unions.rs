// Generated from unions.x by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Enumeration `status`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Status {
    /// `OK`, 0.
    #[default]
    Ok = 0,
    /// `MOVED`, 2.
    Moved = 2,
    /// `LOST`, -5.
    Lost = -5,
    /// `GONE`, 9.
    Gone = 9,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for Status {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            0 => Ok(Self::Ok),
            2 => Ok(Self::Moved),
            -5 => Ok(Self::Lost),
            9 => Ok(Self::Gone),
            _ => Err(value),
        }
    }
}

static STATUS: stub::Enum = stub::Enum::of(
    "status",
    const {
        &[
            (stub::Cow::Borrowed("OK"), 0),
            (stub::Cow::Borrowed("MOVED"), 2),
            (stub::Cow::Borrowed("LOST"), -5),
            (stub::Cow::Borrowed("GONE"), 9),
        ]
    },
);

impl stub::Encode for Status {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &STATUS, *self as i32);
    }
}

impl<'de> stub::Decode<'de> for Status {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        let mut value = *self as i32;
        s.enumeration(f, &STATUS, &mut value)?;
        *self = Self::try_from(value).map_err(|_| stub::Fail)?;
        Ok(())
    }
}

impl stub::Standalone for Status {
    const PLACE: &'static stub::Field = &stub::Field::plain("status")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// The error arm has no label of its own.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Attributes {
    /// Label 0: field `size`.
    Size(i64),
    /// Any other label: nothing.
    Default {
        /// The label that chose it.
        label: i32,
    },
}

impl Default for Attributes {
    fn default() -> Self {
        Self::Size(Default::default())
    }
}

static ATTRIBUTES_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[0], stub::Field::plain("size").number(2).explicit()),
    stub::Arm::of(&[], stub::Field::plain("default").number(3).explicit()),
];

static ATTRIBUTES: stub::Union = stub::Union::of(
        "attributes",
        "code",
        stub::Discriminant::Enum(stub::Link::Static(&STATUS)),
        &ATTRIBUTES_ARMS,
        Some(1),
    )
    .ndr(stub::ndr_shape!(tag 4));

impl Attributes {
    /// Any other label: nothing.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn other(label: Status) -> Result<Self, stub::WrongLabel> {
        ATTRIBUTES.admits(1, label as i64)?;
        Ok(Self::Default {
            label: label as i32,
        })
    }
}

impl stub::Encode for Attributes {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Size(_) => (0, 0),
            Self::Default { label } => (1, i64::from(*label)),
        };
        s.union(f, &ATTRIBUTES, arm, label, self);
    }
}

impl stub::Fields for Attributes {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Size(value) => s.field(&ATTRIBUTES_ARMS[0].field, value),
            Self::Default { .. } => s.field(&ATTRIBUTES_ARMS[1].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for Attributes {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &ATTRIBUTES, self)
    }
}

impl<'de> stub::Arms<'de> for Attributes {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::Size(Default::default()),
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
            Self::Size(value) => s.slot(&ATTRIBUTES_ARMS[0].field, value),
            Self::Default { .. } => s.slot(&ATTRIBUTES_ARMS[1].field, &mut ()),
        }
    }
}

impl stub::Standalone for Attributes {
    const PLACE: &'static stub::Field = &stub::Field::plain("attributes");
}

/// Union `by_enum`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ByEnum<'a> {
    /// Label 0: field `data`.
    Data(Cow<'a, [u8]>),
    /// Label 2, -5: field `target`.
    Target {
        /// The label that chose it.
        label: Status,
        /// What it holds.
        value: Cow<'a, str>,
    },
    /// Any other label: field `reason`.
    Reason {
        /// The label that chose it.
        label: i32,
        /// What it holds.
        value: i32,
    },
}

impl Default for ByEnum<'_> {
    fn default() -> Self {
        Self::Data(Default::default())
    }
}

static BY_ENUM_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("data")
            .ndr(stub::ndr_place!(array Counted, defers true))
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[2, -5],
        stub::Field::plain("target")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(&[], stub::Field::plain("reason").number(4).explicit()),
];

static BY_ENUM: stub::Union = stub::Union::of(
        "by_enum",
        "code",
        stub::Discriminant::Enum(stub::Link::Static(&STATUS)),
        &BY_ENUM_ARMS,
        Some(2),
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl<'a> ByEnum<'a> {
    /// Label 2, -5: field `target`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn target(
        label: Status,
        value: impl Into<Cow<'a, str>>,
    ) -> Result<Self, stub::WrongLabel> {
        BY_ENUM.admits(1, label as i64)?;
        Ok(Self::Target {
            label,
            value: value.into(),
        })
    }

    /// Any other label: field `reason`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn reason(label: Status, value: i32) -> Result<Self, stub::WrongLabel> {
        BY_ENUM.admits(2, label as i64)?;
        Ok(Self::Reason {
            label: label as i32,
            value,
        })
    }
}

impl stub::Encode for ByEnum<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Data(_) => (0, 0),
            Self::Target { label, .. } => (1, *label as i64),
            Self::Reason { label, .. } => (2, i64::from(*label)),
        };
        s.union(f, &BY_ENUM, arm, label, self);
    }
}

impl stub::Fields for ByEnum<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Data(value) => s.field(&BY_ENUM_ARMS[0].field, value),
            Self::Target { value, .. } => s.field(&BY_ENUM_ARMS[1].field, value),
            Self::Reason { value, .. } => s.field(&BY_ENUM_ARMS[2].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ByEnum<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &BY_ENUM, self)
    }
}

impl<'de> stub::Arms<'de> for ByEnum<'de> {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::Data(Default::default()),
            1 => {
                Self::Target {
                    label: Status::try_from(label as i32).unwrap_or_default(),
                    value: Default::default(),
                }
            }
            _ => {
                Self::Reason {
                    label: label as i32,
                    value: Default::default(),
                }
            }
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Data(value) => s.slot(&BY_ENUM_ARMS[0].field, value),
            Self::Target { value, .. } => s.slot(&BY_ENUM_ARMS[1].field, value),
            Self::Reason { value, .. } => s.slot(&BY_ENUM_ARMS[2].field, value),
        }
    }
}

impl ByEnum<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ByEnum<'static> {
        match self {
            Self::Data(value) => ByEnum::Data(Cow::Owned(value.into_owned())),
            Self::Target { label, value } => {
                ByEnum::Target {
                    label,
                    value: Cow::Owned(value.into_owned()),
                }
            }
            Self::Reason { label, value } => ByEnum::Reason { label, value },
        }
    }
}

impl stub::Standalone for ByEnum<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("by_enum")
        .ndr(stub::ndr_place!(defers true));
}

/// Each member listed, two of them for nothing.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Complete {
    /// Label 0: field `more`.
    More(Attributes),
    /// Label 2, 9: nothing.
    Moved {
        /// The label that chose it.
        label: Status,
    },
    /// Label -5: field `last`, at most 2 elements.
    Last(Vec<Attributes>),
}

impl Default for Complete {
    fn default() -> Self {
        Self::More(Default::default())
    }
}

static COMPLETE_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[0], stub::Field::plain("more").number(2).explicit()),
    stub::Arm::of(&[2, 9], stub::Field::plain("MOVED").number(3).explicit()),
    stub::Arm::of(
        &[-5],
        stub::Field::of(
                "last",
                stub::Length::UpTo(2),
                const {
                    &stub::Field::plain("last")
                        .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                        .number(4)
                        .explicit()
                },
            )
            .ndr(stub::ndr_place!(array Counted, defers true))
            .xml(stub::xml_place!(wrapped : true,))
            .number(4)
            .explicit(),
    ),
];

static COMPLETE: stub::Union = stub::Union::of(
        "complete",
        "code",
        stub::Discriminant::Enum(stub::Link::Static(&STATUS)),
        &COMPLETE_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl Complete {
    /// Label 2, 9: nothing.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn moved(label: Status) -> Result<Self, stub::WrongLabel> {
        COMPLETE.admits(1, label as i64)?;
        Ok(Self::Moved { label })
    }
}

impl stub::Encode for Complete {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::More(_) => (0, 0),
            Self::Moved { label } => (1, *label as i64),
            Self::Last(_) => (2, -5),
        };
        s.union(f, &COMPLETE, arm, label, self);
    }
}

impl stub::Fields for Complete {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::More(value) => s.field(&COMPLETE_ARMS[0].field, value),
            Self::Moved { .. } => s.field(&COMPLETE_ARMS[1].field, &()),
            Self::Last(value) => s.field(&COMPLETE_ARMS[2].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for Complete {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &COMPLETE, self)
    }
}

impl<'de> stub::Arms<'de> for Complete {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::More(Default::default()),
            1 => {
                Self::Moved {
                    label: Status::try_from(label as i32).unwrap_or_default(),
                }
            }
            _ => Self::Last(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::More(value) => s.slot(&COMPLETE_ARMS[0].field, value),
            Self::Moved { .. } => s.slot(&COMPLETE_ARMS[1].field, &mut ()),
            Self::Last(value) => s.slot(&COMPLETE_ARMS[2].field, value),
        }
    }
}

impl stub::Standalone for Complete {
    const PLACE: &'static stub::Field = &stub::Field::plain("complete")
        .ndr(stub::ndr_place!(defers true));
}

/// Union `by_unsigned`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ByUnsigned {
    /// Label 0: nothing.
    #[default]
    Case0,
    /// Label 4294967295: field `top`.
    Top(f64),
}

static BY_UNSIGNED_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[0], stub::Field::plain("case_0").number(2).explicit()),
    stub::Arm::of(&[4294967295], stub::Field::plain("top").number(3).explicit()),
];

static BY_UNSIGNED: stub::Union = stub::Union::of(
        "by_unsigned",
        "tag",
        stub::Discriminant::U32,
        &BY_UNSIGNED_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(tag 4));

impl stub::Encode for ByUnsigned {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Case0 => (0, 0),
            Self::Top(_) => (1, 4294967295),
        };
        s.union(f, &BY_UNSIGNED, arm, label, self);
    }
}

impl stub::Fields for ByUnsigned {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Case0 => s.field(&BY_UNSIGNED_ARMS[0].field, &()),
            Self::Top(value) => s.field(&BY_UNSIGNED_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ByUnsigned {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &BY_UNSIGNED, self)
    }
}

impl<'de> stub::Arms<'de> for ByUnsigned {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Case0,
            _ => Self::Top(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Case0 => s.slot(&BY_UNSIGNED_ARMS[0].field, &mut ()),
            Self::Top(value) => s.slot(&BY_UNSIGNED_ARMS[1].field, value),
        }
    }
}

impl stub::Standalone for ByUnsigned {
    const PLACE: &'static stub::Field = &stub::Field::plain("by_unsigned");
}

/// Union `by_int`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ByInt<'a> {
    /// Label -1: nothing.
    #[default]
    CaseMinus1,
    /// Label 12: field `inner`.
    Inner(ByUnsigned),
    /// Label 13, 14: field `fixed`.
    Fixed {
        /// The label that chose it.
        label: i32,
        /// What it holds.
        value: [u8; 40],
    },
    /// Any other label: field `other`.
    Other {
        /// The label that chose it.
        label: i32,
        /// What it holds.
        value: Cow<'a, str>,
    },
}

static BY_INT_ARMS: [stub::Arm; 4] = [
    stub::Arm::of(&[-1], stub::Field::plain("case_minus_1").number(2).explicit()),
    stub::Arm::of(&[12], stub::Field::plain("inner").number(3).explicit()),
    stub::Arm::of(
        &[13, 14],
        stub::Field::sized("fixed", stub::Length::Fixed(40)).number(4).explicit(),
    ),
    stub::Arm::of(
        &[],
        stub::Field::plain("other")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(5)
            .explicit(),
    ),
];

static BY_INT: stub::Union = stub::Union::of(
        "by_int",
        "tag",
        stub::Discriminant::I32,
        &BY_INT_ARMS,
        Some(3),
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl<'a> ByInt<'a> {
    /// Label 13, 14: field `fixed`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn fixed(label: i32, value: [u8; 40]) -> Result<Self, stub::WrongLabel> {
        BY_INT.admits(2, i64::from(label))?;
        Ok(Self::Fixed { label, value })
    }

    /// Any other label: field `other`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn other(
        label: i32,
        value: impl Into<Cow<'a, str>>,
    ) -> Result<Self, stub::WrongLabel> {
        BY_INT.admits(3, i64::from(label))?;
        Ok(Self::Other {
            label,
            value: value.into(),
        })
    }
}

impl stub::Encode for ByInt<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::CaseMinus1 => (0, -1),
            Self::Inner(_) => (1, 12),
            Self::Fixed { label, .. } => (2, i64::from(*label)),
            Self::Other { label, .. } => (3, i64::from(*label)),
        };
        s.union(f, &BY_INT, arm, label, self);
    }
}

impl stub::Fields for ByInt<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::CaseMinus1 => s.field(&BY_INT_ARMS[0].field, &()),
            Self::Inner(value) => s.field(&BY_INT_ARMS[1].field, value),
            Self::Fixed { value, .. } => s.field(&BY_INT_ARMS[2].field, value),
            Self::Other { value, .. } => s.field(&BY_INT_ARMS[3].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ByInt<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &BY_INT, self)
    }
}

impl<'de> stub::Arms<'de> for ByInt<'de> {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::CaseMinus1,
            1 => Self::Inner(Default::default()),
            2 => {
                Self::Fixed {
                    label: label as i32,
                    value: [0; 40],
                }
            }
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
            Self::CaseMinus1 => s.slot(&BY_INT_ARMS[0].field, &mut ()),
            Self::Inner(value) => s.slot(&BY_INT_ARMS[1].field, value),
            Self::Fixed { value, .. } => s.slot(&BY_INT_ARMS[2].field, value),
            Self::Other { value, .. } => s.slot(&BY_INT_ARMS[3].field, value),
        }
    }
}

impl ByInt<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ByInt<'static> {
        match self {
            Self::CaseMinus1 => ByInt::CaseMinus1,
            Self::Inner(value) => ByInt::Inner(value),
            Self::Fixed { label, value } => ByInt::Fixed { label, value },
            Self::Other { label, value } => {
                ByInt::Other {
                    label,
                    value: Cow::Owned(value.into_owned()),
                }
            }
        }
    }
}

impl stub::Standalone for ByInt<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("by_int")
        .ndr(stub::ndr_place!(defers true));
}

/// Union `by_bool`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ByBool<'a> {
    /// Label 1: field `value`.
    Value(ByInt<'a>),
    /// Label 0: nothing.
    False,
}

impl Default for ByBool<'_> {
    fn default() -> Self {
        Self::Value(Default::default())
    }
}

static BY_BOOL_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[1],
        stub::Field::plain("value")
            .ndr(stub::ndr_place!(defers true))
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(&[0], stub::Field::plain("FALSE").number(3).explicit()),
];

static BY_BOOL: stub::Union = stub::Union::of(
        "by_bool",
        "there",
        stub::Discriminant::Bool,
        &BY_BOOL_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(align 1, defers true, tag 1));

impl stub::Encode for ByBool<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Value(_) => (0, 1),
            Self::False => (1, 0),
        };
        s.union(f, &BY_BOOL, arm, label, self);
    }
}

impl stub::Fields for ByBool<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Value(value) => s.field(&BY_BOOL_ARMS[0].field, value),
            Self::False => s.field(&BY_BOOL_ARMS[1].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for ByBool<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &BY_BOOL, self)
    }
}

impl<'de> stub::Arms<'de> for ByBool<'de> {
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
            Self::Value(value) => s.slot(&BY_BOOL_ARMS[0].field, value),
            Self::False => s.slot(&BY_BOOL_ARMS[1].field, &mut ()),
        }
    }
}

impl ByBool<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ByBool<'static> {
        match self {
            Self::Value(value) => ByBool::Value(value.into_owned()),
            Self::False => ByBool::False,
        }
    }
}

impl stub::Standalone for ByBool<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("by_bool")
        .ndr(stub::ndr_place!(defers true));
}

/// Union `either`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Either {
    /// Label 1, 0: field `same`.
    Same {
        /// The label that chose it.
        label: bool,
        /// What it holds.
        value: i32,
    },
}

impl Default for Either {
    fn default() -> Self {
        Self::Same {
            label: true,
            value: Default::default(),
        }
    }
}

static EITHER_ARMS: [stub::Arm; 1] = [
    stub::Arm::of(&[1, 0], stub::Field::plain("same").number(2).explicit()),
];

static EITHER: stub::Union = stub::Union::of(
        "either",
        "which",
        stub::Discriminant::Bool,
        &EITHER_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(align 1, tag 1));

impl Either {
    /// Label 1, 0: field `same`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn same(label: bool, value: i32) -> Result<Self, stub::WrongLabel> {
        EITHER.admits(0, i64::from(label))?;
        Ok(Self::Same { label, value })
    }
}

impl stub::Encode for Either {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Same { label, .. } => (0, i64::from(*label)),
        };
        s.union(f, &EITHER, arm, label, self);
    }
}

impl stub::Fields for Either {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Same { value, .. } => s.field(&EITHER_ARMS[0].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for Either {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &EITHER, self)
    }
}

impl<'de> stub::Arms<'de> for Either {
    #[inline]
    fn select(&mut self, _arm: usize, label: i64) {
        *self = Self::Same {
            label: label != 0,
            value: Default::default(),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Same { value, .. } => s.slot(&EITHER_ARMS[0].field, value),
        }
    }
}

impl stub::Standalone for Either {
    const PLACE: &'static stub::Field = &stub::Field::plain("either");
}

/// Union `only`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Only<'a> {
    /// Label 1: field `anything`.
    Anything(Cow<'a, str>),
}

impl Default for Only<'_> {
    fn default() -> Self {
        Self::Anything(Default::default())
    }
}

static ONLY_ARMS: [stub::Arm; 1] = [
    stub::Arm::of(
        &[1],
        stub::Field::plain("anything")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(2)
            .explicit(),
    ),
];

static ONLY: stub::Union = stub::Union::of(
        "only",
        "tag",
        stub::Discriminant::I32,
        &ONLY_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for Only<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Anything(_) => (0, 1),
        };
        s.union(f, &ONLY, arm, label, self);
    }
}

impl stub::Fields for Only<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Anything(value) => s.field(&ONLY_ARMS[0].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for Only<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &ONLY, self)
    }
}

impl<'de> stub::Arms<'de> for Only<'de> {
    #[inline]
    fn select(&mut self, _arm: usize, _label: i64) {
        *self = Self::Anything(Default::default());
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Anything(value) => s.slot(&ONLY_ARMS[0].field, value),
        }
    }
}

impl Only<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Only<'static> {
        match self {
            Self::Anything(value) => Only::Anything(Cow::Owned(value.into_owned())),
        }
    }
}

impl stub::Standalone for Only<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("only")
        .ndr(stub::ndr_place!(defers true));
}

/// `by_ints` of the definition.
pub type ByInts<'a> = Vec<ByInt<'a>>;

/// Record `all`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct All<'a> {
    /// Field `a`.
    pub a: Attributes,
    /// Field `b`.
    pub b: ByEnum<'a>,
    /// Field `c`.
    pub c: Complete,
    /// Field `d`.
    pub d: ByUnsigned,
    /// Field `e`.
    pub e: ByInt<'a>,
    /// Field `f`.
    pub f: ByBool<'a>,
    /// Field `g`.
    pub g: Either,
    /// Field `h`.
    pub h: Only<'a>,
    /// Field `i`.
    pub i: Option<ByEnum<'a>>,
    /// Field `j`, at most 2 elements.
    pub j: Vec<ByInt<'a>>,
}

static ALL_FIELDS: [stub::Field; 10] = [
    stub::Field::plain("a").number(1),
    stub::Field::plain("b").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::plain("c").ndr(stub::ndr_place!(defers true)).number(3),
    stub::Field::plain("d").number(4),
    stub::Field::plain("e").ndr(stub::ndr_place!(defers true)).number(5),
    stub::Field::plain("f").ndr(stub::ndr_place!(defers true)).number(6),
    stub::Field::plain("g").number(7),
    stub::Field::plain("h").ndr(stub::ndr_place!(defers true)).number(8),
    stub::Field::of(
            "i",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("i")
                    .ndr(stub::ndr_place!(defers true))
                    .number(9)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(9),
    stub::Field::of(
            "j",
            stub::Length::UpTo(2),
            const {
                &stub::Field::plain("j")
                    .ndr(stub::ndr_place!(defers true))
                    .number(10)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(10),
];

static ALL: stub::Record = stub::Record::of("all", &ALL_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true));

stub::plain_record! {
    All<'de>, ALL, ALL_FIELDS { 0 a, 1 b, 2 c, 3 d, 4 e, 5 f, 6 g, 7 h, 8 i, 9 j }
}

impl All<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> All<'static> {
        All {
            a: self.a,
            b: self.b.into_owned(),
            c: self.c,
            d: self.d,
            e: self.e.into_owned(),
            f: self.f.into_owned(),
            g: self.g,
            h: self.h.into_owned(),
            i: self.i.map(|v| v.into_owned()),
            j: self.j.into_iter().map(|v| v.into_owned()).collect(),
        }
    }
}

impl stub::Standalone for All<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("all")
        .ndr(stub::ndr_place!(defers true));
}

/// What names interface `UNIONS_V1`, and its operations.
pub static UNIONS_V1: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "UNIONS_V1",
        full_name: "UNIONS_V1",
        program: 0x20260004,
        uuid: 0x00e5be1a_194d_5763_973b_781dd69a53a2_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &UNIONS_V1_ALL,
        &UNIONS_V1_ATTRIBUTES,
        &UNIONS_V1_BY_ENUM,
        &UNIONS_V1_BY_BOOL,
    ],
};

static UNIONS_V1_ALL_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("of").ndr(stub::ndr_place!(defers true)),
];

static UNIONS_V1_ALL_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `all` takes and gives.
pub static UNIONS_V1_ALL: stub::OperationMeta = stub::OperationMeta {
    name: "all",
    number: 1,
    input: &stub::Record::of("all_in", &UNIONS_V1_ALL_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:UNIONS_V1", "all", "urn:UNIONS_V1#all")
        }),
    output: &stub::Record::of("all_out", &UNIONS_V1_ALL_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:UNIONS_V1",
                "allResponse",
                "urn:UNIONS_V1:UNIONS_V1:allResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static UNIONS_V1_ATTRIBUTES_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("of").number(1),
];

static UNIONS_V1_ATTRIBUTES_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `attributes` takes and gives.
pub static UNIONS_V1_ATTRIBUTES: stub::OperationMeta = stub::OperationMeta {
    name: "attributes",
    number: 2,
    input: &stub::Record::of("attributes_in", &UNIONS_V1_ATTRIBUTES_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 8))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:UNIONS_V1",
                "attributes",
                "urn:UNIONS_V1#attributes",
            )
        }),
    output: &stub::Record::of("attributes_out", &UNIONS_V1_ATTRIBUTES_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 8))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:UNIONS_V1",
                "attributesResponse",
                "urn:UNIONS_V1:UNIONS_V1:attributesResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static UNIONS_V1_BY_ENUM_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("of").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "perhaps",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("perhaps")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static UNIONS_V1_BY_ENUM_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `by_enum` takes and gives.
pub static UNIONS_V1_BY_ENUM: stub::OperationMeta = stub::OperationMeta {
    name: "by_enum",
    number: 3,
    input: &stub::Record::of("by_enum_in", &UNIONS_V1_BY_ENUM_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:UNIONS_V1",
                "by_enum",
                "urn:UNIONS_V1#by_enum",
            )
        }),
    output: &stub::Record::of("by_enum_out", &UNIONS_V1_BY_ENUM_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:UNIONS_V1",
                "by_enumResponse",
                "urn:UNIONS_V1:UNIONS_V1:by_enumResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static UNIONS_V1_BY_BOOL_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("of").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "some",
            stub::Length::UpTo(3),
            const {
                &stub::Field::plain("some")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2),
];

static UNIONS_V1_BY_BOOL_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `by_bool` takes and gives.
pub static UNIONS_V1_BY_BOOL: stub::OperationMeta = stub::OperationMeta {
    name: "by_bool",
    number: 4,
    input: &stub::Record::of("by_bool_in", &UNIONS_V1_BY_BOOL_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:UNIONS_V1",
                "by_bool",
                "urn:UNIONS_V1#by_bool",
            )
        }),
    output: &stub::Record::of("by_bool_out", &UNIONS_V1_BY_BOOL_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:UNIONS_V1",
                "by_boolResponse",
                "urn:UNIONS_V1:UNIONS_V1:by_boolResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `all` takes.
#[derive(Clone, Debug)]
pub struct UnionsV1AllArgs<'a> {
    /// Parameter `of`.
    pub of: &'a All<'a>,
}

stub::plain_fields! {
    UnionsV1AllArgs<'de>, UNIONS_V1_ALL_IN_FIELDS { 0 of }
}

#[derive(Default)]
struct UnionsV1AllIn<'a> {
    of: All<'a>,
}

stub::plain_slots! {
    UnionsV1AllIn<'de>, UNIONS_V1_ALL_IN_FIELDS { 0 of }
}

/// What a call of `all` gives.
#[derive(Clone, Debug, Default)]
pub struct UnionsV1AllOut<'a> {
    /// Parameter `result`.
    pub result: All<'a>,
}

stub::plain_slots! {
    UnionsV1AllOut<'de>, UNIONS_V1_ALL_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `all`.
#[derive(Clone, Debug)]
pub struct UnionsV1AllReply<'a> {
    /// Parameter `result`.
    pub result: &'a All<'a>,
}

stub::plain_fields! {
    UnionsV1AllReply<'de>, UNIONS_V1_ALL_OUT_FIELDS { 0 result }
}

/// What a call of `attributes` takes.
#[derive(Clone, Debug)]
pub struct UnionsV1AttributesArgs<'a> {
    /// Parameter `of`.
    pub of: &'a Attributes,
}

stub::plain_fields! {
    UnionsV1AttributesArgs<'de>, UNIONS_V1_ATTRIBUTES_IN_FIELDS { 0 of }
}

#[derive(Default)]
struct UnionsV1AttributesIn {
    of: Attributes,
}

stub::plain_slots! {
    UnionsV1AttributesIn, UNIONS_V1_ATTRIBUTES_IN_FIELDS { 0 of }
}

/// What a call of `attributes` gives.
#[derive(Clone, Debug, Default)]
pub struct UnionsV1AttributesOut {
    /// Parameter `result`.
    pub result: Attributes,
}

stub::plain_slots! {
    UnionsV1AttributesOut, UNIONS_V1_ATTRIBUTES_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `attributes`.
#[derive(Clone, Debug)]
pub struct UnionsV1AttributesReply<'a> {
    /// Parameter `result`.
    pub result: &'a Attributes,
}

stub::plain_fields! {
    UnionsV1AttributesReply<'de>, UNIONS_V1_ATTRIBUTES_OUT_FIELDS { 0 result }
}

/// What a call of `by_enum` takes.
#[derive(Clone, Debug)]
pub struct UnionsV1ByEnumArgs<'a> {
    /// Parameter `of`.
    pub of: &'a ByEnum<'a>,
    /// Parameter `perhaps`.
    pub perhaps: Option<&'a ByEnum<'a>>,
}

stub::plain_fields! {
    UnionsV1ByEnumArgs<'de>, UNIONS_V1_BY_ENUM_IN_FIELDS { 0 of, 1 perhaps }
}

#[derive(Default)]
struct UnionsV1ByEnumIn<'a> {
    of: ByEnum<'a>,
    perhaps: Option<ByEnum<'a>>,
}

stub::plain_slots! {
    UnionsV1ByEnumIn<'de>, UNIONS_V1_BY_ENUM_IN_FIELDS { 0 of, 1 perhaps }
}

/// What a call of `by_enum` gives.
#[derive(Clone, Debug, Default)]
pub struct UnionsV1ByEnumOut<'a> {
    /// Parameter `result`.
    pub result: ByEnum<'a>,
}

stub::plain_slots! {
    UnionsV1ByEnumOut<'de>, UNIONS_V1_BY_ENUM_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `by_enum`.
#[derive(Clone, Debug)]
pub struct UnionsV1ByEnumReply<'a> {
    /// Parameter `result`.
    pub result: &'a ByEnum<'a>,
}

stub::plain_fields! {
    UnionsV1ByEnumReply<'de>, UNIONS_V1_BY_ENUM_OUT_FIELDS { 0 result }
}

/// What a call of `by_bool` takes.
#[derive(Clone, Debug)]
pub struct UnionsV1ByBoolArgs<'a> {
    /// Parameter `of`.
    pub of: &'a ByBool<'a>,
    /// Parameter `some`, at most 3 elements.
    pub some: &'a [ByInt<'a>],
}

stub::plain_fields! {
    UnionsV1ByBoolArgs<'de>, UNIONS_V1_BY_BOOL_IN_FIELDS { 0 of, 1 some }
}

#[derive(Default)]
struct UnionsV1ByBoolIn<'a> {
    of: ByBool<'a>,
    some: Vec<ByInt<'a>>,
}

stub::plain_slots! {
    UnionsV1ByBoolIn<'de>, UNIONS_V1_BY_BOOL_IN_FIELDS { 0 of, 1 some }
}

/// What a call of `by_bool` gives.
#[derive(Clone, Debug, Default)]
pub struct UnionsV1ByBoolOut<'a> {
    /// Parameter `result`.
    pub result: ByBool<'a>,
}

stub::plain_slots! {
    UnionsV1ByBoolOut<'de>, UNIONS_V1_BY_BOOL_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `by_bool`.
#[derive(Clone, Debug)]
pub struct UnionsV1ByBoolReply<'a> {
    /// Parameter `result`.
    pub result: &'a ByBool<'a>,
}

stub::plain_fields! {
    UnionsV1ByBoolReply<'de>, UNIONS_V1_BY_BOOL_OUT_FIELDS { 0 result }
}

/// A client of `UNIONS_V1`.
pub struct UnionsV1Client {
    client: stub::Client,
}

impl UnionsV1Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, UNIONS_V1.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 1, `all`.
    pub fn all(&mut self, of: &All<'_>) -> Result<All<'_>, stub::CallError> {
        let output: UnionsV1AllOut<'_> = self
            .client
            .invoke(&UNIONS_V1, &UNIONS_V1_ALL, &UnionsV1AllArgs { of })?;
        Ok(output.result)
    }

    /// Operation 2, `attributes`.
    pub fn attributes(
        &mut self,
        of: &Attributes,
    ) -> Result<Attributes, stub::CallError> {
        let output: UnionsV1AttributesOut = self
            .client
            .invoke(&UNIONS_V1, &UNIONS_V1_ATTRIBUTES, &UnionsV1AttributesArgs { of })?;
        Ok(output.result)
    }

    /// Operation 3, `by_enum`.
    pub fn by_enum(
        &mut self,
        of: &ByEnum<'_>,
        perhaps: Option<&ByEnum<'_>>,
    ) -> Result<ByEnum<'_>, stub::CallError> {
        let output: UnionsV1ByEnumOut<'_> = self
            .client
            .invoke(
                &UNIONS_V1,
                &UNIONS_V1_BY_ENUM,
                &UnionsV1ByEnumArgs { of, perhaps },
            )?;
        Ok(output.result)
    }

    /// Operation 4, `by_bool`.
    pub fn by_bool(
        &mut self,
        of: &ByBool<'_>,
        some: &[ByInt<'_>],
    ) -> Result<ByBool<'_>, stub::CallError> {
        let output: UnionsV1ByBoolOut<'_> = self
            .client
            .invoke(&UNIONS_V1, &UNIONS_V1_BY_BOOL, &UnionsV1ByBoolArgs { of, some })?;
        Ok(output.result)
    }
}

impl stub::Stub for UnionsV1Client {
    const INTERFACE: &'static stub::InterfaceMeta = &UNIONS_V1;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `UNIONS_V1` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait UnionsV1: Send + Sync {
    /// Operation 1, `all`.
    fn all<'a>(
        &'a self,
        call: &stub::Context<'_>,
        of: All<'a>,
    ) -> Result<All<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `all` where results are not the server's own: a guard's, an `Arc`'s.
    fn all_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: All<'_>,
        reply: impl FnOnce(&All<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.all(call, of).map(|result| reply(&result))
    }

    /// Operation 2, `attributes`.
    fn attributes(
        &self,
        call: &stub::Context<'_>,
        of: Attributes,
    ) -> Result<Attributes, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `attributes` where results are not the server's own: a guard's, an `Arc`'s.
    fn attributes_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: Attributes,
        reply: impl FnOnce(&Attributes) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.attributes(call, of).map(|result| reply(&result))
    }

    /// Operation 3, `by_enum`.
    fn by_enum<'a>(
        &'a self,
        call: &stub::Context<'_>,
        of: ByEnum<'a>,
        perhaps: Option<ByEnum<'a>>,
    ) -> Result<ByEnum<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `by_enum` where results are not the server's own: a guard's, an `Arc`'s.
    fn by_enum_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: ByEnum<'_>,
        perhaps: Option<ByEnum<'_>>,
        reply: impl FnOnce(&ByEnum<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.by_enum(call, of, perhaps).map(|result| reply(&result))
    }

    /// Operation 4, `by_bool`.
    fn by_bool<'a>(
        &'a self,
        call: &stub::Context<'_>,
        of: ByBool<'a>,
        some: Vec<ByInt<'a>>,
    ) -> Result<ByBool<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `by_bool` where results are not the server's own: a guard's, an `Arc`'s.
    fn by_bool_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: ByBool<'_>,
        some: Vec<ByInt<'_>>,
        reply: impl FnOnce(&ByBool<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.by_bool(call, of, some).map(|result| reply(&result))
    }
}

/// Serves `UNIONS_V1` with an object that implements [`UnionsV1`].
pub struct UnionsV1Server<T>(pub T);

impl<T: UnionsV1> stub::Service for UnionsV1Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        UNIONS_V1.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        UNIONS_V1.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        UNIONS_V1.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            1 => {
                call.serve_replying(
                    &UNIONS_V1_ALL,
                    |context, input: UnionsV1AllIn<'_>, reply| {
                        self.0
                            .all_replying(
                                context,
                                input.of,
                                |result| reply.finish(&UnionsV1AllReply { result }),
                            )
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &UNIONS_V1_ATTRIBUTES,
                    |context, input: UnionsV1AttributesIn, reply| {
                        self.0
                            .attributes_replying(
                                context,
                                input.of,
                                |result| reply.finish(&UnionsV1AttributesReply { result }),
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &UNIONS_V1_BY_ENUM,
                    |context, input: UnionsV1ByEnumIn<'_>, reply| {
                        self.0
                            .by_enum_replying(
                                context,
                                input.of,
                                input.perhaps,
                                |result| reply.finish(&UnionsV1ByEnumReply { result }),
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &UNIONS_V1_BY_BOOL,
                    |context, input: UnionsV1ByBoolIn<'_>, reply| {
                        self.0
                            .by_bool_replying(
                                context,
                                input.of,
                                input.some,
                                |result| reply.finish(&UnionsV1ByBoolReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `UNIONS_V1` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncUnionsV1Client {
        client: stub::AsyncClient,
    }

    impl AsyncUnionsV1Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, UNIONS_V1.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 1, `all`.
        pub async fn all(&self, of: &All<'_>) -> Result<All<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&UNIONS_V1, &UNIONS_V1_ALL, &UnionsV1AllArgs { of })
                .await?;
            let output: UnionsV1AllOut<'_> = reply.results(&UNIONS_V1_ALL)?;
            Ok(output.result.into_owned())
        }

        /// Operation 2, `attributes`.
        pub async fn attributes(
            &self,
            of: &Attributes,
        ) -> Result<Attributes, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&UNIONS_V1, &UNIONS_V1_ATTRIBUTES, &UnionsV1AttributesArgs { of })
                .await?;
            let output: UnionsV1AttributesOut = reply.results(&UNIONS_V1_ATTRIBUTES)?;
            Ok(output.result)
        }

        /// Operation 3, `by_enum`.
        pub async fn by_enum(
            &self,
            of: &ByEnum<'_>,
            perhaps: Option<&ByEnum<'_>>,
        ) -> Result<ByEnum<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&UNIONS_V1, &UNIONS_V1_BY_ENUM, &UnionsV1ByEnumArgs { of, perhaps })
                .await?;
            let output: UnionsV1ByEnumOut<'_> = reply.results(&UNIONS_V1_BY_ENUM)?;
            Ok(output.result.into_owned())
        }

        /// Operation 4, `by_bool`.
        pub async fn by_bool(
            &self,
            of: &ByBool<'_>,
            some: &[ByInt<'_>],
        ) -> Result<ByBool<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&UNIONS_V1, &UNIONS_V1_BY_BOOL, &UnionsV1ByBoolArgs { of, some })
                .await?;
            let output: UnionsV1ByBoolOut<'_> = reply.results(&UNIONS_V1_BY_BOOL)?;
            Ok(output.result.into_owned())
        }
    }

    impl stub::AsyncStub for AsyncUnionsV1Client {
        const INTERFACE: &'static stub::InterfaceMeta = &UNIONS_V1;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `UNIONS_V1` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncUnionsV1: Send + Sync {
        /// Operation 1, `all`.
        fn all<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: All<'a>,
        ) -> impl std::future::Future<Output = Result<All<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `attributes`.
        fn attributes<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: Attributes,
        ) -> impl std::future::Future<Output = Result<Attributes, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `by_enum`.
        fn by_enum<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: ByEnum<'a>,
            perhaps: Option<ByEnum<'a>>,
        ) -> impl std::future::Future<Output = Result<ByEnum<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `by_bool`.
        fn by_bool<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: ByBool<'a>,
            some: Vec<ByInt<'a>>,
        ) -> impl std::future::Future<Output = Result<ByBool<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `UNIONS_V1` with an object that implements [`AsyncUnionsV1`], on a runtime.
    pub struct AsyncUnionsV1Server<T>(pub T);

    impl<T: AsyncUnionsV1> stub::Service for AsyncUnionsV1Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            UNIONS_V1.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            UNIONS_V1.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            UNIONS_V1.elements()
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
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (UnionsV1AllIn<'_>, _) = call
                            .input(&UNIONS_V1_ALL)?;
                        let context = call.context();
                        let result = self.0.all(&context, input.of).await;
                        let output = result
                            .map_err(|fault| call.fail(&UNIONS_V1_ALL, fault))?;
                        Ok(
                            call
                                .end(
                                    &UNIONS_V1_ALL,
                                    &UnionsV1AllReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (UnionsV1AttributesIn, _) = call
                            .input(&UNIONS_V1_ATTRIBUTES)?;
                        let context = call.context();
                        let result = self.0.attributes(&context, input.of).await;
                        let output = result
                            .map_err(|fault| call.fail(&UNIONS_V1_ATTRIBUTES, fault))?;
                        Ok(
                            call
                                .end(
                                    &UNIONS_V1_ATTRIBUTES,
                                    &UnionsV1AttributesReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (UnionsV1ByEnumIn<'_>, _) = call
                            .input(&UNIONS_V1_BY_ENUM)?;
                        let context = call.context();
                        let result = self.0.by_enum(&context, input.of, input.perhaps).await;
                        let output = result
                            .map_err(|fault| call.fail(&UNIONS_V1_BY_ENUM, fault))?;
                        Ok(
                            call
                                .end(
                                    &UNIONS_V1_BY_ENUM,
                                    &UnionsV1ByEnumReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (UnionsV1ByBoolIn<'_>, _) = call
                            .input(&UNIONS_V1_BY_BOOL)?;
                        let context = call.context();
                        let result = self.0.by_bool(&context, input.of, input.some).await;
                        let output = result
                            .map_err(|fault| call.fail(&UNIONS_V1_BY_BOOL, fault))?;
                        Ok(
                            call
                                .end(
                                    &UNIONS_V1_BY_BOOL,
                                    &UnionsV1ByBoolReply {
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
    }
}
