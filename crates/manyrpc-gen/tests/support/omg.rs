//! What only definitions in OMG IDL say, as a model: wide text, decimals, references to objects, and results
//! beside out parameters.

use manyrpc_model::{
    Annotations, Arm, Direction, Field, Interface, Length, Module, Operation, Param, Record, Type,
    TypeBody, TypeDef, Union,
};

const ANY: Length = Length::UpTo(None);

fn wide(max: Option<u32>) -> Type {
    Type::Text { max }.marked("omg.wide", "")
}

fn fixed(said: &str) -> Type {
    Type::Text { max: None }.marked("omg.fixed", said)
}

fn shelf() -> Type {
    Type::Reference(Some("shelf".to_owned()))
}

fn define(name: &str, body: TypeBody) -> TypeDef {
    TypeDef {
        name: name.to_owned(),
        doc: String::new(),
        body,
        annotations: Annotations::new(),
    }
}

fn record(name: &str, fields: Vec<(&str, Type)>) -> TypeDef {
    let fields = fields.into_iter().map(|(name, ty)| Field::new(name, ty));
    define(
        name,
        TypeBody::Record(Record {
            fields: fields.collect(),
        }),
    )
}

pub(crate) fn module() -> Module {
    let arm = |labels: &[i64], name: &str, ty| Arm {
        labels: labels.to_vec(),
        field: Field::new(name, ty),
    };
    let place = Union {
        discriminant: "kind".to_owned(),
        discriminant_type: Type::U8.marked("omg.char", ""),
        arms: vec![
            arm(&[i64::from(b'n')], "number", Type::I64),
            arm(&[i64::from(b's'), i64::from(b't')], "at", shelf()),
        ],
        default: Some(Field::new("default", Type::Void)),
    };
    let types = vec![
        define("title", TypeBody::Alias(wide(Some(40)))),
        record(
            "book",
            vec![
                ("title", Type::Named("title".to_owned())),
                ("initial", Type::U16.marked("omg.wchar", "")),
                ("price", fixed("7,2")),
                ("authors", Type::array(wide(None), ANY)),
                ("ratings", Type::array(fixed("2,1"), Length::Fixed(3))),
                ("on", shelf()),
                ("before", Type::array(shelf(), ANY)),
                ("lent_to", Type::Reference(None).optional()),
                ("weight", Type::F128),
            ],
        ),
        define("place", TypeBody::Union(place)),
    ];
    let param = |name, direction, ty| Param::new(name, direction, ty);
    let book = || Type::Named("book".to_owned());
    let find = Operation::new(
        "find",
        0,
        vec![
            param("title", Direction::In, Type::Named("title".to_owned())),
            param("found", Direction::Out, book()),
            param("left", Direction::InOut, Type::I16),
        ],
        shelf(),
    );
    let put = Operation::new(
        "put",
        1,
        vec![
            param("what", Direction::In, book()),
            param("on", Direction::In, shelf()),
        ],
        Type::Void,
    );
    Module {
        name: "omg".to_owned(),
        types,
        interfaces: vec![Interface::new("shelf", vec![find, put])],
        ..Module::default()
    }
}
