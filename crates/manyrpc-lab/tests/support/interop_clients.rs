//! Clients and servers of gRPC's interoperability tests in both worlds.

use manyrpc::server::Builder;
use manyrpc::stub::{ClientStreaming, ReplyReceiver, RequestSender};
use manyrpc::{AsyncClient, CallError, Client, ClientOptions, Metadata, ReplyMetadata, tls};
use std::time::Duration;

use super::interop::grpc_testing::*;
use super::world::{Served, World};

impl World {
    /// Serves an object by the stubs of this world.
    pub fn serve<S>(self, object: S, server: Builder, binding: &str) -> Served
    where
        S: TestService + AsyncTestService + 'static,
    {
        let server = match self {
            World::Blocking => server.service(TestServiceServer(object)),
            World::Futures => server.service(AsyncTestServiceServer(object)),
        };
        let server = server.listen(binding).expect("loopback");
        self.start(server).expect("it starts")
    }

    /// A client of the server that listens there.
    pub fn caller(self, binding: &str, tls: tls::Client) -> Caller {
        let options = ClientOptions {
            tls,
            ..ClientOptions::default()
        };
        let (binding, id) = (binding.parse().expect("a binding"), Some(TEST_SERVICE.id));
        match self {
            World::Blocking => {
                let client = Client::connect(&binding, id, &options).expect("it listens");
                Caller::Blocking(TestServiceClient::new(client))
            }
            World::Futures => {
                let client = Self::wait(AsyncClient::connect(&binding, id, &options));
                let client = client.expect("it listens");
                Caller::Futures(AsyncTestServiceClient::new(client))
            }
        }
    }
}

/// A client.
pub enum Caller {
    Blocking(TestServiceClient),
    Futures(AsyncTestServiceClient),
}

impl Caller {
    pub fn empty_call(&mut self, request: &Empty) -> Result<Empty, CallError> {
        match self {
            Caller::Blocking(client) => client.empty_call(request),
            Caller::Futures(client) => World::wait(client.empty_call(request)),
        }
    }

    pub fn unimplemented_call(&mut self, request: &Empty) -> Result<Empty, CallError> {
        match self {
            Caller::Blocking(client) => client.unimplemented_call(request),
            Caller::Futures(client) => World::wait(client.unimplemented_call(request)),
        }
    }

    pub fn unary_call(
        &mut self,
        request: &SimpleRequest<'_>,
    ) -> Result<SimpleResponse<'static>, CallError> {
        match self {
            Caller::Blocking(client) => client.unary_call(request).map(|r| r.into_owned()),
            Caller::Futures(client) => World::wait(client.unary_call(request)),
        }
    }

    /// The metadata of the reply to such a call.
    pub fn unary_metadata(
        &mut self,
        request: &SimpleRequest<'_>,
    ) -> Result<ReplyMetadata, CallError> {
        match self {
            Caller::Blocking(client) => {
                client.unary_call(request)?;
                Ok(client.client().reply_metadata().clone())
            }
            Caller::Futures(client) => {
                let arguments = TestServiceUnaryCallArgs { request };
                let call =
                    client
                        .client()
                        .invoke(&TEST_SERVICE, &TEST_SERVICE_UNARY_CALL, &arguments);
                Ok(World::wait(call)?.metadata().clone())
            }
        }
    }

    pub fn streaming_output_call(
        &mut self,
        request: &StreamingOutputCallRequest<'_>,
    ) -> Result<Output<'_>, CallError> {
        Ok(match self {
            Caller::Blocking(client) => Output::Blocking(client.streaming_output_call(request)?),
            Caller::Futures(client) => {
                let call = World::wait(client.streaming_output_call(request))?;
                Output::Futures(call)
            }
        })
    }

    pub fn streaming_input_call(&mut self) -> Result<Input<'_>, CallError> {
        Ok(match self {
            Caller::Blocking(client) => Input::Blocking(client.streaming_input_call()?),
            Caller::Futures(client) => {
                let call = World::wait(client.streaming_input_call())?;
                Input::Futures(call)
            }
        })
    }

    pub fn full_duplex_call(&mut self) -> Result<Duplex<'_>, CallError> {
        Ok(match self {
            Caller::Blocking(client) => Duplex::Blocking(client.full_duplex_call()?),
            Caller::Futures(client) => {
                let (requests, replies) = World::wait(client.full_duplex_call())?;
                Duplex::Futures(Some(requests), replies)
            }
        })
    }

    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        match self {
            Caller::Blocking(client) => client.client().set_timeout(timeout),
            Caller::Futures(client) => {
                *client = AsyncTestServiceClient::new(client.client().with_timeout(timeout));
            }
        }
    }

    pub fn set_metadata(&mut self, metadata: Metadata) {
        match self {
            Caller::Blocking(client) => client.client().set_metadata(metadata),
            Caller::Futures(client) => {
                *client = AsyncTestServiceClient::new(client.client().with_metadata(metadata));
            }
        }
    }

    /// Bytes sent and received so far.
    pub fn bytes(&mut self) -> [u64; 2] {
        let counters = match self {
            Caller::Blocking(client) => client.client().counters(),
            Caller::Futures(client) => client.client().counters(),
        };
        [counters.bytes_sent, counters.bytes_received]
    }
}

/// A call with several replies.
pub enum Output<'c> {
    Blocking(TestServiceStreamingOutputCallStream<'c>),
    Futures(ReplyReceiver<StreamingOutputCallResponse<'static>>),
}

type Next = Result<Option<StreamingOutputCallResponse<'static>>, CallError>;

impl Output<'_> {
    pub fn next(&mut self) -> Next {
        match self {
            Output::Blocking(call) => Ok(call.next()?.map(|reply| reply.into_owned())),
            Output::Futures(call) => World::wait(call.message()),
        }
    }

    pub fn cancel(self) {}
}

/// A call with several requests.
pub enum Input<'c> {
    Blocking(TestServiceStreamingInputCallStream<'c>),
    Futures(ClientStreaming<StreamingInputCallRequest<'static>, StreamingInputCallResponse>),
}

impl Input<'_> {
    pub fn send(&mut self, request: &StreamingInputCallRequest<'static>) -> Result<(), CallError> {
        match self {
            Input::Blocking(call) => call.send(request),
            Input::Futures(call) => World::wait(call.send(request)),
        }
    }

    pub fn finish(&mut self) -> Result<StreamingInputCallResponse, CallError> {
        match self {
            Input::Blocking(call) => call.finish(),
            Input::Futures(call) => World::wait(call.finish()),
        }
    }

    pub fn cancel(self) {}
}

/// A call with several of both.
pub enum Duplex<'c> {
    Blocking(TestServiceFullDuplexCallStream<'c>),
    Futures(
        Option<RequestSender<StreamingOutputCallRequest<'static>>>,
        ReplyReceiver<StreamingOutputCallResponse<'static>>,
    ),
}

impl Duplex<'_> {
    pub fn send(&mut self, request: &StreamingOutputCallRequest<'static>) -> Result<(), CallError> {
        match self {
            Duplex::Blocking(call) => call.send(request),
            Duplex::Futures(requests, _) => {
                let requests = requests.as_mut().expect("they have not ended");
                World::wait(requests.send(request))
            }
        }
    }

    pub fn end(&mut self) -> Result<(), CallError> {
        match self {
            Duplex::Blocking(call) => call.end(),
            Duplex::Futures(requests, _) => {
                requests.take().expect("they end once").finish();
                Ok(())
            }
        }
    }

    pub fn next(&mut self) -> Next {
        match self {
            Duplex::Blocking(call) => Ok(call.next()?.map(|reply| reply.into_owned())),
            Duplex::Futures(_, replies) => World::wait(replies.message()),
        }
    }

    pub fn metadata(&mut self) -> &ReplyMetadata {
        match self {
            Duplex::Blocking(call) => call.metadata(),
            Duplex::Futures(_, replies) => replies.metadata(),
        }
    }

    pub fn cancel(self) {}
}
