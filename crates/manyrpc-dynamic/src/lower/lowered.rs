//! The result of lowering: shapes, with the metadata that the codec needs.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use manyrpc_codec::meta;
use manyrpc_model::{Annotations, Length, Module, Type, TypeDef};

use super::roles::{By, Role};
use super::{LowerError, json, ndr, protobuf};

/// The annotation on text that stubs represent as bytes.
const TEXT_HELD_AS: &str = "text.held_as";

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
            numbers: Cow::Borrowed(&[]),
            notation: meta::Notation::Members,
            message: false,
            arms: Cow::Borrowed(&[]),
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
    /// Its body.
    pub body: Body,
    /// Whether it is the element of linked lists: a node without its link field.
    pub chain: bool,
    /// For a list node its other form: the list element, or the node by value with the rest of the list.
    pub twin: Option<TypeId>,
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
    pub(super) facts: ndr::Facts,
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

    /// The shape of a use of a type.
    ///
    /// # Errors
    /// The type refers to one that the module does not define.
    pub fn shape(&self, ty: &Type) -> Result<Shape, LowerError> {
        self.place("value", ty).map(|(_, shape)| shape)
    }

    /// The field and shape of a use of a type, for a place with a name.
    ///
    /// # Errors
    /// Those of [`Lowered::shape`].
    pub fn place(&self, name: &str, ty: &Type) -> Result<(meta::Field, Shape), LowerError> {
        self.annotated(name, ty, &Annotations::new())
    }

    /// The same for a place with annotations.
    pub(super) fn annotated(
        &self,
        name: &str,
        ty: &Type,
        annotations: &Annotations,
    ) -> Result<(meta::Field, Shape), LowerError> {
        let (mut field, shape) = self.resolved(name, ty)?;
        if !annotations.is_empty() {
            ndr::mark(&mut field, &shape, annotations);
        }
        if self.finished {
            ndr::settle(self, &mut field, &shape);
            protobuf::alone(&mut field, &shape);
            json::alone(self, &mut field, &shape);
        }
        Ok((field, shape))
    }

    fn resolved(&self, name: &str, ty: &Type) -> Result<(meta::Field, Shape), LowerError> {
        Ok(match ty {
            Type::Named(to) => {
                let id = self.find(to).ok_or(LowerError::Unknown(to.clone()))?;
                match &self.types[id.0].body {
                    Body::Alias(field, shape) => (renamed(field, name), shape.clone()),
                    Body::Record(_) => (unbounded(name), Shape::Record(self.whole(id))),
                    Body::Union(_) => (unbounded(name), Shape::Union(id)),
                    Body::Enum(_) => (unbounded(name), Shape::Enum(id)),
                }
            }
            Type::Array { element, length } => {
                let (elem, shape) = self.resolved(name, element)?;
                let field = around(name, lengths(*length), elem);
                (field, Shape::Array(Arc::new(shape)))
            }
            Type::Optional(inner) => {
                let (elem, shape) = self.resolved(name, inner)?;
                (around(name, UNBOUNDED, elem), self.maybe(shape))
            }
            Type::Shared(inner) => {
                let (elem, shape) = self.resolved(name, inner)?;
                (
                    around(name, UNBOUNDED, elem),
                    Shape::Shared(Arc::new(shape)),
                )
            }
            Type::Marked(inner, marks) => {
                let (mut field, shape) = self.resolved(name, inner)?;
                field.octets |= marks.get(TEXT_HELD_AS).is_some_and(|held| held == "bytes");
                ndr::mark(&mut field, &shape, marks);
                (field, shape)
            }
            flat => flat_place(name, flat),
        })
    }

    /// The by-value form of a record, with all its fields.
    fn whole(&self, id: TypeId) -> TypeId {
        match &self.types[id.0] {
            NamedType {
                chain: true,
                twin: Some(whole),
                ..
            } => *whole,
            _ => id,
        }
    }

    fn maybe(&self, inner: Shape) -> Shape {
        let element = match inner {
            Shape::Record(id) => self.types[id.0].twin,
            _ => None,
        };
        match element {
            Some(element) => Shape::Chain(Arc::new(Shape::Record(element))),
            None => Shape::Optional(Arc::new(inner)),
        }
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

/// Unnamed types without nested types.
fn flat_place(name: &str, ty: &Type) -> (meta::Field, Shape) {
    let shape = match ty {
        Type::Bool => Shape::Bool,
        Type::I8 => Shape::I8,
        Type::U8 => Shape::U8,
        Type::I16 => Shape::I16,
        Type::U16 => Shape::U16,
        Type::I32 => Shape::I32,
        Type::U32 => Shape::U32,
        Type::I64 => Shape::I64,
        Type::U64 => Shape::U64,
        Type::F32 => Shape::F32,
        Type::F64 => Shape::F64,
        Type::F128 => Shape::F128,
        Type::Text { max } => {
            let length = lengths(Length::UpTo(*max));
            return (sized(name, length), Shape::Text);
        }
        Type::Bytes(length) => return (sized(name, lengths(*length)), Shape::Bytes),
        Type::Void
        | Type::Array { .. }
        | Type::Optional(_)
        | Type::Shared(_)
        | Type::Named(_)
        | Type::Marked(..) => Shape::Void,
    };
    (unbounded(name), shape)
}

const UNBOUNDED: meta::Length = meta::Length::UpTo(u32::MAX);

fn lengths(length: Length) -> meta::Length {
    match length {
        Length::Fixed(n) => meta::Length::Fixed(n),
        Length::UpTo(max) => meta::Length::UpTo(max.unwrap_or(u32::MAX)),
    }
}

pub(super) fn unbounded(name: &str) -> meta::Field {
    sized(name, UNBOUNDED)
}

fn sized(name: &str, length: meta::Length) -> meta::Field {
    meta::Field {
        name: Cow::Owned(name.to_owned()),
        length,
        elem: None,
        ..meta::Field::plain("")
    }
}

fn around(name: &str, length: meta::Length, elem: meta::Field) -> meta::Field {
    meta::Field {
        elem: Some(meta::Link::Shared(Arc::new(elem))),
        ..sized(name, length)
    }
}

/// An alias's field renamed to the place that uses it, elements included.
fn renamed(field: &meta::Field, name: &str) -> meta::Field {
    let elem = field.elem.as_ref();
    meta::Field {
        name: Cow::Owned(name.to_owned()),
        elem: elem.map(|elem| meta::Link::Shared(Arc::new(renamed(elem, name)))),
        ..field.clone()
    }
}
