// Generated from database.proto by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// Record `Info`.
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
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static INFO_FIELDS: [stub::Field; 10] = [
    stub::Field::plain("id").number(1).proto().spare(),
    stub::Field::plain("first_name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(2)
        .proto()
        .called("firstName")
        .spare(),
    stub::Field::plain("last_name")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(3)
        .proto()
        .called("lastName")
        .spare(),
    stub::Field::plain("age").number(4).proto().spare(),
    stub::Field::plain("email")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(5)
        .proto()
        .spare(),
    stub::Field::plain("phone")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(6)
        .proto()
        .spare(),
    stub::Field::plain("newsletter").number(7).proto().spare(),
    stub::Field::plain("latitude").number(8).proto().spare(),
    stub::Field::plain("longitude").number(9).proto().spare(),
    stub::Field::plain("photo")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(10)
        .proto()
        .spare(),
];

static INFO: stub::Record = stub::Record::of("Info", &INFO_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Info<'de>, INFO, INFO_FIELDS { 0 id, 1 first_name, 2 last_name, 3 age, 4 email, 5
    phone, 6 newsletter, 7 latitude, 8 longitude, 9 photo } unknown
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
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Info<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Info")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `InfoList`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InfoList<'a> {
    /// Field `infos`.
    pub infos: Vec<Info<'a>>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static INFO_LIST_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "infos",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("infos")
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

static INFO_LIST: stub::Record = stub::Record::of("InfoList", &INFO_LIST_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    InfoList<'de>, INFO_LIST, INFO_LIST_FIELDS { 0 infos } unknown
}

impl InfoList<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> InfoList<'static> {
        InfoList {
            infos: self.infos.into_iter().map(|v| v.into_owned()).collect(),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for InfoList<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("InfoList")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// Record `InfoRequest`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InfoRequest {
    /// Field `id`.
    pub id: i32,
    /// Field `photo`.
    pub photo: bool,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static INFO_REQUEST_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("id").number(1).proto().spare(),
    stub::Field::plain("photo").number(2).proto().spare(),
];

static INFO_REQUEST: stub::Record = stub::Record::of("InfoRequest", &INFO_REQUEST_FIELDS)
    .message(const { &[] });

stub::plain_record! {
    InfoRequest, INFO_REQUEST, INFO_REQUEST_FIELDS { 0 id, 1 photo } unknown
}

impl stub::Standalone for InfoRequest {
    const PLACE: &'static stub::Field = &stub::Field::plain("InfoRequest").proto();
}

/// What names interface `Database`, and its operations.
pub static DATABASE: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "Database",
        full_name: "rpcbench.Database",
        program: 0x37133d6a,
        uuid: 0x5dfe5c20_e988_5211_9e66_1c1da2c05d01_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&DATABASE_REQUEST],
};

static DATABASE_REQUEST_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").proto(),
];

static DATABASE_REQUEST_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Request` takes and gives.
pub static DATABASE_REQUEST: stub::OperationMeta = stub::OperationMeta {
    name: "Request",
    number: 0,
    input: &stub::Record::of("Request_in", &DATABASE_REQUEST_IN_FIELDS)
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:rpcbench.Database",
                "Request",
                "urn:rpcbench.Database#Request",
            )
        }),
    output: &stub::Record::of("Request_out", &DATABASE_REQUEST_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:rpcbench.Database",
                "RequestResponse",
                "urn:rpcbench.Database:Database:RequestResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `Request` takes.
#[derive(Clone, Debug)]
pub struct DatabaseRequestArgs<'a> {
    /// Parameter `request`.
    pub request: &'a InfoRequest,
}

stub::plain_fields! {
    DatabaseRequestArgs<'de>, DATABASE_REQUEST_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct DatabaseRequestIn {
    request: InfoRequest,
}

stub::plain_slots! {
    DatabaseRequestIn, DATABASE_REQUEST_IN_FIELDS { 0 request }
}

/// What a call of `Request` gives.
#[derive(Clone, Debug, Default)]
pub struct DatabaseRequestOut<'a> {
    /// Parameter `result`.
    pub result: Info<'a>,
}

stub::plain_slots! {
    DatabaseRequestOut<'de>, DATABASE_REQUEST_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `Request`.
#[derive(Clone, Debug)]
pub struct DatabaseRequestReply<'a> {
    /// Parameter `result`.
    pub result: &'a Info<'a>,
}

stub::plain_fields! {
    DatabaseRequestReply<'de>, DATABASE_REQUEST_OUT_FIELDS { 0 result }
}

/// A client of `Database`.
pub struct DatabaseClient {
    client: stub::Client,
}

impl DatabaseClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, DATABASE.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `Request`.
    pub fn request(
        &mut self,
        request: &InfoRequest,
    ) -> Result<Info<'_>, stub::CallError> {
        let output: DatabaseRequestOut<'_> = self
            .client
            .invoke(&DATABASE, &DATABASE_REQUEST, &DatabaseRequestArgs { request })?;
        Ok(output.result)
    }
}

impl stub::Stub for DatabaseClient {
    const INTERFACE: &'static stub::InterfaceMeta = &DATABASE;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `Database` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Database: Send + Sync {
    /// Operation 0, `Request`.
    fn request<'a>(
        &'a self,
        call: &stub::Context<'_>,
        request: InfoRequest,
    ) -> Result<Info<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `request` where results are not the server's own: a guard's, an `Arc`'s.
    fn request_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: InfoRequest,
        reply: impl FnOnce(&Info<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.request(call, request).map(|result| reply(&result))
    }
}

/// Serves `Database` with an object that implements [`Database`].
pub struct DatabaseServer<T>(pub T);

impl<T: Database> stub::Service for DatabaseServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        DATABASE.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        DATABASE.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        DATABASE.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &DATABASE_REQUEST,
                    |context, input: DatabaseRequestIn, reply| {
                        self.0
                            .request_replying(
                                context,
                                input.request,
                                |result| reply.finish(&DatabaseRequestReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `Database` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncDatabaseClient {
        client: stub::AsyncClient,
    }

    impl AsyncDatabaseClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, DATABASE.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `Request`.
        pub async fn request(
            &self,
            request: &InfoRequest,
        ) -> Result<Info<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&DATABASE, &DATABASE_REQUEST, &DatabaseRequestArgs { request })
                .await?;
            let output: DatabaseRequestOut<'_> = reply.results(&DATABASE_REQUEST)?;
            Ok(output.result.into_owned())
        }
    }

    impl stub::AsyncStub for AsyncDatabaseClient {
        const INTERFACE: &'static stub::InterfaceMeta = &DATABASE;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `Database` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncDatabase: Send + Sync {
        /// Operation 0, `Request`.
        fn request<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: InfoRequest,
        ) -> impl std::future::Future<Output = Result<Info<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `Database` with an object that implements [`AsyncDatabase`], on a runtime.
    pub struct AsyncDatabaseServer<T>(pub T);

    impl<T: AsyncDatabase> stub::Service for AsyncDatabaseServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            DATABASE.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            DATABASE.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            DATABASE.elements()
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
                        let (input, mut referents): (DatabaseRequestIn, _) = call
                            .input(&DATABASE_REQUEST)?;
                        let context = call.context();
                        let result = self.0.request(&context, input.request).await;
                        let output = result
                            .map_err(|fault| call.fail(&DATABASE_REQUEST, fault))?;
                        Ok(
                            call
                                .end(
                                    &DATABASE_REQUEST,
                                    &DatabaseRequestReply {
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
