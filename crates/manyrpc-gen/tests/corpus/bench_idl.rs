// Generated from bench.idl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Constant `INTS_MAX`.
pub const INTS_MAX: i32 = 1000000;

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
    pub first_name: Option<Cow<'a, str>>,
    /// Field `last_name`.
    pub last_name: Option<Cow<'a, str>>,
    /// Field `age`.
    pub age: i32,
    /// Field `email`.
    pub email: Option<Cow<'a, str>>,
    /// Field `phone`.
    pub phone: Option<Cow<'a, str>>,
    /// Field `newsletter`.
    pub newsletter: bool,
    /// Field `latitude`.
    pub latitude: f32,
    /// Field `longitude`.
    pub longitude: f32,
    /// Field `photo`.
    pub photo: Option<Cow<'a, [u8]>>,
}

static INFO_FIELDS: [stub::Field; 11] = [
    stub::Field::plain("id").number(1),
    stub::Field::of(
            "first_name",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("first_name")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::of(
            "last_name",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("last_name")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
    stub::Field::plain("age").number(4),
    stub::Field::of(
            "email",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("email")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(5)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(5),
    stub::Field::of(
            "phone",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("phone")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(6)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(6),
    stub::Field::plain("newsletter").number(7),
    stub::Field::plain("latitude").number(8),
    stub::Field::plain("longitude").number(9),
    stub::Field::plain("photo_length").ndr(stub::ndr_place!(defers true)).number(10),
    stub::Field::of(
            "photo",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("photo")
                    .ndr(stub::ndr_place!(hoists 1))
                    .number(11)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(11),
];

static INFO: stub::Record = stub::Record::of("info", &INFO_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

impl stub::Encode for Info<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &INFO, self);
    }
}

impl<'de> stub::Decode<'de> for Info<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &INFO, self)
    }
}

impl stub::Fields for Info<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&INFO_FIELDS[0], &self.id);
        s.field(&INFO_FIELDS[1], &self.first_name);
        s.field(&INFO_FIELDS[2], &self.last_name);
        s.field(&INFO_FIELDS[3], &self.age);
        s.field(&INFO_FIELDS[4], &self.email);
        s.field(&INFO_FIELDS[5], &self.phone);
        s.field(&INFO_FIELDS[6], &self.newsletter);
        s.field(&INFO_FIELDS[7], &self.latitude);
        s.field(&INFO_FIELDS[8], &self.longitude);
        s.field(
            &INFO_FIELDS[9],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, self.photo.as_ref().map(|v| v.len())),
        );
        s.field(&INFO_FIELDS[10], &self.photo);
    }
}

impl<'de> stub::Slots<'de> for Info<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&INFO_FIELDS[0], &mut self.id)?;
        s.slot(&INFO_FIELDS[1], &mut self.first_name)?;
        s.slot(&INFO_FIELDS[2], &mut self.last_name)?;
        s.slot(&INFO_FIELDS[3], &mut self.age)?;
        s.slot(&INFO_FIELDS[4], &mut self.email)?;
        s.slot(&INFO_FIELDS[5], &mut self.phone)?;
        s.slot(&INFO_FIELDS[6], &mut self.newsletter)?;
        s.slot(&INFO_FIELDS[7], &mut self.latitude)?;
        s.slot(&INFO_FIELDS[8], &mut self.longitude)?;
        let mut said9 = u32::default();
        s.derived(&INFO_FIELDS[9], &mut said9)?;
        s.slot(&INFO_FIELDS[10], &mut self.photo)?;
        stub::agree(
            s,
            &INFO_FIELDS[10],
            stub::Relation::SAME,
            &said9,
            self.photo.as_ref().map(|v| v.len()),
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
            0 => s.slot(&INFO_FIELDS[0], &mut self.id),
            1 => s.slot(&INFO_FIELDS[1], &mut self.first_name),
            2 => s.slot(&INFO_FIELDS[2], &mut self.last_name),
            3 => s.slot(&INFO_FIELDS[3], &mut self.age),
            4 => s.slot(&INFO_FIELDS[4], &mut self.email),
            5 => s.slot(&INFO_FIELDS[5], &mut self.phone),
            6 => s.slot(&INFO_FIELDS[6], &mut self.newsletter),
            7 => s.slot(&INFO_FIELDS[7], &mut self.latitude),
            8 => s.slot(&INFO_FIELDS[8], &mut self.longitude),
            9 => s.derived(&INFO_FIELDS[9], &mut u32::default()),
            10 => s.slot(&INFO_FIELDS[10], &mut self.photo),
            _ => Err(stub::Fail),
        }
    }
}

impl Info<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Info<'static> {
        Info {
            id: self.id,
            first_name: self.first_name.map(|v| Cow::Owned(v.into_owned())),
            last_name: self.last_name.map(|v| Cow::Owned(v.into_owned())),
            age: self.age,
            email: self.email.map(|v| Cow::Owned(v.into_owned())),
            phone: self.phone.map(|v| Cow::Owned(v.into_owned())),
            newsletter: self.newsletter,
            latitude: self.latitude,
            longitude: self.longitude,
            photo: self.photo.map(|v| Cow::Owned(v.into_owned())),
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
    pub data: Option<Cow<'a, [u8]>>,
}

static TRANSFERRED_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("code").number(1),
    stub::Field::plain("data_length").ndr(stub::ndr_place!(defers true)).number(2),
    stub::Field::of(
            "data",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("data")
                    .ndr(stub::ndr_place!(hoists 1))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
];

static TRANSFERRED: stub::Record = stub::Record::of("transferred", &TRANSFERRED_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

impl stub::Encode for Transferred<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &TRANSFERRED, self);
    }
}

impl<'de> stub::Decode<'de> for Transferred<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &TRANSFERRED, self)
    }
}

impl stub::Fields for Transferred<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&TRANSFERRED_FIELDS[0], &self.code);
        s.field(
            &TRANSFERRED_FIELDS[1],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, self.data.as_ref().map(|v| v.len())),
        );
        s.field(&TRANSFERRED_FIELDS[2], &self.data);
    }
}

impl<'de> stub::Slots<'de> for Transferred<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&TRANSFERRED_FIELDS[0], &mut self.code)?;
        let mut said1 = u32::default();
        s.derived(&TRANSFERRED_FIELDS[1], &mut said1)?;
        s.slot(&TRANSFERRED_FIELDS[2], &mut self.data)?;
        stub::agree(
            s,
            &TRANSFERRED_FIELDS[2],
            stub::Relation::SAME,
            &said1,
            self.data.as_ref().map(|v| v.len()),
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
            0 => s.slot(&TRANSFERRED_FIELDS[0], &mut self.code),
            1 => s.derived(&TRANSFERRED_FIELDS[1], &mut u32::default()),
            2 => s.slot(&TRANSFERRED_FIELDS[2], &mut self.data),
            _ => Err(stub::Fail),
        }
    }
}

impl Transferred<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Transferred<'static> {
        Transferred {
            code: self.code,
            data: self.data.map(|v| Cow::Owned(v.into_owned())),
        }
    }
}

impl stub::Standalone for Transferred<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("transferred")
        .ndr(stub::ndr_place!(defers true));
}

/// What names interface `bench`, and its operations.
pub static BENCH: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "bench",
        full_name: "bench",
        program: 0x21e44f12,
        uuid: 0xa29076d0_e666_58ca_92ca_6b8e3d1ea3fa_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &BENCH_NOTHING,
        &BENCH_ADD,
        &BENCH_ECHO,
        &BENCH_INT_ARRAY,
        &BENCH_CONCAT,
        &BENCH_REQUEST,
        &BENCH_COUNT,
        &BENCH_SUM,
        &BENCH_TRANSFER,
    ],
};

/// What operation `nothing` takes and gives.
pub static BENCH_NOTHING: stub::OperationMeta = stub::OperationMeta {
    name: "nothing",
    number: 0,
    input: &stub::Record::of("nothing_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:bench", "nothing", "urn:bench#nothing")
        }),
    output: &stub::Record::of("nothing_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:bench",
                "nothingResponse",
                "urn:bench:bench:nothingResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_ADD_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("a").number(1),
    stub::Field::plain("b").number(2),
];

static BENCH_ADD_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `add` takes and gives.
pub static BENCH_ADD: stub::OperationMeta = stub::OperationMeta {
    name: "add",
    number: 1,
    input: &stub::Record::of("add_in", &BENCH_ADD_IN_FIELDS)
        .xml(const { &stub::XmlRecord::wrapper("urn:bench", "add", "urn:bench#add") }),
    output: &stub::Record::of("add_out", &BENCH_ADD_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:bench",
                "addResponse",
                "urn:bench:bench:addResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_ECHO_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("length").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "data",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("data")
                    .ndr(stub::ndr_place!(hoists 1))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static BENCH_ECHO_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("reply_length").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "reply",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("reply")
                    .ndr(stub::ndr_place!(hoists 1))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

/// What operation `echo` takes and gives.
pub static BENCH_ECHO: stub::OperationMeta = stub::OperationMeta {
    name: "echo",
    number: 2,
    input: &stub::Record::of("echo_in", &BENCH_ECHO_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const { &stub::XmlRecord::wrapper("urn:bench", "echo", "urn:bench#echo") }),
    output: &stub::Record::of("echo_out", &BENCH_ECHO_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:bench",
                "echoResponse",
                "urn:bench:bench:echoResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_INT_ARRAY_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("count").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "values",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "values",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("values")
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
];

static BENCH_INT_ARRAY_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("reply_count").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "reply",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "reply",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("reply")
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
];

/// What operation `int_array` takes and gives.
pub static BENCH_INT_ARRAY: stub::OperationMeta = stub::OperationMeta {
    name: "int_array",
    number: 3,
    input: &stub::Record::of("int_array_in", &BENCH_INT_ARRAY_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:bench", "int_array", "urn:bench#int_array")
        }),
    output: &stub::Record::of("int_array_out", &BENCH_INT_ARRAY_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:bench",
                "int_arrayResponse",
                "urn:bench:bench:int_arrayResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_CONCAT_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "left",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("left")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "right",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("right")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static BENCH_CONCAT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(terminated true, hoists 1))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `concat` takes and gives.
pub static BENCH_CONCAT: stub::OperationMeta = stub::OperationMeta {
    name: "concat",
    number: 4,
    input: &stub::Record::of("concat_in", &BENCH_CONCAT_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:bench", "concat", "urn:bench#concat")
        }),
    output: &stub::Record::of("concat_out", &BENCH_CONCAT_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:bench",
                "concatResponse",
                "urn:bench:bench:concatResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_REQUEST_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("wanted")];
static BENCH_REQUEST_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `request` takes and gives.
pub static BENCH_REQUEST: stub::OperationMeta = stub::OperationMeta {
    name: "request",
    number: 5,
    input: &stub::Record::of("request_in", &BENCH_REQUEST_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper("urn:bench", "request", "urn:bench#request")
        }),
    output: &stub::Record::of("request_out", &BENCH_REQUEST_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:bench",
                "requestResponse",
                "urn:bench:bench:requestResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_COUNT_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("n").number(1)];
static BENCH_COUNT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `count` takes and gives.
pub static BENCH_COUNT: stub::OperationMeta = stub::OperationMeta {
    name: "count",
    number: 6,
    input: &stub::Record::of("count_in", &BENCH_COUNT_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 8))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:bench", "count", "urn:bench#count")
        }),
    output: &stub::Record::of("count_out", &BENCH_COUNT_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 8))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:bench",
                "countResponse",
                "urn:bench:bench:countResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_SUM_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("count").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "values",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "values",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("values")
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
];

static BENCH_SUM_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `sum` takes and gives.
pub static BENCH_SUM: stub::OperationMeta = stub::OperationMeta {
    name: "sum",
    number: 7,
    input: &stub::Record::of("sum_in", &BENCH_SUM_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const { &stub::XmlRecord::wrapper("urn:bench", "sum", "urn:bench#sum") }),
    output: &stub::Record::of("sum_out", &BENCH_SUM_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:bench",
                "sumResponse",
                "urn:bench:bench:sumResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static BENCH_TRANSFER_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("length").ndr(stub::ndr_place!(defers true)).number(1),
    stub::Field::of(
            "data",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("data")
                    .ndr(stub::ndr_place!(hoists 1))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static BENCH_TRANSFER_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),)),
];

/// What operation `transfer` takes and gives.
pub static BENCH_TRANSFER: stub::OperationMeta = stub::OperationMeta {
    name: "transfer",
    number: 8,
    input: &stub::Record::of("transfer_in", &BENCH_TRANSFER_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:bench", "transfer", "urn:bench#transfer")
        }),
    output: &stub::Record::of("transfer_out", &BENCH_TRANSFER_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:bench",
                "transferResponse",
                "urn:bench:bench:transferResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `add` takes.
#[derive(Clone, Debug)]
pub struct BenchAddArgs {
    /// Parameter `a`.
    pub a: i32,
    /// Parameter `b`.
    pub b: i32,
}

stub::plain_fields! {
    BenchAddArgs, BENCH_ADD_IN_FIELDS { 0 a, 1 b }
}

#[derive(Default)]
struct BenchAddIn {
    a: i32,
    b: i32,
}

stub::plain_slots! {
    BenchAddIn, BENCH_ADD_IN_FIELDS { 0 a, 1 b }
}

/// What a call of `add` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchAddOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    BenchAddOut, BENCH_ADD_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    BenchAddOut, BENCH_ADD_OUT_FIELDS { 0 result }
}

/// What a call of `echo` takes.
#[derive(Clone, Debug)]
pub struct BenchEchoArgs<'a> {
    /// Parameter `data`.
    pub data: Option<&'a [u8]>,
}

impl stub::Fields for BenchEchoArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &BENCH_ECHO_IN_FIELDS[0],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, self.data.as_ref().map(|v| v.len())),
        );
        s.field(&BENCH_ECHO_IN_FIELDS[1], &self.data);
    }
}

#[derive(Default)]
struct BenchEchoIn<'a> {
    data: Option<Cow<'a, [u8]>>,
}

impl<'de> stub::Slots<'de> for BenchEchoIn<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&BENCH_ECHO_IN_FIELDS[0], &mut said0)?;
        s.slot(&BENCH_ECHO_IN_FIELDS[1], &mut self.data)?;
        stub::agree(
            s,
            &BENCH_ECHO_IN_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            self.data.as_ref().map(|v| v.len()),
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
            0 => s.derived(&BENCH_ECHO_IN_FIELDS[0], &mut u32::default()),
            1 => s.slot(&BENCH_ECHO_IN_FIELDS[1], &mut self.data),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `echo` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchEchoOut<'a> {
    /// Parameter `reply`.
    pub reply: Option<Cow<'a, [u8]>>,
}

impl<'de> stub::Slots<'de> for BenchEchoOut<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&BENCH_ECHO_OUT_FIELDS[0], &mut said0)?;
        s.slot(&BENCH_ECHO_OUT_FIELDS[1], &mut self.reply)?;
        stub::agree(
            s,
            &BENCH_ECHO_OUT_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            self.reply.as_ref().map(|v| v.len()),
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
            0 => s.derived(&BENCH_ECHO_OUT_FIELDS[0], &mut u32::default()),
            1 => s.slot(&BENCH_ECHO_OUT_FIELDS[1], &mut self.reply),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `echo`.
#[derive(Clone, Debug)]
pub struct BenchEchoReply<'a> {
    /// Parameter `reply`.
    pub reply: Option<&'a [u8]>,
}

impl stub::Fields for BenchEchoReply<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &BENCH_ECHO_OUT_FIELDS[0],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, self.reply.as_ref().map(|v| v.len())),
        );
        s.field(&BENCH_ECHO_OUT_FIELDS[1], &self.reply);
    }
}

/// What a call of `int_array` takes.
#[derive(Clone, Debug)]
pub struct BenchIntArrayArgs<'a> {
    /// Parameter `values`.
    pub values: Option<&'a [i32]>,
}

impl stub::Fields for BenchIntArrayArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &BENCH_INT_ARRAY_IN_FIELDS[0],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, self.values.as_ref().map(|v| v.len())),
        );
        s.field(&BENCH_INT_ARRAY_IN_FIELDS[1], &self.values);
    }
}

#[derive(Default)]
struct BenchIntArrayIn {
    values: Option<Vec<i32>>,
}

impl<'de> stub::Slots<'de> for BenchIntArrayIn {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&BENCH_INT_ARRAY_IN_FIELDS[0], &mut said0)?;
        s.slot(&BENCH_INT_ARRAY_IN_FIELDS[1], &mut self.values)?;
        stub::agree(
            s,
            &BENCH_INT_ARRAY_IN_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            self.values.as_ref().map(|v| v.len()),
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
            0 => s.derived(&BENCH_INT_ARRAY_IN_FIELDS[0], &mut u32::default()),
            1 => s.slot(&BENCH_INT_ARRAY_IN_FIELDS[1], &mut self.values),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `int_array` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchIntArrayOut {
    /// Parameter `reply`.
    pub reply: Option<Vec<i32>>,
}

impl<'de> stub::Slots<'de> for BenchIntArrayOut {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&BENCH_INT_ARRAY_OUT_FIELDS[0], &mut said0)?;
        s.slot(&BENCH_INT_ARRAY_OUT_FIELDS[1], &mut self.reply)?;
        stub::agree(
            s,
            &BENCH_INT_ARRAY_OUT_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            self.reply.as_ref().map(|v| v.len()),
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
            0 => s.derived(&BENCH_INT_ARRAY_OUT_FIELDS[0], &mut u32::default()),
            1 => s.slot(&BENCH_INT_ARRAY_OUT_FIELDS[1], &mut self.reply),
            _ => Err(stub::Fail),
        }
    }
}

/// What a server answers to a call of `int_array`.
#[derive(Clone, Debug)]
pub struct BenchIntArrayReply<'a> {
    /// Parameter `reply`.
    pub reply: Option<&'a [i32]>,
}

impl stub::Fields for BenchIntArrayReply<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &BENCH_INT_ARRAY_OUT_FIELDS[0],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, self.reply.as_ref().map(|v| v.len())),
        );
        s.field(&BENCH_INT_ARRAY_OUT_FIELDS[1], &self.reply);
    }
}

/// What a call of `concat` takes.
#[derive(Clone, Debug)]
pub struct BenchConcatArgs<'a> {
    /// Parameter `left`.
    pub left: Option<&'a str>,
    /// Parameter `right`.
    pub right: Option<&'a str>,
}

stub::plain_fields! {
    BenchConcatArgs<'de>, BENCH_CONCAT_IN_FIELDS { 0 left, 1 right }
}

#[derive(Default)]
struct BenchConcatIn<'a> {
    left: Option<Cow<'a, str>>,
    right: Option<Cow<'a, str>>,
}

stub::plain_slots! {
    BenchConcatIn<'de>, BENCH_CONCAT_IN_FIELDS { 0 left, 1 right }
}

/// What a call of `concat` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchConcatOut<'a> {
    /// Parameter `result`.
    pub result: Option<Cow<'a, str>>,
}

stub::plain_slots! {
    BenchConcatOut<'de>, BENCH_CONCAT_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `concat`.
#[derive(Clone, Debug)]
pub struct BenchConcatReply<'a> {
    /// Parameter `result`.
    pub result: Option<&'a str>,
}

stub::plain_fields! {
    BenchConcatReply<'de>, BENCH_CONCAT_OUT_FIELDS { 0 result }
}

/// What a call of `request` takes.
#[derive(Clone, Debug)]
pub struct BenchRequestArgs<'a> {
    /// Parameter `wanted`.
    pub wanted: &'a InfoRequest,
}

stub::plain_fields! {
    BenchRequestArgs<'de>, BENCH_REQUEST_IN_FIELDS { 0 wanted }
}

#[derive(Default)]
struct BenchRequestIn {
    wanted: InfoRequest,
}

stub::plain_slots! {
    BenchRequestIn, BENCH_REQUEST_IN_FIELDS { 0 wanted }
}

/// What a call of `request` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchRequestOut<'a> {
    /// Parameter `result`.
    pub result: Info<'a>,
}

stub::plain_slots! {
    BenchRequestOut<'de>, BENCH_REQUEST_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `request`.
#[derive(Clone, Debug)]
pub struct BenchRequestReply<'a> {
    /// Parameter `result`.
    pub result: &'a Info<'a>,
}

stub::plain_fields! {
    BenchRequestReply<'de>, BENCH_REQUEST_OUT_FIELDS { 0 result }
}

/// What a call of `count` takes.
#[derive(Clone, Debug)]
pub struct BenchCountArgs {
    /// Parameter `n`.
    pub n: u64,
}

stub::plain_fields! {
    BenchCountArgs, BENCH_COUNT_IN_FIELDS { 0 n }
}

#[derive(Default)]
struct BenchCountIn {
    n: u64,
}

stub::plain_slots! {
    BenchCountIn, BENCH_COUNT_IN_FIELDS { 0 n }
}

/// What a call of `count` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchCountOut {
    /// Parameter `result`.
    pub result: u64,
}

stub::plain_fields! {
    BenchCountOut, BENCH_COUNT_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    BenchCountOut, BENCH_COUNT_OUT_FIELDS { 0 result }
}

/// What a call of `sum` takes.
#[derive(Clone, Debug)]
pub struct BenchSumArgs<'a> {
    /// Parameter `values`.
    pub values: Option<&'a [i32]>,
}

impl stub::Fields for BenchSumArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &BENCH_SUM_IN_FIELDS[0],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, self.values.as_ref().map(|v| v.len())),
        );
        s.field(&BENCH_SUM_IN_FIELDS[1], &self.values);
    }
}

#[derive(Default)]
struct BenchSumIn {
    values: Option<Vec<i32>>,
}

impl<'de> stub::Slots<'de> for BenchSumIn {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&BENCH_SUM_IN_FIELDS[0], &mut said0)?;
        s.slot(&BENCH_SUM_IN_FIELDS[1], &mut self.values)?;
        stub::agree(
            s,
            &BENCH_SUM_IN_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            self.values.as_ref().map(|v| v.len()),
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
            0 => s.derived(&BENCH_SUM_IN_FIELDS[0], &mut u32::default()),
            1 => s.slot(&BENCH_SUM_IN_FIELDS[1], &mut self.values),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `sum` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchSumOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    BenchSumOut, BENCH_SUM_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    BenchSumOut, BENCH_SUM_OUT_FIELDS { 0 result }
}

/// What a call of `transfer` takes.
#[derive(Clone, Debug)]
pub struct BenchTransferArgs<'a> {
    /// Parameter `data`.
    pub data: Option<&'a [u8]>,
}

impl stub::Fields for BenchTransferArgs<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(
            &BENCH_TRANSFER_IN_FIELDS[0],
            &stub::Count::<
                u32,
            >::of(stub::Relation::SAME, self.data.as_ref().map(|v| v.len())),
        );
        s.field(&BENCH_TRANSFER_IN_FIELDS[1], &self.data);
    }
}

#[derive(Default)]
struct BenchTransferIn<'a> {
    data: Option<Cow<'a, [u8]>>,
}

impl<'de> stub::Slots<'de> for BenchTransferIn<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        let mut said0 = u32::default();
        s.derived(&BENCH_TRANSFER_IN_FIELDS[0], &mut said0)?;
        s.slot(&BENCH_TRANSFER_IN_FIELDS[1], &mut self.data)?;
        stub::agree(
            s,
            &BENCH_TRANSFER_IN_FIELDS[1],
            stub::Relation::SAME,
            &said0,
            self.data.as_ref().map(|v| v.len()),
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
            0 => s.derived(&BENCH_TRANSFER_IN_FIELDS[0], &mut u32::default()),
            1 => s.slot(&BENCH_TRANSFER_IN_FIELDS[1], &mut self.data),
            _ => Err(stub::Fail),
        }
    }
}

/// What a call of `transfer` gives.
#[derive(Clone, Debug, Default)]
pub struct BenchTransferOut<'a> {
    /// Parameter `result`.
    pub result: Transferred<'a>,
}

stub::plain_slots! {
    BenchTransferOut<'de>, BENCH_TRANSFER_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `transfer`.
#[derive(Clone, Debug)]
pub struct BenchTransferReply<'a> {
    /// Parameter `result`.
    pub result: &'a Transferred<'a>,
}

stub::plain_fields! {
    BenchTransferReply<'de>, BENCH_TRANSFER_OUT_FIELDS { 0 result }
}

/// A client of `bench`.
pub struct BenchClient {
    client: stub::Client,
}

impl BenchClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, BENCH.id).map(Self::new)
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
        self.client.invoke(&BENCH, &BENCH_NOTHING, &())
    }

    /// Operation 1, `add`.
    pub fn add(&mut self, a: i32, b: i32) -> Result<i32, stub::CallError> {
        let output: BenchAddOut = self
            .client
            .invoke(&BENCH, &BENCH_ADD, &BenchAddArgs { a, b })?;
        Ok(output.result)
    }

    /// Operation 2, `echo`.
    pub fn echo(
        &mut self,
        data: Option<&[u8]>,
    ) -> Result<Option<Cow<'_, [u8]>>, stub::CallError> {
        let output: BenchEchoOut<'_> = self
            .client
            .invoke(&BENCH, &BENCH_ECHO, &BenchEchoArgs { data })?;
        Ok(output.reply)
    }

    /// Operation 3, `int_array`.
    pub fn int_array(
        &mut self,
        values: Option<&[i32]>,
    ) -> Result<Option<Vec<i32>>, stub::CallError> {
        let output: BenchIntArrayOut = self
            .client
            .invoke(&BENCH, &BENCH_INT_ARRAY, &BenchIntArrayArgs { values })?;
        Ok(output.reply)
    }

    /// Operation 4, `concat`.
    pub fn concat(
        &mut self,
        left: Option<&str>,
        right: Option<&str>,
    ) -> Result<Option<Cow<'_, str>>, stub::CallError> {
        let output: BenchConcatOut<'_> = self
            .client
            .invoke(&BENCH, &BENCH_CONCAT, &BenchConcatArgs { left, right })?;
        Ok(output.result)
    }

    /// Operation 5, `request`.
    pub fn request(
        &mut self,
        wanted: &InfoRequest,
    ) -> Result<Info<'_>, stub::CallError> {
        let output: BenchRequestOut<'_> = self
            .client
            .invoke(&BENCH, &BENCH_REQUEST, &BenchRequestArgs { wanted })?;
        Ok(output.result)
    }

    /// Not idempotent: the server answers with its own count of executions.
    pub fn count(&mut self, n: u64) -> Result<u64, stub::CallError> {
        let output: BenchCountOut = self
            .client
            .invoke(&BENCH, &BENCH_COUNT, &BenchCountArgs { n })?;
        Ok(output.result)
    }

    /// Operation 7, `sum`.
    pub fn sum(&mut self, values: Option<&[i32]>) -> Result<i32, stub::CallError> {
        let output: BenchSumOut = self
            .client
            .invoke(&BENCH, &BENCH_SUM, &BenchSumArgs { values })?;
        Ok(output.result)
    }

    /// Operation 8, `transfer`.
    pub fn transfer(
        &mut self,
        data: Option<&[u8]>,
    ) -> Result<Transferred<'_>, stub::CallError> {
        let output: BenchTransferOut<'_> = self
            .client
            .invoke(&BENCH, &BENCH_TRANSFER, &BenchTransferArgs { data })?;
        Ok(output.result)
    }
}

impl stub::Stub for BenchClient {
    const INTERFACE: &'static stub::InterfaceMeta = &BENCH;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// `bench.x` in DCE's words: what NDR carries is the same, byte for byte, as when a
/// binding of DCE RPC carries the interface of that file, so that servers and clients made of
/// either understand each other. Its UUID is the one that follows from the program number.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Bench: Send + Sync {
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
        data: Option<Cow<'a, [u8]>>,
    ) -> Result<Option<Cow<'a, [u8]>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        data: Option<Cow<'_, [u8]>>,
        reply2: impl FnOnce(Option<&[u8]>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo(call, data).map(|reply| reply2(reply.as_deref()))
    }

    /// Operation 3, `int_array`.
    fn int_array(
        &self,
        call: &stub::Context<'_>,
        values: Option<Vec<i32>>,
    ) -> Result<Option<Vec<i32>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `int_array` where results are not the server's own: a guard's, an `Arc`'s.
    fn int_array_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        values: Option<Vec<i32>>,
        reply2: impl FnOnce(Option<&[i32]>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.int_array(call, values).map(|reply| reply2(reply.as_deref()))
    }

    /// Operation 4, `concat`.
    fn concat<'a>(
        &'a self,
        call: &stub::Context<'_>,
        left: Option<Cow<'a, str>>,
        right: Option<Cow<'a, str>>,
    ) -> Result<Option<Cow<'a, str>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `concat` where results are not the server's own: a guard's, an `Arc`'s.
    fn concat_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        left: Option<Cow<'_, str>>,
        right: Option<Cow<'_, str>>,
        reply: impl FnOnce(Option<&str>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.concat(call, left, right).map(|result| reply(result.as_deref()))
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
        values: Option<Vec<i32>>,
    ) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 8, `transfer`.
    fn transfer<'a>(
        &'a self,
        call: &stub::Context<'_>,
        data: Option<Cow<'a, [u8]>>,
    ) -> Result<Transferred<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `transfer` where results are not the server's own: a guard's, an `Arc`'s.
    fn transfer_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        data: Option<Cow<'_, [u8]>>,
        reply: impl FnOnce(&Transferred<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.transfer(call, data).map(|result| reply(&result))
    }
}

/// Serves `bench` with an object that implements [`Bench`].
pub struct BenchServer<T>(pub T);

impl<T: Bench> stub::Service for BenchServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        BENCH.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        BENCH.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        BENCH.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => call.serve(&BENCH_NOTHING, |context, (): ()| self.0.nothing(context)),
            1 => {
                call.serve(
                    &BENCH_ADD,
                    |context, input: BenchAddIn| {
                        let result = self.0.add(context, input.a, input.b)?;
                        Ok(BenchAddOut { result })
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &BENCH_ECHO,
                    |context, input: BenchEchoIn<'_>, reply2| {
                        self.0
                            .echo_replying(
                                context,
                                input.data,
                                |reply| reply2.finish(&BenchEchoReply { reply }),
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &BENCH_INT_ARRAY,
                    |context, input: BenchIntArrayIn, reply2| {
                        self.0
                            .int_array_replying(
                                context,
                                input.values,
                                |reply| reply2.finish(&BenchIntArrayReply { reply }),
                            )
                    },
                )
            }
            4 => {
                call.serve_replying(
                    &BENCH_CONCAT,
                    |context, input: BenchConcatIn<'_>, reply| {
                        self.0
                            .concat_replying(
                                context,
                                input.left,
                                input.right,
                                |result| reply.finish(&BenchConcatReply { result }),
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &BENCH_REQUEST,
                    |context, input: BenchRequestIn, reply| {
                        self.0
                            .request_replying(
                                context,
                                input.wanted,
                                |result| reply.finish(&BenchRequestReply { result }),
                            )
                    },
                )
            }
            6 => {
                call.serve(
                    &BENCH_COUNT,
                    |context, input: BenchCountIn| {
                        let result = self.0.count(context, input.n)?;
                        Ok(BenchCountOut { result })
                    },
                )
            }
            7 => {
                call.serve(
                    &BENCH_SUM,
                    |context, input: BenchSumIn| {
                        let result = self.0.sum(context, input.values)?;
                        Ok(BenchSumOut { result })
                    },
                )
            }
            8 => {
                call.serve_replying(
                    &BENCH_TRANSFER,
                    |context, input: BenchTransferIn<'_>, reply| {
                        self.0
                            .transfer_replying(
                                context,
                                input.data,
                                |result| reply.finish(&BenchTransferReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `bench` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncBenchClient {
        client: stub::AsyncClient,
    }

    impl AsyncBenchClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, BENCH.id).await.map(Self::new)
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
            let mut reply = self.client.invoke(&BENCH, &BENCH_NOTHING, &()).await?;
            reply.results(&BENCH_NOTHING)
        }

        /// Operation 1, `add`.
        pub async fn add(&self, a: i32, b: i32) -> Result<i32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH, &BENCH_ADD, &BenchAddArgs { a, b })
                .await?;
            let output: BenchAddOut = reply.results(&BENCH_ADD)?;
            Ok(output.result)
        }

        /// Operation 2, `echo`.
        pub async fn echo(
            &self,
            data: Option<&[u8]>,
        ) -> Result<Option<Cow<'static, [u8]>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH, &BENCH_ECHO, &BenchEchoArgs { data })
                .await?;
            let output: BenchEchoOut<'_> = reply.results(&BENCH_ECHO)?;
            Ok(output.reply.map(|v| Cow::Owned(v.into_owned())))
        }

        /// Operation 3, `int_array`.
        pub async fn int_array(
            &self,
            values: Option<&[i32]>,
        ) -> Result<Option<Vec<i32>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH, &BENCH_INT_ARRAY, &BenchIntArrayArgs { values })
                .await?;
            let output: BenchIntArrayOut = reply.results(&BENCH_INT_ARRAY)?;
            Ok(output.reply)
        }

        /// Operation 4, `concat`.
        pub async fn concat(
            &self,
            left: Option<&str>,
            right: Option<&str>,
        ) -> Result<Option<Cow<'static, str>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH, &BENCH_CONCAT, &BenchConcatArgs { left, right })
                .await?;
            let output: BenchConcatOut<'_> = reply.results(&BENCH_CONCAT)?;
            Ok(output.result.map(|v| Cow::Owned(v.into_owned())))
        }

        /// Operation 5, `request`.
        pub async fn request(
            &self,
            wanted: &InfoRequest,
        ) -> Result<Info<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH, &BENCH_REQUEST, &BenchRequestArgs { wanted })
                .await?;
            let output: BenchRequestOut<'_> = reply.results(&BENCH_REQUEST)?;
            Ok(output.result.into_owned())
        }

        /// Not idempotent: the server answers with its own count of executions.
        pub async fn count(&self, n: u64) -> Result<u64, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH, &BENCH_COUNT, &BenchCountArgs { n })
                .await?;
            let output: BenchCountOut = reply.results(&BENCH_COUNT)?;
            Ok(output.result)
        }

        /// Operation 7, `sum`.
        pub async fn sum(&self, values: Option<&[i32]>) -> Result<i32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH, &BENCH_SUM, &BenchSumArgs { values })
                .await?;
            let output: BenchSumOut = reply.results(&BENCH_SUM)?;
            Ok(output.result)
        }

        /// Operation 8, `transfer`.
        pub async fn transfer(
            &self,
            data: Option<&[u8]>,
        ) -> Result<Transferred<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&BENCH, &BENCH_TRANSFER, &BenchTransferArgs { data })
                .await?;
            let output: BenchTransferOut<'_> = reply.results(&BENCH_TRANSFER)?;
            Ok(output.result.into_owned())
        }
    }

    impl stub::AsyncStub for AsyncBenchClient {
        const INTERFACE: &'static stub::InterfaceMeta = &BENCH;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// `bench.x` in DCE's words: what NDR carries is the same, byte for byte, as when a
    /// binding of DCE RPC carries the interface of that file, so that servers and clients made of
    /// either understand each other. Its UUID is the one that follows from the program number.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncBench: Send + Sync {
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
            data: Option<Cow<'a, [u8]>>,
        ) -> impl std::future::Future<
            Output = Result<Option<Cow<'a, [u8]>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `int_array`.
        fn int_array<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            values: Option<Vec<i32>>,
        ) -> impl std::future::Future<
            Output = Result<Option<Vec<i32>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `concat`.
        fn concat<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            left: Option<Cow<'a, str>>,
            right: Option<Cow<'a, str>>,
        ) -> impl std::future::Future<
            Output = Result<Option<Cow<'a, str>>, stub::Fault>,
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
            values: Option<Vec<i32>>,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 8, `transfer`.
        fn transfer<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            data: Option<Cow<'a, [u8]>>,
        ) -> impl std::future::Future<
            Output = Result<Transferred<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `bench` with an object that implements [`AsyncBench`], on a runtime.
    pub struct AsyncBenchServer<T>(pub T);

    impl<T: AsyncBench> stub::Service for AsyncBenchServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            BENCH.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            BENCH.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            BENCH.elements()
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
                        let ((), mut referents): ((), _) = call.input(&BENCH_NOTHING)?;
                        let context = call.context();
                        let result = self.0.nothing(&context).await;
                        let () = result.map_err(|fault| call.fail(&BENCH_NOTHING, fault))?;
                        Ok(call.end(&BENCH_NOTHING, &(), &mut referents))
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchAddIn, _) = call
                            .input(&BENCH_ADD)?;
                        let context = call.context();
                        let result = self.0.add(&context, input.a, input.b).await;
                        let output = result.map_err(|fault| call.fail(&BENCH_ADD, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_ADD,
                                    &BenchAddOut { result: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchEchoIn<'_>, _) = call
                            .input(&BENCH_ECHO)?;
                        let context = call.context();
                        let result = self.0.echo(&context, input.data).await;
                        let output = result.map_err(|fault| call.fail(&BENCH_ECHO, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_ECHO,
                                    &BenchEchoReply {
                                        reply: output.as_deref(),
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchIntArrayIn, _) = call
                            .input(&BENCH_INT_ARRAY)?;
                        let context = call.context();
                        let result = self.0.int_array(&context, input.values).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_INT_ARRAY, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_INT_ARRAY,
                                    &BenchIntArrayReply {
                                        reply: output.as_deref(),
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                4 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchConcatIn<'_>, _) = call
                            .input(&BENCH_CONCAT)?;
                        let context = call.context();
                        let result = self.0.concat(&context, input.left, input.right).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_CONCAT, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_CONCAT,
                                    &BenchConcatReply {
                                        result: output.as_deref(),
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchRequestIn, _) = call
                            .input(&BENCH_REQUEST)?;
                        let context = call.context();
                        let result = self.0.request(&context, input.wanted).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_REQUEST, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_REQUEST,
                                    &BenchRequestReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                6 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchCountIn, _) = call
                            .input(&BENCH_COUNT)?;
                        let context = call.context();
                        let result = self.0.count(&context, input.n).await;
                        let output = result.map_err(|fault| call.fail(&BENCH_COUNT, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_COUNT,
                                    &BenchCountOut { result: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                7 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchSumIn, _) = call
                            .input(&BENCH_SUM)?;
                        let context = call.context();
                        let result = self.0.sum(&context, input.values).await;
                        let output = result.map_err(|fault| call.fail(&BENCH_SUM, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_SUM,
                                    &BenchSumOut { result: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                8 => {
                    stub::serving(async move {
                        let (input, mut referents): (BenchTransferIn<'_>, _) = call
                            .input(&BENCH_TRANSFER)?;
                        let context = call.context();
                        let result = self.0.transfer(&context, input.data).await;
                        let output = result
                            .map_err(|fault| call.fail(&BENCH_TRANSFER, fault))?;
                        Ok(
                            call
                                .end(
                                    &BENCH_TRANSFER,
                                    &BenchTransferReply {
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
