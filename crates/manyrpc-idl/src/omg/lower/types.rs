//! Types.

use manyrpc_model as model;
use manyrpc_model::{Length, Type, TypeBody};

use crate::diagnostic::{self, Severity};
use crate::place::Span;

use super::super::ast::{Basic, InterfaceKind};
use super::super::tree::{DeclId, Kind, Member, Members, Ty, Union};
use super::{BYTES_OF_UNIT, CHAR, FIXED, Lowering, MEMBERS, SWITCH, WCHAR, WIDE, YES};

impl Lowering<'_, '_> {
    pub(super) fn ty(&mut self, ty: &Ty) -> Type {
        match ty {
            Ty::Basic(basic) => self.basic(*basic),
            Ty::Text(max) => Type::Text { max: *max },
            Ty::WideText(None) => Type::Text { max: None }.marked(WIDE, YES),
            Ty::WideText(Some(units)) => {
                // The model's bound is one of bytes.
                let max = Some(units.saturating_mul(BYTES_OF_UNIT));
                Type::Text { max }.marked(WIDE, &units.to_string())
            }
            Ty::Fixed(digits, scale) => {
                Type::Text { max: None }.marked(FIXED, &format!("{digits},{scale}"))
            }
            Ty::AnyFixed => Type::Void,
            Ty::Sequence(element, max) => self.array(element, Length::UpTo(*max)),
            Ty::Array(element, lengths) => {
                let mut lengths = lengths.iter().rev();
                let innermost = lengths.next().map_or(0, |l| *l);
                let inner = self.array(element, Length::Fixed(innermost));
                lengths.fold(inner, |inner, l| Type::array(inner, Length::Fixed(*l)))
            }
            Ty::Named(id, span) => self.named(*id, *span),
        }
    }

    fn array(&mut self, element: &Ty, length: Length) -> Type {
        match element {
            Ty::Basic(Basic::Octet) => Type::Bytes(length),
            _ => Type::array(self.ty(element), length),
        }
    }

    fn basic(&mut self, basic: Basic) -> Type {
        match basic {
            Basic::Void => Type::Void,
            Basic::Bool => Type::Bool,
            Basic::Char => Type::U8.marked(CHAR, YES),
            Basic::WChar => Type::U16.marked(WCHAR, YES),
            Basic::Octet => Type::U8,
            Basic::I8 => Type::I8,
            Basic::I16 => Type::I16,
            Basic::U16 => Type::U16,
            Basic::I32 => Type::I32,
            Basic::U32 => Type::U32,
            Basic::I64 => Type::I64,
            Basic::U64 => Type::U64,
            Basic::F32 => Type::F32,
            Basic::F64 => Type::F64,
            Basic::F128 => Type::F128,
            Basic::Any => Type::Any,
            Basic::Object => Type::Reference(None),
            Basic::ValueBase => self.any_value(),
        }
    }

    fn named(&mut self, id: DeclId, span: Span) -> Type {
        match &self.tree.decls[id].kind {
            Kind::Interface(interface) => match interface.kind {
                InterfaceKind::Remote if interface.scope.is_none() => Type::Reference(None),
                InterfaceKind::Remote => Type::Reference(Some(self.names.of(id))),
                InterfaceKind::Abstract => self.abstract_place(id, span),
                InterfaceKind::Local => {
                    self.refuse(id, span);
                    Type::Void
                }
            },
            Kind::Value(value) => self.value_place(id, value, span),
            Kind::Native => {
                self.refuse(id, span);
                Type::Void
            }
            _ => Type::Named(self.names.of(id)),
        }
    }

    pub(super) fn no_supporters(&mut self, id: DeclId, span: Span) {
        let shown = self.tree.shown(id);
        let message = format!("no valuetype of the module supports `{shown}`");
        let found = diagnostic::at(self.sources, span, Severity::Error, message);
        let help = "leave `abstract` out if it is always a reference";
        self.findings.push(found.help(Some(help.to_owned())));
    }

    pub(super) fn no_values(&mut self, span: Span) {
        let message = "the module has no valuetypes: `ValueBase` is any of them".to_owned();
        let found = diagnostic::at(self.sources, span, Severity::Error, message);
        self.findings.push(found);
    }

    pub(super) fn record(&mut self, of: &Members) -> model::Record {
        let fields = of.members.iter().map(|m| self.field(m)).collect();
        model::Record { fields }
    }

    pub(super) fn field(&mut self, member: &Member) -> model::Field {
        let ty = self.ty(&member.ty);
        model::Field::new(&*member.name, ty).documented(&member.doc)
    }

    pub(super) fn union(&mut self, union: &Union) -> model::Union {
        let arms = union.arms.iter().map(|arm| model::Arm {
            labels: arm.labels.clone(),
            field: self.field(&arm.member),
        });
        let arms: Vec<model::Arm> = arms.collect();
        let default = match &union.default {
            Some(member) => Some(self.field(member)),
            None if union.exhausted => None,
            // CORBA 3.0 section 3.11.2.2: other discriminators stand alone.
            None => {
                let is_free = |name: &str| arms.iter().all(|a| a.field.name != name);
                let name = if is_free("default") {
                    "default"
                } else {
                    "default_2"
                };
                Some(model::Field::new(name, Type::Void))
            }
        };
        model::Union {
            discriminant: SWITCH.to_owned(),
            discriminant_type: self.ty(&union.switch),
            arms,
            default,
        }
    }

    pub(super) fn enumeration(&mut self, id: DeclId, members: &[DeclId]) {
        let tree = self.tree;
        let named = members
            .iter()
            .zip(0..)
            .map(|(&id, value)| model::EnumMember {
                name: self.names.of(id),
                value,
                doc: tree.decls[id].doc.clone(),
            });
        let named: Vec<model::EnumMember> = named.collect();
        let plain: Vec<&str> = members.iter().map(|m| &*tree.decls[*m].name).collect();
        let same = named.iter().map(|m| &*m.name).eq(plain.iter().copied());
        let body = TypeBody::Enum(model::Enum { members: named });
        let annotations = self.define(id, body);
        if !same {
            annotations.insert(MEMBERS.into(), plain.join(" "));
        }
    }
}
