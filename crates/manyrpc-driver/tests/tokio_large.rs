//! What memory a large call takes from the allocator: what is copied into, and what is received into.
#![cfg(feature = "tokio")]

#[path = "support/large.rs"]
mod large;
mod support;

use std::sync::Arc;

use large::Large;

use manyrpc_driver::server::Server;
use manyrpc_driver::tokio::{Connection, Options};
use manyrpc_engine::{Buf, Call, Handler, Limits, Outcome};
use manyrpc_engines::{Engines, GRPC, ONC_TCP, RAW_TCP};
use tokio::runtime::Builder;

const BODY: usize = 1_000_000;
const ECHO: u32 = 1;
const CALLS: usize = 20;

struct Echo;

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        reply.put(&received[call.arguments.clone()]);
        Outcome::Done
    }
}

/// Large allocations by the client's thread in so many calls, once its buffers have grown. Its results are kept
/// meanwhile, so that none of their memory can be used again.
fn allocations(engines: Engines) -> Large {
    let server = Server::builder(Arc::new(Echo));
    let server = server.listen_tcp(support::any_port(), move || {
        engines.server(&Limits::default(), 1, 7)
    });
    let running = server.expect("a listener").start().expect("a server");
    let to = running.addresses()[0].ip().expect("an address");
    manyrpc_driver::ignore_stopped_time();
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let engine = engines.client_of_many(&Limits::default(), 3);
        let connection = Connection::tcp(engine, &[to], &Options::default()).await;
        let connection = connection.expect("a connection");
        let sent: Vec<u8> = (0..BODY).map(|i| (i * 31 + 7) as u8).collect();
        let head = engines.head(ECHO, "echo");
        let mut kept = Vec::new();
        for _ in 0..2 {
            large::forget();
            for _ in 0..CALLS {
                let call = connection.call(&head, |_, body| {
                    body.put(&sent);
                    Ok(())
                });
                let received = call.await.expect("it is sent").await;
                kept.push(received.expect("a reply").take_body());
            }
        }
        let counted = large::counted();
        assert!(kept.iter().all(|body| body.as_ref() == sent));
        counted
    })
}

/// A result is in the memory that it was received into, or, over gRPC, that its frames were joined in; the connection
/// has another buffer then. The arguments are in the buffer that is sent, which stays.
#[test]
fn a_large_result_is_not_copied_out_of_the_buffer() {
    for engines in [RAW_TCP, ONC_TCP, GRPC] {
        let (copies, buffers) = (0, CALLS);
        assert_eq!(
            allocations(engines),
            Large { copies, buffers },
            "{engines:?}"
        );
    }
}
