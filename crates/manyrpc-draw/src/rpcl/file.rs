//! The syntax tree of a `.x` file, with both the value and the notation of every number.

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its definitions in order.
    pub items: Vec<Item>,
}

/// A definition, or text between two definitions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `const`.
    Const(Const),
    /// A type.
    Type(Box<TypeDef>),
    /// `program`.
    Program(Program),
    /// A comment, or a line for the C compiler, verbatim.
    Verbatim(String),
}

/// A named number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Const {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Number,
}

/// A number with its notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Digits, or the name of a constant.
    pub written: Written,
    /// Its value.
    pub value: i64,
}

/// The notation of a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A literal: digits, `TRUE` or `FALSE`.
    Literal(String),
    /// The name of a constant or of an enumeration member.
    Name(String),
}

/// A named type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDef {
    /// Its name.
    pub name: String,
    /// Its body.
    pub body: Body,
}

/// The body of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    /// `struct`.
    Struct(Vec<Decl>),
    /// `union`.
    Union(Union),
    /// `enum`.
    Enum(Vec<Member>),
    /// `typedef`; the declaration has the type's name.
    Typedef(Decl),
}

/// A union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Union {
    /// The discriminant.
    pub tag: Decl,
    /// Its arms.
    pub arms: Vec<Arm>,
    /// The default arm, if any.
    pub default: Option<Held>,
    /// Values of the tag without an arm of their own, which select `default`, if any.
    pub others: Vec<i64>,
}

/// One arm of a union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// At least one.
    pub labels: Vec<Number>,
    /// Its content.
    pub held: Held,
}

/// The content of an arm: `None` for `void`.
pub type Held = Option<Decl>;

/// A member of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name, unique in the file.
    pub name: String,
    /// Its value; if implicit, one more than the previous member's.
    pub value: i64,
    /// Its notation, unless implicit.
    pub written: Option<Written>,
}

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decl {
    /// The name.
    pub name: String,
    /// The type before the name.
    pub of: Spec,
    /// The declarator around the name.
    pub shape: Shape,
}

/// A reference to a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A built-in type, and its spelling.
    Scalar(Scalar, &'static str),
    /// `string`.
    Text,
    /// `opaque`.
    Opaque,
    /// A type of the file, with or without `struct`, `union` or `enum`.
    Named(Option<&'static str>, String),
}

/// The built-in types of the language and of rpcgen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are self-explanatory")]
pub enum Scalar {
    Bool,
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
    F128,
}

/// A declarator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Nothing.
    Plain,
    /// `*` before it.
    Optional,
    /// `[n]` behind it.
    Fixed(Number),
    /// `<n>` or `<>` behind it.
    UpTo(Option<Number>),
}

/// A program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// Its versions.
    pub versions: Vec<Version>,
}

/// A version of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// Its procedures.
    pub procedures: Vec<Procedure>,
}

/// A procedure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// Its number.
    pub number: u32,
    /// Its result: `None` for `void`.
    pub result: Option<Spec>,
    /// Its arguments.
    pub arguments: Vec<Decl>,
    /// Whether the arguments are named.
    pub named: bool,
}

impl Procedure {
    /// Multiple arguments as rpcgen represents them: a struct with a unique name.
    pub fn argument(&self, version: &Version) -> Option<TypeDef> {
        let several = self.named && self.arguments.len() > 1;
        several.then(|| TypeDef {
            name: format!("{}_{}_argument", self.name.to_lowercase(), version.number),
            body: Body::Struct(self.arguments.clone()),
        })
    }
}

impl File {
    /// Its types in order.
    pub fn types(&self) -> impl Iterator<Item = &TypeDef> {
        self.items.iter().filter_map(|item| match item {
            Item::Type(ty) => Some(&**ty),
            _ => None,
        })
    }

    /// The argument structs of procedures with multiple arguments, with the names of version and procedure.
    pub fn arguments(&self) -> Vec<(&str, &str, TypeDef)> {
        let versions = self.programs().flat_map(|program| &program.versions);
        let procedures = versions.flat_map(|v| v.procedures.iter().map(move |p| (v, p)));
        let several = procedures.filter_map(|(version, procedure)| {
            let argument = procedure.argument(version)?;
            Some((&*version.name, &*procedure.name, argument))
        });
        several.collect()
    }

    /// Its programs in order.
    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        self.items.iter().filter_map(|item| match item {
            Item::Program(program) => Some(program),
            _ => None,
        })
    }

    /// All named numbers: constants and enumeration members.
    pub fn numbers(&self) -> Vec<(&str, i64)> {
        let mut numbers = Vec::new();
        for item in &self.items {
            match item {
                Item::Const(constant) => numbers.push((&*constant.name, constant.value.value)),
                Item::Type(ty) => {
                    if let Body::Enum(members) = &ty.body {
                        numbers.extend(members.iter().map(|m| (&*m.name, m.value)));
                    }
                }
                _ => {}
            }
        }
        numbers
    }
}
