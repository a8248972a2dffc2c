//! CORBA: GIOP over TCP, which is IIOP, over TLS, which is SSLIOP, and over Unix sockets.

use manyrpc_codec::cdr::{CharSet, WideSet};
use manyrpc_engine::Limits;
use manyrpc_engine::giop::{self, CodeSets, SyncScope, Version};

use super::{
    Connect, Connection, Directory, Engine, Factory, Names, Notation, Objects, PeerFactory, Serve,
    Setting, Settings, System, Values,
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

const SYNC: Setting = Setting {
    name: "sync",
    help: "when a call without a reply (`oneway`) is over: when it is sent (`transport`), when the server says that it has it \
           (`server`), or that it has carried it out (`target`)",
    values: Values::OneOf(&["transport", "server", "target"]),
    suits: ANY,
};

const CANCEL: Setting = Setting {
    name: "cancel",
    help: "whether a client of version 1.2 tells the server when a call is given up; servers by omniORB may then stop reading",
    values: Values::OneOf(&["yes", "no"]),
    suits: ANY,
};

/// The reference that a binding was made of, which has more in it than the binding.
const REFERENCE: Setting = Setting {
    name: "reference",
    help: "the reference (`IOR:…`) of the object",
    values: Values::Word,
    suits: |transport| matches!(transport, Transport::Tcp | Transport::Tls),
};

/// Bidirectional GIOP: what references to this end's objects have as address.
const CALLBACK: Setting = Setting {
    name: "callback",
    help: "for peers: the host:port in references to objects of this end, which the other one calls over the same \
           connection; nobody need listen there",
    values: Values::Word,
    suits: |_| true,
};

/// The name that a binding of a naming context is to be followed by.
const NAME: Setting = Setting {
    name: "name",
    help: "a name as in `corbaname:`; the object is a naming context, in which it is looked up",
    values: Values::Word,
    suits: |transport| matches!(transport, Transport::Tcp | Transport::Tls),
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

/// What a client does as its binding says.
fn configure(client: &mut giop::Client, settings: &Settings) {
    let scopes = [SyncScope::Transport, SyncScope::Server, SyncScope::Target];
    client.set_code_sets(code_sets(settings));
    client.set_sync_scope(scopes[settings.choice(&SYNC)]);
    client.set_cancels(settings.choice(&CANCEL) == 0);
}

fn engine(binding: &Binding, limits: Limits) -> giop::Client {
    let settings = &binding.settings;
    let mut engine = giop::Client::new(limits, version(settings), seed());
    configure(&mut engine, settings);
    if let Address::Host(host, Some(port)) = &binding.address {
        engine.set_endpoint(host, *port);
    }
    if binding.transport == Transport::Tls {
        engine.set_secured();
    }
    let reference = settings.word(&REFERENCE).map(reference::Ior::parse);
    if reference.is_some_and(|ior| ior.is_ok_and(|ior| ior.iiop().any(|to| to.wants_pieces()))) {
        engine.cut_messages();
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
        &[Transport::Tcp, Transport::Unix, Transport::Tls]
    }

    fn schemes(&self) -> &'static [(&'static str, Transport)] {
        &[("iiop", Transport::Tcp), ("iiops", Transport::Tls)]
    }

    fn notation(&self) -> Option<&'static dyn Notation> {
        Some(&notation::References)
    }

    fn objects(&self) -> Option<&'static dyn Objects> {
        Some(&key::Keys)
    }

    fn settings(&self) -> &'static [Setting] {
        &[
            VERSION, CHARS, WIDE, SYNC, CANCEL, REFERENCE, NAME, CALLBACK,
        ]
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

    fn peers(&self, at: &Serve<'_>) -> Result<PeerFactory, Error> {
        let settings = &at.binding.settings;
        let point = settings.word(&CALLBACK).map(|text| {
            let place = text.rsplit_once(':');
            let place = place.and_then(|(host, port)| Some((host.to_owned(), port.parse().ok()?)));
            place.ok_or_else(|| Error::Settings(format!("`{text}` is no host with a port")))
        });
        let points: Vec<(String, u16)> = point.transpose()?.into_iter().collect();
        let (settings, host) = (settings.clone(), at.host.clone());
        Ok(at.each_end(move |limits, end| {
            let version = version(&settings);
            let mut peer = giop::Peer::new(limits.clone(), version, seed(), host.clone(), end);
            let client = peer.client_mut();
            configure(client, &settings);
            client.set_listen_points(points.clone());
            peer
        }))
    }

    fn streams(&self, at: &Serve<'_>) -> Result<Factory, Error> {
        let host = at.host.clone();
        Ok(at.each(move |limits| giop::Server::new(limits, host.clone())))
    }
}
