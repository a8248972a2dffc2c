//! With threads.

use std::thread;

use manyrpc::dynamic::DynamicService;
use manyrpc::{CallError, Client, Error, Peer};
use manyrpc_model::Value;

use crate::{half, interface, service, service_of_futures, streams};

/// A listener's binding with the chosen port, and both ends of a connection.
fn ends(binding: &str) -> [Peer; 2] {
    let listener = Peer::builder().service(service()).listen(binding).unwrap();
    let at = listener.binding().to_string();
    let connected = Peer::builder().service(service()).connect(&at).unwrap();
    [connected, listener.accept().unwrap()]
}

#[test]
fn both_ends_call_over_every_stream() {
    for binding in streams("threads") {
        let binding = &binding;
        let ends = ends(binding);
        thread::scope(|scope| {
            for end in ends.iter().chain(&ends) {
                scope.spawn(move || {
                    for n in [1, 2, 3, 100, 5000] {
                        assert_eq!(half(end.client().unwrap(), n).unwrap(), 1, "{binding}");
                    }
                });
            }
        });
        ends[1].close();
        assert!(matches!(ends[0].wait(), CallError::Closed(_)));
        assert!(half(ends[0].client().unwrap(), 1).is_err());
    }
}

#[test]
fn a_datagram_socket_calls_back_to_the_address_it_was_called_from() {
    let bind = || {
        let builder = Peer::builder().service(service());
        builder.bind("onc+udp://127.0.0.1:0").unwrap()
    };
    let peers = [bind(), bind(), bind()];
    let at = |peer: &Peer| {
        let port = peer.binding().port().unwrap();
        std::net::SocketAddr::from(([127, 0, 0, 1], port))
    };
    for from in &peers {
        for to in &peers {
            assert_eq!(half(from.client_of(at(to)).unwrap(), 1000).unwrap(), 1);
        }
    }
    assert!(peers[0].client().is_err(), "it is connected to nobody");
}

#[test]
fn what_cannot_be_a_peer_is_refused() {
    let refused = |opened: Result<(), Error>| opened.unwrap_err().to_string();
    let builder = || Peer::builder().service(service());
    for binding in [
        "grpc://127.0.0.1:1",
        "jsonrpc+http://127.0.0.1:1/",
        "dce+tcp://127.0.0.1:1",
    ] {
        let why = refused(builder().connect(binding).map(drop));
        assert!(
            why.contains("only one end of its connections calls"),
            "{why}"
        );
    }
    let why = refused(builder().bind("onc+tcp://127.0.0.1:0").map(drop));
    assert!(why.contains("only one end"), "{why}");
    let why = refused(builder().connect("onc+tcp://127.0.0.1").map(drop));
    assert!(why.contains("port"), "{why}");
}

#[test]
fn an_ordinary_server_knows_nobody_to_call_back() {
    let lone = DynamicService::new(interface(), |call, _, _| {
        assert!(call.peer().is_none());
        Ok(vec![Value::I32(7)])
    });
    let server = manyrpc::Server::builder().service(lone);
    let server = server
        .listen("onc+tcp://127.0.0.1:0")
        .unwrap()
        .start()
        .unwrap();
    let at = server.bindings()[0].to_string();
    assert_eq!(half(Client::open(&at).unwrap(), 9).unwrap(), 7);
}

#[test]
fn services_of_futures_need_a_runtime() {
    let builder = Peer::builder().service(service_of_futures());
    let why = builder.listen("onc+tcp://127.0.0.1:0").unwrap_err();
    assert!(why.to_string().contains("on a runtime"), "{why}");
}
