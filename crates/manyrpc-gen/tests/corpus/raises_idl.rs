// Generated from raises.idl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Record `out_of_stock`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutOfStock<'a> {
    /// Field `item`.
    pub item: Option<Cow<'a, str>>,
    /// Field `left`.
    pub left: i32,
    /// Field `since`.
    pub since: i64,
}

static OUT_OF_STOCK_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "item",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("item")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::plain("left").number(2),
    stub::Field::plain("since").number(3),
];

static OUT_OF_STOCK: stub::Record = stub::Record::of(
        "out_of_stock",
        &OUT_OF_STOCK_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 8, defers true))
    .xml(const { &stub::XmlRecord::wrapper("urn:shop", "out_of_stock", "") });

stub::plain_record! {
    OutOfStock<'de>, OUT_OF_STOCK, OUT_OF_STOCK_FIELDS { 0 item, 1 left, 2 since }
}

impl OutOfStock<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> OutOfStock<'static> {
        OutOfStock {
            item: self.item.map(|v| Cow::Owned(v.into_owned())),
            left: self.left,
            since: self.since,
        }
    }
}

impl stub::Standalone for OutOfStock<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("out_of_stock")
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
    .xml(const { &stub::XmlRecord::wrapper("urn:shop", "closed", "") });

stub::plain_record! {
    Closed, CLOSED, CLOSED_FIELDS { 0 until }
}

impl stub::Standalone for Closed {
    const PLACE: &'static stub::Field = &stub::Field::plain("closed");
}

/// Record `shop_put_results`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShopPutResults<'a> {
    /// Field `count`.
    pub count: i32,
    /// Field `shelf`.
    pub shelf: Option<Cow<'a, str>>,
    /// Field `result`.
    pub result: i32,
}

static SHOP_PUT_RESULTS_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("count").number(1),
    stub::Field::of(
            "shelf",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("shelf")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::plain("result").number(3),
];

static SHOP_PUT_RESULTS: stub::Record = stub::Record::of(
        "shop_put_results",
        &SHOP_PUT_RESULTS_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    ShopPutResults<'de>, SHOP_PUT_RESULTS, SHOP_PUT_RESULTS_FIELDS { 0 count, 1 shelf,
    2 result }
}

impl ShopPutResults<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ShopPutResults<'static> {
        ShopPutResults {
            count: self.count,
            shelf: self.shelf.map(|v| Cow::Owned(v.into_owned())),
            result: self.result,
        }
    }
}

impl stub::Standalone for ShopPutResults<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("shop_put_results")
        .ndr(stub::ndr_place!(defers true));
}

/// What `put` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ShopPutResult<'a> {
    /// Label 0: field `result`.
    Result(ShopPutResults<'a>),
    /// Label 1: field `out_of_stock`.
    OutOfStock(OutOfStock<'a>),
    /// Label 2: field `closed`.
    Closed(Closed),
}

impl Default for ShopPutResult<'_> {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static SHOP_PUT_RESULT_ARMS: [stub::Arm; 3] = [
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
    stub::Arm::of(&[2], stub::Field::plain("closed").number(4).explicit()),
];

static SHOP_PUT_RESULT: stub::Union = stub::Union::of(
        "shop_put_result",
        "raised",
        stub::Discriminant::U32,
        &SHOP_PUT_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for ShopPutResult<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::OutOfStock(_) => (1, 1),
            Self::Closed(_) => (2, 2),
        };
        s.union(f, &SHOP_PUT_RESULT, arm, label, self);
    }
}

impl stub::Fields for ShopPutResult<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => s.field(&SHOP_PUT_RESULT_ARMS[0].field, value),
            Self::OutOfStock(value) => s.field(&SHOP_PUT_RESULT_ARMS[1].field, value),
            Self::Closed(value) => s.field(&SHOP_PUT_RESULT_ARMS[2].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ShopPutResult<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &SHOP_PUT_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for ShopPutResult<'de> {
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
            Self::Result(value) => s.slot(&SHOP_PUT_RESULT_ARMS[0].field, value),
            Self::OutOfStock(value) => s.slot(&SHOP_PUT_RESULT_ARMS[1].field, value),
            Self::Closed(value) => s.slot(&SHOP_PUT_RESULT_ARMS[2].field, value),
        }
    }
}

impl ShopPutResult<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ShopPutResult<'static> {
        match self {
            Self::Result(value) => ShopPutResult::Result(value.into_owned()),
            Self::OutOfStock(value) => ShopPutResult::OutOfStock(value.into_owned()),
            Self::Closed(value) => ShopPutResult::Closed(value),
        }
    }
}

impl stub::Standalone for ShopPutResult<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("shop_put_result")
        .ndr(stub::ndr_place!(defers true));
}

/// What `close` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ShopCloseResult {
    /// Label 0: field `result`.
    Result(i64),
    /// Label 1: field `closed`.
    Closed(Closed),
}

impl Default for ShopCloseResult {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static SHOP_CLOSE_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(&[1], stub::Field::plain("closed").number(3).explicit()),
];

static SHOP_CLOSE_RESULT: stub::Union = stub::Union::of(
        "shop_close_result",
        "raised",
        stub::Discriminant::U32,
        &SHOP_CLOSE_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(tag 4));

impl stub::Encode for ShopCloseResult {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::Closed(_) => (1, 1),
        };
        s.union(f, &SHOP_CLOSE_RESULT, arm, label, self);
    }
}

impl stub::Fields for ShopCloseResult {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => s.field(&SHOP_CLOSE_RESULT_ARMS[0].field, value),
            Self::Closed(value) => s.field(&SHOP_CLOSE_RESULT_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ShopCloseResult {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &SHOP_CLOSE_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for ShopCloseResult {
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
            Self::Result(value) => s.slot(&SHOP_CLOSE_RESULT_ARMS[0].field, value),
            Self::Closed(value) => s.slot(&SHOP_CLOSE_RESULT_ARMS[1].field, value),
        }
    }
}

impl stub::Standalone for ShopCloseResult {
    const PLACE: &'static stub::Field = &stub::Field::plain("shop_close_result");
}

/// What `pass` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum ShopPassResult {
    /// Label 0: nothing.
    #[default]
    Result,
    /// Label 1: field `closed`.
    Closed(Closed),
}

static SHOP_PASS_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(&[1], stub::Field::plain("closed").number(3).explicit()),
];

static SHOP_PASS_RESULT: stub::Union = stub::Union::of(
        "shop_pass_result",
        "raised",
        stub::Discriminant::U32,
        &SHOP_PASS_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(tag 4));

impl stub::Encode for ShopPassResult {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result => (0, 0),
            Self::Closed(_) => (1, 1),
        };
        s.union(f, &SHOP_PASS_RESULT, arm, label, self);
    }
}

impl stub::Fields for ShopPassResult {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result => s.field(&SHOP_PASS_RESULT_ARMS[0].field, &()),
            Self::Closed(value) => s.field(&SHOP_PASS_RESULT_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for ShopPassResult {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &SHOP_PASS_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for ShopPassResult {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Result,
            _ => Self::Closed(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Result => s.slot(&SHOP_PASS_RESULT_ARMS[0].field, &mut ()),
            Self::Closed(value) => s.slot(&SHOP_PASS_RESULT_ARMS[1].field, value),
        }
    }
}

impl stub::Standalone for ShopPassResult {
    const PLACE: &'static stub::Field = &stub::Field::plain("shop_pass_result");
}

/// What names interface `shop`, and its operations.
pub static SHOP: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "shop",
        full_name: "shop",
        program: 0x25ab3dad,
        uuid: 0x6a1f2e0c_6f33_4a51_8f0e_6c1b0d5a7e10_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &SHOP_PUT.operation,
        &SHOP_CLOSE.operation,
        &SHOP_PASS.operation,
        &SHOP_COUNT,
    ],
};

static SHOP_PUT_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("item")
        .ndr(stub::ndr_place!(terminated true, hoists 1))
        .number(1),
    stub::Field::plain("count").number(2),
];

static SHOP_PUT_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("count").number(1),
    stub::Field::of(
            "shelf",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("shelf")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(3),
];

static SHOP_PUT_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `put` takes and gives.
pub static SHOP_PUT: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "put",
        number: 0,
        input: &stub::Record::of("put_in", &SHOP_PUT_IN_FIELDS)
            .xml(const { &stub::XmlRecord::wrapper("urn:shop", "put", "urn:shop#put") }),
        output: &stub::Record::of("put_out", &SHOP_PUT_OUT_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .returning()
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:shop",
                    "putResponse",
                    "urn:shop:shop:putResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("put_result", &SHOP_PUT_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(align 8, defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "out_of_stock",
            place: <OutOfStock<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "closed",
            place: <Closed as stub::Standalone>::PLACE,
        },
    ],
};

static SHOP_CLOSE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

static SHOP_CLOSE_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").number(1),
];

/// What operation `close` takes and gives.
pub static SHOP_CLOSE: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "close",
        number: 1,
        input: &stub::Record::of("close_in", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper("urn:shop", "close", "urn:shop#close")
            }),
        output: &stub::Record::of("close_out", &SHOP_CLOSE_OUT_FIELDS)
            .ndr(stub::ndr_shape!(align 8))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:shop",
                    "closeResponse",
                    "urn:shop:shop:closeResponse",
                )
            }),
        semantics: stub::Semantics::Idempotent,
    },
    result: &stub::Record::of("close_result", &SHOP_CLOSE_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(align 8)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "closed",
            place: <Closed as stub::Standalone>::PLACE,
        },
    ],
};

static SHOP_PASS_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];
static SHOP_PASS_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").number(1),
];

/// What operation `pass` takes and gives.
pub static SHOP_PASS: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "pass",
        number: 2,
        input: &stub::Record::of("pass_in", &SHOP_PASS_IN_FIELDS)
            .xml(const {
                &stub::XmlRecord::wrapper("urn:shop", "pass", "urn:shop#pass")
            }),
        output: &stub::Record::of("pass_out", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:shop",
                    "passResponse",
                    "urn:shop:shop:passResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("pass_result", &SHOP_PASS_RESULT2_FIELDS),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "closed",
            place: <Closed as stub::Standalone>::PLACE,
        },
    ],
};

static SHOP_COUNT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `count` takes and gives.
pub static SHOP_COUNT: stub::OperationMeta = stub::OperationMeta {
    name: "count",
    number: 3,
    input: &stub::Record::of("count_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const { &stub::XmlRecord::wrapper("urn:shop", "count", "urn:shop#count") }),
    output: &stub::Record::of("count_out", &SHOP_COUNT_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:shop",
                "countResponse",
                "urn:shop:shop:countResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `put` takes.
#[derive(Clone, Debug)]
pub struct ShopPutArgs<'a> {
    /// Parameter `item`.
    pub item: &'a str,
    /// Parameter `count`.
    pub count: i32,
}

stub::plain_fields! {
    ShopPutArgs<'de>, SHOP_PUT_IN_FIELDS { 0 item, 1 count }
}

#[derive(Default)]
struct ShopPutIn<'a> {
    item: Cow<'a, str>,
    count: i32,
}

stub::plain_slots! {
    ShopPutIn<'de>, SHOP_PUT_IN_FIELDS { 0 item, 1 count }
}

/// What a call of `put` gives.
#[derive(Clone, Debug, Default)]
pub struct ShopPutOut<'a> {
    /// Parameter `count`.
    pub count: i32,
    /// Parameter `shelf`.
    pub shelf: Option<Cow<'a, str>>,
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    ShopPutOut<'de>, SHOP_PUT_OUT_FIELDS { 0 count, 1 shelf, 2 result }
}

stub::plain_slots! {
    ShopPutOut<'de>, SHOP_PUT_OUT_FIELDS { 0 count, 1 shelf, 2 result }
}

/// Why a call of `put` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum ShopPutError {
    /// Exception `out_of_stock`.
    OutOfStock(OutOfStock<'static>),
    /// Exception `closed`.
    Closed(Closed),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for ShopPutError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OutOfStock(members) => write!(f, "{members:?}"),
            Self::Closed(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ShopPutError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<OutOfStock<'static>> for ShopPutError {
    fn from(from: OutOfStock<'static>) -> Self {
        Self::OutOfStock(from)
    }
}

impl From<Closed> for ShopPutError {
    fn from(from: Closed) -> Self {
        Self::Closed(from)
    }
}

impl From<stub::Error> for ShopPutError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for ShopPutError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for ShopPutError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl ShopPutError {
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

impl ShopPutError {
    fn end(
        result: Result<(i32, Option<Cow<'_, str>>, i32), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok((count, shelf, result)) if ending.is_in_result() => {
                Ok(
                    ending
                        .result(
                            ShopPutResult::Result(ShopPutResults {
                                count,
                                shelf,
                                result,
                            }),
                        ),
                )
            }
            Ok((count, shelf, result)) => {
                Ok(ending.results(&ShopPutOut { count, shelf, result }))
            }
            Err(Self::OutOfStock(members)) if ending.is_in_result() => {
                Ok(ending.result(ShopPutResult::OutOfStock(members)))
            }
            Err(Self::OutOfStock(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Closed(members)) if ending.is_in_result() => {
                Ok(ending.result(ShopPutResult::Closed(members)))
            }
            Err(Self::Closed(members)) => Ok(ending.raise(2, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `close` gives.
#[derive(Clone, Debug, Default)]
pub struct ShopCloseOut {
    /// Parameter `result`.
    pub result: i64,
}

stub::plain_fields! {
    ShopCloseOut, SHOP_CLOSE_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    ShopCloseOut, SHOP_CLOSE_OUT_FIELDS { 0 result }
}

/// Why a call of `close` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum ShopCloseError {
    /// Exception `closed`.
    Closed(Closed),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for ShopCloseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Closed(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ShopCloseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Closed> for ShopCloseError {
    fn from(from: Closed) -> Self {
        Self::Closed(from)
    }
}

impl From<stub::Error> for ShopCloseError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for ShopCloseError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for ShopCloseError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl ShopCloseError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => raised.read::<Closed>().map(Self::Closed),
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl ShopCloseError {
    fn end(
        result: Result<i64, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(ShopCloseResult::Result(result)))
            }
            Ok(result) => Ok(ending.results(&ShopCloseOut { result })),
            Err(Self::Closed(members)) if ending.is_in_result() => {
                Ok(ending.result(ShopCloseResult::Closed(members)))
            }
            Err(Self::Closed(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `pass` takes.
#[derive(Clone, Debug)]
pub struct ShopPassArgs {
    /// Parameter `n`.
    pub n: i32,
}

stub::plain_fields! {
    ShopPassArgs, SHOP_PASS_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct ShopPassIn {
    n: i32,
}

stub::plain_slots! {
    ShopPassIn, SHOP_PASS_IN_FIELDS { 0 n }
}

/// Why a call of `pass` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum ShopPassError {
    /// Exception `closed`.
    Closed(Closed),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for ShopPassError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Closed(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ShopPassError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Closed> for ShopPassError {
    fn from(from: Closed) -> Self {
        Self::Closed(from)
    }
}

impl From<stub::Error> for ShopPassError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for ShopPassError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for ShopPassError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl ShopPassError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => raised.read::<Closed>().map(Self::Closed),
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl ShopPassError {
    fn end(
        result: Result<(), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(()) if ending.is_in_result() => Ok(ending.result(ShopPassResult::Result)),
            Ok(()) => Ok(ending.results(&())),
            Err(Self::Closed(members)) if ending.is_in_result() => {
                Ok(ending.result(ShopPassResult::Closed(members)))
            }
            Err(Self::Closed(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `count` gives.
#[derive(Clone, Debug, Default)]
pub struct ShopCountOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    ShopCountOut, SHOP_COUNT_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    ShopCountOut, SHOP_COUNT_OUT_FIELDS { 0 result }
}

/// A client of `shop`.
pub struct ShopClient {
    client: stub::Client,
}

impl ShopClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, SHOP.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `put`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn put(
        &mut self,
        item: &str,
        count: i32,
    ) -> Result<(i32, Option<Cow<'_, str>>, i32), ShopPutError> {
        let ended: stub::Ended<ShopPutOut<'_>, ShopPutResult<'_>> = self
            .client
            .invoke_raising(&SHOP, &SHOP_PUT, &ShopPutArgs { item, count })?;
        match ended {
            stub::Ended::Results(output) => {
                Ok((output.count, output.shelf, output.result))
            }
            stub::Ended::Result(ShopPutResult::Result(results)) => {
                Ok((results.count, results.shelf, results.result))
            }
            stub::Ended::Result(ShopPutResult::OutOfStock(members)) => {
                Err(ShopPutError::OutOfStock(members.into_owned()))
            }
            stub::Ended::Result(ShopPutResult::Closed(members)) => {
                Err(ShopPutError::Closed(members))
            }
            stub::Ended::Raised(raised) => Err(ShopPutError::raised(&raised)),
        }
    }

    /// Operation 1, `close`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn close(&mut self) -> Result<i64, ShopCloseError> {
        let ended: stub::Ended<ShopCloseOut, ShopCloseResult> = self
            .client
            .invoke_raising(&SHOP, &SHOP_CLOSE, &())?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(ShopCloseResult::Result(result)) => Ok(result),
            stub::Ended::Result(ShopCloseResult::Closed(members)) => {
                Err(ShopCloseError::Closed(members))
            }
            stub::Ended::Raised(raised) => Err(ShopCloseError::raised(&raised)),
        }
    }

    /// Operation 2, `pass`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn pass(&mut self, n: i32) -> Result<(), ShopPassError> {
        let ended: stub::Ended<(), ShopPassResult> = self
            .client
            .invoke_raising(&SHOP, &SHOP_PASS, &ShopPassArgs { n })?;
        match ended {
            stub::Ended::Results(()) => Ok(()),
            stub::Ended::Result(ShopPassResult::Result) => Ok(()),
            stub::Ended::Result(ShopPassResult::Closed(members)) => {
                Err(ShopPassError::Closed(members))
            }
            stub::Ended::Raised(raised) => Err(ShopPassError::raised(&raised)),
        }
    }

    /// Operation 3, `count`.
    pub fn count(&mut self) -> Result<i32, stub::CallError> {
        let output: ShopCountOut = self.client.invoke(&SHOP, &SHOP_COUNT, &())?;
        Ok(output.result)
    }
}

impl stub::Stub for ShopClient {
    const INTERFACE: &'static stub::InterfaceMeta = &SHOP;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `shop` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Shop: Send + Sync {
    /// Operation 0, `put`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn put<'a>(
        &'a self,
        call: &stub::Context<'_>,
        item: Cow<'a, str>,
        count: i32,
    ) -> Result<(i32, Option<Cow<'a, str>>, i32), ShopPutError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 1, `close`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn close(&self, call: &stub::Context<'_>) -> Result<i64, ShopCloseError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 2, `pass`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn pass(&self, call: &stub::Context<'_>, n: i32) -> Result<(), ShopPassError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 3, `count`.
    fn count(&self, call: &stub::Context<'_>) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `shop` with an object that implements [`Shop`].
pub struct ShopServer<T>(pub T);

impl<T: Shop> stub::Service for ShopServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        SHOP.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        SHOP.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        SHOP.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_raising(
                    &SHOP_PUT,
                    |context, input: ShopPutIn<'_>, ending| ShopPutError::end(
                        self.0.put(context, input.item, input.count),
                        ending,
                    ),
                )
            }
            1 => {
                call.serve_raising(
                    &SHOP_CLOSE,
                    |context, (): (), ending| ShopCloseError::end(
                        self.0.close(context),
                        ending,
                    ),
                )
            }
            2 => {
                call.serve_raising(
                    &SHOP_PASS,
                    |context, input: ShopPassIn, ending| ShopPassError::end(
                        self.0.pass(context, input.n),
                        ending,
                    ),
                )
            }
            3 => {
                call.serve(
                    &SHOP_COUNT,
                    |context, (): ()| {
                        let result = self.0.count(context)?;
                        Ok(ShopCountOut { result })
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
    /// A client of `shop` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncShopClient {
        client: stub::AsyncClient,
    }

    impl AsyncShopClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, SHOP.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `put`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn put(
            &self,
            item: &str,
            count: i32,
        ) -> Result<(i32, Option<Cow<'static, str>>, i32), ShopPutError> {
            let mut end = self
                .client
                .invoke_raising(&SHOP, &SHOP_PUT, &ShopPutArgs { item, count })
                .await?;
            let ended: stub::Ended<ShopPutOut<'_>, ShopPutResult<'_>> = end
                .ended(&SHOP_PUT)?;
            match ended {
                stub::Ended::Results(output) => {
                    Ok((
                        output.count,
                        output.shelf.map(|v| Cow::Owned(v.into_owned())),
                        output.result,
                    ))
                }
                stub::Ended::Result(ShopPutResult::Result(results)) => {
                    Ok((
                        results.count,
                        results.shelf.map(|v| Cow::Owned(v.into_owned())),
                        results.result,
                    ))
                }
                stub::Ended::Result(ShopPutResult::OutOfStock(members)) => {
                    Err(ShopPutError::OutOfStock(members.into_owned()))
                }
                stub::Ended::Result(ShopPutResult::Closed(members)) => {
                    Err(ShopPutError::Closed(members))
                }
                stub::Ended::Raised(raised) => Err(ShopPutError::raised(&raised)),
            }
        }

        /// Operation 1, `close`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn close(&self) -> Result<i64, ShopCloseError> {
            let mut end = self.client.invoke_raising(&SHOP, &SHOP_CLOSE, &()).await?;
            let ended: stub::Ended<ShopCloseOut, ShopCloseResult> = end.ended(&SHOP_CLOSE)?;
            match ended {
                stub::Ended::Results(output) => Ok(output.result),
                stub::Ended::Result(ShopCloseResult::Result(result)) => Ok(result),
                stub::Ended::Result(ShopCloseResult::Closed(members)) => {
                    Err(ShopCloseError::Closed(members))
                }
                stub::Ended::Raised(raised) => Err(ShopCloseError::raised(&raised)),
            }
        }

        /// Operation 2, `pass`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn pass(&self, n: i32) -> Result<(), ShopPassError> {
            let mut end = self
                .client
                .invoke_raising(&SHOP, &SHOP_PASS, &ShopPassArgs { n })
                .await?;
            let ended: stub::Ended<(), ShopPassResult> = end.ended(&SHOP_PASS)?;
            match ended {
                stub::Ended::Results(()) => Ok(()),
                stub::Ended::Result(ShopPassResult::Result) => Ok(()),
                stub::Ended::Result(ShopPassResult::Closed(members)) => {
                    Err(ShopPassError::Closed(members))
                }
                stub::Ended::Raised(raised) => Err(ShopPassError::raised(&raised)),
            }
        }

        /// Operation 3, `count`.
        pub async fn count(&self) -> Result<i32, stub::CallError> {
            let mut reply = self.client.invoke(&SHOP, &SHOP_COUNT, &()).await?;
            let output: ShopCountOut = reply.results(&SHOP_COUNT)?;
            Ok(output.result)
        }
    }

    impl stub::AsyncStub for AsyncShopClient {
        const INTERFACE: &'static stub::InterfaceMeta = &SHOP;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `shop` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncShop: Send + Sync {
        /// Operation 0, `put`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn put<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            item: Cow<'a, str>,
            count: i32,
        ) -> impl std::future::Future<
            Output = Result<(i32, Option<Cow<'a, str>>, i32), ShopPutError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 1, `close`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn close<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<i64, ShopCloseError>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 2, `pass`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn pass<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
        ) -> impl std::future::Future<Output = Result<(), ShopPassError>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 3, `count`.
        fn count<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `shop` with an object that implements [`AsyncShop`], on a runtime.
    pub struct AsyncShopServer<T>(pub T);

    impl<T: AsyncShop> stub::Service for AsyncShopServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            SHOP.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            SHOP.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            SHOP.elements()
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
                        let (input, mut referents): (ShopPutIn<'_>, _) = call
                            .input(&SHOP_PUT.operation)?;
                        let context = call.context();
                        let result = self.0.put(&context, input.item, input.count).await;
                        Ok(
                            call
                                .end_raising(
                                    &SHOP_PUT,
                                    |ending| ShopPutError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&SHOP_CLOSE.operation)?;
                        let context = call.context();
                        let result = self.0.close(&context).await;
                        Ok(
                            call
                                .end_raising(
                                    &SHOP_CLOSE,
                                    |ending| ShopCloseError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (ShopPassIn, _) = call
                            .input(&SHOP_PASS.operation)?;
                        let context = call.context();
                        let result = self.0.pass(&context, input.n).await;
                        Ok(
                            call
                                .end_raising(
                                    &SHOP_PASS,
                                    |ending| ShopPassError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call.input(&SHOP_COUNT)?;
                        let context = call.context();
                        let result = self.0.count(&context).await;
                        let output = result.map_err(|fault| call.fail(&SHOP_COUNT, fault))?;
                        Ok(
                            call
                                .end(
                                    &SHOP_COUNT,
                                    &ShopCountOut { result: output },
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
