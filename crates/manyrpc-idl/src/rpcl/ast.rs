//! The syntax tree, before names are resolved.

use std::collections::HashSet;
use std::rc::Rc;

pub(crate) use crate::options::Strings;
use crate::place::Span;

pub(crate) use crate::c::Name;
pub(crate) use crate::c::expr::{Expr, ExprNode};

/// The contents of one file.
#[derive(Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) items: Vec<Item>,
    /// Names of definitions that did not parse; uses of them are not reported as undefined.
    pub(crate) broken: HashSet<Rc<str>>,
    /// Types that headers and preludes define and the definition does not use, for suggestions.
    pub(crate) offered: Vec<Rc<str>>,
}

/// One definition.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) doc: String,
    pub(crate) node: ItemNode,
}

/// The kinds of definition.
#[derive(Clone, Debug)]
pub(crate) enum ItemNode {
    Const(Name, ConstValue),
    /// `typedef`, and its other spelling: `struct x {…};` is `typedef struct {…} x;`.
    Type(Decl),
    Program(Program),
}

impl Item {
    pub(crate) fn name(&self) -> &Name {
        match &self.node {
            ItemNode::Const(name, _) => name,
            ItemNode::Type(decl) => &decl.name,
            ItemNode::Program(program) => &program.name,
        }
    }
}

/// A constant's value.
#[derive(Clone, Debug)]
pub(crate) enum ConstValue {
    Expr(Expr),
    /// Including its quotation marks; rpcgen passes it on to C.
    Text(Rc<str>),
}

/// `specifier declarator`.
#[derive(Clone, Debug)]
pub(crate) struct Decl {
    pub(crate) doc: String,
    pub(crate) spec: Spec,
    pub(crate) name: Name,
    pub(crate) shape: Shape,
}

/// The declarator around the name.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Plain,
    Pointer,
    Fixed(Expr),
    UpTo(Option<Expr>),
}

/// A type specifier.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    pub(crate) span: Span,
    pub(crate) node: SpecNode,
}

/// The kinds of type specifier.
#[derive(Clone, Debug)]
pub(crate) enum SpecNode {
    Scalar(Scalar),
    Text(Strings),
    Opaque,
    /// A named type, with or without `struct`, `union` or `enum` before it.
    Named(Option<&'static str>, Name),
    Struct(Vec<Decl>),
    Union(Box<UnionBody>),
    Enum(Vec<Member>),
}

/// The language's own types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
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

/// `switch (discriminant) { arms }`.
#[derive(Clone, Debug)]
pub(crate) struct UnionBody {
    pub(crate) discriminant: Decl,
    pub(crate) arms: Vec<Arm>,
    pub(crate) default: Option<ArmBody>,
}

/// `case label: case label: …`, or `default: …`.
#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub(crate) labels: Vec<Expr>,
    pub(crate) body: ArmBody,
}

/// The contents of an arm.
#[derive(Clone, Debug)]
pub(crate) enum ArmBody {
    Void { doc: String },
    Decl(Decl),
}

/// One member of an enumeration.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) doc: String,
    pub(crate) name: Name,
    pub(crate) value: Option<Expr>,
}

/// A program.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) name: Name,
    pub(crate) number: Expr,
    pub(crate) versions: Vec<ProgramVersion>,
}

/// One of its versions.
#[derive(Clone, Debug)]
pub(crate) struct ProgramVersion {
    pub(crate) doc: String,
    pub(crate) name: Name,
    pub(crate) number: Expr,
    pub(crate) procedures: Vec<Procedure>,
}

/// One of a version's procedures.
#[derive(Clone, Debug)]
pub(crate) struct Procedure {
    pub(crate) doc: String,
    pub(crate) name: Name,
    pub(crate) number: Expr,
    /// `None` for void.
    pub(crate) result: Option<Spec>,
    pub(crate) params: Vec<Param>,
    /// The structs in its `raises` clause.
    pub(crate) raises: Vec<Spec>,
}

impl Procedure {
    /// The names of the exceptions it raises.
    pub(crate) fn raised(&self) -> impl Iterator<Item = &Name> {
        self.raises.iter().filter_map(|spec| match &spec.node {
            SpecNode::Named(_, name) => Some(name),
            _ => None,
        })
    }
}

/// One of a procedure's parameters.
#[derive(Clone, Debug)]
pub(crate) struct Param {
    pub(crate) spec: Spec,
    pub(crate) name: Option<Name>,
    pub(crate) shape: Shape,
}

impl Item {
    /// Calls `visit` with every type specifier in the item, outer before inner.
    pub(crate) fn each_spec<'s>(&'s self, visit: &mut dyn FnMut(&'s Spec)) {
        match &self.node {
            ItemNode::Const(..) => {}
            ItemNode::Type(decl) => decl.spec.each(visit),
            ItemNode::Program(program) => {
                for procedure in program.versions.iter().flat_map(|v| &v.procedures) {
                    procedure.result.iter().for_each(|s| s.each(visit));
                    procedure.params.iter().for_each(|p| p.spec.each(visit));
                    procedure.raises.iter().for_each(|s| s.each(visit));
                }
            }
        }
    }
}

impl Program {
    /// The program's name and those of its versions and procedures, with their numbers.
    pub(crate) fn numbered(&self) -> impl Iterator<Item = (&Name, &Expr)> {
        let versions = self.versions.iter().flat_map(|version| {
            let procedures = version.procedures.iter().map(|p| (&p.name, &p.number));
            std::iter::once((&version.name, &version.number)).chain(procedures)
        });
        std::iter::once((&self.name, &self.number)).chain(versions)
    }
}

impl Spec {
    /// Calls `visit` with this specifier and every one inside it.
    pub(crate) fn each<'s>(&'s self, visit: &mut dyn FnMut(&'s Spec)) {
        visit(self);
        for decl in self.decls() {
            decl.spec.each(visit);
        }
    }

    /// The declarations directly inside it.
    pub(crate) fn decls(&self) -> Vec<&Decl> {
        match &self.node {
            SpecNode::Struct(fields) => fields.iter().collect(),
            SpecNode::Union(body) => {
                let arms = body.arms.iter().map(|a| &a.body).chain(&body.default);
                let held = arms.filter_map(|arm| match arm {
                    ArmBody::Void { .. } => None,
                    ArmBody::Decl(decl) => Some(decl),
                });
                std::iter::once(&body.discriminant).chain(held).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The same, mutably.
    pub(crate) fn decls_mut(&mut self) -> Vec<&mut Decl> {
        match &mut self.node {
            SpecNode::Struct(fields) => fields.iter_mut().collect(),
            SpecNode::Union(body) => {
                let arms = body.arms.iter_mut().map(|a| &mut a.body);
                let held = arms.chain(&mut body.default).filter_map(|arm| match arm {
                    ArmBody::Void { .. } => None,
                    ArmBody::Decl(decl) => Some(decl),
                });
                std::iter::once(&mut body.discriminant)
                    .chain(held)
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}
