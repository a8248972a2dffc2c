//! The cost of one exchange over HTTP/2, client and server, in memory: ours, and that of the crate
//! `h2`. The fields and the message framing are those of a gRPC call.
//!
//! `cargo bench -p manyrpc-engine --bench http2` prints nanoseconds per exchange: the best and the
//! median of all rounds.
#![allow(clippy::print_stdout, reason = "this is what a benchmark is for")]

use std::cell::RefCell;
use std::hint::black_box;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};
use std::time::Instant as Clock;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Request, Response};
use manyrpc_engine::carrier::http2::{Config, Connection, Event, Field, Prepared, StreamId};
use manyrpc_engine::{Buf, Instant, Limits, Rx};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

const REQUEST: [(&str, &str); 7] = [
    (":method", "POST"),
    (":scheme", "http"),
    (":path", "/manyrpc.Database/Request"),
    (":authority", "localhost:50051"),
    ("te", "trailers"),
    ("content-type", "application/grpc"),
    ("user-agent", "manyrpc/0.1"),
];
const RESPONSE: [(&str, &str); 2] = [(":status", "200"), ("content-type", "application/grpc")];
const TRAILERS: [(&str, &str); 1] = [("grpc-status", "0")];

struct Ours {
    client: Connection,
    server: Connection,
    to_server: Rx,
    to_client: Rx,
    request: Prepared,
    response: Prepared,
    trailers: Prepared,
    content: Vec<u8>,
}

fn prepare(connection: &mut Connection, fields: &[(&str, &str)]) -> Prepared {
    let fields = fields
        .iter()
        .map(|(n, v)| Field::new(n.as_bytes(), v.as_bytes()));
    connection.prepare(fields.collect())
}

impl Ours {
    fn new(content: usize) -> Self {
        let mut client = Connection::client(&Limits::default(), Config::default());
        let mut server = Connection::server(&Limits::default(), Config::default());
        Ours {
            request: prepare(&mut client, &REQUEST),
            response: prepare(&mut server, &RESPONSE),
            trailers: prepare(&mut server, &TRAILERS),
            client,
            server,
            to_server: Rx::default(),
            to_client: Rx::default(),
            content: vec![7; content],
        }
    }

    fn exchange(&mut self, now: Instant) {
        let stream = self
            .client
            .request(self.request, false)
            .expect("there is room");
        self.client.begin_data(stream).expect("it is open");
        self.client.body().put(&self.content);
        self.client.finish_data(true).expect("it is open");
        let mut answered = false;
        while !answered {
            move_bytes(&mut self.client, &mut self.to_server);
            self.serve(now);
            move_bytes(&mut self.server, &mut self.to_client);
            while let Some(event) = self
                .client
                .next_event(&mut self.to_client, &manyrpc_engine::Clock::at(now))
            {
                match event {
                    Event::Data { stream, range, .. } => {
                        self.client.consumed(stream, range.len() as u32);
                        black_box(&self.to_client.buf.data()[range]);
                    }
                    Event::Trailers { .. } => answered = true,
                    _ => {}
                }
            }
        }
    }

    fn serve(&mut self, now: Instant) {
        while let Some(event) = self
            .server
            .next_event(&mut self.to_server, &manyrpc_engine::Clock::at(now))
        {
            if let Event::Data { stream, range, end } = event {
                self.server.consumed(stream, range.len() as u32);
                if end {
                    self.answer(stream);
                }
            }
        }
    }

    fn answer(&mut self, stream: StreamId) {
        self.server
            .respond(stream, self.response, false)
            .expect("it is open");
        self.server.begin_data(stream).expect("it is open");
        self.server.body().put(&self.content);
        self.server.finish_data(false).expect("it is open");
        self.server
            .trailers(stream, self.trailers)
            .expect("it is open");
    }
}

/// Stands in for a send and a receive.
fn move_bytes(from: &mut Connection, to: &mut Rx) {
    while let Some(bytes) = from.poll_transmit() {
        to.buf.put(bytes);
        let n = bytes.len();
        from.sent(n);
    }
}

/// One end of a pipe in memory.
struct End {
    incoming: Rc<RefCell<Buf>>,
    outgoing: Rc<RefCell<Buf>>,
}

fn ends() -> (End, End) {
    let (up, down) = (Rc::<RefCell<Buf>>::default(), Rc::<RefCell<Buf>>::default());
    let end = |incoming: &Rc<RefCell<Buf>>, outgoing: &Rc<RefCell<Buf>>| End {
        incoming: Rc::clone(incoming),
        outgoing: Rc::clone(outgoing),
    };
    (end(&down, &up), end(&up, &down))
}

impl AsyncRead for End {
    fn poll_read(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let incoming = &mut self.incoming.borrow_mut();
        let n = incoming.len().min(into.remaining());
        if n == 0 {
            return Poll::Pending;
        }
        into.put_slice(&incoming.data()[..n]);
        incoming.consume(n);
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for End {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.outgoing.borrow_mut().put(bytes);
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}

/// Both sides of the crate `h2`, over two queues.
struct Theirs {
    client: h2::client::SendRequest<Bytes>,
    client_side: Pin<Box<h2::client::Connection<End>>>,
    server: h2::server::Connection<End, Bytes>,
    content: Bytes,
}

const LARGE: u32 = 16 << 20;

impl Theirs {
    fn new(content: usize) -> Self {
        let (a, b) = ends();
        let mut client = h2::client::Builder::new();
        client
            .initial_window_size(LARGE)
            .initial_connection_window_size(LARGE);
        client.max_frame_size(LARGE - 1);
        let mut server = h2::server::Builder::new();
        server
            .initial_window_size(LARGE)
            .initial_connection_window_size(LARGE);
        server.max_frame_size(LARGE - 1);
        let mut handshakes = (
            Box::pin(client.handshake::<_, Bytes>(a)),
            Box::pin(server.handshake::<_, Bytes>(b)),
        );
        let (mut client, mut server) = (None, None);
        while client.is_none() || server.is_none() {
            if client.is_none() {
                client = ready(handshakes.0.as_mut()).map(|c| c.expect("a handshake"));
            }
            if server.is_none() {
                server = ready(handshakes.1.as_mut()).map(|s| s.expect("a handshake"));
            }
        }
        let (client, connection) = client.expect("as above");
        Theirs {
            client,
            client_side: Box::pin(connection),
            server: server.expect("as above"),
            content: Bytes::from(vec![7; content]),
        }
    }

    fn exchange(&mut self) {
        let mut request = Request::post("http://localhost:50051/manyrpc.Database/Request");
        for (name, value) in &REQUEST[4..] {
            request = request.header(*name, *value);
        }
        let request = request.body(()).expect("a request");
        let sent = self
            .client
            .send_request(request, false)
            .expect("there is room");
        let (mut response, mut stream) = sent;
        stream
            .send_data(self.content.clone(), true)
            .expect("it is open");
        let mut context = Context::from_waker(Waker::noop());
        let mut accepted = None;
        loop {
            let open = self.client_side.as_mut().poll(&mut context);
            assert!(open.is_pending());
            if accepted.is_none() {
                accepted = self.accept();
            } else {
                assert!(self.server.poll_accept(&mut context).is_pending());
            }
            if let Some((body, respond)) = &mut accepted
                && drained(body, self.content.len())
            {
                answer(respond, self.content.clone());
                break;
            }
        }
        assert!(self.server.poll_accept(&mut context).is_pending());
        let head = loop {
            assert!(self.client_side.as_mut().poll(&mut context).is_pending());
            if let Poll::Ready(head) = Pin::new(&mut response).poll(&mut context) {
                break head.expect("an answer");
            }
            assert!(self.server.poll_accept(&mut context).is_pending());
        };
        let mut body = head.into_body();
        while !drained(&mut body, self.content.len()) {
            assert!(self.client_side.as_mut().poll(&mut context).is_pending());
            assert!(self.server.poll_accept(&mut context).is_pending());
        }
        black_box(body.poll_trailers(&mut context).is_ready());
    }

    fn accept(&mut self) -> Option<(h2::RecvStream, h2::server::SendResponse<Bytes>)> {
        let mut context = Context::from_waker(Waker::noop());
        match self.server.poll_accept(&mut context) {
            Poll::Ready(request) => {
                let (request, respond) = request.expect("open").expect("no error");
                Some((request.into_body(), respond))
            }
            Poll::Pending => None,
        }
    }
}

/// Reads what has arrived of a body; true at its end.
fn drained(body: &mut h2::RecvStream, content: usize) -> bool {
    let mut context = Context::from_waker(Waker::noop());
    loop {
        match body.poll_data(&mut context) {
            Poll::Ready(Some(piece)) => {
                let piece = piece.expect("no error");
                body.flow_control()
                    .release_capacity(piece.len())
                    .expect("what came");
                black_box((&piece, content));
            }
            Poll::Ready(None) => return true,
            Poll::Pending => return false,
        }
    }
}

fn answer(respond: &mut h2::server::SendResponse<Bytes>, content: Bytes) {
    let response = Response::builder()
        .status(200)
        .header("content-type", "application/grpc")
        .body(())
        .expect("a response");
    let mut stream = respond.send_response(response, false).expect("it is open");
    stream.send_data(content, false).expect("it is open");
    let mut trailers = HeaderMap::new();
    trailers.insert("grpc-status", HeaderValue::from_static("0"));
    stream.send_trailers(trailers).expect("it is open");
}

fn ready<F: Future>(future: Pin<&mut F>) -> Option<F::Output> {
    match future.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => Some(output),
        Poll::Pending => None,
    }
}

fn measure(name: &str, content: usize, mut exchange: impl FnMut()) {
    let exchanges = (2_000_000 / (content + 2_000)).max(2);
    let rounds = 201;
    let mut ns = Vec::new();
    for _ in 0..rounds {
        let start = Clock::now();
        (0..exchanges).for_each(|_| exchange());
        ns.push(start.elapsed().as_nanos() as f64 / exchanges as f64);
    }
    ns.sort_by(f64::total_cmp);
    let (best, median) = (ns[0], ns[rounds / 2]);
    println!("{name:6} {content:8} bytes   best {best:9.1} ns   median {median:9.1} ns");
}

fn main() {
    for content in [5, 512, 8192, 1 << 20] {
        let mut ours = Ours::new(content);
        let mut now_ns = 0;
        measure("ours", content, || {
            now_ns += 20_000;
            ours.exchange(Instant::from_nanos(now_ns));
        });
        let mut theirs = Theirs::new(content);
        measure("h2", content, || theirs.exchange());
    }
}
