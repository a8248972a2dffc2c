//! Type codes: types as values (CORBA 3.0, section 4.11).
//!
//! A type may contain itself, so a type code is a graph: its types refer to each other by index.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use crate::limits::Limits;

/// A type as a value.
///
/// ```
/// use manyrpc_codec::cdr::{Kind, TypeCode};
///
/// let longs = TypeCode::build(|types| {
///     let element = types.add(Kind::Long);
///     types.add(Kind::Sequence { element, max: 0 })
/// });
/// assert_eq!(longs.to_string(), "sequence<long>");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeCode {
    pub(super) kinds: Vec<Kind>,
    pub(super) root: TypeIndex,
}

/// A type within a [`TypeCode`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeIndex(pub(super) u32);

/// What a type is. Names and repository identifiers may be empty: senders may leave them out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// No value.
    Null,
    /// Nothing.
    Void,
    /// `short`.
    Short,
    /// `long`.
    Long,
    /// `unsigned short`.
    UShort,
    /// `unsigned long`.
    ULong,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `boolean`.
    Boolean,
    /// `char`.
    Char,
    /// `octet`.
    Octet,
    /// `any`.
    Any,
    /// A type code.
    TypeCode,
    /// A principal (GIOP 1.0).
    Principal,
    /// `long long`.
    LongLong,
    /// `unsigned long long`.
    ULongLong,
    /// `long double`.
    LongDouble,
    /// `wchar`.
    WChar,
    /// `string`.
    String {
        /// The most characters; 0 without a bound.
        max: u32,
    },
    /// `wstring`.
    WString {
        /// The most characters; 0 without a bound.
        max: u32,
    },
    /// `fixed<digits, scale>`.
    Fixed {
        /// The number of digits.
        digits: u16,
        /// The number of those behind the decimal point.
        scale: i16,
    },
    /// A sequence.
    Sequence {
        /// Its element.
        element: TypeIndex,
        /// The most elements; 0 without a bound.
        max: u32,
    },
    /// An array; one dimension of it.
    Array {
        /// Its element.
        element: TypeIndex,
        /// The number of elements.
        length: u32,
    },
    /// A type with a name.
    Named(Name, Body),
}

/// What names a type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// Its repository identifier: `IDL:shop/Item:1.0`.
    pub id: String,
    /// Its own name: `Item`.
    pub name: String,
}

/// What a type with a name is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// A reference to an object with this interface.
    Reference,
    /// `struct`.
    Struct(Vec<Member>),
    /// `exception`.
    Exception(Vec<Member>),
    /// `union`.
    Union {
        /// The type of the discriminant.
        discriminant: TypeIndex,
        /// The arms, one for each label.
        arms: Vec<Arm>,
        /// The index of the arm for other labels.
        default: Option<u32>,
    },
    /// `enum`: its members' names.
    Enum(Vec<String>),
    /// `typedef`.
    Alias(TypeIndex),
    /// `valuetype`.
    Value {
        /// What may be done with it.
        modifier: Modifier,
        /// The base that has a state; a type that is [`Kind::Null`] if there is none.
        base: TypeIndex,
        /// Its members, without those of the base.
        state: Vec<State>,
    },
    /// A `valuetype` that boxes this type.
    Box(TypeIndex),
    /// Another kind, whose values are not carried.
    Other(Uncarried),
}

/// Kinds of types whose values are not carried in an `any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Uncarried {
    /// `native`.
    Native,
    /// An abstract interface, which is a reference or a value.
    AbstractInterface,
    /// A local interface.
    LocalInterface,
}

/// What may be done with a valuetype (CORBA 3.0, section 4.11.1): its number is that of `ValueModifier`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Modifier {
    /// Nothing in particular.
    None = 0,
    /// Programs marshal it themselves.
    Custom = 1,
    /// It is abstract: it has no state.
    Abstract = 2,
    /// It can be received as its base.
    Truncatable = 3,
}

/// A member of a valuetype.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Its name and type.
    pub member: Member,
    /// Whether everybody may see it.
    pub is_public: bool,
}

/// A member of a structure or exception.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: TypeIndex,
}

/// An arm of a union for one label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The label; of the default arm, any value.
    pub label: i64,
    /// What it holds.
    pub member: Member,
}

/// Adds types to a [`TypeCode`].
#[derive(Debug, Default)]
pub struct Types(pub(super) Vec<Kind>);

impl Types {
    /// Adds a type.
    pub fn add(&mut self, kind: Kind) -> TypeIndex {
        let index = TypeIndex(self.0.len() as u32);
        self.0.push(kind);
        index
    }

    /// Adds a type that may contain itself: others can refer to it before it is [set](Self::set).
    pub fn reserve(&mut self) -> TypeIndex {
        self.add(Kind::Null)
    }

    /// Sets a type that was reserved.
    pub fn set(&mut self, index: TypeIndex, kind: Kind) {
        self.0[index.0 as usize] = kind;
    }
}

/// A type of a [`TypeCode`] with the types that it refers to.
#[derive(Clone, Copy, Debug)]
pub struct TypeRef<'t> {
    pub(super) kinds: &'t [Kind],
    pub(super) index: TypeIndex,
}

/// The types that the discriminant of a union may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Labels {
    Bool,
    U8,
    I16,
    U16,
    I32,
    /// `unsigned long`, and enumerations.
    U32,
    /// `long long` and `unsigned long long`: the same bits.
    I64,
    Wide,
}

impl<'t> TypeRef<'t> {
    /// The labels of a union with this discriminant.
    pub(super) fn labels(self) -> Option<Labels> {
        Some(match self.resolved().kind() {
            Kind::Boolean => Labels::Bool,
            Kind::Char | Kind::Octet => Labels::U8,
            Kind::Short => Labels::I16,
            Kind::UShort => Labels::U16,
            Kind::Long => Labels::I32,
            Kind::ULong | Kind::Named(_, Body::Enum(_)) => Labels::U32,
            Kind::LongLong | Kind::ULongLong => Labels::I64,
            Kind::WChar => Labels::Wide,
            _ => return None,
        })
    }

    /// What it is.
    pub fn kind(self) -> &'t Kind {
        &self.kinds[self.index.0 as usize]
    }

    /// Its index.
    pub fn index(self) -> TypeIndex {
        self.index
    }

    /// A type that it refers to.
    pub fn at(self, index: TypeIndex) -> Self {
        TypeRef { index, ..self }
    }

    /// The type itself, without `typedef`s around it. An alias that stands for itself only stays, and so
    /// does one of more aliases than values may be nested.
    #[must_use]
    pub fn resolved(self) -> Self {
        let mut ty = self;
        for _ in 0..Limits::DEFAULT.depth {
            match ty.kind() {
                Kind::Named(_, Body::Alias(of)) => ty = ty.at(*of),
                _ => break,
            }
        }
        ty
    }
}

impl Default for TypeCode {
    fn default() -> Self {
        Self::build(|types| types.add(Kind::Null))
    }
}

impl TypeCode {
    /// Makes one of the types that `of` adds and the one that it returns.
    pub fn build(of: impl FnOnce(&mut Types) -> TypeIndex) -> Self {
        let mut types = Types::default();
        let root = of(&mut types);
        TypeCode {
            kinds: types.0,
            root,
        }
    }

    /// The type itself.
    pub fn root(&self) -> TypeRef<'_> {
        TypeRef {
            kinds: &self.kinds,
            index: self.root,
        }
    }

    /// Whether both are the same type to CORBA (section 4.11.1, `equivalent`): `typedef`s are looked
    /// through, types with repository identifiers are compared by these, others by structure.
    pub fn is_equivalent(&self, other: &TypeCode) -> bool {
        let mut compared = BTreeSet::new();
        let mut waiting = Vec::from([(self.root(), other.root())]);
        while let Some((a, b)) = waiting.pop() {
            let (a, b) = (a.resolved(), b.resolved());
            let is_new = compared.insert((a.index, b.index));
            if is_new && !has_same_head(a, b, &mut waiting) {
                return false;
            }
        }
        true
    }
}

/// Whether two types are equivalent if the pairs added to `waiting` are.
fn has_same_head<'t>(
    a: TypeRef<'t>,
    b: TypeRef<'t>,
    waiting: &mut Vec<(TypeRef<'t>, TypeRef<'t>)>,
) -> bool {
    match (a.kind(), b.kind()) {
        (
            Kind::Sequence { element, max },
            Kind::Sequence {
                element: other,
                max: other_max,
            },
        ) => {
            waiting.push((a.at(*element), b.at(*other)));
            max == other_max
        }
        (
            Kind::Array { element, length },
            Kind::Array {
                element: other,
                length: other_length,
            },
        ) => {
            waiting.push((a.at(*element), b.at(*other)));
            length == other_length
        }
        (Kind::Named(a_name, a_body), Kind::Named(b_name, b_body)) => {
            match a_name.id.is_empty() || b_name.id.is_empty() {
                true => has_same_body((a, a_body), (b, b_body), waiting),
                false => is_same_kind(a_body, b_body) && a_name.id == b_name.id,
            }
        }
        (a, b) => a == b,
    }
}

fn is_same_kind(a: &Body, b: &Body) -> bool {
    core::mem::discriminant(a) == core::mem::discriminant(b)
}

/// The same of types without an identifier, by their structure.
fn has_same_body<'t>(
    (a, a_body): (TypeRef<'t>, &'t Body),
    (b, b_body): (TypeRef<'t>, &'t Body),
    waiting: &mut Vec<(TypeRef<'t>, TypeRef<'t>)>,
) -> bool {
    match (a_body, b_body) {
        (Body::Struct(a_members), Body::Struct(b_members))
        | (Body::Exception(a_members), Body::Exception(b_members)) => {
            let pairs = a_members.iter().zip(b_members);
            waiting.extend(pairs.map(|(x, y)| (a.at(x.ty), b.at(y.ty))));
            a_members.len() == b_members.len()
        }
        (
            Body::Union {
                discriminant,
                arms,
                default,
            },
            Body::Union {
                discriminant: other,
                arms: other_arms,
                default: other_default,
            },
        ) => {
            waiting.push((a.at(*discriminant), b.at(*other)));
            let pairs = arms.iter().zip(other_arms);
            let members = pairs.clone().map(|(x, y)| (x.member.ty, y.member.ty));
            waiting.extend(members.map(|(x, y)| (a.at(x), b.at(y))));
            let is_same = |(i, (x, y)): (usize, (&Arm, &Arm))| {
                x.label == y.label || *default == Some(i as u32)
            };
            arms.len() == other_arms.len()
                && default == other_default
                && pairs.enumerate().all(is_same)
        }
        (Body::Enum(a_members), Body::Enum(b_members)) => a_members.len() == b_members.len(),
        (Body::Box(x), Body::Box(y)) => {
            waiting.push((a.at(*x), b.at(*y)));
            true
        }
        (
            Body::Value { base, state, .. },
            Body::Value {
                base: other,
                state: other_state,
                ..
            },
        ) => {
            waiting.push((a.at(*base), b.at(*other)));
            let pairs = state.iter().zip(other_state);
            waiting.extend(pairs.map(|(x, y)| (a.at(x.member.ty), b.at(y.member.ty))));
            state.len() == other_state.len()
        }
        (Body::Other(x), Body::Other(y)) => x == y,
        (x, y) => is_same_kind(x, y),
    }
}
