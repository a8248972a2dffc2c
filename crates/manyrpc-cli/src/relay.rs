//! `manyrpc relay`: an impaired network between clients and one server.

use std::net::{SocketAddr, ToSocketAddrs};
use std::process::ExitCode;

use manyrpc_measure::net::relay::{Relay, Setup};
use manyrpc_measure::transport::Transport;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::args;
use crate::output::{Failure, note, write_out};

/// Runs the command: relays until it is interrupted, then prints its counts.
pub(crate) fn run(args: &args::Relay) -> Result<ExitCode, Failure> {
    let transport = match (args.udp, args.tcp) {
        (false, true) => Transport::Tcp,
        _ => Transport::Udp,
    };
    let server = resolve(&args.to)?;
    let setup = Setup {
        listen: resolve(&args.listen)?,
        impairments: args.impair.parse().map_err(Failure::misuse)?,
        seed: args.seed,
    };
    let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(Failure::misuse)?;
    let relay = Relay::with(transport, server, &setup)
        .map_err(|e| Failure::Refused(format!("cannot relay at {}: {e}", args.listen)))?;
    write_out(None, &format!("{}\n", relay.address()))?;
    note(format_args!(
        "relaying {} to {server} with {}; interrupt to stop and print the counts",
        transport.name(),
        setup.impairments
    ));
    signals.forever().next();
    let counts = relay.counts();
    drop(relay);
    write_out(None, &format!("{counts}\n"))?;
    Ok(ExitCode::SUCCESS)
}

/// The first address of a host and port.
fn resolve(text: &str) -> Result<SocketAddr, Failure> {
    let found = text.to_socket_addrs().map(|mut all| all.next());
    match found {
        Ok(Some(address)) => Ok(address),
        Ok(None) => Err(Failure::misuse(format_args!("`{text}` has no address"))),
        Err(e) => Err(Failure::misuse(format_args!(
            "`{text}` is no HOST:PORT that can be found: {e}"
        ))),
    }
}
