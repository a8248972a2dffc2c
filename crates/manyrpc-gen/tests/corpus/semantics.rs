// Generated from semantics.idl by manyrpc; do not edit.

use ::manyrpc::stub;

/// What names interface `semantics`, and its operations.
pub static SEMANTICS: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "semantics",
        full_name: "semantics",
        program: 0x21cc3794,
        uuid: 0x6a1ed8ee_2f57_4d0f_9a5c_3c0c3ad2ce3b_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[
        &SEMANTICS_ONCE,
        &SEMANTICS_OFTEN,
        &SEMANTICS_PERHAPS,
        &SEMANTICS_ANYWHERE,
    ],
};

static SEMANTICS_ONCE_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("a").number(1)];
static SEMANTICS_ONCE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `once` takes and gives.
pub static SEMANTICS_ONCE: stub::OperationMeta = stub::OperationMeta {
    name: "once",
    number: 0,
    input: &stub::Record::of("once_in", &SEMANTICS_ONCE_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper("urn:semantics", "once", "urn:semantics#once")
        }),
    output: &stub::Record::of("once_out", &SEMANTICS_ONCE_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:semantics",
                "onceResponse",
                "urn:semantics:semantics:onceResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static SEMANTICS_OFTEN_IN_FIELDS: [stub::Field; 1] = [stub::Field::plain("a").number(1)];
static SEMANTICS_OFTEN_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `often` takes and gives.
pub static SEMANTICS_OFTEN: stub::OperationMeta = stub::OperationMeta {
    name: "often",
    number: 1,
    input: &stub::Record::of("often_in", &SEMANTICS_OFTEN_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper("urn:semantics", "often", "urn:semantics#often")
        }),
    output: &stub::Record::of("often_out", &SEMANTICS_OFTEN_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:semantics",
                "oftenResponse",
                "urn:semantics:semantics:oftenResponse",
            )
        }),
    semantics: stub::Semantics::Idempotent,
};

static SEMANTICS_PERHAPS_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("a").number(1),
];

/// What operation `perhaps` takes and gives.
pub static SEMANTICS_PERHAPS: stub::OperationMeta = stub::OperationMeta {
    name: "perhaps",
    number: 2,
    input: &stub::Record::of("perhaps_in", &SEMANTICS_PERHAPS_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:semantics",
                "perhaps",
                "urn:semantics#perhaps",
            )
        }),
    output: &stub::Record::of("perhaps_out", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:semantics",
                "perhapsResponse",
                "urn:semantics:semantics:perhapsResponse",
            )
        }),
    semantics: stub::Semantics::Maybe,
};

static SEMANTICS_ANYWHERE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("a").number(1),
];

static SEMANTICS_ANYWHERE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `anywhere` takes and gives.
pub static SEMANTICS_ANYWHERE: stub::OperationMeta = stub::OperationMeta {
    name: "anywhere",
    number: 3,
    input: &stub::Record::of("anywhere_in", &SEMANTICS_ANYWHERE_IN_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:semantics",
                "anywhere",
                "urn:semantics#anywhere",
            )
        }),
    output: &stub::Record::of("anywhere_out", &SEMANTICS_ANYWHERE_OUT_FIELDS)
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:semantics",
                "anywhereResponse",
                "urn:semantics:semantics:anywhereResponse",
            )
        }),
    semantics: stub::Semantics::Broadcast,
};

/// What a call of `once` takes.
#[derive(Clone, Debug)]
pub struct SemanticsOnceArgs {
    /// Parameter `a`.
    pub a: i32,
}

stub::plain_fields! {
    SemanticsOnceArgs, SEMANTICS_ONCE_IN_FIELDS { 0 a }
}

#[derive(Default)]
struct SemanticsOnceIn {
    a: i32,
}

stub::plain_slots! {
    SemanticsOnceIn, SEMANTICS_ONCE_IN_FIELDS { 0 a }
}

/// What a call of `once` gives.
#[derive(Clone, Debug, Default)]
pub struct SemanticsOnceOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    SemanticsOnceOut, SEMANTICS_ONCE_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    SemanticsOnceOut, SEMANTICS_ONCE_OUT_FIELDS { 0 result }
}

/// What a call of `often` takes.
#[derive(Clone, Debug)]
pub struct SemanticsOftenArgs {
    /// Parameter `a`.
    pub a: i32,
}

stub::plain_fields! {
    SemanticsOftenArgs, SEMANTICS_OFTEN_IN_FIELDS { 0 a }
}

#[derive(Default)]
struct SemanticsOftenIn {
    a: i32,
}

stub::plain_slots! {
    SemanticsOftenIn, SEMANTICS_OFTEN_IN_FIELDS { 0 a }
}

/// What a call of `often` gives.
#[derive(Clone, Debug, Default)]
pub struct SemanticsOftenOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    SemanticsOftenOut, SEMANTICS_OFTEN_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    SemanticsOftenOut, SEMANTICS_OFTEN_OUT_FIELDS { 0 result }
}

/// What a call of `perhaps` takes.
#[derive(Clone, Debug)]
pub struct SemanticsPerhapsArgs {
    /// Parameter `a`.
    pub a: i32,
}

stub::plain_fields! {
    SemanticsPerhapsArgs, SEMANTICS_PERHAPS_IN_FIELDS { 0 a }
}

#[derive(Default)]
struct SemanticsPerhapsIn {
    a: i32,
}

stub::plain_slots! {
    SemanticsPerhapsIn, SEMANTICS_PERHAPS_IN_FIELDS { 0 a }
}

/// What a call of `anywhere` takes.
#[derive(Clone, Debug)]
pub struct SemanticsAnywhereArgs {
    /// Parameter `a`.
    pub a: i32,
}

stub::plain_fields! {
    SemanticsAnywhereArgs, SEMANTICS_ANYWHERE_IN_FIELDS { 0 a }
}

#[derive(Default)]
struct SemanticsAnywhereIn {
    a: i32,
}

stub::plain_slots! {
    SemanticsAnywhereIn, SEMANTICS_ANYWHERE_IN_FIELDS { 0 a }
}

/// What a call of `anywhere` gives.
#[derive(Clone, Debug, Default)]
pub struct SemanticsAnywhereOut {
    /// Parameter `result`.
    pub result: i32,
}

stub::plain_fields! {
    SemanticsAnywhereOut, SEMANTICS_ANYWHERE_OUT_FIELDS { 0 result }
}

stub::plain_slots! {
    SemanticsAnywhereOut, SEMANTICS_ANYWHERE_OUT_FIELDS { 0 result }
}

/// A client of `semantics`.
pub struct SemanticsClient {
    client: stub::Client,
}

impl SemanticsClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, SEMANTICS.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `once`.
    pub fn once(&mut self, a: i32) -> Result<i32, stub::CallError> {
        let output: SemanticsOnceOut = self
            .client
            .invoke(&SEMANTICS, &SEMANTICS_ONCE, &SemanticsOnceArgs { a })?;
        Ok(output.result)
    }

    /// Operation 1, `often`.
    pub fn often(&mut self, a: i32) -> Result<i32, stub::CallError> {
        let output: SemanticsOftenOut = self
            .client
            .invoke(&SEMANTICS, &SEMANTICS_OFTEN, &SemanticsOftenArgs { a })?;
        Ok(output.result)
    }

    /// Operation 2, `perhaps`.
    pub fn perhaps(&mut self, a: i32) -> Result<(), stub::CallError> {
        self.client
            .invoke_oneway(&SEMANTICS, &SEMANTICS_PERHAPS, &SemanticsPerhapsArgs { a })
    }

    /// Operation 3, `anywhere`.
    pub fn anywhere(&mut self, a: i32) -> Result<i32, stub::CallError> {
        let output: SemanticsAnywhereOut = self
            .client
            .invoke(&SEMANTICS, &SEMANTICS_ANYWHERE, &SemanticsAnywhereArgs { a })?;
        Ok(output.result)
    }
}

impl stub::Stub for SemanticsClient {
    const INTERFACE: &'static stub::InterfaceMeta = &SEMANTICS;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// C706 section 4.2.22: how often the calls of an operation may be carried out.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Semantics: Send + Sync {
    /// Operation 0, `once`.
    fn once(&self, call: &stub::Context<'_>, a: i32) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 1, `often`.
    fn often(&self, call: &stub::Context<'_>, a: i32) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 2, `perhaps`.
    fn perhaps(&self, call: &stub::Context<'_>, a: i32) -> Result<(), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// Operation 3, `anywhere`.
    fn anywhere(&self, call: &stub::Context<'_>, a: i32) -> Result<i32, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }
}

/// Serves `semantics` with an object that implements [`Semantics`].
pub struct SemanticsServer<T>(pub T);

impl<T: Semantics> stub::Service for SemanticsServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        SEMANTICS.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        SEMANTICS.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        SEMANTICS.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve(
                    &SEMANTICS_ONCE,
                    |context, input: SemanticsOnceIn| {
                        let result = self.0.once(context, input.a)?;
                        Ok(SemanticsOnceOut { result })
                    },
                )
            }
            1 => {
                call.serve(
                    &SEMANTICS_OFTEN,
                    |context, input: SemanticsOftenIn| {
                        let result = self.0.often(context, input.a)?;
                        Ok(SemanticsOftenOut { result })
                    },
                )
            }
            2 => {
                call.serve(
                    &SEMANTICS_PERHAPS,
                    |context, input: SemanticsPerhapsIn| self.0.perhaps(context, input.a),
                )
            }
            3 => {
                call.serve(
                    &SEMANTICS_ANYWHERE,
                    |context, input: SemanticsAnywhereIn| {
                        let result = self.0.anywhere(context, input.a)?;
                        Ok(SemanticsAnywhereOut { result })
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `semantics` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncSemanticsClient {
        client: stub::AsyncClient,
    }

    impl AsyncSemanticsClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, SEMANTICS.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `once`.
        pub async fn once(&self, a: i32) -> Result<i32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&SEMANTICS, &SEMANTICS_ONCE, &SemanticsOnceArgs { a })
                .await?;
            let output: SemanticsOnceOut = reply.results(&SEMANTICS_ONCE)?;
            Ok(output.result)
        }

        /// Operation 1, `often`.
        pub async fn often(&self, a: i32) -> Result<i32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&SEMANTICS, &SEMANTICS_OFTEN, &SemanticsOftenArgs { a })
                .await?;
            let output: SemanticsOftenOut = reply.results(&SEMANTICS_OFTEN)?;
            Ok(output.result)
        }

        /// Operation 2, `perhaps`.
        pub async fn perhaps(&self, a: i32) -> Result<(), stub::CallError> {
            self.client
                .invoke_oneway(&SEMANTICS, &SEMANTICS_PERHAPS, &SemanticsPerhapsArgs { a })
                .await
        }

        /// Operation 3, `anywhere`.
        pub async fn anywhere(&self, a: i32) -> Result<i32, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&SEMANTICS, &SEMANTICS_ANYWHERE, &SemanticsAnywhereArgs { a })
                .await?;
            let output: SemanticsAnywhereOut = reply.results(&SEMANTICS_ANYWHERE)?;
            Ok(output.result)
        }
    }

    impl stub::AsyncStub for AsyncSemanticsClient {
        const INTERFACE: &'static stub::InterfaceMeta = &SEMANTICS;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// C706 section 4.2.22: how often the calls of an operation may be carried out.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncSemantics: Send + Sync {
        /// Operation 0, `once`.
        fn once<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            a: i32,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `often`.
        fn often<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            a: i32,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 2, `perhaps`.
        fn perhaps<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            a: i32,
        ) -> impl std::future::Future<Output = Result<(), stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 3, `anywhere`.
        fn anywhere<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            a: i32,
        ) -> impl std::future::Future<Output = Result<i32, stub::Fault>> + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `semantics` with an object that implements [`AsyncSemantics`], on a runtime.
    pub struct AsyncSemanticsServer<T>(pub T);

    impl<T: AsyncSemantics> stub::Service for AsyncSemanticsServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            SEMANTICS.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            SEMANTICS.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            SEMANTICS.elements()
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
                        let (input, mut referents): (SemanticsOnceIn, _) = call
                            .input(&SEMANTICS_ONCE)?;
                        let context = call.context();
                        let result = self.0.once(&context, input.a).await;
                        let output = result
                            .map_err(|fault| call.fail(&SEMANTICS_ONCE, fault))?;
                        Ok(
                            call
                                .end(
                                    &SEMANTICS_ONCE,
                                    &SemanticsOnceOut { result: output },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (SemanticsOftenIn, _) = call
                            .input(&SEMANTICS_OFTEN)?;
                        let context = call.context();
                        let result = self.0.often(&context, input.a).await;
                        let output = result
                            .map_err(|fault| call.fail(&SEMANTICS_OFTEN, fault))?;
                        Ok(
                            call
                                .end(
                                    &SEMANTICS_OFTEN,
                                    &SemanticsOftenOut {
                                        result: output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (SemanticsPerhapsIn, _) = call
                            .input(&SEMANTICS_PERHAPS)?;
                        let context = call.context();
                        let result = self.0.perhaps(&context, input.a).await;
                        let () = result
                            .map_err(|fault| call.fail(&SEMANTICS_PERHAPS, fault))?;
                        Ok(call.end(&SEMANTICS_PERHAPS, &(), &mut referents))
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (SemanticsAnywhereIn, _) = call
                            .input(&SEMANTICS_ANYWHERE)?;
                        let context = call.context();
                        let result = self.0.anywhere(&context, input.a).await;
                        let output = result
                            .map_err(|fault| call.fail(&SEMANTICS_ANYWHERE, fault))?;
                        Ok(
                            call
                                .end(
                                    &SEMANTICS_ANYWHERE,
                                    &SemanticsAnywhereOut {
                                        result: output,
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
