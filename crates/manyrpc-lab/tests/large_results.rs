//! Where large bytes of results are: a client of futures that keeps them has not copied them, whether our server or tonic's
//! has sent them. A client that blocks borrows them.

#[path = "../../manyrpc-driver/tests/support/large.rs"]
mod large;
mod support;

/// Generated from `interfaces/exchange.proto`.
#[rustfmt::skip]
#[path = "../../manyrpc-gen/tests/corpus/bytes/exchange.rs"]
#[allow(dead_code, unreachable_pub, reason = "the tests use a part")]
mod exchange;

use exchange::{
    AsyncExchange, AsyncExchangeClient, AsyncExchangeServer, Blob, Exchange, ExchangeClient,
    ExchangeServer,
};
use large::Large;
use manyrpc::{Context, Fault, Server};
use support::Peer;
use support::world::World;

const CALLS: usize = 20;
const SIZE: usize = 1_000_000;

struct Echo;

impl Exchange for Echo {
    fn echo<'a>(&'a self, _: &Context<'_>, blob: Blob<'a>) -> Result<Blob<'a>, Fault> {
        Ok(blob)
    }
}

impl AsyncExchange for Echo {
    async fn echo<'a>(&'a self, _: &Context<'_>, blob: Blob<'a>) -> Result<Blob<'a>, Fault> {
        Ok(blob)
    }
}

fn blob() -> Blob<'static> {
    let data: Vec<u8> = (0..SIZE).map(|i| (i * 31 + 7) as u8).collect();
    Blob {
        data: data.into(),
        ..Blob::default()
    }
}

/// What this thread takes from the allocator in so many calls, once buffers have grown. It has the connection's task, and
/// keeps all results.
fn futures(binding: &str) -> Large {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(async {
        let client = AsyncExchangeClient::open(binding).await;
        let (client, blob) = (client.expect("a connection"), blob());
        let mut kept = Vec::new();
        for _ in 0..2 {
            large::forget();
            for _ in 0..CALLS {
                kept.push(client.echo(&blob).await.expect("a reply").data.into_bytes());
            }
        }
        let counted = large::counted();
        assert!(kept.iter().all(|data| blob.data == *data));
        counted
    })
}

/// The same of a client that blocks, which cannot keep results.
fn blocking(binding: &str) -> Large {
    let mut client = ExchangeClient::open(binding).expect("a connection");
    let blob = blob();
    for _ in 0..2 {
        large::forget();
        for _ in 0..CALLS {
            assert_eq!(client.echo(&blob).expect("a reply").data, blob.data);
        }
    }
    large::counted()
}

/// Each result of a future takes the buffer that it was received into, and the connection another: a new one, or more than
/// one while that grows with what has arrived, unless the process has one to spare. Nothing is copied into.
fn has_no_copies(world: World, binding: &str) -> Large {
    let taken = match world {
        World::Blocking => blocking(binding),
        World::Futures => futures(binding),
    };
    assert_eq!(taken.copies, 0, "{binding}, {world}: {taken:?}");
    taken
}

/// One after the other: servers of ours leave buffers to the process, so that clients need fewer new ones.
#[test]
fn results_are_not_copied() {
    results_of_tonic_are_not_copied();
    results_of_our_servers_are_not_copied();
}

fn results_of_our_servers_are_not_copied() {
    for world in World::ALL {
        let server = Server::builder();
        let server = match world {
            World::Blocking => server.service(ExchangeServer(Echo)),
            World::Futures => server.service(AsyncExchangeServer(Echo)),
        };
        let systems = ["raw+tcp", "onc+tcp", "dce+tcp", "grpc"];
        let server = systems.iter().fold(server, |server, system| {
            let binding = format!("{system}://127.0.0.1:0");
            server.listen(&binding).expect("a listener")
        });
        let served = world.start(server).expect("a server");
        for binding in served.bindings() {
            // A server in this process has buffers to spare once a call has ended.
            has_no_copies(world, &binding.to_string());
        }
        served.stop();
    }
}

fn results_of_tonic_are_not_copied() {
    let mut server = Peer::start("rust/exchange_server", &["tcp"]);
    let binding = format!("grpc://127.0.0.1:{}", server.port());
    for world in World::ALL {
        let taken = has_no_copies(world, &binding);
        let fewest = match world {
            World::Blocking => 0,
            World::Futures => CALLS,
        };
        assert!(taken.buffers >= fewest, "{world}: {taken:?}");
    }
}
