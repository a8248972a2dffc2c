// Generated from photos.proto by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Record `Size`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Size {
    /// Field `photos`.
    pub photos: i32,
    /// Field `bytes`.
    pub bytes: i32,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static SIZE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("photos").number(1).proto().spare(),
    stub::Field::plain("bytes").number(2).proto().spare(),
];

static SIZE: stub::Record = stub::Record::of("Size", &SIZE_FIELDS)
    .message(const { &[] });

stub::plain_record! {
    Size, SIZE, SIZE_FIELDS { 0 photos, 1 bytes } unknown
}

impl stub::Standalone for Size {
    const PLACE: &'static stub::Field = &stub::Field::plain("Size").proto();
}

/// Record `Photo_NamedEntry`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhotoNamedEntry<'a> {
    /// Field `key`.
    pub key: Cow<'a, str>,
    /// Field `value`.
    pub value: stub::CowBytes<'a>,
}

static PHOTO_NAMED_ENTRY_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("key")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1)
        .explicit()
        .proto(),
    stub::Field::plain("value")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(2)
        .explicit()
        .proto(),
];

static PHOTO_NAMED_ENTRY: stub::Record = stub::Record::of(
        "Photo_NamedEntry",
        &PHOTO_NAMED_ENTRY_FIELDS,
    )
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    PhotoNamedEntry<'de>, PHOTO_NAMED_ENTRY, PHOTO_NAMED_ENTRY_FIELDS { 0 key, 1 value
    }
}

impl PhotoNamedEntry<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> PhotoNamedEntry<'static> {
        PhotoNamedEntry {
            key: Cow::Owned(self.key.into_owned()),
            value: self.value.into_owned(),
        }
    }
}

/// Union `Photo_more`.
#[allow(
    clippy::enum_variant_names,
    clippy::large_enum_variant,
    reason = "the definition's names and sizes",
)]
#[derive(Clone, Debug, PartialEq)]
pub enum PhotoMore<'a> {
    /// Label 5: field `raw`.
    Raw(stub::CowBytes<'a>),
    /// Label 6: field `text`.
    Text(Cow<'a, str>),
}

impl Default for PhotoMore<'_> {
    fn default() -> Self {
        Self::Raw(Default::default())
    }
}

static PHOTO_MORE_ARMS: [stub::Arm; 2] = [
    stub::Arm::of(
        &[5],
        stub::Field::plain("raw")
            .ndr(stub::ndr_place!(array Counted, defers true))
            .number(5)
            .explicit()
            .proto(),
    ),
    stub::Arm::of(
        &[6],
        stub::Field::plain("text")
            .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
            .number(6)
            .explicit()
            .proto(),
    ),
];

static PHOTO_MORE: stub::Union = stub::Union::of(
        "Photo_more",
        "number",
        stub::Discriminant::I32,
        &PHOTO_MORE_ARMS,
        None,
    )
    .ndr(stub::ndr_shape!(defers true, tag 4));

impl stub::Encode for PhotoMore<'_> {
    #[inline]
    fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {
        let (arm, label) = match self {
            Self::Raw(_) => (0, 5),
            Self::Text(_) => (1, 6),
        };
        s.union(f, &PHOTO_MORE, arm, label, self);
    }
}

impl stub::Fields for PhotoMore<'_> {
    #[inline]
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        match self {
            Self::Raw(value) => s.field(&PHOTO_MORE_ARMS[0].field, value),
            Self::Text(value) => s.field(&PHOTO_MORE_ARMS[1].field, value),
        }
    }
}

impl<'de> stub::Decode<'de> for PhotoMore<'de> {
    #[inline]
    fn decode<S: stub::Source<'de>>(
        &mut self,
        s: &mut S,
        f: &stub::Field,
    ) -> Result<(), stub::Fail> {
        s.union(f, &PHOTO_MORE, self)
    }
}

impl<'de> stub::Arms<'de> for PhotoMore<'de> {
    #[inline]
    fn select(&mut self, arm: usize, _label: i64) {
        *self = match arm {
            0 => Self::Raw(Default::default()),
            _ => Self::Text(Default::default()),
        };
    }

    #[inline]
    fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        match self {
            Self::Raw(value) => s.slot(&PHOTO_MORE_ARMS[0].field, value),
            Self::Text(value) => s.slot(&PHOTO_MORE_ARMS[1].field, value),
        }
    }
}

impl PhotoMore<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> PhotoMore<'static> {
        match self {
            Self::Raw(value) => PhotoMore::Raw(value.into_owned()),
            Self::Text(value) => PhotoMore::Text(Cow::Owned(value.into_owned())),
        }
    }
}

/// Record `Photo`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Photo<'a> {
    /// Field `data`.
    pub data: stub::CowBytes<'a>,
    /// Field `title`.
    pub title: Cow<'a, str>,
    /// Field `parts`.
    pub parts: Vec<stub::CowBytes<'a>>,
    /// Field `named`.
    pub named: Vec<PhotoNamedEntry<'a>>,
    /// Field `more`.
    pub more: Option<PhotoMore<'a>>,
    /// Field `thumb`.
    pub thumb: Option<stub::CowBytes<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static PHOTO_FIELDS: [stub::Field; 6] = [
    stub::Field::plain("data")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .proto()
        .spare(),
    stub::Field::plain("title")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .spare(),
    stub::Field::of(
            "parts",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("parts")
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .number(3)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(3)
        .proto()
        .spare(),
    stub::Field::of(
            "named",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("named")
                    .ndr(stub::ndr_place!(defers true))
                    .number(4)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(4)
        .keyed()
        .proto()
        .spare(),
    stub::Field::of(
            "more",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("more")
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
            "thumb",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("thumb")
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .number(7)
                    .explicit()
                    .proto()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(7)
        .proto()
        .spare(),
];

static PHOTO: stub::Record = stub::Record::choosing(
        "Photo",
        &PHOTO_FIELDS,
        &[(5, 4), (6, 4)],
    )
    .ndr(stub::ndr_shape!(defers true))
    .message(const {
        &[
            stub::OneofArm::of("raw", "raw", 4, 0),
            stub::OneofArm::of("text", "text", 4, 1),
        ]
    });

stub::plain_record! {
    Photo<'de>, PHOTO, PHOTO_FIELDS { 0 data, 1 title, 2 parts, 3 named, 4 more, 5
    thumb } unknown
}

impl Photo<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Photo<'static> {
        Photo {
            data: self.data.into_owned(),
            title: Cow::Owned(self.title.into_owned()),
            parts: self.parts.into_iter().map(|v| v.into_owned()).collect(),
            named: self.named.into_iter().map(|v| v.into_owned()).collect(),
            more: self.more.map(|v| v.into_owned()),
            thumb: self.thumb.map(|v| v.into_owned()),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Photo<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Photo")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// What names interface `Camera`, and its operations.
pub static CAMERA: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "Camera",
        full_name: "photos.Camera",
        program: 0x30b75d16,
        uuid: 0x52d363d5_e71c_5f50_b259_5acef352f105_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&CAMERA_ONE, &CAMERA_ROLL, &CAMERA_DEVELOP, &CAMERA_COPY],
};

static CAMERA_ONE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static CAMERA_ONE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `One` takes and gives.
pub static CAMERA_ONE: stub::OperationMeta = stub::OperationMeta {
    name: "One",
    number: 0,
    input: &stub::Record::of("One_in", &CAMERA_ONE_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:photos.Camera",
                "One",
                "urn:photos.Camera#One",
            )
        }),
    output: &stub::Record::of("One_out", &CAMERA_ONE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:photos.Camera",
                "OneResponse",
                "urn:photos.Camera:Camera:OneResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static CAMERA_ROLL_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("request").proto()];
static CAMERA_ROLL_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Roll` takes and gives.
pub static CAMERA_ROLL: stub::OperationMeta = stub::OperationMeta {
    name: "Roll",
    number: 1,
    input: &stub::Record::of("Roll_in", &CAMERA_ROLL_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:photos.Camera",
                "Roll",
                "urn:photos.Camera#Roll",
            )
        }),
    output: &stub::Record::of("Roll_out", &CAMERA_ROLL_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:photos.Camera",
                "RollResponse",
                "urn:photos.Camera:Camera:RollResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static CAMERA_DEVELOP_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static CAMERA_DEVELOP_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Develop` takes and gives.
pub static CAMERA_DEVELOP: stub::OperationMeta = stub::OperationMeta {
    name: "Develop",
    number: 2,
    input: &stub::Record::of("Develop_in", &CAMERA_DEVELOP_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:photos.Camera",
                "Develop",
                "urn:photos.Camera#Develop",
            )
        }),
    output: &stub::Record::of("Develop_out", &CAMERA_DEVELOP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:photos.Camera",
                "DevelopResponse",
                "urn:photos.Camera:Camera:DevelopResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static CAMERA_COPY_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static CAMERA_COPY_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Copy` takes and gives.
pub static CAMERA_COPY: stub::OperationMeta = stub::OperationMeta {
    name: "Copy",
    number: 3,
    input: &stub::Record::of("Copy_in", &CAMERA_COPY_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:photos.Camera",
                "Copy",
                "urn:photos.Camera#Copy",
            )
        }),
    output: &stub::Record::of("Copy_out", &CAMERA_COPY_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:photos.Camera",
                "CopyResponse",
                "urn:photos.Camera:Camera:CopyResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `One` takes.
#[derive(Clone, Debug)]
pub struct CameraOneArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Photo<'a>,
}

stub::plain_fields! {
    CameraOneArgs<'de>, CAMERA_ONE_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct CameraOneIn<'a> {
    request: Photo<'a>,
}

stub::plain_slots! {
    CameraOneIn<'de>, CAMERA_ONE_IN_FIELDS { 0 request }
}

/// What a call of `One` gives.
#[derive(Clone, Debug, Default)]
pub struct CameraOneOut<'a> {
    /// Parameter `result`.
    pub result: Photo<'a>,
}

stub::plain_slots! {
    CameraOneOut<'de>, CAMERA_ONE_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `One`.
#[derive(Clone, Debug)]
pub struct CameraOneReply<'a> {
    /// Parameter `result`.
    pub result: &'a Photo<'a>,
}

stub::plain_fields! {
    CameraOneReply<'de>, CAMERA_ONE_OUT_FIELDS { 0 result }
}

/// What a call of `Roll` takes.
#[derive(Clone, Debug)]
pub struct CameraRollArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Size,
}

stub::plain_fields! {
    CameraRollArgs<'de>, CAMERA_ROLL_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct CameraRollIn {
    request: Size,
}

stub::plain_slots! {
    CameraRollIn, CAMERA_ROLL_IN_FIELDS { 0 request }
}

/// What a call of `Roll` gives.
#[derive(Clone, Debug, Default)]
pub struct CameraRollOut<'a> {
    /// Parameter `result`.
    pub result: Photo<'a>,
}

stub::plain_fields! {
    CameraRollOut<'de>, CAMERA_ROLL_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    CameraRollOut<'de>, CAMERA_ROLL_OUT_FIELDS { 0 result }
}

/// What a call of `Develop` takes.
#[derive(Clone, Debug)]
pub struct CameraDevelopArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Photo<'a>,
}

stub::plain_fields! {
    CameraDevelopArgs<'de>, CAMERA_DEVELOP_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct CameraDevelopIn<'a> {
    request: Photo<'a>,
}

stub::plain_slots! {
    CameraDevelopIn<'de>, CAMERA_DEVELOP_IN_FIELDS { 0 request }
}

/// What a call of `Develop` gives.
#[derive(Clone, Debug, Default)]
pub struct CameraDevelopOut<'a> {
    /// Parameter `result`.
    pub result: Photo<'a>,
}

stub::plain_fields! {
    CameraDevelopOut<'de>, CAMERA_DEVELOP_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    CameraDevelopOut<'de>, CAMERA_DEVELOP_OUT_FIELDS { 0 result }
}

/// What a call of `Copy` takes.
#[derive(Clone, Debug)]
pub struct CameraCopyArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Photo<'a>,
}

stub::plain_fields! {
    CameraCopyArgs<'de>, CAMERA_COPY_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct CameraCopyIn<'a> {
    request: Photo<'a>,
}

stub::plain_slots! {
    CameraCopyIn<'de>, CAMERA_COPY_IN_FIELDS { 0 request }
}

/// What a call of `Copy` gives.
#[derive(Clone, Debug, Default)]
pub struct CameraCopyOut<'a> {
    /// Parameter `result`.
    pub result: Photo<'a>,
}

stub::plain_fields! {
    CameraCopyOut<'de>, CAMERA_COPY_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    CameraCopyOut<'de>, CAMERA_COPY_OUT_FIELDS { 0 result }
}

/// A client of `Camera`.
pub struct CameraClient {
    client: stub::Client,
}

impl CameraClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, CAMERA.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `One`.
    pub fn one(&mut self, request: &Photo<'_>) -> Result<Photo<'_>, stub::CallError> {
        let output: CameraOneOut<'_> = self
            .client
            .invoke(&CAMERA, &CAMERA_ONE, &CameraOneArgs { request })?;
        Ok(output.result)
    }

    /// Operation 1, `Roll`.
    pub fn roll(
        &mut self,
        request: &Size,
    ) -> Result<CameraRollStream<'_>, stub::CallError> {
        let call = self.client.pull(&CAMERA, &CAMERA_ROLL, &CameraRollArgs { request })?;
        Ok(CameraRollStream { call })
    }

    /// Operation 2, `Develop`.
    pub fn develop(&mut self) -> Result<CameraDevelopStream<'_>, stub::CallError> {
        let call = self.client.converse(&CAMERA, &CAMERA_DEVELOP, false)?;
        Ok(CameraDevelopStream { call })
    }

    /// Operation 3, `Copy`.
    pub fn copy(&mut self) -> Result<CameraCopyStream<'_>, stub::CallError> {
        let call = self.client.converse(&CAMERA, &CAMERA_COPY, true)?;
        Ok(CameraCopyStream { call })
    }
}

impl stub::Stub for CameraClient {
    const INTERFACE: &'static stub::InterfaceMeta = &CAMERA;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// A call of `Roll` under way, from its client's side. When dropped before its end it is given up.
pub struct CameraRollStream<'c> {
    call: stub::OpenCall<'c>,
}

impl CameraRollStream<'_> {
    /// Waits for the next message of the server; `None` when the call is over and went
    /// well.
    ///
    /// # Errors
    /// Whatever ended the call otherwise.
    #[allow(clippy::should_implement_trait, reason = "it lends, and it may fail")]
    pub fn next(&mut self) -> Result<Option<Photo<'_>>, stub::CallError> {
        let next: Option<CameraRollOut<'_>> = self.call.next()?;
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

/// A call of `Develop` under way, from its client's side. When dropped before its end it is given up.
pub struct CameraDevelopStream<'c> {
    call: stub::OpenCall<'c>,
}

impl CameraDevelopStream<'_> {
    /// Sends a message. Waits while the server takes no more.
    ///
    /// # Errors
    /// The message is too large or does not fit, or the call is over: what comes next says how.
    pub fn send(&mut self, request: &Photo<'_>) -> Result<(), stub::CallError> {
        self.call.send(&CameraDevelopArgs { request })
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
    pub fn finish(&mut self) -> Result<Photo<'_>, stub::CallError> {
        let output: CameraDevelopOut<'_> = self.call.finish()?;
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

/// A call of `Copy` under way, from its client's side. When dropped before its end it is given up.
pub struct CameraCopyStream<'c> {
    call: stub::OpenCall<'c>,
}

impl CameraCopyStream<'_> {
    /// Sends a message. Waits while the server takes no more.
    ///
    /// # Errors
    /// The message is too large or does not fit, or the call is over: what comes next says how.
    pub fn send(&mut self, request: &Photo<'_>) -> Result<(), stub::CallError> {
        self.call.send(&CameraCopyArgs { request })
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
    pub fn next(&mut self) -> Result<Option<Photo<'_>>, stub::CallError> {
        let next: Option<CameraCopyOut<'_>> = self.call.next()?;
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

/// What a server of `Camera` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Camera: Send + Sync {
    /// Operation 0, `One`.
    fn one<'a>(
        &'a self,
        call: &stub::Context<'_>,
        request: Photo<'a>,
    ) -> Result<Photo<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `one` where results are not the server's own: a guard's, an `Arc`'s.
    fn one_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Photo<'_>,
        reply: impl FnOnce(&Photo<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.one(call, request).map(|result| reply(&result))
    }

    /// Operation 1, `Roll`.
    fn roll(
        &self,
        call: &stub::Context<'_>,
        request: Size,
    ) -> Result<stub::ReplyStream<Photo<'static>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 2, `Develop`.
    fn develop(
        &self,
        call: &stub::Context<'_>,
    ) -> Result<Box<dyn CameraDevelopHandler>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 3, `Copy`.
    fn copy(
        &self,
        call: &stub::Context<'_>,
    ) -> Result<Box<dyn CameraCopyHandler>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `Camera` with an object that implements [`Camera`].
pub struct CameraServer<T>(pub T);

impl<T: Camera> stub::Service for CameraServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        CAMERA.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        CAMERA.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        CAMERA.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &CAMERA_ONE,
                    |context, input: CameraOneIn<'_>, reply| {
                        self.0
                            .one_replying(
                                context,
                                input.request,
                                |result| reply.finish(&CameraOneReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }

    fn streams_of(&self, operation: u32) -> stub::Streams {
        match operation {
            1 => {
                stub::Streams {
                    request: false,
                    reply: true,
                }
            }
            2 => {
                stub::Streams {
                    request: true,
                    reply: false,
                }
            }
            3 => {
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
            1 => {
                call.pull(
                    &CAMERA_ROLL,
                    |context, input: CameraRollIn| self.0.roll(context, input.request),
                    |result| CameraRollOut { result },
                )
            }
            2 => {
                Ok(
                    Box::new(CameraDevelopServed {
                        marshalling: call.marshalling(&CAMERA_DEVELOP),
                        handler: self.0.develop(&call.context())?,
                        ended: false,
                    }),
                )
            }
            3 => {
                Ok(
                    Box::new(CameraCopyServed {
                        marshalling: call.marshalling(&CAMERA_COPY),
                        handler: self.0.copy(&call.context())?,
                    }),
                )
            }
            _ => Err(stub::Fault::NoSuchOperation),
        }
    }
}

/// What a server does for one call of `Develop`. It works on the thread of the connection, so it must not wait. Dropped when the client is gone.
pub trait CameraDevelopHandler: Send {
    /// A message came.
    fn message(
        &mut self,
        request: Photo<'_>,
        metadata: &mut stub::MetadataWriter<'_>,
    ) -> Result<(), stub::Fault>;
    /// No more messages come: what there is to say.
    fn finish(
        &mut self,
        metadata: &mut stub::MetadataWriter<'_>,
    ) -> Result<Photo<'_>, stub::Fault>;
    /// No more messages come: whether [`finish`](Self::finish) can say now what there is to say.
    /// One that has to wait for it has somebody use the call's waker, and is asked again.
    fn ready(&mut self, metadata: &mut stub::MetadataWriter<'_>) -> bool {
        let _ = metadata;
        true
    }
}

struct CameraDevelopServed {
    marshalling: stub::Marshalling,
    handler: Box<dyn CameraDevelopHandler>,
    ended: bool,
}

impl stub::Stream for CameraDevelopServed {
    fn message(
        &mut self,
        received: &[u8],
        replies: &mut dyn stub::Replies,
    ) -> stub::Flow {
        let marshalling = self.marshalling;
        let mut take = || {
            let input: CameraDevelopIn<'_> = marshalling.read(received)?;
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
        let finished = finished.map(|result| replies.send(&CameraDevelopOut { result }));
        finished.map(|()| stub::Flow::DONE).into()
    }

    fn more(&mut self, replies: &mut dyn stub::Replies) -> stub::Flow {
        match self.ended {
            true => self.ended(replies),
            false => stub::Flow::Wait,
        }
    }
}

/// What a server does for one call of `Copy`. It works on the thread of the connection, so it must not wait. Dropped when the client is gone.
pub trait CameraCopyHandler: Send {
    /// The call was taken: what there is to say before anything comes.
    fn begun(
        &mut self,
        replies: &mut CameraCopyReplies<'_>,
    ) -> Result<stub::Flow, stub::Fault> {
        let _ = replies;
        Ok(stub::Flow::Wait)
    }

    /// A message came.
    fn message(
        &mut self,
        request: Photo<'_>,
        replies: &mut CameraCopyReplies<'_>,
    ) -> Result<stub::Flow, stub::Fault>;
    /// No more messages come.
    fn ended(
        &mut self,
        replies: &mut CameraCopyReplies<'_>,
    ) -> Result<stub::Flow, stub::Fault> {
        let _ = replies;
        Ok(stub::Flow::DONE)
    }

    /// There is room again for what [`Flow::More`](stub::Flow::More) spoke of, or somebody
    /// used the call's waker.
    fn more(
        &mut self,
        replies: &mut CameraCopyReplies<'_>,
    ) -> Result<stub::Flow, stub::Fault> {
        let _ = replies;
        Ok(stub::Flow::Wait)
    }
}

/// Where the replies of a call of `Copy` go.
pub struct CameraCopyReplies<'r> {
    replies: stub::TypedReplies<'r>,
}

impl CameraCopyReplies<'_> {
    /// Sends one. What cannot be marshalled fails the call.
    pub fn send(&mut self, result: Photo<'_>) {
        self.replies.send(&CameraCopyOut { result })
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
        source: &mut (impl stub::ReplySource<Photo<'static>> + ?Sized),
    ) -> stub::Flow {
        self.replies.pull(source, |result| CameraCopyOut { result })
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

struct CameraCopyServed {
    marshalling: stub::Marshalling,
    handler: Box<dyn CameraCopyHandler>,
}

impl CameraCopyServed {
    fn turn(
        &mut self,
        replies: &mut dyn stub::Replies,
        step: impl FnOnce(
            &mut dyn CameraCopyHandler,
            &mut CameraCopyReplies<'_>,
        ) -> Result<stub::Flow, stub::Fault>,
    ) -> stub::Flow {
        let mut replies = CameraCopyReplies {
            replies: self.marshalling.replies(replies),
        };
        step(&mut *self.handler, &mut replies).into()
    }
}

impl stub::Stream for CameraCopyServed {
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
                let input: CameraCopyIn<'_> = marshalling.read(received)?;
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

stub::if_tokio! {
    impl PhotoNamedEntry<'_> {
        /// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
        pub fn into_shared(self, memory: &stub::Bytes) -> PhotoNamedEntry<'static> {
            PhotoNamedEntry {
                key: Cow::Owned(self.key.into_owned()),
                value: self.value.into_shared(memory),
            }
        }
    }

    impl PhotoMore<'_> {
        /// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
        pub fn into_shared(self, memory: &stub::Bytes) -> PhotoMore<'static> {
            match self {
                Self::Raw(value) => PhotoMore::Raw(value.into_shared(memory)),
                Self::Text(value) => PhotoMore::Text(Cow::Owned(value.into_owned())),
            }
        }
    }

    impl Photo<'_> {
        /// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
        pub fn into_shared(self, memory: &stub::Bytes) -> Photo<'static> {
            Photo {
                data: self.data.into_shared(memory),
                title: Cow::Owned(self.title.into_owned()),
                parts: self.parts.into_iter().map(|v| v.into_shared(memory)).collect(),
                named: self.named.into_iter().map(|v| v.into_shared(memory)).collect(),
                more: self.more.map(|v| v.into_shared(memory)),
                thumb: self.thumb.map(|v| v.into_shared(memory)),
                unknown: self.unknown,
            }
        }
    }

    /// A client of `Camera` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncCameraClient {
        client: stub::AsyncClient,
    }

    impl AsyncCameraClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, CAMERA.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `One`.
        pub async fn one(
            &self,
            request: &Photo<'_>,
        ) -> Result<Photo<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&CAMERA, &CAMERA_ONE, &CameraOneArgs { request })
                .await?;
            let memory = &reply.memory();
            let output: CameraOneOut<'_> = reply.results(&CAMERA_ONE)?;
            Ok(output.result.into_shared(memory))
        }

        /// Operation 1, `Roll`.
        pub async fn roll(
            &self,
            request: &Size,
        ) -> Result<stub::ReplyReceiver<Photo<'static>>, stub::CallError> {
            self.client
                .server_streaming(
                    &CAMERA,
                    &CAMERA_ROLL,
                    &CameraRollArgs { request },
                    |message| {
                        message
                            .read_shared(|of: CameraRollOut<'_>, memory| {
                                of.result.into_shared(memory)
                            })
                    },
                )
                .await
        }

        /// Operation 2, `Develop`.
        pub async fn develop<'m>(
            &self,
        ) -> Result<stub::ClientStreaming<Photo<'m>, Photo<'static>>, stub::CallError> {
            self.client
                .client_streaming(
                    &CAMERA,
                    &CAMERA_DEVELOP,
                    |request: &Photo<'m>, out| out.write(&CameraDevelopArgs { request }),
                    |message| {
                        message
                            .read_shared(|of: CameraDevelopOut<'_>, memory| {
                                of.result.into_shared(memory)
                            })
                    },
                )
                .await
        }

        /// Operation 3, `Copy`.
        pub async fn copy<'m>(
            &self,
        ) -> Result<
            (stub::RequestSender<Photo<'m>>, stub::ReplyReceiver<Photo<'static>>),
            stub::CallError,
        > {
            self.client
                .bidi_streaming(
                    &CAMERA,
                    &CAMERA_COPY,
                    |request: &Photo<'m>, out| out.write(&CameraCopyArgs { request }),
                    |message| {
                        message
                            .read_shared(|of: CameraCopyOut<'_>, memory| {
                                of.result.into_shared(memory)
                            })
                    },
                )
                .await
        }
    }

    impl stub::AsyncStub for AsyncCameraClient {
        const INTERFACE: &'static stub::InterfaceMeta = &CAMERA;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `Camera` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncCamera: Send + Sync {
        /// Operation 0, `One`.
        fn one<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Photo<'a>,
        ) -> impl std::future::Future<Output = Result<Photo<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `Roll`.
        fn roll<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Size,
            replies: stub::ReplySender<Photo<'a>>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `Develop`.
        fn develop<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            requests: stub::RequestReceiver<Photo<'static>>,
        ) -> impl std::future::Future<Output = Result<Photo<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `Copy`.
        fn copy<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            requests: stub::RequestReceiver<Photo<'static>>,
            replies: stub::ReplySender<Photo<'a>>,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `Camera` with an object that implements [`AsyncCamera`], on a runtime.
    pub struct AsyncCameraServer<T>(pub T);

    impl<T: AsyncCamera + 'static> stub::Service for AsyncCameraServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            CAMERA.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            CAMERA.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            CAMERA.elements()
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
                        let (input, mut referents): (CameraOneIn<'_>, _) = call
                            .input(&CAMERA_ONE)?;
                        let context = call.context();
                        let result = self.0.one(&context, input.request).await;
                        let output = result.map_err(|fault| call.fail(&CAMERA_ONE, fault))?;
                        Ok(
                            call
                                .end(
                                    &CAMERA_ONE,
                                    &CameraOneReply { result: &output },
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
                1 => {
                    stub::Streams {
                        request: false,
                        reply: true,
                    }
                }
                2 => {
                    stub::Streams {
                        request: true,
                        reply: false,
                    }
                }
                3 => {
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
                1 => {
                    Ok(
                        stub::streaming(
                            call,
                            &CAMERA_ROLL,
                            |call| async move {
                                let input: CameraRollIn = call.input()?;
                                let replies = call
                                    .replies(|result: Photo<'_>, out| {
                                        out.write(&CameraRollOut { result })
                                    });
                                let context = call.context();
                                self.0.roll(&context, input.request, replies).await
                            },
                        ),
                    )
                }
                2 => {
                    Ok(
                        stub::streaming(
                            call,
                            &CAMERA_DEVELOP,
                            |mut call| async move {
                                let requests = call
                                    .requests(|message| {
                                        message
                                            .read_shared(|of: CameraDevelopIn<'_>, memory| {
                                                of.request.into_shared(memory)
                                            })
                                    });
                                let context = call.context();
                                let output = self.0.develop(&context, requests).await?;
                                call.reply(&CameraDevelopOut { result: output }).await
                            },
                        ),
                    )
                }
                3 => {
                    Ok(
                        stub::streaming(
                            call,
                            &CAMERA_COPY,
                            |mut call| async move {
                                let requests = call
                                    .requests(|message| {
                                        message
                                            .read_shared(|of: CameraCopyIn<'_>, memory| {
                                                of.request.into_shared(memory)
                                            })
                                    });
                                let replies = call
                                    .replies(|result: Photo<'_>, out| {
                                        out.write(&CameraCopyOut { result })
                                    });
                                let context = call.context();
                                self.0.copy(&context, requests, replies).await
                            },
                        ),
                    )
                }
                _ => Err(stub::Fault::NoSuchOperation),
            }
        }
    }
}
