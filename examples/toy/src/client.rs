//! The engine of a client's connection: what calls and replies are on the wire, and who waits how long.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use manyrpc_engine::carrier::lines::Splitter;
use manyrpc_engine::{
    Buf, CallError, CallHead, CallId, CallKind, ClientEngine, ClientEvent, Clock, Closed, Encoding,
    Fault, Instant, Limits, Misuse, Rx, Transmit, WireError,
};

pub(crate) struct Client {
    lines: Splitter,
    patience: Duration,
    /// The call that is being written, where its line begins, and how long it may take.
    writing: Option<(CallId, usize, Duration)>,
    calls: u64,
    /// Until when each call waits for its reply.
    waiting: BTreeMap<CallId, Instant>,
    out: Buf,
    events: VecDeque<ClientEvent>,
    ended: Option<CallError>,
}

impl Client {
    pub(crate) fn new(limits: &Limits) -> Self {
        Client {
            lines: Splitter::new(limits),
            patience: limits.call_timeout,
            writing: None,
            calls: 0,
            waiting: BTreeMap::new(),
            out: Buf::new(),
            events: VecDeque::new(),
            ended: None,
        }
    }

    /// What a line says; nothing if nobody waits for it any more.
    fn reply(&mut self, line: &[u8]) -> Result<Option<ClientEvent>, WireError> {
        let (id, kind, rest) = crate::server::parts(line)?;
        let id = CallId(id);
        if self.waiting.remove(&id).is_none() {
            return Ok(None);
        }
        let body = line.len() - rest.len()..line.len();
        Ok(Some(match kind {
            b"=" => ClientEvent::Reply {
                id,
                body,
                encoding: Encoding::JSON,
            },
            _ => {
                let words = String::from_utf8_lossy(rest).into_owned();
                let error = CallError::Fault(Fault::application(0, words));
                ClientEvent::Failed { id, error }
            }
        }))
    }

    fn fail_all(&mut self, error: &CallError) {
        for (id, _) in std::mem::take(&mut self.waiting) {
            let error = error.clone();
            self.events.push_back(ClientEvent::Failed { id, error });
        }
        self.ended = Some(error.clone());
    }
}

impl ClientEngine for Client {
    fn begin_call(&mut self, head: &CallHead<'_>) -> Result<CallId, CallError> {
        if let Some(why) = &self.ended {
            return Err(why.clone());
        }
        if head.kind != CallKind::Call {
            return Err(Misuse::NotOffered("calls without a reply").into());
        }
        self.abandon_call();
        self.calls += 1;
        let id = CallId(self.calls);
        let timeout = head.timeout.unwrap_or(self.patience);
        self.writing = Some((id, self.out.len(), timeout));
        let name = head.path();
        let start = format!("{} {}.{} ", id.0, name.interface, name.operation);
        self.out.put(start.as_bytes());
        Ok(id)
    }

    fn body(&mut self) -> &mut Buf {
        &mut self.out
    }

    fn encoding(&self) -> Encoding {
        Encoding::JSON
    }

    fn finish_call(&mut self, now: Instant) -> Result<(), CallError> {
        if let Some((id, _, timeout)) = self.writing.take() {
            self.out.put(b"\n");
            self.waiting.insert(id, now + timeout);
        }
        Ok(())
    }

    fn abandon_call(&mut self) {
        if let Some((_, start, _)) = self.writing.take() {
            self.out.truncate(start);
        }
    }

    fn cancel(&mut self, id: CallId) {
        self.waiting.remove(&id);
    }

    fn next_event(&mut self, rx: &mut Rx, clock: &Clock) -> Option<ClientEvent> {
        while self.events.is_empty() && self.ended.is_none() {
            let line = match self.lines.next(&mut rx.buf, clock) {
                Ok(None) => return None,
                Ok(Some(line)) => self.reply(&rx.buf.data()[line]),
                Err(error) => Err(error),
            };
            match line {
                Ok(event) => self.events.extend(event),
                Err(error) => {
                    self.fail_all(&error.into());
                    self.events.push_back(ClientEvent::Broken(error));
                }
            }
        }
        self.events.pop_front()
    }

    fn wanted(&self) -> usize {
        self.lines.arrival().wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        // A line that is being written has not ended.
        let end = self.writing.map_or(self.out.len(), |(_, start, _)| start);
        let bytes = &self.out.data()[..end];
        (end > 0).then_some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.out.consume(n);
        if let Some((_, start, _)) = &mut self.writing {
            *start -= n;
        }
    }

    fn handle_closed(&mut self, how: Closed) {
        self.fail_all(&CallError::Closed(how));
    }

    fn next_timeout(&self) -> Option<Instant> {
        let arrival = self.lines.arrival().deadline();
        self.waiting.values().copied().chain(arrival).min()
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.lines.arrival().is_late(now) {
            self.fail_all(&WireError::TooSlow.into());
        }
        let events = &mut self.events;
        self.waiting.retain(|id, until| {
            if *until > now {
                return true;
            }
            let (id, error) = (*id, CallError::TimedOut { transmissions: 1 });
            events.push_back(ClientEvent::Failed { id, error });
            false
        });
    }
}

impl manyrpc::systems::Engine for Client {}
