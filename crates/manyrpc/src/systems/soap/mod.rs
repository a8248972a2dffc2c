//! SOAP 1.1 and 1.2, over HTTP.

use std::sync::Arc;

use manyrpc_engine::soap::{self, Version, fault};
use manyrpc_engine::{Domain, Fault, Limits};

use self::security::{ByPassword, Signature};
use super::http;
use super::http1::{self, COMPRESS, CONNECTION, target};
use super::{
    Connect, Connection, Engine, Factory, Notation, Serve, Setting, Settings, System, Values,
};
#[cfg(feature = "http")]
use super::{Exchanges, ServeExchanges};
use crate::boot::seed;
use crate::error::Error;
use crate::host::Host;
use crate::system::binding::{Binding, Transport};

#[cfg(all(feature = "dynamic", feature = "idl-wsdl"))]
mod describe;
#[cfg(all(feature = "dynamic", feature = "idl-wsdl"))]
mod documents;
#[cfg(all(feature = "dynamic", feature = "idl-wsdl"))]
mod file;

mod notation;
mod security;
mod url;

#[derive(Debug)]
pub(crate) struct Soap;

const VERSION: Setting = Setting {
    name: "version",
    help: "the version that a client speaks: 1.1, unless it reads a description that says otherwise; servers answer each in its own",
    values: Values::OneOf(&["described", "1.1", "1.2"]),
    suits: Transport::is_http,
};

const STYLE: Setting = Setting {
    name: "style",
    help: "how a client marshals arguments whose definition does not say it: by their schema, or as section 5 of SOAP 1.1 has it",
    values: Values::OneOf(&["literal", "encoded"]),
    suits: Transport::is_http,
};

/// Servers with it answer a package with a package; beside other servers of HTTP they always do.
const MTOM: Setting = Setting {
    name: "mtom",
    help: "whether bytes are attachments, as MTOM has it; they are always read",
    values: Values::OneOf(&["off", "on"]),
    suits: Transport::is_http,
};

/// Servers answer a call that has such headers with such headers.
const ADDRESSING: Setting = Setting {
    name: "wsa",
    help: "whether a client sends the headers of WS-Addressing",
    values: Values::OneOf(&["off", "on"]),
    suits: Transport::is_http,
};

/// Who wrote a description decides what it imports: from elsewhere it would make its reader ask others.
const IMPORTS: Setting = Setting {
    name: "imports",
    help: "what a description may import: documents of the same scheme, host and port, or of any",
    values: Values::OneOf(&["same", "any"]),
    suits: Transport::is_http,
};

/// The file of a description that a binding was made of.
const DESCRIPTION: Setting = Setting {
    name: "description",
    help: "a file of WSDL that describes the server, which is then not asked",
    values: Values::Word,
    suits: Transport::is_http,
};

fn version(settings: &Settings) -> Version {
    [Version::V11, Version::V11, Version::V12][settings.choice(&VERSION)]
}

fn engine(binding: &Binding, limits: Limits) -> soap::Client {
    let (settings, host) = (&binding.settings, http::authority(binding));
    let target = target(binding, &host);
    let mut engine = soap::Client::new(limits, target, seed());
    engine.set_version(version(settings));
    engine.set_encoded(settings.choice(&STYLE) == 1);
    engine.set_mtom(settings.choice(&MTOM) == 1);
    if settings.choice(&ADDRESSING) == 1 {
        engine.set_addressing(&address(binding, &host));
    }
    http1::configure(&mut engine, settings);
    engine
}

/// The URL of a server.
fn address(binding: &Binding, host: &str) -> String {
    let scheme = binding.transport.name();
    let path = binding.path.as_deref().unwrap_or("/");
    format!("{scheme}://{host}{path}")
}

/// Tells a server's engine which headers are understood, and whom to believe.
fn configured(host: &Host) -> impl Fn(&mut soap::Server) + Send + Sync + 'static {
    let understood = Arc::new(host.router.headers());
    let actions = Arc::new(host.router.actions());
    let verifier = host.users.as_ref().map(ByPassword::new);
    move |engine| {
        engine.set_understood(understood.clone());
        engine.set_actions(actions.clone());
        if let Some(verifier) = &verifier {
            engine.set_verifier(verifier.clone());
        }
    }
}

impl Engine for soap::Client {}

impl System for Soap {
    fn name(&self) -> &'static str {
        "soap"
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

    fn notation(&self) -> Option<&'static dyn Notation> {
        Some(&notation::Descriptions)
    }

    fn settings(&self) -> &'static [Setting] {
        &[
            VERSION,
            STYLE,
            MTOM,
            ADDRESSING,
            IMPORTS,
            DESCRIPTION,
            CONNECTION,
            COMPRESS,
        ]
    }

    /// What callers can do about it is not in the server's words.
    fn fault_text(&self, fault: &Fault) -> Option<String> {
        let is_version = match fault.plain() {
            Fault::Status(Domain::Soap, code) => code == fault::VERSION_MISMATCH as u32,
            // RFC 9110 section 15.5.16: the versions differ in the type of their content.
            Fault::Status(Domain::Http, status) => status == 415,
            _ => false,
        };
        let advice = "perhaps it speaks the other version of SOAP: say which in the binding, with version=1.1 or version=1.2";
        is_version.then(|| format!("{fault}; {advice}"))
    }

    #[cfg(all(feature = "dynamic", feature = "idl-wsdl"))]
    fn describer(&self) -> Option<&'static dyn super::Describer> {
        Some(&describe::ByWsdl)
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        let limits = to.options.limits.clone();
        let user = to.options.user.clone();
        to.drive_each(move |binding| {
            let mut engine = engine(binding, limits.clone());
            if let Some(user) = &user {
                engine.set_headers(Box::new(Signature::new(user)));
            }
            engine
        })
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        let packages = at.binding.settings.choice(&MTOM) == 1;
        let configure = configured(at.host);
        #[cfg(all(feature = "dynamic", feature = "idl-wsdl"))]
        let (documents, scheme) = (
            documents::Descriptions::of(&at.host.router),
            at.binding.transport.name(),
        );
        let serving = http1::serving(at.binding);
        Ok(at.each(move |limits| {
            let mut engine = soap::Server::new(limits, seed());
            serving(&mut engine);
            engine.set_mtom(packages);
            configure(&mut engine);
            #[cfg(all(feature = "dynamic", feature = "idl-wsdl"))]
            engine.set_documents(documents.clone(), scheme);
            engine
        }))
    }

    #[cfg(feature = "http")]
    fn exchanges(&self, at: &ServeExchanges) -> Option<Exchanges> {
        let limits = at.limits.clone();
        let configure = configured(&at.host);
        let engine = move || {
            let mut engine = soap::Server::exchange(limits.clone(), seed());
            configure(&mut engine);
            engine
        };
        Some(Exchanges {
            // SOAP 1.1 section 6.1.1; XML-RPC has the same type of content.
            mark: Some("soapaction"),
            #[cfg(all(feature = "dynamic", feature = "idl-wsdl"))]
            documents: Some(documents::Descriptions::of(&at.host.router)),
            ..Exchanges::new(soap::accepts, engine)
        })
    }
}
