//! Records, and the records of parameters, which are walked the same way.

use std::fmt::Write;

use manyrpc_dynamic::lower::{Members, TypeId};
use manyrpc_model::{Record, TypeDef};

use super::types::{Place, generic};
use super::{doc, metadata};
use crate::name::{self, Scope};
use crate::plan::Plan;

/// One field of a Rust struct.
pub(super) struct Slot<'p> {
    /// Its Rust name.
    pub(super) ident: String,
    /// What it holds.
    pub(super) place: Place<'p>,
}

/// The fields of a struct, named apart from each other and from `taken`.
pub(super) fn slots<'p>(plan: &'p Plan, members: &'p Members, taken: &[&str]) -> Vec<Slot<'p>> {
    let mut scope = Scope::reserving(taken);
    let slots = members.iter().map(|(field, shape)| Slot {
        ident: scope.take(name::snake(&field.name)),
        place: Place::new(plan, field, shape),
    });
    slots.collect()
}

/// A record of the definition.
pub(super) fn write(out: &mut String, plan: &Plan, id: TypeId, record: &Record, members: &Members) {
    plan.says_stub.set(true);
    let definition = &plan.module.types[id.0];
    let slots = slots(plan, members, &[]);
    write_struct(out, plan, id, definition, record, &slots);
    let (any, de) = (generic(plan, id, "'_"), generic(plan, id, "'de"));
    let statics = plan.statics(id);
    metadata::fields(out, statics, &members.meta);
    let meta = metadata::record(statics, &members.meta);
    let _ = write!(
        out,
        "static {statics}: stub::Record = {meta};
        impl stub::Encode for {any} {{
            #[inline]
            fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {{
                s.record(f, &{statics}, self);
            }}
        }}
        impl<'de> stub::Decode<'de> for {de} {{
            #[inline]
            fn decode<S: stub::Source<'de>>(
                &mut self, s: &mut S, f: &stub::Field,
            ) -> Result<(), stub::Fail> {{
                s.record(f, &{statics}, self)
            }}
        }}"
    );
    write_fields(out, &any, statics, &slots);
    write_slots(out, &de, statics, &slots);
    if plan.type_borrows(id) {
        write_into_owned(out, plan, id, &slots);
    }
}

fn write_struct(
    out: &mut String,
    plan: &Plan,
    id: TypeId,
    definition: &TypeDef,
    record: &Record,
    slots: &[Slot],
) {
    let derived = slots.iter().all(|slot| !slot.place.lacks_default());
    let what = || match plan.lowered.types[id.0].chain {
        true => format!("Element of a list of `{}`.", definition.name),
        false => format!("Record `{}`.", definition.name),
    };
    doc::write(out, &definition.doc, what);
    out.push_str(match derived {
        true => "#[derive(Clone, Debug, Default, PartialEq)]",
        false => "#[derive(Clone, Debug, PartialEq)]",
    });
    let _ = write!(out, "pub struct {} {{", generic(plan, id, "'a"));
    for (slot, field) in slots.iter().zip(&record.fields) {
        doc::write(out, &field.doc, || slot.place.description("Field"));
        let _ = writeln!(out, "pub {}: {},", slot.ident, slot.place.owned("'a"));
    }
    out.push_str("}\n");
    if !derived {
        write_default(out, &generic(plan, id, "'_"), slots);
    }
}

/// `Default` where it cannot be derived.
pub(super) fn write_default(out: &mut String, ty: &str, slots: &[Slot]) {
    let _ = write!(
        out,
        "impl Default for {ty} {{ fn default() -> Self {{ Self {{"
    );
    for slot in slots {
        let _ = write!(out, "{}: {},", slot.ident, slot.place.default_value());
    }
    out.push_str("} } }\n");
}

/// The walk that encodes.
pub(super) fn write_fields(out: &mut String, ty: &str, statics: &str, slots: &[Slot]) {
    let s = if slots.is_empty() { "_" } else { "s" };
    let _ = write!(
        out,
        "impl stub::Fields for {ty} {{
            #[inline]
            fn fields<S: stub::Sink>(&self, {s}: &mut S) {{"
    );
    for (at, slot) in slots.iter().enumerate() {
        let _ = writeln!(
            out,
            "s.field(&{statics}_FIELDS[{at}], &self.{});",
            slot.ident
        );
    }
    out.push_str("} }\n");
}

/// The walks that decode: in order, and one by one.
pub(super) fn write_slots(out: &mut String, ty: &str, statics: &str, slots: &[Slot]) {
    let (s, i) = if slots.is_empty() {
        ("_", "_")
    } else {
        ("s", "i")
    };
    let _ = write!(
        out,
        "impl<'de> stub::Slots<'de> for {ty} {{
            #[inline]
            fn all<S: stub::Source<'de>>(&mut self, {s}: &mut S) -> Result<(), stub::Fail> {{"
    );
    for (at, slot) in slots.iter().enumerate() {
        let _ = writeln!(
            out,
            "s.slot(&{statics}_FIELDS[{at}], &mut self.{})?;",
            slot.ident
        );
    }
    let _ = write!(
        out,
        "Ok(())
            }}
            #[inline]
            fn one<S: stub::Source<'de>>(
                &mut self, {i}: usize, {s}: &mut S,
            ) -> Result<(), stub::Fail> {{"
    );
    if slots.is_empty() {
        out.push_str("Err(stub::Fail) } }\n");
        return;
    }
    out.push_str("match i {");
    for (at, slot) in slots.iter().enumerate() {
        let ident = &slot.ident;
        let _ = writeln!(
            out,
            "{at} => s.slot(&{statics}_FIELDS[{at}], &mut self.{ident}),"
        );
    }
    out.push_str("_ => Err(stub::Fail), } } }\n");
}

fn write_into_owned(out: &mut String, plan: &Plan, id: TypeId, slots: &[Slot]) {
    let name = plan.rust_name(id);
    let _ = write!(
        out,
        "impl {} {{
            /// The same with text and bytes of its own.
            pub fn into_owned(self) -> {name}<'static> {{
                {name} {{",
        generic(plan, id, "'_"),
    );
    for slot in slots {
        let ident = &slot.ident;
        let value = slot.place.into_owned(&format!("self.{ident}"));
        let _ = writeln!(out, "{ident}: {value},");
    }
    out.push_str("} } }\n");
}
