//! Calls with several messages: generated and dynamic ends of them, on threads and as futures, meet
//! over loopback, and what holds for every call, that time runs out and that one can be given up,
//! holds for these.

mod support;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use manyrpc::dynamic::{Conversation, Definition, DynamicClient, DynamicInterface};
use manyrpc::dynamic::{DynamicReplies, DynamicService};
use manyrpc::server::Running;
use manyrpc::streams::{MetadataWriter, ReplySender, ReplyStream, RequestReceiver};
use manyrpc::stub::{Flow, Service};
use manyrpc::{CallError, Client, Context, Domain, Fault, Outcome, Server, tls};
use manyrpc_model::Value;
use support::interop::grpc_testing::*;
use support::interop::{Interop, output, output_request, payload, size};
use support::interop_clients::Caller;
use support::root;
use support::world::{Served, World};

const PATIENCE: Duration = Duration::from_secs(20);

fn interface() -> DynamicInterface {
    let path = root().join("crates/manyrpc-lab/tests/support/grpc_testing.proto");
    let (module, problems) = manyrpc_idl::load(path, &manyrpc_idl::Options::default());
    let module = module.unwrap_or_else(|| panic!("{problems:?}"));
    let definition = Definition::new(module).expect("it holds together");
    DynamicInterface::find(&definition, Some("TestService")).expect("it is defined")
}

const LOOPBACK: &str = "grpc://127.0.0.1:0";

fn serve(service: impl Service + 'static) -> Running {
    let server = Server::builder().service(service);
    let server = server.listen(LOOPBACK).unwrap();
    server.start().unwrap()
}

fn client(world: World, at: &str) -> Caller {
    world.caller(at, tls::Client::new())
}

/// Servers and clients of every kind.
fn pairs() -> impl Iterator<Item = (World, World)> {
    let servers = World::ALL.into_iter();
    servers.flat_map(|server| World::ALL.map(|client| (server, client)))
}

fn payload_value(size: usize) -> Value {
    let payload = Value::Record(vec![Value::I32(0), Value::Bytes(vec![0; size])]);
    Value::Optional(Some(Box::new(payload)))
}

fn fields(value: &Value) -> &[Value] {
    match value {
        Value::Record(fields) => fields,
        other => panic!("{other:?}"),
    }
}

#[test]
fn dynamic_clients_call_generated_servers() {
    for world in World::ALL {
        let server = world.serve(Interop, Server::builder(), LOOPBACK);
        dynamic_clients_call(&server.at());
        server.stop();
    }
}

fn dynamic_clients_call(at: &str) {
    let client = Client::open(at).unwrap();
    let mut client = DynamicClient::new(client, interface());
    let request = |sizes: &[i32]| {
        let sizes = sizes.iter().map(|n| Value::Record(vec![Value::I32(*n)]));
        let sizes = Value::List(sizes.collect());
        Value::Record(vec![sizes, payload_value(1), Value::Optional(None)])
    };
    let reply = |size| Some(vec![Value::Record(vec![payload_value(size)])]);

    let mut call = client
        .open("StreamingOutputCall", &[request(&[5, 0, 7])])
        .unwrap();
    for size in [5, 0, 7] {
        assert_eq!(call.next().unwrap(), reply(size));
    }
    assert_eq!(call.next().unwrap(), None);
    drop(call);

    let mut call = client.open("FullDuplexCall", &[]).unwrap();
    for size in [3, 70_000] {
        call.send(&[request(&[size])]).unwrap();
        assert_eq!(call.next().unwrap(), reply(size as usize));
    }
    call.end().unwrap();
    assert_eq!(call.next().unwrap(), None);
    drop(call);

    let mut call = client.open("StreamingInputCall", &[]).unwrap();
    for size in [1, 20] {
        call.send(&[Value::Record(vec![payload_value(size)])])
            .unwrap();
    }
    call.end().unwrap();
    let sum = call.next().unwrap().unwrap();
    assert_eq!(fields(&sum[0]), [Value::I32(21)]);
}

/// Answers every message with its payload; to a stream of requests with how many there were.
struct Echo(usize, bool);

impl Conversation for Echo {
    fn message(&mut self, arguments: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow {
        self.0 += 1;
        if self.1 {
            let payload = fields(&arguments[0])[1].clone();
            replies.send(&[Value::Record(vec![payload])]);
        }
        Flow::Wait
    }

    fn ended(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        if !self.1 {
            replies.send(&[Value::Record(vec![Value::I32(self.0 as i32)])]);
        }
        Flow::Over(Outcome::Done)
    }
}

#[test]
fn generated_clients_call_dynamic_servers() {
    let service = DynamicService::new(interface(), |_, _, _| Err(Fault::NoSuchOperation));
    let server = serve(service.conversing(|_, operation| {
        let echoes = operation.name != "StreamingInputCall";
        Ok(Box::new(Echo(0, echoes)))
    }));
    for world in World::ALL {
        call_dynamic_servers(&mut client(world, &server.bindings()[0].to_string()));
    }
}

fn call_dynamic_servers(client: &mut Caller) {
    let mut call = client
        .streaming_output_call(&output_request(&[], 9))
        .unwrap();
    let reply = call.next().unwrap().unwrap();
    assert_eq!(size(&reply.payload), 9);
    assert_eq!(call.next().unwrap(), None);
    drop(call);

    let mut call = client.full_duplex_call().unwrap();
    call.send(&output_request(&[], 4)).unwrap();
    assert_eq!(size(&call.next().unwrap().unwrap().payload), 4);
    call.end().unwrap();
    assert_eq!(call.next().unwrap(), None);
    drop(call);

    let mut call = client.streaming_input_call().unwrap();
    for _ in 0..3 {
        call.send(&StreamingInputCallRequest::default()).unwrap();
    }
    assert_eq!(call.finish().unwrap().aggregated_payload_size, 3);
    assert_eq!(call.finish(), Err(CallError::Cancelled));
}

/// Replies without end, and handlers that tell when they are gone.
struct Endless {
    made: Arc<AtomicUsize>,
    gone: Sender<&'static str>,
}

struct Tell(Sender<&'static str>, &'static str);

impl Drop for Tell {
    fn drop(&mut self) {
        let _ = self.0.send(self.1);
    }
}

impl Tell {
    /// Refuses requests that hold anything.
    fn judge(&mut self, request: &StreamingInputCallRequest<'_>) -> Result<(), Fault> {
        match size(&request.payload) {
            0 => Ok(()),
            _ => Err(Fault::of_domain(Domain::Grpc, 11, "too much")),
        }
    }
}

impl TestServiceFullDuplexCallHandler for Tell {
    fn begun(&mut self, replies: &mut TestServiceFullDuplexCallReplies<'_>) -> Result<Flow, Fault> {
        replies.send(StreamingOutputCallResponse::default());
        replies.add_trailing("x-unsent", "the call never ends");
        Ok(Flow::Wait)
    }

    fn message(
        &mut self,
        _: StreamingOutputCallRequest<'_>,
        _: &mut TestServiceFullDuplexCallReplies<'_>,
    ) -> Result<Flow, Fault> {
        Ok(Flow::Wait)
    }
}

impl TestServiceStreamingInputCallHandler for Tell {
    fn message(
        &mut self,
        request: StreamingInputCallRequest<'_>,
        _: &mut MetadataWriter<'_>,
    ) -> Result<(), Fault> {
        self.judge(&request)
    }

    fn finish(&mut self, _: &mut MetadataWriter<'_>) -> Result<StreamingInputCallResponse, Fault> {
        Ok(StreamingInputCallResponse::default())
    }
}

impl AsyncTestService for Endless {
    async fn empty_call(&self, _: &Context<'_>, request: Empty) -> Result<Empty, Fault> {
        Ok(request)
    }

    async fn streaming_output_call(
        &self,
        _: &Context<'_>,
        _: StreamingOutputCallRequest<'_>,
        replies: ReplySender<StreamingOutputCallResponse<'_>>,
    ) -> Result<(), Fault> {
        let _tell = Tell(self.gone.clone(), "endless");
        loop {
            self.made.fetch_add(1, SeqCst);
            replies.send(output(10_000)).await?;
        }
    }

    async fn streaming_input_call(
        &self,
        _: &Context<'_>,
        mut requests: RequestReceiver<StreamingInputCallRequest<'static>>,
    ) -> Result<StreamingInputCallResponse, Fault> {
        let mut tell = Tell(self.gone.clone(), "input");
        while let Some(request) = requests.message().await? {
            tell.judge(&request)?;
        }
        Ok(StreamingInputCallResponse::default())
    }

    async fn full_duplex_call(
        &self,
        call: &Context<'_>,
        mut requests: RequestReceiver<StreamingOutputCallRequest<'static>>,
        replies: ReplySender<StreamingOutputCallResponse<'_>>,
    ) -> Result<(), Fault> {
        assert_eq!(call.timeout.is_some(), call.metadata.is_empty());
        let _tell = Tell(self.gone.clone(), "duplex");
        replies.send(StreamingOutputCallResponse::default()).await?;
        call.add_trailing("x-unsent", "the call never ends");
        while requests.message().await?.is_some() {}
        Ok(())
    }
}

impl TestService for Endless {
    fn empty_call(&self, _: &Context<'_>, request: Empty) -> Result<Empty, Fault> {
        Ok(request)
    }

    fn streaming_output_call(
        &self,
        _: &Context<'_>,
        _: StreamingOutputCallRequest<'_>,
    ) -> Result<ReplyStream<StreamingOutputCallResponse<'static>>, Fault> {
        let tell = Tell(self.gone.clone(), "endless");
        let made = self.made.clone();
        Ok(Box::new(std::iter::repeat_with(move || {
            let _ = &tell;
            made.fetch_add(1, SeqCst);
            Ok(output(10_000))
        })))
    }

    fn streaming_input_call(
        &self,
        _: &Context<'_>,
    ) -> Result<Box<dyn TestServiceStreamingInputCallHandler>, Fault> {
        Ok(Box::new(Tell(self.gone.clone(), "input")))
    }

    fn full_duplex_call(
        &self,
        call: &Context<'_>,
    ) -> Result<Box<dyn TestServiceFullDuplexCallHandler>, Fault> {
        assert_eq!(call.timeout.is_some(), call.metadata.is_empty());
        Ok(Box::new(Tell(self.gone.clone(), "duplex")))
    }
}

/// A server of those, and what tells of handlers that are gone and of replies.
fn endless(world: World) -> (Served, Receiver<&'static str>, Arc<AtomicUsize>) {
    let (gone, is_gone) = channel();
    let made = Arc::new(AtomicUsize::new(0));
    let service = Endless {
        made: made.clone(),
        gone,
    };
    let server = world.serve(service, Server::builder(), LOOPBACK);
    (server, is_gone, made)
}

#[test]
fn replies_are_made_as_there_is_room_and_no_more_when_the_call_is_given_up() {
    for (server, caller) in pairs() {
        let (server, is_gone, made) = endless(server);
        let mut client = client(caller, &server.at());
        let mut call = client
            .streaming_output_call(&output_request(&[], 0))
            .unwrap();
        for _ in 0..2000 {
            assert_eq!(size(&call.next().unwrap().unwrap().payload), 10_000);
        }
        // The rest waits for the client: what is under way fits in windows and buffers.
        assert!(made.load(SeqCst) < 4000, "{made:?}");
        call.cancel();
        // The connection goes on; a blocking client reads what is under way when it calls again.
        client.empty_call(&Empty::default()).unwrap();
        assert_eq!(is_gone.recv_timeout(PATIENCE), Ok("endless"));
        server.stop();
    }
}

#[test]
fn time_runs_out_on_either_side() {
    for (server, caller) in pairs() {
        let (server, is_gone, _) = endless(server);
        let mut client = client(caller, &server.at());
        client.set_timeout(Some(Duration::from_millis(20)));
        let mut call = client.full_duplex_call().unwrap();
        assert!(call.next().unwrap().is_some());
        match call.next() {
            Err(CallError::TimedOut { .. }) => {}
            Err(CallError::Fault(Fault::Detailed(said))) => assert_eq!(said.code, 4),
            other => panic!("{other:?}"),
        }
        assert_eq!(call.next(), Ok(None));
        drop(call);
        assert_eq!(is_gone.recv_timeout(PATIENCE), Ok("duplex"));
        client.set_timeout(None);
        client.empty_call(&Empty::default()).unwrap();
        server.stop();
    }
}

#[test]
fn a_server_may_end_a_call_before_its_client() {
    for (server, caller) in pairs() {
        let (server, is_gone, _) = endless(server);
        let mut client = client(caller, &server.at());
        let mut call = client.streaming_input_call().unwrap();
        call.send(&StreamingInputCallRequest::default()).unwrap();
        let request = StreamingInputCallRequest {
            payload: payload(1),
            ..StreamingInputCallRequest::default()
        };
        // It is over by some time; then there is nobody to send to.
        let mut result = Ok(());
        while result.is_ok() && is_gone.try_recv().is_err() {
            result = call.send(&request);
        }
        let ended = call.finish().unwrap_err();
        assert_eq!(ended, Fault::of_domain(Domain::Grpc, 11, "too much").into());
        drop(call);
        client.empty_call(&Empty::default()).unwrap();
        server.stop();
    }
}
