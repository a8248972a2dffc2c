//! Calls with several messages that `manyrpc serve` answers: with canned replies, echoes, or what is
//! made up.

use std::collections::VecDeque;

use manyrpc::dynamic::{Conversation, DynamicInterface, DynamicReplies, Flow};
use manyrpc::{Domain, Fault, Outcome};
use manyrpc_model::{Streams, Value};

/// What hears of each message, and of their end (`None`).
type Log = Box<dyn Fn(Option<&[Value]>) + Send>;

/// Replies that wait for room while their client goes on asking: who reads nothing is refused.
const MOST_DUE: usize = 1024;

/// The answers of one call. Each message gets one: the next of the canned replies, and what is left
/// of them goes at the end; or an echo of it. Where the client alone sends several, the reply at the
/// end echoes the last.
pub(crate) struct Answers {
    pub(crate) interface: DynamicInterface,
    pub(crate) operation: String,
    pub(crate) streams: Streams,
    pub(crate) canned: Option<VecDeque<Vec<Value>>>,
    pub(crate) echo: bool,
    pub(crate) log: Log,
    pub(crate) last: Vec<Value>,
    pub(crate) due: VecDeque<Vec<Value>>,
    pub(crate) ended: bool,
}

impl Answers {
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
        self.due.extend(answer);
        Ok(())
    }

    /// Sends what is due and has room.
    fn pump(&mut self, replies: &mut DynamicReplies<'_>) -> Flow {
        while let Some(next) = self.due.front() {
            if replies.is_congested() {
                return Flow::More;
            }
            replies.send(next);
            self.due.pop_front();
        }
        match self.ended {
            true => Flow::DONE,
            false => Flow::Wait,
        }
    }
}

impl Conversation for Answers {
    fn message(&mut self, arguments: Vec<Value>, replies: &mut DynamicReplies<'_>) -> Flow {
        (self.log)(Some(&arguments));
        if !self.streams.reply {
            self.last = arguments;
            return Flow::Wait;
        }
        if self.due.len() >= MOST_DUE {
            /// RESOURCE_EXHAUSTED.
            const EXHAUSTED: i32 = 8;
            let fault = Fault::of_domain(Domain::Grpc, EXHAUSTED, "replies are not read");
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
            self.due.extend(self.canned.take().into_iter().flatten());
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
