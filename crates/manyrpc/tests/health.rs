//! The health service, as watching clients see it.

use manyrpc::dynamic::{Definition, DynamicInterface, DynamicService};
use manyrpc::health::{Health, HealthClient, Status};
use manyrpc::server::Running;
use manyrpc::{Binding, ClientOptions, Error, Server};

fn serve(health: &Health) -> (Running, Binding) {
    let server = Server::builder().service(health.service());
    let server = server.listen("grpc://127.0.0.1:0").unwrap();
    let server = server.start().unwrap();
    let binding = server.bindings()[0].clone();
    (server, binding)
}

fn open(binding: &Binding) -> HealthClient {
    HealthClient::open(binding, &ClientOptions::default()).unwrap()
}

#[test]
fn watchers_hear_what_is_and_what_changes() {
    let health = Health::new();
    let (_server, binding) = serve(&health);
    let (mut whole, mut cart) = (open(&binding), open(&binding));
    let mut whole = whole.watch("").unwrap();
    assert_eq!(whole.next().unwrap(), Some(Status::Serving));
    let mut cart = cart.watch("shop.Cart").unwrap();
    assert_eq!(cart.next().unwrap(), None, "nobody knows it");

    for status in [Status::Serving, Status::NotServing, Status::Unknown] {
        health.set("shop.Cart", status);
        assert_eq!(cart.next().unwrap(), Some(status));
    }
    // Setting the same status is no change, and other services' statuses are not reported.
    health.set("shop.Cart", Status::Unknown);
    health.set("shop.Cash", Status::Serving);
    health.forget("shop.Cart");
    assert_eq!(cart.next().unwrap(), None);
    health.set("shop.Cart", Status::Serving);
    assert_eq!(cart.next().unwrap(), Some(Status::Serving));

    health.shut_down();
    assert_eq!(cart.next().unwrap(), Some(Status::NotServing));
    assert_eq!(whole.next().unwrap(), Some(Status::NotServing));
}

/// A slow client receives the last change, and possibly some before it; nothing is queued for it.
#[test]
fn a_slow_watcher_hears_the_latest() {
    let health = Health::new();
    let (_server, binding) = serve(&health);
    let mut client = open(&binding);
    let mut watch = client.watch("").unwrap();
    // Far more than fits in the buffers on the way to a client that does not read.
    for _ in 0..200_000 {
        health.set("", Status::NotServing);
        health.set("", Status::Serving);
    }
    health.set("", Status::Unknown);
    let mut heard = 0;
    while watch.next().unwrap() != Some(Status::Unknown) {
        heard += 1;
        assert!(heard < 400_000);
    }
    health.set("", Status::Serving);
    assert_eq!(watch.next().unwrap(), Some(Status::Serving));
}

#[test]
fn many_watch_at_once_and_go_again() {
    let health = Health::new();
    let (server, binding) = serve(&health);
    let mut clients: Vec<_> = (0..20).map(|_| open(&binding)).collect();
    let mut watches: Vec<_> = clients.iter_mut().map(|c| c.watch("").unwrap()).collect();
    for watch in &mut watches {
        assert_eq!(watch.next().unwrap(), Some(Status::Serving));
    }
    health.set("", Status::NotServing);
    for watch in &mut watches {
        assert_eq!(watch.next().unwrap(), Some(Status::NotServing));
    }
    drop(watches);
    // The connection can still be used for other calls.
    for client in &mut clients {
        assert_eq!(client.check("").unwrap(), Some(Status::NotServing));
    }
    assert_eq!(health.watchers(), 0, "they are forgotten");
    // Watchers do not prevent a server from stopping.
    let mut watch = clients[0].watch("").unwrap();
    assert_eq!(watch.next().unwrap(), Some(Status::NotServing));
    server.stop();
    assert!(matches!(watch.next(), Err(Error::Call(_))));
}

#[test]
fn a_server_without_the_service_has_nothing_to_watch() {
    let text = "syntax = \"proto3\"; service Other { rpc Do(M) returns (M); } message M {}";
    let options = manyrpc_idl::Options::default();
    let (module, _) = manyrpc_idl::load_text("other.proto", text, &options);
    let definition = Definition::new(module.unwrap()).unwrap();
    let interface = DynamicInterface::find(&definition, None).unwrap();
    let service = DynamicService::new(interface, |_, _, arguments| Ok(arguments));
    let server = Server::builder().service(service);
    let server = server.listen("grpc://127.0.0.1:0").unwrap();
    let server = server.start().unwrap();
    let mut client = open(&server.bindings()[0]);
    let mut watch = client.watch("").unwrap();
    assert!(matches!(watch.next(), Err(Error::NotProvided { .. })));
}
