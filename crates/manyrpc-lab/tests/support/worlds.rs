//! The service of gRPC's interoperability tests on threads, and as futures on a runtime: one set of
//! words for clients and servers of both kinds.

use manyrpc::server::{Builder, Running, RunningTasks};
use manyrpc::stub::{ClientStreaming, ReplyReceiver, RequestSender};
use manyrpc::{AsyncClient, CallError, Client, ClientOptions, Metadata, ReplyMetadata, tls};
use std::time::Duration;
use tokio::runtime::{self, Runtime};

use super::interop::grpc_testing::*;

/// How calls are made or served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum World {
    /// On threads.
    Blocking,
    /// As futures on a runtime.
    Futures,
}

pub const WORLDS: [World; 2] = [World::Blocking, World::Futures];

fn runtime() -> Runtime {
    let mut threads = runtime::Builder::new_multi_thread();
    let threads = threads.worker_threads(2).enable_all();
    threads.build().expect("the system has threads")
}

/// A server that runs.
pub enum Serving {
    Blocking(Running),
    Futures(Runtime, RunningTasks),
}

impl World {
    /// Serves an object.
    pub fn serve<S>(self, object: S, server: Builder, binding: &str) -> Serving
    where
        S: TestService + AsyncTestService + 'static,
    {
        let listening = |server: Builder| server.listen(binding).expect("loopback");
        match self {
            World::Blocking => {
                let server = listening(server.service(TestServiceServer(object)));
                Serving::Blocking(server.start().expect("it starts"))
            }
            World::Futures => {
                let server = listening(server.service(AsyncTestServiceServer(object)));
                let runtime = runtime();
                let started = runtime.block_on(server.start_on_runtime());
                Serving::Futures(runtime, started.expect("it starts"))
            }
        }
    }

    /// A client of the server that listens there.
    pub fn open(self, binding: &str, tls: tls::Client) -> Caller {
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
                let runtime = runtime();
                let client = runtime.block_on(AsyncClient::connect(&binding, id, &options));
                let client = AsyncTestServiceClient::new(client.expect("it listens"));
                Caller::Futures(runtime, client)
            }
        }
    }
}

impl Serving {
    pub fn at(&self) -> String {
        let bindings = match self {
            Serving::Blocking(running) => running.bindings(),
            Serving::Futures(_, running) => running.bindings(),
        };
        bindings[0].to_string()
    }

    pub fn port(&self) -> String {
        let at = self.at();
        at.rsplit(':').next().unwrap_or_default().to_owned()
    }

    pub fn stop(self) {
        match self {
            Serving::Blocking(running) => running.stop(),
            Serving::Futures(runtime, running) => runtime.block_on(running.stop()),
        }
    }
}

/// A client.
pub enum Caller {
    Blocking(TestServiceClient),
    Futures(Runtime, AsyncTestServiceClient),
}

impl Caller {
    pub fn empty_call(&mut self, request: &Empty) -> Result<Empty, CallError> {
        match self {
            Caller::Blocking(client) => client.empty_call(request),
            Caller::Futures(runtime, client) => runtime.block_on(client.empty_call(request)),
        }
    }

    pub fn unimplemented_call(&mut self, request: &Empty) -> Result<Empty, CallError> {
        match self {
            Caller::Blocking(client) => client.unimplemented_call(request),
            Caller::Futures(runtime, client) => {
                runtime.block_on(client.unimplemented_call(request))
            }
        }
    }

    pub fn unary_call(
        &mut self,
        request: &SimpleRequest<'_>,
    ) -> Result<SimpleResponse<'static>, CallError> {
        match self {
            Caller::Blocking(client) => client.unary_call(request).map(|r| r.into_owned()),
            Caller::Futures(runtime, client) => runtime.block_on(client.unary_call(request)),
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
            Caller::Futures(runtime, client) => {
                let arguments = TestServiceUnaryCallArgs { request };
                let call =
                    client
                        .client()
                        .invoke(&TEST_SERVICE, &TEST_SERVICE_UNARY_CALL, &arguments);
                Ok(runtime.block_on(call)?.metadata().clone())
            }
        }
    }

    pub fn streaming_output_call(
        &mut self,
        request: &StreamingOutputCallRequest<'_>,
    ) -> Result<Output<'_>, CallError> {
        Ok(match self {
            Caller::Blocking(client) => Output::Blocking(client.streaming_output_call(request)?),
            Caller::Futures(runtime, client) => {
                let call = runtime.block_on(client.streaming_output_call(request))?;
                Output::Futures(runtime, call)
            }
        })
    }

    pub fn streaming_input_call(&mut self) -> Result<Input<'_>, CallError> {
        Ok(match self {
            Caller::Blocking(client) => Input::Blocking(client.streaming_input_call()?),
            Caller::Futures(runtime, client) => {
                let call = runtime.block_on(client.streaming_input_call())?;
                Input::Futures(runtime, call)
            }
        })
    }

    pub fn full_duplex_call(&mut self) -> Result<Duplex<'_>, CallError> {
        Ok(match self {
            Caller::Blocking(client) => Duplex::Blocking(client.full_duplex_call()?),
            Caller::Futures(runtime, client) => {
                let (requests, replies) = runtime.block_on(client.full_duplex_call())?;
                Duplex::Futures(runtime, Some(requests), replies)
            }
        })
    }

    pub fn set_timeout(&mut self, timeout: Option<Duration>) {
        match self {
            Caller::Blocking(client) => client.client().set_timeout(timeout),
            Caller::Futures(_, client) => {
                *client = AsyncTestServiceClient::new(client.client().with_timeout(timeout));
            }
        }
    }

    pub fn set_metadata(&mut self, metadata: Metadata) {
        match self {
            Caller::Blocking(client) => client.client().set_metadata(metadata),
            Caller::Futures(_, client) => {
                *client = AsyncTestServiceClient::new(client.client().with_metadata(metadata));
            }
        }
    }

    /// Bytes sent and received so far.
    pub fn bytes(&mut self) -> [u64; 2] {
        let counters = match self {
            Caller::Blocking(client) => client.client().counters(),
            Caller::Futures(_, client) => client.client().counters(),
        };
        [counters.bytes_sent, counters.bytes_received]
    }
}

/// A call with several replies.
pub enum Output<'c> {
    Blocking(TestServiceStreamingOutputCallStream<'c>),
    Futures(
        &'c Runtime,
        ReplyReceiver<StreamingOutputCallResponse<'static>>,
    ),
}

type Next = Result<Option<StreamingOutputCallResponse<'static>>, CallError>;

impl Output<'_> {
    pub fn next(&mut self) -> Next {
        match self {
            Output::Blocking(call) => Ok(call.next()?.map(|reply| reply.into_owned())),
            Output::Futures(runtime, call) => runtime.block_on(call.message()),
        }
    }

    pub fn cancel(self) {}
}

/// A call with several requests.
pub enum Input<'c> {
    Blocking(TestServiceStreamingInputCallStream<'c>),
    Futures(
        &'c Runtime,
        ClientStreaming<StreamingInputCallRequest<'static>, StreamingInputCallResponse>,
    ),
}

impl Input<'_> {
    pub fn send(&mut self, request: &StreamingInputCallRequest<'static>) -> Result<(), CallError> {
        match self {
            Input::Blocking(call) => call.send(request),
            Input::Futures(runtime, call) => runtime.block_on(call.send(request)),
        }
    }

    pub fn finish(&mut self) -> Result<StreamingInputCallResponse, CallError> {
        match self {
            Input::Blocking(call) => call.finish(),
            Input::Futures(runtime, call) => runtime.block_on(call.finish()),
        }
    }

    pub fn cancel(self) {}
}

/// A call with several of both.
pub enum Duplex<'c> {
    Blocking(TestServiceFullDuplexCallStream<'c>),
    Futures(
        &'c Runtime,
        Option<RequestSender<StreamingOutputCallRequest<'static>>>,
        ReplyReceiver<StreamingOutputCallResponse<'static>>,
    ),
}

impl Duplex<'_> {
    pub fn send(&mut self, request: &StreamingOutputCallRequest<'static>) -> Result<(), CallError> {
        match self {
            Duplex::Blocking(call) => call.send(request),
            Duplex::Futures(runtime, requests, _) => {
                let requests = requests.as_mut().expect("they have not ended");
                runtime.block_on(requests.send(request))
            }
        }
    }

    pub fn end(&mut self) -> Result<(), CallError> {
        match self {
            Duplex::Blocking(call) => call.end(),
            Duplex::Futures(_, requests, _) => {
                requests.take().expect("they end once").finish();
                Ok(())
            }
        }
    }

    pub fn next(&mut self) -> Next {
        match self {
            Duplex::Blocking(call) => Ok(call.next()?.map(|reply| reply.into_owned())),
            Duplex::Futures(runtime, _, replies) => runtime.block_on(replies.message()),
        }
    }

    pub fn metadata(&mut self) -> &ReplyMetadata {
        match self {
            Duplex::Blocking(call) => call.metadata(),
            Duplex::Futures(_, _, replies) => replies.metadata(),
        }
    }

    pub fn cancel(self) {}
}
