//! Replies from elsewhere: threads of the application push messages into calls that clients have
//! opened, through generated and dynamic servers over loopback.

mod support;

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{TrySendError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use manyrpc::dynamic::{Conversation, Definition, DynamicClient, DynamicInterface};
use manyrpc::dynamic::{DynamicReplies, DynamicService};
use manyrpc::server::Running;
use manyrpc::streams::{Receiver, ReplyStream, Sender, queue};
use manyrpc::stub::{Flow, Service};
use manyrpc::{CallError, Client, Context, Domain, Fault, Server};
use manyrpc_model::Value;
use support::interop::grpc_testing::*;
use support::interop::{output, output_request, size};
use support::root;

const PATIENCE: Duration = Duration::from_secs(20);

type Output = StreamingOutputCallResponse<'static>;
type Senders<T> = std::sync::mpsc::Sender<Sender<T>>;

/// Gives the sending half of each call's replies to the test.
struct Pushed {
    senders: Mutex<Senders<Output>>,
    capacity: usize,
}

impl Pushed {
    fn open(&self) -> Receiver<Output> {
        let (sender, replies) = queue(self.capacity);
        self.senders.lock().unwrap().send(sender).unwrap();
        replies
    }
}

impl TestService for Pushed {
    fn empty_call(&self, _: &Context<'_>, request: Empty) -> Result<Empty, Fault> {
        Ok(request)
    }

    fn streaming_output_call(
        &self,
        _: &Context<'_>,
        _: StreamingOutputCallRequest<'_>,
    ) -> Result<ReplyStream<Output>, Fault> {
        Ok(Box::new(self.open()))
    }

    fn full_duplex_call(
        &self,
        _: &Context<'_>,
    ) -> Result<Box<dyn TestServiceFullDuplexCallHandler>, Fault> {
        Ok(Box::new(Both(self.open())))
    }
}

/// Answers what comes, and says what the test pushes.
struct Both(Receiver<Output>);

impl TestServiceFullDuplexCallHandler for Both {
    fn begun(&mut self, replies: &mut TestServiceFullDuplexCallReplies<'_>) -> Result<Flow, Fault> {
        Ok(replies.pull(&mut self.0))
    }

    fn message(
        &mut self,
        request: StreamingOutputCallRequest<'_>,
        replies: &mut TestServiceFullDuplexCallReplies<'_>,
    ) -> Result<Flow, Fault> {
        replies.send(output(size(&request.payload)));
        Ok(replies.pull(&mut self.0))
    }

    fn ended(&mut self, replies: &mut TestServiceFullDuplexCallReplies<'_>) -> Result<Flow, Fault> {
        Ok(replies.pull(&mut self.0))
    }

    fn more(&mut self, replies: &mut TestServiceFullDuplexCallReplies<'_>) -> Result<Flow, Fault> {
        Ok(replies.pull(&mut self.0))
    }
}

fn serve(service: impl Service + 'static) -> Running {
    let server = Server::builder().service(service);
    let server = server.listen("grpc://127.0.0.1:0").unwrap();
    server.start().unwrap()
}

fn pushed(capacity: usize) -> (Running, std::sync::mpsc::Receiver<Sender<Output>>) {
    let (senders, calls) = channel();
    let senders = Mutex::new(senders);
    (
        serve(TestServiceServer(Pushed { senders, capacity })),
        calls,
    )
}

fn client(server: &Running) -> TestServiceClient {
    TestServiceClient::open(&server.bindings()[0].to_string()).unwrap()
}

/// Calls until the connection has a thread of its own.
fn be_lent(server: &Running, client: &mut TestServiceClient) {
    for _ in 0..1_000_000 {
        if server.status().dedicated > 0 {
            return;
        }
        client.empty_call(&Empty::default()).unwrap();
    }
    panic!("the connection is never lent");
}

#[test]
fn a_thread_pushes_and_the_client_hears_it() {
    let (server, calls) = pushed(4);
    let mut client = client(&server);
    for lent in [false, true, false, true] {
        if lent {
            be_lent(&server, &mut client);
        }
        let mut call = client
            .streaming_output_call(&output_request(&[], 0))
            .unwrap();
        let sender = calls.recv_timeout(PATIENCE).unwrap();
        let (let_push, may_push) = channel();
        let pusher = std::thread::spawn(move || {
            for size in may_push {
                sender.send(output(size)).unwrap();
            }
        });
        for n in [1, 70_000, 0, 5] {
            let_push.send(n).unwrap();
            assert_eq!(size(&call.next().unwrap().unwrap().payload), n);
        }
        for n in 0..100 {
            let_push.send(n).unwrap();
        }
        drop(let_push);
        for n in 0..100 {
            assert_eq!(size(&call.next().unwrap().unwrap().payload), n);
        }
        assert_eq!(call.next().unwrap(), None);
        pusher.join().unwrap();
    }
}

#[test]
fn a_fault_ends_a_call_behind_what_was_pushed() {
    let (server, calls) = pushed(4);
    let mut client = client(&server);
    let mut call = client
        .streaming_output_call(&output_request(&[], 0))
        .unwrap();
    let sender = calls.recv_timeout(PATIENCE).unwrap();
    let other = sender.clone();
    sender.send(output(1)).unwrap();
    drop(sender);
    other.send(output(2)).unwrap();
    other.fail(Fault::of_domain(Domain::Grpc, 9, "enough"));
    other.fail(Fault::of_domain(Domain::Grpc, 10, "too late"));
    assert!(other.send(output(3)).is_err() && other.is_closed());
    for n in [1, 2] {
        assert_eq!(size(&call.next().unwrap().unwrap().payload), n);
    }
    assert_eq!(
        call.next(),
        Err(CallError::from(Fault::of_domain(Domain::Grpc, 9, "enough")))
    );
}

/// However a client goes: what was pushed is not taken any more, and whoever waits for room hears it.
#[test]
fn senders_hear_that_the_client_is_gone() {
    for cancels in [true, false] {
        let (server, calls) = pushed(1);
        let mut gone = client(&server);
        let call = gone.streaming_output_call(&output_request(&[], 0)).unwrap();
        let sender = calls.recv_timeout(PATIENCE).unwrap();
        let (pusher, pushed) = (sender.clone(), Arc::new(AtomicUsize::new(0)));
        let count = pushed.clone();
        let pusher = std::thread::spawn(move || {
            // Sooner or later the client's window is full, and then the queue.
            while pusher.send(output(10_000)).is_ok() {
                count.fetch_add(1, SeqCst);
            }
        });
        while pushed.load(SeqCst) < 10 {
            std::thread::yield_now();
        }
        call.cancel();
        if cancels {
            gone.empty_call(&Empty::default()).unwrap();
        } else {
            drop(gone);
        }
        pusher.join().unwrap();
        assert!(sender.is_closed());
        let refused = sender.try_send(output(0));
        assert!(matches!(refused, Err(TrySendError::Disconnected(_))));
        client(&server).empty_call(&Empty::default()).unwrap();
    }
}

#[test]
fn a_full_queue_says_so() {
    let (server, calls) = pushed(2);
    let mut client = client(&server);
    let call = client
        .streaming_output_call(&output_request(&[], 0))
        .unwrap();
    let sender = calls.recv_timeout(PATIENCE).unwrap();
    // Larger than the window, so that the client must read before it is empty again.
    let mut took = 0;
    let refused = loop {
        match sender.try_send(output(1 << 20)) {
            Ok(()) => took += 1,
            Err(refused) => break refused,
        }
    };
    assert!(matches!(refused, TrySendError::Full(_)) && took >= 2);
    drop(call);
    drop(client);
}

#[test]
fn conversations_are_pushed_into_as_well() {
    let (server, calls) = pushed(4);
    let mut client = client(&server);
    let mut call = client.full_duplex_call().unwrap();
    let sender = calls.recv_timeout(PATIENCE).unwrap();
    for n in 1..50 {
        sender.send(output(n)).unwrap();
        assert_eq!(size(&call.next().unwrap().unwrap().payload), n);
        call.send(&output_request(&[], 1000 + n)).unwrap();
        assert_eq!(size(&call.next().unwrap().unwrap().payload), 1000 + n);
    }
    call.end().unwrap();
    sender.send(output(7)).unwrap();
    assert_eq!(size(&call.next().unwrap().unwrap().payload), 7);
    drop(sender);
    assert_eq!(call.next().unwrap(), None);
}

/// Several threads for each of several calls, each on a connection of its own.
#[test]
fn many_senders_fill_many_calls() {
    const CALLS: usize = 8;
    const THREADS: usize = 4;
    const EACH: usize = 500;
    let (server, calls) = pushed(3);
    std::thread::scope(|scope| {
        for _ in 0..CALLS {
            scope.spawn(|| {
                let mut client = client(&server);
                let mut call = client
                    .streaming_output_call(&output_request(&[], 0))
                    .unwrap();
                let mut seen = [0; EACH];
                while let Some(reply) = call.next().unwrap() {
                    seen[size(&reply.payload)] += 1;
                }
                assert_eq!(seen, [THREADS; EACH]);
            });
        }
        for _ in 0..CALLS {
            let sender = calls.recv_timeout(PATIENCE).unwrap();
            for _ in 0..THREADS {
                let sender = sender.clone();
                scope.spawn(move || (0..EACH).for_each(|n| sender.send(output(n)).unwrap()));
            }
        }
    });
}

fn interface() -> DynamicInterface {
    let path = root().join("crates/manyrpc-lab/tests/support/grpc_testing.proto");
    let (module, problems) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition = Definition::new(module).expect("it holds together");
    DynamicInterface::find(&definition, Some("TestService")).expect("it is defined")
}

/// A dynamic call that says what is pushed.
struct Dynamic(Receiver<Vec<Value>>);

impl Conversation for Dynamic {
    fn message(&mut self, _: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow {
        replies.pull(&mut self.0)
    }

    fn ended(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        replies.pull(&mut self.0)
    }

    fn more(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        replies.pull(&mut self.0)
    }
}

#[test]
fn dynamic_servers_are_pushed_into_as_well() {
    let (senders, calls) = channel();
    let senders: Mutex<Senders<Vec<Value>>> = Mutex::new(senders);
    let service = DynamicService::new(interface(), |_, _, _| Err(Fault::NoSuchOperation));
    let server = serve(service.conversing(move |_, _| {
        let (sender, replies) = queue(4);
        senders.lock().unwrap().send(sender).unwrap();
        Ok(Box::new(Dynamic(replies)))
    }));
    let client = Client::open(&server.bindings()[0].to_string()).unwrap();
    let mut client = DynamicClient::new(client, interface());
    let none = Value::Optional(None);
    let request = Value::Record(vec![Value::List(Vec::new()), none.clone(), none]);
    let mut call = client.open("StreamingOutputCall", &[request]).unwrap();
    let sender = calls.recv_timeout(PATIENCE).unwrap();
    for size in [3, 0, 9] {
        let payload = Value::Record(vec![Value::I32(0), Value::Bytes(vec![1; size])]);
        let reply = vec![Value::Record(vec![Value::Optional(Some(Box::new(
            payload,
        )))])];
        sender.send(reply.clone()).unwrap();
        assert_eq!(call.next().unwrap(), Some(reply));
    }
    drop(sender);
    assert_eq!(call.next().unwrap(), None);
}
