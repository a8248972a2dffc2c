//! The result of lowering: shapes, with the metadata that the codec needs.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use manyrpc_codec::meta;
use manyrpc_model::{Module, TypeDef};

use super::roles::{By, Role};

/// The index of a named type in [`Lowered::types`], which starts with those of
/// [`Module::types`](manyrpc_model::Module::types) in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub usize);

/// The shape of a type's values. Lengths are in the accompanying [`meta::Field`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    Void,
    /// True or false.
    Bool,
    /// Signed, 8 bits.
    I8,
    /// Unsigned, 8 bits, as a number.
    U8,
    /// Signed, 16 bits.
    I16,
    /// Unsigned, 16 bits.
    U16,
    /// Signed, 32 bits.
    I32,
    /// Unsigned, 32 bits.
    U32,
    /// Signed, 64 bits.
    I64,
    /// Unsigned, 64 bits.
    U64,
    /// IEEE 754, 32 bits.
    F32,
    /// IEEE 754, 64 bits.
    F64,
    /// IEEE 754, 128 bits.
    F128,
    /// Characters.
    Text,
    /// Uninterpreted bytes.
    Bytes,
    /// Elements of one shape.
    Array(Arc<Shape>),
    /// A linked list of records without their link fields.
    Chain(Arc<Shape>),
    /// An optional value.
    Optional(Arc<Shape>),
    /// An optional value that other places may share (a full pointer).
    Shared(Arc<Shape>),
    /// A record.
    Record(TypeId),
    /// A union.
    Union(TypeId),
    /// An enumeration.
    Enum(TypeId),
}

/// A record's fields, or the parameters of one direction: metadata and shapes.
///
/// Some encoded fields are not part of values: see [`Role`]. Indices count encoded fields.
#[derive(Clone, Debug)]
pub struct Members {
    /// The codec's metadata.
    pub meta: Arc<meta::Record>,
    /// The shape of each field, in the same order.
    pub shapes: Vec<Shape>,
    /// The role of each field, in the same order.
    pub roles: Vec<Role>,
    /// Whether values preserve unknown fields, as an additional value with their bytes.
    pub keeps_unknown: bool,
}

/// One of [`Members`].
#[derive(Clone, Copy, Debug)]
pub struct Member<'m> {
    /// Its index among the encoded fields.
    pub index: usize,
    /// The codec's metadata.
    pub field: &'m meta::Field,
    /// Its shape.
    pub shape: &'m Shape,
    /// Its role.
    pub role: &'m Role,
}

impl Members {
    /// Members without derived fields.
    pub fn plain(name: &str, places: Vec<(meta::Field, Shape)>) -> Self {
        let (fields, shapes): (Vec<_>, Vec<_>) = places.into_iter().unzip();
        let meta = Arc::new(meta::Record {
            name: Cow::Owned(name.to_owned()),
            fields: Cow::Owned(fields),
            ndr: meta::NdrShape::WORDS,
            whole: false,
            returns: false,
            numbers: Cow::Borrowed(&[]),
            notation: meta::Notation::Members,
            message: false,
            arms: Cow::Borrowed(&[]),
            ids: Cow::Borrowed(&[]),
            xml: None,
        });
        let roles = vec![Role::Plain; shapes.len()];
        Members {
            meta,
            shapes,
            roles,
            keeps_unknown: false,
        }
    }

    /// All encoded fields.
    pub fn all(&self) -> impl ExactSizeIterator<Item = Member<'_>> {
        let all = self.meta.fields.iter().zip(&self.shapes).zip(&self.roles);
        all.enumerate()
            .map(|(index, ((field, shape), role))| Member {
                index,
                field,
                shape,
                role,
            })
    }

    /// The fields of values, with their shapes.
    pub fn iter(&self) -> impl Iterator<Item = (&meta::Field, &Shape)> {
        let given = self.all().filter(|member| !member.role.is_derived());
        given.map(|member| (member.field, member.shape))
    }

    /// The number of fields of values.
    pub fn given(&self) -> usize {
        self.place(self.roles.len())
    }

    /// The index within a value of the field with an encoded index, or where it would be if it is
    /// derived.
    pub fn place(&self, index: usize) -> usize {
        let before = self.roles.iter().take(index);
        before.filter(|role| !role.is_derived()).count()
    }

    /// Whether the request determines the capacity of any of them.
    pub fn needs_request(&self) -> bool {
        let amounts = self.roles.iter().flat_map(Role::bounds);
        let mut places =
            amounts.flat_map(|b| b.amounts().flat_map(|a| a.places().collect::<Vec<_>>()));
        places.any(|by| matches!(by, By::Request(_)))
    }
}

/// A union's arms, the default arm last if there is one.
#[derive(Clone, Debug)]
pub struct Arms {
    /// The codec's metadata.
    pub meta: Arc<meta::Union>,
    /// The shape of each arm's content, in the same order.
    pub shapes: Vec<Shape>,
    /// The discriminant's name.
    pub discriminant: String,
    /// The discriminant's shape in the definition.
    pub label: Shape,
}

/// The body of a named type.
#[derive(Clone, Debug)]
pub enum Body {
    /// An alias.
    Alias(meta::Field, Shape),
    /// A record; a list's element lacks its node's link field.
    Record(Members),
    /// A union.
    Union(Arms),
    /// An enumeration.
    Enum(Arc<meta::Enum>),
}

/// A named type.
#[derive(Clone, Debug)]
pub struct NamedType {
    /// Its name.
    pub name: String,
    /// Its [repository identifier](crate::identity::repository_id).
    pub repository_id: String,
    /// What it is as a valuetype, if it is one.
    pub value: Option<ValueKind>,
    /// What OMG IDL declares it as.
    pub declared: Declared,
    /// Its body.
    pub body: Body,
    /// Whether it is the element of linked lists: a node without its link field.
    pub chain: bool,
    /// For a list node its other form: the list element, or the node by value with the rest of the list.
    pub twin: Option<TypeId>,
}

/// What OMG IDL declares a type as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Declared {
    /// As such.
    #[default]
    Type,
    /// As an exception.
    Exception,
    /// As an abstract interface: a union of a reference and values.
    AbstractInterface,
}

/// What kind of valuetype a named type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A record.
    State(ValueState),
    /// A union of those that a place may hold. Arms other than the one with this index are marked
    /// by their types; `None` marks all.
    OneOf(Option<usize>),
}

/// What is known of a record as a valuetype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueState {
    /// Its [identifiers](meta::Record::ids).
    pub ids: Vec<String>,
    /// The base that has a state, and the number of fields that are its.
    pub base: Option<(TypeId, usize)>,
    /// Whether a receiver may take it for its base.
    pub is_truncatable: bool,
    /// Whether it boxes the type of its only field.
    pub is_box: bool,
    /// For each field whether everybody may see it.
    pub is_public: Vec<bool>,
}

/// The encoded parameters of an operation.
#[derive(Clone, Debug)]
pub struct LoweredOperation {
    /// The operation's name.
    pub name: String,
    /// The operation's number.
    pub number: u32,
    /// The parameters of the request; the record is named `<operation>_in`.
    pub input: Members,
    /// The parameters of the reply, then `result` unless void; the record is named `<operation>_out`.
    pub output: Members,
    /// How it raises exceptions, if it does.
    pub raising: Option<Raising>,
}

/// How an operation raises exceptions.
#[derive(Clone, Debug)]
pub struct Raising {
    /// The reply in syntaxes that encode exceptions as part of the result: one union, with label 0 for
    /// results and the exceptions' numbers as labels. The record is named `<operation>_result`.
    pub result: Members,
    /// The exceptions in order, the first of which has number 1.
    pub exceptions: Vec<Exception>,
}

/// An exception of an operation.
#[derive(Clone, Debug)]
pub struct Exception {
    /// Its name in the definition.
    pub name: String,
    /// Its full name, for protocols that identify exceptions by name.
    pub full_name: String,
    /// The metadata of its members as a value.
    pub place: meta::Field,
    /// Its shape, a record.
    pub shape: Shape,
}

/// The operations of one interface.
#[derive(Clone, Debug)]
pub struct LoweredInterface {
    /// The interface's name.
    pub name: String,
    /// Its operations, in the model's order.
    pub operations: Vec<LoweredOperation>,
}

/// A lowered module. Types and interfaces are in the module's order; the types are followed by the other
/// forms of list nodes.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The named types.
    pub types: Vec<NamedType>,
    /// The interfaces.
    pub interfaces: Vec<LoweredInterface>,
    pub(super) index: HashMap<String, TypeId>,
    /// The number of types that the module defines, including those for results.
    pub(super) defined: usize,
    /// The last of them: result types of operations that raise exceptions.
    pub(super) results: Vec<TypeDef>,
    /// Whether values are packed if possible.
    pub(crate) packs: bool,
    /// Protocol Buffers messages by full name.
    pub(super) messages: HashMap<String, TypeId>,
    /// Whether metadata that depends on the whole module is complete.
    pub(super) finished: bool,
    /// NDR facts about its types.
    pub(super) facts: Facts,
}

impl Lowered {
    /// The index of a named type.
    pub fn find(&self, name: &str) -> Option<TypeId> {
        self.index.get(name).copied()
    }

    /// The Protocol Buffers message with a full name.
    pub fn message(&self, full: &str) -> Option<TypeId> {
        self.messages.get(full).copied()
    }

    /// All messages by full name.
    pub fn messages(&self) -> impl Iterator<Item = (&str, TypeId)> {
        self.messages.iter().map(|(name, id)| (name.as_str(), *id))
    }

    /// The name of a type.
    pub fn name(&self, id: TypeId) -> &str {
        &self.types[id.0].name
    }

    /// The definition of a type.
    pub fn definition<'m>(&'m self, module: &'m Module, id: TypeId) -> &'m TypeDef {
        let own = match self.types[id.0].twin {
            Some(own) if id.0 >= self.defined => own,
            _ => id,
        };
        let found = module.types.get(own.0);
        found.unwrap_or_else(|| &self.results[own.0 + self.results.len() - self.defined])
    }

    /// The types that occur in values: those that the module defines, result types of operations that
    /// raise exceptions, and elements of lists whose nodes are also held by value.
    pub fn used(&self) -> impl Iterator<Item = TypeId> {
        let types = self.types.iter().enumerate();
        let used = types.filter(|(at, ty)| *at < self.defined || ty.chain);
        used.map(|(at, _)| TypeId(at))
    }

    /// Whether a type is a result type of an operation that raises exceptions, which is not in the
    /// definition.
    pub fn is_result(&self, id: TypeId) -> bool {
        (self.defined - self.results.len()..self.defined).contains(&id.0)
    }

    /// The interface with a name.
    pub fn interface(&self, name: &str) -> Option<&LoweredInterface> {
        self.interfaces.iter().find(|i| i.name == name)
    }

    /// The operation of an interface.
    pub fn operation(&self, interface: &str, name: &str) -> Option<&LoweredOperation> {
        let interface = self.interface(interface)?;
        interface.operations.iter().find(|o| o.name == name)
    }

    /// The fields of a record.
    ///
    /// # Panics
    /// The type is not a record; identifiers in this module's shapes always fit.
    pub fn record(&self, id: TypeId) -> &Members {
        match &self.types[id.0].body {
            Body::Record(members) => members,
            other => panic!("a record's identifier names {other:?}"),
        }
    }

    /// The arms of a union.
    ///
    /// # Panics
    /// Like [`Lowered::record`].
    pub fn union(&self, id: TypeId) -> &Arms {
        match &self.types[id.0].body {
            Body::Union(arms) => arms,
            other => panic!("a union's identifier names {other:?}"),
        }
    }

    /// The members of an enumeration.
    ///
    /// # Panics
    /// Like [`Lowered::record`].
    pub fn enumeration(&self, id: TypeId) -> &Arc<meta::Enum> {
        match &self.types[id.0].body {
            Body::Enum(members) => members,
            other => panic!("an enumeration's identifier names {other:?}"),
        }
    }
}

/// Facts about a module's types.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    /// Whether this is a DCE definition.
    pub(super) dce: bool,
    /// Enumerations of 32 bits.
    pub(super) wide: HashSet<TypeId>,
    /// Unions whose arms are all aligned like the widest one.
    pub(super) widest: HashSet<TypeId>,
    /// Facts about each record and union, by index.
    pub(super) known: Vec<Option<Known>>,
}

/// Facts about a record or union.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// Its contribution to the alignment of its container.
    pub(super) align: u8,
    pub(super) hoists: u8,
    pub(super) defers: bool,
}
