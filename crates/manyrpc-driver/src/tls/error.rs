//! Why a connection could not be secured, or has ended, with words that say what to do.

use std::fmt;

#[cfg(feature = "tls")]
mod library;

#[cfg(feature = "tls")]
pub(super) use library::afterwards;

/// Why there is no secured connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsError {
    reason: Reason,
    text: String,
}

/// What kind of reason it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// Our own certificates, keys or names will not do.
    Settings,
    /// The peer's certificate has expired, or is not valid yet.
    Expired,
    /// Nobody who is trusted vouches for the peer's certificate.
    UnknownIssuer,
    /// The peer's certificate is for another name.
    WrongName,
    /// The peer's certificate will not do for another reason.
    BadCertificate,
    /// The peer does not take our certificate, or wants one and got none.
    Refused,
    /// The peer does not speak TLS on that port.
    NotTls,
    /// The peer speaks TLS, but not the protocol inside.
    Application,
    /// The handshake took too long.
    TooSlow,
    /// Anything else that broke TLS.
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

    /// The stream ended within the handshake.
    pub(crate) fn ended() -> Self {
        let text = "the peer closed the connection during the TLS handshake: perhaps it does not \
                    speak TLS on that port";
        Self::new(Reason::NotTls, text)
    }

    /// What kind of reason it is.
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
