//! That each layer has its effect, over both systems.

use std::future::Future;

use manyrpc::{CallError, Error as CallFailed, LayerError};
use tokio::runtime::Builder;
use tower::load_shed::error::Overloaded;
use tower::timeout::error::Elapsed;

use super::*;

const ARTICLE: [Value; 1] = [Value::I32(7)];

/// Long enough for a call that ends.
const LONG: Duration = Duration::from_secs(60);
/// As long as a call that does not end is waited for.
const SHORT: Duration = Duration::from_millis(50);

/// A server of which nobody answers before `staff` has permits, a client, and their traces.
struct Side {
    staff: Arc<Semaphore>,
    client: AsyncDynamicClient,
    traces: Traces,
}

/// Runs a test over each system.
fn over_both<F: Future<Output = ()>>(allowed: Allowed, test: impl Fn(Side) -> F) {
    for at in 0..2 {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let (staff, traces) = (Arc::new(Semaphore::new(0)), Traces::default());
            let server = serve(staff.clone(), &traces).await.unwrap();
            let client = open(&server.bindings()[at], allowed, &traces)
                .await
                .unwrap();
            let side = Side {
                staff: staff.clone(),
                client,
                traces,
            };
            test(side).await;
            // The server finishes what its clients have given up.
            staff.add_permits(100);
            server.stop().await;
        });
    }
}

fn layer_error(end: Result<Vec<Value>, CallFailed>) -> LayerError {
    match end {
        Err(CallFailed::Call(CallError::Layer(error))) => error,
        other => panic!("{other:?}"),
    }
}

#[test]
fn calls_pass_and_are_traced_on_both_sides() {
    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    let lines = runtime.block_on(calls()).unwrap();
    let one = [
        "server warehouse/look: done",
        "client warehouse/look: done",
        "server warehouse/take: done",
        "client warehouse/take: done",
    ];
    assert_eq!(lines, [one, one].concat());
}

#[test]
fn a_call_that_nobody_answers_times_out() {
    let allowed = Allowed {
        calls: 10,
        attempts: 3,
        time: SHORT,
    };
    over_both(allowed, async |side| {
        let error = layer_error(side.client.call("take", &ARTICLE).await);
        assert!(error.is::<Elapsed>(), "{error:?}");
        let expected = ["client warehouse/take: request timed out"];
        assert_eq!(side.traces.take(), expected);
    });
}

#[test]
fn only_what_may_be_repeated_is_repeated() {
    let allowed = Allowed {
        calls: 10,
        attempts: 2,
        time: SHORT,
    };
    over_both(allowed, async |side| {
        // Nobody answers the first attempt, and the second is answered with the first.
        let (client, staff) = (side.client.clone(), side.staff.clone());
        let call = tokio::spawn(async move { client.call("look", &ARTICLE).await });
        while side.client.client().counters().calls < 2 {
            tokio::task::yield_now().await;
        }
        staff.add_permits(2);
        assert_eq!(call.await.unwrap().unwrap(), ARTICLE);

        let before = side.client.client().counters().calls;
        layer_error(side.client.call("take", &ARTICLE).await);
        assert_eq!(side.client.client().counters().calls, before + 1);
    });
}

#[test]
fn a_call_above_the_limit_is_shed() {
    let allowed = Allowed {
        calls: 2,
        attempts: 1,
        time: LONG,
    };
    over_both(allowed, async |side| {
        let client = side.client.clone();
        let calls: Vec<_> = (0..2)
            .map(|_| {
                let client = client.clone();
                tokio::spawn(async move { client.call("take", &ARTICLE).await })
            })
            .collect();
        while client.client().in_flight() < 2 {
            tokio::task::yield_now().await;
        }
        let error = layer_error(client.call("take", &ARTICLE).await);
        assert!(error.is::<Overloaded>(), "{error:?}");
        assert_eq!(client.client().in_flight(), 2);
        side.staff.add_permits(3);
        for call in calls {
            assert_eq!(call.await.unwrap().unwrap(), ARTICLE);
        }
        // There is room again.
        assert_eq!(client.call("take", &ARTICLE).await.unwrap(), ARTICLE);
    });
}
