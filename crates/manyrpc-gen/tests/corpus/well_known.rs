// Generated from well_known.proto by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

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

/// Record `Timestamp`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timestamp {
    /// Field `seconds`.
    pub seconds: i64,
    /// Field `nanos`.
    pub nanos: i32,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static TIMESTAMP_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("seconds").number(1).proto().spare(),
    stub::Field::plain("nanos").number(2).proto().spare(),
];

static TIMESTAMP: stub::Record = stub::Record::of("Timestamp", &TIMESTAMP_FIELDS)
    .ndr(stub::ndr_shape!(align 8))
    .noted(stub::Notation::Timestamp)
    .message(const { &[] });

impl stub::Encode for Timestamp {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &TIMESTAMP, self);
    }
}

impl<'de> stub::Decode<'de> for Timestamp {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &TIMESTAMP, self)
    }
}

stub::plain_fields! {
    Timestamp, TIMESTAMP_FIELDS { 0 seconds, 1 nanos } unknown
}

stub::plain_slots! {
    Timestamp, TIMESTAMP_FIELDS { 0 seconds, 1 nanos } unknown
}

impl stub::Standalone for Timestamp {
    const PLACE: &'static stub::Field = &stub::Field::plain("Timestamp").proto();
}

/// Record `DoubleValue`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DoubleValue {
    /// Field `value`.
    pub value: f64,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static DOUBLE_VALUE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").number(1).proto(),
];

static DOUBLE_VALUE: stub::Record = stub::Record::of("DoubleValue", &DOUBLE_VALUE_FIELDS)
    .ndr(stub::ndr_shape!(align 8))
    .noted(stub::Notation::Content)
    .message(const { &[] });

impl stub::Encode for DoubleValue {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &DOUBLE_VALUE, self);
    }
}

impl<'de> stub::Decode<'de> for DoubleValue {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &DOUBLE_VALUE, self)
    }
}

stub::plain_fields! {
    DoubleValue, DOUBLE_VALUE_FIELDS { 0 value } unknown
}

stub::plain_slots! {
    DoubleValue, DOUBLE_VALUE_FIELDS { 0 value } unknown
}

impl stub::Standalone for DoubleValue {
    const PLACE: &'static stub::Field = &stub::Field::plain("DoubleValue").proto();
}

/// Record `FloatValue`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FloatValue {
    /// Field `value`.
    pub value: f32,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static FLOAT_VALUE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").number(1).proto(),
];

static FLOAT_VALUE: stub::Record = stub::Record::of("FloatValue", &FLOAT_VALUE_FIELDS)
    .noted(stub::Notation::Content)
    .message(const { &[] });

impl stub::Encode for FloatValue {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &FLOAT_VALUE, self);
    }
}

impl<'de> stub::Decode<'de> for FloatValue {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &FLOAT_VALUE, self)
    }
}

stub::plain_fields! {
    FloatValue, FLOAT_VALUE_FIELDS { 0 value } unknown
}

stub::plain_slots! {
    FloatValue, FLOAT_VALUE_FIELDS { 0 value } unknown
}

impl stub::Standalone for FloatValue {
    const PLACE: &'static stub::Field = &stub::Field::plain("FloatValue").proto();
}

/// Record `Int64Value`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Int64Value {
    /// Field `value`.
    pub value: i64,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static INT64VALUE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").number(1).proto(),
];

static INT64VALUE: stub::Record = stub::Record::of("Int64Value", &INT64VALUE_FIELDS)
    .ndr(stub::ndr_shape!(align 8))
    .noted(stub::Notation::Content)
    .message(const { &[] });

impl stub::Encode for Int64Value {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &INT64VALUE, self);
    }
}

impl<'de> stub::Decode<'de> for Int64Value {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &INT64VALUE, self)
    }
}

stub::plain_fields! {
    Int64Value, INT64VALUE_FIELDS { 0 value } unknown
}

stub::plain_slots! {
    Int64Value, INT64VALUE_FIELDS { 0 value } unknown
}

impl stub::Standalone for Int64Value {
    const PLACE: &'static stub::Field = &stub::Field::plain("Int64Value").proto();
}

/// Record `UInt64Value`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UInt64Value {
    /// Field `value`.
    pub value: u64,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static UINT64VALUE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").number(1).proto(),
];

static UINT64VALUE: stub::Record = stub::Record::of("UInt64Value", &UINT64VALUE_FIELDS)
    .ndr(stub::ndr_shape!(align 8))
    .noted(stub::Notation::Content)
    .message(const { &[] });

impl stub::Encode for UInt64Value {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &UINT64VALUE, self);
    }
}

impl<'de> stub::Decode<'de> for UInt64Value {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &UINT64VALUE, self)
    }
}

stub::plain_fields! {
    UInt64Value, UINT64VALUE_FIELDS { 0 value } unknown
}

stub::plain_slots! {
    UInt64Value, UINT64VALUE_FIELDS { 0 value } unknown
}

impl stub::Standalone for UInt64Value {
    const PLACE: &'static stub::Field = &stub::Field::plain("UInt64Value").proto();
}

/// Record `Int32Value`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Int32Value {
    /// Field `value`.
    pub value: i32,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static INT32VALUE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").number(1).proto(),
];

static INT32VALUE: stub::Record = stub::Record::of("Int32Value", &INT32VALUE_FIELDS)
    .noted(stub::Notation::Content)
    .message(const { &[] });

impl stub::Encode for Int32Value {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &INT32VALUE, self);
    }
}

impl<'de> stub::Decode<'de> for Int32Value {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &INT32VALUE, self)
    }
}

stub::plain_fields! {
    Int32Value, INT32VALUE_FIELDS { 0 value } unknown
}

stub::plain_slots! {
    Int32Value, INT32VALUE_FIELDS { 0 value } unknown
}

impl stub::Standalone for Int32Value {
    const PLACE: &'static stub::Field = &stub::Field::plain("Int32Value").proto();
}

/// Record `UInt32Value`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UInt32Value {
    /// Field `value`.
    pub value: u32,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static UINT32VALUE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").number(1).proto(),
];

static UINT32VALUE: stub::Record = stub::Record::of("UInt32Value", &UINT32VALUE_FIELDS)
    .noted(stub::Notation::Content)
    .message(const { &[] });

impl stub::Encode for UInt32Value {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &UINT32VALUE, self);
    }
}

impl<'de> stub::Decode<'de> for UInt32Value {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &UINT32VALUE, self)
    }
}

stub::plain_fields! {
    UInt32Value, UINT32VALUE_FIELDS { 0 value } unknown
}

stub::plain_slots! {
    UInt32Value, UINT32VALUE_FIELDS { 0 value } unknown
}

impl stub::Standalone for UInt32Value {
    const PLACE: &'static stub::Field = &stub::Field::plain("UInt32Value").proto();
}

/// Record `BoolValue`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoolValue {
    /// Field `value`.
    pub value: bool,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static BOOL_VALUE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value").number(1).proto(),
];

static BOOL_VALUE: stub::Record = stub::Record::of("BoolValue", &BOOL_VALUE_FIELDS)
    .ndr(stub::ndr_shape!(align 1))
    .noted(stub::Notation::Content)
    .message(const { &[] });

impl stub::Encode for BoolValue {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &BOOL_VALUE, self);
    }
}

impl<'de> stub::Decode<'de> for BoolValue {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &BOOL_VALUE, self)
    }
}

stub::plain_fields! {
    BoolValue, BOOL_VALUE_FIELDS { 0 value } unknown
}

stub::plain_slots! {
    BoolValue, BOOL_VALUE_FIELDS { 0 value } unknown
}

impl stub::Standalone for BoolValue {
    const PLACE: &'static stub::Field = &stub::Field::plain("BoolValue").proto();
}

/// Record `StringValue`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StringValue<'a> {
    /// Field `value`.
    pub value: Cow<'a, str>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static STRING_VALUE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto(),
];

static STRING_VALUE: stub::Record = stub::Record::of("StringValue", &STRING_VALUE_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .noted(stub::Notation::Content)
    .message(const { &[] });

impl stub::Encode for StringValue<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &STRING_VALUE, self);
    }
}

impl<'de> stub::Decode<'de> for StringValue<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &STRING_VALUE, self)
    }
}

stub::plain_fields! {
    StringValue<'de>, STRING_VALUE_FIELDS { 0 value } unknown
}

stub::plain_slots! {
    StringValue<'de>, STRING_VALUE_FIELDS { 0 value } unknown
}

impl StringValue<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> StringValue<'static> {
        StringValue {
            value: Cow::Owned(self.value.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for StringValue<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("StringValue")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `BytesValue`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BytesValue<'a> {
    /// Field `value`.
    pub value: Cow<'a, [u8]>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static BYTES_VALUE_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .proto(),
];

static BYTES_VALUE: stub::Record = stub::Record::of("BytesValue", &BYTES_VALUE_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .noted(stub::Notation::Content)
    .message(const { &[] });

impl stub::Encode for BytesValue<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        s.noted(f, &BYTES_VALUE, self);
    }
}

impl<'de> stub::Decode<'de> for BytesValue<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.noted(f, &BYTES_VALUE, self)
    }
}

stub::plain_fields! {
    BytesValue<'de>, BYTES_VALUE_FIELDS { 0 value } unknown
}

stub::plain_slots! {
    BytesValue<'de>, BYTES_VALUE_FIELDS { 0 value } unknown
}

impl BytesValue<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> BytesValue<'static> {
        BytesValue {
            value: Cow::Owned(self.value.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for BytesValue<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("BytesValue")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `Event_StepsEntry`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventStepsEntry<'a> {
    /// Field `key`.
    pub key: Cow<'a, str>,
    /// Field `value`.
    pub value: Duration,
}

static EVENT_STEPS_ENTRY_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("key")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .explicit()
        .proto(),
    stub::Field::plain("value").number(2).explicit().proto(),
];

static EVENT_STEPS_ENTRY: stub::Record = stub::Record::of(
        "Event_StepsEntry",
        &EVENT_STEPS_ENTRY_FIELDS,
    )
    .ndr(stub::ndr_shape!(align 8, defers true));

stub::plain_record! {
    EventStepsEntry<'de>, EVENT_STEPS_ENTRY, EVENT_STEPS_ENTRY_FIELDS { 0 key, 1 value
    }
}

impl EventStepsEntry<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> EventStepsEntry<'static> {
        EventStepsEntry {
            key: Cow::Owned(self.key.into_owned()),
            value: self.value,
        }
    }
}

/// Union `Event_until`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum EventUntil<'a> {
    /// Label 6: field `date`.
    Date(Timestamp),
    /// Label 7: field `span`.
    Span(Duration),
    /// Label 8: field `words`.
    Words(StringValue<'a>),
}

impl Default for EventUntil<'_> {
    fn default() -> Self {
        Self::Date(Default::default())
    }
}

static EVENT_UNTIL_ARMS: [stub::Arm; 3] = [
    stub::Arm::of(&[6], stub::Field::plain("date").number(6).explicit().proto()),
    stub::Arm::of(&[7], stub::Field::plain("span").number(7).explicit().proto()),
    stub::Arm::of(
        &[8],
        stub::Field::plain("words")
            .ndr(stub::ndr_place!(defers true))
            .number(8)
            .explicit()
            .proto(),
    ),
];

static EVENT_UNTIL: stub::Union = stub::Union::of(
        "Event_until",
        "number",
        stub::Discriminant::I32,
        &EVENT_UNTIL_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for EventUntil<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Date(_) => (0, 6),
            Self::Span(_) => (1, 7),
            Self::Words(_) => (2, 8),
        };
        s.union(f, &EVENT_UNTIL, arm, label, self);
    }
}

impl stub::Fields for EventUntil<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Date(value) => s.field(&EVENT_UNTIL_ARMS[0].field, value),
            Self::Span(value) => s.field(&EVENT_UNTIL_ARMS[1].field, value),
            Self::Words(value) => s.field(&EVENT_UNTIL_ARMS[2].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for EventUntil<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &EVENT_UNTIL, self)
    }
}

impl<'de> stub::Arms<'de> for EventUntil<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Date(Default::default()),
            1 => Self::Span(Default::default()),
            _ => Self::Words(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Date(value) => s.slot(&EVENT_UNTIL_ARMS[0].field, value),
            Self::Span(value) => s.slot(&EVENT_UNTIL_ARMS[1].field, value),
            Self::Words(value) => s.slot(&EVENT_UNTIL_ARMS[2].field, value),
        }
    }
}

impl EventUntil<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> EventUntil<'static> {
        match self {
            Self::Date(value) => EventUntil::Date(value),
            Self::Span(value) => EventUntil::Span(value),
            Self::Words(value) => EventUntil::Words(value.into_owned()),
        }
    }
}

/// Record `Event`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Event<'a> {
    /// Field `name`.
    pub name: Cow<'a, str>,
    /// Field `at`.
    pub at: Option<Timestamp>,
    /// Field `took`.
    pub took: Option<Duration>,
    /// Field `seen`.
    pub seen: Vec<Timestamp>,
    /// Field `steps`.
    pub steps: Vec<EventStepsEntry<'a>>,
    /// Field `until`.
    pub until: Option<EventUntil<'a>>,
    /// Field `maybe`.
    pub maybe: Option<Maybe<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static EVENT_FIELDS: [stub::Field; 7] = [
    stub::Field::plain("name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::of(
            "at",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("at").number(2).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2)
        .proto()
        .spare(),
    stub::Field::of(
            "took",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("took").number(3).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3)
        .proto()
        .spare(),
    stub::Field::of(
            "seen",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("seen").number(4).explicit().proto() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(4)
        .proto()
        .spare(),
    stub::Field::of(
            "steps",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("steps")
                    .ndr(stub::ndr_place!(defers true))
                    .number(5)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(5)
        .keyed()
        .proto()
        .spare(),
    stub::Field::of(
            "until",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("until")
                    .ndr(stub::ndr_place!(defers true))
                    .explicit()
                    .coded(stub::Coding::Choice)
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .explicit()
        .coded(stub::Coding::Choice)
        .proto()
        .spare(),
    stub::Field::of(
            "maybe",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("maybe")
                    .ndr(stub::ndr_place!(defers true))
                    .number(9)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(9)
        .proto()
        .spare(),
];

static EVENT: stub::Record = stub::Record::choosing(
        "Event",
        &EVENT_FIELDS,
        &[(6, 5), (7, 5), (8, 5)],
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const {
        &[
            stub::OneofArm::of("date", "date", 5, 0),
            stub::OneofArm::of("span", "span", 5, 1),
            stub::OneofArm::of("words", "words", 5, 2),
        ]
    });

stub::plain_record! {
    Event<'de>, EVENT, EVENT_FIELDS { 0 name, 1 at, 2 took, 3 seen, 4 steps, 5 until, 6
    maybe } unknown
}

impl Event<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Event<'static> {
        Event {
            name: Cow::Owned(self.name.into_owned()),
            at: self.at,
            took: self.took,
            seen: self.seen,
            steps: self.steps.into_iter().map(|v| v.into_owned()).collect(),
            until: self.until.map(|v| v.into_owned()),
            maybe: self.maybe.map(|v| v.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Event<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Event")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// What may be left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Maybe<'a> {
    /// Field `a_double`.
    pub a_double: Option<DoubleValue>,
    /// Field `a_float`.
    pub a_float: Option<FloatValue>,
    /// Field `an_int64`.
    pub an_int64: Option<Int64Value>,
    /// Field `a_uint64`.
    pub a_uint64: Option<UInt64Value>,
    /// Field `an_int32`.
    pub an_int32: Option<Int32Value>,
    /// Field `a_uint32`.
    pub a_uint32: Option<UInt32Value>,
    /// Field `a_bool`.
    pub a_bool: Option<BoolValue>,
    /// Field `a_string`.
    pub a_string: Option<StringValue<'a>>,
    /// Field `a_bytes`.
    pub a_bytes: Option<BytesValue<'a>>,
    /// Field `many`.
    pub many: Vec<Int32Value>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static MAYBE_FIELDS: [stub::Field; 10] = [
    stub::Field::of(
            "a_double",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("a_double").number(1).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1)
        .proto()
        .called("aDouble")
        .spare(),
    stub::Field::of(
            "a_float",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("a_float").number(2).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2)
        .proto()
        .called("aFloat")
        .spare(),
    stub::Field::of(
            "an_int64",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("an_int64").number(3).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3)
        .proto()
        .called("anInt64")
        .spare(),
    stub::Field::of(
            "a_uint64",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("a_uint64").number(4).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(4)
        .proto()
        .called("aUint64")
        .spare(),
    stub::Field::of(
            "an_int32",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("an_int32").number(5).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(5)
        .proto()
        .called("anInt32")
        .spare(),
    stub::Field::of(
            "a_uint32",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("a_uint32").number(6).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(6)
        .proto()
        .called("aUint32")
        .spare(),
    stub::Field::of(
            "a_bool",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("a_bool").number(7).explicit().proto() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(7)
        .proto()
        .called("aBool")
        .spare(),
    stub::Field::of(
            "a_string",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("a_string")
                    .ndr(stub::ndr_place!(defers true))
                    .number(8)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(8)
        .proto()
        .called("aString")
        .spare(),
    stub::Field::of(
            "a_bytes",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("a_bytes")
                    .ndr(stub::ndr_place!(defers true))
                    .number(9)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(9)
        .proto()
        .called("aBytes")
        .spare(),
    stub::Field::of(
            "many",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("many").number(10).explicit().proto() },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(10)
        .proto()
        .spare(),
];

static MAYBE: stub::Record = stub::Record::of("Maybe", &MAYBE_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Maybe<'de>, MAYBE, MAYBE_FIELDS { 0 a_double, 1 a_float, 2 an_int64, 3 a_uint64, 4
    an_int32, 5 a_uint32, 6 a_bool, 7 a_string, 8 a_bytes, 9 many } unknown
}

impl Maybe<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Maybe<'static> {
        Maybe {
            a_double: self.a_double,
            a_float: self.a_float,
            an_int64: self.an_int64,
            a_uint64: self.a_uint64,
            an_int32: self.an_int32,
            a_uint32: self.a_uint32,
            a_bool: self.a_bool,
            a_string: self.a_string.map(|v| v.into_owned()),
            a_bytes: self.a_bytes.map(|v| v.into_owned()),
            many: self.many,
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Maybe<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Maybe")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// What names interface `Calendar`, and its operations.
pub static CALENDAR: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "Calendar",
        full_name: "gen.well_known.Calendar",
        program: 0x3bb5a5c2,
        uuid: 0x42c7b64d_4bd7_59b0_9573_b2bccf7fcc5e_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&CALENDAR_KEEP, &CALENDAR_AT, &CALENDAR_LASTING, &CALENDAR_COUNT],
};

static CALENDAR_KEEP_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static CALENDAR_KEEP_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Keep` takes and gives.
pub static CALENDAR_KEEP: stub::OperationMeta = stub::OperationMeta {
    name: "Keep",
    number: 0,
    input: &stub::Record::of("Keep_in", &CALENDAR_KEEP_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.well_known.Calendar",
                "Keep",
                "urn:gen.well_known.Calendar#Keep",
            )
        }),
    output: &stub::Record::of("Keep_out", &CALENDAR_KEEP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.well_known.Calendar",
                "KeepResponse",
                "urn:gen.well_known.Calendar:Calendar:KeepResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static CALENDAR_AT_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("request").proto()];
static CALENDAR_AT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `At` takes and gives.
pub static CALENDAR_AT: stub::OperationMeta = stub::OperationMeta {
    name: "At",
    number: 1,
    input: &stub::Record::of("At_in", &CALENDAR_AT_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 8))
        .whole()
        .noted(stub::Notation::Timestamp)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.well_known.Calendar",
                "At",
                "urn:gen.well_known.Calendar#At",
            )
        }),
    output: &stub::Record::of("At_out", &CALENDAR_AT_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 8))
        .whole()
        .noted(stub::Notation::Timestamp)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.well_known.Calendar",
                "AtResponse",
                "urn:gen.well_known.Calendar:Calendar:AtResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static CALENDAR_LASTING_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").proto(),
];

static CALENDAR_LASTING_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Lasting` takes and gives.
pub static CALENDAR_LASTING: stub::OperationMeta = stub::OperationMeta {
    name: "Lasting",
    number: 2,
    input: &stub::Record::of("Lasting_in", &CALENDAR_LASTING_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 8))
        .whole()
        .noted(stub::Notation::Duration)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.well_known.Calendar",
                "Lasting",
                "urn:gen.well_known.Calendar#Lasting",
            )
        }),
    output: &stub::Record::of("Lasting_out", &CALENDAR_LASTING_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 8))
        .whole()
        .noted(stub::Notation::Duration)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.well_known.Calendar",
                "LastingResponse",
                "urn:gen.well_known.Calendar:Calendar:LastingResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static CALENDAR_COUNT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").proto(),
];

static CALENDAR_COUNT_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Count` takes and gives.
pub static CALENDAR_COUNT: stub::OperationMeta = stub::OperationMeta {
    name: "Count",
    number: 3,
    input: &stub::Record::of("Count_in", &CALENDAR_COUNT_IN_FIELDS)
        .whole()
        .noted(stub::Notation::Content)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.well_known.Calendar",
                "Count",
                "urn:gen.well_known.Calendar#Count",
            )
        }),
    output: &stub::Record::of("Count_out", &CALENDAR_COUNT_OUT_FIELDS)
        .whole()
        .noted(stub::Notation::Content)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:gen.well_known.Calendar",
                "CountResponse",
                "urn:gen.well_known.Calendar:Calendar:CountResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `Keep` takes.
#[derive(Clone, Debug)]
pub struct CalendarKeepArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Event<'a>,
}

stub::plain_fields! {
    CalendarKeepArgs<'de>, CALENDAR_KEEP_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct CalendarKeepIn<'a> {
    request: Event<'a>,
}

stub::plain_slots! {
    CalendarKeepIn<'de>, CALENDAR_KEEP_IN_FIELDS { 0 request }
}

/// What a call of `Keep` gives.
#[derive(Clone, Debug, Default)]
pub struct CalendarKeepOut<'a> {
    /// Parameter `result`.
    pub result: Event<'a>,
}

stub::plain_slots! {
    CalendarKeepOut<'de>, CALENDAR_KEEP_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `Keep`.
#[derive(Clone, Debug)]
pub struct CalendarKeepReply<'a> {
    /// Parameter `result`.
    pub result: &'a Event<'a>,
}

stub::plain_fields! {
    CalendarKeepReply<'de>, CALENDAR_KEEP_OUT_FIELDS { 0 result }
}

/// What a call of `At` takes.
#[derive(Clone, Debug)]
pub struct CalendarAtArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Timestamp,
}

stub::plain_fields! {
    CalendarAtArgs<'de>, CALENDAR_AT_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct CalendarAtIn {
    request: Timestamp,
}

stub::plain_slots! {
    CalendarAtIn, CALENDAR_AT_IN_FIELDS { 0 request }
}

/// What a call of `At` gives.
#[derive(Clone, Debug, Default)]
pub struct CalendarAtOut {
    /// Parameter `result`.
    pub result: Timestamp,
}

stub::plain_slots! {
    CalendarAtOut, CALENDAR_AT_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `At`.
#[derive(Clone, Debug)]
pub struct CalendarAtReply<'a> {
    /// Parameter `result`.
    pub result: &'a Timestamp,
}

stub::plain_fields! {
    CalendarAtReply<'de>, CALENDAR_AT_OUT_FIELDS { 0 result }
}

/// What a call of `Lasting` takes.
#[derive(Clone, Debug)]
pub struct CalendarLastingArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Duration,
}

stub::plain_fields! {
    CalendarLastingArgs<'de>, CALENDAR_LASTING_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct CalendarLastingIn {
    request: Duration,
}

stub::plain_slots! {
    CalendarLastingIn, CALENDAR_LASTING_IN_FIELDS { 0 request }
}

/// What a call of `Lasting` gives.
#[derive(Clone, Debug, Default)]
pub struct CalendarLastingOut {
    /// Parameter `result`.
    pub result: Duration,
}

stub::plain_slots! {
    CalendarLastingOut, CALENDAR_LASTING_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `Lasting`.
#[derive(Clone, Debug)]
pub struct CalendarLastingReply<'a> {
    /// Parameter `result`.
    pub result: &'a Duration,
}

stub::plain_fields! {
    CalendarLastingReply<'de>, CALENDAR_LASTING_OUT_FIELDS { 0 result }
}

/// What a call of `Count` takes.
#[derive(Clone, Debug)]
pub struct CalendarCountArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Int32Value,
}

stub::plain_fields! {
    CalendarCountArgs<'de>, CALENDAR_COUNT_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct CalendarCountIn {
    request: Int32Value,
}

stub::plain_slots! {
    CalendarCountIn, CALENDAR_COUNT_IN_FIELDS { 0 request }
}

/// What a call of `Count` gives.
#[derive(Clone, Debug, Default)]
pub struct CalendarCountOut {
    /// Parameter `result`.
    pub result: Int32Value,
}

stub::plain_slots! {
    CalendarCountOut, CALENDAR_COUNT_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `Count`.
#[derive(Clone, Debug)]
pub struct CalendarCountReply<'a> {
    /// Parameter `result`.
    pub result: &'a Int32Value,
}

stub::plain_fields! {
    CalendarCountReply<'de>, CALENDAR_COUNT_OUT_FIELDS { 0 result }
}

/// A client of `Calendar`.
pub struct CalendarClient {
    client: stub::Client,
}

impl CalendarClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, CALENDAR.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// The event as it came.
    pub fn keep(&mut self, request: &Event<'_>) -> Result<Event<'_>, stub::CallError> {
        let output: CalendarKeepOut<'_> = self
            .client
            .invoke(&CALENDAR, &CALENDAR_KEEP, &CalendarKeepArgs { request })?;
        Ok(output.result)
    }

    /// The same moment.
    pub fn at(&mut self, request: &Timestamp) -> Result<Timestamp, stub::CallError> {
        let output: CalendarAtOut = self
            .client
            .invoke(&CALENDAR, &CALENDAR_AT, &CalendarAtArgs { request })?;
        Ok(output.result)
    }

    /// The same span.
    pub fn lasting(&mut self, request: &Duration) -> Result<Duration, stub::CallError> {
        let output: CalendarLastingOut = self
            .client
            .invoke(&CALENDAR, &CALENDAR_LASTING, &CalendarLastingArgs { request })?;
        Ok(output.result)
    }

    /// The same number.
    pub fn count(
        &mut self,
        request: &Int32Value,
    ) -> Result<Int32Value, stub::CallError> {
        let output: CalendarCountOut = self
            .client
            .invoke(&CALENDAR, &CALENDAR_COUNT, &CalendarCountArgs { request })?;
        Ok(output.result)
    }
}

impl stub::Stub for CalendarClient {
    const INTERFACE: &'static stub::InterfaceMeta = &CALENDAR;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `Calendar` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Calendar: Send + Sync {
    /// The event as it came.
    fn keep<'a>(
        &'a self,
        call: &stub::Context<'_>,
        request: Event<'a>,
    ) -> Result<Event<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `keep` where results are not the server's own: a guard's, an `Arc`'s.
    fn keep_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Event<'_>,
        reply: impl FnOnce(&Event<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.keep(call, request).map(|result| reply(&result))
    }

    /// The same moment.
    fn at(
        &self,
        call: &stub::Context<'_>,
        request: Timestamp,
    ) -> Result<Timestamp, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `at` where results are not the server's own: a guard's, an `Arc`'s.
    fn at_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Timestamp,
        reply: impl FnOnce(&Timestamp) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.at(call, request).map(|result| reply(&result))
    }

    /// The same span.
    fn lasting(
        &self,
        call: &stub::Context<'_>,
        request: Duration,
    ) -> Result<Duration, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `lasting` where results are not the server's own: a guard's, an `Arc`'s.
    fn lasting_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Duration,
        reply: impl FnOnce(&Duration) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.lasting(call, request).map(|result| reply(&result))
    }

    /// The same number.
    fn count(
        &self,
        call: &stub::Context<'_>,
        request: Int32Value,
    ) -> Result<Int32Value, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `count` where results are not the server's own: a guard's, an `Arc`'s.
    fn count_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Int32Value,
        reply: impl FnOnce(&Int32Value) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.count(call, request).map(|result| reply(&result))
    }
}

/// Serves `Calendar` with an object that implements [`Calendar`].
pub struct CalendarServer<T>(pub T);

impl<T: Calendar> stub::Service for CalendarServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        CALENDAR.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        CALENDAR.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        CALENDAR.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &CALENDAR_KEEP,
                    |context, input: CalendarKeepIn<'_>, reply| {
                        self.0
                            .keep_replying(
                                context,
                                input.request,
                                |result| reply.finish(&CalendarKeepReply { result }),
                            )
                    },
                )
            }
            1 => {
                call.serve_replying(
                    &CALENDAR_AT,
                    |context, input: CalendarAtIn, reply| {
                        self.0
                            .at_replying(
                                context,
                                input.request,
                                |result| reply.finish(&CalendarAtReply { result }),
                            )
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &CALENDAR_LASTING,
                    |context, input: CalendarLastingIn, reply| {
                        self.0
                            .lasting_replying(
                                context,
                                input.request,
                                |result| reply.finish(&CalendarLastingReply { result }),
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &CALENDAR_COUNT,
                    |context, input: CalendarCountIn, reply| {
                        self.0
                            .count_replying(
                                context,
                                input.request,
                                |result| reply.finish(&CalendarCountReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `Calendar` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncCalendarClient {
        client: stub::AsyncClient,
    }

    impl AsyncCalendarClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, CALENDAR.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// The event as it came.
        pub async fn keep(
            &self,
            request: &Event<'_>,
        ) -> Result<Event<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&CALENDAR, &CALENDAR_KEEP, &CalendarKeepArgs { request })
                .await?;
            let output: CalendarKeepOut<'_> = reply.results(&CALENDAR_KEEP)?;
            Ok(output.result.into_owned())
        }

        /// The same moment.
        pub async fn at(&self, request: &Timestamp) -> Result<Timestamp, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&CALENDAR, &CALENDAR_AT, &CalendarAtArgs { request })
                .await?;
            let output: CalendarAtOut = reply.results(&CALENDAR_AT)?;
            Ok(output.result)
        }

        /// The same span.
        pub async fn lasting(
            &self,
            request: &Duration,
        ) -> Result<Duration, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&CALENDAR, &CALENDAR_LASTING, &CalendarLastingArgs { request })
                .await?;
            let output: CalendarLastingOut = reply.results(&CALENDAR_LASTING)?;
            Ok(output.result)
        }

        /// The same number.
        pub async fn count(
            &self,
            request: &Int32Value,
        ) -> Result<Int32Value, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&CALENDAR, &CALENDAR_COUNT, &CalendarCountArgs { request })
                .await?;
            let output: CalendarCountOut = reply.results(&CALENDAR_COUNT)?;
            Ok(output.result)
        }
    }

    impl stub::AsyncStub for AsyncCalendarClient {
        const INTERFACE: &'static stub::InterfaceMeta = &CALENDAR;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `Calendar` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncCalendar: Send + Sync {
        /// The event as it came.
        fn keep<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Event<'a>,
        ) -> impl std::future::Future<Output = Result<Event<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// The same moment.
        fn at<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Timestamp,
        ) -> impl std::future::Future<Output = Result<Timestamp, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// The same span.
        fn lasting<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Duration,
        ) -> impl std::future::Future<Output = Result<Duration, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// The same number.
        fn count<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Int32Value,
        ) -> impl std::future::Future<Output = Result<Int32Value, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `Calendar` with an object that implements [`AsyncCalendar`], on a runtime.
    pub struct AsyncCalendarServer<T>(pub T);

    impl<T: AsyncCalendar> stub::Service for AsyncCalendarServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            CALENDAR.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            CALENDAR.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            CALENDAR.elements()
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
                        let (input, mut referents): (CalendarKeepIn<'_>, _) = call
                            .input(&CALENDAR_KEEP)?;
                        let context = call.context();
                        let result = self.0.keep(&context, input.request).await;
                        let output = result
                            .map_err(|fault| call.fail(&CALENDAR_KEEP, fault))?;
                        Ok(
                            call
                                .end(
                                    &CALENDAR_KEEP,
                                    &CalendarKeepReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (CalendarAtIn, _) = call
                            .input(&CALENDAR_AT)?;
                        let context = call.context();
                        let result = self.0.at(&context, input.request).await;
                        let output = result.map_err(|fault| call.fail(&CALENDAR_AT, fault))?;
                        Ok(
                            call
                                .end(
                                    &CALENDAR_AT,
                                    &CalendarAtReply { result: &output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (CalendarLastingIn, _) = call
                            .input(&CALENDAR_LASTING)?;
                        let context = call.context();
                        let result = self.0.lasting(&context, input.request).await;
                        let output = result
                            .map_err(|fault| call.fail(&CALENDAR_LASTING, fault))?;
                        Ok(
                            call
                                .end(
                                    &CALENDAR_LASTING,
                                    &CalendarLastingReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (CalendarCountIn, _) = call
                            .input(&CALENDAR_COUNT)?;
                        let context = call.context();
                        let result = self.0.count(&context, input.request).await;
                        let output = result
                            .map_err(|fault| call.fail(&CALENDAR_COUNT, fault))?;
                        Ok(
                            call
                                .end(
                                    &CALENDAR_COUNT,
                                    &CalendarCountReply {
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
