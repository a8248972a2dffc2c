//! `any`s that omniORB marshalled, as people see and write them.

use manyrpc_codec::cdr::any::{
    Arm as TypeArm, Body, Kind, Member, Modifier, Name, State, TypeCode, TypeIndex, Types,
};
use manyrpc_codec::cdr::{self, Any, ByteOrder, Representation};
use manyrpc_codec::meta::{self, Field};
use manyrpc_codec::{Buf, Encode, Limits, Sink};
use manyrpc_model::{
    Arm, Enum, EnumMember, Field as ModelField, Length, Module, Record, Type, TypeBody, TypeDef,
    Union, Value,
};
use serde_json::{Value as Json, json};

use crate::json::{value_from_json, value_to_json};
use crate::lower::{Lowered, Shape, lower};

const PLACE: Field = Field::plain("any").cdr(meta::Cdr::Any);

/// What omniORB wrote: vectors/cdr/anys.hex.
fn omniorb(name: &str, order: &str) -> Vec<u8> {
    let text = include_str!("../../../../vectors/cdr/anys.hex");
    let head = format!("{name} {order} ");
    let line = text.lines().find(|line| line.starts_with(&head)).unwrap();
    let digits = line.rsplit(' ').next().unwrap().as_bytes();
    let octet = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
    digits.chunks(2).map(octet).collect()
}

fn received(name: &str) -> Vec<u8> {
    let mut any = Any::default();
    let here = Representation {
        order: ByteOrder::Big,
        ..Representation::NATIVE
    };
    let bytes = omniorb(name, "big");
    cdr::decode_value(&bytes, here, &PLACE, &mut any, &Limits::DEFAULT).unwrap();
    any.encapsulation().to_vec()
}

/// vectors/cdr/shop.idl.
fn shop() -> Lowered {
    let define = |name: &str, body| TypeDef {
        name: name.to_owned(),
        doc: String::new(),
        body,
        annotations: [("omg.id".to_owned(), format!("IDL:shop/{name}:1.0"))].into(),
    };
    let record = |name: &str, fields: &[(&str, Type)]| {
        let fields = fields
            .iter()
            .map(|(name, ty)| ModelField::new(*name, ty.clone()));
        define(
            name,
            TypeBody::Record(Record {
                fields: fields.collect(),
            }),
        )
    };
    let named = |name: &str| Type::Named(name.to_owned());
    let sequence = |element| Type::array(element, Length::UpTo(None));
    let member = |(value, name): (i32, &str)| EnumMember {
        name: name.to_owned(),
        value,
        doc: String::new(),
    };
    let arm = |labels: &[i64], name: &str, ty| Arm {
        labels: labels.to_vec(),
        field: ModelField::new(name, ty),
    };
    let union = |name: &str, discriminant_type, arms, default| {
        define(
            name,
            TypeBody::Union(Union {
                discriminant: "switch".to_owned(),
                discriminant_type,
                arms,
                default: Some(default),
            }),
        )
    };
    let rows = Type::array(Type::I32, Length::Fixed(3));
    let module = Module {
        types: vec![
            define(
                "Color",
                TypeBody::Enum(Enum {
                    members: [(0, "RED"), (1, "GREEN")].map(member).to_vec(),
                }),
            ),
            record(
                "Item",
                &[("name", Type::Text { max: Some(9) }), ("count", Type::I32)],
            ),
            define("Items", TypeBody::Alias(sequence(named("Item")))),
            union(
                "Choice",
                Type::I16,
                vec![
                    arm(&[1], "d", Type::F64),
                    arm(&[2, 3], "s", Type::Text { max: None }),
                ],
                ModelField::new("o", Type::U8),
            ),
            union(
                "Maybe",
                Type::Bool,
                vec![arm(&[1], "c", named("Color"))],
                ModelField::new("nothing", Type::Void),
            ),
            record(
                "Tree",
                &[("v", Type::I64), ("below", sequence(named("Tree")))],
            ),
            define("Grid", TypeBody::Alias(Type::array(rows, Length::Fixed(2)))),
            record("Gone", &[("why", Type::U16)]),
            TypeDef {
                annotations: [(
                    "omg.id".to_owned(),
                    "IDL:a.example/store/Box:2.3".to_owned(),
                )]
                .into(),
                ..define("Box", TypeBody::Alias(sequence(Type::I32)))
            },
        ],
        ..Module::default()
    };
    lower(&module).unwrap()
}

fn shown(encapsulation: &[u8]) -> Json {
    let value = Value::Bytes(encapsulation.to_vec());
    value_to_json(&Lowered::default(), &PLACE, &Shape::Bytes, &value).unwrap()
}

fn written(json: &Json) -> Result<Vec<u8>, String> {
    match value_from_json(&shop(), &PLACE, &Shape::Bytes, json) {
        Ok(Value::Bytes(encapsulation)) => Ok(encapsulation),
        Ok(other) => panic!("{other:?}"),
        Err(e) => Err(e.to_string()),
    }
}

/// Nobody need have the definition to see a value; with it the same is written.
#[test]
fn values_are_seen_by_their_type_codes_and_written_by_the_names_of_types() {
    let cases = [
        ("null", json!({"type": "null", "value": null})),
        ("long", json!({"type": "long", "value": 7})),
        ("string5", json!({"type": "string<5>", "value": "abc"})),
        ("bool", json!({"type": "boolean", "value": true})),
        ("longlong", json!({"type": "long long", "value": -5})),
        (
            "item",
            json!({"type": "shop::Item", "value": {"name": "nut", "count": 3}}),
        ),
        (
            "items",
            json!({"type": "shop::Items", "value": [{"name": "nut", "count": 3}, {"name": "bolt", "count": -1}]}),
        ),
        ("color", json!({"type": "shop::Color", "value": "GREEN"})),
        (
            "choice3",
            json!({"type": "shop::Choice", "value": {"switch": 3, "s": "x"}}),
        ),
        (
            "choice_default",
            json!({"type": "shop::Choice", "value": {"switch": -4, "o": 9}}),
        ),
        (
            "maybe",
            json!({"type": "shop::Maybe", "value": {"switch": true, "c": "GREEN"}}),
        ),
        (
            "tree",
            json!({"type": "shop::Tree", "value": {"v": 1, "below": [{"v": 2, "below": []}]}}),
        ),
        (
            "grid",
            json!({"type": "shop::Grid", "value": [[1, 2, 3], [4, 5, 6]]}),
        ),
        (
            "any_in_any",
            json!({"type": "any", "value": {"type": "short", "value": -2}}),
        ),
    ];
    for (name, json) in cases {
        let theirs = received(name);
        assert_eq!(shown(&theirs), json, "{name}");
        let ours = written(&json).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(shown(&ours), json);
        // Aliases inside of types are looked through here: of these only a tree's member has one.
        match name {
            "tree" => {
                let code = |bytes: &[u8]| Any::from_encapsulation(bytes).type_code().unwrap();
                assert!(code(&ours).is_equivalent(&code(&theirs)));
            }
            _ => assert_eq!(ours, theirs, "{name}"),
        }
    }
}

#[test]
fn a_value_without_a_form_for_people_is_its_encapsulation() {
    let theirs = received("typecode");
    let json = shown(&theirs);
    assert_eq!(json["type"], "CORBA::TypeCode");
    assert_eq!(written(&json), Ok(theirs));
    // An exception has its members; the type of a reference is not known here.
    assert_eq!(
        shown(&received("gone")),
        json!({"type": "shop::Gone", "value": {"why": 5}})
    );
    assert_eq!(
        shown(&received("nil_store")),
        json!({"type": "shop::Store", "value": ""})
    );
}

#[test]
fn types_may_be_written_in_every_form_of_idl() {
    for (ty, value) in [
        ("sequence<sequence<octet>, 2>", json!(["AQI=", ""])),
        ("unsigned long long[2]", json!([1, 2])),
        ("  sequence < shop::Item >", json!([])),
        ("IDL:shop/Item:1.0", json!({"name": "", "count": 0})),
        ("Item", json!({"name": "", "count": 0})),
        ("::shop::Item", json!({"name": "", "count": 0})),
        ("store::Box", json!([])),
        ("fixed<5, 2>", json!("-12.50")),
        ("wstring", json!("h\u{e9}")),
        ("wchar", json!(8364)),
        ("long double", json!("0x3fff0000000000000000000000000000")),
        ("Object", json!("")),
        ("char", json!(97)),
        ("sequence<char>", json!([97, 98])),
    ] {
        let any = written(&json!({"type": ty, "value": value})).unwrap();
        assert_eq!(shown(&any)["value"], value, "{ty}");
        // It is carried as it is.
        let mut buf = Buf::new();
        let any = Any::from_encapsulation(any);
        let limits = Limits::DEFAULT;
        cdr::encode_value(&mut buf, Representation::NATIVE, &PLACE, &any, &limits).unwrap();
        let mut back = Any::default();
        let here = Representation::NATIVE;
        cdr::decode_value(buf.data(), here, &PLACE, &mut back, &limits).unwrap();
        assert_eq!(back, any, "{ty}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let refused = |json| written(&json).unwrap_err();
    for (json, why) in [
        (json!(7), "any: expected an object, got a number"),
        (
            json!({"type": "lang"}),
            "any.type: the definition has no type `lang`",
        ),
        (
            json!({"value": 1}),
            "any.type: expected a type, as in OMG IDL, got null",
        ),
        (
            json!({"type": "sequence<long", "value": []}),
            "any.type: `>` is missing before ``",
        ),
        (
            json!({"type": "long long long", "value": 1}),
            "any.type: `long` is more than a type",
        ),
        (
            json!({"type": "string<2>", "value": "abc"}),
            "any.value: at most 2 bytes of text permitted, got 3",
        ),
        (
            json!({"type": "shop::Item", "value": {"name": "n", "count": "x"}}),
            "any.value.count: expected integer, got string",
        ),
    ] {
        assert_eq!(refused(json), why);
    }
    let deep = "sequence<".repeat(1000) + "long" + &">".repeat(1000);
    let why = refused(json!({"type": deep, "value": []}));
    assert_eq!(why, "any.type: it is nested too deeply");
}

/// An encapsulation of a type whose definition would take more than people read.
fn carried(of: impl FnOnce(&mut Types) -> TypeIndex, value: &[u32]) -> Any {
    struct Words<'b>(&'b [u32]);
    impl Encode for Words<'_> {
        fn encode<S: Sink>(&self, s: &mut S, f: &Field) {
            self.0.iter().for_each(|word| s.u32(f, *word));
        }
    }
    let ty = TypeCode::build(of);
    Any::with_type(&ty, &Field::plain("value"), &Words(value)).unwrap()
}

fn member(ty: TypeIndex) -> Member {
    Member {
        name: "m".to_owned(),
        ty,
    }
}

fn id(at: usize) -> Name {
    Name {
        id: format!("IDL:T{at}:1.0"),
        name: format!("T{at}"),
    }
}

/// Type codes refer to the types before them, so each of these is small, and what it stands for is not.
#[test]
fn types_that_stand_for_more_than_they_take_have_no_form() {
    const MANY: usize = 20_000;
    // A sequence of the sequence before it, and so on.
    let sequences = carried(
        |types| {
            let mut ty = types.add(Kind::Long);
            let all = (0..MANY).map(|_| {
                ty = types.add(Kind::Sequence {
                    element: ty,
                    max: 0,
                });
                member(ty)
            });
            let all = all.collect();
            types.add(Kind::Named(id(0), Body::Struct(all)))
        },
        &[0; MANY],
    );
    // A valuetype that is derived from the one before it, with one member more.
    let values = carried(
        |types| {
            let long = types.add(Kind::Long);
            let mut base = types.add(Kind::Null);
            let all = (0..MANY).map(|at| {
                let body = Body::Value {
                    modifier: Modifier::Truncatable,
                    base,
                    state: vec![State {
                        member: member(long),
                        is_public: true,
                    }],
                };
                base = types.add(Kind::Named(id(at), body));
                member(base)
            });
            let all = all.collect();
            types.add(Kind::Named(id(MANY), Body::Struct(all)))
        },
        &[0; MANY],
    );
    // An alias of the alias before it; none has a value.
    let aliases = carried(
        |types| {
            let mut ty = types.add(Kind::Long);
            let arms = (0..MANY).map(|at| {
                ty = types.add(Kind::Named(id(at), Body::Alias(ty)));
                TypeArm {
                    label: at as i64,
                    member: member(ty),
                }
            });
            let arms = arms.collect();
            let discriminant = types.add(Kind::Long);
            let body = Body::Union {
                discriminant,
                arms,
                default: None,
            };
            types.add(Kind::Named(id(MANY), body))
        },
        &[u32::MAX],
    );
    for (any, what) in [
        (sequences, "sequences"),
        (values, "values"),
        (aliases, "aliases"),
    ] {
        assert_eq!(any.check(), Ok(()), "{what}");
        assert!(matches!(super::value(&any), Ok(None)), "{what}");
    }
}

/// Another system may have carried it as bytes, so that nobody has looked at it.
#[test]
fn what_takes_no_bytes_takes_no_memory() {
    let any = carried(
        |types| {
            let mut ty = types.add(Kind::Named(id(0), Body::Struct(Vec::new())));
            for at in 1..60 {
                ty = types.add(Kind::Named(id(at), Body::Struct(vec![member(ty); 2])));
            }
            ty
        },
        &[],
    );
    assert!(super::value(&any).is_err());
}

/// Each is copied with all that is in it, so that a hundred levels of a message of megabytes would be a hundred such
/// messages.
#[test]
fn of_many_anys_in_each_other_the_inner_ones_stay_bytes() {
    let mut inner = super::of(Kind::Long, &Value::I32(7));
    for _ in 0..40 {
        let bytes = inner.encapsulation().to_vec();
        inner = super::of(Kind::Any, &Value::Bytes(bytes));
    }
    let value = Value::Bytes(inner.encapsulation().to_vec());
    let nothing = lower(&Module::default()).unwrap();
    let shown = value_to_json(&nothing, &PLACE, &Shape::Bytes, &value).unwrap();
    let (mut levels, mut at) = (0, &shown);
    while let Some(inside) = at.get("value") {
        (levels, at) = (levels + 1, inside);
    }
    assert_eq!(levels, 16);
    assert!(at["cdr"].is_string(), "{at}");
    let read = value_from_json(&nothing, &PLACE, &Shape::Bytes, &shown).unwrap();
    assert_eq!(read, value);
}
