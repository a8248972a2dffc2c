//! Records, and the records of parameters, which are encoded and decoded the same way.

use std::fmt::Write;

use manyrpc_codec::Relation;
use manyrpc_codec::Syntaxes;
use manyrpc_codec::meta::{self, Notation};
use manyrpc_dynamic::lower::{Amount, Bounds, By, Member, Members, Role, Shape, TypeId};
use manyrpc_model::{Record, TypeDef};

use super::types::{Giving, Place, generic};
use super::{doc, metadata};
use crate::name::{self, Scope};
use crate::plan::Plan;

/// One field of a Rust struct.
pub(super) struct Slot<'p> {
    /// Its Rust name.
    pub(super) ident: String,
    /// Its type.
    pub(super) place: Place<'p>,
    /// Its index among all encoded fields.
    index: usize,
}

/// The fields of a struct; some encoded fields are not among them.
pub(super) struct Slots<'p> {
    members: &'p Members,
    plan: &'p Plan<'p>,
    slots: Vec<Slot<'p>>,
}

impl<'p> std::ops::Deref for Slots<'p> {
    type Target = [Slot<'p>];

    fn deref(&self) -> &[Slot<'p>] {
        &self.slots
    }
}

impl<'p> Slots<'p> {
    /// The fields of a struct, with names distinct from each other and from `taken`.
    pub(super) fn new(plan: &'p Plan, members: &'p Members, taken: &[&str]) -> Self {
        let mut scope = Scope::reserving(taken);
        let given = members.all().filter(|member| !member.role.is_derived());
        let slots = given.map(|member| Slot {
            ident: scope.take(name::snake(&member.field.name)),
            place: Place::new(plan, member.field, member.shape),
            index: member.index,
        });
        let slots = slots.collect();
        Slots {
            members,
            plan,
            slots,
        }
    }

    /// The same within a named type.
    fn within(self, id: TypeId) -> Self {
        let slots = self.slots.into_iter().map(|slot| Slot {
            place: slot.place.within(id),
            ..slot
        });
        let slots = slots.collect();
        Slots { slots, ..self }
    }

    /// The field with an index among all encoded fields.
    fn at(&self, index: usize) -> &Slot<'p> {
        let found = self.slots.iter().find(|slot| slot.index == index);
        found.expect("lowering lets nothing follow from what follows itself")
    }

    /// An expression for the number of elements of a field, if any; `me` is the containing value.
    fn count(&self, statics: &str, me: &str, index: usize) -> String {
        let slot = self.at(index);
        let (value, field) = (
            format!("{me}.{}", slot.ident),
            format!("{statics}_FIELDS[{index}]"),
        );
        // An index needs no parentheses, a borrow of it does before a method.
        slot.place.count(&value, &field)
    }

    /// An expression for the value of an amount, an option. `me` contains the fields of its numbers.
    pub(super) fn amount(&self, statics: &str, me: &str, amount: Amount) -> String {
        let (By::Sibling(at) | By::Request(at)) = amount.by else {
            return self.number(statics, me, amount.by);
        };
        let by = relation(amount.relation);
        match (&self.members.roles[at], amount.less) {
            (Role::Count { of, relation }, None) => {
                let (relation, count) = (self::relation(*relation), self.count(statics, me, *of));
                format!("stub::room_for_count({by}, {relation}, {count})")
            }
            (Role::Plain, None) if is_integer(&self.members.shapes[at]) => {
                format!("stub::capacity({by}, &{me}.{})", self.at(at).ident)
            }
            (_, less) => {
                let number = self.number(statics, me, amount.by);
                let less = less.map_or("Some(0)".to_owned(), |less| self.number(statics, me, less));
                format!("stub::between({by}, {number}, {less})")
            }
        }
    }

    /// An expression for a number, an option: `None` if a pointer to it is null.
    fn number(&self, statics: &str, me: &str, by: By) -> String {
        let (By::Sibling(at) | By::Request(at)) = by else {
            let By::Number(number) = by else {
                return "None".to_owned();
            };
            return format!("Some({number})");
        };
        match &self.members.roles[at] {
            Role::Count { of, relation } => {
                let (relation, count) = (self::relation(*relation), self.count(statics, me, *of));
                format!("stub::number_of({relation}, {count})")
            }
            Role::Label { of } => format!("Some({})", self.label(me, *of)),
            _ => {
                let slot = self.at(at);
                slot.place.number(&format!("{me}.{}", slot.ident))
            }
        }
    }

    /// An expression for the label of a union; that of its first arm if it is absent.
    fn label(&self, me: &str, index: usize) -> String {
        let slot = self.at(index);
        slot.place.label(&format!("{me}.{}", slot.ident))
    }

    /// The arguments of the macros of `manyrpc_codec::plain`, if all encoded fields are fields of the
    /// struct.
    fn plain(&self, statics: &str) -> Option<String> {
        let members = self.members.all();
        let all: Option<Vec<String>> = members
            .map(|member| match member.role {
                Role::Plain => Some(format!("{} {}", member.index, self.at(member.index).ident)),
                _ => None,
            })
            .collect();
        let meta = &self.members.meta;
        let holds_messages = meta.notation == Notation::Any && self.plan.messages.is_some();
        let all = all
            .filter(|all| !all.is_empty() && !holds_messages)?
            .join(", ");
        let unknown = unknown(self).unwrap_or_default();
        let only = match self.plan.syntaxes {
            Syntaxes::ALL => String::new(),
            some => format!("; {}", some.names().collect::<Vec<_>>().join(" ")),
        };
        Some(format!("{statics}_FIELDS {{ {all} }} {unknown}{only}"))
    }

    /// The constant of an implementation, unless it is the default one.
    fn syntaxes(&self) -> String {
        if self.plan.syntaxes == Syntaxes::ALL {
            return String::new();
        }
        let all = self.plan.syntaxes.names();
        let all: String = all
            .map(|name| format!(".and(stub::Syntaxes::{name})"))
            .collect();
        format!("const SYNTAXES: stub::Syntaxes = stub::Syntaxes::NONE{all};")
    }

    /// The amounts with a number in the request.
    pub(super) fn by_request(&self) -> Vec<Amount> {
        let bounds = self.members.roles.iter().flat_map(Role::bounds);
        let amounts = bounds.flat_map(|bounds| bounds.amounts().collect::<Vec<_>>());
        amounts.filter(is_of_request).collect()
    }

    /// A statement that encodes one field. `me` contains the fields; `requested` is the next index into
    /// the request's amounts.
    fn describe(&self, statics: &str, me: &str, member: &Member, requested: &mut usize) -> String {
        let field = format!("&{statics}_FIELDS[{}]", member.index);
        let number = || Place::new(self.plan, member.field, member.shape).owned("'_");
        match member.role {
            Role::Plain => format!("s.field({field}, &{me}.{});", self.at(member.index).ident),
            Role::Count { of, relation } => {
                let (ty, relation) = (number(), self::relation(*relation));
                let count = self.count(statics, me, *of);
                format!("s.field({field}, &stub::Count::<{ty}>::of({relation}, {count}));")
            }
            Role::Label { of } => {
                let (ty, label) = (number(), self.label(me, *of));
                format!("s.field({field}, &stub::Label::<{ty}>::of({label}));")
            }
            Role::Part(bounds) => {
                let bounds: String = bounds
                    .iter()
                    .map(|bounds| self.bounds(statics, me, bounds, requested))
                    .collect();
                let value = &self.at(member.index).ident;
                format!(
                    "s.field({field}, &stub::Extent {{ value: &{me}.{value}, bounds: &[{bounds}] }});"
                )
            }
        }
    }

    /// An expression for the bounds of one dimension.
    fn bounds(&self, statics: &str, me: &str, of: &Bounds, requested: &mut usize) -> String {
        let mut known = |amount: Amount| match is_of_request(&amount) {
            true => {
                *requested += 1;
                format!("self.room[{}]", *requested - 1)
            }
            false => self.amount(statics, me, amount),
        };
        let capacity = of.capacity.map_or("None".to_owned(), &mut known);
        let first = of
            .first
            .map(&mut known)
            .map_or("0".to_owned(), |first| format!("{first}.unwrap_or(0)"));
        let sent = of.sent.map_or("None".to_owned(), &mut known);
        format!("stub::Bounds {{ capacity: {capacity}, first: {first}, sent: {sent} }},")
    }
}

fn is_integer(shape: &Shape) -> bool {
    !matches!(shape, Shape::Optional(_) | Shape::Shared(_))
}

/// Whether a number of an amount is in the request.
fn is_of_request(amount: &Amount) -> bool {
    amount.places().any(|by| matches!(by, By::Request(_)))
}

/// An expression for a relation.
fn relation(relation: Relation) -> String {
    let Relation { times, over, plus } = relation;
    match relation {
        Relation::SAME => "stub::Relation::SAME".to_owned(),
        _ => format!("stub::Relation::of({times}, {over}, {plus})"),
    }
}

/// A record of the definition.
pub(super) fn write(out: &mut String, plan: &Plan, id: TypeId, record: &Record, members: &Members) {
    plan.says_stub.set(true);
    let definition = plan.lowered.definition(plan.module, id);
    let slots = Slots::new(plan, members, &[]).within(id);
    write_struct(out, plan, id, definition, record, &slots);
    let (any, de) = (generic(plan, id, "'_"), generic(plan, id, "'de"));
    let statics = plan.statics(id);
    metadata::fields(out, statics, &members.meta);
    let meta = metadata::record(statics, &members.meta);
    let _ = writeln!(out, "static {statics}: stub::Record = {meta};");
    match (slots.plain(statics), members.meta.notation) {
        (Some(fields), Notation::Members) if members.meta.ids.is_empty() => {
            let _ = write!(out, "stub::plain_record! {{ {de}, {statics}, {fields} }}");
        }
        _ => {
            write_record(out, (&any, &de), statics, &members.meta);
            write_fields(out, &any, statics, "self", &slots);
            write_slots(out, &de, statics, &slots);
        }
    }
    if plan.type_borrows(id) {
        write_conversion(out, plan, id, &slots, Giving::Owned);
    }
}

/// Writes the conversion of a record that shares what it borrows.
pub(super) fn write_into_shared(out: &mut String, plan: &Plan, id: TypeId, members: &Members) {
    let slots = Slots::new(plan, members, &[]).within(id);
    write_conversion(out, plan, id, &slots, Giving::Shared);
}

/// Writes `encode` and `decode` of a record: by its members, as a valuetype, or by its notation.
fn write_record(out: &mut String, (any, de): (&str, &str), statics: &str, meta: &meta::Record) {
    let walk = match meta.notation {
        Notation::Members if !meta.ids.is_empty() => "value",
        Notation::Members => "record",
        _ => "noted",
    };
    let _ = write!(
        out,
        "impl stub::Encode for {any} {{
            #[inline]
            fn encode<S: stub::Sink>(&self, s: &mut S, f: &stub::Field) {{
                s.{walk}(f, &{statics}, self);
            }}
        }}
        impl<'de> stub::Decode<'de> for {de} {{
            #[inline]
            fn decode<S: stub::Source<'de>>(
                &mut self, s: &mut S, f: &stub::Field,
            ) -> Result<(), stub::Fail> {{
                s.{walk}(f, &{statics}, self)
            }}
        }}"
    );
}

/// The name of the field for unknown fields, if values preserve them.
fn unknown(slots: &Slots) -> Option<String> {
    let mut scope = Scope::default();
    slots
        .iter()
        .for_each(|slot| drop(scope.take(slot.ident.clone())));
    slots
        .members
        .keeps_unknown
        .then(|| scope.take("unknown".to_owned()))
}

fn write_struct(
    out: &mut String,
    plan: &Plan,
    id: TypeId,
    definition: &TypeDef,
    record: &Record,
    slots: &Slots,
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
    for slot in slots.iter() {
        let field = &record.fields[slot.index];
        doc::write(out, &field.doc, || slot.place.description("Field"));
        let _ = writeln!(out, "pub {}: {},", slot.ident, slot.place.owned("'a"));
    }
    if let Some(unknown) = unknown(slots) {
        doc::line(
            out,
            "Fields that the definition does not know, as they came.",
        );
        let _ = writeln!(out, "pub {unknown}: Vec<u8>,");
    }
    out.push_str("}\n");
    if !derived {
        write_default(out, &generic(plan, id, "'_"), slots);
    }
}

/// Writes `Default` if it cannot be derived.
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

/// Writes the encoder; `me` is the containing value.
pub(super) fn write_fields(out: &mut String, ty: &str, statics: &str, me: &str, slots: &Slots) {
    if let (Some(fields), "self") = (slots.plain(statics), me) {
        let ty = ty.replace("'_", "'de");
        let _ = write!(out, "stub::plain_fields! {{ {ty}, {fields} }}");
        return;
    }
    let empty = slots.members.roles.is_empty();
    let s = if empty { "_" } else { "s" };
    let _ = write!(
        out,
        "impl stub::Fields for {ty} {{
            {}
            #[inline]
            fn fields<S: stub::Sink>(&self, {s}: &mut S) {{",
        slots.syntaxes()
    );
    let mut requested = 0;
    for member in slots.members.all() {
        let _ = writeln!(
            out,
            "{}",
            slots.describe(statics, me, &member, &mut requested)
        );
    }
    out.push('}');
    if let Some(unknown) = unknown(slots) {
        let _ = write!(
            out,
            "#[inline]
            fn unknown(&self) -> &[u8] {{ &{me}.{unknown} }}"
        );
    }
    write_messages(out, slots);
    out.push_str("}\n");
}

/// Writes the known messages of a record that contains a message of any type.
fn write_messages(out: &mut String, slots: &Slots) {
    let meta = &slots.members.meta;
    if let (Notation::Any, false, Some(table)) = (meta.notation, meta.whole, &slots.plan.messages) {
        let _ = write!(
            out,
            "#[inline]
            fn messages(&self) -> Option<&dyn stub::Messages> {{ Some(&{table}) }}"
        );
    }
}

/// Writes the decoders: in order, and field by field.
pub(super) fn write_slots(out: &mut String, ty: &str, statics: &str, slots: &Slots) {
    if let Some(fields) = slots.plain(statics) {
        let _ = write!(out, "stub::plain_slots! {{ {ty}, {fields} }}");
        return;
    }
    let empty = slots.members.roles.is_empty();
    let (s, i) = if empty { ("_", "_") } else { ("s", "i") };
    let _ = write!(
        out,
        "impl<'de> stub::Slots<'de> for {ty} {{
            {}
            #[inline]
            fn all<S: stub::Source<'de>>(&mut self, {s}: &mut S) -> Result<(), stub::Fail> {{",
        slots.syntaxes()
    );
    let number = |member: &Member| Place::new(slots.plan, member.field, member.shape).owned("'_");
    for member in slots.members.all() {
        let at = member.index;
        let _ = match member.role.is_derived() {
            true => writeln!(
                out,
                "let mut said{at} = {}::default(); s.derived(&{statics}_FIELDS[{at}], &mut said{at})?;",
                number(&member)
            ),
            false => {
                let ident = &slots.at(at).ident;
                writeln!(out, "s.slot(&{statics}_FIELDS[{at}], &mut self.{ident})?;")
            }
        };
    }
    for member in slots.members.all() {
        write_check(out, statics, slots, &member);
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
    if empty {
        out.push_str("Err(stub::Fail) }");
        return write_unknown(out, slots);
    }
    out.push_str("match i {");
    for member in slots.members.all() {
        let at = member.index;
        let _ = match member.role.is_derived() {
            true => writeln!(
                out,
                "{at} => s.derived(&{statics}_FIELDS[{at}], &mut {}::default()),",
                number(&member)
            ),
            false => {
                let ident = &slots.at(at).ident;
                writeln!(
                    out,
                    "{at} => s.slot(&{statics}_FIELDS[{at}], &mut self.{ident}),"
                )
            }
        };
    }
    out.push_str("_ => Err(stub::Fail), } }");
    write_unknown(out, slots);
}

/// Writes the end of the decoders, which stores unknown fields if values preserve them.
fn write_unknown(out: &mut String, slots: &Slots) {
    if let Some(unknown) = unknown(slots) {
        let _ = write!(
            out,
            "#[inline]
            fn unknown(&mut self, raw: &[u8]) {{ self.{unknown}.extend_from_slice(raw); }}
            #[inline]
            fn forget_unknown(&mut self) {{ self.{unknown}.clear(); }}"
        );
    }
    write_messages(out, slots);
    out.push_str("}\n");
}

/// Writes the check that a derived field agrees with the values.
fn write_check(out: &mut String, statics: &str, slots: &Slots, member: &Member) {
    let said = member.index;
    let _ = match *member.role {
        Role::Plain | Role::Part(_) => Ok(()),
        Role::Count { of, relation } => {
            let (relation, count) = (self::relation(relation), slots.count(statics, "self", of));
            writeln!(
                out,
                "stub::agree(s, &{statics}_FIELDS[{of}], {relation}, &said{said}, {count})?;"
            )
        }
        Role::Label { of } => {
            let slot = slots.at(of);
            let (place, value) = (slot.place, format!("self.{}", slot.ident));
            let agree = |label: &str| {
                format!(
                    "s.agree(&{statics}_FIELDS[{of}], stub::Number::to_i64(&said{said}), {label})?;"
                )
            };
            match place.label_if_any(&value) {
                None => writeln!(out, "{}", agree(&place.label(&value))),
                Some(label) => {
                    writeln!(out, "if let Some(label) = {label} {{ {} }}", agree("label"))
                }
            }
        }
    };
}

/// Writes the conversion of a record to `'static`.
fn write_conversion(out: &mut String, plan: &Plan, id: TypeId, slots: &Slots, giving: Giving) {
    let name = plan.rust_name(id);
    let _ = write!(
        out,
        "impl {} {{
            {} -> {name}<'static> {{
                {name} {{",
        generic(plan, id, "'_"),
        giving.method(),
    );
    for slot in slots.iter() {
        let ident = &slot.ident;
        let value = slot.place.given(&format!("self.{ident}"), giving);
        let _ = writeln!(out, "{ident}: {value},");
    }
    if let Some(unknown) = unknown(slots) {
        let _ = writeln!(out, "{unknown}: self.{unknown},");
    }
    out.push_str("} } }\n");
}
