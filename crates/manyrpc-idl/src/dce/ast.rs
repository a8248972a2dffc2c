//! The syntax tree, before names are resolved.

use std::collections::HashSet;
use std::rc::Rc;

use crate::place::Span;

pub(crate) use crate::c::Name;
pub(crate) use crate::c::expr::{Expr, ExprNode};

/// The contents of one file.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) items: Vec<Item>,
    /// Names of definitions that did not parse; uses of them are not reported as undefined.
    pub(crate) broken: HashSet<Rc<str>>,
}

/// One definition.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) doc: String,
    pub(crate) node: ItemNode,
}

/// The kinds of definition.
#[derive(Debug)]
pub(crate) enum ItemNode {
    /// `import "a", "b";`, without the quotation marks.
    Import(Vec<Name>),
    Const(Const),
    Typedef(Typedef),
    /// `struct tag {…};` and its siblings.
    Tagged(Attrs, Spec),
    Operation(Operation),
    Interface(Interface),
}

/// `const type name = value;`
#[derive(Debug)]
pub(crate) struct Const {
    pub(crate) spec: Spec,
    pub(crate) pointer: bool,
    pub(crate) name: Name,
    pub(crate) value: ConstValue,
}

/// A constant's value.
#[derive(Debug)]
pub(crate) enum ConstValue {
    Expr(Expr),
    /// A text with its quotation marks, or `NULL`.
    Text(Name),
}

/// `typedef [attributes] specifier declarators;`
#[derive(Debug)]
pub(crate) struct Typedef {
    pub(crate) attrs: Attrs,
    pub(crate) spec: Spec,
    pub(crate) declarators: Vec<Declarator>,
}

/// `[attributes] interface name {…}`.
#[derive(Debug)]
pub(crate) struct Interface {
    pub(crate) attrs: Attrs,
    pub(crate) name: Name,
    pub(crate) base: Option<Name>,
    pub(crate) items: Vec<Item>,
}

/// `[attributes] result name(parameters);`
#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) attrs: Attrs,
    /// The result's type and the operation's name; the parameters are not among its levels.
    pub(crate) result: Spec,
    pub(crate) declarator: Declarator,
    pub(crate) params: Vec<Field>,
}

/// A field, parameter or arm.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) doc: String,
    pub(crate) attrs: Attrs,
    pub(crate) spec: Rc<Spec>,
    pub(crate) declarator: Declarator,
}

/// A name with the pointers, arrays and parameters around it.
#[derive(Clone, Debug)]
pub(crate) struct Declarator {
    pub(crate) name: Name,
    /// From the name outward: `*a[3]` is an array and then a pointer.
    pub(crate) levels: Vec<Level>,
}

/// One step from a name to its type.
#[derive(Clone, Debug)]
pub(crate) enum Level {
    Pointer(Span),
    Array {
        span: Span,
        /// `Zero` if not written.
        lower: Bound,
        upper: Bound,
    },
    Function,
}

/// One bound of an array dimension; for an upper bound written alone, `[n]`, the value is the
/// length.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    /// Not written, so 0.
    Zero,
    /// `[]` or `*`: known when the call is made.
    Open,
    /// `[n]`
    Length(Expr),
    /// `n` of `[n..m]`.
    Index(Expr),
}

/// A type specifier.
#[derive(Debug)]
pub(crate) struct Spec {
    pub(crate) span: Span,
    pub(crate) node: SpecNode,
}

/// The kinds of type specifier.
#[derive(Debug)]
pub(crate) enum SpecNode {
    Void,
    Handle,
    Scalar(Scalar),
    Named(Name),
    Struct(Option<Name>, Option<Vec<Field>>),
    Union(Option<Name>, Option<UnionBody>),
    Enum(Option<Name>, Option<Vec<Member>>),
    Pipe(Rc<Spec>, Declarator),
}

/// The language's own types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Bool,
    Byte,
    Char,
    WideChar,
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
}

/// `switch (type name) union_name {arms}`, or `{[case(label)] arms}` without the switch.
#[derive(Debug)]
pub(crate) struct UnionBody {
    pub(crate) switch: Option<Switch>,
    pub(crate) arms: Vec<Arm>,
}

/// The discriminant of an encapsulated union.
#[derive(Debug)]
pub(crate) struct Switch {
    pub(crate) spec: Rc<Spec>,
    pub(crate) name: Name,
}

/// `case label: case label: …`, or `[case(label, label)] …`.
#[derive(Debug)]
pub(crate) struct Arm {
    pub(crate) doc: String,
    pub(crate) span: Span,
    pub(crate) labels: Vec<Expr>,
    /// `default`, alone or with labels.
    pub(crate) default: bool,
    /// For an arm without content, its attributes besides its labels.
    pub(crate) attrs: Attrs,
    /// `None` for an arm without content.
    pub(crate) field: Option<Field>,
}

/// One member of an enumeration.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) doc: String,
    pub(crate) name: Name,
    pub(crate) value: Option<Expr>,
}

/// The attributes of one or more lists `[attribute, attribute]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attrs(pub(crate) Vec<Attr>);

/// One attribute.
#[derive(Clone, Debug)]
pub(crate) struct Attr {
    pub(crate) name: Name,
    pub(crate) args: Args,
}

/// The arguments of an attribute.
#[derive(Clone, Debug)]
pub(crate) enum Args {
    None,
    Uuid([u8; 16]),
    Version(u32, u32),
    /// Strings without their quotation marks.
    Texts(Vec<Rc<str>>),
    Words(Vec<Name>),
    /// One for each dimension; `None` where omitted.
    Exprs(Vec<Option<Expr>>),
    Type(Rc<Spec>),
    /// Of an attribute that has no effect here.
    Unread,
}

impl Attrs {
    pub(crate) fn find(&self, name: &str) -> Option<&Attr> {
        self.0.iter().find(|a| &*a.name.text == name)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// The first expression in an attribute's parentheses.
    pub(crate) fn expr(&self, name: &str) -> Option<&Expr> {
        self.expr_at(name, 0)
    }

    /// The expression for one dimension.
    pub(crate) fn expr_at(&self, name: &str, dimension: usize) -> Option<&Expr> {
        match &self.find(name)?.args {
            Args::Exprs(exprs) => exprs.get(dimension)?.as_ref(),
            _ => None,
        }
    }
}

impl Attr {
    pub(crate) fn words(&self) -> &[Name] {
        match &self.args {
            Args::Words(words) => words,
            _ => &[],
        }
    }
}

/// The configuration of one interface.
#[derive(Debug)]
pub(crate) struct Configuration {
    pub(crate) attrs: Attrs,
    pub(crate) name: Name,
    pub(crate) types: Vec<Configured>,
    pub(crate) operations: Vec<(Configured, Vec<Configured>)>,
}

/// Attributes for a declaration of the definition.
#[derive(Debug)]
pub(crate) struct Configured {
    pub(crate) attrs: Attrs,
    pub(crate) name: Name,
}
