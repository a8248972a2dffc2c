//! JSON-RPC, version 2.0 and 1.0.
//!
//! Reading list: JSON-RPC 2.0 Specification (2013-01-04); JSON-RPC 1.0 Specification (2005);
//! Language Server Protocol 3.17, "Base Protocol", for one of its framings. The specification names
//! no transport: [`Framing`] has those in use over bare streams.
//!
//! Bodies are JSON: a call's arguments are the value of `params`, without which a body is empty; a
//! reply's body is the value of `result`, where an empty one is `null`. A method's name on the wire
//! is the last part of the interface's name, a dot, and the operation's (`Database.Request`), unless
//! [`Naming`] has it otherwise.
//!
//! - [`Client`]: calls and notifications, matched with their replies by `id`, alone or in batches
//! - [`Server`]: the same from the other side; each message is answered in its version
//! - [`Peer`]: both on one stream, as the specification allows (section 3)
//! - [`fault`]: faults to and from error objects
//! - `replies`, `requests`: what messages say
//! - `text`: what is written around bodies

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
use crate::carrier::messages::medium::{ClientMedium, ServerMedium, Stream};

/// What scanning a message may use; how long that is was checked when it arrived.
const SCAN: ScanLimits = ScanLimits::OF_SHAPE;

/// What this protocol says in HTTP. The types are those in use: the specification names none.
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
            ClientMedium::Stream(stream),
            JsonRpc::default(),
            seed,
        )
    }

    /// Over HTTP. A call waits for those before it, unless they are idempotent.
    pub fn http(limits: Limits, target: Target<'_>, seed: u64) -> Self {
        let http = Box::new(http1::Client::new(&limits, &MEDIA, target));
        Self::over(limits, ClientMedium::Http(http), JsonRpc::default(), seed)
    }

    /// Speaks that version; 2.0 if nothing is said. Version 1.0 has no batches, and its parameters have
    /// no names.
    pub fn set_version(&mut self, version: Version) {
        self.protocol.version = version;
        self.protocol.options.by_position |= version == Version::V1;
    }

    /// What is written in parameters; [`Options::DEFAULT`] if nothing is said.
    pub fn set_options(&mut self, options: Options) {
        let by_position = options.by_position || self.protocol.version == Version::V1;
        self.protocol.options = Options {
            by_position,
            ..options
        };
    }
}

impl Server {
    /// What is written in results; [`Options::DEFAULT`] if nothing is said.
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
