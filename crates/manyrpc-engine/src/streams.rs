//! Calls with several messages from one side or both.
//!
//! A client's `begin_call` and `finish_call` open such a call where messages come from the client,
//! then follow its messages, each begun, written and finished. A server engine reports the
//! [`Part`]s of a call as they come; the driver keeps the application's [`Stream`] of each call
//! beside the connection, hands it the parts, and lets it write [`Replies`].
//!
//! What a stream has to say may come from elsewhere: [`Replies::waker`] gives whoever has it the
//! means to have [`Stream::more`] called.

use core::task::Waker;

use manyrpc_codec::Buf;

use crate::fault::Fault;
use crate::name::ReplyMetadata;
use crate::outcome::Outcome;

/// Which ways a call has any number of messages instead of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streams {
    /// From the client.
    pub request: bool,
    /// From the server.
    pub reply: bool,
}

impl Streams {
    /// Neither way.
    pub const NONE: Self = Streams {
        request: false,
        reply: false,
    };

    /// Whether there are several messages at all.
    pub const fn any(self) -> bool {
        self.request || self.reply
    }
}

/// Which part of a call was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// The head of a call with several messages in these ways. Where only the server sends several
    /// the client's message is in [`Call::arguments`](crate::Call::arguments), and no other part
    /// but [`Gone`](Part::Gone) follows.
    Opens(Streams),
    /// One message, in [`Call::arguments`](crate::Call::arguments).
    Message,
    /// No more messages come from the client.
    Ends,
    /// The client is gone, or has no use for the call any more. Nothing is answered.
    Gone,
}

/// The application's side of one call with several messages. Everything happens on the thread of
/// the connection, so nothing here may wait. Dropped when the client is gone.
pub trait Stream: Send {
    /// The call was taken: what there is to say before anything comes.
    fn begun(&mut self, _replies: &mut dyn Replies) -> Flow {
        Flow::Wait
    }

    /// A message came: read it, and answer what there is to answer.
    fn message(&mut self, received: &[u8], replies: &mut dyn Replies) -> Flow;

    /// No more messages come.
    fn ended(&mut self, replies: &mut dyn Replies) -> Flow;

    /// There is room again for what [`Flow::More`] spoke of, or somebody used the call's
    /// [`waker`](Replies::waker).
    fn more(&mut self, _replies: &mut dyn Replies) -> Flow {
        Flow::Wait
    }
}

/// How a call with several messages goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With what comes from the client.
    Wait,
    /// With more replies, as soon as there is room for them.
    More,
    /// Not at all: it is over like this.
    Over(Outcome),
}

impl Flow {
    /// It is over and went well.
    pub const DONE: Self = Flow::Over(Outcome::Done);
}

impl From<Result<Flow, Fault>> for Flow {
    fn from(result: Result<Flow, Fault>) -> Self {
        result.unwrap_or_else(|fault| Flow::Over(Outcome::Fault(fault)))
    }
}

/// Where the replies of a call with several messages go.
pub trait Replies {
    /// Sends one that `write` marshals; false drops what it wrote.
    fn send(&mut self, write: &mut dyn FnMut(&mut Buf) -> bool);

    /// Whether the client takes no more for now: then end with [`Flow::More`].
    fn is_congested(&mut self) -> bool;

    /// As [`ServerMetadata::attach`](crate::contract::ServerMetadata::attach). What is initial goes with the first
    /// reply; of a call that has one request no later than at the end of [`Stream::begun`].
    fn attach(&mut self, metadata: ReplyMetadata) -> bool;

    /// As [`ServerStreams::accept`](crate::contract::ServerStreams::accept): for clients that wait for that
    /// before they go on.
    fn accept(&mut self);

    /// What says, from any thread and at any time, that this call has more to say: it goes on as if
    /// it had answered [`Flow::More`], once however often it was woken meanwhile. Does nothing once
    /// the call is over. A standard waker, so that whatever runs futures or streams can use it.
    fn waker(&mut self) -> Waker;
}
