//! Unions: a Rust enum with one variant per arm.
//!
//! A variant stores its label if the arm does not determine it: the default arm, and arms with several
//! labels.

mod constructors;

use std::fmt::Write;

use manyrpc_dynamic::lower::{Arms, Shape, TypeId};
use manyrpc_model::{TypeBody, Union};

use super::types::{Giving, Place, generic};
use super::{doc, enumeration, metadata};
use crate::name::{self, Scope};
use crate::plan::Plan;

/// The context for writing a union of the definition.
struct Writer<'p> {
    plan: &'p Plan<'p>,
    id: TypeId,
    label: Label<'p>,
    variants: Vec<Variant<'p>>,
}

struct Variant<'p> {
    ident: String,
    /// The name of its constructor, if it stores its label; the default arm may have no name.
    constructor: String,
    place: Place<'p>,
    labels: &'p [i64],
    doc: &'p str,
}

/// The discriminant's Rust type.
enum Label<'p> {
    I32,
    U32,
    I64,
    /// In metadata its bits are those of a signed one.
    U64,
    Bool,
    Enum(TypeId, &'p manyrpc_model::Enum),
}

/// A union of the definition.
pub(super) fn write(out: &mut String, plan: &Plan, id: TypeId, union: &Union, arms: &Arms) {
    plan.says_stub.set(true);
    let writer = Writer::new(plan, id, union, arms);
    writer.write_enum(out);
    if !writer.derives_default() {
        writer.write_default(out);
    }
    let discriminant = match writer.label {
        Label::Enum(id, _) => Some(plan.statics(id)),
        _ => None,
    };
    metadata::union(out, plan.statics(id), &arms.meta, discriminant);
    writer.write_constructors(out);
    if plan.is_labelled(id) {
        writer.write_label(out);
    }
    writer.write_encode(out);
    writer.write_decode(out);
    if plan.type_borrows(id) {
        writer.write_conversion(out, Giving::Owned);
    }
}

/// Writes the conversion of a union that shares what it borrows.
pub(super) fn write_into_shared(
    out: &mut String,
    plan: &Plan,
    id: TypeId,
    union: &Union,
    arms: &Arms,
) {
    Writer::new(plan, id, union, arms).write_conversion(out, Giving::Shared);
}

/// The names of a union's variants, in its arms' order.
pub(super) fn idents(union: &Union) -> Vec<String> {
    let mut scope = Scope::reserving(&["Self"]);
    let fields = union
        .arms
        .iter()
        .map(|arm| &arm.field)
        .chain(&union.default);
    let named = fields.map(|field| match &*field.name {
        "" => "Default".to_owned(),
        name => name::variant(name),
    });
    named.map(|name| scope.take(name)).collect()
}

fn variants<'p>(plan: &'p Plan, id: TypeId, union: &'p Union, arms: &'p Arms) -> Vec<Variant<'p>> {
    let mut idents = idents(union).into_iter();
    let mut functions = Scope::reserving(&constructors::METHODS);
    let fields = union.arms.iter().map(|arm| &arm.field);
    let docs = fields.chain(&union.default).map(|field| &field.doc);
    let listed = arms.meta.arms.iter().zip(&arms.shapes).zip(docs);
    let variants = listed.map(|((arm, shape), doc)| Variant {
        ident: idents.next().unwrap_or_default(),
        constructor: match (arm.labels.len(), shape) {
            (1, _) => String::new(),
            (0, Shape::Void) => functions.take("other".to_owned()),
            _ => functions.take(name::constructor(&arm.field.name)),
        },
        place: Place::new(plan, &arm.field, shape).within(id),
        labels: &arm.labels,
        doc,
    });
    variants.collect()
}

impl<'p> Writer<'p> {
    fn new(plan: &'p Plan, id: TypeId, union: &'p Union, arms: &'p Arms) -> Self {
        Writer {
            plan,
            id,
            label: Label::new(plan, union),
            variants: variants(plan, id, union, arms),
        }
    }

    fn write_enum(&self, out: &mut String) {
        let definition = &self.plan.module.types[self.id.0];
        doc::write(out, &definition.doc, || {
            format!("Union `{}`.", definition.name)
        });
        let _ = write!(
            out,
            "#[allow(
                clippy::enum_variant_names, clippy::large_enum_variant,
                reason = \"the definition's names and sizes\",
            )]
            #[derive(Clone, Debug, {}PartialEq)]
            pub enum {} {{",
            if self.derives_default() {
                "Default, "
            } else {
                ""
            },
            generic(self.plan, self.id, "'a"),
        );
        for (at, variant) in self.variants.iter().enumerate() {
            doc::write(out, variant.doc, || self.description(variant));
            if at == 0 && self.derives_default() {
                out.push_str("#[default]");
            }
            out.push_str(&variant.ident);
            let held = variant.place.owned("'a");
            match (variant.keeps_label(), variant.place.is_void()) {
                (false, true) => {}
                (false, false) => drop(write!(out, "({held})")),
                (true, void) => {
                    let _ = write!(
                        out,
                        "{{ /** The label that chose it. */ label: {},",
                        self.kept(variant).rust(self.plan),
                    );
                    if !void {
                        let _ = write!(out, "/** What it holds. */ value: {held},");
                    }
                    out.push('}');
                }
            }
            out.push_str(",\n");
        }
        out.push_str("}\n");
    }

    /// The type of the label that a variant stores: the default arm may have a label that is not a
    /// member of the enumeration.
    fn kept(&self, variant: &Variant) -> &Label<'_> {
        match &self.label {
            Label::Enum(..) if variant.labels.is_empty() => &Label::I32,
            label => label,
        }
    }

    fn description(&self, variant: &Variant) -> String {
        let labels: Vec<String> = variant.labels.iter().map(i64::to_string).collect();
        match (labels.len(), variant.place.is_void()) {
            (0, true) => "Any other label: nothing.".to_owned(),
            (0, false) => variant.place.description("Any other label: field"),
            (_, true) => format!("Label {}: nothing.", labels.join(", ")),
            (_, false) => {
                let what = format!("Label {}: field", labels.join(", "));
                variant.place.description(&what)
            }
        }
    }

    /// Whether the first arm is void.
    fn derives_default(&self) -> bool {
        let first = &self.variants[0];
        first.place.is_void() && !first.keeps_label()
    }

    /// Writes `Default`: the first arm, with its first label.
    fn write_default(&self, out: &mut String) {
        let first = &self.variants[0];
        let label = match first.labels.first() {
            Some(label) => self.label.literal(self.plan, *label),
            None => "Default::default()".to_owned(),
        };
        let ty = generic(self.plan, self.id, "'_");
        let value = first.value(&label, &first.place.default_value());
        let _ = write!(
            out,
            "impl Default for {ty} {{ fn default() -> Self {{ {value} }} }}"
        );
    }

    /// An expression for a variant's label, bound as `label` if it is stored.
    fn label_of(&self, variant: &Variant) -> String {
        match variant.labels {
            [label] => label.to_string(),
            _ => self.kept(variant).as_i64("*label"),
        }
    }

    /// Writes the label's accessor, for records with a field that holds it.
    fn write_label(&self, out: &mut String) {
        let arms = self.variants.iter().map(|variant| {
            let pattern = variant.pattern("label", "_");
            format!("{pattern} => {},", self.label_of(variant))
        });
        let _ = write!(
            out,
            "impl {} {{
                /// The label that chooses the arm.
                pub fn label(&self) -> i64 {{ match self {{ {} }} }}
            }}",
            generic(self.plan, self.id, "'_"),
            arms.collect::<String>(),
        );
    }

    fn write_encode(&self, out: &mut String) {
        let ty = generic(self.plan, self.id, "'_");
        let statics = self.plan.statics(self.id);
        let arms = self.variants.iter().enumerate().map(|(at, variant)| {
            let pattern = variant.pattern("label", "_");
            format!("{pattern} => ({at}, {}),", self.label_of(variant))
        });
        let labels: String = arms.collect();
        let arms = self.variants.iter().enumerate().map(|(at, variant)| {
            let pattern = variant.pattern("_", "value");
            let value = if variant.place.is_void() {
                "&()"
            } else {
                "value"
            };
            format!("{pattern} => s.field(&{statics}_ARMS[{at}].field, {value}),")
        });
        let fields: String = arms.collect();
        let _ = write!(
            out,
            "impl stub::Encode for {ty} {{
                #[inline]
                fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {{
                    let (arm, label) = match self {{ {labels} }};
                    s.union(f, &{statics}, arm, label, self);
                }}
            }}
            impl stub::Fields for {ty} {{
                #[inline]
                fn fields<S: stub::Sink>(&self, s: &mut S) {{
                    match self {{ {fields} }}
                }}
            }}"
        );
    }

    fn write_decode(&self, out: &mut String) {
        let ty = generic(self.plan, self.id, "'de");
        let statics = self.plan.statics(self.id);
        let keeps = self.variants.iter().any(Variant::keeps_label);
        let label = if keeps { "label" } else { "_label" };
        let last = self.variants.len() - 1;
        let arms = self.variants.iter().enumerate().map(|(at, variant)| {
            let value = variant.value(
                &self.kept(variant).of_i64(self.plan),
                &variant.place.default_value(),
            );
            match at == last {
                true => format!("_ => {value},"),
                false => format!("{at} => {value},"),
            }
        });
        let select = match last {
            0 => arms.collect::<String>()["_ => ".len()..]
                .trim_end_matches(',')
                .to_owned(),
            _ => format!("match arm {{ {} }}", arms.collect::<String>()),
        };
        let arm = if last == 0 { "_arm" } else { "arm" };
        let arms = self.variants.iter().enumerate().map(|(at, variant)| {
            let pattern = variant.pattern("_", "value");
            let value = if variant.place.is_void() {
                "&mut ()"
            } else {
                "value"
            };
            format!("{pattern} => s.slot(&{statics}_ARMS[{at}].field, {value}),")
        });
        let slots: String = arms.collect();
        let _ = write!(
            out,
            "impl<'de> stub::Decode<'de> for {ty} {{
                #[inline]
                fn decode<S: stub::Source<'de>>(
                    &mut self, s: &mut S, f: &stub::Field,
                ) -> Result<(), stub::Fail> {{
                    s.union(f, &{statics}, self)
                }}
            }}
            impl<'de> stub::Arms<'de> for {ty} {{
                #[inline]
                fn select(&mut self, {arm}: usize, {label}: i64) {{ *self = {select}; }}
                #[inline]
                fn arm<S: stub::Source<'de>>(&mut self, s: &mut S) -> Result<(), stub::Fail> {{
                    match self {{ {slots} }}
                }}
            }}"
        );
    }

    /// Writes the conversion to `'static`.
    fn write_conversion(&self, out: &mut String, giving: Giving) {
        let name = self.plan.rust_name(self.id);
        let arms = self.variants.iter().map(|variant| {
            let pattern = variant.pattern("label", "value");
            let owned = variant.value("label", &variant.place.given("value", giving));
            format!("{pattern} => {},", owned.replacen("Self", name, 1))
        });
        let arms: String = arms.collect();
        let _ = write!(
            out,
            "impl {} {{
                {} -> {name}<'static> {{ match self {{ {arms} }} }}
            }}",
            generic(self.plan, self.id, "'_"),
            giving.method(),
        );
    }
}

impl Variant<'_> {
    fn keeps_label(&self) -> bool {
        self.labels.len() != 1
    }

    /// A pattern that binds everything except `_`.
    fn pattern(&self, label: &str, value: &str) -> String {
        let ident = &self.ident;
        match (self.keeps_label(), self.place.is_void()) {
            (false, true) => format!("Self::{ident}"),
            (false, false) => format!("Self::{ident}({value})"),
            (true, void) => {
                let mut bound = vec![];
                bound.extend((label != "_").then_some("label"));
                bound.extend((!void && value != "_").then_some("value"));
                let all = bound.len() == 2 - usize::from(void);
                bound.extend((!all).then_some(".."));
                format!("Self::{ident} {{ {} }}", bound.join(", "))
            }
        }
    }

    /// An expression for a value, with this label if it is stored.
    fn value(&self, label: &str, value: &str) -> String {
        let ident = &self.ident;
        match (self.keeps_label(), self.place.is_void()) {
            (false, true) => format!("Self::{ident}"),
            (false, false) => format!("Self::{ident}({value})"),
            (true, void) => {
                let field = |name: &str, value: &str| match name == value {
                    true => format!("{name},"),
                    false => format!("{name}: {value},"),
                };
                let value = if void {
                    String::new()
                } else {
                    field("value", value)
                };
                format!("Self::{ident} {{ {} {value} }}", field("label", label))
            }
        }
    }
}

impl<'p> Label<'p> {
    fn new(plan: &'p Plan, union: &Union) -> Self {
        match plan.lowered.shape(&union.discriminant_type) {
            Ok(Shape::Bool) => Label::Bool,
            Ok(Shape::U8 | Shape::U16 | Shape::U32) => Label::U32,
            Ok(Shape::I64) => Label::I64,
            Ok(Shape::U64) => Label::U64,
            Ok(Shape::Enum(id)) => match &plan.module.types[id.0].body {
                TypeBody::Enum(members) => Label::Enum(id, members),
                _ => Label::I32,
            },
            _ => Label::I32,
        }
    }

    fn rust<'n>(&self, plan: &'n Plan) -> &'n str {
        match self {
            Label::I32 => "i32",
            Label::U32 => "u32",
            Label::I64 => "i64",
            Label::U64 => "u64",
            Label::Bool => "bool",
            Label::Enum(id, _) => plan.rust_name(*id),
        }
    }

    fn literal(&self, plan: &Plan, label: i64) -> String {
        match self {
            Label::I32 | Label::U32 | Label::I64 => label.to_string(),
            Label::U64 => (label as u64).to_string(),
            Label::Bool => (label != 0).to_string(),
            Label::Enum(id, members) => {
                let named = members.members.iter().zip(enumeration::idents(members));
                let member = named.into_iter().find(|(m, _)| i64::from(m.value) == label);
                match member {
                    Some((_, ident)) => format!("{}::{ident}", plan.rust_name(*id)),
                    None => "Default::default()".to_owned(),
                }
            }
        }
    }

    fn as_i64(&self, value: &str) -> String {
        match self {
            Label::Enum(..) | Label::U64 => format!("{value} as i64"),
            Label::I64 => value.to_owned(),
            _ => format!("i64::from({value})"),
        }
    }

    /// A conversion from a label that the source has validated.
    fn of_i64(&self, plan: &Plan) -> String {
        match self {
            Label::I32 => "label as i32".to_owned(),
            Label::U32 => "label as u32".to_owned(),
            Label::I64 => "label".to_owned(),
            Label::U64 => "label as u64".to_owned(),
            Label::Bool => "label != 0".to_owned(),
            Label::Enum(id, _) => {
                let name = plan.rust_name(*id);
                format!("{name}::try_from(label as i32).unwrap_or_default()")
            }
        }
    }
}
