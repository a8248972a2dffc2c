//! Shared by the systems over HTTP of either version.

use crate::system::binding::Binding;
use crate::system::binding::host_port;

/// The server's authority in HTTP: host and port; for a file system path, this host.
pub(super) fn authority(binding: &Binding) -> String {
    match (binding.host_name(), binding.port()) {
        (Some(host), Some(port)) => host_port(host, port),
        (host, _) => host.unwrap_or("localhost").to_owned(),
    }
}
