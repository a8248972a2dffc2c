//! Clients of tasks whose server cannot be reached, in time that the test moves on.
#![cfg(feature = "tokio")]

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use manyrpc::async_client::{Connectivities, Connectivity};
use manyrpc::dynamic::{AsyncDynamicClient, Definition, DynamicInterface, DynamicService};
use manyrpc::server::RunningTasks;
use manyrpc::{AsyncClient, CallError, Error, Server};
use serde_json::{Value, json};
use tokio::time::{Instant, advance, pause};

const TEXT: &str = "program SHOP { version V1 { int SELL(int) = 1; } = 1; } = 0x2000000a;";

const SYSTEMS: [&str; 4] = ["onc+tcp", "dce+tcp", "grpc", "jsonrpc+http"];

fn shop() -> DynamicInterface {
    let (module, _) = manyrpc_idl::load_text("shop.x", TEXT, &manyrpc_idl::Options::default());
    let definition = Definition::new(module.unwrap()).unwrap();
    DynamicInterface::find(&definition, None).unwrap()
}

async fn serve(at: &str) -> RunningTasks {
    let service = DynamicService::new(shop(), |_, _, arguments| Ok(arguments));
    let server = Server::builder().service(service).listen(at).unwrap();
    server.start_on_runtime().await.unwrap()
}

/// A client that has called its server, and whose server then went, with what tells of its connectivity.
async fn left(system: &str) -> (AsyncDynamicClient, Connectivities, String) {
    let server = serve(&format!("{system}://127.0.0.1:0")).await;
    let at = server.bindings()[0].to_string();
    let client = AsyncClient::open(&at).await.unwrap();
    let changes = client.watch_connectivity();
    let client = AsyncDynamicClient::new(client, shop());
    assert_eq!(sell(&client).await.unwrap(), 5);
    server.stop().await;
    (client, changes, at)
}

async fn sell(client: &AsyncDynamicClient) -> Result<Value, Error> {
    client.call_json("SELL", &json!([5])).await
}

/// What has changed since the last look.
fn changed(changes: &mut Connectivities) -> Option<Connectivity> {
    let next = pin!(changes.next());
    match next.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(change) => change,
        Poll::Pending => None,
    }
}

/// Calls again and again until that makes an attempt to connect, which fails. Returns how long that took.
async fn until_attempted(
    client: &AsyncDynamicClient,
    changes: &mut Connectivities,
    step: Duration,
) -> Duration {
    let began = Instant::now();
    loop {
        let failed = sell(client).await.unwrap_err();
        assert!(
            matches!(failed, Error::Call(CallError::Closed(_))),
            "{failed}"
        );
        if changed(changes) == Some(Connectivity::Failing) {
            return began.elapsed();
        }
        advance(step).await;
    }
}

/// The pauses before so many further attempts, in units of what they should be without jitter.
async fn pauses(
    client: &AsyncDynamicClient,
    changes: &mut Connectivities,
    attempts: i32,
) -> Vec<f64> {
    // The first attempt comes without a pause; a call may have to find out first that the server has gone.
    until_attempted(client, changes, Duration::ZERO).await;
    let mut pauses = Vec::new();
    for n in 0..attempts {
        // gRPC's connection backoff protocol, with a first pause of our own.
        let should_be = (0.1 * 1.6_f64.powi(n)).min(120.0);
        let step = Duration::from_secs_f64(should_be / 500.0);
        let paused = until_attempted(client, changes, step).await;
        pauses.push(paused.as_secs_f64() / should_be);
    }
    pauses
}

/// Whether all are at most a fifth shorter or longer than without jitter.
fn are_near(pauses: &[f64]) -> bool {
    // Steps add up to a little less than the time they stand for; and the timer's unit is a millisecond, which is a
    // hundredth of the first pause.
    pauses.iter().all(|pause| (0.799..=1.22).contains(pause))
}

#[tokio::test]
async fn pauses_grow_up_to_a_limit_and_are_drawn_around_that() {
    pause();
    let mut drawn = Vec::new();
    for system in SYSTEMS {
        let (client, mut changes, _) = left(system).await;
        let pauses = pauses(&client, &mut changes, 40).await;
        assert!(are_near(&pauses), "{system}: {pauses:?}");
        let capped = &pauses[16..];
        assert!(
            capped.iter().any(|pause| *pause > 1.02),
            "{system}: {capped:?}"
        );
        assert!(
            capped.iter().any(|pause| *pause < 0.98),
            "{system}: {capped:?}"
        );
        drawn.push(pauses);
    }
    for (i, pauses) in drawn.iter().enumerate() {
        assert!(
            !drawn[i + 1..].contains(pauses),
            "two clients draw the same"
        );
    }
}

#[tokio::test]
async fn a_connection_that_opens_makes_the_pauses_short_again() {
    pause();
    for system in SYSTEMS {
        let (client, mut changes, at) = left(system).await;
        pauses(&client, &mut changes, 8).await;
        let server = serve(&at).await;
        let refused = sell(&client).await;
        assert!(refused.is_err(), "{system}: the pause is not over");
        advance(Duration::from_secs(10)).await;
        assert_eq!(sell(&client).await.unwrap(), 5, "{system}");
        assert_eq!(changed(&mut changes), Some(Connectivity::Ready));
        server.stop().await;
        let pauses = pauses(&client, &mut changes, 2).await;
        assert!(are_near(&pauses), "{system}: {pauses:?}");
    }
}
