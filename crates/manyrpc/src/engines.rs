//! Which protocol engine a binding takes.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::sync::{Arc, OnceLock};

use manyrpc_engine::carrier::http1::Target;
use manyrpc_engine::dce::cl::Personality;
use manyrpc_engine::onc::auth::Credentials;
use manyrpc_engine::{Limits, ServerEngine, dce, grpc, jsonrpc, onc, raw, xmlrpc};

use crate::binding::{Binding, System, Transport};
use crate::boot;
use crate::error::Error;
use crate::host::{Groups, Host};
use crate::open::ClientOptions;
use crate::router::Router;
use crate::security::{Acceptors, Level};
use crate::server::host_port;

/// A client's engine.
pub(crate) enum ClientEngine {
    Raw(raw::Client),
    Onc(onc::Client),
    DceCo(dce::co::Client),
    DceCl(dce::cl::Client),
    JsonRpc(jsonrpc::Client),
    /// Made for each connection.
    XmlRpc,
    /// Likewise.
    Grpc,
}

impl ClientEngine {
    pub(crate) fn new(binding: &Binding, options: &ClientOptions) -> Result<Self, Error> {
        let limits = options.limits.clone();
        let datagram = binding.transport == Transport::Udp;
        if options.security.is_some() {
            check_secures(binding)?;
        }
        Ok(match (binding.system, datagram) {
            (System::Raw, true) => ClientEngine::Raw(raw::Client::datagram(limits, seed())),
            (System::Raw, false) => ClientEngine::Raw(raw::Client::stream(limits, seed())),
            (System::Onc, datagram) => {
                let mut engine = match datagram {
                    true => onc::Client::datagram(limits, seed()),
                    false => onc::Client::stream(limits, seed()),
                };
                engine.set_batch_bytes(options.batch_bytes);
                if let Some(auth) = &options.auth_sys {
                    engine.set_credentials(Credentials::sys(&auth.on_wire()));
                }
                ClientEngine::Onc(engine)
            }
            (System::Dce, false) => {
                let mut engine = dce::co::Client::new(limits, seed());
                if let Some(security) = &options.security {
                    engine.secure(security.initiator(), security.level);
                }
                ClientEngine::DceCo(engine)
            }
            (System::JsonRpc, _) => ClientEngine::JsonRpc(json_rpc(binding, limits)),
            (System::XmlRpc, _) => ClientEngine::XmlRpc,
            (System::Grpc, _) => ClientEngine::Grpc,
            (System::Dce | System::Ncs, _) => {
                let personality = personality(binding)?;
                ClientEngine::DceCl(dce::cl::Client::new(limits, personality, seed()))
            }
        })
    }
}

/// A client's engine for JSON-RPC.
pub(crate) fn json_rpc(binding: &Binding, limits: Limits) -> jsonrpc::Client {
    let mut engine = if binding.transport.is_http() {
        let host = authority(binding);
        jsonrpc::Client::http(limits, target(binding, &host), seed())
    } else {
        jsonrpc::Client::stream(limits, binding.framing, seed())
    };
    engine.set_version(binding.messages.version);
    engine.set_naming(binding.messages.naming);
    if binding.messages.once {
        engine.set_once();
    }
    engine
}

/// A client's engine for XML-RPC.
pub(crate) fn xml_rpc(binding: &Binding, limits: Limits) -> xmlrpc::Client {
    let host = authority(binding);
    let mut engine = xmlrpc::Client::new(limits, target(binding, &host), seed());
    engine.set_naming(binding.messages.naming);
    if binding.messages.once {
        engine.set_once();
    }
    engine
}

fn target<'a>(binding: &'a Binding, host: &'a str) -> Target<'a> {
    let path = binding.path.as_deref().unwrap_or("/");
    Target { host, path }
}

/// A client's engine for gRPC.
pub(crate) fn grpc(binding: &Binding, limits: Limits) -> grpc::Client {
    let secure = binding.transport.is_secure();
    let mut engine = grpc::Client::new(limits, &authority(binding), secure);
    if binding.messages.gzip {
        engine = engine.compressing();
    }
    if binding.messages.json {
        engine = engine.speaking_json();
    }
    engine
}

/// What is spoken inside TLS (RFC 7301), and whether the other side must say so too: gRPC runs over
/// HTTP/2, which nobody may speak over TLS without having said so (RFC 9113, section 3.2).
pub(crate) fn application(binding: &Binding) -> (Option<&'static str>, bool) {
    match (binding.system, binding.transport) {
        (System::Grpc, _) => (Some("h2"), true),
        (_, Transport::Https) => (Some("http/1.1"), false),
        _ => (None, false),
    }
}

/// What HTTP calls the server: host and port; of a path in the file system this host.
fn authority(binding: &Binding) -> String {
    match (binding.host_name(), binding.port()) {
        (Some(host), Some(port)) => host_port(host, port),
        (host, _) => host.unwrap_or("localhost").to_owned(),
    }
}

/// Whether a binding's calls can be protected at all.
pub(crate) fn check_secures(binding: &Binding) -> Result<(), Error> {
    if binding.system == System::Dce && binding.transport != Transport::Udp {
        return Ok(());
    }
    let problem = "only calls over `dce+tcp` can be secured";
    Err(Error::Binding(binding.error(problem)))
}

/// The parameters of a connectionless binding.
fn personality(binding: &Binding) -> Result<Personality, Error> {
    let Some(name) = &binding.personality else {
        return Ok(match binding.system {
            System::Ncs => Personality::NCS,
            _ => Personality::DEFAULT,
        });
    };
    Personality::named(name).ok_or_else(|| Error::Unknown {
        what: "personality",
        name: name.clone(),
        known: Personality::ALL.map(|p| p.name.to_owned()).to_vec(),
    })
}

/// What the engines of a server's bindings are made of.
pub(crate) struct Engines {
    pub(crate) limits: Limits,
    pub(crate) router: Arc<Router>,
    pub(crate) acceptors: Option<Arc<Acceptors>>,
    pub(crate) least_level: Level,
    pub(crate) groups: Arc<Groups>,
}

impl Engines {
    /// What the engines of one binding ask.
    pub(crate) fn host(&self) -> Arc<Host> {
        Arc::new(Host {
            router: self.router.clone(),
            acceptors: self.acceptors.clone(),
            least_level: self.least_level,
            groups: self.groups.clone(),
            port: OnceLock::new(),
        })
    }

    /// Makes an engine for each connection.
    pub(crate) fn stream(
        &self,
        binding: &Binding,
        host: &Arc<Host>,
    ) -> Result<impl Fn() -> Box<dyn ServerEngine> + Send + Sync + use<>, Error> {
        let limits = self.limits.clone();
        let (system, transport, framing) = (binding.system, binding.transport, binding.framing);
        if !system.transports().contains(&transport) {
            return Err(Error::Binding(
                binding.error("its system has no such transport"),
            ));
        }
        let (host, messages) = (host.clone(), binding.messages);
        // One that names none serves every path.
        let path = binding.path.clone().unwrap_or_default();
        Ok(move || -> Box<dyn ServerEngine> {
            match system {
                System::Raw => Box::new(raw::Server::stream(limits.clone())),
                System::Onc => Box::new(onc::Server::stream(limits.clone())),
                System::JsonRpc if transport.is_http() => {
                    let mut engine = jsonrpc::Server::http(limits.clone());
                    engine.set_path(&path);
                    engine.set_full(messages.full);
                    Box::new(engine)
                }
                System::JsonRpc => {
                    let mut engine = jsonrpc::Server::stream(limits.clone(), framing);
                    engine.set_full(messages.full);
                    Box::new(engine)
                }
                System::XmlRpc => {
                    let mut engine = xmlrpc::Server::new(limits.clone());
                    engine.set_path(&path);
                    engine.set_options(messages.xml());
                    Box::new(engine)
                }
                System::Grpc => {
                    let engine = grpc::Server::new(limits.clone(), host.clone());
                    Box::new(match messages.gzip {
                        true => engine.compressing(),
                        false => engine,
                    })
                }
                // NCS has no streams.
                System::Dce | System::Ncs => {
                    Box::new(dce::co::Server::new(limits.clone(), host.clone()))
                }
            }
        })
    }

    /// Makes the engine of a socket.
    pub(crate) fn datagram(&self, binding: &Binding) -> Result<Box<dyn ServerEngine>, Error> {
        let limits = self.limits.clone();
        Ok(match binding.system {
            System::Raw => Box::new(raw::Server::datagram(limits)),
            System::Onc => {
                let mut engine = onc::Server::datagram(limits);
                // Nobody shall choose addresses that collide in the reply cache.
                engine.set_seed(seed());
                Box::new(engine)
            }
            System::JsonRpc | System::XmlRpc | System::Grpc => {
                return Err(Error::Binding(binding.error("it has no datagrams")));
            }
            System::Dce | System::Ncs => {
                let personality = personality(binding)?;
                let mut engine = dce::cl::Server::new(limits, personality, seed(), boot::time());
                engine.keep_contexts(self.router.context_operations());
                Box::new(engine)
            }
        })
    }
}

/// A random number: calls of different clients and of different runs must not share transaction
/// identifiers, and nobody must foresee how a server hashes.
pub(crate) fn seed() -> u64 {
    RandomState::new().build_hasher().finish()
}
