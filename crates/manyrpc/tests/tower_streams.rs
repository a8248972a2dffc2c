//! Layers of `tower` around calls with several messages.
#![cfg(feature = "tower")]

#[path = "support/numbers.rs"]
mod numbers;

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll};
use std::time::Duration;

use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
use manyrpc::layers::{
    BoxError, CallReply, CallRequest, ClientService, Served, ServedCall, ServedService,
};
use manyrpc::server::{Builder, RunningTasks};
use manyrpc::{AsyncClient, CallError, Error, Fault, LayerError, Metadata, Server};
use manyrpc_model::Value;
use numbers::{number, value};
use tokio::runtime::Runtime;
use tokio::sync::{Semaphore, mpsc};
use tower::limit::ConcurrencyLimitLayer;
use tower::timeout::TimeoutLayer;
use tower::{Layer, Service};

const TEXT: &str = r#"
    syntax = "proto3";
    package numbers;
    message Number { int32 value = 1; }
    service Numbers {
        rpc Count(Number) returns (stream Number);
        rpc Sum(stream Number) returns (Number);
        rpc Double(stream Number) returns (stream Number);
        rpc Forever(stream Number) returns (stream Number);
    }"#;

fn numbers() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, found) = manyrpc_idl::load_text("numbers.proto", TEXT, &options);
    let definition = Definition::new(module.unwrap_or_else(|| panic!("{found:?}"))).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

fn runtime() -> Runtime {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_all().build().unwrap()
}

/// Counted while it is there.
struct Counted(Arc<AtomicU32>);

impl Counted {
    fn new(all: &Arc<AtomicU32>) -> Self {
        all.fetch_add(1, SeqCst);
        Counted(all.clone())
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, SeqCst);
    }
}

/// Serves all operations; counts the calls that are being served.
fn service(served: &Arc<AtomicU32>) -> DynamicService {
    let served = served.clone();
    let service = DynamicService::new(numbers(), |_, _, _| Err(Fault::NoSuchOperation));
    service.conversing_async(move |_, operation, mut requests, replies| {
        let (operation, counted) = (operation.name.clone(), Counted::new(&served));
        Box::pin(async move {
            let _counted = counted;
            match &*operation {
                "Count" => {
                    let to = requests.next().await?.map_or(0, |n| value(&n));
                    for n in 0..to {
                        replies.send(&number(n)).await?;
                    }
                }
                "Sum" => {
                    let mut sum = 0;
                    while let Some(n) = requests.next().await? {
                        sum += value(&n);
                    }
                    replies.send(&number(sum)).await?;
                }
                "Double" => {
                    while let Some(n) = requests.next().await? {
                        replies.send(&number(2 * value(&n))).await?;
                    }
                }
                _ => std::future::pending().await,
            }
            Ok(())
        })
    })
}

async fn start(server: Builder) -> (RunningTasks, AsyncDynamicClient) {
    let server = server.listen("grpc://127.0.0.1:0").unwrap();
    let running = server.start_on_runtime().await.unwrap();
    let at = running.bindings()[0].to_string();
    let client = AsyncClient::open(&at).await.unwrap();
    (running, AsyncDynamicClient::new(client, numbers()))
}

#[track_caller]
fn fault_of<T: std::fmt::Debug>(end: Result<T, Error>) -> Fault {
    match end {
        Err(Error::Call(CallError::Fault(fault))) => fault,
        other => panic!("{other:?}"),
    }
}

/// Lets in who knows the word, when a gate opens; notes what it sees, and adds metadata behind it.
#[derive(Clone)]
struct Door {
    gate: Arc<Semaphore>,
    seen: Arc<Mutex<Vec<String>>>,
}

impl Door {
    fn open() -> Self {
        let gate = Arc::new(Semaphore::new(Semaphore::MAX_PERMITS));
        let seen = Arc::default();
        Door { gate, seen }
    }

    fn note(&self, what: impl Into<String>) {
        self.seen.lock().unwrap().push(what.into());
    }

    fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

#[derive(Clone)]
struct Guarded<S>(S, Door);

impl<S> Layer<S> for Door {
    type Service = Guarded<S>;

    fn layer(&self, inner: S) -> Guarded<S> {
        Guarded(inner, self.clone())
    }
}

impl Service<ServedCall> for Guarded<ServedService> {
    type Response = Served;
    type Error = Fault;
    type Future = Pin<Box<dyn Future<Output = Result<Served, Fault>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Fault>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, call: ServedCall) -> Self::Future {
        let Guarded(mut inner, door) = self.clone();
        Box::pin(async move {
            let (_, operation) = call.names().expect("it is served");
            let knows = call
                .metadata()
                .and_then(|all| all.get("word"))
                .is_some_and(|word| word == b"sesame");
            assert!(call.has_several_messages());
            if !knows {
                door.note(format!("{operation} refused"));
                return Err(Fault::application(16, "say the word"));
            }
            let _in = door.gate.acquire().await.expect("it is not closed");
            door.note(format!("{operation} begins"));
            poll_fn(|cx| inner.poll_ready(cx)).await?;
            let mut served = inner.call(call).await?;
            door.note(format!("{operation} ends"));
            served.add_trailing("seen", "yes");
            Ok(served)
        })
    }
}

/// The same client, who says the word.
fn knowing(client: &AsyncDynamicClient) -> AsyncDynamicClient {
    let mut word = Metadata::default();
    word.push("word", "sesame");
    AsyncDynamicClient::new(client.client().clone().with_metadata(word), numbers())
}

#[test]
fn layers_let_calls_begin_and_see_their_end() {
    runtime().block_on(async {
        let (door, served) = (Door::open(), Arc::default());
        let server = Server::builder().service(service(&served));
        let (running, stranger) = start(server.layer(door.clone())).await;

        let (mut sender, mut refused) = stranger.open("Double", &[]).await.unwrap();
        let _ = sender.send(&number(1)).await;
        let fault = fault_of(refused.next().await);
        assert!(fault.to_string().contains("say the word"), "{fault}");
        assert_eq!(served.load(SeqCst), 0);

        let client = knowing(&stranger);
        let (mut sender, mut doubled) = client.open("Double", &[]).await.unwrap();
        for n in 0..50 {
            sender.send(&number(n)).await.unwrap();
            assert_eq!(doubled.next().await.unwrap(), Some(number(2 * n)));
        }
        assert_eq!(door.seen(), ["Double refused", "Double begins"]);
        sender.finish();
        assert_eq!(doubled.next().await.unwrap(), None);
        assert_eq!(
            door.seen(),
            ["Double refused", "Double begins", "Double ends"]
        );
        let (_, mut counted) = client.open("Count", &number(100)).await.unwrap();
        for n in 0..100 {
            assert_eq!(counted.next().await.unwrap(), Some(number(n)));
        }
        assert_eq!(counted.next().await.unwrap(), None);
        assert_eq!(served.load(SeqCst), 0);
        running.stop().await;
    });
}

#[test]
fn what_arrives_before_a_call_is_let_in_waits_for_it() {
    runtime().block_on(async {
        let (mut door, served) = (Door::open(), Arc::default());
        door.gate = Arc::new(Semaphore::new(0));
        let server = Server::builder().service(service(&served));
        let (running, stranger) = start(server.layer(door.clone())).await;
        let client = knowing(&stranger);
        let (mut sender, mut sum) = client.open("Sum", &[]).await.unwrap();
        let (_, mut counted) = client.open("Count", &number(3)).await.unwrap();
        for n in 0..100 {
            sender.send(&number(n)).await.unwrap();
        }
        sender.finish();
        // The refusal of a later call shows that all of that has arrived.
        let (_, mut refused) = stranger.open("Count", &number(1)).await.unwrap();
        fault_of(refused.next().await);
        assert_eq!(served.load(SeqCst), 0);
        door.gate.add_permits(2);
        assert_eq!(sum.next().await.unwrap(), Some(number(4950)));
        assert_eq!(sum.next().await.unwrap(), None);
        for n in 0..3 {
            assert_eq!(counted.next().await.unwrap(), Some(number(n)));
        }
        assert_eq!(counted.next().await.unwrap(), None);
        running.stop().await;
    });
}

#[test]
fn a_limit_counts_a_call_as_long_as_it_lasts() {
    runtime().block_on(async {
        let served = Arc::default();
        let server = Server::builder().service(service(&served));
        let (running, client) = start(server.layer(ConcurrencyLimitLayer::new(1))).await;
        let (mut first, mut doubled) = client.open("Double", &[]).await.unwrap();
        first.send(&number(1)).await.unwrap();
        assert_eq!(doubled.next().await.unwrap(), Some(number(2)));
        let (done, mut is_done) = mpsc::channel(1);
        let other = client.clone();
        let second = tokio::spawn(async move {
            let (mut sender, mut doubled) = other.open("Double", &[]).await.unwrap();
            sender.send(&number(4)).await.unwrap();
            assert_eq!(doubled.next().await.unwrap(), Some(number(8)));
            done.send(()).await.unwrap();
        });
        for n in 2..20 {
            first.send(&number(n)).await.unwrap();
            assert_eq!(doubled.next().await.unwrap(), Some(number(2 * n)));
            assert!(is_done.try_recv().is_err());
        }
        // A call that its client drops makes room as well as one that ends.
        drop((first, doubled));
        is_done.recv().await.unwrap();
        second.await.unwrap();
        running.stop().await;
    });
}

#[test]
fn a_time_limit_ends_a_call_and_what_serves_it() {
    runtime().block_on(async {
        let served = Arc::default();
        let server = Server::builder().service(service(&served));
        let limit = TimeoutLayer::new(Duration::from_millis(20));
        let (running, client) = start(server.layer(limit)).await;
        let (_sender, mut never) = client.open("Forever", &[]).await.unwrap();
        let fault = fault_of(never.next().await);
        assert!(fault.to_string().contains("timed out"), "{fault}");
        assert_eq!(served.load(SeqCst), 0);
        running.stop().await;
    });
}

/// A client's layer that says the word, and notes how calls end.
#[derive(Clone, Default)]
struct Interceptor(Arc<Mutex<Vec<String>>>);

#[derive(Clone)]
struct Intercepted<S>(S, Interceptor);

impl<S> Layer<S> for Interceptor {
    type Service = Intercepted<S>;

    fn layer(&self, inner: S) -> Intercepted<S> {
        Intercepted(inner, self.clone())
    }
}

impl Service<CallRequest> for Intercepted<ClientService> {
    type Response = CallReply;
    type Error = CallError;
    type Future = Pin<Box<dyn Future<Output = Result<CallReply, CallError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), CallError>> {
        self.0.poll_ready(cx)
    }

    fn call(&mut self, mut request: CallRequest) -> Self::Future {
        assert!(request.has_several_messages() && !request.may_be_repeated());
        request.metadata.push("word", "sesame");
        let (operation, Interceptor(seen)) = (request.operation().to_owned(), self.1.clone());
        let end = self.0.call(request);
        Box::pin(async move {
            let end = end.await;
            let how = match &end {
                Ok(reply) => format!("ends, {:?}", reply.metadata().trailing.get("seen")),
                Err(error) => format!("fails: {error}"),
            };
            seen.lock().unwrap().push(format!("{operation} {how}"));
            end
        })
    }
}

#[track_caller]
fn layer_error(end: Result<Option<Vec<Value>>, Error>) -> LayerError {
    match end {
        Err(Error::Call(CallError::Layer(error))) => error,
        other => panic!("{other:?}"),
    }
}

fn layered<L>(client: &AsyncDynamicClient, layer: L) -> AsyncDynamicClient
where
    L: Layer<ClientService>,
    L::Service: Service<CallRequest, Response = CallReply> + Clone + Send + Sync + 'static,
    <L::Service as Service<CallRequest>>::Error: Into<BoxError>,
    <L::Service as Service<CallRequest>>::Future: Send + 'static,
{
    AsyncDynamicClient::new(client.client().layered(layer), numbers())
}

/// A call of an operation that ends at once. What the client sent before has arrived by then.
async fn count(client: &AsyncDynamicClient) {
    let (_, mut counted) = client.open("Count", &number(3)).await.unwrap();
    for n in 0..3 {
        assert_eq!(counted.next().await.unwrap(), Some(number(n)));
    }
    assert_eq!(counted.next().await.unwrap(), None);
}

#[test]
fn a_clients_layers_see_the_beginning_and_the_end_of_calls() {
    runtime().block_on(async {
        let (door, served) = (Door::open(), Arc::default());
        let server = Server::builder().service(service(&served));
        let (running, stranger) = start(server.layer(door.clone())).await;
        let interceptor = Interceptor::default();
        let client = layered(&stranger, interceptor.clone());
        count(&client).await;
        let (mut sender, mut doubled) = client.open("Double", &[]).await.unwrap();
        for n in 0..50 {
            sender.send(&number(n)).await.unwrap();
            assert_eq!(doubled.next().await.unwrap(), Some(number(2 * n)));
        }
        assert_eq!(interceptor.0.lock().unwrap().len(), 1);
        sender.finish();
        assert_eq!(doubled.next().await.unwrap(), None);
        assert_eq!(doubled.next().await.unwrap(), None);
        let (mut sender, mut sum) = client.open("Sum", &[]).await.unwrap();
        sender.send(&number(7)).await.unwrap();
        sender.finish();
        assert_eq!(sum.next().await.unwrap(), Some(number(7)));
        assert_eq!(sum.next().await.unwrap(), None);
        let seen = interceptor.0.lock().unwrap().clone();
        let ends = |name: &str| format!("{name} ends, Some({:?})", b"yes");
        assert_eq!(seen, [ends("Count"), ends("Double"), ends("Sum")]);
        assert_eq!(client.client().in_flight(), 0);
        running.stop().await;
    });
}

#[test]
fn a_clients_time_limit_cancels_the_call_below() {
    runtime().block_on(async {
        let served = Arc::default();
        let server = Server::builder().service(service(&served));
        let (running, plain) = start(server).await;
        let client = layered(&plain, TimeoutLayer::new(Duration::from_millis(20)));
        let (mut sender, mut never) = client.open("Forever", &[]).await.unwrap();
        sender.send(&number(1)).await.unwrap();
        let error = layer_error(never.next().await);
        assert!(error.get().is::<tower::timeout::error::Elapsed>());
        layer_error(never.next().await);
        assert_eq!(client.client().in_flight(), 0);
        count(&plain).await;
        assert_eq!(served.load(SeqCst), 0);
        running.stop().await;
    });
}

#[test]
fn a_clients_limit_counts_a_call_as_long_as_it_lasts() {
    runtime().block_on(async {
        let served = Arc::default();
        let server = Server::builder().service(service(&served));
        let (running, plain) = start(server).await;
        let client = layered(&plain, ConcurrencyLimitLayer::new(1));
        let first = client.open("Forever", &[]).await.unwrap();
        let one = number(1);
        let mut second = std::pin::pin!(client.open("Count", &one));
        for _ in 0..3 {
            count(&plain).await;
            let mut cx = Context::from_waker(std::task::Waker::noop());
            assert!(second.as_mut().poll(&mut cx).is_pending());
        }
        assert_eq!(served.load(SeqCst), 1);
        // A call that is dropped makes room as well as one that ends.
        drop(first);
        let (_, mut counted) = second.await.unwrap();
        assert_eq!(counted.next().await.unwrap(), Some(number(0)));
        assert_eq!(counted.next().await.unwrap(), None);
        count(&client).await;
        running.stop().await;
    });
}

/// A layer whose calls go on in tasks of their own.
#[derive(Clone)]
struct Elsewhere(ClientService);

impl Service<CallRequest> for Elsewhere {
    type Response = CallReply;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<CallReply, BoxError>> + Send>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.0.poll_ready(cx).map_err(Into::into)
    }

    fn call(&mut self, request: CallRequest) -> Self::Future {
        let task = tokio::spawn(self.0.call(request));
        Box::pin(async move { Ok(task.await??) })
    }
}

#[test]
fn a_call_in_another_task_ends_with_its_receiver() {
    runtime().block_on(async {
        let served = Arc::default();
        let server = Server::builder().service(service(&served));
        let (running, plain) = start(server).await;
        let client = layered(&plain, tower::layer::layer_fn(Elsewhere));
        count(&client).await;
        let (sender, never) = client.open("Forever", &[]).await.unwrap();
        count(&plain).await;
        assert_eq!(served.load(SeqCst), 1);
        drop((sender, never));
        count(&plain).await;
        assert_eq!(served.load(SeqCst), 0);
        assert_eq!(client.client().in_flight(), 0);
        running.stop().await;
    });
}

#[test]
fn a_service_that_answers_itself_opens_no_call() {
    runtime().block_on(async {
        let answers =
            tower::service_fn(|_: CallRequest| async { Ok::<_, CallError>(CallReply::nothing()) });
        let client = AsyncDynamicClient::new(AsyncClient::over_service(answers), numbers());
        let refused = client.open("Double", &[]).await.map(drop);
        assert!(
            matches!(refused, Err(Error::Call(CallError::Misuse(_)))),
            "{refused:?}"
        );
    });
}
