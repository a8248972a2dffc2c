//! What a call is for, by every name that a system may want.

use manyrpc_engine::{Call, Interface, Path, Streams};

use crate::stub::{InterfaceId, InterfaceMeta, OperationMeta, Semantics};

/// How a system names interfaces on its wire.
#[derive(Clone, Copy, Debug, Default)]
pub enum Names {
    /// Not at all: an endpoint serves the one it serves.
    #[default]
    Only,
    /// By program number and version.
    Program,
    /// By universally unique identifier, major and minor version.
    Uuid,
    /// In words.
    Words,
}

/// Which operation a call is for, by every name that a system may want.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target<'a> {
    pub(crate) program: u32,
    pub(crate) version: u32,
    uuid: [u8; 16],
    major: u16,
    minor: u16,
    pub(crate) operation: u32,
    pub(super) path: Path<'a>,
    pub(super) idempotent: bool,
    /// Which ways it has several messages.
    pub(crate) streams: Streams,
}

impl<'a> Target<'a> {
    pub(crate) const fn of(interface: &InterfaceMeta, operation: &OperationMeta) -> Self {
        let id = interface.id();
        Self::new(id, operation.number, operation.name, operation.semantics)
    }

    pub(crate) const fn new(
        id: InterfaceId<'a>,
        operation: u32,
        name: &'a str,
        semantics: Semantics,
    ) -> Self {
        Target {
            program: id.program,
            version: id.version,
            uuid: id.uuid,
            major: id.major,
            minor: id.minor,
            operation,
            path: Path {
                interface: id.full_name,
                operation: name,
            },
            idempotent: matches!(semantics, Semantics::Idempotent | Semantics::Broadcast),
            streams: Streams::NONE,
        }
    }

    /// The same with several messages.
    pub(crate) const fn streaming(self, streams: Streams) -> Self {
        Target { streams, ..self }
    }

    /// An operation of a program that is known by its number only.
    pub(crate) const fn of_program(program: u32, version: u32, operation: u32) -> Self {
        Target {
            program,
            version,
            uuid: [0; 16],
            major: 0,
            minor: 0,
            operation,
            path: Path::NONE,
            idempotent: false,
            streams: Streams::NONE,
        }
    }

    /// An operation that is known by its name only.
    pub(crate) const fn of_words(path: Path<'a>) -> Self {
        Target {
            path,
            ..Target::of_program(0, 0, 0)
        }
    }

    /// The operation that a call on its way through a server is for.
    pub(crate) const fn of_call(call: &Call, idempotent: bool) -> Option<Self> {
        let Interface::Uuid { uuid, major, minor } = call.interface else {
            return None;
        };
        Some(Target {
            program: 0,
            version: 0,
            uuid,
            major,
            minor,
            operation: call.operation,
            path: Path::NONE,
            idempotent,
            streams: Streams::NONE,
        })
    }

    pub(super) const fn interface(&self, names: Names) -> Interface {
        match names {
            Names::Only => Interface::Only,
            Names::Program => Interface::Program {
                program: self.program,
                version: self.version,
            },
            Names::Uuid => Interface::Uuid {
                uuid: self.uuid,
                major: self.major,
                minor: self.minor,
            },
            Names::Words => Interface::Named,
        }
    }
}
