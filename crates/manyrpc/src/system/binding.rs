//! String bindings: a string with a server's system, transport, address and path.
//!
//! `onc+udp://host:port`, `onc+tcp://host`, `onc+unix:///path`, `raw+tcp://host:port`,
//! `jsonrpc+tcp://host:port?framing=content-length`, `jsonrpc+http://host:port/path`,
//! `xmlrpc+http://host:port/RPC2`, `grpc://host:port`, the same over TLS (`jsonrpc+tls://`,
//! `jsonrpc+https://`, `xmlrpc+https://`, `grpcs://`), `dce+tcp://host`,
//! `dce+udp://host:port?personality=os2`, `ncs+udp://host` … Without a port the system's registry
//! on that host is asked, as the system's own clients do.
//!
//! A binding may have several endpoints, `grpc://one:50051,two:50051`: each time a client connects,
//! it uses the first that it can reach, in that order. Settings, path and object apply to all.
//!
//! A system may have a [`Notation`](crate::systems::Notation) of its own besides these: DCE's
//! string bindings are `ncacn_ip_tcp:host[port]` and `object-uuid@ncadg_ip_udp:host[port]`.
//!
//! ```
//! use manyrpc::Binding;
//!
//! let binding: Binding = "grpc://one:50051,two:50051?content=json".parse().unwrap();
//! let hosts: Vec<String> = binding.addresses().map(|address| address.to_string()).collect();
//! assert_eq!(hosts, ["one:50051", "two:50051"]);
//! ```

mod address;

use std::fmt;

use manyrpc_engine::ObjectKey;

pub use super::transport::Transport;
pub use crate::error::BindingError;
pub(crate) use address::host_port;
pub use address::{Address, port_number};

use super::System;
use super::settings::Settings;
use crate::error::Problem;

/// The address of a server, with its system and transport.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The RPC system.
    pub system: &'static dyn System,
    /// The transport.
    pub transport: Transport,
    /// The address; with [alternatives](Self::alternatives), the first choice.
    pub address: Address,
    /// Further addresses, in the order in which a client tries them.
    pub alternatives: Vec<Address>,
    /// The server's object that calls are for, in systems with objects.
    pub object: Option<ObjectKey>,
    /// The path of an HTTP binding, including its leading slash; `None` for `/`.
    pub path: Option<String>,
    /// Settings that differ from the default.
    pub settings: Settings,
}

/// Whether bindings of a system have their object behind the host.
pub(crate) fn has_object_in_path(system: &dyn System, transport: Transport) -> bool {
    let objects = system.objects();
    transport != Transport::Unix && objects.is_some_and(|objects| objects.is_path())
}

impl Binding {
    /// A binding of one endpoint, without an object or settings.
    pub const fn new(system: &'static dyn System, transport: Transport, address: Address) -> Self {
        Binding {
            system,
            transport,
            address,
            alternatives: Vec::new(),
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

    /// The error for a missing port without a registry to ask.
    pub(crate) fn without_port(&self) -> BindingError {
        self.error("it has no port, and no registry can be asked for it")
    }

    /// An error for this binding.
    pub(crate) fn error(&self, problem: impl Into<Problem>) -> BindingError {
        BindingError {
            binding: self.to_string(),
            problem: problem.into(),
        }
    }

    /// Refuses several endpoints, with a reason.
    pub(crate) fn check_single(&self, why: &'static str) -> Result<(), BindingError> {
        match self.alternatives.is_empty() {
            true => Ok(()),
            false => Err(self.error(why)),
        }
    }

    pub(crate) fn is_of(&self, system: &'static dyn System) -> bool {
        self.system == system
    }

    pub(crate) fn has_port(&self) -> bool {
        self.port().is_some()
    }

    /// All addresses, in the order in which a client tries them.
    pub fn addresses(&self) -> impl Iterator<Item = &Address> {
        std::iter::once(&self.address).chain(&self.alternatives)
    }

    /// A binding for each endpoint, with everything else the same.
    pub fn endpoints(&self) -> impl Iterator<Item = Binding> {
        self.addresses().map(|address| Binding {
            address: address.clone(),
            alternatives: Vec::new(),
            ..self.clone()
        })
    }

    /// The host of an internet address; with alternatives, of the first choice.
    pub fn host_name(&self) -> Option<&str> {
        match &self.address {
            Address::Host(host, _) => Some(host),
            Address::Path(_) => None,
        }
    }

    /// The port of an internet address, if known; with alternatives, of the first choice.
    pub fn port(&self) -> Option<u16> {
        self.address.port()
    }

    /// Sets the port of an internet address; with alternatives, of the first choice.
    pub fn set_port(&mut self, to: u16) {
        self.address.set_port(to);
    }

    /// The settings that differ from the default, in their system's order.
    pub(crate) fn chosen(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = self.system.settings().iter();
        all.filter_map(|setting| Some((setting.name, self.settings.word(setting)?)))
    }

    /// The same with this port for addresses without one.
    pub(crate) fn at_port(&self, port: u16) -> Self {
        let mut binding = self.clone();
        let addresses = std::iter::once(&mut binding.address).chain(&mut binding.alternatives);
        for address in addresses.filter(|address| address.port().is_none()) {
            address.set_port(port);
        }
        binding
    }

    /// The object's key in its system's notation.
    pub(crate) fn object_text(&self) -> Option<String> {
        let object = self.object.as_ref()?;
        Some(self.system.objects()?.print(object))
    }

    /// The binding in its system's own [`Notation`](crate::systems::Notation); `None` if there is
    /// none, or it cannot express the binding.
    pub fn in_own_notation(&self) -> Option<String> {
        self.system.notation()?.print(self)
    }
}

impl fmt::Display for Binding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://", scheme_of(self.system, self.transport))?;
        for (at, address) in self.addresses().enumerate() {
            let divider = if at == 0 { "" } else { "," };
            write!(f, "{divider}{address}")?;
        }
        f.write_str(self.path.as_deref().unwrap_or(""))?;
        let mut before = '?';
        match self.object_text() {
            Some(object) if has_object_in_path(self.system, self.transport) => {
                write!(f, "/{object}")?
            }
            Some(object) => {
                write!(f, "{before}object={object}")?;
                before = '&';
            }
            None => {}
        }
        for (name, word) in self.chosen() {
            write!(f, "{before}{name}={word}")?;
            before = '&';
        }
        Ok(())
    }
}

/// The scheme of a system over a transport.
pub(crate) fn scheme_of(system: &dyn System, transport: Transport) -> String {
    let mut own = system.schemes().iter();
    match own.find(|(_, over)| *over == transport) {
        Some((scheme, _)) => (*scheme).to_owned(),
        None => format!("{}+{}", system.name(), transport.name()),
    }
}
