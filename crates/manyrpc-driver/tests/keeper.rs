//! The thread that sends keepalives: it runs while there are any to send.

use std::fs;
use std::net::UdpSocket;
use std::thread;
use std::time::Duration;

use manyrpc_driver::node::Keeper;
use manyrpc_engine::dce::cl::{Client, Personality};
use manyrpc_engine::limits::DceLimits;
use manyrpc_engine::peer::ClientOnly;
use manyrpc_engine::{Limits, PeerEngine};

/// Threads of this process that send keepalives; no other test is in it.
fn threads() -> usize {
    let tasks = fs::read_dir("/proc/self/task").unwrap();
    let names = tasks.filter_map(|t| fs::read_to_string(t.unwrap().path().join("comm")).ok());
    names.filter(|name| name.trim() == "manyrpc-node").count()
}

#[test]
fn a_thread_from_the_first_thing_kept_to_the_last() {
    let server = UdpSocket::bind("127.0.0.1:0").unwrap();
    server
        .set_read_timeout(Some(Duration::from_secs(10)))
        .unwrap();
    let limits = Limits {
        dce: DceLimits {
            alive_every: Some(Duration::from_millis(5)),
            ..DceLimits::default()
        },
        ..Limits::default()
    };
    let engine = Client::new(limits, Personality::DEFAULT, 7);
    let companion = move || Box::new(ClientOnly(engine.companion(8))) as Box<dyn PeerEngine>;
    let keeper = Keeper::new(companion, server.local_addr().unwrap());
    assert_eq!(threads(), 0);
    let mut bytes = [0; 200];
    for round in 0..3 {
        keeper.keep(1).unwrap();
        keeper.keep(2).unwrap();
        for _ in 0..5 {
            assert_eq!(server.recv(&mut bytes).unwrap(), 96, "a header and a UUID");
        }
        assert_eq!(threads(), 1);
        keeper.keep(0).unwrap();
        while round < 2 && threads() > 0 {
            thread::yield_now();
        }
    }
    keeper.keep(1).unwrap();
    drop(keeper);
    // The system lists a thread for a moment after it was waited for.
    while threads() > 0 {
        thread::yield_now();
    }
    // Earlier keepalives are still there, and no more arrive.
    server.set_nonblocking(true).unwrap();
    while server.recv(&mut bytes).is_ok() {}
    server.set_nonblocking(false).unwrap();
    server
        .set_read_timeout(Some(Duration::from_millis(50)))
        .unwrap();
    assert!(server.recv(&mut bytes).is_err());
}
