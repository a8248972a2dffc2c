//! Errors and their scope (RFC 9113, 5.4).

use core::fmt;

use super::frame::ErrorCode;
use crate::fault::WireError;

/// A protocol violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The code to send to the peer.
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

/// A frame is not complete in time.
pub(super) const TOO_SLOW: Violation = Violation {
    code: ErrorCode::EnhanceYourCalm,
    what: "a frame took too long to arrive",
};

/// A client has not sent its preface, which must come first and at once (3.4).
pub(super) const NO_PREFACE: Violation = Violation {
    code: ErrorCode::SettingsTimeout,
    what: "a client that does not say its first words",
};

/// 6.5.3
pub(super) const SETTINGS_TIMEOUT: Violation = Violation {
    code: ErrorCode::SettingsTimeout,
    what: "settings were not acknowledged in time",
};

/// The peer has not answered a keepalive.
pub(super) const KEEPALIVE_TIMEOUT: Violation = Violation {
    code: ErrorCode::NoError,
    what: "no PING was answered in time",
};

/// The received bytes are a TLS alert.
pub(super) const TLS_ALERT: Violation = Violation {
    code: ErrorCode::ProtocolError,
    what: "the peer speaks TLS",
};

impl From<Violation> for WireError {
    fn from(v: Violation) -> Self {
        if v == TLS_ALERT {
            return WireError::TlsExpected;
        }
        if v == TOO_SLOW {
            return WireError::TooSlow;
        }
        if v == KEEPALIVE_TIMEOUT {
            return WireError::Silent;
        }
        WireError::Violation(v.what)
    }
}

/// The scope of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    /// The connection ends (5.4.1).
    Connection(Violation),
    /// One stream ends (5.4.2).
    Stream(u32, Violation),
}

/// A connection error without a more specific code.
pub(super) const fn protocol(what: &'static str) -> Scope {
    connection(ErrorCode::ProtocolError, what)
}

/// A connection error.
pub(super) const fn connection(code: ErrorCode, what: &'static str) -> Scope {
    Scope::Connection(Violation { code, what })
}

/// A stream error.
pub(super) const fn stream(id: u32, code: ErrorCode, what: &'static str) -> Scope {
    Scope::Stream(id, Violation { code, what })
}

/// The peer causes more work than permitted.
pub(super) const fn calm(what: &'static str) -> Scope {
    connection(ErrorCode::EnhanceYourCalm, what)
}

/// Why a method was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The connection is broken or closed, or either side accepts no more streams.
    GoingAway,
    /// The server's limit on open streams is reached.
    TooManyStreams,
    /// All stream identifiers are used: a new connection is needed.
    OutOfStreams,
    /// The stream has ended, or never existed.
    NoSuchStream,
    /// We have already ended our side of the stream.
    AlreadyEnded,
    /// Too much output is waiting: retry when some of it was sent.
    Full,
    /// The peer does not accept header lists of this size.
    TooLarge {
        /// Bytes of the list.
        bytes: usize,
        /// Bytes that the peer accepts.
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
