//! Clients of every system through stubs.

use std::net::SocketAddr;
use std::time::Duration;

use manyrpc::{Binding, Client, ClientOptions, Limits};
use manyrpc_driver::blocking;
use manyrpc_measure::machine::environment::congestion_control;

/// How long a call may take, retransmissions included.
const CALL_TIMEOUT: Duration = Duration::from_secs(5);

/// The scheme of a system's bindings, and the text after the port.
pub(super) type Scheme = (&'static str, &'static str);

/// A client for any interface.
pub(super) fn connect(scheme: (&str, &str), server: SocketAddr) -> Result<Client, String> {
    connect_with(scheme, server, Limits::default())
}

/// The same, within limits.
pub(super) fn connect_with(
    scheme: (&str, &str),
    server: SocketAddr,
    limits: Limits,
) -> Result<Client, String> {
    let (binding, given) = options(scheme, server)?;
    let options = ClientOptions { limits, ..given };
    Client::connect(&binding, None, &options).map_err(|e| e.to_string())
}

/// The binding of a server, and how clients connect to it.
pub(super) fn options(
    (scheme, query): (&str, &str),
    server: SocketAddr,
) -> Result<(Binding, ClientOptions), String> {
    let binding = format!("{scheme}://{server}{query}");
    let binding = binding
        .parse()
        .map_err(|e: manyrpc::binding::BindingError| e.to_string())?;
    let options = ClientOptions {
        timeout: Some(CALL_TIMEOUT),
        driver: blocking::Options {
            congestion: congestion_control(),
            ..blocking::Options::default()
        },
        ..ClientOptions::default()
    };
    Ok((binding, options))
}
