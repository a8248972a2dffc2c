//! What the systems over HTTP share.

use manyrpc_engine::carrier::http1::Target;

use super::{Setting, Values};
use crate::binding::{Binding, Transport};
use crate::server::host_port;

/// Whether a client makes each call over a connection of its own.
pub(super) const CONNECTION: Setting = Setting {
    name: "connection",
    help: "whether a connection is kept for the next call",
    values: Values::OneOf(&["keep", "close"]),
    suits: Transport::is_http,
};

/// HTTP/1.1 over TLS says so, and does not need to hear it.
pub(super) fn application_protocol(transport: Transport) -> (Option<&'static str>, bool) {
    match transport {
        Transport::Https => (Some("http/1.1"), false),
        _ => (None, false),
    }
}

/// What HTTP calls the server: host and port; of a path in the file system this host.
pub(super) fn authority(binding: &Binding) -> String {
    match (binding.host_name(), binding.port()) {
        (Some(host), Some(port)) => host_port(host, port),
        (host, _) => host.unwrap_or("localhost").to_owned(),
    }
}

/// Where requests go; `host` is the [`authority`].
pub(super) fn target<'a>(binding: &'a Binding, host: &'a str) -> Target<'a> {
    let path = binding.path.as_deref().unwrap_or("/");
    Target { host, path }
}
