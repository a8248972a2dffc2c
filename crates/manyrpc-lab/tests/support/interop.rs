//! The service of gRPC's interoperability tests, on generated stubs.

use std::borrow::Cow;

use manyrpc::streams::{MetadataWriter, ReplySender, ReplyStream, RequestReceiver};
use manyrpc::stub::Flow;
use manyrpc::{Context, Domain, Fault};

/// Generated.
#[rustfmt::skip]
#[path = "grpc_testing.rs"]
#[allow(clippy::allow_attributes, reason = "generated for every program")]
pub mod grpc_testing;

use grpc_testing::*;

/// Metadata with these names comes back, before the messages and behind them.
pub const INITIAL: &str = "x-grpc-test-echo-initial";
pub const TRAILING: &str = "x-grpc-test-echo-trailing-bin";

pub fn payload(size: usize) -> Option<Payload<'static>> {
    Some(Payload {
        body: Cow::Owned(vec![0; size]),
        ..Payload::default()
    })
}

/// The bytes of a payload.
pub fn size(payload: &Option<Payload<'_>>) -> usize {
    payload.as_ref().map_or(0, |p| p.body.len())
}

pub fn output_request(sizes: &[i32], body: usize) -> StreamingOutputCallRequest<'static> {
    let parameters = sizes.iter().map(|size| ResponseParameters {
        size: *size,
        ..ResponseParameters::default()
    });
    StreamingOutputCallRequest {
        response_parameters: parameters.collect(),
        payload: payload(body),
        ..StreamingOutputCallRequest::default()
    }
}

/// The status that a request asks for.
fn asked(status: &Option<EchoStatus<'_>>) -> Result<(), Fault> {
    match status {
        Some(status) => Err(Fault::of_domain(
            Domain::Grpc,
            status.code,
            &*status.message,
        )),
        None => Ok(()),
    }
}

fn echo_metadata(call: &Context<'_>) {
    if let Some(value) = call.metadata.get(INITIAL) {
        call.add_initial(INITIAL, value);
    }
    if let Some(value) = call.metadata.get(TRAILING) {
        call.add_trailing(TRAILING, value);
    }
}

/// A reply with so many bytes.
pub fn output(size: usize) -> StreamingOutputCallResponse<'static> {
    StreamingOutputCallResponse {
        payload: payload(size),
        ..StreamingOutputCallResponse::default()
    }
}

fn response(parameters: &ResponseParameters) -> StreamingOutputCallResponse<'static> {
    output(parameters.size as usize)
}

/// The service.
pub struct Interop;

impl TestService for Interop {
    fn empty_call(&self, call: &Context<'_>, request: Empty) -> Result<Empty, Fault> {
        echo_metadata(call);
        Ok(request)
    }

    fn unary_call<'a>(
        &'a self,
        call: &Context<'_>,
        request: SimpleRequest<'a>,
    ) -> Result<SimpleResponse<'a>, Fault> {
        echo_metadata(call);
        asked(&request.response_status)?;
        Ok(SimpleResponse {
            payload: payload(request.response_size as usize),
            ..SimpleResponse::default()
        })
    }

    fn streaming_output_call(
        &self,
        call: &Context<'_>,
        request: StreamingOutputCallRequest<'_>,
    ) -> Result<ReplyStream<StreamingOutputCallResponse<'static>>, Fault> {
        echo_metadata(call);
        let end = asked(&request.response_status).err().map(Err);
        let parameters = request.response_parameters.into_iter();
        Ok(Box::new(parameters.map(|p| Ok(response(&p))).chain(end)))
    }

    fn streaming_input_call(
        &self,
        call: &Context<'_>,
    ) -> Result<Box<dyn TestServiceStreamingInputCallHandler>, Fault> {
        echo_metadata(call);
        Ok(Box::new(Sum(0)))
    }

    fn full_duplex_call(
        &self,
        call: &Context<'_>,
    ) -> Result<Box<dyn TestServiceFullDuplexCallHandler>, Fault> {
        echo_metadata(call);
        Ok(Box::new(PingPong))
    }
}

/// Bytes so far.
struct Sum(usize);

impl TestServiceStreamingInputCallHandler for Sum {
    fn message(
        &mut self,
        request: StreamingInputCallRequest<'_>,
        _: &mut MetadataWriter<'_>,
    ) -> Result<(), Fault> {
        self.0 += size(&request.payload);
        Ok(())
    }

    fn finish(&mut self, _: &mut MetadataWriter<'_>) -> Result<StreamingInputCallResponse, Fault> {
        Ok(StreamingInputCallResponse {
            aggregated_payload_size: self.0 as i32,
            ..StreamingInputCallResponse::default()
        })
    }
}

struct PingPong;

impl TestServiceFullDuplexCallHandler for PingPong {
    fn message(
        &mut self,
        request: StreamingOutputCallRequest<'_>,
        replies: &mut TestServiceFullDuplexCallReplies<'_>,
    ) -> Result<Flow, Fault> {
        asked(&request.response_status)?;
        for parameters in &request.response_parameters {
            replies.send(response(parameters));
        }
        Ok(Flow::Wait)
    }
}

impl AsyncTestService for Interop {
    async fn empty_call(&self, call: &Context<'_>, request: Empty) -> Result<Empty, Fault> {
        TestService::empty_call(self, call, request)
    }

    async fn unary_call<'a>(
        &'a self,
        call: &'a Context<'a>,
        request: SimpleRequest<'a>,
    ) -> Result<SimpleResponse<'a>, Fault> {
        TestService::unary_call(self, call, request)
    }

    async fn streaming_output_call(
        &self,
        call: &Context<'_>,
        request: StreamingOutputCallRequest<'_>,
        replies: ReplySender<StreamingOutputCallResponse<'_>>,
    ) -> Result<(), Fault> {
        echo_metadata(call);
        for parameters in &request.response_parameters {
            replies.send(response(parameters)).await?;
        }
        asked(&request.response_status)
    }

    async fn streaming_input_call(
        &self,
        call: &Context<'_>,
        mut requests: RequestReceiver<StreamingInputCallRequest<'static>>,
    ) -> Result<StreamingInputCallResponse, Fault> {
        echo_metadata(call);
        let mut bytes = 0;
        while let Some(request) = requests.message().await? {
            bytes += size(&request.payload);
        }
        Ok(StreamingInputCallResponse {
            aggregated_payload_size: bytes as i32,
            ..StreamingInputCallResponse::default()
        })
    }

    async fn full_duplex_call(
        &self,
        call: &Context<'_>,
        mut requests: RequestReceiver<StreamingOutputCallRequest<'static>>,
        replies: ReplySender<StreamingOutputCallResponse<'_>>,
    ) -> Result<(), Fault> {
        echo_metadata(call);
        while let Some(request) = requests.message().await? {
            asked(&request.response_status)?;
            for parameters in &request.response_parameters {
                replies.send(response(parameters)).await?;
            }
        }
        Ok(())
    }
}
