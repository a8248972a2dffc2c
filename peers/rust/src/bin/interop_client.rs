//! `interop_client tcp HOST PORT plain|gzip [AUTHORITY [CERTIFICATE KEY]]`: cases of gRPC's interoperability tests on
//! tonic, compressed where that is said; of each a line with its name, and `ok` or what is wrong.

use std::fmt::Debug;

use database_peer::testing::test_service_client::TestServiceClient;
use database_peer::testing::{
    EchoStatus, Empty, Payload, ResponseParameters, SimpleRequest, StreamingInputCallRequest,
    StreamingOutputCallRequest,
};
use database_peer::{arguments, channel};
use tokio_stream::iter;
use tokio_stream::wrappers::ReceiverStream;
use tonic::codec::CompressionEncoding::Gzip;
use tonic::transport::Channel;
use tonic::{Code, Status};

type Client = TestServiceClient<Channel>;

fn zeros(size: usize) -> Option<Payload> {
    let body = vec![0; size];
    Some(Payload { r#type: 0, body })
}

fn size(payload: Option<Payload>) -> usize {
    payload.map_or(0, |p| p.body.len())
}

fn same<T: PartialEq + Debug>(left: T, right: T) -> Result<(), Status> {
    match left == right {
        true => Ok(()),
        false => Err(Status::internal(format!("{left:?} is not {right:?}"))),
    }
}

fn output(sizes: &[i32], body: usize) -> StreamingOutputCallRequest {
    StreamingOutputCallRequest {
        response_parameters: sizes
            .iter()
            .map(|s| ResponseParameters { size: *s })
            .collect(),
        payload: zeros(body),
        response_status: None,
    }
}

async fn empty_unary(client: &mut Client) -> Result<(), Status> {
    same(client.empty_call(Empty {}).await?.into_inner(), Empty {})
}

async fn large_unary(client: &mut Client) -> Result<(), Status> {
    let request = SimpleRequest {
        response_size: 314_159,
        payload: zeros(271_828),
        response_status: None,
    };
    let reply = client.unary_call(request).await?.into_inner();
    same(size(reply.payload), 314_159)
}

async fn client_streaming(client: &mut Client) -> Result<(), Status> {
    let sizes = [27_182, 8, 1828, 45_904];
    let requests = sizes.map(|n| StreamingInputCallRequest { payload: zeros(n) });
    let reply = client.streaming_input_call(iter(requests)).await?;
    same(reply.into_inner().aggregated_payload_size, 74_922)
}

async fn server_streaming(client: &mut Client) -> Result<(), Status> {
    let sizes = [31_415, 9, 2653, 58_979];
    let replies = client.streaming_output_call(output(&sizes, 0)).await?;
    let mut replies = replies.into_inner();
    for expected in sizes {
        let reply = replies.message().await?;
        same(reply.map(|r| size(r.payload)), Some(expected as usize))?;
    }
    same(replies.message().await?, None)
}

async fn ping_pong(client: &mut Client) -> Result<(), Status> {
    let pairs = [(27_182, 31_415), (8, 9), (1828, 2653), (45_904, 58_979)];
    let (send, requests) = tokio::sync::mpsc::channel(1);
    let replies = client.full_duplex_call(ReceiverStream::new(requests));
    let first = send.send(output(&[pairs[0].1], pairs[0].0));
    let (replies, sent) = tokio::join!(replies, first);
    let gone = |_| Status::internal("the stream is over");
    sent.map_err(gone)?;
    let mut replies = replies?.into_inner();
    for at in 0..pairs.len() {
        let reply = replies.message().await?;
        same(reply.map(|r| size(r.payload)), Some(pairs[at].1 as usize))?;
        if let Some((there, back)) = pairs.get(at + 1) {
            send.send(output(&[*back], *there)).await.map_err(gone)?;
        }
    }
    drop(send);
    same(replies.message().await?, None)
}

async fn empty_stream(client: &mut Client) -> Result<(), Status> {
    let replies = client.full_duplex_call(iter([])).await?;
    same(replies.into_inner().message().await?, None)
}

async fn status_code_and_message(client: &mut Client) -> Result<(), Status> {
    let message = "\t\ntest with whitespace\r\nand Unicode BMP ☺ and non-BMP 😈\t\n";
    let request = SimpleRequest {
        response_status: Some(EchoStatus {
            code: 2,
            message: message.to_owned(),
        }),
        ..SimpleRequest::default()
    };
    match client.unary_call(request).await {
        Err(status) => same((status.code(), status.message()), (Code::Unknown, message)),
        Ok(_) => Err(Status::internal("it went well")),
    }
}

fn say(case: &str, result: Result<(), Status>) {
    match result {
        Ok(()) => println!("{case} ok"),
        Err(status) => println!("{case} {:?}", status.to_string()),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let usage = "interop_client tcp HOST PORT plain|gzip [AUTHORITY [CERTIFICATE KEY]]";
    let arguments = arguments(4, usage);
    let channel = channel(&arguments[0], &arguments[1], &arguments[3..])?;
    let mut client = Client::new(channel);
    if arguments[2] == "gzip" {
        client = client.send_compressed(Gzip).accept_compressed(Gzip);
    }
    let client = &mut client;
    say("empty_unary", empty_unary(client).await);
    say("large_unary", large_unary(client).await);
    say("client_streaming", client_streaming(client).await);
    say("server_streaming", server_streaming(client).await);
    say("ping_pong", ping_pong(client).await);
    say("empty_stream", empty_stream(client).await);
    say(
        "status_code_and_message",
        status_code_and_message(client).await,
    );
    Ok(())
}
