//! Clients of futures that hold context handles over datagrams show that they are alive, without a
//! thread.

use std::time::Duration;

use manyrpc::limits::DceLimits;
use manyrpc::stub::ContextHandle;
use manyrpc::{AsyncClient, ClientOptions, Limits};
use tokio::net::UdpSocket;
use tokio::runtime::{Builder, Handle};
use tokio::time::{Instant, timeout};

/// A header of the connectionless protocol, and the client's UUID (C706, section 12.5.2.6 and
/// appendix P).
const KEEPALIVE: usize = 96;

// C706, section 9.5.4.
#[test]
fn an_idle_client_shows_that_it_is_alive_while_it_holds_handles() {
    let mut builder = Builder::new_current_thread();
    let runtime = builder.enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        for system in ["dce", "ncs"] {
            let server = UdpSocket::bind("127.0.0.1:0").await.unwrap();
            let at = format!("{system}+udp://{}", server.local_addr().unwrap());
            let every = Duration::from_secs(20);
            let options = ClientOptions {
                limits: Limits {
                    dce: DceLimits {
                        alive_every: Some(every),
                        ..DceLimits::default()
                    },
                    ..Limits::default()
                },
                ..ClientOptions::default()
            };
            let client = AsyncClient::connect(&at.parse().unwrap(), None, &options).await;
            let client = client.unwrap();
            let tasks = || Handle::current().metrics().num_alive_tasks();
            assert_eq!(tasks(), 1, "the connection's");
            let handle = ContextHandle {
                attributes: 0,
                uuid: [7; 16],
            };
            client.contexts().turn().got(&handle).done();
            assert_eq!(tasks(), 2, "and the keeper's");
            let mut bytes = [0; 200];
            assert_eq!(server.recv(&mut bytes).await.unwrap(), KEEPALIVE, "{at}");
            let first = Instant::now();
            for _ in 0..10 {
                assert_eq!(server.recv(&mut bytes).await.unwrap(), KEEPALIVE, "{at}");
            }
            let took = first.elapsed();
            assert!(took > every * 9 && took < every * 11, "{took:?}");
            client.contexts().forget(&handle);
            let more = timeout(every * 10, server.recv(&mut bytes)).await;
            assert!(more.is_err(), "{more:?}");
            assert_eq!(tasks(), 1);
            // It holds one again, and goes.
            client.contexts().turn().got(&handle).done();
            assert_eq!(server.recv(&mut bytes).await.unwrap(), KEEPALIVE, "{at}");
            drop(client);
            let more = timeout(every * 10, server.recv(&mut bytes)).await;
            assert!(more.is_err(), "{more:?}");
            assert_eq!(tasks(), 0);
        }
    });
}
