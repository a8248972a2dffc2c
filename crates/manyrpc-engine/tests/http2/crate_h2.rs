//! Against the crate `h2`, in both roles.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use bytes::Bytes;
use h2::{client, server};
use http::{HeaderMap, HeaderValue, Method, Request, Response};
use manyrpc_engine::Limits;
use manyrpc_engine::carrier::http2::{Config, Connection, Event, Field, StreamId};

use crate::ours::Ours;
use crate::pipe::{Pipe, Task, run};
use crate::server::{Application, pattern};

/// Sizes around those of frames and windows.
const SIZES: [usize; 9] = [
    0, 1, 16_383, 16_384, 16_385, 65_535, 65_536, 300_000, 2_000_000,
];
const ROUNDS: usize = 3;

/// Settings in which content fits, and others.
fn configs() -> [Config; 2] {
    let tight = Config {
        frame_bytes: 16_384,
        stream_window_bytes: 65_535,
        connection_window_bytes: 70_000,
        header_table_bytes: 100,
        ..Config::default()
    };
    [Config::default(), tight]
}

/// Content in pieces, as flow control permits.
async fn send(mut stream: h2::SendStream<Bytes>, content: Vec<u8>, trailers: bool) {
    let mut rest = Bytes::from(content);
    while !rest.is_empty() {
        stream.reserve_capacity(rest.len());
        let n = std::future::poll_fn(|cx| stream.poll_capacity(cx)).await;
        let n = n.expect("the stream is open").expect("no error");
        stream
            .send_data(rest.split_to(n), false)
            .expect("within the window");
    }
    if trailers {
        let mut map = HeaderMap::new();
        map.insert("x-end", HeaderValue::from_static("reached"));
        stream.send_trailers(map).expect("the stream is open");
    } else {
        stream
            .send_data(Bytes::new(), true)
            .expect("the stream is open");
    }
}

async fn receive(stream: &mut h2::RecvStream) -> (Vec<u8>, Option<HeaderMap>) {
    let mut content = Vec::new();
    while let Some(piece) = stream.data().await {
        let piece = piece.expect("data arrives whole");
        content.extend_from_slice(&piece);
        stream
            .flow_control()
            .release_capacity(piece.len())
            .expect("what was received");
    }
    let trailers = stream.trailers().await.expect("no error");
    (content, trailers)
}

async fn their_call(their: client::SendRequest<Bytes>, size: usize, done: Rc<Cell<usize>>) {
    let mut their = their.ready().await.expect("the connection is open");
    let long = "v".repeat(size.min(5000));
    let mut secret = HeaderValue::from_static("hunter2");
    secret.set_sensitive(true);
    let request = Request::builder()
        .method(Method::POST)
        .uri("http://here/echo")
        .header("x-long", &long)
        .header("x-size", size)
        .header("authorization", secret)
        .body(())
        .expect("a request");
    let (response, stream) = their.send_request(request, false).expect("a stream");
    send(stream, pattern(size), size % 2 == 1).await;
    let response = response.await.expect("an answer");
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-length"], size.to_string());
    let (content, trailers) = receive(&mut response.into_body()).await;
    assert!(content == pattern(size), "{size} bytes come back");
    assert!(trailers.is_none());
    done.set(done.get() + 1);
}

#[test]
fn their_client_calls_our_server() {
    for config in configs() {
        for their_window in [65_535, 1 << 20] {
            let pipe = Pipe::default();
            let ours = Connection::server(&Limits::default(), config.clone());
            let mut ours = Ours::new(ours, &pipe);
            let mut application = Application::default();
            let done = Rc::new(Cell::new(0));
            let counted = Rc::clone(&done);
            let calls: Task<'_> = Box::pin(async move {
                let mut builder = client::Builder::new();
                builder
                    .initial_window_size(their_window)
                    .header_table_size(200);
                let handshake = builder.handshake::<_, Bytes>(pipe).await;
                let (their, connection) = handshake.expect("a handshake");
                let mut connection = Box::pin(connection);
                let mut calls: Vec<_> = SIZES
                    .repeat(ROUNDS)
                    .into_iter()
                    .map(|size| {
                        Some(Box::pin(their_call(
                            their.clone(),
                            size,
                            Rc::clone(&counted),
                        )))
                    })
                    .collect();
                std::future::poll_fn(|cx| {
                    assert!(connection.as_mut().poll(cx).is_pending(), "it stays open");
                    for call in &mut calls {
                        if call
                            .as_mut()
                            .is_some_and(|c| c.as_mut().poll(cx).is_ready())
                        {
                            *call = None;
                        }
                    }
                    match calls.iter().all(Option::is_none) {
                        true => std::task::Poll::Ready(()),
                        false => std::task::Poll::Pending,
                    }
                })
                .await;
            });
            run(vec![calls], 0, || {
                ours.turn(|connection, rx, event| application.take(connection, rx, event));
            });
            assert_eq!(done.get(), SIZES.len() * ROUNDS);
            assert_eq!(ours.connection.open_streams(), 0);
            assert_eq!(ours.connection.backlog_bytes(), 0);
        }
    }
}

/// Their server: an echo, with trailers where the path asks for them.
async fn their_server(pipe: Pipe, window: u32) {
    let mut builder = server::Builder::new();
    builder
        .initial_window_size(window)
        .max_frame_size(20_000)
        .header_table_size(60);
    builder.max_concurrent_streams(5);
    let mut connection = builder
        .handshake::<_, Bytes>(pipe)
        .await
        .expect("a handshake");
    let mut answers: Vec<Task<'_>> = Vec::new();
    std::future::poll_fn(|cx| {
        while let std::task::Poll::Ready(Some(request)) = connection.poll_accept(cx) {
            let (request, respond) = request.expect("a request");
            answers.push(Box::pin(their_answer(request, respond)));
        }
        answers.retain_mut(|answer| answer.as_mut().poll(cx).is_pending());
        std::task::Poll::Pending
    })
    .await
}

async fn their_answer(request: Request<h2::RecvStream>, mut respond: server::SendResponse<Bytes>) {
    let (head, mut body) = request.into_parts();
    assert_eq!(head.headers["authorization"], "hunter2");
    let (content, trailers) = receive(&mut body).await;
    if head.uri.path() == "/trailers" {
        assert_eq!(trailers.expect("we send them")["x-end"], "reached");
    }
    let response = Response::builder()
        .status(200)
        .header("x-long", head.headers["x-long"].clone())
        .body(())
        .expect("a response");
    let stream = respond
        .send_response(response, false)
        .expect("the stream is open");
    send(stream, content, head.uri.path() == "/trailers").await;
}

#[derive(Default)]
struct OurCalls {
    content: HashMap<StreamId, Vec<u8>>,
    sizes: HashMap<StreamId, usize>,
    done: usize,
}

impl OurCalls {
    fn begin(&mut self, connection: &mut Connection, size: usize) {
        let path: &[u8] = if size % 2 == 1 {
            b"/trailers"
        } else {
            b"/echo"
        };
        let long = vec![b'v'; size.min(5000)];
        let fields = [
            Field::new(b":method", b"POST"),
            Field::new(b":scheme", b"http"),
            Field::new(b":path", path),
            Field::new(b":authority", b"here"),
            Field::new(b"x-long", &long),
            Field::sensitive(b"authorization", b"hunter2"),
        ];
        let stream = connection.request(&fields, false).expect("there is room");
        connection.begin_data(stream).expect("the stream is open");
        connection.body().put(&pattern(size));
        connection
            .finish_data(size.is_multiple_of(2))
            .expect("the stream is open");
        if size % 2 == 1 {
            let end = [Field::new(b"x-end", b"reached")];
            connection
                .trailers(stream, &end)
                .expect("the stream is open");
        }
        self.sizes.insert(stream, size);
    }

    fn take(&mut self, connection: &mut Connection, rx: &manyrpc_engine::Rx, event: Event) {
        let ended = match event {
            Event::Headers { stream, end } => {
                assert_eq!(connection.status(), 200);
                let long = connection
                    .head()
                    .get(b"x-long")
                    .expect("the echo of a field");
                assert_eq!(long.len(), self.sizes[&stream].min(5000));
                self.content.insert(stream, Vec::new());
                end.then_some(stream)
            }
            Event::Data { stream, range, end } => {
                connection.consumed(stream, range.len() as u32);
                let content = self.content.get_mut(&stream).expect("the head came first");
                content.extend_from_slice(&rx.buf.data()[range]);
                end.then_some(stream)
            }
            Event::Trailers { stream } => {
                assert_eq!(connection.head().get(b"x-end"), Some(&b"reached"[..]));
                Some(stream)
            }
            other => panic!("{other:?}"),
        };
        if let Some(stream) = ended {
            let size = self.sizes[&stream];
            assert!(
                self.content[&stream] == pattern(size),
                "{size} bytes come back"
            );
            self.done += 1;
        }
    }
}

#[test]
fn our_client_calls_their_server() {
    for config in configs() {
        for their_window in [300, 65_535, 1 << 20] {
            let pipe = Pipe::default();
            let ours = Connection::client(&Limits::default(), config.clone());
            let mut ours = Ours::new(ours, &pipe);
            let calls = RefCell::new(OurCalls::default());
            let total = SIZES.len() * ROUNDS;
            let finished = Cell::new(false);
            // With a window of 300 bytes the largest take very long.
            let most = if their_window < 1000 {
                20_000
            } else {
                usize::MAX
            };
            let mut sizes = SIZES.repeat(ROUNDS).into_iter().map(|size| size.min(most));
            let wait: Task<'_> = Box::pin(std::future::poll_fn(|_| match finished.get() {
                true => std::task::Poll::Ready(()),
                false => std::task::Poll::Pending,
            }));
            run(
                vec![wait, Box::pin(their_server(pipe, their_window))],
                1,
                || {
                    ours.turn(|connection, rx, event| {
                        calls.borrow_mut().take(connection, rx, event)
                    });
                    // Their limit is known from their SETTINGS.
                    let known = ours.connection.peer_settings().streams == 5;
                    while known && ours.connection.has_room() {
                        let Some(size) = sizes.next() else { break };
                        calls.borrow_mut().begin(&mut ours.connection, size);
                    }
                    finished.set(calls.borrow().done == total);
                },
            );
            assert_eq!(ours.connection.open_streams(), 0);
        }
    }
}

/// Each side learns of the other's resets, and the connection continues.
#[test]
fn resets_cross_the_pipe_with_their_codes() {
    let pipe = Pipe::default();
    let ours = Connection::server(&Limits::default(), Config::default());
    let mut ours = Ours::new(ours, &pipe);
    let heard = RefCell::new(Vec::new());
    let their: Task<'_> = Box::pin(async move {
        let handshake = client::handshake(pipe).await;
        let (their, connection) = handshake.expect("a handshake");
        let mut connection = Box::pin(connection);
        let work = async move {
            let mut their = their.ready().await.expect("the connection is open");
            let request = || Request::post("http://here/").body(()).expect("a request");
            let (_first, mut stream) = their.send_request(request(), false).expect("a stream");
            stream
                .send_data(Bytes::from_static(b"x"), false)
                .expect("open");
            let mut their = their.ready().await.expect("the connection is open");
            stream.send_reset(h2::Reason::CANCEL);
            let (second, _open) = their.send_request(request(), false).expect("a stream");
            let error = second.await.expect_err("it is reset");
            assert_eq!(error.reason(), Some(h2::Reason::ENHANCE_YOUR_CALM));
            let mut their = their.ready().await.expect("the connection is open");
            let (third, _) = their.send_request(request(), true).expect("a stream");
            assert_eq!(third.await.expect("an answer").status(), 204);
        };
        let mut work = Box::pin(work);
        std::future::poll_fn(|cx| {
            assert!(connection.as_mut().poll(cx).is_pending(), "it stays open");
            work.as_mut().poll(cx)
        })
        .await;
    });
    run(vec![their], 0, || {
        ours.turn(|connection, _, event| match event {
            Event::Headers {
                stream: StreamId(3),
                ..
            } => {
                let calm = manyrpc_engine::carrier::http2::ErrorCode::EnhanceYourCalm;
                connection.reset(StreamId(3), calm);
            }
            Event::Headers {
                stream: StreamId(5),
                ..
            } => {
                let fields = [Field::new(b":status", b"204")];
                connection
                    .respond(StreamId(5), &fields, true)
                    .expect("the stream is open");
            }
            Event::Reset { stream, code, .. } => heard.borrow_mut().push((stream.0, code)),
            _ => {}
        });
    });
    let cancel = manyrpc_engine::carrier::http2::ErrorCode::Cancel;
    assert_eq!(heard.into_inner(), [(1, cancel)]);
}

/// They recognise our shutdown, and it loses nothing.
#[test]
fn their_client_notices_a_shutdown() {
    let pipe = Pipe::default();
    let ours = Connection::server(&Limits::default(), Config::default());
    let mut ours = Ours::new(ours, &pipe);
    let their: Task<'_> = Box::pin(async move {
        let handshake = client::handshake(pipe).await;
        let (mut their, connection) = handshake.expect("a handshake");
        let mut connection = Box::pin(connection);
        let request = Request::get("http://here/").body(()).expect("a request");
        let (response, _) = their.send_request(request, true).expect("a stream");
        let mut response = Box::pin(response);
        let mut answered = false;
        std::future::poll_fn(|cx| {
            let ended = connection.as_mut().poll(cx);
            if !answered && let std::task::Poll::Ready(response) = response.as_mut().poll(cx) {
                assert_eq!(response.expect("an answer").status(), 200);
                answered = true;
            }
            ended.map(|end| end.expect("no error"))
        })
        .await;
        assert!(answered);
    });
    run(vec![their], 0, || {
        ours.turn(|connection, _, event| {
            if let Event::Headers { stream, .. } = event {
                connection.shut_down();
                let fields = [Field::new(b":status", b"200")];
                connection
                    .respond(stream, &fields, true)
                    .expect("the stream is open");
            }
        });
    });
    assert!(ours.connection.is_finished());
}
