//! Enumerations.

use std::collections::HashMap;
use std::fmt::Write;

use manyrpc_codec::meta::Others;
use manyrpc_dynamic::lower::TypeId;
use manyrpc_model::{Enum, EnumMember};

use super::{doc, metadata};
use crate::name::{self, Scope};
use crate::plan::Plan;

/// The Rust name of each member, in order.
pub(super) fn idents(members: &Enum) -> Vec<String> {
    let mut scope = Scope::reserving(&["Self"]);
    let members = members.members.iter();
    members.map(|m| scope.take(name::camel(&m.name))).collect()
}

/// An enumeration of the definition.
pub(super) fn write(out: &mut String, plan: &Plan, id: TypeId, members: &Enum) {
    plan.says_stub.set(true);
    let definition = &plan.module.types[id.0];
    let (name, statics) = (plan.rust_name(id), plan.statics(id));
    if plan.lowered.enumeration(id).others == Others::Kept {
        return write_open(out, plan, id, members);
    }
    let (variants, synonyms) = sorted(members);
    doc::write(out, &definition.doc, || {
        format!("Enumeration `{}`.", definition.name)
    });
    let _ = write!(
        out,
        "#[allow(clippy::enum_variant_names, reason = \"the definition's names\")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(i32)]
        pub enum {name} {{"
    );
    for (at, (ident, member)) in variants.iter().enumerate() {
        write_doc(out, member);
        let default = if at == 0 { "#[default]" } else { "" };
        let _ = writeln!(out, "{default} {ident} = {},", member.value);
    }
    out.push_str("}\n");
    write_synonyms(out, name, &synonyms);
    write_try_from(out, name, &variants);
    metadata::enumeration(out, statics, plan.lowered.enumeration(id));
    let _ = write!(
        out,
        "impl stub::Encode for {name} {{
            #[inline]
            fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {{
                s.enumeration(f, &{statics}, *self as i32);
            }}
        }}
        impl<'de> stub::Decode<'de> for {name} {{
            #[inline]
            fn decode<S: stub::Source<'de>>(
                &mut self, s: &mut S, f: &stub::Field,
            ) -> Result<(), stub::Fail> {{
                let mut value = *self as i32;
                s.enumeration(f, &{statics}, &mut value)?;
                *self = Self::try_from(value).map_err(|_| stub::Fail)?;
                Ok(())
            }}
        }}"
    );
    if plan.is_labelled(id) {
        let _ = write!(
            out,
            "impl stub::Number for {name} {{
                #[inline]
                fn from_i64(v: i64) -> Option<Self> {{
                    Self::try_from(i32::try_from(v).ok()?).ok()
                }}
                #[inline]
                fn to_i64(&self) -> i64 {{ *self as i64 }}
            }}"
        );
    }
}

/// An open enumeration: a number with named values.
fn write_open(out: &mut String, plan: &Plan, id: TypeId, members: &Enum) {
    let definition = &plan.module.types[id.0];
    let (name, statics) = (plan.rust_name(id), plan.statics(id));
    doc::write(out, &definition.doc, || {
        format!(
            "Enumeration `{}`; other values than these may come.",
            definition.name
        )
    });
    let first = members.members.first().map_or(0, |m| m.value);
    let derived = if first == 0 { "Default, " } else { "" };
    let mut scope = Scope::default();
    let _ = write!(
        out,
        "#[derive(Clone, Copy, {derived}PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct {name}(pub i32);
        impl {name} {{"
    );
    for member in &members.members {
        write_doc(out, member);
        let ident = scope.take(name::screaming(&member.name));
        let _ = writeln!(out, "pub const {ident}: Self = Self({});", member.value);
    }
    out.push_str("}\n");
    if first != 0 {
        let _ = write!(
            out,
            "impl Default for {name} {{
                fn default() -> Self {{ Self({first}) }}
            }}"
        );
    }
    let _ = write!(
        out,
        "impl core::fmt::Debug for {name} {{
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {{
                stub::name_member(&{statics}, self.0, f)
            }}
        }}"
    );
    metadata::enumeration(out, statics, plan.lowered.enumeration(id));
    let _ = write!(
        out,
        "impl stub::Encode for {name} {{
            #[inline]
            fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {{
                s.enumeration(f, &{statics}, self.0);
            }}
        }}
        impl<'de> stub::Decode<'de> for {name} {{
            #[inline]
            fn decode<S: stub::Source<'de>>(
                &mut self, s: &mut S, f: &stub::Field,
            ) -> Result<(), stub::Fail> {{
                s.enumeration(f, &{statics}, &mut self.0)
            }}
        }}"
    );
}

type Named<'m> = (String, &'m EnumMember);

/// A synonym for a value, with the first name.
type Synonym<'m> = (Named<'m>, String);

/// Members with distinct values, and synonyms.
fn sorted(members: &Enum) -> (Vec<Named<'_>>, Vec<Synonym<'_>>) {
    let (mut variants, mut synonyms) = (Vec::new(), Vec::new());
    let mut first = HashMap::new();
    for (ident, member) in idents(members).into_iter().zip(&members.members) {
        match first.get(&member.value) {
            Some(variant) => synonyms.push(((ident, member), String::clone(variant))),
            None => {
                first.insert(member.value, ident.clone());
                variants.push((ident, member));
            }
        }
    }
    (variants, synonyms)
}

fn write_synonyms(out: &mut String, name: &str, synonyms: &[Synonym]) {
    if synonyms.is_empty() {
        return;
    }
    let allow = "#[allow(non_upper_case_globals, reason = \"named like the variants\")]";
    let _ = write!(out, "{allow} impl {name} {{");
    for ((ident, member), variant) in synonyms {
        write_doc(out, member);
        let _ = writeln!(out, "pub const {ident}: Self = Self::{variant};");
    }
    out.push_str("}\n");
}

fn write_try_from(out: &mut String, name: &str, variants: &[Named]) {
    let _ = write!(
        out,
        "/// Gives the value back where no member has it.
        impl TryFrom<i32> for {name} {{
            type Error = i32;
            fn try_from(value: i32) -> Result<Self, i32> {{
                match value {{"
    );
    for (ident, member) in variants {
        let _ = writeln!(out, "{} => Ok(Self::{ident}),", member.value);
    }
    out.push_str("_ => Err(value), } } }\n");
}

fn write_doc(out: &mut String, member: &EnumMember) {
    doc::write(out, &member.doc, || {
        format!("`{}`, {}.", member.name, member.value)
    });
}
