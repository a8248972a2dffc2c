//! Unions (CORBA 3.0, section 3.11.2.2).

use std::collections::HashMap;

use crate::place::Span;

use super::super::ast::{self, Basic, CaseLabel};
use super::super::tree::{self, Arm, DeclId, Kind, ScopeId, Ty, Union, What};
use super::super::tree::{Value, range};
use super::Checker;

impl Checker<'_, '_> {
    pub(super) fn union(&mut self, scope: ScopeId, body: &ast::Union, doc: &str) -> Option<DeclId> {
        let fresh = || Kind::Union(Union::announced());
        let id = self.begin(scope, &body.declared, doc, "union", fresh)?;
        let inside = self.open(scope, id, Vec::new());
        if let Kind::Union(union) = &mut self.tree.decls[id].kind {
            union.scope = Some(inside);
        }
        let read = self.union_body(id, inside, body);
        if let (Kind::Union(union), Some(read)) = (&mut self.tree.decls[id].kind, read) {
            *union = read;
        }
        self.tree.complete.push(id);
        Some(id)
    }

    fn union_body(&mut self, id: DeclId, inside: ScopeId, body: &ast::Union) -> Option<Union> {
        let switch = self.ty(inside, &body.switch)?;
        let Some(values) = self.values(&switch) else {
            let message = "this type cannot discriminate a union";
            let help = "a union is switched on an integer, `char`, `boolean` or an enumeration";
            self.error(body.switch.span, message, Some(help));
            return None;
        };
        if body.cases.is_empty() {
            let message = "a union has at least one case";
            self.error(body.declared.name.span, message, None);
        }
        let mut union = Union {
            scope: Some(inside),
            switch,
            arms: Vec::new(),
            default: None,
            exhausted: false,
            complete: true,
        };
        let mut seen: HashMap<i64, Span> = HashMap::new();
        let mut default = None;
        self.open.push(id);
        for case in &body.cases {
            let member = self.arm(inside, case);
            let mut labels = Vec::new();
            for label in &case.labels {
                match label {
                    CaseLabel::Default(span) => {
                        if default.replace(*span).is_some() {
                            self.error(*span, "a union has one `default`", None);
                        }
                    }
                    CaseLabel::Value(expr) => {
                        let label = self.label(inside, &union.switch, expr);
                        if let Some(label) = label
                            && self.unused(&mut seen, label, expr.span)
                        {
                            labels.push(label);
                        }
                    }
                }
            }
            let is_default = |l: &CaseLabel| matches!(l, CaseLabel::Default(_));
            let Some(member) = member else { continue };
            if case.labels.iter().any(is_default) {
                // Labels beside `default` say nothing more.
                union.default = Some(member);
            } else {
                union.arms.push(Arm { labels, member });
            }
        }
        self.open.pop();
        union.exhausted = seen.len() as u128 >= values;
        if let Some(span) = default.filter(|_| union.exhausted) {
            self.error(span, "no value is left for `default`", None);
        }
        Some(union)
    }

    fn arm(&mut self, inside: ScopeId, case: &ast::Case) -> Option<tree::Member> {
        let ty = self.ty(inside, &case.spec)?;
        self.held(&ty, case.spec.span);
        let ty = self.shaped(inside, ty, &case.declarator)?;
        let name = &case.declarator.declared.name;
        self.enter(inside, name, What::Instance)
            .then(|| tree::Member {
                name: name.text.clone(),
                doc: case.doc.clone(),
                ty,
            })
    }

    fn unused(&mut self, seen: &mut HashMap<i64, Span>, label: i64, span: Span) -> bool {
        let Some(&first) = seen.get(&label) else {
            seen.insert(label, span);
            return true;
        };
        let found = self.finding(span, "this label is used twice");
        let found = found.label(self.sources, first, "first here");
        self.findings.push(found);
        false
    }

    /// The value of a label: of an enumeration the position in it. Those of 64 bits without sign are
    /// those of 64 bits with one.
    fn label(&mut self, inside: ScopeId, switch: &Ty, expr: &ast::Expr) -> Option<i64> {
        Some(match self.value(inside, switch, expr)? {
            Value::Integer(value) => value as i64,
            Value::Bool(value) => value.into(),
            Value::Char(value) => value.into(),
            Value::WideChar(value) => value.into(),
            Value::Enumerator(id) => match self.tree.decls[id].kind {
                Kind::Enumerator(_, ordinal) => ordinal.into(),
                _ => return None,
            },
            _ => return None,
        })
    }

    /// How many values a discriminator can have; `None` for what cannot be one.
    fn values(&self, ty: &Ty) -> Option<u128> {
        match self.tree.behind(ty) {
            Ty::Basic(Basic::Bool) => Some(2),
            Ty::Basic(Basic::Char) => Some(1 << 8),
            Ty::Basic(Basic::WChar) => Some(1 << 16),
            Ty::Basic(basic) => {
                let (min, max) = range(*basic)?;
                Some(max.abs_diff(min) + 1)
            }
            Ty::Named(id, _) => match &self.tree.decls[*id].kind {
                Kind::Enum(members) => Some(members.len() as u128),
                _ => None,
            },
            _ => None,
        }
    }
}
