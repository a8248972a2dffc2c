//! What carries the messages of a system.

/// Transports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Transport {
    /// Datagrams.
    Udp,
    /// A stream.
    Tcp,
    /// A stream within one machine.
    Unix,
    /// Requests and responses of HTTP/1.1 over TCP.
    Http,
    /// A stream secured by TLS.
    Tls,
    /// HTTP/1.1 over TLS.
    Https,
}

impl Transport {
    /// All transports.
    pub const ALL: [Transport; 6] = [
        Transport::Udp,
        Transport::Tcp,
        Transport::Unix,
        Transport::Http,
        Transport::Tls,
        Transport::Https,
    ];

    /// Its name in bindings.
    pub const fn name(self) -> &'static str {
        match self {
            Transport::Udp => "udp",
            Transport::Tcp => "tcp",
            Transport::Unix => "unix",
            Transport::Http => "http",
            Transport::Tls => "tls",
            Transport::Https => "https",
        }
    }

    /// Whether messages are requests and responses of HTTP/1.1.
    pub const fn is_http(self) -> bool {
        matches!(self, Transport::Http | Transport::Https)
    }

    /// The transport that carries HTTP.
    pub(crate) const fn below_http(self) -> Transport {
        match self {
            Transport::Http => Transport::Tcp,
            Transport::Https => Transport::Tls,
            other => other,
        }
    }

    /// Whether it is secured by TLS.
    pub const fn is_secure(self) -> bool {
        matches!(self, Transport::Tls | Transport::Https)
    }
}
