//! Valuetypes: records that a place holds, shares with others or lacks (CORBA 3.0, section 3.9).
//!
//! The record has the state of the bases, too. Where a base is declared any valuetype of the module
//! that is derived from it can be: a union of their records, which the language has no name for. Boxed
//! valuetypes are records of one field. Operations and factories are left out, since they do not travel, and
//! so are supported interfaces but for those that a value may be passed as: a place of an abstract
//! interface (section 3.8.6) is a union of a reference and of the valuetypes that support it.

use std::collections::HashSet;

use manyrpc_model as model;
use manyrpc_model::{Annotations, Type, TypeBody, TypeDef};

use crate::place::Span;

use super::super::ast::InterfaceKind;
use super::super::tree::{DeclId, Kind, Tree, ValueType};
use super::{
    BASES, Lowering, PRIVATE, REFERENCE_OR_VALUE, SUPPORTS, TRUNCATABLE, VALUE, VALUES, YES,
};

/// The name of the field of boxed valuetypes.
const BOXED_FIELD: &str = "value";
/// The name of the discriminants of unions of valuetypes.
const TYPE: &str = "type";
/// The base of all valuetypes.
pub(in crate::omg) const VALUE_BASE: &str = "ValueBase";
/// What `VALUE` says of a boxed valuetype.
pub(in crate::omg) const BOXED: &str = "boxed";
/// What `VALUE` says of an abstract valuetype, a union.
pub(in crate::omg) const NO_STATE: &str = "abstract";

impl Lowering<'_, '_> {
    pub(super) fn valuetype(&mut self, id: DeclId, value: &ValueType) {
        if value.custom {
            return self.refuse(id, self.tree.decls[id].span);
        }
        if let Some(ty) = &value.boxed {
            let field = model::Field::new(BOXED_FIELD, self.ty(ty));
            let fields = vec![field];
            let body = TypeBody::Record(model::Record { fields });
            self.define(id, body).insert(VALUE.into(), BOXED.into());
            return;
        }
        let derived = self.derived(id);
        let mut marks = Annotations::new();
        let bases: Vec<String> = value.bases.iter().map(|b| self.names.of(*b)).collect();
        if !bases.is_empty() {
            marks.insert(BASES.into(), bases.join(" "));
        }
        let supported = value.supports.iter().filter(|of| self.is_passed_as(**of));
        let supported: Vec<String> = supported.map(|of| self.names.of(*of)).collect();
        if !supported.is_empty() {
            marks.insert(SUPPORTS.into(), supported.join(" "));
        }
        if value.is_abstract {
            // Nobody needs one that nothing is derived from.
            if !derived.is_empty() {
                marks.insert(VALUE.into(), NO_STATE.into());
                let body = self.one_of(&derived);
                self.define(id, body).extend(marks);
            }
            return;
        }
        marks.insert(VALUE.into(), YES.into());
        if value.truncatable {
            marks.insert(TRUNCATABLE.into(), YES.into());
        }
        let fields = self.state(id);
        let body = TypeBody::Record(model::Record { fields });
        self.define(id, body).extend(marks);
        if !derived.is_empty() {
            let all: Vec<DeclId> = [id].into_iter().chain(derived).collect();
            let (name, of) = (self.or_derived(id), self.names.of(id));
            let body = self.one_of(&all);
            self.define_values(name, of, body);
        }
    }

    /// The union of everything, where the definition has that.
    pub(super) fn value_base(&mut self) {
        if let Some(name) = self.value_base.clone() {
            let all = self.concrete();
            let body = self.one_of(&all);
            self.define_values(name, VALUE_BASE.to_owned(), body);
        }
    }

    /// The type of a place where a valuetype is declared.
    pub(super) fn value_place(&mut self, id: DeclId, value: &ValueType, span: Span) -> Type {
        let derived = self.derived(id);
        let name = match (value.is_abstract, derived.is_empty()) {
            (true, true) => {
                self.refuse(id, span);
                return Type::Void;
            }
            (false, false) => self.or_derived(id),
            _ => self.names.of(id),
        };
        Type::Shared(Box::new(Type::Named(name)))
    }

    /// The type of a place where any valuetype is declared.
    pub(super) fn any_value(&mut self) -> Type {
        if self.concrete().is_empty() {
            self.no_values(Span::default());
            return Type::Void;
        }
        let name = match &self.value_base {
            Some(name) => name.clone(),
            None => self.names.free(VALUE_BASE),
        };
        self.value_base = Some(name.clone());
        Type::Shared(Box::new(Type::Named(name)))
    }

    /// Whether a value that supports that interface can be where an abstract one is declared.
    fn is_passed_as(&self, interface: DeclId) -> bool {
        let is_abstract = |id: &DeclId| {
            let kind = &self.tree.decls[*id].kind;
            matches!(kind, Kind::Interface(of) if of.kind == InterfaceKind::Abstract)
        };
        self.needed.contains(&interface) && ancestors(self.tree, interface).iter().any(is_abstract)
    }

    /// The valuetypes with a state that support an abstract interface, or one that is derived from it.
    fn supporters(&self, interface: DeclId) -> Vec<DeclId> {
        let is_one = |of: &DeclId| {
            self.needed.contains(of) && ancestors(self.tree, *of).contains(&interface)
        };
        let says_so = |id: &DeclId| {
            let kind = &self.tree.decls[*id].kind;
            matches!(kind, Kind::Value(value) if value.supports.iter().any(is_one))
        };
        let supports = |id: &DeclId| ancestors(self.tree, *id).iter().any(says_so);
        self.concrete().into_iter().filter(supports).collect()
    }

    /// The type of a place where an abstract interface is declared.
    pub(super) fn abstract_place(&mut self, id: DeclId, span: Span) -> Type {
        if let Some(name) = self.or_value.get(&id) {
            return Type::Named(name.clone());
        }
        if self.supporters(id).is_empty() {
            self.no_supporters(id, span);
            return Type::Void;
        }
        let name = format!("{}_or_value", self.names.of(id));
        let name = self.names.free(&name);
        self.or_value.insert(id, name.clone());
        Type::Named(name)
    }

    /// The unions of such places: `true` is a reference (CORBA 3.0, section 15.3.7).
    pub(super) fn references_or_values(&mut self) {
        for &id in &self.tree.complete {
            let Some(name) = self.or_value.get(&id).cloned() else {
                continue;
            };
            let of = self.names.of(id);
            let values = self.names.free(&format!("{of}_values"));
            let body = self.one_of(&self.supporters(id));
            self.define_values(values.clone(), of.clone(), body);
            let arm = |label, name: &str, ty| model::Arm {
                labels: vec![label],
                field: model::Field::new(name, ty),
            };
            let value = Type::Shared(Box::new(Type::Named(values)));
            let body = TypeBody::Union(model::Union {
                discriminant: "is_reference".to_owned(),
                discriminant_type: Type::Bool,
                arms: vec![
                    arm(1, "reference", Type::Reference(Some(of.clone()))),
                    arm(0, "value", value),
                ],
                default: None,
            });
            self.module.types.push(TypeDef {
                name,
                doc: String::new(),
                body,
                annotations: [(REFERENCE_OR_VALUE.to_owned(), of)].into(),
            });
        }
    }

    /// The name of the union of a valuetype and those that are derived from it.
    fn or_derived(&mut self, id: DeclId) -> String {
        if let Some(name) = self.or_derived.get(&id) {
            return name.clone();
        }
        let name = format!("{}_or_derived", self.names.of(id));
        let name = self.names.free(&name);
        self.or_derived.insert(id, name.clone());
        name
    }

    fn define_values(&mut self, name: String, of: String, body: TypeBody) {
        self.module.types.push(TypeDef {
            name,
            doc: String::new(),
            body,
            annotations: [(VALUES.to_owned(), of)].into(),
        });
    }

    fn one_of(&self, all: &[DeclId]) -> TypeBody {
        let arms = all.iter().zip(0..).map(|(id, label)| {
            let name = self.names.of(*id);
            let field = model::Field::new(name.clone(), Type::Named(name));
            let labels = vec![label];
            model::Arm { labels, field }
        });
        TypeBody::Union(model::Union {
            discriminant: TYPE.to_owned(),
            discriminant_type: Type::I32,
            arms: arms.collect(),
            default: None,
        })
    }

    /// The members of the bases, then its own.
    fn state(&mut self, id: DeclId) -> Vec<model::Field> {
        let mut fields = Vec::new();
        for id in lineage(self.tree, id) {
            let Kind::Value(value) = &self.tree.decls[id].kind else {
                continue;
            };
            for state in &value.state {
                let mut field = self.field(&state.member);
                if state.private {
                    field.annotations.insert(PRIVATE.into(), YES.into());
                }
                fields.push(field);
            }
        }
        fields
    }

    /// Valuetypes of the module that have a state, in their order.
    fn concrete(&self) -> Vec<DeclId> {
        let is_concrete = |id: &&DeclId| {
            let kind = &self.tree.decls[**id].kind;
            let concrete = matches!(kind, Kind::Value(v) if !v.is_abstract && !v.custom);
            concrete && self.needed.contains(*id)
        };
        let all = self.tree.complete.iter();
        all.filter(is_concrete).copied().collect()
    }

    /// Those of them that are derived from a valuetype.
    fn derived(&self, from: DeclId) -> Vec<DeclId> {
        let all = self.concrete().into_iter();
        all.filter(|id| *id != from && ancestors(self.tree, *id).contains(&from))
            .collect()
    }
}

/// The valuetypes with a state that it inherits, the outermost base first, and itself.
fn lineage(tree: &Tree, id: DeclId) -> Vec<DeclId> {
    let mut lineage = vec![id];
    let mut at = id;
    // A base is complete before what is derived from it.
    while let Kind::Value(value) = &tree.decls[at].kind
        && let Some(first) = value.bases.first()
        && matches!(&tree.decls[*first].kind, Kind::Value(base) if !base.is_abstract)
    {
        at = *first;
        lineage.push(at);
    }
    lineage.reverse();
    lineage
}

/// A valuetype or an interface, and everything that it is derived from.
fn ancestors(tree: &Tree, id: DeclId) -> HashSet<DeclId> {
    let (mut found, mut waiting) = (HashSet::from([id]), vec![id]);
    while let Some(id) = waiting.pop() {
        let bases = match &tree.decls[id].kind {
            Kind::Value(value) => &value.bases,
            Kind::Interface(interface) => &interface.bases,
            _ => continue,
        };
        waiting.extend(bases.iter().filter(|base| found.insert(**base)));
    }
    found
}
