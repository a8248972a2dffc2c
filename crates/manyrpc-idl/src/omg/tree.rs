//! What a definition declares, with names resolved and constants evaluated.

use std::collections::HashMap;
use std::rc::Rc;

use manyrpc_model::Direction;

use crate::place::Span;

use super::ast::{Basic, InterfaceKind};
use super::fixed::Decimal;

/// An index in [`Tree::decls`].
pub(crate) type DeclId = usize;
/// An index in [`Tree::scopes`].
pub(crate) type ScopeId = usize;

/// Everything that is declared.
#[derive(Debug, Default)]
pub(crate) struct Tree {
    pub(crate) decls: Vec<Decl>,
    pub(crate) scopes: Vec<Scope>,
    /// Types, exceptions, constants and interfaces in the order in which they are complete.
    pub(crate) complete: Vec<DeclId>,
}

/// The scope around everything.
pub(crate) const GLOBAL: ScopeId = 0;

/// One declaration.
#[derive(Debug)]
pub(crate) struct Decl {
    pub(crate) name: Rc<str>,
    pub(crate) span: Span,
    pub(crate) doc: String,
    /// The scope that it is in.
    pub(crate) scope: ScopeId,
    /// Whether it is in the definition's own file.
    pub(crate) own: bool,
    /// What its repository identifier begins with.
    pub(crate) prefix: Rc<str>,
    /// The identifier that it was given.
    pub(crate) id: Option<Rc<str>>,
    /// The version in its identifier that it was given.
    pub(crate) version: Option<Rc<str>>,
    pub(crate) kind: Kind,
}

/// What a name stands for.
#[derive(Debug)]
pub(crate) enum Kind {
    Module(ScopeId),
    Interface(Interface),
    Value(ValueType),
    Alias(Ty),
    Struct(Members),
    Union(Union),
    Exception(Members),
    /// Its members.
    Enum(Vec<DeclId>),
    /// The enumeration and the position in it.
    Enumerator(DeclId, u32),
    Const(Ty, Option<Value>),
    /// A type that a language mapping defines.
    Native,
    Attribute,
    Operation,
}

impl Kind {
    /// In messages.
    pub(crate) fn describe(&self) -> &'static str {
        match self {
            Kind::Module(_) => "a module",
            Kind::Interface(_) => "an interface",
            Kind::Value(_) => "a valuetype",
            Kind::Alias(_) => "a type",
            Kind::Struct(_) => "a struct",
            Kind::Union(_) => "a union",
            Kind::Exception(_) => "an exception",
            Kind::Enum(_) => "an enumeration",
            Kind::Enumerator(..) => "a value of an enumeration",
            Kind::Const(..) => "a constant",
            Kind::Native => "a native type",
            Kind::Attribute => "an attribute",
            Kind::Operation => "an operation",
        }
    }

    /// Whether it is something in the model that other types belong to.
    pub(crate) fn holds_in_model(&self) -> bool {
        match self {
            Kind::Interface(interface) => interface.kind != InterfaceKind::Local,
            Kind::Struct(_) | Kind::Union(_) | Kind::Exception(_) | Kind::Value(_) => true,
            _ => false,
        }
    }

    /// The scope that it is.
    pub(crate) fn scope(&self) -> Option<ScopeId> {
        match self {
            Kind::Module(scope) => Some(*scope),
            Kind::Interface(interface) => interface.scope,
            Kind::Value(value) => value.scope,
            Kind::Struct(members) | Kind::Exception(members) => members.scope,
            Kind::Union(union) => union.scope,
            _ => None,
        }
    }
}

/// An interface; without a scope it is only announced.
#[derive(Debug)]
pub(crate) struct Interface {
    pub(crate) kind: InterfaceKind,
    pub(crate) scope: Option<ScopeId>,
    pub(crate) bases: Vec<DeclId>,
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) operations: Vec<Operation>,
}

/// A valuetype; without a scope it is only announced, or boxed.
#[derive(Debug, Default)]
pub(crate) struct ValueType {
    pub(crate) is_abstract: bool,
    /// Whether the application marshals it.
    pub(crate) custom: bool,
    /// Whether it can be received as its first base.
    pub(crate) truncatable: bool,
    pub(crate) scope: Option<ScopeId>,
    pub(crate) bases: Vec<DeclId>,
    /// The interfaces that it supports.
    pub(crate) supports: Vec<DeclId>,
    pub(crate) announced: bool,
    /// The type that it boxes.
    pub(crate) boxed: Option<Ty>,
    /// Its state, without that of its bases.
    pub(crate) state: Vec<State>,
}

/// A member of a valuetype.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) private: bool,
    pub(crate) member: Member,
}

/// Members of a struct or an exception; without a scope it is only announced.
#[derive(Debug, Default)]
pub(crate) struct Members {
    pub(crate) scope: Option<ScopeId>,
    pub(crate) members: Vec<Member>,
    /// Whether they are all known.
    pub(crate) complete: bool,
}

/// A member of a struct, an exception, or a union.
#[derive(Debug)]
pub(crate) struct Member {
    pub(crate) name: Rc<str>,
    pub(crate) doc: String,
    pub(crate) ty: Ty,
}

/// A union.
#[derive(Debug)]
pub(crate) struct Union {
    pub(crate) scope: Option<ScopeId>,
    pub(crate) switch: Ty,
    pub(crate) arms: Vec<Arm>,
    pub(crate) default: Option<Member>,
    /// Whether labels are all that a discriminator can be.
    pub(crate) exhausted: bool,
    pub(crate) complete: bool,
}

impl Union {
    /// One of which only the name is known.
    pub(crate) fn announced() -> Self {
        Union {
            scope: None,
            switch: Ty::Basic(Basic::Void),
            arms: Vec::new(),
            default: None,
            exhausted: false,
            complete: false,
        }
    }
}

/// One arm with its labels.
#[derive(Debug)]
pub(crate) struct Arm {
    pub(crate) labels: Vec<i64>,
    pub(crate) member: Member,
}

#[derive(Debug)]
pub(crate) struct Attribute {
    pub(crate) name: Rc<str>,
    pub(crate) doc: String,
    pub(crate) ty: Ty,
    pub(crate) readonly: bool,
    pub(crate) get_raises: Vec<DeclId>,
    pub(crate) set_raises: Vec<DeclId>,
}

#[derive(Debug)]
pub(crate) struct Operation {
    pub(crate) name: Rc<str>,
    pub(crate) doc: String,
    pub(crate) oneway: bool,
    pub(crate) result: Ty,
    pub(crate) params: Vec<(Direction, Rc<str>, Ty)>,
    pub(crate) raises: Vec<DeclId>,
    pub(crate) context: Vec<Rc<str>>,
}

/// A use of a type.
#[derive(Clone, Debug)]
pub(crate) enum Ty {
    Basic(Basic),
    Text(Option<u32>),
    WideText(Option<u32>),
    Sequence(Box<Ty>, Option<u32>),
    /// The outermost length first.
    Array(Box<Ty>, Vec<u32>),
    Fixed(u32, u32),
    /// Of a constant.
    AnyFixed,
    /// With the place of the use.
    Named(DeclId, Span),
}

/// Names that mean something in one place.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    pub(crate) parent: Option<ScopeId>,
    /// What the scope belongs to.
    pub(crate) of: Option<DeclId>,
    /// The scopes of bases.
    pub(crate) bases: Vec<ScopeId>,
    /// By the name in small letters: CORBA 3.0 section 3.2.3.
    pub(crate) entries: HashMap<String, Entry>,
}

/// What a name is in a scope.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) name: Rc<str>,
    pub(crate) span: Span,
    pub(crate) what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Declared(DeclId),
    /// A member or parameter.
    Instance,
    /// A name from further outside that was used here: it means that from then on.
    Used,
}

impl Tree {
    /// The names of the scopes around a declaration and its own.
    pub(crate) fn path(&self, id: DeclId) -> Vec<Rc<str>> {
        let decl = &self.decls[id];
        let mut names = vec![decl.name.clone()];
        let mut scope = decl.scope;
        while let Some(of) = self.scopes[scope].of {
            names.push(self.decls[of].name.clone());
            scope = self.decls[of].scope;
        }
        names.reverse();
        names
    }

    /// How many of those names are modules', or those of scopes that are nothing else in the model.
    pub(crate) fn modules(&self, id: DeclId) -> usize {
        let mut scope = self.decls[id].scope;
        let mut modules = 0;
        while let Some(of) = self.scopes[scope].of {
            modules += usize::from(!self.decls[of].kind.holds_in_model());
            scope = self.decls[of].scope;
        }
        modules
    }

    /// Its name with those of the scopes around it.
    pub(crate) fn shown(&self, id: DeclId) -> String {
        self.path(id).join("::")
    }

    /// CORBA 3.0 section 10.7.1: its repository identifier.
    pub(crate) fn repository_id(&self, id: DeclId) -> String {
        let decl = &self.decls[id];
        if let Some(id) = &decl.id {
            return id.to_string();
        }
        let name = super::parse::join(&decl.prefix, &decl.name);
        format!("IDL:{name}:{}", decl.version.as_deref().unwrap_or("1.0"))
    }

    /// The repository identifiers of what the definition's own file declares, by scoped name.
    pub(crate) fn repository_ids(&self) -> Vec<(String, String)> {
        let own = (0..self.decls.len()).filter(|id| {
            let decl = &self.decls[*id];
            decl.own
                && !matches!(
                    decl.kind,
                    Kind::Module(_) | Kind::Attribute | Kind::Operation
                )
        });
        own.map(|id| (self.shown(id), self.repository_id(id)))
            .collect()
    }

    /// A type without the names that only stand for it.
    pub(crate) fn behind<'t>(&'t self, mut ty: &'t Ty) -> &'t Ty {
        while let Ty::Named(id, _) = ty
            && let Kind::Alias(of) = &self.decls[*id].kind
        {
            ty = of;
        }
        ty
    }
}

/// The value of a constant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Integer(i128),
    Float(f64),
    Fixed(Decimal),
    Bool(bool),
    Char(u8),
    WideChar(u16),
    Text(Rc<str>),
    WideText(Rc<str>),
    /// One of an enumeration.
    Enumerator(DeclId),
}

impl Value {
    pub(crate) fn describe(&self) -> &'static str {
        match self {
            Value::Integer(_) => "an integer",
            Value::Float(_) => "a floating-point number",
            Value::Fixed(_) => "a fixed-point number",
            Value::Bool(_) => "a truth value",
            Value::Char(_) => "a character",
            Value::WideChar(_) => "a wide character",
            Value::Text(_) => "a text",
            Value::WideText(_) => "a wide text",
            Value::Enumerator(_) => "a value of an enumeration",
        }
    }
}

/// The least and the greatest value of an integer type.
pub(crate) fn range(basic: Basic) -> Option<(i128, i128)> {
    Some(match basic {
        Basic::Octet => (0, u8::MAX.into()),
        Basic::I8 => (i8::MIN.into(), i8::MAX.into()),
        Basic::I16 => (i16::MIN.into(), i16::MAX.into()),
        Basic::U16 => (0, u16::MAX.into()),
        Basic::I32 => (i32::MIN.into(), i32::MAX.into()),
        Basic::U32 => (0, u32::MAX.into()),
        Basic::I64 => (i64::MIN.into(), i64::MAX.into()),
        Basic::U64 => (0, u64::MAX.into()),
        _ => return None,
    })
}
