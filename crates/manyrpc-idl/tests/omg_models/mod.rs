//! Modules of the shape that OMG IDL has words for.

use manyrpc_model::{
    Annotations, Arm, Attribute, Const, Direction, Enum, EnumMember, Field, Identity, Interface,
    Length, Module, Operation, Param, Record, Semantics, Type, TypeBody, TypeDef, Union, Version,
};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::texts::doc;

/// What something is generated from before names are known.
#[derive(Clone, Debug)]
struct Seed {
    kind: u8,
    pick: Index,
    number: u32,
    doc: String,
}

fn seed() -> impl Strategy<Value = Seed> {
    (any::<u8>(), any::<Index>(), any::<u32>(), doc()).prop_map(|(kind, pick, number, doc)| Seed {
        kind,
        pick,
        number,
        doc,
    })
}

/// What is there to be used.
#[derive(Clone, Default)]
struct Known {
    /// Types with what they are: `t` any, `e` enumerations with the number of members.
    types: Vec<(String, Option<usize>)>,
    exceptions: Vec<String>,
    interfaces: Vec<String>,
}

fn scalar(seed: &Seed, interfaces: &[String]) -> Type {
    let digits = seed.number % 31 + 1;
    let fixed = format!("{digits},{}", seed.number / 31 % (digits + 1));
    let units = seed.number % 1000 + 1;
    let mut all = vec![
        Type::Bool,
        Type::I8,
        Type::U8,
        Type::U8.marked("omg.char", "true"),
        Type::U16.marked("omg.wchar", "true"),
        Type::I16,
        Type::U16,
        Type::I32,
        Type::U32,
        Type::I64,
        Type::U64,
        Type::F32,
        Type::F64,
        Type::F128,
        Type::Any,
        Type::Reference(None),
        Type::Text { max: None },
        Type::Text { max: Some(units) },
        Type::Text { max: None }.marked("omg.wide", "true"),
        Type::Text {
            max: Some(3 * units),
        }
        .marked("omg.wide", &units.to_string()),
        Type::Text { max: None }.marked("omg.fixed", &fixed),
    ];
    let references = interfaces.iter().cloned().map(Some);
    all.extend(references.map(Type::Reference));
    seed.pick.get(&all).clone()
}

fn plain(seed: &Seed, known: &Known, interfaces: &[String]) -> Type {
    match seed.kind.is_multiple_of(2) && !known.types.is_empty() {
        true => Type::Named(seed.pick.get(&known.types).0.clone()),
        false => scalar(seed, interfaces),
    }
}

fn shaped(seed: &Seed, known: &Known, interfaces: &[String]) -> Type {
    let max = (seed.number.is_multiple_of(3)).then_some(seed.number / 3 % 900 + 1);
    let fixed = Length::Fixed(seed.number % 90 + 1);
    let element = plain(seed, known, interfaces);
    // Bytes are kept as such.
    let of = |element: Type, length| match element {
        Type::U8 => Type::Bytes(length),
        other => Type::array(other, length),
    };
    match seed.kind / 2 % 5 {
        0 => of(element, Length::UpTo(max)),
        1 => of(element, fixed),
        2 => Type::array(of(element, fixed), Length::Fixed(3)),
        3 => Type::array(of(element, Length::UpTo(max)), Length::UpTo(None)),
        _ => element,
    }
}

fn named(scope: &str, name: &str) -> Annotations {
    match scope.is_empty() {
        true => Annotations::new(),
        false => [("omg.name".to_owned(), format!("{scope}::{name}"))].into(),
    }
}

fn definition(
    (position, seeds): (usize, &[Seed]),
    scope: &str,
    all: &mut Known,
    interfaces: &[String],
) -> TypeDef {
    let head = &seeds[0];
    let known = all.clone();
    let fields = || {
        let each = seeds.iter().zip(0..).map(|(seed, at)| {
            let ty = shaped(seed, &known, interfaces);
            Field::new(format!("f{at}"), ty).documented(&seed.doc)
        });
        each.collect::<Vec<_>>()
    };
    let name = format!("t{position}");
    let mut annotations = named(scope, &name);
    let body = match head.kind % 5 {
        0 => {
            annotations.insert("omg.exception".to_owned(), "true".to_owned());
            all.exceptions.push(name.clone());
            let fields = if head.number.is_multiple_of(4) {
                Vec::new()
            } else {
                fields()
            };
            TypeBody::Record(Record { fields })
        }
        1 => TypeBody::Record(Record { fields: fields() }),
        2 => TypeBody::Alias(shaped(head, &known, interfaces)),
        3 => {
            let members = seeds.iter().zip(0..).map(|(seed, value)| EnumMember {
                name: format!("m{position}_{value}"),
                value,
                doc: seed.doc.clone(),
            });
            TypeBody::Enum(Enum {
                members: members.collect(),
            })
        }
        _ => TypeBody::Union(union(head, fields(), &known)),
    };
    let members = match &body {
        TypeBody::Enum(body) => Some(body.members.len()),
        _ => None,
    };
    if head.kind % 5 != 0 {
        all.types.push((name.clone(), members));
    }
    TypeDef {
        name,
        doc: head.doc.clone(),
        body,
        annotations,
    }
}

fn union(head: &Seed, mut fields: Vec<Field>, known: &Known) -> Union {
    let enums: Vec<_> = known.types.iter().filter(|(_, m)| m.is_some()).collect();
    let (discriminant_type, values) = match head.number % 6 {
        0 => (Type::Bool, 2),
        1 => (Type::U8.marked("omg.char", "true"), 256),
        2 => (Type::I16, 1 << 16),
        3 if !enums.is_empty() => {
            let (name, members) = head.pick.get(&enums);
            (Type::Named(name.clone()), members.unwrap_or_default())
        }
        4 => (Type::U64, usize::MAX),
        _ => (Type::I32, 1 << 32),
    };
    fields.truncate(values);
    let all = fields.len() == values;
    let default = match (all, head.number / 8 % 2) {
        (true, _) => None,
        (false, 0) if fields.len() > 1 => fields.pop(),
        _ => Some(Field::new("default", Type::Void)),
    };
    let arms = fields.into_iter().zip(0..).map(|(field, label)| Arm {
        labels: vec![label],
        field,
    });
    Union {
        discriminant: "switch".to_owned(),
        discriminant_type,
        arms: arms.collect(),
        default,
    }
}

/// Types of parameters have names, if they have a shape.
fn parameter(seed: &Seed, known: &Known, interfaces: &[String]) -> Type {
    let ty = plain(seed, known, interfaces);
    match ty.mark("omg.fixed") {
        Some(_) => Type::I32,
        None => ty,
    }
}

fn raises(seed: &Seed, known: &Known) -> Vec<String> {
    match known.exceptions.is_empty() || seed.number.is_multiple_of(2) {
        true => Vec::new(),
        false => vec![seed.pick.get(&known.exceptions).clone()],
    }
}

fn operation(number: u32, seeds: &[Seed], known: &Known, interfaces: &[String]) -> Operation {
    let head = &seeds[0];
    let maybe = head.kind.is_multiple_of(5);
    let params = seeds[1..].iter().zip(0..).map(|(seed, at)| {
        let direction = match seed.number % 3 {
            0 if !maybe => Direction::Out,
            1 if !maybe => Direction::InOut,
            _ => Direction::In,
        };
        Param::new(
            format!("p{at}"),
            direction,
            parameter(seed, known, interfaces),
        )
    });
    let params = params.collect();
    let result = match maybe || head.number.is_multiple_of(3) {
        true => Type::Void,
        false => parameter(head, known, interfaces),
    };
    Operation {
        doc: head.doc.clone(),
        raises: if maybe {
            Vec::new()
        } else {
            raises(head, known)
        },
        semantics: if maybe {
            Semantics::Maybe
        } else {
            Semantics::AtMostOnce
        },
        ..Operation::new(format!("o{number}"), number, params, result)
    }
}

fn attribute(at: usize, seed: &Seed, known: &Known, interfaces: &[String]) -> Attribute {
    let readonly = seed.kind.is_multiple_of(2);
    Attribute {
        name: format!("a{at}"),
        doc: seed.doc.clone(),
        ty: parameter(seed, known, interfaces),
        readonly,
        get_raises: raises(seed, known),
        set_raises: if readonly {
            Vec::new()
        } else {
            raises(seed, known)
        },
    }
}

const SCOPES: [&str; 4] = ["", "m", "m::n", "k"];

/// Any module of such types and interfaces in several modules.
pub(crate) fn module() -> impl Strategy<Value = Module> {
    let types = vec(vec(seed(), 1..4), 0..7);
    let interfaces = vec(
        (seed(), vec(vec(seed(), 1..4), 0..4), vec(seed(), 0..3)),
        0..4,
    );
    let consts = vec(any::<u64>(), 0..3);
    (types, interfaces, consts).prop_map(|(types, interfaces, consts)| {
        let mut module = Module {
            name: "any".to_owned(),
            ..Module::default()
        };
        for (at, value) in consts.into_iter().enumerate() {
            let value = match at {
                0 => -i128::from(value >> 1),
                _ => i128::from(value),
            };
            let (name, doc) = (format!("c{at}"), String::new());
            module.consts.push(Const { name, value, doc });
        }
        let names: Vec<String> = (0..interfaces.len()).map(|at| format!("i{at}")).collect();
        let mut known = Known::default();
        for (at, seeds) in types.iter().enumerate() {
            let scope = SCOPES[seeds[0].number as usize / 7 % SCOPES.len()];
            let definition = definition((at, seeds), scope, &mut known, &names);
            module.types.push(definition);
        }
        for (at, (head, operations, attributes)) in interfaces.iter().enumerate() {
            let scope = SCOPES[head.number as usize / 5 % SCOPES.len()].replace("::", ".");
            let name = names[at].clone();
            let full = match scope.is_empty() {
                true => name.clone(),
                false => format!("{scope}.{name}"),
            };
            let mut annotations = Annotations::new();
            if head.kind.is_multiple_of(4) {
                annotations.insert("omg.id".to_owned(), format!("LOCAL:{}", head.number));
            }
            // Operations of several bases would clash.
            let is_base = head.kind.is_multiple_of(3) && known.interfaces.is_empty();
            let (operations, attributes) = match is_base {
                true => (&[][..], &[][..]),
                false => (&operations[..], &attributes[..]),
            };
            let bases = match head.kind % 3 {
                1 => known.interfaces.clone(),
                _ => Vec::new(),
            };
            let operations = operations.iter().zip(0..);
            let attributes = attributes.iter().enumerate();
            module.interfaces.push(Interface {
                doc: head.doc.clone(),
                identity: Identity {
                    name: Some(full),
                    version: Version { major: 1, minor: 0 },
                    ..Identity::default()
                },
                bases,
                attributes: attributes
                    .map(|(at, s)| attribute(at, s, &known, &names))
                    .collect(),
                annotations,
                ..Interface::new(
                    name.clone(),
                    operations
                        .map(|(seeds, number)| operation(number, seeds, &known, &names))
                        .collect(),
                )
            });
            if is_base {
                known.interfaces.push(name);
            }
        }
        module
    })
}
