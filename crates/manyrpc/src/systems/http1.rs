//! Shared by the systems with text messages, over HTTP/1.1 or bare streams.

use manyrpc_engine::carrier::http1::Target;
use manyrpc_engine::carrier::messages::{self, Naming, Protocol};

use super::{Setting, Settings, Values};
use crate::system::binding::{Binding, Transport};

/// Whether a client opens a connection for each call.
pub(super) const CONNECTION: Setting = Setting {
    name: "connection",
    help: "whether a connection is kept for the next call",
    values: Values::OneOf(&["keep", "close"]),
    suits: Transport::is_http,
};

/// A client's messages and its replies; a server's for clients that accept it. A server always reads compressed messages.
pub(super) const COMPRESS: Setting = Setting {
    name: "compress",
    help: "whether messages are compressed",
    values: Values::OneOf(&["off", "gzip"]),
    suits: Transport::is_http,
};

/// Sets a client's engine by its settings of HTTP.
pub(super) fn configure<P: Protocol>(engine: &mut messages::Client<P>, settings: &Settings) {
    if settings.choice(&CONNECTION) == 1 {
        engine.set_once();
    }
    if settings.choice(&COMPRESS) == 1 {
        engine.set_compressing();
    }
}

/// Sets the engines of a server over HTTP by its binding: one without a path serves every path.
pub(super) fn serving<P: Protocol>(
    binding: &Binding,
) -> impl Fn(&mut messages::Server<P>) + Send + Sync + 'static {
    let path = binding.path.clone().unwrap_or_default();
    let compresses = binding.settings.choice(&COMPRESS) == 1;
    move |engine| {
        engine.set_path(&path);
        if compresses {
            engine.set_compressing();
        }
    }
}

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
