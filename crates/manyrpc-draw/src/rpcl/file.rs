//! What a `.x` file is made of, with the value of every number beside how it is written.

/// A file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its definitions in order.
    pub items: Vec<Item>,
}

/// A definition, or what stands between two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// `const`.
    Const(Const),
    /// A type.
    Type(Box<TypeDef>),
    /// `program`.
    Program(Program),
    /// A comment, or a line for the C compiler, as it stands.
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

/// A number as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Digits, or the name of a constant.
    pub written: Written,
    /// What it comes to.
    pub value: i64,
}

/// How a number is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// By digits, `TRUE` or `FALSE`.
    Literal(String),
    /// By the name of a constant or of a member of an enumeration.
    Name(String),
}

/// A named type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeDef {
    /// Its name.
    pub name: String,
    /// What it stands for.
    pub body: Body,
}

/// What a type stands for.
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
    /// What it is switched on.
    pub tag: Decl,
    /// Its arms.
    pub arms: Vec<Arm>,
    /// The arm of other labels, where there is one.
    pub default: Option<Held>,
    /// Values of the tag that no arm has: with `default`, what chooses it.
    pub others: Vec<i64>,
}

/// One arm of a union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// At least one.
    pub labels: Vec<Number>,
    /// What it holds.
    pub held: Held,
}

/// What an arm holds: `None` for `void`.
pub type Held = Option<Decl>;

/// A member of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its name, unique in the file.
    pub name: String,
    /// Its value; where nothing is written, one more than the member's before.
    pub value: i64,
    /// How it is written.
    pub written: Option<Written>,
}

/// A name and what is of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decl {
    /// The name.
    pub name: String,
    /// The type before it.
    pub of: Spec,
    /// What stands around the name.
    pub shape: Shape,
}

/// A type as it is mentioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// A type of the language, and how it is written.
    Scalar(Scalar, &'static str),
    /// `string`.
    Text,
    /// `opaque`.
    Opaque,
    /// A type of the file, with `struct`, `union` or `enum` before it or not.
    Named(Option<&'static str>, String),
}

/// What the language has, and what rpcgen takes beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "they are what they are called")]
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

/// What stands around a name.
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
    /// What it gives: `None` for `void`.
    pub result: Option<Spec>,
    /// What it takes.
    pub arguments: Vec<Decl>,
    /// Whether the arguments have their names.
    pub named: bool,
}

impl Procedure {
    /// The arguments of several as rpcgen has them: a struct, with a name that nothing else has.
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

    /// What its procedures with several arguments take, beside their version's name and their own.
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

    /// Everything in it that is a name for a number: constants and members of enumerations.
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
