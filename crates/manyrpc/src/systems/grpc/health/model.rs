//! `interfaces/health.proto` as the front end reads it: servers with a health service need no front
//! end.

use manyrpc_model::{
    Annotations, Direction, Enum, EnumMember, Field, Identity, Interface, Length, Module,
    Operation, Param, Record, Streams, Type, TypeBody, TypeDef, Version,
};

const PACKAGE: &str = "grpc.health.v1";
const REQUEST: &str = "HealthCheckRequest";
const RESPONSE: &str = "HealthCheckResponse";
const LIST_REQUEST: &str = "HealthListRequest";
const LIST_RESPONSE: &str = "HealthListResponse";

pub(super) fn module() -> Module {
    Module {
        name: "health".to_owned(),
        consts: Vec::new(),
        types: types(),
        interfaces: vec![interface()],
        annotations: facts(&[("package", PACKAGE), ("syntax", "proto3")]),
    }
}

fn interface() -> Interface {
    let list = "Of all services.";
    let watch = Operation {
        streams: Streams {
            reply: true,
            ..Streams::NONE
        },
        ..operation(
            "Watch",
            2,
            (REQUEST, RESPONSE),
            "At once, and at each change.",
        )
    };
    let check = "Of a service, or with an empty name of the server.";
    Interface {
        identity: Identity {
            name: Some(format!("{PACKAGE}.Health")),
            version: Version { major: 1, minor: 0 },
            ..Identity::default()
        },
        ..Interface::new(
            "Health",
            vec![
                operation("Check", 0, (REQUEST, RESPONSE), check),
                operation("List", 1, (LIST_REQUEST, LIST_RESPONSE), list),
                watch,
            ],
        )
    }
}

fn operation(name: &str, number: u32, (takes, gives): (&str, &str), doc: &str) -> Operation {
    let request = Param::new("request", Direction::In, named(takes));
    Operation {
        doc: doc.to_owned(),
        ..Operation::new(name, number, vec![request], named(gives))
    }
}

fn types() -> Vec<TypeDef> {
    let text = || Type::Text { max: None };
    let status = format!("{RESPONSE}_ServingStatus");
    let entry = format!("{LIST_RESPONSE}_StatusesEntry");
    let entries = Type::array(named(&entry), Length::UpTo(None));
    let explicit = |field| with(field, "presence", "explicit");
    vec![
        message(REQUEST, vec![field("service", 1, text())]),
        statuses(&status),
        message(RESPONSE, vec![field("status", 1, named(&status))]),
        message(LIST_REQUEST, Vec::new()),
        TypeDef {
            annotations: facts(&[("map_entry", "true"), ("name", &full(&entry))]),
            ..message(
                &entry,
                vec![
                    explicit(field("key", 1, text())),
                    explicit(field("value", 2, named(RESPONSE))),
                ],
            )
        },
        message(
            LIST_RESPONSE,
            vec![with(
                field("statuses", 1, entries).documented("By the services' names."),
                "map",
                "true",
            )],
        ),
    ]
}

fn statuses(name: &str) -> TypeDef {
    let member = |(value, name): (i32, &str)| EnumMember {
        name: name.to_owned(),
        value,
        doc: match name {
            "SERVICE_UNKNOWN" => "Only Watch says so: Check refuses with NOT_FOUND.".to_owned(),
            _ => String::new(),
        },
    };
    let names = ["UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN"];
    let members = (0..).zip(names).map(member).collect();
    TypeDef {
        name: name.to_owned(),
        doc: String::new(),
        body: TypeBody::Enum(Enum { members }),
        annotations: facts(&[("enum", "open"), ("name", &full(name))]),
    }
}

fn message(name: &str, fields: Vec<Field>) -> TypeDef {
    TypeDef {
        name: name.to_owned(),
        doc: String::new(),
        body: TypeBody::Record(Record { fields }),
        annotations: facts(&[("name", &full(name))]),
    }
}

fn field(name: &str, number: u32, ty: Type) -> Field {
    with(Field::new(name, ty), "number", &number.to_string())
}

/// A field with an additional annotation.
fn with(mut field: Field, key: &str, value: &str) -> Field {
    field.annotations.extend(facts(&[(key, value)]));
    field
}

fn named(name: &str) -> Type {
    Type::Named(name.to_owned())
}

/// The Protocol Buffers names of messages and enumerations: nested ones after the outer ones.
fn full(name: &str) -> String {
    format!("{PACKAGE}.{}", name.replace('_', "."))
}

fn facts(facts: &[(&str, &str)]) -> Annotations {
    let fact = |(key, value): &(&str, &str)| (format!("protobuf.{key}"), (*value).to_owned());
    facts.iter().map(fact).collect()
}

#[cfg(all(test, feature = "idl-protobuf"))]
mod tests {
    #[test]
    fn it_is_what_the_definition_says() {
        let text = include_str!("../../../../../../interfaces/health.proto");
        let options = manyrpc_idl::Options::default();
        let (read, problems) = manyrpc_idl::load_text("health.proto", text, &options);
        assert_eq!(problems, []);
        let read = read.expect("a module where nothing is wrong");
        assert_eq!(super::module().to_string(), read.to_string());
        assert_eq!(super::module(), read);
    }
}
