// Generated from exceptions.proto by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Record `Item`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Item<'a> {
    /// Field `name`.
    pub name: Cow<'a, str>,
    /// Field `count`.
    pub count: i32,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static ITEM_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::plain("count").number(2).proto().spare(),
];

static ITEM: stub::Record = stub::Record::of("Item", &ITEM_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Item<'de>, ITEM, ITEM_FIELDS { 0 name, 1 count } unknown
}

impl Item<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Item<'static> {
        Item {
            name: Cow::Owned(self.name.into_owned()),
            count: self.count,
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Item<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Item")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `OutOfStock_ElsewhereEntry`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutOfStockElsewhereEntry<'a> {
    /// Field `key`.
    pub key: Cow<'a, str>,
    /// Field `value`.
    pub value: i64,
}

static OUT_OF_STOCK_ELSEWHERE_ENTRY_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("key")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .explicit()
        .proto(),
    stub::Field::plain("value").number(2).explicit().proto(),
];

static OUT_OF_STOCK_ELSEWHERE_ENTRY: stub::Record = stub::Record::of(
        "OutOfStock_ElsewhereEntry",
        &OUT_OF_STOCK_ELSEWHERE_ENTRY_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 8, defers true));

stub::plain_record! {
    OutOfStockElsewhereEntry<'de>, OUT_OF_STOCK_ELSEWHERE_ENTRY,
    OUT_OF_STOCK_ELSEWHERE_ENTRY_FIELDS { 0 key, 1 value }
}

impl OutOfStockElsewhereEntry<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> OutOfStockElsewhereEntry<'static> {
        OutOfStockElsewhereEntry {
            key: Cow::Owned(self.key.into_owned()),
            value: self.value,
        }
    }
}

/// Nothing is left of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OutOfStock<'a> {
    /// Field `item`.
    pub item: Cow<'a, str>,
    /// Field `left`.
    pub left: i32,
    /// Field `elsewhere`.
    pub elsewhere: Vec<OutOfStockElsewhereEntry<'a>>,
    /// Field `price`.
    pub price: Option<f64>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static OUT_OF_STOCK_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("item")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::plain("left").number(2).proto().spare(),
    stub::Field::of(
            "elsewhere",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("elsewhere")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(3)
        .keyed()
        .proto()
        .spare(),
    stub::Field::of(
            "price",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("price").number(4).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(4)
        .proto()
        .spare(),
];

static OUT_OF_STOCK: stub::Record = stub::Record::of("OutOfStock", &OUT_OF_STOCK_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] })
    .xml(const { &stub::XmlRecord::wrapper("urn:shop.v1.Shop", "OutOfStock", "") });

stub::plain_record! {
    OutOfStock<'de>, OUT_OF_STOCK, OUT_OF_STOCK_FIELDS { 0 item, 1 left, 2 elsewhere, 3
    price } unknown
}

impl OutOfStock<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> OutOfStock<'static> {
        OutOfStock {
            item: Cow::Owned(self.item.into_owned()),
            left: self.left,
            elsewhere: self.elsewhere.into_iter().map(|v| v.into_owned()).collect(),
            price: self.price,
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for OutOfStock<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("OutOfStock")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `Closed`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Closed {
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static CLOSED: stub::Record = stub::Record::of("Closed", &[])
    .ndr(stub::ndr_shape!(align 1))
    .message(const { &[] })
    .xml(const { &stub::XmlRecord::wrapper("urn:shop.v1.Shop", "Closed", "") });

impl stub::Encode for Closed {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &CLOSED, self);
    }
}

impl<'de> stub::Decode<'de> for Closed {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &CLOSED, self)
    }
}

impl stub::Fields for Closed {
    #[inline]
    fn fields<S: stub::Sink>(&self, _: &mut S) {}
    #[inline]
    fn unknown(&self) -> &[u8] {
        &self.unknown
    }
}

impl<'de> stub::Slots<'de> for Closed {
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

    #[inline]
    fn unknown(&mut self, raw: &[u8]) {
        self.unknown.extend_from_slice(raw);
    }

    #[inline]
    fn forget_unknown(&mut self) {
        self.unknown.clear();
    }
}

impl stub::Standalone for Closed {
    const PLACE: &'static stub::Field = &stub::Field::plain("Closed").proto();
}

/// What `Put` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum ShopPutResult<'a> {
    /// Label 0: field `result`.
    Result(Item<'a>),
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
        "Shop_Put_result",
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
    const PLACE: &'static stub::Field = &stub::Field::plain("Shop_Put_result")
        .ndr(stub::ndr_place!(defers true));
}

/// What names interface `Shop`, and its operations.
pub static SHOP: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "Shop",
        full_name: "shop.v1.Shop",
        program: 0x30fba891,
        uuid: 0x57791ef7_e7dc_557d_b1a3_fb3db0475d7e_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&SHOP_PUT.operation, &SHOP_GET],
};

static SHOP_PUT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static SHOP_PUT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

static SHOP_PUT_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").ndr(stub::ndr_place!(defers true)).number(1),
];

/// What operation `Put` takes and gives.
pub static SHOP_PUT: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "Put",
        number: 0,
        input: &stub::Record::of("Put_in", &SHOP_PUT_IN_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .whole()
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:shop.v1.Shop",
                    "Put",
                    "urn:shop.v1.Shop#Put",
                )
            }),
        output: &stub::Record::of("Put_out", &SHOP_PUT_OUT_FIELDS)
            .ndr(stub::ndr_shape!(defers true))
            .whole()
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:shop.v1.Shop",
                    "PutResponse",
                    "urn:shop.v1.Shop:Shop:PutResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("Put_result", &SHOP_PUT_RESULT2_FIELDS)
        .ndr(stub::ndr_shape!(defers true)),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "shop.v1.OutOfStock",
            place: <OutOfStock<'static> as stub::Standalone>::PLACE,
        },
        stub::ExceptionMeta {
            full_name: "shop.v1.Closed",
            place: <Closed as stub::Standalone>::PLACE,
        },
    ],
};

static SHOP_GET_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static SHOP_GET_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Get` takes and gives.
pub static SHOP_GET: stub::OperationMeta = stub::OperationMeta {
    name: "Get",
    number: 1,
    input: &stub::Record::of("Get_in", &SHOP_GET_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:shop.v1.Shop", "Get", "urn:shop.v1.Shop#Get")
        }),
    output: &stub::Record::of("Get_out", &SHOP_GET_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:shop.v1.Shop",
                "GetResponse",
                "urn:shop.v1.Shop:Shop:GetResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `Put` takes.
#[derive(Clone, Debug)]
pub struct ShopPutArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Item<'a>,
}

stub::plain_fields! {
    ShopPutArgs<'de>, SHOP_PUT_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct ShopPutIn<'a> {
    request: Item<'a>,
}

stub::plain_slots! {
    ShopPutIn<'de>, SHOP_PUT_IN_FIELDS { 0 request }
}

/// What a call of `Put` gives.
#[derive(Clone, Debug, Default)]
pub struct ShopPutOut<'a> {
    /// Parameter `result`.
    pub result: Item<'a>,
}

stub::plain_fields! {
    ShopPutOut<'de>, SHOP_PUT_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    ShopPutOut<'de>, SHOP_PUT_OUT_FIELDS { 0 result }
}

/// Why a call of `Put` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum ShopPutError {
    /// Exception `OutOfStock`.
    OutOfStock(OutOfStock<'static>),
    /// Exception `Closed`.
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
        result: Result<Item<'_>, Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(result) if ending.is_in_result() => {
                Ok(ending.result(ShopPutResult::Result(result)))
            }
            Ok(result) => Ok(ending.results(&ShopPutOut { result })),
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

/// What a call of `Get` takes.
#[derive(Clone, Debug)]
pub struct ShopGetArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Item<'a>,
}

stub::plain_fields! {
    ShopGetArgs<'de>, SHOP_GET_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct ShopGetIn<'a> {
    request: Item<'a>,
}

stub::plain_slots! {
    ShopGetIn<'de>, SHOP_GET_IN_FIELDS { 0 request }
}

/// What a call of `Get` gives.
#[derive(Clone, Debug, Default)]
pub struct ShopGetOut<'a> {
    /// Parameter `result`.
    pub result: Item<'a>,
}

stub::plain_slots! {
    ShopGetOut<'de>, SHOP_GET_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `Get`.
#[derive(Clone, Debug)]
pub struct ShopGetReply<'a> {
    /// Parameter `result`.
    pub result: &'a Item<'a>,
}

stub::plain_fields! {
    ShopGetReply<'de>, SHOP_GET_OUT_FIELDS { 0 result }
}

/// A client of `Shop`.
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

    /// Operation 0, `Put`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn put(&mut self, request: &Item<'_>) -> Result<Item<'_>, ShopPutError> {
        let ended: stub::Ended<ShopPutOut<'_>, ShopPutResult<'_>> = self
            .client
            .invoke_raising(&SHOP, &SHOP_PUT, &ShopPutArgs { request })?;
        match ended {
            stub::Ended::Results(output) => Ok(output.result),
            stub::Ended::Result(ShopPutResult::Result(result)) => Ok(result),
            stub::Ended::Result(ShopPutResult::OutOfStock(members)) => {
                Err(ShopPutError::OutOfStock(members.into_owned()))
            }
            stub::Ended::Result(ShopPutResult::Closed(members)) => {
                Err(ShopPutError::Closed(members))
            }
            stub::Ended::Raised(raised) => Err(ShopPutError::raised(&raised)),
        }
    }

    /// Operation 1, `Get`.
    pub fn get(&mut self, request: &Item<'_>) -> Result<Item<'_>, stub::CallError> {
        let output: ShopGetOut<'_> = self
            .client
            .invoke(&SHOP, &SHOP_GET, &ShopGetArgs { request })?;
        Ok(output.result)
    }
}

impl stub::Stub for ShopClient {
    const INTERFACE: &'static stub::InterfaceMeta = &SHOP;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `Shop` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Shop: Send + Sync {
    /// Operation 0, `Put`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn put<'a>(
        &'a self,
        call: &stub::Context<'_>,
        request: Item<'a>,
    ) -> Result<Item<'a>, ShopPutError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 1, `Get`.
    fn get<'a>(
        &'a self,
        call: &stub::Context<'_>,
        request: Item<'a>,
    ) -> Result<Item<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `get` where results are not the server's own: a guard's, an `Arc`'s.
    fn get_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Item<'_>,
        reply: impl FnOnce(&Item<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.get(call, request).map(|result| reply(&result))
    }
}

/// Serves `Shop` with an object that implements [`Shop`].
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
                        self.0.put(context, input.request),
                        ending,
                    ),
                )
            }
            1 => {
                call.serve_replying(
                    &SHOP_GET,
                    |context, input: ShopGetIn<'_>, reply| {
                        self.0
                            .get_replying(
                                context,
                                input.request,
                                |result| reply.finish(&ShopGetReply { result }),
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
    /// A client of `Shop` whose calls are futures. Clones share its connections.
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

        /// Operation 0, `Put`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn put(&self, request: &Item<'_>) -> Result<Item<'static>, ShopPutError> {
            let mut end = self
                .client
                .invoke_raising(&SHOP, &SHOP_PUT, &ShopPutArgs { request })
                .await?;
            let ended: stub::Ended<ShopPutOut<'_>, ShopPutResult<'_>> = end
                .ended(&SHOP_PUT)?;
            match ended {
                stub::Ended::Results(output) => Ok(output.result.into_owned()),
                stub::Ended::Result(ShopPutResult::Result(result)) => Ok(result.into_owned()),
                stub::Ended::Result(ShopPutResult::OutOfStock(members)) => {
                    Err(ShopPutError::OutOfStock(members.into_owned()))
                }
                stub::Ended::Result(ShopPutResult::Closed(members)) => {
                    Err(ShopPutError::Closed(members))
                }
                stub::Ended::Raised(raised) => Err(ShopPutError::raised(&raised)),
            }
        }

        /// Operation 1, `Get`.
        pub async fn get(
            &self,
            request: &Item<'_>,
        ) -> Result<Item<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&SHOP, &SHOP_GET, &ShopGetArgs { request })
                .await?;
            let output: ShopGetOut<'_> = reply.results(&SHOP_GET)?;
            Ok(output.result.into_owned())
        }
    }

    impl stub::AsyncStub for AsyncShopClient {
        const INTERFACE: &'static stub::InterfaceMeta = &SHOP;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `Shop` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncShop: Send + Sync {
        /// Operation 0, `Put`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn put<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Item<'a>,
        ) -> impl std::future::Future<Output = Result<Item<'a>, ShopPutError>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 1, `Get`.
        fn get<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Item<'a>,
        ) -> impl std::future::Future<Output = Result<Item<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `Shop` with an object that implements [`AsyncShop`], on a runtime.
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
                        let result = self.0.put(&context, input.request).await;
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
                        let (input, mut referents): (ShopGetIn<'_>, _) = call
                            .input(&SHOP_GET)?;
                        let context = call.context();
                        let result = self.0.get(&context, input.request).await;
                        let output = result.map_err(|fault| call.fail(&SHOP_GET, fault))?;
                        Ok(
                            call
                                .end(
                                    &SHOP_GET,
                                    &ShopGetReply { result: &output },
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
