//! Types, independent of any wire.

use crate::annotations::Annotations;

/// A use of a type.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Type {
    /// Nothing.
    #[default]
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
    /// A reference to an object, perhaps to none: to one with the interface of that name in the
    /// module, or with any.
    Reference(Option<String>),
    /// A value with its type.
    Any,
    /// Elements of one type.
    Array {
        /// The element.
        element: Box<Type>,
        /// How many.
        length: Length,
    },
    /// A value or none.
    Optional(Box<Type>),
    /// A value or none, of which other places may hold the same one; it may hold itself.
    Shared(Box<Type>),
    /// A type defined in the module.
    Named(String),
    /// A type with facts of the dialect about this very use of it.
    Marked(Box<Type>, Annotations),
}

impl Type {
    /// An array of such elements.
    pub fn array(element: Type, length: Length) -> Type {
        let element = Box::new(element);
        Type::Array { element, length }
    }

    /// This type, or none.
    pub fn optional(self) -> Type {
        Type::Optional(Box::new(self))
    }

    /// This type with one more fact about this use of it; of two with one key the later holds.
    pub fn marked(self, key: &str, value: &str) -> Type {
        let (inner, mut marks) = match self {
            Type::Marked(inner, marks) => (inner, marks),
            plain => (Box::new(plain), Annotations::new()),
        };
        marks.insert(key.to_owned(), value.to_owned());
        Type::Marked(inner, marks)
    }

    /// The type itself, for everything that only wants structure: marks around it are gone,
    /// those further inside are still there.
    pub fn plain(&self) -> &Type {
        let mut ty = self;
        while let Type::Marked(inner, _) = ty {
            ty = inner;
        }
        ty
    }

    /// What the marks around this use say under `key`, the outermost first.
    pub fn mark(&self, key: &str) -> Option<&str> {
        let mut ty = self;
        while let Type::Marked(inner, marks) = ty {
            if let Some(value) = marks.get(key) {
                return Some(value);
            }
            ty = inner;
        }
        None
    }
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
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What the definition says about it.
    pub doc: String,
    /// Its type.
    pub ty: Type,
    /// What its value follows from, where nobody is to state it.
    pub derived: Option<Derived>,
    /// Facts of the dialect.
    pub annotations: Annotations,
}

impl Field {
    /// A field of which nothing more is said.
    pub fn new(name: impl Into<String>, ty: Type) -> Self {
        Field {
            name: name.into(),
            ty,
            ..Field::default()
        }
    }

    /// The same with what the definition says about it.
    pub fn documented(self, doc: impl Into<String>) -> Self {
        let doc = doc.into();
        Field { doc, ..self }
    }
}

/// What an integer follows from that stands beside what it describes: a field of the same
/// record, a parameter of the same operation. It travels, but values do not have it: it is
/// worked out when they are encoded and checked when they are decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Derived {
    /// It says how many elements there are.
    Count {
        /// The name of the array, byte string or text beside it, which may be optional.
        of: String,
        /// How the two numbers belong together.
        relation: Relation,
    },
    /// It says which arm was chosen.
    Label {
        /// The name of the union beside it, which may be optional.
        of: String,
    },
}

/// The relation between a number and a count: the count is `number * times / over + plus`, where
/// the division truncates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The factor, not 0.
    pub times: u32,
    /// The divisor, not 0.
    pub over: u32,
    /// The summand.
    pub plus: i32,
}

impl Relation {
    /// The number is the count.
    pub const SAME: Relation = Relation {
        times: 1,
        over: 1,
        plus: 0,
    };
}

impl Default for Relation {
    fn default() -> Self {
        Relation::SAME
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_looked_through_and_the_outermost_holds() {
        let inner = Type::U8.marked("dce.a", "1").marked("dce.b", "2");
        let outer: Annotations = [("dce.a".to_owned(), "3".to_owned())].into();
        let outer = Type::Marked(Box::new(inner), outer);
        assert_eq!(outer.plain(), &Type::U8);
        assert_eq!(
            (outer.mark("dce.a"), outer.mark("dce.b")),
            (Some("3"), Some("2"))
        );
        assert_eq!(outer.mark("dce.c"), None);
        // Marks below a pointer belong to what it points to.
        let pointer = Type::U8.marked("dce.a", "1").optional();
        assert_eq!((pointer.plain(), pointer.mark("dce.a")), (&pointer, None));
    }
}
