//! gRPC, over HTTP/2.

use std::sync::Arc;

use manyrpc_engine::grpc::{self, status};
use manyrpc_engine::{Fault, Limits, Path, Streams};

use super::{Connect, Connection, Engine, Factory, Serve, Setting, System, Values, http};
#[cfg(feature = "http")]
use super::{Exchanges, ServeExchanges};
use crate::error::Error;
use crate::host::Host;
use crate::service::Service;
use crate::system::binding::{Binding, Transport};
use crate::system::introspection::IntrospectionService;

#[cfg(all(feature = "dynamic", feature = "idl-protobuf"))]
mod describe;
#[cfg(feature = "dynamic")]
pub mod health;
#[cfg(all(feature = "dynamic", feature = "idl-protobuf"))]
pub(super) mod reflection;
pub mod statuses;

#[derive(Debug)]
pub(crate) struct Grpc;

/// Compresses messages of a client, and those of a server to clients that accept it. By default a
/// server compresses replies to compressed requests.
const COMPRESS: Setting = Setting {
    name: "compress",
    help: "whether messages are compressed",
    values: Values::OneOf(&["off", "gzip"]),
    suits: |_| true,
};

/// Servers accept both.
const CONTENT: Setting = Setting {
    name: "content",
    help: "what a client sends: Protocol Buffers or JSON",
    values: Values::OneOf(&["proto", "json"]),
    suits: |_| true,
};

impl Engine for grpc::Client {}

impl grpc::Host for Host {
    fn streams_of(&self, path: Path<'_>) -> Streams {
        self.router.streams_of(path)
    }
}

fn engine(binding: &Binding, limits: Limits) -> grpc::Client {
    let secure = binding.transport.is_secure();
    let mut engine = grpc::Client::new(limits, &http::authority(binding), secure);
    if binding.settings.choice(&COMPRESS) == 1 {
        engine = engine.compressing();
    }
    if binding.settings.choice(&CONTENT) == 1 {
        engine = engine.speaking_json();
    }
    engine
}

impl System for Grpc {
    fn name(&self) -> &'static str {
        "grpc"
    }

    fn has_exceptions(&self) -> bool {
        true
    }

    fn transports(&self) -> &'static [Transport] {
        &[Transport::Tcp, Transport::Unix, Transport::Tls]
    }

    fn schemes(&self) -> &'static [(&'static str, Transport)] {
        &[("grpc", Transport::Tcp), ("grpcs", Transport::Tls)]
    }

    fn settings(&self) -> &'static [Setting] {
        &[COMPRESS, CONTENT]
    }

    #[cfg(all(feature = "dynamic", feature = "idl-protobuf"))]
    fn describer(&self) -> Option<&'static dyn super::Describer> {
        Some(&describe::ReflectionDescriber)
    }

    #[cfg(all(feature = "dynamic", feature = "idl-protobuf"))]
    fn introspection(&self, of: &[Arc<dyn Service>]) -> Vec<IntrospectionService> {
        reflection::services(of)
    }

    fn fault_text(&self, fault: &Fault) -> Option<String> {
        let (code, message) = status::to_wire(fault);
        Some(match status::name(code) {
            Some(name) => format!("{name} ({code}): {message}"),
            None => format!("status {code}: {message}"),
        })
    }

    /// gRPC runs over HTTP/2, which requires ALPN over TLS (RFC 9113, section 3.2).
    fn application_protocol(&self, _: Transport) -> (Option<&'static str>, bool) {
        (Some("h2"), true)
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        let limits = to.options.limits.clone();
        to.drive_each(move |binding| engine(binding, limits.clone()))
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        let (host, gzip) = (at.host.clone(), at.binding.settings.choice(&COMPRESS) == 1);
        Ok(at.each(move |limits| {
            let engine = grpc::Server::new(limits, host.clone());
            match gzip {
                true => engine.compressing(),
                false => engine,
            }
        }))
    }

    #[cfg(feature = "http")]
    fn exchanges(&self, at: &ServeExchanges) -> Option<Exchanges> {
        let (limits, host) = (at.limits.clone(), at.host.clone());
        let engine = move || grpc::Server::exchange(limits.clone(), host.clone());
        Some(Exchanges {
            needs_http2: true,
            ..Exchanges::new(grpc::accepts, engine)
        })
    }
}
