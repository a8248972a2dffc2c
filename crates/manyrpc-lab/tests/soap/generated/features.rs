// Generated from features.wsdl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Enumeration `Colour`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Colour {
    /// `red`, 0.
    #[default]
    Red = 0,
    /// `green`, 1.
    Green = 1,
    /// `light_blue`, 2.
    LightBlue = 2,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for Colour {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            0 => Ok(Self::Red),
            1 => Ok(Self::Green),
            2 => Ok(Self::LightBlue),
            _ => Err(value),
        }
    }
}

static COLOUR: stub::Enum = stub::Enum::of(
        "Colour",
        const {
            &[
                (stub::Cow::Borrowed("red"), 0),
                (stub::Cow::Borrowed("green"), 1),
                (stub::Cow::Borrowed("light_blue"), 2),
            ]
        },
    )
    .lexical(const {
        &[
            stub::Cow::Borrowed("red"),
            stub::Cow::Borrowed("green"),
            stub::Cow::Borrowed("light blue"),
        ]
    })
    .named(const { &stub::XmlName::of("urn:manyrpc.example.features", "Colour") });

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
    const PLACE: &'static stub::Field = &stub::Field::plain("Colour")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// `Grade` of the definition.
pub type Grade = i32;

/// `Code` of the definition.
pub type Code<'a> = Cow<'a, str>;

/// `Numbers` of the definition.
pub type Numbers = Vec<i32>;

/// Record `Lists`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lists {
    /// Field `row`.
    pub row: Vec<Vec<i32>>,
}

static LISTS_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "row",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "row",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("row")
                                .xml(
                                    stub::xml_place!(
                                        ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                                    ),
                                )
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                            list : true, ty : Some(stub::Link::Static(const { &
                            stub::XmlName::of("urn:manyrpc.example.features", "Numbers")
                            })),
                        ),
                    )
                    .number(1)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
];

static LISTS: stub::Record = stub::Record::of("Lists", &LISTS_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Lists"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Lists, LISTS, LISTS_FIELDS { 0 row }
}

impl stub::Standalone for Lists {
    const PLACE: &'static stub::Field = &stub::Field::plain("Lists")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Scalars`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scalars<'a> {
    /// Field `truth`.
    pub truth: bool,
    /// Field `tiny`.
    pub tiny: i8,
    /// Field `natural_tiny`.
    pub natural_tiny: u8,
    /// Field `small`.
    pub small: i16,
    /// Field `natural_small`.
    pub natural_small: u16,
    /// Field `whole`.
    pub whole: i32,
    /// Field `natural`.
    pub natural: u32,
    /// Field `huge`.
    pub huge: i64,
    /// Field `natural_huge`.
    pub natural_huge: u64,
    /// Field `approximate`.
    pub approximate: f32,
    /// Field `precise`.
    pub precise: f64,
    /// Field `words`.
    pub words: Cow<'a, str>,
    /// Field `hue`.
    pub hue: Colour,
    /// Field `grade`.
    pub grade: i32,
    /// Field `code`.
    pub code: Cow<'a, str>,
    /// Field `bytes`.
    pub bytes: Cow<'a, [u8]>,
    /// Field `digest`.
    pub digest: Cow<'a, [u8]>,
    /// Field `place`.
    pub place: Cow<'a, str>,
}

static SCALARS_FIELDS: [stub::Field; 18] = [
    stub::Field::plain("truth")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
    stub::Field::plain("tiny")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(2),
    stub::Field::plain("natural_tiny")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(3),
    stub::Field::plain("small")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(4),
    stub::Field::plain("natural_small")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(5),
    stub::Field::plain("whole")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(6),
    stub::Field::plain("natural")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(7),
    stub::Field::plain("huge")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(8),
    stub::Field::plain("natural_huge")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(9),
    stub::Field::plain("approximate")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(10),
    stub::Field::plain("precise")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(11),
    stub::Field::plain("words")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(12),
    stub::Field::plain("hue")
        .ndr(stub::ndr_place!(bits 32))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(13),
    stub::Field::plain("grade")
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), ty :
                Some(stub::Link::Static(const { &
                stub::XmlName::of("urn:manyrpc.example.features", "Grade") })), facets :
                Some(stub::Link::Static(const { & stub::Facets { length : None,
                min_length : None, max_length : None, patterns :
                stub::Cow::Borrowed(const { & [] }), values : stub::Cow::Borrowed(const {
                & [] }), min : Some(stub::Cow::Borrowed("1")), max :
                Some(stub::Cow::Borrowed("5")), above : None, below : None, digits :
                None, places : None, } })),
            ),
        )
        .number(14),
    stub::Field::plain("code")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), ty :
                Some(stub::Link::Static(const { &
                stub::XmlName::of("urn:manyrpc.example.features", "Code") })), facets :
                Some(stub::Link::Static(const { & stub::Facets { length : None,
                min_length : None, max_length : None, patterns :
                stub::Cow::Borrowed(const { & [stub::Cow::Borrowed("[A-Z]{3}-\\d{2}"),]
                }), values : stub::Cow::Borrowed(const { & [] }), min : None, max : None,
                above : None, below : None, digits : None, places : None, } })),
            ),
        )
        .number(15),
    stub::Field::plain("bytes")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(16),
    stub::Field::plain("digest")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), form :
                stub::XmlForm::Hex,
            ),
        )
        .number(17),
    stub::Field::plain("place")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), form :
                stub::XmlForm::Uri,
            ),
        )
        .number(18),
];

static SCALARS: stub::Record = stub::Record::of("Scalars", &SCALARS_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Scalars"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Scalars<'de>, SCALARS, SCALARS_FIELDS { 0 truth, 1 tiny, 2 natural_tiny, 3 small, 4
    natural_small, 5 whole, 6 natural, 7 huge, 8 natural_huge, 9 approximate, 10 precise,
    11 words, 12 hue, 13 grade, 14 code, 15 bytes, 16 digest, 17 place }
}

impl Scalars<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Scalars<'static> {
        Scalars {
            truth: self.truth,
            tiny: self.tiny,
            natural_tiny: self.natural_tiny,
            small: self.small,
            natural_small: self.natural_small,
            whole: self.whole,
            natural: self.natural,
            huge: self.huge,
            natural_huge: self.natural_huge,
            approximate: self.approximate,
            precise: self.precise,
            words: Cow::Owned(self.words.into_owned()),
            hue: self.hue,
            grade: self.grade,
            code: Cow::Owned(self.code.into_owned()),
            bytes: Cow::Owned(self.bytes.into_owned()),
            digest: Cow::Owned(self.digest.into_owned()),
            place: Cow::Owned(self.place.into_owned()),
        }
    }
}

impl stub::Standalone for Scalars<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Scalars")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Exact`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exact<'a> {
    /// Field `price`.
    pub price: Cow<'a, str>,
    /// Field `large`.
    pub large: Cow<'a, str>,
    /// Field `moment`.
    pub moment: Cow<'a, str>,
    /// Field `day`.
    pub day: Cow<'a, str>,
    /// Field `hour`.
    pub hour: Cow<'a, str>,
    /// Field `span`.
    pub span: Cow<'a, str>,
}

static EXACT_FIELDS: [stub::Field; 6] = [
    stub::Field::plain("price")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), form :
                stub::XmlForm::Decimal,
            ),
        )
        .number(1),
    stub::Field::plain("large")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), form :
                stub::XmlForm::Integer,
            ),
        )
        .number(2),
    stub::Field::plain("moment")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), form :
                stub::XmlForm::DateTime,
            ),
        )
        .number(3),
    stub::Field::plain("day")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), form :
                stub::XmlForm::Date,
            ),
        )
        .number(4),
    stub::Field::plain("hour")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), form :
                stub::XmlForm::Time,
            ),
        )
        .number(5),
    stub::Field::plain("span")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), form :
                stub::XmlForm::Duration,
            ),
        )
        .number(6),
];

static EXACT: stub::Record = stub::Record::of("Exact", &EXACT_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Exact"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Exact<'de>, EXACT, EXACT_FIELDS { 0 price, 1 large, 2 moment, 3 day, 4 hour, 5 span
    }
}

impl Exact<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Exact<'static> {
        Exact {
            price: Cow::Owned(self.price.into_owned()),
            large: Cow::Owned(self.large.into_owned()),
            moment: Cow::Owned(self.moment.into_owned()),
            day: Cow::Owned(self.day.into_owned()),
            hour: Cow::Owned(self.hour.into_owned()),
            span: Cow::Owned(self.span.into_owned()),
        }
    }
}

impl stub::Standalone for Exact<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Exact")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Optionals`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Optionals<'a> {
    /// Field `omitted`.
    pub omitted: Option<i32>,
    /// Field `nil`.
    pub nil: Option<i32>,
    /// Field `both`.
    pub both: Option<Cow<'a, str>>,
    /// Field `many`.
    pub many: Vec<i32>,
    /// Field `holes`.
    pub holes: Vec<Option<Cow<'a, str>>>,
    /// Field `id`.
    pub id: Cow<'a, str>,
    /// Field `rank`.
    pub rank: Option<i32>,
}

static OPTIONALS_FIELDS: [stub::Field; 7] = [
    stub::Field::of(
            "omitted",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("omitted")
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
    stub::Field::of(
            "nil",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("nil")
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), nillable :
                true,
            ),
        )
        .number(2),
    stub::Field::of(
            "both",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("both")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(3),
    stub::Field::of(
            "many",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("many")
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(4)
        .packed(),
    stub::Field::of(
            "holes",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "holes",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("holes")
                                .ndr(stub::ndr_place!(terminated true, hoists 1))
                                .xml(
                                    stub::xml_place!(
                                        ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                                    ),
                                )
                                .number(1)
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                            nillable : true,
                        ),
                    )
                    .number(5)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(5),
    stub::Field::plain("id")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(role : stub::XmlRole::Attribute,))
        .number(6),
    stub::Field::of(
            "rank",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("rank")
                    .xml(stub::xml_place!(role : stub::XmlRole::Attribute,))
                    .number(7)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(role : stub::XmlRole::Attribute,))
        .number(7),
];

static OPTIONALS: stub::Record = stub::Record::of("Optionals", &OPTIONALS_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Optionals"),
            attributes: true,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Optionals<'de>, OPTIONALS, OPTIONALS_FIELDS { 0 omitted, 1 nil, 2 both, 3 many, 4
    holes, 5 id, 6 rank }
}

impl Optionals<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Optionals<'static> {
        Optionals {
            omitted: self.omitted,
            nil: self.nil,
            both: self.both.map(|v| Cow::Owned(v.into_owned())),
            many: self.many,
            holes: self
                .holes
                .into_iter()
                .map(|v| v.map(|v| Cow::Owned(v.into_owned())))
                .collect(),
            id: Cow::Owned(self.id.into_owned()),
            rank: self.rank,
        }
    }
}

impl stub::Standalone for Optionals<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Optionals")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Point`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// Field `x`.
    pub x: i32,
    /// Field `y`.
    pub y: i32,
}

static POINT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("x")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
    stub::Field::plain("y")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(2),
];

static POINT: stub::Record = stub::Record::of("Point", &POINT_FIELDS)
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Point"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Point, POINT, POINT_FIELDS { 0 x, 1 y }
}

impl stub::Standalone for Point {
    const PLACE: &'static stub::Field = &stub::Field::plain("Point");
}

/// Union `Term`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Term<'a> {
    /// Label 0: field `number`.
    Number(i32),
    /// Label 1: field `text`.
    Text(Cow<'a, str>),
    /// Label 2: field `place`.
    Place(Point),
}

impl Default for Term<'_> {
    fn default() -> Self {
        Self::Number(Default::default())
    }
}

static TERM_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("number")
            .xml(
                stub::xml_place!(
                    ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                ),
            )
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("text")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .xml(
                stub::xml_place!(
                    ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                ),
            )
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("place")
            .xml(
                stub::xml_place!(
                    ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                ),
            )
            .number(4)
            .explicit(),
    ),
];

static TERM: stub::Union = stub::Union::of(
        "Term",
        "choice",
        stub::Discriminant::I32,
        &TERM_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for Term<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Number(_) => (0, 0),
            Self::Text(_) => (1, 1),
            Self::Place(_) => (2, 2),
        };
        s.union(f, &TERM, arm, label, self);
    }
}

impl stub::Fields for Term<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Number(value) => s.field(&TERM_ARMS[0].field, value),
            Self::Text(value) => s.field(&TERM_ARMS[1].field, value),
            Self::Place(value) => s.field(&TERM_ARMS[2].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for Term<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &TERM, self)
    }
}

impl<'de> stub::Arms<'de> for Term<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Number(Default::default()),
            1 => Self::Text(Default::default()),
            _ => Self::Place(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Number(value) => s.slot(&TERM_ARMS[0].field, value),
            Self::Text(value) => s.slot(&TERM_ARMS[1].field, value),
            Self::Place(value) => s.slot(&TERM_ARMS[2].field, value),
        }
    }
}

impl Term<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Term<'static> {
        match self {
            Self::Number(value) => Term::Number(value),
            Self::Text(value) => Term::Text(Cow::Owned(value.into_owned())),
            Self::Place(value) => Term::Place(value),
        }
    }
}

impl stub::Standalone for Term<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Term")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Shape`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shape<'a> {
    /// Field `name`.
    pub name: Cow<'a, str>,
}

static SHAPE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
];

static SHAPE: stub::Record = stub::Record::of("Shape", &SHAPE_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Shape"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Shape<'de>, SHAPE, SHAPE_FIELDS { 0 name }
}

impl Shape<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Shape<'static> {
        Shape {
            name: Cow::Owned(self.name.into_owned()),
        }
    }
}

impl stub::Standalone for Shape<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Shape")
        .ndr(stub::ndr_place!(defers true));
}

/// Union `Shape_or_derived`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeOrDerived<'a> {
    /// Label 0: field `Shape`.
    Shape(Shape<'a>),
    /// Label 1: field `Circle`.
    Circle(Circle<'a>),
    /// Label 2: field `Square`.
    Square(Square<'a>),
    /// Label 3: field `LabelledSquare`.
    LabelledSquare(LabelledSquare<'a>),
}

impl Default for ShapeOrDerived<'_> {
    fn default() -> Self {
        Self::Shape(Default::default())
    }
}

static SHAPE_OR_DERIVED_ARMS: [stub::Arm; 4] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("Shape")
            .ndr(stub::ndr_place!(defers true))
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("Circle")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(
        &[2],
        stub::Field::plain("Square")
            .ndr(stub::ndr_place!(defers true))
            .number(4)
            .explicit(),
    ),
    stub::Arm::of(
        &[3],
        stub::Field::plain("LabelledSquare")
            .ndr(stub::ndr_place!(defers true))
            .number(5)
            .explicit(),
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
    .xml(const {
        &stub::XmlUnion {
            types: stub::Cow::Borrowed(const {
                &[
                    stub::XmlName::of("urn:manyrpc.example.features", "Shape"),
                    stub::XmlName::of("urn:manyrpc.example.features", "Circle"),
                    stub::XmlName::of("urn:manyrpc.example.features", "Square"),
                    stub::XmlName::of("urn:manyrpc.example.features", "LabelledSquare"),
                ]
            }),
        }
    });

impl stub::Encode for ShapeOrDerived<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Shape(_) => (0, 0),
            Self::Circle(_) => (1, 1),
            Self::Square(_) => (2, 2),
            Self::LabelledSquare(_) => (3, 3),
        };
        s.union(f, &SHAPE_OR_DERIVED, arm, label, self);
    }
}

impl stub::Fields for ShapeOrDerived<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Shape(value) => s.field(&SHAPE_OR_DERIVED_ARMS[0].field, value),
            Self::Circle(value) => s.field(&SHAPE_OR_DERIVED_ARMS[1].field, value),
            Self::Square(value) => s.field(&SHAPE_OR_DERIVED_ARMS[2].field, value),
            Self::LabelledSquare(value) => {
                s.field(&SHAPE_OR_DERIVED_ARMS[3].field, value)
            }
        }
    }
}

impl<'de> stub::Decode<'de> for ShapeOrDerived<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &SHAPE_OR_DERIVED, self)
    }
}

impl<'de> stub::Arms<'de> for ShapeOrDerived<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Shape(Default::default()),
            1 => Self::Circle(Default::default()),
            2 => Self::Square(Default::default()),
            _ => Self::LabelledSquare(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Shape(value) => s.slot(&SHAPE_OR_DERIVED_ARMS[0].field, value),
            Self::Circle(value) => s.slot(&SHAPE_OR_DERIVED_ARMS[1].field, value),
            Self::Square(value) => s.slot(&SHAPE_OR_DERIVED_ARMS[2].field, value),
            Self::LabelledSquare(value) => s.slot(&SHAPE_OR_DERIVED_ARMS[3].field, value),
        }
    }
}

impl ShapeOrDerived<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ShapeOrDerived<'static> {
        match self {
            Self::Shape(value) => ShapeOrDerived::Shape(value.into_owned()),
            Self::Circle(value) => ShapeOrDerived::Circle(value.into_owned()),
            Self::Square(value) => ShapeOrDerived::Square(value.into_owned()),
            Self::LabelledSquare(value) => {
                ShapeOrDerived::LabelledSquare(value.into_owned())
            }
        }
    }
}

impl stub::Standalone for ShapeOrDerived<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Shape_or_derived")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Circle`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Circle<'a> {
    /// Field `name`.
    pub name: Cow<'a, str>,
    /// Field `radius`.
    pub radius: f64,
}

static CIRCLE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
    stub::Field::plain("radius")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(2),
];

static CIRCLE: stub::Record = stub::Record::of("Circle", &CIRCLE_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Circle"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Circle<'de>, CIRCLE, CIRCLE_FIELDS { 0 name, 1 radius }
}

impl Circle<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Circle<'static> {
        Circle {
            name: Cow::Owned(self.name.into_owned()),
            radius: self.radius,
        }
    }
}

impl stub::Standalone for Circle<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Circle")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Square`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Square<'a> {
    /// Field `name`.
    pub name: Cow<'a, str>,
    /// Field `side`.
    pub side: f64,
}

static SQUARE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
    stub::Field::plain("side")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(2),
];

static SQUARE: stub::Record = stub::Record::of("Square", &SQUARE_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Square"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Square<'de>, SQUARE, SQUARE_FIELDS { 0 name, 1 side }
}

impl Square<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Square<'static> {
        Square {
            name: Cow::Owned(self.name.into_owned()),
            side: self.side,
        }
    }
}

impl stub::Standalone for Square<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Square")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `LabelledSquare`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LabelledSquare<'a> {
    /// Field `name`.
    pub name: Cow<'a, str>,
    /// Field `side`.
    pub side: f64,
    /// Field `label`.
    pub label: Cow<'a, str>,
}

static LABELLED_SQUARE_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
    stub::Field::plain("side")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(2),
    stub::Field::plain("label")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(3),
];

static LABELLED_SQUARE: stub::Record = stub::Record::of(
        "LabelledSquare",
        &LABELLED_SQUARE_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 8, defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "LabelledSquare"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    LabelledSquare<'de>, LABELLED_SQUARE, LABELLED_SQUARE_FIELDS { 0 name, 1 side, 2
    label }
}

impl LabelledSquare<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> LabelledSquare<'static> {
        LabelledSquare {
            name: Cow::Owned(self.name.into_owned()),
            side: self.side,
            label: Cow::Owned(self.label.into_owned()),
        }
    }
}

impl stub::Standalone for LabelledSquare<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("LabelledSquare")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Tree`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree<'a> {
    /// Field `label`.
    pub label: Cow<'a, str>,
    /// Field `child`.
    pub child: Vec<Tree<'a>>,
}

static TREE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("label")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
    stub::Field::of(
            "child",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("child")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(2),
];

static TREE: stub::Record = stub::Record::of("Tree", &TREE_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Tree"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Tree<'de>, TREE, TREE_FIELDS { 0 label, 1 child }
}

impl Tree<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Tree<'static> {
        Tree {
            label: Cow::Owned(self.label.into_owned()),
            child: self.child.into_iter().map(|v| v.into_owned()).collect(),
        }
    }
}

impl stub::Standalone for Tree<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Tree")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Measure`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measure<'a> {
    /// Field `value`.
    pub value: f64,
    /// Field `unit`.
    pub unit: Cow<'a, str>,
}

static MEASURE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("value")
        .xml(stub::xml_place!(role : stub::XmlRole::Text,))
        .number(1),
    stub::Field::plain("unit")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(role : stub::XmlRole::Attribute,))
        .number(2),
];

static MEASURE: stub::Record = stub::Record::of("Measure", &MEASURE_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Measure"),
            attributes: true,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Measure<'de>, MEASURE, MEASURE_FIELDS { 0 value, 1 unit }
}

impl Measure<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Measure<'static> {
        Measure {
            value: self.value,
            unit: Cow::Owned(self.unit.into_owned()),
        }
    }
}

impl stub::Standalone for Measure<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Measure")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Envelope`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Envelope<'a> {
    /// Field `before`.
    pub before: i32,
    /// Field `any`.
    pub any: Vec<Cow<'a, str>>,
}

static ENVELOPE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("before")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
    stub::Field::of(
            "any",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("any")
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .xml(stub::xml_place!(role : stub::XmlRole::Any,))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(role : stub::XmlRole::Any,))
        .number(2),
];

static ENVELOPE: stub::Record = stub::Record::of("Envelope", &ENVELOPE_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Envelope"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Envelope<'de>, ENVELOPE, ENVELOPE_FIELDS { 0 before, 1 any }
}

impl Envelope<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Envelope<'static> {
        Envelope {
            before: self.before,
            any: self.any.into_iter().map(|v| Cow::Owned(v.into_owned())).collect(),
        }
    }
}

impl stub::Standalone for Envelope<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Envelope")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `Session`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Session<'a> {
    /// Field `token`.
    pub token: Cow<'a, str>,
    /// Field `hops`.
    pub hops: i32,
}

static SESSION_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("token")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
    stub::Field::plain("hops")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(2),
];

static SESSION: stub::Record = stub::Record::of("Session", &SESSION_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord {
            element: None,
            action: stub::Cow::Borrowed(""),
            addressed: stub::Cow::Borrowed(""),
            ty: stub::XmlName::of("urn:manyrpc.example.features", "Session"),
            attributes: false,
            headers: false,
            mixed: false,
            encoded: false,
        }
    });

stub::plain_record! {
    Session<'de>, SESSION, SESSION_FIELDS { 0 token, 1 hops }
}

impl Session<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Session<'static> {
        Session {
            token: Cow::Owned(self.token.into_owned()),
            hops: self.hops,
        }
    }
}

impl stub::Standalone for Session<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Session")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `failed`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Failed<'a> {
    /// Field `number`.
    pub number: i32,
    /// Field `words`.
    pub words: Cow<'a, str>,
    /// Field `hue`.
    pub hue: Colour,
    /// Field `more`.
    pub more: Vec<i32>,
}

static FAILED_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("number")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
    stub::Field::plain("words")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(2),
    stub::Field::plain("hue")
        .ndr(stub::ndr_place!(bits 32))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(3),
    stub::Field::of(
            "more",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("more")
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(4)
        .packed(),
];

static FAILED: stub::Record = stub::Record::of("failed", &FAILED_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const {
        &stub::XmlRecord::wrapper("urn:manyrpc.example.features", "failed", "")
    });

stub::plain_record! {
    Failed<'de>, FAILED, FAILED_FIELDS { 0 number, 1 words, 2 hue, 3 more }
}

impl Failed<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Failed<'static> {
        Failed {
            number: self.number,
            words: Cow::Owned(self.words.into_owned()),
            hue: self.hue,
            more: self.more,
        }
    }
}

impl stub::Standalone for Failed<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("failed")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `refused`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Refused {}

static REFUSED: stub::Record = stub::Record::of("refused", &[])
    .ndr(stub::ndr_shape!(align 1))
    .xml(const {
        &stub::XmlRecord::wrapper("urn:manyrpc.example.features", "refused", "")
    });

impl stub::Encode for Refused {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &REFUSED, self);
    }
}

impl<'de> stub::Decode<'de> for Refused {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &REFUSED, self)
    }
}

impl stub::Fields for Refused {
    #[inline]
    fn fields<S: stub::Sink>(&self, _: &mut S) {}
}

impl<'de> stub::Slots<'de> for Refused {
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

impl stub::Standalone for Refused {
    const PLACE: &'static stub::Field = &stub::Field::plain("refused");
}

/// What `divide` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum FeaturesDivideResult<'a> {
    /// Label 0: field `result`.
    Result(i32),
    /// Label 1: field `failed`.
    Failed(Failed<'a>),
    /// Label 2: field `refused`.
    Refused(Refused),
}

impl Default for FeaturesDivideResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static FEATURES_DIVIDE_RESULT_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(
        &[1],
        stub::Field::plain("failed")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(&[2], stub::Field::plain("refused").number(4).explicit()),
];

static FEATURES_DIVIDE_RESULT: stub::Union = stub::Union::of(
        "Features_divide_result",
        "raised",
        stub::Discriminant::U32,
        &FEATURES_DIVIDE_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for FeaturesDivideResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::Failed(_) => (1, 1),
            Self::Refused(_) => (2, 2),
        };
        s.union(f, &FEATURES_DIVIDE_RESULT, arm, label, self);
    }
}

impl stub::Fields for FeaturesDivideResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => s.field(&FEATURES_DIVIDE_RESULT_ARMS[0].field, value),
            Self::Failed(value) => s.field(&FEATURES_DIVIDE_RESULT_ARMS[1].field, value),
            Self::Refused(value) => s.field(&FEATURES_DIVIDE_RESULT_ARMS[2].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for FeaturesDivideResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &FEATURES_DIVIDE_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for FeaturesDivideResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result(Default::default()),
            1 => Self::Failed(Default::default()),
            _ => Self::Refused(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result(value) => s.slot(&FEATURES_DIVIDE_RESULT_ARMS[0].field, value),
            Self::Failed(value) => s.slot(&FEATURES_DIVIDE_RESULT_ARMS[1].field, value),
            Self::Refused(value) => s.slot(&FEATURES_DIVIDE_RESULT_ARMS[2].field, value),
        }
    }
}

impl FeaturesDivideResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> FeaturesDivideResult<'static> {
        match self {
            Self::Result(value) => FeaturesDivideResult::Result(value),
            Self::Failed(value) => FeaturesDivideResult::Failed(value.into_owned()),
            Self::Refused(value) => FeaturesDivideResult::Refused(value),
        }
    }
}

impl stub::Standalone for FeaturesDivideResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Features_divide_result")
        .ndr(stub::ndr_place!(defers true));
}

/// What names interface `Features`, and its operations.
pub static FEATURES: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "Features",
        full_name: "Features",
        program: 0x21692f59,
        uuid: 0x7bbb9a85_1956_52de_94eb_62b425c056b2_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &FEATURES_ECHO_SCALARS,
        &FEATURES_ECHO_EXACT,
        &FEATURES_ECHO_OPTIONALS,
        &FEATURES_ECHO_TERMS,
        &FEATURES_ECHO_SHAPES,
        &FEATURES_ECHO_TREE,
        &FEATURES_ECHO_BARE,
        &FEATURES_ECHO_MEASURES,
        &FEATURES_ECHO_LISTS,
        &FEATURES_ECHO_ENVELOPE,
        &FEATURES_ECHO_BINARIES,
        &FEATURES_DIVIDE.operation,
        &FEATURES_GREET,
        &FEATURES_NOTIFY,
        &FEATURES_NOTIFIED,
    ],
};

static FEATURES_ECHO_SCALARS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),)),
];

static FEATURES_ECHO_SCALARS_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        ),
];

/// What operation `echo_scalars` takes and gives.
pub static FEATURES_ECHO_SCALARS: stub::OperationMeta = stub::OperationMeta {
    name: "echo_scalars",
    number: 0,
    input: &stub::Record::of("echo_scalars_in", &FEATURES_ECHO_SCALARS_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_scalars",
                "urn:manyrpc.example.features#echo_scalars",
            )
        }),
    output: &stub::Record::of("echo_scalars_out", &FEATURES_ECHO_SCALARS_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_scalarsResponse",
                "urn:manyrpc.example.features:Features:echo_scalarsResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_ECHO_EXACT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),)),
];

static FEATURES_ECHO_EXACT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        ),
];

/// What operation `echo_exact` takes and gives.
pub static FEATURES_ECHO_EXACT: stub::OperationMeta = stub::OperationMeta {
    name: "echo_exact",
    number: 1,
    input: &stub::Record::of("echo_exact_in", &FEATURES_ECHO_EXACT_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_exact",
                "urn:manyrpc.example.features#echo_exact",
            )
        }),
    output: &stub::Record::of("echo_exact_out", &FEATURES_ECHO_EXACT_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_exactResponse",
                "urn:manyrpc.example.features:Features:echo_exactResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_ECHO_OPTIONALS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),)),
];

static FEATURES_ECHO_OPTIONALS_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        ),
];

/// What operation `echo_optionals` takes and gives.
pub static FEATURES_ECHO_OPTIONALS: stub::OperationMeta = stub::OperationMeta {
    name: "echo_optionals",
    number: 2,
    input: &stub::Record::of("echo_optionals_in", &FEATURES_ECHO_OPTIONALS_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_optionals",
                "urn:manyrpc.example.features#echo_optionals",
            )
        }),
    output: &stub::Record::of("echo_optionals_out", &FEATURES_ECHO_OPTIONALS_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_optionalsResponse",
                "urn:manyrpc.example.features:Features:echo_optionalsResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_ECHO_TERMS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "value",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("value")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
];

static FEATURES_ECHO_TERMS_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), ns :
                            stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        )
        .number(1),
];

/// What operation `echo_terms` takes and gives.
pub static FEATURES_ECHO_TERMS: stub::OperationMeta = stub::OperationMeta {
    name: "echo_terms",
    number: 3,
    input: &stub::Record::of("echo_terms_in", &FEATURES_ECHO_TERMS_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_terms",
                "urn:manyrpc.example.features#echo_terms",
            )
        }),
    output: &stub::Record::of("echo_terms_out", &FEATURES_ECHO_TERMS_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_termsResponse",
                "urn:manyrpc.example.features:Features:echo_termsResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_ECHO_SHAPES_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "value",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("value")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
];

static FEATURES_ECHO_SHAPES_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), ns :
                            stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        )
        .number(1),
];

/// What operation `echo_shapes` takes and gives.
pub static FEATURES_ECHO_SHAPES: stub::OperationMeta = stub::OperationMeta {
    name: "echo_shapes",
    number: 4,
    input: &stub::Record::of("echo_shapes_in", &FEATURES_ECHO_SHAPES_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_shapes",
                "urn:manyrpc.example.features#echo_shapes",
            )
        }),
    output: &stub::Record::of("echo_shapes_out", &FEATURES_ECHO_SHAPES_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_shapesResponse",
                "urn:manyrpc.example.features:Features:echo_shapesResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_ECHO_TREE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),)),
];

static FEATURES_ECHO_TREE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        ),
];

/// What operation `echo_tree` takes and gives.
pub static FEATURES_ECHO_TREE: stub::OperationMeta = stub::OperationMeta {
    name: "echo_tree",
    number: 5,
    input: &stub::Record::of("echo_tree_in", &FEATURES_ECHO_TREE_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_tree",
                "urn:manyrpc.example.features#echo_tree",
            )
        }),
    output: &stub::Record::of("echo_tree_out", &FEATURES_ECHO_TREE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_treeResponse",
                "urn:manyrpc.example.features:Features:echo_treeResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_ECHO_BARE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("Sapling")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),)),
];

static FEATURES_ECHO_BARE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("Grown"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        ),
];

/// What operation `echo_bare` takes and gives.
pub static FEATURES_ECHO_BARE: stub::OperationMeta = stub::OperationMeta {
    name: "echo_bare",
    number: 6,
    input: &stub::Record::of("echo_bare_in", &FEATURES_ECHO_BARE_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord {
                element: None,
                action: stub::Cow::Borrowed("urn:manyrpc.example.features#echo_bare"),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: false,
            }
        }),
    output: &stub::Record::of("echo_bare_out", &FEATURES_ECHO_BARE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord {
                element: None,
                action: stub::Cow::Borrowed(
                    "urn:manyrpc.example.features:Features:echo_bareResponse",
                ),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: false,
                mixed: false,
                encoded: false,
            }
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_ECHO_MEASURES_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "value",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("value")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
];

static FEATURES_ECHO_MEASURES_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), ns :
                            stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        )
        .number(1),
];

/// What operation `echo_measures` takes and gives.
pub static FEATURES_ECHO_MEASURES: stub::OperationMeta = stub::OperationMeta {
    name: "echo_measures",
    number: 7,
    input: &stub::Record::of("echo_measures_in", &FEATURES_ECHO_MEASURES_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_measures",
                "urn:manyrpc.example.features#echo_measures",
            )
        }),
    output: &stub::Record::of("echo_measures_out", &FEATURES_ECHO_MEASURES_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_measuresResponse",
                "urn:manyrpc.example.features:Features:echo_measuresResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_ECHO_LISTS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),)),
];

static FEATURES_ECHO_LISTS_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        ),
];

/// What operation `echo_lists` takes and gives.
pub static FEATURES_ECHO_LISTS: stub::OperationMeta = stub::OperationMeta {
    name: "echo_lists",
    number: 8,
    input: &stub::Record::of("echo_lists_in", &FEATURES_ECHO_LISTS_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_lists",
                "urn:manyrpc.example.features#echo_lists",
            )
        }),
    output: &stub::Record::of("echo_lists_out", &FEATURES_ECHO_LISTS_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_listsResponse",
                "urn:manyrpc.example.features:Features:echo_listsResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_ECHO_ENVELOPE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),)),
];

static FEATURES_ECHO_ENVELOPE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        ),
];

/// What operation `echo_envelope` takes and gives.
pub static FEATURES_ECHO_ENVELOPE: stub::OperationMeta = stub::OperationMeta {
    name: "echo_envelope",
    number: 9,
    input: &stub::Record::of("echo_envelope_in", &FEATURES_ECHO_ENVELOPE_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_envelope",
                "urn:manyrpc.example.features#echo_envelope",
            )
        }),
    output: &stub::Record::of("echo_envelope_out", &FEATURES_ECHO_ENVELOPE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_envelopeResponse",
                "urn:manyrpc.example.features:Features:echo_envelopeResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_ECHO_BINARIES_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "value",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("value")
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .xml(
                        stub::xml_place!(
                            ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
];

static FEATURES_ECHO_BINARIES_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), ns :
                            stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        )
        .number(1),
];

/// What operation `echo_binaries` takes and gives.
pub static FEATURES_ECHO_BINARIES: stub::OperationMeta = stub::OperationMeta {
    name: "echo_binaries",
    number: 10,
    input: &stub::Record::of("echo_binaries_in", &FEATURES_ECHO_BINARIES_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_binaries",
                "urn:manyrpc.example.features#echo_binaries",
            )
        }),
    output: &stub::Record::of("echo_binaries_out", &FEATURES_ECHO_BINARIES_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "echo_binariesResponse",
                "urn:manyrpc.example.features:Features:echo_binariesResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_DIVIDE_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("a")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
    stub::Field::plain("b")
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(2),
];

static FEATURES_DIVIDE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        )
        .number(1),
];

static FEATURES_DIVIDE_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `divide` takes and gives.
pub static FEATURES_DIVIDE: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "divide",
        number: 11,
        input: &stub::Record::of("divide_in", &FEATURES_DIVIDE_IN_FIELDS)
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:manyrpc.example.features",
                    "divide",
                    "urn:manyrpc.example.features#divide",
                )
            }),
        output: &stub::Record::of("divide_out", &FEATURES_DIVIDE_OUT_FIELDS)
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:manyrpc.example.features",
                    "divideResponse",
                    "urn:manyrpc.example.features:Features:divideResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("divide_result", &FEATURES_DIVIDE_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "failed",
            place: <Failed<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "refused",
            place: <Refused as stub::Standalone>::PLACE,
        },
    ],
};

static FEATURES_GREET_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("session")
        .ndr(stub::ndr_place!(defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), role :
                stub::XmlRole::Header,
            ),
        )
        .number(1),
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(2),
];

static FEATURES_GREET_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("session")
        .ndr(stub::ndr_place!(defers true))
        .xml(
            stub::xml_place!(
                ns : stub::Cow::Borrowed("urn:manyrpc.example.features"), role :
                stub::XmlRole::Header,
            ),
        )
        .number(1),
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        )
        .number(2),
];

/// What operation `greet` takes and gives.
pub static FEATURES_GREET: stub::OperationMeta = stub::OperationMeta {
    name: "greet",
    number: 12,
    input: &stub::Record::of("greet_in", &FEATURES_GREET_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.features", "greet"),
                ),
                action: stub::Cow::Borrowed("urn:manyrpc.example.features#greet"),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: true,
                mixed: false,
                encoded: false,
            }
        }),
    output: &stub::Record::of("greet_out", &FEATURES_GREET_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .returning()
        .xml(const {
            &stub::XmlRecord {
                element: Some(
                    stub::XmlName::of("urn:manyrpc.example.features", "greetResponse"),
                ),
                action: stub::Cow::Borrowed(
                    "urn:manyrpc.example.features:Features:greetResponse",
                ),
                addressed: stub::Cow::Borrowed(""),
                ty: stub::XmlName::of("", ""),
                attributes: false,
                headers: true,
                mixed: false,
                encoded: false,
            }
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static FEATURES_NOTIFY_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("text")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(ns : stub::Cow::Borrowed("urn:manyrpc.example.features"),))
        .number(1),
];

/// What operation `notify` takes and gives.
pub static FEATURES_NOTIFY: stub::OperationMeta = stub::OperationMeta {
    name: "notify",
    number: 13,
    input: &stub::Record::of("notify_in", &FEATURES_NOTIFY_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "notify",
                "urn:manyrpc.example.features#notify",
            )
        }),
    output: &stub::Record::of("notify_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "notifyResponse",
                "urn:manyrpc.example.features:Features:notifyResponse",
            )
        }),
    semantics: stub::Semantics::Maybe,
};

static FEATURES_NOTIFIED_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), ns :
                            stub::Cow::Borrowed("urn:manyrpc.example.features"),
                        ),
                    )
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(
            stub::xml_place!(
                name : stub::Cow::Borrowed("return"), ns :
                stub::Cow::Borrowed("urn:manyrpc.example.features"),
            ),
        )
        .number(1),
];

/// What operation `notified` takes and gives.
pub static FEATURES_NOTIFIED: stub::OperationMeta = stub::OperationMeta {
    name: "notified",
    number: 14,
    input: &stub::Record::of("notified_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "notified",
                "urn:manyrpc.example.features#notified",
            )
        }),
    output: &stub::Record::of("notified_out", &FEATURES_NOTIFIED_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:manyrpc.example.features",
                "notifiedResponse",
                "urn:manyrpc.example.features:Features:notifiedResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `echo_scalars` takes.
#[derive(Clone, Debug)]
pub struct FeaturesEchoScalarsArgs<'a> {
    /// Parameter `value`.
    pub value: &'a Scalars<'a>,
}

stub::plain_fields! {
    FeaturesEchoScalarsArgs<'de>, FEATURES_ECHO_SCALARS_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct FeaturesEchoScalarsIn<'a> {
    value: Scalars<'a>,
}

stub::plain_slots! {
    FeaturesEchoScalarsIn<'de>, FEATURES_ECHO_SCALARS_IN_FIELDS { 0 value }
}

/// What a call of `echo_scalars` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesEchoScalarsOut<'a> {
    /// Parameter `result`.
    pub result: Scalars<'a>,
}

stub::plain_slots! {
    FeaturesEchoScalarsOut<'de>, FEATURES_ECHO_SCALARS_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_scalars`.
#[derive(Clone, Debug)]
pub struct FeaturesEchoScalarsReply<'a> {
    /// Parameter `result`.
    pub result: &'a Scalars<'a>,
}

stub::plain_fields! {
    FeaturesEchoScalarsReply<'de>, FEATURES_ECHO_SCALARS_OUT_FIELDS { 0 result }
}

/// What a call of `echo_exact` takes.
#[derive(Clone, Debug)]
pub struct FeaturesEchoExactArgs<'a> {
    /// Parameter `value`.
    pub value: &'a Exact<'a>,
}

stub::plain_fields! {
    FeaturesEchoExactArgs<'de>, FEATURES_ECHO_EXACT_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct FeaturesEchoExactIn<'a> {
    value: Exact<'a>,
}

stub::plain_slots! {
    FeaturesEchoExactIn<'de>, FEATURES_ECHO_EXACT_IN_FIELDS { 0 value }
}

/// What a call of `echo_exact` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesEchoExactOut<'a> {
    /// Parameter `result`.
    pub result: Exact<'a>,
}

stub::plain_slots! {
    FeaturesEchoExactOut<'de>, FEATURES_ECHO_EXACT_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_exact`.
#[derive(Clone, Debug)]
pub struct FeaturesEchoExactReply<'a> {
    /// Parameter `result`.
    pub result: &'a Exact<'a>,
}

stub::plain_fields! {
    FeaturesEchoExactReply<'de>, FEATURES_ECHO_EXACT_OUT_FIELDS { 0 result }
}

/// What a call of `echo_optionals` takes.
#[derive(Clone, Debug)]
pub struct FeaturesEchoOptionalsArgs<'a> {
    /// Parameter `value`.
    pub value: &'a Optionals<'a>,
}

stub::plain_fields! {
    FeaturesEchoOptionalsArgs<'de>, FEATURES_ECHO_OPTIONALS_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct FeaturesEchoOptionalsIn<'a> {
    value: Optionals<'a>,
}

stub::plain_slots! {
    FeaturesEchoOptionalsIn<'de>, FEATURES_ECHO_OPTIONALS_IN_FIELDS { 0 value }
}

/// What a call of `echo_optionals` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesEchoOptionalsOut<'a> {
    /// Parameter `result`.
    pub result: Optionals<'a>,
}

stub::plain_slots! {
    FeaturesEchoOptionalsOut<'de>, FEATURES_ECHO_OPTIONALS_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_optionals`.
#[derive(Clone, Debug)]
pub struct FeaturesEchoOptionalsReply<'a> {
    /// Parameter `result`.
    pub result: &'a Optionals<'a>,
}

stub::plain_fields! {
    FeaturesEchoOptionalsReply<'de>, FEATURES_ECHO_OPTIONALS_OUT_FIELDS { 0 result }
}

/// What a call of `echo_terms` takes.
#[derive(Clone, Debug)]
pub struct FeaturesEchoTermsArgs<'a> {
    /// Parameter `value`.
    pub value: &'a [Term<'a>],
}

stub::plain_fields! {
    FeaturesEchoTermsArgs<'de>, FEATURES_ECHO_TERMS_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct FeaturesEchoTermsIn<'a> {
    value: Vec<Term<'a>>,
}

stub::plain_slots! {
    FeaturesEchoTermsIn<'de>, FEATURES_ECHO_TERMS_IN_FIELDS { 0 value }
}

/// What a call of `echo_terms` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesEchoTermsOut<'a> {
    /// Parameter `result`.
    pub result: Vec<Term<'a>>,
}

stub::plain_slots! {
    FeaturesEchoTermsOut<'de>, FEATURES_ECHO_TERMS_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_terms`.
#[derive(Clone, Debug)]
pub struct FeaturesEchoTermsReply<'a> {
    /// Parameter `result`.
    pub result: &'a [Term<'a>],
}

stub::plain_fields! {
    FeaturesEchoTermsReply<'de>, FEATURES_ECHO_TERMS_OUT_FIELDS { 0 result }
}

/// What a call of `echo_shapes` takes.
#[derive(Clone, Debug)]
pub struct FeaturesEchoShapesArgs<'a> {
    /// Parameter `value`.
    pub value: &'a [ShapeOrDerived<'a>],
}

stub::plain_fields! {
    FeaturesEchoShapesArgs<'de>, FEATURES_ECHO_SHAPES_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct FeaturesEchoShapesIn<'a> {
    value: Vec<ShapeOrDerived<'a>>,
}

stub::plain_slots! {
    FeaturesEchoShapesIn<'de>, FEATURES_ECHO_SHAPES_IN_FIELDS { 0 value }
}

/// What a call of `echo_shapes` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesEchoShapesOut<'a> {
    /// Parameter `result`.
    pub result: Vec<ShapeOrDerived<'a>>,
}

stub::plain_slots! {
    FeaturesEchoShapesOut<'de>, FEATURES_ECHO_SHAPES_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_shapes`.
#[derive(Clone, Debug)]
pub struct FeaturesEchoShapesReply<'a> {
    /// Parameter `result`.
    pub result: &'a [ShapeOrDerived<'a>],
}

stub::plain_fields! {
    FeaturesEchoShapesReply<'de>, FEATURES_ECHO_SHAPES_OUT_FIELDS { 0 result }
}

/// What a call of `echo_tree` takes.
#[derive(Clone, Debug)]
pub struct FeaturesEchoTreeArgs<'a> {
    /// Parameter `value`.
    pub value: &'a Tree<'a>,
}

stub::plain_fields! {
    FeaturesEchoTreeArgs<'de>, FEATURES_ECHO_TREE_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct FeaturesEchoTreeIn<'a> {
    value: Tree<'a>,
}

stub::plain_slots! {
    FeaturesEchoTreeIn<'de>, FEATURES_ECHO_TREE_IN_FIELDS { 0 value }
}

/// What a call of `echo_tree` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesEchoTreeOut<'a> {
    /// Parameter `result`.
    pub result: Tree<'a>,
}

stub::plain_slots! {
    FeaturesEchoTreeOut<'de>, FEATURES_ECHO_TREE_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_tree`.
#[derive(Clone, Debug)]
pub struct FeaturesEchoTreeReply<'a> {
    /// Parameter `result`.
    pub result: &'a Tree<'a>,
}

stub::plain_fields! {
    FeaturesEchoTreeReply<'de>, FEATURES_ECHO_TREE_OUT_FIELDS { 0 result }
}

/// What a call of `echo_bare` takes.
#[derive(Clone, Debug)]
pub struct FeaturesEchoBareArgs<'a> {
    /// Parameter `Sapling`.
    pub sapling: &'a Tree<'a>,
}

stub::plain_fields! {
    FeaturesEchoBareArgs<'de>, FEATURES_ECHO_BARE_IN_FIELDS { 0 sapling }
}

#[derive(Default)]
struct FeaturesEchoBareIn<'a> {
    sapling: Tree<'a>,
}

stub::plain_slots! {
    FeaturesEchoBareIn<'de>, FEATURES_ECHO_BARE_IN_FIELDS { 0 sapling }
}

/// What a call of `echo_bare` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesEchoBareOut<'a> {
    /// Parameter `result`.
    pub result: Tree<'a>,
}

stub::plain_slots! {
    FeaturesEchoBareOut<'de>, FEATURES_ECHO_BARE_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_bare`.
#[derive(Clone, Debug)]
pub struct FeaturesEchoBareReply<'a> {
    /// Parameter `result`.
    pub result: &'a Tree<'a>,
}

stub::plain_fields! {
    FeaturesEchoBareReply<'de>, FEATURES_ECHO_BARE_OUT_FIELDS { 0 result }
}

/// What a call of `echo_measures` takes.
#[derive(Clone, Debug)]
pub struct FeaturesEchoMeasuresArgs<'a> {
    /// Parameter `value`.
    pub value: &'a [Measure<'a>],
}

stub::plain_fields! {
    FeaturesEchoMeasuresArgs<'de>, FEATURES_ECHO_MEASURES_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct FeaturesEchoMeasuresIn<'a> {
    value: Vec<Measure<'a>>,
}

stub::plain_slots! {
    FeaturesEchoMeasuresIn<'de>, FEATURES_ECHO_MEASURES_IN_FIELDS { 0 value }
}

/// What a call of `echo_measures` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesEchoMeasuresOut<'a> {
    /// Parameter `result`.
    pub result: Vec<Measure<'a>>,
}

stub::plain_slots! {
    FeaturesEchoMeasuresOut<'de>, FEATURES_ECHO_MEASURES_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_measures`.
#[derive(Clone, Debug)]
pub struct FeaturesEchoMeasuresReply<'a> {
    /// Parameter `result`.
    pub result: &'a [Measure<'a>],
}

stub::plain_fields! {
    FeaturesEchoMeasuresReply<'de>, FEATURES_ECHO_MEASURES_OUT_FIELDS { 0 result }
}

/// What a call of `echo_lists` takes.
#[derive(Clone, Debug)]
pub struct FeaturesEchoListsArgs<'a> {
    /// Parameter `value`.
    pub value: &'a Lists,
}

stub::plain_fields! {
    FeaturesEchoListsArgs<'de>, FEATURES_ECHO_LISTS_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct FeaturesEchoListsIn {
    value: Lists,
}

stub::plain_slots! {
    FeaturesEchoListsIn, FEATURES_ECHO_LISTS_IN_FIELDS { 0 value }
}

/// What a call of `echo_lists` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesEchoListsOut {
    /// Parameter `result`.
    pub result: Lists,
}

stub::plain_slots! {
    FeaturesEchoListsOut, FEATURES_ECHO_LISTS_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_lists`.
#[derive(Clone, Debug)]
pub struct FeaturesEchoListsReply<'a> {
    /// Parameter `result`.
    pub result: &'a Lists,
}

stub::plain_fields! {
    FeaturesEchoListsReply<'de>, FEATURES_ECHO_LISTS_OUT_FIELDS { 0 result }
}

/// What a call of `echo_envelope` takes.
#[derive(Clone, Debug)]
pub struct FeaturesEchoEnvelopeArgs<'a> {
    /// Parameter `value`.
    pub value: &'a Envelope<'a>,
}

stub::plain_fields! {
    FeaturesEchoEnvelopeArgs<'de>, FEATURES_ECHO_ENVELOPE_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct FeaturesEchoEnvelopeIn<'a> {
    value: Envelope<'a>,
}

stub::plain_slots! {
    FeaturesEchoEnvelopeIn<'de>, FEATURES_ECHO_ENVELOPE_IN_FIELDS { 0 value }
}

/// What a call of `echo_envelope` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesEchoEnvelopeOut<'a> {
    /// Parameter `result`.
    pub result: Envelope<'a>,
}

stub::plain_slots! {
    FeaturesEchoEnvelopeOut<'de>, FEATURES_ECHO_ENVELOPE_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_envelope`.
#[derive(Clone, Debug)]
pub struct FeaturesEchoEnvelopeReply<'a> {
    /// Parameter `result`.
    pub result: &'a Envelope<'a>,
}

stub::plain_fields! {
    FeaturesEchoEnvelopeReply<'de>, FEATURES_ECHO_ENVELOPE_OUT_FIELDS { 0 result }
}

/// What a call of `echo_binaries` takes.
#[derive(Clone, Debug)]
pub struct FeaturesEchoBinariesArgs<'a> {
    /// Parameter `value`.
    pub value: &'a [Cow<'a, [u8]>],
}

stub::plain_fields! {
    FeaturesEchoBinariesArgs<'de>, FEATURES_ECHO_BINARIES_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct FeaturesEchoBinariesIn<'a> {
    value: Vec<Cow<'a, [u8]>>,
}

stub::plain_slots! {
    FeaturesEchoBinariesIn<'de>, FEATURES_ECHO_BINARIES_IN_FIELDS { 0 value }
}

/// What a call of `echo_binaries` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesEchoBinariesOut<'a> {
    /// Parameter `result`.
    pub result: Vec<Cow<'a, [u8]>>,
}

stub::plain_slots! {
    FeaturesEchoBinariesOut<'de>, FEATURES_ECHO_BINARIES_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo_binaries`.
#[derive(Clone, Debug)]
pub struct FeaturesEchoBinariesReply<'a> {
    /// Parameter `result`.
    pub result: &'a [Cow<'a, [u8]>],
}

stub::plain_fields! {
    FeaturesEchoBinariesReply<'de>, FEATURES_ECHO_BINARIES_OUT_FIELDS { 0 result }
}

/// What a call of `divide` takes.
#[derive(Clone, Debug)]
pub struct FeaturesDivideArgs {
    /// Parameter `a`.
    pub a: i32,
    /// Parameter `b`.
    pub b: i32,
}

stub::plain_fields! {
    FeaturesDivideArgs, FEATURES_DIVIDE_IN_FIELDS { 0 a, 1 b }
}

#[derive(Default)]
struct FeaturesDivideIn {
    a: i32,
    b: i32,
}

stub::plain_slots! {
    FeaturesDivideIn, FEATURES_DIVIDE_IN_FIELDS { 0 a, 1 b }
}

/// What a call of `divide` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesDivideOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    FeaturesDivideOut, FEATURES_DIVIDE_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    FeaturesDivideOut, FEATURES_DIVIDE_OUT_FIELDS { 0 result }
}

/// Why a call of `divide` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum FeaturesDivideError {
    /// Exception `failed`.
    Failed(Failed<'static>),
    /// Exception `refused`.
    Refused(Refused),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for FeaturesDivideError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Failed(members) => write!(f, "{members:?}"),
            Self::Refused(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FeaturesDivideError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Failed<'static>> for FeaturesDivideError {
    fn from(from: Failed<'static>) -> Self {
        Self::Failed(from)
    }
}

impl From<Refused> for FeaturesDivideError {
    fn from(from: Refused) -> Self {
        Self::Refused(from)
    }
}

impl From<stub::Error> for FeaturesDivideError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for FeaturesDivideError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for FeaturesDivideError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl FeaturesDivideError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<Failed<'_>>()
                    .map(|members| Self::Failed(members.into_owned()))
            }
            2 => raised.read::<Refused>().map(Self::Refused),
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl FeaturesDivideError {
    fn end(
        result: Result<i32, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(FeaturesDivideResult::Result(result)))
            }
            Ok(result) => Ok(ending.results(&FeaturesDivideOut { result })),
            Err(Self::Failed(members)) if ending.is_in_result() => {
                Ok(ending.result(FeaturesDivideResult::Failed(members)))
            }
            Err(Self::Failed(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Refused(members)) if ending.is_in_result() => {
                Ok(ending.result(FeaturesDivideResult::Refused(members)))
            }
            Err(Self::Refused(members)) => Ok(ending.raise(2, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `greet` takes.
#[derive(Clone, Debug)]
pub struct FeaturesGreetArgs<'a> {
    /// Parameter `session`.
    pub session: &'a Session<'a>,
    /// Parameter `name`.
    pub name: &'a str,
}

stub::plain_fields! {
    FeaturesGreetArgs<'de>, FEATURES_GREET_IN_FIELDS { 0 session, 1 name }
}

#[derive(Default)]
struct FeaturesGreetIn<'a> {
    session: Session<'a>,
    name: Cow<'a, str>,
}

stub::plain_slots! {
    FeaturesGreetIn<'de>, FEATURES_GREET_IN_FIELDS { 0 session, 1 name }
}

/// What a call of `greet` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesGreetOut<'a> {
    /// Parameter `session`.
    pub session: Session<'a>,
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_slots! {
    FeaturesGreetOut<'de>, FEATURES_GREET_OUT_FIELDS { 0 session, 1 result }
}

/// What a server answers to a call of `greet`.
#[derive(Clone, Debug)]
pub struct FeaturesGreetReply<'a> {
    /// Parameter `session`.
    pub session: &'a Session<'a>,
    /// Parameter `result`.
    pub result: &'a str,
}

stub::plain_fields! {
    FeaturesGreetReply<'de>, FEATURES_GREET_OUT_FIELDS { 0 session, 1 result }
}

/// What a call of `notify` takes.
#[derive(Clone, Debug)]
pub struct FeaturesNotifyArgs<'a> {
    /// Parameter `text`.
    pub text: &'a str,
}

stub::plain_fields! {
    FeaturesNotifyArgs<'de>, FEATURES_NOTIFY_IN_FIELDS { 0 text }
}

#[derive(Default)]
struct FeaturesNotifyIn<'a> {
    text: Cow<'a, str>,
}

stub::plain_slots! {
    FeaturesNotifyIn<'de>, FEATURES_NOTIFY_IN_FIELDS { 0 text }
}

/// What a call of `notified` gives.
#[derive(Clone, Debug, Default)]
pub struct FeaturesNotifiedOut<'a> {
    /// Parameter `result`.
    pub result: Vec<Cow<'a, str>>,
}

stub::plain_slots! {
    FeaturesNotifiedOut<'de>, FEATURES_NOTIFIED_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `notified`.
#[derive(Clone, Debug)]
pub struct FeaturesNotifiedReply<'a> {
    /// Parameter `result`.
    pub result: &'a [Cow<'a, str>],
}

stub::plain_fields! {
    FeaturesNotifiedReply<'de>, FEATURES_NOTIFIED_OUT_FIELDS { 0 result }
}

/// A client of `Features`.
pub struct FeaturesClient {
    client: stub::Client,
}

impl FeaturesClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, FEATURES.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `echo_scalars`.
    pub fn echo_scalars(
        &mut self,
        value: &Scalars<'_>,
    ) -> Result<Scalars<'_>, stub::CallError> {
        let output: FeaturesEchoScalarsOut<'_> = self
            .client
            .invoke(
                &FEATURES,
                &FEATURES_ECHO_SCALARS,
                &FeaturesEchoScalarsArgs { value },
            )?;
        Ok(output.result)
    }

    /// Operation 1, `echo_exact`.
    pub fn echo_exact(
        &mut self,
        value: &Exact<'_>,
    ) -> Result<Exact<'_>, stub::CallError> {
        let output: FeaturesEchoExactOut<'_> = self
            .client
            .invoke(&FEATURES, &FEATURES_ECHO_EXACT, &FeaturesEchoExactArgs { value })?;
        Ok(output.result)
    }

    /// Operation 2, `echo_optionals`.
    pub fn echo_optionals(
        &mut self,
        value: &Optionals<'_>,
    ) -> Result<Optionals<'_>, stub::CallError> {
        let output: FeaturesEchoOptionalsOut<'_> = self
            .client
            .invoke(
                &FEATURES,
                &FEATURES_ECHO_OPTIONALS,
                &FeaturesEchoOptionalsArgs { value },
            )?;
        Ok(output.result)
    }

    /// Operation 3, `echo_terms`.
    pub fn echo_terms(
        &mut self,
        value: &[Term<'_>],
    ) -> Result<Vec<Term<'_>>, stub::CallError> {
        let output: FeaturesEchoTermsOut<'_> = self
            .client
            .invoke(&FEATURES, &FEATURES_ECHO_TERMS, &FeaturesEchoTermsArgs { value })?;
        Ok(output.result)
    }

    /// Operation 4, `echo_shapes`.
    pub fn echo_shapes(
        &mut self,
        value: &[ShapeOrDerived<'_>],
    ) -> Result<Vec<ShapeOrDerived<'_>>, stub::CallError> {
        let output: FeaturesEchoShapesOut<'_> = self
            .client
            .invoke(
                &FEATURES,
                &FEATURES_ECHO_SHAPES,
                &FeaturesEchoShapesArgs { value },
            )?;
        Ok(output.result)
    }

    /// Operation 5, `echo_tree`.
    pub fn echo_tree(&mut self, value: &Tree<'_>) -> Result<Tree<'_>, stub::CallError> {
        let output: FeaturesEchoTreeOut<'_> = self
            .client
            .invoke(&FEATURES, &FEATURES_ECHO_TREE, &FeaturesEchoTreeArgs { value })?;
        Ok(output.result)
    }

    /// Operation 6, `echo_bare`.
    pub fn echo_bare(
        &mut self,
        sapling: &Tree<'_>,
    ) -> Result<Tree<'_>, stub::CallError> {
        let output: FeaturesEchoBareOut<'_> = self
            .client
            .invoke(&FEATURES, &FEATURES_ECHO_BARE, &FeaturesEchoBareArgs { sapling })?;
        Ok(output.result)
    }

    /// Operation 7, `echo_measures`.
    pub fn echo_measures(
        &mut self,
        value: &[Measure<'_>],
    ) -> Result<Vec<Measure<'_>>, stub::CallError> {
        let output: FeaturesEchoMeasuresOut<'_> = self
            .client
            .invoke(
                &FEATURES,
                &FEATURES_ECHO_MEASURES,
                &FeaturesEchoMeasuresArgs { value },
            )?;
        Ok(output.result)
    }

    /// Operation 8, `echo_lists`.
    pub fn echo_lists(&mut self, value: &Lists) -> Result<Lists, stub::CallError> {
        let output: FeaturesEchoListsOut = self
            .client
            .invoke(&FEATURES, &FEATURES_ECHO_LISTS, &FeaturesEchoListsArgs { value })?;
        Ok(output.result)
    }

    /// Operation 9, `echo_envelope`.
    pub fn echo_envelope(
        &mut self,
        value: &Envelope<'_>,
    ) -> Result<Envelope<'_>, stub::CallError> {
        let output: FeaturesEchoEnvelopeOut<'_> = self
            .client
            .invoke(
                &FEATURES,
                &FEATURES_ECHO_ENVELOPE,
                &FeaturesEchoEnvelopeArgs { value },
            )?;
        Ok(output.result)
    }

    /// Operation 10, `echo_binaries`.
    pub fn echo_binaries(
        &mut self,
        value: &[Cow<'_, [u8]>],
    ) -> Result<Vec<Cow<'_, [u8]>>, stub::CallError> {
        let output: FeaturesEchoBinariesOut<'_> = self
            .client
            .invoke(
                &FEATURES,
                &FEATURES_ECHO_BINARIES,
                &FeaturesEchoBinariesArgs { value },
            )?;
        Ok(output.result)
    }

    /// Operation 11, `divide`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn divide(&mut self, a: i32, b: i32) -> Result<i32, FeaturesDivideError> {
        let ended: stub::Ended<FeaturesDivideOut, FeaturesDivideResult<'_>> = self
            .client
            .invoke_raising(&FEATURES, &FEATURES_DIVIDE, &FeaturesDivideArgs { a, b })?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(FeaturesDivideResult::Result(result)) => Ok(result),
            stub::Ended::Result(FeaturesDivideResult::Failed(members)) => {
                Err(FeaturesDivideError::Failed(members.into_owned()))
            }
            stub::Ended::Result(FeaturesDivideResult::Refused(members)) => {
                Err(FeaturesDivideError::Refused(members))
            }
            stub::Ended::Raised(raised) => Err(FeaturesDivideError::raised(&raised)),
        }
    }

    /// Operation 12, `greet`.
    pub fn greet(
        &mut self,
        session: &Session<'_>,
        name: &str,
    ) -> Result<(Session<'_>, Cow<'_, str>), stub::CallError> {
        let output: FeaturesGreetOut<'_> = self
            .client
            .invoke(&FEATURES, &FEATURES_GREET, &FeaturesGreetArgs { session, name })?;
        Ok((output.session, output.result))
    }

    /// Operation 13, `notify`.
    pub fn notify(&mut self, text: &str) -> Result<(), stub::CallError> {
        self.client
            .invoke_oneway(&FEATURES, &FEATURES_NOTIFY, &FeaturesNotifyArgs { text })
    }

    /// Operation 14, `notified`.
    pub fn notified(&mut self) -> Result<Vec<Cow<'_, str>>, stub::CallError> {
        let output: FeaturesNotifiedOut<'_> = self
            .client
            .invoke(&FEATURES, &FEATURES_NOTIFIED, &())?;
        Ok(output.result)
    }
}

impl stub::Stub for FeaturesClient {
    const INTERFACE: &'static stub::InterfaceMeta = &FEATURES;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `Features` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Features: Send + Sync {
    /// Operation 0, `echo_scalars`.
    fn echo_scalars<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Scalars<'a>,
    ) -> Result<Scalars<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_scalars` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_scalars_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Scalars<'_>,
        reply: impl FnOnce(&Scalars<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_scalars(call, value).map(|result| reply(&result))
    }

    /// Operation 1, `echo_exact`.
    fn echo_exact<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Exact<'a>,
    ) -> Result<Exact<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_exact` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_exact_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Exact<'_>,
        reply: impl FnOnce(&Exact<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_exact(call, value).map(|result| reply(&result))
    }

    /// Operation 2, `echo_optionals`.
    fn echo_optionals<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Optionals<'a>,
    ) -> Result<Optionals<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_optionals` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_optionals_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Optionals<'_>,
        reply: impl FnOnce(&Optionals<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_optionals(call, value).map(|result| reply(&result))
    }

    /// Operation 3, `echo_terms`.
    fn echo_terms<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Vec<Term<'a>>,
    ) -> Result<Vec<Term<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_terms` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_terms_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Vec<Term<'_>>,
        reply: impl FnOnce(&[Term<'_>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_terms(call, value).map(|result| reply(&result))
    }

    /// Operation 4, `echo_shapes`.
    fn echo_shapes<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Vec<ShapeOrDerived<'a>>,
    ) -> Result<Vec<ShapeOrDerived<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_shapes` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_shapes_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Vec<ShapeOrDerived<'_>>,
        reply: impl FnOnce(&[ShapeOrDerived<'_>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_shapes(call, value).map(|result| reply(&result))
    }

    /// Operation 5, `echo_tree`.
    fn echo_tree<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Tree<'a>,
    ) -> Result<Tree<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_tree` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_tree_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Tree<'_>,
        reply: impl FnOnce(&Tree<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_tree(call, value).map(|result| reply(&result))
    }

    /// Operation 6, `echo_bare`.
    fn echo_bare<'a>(
        &'a self,
        call: &stub::Context<'_>,
        sapling: Tree<'a>,
    ) -> Result<Tree<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_bare` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_bare_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        sapling: Tree<'_>,
        reply: impl FnOnce(&Tree<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_bare(call, sapling).map(|result| reply(&result))
    }

    /// Operation 7, `echo_measures`.
    fn echo_measures<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Vec<Measure<'a>>,
    ) -> Result<Vec<Measure<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_measures` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_measures_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Vec<Measure<'_>>,
        reply: impl FnOnce(&[Measure<'_>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_measures(call, value).map(|result| reply(&result))
    }

    /// Operation 8, `echo_lists`.
    fn echo_lists(
        &self,
        call: &stub::Context<'_>,
        value: Lists,
    ) -> Result<Lists, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_lists` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_lists_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Lists,
        reply: impl FnOnce(&Lists) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_lists(call, value).map(|result| reply(&result))
    }

    /// Operation 9, `echo_envelope`.
    fn echo_envelope<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Envelope<'a>,
    ) -> Result<Envelope<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_envelope` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_envelope_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Envelope<'_>,
        reply: impl FnOnce(&Envelope<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_envelope(call, value).map(|result| reply(&result))
    }

    /// Operation 10, `echo_binaries`.
    fn echo_binaries<'a>(
        &'a self,
        call: &stub::Context<'_>,
        value: Vec<Cow<'a, [u8]>>,
    ) -> Result<Vec<Cow<'a, [u8]>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo_binaries` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_binaries_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        value: Vec<Cow<'_, [u8]>>,
        reply: impl FnOnce(&[Cow<'_, [u8]>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo_binaries(call, value).map(|result| reply(&result))
    }

    /// Operation 11, `divide`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn divide(
        &self,
        call: &stub::Context<'_>,
        a: i32,
        b: i32,
    ) -> Result<i32, FeaturesDivideError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 12, `greet`.
    fn greet<'a>(
        &'a self,
        call: &stub::Context<'_>,
        session: Session<'a>,
        name: Cow<'a, str>,
    ) -> Result<(Session<'a>, Cow<'a, str>), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `greet` where results are not the server's own: a guard's, an `Arc`'s.
    fn greet_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        session: Session<'_>,
        name: Cow<'_, str>,
        reply: impl FnOnce((&Session<'_>, &str)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.greet(call, session, name)
            .map(|(session, result)| reply((&session, &result)))
    }

    /// Operation 13, `notify`.
    fn notify(
        &self,
        call: &stub::Context<'_>,
        text: Cow<'_, str>,
    ) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 14, `notified`.
    fn notified<'a>(
        &'a self,
        call: &stub::Context<'_>,
    ) -> Result<Vec<Cow<'a, str>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `notified` where results are not the server's own: a guard's, an `Arc`'s.
    fn notified_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        reply: impl FnOnce(&[Cow<'_, str>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.notified(call).map(|result| reply(&result))
    }
}

/// Serves `Features` with an object that implements [`Features`].
pub struct FeaturesServer<T>(pub T);

impl<T: Features> stub::Service for FeaturesServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        FEATURES.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        FEATURES.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        FEATURES.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &FEATURES_ECHO_SCALARS,
                    |context, input: FeaturesEchoScalarsIn<'_>, reply| {
                        self.0
                            .echo_scalars_replying(
                                context,
                                input.value,
                                |result| reply.finish(&FeaturesEchoScalarsReply { result }),
                            )
                    },
                )
            }
            1 => {
                call.serve_replying(
                    &FEATURES_ECHO_EXACT,
                    |context, input: FeaturesEchoExactIn<'_>, reply| {
                        self.0
                            .echo_exact_replying(
                                context,
                                input.value,
                                |result| reply.finish(&FeaturesEchoExactReply { result }),
                            )
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &FEATURES_ECHO_OPTIONALS,
                    |context, input: FeaturesEchoOptionalsIn<'_>, reply| {
                        self.0
                            .echo_optionals_replying(
                                context,
                                input.value,
                                |result| {
                                    reply
                                        .finish(
                                            &FeaturesEchoOptionalsReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &FEATURES_ECHO_TERMS,
                    |context, input: FeaturesEchoTermsIn<'_>, reply| {
                        self.0
                            .echo_terms_replying(
                                context,
                                input.value,
                                |result| reply.finish(&FeaturesEchoTermsReply { result }),
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &FEATURES_ECHO_SHAPES,
                    |context, input: FeaturesEchoShapesIn<'_>, reply| {
                        self.0
                            .echo_shapes_replying(
                                context,
                                input.value,
                                |result| reply.finish(&FeaturesEchoShapesReply { result }),
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &FEATURES_ECHO_TREE,
                    |context, input: FeaturesEchoTreeIn<'_>, reply| {
                        self.0
                            .echo_tree_replying(
                                context,
                                input.value,
                                |result| reply.finish(&FeaturesEchoTreeReply { result }),
                            )
                    },
                )
            }
            6 => {
                call.serve_replying(
                    &FEATURES_ECHO_BARE,
                    |context, input: FeaturesEchoBareIn<'_>, reply| {
                        self.0
                            .echo_bare_replying(
                                context,
                                input.sapling,
                                |result| reply.finish(&FeaturesEchoBareReply { result }),
                            )
                    },
                )
            }
            7 => {
                call.serve_replying(
                    &FEATURES_ECHO_MEASURES,
                    |context, input: FeaturesEchoMeasuresIn<'_>, reply| {
                        self.0
                            .echo_measures_replying(
                                context,
                                input.value,
                                |result| {
                                    reply
                                        .finish(
                                            &FeaturesEchoMeasuresReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            8 => {
                call.serve_replying(
                    &FEATURES_ECHO_LISTS,
                    |context, input: FeaturesEchoListsIn, reply| {
                        self.0
                            .echo_lists_replying(
                                context,
                                input.value,
                                |result| reply.finish(&FeaturesEchoListsReply { result }),
                            )
                    },
                )
            }
            9 => {
                call.serve_replying(
                    &FEATURES_ECHO_ENVELOPE,
                    |context, input: FeaturesEchoEnvelopeIn<'_>, reply| {
                        self.0
                            .echo_envelope_replying(
                                context,
                                input.value,
                                |result| {
                                    reply
                                        .finish(
                                            &FeaturesEchoEnvelopeReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            10 => {
                call.serve_replying(
                    &FEATURES_ECHO_BINARIES,
                    |context, input: FeaturesEchoBinariesIn<'_>, reply| {
                        self.0
                            .echo_binaries_replying(
                                context,
                                input.value,
                                |result| {
                                    reply
                                        .finish(
                                            &FeaturesEchoBinariesReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            11 => {
                call.serve_raising(
                    &FEATURES_DIVIDE,
                    |context, input: FeaturesDivideIn, ending| FeaturesDivideError::end(
                        self.0.divide(context, input.a, input.b),
                        ending,
                    ),
                )
            }
            12 => {
                call.serve_replying(
                    &FEATURES_GREET,
                    |context, input: FeaturesGreetIn<'_>, reply| {
                        self.0
                            .greet_replying(
                                context,
                                input.session,
                                input.name,
                                |(session, result)| {
                                    reply
                                        .finish(
                                            &FeaturesGreetReply {
                                                session,
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            13 => {
                call.serve(
                    &FEATURES_NOTIFY,
                    |context, input: FeaturesNotifyIn<'_>| {
                        self.0.notify(context, input.text)
                    },
                )
            }
            14 => {
                call.serve_replying(
                    &FEATURES_NOTIFIED,
                    |context, (): (), reply| {
                        self.0
                            .notified_replying(
                                context,
                                |result| reply.finish(&FeaturesNotifiedReply { result }),
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
    /// A client of `Features` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncFeaturesClient {
        client: stub::AsyncClient,
    }

    impl AsyncFeaturesClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, FEATURES.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `echo_scalars`.
        pub async fn echo_scalars(
            &self,
            value: &Scalars<'_>,
        ) -> Result<Scalars<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &FEATURES,
                    &FEATURES_ECHO_SCALARS,
                    &FeaturesEchoScalarsArgs { value },
                )
                .await?;
            let output: FeaturesEchoScalarsOut<'_> = reply.results(&FEATURES_ECHO_SCALARS)?;
            Ok(output.result.into_owned())
        }

        /// Operation 1, `echo_exact`.
        pub async fn echo_exact(
            &self,
            value: &Exact<'_>,
        ) -> Result<Exact<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&FEATURES, &FEATURES_ECHO_EXACT, &FeaturesEchoExactArgs { value })
                .await?;
            let output: FeaturesEchoExactOut<'_> = reply.results(&FEATURES_ECHO_EXACT)?;
            Ok(output.result.into_owned())
        }

        /// Operation 2, `echo_optionals`.
        pub async fn echo_optionals(
            &self,
            value: &Optionals<'_>,
        ) -> Result<Optionals<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &FEATURES,
                    &FEATURES_ECHO_OPTIONALS,
                    &FeaturesEchoOptionalsArgs { value },
                )
                .await?;
            let output: FeaturesEchoOptionalsOut<'_> = reply
                .results(&FEATURES_ECHO_OPTIONALS)?;
            Ok(output.result.into_owned())
        }

        /// Operation 3, `echo_terms`.
        pub async fn echo_terms(
            &self,
            value: &[Term<'_>],
        ) -> Result<Vec<Term<'static>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&FEATURES, &FEATURES_ECHO_TERMS, &FeaturesEchoTermsArgs { value })
                .await?;
            let output: FeaturesEchoTermsOut<'_> = reply.results(&FEATURES_ECHO_TERMS)?;
            Ok(output.result.into_iter().map(|v| v.into_owned()).collect())
        }

        /// Operation 4, `echo_shapes`.
        pub async fn echo_shapes(
            &self,
            value: &[ShapeOrDerived<'_>],
        ) -> Result<Vec<ShapeOrDerived<'static>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&FEATURES, &FEATURES_ECHO_SHAPES, &FeaturesEchoShapesArgs { value })
                .await?;
            let output: FeaturesEchoShapesOut<'_> = reply.results(&FEATURES_ECHO_SHAPES)?;
            Ok(output.result.into_iter().map(|v| v.into_owned()).collect())
        }

        /// Operation 5, `echo_tree`.
        pub async fn echo_tree(
            &self,
            value: &Tree<'_>,
        ) -> Result<Tree<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&FEATURES, &FEATURES_ECHO_TREE, &FeaturesEchoTreeArgs { value })
                .await?;
            let output: FeaturesEchoTreeOut<'_> = reply.results(&FEATURES_ECHO_TREE)?;
            Ok(output.result.into_owned())
        }

        /// Operation 6, `echo_bare`.
        pub async fn echo_bare(
            &self,
            sapling: &Tree<'_>,
        ) -> Result<Tree<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&FEATURES, &FEATURES_ECHO_BARE, &FeaturesEchoBareArgs { sapling })
                .await?;
            let output: FeaturesEchoBareOut<'_> = reply.results(&FEATURES_ECHO_BARE)?;
            Ok(output.result.into_owned())
        }

        /// Operation 7, `echo_measures`.
        pub async fn echo_measures(
            &self,
            value: &[Measure<'_>],
        ) -> Result<Vec<Measure<'static>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &FEATURES,
                    &FEATURES_ECHO_MEASURES,
                    &FeaturesEchoMeasuresArgs { value },
                )
                .await?;
            let output: FeaturesEchoMeasuresOut<'_> = reply
                .results(&FEATURES_ECHO_MEASURES)?;
            Ok(output.result.into_iter().map(|v| v.into_owned()).collect())
        }

        /// Operation 8, `echo_lists`.
        pub async fn echo_lists(&self, value: &Lists) -> Result<Lists, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&FEATURES, &FEATURES_ECHO_LISTS, &FeaturesEchoListsArgs { value })
                .await?;
            let output: FeaturesEchoListsOut = reply.results(&FEATURES_ECHO_LISTS)?;
            Ok(output.result)
        }

        /// Operation 9, `echo_envelope`.
        pub async fn echo_envelope(
            &self,
            value: &Envelope<'_>,
        ) -> Result<Envelope<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &FEATURES,
                    &FEATURES_ECHO_ENVELOPE,
                    &FeaturesEchoEnvelopeArgs { value },
                )
                .await?;
            let output: FeaturesEchoEnvelopeOut<'_> = reply
                .results(&FEATURES_ECHO_ENVELOPE)?;
            Ok(output.result.into_owned())
        }

        /// Operation 10, `echo_binaries`.
        pub async fn echo_binaries(
            &self,
            value: &[Cow<'_, [u8]>],
        ) -> Result<Vec<Cow<'static, [u8]>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &FEATURES,
                    &FEATURES_ECHO_BINARIES,
                    &FeaturesEchoBinariesArgs { value },
                )
                .await?;
            let output: FeaturesEchoBinariesOut<'_> = reply
                .results(&FEATURES_ECHO_BINARIES)?;
            Ok(output.result.into_iter().map(|v| Cow::Owned(v.into_owned())).collect())
        }

        /// Operation 11, `divide`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn divide(&self, a: i32, b: i32) -> Result<i32, FeaturesDivideError> {
            let mut end = self
                .client
                .invoke_raising(&FEATURES, &FEATURES_DIVIDE, &FeaturesDivideArgs { a, b })
                .await?;
            let ended: stub::Ended<FeaturesDivideOut, FeaturesDivideResult<'_>> = end
                .ended(&FEATURES_DIVIDE)?;
            match ended {
                stub::Ended::Results(output) => Ok(output.result),
                stub::Ended::Result(FeaturesDivideResult::Result(result)) => Ok(result),
                stub::Ended::Result(FeaturesDivideResult::Failed(members)) => {
                    Err(FeaturesDivideError::Failed(members.into_owned()))
                }
                stub::Ended::Result(FeaturesDivideResult::Refused(members)) => {
                    Err(FeaturesDivideError::Refused(members))
                }
                stub::Ended::Raised(raised) => Err(FeaturesDivideError::raised(&raised)),
            }
        }

        /// Operation 12, `greet`.
        pub async fn greet(
            &self,
            session: &Session<'_>,
            name: &str,
        ) -> Result<(Session<'static>, Cow<'static, str>), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&FEATURES, &FEATURES_GREET, &FeaturesGreetArgs { session, name })
                .await?;
            let output: FeaturesGreetOut<'_> = reply.results(&FEATURES_GREET)?;
            Ok((output.session.into_owned(), Cow::Owned(output.result.into_owned())))
        }

        /// Operation 13, `notify`.
        pub async fn notify(&self, text: &str) -> Result<(), stub::CallError> {
            self.client
                .invoke_oneway(&FEATURES, &FEATURES_NOTIFY, &FeaturesNotifyArgs { text })
                .await
        }

        /// Operation 14, `notified`.
        pub async fn notified(&self) -> Result<Vec<Cow<'static, str>>, stub::CallError> {
            let mut reply = self.client.invoke(&FEATURES, &FEATURES_NOTIFIED, &()).await?;
            let output: FeaturesNotifiedOut<'_> = reply.results(&FEATURES_NOTIFIED)?;
            Ok(output.result.into_iter().map(|v| Cow::Owned(v.into_owned())).collect())
        }
    }

    impl stub::AsyncStub for AsyncFeaturesClient {
        const INTERFACE: &'static stub::InterfaceMeta = &FEATURES;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `Features` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncFeatures: Send + Sync {
        /// Operation 0, `echo_scalars`.
        fn echo_scalars<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Scalars<'a>,
        ) -> impl std::future::Future<
            Output = Result<Scalars<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `echo_exact`.
        fn echo_exact<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Exact<'a>,
        ) -> impl std::future::Future<Output = Result<Exact<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `echo_optionals`.
        fn echo_optionals<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Optionals<'a>,
        ) -> impl std::future::Future<
            Output = Result<Optionals<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `echo_terms`.
        fn echo_terms<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Vec<Term<'a>>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Term<'a>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `echo_shapes`.
        fn echo_shapes<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Vec<ShapeOrDerived<'a>>,
        ) -> impl std::future::Future<
            Output = Result<Vec<ShapeOrDerived<'a>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `echo_tree`.
        fn echo_tree<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Tree<'a>,
        ) -> impl std::future::Future<Output = Result<Tree<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 6, `echo_bare`.
        fn echo_bare<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            sapling: Tree<'a>,
        ) -> impl std::future::Future<Output = Result<Tree<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `echo_measures`.
        fn echo_measures<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Vec<Measure<'a>>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Measure<'a>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 8, `echo_lists`.
        fn echo_lists<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Lists,
        ) -> impl std::future::Future<Output = Result<Lists, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 9, `echo_envelope`.
        fn echo_envelope<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Envelope<'a>,
        ) -> impl std::future::Future<
            Output = Result<Envelope<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 10, `echo_binaries`.
        fn echo_binaries<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: Vec<Cow<'a, [u8]>>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Cow<'a, [u8]>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 11, `divide`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn divide<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            a: i32,
            b: i32,
        ) -> impl std::future::Future<
            Output = Result<i32, FeaturesDivideError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 12, `greet`.
        fn greet<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            session: Session<'a>,
            name: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<(Session<'a>, Cow<'a, str>), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 13, `notify`.
        fn notify<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            text: Cow<'a, str>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 14, `notified`.
        fn notified<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Cow<'a, str>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `Features` with an object that implements [`AsyncFeatures`], on a runtime.
    pub struct AsyncFeaturesServer<T>(pub T);

    impl<T: AsyncFeatures> stub::Service for AsyncFeaturesServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            FEATURES.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            FEATURES.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            FEATURES.elements()
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
                        let (input, mut referents): (FeaturesEchoScalarsIn<'_>, _) = call
                            .input(&FEATURES_ECHO_SCALARS)?;
                        let context = call.context();
                        let result = self.0.echo_scalars(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_ECHO_SCALARS, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_ECHO_SCALARS,
                                    &FeaturesEchoScalarsReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesEchoExactIn<'_>, _) = call
                            .input(&FEATURES_ECHO_EXACT)?;
                        let context = call.context();
                        let result = self.0.echo_exact(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_ECHO_EXACT, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_ECHO_EXACT,
                                    &FeaturesEchoExactReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesEchoOptionalsIn<'_>, _) = call
                            .input(&FEATURES_ECHO_OPTIONALS)?;
                        let context = call.context();
                        let result = self.0.echo_optionals(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_ECHO_OPTIONALS, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_ECHO_OPTIONALS,
                                    &FeaturesEchoOptionalsReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesEchoTermsIn<'_>, _) = call
                            .input(&FEATURES_ECHO_TERMS)?;
                        let context = call.context();
                        let result = self.0.echo_terms(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_ECHO_TERMS, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_ECHO_TERMS,
                                    &FeaturesEchoTermsReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesEchoShapesIn<'_>, _) = call
                            .input(&FEATURES_ECHO_SHAPES)?;
                        let context = call.context();
                        let result = self.0.echo_shapes(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_ECHO_SHAPES, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_ECHO_SHAPES,
                                    &FeaturesEchoShapesReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesEchoTreeIn<'_>, _) = call
                            .input(&FEATURES_ECHO_TREE)?;
                        let context = call.context();
                        let result = self.0.echo_tree(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_ECHO_TREE, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_ECHO_TREE,
                                    &FeaturesEchoTreeReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesEchoBareIn<'_>, _) = call
                            .input(&FEATURES_ECHO_BARE)?;
                        let context = call.context();
                        let result = self.0.echo_bare(&context, input.sapling).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_ECHO_BARE, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_ECHO_BARE,
                                    &FeaturesEchoBareReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesEchoMeasuresIn<'_>, _) = call
                            .input(&FEATURES_ECHO_MEASURES)?;
                        let context = call.context();
                        let result = self.0.echo_measures(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_ECHO_MEASURES, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_ECHO_MEASURES,
                                    &FeaturesEchoMeasuresReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                8 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesEchoListsIn, _) = call
                            .input(&FEATURES_ECHO_LISTS)?;
                        let context = call.context();
                        let result = self.0.echo_lists(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_ECHO_LISTS, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_ECHO_LISTS,
                                    &FeaturesEchoListsReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                9 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesEchoEnvelopeIn<'_>, _) = call
                            .input(&FEATURES_ECHO_ENVELOPE)?;
                        let context = call.context();
                        let result = self.0.echo_envelope(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_ECHO_ENVELOPE, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_ECHO_ENVELOPE,
                                    &FeaturesEchoEnvelopeReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                10 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesEchoBinariesIn<'_>, _) = call
                            .input(&FEATURES_ECHO_BINARIES)?;
                        let context = call.context();
                        let result = self.0.echo_binaries(&context, input.value).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_ECHO_BINARIES, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_ECHO_BINARIES,
                                    &FeaturesEchoBinariesReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                11 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesDivideIn, _) = call
                            .input(&FEATURES_DIVIDE.operation)?;
                        let context = call.context();
                        let result = self.0.divide(&context, input.a, input.b).await;
                        Ok(
                            call
                                .end_raising(
                                    &FEATURES_DIVIDE,
                                    |ending| FeaturesDivideError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                12 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesGreetIn<'_>, _) = call
                            .input(&FEATURES_GREET)?;
                        let context = call.context();
                        let result = self.0.greet(&context, input.session, input.name).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_GREET, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_GREET,
                                    &FeaturesGreetReply {
                                        session: &output.0,
                                        result: &output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                13 => {
                    stub::serving(async move {
                        let (input, mut referents): (FeaturesNotifyIn<'_>, _) = call
                            .input(&FEATURES_NOTIFY)?;
                        let context = call.context();
                        let result = self.0.notify(&context, input.text).await;
                        let () = result.map_err(|fault| call.fail(&FEATURES_NOTIFY, fault))?;
                        Ok(call.end(&FEATURES_NOTIFY, &(), &mut referents))
                    })
                }
                14 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call.input(&FEATURES_NOTIFIED)?;
                        let context = call.context();
                        let result = self.0.notified(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&FEATURES_NOTIFIED, fault))?;
                        Ok(
                            call
                                .end(
                                    &FEATURES_NOTIFIED,
                                    &FeaturesNotifiedReply {
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

        fn raises(&self) -> bool {
            true
        }
    }
}
