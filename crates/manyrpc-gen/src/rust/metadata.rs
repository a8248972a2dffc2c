//! What was lowered, printed as constants.
//!
//! Static arrays that code indexes with literals: that folds into the code,
//! and a lookup at run time would not.

use std::fmt::Write;

use manyrpc_codec::meta::{Discriminant, Enum, Field, Length, Record, Union};

/// `X_FIELDS`, where there are any.
pub(super) fn fields(out: &mut String, statics: &str, record: &Record) {
    let fields: Vec<String> = record.fields.iter().map(field).collect();
    if !fields.is_empty() {
        let (n, fields) = (fields.len(), fields.join(","));
        let _ = writeln!(
            out,
            "static {statics}_FIELDS: [stub::Field; {n}] = [{fields}];"
        );
    }
}

/// An expression for a record whose fields were written.
pub(super) fn record(statics: &str, record: &Record) -> String {
    match record.fields.is_empty() {
        true => format!("stub::Record::of({:?}, &[])", record.name),
        false => format!("stub::Record::of({:?}, &{statics}_FIELDS)", record.name),
    }
}

/// `X_ARMS` and `X`; `discriminant` names the statics of an enumeration.
pub(super) fn union(out: &mut String, statics: &str, union: &Union, discriminant: Option<&str>) {
    let arms = union.arms.iter().map(|arm| {
        let (labels, field) = (&arm.labels, field(&arm.field));
        format!("stub::Arm::of(&{labels:?}, {field})")
    });
    let arms: Vec<String> = arms.collect();
    let (n, arms) = (arms.len(), arms.join(","));
    let discriminant = match (&union.discriminant, discriminant) {
        (Discriminant::U32, _) => "U32".to_owned(),
        (Discriminant::Bool, _) => "Bool".to_owned(),
        (Discriminant::Enum(_), Some(name)) => format!("Enum(stub::Link::Static(&{name}))"),
        _ => "I32".to_owned(),
    };
    let _ = write!(
        out,
        "static {statics}_ARMS: [stub::Arm; {n}] = [{arms}];
        static {statics}: stub::Union = stub::Union::of(
            {:?}, stub::Discriminant::{discriminant}, &{statics}_ARMS, {:?},
        );",
        union.name, union.default,
    );
}

/// `X`.
pub(super) fn enumeration(out: &mut String, statics: &str, members: &Enum) {
    let listed = members.members.iter();
    let listed: Vec<String> = listed
        .map(|(name, value)| format!("(stub::Cow::Borrowed({name:?}), {value})"))
        .collect();
    let listed = listed.join(",");
    let _ = write!(
        out,
        "static {statics}: stub::Enum = stub::Enum::of({:?}, const {{ &[{listed}] }});",
        members.name,
    );
}

fn field(field: &Field) -> String {
    let name = &field.name;
    let length = match field.length {
        Length::Fixed(n) => format!("stub::Length::Fixed({n})"),
        Length::UpTo(u32::MAX) => "stub::Length::UpTo(u32::MAX)".to_owned(),
        Length::UpTo(n) => format!("stub::Length::UpTo({n})"),
    };
    match (&field.elem, field.length) {
        (Some(element), _) => {
            let element = self::field(element);
            format!("stub::Field::of({name:?}, {length}, const {{ &{element} }})")
        }
        (None, Length::UpTo(u32::MAX)) => format!("stub::Field::plain({name:?})"),
        (None, _) => format!("stub::Field::sized({name:?}, {length})"),
    }
}
