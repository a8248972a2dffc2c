//! Shared by the systems with text messages, over HTTP/1.1 or bare streams.

use manyrpc_engine::carrier::http1::Target;
use manyrpc_engine::carrier::messages::Naming;

use super::{Setting, Settings, Values};
use crate::system::binding::{Binding, Transport};

/// Whether a client opens a connection for each call.
pub(super) const CONNECTION: Setting = Setting {
    name: "connection",
    help: "whether a connection is kept for the next call",
    values: Values::OneOf(&["keep", "close"]),
    suits: Transport::is_http,
};

/// How a client forms method names, for JSON-RPC and XML-RPC.
pub(super) const NAMES: Setting = Setting {
    name: "names",
    help: "how a client makes the names of methods",
    values: Values::OneOf(&["short", "full", "bare"]),
    suits: |_| true,
};

/// The value of [`NAMES`].
pub(super) fn naming(settings: &Settings) -> Naming {
    [Naming::Short, Naming::Full, Naming::Bare][settings.choice(&NAMES)]
}

/// The target of requests; `host` is its [`authority`](super::http::authority).
pub(super) fn target<'a>(binding: &'a Binding, host: &'a str) -> Target<'a> {
    let path = binding.path.as_deref().unwrap_or("/");
    Target { host, path }
}
