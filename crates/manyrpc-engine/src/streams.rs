//! Calls with several messages from one side or both.
//!
//! A client opens such a call with `begin_call` and `finish_call`, then begins, writes and finishes
//! each of its messages. A server engine reports the [`Part`]s of a call as they arrive; the driver
//! keeps the application's [`Stream`] of each call with the connection, hands it the parts, and
//! lets it write [`Replies`].
//!
//! A stream may also send on events from elsewhere: whoever holds its [`Replies::waker`] can have
//! [`Stream::more`] called.
//!
//! ```
//! use manyrpc_engine::{Flow, Replies, Stream};
//!
//! /// Echoes every message.
//! struct Echo;
//! impl Stream for Echo {
//!     fn message(&mut self, received: &[u8], replies: &mut dyn Replies) -> Flow {
//!         replies.send(&mut |body| {
//!             body.put(received);
//!             true
//!         });
//!         Flow::Wait
//!     }
//!     fn ended(&mut self, _: &mut dyn Replies) -> Flow {
//!         Flow::DONE
//!     }
//! }
//! ```

use core::task::Waker;

use manyrpc_codec::Buf;

use crate::fault::Fault;
use crate::name::ReplyMetadata;
use crate::outcome::Outcome;

/// In which directions a call has any number of messages instead of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streams {
    /// From the client.
    pub request: bool,
    /// From the server.
    pub reply: bool,
}

impl Streams {
    /// In neither direction.
    pub const NONE: Self = Streams {
        request: false,
        reply: false,
    };

    /// Whether either direction has several messages.
    pub const fn any(self) -> bool {
        self.request || self.reply
    }
}

/// Which part of a call was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// The head of a streaming call. If only the server sends several messages, the client's
    /// message is in [`Call::arguments`](crate::Call::arguments), and no other part but
    /// [`Gone`](Part::Gone) follows.
    Opens(Streams),
    /// One message, in [`Call::arguments`](crate::Call::arguments).
    Message,
    /// The client sends no more messages.
    Ends,
    /// The client is gone or has abandoned the call. No reply is sent.
    Gone,
}

/// The application's side of a streaming call. Everything runs on the connection's thread, so
/// nothing here may block. Dropped when the client is gone.
pub trait Stream: Send {
    /// The call was accepted: send what needs no input.
    fn begun(&mut self, _replies: &mut dyn Replies) -> Flow {
        Flow::Wait
    }

    /// A message arrived: read it, and reply if there is something to reply.
    fn message(&mut self, received: &[u8], replies: &mut dyn Replies) -> Flow;

    /// The client sends no more messages.
    fn ended(&mut self, replies: &mut dyn Replies) -> Flow;

    /// There is room again after [`Flow::More`], or the call's [`waker`](Replies::waker) was used.
    fn more(&mut self, _replies: &mut dyn Replies) -> Flow {
        Flow::Wait
    }
}

/// How a streaming call continues.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With the client's next message.
    Wait,
    /// With more replies, as soon as there is room for them.
    More,
    /// Not at all: it ends with this outcome.
    Over(Outcome),
}

impl Flow {
    /// The call has ended successfully.
    pub const DONE: Self = Flow::Over(Outcome::Done);
}

impl From<Result<Flow, Fault>> for Flow {
    fn from(result: Result<Flow, Fault>) -> Self {
        result.unwrap_or_else(|fault| Flow::Over(Outcome::Fault(fault)))
    }
}

/// Where a streaming call's replies go.
pub trait Replies {
    /// Sends a reply that `write` marshals; if that returns false, what it wrote is dropped.
    fn send(&mut self, write: &mut dyn FnMut(&mut Buf) -> bool);

    /// Whether the client accepts no more for now: then return [`Flow::More`].
    fn is_congested(&mut self) -> bool;

    /// As [`ServerMetadata::attach`](crate::contract::ServerMetadata::attach). Initial metadata is
    /// sent with the first reply; if the call has one request, no later than at the end of
    /// [`Stream::begun`].
    fn attach(&mut self, metadata: ReplyMetadata) -> bool;

    /// As [`ServerStreams::accept`](crate::contract::ServerStreams::accept), for clients that wait
    /// for acceptance before they continue.
    fn accept(&mut self);

    /// While a call is held, its client is not permitted to send more messages, as far as the
    /// protocol has a word for that; messages that it has sent still arrive.
    fn hold(&mut self, _held: bool) {}

    /// A waker for this call, usable from any thread at any time: the call continues as after
    /// [`Flow::More`], once for any number of wake-ups since. Does nothing once the call has ended.
    /// It is a standard waker, so any executor or stream can use it.
    fn waker(&mut self) -> Waker;
}
