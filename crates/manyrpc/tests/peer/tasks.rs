//! On a runtime.

use std::net::SocketAddr;
use std::time::Duration;

use manyrpc::dynamic::{AsyncDynamicClient, DynamicService};
use manyrpc::{AsyncPeer, CallError, Closed, Error, Peer};
use manyrpc_model::Value;
use tokio::sync::watch;
use tokio::task::{JoinSet, spawn_blocking};
use tower::limit::ConcurrencyLimitLayer;

use crate::{half, half_async, interface, on_both, service, service_of_futures, streams};

type Service = fn() -> DynamicService;
const SERVICES: [Service; 2] = [service, service_of_futures];

/// Tasks and threads share a peer.
const fn is_shared<T: Clone + Send + Sync + 'static>() {}
const _: () = is_shared::<AsyncPeer>();

/// Both ends of a connection.
async fn ends(binding: &str, services: [Service; 2]) -> [AsyncPeer; 2] {
    let [connecting, listening] = services.map(|service| AsyncPeer::builder().service(service()));
    let listener = listening.listen_on_runtime(binding).await.unwrap();
    let at = listener.binding().to_string();
    let connected = connecting.connect_on_runtime(&at).await.unwrap();
    [connected, listener.accept().await.unwrap()]
}

#[test]
fn both_ends_call_over_every_stream() {
    on_both(|| async {
        for binding in streams("tasks") {
            let [blocking, futures] = SERVICES;
            for services in [[blocking; 2], [futures; 2], SERVICES] {
                let ends = ends(&binding, services).await;
                let mut tasks = JoinSet::new();
                for end in ends.iter().chain(&ends) {
                    let client = end.client().unwrap();
                    tasks.spawn(async move {
                        for n in [1, 2, 3, 100, 5000] {
                            assert_eq!(half_async(client.clone(), n).await.unwrap(), 1);
                        }
                    });
                }
                tasks.join_all().await;
                assert_eq!(ends.each_ref().map(AsyncPeer::in_flight), [0, 0]);
                ends[1].close();
                let why = ends[0].ended().await;
                assert_eq!(why, CallError::Closed(Closed::ByPeer), "{binding}");
                // Both the client that was there before and one that was not.
                for n in [1, 2] {
                    let late = half_async(ends[0].client().unwrap(), n).await.unwrap_err();
                    assert!(
                        matches!(late, Error::Call(CallError::Closed(Closed::ByPeer))),
                        "{late}"
                    );
                }
            }
        }
    });
}

#[test]
fn one_end_has_threads_and_the_other_has_not() {
    on_both(|| async {
        for binding in streams("mixed") {
            for service in SERVICES {
                let builder = AsyncPeer::builder().service(service());
                let listener = builder.listen_on_runtime(&binding).await.unwrap();
                let at = listener.binding().to_string();
                let threads = spawn_blocking(move || {
                    let peer = Peer::builder().service(crate::service()).connect(&at);
                    let peer = peer.unwrap();
                    for n in [1, 2, 3, 100, 5000] {
                        assert_eq!(half(peer.client().unwrap(), n).unwrap(), 1);
                    }
                    peer
                });
                let tasks = listener.accept().await.unwrap();
                for n in [1, 2, 3, 100, 5000] {
                    let half = half_async(tasks.client().unwrap(), n).await;
                    assert_eq!(half.unwrap(), 1, "{binding}");
                }
                let threads = threads.await.unwrap();
                let ended = spawn_blocking(move || threads.wait());
                tasks.stop(Duration::from_secs(60)).await;
                let by_peer = CallError::Closed(Closed::ByPeer);
                assert_eq!(ended.await.unwrap(), by_peer, "{binding}");
            }
        }
    });
}

#[test]
fn a_datagram_socket_calls_back_to_the_address_it_was_called_from() {
    on_both(|| async {
        for service in SERVICES {
            let mut peers = Vec::new();
            for _ in 0..3 {
                let builder = AsyncPeer::builder().service(service());
                let peer = builder.bind_on_runtime("onc+udp://127.0.0.1:0").await;
                peers.push(peer.unwrap());
            }
            let at = |peer: &AsyncPeer| {
                let port = peer.binding().port().unwrap();
                SocketAddr::from(([127, 0, 0, 1], port))
            };
            for from in &peers {
                for to in &peers {
                    let client = from.client_of(at(to)).unwrap();
                    assert_eq!(half_async(client, 1000).await.unwrap(), 1);
                }
            }
            assert!(peers[0].client().is_err(), "it is connected to nobody");
        }
    });
}

#[test]
fn what_cannot_be_a_peer_is_refused() {
    on_both(|| async {
        let builder = || AsyncPeer::builder().service(service_of_futures());
        for binding in [
            "grpc://127.0.0.1:1",
            "jsonrpc+http://127.0.0.1:1/",
            "dce+tcp://127.0.0.1:1",
        ] {
            let why = builder().connect_on_runtime(binding).await.unwrap_err();
            assert!(why.to_string().contains("only one end"), "{why}");
        }
        let why = builder().bind_on_runtime("onc+tcp://127.0.0.1:0").await;
        assert!(why.unwrap_err().to_string().contains("only one end"));
        let why = builder().connect_on_runtime("onc+tcp://127.0.0.1").await;
        assert!(why.unwrap_err().to_string().contains("port"));
        let unreachable = "onc+tcp://127.0.0.1:1";
        let why = builder().connect_on_runtime(unreachable).await.unwrap_err();
        assert!(why.to_string().contains("cannot reach"), "{why}");
    });
}

#[test]
fn a_clients_layers_are_around_calls_of_peers_too() {
    on_both(|| async {
        let ends = ends("jsonrpc+tcp://127.0.0.1:0", SERVICES).await;
        let layered = ends[0].client().unwrap();
        let layered = layered.layered(ConcurrencyLimitLayer::new(1));
        for n in [1, 2, 100] {
            assert_eq!(half_async(layered.clone(), n).await.unwrap(), 1);
        }
        let client = AsyncDynamicClient::new(ends[0].client().unwrap(), interface());
        let calls: [(&str, &[Value]); 1] = [("half", &[Value::I32(1)])];
        let refused = client.batch(&calls).await.unwrap_err();
        assert!(
            matches!(refused, Error::Call(CallError::Misuse(_))),
            "{refused}"
        );
    });
}

/// Waits for the test, then calls back.
fn waiting(go_on: &watch::Receiver<bool>, called: &watch::Sender<bool>) -> DynamicService {
    let (go_on, called) = (go_on.clone(), called.clone());
    DynamicService::of_futures(interface(), move |call, _, arguments| {
        let (mut go_on, called) = (go_on.clone(), called.clone());
        Box::pin(async move {
            called.send_replace(true);
            go_on.wait_for(|go| *go).await.unwrap();
            let back = call.async_peer().expect("both ends call");
            assert_eq!(half_async(back, 1).await.unwrap(), 1);
            Ok(arguments)
        })
    })
}

#[test]
fn a_peer_that_stops_finishes_what_it_is_doing() {
    on_both(|| async {
        for system in ["jsonrpc", "onc"] {
            let (open, go_on) = watch::channel(false);
            let (called, mut begun) = watch::channel(false);
            let builder = AsyncPeer::builder().service(waiting(&go_on, &called));
            let binding = format!("{system}+tcp://127.0.0.1:0");
            let listener = builder.listen_on_runtime(&binding).await.unwrap();
            let at = listener.binding().to_string();
            let ours = AsyncPeer::builder().service(service_of_futures());
            let ours = ours.connect_on_runtime(&at).await.unwrap();
            let theirs = listener.accept().await.unwrap();
            let client = ours.client().unwrap();
            let call = tokio::spawn(half_async(client, 7));
            begun.wait_for(|begun| *begun).await.unwrap();
            let stopping = {
                let theirs = theirs.clone();
                tokio::spawn(async move { theirs.stop(Duration::from_secs(60)).await })
            };
            open.send_replace(true);
            assert_eq!(call.await.unwrap().unwrap(), 7);
            stopping.await.unwrap();
            let by_us = CallError::Closed(Closed::ByUs);
            assert_eq!(theirs.closed(), Some(by_us));
            let why = ours.ended().await;
            assert_eq!(why, CallError::Closed(Closed::ByPeer));
        }
    });
}
