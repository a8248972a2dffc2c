// Generated from raises.x by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Exceptions: with text, numbers, an enumeration, a tree and nothing but a number in them.
#[allow(clippy::enum_variant_names, reason = "the definition's names")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i32)]
pub enum Aisle {
    /// `FRONT`, 0.
    #[default]
    Front = 0,
    /// `BACK`, 3.
    Back = 3,
}

/// Gives the value back where no member has it.
impl TryFrom<i32> for Aisle {
    type Error = i32;
    fn try_from(value: i32) -> Result<Self, i32> {
        match value {
            0 => Ok(Self::Front),
            3 => Ok(Self::Back),
            _ => Err(value),
        }
    }
}

static AISLE: stub::Enum = stub::Enum::of(
    "aisle",
    const { &[(stub::Cow::Borrowed("FRONT"), 0), (stub::Cow::Borrowed("BACK"), 3)] },
);

impl stub::Encode for Aisle {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.enumeration(f, &AISLE, *self as i32);
    }
}

impl<'de> stub::Decode<'de> for Aisle {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        let mut value = *self as i32;
        s.enumeration(f, &AISLE, &mut value)?;
        *self = Self::try_from(value).map_err(|_| stub::Fail)?;
        Ok(())
    }
}

impl stub::Standalone for Aisle {
    const PLACE: &'static stub::Field = &stub::Field::plain("aisle")
        .ndr(stub::ndr_place!(bits 32))
        .number(1);
}

/// Record `shelf`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shelf<'a> {
    /// Field `name`.
    pub name: Cow<'a, str>,
    /// Field `places`.
    pub places: Vec<i32>,
    /// Field `left`.
    pub left: Option<Box<Shelf<'a>>>,
    /// Field `right`.
    pub right: Option<Box<Shelf<'a>>>,
}

static SHELF_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::of(
            "places",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("places").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2)
        .packed(),
    stub::Field::of(
            "left",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("left")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
    stub::Field::of(
            "right",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("right")
                    .ndr(stub::ndr_place!(defers true))
                    .number(4)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(4),
];

static SHELF: stub::Record = stub::Record::of("shelf", &SHELF_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Shelf<'de>, SHELF, SHELF_FIELDS { 0 name, 1 places, 2 left, 3 right }
}

impl Shelf<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Shelf<'static> {
        Shelf {
            name: Cow::Owned(self.name.into_owned()),
            places: self.places,
            left: self.left.map(|v| Box::new(v.into_owned())),
            right: self.right.map(|v| Box::new(v.into_owned())),
        }
    }
}

impl stub::Standalone for Shelf<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("shelf")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `OUT_OF_STOCK`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutOfStock<'a> {
    /// Field `item`.
    pub item: Cow<'a, str>,
    /// Field `left`.
    pub left: i32,
    /// Field `since`.
    pub since: i64,
    /// Field `price`.
    pub price: f64,
    /// Field `mark`.
    pub mark: Cow<'a, [u8]>,
    /// Field `where`.
    pub r#where: Aisle,
    /// Field `instead`.
    pub instead: Option<Box<Shelf<'a>>>,
}

static OUT_OF_STOCK_FIELDS: [stub::Field; 7] = [
    stub::Field::plain("item")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("left").number(2),
    stub::Field::plain("since").number(3),
    stub::Field::plain("price").number(4),
    stub::Field::plain("mark")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(5),
    stub::Field::plain("where").ndr(stub::ndr_place!(bits 32)).number(6),
    stub::Field::of(
            "instead",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("instead")
                    .ndr(stub::ndr_place!(defers true))
                    .number(7)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(7),
];

static OUT_OF_STOCK: stub::Record = stub::Record::of(
        "OUT_OF_STOCK",
        &OUT_OF_STOCK_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 8, defers true))
    .xml(const { &stub::XmlRecord::wrapper("urn:SHOP_V1", "OUT_OF_STOCK", "") });

stub::plain_record! {
    OutOfStock<'de>, OUT_OF_STOCK, OUT_OF_STOCK_FIELDS { 0 item, 1 left, 2 since, 3
    price, 4 mark, 5 r#where, 6 instead }
}

impl OutOfStock<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> OutOfStock<'static> {
        OutOfStock {
            item: Cow::Owned(self.item.into_owned()),
            left: self.left,
            since: self.since,
            price: self.price,
            mark: Cow::Owned(self.mark.into_owned()),
            r#where: self.r#where,
            instead: self.instead.map(|v| Box::new(v.into_owned())),
        }
    }
}

impl stub::Standalone for OutOfStock<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("OUT_OF_STOCK")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `closed`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Closed {
    /// Field `until`.
    pub until: u32,
}

static CLOSED_FIELDS: [stub::Field; 1] = [stub::Field::plain("until").number(1)];
static CLOSED: stub::Record = stub::Record::of("closed", &CLOSED_FIELDS)
    .xml(const { &stub::XmlRecord::wrapper("urn:SHOP_V1", "closed", "") });

stub::plain_record! {
    Closed, CLOSED, CLOSED_FIELDS { 0 until }
}

impl stub::Standalone for Closed {
    const PLACE: &'static stub::Field = &stub::Field::plain("closed");
}

/// A name that the error has of itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Error {
    /// Field `code`.
    pub code: i32,
}

static ERROR_FIELDS: [stub::Field; 1] = [stub::Field::plain("code").number(1)];
static ERROR: stub::Record = stub::Record::of("error", &ERROR_FIELDS)
    .xml(const { &stub::XmlRecord::wrapper("urn:SHOP_V1", "error", "") });

stub::plain_record! {
    Error, ERROR, ERROR_FIELDS { 0 code }
}

impl stub::Standalone for Error {
    const PLACE: &'static stub::Field = &stub::Field::plain("error");
}

/// What `PUT` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ShopV1PutResult<'a> {
    /// Label 0: field `result`.
    Result(i32),
    /// Label 1: field `out_of_stock`.
    OutOfStock(OutOfStock<'a>),
    /// Label 2: field `closed`.
    Closed(Closed),
}

impl Default for ShopV1PutResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static SHOP_V1_PUT_RESULT_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(
        &[1],
        stub::Field::plain("out_of_stock")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
    stub::Arm::of(&[2], stub::Field::plain("closed").number(4).explicit()),
];

static SHOP_V1_PUT_RESULT: stub::Union = stub::Union::of(
        "SHOP_V1_PUT_result",
        "raised",
        stub::Discriminant::U32,
        &SHOP_V1_PUT_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for ShopV1PutResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::OutOfStock(_) => (1, 1),
            Self::Closed(_) => (2, 2),
        };
        s.union(f, &SHOP_V1_PUT_RESULT, arm, label, self);
    }
}

impl stub::Fields for ShopV1PutResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => s.field(&SHOP_V1_PUT_RESULT_ARMS[0].field, value),
            Self::OutOfStock(value) => s.field(&SHOP_V1_PUT_RESULT_ARMS[1].field, value),
            Self::Closed(value) => s.field(&SHOP_V1_PUT_RESULT_ARMS[2].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ShopV1PutResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &SHOP_V1_PUT_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for ShopV1PutResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result(Default::default()),
            1 => Self::OutOfStock(Default::default()),
            _ => Self::Closed(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result(value) => s.slot(&SHOP_V1_PUT_RESULT_ARMS[0].field, value),
            Self::OutOfStock(value) => s.slot(&SHOP_V1_PUT_RESULT_ARMS[1].field, value),
            Self::Closed(value) => s.slot(&SHOP_V1_PUT_RESULT_ARMS[2].field, value),
        }
    }
}

impl ShopV1PutResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ShopV1PutResult<'static> {
        match self {
            Self::Result(value) => ShopV1PutResult::Result(value),
            Self::OutOfStock(value) => ShopV1PutResult::OutOfStock(value.into_owned()),
            Self::Closed(value) => ShopV1PutResult::Closed(value),
        }
    }
}

impl stub::Standalone for ShopV1PutResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("SHOP_V1_PUT_result")
        .ndr(stub::ndr_place!(defers true));
}

/// What `NAME` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ShopV1NameResult<'a> {
    /// Label 0: field `result`.
    Result(Cow<'a, str>),
    /// Label 1: field `closed`.
    Closed(Closed),
}

impl Default for ShopV1NameResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static SHOP_V1_NAME_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("result")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(&[1], stub::Field::plain("closed").number(3).explicit()),
];

static SHOP_V1_NAME_RESULT: stub::Union = stub::Union::of(
        "SHOP_V1_NAME_result",
        "raised",
        stub::Discriminant::U32,
        &SHOP_V1_NAME_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for ShopV1NameResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::Closed(_) => (1, 1),
        };
        s.union(f, &SHOP_V1_NAME_RESULT, arm, label, self);
    }
}

impl stub::Fields for ShopV1NameResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => s.field(&SHOP_V1_NAME_RESULT_ARMS[0].field, value),
            Self::Closed(value) => s.field(&SHOP_V1_NAME_RESULT_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ShopV1NameResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &SHOP_V1_NAME_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for ShopV1NameResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result(Default::default()),
            _ => Self::Closed(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result(value) => s.slot(&SHOP_V1_NAME_RESULT_ARMS[0].field, value),
            Self::Closed(value) => s.slot(&SHOP_V1_NAME_RESULT_ARMS[1].field, value),
        }
    }
}

impl ShopV1NameResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ShopV1NameResult<'static> {
        match self {
            Self::Result(value) => {
                ShopV1NameResult::Result(Cow::Owned(value.into_owned()))
            }
            Self::Closed(value) => ShopV1NameResult::Closed(value),
        }
    }
}

impl stub::Standalone for ShopV1NameResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("SHOP_V1_NAME_result")
        .ndr(stub::ndr_place!(defers true));
}

/// What `CLOSE` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ShopV1CloseResult {
    /// Label 0: nothing.
    #[default]
    Result,
    /// Label 1: field `error`.
    Error(Error),
}

static SHOP_V1_CLOSE_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(&[1], stub::Field::plain("error").number(3).explicit()),
];

static SHOP_V1_CLOSE_RESULT: stub::Union = stub::Union::of(
        "SHOP_V1_CLOSE_result",
        "raised",
        stub::Discriminant::U32,
        &SHOP_V1_CLOSE_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(tag 4));

impl stub::Encode for ShopV1CloseResult {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result => (0, 0),
            Self::Error(_) => (1, 1),
        };
        s.union(f, &SHOP_V1_CLOSE_RESULT, arm, label, self);
    }
}

impl stub::Fields for ShopV1CloseResult {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result => s.field(&SHOP_V1_CLOSE_RESULT_ARMS[0].field, &()),
            Self::Error(value) => s.field(&SHOP_V1_CLOSE_RESULT_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ShopV1CloseResult {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &SHOP_V1_CLOSE_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for ShopV1CloseResult {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result,
            _ => Self::Error(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result => s.slot(&SHOP_V1_CLOSE_RESULT_ARMS[0].field, &mut ()),
            Self::Error(value) => s.slot(&SHOP_V1_CLOSE_RESULT_ARMS[1].field, value),
        }
    }
}

impl stub::Standalone for ShopV1CloseResult {
    const PLACE: &'static stub::Field = &stub::Field::plain("SHOP_V1_CLOSE_result");
}

/// What `FIND` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ShopV1FindResult<'a> {
    /// Label 0: field `result`.
    Result(Shelf<'a>),
    /// Label 1: field `out_of_stock`.
    OutOfStock(OutOfStock<'a>),
}

impl Default for ShopV1FindResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static SHOP_V1_FIND_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[0],
        stub::Field::plain("result")
            .ndr(stub::ndr_place!(defers true))
            .number(2)
            .explicit(),
    ),
    stub::Arm::of(
        &[1],
        stub::Field::plain("out_of_stock")
            .ndr(stub::ndr_place!(defers true))
            .number(3)
            .explicit(),
    ),
];

static SHOP_V1_FIND_RESULT: stub::Union = stub::Union::of(
        "SHOP_V1_FIND_result",
        "raised",
        stub::Discriminant::U32,
        &SHOP_V1_FIND_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for ShopV1FindResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::OutOfStock(_) => (1, 1),
        };
        s.union(f, &SHOP_V1_FIND_RESULT, arm, label, self);
    }
}

impl stub::Fields for ShopV1FindResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => s.field(&SHOP_V1_FIND_RESULT_ARMS[0].field, value),
            Self::OutOfStock(value) => s.field(&SHOP_V1_FIND_RESULT_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ShopV1FindResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &SHOP_V1_FIND_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for ShopV1FindResult<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result(Default::default()),
            _ => Self::OutOfStock(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result(value) => s.slot(&SHOP_V1_FIND_RESULT_ARMS[0].field, value),
            Self::OutOfStock(value) => s.slot(&SHOP_V1_FIND_RESULT_ARMS[1].field, value),
        }
    }
}

impl ShopV1FindResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ShopV1FindResult<'static> {
        match self {
            Self::Result(value) => ShopV1FindResult::Result(value.into_owned()),
            Self::OutOfStock(value) => ShopV1FindResult::OutOfStock(value.into_owned()),
        }
    }
}

impl stub::Standalone for ShopV1FindResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("SHOP_V1_FIND_result")
        .ndr(stub::ndr_place!(defers true));
}

/// What names interface `SHOP_V1`, and its operations.
pub static SHOP_V1: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "SHOP_V1",
        full_name: "SHOP_V1",
        program: 0x20260210,
        uuid: 0x1abafa5c_af8d_52d4_b422_379558112c08_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &SHOP_V1_PUT.operation,
        &SHOP_V1_NAME.operation,
        &SHOP_V1_CLOSE.operation,
        &SHOP_V1_FIND.operation,
        &SHOP_V1_COUNT,
    ],
};

static SHOP_V1_PUT_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("item")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("count").number(2),
];

static SHOP_V1_PUT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

static SHOP_V1_PUT_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `PUT` takes and gives.
pub static SHOP_V1_PUT: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "PUT",
        number: 1,
        input: &stub::Record::of("PUT_in", &SHOP_V1_PUT_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper("urn:SHOP_V1", "PUT", "urn:SHOP_V1#PUT")
            }),
        output: &stub::Record::of("PUT_out", &SHOP_V1_PUT_OUT_FIELDS)
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:SHOP_V1",
                    "PUTResponse",
                    "urn:SHOP_V1:SHOP_V1:PUTResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("PUT_result", &SHOP_V1_PUT_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "OUT_OF_STOCK",
            place: <OutOfStock<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "closed",
            place: <Closed as stub::Standalone>::PLACE,
        },
    ],
};

static SHOP_V1_NAME_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("item").number(1)];
static SHOP_V1_NAME_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

static SHOP_V1_NAME_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `NAME` takes and gives.
pub static SHOP_V1_NAME: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "NAME",
        number: 2,
        input: &stub::Record::of("NAME_in", &SHOP_V1_NAME_IN_FIELDS)
            .xml(const {
                &stub::XmlRecord::wrapper("urn:SHOP_V1", "NAME", "urn:SHOP_V1#NAME")
            }),
        output: &stub::Record::of("NAME_out", &SHOP_V1_NAME_OUT_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:SHOP_V1",
                    "NAMEResponse",
                    "urn:SHOP_V1:SHOP_V1:NAMEResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("NAME_result", &SHOP_V1_NAME_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "closed",
            place: <Closed as stub::Standalone>::PLACE,
        },
    ],
};

static SHOP_V1_CLOSE_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").number(1),
];

/// What operation `CLOSE` takes and gives.
pub static SHOP_V1_CLOSE: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "CLOSE",
        number: 3,
        input: &stub::Record::of("CLOSE_in", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper("urn:SHOP_V1", "CLOSE", "urn:SHOP_V1#CLOSE")
            }),
        output: &stub::Record::of("CLOSE_out", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:SHOP_V1",
                    "CLOSEResponse",
                    "urn:SHOP_V1:SHOP_V1:CLOSEResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("CLOSE_result", &SHOP_V1_CLOSE_RESULT2_FIELDS),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "error",
            place: <Error as stub::Standalone>::PLACE,
        },
    ],
};

static SHOP_V1_FIND_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("item")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static SHOP_V1_FIND_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

static SHOP_V1_FIND_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `FIND` takes and gives.
pub static SHOP_V1_FIND: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "FIND",
        number: 4,
        input: &stub::Record::of("FIND_in", &SHOP_V1_FIND_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .xml(const {
                &stub::XmlRecord::wrapper("urn:SHOP_V1", "FIND", "urn:SHOP_V1#FIND")
            }),
        output: &stub::Record::of("FIND_out", &SHOP_V1_FIND_OUT_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .whole()
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:SHOP_V1",
                    "FINDResponse",
                    "urn:SHOP_V1:SHOP_V1:FINDResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("FIND_result", &SHOP_V1_FIND_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "OUT_OF_STOCK",
            place: <OutOfStock<'static> as stub::Standalone>::PLACE,
        },
    ],
};

static SHOP_V1_COUNT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `COUNT` takes and gives.
pub static SHOP_V1_COUNT: stub::OperationMeta = stub::OperationMeta {
    name: "COUNT",
    number: 5,
    input: &stub::Record::of("COUNT_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:SHOP_V1", "COUNT", "urn:SHOP_V1#COUNT")
        }),
    output: &stub::Record::of("COUNT_out", &SHOP_V1_COUNT_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:SHOP_V1",
                "COUNTResponse",
                "urn:SHOP_V1:SHOP_V1:COUNTResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `PUT` takes.
#[derive(Clone, Debug)]
pub struct ShopV1PutArgs<'a> {
    /// Parameter `item`.
    pub item: &'a str,
    /// Parameter `count`.
    pub count: i32,
}

stub::plain_fields! {
    ShopV1PutArgs<'de>, SHOP_V1_PUT_IN_FIELDS { 0 item, 1 count }
}

#[derive(Default)]
struct ShopV1PutIn<'a> {
    item: Cow<'a, str>,
    count: i32,
}

stub::plain_slots! {
    ShopV1PutIn<'de>, SHOP_V1_PUT_IN_FIELDS { 0 item, 1 count }
}

/// What a call of `PUT` gives.
#[derive(Clone, Debug, Default)]
pub struct ShopV1PutOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    ShopV1PutOut, SHOP_V1_PUT_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    ShopV1PutOut, SHOP_V1_PUT_OUT_FIELDS { 0 result }
}

/// Why a call of `PUT` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum ShopV1PutError {
    /// Exception `OUT_OF_STOCK`.
    OutOfStock(OutOfStock<'static>),
    /// Exception `closed`.
    Closed(Closed),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for ShopV1PutError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OutOfStock(members) => write!(f, "{members:?}"),
            Self::Closed(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ShopV1PutError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<OutOfStock<'static>> for ShopV1PutError {
    fn from(from: OutOfStock<'static>) -> Self {
        Self::OutOfStock(from)
    }
}

impl From<Closed> for ShopV1PutError {
    fn from(from: Closed) -> Self {
        Self::Closed(from)
    }
}

impl From<stub::Error> for ShopV1PutError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for ShopV1PutError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for ShopV1PutError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl ShopV1PutError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<OutOfStock<'_>>()
                    .map(|members| Self::OutOfStock(members.into_owned()))
            }
            2 => raised.read::<Closed>().map(Self::Closed),
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl ShopV1PutError {
    fn end(
        result: Result<i32, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(ShopV1PutResult::Result(result)))
            }
            Ok(result) => Ok(ending.results(&ShopV1PutOut { result })),
            Err(Self::OutOfStock(members)) if ending.is_in_result() => {
                Ok(ending.result(ShopV1PutResult::OutOfStock(members)))
            }
            Err(Self::OutOfStock(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Closed(members)) if ending.is_in_result() => {
                Ok(ending.result(ShopV1PutResult::Closed(members)))
            }
            Err(Self::Closed(members)) => Ok(ending.raise(2, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `NAME` takes.
#[derive(Clone, Debug)]
pub struct ShopV1NameArgs {
    /// Parameter `item`.
    pub item: i32,
}

stub::plain_fields! {
    ShopV1NameArgs, SHOP_V1_NAME_IN_FIELDS { 0 item }
}

#[derive(Default)]
struct ShopV1NameIn {
    item: i32,
}

stub::plain_slots! {
    ShopV1NameIn, SHOP_V1_NAME_IN_FIELDS { 0 item }
}

/// What a call of `NAME` gives.
#[derive(Clone, Debug, Default)]
pub struct ShopV1NameOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_fields! {
    ShopV1NameOut<'de>, SHOP_V1_NAME_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    ShopV1NameOut<'de>, SHOP_V1_NAME_OUT_FIELDS { 0 result }
}

/// Why a call of `NAME` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum ShopV1NameError {
    /// Exception `closed`.
    Closed(Closed),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for ShopV1NameError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Closed(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ShopV1NameError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Closed> for ShopV1NameError {
    fn from(from: Closed) -> Self {
        Self::Closed(from)
    }
}

impl From<stub::Error> for ShopV1NameError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for ShopV1NameError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for ShopV1NameError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl ShopV1NameError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => raised.read::<Closed>().map(Self::Closed),
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl ShopV1NameError {
    fn end(
        result: Result<Cow<'_, str>, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(ShopV1NameResult::Result(result)))
            }
            Ok(result) => Ok(ending.results(&ShopV1NameOut { result })),
            Err(Self::Closed(members)) if ending.is_in_result() => {
                Ok(ending.result(ShopV1NameResult::Closed(members)))
            }
            Err(Self::Closed(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// Why a call of `CLOSE` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum ShopV1CloseError {
    /// Exception `error`.
    Error2(Error),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for ShopV1CloseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Error2(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ShopV1CloseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Error> for ShopV1CloseError {
    fn from(from: Error) -> Self {
        Self::Error2(from)
    }
}

impl From<stub::Error> for ShopV1CloseError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for ShopV1CloseError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for ShopV1CloseError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl ShopV1CloseError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => raised.read::<Error>().map(Self::Error2),
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl ShopV1CloseError {
    fn end(
        result: Result<(), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(()) if ending.is_in_result() => {
                Ok(ending.result(ShopV1CloseResult::Result))
            }
            Ok(()) => Ok(ending.results(&())),
            Err(Self::Error2(members)) if ending.is_in_result() => {
                Ok(ending.result(ShopV1CloseResult::Error(members)))
            }
            Err(Self::Error2(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `FIND` takes.
#[derive(Clone, Debug)]
pub struct ShopV1FindArgs<'a> {
    /// Parameter `item`.
    pub item: &'a str,
}

stub::plain_fields! {
    ShopV1FindArgs<'de>, SHOP_V1_FIND_IN_FIELDS { 0 item }
}

#[derive(Default)]
struct ShopV1FindIn<'a> {
    item: Cow<'a, str>,
}

stub::plain_slots! {
    ShopV1FindIn<'de>, SHOP_V1_FIND_IN_FIELDS { 0 item }
}

/// What a call of `FIND` gives.
#[derive(Clone, Debug, Default)]
pub struct ShopV1FindOut<'a> {
    /// Parameter `result`.
    pub result: Shelf<'a>,
}

stub::plain_fields! {
    ShopV1FindOut<'de>, SHOP_V1_FIND_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    ShopV1FindOut<'de>, SHOP_V1_FIND_OUT_FIELDS { 0 result }
}

/// Why a call of `FIND` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum ShopV1FindError {
    /// Exception `OUT_OF_STOCK`.
    OutOfStock(OutOfStock<'static>),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for ShopV1FindError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OutOfStock(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ShopV1FindError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<OutOfStock<'static>> for ShopV1FindError {
    fn from(from: OutOfStock<'static>) -> Self {
        Self::OutOfStock(from)
    }
}

impl From<stub::Error> for ShopV1FindError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for ShopV1FindError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for ShopV1FindError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl ShopV1FindError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => {
                raised
                    .read::<OutOfStock<'_>>()
                    .map(|members| Self::OutOfStock(members.into_owned()))
            }
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl ShopV1FindError {
    fn end(
        result: Result<Shelf<'_>, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(ShopV1FindResult::Result(result)))
            }
            Ok(result) => Ok(ending.results(&ShopV1FindOut { result })),
            Err(Self::OutOfStock(members)) if ending.is_in_result() => {
                Ok(ending.result(ShopV1FindResult::OutOfStock(members)))
            }
            Err(Self::OutOfStock(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `COUNT` gives.
#[derive(Clone, Debug, Default)]
pub struct ShopV1CountOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    ShopV1CountOut, SHOP_V1_COUNT_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    ShopV1CountOut, SHOP_V1_COUNT_OUT_FIELDS { 0 result }
}

/// A client of `SHOP_V1`.
pub struct ShopV1Client {
    client: stub::Client,
}

impl ShopV1Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, SHOP_V1.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 1, `PUT`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn put(&mut self, item: &str, count: i32) -> Result<i32, ShopV1PutError> {
        let ended: stub::Ended<ShopV1PutOut, ShopV1PutResult<'_>> = self
            .client
            .invoke_raising(&SHOP_V1, &SHOP_V1_PUT, &ShopV1PutArgs { item, count })?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(ShopV1PutResult::Result(result)) => Ok(result),
            stub::Ended::Result(ShopV1PutResult::OutOfStock(members)) => {
                Err(ShopV1PutError::OutOfStock(members.into_owned()))
            }
            stub::Ended::Result(ShopV1PutResult::Closed(members)) => {
                Err(ShopV1PutError::Closed(members))
            }
            stub::Ended::Raised(raised) => Err(ShopV1PutError::raised(&raised)),
        }
    }

    /// Operation 2, `NAME`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn name(&mut self, item: i32) -> Result<Cow<'_, str>, ShopV1NameError> {
        let ended: stub::Ended<ShopV1NameOut<'_>, ShopV1NameResult<'_>> = self
            .client
            .invoke_raising(&SHOP_V1, &SHOP_V1_NAME, &ShopV1NameArgs { item })?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(ShopV1NameResult::Result(result)) => Ok(result),
            stub::Ended::Result(ShopV1NameResult::Closed(members)) => {
                Err(ShopV1NameError::Closed(members))
            }
            stub::Ended::Raised(raised) => Err(ShopV1NameError::raised(&raised)),
        }
    }

    /// Operation 3, `CLOSE`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn close(&mut self) -> Result<(), ShopV1CloseError> {
        let ended: stub::Ended<(), ShopV1CloseResult> = self
            .client
            .invoke_raising(&SHOP_V1, &SHOP_V1_CLOSE, &())?;
        match ended {
            stub::Ended::Results(()) => Ok(()),
            stub::Ended::Result(ShopV1CloseResult::Result) => Ok(()),
            stub::Ended::Result(ShopV1CloseResult::Error(members)) => {
                Err(ShopV1CloseError::Error2(members))
            }
            stub::Ended::Raised(raised) => Err(ShopV1CloseError::raised(&raised)),
        }
    }

    /// Operation 4, `FIND`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn find(&mut self, item: &str) -> Result<Shelf<'_>, ShopV1FindError> {
        let ended: stub::Ended<ShopV1FindOut<'_>, ShopV1FindResult<'_>> = self
            .client
            .invoke_raising(&SHOP_V1, &SHOP_V1_FIND, &ShopV1FindArgs { item })?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(ShopV1FindResult::Result(result)) => Ok(result),
            stub::Ended::Result(ShopV1FindResult::OutOfStock(members)) => {
                Err(ShopV1FindError::OutOfStock(members.into_owned()))
            }
            stub::Ended::Raised(raised) => Err(ShopV1FindError::raised(&raised)),
        }
    }

    /// Operation 5, `COUNT`.
    pub fn count(&mut self) -> Result<i32, stub::CallError> {
        let output: ShopV1CountOut = self.client.invoke(&SHOP_V1, &SHOP_V1_COUNT, &())?;
        Ok(output.result)
    }
}

impl stub::Stub for ShopV1Client {
    const INTERFACE: &'static stub::InterfaceMeta = &SHOP_V1;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `SHOP_V1` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait ShopV1: Send + Sync {
    /// Operation 1, `PUT`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn put(
        &self,
        call: &stub::Context<'_>,
        item: Cow<'_, str>,
        count: i32,
    ) -> Result<i32, ShopV1PutError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 2, `NAME`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn name<'a>(
        &'a self,
        call: &stub::Context<'_>,
        item: i32,
    ) -> Result<Cow<'a, str>, ShopV1NameError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 3, `CLOSE`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn close(&self, call: &stub::Context<'_>) -> Result<(), ShopV1CloseError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 4, `FIND`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn find<'a>(
        &'a self,
        call: &stub::Context<'_>,
        item: Cow<'a, str>,
    ) -> Result<Shelf<'a>, ShopV1FindError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 5, `COUNT`.
    fn count(&self, call: &stub::Context<'_>) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `SHOP_V1` with an object that implements [`ShopV1`].
pub struct ShopV1Server<T>(pub T);

impl<T: ShopV1> stub::Service for ShopV1Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        SHOP_V1.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        SHOP_V1.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        SHOP_V1.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            1 => {
                call.serve_raising(
                    &SHOP_V1_PUT,
                    |context, input: ShopV1PutIn<'_>, ending| ShopV1PutError::end(
                        self.0.put(context, input.item, input.count),
                        ending,
                    ),
                )
            }
            2 => {
                call.serve_raising(
                    &SHOP_V1_NAME,
                    |context, input: ShopV1NameIn, ending| ShopV1NameError::end(
                        self.0.name(context, input.item),
                        ending,
                    ),
                )
            }
            3 => {
                call.serve_raising(
                    &SHOP_V1_CLOSE,
                    |context, (): (), ending| ShopV1CloseError::end(
                        self.0.close(context),
                        ending,
                    ),
                )
            }
            4 => {
                call.serve_raising(
                    &SHOP_V1_FIND,
                    |context, input: ShopV1FindIn<'_>, ending| ShopV1FindError::end(
                        self.0.find(context, input.item),
                        ending,
                    ),
                )
            }
            5 => {
                call.serve(
                    &SHOP_V1_COUNT,
                    |context, (): ()| {
                        let result = self.0.count(context)?;
                        Ok(ShopV1CountOut { result })
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
    /// A client of `SHOP_V1` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncShopV1Client {
        client: stub::AsyncClient,
    }

    impl AsyncShopV1Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, SHOP_V1.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 1, `PUT`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn put(&self, item: &str, count: i32) -> Result<i32, ShopV1PutError> {
            let mut end = self
                .client
                .invoke_raising(&SHOP_V1, &SHOP_V1_PUT, &ShopV1PutArgs { item, count })
                .await?;
            let ended: stub::Ended<ShopV1PutOut, ShopV1PutResult<'_>> = end
                .ended(&SHOP_V1_PUT)?;
            match ended {
                stub::Ended::Results(output) => Ok(output.result),
                stub::Ended::Result(ShopV1PutResult::Result(result)) => Ok(result),
                stub::Ended::Result(ShopV1PutResult::OutOfStock(members)) => {
                    Err(ShopV1PutError::OutOfStock(members.into_owned()))
                }
                stub::Ended::Result(ShopV1PutResult::Closed(members)) => {
                    Err(ShopV1PutError::Closed(members))
                }
                stub::Ended::Raised(raised) => Err(ShopV1PutError::raised(&raised)),
            }
        }

        /// Operation 2, `NAME`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn name(&self, item: i32) -> Result<Cow<'static, str>, ShopV1NameError> {
            let mut end = self
                .client
                .invoke_raising(&SHOP_V1, &SHOP_V1_NAME, &ShopV1NameArgs { item })
                .await?;
            let ended: stub::Ended<ShopV1NameOut<'_>, ShopV1NameResult<'_>> = end
                .ended(&SHOP_V1_NAME)?;
            match ended {
                stub::Ended::Results(output) => Ok(Cow::Owned(output.result.into_owned())),
                stub::Ended::Result(ShopV1NameResult::Result(result)) => {
                    Ok(Cow::Owned(result.into_owned()))
                }
                stub::Ended::Result(ShopV1NameResult::Closed(members)) => {
                    Err(ShopV1NameError::Closed(members))
                }
                stub::Ended::Raised(raised) => Err(ShopV1NameError::raised(&raised)),
            }
        }

        /// Operation 3, `CLOSE`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn close(&self) -> Result<(), ShopV1CloseError> {
            let mut end = self.client.invoke_raising(&SHOP_V1, &SHOP_V1_CLOSE, &()).await?;
            let ended: stub::Ended<(), ShopV1CloseResult> = end.ended(&SHOP_V1_CLOSE)?;
            match ended {
                stub::Ended::Results(()) => Ok(()),
                stub::Ended::Result(ShopV1CloseResult::Result) => Ok(()),
                stub::Ended::Result(ShopV1CloseResult::Error(members)) => {
                    Err(ShopV1CloseError::Error2(members))
                }
                stub::Ended::Raised(raised) => Err(ShopV1CloseError::raised(&raised)),
            }
        }

        /// Operation 4, `FIND`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn find(&self, item: &str) -> Result<Shelf<'static>, ShopV1FindError> {
            let mut end = self
                .client
                .invoke_raising(&SHOP_V1, &SHOP_V1_FIND, &ShopV1FindArgs { item })
                .await?;
            let ended: stub::Ended<ShopV1FindOut<'_>, ShopV1FindResult<'_>> = end
                .ended(&SHOP_V1_FIND)?;
            match ended {
                stub::Ended::Results(output) => Ok(output.result.into_owned()),
                stub::Ended::Result(ShopV1FindResult::Result(result)) => {
                    Ok(result.into_owned())
                }
                stub::Ended::Result(ShopV1FindResult::OutOfStock(members)) => {
                    Err(ShopV1FindError::OutOfStock(members.into_owned()))
                }
                stub::Ended::Raised(raised) => Err(ShopV1FindError::raised(&raised)),
            }
        }

        /// Operation 5, `COUNT`.
        pub async fn count(&self) -> Result<i32, stub::CallError> {
            let mut reply = self.client.invoke(&SHOP_V1, &SHOP_V1_COUNT, &()).await?;
            let output: ShopV1CountOut = reply.results(&SHOP_V1_COUNT)?;
            Ok(output.result)
        }
    }

    impl stub::AsyncStub for AsyncShopV1Client {
        const INTERFACE: &'static stub::InterfaceMeta = &SHOP_V1;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `SHOP_V1` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncShopV1: Send + Sync {
        /// Operation 1, `PUT`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn put<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            item: Cow<'a, str>,
            count: i32,
        ) -> impl std::future::Future<Output = Result<i32, ShopV1PutError>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 2, `NAME`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn name<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            item: i32,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, ShopV1NameError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 3, `CLOSE`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn close<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), ShopV1CloseError>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 4, `FIND`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn find<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            item: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<Shelf<'a>, ShopV1FindError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 5, `COUNT`.
        fn count<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `SHOP_V1` with an object that implements [`AsyncShopV1`], on a runtime.
    pub struct AsyncShopV1Server<T>(pub T);

    impl<T: AsyncShopV1> stub::Service for AsyncShopV1Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            SHOP_V1.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            SHOP_V1.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            SHOP_V1.elements()
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
                        let (input, mut referents): (ShopV1PutIn<'_>, _) = call
                            .input(&SHOP_V1_PUT.operation)?;
                        let context = call.context();
                        let result = self.0.put(&context, input.item, input.count).await;
                        Ok(
                            call
                                .end_raising(
                                    &SHOP_V1_PUT,
                                    |ending| ShopV1PutError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (ShopV1NameIn, _) = call
                            .input(&SHOP_V1_NAME.operation)?;
                        let context = call.context();
                        let result = self.0.name(&context, input.item).await;
                        Ok(
                            call
                                .end_raising(
                                    &SHOP_V1_NAME,
                                    |ending| ShopV1NameError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&SHOP_V1_CLOSE.operation)?;
                        let context = call.context();
                        let result = self.0.close(&context).await;
                        Ok(
                            call
                                .end_raising(
                                    &SHOP_V1_CLOSE,
                                    |ending| ShopV1CloseError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (ShopV1FindIn<'_>, _) = call
                            .input(&SHOP_V1_FIND.operation)?;
                        let context = call.context();
                        let result = self.0.find(&context, input.item).await;
                        Ok(
                            call
                                .end_raising(
                                    &SHOP_V1_FIND,
                                    |ending| ShopV1FindError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call.input(&SHOP_V1_COUNT)?;
                        let context = call.context();
                        let result = self.0.count(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&SHOP_V1_COUNT, fault))?;
                        Ok(
                            call
                                .end(
                                    &SHOP_V1_COUNT,
                                    &ShopV1CountOut { result: output },
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
