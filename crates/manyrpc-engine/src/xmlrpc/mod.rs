//! XML-RPC over HTTP/1.1.
//!
//! Reading list: XML-RPC Specification (Winer, 1999, amended 2003); "Specification for Fault Code
//! Interoperability" (2001) for codes that the former leaves open; the methods of `system` as in
//! xmlrpc-c's introspection and multicall documents.
//!
//! Bodies are the text between `<params>` and `</params>`. A method's name on the wire is the last
//! component of the interface's name, a dot, and the operation (`Database.Request`), unless
//! [`Naming`] is set otherwise. Requests have no ids: a reply belongs to the request of its HTTP
//! exchange, and within a batch replies are matched by position.
//!
//! - [`Client`]: calls, each an HTTP request, or a batch in a `system.multicall`
//! - [`Server`]: the server role
//! - [`fault`]: mapping faults to and from fault codes
//! - `replies`, `requests`: parsing messages
//! - `text`: the text around bodies
//!
//! ```
//! use manyrpc_engine::carrier::http1::Target;
//! use manyrpc_engine::xmlrpc::{Client, Server};
//! use manyrpc_engine::{CallHead, ClientEngine, Clock, Instant, Limits, Path, Rx, ServerEngine};
//!
//! let target = Target { host: "example.com", path: "/RPC2" };
//! let mut client = Client::new(Limits::default(), target, 1);
//! let mut server = Server::new(Limits::default());
//! client.begin_call(&CallHead::named(Path { interface: "Calc", operation: "add" }))?;
//! client.body().put(b"<param><value><i4>1</i4></value></param>");
//! client.finish_call(Instant::ZERO)?;
//! let mut rx = Rx::default();
//! rx.buf.put(client.poll_transmit().unwrap().bytes);
//! let call = server.next_call(&mut rx, &Clock::at(Instant::ZERO)).unwrap();
//! assert_eq!(call.name.unwrap().path().operation, "add");
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

pub mod fault;
mod protocol;
mod replies;
mod requests;
#[cfg(test)]
mod tests;
mod text;

pub use crate::carrier::messages::Naming;
pub use protocol::XmlRpc;

use alloc::boxed::Box;

use manyrpc_codec::xml::{Limits as ScanLimits, Options};

use crate::Limits;
use crate::carrier::http1::{self, Media, Target};
use crate::carrier::messages;
use crate::carrier::messages::exchange::Exchange;
use crate::carrier::messages::medium::{ClientMedium, ServerMedium};

/// The content types over HTTP: the specification requires `text/xml`.
const MEDIA: Media = Media {
    protocol: "XML-RPC",
    sent: "text/xml",
    accepted: &["text/xml", "application/xml"],
};

/// Limits for scanning a message, whose length was checked on arrival.
const SCAN: ScanLimits = ScanLimits::OF_SHAPE;

const PLAIN: XmlRpc = XmlRpc {
    options: Options::DEFAULT,
};

/// Whether requests of HTTP with this content type are calls.
pub fn accepts(content_type: &[u8]) -> bool {
    MEDIA.accepts(content_type)
}

/// The engine of a client's connection.
pub type Client = messages::Client<XmlRpc>;

/// The engine of a server's connection.
pub type Server = messages::Server<XmlRpc>;

impl Client {
    /// For one connection to `target`. A call waits for earlier ones unless they are idempotent.
    pub fn new(limits: Limits, target: Target<'_>, seed: u64) -> Self {
        let http = Box::new(http1::Client::new(&limits, &MEDIA, target));
        Self::over(limits, ClientMedium::Http(http), PLAIN, seed)
    }

    /// Sets how parameters are encoded; [`Options::DEFAULT`] by default.
    pub fn set_options(&mut self, options: Options) {
        self.protocol.options = options;
    }
}

impl Server {
    /// For one connection.
    pub fn new(limits: Limits) -> Self {
        let http = Box::new(http1::Server::new(&limits, &MEDIA));
        Self::over(limits, ServerMedium::Http(http), PLAIN)
    }

    /// For one exchange of HTTP whose framing somebody else does.
    pub fn exchange(limits: Limits) -> Self {
        let exchange = Box::new(Exchange::new(&limits, &MEDIA));
        Self::over(limits, ServerMedium::Exchange(exchange), PLAIN)
    }

    /// Sets how results are encoded; [`Options::DEFAULT`] by default.
    pub fn set_options(&mut self, options: Options) {
        self.protocol.options = options;
    }
}
