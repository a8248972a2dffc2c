//! The syntax tree, before names are resolved.

use std::rc::Rc;

use crate::place::Span;

pub(crate) use super::expr::Expr;
pub(crate) use crate::c::Name;

/// A name with those of the scopes it is in: `::A::B`.
#[derive(Clone, Debug)]
pub(crate) struct Scoped {
    pub(crate) span: Span,
    /// Whether it begins with `::`.
    pub(crate) absolute: bool,
    /// At least one.
    pub(crate) names: Vec<Name>,
}

/// A name that is declared, with what its repository identifier begins with.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub(crate) name: Name,
    /// The prefix that holds here and the names of the scopes inside of it, with `/` between.
    pub(crate) prefix: Rc<str>,
}

/// One definition, or one thing that an interface exports.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) doc: String,
    pub(crate) node: ItemNode,
}

/// The kinds of definition.
#[derive(Clone, Debug)]
pub(crate) enum ItemNode {
    Import(Import),
    Module(Declared, Vec<Item>),
    Interface(Interface),
    Value(Value),
    Const(Declared, TypeSpec, Expr),
    Typedef(TypeSpec, Vec<Declarator>),
    Struct(Struct),
    Union(Union),
    /// `struct x;` or `union x;`
    Forward(&'static str, Declared),
    Enum(Enum),
    Exception(Struct),
    Native(Declared),
    Attribute(Attribute),
    Operation(Operation),
    /// A member of a value's state, and whether it is private.
    State(Member, bool),
    /// How a value is made: nothing that travels.
    Factory(Operation),
    /// `#pragma ID`, `typeid`: the identifier of what has that name.
    Id(Scoped, Rc<str>, Span),
    /// `#pragma version`: the version in it.
    Version(Scoped, Rc<str>, Span),
    /// `typeprefix`: the prefix of the identifiers inside of that scope.
    Prefix(Scoped, Rc<str>),
}

/// `import` of a scope.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    pub(crate) scope: ImportedScope,
    /// The file that is named for it, if it had not been declared and there is one.
    pub(crate) from: Option<u32>,
}

/// What an import names.
#[derive(Clone, Debug)]
pub(crate) enum ImportedScope {
    Name(Scoped),
    /// Its repository identifier.
    Id(Rc<str>, Span),
}

/// An interface, or its announcement.
#[derive(Clone, Debug)]
pub(crate) struct Interface {
    pub(crate) declared: Declared,
    pub(crate) kind: InterfaceKind,
    pub(crate) bases: Vec<Scoped>,
    /// `None` for an announcement.
    pub(crate) body: Option<Vec<Item>>,
}

/// What may be called through an interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InterfaceKind {
    /// Objects elsewhere.
    Remote,
    /// Objects elsewhere, and values.
    Abstract,
    /// Objects of the same program.
    Local,
}

/// A valuetype, or its announcement.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) declared: Declared,
    pub(crate) custom: bool,
    pub(crate) is_abstract: bool,
    pub(crate) truncatable: Option<Span>,
    pub(crate) bases: Vec<Scoped>,
    pub(crate) supports: Vec<Scoped>,
    pub(crate) body: ValueBody,
}

/// What a valuetype holds.
#[derive(Clone, Debug)]
pub(crate) enum ValueBody {
    Announced,
    Boxed(TypeSpec),
    Items(Vec<Item>),
}

/// A type where it is used.
#[derive(Clone, Debug)]
pub(crate) struct TypeSpec {
    pub(crate) span: Span,
    pub(crate) node: TypeNode,
}

/// The kinds of types.
#[derive(Clone, Debug)]
pub(crate) enum TypeNode {
    Basic(Basic),
    Text(Option<Expr>),
    WideText(Option<Expr>),
    Sequence(Box<TypeSpec>, Option<Expr>),
    /// Digits and scale; constants have neither.
    Fixed(Option<Box<(Expr, Expr)>>),
    Named(Scoped),
    Struct(Box<Struct>),
    Union(Box<Union>),
    Enum(Enum),
}

/// The language's own types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Basic {
    Void,
    Bool,
    Char,
    WChar,
    Octet,
    I8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
    F128,
    Any,
    Object,
    ValueBase,
}

/// A struct or an exception.
#[derive(Clone, Debug)]
pub(crate) struct Struct {
    pub(crate) declared: Declared,
    pub(crate) members: Vec<Member>,
}

/// Members of one type.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) doc: String,
    pub(crate) spec: TypeSpec,
    pub(crate) declarators: Vec<Declarator>,
}

/// A name with the lengths behind it, if it is an array.
#[derive(Clone, Debug)]
pub(crate) struct Declarator {
    pub(crate) declared: Declared,
    pub(crate) lengths: Vec<Expr>,
}

/// `union name switch (type) { cases }`.
#[derive(Clone, Debug)]
pub(crate) struct Union {
    pub(crate) declared: Declared,
    pub(crate) switch: TypeSpec,
    pub(crate) cases: Vec<Case>,
}

/// One arm of a union.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) doc: String,
    pub(crate) labels: Vec<CaseLabel>,
    pub(crate) spec: TypeSpec,
    pub(crate) declarator: Declarator,
}

/// What chooses an arm.
#[derive(Clone, Debug)]
pub(crate) enum CaseLabel {
    Default(Span),
    Value(Expr),
}

/// Named values.
#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub(crate) declared: Declared,
    pub(crate) members: Vec<(String, Declared)>,
}

/// `readonly attribute type a, b`.
#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    pub(crate) readonly: bool,
    pub(crate) spec: TypeSpec,
    pub(crate) names: Vec<Declared>,
    pub(crate) get_raises: Vec<Scoped>,
    pub(crate) set_raises: Vec<Scoped>,
}

/// An operation.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) declared: Declared,
    pub(crate) oneway: bool,
    pub(crate) result: TypeSpec,
    pub(crate) params: Vec<Param>,
    pub(crate) raises: Vec<Scoped>,
    /// Patterns of the context's properties.
    pub(crate) context: Vec<Rc<str>>,
}

/// A parameter.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) direction: manyrpc_model::Direction,
    pub(crate) spec: TypeSpec,
    pub(crate) name: Name,
}
