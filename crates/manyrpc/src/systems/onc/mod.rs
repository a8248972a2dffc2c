//! Sun / ONC RPC.

use manyrpc_engine::onc::auth::Credentials;
use manyrpc_engine::{ServerEngine, onc};

use super::{Connect, Connection, Directory, Engine, Factory, PeerFactory, Serve, System};
use crate::boot::seed;
use crate::error::Error;
use crate::system::binding::Transport;

mod credential;
#[cfg(feature = "dynamic")]
mod describe;
pub(super) mod generated;
pub mod rpcbind;

pub use crate::credential::AuthSys;

#[derive(Debug)]
pub(crate) struct Onc;

impl Engine for onc::Client {
    fn release_batch(&mut self) {
        self.flush();
    }
}

impl System for Onc {
    fn name(&self) -> &'static str {
        "onc"
    }

    fn has_exceptions(&self) -> bool {
        true
    }

    fn traced_name(&self) -> &'static str {
        "onc_rpc"
    }

    fn transports(&self) -> &'static [Transport] {
        &[Transport::Udp, Transport::Tcp, Transport::Unix]
    }

    fn directory(&self) -> Option<&'static dyn Directory> {
        Some(&rpcbind::Rpcbind)
    }

    #[cfg(feature = "dynamic")]
    fn describer(&self) -> Option<&'static dyn super::Describer> {
        Some(&describe::RpcbindDescriber)
    }

    fn can_broadcast(&self) -> bool {
        true
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        let limits = to.options.limits.clone();
        let mut engine = match to.binding.transport {
            Transport::Udp => onc::Client::datagram(limits, seed()),
            _ => onc::Client::stream(limits, seed()),
        };
        engine.set_batch_bytes(to.options.batch_bytes);
        if let Some(auth) = &to.options.auth_sys {
            engine.set_credentials(Credentials::sys(&auth.on_wire()));
        }
        to.drive(engine)
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        Ok(at.each(onc::Server::stream))
    }

    fn peers(&self, at: &Serve<'_>) -> Result<PeerFactory, Error> {
        Ok(match at.binding.transport {
            Transport::Udp => {
                at.each_peer(|limits| onc::DatagramPeer::datagram(limits.clone(), seed()))
            }
            _ => at.each_peer(|limits| onc::Peer::stream(limits, seed())),
        })
    }

    fn datagrams(&self, at: &Serve<'_>) -> Result<Box<dyn ServerEngine>, Error> {
        let mut engine = onc::Server::datagram(at.limits.clone());
        // Nobody may choose addresses that collide in the reply cache.
        engine.set_seed(seed());
        Ok(Box::new(engine))
    }
}
