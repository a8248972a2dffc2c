//! A minimal protocol and a handler, for tests of the driver alone.
//!
//! On a stream each message is preceded by its length: `[u32 length][u32 tag]` and then
//! `[u32 operation]` of requests, then the body. A datagram has no length.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "each test file uses what it needs"
)]

#[cfg(feature = "tokio")]
pub mod engines;

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use manyrpc_driver::server::{Builder, Running, Server};
use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallId, CallKind, ClientEngine, ClientEvent, Clock, Closed,
    Encoding, Handler, Instant, InterfaceId, InterfaceKey, Outcome, Rx, ServerEngine, Transmit,
    WireError,
};

/// The body is echoed.
pub const ECHO: u32 = 0;
/// The body is a number: the reply has this many bytes.
pub const MAKE: u32 = 1;
/// There is no reply.
pub const SINK: u32 = 2;
/// The handler panics.
pub const PANIC: u32 = 3;

const MOST: usize = 64 << 20;

pub fn head(operation: u32) -> CallHead<'static> {
    CallHead::new(InterfaceId::ONLY, operation)
}

fn word(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_be_bytes(bytes.get(..4)?.try_into().ok()?))
}

/// The next complete message in `rx`, as the range of what follows the length.
fn message(
    stream: bool,
    rx: &Rx,
    need: &mut usize,
) -> Result<Option<std::ops::Range<usize>>, WireError> {
    let data = rx.buf.data();
    *need = 0;
    if !stream {
        return Ok((!data.is_empty()).then_some(0..data.len()));
    }
    let Some(length) = word(data) else {
        return Ok(None);
    };
    let whole = 4 + length as usize;
    if whole > MOST {
        return Err(WireError::TooLarge {
            bytes: length.into(),
        });
    }
    if data.len() < whole {
        *need = whole - data.len();
        return Ok(None);
    }
    Ok(Some(4..whole))
}

pub struct ToyClient {
    stream: bool,
    out: Buf,
    /// Where in `out` the message being written starts.
    start: usize,
    next: u64,
    calls: Vec<Pending>,
    failed: Vec<(CallId, CallError)>,
    consume: usize,
    need: usize,
    broken: Option<WireError>,
    pub retransmit: Duration,
    pub timeout: Duration,
}

struct Pending {
    id: CallId,
    deadline: Instant,
    /// Datagrams only: the bytes, when they are retransmitted, and how often they were sent.
    again: Option<(Instant, Vec<u8>)>,
    transmissions: u32,
    kind: CallKind,
}

impl ToyClient {
    pub fn new(stream: bool) -> Self {
        ToyClient {
            stream,
            out: Buf::new(),
            start: 0,
            next: 1,
            calls: Vec::new(),
            failed: Vec::new(),
            consume: 0,
            need: 0,
            broken: None,
            retransmit: Duration::from_millis(20),
            timeout: Duration::from_secs(10),
        }
    }
}

impl ClientEngine for ToyClient {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        let id = CallId(self.next);
        self.next += 1;
        self.start = self.out.len();
        if self.stream {
            self.out.put_u32(0);
        }
        self.out.put_u32(id.0 as u32);
        self.out.put_u32(head.operation);
        self.calls.push(Pending {
            id,
            deadline: Instant::ZERO + head.timeout.unwrap_or(self.timeout),
            again: None,
            transmissions: 0,
            kind: head.kind,
        });
        Ok(id)
    }

    fn body(&mut self) -> &mut Buf {
        &mut self.out
    }

    fn encoding(&self) -> Encoding {
        Encoding::Xdr
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let call = self.calls.last_mut().expect("a call was begun");
        call.deadline = now + (call.deadline - Instant::ZERO);
        call.transmissions = 1;
        if self.stream {
            let length = (self.out.len() - self.start - 4) as u32;
            self.out.patch_u32(self.start, length);
        } else {
            call.again = Some((now + self.retransmit, self.out.data().to_vec()));
        }
        if call.kind == CallKind::OneWay {
            self.calls.pop();
        }
        Ok(())
    }

    fn abandon_call(&mut self) {
        self.calls.pop();
        self.out.truncate(self.start);
    }

    fn cancel(&mut self, id: CallId) {
        self.calls.retain(|c| c.id != id);
        self.failed.retain(|failed| failed.0 != id);
    }

    fn next_event(&mut self, rx: &mut Rx, _clock: &Clock) -> Option<ClientEvent> {
        rx.buf.consume(std::mem::take(&mut self.consume));
        if let Some((id, error)) = self.failed.pop() {
            return Some(ClientEvent::Failed { id, error });
        }
        if let Some(e) = self.broken.take() {
            return Some(ClientEvent::Broken(e));
        }
        loop {
            let found = match message(self.stream, rx, &mut self.need) {
                Ok(found) => found?,
                Err(e) => {
                    self.broken = Some(e);
                    let failed = self.calls.drain(..).map(|c| (c.id, CallError::Wire(e)));
                    self.failed.extend(failed);
                    rx.buf.clear();
                    return self.next_event(rx, _clock);
                }
            };
            let tag = word(&rx.buf.data()[found.clone()]).unwrap_or(0);
            let at = self.calls.iter().position(|c| c.id.0 as u32 == tag);
            if let Some(at) = at {
                let id = self.calls[at].id;
                if self.calls[at].kind == CallKind::Call {
                    self.calls.remove(at);
                }
                self.consume = found.end;
                return Some(ClientEvent::Reply {
                    id,
                    body: found.start + 4..found.end,
                    encoding: Encoding::Xdr,
                });
            }
            rx.buf.consume(found.end);
        }
    }

    fn wanted(&self) -> usize {
        self.need
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        (!self.out.is_empty()).then_some(Transmit {
            to: None,
            bytes: self.out.data(),
        })
    }

    fn sent(&mut self, n: usize) {
        self.out.consume(n);
    }

    fn handle_closed(&mut self, how: Closed) {
        let failed = self.calls.drain(..).map(|c| (c.id, CallError::Closed(how)));
        self.failed.extend(failed);
        self.out.clear();
    }

    fn next_timeout(&self) -> Option<Instant> {
        let again = self.calls.iter().filter_map(|c| Some(c.again.as_ref()?.0));
        again.chain(self.calls.iter().map(|c| c.deadline)).min()
    }

    fn handle_timeout(&mut self, now: Instant) {
        for at in (0..self.calls.len()).rev() {
            let call = &mut self.calls[at];
            if call.deadline <= now {
                let transmissions = call.transmissions;
                let id = self.calls.remove(at).id;
                self.failed
                    .push((id, CallError::TimedOut { transmissions }));
            } else if let Some((due, bytes)) = &mut call.again
                && *due <= now
                && self.out.is_empty()
            {
                *due = now + self.retransmit;
                call.transmissions += 1;
                self.out.put(bytes);
            }
        }
    }
}

pub struct ToyServer {
    stream: bool,
    out: Buf,
    start: usize,
    to: Option<SocketAddr>,
    consume: usize,
    need: usize,
    began: Option<Instant>,
    broken: Option<WireError>,
    slow_after: Duration,
    pub shrunk: Arc<AtomicU64>,
}

impl ToyServer {
    pub fn new(stream: bool) -> Self {
        ToyServer {
            shrunk: Arc::default(),
            stream,
            out: Buf::new(),
            start: 0,
            to: None,
            consume: 0,
            need: 0,
            began: None,
            broken: None,
            slow_after: Duration::from_secs(30),
        }
    }

    pub fn slow_after(slow_after: Duration) -> Self {
        ToyServer {
            slow_after,
            ..ToyServer::new(true)
        }
    }

    pub fn stream() -> Box<dyn ServerEngine> {
        Box::new(ToyServer::new(true))
    }

    pub fn datagram() -> Box<dyn ServerEngine> {
        Box::new(ToyServer::new(false))
    }
}

impl ServerEngine for ToyServer {
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call> {
        rx.buf.consume(std::mem::take(&mut self.consume));
        if self.broken.is_some() {
            rx.buf.clear();
            return None;
        }
        let found = match message(self.stream, rx, &mut self.need) {
            Ok(Some(found)) => found,
            Ok(None) => {
                if rx.buf.is_empty() {
                    self.began = None;
                } else {
                    self.began.get_or_insert(clock.now());
                }
                return None;
            }
            Err(e) => {
                self.broken = Some(e);
                rx.buf.clear();
                return None;
            }
        };
        self.began = None;
        self.consume = found.end;
        let data = &rx.buf.data()[found.clone()];
        let (Some(tag), Some(operation)) = (word(data), data.get(4..).and_then(word)) else {
            self.broken = self.stream.then_some(WireError::Truncated);
            return None;
        };
        self.to = rx.from;
        Some(Call {
            from: rx.from,
            ..Call::new(
                CallId(tag.into()),
                InterfaceKey::Only,
                operation,
                Encoding::Xdr,
                found.start + 8..found.end,
            )
        })
    }

    fn begin_reply(&mut self, id: CallId) {
        self.start = self.out.len();
        if self.stream {
            self.out.put_u32(0);
        }
        self.out.put_u32(id.0 as u32);
    }

    fn body(&mut self) -> &mut Buf {
        &mut self.out
    }

    fn finish_reply(&mut self, outcome: Outcome, _: &Clock) {
        let head = if self.stream { 8 } else { 4 };
        match outcome {
            Outcome::Silent => self.out.truncate(self.start),
            Outcome::Fault(_) => {
                self.out.truncate(self.start + head);
                self.out.put(b"fault");
            }
            Outcome::Done | Outcome::Idempotent => {}
        }
        if self.stream && outcome != Outcome::Silent {
            let length = (self.out.len() - self.start - 4) as u32;
            self.out.patch_u32(self.start, length);
        }
    }

    fn wanted(&self) -> usize {
        self.need
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        (!self.out.is_empty()).then_some(Transmit {
            to: self.to,
            bytes: self.out.data(),
        })
    }

    fn sent(&mut self, n: usize) {
        self.out.consume(n);
    }

    fn broken(&self) -> Option<WireError> {
        self.broken
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.began.map(|began| began + self.slow_after)
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.next_timeout().is_some_and(|due| due <= now) {
            self.began = None;
            self.broken = Some(WireError::TooSlow);
        }
    }

    fn shrink(&mut self) {
        self.shrunk.fetch_add(1, Relaxed);
        if self.out.is_empty() {
            self.out.shrink(0);
        }
    }
}

/// Executes the operation, and counts.
#[derive(Default)]
pub struct Works {
    pub calls: AtomicU64,
}

impl Handler for Works {
    fn handle(&self, call: &Call, received: &[u8], reply: &mut Buf) -> Outcome {
        self.calls.fetch_add(1, Relaxed);
        let arguments = &received[call.arguments.clone()];
        match call.operation {
            ECHO => reply.put(arguments),
            MAKE => {
                let n = word(arguments).unwrap_or(0) as usize;
                reply.space(n)[..n].fill(0xa5);
                reply.filled(n);
            }
            SINK => return Outcome::Silent,
            PANIC => panic!("as the test asks"),
            _ => return Outcome::Fault(manyrpc_engine::Fault::NoSuchOperation),
        }
        Outcome::Done
    }
}

pub fn any_port() -> SocketAddr {
    ([127, 0, 0, 1], 0).into()
}

/// A builder, and the handler's counts.
pub fn builder() -> (Builder, Arc<Works>) {
    let works = Arc::new(Works::default());
    (Server::builder(works.clone()), works)
}

/// A server on one TCP port.
pub fn tcp_server() -> (Running, SocketAddr, Arc<Works>) {
    let (builder, works) = builder();
    let running = builder
        .listen_tcp(any_port(), ToyServer::stream)
        .unwrap()
        .start()
        .unwrap();
    let address = running.addresses()[0].ip().unwrap();
    (running, address, works)
}

/// A request as encoded on a stream.
pub fn request(tag: u32, operation: u32, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend_from_slice(&(8 + body.len() as u32).to_be_bytes());
    bytes.extend_from_slice(&tag.to_be_bytes());
    bytes.extend_from_slice(&operation.to_be_bytes());
    bytes.extend_from_slice(body);
    bytes
}

/// Checks repeatedly until the condition holds; fails after ten seconds.
pub fn until(what: &str, mut so: impl FnMut() -> bool) {
    let start = std::time::Instant::now();
    while !so() {
        assert!(start.elapsed() < Duration::from_secs(10), "never: {what}");
        std::thread::yield_now();
    }
}
