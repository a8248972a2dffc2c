//! A module with one of everything, for tests.

use manyrpc_model::{
    Arm, Direction, Enum, EnumMember, Field, Interface, Length, Module, Operation, Param, Record,
    Type, TypeBody, TypeDef, Union,
};

pub(crate) const UNBOUNDED: Length = Length::UpTo(None);

pub(crate) fn named(name: &str) -> Type {
    Type::Named(name.to_owned())
}

pub(crate) fn optional(ty: Type) -> Type {
    Type::Optional(Box::new(ty))
}

pub(crate) fn array(element: Type, length: Length) -> Type {
    let element = Box::new(element);
    Type::Array { element, length }
}

pub(crate) fn text(max: u32) -> Type {
    Type::Text { max: Some(max) }
}

pub(crate) fn field(name: &str, ty: Type) -> Field {
    Field::new(name, ty)
}

fn define(name: &str, body: TypeBody) -> TypeDef {
    TypeDef {
        name: name.to_owned(),
        doc: String::new(),
        body,
        annotations: Default::default(),
    }
}

pub(crate) fn alias(name: &str, ty: Type) -> TypeDef {
    define(name, TypeBody::Alias(ty))
}

pub(crate) fn record<const N: usize>(name: &str, fields: [(&str, Type); N]) -> TypeDef {
    let fields = fields.map(|(name, ty)| field(name, ty)).into();
    define(name, TypeBody::Record(Record { fields }))
}

pub(crate) fn enumeration<const N: usize>(name: &str, members: [(&str, i32); N]) -> TypeDef {
    let member = |(name, value): (&str, i32)| EnumMember {
        name: name.to_owned(),
        value,
        doc: String::new(),
    };
    let members = members.map(member).into();
    define(name, TypeBody::Enum(Enum { members }))
}

pub(crate) fn union<const N: usize>(
    name: &str,
    discriminant: (&str, Type),
    arms: [(&[i64], &str, Type); N],
    default: Option<Field>,
) -> TypeDef {
    let arms = arms.map(|(labels, name, ty)| Arm {
        labels: labels.to_vec(),
        field: field(name, ty),
    });
    let body = TypeBody::Union(Union {
        discriminant: discriminant.0.to_owned(),
        discriminant_type: discriminant.1,
        arms: arms.into(),
        default,
    });
    define(name, body)
}

pub(crate) fn operation<const N: usize>(
    number: u32,
    name: &str,
    params: [(&str, Direction, Type); N],
    result: Type,
) -> Operation {
    let param = |(name, direction, ty): (&str, Direction, Type)| Param::new(name, direction, ty);
    Operation {
        ..Operation::new(name, number, params.map(param).into(), result)
    }
}

pub(crate) fn module(types: Vec<TypeDef>, operations: Vec<Operation>) -> Module {
    let interface = Interface::new("V1", operations);
    Module {
        name: "zoo".to_owned(),
        types,
        interfaces: vec![interface],
        ..Module::default()
    }
}

/// Every shape, including lists and trees, in the parameters of one operation.
pub(crate) fn zoo() -> Module {
    let mut types = vec![alias("ints", array(Type::I32, Length::UpTo(Some(10))))];
    types.extend(lists());
    types.extend([
        enumeration(
            "color",
            [("RED", 0), ("BLUE", 1), ("GREEN", -5), ("GREY", 7)],
        ),
        scalars(),
        arrays(),
        tree(),
    ]);
    types.extend(unions());
    use Direction::{In, InOut, Out};
    let everything = operation(
        1,
        "everything",
        [
            ("scalars", In, named("scalars")),
            ("arrays", InOut, named("arrays")),
            ("hosts", In, named("hosts")),
            ("tree", Out, named("tree")),
            ("outcome", In, named("outcome")),
            ("choice", In, named("choice")),
            ("number", In, named("number")),
            ("maybe", In, optional(optional(Type::U8))),
        ],
        named("outcome"),
    );
    module(
        types,
        vec![operation(0, "nothing", [], Type::Void), everything],
    )
}

/// A list of records, each with a list of others.
fn lists() -> [TypeDef; 4] {
    [
        alias("hosts", optional(named("host"))),
        record(
            "host",
            [
                ("name", text(255)),
                ("groups", named("groups")),
                ("next", named("hosts")),
            ],
        ),
        alias("groups", optional(named("group"))),
        record(
            "group",
            [("name", text(255)), ("next", optional(named("group")))],
        ),
    ]
}

fn scalars() -> TypeDef {
    record(
        "scalars",
        [
            ("truth", Type::Bool),
            ("i8", Type::I8),
            ("u8", Type::U8),
            ("i16", Type::I16),
            ("u16", Type::U16),
            ("i32", Type::I32),
            ("u32", Type::U32),
            ("i64", Type::I64),
            ("u64", Type::U64),
            ("f32", Type::F32),
            ("f64", Type::F64),
            ("f128", Type::F128),
            ("color", named("color")),
        ],
    )
}

fn arrays() -> TypeDef {
    record(
        "arrays",
        [
            ("name", text(8)),
            ("digest", Type::Bytes(Length::Fixed(5))),
            ("data", Type::Bytes(UNBOUNDED)),
            ("i32s", named("ints")),
            ("u32s", array(Type::U32, Length::Fixed(3))),
            ("i64s", array(Type::I64, UNBOUNDED)),
            ("u64s", array(Type::U64, UNBOUNDED)),
            ("f32s", array(Type::F32, UNBOUNDED)),
            ("f64s", array(Type::F64, UNBOUNDED)),
            ("shorts", array(Type::I16, Length::Fixed(2))),
            ("texts", array(text(4), Length::UpTo(Some(3)))),
            ("table", array(named("ints"), UNBOUNDED)),
        ],
    )
}

fn tree() -> TypeDef {
    record(
        "tree",
        [
            ("key", Type::I32),
            ("left", optional(named("tree"))),
            ("right", optional(named("tree"))),
        ],
    )
}

/// Unions with enumeration, boolean and integer discriminants, with and without a default arm.
fn unions() -> [TypeDef; 3] {
    [
        union(
            "outcome",
            ("status", named("color")),
            [
                (&[0], "scalars", named("scalars")),
                (&[1, 7], "BLUE", Type::Void),
            ],
            Some(field("status", optional(named("outcome")))),
        ),
        union(
            "choice",
            ("follows", Type::Bool),
            [(&[1], "entry", text(9)), (&[0], "FALSE", Type::Void)],
            None,
        ),
        union(
            "number",
            ("width", Type::U32),
            [(&[32], "narrow", Type::I32), (&[64], "wide", Type::I64)],
            Some(field("other", Type::Bytes(UNBOUNDED))),
        ),
    ]
}
