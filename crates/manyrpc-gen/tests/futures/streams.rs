//! Operations with several messages, on runtimes of both kinds: what their halves do, and how calls
//! end badly.

use std::borrow::Cow;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt, stream};
use manyrpc::streams::{ReplySender, RequestReceiver};
use manyrpc::{CallError, Context, Fault, Metadata, Server};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::yield_now;
use tokio::time::{sleep, timeout};

use crate::grpc_testing::*;
use crate::messages::{
    AsyncExchange, AsyncExchangeClient, AsyncExchangeServer, Empty as Nothing, ExchangeClient,
    Ping, Pong,
};
use crate::{Serving, blocking, runtimes};

type Request<'a> = StreamingOutputCallRequest<'a>;
type Response<'a> = StreamingOutputCallResponse<'a>;

/// A message of a stream that never ends by itself.
const PIECE: usize = 64 << 10;
/// What fits in a stream's window, in buffers and in the socket.
const UNDER_WAY: usize = (24 << 20) / PIECE;
const PATIENCE: Duration = Duration::from_secs(20);

/// Answers with the bytes that requests hold, and tells how calls end.
struct Parrot {
    name: String,
    news: UnboundedSender<&'static str>,
    /// Replies that were sent without end.
    sent: Arc<AtomicUsize>,
}

/// Tells what it was last told, when the call's future is dropped.
struct Ending(UnboundedSender<&'static str>, &'static str);

impl Drop for Ending {
    fn drop(&mut self) {
        let _ = self.0.send(self.1);
    }
}

fn payload<'a>(body: impl Into<Cow<'a, [u8]>>) -> Option<Payload<'a>> {
    Some(Payload {
        body: body.into(),
        ..Payload::default()
    })
}

fn response<'a>(body: impl Into<Cow<'a, [u8]>>) -> Response<'a> {
    Response {
        payload: payload(body),
        ..Response::default()
    }
}

fn bytes<'p>(payload: &'p Option<Payload<'_>>) -> &'p [u8] {
    payload.as_ref().map_or(b"", |payload| &payload.body)
}

/// The bytes of a call's next reply.
fn body(reply: Result<Option<Response<'_>>, CallError>) -> Option<Vec<u8>> {
    reply.unwrap().map(|reply| bytes(&reply.payload).to_vec())
}

/// A request of so many replies; of replies without end if it is none.
fn asks<'a>(replies: &[i32], body: &'a [u8]) -> Request<'a> {
    let sizes = replies.iter().map(|size| ResponseParameters {
        size: *size,
        ..ResponseParameters::default()
    });
    Request {
        response_parameters: sizes.collect(),
        payload: payload(body),
        ..Request::default()
    }
}

/// The fault that a request asks for.
fn asked(request: &Request<'_>) -> Result<(), Fault> {
    match &request.response_status {
        Some(status) => Err(Fault::application(status.code, &*status.message)),
        None => Ok(()),
    }
}

/// With such a fault.
fn failing(request: Request<'_>) -> Request<'_> {
    let status = EchoStatus {
        code: 5,
        message: "as asked".into(),
        ..EchoStatus::default()
    };
    Request {
        response_status: Some(status),
        ..request
    }
}

impl AsyncTestService for Parrot {
    async fn empty_call(&self, _: &Context<'_>, request: Empty) -> Result<Empty, Fault> {
        Ok(request)
    }

    /// The first reply is the object's own, the others are the request's; the last is a fault if the
    /// request has a status.
    async fn streaming_output_call<'a>(
        &'a self,
        _: &Context<'_>,
        request: Request<'a>,
        replies: ReplySender<Response<'a>>,
    ) -> Result<(), Fault> {
        let _ending = Ending(self.news.clone(), "output");
        replies.send(response(self.name.as_bytes())).await?;
        for _ in &request.response_parameters {
            yield_now().await;
            let reply = Response {
                payload: request.payload.clone(),
                ..Response::default()
            };
            replies.send(reply).await?;
        }
        while request.response_parameters.is_empty() {
            replies.send(response(vec![7; PIECE])).await?;
            self.sent.fetch_add(1, SeqCst);
        }
        asked(&request)
    }

    async fn streaming_input_call(
        &self,
        call: &Context<'_>,
        mut requests: RequestReceiver<StreamingInputCallRequest<'static>>,
    ) -> Result<StreamingInputCallResponse, Fault> {
        let mut ending = Ending(self.news.clone(), "input was given up");
        let mut sum = 0;
        while let Some(request) = requests.message().await? {
            let _ = self.news.send("input");
            match bytes(&request.payload) {
                b"wait" => sleep(Duration::from_secs(1)).await,
                b"" => return Err(Fault::application(6, "nothing in it")),
                bytes => sum += bytes.len(),
            }
        }
        ending.1 = "input ended";
        call.add_trailing("x-sum", sum.to_string());
        Ok(StreamingInputCallResponse {
            aggregated_payload_size: sum as i32,
            ..StreamingInputCallResponse::default()
        })
    }

    async fn full_duplex_call(
        &self,
        call: &Context<'_>,
        requests: RequestReceiver<Request<'static>>,
        replies: ReplySender<Response<'_>>,
    ) -> Result<(), Fault> {
        let mut ending = Ending(self.news.clone(), "duplex was given up");
        if let Some(value) = call.metadata.get("x-initial") {
            call.add_initial("x-initial", value);
            call.send_initial();
        }
        // One task receives and sends what another makes, as a stream.
        let replies: ReplySender<Response<'static>> = replies;
        let echo = requests.map(|request| {
            let request = request?;
            asked(&request)?;
            Ok(response(bytes(&request.payload).to_vec()))
        });
        let echoed = tokio::spawn(async move { replies.forward(echo).await });
        echoed.await.map_err(|_| Fault::ServerFailure)??;
        ending.1 = "duplex ended";
        Ok(())
    }
}

/// A server, a client, what calls tell, and how many replies were sent without end.
struct Pair {
    server: Serving,
    client: AsyncTestServiceClient,
    news: UnboundedReceiver<&'static str>,
    sent: Arc<AtomicUsize>,
}

impl Pair {
    async fn new() -> Self {
        let (told, news) = unbounded_channel();
        let sent = Arc::new(AtomicUsize::new(0));
        let parrot = Parrot {
            name: "Polly".to_owned(),
            news: told,
            sent: sent.clone(),
        };
        let service = AsyncTestServiceServer(parrot);
        let server = Serving::futures(service, "grpc://127.0.0.1:0").await;
        let client = AsyncTestServiceClient::open(&server.at()).await.unwrap();
        Pair {
            server,
            client,
            news,
            sent,
        }
    }

    async fn told(&mut self) -> &'static str {
        let told = timeout(PATIENCE, self.news.recv()).await;
        told.expect("in time").expect("the server is there")
    }

    /// The connection has taken no harm, and has no calls left.
    async fn end(self) {
        self.client.empty_call(&Empty::default()).await.unwrap();
        assert_eq!(self.client.client().in_flight(), 0);
        self.server.stop().await;
    }
}

#[test]
fn messages_go_in_all_directions() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let mut pair = Pair::new().await;
            let Pair { client, .. } = &pair;
            let mut replies = client
                .streaming_output_call(&asks(&[1; 40], b"two"))
                .await
                .unwrap();
            assert_eq!(body(replies.message().await).unwrap(), b"Polly");
            for _ in 0..40 {
                assert_eq!(body(replies.message().await).unwrap(), b"two");
            }
            assert_eq!(replies.message().await, Ok(None));

            // What is sent may be borrowed from what outlives the call.
            let text = b"a few words".to_vec();
            let mut call = client.streaming_input_call().await.unwrap();
            for word in text.split(|c| *c == b' ') {
                let request = StreamingInputCallRequest {
                    payload: payload(word),
                    ..StreamingInputCallRequest::default()
                };
                call.send(&request).await.unwrap();
            }
            let reply = call.finish().await.unwrap();
            assert_eq!(reply.aggregated_payload_size, 9);
            assert_eq!(call.metadata().trailing.get("x-sum"), Some(&b"9"[..]));
            assert_eq!(call.finish().await, Err(CallError::Cancelled));
            drop(call);

            let (mut requests, mut replies) = client.full_duplex_call().await.unwrap();
            for n in 0..50_u8 {
                let request = asks(&[], &[n; 3]).into_owned();
                requests.send(&request).await.unwrap();
                assert_eq!(body(replies.message().await).unwrap(), [n; 3]);
            }
            requests.finish();
            assert_eq!(replies.message().await, Ok(None));
            let told = [pair.told().await, pair.told().await, pair.told().await];
            assert_eq!(told, ["output", "input", "input"]);
            while pair.told().await != "duplex ended" {}
            pair.end().await;
        });
    }
}

#[test]
fn halves_are_streams_and_sinks() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let pair = Pair::new().await;
            let (requests, replies) = pair.client.full_duplex_call().await.unwrap();
            let all = stream::iter(0..200_u8).map(|n| Ok(asks(&[], &[n]).into_owned()));
            let sent = async { all.forward(requests).await.unwrap() };
            let received = replies.map(|reply| bytes(&reply.unwrap().payload).to_vec());
            let ((), received) = tokio::join!(sent, received.collect::<Vec<_>>());
            let expected: Vec<_> = (0..200).map(|n| vec![n]).collect();
            assert_eq!(received, expected);

            let (mut requests, mut replies) = pair.client.full_duplex_call().await.unwrap();
            SinkExt::send(&mut requests, asks(&[], b"one"))
                .await
                .unwrap();
            requests.close().await.unwrap();
            let reply = replies.next().await.unwrap();
            assert_eq!(bytes(&reply.unwrap().payload), b"one");
            assert!(replies.next().await.is_none());
            drop((requests, replies));
            pair.end().await;
        });
    }
}

#[test]
fn initial_metadata_may_go_before_there_is_anything_else() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let pair = Pair::new().await;
            let mut metadata = Metadata::new();
            metadata.push("x-initial", "early");
            let client = pair.client.client().with_metadata(metadata);
            let client = AsyncTestServiceClient::new(client);
            let (mut requests, mut replies) = client.full_duplex_call().await.unwrap();
            requests.send(&asks(&[], b"1")).await.unwrap();
            assert_eq!(body(replies.message().await).unwrap(), b"1");
            let initial = &replies.metadata().initial;
            assert_eq!(initial.get("x-initial"), Some(&b"early"[..]));
            requests.finish();
            assert_eq!(replies.message().await, Ok(None));
            drop(replies);
            pair.end().await;
        });
    }
}

#[test]
fn a_server_learns_that_its_client_has_dropped_a_half() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let mut pair = Pair::new().await;
            let mut replies = pair
                .client
                .streaming_output_call(&asks(&[], b""))
                .await
                .unwrap();
            assert_eq!(body(replies.message().await).unwrap(), b"Polly");
            drop(replies);
            assert_eq!(pair.told().await, "output");

            // What came before is not taken for all that there is.
            let mut call = pair.client.streaming_input_call().await.unwrap();
            let request = StreamingInputCallRequest {
                payload: payload(&b"some"[..]),
                ..StreamingInputCallRequest::default()
            };
            call.send(&request).await.unwrap();
            assert_eq!(pair.told().await, "input");
            drop(call);
            assert_eq!(pair.told().await, "input was given up");

            // Somebody waits for the other half.
            let (requests, mut replies) = pair.client.full_duplex_call().await.unwrap();
            let waiting = tokio::spawn(async move { replies.message().await });
            yield_now().await;
            drop(requests);
            assert_eq!(waiting.await.unwrap(), Err(CallError::Cancelled));
            assert_eq!(pair.told().await, "duplex was given up");

            let (requests, replies) = pair.client.full_duplex_call().await.unwrap();
            drop(replies);
            assert_eq!(pair.told().await, "duplex was given up");
            drop(requests);
            pair.end().await;
        });
    }
}

#[test]
fn a_fault_comes_after_the_replies_before_it() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let pair = Pair::new().await;
            let request = failing(asks(&[1; 30], b"x"));
            let mut replies = pair.client.streaming_output_call(&request).await.unwrap();
            for _ in 0..31 {
                assert!(replies.next().await.unwrap().is_ok());
            }
            let ended = replies.next().await.unwrap().unwrap_err();
            assert_eq!(ended.to_string(), fault(5, "as asked").to_string());
            assert!(replies.next().await.is_none());
            assert_eq!(replies.message().await, Ok(None));

            // The sender goes after the end has come, before anybody has read what came.
            let (mut requests, mut replies) = pair.client.full_duplex_call().await.unwrap();
            for n in 0..3 {
                let request = asks(&[], &[n]).into_owned();
                requests.send(&request).await.unwrap();
            }
            requests.send(&failing(asks(&[], b"last"))).await.unwrap();
            while pair.client.client().in_flight() > 0 {
                sleep(Duration::from_millis(1)).await;
            }
            drop(requests);
            for n in 0..3 {
                assert_eq!(body(replies.message().await).unwrap(), [n]);
            }
            let ended = replies.message().await.unwrap_err();
            assert_eq!(ended.to_string(), fault(5, "as asked").to_string());

            // The call ends before its requests do.
            let mut call = pair.client.streaming_input_call().await.unwrap();
            let empty = StreamingInputCallRequest::default();
            while call.send(&empty).await.is_ok() {
                yield_now().await;
            }
            let ended = call.finish().await.unwrap_err();
            assert_eq!(ended.to_string(), fault(6, "nothing in it").to_string());
            drop((replies, call));
            pair.end().await;
        });
    }
}

fn fault(number: i32, text: &str) -> CallError {
    CallError::Fault(Fault::application(number, text))
}

#[test]
fn a_slow_reader_bounds_what_waits_for_it() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let mut pair = Pair::new().await;
            let mut replies = pair
                .client
                .streaming_output_call(&asks(&[], b""))
                .await
                .unwrap();
            let sent = stands_still(|| pair.sent.load(SeqCst)).await;
            assert!(sent < UNDER_WAY, "{sent} replies were made for nobody");
            assert_eq!(body(replies.message().await).unwrap(), b"Polly");
            // It goes on as it is read.
            for _ in 0..sent {
                assert_eq!(body(replies.message().await).unwrap().len(), PIECE);
            }
            assert!(stands_still(|| pair.sent.load(SeqCst)).await > sent);
            drop(replies);
            assert_eq!(pair.told().await, "output");

            // Likewise in the other direction.
            let mut call = pair.client.streaming_input_call().await.unwrap();
            let piece = |body: &'static [u8]| StreamingInputCallRequest {
                payload: payload(body),
                ..StreamingInputCallRequest::default()
            };
            let sent = Arc::new(AtomicUsize::new(0));
            let counted = sent.clone();
            let sending = tokio::spawn(async move {
                call.send(&piece(b"wait")).await.unwrap();
                loop {
                    call.send(&piece(&[7; PIECE])).await.unwrap();
                    counted.fetch_add(1, SeqCst);
                }
            });
            let waiting = stands_still(|| sent.load(SeqCst)).await;
            assert!(
                waiting < UNDER_WAY,
                "{waiting} requests were sent to nobody"
            );
            sending.abort();
            while pair.told().await != "input was given up" {}
            pair.end().await;
        });
    }
}

/// A count once it no longer changes.
async fn stands_still(count: impl Fn() -> usize) -> usize {
    let mut last = 0;
    loop {
        sleep(Duration::from_millis(50)).await;
        match count() {
            now if now == last && now > 0 => return now,
            now => last = now,
        }
    }
}

struct Swapping;

impl AsyncExchange for Swapping {
    async fn swap(&self, _: &Context<'_>, ping: Ping<'_>) -> Result<Pong<'_>, Fault> {
        yield_now().await;
        Ok(Pong {
            pings: vec![ping.into_owned()],
            ..Pong::default()
        })
    }

    async fn watch<'a>(
        &'a self,
        _: &Context<'_>,
        ping: Ping<'a>,
        replies: ReplySender<Pong<'a>>,
    ) -> Result<(), Fault> {
        let pings = vec![ping];
        let pong = Pong {
            pings,
            ..Pong::default()
        };
        replies.send(pong).await
    }

    async fn nothing(&self, _: &Context<'_>, empty: Nothing) -> Result<Nothing, Fault> {
        Ok(empty)
    }
}

fn ping() -> Ping<'static> {
    Ping {
        unknown: b"bytes".as_slice().into(),
        ..Ping::default()
    }
}

#[test]
fn clients_of_both_kinds_call_services_of_futures() {
    let [_, runtime] = runtimes();
    runtime.block_on(async {
        let tasks = Serving::futures(AsyncExchangeServer(Swapping), "grpc://127.0.0.1:0").await;
        let client = AsyncExchangeClient::open(&tasks.at()).await.unwrap();
        assert_eq!(client.swap(&ping()).await.unwrap().pings, [ping()]);
        client.nothing(&Nothing::default()).await.unwrap();
        let mut watch = client.watch(&ping()).await.unwrap();
        assert_eq!(watch.message().await.unwrap().unwrap().pings, [ping()]);
        assert_eq!(watch.message().await, Ok(None));
        let at = tasks.at();
        blocking(move || {
            let mut client = ExchangeClient::open(&at).unwrap();
            assert_eq!(client.swap(&ping()).unwrap().pings, [ping()]);
            let mut watch = client.watch(&ping()).unwrap();
            assert_eq!(watch.next().unwrap().unwrap().pings, [ping()]);
            assert_eq!(watch.next(), Ok(None));
        })
        .await;
        tasks.stop().await;
    });
}

/// Writes nothing.
struct Bare;

impl AsyncTestService for Bare {}

#[test]
fn what_is_not_written_is_refused() {
    let [runtime, _] = runtimes();
    runtime.block_on(async {
        let none = |ended: CallError| match ended {
            CallError::Fault(fault) => assert_eq!(fault.plain(), Fault::NoSuchOperation),
            other => panic!("{other:?}"),
        };
        let server = Serving::futures(AsyncTestServiceServer(Bare), "grpc://127.0.0.1:0").await;
        let client = AsyncTestServiceClient::open(&server.at()).await.unwrap();
        let mut replies = client.streaming_output_call(&asks(&[], b"")).await.unwrap();
        none(replies.message().await.unwrap_err());
        let mut call = client.streaming_input_call().await.unwrap();
        none(call.finish().await.unwrap_err());
        let (_requests, mut replies) = client.full_duplex_call().await.unwrap();
        none(replies.message().await.unwrap_err());
        server.stop().await;
    });
}

/// Systems whose calls have one message each way have no such calls, and say so.
#[test]
fn other_systems_refuse_such_calls() {
    let [runtime, _] = runtimes();
    runtime.block_on(async {
        let service = AsyncTestServiceServer(Bare);
        let server = Server::builder().service(service);
        let server = server.listen("jsonrpc+tcp://127.0.0.1:0").unwrap();
        let server = server.start_on_runtime().await.unwrap();
        let client = AsyncTestServiceClient::open(&server.bindings()[0].to_string()).await;
        let client = client.unwrap();
        let refused = client.full_duplex_call().await.map(drop);
        assert!(matches!(refused, Err(CallError::Misuse(_))), "{refused:?}");
        // A client that does not know is told.
        let port = server.bindings()[0].port().unwrap();
        blocking(move || {
            let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
            let call = br#"{"jsonrpc": "2.0", "id": 1, "method": "FullDuplexCall", "params": {}}"#;
            stream.write_all(call).unwrap();
            stream.write_all(b"\n").unwrap();
            let mut reply = String::new();
            BufReader::new(stream).read_line(&mut reply).unwrap();
            assert!(reply.contains("call it over gRPC"), "{reply}");
        })
        .await;
        server.stop().await;
    });
}
