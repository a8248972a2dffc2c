//! What only definitions of DCE say, as a model: fields that follow from others, parts of arrays,
//! shared values, context handles.

use manyrpc_model::{
    Annotations, Arm, Derived, Direction, Enum, EnumMember, Field, Identity, Interface, Length,
    Module, Operation, Param, Record, Relation, Semantics, Type, TypeBody, TypeDef, Union, Version,
};

const ANY: Length = Length::UpTo(None);

fn named(name: &str) -> Type {
    Type::Named(name.to_owned())
}

fn shared(ty: Type) -> Type {
    Type::Shared(Box::new(ty))
}

/// Behind a pointer that is never null.
fn behind(ty: Type) -> Type {
    ty.marked("dce.pointer", "ref")
}

fn count(of: &str, times: u32, over: u32, plus: i32) -> Option<Derived> {
    let (of, relation) = (of.to_owned(), Relation { times, over, plus });
    Some(Derived::Count { of, relation })
}

fn label(of: &str) -> Option<Derived> {
    Some(Derived::Label { of: of.to_owned() })
}

fn facts(facts: &[(&str, &str)]) -> Annotations {
    let facts = facts
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()));
    facts.collect()
}

fn field(name: &str, ty: Type) -> Field {
    Field::new(name, ty)
}

fn derived(name: &str, ty: Type, derived: Option<Derived>) -> Field {
    Field {
        derived,
        ..field(name, ty)
    }
}

fn part(name: &str, ty: Type, said: &[(&str, &str)]) -> Field {
    Field {
        annotations: facts(said),
        ..field(name, ty)
    }
}

fn define(name: &str, body: TypeBody) -> TypeDef {
    TypeDef {
        name: name.to_owned(),
        doc: String::new(),
        body,
        annotations: Annotations::new(),
    }
}

fn record(name: &str, fields: Vec<Field>) -> TypeDef {
    define(name, TypeBody::Record(Record { fields }))
}

fn operation(number: u32, name: &str, params: Vec<Param>, result: Type) -> Operation {
    Operation {
        name: name.to_owned(),
        doc: String::new(),
        number,
        params,
        result,
        raises: Vec::new(),
        statuses: Vec::new(),
        semantics: Semantics::AtMostOnce,
        streams: manyrpc_model::Streams::NONE,
        annotations: Annotations::new(),
    }
}

fn param(name: &str, direction: Direction, ty: Type) -> Param {
    Param::new(name, direction, ty)
}

/// The module.
pub(crate) fn module() -> Module {
    Module {
        name: "derived".to_owned(),
        types: types(),
        interfaces: vec![interface()],
        ..Module::default()
    }
}

fn types() -> Vec<TypeDef> {
    let member = |(name, value): (&str, i32)| EnumMember {
        name: name.to_owned(),
        value,
        doc: String::new(),
    };
    let members = [("small", 1), ("large", 5)].map(member).into();
    let arm = |labels: &[i64], name: &str, ty| Arm {
        labels: labels.to_vec(),
        field: field(name, ty),
    };
    let union = |discriminant_type, default| {
        TypeBody::Union(Union {
            discriminant: "tag".to_owned(),
            discriminant_type,
            arms: vec![
                arm(&[1], "one", Type::U16),
                arm(&[5], "text", behind(Type::Text { max: None })),
            ],
            default,
        })
    };
    let mut handle = record(
        "handle",
        vec![
            field("attributes", Type::U32),
            field("time_low", Type::U32),
            field("time_mid", Type::U16),
            field("time_hi", Type::U16),
            field("rest", Type::Bytes(Length::Fixed(8))),
        ],
    );
    handle.annotations = facts(&[("dce.context_handle", "handle_rundown")]);
    vec![
        define("size", TypeBody::Enum(Enum { members })),
        define("choice", union(named("size"), None)),
        define("open", union(Type::I16, Some(field("", Type::Void)))),
        record("counted", counted()),
        record("chosen", chosen()),
        record(
            "node",
            vec![
                field("name", behind(Type::Text { max: Some(20) })),
                derived("n", Type::U16, count("data", 1, 1, 0)),
                field("data", Type::Bytes(ANY).optional()),
                field("next", shared(named("node"))),
                field("prev", shared(named("node"))),
                field(
                    "pair",
                    shared(Type::array(named("choice"), Length::Fixed(2))),
                ),
            ],
        ),
        handle,
        define(
            "numbers",
            TypeBody::Alias(shared(Type::array(Type::I32, ANY))),
        ),
    ]
}

fn counted() -> Vec<Field> {
    let texts = Type::array(behind(Type::Text { max: Some(4) }), ANY);
    vec![
        derived("n", Type::U8, count("data", 1, 1, 0)),
        derived("half", Type::I32, count("words", 2, 1, 0)),
        derived("bytes", Type::U32, count("wide", 1, 2, 0)),
        derived("units", Type::U64, count("text", 1, 1, -1)),
        derived("m", Type::I64, count("maybe", 1, 1, 0)),
        derived("s", Type::U32, count("numbers", 1, 1, 0)),
        field("max", Type::U16),
        field("first", Type::U32),
        field("data", behind(Type::Bytes(ANY))),
        field("words", behind(Type::array(Type::U16, ANY))),
        field("wide", behind(Type::array(Type::U16, ANY))),
        field("text", behind(Type::Text { max: None })),
        field("maybe", texts.optional()),
        field("numbers", named("numbers")),
        part(
            "part",
            behind(Type::array(Type::I16, ANY).marked("dce.array", "conformant-varying")),
            &[("dce.size_is", "max * 2 + 1"), ("dce.first_is", "first")],
        ),
        part(
            "beside",
            behind(Type::Bytes(ANY).marked("dce.array", "conformant-varying")),
            &[("dce.size_is", "n")],
        ),
        part(
            "ten",
            Type::Bytes(Length::UpTo(Some(10))).marked("dce.array", "conformant-varying"),
            &[("dce.room", "10")],
        ),
    ]
}

fn chosen() -> Vec<Field> {
    vec![
        derived("which", named("size"), label("choice")),
        derived("tag", Type::I8, label("maybe")),
        derived("also", Type::U64, label("shared")),
        field("choice", named("choice")),
        field("maybe", named("open").optional()),
        field("shared", shared(named("open"))),
    ]
}

fn interface() -> Interface {
    use Direction::{In, InOut, Out};
    let bytes = || Type::Bytes(ANY);
    let mut read = vec![
        param("handle", In, named("handle")),
        param("max", In, Type::U32),
        param("found", Out, Type::U32),
        param("data", Out, bytes()),
    ];
    read[2].derived = count("data", 1, 1, 0);
    read[3].annotations = facts(&[("dce.size_is", "request.max")]);
    let mut sort = vec![
        param("n", InOut, Type::U16),
        param("given", In, Type::array(Type::I32, ANY)),
        param("sorted", Out, Type::array(Type::I32, ANY)),
        param("room", Out, Type::array(Type::U8, ANY)),
    ];
    sort[0].derived = count("given", 1, 1, 0);
    sort[2].annotations = facts(&[("dce.size_is", "request.n * 2")]);
    sort[3].annotations = facts(&[("dce.size_is", "request.n")]);
    let mut choose = vec![
        param("which", In, named("size")),
        param("choice", InOut, named("choice")),
    ];
    choose[0].derived = label("choice");
    let mut operations = vec![
        operation(
            0,
            "open",
            vec![
                param("name", In, Type::Text { max: None }),
                param("handle", Out, named("handle")),
            ],
            Type::U32,
        ),
        operation(1, "read", read, Type::U32),
        operation(
            2,
            "close",
            vec![param("handle", InOut, named("handle"))],
            Type::Void,
        ),
        operation(3, "sort", sort, Type::Void),
        operation(4, "choose", choose, named("size")),
        operation(
            5,
            "walk",
            vec![param("list", InOut, shared(named("node")))],
            named("numbers"),
        ),
        operation(
            7,
            "tell",
            vec![param("counted", In, named("counted"))],
            Type::Void,
        ),
    ];
    operations[1].semantics = Semantics::Idempotent;
    operations[6].semantics = Semantics::Maybe;
    Interface {
        name: "derived".to_owned(),
        doc: String::new(),
        identity: Identity {
            uuid: Some(0x5a1c_44d4_26c9_44d1_9d1b_0b12_2b4a_5e6f_u128.to_be_bytes()),
            version: Version { major: 1, minor: 2 },
            ..Identity::default()
        },
        bases: Vec::new(),
        attributes: Vec::new(),
        operations,
        annotations: Annotations::new(),
    }
}
