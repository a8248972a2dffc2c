//! Calls beside an application of hyper, on its port.
#![cfg(feature = "http")]

mod calls;
mod foreign;
mod hostile;
#[path = "../support/numbers.rs"]
mod numbers;
mod streams;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::time::Duration;

use http::{Request, Response};
use http_body_util::BodyExt;
use hyper::body::{Body, Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
use manyrpc::http::ResponseBody;
use manyrpc::{AsyncClient, Fault, HttpService, Server};
use manyrpc_model::Value;
use numbers::{number, value};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;
use tower::Service;

const TEXT: &str = r#"
    syntax = "proto3";
    package shop;
    message Number { int32 value = 1; }
    message Piece { bytes data = 1; }
    service Shop {
        rpc Double(Number) returns (Number);
        rpc Echo(Piece) returns (Piece);
        rpc Who(Number) returns (Piece);
        rpc Panic(Number) returns (Number);
        rpc Refuse(Number) returns (Number);
        rpc Wait(Number) returns (Number);
        rpc Count(Number) returns (stream Number);
        rpc Sum(stream Number) returns (Number);
        rpc DoubleAll(stream Number) returns (stream Number);
        rpc Pieces(Number) returns (stream Piece);
        rpc PanicLater(stream Number) returns (stream Number);
    }"#;

fn shop() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, found) = manyrpc_idl::load_text("shop.proto", TEXT, &options);
    let definition = Definition::new(module.unwrap_or_else(|| panic!("{found:?}"))).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

fn runtime() -> Runtime {
    let mut runtime = Builder::new_current_thread();
    runtime.enable_all().build().unwrap()
}

fn threads() -> Runtime {
    let mut threads = Builder::new_multi_thread();
    threads.worker_threads(2).enable_all().build().unwrap()
}

/// Of one thread, and of two.
fn runtimes() -> [Runtime; 2] {
    [runtime(), threads()]
}

fn piece(data: &[u8]) -> Vec<Value> {
    vec![Value::Record(vec![Value::Bytes(data.to_vec())])]
}

fn data(of: &[Value]) -> &[u8] {
    match of {
        [Value::Record(fields)] => match &fields[..] {
            [Value::Bytes(data)] => data,
            _ => panic!("{fields:?}"),
        },
        _ => panic!("{of:?}"),
    }
}

/// What the application tells its test.
#[derive(Default)]
struct App {
    /// Calls that have begun.
    begun: AtomicU32,
    /// Calls that were given up before they ended.
    dropped: AtomicU32,
    /// Messages that were given to streams.
    sent: AtomicU32,
    /// Lets calls of `Wait` go on.
    gate: Notify,
}

/// Counts if it is dropped before it has ended.
struct Guard<'a>(&'a App, bool);

impl<'a> Guard<'a> {
    fn new(app: &'a App) -> Self {
        app.begun.fetch_add(1, SeqCst);
        Guard(app, false)
    }

    fn end(mut self) {
        self.1 = true;
    }
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if !self.1 {
            self.0.dropped.fetch_add(1, SeqCst);
        }
    }
}

/// What each operation with one message answers, but for `Wait`.
fn answer(
    call: &manyrpc::Context<'_>,
    operation: &str,
    arguments: Vec<Value>,
) -> Result<Vec<Value>, Fault> {
    for (name, value) in call.metadata.iter() {
        call.add_initial(name, value);
        call.add_trailing(&format!("end-{name}"), value);
    }
    match operation {
        "Double" => Ok(number(2 * value(&arguments))),
        "Echo" => Ok(arguments),
        "Who" => {
            let from = call.from.map(|from| from.to_string());
            Ok(piece(from.unwrap_or_default().as_bytes()))
        }
        "Panic" => panic!("as the test asks"),
        _ => Err(Fault::application(5, "as the test asks")),
    }
}

/// The shop, as futures.
fn service(app: &Arc<App>) -> DynamicService {
    let waiting = app.clone();
    let service = DynamicService::of_futures(shop(), move |call, operation, arguments| {
        let (app, operation) = (waiting.clone(), operation.name.clone());
        let at_once = match &*operation {
            "Wait" => None,
            _ => Some(answer(call, &operation, arguments.clone())),
        };
        Box::pin(async move {
            let guard = Guard::new(&app);
            let end = match at_once {
                Some(end) => {
                    tokio::task::yield_now().await;
                    end
                }
                None => {
                    app.gate.notified().await;
                    Ok(arguments)
                }
            };
            guard.end();
            Ok(end?)
        })
    });
    streams::converse(service, app)
}

/// The shop without futures.
fn blocking_service() -> DynamicService {
    DynamicService::new(shop(), |call, operation, arguments| {
        answer(call, &operation.name, arguments)
    })
}

fn calls_of(app: &Arc<App>) -> HttpService {
    let server = Server::builder().service(service(app));
    server.into_http_service().unwrap()
}

/// Puts them on a port of their own; connections end with the runtime.
async fn host(calls: HttpService) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let at = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, from)) = listener.accept().await {
            let calls = calls.clone();
            let service = service_fn(move |mut request: Request<Incoming>| {
                request.extensions_mut().insert(from);
                calls.clone().call(request)
            });
            tokio::spawn(async move {
                let server = auto::Builder::new(TokioExecutor::new());
                let stream = TokioIo::new(stream);
                // Tests break connections.
                let _ = server.serve_connection(stream, service).await;
            });
        }
    });
    at
}

async fn client(binding: &str) -> AsyncDynamicClient {
    AsyncDynamicClient::new(AsyncClient::open(binding).await.unwrap(), shop())
}

/// A response, as a client without any system sees it.
#[derive(Debug)]
struct Answer {
    status: u16,
    headers: http::HeaderMap,
    content: Vec<u8>,
    trailers: http::HeaderMap,
    /// The content broke off.
    broken: bool,
}

impl Answer {
    /// gRPC's status, wherever it is.
    fn grpc_status(&self) -> Option<&str> {
        let head = self.headers.get("grpc-status");
        let status = head.or_else(|| self.trailers.get("grpc-status"))?;
        status.to_str().ok()
    }
}

async fn collected(response: Response<ResponseBody>) -> Answer {
    let (head, mut body) = response.into_parts();
    let mut answer = Answer {
        status: head.status.as_u16(),
        headers: head.headers,
        content: Vec::new(),
        trailers: http::HeaderMap::new(),
        broken: false,
    };
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else {
            answer.broken = true;
            break;
        };
        match frame.into_data() {
            Ok(data) => answer.content.extend_from_slice(&data),
            Err(frame) => answer.trailers = frame.into_trailers().unwrap(),
        }
    }
    answer
}

/// Gives them a request without any connection.
async fn ask<B>(calls: &HttpService, request: Request<B>) -> Answer
where
    B: Body<Data = Bytes> + Send + 'static,
{
    let answer = calls.clone().call(request).await;
    collected(answer.unwrap_or_else(|never| match never {})).await
}

/// The head of a request.
fn head(method: &str, path: &str, kind: &str) -> http::request::Builder {
    let request = Request::builder().method(method).uri(path);
    let request = request.version(http::Version::HTTP_2);
    match kind {
        "" => request,
        kind => request.header("content-type", kind),
    }
}

/// The head of a call of gRPC.
fn grpc(operation: &str) -> http::request::Builder {
    let path = format!("/shop.Shop/{operation}");
    head("POST", &path, "application/grpc").header("te", "trailers")
}

/// A message of gRPC: `Number` with this value.
fn message(value: u8) -> Vec<u8> {
    vec![0, 0, 0, 0, 2, 8, value]
}

/// Until that is so.
async fn until(so: impl Fn() -> bool) {
    let waited = tokio::time::timeout(PATIENCE, async {
        while !so() {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    });
    waited.await.expect("it comes to that");
}

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(30);
