//! JSON-RPC, version 2.0 and 1.0.
//!
//! Reading list: JSON-RPC 2.0 Specification (2013-01-04); JSON-RPC 1.0 Specification (2005);
//! Language Server Protocol 3.17, "Base Protocol", for one of its framings. The specification names
//! no transport: [`Framing`] has those in use over bare streams.
//!
//! Bodies are JSON: a call's arguments are the value of `params`, or an empty body if it is absent;
//! a reply's body is the value of `result`, and an empty one means `null`. A method's name on the
//! wire is the last component of the interface's name, a dot, and the operation
//! (`Database.Request`), unless [`Naming`] is set otherwise.
//!
//! - [`Client`]: calls and notifications, matched with their replies by `id`, alone or in batches
//! - [`Server`]: the server role; each message is answered in its version
//! - [`Peer`]: both roles on one stream, as the specification allows (section 3)
//! - [`fault`]: mapping faults to and from error objects
//! - `replies`, `requests`: parsing messages
//! - `text`: the text around bodies
//!
//! ```
//! use manyrpc_engine::jsonrpc::{Client, Framing, Server};
//! use manyrpc_engine::{CallHead, ClientEngine, Clock, Instant, Limits, Path, Rx, ServerEngine};
//!
//! let mut client = Client::stream(Limits::default(), Framing::Line, 1);
//! let mut server = Server::stream(Limits::default(), Framing::Line);
//! client.begin_call(&CallHead::named(Path { interface: "Calc", operation: "add" }))?;
//! client.body().put(b"[1,2]");
//! client.finish_call(Instant::ZERO)?;
//! let mut rx = Rx::default();
//! rx.buf.put(client.poll_transmit().unwrap().bytes);
//! let call = server.next_call(&mut rx, &Clock::at(Instant::ZERO)).unwrap();
//! assert_eq!(&rx.buf.data()[call.arguments], b"[1,2]");
//! # Ok::<(), manyrpc_engine::CallError>(())
//! ```

mod error;
pub mod fault;
mod peer;
mod protocol;
mod replies;
mod requests;
mod state;
#[cfg(test)]
mod tests;
mod text;
mod version;

pub use crate::carrier::messages::{Framing, Naming};
pub use peer::{Messages, Peer};
pub use state::JsonRpc;
pub use version::Version;

use alloc::boxed::Box;

use manyrpc_codec::json::{Limits as ScanLimits, Options};

use crate::Limits;
use crate::carrier::http1::{self, Media, Target};
use crate::carrier::messages;
use crate::carrier::messages::exchange::Exchange;
use crate::carrier::messages::medium::{ClientMedium, ServerMedium, Stream};

/// Limits for scanning a message, whose length was checked on arrival.
const SCAN: ScanLimits = ScanLimits::OF_SHAPE;

/// The content types over HTTP. They are those in use: the specification defines none.
const MEDIA: Media = Media {
    protocol: "JSON-RPC 2.0",
    sent: "application/json",
    accepted: &[
        "application/json",
        "application/json-rpc",
        "application/jsonrequest",
        "text/json",
    ],
};

/// Whether requests of HTTP with this content type are calls.
pub fn accepts(content_type: &[u8]) -> bool {
    MEDIA.accepts(content_type)
}

/// The engine of a client's connection.
pub type Client = messages::Client<JsonRpc>;

/// The engine of a server's connection.
pub type Server = messages::Server<JsonRpc>;

impl Client {
    /// Over a bare stream. Calls are numbered from `seed` on.
    pub fn stream(limits: Limits, framing: Framing, seed: u64) -> Self {
        let stream = Stream::new(&limits, framing);
        Self::over(
            limits,
            ClientMedium::Stream(Box::new(stream)),
            JsonRpc::default(),
            seed,
        )
    }

    /// Over HTTP. A call waits for earlier ones unless they are idempotent.
    pub fn http(limits: Limits, target: Target<'_>, seed: u64) -> Self {
        let http = Box::new(http1::Client::new(&limits, &MEDIA, target));
        Self::over(limits, ClientMedium::Http(http), JsonRpc::default(), seed)
    }

    /// Sets the version to send; 2.0 by default. Version 1.0 has neither batches nor named
    /// parameters.
    pub fn set_version(&mut self, version: Version) {
        self.protocol.version = version;
        self.protocol.options.by_position |= version == Version::V1;
    }

    /// Sets how parameters are encoded; [`Options::DEFAULT`] by default.
    pub fn set_options(&mut self, options: Options) {
        let by_position = options.by_position || self.protocol.version == Version::V1;
        self.protocol.options = Options {
            by_position,
            ..options
        };
    }
}

impl Server {
    /// For one exchange of HTTP whose framing somebody else does.
    pub fn exchange(limits: Limits) -> Self {
        let exchange = Box::new(Exchange::new(&limits, &MEDIA));
        Self::over(limits, ServerMedium::Exchange(exchange), JsonRpc::default())
    }

    /// Sets how results are encoded; [`Options::DEFAULT`] by default.
    pub fn set_options(&mut self, options: Options) {
        self.protocol.options = options;
    }

    /// For one connection over a bare stream.
    pub fn stream(limits: Limits, framing: Framing) -> Self {
        let stream = Stream::new(&limits, framing);
        Self::over(limits, ServerMedium::Stream(stream), JsonRpc::default())
    }

    /// For one connection over HTTP.
    pub fn http(limits: Limits) -> Self {
        let http = Box::new(http1::Server::new(&limits, &MEDIA));
        Self::over(limits, ServerMedium::Http(http), JsonRpc::default())
    }
}
