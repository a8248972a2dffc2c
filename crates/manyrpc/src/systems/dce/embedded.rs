//! Embedded registries at port 135, for hosts that have none.
//!
//! DCE's endpoint mapper and the local location broker of NCS use the same UDP port, so one server
//! provides both, whichever was requested: otherwise the other could not be started any more.
//!
//! They listen on the loopback interface, where servers register, and on the addresses of the
//! server that started them, where its clients look for them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use manyrpc_driver::address;

use super::epm;
use super::generated::epm::EptServer;
use crate::error::Error;
use crate::server::{Running, Server};
use crate::system::binding::{Binding, host_port};
use crate::systems::dce::Dce;
use crate::systems::ncs::{Ncs, llb};

/// An endpoint mapper for a server with these bindings, with a broker, if this host has no mapper.
pub(in crate::systems) fn mapper(bindings: &[Binding]) -> Result<Option<Running>, Error> {
    if epm::is_there() {
        return Ok(None);
    }
    let both = both(&places(bindings));
    both.map(Some).map_err(lacks("endpoint mapper"))
}

/// A location broker, with a mapper if there is none, if this host has no broker.
pub(in crate::systems) fn broker(bindings: &[Binding]) -> Result<Option<Running>, Error> {
    if llb::is_there() {
        return Ok(None);
    }
    both(&places(bindings))
        // Another mapper has the TCP port.
        .or_else(|_| llb::Broker::new().forwarding().start(llb::PORT))
        .map(Some)
        .map_err(lacks("location broker"))
}

fn lacks(registry: &'static str) -> impl Fn(Error) -> Error {
    move |source| Error::NoRegistry {
        registry,
        source: Box::new(source),
    }
}

/// The addresses to listen on. A wildcard address includes loopback; the IPv6 one includes IPv4.
fn places(bindings: &[Binding]) -> Vec<IpAddr> {
    let registering = bindings.iter().filter(|b| b.is_of(&Dce) || b.is_of(&Ncs));
    let hosts = registering.filter_map(|b| {
        let text = host_port(b.host_name()?, b.port()?);
        Some(address::resolve(&text).ok()?.first()?.ip())
    });
    let hosts: Vec<IpAddr> = hosts.collect();
    let all = |ip: IpAddr| hosts.contains(&ip).then_some(ip);
    if let Some(both) = all(Ipv6Addr::UNSPECIFIED.into()) {
        return vec![both];
    }
    let older = all(Ipv4Addr::UNSPECIFIED.into());
    let mut places = vec![older.unwrap_or(Ipv4Addr::LOCALHOST.into())];
    for host in hosts {
        let covered = host.is_ipv4() && (older.is_some() || host.is_loopback());
        if !covered && !places.contains(&host) {
            places.push(host);
        }
    }
    places
}

/// The mapper over TCP and UDP, the broker over UDP. Calls of the broker fit in one packet of NCS,
/// so it can be served by DCE's connectionless protocol.
fn both(places: &[IpAddr]) -> Result<Running, Error> {
    let server = Server::builder().service(EptServer(epm::Mapper::new()));
    let broker = llb::Broker::new().forwarding();
    let at = places.iter().map(|ip| SocketAddr::new(*ip, llb::PORT));
    broker.listens_on(at.collect());
    let mut server = broker.services(server);
    for ip in places {
        let at = SocketAddr::new(*ip, epm::PORT);
        for transport in ["tcp", "udp"] {
            server = server.listen(&format!("dce+{transport}://{at}"))?;
        }
    }
    server.start()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registries_are_where_their_servers_are_and_on_loopback() {
        for (bindings, expected) in [
            (
                &["dce+tcp://127.0.0.1:5", "onc+tcp://10.1.2.3:5"][..],
                &["127.0.0.1"][..],
            ),
            (&["dce+tcp://127.0.0.9:5"], &["127.0.0.1"]),
            (
                &[
                    "dce+tcp://10.1.2.3:5",
                    "ncs+udp://10.1.2.3:6",
                    "dce+udp://[fe80::7]:7",
                ],
                &["127.0.0.1", "10.1.2.3", "fe80::7"],
            ),
            (
                &[
                    "dce+tcp://10.1.2.3:5",
                    "dce+udp://0.0.0.0:6",
                    "dce+tcp://[::1]:7",
                ],
                &["0.0.0.0", "::1"],
            ),
            (&["dce+tcp://0.0.0.0:5", "dce+tcp://[::]:5"], &["::"]),
        ] {
            let bindings = bindings.iter().map(|text| text.parse().expect("a binding"));
            let bindings: Vec<Binding> = bindings.collect();
            let expected: Vec<IpAddr> = expected.iter().map(|ip| ip.parse().unwrap()).collect();
            assert_eq!(places(&bindings), expected);
        }
    }
}
