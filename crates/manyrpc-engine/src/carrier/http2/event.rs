//! What a connection tells its user.

use alloc::string::String;
use core::fmt;
use core::ops::Range;

use super::fault::Violation;
use super::frame::ErrorCode;

/// A stream's identifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId(pub u32);

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A request, or the final response to one. Its fields are
    /// [`head`](super::Connection::head)'s until the next event.
    Headers {
        /// Which stream; new, for a server.
        stream: StreamId,
        /// Neither content nor trailers follow.
        end: bool,
    },
    /// A response that only says that another will follow (1xx); its fields as above.
    Interim {
        /// Which stream.
        stream: StreamId,
    },
    /// Content of a message. Give it back with [`consumed`](super::Connection::consumed).
    Data {
        /// Which stream.
        stream: StreamId,
        /// Where it lies in [`Rx::buf`](crate::Rx)'s data, until the next event.
        range: Range<usize>,
        /// It was the last of the message, and there are no trailers.
        end: bool,
    },
    /// What a message ends with; its fields as above.
    Trailers {
        /// Which stream.
        stream: StreamId,
    },
    /// A header list came that is longer than [`header_list_bytes`](super::Config): what it said is
    /// lost. The stream stands as it would otherwise; answer it, or reset it.
    TooLong {
        /// Which stream; new, for a server, unless the list was of trailers.
        stream: StreamId,
    },
    /// A stream ended before it was complete.
    Reset {
        /// Which stream.
        stream: StreamId,
        /// Why.
        code: ErrorCode,
        /// Who ended it.
        by: By,
    },
    /// The answer to a [`ping`](super::Connection::ping).
    Pong {
        /// What was sent.
        opaque: u64,
    },
    /// The peer takes no more streams; those that it will not carry out are reset next, with
    /// [`ErrorCode::RefusedStream`].
    GoAway {
        /// The highest stream of ours that it will still carry out.
        last: StreamId,
        /// Why.
        code: ErrorCode,
    },
    /// The connection cannot be used any more. Send what there is to send, then close it.
    Broken(Violation),
}

/// Why a peer goes away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Farewell {
    /// The reason, as a number.
    pub code: ErrorCode,
    /// The beginning of what it says beside, for people: any text, or none.
    pub words: String,
}

impl fmt::Display for Farewell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Farewell { code, words } = self;
        match (code, words.as_str()) {
            (code, "") => write!(f, "{code}"),
            (ErrorCode::NoError, words) => write!(f, "{words:?}"),
            (code, words) => write!(f, "{code}, {words:?}"),
        }
    }
}

/// Who ended a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The peer.
    Peer,
    /// We, because the peer broke a rule: what happened, in a few words.
    Us(&'static str),
}
