//! The result of lowering: shapes, with the metadata that the codec needs.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use manyrpc_codec::meta;
use manyrpc_model::{Annotations, Length, Module, Type, TypeDef};

use super::roles::{By, Role};
use super::{LowerError, json, ndr, protobuf};

/// Key of a mark on text that stubs are to hold as bytes.
const TEXT_HELD_AS: &str = "text.held_as";

/// Index of a named type in [`Lowered::types`], which begin with those of
/// [`Module::types`](manyrpc_model::Module::types) in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(pub usize);

/// What values of a type look like. Lengths are in the [`meta::Field`] beside it.
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
    /// A linked list of records, which have lost their last field to it.
    Chain(Arc<Shape>),
    /// A value or none.
    Optional(Arc<Shape>),
    /// A value or none, of which other places may hold the same one.
    Shared(Arc<Shape>),
    /// A record.
    Record(TypeId),
    /// A union.
    Union(TypeId),
    /// An enumeration.
    Enum(TypeId),
}

/// A record's fields, or the parameters that travel one way: names and bounds beside shapes.
///
/// Not all that travels is in a value: see [`Role`]. Indices are those of what travels.
#[derive(Clone, Debug)]
pub struct Members {
    /// What the codec wants to know.
    pub meta: Arc<meta::Record>,
    /// The shape of each field, in the same order.
    pub shapes: Vec<Shape>,
    /// What each field is to the others, in the same order.
    pub roles: Vec<Role>,
    /// Whether values keep fields that the definition does not know: as bytes, one value more
    /// than there are fields.
    pub keeps_unknown: bool,
}

/// One of [`Members`].
#[derive(Clone, Copy, Debug)]
pub struct Member<'m> {
    /// Its index among those that travel.
    pub index: usize,
    /// What the codec wants to know.
    pub field: &'m meta::Field,
    /// Its shape.
    pub shape: &'m Shape,
    /// What it is to the others.
    pub role: &'m Role,
}

impl Members {
    /// Fields that have nothing to do with each other.
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

    /// Everything that travels.
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

    /// What values have, with shapes.
    pub fn iter(&self) -> impl Iterator<Item = (&meta::Field, &Shape)> {
        let given = self.all().filter(|member| !member.role.is_derived());
        given.map(|member| (member.field, member.shape))
    }

    /// How many of its fields values have.
    pub fn given(&self) -> usize {
        self.place(self.roles.len())
    }

    /// Where the field of an index is in a value; where it would be, if values do not have it.
    pub fn place(&self, index: usize) -> usize {
        let before = self.roles.iter().take(index);
        before.filter(|role| !role.is_derived()).count()
    }

    /// Whether what the request held says how much room there is in one of them.
    pub fn needs_request(&self) -> bool {
        let amounts = self.roles.iter().flat_map(Role::bounds);
        let mut places =
            amounts.flat_map(|b| b.amounts().flat_map(|a| a.places().collect::<Vec<_>>()));
        places.any(|by| matches!(by, By::Request(_)))
    }
}

/// A union's arms, the default arm last where there is one.
#[derive(Clone, Debug)]
pub struct Arms {
    /// What the codec wants to know.
    pub meta: Arc<meta::Union>,
    /// The shape of what each arm holds, in the same order.
    pub shapes: Vec<Shape>,
    /// The discriminant's name.
    pub discriminant: String,
    /// The discriminant's shape in the definition.
    pub label: Shape,
}

/// What a named type stands for.
#[derive(Clone, Debug)]
pub enum Body {
    /// Another name for this.
    Alias(meta::Field, Shape),
    /// A record; an element of a list is without its node's last field.
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
    /// What it stands for.
    pub body: Body,
    /// Whether it is the element of linked lists: a node without the field that leads on.
    pub chain: bool,
    /// Of a node of linked lists its other form: the element of lists, or the node by value, with
    /// the list behind it.
    pub twin: Option<TypeId>,
}

/// What travels with a call and with its reply.
#[derive(Clone, Debug)]
pub struct LoweredOperation {
    /// The operation's name.
    pub name: String,
    /// The operation's number.
    pub number: u32,
    /// The parameters that travel with the request; the record is named `<operation>_in`.
    pub input: Members,
    /// The parameters that come back, then `result` unless void; the record is named `<operation>_out`.
    pub output: Members,
    /// How it raises exceptions, if it does.
    pub raising: Option<Raising>,
}

/// How an operation raises exceptions.
#[derive(Clone, Debug)]
pub struct Raising {
    /// What travels with the reply where exceptions are a part of the result: one union, of the
    /// results by 0 and of exceptions by their numbers. The record is named `<operation>_result`.
    pub result: Members,
    /// The exceptions in order, the first of which has number 1.
    pub exceptions: Vec<Exception>,
}

/// An exception of an operation.
#[derive(Clone, Debug)]
pub struct Exception {
    /// Its name in the definition.
    pub name: String,
    /// What it is called where exceptions are named in words.
    pub full_name: String,
    /// Its members as a value.
    pub place: meta::Field,
    /// A record.
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

/// A module, lowered. Types and interfaces stand in the module's order; behind the types are the
/// other forms of nodes of linked lists.
#[derive(Clone, Debug, Default)]
pub struct Lowered {
    /// The named types.
    pub types: Vec<NamedType>,
    /// The interfaces.
    pub interfaces: Vec<LoweredInterface>,
    pub(super) index: HashMap<String, TypeId>,
    /// How many types the module defines, with those for results.
    pub(super) defined: usize,
    /// The last of them: those for results of operations that raise.
    pub(super) results: Vec<TypeDef>,
    /// Whether values are packed where that can be.
    pub(crate) packs: bool,
    /// Messages of Protocol Buffers by their full names.
    pub(super) messages: HashMap<String, TypeId>,
    /// Whether what follows from the whole module is known.
    pub(super) finished: bool,
    /// What it says of its types to NDR.
    pub(super) facts: ndr::Facts,
}

impl Lowered {
    /// The index of a named type.
    pub fn find(&self, name: &str) -> Option<TypeId> {
        self.index.get(name).copied()
    }

    /// The message (of Protocol Buffers) of a full name.
    pub fn message(&self, full: &str) -> Option<TypeId> {
        self.messages.get(full).copied()
    }

    /// All messages by their full names.
    pub fn messages(&self) -> impl Iterator<Item = (&str, TypeId)> {
        self.messages.iter().map(|(name, id)| (name.as_str(), *id))
    }

    /// The name of a type.
    pub fn name(&self, id: TypeId) -> &str {
        &self.types[id.0].name
    }

    /// What a type was made of.
    pub fn definition<'m>(&'m self, module: &'m Module, id: TypeId) -> &'m TypeDef {
        let own = match self.types[id.0].twin {
            Some(own) if id.0 >= self.defined => own,
            _ => id,
        };
        let found = module.types.get(own.0);
        found.unwrap_or_else(|| &self.results[own.0 + self.results.len() - self.defined])
    }

    /// The types that the module's values are made of: those that it defines, those for results of
    /// operations that raise, and elements of lists whose nodes are held by value, too.
    pub fn used(&self) -> impl Iterator<Item = TypeId> {
        let types = self.types.iter().enumerate();
        let used = types.filter(|(at, ty)| *at < self.defined || ty.chain);
        used.map(|(at, _)| TypeId(at))
    }

    /// Whether a type is one for results of an operation that raises, and not in the definition.
    pub fn is_result(&self, id: TypeId) -> bool {
        (self.defined - self.results.len()..self.defined).contains(&id.0)
    }

    /// The interface of that name.
    pub fn interface(&self, name: &str) -> Option<&LoweredInterface> {
        self.interfaces.iter().find(|i| i.name == name)
    }

    /// The operation of that interface.
    pub fn operation(&self, interface: &str, name: &str) -> Option<&LoweredOperation> {
        let interface = self.interface(interface)?;
        interface.operations.iter().find(|o| o.name == name)
    }

    /// The shape of a use of a type.
    ///
    /// # Errors
    /// The type names one that the module does not define.
    pub fn shape(&self, ty: &Type) -> Result<Shape, LowerError> {
        self.place("value", ty).map(|(_, shape)| shape)
    }

    /// The field and shape of a use of a type, for a place of that name.
    ///
    /// # Errors
    /// As [`Lowered::shape`].
    pub fn place(&self, name: &str, ty: &Type) -> Result<(meta::Field, Shape), LowerError> {
        self.annotated(name, ty, &Annotations::new())
    }

    /// The same for a place with annotations of its own.
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

    /// A record as it is by value: with all its fields.
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
    /// If it is none: shapes of this module hold only identifiers that fit.
    pub fn record(&self, id: TypeId) -> &Members {
        match &self.types[id.0].body {
            Body::Record(members) => members,
            other => panic!("a record's identifier names {other:?}"),
        }
    }

    /// The arms of a union.
    ///
    /// # Panics
    /// As [`Lowered::record`].
    pub fn union(&self, id: TypeId) -> &Arms {
        match &self.types[id.0].body {
            Body::Union(arms) => arms,
            other => panic!("a union's identifier names {other:?}"),
        }
    }

    /// The members of an enumeration.
    ///
    /// # Panics
    /// As [`Lowered::record`].
    pub fn enumeration(&self, id: TypeId) -> &Arc<meta::Enum> {
        match &self.types[id.0].body {
            Body::Enum(members) => members,
            other => panic!("an enumeration's identifier names {other:?}"),
        }
    }
}

/// Types without a name and with nothing below them.
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

/// An alias's field under the name of the place that uses it, elements included.
fn renamed(field: &meta::Field, name: &str) -> meta::Field {
    let elem = field.elem.as_ref();
    meta::Field {
        name: Cow::Owned(name.to_owned()),
        elem: elem.map(|elem| meta::Link::Shared(Arc::new(renamed(elem, name)))),
        ..field.clone()
    }
}
