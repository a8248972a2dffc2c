// Generated from graph.idl by manyrpc; do not edit.

use ::manyrpc::stub;

/// Record `node`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Field `value`.
    pub value: i32,
    /// Field `next`.
    pub next: stub::Shared<Node>,
}

static NODE_FIELDS: [stub::Field; 2] = [
    stub::Field::plain("value").number(1),
    stub::Field::of(
            "next",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("next")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static NODE: stub::Record = stub::Record::of("node", &NODE_FIELDS)
    .ndr(stub::ndr_shape!(defers true));

stub::plain_record! {
    Node, NODE, NODE_FIELDS { 0 value, 1 next }
}

impl stub::Standalone for Node {
    const PLACE: &'static stub::Field = &stub::Field::plain("node")
        .ndr(stub::ndr_place!(defers true));
}

/// `edge` of the definition.
pub type Edge = stub::Shared<Node>;

/// `number` of the definition.
pub type Number = stub::Shared<i32>;

/// What names interface `graph`, and its operations.
pub static GRAPH: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "graph",
        full_name: "graph",
        program: 0x34b57a32,
        uuid: 0x8a4d2c1e_6b70_4c55_9e0f_2d51c3a7b904_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&GRAPH_TURN, &GRAPH_COUNT],
};

static GRAPH_TURN_IN_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "first",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("first")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "second",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("second")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

static GRAPH_TURN_OUT_FIELDS: [stub::Field; 3] = [
    stub::Field::of(
            "first",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("first")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "third",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("third")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
    stub::Field::of(
            "fourth",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("fourth")
                    .ndr(stub::ndr_place!(defers true))
                    .number(3)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(3),
];

/// What operation `turn` takes and gives.
pub static GRAPH_TURN: stub::OperationMeta = stub::OperationMeta {
    name: "turn",
    number: 0,
    input: &stub::Record::of("turn_in", &GRAPH_TURN_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const { &stub::XmlRecord::wrapper("urn:graph", "turn", "urn:graph#turn") }),
    output: &stub::Record::of("turn_out", &GRAPH_TURN_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:graph",
                "turnResponse",
                "urn:graph:graph:turnResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

static GRAPH_COUNT_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::of(
            "given",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("given")
                    .ndr(stub::ndr_place!(defers true))
                    .number(1)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
];

static GRAPH_COUNT_OUT_FIELDS: [stub::Field; 2] = [
    stub::Field::of(
            "nodes",
            stub::Length::UpTo(u32::MAX),
            const { &stub::Field::plain("nodes").number(1).explicit() },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(1),
    stub::Field::of(
            "last",
            stub::Length::UpTo(u32::MAX),
            const {
                &stub::Field::plain("last")
                    .ndr(stub::ndr_place!(defers true))
                    .number(2)
                    .explicit()
            },
        )
        .ndr(stub::ndr_place!(defers true))
        .number(2),
];

/// What operation `count` takes and gives.
pub static GRAPH_COUNT: stub::OperationMeta = stub::OperationMeta {
    name: "count",
    number: 1,
    input: &stub::Record::of("count_in", &GRAPH_COUNT_IN_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:graph", "count", "urn:graph#count")
        }),
    output: &stub::Record::of("count_out", &GRAPH_COUNT_OUT_FIELDS)
        .ndr(stub::ndr_shape!(defers true))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:graph",
                "countResponse",
                "urn:graph:graph:countResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `turn` takes.
#[derive(Clone, Debug)]
pub struct GraphTurnArgs<'a> {
    /// Parameter `first`.
    pub first: &'a stub::Shared<Node>,
    /// Parameter `second`.
    pub second: &'a stub::Shared<Node>,
}

stub::plain_fields! {
    GraphTurnArgs<'de>, GRAPH_TURN_IN_FIELDS { 0 first, 1 second }
}

#[derive(Default)]
struct GraphTurnIn {
    first: stub::Shared<Node>,
    second: stub::Shared<Node>,
}

stub::plain_slots! {
    GraphTurnIn, GRAPH_TURN_IN_FIELDS { 0 first, 1 second }
}

/// What a call of `turn` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphTurnOut {
    /// Parameter `first`.
    pub first: stub::Shared<Node>,
    /// Parameter `third`.
    pub third: stub::Shared<Node>,
    /// Parameter `fourth`.
    pub fourth: stub::Shared<Node>,
}

stub::plain_slots! {
    GraphTurnOut, GRAPH_TURN_OUT_FIELDS { 0 first, 1 third, 2 fourth }
}

/// What a server answers to a call of `turn`.
#[derive(Clone, Debug)]
pub struct GraphTurnReply<'a> {
    /// Parameter `first`.
    pub first: &'a stub::Shared<Node>,
    /// Parameter `third`.
    pub third: &'a stub::Shared<Node>,
    /// Parameter `fourth`.
    pub fourth: &'a stub::Shared<Node>,
}

stub::plain_fields! {
    GraphTurnReply<'de>, GRAPH_TURN_OUT_FIELDS { 0 first, 1 third, 2 fourth }
}

/// What a call of `count` takes.
#[derive(Clone, Debug)]
pub struct GraphCountArgs<'a> {
    /// Parameter `given`.
    pub given: &'a stub::Shared<Node>,
}

stub::plain_fields! {
    GraphCountArgs<'de>, GRAPH_COUNT_IN_FIELDS { 0 given }
}

#[derive(Default)]
struct GraphCountIn {
    given: stub::Shared<Node>,
}

stub::plain_slots! {
    GraphCountIn, GRAPH_COUNT_IN_FIELDS { 0 given }
}

/// What a call of `count` gives.
#[derive(Clone, Debug, Default)]
pub struct GraphCountOut {
    /// Parameter `nodes`.
    pub nodes: stub::Shared<i32>,
    /// Parameter `last`.
    pub last: stub::Shared<Node>,
}

stub::plain_slots! {
    GraphCountOut, GRAPH_COUNT_OUT_FIELDS { 0 nodes, 1 last }
}

/// What a server answers to a call of `count`.
#[derive(Clone, Debug)]
pub struct GraphCountReply<'a> {
    /// Parameter `nodes`.
    pub nodes: &'a stub::Shared<i32>,
    /// Parameter `last`.
    pub last: &'a stub::Shared<Node>,
}

stub::plain_fields! {
    GraphCountReply<'de>, GRAPH_COUNT_OUT_FIELDS { 0 nodes, 1 last }
}

/// A client of `graph`.
pub struct GraphClient {
    client: stub::Client,
}

impl GraphClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, GRAPH.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Operation 0, `turn`.
    pub fn turn(
        &mut self,
        first: &stub::Shared<Node>,
        second: &stub::Shared<Node>,
    ) -> Result<
        (stub::Shared<Node>, stub::Shared<Node>, stub::Shared<Node>),
        stub::CallError,
    > {
        let output: GraphTurnOut = self
            .client
            .invoke(&GRAPH, &GRAPH_TURN, &GraphTurnArgs { first, second })?;
        Ok((output.first, output.third, output.fourth))
    }

    /// Operation 1, `count`.
    pub fn count(
        &mut self,
        given: &stub::Shared<Node>,
    ) -> Result<(stub::Shared<i32>, stub::Shared<Node>), stub::CallError> {
        let output: GraphCountOut = self
            .client
            .invoke(&GRAPH, &GRAPH_COUNT, &GraphCountArgs { given })?;
        Ok((output.nodes, output.last))
    }
}

impl stub::Stub for GraphClient {
    const INTERFACE: &'static stub::InterfaceMeta = &GRAPH;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// Full pointers that go both ways: what points to the same thing in a request and in its reply
/// (C706, section 14.3.10). graph-request.hex and graph-reply.hex are one call of it.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Graph: Send + Sync {
    /// Operation 0, `turn`.
    fn turn(
        &self,
        call: &stub::Context<'_>,
        first: stub::Shared<Node>,
        second: stub::Shared<Node>,
    ) -> Result<
        (stub::Shared<Node>, stub::Shared<Node>, stub::Shared<Node>),
        stub::Fault,
    > {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `turn` where results are not the server's own: a guard's, an `Arc`'s.
    fn turn_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        first: stub::Shared<Node>,
        second: stub::Shared<Node>,
        reply: impl FnOnce(
            (&stub::Shared<Node>, &stub::Shared<Node>, &stub::Shared<Node>),
        ) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.turn(call, first, second)
            .map(|(first, third, fourth)| reply((&first, &third, &fourth)))
    }

    /// Operation 1, `count`.
    fn count(
        &self,
        call: &stub::Context<'_>,
        given: stub::Shared<Node>,
    ) -> Result<(stub::Shared<i32>, stub::Shared<Node>), stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `count` where results are not the server's own: a guard's, an `Arc`'s.
    fn count_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        given: stub::Shared<Node>,
        reply: impl FnOnce((&stub::Shared<i32>, &stub::Shared<Node>)) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.count(call, given).map(|(nodes, last)| reply((&nodes, &last)))
    }
}

/// Serves `graph` with an object that implements [`Graph`].
pub struct GraphServer<T>(pub T);

impl<T: Graph> stub::Service for GraphServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        GRAPH.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        GRAPH.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        GRAPH.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &GRAPH_TURN,
                    |context, input: GraphTurnIn, reply| {
                        self.0
                            .turn_replying(
                                context,
                                input.first,
                                input.second,
                                |(first, third, fourth)| {
                                    reply
                                        .finish(
                                            &GraphTurnReply {
                                                first,
                                                third,
                                                fourth,
                                            },
                                        )
                                },
                            )
                    },
                )
            }
            1 => {
                call.serve_replying(
                    &GRAPH_COUNT,
                    |context, input: GraphCountIn, reply| {
                        self.0
                            .count_replying(
                                context,
                                input.given,
                                |(nodes, last)| {
                                    reply.finish(&GraphCountReply { nodes, last })
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
    /// A client of `graph` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncGraphClient {
        client: stub::AsyncClient,
    }

    impl AsyncGraphClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, GRAPH.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Operation 0, `turn`.
        pub async fn turn(
            &self,
            first: &stub::Shared<Node>,
            second: &stub::Shared<Node>,
        ) -> Result<
            (stub::Shared<Node>, stub::Shared<Node>, stub::Shared<Node>),
            stub::CallError,
        > {
            let mut reply = self
                .client
                .invoke(&GRAPH, &GRAPH_TURN, &GraphTurnArgs { first, second })
                .await?;
            let output: GraphTurnOut = reply.results(&GRAPH_TURN)?;
            Ok((output.first, output.third, output.fourth))
        }

        /// Operation 1, `count`.
        pub async fn count(
            &self,
            given: &stub::Shared<Node>,
        ) -> Result<(stub::Shared<i32>, stub::Shared<Node>), stub::CallError> {
            let mut reply = self
                .client
                .invoke(&GRAPH, &GRAPH_COUNT, &GraphCountArgs { given })
                .await?;
            let output: GraphCountOut = reply.results(&GRAPH_COUNT)?;
            Ok((output.nodes, output.last))
        }
    }

    impl stub::AsyncStub for AsyncGraphClient {
        const INTERFACE: &'static stub::InterfaceMeta = &GRAPH;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// Full pointers that go both ways: what points to the same thing in a request and in its reply
    /// (C706, section 14.3.10). graph-request.hex and graph-reply.hex are one call of it.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncGraph: Send + Sync {
        /// Operation 0, `turn`.
        fn turn<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            first: stub::Shared<Node>,
            second: stub::Shared<Node>,
        ) -> impl std::future::Future<
            Output = Result<
                (stub::Shared<Node>, stub::Shared<Node>, stub::Shared<Node>),
                stub::Fault,
            >,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }

        /// Operation 1, `count`.
        fn count<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            given: stub::Shared<Node>,
        ) -> impl std::future::Future<
            Output = Result<(stub::Shared<i32>, stub::Shared<Node>), stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `graph` with an object that implements [`AsyncGraph`], on a runtime.
    pub struct AsyncGraphServer<T>(pub T);

    impl<T: AsyncGraph> stub::Service for AsyncGraphServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            GRAPH.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            GRAPH.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            GRAPH.elements()
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
                        let (input, mut referents): (GraphTurnIn, _) = call
                            .input(&GRAPH_TURN)?;
                        let context = call.context();
                        let result = self.0.turn(&context, input.first, input.second).await;
                        let output = result.map_err(|fault| call.fail(&GRAPH_TURN, fault))?;
                        Ok(
                            call
                                .end(
                                    &GRAPH_TURN,
                                    &GraphTurnReply {
                                        first: &output.0,
                                        third: &output.1,
                                        fourth: &output.2,
                                    },
                                    &mut referents,
                                ),
                        )
                    })
                }
                1 => {
                    stub::serving(async move {
                        let (input, mut referents): (GraphCountIn, _) = call
                            .input(&GRAPH_COUNT)?;
                        let context = call.context();
                        let result = self.0.count(&context, input.given).await;
                        let output = result.map_err(|fault| call.fail(&GRAPH_COUNT, fault))?;
                        Ok(
                            call
                                .end(
                                    &GRAPH_COUNT,
                                    &GraphCountReply {
                                        nodes: &output.0,
                                        last: &output.1,
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
