//! Interfaces with their attributes and operations (CORBA 3.0, sections 3.8 and 3.12 to 3.14).

use std::collections::HashMap;

use manyrpc_model::Direction;

use crate::place::Span;

use super::super::ast::{self, Basic, InterfaceKind, ItemNode, Scoped};
use super::super::tree::{Attribute, DeclId, Interface, Kind, Operation, Scope, ScopeId, Ty, What};
use super::Checker;

impl Checker<'_, '_> {
    pub(super) fn interface(&mut self, scope: ScopeId, from: &ast::Interface, doc: &str) {
        let Some(id) = self.begin_interface(scope, from, doc) else {
            return;
        };
        let Some(items) = &from.body else {
            return;
        };
        let bases = self.bases(scope, from);
        let scopes = bases
            .iter()
            .filter_map(|b| self.tree.decls[*b].kind.scope());
        let scopes = scopes.collect();
        let inside = self.open(scope, id, scopes);
        self.inherited_clash(&from.declared.name, inside);
        self.tree.decls[id].kind = Kind::Interface(Interface {
            kind: from.kind,
            scope: Some(inside),
            bases,
            attributes: Vec::new(),
            operations: Vec::new(),
        });
        for item in items {
            if self.findings.full() {
                return;
            }
            match &item.node {
                ItemNode::Attribute(attribute) => {
                    self.attribute(id, inside, attribute, &item.doc);
                }
                ItemNode::Operation(operation) => {
                    let read = self.operation(inside, operation, &item.doc, from.kind);
                    if let (Some(read), Kind::Interface(to)) = (read, &mut self.tree.decls[id].kind)
                    {
                        to.operations.push(read);
                    }
                }
                _ => self.item(inside, item),
            }
        }
        self.tree.complete.push(id);
    }

    fn begin_interface(
        &mut self,
        scope: ScopeId,
        from: &ast::Interface,
        doc: &str,
    ) -> Option<DeclId> {
        let before = self.before(scope, &from.declared.name);
        let Some((id, Kind::Interface(known))) = before.map(|id| (id, &self.tree.decls[id].kind))
        else {
            let kind = Kind::Interface(Interface {
                kind: from.kind,
                scope: None,
                bases: Vec::new(),
                attributes: Vec::new(),
                operations: Vec::new(),
            });
            return self.declare(scope, &from.declared, doc, kind);
        };
        let (kind, announced) = (known.kind, known.scope.is_none());
        if kind != from.kind {
            let name = &from.declared.name;
            let message = format!("`{}` was declared as another kind of interface", name.text);
            let first = self.tree.decls[id].span;
            let found = self.finding(name.span, message);
            let found = found.label(self.sources, first, "here");
            self.findings.push(found);
        }
        match (&from.body, announced) {
            (Some(_), true) => self.defined(id, &from.declared, doc),
            (Some(_), false) => return self.declare(scope, &from.declared, doc, Kind::Native),
            // Announced again, or when it was known.
            (None, _) => {}
        }
        Some(id)
    }

    fn bases(&mut self, scope: ScopeId, from: &ast::Interface) -> Vec<DeclId> {
        let mut bases = Vec::new();
        for name in &from.bases {
            let Some(id) = self.look_up(scope, name) else {
                continue;
            };
            let id = self.behind_name(id, name.span);
            let problem = match &self.tree.decls[id].kind {
                Kind::Interface(base) if base.scope.is_none() => "is only announced so far",
                _ if bases.contains(&id) => "is a base twice",
                Kind::Interface(base) => match (base.kind, from.kind) {
                    (InterfaceKind::Local, InterfaceKind::Remote | InterfaceKind::Abstract) => {
                        "is local: what has it as a base is local, too"
                    }
                    (InterfaceKind::Remote, InterfaceKind::Abstract) => {
                        "is not abstract: a base of an abstract interface is"
                    }
                    _ => {
                        bases.push(id);
                        continue;
                    }
                },
                _ => "is no interface",
            };
            self.error(name.span, format!("`{name}` {problem}"), None);
        }
        bases
    }

    /// An alias of an interface is the interface.
    pub(super) fn behind_name(&self, id: DeclId, span: Span) -> DeclId {
        match self.tree.behind(&Ty::Named(id, span)) {
            Ty::Named(id, _) => *id,
            _ => id,
        }
    }

    /// CORBA 3.0 section 3.8.5: of several bases, each operation and attribute has a name of its own.
    pub(super) fn inherited_clash(&mut self, name: &ast::Name, inside: ScopeId) {
        let mut seen: HashMap<String, DeclId> = HashMap::new();
        for base in self.ancestors(inside).into_iter().skip(1) {
            let Scope { entries, .. } = &self.tree.scopes[base];
            let mut own: Vec<_> = entries.iter().collect();
            own.sort_by_key(|(key, _)| *key);
            let mut clash = None;
            for (key, entry) in own {
                let What::Declared(id) = entry.what else {
                    continue;
                };
                if !matches!(self.tree.decls[id].kind, Kind::Attribute | Kind::Operation) {
                    continue;
                }
                match seen.insert(key.clone(), id) {
                    Some(other) if other != id => clash = Some((other, id)),
                    _ => {}
                }
            }
            if let Some((one, other)) = clash {
                let text = self.tree.decls[one].name.clone();
                let message = format!("`{}` inherits `{text}` twice", name.text);
                let (one, other) = (self.tree.decls[one].span, self.tree.decls[other].span);
                let found = self.finding(name.span, message);
                let found = found.label(self.sources, one, "from here");
                let found = found.label(self.sources, other, "and from here");
                self.findings.push(found);
                return;
            }
        }
    }

    fn attribute(&mut self, id: DeclId, inside: ScopeId, from: &ast::Attribute, doc: &str) {
        let ty = self.ty(inside, &from.spec);
        if let Some(ty) = &ty {
            self.held(ty, from.spec.span);
            self.no_shape(&from.spec);
        }
        let get_raises = self.raised(inside, &from.get_raises);
        let set_raises = self.raised(inside, &from.set_raises);
        for declared in &from.names {
            let entered = self.declare(inside, declared, doc, Kind::Attribute);
            let (Some(ty), Some(_)) = (&ty, entered) else {
                continue;
            };
            if let Kind::Interface(to) = &mut self.tree.decls[id].kind {
                to.attributes.push(Attribute {
                    name: declared.name.text.clone(),
                    doc: doc.to_owned(),
                    ty: ty.clone(),
                    readonly: from.readonly,
                    get_raises: get_raises.clone(),
                    set_raises: set_raises.clone(),
                });
            }
        }
    }

    /// CORBA 3.0 section 3.12: types of parameters, results and attributes have names.
    pub(super) fn no_shape(&mut self, spec: &ast::TypeSpec) {
        use ast::TypeNode;
        let anonymous = matches!(
            spec.node,
            TypeNode::Sequence(..)
                | TypeNode::Fixed(_)
                | TypeNode::Struct(_)
                | TypeNode::Union(_)
                | TypeNode::Enum(_)
        );
        if anonymous {
            let help = "give it one with `typedef`";
            self.error(spec.span, "this type needs a name here", Some(help));
        }
    }

    pub(super) fn operation(
        &mut self,
        inside: ScopeId,
        from: &ast::Operation,
        doc: &str,
        kind: InterfaceKind,
    ) -> Option<Operation> {
        let result = self.ty(inside, &from.result);
        self.no_shape(&from.result);
        if from.oneway && !matches!(result, None | Some(Ty::Basic(Basic::Void))) {
            let message = "a `oneway` operation has no result: it is `void`";
            self.error(from.result.span, message, None);
        }
        let id = self.declare(inside, &from.declared, doc, Kind::Operation)?;
        let scope = self.open(inside, id, Vec::new());
        let mut params = Vec::new();
        for param in &from.params {
            let ty = self.ty(scope, &param.spec);
            self.no_shape(&param.spec);
            if let Some(ty) = &ty {
                self.held(ty, param.spec.span);
            }
            if from.oneway && param.direction != Direction::In {
                let message = "a `oneway` operation has no reply: its parameters are `in`";
                self.error(param.name.span, message, None);
            }
            self.enter(scope, &param.name, What::Instance);
            if let Some(ty) = ty {
                self.no_local(&ty, param.spec.span, kind);
                params.push((param.direction, param.name.text.clone(), ty));
            }
        }
        let raises = self.raised(inside, &from.raises);
        if from.oneway && !from.raises.is_empty() {
            let message = "a `oneway` operation has no reply: it raises nothing";
            self.error(from.raises[0].span, message, None);
        }
        let result = result?;
        self.no_local(&result, from.result.span, kind);
        Some(Operation {
            name: from.declared.name.text.clone(),
            doc: doc.to_owned(),
            oneway: from.oneway,
            result,
            params,
            raises,
            context: from.context.clone(),
        })
    }

    /// CORBA 3.0 section 3.8.7: what is local does not travel.
    fn no_local(&mut self, ty: &Ty, span: Span, kind: InterfaceKind) {
        if kind == InterfaceKind::Local {
            return;
        }
        if let Ty::Named(id, _) = self.tree.behind(ty)
            && let Kind::Interface(interface) = &self.tree.decls[*id].kind
            && interface.kind == InterfaceKind::Local
        {
            let message = format!("`{}` is local: it does not travel", self.tree.shown(*id));
            self.error(
                span,
                message,
                Some("declare this interface as `local`, too"),
            );
        }
    }

    pub(super) fn raised(&mut self, scope: ScopeId, names: &[Scoped]) -> Vec<DeclId> {
        let mut raised = Vec::new();
        for name in names {
            let Some(id) = self.look_up(scope, name) else {
                continue;
            };
            let problem = match &self.tree.decls[id].kind {
                Kind::Exception(_) if raised.contains(&id) => "is raised twice".to_owned(),
                Kind::Exception(_) => {
                    raised.push(id);
                    continue;
                }
                other => format!("is {}, not an exception", other.describe()),
            };
            self.error(name.span, format!("`{name}` {problem}"), None);
        }
        raised
    }
}
