// Generated from exchange.proto by manyrpc; do not edit.

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

/// Record `Blob`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Blob<'a> {
    /// Field `data`.
    pub data: stub::CowBytes<'a>,
    /// Fields that the definition does not know, as they came.
    pub unknown: Vec<u8>,
}

static BLOB_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("data")
        .ndr(stub::ndr_place!(array Counted, defers true))
        .number(1)
        .proto()
        .spare(),
];

static BLOB: stub::Record = stub::Record::of("Blob", &BLOB_FIELDS)
    .ndr(stub::ndr_shape!(defers true))
    .message(const { &[] });

stub::plain_record! {
    Blob<'de>, BLOB, BLOB_FIELDS { 0 data } unknown
}

impl Blob<'_> {
    /// The same with text and bytes of its own.
    pub fn into_owned(self) -> Blob<'static> {
        Blob {
            data: self.data.into_owned(),
            unknown: self.unknown,
        }
    }
}

impl stub::Standalone for Blob<'_> {
    const PLACE: &'static stub::Field = &stub::Field::plain("Blob")
        .ndr(stub::ndr_place!(defers true))
        .proto();
}

/// What names interface `Exchange`, and its operations.
pub static EXCHANGE: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "Exchange",
        full_name: "exchange.Exchange",
        program: 0x201b75a7,
        uuid: 0xcedfeb61_6c69_5d2e_96e0_fdae8ceffc22_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&EXCHANGE_NOTHING, &EXCHANGE_ECHO],
};

static EXCHANGE_NOTHING_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").proto(),
];

static EXCHANGE_NOTHING_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Nothing` takes and gives.
pub static EXCHANGE_NOTHING: stub::OperationMeta = stub::OperationMeta {
    name: "Nothing",
    number: 0,
    input: &stub::Record::of("Nothing_in", &EXCHANGE_NOTHING_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:exchange.Exchange",
                "Nothing",
                "urn:exchange.Exchange#Nothing",
            )
        }),
    output: &stub::Record::of("Nothing_out", &EXCHANGE_NOTHING_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:exchange.Exchange",
                "NothingResponse",
                "urn:exchange.Exchange:Exchange:NothingResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static EXCHANGE_ECHO_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("request").ndr(stub::ndr_place!(defers true)).proto(),
];

static EXCHANGE_ECHO_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .proto(),
];

/// What operation `Echo` takes and gives.
pub static EXCHANGE_ECHO: stub::OperationMeta = stub::OperationMeta {
    name: "Echo",
    number: 1,
    input: &stub::Record::of("Echo_in", &EXCHANGE_ECHO_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:exchange.Exchange",
                "Echo",
                "urn:exchange.Exchange#Echo",
            )
        }),
    output: &stub::Record::of("Echo_out", &EXCHANGE_ECHO_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .whole()
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:exchange.Exchange",
                "EchoResponse",
                "urn:exchange.Exchange:Exchange:EchoResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `Nothing` takes.
#[derive(Clone, Debug)]
pub struct ExchangeNothingArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Empty,
}

stub::plain_fields! {
    ExchangeNothingArgs<'de>, EXCHANGE_NOTHING_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct ExchangeNothingIn {
    request: Empty,
}

stub::plain_slots! {
    ExchangeNothingIn, EXCHANGE_NOTHING_IN_FIELDS { 0 request }
}

/// What a call of `Nothing` gives.
#[derive(Clone, Debug, Default)]
pub struct ExchangeNothingOut {
    /// Parameter `result`.
    pub result: Empty,
}

stub::plain_slots! {
    ExchangeNothingOut, EXCHANGE_NOTHING_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `Nothing`.
#[derive(Clone, Debug)]
pub struct ExchangeNothingReply<'a> {
    /// Parameter `result`.
    pub result: &'a Empty,
}

stub::plain_fields! {
    ExchangeNothingReply<'de>, EXCHANGE_NOTHING_OUT_FIELDS { 0 result }
}

/// What a call of `Echo` takes.
#[derive(Clone, Debug)]
pub struct ExchangeEchoArgs<'a> {
    /// Parameter `request`.
    pub request: &'a Blob<'a>,
}

stub::plain_fields! {
    ExchangeEchoArgs<'de>, EXCHANGE_ECHO_IN_FIELDS { 0 request }
}

#[derive(Default)]
struct ExchangeEchoIn<'a> {
    request: Blob<'a>,
}

stub::plain_slots! {
    ExchangeEchoIn<'de>, EXCHANGE_ECHO_IN_FIELDS { 0 request }
}

/// What a call of `Echo` gives.
#[derive(Clone, Debug, Default)]
pub struct ExchangeEchoOut<'a> {
    /// Parameter `result`.
    pub result: Blob<'a>,
}

stub::plain_slots! {
    ExchangeEchoOut<'de>, EXCHANGE_ECHO_OUT_FIELDS { 0 result }
}

/// What a server answers to a call of `Echo`.
#[derive(Clone, Debug)]
pub struct ExchangeEchoReply<'a> {
    /// Parameter `result`.
    pub result: &'a Blob<'a>,
}

stub::plain_fields! {
    ExchangeEchoReply<'de>, EXCHANGE_ECHO_OUT_FIELDS { 0 result }
}

/// A client of `Exchange`.
pub struct ExchangeClient {
    client: stub::Client,
}

impl ExchangeClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, EXCHANGE.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `Nothing`.
    pub fn nothing(&mut self, request: &Empty) -> Result<Empty, stub::CallError> {
        let output: ExchangeNothingOut = self
            .client
            .invoke(&EXCHANGE, &EXCHANGE_NOTHING, &ExchangeNothingArgs { request })?;
        Ok(output.result)
    }

    /// Operation 1, `Echo`.
    pub fn echo(&mut self, request: &Blob<'_>) -> Result<Blob<'_>, stub::CallError> {
        let output: ExchangeEchoOut<'_> = self
            .client
            .invoke(&EXCHANGE, &EXCHANGE_ECHO, &ExchangeEchoArgs { request })?;
        Ok(output.result)
    }
}

impl stub::Stub for ExchangeClient {
    const INTERFACE: &'static stub::InterfaceMeta = &EXCHANGE;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `Exchange` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Exchange: Send + Sync {
    /// Operation 0, `Nothing`.
    fn nothing(
        &self,
        call: &stub::Context<'_>,
        request: Empty,
    ) -> Result<Empty, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `nothing` where results are not the server's own: a guard's, an `Arc`'s.
    fn nothing_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Empty,
        reply: impl FnOnce(&Empty) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.nothing(call, request).map(|result| reply(&result))
    }

    /// Operation 1, `Echo`.
    fn echo<'a>(
        &'a self,
        call: &stub::Context<'_>,
        request: Blob<'a>,
    ) -> Result<Blob<'a>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `echo` where results are not the server's own: a guard's, an `Arc`'s.
    fn echo_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        request: Blob<'_>,
        reply: impl FnOnce(&Blob<'_>) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.echo(call, request).map(|result| reply(&result))
    }
}

/// Serves `Exchange` with an object that implements [`Exchange`].
pub struct ExchangeServer<T>(pub T);

impl<T: Exchange> stub::Service for ExchangeServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        EXCHANGE.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        EXCHANGE.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        EXCHANGE.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &EXCHANGE_NOTHING,
                    |context, input: ExchangeNothingIn, reply| {
                        self.0
                            .nothing_replying(
                                context,
                                input.request,
                                |result| reply.finish(&ExchangeNothingReply { result }),
                            )
                    },
                )
            }
            1 => {
                call.serve_replying(
                    &EXCHANGE_ECHO,
                    |context, input: ExchangeEchoIn<'_>, reply| {
                        self.0
                            .echo_replying(
                                context,
                                input.request,
                                |result| reply.finish(&ExchangeEchoReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    impl Blob<'_> {
        /// The same with text of its own, and with large bytes that are parts of `memory`, where they lie.
        pub fn into_shared(self, memory: &stub::Bytes) -> Blob<'static> {
            Blob {
                data: self.data.into_shared(memory),
                unknown: self.unknown,
            }
        }
    }

    /// A client of `Exchange` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncExchangeClient {
        client: stub::AsyncClient,
    }

    impl AsyncExchangeClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, EXCHANGE.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `Nothing`.
        pub async fn nothing(&self, request: &Empty) -> Result<Empty, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&EXCHANGE, &EXCHANGE_NOTHING, &ExchangeNothingArgs { request })
                .await?;
            let output: ExchangeNothingOut = reply.results(&EXCHANGE_NOTHING)?;
            Ok(output.result)
        }

        /// Operation 1, `Echo`.
        pub async fn echo(
            &self,
            request: &Blob<'_>,
        ) -> Result<Blob<'static>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&EXCHANGE, &EXCHANGE_ECHO, &ExchangeEchoArgs { request })
                .await?;
            let memory = &reply.memory();
            let output: ExchangeEchoOut<'_> = reply.results(&EXCHANGE_ECHO)?;
            Ok(output.result.into_shared(memory))
        }
    }

    impl stub::AsyncStub for AsyncExchangeClient {
        const INTERFACE: &'static stub::InterfaceMeta = &EXCHANGE;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `Exchange` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncExchange: Send + Sync {
        /// Operation 0, `Nothing`.
        fn nothing<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Empty,
        ) -> impl std::future::Future<Output = Result<Empty, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `Echo`.
        fn echo<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            request: Blob<'a>,
        ) -> impl std::future::Future<Output = Result<Blob<'a>, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `Exchange` with an object that implements [`AsyncExchange`], on a runtime.
    pub struct AsyncExchangeServer<T>(pub T);

    impl<T: AsyncExchange> stub::Service for AsyncExchangeServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            EXCHANGE.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            EXCHANGE.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            EXCHANGE.elements()
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
                        let (input, mut referents): (ExchangeNothingIn, _) = call
                            .input(&EXCHANGE_NOTHING)?;
                        let context = call.context();
                        let result = self.0.nothing(&context, input.request).await;
                        let output = result
                            .map_err(|fault| call.fail(&EXCHANGE_NOTHING, fault))?;
                        Ok(
                            call
                                .end(
                                    &EXCHANGE_NOTHING,
                                    &ExchangeNothingReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (ExchangeEchoIn<'_>, _) = call
                            .input(&EXCHANGE_ECHO)?;
                        let context = call.context();
                        let result = self.0.echo(&context, input.request).await;
                        let output = result
                            .map_err(|fault| call.fail(&EXCHANGE_ECHO, fault))?;
                        Ok(
                            call
                                .end(
                                    &EXCHANGE_ECHO,
                                    &ExchangeEchoReply {
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
