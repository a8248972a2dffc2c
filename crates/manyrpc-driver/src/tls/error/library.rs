//! The TLS library's errors, with messages that state what to do.

use rustls::pki_types::UnixTime;
use rustls::{AlertDescription, CertificateError, Error, InvalidMessage};

use super::{Reason, TlsError};

impl TlsError {
    /// Why our own settings were refused.
    pub(in crate::tls) fn of_settings(error: Error) -> Self {
        Self::settings(match error {
            Error::InconsistentKeys(_) => {
                "the private key is not that of the certificate".to_owned()
            }
            other => other.to_string(),
        })
    }

    /// The peer did not select the protocol to be used.
    pub(in crate::tls) fn without(application: &str) -> Self {
        let text = format!(
            "the peer did not choose `{application}` during the TLS handshake (ALPN): it does not \
             speak the protocol that is called"
        );
        Self::new(Reason::Application, text)
    }

    /// Why the handshake failed, on the side that noticed.
    pub(in crate::tls) fn of_handshake(error: &Error) -> Self {
        match error {
            Error::InvalidCertificate(why) => of_certificate(why),
            Error::NoCertificatesPresented => Self::new(
                Reason::BadCertificate,
                "the peer has no certificate, and must have one",
            ),
            Error::InvalidMessage(InvalidMessage::InvalidContentType) => Self::new(
                Reason::NotTls,
                "the peer does not speak TLS on that port: what came is no part of a handshake; \
                 connect to it without TLS, or to another port",
            ),
            Error::AlertReceived(alert) => of_alert(*alert),
            Error::NoApplicationProtocol => Self::new(
                Reason::Application,
                "the peer offers none of the protocols that are spoken here (ALPN)",
            ),
            other => Self::new(Reason::Broken, format!("the TLS handshake failed: {other}")),
        }
    }
}

fn of_certificate(why: &CertificateError) -> TlsError {
    let (reason, text) = match why {
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => (
            Reason::Expired,
            format!(
                "the peer's certificate has expired{}: it must be renewed there, or the clock here \
                 is wrong",
                since(why)
            ),
        ),
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => (
            Reason::Expired,
            format!(
                "the peer's certificate is not valid yet{}: it is too new, or the clock here is \
                 wrong",
                since(why)
            ),
        ),
        CertificateError::UnknownIssuer => (
            Reason::UnknownIssuer,
            "nobody who is trusted here has signed the peer's certificate: trust the authority \
             that has, by its own certificate"
                .to_owned(),
        ),
        CertificateError::NotValidForName => (
            Reason::WrongName,
            "the peer's certificate is for another name than the one it was called by".to_owned(),
        ),
        CertificateError::NotValidForNameContext {
            expected,
            presented,
        } => (
            Reason::WrongName,
            format!(
                "the peer's certificate is not for `{}`{}: call it by a name that is in its \
                 certificate, or say which one to expect",
                expected.to_str(),
                names(presented)
            ),
        ),
        other => (
            Reason::BadCertificate,
            format!("the peer's certificate will not do: {other}"),
        ),
    };
    TlsError::new(reason, text)
}

/// A time difference, in days or smaller units.
fn since(why: &CertificateError) -> String {
    let apart = |a: &UnixTime, b: &UnixTime| {
        let seconds = a.as_secs().abs_diff(b.as_secs());
        match seconds / (24 * 3600) {
            0 => format!("{} s", seconds),
            days => format!("{days} days"),
        }
    };
    match why {
        CertificateError::ExpiredContext { time, not_after } => {
            format!(" {} ago", apart(time, not_after))
        }
        CertificateError::NotValidYetContext { time, not_before } => {
            format!(" for {}", apart(not_before, time))
        }
        _ => String::new(),
    }
}

/// The names that a certificate is for.
fn names(presented: &[String]) -> String {
    if presented.is_empty() {
        return ", nor for any other name".to_owned();
    }
    // Rustls prints them as `DnsName("a.example")`.
    let plain = presented.iter().map(|name| {
        let inside = name
            .split_once('"')
            .and_then(|(_, rest)| rest.split_once('"'));
        let inside = inside.map_or(name.as_str(), |(inside, _)| inside);
        format!("`{inside}`")
    });
    let plain: Vec<String> = plain.take(MAX_NAMES).collect();
    format!(" but for {}", plain.join(", "))
}

/// Most names of a certificate listed in an error.
const MAX_NAMES: usize = 8;

fn of_alert(alert: AlertDescription) -> TlsError {
    let reason = match alert {
        AlertDescription::NoApplicationProtocol => Reason::Application,
        AlertDescription::ProtocolVersion
        | AlertDescription::HandshakeFailure
        | AlertDescription::InternalError
        | AlertDescription::DecodeError => Reason::Broken,
        _ => Reason::Refused,
    };
    TlsError::new(reason, alert_meaning(alert))
}

/// The meaning of an alert from the peer.
pub(in crate::tls) fn alert_meaning(alert: AlertDescription) -> &'static str {
    match alert {
        AlertDescription::CertificateRequired | AlertDescription::NoCertificate => {
            "the peer wants to see a certificate and got none: give one, with its key"
        }
        AlertDescription::UnknownCA => {
            "the peer does not trust whoever signed our certificate: give it one from an authority \
             that it trusts, or let it trust ours"
        }
        AlertDescription::CertificateExpired => {
            "the peer says that our certificate has expired: renew it, or set the peer's clock"
        }
        AlertDescription::CertificateRevoked => {
            "the peer says that our certificate was revoked: get another"
        }
        AlertDescription::BadCertificate
        | AlertDescription::CertificateUnknown
        | AlertDescription::UnsupportedCertificate
        | AlertDescription::AccessDenied => {
            "the peer does not take our certificate, or got none and wants one (mutual TLS)"
        }
        AlertDescription::NoApplicationProtocol => {
            "the peer does not speak the protocol that is called (ALPN)"
        }
        AlertDescription::UnrecognisedName => {
            "the peer does not know the name that it is called by: say which name to expect"
        }
        AlertDescription::ProtocolVersion => {
            "the peer speaks neither TLS 1.3 nor 1.2, which are spoken here"
        }
        AlertDescription::HandshakeFailure => {
            "the peer broke the TLS handshake off: there are no methods that both sides take, or \
             it wants a certificate"
        }
        _ => "the peer broke TLS off with an alert",
    }
}

/// Why an established connection ended.
pub(in crate::tls) fn afterwards(error: &Error) -> &'static str {
    match error {
        Error::AlertReceived(alert) => alert_meaning(*alert),
        Error::DecryptError => "what came cannot be decrypted: it was changed on the way",
        _ => "what came breaks TLS",
    }
}
