//! Both roles on one socket: many callers, callbacks from handlers, ends and cancels.

use std::net::{SocketAddr, UdpSocket};
use std::os::unix::net::UnixStream;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Barrier, Mutex, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use manyrpc_driver::blocking::Cancel;
use manyrpc_driver::node::{Caller, Listener, Node, Options};
use manyrpc_engine::jsonrpc::{self, Framing};
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallKind, Closed, Fault, Handler, InterfaceId, Limits, Outcome,
    PeerEngine, onc,
};

/// What a test serves: the operation's number or name, and the arguments.
type Serve = dyn Fn(&str, &[u8]) -> Result<Vec<u8>, Fault> + Send + Sync;

struct Service(Box<Serve>);

impl Handler for Service {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        let name = match &call.name {
            Some(name) => name.path().operation.to_owned(),
            None => ["", "echo", "back", "wait"][call.operation as usize].to_owned(),
        };
        match (self.0)(&name, &received[call.arguments.clone()]) {
            Ok(result) => {
                reply.put(&result);
                Outcome::Done
            }
            Err(fault) => Outcome::Fault(fault),
        }
    }
}

fn service(
    serve: impl Fn(&str, &[u8]) -> Result<Vec<u8>, Fault> + Send + Sync + 'static,
) -> Arc<dyn Handler> {
    Arc::new(Service(Box::new(serve)))
}

fn echo() -> Arc<dyn Handler> {
    service(|_, arguments| Ok(arguments.to_vec()))
}

fn head(name: &'static str) -> CallHead<'static> {
    let operation = ["", "echo", "back", "wait"].iter().position(|n| *n == name);
    CallHead {
        name,
        timeout: Some(Duration::from_secs(60)),
        ..CallHead::new(
            InterfaceId::of_program(300_000, 1),
            operation.unwrap_or(0) as u32,
        )
    }
}

fn call(caller: &mut Caller, name: &'static str, arguments: &[u8]) -> Result<Vec<u8>, CallError> {
    caller.begin(&head(name))?.1.put(arguments);
    caller.exchange().map(|reply| reply.body.to_vec())
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
fn pair(engine: Engine, ours: Arc<dyn Handler>, theirs: Arc<dyn Handler>) -> [Node; 2] {
    pair_with(engine, ours, theirs, &Options::default())
}

fn pair_with(
    engine: Engine,
    ours: Arc<dyn Handler>,
    theirs: Arc<dyn Handler>,
    options: &Options,
) -> [Node; 2] {
    let listener = Listener::tcp(([127, 0, 0, 1], 0).into(), options).unwrap();
    let at = listener.address().unwrap().ip().unwrap();
    let accepted = thread::spawn(move || listener.accept(engine, || theirs).unwrap());
    let ours = Node::tcp(engine(), ours, &[at], options).unwrap();
    [ours, accepted.join().unwrap()]
}

/// Arguments that every engine here accepts.
fn arguments(n: usize) -> Vec<u8> {
    format!("[{:>13}]", n).into_bytes()
}

#[test]
fn many_callers_at_both_ends_share_one_connection() {
    for engine in STREAMS {
        let nodes = pair(engine, echo(), echo());
        thread::scope(|scope| {
            for node in &nodes {
                for caller in 0..8 {
                    let mut client = node.caller(None).unwrap();
                    scope.spawn(move || {
                        for n in 0..50 {
                            let sent = arguments(caller * 100 + n);
                            assert_eq!(call(&mut client, "echo", &sent).unwrap(), sent);
                        }
                        assert_eq!(client.in_flight(), 0);
                    });
                }
            }
        });
        let counters = nodes.each_ref().map(Node::counters);
        assert_eq!(counters.map(|c| c.calls), [800, 800], "made and served");
    }
}

#[test]
fn handlers_call_back_over_the_connection_they_are_called_by() {
    for engine in STREAMS {
        let slot: Arc<OnceLock<Node>> = Arc::default();
        // Each callback counts down, and calls back in turn.
        let back = |slot: &Arc<OnceLock<Node>>| {
            let slot = slot.clone();
            service(move |_, arguments| {
                let text = std::str::from_utf8(arguments).unwrap();
                let left: usize = text.trim_matches(['[', ']', ' ']).parse().unwrap();
                if left == 0 {
                    return Ok(arguments.to_vec());
                }
                let node = slot.get().expect("set before anything is called");
                let mut caller = node.caller(None).unwrap();
                let text = format!("[{:>13}]", left - 1);
                call(&mut caller, "back", text.as_bytes()).map_err(|_| Fault::ServerFailure)
            })
        };
        let other: Arc<OnceLock<Node>> = Arc::default();
        let [ours, theirs] = pair(engine, back(&slot), back(&other));
        slot.set(ours.clone()).unwrap();
        other.set(theirs.clone()).unwrap();
        let mut caller = ours.caller(None).unwrap();
        assert_eq!(
            call(&mut caller, "back", &arguments(20)).unwrap(),
            arguments(0)
        );
        ours.close();
        theirs.close();
    }
}

#[test]
fn large_messages_cross_without_waiting_for_each_other() {
    let nodes = pair(STREAMS[0], echo(), echo());
    let mut large = vec![b' '; 3 << 20];
    large[0] = b'[';
    *large.last_mut().unwrap() = b']';
    thread::scope(|scope| {
        for node in nodes.iter().chain(&nodes) {
            let (mut caller, large) = (node.caller(None).unwrap(), &large);
            scope.spawn(move || {
                for _ in 0..3 {
                    assert_eq!(call(&mut caller, "echo", large).unwrap().len(), large.len());
                }
            });
        }
    });
}

#[test]
fn little_room_for_calls_holds_them_up_and_loses_none() {
    let options = Options {
        workers: 1,
        ahead_bytes: 20,
        ..Options::default()
    };
    for engine in STREAMS {
        let nodes = pair_with(engine, echo(), echo(), &options);
        let mut caller = nodes[0].caller(None).unwrap();
        let calls: Vec<_> = (0..200)
            .map(|n| {
                caller.begin(&head("echo")).unwrap().1.put(&arguments(n));
                caller.send().unwrap()
            })
            .collect();
        for (n, id) in calls.into_iter().enumerate().rev() {
            assert_eq!(caller.wait(id).unwrap().body, arguments(n));
        }
    }
}

#[test]
fn one_way_calls_arrive_and_are_not_waited_for() {
    let (tell, told) = mpsc::channel();
    let tell = Mutex::new(tell);
    let serve = service(move |name, _| {
        tell.lock().unwrap().send(name.to_owned()).unwrap();
        Ok(Vec::new())
    });
    let [ours, _theirs] = pair(STREAMS[1], echo(), serve);
    let mut caller = ours.caller(None).unwrap();
    let one_way = CallHead {
        kind: CallKind::OneWay,
        ..head("note")
    };
    caller.begin(&one_way).unwrap().1.put(b"[]");
    assert_eq!(caller.exchange().unwrap().body, b"");
    assert_eq!(told.recv().unwrap(), "note");
}

/// A service that reports each call, and continues when it is released.
fn waiting() -> (Arc<dyn Handler>, Arc<Barrier>, Arc<Barrier>) {
    let (called, let_go) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
    let pair = (called.clone(), let_go.clone());
    let serve = service(move |name, arguments| {
        if name == "wait" {
            pair.0.wait();
            pair.1.wait();
        }
        Ok(arguments.to_vec())
    });
    (serve, called, let_go)
}

#[test]
fn calls_in_flight_end_with_the_connection() {
    for engine in STREAMS {
        for peer_closes in [true, false] {
            let (serve, called, let_go) = waiting();
            let [ours, theirs] = pair(engine, echo(), serve);
            thread::scope(|scope| {
                let mut caller = ours.caller(None).unwrap();
                let result = scope.spawn(move || call(&mut caller, "wait", &arguments(1)));
                called.wait();
                let closing = if peer_closes { &theirs } else { &ours };
                closing.close();
                let expected = match peer_closes {
                    true => Closed::ByPeer,
                    false => Closed::ByUs,
                };
                assert_eq!(result.join().unwrap(), Err(CallError::Closed(expected)));
                assert_eq!(ours.wait(), CallError::Closed(expected));
            });
            let_go.wait();
            let mut late = ours.caller(None).unwrap();
            assert!(matches!(
                call(&mut late, "echo", b"[]"),
                Err(CallError::Closed(_))
            ));
        }
    }
}

#[test]
fn a_call_ends_when_it_is_cancelled_from_elsewhere_and_others_go_on() {
    let (serve, called, let_go) = waiting();
    let [ours, _theirs] = pair(STREAMS[0], echo(), serve);
    let cancel = Cancel::new().unwrap();
    let mut caller = ours.caller(None).unwrap();
    caller.set_cancel(Some(cancel.clone()));
    assert_eq!(call(&mut caller, "echo", b"[1]").unwrap(), b"[1]");
    thread::scope(|scope| {
        let result = scope.spawn(move || call(&mut caller, "wait", b"[2]"));
        called.wait();
        cancel.pull();
        assert_eq!(result.join().unwrap(), Err(CallError::Cancelled));
    });
    let mut other = ours.caller(None).unwrap();
    assert_eq!(call(&mut other, "echo", b"[3]").unwrap(), b"[3]");
    let_go.wait();
}

#[test]
fn asking_to_cancel_a_call_that_was_answered_does_not_lose_the_reply() {
    for engine in STREAMS {
        let [ours, _theirs] = pair(engine, echo(), echo());
        let mut caller = ours.caller(None).unwrap();
        caller.begin(&head("echo")).unwrap().1.put(&arguments(1));
        let answered = caller.send().unwrap();
        let sent = arguments(2);
        assert_eq!(call(&mut caller, "echo", &sent).unwrap(), sent);
        caller.request_cancel(answered);
        assert_eq!(caller.wait(answered).unwrap().body, arguments(1));
    }
}

#[test]
fn a_call_runs_out_of_time_while_nobody_looks_at_the_engine() {
    let (serve, called, let_go) = waiting();
    let [ours, _theirs] = pair(STREAMS[2], echo(), serve);
    let mut caller = ours.caller(None).unwrap();
    let short = CallHead {
        timeout: Some(Duration::from_millis(20)),
        ..head("wait")
    };
    caller.begin(&short).unwrap().1.put(&arguments(1));
    let id = caller.send().unwrap();
    called.wait();
    let ended = caller.wait(id).map(|reply| reply.body.len());
    assert!(
        matches!(ended, Err(CallError::TimedOut { .. })),
        "{ended:?}"
    );
    let_go.wait();
}

#[test]
fn a_peer_that_breaks_the_protocol_is_told_apart_from_one_that_goes() {
    let (mut theirs, at) = raw_peer(STREAMS[1]);
    let node = at;
    let mut caller = node.caller(None).unwrap();
    caller.begin(&head("echo")).unwrap().1.put(b"[]");
    let id = caller.send().unwrap();
    std::io::Write::write_all(&mut theirs, b"Content-Length: much\r\n\r\n").unwrap();
    let ended = caller.wait(id).map(|reply| reply.body.len());
    assert!(matches!(ended, Err(CallError::Wire(_))), "{ended:?}");
}

/// A node over one end of a Unix stream whose other end belongs to the test.
fn raw_peer(engine: Engine) -> (UnixStream, Node) {
    let path = std::env::temp_dir().join(format!("manyrpc-node-{}", std::process::id()));
    let listener = Listener::unix(&path, &Options::default()).unwrap();
    let connecting = thread::spawn(move || UnixStream::connect(path).unwrap());
    let node = listener.accept(engine, echo).unwrap();
    (connecting.join().unwrap(), node)
}

#[test]
fn one_datagram_socket_serves_and_calls_several_peers() {
    let served = Arc::new(AtomicUsize::new(0));
    let nodes: Vec<(Node, SocketAddr)> = (0..3)
        .map(|seed| {
            let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
            let at = socket.local_addr().unwrap();
            let count = served.clone();
            let serve = service(move |_, arguments| {
                count.fetch_add(1, SeqCst);
                Ok(arguments.to_vec())
            });
            let engine = Box::new(onc::DatagramPeer::datagram(Limits::default(), seed));
            (
                Node::udp(engine, serve, socket, &Options::default()).unwrap(),
                at,
            )
        })
        .collect();
    thread::scope(|scope| {
        for (node, _) in &nodes {
            for (_, to) in &nodes {
                let mut caller = node.caller(Some(*to)).unwrap();
                scope.spawn(move || {
                    for n in 0..20 {
                        let sent = format!("{n:>12}");
                        assert_eq!(
                            call(&mut caller, "echo", sent.as_bytes()).unwrap(),
                            sent.as_bytes()
                        );
                    }
                });
            }
        }
    });
    assert_eq!(
        served.load(SeqCst),
        3 * 3 * 20,
        "at most once, and at least"
    );
}
