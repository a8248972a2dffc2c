//! Modules, interfaces and operations, and what identifies them on a wire.

use crate::types::{Derived, Type, TypeDef};

pub use crate::annotations::Annotations;

/// Everything one definition declares, its includes among it, in source order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Module {
    /// The definition's own name, or that of its file without the ending.
    pub name: String,
    /// Named constants.
    pub consts: Vec<Const>,
    /// Named types. Names are unique and every [`Type::Named`] finds its definition here.
    pub types: Vec<TypeDef>,
    /// Interfaces, each one version of one service.
    pub interfaces: Vec<Interface>,
    /// Facts of the dialect.
    pub annotations: Annotations,
}

impl Module {
    /// The definition of a named type.
    pub fn find_type(&self, name: &str) -> Option<&TypeDef> {
        self.types.iter().find(|t| t.name == name)
    }

    /// The interface of that name.
    pub fn find_interface(&self, name: &str) -> Option<&Interface> {
        self.interfaces.iter().find(|i| i.name == name)
    }
}

/// A named integer constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Const {
    /// Its name.
    pub name: String,
    /// Its value; 128 bits hold every signed and unsigned 64-bit value.
    pub value: i128,
    /// What the definition says about it.
    pub doc: String,
}

/// One version of one service: a numbered list of operations.
#[derive(Clone, Debug, PartialEq)]
pub struct Interface {
    /// Name, unique in the module.
    pub name: String,
    /// What the definition says about it.
    pub doc: String,
    /// What names it on a wire.
    pub identity: Identity,
    /// The interfaces whose operations it has, too, by name.
    pub bases: Vec<String>,
    /// Its attributes, in order.
    pub attributes: Vec<Attribute>,
    /// Operations by ascending number; without those of bases and attributes, which
    /// [`flatten`](crate::flatten) adds.
    pub operations: Vec<Operation>,
    /// Facts of the dialect.
    pub annotations: Annotations,
}

impl Interface {
    /// One of which nothing more is said.
    pub fn new(name: impl Into<String>, operations: Vec<Operation>) -> Self {
        Interface {
            name: name.into(),
            doc: String::new(),
            identity: Identity::default(),
            bases: Vec::new(),
            attributes: Vec::new(),
            operations,
            annotations: Annotations::new(),
        }
    }

    /// The operation of that name.
    pub fn find_operation(&self, name: &str) -> Option<&Operation> {
        self.operations.iter().find(|o| o.name == name)
    }
}

/// A value that an interface offers to be read, and perhaps to be set: calls go to the operations
/// `_get_<name>` and `_set_<name>`.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Name, unique in its interface.
    pub name: String,
    /// What the definition says about it.
    pub doc: String,
    /// Its type.
    pub ty: Type,
    /// It cannot be set.
    pub readonly: bool,
    /// What reading it raises, as [`Operation::raises`].
    pub get_raises: Vec<String>,
    /// What setting it raises.
    pub set_raises: Vec<String>,
}

/// What names an interface on a wire. A definition gives one or more of these;
/// the rest is derived, the same way everywhere, by whoever needs it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// A program number.
    pub number: Option<u32>,
    /// A universally unique identifier, in the order it is printed.
    pub uuid: Option<[u8; 16]>,
    /// A qualified name (`package.Service`) or repository identifier.
    pub name: Option<String>,
    /// The version.
    pub version: Version,
}

/// An interface version; systems with one number use `major`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// Peers must agree on it.
    pub major: u32,
    /// A server may be newer than its client.
    pub minor: u32,
}

/// One remote procedure.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Name, unique in its interface.
    pub name: String,
    /// What the definition says about it.
    pub doc: String,
    /// Procedure or operation number, unique in its interface.
    pub number: u32,
    /// Parameters in order.
    pub params: Vec<Param>,
    /// The result; [`Type::Void`] for none.
    pub result: Type,
    /// Exceptions that may come instead of the result: names of records of the module, each once.
    /// Where they are numbered the first is 1.
    pub raises: Vec<String>,
    /// Failures of calls that callers find as a number among the results, and not as an error:
    /// those of the result, of parameters in their order, then those that are added, in the order
    /// in which callers have them behind the results. Each kind of failure is there once at most.
    pub statuses: Vec<Status>,
    /// The guarantee to the caller.
    pub semantics: Semantics,
    /// In which directions there are several messages.
    pub streams: Streams,
    /// Facts of the dialect.
    pub annotations: Annotations,
}

impl Operation {
    /// One of which nothing more is said.
    pub fn new(name: impl Into<String>, number: u32, params: Vec<Param>, result: Type) -> Self {
        Operation {
            name: name.into(),
            doc: String::new(),
            number,
            params,
            result,
            raises: Vec::new(),
            statuses: Vec::new(),
            semantics: Semantics::default(),
            streams: Streams::NONE,
            annotations: Annotations::new(),
        }
    }
}

/// A number of 32 bits that says why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Status {
    /// Where callers find it.
    pub place: StatusPlace,
    /// Which failures it tells of; the others are errors.
    pub of: Failures,
}

/// Where callers find the status of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatusPlace {
    /// In the place of the result; where nothing failed that is what the server said.
    Result,
    /// In the place of the parameter of that name, which travels with the reply; likewise.
    Param(String),
    /// Behind the results, under that name. It does not travel and servers know nothing of it: 0
    /// where nothing failed.
    Added(String),
}

/// Whose a failure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failures {
    /// That of what lies between client and operation: no answer, no connection, a call that was
    /// refused before the operation began.
    Communication,
    /// That of the server in carrying out the operation.
    Server,
    /// Both.
    All,
}

impl Failures {
    /// Whether those of communication are among them.
    pub const fn of_communication(self) -> bool {
        matches!(self, Failures::Communication | Failures::All)
    }

    /// Whether those of the server are among them.
    pub const fn of_server(self) -> bool {
        matches!(self, Failures::Server | Failures::All)
    }
}

/// One parameter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Param {
    /// Name, unique in its operation.
    pub name: String,
    /// Which way it travels.
    pub direction: Direction,
    /// Its type.
    pub ty: Type,
    /// What its value follows from, where nobody is to state it.
    pub derived: Option<Derived>,
    /// Facts of the dialect.
    pub annotations: Annotations,
}

impl Param {
    /// A parameter of which nothing more is said.
    pub fn new(name: impl Into<String>, direction: Direction, ty: Type) -> Self {
        Param {
            name: name.into(),
            direction,
            ty,
            ..Param::default()
        }
    }
}

/// Which way a parameter travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// With the request.
    #[default]
    In,
    /// With the reply.
    Out,
    /// Both ways.
    InOut,
}

/// Which ways an operation has any number of messages instead of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streams {
    /// From the client.
    pub request: bool,
    /// From the server.
    pub reply: bool,
}

impl Streams {
    /// Neither way.
    pub const NONE: Streams = Streams {
        request: false,
        reply: false,
    };

    /// Whether either direction has several messages.
    pub const fn any(self) -> bool {
        self.request || self.reply
    }
}

/// How often a call is executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Semantics {
    /// Once; or not at all, and the caller learns of it.
    #[default]
    AtMostOnce,
    /// Possibly several times, without harm.
    Idempotent,
    /// There is no reply, so the caller does not learn whether it was executed.
    Maybe,
    /// By every server in reach.
    Broadcast,
}
