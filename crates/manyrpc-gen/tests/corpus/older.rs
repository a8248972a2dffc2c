// Generated from older.proto by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Enumeration `Size`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Size {
    /// `SMALL`, 1.
    #[default]
    Small = 1,
    /// `LARGE`, 2.
    Large = 2,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for Size {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            1 => Ok(Self::Small),
            2 => Ok(Self::Large),
            _ => Err(value),
        }
    }
}

static SIZE: stub::Enum = stub::Enum::of(
        "Size",
        const { &[(stub::Cow::Borrowed("SMALL"), 1), (stub::Cow::Borrowed("LARGE"), 2)] },
    )
    .others(stub::Others::Unknown);

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

impl stub::Standalone for Size {
    const PLACE: &'static stub::Field = &stub::Field::plain("Size")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// Record `Old_Result_Title`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OldResultTitle<'a> {
    /// Field `text`.
    pub text: Cow<'a, str>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static OLD_RESULT_TITLE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("text")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(3)
        .required()
        .proto(),
];

static OLD_RESULT_TITLE: stub::Record = stub::Record::of(
        "Old_Result_Title",
        &OLD_RESULT_TITLE_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    OldResultTitle<'de>, OLD_RESULT_TITLE, OLD_RESULT_TITLE_FIELDS { 0 text } unknown
}

impl OldResultTitle<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> OldResultTitle<'static> {
        OldResultTitle {
            text: Cow::Owned(self.text.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for OldResultTitle<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Old_Result_Title")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `Old_Result`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OldResult<'a> {
    /// Field `url`.
    pub url: Option<Cow<'a, str>>,
    /// Field `title`.
    pub title: Vec<OldResultTitle<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static OLD_RESULT_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "url",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("url")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
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
            "title",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("title")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
                    .coded(stub::Coding::Group)
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2)
        .coded(stub::Coding::Group)
        .proto()
        .spare(),
];

static OLD_RESULT: stub::Record = stub::Record::of("Old_Result", &OLD_RESULT_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    OldResult<'de>, OLD_RESULT, OLD_RESULT_FIELDS { 0 url, 1 title } unknown
}

impl OldResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> OldResult<'static> {
        OldResult {
            url: self.url.map(|v| Cow::Owned(v.into_owned())),
            title: self.title.into_iter().map(|v| v.into_owned()).collect(),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for OldResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Old_Result")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Union `Old_choice`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum OldChoice {
    /// Label 20: field `a`.
    A(i32),
    /// Label 21: field `grouped`.
    Grouped(OldGrouped),
}

impl Default for OldChoice {
    fn default() -> Self {
        Self::A(Default::default())
    }
}

static OLD_CHOICE_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[20], stub::Field::plain("a").number(20).explicit().proto()),
    stub::Arm::of(
        &[21],
        stub::Field::plain("grouped")
            .ndr(stub::ndr_place!(defers true))
            .number(21)
            .explicit()
            .coded(stub::Coding::Group)
            .proto(),
    ),
];

static OLD_CHOICE: stub::Union = stub::Union::of(
        "Old_choice",
        "number",
        stub::Discriminant::I32,
        &OLD_CHOICE_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for OldChoice {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::A(_) => (0, 20),
            Self::Grouped(_) => (1, 21),
        };
        s.union(f, &OLD_CHOICE, arm, label, self);
    }
}

impl stub::Fields for OldChoice {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::A(value) => s.field(&OLD_CHOICE_ARMS[0].field, value),
            Self::Grouped(value) => s.field(&OLD_CHOICE_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for OldChoice {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &OLD_CHOICE, self)
    }
}

impl<'de> stub::Arms<'de> for OldChoice {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::A(Default::default()),
            _ => Self::Grouped(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::A(value) => s.slot(&OLD_CHOICE_ARMS[0].field, value),
            Self::Grouped(value) => s.slot(&OLD_CHOICE_ARMS[1].field, value),
        }
    }
}

/// Record `Old_Grouped`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OldGrouped {
    /// Field `b`.
    pub b: Option<i32>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static OLD_GROUPED_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "b",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("b").number(1).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1)
        .proto()
        .spare(),
];

static OLD_GROUPED: stub::Record = stub::Record::of("Old_Grouped", &OLD_GROUPED_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    OldGrouped, OLD_GROUPED, OLD_GROUPED_FIELDS { 0 b } unknown
}

impl stub::Standalone for OldGrouped {
    const PLACE: &'static stub::Field = &stub::Field::plain("Old_Grouped")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `Old_PartsByNameEntry`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OldPartsByNameEntry<'a> {
    /// Field `key`.
    pub key: Cow<'a, str>,
    /// Field `value`.
    pub value: Part<'a>,
}

static OLD_PARTS_BY_NAME_ENTRY_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("key")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .explicit()
        .proto(),
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(defers true))
        .number(2)
        .explicit()
        .proto(),
];

static OLD_PARTS_BY_NAME_ENTRY: stub::Record = stub::Record::of(
        "Old_PartsByNameEntry",
        &OLD_PARTS_BY_NAME_ENTRY_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    OldPartsByNameEntry<'de>, OLD_PARTS_BY_NAME_ENTRY, OLD_PARTS_BY_NAME_ENTRY_FIELDS {
    0 key, 1 value }
}

impl OldPartsByNameEntry<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> OldPartsByNameEntry<'static> {
        OldPartsByNameEntry {
            key: Cow::Owned(self.key.into_owned()),
            value: self.value.into_owned(),
        }
    }
}

/// Record `Further`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Further<'a> {
    /// Field `text`.
    pub text: Option<Cow<'a, str>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static FURTHER_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "text",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("text")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1)
        .proto()
        .spare(),
];

static FURTHER: stub::Record = stub::Record::of("Further", &FURTHER_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Further<'de>, FURTHER, FURTHER_FIELDS { 0 text } unknown
}

impl Further<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Further<'static> {
        Further {
            text: self.text.map(|v| Cow::Owned(v.into_owned())),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Further<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Further")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `Old`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Old<'a> {
    /// Field `id`.
    pub id: i32,
    /// Field `name`.
    pub name: Option<Cow<'a, str>>,
    /// Field `count`.
    pub count: Option<i32>,
    /// Field `size`.
    pub size: Option<Size>,
    /// Field `raw`.
    pub raw: Option<Cow<'a, [u8]>>,
    /// Field `ratio`.
    pub ratio: Option<f64>,
    /// Field `yes`.
    pub yes: Option<bool>,
    /// Field `apart`.
    pub apart: Vec<i32>,
    /// Field `together`.
    pub together: Vec<i32>,
    /// Field `sizes`.
    pub sizes: Vec<Size>,
    /// Field `part`.
    pub part: Part<'a>,
    /// Field `result`.
    pub result: Option<OldResult<'a>>,
    /// Field `choice`.
    pub choice: Option<OldChoice>,
    /// Field `parts_by_name`.
    pub parts_by_name: Vec<OldPartsByNameEntry<'a>>,
    /// Field `[gen.older.more]`.
    pub gen_older_more: Option<i32>,
    /// Field `[gen.older.further]`.
    pub gen_older_further: Vec<Further<'a>>,
    /// Field `[gen.older.Part.more]`.
    pub gen_older_part_more: Vec<u32>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static OLD_FIELDS: [stub::Field; 17] = [
    stub::Field::plain("id").number(1).required().proto(),
    stub::Field::of(
            "name",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("name")
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
            "count",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("count").number(3).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3)
        .proto()
        .spare(),
    stub::Field::of(
            "size",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("size")
                    .ndr(stub::ndr_place!(bits 32))
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
            "raw",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("raw")
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .number(5)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(5)
        .proto()
        .spare(),
    stub::Field::of(
            "ratio",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("ratio").number(6).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(6)
        .proto()
        .spare(),
    stub::Field::of(
            "yes",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("yes").number(7).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(7)
        .proto()
        .spare(),
    stub::Field::of(
            "apart",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("apart").number(8).explicit().proto() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(8)
        .proto()
        .spare(),
    stub::Field::of(
            "together",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("together").explicit().proto() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(9)
        .packed()
        .proto()
        .spare(),
    stub::Field::of(
            "sizes",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("sizes")
                    .ndr(stub::ndr_place!(bits 32))
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(10)
        .packed()
        .proto()
        .spare(),
    stub::Field::plain("part")
        .ndr(stub::ndr_place!(defers true))
        .number(11)
        .required()
        .proto(),
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .number(12)
                    .explicit()
                    .coded(stub::Coding::Group)
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(12)
        .coded(stub::Coding::Group)
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
            "parts_by_name",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("parts_by_name")
                    .ndr(stub::ndr_place!(defers true))
                    .number(30)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(30)
        .keyed()
        .proto()
        .called("partsByName")
        .spare(),
    stub::Field::of(
            "[gen.older.more]",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("[gen.older.more]")
                    .xml(
                        stub::xml_place!(name : stub::Cow::Borrowed("_gen.older.more_"),),
                    )
                    .number(100)
                    .explicit()
                    .coded(stub::Coding::Zigzag)
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("_gen.older.more_"),))
        .number(100)
        .coded(stub::Coding::Zigzag)
        .proto()
        .spare(),
    stub::Field::of(
            "[gen.older.further]",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("[gen.older.further]")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("_gen.older.further_"),
                        ),
                    )
                    .number(101)
                    .explicit()
                    .coded(stub::Coding::Group)
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("_gen.older.further_"),))
        .number(101)
        .coded(stub::Coding::Group)
        .proto()
        .spare(),
    stub::Field::of(
            "[gen.older.Part.more]",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("[gen.older.Part.more]")
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("_gen.older.Part.more_"),
                        ),
                    )
                    .explicit()
                    .coded(stub::Coding::Fixed)
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("_gen.older.Part.more_"),))
        .number(1000)
        .coded(stub::Coding::Fixed)
        .packed()
        .proto()
        .spare(),
];

static OLD: stub::Record = stub::Record::choosing(
        "Old",
        &OLD_FIELDS,
        &[(20, 12), (21, 12)],
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const {
        &[
            stub::OneofArm::of("a", "a", 12, 0),
            stub::OneofArm::of("grouped", "grouped", 12, 1),
        ]
    });

stub::plain_record! {
    Old<'de>, OLD, OLD_FIELDS { 0 id, 1 name, 2 count, 3 size, 4 raw, 5 ratio, 6 yes, 7
    apart, 8 together, 9 sizes, 10 part, 11 result, 12 choice, 13 parts_by_name, 14
    gen_older_more, 15 gen_older_further, 16 gen_older_part_more } unknown
}

impl Old<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Old<'static> {
        Old {
            id: self.id,
            name: self.name.map(|v| Cow::Owned(v.into_owned())),
            count: self.count,
            size: self.size,
            raw: self.raw.map(|v| Cow::Owned(v.into_owned())),
            ratio: self.ratio,
            yes: self.yes,
            apart: self.apart,
            together: self.together,
            sizes: self.sizes,
            part: self.part.into_owned(),
            result: self.result.map(|v| v.into_owned()),
            choice: self.choice,
            parts_by_name: self
                .parts_by_name
                .into_iter()
                .map(|v| v.into_owned())
                .collect(),
            gen_older_more: self.gen_older_more,
            gen_older_further: self
                .gen_older_further
                .into_iter()
                .map(|v| v.into_owned())
                .collect(),
            gen_older_part_more: self.gen_older_part_more,
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Old<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Old")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `Part`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part<'a> {
    /// Field `old`.
    pub old: Option<Box<Old<'a>>>,
    /// Field `part`.
    pub part: Option<Box<Part<'a>>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static PART_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "old",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("old")
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
            "part",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("part")
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

static PART: stub::Record = stub::Record::of("Part", &PART_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Part<'de>, PART, PART_FIELDS { 0 old, 1 part } unknown
}

impl Part<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Part<'static> {
        Part {
            old: self.old.map(|v| Box::new(v.into_owned())),
            part: self.part.map(|v| Box::new(v.into_owned())),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Part<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Part")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}
