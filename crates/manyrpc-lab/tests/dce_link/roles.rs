//! The two programs at the ends of the link: bytes in, nothing back.

use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use manyrpc_driver::blocking::{Client, Options};
use manyrpc_driver::server::Server;
use manyrpc_engine::dce::cl::{self, Personality};
use manyrpc_engine::{Buf, Call, CallHead, Handler, InterfaceId, Limits, Outcome};

/// Of no published interface.
const INTERFACE: InterfaceId<'static> = InterfaceId::of_uuid(
    *b"\x6d\x61\x6e\x79\x72\x70\x40\x63\x80\x6c\x69\x6e\x6b\x00\x00\x01",
    1,
    0,
);

struct Sink;

impl Handler for Sink {
    fn handle(&self, _: &Call, _: &[u8], _: &mut Buf) -> Outcome {
        Outcome::Done
    }
}

fn personality(name: &str) -> Personality {
    Personality::named(name).expect("a personality of that name")
}

/// Serves until it is killed; says where.
pub(super) fn serve(address: &str, name: &str) {
    let address: SocketAddr = address.parse().expect("an address");
    let engine = cl::Server::new(Limits::default(), personality(name), 1, 1);
    let server = Server::builder(Arc::new(Sink))
        .listen_udp(address, Box::new(engine))
        .and_then(|builder| builder.start())
        .expect("an address of this namespace");
    let at = server.addresses()[0].ip().expect("an Internet address");
    println!("{at}");
    std::io::stdout().flush().expect("somebody reads");
    loop {
        std::thread::park();
    }
}

/// Makes calls of the sizes given, one after another, and again.
pub(super) fn call(server: &str, name: &str, sizes: &str, rounds: &str) {
    let server: SocketAddr = server.parse().expect("an address");
    let engine = cl::Client::new(Limits::default(), personality(name), 2);
    let mut client =
        Client::udp(engine, &[server], &Options::default()).expect("the server is there");
    let mut head = CallHead::new(INTERFACE, 1);
    head.timeout = Some(Duration::from_secs(60));
    let sizes = sizes
        .split(',')
        .map(|s| s.parse::<usize>().expect("a size"));
    let sizes: Vec<usize> = sizes.collect();
    let rounds: usize = rounds.parse().expect("a number of rounds");
    // The first call asks who is there, and by the facks for its fragments the two learn each
    // other's sizes; it is no part of the figures.
    for size in std::iter::once(10_000).chain((0..rounds).flat_map(|_| sizes.clone())) {
        let body = client.begin(&head).expect("an open client");
        body.space(size)[..size].fill(0x55);
        body.filled(size);
        client.exchange().expect("an answer");
    }
}
