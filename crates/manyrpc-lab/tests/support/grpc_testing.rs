// Generated from grpc_testing.proto by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Record `Empty`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Empty {
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static EMPTY: stub::Record = stub::Record::of("Empty", &[])
    .ndr(stub::ndr_shape!(align 1))
    .message(const { &[] });

impl stub::Encode for Empty {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.record(f, &EMPTY, self);
    }
}

impl<'de> stub::Decode<'de> for Empty {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.record(f, &EMPTY, self)
    }
}

impl stub::Fields for Empty {
    #[inline]
    fn fields<S: stub::Sink>(&self, _: &mut S) {}
    #[inline]
    fn unknown(&self) -> &[u8] {
        &self.unknown
    }
}

impl<'de> stub::Slots<'de> for Empty {
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

impl stub::Standalone for Empty {
    const PLACE: &'static stub::Field = &stub::Field::plain("Empty").proto();
}

/// Record `Payload`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Payload<'a> {
    /// Field `type`.
    pub r#type: i32,
    /// Field `body`.
    pub body: Cow<'a, [u8]>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static PAYLOAD_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("type").number(1).proto().spare(),
    stub::Field::plain("body")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2)
        .proto()
        .spare(),
];

static PAYLOAD: stub::Record = stub::Record::of("Payload", &PAYLOAD_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Payload<'de>, PAYLOAD, PAYLOAD_FIELDS { 0 r#type, 1 body } unknown
}

impl Payload<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Payload<'static> {
        Payload {
            r#type: self.r#type,
            body: Cow::Owned(self.body.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Payload<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Payload")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `EchoStatus`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EchoStatus<'a> {
    /// Field `code`.
    pub code: i32,
    /// Field `message`.
    pub message: Cow<'a, str>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static ECHO_STATUS_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("code").number(1).proto().spare(),
    stub::Field::plain("message")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
];

static ECHO_STATUS: stub::Record = stub::Record::of("EchoStatus", &ECHO_STATUS_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    EchoStatus<'de>, ECHO_STATUS, ECHO_STATUS_FIELDS { 0 code, 1 message } unknown
}

impl EchoStatus<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> EchoStatus<'static> {
        EchoStatus {
            code: self.code,
            message: Cow::Owned(self.message.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for EchoStatus<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("EchoStatus")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `SimpleRequest`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimpleRequest<'a> {
    /// Field `response_size`.
    pub response_size: i32,
    /// Field `payload`.
    pub payload: Option<Payload<'a>>,
    /// Field `response_status`.
    pub response_status: Option<EchoStatus<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static SIMPLE_REQUEST_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("response_size").number(2).proto().called("responseSize").spare(),
    stub::Field::of(
            "payload",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("payload")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3)
        .proto()
        .spare(),
    stub::Field::of(
            "response_status",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("response_status")
                    .ndr(stub::ndr_place!(defers true))
                    .number(7)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(7)
        .proto()
        .called("responseStatus")
        .spare(),
];

static SIMPLE_REQUEST: stub::Record = stub::Record::of(
        "SimpleRequest",
        &SIMPLE_REQUEST_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    SimpleRequest<'de>, SIMPLE_REQUEST, SIMPLE_REQUEST_FIELDS { 0 response_size, 1
    payload, 2 response_status } unknown
}

impl SimpleRequest<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> SimpleRequest<'static> {
        SimpleRequest {
            response_size: self.response_size,
            payload: self.payload.map(|v| v.into_owned()),
            response_status: self.response_status.map(|v| v.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for SimpleRequest<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("SimpleRequest")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `SimpleResponse`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimpleResponse<'a> {
    /// Field `payload`.
    pub payload: Option<Payload<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static SIMPLE_RESPONSE_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "payload",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("payload")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1)
        .proto()
        .spare(),
];

static SIMPLE_RESPONSE: stub::Record = stub::Record::of(
        "SimpleResponse",
        &SIMPLE_RESPONSE_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    SimpleResponse<'de>, SIMPLE_RESPONSE, SIMPLE_RESPONSE_FIELDS { 0 payload } unknown
}

impl SimpleResponse<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> SimpleResponse<'static> {
        SimpleResponse {
            payload: self.payload.map(|v| v.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for SimpleResponse<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("SimpleResponse")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `StreamingInputCallRequest`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StreamingInputCallRequest<'a> {
    /// Field `payload`.
    pub payload: Option<Payload<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static STREAMING_INPUT_CALL_REQUEST_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "payload",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("payload")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1)
        .proto()
        .spare(),
];

static STREAMING_INPUT_CALL_REQUEST: stub::Record = stub::Record::of(
        "StreamingInputCallRequest",
        &STREAMING_INPUT_CALL_REQUEST_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    StreamingInputCallRequest<'de>, STREAMING_INPUT_CALL_REQUEST,
    STREAMING_INPUT_CALL_REQUEST_FIELDS { 0 payload } unknown
}

impl StreamingInputCallRequest<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> StreamingInputCallRequest<'static> {
        StreamingInputCallRequest {
            payload: self.payload.map(|v| v.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for StreamingInputCallRequest<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("StreamingInputCallRequest")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `StreamingInputCallResponse`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StreamingInputCallResponse {
    /// Field `aggregated_payload_size`.
    pub aggregated_payload_size: i32,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static STREAMING_INPUT_CALL_RESPONSE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("aggregated_payload_size")
        .number(1)
        .proto()
        .called("aggregatedPayloadSize")
        .spare(),
];

static STREAMING_INPUT_CALL_RESPONSE: stub::Record = stub::Record::of(
        "StreamingInputCallResponse",
        &STREAMING_INPUT_CALL_RESPONSE_FIELDS,
    )
    .message(const { &[] });

stub::plain_record! {
    StreamingInputCallResponse, STREAMING_INPUT_CALL_RESPONSE,
    STREAMING_INPUT_CALL_RESPONSE_FIELDS { 0 aggregated_payload_size } unknown
}

impl stub::Standalone for StreamingInputCallResponse {
    const PLACE: &'static stub::Field = &stub::Field::plain("StreamingInputCallResponse")
        .proto();
}

/// Record `ResponseParameters`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResponseParameters {
    /// Field `size`.
    pub size: i32,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static RESPONSE_PARAMETERS_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("size").number(1).proto().spare(),
];

static RESPONSE_PARAMETERS: stub::Record = stub::Record::of(
        "ResponseParameters",
        &RESPONSE_PARAMETERS_FIELDS,
    )
    .message(const { &[] });

stub::plain_record! {
    ResponseParameters, RESPONSE_PARAMETERS, RESPONSE_PARAMETERS_FIELDS { 0 size }
    unknown
}

impl stub::Standalone for ResponseParameters {
    const PLACE: &'static stub::Field = &stub::Field::plain("ResponseParameters")
        .proto();
}

/// Record `StreamingOutputCallRequest`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StreamingOutputCallRequest<'a> {
    /// Field `response_parameters`.
    pub response_parameters: Vec<ResponseParameters>,
    /// Field `payload`.
    pub payload: Option<Payload<'a>>,
    /// Field `response_status`.
    pub response_status: Option<EchoStatus<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static STREAMING_OUTPUT_CALL_REQUEST_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "response_parameters",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("response_parameters").number(2).explicit().proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2)
        .proto()
        .called("responseParameters")
        .spare(),
    stub::Field::of(
            "payload",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("payload")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3)
        .proto()
        .spare(),
    stub::Field::of(
            "response_status",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("response_status")
                    .ndr(stub::ndr_place!(defers true))
                    .number(7)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(7)
        .proto()
        .called("responseStatus")
        .spare(),
];

static STREAMING_OUTPUT_CALL_REQUEST: stub::Record = stub::Record::of(
        "StreamingOutputCallRequest",
        &STREAMING_OUTPUT_CALL_REQUEST_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    StreamingOutputCallRequest<'de>, STREAMING_OUTPUT_CALL_REQUEST,
    STREAMING_OUTPUT_CALL_REQUEST_FIELDS { 0 response_parameters, 1 payload, 2
    response_status } unknown
}

impl StreamingOutputCallRequest<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> StreamingOutputCallRequest<'static> {
        StreamingOutputCallRequest {
            response_parameters: self.response_parameters,
            payload: self.payload.map(|v| v.into_owned()),
            response_status: self.response_status.map(|v| v.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for StreamingOutputCallRequest<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("StreamingOutputCallRequest")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `StreamingOutputCallResponse`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StreamingOutputCallResponse<'a> {
    /// Field `payload`.
    pub payload: Option<Payload<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static STREAMING_OUTPUT_CALL_RESPONSE_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "payload",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("payload")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1)
        .proto()
        .spare(),
];

static STREAMING_OUTPUT_CALL_RESPONSE: stub::Record = stub::Record::of(
        "StreamingOutputCallResponse",
        &STREAMING_OUTPUT_CALL_RESPONSE_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    StreamingOutputCallResponse<'de>, STREAMING_OUTPUT_CALL_RESPONSE,
    STREAMING_OUTPUT_CALL_RESPONSE_FIELDS { 0 payload } unknown
}

impl StreamingOutputCallResponse<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> StreamingOutputCallResponse<'static> {
        StreamingOutputCallResponse {
            payload: self.payload.map(|v| v.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for StreamingOutputCallResponse<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "StreamingOutputCallResponse",
        )
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// What names interface `TestService`, and its operations.
pub static TEST_SERVICE: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "TestService",
        full_name: "grpc.testing.TestService",
        program: 0x3716ded7,
        uuid: 0x25318e9e_63c0_52ec_be74_ab7eef4d057b_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &TEST_SERVICE_EMPTY_CALL,
        &TEST_SERVICE_UNARY_CALL,
        &TEST_SERVICE_STREAMING_OUTPUT_CALL,
        &TEST_SERVICE_STREAMING_INPUT_CALL,
        &TEST_SERVICE_FULL_DUPLEX_CALL,
        &TEST_SERVICE_UNIMPLEMENTED_CALL,
    ],
};

static TEST_SERVICE_EMPTY_CALL_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").proto(),
];

static TEST_SERVICE_EMPTY_CALL_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `EmptyCall` takes and gives.
pub static TEST_SERVICE_EMPTY_CALL: stub::OperationMeta = stub::OperationMeta {
    name: "EmptyCall",
    number: 0,
    input: &stub::Record::of("EmptyCall_in", &TEST_SERVICE_EMPTY_CALL_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "EmptyCall",
                "urn:grpc.testing.TestService#EmptyCall",
            )
        }),
    output: &stub::Record::of("EmptyCall_out", &TEST_SERVICE_EMPTY_CALL_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "EmptyCallResponse",
                "urn:grpc.testing.TestService:TestService:EmptyCallResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static TEST_SERVICE_UNARY_CALL_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static TEST_SERVICE_UNARY_CALL_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `UnaryCall` takes and gives.
pub static TEST_SERVICE_UNARY_CALL: stub::OperationMeta = stub::OperationMeta {
    name: "UnaryCall",
    number: 1,
    input: &stub::Record::of("UnaryCall_in", &TEST_SERVICE_UNARY_CALL_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "UnaryCall",
                "urn:grpc.testing.TestService#UnaryCall",
            )
        }),
    output: &stub::Record::of("UnaryCall_out", &TEST_SERVICE_UNARY_CALL_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "UnaryCallResponse",
                "urn:grpc.testing.TestService:TestService:UnaryCallResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static TEST_SERVICE_STREAMING_OUTPUT_CALL_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static TEST_SERVICE_STREAMING_OUTPUT_CALL_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `StreamingOutputCall` takes and gives.
pub static TEST_SERVICE_STREAMING_OUTPUT_CALL: stub::OperationMeta = stub::OperationMeta {
    name: "StreamingOutputCall",
    number: 2,
    input: &stub::Record::of(
            "StreamingOutputCall_in",
            &TEST_SERVICE_STREAMING_OUTPUT_CALL_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "StreamingOutputCall",
                "urn:grpc.testing.TestService#StreamingOutputCall",
            )
        }),
    output: &stub::Record::of(
            "StreamingOutputCall_out",
            &TEST_SERVICE_STREAMING_OUTPUT_CALL_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "StreamingOutputCallResponse",
                "urn:grpc.testing.TestService:TestService:StreamingOutputCallResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static TEST_SERVICE_STREAMING_INPUT_CALL_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static TEST_SERVICE_STREAMING_INPUT_CALL_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `StreamingInputCall` takes and gives.
pub static TEST_SERVICE_STREAMING_INPUT_CALL: stub::OperationMeta = stub::OperationMeta {
    name: "StreamingInputCall",
    number: 3,
    input: &stub::Record::of(
            "StreamingInputCall_in",
            &TEST_SERVICE_STREAMING_INPUT_CALL_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "StreamingInputCall",
                "urn:grpc.testing.TestService#StreamingInputCall",
            )
        }),
    output: &stub::Record::of(
            "StreamingInputCall_out",
            &TEST_SERVICE_STREAMING_INPUT_CALL_OUT_FIELDS,
        )
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "StreamingInputCallResponse",
                "urn:grpc.testing.TestService:TestService:StreamingInputCallResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static TEST_SERVICE_FULL_DUPLEX_CALL_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static TEST_SERVICE_FULL_DUPLEX_CALL_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `FullDuplexCall` takes and gives.
pub static TEST_SERVICE_FULL_DUPLEX_CALL: stub::OperationMeta = stub::OperationMeta {
    name: "FullDuplexCall",
    number: 4,
    input: &stub::Record::of(
            "FullDuplexCall_in",
            &TEST_SERVICE_FULL_DUPLEX_CALL_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "FullDuplexCall",
                "urn:grpc.testing.TestService#FullDuplexCall",
            )
        }),
    output: &stub::Record::of(
            "FullDuplexCall_out",
            &TEST_SERVICE_FULL_DUPLEX_CALL_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "FullDuplexCallResponse",
                "urn:grpc.testing.TestService:TestService:FullDuplexCallResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static TEST_SERVICE_UNIMPLEMENTED_CALL_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").proto(),
];

static TEST_SERVICE_UNIMPLEMENTED_CALL_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `UnimplementedCall` takes and gives.
pub static TEST_SERVICE_UNIMPLEMENTED_CALL: stub::OperationMeta = stub::OperationMeta {
    name: "UnimplementedCall",
    number: 5,
    input: &stub::Record::of(
            "UnimplementedCall_in",
            &TEST_SERVICE_UNIMPLEMENTED_CALL_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "UnimplementedCall",
                "urn:grpc.testing.TestService#UnimplementedCall",
            )
        }),
    output: &stub::Record::of(
            "UnimplementedCall_out",
            &TEST_SERVICE_UNIMPLEMENTED_CALL_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.TestService",
                "UnimplementedCallResponse",
                "urn:grpc.testing.TestService:TestService:UnimplementedCallResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `EmptyCall` takes.
#[derive(Clone, Debug)]
pub struct TestServiceEmptyCallArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Empty,
}

stub::plain_fields! {
    TestServiceEmptyCallArgs<'de>, TEST_SERVICE_EMPTY_CALL_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct TestServiceEmptyCallIn {
    request: Empty,
}

stub::plain_slots! {
    TestServiceEmptyCallIn, TEST_SERVICE_EMPTY_CALL_IN_FIELDS { 0 request }
}

/// What a call of `EmptyCall` gives.
#[derive(Clone, Debug, Default)]
pub struct TestServiceEmptyCallOut {
    /// Parameter `result`.
    pub result: Empty,
}

stub::plain_slots! {
    TestServiceEmptyCallOut, TEST_SERVICE_EMPTY_CALL_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `EmptyCall`.
#[derive(Clone, Debug)]
pub struct TestServiceEmptyCallReply<'a> {
    /// Parameter `result`.
    pub result: &'a Empty,
}

stub::plain_fields! {
    TestServiceEmptyCallReply<'de>, TEST_SERVICE_EMPTY_CALL_OUT_FIELDS { 0 result }
}

/// What a call of `UnaryCall` takes.
#[derive(Clone, Debug)]
pub struct TestServiceUnaryCallArgs<'a> {
    /// Parameter `request`.
    pub request: &'a SimpleRequest<'a>,
}

stub::plain_fields! {
    TestServiceUnaryCallArgs<'de>, TEST_SERVICE_UNARY_CALL_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct TestServiceUnaryCallIn<'a> {
    request: SimpleRequest<'a>,
}

stub::plain_slots! {
    TestServiceUnaryCallIn<'de>, TEST_SERVICE_UNARY_CALL_IN_FIELDS { 0 request }
}

/// What a call of `UnaryCall` gives.
#[derive(Clone, Debug, Default)]
pub struct TestServiceUnaryCallOut<'a> {
    /// Parameter `result`.
    pub result: SimpleResponse<'a>,
}

stub::plain_slots! {
    TestServiceUnaryCallOut<'de>, TEST_SERVICE_UNARY_CALL_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `UnaryCall`.
#[derive(Clone, Debug)]
pub struct TestServiceUnaryCallReply<'a> {
    /// Parameter `result`.
    pub result: &'a SimpleResponse<'a>,
}

stub::plain_fields! {
    TestServiceUnaryCallReply<'de>, TEST_SERVICE_UNARY_CALL_OUT_FIELDS { 0 result }
}

/// What a call of `StreamingOutputCall` takes.
#[derive(Clone, Debug)]
pub struct TestServiceStreamingOutputCallArgs<'a> {
    /// Parameter `request`.
    pub request: &'a StreamingOutputCallRequest<'a>,
}

stub::plain_fields! {
    TestServiceStreamingOutputCallArgs<'de>,
    TEST_SERVICE_STREAMING_OUTPUT_CALL_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct TestServiceStreamingOutputCallIn<'a> {
    request: StreamingOutputCallRequest<'a>,
}

stub::plain_slots! {
    TestServiceStreamingOutputCallIn<'de>, TEST_SERVICE_STREAMING_OUTPUT_CALL_IN_FIELDS
    { 0 request }
}

/// What a call of `StreamingOutputCall` gives.
#[derive(Clone, Debug, Default)]
pub struct TestServiceStreamingOutputCallOut<'a> {
    /// Parameter `result`.
    pub result: StreamingOutputCallResponse<'a>,
}

stub::plain_fields! {
    TestServiceStreamingOutputCallOut<'de>,
    TEST_SERVICE_STREAMING_OUTPUT_CALL_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    TestServiceStreamingOutputCallOut<'de>,
    TEST_SERVICE_STREAMING_OUTPUT_CALL_OUT_FIELDS { 0 result }
}

/// What a call of `StreamingInputCall` takes.
#[derive(Clone, Debug)]
pub struct TestServiceStreamingInputCallArgs<'a> {
    /// Parameter `request`.
    pub request: &'a StreamingInputCallRequest<'a>,
}

stub::plain_fields! {
    TestServiceStreamingInputCallArgs<'de>, TEST_SERVICE_STREAMING_INPUT_CALL_IN_FIELDS
    { 0 request }
}

#[derive(Default)]
struct TestServiceStreamingInputCallIn<'a> {
    request: StreamingInputCallRequest<'a>,
}

stub::plain_slots! {
    TestServiceStreamingInputCallIn<'de>, TEST_SERVICE_STREAMING_INPUT_CALL_IN_FIELDS {
    0 request }
}

/// What a call of `StreamingInputCall` gives.
#[derive(Clone, Debug, Default)]
pub struct TestServiceStreamingInputCallOut {
    /// Parameter `result`.
    pub result: StreamingInputCallResponse,
}

stub::plain_fields! {
    TestServiceStreamingInputCallOut, TEST_SERVICE_STREAMING_INPUT_CALL_OUT_FIELDS { 0
    result }
}

stub::plain_slots! {
    TestServiceStreamingInputCallOut, TEST_SERVICE_STREAMING_INPUT_CALL_OUT_FIELDS { 0
    result }
}

/// What a call of `FullDuplexCall` takes.
#[derive(Clone, Debug)]
pub struct TestServiceFullDuplexCallArgs<'a> {
    /// Parameter `request`.
    pub request: &'a StreamingOutputCallRequest<'a>,
}

stub::plain_fields! {
    TestServiceFullDuplexCallArgs<'de>, TEST_SERVICE_FULL_DUPLEX_CALL_IN_FIELDS { 0
    request }
}

#[derive(Default)]
struct TestServiceFullDuplexCallIn<'a> {
    request: StreamingOutputCallRequest<'a>,
}

stub::plain_slots! {
    TestServiceFullDuplexCallIn<'de>, TEST_SERVICE_FULL_DUPLEX_CALL_IN_FIELDS { 0
    request }
}

/// What a call of `FullDuplexCall` gives.
#[derive(Clone, Debug, Default)]
pub struct TestServiceFullDuplexCallOut<'a> {
    /// Parameter `result`.
    pub result: StreamingOutputCallResponse<'a>,
}

stub::plain_fields! {
    TestServiceFullDuplexCallOut<'de>, TEST_SERVICE_FULL_DUPLEX_CALL_OUT_FIELDS { 0
    result }
}

stub::plain_slots! {
    TestServiceFullDuplexCallOut<'de>, TEST_SERVICE_FULL_DUPLEX_CALL_OUT_FIELDS { 0
    result }
}

/// What a call of `UnimplementedCall` takes.
#[derive(Clone, Debug)]
pub struct TestServiceUnimplementedCallArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Empty,
}

stub::plain_fields! {
    TestServiceUnimplementedCallArgs<'de>, TEST_SERVICE_UNIMPLEMENTED_CALL_IN_FIELDS {
    0 request }
}

#[derive(Default)]
struct TestServiceUnimplementedCallIn {
    request: Empty,
}

stub::plain_slots! {
    TestServiceUnimplementedCallIn, TEST_SERVICE_UNIMPLEMENTED_CALL_IN_FIELDS { 0 request
    }
}

/// What a call of `UnimplementedCall` gives.
#[derive(Clone, Debug, Default)]
pub struct TestServiceUnimplementedCallOut {
    /// Parameter `result`.
    pub result: Empty,
}

stub::plain_slots! {
    TestServiceUnimplementedCallOut, TEST_SERVICE_UNIMPLEMENTED_CALL_OUT_FIELDS { 0
    result }
}

/// What a server answers to a call of `UnimplementedCall`.
#[derive(Clone, Debug)]
pub struct TestServiceUnimplementedCallReply<'a> {
    /// Parameter `result`.
    pub result: &'a Empty,
}

stub::plain_fields! {
    TestServiceUnimplementedCallReply<'de>, TEST_SERVICE_UNIMPLEMENTED_CALL_OUT_FIELDS
    { 0 result }
}

/// A client of `TestService`.
pub struct TestServiceClient {
    client: stub::Client,
}

impl TestServiceClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, TEST_SERVICE.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `EmptyCall`.
    pub fn empty_call(&mut self, request: &Empty) -> Result<Empty, stub::CallError> {
        let output: TestServiceEmptyCallOut = self
            .client
            .invoke(
                &TEST_SERVICE,
                &TEST_SERVICE_EMPTY_CALL,
                &TestServiceEmptyCallArgs {
                    request,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 1, `UnaryCall`.
    pub fn unary_call(
        &mut self,
        request: &SimpleRequest<'_>,
    ) -> Result<SimpleResponse<'_>, stub::CallError> {
        let output: TestServiceUnaryCallOut<'_> = self
            .client
            .invoke(
                &TEST_SERVICE,
                &TEST_SERVICE_UNARY_CALL,
                &TestServiceUnaryCallArgs {
                    request,
                },
            )?;
        Ok(output.result)
    }

    /// Operation 2, `StreamingOutputCall`.
    pub fn streaming_output_call(
        &mut self,
        request: &StreamingOutputCallRequest<'_>,
    ) -> Result<TestServiceStreamingOutputCallStream<'_>, stub::CallError> {
        let call = self
            .client
            .pull(
                &TEST_SERVICE,
                &TEST_SERVICE_STREAMING_OUTPUT_CALL,
                &TestServiceStreamingOutputCallArgs {
                    request,
                },
            )?;
        Ok(TestServiceStreamingOutputCallStream {
            call,
        })
    }

    /// Operation 3, `StreamingInputCall`.
    pub fn streaming_input_call(
        &mut self,
    ) -> Result<TestServiceStreamingInputCallStream<'_>, stub::CallError> {
        let call = self
            .client
            .converse(&TEST_SERVICE, &TEST_SERVICE_STREAMING_INPUT_CALL, false)?;
        Ok(TestServiceStreamingInputCallStream {
            call,
        })
    }

    /// Operation 4, `FullDuplexCall`.
    pub fn full_duplex_call(
        &mut self,
    ) -> Result<TestServiceFullDuplexCallStream<'_>, stub::CallError> {
        let call = self
            .client
            .converse(&TEST_SERVICE, &TEST_SERVICE_FULL_DUPLEX_CALL, true)?;
        Ok(TestServiceFullDuplexCallStream {
            call,
        })
    }

    /// The other side does not have it.
    pub fn unimplemented_call(
        &mut self,
        request: &Empty,
    ) -> Result<Empty, stub::CallError> {
        let output: TestServiceUnimplementedCallOut = self
            .client
            .invoke(
                &TEST_SERVICE,
                &TEST_SERVICE_UNIMPLEMENTED_CALL,
                &TestServiceUnimplementedCallArgs {
                    request,
                },
            )?;
        Ok(output.result)
    }
}

impl stub::Stub for TestServiceClient {
    const INTERFACE: &'static stub::InterfaceMeta = &TEST_SERVICE;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// A call of `StreamingOutputCall` under way, from its client's side. When dropped before its end it is given up.
pub struct TestServiceStreamingOutputCallStream<'c> {
    call: stub::OpenCall<'c>,
}

impl TestServiceStreamingOutputCallStream<'_> {
    /// Waits for the next message of the server; `None` when the call is over and went
    /// well.
    ///
    /// # Errors
    /// Whatever ended the call otherwise.
    #[allow(clippy::should_implement_trait, reason = "it lends, and it may fail")]
    pub fn next(
        &mut self,
    ) -> Result<Option<StreamingOutputCallResponse<'_>>, stub::CallError> {
        let next: Option<TestServiceStreamingOutputCallOut<'_>> = self.call.next()?;
        Ok(next.map(|output| output.result))
    }

    /// What has travelled beside the messages so far: what is initial with the first one,
    /// what is trailing with the end, however the call ended.
    pub fn metadata(&mut self) -> &stub::ReplyMetadata {
        self.call.metadata()
    }

    /// Abandons the call and notifies the server.
    pub fn cancel(self) {}
}

/// A call of `StreamingInputCall` under way, from its client's side. When dropped before its end it is given up.
pub struct TestServiceStreamingInputCallStream<'c> {
    call: stub::OpenCall<'c>,
}

impl TestServiceStreamingInputCallStream<'_> {
    /// Sends a message. Waits while the server takes no more.
    ///
    /// # Errors
    /// The message is too large or does not fit, or the call is over: what comes next says how.
    pub fn send(
        &mut self,
        request: &StreamingInputCallRequest<'_>,
    ) -> Result<(), stub::CallError> {
        self.call
            .send(
                &TestServiceStreamingInputCallArgs {
                    request,
                },
            )
    }

    /// Says that no more messages come from here.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn end(&mut self) -> Result<(), stub::CallError> {
        self.call.end()
    }

    /// Says that no more messages come from here, and waits for what the server says.
    ///
    /// # Errors
    /// Whatever ended the call without it.
    pub fn finish(&mut self) -> Result<StreamingInputCallResponse, stub::CallError> {
        let output: TestServiceStreamingInputCallOut = self.call.finish()?;
        Ok(output.result)
    }

    /// What has travelled beside the messages so far: what is initial with the first one,
    /// what is trailing with the end, however the call ended.
    pub fn metadata(&mut self) -> &stub::ReplyMetadata {
        self.call.metadata()
    }

    /// Abandons the call and notifies the server.
    pub fn cancel(self) {}
}

/// A call of `FullDuplexCall` under way, from its client's side. When dropped before its end it is given up.
pub struct TestServiceFullDuplexCallStream<'c> {
    call: stub::OpenCall<'c>,
}

impl TestServiceFullDuplexCallStream<'_> {
    /// Sends a message. Waits while the server takes no more.
    ///
    /// # Errors
    /// The message is too large or does not fit, or the call is over: what comes next says how.
    pub fn send(
        &mut self,
        request: &StreamingOutputCallRequest<'_>,
    ) -> Result<(), stub::CallError> {
        self.call
            .send(
                &TestServiceFullDuplexCallArgs {
                    request,
                },
            )
    }

    /// Says that no more messages come from here.
    ///
    /// # Errors
    /// The connection is closed.
    pub fn end(&mut self) -> Result<(), stub::CallError> {
        self.call.end()
    }

    /// Waits for the next message of the server; `None` when the call is over and went
    /// well.
    ///
    /// # Errors
    /// Whatever ended the call otherwise.
    #[allow(clippy::should_implement_trait, reason = "it lends, and it may fail")]
    pub fn next(
        &mut self,
    ) -> Result<Option<StreamingOutputCallResponse<'_>>, stub::CallError> {
        let next: Option<TestServiceFullDuplexCallOut<'_>> = self.call.next()?;
        Ok(next.map(|output| output.result))
    }

    /// What has travelled beside the messages so far: what is initial with the first one,
    /// what is trailing with the end, however the call ended.
    pub fn metadata(&mut self) -> &stub::ReplyMetadata {
        self.call.metadata()
    }

    /// Abandons the call and notifies the server.
    pub fn cancel(self) {}
}

/// What a server of `TestService` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait TestService: Send + Sync {
    /// Operation 0, `EmptyCall`.
    fn empty_call(
        &self,
        call: &stub::Context<'_>,
        request: Empty,
    ) -> Result<Empty, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `empty_call` where results are not the server's own: a guard's, an `Arc`'s.
    fn empty_call_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Empty,
        reply: impl FnOnce(&Empty) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.empty_call(call, request).map(|result| reply(&result))
    }

    /// Operation 1, `UnaryCall`.
    fn unary_call<'a>(
        &'a self,
        call: &stub::Context<'_>,
        request: SimpleRequest<'a>,
    ) -> Result<SimpleResponse<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `unary_call` where results are not the server's own: a guard's, an `Arc`'s.
    fn unary_call_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: SimpleRequest<'_>,
        reply: impl FnOnce(&SimpleResponse<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.unary_call(call, request).map(|result| reply(&result))
    }

    /// Operation 2, `StreamingOutputCall`.
    fn streaming_output_call(
        &self,
        call: &stub::Context<'_>,
        request: StreamingOutputCallRequest<'_>,
    ) -> Result<stub::ReplyStream<StreamingOutputCallResponse<'static>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 3, `StreamingInputCall`.
    fn streaming_input_call(
        &self,
        call: &stub::Context<'_>,
    ) -> Result<Box<dyn TestServiceStreamingInputCallHandler>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 4, `FullDuplexCall`.
    fn full_duplex_call(
        &self,
        call: &stub::Context<'_>,
    ) -> Result<Box<dyn TestServiceFullDuplexCallHandler>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// The other side does not have it.
    fn unimplemented_call(
        &self,
        call: &stub::Context<'_>,
        request: Empty,
    ) -> Result<Empty, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `unimplemented_call` where results are not the server's own: a guard's, an `Arc`'s.
    fn unimplemented_call_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Empty,
        reply: impl FnOnce(&Empty) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.unimplemented_call(call, request).map(|result| reply(&result))
    }
}

/// Serves `TestService` with an object that implements [`TestService`].
pub struct TestServiceServer<T>(pub T);

impl<T: TestService> stub::Service for TestServiceServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        TEST_SERVICE.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        TEST_SERVICE.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        TEST_SERVICE.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &TEST_SERVICE_EMPTY_CALL,
                    |context, input: TestServiceEmptyCallIn, reply| {
                        self.0
                            .empty_call_replying(
                                context,
                                input.request,
                                |result| {
                                    reply
                                        .finish(
                                            &TestServiceEmptyCallReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            1 => {
                call.serve_replying(
                    &TEST_SERVICE_UNARY_CALL,
                    |context, input: TestServiceUnaryCallIn<'_>, reply| {
                        self.0
                            .unary_call_replying(
                                context,
                                input.request,
                                |result| {
                                    reply
                                        .finish(
                                            &TestServiceUnaryCallReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            5 => {
                call.serve_replying(
                    &TEST_SERVICE_UNIMPLEMENTED_CALL,
                    |context, input: TestServiceUnimplementedCallIn, reply| {
                        self.0
                            .unimplemented_call_replying(
                                context,
                                input.request,
                                |result| {
                                    reply
                                        .finish(
                                            &TestServiceUnimplementedCallReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }

    fn streams_of(&self, operation: u32) -> stub::Streams {
        match operation {
            2 => {
                stub::Streams {
                    request: false,
                    reply: true,
                }
            }
            3 => {
                stub::Streams {
                    request: true,
                    reply: false,
                }
            }
            4 => {
                stub::Streams {
                    request: true,
                    reply: true,
                }
            }
            _ => stub::Streams::NONE,
        }
    }

    fn open(
        &self,
        operation: u32,
        call: &stub::Dispatch<'_>,
    ) -> Result<Box<dyn stub::Stream>, stub::Fault> {
        match operation {
            2 => {
                call.pull(
                    &TEST_SERVICE_STREAMING_OUTPUT_CALL,
                    |context, input: TestServiceStreamingOutputCallIn<'_>| {
                        self.0.streaming_output_call(context, input.request)
                    },
                    |result| TestServiceStreamingOutputCallOut {
                        result,
                    },
                )
            }
            3 => {
                Ok(
                    Box::new(TestServiceStreamingInputCallServed {
                        marshalling: call
                            .marshalling(&TEST_SERVICE_STREAMING_INPUT_CALL),
                        handler: self.0.streaming_input_call(&call.context())?,
                        ended: false,
                    }),
                )
            }
            4 => {
                Ok(
                    Box::new(TestServiceFullDuplexCallServed {
                        marshalling: call.marshalling(&TEST_SERVICE_FULL_DUPLEX_CALL),
                        handler: self.0.full_duplex_call(&call.context())?,
                    }),
                )
            }
            _ => Err(stub::Fault::NoSuchOperation),
        }
    }
}

/// What a server does for one call of `StreamingInputCall`. It works on the thread of the connection, so it must not wait. Dropped when the client is gone.
pub trait TestServiceStreamingInputCallHandler: Send {
    /// A message came.
    fn message(
        &mut self,
        request: StreamingInputCallRequest<'_>,
        metadata: &mut stub::MetadataWriter<'_>,
    ) -> Result<(), stub::Fault>;
    /// No more messages come: what there is to say.
    fn finish(
        &mut self,
        metadata: &mut stub::MetadataWriter<'_>,
    ) -> Result<StreamingInputCallResponse, stub::Fault>;
    /// No more messages come: whether [`finish`](Self::finish) can say now what there is to say.
    /// One that has to wait for it has somebody use the call's waker, and is asked again.
    fn ready(&mut self, metadata: &mut stub::MetadataWriter<'_>) -> bool {
        let _ = metadata;
        true
    }
}

struct TestServiceStreamingInputCallServed {
    marshalling: stub::Marshalling,
    handler: Box<dyn TestServiceStreamingInputCallHandler>,
    ended: bool,
}

impl stub::Stream for TestServiceStreamingInputCallServed {
    fn message(
        &mut self,
        received: &[u8],
        replies: &mut dyn stub::Replies,
    ) -> stub::Flow {
        let marshalling = self.marshalling;
        let mut take = || {
            let input: TestServiceStreamingInputCallIn<'_> = marshalling.read(received)?;
            self.handler.message(input.request, &mut stub::MetadataWriter::of(replies))
        };
        take().map(|()| stub::Flow::Wait).into()
    }

    fn ended(&mut self, replies: &mut dyn stub::Replies) -> stub::Flow {
        self.ended = true;
        if !self.handler.ready(&mut stub::MetadataWriter::of(replies)) {
            return stub::Flow::Wait;
        }
        let finished = self.handler.finish(&mut stub::MetadataWriter::of(replies));
        let mut replies = self.marshalling.replies(replies);
        let finished = finished
            .map(|result| {
                replies
                    .send(
                        &TestServiceStreamingInputCallOut {
                            result,
                        },
                    )
            });
        finished.map(|()| stub::Flow::DONE).into()
    }

    fn more(&mut self, replies: &mut dyn stub::Replies) -> stub::Flow {
        match self.ended {
            true => self.ended(replies),
            false => stub::Flow::Wait,
        }
    }
}

/// What a server does for one call of `FullDuplexCall`. It works on the thread of the connection, so it must not wait. Dropped when the client is gone.
pub trait TestServiceFullDuplexCallHandler: Send {
    /// The call was taken: what there is to say before anything comes.
    fn begun(
        &mut self,
        replies: &mut TestServiceFullDuplexCallReplies<'_>,
    ) -> Result<stub::Flow, stub::Fault> {
        let _ = replies;
        Ok(stub::Flow::Wait)
    }

    /// A message came.
    fn message(
        &mut self,
        request: StreamingOutputCallRequest<'_>,
        replies: &mut TestServiceFullDuplexCallReplies<'_>,
    ) -> Result<stub::Flow, stub::Fault>;
    /// No more messages come.
    fn ended(
        &mut self,
        replies: &mut TestServiceFullDuplexCallReplies<'_>,
    ) -> Result<stub::Flow, stub::Fault> {
        let _ = replies;
        Ok(stub::Flow::DONE)
    }

    /// There is room again for what [`Flow::More`](stub::Flow::More) spoke of, or somebody
    /// used the call's waker.
    fn more(
        &mut self,
        replies: &mut TestServiceFullDuplexCallReplies<'_>,
    ) -> Result<stub::Flow, stub::Fault> {
        let _ = replies;
        Ok(stub::Flow::Wait)
    }
}

/// Where the replies of a call of `FullDuplexCall` go.
pub struct TestServiceFullDuplexCallReplies<'r> {
    replies: stub::TypedReplies<'r>,
}

impl TestServiceFullDuplexCallReplies<'_> {
    /// Sends one. What cannot be marshalled fails the call.
    pub fn send(&mut self, result: StreamingOutputCallResponse<'_>) {
        self.replies
            .send(
                &TestServiceFullDuplexCallOut {
                    result,
                },
            )
    }

    /// Whether the client takes no more for now: then go on with
    /// [`Flow::More`](stub::Flow::More).
    pub fn is_congested(&mut self) -> bool {
        self.replies.is_congested()
    }

    /// What says from any thread that there is more to say: the call goes on as if it had
    /// answered [`Flow::More`](stub::Flow::More).
    pub fn waker(&mut self) -> stub::Waker {
        self.replies.waker()
    }

    /// Sends what a source has while there is room, an iterator or a queue; the call may go
    /// on as this says.
    pub fn pull(
        &mut self,
        source: &mut (impl stub::ReplySource<
            StreamingOutputCallResponse<'static>,
        > + ?Sized),
    ) -> stub::Flow {
        self.replies
            .pull(
                source,
                |result| TestServiceFullDuplexCallOut {
                    result,
                },
            )
    }

    /// Metadata that goes before the first reply. False where it comes too late for that,
    /// or the system has none: then it is dropped.
    pub fn add_initial(&mut self, name: &str, value: impl Into<Vec<u8>>) -> bool {
        self.replies.metadata().add_initial(name, value)
    }

    /// Lets what is initial go now, before there is a reply: some clients wait for that
    /// before they send anything.
    pub fn send_initial(&mut self) {
        self.replies.metadata().send_initial();
    }

    /// Metadata for the end of the call.
    pub fn add_trailing(&mut self, name: &str, value: impl Into<Vec<u8>>) {
        self.replies.metadata().add_trailing(name, value);
    }
}

struct TestServiceFullDuplexCallServed {
    marshalling: stub::Marshalling,
    handler: Box<dyn TestServiceFullDuplexCallHandler>,
}

impl TestServiceFullDuplexCallServed {
    fn turn(
        &mut self,
        replies: &mut dyn stub::Replies,
        step: impl FnOnce(
            &mut dyn TestServiceFullDuplexCallHandler,
            &mut TestServiceFullDuplexCallReplies<'_>,
        ) -> Result<stub::Flow, stub::Fault>,
    ) -> stub::Flow {
        let mut replies = TestServiceFullDuplexCallReplies {
            replies: self.marshalling.replies(replies),
        };
        step(&mut *self.handler, &mut replies).into()
    }
}

impl stub::Stream for TestServiceFullDuplexCallServed {
    fn begun(&mut self, replies: &mut dyn stub::Replies) -> stub::Flow {
        self.turn(replies, |handler, replies| handler.begun(replies))
    }

    fn message(
        &mut self,
        received: &[u8],
        replies: &mut dyn stub::Replies,
    ) -> stub::Flow {
        let marshalling = self.marshalling;
        self.turn(
            replies,
            |handler, replies| {
                let input: TestServiceFullDuplexCallIn<'_> = marshalling.read(received)?;
                handler.message(input.request, replies)
            },
        )
    }

    fn ended(&mut self, replies: &mut dyn stub::Replies) -> stub::Flow {
        self.turn(replies, |handler, replies| handler.ended(replies))
    }

    fn more(&mut self, replies: &mut dyn stub::Replies) -> stub::Flow {
        self.turn(replies, |handler, replies| handler.more(replies))
    }
}

/// What names interface `UnimplementedService`, and its operations.
pub static UNIMPLEMENTED_SERVICE: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "UnimplementedService",
        full_name: "grpc.testing.UnimplementedService",
        program: 0x2130258b,
        uuid: 0x92c7b8f6_e4b6_5a30_b86e_d004b89a9b49_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL],
};

static UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").proto(),
];

static UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `UnimplementedCall` takes and gives.
pub static UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL: stub::OperationMeta = stub::OperationMeta {
    name: "UnimplementedCall",
    number: 0,
    input: &stub::Record::of(
            "UnimplementedCall_in",
            &UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL_IN_FIELDS,
        )
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.UnimplementedService",
                "UnimplementedCall",
                "urn:grpc.testing.UnimplementedService#UnimplementedCall",
            )
        }),
    output: &stub::Record::of(
            "UnimplementedCall_out",
            &UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL_OUT_FIELDS,
        )
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:grpc.testing.UnimplementedService",
                "UnimplementedCallResponse",
                "urn:grpc.testing.UnimplementedService:UnimplementedService:UnimplementedCallResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `UnimplementedCall` takes.
#[derive(Clone, Debug)]
pub struct UnimplementedServiceUnimplementedCallArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Empty,
}

stub::plain_fields! {
    UnimplementedServiceUnimplementedCallArgs<'de>,
    UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct UnimplementedServiceUnimplementedCallIn {
    request: Empty,
}

stub::plain_slots! {
    UnimplementedServiceUnimplementedCallIn,
    UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL_IN_FIELDS { 0 request }
}

/// What a call of `UnimplementedCall` gives.
#[derive(Clone, Debug, Default)]
pub struct UnimplementedServiceUnimplementedCallOut {
    /// Parameter `result`.
    pub result: Empty,
}

stub::plain_slots! {
    UnimplementedServiceUnimplementedCallOut,
    UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `UnimplementedCall`.
#[derive(Clone, Debug)]
pub struct UnimplementedServiceUnimplementedCallReply<'a> {
    /// Parameter `result`.
    pub result: &'a Empty,
}

stub::plain_fields! {
    UnimplementedServiceUnimplementedCallReply<'de>,
    UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL_OUT_FIELDS { 0 result }
}

/// A client of `UnimplementedService`.
pub struct UnimplementedServiceClient {
    client: stub::Client,
}

impl UnimplementedServiceClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, UNIMPLEMENTED_SERVICE.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `UnimplementedCall`.
    pub fn unimplemented_call(
        &mut self,
        request: &Empty,
    ) -> Result<Empty, stub::CallError> {
        let output: UnimplementedServiceUnimplementedCallOut = self
            .client
            .invoke(
                &UNIMPLEMENTED_SERVICE,
                &UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL,
                &UnimplementedServiceUnimplementedCallArgs {
                    request,
                },
            )?;
        Ok(output.result)
    }
}

impl stub::Stub for UnimplementedServiceClient {
    const INTERFACE: &'static stub::InterfaceMeta = &UNIMPLEMENTED_SERVICE;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `UnimplementedService` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait UnimplementedService: Send + Sync {
    /// Operation 0, `UnimplementedCall`.
    fn unimplemented_call(
        &self,
        call: &stub::Context<'_>,
        request: Empty,
    ) -> Result<Empty, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `unimplemented_call` where results are not the server's own: a guard's, an `Arc`'s.
    fn unimplemented_call_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Empty,
        reply: impl FnOnce(&Empty) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.unimplemented_call(call, request).map(|result| reply(&result))
    }
}

/// Serves `UnimplementedService` with an object that implements [`UnimplementedService`].
pub struct UnimplementedServiceServer<T>(pub T);

impl<T: UnimplementedService> stub::Service for UnimplementedServiceServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        UNIMPLEMENTED_SERVICE.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        UNIMPLEMENTED_SERVICE.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        UNIMPLEMENTED_SERVICE.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL,
                    |context, input: UnimplementedServiceUnimplementedCallIn, reply| {
                        self.0
                            .unimplemented_call_replying(
                                context,
                                input.request,
                                |result| {
                                    reply
                                        .finish(
                                            &UnimplementedServiceUnimplementedCallReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `TestService` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncTestServiceClient {
        client: stub::AsyncClient,
    }

    impl AsyncTestServiceClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, TEST_SERVICE.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `EmptyCall`.
        pub async fn empty_call(&self, request: &Empty) -> Result<Empty, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &TEST_SERVICE,
                    &TEST_SERVICE_EMPTY_CALL,
                    &TestServiceEmptyCallArgs {
                        request,
                    },
                )
                .await?;
            let output: TestServiceEmptyCallOut = reply.results(&TEST_SERVICE_EMPTY_CALL)?;
            Ok(output.result)
        }

        /// Operation 1, `UnaryCall`.
        pub async fn unary_call(
            &self,
            request: &SimpleRequest<'_>,
        ) -> Result<SimpleResponse<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &TEST_SERVICE,
                    &TEST_SERVICE_UNARY_CALL,
                    &TestServiceUnaryCallArgs {
                        request,
                    },
                )
                .await?;
            let output: TestServiceUnaryCallOut<'_> = reply
                .results(&TEST_SERVICE_UNARY_CALL)?;
            Ok(output.result.into_owned())
        }

        /// Operation 2, `StreamingOutputCall`.
        pub async fn streaming_output_call(
            &self,
            request: &StreamingOutputCallRequest<'_>,
        ) -> Result<
            stub::ReplyReceiver<StreamingOutputCallResponse<'static>>,
            stub::CallError,
        > {
            self.client
                .server_streaming(
                    &TEST_SERVICE,
                    &TEST_SERVICE_STREAMING_OUTPUT_CALL,
                    &TestServiceStreamingOutputCallArgs {
                        request,
                    },
                    |message| {
                        message
                            .read(|of: TestServiceStreamingOutputCallOut<'_>| {
                                of.result.into_owned()
                            })
                    },
                )
                .await
        }

        /// Operation 3, `StreamingInputCall`.
        pub async fn streaming_input_call<'m>(
            &self,
        ) -> Result<
            stub::ClientStreaming<StreamingInputCallRequest<'m>, StreamingInputCallResponse>,
            stub::CallError,
        > {
            self.client
                .client_streaming(
                    &TEST_SERVICE,
                    &TEST_SERVICE_STREAMING_INPUT_CALL,
                    |request: &StreamingInputCallRequest<'m>, out| {
                        out
                            .write(
                                &TestServiceStreamingInputCallArgs {
                                    request,
                                },
                            )
                    },
                    |message| message.read(|of: TestServiceStreamingInputCallOut| of.result),
                )
                .await
        }

        /// Operation 4, `FullDuplexCall`.
        pub async fn full_duplex_call<'m>(
            &self,
        ) -> Result<
            (
                stub::RequestSender<StreamingOutputCallRequest<'m>>,
                stub::ReplyReceiver<StreamingOutputCallResponse<'static>>,
            ),
            stub::CallError,
        > {
            self.client
                .bidi_streaming(
                    &TEST_SERVICE,
                    &TEST_SERVICE_FULL_DUPLEX_CALL,
                    |request: &StreamingOutputCallRequest<'m>, out| {
                        out
                            .write(
                                &TestServiceFullDuplexCallArgs {
                                    request,
                                },
                            )
                    },
                    |message| {
                        message
                            .read(|of: TestServiceFullDuplexCallOut<'_>| {
                                of.result.into_owned()
                            })
                    },
                )
                .await
        }

        /// The other side does not have it.
        pub async fn unimplemented_call(
            &self,
            request: &Empty,
        ) -> Result<Empty, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &TEST_SERVICE,
                    &TEST_SERVICE_UNIMPLEMENTED_CALL,
                    &TestServiceUnimplementedCallArgs {
                        request,
                    },
                )
                .await?;
            let output: TestServiceUnimplementedCallOut = reply
                .results(&TEST_SERVICE_UNIMPLEMENTED_CALL)?;
            Ok(output.result)
        }
    }

    impl stub::AsyncStub for AsyncTestServiceClient {
        const INTERFACE: &'static stub::InterfaceMeta = &TEST_SERVICE;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `TestService` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncTestService: Send + Sync {
        /// Operation 0, `EmptyCall`.
        fn empty_call<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Empty,
        ) -> impl std::future::Future<Output = Result<Empty, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `UnaryCall`.
        fn unary_call<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: SimpleRequest<'a>,
        ) -> impl std::future::Future<
            Output = Result<SimpleResponse<'a>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `StreamingOutputCall`.
        fn streaming_output_call<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: StreamingOutputCallRequest<'a>,
            replies: stub::ReplySender<StreamingOutputCallResponse<'a>>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `StreamingInputCall`.
        fn streaming_input_call<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            requests: stub::RequestReceiver<StreamingInputCallRequest<'static>>,
        ) -> impl std::future::Future<
            Output = Result<StreamingInputCallResponse, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 4, `FullDuplexCall`.
        fn full_duplex_call<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            requests: stub::RequestReceiver<StreamingOutputCallRequest<'static>>,
            replies: stub::ReplySender<StreamingOutputCallResponse<'a>>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// The other side does not have it.
        fn unimplemented_call<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Empty,
        ) -> impl std::future::Future<Output = Result<Empty, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `TestService` with an object that implements [`AsyncTestService`], on a runtime.
    pub struct AsyncTestServiceServer<T>(pub T);

    impl<T: AsyncTestService + 'static> stub::Service for AsyncTestServiceServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            TEST_SERVICE.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            TEST_SERVICE.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            TEST_SERVICE.elements()
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
                        let (input, mut referents): (TestServiceEmptyCallIn, _) = call
                            .input(&TEST_SERVICE_EMPTY_CALL)?;
                        let context = call.context();
                        let result = self.0.empty_call(&context, input.request).await;
                        let output = result
                            .map_err(|fault| call.fail(&TEST_SERVICE_EMPTY_CALL, fault))?;
                        Ok(
                            call
                                .end(
                                    &TEST_SERVICE_EMPTY_CALL,
                                    &TestServiceEmptyCallReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (TestServiceUnaryCallIn<'_>, _) = call
                            .input(&TEST_SERVICE_UNARY_CALL)?;
                        let context = call.context();
                        let result = self.0.unary_call(&context, input.request).await;
                        let output = result
                            .map_err(|fault| call.fail(&TEST_SERVICE_UNARY_CALL, fault))?;
                        Ok(
                            call
                                .end(
                                    &TEST_SERVICE_UNARY_CALL,
                                    &TestServiceUnaryCallReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                5 => {
                    stub::serving(async move {
                        let (input, mut referents): (TestServiceUnimplementedCallIn, _) = call
                            .input(&TEST_SERVICE_UNIMPLEMENTED_CALL)?;
                        let context = call.context();
                        let result = self
                            .0
                            .unimplemented_call(&context, input.request)
                            .await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&TEST_SERVICE_UNIMPLEMENTED_CALL, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &TEST_SERVICE_UNIMPLEMENTED_CALL,
                                    &TestServiceUnimplementedCallReply {
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

        fn streams_of(&self, operation: u32) -> stub::Streams {
            match operation {
                2 => {
                    stub::Streams {
                        request: false,
                        reply: true,
                    }
                }
                3 => {
                    stub::Streams {
                        request: true,
                        reply: false,
                    }
                }
                4 => {
                    stub::Streams {
                        request: true,
                        reply: true,
                    }
                }
                _ => stub::Streams::NONE,
            }
        }

        fn open_shared(
            self: std::sync::Arc<Self>,
            operation: u32,
            call: &stub::Dispatch<'_>,
        ) -> Result<Box<dyn stub::Stream>, stub::Fault> {
            match operation {
                2 => {
                    Ok(
                        stub::streaming(
                            call,
                            &TEST_SERVICE_STREAMING_OUTPUT_CALL,
                            |call| async move {
                                let input: TestServiceStreamingOutputCallIn<'_> = call
                                    .input()?;
                                let replies = call
                                    .replies(|result: StreamingOutputCallResponse<'_>, out| {
                                        out
                                            .write(
                                                &TestServiceStreamingOutputCallOut {
                                                    result,
                                                },
                                            )
                                    });
                                let context = call.context();
                                self.0
                                    .streaming_output_call(&context, input.request, replies)
                                    .await
                            },
                        ),
                    )
                }
                3 => {
                    Ok(
                        stub::streaming(
                            call,
                            &TEST_SERVICE_STREAMING_INPUT_CALL,
                            |mut call| async move {
                                let requests = call
                                    .requests(|message| {
                                        message
                                            .read(|of: TestServiceStreamingInputCallIn<'_>| {
                                                of.request.into_owned()
                                            })
                                    });
                                let context = call.context();
                                let output = self
                                    .0
                                    .streaming_input_call(&context, requests)
                                    .await?;
                                call.reply(
                                        &TestServiceStreamingInputCallOut {
                                            result: output,
                                        },
                                    )
                                    .await
                            },
                        ),
                    )
                }
                4 => {
                    Ok(
                        stub::streaming(
                            call,
                            &TEST_SERVICE_FULL_DUPLEX_CALL,
                            |mut call| async move {
                                let requests = call
                                    .requests(|message| {
                                        message
                                            .read(|of: TestServiceFullDuplexCallIn<'_>| {
                                                of.request.into_owned()
                                            })
                                    });
                                let replies = call
                                    .replies(|result: StreamingOutputCallResponse<'_>, out| {
                                        out
                                            .write(
                                                &TestServiceFullDuplexCallOut {
                                                    result,
                                                },
                                            )
                                    });
                                let context = call.context();
                                self.0.full_duplex_call(&context, requests, replies).await
                            },
                        ),
                    )
                }
                _ => Err(stub::Fault::NoSuchOperation),
            }
        }
    }

    /// A client of `UnimplementedService` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncUnimplementedServiceClient {
        client: stub::AsyncClient,
    }

    impl AsyncUnimplementedServiceClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, UNIMPLEMENTED_SERVICE.id)
                .await
                .map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `UnimplementedCall`.
        pub async fn unimplemented_call(
            &self,
            request: &Empty,
        ) -> Result<Empty, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &UNIMPLEMENTED_SERVICE,
                    &UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL,
                    &UnimplementedServiceUnimplementedCallArgs {
                        request,
                    },
                )
                .await?;
            let output: UnimplementedServiceUnimplementedCallOut = reply
                .results(&UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL)?;
            Ok(output.result)
        }
    }

    impl stub::AsyncStub for AsyncUnimplementedServiceClient {
        const INTERFACE: &'static stub::InterfaceMeta = &UNIMPLEMENTED_SERVICE;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `UnimplementedService` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncUnimplementedService: Send + Sync {
        /// Operation 0, `UnimplementedCall`.
        fn unimplemented_call<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Empty,
        ) -> impl std::future::Future<Output = Result<Empty, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `UnimplementedService` with an object that implements [`AsyncUnimplementedService`], on a runtime.
    pub struct AsyncUnimplementedServiceServer<T>(pub T);

    impl<T: AsyncUnimplementedService> stub::Service for AsyncUnimplementedServiceServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            UNIMPLEMENTED_SERVICE.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            UNIMPLEMENTED_SERVICE.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            UNIMPLEMENTED_SERVICE.elements()
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
                        let (
                            input,
                            mut referents,
                        ): (UnimplementedServiceUnimplementedCallIn, _) = call
                            .input(&UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL)?;
                        let context = call.context();
                        let result = self
                            .0
                            .unimplemented_call(&context, input.request)
                            .await;
                        let output = result
                            .map_err(|fault| {
                                call.fail(&UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL, fault)
                            })?;
                        Ok(
                            call
                                .end(
                                    &UNIMPLEMENTED_SERVICE_UNIMPLEMENTED_CALL,
                                    &UnimplementedServiceUnimplementedCallReply {
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
