// Generated from rshow.idl by manyrpc; do not edit.

use std::borrow::Cow;
use ::manyrpc::stub;

/// What names interface `rshow`, and its operations.
pub static RSHOW: stub::InterfaceMeta = stub::InterfaceMeta {
    id: stub::InterfaceId {
        name: "rshow",
        full_name: "rshow",
        program: 0x30a08a94,
        uuid: 0x007704c0_4515_113e_aacc_00a0242fa264_u128.to_be_bytes(),
        version: 1,
        minor: 0,
    },
    operations: &[&RSHOW_SHOWMSG],
};

static RSHOW_SHOWMSG_IN_FIELDS: [stub::Field; 1] = [
    stub::Field::sized("mess", stub::Length::UpTo(127))
        .ndr(stub::ndr_place!(array Varying, terminated true))
        .number(1),
];

static RSHOW_SHOWMSG_OUT_FIELDS: [stub::Field; 1] = [
    stub::Field::sized("reply", stub::Length::UpTo(127))
        .ndr(stub::ndr_place!(array Varying, terminated true))
        .number(1),
];

/// What operation `showmsg` takes and gives.
pub static RSHOW_SHOWMSG: stub::OperationMeta = stub::OperationMeta {
    name: "showmsg",
    number: 0,
    input: &stub::Record::of("showmsg_in", &RSHOW_SHOWMSG_IN_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper("urn:rshow", "showmsg", "urn:rshow#showmsg")
        }),
    output: &stub::Record::of("showmsg_out", &RSHOW_SHOWMSG_OUT_FIELDS)
        .ndr(stub::ndr_shape!(align 1))
        .xml(const {
            &stub::XmlRecord::wrapper(
                "urn:rshow",
                "showmsgResponse",
                "urn:rshow:rshow:showmsgResponse",
            )
        }),
    semantics: stub::Semantics::AtMostOnce,
};

/// What a call of `showmsg` takes.
#[derive(Clone, Debug)]
pub struct RshowShowmsgArgs<'a> {
    /// Parameter `mess`, at most 127 bytes.
    pub mess: &'a str,
}

stub::plain_fields! {
    RshowShowmsgArgs<'de>, RSHOW_SHOWMSG_IN_FIELDS { 0 mess }
}

#[derive(Default)]
struct RshowShowmsgIn<'a> {
    mess: Cow<'a, str>,
}

stub::plain_slots! {
    RshowShowmsgIn<'de>, RSHOW_SHOWMSG_IN_FIELDS { 0 mess }
}

/// What a call of `showmsg` gives.
#[derive(Clone, Debug, Default)]
pub struct RshowShowmsgOut<'a> {
    /// Parameter `reply`, at most 127 bytes.
    pub reply: Cow<'a, str>,
}

stub::plain_slots! {
    RshowShowmsgOut<'de>, RSHOW_SHOWMSG_OUT_FIELDS { 0 reply }
}

/// What a server answers to a call of `showmsg`.
#[derive(Clone, Debug)]
pub struct RshowShowmsgReply<'a> {
    /// Parameter `reply`, at most 127 bytes.
    pub reply: &'a str,
}

stub::plain_fields! {
    RshowShowmsgReply<'de>, RSHOW_SHOWMSG_OUT_FIELDS { 0 reply }
}

/// A client of `rshow`.
pub struct RshowClient {
    client: stub::Client,
}

impl RshowClient {
    /// Opens a client of the server that `binding` names; without a port in
    /// it, the registry there is asked.
    ///
    /// # Errors
    /// The binding is not one, or the server or its registry cannot be reached.
    pub fn open(binding: &str) -> Result<Self, stub::Error> {
        stub::Client::open_for(binding, RSHOW.id).map(Self::new)
    }

    /// Speaks through a client that is open.
    pub fn new(client: stub::Client) -> Self {
        Self { client }
    }

    /// The client underneath: its time-outs and the like.
    pub fn client(&mut self) -> &mut stub::Client {
        &mut self.client
    }

    /// Message from the client, reply of the server.
    pub fn showmsg(&mut self, mess: &str) -> Result<Cow<'_, str>, stub::CallError> {
        let output: RshowShowmsgOut<'_> = self
            .client
            .invoke(&RSHOW, &RSHOW_SHOWMSG, &RshowShowmsgArgs { mess })?;
        Ok(output.reply)
    }
}

impl stub::Stub for RshowClient {
    const INTERFACE: &'static stub::InterfaceMeta = &RSHOW;
    fn over(client: stub::Client) -> Self {
        Self::new(client)
    }
}

/// The example of a thesis on the performance of DCE RPC: a client has a message
/// printed on the server and gets an answer. The client says with each call where it goes.
///
/// An operation that a server does not write is refused: callers learn that there is none.
#[allow(unused_variables, reason = "names tell what arguments are")]
pub trait Rshow: Send + Sync {
    /// Message from the client, reply of the server.
    fn showmsg<'a>(
        &'a self,
        call: &stub::Context<'_>,
        mess: Cow<'a, str>,
    ) -> Result<Cow<'a, str>, stub::Fault> {
        Err(stub::Fault::NoSuchOperation)
    }

    /// To be written instead of `showmsg` where results are not the server's own: a guard's, an `Arc`'s.
    fn showmsg_replying<Replied>(
        &self,
        call: &stub::Context<'_>,
        mess: Cow<'_, str>,
        reply2: impl FnOnce(&str) -> Replied,
    ) -> Result<Replied, stub::Fault>
    where
        Self: Sized,
    {
        self.showmsg(call, mess).map(|reply| reply2(&reply))
    }
}

/// Serves `rshow` with an object that implements [`Rshow`].
pub struct RshowServer<T>(pub T);

impl<T: Rshow> stub::Service for RshowServer<T> {
    fn interface(&self) -> stub::InterfaceId<'_> {
        RSHOW.id
    }

    fn operations(&self) -> Vec<(&str, u32)> {
        RSHOW.names()
    }

    fn elements(&self) -> stub::Elements<'_> {
        RSHOW.elements()
    }

    fn dispatch(&self, operation: u32, call: &mut stub::Dispatch<'_>) -> stub::Outcome {
        match operation {
            0 => {
                call.serve_replying(
                    &RSHOW_SHOWMSG,
                    |context, input: RshowShowmsgIn<'_>, reply2| {
                        self.0
                            .showmsg_replying(
                                context,
                                input.mess,
                                |reply| reply2.finish(&RshowShowmsgReply { reply }),
                            )
                    },
                )
            }
            _ => stub::Outcome::Fault(stub::Fault::NoSuchOperation),
        }
    }
}

stub::if_tokio! {
    /// A client of `rshow` whose calls are futures. Clones share its connections.
    #[derive(Clone)]
    pub struct AsyncRshowClient {
        client: stub::AsyncClient,
    }

    impl AsyncRshowClient {
        /// Opens a client of the server that `binding` names; without a port in
        /// it, the registry there is asked.
        ///
        /// # Errors
        /// The binding is not one, or the server or its registry cannot be reached.
        pub async fn open(binding: &str) -> Result<Self, stub::Error> {
            stub::AsyncClient::open_for(binding, RSHOW.id).await.map(Self::new)
        }

        /// Speaks through a client that is open.
        pub fn new(client: stub::AsyncClient) -> Self {
            Self { client }
        }

        /// The client underneath: its time-outs and the like.
        pub fn client(&self) -> &stub::AsyncClient {
            &self.client
        }

        /// Message from the client, reply of the server.
        pub async fn showmsg(
            &self,
            mess: &str,
        ) -> Result<Cow<'static, str>, stub::CallError> {
            let mut reply = self
                .client
                .invoke(&RSHOW, &RSHOW_SHOWMSG, &RshowShowmsgArgs { mess })
                .await?;
            let output: RshowShowmsgOut<'_> = reply.results(&RSHOW_SHOWMSG)?;
            Ok(Cow::Owned(output.reply.into_owned()))
        }
    }

    impl stub::AsyncStub for AsyncRshowClient {
        const INTERFACE: &'static stub::InterfaceMeta = &RSHOW;
        fn over(client: stub::AsyncClient) -> Self {
            Self::new(client)
        }
    }

    /// The example of a thesis on the performance of DCE RPC: a client has a message
    /// printed on the server and gets an answer. The client says with each call where it goes.
    ///
    /// Methods can be written as `async fn`. An operation that a server does not write is refused: callers learn that there is none.
    #[allow(unused_variables, reason = "names tell what arguments are")]
    pub trait AsyncRshow: Send + Sync {
        /// Message from the client, reply of the server.
        fn showmsg<'a>(
            &'a self,
            call: &'a stub::Context<'a>,
            mess: Cow<'a, str>,
        ) -> impl std::future::Future<
            Output = Result<Cow<'a, str>, stub::Fault>,
        > + Send + 'a {
            std::future::ready(Err(stub::Fault::NoSuchOperation))
        }
    }

    /// Serves `rshow` with an object that implements [`AsyncRshow`], on a runtime.
    pub struct AsyncRshowServer<T>(pub T);

    impl<T: AsyncRshow> stub::Service for AsyncRshowServer<T> {
        fn interface(&self) -> stub::InterfaceId<'_> {
            RSHOW.id
        }

        fn operations(&self) -> Vec<(&str, u32)> {
            RSHOW.names()
        }

        fn elements(&self) -> stub::Elements<'_> {
            RSHOW.elements()
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
                        let (input, mut referents): (RshowShowmsgIn<'_>, _) = call
                            .input(&RSHOW_SHOWMSG)?;
                        let context = call.context();
                        let result = self.0.showmsg(&context, input.mess).await;
                        let output = result
                            .map_err(|fault| call.fail(&RSHOW_SHOWMSG, fault))?;
                        Ok(
                            call
                                .end(
                                    &RSHOW_SHOWMSG,
                                    &RshowShowmsgReply {
                                        reply: &output,
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
