//! Requests that layers hand to other tasks.

#[path = "../../src/layers/arguments.rs"]
mod arguments;
#[path = "../../src/layers/turn.rs"]
mod turn;

use std::future::poll_fn;
use std::task::Poll;

use manyrpc_codec::{Buf, Encoding};
use manyrpc_engine::{CallError, Fault, Outcome};
use shuttle::future::{block_on, spawn};

use self::arguments::Arguments;
use self::turn::{Executing, Executor, Turn};
use crate::post::Post;
use crate::sync::Arc;
use crate::sync::atomic::{AtomicU32, Ordering::SeqCst};
use crate::under_many_schedules;

/// Two layers ask for the arguments at once, each in an encoding of its own, and one of them twice.
#[test]
fn arguments_are_marshalled_once_in_each_encoding_for_whoever_asks() {
    under_many_schedules(|| {
        block_on(async {
            let (arguments, lent) = Arguments::lent();
            let handed_on = Post::new();
            for encoding in [Encoding::Xdr, Encoding::Protobuf, Encoding::Xdr] {
                let (arguments, handed_on) = (arguments.clone(), handed_on.clone());
                drop(spawn(async move {
                    arguments.marshalled(encoding).await.expect("it can be");
                    let mut body = Buf::new();
                    assert!(arguments.hand_on(encoding, &mut body));
                    handed_on.send(body.data().to_vec());
                }));
            }
            let (mut written, mut bodies) = (0, Vec::new());
            poll_fn(|cx| {
                lent.poll(
                    cx,
                    |cx| {
                        while let Poll::Ready(body) = handed_on.poll(cx) {
                            bodies.push(body);
                        }
                        match bodies.len() {
                            3 => Poll::Ready(()),
                            _ => Poll::Pending,
                        }
                    },
                    |encoding, body| {
                        written += 1;
                        body.put(if encoding == Encoding::Xdr {
                            b"x"
                        } else {
                            b"p"
                        });
                        Ok(())
                    },
                )
            })
            .await;
            bodies.sort();
            assert_eq!(
                (written, bodies),
                (2, vec![b"p".to_vec(), b"x".to_vec(), b"x".to_vec()])
            );
        });
    });
}

/// A caller that gives its call up while a layer asks.
#[test]
fn a_layer_learns_that_the_caller_is_gone() {
    under_many_schedules(|| {
        block_on(async {
            let (arguments, lent) = Arguments::lent();
            let layer = spawn(async move { arguments.marshalled(Encoding::Xdr).await });
            // It is polled once, or not at all.
            let mut polls = 0;
            poll_fn(|cx| {
                polls += 1;
                let end = lent.poll(cx, |_| Poll::<()>::Pending, |_, _| Ok(()));
                assert!(end.is_pending());
                Poll::Ready(())
            })
            .await;
            drop(lent);
            match layer.await.expect("no panic") {
                Ok(()) | Err(CallError::Cancelled) => {}
                other => panic!("{other:?}"),
            }
        });
    });
}

/// The token of a call that comes back asking on another task, while the execution waits for a third.
#[test]
fn a_call_is_executed_once_when_layers_ask() {
    under_many_schedules(|| {
        block_on(async {
            let executor = Executor(Turn::new());
            let (ended, work) = (Post::new(), Post::new());
            let (asking, done) = (Executing(executor.0.clone()), ended.clone());
            drop(spawn(async move { done.send(asking.await) }));
            let worker = work.clone();
            drop(spawn(async move { worker.send(()) }));
            let executed = Arc::new(AtomicU32::new(0));
            let counted = executed.clone();
            let (outcome, is_executed) = executor
                .run(ended.receive(), || {
                    Box::pin(async move {
                        work.receive().await;
                        counted.fetch_add(1, SeqCst);
                        Outcome::Done
                    })
                })
                .await;
            assert_eq!((outcome, is_executed), (Outcome::Done, true));
            assert_eq!(executed.load(SeqCst), 1);
        });
    });
}

/// A layer that gives a call up, at any time: the execution is dropped, and nobody waits for ever.
#[test]
fn a_call_that_layers_give_up_is_not_executed_further() {
    under_many_schedules(|| {
        block_on(async {
            let executor = Executor(Turn::new());
            let (given_up, late) = (Post::new(), Post::<()>::new());
            let (mut asking, done) = (Executing(executor.0.clone()), given_up.clone());
            drop(spawn(async move {
                // Asks, or not yet, and gives it up.
                poll_fn(|cx| {
                    let _ = std::pin::Pin::new(&mut asking).poll(cx);
                    Poll::Ready(())
                })
                .await;
                drop(asking);
                done.send(Outcome::Fault(Fault::Cancelled));
            }));
            let (outcome, is_executed) = executor
                .run(given_up.receive(), || {
                    Box::pin(async move {
                        late.receive().await;
                        Outcome::Done
                    })
                })
                .await;
            assert_eq!(
                (outcome, is_executed),
                (Outcome::Fault(Fault::Cancelled), false)
            );
        });
    });
}

/// The connection ends while a call is with its layers.
#[test]
fn layers_learn_that_the_executor_is_gone() {
    under_many_schedules(|| {
        block_on(async {
            let executor = Executor(Turn::new());
            let asking = spawn(Executing(executor.0.clone()));
            let watched = spawn(async move { drop(executor) });
            watched.await.expect("no panic");
            let outcome = asking.await.expect("no panic");
            assert_eq!(outcome, Outcome::Fault(Fault::Cancelled));
        });
    });
}
