//! Resolves names and judges definitions, in their order: a name is declared before it is used.
//!
//! Reading list: CORBA 3.0 chapter 3; omniidl 4.2.5, where it leaves something open.

mod imports;
mod interfaces;
mod types;
mod unions;
mod values;

use std::rc::Rc;

use crate::diagnostic::{self, Findings, Severity};
use crate::place::Span;
use crate::source::Sources;

use super::ast::{Basic, Declared, Import, Item, ItemNode, Name, Scoped, TypeSpec};
use super::tree::{Decl, DeclId, GLOBAL, Kind, Scope, ScopeId, Tree, Ty, What};

/// Declares all items; `file` is the definition's own.
pub(super) fn check(
    sources: &Sources<'_>,
    findings: &mut Findings,
    items: &[Item],
    file: u32,
) -> Tree {
    let mut tree = Tree::default();
    tree.scopes.push(Scope::default());
    let mut checker = Checker {
        sources,
        findings,
        file,
        tree,
        open: Vec::new(),
        imports: Vec::new(),
    };
    checker.predefine();
    checker.items(GLOBAL, items);
    checker.never_imported();
    checker.never_defined();
    checker.tree
}

pub(super) struct Checker<'a, 'f> {
    pub(super) sources: &'a Sources<'f>,
    pub(super) findings: &'a mut Findings,
    file: u32,
    pub(super) tree: Tree,
    /// Structs and unions whose members are being read.
    open: Vec<DeclId>,
    /// Those of scopes that have not been declared yet.
    imports: Vec<Import>,
}

impl Checker<'_, '_> {
    /// The scope `CORBA`, with the types that have no definition in the language (CORBA 3.0, section
    /// 3.15.1).
    fn predefine(&mut self) {
        let declared = |text: &str, prefix: &str| Declared {
            name: Name {
                text: text.into(),
                span: Span {
                    file: u32::MAX,
                    ..Span::default()
                },
            },
            prefix: prefix.into(),
        };
        let (module, type_code) = (
            declared("CORBA", "omg.org"),
            declared("TypeCode", "omg.org/CORBA"),
        );
        let principal = declared("Principal", "omg.org/CORBA");
        let Some(id) = self.declare(GLOBAL, &module, "", Kind::Module(GLOBAL)) else {
            return;
        };
        let scope = self.open(GLOBAL, id, Vec::new());
        self.tree.decls[id].kind = Kind::Module(scope);
        self.declare(scope, &type_code, "", Kind::Native);
        self.declare(scope, &principal, "", Kind::Native);
    }

    /// Enters a declaration into its scope and the tree.
    fn declare(
        &mut self,
        scope: ScopeId,
        declared: &Declared,
        doc: &str,
        kind: Kind,
    ) -> Option<DeclId> {
        let id = self.tree.decls.len();
        let entered = self.enter(scope, &declared.name, What::Declared(id));
        if !entered {
            return None;
        }
        self.tree.decls.push(Decl {
            name: declared.name.text.clone(),
            span: declared.name.span,
            doc: doc.to_owned(),
            scope,
            own: declared.name.span.file == self.file,
            prefix: declared.prefix.clone(),
            id: None,
            version: None,
            kind,
        });
        Some(id)
    }

    /// The declaration that was announced, or declared before, under a name in this very scope.
    fn before(&self, scope: ScopeId, name: &Name) -> Option<DeclId> {
        let entry = self.tree.scopes[scope]
            .entries
            .get(&name.text.to_lowercase())?;
        match entry.what {
            What::Declared(id) if entry.name == name.text => Some(id),
            _ => None,
        }
    }

    fn items(&mut self, scope: ScopeId, items: &[Item]) {
        for item in items {
            if self.findings.full() {
                return;
            }
            self.item(scope, item);
        }
    }

    fn item(&mut self, scope: ScopeId, item: &Item) {
        let doc = &*item.doc;
        match &item.node {
            ItemNode::Import(import) => self.import(import),
            ItemNode::Module(declared, items) => self.module(scope, declared, doc, items),
            ItemNode::Interface(interface) => self.interface(scope, interface, doc),
            ItemNode::Value(value) => self.valuetype(scope, value, doc),
            ItemNode::Const(declared, spec, expr) => {
                let ty = self.const_type(scope, spec);
                let value = ty.as_ref().and_then(|ty| self.value(scope, ty, expr));
                let ty = ty.unwrap_or(Ty::Basic(Basic::Void));
                let id = self.declare(scope, declared, doc, Kind::Const(ty, value));
                self.tree.complete.extend(id);
            }
            ItemNode::Typedef(spec, declarators) => {
                let Some(ty) = self.ty(scope, spec) else {
                    // Uses are no further errors.
                    for declarator in declarators {
                        self.declare(scope, &declarator.declared, doc, Kind::Native);
                    }
                    return;
                };
                self.no_void(&ty, spec.span);
                for declarator in declarators {
                    let ty = self.shaped(scope, ty.clone(), declarator);
                    let kind = ty.map_or(Kind::Native, Kind::Alias);
                    let id = self.declare(scope, &declarator.declared, doc, kind);
                    self.tree.complete.extend(id);
                }
            }
            ItemNode::Struct(body) => drop(self.structure(scope, body, doc)),
            ItemNode::Union(body) => drop(self.union(scope, body, doc)),
            ItemNode::Forward(keyword, declared) => self.announce(scope, keyword, declared, doc),
            ItemNode::Enum(body) => drop(self.enumeration(scope, body, doc)),
            ItemNode::Exception(body) => self.exception(scope, body, doc),
            ItemNode::Native(declared) => drop(self.declare(scope, declared, doc, Kind::Native)),
            ItemNode::Id(name, id, span) => self.identify(scope, name, id, *span),
            ItemNode::Version(name, version, span) => self.version(scope, name, version, *span),
            ItemNode::Prefix(name, prefix) => self.prefix(scope, name, prefix),
            ItemNode::Attribute(_)
            | ItemNode::Operation(_)
            | ItemNode::State(..)
            | ItemNode::Factory(_) => {}
        }
    }

    fn module(&mut self, scope: ScopeId, declared: &Declared, doc: &str, items: &[Item]) {
        let before = self.before(scope, &declared.name);
        let inside = match before.map(|id| &self.tree.decls[id].kind) {
            Some(Kind::Module(inside)) => *inside,
            _ => {
                let module = Kind::Module(GLOBAL);
                let Some(id) = self.declare(scope, declared, doc, module) else {
                    return;
                };
                let inside = self.open(scope, id, Vec::new());
                self.tree.decls[id].kind = Kind::Module(inside);
                inside
            }
        };
        self.items(inside, items);
    }

    /// CORBA 3.0 section 10.7.5.1: an identifier is given once.
    fn identify(&mut self, scope: ScopeId, name: &Scoped, id: &Rc<str>, span: Span) {
        let Some(of) = self.identified(scope, name) else {
            return;
        };
        if !id.contains(':') {
            let message = "a repository identifier begins with its format and `:`";
            self.error(span, message, Some("for example `IDL:shop/Cart:1.0`"));
            return;
        }
        let decl = &self.tree.decls[of];
        let given = decl.id.as_ref().is_some_and(|given| given != id) || decl.version.is_some();
        if given {
            let message = format!("`{name}` has another identifier already");
            self.error(span, message, None);
            return;
        }
        self.tree.decls[of].id = Some(id.clone());
    }

    /// CORBA 3.0 section 10.7.5.3.
    fn version(&mut self, scope: ScopeId, name: &Scoped, version: &Rc<str>, span: Span) {
        let Some(of) = self.identified(scope, name) else {
            return;
        };
        let parts = version.split_once('.');
        let number = |part: &str| part.parse::<u16>().is_ok();
        if !parts.is_some_and(|(major, minor)| number(major) && number(minor)) {
            let message = "a version is two numbers between 0 and 65535, such as 1.2";
            return self.error(span, message, None);
        }
        let decl = &self.tree.decls[of];
        let other = decl.version.as_ref().is_some_and(|given| given != version);
        if other || decl.id.is_some() {
            let message = format!("`{name}` has another version or identifier already");
            return self.error(span, message, None);
        }
        self.tree.decls[of].version = Some(version.clone());
    }

    /// What has an identifier. A pragma is no use of the name.
    fn identified(&mut self, scope: ScopeId, name: &Scoped) -> Option<DeclId> {
        let used = self.tree.scopes[scope].entries.clone();
        let of = self.look_up(scope, name);
        self.tree.scopes[scope].entries = used;
        of
    }

    /// What was declared inside keeps what it has.
    fn prefix(&mut self, scope: ScopeId, name: &Scoped, prefix: &Rc<str>) {
        let Some(of) = self.identified(scope, name) else {
            return;
        };
        let Some(inside) = self.tree.decls[of].kind.scope() else {
            let message = format!("`{name}` is no scope");
            return self.error(name.span, message, None);
        };
        let old = super::parse::join(&self.tree.decls[of].prefix, &self.tree.decls[of].name);
        for id in 0..self.tree.decls.len() {
            let decl = &mut self.tree.decls[id];
            if decl.scope == inside && *decl.prefix == *old {
                decl.prefix = prefix.clone();
            }
        }
    }

    /// What is announced only. References to an interface need no more; omniidl warns of that, too.
    fn never_defined(&mut self) {
        for id in 0..self.tree.decls.len() {
            let decl = &self.tree.decls[id];
            let (severity, what, help) = match &decl.kind {
                Kind::Interface(interface) if interface.scope.is_none() && decl.own => {
                    let help = "references to it are references to any object";
                    (Severity::Warning, "interface", Some(help))
                }
                Kind::Struct(members) if !members.complete => (Severity::Error, "struct", None),
                Kind::Union(union) if !union.complete => (Severity::Error, "union", None),
                _ => continue,
            };
            if !self.findings.has_errors() {
                let message = format!("{what} `{}` is never defined", decl.name);
                let found = diagnostic::at(self.sources, decl.span, severity, message);
                self.findings.push(found.help(help.map(str::to_owned)));
            }
        }
    }

    fn const_type(&mut self, scope: ScopeId, spec: &TypeSpec) -> Option<Ty> {
        use super::ast::TypeNode;
        match &spec.node {
            TypeNode::Fixed(None) => Some(Ty::AnyFixed),
            TypeNode::Fixed(Some(_)) => {
                let message = "a fixed-point constant has the digits of its value: `const fixed`";
                self.error(spec.span, message, None);
                None
            }
            TypeNode::Sequence(..)
            | TypeNode::Struct(_)
            | TypeNode::Union(_)
            | TypeNode::Enum(_) => {
                self.error(spec.span, "there are no constants of this type", None);
                None
            }
            _ => self.ty(scope, spec),
        }
    }
}
