//! Calls in flight while the peer changes its settings, opens its windows in small steps, permits
//! few streams and resets some: the peer is the crate `h2`, which enforces all the rules, as an
//! echo. Each call ends, with its content or with the reason why not, and none waits forever.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::task::Poll;

use bytes::Bytes;
use h2::{Reason, RecvStream, SendStream, client, server};
use http::{HeaderMap, Request, Response};
use manyrpc_draw::Draw;
use manyrpc_engine::contract::{ClientStreams, ServerStreams};
use manyrpc_engine::grpc::{Client, Host, Server, status};
use manyrpc_engine::{
    CallHead, CallId, ClientEngine, ClientEvent, Clock, Instant, Limits, Outcome, Part, Path, Rx,
    ServerEngine, Streams,
};

use crate::pipe::{Pipe, Task, run};
use crate::wire::message;

type Chance = Rc<RefCell<Draw>>;

/// A window that a peer opens: too small for a message, too large for anything, or between.
const WINDOWS: [u32; 5] = [1, 100, 5_000, 65_535, 1 << 20];

fn body(draw: &mut Draw) -> Vec<u8> {
    let size = *draw.weighted(&[(20, 0), (40, 100), (30, 6_000), (10, 60_000)]);
    let size = draw.between(0, size);
    (0..size).map(|i| (i * 7 + size) as u8).collect()
}

async fn pass() {
    let mut waited = false;
    std::future::poll_fn(|_| match std::mem::replace(&mut waited, true) {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await;
}

/// Sends content as the window permits it.
async fn send(stream: &mut SendStream<Bytes>, content: Vec<u8>) -> Result<(), h2::Error> {
    let mut rest = Bytes::from(content);
    while !rest.is_empty() {
        stream.reserve_capacity(rest.len());
        let n = match std::future::poll_fn(|cx| stream.poll_capacity(cx)).await {
            Some(n) => n?,
            None => return Ok(()),
        };
        stream.send_data(rest.split_to(n), false)?;
    }
    Ok(())
}

/// Reads a message's content; returns the window at once or later.
async fn receive(chance: &Chance, stream: &mut RecvStream) -> Result<Vec<u8>, h2::Error> {
    let mut content = Vec::new();
    while let Some(piece) = stream.data().await {
        let piece = piece?;
        content.extend_from_slice(&piece);
        let later = chance.borrow_mut().below(3);
        for _ in 0..later {
            pass().await;
        }
        stream.flow_control().release_capacity(piece.len())?;
    }
    Ok(content)
}

/// The outcome of a call: its content, or the status that ended it.
type Ended = Result<Vec<u8>, i32>;

// Our client, their server.

async fn answer(
    chance: Chance,
    request: Request<RecvStream>,
    mut respond: server::SendResponse<Bytes>,
) {
    let mut stream = request.into_body();
    if chance.borrow_mut().chance(10) {
        return respond.send_reset(Reason::CANCEL);
    }
    // A stream that was reset has no response.
    let Ok(content) = receive(&chance, &mut stream).await else {
        return;
    };
    let head = Response::builder().header("content-type", "application/grpc");
    let head = head.body(()).expect("a response");
    let Ok(mut stream) = respond.send_response(head, false) else {
        return;
    };
    if send(&mut stream, content).await.is_ok() {
        let mut trailers = HeaderMap::new();
        trailers.insert("grpc-status", "0".parse().expect("a value"));
        let _ = stream.send_trailers(trailers);
    }
}

async fn their_server(chance: Chance, pipe: Pipe, permitted: u32) {
    let mut builder = server::Builder::new();
    builder
        .initial_window_size(*chance.borrow_mut().pick(&WINDOWS))
        .max_concurrent_streams(permitted);
    let mut connection = builder
        .handshake::<_, Bytes>(pipe)
        .await
        .expect("a handshake");
    let mut answers: Vec<Task<'_>> = Vec::new();
    std::future::poll_fn(|cx| {
        if chance.borrow_mut().chance(5) {
            // Refused while they wait for the last GOAWAY.
            let window = *chance.borrow_mut().pick(&WINDOWS);
            let _ = connection.set_initial_window_size(window);
        }
        while let Poll::Ready(Some(request)) = connection.poll_accept(cx) {
            let (request, respond) = request.expect("what we say is HTTP/2");
            answers.push(Box::pin(answer(chance.clone(), request, respond)));
        }
        answers.retain_mut(|answer| answer.as_mut().poll(cx).is_pending());
        Poll::<()>::Pending
    })
    .await;
}

/// A call of ours.
struct Call {
    /// The messages left to send.
    left: Vec<Vec<u8>>,
    /// All of them.
    content: Vec<u8>,
    replies: Vec<u8>,
    ended: Option<Ended>,
}

struct OurClient {
    client: Client,
    rx: Rx,
    pipe: Pipe,
    calls: BTreeMap<CallId, Call>,
    left: usize,
}

impl OurClient {
    /// Reads what has arrived, and takes one of several actions.
    fn turn(&mut self, draw: &mut Draw) {
        self.rx.buf.put(&self.pipe.taken());
        while let Some(event) = self
            .client
            .next_event(&mut self.rx, &Clock::at(Instant::ZERO))
        {
            self.hear(event);
        }
        if self.left > 0 && draw.chance(60) {
            self.left -= 1;
            self.begin(draw);
        }
        let open = self.calls.iter().filter(|(_, call)| call.ended.is_none());
        let open: Vec<CallId> = open.map(|(id, _)| *id).collect();
        if !open.is_empty() {
            self.say(draw, *draw.clone().pick(&open));
        }
        while let Some(due) = self.client.poll_transmit() {
            self.pipe.deliver(due.bytes);
            let n = due.bytes.len();
            self.client.sent(n);
        }
    }

    fn hear(&mut self, event: ClientEvent) {
        let (id, ended) = match event {
            ClientEvent::Reply { id, body, .. } => {
                let call = self.calls.get_mut(&id).expect("a call of ours");
                call.replies.extend(message(&self.rx.buf.data()[body]));
                return;
            }
            ClientEvent::Ended { id } => (id, Ok(self.calls[&id].replies.clone())),
            ClientEvent::Failed { id, error } => (id, Err(status::of_call(&error))),
            ClientEvent::Broken(error) => panic!("broken: {error}"),
        };
        self.calls.get_mut(&id).expect("a call of ours").ended = Some(ended);
    }

    fn begin(&mut self, draw: &mut Draw) {
        let many = draw.chance(50);
        let count = if many { draw.between(0, 5) } else { 1 };
        let mut left: Vec<Vec<u8>> = (0..count).map(|_| body(draw)).collect();
        let streams = Streams {
            request: many,
            reply: true,
        };
        let path = Path {
            interface: "test.Echo",
            operation: "Say",
        };
        let head = CallHead {
            streams,
            ..CallHead::named(path)
        };
        let id = self.client.begin_call(&head).expect("it may wait");
        let content = left.iter().flat_map(|body| message(body)).collect();
        if !many {
            self.client.body().put(&left.remove(0));
        }
        self.client
            .finish_call(Instant::ZERO)
            .expect("it is complete");
        let call = Call {
            left,
            content,
            replies: Vec::new(),
            ended: None,
        };
        self.calls.insert(id, call);
    }

    /// Sends the next message of a call, or their end; a few calls are abandoned.
    fn say(&mut self, draw: &mut Draw, id: CallId) {
        let call = self.calls.get_mut(&id).expect("a call of ours");
        if draw.chance(2) {
            self.client.cancel(id);
            call.ended = Some(Err(status::CANCELLED));
        } else if call.left.is_empty() {
            self.client.end_messages(id, Instant::ZERO);
        } else if !self.client.is_congested(id) && self.client.begin_message(id).is_ok() {
            self.client.body().put(&call.left.remove(0));
            self.client
                .finish_message(Instant::ZERO)
                .expect("it is begun");
        }
    }

    fn is_done(&self) -> bool {
        self.left == 0 && self.calls.values().all(|call| call.ended.is_some())
    }
}

fn our_client(draw: &mut Draw) {
    let pipe = Pipe::default();
    let chance = Rc::new(RefCell::new(draw.clone()));
    let permitted = draw.between(1, 4) as u32;
    let mut ours = OurClient {
        client: Client::new(Limits::default(), "here", false),
        rx: Rx::default(),
        pipe: pipe.clone(),
        calls: BTreeMap::new(),
        left: draw.between(1, 10),
    };
    let done = RefCell::new(false);
    let wait: Task<'_> = Box::pin(std::future::poll_fn(|_| match *done.borrow() {
        true => Poll::Ready(()),
        false => Poll::Pending,
    }));
    let theirs: Task<'_> = Box::pin(their_server(chance, pipe, permitted));
    run(vec![wait, theirs], 1, || {
        ours.turn(draw);
        *done.borrow_mut() = ours.is_done();
    });
    for (id, call) in &ours.calls {
        match call.ended.as_ref().expect("all are over") {
            Ok(echo) => assert!(*echo == call.content, "{id:?} comes back"),
            Err(code) => assert_eq!(*code, status::CANCELLED, "{id:?}"),
        }
    }
    assert_eq!(ours.client.held_bytes(), 0);
}

#[test]
fn our_client_keeps_to_what_is_permitted() {
    crate::some("our client", crate::DRAWS / 5, our_client);
}

// Their client, our server.

struct Echo;

impl Host for Echo {
    fn streams_of(&self, _: Path<'_>) -> Streams {
        Streams {
            request: true,
            reply: true,
        }
    }
}

async fn their_call(chance: Chance, mut their: client::SendRequest<Bytes>) {
    their = their.ready().await.expect("the connection is open");
    let request = Request::post("http://here/test.Echo/Say");
    let request = request
        .header("te", "trailers")
        .header("content-type", "application/grpc");
    let request = request.body(()).expect("a request");
    let (response, mut stream) = their.send_request(request, false).expect("a stream");
    let count = chance.borrow_mut().between(0, 4);
    let mut sent = Vec::new();
    for _ in 0..count {
        let piece = message(&body(&mut chance.borrow_mut()));
        sent.extend_from_slice(&piece);
        send(&mut stream, piece).await.expect("the stream is open");
        if chance.borrow_mut().chance(4) {
            return stream.send_reset(Reason::CANCEL);
        }
    }
    stream
        .send_data(Bytes::new(), true)
        .expect("the stream is open");
    let mut stream = response.await.expect("an answer").into_body();
    let echo = receive(&chance, &mut stream)
        .await
        .expect("it is not reset");
    let trailers = stream.trailers().await.expect("it is not reset");
    assert_eq!(trailers.expect("gRPC has trailers")["grpc-status"], "0");
    assert!(echo == sent, "{} bytes come back", sent.len());
}

async fn their_client(chance: Chance, pipe: Pipe) {
    let mut builder = client::Builder::new();
    builder.initial_window_size(*chance.borrow_mut().pick(&WINDOWS));
    let handshake = builder.handshake::<_, Bytes>(pipe).await;
    let (their, connection) = handshake.expect("a handshake");
    let mut connection = Box::pin(connection);
    let count = chance.borrow_mut().between(1, 8);
    let mut calls: Vec<Task<'_>> = Vec::new();
    for _ in 0..count {
        calls.push(Box::pin(their_call(chance.clone(), their.clone())));
    }
    drop(their);
    std::future::poll_fn(|cx| {
        if chance.borrow_mut().chance(5) {
            let window = *chance.borrow_mut().pick(&WINDOWS);
            let _ = connection.set_initial_window_size(window);
        }
        calls.retain_mut(|call| call.as_mut().poll(cx).is_pending());
        if let Poll::Ready(Err(error)) = connection.as_mut().poll(cx) {
            panic!("broken: {error}");
        }
        match calls.is_empty() {
            true => Poll::Ready(()),
            false => Poll::Pending,
        }
    })
    .await;
}

/// Echoes each message, a few of them only when the request has ended.
fn echo(draw: &mut Draw, server: &mut Server, rx: &mut Rx, kept: &mut Vec<(CallId, Vec<u8>)>) {
    while let Some(call) = server.next_call(rx, &Clock::at(Instant::ZERO)) {
        let body = rx.buf.data()[call.arguments.clone()].to_vec();
        match call.part {
            Part::Message => kept.push((call.id, body)),
            Part::Gone => kept.retain(|(id, _)| *id != call.id),
            _ => {}
        }
        let ends = call.part == Part::Ends;
        if ends || draw.chance(50) {
            for (_, body) in kept.extract_if(.., |(id, _)| *id == call.id) {
                server.begin_reply(call.id);
                server.body().put(&body);
                server.finish_message(Instant::ZERO);
            }
        }
        if ends {
            server.begin_reply(call.id);
            server.finish_reply(Outcome::Done, &Clock::at(Instant::ZERO));
        }
    }
}

fn our_server(draw: &mut Draw) {
    let pipe = Pipe::default();
    let chance = Rc::new(RefCell::new(draw.clone()));
    let mut limits = Limits::default();
    limits.keepalive.strikes = 0;
    let (mut server, mut rx) = (Server::new(limits, Arc::new(Echo)), Rx::default());
    let mut kept = Vec::new();
    let calls: Task<'_> = Box::pin(their_client(chance, pipe.clone()));
    run(vec![calls], 0, || {
        rx.buf.put(&pipe.taken());
        echo(draw, &mut server, &mut rx, &mut kept);
        while let Some(due) = server.poll_transmit() {
            pipe.deliver(due.bytes);
            let n = due.bytes.len();
            server.sent(n);
        }
        assert_eq!(server.broken(), None);
    });
    assert!(kept.is_empty() && server.is_idle() && server.held_bytes() == 0);
}

#[test]
fn our_server_keeps_to_what_is_permitted() {
    crate::some("our server", crate::DRAWS / 5, our_server);
}
