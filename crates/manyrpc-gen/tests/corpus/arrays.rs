// Generated from arrays.x by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Constant `KEY`.
pub const KEY: i32 = 48;

/// `key` of the definition.
pub type Key = [u8; 48];

/// `handle` of the definition.
pub type Handle = [u8; 32];

/// `row` of the definition.
pub type Row = [i32; 3];

/// `matrix` of the definition.
pub type Matrix = [[i32; 3]; 2];

/// `blob` of the definition.
pub type Blob<'a> = Cow<'a, [u8]>;

/// `octets` of the definition.
pub type Octets = Vec<stub::Octet>;

/// `mac` of the definition.
pub type Mac = [stub::Octet; 6];

/// `signed_octets` of the definition.
pub type SignedOctets = Vec<i8>;

/// `line` of the definition.
pub type Line<'a> = Cow<'a, str>;

/// `page` of the definition.
pub type Page<'a> = Vec<Cow<'a, str>>;

/// `pair` of the definition.
pub type Pair<'a> = [Cow<'a, str>; 2];

/// `secret` of the definition.
pub type Secret = Option<stub::Fixed<u8, 48>>;

/// `maybe_line` of the definition.
pub type MaybeLine<'a> = Option<Cow<'a, str>>;

/// `ring` of the definition.
pub type Ring = Vec<stub::Fixed<u8, 48>>;

/// Enumeration `mood`.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Mood {
    /// `CALM`, 0.
    #[default]
    Calm = 0,
    /// `CROSS`, 1.
    Cross = 1,
    /// `GLAD`, 7.
    Glad = 7,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for Mood {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            0 => Ok(Self::Calm),
            1 => Ok(Self::Cross),
            7 => Ok(Self::Glad),
            _ => Err(value),
        }
    }
}

static MOOD: stub::Enum = stub::Enum::of(
    "mood",
    const {
        &[
            (stub::Cow::Borrowed("CALM"), 0),
            (stub::Cow::Borrowed("CROSS"), 1),
            (stub::Cow::Borrowed("GLAD"), 7),
        ]
    },
);

impl stub::Encode for Mood {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &MOOD, *self as i32);
    }
}

impl<'de> stub::Decode<'de> for Mood {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        let mut value = *self as i32;
        s.enumeration(f, &MOOD, &mut value)?;
        *self = Self::try_from(value).map_err(|_| stub::Fail)?;
        Ok(())
    }
}

impl stub::Standalone for Mood {
    const PLACE: &'static stub::Field = &stub::Field::plain("mood")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// Record `bulk`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bulk {
    /// Field `ints`.
    pub ints: Vec<i32>,
    /// Field `unsigneds`.
    pub unsigneds: Vec<u32>,
    /// Field `hypers`.
    pub hypers: Vec<i64>,
    /// Field `unsigned_hypers`.
    pub unsigned_hypers: Vec<u64>,
    /// Field `floats`.
    pub floats: Vec<f32>,
    /// Field `doubles`.
    pub doubles: Vec<f64>,
    /// Field `shorts`, at most 7 elements.
    pub shorts: Vec<i16>,
    /// Field `unsigned_shorts`.
    pub unsigned_shorts: Vec<u16>,
    /// Field `bools`.
    pub bools: Vec<bool>,
    /// Field `moods`.
    pub moods: Vec<Mood>,
    /// Field `quads`.
    pub quads: Vec<stub::Quad>,
    /// Field `bytes`, at most 10 elements.
    pub bytes: Vec<stub::Octet>,
    /// Field `signed_bytes`.
    pub signed_bytes: Vec<i8>,
}

static BULK_FIELDS: [stub::Field; 13] = [
    stub::Field::of(
            "ints",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("ints").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .packed(),
    stub::Field::of(
            "unsigneds",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("unsigneds").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2)
        .packed(),
    stub::Field::of(
            "hypers",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("hypers").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(3)
        .packed(),
    stub::Field::of(
            "unsigned_hypers",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("unsigned_hypers").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(4)
        .packed(),
    stub::Field::of(
            "floats",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("floats").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(5)
        .packed(),
    stub::Field::of(
            "doubles",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("doubles").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(6)
        .packed(),
    stub::Field::of(
            "shorts",
            stub::Length::UpTo(7),
            const { &stub::Field::plain("shorts").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(7)
        .packed(),
    stub::Field::of(
            "unsigned_shorts",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("unsigned_shorts").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(8)
        .packed(),
    stub::Field::of(
            "bools",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("bools").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(9)
        .packed(),
    stub::Field::of(
            "moods",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("moods").ndr(stub::ndr_place!(bits 32)).explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(10)
        .packed(),
    stub::Field::of(
            "quads",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("quads").number(11).explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(11),
    stub::Field::of(
            "bytes",
            stub::Length::UpTo(10),
            const { &stub::Field::plain("bytes").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(12)
        .packed(),
    stub::Field::of(
            "signed_bytes",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("signed_bytes").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(13)
        .packed(),
];

static BULK: stub::Record = stub::Record::of("bulk", &BULK_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Bulk, BULK, BULK_FIELDS { 0 ints, 1 unsigneds, 2 hypers, 3 unsigned_hypers, 4 floats,
    5 doubles, 6 shorts, 7 unsigned_shorts, 8 bools, 9 moods, 10 quads, 11 bytes, 12
    signed_bytes }
}

impl stub::Standalone for Bulk {
    const PLACE: &'static stub::Field = &stub::Field::plain("bulk")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `fixed`.
#[derive(Clone, Debug, PartialEq)]
pub struct Fixed<'a> {
    /// Field `ints`.
    pub ints: [i32; 4],
    /// Field `hypers`.
    pub hypers: [i64; 2],
    /// Field `doubles`.
    pub doubles: [f64; 3],
    /// Field `bools`.
    pub bools: [bool; 5],
    /// Field `moods`.
    pub moods: [Mood; 2],
    /// Field `address`.
    pub address: [stub::Octet; 6],
    /// Field `long_one`.
    pub long_one: [u8; 48],
    /// Field `short_one`.
    pub short_one: [u8; 32],
    /// Field `many`.
    pub many: [i32; 40],
    /// Field `keys`.
    pub keys: [[u8; 48]; 2],
    /// Field `strings`.
    pub strings: [Cow<'a, str>; 2],
    /// Field `grid`.
    pub grid: [[i32; 3]; 2],
    /// Field `exact`.
    pub exact: stub::Quad,
}

impl Default for Fixed<'_> {
    fn default() -> Self {
        Self {
            ints: Default::default(),
            hypers: Default::default(),
            doubles: Default::default(),
            bools: Default::default(),
            moods: Default::default(),
            address: Default::default(),
            long_one: [0; 48],
            short_one: Default::default(),
            many: core::array::from_fn(|_| Default::default()),
            keys: core::array::from_fn(|_| [0; 48]),
            strings: Default::default(),
            grid: Default::default(),
            exact: Default::default(),
        }
    }
}

static FIXED_FIELDS: [stub::Field; 13] = [
    stub::Field::of(
            "ints",
            stub::Length::Fixed(4),
            const { &stub::Field::plain("ints").explicit() },
        )
        .number(1)
        .packed(),
    stub::Field::of(
            "hypers",
            stub::Length::Fixed(2),
            const { &stub::Field::plain("hypers").explicit() },
        )
        .number(2)
        .packed(),
    stub::Field::of(
            "doubles",
            stub::Length::Fixed(3),
            const { &stub::Field::plain("doubles").explicit() },
        )
        .number(3)
        .packed(),
    stub::Field::of(
            "bools",
            stub::Length::Fixed(5),
            const { &stub::Field::plain("bools").explicit() },
        )
        .number(4)
        .packed(),
    stub::Field::of(
            "moods",
            stub::Length::Fixed(2),
            const {
                &stub::Field::plain("moods").ndr(stub::ndr_place!(bits 32)).explicit()
            },
        )
        .number(5)
        .packed(),
    stub::Field::of(
            "address",
            stub::Length::Fixed(6),
            const { &stub::Field::plain("address").explicit() },
        )
        .number(6)
        .packed(),
    stub::Field::sized("long_one", stub::Length::Fixed(48)).number(7),
    stub::Field::sized("short_one", stub::Length::Fixed(32)).number(8),
    stub::Field::of(
            "many",
            stub::Length::Fixed(40),
            const { &stub::Field::plain("many").explicit() },
        )
        .number(9)
        .packed(),
    stub::Field::of(
            "keys",
            stub::Length::Fixed(2),
            const {
                &stub::Field::sized("keys", stub::Length::Fixed(48))
                    .number(10)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(dims 1))
        .number(10),
    stub::Field::of(
            "strings",
            stub::Length::Fixed(2),
            const {
                &stub::Field::sized("strings", stub::Length::UpTo(80))
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .number(11)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(11),
    stub::Field::of(
            "grid",
            stub::Length::Fixed(2),
            const {
                &stub::Field::of(
                        "grid",
                        stub::Length::Fixed(3),
                        const {
                            &stub::Field::plain("grid")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .explicit()
                        },
                    )
                    .xml(stub::xml_place!(wrapped : true,))
                    .number(12)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(dims 1))
        .number(12),
    stub::Field::plain("exact").number(13),
];

static FIXED: stub::Record = stub::Record::of("fixed", &FIXED_FIELDS)
    .ndr(stub::ndr_shape!(align 8, defers true));

stub::plain_record! {
    Fixed<'de>, FIXED, FIXED_FIELDS { 0 ints, 1 hypers, 2 doubles, 3 bools, 4 moods, 5
    address, 6 long_one, 7 short_one, 8 many, 9 keys, 10 strings, 11 grid, 12 exact }
}

impl Fixed<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Fixed<'static> {
        Fixed {
            ints: self.ints,
            hypers: self.hypers,
            doubles: self.doubles,
            bools: self.bools,
            moods: self.moods,
            address: self.address,
            long_one: self.long_one,
            short_one: self.short_one,
            many: self.many,
            keys: self.keys,
            strings: self.strings.map(|v| Cow::Owned(v.into_owned())),
            grid: self.grid,
            exact: self.exact,
        }
    }
}

impl stub::Standalone for Fixed<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("fixed")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `nested`.
#[derive(Clone, Debug, PartialEq)]
pub struct Nested<'a> {
    /// Field `parts`, at most 2 elements.
    pub parts: Vec<Fixed<'a>>,
    /// Field `hidden`.
    pub hidden: Option<stub::Fixed<u8, 48>>,
    /// Field `keys`, at most 4 elements.
    pub keys: Vec<stub::Fixed<u8, 48>>,
    /// Field `handles`, at most 3 elements.
    pub handles: Vec<[u8; 32]>,
    /// Field `lines`, at most 5 elements.
    pub lines: Vec<Cow<'a, str>>,
    /// Field `blobs`.
    pub blobs: Vec<Cow<'a, [u8]>>,
    /// Field `pairs`.
    pub pairs: Vec<[Cow<'a, str>; 2]>,
    /// Field `grids`, at most 2 elements.
    pub grids: Vec<[[i32; 3]; 2]>,
    /// Field `many_lines`.
    pub many_lines: [Cow<'a, str>; 34],
    /// Field `maybe`.
    pub maybe: Vec<Option<Cow<'a, str>>>,
    /// Field `macs`.
    pub macs: Vec<[stub::Octet; 6]>,
}

impl Default for Nested<'_> {
    fn default() -> Self {
        Self {
            parts: Default::default(),
            hidden: Default::default(),
            keys: Default::default(),
            handles: Default::default(),
            lines: Default::default(),
            blobs: Default::default(),
            pairs: Default::default(),
            grids: Default::default(),
            many_lines: core::array::from_fn(|_| Default::default()),
            maybe: Default::default(),
            macs: Default::default(),
        }
    }
}

static NESTED_FIELDS: [stub::Field; 11] = [
    stub::Field::of(
            "parts",
            stub::Length::UpTo(2),
            const {
                &stub::Field::plain("parts")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::of(
            "hidden",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::sized("hidden", stub::Length::Fixed(48))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::of(
            "keys",
            stub::Length::UpTo(4),
            const {
                &stub::Field::sized("keys", stub::Length::Fixed(48)).number(3).explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true, dims 1))
        .number(3),
    stub::Field::of(
            "handles",
            stub::Length::UpTo(3),
            const {
                &stub::Field::sized("handles", stub::Length::Fixed(32))
                    .number(4)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true, dims 1))
        .number(4),
    stub::Field::of(
            "lines",
            stub::Length::UpTo(5),
            const {
                &stub::Field::sized("lines", stub::Length::UpTo(80))
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .number(5)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(5),
    stub::Field::of(
            "blobs",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("blobs")
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .number(6)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(6),
    stub::Field::of(
            "pairs",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "pairs",
                        stub::Length::Fixed(2),
                        const {
                            &stub::Field::sized("pairs", stub::Length::UpTo(80))
                                .ndr(
                                    stub::ndr_place!(
                                        pointer Unique, terminated true, defers true
                                    ),
                                )
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .number(1)
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(defers true))
                    .xml(stub::xml_place!(wrapped : true,))
                    .number(7)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true, dims 1))
        .number(7),
    stub::Field::of(
            "grids",
            stub::Length::UpTo(2),
            const {
                &stub::Field::of(
                        "grids",
                        stub::Length::Fixed(2),
                        const {
                            &stub::Field::of(
                                    "grids",
                                    stub::Length::Fixed(3),
                                    const {
                                        &stub::Field::plain("grids")
                                            .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                            .explicit()
                                    },
                                )
                                .xml(
                                    stub::xml_place!(
                                        name : stub::Cow::Borrowed("item"), wrapped : true,
                                    ),
                                )
                                .number(1)
                                .explicit()
                                .coded(stub::Coding::Wrapped)
                                .packed()
                        },
                    )
                    .ndr(stub::ndr_place!(dims 1))
                    .xml(stub::xml_place!(wrapped : true,))
                    .number(8)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true, dims 2))
        .number(8),
    stub::Field::of(
            "many_lines",
            stub::Length::Fixed(34),
            const {
                &stub::Field::sized("many_lines", stub::Length::UpTo(80))
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .number(9)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(9),
    stub::Field::of(
            "maybe",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "maybe",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::sized("maybe", stub::Length::UpTo(80))
                                .ndr(stub::ndr_place!(terminated true, hoists 1))
                                .number(1)
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(defers true))
                    .xml(stub::xml_place!(nillable : true,))
                    .number(10)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(10),
    stub::Field::of(
            "macs",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "macs",
                        stub::Length::Fixed(6),
                        const {
                            &stub::Field::plain("macs")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .explicit()
                        },
                    )
                    .xml(stub::xml_place!(wrapped : true,))
                    .number(11)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true, dims 1))
        .number(11),
];

static NESTED: stub::Record = stub::Record::of("nested", &NESTED_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Nested<'de>, NESTED, NESTED_FIELDS { 0 parts, 1 hidden, 2 keys, 3 handles, 4 lines,
    5 blobs, 6 pairs, 7 grids, 8 many_lines, 9 maybe, 10 macs }
}

impl Nested<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Nested<'static> {
        Nested {
            parts: self.parts.into_iter().map(|v| v.into_owned()).collect(),
            hidden: self.hidden,
            keys: self.keys,
            handles: self.handles,
            lines: self.lines.into_iter().map(|v| Cow::Owned(v.into_owned())).collect(),
            blobs: self.blobs.into_iter().map(|v| Cow::Owned(v.into_owned())).collect(),
            pairs: self
                .pairs
                .into_iter()
                .map(|v| v.map(|v| Cow::Owned(v.into_owned())))
                .collect(),
            grids: self.grids,
            many_lines: self.many_lines.map(|v| Cow::Owned(v.into_owned())),
            maybe: self
                .maybe
                .into_iter()
                .map(|v| v.map(|v| Cow::Owned(v.into_owned())))
                .collect(),
            macs: self.macs,
        }
    }
}

impl stub::Standalone for Nested<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("nested")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `place`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Place<'a> {
    /// Field `label`, at most 80 bytes.
    pub label: Cow<'a, str>,
    /// Field `at`.
    pub at: [f32; 2],
}

static PLACE_FIELDS: [stub::Field; 2] = [
    stub::Field::sized("label", stub::Length::UpTo(80))
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::of(
            "at",
            stub::Length::Fixed(2),
            const { &stub::Field::plain("at").explicit() },
        )
        .number(2)
        .packed(),
];

static PLACE: stub::Record = stub::Record::of("place", &PLACE_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Place<'de>, PLACE, PLACE_FIELDS { 0 label, 1 at }
}

impl Place<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Place<'static> {
        Place {
            label: Cow::Owned(self.label.into_owned()),
            at: self.at,
        }
    }
}

impl stub::Standalone for Place<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("place")
        .ndr(stub::ndr_place!(defers true));
}

/// `places` of the definition.
pub type Places<'a> = Vec<Place<'a>>;

/// `two_places` of the definition.
pub type TwoPlaces<'a> = [Place<'a>; 2];

/// Record `plain`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plain {
    /// Field `c`.
    pub c: i8,
    /// Field `uc`.
    pub uc: u8,
    /// Field `s`.
    pub s: i16,
    /// Field `us`.
    pub us: u16,
    /// Field `b`.
    pub b: bool,
    /// Field `m`.
    pub m: Mood,
}

static PLAIN_FIELDS: [stub::Field; 6] = [
    stub::Field::plain("c").number(1),
    stub::Field::plain("uc").number(2),
    stub::Field::plain("s").number(3),
    stub::Field::plain("us").number(4),
    stub::Field::plain("b").number(5),
    stub::Field::plain("m").ndr(stub::ndr_place!(bits 32)).number(6),
];

static PLAIN: stub::Record = stub::Record::of("plain", &PLAIN_FIELDS);

stub::plain_record! {
    Plain, PLAIN, PLAIN_FIELDS { 0 c, 1 uc, 2 s, 3 us, 4 b, 5 m }
}

impl stub::Standalone for Plain {
    const PLACE: &'static stub::Field = &stub::Field::plain("plain");
}

/// What names interface `ARRAYS_V1`, and its operations.
pub static ARRAYS_V1: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "ARRAYS_V1",
        full_name: "ARRAYS_V1",
        program: 0x20260003,
        uuid: 0x9705a386_eff9_50e8_8088_06b4d7cd8295_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &ARRAYS_V1_BULK,
        &ARRAYS_V1_FIXED,
        &ARRAYS_V1_NESTED,
        &ARRAYS_V1_KEY,
        &ARRAYS_V1_RING,
        &ARRAYS_V1_MATRIX,
        &ARRAYS_V1_THERE_AND_BACK,
        &ARRAYS_V1_OCTETS,
        &ARRAYS_V1_PLAIN,
    ],
};

static ARRAYS_V1_BULK_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("of").ndr(stub::ndr_place!(defers true)),
];

static ARRAYS_V1_BULK_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `bulk` takes and gives.
pub static ARRAYS_V1_BULK: stub::OperationMeta = stub::OperationMeta {
    name: "bulk",
    number: 1,
    input: &stub::Record::of("bulk_in", &ARRAYS_V1_BULK_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ARRAYS_V1", "bulk", "urn:ARRAYS_V1#bulk")
        }),
    output: &stub::Record::of("bulk_out", &ARRAYS_V1_BULK_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ARRAYS_V1",
                "bulkResponse",
                "urn:ARRAYS_V1:ARRAYS_V1:bulkResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ARRAYS_V1_FIXED_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("of").ndr(stub::ndr_place!(defers true)),
];

static ARRAYS_V1_FIXED_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `fixed` takes and gives.
pub static ARRAYS_V1_FIXED: stub::OperationMeta = stub::OperationMeta {
    name: "fixed",
    number: 2,
    input: &stub::Record::of("fixed_in", &ARRAYS_V1_FIXED_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ARRAYS_V1", "fixed", "urn:ARRAYS_V1#fixed")
        }),
    output: &stub::Record::of("fixed_out", &ARRAYS_V1_FIXED_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ARRAYS_V1",
                "fixedResponse",
                "urn:ARRAYS_V1:ARRAYS_V1:fixedResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ARRAYS_V1_NESTED_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("of").ndr(stub::ndr_place!(defers true)),
];

static ARRAYS_V1_NESTED_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `nested` takes and gives.
pub static ARRAYS_V1_NESTED: stub::OperationMeta = stub::OperationMeta {
    name: "nested",
    number: 3,
    input: &stub::Record::of("nested_in", &ARRAYS_V1_NESTED_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ARRAYS_V1", "nested", "urn:ARRAYS_V1#nested")
        }),
    output: &stub::Record::of("nested_out", &ARRAYS_V1_NESTED_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ARRAYS_V1",
                "nestedResponse",
                "urn:ARRAYS_V1:ARRAYS_V1:nestedResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ARRAYS_V1_KEY_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::sized("of", stub::Length::Fixed(48)).number(1),
];

static ARRAYS_V1_KEY_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::sized("result", stub::Length::Fixed(48))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `key` takes and gives.
pub static ARRAYS_V1_KEY: stub::OperationMeta = stub::OperationMeta {
    name: "key",
    number: 4,
    input: &stub::Record::of("key_in", &ARRAYS_V1_KEY_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ARRAYS_V1", "key", "urn:ARRAYS_V1#key")
        }),
    output: &stub::Record::of("key_out", &ARRAYS_V1_KEY_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ARRAYS_V1",
                "keyResponse",
                "urn:ARRAYS_V1:ARRAYS_V1:keyResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ARRAYS_V1_RING_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "of",
            stub::Length::UpTo(4),
            const {
                &stub::Field::sized("of", stub::Length::Fixed(48)).number(1).explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true, dims 1))
        .number(1),
    stub::Field::of(
            "hidden",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::sized("hidden", stub::Length::Fixed(48))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static ARRAYS_V1_RING_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(4),
            const {
                &stub::Field::sized("result", stub::Length::Fixed(48))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true, dims 1))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `ring` takes and gives.
pub static ARRAYS_V1_RING: stub::OperationMeta = stub::OperationMeta {
    name: "ring",
    number: 5,
    input: &stub::Record::of("ring_in", &ARRAYS_V1_RING_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ARRAYS_V1", "ring", "urn:ARRAYS_V1#ring")
        }),
    output: &stub::Record::of("ring_out", &ARRAYS_V1_RING_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ARRAYS_V1",
                "ringResponse",
                "urn:ARRAYS_V1:ARRAYS_V1:ringResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ARRAYS_V1_MATRIX_IN_FIELDS: [stub::Field; 4] = [
    stub::Field::of(
            "of",
            stub::Length::Fixed(2),
            const {
                &stub::Field::of(
                        "of",
                        stub::Length::Fixed(3),
                        const {
                            &stub::Field::plain("of")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .explicit()
                        },
                    )
                    .xml(stub::xml_place!(wrapped : true,))
                    .number(1)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(dims 1))
        .number(1),
    stub::Field::of(
            "first",
            stub::Length::Fixed(3),
            const { &stub::Field::plain("first").explicit() },
        )
        .number(2)
        .packed(),
    stub::Field::of(
            "lines",
            stub::Length::UpTo(5),
            const {
                &stub::Field::sized("lines", stub::Length::UpTo(80))
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(3),
    stub::Field::of(
            "two",
            stub::Length::Fixed(2),
            const {
                &stub::Field::sized("two", stub::Length::UpTo(80))
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .number(4)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(4),
];

static ARRAYS_V1_MATRIX_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::Fixed(2),
            const {
                &stub::Field::of(
                        "result",
                        stub::Length::Fixed(3),
                        const {
                            &stub::Field::plain("result")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .explicit()
                        },
                    )
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), wrapped : true,
                        ),
                    )
                    .number(1)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(dims 1))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `matrix` takes and gives.
pub static ARRAYS_V1_MATRIX: stub::OperationMeta = stub::OperationMeta {
    name: "matrix",
    number: 6,
    input: &stub::Record::of("matrix_in", &ARRAYS_V1_MATRIX_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ARRAYS_V1", "matrix", "urn:ARRAYS_V1#matrix")
        }),
    output: &stub::Record::of("matrix_out", &ARRAYS_V1_MATRIX_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ARRAYS_V1",
                "matrixResponse",
                "urn:ARRAYS_V1:ARRAYS_V1:matrixResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ARRAYS_V1_THERE_AND_BACK_IN_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "where",
            stub::Length::UpTo(3),
            const {
                &stub::Field::plain("where")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::of(
            "there",
            stub::Length::Fixed(2),
            const {
                &stub::Field::plain("there")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::of(
            "perhaps",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("perhaps")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
];

static ARRAYS_V1_THERE_AND_BACK_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(3),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(defers true))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `there_and_back` takes and gives.
pub static ARRAYS_V1_THERE_AND_BACK: stub::OperationMeta = stub::OperationMeta {
    name: "there_and_back",
    number: 7,
    input: &stub::Record::of("there_and_back_in", &ARRAYS_V1_THERE_AND_BACK_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ARRAYS_V1",
                "there_and_back",
                "urn:ARRAYS_V1#there_and_back",
            )
        }),
    output: &stub::Record::of("there_and_back_out", &ARRAYS_V1_THERE_AND_BACK_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ARRAYS_V1",
                "there_and_backResponse",
                "urn:ARRAYS_V1:ARRAYS_V1:there_and_backResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ARRAYS_V1_OCTETS_IN_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "of",
            stub::Length::UpTo(10),
            const { &stub::Field::plain("of").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .packed(),
    stub::Field::of(
            "address",
            stub::Length::Fixed(6),
            const { &stub::Field::plain("address").explicit() },
        )
        .number(2)
        .packed(),
    stub::Field::plain("one").number(3),
];

static ARRAYS_V1_OCTETS_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(10),
            const {
                &stub::Field::plain("result")
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1)
        .packed(),
];

/// What operation `octets` takes and gives.
pub static ARRAYS_V1_OCTETS: stub::OperationMeta = stub::OperationMeta {
    name: "octets",
    number: 8,
    input: &stub::Record::of("octets_in", &ARRAYS_V1_OCTETS_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ARRAYS_V1", "octets", "urn:ARRAYS_V1#octets")
        }),
    output: &stub::Record::of("octets_out", &ARRAYS_V1_OCTETS_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ARRAYS_V1",
                "octetsResponse",
                "urn:ARRAYS_V1:ARRAYS_V1:octetsResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ARRAYS_V1_PLAIN_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("of").number(1),
    stub::Field::plain("exact").number(2),
];

static ARRAYS_V1_PLAIN_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `plain` takes and gives.
pub static ARRAYS_V1_PLAIN: stub::OperationMeta = stub::OperationMeta {
    name: "plain",
    number: 9,
    input: &stub::Record::of("plain_in", &ARRAYS_V1_PLAIN_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ARRAYS_V1", "plain", "urn:ARRAYS_V1#plain")
        }),
    output: &stub::Record::of("plain_out", &ARRAYS_V1_PLAIN_OUT_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ARRAYS_V1",
                "plainResponse",
                "urn:ARRAYS_V1:ARRAYS_V1:plainResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `bulk` takes.
#[derive(Clone, Debug)]
pub struct ArraysV1BulkArgs<'a> {
    /// Parameter `of`.
    pub of: &'a Bulk,
}

stub::plain_fields! {
    ArraysV1BulkArgs<'de>, ARRAYS_V1_BULK_IN_FIELDS { 0 of }
}

#[derive(Default)]
struct ArraysV1BulkIn {
    of: Bulk,
}

stub::plain_slots! {
    ArraysV1BulkIn, ARRAYS_V1_BULK_IN_FIELDS { 0 of }
}

/// What a call of `bulk` gives.
#[derive(Clone, Debug, Default)]
pub struct ArraysV1BulkOut {
    /// Parameter `result`.
    pub result: Bulk,
}

stub::plain_slots! {
    ArraysV1BulkOut, ARRAYS_V1_BULK_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `bulk`.
#[derive(Clone, Debug)]
pub struct ArraysV1BulkReply<'a> {
    /// Parameter `result`.
    pub result: &'a Bulk,
}

stub::plain_fields! {
    ArraysV1BulkReply<'de>, ARRAYS_V1_BULK_OUT_FIELDS { 0 result }
}

/// What a call of `fixed` takes.
#[derive(Clone, Debug)]
pub struct ArraysV1FixedArgs<'a> {
    /// Parameter `of`.
    pub of: &'a Fixed<'a>,
}

stub::plain_fields! {
    ArraysV1FixedArgs<'de>, ARRAYS_V1_FIXED_IN_FIELDS { 0 of }
}

#[derive(Default)]
struct ArraysV1FixedIn<'a> {
    of: Fixed<'a>,
}

stub::plain_slots! {
    ArraysV1FixedIn<'de>, ARRAYS_V1_FIXED_IN_FIELDS { 0 of }
}

/// What a call of `fixed` gives.
#[derive(Clone, Debug, Default)]
pub struct ArraysV1FixedOut<'a> {
    /// Parameter `result`.
    pub result: Fixed<'a>,
}

stub::plain_slots! {
    ArraysV1FixedOut<'de>, ARRAYS_V1_FIXED_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `fixed`.
#[derive(Clone, Debug)]
pub struct ArraysV1FixedReply<'a> {
    /// Parameter `result`.
    pub result: &'a Fixed<'a>,
}

stub::plain_fields! {
    ArraysV1FixedReply<'de>, ARRAYS_V1_FIXED_OUT_FIELDS { 0 result }
}

/// What a call of `nested` takes.
#[derive(Clone, Debug)]
pub struct ArraysV1NestedArgs<'a> {
    /// Parameter `of`.
    pub of: &'a Nested<'a>,
}

stub::plain_fields! {
    ArraysV1NestedArgs<'de>, ARRAYS_V1_NESTED_IN_FIELDS { 0 of }
}

#[derive(Default)]
struct ArraysV1NestedIn<'a> {
    of: Nested<'a>,
}

stub::plain_slots! {
    ArraysV1NestedIn<'de>, ARRAYS_V1_NESTED_IN_FIELDS { 0 of }
}

/// What a call of `nested` gives.
#[derive(Clone, Debug, Default)]
pub struct ArraysV1NestedOut<'a> {
    /// Parameter `result`.
    pub result: Nested<'a>,
}

stub::plain_slots! {
    ArraysV1NestedOut<'de>, ARRAYS_V1_NESTED_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `nested`.
#[derive(Clone, Debug)]
pub struct ArraysV1NestedReply<'a> {
    /// Parameter `result`.
    pub result: &'a Nested<'a>,
}

stub::plain_fields! {
    ArraysV1NestedReply<'de>, ARRAYS_V1_NESTED_OUT_FIELDS { 0 result }
}

/// What a call of `key` takes.
#[derive(Clone, Debug)]
pub struct ArraysV1KeyArgs<'a> {
    /// Parameter `of`.
    pub of: &'a [u8; 48],
}

stub::plain_fields! {
    ArraysV1KeyArgs<'de>, ARRAYS_V1_KEY_IN_FIELDS { 0 of }
}

struct ArraysV1KeyIn {
    of: [u8; 48],
}

impl Default for ArraysV1KeyIn {
    fn default() -> Self {
        Self { of: [0; 48] }
    }
}

stub::plain_slots! {
    ArraysV1KeyIn, ARRAYS_V1_KEY_IN_FIELDS { 0 of }
}

/// What a call of `key` gives.
#[derive(Clone, Debug)]
pub struct ArraysV1KeyOut {
    /// Parameter `result`.
    pub result: [u8; 48],
}

impl Default for ArraysV1KeyOut {
    fn default() -> Self {
        Self { result: [0; 48] }
    }
}

stub::plain_slots! {
    ArraysV1KeyOut, ARRAYS_V1_KEY_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `key`.
#[derive(Clone, Debug)]
pub struct ArraysV1KeyReply<'a> {
    /// Parameter `result`.
    pub result: &'a [u8; 48],
}

stub::plain_fields! {
    ArraysV1KeyReply<'de>, ARRAYS_V1_KEY_OUT_FIELDS { 0 result }
}

/// What a call of `ring` takes.
#[derive(Clone, Debug)]
pub struct ArraysV1RingArgs<'a> {
    /// Parameter `of`, at most 4 elements.
    pub of: &'a [stub::Fixed<u8, 48>],
    /// Parameter `hidden`.
    pub hidden: Option<&'a [u8; 48]>,
}

stub::plain_fields! {
    ArraysV1RingArgs<'de>, ARRAYS_V1_RING_IN_FIELDS { 0 of, 1 hidden }
}

#[derive(Default)]
struct ArraysV1RingIn {
    of: Vec<stub::Fixed<u8, 48>>,
    hidden: Option<stub::Fixed<u8, 48>>,
}

stub::plain_slots! {
    ArraysV1RingIn, ARRAYS_V1_RING_IN_FIELDS { 0 of, 1 hidden }
}

/// What a call of `ring` gives.
#[derive(Clone, Debug, Default)]
pub struct ArraysV1RingOut {
    /// Parameter `result`, at most 4 elements.
    pub result: Vec<stub::Fixed<u8, 48>>,
}

stub::plain_slots! {
    ArraysV1RingOut, ARRAYS_V1_RING_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `ring`.
#[derive(Clone, Debug)]
pub struct ArraysV1RingReply<'a> {
    /// Parameter `result`, at most 4 elements.
    pub result: &'a [stub::Fixed<u8, 48>],
}

stub::plain_fields! {
    ArraysV1RingReply<'de>, ARRAYS_V1_RING_OUT_FIELDS { 0 result }
}

/// What a call of `matrix` takes.
#[derive(Clone, Debug)]
pub struct ArraysV1MatrixArgs<'a> {
    /// Parameter `of`.
    pub of: &'a [[i32; 3]; 2],
    /// Parameter `first`.
    pub first: &'a [i32; 3],
    /// Parameter `lines`, at most 5 elements.
    pub lines: &'a [Cow<'a, str>],
    /// Parameter `two`.
    pub two: &'a [Cow<'a, str>; 2],
}

stub::plain_fields! {
    ArraysV1MatrixArgs<'de>, ARRAYS_V1_MATRIX_IN_FIELDS { 0 of, 1 first, 2 lines, 3 two
    }
}

#[derive(Default)]
struct ArraysV1MatrixIn<'a> {
    of: [[i32; 3]; 2],
    first: [i32; 3],
    lines: Vec<Cow<'a, str>>,
    two: [Cow<'a, str>; 2],
}

stub::plain_slots! {
    ArraysV1MatrixIn<'de>, ARRAYS_V1_MATRIX_IN_FIELDS { 0 of, 1 first, 2 lines, 3 two }
}

/// What a call of `matrix` gives.
#[derive(Clone, Debug, Default)]
pub struct ArraysV1MatrixOut {
    /// Parameter `result`.
    pub result: [[i32; 3]; 2],
}

stub::plain_slots! {
    ArraysV1MatrixOut, ARRAYS_V1_MATRIX_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `matrix`.
#[derive(Clone, Debug)]
pub struct ArraysV1MatrixReply<'a> {
    /// Parameter `result`.
    pub result: &'a [[i32; 3]; 2],
}

stub::plain_fields! {
    ArraysV1MatrixReply<'de>, ARRAYS_V1_MATRIX_OUT_FIELDS { 0 result }
}

/// What a call of `there_and_back` takes.
#[derive(Clone, Debug)]
pub struct ArraysV1ThereAndBackArgs<'a> {
    /// Parameter `where`, at most 3 elements.
    pub r#where: &'a [Place<'a>],
    /// Parameter `there`.
    pub there: &'a [Place<'a>; 2],
    /// Parameter `perhaps`.
    pub perhaps: Option<&'a Place<'a>>,
}

stub::plain_fields! {
    ArraysV1ThereAndBackArgs<'de>, ARRAYS_V1_THERE_AND_BACK_IN_FIELDS { 0 r#where, 1
    there, 2 perhaps }
}

#[derive(Default)]
struct ArraysV1ThereAndBackIn<'a> {
    r#where: Vec<Place<'a>>,
    there: [Place<'a>; 2],
    perhaps: Option<Place<'a>>,
}

stub::plain_slots! {
    ArraysV1ThereAndBackIn<'de>, ARRAYS_V1_THERE_AND_BACK_IN_FIELDS { 0 r#where, 1
    there, 2 perhaps }
}

/// What a call of `there_and_back` gives.
#[derive(Clone, Debug, Default)]
pub struct ArraysV1ThereAndBackOut<'a> {
    /// Parameter `result`, at most 3 elements.
    pub result: Vec<Place<'a>>,
}

stub::plain_slots! {
    ArraysV1ThereAndBackOut<'de>, ARRAYS_V1_THERE_AND_BACK_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `there_and_back`.
#[derive(Clone, Debug)]
pub struct ArraysV1ThereAndBackReply<'a> {
    /// Parameter `result`, at most 3 elements.
    pub result: &'a [Place<'a>],
}

stub::plain_fields! {
    ArraysV1ThereAndBackReply<'de>, ARRAYS_V1_THERE_AND_BACK_OUT_FIELDS { 0 result }
}

/// What a call of `octets` takes.
#[derive(Clone, Debug)]
pub struct ArraysV1OctetsArgs<'a> {
    /// Parameter `of`, at most 10 elements.
    pub of: &'a [stub::Octet],
    /// Parameter `address`.
    pub address: &'a [stub::Octet; 6],
    /// Parameter `one`.
    pub one: u8,
}

stub::plain_fields! {
    ArraysV1OctetsArgs<'de>, ARRAYS_V1_OCTETS_IN_FIELDS { 0 of, 1 address, 2 one }
}

#[derive(Default)]
struct ArraysV1OctetsIn {
    of: Vec<stub::Octet>,
    address: [stub::Octet; 6],
    one: u8,
}

stub::plain_slots! {
    ArraysV1OctetsIn, ARRAYS_V1_OCTETS_IN_FIELDS { 0 of, 1 address, 2 one }
}

/// What a call of `octets` gives.
#[derive(Clone, Debug, Default)]
pub struct ArraysV1OctetsOut {
    /// Parameter `result`, at most 10 elements.
    pub result: Vec<stub::Octet>,
}

stub::plain_slots! {
    ArraysV1OctetsOut, ARRAYS_V1_OCTETS_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `octets`.
#[derive(Clone, Debug)]
pub struct ArraysV1OctetsReply<'a> {
    /// Parameter `result`, at most 10 elements.
    pub result: &'a [stub::Octet],
}

stub::plain_fields! {
    ArraysV1OctetsReply<'de>, ARRAYS_V1_OCTETS_OUT_FIELDS { 0 result }
}

/// What a call of `plain` takes.
#[derive(Clone, Debug)]
pub struct ArraysV1PlainArgs<'a> {
    /// Parameter `of`.
    pub of: &'a Plain,
    /// Parameter `exact`.
    pub exact: stub::Quad,
}

stub::plain_fields! {
    ArraysV1PlainArgs<'de>, ARRAYS_V1_PLAIN_IN_FIELDS { 0 of, 1 exact }
}

#[derive(Default)]
struct ArraysV1PlainIn {
    of: Plain,
    exact: stub::Quad,
}

stub::plain_slots! {
    ArraysV1PlainIn, ARRAYS_V1_PLAIN_IN_FIELDS { 0 of, 1 exact }
}

/// What a call of `plain` gives.
#[derive(Clone, Debug, Default)]
pub struct ArraysV1PlainOut {
    /// Parameter `result`.
    pub result: Plain,
}

stub::plain_slots! {
    ArraysV1PlainOut, ARRAYS_V1_PLAIN_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `plain`.
#[derive(Clone, Debug)]
pub struct ArraysV1PlainReply<'a> {
    /// Parameter `result`.
    pub result: &'a Plain,
}

stub::plain_fields! {
    ArraysV1PlainReply<'de>, ARRAYS_V1_PLAIN_OUT_FIELDS { 0 result }
}

/// A client of `ARRAYS_V1`.
pub struct ArraysV1Client {
    client: stub::Client,
}

impl ArraysV1Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, ARRAYS_V1.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 1, `bulk`.
    pub fn bulk(&mut self, of: &Bulk) -> Result<Bulk, stub::CallError> {
        let output: ArraysV1BulkOut = self
            .client
            .invoke(&ARRAYS_V1, &ARRAYS_V1_BULK, &ArraysV1BulkArgs { of })?;
        Ok(output.result)
    }

    /// Operation 2, `fixed`.
    pub fn fixed(&mut self, of: &Fixed<'_>) -> Result<Fixed<'_>, stub::CallError> {
        let output: ArraysV1FixedOut<'_> = self
            .client
            .invoke(&ARRAYS_V1, &ARRAYS_V1_FIXED, &ArraysV1FixedArgs { of })?;
        Ok(output.result)
    }

    /// Operation 3, `nested`.
    pub fn nested(&mut self, of: &Nested<'_>) -> Result<Nested<'_>, stub::CallError> {
        let output: ArraysV1NestedOut<'_> = self
            .client
            .invoke(&ARRAYS_V1, &ARRAYS_V1_NESTED, &ArraysV1NestedArgs { of })?;
        Ok(output.result)
    }

    /// Operation 4, `key`.
    pub fn key(&mut self, of: &[u8; 48]) -> Result<[u8; 48], stub::CallError> {
        let output: ArraysV1KeyOut = self
            .client
            .invoke(&ARRAYS_V1, &ARRAYS_V1_KEY, &ArraysV1KeyArgs { of })?;
        Ok(output.result)
    }

    /// Operation 5, `ring`.
    pub fn ring(
        &mut self,
        of: &[stub::Fixed<u8, 48>],
        hidden: Option<&[u8; 48]>,
    ) -> Result<Vec<stub::Fixed<u8, 48>>, stub::CallError> {
        let output: ArraysV1RingOut = self
            .client
            .invoke(&ARRAYS_V1, &ARRAYS_V1_RING, &ArraysV1RingArgs { of, hidden })?;
        Ok(output.result)
    }

    /// Operation 6, `matrix`.
    pub fn matrix(
        &mut self,
        of: &[[i32; 3]; 2],
        first: &[i32; 3],
        lines: &[Cow<'_, str>],
        two: &[Cow<'_, str>; 2],
    ) -> Result<[[i32; 3]; 2], stub::CallError> {
        let output: ArraysV1MatrixOut = self
            .client
            .invoke(
                &ARRAYS_V1,
                &ARRAYS_V1_MATRIX,
                &ArraysV1MatrixArgs {
                    of,
                    first,
                    lines,
                    two,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 7, `there_and_back`.
    pub fn there_and_back(
        &mut self,
        r#where: &[Place<'_>],
        there: &[Place<'_>; 2],
        perhaps: Option<&Place<'_>>,
    ) -> Result<Vec<Place<'_>>, stub::CallError> {
        let output: ArraysV1ThereAndBackOut<'_> = self
            .client
            .invoke(
                &ARRAYS_V1,
                &ARRAYS_V1_THERE_AND_BACK,
                &ArraysV1ThereAndBackArgs {
                    r#where,
                    there,
                    perhaps,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 8, `octets`.
    pub fn octets(
        &mut self,
        of: &[stub::Octet],
        address: &[stub::Octet; 6],
        one: u8,
    ) -> Result<Vec<stub::Octet>, stub::CallError> {
        let output: ArraysV1OctetsOut = self
            .client
            .invoke(
                &ARRAYS_V1,
                &ARRAYS_V1_OCTETS,
                &ArraysV1OctetsArgs {
                    of,
                    address,
                    one,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 9, `plain`.
    pub fn plain(
        &mut self,
        of: &Plain,
        exact: stub::Quad,
    ) -> Result<Plain, stub::CallError> {
        let output: ArraysV1PlainOut = self
            .client
            .invoke(&ARRAYS_V1, &ARRAYS_V1_PLAIN, &ArraysV1PlainArgs { of, exact })?;
        Ok(output.result)
    }
}

impl stub::Stub for ArraysV1Client {
    const INTERFACE: &'static stub::InterfaceMeta = &ARRAYS_V1;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `ARRAYS_V1` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait ArraysV1: Send + Sync {
    /// Operation 1, `bulk`.
    fn bulk(&self, call: &stub::Context<'_>, of: Bulk) -> Result<Bulk, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `bulk` where results are not the server's own: a guard's, an `Arc`'s.
    fn bulk_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: Bulk,
        reply: impl FnOnce(&Bulk) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.bulk(call, of).map(|result| reply(&result))
    }

    /// Operation 2, `fixed`.
    fn fixed<'a>(
        &'a self,
        call: &stub::Context<'_>,
        of: Fixed<'a>,
    ) -> Result<Fixed<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `fixed` where results are not the server's own: a guard's, an `Arc`'s.
    fn fixed_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: Fixed<'_>,
        reply: impl FnOnce(&Fixed<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.fixed(call, of).map(|result| reply(&result))
    }

    /// Operation 3, `nested`.
    fn nested<'a>(
        &'a self,
        call: &stub::Context<'_>,
        of: Nested<'a>,
    ) -> Result<Nested<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `nested` where results are not the server's own: a guard's, an `Arc`'s.
    fn nested_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: Nested<'_>,
        reply: impl FnOnce(&Nested<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.nested(call, of).map(|result| reply(&result))
    }

    /// Operation 4, `key`.
    fn key(
        &self,
        call: &stub::Context<'_>,
        of: [u8; 48],
    ) -> Result<[u8; 48], stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `key` where results are not the server's own: a guard's, an `Arc`'s.
    fn key_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: [u8; 48],
        reply: impl FnOnce(&[u8; 48]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.key(call, of).map(|result| reply(&result))
    }

    /// Operation 5, `ring`.
    fn ring(
        &self,
        call: &stub::Context<'_>,
        of: Vec<stub::Fixed<u8, 48>>,
        hidden: Option<stub::Fixed<u8, 48>>,
    ) -> Result<Vec<stub::Fixed<u8, 48>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `ring` where results are not the server's own: a guard's, an `Arc`'s.
    fn ring_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: Vec<stub::Fixed<u8, 48>>,
        hidden: Option<stub::Fixed<u8, 48>>,
        reply: impl FnOnce(&[stub::Fixed<u8, 48>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.ring(call, of, hidden).map(|result| reply(&result))
    }

    /// Operation 6, `matrix`.
    fn matrix(
        &self,
        call: &stub::Context<'_>,
        of: [[i32; 3]; 2],
        first: [i32; 3],
        lines: Vec<Cow<'_, str>>,
        two: [Cow<'_, str>; 2],
    ) -> Result<[[i32; 3]; 2], stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `matrix` where results are not the server's own: a guard's, an `Arc`'s.
    fn matrix_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: [[i32; 3]; 2],
        first: [i32; 3],
        lines: Vec<Cow<'_, str>>,
        two: [Cow<'_, str>; 2],
        reply: impl FnOnce(&[[i32; 3]; 2]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.matrix(call, of, first, lines, two).map(|result| reply(&result))
    }

    /// Operation 7, `there_and_back`.
    fn there_and_back<'a>(
        &'a self,
        call: &stub::Context<'_>,
        r#where: Vec<Place<'a>>,
        there: [Place<'a>; 2],
        perhaps: Option<Place<'a>>,
    ) -> Result<Vec<Place<'a>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `there_and_back` where results are not the server's own: a guard's, an `Arc`'s.
    fn there_and_back_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        r#where: Vec<Place<'_>>,
        there: [Place<'_>; 2],
        perhaps: Option<Place<'_>>,
        reply: impl FnOnce(&[Place<'_>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.there_and_back(call, r#where, there, perhaps).map(|result| reply(&result))
    }

    /// Operation 8, `octets`.
    fn octets(
        &self,
        call: &stub::Context<'_>,
        of: Vec<stub::Octet>,
        address: [stub::Octet; 6],
        one: u8,
    ) -> Result<Vec<stub::Octet>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `octets` where results are not the server's own: a guard's, an `Arc`'s.
    fn octets_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: Vec<stub::Octet>,
        address: [stub::Octet; 6],
        one: u8,
        reply: impl FnOnce(&[stub::Octet]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.octets(call, of, address, one).map(|result| reply(&result))
    }

    /// Operation 9, `plain`.
    fn plain(
        &self,
        call: &stub::Context<'_>,
        of: Plain,
        exact: stub::Quad,
    ) -> Result<Plain, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `plain` where results are not the server's own: a guard's, an `Arc`'s.
    fn plain_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        of: Plain,
        exact: stub::Quad,
        reply: impl FnOnce(&Plain) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.plain(call, of, exact).map(|result| reply(&result))
    }
}

/// Serves `ARRAYS_V1` with an object that implements [`ArraysV1`].
pub struct ArraysV1Server<T>(pub T);

impl<T: ArraysV1> stub::Service for ArraysV1Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        ARRAYS_V1.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        ARRAYS_V1.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        ARRAYS_V1.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            1 => {
                call.serve_replying(
                    &ARRAYS_V1_BULK,
                    |context, input: ArraysV1BulkIn, reply| {
                        self.0
                            .bulk_replying(
                                context,
                                input.of,
                                |result| reply.finish(&ArraysV1BulkReply { result }),
                            )
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &ARRAYS_V1_FIXED,
                    |context, input: ArraysV1FixedIn<'_>, reply| {
                        self.0
                            .fixed_replying(
                                context,
                                input.of,
                                |result| reply.finish(&ArraysV1FixedReply { result }),
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &ARRAYS_V1_NESTED,
                    |context, input: ArraysV1NestedIn<'_>, reply| {
                        self.0
                            .nested_replying(
                                context,
                                input.of,
                                |result| reply.finish(&ArraysV1NestedReply { result }),
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &ARRAYS_V1_KEY,
                    |context, input: ArraysV1KeyIn, reply| {
                        self.0
                            .key_replying(
                                context,
                                input.of,
                                |result| reply.finish(&ArraysV1KeyReply { result }),
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &ARRAYS_V1_RING,
                    |context, input: ArraysV1RingIn, reply| {
                        self.0
                            .ring_replying(
                                context,
                                input.of,
                                input.hidden,
                                |result| reply.finish(&ArraysV1RingReply { result }),
                            )
                    },
                )
            }
            6 => {
                call.serve_replying(
                    &ARRAYS_V1_MATRIX,
                    |context, input: ArraysV1MatrixIn<'_>, reply| {
                        self.0
                            .matrix_replying(
                                context,
                                input.of,
                                input.first,
                                input.lines,
                                input.two,
                                |result| reply.finish(&ArraysV1MatrixReply { result }),
                            )
                    },
                )
            }
            7 => {
                call.serve_replying(
                    &ARRAYS_V1_THERE_AND_BACK,
                    |context, input: ArraysV1ThereAndBackIn<'_>, reply| {
                        self.0
                            .there_and_back_replying(
                                context,
                                input.r#where,
                                input.there,
                                input.perhaps,
                                |result| {
                                    reply
                                        .finish(
                                            &ArraysV1ThereAndBackReply {
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
                    &ARRAYS_V1_OCTETS,
                    |context, input: ArraysV1OctetsIn, reply| {
                        self.0
                            .octets_replying(
                                context,
                                input.of,
                                input.address,
                                input.one,
                                |result| reply.finish(&ArraysV1OctetsReply { result }),
                            )
                    },
                )
            }
            9 => {
                call.serve_replying(
                    &ARRAYS_V1_PLAIN,
                    |context, input: ArraysV1PlainIn, reply| {
                        self.0
                            .plain_replying(
                                context,
                                input.of,
                                input.exact,
                                |result| reply.finish(&ArraysV1PlainReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `ARRAYS_V1` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncArraysV1Client {
        client: stub::AsyncClient,
    }

    impl AsyncArraysV1Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, ARRAYS_V1.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 1, `bulk`.
        pub async fn bulk(&self, of: &Bulk) -> Result<Bulk, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ARRAYS_V1, &ARRAYS_V1_BULK, &ArraysV1BulkArgs { of })
                .await?;
            let output: ArraysV1BulkOut = reply.results(&ARRAYS_V1_BULK)?;
            Ok(output.result)
        }

        /// Operation 2, `fixed`.
        pub async fn fixed(
            &self,
            of: &Fixed<'_>,
        ) -> Result<Fixed<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ARRAYS_V1, &ARRAYS_V1_FIXED, &ArraysV1FixedArgs { of })
                .await?;
            let output: ArraysV1FixedOut<'_> = reply.results(&ARRAYS_V1_FIXED)?;
            Ok(output.result.into_owned())
        }

        /// Operation 3, `nested`.
        pub async fn nested(
            &self,
            of: &Nested<'_>,
        ) -> Result<Nested<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ARRAYS_V1, &ARRAYS_V1_NESTED, &ArraysV1NestedArgs { of })
                .await?;
            let output: ArraysV1NestedOut<'_> = reply.results(&ARRAYS_V1_NESTED)?;
            Ok(output.result.into_owned())
        }

        /// Operation 4, `key`.
        pub async fn key(&self, of: &[u8; 48]) -> Result<[u8; 48], stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ARRAYS_V1, &ARRAYS_V1_KEY, &ArraysV1KeyArgs { of })
                .await?;
            let output: ArraysV1KeyOut = reply.results(&ARRAYS_V1_KEY)?;
            Ok(output.result)
        }

        /// Operation 5, `ring`.
        pub async fn ring(
            &self,
            of: &[stub::Fixed<u8, 48>],
            hidden: Option<&[u8; 48]>,
        ) -> Result<Vec<stub::Fixed<u8, 48>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ARRAYS_V1, &ARRAYS_V1_RING, &ArraysV1RingArgs { of, hidden })
                .await?;
            let output: ArraysV1RingOut = reply.results(&ARRAYS_V1_RING)?;
            Ok(output.result)
        }

        /// Operation 6, `matrix`.
        pub async fn matrix(
            &self,
            of: &[[i32; 3]; 2],
            first: &[i32; 3],
            lines: &[Cow<'_, str>],
            two: &[Cow<'_, str>; 2],
        ) -> Result<[[i32; 3]; 2], stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &ARRAYS_V1,
                    &ARRAYS_V1_MATRIX,
                    &ArraysV1MatrixArgs {
                        of,
                        first,
                        lines,
                        two,
                    },
                )
                .await?;
            let output: ArraysV1MatrixOut = reply.results(&ARRAYS_V1_MATRIX)?;
            Ok(output.result)
        }

        /// Operation 7, `there_and_back`.
        pub async fn there_and_back(
            &self,
            r#where: &[Place<'_>],
            there: &[Place<'_>; 2],
            perhaps: Option<&Place<'_>>,
        ) -> Result<Vec<Place<'static>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &ARRAYS_V1,
                    &ARRAYS_V1_THERE_AND_BACK,
                    &ArraysV1ThereAndBackArgs {
                        r#where,
                        there,
                        perhaps,
                    },
                )
                .await?;
            let output: ArraysV1ThereAndBackOut<'_> = reply
                .results(&ARRAYS_V1_THERE_AND_BACK)?;
            Ok(output.result.into_iter().map(|v| v.into_owned()).collect())
        }

        /// Operation 8, `octets`.
        pub async fn octets(
            &self,
            of: &[stub::Octet],
            address: &[stub::Octet; 6],
            one: u8,
        ) -> Result<Vec<stub::Octet>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &ARRAYS_V1,
                    &ARRAYS_V1_OCTETS,
                    &ArraysV1OctetsArgs {
                        of,
                        address,
                        one,
                    },
                )
                .await?;
            let output: ArraysV1OctetsOut = reply.results(&ARRAYS_V1_OCTETS)?;
            Ok(output.result)
        }

        /// Operation 9, `plain`.
        pub async fn plain(
            &self,
            of: &Plain,
            exact: stub::Quad,
        ) -> Result<Plain, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ARRAYS_V1, &ARRAYS_V1_PLAIN, &ArraysV1PlainArgs { of, exact })
                .await?;
            let output: ArraysV1PlainOut = reply.results(&ARRAYS_V1_PLAIN)?;
            Ok(output.result)
        }
    }

    impl stub::AsyncStub for AsyncArraysV1Client {
        const INTERFACE: &'static stub::InterfaceMeta = &ARRAYS_V1;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `ARRAYS_V1` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncArraysV1: Send + Sync {
        /// Operation 1, `bulk`.
        fn bulk<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: Bulk,
        ) -> impl std::future::Future<Output = Result<Bulk, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `fixed`.
        fn fixed<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: Fixed<'a>,
        ) -> impl std::future::Future<Output = Result<Fixed<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `nested`.
        fn nested<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: Nested<'a>,
        ) -> impl std::future::Future<Output = Result<Nested<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `key`.
        fn key<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: [u8; 48],
        ) -> impl std::future::Future<Output = Result<[u8; 48], stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `ring`.
        fn ring<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: Vec<stub::Fixed<u8, 48>>,
            hidden: Option<stub::Fixed<u8, 48>>,
        ) -> impl std::future::Future<
            Output = Result<Vec<stub::Fixed<u8, 48>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 6, `matrix`.
        fn matrix<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: [[i32; 3]; 2],
            first: [i32; 3],
            lines: Vec<Cow<'a, str>>,
            two: [Cow<'a, str>; 2],
        ) -> impl std::future::Future<
            Output = Result<[[i32; 3]; 2], stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `there_and_back`.
        fn there_and_back<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            r#where: Vec<Place<'a>>,
            there: [Place<'a>; 2],
            perhaps: Option<Place<'a>>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Place<'a>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 8, `octets`.
        fn octets<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: Vec<stub::Octet>,
            address: [stub::Octet; 6],
            one: u8,
        ) -> impl std::future::Future<
            Output = Result<Vec<stub::Octet>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 9, `plain`.
        fn plain<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            of: Plain,
            exact: stub::Quad,
        ) -> impl std::future::Future<Output = Result<Plain, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `ARRAYS_V1` with an object that implements [`AsyncArraysV1`], on a runtime.
    pub struct AsyncArraysV1Server<T>(pub T);

    impl<T: AsyncArraysV1> stub::Service for AsyncArraysV1Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            ARRAYS_V1.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            ARRAYS_V1.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            ARRAYS_V1.elements()
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
                        let (input, mut referents): (ArraysV1BulkIn, _) = call
                            .input(&ARRAYS_V1_BULK)?;
                        let context = call.context();
                        let result = self.0.bulk(&context, input.of).await;
                        let output = result
                            .map_err(|fault| call.fail(&ARRAYS_V1_BULK, fault))?;
                        Ok(
                            call
                                .end(
                                    &ARRAYS_V1_BULK,
                                    &ArraysV1BulkReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (ArraysV1FixedIn<'_>, _) = call
                            .input(&ARRAYS_V1_FIXED)?;
                        let context = call.context();
                        let result = self.0.fixed(&context, input.of).await;
                        let output = result
                            .map_err(|fault| call.fail(&ARRAYS_V1_FIXED, fault))?;
                        Ok(
                            call
                                .end(
                                    &ARRAYS_V1_FIXED,
                                    &ArraysV1FixedReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (ArraysV1NestedIn<'_>, _) = call
                            .input(&ARRAYS_V1_NESTED)?;
                        let context = call.context();
                        let result = self.0.nested(&context, input.of).await;
                        let output = result
                            .map_err(|fault| call.fail(&ARRAYS_V1_NESTED, fault))?;
                        Ok(
                            call
                                .end(
                                    &ARRAYS_V1_NESTED,
                                    &ArraysV1NestedReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (ArraysV1KeyIn, _) = call
                            .input(&ARRAYS_V1_KEY)?;
                        let context = call.context();
                        let result = self.0.key(&context, input.of).await;
                        let output = result
                            .map_err(|fault| call.fail(&ARRAYS_V1_KEY, fault))?;
                        Ok(
                            call
                                .end(
                                    &ARRAYS_V1_KEY,
                                    &ArraysV1KeyReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (ArraysV1RingIn, _) = call
                            .input(&ARRAYS_V1_RING)?;
                        let context = call.context();
                        let result = self.0.ring(&context, input.of, input.hidden).await;
                        let output = result
                            .map_err(|fault| call.fail(&ARRAYS_V1_RING, fault))?;
                        Ok(
                            call
                                .end(
                                    &ARRAYS_V1_RING,
                                    &ArraysV1RingReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (ArraysV1MatrixIn<'_>, _) = call
                            .input(&ARRAYS_V1_MATRIX)?;
                        let context = call.context();
                        let result = self
                            .0
                            .matrix(&context, input.of, input.first, input.lines, input.two)
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&ARRAYS_V1_MATRIX, fault))?;
                        Ok(
                            call
                                .end(
                                    &ARRAYS_V1_MATRIX,
                                    &ArraysV1MatrixReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (ArraysV1ThereAndBackIn<'_>, _) = call
                            .input(&ARRAYS_V1_THERE_AND_BACK)?;
                        let context = call.context();
                        let result = self
                            .0
                            .there_and_back(
                                &context,
                                input.r#where,
                                input.there,
                                input.perhaps,
                            )
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&ARRAYS_V1_THERE_AND_BACK, fault))?;
                        Ok(
                            call
                                .end(
                                    &ARRAYS_V1_THERE_AND_BACK,
                                    &ArraysV1ThereAndBackReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                8 => {
                    stub::serving(async move {
                        let (input, mut referents): (ArraysV1OctetsIn, _) = call
                            .input(&ARRAYS_V1_OCTETS)?;
                        let context = call.context();
                        let result = self
                            .0
                            .octets(&context, input.of, input.address, input.one)
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&ARRAYS_V1_OCTETS, fault))?;
                        Ok(
                            call
                                .end(
                                    &ARRAYS_V1_OCTETS,
                                    &ArraysV1OctetsReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                9 => {
                    stub::serving(async move {
                        let (input, mut referents): (ArraysV1PlainIn, _) = call
                            .input(&ARRAYS_V1_PLAIN)?;
                        let context = call.context();
                        let result = self.0.plain(&context, input.of, input.exact).await;
                        let output = result
                            .map_err(|fault| call.fail(&ARRAYS_V1_PLAIN, fault))?;
                        Ok(
                            call
                                .end(
                                    &ARRAYS_V1_PLAIN,
                                    &ArraysV1PlainReply {
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
