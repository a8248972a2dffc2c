// Generated from google_rpc.proto by manyrpc; do not edit.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use manyrpc_codec::stub;

/// Record `Any`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Any<'a> {
    /// Field `type_url`.
    pub type_url: Cow<'a, str>,
    /// Field `value`.
    pub value: Cow<'a, [u8]>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static ANY_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("type_url")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .called("typeUrl")
        .spare(),
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2)
        .proto()
        .spare(),
];

static ANY: stub::Record = stub::Record::of("Any", &ANY_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .noted(stub::Notation::Any)
    .message(const { &[] });

impl stub::Encode for Any<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &ANY, self);
    }
}

impl<'de> stub::Decode<'de> for Any<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &ANY, self)
    }
}

impl stub::Fields for Any<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        s.field(&ANY_FIELDS[0], &self.type_url);
        s.field(&ANY_FIELDS[1], &self.value);
    }

    #[inline]
    fn unknown(&self) -> &[u8] {
        &self.unknown
    }

    #[inline]
    fn messages(&self) -> Option<&dyn stub::Messages> {
        Some(&MESSAGES)
    }
}

impl<'de> stub::Slots<'de> for Any<'de> {
    #[inline]
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&ANY_FIELDS[0], &mut self.type_url)?;
        s.slot(&ANY_FIELDS[1], &mut self.value)?;
        Ok(())
    }

    #[inline]
    fn one<S: stub::Source<'de>>(
        &mut self,
        i: usize,
        s: &mut S,
    ) -> Result<(), stub::Fail> {
        match i {
            0 => s.slot(&ANY_FIELDS[0], &mut self.type_url),
            1 => s.slot(&ANY_FIELDS[1], &mut self.value),
            _ => Err(stub::Fail),
        }
    }

    #[inline]
    fn unknown(&mut self, raw: &[u8]) {
        self.unknown.extend_from_slice(raw);
    }

    #[inline]
    fn forget_unknown(&mut self) {
        self.unknown.clear();
    }

    #[inline]
    fn messages(&self) -> Option<&dyn stub::Messages> {
        Some(&MESSAGES)
    }
}

impl Any<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Any<'static> {
        Any {
            type_url: Cow::Owned(self.type_url.into_owned()),
            value: Cow::Owned(self.value.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Any<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Any")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `Duration`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Duration {
    /// Field `seconds`.
    pub seconds: i64,
    /// Field `nanos`.
    pub nanos: i32,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static DURATION_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("seconds").number(1).proto().spare(),
    stub::Field::plain("nanos").number(2).proto().spare(),
];

static DURATION: stub::Record = stub::Record::of("Duration", &DURATION_FIELDS)
    .ndr(stub::ndr_shape!(align 8))
    .noted(stub::Notation::Duration)
    .message(const { &[] });

impl stub::Encode for Duration {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &DURATION, self);
    }
}

impl<'de> stub::Decode<'de> for Duration {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &DURATION, self)
    }
}

stub::plain_fields! {
    Duration, DURATION_FIELDS { 0 seconds, 1 nanos } unknown
}

stub::plain_slots! {
    Duration, DURATION_FIELDS { 0 seconds, 1 nanos } unknown
}

impl stub::Standalone for Duration {
    const PLACE: &'static stub::Field = &stub::Field::plain("Duration").proto();
}

/// A status, as the trailer `grpc-status-details-bin` has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status<'a> {
    /// One of gRPC's codes.
    pub code: i32,
    /// For people.
    pub message: Cow<'a, str>,
    /// For programs: messages below, or an application's own.
    pub details: Vec<Any<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static STATUS_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("code").number(1).proto().spare(),
    stub::Field::plain("message")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
    stub::Field::of(
            "details",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("details")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(3)
        .proto()
        .spare(),
];

static STATUS: stub::Record = stub::Record::of("Status", &STATUS_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Status<'de>, STATUS, STATUS_FIELDS { 0 code, 1 message, 2 details } unknown
}

impl Status<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Status<'static> {
        Status {
            code: self.code,
            message: Cow::Owned(self.message.into_owned()),
            details: self.details.into_iter().map(|v| v.into_owned()).collect(),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Status<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Status")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `ErrorInfo_MetadataEntry`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ErrorInfoMetadataEntry<'a> {
    /// Field `key`.
    pub key: Cow<'a, str>,
    /// Field `value`.
    pub value: Cow<'a, str>,
}

static ERROR_INFO_METADATA_ENTRY_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("key")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .explicit()
        .proto(),
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .explicit()
        .proto(),
];

static ERROR_INFO_METADATA_ENTRY: stub::Record = stub::Record::of(
        "ErrorInfo_MetadataEntry",
        &ERROR_INFO_METADATA_ENTRY_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    ErrorInfoMetadataEntry<'de>, ERROR_INFO_METADATA_ENTRY,
    ERROR_INFO_METADATA_ENTRY_FIELDS { 0 key, 1 value }
}

impl ErrorInfoMetadataEntry<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ErrorInfoMetadataEntry<'static> {
        ErrorInfoMetadataEntry {
            key: Cow::Owned(self.key.into_owned()),
            value: Cow::Owned(self.value.into_owned()),
        }
    }
}

/// Why, in words that do not change.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ErrorInfo<'a> {
    /// The cause, in capitals with underscores.
    pub reason: Cow<'a, str>,
    /// Who gives it that name, mostly the service's domain name.
    pub domain: Cow<'a, str>,
    /// Field `metadata`.
    pub metadata: Vec<ErrorInfoMetadataEntry<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static ERROR_INFO_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("reason")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::plain("domain")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
    stub::Field::of(
            "metadata",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("metadata")
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
];

static ERROR_INFO: stub::Record = stub::Record::of("ErrorInfo", &ERROR_INFO_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    ErrorInfo<'de>, ERROR_INFO, ERROR_INFO_FIELDS { 0 reason, 1 domain, 2 metadata }
    unknown
}

impl ErrorInfo<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ErrorInfo<'static> {
        ErrorInfo {
            reason: Cow::Owned(self.reason.into_owned()),
            domain: Cow::Owned(self.domain.into_owned()),
            metadata: self.metadata.into_iter().map(|v| v.into_owned()).collect(),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for ErrorInfo<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("ErrorInfo")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// When it may be worth another try.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RetryInfo {
    /// The least to wait.
    pub retry_delay: Option<Duration>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static RETRY_INFO_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "retry_delay",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("retry_delay").number(1).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1)
        .proto()
        .called("retryDelay")
        .spare(),
];

static RETRY_INFO: stub::Record = stub::Record::of("RetryInfo", &RETRY_INFO_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    RetryInfo, RETRY_INFO, RETRY_INFO_FIELDS { 0 retry_delay } unknown
}

impl stub::Standalone for RetryInfo {
    const PLACE: &'static stub::Field = &stub::Field::plain("RetryInfo")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// For those who look after the server.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DebugInfo<'a> {
    /// Field `stack_entries`.
    pub stack_entries: Vec<Cow<'a, str>>,
    /// Field `detail`.
    pub detail: Cow<'a, str>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static DEBUG_INFO_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "stack_entries",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("stack_entries")
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .proto()
        .called("stackEntries")
        .spare(),
    stub::Field::plain("detail")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
];

static DEBUG_INFO: stub::Record = stub::Record::of("DebugInfo", &DEBUG_INFO_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    DebugInfo<'de>, DEBUG_INFO, DEBUG_INFO_FIELDS { 0 stack_entries, 1 detail } unknown
}

impl DebugInfo<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> DebugInfo<'static> {
        DebugInfo {
            stack_entries: self
                .stack_entries
                .into_iter()
                .map(|v| Cow::Owned(v.into_owned()))
                .collect(),
            detail: Cow::Owned(self.detail.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for DebugInfo<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("DebugInfo")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `QuotaFailure_Violation_QuotaDimensionsEntry`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuotaFailureViolationQuotaDimensionsEntry<'a> {
    /// Field `key`.
    pub key: Cow<'a, str>,
    /// Field `value`.
    pub value: Cow<'a, str>,
}

static QUOTA_FAILURE_VIOLATION_QUOTA_DIMENSIONS_ENTRY_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("key")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .explicit()
        .proto(),
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .explicit()
        .proto(),
];

static QUOTA_FAILURE_VIOLATION_QUOTA_DIMENSIONS_ENTRY: stub::Record = stub::Record::of(
        "QuotaFailure_Violation_QuotaDimensionsEntry",
        &QUOTA_FAILURE_VIOLATION_QUOTA_DIMENSIONS_ENTRY_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    QuotaFailureViolationQuotaDimensionsEntry<'de>,
    QUOTA_FAILURE_VIOLATION_QUOTA_DIMENSIONS_ENTRY,
    QUOTA_FAILURE_VIOLATION_QUOTA_DIMENSIONS_ENTRY_FIELDS { 0 key, 1 value }
}

impl QuotaFailureViolationQuotaDimensionsEntry<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> QuotaFailureViolationQuotaDimensionsEntry<'static> {
        QuotaFailureViolationQuotaDimensionsEntry {
            key: Cow::Owned(self.key.into_owned()),
            value: Cow::Owned(self.value.into_owned()),
        }
    }
}

/// Record `QuotaFailure_Violation`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuotaFailureViolation<'a> {
    /// Whose quota.
    pub subject: Cow<'a, str>,
    /// Field `description`.
    pub description: Cow<'a, str>,
    /// The service that has the quota, its measure, its name, and what it was looked up by.
    pub api_service: Cow<'a, str>,
    /// Field `quota_metric`.
    pub quota_metric: Cow<'a, str>,
    /// Field `quota_id`.
    pub quota_id: Cow<'a, str>,
    /// Field `quota_dimensions`.
    pub quota_dimensions: Vec<QuotaFailureViolationQuotaDimensionsEntry<'a>>,
    /// What is permitted now, and soon.
    pub quota_value: i64,
    /// Field `future_quota_value`.
    pub future_quota_value: Option<i64>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static QUOTA_FAILURE_VIOLATION_FIELDS: [stub::Field; 8] = [
    stub::Field::plain("subject")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::plain("description")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
    stub::Field::plain("api_service")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(3)
        .proto()
        .called("apiService")
        .spare(),
    stub::Field::plain("quota_metric")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(4)
        .proto()
        .called("quotaMetric")
        .spare(),
    stub::Field::plain("quota_id")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(5)
        .proto()
        .called("quotaId")
        .spare(),
    stub::Field::of(
            "quota_dimensions",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("quota_dimensions")
                    .ndr(stub::ndr_place!(defers true))
                    .number(6)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(6)
        .keyed()
        .proto()
        .called("quotaDimensions")
        .spare(),
    stub::Field::plain("quota_value").number(7).proto().called("quotaValue").spare(),
    stub::Field::of(
            "future_quota_value",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("future_quota_value").number(8).explicit().proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(8)
        .proto()
        .called("futureQuotaValue")
        .spare(),
];

static QUOTA_FAILURE_VIOLATION: stub::Record = stub::Record::of(
        "QuotaFailure_Violation",
        &QUOTA_FAILURE_VIOLATION_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 8, defers true))
    .message(const { &[] });

stub::plain_record! {
    QuotaFailureViolation<'de>, QUOTA_FAILURE_VIOLATION, QUOTA_FAILURE_VIOLATION_FIELDS
    { 0 subject, 1 description, 2 api_service, 3 quota_metric, 4 quota_id, 5
    quota_dimensions, 6 quota_value, 7 future_quota_value } unknown
}

impl QuotaFailureViolation<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> QuotaFailureViolation<'static> {
        QuotaFailureViolation {
            subject: Cow::Owned(self.subject.into_owned()),
            description: Cow::Owned(self.description.into_owned()),
            api_service: Cow::Owned(self.api_service.into_owned()),
            quota_metric: Cow::Owned(self.quota_metric.into_owned()),
            quota_id: Cow::Owned(self.quota_id.into_owned()),
            quota_dimensions: self
                .quota_dimensions
                .into_iter()
                .map(|v| v.into_owned())
                .collect(),
            quota_value: self.quota_value,
            future_quota_value: self.future_quota_value,
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for QuotaFailureViolation<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("QuotaFailure_Violation")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Which quotas were used up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QuotaFailure<'a> {
    /// Field `violations`.
    pub violations: Vec<QuotaFailureViolation<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static QUOTA_FAILURE_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "violations",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("violations")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .proto()
        .spare(),
];

static QUOTA_FAILURE: stub::Record = stub::Record::of(
        "QuotaFailure",
        &QUOTA_FAILURE_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    QuotaFailure<'de>, QUOTA_FAILURE, QUOTA_FAILURE_FIELDS { 0 violations } unknown
}

impl QuotaFailure<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> QuotaFailure<'static> {
        QuotaFailure {
            violations: self.violations.into_iter().map(|v| v.into_owned()).collect(),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for QuotaFailure<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("QuotaFailure")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `PreconditionFailure_Violation`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreconditionFailureViolation<'a> {
    /// The kind of condition.
    pub r#type: Cow<'a, str>,
    /// What does not meet it.
    pub subject: Cow<'a, str>,
    /// Field `description`.
    pub description: Cow<'a, str>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static PRECONDITION_FAILURE_VIOLATION_FIELDS: [stub::Field; 3] = [
    stub::Field::plain("type")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::plain("subject")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
    stub::Field::plain("description")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(3)
        .proto()
        .spare(),
];

static PRECONDITION_FAILURE_VIOLATION: stub::Record = stub::Record::of(
        "PreconditionFailure_Violation",
        &PRECONDITION_FAILURE_VIOLATION_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    PreconditionFailureViolation<'de>, PRECONDITION_FAILURE_VIOLATION,
    PRECONDITION_FAILURE_VIOLATION_FIELDS { 0 r#type, 1 subject, 2 description } unknown
}

impl PreconditionFailureViolation<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> PreconditionFailureViolation<'static> {
        PreconditionFailureViolation {
            r#type: Cow::Owned(self.r#type.into_owned()),
            subject: Cow::Owned(self.subject.into_owned()),
            description: Cow::Owned(self.description.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for PreconditionFailureViolation<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain(
            "PreconditionFailure_Violation",
        )
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// What must be, and is not.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PreconditionFailure<'a> {
    /// Field `violations`.
    pub violations: Vec<PreconditionFailureViolation<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static PRECONDITION_FAILURE_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "violations",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("violations")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .proto()
        .spare(),
];

static PRECONDITION_FAILURE: stub::Record = stub::Record::of(
        "PreconditionFailure",
        &PRECONDITION_FAILURE_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    PreconditionFailure<'de>, PRECONDITION_FAILURE, PRECONDITION_FAILURE_FIELDS { 0
    violations } unknown
}

impl PreconditionFailure<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> PreconditionFailure<'static> {
        PreconditionFailure {
            violations: self.violations.into_iter().map(|v| v.into_owned()).collect(),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for PreconditionFailure<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("PreconditionFailure")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `BadRequest_FieldViolation`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BadRequestFieldViolation<'a> {
    /// The path of the field.
    pub field: Cow<'a, str>,
    /// Field `description`.
    pub description: Cow<'a, str>,
    /// As in ErrorInfo.
    pub reason: Cow<'a, str>,
    /// Field `localized_message`.
    pub localized_message: Option<LocalizedMessage<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static BAD_REQUEST_FIELD_VIOLATION_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("field")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::plain("description")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
    stub::Field::plain("reason")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(3)
        .proto()
        .spare(),
    stub::Field::of(
            "localized_message",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("localized_message")
                    .ndr(stub::ndr_place!(defers true))
                    .number(4)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(4)
        .proto()
        .called("localizedMessage")
        .spare(),
];

static BAD_REQUEST_FIELD_VIOLATION: stub::Record = stub::Record::of(
        "BadRequest_FieldViolation",
        &BAD_REQUEST_FIELD_VIOLATION_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    BadRequestFieldViolation<'de>, BAD_REQUEST_FIELD_VIOLATION,
    BAD_REQUEST_FIELD_VIOLATION_FIELDS { 0 field, 1 description, 2 reason, 3
    localized_message } unknown
}

impl BadRequestFieldViolation<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> BadRequestFieldViolation<'static> {
        BadRequestFieldViolation {
            field: Cow::Owned(self.field.into_owned()),
            description: Cow::Owned(self.description.into_owned()),
            reason: Cow::Owned(self.reason.into_owned()),
            localized_message: self.localized_message.map(|v| v.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for BadRequestFieldViolation<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("BadRequest_FieldViolation")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// What is wrong with a request.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BadRequest<'a> {
    /// Field `field_violations`.
    pub field_violations: Vec<BadRequestFieldViolation<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static BAD_REQUEST_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "field_violations",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("field_violations")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .proto()
        .called("fieldViolations")
        .spare(),
];

static BAD_REQUEST: stub::Record = stub::Record::of("BadRequest", &BAD_REQUEST_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    BadRequest<'de>, BAD_REQUEST, BAD_REQUEST_FIELDS { 0 field_violations } unknown
}

impl BadRequest<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> BadRequest<'static> {
        BadRequest {
            field_violations: self
                .field_violations
                .into_iter()
                .map(|v| v.into_owned())
                .collect(),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for BadRequest<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("BadRequest")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// What a request can be found by in the server's records.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RequestInfo<'a> {
    /// Field `request_id`.
    pub request_id: Cow<'a, str>,
    /// Field `serving_data`.
    pub serving_data: Cow<'a, str>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static REQUEST_INFO_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("request_id")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .called("requestId")
        .spare(),
    stub::Field::plain("serving_data")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .called("servingData")
        .spare(),
];

static REQUEST_INFO: stub::Record = stub::Record::of("RequestInfo", &REQUEST_INFO_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    RequestInfo<'de>, REQUEST_INFO, REQUEST_INFO_FIELDS { 0 request_id, 1 serving_data
    } unknown
}

impl RequestInfo<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> RequestInfo<'static> {
        RequestInfo {
            request_id: Cow::Owned(self.request_id.into_owned()),
            serving_data: Cow::Owned(self.serving_data.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for RequestInfo<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("RequestInfo")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// What was asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ResourceInfo<'a> {
    /// Field `resource_type`.
    pub resource_type: Cow<'a, str>,
    /// Field `resource_name`.
    pub resource_name: Cow<'a, str>,
    /// Field `owner`.
    pub owner: Cow<'a, str>,
    /// Field `description`.
    pub description: Cow<'a, str>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static RESOURCE_INFO_FIELDS: [stub::Field; 4] = [
    stub::Field::plain("resource_type")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .called("resourceType")
        .spare(),
    stub::Field::plain("resource_name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .called("resourceName")
        .spare(),
    stub::Field::plain("owner")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(3)
        .proto()
        .spare(),
    stub::Field::plain("description")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(4)
        .proto()
        .spare(),
];

static RESOURCE_INFO: stub::Record = stub::Record::of(
        "ResourceInfo",
        &RESOURCE_INFO_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    ResourceInfo<'de>, RESOURCE_INFO, RESOURCE_INFO_FIELDS { 0 resource_type, 1
    resource_name, 2 owner, 3 description } unknown
}

impl ResourceInfo<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> ResourceInfo<'static> {
        ResourceInfo {
            resource_type: Cow::Owned(self.resource_type.into_owned()),
            resource_name: Cow::Owned(self.resource_name.into_owned()),
            owner: Cow::Owned(self.owner.into_owned()),
            description: Cow::Owned(self.description.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for ResourceInfo<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("ResourceInfo")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `Help_Link`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HelpLink<'a> {
    /// Field `description`.
    pub description: Cow<'a, str>,
    /// Field `url`.
    pub url: Cow<'a, str>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static HELP_LINK_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("description")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::plain("url")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
];

static HELP_LINK: stub::Record = stub::Record::of("Help_Link", &HELP_LINK_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    HelpLink<'de>, HELP_LINK, HELP_LINK_FIELDS { 0 description, 1 url } unknown
}

impl HelpLink<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> HelpLink<'static> {
        HelpLink {
            description: Cow::Owned(self.description.into_owned()),
            url: Cow::Owned(self.url.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for HelpLink<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Help_Link")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Where to read more.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Help<'a> {
    /// Field `links`.
    pub links: Vec<HelpLink<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static HELP_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "links",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("links")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .proto()
        .spare(),
];

static HELP: stub::Record = stub::Record::of("Help", &HELP_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Help<'de>, HELP, HELP_FIELDS { 0 links } unknown
}

impl Help<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Help<'static> {
        Help {
            links: self.links.into_iter().map(|v| v.into_owned()).collect(),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Help<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Help")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Words in a language.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocalizedMessage<'a> {
    /// By RFC 5646, as `de-AT`.
    pub locale: Cow<'a, str>,
    /// Field `message`.
    pub message: Cow<'a, str>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static LOCALIZED_MESSAGE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("locale")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::plain("message")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
];

static LOCALIZED_MESSAGE: stub::Record = stub::Record::of(
        "LocalizedMessage",
        &LOCALIZED_MESSAGE_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    LocalizedMessage<'de>, LOCALIZED_MESSAGE, LOCALIZED_MESSAGE_FIELDS { 0 locale, 1
    message } unknown
}

impl LocalizedMessage<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> LocalizedMessage<'static> {
        LocalizedMessage {
            locale: Cow::Owned(self.locale.into_owned()),
            message: Cow::Owned(self.message.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for LocalizedMessage<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("LocalizedMessage")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

static MESSAGES: stub::Table = stub::Table(
    &[
        stub::Message {
            name: "google.protobuf.Any",
            notation: stub::Notation::Any,
            write: |bytes, to| stub::write_message(bytes, to, &mut Any::default()),
            read: |from, to| stub::read_message(from, to, &mut Any::default()),
        },
        stub::Message {
            name: "google.protobuf.Duration",
            notation: stub::Notation::Duration,
            write: |bytes, to| stub::write_message(bytes, to, &mut Duration::default()),
            read: |from, to| stub::read_message(from, to, &mut Duration::default()),
        },
        stub::Message {
            name: "google.rpc.BadRequest",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(
                bytes,
                to,
                &mut BadRequest::default(),
            ),
            read: |from, to| stub::read_message(from, to, &mut BadRequest::default()),
        },
        stub::Message {
            name: "google.rpc.BadRequest.FieldViolation",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(
                bytes,
                to,
                &mut BadRequestFieldViolation::default(),
            ),
            read: |from, to| stub::read_message(
                from,
                to,
                &mut BadRequestFieldViolation::default(),
            ),
        },
        stub::Message {
            name: "google.rpc.DebugInfo",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(bytes, to, &mut DebugInfo::default()),
            read: |from, to| stub::read_message(from, to, &mut DebugInfo::default()),
        },
        stub::Message {
            name: "google.rpc.ErrorInfo",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(bytes, to, &mut ErrorInfo::default()),
            read: |from, to| stub::read_message(from, to, &mut ErrorInfo::default()),
        },
        stub::Message {
            name: "google.rpc.Help",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(bytes, to, &mut Help::default()),
            read: |from, to| stub::read_message(from, to, &mut Help::default()),
        },
        stub::Message {
            name: "google.rpc.Help.Link",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(bytes, to, &mut HelpLink::default()),
            read: |from, to| stub::read_message(from, to, &mut HelpLink::default()),
        },
        stub::Message {
            name: "google.rpc.LocalizedMessage",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(
                bytes,
                to,
                &mut LocalizedMessage::default(),
            ),
            read: |from, to| stub::read_message(
                from,
                to,
                &mut LocalizedMessage::default(),
            ),
        },
        stub::Message {
            name: "google.rpc.PreconditionFailure",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(
                bytes,
                to,
                &mut PreconditionFailure::default(),
            ),
            read: |from, to| stub::read_message(
                from,
                to,
                &mut PreconditionFailure::default(),
            ),
        },
        stub::Message {
            name: "google.rpc.PreconditionFailure.Violation",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(
                bytes,
                to,
                &mut PreconditionFailureViolation::default(),
            ),
            read: |from, to| stub::read_message(
                from,
                to,
                &mut PreconditionFailureViolation::default(),
            ),
        },
        stub::Message {
            name: "google.rpc.QuotaFailure",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(
                bytes,
                to,
                &mut QuotaFailure::default(),
            ),
            read: |from, to| stub::read_message(from, to, &mut QuotaFailure::default()),
        },
        stub::Message {
            name: "google.rpc.QuotaFailure.Violation",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(
                bytes,
                to,
                &mut QuotaFailureViolation::default(),
            ),
            read: |from, to| stub::read_message(
                from,
                to,
                &mut QuotaFailureViolation::default(),
            ),
        },
        stub::Message {
            name: "google.rpc.RequestInfo",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(
                bytes,
                to,
                &mut RequestInfo::default(),
            ),
            read: |from, to| stub::read_message(from, to, &mut RequestInfo::default()),
        },
        stub::Message {
            name: "google.rpc.ResourceInfo",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(
                bytes,
                to,
                &mut ResourceInfo::default(),
            ),
            read: |from, to| stub::read_message(from, to, &mut ResourceInfo::default()),
        },
        stub::Message {
            name: "google.rpc.RetryInfo",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(bytes, to, &mut RetryInfo::default()),
            read: |from, to| stub::read_message(from, to, &mut RetryInfo::default()),
        },
        stub::Message {
            name: "google.rpc.Status",
            notation: stub::Notation::Members,
            write: |bytes, to| stub::write_message(bytes, to, &mut Status::default()),
            read: |from, to| stub::read_message(from, to, &mut Status::default()),
        },
    ],
);
