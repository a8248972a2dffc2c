//! Registries of our own at port 135, where the host has none.
//!
//! DCE's endpoint mapper and the local location broker of NCS are at the same UDP port, so one
//! server has both, whichever was asked for: else the other could not be started any more.

use super::generated::epm::EptServer;
use super::{epm, llb};
use crate::error::Error;
use crate::server::{Running, Server};

/// Starts what is wanted and not there.
pub(super) fn in_place(mapper: bool, broker: bool) -> Result<Option<Running>, Error> {
    let lacking = |wanted: bool, is_there: fn() -> bool| wanted && !is_there();
    match (
        lacking(mapper, epm::is_there),
        lacking(broker, llb::is_there),
    ) {
        (false, false) => Ok(None),
        (true, _) => both().map(Some).map_err(lacks("endpoint mapper")),
        (false, true) => both()
            // Another mapper has the TCP port.
            .or_else(|_| llb::Broker::new().forwarding().start(llb::PORT))
            .map(Some)
            .map_err(lacks("location broker")),
    }
}

fn lacks(registry: &'static str) -> impl Fn(Error) -> Error {
    move |source| Error::NoRegistry {
        registry,
        source: Box::new(source),
    }
}

/// The mapper over TCP and UDP, the broker over UDP. Calls to the broker fit one packet of NCS, so
/// it can be behind the connectionless protocol of DCE.
fn both() -> Result<Running, Error> {
    let server = Server::builder().service(EptServer(epm::Mapper::new()));
    let broker = llb::Broker::new().forwarding();
    broker.listens_on(([127, 0, 0, 1], llb::PORT).into());
    let mut server = broker.services(server);
    for transport in ["tcp", "udp"] {
        server = server.listen(&format!("dce+{transport}://127.0.0.1:{}", epm::PORT))?;
    }
    server.start()
}
