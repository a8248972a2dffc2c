//! Tests of the world, with a minimal engine.

mod datagram;
mod defects;
mod stream;
mod toy;

use core::time::Duration;
use std::cell::RefCell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;

use manyrpc_engine::{Buf, Call, CallHead, Handler, Instant, InterfaceId, Outcome};

use super::{Actor, Ctx, Cue};

fn at(host: u8, port: u16) -> SocketAddr {
    SocketAddr::from(([10, 0, 0, host], port))
}

fn ms(n: u64) -> Instant {
    Instant::ZERO + Duration::from_millis(n)
}

fn head(timeout: Duration) -> CallHead<'static> {
    CallHead {
        timeout: Some(timeout),
        ..CallHead::new(InterfaceId::ONLY, 1)
    }
}

const LONG: Duration = Duration::from_secs(10_000);

/// Replies with the arguments.
struct Echo;

impl Handler for Echo {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        reply.put(&received[call.arguments.clone()]);
        Outcome::Done
    }
}

fn echo() -> Arc<dyn Handler> {
    Arc::new(Echo)
}

/// The cues of a script, with their times.
type Seen = Rc<RefCell<Vec<(Instant, String)>>>;

/// Makes calls with bodies of these sizes, one after the other, and records every cue.
fn caller(sizes: &[usize], timeout: Duration, seen: &Seen) -> impl Actor + 'static {
    let seen = seen.clone();
    let mut sizes = Vec::from(sizes).into_iter();
    move |cx: &mut Ctx<'_>, cue: Cue<'_>| {
        let text = match &cue {
            Cue::Reply { body, .. } => {
                assert!(body.iter().enumerate().all(|(i, b)| *b == i as u8));
                format!("reply {}", body.len())
            }
            Cue::Failed { error, .. } => format!("failed: {error}"),
            other => format!("{other:?}"),
        };
        seen.borrow_mut().push((cx.now(), text));
        let next = matches!(cue, Cue::Started | Cue::Reply { .. } | Cue::Failed { .. });
        if let Some(n) = next.then(|| sizes.next()).flatten() {
            let body: Vec<u8> = (0..n).map(|i| i as u8).collect();
            cx.call(&head(timeout), |b| b.put(&body)).unwrap();
        }
    }
}

fn texts(seen: &Seen) -> Vec<String> {
    seen.borrow().iter().map(|(_, text)| text.clone()).collect()
}

/// When the script first got this cue.
fn when(seen: &Seen, text: &str) -> Instant {
    let seen = seen.borrow();
    let hit = seen.iter().find(|(_, t)| t == text);
    hit.unwrap_or_else(|| panic!("no {text:?} in {seen:?}")).0
}
