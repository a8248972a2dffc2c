//! What a client calls with.

use std::net::SocketAddr;

use manyrpc_engine::{ClientEngine, Clock, Instant};

use super::ids::Transport;
use super::net::{Net, Port};
use crate::calls::Calls;

/// The client without its script, which may use all of this.
pub(super) struct Core {
    pub(super) index: u32,
    pub(super) place: u32,
    pub(super) transport: Transport,
    pub(super) to: SocketAddr,
    pub(super) port: Port,
    /// `None` while the process is down.
    pub(super) engine: Option<Box<dyn ClientEngine>>,
    pub(super) calls: Calls,
    pub(super) life: u32,
    /// The engine's planned timer, if any.
    pub(super) armed: Option<Instant>,
    pub(super) restart: bool,
}

impl Core {
    pub(super) fn engine(&mut self) -> &mut dyn ClientEngine {
        up(&mut self.engine)
    }

    /// Engine and calls, at this time.
    pub(super) fn parts(&mut self, now: Instant) -> (&mut dyn ClientEngine, &mut Calls) {
        self.calls.clock = Clock::at(now);
        (up(&mut self.engine), &mut self.calls)
    }

    /// Sends output.
    pub(super) fn flush(&mut self, net: &mut Net) {
        let Some(engine) = self.engine.as_deref_mut() else {
            return;
        };
        while let Some(t) = engine.poll_transmit() {
            let Some(n) = net.send(self.port, t.to, t.bytes) else {
                break;
            };
            engine.sent(n);
        }
    }
}

fn up(engine: &mut Option<Box<dyn ClientEngine>>) -> &mut dyn ClientEngine {
    let engine = engine.as_deref_mut();
    engine.expect("a client is cued only while it is up")
}

/// A client's calls each time it starts. The clock is set whenever the engine is used.
pub(super) fn no_calls() -> Calls {
    Calls::new(Clock::at(Instant::ZERO))
}
