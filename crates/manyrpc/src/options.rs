//! How clients behave.

use std::time::Duration;

use manyrpc_driver::blocking;
use manyrpc_engine::{Limits, Metadata};

#[cfg(feature = "onc")]
use crate::credential::AuthSys;
use crate::credential::User;
use crate::security::Security;
use crate::tls;

/// Options of a client.
#[derive(Clone, Debug)]
pub struct ClientOptions {
    /// Limits and time-outs of the protocol engine.
    pub limits: Limits,
    /// How it connects and waits.
    pub driver: blocking::Options,
    /// The credential to send (AUTH_SYS); systems without such credentials ignore it.
    #[cfg(feature = "onc")]
    pub auth_sys: Option<AuthSys>,
    /// The user in whose name calls are made (SOAP); other systems ignore it.
    pub user: Option<User>,
    /// How long each call waits for its reply, if not [`Limits::call_timeout`].
    ///
    /// A server with at-most-once semantics guarantees it only for as long as it keeps replies
    /// ([`keep_for`](manyrpc_engine::limits::ReplyCacheLimits::keep_for)): over UDP do not wait
    /// longer than that.
    pub timeout: Option<Duration>,
    /// What travels beside the arguments of each call until [`Client::set_metadata`](crate::Client::set_metadata) says otherwise;
    /// of clients that ask for definitions or health, too.
    pub metadata: Metadata,
    /// One-way calls over a stream are held back until so many bytes of them have gathered, a call
    /// with a reply is made, or [`Client::flush`](crate::Client::flush) is called (RFC 5531, section 8.4.1). 0 holds
    /// nothing back; systems without batching ignore it. What is still held back when the
    /// client is dropped is not sent.
    pub batch_bytes: usize,
    /// The security mechanism and protection level of calls (DCE); systems without such security
    /// refuse it.
    pub security: Option<Security>,
    /// TLS settings for secured bindings (`grpcs://`, `jsonrpc+https://` …).
    pub tls: tls::Client,
    /// The address may be a broadcast address and anyone may answer, as
    /// [`Client::broadcast`](crate::Client::broadcast) needs; UDP only. Without a port the registries of all hosts in
    /// reach are asked to pass the call on.
    pub broadcast: bool,
    /// Most connections of an `AsyncClient` over a system in which each call in flight needs one of
    /// its own (HTTP/1): further calls wait. Others have one connection.
    pub connections: usize,
}

#[cfg(feature = "tokio")]
impl From<&ClientOptions> for std::sync::Arc<ClientOptions> {
    fn from(options: &ClientOptions) -> Self {
        std::sync::Arc::new(options.clone())
    }
}

impl Default for ClientOptions {
    fn default() -> Self {
        ClientOptions {
            limits: Limits::default(),
            driver: blocking::Options::default(),
            #[cfg(feature = "onc")]
            auth_sys: None,
            user: None,
            timeout: None,
            metadata: Metadata::default(),
            batch_bytes: 0,
            security: None,
            tls: tls::Client::default(),
            broadcast: false,
            connections: 8,
        }
    }
}
