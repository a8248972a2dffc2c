// Generated from bench.x by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// The interface that every system carries in `manyrpc compare`: shapes of
/// arguments that the published comparisons of RPC systems measured.
pub const INTS_MAX: i32 = 1000000;

/// `blob` of the definition.
pub type Blob<'a> = Cow<'a, [u8]>;

/// `ints` of the definition.
pub type Ints = Vec<i32>;

/// `text` of the definition.
pub type Text<'a> = Cow<'a, str>;

/// Record `info_request`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InfoRequest {
    /// Field `id`.
    pub id: i32,
    /// Field `photo`.
    pub photo: bool,
}

static INFO_REQUEST_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("id").number(1),
    stub::Field::plain("photo").number(2),
];

static INFO_REQUEST: stub::Record = stub::Record::of(
    "info_request",
    &INFO_REQUEST_FIELDS,
);

stub::plain_record! {
    InfoRequest, INFO_REQUEST, INFO_REQUEST_FIELDS { 0 id, 1 photo }
}

impl stub::Standalone for InfoRequest {
    const PLACE: &'static stub::Field = &stub::Field::plain("info_request");
}

/// Record `info`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info<'a> {
    /// Field `id`.
    pub id: i32,
    /// Field `first_name`.
    pub first_name: Cow<'a, str>,
    /// Field `last_name`.
    pub last_name: Cow<'a, str>,
    /// Field `age`.
    pub age: i32,
    /// Field `email`.
    pub email: Cow<'a, str>,
    /// Field `phone`.
    pub phone: Cow<'a, str>,
    /// Field `newsletter`.
    pub newsletter: bool,
    /// Field `latitude`.
    pub latitude: f32,
    /// Field `longitude`.
    pub longitude: f32,
    /// Field `photo`.
    pub photo: Cow<'a, [u8]>,
}

static INFO_FIELDS: [stub::Field; 10] = [
    stub::Field::plain("id").number(1),
    stub::Field::plain("first_name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2),
    stub::Field::plain("last_name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(3),
    stub::Field::plain("age").number(4),
    stub::Field::plain("email")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(5),
    stub::Field::plain("phone")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(6),
    stub::Field::plain("newsletter").number(7),
    stub::Field::plain("latitude").number(8),
    stub::Field::plain("longitude").number(9),
    stub::Field::plain("photo")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(10),
];

static INFO: stub::Record = stub::Record::of("info", &INFO_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Info<'de>, INFO, INFO_FIELDS { 0 id, 1 first_name, 2 last_name, 3 age, 4 email, 5
    phone, 6 newsletter, 7 latitude, 8 longitude, 9 photo }
}

impl Info<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Info<'static> {
        Info {
            id: self.id,
            first_name: Cow::Owned(self.first_name.into_owned()),
            last_name: Cow::Owned(self.last_name.into_owned()),
            age: self.age,
            email: Cow::Owned(self.email.into_owned()),
            phone: Cow::Owned(self.phone.into_owned()),
            newsletter: self.newsletter,
            latitude: self.latitude,
            longitude: self.longitude,
            photo: Cow::Owned(self.photo.into_owned()),
        }
    }
}

impl stub::Standalone for Info<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("info")
        .ndr(stub::ndr_place!(defers true));
}

/// Record `transferred`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Transferred<'a> {
    /// Field `code`.
    pub code: i32,
    /// Field `data`.
    pub data: Cow<'a, [u8]>,
}

static TRANSFERRED_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("code").number(1),
    stub::Field::plain("data")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2),
];

static TRANSFERRED: stub::Record = stub::Record::of("transferred", &TRANSFERRED_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Transferred<'de>, TRANSFERRED, TRANSFERRED_FIELDS { 0 code, 1 data }
}

impl Transferred<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Transferred<'static> {
        Transferred {
            code: self.code,
            data: Cow::Owned(self.data.into_owned()),
        }
    }
}

impl stub::Standalone for Transferred<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("transferred")
        .ndr(stub::ndr_place!(defers true));
}

/// What names interface `BENCH_V1`, and its operations.
pub static BENCH_V1: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "BENCH_V1",
        full_name: "BENCH_V1",
        program: 0x20261121,
        uuid: 0xa29076d0_e666_58ca_92ca_6b8e3d1ea3fa_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &BENCH_V1_NOTHING,
        &BENCH_V1_ADD,
        &BENCH_V1_ECHO,
        &BENCH_V1_INT_ARRAY,
        &BENCH_V1_CONCAT,
        &BENCH_V1_REQUEST,
        &BENCH_V1_COUNT,
        &BENCH_V1_SUM,
        &BENCH_V1_TRANSFER,
    ],
};

/// What operation `nothing` takes and gives.
pub static BENCH_V1_NOTHING: stub::OperationMeta = stub::OperationMeta {
    name: "nothing",
    number: 0,
    input: &stub::Record::of("nothing_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:BENCH_V1", "nothing", "urn:BENCH_V1#nothing")
        }),
    output: &stub::Record::of("nothing_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:BENCH_V1",
                "nothingResponse",
                "urn:BENCH_V1:BENCH_V1:nothingResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_V1_ADD_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("a").number(1),
    stub::Field::plain("b").number(2),
];

static BENCH_V1_ADD_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `add` takes and gives.
pub static BENCH_V1_ADD: stub::OperationMeta = stub::OperationMeta {
    name: "add",
    number: 1,
    input: &stub::Record::of("add_in", &BENCH_V1_ADD_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper("urn:BENCH_V1", "add", "urn:BENCH_V1#add")
        }),
    output: &stub::Record::of("add_out", &BENCH_V1_ADD_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:BENCH_V1",
                "addResponse",
                "urn:BENCH_V1:BENCH_V1:addResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_V1_ECHO_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("data")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
];

static BENCH_V1_ECHO_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `echo` takes and gives.
pub static BENCH_V1_ECHO: stub::OperationMeta = stub::OperationMeta {
    name: "echo",
    number: 2,
    input: &stub::Record::of("echo_in", &BENCH_V1_ECHO_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:BENCH_V1", "echo", "urn:BENCH_V1#echo")
        }),
    output: &stub::Record::of("echo_out", &BENCH_V1_ECHO_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:BENCH_V1",
                "echoResponse",
                "urn:BENCH_V1:BENCH_V1:echoResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_V1_INT_ARRAY_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "values",
            stub::Length::UpTo(1000000),
            const { &stub::Field::plain("values").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .packed(),
];

static BENCH_V1_INT_ARRAY_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(1000000),
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

/// What operation `int_array` takes and gives.
pub static BENCH_V1_INT_ARRAY: stub::OperationMeta = stub::OperationMeta {
    name: "int_array",
    number: 3,
    input: &stub::Record::of("int_array_in", &BENCH_V1_INT_ARRAY_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:BENCH_V1",
                "int_array",
                "urn:BENCH_V1#int_array",
            )
        }),
    output: &stub::Record::of("int_array_out", &BENCH_V1_INT_ARRAY_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:BENCH_V1",
                "int_arrayResponse",
                "urn:BENCH_V1:BENCH_V1:int_arrayResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_V1_CONCAT_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("left")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::plain("right")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2),
];

static BENCH_V1_CONCAT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `concat` takes and gives.
pub static BENCH_V1_CONCAT: stub::OperationMeta = stub::OperationMeta {
    name: "concat",
    number: 4,
    input: &stub::Record::of("concat_in", &BENCH_V1_CONCAT_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:BENCH_V1", "concat", "urn:BENCH_V1#concat")
        }),
    output: &stub::Record::of("concat_out", &BENCH_V1_CONCAT_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:BENCH_V1",
                "concatResponse",
                "urn:BENCH_V1:BENCH_V1:concatResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_V1_REQUEST_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("wanted")];
static BENCH_V1_REQUEST_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `request` takes and gives.
pub static BENCH_V1_REQUEST: stub::OperationMeta = stub::OperationMeta {
    name: "request",
    number: 5,
    input: &stub::Record::of("request_in", &BENCH_V1_REQUEST_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:BENCH_V1", "request", "urn:BENCH_V1#request")
        }),
    output: &stub::Record::of("request_out", &BENCH_V1_REQUEST_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:BENCH_V1",
                "requestResponse",
                "urn:BENCH_V1:BENCH_V1:requestResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_V1_COUNT_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];
static BENCH_V1_COUNT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `count` takes and gives.
pub static BENCH_V1_COUNT: stub::OperationMeta = stub::OperationMeta {
    name: "count",
    number: 6,
    input: &stub::Record::of("count_in", &BENCH_V1_COUNT_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 8))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:BENCH_V1", "count", "urn:BENCH_V1#count")
        }),
    output: &stub::Record::of("count_out", &BENCH_V1_COUNT_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 8))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:BENCH_V1",
                "countResponse",
                "urn:BENCH_V1:BENCH_V1:countResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_V1_SUM_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "values",
            stub::Length::UpTo(1000000),
            const { &stub::Field::plain("values").explicit() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .packed(),
];

static BENCH_V1_SUM_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `sum` takes and gives.
pub static BENCH_V1_SUM: stub::OperationMeta = stub::OperationMeta {
    name: "sum",
    number: 7,
    input: &stub::Record::of("sum_in", &BENCH_V1_SUM_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:BENCH_V1", "sum", "urn:BENCH_V1#sum")
        }),
    output: &stub::Record::of("sum_out", &BENCH_V1_SUM_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:BENCH_V1",
                "sumResponse",
                "urn:BENCH_V1:BENCH_V1:sumResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_V1_TRANSFER_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("data")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
];

static BENCH_V1_TRANSFER_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `transfer` takes and gives.
pub static BENCH_V1_TRANSFER: stub::OperationMeta = stub::OperationMeta {
    name: "transfer",
    number: 8,
    input: &stub::Record::of("transfer_in", &BENCH_V1_TRANSFER_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:BENCH_V1",
                "transfer",
                "urn:BENCH_V1#transfer",
            )
        }),
    output: &stub::Record::of("transfer_out", &BENCH_V1_TRANSFER_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:BENCH_V1",
                "transferResponse",
                "urn:BENCH_V1:BENCH_V1:transferResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `add` takes.
#[derive(Clone, Debug)]
pub struct BenchV1AddArgs {
    /// Parameter `a`.
    pub a: i32,
    /// Parameter `b`.
    pub b: i32,
}

stub::plain_fields! {
    BenchV1AddArgs, BENCH_V1_ADD_IN_FIELDS { 0 a, 1 b }
}

#[derive(Default)]
struct BenchV1AddIn {
    a: i32,
    b: i32,
}

stub::plain_slots! {
    BenchV1AddIn, BENCH_V1_ADD_IN_FIELDS { 0 a, 1 b }
}

/// What a call of `add` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchV1AddOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    BenchV1AddOut, BENCH_V1_ADD_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    BenchV1AddOut, BENCH_V1_ADD_OUT_FIELDS { 0 result }
}

/// What a call of `echo` takes.
#[derive(Clone, Debug)]
pub struct BenchV1EchoArgs<'a> {
    /// Parameter `data`.
    pub data: &'a [u8],
}

stub::plain_fields! {
    BenchV1EchoArgs<'de>, BENCH_V1_ECHO_IN_FIELDS { 0 data }
}

#[derive(Default)]
struct BenchV1EchoIn<'a> {
    data: Cow<'a, [u8]>,
}

stub::plain_slots! {
    BenchV1EchoIn<'de>, BENCH_V1_ECHO_IN_FIELDS { 0 data }
}

/// What a call of `echo` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchV1EchoOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, [u8]>,
}

stub::plain_slots! {
    BenchV1EchoOut<'de>, BENCH_V1_ECHO_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `echo`.
#[derive(Clone, Debug)]
pub struct BenchV1EchoReply<'a> {
    /// Parameter `result`.
    pub result: &'a [u8],
}

stub::plain_fields! {
    BenchV1EchoReply<'de>, BENCH_V1_ECHO_OUT_FIELDS { 0 result }
}

/// What a call of `int_array` takes.
#[derive(Clone, Debug)]
pub struct BenchV1IntArrayArgs<'a> {
    /// Parameter `values`, at most 1000000 elements.
    pub values: &'a [i32],
}

stub::plain_fields! {
    BenchV1IntArrayArgs<'de>, BENCH_V1_INT_ARRAY_IN_FIELDS { 0 values }
}

#[derive(Default)]
struct BenchV1IntArrayIn {
    values: Vec<i32>,
}

stub::plain_slots! {
    BenchV1IntArrayIn, BENCH_V1_INT_ARRAY_IN_FIELDS { 0 values }
}

/// What a call of `int_array` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchV1IntArrayOut {
    /// Parameter `result`, at most 1000000 elements.
    pub result: Vec<i32>,
}

stub::plain_slots! {
    BenchV1IntArrayOut, BENCH_V1_INT_ARRAY_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `int_array`.
#[derive(Clone, Debug)]
pub struct BenchV1IntArrayReply<'a> {
    /// Parameter `result`, at most 1000000 elements.
    pub result: &'a [i32],
}

stub::plain_fields! {
    BenchV1IntArrayReply<'de>, BENCH_V1_INT_ARRAY_OUT_FIELDS { 0 result }
}

/// What a call of `concat` takes.
#[derive(Clone, Debug)]
pub struct BenchV1ConcatArgs<'a> {
    /// Parameter `left`.
    pub left: &'a str,
    /// Parameter `right`.
    pub right: &'a str,
}

stub::plain_fields! {
    BenchV1ConcatArgs<'de>, BENCH_V1_CONCAT_IN_FIELDS { 0 left, 1 right }
}

#[derive(Default)]
struct BenchV1ConcatIn<'a> {
    left: Cow<'a, str>,
    right: Cow<'a, str>,
}

stub::plain_slots! {
    BenchV1ConcatIn<'de>, BENCH_V1_CONCAT_IN_FIELDS { 0 left, 1 right }
}

/// What a call of `concat` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchV1ConcatOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_slots! {
    BenchV1ConcatOut<'de>, BENCH_V1_CONCAT_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `concat`.
#[derive(Clone, Debug)]
pub struct BenchV1ConcatReply<'a> {
    /// Parameter `result`.
    pub result: &'a str,
}

stub::plain_fields! {
    BenchV1ConcatReply<'de>, BENCH_V1_CONCAT_OUT_FIELDS { 0 result }
}

/// What a call of `request` takes.
#[derive(Clone, Debug)]
pub struct BenchV1RequestArgs<'a> {
    /// Parameter `wanted`.
    pub wanted: &'a InfoRequest,
}

stub::plain_fields! {
    BenchV1RequestArgs<'de>, BENCH_V1_REQUEST_IN_FIELDS { 0 wanted }
}

#[derive(Default)]
struct BenchV1RequestIn {
    wanted: InfoRequest,
}

stub::plain_slots! {
    BenchV1RequestIn, BENCH_V1_REQUEST_IN_FIELDS { 0 wanted }
}

/// What a call of `request` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchV1RequestOut<'a> {
    /// Parameter `result`.
    pub result: Info<'a>,
}

stub::plain_slots! {
    BenchV1RequestOut<'de>, BENCH_V1_REQUEST_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `request`.
#[derive(Clone, Debug)]
pub struct BenchV1RequestReply<'a> {
    /// Parameter `result`.
    pub result: &'a Info<'a>,
}

stub::plain_fields! {
    BenchV1RequestReply<'de>, BENCH_V1_REQUEST_OUT_FIELDS { 0 result }
}

/// What a call of `count` takes.
#[derive(Clone, Debug)]
pub struct BenchV1CountArgs {
    /// Parameter `n`.
    pub n: u64,
}

stub::plain_fields! {
    BenchV1CountArgs, BENCH_V1_COUNT_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct BenchV1CountIn {
    n: u64,
}

stub::plain_slots! {
    BenchV1CountIn, BENCH_V1_COUNT_IN_FIELDS { 0 n }
}

/// What a call of `count` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchV1CountOut {
    /// Parameter `result`.
    pub result: u64,
}

stub::plain_fields! {
    BenchV1CountOut, BENCH_V1_COUNT_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    BenchV1CountOut, BENCH_V1_COUNT_OUT_FIELDS { 0 result }
}

/// What a call of `sum` takes.
#[derive(Clone, Debug)]
pub struct BenchV1SumArgs<'a> {
    /// Parameter `values`, at most 1000000 elements.
    pub values: &'a [i32],
}

stub::plain_fields! {
    BenchV1SumArgs<'de>, BENCH_V1_SUM_IN_FIELDS { 0 values }
}

#[derive(Default)]
struct BenchV1SumIn {
    values: Vec<i32>,
}

stub::plain_slots! {
    BenchV1SumIn, BENCH_V1_SUM_IN_FIELDS { 0 values }
}

/// What a call of `sum` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchV1SumOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    BenchV1SumOut, BENCH_V1_SUM_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    BenchV1SumOut, BENCH_V1_SUM_OUT_FIELDS { 0 result }
}

/// What a call of `transfer` takes.
#[derive(Clone, Debug)]
pub struct BenchV1TransferArgs<'a> {
    /// Parameter `data`.
    pub data: &'a [u8],
}

stub::plain_fields! {
    BenchV1TransferArgs<'de>, BENCH_V1_TRANSFER_IN_FIELDS { 0 data }
}

#[derive(Default)]
struct BenchV1TransferIn<'a> {
    data: Cow<'a, [u8]>,
}

stub::plain_slots! {
    BenchV1TransferIn<'de>, BENCH_V1_TRANSFER_IN_FIELDS { 0 data }
}

/// What a call of `transfer` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchV1TransferOut<'a> {
    /// Parameter `result`.
    pub result: Transferred<'a>,
}

stub::plain_slots! {
    BenchV1TransferOut<'de>, BENCH_V1_TRANSFER_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `transfer`.
#[derive(Clone, Debug)]
pub struct BenchV1TransferReply<'a> {
    /// Parameter `result`.
    pub result: &'a Transferred<'a>,
}

stub::plain_fields! {
    BenchV1TransferReply<'de>, BENCH_V1_TRANSFER_OUT_FIELDS { 0 result }
}

/// A client of `BENCH_V1`.
pub struct BenchV1Client {
    client: stub::Client,
}

impl BenchV1Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, BENCH_V1.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `nothing`.
    pub fn nothing(&mut self) -> Result<(), stub::CallError> {
        self.client.invoke(&BENCH_V1, &BENCH_V1_NOTHING, &())
    }

    /// Operation 1, `add`.
    pub fn add(&mut self, a: i32, b: i32) -> Result<i32, stub::CallError> {
        let output: BenchV1AddOut = self
            .client
            .invoke(&BENCH_V1, &BENCH_V1_ADD, &BenchV1AddArgs { a, b })?;
        Ok(output.result)
    }

    /// Operation 2, `echo`.
    pub fn echo(&mut self, data: &[u8]) -> Result<Cow<'_, [u8]>, stub::CallError> {
        let output: BenchV1EchoOut<'_> = self
            .client
            .invoke(&BENCH_V1, &BENCH_V1_ECHO, &BenchV1EchoArgs { data })?;
        Ok(output.result)
    }

    /// Operation 3, `int_array`.
    pub fn int_array(&mut self, values: &[i32]) -> Result<Vec<i32>, stub::CallError> {
        let output: BenchV1IntArrayOut = self
            .client
            .invoke(&BENCH_V1, &BENCH_V1_INT_ARRAY, &BenchV1IntArrayArgs { values })?;
        Ok(output.result)
    }

    /// Operation 4, `concat`.
    pub fn concat(
        &mut self,
        left: &str,
        right: &str,
    ) -> Result<Cow<'_, str>, stub::CallError> {
        let output: BenchV1ConcatOut<'_> = self
            .client
            .invoke(&BENCH_V1, &BENCH_V1_CONCAT, &BenchV1ConcatArgs { left, right })?;
        Ok(output.result)
    }

    /// Operation 5, `request`.
    pub fn request(
        &mut self,
        wanted: &InfoRequest,
    ) -> Result<Info<'_>, stub::CallError> {
        let output: BenchV1RequestOut<'_> = self
            .client
            .invoke(&BENCH_V1, &BENCH_V1_REQUEST, &BenchV1RequestArgs { wanted })?;
        Ok(output.result)
    }

    /// Not idempotent: the server answers with its own count of executions.
    pub fn count(&mut self, n: u64) -> Result<u64, stub::CallError> {
        let output: BenchV1CountOut = self
            .client
            .invoke(&BENCH_V1, &BENCH_V1_COUNT, &BenchV1CountArgs { n })?;
        Ok(output.result)
    }

    /// Operation 7, `sum`.
    pub fn sum(&mut self, values: &[i32]) -> Result<i32, stub::CallError> {
        let output: BenchV1SumOut = self
            .client
            .invoke(&BENCH_V1, &BENCH_V1_SUM, &BenchV1SumArgs { values })?;
        Ok(output.result)
    }

    /// Operation 8, `transfer`.
    pub fn transfer(&mut self, data: &[u8]) -> Result<Transferred<'_>, stub::CallError> {
        let output: BenchV1TransferOut<'_> = self
            .client
            .invoke(&BENCH_V1, &BENCH_V1_TRANSFER, &BenchV1TransferArgs { data })?;
        Ok(output.result)
    }
}

impl stub::Stub for BenchV1Client {
    const INTERFACE: &'static stub::InterfaceMeta = &BENCH_V1;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `BENCH_V1` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait BenchV1: Send + Sync {
    /// Operation 0, `nothing`.
    fn nothing(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 1, `add`.
    fn add(&self, call: &stub::Context<'_>, a: i32, b: i32) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 2, `echo`.
    fn echo<'a>(
        &'a self,
        call: &stub::Context<'_>,
        data: Cow<'a, [u8]>,
    ) -> Result<Cow<'a, [u8]>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        data: Cow<'_, [u8]>,
        reply: impl FnOnce(&[u8]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo(call, data).map(|result| reply(&result))
    }

    /// Operation 3, `int_array`.
    fn int_array(
        &self,
        call: &stub::Context<'_>,
        values: Vec<i32>,
    ) -> Result<Vec<i32>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `int_array` where results are not the server's own: a guard's, an `Arc`'s.
    fn int_array_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        values: Vec<i32>,
        reply: impl FnOnce(&[i32]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.int_array(call, values).map(|result| reply(&result))
    }

    /// Operation 4, `concat`.
    fn concat<'a>(
        &'a self,
        call: &stub::Context<'_>,
        left: Cow<'a, str>,
        right: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `concat` where results are not the server's own: a guard's, an `Arc`'s.
    fn concat_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        left: Cow<'_, str>,
        right: Cow<'_, str>,
        reply: impl FnOnce(&str) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.concat(call, left, right).map(|result| reply(&result))
    }

    /// Operation 5, `request`.
    fn request<'a>(
        &'a self,
        call: &stub::Context<'_>,
        wanted: InfoRequest,
    ) -> Result<Info<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `request` where results are not the server's own: a guard's, an `Arc`'s.
    fn request_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        wanted: InfoRequest,
        reply: impl FnOnce(&Info<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.request(call, wanted).map(|result| reply(&result))
    }

    /// Not idempotent: the server answers with its own count of executions.
    fn count(&self, call: &stub::Context<'_>, n: u64) -> Result<u64, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 7, `sum`.
    fn sum(
        &self,
        call: &stub::Context<'_>,
        values: Vec<i32>,
    ) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 8, `transfer`.
    fn transfer<'a>(
        &'a self,
        call: &stub::Context<'_>,
        data: Cow<'a, [u8]>,
    ) -> Result<Transferred<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `transfer` where results are not the server's own: a guard's, an `Arc`'s.
    fn transfer_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        data: Cow<'_, [u8]>,
        reply: impl FnOnce(&Transferred<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.transfer(call, data).map(|result| reply(&result))
    }
}

/// Serves `BENCH_V1` with an object that implements [`BenchV1`].
pub struct BenchV1Server<T>(pub T);

impl<T: BenchV1> stub::Service for BenchV1Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        BENCH_V1.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        BENCH_V1.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        BENCH_V1.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => call.serve(&BENCH_V1_NOTHING, |context, (): ()| self.0.nothing(context)),
            1 => {
                call.serve(
                    &BENCH_V1_ADD,
                    |context, input: BenchV1AddIn| {
                        let result = self.0.add(context, input.a, input.b)?;
                        Ok(BenchV1AddOut { result })
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &BENCH_V1_ECHO,
                    |context, input: BenchV1EchoIn<'_>, reply| {
                        self.0
                            .echo_replying(
                                context,
                                input.data,
                                |result| reply.finish(&BenchV1EchoReply { result }),
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &BENCH_V1_INT_ARRAY,
                    |context, input: BenchV1IntArrayIn, reply| {
                        self.0
                            .int_array_replying(
                                context,
                                input.values,
                                |result| reply.finish(&BenchV1IntArrayReply { result }),
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &BENCH_V1_CONCAT,
                    |context, input: BenchV1ConcatIn<'_>, reply| {
                        self.0
                            .concat_replying(
                                context,
                                input.left,
                                input.right,
                                |result| reply.finish(&BenchV1ConcatReply { result }),
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &BENCH_V1_REQUEST,
                    |context, input: BenchV1RequestIn, reply| {
                        self.0
                            .request_replying(
                                context,
                                input.wanted,
                                |result| reply.finish(&BenchV1RequestReply { result }),
                            )
                    },
                )
            }
            6 => {
                call.serve(
                    &BENCH_V1_COUNT,
                    |context, input: BenchV1CountIn| {
                        let result = self.0.count(context, input.n)?;
                        Ok(BenchV1CountOut { result })
                    },
                )
            }
            7 => {
                call.serve(
                    &BENCH_V1_SUM,
                    |context, input: BenchV1SumIn| {
                        let result = self.0.sum(context, input.values)?;
                        Ok(BenchV1SumOut { result })
                    },
                )
            }
            8 => {
                call.serve_replying(
                    &BENCH_V1_TRANSFER,
                    |context, input: BenchV1TransferIn<'_>, reply| {
                        self.0
                            .transfer_replying(
                                context,
                                input.data,
                                |result| reply.finish(&BenchV1TransferReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `BENCH_V1` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncBenchV1Client {
        client: stub::AsyncClient,
    }

    impl AsyncBenchV1Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, BENCH_V1.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `nothing`.
        pub async fn nothing(&self) -> Result<(), stub::CallError> {
            let mut reply = self.client.invoke(&BENCH_V1, &BENCH_V1_NOTHING, &()).await?;
            reply.results(&BENCH_V1_NOTHING)
        }

        /// Operation 1, `add`.
        pub async fn add(&self, a: i32, b: i32) -> Result<i32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH_V1, &BENCH_V1_ADD, &BenchV1AddArgs { a, b })
                .await?;
            let output: BenchV1AddOut = reply.results(&BENCH_V1_ADD)?;
            Ok(output.result)
        }

        /// Operation 2, `echo`.
        pub async fn echo(
            &self,
            data: &[u8],
        ) -> Result<Cow<'static, [u8]>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH_V1, &BENCH_V1_ECHO, &BenchV1EchoArgs { data })
                .await?;
            let output: BenchV1EchoOut<'_> = reply.results(&BENCH_V1_ECHO)?;
            Ok(Cow::Owned(output.result.into_owned()))
        }

        /// Operation 3, `int_array`.
        pub async fn int_array(&self, values: &[i32]) -> Result<Vec<i32>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH_V1, &BENCH_V1_INT_ARRAY, &BenchV1IntArrayArgs { values })
                .await?;
            let output: BenchV1IntArrayOut = reply.results(&BENCH_V1_INT_ARRAY)?;
            Ok(output.result)
        }

        /// Operation 4, `concat`.
        pub async fn concat(
            &self,
            left: &str,
            right: &str,
        ) -> Result<Cow<'static, str>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH_V1, &BENCH_V1_CONCAT, &BenchV1ConcatArgs { left, right })
                .await?;
            let output: BenchV1ConcatOut<'_> = reply.results(&BENCH_V1_CONCAT)?;
            Ok(Cow::Owned(output.result.into_owned()))
        }

        /// Operation 5, `request`.
        pub async fn request(
            &self,
            wanted: &InfoRequest,
        ) -> Result<Info<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH_V1, &BENCH_V1_REQUEST, &BenchV1RequestArgs { wanted })
                .await?;
            let output: BenchV1RequestOut<'_> = reply.results(&BENCH_V1_REQUEST)?;
            Ok(output.result.into_owned())
        }

        /// Not idempotent: the server answers with its own count of executions.
        pub async fn count(&self, n: u64) -> Result<u64, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH_V1, &BENCH_V1_COUNT, &BenchV1CountArgs { n })
                .await?;
            let output: BenchV1CountOut = reply.results(&BENCH_V1_COUNT)?;
            Ok(output.result)
        }

        /// Operation 7, `sum`.
        pub async fn sum(&self, values: &[i32]) -> Result<i32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH_V1, &BENCH_V1_SUM, &BenchV1SumArgs { values })
                .await?;
            let output: BenchV1SumOut = reply.results(&BENCH_V1_SUM)?;
            Ok(output.result)
        }

        /// Operation 8, `transfer`.
        pub async fn transfer(
            &self,
            data: &[u8],
        ) -> Result<Transferred<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH_V1, &BENCH_V1_TRANSFER, &BenchV1TransferArgs { data })
                .await?;
            let output: BenchV1TransferOut<'_> = reply.results(&BENCH_V1_TRANSFER)?;
            Ok(output.result.into_owned())
        }
    }

    impl stub::AsyncStub for AsyncBenchV1Client {
        const INTERFACE: &'static stub::InterfaceMeta = &BENCH_V1;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `BENCH_V1` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncBenchV1: Send + Sync {
        /// Operation 0, `nothing`.
        fn nothing<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `add`.
        fn add<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            a: i32,
            b: i32,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `echo`.
        fn echo<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            data: Cow<'a, [u8]>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, [u8]>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `int_array`.
        fn int_array<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            values: Vec<i32>,
        ) -> impl std::future::Future<Output = Result<Vec<i32>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `concat`.
        fn concat<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            left: Cow<'a, str>,
            right: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `request`.
        fn request<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            wanted: InfoRequest,
        ) -> impl std::future::Future<Output = Result<Info<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Not idempotent: the server answers with its own count of executions.
        fn count<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: u64,
        ) -> impl std::future::Future<Output = Result<u64, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `sum`.
        fn sum<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            values: Vec<i32>,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 8, `transfer`.
        fn transfer<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            data: Cow<'a, [u8]>,
        ) -> impl std::future::Future<
            Output = Result<Transferred<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `BENCH_V1` with an object that implements [`AsyncBenchV1`], on a runtime.
    pub struct AsyncBenchV1Server<T>(pub T);

    impl<T: AsyncBenchV1> stub::Service for AsyncBenchV1Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            BENCH_V1.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            BENCH_V1.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            BENCH_V1.elements()
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
                        let ((), mut referents): ((), _) = call.input(&BENCH_V1_NOTHING)?;
                        let context = call.context();
                        let result = self.0.nothing(&context).await;
                        let () = result
                            .map_err(|fault| call.fail(&BENCH_V1_NOTHING, fault))?;
                        Ok(call.end(&BENCH_V1_NOTHING, &(), &mut referents))
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchV1AddIn, _) = call
                            .input(&BENCH_V1_ADD)?;
                        let context = call.context();
                        let result = self.0.add(&context, input.a, input.b).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_V1_ADD, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_V1_ADD,
                                    &BenchV1AddOut { result: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchV1EchoIn<'_>, _) = call
                            .input(&BENCH_V1_ECHO)?;
                        let context = call.context();
                        let result = self.0.echo(&context, input.data).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_V1_ECHO, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_V1_ECHO,
                                    &BenchV1EchoReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchV1IntArrayIn, _) = call
                            .input(&BENCH_V1_INT_ARRAY)?;
                        let context = call.context();
                        let result = self.0.int_array(&context, input.values).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_V1_INT_ARRAY, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_V1_INT_ARRAY,
                                    &BenchV1IntArrayReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchV1ConcatIn<'_>, _) = call
                            .input(&BENCH_V1_CONCAT)?;
                        let context = call.context();
                        let result = self.0.concat(&context, input.left, input.right).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_V1_CONCAT, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_V1_CONCAT,
                                    &BenchV1ConcatReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchV1RequestIn, _) = call
                            .input(&BENCH_V1_REQUEST)?;
                        let context = call.context();
                        let result = self.0.request(&context, input.wanted).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_V1_REQUEST, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_V1_REQUEST,
                                    &BenchV1RequestReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchV1CountIn, _) = call
                            .input(&BENCH_V1_COUNT)?;
                        let context = call.context();
                        let result = self.0.count(&context, input.n).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_V1_COUNT, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_V1_COUNT,
                                    &BenchV1CountOut { result: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchV1SumIn, _) = call
                            .input(&BENCH_V1_SUM)?;
                        let context = call.context();
                        let result = self.0.sum(&context, input.values).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_V1_SUM, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_V1_SUM,
                                    &BenchV1SumOut { result: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                8 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchV1TransferIn<'_>, _) = call
                            .input(&BENCH_V1_TRANSFER)?;
                        let context = call.context();
                        let result = self.0.transfer(&context, input.data).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_V1_TRANSFER, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_V1_TRANSFER,
                                    &BenchV1TransferReply {
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
