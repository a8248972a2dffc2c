//! One of our connections at the other end of a pipe.

use manyrpc_engine::carrier::http2::{Connection, Event};
use manyrpc_engine::{Clock, Instant, Rx};

use crate::pipe::Pipe;

/// Our end: a connection and what it has received.
pub(crate) struct Ours {
    pub(crate) connection: Connection,
    pub(crate) rx: Rx,
    pipe: Pipe,
}

impl Ours {
    pub(crate) fn new(connection: Connection, pipe: &Pipe) -> Self {
        Ours {
            connection,
            rx: Rx::default(),
            pipe: pipe.clone(),
        }
    }

    /// Receives and sends what there is; passes every event to `take`.
    pub(crate) fn turn(&mut self, mut take: impl FnMut(&mut Connection, &Rx, Event)) {
        let arrived = self.pipe.taken();
        self.rx.buf.put(&arrived);
        while let Some(event) = self
            .connection
            .next_event(&mut self.rx, &Clock::at(Instant::ZERO))
        {
            assert!(!matches!(event, Event::Broken(_)), "{event:?}");
            take(&mut self.connection, &self.rx, event);
        }
        while let Some(bytes) = self.connection.poll_transmit() {
            self.pipe.deliver(bytes);
            let n = bytes.len();
            self.connection.sent(n);
        }
    }
}
