//! The engine of a server's connection.

use std::sync::Arc;

use manyrpc_engine::carrier::lines::Splitter;
use manyrpc_engine::{
    Buf, Call, CallId, CallName, Clock, Encoding, Instant, InterfaceKey, Limits, Outcome, Path, Rx,
    ServerEngine, Transmit, WireError,
};

/// Replies that may wait to be sent before no more calls are taken.
const MOST: usize = 1 << 20;

pub(crate) struct Server {
    lines: Splitter,
    out: Buf,
    /// Whose reply is being written, and where its line begins.
    writing: (CallId, usize),
    broken: Option<WireError>,
}

impl Server {
    pub(crate) fn new(limits: &Limits) -> Self {
        Server {
            lines: Splitter::new(limits),
            out: Buf::new(),
            writing: (CallId(0), 0),
            broken: None,
        }
    }
}

/// A number, a word and the rest.
pub(crate) fn parts(line: &[u8]) -> Result<(u64, &[u8], &[u8]), WireError> {
    let mut parts = line.splitn(3, |byte| *byte == b' ');
    let id = parts
        .next()
        .and_then(|id| str::from_utf8(id).ok()?.parse().ok());
    match (id, parts.next(), parts.next()) {
        (Some(id), Some(word), Some(rest)) => Ok((id, word, rest)),
        _ => Err(WireError::Violation(
            "a line without number, word and value",
        )),
    }
}

fn call(line: &[u8]) -> Result<Call, WireError> {
    let (id, name, arguments) = parts(line)?;
    let name = str::from_utf8(name)
        .ok()
        .and_then(|name| name.rsplit_once('.'));
    let (interface, operation) = name.ok_or(WireError::Violation("a name without a dot"))?;
    let path = Path {
        interface,
        operation,
    };
    let arguments = line.len() - arguments.len()..line.len();
    Ok(Call {
        name: Some(Arc::new(CallName::new(path))),
        ..Call::new(
            CallId(id),
            InterfaceKey::Named,
            0,
            Encoding::JSON,
            arguments,
        )
    })
}

impl ServerEngine for Server {
    fn next_call(&mut self, rx: &mut Rx, clock: &Clock) -> Option<Call> {
        if self.broken.is_some() || self.out.len() > MOST {
            return None;
        }
        let line = self.lines.next(&mut rx.buf, clock);
        match line.and_then(|line| line.map(|line| call(&rx.buf.data()[line])).transpose()) {
            Ok(call) => call,
            Err(error) => {
                self.broken = Some(error);
                None
            }
        }
    }

    fn begin_reply(&mut self, id: CallId) {
        self.writing = (id, self.out.len());
        self.out.put(format!("{} = ", id.0).as_bytes());
    }

    fn body(&mut self) -> &mut Buf {
        &mut self.out
    }

    fn finish_reply(&mut self, outcome: Outcome, _: &Clock) {
        let (id, start) = self.writing;
        match outcome {
            Outcome::Done | Outcome::Idempotent => self.out.put(b"\n"),
            Outcome::Fault(fault) => {
                self.out.truncate(start);
                let words = fault.to_string().replace('\n', " ");
                self.out.put(format!("{} ! {words}\n", id.0).as_bytes());
            }
            Outcome::Silent => self.out.truncate(start),
        }
    }

    fn wanted(&self) -> usize {
        self.lines.arrival().wanted()
    }

    fn poll_transmit(&mut self) -> Option<Transmit<'_>> {
        let bytes = self.out.data();
        (!bytes.is_empty()).then_some(Transmit { to: None, bytes })
    }

    fn sent(&mut self, n: usize) {
        self.out.consume(n);
    }

    fn broken(&self) -> Option<WireError> {
        self.broken
    }

    fn next_timeout(&self) -> Option<Instant> {
        self.lines.arrival().deadline()
    }

    fn handle_timeout(&mut self, now: Instant) {
        if self.lines.arrival().is_late(now) {
            self.broken = Some(WireError::TooSlow);
        }
    }

    fn handle_end(&mut self) {
        self.lines.end();
    }
}
