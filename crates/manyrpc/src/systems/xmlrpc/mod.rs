//! XML-RPC, over HTTP.

use std::sync::Arc;

use manyrpc_codec::xml::{Fractions, Options};
use manyrpc_engine::{Limits, xmlrpc};

use super::http;
use super::http1::{self, COMPRESS, CONNECTION, NAMES, naming, target};
#[cfg(feature = "dynamic")]
use super::methods::Methods;
use super::{Connect, Connection, Engine, Factory, Serve, Setting, Settings, System, Values};
#[cfg(feature = "http")]
use super::{Exchanges, ServeExchanges};
use crate::boot::seed;
use crate::error::Error;
use crate::service::Service;
use crate::system::binding::{Binding, Transport};
use crate::system::introspection::IntrospectionService;

#[cfg(feature = "dynamic")]
pub(super) mod generated;
#[cfg(feature = "dynamic")]
mod introspection;

#[derive(Debug)]
pub(crate) struct XmlRpc;

/// Extensions of the syntax and fractions of seconds: always read, and written if set.
const NIL: Setting = Setting {
    name: "nil",
    help: "whether `<nil/>` is written; it is always read",
    values: Values::OneOf(&["on", "off"]),
    suits: Transport::is_http,
};

const I8: Setting = Setting {
    name: "i8",
    help: "whether `<i8>` is written; it is always read",
    values: Values::OneOf(&["on", "off"]),
    suits: Transport::is_http,
};

const FRACTIONS: Setting = Setting {
    name: "fractions",
    help: "what becomes of fractions of a second in dates that are written",
    values: Values::OneOf(&["refuse", "write", "drop"]),
    suits: Transport::is_http,
};

fn options(settings: &Settings) -> Options {
    let fractions = [Fractions::Refused, Fractions::Written, Fractions::Dropped];
    Options {
        nil: settings.choice(&NIL) == 0,
        i8: settings.choice(&I8) == 0,
        fractions: fractions[settings.choice(&FRACTIONS)],
    }
}

fn engine(binding: &Binding, limits: Limits) -> xmlrpc::Client {
    let host = http::authority(binding);
    let mut engine = xmlrpc::Client::new(limits, target(binding, &host), seed());
    engine.set_naming(naming(&binding.settings));
    engine.set_options(options(&binding.settings));
    http1::configure(&mut engine, &binding.settings);
    engine
}

impl Engine for xmlrpc::Client {}

impl System for XmlRpc {
    fn name(&self) -> &'static str {
        "xmlrpc"
    }

    fn has_exceptions(&self) -> bool {
        true
    }

    /// HTTP/1.1 has one call at a time on a connection.
    fn shares_connections(&self, _: Transport) -> bool {
        false
    }

    fn transports(&self) -> &'static [Transport] {
        &[Transport::Http, Transport::Https]
    }

    fn settings(&self) -> &'static [Setting] {
        &[NAMES, NIL, I8, FRACTIONS, CONNECTION, COMPRESS]
    }

    fn has_untyped_calls(&self) -> bool {
        true
    }

    #[cfg(feature = "dynamic")]
    fn describer(&self) -> Option<&'static dyn super::Describer> {
        Some(&Methods { discovers: false })
    }

    #[cfg(feature = "dynamic")]
    fn introspection(&self, of: &[Arc<dyn Service>]) -> Vec<IntrospectionService> {
        vec![introspection::service(of)]
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        let limits = to.options.limits.clone();
        to.drive_each(move |binding| engine(binding, limits.clone()))
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        let options = options(&at.binding.settings);
        let serving = http1::serving(at.binding);
        Ok(at.each(move |limits| {
            let mut engine = xmlrpc::Server::new(limits);
            serving(&mut engine);
            engine.set_options(options);
            engine
        }))
    }

    #[cfg(feature = "http")]
    fn exchanges(&self, at: &ServeExchanges) -> Option<Exchanges> {
        let limits = at.limits.clone();
        let engine = move || xmlrpc::Server::exchange(limits.clone());
        Some(Exchanges::new(xmlrpc::accepts, engine))
    }
}
