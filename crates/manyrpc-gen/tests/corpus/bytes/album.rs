// Generated from album.x by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Bytes of any length in each place where there can be some, generated so that they can be shared.
pub type Pixels<'a> = stub::CowBytes<'a>;

/// Record `photo`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Photo<'a> {
    /// Field `title`.
    pub title: Cow<'a, str>,
    /// Field `data`.
    pub data: stub::CowBytes<'a>,
    /// Field `preview`.
    pub preview: Option<stub::CowBytes<'a>>,
    /// Field `digest`.
    pub digest: [u8; 4],
}

static PHOTO_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("title")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("data")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2),
    stub::Field::of(
            "preview",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("preview")
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
    stub::Field::sized("digest", stub::Length::Fixed(4)).number(4),
];

static PHOTO: stub::Record = stub::Record::of("photo", &PHOTO_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Photo<'de>, PHOTO, PHOTO_FIELDS { 0 title, 1 data, 2 preview, 3 digest }
}

impl Photo<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Photo<'static> {
        Photo {
            title: Cow::Owned(self.title.into_owned()),
            data: self.data.into_owned(),
            preview: self.preview.map(|v| v.into_owned()),
            digest: self.digest,
        }
    }
}

impl stub::Standalone for Photo<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("photo")
        .ndr(stub::ndr_place!(defers true));
}

/// Union `cover`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum Cover<'a> {
    /// Label 1: field `whole`.
    Whole(Photo<'a>),
    /// Label 2, 3: field `raw`.
    Raw {
        /// The label that chose it.
        label: i32,
        /// What it holds.
        value: stub::CowBytes<'a>,
    },
    /// Any other label: nothing.
    Default {
        /// The label that chose it.
        label: i32,
    },
}

impl Default for Cover<'_> {
    fn default() -> Self {
        Self::Whole(Default::default())
    }
}

static COVER_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(
        &[1],
        stub::Field::plain("whole")
            .ndr(stub::ndr_place!(defers true))
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[2, 3],
        stub::Field::plain("raw")
            .ndr(stub::ndr_place!(array Counted, defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(&[], stub::Field::plain("default").number(4).explicit()),
];

static COVER: stub::Union = stub::Union::of(
        "cover",
        "kind",
        stub::Discriminant::I32,
        &COVER_ARMS,
        Some(2),
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl<'a> Cover<'a> {
    /// Label 2, 3: field `raw`.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn raw(
        label: i32,
        value: impl Into<stub::CowBytes<'a>>,
    ) -> Result<Self, stub::WrongLabel> {
        COVER.admits(1, i64::from(label))?;
        Ok(Self::Raw {
            label,
            value: value.into(),
        })
    }

    /// Any other label: nothing.
    ///
    /// # Errors
    /// The label is another arm's.
    pub fn other(label: i32) -> Result<Self, stub::WrongLabel> {
        COVER.admits(2, i64::from(label))?;
        Ok(Self::Default { label })
    }
}

impl stub::Encode for Cover<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Whole(_) => (0, 1),
            Self::Raw { label, .. } => (1, i64::from(*label)),
            Self::Default { label } => (2, i64::from(*label)),
        };
        s.union(f, &COVER, arm, label, self);
    }
}

impl stub::Fields for Cover<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Whole(value) => s.field(&COVER_ARMS[0].field, value),
            Self::Raw { value, .. } => s.field(&COVER_ARMS[1].field, value),
            Self::Default { .. } => s.field(&COVER_ARMS[2].field, &()),
        }
    }
}

impl<'de> stub::Decode<'de> for Cover<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &COVER, self)
    }
}

impl<'de> stub::Arms<'de> for Cover<'de> {
    #[inline]
    fn select(&mut self, arm: usize, label: i64) {
        *self = match arm {
            0 => Self::Whole(Default::default()),
            1 => {
                Self::Raw {
                    label: label as i32,
                    value: Default::default(),
                }
            }
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
            Self::Whole(value) => s.slot(&COVER_ARMS[0].field, value),
            Self::Raw { value, .. } => s.slot(&COVER_ARMS[1].field, value),
            Self::Default { .. } => s.slot(&COVER_ARMS[2].field, &mut ()),
        }
    }
}

impl Cover<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Cover<'static> {
        match self {
            Self::Whole(value) => Cover::Whole(value.into_owned()),
            Self::Raw { label, value } => {
                Cover::Raw {
                    label,
                    value: value.into_owned(),
                }
            }
            Self::Default { label } => Cover::Default { label },
        }
    }
}

impl stub::Standalone for Cover<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("cover")
        .ndr(stub::ndr_place!(defers true));
}

/// A list, of pages after the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Page<'a> {
    /// Field `photos`.
    pub photos: Vec<Photo<'a>>,
    /// Field `front`.
    pub front: Cover<'a>,
    /// Field `layers`.
    pub layers: [stub::CowBytes<'a>; 2],
    /// Field `next`.
    pub next: stub::Chain<PageElement<'a>>,
}

static PAGE_FIELDS: [stub::Field; 4] = [
    stub::Field::of(
            "photos",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("photos")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::plain("front").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::of(
            "layers",
            stub::Length::Fixed(2),
            const {
                &stub::Field::plain("layers")
                    .ndr(stub::ndr_place!(array Counted, defers true))
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
];

static PAGE: stub::Record = stub::Record::of("page", &PAGE_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Page<'de>, PAGE, PAGE_FIELDS { 0 photos, 1 front, 2 layers, 3 next }
}

impl Page<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Page<'static> {
        Page {
            photos: self.photos.into_iter().map(|v| v.into_owned()).collect(),
            front: self.front.into_owned(),
            layers: self.layers.map(|v| v.into_owned()),
            next: stub::Chain(self.next.0.into_iter().map(|v| v.into_owned()).collect()),
        }
    }
}

impl stub::Standalone for Page<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("page")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `tree`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree<'a> {
    /// Field `leaf`.
    pub leaf: stub::CowBytes<'a>,
    /// Field `left`.
    pub left: Option<Box<Tree<'a>>>,
    /// Field `right`.
    pub right: Option<Box<Tree<'a>>>,
}

static TREE_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("leaf")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::of(
            "left",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("left")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::of(
            "right",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("right")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
];

static TREE: stub::Record = stub::Record::of("tree", &TREE_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Tree<'de>, TREE, TREE_FIELDS { 0 leaf, 1 left, 2 right }
}

impl Tree<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Tree<'static> {
        Tree {
            leaf: self.leaf.into_owned(),
            left: self.left.map(|v| Box::new(v.into_owned())),
            right: self.right.map(|v| Box::new(v.into_owned())),
        }
    }
}

impl stub::Standalone for Tree<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("tree")
        .ndr(stub::ndr_place!(defers true));
}

/// Nothing of it is to be shared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label<'a> {
    /// Field `text`.
    pub text: Cow<'a, str>,
}

static LABEL_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("text")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static LABEL: stub::Record = stub::Record::of("label", &LABEL_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Label<'de>, LABEL, LABEL_FIELDS { 0 text }
}

impl Label<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Label<'static> {
        Label {
            text: Cow::Owned(self.text.into_owned()),
        }
    }
}

impl stub::Standalone for Label<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("label")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `torn`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Torn<'a> {
    /// Field `rest`.
    pub rest: stub::CowBytes<'a>,
}

static TORN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("rest")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
];

static TORN: stub::Record = stub::Record::of("torn", &TORN_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .xml(const { &stub::XmlRecord::wrapper("urn:ALBUM_V1", "torn", "") });

stub::plain_record! {
    Torn<'de>, TORN, TORN_FIELDS { 0 rest }
}

impl Torn<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Torn<'static> {
        Torn {
            rest: self.rest.into_owned(),
        }
    }
}

impl stub::Standalone for Torn<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("torn")
        .ndr(stub::ndr_place!(defers true));
}

/// What `TEAR` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum AlbumV1TearResult<'a> {
    /// Label 0: field `result`.
    Result(Photo<'a>),
    /// Label 1: field `torn`.
    Torn(Torn<'a>),
}

impl Default for AlbumV1TearResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static ALBUM_V1_TEAR_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("result")
            .ndr(stub::ndr_place!(defers true))
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("torn")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
];

static ALBUM_V1_TEAR_RESULT: stub::Union = stub::Union::of(
        "ALBUM_V1_TEAR_result",
        "raised",
        stub::Discriminant::U32,
        &ALBUM_V1_TEAR_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for AlbumV1TearResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::Torn(_) => (1, 1),
        };
        s.union(f, &ALBUM_V1_TEAR_RESULT, arm, label, self);
    }
}

impl stub::Fields for AlbumV1TearResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => s.field(&ALBUM_V1_TEAR_RESULT_ARMS[0].field, value),
            Self::Torn(value) => s.field(&ALBUM_V1_TEAR_RESULT_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for AlbumV1TearResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &ALBUM_V1_TEAR_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for AlbumV1TearResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result(Default::default()),
            _ => Self::Torn(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result(value) => s.slot(&ALBUM_V1_TEAR_RESULT_ARMS[0].field, value),
            Self::Torn(value) => s.slot(&ALBUM_V1_TEAR_RESULT_ARMS[1].field, value),
        }
    }
}

impl AlbumV1TearResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> AlbumV1TearResult<'static> {
        match self {
            Self::Result(value) => AlbumV1TearResult::Result(value.into_owned()),
            Self::Torn(value) => AlbumV1TearResult::Torn(value.into_owned()),
        }
    }
}

impl stub::Standalone for AlbumV1TearResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("ALBUM_V1_TEAR_result")
        .ndr(stub::ndr_place!(defers true));
}

/// A list, of pages after the first.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PageElement<'a> {
    /// Field `photos`.
    pub photos: Vec<Photo<'a>>,
    /// Field `front`.
    pub front: Cover<'a>,
    /// Field `layers`.
    pub layers: [stub::CowBytes<'a>; 2],
}

static PAGE_ELEMENT_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "photos",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("photos")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::plain("front").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::of(
            "layers",
            stub::Length::Fixed(2),
            const {
                &stub::Field::plain("layers")
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
];

static PAGE_ELEMENT: stub::Record = stub::Record::of(
        "page_element",
        &PAGE_ELEMENT_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    PageElement<'de>, PAGE_ELEMENT, PAGE_ELEMENT_FIELDS { 0 photos, 1 front, 2 layers }
}

impl PageElement<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> PageElement<'static> {
        PageElement {
            photos: self.photos.into_iter().map(|v| v.into_owned()).collect(),
            front: self.front.into_owned(),
            layers: self.layers.map(|v| v.into_owned()),
        }
    }
}

/// What names interface `ALBUM_V1`, and its operations.
pub static ALBUM_V1: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "ALBUM_V1",
        full_name: "ALBUM_V1",
        program: 0x20260211,
        uuid: 0x1dd611a0_4d20_5677_895b_86beb32157d7_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &ALBUM_V1_TAKE,
        &ALBUM_V1_KEEP,
        &ALBUM_V1_OPEN2,
        &ALBUM_V1_GROW,
        &ALBUM_V1_NAME,
        &ALBUM_V1_TEAR.operation,
        &ALBUM_V1_TURN,
    ],
};

static ALBUM_V1_TAKE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("size").number(1),
];

static ALBUM_V1_TAKE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `TAKE` takes and gives.
pub static ALBUM_V1_TAKE: stub::OperationMeta = stub::OperationMeta {
    name: "TAKE",
    number: 1,
    input: &stub::Record::of("TAKE_in", &ALBUM_V1_TAKE_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ALBUM_V1", "TAKE", "urn:ALBUM_V1#TAKE")
        }),
    output: &stub::Record::of("TAKE_out", &ALBUM_V1_TAKE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ALBUM_V1",
                "TAKEResponse",
                "urn:ALBUM_V1:ALBUM_V1:TAKEResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ALBUM_V1_KEEP_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("memory")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("data")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2),
];

static ALBUM_V1_KEEP_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `KEEP` takes and gives.
pub static ALBUM_V1_KEEP: stub::OperationMeta = stub::OperationMeta {
    name: "KEEP",
    number: 2,
    input: &stub::Record::of("KEEP_in", &ALBUM_V1_KEEP_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ALBUM_V1", "KEEP", "urn:ALBUM_V1#KEEP")
        }),
    output: &stub::Record::of("KEEP_out", &ALBUM_V1_KEEP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ALBUM_V1",
                "KEEPResponse",
                "urn:ALBUM_V1:ALBUM_V1:KEEPResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ALBUM_V1_OPEN2_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("photos").number(1),
    stub::Field::plain("size").number(2),
];

static ALBUM_V1_OPEN2_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `OPEN` takes and gives.
pub static ALBUM_V1_OPEN2: stub::OperationMeta = stub::OperationMeta {
    name: "OPEN",
    number: 3,
    input: &stub::Record::of("OPEN_in", &ALBUM_V1_OPEN2_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ALBUM_V1", "OPEN", "urn:ALBUM_V1#OPEN")
        }),
    output: &stub::Record::of("OPEN_out", &ALBUM_V1_OPEN2_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ALBUM_V1",
                "OPENResponse",
                "urn:ALBUM_V1:ALBUM_V1:OPENResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ALBUM_V1_GROW_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("grown").ndr(stub::ndr_place!(defers true)),
];

static ALBUM_V1_GROW_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `GROW` takes and gives.
pub static ALBUM_V1_GROW: stub::OperationMeta = stub::OperationMeta {
    name: "GROW",
    number: 4,
    input: &stub::Record::of("GROW_in", &ALBUM_V1_GROW_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ALBUM_V1", "GROW", "urn:ALBUM_V1#GROW")
        }),
    output: &stub::Record::of("GROW_out", &ALBUM_V1_GROW_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ALBUM_V1",
                "GROWResponse",
                "urn:ALBUM_V1:ALBUM_V1:GROWResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ALBUM_V1_NAME_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("given").ndr(stub::ndr_place!(defers true)),
];

static ALBUM_V1_NAME_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `NAME` takes and gives.
pub static ALBUM_V1_NAME: stub::OperationMeta = stub::OperationMeta {
    name: "NAME",
    number: 5,
    input: &stub::Record::of("NAME_in", &ALBUM_V1_NAME_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ALBUM_V1", "NAME", "urn:ALBUM_V1#NAME")
        }),
    output: &stub::Record::of("NAME_out", &ALBUM_V1_NAME_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ALBUM_V1",
                "NAMEResponse",
                "urn:ALBUM_V1:ALBUM_V1:NAMEResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static ALBUM_V1_TEAR_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("whole").ndr(stub::ndr_place!(defers true)),
];

static ALBUM_V1_TEAR_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

static ALBUM_V1_TEAR_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `TEAR` takes and gives.
pub static ALBUM_V1_TEAR: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "TEAR",
        number: 6,
        input: &stub::Record::of("TEAR_in", &ALBUM_V1_TEAR_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .whole()
            .xml(const {
                &stub::XmlRecord::wrapper("urn:ALBUM_V1", "TEAR", "urn:ALBUM_V1#TEAR")
            }),
        output: &stub::Record::of("TEAR_out", &ALBUM_V1_TEAR_OUT_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .whole()
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:ALBUM_V1",
                    "TEARResponse",
                    "urn:ALBUM_V1:ALBUM_V1:TEARResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("TEAR_result", &ALBUM_V1_TEAR_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "torn",
            place: <Torn<'static> as stub::Standalone>::PLACE,
        },
    ],
};

static ALBUM_V1_TURN_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("front").ndr(stub::ndr_place!(defers true)).number(1),
];

static ALBUM_V1_TURN_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `TURN` takes and gives.
pub static ALBUM_V1_TURN: stub::OperationMeta = stub::OperationMeta {
    name: "TURN",
    number: 7,
    input: &stub::Record::of("TURN_in", &ALBUM_V1_TURN_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ALBUM_V1", "TURN", "urn:ALBUM_V1#TURN")
        }),
    output: &stub::Record::of("TURN_out", &ALBUM_V1_TURN_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ALBUM_V1",
                "TURNResponse",
                "urn:ALBUM_V1:ALBUM_V1:TURNResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `TAKE` takes.
#[derive(Clone, Debug)]
pub struct AlbumV1TakeArgs {
    /// Parameter `size`.
    pub size: i32,
}

stub::plain_fields! {
    AlbumV1TakeArgs, ALBUM_V1_TAKE_IN_FIELDS { 0 size }
}

#[derive(Default)]
struct AlbumV1TakeIn {
    size: i32,
}

stub::plain_slots! {
    AlbumV1TakeIn, ALBUM_V1_TAKE_IN_FIELDS { 0 size }
}

/// What a call of `TAKE` gives.
#[derive(Clone, Debug, Default)]
pub struct AlbumV1TakeOut<'a> {
    /// Parameter `result`.
    pub result: Photo<'a>,
}

stub::plain_slots! {
    AlbumV1TakeOut<'de>, ALBUM_V1_TAKE_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `TAKE`.
#[derive(Clone, Debug)]
pub struct AlbumV1TakeReply<'a> {
    /// Parameter `result`.
    pub result: &'a Photo<'a>,
}

stub::plain_fields! {
    AlbumV1TakeReply<'de>, ALBUM_V1_TAKE_OUT_FIELDS { 0 result }
}

/// What a call of `KEEP` takes.
#[derive(Clone, Debug)]
pub struct AlbumV1KeepArgs<'a> {
    /// Parameter `memory`.
    pub memory2: &'a str,
    /// Parameter `data`.
    pub data: &'a [u8],
}

stub::plain_fields! {
    AlbumV1KeepArgs<'de>, ALBUM_V1_KEEP_IN_FIELDS { 0 memory2, 1 data }
}

#[derive(Default)]
struct AlbumV1KeepIn<'a> {
    memory2: Cow<'a, str>,
    data: stub::CowBytes<'a>,
}

stub::plain_slots! {
    AlbumV1KeepIn<'de>, ALBUM_V1_KEEP_IN_FIELDS { 0 memory2, 1 data }
}

/// What a call of `KEEP` gives.
#[derive(Clone, Debug, Default)]
pub struct AlbumV1KeepOut<'a> {
    /// Parameter `result`.
    pub result: stub::CowBytes<'a>,
}

stub::plain_slots! {
    AlbumV1KeepOut<'de>, ALBUM_V1_KEEP_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `KEEP`.
#[derive(Clone, Debug)]
pub struct AlbumV1KeepReply<'a> {
    /// Parameter `result`.
    pub result: &'a [u8],
}

stub::plain_fields! {
    AlbumV1KeepReply<'de>, ALBUM_V1_KEEP_OUT_FIELDS { 0 result }
}

/// What a call of `OPEN` takes.
#[derive(Clone, Debug)]
pub struct AlbumV1OpenArgs {
    /// Parameter `photos`.
    pub photos: i32,
    /// Parameter `size`.
    pub size: i32,
}

stub::plain_fields! {
    AlbumV1OpenArgs, ALBUM_V1_OPEN2_IN_FIELDS { 0 photos, 1 size }
}

#[derive(Default)]
struct AlbumV1OpenIn {
    photos: i32,
    size: i32,
}

stub::plain_slots! {
    AlbumV1OpenIn, ALBUM_V1_OPEN2_IN_FIELDS { 0 photos, 1 size }
}

/// What a call of `OPEN` gives.
#[derive(Clone, Debug, Default)]
pub struct AlbumV1OpenOut<'a> {
    /// Parameter `result`.
    pub result: Page<'a>,
}

stub::plain_slots! {
    AlbumV1OpenOut<'de>, ALBUM_V1_OPEN2_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `OPEN`.
#[derive(Clone, Debug)]
pub struct AlbumV1OpenReply<'a> {
    /// Parameter `result`.
    pub result: &'a Page<'a>,
}

stub::plain_fields! {
    AlbumV1OpenReply<'de>, ALBUM_V1_OPEN2_OUT_FIELDS { 0 result }
}

/// What a call of `GROW` takes.
#[derive(Clone, Debug)]
pub struct AlbumV1GrowArgs<'a> {
    /// Parameter `grown`.
    pub grown: &'a Tree<'a>,
}

stub::plain_fields! {
    AlbumV1GrowArgs<'de>, ALBUM_V1_GROW_IN_FIELDS { 0 grown }
}

#[derive(Default)]
struct AlbumV1GrowIn<'a> {
    grown: Tree<'a>,
}

stub::plain_slots! {
    AlbumV1GrowIn<'de>, ALBUM_V1_GROW_IN_FIELDS { 0 grown }
}

/// What a call of `GROW` gives.
#[derive(Clone, Debug, Default)]
pub struct AlbumV1GrowOut<'a> {
    /// Parameter `result`.
    pub result: Tree<'a>,
}

stub::plain_slots! {
    AlbumV1GrowOut<'de>, ALBUM_V1_GROW_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `GROW`.
#[derive(Clone, Debug)]
pub struct AlbumV1GrowReply<'a> {
    /// Parameter `result`.
    pub result: &'a Tree<'a>,
}

stub::plain_fields! {
    AlbumV1GrowReply<'de>, ALBUM_V1_GROW_OUT_FIELDS { 0 result }
}

/// What a call of `NAME` takes.
#[derive(Clone, Debug)]
pub struct AlbumV1NameArgs<'a> {
    /// Parameter `given`.
    pub given: &'a Label<'a>,
}

stub::plain_fields! {
    AlbumV1NameArgs<'de>, ALBUM_V1_NAME_IN_FIELDS { 0 given }
}

#[derive(Default)]
struct AlbumV1NameIn<'a> {
    given: Label<'a>,
}

stub::plain_slots! {
    AlbumV1NameIn<'de>, ALBUM_V1_NAME_IN_FIELDS { 0 given }
}

/// What a call of `NAME` gives.
#[derive(Clone, Debug, Default)]
pub struct AlbumV1NameOut<'a> {
    /// Parameter `result`.
    pub result: Label<'a>,
}

stub::plain_slots! {
    AlbumV1NameOut<'de>, ALBUM_V1_NAME_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `NAME`.
#[derive(Clone, Debug)]
pub struct AlbumV1NameReply<'a> {
    /// Parameter `result`.
    pub result: &'a Label<'a>,
}

stub::plain_fields! {
    AlbumV1NameReply<'de>, ALBUM_V1_NAME_OUT_FIELDS { 0 result }
}

/// What a call of `TEAR` takes.
#[derive(Clone, Debug)]
pub struct AlbumV1TearArgs<'a> {
    /// Parameter `whole`.
    pub whole: &'a Photo<'a>,
}

stub::plain_fields! {
    AlbumV1TearArgs<'de>, ALBUM_V1_TEAR_IN_FIELDS { 0 whole }
}

#[derive(Default)]
struct AlbumV1TearIn<'a> {
    whole: Photo<'a>,
}

stub::plain_slots! {
    AlbumV1TearIn<'de>, ALBUM_V1_TEAR_IN_FIELDS { 0 whole }
}

/// What a call of `TEAR` gives.
#[derive(Clone, Debug, Default)]
pub struct AlbumV1TearOut<'a> {
    /// Parameter `result`.
    pub result: Photo<'a>,
}

stub::plain_fields! {
    AlbumV1TearOut<'de>, ALBUM_V1_TEAR_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    AlbumV1TearOut<'de>, ALBUM_V1_TEAR_OUT_FIELDS { 0 result }
}

/// Why a call of `TEAR` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum AlbumV1TearError {
    /// Exception `torn`.
    Torn(Torn<'static>),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for AlbumV1TearError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Torn(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for AlbumV1TearError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Torn<'static>> for AlbumV1TearError {
    fn from(from: Torn<'static>) -> Self {
        Self::Torn(from)
    }
}

impl From<stub::Error> for AlbumV1TearError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for AlbumV1TearError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for AlbumV1TearError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl AlbumV1TearError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised.read::<Torn<'_>>().map(|members| Self::Torn(members.into_owned()))
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl AlbumV1TearError {
    fn end(
        result: Result<Photo<'_>, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(AlbumV1TearResult::Result(result)))
            }
            Ok(result) => Ok(ending.results(&AlbumV1TearOut { result })),
            Err(Self::Torn(members)) if ending.is_in_result() => {
                Ok(ending.result(AlbumV1TearResult::Torn(members)))
            }
            Err(Self::Torn(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `TURN` takes.
#[derive(Clone, Debug)]
pub struct AlbumV1TurnArgs<'a> {
    /// Parameter `front`.
    pub front: &'a Cover<'a>,
}

stub::plain_fields! {
    AlbumV1TurnArgs<'de>, ALBUM_V1_TURN_IN_FIELDS { 0 front }
}

#[derive(Default)]
struct AlbumV1TurnIn<'a> {
    front: Cover<'a>,
}

stub::plain_slots! {
    AlbumV1TurnIn<'de>, ALBUM_V1_TURN_IN_FIELDS { 0 front }
}

/// What a call of `TURN` gives.
#[derive(Clone, Debug, Default)]
pub struct AlbumV1TurnOut<'a> {
    /// Parameter `result`.
    pub result: Cover<'a>,
}

stub::plain_slots! {
    AlbumV1TurnOut<'de>, ALBUM_V1_TURN_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `TURN`.
#[derive(Clone, Debug)]
pub struct AlbumV1TurnReply<'a> {
    /// Parameter `result`.
    pub result: &'a Cover<'a>,
}

stub::plain_fields! {
    AlbumV1TurnReply<'de>, ALBUM_V1_TURN_OUT_FIELDS { 0 result }
}

/// A client of `ALBUM_V1`.
pub struct AlbumV1Client {
    client: stub::Client,
}

impl AlbumV1Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, ALBUM_V1.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 1, `TAKE`.
    pub fn take(&mut self, size: i32) -> Result<Photo<'_>, stub::CallError> {
        let output: AlbumV1TakeOut<'_> = self
            .client
            .invoke(&ALBUM_V1, &ALBUM_V1_TAKE, &AlbumV1TakeArgs { size })?;
        Ok(output.result)
    }

    /// Operation 2, `KEEP`.
    pub fn keep(
        &mut self,
        memory2: &str,
        data: &[u8],
    ) -> Result<stub::CowBytes<'_>, stub::CallError> {
        let output: AlbumV1KeepOut<'_> = self
            .client
            .invoke(&ALBUM_V1, &ALBUM_V1_KEEP, &AlbumV1KeepArgs { memory2, data })?;
        Ok(output.result)
    }

    /// Operation 3, `OPEN`.
    pub fn open2(
        &mut self,
        photos: i32,
        size: i32,
    ) -> Result<Page<'_>, stub::CallError> {
        let output: AlbumV1OpenOut<'_> = self
            .client
            .invoke(&ALBUM_V1, &ALBUM_V1_OPEN2, &AlbumV1OpenArgs { photos, size })?;
        Ok(output.result)
    }

    /// Operation 4, `GROW`.
    pub fn grow(&mut self, grown: &Tree<'_>) -> Result<Tree<'_>, stub::CallError> {
        let output: AlbumV1GrowOut<'_> = self
            .client
            .invoke(&ALBUM_V1, &ALBUM_V1_GROW, &AlbumV1GrowArgs { grown })?;
        Ok(output.result)
    }

    /// Operation 5, `NAME`.
    pub fn name(&mut self, given: &Label<'_>) -> Result<Label<'_>, stub::CallError> {
        let output: AlbumV1NameOut<'_> = self
            .client
            .invoke(&ALBUM_V1, &ALBUM_V1_NAME, &AlbumV1NameArgs { given })?;
        Ok(output.result)
    }

    /// Operation 6, `TEAR`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn tear(&mut self, whole: &Photo<'_>) -> Result<Photo<'_>, AlbumV1TearError> {
        let ended: stub::Ended<AlbumV1TearOut<'_>, AlbumV1TearResult<'_>> = self
            .client
            .invoke_raising(&ALBUM_V1, &ALBUM_V1_TEAR, &AlbumV1TearArgs { whole })?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(AlbumV1TearResult::Result(result)) => Ok(result),
            stub::Ended::Result(AlbumV1TearResult::Torn(members)) => {
                Err(AlbumV1TearError::Torn(members.into_owned()))
            }
            stub::Ended::Raised(raised) => Err(AlbumV1TearError::raised(&raised)),
        }
    }

    /// Operation 7, `TURN`.
    pub fn turn(&mut self, front: &Cover<'_>) -> Result<Cover<'_>, stub::CallError> {
        let output: AlbumV1TurnOut<'_> = self
            .client
            .invoke(&ALBUM_V1, &ALBUM_V1_TURN, &AlbumV1TurnArgs { front })?;
        Ok(output.result)
    }
}

impl stub::Stub for AlbumV1Client {
    const INTERFACE: &'static stub::InterfaceMeta = &ALBUM_V1;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `ALBUM_V1` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait AlbumV1: Send + Sync {
    /// Operation 1, `TAKE`.
    fn take<'a>(
        &'a self,
        call: &stub::Context<'_>,
        size: i32,
    ) -> Result<Photo<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `take` where results are not the server's own: a guard's, an `Arc`'s.
    fn take_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        size: i32,
        reply: impl FnOnce(&Photo<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.take(call, size).map(|result| reply(&result))
    }

    /// Operation 2, `KEEP`.
    fn keep<'a>(
        &'a self,
        call: &stub::Context<'_>,
        memory2: Cow<'a, str>,
        data: stub::CowBytes<'a>,
    ) -> Result<stub::CowBytes<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `keep` where results are not the server's own: a guard's, an `Arc`'s.
    fn keep_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        memory2: Cow<'_, str>,
        data: stub::CowBytes<'_>,
        reply: impl FnOnce(&[u8]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.keep(call, memory2, data).map(|result| reply(&result))
    }

    /// Operation 3, `OPEN`.
    fn open2<'a>(
        &'a self,
        call: &stub::Context<'_>,
        photos: i32,
        size: i32,
    ) -> Result<Page<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `open2` where results are not the server's own: a guard's, an `Arc`'s.
    fn open2_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        photos: i32,
        size: i32,
        reply: impl FnOnce(&Page<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.open2(call, photos, size).map(|result| reply(&result))
    }

    /// Operation 4, `GROW`.
    fn grow<'a>(
        &'a self,
        call: &stub::Context<'_>,
        grown: Tree<'a>,
    ) -> Result<Tree<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `grow` where results are not the server's own: a guard's, an `Arc`'s.
    fn grow_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        grown: Tree<'_>,
        reply: impl FnOnce(&Tree<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.grow(call, grown).map(|result| reply(&result))
    }

    /// Operation 5, `NAME`.
    fn name<'a>(
        &'a self,
        call: &stub::Context<'_>,
        given: Label<'a>,
    ) -> Result<Label<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `name` where results are not the server's own: a guard's, an `Arc`'s.
    fn name_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        given: Label<'_>,
        reply: impl FnOnce(&Label<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.name(call, given).map(|result| reply(&result))
    }

    /// Operation 6, `TEAR`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn tear<'a>(
        &'a self,
        call: &stub::Context<'_>,
        whole: Photo<'a>,
    ) -> Result<Photo<'a>, AlbumV1TearError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 7, `TURN`.
    fn turn<'a>(
        &'a self,
        call: &stub::Context<'_>,
        front: Cover<'a>,
    ) -> Result<Cover<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `turn` where results are not the server's own: a guard's, an `Arc`'s.
    fn turn_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        front: Cover<'_>,
        reply: impl FnOnce(&Cover<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.turn(call, front).map(|result| reply(&result))
    }
}

/// Serves `ALBUM_V1` with an object that implements [`AlbumV1`].
pub struct AlbumV1Server<T>(pub T);

impl<T: AlbumV1> stub::Service for AlbumV1Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        ALBUM_V1.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        ALBUM_V1.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        ALBUM_V1.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            1 => {
                call.serve_replying(
                    &ALBUM_V1_TAKE,
                    |context, input: AlbumV1TakeIn, reply| {
                        self.0
                            .take_replying(
                                context,
                                input.size,
                                |result| reply.finish(&AlbumV1TakeReply { result }),
                            )
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &ALBUM_V1_KEEP,
                    |context, input: AlbumV1KeepIn<'_>, reply| {
                        self.0
                            .keep_replying(
                                context,
                                input.memory2,
                                input.data,
                                |result| reply.finish(&AlbumV1KeepReply { result }),
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &ALBUM_V1_OPEN2,
                    |context, input: AlbumV1OpenIn, reply| {
                        self.0
                            .open2_replying(
                                context,
                                input.photos,
                                input.size,
                                |result| reply.finish(&AlbumV1OpenReply { result }),
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &ALBUM_V1_GROW,
                    |context, input: AlbumV1GrowIn<'_>, reply| {
                        self.0
                            .grow_replying(
                                context,
                                input.grown,
                                |result| reply.finish(&AlbumV1GrowReply { result }),
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &ALBUM_V1_NAME,
                    |context, input: AlbumV1NameIn<'_>, reply| {
                        self.0
                            .name_replying(
                                context,
                                input.given,
                                |result| reply.finish(&AlbumV1NameReply { result }),
                            )
                    },
                )
            }
            6 => {
                call.serve_raising(
                    &ALBUM_V1_TEAR,
                    |context, input: AlbumV1TearIn<'_>, ending| AlbumV1TearError::end(
                        self.0.tear(context, input.whole),
                        ending,
                    ),
                )
            }
            7 => {
                call.serve_replying(
                    &ALBUM_V1_TURN,
                    |context, input: AlbumV1TurnIn<'_>, reply| {
                        self.0
                            .turn_replying(
                                context,
                                input.front,
                                |result| reply.finish(&AlbumV1TurnReply { result }),
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
    impl Photo<'_> {
        /// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
        pub fn into_shared(self, memory: &stub::Bytes) -> Photo<'static> {
            Photo {
                title: Cow::Owned(self.title.into_owned()),
                data: self.data.into_shared(memory),
                preview: self.preview.map(|v| v.into_shared(memory)),
                digest: self.digest,
            }
        }
    }

    impl Cover<'_> {
        /// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
        pub fn into_shared(self, memory: &stub::Bytes) -> Cover<'static> {
            match self {
                Self::Whole(value) => Cover::Whole(value.into_shared(memory)),
                Self::Raw { label, value } => {
                    Cover::Raw {
                        label,
                        value: value.into_shared(memory),
                    }
                }
                Self::Default { label } => Cover::Default { label },
            }
        }
    }

    impl Page<'_> {
        /// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
        pub fn into_shared(self, memory: &stub::Bytes) -> Page<'static> {
            Page {
                photos: self.photos.into_iter().map(|v| v.into_shared(memory)).collect(),
                front: self.front.into_shared(memory),
                layers: self.layers.map(|v| v.into_shared(memory)),
                next: stub::Chain(
                    self.next.0.into_iter().map(|v| v.into_shared(memory)).collect(),
                ),
            }
        }
    }

    impl Tree<'_> {
        /// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
        pub fn into_shared(self, memory: &stub::Bytes) -> Tree<'static> {
            Tree {
                leaf: self.leaf.into_shared(memory),
                left: self.left.map(|v| Box::new(v.into_shared(memory))),
                right: self.right.map(|v| Box::new(v.into_shared(memory))),
            }
        }
    }

    impl Torn<'_> {
        /// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
        pub fn into_shared(self, memory: &stub::Bytes) -> Torn<'static> {
            Torn {
                rest: self.rest.into_shared(memory),
            }
        }
    }

    impl AlbumV1TearResult<'_> {
        /// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
        pub fn into_shared(self, memory: &stub::Bytes) -> AlbumV1TearResult<'static> {
            match self {
                Self::Result(value) => AlbumV1TearResult::Result(value.into_shared(memory)),
                Self::Torn(value) => AlbumV1TearResult::Torn(value.into_shared(memory)),
            }
        }
    }

    impl PageElement<'_> {
        /// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
        pub fn into_shared(self, memory: &stub::Bytes) -> PageElement<'static> {
            PageElement {
                photos: self.photos.into_iter().map(|v| v.into_shared(memory)).collect(),
                front: self.front.into_shared(memory),
                layers: self.layers.map(|v| v.into_shared(memory)),
            }
        }
    }

    /// A client of `ALBUM_V1` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncAlbumV1Client {
        client: stub::AsyncClient,
    }

    impl AsyncAlbumV1Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, ALBUM_V1.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 1, `TAKE`.
        pub async fn take(&self, size: i32) -> Result<Photo<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ALBUM_V1, &ALBUM_V1_TAKE, &AlbumV1TakeArgs { size })
                .await?;
            let memory = &reply.memory();
            let output: AlbumV1TakeOut<'_> = reply.results(&ALBUM_V1_TAKE)?;
            Ok(output.result.into_shared(memory))
        }

        /// Operation 2, `KEEP`.
        pub async fn keep(
            &self,
            memory2: &str,
            data: &[u8],
        ) -> Result<stub::CowBytes<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ALBUM_V1, &ALBUM_V1_KEEP, &AlbumV1KeepArgs { memory2, data })
                .await?;
            let memory = &reply.memory();
            let output: AlbumV1KeepOut<'_> = reply.results(&ALBUM_V1_KEEP)?;
            Ok(output.result.into_shared(memory))
        }

        /// Operation 3, `OPEN`.
        pub async fn open2(
            &self,
            photos: i32,
            size: i32,
        ) -> Result<Page<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ALBUM_V1, &ALBUM_V1_OPEN2, &AlbumV1OpenArgs { photos, size })
                .await?;
            let memory = &reply.memory();
            let output: AlbumV1OpenOut<'_> = reply.results(&ALBUM_V1_OPEN2)?;
            Ok(output.result.into_shared(memory))
        }

        /// Operation 4, `GROW`.
        pub async fn grow(
            &self,
            grown: &Tree<'_>,
        ) -> Result<Tree<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ALBUM_V1, &ALBUM_V1_GROW, &AlbumV1GrowArgs { grown })
                .await?;
            let memory = &reply.memory();
            let output: AlbumV1GrowOut<'_> = reply.results(&ALBUM_V1_GROW)?;
            Ok(output.result.into_shared(memory))
        }

        /// Operation 5, `NAME`.
        pub async fn name(
            &self,
            given: &Label<'_>,
        ) -> Result<Label<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ALBUM_V1, &ALBUM_V1_NAME, &AlbumV1NameArgs { given })
                .await?;
            let output: AlbumV1NameOut<'_> = reply.results(&ALBUM_V1_NAME)?;
            Ok(output.result.into_owned())
        }

        /// Operation 6, `TEAR`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn tear(
            &self,
            whole: &Photo<'_>,
        ) -> Result<Photo<'static>, AlbumV1TearError> {
            let mut end = self
                .client
                .invoke_raising(&ALBUM_V1, &ALBUM_V1_TEAR, &AlbumV1TearArgs { whole })
                .await?;
            let memory = &end.memory();
            let ended: stub::Ended<AlbumV1TearOut<'_>, AlbumV1TearResult<'_>> = end
                .ended(&ALBUM_V1_TEAR)?;
            match ended {
                stub::Ended::Results(output) => Ok(output.result.into_shared(memory)),
                stub::Ended::Result(AlbumV1TearResult::Result(result)) => {
                    Ok(result.into_shared(memory))
                }
                stub::Ended::Result(AlbumV1TearResult::Torn(members)) => {
                    Err(AlbumV1TearError::Torn(members.into_shared(memory)))
                }
                stub::Ended::Raised(raised) => Err(AlbumV1TearError::raised(&raised)),
            }
        }

        /// Operation 7, `TURN`.
        pub async fn turn(
            &self,
            front: &Cover<'_>,
        ) -> Result<Cover<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&ALBUM_V1, &ALBUM_V1_TURN, &AlbumV1TurnArgs { front })
                .await?;
            let memory = &reply.memory();
            let output: AlbumV1TurnOut<'_> = reply.results(&ALBUM_V1_TURN)?;
            Ok(output.result.into_shared(memory))
        }
    }

    impl stub::AsyncStub for AsyncAlbumV1Client {
        const INTERFACE: &'static stub::InterfaceMeta = &ALBUM_V1;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `ALBUM_V1` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncAlbumV1: Send + Sync {
        /// Operation 1, `TAKE`.
        fn take<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            size: i32,
        ) -> impl std::future::Future<Output = Result<Photo<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `KEEP`.
        fn keep<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            memory2: Cow<'a, str>,
            data: stub::CowBytes<'a>,
        ) -> impl std::future::Future<
            Output = Result<stub::CowBytes<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `OPEN`.
        fn open2<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            photos: i32,
            size: i32,
        ) -> impl std::future::Future<Output = Result<Page<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `GROW`.
        fn grow<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            grown: Tree<'a>,
        ) -> impl std::future::Future<Output = Result<Tree<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `NAME`.
        fn name<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            given: Label<'a>,
        ) -> impl std::future::Future<Output = Result<Label<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 6, `TEAR`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn tear<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            whole: Photo<'a>,
        ) -> impl std::future::Future<
            Output = Result<Photo<'a>, AlbumV1TearError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 7, `TURN`.
        fn turn<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            front: Cover<'a>,
        ) -> impl std::future::Future<Output = Result<Cover<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `ALBUM_V1` with an object that implements [`AsyncAlbumV1`], on a runtime.
    pub struct AsyncAlbumV1Server<T>(pub T);

    impl<T: AsyncAlbumV1> stub::Service for AsyncAlbumV1Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            ALBUM_V1.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            ALBUM_V1.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            ALBUM_V1.elements()
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
                        let (input, mut referents): (AlbumV1TakeIn, _) = call
                            .input(&ALBUM_V1_TAKE)?;
                        let context = call.context();
                        let result = self.0.take(&context, input.size).await;
                        let output = result
                            .map_err(|fault| call.fail(&ALBUM_V1_TAKE, fault))?;
                        Ok(
                            call
                                .end(
                                    &ALBUM_V1_TAKE,
                                    &AlbumV1TakeReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (AlbumV1KeepIn<'_>, _) = call
                            .input(&ALBUM_V1_KEEP)?;
                        let context = call.context();
                        let result = self.0.keep(&context, input.memory2, input.data).await;
                        let output = result
                            .map_err(|fault| call.fail(&ALBUM_V1_KEEP, fault))?;
                        Ok(
                            call
                                .end(
                                    &ALBUM_V1_KEEP,
                                    &AlbumV1KeepReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (AlbumV1OpenIn, _) = call
                            .input(&ALBUM_V1_OPEN2)?;
                        let context = call.context();
                        let result = self.0.open2(&context, input.photos, input.size).await;
                        let output = result
                            .map_err(|fault| call.fail(&ALBUM_V1_OPEN2, fault))?;
                        Ok(
                            call
                                .end(
                                    &ALBUM_V1_OPEN2,
                                    &AlbumV1OpenReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (AlbumV1GrowIn<'_>, _) = call
                            .input(&ALBUM_V1_GROW)?;
                        let context = call.context();
                        let result = self.0.grow(&context, input.grown).await;
                        let output = result
                            .map_err(|fault| call.fail(&ALBUM_V1_GROW, fault))?;
                        Ok(
                            call
                                .end(
                                    &ALBUM_V1_GROW,
                                    &AlbumV1GrowReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (AlbumV1NameIn<'_>, _) = call
                            .input(&ALBUM_V1_NAME)?;
                        let context = call.context();
                        let result = self.0.name(&context, input.given).await;
                        let output = result
                            .map_err(|fault| call.fail(&ALBUM_V1_NAME, fault))?;
                        Ok(
                            call
                                .end(
                                    &ALBUM_V1_NAME,
                                    &AlbumV1NameReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (AlbumV1TearIn<'_>, _) = call
                            .input(&ALBUM_V1_TEAR.operation)?;
                        let context = call.context();
                        let result = self.0.tear(&context, input.whole).await;
                        Ok(
                            call
                                .end_raising(
                                    &ALBUM_V1_TEAR,
                                    |ending| AlbumV1TearError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (AlbumV1TurnIn<'_>, _) = call
                            .input(&ALBUM_V1_TURN)?;
                        let context = call.context();
                        let result = self.0.turn(&context, input.front).await;
                        let output = result
                            .map_err(|fault| call.fail(&ALBUM_V1_TURN, fault))?;
                        Ok(
                            call
                                .end(
                                    &ALBUM_V1_TURN,
                                    &AlbumV1TurnReply {
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
