// Generated from switches.idl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Union `ByWideChar`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ByWideChar<'a> {
    /// Label 97: field `one`.
    One(i32),
    /// Label 8364, 20013: field `some`.
    Some {
        /// The label that chose it.
        label: u32,
        /// What it holds.
        value: Cow<'a, str>,
    },
    /// Any other label: field `rest`.
    Rest {
        /// The label that chose it.
        label: u32,
        /// What it holds.
        value: f64,
    },
}

impl Default for ByWideChar<'_> {
    fn default() -> Self {
        Self::One(Default::default())
    }
}

static BY_WIDE_CHAR_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[97], stub::Field::plain("one").number(2).explicit()),
    stub::Arm::of(
        &[8364, 20013],
        stub::Field::plain("some")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(&[], stub::Field::plain("rest").number(4).explicit()),
];

static BY_WIDE_CHAR: stub::Union = stub::Union::of(
        "ByWideChar",
        "switch",
        stub::Discriminant::U32,
        &BY_WIDE_CHAR_ARMS,
        Some(2),
    )
    .ndr(stub::ndr_shape!(align 2, defers true, tag 2))
    .wide();

impl<'a> ByWideChar<'a> {
    /// Label 8364, 20013: field `some`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn some(
        label: u32,
        value: impl Into<Cow<'a, str>>,
    ) -> Result<Self, stub::WrongLabel> {
        BY_WIDE_CHAR.admits(1, i64::from(label))?;
        Ok(Self::Some {
            label,
            value: value.into(),
        })
    }

    /// Any other label: field `rest`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn rest(label: u32, value: f64) -> Result<Self, stub::WrongLabel> {
        BY_WIDE_CHAR.admits(2, i64::from(label))?;
        Ok(Self::Rest { label, value })
    }
}

impl stub::Encode for ByWideChar<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::One(_) => (0, 97),
            Self::Some { label, .. } => (1, i64::from(*label)),
            Self::Rest { label, .. } => (2, i64::from(*label)),
        };
        s.union(f, &BY_WIDE_CHAR, arm, label, self);
    }
}

impl stub::Fields for ByWideChar<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::One(value) => s.field(&BY_WIDE_CHAR_ARMS[0].field, value),
            Self::Some { value, .. } => s.field(&BY_WIDE_CHAR_ARMS[1].field, value),
            Self::Rest { value, .. } => s.field(&BY_WIDE_CHAR_ARMS[2].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ByWideChar<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &BY_WIDE_CHAR, self)
    }
}

impl<'de> stub::Arms<'de> for ByWideChar<'de> {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::One(Default::default()),
            1 => {
                Self::Some {
                    label: label as u32,
                    value: Default::default(),
                }
            }
            _ => {
                Self::Rest {
                    label: label as u32,
                    value: Default::default(),
                }
            }
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::One(value) => s.slot(&BY_WIDE_CHAR_ARMS[0].field, value),
            Self::Some { value, .. } => s.slot(&BY_WIDE_CHAR_ARMS[1].field, value),
            Self::Rest { value, .. } => s.slot(&BY_WIDE_CHAR_ARMS[2].field, value),
        }
    }
}

impl ByWideChar<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ByWideChar<'static> {
        match self {
            Self::One(value) => ByWideChar::One(value),
            Self::Some { label, value } => {
                ByWideChar::Some {
                    label,
                    value: Cow::Owned(value.into_owned()),
                }
            }
            Self::Rest { label, value } => ByWideChar::Rest { label, value },
        }
    }
}

impl stub::Standalone for ByWideChar<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("ByWideChar")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Typed for ByWideChar<'_> {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x10\x00\x00\x00\xa4\x00\x00\x00\x01\x00\x00\x00,\x00\x00\x00IDL:manyrpc.example/features/ByWideChar:1.0\x00\x0b\x00\x00\x00ByWideChar\x00\x00\x1a\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x02\x00a\x00\x04\x00\x00\x00one\x00\x03\x00\x00\x00\x02 \xac\x00\x05\x00\x00\x00some\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x02N-\x00\x05\x00\x00\x00some\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x05\x00\x00\x00rest\x00\x00\x00\x00\x07\x00\x00\x00",
        )
    }
}

/// Union `ByOctet`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ByOctet<'a> {
    /// Label 1: field `one`.
    One(i32),
    /// Label 200, 255: field `some`.
    Some {
        /// The label that chose it.
        label: u32,
        /// What it holds.
        value: Cow<'a, str>,
    },
    /// Any other label: nothing.
    Default {
        /// The label that chose it.
        label: u32,
    },
}

impl Default for ByOctet<'_> {
    fn default() -> Self {
        Self::One(Default::default())
    }
}

static BY_OCTET_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[1], stub::Field::plain("one").number(2).explicit()),
    stub::Arm::of(
        &[200, 255],
        stub::Field::plain("some")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(&[], stub::Field::plain("default").number(4).explicit()),
];

static BY_OCTET: stub::Union = stub::Union::of(
        "ByOctet",
        "switch",
        stub::Discriminant::U32,
        &BY_OCTET_ARMS,
        Some(2),
    )
    .ndr(stub::ndr_shape!(align 1, defers true, tag 1));

impl<'a> ByOctet<'a> {
    /// Label 200, 255: field `some`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn some(
        label: u32,
        value: impl Into<Cow<'a, str>>,
    ) -> Result<Self, stub::WrongLabel> {
        BY_OCTET.admits(1, i64::from(label))?;
        Ok(Self::Some {
            label,
            value: value.into(),
        })
    }

    /// Any other label: nothing.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn other(label: u32) -> Result<Self, stub::WrongLabel> {
        BY_OCTET.admits(2, i64::from(label))?;
        Ok(Self::Default { label })
    }
}

impl stub::Encode for ByOctet<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::One(_) => (0, 1),
            Self::Some { label, .. } => (1, i64::from(*label)),
            Self::Default { label } => (2, i64::from(*label)),
        };
        s.union(f, &BY_OCTET, arm, label, self);
    }
}

impl stub::Fields for ByOctet<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::One(value) => s.field(&BY_OCTET_ARMS[0].field, value),
            Self::Some { value, .. } => s.field(&BY_OCTET_ARMS[1].field, value),
            Self::Default { .. } => s.field(&BY_OCTET_ARMS[2].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for ByOctet<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &BY_OCTET, self)
    }
}

impl<'de> stub::Arms<'de> for ByOctet<'de> {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::One(Default::default()),
            1 => {
                Self::Some {
                    label: label as u32,
                    value: Default::default(),
                }
            }
            _ => {
                Self::Default {
                    label: label as u32,
                }
            }
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::One(value) => s.slot(&BY_OCTET_ARMS[0].field, value),
            Self::Some { value, .. } => s.slot(&BY_OCTET_ARMS[1].field, value),
            Self::Default { .. } => s.slot(&BY_OCTET_ARMS[2].field, &mut ()),
        }
    }
}

impl ByOctet<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ByOctet<'static> {
        match self {
            Self::One(value) => ByOctet::One(value),
            Self::Some { label, value } => {
                ByOctet::Some {
                    label,
                    value: Cow::Owned(value.into_owned()),
                }
            }
            Self::Default { label } => ByOctet::Default { label },
        }
    }
}

impl stub::Standalone for ByOctet<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("ByOctet")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Typed for ByOctet<'_> {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x10\x00\x00\x00\x8c\x00\x00\x00\x01\x00\x00\x00)\x00\x00\x00IDL:manyrpc.example/features/ByOctet:1.0\x00\x00\x00\x00\x08\x00\x00\x00ByOctet\x00\t\x00\x00\x00\xff\xff\xff\xff\x03\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00one\x00\x03\x00\x00\x00\xc8\x00\x00\x00\x05\x00\x00\x00some\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\xff\x00\x00\x00\x05\x00\x00\x00some\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00",
        )
    }
}

/// Union `ByHuge`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ByHuge<'a> {
    /// Label 1, 5000000000: field `few`.
    Few {
        /// The label that chose it.
        label: i64,
        /// What it holds.
        value: i32,
    },
    /// Label -5000000000: field `low`.
    Low(u8),
    /// Any other label: field `rest`.
    Rest {
        /// The label that chose it.
        label: i64,
        /// What it holds.
        value: Cow<'a, str>,
    },
}

impl Default for ByHuge<'_> {
    fn default() -> Self {
        Self::Few {
            label: 1,
            value: Default::default(),
        }
    }
}

static BY_HUGE_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[1, 5000000000], stub::Field::plain("few").number(2).explicit()),
    stub::Arm::of(&[-5000000000], stub::Field::plain("low").number(3).explicit()),
    stub::Arm::of(
        &[],
        stub::Field::plain("rest")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(4)
            .explicit(),
    ),
];

static BY_HUGE: stub::Union = stub::Union::of(
        "ByHuge",
        "switch",
        stub::Discriminant::I32,
        &BY_HUGE_ARMS,
        Some(2),
    )
    .ndr(stub::ndr_shape!(align 8, defers true, tag 8));

impl<'a> ByHuge<'a> {
    /// Label 1, 5000000000: field `few`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn few(label: i64, value: i32) -> Result<Self, stub::WrongLabel> {
        BY_HUGE.admits(0, label)?;
        Ok(Self::Few { label, value })
    }

    /// Any other label: field `rest`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn rest(
        label: i64,
        value: impl Into<Cow<'a, str>>,
    ) -> Result<Self, stub::WrongLabel> {
        BY_HUGE.admits(2, label)?;
        Ok(Self::Rest {
            label,
            value: value.into(),
        })
    }
}

impl stub::Encode for ByHuge<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Few { label, .. } => (0, *label),
            Self::Low(_) => (1, -5000000000),
            Self::Rest { label, .. } => (2, *label),
        };
        s.union(f, &BY_HUGE, arm, label, self);
    }
}

impl stub::Fields for ByHuge<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Few { value, .. } => s.field(&BY_HUGE_ARMS[0].field, value),
            Self::Low(value) => s.field(&BY_HUGE_ARMS[1].field, value),
            Self::Rest { value, .. } => s.field(&BY_HUGE_ARMS[2].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ByHuge<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &BY_HUGE, self)
    }
}

impl<'de> stub::Arms<'de> for ByHuge<'de> {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => {
                Self::Few {
                    label,
                    value: Default::default(),
                }
            }
            1 => Self::Low(Default::default()),
            _ => {
                Self::Rest {
                    label,
                    value: Default::default(),
                }
            }
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Few { value, .. } => s.slot(&BY_HUGE_ARMS[0].field, value),
            Self::Low(value) => s.slot(&BY_HUGE_ARMS[1].field, value),
            Self::Rest { value, .. } => s.slot(&BY_HUGE_ARMS[2].field, value),
        }
    }
}

impl ByHuge<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ByHuge<'static> {
        match self {
            Self::Few { label, value } => ByHuge::Few { label, value },
            Self::Low(value) => ByHuge::Low(value),
            Self::Rest { label, value } => {
                ByHuge::Rest {
                    label,
                    value: Cow::Owned(value.into_owned()),
                }
            }
        }
    }
}

impl stub::Standalone for ByHuge<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("ByHuge")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Typed for ByHuge<'_> {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x10\x00\x00\x00\xac\x00\x00\x00\x01\x00\x00\x00(\x00\x00\x00IDL:manyrpc.example/features/ByHuge:1.0\x00\x07\x00\x00\x00ByHuge\x00\x00\x17\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00few\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\xf2\x05*\x01\x00\x00\x00\x04\x00\x00\x00few\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x0e\xfa\xd5\xfe\xff\xff\xff\x04\x00\x00\x00low\x00\n\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00rest\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00",
        )
    }
}

/// Union `ByHugeNatural`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ByHugeNatural {
    /// Label -1, 1: field `ends`.
    Ends {
        /// The label that chose it.
        label: u64,
        /// What it holds.
        value: i32,
    },
    /// Any other label: nothing.
    Default {
        /// The label that chose it.
        label: u64,
    },
}

impl Default for ByHugeNatural {
    fn default() -> Self {
        Self::Ends {
            label: 18446744073709551615,
            value: Default::default(),
        }
    }
}

static BY_HUGE_NATURAL_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[-1, 1], stub::Field::plain("ends").number(2).explicit()),
    stub::Arm::of(&[], stub::Field::plain("default").number(3).explicit()),
];

static BY_HUGE_NATURAL: stub::Union = stub::Union::of(
        "ByHugeNatural",
        "switch",
        stub::Discriminant::U32,
        &BY_HUGE_NATURAL_ARMS,
        Some(1),
    )
    .ndr(stub::ndr_shape!(align 8, tag 8));

impl ByHugeNatural {
    /// Label -1, 1: field `ends`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn ends(label: u64, value: i32) -> Result<Self, stub::WrongLabel> {
        BY_HUGE_NATURAL.admits(0, label as i64)?;
        Ok(Self::Ends { label, value })
    }

    /// Any other label: nothing.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn other(label: u64) -> Result<Self, stub::WrongLabel> {
        BY_HUGE_NATURAL.admits(1, label as i64)?;
        Ok(Self::Default { label })
    }
}

impl stub::Encode for ByHugeNatural {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Ends { label, .. } => (0, *label as i64),
            Self::Default { label } => (1, *label as i64),
        };
        s.union(f, &BY_HUGE_NATURAL, arm, label, self);
    }
}

impl stub::Fields for ByHugeNatural {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Ends { value, .. } => s.field(&BY_HUGE_NATURAL_ARMS[0].field, value),
            Self::Default { .. } => s.field(&BY_HUGE_NATURAL_ARMS[1].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for ByHugeNatural {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &BY_HUGE_NATURAL, self)
    }
}

impl<'de> stub::Arms<'de> for ByHugeNatural {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => {
                Self::Ends {
                    label: label as u64,
                    value: Default::default(),
                }
            }
            _ => {
                Self::Default {
                    label: label as u64,
                }
            }
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Ends { value, .. } => s.slot(&BY_HUGE_NATURAL_ARMS[0].field, value),
            Self::Default { .. } => s.slot(&BY_HUGE_NATURAL_ARMS[1].field, &mut ()),
        }
    }
}

impl stub::Standalone for ByHugeNatural {
    const PLACE: &'static stub::Field = &stub::Field::plain("ByHugeNatural");
}

impl stub::Typed for ByHugeNatural {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x10\x00\x00\x00\x88\x00\x00\x00\x01\x00\x00\x00/\x00\x00\x00IDL:manyrpc.example/features/ByHugeNatural:1.0\x00\x00\x0e\x00\x00\x00ByHugeNatural\x00\x00\x00\x18\x00\x00\x00\xff\xff\xff\xff\x02\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\x05\x00\x00\x00ends\x00\x00\x00\x00\x03\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00ends\x00\x00\x00\x00\x03\x00\x00\x00",
        )
    }
}

/// Record `Switches`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Switches<'a> {
    /// Field `before`.
    pub before: u8,
    /// Field `a`.
    pub a: ByWideChar<'a>,
    /// Field `b`.
    pub b: ByOctet<'a>,
    /// Field `c`.
    pub c: ByHuge<'a>,
    /// Field `d`.
    pub d: ByHugeNatural,
}

static SWITCHES_FIELDS: [stub::Field; 5] = [
    stub::Field::plain("before").number(1),
    stub::Field::plain("a").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::plain("b").ndr(stub::ndr_place!(defers true)).number(3),
    stub::Field::plain("c").ndr(stub::ndr_place!(defers true)).number(4),
    stub::Field::plain("d").number(5),
];

static SWITCHES: stub::Record = stub::Record::of("Switches", &SWITCHES_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true));

stub::plain_record! {
    Switches<'de>, SWITCHES, SWITCHES_FIELDS { 0 before, 1 a, 2 b, 3 c, 4 d }
}

impl Switches<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Switches<'static> {
        Switches {
            before: self.before,
            a: self.a.into_owned(),
            b: self.b.into_owned(),
            c: self.c.into_owned(),
            d: self.d,
        }
    }
}

impl stub::Standalone for Switches<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Switches")
        .ndr(stub::ndr_place!(defers true));
}

impl stub::Typed for Switches<'_> {
    const PLACE: &'static stub::Field = <Self as stub::Standalone>::PLACE;
    fn type_code() -> stub::Cow<'static, [u8]> {
        stub::Cow::Borrowed(
            b"\x0f\x00\x00\x00\xfc\x02\x00\x00\x01\x00\x00\x00*\x00\x00\x00IDL:manyrpc.example/features/Switches:1.0\x00\x00\x00\t\x00\x00\x00Switches\x00\x00\x00\x00\x05\x00\x00\x00\x07\x00\x00\x00before\x00\x00\n\x00\x00\x00\x02\x00\x00\x00a\x00\x00\x00\x10\x00\x00\x00\xa4\x00\x00\x00\x01\x00\x00\x00,\x00\x00\x00IDL:manyrpc.example/features/ByWideChar:1.0\x00\x0b\x00\x00\x00ByWideChar\x00\x00\x1a\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x02\x00a\x00\x04\x00\x00\x00one\x00\x03\x00\x00\x00\x02 \xac\x00\x05\x00\x00\x00some\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x02N-\x00\x05\x00\x00\x00some\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x05\x00\x00\x00rest\x00\x00\x00\x00\x07\x00\x00\x00\x02\x00\x00\x00b\x00\x00\x00\x10\x00\x00\x00\x8c\x00\x00\x00\x01\x00\x00\x00)\x00\x00\x00IDL:manyrpc.example/features/ByOctet:1.0\x00\x00\x00\x00\x08\x00\x00\x00ByOctet\x00\t\x00\x00\x00\xff\xff\xff\xff\x03\x00\x00\x00\x01\x00\x00\x00\x04\x00\x00\x00one\x00\x03\x00\x00\x00\xc8\x00\x00\x00\x05\x00\x00\x00some\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\xff\x00\x00\x00\x05\x00\x00\x00some\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00c\x00\x00\x00\x10\x00\x00\x00\xac\x00\x00\x00\x01\x00\x00\x00(\x00\x00\x00IDL:manyrpc.example/features/ByHuge:1.0\x00\x07\x00\x00\x00ByHuge\x00\x00\x17\x00\x00\x00\x03\x00\x00\x00\x04\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x04\x00\x00\x00few\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\xf2\x05*\x01\x00\x00\x00\x04\x00\x00\x00few\x00\x03\x00\x00\x00\x00\x00\x00\x00\x00\x0e\xfa\xd5\xfe\xff\xff\xff\x04\x00\x00\x00low\x00\n\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00rest\x00\x00\x00\x00\x12\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00d\x00\x00\x00\x10\x00\x00\x00\x88\x00\x00\x00\x01\x00\x00\x00/\x00\x00\x00IDL:manyrpc.example/features/ByHugeNatural:1.0\x00\x00\x0e\x00\x00\x00ByHugeNatural\x00\x00\x00\x18\x00\x00\x00\xff\xff\xff\xff\x02\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff\x05\x00\x00\x00ends\x00\x00\x00\x00\x03\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x00\x05\x00\x00\x00ends\x00\x00\x00\x00\x03\x00\x00\x00",
        )
    }
}

/// What names interface `Switching`, and its operations.
pub static SWITCHING: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "Switching",
        full_name: "features.Switching",
        program: 0x278faf34,
        uuid: 0x1a080493_48cd_57be_80e8_b6dea5a455b4_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&SWITCHING_ECHO_SWITCHES],
};

/// The types of objects of `Switching`: its own, and those that it inherits from.
pub static SWITCHING_TYPE_IDS: [&str; 1] = [
    "IDL:manyrpc.example/features/Switching:1.0",
];

static SWITCHING_ECHO_SWITCHES_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").ndr(stub::ndr_place!(defers true)),
];

static SWITCHING_ECHO_SWITCHES_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `echo_switches` takes and gives.
pub static SWITCHING_ECHO_SWITCHES: stub::OperationMeta = stub::OperationMeta {
    name: "echo_switches",
    number: 0,
    input: &stub::Record::of("echo_switches_in", &SWITCHING_ECHO_SWITCHES_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:features.Switching",
                "echo_switches",
                "urn:features.Switching#echo_switches",
            )
        }),
    output: &stub::Record::of("echo_switches_out", &SWITCHING_ECHO_SWITCHES_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:features.Switching",
                "echo_switchesResponse",
                "urn:features.Switching:Switching:echo_switchesResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `echo_switches` takes.
#[derive(Clone, Debug)]
pub struct SwitchingEchoSwitchesArgs<'a> {
    /// Parameter `value`.
    pub value: &'a Switches<'a>,
}

stub::plain_fields! {
    SwitchingEchoSwitchesArgs<'de>, SWITCHING_ECHO_SWITCHES_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct SwitchingEchoSwitchesIn<'a> {
    value: Switches<'a>,
}

stub::plain_slots! {
    SwitchingEchoSwitchesIn<'de>, SWITCHING_ECHO_SWITCHES_IN_FIELDS { 0 value }
}

/// What a call of `echo_switches` gives.
#[derive(Clone, Debug, Default)]
pub struct SwitchingEchoSwitchesOut<'a> {
    /// Parameter `result`.
    pub result: Switches<'a>,
}

stub::plain_slots! {
    SwitchingEchoSwitchesOut<'de>, SWITCHING_ECHO_SWITCHES_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_switches`.
#[derive(Clone, Debug)]
pub struct SwitchingEchoSwitchesReply<'a> {
    /// Parameter `result`.
    pub result: &'a Switches<'a>,
}

stub::plain_fields! {
    SwitchingEchoSwitchesReply<'de>, SWITCHING_ECHO_SWITCHES_OUT_FIELDS { 0 result }
}

/// A client of `Switching`.
pub struct SwitchingClient {
    client: stub::Client,
}

impl SwitchingClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, SWITCHING.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `echo_switches`.
    pub fn echo_switches(
        &mut self,
        value: &Switches<'_>,
    ) -> Result<Switches<'_>, stub::CallError> {
        let output: SwitchingEchoSwitchesOut<'_> = self
            .client
            .invoke(
                &SWITCHING,
                &SWITCHING_ECHO_SWITCHES,
                &SwitchingEchoSwitchesArgs { value },
            )?;
        Ok(output.result)
    }
}

impl stub::Stub for SwitchingClient {
    const INTERFACE: &'static stub::InterfaceMeta = &SWITCHING;
    const TYPE_IDS: &'static [&'static str] = &SWITCHING_TYPE_IDS;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `Switching` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Switching: Send + Sync {
    /// Operation 0, `echo_switches`.
    fn echo_switches<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Switches<'a>,
    ) -> Result<Switches<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_switches` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_switches_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Switches<'_>,
        reply: impl FnOnce(&Switches<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_switches(call, value).map(|result| reply(&result))
    }
}

/// Serves `Switching` with an object that implements [`Switching`].
pub struct SwitchingServer<T>(pub T);

impl<T: Switching> stub::Service for SwitchingServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        SWITCHING.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        SWITCHING.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        SWITCHING.elements()
    }

    fn type_ids(&self) -> Vec<&str> {
        SWITCHING_TYPE_IDS.to_vec()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &SWITCHING_ECHO_SWITCHES,
                    |context, input: SwitchingEchoSwitchesIn<'_>, reply| {
                        self.0
                            .echo_switches_replying(
                                context,
                                input.value,
                                |result| {
                                    reply
                                        .finish(
                                            &SwitchingEchoSwitchesReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `Switching` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncSwitchingClient {
        client: stub::AsyncClient,
    }

    impl AsyncSwitchingClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, SWITCHING.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `echo_switches`.
        pub async fn echo_switches(
            &self,
            value: &Switches<'_>,
        ) -> Result<Switches<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &SWITCHING,
                    &SWITCHING_ECHO_SWITCHES,
                    &SwitchingEchoSwitchesArgs { value },
                )
                .await?;
            let output: SwitchingEchoSwitchesOut<'_> = reply
                .results(&SWITCHING_ECHO_SWITCHES)?;
            Ok(output.result.into_owned())
        }
    }

    impl stub::AsyncStub for AsyncSwitchingClient {
        const INTERFACE: &'static stub::InterfaceMeta = &SWITCHING;
        const TYPE_IDS: &'static [&'static str] = &SWITCHING_TYPE_IDS;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `Switching` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncSwitching: Send + Sync {
        /// Operation 0, `echo_switches`.
        fn echo_switches<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Switches<'a>,
        ) -> impl std::future::Future<
            Output = Result<Switches<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `Switching` with an object that implements [`AsyncSwitching`], on a runtime.
    pub struct AsyncSwitchingServer<T>(pub T);

    impl<T: AsyncSwitching> stub::Service for AsyncSwitchingServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            SWITCHING.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            SWITCHING.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            SWITCHING.elements()
        }

        fn type_ids(&self) -> Vec<&str> {
            SWITCHING_TYPE_IDS.to_vec()
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
                        let (input, mut referents): (SwitchingEchoSwitchesIn<'_>, _) = call
                            .input(&SWITCHING_ECHO_SWITCHES)?;
                        let context = call.context();
                        let result = self.0.echo_switches(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&SWITCHING_ECHO_SWITCHES, fault))?;
                        Ok(
                            call
                                .end(
                                    &SWITCHING_ECHO_SWITCHES,
                                    &SwitchingEchoSwitchesReply {
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
