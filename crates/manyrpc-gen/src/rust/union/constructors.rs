//! Constructors of arms that store their label.

use std::fmt::Write;

use super::super::doc;
use super::super::types::generic;
use super::{Label, Variant, Writer};

/// Associated functions that a union has already, its own or from traits.
pub(super) const METHODS: [&str; 6] = [
    "clone",
    "default",
    "from",
    "into_owned",
    "into_shared",
    "label",
];

impl Writer<'_> {
    /// Writes a constructor for each arm that stores its label, which checks that the label belongs to
    /// the arm. For other arms the variant itself is the constructor.
    pub(super) fn write_constructors(&self, out: &mut String) {
        let made = self.variants.iter().enumerate();
        let made = made.filter(|(_, v)| v.keeps_label() && self.has_label_for(v));
        let made: Vec<(usize, &Variant)> = made.collect();
        if made.is_empty() {
            return;
        }
        let lifetime = match made.iter().any(|(_, v)| v.place.borrows()) {
            true => "'a",
            false => "'_",
        };
        let ty = generic(self.plan, self.id, lifetime);
        let of = if ty.contains("'a") { "<'a>" } else { "" };
        let _ = write!(out, "impl{of} {ty} {{");
        for (at, variant) in made {
            self.write_constructor(out, at, variant);
        }
        out.push_str("}\n");
    }

    fn write_constructor(&self, out: &mut String, at: usize, variant: &Variant) {
        let statics = self.plan.statics(self.id);
        doc::write(out, variant.doc, || self.description(variant));
        let (name, label) = (&variant.constructor, self.label.rust(self.plan));
        let (parameter, value) = match (variant.place.is_void(), variant.place.owned("'a")) {
            (true, _) => (String::new(), ""),
            (false, ty) if variant.place.converts() => {
                (format!(", value: impl Into<{ty}>"), "value.into()")
            }
            (false, ty) => (format!(", value: {ty}"), "value"),
        };
        let kept = match (&self.label, self.kept(variant)) {
            (Label::Enum(..), Label::I32) => "label as i32",
            _ => "label",
        };
        let _ = write!(
            out,
            "///
            /// # Errors
            /// The label is another arm's.
            pub fn {name}(label: {label}{parameter}) -> Result<Self, stub::WrongLabel> {{
                {statics}.admits({at}, {})?;
                Ok({})
            }}",
            self.label.as_i64("label"),
            variant.value(kept, value),
        );
    }

    /// Whether any label of the constructor's type selects the arm.
    fn has_label_for(&self, variant: &Variant) -> bool {
        let listed = |label: i64| self.variants.iter().any(|v| v.labels.contains(&label));
        match &self.label {
            Label::Enum(_, members) if variant.labels.is_empty() => {
                members.members.iter().any(|m| !listed(m.value.into()))
            }
            Label::Bool if variant.labels.is_empty() => !(listed(0) && listed(1)),
            _ => true,
        }
    }
}
