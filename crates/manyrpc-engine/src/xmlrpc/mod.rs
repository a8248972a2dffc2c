//! XML-RPC over HTTP/1.1.
//!
//! Reading list: XML-RPC Specification (Winer, 1999, amended 2003); "Specification for Fault Code
//! Interoperability" (2001) for codes that the former leaves open; the methods of `system` as
//! xmlrpc-c's introspection and multicall documents have them.
//!
//! Bodies are what stands between `<params>` and `</params>`. A method's name on the wire is the last
//! part of the interface's name, a dot, and the operation's (`Database.Request`), unless [`Naming`]
//! has it otherwise. Requests have no numbers: a reply is that of the request whose HTTP response it
//! comes in, and of one of several calls the place is its own.
//!
//! - [`Client`]: calls, each a request of HTTP, or several in a `system.multicall`
//! - [`Server`]: the same from the other side
//! - [`fault`]: faults to and from their codes
//! - `replies`, `requests`: what messages say
//! - `text`: what is written around bodies

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
use crate::carrier::messages::medium::{ClientMedium, ServerMedium};

/// What this protocol says in HTTP: the specification has `text/xml`.
const MEDIA: Media = Media {
    protocol: "XML-RPC",
    sent: "text/xml",
    accepted: &["text/xml", "application/xml"],
};

/// What scanning a message may use; how long that is was checked when it arrived.
const SCAN: ScanLimits = ScanLimits::OF_SHAPE;

const PLAIN: XmlRpc = XmlRpc {
    options: Options::DEFAULT,
};

/// The engine of a client's connection.
pub type Client = messages::Client<XmlRpc>;

/// The engine of a server's connection.
pub type Server = messages::Server<XmlRpc>;

impl Client {
    /// For one connection to `target`. A call waits for those before it, unless they are
    /// idempotent.
    pub fn new(limits: Limits, target: Target<'_>, seed: u64) -> Self {
        let http = Box::new(http1::Client::new(&limits, &MEDIA, target));
        Self::over(limits, ClientMedium::Http(http), PLAIN, seed)
    }

    /// What is written in parameters; [`Options::DEFAULT`] if nothing is said.
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

    /// What is written in replies; [`Options::DEFAULT`] if nothing is said.
    pub fn set_options(&mut self, options: Options) {
        self.protocol.options = options;
    }
}
