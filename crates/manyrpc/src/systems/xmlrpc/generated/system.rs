// Generated from system.x by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// What servers of XML-RPC tell of themselves, as xmlrpc-c's document on introspection has it. They
/// travel by name: the numbers mean nothing.
pub type Text<'a> = Cow<'a, str>;

/// `texts` of the definition.
pub type Texts<'a> = Vec<Cow<'a, str>>;

/// `signatures` of the definition.
pub type Signatures<'a> = Vec<Vec<Cow<'a, str>>>;

/// What names interface `system`, and its operations.
pub static SYSTEM: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "system",
        full_name: "system",
        program: 0x20000001,
        uuid: 0x2cb4d5ff_7699_547e_ad8b_fa5032d52079_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&SYSTEM_LIST_METHODS, &SYSTEM_METHOD_SIGNATURE, &SYSTEM_METHOD_HELP],
};

static SYSTEM_LIST_METHODS_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("result")
                    .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
                    .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `listMethods` takes and gives.
pub static SYSTEM_LIST_METHODS: stub::OperationMeta = stub::OperationMeta {
    name: "listMethods",
    number: 1,
    input: &stub::Record::of("listMethods_in", &[])
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:system",
                "listMethods",
                "urn:system#listMethods",
            )
        }),
    output: &stub::Record::of("listMethods_out", &SYSTEM_LIST_METHODS_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:system",
                "listMethodsResponse",
                "urn:system:system:listMethodsResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static SYSTEM_METHOD_SIGNATURE_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("method")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static SYSTEM_METHOD_SIGNATURE_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "result",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::of(
                        "result",
                        stub::Length::UpTo(u32::MAX),
                        const {
                            &stub::Field::plain("result")
                                .ndr(
                                    stub::ndr_place!(
                                        pointer Unique, terminated true, defers true
                                    ),
                                )
                                .xml(stub::xml_place!(name : stub::Cow::Borrowed("item"),))
                                .number(1)
                                .explicit()
                        },
                    )
                    .ndr(stub::ndr_place!(array Counted, defers true))
                    .xml(
                        stub::xml_place!(
                            name : stub::Cow::Borrowed("return"), wrapped : true,
                        ),
                    )
                    .number(1)
                    .explicit()
                    .coded(stub::Coding::Wrapped)
            },
        )
        .ndr(stub::ndr_place!(array Counted, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `methodSignature` takes and gives.
pub static SYSTEM_METHOD_SIGNATURE: stub::OperationMeta = stub::OperationMeta {
    name: "methodSignature",
    number: 2,
    input: &stub::Record::of("methodSignature_in", &SYSTEM_METHOD_SIGNATURE_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:system",
                "methodSignature",
                "urn:system#methodSignature",
            )
        }),
    output: &stub::Record::of("methodSignature_out", &SYSTEM_METHOD_SIGNATURE_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:system",
                "methodSignatureResponse",
                "urn:system:system:methodSignatureResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static SYSTEM_METHOD_HELP_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("method")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .number(1),
];

static SYSTEM_METHOD_HELP_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::plain("result")
        .ndr(stub::ndr_place!(pointer Unique, terminated true, defers true))
        .xml(stub::xml_place!(name : stub::Cow::Borrowed("return"),))
        .number(1),
];

/// What operation `methodHelp` takes and gives.
pub static SYSTEM_METHOD_HELP: stub::OperationMeta = stub::OperationMeta {
    name: "methodHelp",
    number: 3,
    input: &stub::Record::of("methodHelp_in", &SYSTEM_METHOD_HELP_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:system",
                "methodHelp",
                "urn:system#methodHelp",
            )
        }),
    output: &stub::Record::of("methodHelp_out", &SYSTEM_METHOD_HELP_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:system",
                "methodHelpResponse",
                "urn:system:system:methodHelpResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `listMethods` gives.
#[derive(Clone, Debug, Default)]
pub struct SystemListMethodsOut<'a> {
    /// Parameter `result`.
    pub result: Vec<Cow<'a, str>>,
}

stub::plain_slots! {
    SystemListMethodsOut<'de>, SYSTEM_LIST_METHODS_OUT_FIELDS { 0 result }; XML
}

/// What a server answers to a call of `listMethods`.
#[derive(Clone, Debug)]
pub struct SystemListMethodsReply<'a> {
    /// Parameter `result`.
    pub result: &'a [Cow<'a, str>],
}

stub::plain_fields! {
    SystemListMethodsReply<'de>, SYSTEM_LIST_METHODS_OUT_FIELDS { 0 result }; XML
}

/// What a call of `methodSignature` takes.
#[derive(Clone, Debug)]
pub struct SystemMethodSignatureArgs<'a> {
    /// Parameter `method`.
    pub method: &'a str,
}

stub::plain_fields! {
    SystemMethodSignatureArgs<'de>, SYSTEM_METHOD_SIGNATURE_IN_FIELDS { 0 method }; XML
}

#[derive(Default)]
struct SystemMethodSignatureIn<'a> {
    method: Cow<'a, str>,
}

stub::plain_slots! {
    SystemMethodSignatureIn<'de>, SYSTEM_METHOD_SIGNATURE_IN_FIELDS { 0 method }; XML
}

/// What a call of `methodSignature` gives.
#[derive(Clone, Debug, Default)]
pub struct SystemMethodSignatureOut<'a> {
    /// Parameter `result`.
    pub result: Vec<Vec<Cow<'a, str>>>,
}

stub::plain_slots! {
    SystemMethodSignatureOut<'de>, SYSTEM_METHOD_SIGNATURE_OUT_FIELDS { 0 result }; XML
}

/// What a server answers to a call of `methodSignature`.
#[derive(Clone, Debug)]
pub struct SystemMethodSignatureReply<'a> {
    /// Parameter `result`.
    pub result: &'a [Vec<Cow<'a, str>>],
}

stub::plain_fields! {
    SystemMethodSignatureReply<'de>, SYSTEM_METHOD_SIGNATURE_OUT_FIELDS { 0 result };
    XML
}

/// What a call of `methodHelp` takes.
#[derive(Clone, Debug)]
pub struct SystemMethodHelpArgs<'a> {
    /// Parameter `method`.
    pub method: &'a str,
}

stub::plain_fields! {
    SystemMethodHelpArgs<'de>, SYSTEM_METHOD_HELP_IN_FIELDS { 0 method }; XML
}

#[derive(Default)]
struct SystemMethodHelpIn<'a> {
    method: Cow<'a, str>,
}

stub::plain_slots! {
    SystemMethodHelpIn<'de>, SYSTEM_METHOD_HELP_IN_FIELDS { 0 method }; XML
}

/// What a call of `methodHelp` gives.
#[derive(Clone, Debug, Default)]
pub struct SystemMethodHelpOut<'a> {
    /// Parameter `result`.
    pub result: Cow<'a, str>,
}

stub::plain_slots! {
    SystemMethodHelpOut<'de>, SYSTEM_METHOD_HELP_OUT_FIELDS { 0 result }; XML
}

/// What a server answers to a call of `methodHelp`.
#[derive(Clone, Debug)]
pub struct SystemMethodHelpReply<'a> {
    /// Parameter `result`.
    pub result: &'a str,
}

stub::plain_fields! {
    SystemMethodHelpReply<'de>, SYSTEM_METHOD_HELP_OUT_FIELDS { 0 result }; XML
}

/// A client of `system`.
pub struct SystemClient {
    client: stub::Client,
}

impl SystemClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, SYSTEM.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// The names of all methods.
    pub fn list_methods(&mut self) -> Result<Vec<Cow<'_, str>>, stub::CallError> {
        let output: SystemListMethodsOut<'_> = self
            .client
            .invoke(&SYSTEM, &SYSTEM_LIST_METHODS, &())?;
        Ok(output.result)
    }

    /// The types of a method: of each form it has the result's, then those of its parameters.
    pub fn method_signature(
        &mut self,
        method: &str,
    ) -> Result<Vec<Vec<Cow<'_, str>>>, stub::CallError> {
        let output: SystemMethodSignatureOut<'_> = self
            .client
            .invoke(
                &SYSTEM,
                &SYSTEM_METHOD_SIGNATURE,
                &SystemMethodSignatureArgs {
                    method,
                },
            )?;
        Ok(output.result)
    }

    /// What is said of a method.
    pub fn method_help(
        &mut self,
        method: &str,
    ) -> Result<Cow<'_, str>, stub::CallError> {
        let output: SystemMethodHelpOut<'_> = self
            .client
            .invoke(&SYSTEM, &SYSTEM_METHOD_HELP, &SystemMethodHelpArgs { method })?;
        Ok(output.result)
    }
}

impl stub::Stub for SystemClient {
    const INTERFACE: &'static stub::InterfaceMeta = &SYSTEM;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// What a server of `system` does.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait System: Send + Sync {
    /// The names of all methods.
    fn list_methods<'a>(
        &'a self,
        call: &stub::Context<'_>,
    ) -> Result<Vec<Cow<'a, str>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `list_methods` where results are not the server's own: a guard's, an `Arc`'s.
    fn list_methods_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        reply: impl FnOnce(&[Cow<'_, str>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.list_methods(call).map(|result| reply(&result))
    }

    /// The types of a method: of each form it has the result's, then those of its parameters.
    fn method_signature<'a>(
        &'a self,
        call: &stub::Context<'_>,
        method: Cow<'a, str>,
    ) -> Result<Vec<Vec<Cow<'a, str>>>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `method_signature` where results are not the server's own: a guard's, an `Arc`'s.
    fn method_signature_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        method: Cow<'_, str>,
        reply: impl FnOnce(&[Vec<Cow<'_, str>>]) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.method_signature(call, method).map(|result| reply(&result))
    }

    /// What is said of a method.
    fn method_help<'a>(
        &'a self,
        call: &stub::Context<'_>,
        method: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `method_help` where results are not the server's own: a guard's, an `Arc`'s.
    fn method_help_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        method: Cow<'_, str>,
        reply: impl FnOnce(&str) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.method_help(call, method).map(|result| reply(&result))
    }
}

/// Serves `system` with an object that implements [`System`].
pub struct SystemServer<T>(pub T);

impl<T: System> stub::Service for SystemServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        SYSTEM.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        SYSTEM.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        SYSTEM.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            1 => {
                call.serve_replying(
                    &SYSTEM_LIST_METHODS,
                    |context, (): (), reply| {
                        self.0
                            .list_methods_replying(
                                context,
                                |result| reply.finish(&SystemListMethodsReply { result }),
                            )
                    },
                )
            }
            2 => {
                call.serve_replying(
                    &SYSTEM_METHOD_SIGNATURE,
                    |context, input: SystemMethodSignatureIn<'_>, reply| {
                        self.0
                            .method_signature_replying(
                                context,
                                input.method,
                                |result| {
                                    reply
                                        .finish(
                                            &SystemMethodSignatureReply {
                                                result,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            3 => {
                call.serve_replying(
                    &SYSTEM_METHOD_HELP,
                    |context, input: SystemMethodHelpIn<'_>, reply| {
                        self.0
                            .method_help_replying(
                                context,
                                input.method,
                                |result| reply.finish(&SystemMethodHelpReply { result }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `system` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncSystemClient {
        client: stub::AsyncClient,
    }

    impl AsyncSystemClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, SYSTEM.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// The names of all methods.
        pub async fn list_methods(&self) -> Result<Vec<Cow<'static, str>>, stub::CallError> {
            let mut reply = self.client.invoke(&SYSTEM, &SYSTEM_LIST_METHODS, &()).await?;
            let output: SystemListMethodsOut<'_> = reply.results(&SYSTEM_LIST_METHODS)?;
            Ok(output.result.into_iter().map(|v| Cow::Owned(v.into_owned())).collect())
        }

        /// The types of a method: of each form it has the result's, then those of its parameters.
        pub async fn method_signature(
            &self,
            method: &str,
        ) -> Result<Vec<Vec<Cow<'static, str>>>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(
                    &SYSTEM,
                    &SYSTEM_METHOD_SIGNATURE,
                    &SystemMethodSignatureArgs {
                        method,
                    },
                )
                .await?;
            let output: SystemMethodSignatureOut<'_> = reply
                .results(&SYSTEM_METHOD_SIGNATURE)?;
            Ok(
                output
                    .result
                    .into_iter()
                    .map(|v| v.into_iter().map(|v| Cow::Owned(v.into_owned())).collect())
                    .collect(),
            )
        }

        /// What is said of a method.
        pub async fn method_help(
            &self,
            method: &str,
        ) -> Result<Cow<'static, str>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&SYSTEM, &SYSTEM_METHOD_HELP, &SystemMethodHelpArgs { method })
                .await?;
            let output: SystemMethodHelpOut<'_> = reply.results(&SYSTEM_METHOD_HELP)?;
            Ok(Cow::Owned(output.result.into_owned()))
        }
    }

    impl stub::AsyncStub for AsyncSystemClient {
        const INTERFACE: &'static stub::InterfaceMeta = &SYSTEM;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// What a server of `system` does, as futures.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncSystem: Send + Sync {
        /// The names of all methods.
        fn list_methods<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Cow<'a, str>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// The types of a method: of each form it has the result's, then those of its parameters.
        fn method_signature<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            method: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<Vec<Vec<Cow<'a, str>>>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// What is said of a method.
        fn method_help<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            method: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `system` with an object that implements [`AsyncSystem`], on a runtime.
    pub struct AsyncSystemServer<T>(pub T);

    impl<T: AsyncSystem> stub::Service for AsyncSystemServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            SYSTEM.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            SYSTEM.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            SYSTEM.elements()
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
                1 => {
                    stub::serving(async move {
                        let ((), mut referents): ((), _) = call.input(&SYSTEM_LIST_METHODS)?;
                        let context = call.context();
                        let result = self.0.list_methods(&context).await;
                        let output = result
                            .map_err(|fault| call.fail(&SYSTEM_LIST_METHODS, fault))?;
                        Ok(
                            call
                                .end(
                                    &SYSTEM_LIST_METHODS,
                                    &SystemListMethodsReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                2 => {
                    stub::serving(async move {
                        let (input, mut referents): (SystemMethodSignatureIn<'_>, _) = call
                            .input(&SYSTEM_METHOD_SIGNATURE)?;
                        let context = call.context();
                        let result = self.0.method_signature(&context, input.method).await;
                        let output = result
                            .map_err(|fault| call.fail(&SYSTEM_METHOD_SIGNATURE, fault))?;
                        Ok(
                            call
                                .end(
                                    &SYSTEM_METHOD_SIGNATURE,
                                    &SystemMethodSignatureReply {
                                        result: &output,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                3 => {
                    stub::serving(async move {
                        let (input, mut referents): (SystemMethodHelpIn<'_>, _) = call
                            .input(&SYSTEM_METHOD_HELP)?;
                        let context = call.context();
                        let result = self.0.method_help(&context, input.method).await;
                        let output = result
                            .map_err(|fault| call.fail(&SYSTEM_METHOD_HELP, fault))?;
                        Ok(
                            call
                                .end(
                                    &SYSTEM_METHOD_HELP,
                                    &SystemMethodHelpReply {
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
