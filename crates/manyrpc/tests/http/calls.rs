//! Calls with one message each way, over each system.

use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::Duration;

use http_body_util::Full;
use hyper::body::Bytes;
use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::health::Health;
use manyrpc::introspection::ReflectionClient;
use manyrpc::layers::ServedCall;
use manyrpc::server;
use manyrpc::{AsyncClient, CallError, ClientOptions, Error, Fault, Metadata, Server};
use tower::ServiceBuilder;

use super::{
    App, ask, blocking_service, calls_of, client, data, grpc, head, host, message, number, piece,
    runtime, runtimes, service, shop, threads, until,
};

/// Each system, as its client knows it.
const SYSTEMS: [&str; 6] = [
    "grpc://AT",
    "grpc://AT?compress=gzip",
    "grpc://AT?content=json",
    "jsonrpc+http://AT/rpc",
    "xmlrpc+http://AT/RPC2",
    "soap+http://AT/soap",
];

/// Handlers that are futures, others, and others on threads of their own.
fn servers(app: &Arc<App>) -> [server::Builder; 3] {
    [
        Server::builder().service(service(app)),
        Server::builder().service(blocking_service()),
        Server::builder().service(blocking_service()).workers(2),
    ]
}

#[test]
fn every_system_is_served_at_one_port() {
    for runtime in runtimes() {
        runtime.block_on(async {
            for server in servers(&Arc::default()) {
                let at = host(server.into_http_service().unwrap()).await;
                for system in SYSTEMS {
                    let client = client(&system.replace("AT", &at.to_string())).await;
                    for n in 0..5 {
                        let came = client.call("Double", &number(n)).await;
                        assert_eq!(came.unwrap(), number(2 * n), "{system}");
                    }
                    let much = piece(&vec![7; 1 << 20]);
                    assert_eq!(client.call("Echo", &much).await.unwrap(), much, "{system}");
                    let who = client.call("Who", &number(0)).await.unwrap();
                    let own = data(&who).starts_with(b"127.0.0.1:");
                    assert!(own, "{system}: {who:?}");
                    let refused = client.call("Refuse", &number(0)).await.unwrap_err();
                    let text = refused.to_string();
                    assert!(text.contains("as the test asks"), "{system}: {text}");
                }
            }
        });
    }
}

#[test]
fn a_handler_that_panics_fails_its_call_and_no_other() {
    runtime().block_on(async {
        for server in servers(&Arc::default()) {
            let at = host(server.into_http_service().unwrap()).await;
            for system in SYSTEMS {
                let client = client(&system.replace("AT", &at.to_string())).await;
                let failed = client.call("Panic", &number(0)).await;
                let Err(Error::Call(CallError::Fault(fault))) = failed else {
                    panic!("{system}: {failed:?}");
                };
                assert_eq!(fault, Fault::ServerFailure, "{system}");
                let came = client.call("Double", &number(4)).await.unwrap();
                assert_eq!(came, number(8), "{system}");
            }
        }
    });
}

#[test]
fn calls_of_one_connection_do_not_wait_for_each_other() {
    for runtime in runtimes() {
        runtime.block_on(async {
            let app = Arc::new(App::default());
            let at = host(calls_of(&app)).await;
            let client = client(&format!("grpc://{at}")).await;
            let waiting: Vec<_> = (0..8)
                .map(|n| {
                    let client = client.clone();
                    tokio::spawn(async move { client.call("Wait", &number(n)).await })
                })
                .collect();
            until(|| app.begun.load(SeqCst) == 8).await;
            assert_eq!(client.call("Double", &number(4)).await.unwrap(), number(8));
            app.gate.notify_waiters();
            for (n, call) in waiting.into_iter().enumerate() {
                assert_eq!(call.await.unwrap().unwrap(), number(n as i32));
            }
        });
    }
}

#[test]
fn metadata_is_carried_both_ways() {
    runtime().block_on(async {
        for server in servers(&Arc::default()) {
            let calls = server.into_http_service().unwrap();
            let request = grpc("Double").header("x-some-bin", "AP8");
            let request = request.body(Full::from(message(4))).unwrap();
            let answer = ask(&calls, request).await;
            assert_eq!((answer.status, &answer.content), (200, &message(8)));
            assert_eq!(answer.headers["content-type"], "application/grpc");
            assert_eq!(answer.headers["x-some-bin"], "AP8");
            assert_eq!(answer.trailers["end-x-some-bin"], "AP8");
            assert_eq!(answer.trailers["grpc-status"], "0");
        }
    });
}

#[test]
fn clients_send_metadata_through() {
    runtime().block_on(async {
        let at = host(calls_of(&Arc::default())).await;
        let client = AsyncClient::open(&format!("grpc://{at}")).await.unwrap();
        let mut metadata = Metadata::new();
        metadata.push("x-text", "one");
        let client = client.with_metadata(metadata);
        let client = manyrpc::dynamic::AsyncDynamicClient::new(client, shop());
        assert_eq!(client.call("Double", &number(1)).await.unwrap(), number(2));
    });
}

#[test]
fn messages_are_compressed_as_their_callers_ask() {
    runtime().block_on(async {
        let calls = calls_of(&Arc::default());
        // 100,000 zeros, deflated by gzip.
        let packed = {
            let at = host(calls.clone()).await;
            let client = client(&format!("grpc://{at}?compress=gzip")).await;
            let zeros = piece(&[0; 100_000]);
            assert_eq!(client.call("Echo", &zeros).await.unwrap(), zeros);
            client.client().counters()
        };
        assert!(packed.bytes_sent < 2_000, "{packed:?}");
        assert!(packed.bytes_received < 2_000, "{packed:?}");
    });
}

#[test]
fn batches_and_notifications_are_http() {
    runtime().block_on(async {
        let calls = calls_of(&Arc::default());
        let ask = async |text: &'static str| {
            let request = head("POST", "/rpc", "application/json");
            ask(&calls, request.body(Full::from(text)).unwrap()).await
        };
        let one = r#"{"jsonrpc":"2.0","method":"shop.Shop.Double","params":[{"value":4}],"id":1}"#;
        let answer = ask(one).await;
        let said = String::from_utf8(answer.content).unwrap();
        assert_eq!(said, r#"{"jsonrpc":"2.0","result":{"value":8},"id":1}"#);
        assert_eq!(answer.headers["content-type"], "application/json");

        let batch = r#"[{"jsonrpc":"2.0","method":"shop.Shop.Double","params":[{"value":4}],"id":1},
            {"jsonrpc":"2.0","method":"shop.Shop.Double","params":[{"value":5}]},
            {"jsonrpc":"2.0","method":"shop.Shop.Double","params":[{"value":6}],"id":2}]"#;
        let answer = ask(batch).await;
        let said = String::from_utf8(answer.content).unwrap();
        assert!(
            said.contains("8") && said.contains("12") && !said.contains("10"),
            "{said}"
        );

        let notification =
            r#"{"jsonrpc":"2.0","method":"shop.Shop.Double","params":[{"value":4}]}"#;
        let answer = ask(notification).await;
        assert_eq!((answer.status, answer.content.len()), (204, 0));
    });
}

#[test]
fn layers_are_around_what_is_served() {
    runtime().block_on(async {
        let seen = Arc::new(std::sync::Mutex::new(Vec::new()));
        let names = seen.clone();
        let layer = ServiceBuilder::new().map_request(move |call: ServedCall| {
            names.lock().unwrap().push(call.names().unwrap_or_default());
            call
        });
        let server = Server::builder().service(service(&Arc::default()));
        let at = host(
            server
                .layer(layer.into_inner())
                .into_http_service()
                .unwrap(),
        )
        .await;
        for system in ["grpc://AT", "jsonrpc+http://AT"] {
            let client = client(&system.replace("AT", &at.to_string())).await;
            assert_eq!(client.call("Double", &number(4)).await.unwrap(), number(8));
        }
        let one = ("shop.Shop".to_owned(), "Double".to_owned());
        assert_eq!(*seen.lock().unwrap(), [one.clone(), one]);
    });
}

/// A server tells of itself there as elsewhere.
#[test]
fn services_are_described_and_healthy() {
    runtime().block_on(async {
        let server = Server::builder().service(blocking_service());
        let server = server.service(Health::new().service());
        let calls = server.into_http_service().unwrap();
        let request = head("POST", "/grpc.health.v1.Health/Check", "application/grpc");
        let request = request.body(Full::from(vec![0; 5])).unwrap();
        let answer = ask(&calls, request).await;
        assert_eq!(answer.content, message(1));
        let listed = head("POST", "/", "text/xml").body(Full::<Bytes>::from(
            "<methodCall><methodName>system.listMethods</methodName></methodCall>",
        ));
        let answer = ask(&calls, listed.unwrap()).await;
        let said = String::from_utf8(answer.content).unwrap();
        assert!(said.contains("shop.Shop.Double"), "{said}");
        let discovered = r#"{"jsonrpc":"2.0","method":"rpc.discover","id":1}"#;
        let discovered = head("POST", "/", "application/json").body(Full::from(discovered));
        let answer = ask(&calls, discovered.unwrap()).await;
        let said = String::from_utf8(answer.content).unwrap();
        assert!(
            said.contains("openrpc") && said.contains("Double"),
            "{said}"
        );
    });
}

/// Reflection has calls with several messages, whose handlers are no futures.
#[test]
fn foreign_tools_find_definitions() {
    let runtime = threads();
    let server = Server::builder().service(blocking_service());
    let at = runtime.block_on(host(server.into_http_service().unwrap()));
    let binding = format!("grpc://{at}").parse().unwrap();
    let mut reflection = ReflectionClient::open(&binding, &ClientOptions::default()).unwrap();
    let services = reflection.services().unwrap();
    assert!(
        services.iter().any(|name| name == "shop.Shop"),
        "{services:?}"
    );
}

#[test]
fn what_needs_connections_is_refused() {
    let builder = || Server::builder().service(blocking_service());
    let refused = [
        builder().listen("grpc://127.0.0.1:0").unwrap(),
        builder().register(),
        builder().acceptors(|_| None),
        builder()
            .service(service(&Arc::default()))
            .layer(
                ServiceBuilder::new()
                    .map_request(|call: ServedCall| call)
                    .into_inner(),
            )
            .workers(1),
    ];
    for builder in refused {
        let refused = builder.into_http_service().map(drop);
        assert!(matches!(refused, Err(Error::Settings(_))), "{refused:?}");
    }
}

/// Threads execute what is no future, and only that.
#[test]
fn handlers_of_both_kinds_are_beside_each_other() {
    runtime().block_on(async {
        let app = Arc::new(App::default());
        let server = Server::builder().service(service(&app));
        let calls = server.workers(1).into_http_service().unwrap();
        let at = host(calls).await;
        let client = client(&format!("grpc://{at}")).await;
        let call = {
            let client = client.clone();
            tokio::spawn(async move { client.call("Wait", &number(3)).await })
        };
        until(|| app.begun.load(SeqCst) == 1).await;
        app.gate.notify_waiters();
        let came = tokio::time::timeout(Duration::from_secs(20), call).await;
        assert_eq!(came.unwrap().unwrap().unwrap(), number(3));
    });
}

#[test]
fn descriptions_are_read_beside_calls() {
    let text = "program P { version V { int ADD(int, int) = 1; } = 1; } = 0x20000001;";
    let options = manyrpc_idl::Options::default();
    let (module, _) = manyrpc_idl::load_text("sums.x", text, &options);
    let definition = Definition::new(module.unwrap()).unwrap();
    let sums = DynamicInterface::find(&definition, None).unwrap();
    let service = DynamicService::new(sums, |_, _, arguments| Ok(arguments));
    let calls = Server::builder().service(service).into_http_service();
    let calls = calls.unwrap();
    runtime().block_on(async {
        let read = async |target: &str| {
            let request = head("GET", target, "").header("host", "example.com:99");
            ask(&calls, request.body(Full::<Bytes>::default()).unwrap()).await
        };
        let told = read("/sums?wsdl").await;
        assert_eq!(told.status, 200);
        assert_eq!(told.headers["content-type"], "text/xml; charset=utf-8");
        let text = String::from_utf8(told.content).unwrap();
        let at = "location=\"http://example.com:99/sums\"";
        assert!(text.contains(at), "{text}");
        let secured = read("https://example.com/sums?wsdl").await;
        let text = String::from_utf8(secured.content).unwrap();
        let at = "location=\"https://example.com/sums\"";
        assert!(text.contains(at), "{text}");
        assert_eq!(read("/sums").await.status, 404);
    });
}
