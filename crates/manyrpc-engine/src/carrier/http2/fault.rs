//! What goes wrong, and how far it reaches (RFC 9113, 5.4).

use core::fmt;

use super::frame::ErrorCode;
use crate::fault::WireError;

/// A rule that was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// What the peer is told.
    pub code: ErrorCode,
    /// What happened, in a few words.
    pub what: &'static str,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:?})", self.what, self.code)
    }
}

impl core::error::Error for Violation {}

/// What began to come is not complete in time.
pub(super) const TOO_SLOW: Violation = Violation {
    code: ErrorCode::EnhanceYourCalm,
    what: "a frame took too long to arrive",
};

/// A client has said nothing yet (3.4: its preface comes first, and at once).
pub(super) const MUTE: Violation = Violation {
    code: ErrorCode::SettingsTimeout,
    what: "a client that does not say its first words",
};

/// 6.5.3
pub(super) const UNSETTLED: Violation = Violation {
    code: ErrorCode::SettingsTimeout,
    what: "settings were not acknowledged in time",
};

/// The peer was asked whether it is there, and has said nothing.
pub(super) const SILENT: Violation = Violation {
    code: ErrorCode::NoError,
    what: "no PING was answered in time",
};

/// What came is an alert of TLS.
pub(super) const SECURED: Violation = Violation {
    code: ErrorCode::ProtocolError,
    what: "the peer speaks TLS",
};

impl From<Violation> for WireError {
    fn from(v: Violation) -> Self {
        if v == SECURED {
            return WireError::Secured;
        }
        if v == TOO_SLOW {
            return WireError::TooSlow;
        }
        if v == SILENT {
            return WireError::Silent;
        }
        WireError::Violation(v.what)
    }
}

/// How far it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The connection is over (5.4.1).
    Connection(Violation),
    /// One stream is over (5.4.2).
    Stream(u32, Violation),
}

/// The connection is over, for breaking a rule that no other code is for.
pub(super) const fn protocol(what: &'static str) -> Scope {
    connection(ErrorCode::ProtocolError, what)
}

/// The connection is over.
pub(super) const fn connection(code: ErrorCode, what: &'static str) -> Scope {
    Scope::Connection(Violation { code, what })
}

/// One stream is over.
pub(super) const fn stream(id: u32, code: ErrorCode, what: &'static str) -> Scope {
    Scope::Stream(id, Violation { code, what })
}

/// The peer makes more work than it may.
pub(super) const fn calm(what: &'static str) -> Scope {
    connection(ErrorCode::EnhanceYourCalm, what)
}

/// Why a verb of ours was not carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The connection is broken or closed, or one side has said that it takes no more streams.
    GoingAway,
    /// As many streams are open as the server permits.
    TooManyStreams,
    /// All identifiers are used: a new connection is needed.
    OutOfStreams,
    /// The stream is over, or never was.
    NoSuchStream,
    /// We have already ended our side of the stream.
    AlreadyEnded,
    /// Too much waits to be sent: try again when some of it went.
    Full,
    /// The peer takes no header lists of this size.
    TooLarge {
        /// Bytes of the list.
        bytes: usize,
        /// Bytes that the peer takes.
        most: usize,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::GoingAway => write!(f, "the connection takes no more streams"),
            Refused::TooManyStreams => write!(f, "the server permits no more streams at a time"),
            Refused::OutOfStreams => write!(f, "all of the connection's streams are used up"),
            Refused::NoSuchStream => write!(f, "the stream is over"),
            Refused::AlreadyEnded => write!(f, "our side of the stream has ended"),
            Refused::Full => write!(f, "too much waits to be sent"),
            Refused::TooLarge { bytes, most } => {
                write!(f, "header fields of {bytes} bytes, {most} are taken")
            }
        }
    }
}

impl core::error::Error for Refused {}
