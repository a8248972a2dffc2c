//! Types, without a word on how a wire carries them.

use crate::module::Annotations;

/// A use of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// Nothing.
    Void,
    /// True or false.
    Bool,
    /// Signed, 8 bits.
    I8,
    /// Unsigned, 8 bits.
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
    /// IEEE 754, 128 bits, kept as its 16 bytes, most significant first.
    F128,
    /// Characters.
    Text {
        /// Longest permitted, in bytes of its encoding.
        max: Option<u32>,
    },
    /// Uninterpreted bytes.
    Bytes(Length),
    /// Elements of one type.
    Array {
        /// The element.
        element: Box<Type>,
        /// How many.
        length: Length,
    },
    /// A value or none.
    Optional(Box<Type>),
    /// A type defined in the module.
    Named(String),
}

/// How many elements an array or byte string has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// Exactly so many, not sent.
    Fixed(u32),
    /// Up to so many; `None` where the definition sets no bound.
    UpTo(Option<u32>),
}

/// A named type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDef {
    /// Name, unique in the module.
    pub name: String,
    /// What the definition says about it.
    pub doc: String,
    /// What it stands for.
    pub body: TypeBody,
    /// Facts of the dialect.
    pub annotations: Annotations,
}

/// What a named type stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeBody {
    /// Another name for a type.
    Alias(Type),
    /// Fields in order.
    Record(Record),
    /// One of several arms.
    Union(Union),
    /// Named integers.
    Enum(Enum),
}

/// Fields in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// The fields; names are unique.
    pub fields: Vec<Field>,
}

/// One field.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What the definition says about it.
    pub doc: String,
    /// Its type.
    pub ty: Type,
}

/// A discriminated union.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// The discriminant's name.
    pub discriminant: String,
    /// The discriminant's type: an integer, a boolean or an enumeration.
    pub discriminant_type: Type,
    /// Arms in order; labels are unique over all of them.
    pub arms: Vec<Arm>,
    /// What holds for every other label; without it they are refused.
    pub default: Option<Field>,
}

/// One arm of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// The labels that choose it, at least one.
    pub labels: Vec<i64>,
    /// What it holds; a [`Type::Void`] field has the name of its first label.
    pub field: Field,
}

/// Named integers of 32 bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Enum {
    /// The members in order.
    pub members: Vec<EnumMember>,
}

/// One member of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnumMember {
    /// Its name, unique in the module.
    pub name: String,
    /// Its value.
    pub value: i32,
    /// What the definition says about it.
    pub doc: String,
}
