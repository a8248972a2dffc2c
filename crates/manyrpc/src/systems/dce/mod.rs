//! DCE RPC: connection-oriented over TCP, connectionless over UDP.

use std::sync::Arc;

use manyrpc_driver::node::Keeper;
#[cfg(feature = "tokio")]
use manyrpc_driver::tokio::node;
use manyrpc_engine::dce::cl::Personality;
use manyrpc_engine::peer::ClientOnly;
use manyrpc_engine::{PeerEngine, ServerEngine, dce};

use super::{
    Connect, Connection, Directory, Engine, Factory, Notation, Objects, Serve, Setting, System,
    Uuids, Values,
};
use crate::boot::{self, seed};
use crate::error::Error;
use crate::held::{HeldContexts, Keep};
use crate::options::ClientOptions;
use crate::service::Service;
use crate::system::binding::{Binding, Transport};
use crate::system::management::Management;
use crate::system::server_info::ServerInfo;

#[cfg(feature = "dynamic")]
mod describe;

mod directory;
pub(in crate::systems) mod embedded;
pub mod epm;
pub(super) mod generated;
mod host;
mod mgmt;
mod notation;

#[cfg(feature = "dynamic")]
pub(in crate::systems) use describe::describe;

#[derive(Debug)]
pub(crate) struct Dce;

/// The name of a set of parameters of the connectionless protocol.
pub(super) const PERSONALITY: Setting = Setting {
    name: "personality",
    help: "which implementation's time-outs and fragment sizes to use",
    values: Values::Word,
    suits: |transport| matches!(transport, Transport::Udp),
};

impl Engine for dce::co::Client {}
impl Engine for dce::cl::Client {}

impl Keep for Keeper {
    fn keep(&self, handles: usize) {
        // Without a thread for it, the server has been promised nothing, and runs nothing down.
        let _ = Keeper::keep(self, handles);
    }
}

#[cfg(feature = "tokio")]
impl Keep for node::Keeper {
    fn keep(&self, handles: usize) {
        // As above, without a socket for it.
        let _ = node::Keeper::keep(self, handles);
    }
}

impl System for Dce {
    fn name(&self) -> &'static str {
        "dce"
    }

    fn has_exceptions(&self) -> bool {
        true
    }

    fn transports(&self) -> &'static [Transport] {
        &[Transport::Udp, Transport::Tcp]
    }

    fn notation(&self) -> Option<&'static dyn Notation> {
        Some(&notation::StringBindings)
    }

    fn settings(&self) -> &'static [Setting] {
        &[PERSONALITY]
    }

    fn objects(&self) -> Option<&'static dyn Objects> {
        Some(&Uuids)
    }

    fn has_security(&self, transport: Transport) -> bool {
        transport != Transport::Udp
    }

    fn directory(&self) -> Option<&'static dyn Directory> {
        Some(&directory::EndpointMapper)
    }

    #[cfg(feature = "dynamic")]
    fn describer(&self) -> Option<&'static dyn super::Describer> {
        Some(&describe::MapperDescriber)
    }

    fn can_broadcast(&self) -> bool {
        true
    }

    fn inquire(&self, at: &Binding) -> Result<ServerInfo, Error> {
        mgmt::inquire(at)
    }

    fn management(&self, of: &Management) -> Option<Arc<dyn Service>> {
        Some(Arc::new(generated::mgmt::MgmtServer(of.clone())))
    }

    fn check(&self, binding: &Binding, _: &ClientOptions) -> Result<(), Error> {
        personality(binding, Personality::DEFAULT).map(drop)
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        if to.binding.transport == Transport::Udp {
            return connectionless(to, Personality::DEFAULT);
        }
        let mut engine = dce::co::Client::new(to.options.limits.clone(), seed());
        if let Some(security) = &to.options.security {
            engine.secure(security.initiator(), security.level);
        }
        to.drive(engine)
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        let host = at.host.clone();
        Ok(at.each(move |limits| dce::co::Server::new(limits, host.clone())))
    }

    fn datagrams(&self, at: &Serve<'_>) -> Result<Box<dyn ServerEngine>, Error> {
        connectionless_server(at, Personality::DEFAULT)
    }
}

/// A client of the connectionless protocol. Its servers must be kept informed of clients that hold
/// context handles.
pub(super) fn connectionless(to: &Connect<'_>, default: Personality) -> Result<Connection, Error> {
    let personality = personality(to.binding, default)?;
    let engine = dce::cl::Client::new(to.options.limits.clone(), personality, seed());
    let companion = engine.companion(seed());
    // C706 appendix P: servers call the client back, some of them from another port.
    let (connection, server) = to.drive_any_port(engine)?;
    let speaker = move || Box::new(ClientOnly(companion.companion(seed()))) as Box<dyn PeerEngine>;
    let Some(server) = server else {
        return Ok(connection);
    };
    #[cfg(feature = "tokio")]
    if to.is_for_tasks() {
        let keeper = node::Keeper::new(speaker, server);
        return Ok(connection.holding(HeldContexts::kept_by(keeper)));
    }
    let keeper = Keeper::new(speaker, server);
    Ok(connection.holding(HeldContexts::kept_by(keeper)))
}

/// The engine of a server's socket for the connectionless protocol.
pub(super) fn connectionless_server(
    at: &Serve<'_>,
    default: Personality,
) -> Result<Box<dyn ServerEngine>, Error> {
    let personality = personality(at.binding, default)?;
    let mut engine = dce::cl::Server::new(at.limits.clone(), personality, seed(), boot::time());
    engine.keep_contexts(at.host.router.context_operations());
    Ok(Box::new(engine))
}

/// The parameters of a connectionless binding.
pub(super) fn personality(binding: &Binding, default: Personality) -> Result<Personality, Error> {
    let Some(name) = binding.settings.word(&PERSONALITY) else {
        return Ok(default);
    };
    Personality::named(name).ok_or_else(|| Error::Unknown {
        what: "personality",
        name: name.to_owned(),
        known: Personality::ALL.map(|p| p.name.to_owned()).to_vec(),
    })
}
