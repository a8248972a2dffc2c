// Generated from statuses.idl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// `status` of the definition.
pub type Status = u32;

/// Record `closed`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Closed {
    /// Field `until`.
    pub until: u32,
}

static CLOSED_FIELDS: [stub::Field; 1] = [stub::Field::plain("until").number(1)];
static CLOSED: stub::Record = stub::Record::of("closed", &CLOSED_FIELDS)
    .xml(const { &stub::XmlRecord::wrapper("urn:ward", "closed", "") });

stub::plain_record! {
    Closed, CLOSED, CLOSED_FIELDS { 0 until }
}

impl stub::Standalone for Closed {
    const PLACE: &'static stub::Field = &stub::Field::plain("closed");
}

/// Context handle `context_handle`.
pub type ContextHandle = stub::ContextHandle;

/// Record `ward_put_results`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WardPutResults {
    /// Field `st`.
    pub st: u32,
    /// Field `result`.
    pub result: i32,
}

static WARD_PUT_RESULTS_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("st").number(1),
    stub::Field::plain("result").number(2),
];

static WARD_PUT_RESULTS: stub::Record = stub::Record::of(
    "ward_put_results",
    &WARD_PUT_RESULTS_FIELDS,
);

stub::plain_record! {
    WardPutResults, WARD_PUT_RESULTS, WARD_PUT_RESULTS_FIELDS { 0 st, 1 result }
}

impl stub::Standalone for WardPutResults {
    const PLACE: &'static stub::Field = &stub::Field::plain("ward_put_results");
}

/// What `put` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum WardPutResult {
    /// Label 0: field `result`.
    Result(WardPutResults),
    /// Label 1: field `closed`.
    Closed(Closed),
}

impl Default for WardPutResult {
    fn default() -> Self {
        Self::Result(Default::default())
    }
}

static WARD_PUT_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(&[1], stub::Field::plain("closed").number(3).explicit()),
];

static WARD_PUT_RESULT: stub::Union = stub::Union::of(
        "ward_put_result",
        "raised",
        stub::Discriminant::U32,
        &WARD_PUT_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(tag 4));

impl stub::Encode for WardPutResult {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result(_) => (0, 0),
            Self::Closed(_) => (1, 1),
        };
        s.union(f, &WARD_PUT_RESULT, arm, label, self);
    }
}

impl stub::Fields for WardPutResult {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result(value) => s.field(&WARD_PUT_RESULT_ARMS[0].field, value),
            Self::Closed(value) => s.field(&WARD_PUT_RESULT_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for WardPutResult {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &WARD_PUT_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for WardPutResult {
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
            Self::Result(value) => s.slot(&WARD_PUT_RESULT_ARMS[0].field, value),
            Self::Closed(value) => s.slot(&WARD_PUT_RESULT_ARMS[1].field, value),
        }
    }
}

impl stub::Standalone for WardPutResult {
    const PLACE: &'static stub::Field = &stub::Field::plain("ward_put_result");
}

/// What `shut` gives: its result, or an exception.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, Default, PartialEq)]
pub enum WardShutResult {
    /// Label 0: nothing.
    #[default]
    Result,
    /// Label 1: field `closed`.
    Closed(Closed),
}

static WARD_SHUT_RESULT_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(&[0], stub::Field::plain("result").number(2).explicit()),
    stub::Arm::of(&[1], stub::Field::plain("closed").number(3).explicit()),
];

static WARD_SHUT_RESULT: stub::Union = stub::Union::of(
        "ward_shut_result",
        "raised",
        stub::Discriminant::U32,
        &WARD_SHUT_RESULT_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(tag 4));

impl stub::Encode for WardShutResult {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Result => (0, 0),
            Self::Closed(_) => (1, 1),
        };
        s.union(f, &WARD_SHUT_RESULT, arm, label, self);
    }
}

impl stub::Fields for WardShutResult {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Result => s.field(&WARD_SHUT_RESULT_ARMS[0].field, &()),
            Self::Closed(value) => s.field(&WARD_SHUT_RESULT_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for WardShutResult {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &WARD_SHUT_RESULT, self)
    }
}

impl<'de> stub::Arms<'de> for WardShutResult {
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
            Self::Result => s.slot(&WARD_SHUT_RESULT_ARMS[0].field, &mut ()),
            Self::Closed(value) => s.slot(&WARD_SHUT_RESULT_ARMS[1].field, value),
        }
    }
}

impl stub::Standalone for WardShutResult {
    const PLACE: &'static stub::Field = &stub::Field::plain("ward_shut_result");
}

/// What names interface `ward`, and its operations.
pub static WARD: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "ward",
        full_name: "ward",
        program: 0x2dbddf1f,
        uuid: 0x0f2a7c36_55d1_4e0b_9d8c_1b6a4f3e2d10_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &WARD_CHECK,
        &WARD_ASK,
        &WARD_APART,
        &WARD_TELL,
        &WARD_SUM,
        &WARD_COMMUNICATED,
        &WARD_SERVED,
        &WARD_PLAIN,
        &WARD_PUT.operation,
        &WARD_SHUT.operation,
        &WARD_POKE,
        &WARD_LIST,
        &WARD_MISSING,
    ],
};

static WARD_CHECK_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];
static WARD_CHECK_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("half").number(1),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

/// What operation `check` takes and gives.
pub static WARD_CHECK: stub::OperationMeta = stub::OperationMeta {
    name: "check",
    number: 0,
    input: &stub::Record::of("check_in", &WARD_CHECK_IN_FIELDS)
        .xml(const { &stub::XmlRecord::wrapper("urn:ward", "check", "urn:ward#check") }),
    output: &stub::Record::of("check_out", &WARD_CHECK_OUT_FIELDS)
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "checkResponse",
                "urn:ward:ward:checkResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static WARD_ASK_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("n").number(1),
    stub::Field::plain("name").ndr(stub::ndr_place!(terminated true, hoists 1)).number(2),
];

static WARD_ASK_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(terminated true, hoists 1))
        .number(1),
    stub::Field::plain("st").number(2),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(3),
];

/// What operation `ask` takes and gives.
pub static WARD_ASK: stub::OperationMeta = stub::OperationMeta {
    name: "ask",
    number: 1,
    input: &stub::Record::of("ask_in", &WARD_ASK_IN_FIELDS)
        .ndr(stub::ndr_shape!(hoists 1))
        .xml(const { &stub::XmlRecord::wrapper("urn:ward", "ask", "urn:ward#ask") }),
    output: &stub::Record::of("ask_out", &WARD_ASK_OUT_FIELDS)
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "askResponse",
                "urn:ward:ward:askResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static WARD_APART_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];
static WARD_APART_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("why").number(1),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

/// What operation `apart` takes and gives.
pub static WARD_APART: stub::OperationMeta = stub::OperationMeta {
    name: "apart",
    number: 2,
    input: &stub::Record::of("apart_in", &WARD_APART_IN_FIELDS)
        .xml(const { &stub::XmlRecord::wrapper("urn:ward", "apart", "urn:ward#apart") }),
    output: &stub::Record::of("apart_out", &WARD_APART_OUT_FIELDS)
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "apartResponse",
                "urn:ward:ward:apartResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static WARD_TELL_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];

/// What operation `tell` takes and gives.
pub static WARD_TELL: stub::OperationMeta = stub::OperationMeta {
    name: "tell",
    number: 3,
    input: &stub::Record::of("tell_in", &WARD_TELL_IN_FIELDS)
        .xml(const { &stub::XmlRecord::wrapper("urn:ward", "tell", "urn:ward#tell") }),
    output: &stub::Record::of("tell_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "tellResponse",
                "urn:ward:ward:tellResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static WARD_SUM_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("n").number(1),
    stub::Field::plain("m").number(2),
];

static WARD_SUM_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `sum` takes and gives.
pub static WARD_SUM: stub::OperationMeta = stub::OperationMeta {
    name: "sum",
    number: 4,
    input: &stub::Record::of("sum_in", &WARD_SUM_IN_FIELDS)
        .xml(const { &stub::XmlRecord::wrapper("urn:ward", "sum", "urn:ward#sum") }),
    output: &stub::Record::of("sum_out", &WARD_SUM_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "sumResponse",
                "urn:ward:ward:sumResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static WARD_COMMUNICATED_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("n").number(1),
];

static WARD_COMMUNICATED_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `communicated` takes and gives.
pub static WARD_COMMUNICATED: stub::OperationMeta = stub::OperationMeta {
    name: "communicated",
    number: 5,
    input: &stub::Record::of("communicated_in", &WARD_COMMUNICATED_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "communicated",
                "urn:ward#communicated",
            )
        }),
    output: &stub::Record::of("communicated_out", &WARD_COMMUNICATED_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "communicatedResponse",
                "urn:ward:ward:communicatedResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static WARD_SERVED_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];
static WARD_SERVED_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `served` takes and gives.
pub static WARD_SERVED: stub::OperationMeta = stub::OperationMeta {
    name: "served",
    number: 6,
    input: &stub::Record::of("served_in", &WARD_SERVED_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ward", "served", "urn:ward#served")
        }),
    output: &stub::Record::of("served_out", &WARD_SERVED_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "servedResponse",
                "urn:ward:ward:servedResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static WARD_PLAIN_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];
static WARD_PLAIN_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `plain` takes and gives.
pub static WARD_PLAIN: stub::OperationMeta = stub::OperationMeta {
    name: "plain",
    number: 7,
    input: &stub::Record::of("plain_in", &WARD_PLAIN_IN_FIELDS)
        .xml(const { &stub::XmlRecord::wrapper("urn:ward", "plain", "urn:ward#plain") }),
    output: &stub::Record::of("plain_out", &WARD_PLAIN_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "plainResponse",
                "urn:ward:ward:plainResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static WARD_PUT_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];
static WARD_PUT_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("st").number(1),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(2),
];

static WARD_PUT_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").number(1),
];

/// What operation `put` takes and gives.
pub static WARD_PUT: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "put",
        number: 8,
        input: &stub::Record::of("put_in", &WARD_PUT_IN_FIELDS)
            .xml(const { &stub::XmlRecord::wrapper("urn:ward", "put", "urn:ward#put") }),
        output: &stub::Record::of("put_out", &WARD_PUT_OUT_FIELDS)
            .returning()
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:ward",
                    "putResponse",
                    "urn:ward:ward:putResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("put_result", &WARD_PUT_RESULT2_FIELDS),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "closed",
            place: <Closed as stub::Standalone>::PLACE,
        },
    ],
};

static WARD_SHUT_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];
static WARD_SHUT_RESULT2_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result").number(1),
];

/// What operation `shut` takes and gives.
pub static WARD_SHUT: stub::RaisingMeta = stub::RaisingMeta {
    operation: stub::OperationMeta {
        name: "shut",
        number: 9,
        input: &stub::Record::of("shut_in", &WARD_SHUT_IN_FIELDS)
            .xml(const {
                &stub::XmlRecord::wrapper("urn:ward", "shut", "urn:ward#shut")
            }),
        output: &stub::Record::of("shut_out", &[])
            .ndr(stub::ndr_shape!(align 1))
            .xml(const {
                &stub::XmlRecord::wrapper(
                    "urn:ward",
                    "shutResponse",
                    "urn:ward:ward:shutResponse",
                )
            }),
        semantics: stub::Semantics::AtMostOnce,
    },
    result: &stub::Record::of("shut_result", &WARD_SHUT_RESULT2_FIELDS),
    exceptions: &[
        stub::ExceptionMeta {
            full_name: "closed",
            place: <Closed as stub::Standalone>::PLACE,
        },
    ],
};

static WARD_POKE_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];

/// What operation `poke` takes and gives.
pub static WARD_POKE: stub::OperationMeta = stub::OperationMeta {
    name: "poke",
    number: 10,
    input: &stub::Record::of("poke_in", &WARD_POKE_IN_FIELDS)
        .xml(const { &stub::XmlRecord::wrapper("urn:ward", "poke", "urn:ward#poke") }),
    output: &stub::Record::of("poke_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "pokeResponse",
                "urn:ward:ward:pokeResponse",
            )
        }),
    semantics: stub::Semantics::Maybe,
};

static WARD_LIST_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];
static WARD_LIST_OUT_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("count").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "all",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "all",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("all")
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(array Conformant, hoists 1))
                    .xml(stub::xml_place!(wrapped : true,))
                    .number(2)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
                    .packed()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::plain("st").number(3),
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(4),
];

/// What operation `list` takes and gives.
pub static WARD_LIST: stub::OperationMeta = stub::OperationMeta {
    name: "list",
    number: 11,
    input: &stub::Record::of("list_in", &WARD_LIST_IN_FIELDS)
        .xml(const { &stub::XmlRecord::wrapper("urn:ward", "list", "urn:ward#list") }),
    output: &stub::Record::of("list_out", &WARD_LIST_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .returning()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "listResponse",
                "urn:ward:ward:listResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static WARD_MISSING_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("held")];
static WARD_MISSING_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::sized("block", stub::Length::Fixed(100)).number(1),
    stub::Field::plain("held").number(2),
];

/// What operation `missing` takes and gives.
pub static WARD_MISSING: stub::OperationMeta = stub::OperationMeta {
    name: "missing",
    number: 12,
    input: &stub::Record::of("missing_in", &WARD_MISSING_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:ward", "missing", "urn:ward#missing")
        }),
    output: &stub::Record::of("missing_out", &WARD_MISSING_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:ward",
                "missingResponse",
                "urn:ward:ward:missingResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `check` takes.
#[derive(Clone, Debug)]
pub struct WardCheckArgs {
    /// Parameter `n`.
    pub n: i32,
}

stub::plain_fields! {
    WardCheckArgs, WARD_CHECK_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct WardCheckIn {
    n: i32,
}

stub::plain_slots! {
    WardCheckIn, WARD_CHECK_IN_FIELDS { 0 n }
}

/// What a call of `check` gives.
#[derive(Clone, Debug, Default)]
pub struct WardCheckOut {
    /// Parameter `half`.
    pub half: i32,
    /// Parameter `result`.
    pub result: u32,
}

stub::plain_fields! {
    WardCheckOut, WARD_CHECK_OUT_FIELDS { 0 half, 1 result }
}

stub::plain_slots! {
    WardCheckOut, WARD_CHECK_OUT_FIELDS { 0 half, 1 result }
}

/// What a call of `ask` takes.
#[derive(Clone, Debug)]
pub struct WardAskArgs<'a> {
    /// Parameter `n`.
    pub n: i32,
    /// Parameter `name`.
    pub name: &'a str,
}

stub::plain_fields! {
    WardAskArgs<'de>, WARD_ASK_IN_FIELDS { 0 n, 1 name }
}

#[derive(Default)]
struct WardAskIn<'a> {
    n: i32,
    name: Cow<'a, str>,
}

stub::plain_slots! {
    WardAskIn<'de>, WARD_ASK_IN_FIELDS { 0 n, 1 name }
}

/// What a call of `ask` gives.
#[derive(Clone, Debug, Default)]
pub struct WardAskOut<'a> {
    /// Parameter `name`.
    pub name: Cow<'a, str>,
    /// Parameter `st`.
    pub st: u32,
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_slots! {
    WardAskOut<'de>, WARD_ASK_OUT_FIELDS { 0 name, 1 st, 2 result }
}

/// What a server answers to a call of `ask`.
#[derive(Clone, Debug)]
pub struct WardAskReply<'a> {
    /// Parameter `name`.
    pub name: &'a str,
    /// Parameter `st`.
    pub st: u32,
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    WardAskReply<'de>, WARD_ASK_OUT_FIELDS { 0 name, 1 st, 2 result }
}

/// What a call of `apart` takes.
#[derive(Clone, Debug)]
pub struct WardApartArgs {
    /// Parameter `n`.
    pub n: i32,
}

stub::plain_fields! {
    WardApartArgs, WARD_APART_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct WardApartIn {
    n: i32,
}

stub::plain_slots! {
    WardApartIn, WARD_APART_IN_FIELDS { 0 n }
}

/// What a call of `apart` gives.
#[derive(Clone, Debug, Default)]
pub struct WardApartOut {
    /// Parameter `why`.
    pub why: u32,
    /// Parameter `result`.
    pub result: u32,
}

stub::plain_fields! {
    WardApartOut, WARD_APART_OUT_FIELDS { 0 why, 1 result }
}

stub::plain_slots! {
    WardApartOut, WARD_APART_OUT_FIELDS { 0 why, 1 result }
}

/// What a call of `tell` takes.
#[derive(Clone, Debug)]
pub struct WardTellArgs {
    /// Parameter `n`.
    pub n: i32,
}

stub::plain_fields! {
    WardTellArgs, WARD_TELL_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct WardTellIn {
    n: i32,
}

stub::plain_slots! {
    WardTellIn, WARD_TELL_IN_FIELDS { 0 n }
}

/// What a call of `sum` takes.
#[derive(Clone, Debug)]
pub struct WardSumArgs {
    /// Parameter `n`.
    pub n: i32,
    /// Parameter `m`.
    pub m: i32,
}

stub::plain_fields! {
    WardSumArgs, WARD_SUM_IN_FIELDS { 0 n, 1 m }
}

#[derive(Default)]
struct WardSumIn {
    n: i32,
    m: i32,
}

stub::plain_slots! {
    WardSumIn, WARD_SUM_IN_FIELDS { 0 n, 1 m }
}

/// What a call of `sum` gives.
#[derive(Clone, Debug, Default)]
pub struct WardSumOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    WardSumOut, WARD_SUM_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    WardSumOut, WARD_SUM_OUT_FIELDS { 0 result }
}

/// What a call of `communicated` takes.
#[derive(Clone, Debug)]
pub struct WardCommunicatedArgs {
    /// Parameter `n`.
    pub n: i32,
}

stub::plain_fields! {
    WardCommunicatedArgs, WARD_COMMUNICATED_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct WardCommunicatedIn {
    n: i32,
}

stub::plain_slots! {
    WardCommunicatedIn, WARD_COMMUNICATED_IN_FIELDS { 0 n }
}

/// What a call of `communicated` gives.
#[derive(Clone, Debug, Default)]
pub struct WardCommunicatedOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    WardCommunicatedOut, WARD_COMMUNICATED_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    WardCommunicatedOut, WARD_COMMUNICATED_OUT_FIELDS { 0 result }
}

/// What a call of `served` takes.
#[derive(Clone, Debug)]
pub struct WardServedArgs {
    /// Parameter `n`.
    pub n: i32,
}

stub::plain_fields! {
    WardServedArgs, WARD_SERVED_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct WardServedIn {
    n: i32,
}

stub::plain_slots! {
    WardServedIn, WARD_SERVED_IN_FIELDS { 0 n }
}

/// What a call of `served` gives.
#[derive(Clone, Debug, Default)]
pub struct WardServedOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    WardServedOut, WARD_SERVED_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    WardServedOut, WARD_SERVED_OUT_FIELDS { 0 result }
}

/// What a call of `plain` takes.
#[derive(Clone, Debug)]
pub struct WardPlainArgs {
    /// Parameter `n`.
    pub n: i32,
}

stub::plain_fields! {
    WardPlainArgs, WARD_PLAIN_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct WardPlainIn {
    n: i32,
}

stub::plain_slots! {
    WardPlainIn, WARD_PLAIN_IN_FIELDS { 0 n }
}

/// What a call of `plain` gives.
#[derive(Clone, Debug, Default)]
pub struct WardPlainOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    WardPlainOut, WARD_PLAIN_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    WardPlainOut, WARD_PLAIN_OUT_FIELDS { 0 result }
}

/// What a call of `put` takes.
#[derive(Clone, Debug)]
pub struct WardPutArgs {
    /// Parameter `n`.
    pub n: i32,
}

stub::plain_fields! {
    WardPutArgs, WARD_PUT_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct WardPutIn {
    n: i32,
}

stub::plain_slots! {
    WardPutIn, WARD_PUT_IN_FIELDS { 0 n }
}

/// What a call of `put` gives.
#[derive(Clone, Debug, Default)]
pub struct WardPutOut {
    /// Parameter `st`.
    pub st: u32,
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    WardPutOut, WARD_PUT_OUT_FIELDS { 0 st, 1 result }
}

stub::plain_slots! {
    WardPutOut, WARD_PUT_OUT_FIELDS { 0 st, 1 result }
}

/// Why a call of `put` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum WardPutError {
    /// Exception `closed`.
    Closed(Closed),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for WardPutError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Closed(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WardPutError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Closed> for WardPutError {
    fn from(from: Closed) -> Self {
        Self::Closed(from)
    }
}

impl From<stub::Error> for WardPutError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for WardPutError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for WardPutError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl WardPutError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => raised.read::<Closed>().map(Self::Closed),
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl WardPutError {
    fn end(
        result: Result<(u32, i32), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok((st, result)) if ending.is_in_result() => {
                Ok(ending.result(WardPutResult::Result(WardPutResults { st, result })))
            }
            Ok((st, result)) => Ok(ending.results(&WardPutOut { st, result })),
            Err(Self::Closed(members)) if ending.is_in_result() => {
                Ok(ending.result(WardPutResult::Closed(members)))
            }
            Err(Self::Closed(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `shut` takes.
#[derive(Clone, Debug)]
pub struct WardShutArgs {
    /// Parameter `n`.
    pub n: i32,
}

stub::plain_fields! {
    WardShutArgs, WARD_SHUT_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct WardShutIn {
    n: i32,
}

stub::plain_slots! {
    WardShutIn, WARD_SHUT_IN_FIELDS { 0 n }
}

/// Why a call of `shut` has no result.
#[allow(clippy::large_enum_variant, reason = "the definition's sizes")]
#[derive(Debug)]
pub enum WardShutError {
    /// Exception `closed`.
    Closed(Closed),
    /// Everything else: a server that fails or cannot be reached.
    Error(stub::Error),
}

impl std::fmt::Display for WardShutError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Closed(members) => write!(f, "{members:?}"),
            Self::Error(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for WardShutError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Error(error) => Some(error),
            _ => None,
        }
    }
}

impl From<Closed> for WardShutError {
    fn from(from: Closed) -> Self {
        Self::Closed(from)
    }
}

impl From<stub::Error> for WardShutError {
    fn from(from: stub::Error) -> Self {
        Self::Error(from)
    }
}

impl From<stub::CallError> for WardShutError {
    fn from(from: stub::CallError) -> Self {
        Self::Error(from.into())
    }
}

impl From<stub::Fault> for WardShutError {
    fn from(from: stub::Fault) -> Self {
        Self::Error(stub::CallError::Fault(from).into())
    }
}

impl WardShutError {
    fn raised(raised: &stub::Raised) -> Self {
        let read = match raised.number {
            1 => raised.read::<Closed>().map(Self::Closed),
            _ => Err(raised.unknown()),
        };
        read.unwrap_or_else(Self::Error)
    }
}

impl WardShutError {
    fn end(
        result: Result<(), Self>,
        ending: stub::Ending<'_>,
    ) -> Result<stub::Outcome, stub::Fault> {
        match result {
            Ok(()) if ending.is_in_result() => Ok(ending.result(WardShutResult::Result)),
            Ok(()) => Ok(ending.results(&())),
            Err(Self::Closed(members)) if ending.is_in_result() => {
                Ok(ending.result(WardShutResult::Closed(members)))
            }
            Err(Self::Closed(members)) => Ok(ending.raise(1, &members)),
            Err(Self::Error(error)) => Err(stub::fault_of(error)),
        }
    }
}

/// What a call of `poke` takes.
#[derive(Clone, Debug)]
pub struct WardPokeArgs {
    /// Parameter `n`.
    pub n: i32,
}

stub::plain_fields! {
    WardPokeArgs, WARD_POKE_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct WardPokeIn {
    n: i32,
}

stub::plain_slots! {
    WardPokeIn, WARD_POKE_IN_FIELDS { 0 n }
}

/// What a call of `list` takes.
#[derive(Clone, Debug)]
pub struct WardListArgs {
    /// Parameter `n`.
    pub n: i32,
}

stub::plain_fields! {
    WardListArgs, WARD_LIST_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct WardListIn {
    n: i32,
}

stub::plain_slots! {
    WardListIn, WARD_LIST_IN_FIELDS { 0 n }
}

/// What a call of `list` gives.
#[derive(Clone, Debug, Default)]
pub struct WardListOut {
    /// Parameter `all`.
    pub all: Option<Vec<i32>>,
    /// Parameter `st`.
    pub st: u32,
    /// Parameter `result`.
    pub result: i32,
}

impl<'de> stub::Slots<'de> for WardListOut {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&WARD_LIST_OUT_FIELDS[0], &mut said0)?;
        s.slot(&WARD_LIST_OUT_FIELDS[1], &mut self.all)?;
        s.slot(&WARD_LIST_OUT_FIELDS[2], &mut self.st)?;
        s.slot(&WARD_LIST_OUT_FIELDS[3], &mut self.result)?;
        stub::agree(
            s,
            &WARD_LIST_OUT_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            self.all.as_ref().map(|v| v.len()),
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
            0 => s.derived(&WARD_LIST_OUT_FIELDS[0], &mut u32::default()),
            1 => s.slot(&WARD_LIST_OUT_FIELDS[1], &mut self.all),
            2 => s.slot(&WARD_LIST_OUT_FIELDS[2], &mut self.st),
            3 => s.slot(&WARD_LIST_OUT_FIELDS[3], &mut self.result),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `list`.
#[derive(Clone, Debug)]
pub struct WardListReply<'a> {
    /// Parameter `all`.
    pub all: Option<&'a [i32]>,
    /// Parameter `st`.
    pub st: u32,
    /// Parameter `result`.
    pub result: i32,
}

impl stub::Fields for WardListReply<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &WARD_LIST_OUT_FIELDS[0],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, self.all.as_ref().map(|v| v.len())),
        );
        s.field(&WARD_LIST_OUT_FIELDS[1], &self.all);
        s.field(&WARD_LIST_OUT_FIELDS[2], &self.st);
        s.field(&WARD_LIST_OUT_FIELDS[3], &self.result);
    }
}

/// What a call of `missing` takes.
#[derive(Clone, Debug)]
pub struct WardMissingArgs {
    /// Parameter `held`.
    pub held: ContextHandle,
}

stub::plain_fields! {
    WardMissingArgs, WARD_MISSING_IN_FIELDS { 0 held }
}

#[derive(Default)]
struct WardMissingIn {
    held: ContextHandle,
}

stub::plain_slots! {
    WardMissingIn, WARD_MISSING_IN_FIELDS { 0 held }
}

/// What a call of `missing` gives.
#[derive(Clone, Debug)]
pub struct WardMissingOut {
    /// Parameter `block`.
    pub block: [u8; 100],
    /// Parameter `held`.
    pub held: ContextHandle,
}

impl Default for WardMissingOut {
    fn default() -> Self {
        Self {
            block: [0; 100],
            held: Default::default(),
        }
    }
}

stub::plain_slots! {
    WardMissingOut, WARD_MISSING_OUT_FIELDS { 0 block, 1 held }
}

/// What a server answers to a call of `missing`.
#[derive(Clone, Debug)]
pub struct WardMissingReply<'a> {
    /// Parameter `block`.
    pub block: &'a [u8; 100],
    /// Parameter `held`.
    pub held: ContextHandle,
}

stub::plain_fields! {
    WardMissingReply<'de>, WARD_MISSING_OUT_FIELDS { 0 block, 1 held }
}

/// A client of `ward`.
pub struct WardClient {
    client: stub::Client,
}

impl WardClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, WARD.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// The result is the status.
    pub fn check(&mut self, n: i32) -> Result<(i32, u32), stub::CallError> {
        let (output, status): (WardCheckOut, _) = stub::Statuses::of_all(
            self.client.invoke(&WARD, &WARD_CHECK, &WardCheckArgs { n }),
        )?;
        Ok((output.half, status.all(output.result)))
    }

    /// A parameter is.
    pub fn ask(
        &mut self,
        n: i32,
        name: &str,
    ) -> Result<(Cow<'_, str>, u32, i32), stub::CallError> {
        let (output, status): (WardAskOut<'_>, _) = stub::Statuses::of_all(
            self.client.invoke(&WARD, &WARD_ASK, &WardAskArgs { n, name }),
        )?;
        Ok((output.name, status.all(output.st), output.result))
    }

    /// Each kind of failure has a place.
    pub fn apart(&mut self, n: i32) -> Result<(u32, u32), stub::CallError> {
        let (output, status): (WardApartOut, _) = stub::Statuses::of_all(
            self.client.invoke(&WARD, &WARD_APART, &WardApartArgs { n }),
        )?;
        Ok((status.server(output.why), status.communication(output.result)))
    }

    /// The status is added.
    pub fn tell(&mut self, n: i32) -> Result<u32, stub::CallError> {
        let ((), status): ((), _) = stub::Statuses::of_all(
            self.client.invoke(&WARD, &WARD_TELL, &WardTellArgs { n }),
        )?;
        Ok(status.all(0))
    }

    /// Two are, in the order of the configuration.
    pub fn sum(&mut self, n: i32, m: i32) -> Result<(i32, u32, u32), stub::CallError> {
        let (output, status): (WardSumOut, _) = stub::Statuses::of_all(
            self.client.invoke(&WARD, &WARD_SUM, &WardSumArgs { n, m }),
        )?;
        Ok((output.result, status.server(0), status.communication(0)))
    }

    /// Failures of the server are errors.
    pub fn communicated(&mut self, n: i32) -> Result<(i32, u32), stub::CallError> {
        let (output, status): (WardCommunicatedOut, _) = stub::Statuses::of_communication(
            self.client.invoke(&WARD, &WARD_COMMUNICATED, &WardCommunicatedArgs { n }),
        )?;
        Ok((output.result, status.communication(0)))
    }

    /// Failures of communication are.
    pub fn served(&mut self, n: i32) -> Result<(i32, u32), stub::CallError> {
        let (output, status): (WardServedOut, _) = stub::Statuses::of_server(
            self.client.invoke(&WARD, &WARD_SERVED, &WardServedArgs { n }),
        )?;
        Ok((output.result, status.server(0)))
    }

    /// All are.
    pub fn plain(&mut self, n: i32) -> Result<i32, stub::CallError> {
        let output: WardPlainOut = self
            .client
            .invoke(&WARD, &WARD_PLAIN, &WardPlainArgs { n })?;
        Ok(output.result)
    }

    /// Operation 8, `put`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn put(&mut self, n: i32) -> Result<(u32, i32), WardPutError> {
        let (ended, status): (stub::Ended<WardPutOut, WardPutResult>, _) = stub::Statuses::of_all(
            self.client.invoke_raising(&WARD, &WARD_PUT, &WardPutArgs { n }),
        )?;
        match ended {
            stub::Ended::Results(output) => Ok((status.all(output.st), output.result)),
            stub::Ended::Result(WardPutResult::Result(results)) => {
                Ok((status.all(results.st), results.result))
            }
            stub::Ended::Result(WardPutResult::Closed(members)) => {
                Err(WardPutError::Closed(members))
            }
            stub::Ended::Raised(raised) => Err(WardPutError::raised(&raised)),
        }
    }

    /// Operation 9, `shut`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    pub fn shut(&mut self, n: i32) -> Result<u32, WardShutError> {
        let (ended, status): (stub::Ended<(), WardShutResult>, _) = stub::Statuses::of_all(
            self.client.invoke_raising(&WARD, &WARD_SHUT, &WardShutArgs { n }),
        )?;
        match ended {
            stub::Ended::Results(()) => Ok(status.all(0)),
            stub::Ended::Result(WardShutResult::Result) => Ok(status.all(0)),
            stub::Ended::Result(WardShutResult::Closed(members)) => {
                Err(WardShutError::Closed(members))
            }
            stub::Ended::Raised(raised) => Err(WardShutError::raised(&raised)),
        }
    }

    /// Operation 10, `poke`.
    pub fn poke(&mut self, n: i32) -> Result<u32, stub::CallError> {
        let ((), status): ((), _) = stub::Statuses::of_communication(
            self.client.invoke_oneway(&WARD, &WARD_POKE, &WardPokeArgs { n }),
        )?;
        Ok(status.communication(0))
    }

    /// What follows from another is not among the results.
    pub fn list(
        &mut self,
        n: i32,
    ) -> Result<(Option<Vec<i32>>, u32, i32), stub::CallError> {
        let (output, status): (WardListOut, _) = stub::Statuses::of_all(
            self.client.invoke(&WARD, &WARD_LIST, &WardListArgs { n }),
        )?;
        Ok((output.all, status.all(output.st), output.result))
    }

    /// Nobody serves it.
    pub fn missing(
        &mut self,
        held: ContextHandle,
    ) -> Result<([u8; 100], ContextHandle, u32), stub::CallError> {
        let turn = self.client.contexts().turn().given(&held);
        let (output, status): (WardMissingOut, _) = stub::Statuses::of_communication(
            self.client.invoke(&WARD, &WARD_MISSING, &WardMissingArgs { held }),
        )?;
        if status.is_ok() {
            turn.got(&output.held).done();
        }
        Ok((output.block, output.held, status.communication(0)))
    }
}

impl stub::Stub for WardClient {
    const INTERFACE: &'static stub::InterfaceMeta = &WARD;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What callers find where the file beside this one says so.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Ward: Send + Sync {
    /// The result is the status.
    fn check(
        &self,
        call: &stub::Context<'_>,
        n: i32,
    ) -> Result<(i32, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// A parameter is.
    fn ask<'a>(
        &'a self,
        call: &stub::Context<'_>,
        n: i32,
        name: Cow<'a, str>,
    ) -> Result<(Cow<'a, str>, u32, i32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `ask` where results are not the server's own: a guard's, an `Arc`'s.
    fn ask_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        n: i32,
        name: Cow<'_, str>,
        reply: impl FnOnce((&str, u32, i32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.ask(call, n, name).map(|(name, st, result)| reply((&name, st, result)))
    }

    /// Each kind of failure has a place.
    fn apart(
        &self,
        call: &stub::Context<'_>,
        n: i32,
    ) -> Result<(u32, u32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// The status is added.
    fn tell(&self, call: &stub::Context<'_>, n: i32) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Two are, in the order of the configuration.
    fn sum(&self, call: &stub::Context<'_>, n: i32, m: i32) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Failures of the server are errors.
    fn communicated(
        &self,
        call: &stub::Context<'_>,
        n: i32,
    ) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Failures of communication are.
    fn served(&self, call: &stub::Context<'_>, n: i32) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// All are.
    fn plain(&self, call: &stub::Context<'_>, n: i32) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 8, `put`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn put(&self, call: &stub::Context<'_>, n: i32) -> Result<(u32, i32), WardPutError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 9, `shut`.
    #[allow(clippy::result_large_err, reason = "the definition's sizes")]
    fn shut(&self, call: &stub::Context<'_>, n: i32) -> Result<(), WardShutError> {
        Err(stub::Fault::NoSuchOperation.into())
    }

    /// Operation 10, `poke`.
    fn poke(&self, call: &stub::Context<'_>, n: i32) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// What follows from another is not among the results.
    fn list(
        &self,
        call: &stub::Context<'_>,
        n: i32,
    ) -> Result<(Option<Vec<i32>>, u32, i32), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `list` where results are not the server's own: a guard's, an `Arc`'s.
    fn list_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        n: i32,
        reply: impl FnOnce((Option<&[i32]>, u32, i32)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.list(call, n).map(|(all, st, result)| reply((all.as_deref(), st, result)))
    }

    /// Nobody serves it.
    fn missing(
        &self,
        call: &stub::Context<'_>,
        held: ContextHandle,
    ) -> Result<([u8; 100], ContextHandle), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `missing` where results are not the server's own: a guard's, an `Arc`'s.
    fn missing_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        held: ContextHandle,
        reply: impl FnOnce((&[u8; 100], ContextHandle)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.missing(call, held).map(|(block, held)| reply((&block, held)))
    }

    /// Operations that have to do with context handles: whose calls they are is known.
    fn context_operations(&self) -> Vec<u32> {
        vec![12]
    }

    /// A client is gone: context handles of its association can be run down.
    fn association_ended(&self, association: u64) {}
}

/// Serves `ward` with an object that implements [`Ward`].
pub struct WardServer<T>(pub T);

impl<T: Ward> stub::Service for WardServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        WARD.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        WARD.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        WARD.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &WARD_CHECK,
                    |context, input: WardCheckIn| {
                        let (half, result) = self.0.check(context, input.n)?;
                        Ok(WardCheckOut { half, result })
                    },
                )
            }
            1 => {
                call.serve_replying(
                    &WARD_ASK,
                    |context, input: WardAskIn<'_>, reply| {
                        self.0
                            .ask_replying(
                                context,
                                input.n,
                                input.name,
                                |(name, st, result)| {
                                    reply.finish(&WardAskReply { name, st, result })
                                },
                            )
                    },
                )
            }
            2 => {
                call.serve(
                    &WARD_APART,
                    |context, input: WardApartIn| {
                        let (why, result) = self.0.apart(context, input.n)?;
                        Ok(WardApartOut { why, result })
                    },
                )
            }
            3 => {
                call.serve(
                    &WARD_TELL,
                    |context, input: WardTellIn| self.0.tell(context, input.n),
                )
            }
            4 => {
                call.serve(
                    &WARD_SUM,
                    |context, input: WardSumIn| {
                        let result = self.0.sum(context, input.n, input.m)?;
                        Ok(WardSumOut { result })
                    },
                )
            }
            5 => {
                call.serve(
                    &WARD_COMMUNICATED,
                    |context, input: WardCommunicatedIn| {
                        let result = self.0.communicated(context, input.n)?;
                        Ok(WardCommunicatedOut { result })
                    },
                )
            }
            6 => {
                call.serve(
                    &WARD_SERVED,
                    |context, input: WardServedIn| {
                        let result = self.0.served(context, input.n)?;
                        Ok(WardServedOut { result })
                    },
                )
            }
            7 => {
                call.serve(
                    &WARD_PLAIN,
                    |context, input: WardPlainIn| {
                        let result = self.0.plain(context, input.n)?;
                        Ok(WardPlainOut { result })
                    },
                )
            }
            8 => {
                call.serve_raising(
                    &WARD_PUT,
                    |context, input: WardPutIn, ending| WardPutError::end(
                        self.0.put(context, input.n),
                        ending,
                    ),
                )
            }
            9 => {
                call.serve_raising(
                    &WARD_SHUT,
                    |context, input: WardShutIn, ending| WardShutError::end(
                        self.0.shut(context, input.n),
                        ending,
                    ),
                )
            }
            10 => {
                call.serve(
                    &WARD_POKE,
                    |context, input: WardPokeIn| self.0.poke(context, input.n),
                )
            }
            11 => {
                call.serve_replying(
                    &WARD_LIST,
                    |context, input: WardListIn, reply| {
                        self.0
                            .list_replying(
                                context,
                                input.n,
                                |(all, st, result)| {
                                    reply.finish(&WardListReply { all, st, result })
                                },
                            )
                    },
                )
            }
            12 => {
                call.serve_replying(
                    &WARD_MISSING,
                    |context, input: WardMissingIn, reply| {
                        self.0
                            .missing_replying(
                                context,
                                input.held,
                                |(block, held)| {
                                    reply.finish(&WardMissingReply { block, held })
                                },
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

    fn context_operations(&self) -> Vec<u32> {
        self.0.context_operations()
    }

    fn association_ended(&self, association: u64) {
        self.0.association_ended(association);
    }
}

stub::if_tokio! {
    /// A client of `ward` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncWardClient {
        client: stub::AsyncClient,
    }

    impl AsyncWardClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, WARD.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// The result is the status.
        pub async fn check(&self, n: i32) -> Result<(i32, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&WARD, &WARD_CHECK, &WardCheckArgs { n })
                .await;
            let (output, status): (WardCheckOut, _) = stub::Statuses::of_all(
                reply
                    .as_mut()
                    .map_err(|error| error.clone())
                    .and_then(|reply| reply.results(&WARD_CHECK)),
            )?;
            Ok((output.half, status.all(output.result)))
        }

        /// A parameter is.
        pub async fn ask(
            &self,
            n: i32,
            name: &str,
        ) -> Result<(Cow<'static, str>, u32, i32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&WARD, &WARD_ASK, &WardAskArgs { n, name })
                .await;
            let (output, status): (WardAskOut<'_>, _) = stub::Statuses::of_all(
                reply
                    .as_mut()
                    .map_err(|error| error.clone())
                    .and_then(|reply| reply.results(&WARD_ASK)),
            )?;
            Ok((Cow::Owned(output.name.into_owned()), status.all(output.st), output.result))
        }

        /// Each kind of failure has a place.
        pub async fn apart(&self, n: i32) -> Result<(u32, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&WARD, &WARD_APART, &WardApartArgs { n })
                .await;
            let (output, status): (WardApartOut, _) = stub::Statuses::of_all(
                reply
                    .as_mut()
                    .map_err(|error| error.clone())
                    .and_then(|reply| reply.results(&WARD_APART)),
            )?;
            Ok((status.server(output.why), status.communication(output.result)))
        }

        /// The status is added.
        pub async fn tell(&self, n: i32) -> Result<u32, stub::CallError> {
            let mut reply = self.client.invoke(&WARD, &WARD_TELL, &WardTellArgs { n }).await;
            let ((), status): ((), _) = stub::Statuses::of_all(
                reply
                    .as_mut()
                    .map_err(|error| error.clone())
                    .and_then(|reply| reply.results(&WARD_TELL)),
            )?;
            Ok(status.all(0))
        }

        /// Two are, in the order of the configuration.
        pub async fn sum(&self, n: i32, m: i32) -> Result<(i32, u32, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&WARD, &WARD_SUM, &WardSumArgs { n, m })
                .await;
            let (output, status): (WardSumOut, _) = stub::Statuses::of_all(
                reply
                    .as_mut()
                    .map_err(|error| error.clone())
                    .and_then(|reply| reply.results(&WARD_SUM)),
            )?;
            Ok((output.result, status.server(0), status.communication(0)))
        }

        /// Failures of the server are errors.
        pub async fn communicated(&self, n: i32) -> Result<(i32, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&WARD, &WARD_COMMUNICATED, &WardCommunicatedArgs { n })
                .await;
            let (output, status): (WardCommunicatedOut, _) = stub::Statuses::of_communication(
                reply
                    .as_mut()
                    .map_err(|error| error.clone())
                    .and_then(|reply| reply.results(&WARD_COMMUNICATED)),
            )?;
            Ok((output.result, status.communication(0)))
        }

        /// Failures of communication are.
        pub async fn served(&self, n: i32) -> Result<(i32, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&WARD, &WARD_SERVED, &WardServedArgs { n })
                .await;
            let (output, status): (WardServedOut, _) = stub::Statuses::of_server(
                reply
                    .as_mut()
                    .map_err(|error| error.clone())
                    .and_then(|reply| reply.results(&WARD_SERVED)),
            )?;
            Ok((output.result, status.server(0)))
        }

        /// All are.
        pub async fn plain(&self, n: i32) -> Result<i32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&WARD, &WARD_PLAIN, &WardPlainArgs { n })
                .await?;
            let output: WardPlainOut = reply.results(&WARD_PLAIN)?;
            Ok(output.result)
        }

        /// Operation 8, `put`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn put(&self, n: i32) -> Result<(u32, i32), WardPutError> {
            let mut end = self
                .client
                .invoke_raising(&WARD, &WARD_PUT, &WardPutArgs { n })
                .await?;
            let (ended, status): (stub::Ended<WardPutOut, WardPutResult>, _) = stub::Statuses::of_all(
                end.ended(&WARD_PUT),
            )?;
            match ended {
                stub::Ended::Results(output) => Ok((status.all(output.st), output.result)),
                stub::Ended::Result(WardPutResult::Result(results)) => {
                    Ok((status.all(results.st), results.result))
                }
                stub::Ended::Result(WardPutResult::Closed(members)) => {
                    Err(WardPutError::Closed(members))
                }
                stub::Ended::Raised(raised) => Err(WardPutError::raised(&raised)),
            }
        }

        /// Operation 9, `shut`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        pub async fn shut(&self, n: i32) -> Result<u32, WardShutError> {
            let mut end = self
                .client
                .invoke_raising(&WARD, &WARD_SHUT, &WardShutArgs { n })
                .await?;
            let (ended, status): (stub::Ended<(), WardShutResult>, _) = stub::Statuses::of_all(
                end.ended(&WARD_SHUT),
            )?;
            match ended {
                stub::Ended::Results(()) => Ok(status.all(0)),
                stub::Ended::Result(WardShutResult::Result) => Ok(status.all(0)),
                stub::Ended::Result(WardShutResult::Closed(members)) => {
                    Err(WardShutError::Closed(members))
                }
                stub::Ended::Raised(raised) => Err(WardShutError::raised(&raised)),
            }
        }

        /// Operation 10, `poke`.
        pub async fn poke(&self, n: i32) -> Result<u32, stub::CallError> {
            let ((), status): ((), _) = stub::Statuses::of_communication(
                self.client.invoke_oneway(&WARD, &WARD_POKE, &WardPokeArgs { n }).await,
            )?;
            Ok(status.communication(0))
        }

        /// What follows from another is not among the results.
        pub async fn list(
            &self,
            n: i32,
        ) -> Result<(Option<Vec<i32>>, u32, i32), stub::CallError> {
            let mut reply = self.client.invoke(&WARD, &WARD_LIST, &WardListArgs { n }).await;
            let (output, status): (WardListOut, _) = stub::Statuses::of_all(
                reply
                    .as_mut()
                    .map_err(|error| error.clone())
                    .and_then(|reply| reply.results(&WARD_LIST)),
            )?;
            Ok((output.all, status.all(output.st), output.result))
        }

        /// Nobody serves it.
        pub async fn missing(
            &self,
            held: ContextHandle,
        ) -> Result<([u8; 100], ContextHandle, u32), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&WARD, &WARD_MISSING, &WardMissingArgs { held })
                .await;
            let turn = self.client.contexts().turn().given(&held);
            let (output, status): (WardMissingOut, _) = stub::Statuses::of_communication(
                reply
                    .as_mut()
                    .map_err(|error| error.clone())
                    .and_then(|reply| reply.results(&WARD_MISSING)),
            )?;
            if status.is_ok() {
                turn.got(&output.held).done();
            }
            Ok((output.block, output.held, status.communication(0)))
        }
    }

    impl stub::AsyncStub for AsyncWardClient {
        const INTERFACE: &'static stub::InterfaceMeta = &WARD;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What callers find where the file beside this one says so.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncWard: Send + Sync {
        /// The result is the status.
        fn check<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
        ) -> impl std::future::Future<Output = Result<(i32, u32), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// A parameter is.
        fn ask<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
            name: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<(Cow<'a, str>, u32, i32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Each kind of failure has a place.
        fn apart<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
        ) -> impl std::future::Future<Output = Result<(u32, u32), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// The status is added.
        fn tell<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Two are, in the order of the configuration.
        fn sum<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
            m: i32,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Failures of the server are errors.
        fn communicated<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Failures of communication are.
        fn served<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// All are.
        fn plain<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 8, `put`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn put<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
        ) -> impl std::future::Future<
            Output = Result<(u32, i32), WardPutError>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 9, `shut`.
        #[allow(clippy::result_large_err, reason = "the definition's sizes")]
        fn shut<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
        ) -> impl std::future::Future<Output = Result<(), WardShutError>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation.into()))
        }

        /// Operation 10, `poke`.
        fn poke<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// What follows from another is not among the results.
        fn list<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            n: i32,
        ) -> impl std::future::Future<
            Output = Result<(Option<Vec<i32>>, u32, i32), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Nobody serves it.
        fn missing<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            held: ContextHandle,
        ) -> impl std::future::Future<
            Output = Result<([u8; 100], ContextHandle), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operations that have to do with context handles: whose calls they are is known.
        fn context_operations(&self) -> Vec<u32> {
            vec![12]
        }

        /// A client is gone: context handles of its association can be run down.
        fn association_ended(&self, association: u64) {}
    }

    /// Serves `ward` with an object that implements [`AsyncWard`], on a runtime.
    pub struct AsyncWardServer<T>(pub T);

    impl<T: AsyncWard> stub::Service for AsyncWardServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            WARD.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            WARD.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            WARD.elements()
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
                        let (input, mut referents): (WardCheckIn, _) = call
                            .input(&WARD_CHECK)?;
                        let context = call.context();
                        let result = self.0.check(&context, input.n).await;
                        let output = result.map_err(|fault| call.fail(&WARD_CHECK, fault))?;
                        Ok(
                            call
                                .end(
                                    &WARD_CHECK,
                                    &WardCheckOut {
                                        half: output.0,
                                        result: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardAskIn<'_>, _) = call
                            .input(&WARD_ASK)?;
                        let context = call.context();
                        let result = self.0.ask(&context, input.n, input.name).await;
                        let output = result.map_err(|fault| call.fail(&WARD_ASK, fault))?;
                        Ok(
                            call
                                .end(
                                    &WARD_ASK,
                                    &WardAskReply {
                                        name: &output.0,
                                        st: output.1,
                                        result: output.2,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardApartIn, _) = call
                            .input(&WARD_APART)?;
                        let context = call.context();
                        let result = self.0.apart(&context, input.n).await;
                        let output = result.map_err(|fault| call.fail(&WARD_APART, fault))?;
                        Ok(
                            call
                                .end(
                                    &WARD_APART,
                                    &WardApartOut {
                                        why: output.0,
                                        result: output.1,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardTellIn, _) = call
                            .input(&WARD_TELL)?;
                        let context = call.context();
                        let result = self.0.tell(&context, input.n).await;
                        let () = result.map_err(|fault| call.fail(&WARD_TELL, fault))?;
                        Ok(call.end(&WARD_TELL, &(), &mut referents))
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardSumIn, _) = call.input(&WARD_SUM)?;
                        let context = call.context();
                        let result = self.0.sum(&context, input.n, input.m).await;
                        let output = result.map_err(|fault| call.fail(&WARD_SUM, fault))?;
                        Ok(
                            call
                                .end(
                                    &WARD_SUM,
                                    &WardSumOut { result: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardCommunicatedIn, _) = call
                            .input(&WARD_COMMUNICATED)?;
                        let context = call.context();
                        let result = self.0.communicated(&context, input.n).await;
                        let output = result
                            .map_err(|fault| call.fail(&WARD_COMMUNICATED, fault))?;
                        Ok(
                            call
                                .end(
                                    &WARD_COMMUNICATED,
                                    &WardCommunicatedOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardServedIn, _) = call
                            .input(&WARD_SERVED)?;
                        let context = call.context();
                        let result = self.0.served(&context, input.n).await;
                        let output = result.map_err(|fault| call.fail(&WARD_SERVED, fault))?;
                        Ok(
                            call
                                .end(
                                    &WARD_SERVED,
                                    &WardServedOut { result: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardPlainIn, _) = call
                            .input(&WARD_PLAIN)?;
                        let context = call.context();
                        let result = self.0.plain(&context, input.n).await;
                        let output = result.map_err(|fault| call.fail(&WARD_PLAIN, fault))?;
                        Ok(
                            call
                                .end(
                                    &WARD_PLAIN,
                                    &WardPlainOut { result: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                8 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardPutIn, _) = call
                            .input(&WARD_PUT.operation)?;
                        let context = call.context();
                        let result = self.0.put(&context, input.n).await;
                        Ok(
                            call
                                .end_raising(
                                    &WARD_PUT,
                                    |ending| WardPutError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                9 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardShutIn, _) = call
                            .input(&WARD_SHUT.operation)?;
                        let context = call.context();
                        let result = self.0.shut(&context, input.n).await;
                        Ok(
                            call
                                .end_raising(
                                    &WARD_SHUT,
                                    |ending| WardShutError::end(result, ending),
                                    &mut referents,
                                ),
                        )
                    })
                }
                10 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardPokeIn, _) = call
                            .input(&WARD_POKE)?;
                        let context = call.context();
                        let result = self.0.poke(&context, input.n).await;
                        let () = result.map_err(|fault| call.fail(&WARD_POKE, fault))?;
                        Ok(call.end(&WARD_POKE, &(), &mut referents))
                    })
                }
                11 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardListIn, _) = call
                            .input(&WARD_LIST)?;
                        let context = call.context();
                        let result = self.0.list(&context, input.n).await;
                        let output = result.map_err(|fault| call.fail(&WARD_LIST, fault))?;
                        Ok(
                            call
                                .end(
                                    &WARD_LIST,
                                    &WardListReply {
                                        all: output.0.as_deref(),
                                        st: output.1,
                                        result: output.2,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                12 => {
                    stub::serving(async move {
                        let (input, mut referents): (WardMissingIn, _) = call
                            .input(&WARD_MISSING)?;
                        let context = call.context();
                        let result = self.0.missing(&context, input.held).await;
                        let output = result
                            .map_err(|fault| call.fail(&WARD_MISSING, fault))?;
                        Ok(
                            call
                                .end(
                                    &WARD_MISSING,
                                    &WardMissingReply {
                                        block: &output.0,
                                        held: output.1,
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

        fn context_operations(&self) -> Vec<u32> {
            self.0.context_operations()
        }

        fn association_ended(&self, association: u64) {
            self.0.association_ended(association);
        }
    }
}
