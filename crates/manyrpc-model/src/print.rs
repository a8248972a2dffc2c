//! The canonical printed form of a module.
//!
//! For reading and comparing: `manyrpc idl print` shows it, tests keep it beside
//! their definitions. Two modules are equal if and only if they print the same,
//! so what is not there is not in the model. It is no definition language of its
//! own: nothing parses it.
//!
//! ```text
//! module bench
//!
//! const INTS_MAX = 1000000
//!
//! type blob = bytes<>
//!
//! record info
//!     id: i32
//!     name: text<255>
//!
//! union reply switch status: nfsstat
//!     0 | 1 => handle: bytes[32]
//!     default => default: void
//!
//! interface BENCH_V1 number 0x20261121 version 1.0
//!     @rpcl.program "BENCH"
//!     0 nothing() -> void
//!     1 add(in a: i32, in b: i32) -> i32
//! ```
//!
//! - `[n]` is a fixed length, `<n>` a largest one, `<>` none; `T?` is a value or
//!   none, `T*` one that others may hold too; `(T[2])<>` is an array of arrays.
//! - `(T @key "value")` is a type with facts of its dialect about this use.
//! - `n: u32 = count of data * 2 / 3 + 1` follows from the length of `data`, `= label of body`
//!   from the arm of `body`; facts of the dialect about a field or parameter stand last.
//! - `raises A, B` behind a result names exceptions, `: A, B` behind an interface its bases;
//!   `attribute a: i32` and `readonly attribute` stand before operations.
//! - `status communication in result, server in "st"` behind a result says where callers find the
//!   status of a call that failed, `all in new "st"` that it is added for them.
//! - `# text` is what a definition says about the line after it, `@key "value"`
//!   a fact of its dialect, before or under what it belongs to.
//! - Names that are no plain identifiers are quoted.

use std::fmt::{self, Display, Formatter, Write};

use crate::module::{
    Annotations, Attribute, Const, Direction, Failures, Interface, Module, Operation, Param,
    Semantics, Status, StatusPlace,
};
use crate::types::{
    Derived, Enum, Field, Length, Record, Relation, Type, TypeBody, TypeDef, Union,
};

/// The canonical printed form of a module, with a line end after each line.
pub fn print(module: &Module) -> String {
    module.to_string()
}

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, "module {}", Name(&self.name))?;
        annotations(f, &self.annotations, "    ")?;
        if !self.consts.is_empty() {
            writeln!(f)?;
        }
        for Const { name, value, doc } in &self.consts {
            comment(f, doc, "")?;
            writeln!(f, "const {} = {value}", Name(name))?;
        }
        for definition in &self.types {
            write!(f, "\n{definition}")?;
        }
        for interface in &self.interfaces {
            write!(f, "\n{interface}")?;
        }
        Ok(())
    }
}

impl Display for TypeDef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        comment(f, &self.doc, "")?;
        let name = Name(&self.name);
        match &self.body {
            TypeBody::Alias(ty) => {
                writeln!(f, "type {name} = {ty}")?;
                annotations(f, &self.annotations, "    ")
            }
            TypeBody::Record(record) => {
                writeln!(f, "record {name}")?;
                annotations(f, &self.annotations, "    ")?;
                fields(f, record)
            }
            TypeBody::Union(union) => {
                let (switch, ty) = (Name(&union.discriminant), &union.discriminant_type);
                writeln!(f, "union {name} switch {switch}: {ty}")?;
                annotations(f, &self.annotations, "    ")?;
                arms(f, union)
            }
            TypeBody::Enum(Enum { members }) => {
                writeln!(f, "enum {name}")?;
                annotations(f, &self.annotations, "    ")?;
                for member in members {
                    comment(f, &member.doc, "    ")?;
                    writeln!(f, "    {} = {}", Name(&member.name), member.value)?;
                }
                Ok(())
            }
        }
    }
}

fn fields(f: &mut Formatter<'_>, record: &Record) -> fmt::Result {
    for field in &record.fields {
        comment(f, &field.doc, "    ")?;
        writeln!(f, "    {field}")?;
    }
    Ok(())
}

fn arms(f: &mut Formatter<'_>, union: &Union) -> fmt::Result {
    for arm in &union.arms {
        comment(f, &arm.field.doc, "    ")?;
        let labels: Vec<String> = arm.labels.iter().map(i64::to_string).collect();
        writeln!(f, "    {} => {}", labels.join(" | "), arm.field)?;
    }
    if let Some(default) = &union.default {
        comment(f, &default.doc, "    ")?;
        writeln!(f, "    default => {default}")?;
    }
    Ok(())
}

impl Display for Field {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        place(
            f,
            &self.name,
            &self.ty,
            self.derived.as_ref(),
            &self.annotations,
        )
    }
}

impl Display for Param {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.direction {
            Direction::In => "in ",
            Direction::Out => "out ",
            Direction::InOut => "inout ",
        })?;
        place(
            f,
            &self.name,
            &self.ty,
            self.derived.as_ref(),
            &self.annotations,
        )
    }
}

fn place(
    f: &mut Formatter<'_>,
    name: &str,
    ty: &Type,
    derived: Option<&Derived>,
    annotations: &Annotations,
) -> fmt::Result {
    write!(f, "{}: {ty}", Name(name))?;
    if let Some(derived) = derived {
        write!(f, " = {derived}")?;
    }
    marks(f, annotations)
}

impl Display for Derived {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Derived::Label { of } => write!(f, "label of {}", Name(of)),
            Derived::Count { of, relation } => {
                write!(f, "count of {}", Name(of))?;
                let Relation { times, over, plus } = relation;
                if *times != 1 {
                    write!(f, " * {times}")?;
                }
                if *over != 1 {
                    write!(f, " / {over}")?;
                }
                match plus {
                    0 => Ok(()),
                    1.. => write!(f, " + {plus}"),
                    _ => write!(f, " - {}", plus.unsigned_abs()),
                }
            }
        }
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Type::Void => f.write_str("void"),
            Type::Bool => f.write_str("bool"),
            Type::I8 => f.write_str("i8"),
            Type::U8 => f.write_str("u8"),
            Type::I16 => f.write_str("i16"),
            Type::U16 => f.write_str("u16"),
            Type::I32 => f.write_str("i32"),
            Type::U32 => f.write_str("u32"),
            Type::I64 => f.write_str("i64"),
            Type::U64 => f.write_str("u64"),
            Type::F32 => f.write_str("f32"),
            Type::F64 => f.write_str("f64"),
            Type::F128 => f.write_str("f128"),
            Type::Text { max } => write!(f, "text{}", Length::UpTo(*max)),
            Type::Bytes(length) => write!(f, "bytes{length}"),
            Type::Reference(None) => f.write_str("object"),
            Type::Reference(Some(interface)) => write!(f, "object of {}", Name(interface)),
            Type::Any => f.write_str("any"),
            Type::Array { element, length } => write!(f, "{}{length}", Element(element)),
            Type::Optional(inner) => write!(f, "{}?", Element(inner)),
            Type::Shared(inner) => write!(f, "{}*", Element(inner)),
            Type::Marked(inner, facts) => {
                write!(f, "({inner}")?;
                marks(f, facts)?;
                // What nothing is said about is still not the type alone.
                f.write_str(if facts.is_empty() { " @)" } else { ")" })
            }
            Type::Named(name) if WORDS.contains(&&**name) => write!(f, "{name:?}"),
            Type::Named(name) => write!(f, "{}", Name(name)),
        }
    }
}

/// What a type's own form begins with: a type with such a name is quoted.
const WORDS: [&str; 17] = [
    "void", "bool", "i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64", "f32", "f64", "f128",
    "text", "bytes", "object", "any",
];

/// A type that something is put behind.
struct Element<'a>(&'a Type);

impl Display for Element<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Type::Array { .. }
            | Type::Optional(_)
            | Type::Shared(_)
            | Type::Text { .. }
            | Type::Bytes(_)
            | Type::Reference(Some(_)) => {
                write!(f, "({})", self.0)
            }
            simple => write!(f, "{simple}"),
        }
    }
}

impl Display for Length {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Length::Fixed(length) => write!(f, "[{length}]"),
            Length::UpTo(Some(max)) => write!(f, "<{max}>"),
            Length::UpTo(None) => f.write_str("<>"),
        }
    }
}

impl Display for Interface {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        comment(f, &self.doc, "")?;
        write!(f, "interface {}", Name(&self.name))?;
        let identity = &self.identity;
        if let Some(number) = identity.number {
            write!(f, " number {number:#x}")?;
        }
        if let Some(uuid) = identity.uuid {
            f.write_str(" uuid ")?;
            for (at, byte) in uuid.iter().enumerate() {
                let dash = if matches!(at, 4 | 6 | 8 | 10) {
                    "-"
                } else {
                    ""
                };
                write!(f, "{dash}{byte:02x}")?;
            }
        }
        if let Some(name) = &identity.name {
            write!(f, " name {name:?}")?;
        }
        let version = identity.version;
        write!(f, " version {}.{}", version.major, version.minor)?;
        names(f, ": ", &self.bases)?;
        writeln!(f)?;
        annotations(f, &self.annotations, "    ")?;
        for attribute in &self.attributes {
            comment(f, &attribute.doc, "    ")?;
            writeln!(f, "    {attribute}")?;
        }
        for operation in &self.operations {
            comment(f, &operation.doc, "    ")?;
            writeln!(f, "    {operation}")?;
            annotations(f, &operation.annotations, "        ")?;
        }
        Ok(())
    }
}

impl Display for Operation {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}(", self.number, Name(&self.name))?;
        for (at, param) in self.params.iter().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{param}")?;
        }
        write!(f, ") -> {}", self.result)?;
        names(f, " raises ", &self.raises)?;
        for (at, status) in self.statuses.iter().enumerate() {
            let before = if at == 0 { " status" } else { "," };
            write!(f, "{before} {status}")?;
        }
        f.write_str(match self.semantics {
            Semantics::AtMostOnce => "",
            Semantics::Idempotent => " idempotent",
            Semantics::Maybe => " maybe",
            Semantics::Broadcast => " broadcast",
        })
    }
}

impl Display for Status {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self.of {
            Failures::Communication => "communication",
            Failures::Server => "server",
            Failures::All => "all",
        })?;
        match &self.place {
            StatusPlace::Result => f.write_str(" in result"),
            StatusPlace::Param(name) => write!(f, " in {name:?}"),
            StatusPlace::Added(name) => write!(f, " in new {name:?}"),
        }
    }
}

impl Display for Attribute {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let readonly = if self.readonly { "readonly " } else { "" };
        write!(f, "{readonly}attribute {}: {}", Name(&self.name), self.ty)?;
        names(f, " raises ", &self.get_raises)?;
        names(f, " set raises ", &self.set_raises)
    }
}

/// Names behind what introduces them; nothing where there are none.
fn names(f: &mut Formatter<'_>, before: &str, names: &[String]) -> fmt::Result {
    for (at, name) in names.iter().enumerate() {
        let before = if at == 0 { before } else { ", " };
        write!(f, "{before}{}", Name(name))?;
    }
    Ok(())
}

fn comment(f: &mut Formatter<'_>, doc: &str, indent: &str) -> fmt::Result {
    if doc.is_empty() {
        return Ok(());
    }
    for line in doc.split('\n') {
        let space = if line.is_empty() { "" } else { " " };
        writeln!(f, "{indent}#{space}{line}")?;
    }
    Ok(())
}

fn annotations(f: &mut Formatter<'_>, annotations: &Annotations, indent: &str) -> fmt::Result {
    for (key, value) in annotations {
        writeln!(f, "{indent}@{} {value:?}", Name(key))?;
    }
    Ok(())
}

/// Facts of the dialect in the line of what they are about.
fn marks(f: &mut Formatter<'_>, annotations: &Annotations) -> fmt::Result {
    for (key, value) in annotations {
        write!(f, " @{} {value:?}", Name(key))?;
    }
    Ok(())
}

/// A name: as it is where it is plain, quoted otherwise.
struct Name<'a>(&'a str);

impl Display for Name<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        let first = self.0.chars().next();
        if first.is_some_and(|c| !c.is_ascii_digit()) && self.0.chars().all(plain) {
            return f.write_str(self.0);
        }
        f.write_char('"')?;
        write!(f, "{}", self.0.escape_debug())?;
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::module::{Identity, Version};

    #[test]
    fn types_say_what_binds_to_what() {
        let array = |element, length| Type::Array {
            element: Box::new(element),
            length,
        };
        let pairs = array(Type::F64, Length::Fixed(2));
        assert_eq!(
            array(pairs, Length::UpTo(Some(9))).to_string(),
            "(f64[2])<9>"
        );
        assert_eq!(
            array(Type::Text { max: None }, Length::UpTo(None)).to_string(),
            "(text<>)<>"
        );
        let blob = Type::Bytes(Length::Fixed(4));
        assert_eq!(Type::Optional(Box::new(blob)).to_string(), "(bytes[4])?");
        assert_eq!(Type::Named("odd name".into()).to_string(), "\"odd name\"");
        assert_eq!(Type::Named("void".into()).to_string(), "\"void\"");
        let shop = Type::Reference(Some("Shop".into()));
        assert_eq!(shop.to_string(), "object of Shop");
        assert_eq!(
            array(shop, Length::Fixed(2)).to_string(),
            "(object of Shop)[2]"
        );
        assert_eq!(array(Type::Any, Length::Fixed(2)).to_string(), "any[2]");
        assert_eq!(Type::Named("any".into()).to_string(), "\"any\"");
    }

    #[test]
    fn uses_and_places_say_what_is_known_of_them() {
        let text = Type::Text { max: Some(9) }.marked("dce.chars", "wide");
        assert_eq!(text.to_string(), "(text<9> @dce.chars \"wide\")");
        let shared = Type::Shared(Box::new(Type::Named("node".into()).optional()));
        assert_eq!(shared.to_string(), "(node?)*");
        let bare = Type::Marked(Box::new(Type::Bool), Annotations::new());
        assert_eq!(bare.optional().to_string(), "(bool @)?");

        let count = |times, over, plus| Derived::Count {
            of: "data".into(),
            relation: Relation { times, over, plus },
        };
        let mut field = Field::new("n", Type::U16);
        let mut printed = |derived| {
            field.derived = Some(derived);
            field.to_string()
        };
        assert_eq!(printed(count(1, 1, 0)), "n: u16 = count of data");
        assert_eq!(
            printed(count(2, 3, 1)),
            "n: u16 = count of data * 2 / 3 + 1"
        );
        assert_eq!(
            printed(count(1, 1, i32::MIN)),
            "n: u16 = count of data - 2147483648"
        );
        assert_eq!(
            printed(Derived::Label { of: "u".into() }),
            "n: u16 = label of u"
        );

        let mut param = Param::new("size", Direction::InOut, Type::U32);
        param.annotations.insert("dce.ref".into(), "yes".into());
        assert_eq!(param.to_string(), "inout size: u32 @dce.ref \"yes\"");
    }

    #[test]
    fn exceptions_bases_and_attributes_are_shown() {
        let get = Operation {
            raises: vec!["Gone".into(), "odd one".into()],
            ..Operation::new("get", 3, Vec::new(), Type::I32)
        };
        let interface = Interface {
            bases: vec!["A".into(), "C".into()],
            attributes: vec![Attribute {
                name: "size".into(),
                doc: "How many".into(),
                ty: Type::U32,
                readonly: true,
                get_raises: vec!["Gone".into()],
                set_raises: vec!["Full".into()],
            }],
            ..Interface::new("B", vec![get])
        };
        let expected = "interface B version 0.0: A, C\n    # How many\n    \
             readonly attribute size: u32 raises Gone set raises Full\n    \
             3 get() -> i32 raises Gone, \"odd one\"\n";
        assert_eq!(interface.to_string(), expected);
    }

    #[test]
    fn places_of_statuses_are_shown() {
        let shown = |statuses: &[(Failures, StatusPlace)]| {
            let statuses = statuses.iter().cloned();
            Operation {
                statuses: statuses.map(|(of, place)| Status { place, of }).collect(),
                ..Operation::new("get", 3, Vec::new(), Type::U32)
            }
            .to_string()
        };
        let (result, param) = (StatusPlace::Result, StatusPlace::Param("result".into()));
        assert_eq!(
            shown(&[(Failures::Server, result), (Failures::Communication, param)]),
            "3 get() -> u32 status server in result, communication in \"result\""
        );
        let added = StatusPlace::Added("st".into());
        assert_eq!(
            shown(&[(Failures::All, added)]),
            "3 get() -> u32 status all in new \"st\""
        );
    }

    #[test]
    fn every_part_of_an_identity_is_shown() {
        let identity = Identity {
            number: Some(0x2000_0001),
            uuid: Some(*b"0123456789abcdef"),
            name: Some("a.B".into()),
            version: Version { major: 3, minor: 1 },
        };
        let interface = Interface {
            doc: "Says\n\nmuch".into(),
            identity,
            annotations: [("dce.endpoint".to_owned(), "a \"b\"".to_owned())].into(),
            ..Interface::new("B", Vec::new())
        };
        let expected = "# Says\n#\n# much\ninterface B number 0x20000001 \
             uuid 30313233-3435-3637-3839-616263646566 name \"a.B\" version 3.1\n    \
             @dce.endpoint \"a \\\"b\\\"\"\n";
        assert_eq!(interface.to_string(), expected);
    }
}
