//! Unions: their discriminants, labels and arms (C706 section 4.2.12).

use manyrpc_model as model;
use manyrpc_model::Type;

use super::super::ast::*;
use super::super::check;
use super::super::shape::Base;
use super::Lowering;
use super::types::{Path, range, scalar_of};
use crate::names;
use crate::place::Span;

/// The values of enumerations: 32 bits, signed or unsigned.
const OF_ENUM: (i128, i128) = (i32::MIN as i128, u32::MAX as i128);

impl Lowering<'_, '_> {
    pub(super) fn union(
        &mut self,
        owner: &str,
        attrs: &Attrs,
        span: Span,
        body: &UnionBody,
    ) -> Option<model::Union> {
        let (discriminant, base) = match &body.switch {
            Some(switch) => {
                let path = format!("{owner}_{}", switch.name.text);
                let base = self.base(&Attrs::default(), &switch.spec, "", Path::From(&path))?;
                (switch.name.text.to_string(), base)
            }
            None => {
                let Some(Attr {
                    args: Args::Type(spec),
                    ..
                }) = attrs.find("switch_type")
                else {
                    let message = "the type of this union's discriminant is not specified";
                    let help = "write `switch (type name)` behind `union`, or the attribute \
                                `switch_type(type)` before it";
                    self.error(span, message, Some(help));
                    return None;
                };
                let base = self.base(&Attrs::default(), spec, "", Path::From("type"))?;
                ("switch".to_owned(), base)
            }
        };
        let range = self.discriminant(&base, span)?;
        self.arms(owner, body, base.ty(), discriminant, range)
    }

    /// C706 section 4.2.12.2: an integer, character, boolean or enumeration.
    fn discriminant(&mut self, base: &Base, span: Span) -> Option<(i128, i128)> {
        let range = match base {
            Base::Enum(_) => Some(OF_ENUM),
            Base::Alias(alias) if alias.steps.is_empty() => match &alias.base {
                Base::Enum(_) => Some(OF_ENUM),
                other => scalar_of(other).and_then(range),
            },
            other => scalar_of(other).and_then(range),
        };
        if range.is_none() {
            let message = "this type cannot discriminate a union";
            let help = "a union is switched on an integer, `char`, `boolean` or an `enum`";
            self.error(span, message, Some(help));
        }
        range
    }

    fn arms(
        &mut self,
        owner: &str,
        body: &UnionBody,
        discriminant_type: Type,
        discriminant: String,
        range: (i128, i128),
    ) -> Option<model::Union> {
        let mut union = model::Union {
            discriminant,
            discriminant_type,
            arms: Vec::new(),
            default: None,
        };
        let mut labels_seen = check::Seen::new();
        let mut names_seen = check::Seen::new();
        let mut fine = true;
        for arm in &body.arms {
            let labels = self.arm_labels(arm, range, &mut labels_seen);
            fine &= labels.len() == arm.labels.len();
            check::empty_arm(self.sources, self.findings, &arm.attrs);
            if let Some(field) = &arm.field {
                let name = &field.declarator.name;
                let message = format!("arm `{}` is defined twice", name.text);
                check::unique(
                    self.sources,
                    self.findings,
                    &mut names_seen,
                    name.text.clone(),
                    name.span,
                    message,
                );
            }
            let Some(field) = self.arm_field(owner, arm, &labels) else {
                fine = false;
                continue;
            };
            if arm.default {
                if union.default.is_some() {
                    self.error(arm.span, "a union has one `default`", None);
                }
                // Labels beside `default` are redundant.
                union.default = Some(field);
            } else if !labels.is_empty() {
                union.arms.push(model::Arm { labels, field });
            }
        }
        if union.arms.is_empty() && union.default.is_none() && !body.arms.is_empty() {
            fine = false;
        }
        fine.then_some(union)
    }

    /// The labels of an arm, except those without a value.
    fn arm_labels(
        &mut self,
        arm: &Arm,
        (min, max): (i128, i128),
        seen: &mut check::Seen<i64>,
    ) -> Vec<i64> {
        let mut labels = Vec::new();
        for expr in &arm.labels {
            let Some(value) = self.eval(expr) else {
                continue;
            };
            if !(min..=max).contains(&value) {
                let message = format!("the label {value} is not between {min} and {max}");
                self.error(expr.span, message, None);
            }
            // The model's enumerations are signed.
            let label = match (min, max) == OF_ENUM {
                true => (value as i32).into(),
                false => value as i64,
            };
            let message = format!("label {value} is used twice");
            check::unique(self.sources, self.findings, seen, label, expr.span, message);
            labels.push(label);
        }
        labels
    }

    fn arm_field(&mut self, owner: &str, arm: &Arm, labels: &[i64]) -> Option<model::Field> {
        if let Some(field) = &arm.field {
            let (lowered, conformant) =
                self.fields_of(owner, std::slice::from_ref(field))?.pop()?;
            if conformant {
                let message = "an arm cannot be an array whose length is known at run time \
                               (C706 section 4.2.12.2)";
                let help = "let a pointer lead to it";
                self.error(field.declarator.name.span, message, Some(help));
                return None;
            }
            return Some(lowered.documented(&arm.doc));
        }
        let name = match labels {
            _ if arm.default => "default".to_owned(),
            [value, ..] => match &arm.labels[0].node {
                ExprNode::Name(name) => name.to_string(),
                _ => names::numbered_arm(*value),
            },
            [] => String::new(),
        };
        Some(model::Field::new(name, Type::Void).documented(&arm.doc))
    }
}
