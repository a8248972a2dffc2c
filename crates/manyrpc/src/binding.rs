//! String bindings: one string names system, transport, address and path.
//!
//! `onc+udp://host:port`, `onc+tcp://host`, `onc+unix:///path`, `raw+tcp://host:port`,
//! `jsonrpc+tcp://host:port?framing=content-length`, `jsonrpc+http://host:port/path`,
//! `xmlrpc+http://host:port/RPC2`, `grpc://host:port`, the same over TLS (`jsonrpc+tls://`,
//! `jsonrpc+https://`, `xmlrpc+https://`, `grpcs://`),
//! `dce+tcp://host`, `dce+udp://host:port?personality=os2`, `ncs+udp://host` …
//! Without a port the registry of that system is asked, as its own clients do.
//!
//! DCE's own string bindings mean the same: `ncacn_ip_tcp:host[port]`,
//! `object-uuid@ncadg_ip_udp:host[port]` (C706, section 3.1.16).

mod parse;

use std::borrow::Cow;
use std::fmt;

use crate::systems::{Settings, System};
use manyrpc_engine::ObjectKey;

/// Where a server is, and what it speaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The RPC system.
    pub system: &'static dyn System,
    /// What carries it.
    pub transport: Transport,
    /// Where.
    pub address: Address,
    /// Which of the server's objects the calls are for, of systems that have such.
    pub object: Option<ObjectKey>,
    /// The path of an HTTP binding, from its slash on; `None` for `/`.
    pub path: Option<String>,
    /// What is not as it is by default.
    pub settings: Settings,
}

/// What carries messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
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

/// An address of a [`Transport`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// A host name or address, and a port; `None` asks the registry.
    Host(String, Option<u16>),
    /// A path in the file system.
    Path(String),
}

/// Why a string is no binding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BindingError {
    binding: String,
    problem: Cow<'static, str>,
}

impl Binding {
    /// A binding without an object or settings.
    pub const fn new(system: &'static dyn System, transport: Transport, address: Address) -> Self {
        Binding {
            system,
            transport,
            address,
            object: None,
            path: None,
            settings: Settings::new(),
        }
    }

    /// An internet binding.
    pub(crate) fn host(
        system: &'static dyn System,
        transport: Transport,
        host: &str,
        port: u16,
    ) -> Self {
        let address = Address::Host(host.to_owned(), Some(port));
        Self::new(system, transport, address)
    }

    /// The error that a port is missing and no registry can be asked.
    pub(crate) fn without_port(&self) -> BindingError {
        self.error("it has no port, and no registry can be asked for it")
    }

    /// An error about this binding.
    pub(crate) fn error(&self, problem: impl Into<Cow<'static, str>>) -> BindingError {
        BindingError {
            binding: self.to_string(),
            problem: problem.into(),
        }
    }

    pub(crate) fn is_of(&self, system: &'static dyn System) -> bool {
        self.system == system
    }

    pub(crate) fn has_port(&self) -> bool {
        matches!(self.address, Address::Host(_, Some(_)))
    }

    /// The host of an internet address.
    pub fn host_name(&self) -> Option<&str> {
        match &self.address {
            Address::Host(host, _) => Some(host),
            Address::Path(_) => None,
        }
    }

    /// The port of an internet address, where it is known.
    pub fn port(&self) -> Option<u16> {
        match self.address {
            Address::Host(_, port) => port,
            Address::Path(_) => None,
        }
    }

    /// Gives an internet address another port.
    pub fn set_port(&mut self, to: u16) {
        if let Address::Host(_, port) = &mut self.address {
            *port = Some(to);
        }
    }

    /// The settings that are not the default, in their system's order.
    fn chosen(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = self.system.settings().iter();
        all.filter_map(|setting| Some((setting.name, self.settings.word(setting)?)))
    }

    /// The same with that port, unless it names one.
    pub(crate) fn at_port(&self, port: u16) -> Self {
        let mut binding = self.clone();
        if !self.has_port() {
            binding.set_port(port);
        }
        binding
    }

    /// The object's key, as its system writes such.
    fn object_text(&self) -> Option<String> {
        let object = self.object.as_ref()?;
        Some(self.system.objects()?.print(object))
    }

    /// As DCE writes it (C706, section 3.1.16), for its own tools; `None` for other systems.
    pub fn dce_string(&self) -> Option<String> {
        let Address::Host(host, port) = &self.address else {
            return None;
        };
        let mut sequences = self.system.sequences().iter();
        let (sequence, _) = sequences.find(|(_, over)| *over == self.transport)?;
        let object = self.object_text();
        let object = object.map_or(String::new(), |text| text + "@");
        let endpoint = port.map_or(String::new(), |p| p.to_string());
        let options = self.chosen().map(|(name, word)| format!(",{name}={word}"));
        let options: String = options.collect();
        let inside = match (endpoint + &options).as_str() {
            "" => String::new(),
            inside => format!("[{inside}]"),
        };
        let host = host.replace('\\', r"\\").replace('[', r"\[");
        Some(format!("{object}{sequence}:{host}{inside}"))
    }
}

impl Transport {
    /// Every transport there is.
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

    /// What carries HTTP.
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

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://", parse::scheme_of(self.system, self.transport))?;
        match &self.address {
            Address::Path(path) => f.write_str(path)?,
            Address::Host(host, port) => {
                if host.contains(':') {
                    write!(f, "[{host}]")?;
                } else {
                    f.write_str(host)?;
                }
                if let Some(port) = port {
                    write!(f, ":{port}")?;
                }
            }
        }
        f.write_str(self.path.as_deref().unwrap_or(""))?;
        let mut before = '?';
        if let Some(object) = self.object_text() {
            write!(f, "{before}object={object}")?;
            before = '&';
        }
        for (name, word) in self.chosen() {
            write!(f, "{before}{name}={word}")?;
            before = '&';
        }
        Ok(())
    }
}

impl fmt::Display for BindingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the binding `{}` will not do: {}{} A binding looks like `onc+udp://host:port` or \
             `ncacn_ip_tcp:host[port]`",
            self.binding,
            self.problem,
            if self.problem.ends_with('?') { "" } else { "." }
        )
    }
}

impl std::error::Error for BindingError {}

#[cfg(test)]
mod tests;
