//! Clients whose calls are futures, over every system of the library.
#![cfg(feature = "tokio")]

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex};
use std::task::Poll;
use std::time::Duration;

use manyrpc::async_client::Connectivity;
use manyrpc::dynamic::{
    AsyncDynamicClient, Definition, DynamicClient, DynamicInterface, DynamicService,
};
use manyrpc::server::{Running, RunningTasks};
use manyrpc::{
    AsyncClient, CallError, Client, ClientOptions, Error, Fault, Limits, Server, Wanted,
};
use manyrpc_model::Value;
use serde_json::json;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

const TEXT: &str = "
    struct closed { int until; };
    program SHOP {
        version SHOP_V1 {
            string ECHO(string) = 1;
            int COUNT(void) = 2;
            int BUY(string) raises (closed) = 3;
        } = 1;
    } = 0x20000007;";

/// Clients can be shared by the tasks of any runtime.
const fn is_shared<T: Clone + Send + Sync + 'static>() {}
const _: () = is_shared::<AsyncClient>();

/// Each system and transport.
const BINDINGS: [&str; 17] = [
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
    "jsonrpc+http://127.0.0.1:0?connection=close",
    "jsonrpc+tcp://127.0.0.1:0?framing=content-length",
    "soap+http://127.0.0.1:0",
    "soap+http://127.0.0.1:0?version=1.2",
    "iiop://127.0.0.1:0",
    "iiop://127.0.0.1:0?version=1.0",
];

fn shop() -> DynamicInterface {
    let options = manyrpc_idl::Options::default();
    let (module, found) = manyrpc_idl::load_text("shop.x", TEXT, &options);
    assert!(found.is_empty(), "{found:?}");
    let definition = Definition::new(module.unwrap()).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

fn serve(binding: &str) -> (Running, String) {
    let shop = shop();
    let closed = shop.exception_from_json("BUY", "closed", &json!({"until": 8}));
    let closed = closed.unwrap();
    let count = AtomicU32::new(0);
    let service = DynamicService::raising(shop, move |_, operation, arguments| {
        match (&*operation.name, &arguments[..]) {
            ("ECHO", [text]) => Ok(vec![text.clone()]),
            ("COUNT", _) => Ok(vec![Value::I32(count.fetch_add(1, Relaxed) as i32)]),
            _ => Err(closed.clone()),
        }
    });
    let mut server = Server::builder();
    server = server.service(service);
    let running = server.listen(binding).unwrap().start().unwrap();
    let at = running.bindings()[0].to_string();
    (running, at)
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

#[test]
fn every_system_carries_calls_of_many_tasks() {
    for binding in BINDINGS {
        for runtime in runtimes() {
            let (_running, at) = serve(binding);
            runtime.block_on(async {
                let client = AsyncClient::open(&at).await.unwrap();
                let client = AsyncDynamicClient::new(client, shop());
                let tasks: Vec<_> = (0..20)
                    .map(|task| {
                        let client = client.clone();
                        tokio::spawn(async move {
                            for call in 0..5 {
                                let sent = json!(format!("call {call} of task {task}"));
                                let came = client.call_json("ECHO", &json!([sent])).await;
                                assert_eq!(came.unwrap(), sent);
                            }
                        })
                    })
                    .collect();
                for task in tasks {
                    task.await.unwrap_or_else(|e| panic!("{binding}: {e}"));
                }
                assert!(client.client().counters().calls >= 100 || binding.contains("http"));
            });
        }
    }
}

#[test]
fn exceptions_arrive_by_name_over_every_system() {
    let [runtime, _] = runtimes();
    for binding in BINDINGS {
        let (_running, at) = serve(binding);
        runtime.block_on(async {
            let client = AsyncClient::open(&at).await.unwrap();
            let client = AsyncDynamicClient::new(client, shop());
            match client.call_json("BUY", &json!(["nut"])).await {
                Err(Error::Raised(closed)) => {
                    assert_eq!(closed.to_string(), r#"closed {"until":8}"#)
                }
                other => panic!("{binding}: {other:?}"),
            }
        });
    }
}

/// Lets calls go on; at the latest when it is dropped, so that a test that fails can end.
struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    fn open(&self) {
        let (open, opened) = &*self.0;
        *open.lock().unwrap() = true;
        opened.notify_all();
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.open();
    }
}

/// Serves a service that answers once its gate is open.
fn serve_held(binding: &str) -> (Running, String, Gate) {
    let gate = Gate(Arc::default());
    let held = gate.0.clone();
    let service = DynamicService::new(shop_without_exceptions(), move |_, _, arguments| {
        let (open, opened) = &*held;
        drop(opened.wait_while(open.lock().unwrap(), |open| !*open));
        Ok(arguments)
    });
    let caps = manyrpc::server::Caps {
        workers: 4,
        ..manyrpc::server::Caps::default()
    };
    let server = Server::builder().caps(caps).service(service);
    let running = server.listen(binding).unwrap().start().unwrap();
    let at = running.bindings()[0].to_string();
    (running, at, gate)
}

fn shop_without_exceptions() -> DynamicInterface {
    described("program HELD { version V1 { string ECHO(string) = 1; } = 1; } = 0x20000008;")
}

fn other_shop() -> DynamicInterface {
    described("program OTHER { version V2 { string RETURN(string) = 1; } = 2; } = 0x20000009;")
}

fn described(text: &str) -> DynamicInterface {
    let (module, _) = manyrpc_idl::load_text("held.x", text, &manyrpc_idl::Options::default());
    let definition = Definition::new(module.unwrap()).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

#[test]
fn a_call_that_is_given_up_leaves_nothing_in_flight() {
    let [runtime, _] = runtimes();
    for binding in [
        "onc+tcp://127.0.0.1:0",
        "grpc://127.0.0.1:0",
        "dce+tcp://127.0.0.1:0",
    ] {
        let (running, at, gate) = serve_held(binding);
        runtime.block_on(async {
            let client = AsyncClient::open(&at).await.unwrap();
            let client = AsyncDynamicClient::new(client, shop_without_exceptions());
            let arguments = json!(["x"]);
            {
                let call = client.call_json("ECHO", &arguments);
                let mut call = std::pin::pin!(call);
                // It is sent when it is first polled.
                let polled =
                    std::future::poll_fn(|cx| Poll::Ready(call.as_mut().poll(cx).is_ready()));
                assert!(!polled.await);
                assert_eq!(client.client().in_flight(), 1, "{binding}");
            }
            assert_eq!(client.client().in_flight(), 0, "{binding}");
            gate.open();
            assert_eq!(client.call_json("ECHO", &arguments).await.unwrap(), "x");
        });
        drop(running);
    }
}

#[test]
fn a_timeout_ends_a_call_on_every_system() {
    let [runtime, _] = runtimes();
    for binding in BINDINGS {
        let (running, at, gate) = serve_held(binding);
        runtime.block_on(async {
            let client = AsyncClient::open(&at).await.unwrap();
            let client = client.with_timeout(Some(Duration::from_millis(30)));
            let client = AsyncDynamicClient::new(client, shop_without_exceptions());
            let failed = client.call_json("ECHO", &json!(["x"])).await;
            let is_late = match &failed {
                Err(Error::Call(CallError::TimedOut { .. })) => true,
                Err(Error::Call(CallError::Fault(fault))) => fault.is_deadline_exceeded(),
                _ => false,
            };
            assert!(is_late, "{binding}: {failed:?}");
        });
        gate.open();
        drop(running);
    }
}

#[test]
fn connections_come_back_with_their_server() {
    let [runtime, _] = runtimes();
    for binding in [
        "onc+tcp://127.0.0.1:0",
        "grpc://127.0.0.1:0",
        "dce+tcp://127.0.0.1:0",
        "jsonrpc+http://127.0.0.1:0",
    ] {
        let (running, at) = serve(binding);
        runtime.block_on(async {
            let client = AsyncClient::open(&at).await.unwrap();
            assert_eq!(client.connectivity(), Connectivity::Ready);
            let mut changes = client.watch_connectivity();
            let client = AsyncDynamicClient::new(client, shop());
            client.call_json("ECHO", &json!(["a"])).await.unwrap();
            drop(running);
            // A call may be the first to notice.
            let mut failed = client.call_json("ECHO", &json!(["b"])).await;
            if client.client().connectivity() != Connectivity::Failing {
                failed = client.call_json("ECHO", &json!(["b"])).await;
            }
            assert!(failed.is_err(), "{binding}");
            assert_eq!(
                changes.next().await,
                Some(Connectivity::Failing),
                "{binding}"
            );

            let service = DynamicService::new(shop(), |_, _, arguments| Ok(arguments));
            let again = Server::builder().service(service).listen(&at).unwrap();
            let _again = again.start().unwrap();
            // The pause between attempts has to pass first.
            while let Err(e) = client.call_json("ECHO", &json!(["c"])).await {
                assert!(
                    matches!(e, Error::Call(CallError::Closed(_))),
                    "{binding}: {e}"
                );
                tokio::task::yield_now().await;
            }
            assert_eq!(client.client().connectivity(), Connectivity::Ready);
        });
    }
}

#[test]
fn where_calls_need_connections_of_their_own_there_are_only_so_many() {
    let [runtime, _] = runtimes();
    let (running, at, gate) = serve_held("xmlrpc+http://127.0.0.1:0");
    runtime.block_on(async {
        let options = ClientOptions {
            connections: 3,
            ..ClientOptions::default()
        };
        let client = AsyncClient::connect(&at.parse().unwrap(), None, &options).await;
        let client = AsyncDynamicClient::new(client.unwrap(), shop_without_exceptions());
        let calls: Vec<_> = (0..10)
            .map(|_| {
                let client = client.clone();
                tokio::spawn(async move { client.call_json("ECHO", &json!(["x"])).await })
            })
            .collect();
        while client.client().in_flight() < 3 || running.status().connections < 3 {
            tokio::task::yield_now().await;
        }
        gate.open();
        for call in calls {
            assert_eq!(call.await.unwrap().unwrap(), "x");
        }
        assert_eq!(running.status().accepted, 3);
    });
}

#[test]
fn a_server_that_cannot_be_reached_is_an_error_with_its_name() {
    let [runtime, _] = runtimes();
    runtime.block_on(async {
        let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let at = format!("onc+tcp://{}", nobody.local_addr().unwrap());
        drop(nobody);
        let refused = AsyncClient::open(&at).await.unwrap_err();
        assert!(refused.to_string().contains(&at), "{refused}");
        let wrong = AsyncClient::open("onc+tpc://127.0.0.1:1")
            .await
            .unwrap_err();
        assert!(matches!(wrong, Error::Binding(_)), "{wrong}");
    });
}

#[test]
fn one_way_calls_are_sent_and_others_follow() {
    let [runtime, _] = runtimes();
    for binding in [
        "jsonrpc+tcp://127.0.0.1:0",
        "jsonrpc+http://127.0.0.1:0",
        "jsonrpc+http://127.0.0.1:0?connection=close",
        "xmlrpc+http://127.0.0.1:0",
        "onc+tcp://127.0.0.1:0",
        "grpc://127.0.0.1:0",
    ] {
        let (_running, at) = serve(binding);
        runtime.block_on(async {
            let client = AsyncClient::open(&at).await.unwrap();
            let client = AsyncDynamicClient::new(client, shop());
            let mut answered = 0;
            for _ in 0..3 {
                client.notify("COUNT", &[]).await.unwrap();
                client
                    .call("COUNT", &[])
                    .await
                    .unwrap_or_else(|e| panic!("{binding}: {e}"));
                answered += 2;
            }
            // Over connections of their own the calls without replies may be the last to arrive.
            loop {
                let count = client.call("COUNT", &[]).await.unwrap();
                let [Value::I32(count)] = count[..] else {
                    panic!("{count:?}");
                };
                if count >= answered {
                    break;
                }
                answered += 1;
            }
        });
    }
}

/// A service whose results are futures, and its server on the current runtime.
async fn serve_futures(binding: &str) -> (RunningTasks, String) {
    let shop = shop();
    let closed = shop.exception_from_json("BUY", "closed", &json!({"until": 8}));
    let closed = closed.unwrap();
    let service = DynamicService::of_futures(shop, move |context, operation, arguments| {
        let closed = closed.clone();
        Box::pin(async move {
            assert!(context.from.is_some() || context.timeout.is_none());
            match &*operation.name {
                "ECHO" => {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                    Ok(arguments)
                }
                "COUNT" => Ok(vec![Value::I32(7)]),
                _ => {
                    tokio::task::yield_now().await;
                    Err(closed)
                }
            }
        })
    });
    let at_once = DynamicService::new(shop_without_exceptions(), |_, _, arguments| Ok(arguments));
    let server = Server::builder().service(service).service(at_once);
    let running = server
        .listen(binding)
        .unwrap()
        .start_on_runtime()
        .await
        .unwrap();
    let at = running.bindings()[0].to_string();
    (running, at)
}

#[test]
fn every_system_serves_futures() {
    for binding in BINDINGS {
        for runtime in runtimes() {
            runtime.block_on(async {
                let (running, at) = serve_futures(binding).await;
                let client = AsyncClient::open(&at).await.unwrap();
                let client = AsyncDynamicClient::new(client, shop());
                let tasks: Vec<_> = (0..20)
                    .map(|task| {
                        let client = client.clone();
                        tokio::spawn(async move {
                            let sent = json!(format!("task {task}"));
                            let came = client.call_json("ECHO", &json!([sent])).await;
                            assert_eq!(came.unwrap(), sent);
                            let seven = client.call("COUNT", &[]).await;
                            assert_eq!(seven.unwrap(), [Value::I32(7)]);
                            let raised = client.call_json("BUY", &json!(["nut"])).await;
                            assert!(matches!(raised, Err(Error::Raised(_))), "{raised:?}");
                        })
                    })
                    .collect();
                for task in tasks {
                    task.await.unwrap_or_else(|e| panic!("{binding}: {e}"));
                }
                // Raw calls name no interface, so there the first service has them all.
                if !binding.starts_with("raw") {
                    let other = AsyncClient::open(&at).await.unwrap();
                    let other = AsyncDynamicClient::new(other, shop_without_exceptions());
                    let came = other.call_json("ECHO", &json!(["at once"])).await;
                    assert_eq!(came.unwrap(), "at once", "{binding}");
                }
                running.stop().await;
            });
        }
    }
}

#[test]
fn threads_do_not_serve_futures() {
    let futures =
        DynamicService::of_futures(shop(), |_, _, arguments| Box::pin(async { Ok(arguments) }));
    let server = Server::builder().service(futures);
    let refused = server.listen("onc+tcp://127.0.0.1:0").unwrap().start();
    let refused = refused.map(drop).unwrap_err();
    assert!(refused.to_string().contains("`SHOP_V1`"), "{refused}");
}

#[test]
fn workers_execute_what_blocks_while_tasks_serve_futures() {
    let [runtime, _] = runtimes();
    // The raw system serves one interface.
    for binding in BINDINGS.iter().filter(|b| !b.starts_with("raw")) {
        // One service blocks until the other has been called.
        let gate = Gate(Arc::default());
        let (held, opens) = (gate.0.clone(), Gate(gate.0.clone()));
        let slow = DynamicService::new(shop_without_exceptions(), move |_, _, arguments| {
            let (open, opened) = &*held;
            let is_shut = |open: &mut bool| !*open;
            drop(opened.wait_while(open.lock().unwrap(), is_shut).unwrap());
            Ok(arguments)
        });
        let futures = DynamicService::of_futures(other_shop(), move |_, _, arguments| {
            opens.open();
            Box::pin(async { Ok(arguments) })
        });
        runtime.block_on(async {
            let server = Server::builder().service(slow).service(futures).workers(2);
            let server = server.listen(binding).unwrap();
            let running = server.start_on_runtime().await.unwrap();
            let at = running.bindings()[0].to_string();
            let client = AsyncClient::open(&at).await.unwrap();
            let slow = AsyncDynamicClient::new(client.clone(), shop_without_exceptions());
            let arguments = json!(["well"]);
            let slow = slow.call_json("ECHO", &arguments);
            let quick = async {
                let client = AsyncClient::open(&at).await.unwrap();
                let client = AsyncDynamicClient::new(client, other_shop());
                client.call_json("RETURN", &json!(["well"])).await
            };
            let (slow, quick) = tokio::join!(slow, quick);
            assert_eq!(
                (slow.unwrap(), quick.unwrap()),
                (json!("well"), json!("well")),
                "{binding}"
            );
            running.stop().await;
        });
    }
}

#[test]
fn several_calls_go_in_one_message() {
    let [runtime, _] = runtimes();
    for binding in [
        "jsonrpc+tcp://127.0.0.1:0",
        "jsonrpc+http://127.0.0.1:0",
        "xmlrpc+http://127.0.0.1:0",
    ] {
        let service =
            DynamicService::new(
                shop_without_exceptions(),
                |_, _, arguments| match &arguments[..] {
                    [Value::Text(text)] if text == "refused" => Err(Fault::Other(5)),
                    _ => Ok(arguments),
                },
            );
        let server = Server::builder().service(service);
        let server = server.listen(binding).unwrap().start().unwrap();
        let at = server.bindings()[0].to_string();
        runtime.block_on(async {
            let client = AsyncClient::open(&at).await.unwrap();
            let client = AsyncDynamicClient::new(client, shop_without_exceptions());
            let texts = ["a", "refused", "b"].map(|text| [Value::Text(text.to_owned())]);
            let calls: Vec<(&str, &[Value])> =
                texts.iter().map(|text| ("ECHO", &text[..])).collect();
            let ended = client.batch(&calls).await.unwrap();
            assert_eq!(ended.len(), 3);
            assert_eq!(ended[0].as_ref().unwrap(), &texts[0], "{binding}");
            assert!(
                matches!(ended[1], Err(Error::Call(CallError::Fault(_)))),
                "{binding}: {:?}",
                ended[1]
            );
            assert_eq!(ended[2].as_ref().unwrap(), &texts[2], "{binding}");
            // What does not fit is refused before anything is sent.
            let wrong: [(&str, &[Value]); 2] = [("ECHO", &texts[0]), ("ECHO", &[Value::I32(1)])];
            assert!(client.batch(&wrong).await.is_err());
            assert_eq!(client.client().in_flight(), 0);
            assert_eq!(client.call("ECHO", &texts[0]).await.unwrap(), texts[0]);
        });
    }
    let (_running, at) = serve("onc+tcp://127.0.0.1:0");
    runtime.block_on(async {
        let client = AsyncClient::open(&at).await.unwrap();
        let client = AsyncDynamicClient::new(client, shop());
        let refused = client.batch(&[("COUNT", &[])]).await;
        assert!(
            matches!(refused, Err(Error::Call(CallError::Misuse(_)))),
            "{refused:?}"
        );
    });
}

/// As with threads: `tests/messages/batches.rs`, and what foreign programs make of batches, `manyrpc-lab`'s `text_peers.rs`.
#[test]
fn exceptions_end_calls_of_batches() {
    let [runtime, _] = runtimes();
    for binding in [
        "jsonrpc+tcp://127.0.0.1:0",
        "jsonrpc+http://127.0.0.1:0",
        "xmlrpc+http://127.0.0.1:0",
    ] {
        let (_running, at) = serve(binding);
        let batch = runtime.block_on(async {
            let client = AsyncClient::open(&at).await.unwrap();
            let client = AsyncDynamicClient::new(client, shop());
            let nut = [Value::Text("nut".to_owned())];
            let calls: [(&str, &[Value]); 3] = [("BUY", &nut), ("ECHO", &nut), ("BUY", &nut)];
            client.batch(&calls).await.unwrap()
        });
        assert_eq!(batch[1].as_ref().unwrap(), &[Value::Text("nut".to_owned())]);
        let mut blocking = DynamicClient::new(Client::open(&at).unwrap(), shop());
        let mut sent = blocking.batch().unwrap();
        let nut = [Value::Text("nut".to_owned())];
        sent.add("BUY", &nut).unwrap();
        let sent = sent.send().unwrap().remove(0);
        let alone = blocking.wait(sent).unwrap_err();
        for raised in [&batch[0], &batch[2]] {
            match raised {
                Err(Error::Raised(closed)) => {
                    assert_eq!(closed.to_string(), r#"closed {"until":8}"#);
                    assert_eq!(closed.to_string(), alone.to_string(), "{binding}");
                }
                other => panic!("{binding}: {other:?}"),
            }
        }
    }
}

/// A batch waits behind calls that fill the connection, and is carried out when they are answered.
#[test]
fn a_batch_waits_while_calls_fill_the_connection() {
    let [runtime, _] = runtimes();
    runtime.block_on(async {
        let gate = Arc::new(Semaphore::new(0));
        let held = gate.clone();
        let service =
            DynamicService::of_futures(shop_without_exceptions(), move |_, _, arguments| {
                let held = held.clone();
                Box::pin(async move {
                    let permit = held.acquire().await;
                    permit.map_err(|_| Fault::ServerFailure)?.forget();
                    Ok(arguments)
                })
            });
        let server = Server::builder().service(service);
        let server = server.listen("jsonrpc+tcp://127.0.0.1:0").unwrap();
        let running = server.start_on_runtime().await.unwrap();
        let options = ClientOptions {
            limits: Limits {
                calls_in_flight: 2,
                ..Limits::default()
            },
            timeout: Some(Duration::from_secs(60)),
            ..ClientOptions::default()
        };
        let client = AsyncClient::connect(&running.bindings()[0], None, &options).await;
        let client = AsyncDynamicClient::new(client.unwrap(), shop_without_exceptions());
        let texts = ["a", "b"].map(|text| [Value::Text(text.to_owned())]);
        let calls = texts.each_ref().map(|text| ("ECHO", &text[..]));
        let mut filling = pin!(async {
            tokio::join!(
                client.call("ECHO", &texts[0]),
                client.call("ECHO", &texts[1])
            )
        });
        let mut batch = pin!(client.batch(&calls));
        poll_fn(|cx| {
            assert!(filling.as_mut().poll(cx).is_pending());
            assert!(batch.as_mut().poll(cx).is_pending());
            Poll::Ready(())
        })
        .await;
        assert_eq!(client.client().in_flight(), 2, "the batch is not sent");
        gate.add_permits(4);
        let (filled, ended) = tokio::join!(filling, batch);
        assert_eq!(
            (filled.0.unwrap(), filled.1.unwrap()),
            (texts[0].to_vec(), texts[1].to_vec())
        );
        let ended = ended.unwrap();
        for (end, text) in ended.iter().zip(&texts) {
            assert_eq!(end.as_ref().unwrap(), text);
        }
        running.stop().await;
    });
}

#[test]
fn the_members_of_a_group_answer_one_by_one() {
    let [runtime, _] = runtimes();
    for system in ["onc", "dce", "ncs"] {
        let members = [(); 3].map(|()| serve(&format!("{system}+udp://127.0.0.1:0")));
        let ports = members
            .each_ref()
            .map(|(_, at)| at.rsplit_once(':').unwrap().1);
        let group = ports.map(|port| format!("127.0.0.1:{port}")).join(",");
        runtime.block_on(async {
            let options = ClientOptions {
                broadcast: true,
                timeout: Some(Duration::from_secs(10)),
                ..ClientOptions::default()
            };
            let at = format!("{system}+udp://{group}").parse().unwrap();
            let client = AsyncClient::connect(&at, None, &options).await.unwrap();
            let client = AsyncDynamicClient::new(client, shop());
            for (wanted, expected) in [(Wanted::Everyone, 3), (Wanted::First(2), 2)] {
                let hello = [Value::Text("hello".to_owned())];
                let mut answers = client.gather("ECHO", &hello, wanted).await.unwrap();
                let mut from = Vec::new();
                while let Some(answer) = answers.next().await.unwrap() {
                    assert_eq!(answer.results.unwrap(), hello);
                    from.push(answer.from.port().to_string());
                }
                from.sort();
                from.dedup();
                assert_eq!(from.len(), expected, "{system}");
                assert!(from.iter().all(|port| ports.contains(&&**port)));
            }
            assert_eq!(client.client().in_flight(), 0);
        });
    }
}
