//! Valuetypes (CORBA 3.0, section 3.9).

use super::super::ast::{self, InterfaceKind, ItemNode, ValueBody};
use super::super::tree::{DeclId, Kind, Member, ScopeId, State, ValueType, What};
use super::Checker;

impl Checker<'_, '_> {
    pub(super) fn valuetype(&mut self, scope: ScopeId, from: &ast::Value, doc: &str) {
        let name = &from.declared.name;
        let before = self.before(scope, name);
        let known = before.and_then(|id| match &self.tree.decls[id].kind {
            Kind::Value(value) => Some((id, value.announced, value.is_abstract)),
            _ => None,
        });
        let announcement = matches!(from.body, ValueBody::Announced);
        let id = match known {
            Some(_) if announcement => return,
            Some((id, true, is_abstract)) => {
                self.defined(id, &from.declared, doc);
                if is_abstract != from.is_abstract {
                    let message = format!("`{}` was announced as another kind", name.text);
                    self.error(name.span, message, None);
                }
                Some(id)
            }
            _ => {
                let kind = Kind::Value(ValueType {
                    is_abstract: from.is_abstract,
                    announced: true,
                    ..ValueType::default()
                });
                self.declare(scope, &from.declared, doc, kind)
            }
        };
        let Some(id) = id.filter(|_| !announcement) else {
            return;
        };
        let mut value = ValueType {
            is_abstract: from.is_abstract,
            custom: from.custom,
            truncatable: from.truncatable.is_some(),
            ..ValueType::default()
        };
        match &from.body {
            ValueBody::Announced => {}
            ValueBody::Boxed(spec) => {
                value.boxed = self.ty(scope, spec);
                if let Some(ty) = &value.boxed {
                    self.held(ty, spec.span);
                }
                self.tree.decls[id].kind = Kind::Value(value);
            }
            ValueBody::Items(items) => {
                self.value_bases(scope, from, &mut value);
                let bases = value.bases.iter().chain(&value.supports);
                let bases = bases.filter_map(|b| self.tree.decls[*b].kind.scope());
                let bases = bases.collect();
                let inside = self.open(scope, id, bases);
                self.inherited_clash(name, inside);
                value.scope = Some(inside);
                self.tree.decls[id].kind = Kind::Value(value);
                for item in items {
                    self.value_item(id, inside, item);
                }
            }
        }
        self.tree.complete.push(id);
    }

    fn value_bases(&mut self, scope: ScopeId, from: &ast::Value, value: &mut ValueType) {
        if let Some(span) = from.truncatable {
            let problem = match () {
                () if from.custom => Some("a custom valuetype is not `truncatable`"),
                () if from.is_abstract => Some("an abstract valuetype is not `truncatable`"),
                () => None,
            };
            if let Some(problem) = problem {
                self.error(span, problem, None);
            }
        }
        for (at, name) in from.bases.iter().enumerate() {
            let Some(id) = self.look_up(scope, name) else {
                continue;
            };
            let id = self.behind_name(id, name.span);
            let problem = match &self.tree.decls[id].kind {
                Kind::Value(base) if base.announced => "is only announced so far",
                _ if value.bases.contains(&id) => "is a base twice",
                Kind::Value(base) if base.scope.is_none() => "is boxed: it is no base",
                Kind::Value(base) if from.is_abstract && !base.is_abstract => "is not abstract",
                Kind::Value(base) if at > 0 && !base.is_abstract => {
                    "is not abstract: only the first base may be so"
                }
                Kind::Value(_) => {
                    value.bases.push(id);
                    continue;
                }
                _ => "is no valuetype",
            };
            self.error(name.span, format!("`{name}` {problem}"), None);
        }
        let mut concrete = 0;
        for name in &from.supports {
            let Some(id) = self.look_up(scope, name) else {
                continue;
            };
            let id = self.behind_name(id, name.span);
            let problem = match &self.tree.decls[id].kind {
                Kind::Interface(base) if base.scope.is_none() => "is only announced so far",
                _ if value.supports.contains(&id) => "is supported twice",
                Kind::Interface(base) => {
                    concrete += usize::from(base.kind != InterfaceKind::Abstract);
                    if concrete <= 1 {
                        value.supports.push(id);
                        continue;
                    }
                    "is the second one that is not abstract"
                }
                _ => "is no interface",
            };
            self.error(name.span, format!("`{name}` {problem}"), None);
        }
    }

    fn value_item(&mut self, id: DeclId, inside: ScopeId, item: &ast::Item) {
        match &item.node {
            ItemNode::State(member, private) => {
                if matches!(&self.tree.decls[id].kind, Kind::Value(value) if value.is_abstract) {
                    let message = "an abstract valuetype has no members";
                    self.error(member.spec.span, message, None);
                }
                let Some(ty) = self.ty(inside, &member.spec) else {
                    return;
                };
                self.held(&ty, member.spec.span);
                for declarator in &member.declarators {
                    let ty = self.shaped(inside, ty.clone(), declarator);
                    let name = &declarator.declared.name;
                    let entered = self.enter(inside, name, What::Instance);
                    let (Some(ty), true, Kind::Value(value)) =
                        (ty, entered, &mut self.tree.decls[id].kind)
                    else {
                        continue;
                    };
                    let (name, doc) = (name.text.clone(), item.doc.clone());
                    value.state.push(State {
                        private: *private,
                        member: Member { name, doc, ty },
                    });
                }
            }
            // Values are not called from elsewhere.
            ItemNode::Operation(operation) | ItemNode::Factory(operation) => {
                let _ = self.operation(inside, operation, &item.doc, InterfaceKind::Local);
            }
            ItemNode::Attribute(attribute) => {
                if let Some(ty) = self.ty(inside, &attribute.spec) {
                    self.held(&ty, attribute.spec.span);
                    self.no_shape(&attribute.spec);
                }
                self.raised(inside, &attribute.get_raises);
                self.raised(inside, &attribute.set_raises);
                for declared in &attribute.names {
                    self.declare(inside, declared, &item.doc, Kind::Attribute);
                }
            }
            _ => self.item(inside, item),
        }
    }
}
