//! TLS errors, with messages that state what to do.

use std::fmt;

#[cfg(feature = "tls")]
mod library;

#[cfg(feature = "tls")]
pub(super) use library::afterwards;

/// Why a connection could not be secured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsError {
    reason: Reason,
    text: String,
}

/// The kind of a TLS error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Our own certificates, keys or names are unusable.
    Settings,
    /// The peer's certificate has expired, or is not valid yet.
    Expired,
    /// No trusted authority has issued the peer's certificate.
    UnknownIssuer,
    /// The peer's certificate is for another name.
    WrongName,
    /// The peer's certificate is invalid for another reason.
    BadCertificate,
    /// The peer rejects our certificate, or requires one that was not given.
    Refused,
    /// The peer does not speak TLS on that port.
    NotTls,
    /// The peer speaks TLS, but not the protocol inside it.
    Application,
    /// The handshake took too long.
    TooSlow,
    /// Any other TLS failure.
    Broken,
}

impl TlsError {
    pub(super) fn new(reason: Reason, text: impl Into<String>) -> Self {
        let text = text.into();
        TlsError { reason, text }
    }

    pub(super) fn settings(text: impl Into<String>) -> Self {
        Self::new(Reason::Settings, text)
    }

    /// The handshake took too long.
    pub(crate) fn too_slow() -> Self {
        let text = "the TLS handshake was not finished in time: perhaps nobody speaks TLS there";
        Self::new(Reason::TooSlow, text)
    }

    /// The stream ended during the handshake.
    pub(crate) fn ended() -> Self {
        let text = "the peer closed the connection during the TLS handshake: perhaps it does not \
                    speak TLS on that port";
        Self::new(Reason::NotTls, text)
    }

    /// The kind of error.
    pub fn reason(&self) -> Reason {
        self.reason
    }
}

impl fmt::Display for TlsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for TlsError {}

impl From<TlsError> for std::io::Error {
    fn from(e: TlsError) -> Self {
        let kind = match e.reason {
            Reason::Settings => std::io::ErrorKind::InvalidInput,
            Reason::TooSlow => std::io::ErrorKind::TimedOut,
            _ => std::io::ErrorKind::InvalidData,
        };
        std::io::Error::new(kind, e)
    }
}
