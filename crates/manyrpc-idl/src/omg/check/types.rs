//! Structs, exceptions, enumerations, and uses of types.

use crate::place::Span;

use super::super::ast::{self, Basic, Declarator, Declared, Enum, Struct, TypeNode, TypeSpec};
use super::super::tree::{self, DeclId, Kind, Members, ScopeId, Ty, Union, What};
use super::Checker;

impl Checker<'_, '_> {
    /// The type that is written there; one that is defined in place is declared in the scope.
    pub(super) fn ty(&mut self, scope: ScopeId, spec: &TypeSpec) -> Option<Ty> {
        Some(match &spec.node {
            TypeNode::Basic(basic) => Ty::Basic(*basic),
            TypeNode::Text(bound) => Ty::Text(self.bound(scope, bound.as_ref())?),
            TypeNode::WideText(bound) => Ty::WideText(self.bound(scope, bound.as_ref())?),
            TypeNode::Sequence(element, bound) => {
                let ty = self.ty(scope, element)?;
                self.no_void(&ty, element.span);
                Ty::Sequence(Box::new(ty), self.bound(scope, bound.as_ref())?)
            }
            TypeNode::Fixed(None) => {
                let message = "the numbers of digits are missing";
                self.error(spec.span, message, Some("for example `fixed<9,2>`"));
                return None;
            }
            TypeNode::Fixed(Some(numbers)) => self.fixed(scope, numbers)?,
            TypeNode::Struct(body) => Ty::Named(self.structure(scope, body, "")?, spec.span),
            TypeNode::Union(body) => Ty::Named(self.union(scope, body, "")?, spec.span),
            TypeNode::Enum(body) => Ty::Named(self.enumeration(scope, body, "")?, spec.span),
            TypeNode::Named(name) => {
                let sized = match name.names.as_slice() {
                    [only] if !name.absolute => sized(&only.text),
                    _ => None,
                };
                if let Some(basic) = sized
                    && !self.is_declared(scope, &name.names[0].text)
                {
                    return Some(Ty::Basic(basic));
                }
                let id = self.look_up(scope, name)?;
                match &self.tree.decls[id].kind {
                    Kind::Alias(_)
                    | Kind::Struct(_)
                    | Kind::Union(_)
                    | Kind::Enum(_)
                    | Kind::Interface(_)
                    | Kind::Value(_)
                    | Kind::Native => Ty::Named(id, name.span),
                    other => {
                        let message = format!("`{name}` is {}, not a type", other.describe());
                        self.error(name.span, message, None);
                        return None;
                    }
                }
            }
        })
    }

    /// Whether some scope around has the name.
    fn is_declared(&self, scope: ScopeId, name: &str) -> bool {
        let (mut scope, key) = (Some(scope), name.to_lowercase());
        while let Some(at) = scope {
            let known = |s: &usize| self.tree.scopes[*s].entries.contains_key(&key);
            if self.ancestors(at).iter().any(known) {
                return true;
            }
            scope = self.tree.scopes[at].parent;
        }
        false
    }

    fn bound(&mut self, scope: ScopeId, bound: Option<&ast::Expr>) -> Option<Option<u32>> {
        match bound {
            None => Some(None),
            Some(bound) => self.length(scope, bound, 1).map(Some),
        }
    }

    fn fixed(&mut self, scope: ScopeId, numbers: &(ast::Expr, ast::Expr)) -> Option<Ty> {
        let (digits, scale) = numbers;
        let (all, behind) = (
            self.length(scope, digits, 1)?,
            self.length(scope, scale, 0)?,
        );
        if all > 31 {
            self.error(digits.span, "there are 31 digits at most", None);
            return None;
        }
        if behind > all {
            let message = "there are no more digits behind the point than in all";
            self.error(scale.span, message, None);
            return None;
        }
        Some(Ty::Fixed(all, behind))
    }

    /// A type with the lengths behind the name.
    pub(super) fn shaped(&mut self, scope: ScopeId, ty: Ty, declarator: &Declarator) -> Option<Ty> {
        if declarator.lengths.is_empty() {
            return Some(ty);
        }
        let mut lengths = Vec::new();
        for length in &declarator.lengths {
            lengths.push(self.length(scope, length, 1)?);
        }
        Some(Ty::Array(Box::new(ty), lengths))
    }

    pub(super) fn no_void(&mut self, ty: &Ty, span: Span) {
        if matches!(ty, Ty::Basic(Basic::Void)) {
            self.error(span, "`void` is the result of an operation", None);
        }
    }

    pub(super) fn structure(&mut self, scope: ScopeId, body: &Struct, doc: &str) -> Option<DeclId> {
        let fresh = || Kind::Struct(Members::default());
        let id = self.begin(scope, &body.declared, doc, "struct", fresh)?;
        let inside = self.open(scope, id, Vec::new());
        if let Kind::Struct(members) = &mut self.tree.decls[id].kind {
            members.scope = Some(inside);
        }
        if body.members.is_empty() {
            let message = "a struct has at least one member";
            self.error(body.declared.name.span, message, None);
        }
        let read = self.members(id, inside, &body.members);
        if let Kind::Struct(members) = &mut self.tree.decls[id].kind {
            (members.members, members.complete) = (read, true);
        }
        self.tree.complete.push(id);
        Some(id)
    }

    pub(super) fn exception(&mut self, scope: ScopeId, body: &Struct, doc: &str) {
        let kind = Kind::Exception(Members::default());
        let Some(id) = self.declare(scope, &body.declared, doc, kind) else {
            return;
        };
        let inside = self.open(scope, id, Vec::new());
        if let Kind::Exception(members) = &mut self.tree.decls[id].kind {
            members.scope = Some(inside);
        }
        let read = self.members(id, inside, &body.members);
        if let Kind::Exception(members) = &mut self.tree.decls[id].kind {
            (members.members, members.complete) = (read, true);
        }
        self.tree.complete.push(id);
    }

    fn members(&mut self, id: DeclId, inside: ScopeId, from: &[ast::Member]) -> Vec<tree::Member> {
        let mut members = Vec::new();
        self.open.push(id);
        for member in from {
            let Some(ty) = self.ty(inside, &member.spec) else {
                continue;
            };
            self.held(&ty, member.spec.span);
            for declarator in &member.declarators {
                let ty = self.shaped(inside, ty.clone(), declarator);
                let entered = self.enter(inside, &declarator.declared.name, What::Instance);
                if let Some(ty) = ty.filter(|_| entered) {
                    members.push(tree::Member {
                        name: declarator.declared.name.text.clone(),
                        doc: member.doc.clone(),
                        ty,
                    });
                }
            }
        }
        self.open.pop();
        members
    }

    /// CORBA 3.0 section 3.11.2.3: what holds a value knows its members.
    pub(super) fn held(&mut self, ty: &Ty, span: Span) {
        self.no_void(ty, span);
        let mut ty = ty;
        let id = loop {
            match self.tree.behind(ty) {
                Ty::Array(element, _) => ty = element,
                Ty::Named(id, _) => break *id,
                _ => return,
            }
        };
        let decl = &self.tree.decls[id];
        let complete = match &decl.kind {
            Kind::Struct(members) => members.complete,
            Kind::Union(union) => union.complete,
            _ => true,
        };
        if !complete {
            let inside = self.open.contains(&id);
            let message = match inside {
                true => format!("`{}` cannot hold itself", decl.name),
                false => format!("`{}` is only announced so far", decl.name),
            };
            let help = "a sequence can hold it";
            self.error(span, message, Some(help));
        }
    }

    /// A struct or union that begins; it may have been announced.
    pub(super) fn begin(
        &mut self,
        scope: ScopeId,
        declared: &Declared,
        doc: &str,
        keyword: &str,
        fresh: impl Fn() -> Kind,
    ) -> Option<DeclId> {
        let announced = self.before(scope, &declared.name).filter(|id| {
            match (&self.tree.decls[*id].kind, keyword) {
                (Kind::Struct(members), "struct") => !members.complete && members.scope.is_none(),
                (Kind::Union(union), "union") => !union.complete && union.scope.is_none(),
                _ => false,
            }
        });
        let Some(id) = announced else {
            return self.declare(scope, declared, doc, fresh());
        };
        self.defined(id, declared, doc);
        self.tree.decls[id].kind = fresh();
        Some(id)
    }

    /// What was announced is defined: with the same prefix, since its identifier is known by then.
    pub(super) fn defined(&mut self, id: DeclId, declared: &Declared, doc: &str) {
        let decl = &mut self.tree.decls[id];
        let (announced, same) = (decl.span, decl.prefix == declared.prefix);
        decl.span = declared.name.span;
        decl.own = declared.name.span.file == self.file;
        if !doc.is_empty() {
            decl.doc = doc.to_owned();
        }
        if !same {
            let message = format!(
                "`{}` was announced where repository identifiers begin in another way",
                declared.name.text
            );
            let found = self.finding(declared.name.span, message);
            let found = found.label(self.sources, announced, "announced here");
            self.findings.push(found);
        }
    }

    /// `struct x;`
    pub(super) fn announce(
        &mut self,
        scope: ScopeId,
        keyword: &str,
        declared: &Declared,
        doc: &str,
    ) {
        let before = self.before(scope, &declared.name);
        let same = match before.map(|id| &self.tree.decls[id].kind) {
            Some(Kind::Struct(_)) => keyword == "struct",
            Some(Kind::Union(_)) => keyword == "union",
            _ => false,
        };
        if same {
            return;
        }
        let kind = match keyword {
            "struct" => Kind::Struct(Members::default()),
            _ => Kind::Union(Union::announced()),
        };
        self.declare(scope, declared, doc, kind);
    }

    pub(super) fn enumeration(&mut self, scope: ScopeId, body: &Enum, doc: &str) -> Option<DeclId> {
        let id = self.declare(scope, &body.declared, doc, Kind::Enum(Vec::new()))?;
        let mut members = Vec::new();
        for ((doc, declared), ordinal) in body.members.iter().zip(0..) {
            let kind = Kind::Enumerator(id, ordinal);
            members.extend(self.declare(scope, declared, doc, kind));
        }
        self.tree.decls[id].kind = Kind::Enum(members);
        self.tree.complete.push(id);
        Some(id)
    }
}

/// IDL 4.2 section 7.4.13.4.4: names of types that say how long they are. Older definitions have types
/// of these names, which come first.
fn sized(name: &str) -> Option<Basic> {
    Some(match name {
        "int8" => Basic::I8,
        "uint8" => Basic::Octet,
        "int16" => Basic::I16,
        "uint16" => Basic::U16,
        "int32" => Basic::I32,
        "uint32" => Basic::U32,
        "int64" => Basic::I64,
        "uint64" => Basic::U64,
        _ => return None,
    })
}
