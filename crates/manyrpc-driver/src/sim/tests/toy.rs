//! A minimal engine for testing the world: a length (streams only), an id, a body.

use core::time::Duration;
use std::collections::VecDeque;
use std::net::SocketAddr;

use manyrpc_engine::{
    Buf, Call, CallError, CallHead, CallId, ClientEngine, ClientEvent, Clock, Closed, Encoding,
    Instant, InterfaceKey, Misuse, Outcome, Rx, ServerEngine, Transmit, WireError,
};

use crate::sim::Transport;

/// One message: on streams, the length of id and body, then both.
fn take(rx: &mut Rx, transport: Transport, consumed: &mut usize) -> Option<(u64, usize, usize)> {
    rx.buf.consume(std::mem::take(consumed).min(rx.buf.len()));
    let data = rx.buf.data();
    let (start, end) = match transport {
        Transport::Datagram => (0, data.len()),
        Transport::Stream => {
            let n = u32::from_be_bytes(*data.first_chunk::<4>()?) as usize;
            (4, 4 + n)
        }
    };
    if data.len() < end || end < start + 8 {
        return None;
    }
    *consumed = end;
    let name = u64::from_be_bytes(data[start..start + 8].try_into().ok()?);
    Some((name, start + 8, end))
}

fn frame(transport: Transport, name: u64, body: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    if transport == Transport::Stream {
        bytes.extend((body.len() as u32 + 8).to_be_bytes());
    }
    bytes.extend(name.to_be_bytes());
    bytes.extend(body);
    bytes
}

pub(super) struct ToyClient {
    transport: Transport,
    next: u64,
    body: Buf,
    timeout: Duration,
    /// In flight: id, message, time of retransmission, deadline.
    calls: Vec<(u64, Vec<u8>, Instant, Instant)>,
    output: VecDeque<Vec<u8>>,
    sent: usize,
    consumed: usize,
    failed: VecDeque<(u64, CallError)>,
}

const RESEND: Duration = Duration::from_millis(50);

impl ToyClient {
    pub(super) fn make(transport: Transport) -> impl FnMut(u64) -> Box<dyn ClientEngine> + Clone {
        move |seed| {
            Box::new(ToyClient {
                transport,
                next: seed,
                body: Buf::new(),
                timeout: Duration::MAX,
                calls: Vec::new(),
                output: VecDeque::new(),
                sent: 0,
                consumed: 0,
                failed: VecDeque::new(),
            })
        }
    }
}

impl ClientEngine for ToyClient {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        if head.operation == 0 {
            return Err(Misuse::NotOffered("operation zero").into());
        }
        self.next = self.next.wrapping_add(1);
        self.body.clear();
        self.timeout = head.timeout.unwrap_or(Duration::MAX);
        Ok(CallId(self.next))
    }

    fn body(&mut self) -> &mut Buf {
        &mut self.body
    }

    fn encoding(&self) -> Encoding {
        Encoding::Xdr
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        let message = frame(self.transport, self.next, self.body.data());
        let again = match self.transport {
            Transport::Datagram => now + RESEND,
            Transport::Stream => Instant::from_nanos(u64::MAX),
        };
        self.output.push_back(message.clone());
        self.calls
            .push((self.next, message, again, now + self.timeout));
        Ok(())
    }

    fn abandon_call(&mut self) {}

    fn cancel(&mut self, id: CallId) {
        self.calls.retain(|call| call.0 != id.0);
        self.failed.retain(|failed| failed.0 != id.0);
    }

    fn next_event(&mut self, rx: &mut Rx, _: &Clock) -> Option<ClientEvent> {
        if let Some((id, error)) = self.failed.pop_front() {
            let id = CallId(id);
            return Some(ClientEvent::Failed { id, error });
        }
        while let Some((name, start, end)) = take(rx, self.transport, &mut self.consumed) {
            let before = self.calls.len();
            self.calls.retain(|call| call.0 != name);
            if self.calls.len() < before {
                return Some(ClientEvent::Reply {
                    id: CallId(name),
                    body: start..end,
                    encoding: Encoding::Xdr,
                });
            }
        }
        None
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let bytes = &self.output.front()?[self.sent..];
        Some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.sent += n;
        if self.output.front().is_some_and(|o| o.len() == self.sent) {
            self.output.pop_front();
            self.sent = 0;
        }
    }

    fn handle_closed(&mut self, how: Closed) {
        let failed = self.calls.drain(..);
        self.failed
            .extend(failed.map(|call| (call.0, CallError::Closed(how))));
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.calls.iter().map(|call| call.2.min(call.3)).min()
    }

    fn handle_timeout(&mut self, now: Instant) {
        let over = self.calls.extract_if(.., |call| call.3 <= now);
        let transmissions = 1;
        self.failed
            .extend(over.map(|call| (call.0, CallError::TimedOut { transmissions })));
        for call in self.calls.iter_mut().filter(|call| call.2 <= now) {
            call.2 = now + RESEND;
            self.output.push_back(call.1.clone());
        }
    }
}

pub(super) struct ToyServer {
    transport: Transport,
    /// The last replies, for retransmission; at most `remembers`.
    replies: VecDeque<(u64, Vec<u8>)>,
    remembers: usize,
    calls: u64,
    answering: (u64, Option<SocketAddr>),
    body: Buf,
    output: VecDeque<(Option<SocketAddr>, Vec<u8>)>,
    sent: usize,
    consumed: usize,
}

impl ToyServer {
    pub(super) fn make(
        transport: Transport,
        remembers: usize,
    ) -> impl FnMut(u64) -> Box<dyn ServerEngine> {
        move |_| {
            Box::new(ToyServer {
                transport,
                replies: VecDeque::new(),
                remembers,
                calls: 0,
                answering: (0, None),
                body: Buf::new(),
                output: VecDeque::new(),
                sent: 0,
                consumed: 0,
            })
        }
    }
}

impl ServerEngine for ToyServer {
    fn next_call(&mut self, rx: &mut Rx, _: &Clock) -> Option<Call> {
        while let Some((name, start, end)) = take(rx, self.transport, &mut self.consumed) {
            if let Some((_, reply)) = self.replies.iter().find(|r| r.0 == name) {
                self.output.push_back((rx.from, reply.clone()));
                continue;
            }
            self.calls += 1;
            self.answering = (name, rx.from);
            return Some(Call {
                from: rx.from,
                ..Call::new(
                    CallId(self.calls),
                    InterfaceKey::Only,
                    1,
                    Encoding::Xdr,
                    start..end,
                )
            });
        }
        None
    }

    fn begin_reply(&mut self, _: CallId) {
        self.body.clear();
    }

    fn body(&mut self) -> &mut Buf {
        &mut self.body
    }

    fn finish_reply(&mut self, outcome: Outcome, _: &Clock) {
        let (name, from) = self.answering;
        if outcome == Outcome::Silent {
            return;
        }
        let reply = frame(self.transport, name, self.body.data());
        self.replies.push_back((name, reply.clone()));
        if self.replies.len() > self.remembers {
            self.replies.pop_front();
        }
        self.output.push_back((from, reply));
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let (to, bytes) = self.output.front()?;
        let bytes = &bytes[self.sent..];
        Some(Transmit { to: *to, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.sent += n;
        if self.output.front().is_some_and(|o| o.1.len() == self.sent) {
            self.output.pop_front();
            self.sent = 0;
        }
    }

    fn broken(&self) -> Option<WireError> {
        None
    }

    fn next_timeout(&self) -> Option<Instant> {
        None
    }

    fn handle_timeout(&mut self, _: Instant) {}
}
