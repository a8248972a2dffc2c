//! What memory a large call takes from the allocator: what is copied into, and what is received into.
#![cfg(feature = "tokio")]

mod support;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::Arc;

use manyrpc_driver::server::Server;
use manyrpc_driver::tokio::{Connection, Options};
use manyrpc_engine::{Buf, Call, Handler, Limits, Outcome};
use manyrpc_engines::{Engines, GRPC, ONC_TCP, RAW_TCP};
use tokio::runtime::Builder;

/// Counts the allocations of at least [`LARGE`] bytes by each thread. Buffers that are received into are zeroed; other
/// memory is for a copy.
struct Counting;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Large {
    copies: usize,
    buffers: usize,
}

thread_local! {
    static LARGE_ONES: Cell<Large> = const { Cell::new(Large { copies: 0, buffers: 0 }) };
}

fn note(bytes: usize, add: fn(&mut Large)) {
    if bytes >= LARGE {
        // A thread that ends allocates nothing that counts.
        let _ = LARGE_ONES.try_with(|large| {
            let mut counted = large.get();
            add(&mut counted);
            large.set(counted);
        });
    }
}

#[expect(unsafe_code, reason = "the trait is unsafe")]
// SAFETY: every call is forwarded to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), |large| large.copies += 1);
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), |large| large.buffers += 1);
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size, |large| large.copies += 1);
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(at, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const BODY: usize = 1_000_000;
const LARGE: usize = BODY / 2;
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
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let engine = engines.client_of_many(&Limits::default(), 3);
        let connection = Connection::tcp(engine, &[to], &Options::default()).await;
        let connection = connection.expect("a connection");
        let sent: Vec<u8> = (0..BODY).map(|i| (i * 31 + 7) as u8).collect();
        let head = engines.head(ECHO, "echo");
        let mut kept = Vec::new();
        for _ in 0..2 {
            LARGE_ONES.set(Large::default());
            for _ in 0..CALLS {
                let call = connection.call(&head, |_, body| {
                    body.put(&sent);
                    Ok(())
                });
                let received = call.await.expect("it is sent").await;
                kept.push(received.expect("a reply").take_body());
            }
        }
        let counted = LARGE_ONES.get();
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
