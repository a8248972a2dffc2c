//! Streaming calls served by `manyrpc serve`: with canned, echoed or default replies.

use std::collections::VecDeque;

use manyrpc::dynamic::{Conversation, DynamicInterface, DynamicReplies, Flow};
use manyrpc::{Fault, Outcome};
use manyrpc_model::{Streams, Value};

/// Logs each message, and the end of the stream (`None`).
type Log = Box<dyn Fn(Option<&[Value]>) + Send>;

/// Replies that may be pending for a client that keeps sending without reading; above that its call fails.
const MAX_PENDING: usize = 1024;

/// The replies to one call. Each message gets one: the next canned reply, the remaining ones being sent at
/// the end, or an echo. If only the client streams, the single reply echoes its last message.
pub(crate) struct StreamReplies {
    pub(crate) interface: DynamicInterface,
    pub(crate) operation: String,
    pub(crate) streams: Streams,
    pub(crate) canned: Option<VecDeque<Vec<Value>>>,
    pub(crate) echo: bool,
    pub(crate) log: Log,
    pub(crate) last: Vec<Value>,
    pub(crate) pending: VecDeque<Vec<Value>>,
    pub(crate) ended: bool,
}

impl StreamReplies {
    fn answer(&mut self, arguments: &[Value]) -> Result<(), Fault> {
        let answer = match &mut self.canned {
            Some(canned) => canned.pop_front(),
            None => {
                let made = self
                    .interface
                    .made_up_results(&self.operation, arguments, self.echo);
                Some(made.map_err(|_| Fault::NoSuchOperation)?)
            }
        };
        self.pending.extend(answer);
        Ok(())
    }

    /// Sends pending replies as far as there is room.
    fn pump(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        while let Some(next) = self.pending.front() {
            if replies.is_congested() {
                return Flow::More;
            }
            replies.send(next);
            self.pending.pop_front();
        }
        match self.ended {
            true => Flow::DONE,
            false => Flow::Wait,
        }
    }
}

impl Conversation for StreamReplies {
    fn message(&mut self, arguments: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow {
        (self.log)(Some(&arguments));
        if !self.streams.reply {
            self.last = arguments;
            return Flow::Wait;
        }
        if self.pending.len() >= MAX_PENDING {
            let fault = Fault::exhausted("replies are not read");
            return Flow::Over(Outcome::Fault(fault));
        }
        match self.answer(&arguments) {
            Ok(()) => self.pump(replies),
            Err(fault) => Flow::Over(Outcome::Fault(fault)),
        }
    }

    fn ended(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        if self.streams.request {
            (self.log)(None);
        }
        self.ended = true;
        if self.streams.reply {
            self.pending
                .extend(self.canned.take().into_iter().flatten());
        } else {
            let last = std::mem::take(&mut self.last);
            if let Err(fault) = self.answer(&last) {
                return Flow::Over(Outcome::Fault(fault));
            }
        }
        self.pump(replies)
    }

    fn more(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        self.pump(replies)
    }
}
