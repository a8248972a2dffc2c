//! JSON-RPC 2.0 and 1.0, over HTTP and over bare streams.

use std::sync::Arc;

use manyrpc_codec::json::Options;
use manyrpc_engine::Limits;
use manyrpc_engine::jsonrpc::{self, Framing, Messages, Version};
use manyrpc_engine::peer::Pair;

use super::http;
use super::http1::{self, COMPRESS, CONNECTION, NAMES, naming, target};
#[cfg(feature = "dynamic")]
use super::methods::Methods;
use super::{
    Connect, Connection, Engine, Factory, PeerFactory, Serve, Setting, Settings, System, Values,
};
#[cfg(feature = "http")]
use super::{Exchanges, ServeExchanges};
use crate::boot::seed;
use crate::error::Error;
use crate::service::Service;
use crate::system::binding::{Binding, Transport};
use crate::system::introspection::IntrospectionService;
use crate::system::no_peers;

#[cfg(feature = "dynamic")]
mod discovery;
#[cfg(feature = "dynamic")]
mod schema;

#[derive(Debug)]
pub(crate) struct JsonRpc;

const ANY: fn(Transport) -> bool = |_| true;

const FRAMING: Setting = Setting {
    name: "framing",
    help: "how messages are told apart on a bare stream",
    values: Values::OneOf(&["line", "content-length"]),
    suits: |transport| !transport.is_http(),
};

const VERSION: Setting = Setting {
    name: "version",
    help: "the version that a client speaks; servers answer each in its own",
    values: Values::OneOf(&["2.0", "1.0"]),
    suits: ANY,
};

const PARAMS: Setting = Setting {
    name: "params",
    help: "whether a client sends parameters by name; version 1.0 never does",
    values: Values::OneOf(&["named", "positional"]),
    suits: ANY,
};

/// Writes members of Protocol Buffers messages under their names in the definition, and those with
/// default values, too, as programs expect that do not know ProtoJSON. Both forms are always read.
const MEMBERS: Setting = Setting {
    name: "members",
    help: "whether every member of a `.proto` message is written, by its original name",
    values: Values::OneOf(&["short", "full"]),
    suits: ANY,
};

fn framing(settings: &Settings) -> Framing {
    [Framing::Line, Framing::ContentLength][settings.choice(&FRAMING)]
}

fn version(settings: &Settings) -> Version {
    [Version::V2, Version::V1][settings.choice(&VERSION)]
}

fn engine(binding: &Binding, limits: Limits) -> jsonrpc::Client {
    let settings = &binding.settings;
    let mut engine = if binding.transport.is_http() {
        let host = http::authority(binding);
        jsonrpc::Client::http(limits, target(binding, &host), seed())
    } else {
        jsonrpc::Client::stream(limits, framing(settings), seed())
    };
    engine.set_options(options(settings));
    engine.set_version(version(settings));
    engine.set_naming(naming(settings));
    http1::configure(&mut engine, settings);
    engine
}

/// The options for writing.
fn options(settings: &Settings) -> Options {
    Options {
        by_position: settings.choice(&PARAMS) == 1,
        full: settings.choice(&MEMBERS) == 1,
        message: false,
    }
}

impl Engine for jsonrpc::Client {}

impl System for JsonRpc {
    fn name(&self) -> &'static str {
        "jsonrpc"
    }

    fn has_exceptions(&self) -> bool {
        true
    }

    /// HTTP/1.1 has one call at a time on a connection.
    fn shares_connections(&self, transport: Transport) -> bool {
        !matches!(transport, Transport::Http | Transport::Https)
    }

    fn transports(&self) -> &'static [Transport] {
        &[
            Transport::Tcp,
            Transport::Unix,
            Transport::Http,
            Transport::Tls,
            Transport::Https,
        ]
    }

    fn settings(&self) -> &'static [Setting] {
        &[
            FRAMING, VERSION, PARAMS, NAMES, MEMBERS, CONNECTION, COMPRESS,
        ]
    }

    fn has_untyped_calls(&self) -> bool {
        true
    }

    #[cfg(feature = "dynamic")]
    fn describer(&self) -> Option<&'static dyn super::Describer> {
        Some(&Methods { discovers: true })
    }

    #[cfg(feature = "dynamic")]
    fn introspection(&self, of: &[Arc<dyn Service>]) -> Vec<IntrospectionService> {
        vec![discovery::service(of)]
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        let limits = to.options.limits.clone();
        match to.binding.transport.is_http() {
            true => to.drive_each(move |binding| engine(binding, limits.clone())),
            false => to.drive(engine(to.binding, limits)),
        }
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        let settings = &at.binding.settings;
        let (framing, options) = (framing(settings), options(settings));
        let over_http = at.binding.transport.is_http();
        let serving = http1::serving(at.binding);
        Ok(at.each(move |limits| {
            let mut engine = match over_http {
                true => jsonrpc::Server::http(limits),
                false => jsonrpc::Server::stream(limits, framing),
            };
            serving(&mut engine);
            engine.set_options(options);
            engine
        }))
    }

    #[cfg(feature = "http")]
    fn exchanges(&self, at: &ServeExchanges) -> Option<Exchanges> {
        let limits = at.limits.clone();
        let engine = move || jsonrpc::Server::exchange(limits.clone());
        Some(Exchanges::new(jsonrpc::accepts, engine))
    }

    fn peers(&self, at: &Serve<'_>) -> Result<PeerFactory, Error> {
        if at.binding.transport.is_http() {
            return Err(no_peers(at.binding));
        }
        let (binding, framing) = (at.binding.clone(), framing(&at.binding.settings));
        Ok(at.each_peer(move |limits| {
            let mut server = jsonrpc::Server::stream(limits.clone(), framing);
            server.set_options(options(&binding.settings));
            let client = engine(&binding, limits.clone());
            Pair::new(client, server, Messages::new(limits, framing))
        }))
    }
}
