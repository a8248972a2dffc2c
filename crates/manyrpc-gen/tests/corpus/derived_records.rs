// Generated from derived by manyrpc; do not edit.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use manyrpc_codec::stub;

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

/// Record `handle`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Handle {
    /// Field `attributes`.
    pub attributes: u32,
    /// Field `time_low`.
    pub time_low: u32,
    /// Field `time_mid`.
    pub time_mid: u16,
    /// Field `time_hi`.
    pub time_hi: u16,
    /// Field `rest`.
    pub rest: [u8; 8],
}

static HANDLE_FIELDS: [stub::Field; 5] = [
    stub::Field::plain("attributes").number(1),
    stub::Field::plain("time_low").number(2),
    stub::Field::plain("time_mid").number(3),
    stub::Field::plain("time_hi").number(4),
    stub::Field::sized("rest", stub::Length::Fixed(8)).number(5),
];

static HANDLE: stub::Record = stub::Record::of("handle", &HANDLE_FIELDS);

stub::plain_record! {
    Handle, HANDLE, HANDLE_FIELDS { 0 attributes, 1 time_low, 2 time_mid, 3 time_hi, 4
    rest }
}

impl stub::Standalone for Handle {
    const PLACE: &'static stub::Field = &stub::Field::plain("handle");
}

/// `numbers` of the definition.
pub type Numbers = stub::Shared<Vec<i32>>;

/// The UUID of interface `derived`, in printed order.
pub const DERIVED_UUID: [u8; 16] = 0x5a1c44d4_26c9_44d1_9d1b_0b122b4a5e6f_u128
    .to_be_bytes();

/// The version of interface `derived`, major and minor.
pub const DERIVED_VERSION: (u16, u16) = (1, 2);

/// The number of operation `open`.
pub const DERIVED_OPEN2: u32 = 0;

static DERIVED_OPEN2_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("name").ndr(stub::ndr_place!(terminated true, hoists 1)).number(1),
];

/// What operation `open` takes.
pub static DERIVED_OPEN2_IN: stub::Record = stub::Record::of(
        "open_in",
        &DERIVED_OPEN2_IN_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 1, hoists 1))
    .xml(const { &stub::XmlRecord::wrapper("urn:derived", "open", "urn:derived#open") });

/// What a call of `open` takes.
#[derive(Clone, Debug, Default)]
pub struct DerivedOpenIn<'a> {
    /// Parameter `name`.
    pub name: Cow<'a, str>,
}

stub::plain_fields! {
    DerivedOpenIn<'de>, DERIVED_OPEN2_IN_FIELDS { 0 name }
}

stub::plain_slots! {
    DerivedOpenIn<'de>, DERIVED_OPEN2_IN_FIELDS { 0 name }
}

static DERIVED_OPEN2_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("handle").number(1),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

/// What operation `open` gives.
pub static DERIVED_OPEN2_OUT: stub::Record = stub::Record::of(
        "open_out",
        &DERIVED_OPEN2_OUT_FIELDS,
    )
    .returning()
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:derived",
            "openResponse",
            "urn:derived:derived:openResponse",
        )
    });

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

/// The number of operation `read`.
pub const DERIVED_READ: u32 = 1;

static DERIVED_READ_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("handle").number(1),
    stub::Field::plain("max").number(2),
];

/// What operation `read` takes.
pub static DERIVED_READ_IN: stub::Record = stub::Record::of(
        "read_in",
        &DERIVED_READ_IN_FIELDS,
    )
    .xml(const { &stub::XmlRecord::wrapper("urn:derived", "read", "urn:derived#read") });

/// What a call of `read` takes.
#[derive(Clone, Debug, Default)]
pub struct DerivedReadIn {
    /// Parameter `handle`.
    pub handle: Handle,
    /// Parameter `max`.
    pub max: u32,
}

stub::plain_fields! {
    DerivedReadIn, DERIVED_READ_IN_FIELDS { 0 handle, 1 max }
}

stub::plain_slots! {
    DerivedReadIn, DERIVED_READ_IN_FIELDS { 0 handle, 1 max }
}

static DERIVED_READ_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("found").number(1),
    stub::Field::plain("data").ndr(stub::ndr_place!(hoists 1)).number(2),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(3),
];

/// What operation `read` gives.
pub static DERIVED_READ_OUT: stub::Record = stub::Record::of(
        "read_out",
        &DERIVED_READ_OUT_FIELDS,
    )
    .returning()
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:derived",
            "readResponse",
            "urn:derived:derived:readResponse",
        )
    });

/// What a call of `read` gives.
#[derive(Clone, Debug, Default)]
pub struct DerivedReadOut<'a> {
    /// Parameter `data`.
    pub data: Cow<'a, [u8]>,
    /// Parameter `result`.
    pub result: u32,
}

/// What a server answers to `read`.
pub struct DerivedReadReply<'a> {
    /// The results.
    pub out: DerivedReadOut<'a>,
    /// How much room the request gives to what says so, in order.
    pub room: [Option<u32>; 1],
}

impl stub::Fields for DerivedReadReply<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &DERIVED_READ_OUT_FIELDS[0],
            &stub::Count::<u32>::of(stub::Relation::SAME, Some(self.out.data.len())),
        );
        s.field(
            &DERIVED_READ_OUT_FIELDS[1],
            &stub::Extent {
                value: &self.out.data,
                bounds: &[
                    stub::Bounds {
                        capacity: self.room[0],
                        first: 0,
                        sent: None,
                    },
                ],
            },
        );
        s.field(&DERIVED_READ_OUT_FIELDS[2], &self.out.result);
    }
}

impl<'a> DerivedReadReply<'a> {
    /// The results, in answer to a request.
    pub fn to(input: &DerivedReadIn, out: DerivedReadOut<'a>) -> Self {
        let room = [stub::capacity(stub::Relation::SAME, &input.max)];
        Self { out, room }
    }
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

/// The number of operation `close`.
pub const DERIVED_CLOSE: u32 = 2;

static DERIVED_CLOSE_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("handle")];

/// What operation `close` takes.
pub static DERIVED_CLOSE_IN: stub::Record = stub::Record::of(
        "close_in",
        &DERIVED_CLOSE_IN_FIELDS,
    )
    .whole()
    .xml(const {
        &stub::XmlRecord::wrapper("urn:derived", "close", "urn:derived#close")
    });

/// What a call of `close` takes.
#[derive(Clone, Debug, Default)]
pub struct DerivedCloseIn {
    /// Parameter `handle`.
    pub handle: Handle,
}

stub::plain_fields! {
    DerivedCloseIn, DERIVED_CLOSE_IN_FIELDS { 0 handle }
}

stub::plain_slots! {
    DerivedCloseIn, DERIVED_CLOSE_IN_FIELDS { 0 handle }
}

static DERIVED_CLOSE_OUT_FIELDS: [stub::Field; 1] = [stub::Field::plain("handle")];

/// What operation `close` gives.
pub static DERIVED_CLOSE_OUT: stub::Record = stub::Record::of(
        "close_out",
        &DERIVED_CLOSE_OUT_FIELDS,
    )
    .whole()
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:derived",
            "closeResponse",
            "urn:derived:derived:closeResponse",
        )
    });

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

/// The number of operation `sort`.
pub const DERIVED_SORT: u32 = 3;

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

/// What operation `sort` takes.
pub static DERIVED_SORT_IN: stub::Record = stub::Record::of(
        "sort_in",
        &DERIVED_SORT_IN_FIELDS,
    )
    .ndr(stub::ndr_shape!(hoists 1))
    .xml(const { &stub::XmlRecord::wrapper("urn:derived", "sort", "urn:derived#sort") });

/// What a call of `sort` takes.
#[derive(Clone, Debug, Default)]
pub struct DerivedSortIn {
    /// Parameter `given`.
    pub given: Vec<i32>,
}

impl stub::Fields for DerivedSortIn {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &DERIVED_SORT_IN_FIELDS[0],
            &stub::Count::<u16>::of(stub::Relation::SAME, Some(self.given.len())),
        );
        s.field(&DERIVED_SORT_IN_FIELDS[1], &self.given);
    }
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

/// What operation `sort` gives.
pub static DERIVED_SORT_OUT: stub::Record = stub::Record::of(
        "sort_out",
        &DERIVED_SORT_OUT_FIELDS,
    )
    .ndr(stub::ndr_shape!(hoists 1))
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:derived",
            "sortResponse",
            "urn:derived:derived:sortResponse",
        )
    });

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

impl stub::Fields for DerivedSortOut {
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

/// The number of operation `choose`.
pub const DERIVED_CHOOSE: u32 = 4;

static DERIVED_CHOOSE_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("which").ndr(stub::ndr_place!(defers true, bits 16)).number(1),
    stub::Field::plain("choice").ndr(stub::ndr_place!(defers true)).number(2),
];

/// What operation `choose` takes.
pub static DERIVED_CHOOSE_IN: stub::Record = stub::Record::of(
        "choose_in",
        &DERIVED_CHOOSE_IN_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord::wrapper("urn:derived", "choose", "urn:derived#choose")
    });

/// What a call of `choose` takes.
#[derive(Clone, Debug, Default)]
pub struct DerivedChooseIn {
    /// Parameter `choice`.
    pub choice: Choice,
}

impl stub::Fields for DerivedChooseIn {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &DERIVED_CHOOSE_IN_FIELDS[0],
            &stub::Label::<Size>::of(self.choice.label()),
        );
        s.field(&DERIVED_CHOOSE_IN_FIELDS[1], &self.choice);
    }
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

static DERIVED_CHOOSE_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("choice").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(bits 16))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

/// What operation `choose` gives.
pub static DERIVED_CHOOSE_OUT: stub::Record = stub::Record::of(
        "choose_out",
        &DERIVED_CHOOSE_OUT_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .returning()
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:derived",
            "chooseResponse",
            "urn:derived:derived:chooseResponse",
        )
    });

/// What a call of `choose` gives.
#[derive(Clone, Debug, Default)]
pub struct DerivedChooseOut {
    /// Parameter `choice`.
    pub choice: Choice,
    /// Parameter `result`.
    pub result: Size,
}

stub::plain_fields! {
    DerivedChooseOut, DERIVED_CHOOSE_OUT_FIELDS { 0 choice, 1 result }
}

stub::plain_slots! {
    DerivedChooseOut, DERIVED_CHOOSE_OUT_FIELDS { 0 choice, 1 result }
}

/// The number of operation `walk`.
pub const DERIVED_WALK: u32 = 5;

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

/// What operation `walk` takes.
pub static DERIVED_WALK_IN: stub::Record = stub::Record::of(
        "walk_in",
        &DERIVED_WALK_IN_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .xml(const { &stub::XmlRecord::wrapper("urn:derived", "walk", "urn:derived#walk") });

/// What a call of `walk` takes.
#[derive(Clone, Debug, Default)]
pub struct DerivedWalkIn {
    /// Parameter `list`.
    pub list: stub::Shared<Node>,
}

stub::plain_fields! {
    DerivedWalkIn, DERIVED_WALK_IN_FIELDS { 0 list }
}

stub::plain_slots! {
    DerivedWalkIn, DERIVED_WALK_IN_FIELDS { 0 list }
}

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

/// What operation `walk` gives.
pub static DERIVED_WALK_OUT: stub::Record = stub::Record::of(
        "walk_out",
        &DERIVED_WALK_OUT_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .returning()
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:derived",
            "walkResponse",
            "urn:derived:derived:walkResponse",
        )
    });

/// What a call of `walk` gives.
#[derive(Clone, Debug, Default)]
pub struct DerivedWalkOut {
    /// Parameter `list`.
    pub list: stub::Shared<Node>,
    /// Parameter `result`.
    pub result: stub::Shared<Vec<i32>>,
}

stub::plain_fields! {
    DerivedWalkOut, DERIVED_WALK_OUT_FIELDS { 0 list, 1 result }
}

stub::plain_slots! {
    DerivedWalkOut, DERIVED_WALK_OUT_FIELDS { 0 list, 1 result }
}

/// The number of operation `tell`.
pub const DERIVED_TELL: u32 = 7;

static DERIVED_TELL_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("counted").ndr(stub::ndr_place!(defers true, hoists 1)),
];

/// What operation `tell` takes.
pub static DERIVED_TELL_IN: stub::Record = stub::Record::of(
        "tell_in",
        &DERIVED_TELL_IN_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 8, hoists 1, defers true))
    .whole()
    .xml(const { &stub::XmlRecord::wrapper("urn:derived", "tell", "urn:derived#tell") });

/// What a call of `tell` takes.
#[derive(Clone, Debug, Default)]
pub struct DerivedTellIn<'a> {
    /// Parameter `counted`.
    pub counted: Counted<'a>,
}

stub::plain_fields! {
    DerivedTellIn<'de>, DERIVED_TELL_IN_FIELDS { 0 counted }
}

stub::plain_slots! {
    DerivedTellIn<'de>, DERIVED_TELL_IN_FIELDS { 0 counted }
}

/// What operation `tell` gives.
pub static DERIVED_TELL_OUT: stub::Record = stub::Record::of("tell_out", &[])
    .ndr(stub::ndr_shape!(align 1))
    .xml(const {
        &stub::XmlRecord::wrapper(
            "urn:derived",
            "tellResponse",
            "urn:derived:derived:tellResponse",
        )
    });
