// Generated from operations.x by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// `key` of the definition.
pub type Key = [u8; 40];

/// `bytes` of the definition.
pub type Bytes<'a> = Cow<'a, [u8]>;

/// Record `sample`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample<'a> {
    /// Field `at`.
    pub at: i32,
    /// Field `text`.
    pub text: Cow<'a, str>,
}

static SAMPLE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("at").number(1),
    stub::Field::plain("text")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2),
];

static SAMPLE: stub::Record = stub::Record::of("sample", &SAMPLE_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Sample<'de>, SAMPLE, SAMPLE_FIELDS { 0 at, 1 text }
}

impl Sample<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Sample<'static> {
        Sample {
            at: self.at,
            text: Cow::Owned(self.text.into_owned()),
        }
    }
}

impl stub::Standalone for Sample<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("sample")
        .ndr(stub::ndr_place!(defers true));
}

/// `samples` of the definition.
pub type Samples<'a> = Vec<Sample<'a>>;

/// `row` of the definition.
pub type Row = Vec<i32>;

/// What names interface `OPERATIONS_V1`, and its operations.
pub static OPERATIONS_V1: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "OPERATIONS_V1",
        full_name: "OPERATIONS_V1",
        program: 0x20260005,
        uuid: 0x4ada76a7_dfb5_5498_971d_fcc056b19c70_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &OPERATIONS_V1_NOTHING,
        &OPERATIONS_V1_ONLY_OUT,
        &OPERATIONS_V1_ONLY_IN,
        &OPERATIONS_V1_MANY,
        &OPERATIONS_V1_TELL,
        &OPERATIONS_V1_READ_IT,
        &OPERATIONS_V1_UNLOCK,
        &OPERATIONS_V1_NUMBERS,
        &OPERATIONS_V1_DEEP,
    ],
};

/// What operation `nothing` takes and gives.
pub static OPERATIONS_V1_NOTHING: stub::OperationMeta = stub::OperationMeta {
    name: "nothing",
    number: 0,
    input: &stub::Record::of("nothing_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "nothing",
                "urn:OPERATIONS_V1#nothing",
            )
        }),
    output: &stub::Record::of("nothing_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "nothingResponse",
                "urn:OPERATIONS_V1:OPERATIONS_V1:nothingResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static OPERATIONS_V1_ONLY_OUT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `only_out` takes and gives.
pub static OPERATIONS_V1_ONLY_OUT: stub::OperationMeta = stub::OperationMeta {
    name: "only_out",
    number: 1,
    input: &stub::Record::of("only_out_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "only_out",
                "urn:OPERATIONS_V1#only_out",
            )
        }),
    output: &stub::Record::of("only_out_out", &OPERATIONS_V1_ONLY_OUT_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "only_outResponse",
                "urn:OPERATIONS_V1:OPERATIONS_V1:only_outResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static OPERATIONS_V1_ONLY_IN_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").number(1),
];

/// What operation `only_in` takes and gives.
pub static OPERATIONS_V1_ONLY_IN: stub::OperationMeta = stub::OperationMeta {
    name: "only_in",
    number: 2,
    input: &stub::Record::of("only_in_in", &OPERATIONS_V1_ONLY_IN_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "only_in",
                "urn:OPERATIONS_V1#only_in",
            )
        }),
    output: &stub::Record::of("only_in_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "only_inResponse",
                "urn:OPERATIONS_V1:OPERATIONS_V1:only_inResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static OPERATIONS_V1_MANY_IN_FIELDS: [stub::Field; 8] = [
    stub::Field::plain("a").number(1),
    stub::Field::plain("b")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2),
    stub::Field::plain("c").ndr(stub::ndr_place!(array Counted, defers true)).number(3),
    stub::Field::plain("d").ndr(stub::ndr_place!(defers true)).number(4),
    stub::Field::plain("e").number(5),
    stub::Field::plain("f").number(6),
    stub::Field::plain("g").number(7),
    stub::Field::plain("h").number(8),
];

static OPERATIONS_V1_MANY_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `many` takes and gives.
pub static OPERATIONS_V1_MANY: stub::OperationMeta = stub::OperationMeta {
    name: "many",
    number: 3,
    input: &stub::Record::of("many_in", &OPERATIONS_V1_MANY_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "many",
                "urn:OPERATIONS_V1#many",
            )
        }),
    output: &stub::Record::of("many_out", &OPERATIONS_V1_MANY_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "manyResponse",
                "urn:OPERATIONS_V1:OPERATIONS_V1:manyResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static OPERATIONS_V1_TELL_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("what")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
    stub::Field::of(
            "perhaps",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("perhaps").number(2).explicit() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

/// What operation `tell` takes and gives.
pub static OPERATIONS_V1_TELL: stub::OperationMeta = stub::OperationMeta {
    name: "tell",
    number: 4,
    input: &stub::Record::of("tell_in", &OPERATIONS_V1_TELL_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "tell",
                "urn:OPERATIONS_V1#tell",
            )
        }),
    output: &stub::Record::of("tell_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "tellResponse",
                "urn:OPERATIONS_V1:OPERATIONS_V1:tellResponse",
            )
        }),
    semantics: stub::Semantics::Maybe,
};

static OPERATIONS_V1_READ_IT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::sized("which", stub::Length::Fixed(40)).number(1),
];

static OPERATIONS_V1_READ_IT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `read_it` takes and gives.
pub static OPERATIONS_V1_READ_IT: stub::OperationMeta = stub::OperationMeta {
    name: "read_it",
    number: 5,
    input: &stub::Record::of("read_it_in", &OPERATIONS_V1_READ_IT_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "read_it",
                "urn:OPERATIONS_V1#read_it",
            )
        }),
    output: &stub::Record::of("read_it_out", &OPERATIONS_V1_READ_IT_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "read_itResponse",
                "urn:OPERATIONS_V1:OPERATIONS_V1:read_itResponse",
            )
        }),
    semantics: stub::Semantics::Idempotent,
};

static OPERATIONS_V1_UNLOCK_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::sized("which", stub::Length::Fixed(40)).number(1),
    stub::Field::of(
            "spare",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::sized("spare", stub::Length::Fixed(40))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static OPERATIONS_V1_UNLOCK_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::sized("result", stub::Length::Fixed(40))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `unlock` takes and gives.
pub static OPERATIONS_V1_UNLOCK: stub::OperationMeta = stub::OperationMeta {
    name: "unlock",
    number: 6,
    input: &stub::Record::of("unlock_in", &OPERATIONS_V1_UNLOCK_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "unlock",
                "urn:OPERATIONS_V1#unlock",
            )
        }),
    output: &stub::Record::of("unlock_out", &OPERATIONS_V1_UNLOCK_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "unlockResponse",
                "urn:OPERATIONS_V1:OPERATIONS_V1:unlockResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static OPERATIONS_V1_NUMBERS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static OPERATIONS_V1_NUMBERS_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
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

/// What operation `numbers` takes and gives.
pub static OPERATIONS_V1_NUMBERS: stub::OperationMeta = stub::OperationMeta {
    name: "numbers",
    number: 7,
    input: &stub::Record::of("numbers_in", &OPERATIONS_V1_NUMBERS_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "numbers",
                "urn:OPERATIONS_V1#numbers",
            )
        }),
    output: &stub::Record::of("numbers_out", &OPERATIONS_V1_NUMBERS_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "numbersResponse",
                "urn:OPERATIONS_V1:OPERATIONS_V1:numbersResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static OPERATIONS_V1_DEEP_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "some",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("some")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1),
    stub::Field::of(
            "perhaps",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("perhaps")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static OPERATIONS_V1_DEEP_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `deep` takes and gives.
pub static OPERATIONS_V1_DEEP: stub::OperationMeta = stub::OperationMeta {
    name: "deep",
    number: 4000000000,
    input: &stub::Record::of("deep_in", &OPERATIONS_V1_DEEP_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "deep",
                "urn:OPERATIONS_V1#deep",
            )
        }),
    output: &stub::Record::of("deep_out", &OPERATIONS_V1_DEEP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V1",
                "deepResponse",
                "urn:OPERATIONS_V1:OPERATIONS_V1:deepResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `only_out` gives.
#[derive(Clone, Debug, Default)]
pub struct OperationsV1OnlyOutOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    OperationsV1OnlyOutOut, OPERATIONS_V1_ONLY_OUT_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    OperationsV1OnlyOutOut, OPERATIONS_V1_ONLY_OUT_OUT_FIELDS { 0 result }
}

/// What a call of `only_in` takes.
#[derive(Clone, Debug)]
pub struct OperationsV1OnlyInArgs {
    /// Parameter `value`.
    pub value: i32,
}

stub::plain_fields! {
    OperationsV1OnlyInArgs, OPERATIONS_V1_ONLY_IN_IN_FIELDS { 0 value }
}

#[derive(Default)]
struct OperationsV1OnlyInIn {
    value: i32,
}

stub::plain_slots! {
    OperationsV1OnlyInIn, OPERATIONS_V1_ONLY_IN_IN_FIELDS { 0 value }
}

/// What a call of `many` takes.
#[derive(Clone, Debug)]
pub struct OperationsV1ManyArgs<'a> {
    /// Parameter `a`.
    pub a: i32,
    /// Parameter `b`.
    pub b: &'a str,
    /// Parameter `c`.
    pub c: &'a [u8],
    /// Parameter `d`.
    pub d: &'a Sample<'a>,
    /// Parameter `e`.
    pub e: i32,
    /// Parameter `f`.
    pub f: i32,
    /// Parameter `g`.
    pub g: i32,
    /// Parameter `h`.
    pub h: i32,
}

stub::plain_fields! {
    OperationsV1ManyArgs<'de>, OPERATIONS_V1_MANY_IN_FIELDS { 0 a, 1 b, 2 c, 3 d, 4 e,
    5 f, 6 g, 7 h }
}

#[derive(Default)]
struct OperationsV1ManyIn<'a> {
    a: i32,
    b: Cow<'a, str>,
    c: Cow<'a, [u8]>,
    d: Sample<'a>,
    e: i32,
    f: i32,
    g: i32,
    h: i32,
}

stub::plain_slots! {
    OperationsV1ManyIn<'de>, OPERATIONS_V1_MANY_IN_FIELDS { 0 a, 1 b, 2 c, 3 d, 4 e, 5
    f, 6 g, 7 h }
}

/// What a call of `many` gives.
#[derive(Clone, Debug, Default)]
pub struct OperationsV1ManyOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_slots! {
    OperationsV1ManyOut<'de>, OPERATIONS_V1_MANY_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `many`.
#[derive(Clone, Debug)]
pub struct OperationsV1ManyReply<'a> {
    /// Parameter `result`.
    pub result: &'a str,
}

stub::plain_fields! {
    OperationsV1ManyReply<'de>, OPERATIONS_V1_MANY_OUT_FIELDS { 0 result }
}

/// What a call of `tell` takes.
#[derive(Clone, Debug)]
pub struct OperationsV1TellArgs<'a> {
    /// Parameter `what`.
    pub what: &'a str,
    /// Parameter `perhaps`.
    pub perhaps: Option<i32>,
}

stub::plain_fields! {
    OperationsV1TellArgs<'de>, OPERATIONS_V1_TELL_IN_FIELDS { 0 what, 1 perhaps }
}

#[derive(Default)]
struct OperationsV1TellIn<'a> {
    what: Cow<'a, str>,
    perhaps: Option<i32>,
}

stub::plain_slots! {
    OperationsV1TellIn<'de>, OPERATIONS_V1_TELL_IN_FIELDS { 0 what, 1 perhaps }
}

/// What a call of `read_it` takes.
#[derive(Clone, Debug)]
pub struct OperationsV1ReadItArgs<'a> {
    /// Parameter `which`.
    pub which: &'a [u8; 40],
}

stub::plain_fields! {
    OperationsV1ReadItArgs<'de>, OPERATIONS_V1_READ_IT_IN_FIELDS { 0 which }
}

struct OperationsV1ReadItIn {
    which: [u8; 40],
}

impl Default for OperationsV1ReadItIn {
    fn default() -> Self {
        Self { which: [0; 40] }
    }
}

stub::plain_slots! {
    OperationsV1ReadItIn, OPERATIONS_V1_READ_IT_IN_FIELDS { 0 which }
}

/// What a call of `read_it` gives.
#[derive(Clone, Debug, Default)]
pub struct OperationsV1ReadItOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    OperationsV1ReadItOut, OPERATIONS_V1_READ_IT_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    OperationsV1ReadItOut, OPERATIONS_V1_READ_IT_OUT_FIELDS { 0 result }
}

/// What a call of `unlock` takes.
#[derive(Clone, Debug)]
pub struct OperationsV1UnlockArgs<'a> {
    /// Parameter `which`.
    pub which: &'a [u8; 40],
    /// Parameter `spare`.
    pub spare: Option<&'a [u8; 40]>,
}

stub::plain_fields! {
    OperationsV1UnlockArgs<'de>, OPERATIONS_V1_UNLOCK_IN_FIELDS { 0 which, 1 spare }
}

struct OperationsV1UnlockIn {
    which: [u8; 40],
    spare: Option<stub::Fixed<u8, 40>>,
}

impl Default for OperationsV1UnlockIn {
    fn default() -> Self {
        Self {
            which: [0; 40],
            spare: Default::default(),
        }
    }
}

stub::plain_slots! {
    OperationsV1UnlockIn, OPERATIONS_V1_UNLOCK_IN_FIELDS { 0 which, 1 spare }
}

/// What a call of `unlock` gives.
#[derive(Clone, Debug)]
pub struct OperationsV1UnlockOut {
    /// Parameter `result`.
    pub result: [u8; 40],
}

impl Default for OperationsV1UnlockOut {
    fn default() -> Self {
        Self { result: [0; 40] }
    }
}

stub::plain_slots! {
    OperationsV1UnlockOut, OPERATIONS_V1_UNLOCK_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `unlock`.
#[derive(Clone, Debug)]
pub struct OperationsV1UnlockReply<'a> {
    /// Parameter `result`.
    pub result: &'a [u8; 40],
}

stub::plain_fields! {
    OperationsV1UnlockReply<'de>, OPERATIONS_V1_UNLOCK_OUT_FIELDS { 0 result }
}

/// What a call of `numbers` takes.
#[derive(Clone, Debug)]
pub struct OperationsV1NumbersArgs<'a> {
    /// Parameter `name`.
    pub name: &'a str,
}

stub::plain_fields! {
    OperationsV1NumbersArgs<'de>, OPERATIONS_V1_NUMBERS_IN_FIELDS { 0 name }
}

#[derive(Default)]
struct OperationsV1NumbersIn<'a> {
    name: Cow<'a, str>,
}

stub::plain_slots! {
    OperationsV1NumbersIn<'de>, OPERATIONS_V1_NUMBERS_IN_FIELDS { 0 name }
}

/// What a call of `numbers` gives.
#[derive(Clone, Debug, Default)]
pub struct OperationsV1NumbersOut {
    /// Parameter `result`.
    pub result: Vec<i32>,
}

stub::plain_slots! {
    OperationsV1NumbersOut, OPERATIONS_V1_NUMBERS_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `numbers`.
#[derive(Clone, Debug)]
pub struct OperationsV1NumbersReply<'a> {
    /// Parameter `result`.
    pub result: &'a [i32],
}

stub::plain_fields! {
    OperationsV1NumbersReply<'de>, OPERATIONS_V1_NUMBERS_OUT_FIELDS { 0 result }
}

/// What a call of `deep` takes.
#[derive(Clone, Debug)]
pub struct OperationsV1DeepArgs<'a> {
    /// Parameter `some`.
    pub some: &'a [Sample<'a>],
    /// Parameter `perhaps`.
    pub perhaps: Option<&'a Sample<'a>>,
}

stub::plain_fields! {
    OperationsV1DeepArgs<'de>, OPERATIONS_V1_DEEP_IN_FIELDS { 0 some, 1 perhaps }
}

#[derive(Default)]
struct OperationsV1DeepIn<'a> {
    some: Vec<Sample<'a>>,
    perhaps: Option<Sample<'a>>,
}

stub::plain_slots! {
    OperationsV1DeepIn<'de>, OPERATIONS_V1_DEEP_IN_FIELDS { 0 some, 1 perhaps }
}

/// What a call of `deep` gives.
#[derive(Clone, Debug, Default)]
pub struct OperationsV1DeepOut<'a> {
    /// Parameter `result`.
    pub result: Sample<'a>,
}

stub::plain_slots! {
    OperationsV1DeepOut<'de>, OPERATIONS_V1_DEEP_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `deep`.
#[derive(Clone, Debug)]
pub struct OperationsV1DeepReply<'a> {
    /// Parameter `result`.
    pub result: &'a Sample<'a>,
}

stub::plain_fields! {
    OperationsV1DeepReply<'de>, OPERATIONS_V1_DEEP_OUT_FIELDS { 0 result }
}

/// A client of `OPERATIONS_V1`.
pub struct OperationsV1Client {
    client: stub::Client,
}

impl OperationsV1Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, OPERATIONS_V1.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Nothing in, nothing out.
    pub fn nothing(&mut self) -> Result<(), stub::CallError> {
        self.client.invoke(&OPERATIONS_V1, &OPERATIONS_V1_NOTHING, &())
    }

    /// Operation 1, `only_out`.
    pub fn only_out(&mut self) -> Result<i32, stub::CallError> {
        let output: OperationsV1OnlyOutOut = self
            .client
            .invoke(&OPERATIONS_V1, &OPERATIONS_V1_ONLY_OUT, &())?;
        Ok(output.result)
    }

    /// Operation 2, `only_in`.
    pub fn only_in(&mut self, value: i32) -> Result<(), stub::CallError> {
        self.client
            .invoke(
                &OPERATIONS_V1,
                &OPERATIONS_V1_ONLY_IN,
                &OperationsV1OnlyInArgs { value },
            )
    }

    /// Operation 3, `many`.
    #[allow(clippy::too_many_arguments, reason = "the definition's parameters")]
    pub fn many(
        &mut self,
        a: i32,
        b: &str,
        c: &[u8],
        d: &Sample<'_>,
        e: i32,
        f: i32,
        g: i32,
        h: i32,
    ) -> Result<Cow<'_, str>, stub::CallError> {
        let output: OperationsV1ManyOut<'_> = self
            .client
            .invoke(
                &OPERATIONS_V1,
                &OPERATIONS_V1_MANY,
                &OperationsV1ManyArgs {
                    a,
                    b,
                    c,
                    d,
                    e,
                    f,
                    g,
                    h,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 4, `tell`.
    pub fn tell(
        &mut self,
        what: &str,
        perhaps: Option<i32>,
    ) -> Result<(), stub::CallError> {
        self.client
            .invoke_oneway(
                &OPERATIONS_V1,
                &OPERATIONS_V1_TELL,
                &OperationsV1TellArgs {
                    what,
                    perhaps,
                },
            )
    }

    /// Operation 5, `read_it`.
    pub fn read_it(&mut self, which: &[u8; 40]) -> Result<i32, stub::CallError> {
        let output: OperationsV1ReadItOut = self
            .client
            .invoke(
                &OPERATIONS_V1,
                &OPERATIONS_V1_READ_IT,
                &OperationsV1ReadItArgs { which },
            )?;
        Ok(output.result)
    }

    /// Operation 6, `unlock`.
    pub fn unlock(
        &mut self,
        which: &[u8; 40],
        spare: Option<&[u8; 40]>,
    ) -> Result<[u8; 40], stub::CallError> {
        let output: OperationsV1UnlockOut = self
            .client
            .invoke(
                &OPERATIONS_V1,
                &OPERATIONS_V1_UNLOCK,
                &OperationsV1UnlockArgs {
                    which,
                    spare,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 7, `numbers`.
    pub fn numbers(&mut self, name: &str) -> Result<Vec<i32>, stub::CallError> {
        let output: OperationsV1NumbersOut = self
            .client
            .invoke(
                &OPERATIONS_V1,
                &OPERATIONS_V1_NUMBERS,
                &OperationsV1NumbersArgs { name },
            )?;
        Ok(output.result)
    }

    /// Operation 4000000000, `deep`.
    pub fn deep(
        &mut self,
        some: &[Sample<'_>],
        perhaps: Option<&Sample<'_>>,
    ) -> Result<Sample<'_>, stub::CallError> {
        let output: OperationsV1DeepOut<'_> = self
            .client
            .invoke(
                &OPERATIONS_V1,
                &OPERATIONS_V1_DEEP,
                &OperationsV1DeepArgs {
                    some,
                    perhaps,
                },
            )?;
        Ok(output.result)
    }
}

impl stub::Stub for OperationsV1Client {
    const INTERFACE: &'static stub::InterfaceMeta = &OPERATIONS_V1;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `OPERATIONS_V1` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait OperationsV1: Send + Sync {
    /// Nothing in, nothing out.
    fn nothing(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 1, `only_out`.
    fn only_out(&self, call: &stub::Context<'_>) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 2, `only_in`.
    fn only_in(&self, call: &stub::Context<'_>, value: i32) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 3, `many`.
    #[allow(clippy::too_many_arguments, reason = "the definition's parameters")]
    fn many<'a>(
        &'a self,
        call: &stub::Context<'_>,
        a: i32,
        b: Cow<'a, str>,
        c: Cow<'a, [u8]>,
        d: Sample<'a>,
        e: i32,
        f: i32,
        g: i32,
        h: i32,
    ) -> Result<Cow<'a, str>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `many` where results are not the server's own: a guard's, an `Arc`'s.
    #[allow(clippy::too_many_arguments, reason = "the definition's parameters")]
    fn many_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        a: i32,
        b: Cow<'_, str>,
        c: Cow<'_, [u8]>,
        d: Sample<'_>,
        e: i32,
        f: i32,
        g: i32,
        h: i32,
        reply: impl FnOnce(&str) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.many(call, a, b, c, d, e, f, g, h).map(|result| reply(&result))
    }

    /// Operation 4, `tell`.
    fn tell(
        &self,
        call: &stub::Context<'_>,
        what: Cow<'_, str>,
        perhaps: Option<i32>,
    ) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 5, `read_it`.
    fn read_it(
        &self,
        call: &stub::Context<'_>,
        which: [u8; 40],
    ) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 6, `unlock`.
    fn unlock(
        &self,
        call: &stub::Context<'_>,
        which: [u8; 40],
        spare: Option<stub::Fixed<u8, 40>>,
    ) -> Result<[u8; 40], stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `unlock` where results are not the server's own: a guard's, an `Arc`'s.
    fn unlock_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        which: [u8; 40],
        spare: Option<stub::Fixed<u8, 40>>,
        reply: impl FnOnce(&[u8; 40]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.unlock(call, which, spare).map(|result| reply(&result))
    }

    /// Operation 7, `numbers`.
    fn numbers(
        &self,
        call: &stub::Context<'_>,
        name: Cow<'_, str>,
    ) -> Result<Vec<i32>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `numbers` where results are not the server's own: a guard's, an `Arc`'s.
    fn numbers_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        name: Cow<'_, str>,
        reply: impl FnOnce(&[i32]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.numbers(call, name).map(|result| reply(&result))
    }

    /// Operation 4000000000, `deep`.
    fn deep<'a>(
        &'a self,
        call: &stub::Context<'_>,
        some: Vec<Sample<'a>>,
        perhaps: Option<Sample<'a>>,
    ) -> Result<Sample<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `deep` where results are not the server's own: a guard's, an `Arc`'s.
    fn deep_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        some: Vec<Sample<'_>>,
        perhaps: Option<Sample<'_>>,
        reply: impl FnOnce(&Sample<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.deep(call, some, perhaps).map(|result| reply(&result))
    }
}

/// Serves `OPERATIONS_V1` with an object that implements [`OperationsV1`].
pub struct OperationsV1Server<T>(pub T);

impl<T: OperationsV1> stub::Service for OperationsV1Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        OPERATIONS_V1.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        OPERATIONS_V1.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        OPERATIONS_V1.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &OPERATIONS_V1_NOTHING,
                    |context, (): ()| self.0.nothing(context),
                )
            }
            1 => {
                call.serve(
                    &OPERATIONS_V1_ONLY_OUT,
                    |context, (): ()| {
                        let result = self.0.only_out(context)?;
                        Ok(OperationsV1OnlyOutOut { result })
                    },
                )
            }
            2 => {
                call.serve(
                    &OPERATIONS_V1_ONLY_IN,
                    |context, input: OperationsV1OnlyInIn| {
                        self.0.only_in(context, input.value)
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &OPERATIONS_V1_MANY,
                    |context, input: OperationsV1ManyIn<'_>, reply| {
                        self.0
                            .many_replying(
                                context,
                                input.a,
                                input.b,
                                input.c,
                                input.d,
                                input.e,
                                input.f,
                                input.g,
                                input.h,
                                |result| reply.finish(&OperationsV1ManyReply { result }),
                            )
                    },
                )
            }
            4 => {
                call.serve(
                    &OPERATIONS_V1_TELL,
                    |context, input: OperationsV1TellIn<'_>| {
                        self.0.tell(context, input.what, input.perhaps)
                    },
                )
            }
            5 => {
                call.serve(
                    &OPERATIONS_V1_READ_IT,
                    |context, input: OperationsV1ReadItIn| {
                        let result = self.0.read_it(context, input.which)?;
                        Ok(OperationsV1ReadItOut { result })
                    },
                )
            }
            6 => {
                call.serve_replying(
                    &OPERATIONS_V1_UNLOCK,
                    |context, input: OperationsV1UnlockIn, reply| {
                        self.0
                            .unlock_replying(
                                context,
                                input.which,
                                input.spare,
                                |result| reply.finish(&OperationsV1UnlockReply { result }),
                            )
                    },
                )
            }
            7 => {
                call.serve_replying(
                    &OPERATIONS_V1_NUMBERS,
                    |context, input: OperationsV1NumbersIn<'_>, reply| {
                        self.0
                            .numbers_replying(
                                context,
                                input.name,
                                |result| reply.finish(&OperationsV1NumbersReply { result }),
                            )
                    },
                )
            }
            4000000000 => {
                call.serve_replying(
                    &OPERATIONS_V1_DEEP,
                    |context, input: OperationsV1DeepIn<'_>, reply| {
                        self.0
                            .deep_replying(
                                context,
                                input.some,
                                input.perhaps,
                                |result| reply.finish(&OperationsV1DeepReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

/// What names interface `OPERATIONS_V2`, and its operations.
pub static OPERATIONS_V2: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "OPERATIONS_V2",
        full_name: "OPERATIONS_V2",
        program: 0x20260005,
        uuid: 0x4ada76a7_dfb5_5498_971d_fcc056b19c70_u128.to_be_bytes(),
        version: 2,
        minor: 0,
    },
    operations: &[&OPERATIONS_V2_NOTHING],
};

/// What operation `nothing` takes and gives.
pub static OPERATIONS_V2_NOTHING: stub::OperationMeta = stub::OperationMeta {
    name: "nothing",
    number: 0,
    input: &stub::Record::of("nothing_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V2",
                "nothing",
                "urn:OPERATIONS_V2#nothing",
            )
        }),
    output: &stub::Record::of("nothing_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:OPERATIONS_V2",
                "nothingResponse",
                "urn:OPERATIONS_V2:OPERATIONS_V2:nothingResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// A client of `OPERATIONS_V2`.
pub struct OperationsV2Client {
    client: stub::Client,
}

impl OperationsV2Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, OPERATIONS_V2.id).map(Self::new)
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
        self.client.invoke(&OPERATIONS_V2, &OPERATIONS_V2_NOTHING, &())
    }
}

impl stub::Stub for OperationsV2Client {
    const INTERFACE: &'static stub::InterfaceMeta = &OPERATIONS_V2;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `OPERATIONS_V2` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait OperationsV2: Send + Sync {
    /// Operation 0, `nothing`.
    fn nothing(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `OPERATIONS_V2` with an object that implements [`OperationsV2`].
pub struct OperationsV2Server<T>(pub T);

impl<T: OperationsV2> stub::Service for OperationsV2Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        OPERATIONS_V2.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        OPERATIONS_V2.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        OPERATIONS_V2.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &OPERATIONS_V2_NOTHING,
                    |context, (): ()| self.0.nothing(context),
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

/// What names interface `EMPTY_V1`, and its operations.
pub static EMPTY_V1: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "EMPTY_V1",
        full_name: "EMPTY_V1",
        program: 0x20260006,
        uuid: 0xa4596fd7_1cb7_5292_a059_c413a8e55b66_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&EMPTY_V1_NOTHING],
};

/// What operation `nothing` takes and gives.
pub static EMPTY_V1_NOTHING: stub::OperationMeta = stub::OperationMeta {
    name: "nothing",
    number: 0,
    input: &stub::Record::of("nothing_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:EMPTY_V1", "nothing", "urn:EMPTY_V1#nothing")
        }),
    output: &stub::Record::of("nothing_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:EMPTY_V1",
                "nothingResponse",
                "urn:EMPTY_V1:EMPTY_V1:nothingResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// A client of `EMPTY_V1`.
pub struct EmptyV1Client {
    client: stub::Client,
}

impl EmptyV1Client {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, EMPTY_V1.id).map(Self::new)
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
        self.client.invoke(&EMPTY_V1, &EMPTY_V1_NOTHING, &())
    }
}

impl stub::Stub for EmptyV1Client {
    const INTERFACE: &'static stub::InterfaceMeta = &EMPTY_V1;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `EMPTY_V1` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait EmptyV1: Send + Sync {
    /// Operation 0, `nothing`.
    fn nothing(&self, call: &stub::Context<'_>) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `EMPTY_V1` with an object that implements [`EmptyV1`].
pub struct EmptyV1Server<T>(pub T);

impl<T: EmptyV1> stub::Service for EmptyV1Server<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        EMPTY_V1.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        EMPTY_V1.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        EMPTY_V1.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => call.serve(&EMPTY_V1_NOTHING, |context, (): ()| self.0.nothing(context)),
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `OPERATIONS_V1` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncOperationsV1Client {
        client: stub::AsyncClient,
    }

    impl AsyncOperationsV1Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, OPERATIONS_V1.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Nothing in, nothing out.
        pub async fn nothing(&self) -> Result<(), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&OPERATIONS_V1, &OPERATIONS_V1_NOTHING, &())
                .await?;
            reply.results(&OPERATIONS_V1_NOTHING)
        }

        /// Operation 1, `only_out`.
        pub async fn only_out(&self) -> Result<i32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&OPERATIONS_V1, &OPERATIONS_V1_ONLY_OUT, &())
                .await?;
            let output: OperationsV1OnlyOutOut = reply.results(&OPERATIONS_V1_ONLY_OUT)?;
            Ok(output.result)
        }

        /// Operation 2, `only_in`.
        pub async fn only_in(&self, value: i32) -> Result<(), stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &OPERATIONS_V1,
                    &OPERATIONS_V1_ONLY_IN,
                    &OperationsV1OnlyInArgs { value },
                )
                .await?;
            reply.results(&OPERATIONS_V1_ONLY_IN)
        }

        /// Operation 3, `many`.
        #[allow(clippy::too_many_arguments, reason = "the definition's parameters")]
        pub async fn many(
            &self,
            a: i32,
            b: &str,
            c: &[u8],
            d: &Sample<'_>,
            e: i32,
            f: i32,
            g: i32,
            h: i32,
        ) -> Result<Cow<'static, str>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &OPERATIONS_V1,
                    &OPERATIONS_V1_MANY,
                    &OperationsV1ManyArgs {
                        a,
                        b,
                        c,
                        d,
                        e,
                        f,
                        g,
                        h,
                    },
                )
                .await?;
            let output: OperationsV1ManyOut<'_> = reply.results(&OPERATIONS_V1_MANY)?;
            Ok(Cow::Owned(output.result.into_owned()))
        }

        /// Operation 4, `tell`.
        pub async fn tell(
            &self,
            what: &str,
            perhaps: Option<i32>,
        ) -> Result<(), stub::CallError> {
            self.client
                .invoke_oneway(
                    &OPERATIONS_V1,
                    &OPERATIONS_V1_TELL,
                    &OperationsV1TellArgs {
                        what,
                        perhaps,
                    },
                )
                .await
        }

        /// Operation 5, `read_it`.
        pub async fn read_it(&self, which: &[u8; 40]) -> Result<i32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &OPERATIONS_V1,
                    &OPERATIONS_V1_READ_IT,
                    &OperationsV1ReadItArgs { which },
                )
                .await?;
            let output: OperationsV1ReadItOut = reply.results(&OPERATIONS_V1_READ_IT)?;
            Ok(output.result)
        }

        /// Operation 6, `unlock`.
        pub async fn unlock(
            &self,
            which: &[u8; 40],
            spare: Option<&[u8; 40]>,
        ) -> Result<[u8; 40], stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &OPERATIONS_V1,
                    &OPERATIONS_V1_UNLOCK,
                    &OperationsV1UnlockArgs {
                        which,
                        spare,
                    },
                )
                .await?;
            let output: OperationsV1UnlockOut = reply.results(&OPERATIONS_V1_UNLOCK)?;
            Ok(output.result)
        }

        /// Operation 7, `numbers`.
        pub async fn numbers(&self, name: &str) -> Result<Vec<i32>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &OPERATIONS_V1,
                    &OPERATIONS_V1_NUMBERS,
                    &OperationsV1NumbersArgs { name },
                )
                .await?;
            let output: OperationsV1NumbersOut = reply.results(&OPERATIONS_V1_NUMBERS)?;
            Ok(output.result)
        }

        /// Operation 4000000000, `deep`.
        pub async fn deep(
            &self,
            some: &[Sample<'_>],
            perhaps: Option<&Sample<'_>>,
        ) -> Result<Sample<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &OPERATIONS_V1,
                    &OPERATIONS_V1_DEEP,
                    &OperationsV1DeepArgs {
                        some,
                        perhaps,
                    },
                )
                .await?;
            let output: OperationsV1DeepOut<'_> = reply.results(&OPERATIONS_V1_DEEP)?;
            Ok(output.result.into_owned())
        }
    }

    impl stub::AsyncStub for AsyncOperationsV1Client {
        const INTERFACE: &'static stub::InterfaceMeta = &OPERATIONS_V1;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `OPERATIONS_V1` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncOperationsV1: Send + Sync {
        /// Nothing in, nothing out.
        fn nothing<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `only_out`.
        fn only_out<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `only_in`.
        fn only_in<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            value: i32,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `many`.
        #[allow(clippy::too_many_arguments, reason = "the definition's parameters")]
        fn many<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            a: i32,
            b: Cow<'a, str>,
            c: Cow<'a, [u8]>,
            d: Sample<'a>,
            e: i32,
            f: i32,
            g: i32,
            h: i32,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `tell`.
        fn tell<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            what: Cow<'a, str>,
            perhaps: Option<i32>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 5, `read_it`.
        fn read_it<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            which: [u8; 40],
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 6, `unlock`.
        fn unlock<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            which: [u8; 40],
            spare: Option<stub::Fixed<u8, 40>>,
        ) -> impl std::future::Future<Output = Result<[u8; 40], stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 7, `numbers`.
        fn numbers<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            name: Cow<'a, str>,
        ) -> impl std::future::Future<Output = Result<Vec<i32>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4000000000, `deep`.
        fn deep<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            some: Vec<Sample<'a>>,
            perhaps: Option<Sample<'a>>,
        ) -> impl std::future::Future<Output = Result<Sample<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `OPERATIONS_V1` with an object that implements [`AsyncOperationsV1`], on a runtime.
    pub struct AsyncOperationsV1Server<T>(pub T);

    impl<T: AsyncOperationsV1> stub::Service for AsyncOperationsV1Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            OPERATIONS_V1.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            OPERATIONS_V1.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            OPERATIONS_V1.elements()
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
                        let ((), mut referents): ((), _) = call
                            .input(&OPERATIONS_V1_NOTHING)?;
                        let context = call.context();
                        let result = self.0.nothing(&context).await;
                        let () = result
                            .map_err(|fault| call.fail(&OPERATIONS_V1_NOTHING, fault))?;
                        Ok(call.end(&OPERATIONS_V1_NOTHING, &(), &mut referents))
                    })
                }
                1 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call
                            .input(&OPERATIONS_V1_ONLY_OUT)?;
                        let context = call.context();
                        let result = self.0.only_out(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&OPERATIONS_V1_ONLY_OUT, fault))?;
                        Ok(
                            call
                                .end(
                                    &OPERATIONS_V1_ONLY_OUT,
                                    &OperationsV1OnlyOutOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (OperationsV1OnlyInIn, _) = call
                            .input(&OPERATIONS_V1_ONLY_IN)?;
                        let context = call.context();
                        let result = self.0.only_in(&context, input.value).await;
                        let () = result
                            .map_err(|fault| call.fail(&OPERATIONS_V1_ONLY_IN, fault))?;
                        Ok(call.end(&OPERATIONS_V1_ONLY_IN, &(), &mut referents))
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (OperationsV1ManyIn<'_>, _) = call
                            .input(&OPERATIONS_V1_MANY)?;
                        let context = call.context();
                        let result = self
                            .0
                            .many(
                                &context,
                                input.a,
                                input.b,
                                input.c,
                                input.d,
                                input.e,
                                input.f,
                                input.g,
                                input.h,
                            )
                            .await;
                        let output = result
                            .map_err(|fault| call.fail(&OPERATIONS_V1_MANY, fault))?;
                        Ok(
                            call
                                .end(
                                    &OPERATIONS_V1_MANY,
                                    &OperationsV1ManyReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (OperationsV1TellIn<'_>, _) = call
                            .input(&OPERATIONS_V1_TELL)?;
                        let context = call.context();
                        let result = self.0.tell(&context, input.what, input.perhaps).await;
                        let () = result
                            .map_err(|fault| call.fail(&OPERATIONS_V1_TELL, fault))?;
                        Ok(call.end(&OPERATIONS_V1_TELL, &(), &mut referents))
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (OperationsV1ReadItIn, _) = call
                            .input(&OPERATIONS_V1_READ_IT)?;
                        let context = call.context();
                        let result = self.0.read_it(&context, input.which).await;
                        let output = result
                            .map_err(|fault| call.fail(&OPERATIONS_V1_READ_IT, fault))?;
                        Ok(
                            call
                                .end(
                                    &OPERATIONS_V1_READ_IT,
                                    &OperationsV1ReadItOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (OperationsV1UnlockIn, _) = call
                            .input(&OPERATIONS_V1_UNLOCK)?;
                        let context = call.context();
                        let result = self.0.unlock(&context, input.which, input.spare).await;
                        let output = result
                            .map_err(|fault| call.fail(&OPERATIONS_V1_UNLOCK, fault))?;
                        Ok(
                            call
                                .end(
                                    &OPERATIONS_V1_UNLOCK,
                                    &OperationsV1UnlockReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (OperationsV1NumbersIn<'_>, _) = call
                            .input(&OPERATIONS_V1_NUMBERS)?;
                        let context = call.context();
                        let result = self.0.numbers(&context, input.name).await;
                        let output = result
                            .map_err(|fault| call.fail(&OPERATIONS_V1_NUMBERS, fault))?;
                        Ok(
                            call
                                .end(
                                    &OPERATIONS_V1_NUMBERS,
                                    &OperationsV1NumbersReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4000000000 => {
                    stub::serving(async move {
                        let (input, mut referents): (OperationsV1DeepIn<'_>, _) = call
                            .input(&OPERATIONS_V1_DEEP)?;
                        let context = call.context();
                        let result = self.0.deep(&context, input.some, input.perhaps).await;
                        let output = result
                            .map_err(|fault| call.fail(&OPERATIONS_V1_DEEP, fault))?;
                        Ok(
                            call
                                .end(
                                    &OPERATIONS_V1_DEEP,
                                    &OperationsV1DeepReply {
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

    /// A client of `OPERATIONS_V2` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncOperationsV2Client {
        client: stub::AsyncClient,
    }

    impl AsyncOperationsV2Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, OPERATIONS_V2.id).await.map(Self::new)
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
            let mut reply = self
                .client
                .invoke(&OPERATIONS_V2, &OPERATIONS_V2_NOTHING, &())
                .await?;
            reply.results(&OPERATIONS_V2_NOTHING)
        }
    }

    impl stub::AsyncStub for AsyncOperationsV2Client {
        const INTERFACE: &'static stub::InterfaceMeta = &OPERATIONS_V2;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `OPERATIONS_V2` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncOperationsV2: Send + Sync {
        /// Operation 0, `nothing`.
        fn nothing<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `OPERATIONS_V2` with an object that implements [`AsyncOperationsV2`], on a runtime.
    pub struct AsyncOperationsV2Server<T>(pub T);

    impl<T: AsyncOperationsV2> stub::Service for AsyncOperationsV2Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            OPERATIONS_V2.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            OPERATIONS_V2.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            OPERATIONS_V2.elements()
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
                        let ((), mut referents): ((), _) = call
                            .input(&OPERATIONS_V2_NOTHING)?;
                        let context = call.context();
                        let result = self.0.nothing(&context).await;
                        let () = result
                            .map_err(|fault| call.fail(&OPERATIONS_V2_NOTHING, fault))?;
                        Ok(call.end(&OPERATIONS_V2_NOTHING, &(), &mut referents))
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

    /// A client of `EMPTY_V1` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncEmptyV1Client {
        client: stub::AsyncClient,
    }

    impl AsyncEmptyV1Client {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, EMPTY_V1.id).await.map(Self::new)
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
            let mut reply = self.client.invoke(&EMPTY_V1, &EMPTY_V1_NOTHING, &()).await?;
            reply.results(&EMPTY_V1_NOTHING)
        }
    }

    impl stub::AsyncStub for AsyncEmptyV1Client {
        const INTERFACE: &'static stub::InterfaceMeta = &EMPTY_V1;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `EMPTY_V1` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncEmptyV1: Send + Sync {
        /// Operation 0, `nothing`.
        fn nothing<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `EMPTY_V1` with an object that implements [`AsyncEmptyV1`], on a runtime.
    pub struct AsyncEmptyV1Server<T>(pub T);

    impl<T: AsyncEmptyV1> stub::Service for AsyncEmptyV1Server<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            EMPTY_V1.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            EMPTY_V1.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            EMPTY_V1.elements()
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
                        let ((), mut referents): ((), _) = call.input(&EMPTY_V1_NOTHING)?;
                        let context = call.context();
                        let result = self.0.nothing(&context).await;
                        let () = result
                            .map_err(|fault| call.fail(&EMPTY_V1_NOTHING, fault))?;
                        Ok(call.end(&EMPTY_V1_NOTHING, &(), &mut referents))
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
