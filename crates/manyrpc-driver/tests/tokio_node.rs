//! Nodes on a runtime, with each other and with nodes that have threads: many callers, callbacks
//! from handlers of both kinds, ends, cancels and keepalives.
#![cfg(feature = "tokio")]

use std::collections::VecDeque;
use std::future::Future;
use std::io::Write;
use std::net::{SocketAddr, UdpSocket};
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use manyrpc_driver::node as threads;
use manyrpc_driver::tokio::node::{Caller, InFlight, Keeper, Listener, Node, Options, WeakNode};
use manyrpc_engine::dce::cl::{Client, Personality};
use manyrpc_engine::jsonrpc::{self, Framing};
use manyrpc_engine::limits::DceLimits;
use manyrpc_engine::peer::ClientOnly;
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallKind, Closed, Fault, Handler, InterfaceId, Limits, Misuse,
    Outcome, PeerEngine, Serving, onc,
};
use tokio::net::UnixStream;
use tokio::runtime::{Builder, Runtime};
use tokio::task::{JoinSet, spawn_blocking, yield_now};

type Served = Result<Vec<u8>, Fault>;

/// What a test serves: the operation's name and the arguments.
type Serve = dyn Fn(String, Vec<u8>) -> Pin<Box<dyn Future<Output = Served> + Send>> + Send + Sync;

/// A service of futures.
struct Service(Box<Serve>);

fn name_of(call: &Call) -> String {
    match &call.name {
        Some(name) => name.path().operation.to_owned(),
        None => NAMES[call.operation as usize].to_owned(),
    }
}

fn outcome(served: Served, reply: &mut Buf) -> Outcome {
    match served {
        Ok(result) => {
            reply.put(&result);
            Outcome::Done
        }
        Err(fault) => Outcome::Fault(fault),
    }
}

impl Handler for Service {
    fn handle(&self, _: &Call, _: &[u8], _: &mut Buf) -> Outcome {
        panic!("its calls are futures")
    }

    fn is_async(&self) -> bool {
        true
    }

    fn serve_async<'a>(
        &'a self,
        call: &'a Call,
        received: &'a [u8],
        reply: &'a mut Buf,
        _: &'a dyn manyrpc_engine::Caller,
    ) -> Serving<'a> {
        let arguments = received[call.arguments.clone()].to_vec();
        let served = (self.0)(name_of(call), arguments);
        Box::pin(async move { outcome(served.await, reply) })
    }
}

fn service<F>(serve: impl Fn(String, Vec<u8>) -> F + Send + Sync + 'static) -> Arc<dyn Handler>
where
    F: Future<Output = Served> + Send + 'static,
{
    Arc::new(Service(Box::new(move |name, arguments| {
        Box::pin(serve(name, arguments))
    })))
}

/// A service that may block.
struct Blocking<F>(F);

impl<F: Fn(&str, &[u8]) -> Served + Send + Sync> Handler for Blocking<F> {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        let served = (self.0)(&name_of(call), &received[call.arguments.clone()]);
        outcome(served, reply)
    }
}

/// Ready at once.
fn echo(_: WeakNode) -> Arc<dyn Handler> {
    service(|_, arguments| async { Ok(arguments) })
}

/// Ready a moment later.
fn slow_echo(_: WeakNode) -> Arc<dyn Handler> {
    service(|_, arguments| async {
        yield_now().await;
        Ok(arguments)
    })
}

/// By worker threads.
fn blocking_echo(_: WeakNode) -> Arc<dyn Handler> {
    Arc::new(Blocking(|_: &str, arguments: &[u8]| Ok(arguments.to_vec())))
}

/// Operations by number.
const NAMES: [&str; 4] = ["", "echo", "back", "wait"];

fn head(name: &'static str) -> CallHead<'static> {
    let operation = NAMES.iter().position(|n| *n == name);
    CallHead {
        name,
        timeout: Some(Duration::from_secs(60)),
        ..CallHead::new(
            InterfaceId::of_program(300_000, 1),
            operation.unwrap_or(0) as u32,
        )
    }
}

async fn begin(caller: &Caller, name: &'static str, with: &[u8]) -> Result<InFlight, CallError> {
    let write = |_, body: &mut Buf| {
        body.put(with);
        Ok(())
    };
    caller.call(&head(name), write).await
}

async fn call(caller: &Caller, name: &'static str, with: &[u8]) -> Result<Vec<u8>, CallError> {
    let reply = begin(caller, name, with).await?.await?;
    Ok(reply.body().to_vec())
}

fn call_blocking(caller: &mut threads::Caller, name: &'static str, with: &[u8]) -> Served {
    let begun = caller.begin(&head(name));
    begun.map_err(|_| Fault::ServerFailure)?.1.put(with);
    let reply = caller.exchange().map_err(|_| Fault::ServerFailure)?;
    Ok(reply.body.to_vec())
}

/// Engines over a stream.
type Engine = fn() -> Box<dyn PeerEngine>;
const STREAMS: [Engine; 3] = [
    || Box::new(jsonrpc::Peer::stream(&Limits::default(), Framing::Line, 1)),
    || {
        Box::new(jsonrpc::Peer::stream(
            &Limits::default(),
            Framing::ContentLength,
            1,
        ))
    },
    || Box::new(onc::Peer::stream(&Limits::default(), 1)),
];

/// Two ends of one connection over TCP.
async fn pair(
    engine: Engine,
    ours: impl FnOnce(WeakNode) -> Arc<dyn Handler>,
    theirs: impl FnOnce(WeakNode) -> Arc<dyn Handler>,
) -> [Node; 2] {
    pair_with([engine; 2], ours, theirs, &Options::default()).await
}

async fn pair_with(
    engines: [Engine; 2],
    ours: impl FnOnce(WeakNode) -> Arc<dyn Handler>,
    theirs: impl FnOnce(WeakNode) -> Arc<dyn Handler>,
    options: &Options,
) -> [Node; 2] {
    let listener = Listener::tcp(([127, 0, 0, 1], 0).into(), options).await;
    let listener = listener.unwrap();
    let at = listener.address().unwrap().ip().unwrap();
    let [engine, accepting] = engines;
    let ours = Node::tcp(engine(), ours, &[at], options).await.unwrap();
    [ours, listener.accept(accepting, theirs).await.unwrap()]
}

/// Arguments that every engine here accepts.
fn arguments(n: usize) -> Vec<u8> {
    format!("[{n:>13}]").into_bytes()
}

fn number(arguments: &[u8]) -> usize {
    let text = std::str::from_utf8(arguments).unwrap();
    text.trim_matches(['[', ']', ' ']).parse().unwrap()
}

fn current_thread() -> Runtime {
    let runtime = Builder::new_current_thread().enable_all().build();
    runtime.unwrap()
}

/// Each test runs on a runtime of either kind.
fn on_both<F: Future<Output = ()>>(test: impl Fn() -> F) {
    current_thread().block_on(test());
    let mut threads = Builder::new_multi_thread();
    let threads = threads.worker_threads(2).enable_all().build();
    threads.unwrap().block_on(test());
}

#[test]
fn many_callers_at_both_ends_share_one_connection() {
    on_both(|| async {
        for engine in STREAMS {
            for handler in [echo, slow_echo, blocking_echo] {
                let nodes = pair(engine, handler, handler).await;
                let mut tasks = JoinSet::new();
                for node in &nodes {
                    for task in 0..8 {
                        let caller = node.caller(None).unwrap();
                        tasks.spawn(async move {
                            for n in 0..50 {
                                let sent = arguments(task * 100 + n);
                                assert_eq!(call(&caller, "echo", &sent).await.unwrap(), sent);
                            }
                        });
                    }
                }
                tasks.join_all().await;
                let counters = nodes.each_ref().map(Node::counters);
                assert_eq!(counters.map(|c| c.calls), [800, 800], "made and served");
                assert_eq!(nodes.each_ref().map(Node::in_flight), [0, 0]);
            }
        }
    });
}

/// Counts down: each call calls back, and that one in turn.
fn backwards(node: WeakNode) -> Arc<dyn Handler> {
    service(move |_, with| {
        let node = node.clone();
        async move {
            let Some(left) = number(&with).checked_sub(1) else {
                return Ok(with);
            };
            let caller = node.upgrade().unwrap().caller(None).unwrap();
            let back = call(&caller, "back", &arguments(left)).await;
            back.map_err(|_| Fault::ServerFailure)
        }
    })
}

/// The same by threads.
fn backwards_blocking(node: WeakNode) -> Arc<dyn Handler> {
    Arc::new(Blocking(move |_: &str, with: &[u8]| {
        let Some(left) = number(with).checked_sub(1) else {
            return Ok(with.to_vec());
        };
        let mut caller = node.upgrade().unwrap().blocking_caller(None).unwrap();
        call_blocking(&mut caller, "back", &arguments(left))
    }))
}

#[test]
fn handlers_call_back_over_the_connection_they_are_called_by() {
    on_both(|| async {
        type Backwards = fn(WeakNode) -> Arc<dyn Handler>;
        let kinds: [Backwards; 2] = [backwards, backwards_blocking];
        for engine in STREAMS {
            for ours in kinds {
                for theirs in kinds {
                    let [ours, _theirs] = pair(engine, ours, theirs).await;
                    let caller = ours.caller(None).unwrap();
                    let end = call(&caller, "back", &arguments(20)).await;
                    assert_eq!(end.unwrap(), arguments(0));
                }
            }
        }
    });
}

#[test]
fn nodes_with_threads_are_called_and_call() {
    on_both(|| async {
        for engine in STREAMS {
            let options = Options::default();
            let listener = Listener::tcp(([127, 0, 0, 1], 0).into(), &options).await;
            let listener = listener.unwrap();
            let at = listener.address().unwrap().ip().unwrap();
            let echo_of_threads =
                Arc::new(Blocking(|_: &str, arguments: &[u8]| Ok(arguments.to_vec())));
            let theirs = threads::Node::tcp(engine(), echo_of_threads, &[at], &options).unwrap();
            let ours = listener.accept(engine, slow_echo).await.unwrap();
            let mut caller = theirs.caller(None).unwrap();
            let calls = spawn_blocking(move || {
                for n in 0..100 {
                    let echoed = call_blocking(&mut caller, "echo", &arguments(n));
                    assert_eq!(echoed.unwrap(), arguments(n));
                }
            });
            let caller = ours.caller(None).unwrap();
            for n in 0..100 {
                let echoed = call(&caller, "echo", &arguments(n)).await;
                assert_eq!(echoed.unwrap(), arguments(n));
            }
            calls.await.unwrap();
            let ended = spawn_blocking(move || theirs.wait());
            drop(ours);
            assert_eq!(ended.await.unwrap(), CallError::Closed(Closed::ByPeer));
        }
    });
}

#[test]
fn large_messages_cross_without_waiting_for_each_other() {
    on_both(|| async {
        let nodes = pair(STREAMS[0], slow_echo, echo).await;
        let mut large = vec![b' '; 3 << 20];
        large[0] = b'[';
        *large.last_mut().unwrap() = b']';
        let mut tasks = JoinSet::new();
        for node in nodes.iter().chain(&nodes) {
            let (caller, large) = (node.caller(None).unwrap(), large.clone());
            tasks.spawn(async move {
                for _ in 0..3 {
                    let echoed = call(&caller, "echo", &large).await.unwrap();
                    assert_eq!(echoed.len(), large.len());
                }
            });
        }
        tasks.join_all().await;
    });
}

#[test]
fn little_room_for_calls_holds_them_up_and_loses_none() {
    on_both(|| async {
        let options = Options {
            workers: 1,
            ahead_bytes: 20,
            ..Options::default()
        };
        for engine in STREAMS {
            for handler in [slow_echo, blocking_echo] {
                let nodes = pair_with([engine; 2], handler, handler, &options).await;
                let caller = nodes[0].caller(None).unwrap();
                let mut calls = Vec::new();
                for n in 0..200 {
                    calls.push(begin(&caller, "echo", &arguments(n)).await.unwrap());
                }
                for (n, call) in calls.into_iter().enumerate().rev() {
                    assert_eq!(call.await.unwrap().body(), arguments(n));
                }
            }
        }
    });
}

/// What a test has its handlers wait for, and learns from them.
#[derive(Clone, Default)]
struct Gate(Arc<Mutex<(usize, bool, Vec<Waker>)>>);

impl Gate {
    /// A handler has come here; it goes on once the gate is open.
    async fn pass(&self) {
        self.0.lock().unwrap().0 += 1;
        std::future::poll_fn(|cx: &mut Context<'_>| {
            let mut gate = self.0.lock().unwrap();
            if gate.1 {
                return Poll::Ready(());
            }
            gate.2.push(cx.waker().clone());
            Poll::Pending
        })
        .await;
    }

    fn open(&self) {
        let mut gate = self.0.lock().unwrap();
        gate.1 = true;
        gate.2.drain(..).for_each(Waker::wake);
    }

    async fn arrivals(&self, expected: usize) {
        while self.0.lock().unwrap().0 < expected {
            yield_now().await;
        }
    }

    /// Echoes at once, except for `wait`.
    fn service(&self) -> impl FnOnce(WeakNode) -> Arc<dyn Handler> + use<> {
        let gate = self.clone();
        move |_| {
            service(move |name, arguments| {
                let gate = gate.clone();
                async move {
                    if name == "wait" {
                        gate.pass().await;
                    }
                    Ok(arguments)
                }
            })
        }
    }
}

/// Engines that take few calls.
const FEW: usize = 4;
fn few() -> Limits {
    Limits {
        calls_in_flight: FEW,
        ..Limits::default()
    }
}
const STREAMS_OF_FEW: [Engine; 2] = [
    || Box::new(jsonrpc::Peer::stream(&few(), Framing::Line, 1)),
    || Box::new(onc::Peer::stream(&few(), 1)),
];

#[test]
fn calls_wait_in_turn_while_the_engine_takes_no_more() {
    on_both(|| async {
        for engine in STREAMS_OF_FEW {
            let gate = Gate::default();
            let [ours, _theirs] = pair(engine, echo, gate.service()).await;
            let caller = ours.caller(None).unwrap();
            let mut tasks = JoinSet::new();
            let mut handles = Vec::new();
            for n in 0..40 {
                // Each with a caller of its own: they wait for the same engine.
                let caller = ours.caller(None).unwrap();
                handles.push(tasks.spawn(async move {
                    let sent = arguments(n);
                    assert_eq!(call(&caller, "wait", &sent).await.unwrap(), sent);
                }));
            }
            gate.arrivals(FEW).await;
            let hurried = CallHead {
                timeout: Some(Duration::from_millis(1)),
                ..head("echo")
            };
            let late = caller.call(&hurried, |_, _| panic!("it is not marshalled"));
            let late = late.await.unwrap_err();
            assert_eq!(late, CallError::TimedOut { transmissions: 0 });
            // Some that wait, and some in flight, are given up.
            handles.iter().step_by(3).for_each(|task| task.abort());
            gate.open();
            let mut ended = [0; 2];
            while let Some(end) = tasks.join_next().await {
                match end {
                    Ok(()) => ended[0] += 1,
                    Err(aborted) => {
                        assert!(aborted.is_cancelled(), "{aborted}");
                        ended[1] += 1;
                    }
                }
            }
            assert_eq!(ended, [26, 14]);
            assert_eq!(ours.in_flight(), 0);
            let echoed = call(&caller, "echo", &arguments(7)).await;
            assert_eq!(echoed.unwrap(), arguments(7));
        }
    });
}

#[test]
fn a_call_that_is_given_up_makes_room_for_one_that_waits() {
    on_both(|| async {
        for engines in [
            [STREAMS_OF_FEW[0], STREAMS[0]],
            [STREAMS_OF_FEW[1], STREAMS[2]],
        ] {
            let gate = Gate::default();
            let options = Options::default();
            let [ours, _theirs] = pair_with(engines, echo, gate.service(), &options).await;
            let caller = ours.caller(None).unwrap();
            let mut calls = Vec::new();
            for n in 0..FEW {
                calls.push(begin(&caller, "wait", &arguments(n)).await.unwrap());
            }
            let next = tokio::spawn(async move { call(&caller, "echo", &arguments(9)).await });
            calls.pop();
            assert_eq!(next.await.unwrap().unwrap(), arguments(9));
            gate.open();
        }
    });
}

#[test]
fn calls_that_wait_for_the_engine_end_with_the_connection() {
    on_both(|| async {
        for engine in STREAMS_OF_FEW {
            for peer_closes in [true, false] {
                let gate = Gate::default();
                let [ours, theirs] = pair(engine, echo, gate.service()).await;
                let mut tasks = JoinSet::new();
                for n in 0..3 * FEW {
                    let caller = ours.caller(None).unwrap();
                    tasks.spawn(async move { call(&caller, "wait", &arguments(n)).await });
                }
                gate.arrivals(FEW).await;
                let how = match peer_closes {
                    true => Closed::ByPeer,
                    false => Closed::ByUs,
                };
                if peer_closes {
                    theirs.close()
                } else {
                    ours.close()
                }
                while let Some(end) = tasks.join_next().await {
                    assert_eq!(end.unwrap().unwrap_err(), CallError::Closed(how));
                }
                gate.open();
            }
        }
    });
}

#[test]
fn one_way_calls_arrive_and_are_not_waited_for() {
    on_both(|| async {
        let gate = Gate::default();
        let [ours, _theirs] = pair(STREAMS[1], echo, gate.service()).await;
        let caller = ours.caller(None).unwrap();
        let one_way = CallHead {
            kind: CallKind::OneWay,
            ..head("wait")
        };
        let write = |_, body: &mut Buf| {
            body.put(b"[]");
            Ok(())
        };
        for _ in 0..2 {
            let nothing = caller.call(&one_way, write).await.unwrap().await.unwrap();
            assert_eq!(nothing.body(), b"");
        }
        gate.arrivals(2).await;
        assert_eq!(ours.in_flight(), 0);
        gate.open();
    });
}

#[test]
fn calls_in_flight_end_with_the_connection() {
    on_both(|| async {
        for engine in STREAMS {
            for peer_closes in [true, false] {
                let gate = Gate::default();
                let [ours, theirs] = pair(engine, echo, gate.service()).await;
                let caller = ours.caller(None).unwrap();
                let waits = begin(&caller, "wait", &arguments(1)).await.unwrap();
                gate.arrivals(1).await;
                let (closing, how) = match peer_closes {
                    true => (theirs, Closed::ByPeer),
                    false => (ours.clone(), Closed::ByUs),
                };
                closing.close();
                assert_eq!(waits.await.unwrap_err(), CallError::Closed(how));
                assert_eq!(ours.ended().await, CallError::Closed(how));
                gate.open();
                let late = call(&caller, "echo", b"[]").await;
                assert_eq!(late.unwrap_err(), CallError::Closed(how));
                assert_eq!(caller.closed(), Some(CallError::Closed(how)));
            }
        }
    });
}

#[test]
fn a_dropped_future_is_a_cancelled_call_and_others_go_on() {
    on_both(|| async {
        let gate = Gate::default();
        let [ours, _theirs] = pair(STREAMS[0], echo, gate.service()).await;
        let caller = ours.caller(None).unwrap();
        let dropped = begin(&caller, "wait", b"[1]").await.unwrap();
        let kept = begin(&caller, "wait", b"[2]").await.unwrap();
        let cancelled = begin(&caller, "wait", b"[3]").await.unwrap();
        gate.arrivals(3).await;
        drop(dropped);
        assert_eq!(ours.in_flight(), 2);
        // JSON-RPC has no message for it: the call is abandoned.
        cancelled.request_cancel();
        assert_eq!(cancelled.await.unwrap_err(), CallError::Cancelled);
        assert_eq!(call(&caller, "echo", b"[4]").await.unwrap(), b"[4]");
        gate.open();
        assert_eq!(kept.await.unwrap().body(), b"[2]");
        assert_eq!((ours.in_flight(), caller.in_flight()), (0, 0));
    });
}

#[test]
fn asking_to_cancel_a_call_that_was_answered_does_not_lose_the_reply() {
    on_both(|| async {
        for engine in STREAMS {
            let [ours, _theirs] = pair(engine, echo, echo).await;
            let caller = ours.caller(None).unwrap();
            let answered = begin(&caller, "echo", &arguments(1)).await.unwrap();
            let sent = arguments(2);
            assert_eq!(call(&caller, "echo", &sent).await.unwrap(), sent);
            answered.request_cancel();
            assert_eq!(answered.await.unwrap().body(), arguments(1));
        }
    });
}

#[test]
fn a_call_that_is_refused_leaves_nothing_behind() {
    on_both(|| async {
        let [ours, _theirs] = pair(STREAMS[2], echo, echo).await;
        let caller = ours.caller(None).unwrap();
        const NO: Misuse = Misuse::NotOffered("the test's arguments");
        let refused = caller.call(&head("echo"), |_, _| Err(NO)).await;
        assert_eq!(refused.unwrap_err(), CallError::from(NO));
        assert_eq!(ours.in_flight(), 0);
        let sent = arguments(1);
        assert_eq!(call(&caller, "echo", &sent).await.unwrap(), sent);
    });
}

#[test]
fn a_call_runs_out_of_the_runtimes_time() {
    let mut builder = Builder::new_current_thread();
    let runtime = builder.enable_all().start_paused(true).build().unwrap();
    let begun = std::time::Instant::now();
    runtime.block_on(async {
        for engine in STREAMS {
            let gate = Gate::default();
            let [ours, _theirs] = pair(engine, echo, gate.service()).await;
            let caller = ours.caller(None).unwrap();
            let begun = tokio::time::Instant::now();
            let ended = call(&caller, "wait", &arguments(1)).await;
            assert!(
                matches!(ended, Err(CallError::TimedOut { .. })),
                "{ended:?}"
            );
            assert!(begun.elapsed() >= Duration::from_secs(60));
            gate.open();
        }
    });
    assert!(begun.elapsed() < Duration::from_secs(30), "virtual time");
}

#[test]
fn a_peer_that_breaks_the_protocol_is_told_apart_from_one_that_goes() {
    current_thread().block_on(async {
        let name = format!("manyrpc-tokio-node-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        for breaks in [true, false] {
            let listener = Listener::unix(&path, &Options::default()).unwrap();
            let theirs = UnixStream::connect(&path).await.unwrap();
            let node = listener.accept(STREAMS[1], echo).await.unwrap();
            let caller = node.caller(None).unwrap();
            let call = begin(&caller, "echo", b"[]").await.unwrap();
            if breaks {
                let theirs = &mut theirs.into_std().unwrap();
                theirs.write_all(b"Content-Length: much\r\n\r\n").unwrap();
                let ended = call.await;
                assert!(matches!(ended, Err(CallError::Wire(_))), "{ended:?}");
            } else {
                drop(theirs);
                let ended = call.await.unwrap_err();
                assert_eq!(ended, CallError::Closed(Closed::ByPeer));
            }
        }
        assert!(!path.exists(), "it goes with the listener");
    });
}

#[test]
fn one_datagram_socket_serves_and_calls_several_peers() {
    on_both(|| async {
        let served = Arc::new(AtomicUsize::new(0));
        let mut nodes: Vec<(Node, SocketAddr)> = Vec::new();
        for seed in 0..3 {
            let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
            let at = socket.local_addr().unwrap();
            let count = served.clone();
            let serve = service(move |_, arguments| {
                count.fetch_add(1, SeqCst);
                async { Ok(arguments) }
            });
            let engine = Box::new(onc::DatagramPeer::datagram(Limits::default(), seed));
            let node = Node::udp(engine, |_| serve, socket, &Options::default());
            nodes.push((node.unwrap(), at));
        }
        let mut tasks = JoinSet::new();
        for (node, _) in &nodes {
            for (_, to) in &nodes {
                let caller = node.caller(Some(*to)).unwrap();
                tasks.spawn(async move {
                    for n in 0..20 {
                        let sent = format!("{n:>12}").into_bytes();
                        assert_eq!(call(&caller, "echo", &sent).await.unwrap(), sent);
                    }
                });
            }
        }
        tasks.join_all().await;
        let calls = served.load(SeqCst);
        assert_eq!(calls, 3 * 3 * 20, "at most once, and at least");
        let (node, _) = nodes.remove(0);
        node.stop(Duration::from_secs(10)).await;
        assert_eq!(node.closed(), Some(CallError::Closed(Closed::ByUs)));
    });
}

/// Waits at the gate, then calls back, and calls once more from there.
fn back_behind(gate: &Gate) -> impl FnOnce(WeakNode) -> Arc<dyn Handler> + use<> {
    let gate = gate.clone();
    move |node| {
        service(move |name, with| {
            let (gate, node) = (gate.clone(), node.clone());
            async move {
                if name != "wait" {
                    return Ok(with);
                }
                gate.pass().await;
                let caller = node.upgrade().unwrap().caller(None).unwrap();
                let back = call(&caller, "echo", &with).await;
                back.map_err(|_| Fault::ServerFailure)
            }
        })
    }
}

#[test]
fn a_node_that_stops_finishes_calls_in_both_directions() {
    on_both(|| async {
        for engine in STREAMS {
            let gate = Gate::default();
            let [ours, theirs] = pair(engine, back_behind(&gate), back_behind(&gate)).await;
            let callers = [&ours, &theirs].map(|node| node.caller(None).unwrap());
            let out = begin(&callers[0], "wait", &arguments(1)).await.unwrap();
            let to_us = begin(&callers[1], "wait", &arguments(2)).await.unwrap();
            gate.arrivals(2).await;
            let stopping = tokio::spawn({
                let ours = ours.clone();
                async move { ours.stop(Duration::from_secs(60)).await }
            });
            // Its calls are still served.
            let meanwhile = call(&callers[1], "echo", &arguments(3)).await;
            assert_eq!(meanwhile.unwrap(), arguments(3));
            gate.open();
            assert_eq!(out.await.unwrap().body(), arguments(1));
            assert_eq!(to_us.await.unwrap().body(), arguments(2));
            stopping.await.unwrap();
            assert_eq!(ours.closed(), Some(CallError::Closed(Closed::ByUs)));
            assert_eq!(theirs.ended().await, CallError::Closed(Closed::ByPeer));
            let refused = call(&callers[0], "echo", &arguments(4)).await;
            assert_eq!(refused.unwrap_err(), CallError::Closed(Closed::ByUs));
        }
    });
}

#[test]
fn a_node_that_stops_makes_no_new_calls_and_waits_only_so_long() {
    let mut builder = Builder::new_current_thread();
    let runtime = builder.enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let gate = Gate::default();
        let [ours, theirs] = pair(STREAMS[0], echo, gate.service()).await;
        let caller = ours.caller(None).unwrap();
        let waits = begin(&caller, "wait", b"[1]").await.unwrap();
        gate.arrivals(1).await;
        let begun = tokio::time::Instant::now();
        let stopping = tokio::spawn({
            let ours = ours.clone();
            async move { ours.stop(Duration::from_secs(5)).await }
        });
        yield_now().await;
        let refused = call(&caller, "echo", b"[2]").await;
        assert_eq!(refused.unwrap_err(), CallError::Closed(Closed::ByUs));
        assert_eq!(ours.in_flight(), 1);
        let cut_off = waits.await.unwrap_err();
        assert_eq!(cut_off, CallError::Closed(Closed::ByUs));
        stopping.await.unwrap();
        let took = begun.elapsed();
        assert!(took >= Duration::from_secs(5) && took < Duration::from_secs(6));
        gate.open();
        assert_eq!(theirs.ended().await, CallError::Closed(Closed::ByPeer));
    });
}

#[test]
fn calls_end_with_the_runtime() {
    let (runtime, other) = (current_thread(), current_thread());
    let gate = Gate::default();
    let (waits, ours) = runtime.block_on(async {
        let [ours, theirs] = pair(STREAMS[0], echo, gate.service()).await;
        let caller = ours.caller(None).unwrap();
        let waits = begin(&caller, "wait", b"[1]").await.unwrap();
        gate.arrivals(1).await;
        drop(theirs.downgrade());
        tokio::spawn(async move {
            theirs.ended().await;
        });
        (waits, ours)
    });
    // Somebody waits for it already when the runtime goes.
    let waiting = std::thread::spawn(move || other.block_on(waits));
    drop(runtime);
    let ended = waiting.join().unwrap().map(|reply| reply.body().len());
    assert!(matches!(ended, Err(CallError::Closed(_))), "{ended:?}");
    let why = ours.closed();
    assert!(matches!(why, Some(CallError::Closed(_))), "{why:?}");
    let caller = ours.caller(None).unwrap();
    let late = current_thread().block_on(call(&caller, "echo", b"[]"));
    assert!(matches!(late, Err(CallError::Closed(_))), "{late:?}");
}

#[test]
fn keepalives_are_sent_by_a_task_in_the_runtimes_time() {
    let mut builder = Builder::new_current_thread();
    let runtime = builder.enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let server = tokio::net::UdpSocket::bind("127.0.0.1:0").await.unwrap();
        let every = Duration::from_secs(20);
        let limits = Limits {
            dce: DceLimits {
                alive_every: Some(every),
                ..DceLimits::default()
            },
            ..Limits::default()
        };
        let engine = Client::new(limits, Personality::DEFAULT, 7);
        let companion = move || Box::new(ClientOnly(engine.companion(8))) as Box<dyn PeerEngine>;
        let keeper = Keeper::new(companion, server.local_addr().unwrap());
        let tasks = || {
            tokio::runtime::Handle::current()
                .metrics()
                .num_alive_tasks()
        };
        assert_eq!(tasks(), 0);
        let mut bytes = [0; 200];
        for _ in 0..3 {
            keeper.keep(1).unwrap();
            keeper.keep(2).unwrap();
            let mut arrived = VecDeque::new();
            for _ in 0..4 {
                let n = server.recv(&mut bytes).await.unwrap();
                assert_eq!(n, 96, "a header and a UUID");
                arrived.push_back(tokio::time::Instant::now());
            }
            let took = *arrived.back().unwrap() - arrived[0];
            assert!(took >= every * 3 - every / 2, "{took:?}");
            assert_eq!(tasks(), 1);
            keeper.keep(0).unwrap();
            while tasks() > 0 {
                yield_now().await;
            }
        }
        keeper.keep(1).unwrap();
        drop(keeper);
        while tasks() > 0 {
            yield_now().await;
        }
    });
}
