//! What a node leaves behind; no other test is in this process.

use std::fs;
use std::sync::Arc;
use std::thread;

use manyrpc_driver::node::{Listener, Node, Options};
use manyrpc_engine::jsonrpc::{Framing, Peer};
use manyrpc_engine::{Buf, Call, CallHead, Handler, InterfaceId, Limits, Outcome, PeerEngine};

struct Echo;

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        reply.put(&received[call.arguments.clone()]);
        Outcome::Done
    }
}

fn engine() -> Box<dyn PeerEngine> {
    Box::new(Peer::stream(&Limits::default(), Framing::Line, 1))
}

/// Entries of this process.
fn count(of: &str) -> usize {
    fs::read_dir(format!("/proc/self/{of}")).unwrap().count()
}

#[test]
fn threads_and_descriptors_go_with_the_last_handle() {
    let options = Options::default();
    let listener = Listener::tcp(([127, 0, 0, 1], 0).into(), &options).unwrap();
    let at = listener.address().unwrap().ip().unwrap();
    let before = [count("task"), count("fd")];
    for _ in 0..20 {
        let accepted = thread::scope(|scope| {
            let accepted = scope.spawn(|| listener.accept(engine, || Arc::new(Echo)).unwrap());
            let node = Node::tcp(engine(), Arc::new(Echo), &[at], &options).unwrap();
            let accepted = accepted.join().unwrap();
            let mut caller = node.caller(None).unwrap();
            let head = CallHead {
                name: "echo",
                ..CallHead::new(InterfaceId::ONLY, 0)
            };
            caller.begin(&head).unwrap().1.put(b"[]");
            assert_eq!(caller.exchange().unwrap().body, b"[]");
            accepted
        });
        accepted.wait();
    }
    // Workers end by themselves, a moment later.
    while [count("task"), count("fd")] != before {
        thread::yield_now();
    }
}
