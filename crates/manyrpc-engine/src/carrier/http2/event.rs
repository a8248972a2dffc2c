//! Events of a connection.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use super::fault::Violation;
use super::frame::ErrorCode;

/// A stream's identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId(pub u32);

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A request, or the final response to one. Its fields are in [`head`](super::Connection::head)
    /// until the next event.
    Headers {
        /// The stream; a new one, on a server.
        stream: StreamId,
        /// Neither content nor trailers follow.
        end: bool,
    },
    /// An interim response (1xx); its fields as above.
    Interim {
        /// The stream.
        stream: StreamId,
    },
    /// Content of a message. Return it with [`consumed`](super::Connection::consumed).
    Data {
        /// The stream.
        stream: StreamId,
        /// Where it lies in [`Rx::buf`](crate::Rx)'s data, until the next event.
        range: Range<usize>,
        /// The message ends with it; there are no trailers.
        end: bool,
    },
    /// The trailers of a message; their fields as above.
    Trailers {
        /// The stream.
        stream: StreamId,
    },
    /// A header list above [`header_list_bytes`](super::Config) arrived and was dropped. The
    /// stream's state changes as usual; respond to it, or reset it.
    TooLong {
        /// The stream; a new one, on a server, unless the list was trailers.
        stream: StreamId,
    },
    /// A stream ended before it was complete.
    Reset {
        /// The stream.
        stream: StreamId,
        /// Why.
        code: ErrorCode,
        /// Which side ended it.
        by: By,
    },
    /// The answer to [`ping`](super::Connection::ping).
    Pong {
        /// The number sent.
        opaque: u64,
    },
    /// The peer accepts no more streams; those that it will not process are reset next, with
    /// [`ErrorCode::RefusedStream`].
    GoAway {
        /// The highest stream of ours that it will still process.
        last: StreamId,
        /// Why.
        code: ErrorCode,
    },
    /// The connection is unusable. Send the remaining output, then close it.
    Broken(Violation),
}

/// The reason in a GOAWAY.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoAwayReason {
    /// The error code.
    pub code: ErrorCode,
    /// The beginning of its debug data, for people; may be empty.
    pub words: String,
}

impl fmt::Display for GoAwayReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GoAwayReason { code, words } = self;
        match (code, words.as_str()) {
            (code, "") => write!(f, "{code}"),
            (ErrorCode::NoError, words) => write!(f, "{words:?}"),
            (code, words) => write!(f, "{code}, {words:?}"),
        }
    }
}

/// The side that ended a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The peer.
    Peer,
    /// We did, because the peer broke a rule: what happened, in a few words.
    Us(&'static str),
}
