//! Calls with several messages as futures, over gRPC.
#![cfg(feature = "tokio")]

#[path = "support/numbers.rs"]
mod numbers;

use std::time::Duration;

use manyrpc::dynamic::{
    AsyncDynamicClient, Definition, DynamicClient, DynamicInterface, DynamicService,
};
use manyrpc::dynamic::{Conversation, DynamicReplies};
use manyrpc::server::{Caps, RunningTasks};
use manyrpc::stub::Flow;
use manyrpc::{AsyncClient, CallError, Client, Error, Fault, Outcome, Server};
use manyrpc_model::Value;
use numbers::{number, value};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;

const TEXT: &str = r#"
    syntax = "proto3";
    package numbers;
    message Number { int32 value = 1; }
    message Piece { bytes data = 1; }
    service Numbers {
        rpc Count(Number) returns (stream Number);
        rpc Sum(stream Number) returns (Number);
        rpc Double(stream Number) returns (stream Number);
        rpc Pieces(Number) returns (stream Piece);
        rpc Swallow(stream Piece) returns (Number);
        rpc Fail(stream Number) returns (stream Number);
    }"#;

fn numbers() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, found) = manyrpc_idl::load_text("numbers.proto", TEXT, &options);
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

/// Serves all operations with futures; reports each piece that `Swallow` takes, and takes them one
/// by one as `pace` permits.
async fn serve(pace: mpsc::Receiver<()>) -> (RunningTasks, String) {
    let pace = std::sync::Arc::new(tokio::sync::Mutex::new(pace));
    let service = DynamicService::new(numbers(), |_, _, _| Err(Fault::NoSuchOperation));
    let service = service.conversing_async(move |_, operation, mut requests, replies| {
        let (operation, pace) = (operation.name.clone(), pace.clone());
        Box::pin(async move {
            match &*operation {
                "Count" => {
                    let to = requests.next().await?.map_or(0, |n| value(&n));
                    for n in 0..to {
                        if n % 7 == 0 {
                            tokio::task::yield_now().await;
                        }
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
                    // Replies come from another task.
                    let task = tokio::spawn(async move {
                        while let Some(n) = requests.next().await? {
                            replies.send(&number(2 * value(&n))).await?;
                        }
                        Ok(())
                    });
                    return task.await.unwrap();
                }
                "Pieces" => {
                    let pieces = requests.next().await?.map_or(0, |n| value(&n));
                    let piece = [Value::Record(vec![Value::Bytes(vec![7; 64 << 10])])];
                    for _ in 0..pieces {
                        replies.send(&piece).await?;
                    }
                }
                "Swallow" => {
                    let mut pieces = 0;
                    while requests.next().await?.is_some() {
                        pieces += 1;
                        pace.lock().await.recv().await;
                    }
                    replies.send(&number(pieces)).await?;
                }
                _ => {
                    requests.next().await?;
                    return Err(Fault::application(5, "as the test asks"));
                }
            }
            Ok(())
        })
    });
    let server = Server::builder().service(service);
    let server = server.listen("grpc://127.0.0.1:0").unwrap();
    let running = server.start_on_runtime().await.unwrap();
    let at = running.bindings()[0].to_string();
    (running, at)
}

async fn client(at: &str) -> AsyncDynamicClient {
    AsyncDynamicClient::new(AsyncClient::open(at).await.unwrap(), numbers())
}

/// Sends back what it receives.
struct Echo;

impl Conversation for Echo {
    fn message(&mut self, request: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow {
        replies.send(&request);
        Flow::Wait
    }

    fn ended(&mut self, _: &mut DynamicReplies<'_>) -> Flow {
        Flow::Over(Outcome::Done)
    }
}

/// Wherever they do: before the first message, and between messages; as futures, and as services that block.
#[test]
fn calls_that_keep_a_thread_of_the_runtime_are_counted() {
    // So long that a machine that is busy with other things does not block as long.
    const LONG: Duration = Duration::from_secs(2);
    let futures = DynamicService::new(numbers(), |_, _, _| Err(Fault::NoSuchOperation));
    let futures = futures.conversing_async(|_, operation, mut requests, replies| {
        let blocks = operation.name == "Count";
        Box::pin(async move {
            while let Some(n) = requests.next().await? {
                if blocks {
                    std::thread::sleep(LONG);
                }
                replies.send(&n).await?;
            }
            Ok(())
        })
    });
    let threads = DynamicService::new(numbers(), |_, _, _| Err(Fault::NoSuchOperation));
    let threads = threads.conversing(|_, operation| {
        if operation.name == "Count" {
            std::thread::sleep(LONG);
        }
        Ok(Box::new(Echo))
    });
    let [runtime, _] = runtimes();
    for service in [futures, threads] {
        runtime.block_on(async {
            let caps = Caps {
                may_block_for: LONG / 2,
                ..Caps::default()
            };
            let server = Server::builder().caps(caps).service(service);
            let server = server.listen("grpc://127.0.0.1:0").unwrap();
            let running = server.start_on_runtime().await.unwrap();
            let client = client(&running.bindings()[0].to_string()).await;
            for (operation, blocking) in [("Double", 0), ("Count", 1), ("Double", 1)] {
                let arguments = match operation {
                    "Count" => number(5),
                    _ => Vec::new(),
                };
                let (mut sender, mut replies) = client.open(operation, &arguments).await.unwrap();
                if operation == "Double" {
                    sender.send(&number(5)).await.unwrap();
                }
                sender.finish();
                assert_eq!(replies.next().await.unwrap(), Some(number(5)));
                assert_eq!(replies.next().await.unwrap(), None);
                assert_eq!(running.status().blocking_calls, blocking, "{operation}");
            }
            running.stop().await;
        });
    }
}

#[test]
fn messages_go_in_all_directions() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let (running, at) = serve(mpsc::channel(1).1).await;
            let client = client(&at).await;

            let (_, mut counted) = client.open("Count", &number(100)).await.unwrap();
            for n in 0..100 {
                assert_eq!(counted.next().await.unwrap(), Some(number(n)));
            }
            assert_eq!(counted.next().await.unwrap(), None);

            let (mut sender, mut sum) = client.open("Sum", &[]).await.unwrap();
            for n in 0..100 {
                sender.send(&number(n)).await.unwrap();
            }
            sender.finish();
            assert_eq!(sum.next().await.unwrap(), Some(number(4950)));
            assert_eq!(sum.next().await.unwrap(), None);

            // Each answer before the next question, by two tasks, while other calls go on.
            let (mut sender, mut doubled) = client.open("Double", &[]).await.unwrap();
            for n in 0..50 {
                sender.send(&number(n)).await.unwrap();
                assert_eq!(doubled.next().await.unwrap(), Some(number(2 * n)));
            }
            drop(sender);
            assert_eq!(doubled.next().await.unwrap(), None);

            let (mut sender, mut failed) = client.open("Fail", &[]).await.unwrap();
            sender.send(&number(1)).await.unwrap();
            let Err(Error::Call(CallError::Fault(fault))) = failed.next().await else {
                panic!("it does not fail");
            };
            assert_eq!(
                fault.to_string(),
                Fault::application(5, "as the test asks").to_string()
            );
            assert_eq!(client.client().in_flight(), 0);
            running.stop().await;
        });
    }
}

#[test]
fn a_reader_that_does_not_read_holds_its_own_server_back_and_no_other() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let (running, at) = serve(mpsc::channel(1).1).await;
            let client = client(&at).await;
            // 64 MiB, of which the stream's window lets 16 go.
            let (_, mut pieces) = client.open("Pieces", &number(1024)).await.unwrap();
            for n in 0..200 {
                let (_, mut counted) = client.open("Count", &number(10)).await.unwrap();
                for n in 0..10 {
                    assert_eq!(counted.next().await.unwrap(), Some(number(n)));
                }
                assert_eq!(counted.next().await.unwrap(), None, "{n}");
            }
            let received = client.client().counters().bytes_received;
            assert!(
                received < 17 << 20,
                "{received} bytes came although nobody reads them"
            );
            let mut got = 0;
            while let Some(piece) = pieces.next().await.unwrap() {
                let [Value::Record(fields)] = &piece[..] else {
                    panic!("{piece:?}");
                };
                assert!(matches!(&fields[..], [Value::Bytes(data)] if data.len() == 64 << 10));
                got += 1;
            }
            assert_eq!(got, 1024);
            running.stop().await;
        });
    }
}

#[test]
fn a_server_that_does_not_read_holds_its_client_back() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let (permit, pace) = mpsc::channel(1);
            let (running, at) = serve(pace).await;
            let client = client(&at).await;
            let (mut sender, mut swallowed) = client.open("Swallow", &[]).await.unwrap();
            let piece = [Value::Record(vec![Value::Bytes(vec![7; 64 << 10])])];
            let sending = tokio::spawn(async move {
                for _ in 0..1024 {
                    sender.send(&piece).await.unwrap();
                }
            });
            // The sender goes on until its window of 16 MiB is used up, and then no further.
            let mut sent = 0;
            loop {
                tokio::time::sleep(Duration::from_millis(20)).await;
                let now = client.client().counters().bytes_sent;
                if now == sent && now > 0 {
                    break;
                }
                sent = now;
            }
            assert!(
                sent < 17 << 20,
                "{sent} bytes were sent although nobody reads them"
            );
            assert!(!sending.is_finished());
            // From now on it reads.
            drop(permit);
            sending.await.unwrap();
            assert_eq!(swallowed.next().await.unwrap(), Some(number(1024)));
            running.stop().await;
        });
    }
}

#[test]
fn a_receiver_that_is_dropped_cancels_its_call() {
    let [runtime, _] = runtimes();
    runtime.block_on(async {
        let (running, at) = serve(mpsc::channel(1).1).await;
        let client = client(&at).await;
        let (sender, mut pieces) = client.open("Pieces", &number(1024)).await.unwrap();
        pieces.next().await.unwrap();
        drop(pieces);
        drop(sender);
        assert_eq!(client.client().in_flight(), 0);
        let (_, mut counted) = client.open("Count", &number(1)).await.unwrap();
        assert_eq!(counted.next().await.unwrap(), Some(number(0)));
        running.stop().await;
    });
}

#[test]
fn blocking_clients_talk_with_futures() {
    let [_, runtime] = runtimes();
    let (running, at) = runtime.block_on(serve(mpsc::channel(1).1));
    let mut client = DynamicClient::new(Client::open(&at).unwrap(), numbers());
    let mut doubled = client.open("Double", &[]).unwrap();
    for n in 0..50 {
        doubled.send(&number(n)).unwrap();
        assert_eq!(doubled.next().unwrap(), Some(number(2 * n)));
    }
    doubled.end().unwrap();
    assert_eq!(doubled.next().unwrap(), None);
    drop(doubled);
    runtime.block_on(running.stop());
}

#[test]
fn systems_without_such_calls_refuse_them() {
    let [runtime, _] = runtimes();
    runtime.block_on(async {
        let service = DynamicService::new(numbers(), |_, _, _| Err(Fault::NoSuchOperation));
        let server = Server::builder().service(service);
        let server = server
            .listen("jsonrpc+tcp://127.0.0.1:0")
            .unwrap()
            .start()
            .unwrap();
        let client = client(&server.bindings()[0].to_string()).await;
        let refused = client.open("Double", &[]).await.map(drop);
        assert!(
            matches!(refused, Err(Error::Call(CallError::Misuse(_)))),
            "{refused:?}"
        );
    });
}
