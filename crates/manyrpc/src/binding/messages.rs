//! How JSON-RPC, XML-RPC and gRPC say their calls: the settings of their bindings, as
//! `grpc://host:port?content=json` or `jsonrpc+tcp://host:port?params=positional&members=full`.

use std::borrow::Cow;

use manyrpc_codec::xml;
pub use manyrpc_codec::xml::Fractions;
pub use manyrpc_engine::carrier::messages::Naming;
pub use manyrpc_engine::jsonrpc::Version;

use super::{System, Transport};

/// What of a call's shape is the client's choice, or what a server's replies may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Messages {
    /// The version that a client of JSON-RPC speaks; servers answer each in its own.
    pub version: Version,
    /// Whether a client of JSON-RPC sends parameters as an array. Version 1.0 always does.
    pub by_position: bool,
    /// How a client makes the names of methods.
    pub naming: Naming,
    /// Whether `<nil/>` is written in XML-RPC. It is always read.
    pub nil: bool,
    /// Whether `<i8>` is written in XML-RPC. It is always read.
    pub i8: bool,
    /// What becomes of fractions of a second in XML-RPC's dates where they are written. They are
    /// always read.
    pub fractions: Fractions,
    /// Whether messages of gRPC are compressed with gzip: those of a client, and those of a server to
    /// whoever takes them so. Without it, a server compresses replies to requests that were.
    pub gzip: bool,
    /// Whether a client of gRPC sends JSON instead of Protocol Buffers; servers take both.
    pub json: bool,
    /// Whether members of messages of Protocol Buffers are written in JSON-RPC by the names of their
    /// definition, those with default values, too: as programs expect them that know nothing of
    /// ProtoJSON. Both are always read.
    pub full: bool,
    /// Whether a client over HTTP makes each call over a connection of its own.
    pub once: bool,
}

impl Messages {
    /// What suits most.
    pub const DEFAULT: Self = Messages {
        version: Version::V2,
        by_position: false,
        naming: Naming::Short,
        nil: true,
        i8: true,
        fractions: Fractions::Refused,
        gzip: false,
        json: false,
        full: false,
        once: false,
    };
}

impl Default for Messages {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A setting by name.
struct Setting {
    name: &'static str,
    /// The default first.
    values: &'static [&'static str],
    /// Whether bindings of that kind have it.
    suits: fn(System, Transport) -> bool,
    /// Which of the values is set.
    get: fn(&Messages) -> usize,
    set: fn(&mut Messages, usize),
}

const SETTINGS: [Setting; 10] = [
    Setting {
        name: "version",
        values: &["2.0", "1.0"],
        suits: |system, _| system == System::JsonRpc,
        get: |m| usize::from(m.version == Version::V1),
        set: |m, at| m.version = [Version::V2, Version::V1][at],
    },
    Setting {
        name: "params",
        values: &["named", "positional"],
        suits: |system, _| system == System::JsonRpc,
        get: |m| usize::from(m.by_position),
        set: |m, at| m.by_position = at == 1,
    },
    Setting {
        name: "names",
        values: &["short", "full", "bare"],
        suits: |system, _| matches!(system, System::JsonRpc | System::XmlRpc),
        get: |m| NAMINGS.iter().position(|n| *n == m.naming).unwrap_or(0),
        set: |m, at| m.naming = NAMINGS[at],
    },
    Setting {
        name: "nil",
        values: &["on", "off"],
        suits: |system, _| system == System::XmlRpc,
        get: |m| usize::from(!m.nil),
        set: |m, at| m.nil = at == 0,
    },
    Setting {
        name: "i8",
        values: &["on", "off"],
        suits: |system, _| system == System::XmlRpc,
        get: |m| usize::from(!m.i8),
        set: |m, at| m.i8 = at == 0,
    },
    Setting {
        name: "fractions",
        values: &["refuse", "write", "drop"],
        suits: |system, _| system == System::XmlRpc,
        get: |m| {
            FRACTIONS
                .iter()
                .position(|f| *f == m.fractions)
                .unwrap_or(0)
        },
        set: |m, at| m.fractions = FRACTIONS[at],
    },
    Setting {
        name: "compress",
        values: &["off", "gzip"],
        suits: |system, _| system == System::Grpc,
        get: |m| usize::from(m.gzip),
        set: |m, at| m.gzip = at == 1,
    },
    Setting {
        name: "content",
        values: &["proto", "json"],
        suits: |system, _| system == System::Grpc,
        get: |m| usize::from(m.json),
        set: |m, at| m.json = at == 1,
    },
    Setting {
        name: "members",
        values: &["short", "full"],
        suits: |system, _| system == System::JsonRpc,
        get: |m| usize::from(m.full),
        set: |m, at| m.full = at == 1,
    },
    Setting {
        name: "connection",
        values: &["keep", "close"],
        suits: |_, transport| transport.is_http(),
        get: |m| usize::from(m.once),
        set: |m, at| m.once = at == 1,
    },
];

const NAMINGS: [Naming; 3] = [Naming::Short, Naming::Full, Naming::Bare];

const FRACTIONS: [Fractions; 3] = [Fractions::Refused, Fractions::Written, Fractions::Dropped];

impl Messages {
    /// What is written in XML-RPC.
    pub(crate) fn xml(&self) -> xml::Options {
        xml::Options {
            nil: self.nil,
            i8: self.i8,
            fractions: self.fractions,
        }
    }

    /// The names of all settings.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        SETTINGS.iter().map(|setting| setting.name)
    }

    /// Sets one by name, if there is one of that name. Fails where a binding of that kind has no
    /// such setting, or it has no such value.
    pub(super) fn set(
        &mut self,
        (system, transport): (System, Transport),
        name: &str,
        value: &str,
    ) -> Option<Result<(), Cow<'static, str>>> {
        let setting = SETTINGS.iter().find(|setting| setting.name == name)?;
        if !(setting.suits)(system, transport) {
            let (system, transport) = (system.name(), transport.name());
            return Some(Err(format!("`{system}+{transport}` has no {name}").into()));
        }
        let Some(at) = setting.values.iter().position(|v| *v == value) else {
            let values = setting.values.join("`, `");
            return Some(Err(format!("its {name} can be `{values}`").into()));
        };
        (setting.set)(self, at);
        Some(Ok(()))
    }

    /// Those that are not the default, with their values.
    pub(super) fn chosen(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        SETTINGS.iter().filter_map(|setting| {
            let at = (setting.get)(self);
            (at > 0).then(|| (setting.name, setting.values[at]))
        })
    }
}
