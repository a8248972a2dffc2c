//! A server over sockets: answers GET with what the path requests, anything else with its content.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant as Clock};

use manyrpc_engine::carrier::http2::{Config, Connection, Event, Field, StreamId};
use manyrpc_engine::{Instant, Limits, Rx};

/// How long a connection waits before it checks its timers.
const PATIENCE: Duration = Duration::from_secs(20);

/// Serves any number of connections until the process ends.
pub(crate) fn start() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            // A connection that the peer has broken ends.
            thread::spawn(move || drop(serve(stream)));
        }
    });
    address
}

/// The part of a request received so far.
#[derive(Default)]
struct Request {
    method: Vec<u8>,
    path: String,
    content: Vec<u8>,
}

/// The application: what to answer.
#[derive(Default)]
pub(crate) struct Application {
    requests: HashMap<StreamId, Request>,
}

impl Application {
    /// Handles an event; answers at the end of a request.
    pub(crate) fn take(&mut self, connection: &mut Connection, rx: &Rx, event: Event) {
        let (stream, end) = match event {
            Event::Headers { stream, end } => {
                let head = connection.head();
                let text = |name: &[u8]| head.get(name).unwrap_or_default().to_vec();
                let request = Request {
                    method: text(b":method"),
                    path: String::from_utf8_lossy(&text(b":path")).into_owned(),
                    content: Vec::new(),
                };
                self.requests.insert(stream, request);
                (stream, end)
            }
            Event::Data { stream, range, end } => {
                connection.consumed(stream, range.len() as u32);
                if let Some(request) = self.requests.get_mut(&stream) {
                    request.content.extend_from_slice(&rx.buf.data()[range]);
                }
                (stream, end)
            }
            Event::Trailers { stream } => (stream, true),
            Event::TooLong { stream } => {
                let fields = [Field::new(b":status", b"431")];
                let _ = connection.respond(stream, &fields, true);
                return;
            }
            Event::Reset { stream, .. } => {
                self.requests.remove(&stream);
                return;
            }
            _ => return,
        };
        if end && let Some(request) = self.requests.remove(&stream) {
            answer(connection, stream, &request);
        }
    }
}

fn answer(connection: &mut Connection, stream: StreamId, request: &Request) {
    let content = content(request);
    let length = content.len().to_string();
    let fields = [
        Field::new(b":status", b"200"),
        Field::new(b"content-type", b"application/octet-stream"),
        Field::varying(b"content-length", length.as_bytes()),
    ];
    let bare = request.method == b"HEAD";
    // The stream may have ended by now; then nobody awaits the answer.
    if connection.respond(stream, &fields, bare).is_ok()
        && !bare
        && connection.begin_data(stream).is_ok()
    {
        connection.body().put(&content);
        let trailers = request.path == "/trailers";
        let _ = connection.finish_data(!trailers);
        if trailers {
            let _ = connection.trailers(stream, &[Field::new(b"x-end", b"reached")]);
        }
    }
}

/// `/bytes/N` is N bytes, any other path a word; everything but GET and HEAD is an echo.
fn content(request: &Request) -> Vec<u8> {
    if request.method != b"GET" && request.method != b"HEAD" {
        return request.content.clone();
    }
    let asked = request.path.strip_prefix("/bytes/");
    match asked.and_then(|n| n.parse::<usize>().ok()) {
        Some(n) => pattern(n),
        None => b"hello".to_vec(),
    }
}

pub(crate) fn pattern(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i * 7 + i / 251) as u8).collect()
}

fn serve(mut stream: TcpStream) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let start = Clock::now();
    let mut connection = Connection::server(&Limits::default(), Config::default());
    let (mut rx, mut application) = (Rx::default(), Application::default());
    loop {
        let now = Instant::from_nanos(start.elapsed().as_nanos() as u64);
        if connection.next_timeout().is_some_and(|due| now >= due) {
            connection.handle_timeout(now);
        }
        while let Some(event) = connection.next_event(&mut rx, &manyrpc_engine::Clock::at(now)) {
            application.take(&mut connection, &rx, event);
        }
        while let Some(bytes) = connection.poll_transmit() {
            let n = stream.write(bytes)?;
            connection.sent(n);
        }
        if connection.broken().is_some() || connection.is_finished() {
            return linger(&mut stream);
        }
        let n = stream.read(rx.buf.space(64 << 10))?;
        if n == 0 {
            return Ok(());
        }
        rx.buf.filled(n);
    }
}

/// Closes after the peer has: otherwise its remaining input would make the system discard our last
/// output.
fn linger(stream: &mut TcpStream) -> std::io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let mut dropped = [0; 4096];
    while stream.read(&mut dropped)? > 0 {}
    Ok(())
}
