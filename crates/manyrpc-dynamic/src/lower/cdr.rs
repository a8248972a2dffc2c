//! CDR metadata of fields, from the marks of OMG IDL (`omg.*`) on types and uses of types.

use std::borrow::Cow;

use manyrpc_codec::meta::{Arm, Cdr, Field, Ids};
use manyrpc_model::{Annotations, Module, Record, Type, TypeBody, TypeDef};

use super::lowered::{Declared, Lowered, NamedType, Shape, TypeId, ValueKind, ValueState};
use crate::identity;

/// Completes a field from the marks on its type.
pub(super) fn mark(field: &mut Field, marks: &Annotations) {
    if marks.contains_key("omg.wide") || marks.contains_key("omg.wchar") {
        field.cdr = Cdr::Wide;
    }
    if marks.contains_key("omg.char") {
        field.cdr = Cdr::Char;
    }
    if let Some((digits, scale)) = marks.get("omg.fixed").and_then(|said| fixed(said)) {
        field.cdr = Cdr::Fixed { digits, scale };
    }
}

/// `digits,scale`.
fn fixed(said: &str) -> Option<(u8, u8)> {
    let (digits, scale) = said.split_once(',')?;
    Some((digits.trim().parse().ok()?, scale.trim().parse().ok()?))
}

/// The interface instead of which a union of a reference and values stands.
const REFERENCE_OR_VALUE: &str = "omg.reference_or_value";

/// What OMG IDL declares a type as.
pub(super) fn declared(def: &TypeDef) -> Declared {
    let is = |key: &str| def.annotations.contains_key(key);
    match () {
        () if is("omg.exception") => Declared::Exception,
        () if is(REFERENCE_OR_VALUE) => Declared::AbstractInterface,
        () => Declared::Type,
    }
}

/// The identifier of a type, or of the interface that it stands for.
pub(super) fn repository_id(module: &Module, def: &TypeDef) -> String {
    let interface = def.annotations.get(REFERENCE_OR_VALUE);
    match interface.and_then(|name| module.find_interface(name)) {
        Some(interface) => identity::interface_id(interface),
        None => identity::repository_id(def),
    }
}

/// What a type is as a valuetype.
pub(super) fn value_kind(module: &Module, def: &TypeDef) -> Option<ValueKind> {
    let is_value = def.annotations.contains_key("omg.value");
    match &def.body {
        TypeBody::Record(record) if is_value => Some(ValueKind::State(state(module, def, record))),
        TypeBody::Union(union) => {
            let of = def.annotations.get("omg.values");
            let declared = of.and_then(|of| {
                let is_it = |ty: &Type| matches!(ty, Type::Named(name) if name == of);
                union.arms.iter().position(|arm| is_it(&arm.field.ty))
            });
            (is_value || of.is_some()).then_some(ValueKind::OneOf(declared))
        }
        _ => None,
    }
}

fn state(module: &Module, def: &TypeDef, record: &Record) -> ValueState {
    let said = |key: &str| def.annotations.get(key).map(String::as_str);
    let first = said("omg.bases").and_then(|bases| bases.split(' ').next());
    let at = first.and_then(|first| module.types.iter().position(|ty| ty.name == first));
    let base = at.and_then(|at| match &module.types[at].body {
        TypeBody::Record(base) => Some((TypeId(at), base.fields.len())),
        _ => None,
    });
    let fields = record.fields.iter();
    ValueState {
        ids: lineage(module, def),
        base,
        is_truncatable: said("omg.truncatable").is_some(),
        is_box: said("omg.value") == Some("boxed"),
        is_public: fields
            .map(|field| !field.annotations.contains_key("omg.private"))
            .collect(),
    }
}

/// Its own identifier, then those of the bases that it can be truncated to (CORBA 3.0, section 15.3.4.1).
fn lineage(module: &Module, def: &TypeDef) -> Vec<String> {
    let mut ids = vec![identity::repository_id(def)];
    let mut at = def;
    while at.annotations.contains_key("omg.truncatable")
        && let Some(bases) = at.annotations.get("omg.bases")
        && let Some(base) = bases.split(' ').next().and_then(|b| module.find_type(b))
        // A model that nobody has checked may have a base that is its own.
        && ids.len() <= module.types.len()
    {
        ids.push(identity::repository_id(base));
        at = base;
    }
    ids
}

pub(super) fn ids(ids: &[String]) -> Ids {
    ids.iter().cloned().map(Cow::Owned).collect()
}

/// Whether places of that shape hold valuetypes.
pub(super) fn is_value(lowered: &Lowered, shape: &Shape) -> bool {
    match shape {
        Shape::Record(id) | Shape::Union(id) => lowered.types[id.0].value.is_some(),
        _ => false,
    }
}

/// The identifiers of a union's arms if it is one of valuetypes, whose arms are marked.
pub(super) fn of_arms(
    lowered: &Lowered,
    ty: &NamedType,
    arms: &mut [Arm],
    shapes: &[Shape],
) -> Ids {
    let Some(ValueKind::OneOf(declared)) = &ty.value else {
        return Cow::Borrowed(&[]);
    };
    for (at, arm) in arms.iter_mut().enumerate() {
        arm.field.cdr = match Some(at) == *declared {
            true => Cdr::Value,
            false => Cdr::Derived,
        };
    }
    let id = |shape: &Shape| match shape {
        Shape::Record(id) => match &lowered.types[id.0].value {
            Some(ValueKind::State(state)) => Cow::Owned(state.ids[0].clone()),
            _ => Cow::Borrowed(""),
        },
        _ => Cow::Borrowed(""),
    };
    shapes.iter().map(id).collect()
}
