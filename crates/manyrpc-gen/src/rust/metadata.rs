//! The lowered metadata, printed as constants.
//!
//! Static arrays indexed with literals, so that the compiler folds the accesses.

use std::fmt::Write;

use manyrpc_codec::meta::{
    Cdr, Coding, Discriminant, Enum, Facets, Field, Ids, Json, Length, Ndr, NdrShape, Notation,
    OneofArm, Others, Presence, Record, SoapArray, Union, Xml, XmlForm, XmlName, XmlRecord,
    XmlRole,
};

use crate::plan::Plan;

/// Writes `X_FIELDS`, if there are any fields.
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

/// An expression for a record whose fields have been written.
pub(super) fn record(statics: &str, record: &Record) -> String {
    let mut ndr = shape(&record.ndr) + if record.whole { ".whole()" } else { "" };
    ndr.push_str(if record.returns { ".returning()" } else { "" });
    if record.notation != Notation::Members {
        let _ = write!(ndr, ".noted(stub::Notation::{:?})", record.notation);
    }
    ndr.push_str(&ids("value", &record.ids));
    if record.message {
        let arms: Vec<String> = record.arms.iter().map(oneof_arm).collect();
        let _ = write!(ndr, ".message(const {{ &[{}] }})", arms.join(","));
    }
    if let Some(xml) = &record.xml {
        ndr.push_str(&xml_record(xml));
    }
    let (name, numbers) = (&record.name, &record.numbers);
    match (record.fields.is_empty(), numbers.is_empty()) {
        (true, _) => format!("stub::Record::of({name:?}, &[]){ndr}"),
        (false, true) => format!("stub::Record::of({name:?}, &{statics}_FIELDS){ndr}"),
        (false, false) => {
            format!("stub::Record::choosing({name:?}, &{statics}_FIELDS, &{numbers:?}){ndr}")
        }
    }
}

/// Writes the table of messages, sorted by name, if a value may contain a message of any type.
pub(super) fn messages(out: &mut String, plan: &Plan) {
    let Some(name) = &plan.messages else {
        return;
    };
    let mut all: Vec<_> = plan.lowered.messages().collect();
    all.sort_unstable();
    let rows = all.iter().map(|(full, id)| {
        let (rust, notation) = (plan.rust_name(*id), plan.lowered.record(*id).meta.notation);
        format!(
            "stub::Message {{
                name: {full:?},
                notation: stub::Notation::{notation:?},
                write: |bytes, to| stub::write_message(bytes, to, &mut {rust}::default()),
                read: |from, to| stub::read_message(from, to, &mut {rust}::default()),
            }},"
        )
    });
    let rows: String = rows.collect();
    let _ = write!(out, "static {name}: stub::Table = stub::Table(&[{rows}]);");
}

/// A call that adds repository identifiers, if there are any.
fn ids(method: &str, ids: &Ids) -> String {
    if ids.is_empty() {
        return String::new();
    }
    let each = ids.iter().map(|id| format!("stub::Cow::Borrowed({id:?}),"));
    let each: String = each.collect();
    format!(".{method}(const {{ &[{each}] }})")
}

fn oneof_arm(arm: &OneofArm) -> String {
    let OneofArm {
        name,
        json,
        field,
        arm,
        null,
    } = arm;
    let null = if *null { ".nullable()" } else { "" };
    format!("stub::OneofArm::of({name:?}, {json:?}, {field}, {arm}){null}")
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
    let wide = match union.cdr {
        Cdr::Wide => ".wide()",
        _ => "",
    };
    let _ = write!(
        out,
        "static {statics}_ARMS: [stub::Arm; {n}] = [{arms}];
        static {statics}: stub::Union = stub::Union::of(
            {:?}, {:?}, stub::Discriminant::{discriminant}, &{statics}_ARMS, {:?},
        ){};",
        union.name,
        union.tag,
        union.default,
        shape(&union.ndr) + wide + &ids("values", &union.ids) + &xml_union(union),
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
        "static {statics}: stub::Enum = stub::Enum::of({:?}, const {{ &[{listed}] }}){}{}{}{};",
        members.name,
        match members.others {
            Others::Refused => "",
            Others::Kept => ".others(stub::Others::Kept)",
            Others::Unknown => ".others(stub::Others::Unknown)",
        },
        if members.null { ".null()" } else { "" },
        ids("lexical", &members.lexical),
        members.ty.as_deref().map_or_else(String::new, |name| {
            format!(".named(const {{ &{} }})", xml_name(name))
        }),
    );
}

/// An expression for a field's metadata.
pub(super) fn field(field: &Field) -> String {
    let name = &field.name;
    let length = match field.length {
        Length::Fixed(n) => format!("stub::Length::Fixed({n})"),
        Length::UpTo(u32::MAX) => "stub::Length::UpTo(u32::MAX)".to_owned(),
        Length::UpTo(n) => format!("stub::Length::UpTo({n})"),
    };
    let made = match (&field.elem, field.length) {
        (Some(element), _) => {
            let element = self::field(element);
            format!("stub::Field::of({name:?}, {length}, const {{ &{element} }})")
        }
        (None, Length::UpTo(u32::MAX)) => format!("stub::Field::plain({name:?})"),
        (None, _) => format!("stub::Field::sized({name:?}, {length})"),
    };
    format!(
        "{made}{}{}{}{}{}",
        place(&field.ndr),
        cdr(field.cdr),
        field
            .xml
            .as_deref()
            .map_or_else(String::new, |of| format!(".xml({})", xml(of))),
        message(field),
        json(&field.json)
    )
}

/// A field's Protocol Buffers metadata.
fn message(field: &Field) -> String {
    let pb = &field.pb;
    let mut said = match pb.number {
        0 => String::new(),
        number => format!(".number({number})"),
    };
    said.push_str(match pb.presence {
        Presence::Implicit => "",
        Presence::Explicit => ".explicit()",
        Presence::Required => ".required()",
    });
    if pb.coding != Coding::Natural {
        let _ = write!(said, ".coded(stub::Coding::{:?})", pb.coding);
    }
    said.push_str(if pb.packed { ".packed()" } else { "" });
    said.push_str(if field.keyed { ".keyed()" } else { "" });
    said
}

/// A field's JSON metadata.
fn json(json: &Json) -> String {
    let mut said = String::new();
    said.push_str(if json.proto { ".proto()" } else { "" });
    if !json.name.is_empty() {
        let _ = write!(said, ".called({:?})", json.name);
    }
    said.push_str(if json.spare { ".spare()" } else { "" });
    said.push_str(if json.null { ".nullable()" } else { "" });
    said
}

/// A field's CDR metadata, unless it is the default.
fn cdr(cdr: Cdr) -> String {
    match cdr {
        Cdr::Natural => String::new(),
        Cdr::Char => ".cdr(stub::Cdr::Char)".to_owned(),
        Cdr::Wide => ".cdr(stub::Cdr::Wide)".to_owned(),
        Cdr::Reference => ".cdr(stub::Cdr::Reference)".to_owned(),
        Cdr::Any => ".cdr(stub::Cdr::Any)".to_owned(),
        Cdr::Value => ".cdr(stub::Cdr::Value)".to_owned(),
        Cdr::Derived => ".cdr(stub::Cdr::Derived)".to_owned(),
        Cdr::Fixed { digits, scale } => {
            format!(".cdr(stub::Cdr::Fixed {{ digits: {digits}, scale: {scale} }})")
        }
    }
}

/// A field's XML metadata.
fn xml(xml: &Xml) -> String {
    let Xml {
        name,
        ns,
        role,
        nillable,
        wrapped,
        list,
        form,
        ty,
        facets,
        default,
        names,
        array,
        link,
    } = xml;
    let mut set = String::new();
    if !name.is_empty() {
        let _ = write!(set, "name: stub::Cow::Borrowed({name:?}),");
    }
    if !ns.is_empty() {
        let _ = write!(set, "ns: stub::Cow::Borrowed({ns:?}),");
    }
    if *role != XmlRole::Element {
        let _ = write!(set, "role: stub::XmlRole::{role:?},");
    }
    for (name, is) in [("nillable", nillable), ("wrapped", wrapped), ("list", list)] {
        set.push_str(&if *is {
            format!("{name}: true,")
        } else {
            String::new()
        });
    }
    if *form != XmlForm::Natural {
        let _ = write!(set, "form: stub::XmlForm::{form:?},");
    }
    if let Some(ty) = ty {
        let _ = write!(
            set,
            "ty: Some(stub::Link::Static(const {{ &{} }})),",
            xml_name(ty)
        );
    }
    if let Some(facets) = facets {
        let _ = write!(
            set,
            "facets: Some(stub::Link::Static(const {{ &{} }})),",
            self::facets(facets)
        );
    }
    if let Some(default) = default {
        let _ = write!(set, "default: Some(stub::Cow::Borrowed({default:?})),");
    }
    if !names.is_empty() {
        let _ = write!(
            set,
            "names: stub::Cow::Borrowed(const {{ &[{}] }}),",
            xml_names(names)
        );
    }
    if let Some(array) = array {
        let SoapArray { item, rank } = &**array;
        let item = xml_name(item);
        let _ = write!(
            set,
            "array: Some(stub::Link::Static(const {{ &stub::SoapArray {{ item: {item}, rank: {rank} }} }})),"
        );
    }
    if let Some(link) = link {
        let _ = write!(set, "link: Some(stub::Link::Static({})),", self::xml(link));
    }
    format!("stub::xml_place!({set})")
}

fn xml_name(name: &XmlName) -> String {
    format!("stub::XmlName::of({:?}, {:?})", name.ns, name.local)
}

fn xml_names(names: &[XmlName]) -> String {
    names.iter().map(|name| xml_name(name) + ",").collect()
}

fn facets(facets: &Facets) -> String {
    let Facets {
        length,
        min_length,
        max_length,
        patterns,
        values,
        min,
        max,
        above,
        below,
        digits,
        places,
    } = facets;
    let texts = |texts: &Ids| {
        let each = texts
            .iter()
            .map(|text| format!("stub::Cow::Borrowed({text:?}),"));
        format!(
            "stub::Cow::Borrowed(const {{ &[{}] }})",
            each.collect::<String>()
        )
    };
    let text = |text: &Option<_>| match text {
        None => "None".to_owned(),
        Some(text) => format!("Some(stub::Cow::Borrowed({text:?}))"),
    };
    format!(
        "stub::Facets {{
            length: {length:?}, min_length: {min_length:?}, max_length: {max_length:?},
            patterns: {}, values: {}, min: {}, max: {}, above: {}, below: {},
            digits: {digits:?}, places: {places:?},
        }}",
        texts(patterns),
        texts(values),
        text(min),
        text(max),
        text(above),
        text(below),
    )
}

/// A record's XML metadata.
fn xml_record(xml: &XmlRecord) -> String {
    let XmlRecord {
        element,
        action,
        addressed,
        ty,
        attributes,
        headers,
        mixed,
        encoded,
    } = xml;
    if let Some(XmlName { ns, local }) = element
        && (ty.local.is_empty()
            && addressed.is_empty()
            && !attributes
            && !headers
            && !mixed
            && !encoded)
    {
        return format!(
            ".xml(const {{ &stub::XmlRecord::wrapper({ns:?}, {local:?}, {action:?}) }})"
        );
    }
    let element = match element {
        None => "None".to_owned(),
        Some(element) => format!("Some({})", xml_name(element)),
    };
    let ty = xml_name(ty);
    format!(
        ".xml(const {{ &stub::XmlRecord {{
            element: {element}, action: stub::Cow::Borrowed({action:?}),
            addressed: stub::Cow::Borrowed({addressed:?}), ty: {ty},
            attributes: {attributes}, headers: {headers}, mixed: {mixed}, encoded: {encoded},
        }} }})"
    )
}

/// A union's XML metadata.
fn xml_union(union: &Union) -> String {
    let Some(xml) = &union.xml else {
        return String::new();
    };
    let types = xml_names(&xml.types);
    format!(
        ".xml(const {{ &stub::XmlUnion {{ types: stub::Cow::Borrowed(const {{ &[{types}] }}) }} }})"
    )
}

/// A field's NDR metadata, unless it is the default.
fn place(ndr: &Ndr) -> String {
    let natural = Ndr::NATURAL;
    let said = [
        (
            ndr.pointer != natural.pointer,
            format!("pointer {:?}", ndr.pointer),
        ),
        (ndr.array != natural.array, format!("array {:?}", ndr.array)),
        (ndr.chars != natural.chars, format!("chars {:?}", ndr.chars)),
        (
            ndr.terminated != natural.terminated,
            format!("terminated {}", ndr.terminated),
        ),
        (
            ndr.defers != natural.defers,
            format!("defers {}", ndr.defers),
        ),
        (ndr.bits != natural.bits, format!("bits {}", ndr.bits)),
        (
            ndr.hoists != natural.hoists,
            format!("hoists {}", ndr.hoists),
        ),
        (ndr.dims != natural.dims, format!("dims {}", ndr.dims)),
    ];
    with("ndr_place", &said)
}

/// The NDR metadata of a record or union.
fn shape(ndr: &NdrShape) -> String {
    let words = NdrShape::WORDS;
    let said = [
        (ndr.align != words.align, format!("align {}", ndr.align)),
        (ndr.hoists != words.hoists, format!("hoists {}", ndr.hoists)),
        (ndr.defers != words.defers, format!("defers {}", ndr.defers)),
        (ndr.tag != words.tag, format!("tag {}", ndr.tag)),
    ];
    with("ndr_shape", &said)
}

/// A macro invocation with the given settings, if there are any.
fn with(name: &str, said: &[(bool, String)]) -> String {
    let said = said.iter().filter(|(other, _)| *other);
    let said: Vec<&str> = said.map(|(_, text)| &**text).collect();
    match said.is_empty() {
        true => String::new(),
        false => format!(".ndr(stub::{name}!({}))", said.join(", ")),
    }
}
