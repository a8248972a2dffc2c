//! Failures among the results (C706 section 4.3.8).

use std::borrow::Cow;
use std::time::Duration;

use manyrpc::failure::rpc_s;
use manyrpc::{CallError, Context, Fault};
use tokio::task::yield_now;

use crate::ward::{
    AsyncWard, AsyncWardClient, AsyncWardServer, Closed, Ward, WardClient, WardPutError,
    WardServer, WardShutError,
};
use crate::{BINDINGS, Serving, blocking, runtime};

/// What the server says where it has a status of its own.
const SAID: u32 = 4711;
/// Has the server raise an exception.
const RAISE: i32 = -2;

struct Nurse;

/// What becomes of a call: a number above 0 is a fault with that number.
fn outcome(n: i32) -> Result<(), Fault> {
    match n {
        1.. => Err(Fault::Other(n as u32)),
        _ => Ok(()),
    }
}

impl Ward for Nurse {
    fn check(&self, _: &Context<'_>, n: i32) -> Result<(i32, u32), Fault> {
        outcome(n).map(|()| (n / 2, SAID))
    }

    fn ask<'a>(
        &'a self,
        _: &Context<'_>,
        n: i32,
        name: Cow<'a, str>,
    ) -> Result<(Cow<'a, str>, u32, i32), Fault> {
        outcome(n).map(|()| (name, SAID, n))
    }

    fn tell(&self, _: &Context<'_>, n: i32) -> Result<(), Fault> {
        outcome(n)
    }

    fn sum(&self, _: &Context<'_>, n: i32, m: i32) -> Result<i32, Fault> {
        outcome(n).map(|()| n + m)
    }

    fn plain(&self, _: &Context<'_>, n: i32) -> Result<i32, Fault> {
        outcome(n).map(|()| n)
    }

    fn put(&self, _: &Context<'_>, n: i32) -> Result<(u32, i32), WardPutError> {
        match n {
            RAISE => Err(Closed { until: 9 }.into()),
            n => Ok(outcome(n).map(|()| (SAID, n))?),
        }
    }

    fn shut(&self, _: &Context<'_>, n: i32) -> Result<(), WardShutError> {
        match n {
            RAISE => Err(Closed { until: 9 }.into()),
            n => Ok(outcome(n)?),
        }
    }

    fn list(&self, _: &Context<'_>, n: i32) -> Result<(Option<Vec<i32>>, u32, i32), Fault> {
        outcome(n).map(|()| (Some(vec![1, 2, 3]), SAID, n))
    }
}

/// The same, later.
impl AsyncWard for Nurse {
    async fn check(&self, call: &Context<'_>, n: i32) -> Result<(i32, u32), Fault> {
        yield_now().await;
        Ward::check(self, call, n)
    }

    async fn ask<'a>(
        &'a self,
        call: &Context<'_>,
        n: i32,
        name: Cow<'a, str>,
    ) -> Result<(Cow<'a, str>, u32, i32), Fault> {
        yield_now().await;
        Ward::ask(self, call, n, name)
    }

    async fn tell(&self, call: &Context<'_>, n: i32) -> Result<(), Fault> {
        yield_now().await;
        Ward::tell(self, call, n)
    }

    async fn sum(&self, call: &Context<'_>, n: i32, m: i32) -> Result<i32, Fault> {
        yield_now().await;
        Ward::sum(self, call, n, m)
    }

    async fn plain(&self, call: &Context<'_>, n: i32) -> Result<i32, Fault> {
        yield_now().await;
        Ward::plain(self, call, n)
    }

    async fn put(&self, call: &Context<'_>, n: i32) -> Result<(u32, i32), WardPutError> {
        yield_now().await;
        Ward::put(self, call, n)
    }

    async fn shut(&self, call: &Context<'_>, n: i32) -> Result<(), WardShutError> {
        yield_now().await;
        Ward::shut(self, call, n)
    }

    async fn list(
        &self,
        call: &Context<'_>,
        n: i32,
    ) -> Result<(Option<Vec<i32>>, u32, i32), Fault> {
        yield_now().await;
        Ward::list(self, call, n)
    }
}

async fn call(at: &str) {
    let client = AsyncWardClient::open(at).await.unwrap();
    assert_eq!(client.check(-8).await, Ok((-4, SAID)), "{at}");
    let asked = client.ask(0, "Florence").await;
    assert_eq!(asked, Ok(("Florence".into(), SAID, 0)), "{at}");
    assert_eq!(client.tell(0).await, Ok(0), "{at}");
    assert_eq!(client.sum(0, 2).await, Ok((2, 0, 0)), "{at}");
    assert_eq!(client.plain(-4).await, Ok(-4), "{at}");
    assert_eq!(client.put(-4).await.unwrap(), (SAID, -4), "{at}");
    assert_eq!(client.shut(0).await.unwrap(), 0, "{at}");
    let listed = client.list(-4).await;
    assert_eq!(listed, Ok((Some(vec![1, 2, 3]), SAID, -4)), "{at}");
    let put = client.put(RAISE).await;
    let closed = matches!(put, Err(WardPutError::Closed(Closed { until: 9 })));
    assert!(closed, "{at}");
    let shut = client.shut(RAISE).await;
    let closed = matches!(shut, Err(WardShutError::Closed(Closed { until: 9 })));
    assert!(closed, "{at}");

    // Faults of the application are its numbers.
    assert_eq!(client.check(7).await, Ok((0, 7)), "{at}");
    let asked = client.ask(7, "Florence").await;
    assert_eq!(asked, Ok(("".into(), 7, 0)), "{at}");
    assert_eq!(client.tell(7).await, Ok(7), "{at}");
    assert_eq!(client.sum(7, 2).await, Ok((0, 7, 0)), "{at}");
    assert_eq!(client.list(7).await, Ok((None, 7, 0)), "{at}");
    assert_eq!(client.put(7).await.unwrap(), (7, 0), "{at}");
    assert_eq!(client.shut(7).await.unwrap(), 7, "{at}");
    let plain = client.plain(7).await;
    assert!(matches!(plain, Err(CallError::Fault(_))), "{at}");
}

fn call_blocking(at: &str) {
    let mut client = WardClient::open(at).unwrap();
    assert_eq!(client.sum(0, 2), Ok((2, 0, 0)), "{at}");
    assert_eq!(client.sum(7, 2), Ok((0, 7, 0)), "{at}");
    let listed = client.list(-4);
    assert_eq!(listed, Ok((Some(vec![1, 2, 3]), SAID, -4)), "{at}");
    let put = client.put(RAISE);
    let closed = matches!(put, Err(WardPutError::Closed(Closed { until: 9 })));
    assert!(closed, "{at}");
}

#[test]
fn failures_are_found_among_the_results() {
    runtime().block_on(async {
        for binding in BINDINGS {
            let threads = Serving::blocking(WardServer(Nurse), binding);
            call(&threads.at()).await;
            threads.stop().await;

            let tasks = Serving::futures(AsyncWardServer(Nurse), binding).await;
            let at = tasks.at();
            let called = tokio::spawn(async move { call(&at).await });
            called.await.unwrap_or_else(|e| panic!("{binding}: {e}"));
            let at = tasks.at();
            blocking(move || call_blocking(&at)).await;
            tasks.stop().await;
        }
    });
}

/// A server that is gone is a failure of communication.
#[test]
fn where_nobody_listens_the_status_says_so() {
    const KNOWN: [u32; 3] = [
        rpc_s::CONNECT_REJECTED,
        rpc_s::CONNECT_CLOSED_BY_REM,
        rpc_s::CALL_TIMEOUT,
    ];
    runtime().block_on(async {
        for binding in ["dce+tcp://127.0.0.1:0", "jsonrpc+tcp://127.0.0.1:0"] {
            let tasks = Serving::futures(AsyncWardServer(Nurse), binding).await;
            let client = AsyncWardClient::open(&tasks.at()).await.unwrap();
            assert_eq!(client.tell(0).await, Ok(0), "{binding}");
            tasks.stop().await;
            let impatient = client
                .client()
                .with_timeout(Some(Duration::from_millis(200)));
            let client = AsyncWardClient::new(impatient);
            let (half, status) = client.check(-8).await.unwrap();
            assert!(KNOWN.contains(&status), "{binding}: {status:#x}");
            assert_eq!(half, 0, "{binding}");
            let plain = client.plain(0).await.unwrap_err();
            assert!(!matches!(plain, CallError::Fault(_)), "{binding}");
        }
    });
}
