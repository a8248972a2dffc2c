//! Callers that give up, in either world.

use std::thread;
use std::time::{Duration, Instant};

use manyrpc::{CallError, Cancel, ClientOptions, Error};
use serde_json::Value as Json;
use tokio::time::{sleep, timeout};

use crate::support::dynamic::Dynamic;
use crate::support::world::{Stub, World};

/// Longer than anything here takes.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// How long a call has where it is its time that ends it.
pub(crate) const SHORT: Duration = Duration::from_millis(300);

/// How a caller gives up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Way {
    /// Its future is dropped; a client that blocks is told by another thread.
    Dropped,
    /// The call's own timeout is over.
    Late,
    /// `tokio::time::timeout` drops the future. Not with clients that block.
    Elapsed,
}

impl Way {
    pub(crate) const ALL: [Way; 3] = [Way::Dropped, Way::Late, Way::Elapsed];

    pub(crate) fn cases() -> impl Iterator<Item = (World, Way)> {
        let cases = World::in_all(Self::ALL);
        cases.filter(|case| *case != (World::Blocking, Way::Elapsed))
    }

    pub(crate) fn options(self) -> ClientOptions {
        ClientOptions {
            timeout: (self == Way::Late).then_some(SHORT),
            ..ClientOptions::default()
        }
    }

    /// Makes a call, and gives it up after it has begun. Returns the client, whose connection lives on.
    pub(crate) fn give_up(
        self,
        mut client: Dynamic,
        (operation, arguments): (&str, &Json),
        has_begun: impl Fn() -> bool + Send + 'static,
    ) -> Dynamic {
        let ended = match &mut client {
            Stub::Blocking(client) => {
                let cancel = Cancel::new().expect("descriptors are left");
                client.client().set_cancel(Some(cancel.clone()));
                let dropping = self == Way::Dropped;
                let puller = thread::spawn(move || {
                    if dropping {
                        until(has_begun);
                        cancel.pull();
                    }
                });
                let ended = client.call_json(operation, arguments);
                puller.join().expect("the call begins");
                client.client().set_cancel(None);
                ended
            }
            Stub::Futures(client) => {
                let call = client.call_json(operation, arguments);
                World::wait(async {
                    match self {
                        Way::Late => call.await,
                        Way::Elapsed => timeout(SHORT, call).await.unwrap_or(CANCELLED),
                        Way::Dropped => {
                            let begun = async {
                                while !has_begun() {
                                    sleep(Duration::from_millis(1)).await;
                                }
                            };
                            // The call never ends.
                            let mut call = Box::pin(call);
                            let mut begun = Box::pin(begun);
                            std::future::poll_fn(|cx| {
                                let _ = call.as_mut().poll(cx);
                                begun.as_mut().poll(cx)
                            })
                            .await;
                            CANCELLED
                        }
                    }
                })
            }
        };
        let error = ended.expect_err("nobody answers");
        let is_late = match &error {
            Error::Call(CallError::TimedOut { .. }) => true,
            Error::Call(CallError::Fault(fault)) => fault.is_deadline_exceeded(),
            _ => false,
        };
        assert_eq!(is_late, self == Way::Late, "{error}");
        client
    }
}

const CANCELLED: Result<Json, Error> = Err(Error::Call(CallError::Cancelled));

pub(crate) fn until(so: impl Fn() -> bool) {
    let began = Instant::now();
    while !so() {
        assert!(began.elapsed() < PATIENCE, "it does not come to pass");
        thread::sleep(Duration::from_millis(1));
    }
}
