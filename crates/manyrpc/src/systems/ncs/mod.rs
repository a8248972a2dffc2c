//! Apollo NCS, the ancestor of connectionless DCE RPC.

use std::sync::Arc;

use manyrpc_engine::ServerEngine;
use manyrpc_engine::dce::cl::Personality;

use super::dce::{PERSONALITY, connectionless, connectionless_server, personality};
use super::{Connect, Connection, Directory, Identifiers, Objects, Serve, Setting, System, Uuids};
use crate::error::Error;
use crate::options::ClientOptions;
use crate::service::Service;
use crate::system::binding::{Binding, Transport};
use crate::system::management::Management;
use crate::system::server_info::ServerInfo;

#[cfg(feature = "dynamic")]
mod describe;
pub(super) mod generated;
mod identifiers;
pub mod llb;
mod rrpc;

#[derive(Debug)]
pub(crate) struct Ncs;

impl System for Ncs {
    fn name(&self) -> &'static str {
        "ncs"
    }

    fn has_exceptions(&self) -> bool {
        true
    }

    fn transports(&self) -> &'static [Transport] {
        &[Transport::Udp]
    }

    fn settings(&self) -> &'static [Setting] {
        &[PERSONALITY]
    }

    fn objects(&self) -> Option<&'static dyn Objects> {
        Some(&Uuids)
    }

    fn identifiers(&self) -> Option<&'static dyn Identifiers> {
        Some(&identifiers::Dotted)
    }

    fn directory(&self) -> Option<&'static dyn Directory> {
        Some(&llb::LocationBroker)
    }

    #[cfg(feature = "dynamic")]
    fn describer(&self) -> Option<&'static dyn super::Describer> {
        Some(&describe::BrokerDescriber)
    }

    fn can_broadcast(&self) -> bool {
        true
    }

    fn inquire(&self, at: &Binding) -> Result<ServerInfo, Error> {
        rrpc::inquire(at)
    }

    fn management(&self, of: &Management) -> Option<Arc<dyn Service>> {
        Some(Arc::new(generated::rrpc::RrpcServer(of.clone())))
    }

    fn check(&self, binding: &Binding, _: &ClientOptions) -> Result<(), Error> {
        personality(binding, Personality::NCS).map(drop)
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        connectionless(to, Personality::NCS)
    }

    fn datagrams(&self, at: &Serve<'_>) -> Result<Box<dyn ServerEngine>, Error> {
        connectionless_server(at, Personality::NCS)
    }
}
