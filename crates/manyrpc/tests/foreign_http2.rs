//! gRPC clients whose calls are futures, against a server on another implementation of HTTP/2 (hyper's), which frames
//! messages as gRPC's `PROTOCOL-HTTP2.md` says.
#![cfg(all(feature = "tokio", feature = "dynamic", feature = "grpc"))]

use std::convert::Infallible;
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::task::Poll;
use std::time::Duration;

use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use manyrpc::async_client::LastMetadata;
use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface};
use manyrpc::{AsyncClient, CallError, Error};
use manyrpc_driver::tokio::{self as driver, Connection};
use manyrpc_engine::{Buf, CallHead, Fault, Limits, Path, Streams, grpc};
use manyrpc_model::Value;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::{JoinSet, yield_now};

const TEXT: &str = r#"
    syntax = "proto3";
    package depot;
    message Piece { bytes data = 1; }
    message Nothing {}
    service Depot {
        rpc Put(Piece) returns (Nothing);
        rpc Refuse(Nothing) returns (Nothing);
    }"#;

/// A message without content: not compressed, of 0 bytes.
const EMPTY: [u8; 5] = [0; 5];

fn depot() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, found) = manyrpc_idl::load_text("depot.proto", TEXT, &options);
    let definition = Definition::new(module.unwrap_or_else(|| panic!("{found:?}"))).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

fn runtimes() -> [Runtime; 2] {
    manyrpc::ignore_stopped_time();
    let mut threads = Builder::new_multi_thread();
    [
        Builder::new_current_thread().enable_all().build(),
        threads.worker_threads(2).enable_all().build(),
    ]
    .map(Result::unwrap)
}

/// Reads requests once `open`, counts those of a megabyte, and answers.
struct Depot {
    open: watch::Receiver<bool>,
    megabytes: AtomicU32,
}

impl Depot {
    async fn answer(
        self: Arc<Self>,
        request: Request<Incoming>,
    ) -> Result<Response<impl hyper::body::Body<Data = Bytes, Error = Infallible>>, Infallible>
    {
        let mut trailers = HeaderMap::new();
        let refused = request.uri().path().ends_with("/Refuse");
        if refused {
            trailers.insert("grpc-status", "9".parse().unwrap());
            trailers.insert("grpc-message", "closed".parse().unwrap());
            trailers.insert("opens-at", "8".parse().unwrap());
            let details = "QUFB".repeat(DETAILS / 3);
            trailers.insert("grpc-status-details-bin", details.parse().unwrap());
        } else {
            let _ = self.open.clone().wait_for(|open| *open).await;
            let mut bytes = 0;
            let mut body = request.into_body();
            while let Some(Ok(frame)) = body.frame().await {
                bytes += frame.data_ref().map_or(0, Bytes::len);
            }
            if bytes > MEGABYTE {
                self.megabytes.fetch_add(1, SeqCst);
            }
            trailers.insert("grpc-status", "0".parse().unwrap());
        }
        let message = if refused { &[][..] } else { &EMPTY };
        let body = Full::new(Bytes::from_static(message));
        let body = body.with_trailers(async move { Some(Ok(trailers)) });
        let response = Response::builder()
            .header("content-type", "application/grpc")
            .header("shop", "7");
        Ok(response.body(body).unwrap())
    }
}

/// A server, its binding, and what opens it.
async fn serve() -> (Arc<Depot>, String, watch::Sender<bool>) {
    let (opener, open) = watch::channel(false);
    let megabytes = AtomicU32::new(0);
    let depot = Arc::new(Depot { open, megabytes });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = format!("grpc://{}", listener.local_addr().unwrap());
    let service = depot.clone();
    tokio::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            let depot = service.clone();
            let answer = service_fn(move |request| depot.clone().answer(request));
            let server = http2::Builder::new(TokioExecutor::new());
            tokio::spawn(server.serve_connection(TokioIo::new(stream), answer));
        }
    });
    (depot, at, opener)
}

const MEGABYTE: usize = 1_000_000;

/// Bytes of a status's details: more than clients take of other metadata.
const DETAILS: usize = 21_000;

/// Calls of a megabyte that begin before the others are held back: the server's window is about as large, and about as
/// much may wait for it.
const BEGUN: usize = 3;

/// What may wait for the server's windows at least, in messages of a megabyte: 64 MiB.
const WAITING: usize = 64;

#[test]
fn calls_are_held_back_while_they_would_only_wait_for_the_server() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let (depot_there, at, open) = serve().await;
            let client = AsyncClient::open(&at).await.unwrap();
            let caller = AsyncDynamicClient::new(client.clone(), depot());
            let piece = vec![Value::Record(vec![Value::Bytes(vec![7; MEGABYTE])])];
            let piece: Arc<[Value]> = piece.into();
            let mut calls = JoinSet::new();
            let mut given_up = Vec::new();
            for call in 0..1100 {
                let (caller, piece) = (caller.clone(), piece.clone());
                let task = calls.spawn(async move { caller.call("Put", &piece).await });
                // Most of these wait by then.
                if call % 11 == 10 {
                    given_up.push(task);
                }
            }
            while client.in_flight() < BEGUN {
                yield_now().await;
            }
            // One more has its turn behind all of them, or not at all.
            let hurried = client.with_timeout(Some(Duration::from_millis(1)));
            let hurried = AsyncDynamicClient::new(hurried, depot());
            match hurried.call("Put", &piece).await {
                Err(Error::Call(CallError::TimedOut { .. })) => {}
                other => panic!("{other:?}"),
            }
            given_up.iter().for_each(|task| task.abort());
            let begun = client.in_flight();
            assert!(
                begun <= BEGUN + 1,
                "{begun} have begun, the others wait outside"
            );
            open.send(true).unwrap();
            let mut answered = 0;
            while let Some(ended) = calls.join_next().await {
                match ended {
                    Ok(results) => {
                        results.unwrap();
                        answered += 1;
                    }
                    Err(aborted) => assert!(aborted.is_cancelled()),
                }
            }
            assert_eq!(answered, 1000);
            assert!(depot_there.megabytes.load(SeqCst) >= 1000);
            assert_eq!(client.in_flight(), 0);
        });
    }
}

#[test]
fn a_message_that_was_told_it_has_room_is_taken_whatever_others_sent_since() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let (depot_there, at, open) = serve().await;
            let at = at.trim_start_matches("grpc://").parse().unwrap();
            let engine = grpc::Client::new(Limits::default(), "localhost", false);
            let options = driver::Options::default();
            let connection = Connection::tcp(Box::new(engine), &[at], &options).await;
            let connection = connection.unwrap();
            let path = Path {
                interface: "depot.Depot",
                operation: "Put",
            };
            let head = CallHead {
                streams: Streams {
                    request: true,
                    reply: false,
                },
                ..CallHead::named(path)
            };
            let mut calls = Vec::new();
            for _ in 0..2 * WAITING {
                let (sender, receiver) = connection.open(&head, |_, _| Ok(())).await.unwrap();
                calls.push((sender, receiver));
            }
            for (sender, _) in &mut calls {
                poll_fn(|cx| sender.poll_ready(cx)).await.unwrap();
            }
            for (sender, _) in &mut calls {
                let write = |_, body: &mut Buf| {
                    body.put(&vec![7; MEGABYTE]);
                    Ok(())
                };
                sender.start_send(write).unwrap();
            }
            for (sender, _) in &mut calls {
                let more = poll_fn(|cx| Poll::Ready(sender.poll_ready(cx).is_pending()));
                assert!(more.await, "there is no room for another");
                // The end of the messages is not lost, though too much waits.
                sender.end();
            }
            open.send(true).unwrap();
            for (_, receiver) in &mut calls {
                assert!(receiver.next().await.unwrap().is_some(), "a reply");
            }
            let received = depot_there.megabytes.load(SeqCst);
            assert_eq!(received as usize, 2 * WAITING);
        });
    }
}

#[test]
fn a_failed_call_has_its_metadata() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let (_depot, at, open) = serve().await;
            open.send(true).unwrap();
            let last = LastMetadata::new();
            let client = AsyncClient::open(&at).await.unwrap();
            let noting = client.with_last_metadata(&last);
            let layered = noting.layered(tower::layer::util::Identity::new());
            for client in [noting, layered] {
                let caller = AsyncDynamicClient::new(client, depot());
                let nothing = [Value::Record(vec![])];
                let refused = caller.call("Refuse", &nothing).await;
                let Err(Error::Call(CallError::Fault(Fault::Detailed(told)))) = refused else {
                    panic!("{refused:?}");
                };
                assert_eq!((told.code, &told.message[..]), (9, "closed"));
                assert_eq!(told.details, [b'A'; DETAILS]);
                let metadata = last.get();
                assert_eq!(metadata.initial.get("shop"), Some(&b"7"[..]));
                assert_eq!(metadata.trailing.get("opens-at"), Some(&b"8"[..]));
                // A one-way call has none, and a reply its own.
                let piece = [Value::Record(vec![Value::Bytes(vec![])])];
                caller.notify("Put", &piece).await.unwrap();
                assert_eq!(last.get(), metadata);
                caller.call("Put", &piece).await.unwrap();
                let metadata = last.get();
                assert_eq!(metadata.initial.get("shop"), Some(&b"7"[..]));
                assert!(metadata.trailing.is_empty());
            }
        });
    }
}
