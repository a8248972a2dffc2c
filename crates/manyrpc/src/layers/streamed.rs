//! A server's call with several messages behind layers, which see its beginning and its end.
//!
//! What serves the call begins when the layers let the call pass, and is dropped when they give it up.
//! Messages that arrive before wait.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use manyrpc_driver::server::Opening;
use manyrpc_engine::{Call, Caller, Fault, Flow, Outcome, Replies, Stream};

use super::ServedService;
use super::served::{Naming, Served, entered};
use super::turn::{Executor, Turn};

/// Begins what serves a call.
type Open = Box<dyn FnOnce(&Call, &dyn Caller) -> Result<Box<dyn Stream>, Fault> + Send>;

/// A call with several messages that passes through layers.
pub(crate) struct StreamedCall {
    call: Call,
    naming: Arc<dyn Naming>,
    layers: Pin<Box<dyn Future<Output = Result<Served, Fault>> + Send>>,
    executor: Executor,
    below: Below,
    /// It was served to its end.
    is_executed: bool,
}

/// What is below the layers.
enum Below {
    /// The layers have not let the call pass yet.
    Waiting(Open, Early),
    Serving(Box<dyn Stream>, Flow),
    Over,
}

/// What arrived before the layers let the call pass.
#[derive(Default)]
struct Early {
    messages: Vec<Vec<u8>>,
    ended: bool,
}

impl StreamedCall {
    /// A call that `open` begins to serve.
    pub(crate) fn new(
        service: ServedService,
        naming: Arc<dyn Naming>,
        call: Call,
        open: impl FnOnce(&Call, &dyn Caller) -> Result<Box<dyn Stream>, Fault> + Send + 'static,
    ) -> Self {
        let executor = Executor(Turn::new());
        let layers = entered(service, &call, &naming, &executor);
        StreamedCall {
            layers: Box::pin(layers),
            call,
            naming,
            executor,
            below: Below::Waiting(Box::new(open), Early::default()),
            is_executed: false,
        }
    }

    /// Polls the layers, and serves the call if they ask for that.
    fn turn(&mut self, replies: &mut dyn Replies) -> Flow {
        let waker = replies.waker();
        let cx = &mut Context::from_waker(&waker);
        loop {
            let turn = &self.executor.0;
            turn.looks_afterwards(cx);
            if let Poll::Ready(end) = self.layers.as_mut().poll(cx) {
                self.below = Below::Over;
                return Flow::Over(self.outcome(end, replies));
            }
            if !turn.is_asked() {
                // Dropped, if the layers gave it up.
                if let Below::Serving(..) = self.below {
                    self.below = Below::Over;
                }
                return Flow::Wait;
            }
            if let Below::Waiting(..) = self.below {
                self.begin(replies);
            }
            match &mut self.below {
                Below::Serving(_, Flow::Over(outcome)) => {
                    let outcome = std::mem::replace(outcome, Outcome::Done);
                    self.below = Below::Over;
                    self.is_executed = true;
                    self.executor.0.end(outcome, cx);
                }
                Below::Serving(_, flow) => return flow.clone(),
                Below::Waiting(..) | Below::Over => return Flow::Wait,
            }
        }
    }

    /// The layers let the call pass: what arrived is passed on.
    fn begin(&mut self, replies: &mut dyn Replies) {
        let Below::Waiting(open, early) = std::mem::replace(&mut self.below, Below::Over) else {
            return;
        };
        let opening = Opening::default();
        let opened = open(&self.call, &opening);
        replies.attach(opening.into_metadata());
        let mut stream: Box<dyn Stream> = match opened {
            Ok(stream) => stream,
            Err(fault) => Box::new(Refused(fault)),
        };
        let mut flow = stream.begun(replies);
        if !early.messages.is_empty() {
            replies.hold(false);
        }
        for message in early.messages {
            if !matches!(flow, Flow::Over(_)) {
                flow = stream.message(&message, replies);
            }
        }
        if early.ended && !matches!(flow, Flow::Over(_)) {
            flow = stream.ended(replies);
        }
        self.below = Below::Serving(stream, flow);
    }

    /// What the caller learns.
    fn outcome(&self, end: Result<Served, Fault>, replies: &mut dyn Replies) -> Outcome {
        match end {
            Ok(served) => {
                let (outcome, metadata) = served.into_parts();
                replies.attach(metadata);
                outcome
            }
            Err(fault) if self.is_executed => Outcome::Fault(fault),
            Err(fault) => Outcome::Fault(self.naming.refusal(&self.call, fault)),
        }
    }

    /// A step of what serves the call. The layers are looked at when it ends.
    fn step(
        &mut self,
        replies: &mut dyn Replies,
        step: impl FnOnce(&mut dyn Stream, &mut dyn Replies) -> Flow,
    ) -> Flow {
        let Below::Serving(stream, flow) = &mut self.below else {
            return Flow::Wait;
        };
        *flow = step(&mut **stream, replies);
        match flow {
            Flow::Over(_) => self.turn(replies),
            goes_on => goes_on.clone(),
        }
    }
}

impl Stream for StreamedCall {
    fn begun(&mut self, replies: &mut dyn Replies) -> Flow {
        self.turn(replies)
    }

    fn message(&mut self, received: &[u8], replies: &mut dyn Replies) -> Flow {
        if let Below::Waiting(_, early) = &mut self.below {
            if early.messages.is_empty() {
                replies.hold(true);
            }
            early.messages.push(received.to_vec());
            return Flow::Wait;
        }
        self.step(replies, |stream, replies| stream.message(received, replies))
    }

    fn ended(&mut self, replies: &mut dyn Replies) -> Flow {
        if let Below::Waiting(_, early) = &mut self.below {
            early.ended = true;
            return Flow::Wait;
        }
        self.step(replies, |stream, replies| stream.ended(replies))
    }

    /// The layers, or what serves the call, have something to do.
    fn more(&mut self, replies: &mut dyn Replies) -> Flow {
        if let Below::Serving(stream, flow) = &mut self.below {
            *flow = stream.more(replies);
        }
        self.turn(replies)
    }
}

/// A call that is refused where it should have been served.
struct Refused(Fault);

impl Refused {
    fn flow(&self) -> Flow {
        Flow::Over(Outcome::Fault(self.0.clone()))
    }
}

impl Stream for Refused {
    fn begun(&mut self, _: &mut dyn Replies) -> Flow {
        self.flow()
    }

    fn message(&mut self, _: &[u8], _: &mut dyn Replies) -> Flow {
        self.flow()
    }

    fn ended(&mut self, _: &mut dyn Replies) -> Flow {
        self.flow()
    }
}
