// Generated from derived by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Enumeration `size`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Size {
    /// `small`, 1.
    #[default]
    Small = 1,
    /// `large`, 5.
    Large = 5,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for Size {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            1 => Ok(Self::Small),
            5 => Ok(Self::Large),
            _ => Err(value),
        }
    }
}

static SIZE: stub::Enum = stub::Enum::of(
    "size",
    const { &[(stub::Cow::Borrowed("small"), 1), (stub::Cow::Borrowed("large"), 5)] },
);

impl stub::Encode for Size {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &SIZE, *self as i32);
    }
}

impl<'de> stub::Decode<'de> for Size {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        let mut value = *self as i32;
        s.enumeration(f, &SIZE, &mut value)?;
        *self = Self::try_from(value).map_err(|_| stub::Fail)?;
        Ok(())
    }
}

impl stub::Number for Size {
    #[inline]
    fn from_i64(v: i64) -> Option<Self> {
        Self::try_from(i32::try_from(v).ok()?).ok()
    }

    #[inline]
    fn to_i64(&self) -> i64 {
        *self as i64
    }
}

impl stub::Standalone for Size {
    const PLACE: &'static stub::Field = &stub::Field::plain("size")
        .ndr(stub::ndr_place!(bits 16))
        .number(1);
}

/// Union `choice`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Choice {
    /// Label 1: field `one`.
    One(u16),
    /// Label 5: field `text`.
    Text(String),
}

impl Default for Choice {
    fn default() -> Self {
        Self::One(Default::default())
    }
}

static CHOICE_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[1], stub::Field::plain("one").number(2).explicit()),
    stub::Arm::of(
        &[5],
        stub::Field::plain("text")
            .ndr(stub::ndr_place!(pointer Ref, terminated true, defers true))
            .number(3)
            .explicit(),
    ),
];

static CHOICE: stub::Union = stub::Union::of(
        "choice",
        "tag",
        stub::Discriminant::Enum(stub::Link::Static(&SIZE)),
        &CHOICE_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(align 2, defers true, tag 2));

impl Choice {
    /// The label that chooses the arm.
    pub fn label(&self) -> i64 {
        match self {
            Self::One(_) => 1,
            Self::Text(_) => 5,
        }
    }
}

impl stub::Encode for Choice {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::One(_) => (0, 1),
            Self::Text(_) => (1, 5),
        };
        s.union(f, &CHOICE, arm, label, self);
    }
}

impl stub::Fields for Choice {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::One(value) => s.field(&CHOICE_ARMS[0].field, value),
            Self::Text(value) => s.field(&CHOICE_ARMS[1].field, value),
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
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::One(Default::default()),
            _ => Self::Text(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::One(value) => s.slot(&CHOICE_ARMS[0].field, value),
            Self::Text(value) => s.slot(&CHOICE_ARMS[1].field, value),
        }
    }
}

impl stub::Standalone for Choice {
    const PLACE: &'static stub::Field = &stub::Field::plain("choice")
        .ndr(stub::ndr_place!(defers true));
}

/// Union `open`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Open {
    /// Label 1: field `one`.
    One(u16),
    /// Label 5: field `text`.
    Text(String),
    /// Any other label: nothing.
    Default {
        /// The label that chose it.
        label: i32,
    },
}

impl Default for Open {
    fn default() -> Self {
        Self::One(Default::default())
    }
}

static OPEN_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[1], stub::Field::plain("one").number(2).explicit()),
    stub::Arm::of(
        &[5],
        stub::Field::plain("text")
            .ndr(stub::ndr_place!(pointer Ref, terminated true, defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[],
        stub::Field::plain("")
            .xml(stub::xml_place!(name : stub::Cow::Borrowed("default"),))
            .number(4)
            .explicit(),
    ),
];

static OPEN: stub::Union = stub::Union::of(
        "open",
        "tag",
        stub::Discriminant::I32,
        &OPEN_ARMS,
        Some(2),
    )
    .ndr(stub::ndr_shape!(align 2, defers true, tag 2));

impl Open {
    /// Any other label: nothing.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn other(label: i32) -> Result<Self, stub::WrongLabel> {
        OPEN.admits(2, i64::from(label))?;
        Ok(Self::Default { label })
    }
}

impl Open {
    /// The label that chooses the arm.
    pub fn label(&self) -> i64 {
        match self {
            Self::One(_) => 1,
            Self::Text(_) => 5,
            Self::Default { label } => i64::from(*label),
        }
    }
}

impl stub::Encode for Open {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::One(_) => (0, 1),
            Self::Text(_) => (1, 5),
            Self::Default { label } => (2, i64::from(*label)),
        };
        s.union(f, &OPEN, arm, label, self);
    }
}

impl stub::Fields for Open {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::One(value) => s.field(&OPEN_ARMS[0].field, value),
            Self::Text(value) => s.field(&OPEN_ARMS[1].field, value),
            Self::Default { .. } => s.field(&OPEN_ARMS[2].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for Open {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &OPEN, self)
    }
}

impl<'de> stub::Arms<'de> for Open {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::One(Default::default()),
            1 => Self::Text(Default::default()),
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
            Self::One(value) => s.slot(&OPEN_ARMS[0].field, value),
            Self::Text(value) => s.slot(&OPEN_ARMS[1].field, value),
            Self::Default { .. } => s.slot(&OPEN_ARMS[2].field, &mut ()),
        }
    }
}

impl stub::Standalone for Open {
    const PLACE: &'static stub::Field = &stub::Field::plain("open")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `counted`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted<'a> {
    /// Field `max`.
    pub max: u16,
    /// Field `first`.
    pub first: u32,
    /// Field `data`.
    pub data: Cow<'a, [u8]>,
    /// Field `words`.
    pub words: Vec<u16>,
    /// Field `wide`.
    pub wide: Vec<u16>,
    /// Field `text`.
    pub text: Cow<'a, str>,
    /// Field `maybe`.
    pub maybe: Option<Vec<Cow<'a, str>>>,
    /// Field `numbers`.
    pub numbers: stub::Shared<Vec<i32>>,
    /// Field `part`.
    pub part: Vec<i16>,
    /// Field `beside`.
    pub beside: Cow<'a, [u8]>,
    /// Field `ten`, at most 10 bytes.
    pub ten: Cow<'a, [u8]>,
}

static COUNTED_FIELDS: [stub::Field; 17] = [
    stub::Field::plain("n").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::plain("half").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::plain("bytes").ndr(stub::ndr_place!(defers true)).number(3),
    stub::Field::plain("units").ndr(stub::ndr_place!(defers true)).number(4),
    stub::Field::plain("m").ndr(stub::ndr_place!(defers true)).number(5),
    stub::Field::plain("s").ndr(stub::ndr_place!(defers true)).number(6),
    stub::Field::plain("max").number(7),
    stub::Field::plain("first").number(8),
    stub::Field::plain("data").ndr(stub::ndr_place!(pointer Ref, defers true)).number(9),
    stub::Field::of(
            "words",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("words").explicit() },
        )
        .ndr(stub::ndr_place!(pointer Ref, array Conformant, defers true))
        .number(10)
        .packed(),
    stub::Field::of(
            "wide",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("wide").explicit() },
        )
        .ndr(stub::ndr_place!(pointer Ref, array Conformant, defers true))
        .number(11)
        .packed(),
    stub::Field::plain("text")
        .ndr(stub::ndr_place!(pointer Ref, terminated true, defers true))
        .number(12),
    stub::Field::of(
            "maybe",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "maybe",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::sized("maybe", stub::Length::UpTo(4))
                                .ndr(
                                    stub::ndr_place!(pointer Ref, terminated true, defers true),
                                )
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .number(1)
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(array Conformant, defers true, hoists 1))
                    .xml(stub::xml_place!(wrapped : true,))
                    .number(13)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(13),
    stub::Field::of(
            "numbers",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "numbers",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("numbers")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(array Conformant, hoists 1))
                    .xml(stub::xml_place!(wrapped : true,))
                    .number(14)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(14),
    stub::Field::of(
            "part",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("part").explicit() },
        )
        .ndr(stub::ndr_place!(pointer Ref, array ConformantVarying, defers true))
        .number(15)
        .packed(),
    stub::Field::plain("beside")
        .ndr(stub::ndr_place!(pointer Ref, array ConformantVarying, defers true))
        .number(16),
    stub::Field::sized("ten", stub::Length::UpTo(10))
        .ndr(stub::ndr_place!(array ConformantVarying, hoists 1))
        .number(17),
];

static COUNTED: stub::Record = stub::Record::of("counted", &COUNTED_FIELDS)
    .ndr(stub::ndr_shape!(align 8, hoists 1, defers true));

impl stub::Encode for Counted<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &COUNTED, self);
    }
}

impl<'de> stub::Decode<'de> for Counted<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &COUNTED, self)
    }
}

impl stub::Fields for Counted<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &COUNTED_FIELDS[0],
            &stub::Count::<u8>::of(stub::Relation::SAME, Some(self.data.len())),
        );
        s.field(
            &COUNTED_FIELDS[1],
            &stub::Count::<i32>::of(stub::Relation::of(2, 1, 0), Some(self.words.len())),
        );
        s.field(
            &COUNTED_FIELDS[2],
            &stub::Count::<u32>::of(stub::Relation::of(1, 2, 0), Some(self.wide.len())),
        );
        s.field(
            &COUNTED_FIELDS[3],
            &stub::Count::<
                u64,
            >::of(
                stub::Relation::of(1, 1, -1),
                Some(stub::units(&COUNTED_FIELDS[11], &self.text)),
            ),
        );
        s.field(
            &COUNTED_FIELDS[4],
            &stub::Count::<
                i64,
            >::of(stub::Relation::SAME, self.maybe.as_ref().map(|v| v.len())),
        );
        s.field(
            &COUNTED_FIELDS[5],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, self.numbers.get().map(|v| v.len())),
        );
        s.field(&COUNTED_FIELDS[6], &self.max);
        s.field(&COUNTED_FIELDS[7], &self.first);
        s.field(&COUNTED_FIELDS[8], &self.data);
        s.field(&COUNTED_FIELDS[9], &self.words);
        s.field(&COUNTED_FIELDS[10], &self.wide);
        s.field(&COUNTED_FIELDS[11], &self.text);
        s.field(&COUNTED_FIELDS[12], &self.maybe);
        s.field(&COUNTED_FIELDS[13], &self.numbers);
        s.field(
            &COUNTED_FIELDS[14],
            &stub::Extent {
                value: &self.part,
                bounds: &[
                    stub::Bounds {
                        capacity: stub::capacity(stub::Relation::of(2, 1, 1), &self.max),
                        first: stub::capacity(stub::Relation::SAME, &self.first)
                            .unwrap_or(0),
                        sent: None,
                    },
                ],
            },
        );
        s.field(
            &COUNTED_FIELDS[15],
            &stub::Extent {
                value: &self.beside,
                bounds: &[
                    stub::Bounds {
                        capacity: stub::room_for_count(
                            stub::Relation::SAME,
                            stub::Relation::SAME,
                            Some(self.data.len()),
                        ),
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(
            &COUNTED_FIELDS[16],
            &stub::Extent {
                value: &self.ten,
                bounds: &[
                    stub::Bounds {
                        capacity: Some(10),
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
    }
}

impl<'de> stub::Slots<'de> for Counted<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u8::default();
        s.derived(&COUNTED_FIELDS[0], &mut said0)?;
        let mut said1 = i32::default();
        s.derived(&COUNTED_FIELDS[1], &mut said1)?;
        let mut said2 = u32::default();
        s.derived(&COUNTED_FIELDS[2], &mut said2)?;
        let mut said3 = u64::default();
        s.derived(&COUNTED_FIELDS[3], &mut said3)?;
        let mut said4 = i64::default();
        s.derived(&COUNTED_FIELDS[4], &mut said4)?;
        let mut said5 = u32::default();
        s.derived(&COUNTED_FIELDS[5], &mut said5)?;
        s.slot(&COUNTED_FIELDS[6], &mut self.max)?;
        s.slot(&COUNTED_FIELDS[7], &mut self.first)?;
        s.slot(&COUNTED_FIELDS[8], &mut self.data)?;
        s.slot(&COUNTED_FIELDS[9], &mut self.words)?;
        s.slot(&COUNTED_FIELDS[10], &mut self.wide)?;
        s.slot(&COUNTED_FIELDS[11], &mut self.text)?;
        s.slot(&COUNTED_FIELDS[12], &mut self.maybe)?;
        s.slot(&COUNTED_FIELDS[13], &mut self.numbers)?;
        s.slot(&COUNTED_FIELDS[14], &mut self.part)?;
        s.slot(&COUNTED_FIELDS[15], &mut self.beside)?;
        s.slot(&COUNTED_FIELDS[16], &mut self.ten)?;
        stub::agree(
            s,
            &COUNTED_FIELDS[8],
            stub::Relation::SAME,
            &said0,
            Some(self.data.len()),
        )?;
        stub::agree(
            s,
            &COUNTED_FIELDS[9],
            stub::Relation::of(2, 1, 0),
            &said1,
            Some(self.words.len()),
        )?;
        stub::agree(
            s,
            &COUNTED_FIELDS[10],
            stub::Relation::of(1, 2, 0),
            &said2,
            Some(self.wide.len()),
        )?;
        stub::agree(
            s,
            &COUNTED_FIELDS[11],
            stub::Relation::of(1, 1, -1),
            &said3,
            Some(stub::units(&COUNTED_FIELDS[11], &self.text)),
        )?;
        stub::agree(
            s,
            &COUNTED_FIELDS[12],
            stub::Relation::SAME,
            &said4,
            self.maybe.as_ref().map(|v| v.len()),
        )?;
        stub::agree(
            s,
            &COUNTED_FIELDS[13],
            stub::Relation::SAME,
            &said5,
            self.numbers.get().map(|v| v.len()),
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
            0 => s.derived(&COUNTED_FIELDS[0], &mut u8::default()),
            1 => s.derived(&COUNTED_FIELDS[1], &mut i32::default()),
            2 => s.derived(&COUNTED_FIELDS[2], &mut u32::default()),
            3 => s.derived(&COUNTED_FIELDS[3], &mut u64::default()),
            4 => s.derived(&COUNTED_FIELDS[4], &mut i64::default()),
            5 => s.derived(&COUNTED_FIELDS[5], &mut u32::default()),
            6 => s.slot(&COUNTED_FIELDS[6], &mut self.max),
            7 => s.slot(&COUNTED_FIELDS[7], &mut self.first),
            8 => s.slot(&COUNTED_FIELDS[8], &mut self.data),
            9 => s.slot(&COUNTED_FIELDS[9], &mut self.words),
            10 => s.slot(&COUNTED_FIELDS[10], &mut self.wide),
            11 => s.slot(&COUNTED_FIELDS[11], &mut self.text),
            12 => s.slot(&COUNTED_FIELDS[12], &mut self.maybe),
            13 => s.slot(&COUNTED_FIELDS[13], &mut self.numbers),
            14 => s.slot(&COUNTED_FIELDS[14], &mut self.part),
            15 => s.slot(&COUNTED_FIELDS[15], &mut self.beside),
            16 => s.slot(&COUNTED_FIELDS[16], &mut self.ten),
            _ => Err(stub::Fail),
        }
    }
}

impl Counted<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Counted<'static> {
        Counted {
            max: self.max,
            first: self.first,
            data: Cow::Owned(self.data.into_owned()),
            words: self.words,
            wide: self.wide,
            text: Cow::Owned(self.text.into_owned()),
            maybe: self
                .maybe
                .map(|v| v.into_iter().map(|v| Cow::Owned(v.into_owned())).collect()),
            numbers: self.numbers,
            part: self.part,
            beside: Cow::Owned(self.beside.into_owned()),
            ten: Cow::Owned(self.ten.into_owned()),
        }
    }
}

impl stub::Standalone for Counted<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("counted")
        .ndr(stub::ndr_place!(defers true, hoists 1));
}

/// Record `chosen`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chosen {
    /// Field `choice`.
    pub choice: Choice,
    /// Field `maybe`.
    pub maybe: Option<Open>,
    /// Field `shared`.
    pub shared: stub::Shared<Open>,
}

static CHOSEN_FIELDS: [stub::Field; 6] = [
    stub::Field::plain("which").ndr(stub::ndr_place!(defers true, bits 16)).number(1),
    stub::Field::plain("tag").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::plain("also").ndr(stub::ndr_place!(defers true)).number(3),
    stub::Field::plain("choice").ndr(stub::ndr_place!(defers true)).number(4),
    stub::Field::of(
            "maybe",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("maybe")
                    .ndr(stub::ndr_place!(defers true))
                    .number(5)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(5),
    stub::Field::of(
            "shared",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("shared")
                    .ndr(stub::ndr_place!(defers true))
                    .number(6)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(6),
];

static CHOSEN: stub::Record = stub::Record::of("chosen", &CHOSEN_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true));

impl stub::Encode for Chosen {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &CHOSEN, self);
    }
}

impl<'de> stub::Decode<'de> for Chosen {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &CHOSEN, self)
    }
}

impl stub::Fields for Chosen {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&CHOSEN_FIELDS[0], &stub::Label::<Size>::of(self.choice.label()));
        s.field(
            &CHOSEN_FIELDS[1],
            &stub::Label::<i8>::of(self.maybe.as_ref().map(|v| v.label()).unwrap_or(1)),
        );
        s.field(
            &CHOSEN_FIELDS[2],
            &stub::Label::<u64>::of(self.shared.get().map(|v| v.label()).unwrap_or(1)),
        );
        s.field(&CHOSEN_FIELDS[3], &self.choice);
        s.field(&CHOSEN_FIELDS[4], &self.maybe);
        s.field(&CHOSEN_FIELDS[5], &self.shared);
    }
}

impl<'de> stub::Slots<'de> for Chosen {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = Size::default();
        s.derived(&CHOSEN_FIELDS[0], &mut said0)?;
        let mut said1 = i8::default();
        s.derived(&CHOSEN_FIELDS[1], &mut said1)?;
        let mut said2 = u64::default();
        s.derived(&CHOSEN_FIELDS[2], &mut said2)?;
        s.slot(&CHOSEN_FIELDS[3], &mut self.choice)?;
        s.slot(&CHOSEN_FIELDS[4], &mut self.maybe)?;
        s.slot(&CHOSEN_FIELDS[5], &mut self.shared)?;
        s.agree(&CHOSEN_FIELDS[3], stub::Number::to_i64(&said0), self.choice.label())?;
        if let Some(label) = self.maybe.as_ref().map(|v| v.label()) {
            s.agree(&CHOSEN_FIELDS[4], stub::Number::to_i64(&said1), label)?;
        }
        if let Some(label) = self.shared.get().map(|v| v.label()) {
            s.agree(&CHOSEN_FIELDS[5], stub::Number::to_i64(&said2), label)?;
        }
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.derived(&CHOSEN_FIELDS[0], &mut Size::default()),
            1 => s.derived(&CHOSEN_FIELDS[1], &mut i8::default()),
            2 => s.derived(&CHOSEN_FIELDS[2], &mut u64::default()),
            3 => s.slot(&CHOSEN_FIELDS[3], &mut self.choice),
            4 => s.slot(&CHOSEN_FIELDS[4], &mut self.maybe),
            5 => s.slot(&CHOSEN_FIELDS[5], &mut self.shared),
            _ => Err(stub::Fail),
        }
    }
}

impl stub::Standalone for Chosen {
    const PLACE: &'static stub::Field = &stub::Field::plain("chosen")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `node`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Field `name`, at most 20 bytes.
    pub name: String,
    /// Field `data`.
    pub data: Option<Vec<u8>>,
    /// Field `next`.
    pub next: stub::Shared<Node>,
    /// Field `prev`.
    pub prev: stub::Shared<Node>,
    /// Field `pair`.
    pub pair: stub::Shared<[Choice; 2]>,
}

static NODE_FIELDS: [stub::Field; 6] = [
    stub::Field::sized("name", stub::Length::UpTo(20))
        .ndr(stub::ndr_place!(pointer Ref, terminated true, defers true))
        .number(1),
    stub::Field::plain("n").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::of(
            "data",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("data")
                    .ndr(stub::ndr_place!(hoists 1))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
    stub::Field::of(
            "next",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("next")
                    .ndr(stub::ndr_place!(defers true))
                    .number(4)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(4),
    stub::Field::of(
            "prev",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("prev")
                    .ndr(stub::ndr_place!(defers true))
                    .number(5)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(5),
    stub::Field::of(
            "pair",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "pair",
                        stub::Length::Fixed(2),
                        const {
                            &stub::Field::plain("pair")
                                .ndr(stub::ndr_place!(defers true))
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .number(1)
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(defers true))
                    .xml(stub::xml_place!(wrapped : true,))
                    .number(6)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(6),
];

static NODE: stub::Record = stub::Record::of("node", &NODE_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

impl stub::Encode for Node {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &NODE, self);
    }
}

impl<'de> stub::Decode<'de> for Node {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &NODE, self)
    }
}

impl stub::Fields for Node {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&NODE_FIELDS[0], &self.name);
        s.field(
            &NODE_FIELDS[1],
            &stub::Count::<
                u16,
            >::of(stub::Relation::SAME, self.data.as_ref().map(|v| v.len())),
        );
        s.field(&NODE_FIELDS[2], &self.data);
        s.field(&NODE_FIELDS[3], &self.next);
        s.field(&NODE_FIELDS[4], &self.prev);
        s.field(&NODE_FIELDS[5], &self.pair);
    }
}

impl<'de> stub::Slots<'de> for Node {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&NODE_FIELDS[0], &mut self.name)?;
        let mut said1 = u16::default();
        s.derived(&NODE_FIELDS[1], &mut said1)?;
        s.slot(&NODE_FIELDS[2], &mut self.data)?;
        s.slot(&NODE_FIELDS[3], &mut self.next)?;
        s.slot(&NODE_FIELDS[4], &mut self.prev)?;
        s.slot(&NODE_FIELDS[5], &mut self.pair)?;
        stub::agree(
            s,
            &NODE_FIELDS[2],
            stub::Relation::SAME,
            &said1,
            self.data.as_ref().map(|v| v.len()),
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
            0 => s.slot(&NODE_FIELDS[0], &mut self.name),
            1 => s.derived(&NODE_FIELDS[1], &mut u16::default()),
            2 => s.slot(&NODE_FIELDS[2], &mut self.data),
            3 => s.slot(&NODE_FIELDS[3], &mut self.next),
            4 => s.slot(&NODE_FIELDS[4], &mut self.prev),
            5 => s.slot(&NODE_FIELDS[5], &mut self.pair),
            _ => Err(stub::Fail),
        }
    }
}

impl stub::Standalone for Node {
    const PLACE: &'static stub::Field = &stub::Field::plain("node")
        .ndr(stub::ndr_place!(defers true));
}

/// Context handle `handle`.
pub type Handle = stub::ContextHandle;

/// `numbers` of the definition.
pub type Numbers = stub::Shared<Vec<i32>>;

/// What names interface `derived`, and its operations.
pub static DERIVED: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "derived",
        full_name: "derived",
        program: 0x2d62d330,
        uuid: 0x5a1c44d4_26c9_44d1_9d1b_0b122b4a5e6f_u128.to_be_bytes(),
        version: 1,
        minor: 2,
    },
    operations: &[
        &DERIVED_OPEN2,
        &DERIVED_READ,
        &DERIVED_CLOSE,
        &DERIVED_SORT,
        &DERIVED_CHOOSE,
        &DERIVED_WALK,
        &DERIVED_TELL,
    ],
};

static DERIVED_OPEN2_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("name").ndr(stub::ndr_place!(terminated true, hoists 1)).number(1),
];

static DERIVED_OPEN2_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("handle").number(1),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

/// What operation `open` takes and gives.
pub static DERIVED_OPEN2: stub::OperationMeta = stub::OperationMeta {
    name: "open",
    number: 0,
    input: &stub::Record::of("open_in", &DERIVED_OPEN2_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 1, hoists 1))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:derived", "open", "urn:derived#open")
        }),
    output: &stub::Record::of("open_out", &DERIVED_OPEN2_OUT_FIELDS)
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:derived",
                "openResponse",
                "urn:derived:derived:openResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static DERIVED_READ_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("handle").number(1),
    stub::Field::plain("max").number(2),
];

static DERIVED_READ_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("found").number(1),
    stub::Field::plain("data").ndr(stub::ndr_place!(hoists 1)).number(2),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(3),
];

/// What operation `read` takes and gives.
pub static DERIVED_READ: stub::OperationMeta = stub::OperationMeta {
    name: "read",
    number: 1,
    input: &stub::Record::of("read_in", &DERIVED_READ_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper("urn:derived", "read", "urn:derived#read")
        }),
    output: &stub::Record::of("read_out", &DERIVED_READ_OUT_FIELDS)
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:derived",
                "readResponse",
                "urn:derived:derived:readResponse",
            )
        }),
    semantics: stub::Semantics::Idempotent,
};

static DERIVED_CLOSE_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("handle")];
static DERIVED_CLOSE_OUT_FIELDS: [stub::Field; 1] = [stub::Field::plain("handle")];

/// What operation `close` takes and gives.
pub static DERIVED_CLOSE: stub::OperationMeta = stub::OperationMeta {
    name: "close",
    number: 2,
    input: &stub::Record::of("close_in", &DERIVED_CLOSE_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:derived", "close", "urn:derived#close")
        }),
    output: &stub::Record::of("close_out", &DERIVED_CLOSE_OUT_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:derived",
                "closeResponse",
                "urn:derived:derived:closeResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static DERIVED_SORT_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("n").number(1),
    stub::Field::of(
            "given",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("given").explicit() },
        )
        .ndr(stub::ndr_place!(array Conformant, hoists 1))
        .number(2)
        .packed(),
];

static DERIVED_SORT_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("n").number(1),
    stub::Field::of(
            "sorted",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("sorted").explicit() },
        )
        .ndr(stub::ndr_place!(array Conformant, hoists 1))
        .number(2)
        .packed(),
    stub::Field::of(
            "room",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("room").explicit() },
        )
        .ndr(stub::ndr_place!(array Conformant, hoists 1))
        .number(3)
        .packed(),
];

/// What operation `sort` takes and gives.
pub static DERIVED_SORT: stub::OperationMeta = stub::OperationMeta {
    name: "sort",
    number: 3,
    input: &stub::Record::of("sort_in", &DERIVED_SORT_IN_FIELDS)
        .ndr(stub::ndr_shape!(hoists 1))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:derived", "sort", "urn:derived#sort")
        }),
    output: &stub::Record::of("sort_out", &DERIVED_SORT_OUT_FIELDS)
        .ndr(stub::ndr_shape!(hoists 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:derived",
                "sortResponse",
                "urn:derived:derived:sortResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static DERIVED_CHOOSE_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("which").ndr(stub::ndr_place!(defers true, bits 16)).number(1),
    stub::Field::plain("choice").ndr(stub::ndr_place!(defers true)).number(2),
];

static DERIVED_CHOOSE_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("choice").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(bits 16))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

/// What operation `choose` takes and gives.
pub static DERIVED_CHOOSE: stub::OperationMeta = stub::OperationMeta {
    name: "choose",
    number: 4,
    input: &stub::Record::of("choose_in", &DERIVED_CHOOSE_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:derived", "choose", "urn:derived#choose")
        }),
    output: &stub::Record::of("choose_out", &DERIVED_CHOOSE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:derived",
                "chooseResponse",
                "urn:derived:derived:chooseResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static DERIVED_WALK_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "list",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("list")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
];

static DERIVED_WALK_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "list",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("list")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "result",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("result")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(array Conformant, hoists 1))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), wrapped : true,
                        ),
                    )
                    .number(2)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

/// What operation `walk` takes and gives.
pub static DERIVED_WALK: stub::OperationMeta = stub::OperationMeta {
    name: "walk",
    number: 5,
    input: &stub::Record::of("walk_in", &DERIVED_WALK_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:derived", "walk", "urn:derived#walk")
        }),
    output: &stub::Record::of("walk_out", &DERIVED_WALK_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:derived",
                "walkResponse",
                "urn:derived:derived:walkResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static DERIVED_TELL_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("counted").ndr(stub::ndr_place!(defers true, hoists 1)),
];

/// What operation `tell` takes and gives.
pub static DERIVED_TELL: stub::OperationMeta = stub::OperationMeta {
    name: "tell",
    number: 7,
    input: &stub::Record::of("tell_in", &DERIVED_TELL_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 8, hoists 1, defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:derived", "tell", "urn:derived#tell")
        }),
    output: &stub::Record::of("tell_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:derived",
                "tellResponse",
                "urn:derived:derived:tellResponse",
            )
        }),
    semantics: stub::Semantics::Maybe,
};

/// What a call of `open` takes.
#[derive(Clone, Debug)]
pub struct DerivedOpenArgs<'a> {
    /// Parameter `name`.
    pub name: &'a str,
}

stub::plain_fields! {
    DerivedOpenArgs<'de>, DERIVED_OPEN2_IN_FIELDS { 0 name }
}

#[derive(Default)]
struct DerivedOpenIn<'a> {
    name: Cow<'a, str>,
}

stub::plain_slots! {
    DerivedOpenIn<'de>, DERIVED_OPEN2_IN_FIELDS { 0 name }
}

/// What a call of `open` gives.
#[derive(Clone, Debug, Default)]
pub struct DerivedOpenOut {
    /// Parameter `handle`.
    pub handle: Handle,
    /// Parameter `result`.
    pub result: u32,
}

stub::plain_fields! {
    DerivedOpenOut, DERIVED_OPEN2_OUT_FIELDS { 0 handle, 1 result }
}

stub::plain_slots! {
    DerivedOpenOut, DERIVED_OPEN2_OUT_FIELDS { 0 handle, 1 result }
}

/// What a call of `read` takes.
#[derive(Clone, Debug)]
pub struct DerivedReadArgs {
    /// Parameter `handle`.
    pub handle: Handle,
    /// Parameter `max`.
    pub max: u32,
}

stub::plain_fields! {
    DerivedReadArgs, DERIVED_READ_IN_FIELDS { 0 handle, 1 max }
}

#[derive(Default)]
struct DerivedReadIn {
    handle: Handle,
    max: u32,
}

stub::plain_slots! {
    DerivedReadIn, DERIVED_READ_IN_FIELDS { 0 handle, 1 max }
}

/// What a call of `read` gives.
#[derive(Clone, Debug, Default)]
pub struct DerivedReadOut<'a> {
    /// Parameter `data`.
    pub data: Cow<'a, [u8]>,
    /// Parameter `result`.
    pub result: u32,
}

impl<'de> stub::Slots<'de> for DerivedReadOut<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&DERIVED_READ_OUT_FIELDS[0], &mut said0)?;
        s.slot(&DERIVED_READ_OUT_FIELDS[1], &mut self.data)?;
        s.slot(&DERIVED_READ_OUT_FIELDS[2], &mut self.result)?;
        stub::agree(
            s,
            &DERIVED_READ_OUT_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            Some(self.data.len()),
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
            0 => s.derived(&DERIVED_READ_OUT_FIELDS[0], &mut u32::default()),
            1 => s.slot(&DERIVED_READ_OUT_FIELDS[1], &mut self.data),
            2 => s.slot(&DERIVED_READ_OUT_FIELDS[2], &mut self.result),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `read`.
#[derive(Clone, Debug)]
pub struct DerivedReadReply<'a> {
    /// Parameter `data`.
    pub data: &'a [u8],
    /// Parameter `result`.
    pub result: u32,
    /// How much room the request gives to what says so, in order.
    pub room: [Option<u32>; 1],
}

impl stub::Fields for DerivedReadReply<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &DERIVED_READ_OUT_FIELDS[0],
            &stub::Count::<u32>::of(stub::Relation::SAME, Some(self.data.len())),
        );
        s.field(
            &DERIVED_READ_OUT_FIELDS[1],
            &stub::Extent {
                value: &self.data,
                bounds: &[
                    stub::Bounds {
                        capacity: self.room[0],
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(&DERIVED_READ_OUT_FIELDS[2], &self.result);
    }
}

/// What a call of `close` takes.
#[derive(Clone, Debug)]
pub struct DerivedCloseArgs {
    /// Parameter `handle`.
    pub handle: Handle,
}

stub::plain_fields! {
    DerivedCloseArgs, DERIVED_CLOSE_IN_FIELDS { 0 handle }
}

#[derive(Default)]
struct DerivedCloseIn {
    handle: Handle,
}

stub::plain_slots! {
    DerivedCloseIn, DERIVED_CLOSE_IN_FIELDS { 0 handle }
}

/// What a call of `close` gives.
#[derive(Clone, Debug, Default)]
pub struct DerivedCloseOut {
    /// Parameter `handle`.
    pub handle: Handle,
}

stub::plain_fields! {
    DerivedCloseOut, DERIVED_CLOSE_OUT_FIELDS { 0 handle }
}

stub::plain_slots! {
    DerivedCloseOut, DERIVED_CLOSE_OUT_FIELDS { 0 handle }
}

/// What a call of `sort` takes.
#[derive(Clone, Debug)]
pub struct DerivedSortArgs<'a> {
    /// Parameter `given`.
    pub given: &'a [i32],
}

impl stub::Fields for DerivedSortArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &DERIVED_SORT_IN_FIELDS[0],
            &stub::Count::<u16>::of(stub::Relation::SAME, Some(self.given.len())),
        );
        s.field(&DERIVED_SORT_IN_FIELDS[1], &self.given);
    }
}

#[derive(Default)]
struct DerivedSortIn {
    given: Vec<i32>,
}

impl<'de> stub::Slots<'de> for DerivedSortIn {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u16::default();
        s.derived(&DERIVED_SORT_IN_FIELDS[0], &mut said0)?;
        s.slot(&DERIVED_SORT_IN_FIELDS[1], &mut self.given)?;
        stub::agree(
            s,
            &DERIVED_SORT_IN_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            Some(self.given.len()),
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
            0 => s.derived(&DERIVED_SORT_IN_FIELDS[0], &mut u16::default()),
            1 => s.slot(&DERIVED_SORT_IN_FIELDS[1], &mut self.given),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `sort` gives.
#[derive(Clone, Debug, Default)]
pub struct DerivedSortOut {
    /// Parameter `n`.
    pub n: u16,
    /// Parameter `sorted`.
    pub sorted: Vec<i32>,
    /// Parameter `room`.
    pub room: Vec<stub::Octet>,
}

impl<'de> stub::Slots<'de> for DerivedSortOut {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&DERIVED_SORT_OUT_FIELDS[0], &mut self.n)?;
        s.slot(&DERIVED_SORT_OUT_FIELDS[1], &mut self.sorted)?;
        s.slot(&DERIVED_SORT_OUT_FIELDS[2], &mut self.room)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&DERIVED_SORT_OUT_FIELDS[0], &mut self.n),
            1 => s.slot(&DERIVED_SORT_OUT_FIELDS[1], &mut self.sorted),
            2 => s.slot(&DERIVED_SORT_OUT_FIELDS[2], &mut self.room),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `sort`.
#[derive(Clone, Debug)]
pub struct DerivedSortReply<'a> {
    /// Parameter `n`.
    pub n: u16,
    /// Parameter `sorted`.
    pub sorted: &'a [i32],
    /// Parameter `room`.
    pub room: &'a [stub::Octet],
}

impl stub::Fields for DerivedSortReply<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&DERIVED_SORT_OUT_FIELDS[0], &self.n);
        s.field(
            &DERIVED_SORT_OUT_FIELDS[1],
            &stub::Extent {
                value: &self.sorted,
                bounds: &[
                    stub::Bounds {
                        capacity: stub::capacity(stub::Relation::of(2, 1, 0), &self.n),
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(
            &DERIVED_SORT_OUT_FIELDS[2],
            &stub::Extent {
                value: &self.room,
                bounds: &[
                    stub::Bounds {
                        capacity: stub::capacity(stub::Relation::SAME, &self.n),
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
    }
}

/// What a call of `choose` takes.
#[derive(Clone, Debug)]
pub struct DerivedChooseArgs<'a> {
    /// Parameter `choice`.
    pub choice: &'a Choice,
}

impl stub::Fields for DerivedChooseArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &DERIVED_CHOOSE_IN_FIELDS[0],
            &stub::Label::<Size>::of(self.choice.label()),
        );
        s.field(&DERIVED_CHOOSE_IN_FIELDS[1], &self.choice);
    }
}

#[derive(Default)]
struct DerivedChooseIn {
    choice: Choice,
}

impl<'de> stub::Slots<'de> for DerivedChooseIn {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = Size::default();
        s.derived(&DERIVED_CHOOSE_IN_FIELDS[0], &mut said0)?;
        s.slot(&DERIVED_CHOOSE_IN_FIELDS[1], &mut self.choice)?;
        s.agree(
            &DERIVED_CHOOSE_IN_FIELDS[1],
            stub::Number::to_i64(&said0),
            self.choice.label(),
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
            0 => s.derived(&DERIVED_CHOOSE_IN_FIELDS[0], &mut Size::default()),
            1 => s.slot(&DERIVED_CHOOSE_IN_FIELDS[1], &mut self.choice),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `choose` gives.
#[derive(Clone, Debug, Default)]
pub struct DerivedChooseOut {
    /// Parameter `choice`.
    pub choice: Choice,
    /// Parameter `result`.
    pub result: Size,
}

stub::plain_slots! {
    DerivedChooseOut, DERIVED_CHOOSE_OUT_FIELDS { 0 choice, 1 result }
}

/// What a server answers to a call of `choose`.
#[derive(Clone, Debug)]
pub struct DerivedChooseReply<'a> {
    /// Parameter `choice`.
    pub choice: &'a Choice,
    /// Parameter `result`.
    pub result: Size,
}

stub::plain_fields! {
    DerivedChooseReply<'de>, DERIVED_CHOOSE_OUT_FIELDS { 0 choice, 1 result }
}

/// What a call of `walk` takes.
#[derive(Clone, Debug)]
pub struct DerivedWalkArgs<'a> {
    /// Parameter `list`.
    pub list: &'a stub::Shared<Node>,
}

stub::plain_fields! {
    DerivedWalkArgs<'de>, DERIVED_WALK_IN_FIELDS { 0 list }
}

#[derive(Default)]
struct DerivedWalkIn {
    list: stub::Shared<Node>,
}

stub::plain_slots! {
    DerivedWalkIn, DERIVED_WALK_IN_FIELDS { 0 list }
}

/// What a call of `walk` gives.
#[derive(Clone, Debug, Default)]
pub struct DerivedWalkOut {
    /// Parameter `list`.
    pub list: stub::Shared<Node>,
    /// Parameter `result`.
    pub result: stub::Shared<Vec<i32>>,
}

stub::plain_slots! {
    DerivedWalkOut, DERIVED_WALK_OUT_FIELDS { 0 list, 1 result }
}

/// What a server answers to a call of `walk`.
#[derive(Clone, Debug)]
pub struct DerivedWalkReply<'a> {
    /// Parameter `list`.
    pub list: &'a stub::Shared<Node>,
    /// Parameter `result`.
    pub result: &'a stub::Shared<Vec<i32>>,
}

stub::plain_fields! {
    DerivedWalkReply<'de>, DERIVED_WALK_OUT_FIELDS { 0 list, 1 result }
}

/// What a call of `tell` takes.
#[derive(Clone, Debug)]
pub struct DerivedTellArgs<'a> {
    /// Parameter `counted`.
    pub counted: &'a Counted<'a>,
}

stub::plain_fields! {
    DerivedTellArgs<'de>, DERIVED_TELL_IN_FIELDS { 0 counted }
}

#[derive(Default)]
struct DerivedTellIn<'a> {
    counted: Counted<'a>,
}

stub::plain_slots! {
    DerivedTellIn<'de>, DERIVED_TELL_IN_FIELDS { 0 counted }
}

/// A client of `derived`.
pub struct DerivedClient {
    client: stub::Client,
}

impl DerivedClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, DERIVED.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `open`.
    pub fn open2(&mut self, name: &str) -> Result<(Handle, u32), stub::CallError> {
        let turn = self.client.contexts().turn();
        let output: DerivedOpenOut = self
            .client
            .invoke(&DERIVED, &DERIVED_OPEN2, &DerivedOpenArgs { name })?;
        turn.got(&output.handle).done();
        Ok((output.handle, output.result))
    }

    /// Operation 1, `read`.
    pub fn read(
        &mut self,
        handle: Handle,
        max: u32,
    ) -> Result<(Cow<'_, [u8]>, u32), stub::CallError> {
        let output: DerivedReadOut<'_> = self
            .client
            .invoke(&DERIVED, &DERIVED_READ, &DerivedReadArgs { handle, max })?;
        Ok((output.data, output.result))
    }

    /// Operation 2, `close`.
    pub fn close(&mut self, handle: Handle) -> Result<Handle, stub::CallError> {
        let turn = self.client.contexts().turn().given(&handle);
        let output: DerivedCloseOut = self
            .client
            .invoke(&DERIVED, &DERIVED_CLOSE, &DerivedCloseArgs { handle })?;
        turn.got(&output.handle).done();
        Ok(output.handle)
    }

    /// Operation 3, `sort`.
    pub fn sort(
        &mut self,
        given: &[i32],
    ) -> Result<(u16, Vec<i32>, Vec<stub::Octet>), stub::CallError> {
        let output: DerivedSortOut = self
            .client
            .invoke(&DERIVED, &DERIVED_SORT, &DerivedSortArgs { given })?;
        Ok((output.n, output.sorted, output.room))
    }

    /// Operation 4, `choose`.
    pub fn choose(
        &mut self,
        choice: &Choice,
    ) -> Result<(Choice, Size), stub::CallError> {
        let output: DerivedChooseOut = self
            .client
            .invoke(&DERIVED, &DERIVED_CHOOSE, &DerivedChooseArgs { choice })?;
        Ok((output.choice, output.result))
    }

    /// Operation 5, `walk`.
    pub fn walk(
        &mut self,
        list: &stub::Shared<Node>,
    ) -> Result<(stub::Shared<Node>, stub::Shared<Vec<i32>>), stub::CallError> {
        let output: DerivedWalkOut = self
            .client
            .invoke(&DERIVED, &DERIVED_WALK, &DerivedWalkArgs { list })?;
        Ok((output.list, output.result))
    }

    /// Operation 7, `tell`.
    pub fn tell(&mut self, counted: &Counted<'_>) -> Result<(), stub::CallError> {
        self.client.invoke_oneway(&DERIVED, &DERIVED_TELL, &DerivedTellArgs { counted })
    }
}

impl stub::Stub for DerivedClient {
    const INTERFACE: &'static stub::InterfaceMeta = &DERIVED;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `derived` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Derived: Send + Sync {
    /// Operation 0, `open`.
    fn open2(
        &self,
        call: &stub::Context<'_>,
        name: Cow<'_, str>,
    ) -> Result<(Handle, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 1, `read`.
    fn read<'a>(
        &'a self,
        call: &stub::Context<'_>,
        handle: Handle,
        max: u32,
    ) -> Result<(Cow<'a, [u8]>, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `read` where results are not the server's own: a guard's, an `Arc`'s.
    fn read_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        handle: Handle,
        max: u32,
        reply: impl FnOnce((&[u8], u32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.read(call, handle, max).map(|(data, result)| reply((&data, result)))
    }

    /// Operation 2, `close`.
    fn close(
        &self,
        call: &stub::Context<'_>,
        handle: Handle,
    ) -> Result<Handle, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 3, `sort`.
    fn sort(
        &self,
        call: &stub::Context<'_>,
        given: Vec<i32>,
    ) -> Result<(u16, Vec<i32>, Vec<stub::Octet>), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `sort` where results are not the server's own: a guard's, an `Arc`'s.
    fn sort_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        given: Vec<i32>,
        reply: impl FnOnce((u16, &[i32], &[stub::Octet])) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.sort(call, given).map(|(n, sorted, room)| reply((n, &sorted, &room)))
    }

    /// Operation 4, `choose`.
    fn choose(
        &self,
        call: &stub::Context<'_>,
        choice: Choice,
    ) -> Result<(Choice, Size), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `choose` where results are not the server's own: a guard's, an `Arc`'s.
    fn choose_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        choice: Choice,
        reply: impl FnOnce((&Choice, Size)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.choose(call, choice).map(|(choice, result)| reply((&choice, result)))
    }

    /// Operation 5, `walk`.
    fn walk(
        &self,
        call: &stub::Context<'_>,
        list: stub::Shared<Node>,
    ) -> Result<(stub::Shared<Node>, stub::Shared<Vec<i32>>), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `walk` where results are not the server's own: a guard's, an `Arc`'s.
    fn walk_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        list: stub::Shared<Node>,
        reply: impl FnOnce((&stub::Shared<Node>, &stub::Shared<Vec<i32>>)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.walk(call, list).map(|(list, result)| reply((&list, &result)))
    }

    /// Operation 7, `tell`.
    fn tell(
        &self,
        call: &stub::Context<'_>,
        counted: Counted<'_>,
    ) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operations that have to do with context handles: whose calls they are is known.
    fn context_operations(&self) -> Vec<u32> {
        vec![0, 1, 2]
    }

    /// A client is gone: context handles of its association can be run down.
    fn association_ended(&self, association: u64) {}
}

/// Serves `derived` with an object that implements [`Derived`].
pub struct DerivedServer<T>(pub T);

impl<T: Derived> stub::Service for DerivedServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        DERIVED.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        DERIVED.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        DERIVED.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &DERIVED_OPEN2,
                    |context, input: DerivedOpenIn<'_>| {
                        let (handle, result) = self.0.open2(context, input.name)?;
                        Ok(DerivedOpenOut { handle, result })
                    },
                )
            }
            1 => {
                call.serve_replying(
                    &DERIVED_READ,
                    |context, input: DerivedReadIn, reply| {
                        let room = [stub::capacity(stub::Relation::SAME, &input.max)];
                        self.0
                            .read_replying(
                                context,
                                input.handle,
                                input.max,
                                |(data, result)| {
                                    reply
                                        .finish(
                                            &DerivedReadReply {
                                                room,
                                                data,
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            2 => {
                call.serve(
                    &DERIVED_CLOSE,
                    |context, input: DerivedCloseIn| {
                        let handle = self.0.close(context, input.handle)?;
                        Ok(DerivedCloseOut { handle })
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &DERIVED_SORT,
                    |context, input: DerivedSortIn, reply| {
                        self.0
                            .sort_replying(
                                context,
                                input.given,
                                |(n, sorted, room)| {
                                    reply
                                        .finish(
                                            &DerivedSortReply {
                                                n,
                                                sorted,
                                                room,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &DERIVED_CHOOSE,
                    |context, input: DerivedChooseIn, reply| {
                        self.0
                            .choose_replying(
                                context,
                                input.choice,
                                |(choice, result)| {
                                    reply
                                        .finish(
                                            &DerivedChooseReply {
                                                choice,
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &DERIVED_WALK,
                    |context, input: DerivedWalkIn, reply| {
                        self.0
                            .walk_replying(
                                context,
                                input.list,
                                |(list, result)| {
                                    reply.finish(&DerivedWalkReply { list, result })
                                },
                            )
                    },
                )
            }
            7 => {
                call.serve(
                    &DERIVED_TELL,
                    |context, input: DerivedTellIn<'_>| {
                        self.0.tell(context, input.counted)
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }

    fn context_operations(&self) -> Vec<u32> {
        self.0.context_operations()
    }

    fn association_ended(&self, association: u64) {
        self.0.association_ended(association);
    }
}

stub::if_tokio! {
    /// A client of `derived` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncDerivedClient {
        client: stub::AsyncClient,
    }

    impl AsyncDerivedClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, DERIVED.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `open`.
        pub async fn open2(&self, name: &str) -> Result<(Handle, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&DERIVED, &DERIVED_OPEN2, &DerivedOpenArgs { name })
                .await?;
            let turn = self.client.contexts().turn();
            let output: DerivedOpenOut = reply.results(&DERIVED_OPEN2)?;
            turn.got(&output.handle).done();
            Ok((output.handle, output.result))
        }

        /// Operation 1, `read`.
        pub async fn read(
            &self,
            handle: Handle,
            max: u32,
        ) -> Result<(Cow<'static, [u8]>, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&DERIVED, &DERIVED_READ, &DerivedReadArgs { handle, max })
                .await?;
            let output: DerivedReadOut<'_> = reply.results(&DERIVED_READ)?;
            Ok((Cow::Owned(output.data.into_owned()), output.result))
        }

        /// Operation 2, `close`.
        pub async fn close(&self, handle: Handle) -> Result<Handle, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&DERIVED, &DERIVED_CLOSE, &DerivedCloseArgs { handle })
                .await?;
            let turn = self.client.contexts().turn().given(&handle);
            let output: DerivedCloseOut = reply.results(&DERIVED_CLOSE)?;
            turn.got(&output.handle).done();
            Ok(output.handle)
        }

        /// Operation 3, `sort`.
        pub async fn sort(
            &self,
            given: &[i32],
        ) -> Result<(u16, Vec<i32>, Vec<stub::Octet>), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&DERIVED, &DERIVED_SORT, &DerivedSortArgs { given })
                .await?;
            let output: DerivedSortOut = reply.results(&DERIVED_SORT)?;
            Ok((output.n, output.sorted, output.room))
        }

        /// Operation 4, `choose`.
        pub async fn choose(
            &self,
            choice: &Choice,
        ) -> Result<(Choice, Size), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&DERIVED, &DERIVED_CHOOSE, &DerivedChooseArgs { choice })
                .await?;
            let output: DerivedChooseOut = reply.results(&DERIVED_CHOOSE)?;
            Ok((output.choice, output.result))
        }

        /// Operation 5, `walk`.
        pub async fn walk(
            &self,
            list: &stub::Shared<Node>,
        ) -> Result<(stub::Shared<Node>, stub::Shared<Vec<i32>>), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&DERIVED, &DERIVED_WALK, &DerivedWalkArgs { list })
                .await?;
            let output: DerivedWalkOut = reply.results(&DERIVED_WALK)?;
            Ok((output.list, output.result))
        }

        /// Operation 7, `tell`.
        pub async fn tell(&self, counted: &Counted<'_>) -> Result<(), stub::CallError> {
            self.client
                .invoke_oneway(&DERIVED, &DERIVED_TELL, &DerivedTellArgs { counted })
                .await
        }
    }

    impl stub::AsyncStub for AsyncDerivedClient {
        const INTERFACE: &'static stub::InterfaceMeta = &DERIVED;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `derived` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncDerived: Send + Sync {
        /// Operation 0, `open`.
        fn open2<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            name: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<(Handle, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `read`.
        fn read<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            handle: Handle,
            max: u32,
        ) -> impl std::future::Future<
            Output = Result<(Cow<'a, [u8]>, u32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `close`.
        fn close<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            handle: Handle,
        ) -> impl std::future::Future<Output = Result<Handle, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `sort`.
        fn sort<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            given: Vec<i32>,
        ) -> impl std::future::Future<
            Output = Result<(u16, Vec<i32>, Vec<stub::Octet>), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `choose`.
        fn choose<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            choice: Choice,
        ) -> impl std::future::Future<
            Output = Result<(Choice, Size), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `walk`.
        fn walk<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            list: stub::Shared<Node>,
        ) -> impl std::future::Future<
            Output = Result<(stub::Shared<Node>, stub::Shared<Vec<i32>>), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `tell`.
        fn tell<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            counted: Counted<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operations that have to do with context handles: whose calls they are is known.
        fn context_operations(&self) -> Vec<u32> {
            vec![0, 1, 2]
        }

        /// A client is gone: context handles of its association can be run down.
        fn association_ended(&self, association: u64) {}
    }

    /// Serves `derived` with an object that implements [`AsyncDerived`], on a runtime.
    pub struct AsyncDerivedServer<T>(pub T);

    impl<T: AsyncDerived> stub::Service for AsyncDerivedServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            DERIVED.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            DERIVED.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            DERIVED.elements()
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
                        let (input, mut referents): (DerivedOpenIn<'_>, _) = call
                            .input(&DERIVED_OPEN2)?;
                        let context = call.context();
                        let result = self.0.open2(&context, input.name).await;
                        let output = result
                            .map_err(|fault| call.fail(&DERIVED_OPEN2, fault))?;
                        Ok(
                            call
                                .end(
                                    &DERIVED_OPEN2,
                                    &DerivedOpenOut {
                                        handle: output.0,
                                        result: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (DerivedReadIn, _) = call
                            .input(&DERIVED_READ)?;
                        let context = call.context();
                        let room = [stub::capacity(stub::Relation::SAME, &input.max)];
                        let result = self.0.read(&context, input.handle, input.max).await;
                        let output = result
                            .map_err(|fault| call.fail(&DERIVED_READ, fault))?;
                        Ok(
                            call
                                .end(
                                    &DERIVED_READ,
                                    &DerivedReadReply {
                                        room,
                                        data: &output.0,
                                        result: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (DerivedCloseIn, _) = call
                            .input(&DERIVED_CLOSE)?;
                        let context = call.context();
                        let result = self.0.close(&context, input.handle).await;
                        let output = result
                            .map_err(|fault| call.fail(&DERIVED_CLOSE, fault))?;
                        Ok(
                            call
                                .end(
                                    &DERIVED_CLOSE,
                                    &DerivedCloseOut { handle: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (DerivedSortIn, _) = call
                            .input(&DERIVED_SORT)?;
                        let context = call.context();
                        let result = self.0.sort(&context, input.given).await;
                        let output = result
                            .map_err(|fault| call.fail(&DERIVED_SORT, fault))?;
                        Ok(
                            call
                                .end(
                                    &DERIVED_SORT,
                                    &DerivedSortReply {
                                        n: output.0,
                                        sorted: &output.1,
                                        room: &output.2,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (DerivedChooseIn, _) = call
                            .input(&DERIVED_CHOOSE)?;
                        let context = call.context();
                        let result = self.0.choose(&context, input.choice).await;
                        let output = result
                            .map_err(|fault| call.fail(&DERIVED_CHOOSE, fault))?;
                        Ok(
                            call
                                .end(
                                    &DERIVED_CHOOSE,
                                    &DerivedChooseReply {
                                        choice: &output.0,
                                        result: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (DerivedWalkIn, _) = call
                            .input(&DERIVED_WALK)?;
                        let context = call.context();
                        let result = self.0.walk(&context, input.list).await;
                        let output = result
                            .map_err(|fault| call.fail(&DERIVED_WALK, fault))?;
                        Ok(
                            call
                                .end(
                                    &DERIVED_WALK,
                                    &DerivedWalkReply {
                                        list: &output.0,
                                        result: &output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (DerivedTellIn<'_>, _) = call
                            .input(&DERIVED_TELL)?;
                        let context = call.context();
                        let result = self.0.tell(&context, input.counted).await;
                        let () = result.map_err(|fault| call.fail(&DERIVED_TELL, fault))?;
                        Ok(call.end(&DERIVED_TELL, &(), &mut referents))
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

        fn context_operations(&self) -> Vec<u32> {
            self.0.context_operations()
        }

        fn association_ended(&self, association: u64) {
            self.0.association_ended(association);
        }
    }
}
