//! `interop_server tcp [PORT [CERTIFICATE KEY [AUTHORITY]]]`: the service of gRPC's interoperability tests on tonic,
//! until standard input closes. It takes gzip, and sends it to those who take it.

use std::pin::Pin;

use database_peer::testing::test_service_server::{TestService, TestServiceServer};
use database_peer::testing::{
    EchoStatus, Empty, Payload, ResponseParameters, SimpleRequest, SimpleResponse,
    StreamingInputCallRequest, StreamingInputCallResponse, StreamingOutputCallRequest,
    StreamingOutputCallResponse,
};
use database_peer::{arguments, listening};
use tokio_stream::{Stream, StreamExt, iter};
use tonic::codec::CompressionEncoding::Gzip;
use tonic::{Code, Request, Response, Status, Streaming};

type Replies = Pin<Box<dyn Stream<Item = Result<StreamingOutputCallResponse, Status>> + Send>>;

struct Service;

fn zeros(size: i32) -> Option<Payload> {
    let body = vec![0; size as usize];
    Some(Payload { r#type: 0, body })
}

/// The status that a request asks for.
fn asked(status: Option<EchoStatus>) -> Result<(), Status> {
    status.map_or(Ok(()), |s| Err(Status::new(Code::from(s.code), s.message)))
}

fn response(wanted: &ResponseParameters) -> Result<StreamingOutputCallResponse, Status> {
    let payload = zeros(wanted.size);
    Ok(StreamingOutputCallResponse { payload })
}

#[tonic::async_trait]
impl TestService for Service {
    type StreamingOutputCallStream = Replies;
    type FullDuplexCallStream = Replies;

    async fn empty_call(&self, request: Request<Empty>) -> Result<Response<Empty>, Status> {
        Ok(Response::new(request.into_inner()))
    }

    async fn unary_call(
        &self,
        request: Request<SimpleRequest>,
    ) -> Result<Response<SimpleResponse>, Status> {
        let request = request.into_inner();
        asked(request.response_status)?;
        let payload = zeros(request.response_size);
        Ok(Response::new(SimpleResponse { payload }))
    }

    async fn streaming_output_call(
        &self,
        request: Request<StreamingOutputCallRequest>,
    ) -> Result<Response<Replies>, Status> {
        let request = request.into_inner();
        asked(request.response_status)?;
        let replies: Vec<_> = request.response_parameters.iter().map(response).collect();
        Ok(Response::new(Box::pin(iter(replies))))
    }

    async fn streaming_input_call(
        &self,
        request: Request<Streaming<StreamingInputCallRequest>>,
    ) -> Result<Response<StreamingInputCallResponse>, Status> {
        let (mut requests, mut bytes) = (request.into_inner(), 0);
        while let Some(request) = requests.message().await? {
            bytes += request.payload.map_or(0, |p| p.body.len() as i32);
        }
        Ok(Response::new(StreamingInputCallResponse {
            aggregated_payload_size: bytes,
        }))
    }

    async fn full_duplex_call(
        &self,
        request: Request<Streaming<StreamingOutputCallRequest>>,
    ) -> Result<Response<Replies>, Status> {
        // None or one for each request is all that the cases of the peer ask for.
        let replies = request.into_inner().filter_map(|request| {
            let request = match request {
                Ok(request) => request,
                Err(status) => return Some(Err(status)),
            };
            if let Err(status) = asked(request.response_status) {
                return Some(Err(status));
            }
            request.response_parameters.first().map(response)
        });
        Ok(Response::new(Box::pin(replies)))
    }

    async fn unimplemented_call(&self, _: Request<Empty>) -> Result<Response<Empty>, Status> {
        Err(Status::unimplemented("as its name says"))
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let arguments = arguments(1, "interop_server tcp [PORT [CERTIFICATE KEY [AUTHORITY]]]");
    let (mut server, incoming) = listening(&arguments)?;
    let service = TestServiceServer::new(Service)
        .accept_compressed(Gzip)
        .send_compressed(Gzip);
    Ok(server
        .add_service(service)
        .serve_with_incoming(incoming)
        .await?)
}
