//! What the registries of several systems share.

use std::net::IpAddr;
use std::time::Duration;

use crate::client::Client;
use crate::context::Context;
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::Binding;

/// How long a mapper, a broker or a server's management interface may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// A client of a management or registry interface of DCE or NCS: without an object.
pub(crate) fn connect(binding: &Binding) -> Result<Client, Error> {
    let options = ClientOptions {
        timeout: Some(PATIENCE),
        ..ClientOptions::default()
    };
    let binding = Binding {
        object: None,
        ..binding.clone()
    };
    Client::connect(&binding, None, &options)
}

/// Whether a call comes from this machine. Only Unix sockets have no address.
pub(crate) fn is_local(call: &Context<'_>) -> bool {
    call.from.is_none_or(|from| is_loopback(from.ip()))
}

/// Whether an address is this machine's own, including IPv4 addresses mapped into IPv6.
pub(crate) fn is_loopback(ip: IpAddr) -> bool {
    ip.to_canonical().is_loopback()
}
