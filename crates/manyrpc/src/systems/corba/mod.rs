//! CORBA: GIOP over TCP, which is IIOP, and over Unix sockets.

use manyrpc_codec::cdr::{CharSet, WideSet};
use manyrpc_engine::Limits;
use manyrpc_engine::giop::{self, CodeSets, Version};

use super::{
    Connect, Connection, Directory, Engine, Factory, Names, Notation, Objects, Serve, Setting,
    Settings, System, Values,
};
use crate::boot::seed;
use crate::error::Error;
use crate::options::ClientOptions;
use crate::system::binding::{Address, Binding, Transport};

#[cfg(feature = "dynamic")]
mod describe;
pub(super) mod generated;
mod host;
mod key;
pub mod naming;
mod notation;
pub mod reference;

#[derive(Debug)]
pub(crate) struct Corba;

const ANY: fn(Transport) -> bool = |_| true;

const VERSION: Setting = Setting {
    name: "version",
    help: "the version of GIOP that a client speaks; servers answer each in its own",
    values: Values::OneOf(&["1.2", "1.1", "1.0"]),
    suits: ANY,
};

const CHARS: Setting = Setting {
    name: "chars",
    help: "the code set in which a client sends text, but for version 1.0, which has ISO 8859-1",
    values: Values::OneOf(&["utf-8", "iso-8859-1"]),
    suits: ANY,
};

const WIDE: Setting = Setting {
    name: "wide",
    help: "the code set in which a client sends wide text, but for version 1.0, which has none",
    values: Values::OneOf(&["utf-16", "none"]),
    suits: ANY,
};

/// The reference that a binding was made of, which has more in it than the binding.
const REFERENCE: Setting = Setting {
    name: "reference",
    help: "the reference (`IOR:…`) of the object",
    values: Values::Word,
    suits: |transport| transport == Transport::Tcp,
};

/// The name that a binding of a naming context is to be followed by.
const NAME: Setting = Setting {
    name: "name",
    help: "a name as in `corbaname:`; the object is a naming context, in which it is looked up",
    values: Values::Word,
    suits: |transport| transport == Transport::Tcp,
};

fn version(settings: &Settings) -> Version {
    [Version::V1_2, Version::V1_1, Version::V1_0][settings.choice(&VERSION)]
}

fn code_sets(settings: &Settings) -> CodeSets {
    CodeSets {
        chars: [CharSet::Utf8, CharSet::Latin1][settings.choice(&CHARS)],
        wide: [Some(WideSet::Utf16), None][settings.choice(&WIDE)],
    }
}

fn engine(binding: &Binding, limits: Limits) -> giop::Client {
    let settings = &binding.settings;
    let mut engine = giop::Client::new(limits, version(settings), seed());
    engine.set_code_sets(code_sets(settings));
    if let Address::Host(host, Some(port)) = &binding.address {
        engine.set_endpoint(host, *port);
    }
    engine
}

impl Engine for giop::Client {}

impl System for Corba {
    fn name(&self) -> &'static str {
        "corba"
    }

    fn has_exceptions(&self) -> bool {
        true
    }

    fn transports(&self) -> &'static [Transport] {
        &[Transport::Tcp, Transport::Unix]
    }

    fn schemes(&self) -> &'static [(&'static str, Transport)] {
        &[("iiop", Transport::Tcp)]
    }

    fn notation(&self) -> Option<&'static dyn Notation> {
        Some(&notation::References)
    }

    fn objects(&self) -> Option<&'static dyn Objects> {
        Some(&key::Keys)
    }

    fn settings(&self) -> &'static [Setting] {
        &[VERSION, CHARS, WIDE, REFERENCE, NAME]
    }

    fn directory(&self) -> Option<&'static dyn Directory> {
        Some(&naming::Naming)
    }

    fn names(&self) -> Option<&'static dyn Names> {
        Some(&naming::Lookup)
    }

    fn check(&self, binding: &Binding, _: &ClientOptions) -> Result<(), Error> {
        naming::name_in(binding).map(drop)
    }

    #[cfg(feature = "dynamic")]
    fn describer(&self) -> Option<&'static dyn super::Describer> {
        Some(&describe::ReferenceDescriber)
    }

    fn connect(&self, to: &Connect<'_>) -> Result<Connection, Error> {
        let limits = to.options.limits.clone();
        to.drive_each(move |binding| engine(binding, limits.clone()))
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        let host = at.host.clone();
        Ok(at.each(move |limits| giop::Server::new(limits, host.clone())))
    }
}
