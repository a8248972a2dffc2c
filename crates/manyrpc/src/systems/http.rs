//! What the systems over HTTP share, of either version.

use crate::binding::Binding;
use crate::binding::host_port;

/// What HTTP calls the server: host and port; of a path in the file system this host.
pub(super) fn authority(binding: &Binding) -> String {
    match (binding.host_name(), binding.port()) {
        (Some(host), Some(port)) => host_port(host, port),
        (host, _) => host.unwrap_or("localhost").to_owned(),
    }
}
