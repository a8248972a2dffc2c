//! How clients behave.

use std::time::Duration;

use manyrpc_driver::blocking;
use manyrpc_engine::{Limits, Metadata};

#[cfg(feature = "onc")]
use crate::credential::AuthSys;
use crate::security::Security;
use crate::tls;

/// How a client behaves; the default suits most.
#[derive(Clone, Debug, Default)]
pub struct ClientOptions {
    /// Caps and time-outs of the protocol engine.
    pub limits: Limits,
    /// How it connects and waits.
    pub driver: blocking::Options,
    /// Who it says it is (AUTH_SYS); systems without such credentials ignore it.
    #[cfg(feature = "onc")]
    pub auth_sys: Option<AuthSys>,
    /// How long each call waits for its reply, if not [`Limits::call_timeout`].
    ///
    /// A server that carries out calls at most once does so only for as long as it remembers
    /// them ([`keep_for`](manyrpc_engine::limits::ReplyCacheLimits::keep_for)): over UDP wait no longer than that.
    pub timeout: Option<Duration>,
    /// What travels beside the arguments of each call until [`Client::set_metadata`](crate::Client::set_metadata) says otherwise;
    /// of clients that ask for definitions or health, too.
    pub metadata: Metadata,
    /// One-way calls over a stream are held back until so many bytes of them have gathered, a call
    /// with a reply is made, or [`Client::flush`](crate::Client::flush) is called (RFC 5531, section 8.4.1). 0 holds
    /// nothing back; systems without batching ignore it. What is still held back when the
    /// client is dropped is not sent.
    pub batch_bytes: usize,
    /// How calls are protected, and by what mechanism (DCE); systems without such security refuse
    /// it.
    pub security: Option<Security>,
    /// How connections are secured where the binding says that they are (`grpcs://`,
    /// `jsonrpc+https://` …).
    pub tls: tls::Client,
    /// The address may be a broadcast address and anyone may answer, as
    /// [`Client::broadcast`](crate::Client::broadcast) needs; UDP only. Without a port the registries of all hosts in
    /// reach are asked to pass the call on.
    pub broadcast: bool,
}
