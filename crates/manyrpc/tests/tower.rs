//! Layers of `tower` around clients and servers, over every system of the library.
#![cfg(feature = "tower")]

use std::collections::HashMap;
use std::future::{Future, Ready, ready};
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
use manyrpc::layers::{
    BoxError, CallReply, CallRequest, ClientService, RepeatLayer, Repeats, Served, ServedCall,
    ServedService,
};
use manyrpc::server::{self, RunningTasks};
use manyrpc::stub;
use manyrpc::{
    AsyncClient, CallError, ClientOptions, Closed, Encoding, Error, Fault, ReplyMetadata, Server,
};
use manyrpc_model::Value;
use serde_json::json;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;
use tower::balance::p2c::Balance;
use tower::buffer::Buffer;
use tower::discover::ServiceList;
use tower::limit::ConcurrencyLimitLayer;
use tower::load::Constant;
use tower::load_shed::LoadShedLayer;
use tower::load_shed::error::Overloaded;
use tower::timeout::TimeoutLayer;
use tower::timeout::error::Elapsed;
use tower::{Layer, Service, ServiceBuilder, ServiceExt, service_fn};

/// Each system and transport.
const BINDINGS: [&str; 13] = [
    "onc+udp://127.0.0.1:0",
    "onc+tcp://127.0.0.1:0",
    "dce+udp://127.0.0.1:0",
    "dce+tcp://127.0.0.1:0",
    "ncs+udp://127.0.0.1:0",
    "jsonrpc+tcp://127.0.0.1:0",
    "jsonrpc+http://127.0.0.1:0",
    "xmlrpc+http://127.0.0.1:0",
    "grpc://127.0.0.1:0",
    "raw+udp://127.0.0.1:0",
    "raw+tcp://127.0.0.1:0",
    "soap+http://127.0.0.1:0",
    "iiop://127.0.0.1:0",
];

/// Long enough for a call that ends.
const LONG: Duration = Duration::from_secs(60);

fn interface(file: &str, text: &str) -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, found) = manyrpc_idl::load_text(file, text, &options);
    assert!(found.is_empty(), "{found:?}");
    DynamicInterface::find(&Definition::new(module.unwrap()).unwrap(), None).unwrap()
}

fn shop() -> DynamicInterface {
    let text = "
        struct closed { int until; };
        program SHOP {
            version SHOP_V1 {
                string ECHO(string) = 1;
                int BUY(string) raises (closed) = 3;
            } = 1;
        } = 0x20000017;";
    interface("shop.x", text)
}

/// Its operations differ in whether they may be repeated.
fn counter() -> DynamicInterface {
    let text = "
        [uuid(7f3c0a52-1d0e-4b53-9a6e-2f4a1d9f0c11), version(1.0)] interface counter {
            [idempotent] long read([in] long of);
            long add([in] long of);
        }";
    interface("counter.idl", text)
}

fn runtime() -> Runtime {
    let mut runtime = Builder::new_current_thread();
    runtime.enable_all().build().unwrap()
}

async fn start(server: server::Builder, binding: &str) -> (RunningTasks, String) {
    let server = server.listen(binding).unwrap();
    let running = server.start_on_runtime().await.unwrap();
    let at = running.bindings()[0].to_string();
    (running, at)
}

fn shop_service() -> DynamicService {
    let shop = shop();
    let closed = shop.exception_from_json("BUY", "closed", &json!({"until": 8}));
    let closed = closed.unwrap();
    DynamicService::raising(shop, move |_, operation, arguments| {
        match &*operation.name {
            "ECHO" => Ok(arguments),
            _ => Err(closed.clone()),
        }
    })
}

/// A service whose calls of `counter` count themselves and end when there is a permit.
fn held_service(gate: &Arc<Semaphore>, executed: &Arc<AtomicU32>) -> DynamicService {
    let (gate, executed) = (gate.clone(), executed.clone());
    DynamicService::of_futures(counter(), move |_, _, arguments| {
        executed.fetch_add(1, SeqCst);
        let gate = gate.clone();
        Box::pin(async move {
            gate.acquire().await.unwrap().forget();
            Ok(arguments)
        })
    })
}

fn counting_service(executed: &Arc<AtomicU32>) -> DynamicService {
    let gate = Arc::new(Semaphore::new(Semaphore::MAX_PERMITS));
    held_service(&gate, executed)
}

fn layer_error(end: Result<Vec<Value>, Error>) -> manyrpc::LayerError {
    match end {
        Err(Error::Call(CallError::Layer(error))) => error,
        other => panic!("{other:?}"),
    }
}

const FIVE: [Value; 1] = [Value::I32(5)];

#[test]
fn every_system_is_called_through_layers_with_the_same_bytes() {
    for binding in BINDINGS {
        runtime().block_on(async {
            let (running, at) = start(Server::builder().service(shop_service()), binding).await;
            let mut sent = Vec::new();
            for is_layered in [false, true] {
                let plain = AsyncClient::open(&at).await.unwrap();
                let layers = ServiceBuilder::new()
                    .layer(RepeatLayer::attempts(3))
                    .layer(LoadShedLayer::new())
                    .layer(ConcurrencyLimitLayer::new(100))
                    .layer(TimeoutLayer::new(LONG));
                let client = match is_layered {
                    true => plain.layered(layers.into_inner()),
                    false => plain.clone(),
                };
                let client = AsyncDynamicClient::new(client, shop());
                for text in ["", "a", "seven.."] {
                    let came = client.call_json("ECHO", &json!([text])).await;
                    assert_eq!(came.unwrap(), text, "{binding}");
                }
                match client.call_json("BUY", &json!(["nut"])).await {
                    Err(Error::Raised(closed)) => {
                        assert_eq!(closed.to_string(), r#"closed {"until":8}"#)
                    }
                    other => panic!("{binding}: {other:?}"),
                }
                client
                    .notify("ECHO", &[Value::Text("x".into())])
                    .await
                    .unwrap();
                let after = client.call_json("ECHO", &json!(["y"])).await;
                assert_eq!(after.unwrap(), "y", "{binding}");
                // Elsewhere numbers are drawn at random, or acknowledgements depend on the time.
                let is_stable = ["onc+tcp", "dce+tcp", "xmlrpc", "raw+tcp"];
                let is_stable = is_stable.iter().any(|of| binding.starts_with(of));
                sent.push(is_stable.then(|| plain.counters().bytes_sent));
            }
            assert_eq!(sent[0], sent[1], "{binding}");
            running.stop().await;
        });
    }
}

#[test]
fn a_timeout_gives_up_the_call_below() {
    for binding in ["onc+tcp://127.0.0.1:0", "grpc://127.0.0.1:0"] {
        runtime().block_on(async {
            let (gate, executed) = (Arc::new(Semaphore::new(0)), Arc::default());
            let server = Server::builder().service(held_service(&gate, &executed));
            let (running, at) = start(server, binding).await;
            let plain = AsyncClient::open(&at).await.unwrap();
            let timeout = TimeoutLayer::new(Duration::from_millis(20));
            let client = AsyncDynamicClient::new(plain.layered(timeout), counter());
            let error = layer_error(client.call("read", &FIVE).await);
            assert!(error.is::<Elapsed>(), "{error:?}");
            assert_eq!(error.get().to_string(), "request timed out");
            assert_eq!(plain.in_flight(), 0);
            gate.add_permits(2);
            assert_eq!(client.call("read", &FIVE).await.unwrap(), FIVE);
            running.stop().await;
        });
    }
}

#[test]
fn a_limit_holds_calls_back_and_shedding_refuses_them() {
    runtime().block_on(async {
        let (gate, executed) = (Arc::new(Semaphore::new(0)), Arc::<AtomicU32>::default());
        let server = Server::builder().service(held_service(&gate, &executed));
        let (running, at) = start(server, "grpc://127.0.0.1:0").await;
        let plain = AsyncClient::open(&at).await.unwrap();
        let limited = plain.layered(ConcurrencyLimitLayer::new(2));
        let shedding = limited.layered(LoadShedLayer::new());
        let calls: Vec<_> = (0..5)
            .map(|_| {
                let client = AsyncDynamicClient::new(limited.clone(), counter());
                tokio::spawn(async move { client.call("add", &FIVE).await })
            })
            .collect();
        while executed.load(SeqCst) < 2 {
            tokio::task::yield_now().await;
        }
        let client = AsyncDynamicClient::new(shedding, counter());
        let error = layer_error(client.call("add", &FIVE).await);
        assert!(error.is::<Overloaded>(), "{error:?}");
        assert_eq!(plain.in_flight(), 2);
        gate.add_permits(6);
        for call in calls {
            assert_eq!(call.await.unwrap().unwrap(), FIVE);
        }
        assert_eq!(client.call("add", &FIVE).await.unwrap(), FIVE);
        assert_eq!(executed.load(SeqCst), 6);
        running.stop().await;
    });
}

#[test]
fn a_client_without_a_connection_left_is_not_ready() {
    runtime().block_on(async {
        let (gate, executed) = (Arc::new(Semaphore::new(0)), Arc::<AtomicU32>::default());
        let server = Server::builder().service(held_service(&gate, &executed));
        let (running, at) = start(server, "xmlrpc+http://127.0.0.1:0").await;
        let options = ClientOptions {
            connections: 1,
            ..ClientOptions::default()
        };
        let plain = AsyncClient::connect(&at.parse().unwrap(), None, &options).await;
        let plain = plain.unwrap();
        let shedding = AsyncDynamicClient::new(plain.layered(LoadShedLayer::new()), counter());
        let first = shedding.clone();
        let first = tokio::spawn(async move { first.call("add", &FIVE).await });
        while executed.load(SeqCst) < 1 {
            tokio::task::yield_now().await;
        }
        let error = layer_error(shedding.call("add", &FIVE).await);
        assert!(error.is::<Overloaded>(), "{error:?}");
        gate.add_permits(2);
        assert_eq!(first.await.unwrap().unwrap(), FIVE);
        // A reservation that is not used is given back.
        let mut service = plain.service();
        service.ready().await.unwrap();
        drop(service);
        assert_eq!(shedding.call("add", &FIVE).await.unwrap(), FIVE);
        assert_eq!(running.status().accepted, 1);
        running.stop().await;
    });
}

/// Fails the first calls, before or after they are made.
#[derive(Clone)]
struct Flaky<S> {
    inner: S,
    before: bool,
    failures: Arc<AtomicU32>,
}

impl<S> Service<CallRequest> for Flaky<S>
where
    S: Service<CallRequest, Response = CallReply, Error = CallError>,
    S::Future: Send + 'static,
{
    type Response = CallReply;
    type Error = CallError;
    type Future = Pin<Box<dyn Future<Output = Result<CallReply, CallError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), CallError>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: CallRequest) -> Self::Future {
        let (failures, before) = (self.failures.clone(), self.before);
        let fails = move || {
            let less = |left: u32| left.checked_sub(1);
            failures.fetch_update(SeqCst, SeqCst, less).is_ok()
        };
        if before && fails() {
            return Box::pin(ready(Err(CallError::Closed(Closed::ByPeer))));
        }
        let call = self.inner.call(request);
        Box::pin(async move {
            let end = call.await;
            match !before && fails() {
                true => Err(CallError::Closed(Closed::ByPeer)),
                false => end,
            }
        })
    }
}

/// A client that fails the first calls, and repeats some.
fn repeating(
    client: &AsyncClient,
    (before, failures): (bool, u32),
    repeats: &Repeats,
) -> AsyncDynamicClient {
    let flaky = Flaky {
        inner: client.service(),
        before,
        failures: Arc::new(failures.into()),
    };
    let repeated = RepeatLayer::new(repeats.clone()).layer(flaky);
    AsyncDynamicClient::new(client.through(repeated), counter())
}

#[test]
fn only_what_may_be_repeated_is_repeated() {
    for binding in [
        "onc+tcp://127.0.0.1:0",
        "dce+udp://127.0.0.1:0",
        "grpc://127.0.0.1:0",
    ] {
        runtime().block_on(async {
            let executed = Arc::<AtomicU32>::default();
            let server = Server::builder().service(counting_service(&executed));
            let (running, at) = start(server, binding).await;
            let client = AsyncClient::open(&at).await.unwrap();
            // Operation, whether it fails before it is sent, failures, and how it then ends.
            let cases = [
                ("read", false, 2, (3, true)),
                ("read", false, 3, (3, false)),
                ("add", false, 1, (1, false)),
                ("read", true, 2, (1, true)),
                ("add", true, 2, (1, true)),
                ("add", true, 3, (0, false)),
            ];
            for (operation, before, failures, (times, succeeds)) in cases {
                executed.store(0, SeqCst);
                let client = repeating(&client, (before, failures), &Repeats::attempts(3));
                let end = client.call(operation, &FIVE).await;
                let case = format!("{binding} {operation} {before} {failures}: {end:?}");
                assert_eq!(end.is_ok(), succeeds, "{case}");
                assert_eq!(executed.load(SeqCst), times, "{case}");
                match end {
                    Ok(results) => assert_eq!(results, FIVE),
                    Err(Error::Call(CallError::Closed(Closed::ByPeer))) => {}
                    Err(_) => panic!("{case}"),
                }
            }
            running.stop().await;
        });
    }
}

#[test]
fn nothing_is_repeated_when_the_budget_is_used_up() {
    runtime().block_on(async {
        let executed = Arc::<AtomicU32>::default();
        let server = Server::builder().service(counting_service(&executed));
        let (running, at) = start(server, "onc+tcp://127.0.0.1:0").await;
        let client = AsyncClient::open(&at).await.unwrap();
        let repeats = Repeats::attempts(2).with_budget(4);
        let client = repeating(&client, (false, 8), &repeats);
        // After the second failure half of the tokens are left.
        for times in [2, 1, 1, 1, 1, 1, 1] {
            executed.store(0, SeqCst);
            assert!(client.call("read", &FIVE).await.is_err());
            assert_eq!(executed.load(SeqCst), times);
        }
        assert_eq!(repeats.tokens(), 0);
        for _ in 0..40 {
            client.call("read", &FIVE).await.unwrap();
        }
        assert_eq!(repeats.tokens(), 4);
        running.stop().await;
    });
}

#[test]
fn failures_that_would_come_again_are_not_repeated() {
    runtime().block_on(async {
        let executed = Arc::<AtomicU32>::default();
        let server = Server::builder().service(counting_service(&executed));
        let (running, at) = start(server, "onc+tcp://127.0.0.1:0").await;
        let tries = Arc::new(AtomicUsize::new(0));
        let counted = tries.clone();
        let client = AsyncClient::open(&at).await.unwrap();
        let service = client.service().map_request(move |request| {
            counted.fetch_add(1, SeqCst);
            request
        });
        let client = client.through(RepeatLayer::attempts(5).layer(service));
        let client = AsyncDynamicClient::new(client, counter());
        let wrong = client.call("read", &[Value::Bool(true)]).await;
        assert!(
            matches!(wrong, Err(Error::Call(CallError::Misuse(_)))),
            "{wrong:?}"
        );
        assert_eq!((tries.load(SeqCst), executed.load(SeqCst)), (1, 0));
        running.stop().await;
    });
}

/// The policy of `tower` for the same rules.
#[derive(Clone)]
struct Policy {
    repeats: Repeats,
    attempt: u32,
}

impl tower::retry::Policy<CallRequest, CallReply, CallError> for Policy {
    type Future = tokio::time::Sleep;

    fn retry(
        &mut self,
        request: &mut CallRequest,
        end: &mut Result<CallReply, CallError>,
    ) -> Option<Self::Future> {
        let pause = self
            .repeats
            .after(self.attempt, request, end.as_ref().err())?;
        self.attempt += 1;
        Some(tokio::time::sleep(pause))
    }

    fn clone_request(&mut self, request: &CallRequest) -> Option<CallRequest> {
        Some(request.clone())
    }
}

#[test]
fn the_retry_layer_of_tower_follows_the_same_rules() {
    runtime().block_on(async {
        let executed = Arc::<AtomicU32>::default();
        let server = Server::builder().service(counting_service(&executed));
        let (running, at) = start(server, "jsonrpc+tcp://127.0.0.1:0").await;
        let client = AsyncClient::open(&at).await.unwrap();
        for (operation, times) in [("read", 3), ("add", 1)] {
            executed.store(0, SeqCst);
            let flaky = Flaky {
                inner: client.service(),
                before: false,
                failures: Arc::new(2.into()),
            };
            let policy = Policy {
                repeats: Repeats::attempts(3),
                attempt: 1,
            };
            let retried = tower::retry::RetryLayer::new(policy).layer(flaky);
            let client = AsyncDynamicClient::new(client.through(retried), counter());
            assert_eq!(client.call(operation, &FIVE).await.is_ok(), times == 3);
            assert_eq!(executed.load(SeqCst), times);
        }
        running.stop().await;
    });
}

#[test]
fn a_balancer_spreads_calls_over_clients_of_different_encodings() {
    runtime().block_on(async {
        let (one, two) = (Arc::<AtomicU32>::default(), Arc::<AtomicU32>::default());
        let first = Server::builder().service(counting_service(&one));
        let (first, at) = start(first, "grpc://127.0.0.1:0").await;
        let second = Server::builder().service(counting_service(&two));
        let (second, other) = start(second, "grpc://127.0.0.1:0?content=json").await;
        let mut clients = Vec::new();
        for at in [at, other] {
            clients.push(AsyncClient::open(&at).await.unwrap());
        }
        let services = clients.iter().map(|c| Constant::new(c.service(), 1));
        let list = ServiceList::new::<CallRequest>(services.collect::<Vec<_>>());
        // A balancer has no clones, and a buffer makes some: requests go to its task.
        let balanced = Buffer::new(Balance::new(list), 16);
        let client = AsyncDynamicClient::new(clients[0].through(balanced), counter());
        for _ in 0..40 {
            assert_eq!(client.call("read", &FIVE).await.unwrap(), FIVE);
        }
        let (one, two) = (one.load(SeqCst), two.load(SeqCst));
        assert_eq!(one + two, 40);
        assert!(one > 0 && two > 0, "{one} and {two}");
        first.stop().await;
        second.stop().await;
    });
}

#[test]
fn an_error_of_a_call_passes_layers_as_it_is() {
    runtime().block_on(async {
        let service = DynamicService::new(counter(), |_, _, _| Err(Fault::application(7, "no")));
        let (running, at) = start(Server::builder().service(service), "grpc://127.0.0.1:0").await;
        let client = AsyncClient::open(&at).await.unwrap();
        let plain = AsyncDynamicClient::new(client.clone(), counter());
        let expected = plain.call("add", &FIVE).await.unwrap_err().to_string();
        // Layers box it, and boxes are boxed again.
        let layers = ServiceBuilder::new()
            .layer(TimeoutLayer::new(LONG))
            .layer(LoadShedLayer::new())
            .into_inner();
        let layered = client.layered(layers).layered(TimeoutLayer::new(LONG));
        let layered = AsyncDynamicClient::new(layered, counter());
        match layered.call("add", &FIVE).await {
            Err(Error::Call(error @ CallError::Fault(_))) => {
                assert_eq!(error.to_string(), expected)
            }
            other => panic!("{other:?}"),
        }
        running.stop().await;
    });
}

#[test]
fn a_client_can_be_answered_without_a_server() {
    runtime().block_on(async {
        let seen = Arc::new(Mutex::new(Vec::new()));
        let asked = seen.clone();
        let service = service_fn(move |request: CallRequest| {
            let id = request.interface();
            let (of, name) = (id.name.to_owned(), request.operation().to_owned());
            let repeats = request.may_be_repeated();
            asked
                .lock()
                .unwrap()
                .push((of, name, repeats, request.metadata.clone()));
            let five = 5i32.to_be_bytes().to_vec();
            let reply = CallReply::made(Encoding::Xdr, five, ReplyMetadata::NONE);
            ready(Ok::<_, BoxError>(reply))
        });
        let mut metadata = manyrpc::Metadata::new();
        metadata.push("who", "me");
        let client = AsyncClient::over_service(service).with_metadata(metadata.clone());
        let client = AsyncDynamicClient::new(client, counter());
        assert_eq!(client.call("read", &FIVE).await.unwrap(), FIVE);
        let (of, name) = ("counter".to_owned(), "read".to_owned());
        assert_eq!(*seen.lock().unwrap(), [(of, name, true, metadata)]);
    });
}

/// Notes which calls pass, and adds metadata to their results.
#[derive(Clone, Default)]
struct Noting(Arc<Mutex<HashMap<(String, String), u32>>>);

#[derive(Clone)]
struct Noted<S>(S, Noting);

impl<S> Layer<S> for Noting {
    type Service = Noted<S>;

    fn layer(&self, inner: S) -> Noted<S> {
        Noted(inner, self.clone())
    }
}

impl Service<ServedCall> for Noted<ServedService> {
    type Response = Served;
    type Error = Fault;
    type Future = Pin<Box<dyn Future<Output = Result<Served, Fault>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), Fault>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, request: ServedCall) -> Self::Future {
        let names = request.names().expect("it is served");
        *self.1.0.lock().unwrap().entry(names).or_default() += 1;
        assert!(request.argument_bytes() > 0);
        let end = self.0.call(request);
        Box::pin(async move {
            let mut served = end.await?;
            served.add_trailing("passed", "noted");
            Ok(served)
        })
    }
}

#[test]
fn every_system_is_served_through_layers() {
    for binding in BINDINGS {
        runtime().block_on(async {
            let noting = Noting::default();
            // Raw calls name no interface, so there the first service has them all.
            let server = Server::builder()
                .service(shop_service())
                .service(counting_service(&Arc::default()))
                .layer(noting.clone())
                .layer(TimeoutLayer::new(LONG))
                .layer(ConcurrencyLimitLayer::new(3));
            let (running, at) = start(server, binding).await;
            let is_raw = binding.starts_with("raw");
            let plain = AsyncClient::open(&at).await.unwrap();
            let client = AsyncDynamicClient::new(plain.clone(), shop());
            let tasks: Vec<_> = (0..10)
                .map(|task| {
                    let client = client.clone();
                    tokio::spawn(async move {
                        let sent = json!(format!("task {task}"));
                        let came = client.call_json("ECHO", &json!([sent])).await;
                        assert_eq!(came.unwrap(), sent);
                        let raised = client.call_json("BUY", &json!(["nut"])).await;
                        assert!(matches!(raised, Err(Error::Raised(_))), "{raised:?}");
                    })
                })
                .collect();
            for task in tasks {
                task.await.unwrap_or_else(|e| panic!("{binding}: {e}"));
            }
            if !is_raw {
                let other = AsyncClient::open(&at).await.unwrap();
                let other = AsyncDynamicClient::new(other, counter());
                assert_eq!(other.call("add", &FIVE).await.unwrap(), FIVE);
            }
            let noted = noting.0.lock().unwrap().clone();
            let times = |operation: &str| -> u32 {
                let all = noted.iter().filter(|((_, name), _)| name == operation);
                all.map(|(_, times)| times).sum()
            };
            let expected = [10, 10, u32::from(!is_raw)];
            let found = [times("ECHO"), times("BUY"), times("add")];
            assert_eq!(found, expected, "{binding}: {noted:?}");
            running.stop().await;
        });
    }
}

#[test]
fn a_servers_layers_add_metadata_to_results() {
    runtime().block_on(async {
        let server = Server::builder()
            .service(shop_service())
            .layer(Noting::default());
        let (running, at) = start(server, "grpc://127.0.0.1:0").await;
        let seen = Arc::new(Mutex::new(None));
        let noted = seen.clone();
        let client = AsyncClient::open(&at).await.unwrap();
        let service = client.service().map_response(move |reply: CallReply| {
            let passed = reply.metadata().trailing.get("passed").map(<[u8]>::to_vec);
            *noted.lock().unwrap() = passed;
            reply
        });
        let client = AsyncDynamicClient::new(client.through(service), shop());
        client.call_json("ECHO", &json!(["x"])).await.unwrap();
        assert_eq!(seen.lock().unwrap().as_deref(), Some(&b"noted"[..]));
        running.stop().await;
    });
}

fn fault_of(end: Result<Vec<Value>, Error>) -> Fault {
    match end {
        Err(Error::Call(CallError::Fault(fault))) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_server_sheds_what_is_too_much() {
    for binding in [
        "onc+udp://127.0.0.1:0",
        "dce+tcp://127.0.0.1:0",
        "grpc://127.0.0.1:0",
    ] {
        runtime().block_on(async {
            let (gate, executed) = (Arc::new(Semaphore::new(0)), Arc::<AtomicU32>::default());
            let exhausted = |error: BoxError| match error.is::<Overloaded>() {
                true => Fault::exhausted("too many calls"),
                false => *error.downcast::<Fault>().expect("nothing else fails here"),
            };
            let layers = ServiceBuilder::new()
                .map_err(exhausted)
                .layer(LoadShedLayer::new())
                .layer(ConcurrencyLimitLayer::new(1))
                .into_inner();
            let service = held_service(&gate, &executed);
            let (running, at) =
                start(Server::builder().service(service).layer(layers), binding).await;
            let client = AsyncClient::open(&at).await.unwrap();
            let client = AsyncDynamicClient::new(client, counter());
            let first = client.clone();
            let first = tokio::spawn(async move { first.call("add", &FIVE).await });
            while executed.load(SeqCst) < 1 {
                tokio::task::yield_now().await;
            }
            let refused = fault_of(client.call("add", &FIVE).await);
            if binding.starts_with("grpc") {
                assert_eq!(refused.plain(), Fault::exhausted("").plain());
            }
            gate.add_permits(2);
            assert_eq!(first.await.unwrap().unwrap(), FIVE, "{binding}");
            assert_eq!(client.call("add", &FIVE).await.unwrap(), FIVE, "{binding}");
            assert_eq!(executed.load(SeqCst), 2);
            running.stop().await;
        });
    }
}

#[test]
fn a_servers_timeout_drops_what_it_executes() {
    struct Dropped(Arc<AtomicBool>);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.store(true, SeqCst);
        }
    }
    runtime().block_on(async {
        let dropped = Arc::<AtomicBool>::default();
        let told = dropped.clone();
        let service = DynamicService::of_futures(counter(), move |_, operation, arguments| {
            let dropped = Dropped(told.clone());
            let is_endless = operation.name == "add";
            Box::pin(async move {
                if is_endless {
                    std::future::pending::<()>().await;
                }
                drop(dropped);
                Ok(arguments)
            })
        });
        let timeout = TimeoutLayer::new(Duration::from_millis(20));
        let server = Server::builder().service(service).layer(timeout);
        let (running, at) = start(server, "grpc://127.0.0.1:0").await;
        let client = AsyncClient::open(&at).await.unwrap();
        let client = AsyncDynamicClient::new(client, counter());
        let late = fault_of(client.call("add", &FIVE).await);
        assert_eq!(late.to_string(), "request timed out");
        assert!(dropped.load(SeqCst));
        assert_eq!(client.call("read", &FIVE).await.unwrap(), FIVE);
        running.stop().await;
    });
}

/// Answers calls in another task than the server's.
#[derive(Clone)]
struct Elsewhere(ServedService);

impl Service<ServedCall> for Elsewhere {
    type Response = Served;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Served, BoxError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.0.poll_ready(cx).map_err(Into::into)
    }

    fn call(&mut self, request: ServedCall) -> Self::Future {
        let task = tokio::spawn(self.0.call(request));
        Box::pin(async move { Ok(task.await??) })
    }
}

#[test]
fn a_layer_may_move_calls_to_other_tasks() {
    let mut threads = Builder::new_multi_thread();
    let threads = threads.worker_threads(2).enable_all().build().unwrap();
    for runtime in [runtime(), threads] {
        runtime.block_on(async {
            let server = Server::builder()
                .service(counting_service(&Arc::default()))
                .layer(tower::layer::layer_fn(Elsewhere));
            let (running, at) = start(server, "onc+tcp://127.0.0.1:0").await;
            let client = AsyncClient::open(&at).await.unwrap();
            let inner = client.service();
            let elsewhere = service_fn(move |request: CallRequest| {
                let task = tokio::spawn(inner.clone().oneshot(request));
                async move { Ok::<_, BoxError>(task.await??) }
            });
            let client = AsyncDynamicClient::new(client.through(elsewhere), counter());
            let tasks: Vec<_> = (0..20)
                .map(|n| {
                    let client = client.clone();
                    tokio::spawn(async move {
                        for _ in 0..20 {
                            let sent = [Value::I32(n)];
                            assert_eq!(client.call("add", &sent).await.unwrap(), sent);
                        }
                    })
                })
                .collect();
            for task in tasks {
                task.await.unwrap();
            }
            running.stop().await;
        });
    }
}

#[test]
fn layers_need_a_runtime_and_no_workers() {
    let builder = || {
        let layer = tower::layer::util::Identity::new();
        let server = Server::builder().service(shop_service()).layer(layer);
        server.listen("onc+tcp://127.0.0.1:0").unwrap()
    };
    let refused = builder().start().map(drop).unwrap_err().to_string();
    assert!(refused.contains("layers"), "{refused}");
    runtime().block_on(async {
        let refused = builder().workers(2).start_on_runtime().await;
        assert!(refused.unwrap_err().to_string().contains("workers"));
    });
}

/// A service that is never asked.
#[derive(Clone)]
struct Never;

impl Service<CallRequest> for Never {
    type Response = CallReply;
    type Error = BoxError;
    type Future = Ready<Result<CallReply, BoxError>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Err("closed for today".into()))
    }

    fn call(&mut self, _: CallRequest) -> Self::Future {
        unreachable!("it was not ready")
    }
}

#[test]
fn a_service_that_is_not_ready_is_not_called() {
    runtime().block_on(async {
        let client = AsyncDynamicClient::new(AsyncClient::over_service(Never), counter());
        let error = layer_error(client.call("read", &FIVE).await);
        assert_eq!(error.get().to_string(), "closed for today");
        let _: ClientService = client.client().service();
    });
}

static NUMBER_FIELDS: [stub::Field; 1] = [stub::Field::plain("of").number(1)];
static NUMBER: stub::Record = stub::Record::of("number", &NUMBER_FIELDS);
static READ: stub::OperationMeta = stub::OperationMeta {
    name: "read",
    number: 0,
    input: &NUMBER,
    output: &NUMBER,
    semantics: stub::Semantics::Idempotent,
};

static OPERATIONS: [&stub::OperationMeta; 1] = [&READ];

/// A number as arguments or results, which counts how often it is marshalled.
#[derive(Clone, Default)]
struct Number(i32, Arc<AtomicU32>);

impl stub::Fields for Number {
    fn fields<S: stub::Sink>(&self, s: &mut S) {
        self.1.fetch_add(1, SeqCst);
        s.field(&NUMBER_FIELDS[0], &self.0);
    }
}

impl<'de> stub::Slots<'de> for Number {
    fn all<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {
        s.slot(&NUMBER_FIELDS[0], &mut self.0)
    }

    fn one<S: stub::Source<'de>>(&mut self, _: usize, s: &mut S) -> Result<(), stub::Fail> {
        self.all(s)
    }
}

#[test]
fn arguments_are_marshalled_once_however_often_they_are_sent() {
    runtime().block_on(async {
        let executed = Arc::<AtomicU32>::default();
        let server = Server::builder().service(counting_service(&executed));
        let (running, at) = start(server, "onc+tcp://127.0.0.1:0").await;
        let client = AsyncClient::open(&at).await.unwrap();
        let repeats = Repeats::attempts(3);
        let interface = counter();
        let counter = stub::InterfaceMeta {
            id: stub::InterfaceId {
                name: "counter",
                full_name: "counter",
                ..interface.id()
            },
            operations: &OPERATIONS,
        };
        let repeating = repeating(&client, (false, 2), &repeats);
        let borrowed = Number(7, Arc::default());
        let mut reply = repeating
            .client()
            .invoke(&counter, &READ, &borrowed)
            .await
            .unwrap();
        assert_eq!(reply.results::<Number>(&READ).unwrap().0, 7);
        assert_eq!(executed.load(SeqCst), 3);
        assert_eq!(borrowed.1.load(SeqCst), 1);

        // A request with arguments of its own needs no caller that waits.
        let owned = Number(8, Arc::default());
        let request = CallRequest::new(&counter, &READ, owned.clone());
        assert!(request.may_be_repeated() && !request.was_sent());
        for _ in 0..2 {
            let reply = client.service().oneshot(request.clone()).await.unwrap();
            let mut reply = stub::AsyncReply::from(reply);
            assert_eq!(reply.results::<Number>(&READ).unwrap().0, 8);
        }
        assert!(request.was_sent());
        assert_eq!(owned.1.load(SeqCst), 1);
        running.stop().await;
    });
}
